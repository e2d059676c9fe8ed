// The descriptor of a kernel (docs/architecture.md, section 1): a struct that says all that engines must know of it at compile time.
#include "emit/emit.h"
#include <string.h>

static const char *yes(bool b) { return b ? "true" : "false"; }

// Says which arguments of launches below a parent are its own parameters, so that they are not recorded.
static void passes(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  struct fl_text tables = {0}, choice = {0};
  for (size_t i = 0; i < k->facts->below.len; i++) {
    const struct fl_function *c = k->facts->below.data[i];
    struct fl_text row = {0};
    bool any = false;
    for (size_t j = 0; j < c->params.len; j++) {
      const int from = fl_carried(e->unit, k, c, j);
      any |= from >= 0;
      fl_text_printf(&row, "%s%d", j ? ", " : "", from);
    }
    if (any) {
      const unsigned number = c->facts->index + 1;
      fl_text_printf(&tables, "    constexpr int of_%s_%u[] = {%s};\n", c->name, number, row.data);
      fl_text_printf(&choice, "fl_kernel == %u ? of_%s_%u[fl_arg] : ", number, c->name, number);
    }
    fl_text_free(&row);
  }
  if (tables.len)
    fl_text_printf(
        t, "  static constexpr int passes(int fl_kernel, int fl_arg) {\n%s    return %s-1;\n  }\n",
        tables.data, choice.data);
  fl_text_free(&tables);
  fl_text_free(&choice);
}

// What engines have to know, in programs with joins.
static const char *joins(struct fl_emit *e, struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  const bool fused = m->parent && m->engine == FL_FUSED;
  const bool blocks = m->parent && (m->engine == FL_BLOCKS || m->selects & FL_BLOCKS_TOO);
  if (!fused && !k->facts->any_join)
    return "";
  return fl_format(
      e->unit->arena, "  static constexpr bool joins = %s%s;\n%s", yes(k->facts->any_join),
      blocks && k->facts->any_join && fl_joins_of(e->unit, k).apart ? ", joins_apart = true" : "",
      fused
          ? fl_format(e->unit->arena, "  static constexpr int join_depth = %d;\n", fl_join_depth(k))
          : "");
}

// Do some launches of a parent, which records others, stay native?
static bool keeps_launches(const struct fl_emit *e, const struct fl_function *k) {
  bool keeps = false;
  for (size_t i = 0; i < k->facts->reach.len; i++) {
    const struct fl_plan *p = k->facts->reach.data[i]->plan;
    keeps |= !p->strategy->policy || p->fitted;
  }
  return keeps && fl_forms_of(e, k)->parent;
}

// What is only said where it is so.
static const char *said(struct fl_emit *e, struct fl_function *k, const char *bound) {
  const bool tells = fl_tells_kernel(e, k);
  const struct {
    bool is;
    const char *what;
  } all[] = {{k->facts->any_wait, "waits"},
             {k->facts->any_block_scope, "block_scope"},
             {fl_needs_order(e->unit, k), "waits_in_order"},
             {keeps_launches(e, k), "keeps"},
             {e->moves, "moves"},
             {k->facts->copies, "copies"},
             {k->facts->in_turn, "in_turn"},
             {fl_forms_of(e, k)->parent && fl_foreign_of(e->unit, k)->len, "calls_elsewhere"},
             {fl_is_uneven(e->unit, k), "uneven"},
             {tells && k->facts->any_dynamic_shared, "told_shared"}};
  const char *text =
      tells && bound
          ? fl_format(e->unit->arena, "  static constexpr int told_threads = %s;\n", bound)
          : "";
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].is)
      text = fl_format(e->unit->arena, "%s  static constexpr bool %s = true;\n", text, all[i].what);
  return text;
}

// May a launch of `k`, if a thread has one at all, be recorded when all threads of the block have run (together.h)? The block has barriers and shared memory of ours
// then.
static bool records_once(struct fl_emit *e, const struct fl_function *k) {
  const struct fl_facts *x = k->facts;
  const struct fl_forms *m = fl_forms_of(e, k);
  return m->parent && m->engine == FL_SPLIT && x->launches_once && !x->any_join && !x->any_wait &&
         !x->uses_streams && !x->any_hides_block && !x->any_static_shared && !x->any_dynamic_shared;
}

