// Library functions that call what they are given: the calls are not seen, and no context reaches them.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include <string.h>

// Those of the standard library, and members of CUB's, for arguments of which only an instance of a template tells the types.
static const char *const callers[] = {"ExclusiveScan",
                                      "FlagHeads",
                                      "FlagHeadsAndTails",
                                      "FlagTails",
                                      "HeadSegmentedReduce",
                                      "InclusiveReverseScan",
                                      "InclusiveScan",
                                      "Reduce",
                                      "Scan",
                                      "Sort",
                                      "StableSort",
                                      "SubtractLeft",
                                      "SubtractLeftPartialTile",
                                      "SubtractRight",
                                      "SubtractRightPartialTile",
                                      "TailSegmentedReduce",
                                      "accumulate",
                                      "adjacent_find",
                                      "all_of",
                                      "any_of",
                                      "apply",
                                      "binary_search",
                                      "copy_if",
                                      "count_if",
                                      "equal",
                                      "equal_range",
                                      "exclusive_scan",
                                      "find_if",
                                      "find_if_not",
                                      "for_each",
                                      "for_each_n",
                                      "generate",
                                      "generate_n",
                                      "inclusive_scan",
                                      "inner_product",
                                      "invoke",
                                      "is_heap",
                                      "is_partitioned",
                                      "is_sorted",
                                      "lexicographical_compare",
                                      "lower_bound",
                                      "make_heap",
                                      "max",
                                      "max_element",
                                      "merge",
                                      "min",
                                      "min_element",
                                      "minmax",
                                      "minmax_element",
                                      "mismatch",
                                      "none_of",
                                      "nth_element",
                                      "partial_sort",
                                      "partial_sum",
                                      "partition",
                                      "partition_copy",
                                      "partition_point",
                                      "pop_heap",
                                      "push_heap",
                                      "reduce",
                                      "remove_copy_if",
                                      "remove_if",
                                      "replace_copy_if",
                                      "replace_if",
                                      "search",
                                      "set_difference",
                                      "set_intersection",
                                      "set_union",
                                      "sort",
                                      "sort_heap",
                                      "stable_sort",
                                      "transform",
                                      "transform_exclusive_scan",
                                      "transform_inclusive_scan",
                                      "transform_reduce",
                                      "unique",
                                      "unique_copy",
                                      "upper_bound",
                                      "visit"};

static bool calls_what_it_is_given(const struct fl_node *call) {
  const bool either = !strcmp(call->name, "min") || !strcmp(call->name, "max");
  for (size_t i = 0; i < sizeof callers / sizeof *callers; i++)
    if (!strcmp(callers[i], call->name))
      return !either || call->kids.len > 3;
  return false;
}

bool fl_is_of_library(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  return c && call->name && (c->kind == FL_REF || c->kind == FL_MEMBER) &&
         (!call->decl || call->decl->kind == FL_DECL_FUNCTION) &&
         strncmp(call->name, "operator", 8) != 0 && !fl_called(u, call);
}

const char *fl_handed_type(const struct fl_node *call, const struct fl_node *arg) {
  const char *type = arg->canonical ? arg->canonical : arg->type;
  return arg != call->callee && type ? type : "";
}

bool fl_hands_on_any(struct fl_unit *u, const struct fl_node *call) {
  return fl_is_dependent(call) && fl_is_of_library(u, call) && calls_what_it_is_given(call);
}

bool fl_hands_on(struct fl_unit *u, const struct fl_node *call, const struct fl_function *g) {
  size_t len;
  const char *class = fl_class_of(g, &len);
  bool given = fl_hands_on_any(u, call);
  for (size_t i = 0; i < call->kids.len && !given; i++)
    given = fl_mentions(fl_handed_type(call, call->kids.data[i]), fl_strndup(u->arena, class, len));
  return given;
}
