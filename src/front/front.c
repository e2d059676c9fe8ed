// One parse, from the file to the model.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b) {
  const struct fl_site *x = *(struct fl_site *const *)a, *y = *(struct fl_site *const *)b;
  if (x->span.file != y->span.file)
    return x->span.file < y->span.file ? -1 : 1;
  if (x->span.begin != y->span.begin)
    return x->span.begin < y->span.begin ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

// A file that is included more than once may launch another kernel each time; what the host launches in it is edited once. Sites are in order of their places.
static void find_repeated(struct fl_site **sites, size_t n) {
  for (size_t i = 0, k; i < n; i = k) {
    bool differ = false;
    for (k = i + 1;
         k < n && sites[k]->open.file >= 0 && sites[k]->open.file == sites[i]->open.file &&
         sites[k]->open.begin == sites[i]->open.begin;
         k++) {
      differ |= sites[k]->kernel != sites[i]->kernel;
      sites[k]->repeated = true;
    }
    if (differ && sites[i]->on_host) {
      for (size_t j = i; j < k; j++)
        sites[j]->editable = false;
      sites[i]->named_by_macro = sites[i]->overloaded = true;
    }
  }
}

static int by_use(const void *a, const void *b) {
  const struct fl_span x = ((const struct fl_expansion *)a)->use,
                       y = ((const struct fl_expansion *)b)->use;
  if (x.file != y.file)
    return x.file < y.file ? -1 : 1;
  return (x.begin > y.begin) - (x.begin < y.begin);
}

static void read_model(struct fr *f) {
  fr_collect_macros(f);
  fr_note_counter(f);
  fr_collect_functions(f);
  if (f->u->expansions.len)
    qsort(f->u->expansions.data, f->u->expansions.len, sizeof *f->u->expansions.data, by_use);
  for (size_t i = 0; i < f->code.len; i++)
    fr_mirror(f, &f->code.data[i]);
  fr_find_undeclared(f);
  struct fl_unit *u = f->u;
  for (size_t i = 0; i < u->sites.len; i++)
    u->sites.data[i]->id = (unsigned)i + 1;
  struct fl_site **sorted = fl_alloc(f->arena, u->sites.len * sizeof *sorted);
  for (size_t i = 0; i < u->sites.len; i++)
    sorted[i] = u->sites.data[i];
  if (u->sites.len)
    qsort(sorted, u->sites.len, sizeof *sorted, by_place);
  find_repeated(sorted, u->sites.len);
  fr_collect_pragmas(f, sorted);
  fr_collect_hidden(f);
  fr_find_frees(f);
  fr_collect_conversions(f);
}

static bool has_launches(const struct fl_unit *u) {
  bool launches = false;
  for (size_t i = 0; i < u->sites.len; i++)
    launches |= !u->sites.data[i]->on_host;
  return launches;
}

// Does code stand in the bodies of macros?
static bool has_code_in_macros(const struct fl_unit *u) {
  bool hidden = u->macro_launches.len > 0;
  for (size_t i = 0; i < u->functions.len; i++)
    hidden |= u->functions.data[i]->from_macro;
  return hidden;
}

// Forgets all but the texts that have been rewritten, and reads the main file. False: something is wrong with it.
static bool begin_anew(struct fr *f) {
  clang_disposeTranslationUnit(f->tu);
  struct fl_unit *u = f->u;
  *u = (struct fl_unit){.arena = f->arena, .diags = f->diags};
  *f = (struct fr){.u = u,
                   .arena = f->arena,
                   .diags = f->diags,
                   .opt = f->opt,
                   .index = f->index,
                   .sides = f->sides,
                   .plainly = f->plainly,
                   .rewritten = f->rewritten};
  return fr_read_main(f) && !u->parse_errors;
}
static bool read_again(struct fr *f) {
  if (!begin_anew(f) || !fr_parse(f) || f->u->parse_errors)
    return false;
  read_model(f);
  return true;
}

