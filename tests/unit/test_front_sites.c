// The front end: launches, on the device and on the host, and what steers or hides them.
#include "front_case.h"

static void a_launch_has_all_its_parts(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "namespace ns { __global__ void child(int a, int *b) {} }\n"
                  "__global__ void parent(int n, int *p) {\n"
                  "  if (n > 0) ns::child<<<(n + 31) / 32, 32, 4 * sizeof(int), "
                  "cudaStreamTailLaunch>>>(n, p + 1);\n"
                  "  ns::child<<<n, dim3(8, 4, 2), 16>>>(n /* ) >>> */, p);\n"
                  "}\n"
                  "int main() { parent<<<1, 256>>>(1, nullptr); }\n");
  assert_int_equal(c.u->sites.len, 3);
  struct fl_site *s = site(&c, 1), *t = site(&c, 2), *h = site(&c, 3);
  struct fl_function *parent = function(&c, "parent");
  assert_false(s->on_host);
  assert_true(s->editable);
  assert_ptr_equal(s->caller, parent);
  assert_ptr_equal(s->kernel, function(&c, "ns::child"));
  assert_int_equal(parent->sites.len, 2);
  assert_ptr_equal(parent->sites.data[0], s);
  assert_string_equal(s->kernel_name, "ns::child");
  assert_span(&c, s->callee, "ns::child");
  assert_span(&c, s->open, "<<<");
  assert_span(&c, s->config, "(n + 31) / 32, 32, 4 * sizeof(int), cudaStreamTailLaunch");
  assert_span(&c, s->close, ">>>");
  assert_span(&c, s->args, "n, p + 1");
  assert_span(&c, s->span,
              "ns::child<<<(n + 31) / 32, 32, 4 * sizeof(int), cudaStreamTailLaunch>>>(n, p + 1)");
  assert_span(&c, s->grid->span, "(n + 31) / 32");
  assert_int_equal(s->grid->kind, FL_BINARY);
  assert_span(&c, s->block->span, "32");
  assert_true(s->block->has_value);
  assert_int_equal(s->block_threads, 32);
  assert_int_equal(s->shared_bytes, 16);
  assert_span(&c, s->stream->span, "cudaStreamTailLaunch");
  assert_false(s->stream->editable);
  assert_int_equal(s->arg_nodes.len, 2);
  assert_span(&c, s->arg_nodes.data[1]->span, "p + 1");
  assert_null(s->template_args);
  assert_int_equal(s->node->kind, FL_LAUNCH);
  assert_ptr_equal(s->node->site, s);
  assert_int_equal(s->node->parent->kind, FL_IF);
  assert_ptr_equal(s->node->parent->then, s->node);
  assert_ptr_equal(s->node->callee->parent, s->node);
  assert_int_equal(s->node->kids.len, 7);
  assert_span(&c, t->args, "n            , p");
  assert_int_equal(t->block_threads, 64);
  assert_null(t->stream);
  assert_true(h->on_host);
  assert_null(h->caller);
  assert_null(h->node->parent);
  assert_null(h->shared);
  assert_null(h->stream);
  assert_int_equal(h->shared_bytes, 0);
  assert_int_equal(h->block_threads, 256);
  assert_ptr_equal(h->kernel, parent);
  case_close(&c);
}

