// The front end: input that nobody should write ends in a diagnostic, and large input in reasonable
// time.
#include "front_case.h"

#include <time.h>

static char *repeated(const char *head, const char *piece, size_t times, const char *tail,
                      size_t *len) {
  struct fl_text t = {0};
  fl_text_puts(&t, head);
  for (size_t i = 0; i < times; i++)
    fl_text_puts(&t, piece);
  fl_text_puts(&t, tail);
  *len = t.len;
  return t.data;
}

static void nesting_ends_in_an_error(void **state) {
  (void)state;
  static const struct {
    const char *head, *piece;
    size_t times;
    const char *tail;
  } rows[] = {
      {"__global__ void k(int a) { a = ", "(", 100000, "1; }"},
      {"__global__ void k(int a) ", "{", 100000, "}"},
      {"__global__ void k(int a) { a = ", "- ", 100000, "1; }"},
      {"__global__ void k(int a) { a = ", "- ", 9000, "1; }"},
      {"__global__ void k(int a) { a = ", "a+", 4500, "1; }"},
      {"__global__ void k(int a) { a = ", "sizeof ", 100000, "a; }"},
      {"__global__ void k(int a) { ", "do ", 100000, "; }"},
      {"__global__ void k(int a) { ", "if (a) ", 2400, "; }"},
      {"__global__ void k() { k", "<", 100000, "; }"},
      {"__global__ void k() { k", "<<<1,((", 100000, "; }"},
      {"", "#include \"main.cu\"\n", 1, ""},
      {"", "\"", 10001, ""},
      {"", "R\"(", 10000, ""},
      {"", "/*", 10000, ""},
      {"", "namespace a {", 100000, ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_case c;
    size_t len;
    char *text = repeated(rows[i].head, rows[i].piece, rows[i].times, rows[i].tail, &len);
    case_bytes(&c, text, len);
    if (!c.u->parse_errors)
      print_error("no error for row %zu\n", i);
    assert_true(c.u->parse_errors);
    assert_true(c.diags.errors > 0);
    free(text);
    case_close(&c);
  }
}

static void noise_is_survived(void **state) {
  (void)state;
  uint32_t seed = 12345;
  for (int round = 0; round < 6; round++) {
    struct front_case c;
    char noise[20000];
    for (size_t i = 0; i < sizeof noise; i++) {
      seed = seed * 1664525u + 1013904223u;
      static const char some[] = "<<<>>>(){};,k 1\n#\"'/*\\&a=[]:";
      noise[i] = round % 2 ? (char)(seed >> 24) : some[(seed >> 16) % (sizeof some - 1)];
    }
    case_bytes(&c, noise, sizeof noise);
    assert_true(c.u->parse_errors);
    case_close(&c);
  }
}

static void odd_bytes_keep_offsets_right(void **state) {
  (void)state;
  struct front_case c;
  static const char text[] = "__global__ void k(int) {}\0 \0\n// \xff\xfe\n"
                             "__global__ void p() { k<<<1, 2>>>(3); }\n";
  case_bytes(&c, text, sizeof text - 1);
  assert_int_equal(c.u->sites.len, 1);
  assert_span(&c, site(&c, 1)->span, "k<<<1, 2>>>(3)");
  case_close(&c);
  case_bytes(&c, "", 0);
  assert_false(c.u->parse_errors);
  assert_int_equal(c.u->functions.len, 0);
  case_close(&c);
  static const char no_newline[] = "__global__ void k() {} // \\";
  case_bytes(&c, no_newline, sizeof no_newline - 1);
  assert_int_equal(c.u->functions.len, 1);
  case_close(&c);
  static const char bom[] = "\xef\xbb\xbf__global__ void k() {}\nint main() { k<<<1, 2>>>(); }\n";
  case_bytes(&c, bom, sizeof bom - 1);
  assert_false(c.u->parse_errors);
  assert_span(&c, site(&c, 1)->span, "k<<<1, 2>>>()");
  assert_span(&c, function(&c, "k")->span, "__global__ void k() {}");
  case_close(&c);
}

static double seconds_for(size_t sites, const char *separator) {
  struct front_case c;
  size_t len;
  char piece[64];
  snprintf(piece, sizeof piece, "k<<<n / B, B>>>(n);%s", separator);
  char *text = repeated("#define B 32\n__global__ void k(int) {}\n__global__ void p(int n) {",
                        piece, sites, "}\n", &len);
  struct timespec a, b;
  case_open(&c);
  case_write(&c, "main.cu", text, len);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  case_parse_with(&c, NULL, 0);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  assert_false(c.u->parse_errors);
  assert_int_equal(c.u->sites.len, sites);
  assert_int_equal(c.u->sites.data[sites - 1]->block_threads, 32);
  free(text);
  case_close(&c);
  return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

static void many_launches_take_linear_time(void **state) {
  (void)state;
  double small = seconds_for(2000, "\n"), large = seconds_for(20000, " ");
  print_message("2,000 sites: %.2f s, 20,000 on one line: %.2f s\n", small, large);
  assert_true(large < 10 * small + 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nesting_ends_in_an_error),
      cmocka_unit_test(noise_is_survived),
      cmocka_unit_test(odd_bytes_keep_offsets_right),
      cmocka_unit_test(many_launches_take_linear_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
