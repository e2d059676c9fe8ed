// Which functions need which generated forms.
#include "emit/emit.h"
#include <stdlib.h>
#include <string.h>

struct named {
  const char *name, *visible;
  size_t index; // in fl_unit.functions
};
static int by_name(const void *a, const void *b) {
  const struct named *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  if (!order)
    order = strcmp(x->visible, y->visible);
  return order ? order : (x->index > y->index) - (x->index < y->index);
}

// Numbers the functions that are overloads of each other in the order of the text, 1, 2, ..., and the scopes that have functions of one name. An inline
// namespace's functions are overloads of those around it. So are an unnamed one's, which hide the others in there: nothing of these may stand in an unnamed namespace then.
static void number_overloads(struct fl_emit *e) {
  struct fl_unit *u = e->unit;
  struct named *all = fl_alloc(u->arena, sizeof *all * (u->functions.len + 1));
  for (size_t i = 0; i < u->functions.len; i++)
    all[i] = (struct named){u->functions.data[i]->name, u->functions.data[i]->visible, i};
  qsort(all, u->functions.len, sizeof *all, by_name);
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_forms *m = &e->forms[all[i].index], *before = i ? &e->forms[all[i - 1].index] : NULL;
    m->overloaded = before && !strcmp(all[i - 1].visible, all[i].visible);
    m->ordinal = m->overloaded ? before->ordinal + 1 : 1;
    if (m->overloaded) {
      before->overloaded = true;
      e->inline_scopes |= u->functions.data[all[i - 1].index]->is_unnamed !=
                          u->functions.data[all[i].index]->is_unnamed;
    }
    m->namesake = !before || strcmp(all[i - 1].name, all[i].name) != 0 ? 1
                  : m->overloaded                                      ? before->namesake
                                                                       : before->namesake + 1;
  }
}

static void need_context(struct fl_emit *e, struct fl_function *f);

// A launch that a policy carries out needs the child's body and its launch stub.
static void need_child(struct fl_emit *e, struct fl_site *s, bool serial) {
  if (!s->kernel)
    return;
  fl_forms_of(e, s->kernel)->block |= serial && s->kernel->facts->any_barrier;
  fl_forms_of(e, s->kernel)->starts |= s->plan->fitted;
  fl_forms_of(e, s->kernel)->launch = true;
  need_context(e, s->kernel);
}

// All that a function launches may run in place.
static void need_children(struct fl_emit *e, struct fl_function *f) {
  for (size_t i = 0; i < f->facts->reach.len; i++)
    if (f->facts->reach.data[i]->plan->strategy->policy)
      need_child(e, f->facts->reach.data[i], true);
}

// So does one that stays native but where it is small, or with fewer blocks.
static void need_reshaped(struct fl_emit *e, struct fl_site *s) {
  need_child(e, s, fl_thinned(s));
  fl_forms_of(e, s->kernel)->starts = true;
  e->coarse |= fl_coarsened(s);
}

static void need_context(struct fl_emit *e, struct fl_function *f) {
  struct fl_forms *m = fl_forms_of(e, f);
  if (m->context || !f->body)
    return;
  m->context = true;
  for (size_t i = 0; i < f->facts->specializations.len; i++)
    need_context(e, f->facts->specializations.data[i]);
  for (size_t i = 0; i < f->facts->callees.len; i++)
    if (f->facts->callees.data[i]->facts->needs_context)
      need_context(e, f->facts->callees.data[i]);
  for (size_t i = 0; i < f->sites.len; i++)
    if (f->sites.data[i]->plan->strategy->policy)
      need_child(e, f->sites.data[i],
                 !f->sites.data[i]->plan->strategy->records || f->sites.data[i]->plan->threshold);
    else if (fl_reshaped(f->sites.data[i]))
      need_reshaped(e, f->sites.data[i]);
}

