// The selector: which mode the next launch of a parent takes, from what was measured of those before. See flrt.h.
#include "flrt.h"
#ifndef FLRT_SELECT_C
#define FLRT_SELECT_C
#include <stdio.h>

// What it goes by (docs/split-engine.md, section 5). Means and classes:
#define FLRT_KEPT 0.96f   // of the classes' weights, at each launch that is measured
#define FLRT_CLEARLY 1.3f // times as long as another mode, and longer than that
#define FLRT_DELAY 50000  //   by the nanoseconds for which the device may wait for the host, or for somebody else
#define FLRT_GAP 5000     // nanoseconds that there may be between two kernels
#define FLRT_MOST 0.7f    // of the time has to be in classes that can be compared, until that is settled,
#define FLRT_STILL 0.4f   //   and from then on
#define FLRT_FASTER 0.97f // of the time that launches take now
#define FLRT_CLOSE 1.1f   // times as long: what is measured may be wrong by as much
#define FLRT_SHORT 10000  // nanoseconds of a launch of which the way of its code from memory may be a tenth
#define FLRT_FAR_SLOWER 2 // times as slow as the fastest: hardly worth a look
#define FLRT_ANY 16       // one in so many launches that are to find something out takes any mode
#define FLRT_LEFT_OUT 8   // launches of a mode are left out that are no graphs yet
#define FLRT_WHOLE_FOR 8  // measured launches are weighed after a long one, and those between them after one that dealt out whole grids
#define FLRT_MANY_FOR 8   // measured launches nothing runs in place, after one in which threads launched many
#define FLRT_BESIDE_FOR 64 // measured launches FLRT_SCOPES is worth a look, after one in which children waited
#define FLRT_WAITED 100000 //  so many nanoseconds, as a launch's 64 on the device take,
#define FLRT_WORTH 8      //   and one so manieth of its time
// Once that is settled:
#define FLRT_FIRST 8      // launches are measured at first, then
#define FLRT_MEASURED 32  //   one in so many, half of them the rival's way,
#define FLRT_EARLY 8      //   and the one after so many, and after twice as many, and so on,
#define FLRT_RIVALS 64    //   but fewer than so many;
#define FLRT_SELDOM 4     // times as many, where launches run in place
#define FLRT_FOR_LONG 256 //   and there were more than so many
#define FLRT_HABIT 1 // times that arguments have to come again with as many launches, and without a large child
// Rows of launches without a large child, behind which FLRT_SERIAL is tried:
#define FLRT_NEED 6         // measured ones, twice as many after each mistake,
#define FLRT_MOST_NEED 4096 //   but no more than that
#define FLRT_BROKEN 4       // such rows that a large one has ended, and they are looked at no more closely than others

FLRT_HOT void flrt_made(struct flrt_selector *s, unsigned ticket, int as_graph) {
  const unsigned long long bit = 1ull << ticket % FLRT_SAMPLES;
  if (as_graph)
    __atomic_fetch_or(&s->graphs, bit, __ATOMIC_RELAXED);
  else
    __atomic_fetch_and(&s->graphs, ~bit, __ATOMIC_RELAXED);
}

// Did a launch that took `ns` take so many times as long as one of another mode that took `other`, even if it was delayed?
FLRT_FN int flrt_takes(float ns, float times, float other) { return ns > times * other + FLRT_DELAY; }

// The gap that there may have been between the two kernels of a mode, which another one, of one kernel, has not: none in graphs.
FLRT_FN float flrt_gap(unsigned mode, unsigned other) { return mode != FLRT_SERIAL && other == FLRT_SERIAL ? FLRT_GAP : 0; }

// What was measured counts for little from now on, but that a mode takes clearly longer than the fastest, at its best: what delays launches only makes them longer.
// Between two kernels there may have been a gap of some microseconds, which there will not be: no mode is out of the running because of that.
FLRT_FN void flrt_doubt(struct flrt_selector *s) {
  for (unsigned c = 0; c < FLRT_ROWS; ++c) {
    unsigned best = FLRT_MODES;
    for (unsigned m = 0; m < FLRT_MODES; ++m)
      if (s->took[m][c].n && (best == FLRT_MODES || s->took[m][c].ns < s->took[best][c].ns))
        best = m;
    for (unsigned m = 0; m < FLRT_MODES; ++m) {
      struct flrt_took *t = &s->took[m][c];
      if (t->n)
        flrt_know(t, t->n >= FLRT_ENOUGH && t->least > FLRT_CLEARLY * s->took[best][c].ns + flrt_gap(m, best) ? FLRT_ENOUGH : 1, t->ns);
    }
  }
}

// Is what a launch took comparable with what others did? Between two kernels that are launched one by one the device may wait for the host, in a graph it does
// not. So once graphs have been measured, what was known before is doubted, and the other modes' first launches count for nothing: they will be graphs soon.
FLRT_FN int flrt_comparable(struct flrt_selector *s, unsigned ticket, unsigned mode) {
  if (__atomic_load_n(&s->graphs, __ATOMIC_RELAXED) >> ticket % FLRT_SAMPLES & 1) {
    if (!s->as_graphs)
      flrt_doubt(s);
    s->as_graphs = 1;
    return 1;
  }
  return !s->as_graphs || s->left_out[mode] == FLRT_LEFT_OUT || !++s->left_out[mode];
}

