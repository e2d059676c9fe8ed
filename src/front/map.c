// A map from pointers to pointers.
#include "internal.h"

static size_t slot(const struct fr_map *m, const void *key) {
  uint64_t h = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);
  size_t i = (size_t)(h >> 20) & (m->cap - 1);
  while (m->keys[i] && m->keys[i] != key)
    i = (i + 1) & (m->cap - 1);
  return i;
}

void *fr_map_get(const struct fr_map *m, const void *key) {
  if (!m->cap || !key)
    return NULL;
  size_t i = slot(m, key);
  return m->keys[i] ? m->values[i] : NULL;
}

void fr_map_put(struct fl_arena *arena, struct fr_map *m, const void *key, void *value) {
  if (!key)
    return;
  if (m->len * 2 >= m->cap) {
    struct fr_map grown = {.cap = m->cap ? m->cap * 2 : 64};
    grown.keys = fl_alloc(arena, grown.cap * sizeof *grown.keys);
    grown.values = fl_alloc(arena, grown.cap * sizeof *grown.values);
    for (size_t i = 0; i < m->cap; i++) {
      if (m->keys[i]) {
        size_t to = slot(&grown, m->keys[i]);
        grown.keys[to] = m->keys[i];
        grown.values[to] = m->values[i];
      }
    }
    grown.len = m->len;
    *m = grown;
  }
  size_t i = slot(m, key);
  m->len += !m->keys[i];
  m->keys[i] = key;
  m->values[i] = value;
}
