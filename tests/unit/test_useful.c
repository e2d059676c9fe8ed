// Which threads of a grid can do anything (analysis/launches/useful.c): what is found in kernels of many shapes, as text. Parameters are $0, $1 ...
#include "front_case.h"

#include "analysis/analysis.h"

static void put(struct fl_text *t, const struct fl_term *n) {
  switch (n->kind) {
  case FL_TERM_PARAM:
    fl_text_printf(t, "$%d%s", (int)n->value, n->name);
    break;
  case FL_TERM_CONSTANT:
    fl_text_printf(t, "%lld%s", (long long)n->value,
                   !strcmp(n->name, "int")             ? ""
                   : !strcmp(n->name, "unsigned int")  ? "u"
                   : !strcmp(n->name, "unsigned long") ? "ul"
                                                       : n->name);
    break;
  case FL_TERM_TEMPLATE:
  case FL_TERM_BUILTIN:
    fl_text_puts(t, n->name);
    break;
  case FL_TERM_CAST:
    fl_text_printf(t, "%s(", n->name);
    put(t, n->a);
    fl_text_puts(t, ")");
    break;
  case FL_TERM_UNARY:
    fl_text_puts(t, n->name);
    put(t, n->a);
    break;
  case FL_TERM_BINARY:
    fl_text_puts(t, "(");
    put(t, n->a);
    fl_text_printf(t, " %s ", n->name);
    put(t, n->b);
    fl_text_puts(t, ")");
    break;
  }
}

static void describe(const struct fl_useful *b, struct fl_text *t) {
  if (!b) {
    fl_text_puts(t, "none");
    return;
  }
  put(t, b->index);
  fl_text_puts(t, b->inclusive ? " <= " : " < ");
  put(t, b->bound);
  fl_text_puts(t, b->threads ? "; t" : ";");
  if (b->stride) {
    fl_text_puts(t, " b*");
    put(t, b->stride);
  }
  static const char *const traits[] = {"basic", "integral", "wide"};
  for (size_t i = 0; i < b->needs.len; i++) {
    const struct fl_type_need *n = &b->needs.data[i];
    fl_text_printf(t, "; %s ", traits[n->need]);
    if (n->type)
      fl_text_puts(t, n->type);
    else
      put(t, n->term);
  }
}

// The kernel's parameters and body; what is expected.
struct row {
  const char *params, *body, *expected;
};

static void check(const char *head, const struct row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    struct front_case c;
    char text[2048];
    snprintf(text, sizeof text,
             "struct Range { int first, last; unsigned bits : 5; volatile int v; int *p; };\n"
             "struct Outer { Range r; Range *q; };\n"
             "struct Number { int v; __device__ operator int() const; };\n"
             "__device__ Number operator+(Number, int); __device__ bool operator<(int, Number);\n"
             "struct Noisy { int v; __device__ ~Noisy(); };\n"
             "__device__ int effect(int); __device__ int d_n; __constant__ int c_n;\n"
             "__device__ int __ldg(const int *); __device__ void __syncwarp();\n"
             "typedef long index_t; enum { LIMIT = 7 }; constexpr int MOST = 9;\n"
             "#define TID (blockIdx.x * blockDim.x + threadIdx.x)\n"
             "#define GUARD(i, n) if ((i) >= (n)) return\n"
             "%s__global__ void k(%s) { %s }\n",
             head, rows[i].params, rows[i].body);
    case_source(&c, text);
    fl_analyse(c.u);
    struct fl_text t = {0};
    describe(fl_useful_of(c.u, function(&c, "k")), &t);
    if (strcmp(t.data, rows[i].expected) != 0)
      print_message("body: %s\n", rows[i].body);
    assert_string_equal(t.data, rows[i].expected);
    fl_text_free(&t);
    case_close(&c);
  }
}
#define CHECK(head, ...)                                                                           \
  do {                                                                                             \
    static const struct row rows[] = {__VA_ARGS__};                                                \
    check(head, rows, sizeof rows / sizeof *rows);                                                 \
  } while (0)

#define IDX "blockIdx.x * blockDim.x + threadIdx.x"
#define LINEAR "((blockIdx.x * blockDim.x) + threadIdx.x)"
#define BOTH "; t b*blockDim.x"