static bool calls_runtime(const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->apis.len; i++) {
    enum fl_api_class c = f->facts->apis.data[i]->cls;
    if (c == FL_API_ERROR || c == FL_API_DEVICE || c == FL_API_STREAM || c == FL_API_JOIN)
      return true;
  }
  return false;
}

// Calls of the device runtime that have no stand-in.
static bool calls_more_runtime(const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->apis.len; i++) {
    const struct fl_api *p = f->facts->apis.data[i];
    if (p->cls == FL_API_ANYWHERE || (p->cls == FL_API_UNSUPPORTED && !strncmp(p->name, "cuda", 4)))
      return true;
  }
  return false;
}

// Does it put work of its own into streams? Between launches that run in place, that has to happen in place too.
static bool orders(const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->apis.len; i++)
    if (f->facts->apis.data[i]->cls == FL_API_STREAM)
      return true;
  return false;
}

// Does it put copies or fills into streams?
static bool moves(const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->apis.len; i++)
    if (!strncmp(f->facts->apis.data[i]->name, "cudaMemcpy", strlen("cudaMemcpy")) ||
        !strncmp(f->facts->apis.data[i]->name, "cudaMemset", strlen("cudaMemset")))
      return true;
  return false;
}

struct calls {
  const struct fl_emit *emit;
  bool *seen;        // functions, by their index
  bool kept, native; // launches of theirs stay native; or do so in their own symbols alone
};
static void note_launches(struct calls *c, const struct fl_function *f) {
  const struct fl_forms *m = fl_forms_of(c->emit, f);
  c->kept |= f->facts->hidden_launch.text != NULL;
  c->native |= f->facts->is_foreign || (f->sites.len && !m->serial_symbol && !m->trap_symbol);
  for (size_t i = 0; i < f->sites.len; i++)
    c->kept |= !f->sites.data[i]->plan->strategy->policy;
}
// Goes through all that may run in a function's own symbol.
static void find_called(struct calls *c, const struct fl_function *f) {
  const struct fl_unit *u = c->emit->unit;
  if (c->seen[f->facts->index])
    return;
  c->seen[f->facts->index] = true;
  note_launches(c, f);
  for (size_t i = 0; i < f->facts->callees.len; i++)
    find_called(c, f->facts->callees.data[i]);
  for (size_t i = 0; i < f->facts->specializations.len; i++)
    find_called(c, f->facts->specializations.data[i]);
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *g = u->functions.data[i];
    if (fl_may_join_unseen(f, g))
      find_called(c, g);
  }
}

// May a kernel of another file, whose launches may be native, call a function that waits for these and for no others?
static bool waits_for_others(const struct fl_emit *e, const struct fl_function *f) {
  return e->opt->rdc && !e->opt->lone && fl_has_symbol(f) && fl_only_joins(f);
}

// A stand-in waits for nothing, which is right where launches run in place. For native launches the program's own call has to wait, which is nvcc's to reject;
// where it is only a symbol which nothing in this file comes to that would launch natively, one stops there.
static void choose_joins(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  struct calls c = {.emit = e, .seen = fl_alloc(u->arena, u->functions.len + 1)};
  bool any = false;
  for (size_t i = 0; i < u->functions.len; i++)
    any |= u->functions.data[i]->facts->has_join;
  for (size_t i = 0; i < u->functions.len && any; i++) {
    const struct fl_function *f = u->functions.data[i];
    if (!f->facts->any_join && !f->facts->reach.len)
      continue;
    memset(c.seen, 0, u->functions.len);
    c.kept = false;
    c.native = waits_for_others(e, f);
    find_called(&c, f);
    for (size_t k = 0; k < u->functions.len; k++) {
      const struct fl_facts *x = u->functions.data[k]->facts;
      if (!c.seen[k] || !x->any_join)
        continue;
      e->forms[k].native_join |=
          x->has_join && (c.kept || (c.native && e->forms[i].reached_symbol));
      e->forms[k].join_stops |= c.native;
    }
  }
}

