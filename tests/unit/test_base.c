// Arena, text, vectors, files and diagnostics.
#define _XOPEN_SOURCE 700
#include "base/base.h"

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void arena_hands_out_zeroed_aligned_memory(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  size_t total = 0;
  for (size_t n = 0; n < 5000; n += 7) {
    unsigned char *p = fl_alloc(a, n);
    assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
    for (size_t i = 0; i < n; i++)
      assert_int_equal(p[i], 0);
    memset(p, 0xff, n);
    total += n;
  }
  char *large = fl_alloc(a, 20u << 20);
  large[(20u << 20) - 1] = 1;
  char *after = fl_alloc(a, 8);
  assert_int_equal(after[0], 0);
  assert_true(fl_arena_bytes(a) >= total + (20u << 20));
  fl_arena_free(a);
  fl_arena_free(NULL);
}

static void arena_copies_strings(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  assert_string_equal(fl_strdup(a, "abc"), "abc");
  assert_string_equal(fl_strndup(a, "abc", 2), "ab");
  assert_string_equal(fl_strndup(a, NULL, 0), "");
  assert_string_equal(fl_format(a, "%d-%s", 42, "x"), "42-x");
  char *s = fl_format(a, "%01000d", 7);
  assert_int_equal(strlen(s), 1000);
  fl_arena_free(a);
}

static void vectors_grow(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  FL_VEC(int) v = {0};
  for (int i = 0; i < 10000; i++)
    *fl_vec_add(a, &v) = i;
  assert_int_equal(v.len, 10000);
  for (int i = 0; i < 10000; i++)
    assert_int_equal(v.data[i], i);
  fl_arena_free(a);
}

static void names_have_values(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  struct fl_names t = {0};
  assert_null(fl_names_get(&t, "x", 1));
  assert_false(fl_names_have(&t, "x", 1));
  int values[1000];
  for (int i = 0; i < 1000; i++) {
    const char *name = fl_format(a, "name%d and more", i);
    *fl_names_add(a, &t, name, strcspn(name, " ")) = &values[i];
  }
  assert_int_equal(t.len, 1000);
  for (int i = 0; i < 1000; i++) {
    const char *name = fl_format(a, "name%d", i);
    assert_ptr_equal(fl_names_get(&t, name, strlen(name)), &values[i]);
    assert_ptr_equal(*fl_names_add(a, &t, name, strlen(name)), &values[i]);
  }
  assert_false(fl_names_have(&t, "name", 4));
  assert_null(*fl_names_add(a, &t, "", 0));
  assert_true(fl_names_have(&t, "", 0));
  assert_int_equal(t.len, 1001);
  fl_arena_free(a);
}

static void sets_tell_what_is_new(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  struct fl_bits b = {0};
  assert_false(fl_bits_have(&b, 128));
  for (size_t i = 0; i <= 128; i += 64) {
    assert_true(fl_bits_add(a, &b, 129, i));
    assert_false(fl_bits_add(a, &b, 129, i));
    assert_true(fl_bits_have(&b, i));
    assert_false(fl_bits_have(&b, i + 1));
  }
  fl_arena_free(a);
}

static void text_grows_and_stays_terminated(void **state) {
  (void)state;
  struct fl_text t = {0};
  for (int i = 0; i < 1000; i++) {
    fl_text_puts(&t, "ab");
    fl_text_add(&t, "cdx", 2);
    fl_text_printf(&t, "%d", i % 10);
    assert_int_equal(strlen(t.data), t.len);
  }
  assert_int_equal(t.len, 5000);
  assert_memory_equal(t.data, "abcd0abcd1", 10);
  fl_text_free(&t);
  assert_null(t.data);
  assert_int_equal(t.len, 0);
}