static void block_sizes_are_computed(void **state) {
  (void)state;
  static const struct {
    const char *before, *block;
    int64_t threads;
  } rows[] = {
      {"", "32", 32},
      {"", "BLOCK", 96},
      {"", "WARPS * 32", 128},
      {"", "1 << 6", 64},
      {"", "dim3(4, 4)", 16},
      {"", "dim3{2, 3, 4}", 24},
      {"", "dim3(5)", 5},
      {"", "{16, 2}", 32},
      {"", "E", 7},
      {"", "cube(3)", 27},
      {"const int b = 48;", "b", 48},
      {"constexpr dim3 b(8, 8);", "b", 64},
      {"dim3 b(32, 2);", "b", 64},
      {"dim3 b = 40;", "b", 40},
      {"dim3 b; b.x = n;", "b", 0},
      {"dim3 b(1, 2); b.y = n;", "b", 0},
      {"dim3 b(1, 2); int r = b.y + b.x; n = r;", "b", 2},
      {"dim3 b(1, 2); change(b);", "b", 0},
      {"dim3 b(1, 2); dim3 *q = &b; q->x = 3;", "b", 0},
      {"dim3 b(n, 2);", "b", 0},
      {"int b = 64;", "b", 64},
      {"int b = 64; b++;", "b", 0},
      {"int b = 64; if (n) b = 3;", "b", 0},
      {"", "n", 0},
      {"", "n ? 32 : 64", 0},
      {"", "0", 0},
      {"", "sizeof(int) * 8", 32},
      {"", "min_of(32, 64)", 32},
  };
  for (int host = 0; host < 2; host++) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct front_case c;
      char text[2048];
      snprintf(text, sizeof text,
               "#define BLOCK 96\nconstexpr int WARPS = 4; enum { E = 7 };\n"
               "constexpr int cube(int x) { return x * x * x; }\n"
               "constexpr int min_of(int a, int b) { return a < b ? a : b; }\n"
               "__host__ __device__ void change(dim3 &d);\n"
               "__global__ void k(int) {}\n%s void f(int n) { %s k<<<n, %s>>>(n); }\n",
               host ? "" : "__global__", rows[i].before, rows[i].block);
      case_source(&c, text);
      if (site(&c, 1)->block_threads != rows[i].threads)
        print_error("%s k<<<n, %s>>>: host %d\n", rows[i].before, rows[i].block, host);
      assert_int_equal(site(&c, 1)->block_threads, rows[i].threads);
      case_close(&c);
    }
  }
}

static void extents_of_blocks_are_known_apart(void **state) {
  (void)state;
  static const struct {
    const char *before, *block;
    int64_t extent[3];
  } rows[] = {
      {"", "n", {0, 1, 1}},
      {"dim3 b = n;", "b", {0, 1, 1}},
      {"", "dim3(32, n)", {32, 0, 1}},
      {"dim3 b(n, 2);", "b", {0, 2, 1}},
      {"dim3 b(n, 2, 3);", "b", {0, 2, 3}},
      {"dim3 b(n, 2); b.y = n;", "b", {0, 0, 0}},
      {"const size_t b = n;", "b", {0, 1, 1}},
      {"", "{n, 4}", {0, 4, 1}},
      {"", "d", {0, 0, 0}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_case c;
    char text[512];
    snprintf(text, sizeof text,
             "__global__ void k(int) {}\n"
             "__global__ void f(int n, dim3 d) { %s k<<<n, %s>>>(n); }\n",
             rows[i].before, rows[i].block);
    case_source(&c, text);
    for (size_t j = 0; j < 3; j++)
      assert_int_equal(site(&c, 1)->extent[j], rows[i].extent[j]);
    case_close(&c);
  }
}

static void spaces_and_braces_are_taken(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__global__ void k(int) {}\n"
                  "struct out { template <class T> out &operator<<(T); };\n"
                  "template <class T> int operator<< (out, T *);\n"
                  "__global__ void p(int n) {\n"
                  "  k<< <n, 32>> >(1);\n"
                  "  k << < n, 64 >> > (2);\n"
                  "  k<< <\n n, 16>> >(3);\n"
                  "  k<<<{2, 3}, {16, 2}, 0>>>(4);\n"
                  "  k<<<{n}, {}>>>(5);\n"
                  "  k<<<(n >> 2) + 1, (n > 1) ? 32 : 16>>>(n >> 1);\n"
                  "}\n");
  assert_int_equal(c.u->sites.len, 6);
  for (size_t i = 1; i <= 6; i++)
    assert_true(site(&c, i)->editable);
  assert_span(&c, site(&c, 1)->open, "<< <");
  assert_span(&c, site(&c, 1)->close, ">> >");
  assert_span(&c, site(&c, 1)->config, "n, 32");
  assert_span(&c, site(&c, 2)->config, " n, 64 ");
  assert_span(&c, site(&c, 2)->span, "k << < n, 64 >> > (2)");
  assert_span(&c, site(&c, 3)->open, "<< <");
  assert_int_equal(site(&c, 3)->block_threads, 16);
  assert_int_equal(site(&c, 4)->grid->kind, FL_INIT_LIST);
  assert_int_equal(site(&c, 4)->grid->kids.len, 2);
  assert_span(&c, site(&c, 4)->grid->span, "{2, 3}");
  assert_int_equal(site(&c, 4)->block_threads, 32);
  assert_int_equal(site(&c, 5)->grid->kids.len, 1);
  assert_int_equal(site(&c, 5)->block->kids.len, 0);
  assert_int_equal(site(&c, 5)->block_threads, 1);
  assert_span(&c, site(&c, 6)->config, "(n >> 2) + 1, (n > 1) ? 32 : 16");
  case_close(&c);
}