// May stand-ins be called in its own symbol for what it calls of the device runtime? Not beside native launches, its own or others', nor for what waits for
// the whole grid.
static bool may_stand_in(const struct fl_emit *e, const struct fl_function *f) {
  bool may = !f->facts->no_context.text && !f->facts->tail_copies &&
             !fl_forms_of(e, f)->native_join && (f->kind == FL_KERNEL || f->kind == FL_DEVICE) &&
             !fl_called_elsewhere(e->opt, f) && !(orders(f) && f->facts->hidden_launch.text);
  for (size_t k = 0; k < f->facts->reach.len; k++)
    may &= f->facts->reach.data[k]->plan->strategy->policy != NULL;
  return may;
}

// Symbols whose launches run in place, and that nobody comes to whose launches do not, call copies of functions that stop in their own.
static void choose_join_copies(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    if (!f->body || e->forms[i].join_stops || f->facts->no_context_deep.text || !may_stand_in(e, f))
      continue;
    for (size_t k = 0; k < f->facts->callees.len; k++) {
      struct fl_function *g = f->facts->callees.data[k];
      if (!fl_forms_of(e, g)->join_stops || fl_forms_of(e, g)->native_join || !fl_only_joins(g))
        continue;
      e->forms[i].calls_joins = true;
      need_context(e, g);
    }
  }
}

// Bytes of shared memory that a block can have on no device; a launch that asks for more is always refused, and its size is no bound of the others'.
static const int64_t most_shared = 227 * 1024;

struct block {
  int64_t extent[3]; // 0: not known
};
static bool is_row(struct block b) { return b.extent[1] == 1 && b.extent[2] == 1; }
// 0: not known, or too many.
static int64_t threads_of(struct block b) {
  int64_t n = 1;
  for (size_t i = 0; i < 3; i++)
    n *= b.extent[i] <= 1024 ? b.extent[i] : 0;
  return n <= 1024 ? n : 0;
}

// Does an expression say the extents of the block that asks, all of them, or the first one?
static bool is_own(struct fl_emit *e, const struct fl_site *s, bool *all) {
  const struct fl_node *n = s->block;
  if (n && n->kind == FL_REF && n->decl && n->decl->kind == FL_DECL_LOCAL && s->caller->body &&
      fl_holds_size(n->decl))
    n = fl_only_value(e->unit, s->caller, n->decl);
  const struct fl_node *of =
      n && n->kind == FL_MEMBER && n->kids.len == 1 && !strcmp(n->name, "x") ? n->kids.data[0] : n;
  *all = of == n;
  return of && of->kind == FL_REF && of->decl && of->decl->kind == FL_DECL_BUILTIN &&
         !strcmp(of->name, "blockDim");
}

// The block of a launch, by those of its caller's launches where it is the caller's own: `child<<<n, blockDim.x>>>`.
static struct block block_of(struct fl_emit *e, const struct fl_site *s, unsigned depth) {
  struct block b = {{0}};
  const struct fl_function *k = s->caller;
  bool all, any = false, needs_row = false;
  memcpy(b.extent, s->extent, sizeof b.extent);
  if (s->block_threads || !k || depth > FL_MOST_CALLS || !is_own(e, s, &all) ||
      !fl_is_seen(e->unit, e->opt, k))
    return b;
  const struct block unknown = b;
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *l = k->facts->launches.data[i];
    bool whole;
    if (l->caller == k && is_own(e, l, &whole)) { // it goes on with blocks like its own
      needs_row |= !whole;
      continue;
    }
    const struct block of = block_of(e, l, depth + 1);
    if (!threads_of(of) || (any && memcmp(&of, &b, sizeof b) != 0))
      return unknown;
    b = of;
    any = true;
  }
  return any && ((all && !needs_row) || is_row(b)) ? b : unknown;
}

