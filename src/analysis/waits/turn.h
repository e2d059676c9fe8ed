// Who is waited for where numbers are: whose place a number names, and whose turn it is (turn.c).
#ifndef FL_TURN_H
#define FL_TURN_H
#include "analysis/waits/place.h"
#include "analysis/waits/waits.h"

// All that a kernel writes, as far as it is known where.
struct fl_store {
  struct fl_place place;
  const struct fl_node *by; // an assignment, a step or an atomic operation; NULL: something else
  const struct fl_text_at *text;
};
struct fl_known_stores {
  struct fl_unit *unit;
  FL_VEC(struct fl_store) all;
};

enum { FL_MOST_DIMENSIONS = 3 };
// In grids of how many dimensions at most are blocks begun in the order of such numbers? 0: the number is no block's.
int fl_dimensions(const struct fl_number *n);
// Which blocks have a number that is written as `at`, where one looks for its own as `look`: FL_FOR_BEGUN, FL_FOR_EARLIER, or FL_FOR_ANY if that may be a later one.
// The block itself may be among them.
enum fl_waited_for fl_who_is_before(const struct fl_known_stores *s, const struct fl_number *look,
                                    const struct fl_number *at);

// A look that a loop does again until it finds a number of its block's, or more: `while (serving != ticket)`.
struct fl_turn {
  struct fl_unit *unit;
  const struct fl_node *look, *loop;
  const struct fl_text_at *look_text, *loop_text;
  struct fl_place place;
  struct fl_number until;
  bool exact; // not more
  bool only;  // the loop does not end before
};
bool fl_turn_of(const struct fl_text_at *look_text, const struct fl_node *look,
                const struct fl_text_at *loop_text, const struct fl_node *loop,
                struct fl_turn *turn);
// Who brings it about that the number is there.
enum fl_waited_for fl_waited_for_turn(const struct fl_known_stores *s, const struct fl_turn *turn);

// Does a loop go round only where it changes something for good, so that it ends whatever others do? (work.c)
bool fl_goes_on_by_work(const struct fl_known_stores *s, const struct fl_text_at *text,
                        const struct fl_node *loop);
// Is what a loop in the text `t` looks at put there by who has put a key that was seen, and by nobody else? (keyed.c)
bool fl_comes_with_key(const struct fl_known_stores *s, const struct fl_text_at *t,
                       const struct fl_node *look, const struct fl_node *loop);
#endif
