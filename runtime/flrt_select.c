// The selector: which mode the next launch of a parent takes, from what is known of those before (flrt_learn.c). See flrt.h.
#include "flrt.h"
#ifndef FLRT_SELECT_C
#define FLRT_SELECT_C
#include <stdio.h>

// What it goes by (docs/split-engine.md, section 5):
#define FLRT_FASTER 0.97f // of the time that launches take now
#define FLRT_CLOSE 1.1f   // times as long: what is measured may be wrong by as much
#define FLRT_SHORT 10000  // nanoseconds of a launch of which the way of its code from memory may be a tenth
#define FLRT_FAR_SLOWER 2 // times as slow as the fastest: hardly worth a look
#define FLRT_ANY 16       // one in so many launches that are to find something out takes any mode
// Once that is settled:
#define FLRT_FIRST 8      // launches are measured at first, then
#define FLRT_MEASURED 32  //   one in so many, half of them the rival's way,
#define FLRT_EARLY 8      //   and the one after so many, and after twice as many, and so on,
#define FLRT_RIVALS 64    //   but fewer than so many;
#define FLRT_SELDOM 4     // times as many, where launches run in place
#define FLRT_FOR_LONG 256 //   and there were more than so many
// Rows of launches without a large child, behind which FLRT_SERIAL is tried:
#define FLRT_NEED 6         // measured ones, twice as many after each mistake,
#define FLRT_MOST_NEED 4096 //   but no more than that
#define FLRT_BROKEN 4       // such rows that a large one has ended, and they are looked at no more closely than others

// What the selector is at stays unless another mode is clearly faster.
FLRT_FN enum flrt_mode flrt_fastest(const struct flrt_selector *s, const float mean[FLRT_MODES]) {
  enum flrt_mode best = flrt_allowed(s, s->mode) ? s->mode : FLRT_RECORD;
  float least = FLRT_FASTER * mean[best];
  for (unsigned m = 0; m < FLRT_MODES; ++m)
    if (flrt_allowed(s, m) && mean[m] < least) {
      best = (enum flrt_mode)m;
      least = mean[m];
    }
  return best;
}

// Could a launch like this, of which it is known how many launches it has, and whether any is large, be faster in a mode than `least`? What is not known of it, the
// fastest of its class says, which may be of several kinds.
FLRT_FN int flrt_may_do(const struct flrt_selector *s, const struct flrt_habit *h, unsigned mode, float least) {
  const int may = flrt_allowed(s, mode) || (mode == FLRT_SERIAL && flrt_offered(s, mode) && h->small >= FLRT_HABIT);
  const int known = flrt_known(s, mode, flrt_row_of(s, h)), slow = flrt_known(s, mode, h->records) && s->took[mode][h->records].least > FLRT_FAR_SLOWER * least;
  return may && (known || !slow);
}
// Where it is known how long it takes in a mode: in its own row, or in its class', if all there take about as long; FLRT_ROWS: nowhere.
FLRT_FN unsigned flrt_known_in(const struct flrt_selector *s, const struct flrt_habit *h, unsigned mode) {
  return flrt_known(s, mode, flrt_row_of(s, h)) ? flrt_row_of(s, h) : flrt_alike(&s->took[mode][h->records]) ? h->records : FLRT_ROWS;
}
// The mode for it: one of which that is not known yet, or the fastest.
FLRT_FN void flrt_choose_for(const struct flrt_selector *s, struct flrt_habit *h) {
  float least = 0;
  h->stale = h->measure = 0;
  for (unsigned i = 0; i < FLRT_MODES && !h->measure; ++i) { // what it is at, then the others
    const unsigned m = i == 0 ? s->mode : i - (i <= s->mode);
    if (i != 0 && !flrt_may_do(s, h, m, least))
      continue;
    const unsigned row = flrt_known_in(s, h, m);
    h->measure = row == FLRT_ROWS;
    if (i != 0 && !h->measure && !(s->took[m][row].ns < least))
      continue;
    h->mode = (unsigned char)m;
    least = h->measure ? 0 : i == 0 ? FLRT_FASTER * s->took[m][row].ns : s->took[m][row].ns;
  }
  if (!flrt_known(s, h->mode, flrt_row_of(s, h))) // others of its class say so, of which there may be several kinds
    h->measure = 1;
}
FLRT_FN void flrt_distrust(struct flrt_selector *s) {
  for (unsigned i = 0; i < FLRT_HABITS; ++i)
    s->habits[i].stale = 1;
}