// Templates without attributes are for both sides, since device code asks by way of such for the properties of types (std::declval). Where that is an error, all functions
// are, if device code names the host's only where nothing is called (`decltype(f())`), or none: the first declaration of a template says `__host__`, the definition nothing.
static bool parse(struct fr *f) {
  const struct fl_diags before = *f->diags;
  bool parsed = fr_parse(f);
  if (f->u->parse_errors && f->tu && fr_qualify(f)) {
    *f->diags = before;
    parsed = begin_anew(f) && fr_parse(f);
  }
  while (f->u->parse_errors && f->sides != FR_NONE_FOR_BOTH && (f->sides || f->names_host)) {
    f->sides = f->sides || f->calls_host ? FR_NONE_FOR_BOTH : FR_ALL_FOR_BOTH;
    *f->diags = before;
    parsed = begin_anew(f) && fr_parse(f);
  }
  return parsed;
}

static struct fr rewritten_texts(const struct fr *f) {
  struct fr copy = {0}; // of which the texts count
  for (size_t i = 0; i < f->rewritten.len; i++)
    *fl_vec_add(f->arena, &copy.rewritten) = f->rewritten.data[i];
  return copy;
}

// Writes out what clang would not show, the names of kernels where others stand for them, as long as there are such, and declares kernels where others can be declared
// beside them. What makes text that is wrong is undone, and not tried again.
static void write_out(struct fr *f, const struct fl_diags *before) {
  static bool (*const steps[])(struct fr *) = {
      fr_lead_out, fr_declare_outside, fr_declare_apart, fr_name_types, fr_name_kernels,
      fr_bind,     fr_choose_kernels};
  enum { ROUNDS = 8, STEPS = sizeof steps / sizeof *steps };
  bool failed[STEPS] = {false};
  for (int round = 0; round < ROUNDS && !f->u->parse_errors; round++) {
    const struct fr last = rewritten_texts(f);
    size_t step = 0;
    while (step < STEPS && (failed[step] || !steps[step](f)))
      step = has_launches(f->u) ? step + 1 : STEPS; // the host's need no names
    if (step == STEPS)
      return;
    *f->diags = *before;
    if (read_again(f))
      continue;
    *f->diags = *before;
    f->rewritten = last.rewritten;
    failed[step] = true;
    read_again(f);
  }
}

static void parse_and_read(void *data) {
  struct fr *f = data;
  f->index = clang_createIndex(1, 0); // what a saved prelude declares is not visited
  clang_toggleCrashRecovery(
      0); // creating an index turns it on; its handlers would replace the guard's
  if (parse(f)) {
    const struct fl_diags before = *f->diags;
    const struct fr last = rewritten_texts(f);
    read_model(f);
    if (!f->u->parse_errors && (has_launches(f->u) || f->u->unseen_launches.len) &&
        fr_unfold(f, has_code_in_macros(f->u))) {
      *f->diags = before;
      if (!read_again(f)) {
        *f->diags = before;
        f->rewritten = last.rewritten;
        read_again(f);
      }
    }
    if (!f->u->parse_errors)
      write_out(f, &before);
  }
  clang_disposeTranslationUnit(f->tu);
  clang_disposeIndex(f->index);
}

struct fl_unit *fl_front_parse(struct fl_arena *arena, struct fl_diags *diags,
                               const struct fl_front_options *opt) {
  const struct fl_diags before = *diags;
  struct fl_unit *u = NULL;
  // What a saved prelude holds may come to clang's indexer when that has ended, and crash it. (What was allocated until then is lost.)
  for (int plainly = 0; plainly < 2; plainly++) {
    struct fr *f = fl_alloc(arena, sizeof *f); // a thread that was stopped may still refer to it
    *f = (struct fr){.arena = arena, .diags = diags, .opt = opt, .plainly = plainly};
    u = f->u = fl_alloc(arena, sizeof *u);
    u->arena = arena;
    u->diags = diags;
    *diags = before;
    if (!fr_read_main(f))
      return NULL;
    if (u->parse_errors || fr_run_guarded(parse_and_read, f))
      return u;
  }
  u->parse_errors = true;
  fl_report(diags, FL_ERROR, opt->path, 0, 0, NULL,
            "the parser (libclang) gave up on this file: perhaps its code is nested too deeply");
  return u;
}