static void templates_are_launched(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "namespace ns { struct A {}; enum class E { x, y }; }\n"
                  "namespace { struct Hidden {}; }\n"
                  "template <class T, int N = 4> __global__ void k(T a) {}\n"
                  "template <bool B, ns::E e> __global__ void v() {}\n"
                  "template <class... T> __global__ void pack(T... t) {}\n"
                  "template <class T> __global__ void one(T, T) {}\n"
                  "template <class T> __global__ void one(T) {}\n"
                  "template <class T> __global__ void parent(T x, int n) {\n"
                  "  using L = T; struct Own {}; constexpr int M = 3;\n"
                  "  k<T, 8><<<1, 32>>>(x);\n"
                  "  k<<<n, n>>>(x);\n"
                  "  k<<<1, 32>>>(n);\n"
                  "  k<T><<<x / 2, T::v>>>(x);\n"
                  "  k<L, M><<<1, 32>>>(x);\n"
                  "  k<<<1, 32>>>(ns::A());\n"
                  "  k<<<1, 32>>>(Hidden());\n"
                  "  v<(3 > 2), ns::E::y><<<1, 32>>>();\n"
                  "  pack<<<1, 32>>>(1, 2.0);\n"
                  "  one<<<1, 32>>>(x, x);\n"
                  "  one<T><<<1, 32>>>(x);\n"
                  "}\n"
                  "__global__ void locals() {\n"
                  "  struct Own {}; k<<<1, 1>>>(Own());\n"
                  "  constexpr int M = 3; k<int, M><<<1, 1>>>(1);\n"
                  "  unsigned long u = 1; const char *s = \"\"; k<<<1, 1>>>(u); k<<<1, 1>>>(s);\n"
                  "}\n");
  struct fl_function *k = function(&c, "k");
  static const struct {
    size_t id;
    const char *args;
    bool wholly, locals;
  } rows[] = {{1, "T, 8", true, false},
              {2, "", false, false},
              {3, "int, 4", false, false},
              {4, "T", true, false},
              {5, "L, M", true, true},
              {6, "ns::A, 4", false, false},
              {7, "Hidden, 4", false, false},
              {8, "(3 > 2), ns::E::y", true, false},
              {9, "", false, false},
              {10, "", false, false},
              {11, "T", true, false},
              {13, "int, 3", true, false},
              {14, "unsigned long, 4", false, false},
              {15, "const char *, 4", false, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct fl_site *s = site(&c, rows[i].id);
    assert_non_null(s->kernel);
    assert_non_null(s->template_args);
    assert_string_equal(s->template_args, rows[i].args);
    assert_int_equal(s->explicit_template_args, rows[i].wholly);
    assert_int_equal(s->args_name_locals, rows[i].locals);
    assert_true(s->editable);
  }
  assert_ptr_equal(site(&c, 1)->kernel, k);
  assert_span(&c, site(&c, 8)->callee, "v<(3 > 2), ns::E::y>");
  assert_int_equal(site(&c, 10)->kernel->params.len, 2);
  assert_int_equal(site(&c, 11)->kernel->params.len, 1);
  assert_true(site(&c, 12)->args_name_locals);
  case_close(&c);
}

static void pointers_and_overloads(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__global__ void k(int) {}\n__global__ void k(float) {}\n"
                  "__global__ void p(void (*f)(int), int n) { f<<<1, 2>>>(n); (k)<<<1, 2>>>(1.0f); "
                  "k<<<1, 2>>>(n); }\n"
                  "template <void (*K)(int)> __global__ void q() { K<<<1, 2>>>(3); }\n");
  assert_null(site(&c, 1)->kernel);
  assert_null(site(&c, 1)->template_args);
  assert_string_equal(site(&c, 1)->kernel_name, "f");
  assert_string_equal(site(&c, 2)->kernel->params.data[0].type, "float");
  assert_span(&c, site(&c, 2)->callee, "(k)");
  assert_string_equal(site(&c, 3)->kernel->params.data[0].type, "int");
  assert_null(site(&c, 4)->kernel);
  case_close(&c);
}

