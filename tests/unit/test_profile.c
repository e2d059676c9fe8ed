// Profiles as the compiler reads them: what the runtime writes, and everything else, which is an error with its line.
#define _XOPEN_SOURCE 700
#include "plan/profile.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct fl_arena *arena;
static struct fl_diags diags;
static char path[64];

static int start(void **state) {
  (void)state;
  arena = fl_arena_new();
  diags = (struct fl_diags){.arena = arena};
  strcpy(path, "/tmp/fl-profile-XXXXXX");
  const int fd = mkstemp(path);
  return fd < 0 ? -1 : close(fd);
}

static int stop(void **state) {
  (void)state;
  remove(path);
  fl_arena_free(arena);
  return 0;
}

static const struct fl_profile *read_bytes(const char *text, size_t len) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, len, f), len);
  assert_int_equal(fclose(f), 0);
  return fl_profile_read(arena, &diags, path);
}

static const struct fl_profile *read_text(const char *text) {
  return read_bytes(text, strlen(text));
}

#define HEAD "freelaunch-profile 2\n"

// One error, at this line, that says so.
static void is_refused(const char *text, unsigned line, const char *says) {
  diags = (struct fl_diags){.arena = arena};
  assert_null(read_text(text));
  assert_int_equal(diags.errors, 1);
  assert_int_equal(diags.all.len, 1);
  const struct fl_diag *d = &diags.all.data[0];
  assert_string_equal(d->file, path);
  assert_int_equal(d->line, line);
  assert_non_null(strstr(d->text, says));
}

static void a_profile_is_read(void **state) {
  (void)state;
  const struct fl_profile *p = read_text(
      HEAD
      "# a comment\n\n"
      "ns::level bfs.cu:63 first=t4 launches=480 children=5 blocks=6 t1=400 t4=80 small=40 "
      "need=6 t1+t4=3 c0=520,5,8123,7,3021,2,9 c23=1,0,0,4294967295,18446744073709551615,0,0\n"
      "k%20l a%20b.cu:1 first=t1+t4 launches=1 children=0 blocks=0 t1=1 t4=0 small=0 need=12\n");
  assert_non_null(p);
  assert_int_equal(diags.all.len, 0);
  assert_int_equal(p->sites.len, 2);
  assert_null(fl_profile_find(p, "ns::level bfs.cu:6"));
  assert_null(fl_profile_find(NULL, "ns::level bfs.cu:63"));
  const struct fl_profile_site *s = fl_profile_find(p, "ns::level bfs.cu:63");
  assert_non_null(s);
  assert_int_equal(s->line, 4);
  assert_int_equal(s->mode, 1);
  assert_int_equal(s->launches, 480);
  assert_int_equal(s->small, 40);
  assert_int_equal(s->need, 6);
  assert_int_equal(s->times[0].weight, 520);
  assert_int_equal(s->times[0].n[0], 5);
  assert_int_equal(s->times[0].ns[1], 3021);
  assert_int_equal(s->times[0].ns[2], 9);
  assert_int_equal(s->times[1].n[0] + s->times[1].n[1], 0);
  assert_true(s->times[23].n[1] == UINT32_MAX && s->times[23].ns[1] == UINT64_MAX);
  s = fl_profile_find(p, "k%20l a%20b.cu:1");
  assert_non_null(s);
  assert_int_equal(s->mode, 2);
  assert_int_equal(s->need, 12);
}

static void line_ends_may_be_of_other_systems(void **state) {
  (void)state;
  const struct fl_profile *p =
      read_text("freelaunch-profile 2\r\n# x\r\n\r\nk a.cu:1 first=t4 need=6\r\n");
  assert_non_null(p);
  assert_int_equal(fl_profile_find(p, "k a.cu:1")->mode, 1);
}

static void a_profile_may_be_empty_but_for_its_head(void **state) {
  (void)state;
  const struct fl_profile *p = read_text(HEAD);
  assert_non_null(p);
  assert_int_equal(p->sites.len, 0);
  assert_non_null(read_text("freelaunch-profile 2"));
}

static void other_files_are_refused(void **state) {
  (void)state;
  is_refused("", 1, "this is no profile");
  is_refused("int main() {}\n", 1, "this is no profile");
  is_refused("freelaunch-profile\n", 1, "this is no profile");
  is_refused("freelaunch-profile one\n", 1, "this is no profile");
  is_refused("freelaunch-profile 2 2\n", 1, "this is no profile");
  is_refused("freelaunch-profile 1\n", 1, "of version 1");
  is_refused("freelaunch-profile 1\nwho knows\n", 1, "this flcc reads version 2");
  is_refused("freelaunch-profile 99999999999\n", 1, "this is no profile");
  diags = (struct fl_diags){.arena = arena};
  assert_null(read_bytes("freelaunch-profile 2\n\0\n", 23));
  assert_int_equal(diags.errors, 1);
}

static void a_missing_file_is_an_error(void **state) {
  (void)state;
  assert_null(fl_profile_read(arena, &diags, "/nosuch/file"));
  assert_int_equal(diags.errors, 1);
  assert_non_null(strstr(diags.all.data[0].text, "No such file"));
  assert_null(fl_profile_read(arena, &diags, "/"));
  assert_int_equal(diags.errors, 2);
}

static void broken_lines_are_refused(void **state) {
  (void)state;
  is_refused(HEAD "k\n", 2, "not a line of a profile");
  is_refused(HEAD "#\nk a.cu:1\n", 3, "not a line of a profile");
  is_refused(HEAD " a.cu:1 first=t1\n", 2, "not a line of a profile");
  is_refused(HEAD "k  first=t1\n", 2, "not a line of a profile");
  is_refused(HEAD "k a.cu:1 first=t1", 2, "in the middle of a line");
  is_refused(HEAD "k a.cu:1 first=t1\nk a.cu:1 first=t4\n", 3, "was there before");
  static const char *const fields[] = {"",
                                       " ",
                                       "first=t2",
                                       "first=t1+",
                                       "first=",
                                       "launches=",
                                       "launches=-1",
                                       "need=x",
                                       "need= 5",
                                       "small=1x",
                                       "small=1.5",
                                       "need=4294967296",
                                       "more=1",
                                       "c",
                                       "c3",
                                       "c3=",
                                       "c3=1",
                                       "c3=1,2,3,4,5",
                                       "c3=1,2,3,4,5,6,7,",
                                       "c3=1,2,3,4,5,6,7,8",
                                       "c24=1,2,3,4,5,6,7",
                                       "c3=1,0,3,0,5,0,7",
                                       "c3=a,2,3,4,5,6,7",
                                       "c-1=1,2,3,4,5,6,7",
                                       "c3=1,2,3,4,5,6,18446744073709551616",
                                       "c3=1,2,3,4,5,6,7 c3=1,2,3,4,5,6,7"};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    is_refused(fl_format(arena, HEAD "k a.cu:1 %s\n", fields[i]), 2, "is not understood");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_profile_is_read, start, stop),
      cmocka_unit_test_setup_teardown(line_ends_may_be_of_other_systems, start, stop),
      cmocka_unit_test_setup_teardown(a_profile_may_be_empty_but_for_its_head, start, stop),
      cmocka_unit_test_setup_teardown(other_files_are_refused, start, stop),
      cmocka_unit_test_setup_teardown(a_missing_file_is_an_error, start, stop),
      cmocka_unit_test_setup_teardown(broken_lines_are_refused, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