static void guards(void **state) {
  (void)state;
  CHECK(
      "",
      {"int s, int e, int *a", "int j = s + " IDX "; if (j < e) { a[j] = 1; }",
       "int((($0 + (blockIdx.x * blockDim.x)) + threadIdx.x)) < $1" BOTH},
      {"int n, int *a", "if (" IDX " < n) a[n] = 1;", LINEAR " < $0" BOTH},
      {"int n, int *a", "const auto i = threadIdx.x + blockDim.x * blockIdx.x; if (n > i) a[i]++;",
       "unsigned int((threadIdx.x + (blockDim.x * blockIdx.x))) < $0" BOTH},
      {"int m, int *a", "int i = " IDX "; if (i <= m) a[i]++;", "int(" LINEAR ") <= $0" BOTH},
      {"int m, int *a", "int i = " IDX "; if (m >= i) a[i]++; return;",
       "int(" LINEAR ") <= $0" BOTH},
      {"int n, int *a", "int i = " IDX "; if (i < n && a[i] > 0) a[i]++;",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, const int *b, int *a", "int i = " IDX "; if (b[n] == 2 && i < n) a[i]++;",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = " IDX "; if (!(i >= n || a[i])) a[i]++;",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = " IDX "; if (i < n) a[i]++; else { int x = n; x++; }",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = " IDX "; if (i < n) a[i]++; else return; a[0]++;",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = " IDX "; if (n) { if (i < n) { a[i]++; } }",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = " IDX "; if (int m = n - 1; i < m) a[i]++;",
       "int(" LINEAR ") < int(($0 - 1))" BOTH},
      {"int n, int *a", "{ int i = TID; if (i < n) { a[i] = 3; } };", "int(" LINEAR ") < $0" BOTH},
      // what is not proven
      {"int n, int *a", "int i = " IDX "; if (i < n) a[i]++; else a[0]++;", "none"},
      {"int n, int *a", "Noisy x = {1}; int i = " IDX "; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "Noisy x[2] = {{1}, {2}}; int i = " IDX "; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int x[2] = {1, 2}; int i = " IDX "; if (i < n) a[i]++;",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = " IDX "; if (i < n) a[i]++; a[0]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (n) { if (i >= n) return; a[i]++; } a[0] = 3;",
       "none"},
      {"int n, int *a", "int i = " IDX "; if (i < n || a[i]) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (effect(i) && i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (i > n) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (i != n) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (i < a[0]) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (i < d_n) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (i < i) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; a[i] = 0; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; __syncthreads(); if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = " IDX "; if (i < n) a[i]++; __syncwarp();", "none"},
      {"int n, int *a", "int i = " IDX "; if (i < n) __syncthreads();",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = " IDX "; do { a[i]++; } while (i < n);", "none"},
      {"int n, int *a", "int i = " IDX "; switch (i < n) { case 1: a[i]++; }", "none"});
}

static void early_returns(void **state) {
  (void)state;
  CHECK("",
        {"int n, int *a", "int i = " IDX "; if (i >= n) return; a[i]++; a[0]++;",
         "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "int i = " IDX "; if (n <= i) { return; } a[i]++;",
         "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "int i = " IDX "; if (i > n) return; a[i]++;",
         "int(" LINEAR ") <= $0" BOTH},
        {"int n, int *a", "int i = " IDX "; if (!a || i >= n || a[i]) return; a[i]++;",
         "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "int i = " IDX "; if (!(i < n)) return; a[i]++;",
         "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "int i = TID; GUARD(i, n); a[i]++;", "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "if (n == 3) return; if (TID >= n) return; a[0]++;", LINEAR " < $0" BOTH},
        {"int n, int *a", "int i = " IDX "; if (i >= n) return; else a[i]++; a[0]++;",
         "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "int i = " IDX "; if (i >= n && a[i]) return; a[i]++;", "none"},
        {"int n, int *a", "int i = " IDX "; if (i >= n) { a[0] = 1; return; } a[i]++;", "none"},
        {"int n, int *a", "int i = " IDX "; if (i >= n) i = 0; a[i]++;", "none"},
        {"int n, int *a", "int i = " IDX "; if (effect(n)) return; if (i >= n) return; a[i]++;",
         "none"},
        {"int n, int *a", "int i = " IDX "; if (i < n) return; a[i]++;", "none"});
}

static void loops(void **state) {
  (void)state;
  CHECK("",
        {"int s, int e, int *a",
         "for (int i = s + " IDX "; i < e; i += gridDim.x * blockDim.x) a[i]++;",
         "int((($0 + (blockIdx.x * blockDim.x)) + threadIdx.x)) < $1" BOTH},
        {"int n, int *a",
         "int step = blockDim.x; for (int i = threadIdx.x; i < n; i += step) a[i]++;",
         "int(threadIdx.x) < $0; t"},
        {"int n, int *a", "int i = TID; for (; i < n; i++) a[i]++;", "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "int i = TID; while (i < n) { a[i]++; i += 32; } int x = 0; x = x + 1;",
         "int(" LINEAR ") < $0" BOTH},
        {"int n, int *a", "int i = TID; while (i < n) { a[i]++; i += 32; } a[0] = 1;", "none"},
        {"int n, int *a", "for (int i = 0; i < n; i++) a[i]++;", "none"},
        {"int n, int *a", "for (int i = TID; ; i++) { if (i >= n) break; a[i]++; }", "none"},
        {"int n, int *a", "for (int i = TID, m = a[0]; i < m; i++) a[i]++;", "none"},
        {"int n, int *a", "for (int i = TID; i-- < n;) a[i]++;", "none"});
}

static void indices(void **state) {
  (void)state;
  CHECK(
      "",
      {"int n, int *a",
       "int t = threadIdx.x, b = blockIdx.x, d = blockDim.x; if (t + b * d < n) a[t]++;",
       "(int(threadIdx.x) + (int(blockIdx.x) * int(blockDim.x))) < $0; t b*int(blockDim.x)"},
      {"int n, int *a",
       "size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i]++;",
       "unsigned long(((unsigned long(blockIdx.x) * blockDim.x) + threadIdx.x)) < $0" BOTH},
      {"long n, int *a", "index_t i = static_cast<index_t>(TID); if (i < n) a[i]++;",
       "long(long(" LINEAR ")) < $0" BOTH},
      {"int n, int *a", "int i = blockIdx.x * 256 + threadIdx.x; if (i < n) a[i]++;",
       "int(((blockIdx.x * 256) + threadIdx.x)) < $0; t b*256"},
      {"int n, int *a", "int i = blockIdx.x; if (i < n) a[i]++;", "int(blockIdx.x) < $0; b*1u"},
      {"int n, int *a", "int i = (blockIdx.x + n) * blockDim.x + threadIdx.x; if (i < n) a[i]++;",
       "int((((blockIdx.x + $0) * blockDim.x) + threadIdx.x)) < $0" BOTH},
      {"int n, int *a",
       "int i; i = threadIdx.x; i += blockIdx.x * blockDim.x; ++i; if (i < n) a[i]++;",
       "int((int((int(threadIdx.x) + (blockIdx.x * blockDim.x))) + 1)) < $0" BOTH},
      {"int n, int *a",
       "int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x; if (i < n) "
       "a[i]++;",
       "int(((((0u * gridDim.x) + blockIdx.x) * blockDim.x) + threadIdx.x)) < $0" BOTH},
      {"int n, int *a", "int i{static_cast<int>(TID)}; if (i - 3 < n) a[i]++;",
       "(int(int(" LINEAR ")) - 3) < $0" BOTH},
      // not one more from thread to thread
      {"int n, int *a", "int i = 2 * (" IDX "); if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = threadIdx.x + threadIdx.x; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = blockIdx.x + blockIdx.x * blockDim.x; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = blockIdx.x * 2 * blockDim.x + threadIdx.x; if (i < n) a[i]++;",
       "none"},
      {"int n, int *a", "int i = n - threadIdx.x; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = (TID) / 32; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = (TID) ^ 1; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "short i = TID; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "float i = TID; if (i < n) a[0]++;", "none"},
      {"int n, int *a", "if ((unsigned char)threadIdx.x < n) a[0]++;", "none"},
      {"int n, int *a", "int i = TID; if (n > 3) i = 7; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "volatile int i = TID; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = TID, *p = &i; *p = 3; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = TID; int &r = i; r = 3; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = TID; auto f = [&] { i = 3; }; f(); if (i < n) a[i]++;", "none"});
}

static void bounds(void **state) {
  (void)state;
  CHECK(
      "",
      {"Range r, int *a", "int i = r.first + TID; if (i < r.last) a[i]++;",
       "int(($0.first + " LINEAR ")) < $0.last" BOTH},
      {"Outer o, int *a", "int i = TID; if (i < o.r.last) a[i]++;",
       "int(" LINEAR ") < $0.r.last" BOTH},
      {"Range r, int *a", "int i = TID; if (i < r.bits) a[i]++;", "int(" LINEAR ") < $0.bits" BOTH},
      {"int n, int *a", "const int half = (n + 1) / 2; unsigned i = TID; if (i < half) a[i]++;",
       "unsigned int(" LINEAR ") < int((($0 + 1) / 2))" BOTH},
      {"int n, int *a", "n = n * 3 - (n & 6) + (n >> 2); if (TID < n) a[0]++;",
       LINEAR " < int(((($0 * 3) - ($0 & 6)) + ($0 >> 2)))" BOTH},
      {"char n, int *a", "int i = TID; if (i < -n) a[i]++;", "int(" LINEAR ") < -$0" BOTH},
      {"int n, int *a", "int i = TID; if (i < (short)n) a[i]++;",
       "int(" LINEAR ") < short($0)" BOTH},
      {"int n, int *a", "int i = TID; if (i < MOST) a[i]++;", "int(" LINEAR ") < 9" BOTH},
      {"int n, int *a", "int i = TID; if (i < n * sizeof(int)) a[i]++;",
       "int(" LINEAR ") < ($0 * 4ul)" BOTH},
      {"int n, int *a",
       "__shared__ int x[32]; int i = TID, v = __ldg(a + n), w = v * 2; double q = 1.5;"
       "if (i < n) a[i] = x[0] + w;",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = TID, s = 0; if (n & 1) s = 3; if (i < n) a[i] = s;",
       "int(" LINEAR ") < $0" BOTH},
      {"int n, int *a", "int i = TID; if (i < n / 0) a[i]++;", "none"},
      {"int n, int m, int *a", "int i = TID; if (i < n / m) a[i]++;", "none"},
      {"float n, int *a", "int i = TID; if (i < n) a[i]++;", "none"},
      {"volatile int n, int *a", "int i = TID; if (i < n) a[i]++;", "none"},
      {"Range r, int *a", "int i = TID; if (i < r.v) a[i]++;", "none"},
      {"Range *r, int *a", "int i = TID; if (i < r->last) a[i]++;", "none"},
      {"Outer o, int *a", "int i = TID; if (i < o.q->last) a[i]++;", "none"},
      {"Number n, int *a", "int i = TID; if (i < n) a[i]++;", "none"},
      {"Number n, int *a", "int i = TID, m = n; if (i < 9) a[i]++;", "none"},
      {"int n, int *a", "int i = TID; if (i < effect(n)) a[i]++;", "none"},
      {"int n, int *a", "int i = TID; if (i < LIMIT) a[i]++;", "none"},
      {"int n, int *a", "int i = TID; if (n > 3) n = 9; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = TID; Number x = {n}; if (i < n) a[i] = x.v;", "none"},
      {"int n, int *a", "int i = TID; asm(\"\"); if (i < n) a[i]++;", "none"},
      {"int n, int *a", "int i = TID; static int x; if (i < n) a[i]++;", "none"},
      {"int n, int *a", "n += n; n += n; n += n; n += n; n += n; n += n; if (TID < n) a[0]++;",
       "none"}, // too long to write out
      {"int n, int *a", "again: int i = TID; if (i < n) { a[i]++; goto again; }", "none"});
}

static void templates(void **state) {
  (void)state;
  CHECK("template <class T> ",
        {"T n, T *a", "T i = TID; if (i < n) a[i]++;",
         "T(" LINEAR ") < $0" BOTH "; wide T; integral $0"},
        {"int n, T *a", "int i = TID; T v = 0; if (i < n) a[i] = v;",
         "int(" LINEAR ") < $0" BOTH "; basic T"},
        {"int n, const T *__restrict__ a, T *b", "int i = TID; if (a[0] && i < n) b[i]++;",
         "int(" LINEAR ") < $0" BOTH "; basic const T *__restrict"},
        {"T r, int *a", "auto i = r.first + TID; if (i < r.last) a[0]++;",
         "($0.first + " LINEAR ") < $0.last" BOTH "; integral $0.first; integral $0.last"},
        {"T n, int *a", "if ((T)blockIdx.x * blockDim.x + T(threadIdx.x) < (T)n) a[0]++;",
         "((T(blockIdx.x) * blockDim.x) + T(threadIdx.x)) < T($0)" BOTH "; wide T; integral $0"},
        {"int n, typename T::index m, int *a", "typename T::index i = TID; if (i < m) a[0]++;",
         "typename T::index(" LINEAR ") < $1" BOTH "; wide typename T::index; integral $1"},
        {"T r, int *a", "int i = TID; if (i < r->last) a[0]++;", "none"},
        {"T r, int *a", "int i = TID; if (r[0] && i < 3) a[0]++;",
         "int(" LINEAR ") < 3" BOTH "; basic $0"},
        {"T r, int *a", "int i = TID; r.begin(); if (i < 3) a[0]++;", "none"},
        {"T n, int *a", "using S = T; S i = TID; if (i < n) a[0]++;", "none"},
        {"T n, int *a", "T &m = n; m = 3; int i = TID; if (i < n) a[0]++;", "none"},
        {"T n, int *a", "decltype(n) i = TID; if (i < n) a[0]++;", "none"});
  CHECK("template <int N, int... R> ",
        {"int *a", "int i = TID; if (i < N) a[i]++;", "int(" LINEAR ") < N" BOTH "; integral N"},
        {"int *a", "int i = blockIdx.x * N + threadIdx.x; if (i < N * 2 + 1) a[i]++;",
         "int(((blockIdx.x * N) + threadIdx.x)) < ((N * 2) + 1); t b*N; integral N"});
  CHECK("template <class... T> ",
        {"int n, T... r", "int i = TID; if (i < n) effect(i);", "int(" LINEAR ") < $0" BOTH});
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(guards), cmocka_unit_test(early_returns),
                                     cmocka_unit_test(loops),  cmocka_unit_test(indices),
                                     cmocka_unit_test(bounds), cmocka_unit_test(templates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