static void numbers_have_a_range(void **state) {
  (void)state;
  int n = 7;
  assert_true(fl_number_or_word("64", &n) && n == 64);
  assert_true(fl_number_or_word("1073741824", &n) && n == FL_MOST_NUMBER);
  assert_true(fl_number_or_word("auto", &n) && n == -1);
  assert_true(fl_number_or_word("off", &n) && n == 0);
  static const char *const others[] = {"",    "0",     "-1",         "+1",
                                       " 1",  "1e3",   "0x10",       "16u",
                                       "abc", "1'000", "1073741825", "99999999999999999999"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_false(fl_number_or_word(others[i], &n));
  assert_int_equal(n, 0);
}

static void files_are_read_whole(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  char path[] = "/tmp/fl_base_XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, "a\0b\n", 4), 4);
  close(fd);
  size_t len = 0;
  char *s = fl_read_file(a, path, &len);
  assert_non_null(s);
  assert_int_equal(len, 4);
  assert_memory_equal(s, "a\0b\n", 5);
  remove(path);
  errno = 0;
  assert_null(fl_read_file(a, path, &len));
  assert_int_equal(errno, ENOENT);
  assert_null(fl_read_file(a, "/tmp", &len));
  assert_int_equal(errno, EISDIR);
  assert_non_null(fl_read_file(a, "/dev/null", &len));
  assert_int_equal(len, 0);
  fl_arena_free(a);
}

static char *printed(const struct fl_diags *d, enum fl_severity least) {
  static char *out; // static: gcc takes what open_memstream stores for the address of a local
  static size_t len;
  FILE *f = open_memstream(&out, &len);
  fl_diags_print(d, least, f);
  fclose(f);
  return out;
}

static void diagnostics_print_like_a_compiler(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  struct fl_diags d = {.arena = a};
  char path[] = "/tmp/fl_base_XXXXXX";
  int fd = mkstemp(path);
  static const char text[] = "int a;\r\n\tint \xc3\xa9 = b;\n";
  assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
  close(fd);
  fl_report(&d, FL_ERROR, path, 2, 10, NULL, "no %s", "b");
  fl_report(&d, FL_REMARK, path, 1, 5, "remark", "seen");
  fl_report(&d, FL_NOTE, path, 1, 1, NULL, "goes with the remark");
  fl_report(&d, FL_WARNING, NULL, 0, 0, "x", "w");
  fl_report(&d, FL_WARNING, "/nowhere/x.cu", 3, 4, NULL, "gone");
  assert_int_equal(d.errors, 1);
  assert_int_equal(d.warnings, 2);
  char *all = printed(&d, FL_REMARK), *some = printed(&d, FL_WARNING);
  char *expected = fl_format(
      a,
      "%s:2:10: error: no b\n \tint \xc3\xa9 = b;\n \t       ^\n%s:1:5: remark: seen "
      "[-fl-remark]\n int a;\n"
      "     ^\n%s:1:1: note: goes with the remark\n int a;\n ^\nflcc: warning: w [-fl-x]\n"
      "/nowhere/x.cu:3:4: warning: gone\n",
      path, path, path);
  assert_string_equal(all, expected);
  assert_null(strstr(some, "remark"));
  assert_non_null(strstr(some, "error: no b"));
  free(all);
  free(some);
  remove(path);
  fl_arena_free(a);
}

static void a_long_line_is_cut_around_the_caret(void **state) {
  (void)state;
  struct fl_arena *a = fl_arena_new();
  struct fl_diags d = {.arena = a};
  char path[] = "/tmp/fl_base_XXXXXX";
  int fd = mkstemp(path);
  enum { N = 1 << 20 };
  char *line = malloc(N);
  memset(line, 'x', N);
  line[500000] = 'Y';
  assert_int_equal(write(fd, line, N), N);
  close(fd);
  free(line);
  fl_report(&d, FL_ERROR, path, 1, 500001, NULL, "here");
  char *out = printed(&d, FL_REMARK);
  assert_true(strlen(out) < 600);
  const char *second = strchr(out, '\n') + 1, *third = strchr(second, '\n') + 1;
  assert_int_equal(second[strchr(third, '^') - third], 'Y');
  free(out);
  remove(path);
  fl_arena_free(a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_hands_out_zeroed_aligned_memory),
      cmocka_unit_test(arena_copies_strings),
      cmocka_unit_test(vectors_grow),
      cmocka_unit_test(names_have_values),
      cmocka_unit_test(sets_tell_what_is_new),
      cmocka_unit_test(text_grows_and_stays_terminated),
      cmocka_unit_test(numbers_have_a_range),
      cmocka_unit_test(files_are_read_whole),
      cmocka_unit_test(diagnostics_print_like_a_compiler),
      cmocka_unit_test(a_long_line_is_cut_around_the_caret),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
