// All that is found out of every unit, in order. What few programs need is asked for later: uniformity, fission, useful threads and the like.
#include "analysis/analysis.h"
#include <stddef.h>

// A launch of the template may be one of its explicit specialization.
static void take_from_specializations(struct fl_unit *u) {
  static const size_t flags[] = {
      offsetof(struct fl_facts, lane_exit),      offsetof(struct fl_facts, lanes_leave),
      offsetof(struct fl_facts, any_lock),       offsetof(struct fl_facts, any_stream),
      offsetof(struct fl_facts, puts),           offsetof(struct fl_facts, copies),
      offsetof(struct fl_facts, tail_copies),    offsetof(struct fl_facts, uses_streams),
      offsetof(struct fl_facts, shares_streams), offsetof(struct fl_facts, ordered),
      offsetof(struct fl_facts, in_turn),        offsetof(struct fl_facts, spins),
      offsetof(struct fl_facts, may_release)};
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_facts *x = u->functions.data[i]->facts;
    if (x->primary)
      fl_take_flags(x->primary->facts, x, flags, sizeof flags / sizeof *flags);
  }
}

void fl_analyse(struct fl_unit *u) {
  fl_index_functions(u);
  fl_find_libraries(u);
  fl_find_const_casts(u);
  fl_find_conversions(u);
  fl_note_uses(u);
  fl_find_lent(u);
  for (size_t i = 0; i < u->functions.len; i++) {
    fl_analyse_body(u, u->functions.data[i]);
    u->functions.data[i]->facts->index = (unsigned)i;
  }
  fl_note_local_classes(u);
  fl_note_used_members(u);
  fl_analyse_heap(u);
  fl_analyse_stores(u);
  fl_find_scattered(u);
  fl_analyse_calls(u);
  fl_find_join_depths(u);
  fl_find_looks(u);
  fl_analyse_spin(u);
  fl_analyse_locks(u);
  fl_find_waiting(u);
  fl_analyse_streams(u);
  for (size_t i = 0; i < u->functions.len; i++)
    fl_analyse_order(u, u->functions.data[i]);
  take_from_specializations(u);
}
