// Tables of names, and sets of numbers.
#include "base.h"

#include <string.h>

static size_t slot(const struct fl_names *t, const char *name, size_t len) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < len; i++)
    h = (h ^ (unsigned char)name[i]) * UINT64_C(0x100000001b3);
  size_t i = (size_t)(h ^ h >> 32) & (t->cap - 1);
  while (t->slots[i].name && (t->slots[i].len != len || memcmp(t->slots[i].name, name, len) != 0))
    i = (i + 1) & (t->cap - 1);
  return i;
}

static void grow(struct fl_arena *arena, struct fl_names *t) {
  struct fl_names grown = {.cap = t->cap ? t->cap * 2 : 64, .len = t->len};
  grown.slots = fl_alloc(arena, grown.cap * sizeof *grown.slots);
  for (size_t i = 0; i < t->cap; i++)
    if (t->slots[i].name)
      grown.slots[slot(&grown, t->slots[i].name, t->slots[i].len)] = t->slots[i];
  *t = grown;
}

void **fl_names_add(struct fl_arena *arena, struct fl_names *t, const char *name, size_t len) {
  if (t->len * 2 >= t->cap)
    grow(arena, t);
  struct fl_name *n = &t->slots[slot(t, name, len)];
  if (!n->name) {
    *n = (struct fl_name){fl_strndup(arena, name, len), len, NULL};
    t->len++;
  }
  return &n->value;
}

bool fl_names_have(const struct fl_names *t, const char *name, size_t len) {
  return t->cap && t->slots[slot(t, name, len)].name;
}

void *fl_names_get(const struct fl_names *t, const char *name, size_t len) {
  return t->cap ? t->slots[slot(t, name, len)].value : NULL;
}

bool fl_bits_have(const struct fl_bits *b, size_t i) {
  return b->words && b->words[i / 64] >> i % 64 & 1;
}

bool fl_bits_add(struct fl_arena *arena, struct fl_bits *b, size_t bound, size_t i) {
  if (!b->words)
    b->words = fl_alloc(arena, (bound / 64 + 1) * sizeof *b->words);
  const uint64_t bit = UINT64_C(1) << i % 64;
  if (b->words[i / 64] & bit)
    return false;
  b->words[i / 64] |= bit;
  return true;
}