// How the drain of a parent deals out its launches; what weighing that takes.
static const char *dealing(struct fl_emit *e, struct fl_function *k) {
  static const char *const names[] = {NULL, "grids", "either"};
  const struct fl_forms *m = fl_forms_of(e, k);
  const char *deal =
      m->parent && names[m->deal]
          ? fl_format(e->unit->arena, "  static constexpr __fl::deal dealt = __fl::deal_%s;\n",
                      names[m->deal])
          : "";
  if (m->parent && m->engine == FL_GATHERING) {
    static const char *const scopes[] = {[FL_RUN_WARP_LAUNCH] = "warp",
                                         [FL_RUN_BLOCK_LAUNCH] = "block",
                                         [FL_RUN_BLOCKS_LAUNCH] = "blocks",
                                         [FL_RUN_GRID_LAUNCH] = "grid"};
    deal = fl_format(e->unit->arena, "  static constexpr __fl::scope gathered = __fl::scope_%s;\n",
                     scopes[m->runner]);
    if (m->runner == FL_RUN_BLOCKS_LAUNCH)
      deal =
          fl_format(e->unit->arena, "%s  static constexpr int group = %d;\n", deal, e->opt->group);
  }
  if (m->parent && m->engine == FL_GATHERING && e->opt->record_all)
    deal = fl_format(e->unit->arena, "%s  static constexpr bool dense = true;\n", deal);
  if (m->parent && m->coarsen > (m->engine == FL_GATHERING ? 0 : 1))
    deal = fl_format(e->unit->arena, "%s  static constexpr unsigned coarsen = %lld;\n", deal,
                     (long long)m->coarsen);
  if (m->parent && m->engine == FL_BLOCKS)
    deal = fl_format(e->unit->arena, "%s  static constexpr bool runs_own = true;\n", deal);
  if (m->parent && fl_groups_sizes(e->opt, k))
    deal = fl_format(e->unit->arena, "%s  static constexpr bool by_size = true;\n", deal);
  if (m->selects & FL_IN_PLACE_TOO || (m->selects && m->engine == FL_SPLIT))
    deal =
        fl_format(e->unit->arena, "%s  static constexpr bool selects = true, launches_once = %s;\n",
                  deal, yes(k->facts->launches_once && !k->facts->any_join));
  if (m->parent && !k->facts->launches_once)
    deal = fl_format(e->unit->arena, "%s  static constexpr bool launches_often = true;\n", deal);
  if (records_once(e, k))
    deal = fl_format(e->unit->arena, "%s  static constexpr bool records_once = true;\n", deal);
  if (e->lengths || fl_useful_of(e->unit, k))
    deal = fl_format(e->unit->arena, "%s  static constexpr int length = %d;\n", deal, fl_length(k));
  return deal;
}

// What a profile says of the places that launch a parent.
static void seeds(struct fl_emit *e, const struct fl_function *k, struct fl_text *t) {
  const struct fl_function *launched = k->facts->primary ? k->facts->primary : k;
  bool any = false;
  fl_keys keys = {0};
  if (e->opt->profile && fl_forms_of(e, launched)->selects)
    fl_find_keys(e, launched, &keys);
  for (size_t i = 0; i < keys.len; i++) {
    const char *key = keys.data[i];
    const struct fl_profile_site *p = fl_profile_find(e->opt->profile, key);
    if (!p)
      continue;
    fl_text_printf(t, "%s\n    {\"%s\", %uu, %uu, %s, {",
                   any ? "," : "  static constexpr flrt_seed seeds[] = {", key, p->small, p->need,
                   fl_profile_modes[p->mode].constant);
    const char *comma = "";
    for (unsigned c = 0; c < FL_PROFILE_CLASSES; c++) {
      const struct fl_profile_times *x = &p->times[c];
      if (!fl_profile_measured(x))
        continue;
      fl_text_printf(t, "%s{%uu, %uu, {", comma, c, x->weight);
      for (unsigned m = 0; m < FL_PROFILE_MODES; m++)
        fl_text_printf(t, "%s%uu", m ? ", " : "", x->n[m]);
      fl_text_puts(t, "}, {");
      for (unsigned m = 0; m < FL_PROFILE_MODES; m++)
        fl_text_printf(t, "%s%llu.f", m ? ", " : "", (unsigned long long)x->ns[m]);
      fl_text_puts(t, "}}");
      comma = ", ";
    }
    fl_text_puts(t, "}}");
    any = true;
  }
  if (any)
    fl_text_puts(t, "};\n");
}