// The mode that is to be tried next: the one least known in the class that is likely to come: that of these arguments, or the one that followed the last two
// before. Now and then any, lest wrong guesses repeat themselves.
FLRT_FN enum flrt_mode flrt_to_try(const struct flrt_selector *s, const struct flrt_habit *h, unsigned dice) {
  const unsigned c = h ? h->records : s->after[s->before][s->last], any = dice % FLRT_ANY == 0;
  unsigned best = FLRT_RECORD, least = ~0u;
  for (unsigned i = 0; i < FLRT_MODES; ++i) {
    const unsigned m = (i + dice / FLRT_ANY) % FLRT_MODES;
    const unsigned n = any ? 0 : flrt_known(s, m, c) && s->took[m][c].n < FLRT_SURE ? FLRT_SURE : s->took[m][c].n;
    if (flrt_allowed(s, m) && n < least) {
      best = m;
      least = n;
    }
  }
  return (enum flrt_mode)best;
}

// What is known now, after something was heard.
FLRT_FN void flrt_settle(struct flrt_selector *s) {
  float mean[FLRT_MODES];
  flrt_distrust(s);
  s->settled = flrt_weigh(s, mean);
  const enum flrt_mode before = s->mode;
  if (s->settled)
    s->mode = flrt_fastest(s, mean);
  if (!s->settled || s->mode != before)
    s->held = s->launches;
  // One in so many launches looks whether another mode has become better; what was far slower hardly will.
  s->rival = s->mode;
  for (unsigned m = 0; m < FLRT_MODES; ++m)
    if (m != s->mode && flrt_allowed(s, m) && mean[m] < FLRT_FAR_SLOWER * mean[s->mode] &&
        (s->rival == s->mode || s->measured[m] < s->measured[s->rival]))
      s->rival = (enum flrt_mode)m;
}

// Could a mode be faster than another after all, for a launch like this? Delays only make launches longer, so the least that it took tells.
FLRT_FN int flrt_may_be_faster(const struct flrt_selector *s, const struct flrt_habit *h, unsigned mode, unsigned than) {
  const unsigned row = h ? flrt_row_of(s, h) : s->after[s->before][s->last];
  const struct flrt_took *its = &s->took[mode][row], *other = &s->took[than][row];
  return its->n == 0 || other->n == 0 || its->least < FLRT_CLOSE * other->ns + (s->as_graphs ? 0 : flrt_gap(mode, than));
}

// The first launch from `from` on that looks early at the rival, so many after enough was known; ~0: there is none.
FLRT_FN unsigned long long flrt_next_early(const struct flrt_selector *s, unsigned long long from) {
  for (unsigned long long after = FLRT_EARLY; after < FLRT_RIVALS; after *= 2)
    if (s->held + after >= from)
      return s->held + after;
  return ~0ull;
}

// What launches are made as once enough is known.
FLRT_FN void flrt_take_known(struct flrt_selector *s, struct flrt_habit *h, unsigned long long dice, struct flrt_choice *choice) {
  // Small children in a row are looked at closely, until there is another mode to try; but the last levels of every search are small: the more often
  // that came to nothing, the less it is worth a closer look, which takes 2 to 5 us.
  const int close = s->small != 0 && s->small < s->need && s->broken < FLRT_BROKEN, closely = close && dice % (1u << s->broken) == 0;
  choice->mode = s->mode;
  choice->why = s->seeded && s->seen == 0 ? "the fastest one in the profile" : "the fastest one so far";
  if (h) {
    if (h->stale)
      flrt_choose_for(s, h);
    choice->mode = (enum flrt_mode)h->mode;
    choice->usual = !h->measure && choice->mode != s->mode;
    choice->why = h->measure ? "to find out" : choice->usual ? "the fastest one for launches like this" : choice->why;
  }
  const enum flrt_mode rival = choice->mode == s->mode ? s->rival : s->mode;
  // Where launches have run in place for long there is less to look for: one that is too large for that says so by itself.
  const unsigned seldom = choice->mode == FLRT_SERIAL && s->launches > FLRT_FOR_LONG ? FLRT_SELDOM : 1;
  const int due = s->due != 0 && s->launches >= s->due;
  choice->measure = closely || s->look || due || s->launches <= FLRT_FIRST || (h && h->measure);
  const int early = flrt_next_early(s, s->launches) == s->launches && flrt_may_be_faster(s, h, rival, choice->mode);
  if ((early || (due && dice >> 32 & 1)) && rival != choice->mode) {
    choice->mode = rival;
    choice->measure = 1;
    choice->why = "does it still hold?";
  }
  if (due || s->due == 0)
    s->due = s->launches + 1 + (dice >> 33) % (2 * FLRT_MEASURED * seldom - 1);
  if (!flrt_offered(s, choice->mode)) {
    choice->mode = FLRT_RECORD;
    choice->why = "the fastest one is not for launches of this size";
  }
  const unsigned long long next = flrt_next_early(s, s->launches + 1);
  s->quiet = close || s->look || s->launches <= FLRT_FIRST ? 0 : next < s->due ? next : s->due;
}

