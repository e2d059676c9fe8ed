// What conditions say (said.c).
#ifndef FL_SAID_H
#define FL_SAID_H
#include "analysis/facts.h"

// A condition has a value; that says what those have that it is made of, one by one. True if `visit` is, for one of them.
typedef bool fl_atom_visitor(const struct fl_node *n, bool truth, const void *data);
bool fl_any_atom(const struct fl_node *n, bool truth, fl_atom_visitor *visit, const void *data);
// Does a type keep whole numbers as they are, in 32 bits or more? Types that are not known by their names do not.
bool fl_keeps_numbers(const char *type);
// Are types one, but for what may be done with the place?
bool fl_is_same_type(const char *a, const char *b);
// Can a place of a type have a constant for its value, so that it is equal to it when it is read?
bool fl_holds(const char *type, int64_t value);
// Is it a place of fewer bits than its type has?
bool fl_is_bit_field(const struct fl_node *n);
// An expression without casts that change nothing, and without `*&`.
const struct fl_node *fl_plain(const struct fl_node *n);
// Is one expression another, by its form and what it names?
bool fl_is_same(const struct fl_node *a, const struct fl_node *b);
// Are constants different numbers in places of all kinds? `-1` and `0xffffffff` are not, and a place of few bits tells 0 from 1 alone.
bool fl_differ(int64_t a, int64_t b, const char *type);
#endif
