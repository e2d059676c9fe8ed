// Inline PTX on the CPU target. A register that only tells where a thread is, or what time it is, is read by a function; what counts or finds bits is done by
// one, too, and so are barriers and fences; of anything else the program says so when it gets there, for much of it stands in headers and never runs.
#include "emit/emit.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef FL_VEC(const char *) word_list;

// The words of an instruction: its name and its operands.
static word_list words_of(struct fl_unit *u, const char *text) {
  word_list words = {0};
  for (const char *p = text; *p;) {
    const size_t n = strcspn(p, " \t,;");
    if (n)
      *fl_vec_add(u->arena, &words) = fl_strndup(u->arena, p, n);
    p += n + (p[n] != '\0');
  }
  return words;
}

// What `bfind.u32 %0, %1;` leaves in its first operand, made of the text of the second; NULL: these are other instructions.
static const char *bits_of(struct fl_unit *u, const char *text, const char *operand) {
  static const struct {
    const char *name, *before, *behind;
  } instructions[] = {{"bfind.u32", "31u - __clz((int)(", "))"},
                      {"clz.b32", "__clz((int)(", "))"},
                      {"popc.b32", "__popc((unsigned)(", "))"},
                      {"brev.b32", "__brev((unsigned)(", "))"}};
  const word_list words = words_of(u, text);
  if (words.len != 3 || strcmp(words.data[1], "%0") != 0 || strcmp(words.data[2], "%1") != 0)
    return NULL;
  for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
    if (!strcmp(words.data[0], instructions[i].name))
      return fl_format(u->arena, "%s%s%s", instructions[i].before, operand, instructions[i].behind);
  return NULL;
}

// What `mov.u32 %0, %%laneid;` reads into its operand, as an expression; NULL: these are other instructions.
static const char *register_read(struct fl_unit *u, const char *text) {
#define RANK "flcpu::detail::thread_rank()"
  static const struct {
    const char *name, *value;
  } registers[] = {{"laneid", RANK " % 32"},
                   {"warpid", RANK " / 32"},
                   {"nwarpid", "32"},
                   {"smid", "0"},
                   {"nsmid", "1"},
                   {"lanemask_eq", "1u << " RANK " % 32"},
                   {"lanemask_lt", "(1u << " RANK " % 32) - 1"},
                   {"lanemask_le", "(2u << " RANK " % 32) - 1"},
                   {"lanemask_ge", "-(1u << " RANK " % 32)"},
                   {"lanemask_gt", "-(2u << " RANK " % 32)"},
                   {"clock", "clock64()"},
                   {"clock64", "clock64()"},
                   {"globaltimer", "clock64()"},
                   {"tid.x", "threadIdx.x"},
                   {"tid.y", "threadIdx.y"},
                   {"tid.z", "threadIdx.z"},
                   {"ntid.x", "blockDim.x"},
                   {"ntid.y", "blockDim.y"},
                   {"ntid.z", "blockDim.z"},
                   {"ctaid.x", "blockIdx.x"},
                   {"ctaid.y", "blockIdx.y"},
                   {"ctaid.z", "blockIdx.z"},
                   {"nctaid.x", "gridDim.x"},
                   {"nctaid.y", "gridDim.y"},
                   {"nctaid.z", "gridDim.z"}};
#undef RANK
  static const char *const moves[] = {"mov.u32", "mov.s32", "mov.b32",
                                      "mov.u64", "mov.s64", "mov.b64"};
  const word_list words = words_of(u, text);
  bool moved = false;
  for (size_t i = 0; i < sizeof moves / sizeof *moves && words.len == 3; i++)
    moved |= !strcmp(words.data[0], moves[i]) && !strcmp(words.data[1], "%0");
  for (size_t i = 0; i < sizeof registers / sizeof *registers && moved; i++)
    if (!strcmp(words.data[2] + strspn(words.data[2], "%"), registers[i].name))
      return registers[i].value;
  return NULL;
}

// An operand of an instruction, as an expression: a number, or what `%0` stands for; NULL: something else.
static const char *operand_of(struct fl_unit *u, const struct fl_node *n, const char *word) {
  char *end = NULL;
  if (isdigit((unsigned char)*word))
    return word[strspn(word, "0123456789")] ? NULL : word;
  const unsigned long i = *word == '%' ? strtoul(word + 1, &end, 10) : 0;
  return end && end > word + 1 && !*end && i < n->kids.len ? fl_span_text(u, n->kids.data[i]->span)
                                                           : NULL;
}

