// One arena per translation unit: memory is handed out from growing blocks and returned all at
// once.
#include "base.h"

#include <limits.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct block {
  struct block *next;
  size_t used, size;
  alignas(max_align_t) unsigned char bytes[];
};

struct fl_arena {
  struct block *blocks; // the newest is first and the only one that is filled further
  size_t handed_out;
};

enum { FIRST_BLOCK = 64 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

static void out_of_memory(void) {
  fputs("flcc: error: out of memory\n", stderr);
  exit(1);
}

struct fl_arena *fl_arena_new(void) {
  struct fl_arena *arena = calloc(1, sizeof *arena);
  if (!arena)
    out_of_memory();
  return arena;
}

void fl_arena_free(struct fl_arena *arena) {
  if (!arena)
    return;
  for (struct block *b = arena->blocks; b;) {
    struct block *next = b->next;
    free(b);
    b = next;
  }
  free(arena);
}

static struct block *new_block(size_t size) {
  if (size > SIZE_MAX - sizeof(struct block))
    out_of_memory();
  // Zeroed by calloc, so that fl_alloc never has to clear: bytes are handed out once only.
  struct block *b = calloc(1, sizeof *b + size);
  if (!b)
    out_of_memory();
  b->size = size;
  return b;
}

void *fl_alloc(struct fl_arena *arena, size_t size) {
  const size_t align = alignof(max_align_t);
  if (size > SIZE_MAX - align)
    out_of_memory();
  size_t need = size ? (size + align - 1) / align * align : align;
  struct block *b = arena->blocks;
  if (!b || b->size - b->used < need) {
    size_t size_of_next = b ? b->size * 2 : FIRST_BLOCK;
    if (size_of_next > LARGEST_BLOCK)
      size_of_next = LARGEST_BLOCK;
    if (need > size_of_next / 4) {
      // A large object gets a block of its own, behind the current one, which stays the one to
      // fill.
      struct block *own = new_block(need);
      own->used = need;
      if (b) {
        own->next = b->next;
        b->next = own;
      } else {
        arena->blocks = own;
      }
      arena->handed_out += need;
      return own->bytes;
    }
    struct block *fresh = new_block(size_of_next);
    fresh->next = b;
    arena->blocks = b = fresh;
  }
  void *p = b->bytes + b->used;
  b->used += need;
  arena->handed_out += need;
  return p;
}

size_t fl_arena_bytes(const struct fl_arena *arena) { return arena->handed_out; }

char *fl_strndup(struct fl_arena *arena, const char *s, size_t n) {
  char *copy = fl_alloc(arena, n + 1);
  if (n)
    memcpy(copy, s, n);
  copy[n] = '\0';
  return copy;
}

char *fl_strdup(struct fl_arena *arena, const char *s) { return fl_strndup(arena, s, strlen(s)); }

char *fl_vformat(struct fl_arena *arena, const char *fmt, va_list ap) {
  va_list again;
  va_copy(again, ap);
  const int n = vsnprintf(NULL, 0, fmt, ap);
  char *s = fl_alloc(arena, n < 0 ? 1 : (size_t)n + 1);
  if (n > 0)
    vsnprintf(s, (size_t)n + 1, fmt, again);
  va_end(again);
  return s;
}

char *fl_format(struct fl_arena *arena, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  char *s = fl_vformat(arena, fmt, ap);
  va_end(ap);
  return s;
}

void *fl_vec_grow(struct fl_arena *arena, void *data, size_t *cap, size_t len, size_t elem) {
  // Most vectors are the children of a node of a tree, two of them: what is outgrown stays behind
  // in the arena.
  size_t grown = *cap ? *cap * 2 : elem <= sizeof(void *) ? 2 : 4;
  if (grown > SIZE_MAX / elem)
    out_of_memory();
  void *copy = fl_alloc(arena, grown * elem);
  if (len)
    memcpy(copy, data, len * elem);
  *cap = grown;
  return copy;
}