static void bounds_of_sites(struct fl_emit *e) {
  for (size_t i = 0; i < e->unit->sites.len; i++) {
    const struct fl_site *s = e->unit->sites.data[i];
    if (s->on_host || !s->kernel || (!s->plan->strategy->policy && !fl_reshaped(s)))
      continue;
    struct fl_forms *m = fl_forms_of(e, s->kernel);
    const bool known = !e->opt->record_configs;
    const struct block b = block_of(e, s, 0);
    const int threads = known ? (int)threads_of(b) : 0;
    const bool flat = known && fl_is_scalar(s->grid) && (fl_is_scalar(s->block) || is_row(b));
    m->fixed_block = flat && (!m->launched || m->fixed_block == threads) ? threads : 0;
    m->shaped |= !flat;
    m->launched = true;
    if ((threads ? threads : 1024) > m->max_threads)
      m->max_threads = threads ? threads : 1024;
    if (s->shared_bytes < 0 || m->dynamic_shared < 0)
      m->dynamic_shared = -1;
    else if (s->shared_bytes > m->dynamic_shared && s->shared_bytes <= most_shared)
      m->dynamic_shared = s->shared_bytes;
  }
}

// Launches for other architectures, or for the host where it has other text than the device, were not seen, and so stay native. On the CPU target, should its compiler come by
// one, it says that they are not supported.
static void keep_hidden(struct fl_emit *e) {
  struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->hidden_launches.len; i++) {
    const struct fl_span s = u->hidden_launches.data[i];
    if (s.file < 0 || !fl_asks_for_architecture(&u->files.data[s.file], s.begin))
      continue;
    if (e->opt->target == FL_TARGET_CPU) {
      fl_edit(u->arena, &e->edits[s.file], s.begin, s.begin,
              " _Pragma(\"GCC error \\\"a launch that device code does not have (__CUDA_ARCH__) is "
              "not supported on the CPU target\\\"\") ");
      continue;
    }
    fl_report_at(u, e->opt->require ? FL_ERROR : FL_WARNING, s,
                 e->opt->require ? "require" : "kept",
                 "a launch in code for other architectures, or for the host alone, is kept");
    e->needs_rdc = true;
  }
}

// Whether the program has launches that it makes only in relocatable code: such code was read, so that is what must be built. Or variables that it has only there.
static bool asks_for_rdc(const struct fl_unit *u) {
  if (u->linked_variables)
    return true;
  for (size_t i = 0; i < u->files.len; i++)
    if (fl_mentions(u->files.data[i].text, "__CUDACC_RDC__"))
      return true;
  return false;
}

// How the drain of a root deals: as all the strategies below it say, or either way if they differ.
static enum fl_deal common_deal(const struct fl_function *root) {
  bool wants[FL_DEAL_EITHER + 1] = {false};
  const struct fl_site *s;
  for (struct fl_launches all = {.root = root}; (s = fl_next_launch(&all));)
    if (s->plan->strategy->records)
      wants[s->plan->strategy->deal] = true;
  if (wants[FL_DEAL_EITHER] || (wants[FL_DEAL_BLOCKS] && wants[FL_DEAL_GRIDS]))
    return FL_DEAL_EITHER;
  return wants[FL_DEAL_GRIDS] ? FL_DEAL_GRIDS : FL_DEAL_BLOCKS;
}

// The coarsening of a root's drain: the most that is asked for at a site below it.
static int64_t most_coarse(const struct fl_function *root) {
  int64_t most = 0;
  const struct fl_site *s;
  for (struct fl_launches all = {.root = root}; (s = fl_next_launch(&all));)
    if (s->plan->strategy->records && s->plan->coarsen > most)
      most = s->plan->coarsen;
  return most;
}

// What holds of the unit as a whole.
static void note_unit(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->files.len; i++)
    e->closes |=
        fl_mentions(u->files.data[i].text, "final") || fl_mentions(u->files.data[i].text, "union");
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    e->scoped |= !f->is_member && f->scope && *f->scope;
    e->inline_scopes |= f->is_inline_scope;
    e->moves |= moves(f);
  }
}