// The call of a body with the arguments that a record holds, to the end of the function that makes it. `as`: what stands before the names of the struct's members.
static void call_body(struct fl_emit *e, const struct fl_function *k, const char *which,
                      const char *as, struct fl_text *t) {
  const bool spread = fl_has_pack(k), block = !strcmp(which, "block");
  fl_text_printf(t,
                 "  template <class FlCtx> static __device__ %svoid %srun%s(FlCtx &fl_ctx, const "
                 "%sargs &fl_a) {\n    ",
                 block ? "" : "__forceinline__ ", as, block ? "_block" : "", as);
  if (spread)
    fl_text_puts(t, "__fl::spread(fl_a, [&](auto &...fl_v) { ");
  fl_text_printf(t, "%s%s_%s%s(fl_ctx", fl_name_prefix(e, k), fl_body_tag(e, k), which,
                 fl_template_arguments(e, k));
  if (spread)
    fl_text_puts(t, ", fl_v...); }");
  for (size_t i = 0; i < k->params.len && !spread; i++)
    fl_text_printf(t, ", fl_a.template get<%zu>()", i);
  fl_text_printf(t, ");%s\n  }\n", k->params.len ? "" : " (void)fl_a;");
}

// A native launch, with its arguments as a record holds them.
static void start(struct fl_emit *e, const struct fl_function *k, const char *as,
                  struct fl_text *t) {
  const bool cpu = e->opt->target == FL_TARGET_CPU, spread = fl_has_pack(k);
  const char *targs = k->facts->primary ? k->facts->specialized_for : fl_template_arguments(e, k);
  fl_text_printf(t,
                 "  static __device__ __forceinline__ void %sstart(const __fl::config &fl_c, const "
                 "%sargs &fl_a) {\n    ",
                 as, as);
  if (spread)
    fl_text_puts(t, "__fl::spread(fl_a, [&](auto &...fl_v) { ");
  if (cpu)
    fl_text_printf(t, "%s%s__fl_native%s(fl_c%s", fl_name_prefix(e, k), k->name, targs,
                   k->params.len ? ", " : "");
  else if (
      k->is_unnamed) // its qualified name would be that of another which the namespace around it has; and in parentheses no argument brings one in
    fl_text_printf(t, "(%s%s)<<<fl_c.grid, fl_c.block, fl_c.shared, fl_c.stream>>>(", k->name,
                   targs);
  else
    fl_text_printf(t, "%s%s%s<<<fl_c.grid, fl_c.block, fl_c.shared, fl_c.stream>>>(",
                   fl_name_prefix(e, k), k->name, targs);
  if (spread)
    fl_text_puts(t, "fl_v...); }");
  for (size_t i = 0; i < k->params.len && !spread; i++)
    fl_text_printf(t, "%sfl_a.template get<%zu>()", i ? ", " : "", i);
  fl_text_printf(t, ");%s\n  }\n", k->params.len ? "" : " (void)fl_a;");
}

// The most threads that a block may have: what the sites ask for, and what __launch_bounds__ allows.
static const char *most_threads(struct fl_emit *e, const struct fl_function *k) {
  const struct fl_forms *m = fl_forms_of(e, k);
  const int asked = m->max_threads ? m->max_threads : 1024;
  const char *bound = fl_launch_bounds(e, k);
  return bound ? fl_format(e->unit->arena, "__fl::within_bounds(%d, %s)", asked, bound)
               : fl_format(e->unit->arena, "%d", asked);
}

static const char *taken(struct fl_emit *e, struct fl_text *t) {
  const char *text = fl_strdup(e->unit->arena, t->data ? t->data : "");
  fl_text_free(t);
  return text;
}

const char *fl_arguments_type(struct fl_emit *e, const struct fl_function *k, const char *tag) {
  struct fl_text t = {0};
  bool named = false;
  for (size_t i = 0; i < k->params.len; i++)
    named |= k->params.data[i].of_named_type;
  fl_text_puts(&t, named ? "__fl::arguments<" : "__fl::pack<");
  if (named)
    fl_text_printf(&t, "%s, ", tag);
  for (size_t i = 0; i < k->params.len; i++)
    fl_text_printf(&t, "%s%s", i ? ", " : "", fl_value_type(e, k, k->params.data[i].type));
  fl_text_puts(&t, ">");
  return taken(e, &t);
}

// Blocks below a parent that must be the hardware's.
static const char *whole(struct fl_emit *e, const struct fl_function *k) {
  const int threads = fl_forms_of(e, k)->parent ? fl_whole_threads(k) : 0;
  return threads ? fl_format(e->unit->arena, "  static constexpr int whole_blocks = %d;\n", threads)
                 : "";
}

// What a descriptor says in the user's words.
struct in_words {
  const char *args, *kids, *shared; // types
  const char *threads;              // that a block may have
  const char *bound;                // by __launch_bounds__ alone; NULL: it says nothing
};

