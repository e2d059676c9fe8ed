// Names in generated code that the program has macros of (`#define at(i, j) ...`, `#define number 3`). Our headers are read before such a macro is defined, and a template's
// names are nobody's macros any more; but generated code stands behind it. So these words are other words, there and, by macros of our own while they are read, in our headers.
// (Those of flcpu.h, which has a library, go by both names: flcpu/reserved.h.)
// Macros that are defined before our headers (-D, -include) are set aside while those are read.
#define _GNU_SOURCE
#include "emit/emit.h"
#include <string.h>

// All that generated code calls by plain names of ours.
static const char *const words[] = {"activemask",
                                    "all_sync",
                                    "all_threads",
                                    "any_sync",
                                    "api",
                                    "args",
                                    "arguments",
                                    "at",
                                    "ballot_sync",
                                    "barrier",
                                    "basic",
                                    "below",
                                    "block",
                                    "block_dim",
                                    "block_idx",
                                    "block_scope",
                                    "blocks",
                                    "bounded",
                                    "by_exchange",
                                    "by_size",
                                    "cached",
                                    "calls_elsewhere",
                                    "coarsen",
                                    "coarsened",
                                    "config",
                                    "copies",
                                    "copy_back",
                                    "copy_back_from_symbol",
                                    "ctx",
                                    "deal",
                                    "deal_either",
                                    "deal_grids",
                                    "dealt",
                                    "declare",
                                    "declared",
                                    "definer",
                                    "dense",
                                    "destroy",
                                    "destroy_array",
                                    "detail",
                                    "device_function",
                                    "dynamic_array",
                                    "dynamic_shared",
                                    "early_exit",
                                    "element",
                                    "elsewhere",
                                    "end",
                                    "fitting",
                                    "fixed_block",
                                    "flat_grid",
                                    "gather",
                                    "gather_ctx",
                                    "gathered",
                                    "get",
                                    "grid",
                                    "grid_dim",
                                    "group",
                                    "groups",
                                    "heap",
                                    "here",
                                    "host_config",
                                    "in_turn",
                                    "integral",
                                    "join",
                                    "join_depth",
                                    "joins",
                                    "joins_apart",
                                    "keeps",
                                    "kernel_symbol",
                                    "kids",
                                    "know_instance",
                                    "lanes_leave",
                                    "launch",
                                    "launch_blocks",
                                    "launch_fused",
                                    "launch_gathering",
                                    "launch_handed",
                                    "launch_itself",
                                    "launch_kernel",
                                    "launch_kernel_ex",
                                    "launch_kernel_exc",
                                    "launch_overloaded",
                                    "launch_pointer",
                                    "launch_without_room",
                                    "launched_beyond",
                                    "launched_itself",
                                    "launches_often",
                                    "launches_once",
                                    "ldg",
                                    "leave",
                                    "leave_roots",
                                    "length",
                                    "list",
                                    "match_all_sync",
                                    "match_any_sync",
                                    "max_threads",
                                    "modular",
                                    "moves",
                                    "mutable_type",
                                    "native",
                                    "native_ctx",
                                    "never_launched",
                                    "no_form",
                                    "no_ptx",
                                    "none",
                                    "none_left",
                                    "number",
                                    "on_its_device",
                                    "ordered",
                                    "others",
                                    "pack",
                                    "parent_ctx",
                                    "passes",
                                    "pointed_to",
                                    "ready_pool",
                                    "record",
                                    "records_once",
                                    "reduce_add_sync",
                                    "reduce_and_sync",
                                    "reduce_max_sync",
                                    "reduce_min_sync",
                                    "reduce_or_sync",
                                    "reduce_xor_sync",
                                    "reducing",
                                    "refuses_shared",
                                    "refuses_threads",
                                    "register_parent",
                                    "room_to_gather",
                                    "room_to_record",
                                    "run",
                                    "run_block",
                                    "run_by_blocks",
                                    "run_in_place",
                                    "runs_own",
                                    "scope",
                                    "scope_block",
                                    "scope_blocks",
                                    "scope_grid",
                                    "scope_warp",
                                    "seeds",
                                    "select",
                                    "select_in_order",
                                    "select_joining",
                                    "select_or_launch",
                                    "selects",
                                    "serial",
                                    "shared",
                                    "shares",
                                    "shfl_down_sync",
                                    "shfl_sync",
                                    "shfl_up_sync",
                                    "shfl_xor_sync",
                                    "silent",
                                    "split",
                                    "spread",
                                    "start",
                                    "stays_native",
                                    "store_new",
                                    "stream",
                                    "streams",
                                    "symbol",
                                    "sync",
                                    "syncthreads",
                                    "syncthreads_and",
                                    "syncthreads_count",
                                    "syncthreads_or",
                                    "syncwarp",
                                    "tag",
                                    "teller",
                                    "thread_idx",
                                    "thread_rank",
                                    "threads",
                                    "to",
                                    "told_shared",
                                    "told_threads",
                                    "too_large",
                                    "too_much_shared",
                                    "type",
                                    "u64",
                                    "uneven",
                                    "unseen",
                                    "unseen_join",
                                    "useful",
                                    "value_of",
                                    "waits",
                                    "waits_in_order",
                                    "warp_sync",
                                    "when",
                                    "whole_blocks",
                                    "wide",
                                    "with_heap",
                                    "within_bounds",
                                    "worklist",
                                    "worklist_with",
                                    "yield"};