// Is a launch so short that it matters where its code comes from?
FLRT_FN int flrt_is_short(const struct flrt_took *t) { return t->n != 0 && t->least < FLRT_SHORT; }
// A launch in another mode than the one before has to get its code from memory, which takes up to a microsecond. What is found out of a mode that more is to be known
// of is therefore found out by the second launch in a row, where they are short and the first is like it.
FLRT_FN void flrt_make_again(struct flrt_selector *s, const struct flrt_habit *h, struct flrt_choice *choice) {
  const int like = h && h->of == s->made_of;
  if (like && s->again && flrt_offered(s, s->again - 1)) {
    choice->mode = (enum flrt_mode)(s->again - 1);
    choice->measure = 1;
    choice->why = "once more";
    s->again = 0;
  } else {
    const int first = like && choice->measure && choice->mode != s->made && flrt_is_short(&s->took[choice->mode][flrt_row_of(s, h)]);
    s->again = first ? 1 + (unsigned)choice->mode : 0;
    choice->measure = first ? 0 : choice->measure;
  }
}

// A thread ran what was too large for it, with which a launch can take a thousand times as long.
FLRT_FN void flrt_note_mistake(struct flrt_selector *s) {
  s->small = 0;
  s->again = 0;
  s->need = s->need < FLRT_MOST_NEED ? s->need * 2 : s->need;
  for (unsigned i = 0; i < FLRT_HABITS; ++i)
    s->habits[i].small = 0;
  flrt_settle(s);
}

// What the next launch is made as, by what is known; `choice.measure`: whether it is to be measured.
FLRT_FN struct flrt_choice flrt_pick(struct flrt_selector *s, unsigned of) {
  struct flrt_choice choice = {FLRT_RECORD, 0, 1, 1, 0, ""};
  struct flrt_habit *habit = flrt_is_habit(flrt_habit_of(s, of), of) ? flrt_habit_of(s, of) : NULL;
  // A number without a pattern, so that what a program repeats is not tied to one mode.
  unsigned long long dice = s->launches * 0x9E3779B97F4A7C15ull;
  dice ^= dice >> 29;
  s->quiet = 0;
  if (s->settled) {
    flrt_take_known(s, habit, dice, &choice);
    s->look -= s->look && choice.mode == s->mode;
  } else if (s->seen != 0) {
    choice.mode = flrt_to_try(s, habit, (unsigned)(dice % 4096));
    choice.why = "to find out";
  } else {
    const int waits = flrt_offered(s, FLRT_BLOCKS);
    choice.mode = waits && flrt_allowed(s, s->mode) ? s->mode : FLRT_RECORD;
    choice.why = s->modes >> FLRT_BLOCKS & 1 ? "by the number of the parent's blocks" : "children may be large";
  }
  flrt_make_again(s, habit, &choice);
  choice.limit = choice.mode == FLRT_MIXED ? FLRT_LIMIT : 0;
  return choice;
}
// The same as FL_CHOICE says, and nothing is found out.
FLRT_FN struct flrt_choice flrt_as_forced(const struct flrt_selector *s) {
  struct flrt_choice choice = {(enum flrt_mode)(flrt_env()->choice - 1), 0, 0, 1, 0, "as FL_CHOICE says"};
  if (!flrt_offered(s, choice.mode)) // there is no such choice here
    choice.mode = FLRT_RECORD;
  choice.limit = choice.mode == FLRT_MIXED ? (unsigned)flrt_env()->limit : 0;
  return choice;
}

// Is nothing to be found out with the next launch, and is nothing new? Then this is what it is made as.
FLRT_HOT int flrt_is_quiet(struct flrt_selector *s, const volatile struct flrt_report *r, unsigned of, struct flrt_choice *choice) {
  struct flrt_habit *h = flrt_habit_of(s, of);
  enum flrt_mode mode = s->mode;
  if (s->launches + 1 >= s->quiet || s->seen != s->tickets || s->again || r->large)
    return 0;
  if (flrt_is_habit(h, of)) {
    if (h->stale || h->measure)
      return 0;
    mode = (enum flrt_mode)h->mode;
  }
  if (!flrt_offered(s, mode))
    return 0;
  ++s->launches;
  ++s->chosen[mode];
  s->made = mode;
  s->made_of = of;
  choice->mode = mode;
  choice->limit = mode == FLRT_MIXED ? FLRT_LIMIT : 0;
  choice->weigh = s->whole;
  return 1;
}