// The names of a descriptor's members, whoever writes them. In it they hide what the program has of these names.
static const char *const members[] = {"args",
                                      "barrier",
                                      "block_scope",
                                      "by_size",
                                      "calls_elsewhere",
                                      "coarsen",
                                      "copies",
                                      "dealt",
                                      "dense",
                                      "dynamic_shared",
                                      "early_exit",
                                      "elsewhere",
                                      "fixed_block",
                                      "flat_grid",
                                      "gathered",
                                      "group",
                                      "in_turn",
                                      "join_depth",
                                      "joins",
                                      "joins_apart",
                                      "keeps",
                                      "kids",
                                      "lanes_leave",
                                      "launches_often",
                                      "launches_once",
                                      "length",
                                      "max_threads",
                                      "moves",
                                      "number",
                                      "ordered",
                                      "others",
                                      "passes",
                                      "records_once",
                                      "run",
                                      "run_block",
                                      "runs_own",
                                      "seeds",
                                      "selects",
                                      "shared",
                                      "start",
                                      "streams",
                                      "symbol",
                                      "told_shared",
                                      "told_threads",
                                      "uneven",
                                      "useful",
                                      "waits",
                                      "waits_in_order",
                                      "warp_sync",
                                      "whole_blocks"};

static bool names_member(const char *text) {
  for (size_t i = 0; text && i < sizeof members / sizeof *members; i++)
    if (fl_find_word(text, text, members[i]))
      return true;
  return false;
}

// A text with other names for those template parameters that have a member's.
static const char *renamed_parameters(struct fl_emit *e, const struct fl_function *k,
                                      const char *text) {
  for (size_t i = 0; i < k->template_params.len; i++) {
    const char *name = k->template_params.data[i].name;
    struct fl_text out = {0};
    const char *from = text;
    for (const char *at; names_member(name) && (at = fl_find_word(text, from, name));
         from = at + strlen(name)) {
      fl_text_add(&out, from, (size_t)(at - from));
      fl_text_printf(&out, "fl__%s", name);
    }
    fl_text_puts(&out, from);
    text = fl_strdup(e->unit->arena, out.data ? out.data : "");
    fl_text_free(&out);
  }
  return text;
}

// Functions that the descriptor has, or the struct in front of it.
static void functions(struct fl_emit *e, struct fl_function *k, const char *as, struct fl_text *t) {
  const struct fl_forms *m = fl_forms_of(e, k);
  call_body(e, k, "body", as, t);
  if (fl_forms_of(e, k->facts->primary ? k->facts->primary : k)->launch)
    fl_useful_member(e, k, as, t);
  if (m->block)
    call_body(e, k, "block", as, t);
  if (m->starts)
    start(e, k, as, t);
}

// Where the program's words mean something else in a descriptor than they do around it, they stand in a struct in front of it, whose members have no names that a
// program has. Returns what the descriptor says instead.
static struct in_words words_apart(struct fl_emit *e, struct fl_function *k, const char *tag,
                                   const struct in_words *w, struct fl_text *functions_too,
                                   struct fl_text *t) {
  struct fl_arena *a = e->unit->arena;
  const struct fl_forms *m = fl_forms_of(e, k);
  const char *head = fl_template_head(e, k, NULL, false), *type = *head ? "typename " : "";
  const char *user = fl_format(a, "%s_user%s", fl_tag(e, k),
                               renamed_parameters(e, k, fl_template_arguments(e, k)));
  if (!*head) // else it is declared
    fl_text_printf(t, "%sstruct %s;\n", k->facts->primary ? "template <> " : "", tag);
  fl_text_printf(t,
                 "%sstruct %s_user {\n  using fl_args = %s;\n  using fl_kids = %s;\n  using "
                 "fl_shared = %s;\n  static constexpr int fl_threads = %s%s%s;\n",
                 head, fl_tag(e, k), w->args, w->kids, w->shared, w->threads,
                 w->bound ? ", fl_bound = " : "", w->bound ? w->bound : "");
  functions(e, k, "fl_", t);
  fl_text_puts(t, "};\n");
  fl_text_printf(functions_too,
                 "  template <class FlCtx> static __device__ __forceinline__ void run(FlCtx "
                 "&fl_ctx, const args &fl_a) { %s::fl_run(fl_ctx, fl_a); }\n",
                 user);
  if (fl_forms_of(e, k->facts->primary ? k->facts->primary : k)->launch && fl_useful_of(e->unit, k))
    fl_text_printf(functions_too,
                   "  static __device__ __forceinline__ __fl::u64 useful(const __fl::config &fl_c, "
                   "const args &fl_a) { return %s::fl_useful(fl_c, fl_a); }\n",
                   user);
  if (m->block)
    fl_text_printf(functions_too,
                   "  template <class FlCtx> static __device__ void run_block(FlCtx &fl_ctx, const "
                   "args &fl_a) { %s::fl_run_block(fl_ctx, fl_a); }\n",
                   user);
  if (m->starts)
    fl_text_printf(functions_too,
                   "  static __device__ __forceinline__ void start(const __fl::config &fl_c, const "
                   "args &fl_a) { %s::fl_start(fl_c, fl_a); }\n",
                   user);
  return (struct in_words){.args = fl_format(a, "%s%s::fl_args", type, user),
                           .kids = fl_format(a, "%s%s::fl_kids", type, user),
                           .shared = fl_format(a, "%s%s::fl_shared", type, user),
                           .threads = fl_format(a, "%s::fl_threads", user),
                           .bound = w->bound ? fl_format(a, "%s::fl_bound", user) : NULL};
}

