// What every room of the compiler stands on: one arena per translation unit, strings and vectors in
// it, and the one way that errors travel (collected diagnostics, sorted and printed by the driver).
#ifndef FL_BASE_H
#define FL_BASE_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Arena: everything that belongs to one translation unit is allocated here and freed at once. Never
// returns NULL: out of memory prints a diagnostic and exits with 1.
struct fl_arena;
struct fl_arena *fl_arena_new(void);
void fl_arena_free(struct fl_arena *arena);
void *fl_alloc(struct fl_arena *arena, size_t size); // zeroed, aligned for any type
size_t fl_arena_bytes(const struct fl_arena *arena); // total bytes handed out
char *fl_strndup(struct fl_arena *arena, const char *s, size_t n);
char *fl_strdup(struct fl_arena *arena, const char *s);
char *fl_format(struct fl_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *fl_vformat(struct fl_arena *arena, const char *fmt, va_list ap);

// Growable text, zero-initialised before first use; `data` is always NUL-terminated once something
// was added. Owned by malloc.
struct fl_text {
  char *data;
  size_t len, cap;
};
void fl_text_add(struct fl_text *t, const char *s, size_t n);
void fl_text_puts(struct fl_text *t, const char *s);
void fl_text_lines(struct fl_text *t, const char *s, size_t n); // the line ends of `s` alone
void fl_text_printf(struct fl_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void fl_text_free(struct fl_text *t);

// The value of a threshold or of coarsening: a number from 1 to FL_MOST_NUMBER; "auto": -1; "off": 0. False: anything else.
enum { FL_MOST_NUMBER = 1 << 30 };
bool fl_number_or_word(const char *v, int *out);
// Is it a character of a name? Bytes of UTF-8 count.
bool fl_is_word(char c);
// The next place at or behind `from` where `word` stands in `text` as a whole name; NULL: nowhere.
const char *fl_find_word(const char *text, const char *from, const char *word);
// Where a comment or a literal ends that begins at `p`, in a text of C++; `p` itself if none does.
const char *fl_opaque_end(const char *text, const char *p, bool *comment);
// The `<` of the template arguments that end at `end`; NULL: there are none.
const char *fl_angle_open(const char *text, const char *end);

// Growable vector of T in an arena: FL_VEC(struct fl_x *) v = {0}; *fl_vec_add(arena, &v) = x; for
// (size_t i = 0; i < v.len; i++) v.data[i].
#define FL_VEC(T)                                                                                  \
  struct {                                                                                         \
    T *data;                                                                                       \
    size_t len, cap;                                                                               \
  }
void *fl_vec_grow(struct fl_arena *arena, void *data, size_t *cap, size_t len, size_t elem);
#define fl_vec_add(arena, v)                                                                       \
  ((v)->len == (v)->cap                                                                            \
       ? (void)((v)->data = fl_vec_grow(arena, (v)->data, &(v)->cap, (v)->len, sizeof *(v)->data)) \
       : (void)0,                                                                                  \
   &(v)->data[(v)->len++])

// A table of names, each with a value; zero-initialised before first use.
struct fl_names {
  struct fl_name {
    const char *name;
    size_t len;
    void *value;
  } * slots;
  size_t len, cap;
};
// The place of a name's value, NULL at first. It holds until the next name is added.
void **fl_names_add(struct fl_arena *arena, struct fl_names *t, const char *name, size_t len);
bool fl_names_have(const struct fl_names *t, const char *name, size_t len);
void *fl_names_get(const struct fl_names *t, const char *name, size_t len); // NULL: there is none

// A set of numbers below a bound; zero-initialised before first use.
struct fl_bits {
  uint64_t *words;
};
bool fl_bits_have(const struct fl_bits *b, size_t i);
bool fl_bits_add(struct fl_arena *arena, struct fl_bits *b, size_t bound,
                 size_t i); // false: it was there

// Whole file into the arena, NUL-terminated; NULL with errno set if it cannot be read. Directories
// are errors (EISDIR).
char *fl_read_file(struct fl_arena *arena, const char *path, size_t *len);
const char *fl_real_path(struct fl_arena *arena, const char *path); // NULL: there is no such file
bool fl_is_under(const char *path, const char *dir); // or the folder itself; both real paths

// Diagnostics: `file:line:col: error|warning|remark: text [-fl-name]`. Positions are 1-based; line
// 0 prints no position.
enum fl_severity { FL_REMARK, FL_NOTE, FL_WARNING, FL_ERROR };
struct fl_diag {
  enum fl_severity severity;
  const char *file; // as the user spelled it
  unsigned line, col;
  const char *text;
  const char *name; // option that it belongs to, without "-fl-"; may be NULL
};
struct fl_diags {
  struct fl_arena *arena;
  FL_VEC(struct fl_diag) all;
  unsigned errors, warnings;
};
void fl_report(struct fl_diags *d, enum fl_severity s, const char *file, unsigned line,
               unsigned col, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));
// Prints those of at least `least` severity in order of appearance, with the source line and a
// caret where `line` is known.
void fl_diags_print(const struct fl_diags *d, enum fl_severity least, FILE *out);
#endif