// Could children have run beside their parent for long enough that launches on the device are worth a try? What ran in place, or so already, does not say.
FLRT_FN void flrt_note_beside(struct flrt_selector *s, unsigned mode, unsigned what, unsigned ns) {
  const float waited = (float)(what >> FLRT_BESIDE) * FLRT_WAIT;
  if (mode == FLRT_SERIAL || mode == FLRT_SCOPES)
    return;
  s->beside = waited > FLRT_WAITED && FLRT_WORTH * waited > (float)ns ? FLRT_BESIDE_FOR : s->beside ? s->beside - 1 : 0;
}

// Could threads have run what they launched? Of FLRT_SCOPES nobody knows how large children are.
FLRT_FN void flrt_note_children(struct flrt_selector *s, unsigned mode, unsigned what) {
  const int large = (what & (FLRT_LARGE | FLRT_MANY)) != 0;
  if (mode == FLRT_SCOPES)
    return;
  s->broken += large && s->small != 0;
  s->small = large ? 0 : s->small + 1;
  s->again = large ? 0 : s->again;
  s->many = what & FLRT_MANY ? FLRT_MANY_FOR : s->many ? s->many - 1 : 0;
}

// Is it worth asking whether grids are better dealt out whole? The program's first launch, `ns` 0, is always long.
FLRT_FN void flrt_note_length(struct flrt_selector *s, unsigned what, unsigned ns) {
  s->whole = what & FLRT_WHOLE && ns > FLRT_LONG ? FLRT_WHOLE_FOR : s->whole ? s->whole - 1 : 0;
  s->lasts = ns > FLRT_LONG ? FLRT_WHOLE_FOR : s->lasts ? s->lasts - 1 : 0;
}

// What is known of launches with these arguments, if anything is.
FLRT_HOT struct flrt_habit *flrt_habit_of(struct flrt_selector *s, unsigned of) { return &s->habits[of % FLRT_HABITS]; }
FLRT_HOT unsigned flrt_row_of(const struct flrt_selector *s, const struct flrt_habit *h) { return FLRT_CLASSES + (unsigned)(h - s->habits); }

// A launch with these arguments had launches of class `c`. Where they had others before, what these took counts no more.
FLRT_FN void flrt_remember(struct flrt_selector *s, unsigned of, unsigned c, int large) {
  struct flrt_habit *h = flrt_habit_of(s, of);
  const int again = h->of == of && h->records == c;
  for (unsigned m = 0; m < FLRT_MODES && !again; ++m)
    s->took[m][flrt_row_of(s, h)].n = 0;
  h->of = of;
  h->records = (unsigned char)c;
  h->times = (unsigned char)(!again ? 0 : h->times < FLRT_HABIT ? h->times + 1 : h->times);
  h->small = (unsigned char)(!again || large ? 0 : h->small < FLRT_HABIT ? h->small + 1 : h->small);
}
// Is it known how many launches one with these arguments has?
FLRT_HOT int flrt_is_habit(const struct flrt_habit *h, unsigned of) { return of != 0 && h->of == of && h->times >= FLRT_HABIT; }

FLRT_FN void flrt_learn(struct flrt_selector *s, volatile const struct flrt_sample *m) {
  const unsigned mode = m->what % FLRT_LARGE % FLRT_MODES;
  unsigned c = 0;
  while (c + 1 < FLRT_CLASSES && m->records >> c)
    ++c;
  const unsigned of = s->asked[m->ticket % FLRT_SAMPLES];
  if (of)
    flrt_remember(s, of, c, mode != FLRT_SCOPES && m->what & (FLRT_LARGE | FLRT_MANY));
  // The program's first launch of the parent, in which CUDA loads kernels and much else, says nothing.
  if (flrt_comparable(s, m->ticket, mode) && s->seen != 0) {
    if (flrt_add(&s->took[mode][c], (float)m->ns) && mode == s->mode && s->look == 0)
      s->look = FLRT_IN_A_ROW;
    if (of)
      flrt_add_alike(&s->took[mode][flrt_row_of(s, flrt_habit_of(s, of))], (float)m->ns);
  }
  for (unsigned i = 0; i < FLRT_CLASSES; ++i)
    s->often[i] *= FLRT_KEPT;
  s->often[c] += 1;
  s->after[s->before][s->last] = (unsigned char)c;
  s->before = s->last;
  s->last = (unsigned char)c;
  flrt_note_children(s, mode, m->what);
  flrt_note_beside(s, mode, m->what, m->ns);
  flrt_note_length(s, m->what, s->seen == 0 ? 0 : m->ns);
  ++s->measured[mode];
  s->total_ns[mode] += m->ns;
}