void fl_descriptor(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const struct fl_forms *m = fl_forms_of(e, k);
  const struct fl_facts *x = k->facts;
  const char *tag =
      x->primary ? fl_format(e->unit->arena, "%s%s", fl_tag(e, x->primary), x->specialized_for)
                 : fl_tag(e, k);
  struct fl_text list = {0}, rest = {0};
  bool deduced = fl_kids(e, k, &list);
  if (deduced && !k->template_params.len && !x->primary)
    fl_text_printf(t, "struct %s;\n", tag); // it may be among them
  if (deduced)
    fl_declare_kids(e, k, false, t);
  const char *head = fl_template_head(e, k, NULL, false), *bound = fl_launch_bounds(e, k);
  struct in_words w = {
      .args = fl_arguments_type(e, k, tag),
      .kids = taken(e, &list),
      .shared = fl_shared_type(e, k, t),
      .threads = most_threads(e, k),
      .bound = bound ? fl_format(e->unit->arena, "__fl::within_bounds(1024, %s)", bound) : NULL};
  if (deduced)
    w.kids = fl_format(e->unit->arena, "decltype(%s__fl_kids%s(%s))", k->name,
                       fl_template_arguments(e, k), fl_declared_arguments(e, k));
  if (names_member(head) || names_member(w.args) || names_member(w.kids) ||
      names_member(w.shared) || names_member(w.bound) || (m->starts && names_member(k->name))) {
    w.args = fl_arguments_type(e, k, *head ? fl_tag_instance(e, k) : tag);
    w = words_apart(e, k, tag, &w, &rest, t);
    head = renamed_parameters(e, k, head);
  } else {
    functions(e, k, "", &rest);
  }
  fl_text_printf(t,
                 "%sstruct %s {\n  static constexpr int number = %u;\n  using args = %s;\n"
                 "  using kids = %s",
                 x->primary ? "template <> " : head, tag, x->index + 1, w.args, w.kids);
  const struct fl_functions others =
      m->parent ? fl_others_of(e->unit, k) : (struct fl_functions){0};
  for (size_t i = 0; i < others.len; i++)
    fl_text_printf(t, "%s%s%s", i ? ", " : ";\n  using others = __fl::list<",
                   fl_qualified_tag(e, others.data[i]), i + 1 < others.len ? "" : ">");
  fl_text_printf(t, ";\n  using shared = %s;\n", w.shared);
  if (m->parent && !e->opt->record_arguments)
    passes(e, k, t);
  seeds(e, k, t);
  fl_text_printf(
      t,
      "  static constexpr int max_threads = %s, fixed_block = %d;\n  static constexpr bool "
      "flat_grid = %s;\n"
      "  static constexpr bool barrier = %s, early_exit = %s, warp_sync = %s, ordered = %s;\n%s"
      "%s  static constexpr long dynamic_shared = %ld;\n%s%s%s%s%s};\n",
      w.threads, m->fixed_block, yes(m->launched && !m->shaped), yes(x->any_barrier),
      yes(x->early_exit), yes(x->any_warp),
      yes(x->ordered || (m->parent && fl_groups_sizes(e->opt, k))),
      fl_lanes_leave(e->unit, k) ? "  static constexpr bool lanes_leave = true;\n" : "",
      x->ordered && x->uses_streams ? "  static constexpr bool streams = true;\n" : "",
      m->dynamic_shared, whole(e, k), said(e, k, w.bound), joins(e, k), dealing(e, k), rest.data);
  fl_text_free(&rest);
}