// What stands between these is the user's own text.
static const char user_begins[] = "\1\2", user_ends[] = "\1\3";
enum { MARK = 2 };

static bool among(const char *const *names, size_t n, const char *word, size_t len) {
  for (size_t i = 0; i < n; i++)
    if (strlen(names[i]) == len && !memcmp(names[i], word, len))
      return true;
  return false;
}

void fl_find_renamed(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (among(u->macro_names.data, u->macro_names.len, words[i], strlen(words[i])))
      *fl_vec_add(u->arena, &e->renamed) = words[i];
}

void fl_hide_macros(const struct fl_emit *e, struct fl_text *out) {
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->early_macros.len; i++)
    fl_text_printf(out, "#pragma push_macro(\"%s\")\n#undef %s\n", u->early_macros.data[i],
                   u->early_macros.data[i]);
  if (e->renamed.len)
    fl_text_puts(out, "#include <freelaunch/system.h>\n");
  for (size_t i = 0; i < e->renamed.len; i++)
    fl_text_printf(out, "#define %s fl__%s\n", e->renamed.data[i], e->renamed.data[i]);
}

void fl_show_macros(const struct fl_emit *e, struct fl_text *out) {
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < e->renamed.len; i++)
    fl_text_printf(out, "#undef %s\n", e->renamed.data[i]);
  for (size_t i = u->early_macros.len; i-- > 0;)
    fl_text_printf(out, "#pragma pop_macro(\"%s\")\n", u->early_macros.data[i]);
}

void fl_put_users(struct fl_text *out, const char *text, size_t len) {
  fl_text_puts(out, user_begins);
  fl_text_add(out, text, len);
  fl_text_puts(out, user_ends);
}

static bool is_mark(const char *p, const char *mark) { return !memcmp(p, mark, MARK); }

bool fl_ends_line(const struct fl_text *t) {
  size_t n = t->len;
  while (n >= MARK &&
         (is_mark(t->data + n - MARK, user_begins) || is_mark(t->data + n - MARK, user_ends)))
    n -= MARK;
  return n && t->data[n - 1] == '\n';
}

// Behind the string or character that begins at `p`.
static const char *behind_literal(const char *p, const char *end) {
  const char quote = *p++;
  while (p < end && *p != quote && *p != '\n')
    p += *p == '\\' && p + 1 < end ? 2 : 1;
  return p < end ? p + 1 : end;
}

// Adds one token of generated text, or what is between tokens; returns what is behind it.
static const char *put_token(const struct fl_emit *e, const char *p, const char *end,
                             struct fl_text *out) {
  const char *from = p;
  if (*p == '"' || *p == '\'') {
    p = behind_literal(p, end);
  } else if (fl_is_word(*p)) {
    const bool joins = out->len && fl_is_word(out->data[out->len - 1]);
    while (p < end && fl_is_word(*p))
      p++;
    if (!joins && among(e->renamed.data, e->renamed.len, from, (size_t)(p - from)))
      fl_text_puts(out, "fl__");
  } else {
    p++;
  }
  fl_text_add(out, from, (size_t)(p - from));
  return p;
}

void fl_put_renamed(const struct fl_emit *e, const struct fl_text *in, struct fl_text *out) {
  const char *p = in->data, *end = p + in->len;
  while (p < end) {
    if (*p == *user_ends && end - p >= MARK && is_mark(p, user_ends)) {
      p += MARK;
    } else if (*p == *user_begins && end - p >= MARK && is_mark(p, user_begins)) {
      const char *to = memmem(p, (size_t)(end - p), user_ends, MARK);
      p += MARK;
      to = to ? to : end;
      fl_text_add(out, p, (size_t)(to - p));
      p = to;
    } else {
      p = put_token(e, p, end, out);
    }
  }
}