// The mode of the next launch of a parent, and whether it is to be measured; `measure`: in any case. Most calls only count, and the less they need of the
// processor's caches, the better: these hold other things when a program launches a kernel.
FLRT_HOT struct flrt_choice flrt_choose(struct flrt_selector *s, volatile struct flrt_report *r, int measure, unsigned of) {
  struct flrt_choice choice = {FLRT_RECORD, 0, 0, 0, 0, "the fastest one so far"};
  return !measure && flrt_is_quiet(s, r, of, &choice) ? choice : flrt_choose_anew(s, r, measure, of);
}
FLRT_FN struct flrt_choice flrt_choose_anew(struct flrt_selector *s, volatile struct flrt_report *r, int measure, unsigned of) {
  const int forced = flrt_env()->choice != 0;
  if (s->need == 0)
    s->need = FLRT_NEED;
  if (s->seen != s->tickets && flrt_hear(s, r))
    flrt_settle(s);
  ++s->launches;
  if (r->large) {
    r->large = 0;
    flrt_note_mistake(s);
  }
  struct flrt_choice choice = forced ? flrt_as_forced(s) : flrt_pick(s, of);
  s->made = choice.mode;
  s->made_of = of;
  ++s->chosen[choice.mode];
  if (choice.measure || measure) {
    s->tickets += s->tickets + 1 == 0 ? 2 : 1; // no ticket is 0
    choice.measure = s->tickets;
    s->asked[s->tickets % FLRT_SAMPLES] = of;
  }
  // To weigh takes 3 to 4 % of a short launch, which is what whole grids would gain there; nor would what is measured be what the others take.
  choice.weigh = forced || (choice.measure && s->lasts) || s->whole || s->seen == 0;
  return choice;
}

// A graph keeps the choice, whatever becomes of its launches, and launches that are captured again are to make the same nodes, which is what the program may
// bring its executables up to date with. So it is what is never far slower than something else, and nothing is found out. Graphs with launches on the device
// may never end (CUDA 13.0: tests/programs/captured.cu).
FLRT_FN struct flrt_choice flrt_of_graph(struct flrt_parent *p) {
  struct flrt_choice choice = {FLRT_RECORD, 0, 0, 1, 0, "it is captured"};
  flrt_enter(&p->selecting);
  const int forced = flrt_env()->choice;
  const enum flrt_mode mode = forced ? (enum flrt_mode)(forced - 1) : p->selector.mode;
  if ((forced || mode == FLRT_BLOCKS) && mode != FLRT_SCOPES && flrt_offered(&p->selector, mode))
    choice.mode = mode;
  if (choice.mode == FLRT_MIXED)
    choice.limit = flrt_env()->limit;
  flrt_leave(&p->selecting);
  return choice;
}

FLRT_HOT struct flrt_choice flrt_decide(struct flrt_parent *p, unsigned of) {
  struct flrt_choice choice = {FLRT_RECORD, 0, 0, 1, 0, ""};
  if (!p->report)
    return choice;
  const int counting = flrt_counting();
  flrt_enter(&p->selecting);
  choice = flrt_choose(&p->selector, p->report, counting, of);
  if (flrt_env()->trace > 0)
    flrt_trace(p, &choice);
  if (flrt_env()->log > 0 && (flrt_env()->log > 1 || (p->said != 1 + (int)choice.mode && !choice.usual))) {
    float mean[FLRT_MODES];
    char times[128] = "";
    size_t n = 0;
    if (flrt_weigh(&p->selector, mean))
      for (unsigned m = 0; m < FLRT_MODES; ++m)
        if (flrt_allowed(&p->selector, m))
          n += (size_t)snprintf(times + n, sizeof times - n, "%s%s %.0f ns", n ? ", " : " (",
                                flrt_mode_name((enum flrt_mode)m), (double)mean[m]);
    if (n)
      snprintf(times + n, sizeof times - n, ")");
    char threshold[16] = "";
    if (choice.mode == FLRT_MIXED)
      snprintf(threshold, sizeof threshold, ":%u", choice.limit);
    p->said = 1 + (int)choice.mode;
    fprintf(stderr, "freelaunch: %s: launch %llu: %s%s, %s%s\n", p->key ? p->key : p->name,
            p->selector.launches, flrt_mode_name(choice.mode), threshold, choice.why, times);
  }
  flrt_leave(&p->selecting);
  return choice;
}
#endif