// Learns from what was measured since the last time, in the order of the launches. A sample that is long behind others will not come: its
// launch failed. Returns whether there was any.
FLRT_FN int flrt_hear(struct flrt_selector *s, volatile const struct flrt_report *r) {
  const unsigned before = s->seen;
  for (; s->seen != s->tickets; ++s->seen) {
    volatile const struct flrt_sample *m = &r->sample[(s->seen + 1) % FLRT_SAMPLES];
    if (m->ticket == s->seen + 1)
      flrt_learn(s, m);
    else if (s->tickets - s->seen < FLRT_SAMPLES / 2)
      break;
  }
  return s->seen != before;
}

FLRT_HOT int flrt_offered(const struct flrt_selector *s, unsigned mode) {
  const unsigned modes = s->modes ? s->modes : (1u << FLRT_BLOCKS) - 1;
  return (s->now ? s->now : modes) >> mode & 1;
}
FLRT_FN int flrt_allowed(const struct flrt_selector *s, unsigned mode) {
  const int small = s->need != 0 && s->small >= s->need;
  return flrt_offered(s, mode) && (mode == FLRT_SERIAL ? small : mode == FLRT_MIXED ? s->many == 0 : mode != FLRT_SCOPES || s->beside != 0);
}

// Is enough known of a mode in a class?
FLRT_FN int flrt_known(const struct flrt_selector *s, unsigned mode, unsigned c) {
  const struct flrt_took *t = &s->took[mode][c];
  int known = flrt_alike(t) || flrt_sure(t);
  for (unsigned m = 0; m < FLRT_MODES && !known && t->n; ++m)
    known = s->took[m][c].n >= FLRT_ENOUGH && flrt_takes(t->least, FLRT_CLEARLY, s->took[m][c].ns);
  return known;
}

// Only classes in which every mode is known can be compared; they must be most of the time that launches take.
FLRT_FN int flrt_weigh(const struct flrt_selector *s, float mean[FLRT_MODES]) {
  float number = 0, time = 0, all = 0, sum[FLRT_MODES] = {0};
  for (unsigned c = 0; c < FLRT_CLASSES; ++c) {
    if (!(s->often[c] > 0))
      continue;
    int compare = 1;
    float longest = 0;
    for (unsigned m = 0; m < FLRT_MODES; ++m) {
      compare &= !flrt_allowed(s, m) || flrt_known(s, m, c);
      longest = s->took[m][c].n && s->took[m][c].ns > longest ? s->took[m][c].ns : longest;
    }
    all += s->often[c] * longest;
    if (!compare)
      continue;
    number += s->often[c];
    time += s->often[c] * longest;
    for (unsigned m = 0; m < FLRT_MODES; ++m)
      sum[m] += s->often[c] * s->took[m][c].ns;
  }
  for (unsigned m = 0; m < FLRT_MODES; ++m)
    mean[m] = number > 0 ? sum[m] / number : 0;
  return number > 0 && time >= (s->settled ? FLRT_STILL : FLRT_MOST) * all;
}

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

FLRT_ONCE int flrt_measured(const struct flrt_times *t) {
  unsigned n = 0;
  for (unsigned m = 0; m < FLRT_MODES; ++m)
    n += t->n[m];
  return n != 0;
}

// Begins with what a profile says. Its numbers count for little, so that what is measured soon outweighs them.
FLRT_ONCE void flrt_begin_with(struct flrt_selector *s, const struct flrt_seed *seed) {
  s->seeded = 1;
  s->small = seed->small;
  s->need = seed->need;
  s->mode = seed->mode;
  s->beside = seed->mode == FLRT_SCOPES ? FLRT_BESIDE_FOR : 0;
  for (const struct flrt_times *t = seed->times; flrt_measured(t); ++t) {
    s->often[t->of] = (float)t->permille / 1000;
    for (unsigned m = 0; m < FLRT_MODES; ++m)
      flrt_know(&s->took[m][t->of], t->n[m] < FLRT_ENOUGH ? t->n[m] : FLRT_ENOUGH, t->ns[m]);
  }
  float mean[FLRT_MODES];
  s->settled = flrt_weigh(s, mean);
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

// Is a launch one of those that look early at the rival? So many after enough was known.
FLRT_HOT int flrt_is_early(unsigned long long after) { return after >= FLRT_EARLY && after < FLRT_RIVALS && (after & (after - 1)) == 0; }
// The next of them, or the launch `due`, if that comes first.
FLRT_FN unsigned long long flrt_next_early(const struct flrt_selector *s, unsigned long long due) {
  unsigned long long after = FLRT_EARLY;
  while (after < FLRT_RIVALS && s->held + after <= s->launches)
    after *= 2;
  return after < FLRT_RIVALS && s->held + after < due ? s->held + after : due;
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
  const int early = flrt_is_early(s->launches - s->held) && flrt_may_be_faster(s, h, rival, choice->mode);
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
  s->quiet = close || s->look || s->launches <= FLRT_FIRST ? 0 : flrt_next_early(s, s->due);
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
    choice.why = waits ? "by the number of the parent's blocks" : "children may be large";
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
