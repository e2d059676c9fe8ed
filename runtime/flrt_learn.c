// What the selector learns from samples: times of each mode, by the number of launches and by arguments, and what else they say. See flrt.h.
#include "flrt.h"
#ifndef FLRT_LEARN_C
#define FLRT_LEARN_C

// What it goes by (docs/split-engine.md, section 5):
#define FLRT_KEPT 0.96f   // of the classes' weights, at each launch that is measured
#define FLRT_CLEARLY 1.3f // times as long as another mode, and longer than that
#define FLRT_DELAY 50000  //   by the nanoseconds for which the device may wait for the host, or for somebody else
#define FLRT_GAP 5000     // nanoseconds that there may be between two kernels
#define FLRT_MOST 0.7f    // of the time has to be in classes that can be compared, until that is settled,
#define FLRT_STILL 0.4f   //   and from then on
#define FLRT_LEFT_OUT 8   // launches of a mode are left out that are no graphs yet
#define FLRT_WHOLE_FOR 8  // measured launches are weighed after a long one, and those between them after one that dealt out whole grids
#define FLRT_MANY_FOR 8   // measured launches nothing runs in place, after one in which threads launched many
#define FLRT_BESIDE_FOR 64 // measured launches FLRT_SCOPES is worth a look, after one in which children waited
#define FLRT_WAITED 100000 //  so many nanoseconds, as a launch's 64 on the device take,
#define FLRT_WORTH 8      //   and one so manieth of its time

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

// The class of launches with so many records.
FLRT_HOT unsigned flrt_class_of(unsigned long long records) {
  unsigned c = 0;
  while (c + 1 < FLRT_CLASSES && records >> c)
    ++c;
  return c;
}
// The class of the next launch, if it has as many records as one had that came behind such as the last two.
FLRT_HOT unsigned flrt_expected_class(const struct flrt_selector *s) { return s->after[s->before][s->last]; }
FLRT_HOT unsigned long long flrt_expected_records(struct flrt_parent *p) {
  flrt_enter(&p->selecting);
  const unsigned expected = flrt_expected_class(&p->selector), last = p->selector.last;
  const unsigned long long most = p->selector.seen ? 1ull << (expected > last ? expected : last) : 0;
  flrt_leave(&p->selecting);
  return most;
}
// The class of a launch with so many records; 0: of the next one.
FLRT_HOT unsigned flrt_class_or_next(const struct flrt_selector *s, unsigned long long records) { return records ? flrt_class_of(records) : flrt_expected_class(s); }
FLRT_HOT int flrt_is_narrow(struct flrt_parent *p, unsigned long long records) {
  flrt_enter(&p->selecting);
  const int narrow = p->selector.narrow >> flrt_class_or_next(&p->selector, records) & 1;
  flrt_leave(&p->selecting);
  return narrow;
}
FLRT_HOT int flrt_took_at_most(struct flrt_parent *p, unsigned mode, unsigned long long records, float ns) {
  const struct flrt_selector *s = &p->selector;
  flrt_enter(&p->selecting);
  const struct flrt_took *t = &s->took[mode][flrt_class_or_next(s, records)];
  const int took = t->n != 0 && t->ns <= ns;
  flrt_leave(&p->selecting);
  return took;
}

FLRT_FN void flrt_learn(struct flrt_selector *s, volatile const struct flrt_sample *m) {
  const unsigned mode = m->what % FLRT_LARGE % FLRT_MODES;
  const unsigned c = flrt_class_of(m->records);
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
  if (mode == FLRT_RECORD)
    s->narrow = (s->narrow & ~(1u << c)) | (m->what & FLRT_NARROW ? 1u << c : 0);
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
#endif