// A call that does what an instruction without a result does: barriers, fences, and what changes no value; NULL: it is another one.
static const char *call_of(struct fl_unit *u, const struct fl_node *n, const char *text) {
  static const struct {
    const char *name; // one that ends in a dot has any ending
    size_t operands;
    const char *function;
  } calls[] = {{"bar.sync", 1, "__barrier_sync"},
               {"bar.sync", 2, "__barrier_sync_count"},
               {"barrier.sync", 1, "__barrier_sync"},
               {"barrier.sync", 2, "__barrier_sync_count"},
               {"barrier.sync.aligned", 1, "__barrier_sync"},
               {"barrier.sync.aligned", 2, "__barrier_sync_count"},
               {"bar.arrive", 2, "__flcpu_barrier_arrive"},
               {"barrier.arrive", 2, "__flcpu_barrier_arrive"},
               {"membar.", 0, "__threadfence"},
               {"fence.", 0, "__threadfence"},
               {"nanosleep.u32", 1, "__nanosleep"},
               {"prefetch.", 1, "(void)"},
               {"prefetchu.", 1, "(void)"},
               {"griddepcontrol.", 0, "cudaGridDependencySynchronize"}};
  const word_list words = words_of(u, text);
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    const size_t len = strlen(calls[i].name);
    const bool any = calls[i].name[len - 1] == '.';
    if (words.len != calls[i].operands + 1 || strncmp(words.data[0], calls[i].name, len) != 0 ||
        (!any && words.data[0][len]))
      continue;
    const char *code = fl_format(u->arena, "%s(", calls[i].function);
    for (size_t k = 1; k < words.len; k++) {
      char *word = fl_strdup(u->arena, words.data[k] + (*words.data[k] == '['));
      word[strcspn(word, "]")] = '\0';
      const char *operand = operand_of(u, n, word);
      if (!operand)
        return NULL;
      code = fl_format(u->arena, "%s%s%s", code, k > 1 ? ", " : "", operand);
    }
    return fl_format(u->arena, "%s)", code);
  }
  return NULL;
}

// `asm volatile("" ::: "memory")` keeps the compiler from moving loads and stores, and does so in host code, too.
static bool has_no_instructions(struct fl_unit *u, const struct fl_node *n) {
  const char *text = fl_span_text(u, n->span);
  const char *begin = text + strcspn(text, "(");
  begin += strspn(begin, "( \t\r\n");
  return !strncmp(begin, "\"\"", 2) && strchr(":)", begin[2 + strspn(begin + 2, " \t\r\n")]);
}

void fl_asm_edits(struct fl_emit *e, const struct fl_node *n, struct fl_edits *out) {
  if (e->opt->target != FL_TARGET_CPU || !n->editable || n->span.file < 0 ||
      has_no_instructions(e->unit, n))
    return;
  struct fl_arena *a = e->unit->arena;
  bool known;
  const char *text = fl_asm_text(e->unit, n, &known);
  const char *value = known ? register_read(e->unit, text) : NULL;
  bool here = true; // are the operands in the text?
  for (size_t i = 0; i < n->kids.len; i++)
    here &= n->kids.data[i]->editable && n->kids.data[i]->span.file == n->span.file;
  const struct fl_node *operand = here && n->kids.len && n->kids.len <= 2 ? n->kids.data[0] : NULL;
  if (n->kids.len == 2)
    value = known && operand ? bits_of(e->unit, text, fl_span_text(e->unit, n->kids.data[1]->span))
                             : NULL;
  const char *code = known && here ? call_of(e->unit, n, text) : NULL;
  if (code) {
    // That is all.
  } else if (value && operand) {
    code = fl_format(a, "(%s) = %s", fl_span_text(e->unit, operand->span), value);
  } else {
    unsigned line;
    const char *path; // that is what __FILE__ says
    fl_presumed(&e->unit->files.data[n->span.file], n->span.begin, &path, &line);
    char *words = fl_strdup(a, text + strspn(text, " "));
    for (char *p = words; *p; p++)
      if (*p == '"' || *p == '\\' || !isprint((unsigned char)*p))
        *p = ' ';
    for (size_t end = strlen(words); end && words[end - 1] == ' ';)
      words[--end] = '\0';
    code = fl_format(a, "flcpu::no_ptx(__FILE__, %u, \"%s\")", line, words);
  }
  // The lines of what follows stay where they are.
  struct fl_text t = {0};
  fl_text_puts(&t, code);
  const char *old = fl_span_text(e->unit, n->span);
  fl_text_lines(&t, old, strlen(old));
  fl_edit(a, out, n->span.begin, n->span.end, fl_strdup(a, t.data));
  fl_text_free(&t);
}