static void launches_are_found_everywhere(void **state) {
  (void)state;
  struct front_case c;
  case_source(
      &c,
      "__global__ void k(int) {}\n"
      "__device__ void helper(int n) { k<<<1, 1>>>(n); }\n"
      "struct S { __device__ void dev() { k<<<1, 2>>>(1); } void host() { k<<<1, 3>>>(1); } };\n"
      "static int at_file = [] { k<<<1, 4>>>(1); return 1; }();\n"
      "template <class T> void host_template(T t) { k<<<1, 5>>>(t); }\n"
      "int main() { auto f = [&] { for (int i = 0; i < 3; i++) k<<<1, 6>>>(i); }; f(); }\n"
      "__global__ void p(int n) { auto g = [=](int i) { k<<<1, 7>>>(i + n); }; g(1); }\n"
      "struct C { C() { k<<<1, 8>>>(1); } int m = (k<<<1, 9>>>(2), 1); };\n"
      "int dflt(int x = (k<<<1, 10>>>(1), 2));\n");
  static const struct {
    int64_t threads;
    bool host, lambda;
  } rows[] = {{1, false, false}, {2, false, false}, {3, true, false},
              {4, true, true},   {5, true, false},  {6, true, true},
              {7, false, true},  {8, true, false},  {9, true, false}};
  assert_true(c.u->sites.len >= sizeof rows / sizeof *rows);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct fl_site *s = site(&c, i + 1);
    assert_int_equal(s->block_threads, rows[i].threads);
    assert_int_equal(s->on_host, rows[i].host);
    assert_int_equal(s->in_lambda, rows[i].lambda);
    assert_true(s->editable);
  }
  assert_ptr_equal(site(&c, 2)->caller, function(&c, "S::dev"));
  assert_ptr_equal(site(&c, 7)->caller, function(&c, "p"));
  case_close(&c);
}

static void macros_around_launches(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "#define RUN(...) do { __VA_ARGS__; } while (0)\n"
                  "#define LAUNCH(k, g, ...) k<<<g, N>>>(__VA_ARGS__)\n"
                  "#define N 4\n"
                  "#define CFG 1, 32\n"
                  "#define UNUSED(k) k<<<1, 1>>>()\n"
                  "#define TWICE(k) k<<<1, 1>>>(0)\n"
                  "__global__ void k(int) {}\n"
                  "__global__ void p(int n) {\n"
                  "  RUN(k<<<n, N>>>(2));\n"
                  "  LAUNCH(k, 3, n);\n"
                  "  k<<<CFG>>>(N);\n"
                  "  /* behind */ LAUNCH(k, // three\n"
                  "    3, n); k<<<1, 1>>>(n);\n"
                  "  TWICE(k);\n"
                  "}\n"
                  "#pragma push_macro(\"TWICE\")\n"
                  "#undef TWICE\n"
                  "#define TWICE(k)\n"
                  "#pragma pop_macro(\"TWICE\")\n");
  struct fl_site *run = site(&c, 1), *launch = site(&c, 2), *cfg = site(&c, 3),
                 *lines = site(&c, 4), *behind = site(&c, 5), *kept = site(&c, 6);
  assert_true(run->editable);
  assert_span(&c, run->span, "k<<<n, N>>>(2)");
  assert_span(&c, run->config, "n, N");
  assert_span(&c, run->block->span, "N");
  assert_false(run->block->editable);
  assert_int_equal(run->block_threads, 4);
  assert_true(
      launch->editable); // its macro is written out, on the lines and in the column of its use
  assert_span(&c, launch->span, "k<<<3, N>>>(n)");
  unsigned line, col;
  fl_line_col(&c.u->files.data[0], launch->config.begin, &line, &col);
  assert_int_equal(line, 10);
  assert_int_equal(col, 3);
  fl_line_col(&c.u->files.data[0], lines->span.end, &line, &col);
  assert_int_equal(line, 12);
  assert_int_equal(col, 16);
  fl_line_col(&c.u->files.data[0], behind->span.begin, &line, &col);
  assert_int_equal(line, 13);
  assert_int_equal(col, 12);
  assert_int_equal(launch->block_threads, 4);
  assert_ptr_equal(launch->kernel, function(&c, "k"));
  assert_true(cfg->editable);
  assert_span(&c, cfg->config, "CFG");
  assert_int_equal(cfg->block_threads, 32);
  assert_false(kept->editable);
  assert_int_equal(c.u->macro_launches.len, 1);
  assert_span(&c, c.u->macro_launches.data[0], "TWICE(k)");
  // In UNUSED, and in LAUNCH, of which there is no use any more.
  assert_int_equal(c.u->hidden_launches.len, 2);
  case_close(&c);
}

