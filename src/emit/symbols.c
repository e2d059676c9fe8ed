// What do the launches in functions' own symbols become, beside the forms that wrappers launch?
#include "emit/emit.h"
#include <string.h>

// Host launches that no wrapper sees reach the kernel's symbol itself.
static bool launched_unseen(const struct fl_function *k) {
  if (k->address_taken)
    return true;
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *s = k->facts->launches.data[i];
    if (s->on_host && !s->editable)
      return true;
  }
  return false;
}

// Does a native launch from the device reach a function's own symbol, or a call from a symbol that is reached? What is known of the other symbols decides.
static bool reached_natively(const struct fl_emit *e, const struct fl_function *f) {
  for (size_t i = 0; i < f->facts->launches.len; i++) {
    const struct fl_site *s = f->facts->launches.data[i];
    if (s->on_host)
      continue;
    const struct fl_forms *from = s->caller ? fl_forms_of(e, s->caller) : NULL;
    if (!s->plan->strategy->policy || (from && from->reached_symbol && from->native_symbol))
      return true;
  }
  for (size_t i = 0; i < f->facts->callers.len; i++)
    if (fl_forms_of(e, f->facts->callers.data[i])->reached_symbol)
      return true;
  return false;
}

// Is every launch of a kernel one that a wrapper carries out? Then its own symbol is there for its name only, and compiling it and its children
// once more would be in vain.
static bool never_launched_itself(const struct fl_emit *e, const struct fl_function *k) {
  struct fl_unit *u = e->unit;
  if (!e->opt->lone || e->opt->emit_only || k->kind != FL_KERNEL || u->hidden_launches.len ||
      u->macro_launches.len || launched_unseen(k) || fl_forms_of(e, k)->reached_symbol ||
      fl_may_not_fit(u, e->opt, k))
    return false;
  for (size_t i = 0; i < u->sites.len; i++)
    if (!u->sites.data[i]->kernel)
      return false;
  return true;
}

// Do the launches in a function's own symbol stay native, whatever others do? On the host it launches as it is written; and a kernel of another file
// may have launched natively before it calls it.
static bool stays_native(const struct fl_emit *e, const struct fl_function *f) {
  return f->kind == FL_HOST_DEVICE || fl_called_elsewhere(e->opt, f);
}

// May all launches in its symbol be run serially? The children that run there have nowhere to record their own launches: these run there, too.
static bool may_be_run(const struct fl_function *f) {
  bool may = true;
  for (size_t i = 0; i < f->sites.len; i++)
    may &= f->sites.data[i]->plan->serial_legal && f->sites.data[i]->plan->strategy->policy;
  for (size_t k = 0; k < f->facts->below.len; k++) {
    const struct fl_facts *x = f->facts->below.data[k]->facts;
    for (size_t i = 0; i < x->reach.len; i++)
      may &= x->reach.data[i]->plan->serial_legal;
  }
  return may;
}

// Where one thread's launches are in an order, the symbols of all that makes them launch in one way: serially if all of them may.
static bool may_be_serial(const struct fl_emit *e, const struct fl_function *f, bool *seen) {
  if (seen[f->facts->index])
    return true;
  seen[f->facts->index] = true;
  bool may = !fl_forms_of(e, f)->beside_native && !f->facts->hidden_launch.text &&
             !(f->sites.len && stays_native(e, f)) && may_be_run(f);
  for (size_t k = 0; k < f->facts->callees.len; k++)
    may &= may_be_serial(e, f->facts->callees.data[k], seen);
  return may;
}

static bool set_beside_native(struct fl_emit *e, const struct fl_function *f) {
  struct fl_forms *m = fl_forms_of(e, f);
  if (m->beside_native)
    return false;
  m->beside_native = true;
  for (size_t k = 0; k < f->facts->callees.len; k++)
    set_beside_native(e, f->facts->callees.data[k]);
  return true;
}

static void find_beside_native(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  bool *seen = fl_alloc(u->arena, u->functions.len + 1);
  for (size_t i = 0; i < u->functions.len; i++) // what other files' functions do is not known here
    if (fl_foreign_of(e->unit, u->functions.data[i])->len)
      set_beside_native(e, u->functions.data[i]);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < u->functions.len; i++) {
      const struct fl_function *f = u->functions.data[i];
      if (fl_forms_of(e, f)->beside_native ||
          (!f->facts->many_launches && !f->facts->uses_streams && !f->facts->hidden_launch.text))
        continue;
      if (may_be_serial(e, f, seen)) // so may all that were seen
        continue;
      memset(seen, 0, u->functions.len);
      changed |= set_beside_native(e, f);
    }
  }
}

// What the launches in a function's own symbol become (DESIGN section 5: the symbol stays correct
// on its own). Where nothing is recorded, the symbol is the only form, and the plan holds in it as
// it is. Otherwise it runs its launches serially if all of them may, or launches natively.
static void choose_symbol(const struct fl_emit *e, const struct fl_function *f,
                          struct fl_forms *m) {
  const bool serial_legal = !m->beside_native && may_be_run(f);
  bool recorded = false, kept = false, moved = false;
  for (size_t i = 0; i < f->sites.len; i++) {
    const struct fl_plan *p = f->sites.data[i]->plan;
    recorded |= p->strategy->records;
    kept |= !p->strategy->policy;
    moved |= p->strategy->policy != NULL;
  }
  for (size_t k = 0; k < f->facts->below.len; k++) {
    const struct fl_facts *x = f->facts->below.data[k]->facts;
    for (size_t i = 0; i < x->reach.len; i++)
      recorded |= x->reach.data[i]->plan->strategy->records;
  }
  const bool unseen = !f->facts->any_join && (e->opt->rdc || launched_unseen(f));
  m->serial_symbol = m->trap_symbol = m->name_only = m->native_symbol = false;
  if (stays_native(e, f))
    m->native_symbol = m->reached_symbol = moved;
  else if (!recorded)
    m->serial_symbol = moved;
  else if (kept)
    m->native_symbol = true;
  else if (e->opt->target != FL_TARGET_CUDA) {
    m->native_symbol = true;
    m->name_only = never_launched_itself(e, f); // so that tests see where that is wrong
  } else if (never_launched_itself(e, f)) {
    m->trap_symbol = true;
    m->name_only = !fl_asks_for_shared(e->unit, f); // else CUDA is asked how much it has
  } else if (serial_legal)
    m->serial_symbol = true;
  else if (m->reached_symbol || unseen) // a join in it is nvcc's to reject
    m->native_symbol = true;
  else
    m->trap_symbol = true;
  m->reached_symbol |= m->native_symbol && unseen;
}

// A symbol that launches natively reaches those of its children: until there are no more.
void fl_choose_symbols(struct fl_emit *e) {
  find_beside_native(e);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < e->unit->functions.len; i++) {
      const struct fl_function *f = e->unit->functions.data[i];
      struct fl_forms *m = &e->forms[i];
      const bool reached = m->reached_symbol;
      m->reached_symbol |= reached_natively(e, f);
      if (f->sites.len)
        choose_symbol(e, f, m);
      changed |= m->reached_symbol != reached;
    }
  }
}