// The forms that a function's own symbol needs: its own, and its children's.
static void choose_for_symbol(struct fl_emit *e, struct fl_function *f, struct fl_forms *m) {
  m->native = e->opt->target == FL_TARGET_CPU && f->kind == FL_KERNEL && !f->from_macro &&
              !f->is_specialization && (f->body || f->facts->launches.len);
  e->needs_rdc |= m->native_symbol && e->opt->target == FL_TARGET_CUDA;
  for (size_t k = 0; k < f->sites.len; k++) {
    struct fl_site *s = f->sites.data[k];
    e->needs_rdc |= !s->plan->strategy->policy;
    m->thin_symbol |= fl_thinned(s);
    if (fl_reshaped(s))
      need_reshaped(e, s);
  }
  for (size_t k = 0; (m->serial_symbol || m->trap_symbol) && k < f->sites.len; k++)
    if (f->sites.data[k]->plan->strategy->policy)
      need_child(e, f->sites.data[k], m->serial_symbol);
  for (size_t k = 0; m->serial_symbol && k < f->facts->below.len; k++)
    need_children(e, f->facts->below.data[k]);
}

// The forms in which wrappers launch a root.
static void choose_for_root(struct fl_emit *e, struct fl_function *f, struct fl_forms *m) {
  m->parent = true;
  m->runner = fl_runner_of(f);
  m->engine = fl_engine_of(e->opt, f);
  e->needs_rdc |= m->engine == FL_GATHERING;
  m->deal = common_deal(f);
  m->coarsen = most_coarse(f);
  m->selects = fl_selects(e->unit, e->opt, f);
  e->lengths |= m->deal == FL_DEAL_EITHER || m->selects & FL_IN_PLACE_TOO;
  need_context(e, f);
  if (m->selects & FL_IN_PLACE_TOO)
    need_children(e, f);
}

// An explicit specialization is launched as its template is.
static void take_bounds(struct fl_forms *m, const struct fl_forms *of) {
  m->max_threads = of->max_threads;
  m->fixed_block = of->fixed_block;
  m->launched = of->launched;
  m->shaped = of->shaped;
  m->dynamic_shared = of->dynamic_shared;
  m->starts = of->starts;
}

// Without -rdc the device runtime's own calls are gone; where launches stay native anyway, they
// may stay too.
static void choose_shadows(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  bool any_serial = false;
  e->needs_rdc |= asks_for_rdc(u);
  choose_joins(e);
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    any_serial |= e->forms[i].serial_symbol;
    e->needs_rdc |= calls_more_runtime(f) || (f->body && calls_runtime(f) && !may_stand_in(e, f));
  }
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    const bool in_place = any_serial && !e->forms[i].beside_native && orders(f);
    if (f->body && calls_runtime(f) && may_stand_in(e, f))
      e->forms[i].shadow_symbol = !e->needs_rdc || in_place || f->facts->has_join;
  }
  choose_join_copies(e);
}

void fl_choose_forms(struct fl_emit *e) {
  struct fl_unit *u = e->unit;
  e->forms = fl_alloc(u->arena, sizeof *e->forms * (u->functions.len + 1));
  number_overloads(e);
  note_unit(e);
  fl_choose_symbols(e);
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = u->functions.data[i];
    choose_for_symbol(e, f, &e->forms[i]);
    if (fl_tells_kernel(e, f)) {
      e->forms[i].told = true;
      need_context(e, f);
    }
    if (f->kind == FL_KERNEL && f->body && fl_records(f))
      choose_for_root(e, f, &e->forms[i]);
  }
  fl_choose_registered(e);
  bounds_of_sites(e);
  for (size_t i = 0; i < u->functions.len; i++)
    if (u->functions.data[i]->facts->primary)
      take_bounds(&e->forms[i], fl_forms_of(e, u->functions.data[i]->facts->primary));
  keep_hidden(e);
  if (e->opt->target == FL_TARGET_CPU)
    return;
  bool launches = false;
  for (size_t i = 0; i < u->sites.len; i++)
    launches |= !u->sites.data[i]->on_host;
  if (launches)
    choose_shadows(e);
}