static void skipped_launches_are_listed(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c,
              "__global__ void k(int) {}\n"
              "__global__ void p(int n) {\n"
              "#if 0\n  k<<<1, 2>>>(n); // k<<<\n  const char *s = \"<<<\";\n"
              "#elif 1\n  k<<<1, 3>>>(n);\n#else\n  k<< <1, 4>> >(n);\n  k<<<1, 5>>>(n);\n#endif\n"
              "  /* k<<<1, 6>>>(n); */\n}\n");
  assert_int_equal(c.u->sites.len, 1);
  assert_int_equal(c.u->hidden_launches.len, 3);
  assert_span(&c, c.u->hidden_launches.data[0], "<<<");
  assert_span(&c, c.u->hidden_launches.data[1], "<< <");
  case_close(&c);
}

static void pragmas_steer_the_next_launch(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__global__ void k(int) {}\n"
                  "__global__ void p(int n) {\n"
                  "#pragma freelaunch strategy(t1) threshold(64)\n"
                  "  if (n > 0) k<<<1, 2>>>(n);\n"
                  "  k<<<1, 2>>>(n);\n"
                  "  #  pragma freelaunch \\\r\n   coarsen(auto), \\\r\n strategy(block) // why\r\n"
                  "  // a comment\r\n"
                  "  k<<<1, 2>>>(n);\r\n"
                  "#pragma freelaunch strategy(t2)\n"
                  "#pragma freelaunch threshold(8)\n"
                  "  k<<<1, 2>>>(n);\n"
                  "#pragma freelaunch strategy(t1\n"
                  "  k<<<1, 2>>>(n);\n"
                  "#pragma freelaunch speed(11)\n"
                  "#pragma freelaunch\n"
                  "#pragma other strategy(t1)\n"
                  "  k<<<1, 2>>>(n);\n"
                  "#if 0\n#pragma freelaunch nonsense\n#endif\n"
                  "#pragma freelaunch strategy(warp)\n"
                  "  n++; k<<<1, 2>>>(n);\n"
                  "}\n");
  struct fl_pragma *a = site(&c, 1)->pragma, *b = site(&c, 3)->pragma, *d = site(&c, 4)->pragma;
  assert_non_null(a);
  assert_string_equal(a->strategy, "t1");
  assert_string_equal(a->threshold, "64");
  assert_null(a->coarsen);
  assert_ptr_equal(a->site, site(&c, 1));
  assert_span(&c, a->span, "#pragma freelaunch strategy(t1) threshold(64)");
  assert_null(site(&c, 2)->pragma);
  assert_non_null(b);
  assert_string_equal(b->strategy, "block");
  assert_string_equal(b->coarsen, "auto");
  assert_string_equal(d->strategy, "t2");
  assert_string_equal(d->threshold, "8");
  assert_null(site(&c, 5)->pragma);
  assert_null(site(&c, 6)->pragma);
  assert_null(site(&c, 7)->pragma);
  assert_int_equal(c.diags.warnings, 4);
  assert_string_equal(c.diags.all.data[0].name, "pragma");
  assert_int_equal(c.diags.all.data[0].line, 14);
  case_close(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_launch_has_all_its_parts),
      cmocka_unit_test(block_sizes_are_computed),
      cmocka_unit_test(extents_of_blocks_are_known_apart),
      cmocka_unit_test(spaces_and_braces_are_taken),
      cmocka_unit_test(templates_are_launched),
      cmocka_unit_test(pointers_and_overloads),
      cmocka_unit_test(launches_are_found_everywhere),
      cmocka_unit_test(macros_around_launches),
      cmocka_unit_test(skipped_launches_are_listed),
      cmocka_unit_test(pragmas_steer_the_next_launch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
