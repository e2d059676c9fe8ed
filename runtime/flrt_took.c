// How long launches of a kind take, from the samples of some of them, which may have been delayed. See flrt.h.
#include "flrt.h"
#ifndef FLRT_TOOK_C
#define FLRT_TOOK_C

FLRT_FN void flrt_know(struct flrt_took *t, unsigned n, float ns) {
  t->n = n;
  t->ns = t->least = t->most = ns;
  for (unsigned i = 0; i < n && i < FLRT_LATEST; ++i)
    t->latest[i] = ns;
}

// The samples from the one `from` before the last on to the one `to` before it, of those that there are.
struct flrt_spread {
  unsigned n;
  float sum, least, most, next; // to the longest
};
FLRT_FN struct flrt_spread flrt_spread_of(const struct flrt_took *t, unsigned from, unsigned to) {
  struct flrt_spread of = {0, 0, 0, 0, 0};
  for (unsigned i = from; i < to && i < t->n; ++i) {
    const float ns = t->latest[(t->n - 1 - i) % FLRT_LATEST];
    of.sum += ns;
    of.least = of.n == 0 || ns < of.least ? ns : of.least;
    of.next = ns > of.most ? of.most : ns > of.next ? ns : of.next;
    of.most = ns > of.most ? ns : of.most;
    ++of.n;
  }
  return of;
}

// Is what a launch took not like what those before took?
FLRT_FN int flrt_outside(float ns, const struct flrt_spread *before) {
  return before->n >= FLRT_ENOUGH && (ns > FLRT_ALIKE * before->most || FLRT_ALIKE * ns < before->least);
}

// One launch in many is delayed, by more than it takes; so the longest of several is left out of their mean. No more than that: launches may be of two kinds, half
// of them several times as long as the others, and all of these count. Of two the lesser counts, until there are more. Where the last ones in a row are all
// outside what those before them took, the program has changed, and they are all there is.
FLRT_FN int flrt_add(struct flrt_took *t, float ns) {
  const struct flrt_spread known = flrt_spread_of(t, 0, FLRT_LATEST - 1);
  t->latest[t->n++ % FLRT_LATEST] = ns;
  const struct flrt_spread before = flrt_spread_of(t, FLRT_IN_A_ROW, FLRT_LATEST);
  struct flrt_spread of = flrt_spread_of(t, 0, FLRT_IN_A_ROW);
  if (flrt_outside(of.least, &before) && flrt_outside(of.most, &before))
    flrt_know(t, FLRT_IN_A_ROW, of.sum / FLRT_IN_A_ROW);
  else
    of = flrt_spread_of(t, 0, FLRT_LATEST);
  t->ns = of.n == 1 ? ns : (of.sum - of.most) / (float)(of.n - 1);
  t->least = of.least;
  t->most = of.n > FLRT_ENOUGH ? of.next : of.most;
  return flrt_outside(ns, &known);
}

// The same of launches of one kind, which only delays tell apart: the mean of the shorter half.
FLRT_FN int flrt_add_alike(struct flrt_took *t, float ns) {
  float sorted[FLRT_LATEST], sum = 0;
  const int outside = flrt_add(t, ns);
  const unsigned n = t->n < FLRT_LATEST ? t->n : FLRT_LATEST, half = (n + 1) / 2;
  for (unsigned i = 0; i < n; ++i) {
    const float next = t->latest[(t->n - 1 - i) % FLRT_LATEST];
    unsigned at = i;
    for (; at > 0 && sorted[at - 1] > next; --at)
      sorted[at] = sorted[at - 1];
    sorted[at] = next;
  }
  for (unsigned i = 0; i < half; ++i)
    sum += sorted[i];
  t->ns = sum / (float)half;
  return outside;
}

FLRT_FN int flrt_alike(const struct flrt_took *t) { return t->n >= FLRT_ENOUGH && t->most <= FLRT_ALIKE * t->least; }
FLRT_FN int flrt_sure(const struct flrt_took *t) { return t->n >= FLRT_SURE; }
#endif
