// The front end: files, functions and their heads.
#include "front_case.h"

static void a_head_is_read_from_the_text(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "namespace ns {\n"
                  "static __launch_bounds__(32) __global__ void a(int n = 3, const int "
                  "*__restrict__ p = nullptr) { }\n"
                  "extern \"C\" __global__ __launch_bounds__(64, 2) void b(dim3 d, int m[4]) {}\n"
                  "template <class T, int N = (3 > 2), class... Ts>\n"
                  "__device__ __forceinline__ T c(T x, Ts... rest) { return x; }\n"
                  "[[nodiscard]] __host__ __device__ int d() { return 1; }\n"
                  "constexpr int e(int x) { return x; }\n"
                  "int host(int x) { return x; }\n"
                  "}\n");
  assert_int_equal(c.u->functions.len, 5);
  struct fl_function *a = function(&c, "ns::a"), *b = function(&c, "ns::b"),
                     *t = function(&c, "ns::c");
  assert_int_equal(a->kind, FL_KERNEL);
  assert_true(a->is_static);
  assert_true(a->editable);
  assert_false(a->from_macro);
  assert_string_equal(a->scope, "ns");
  assert_string_equal(a->return_type, "void");
  assert_span(&c, a->specifiers, "static __launch_bounds__(32) __global__ void ");
  assert_span(&c, a->name_span, "a");
  assert_span(&c, a->body_span, "{ }");
  assert_span(&c, a->params_span, "int n = 3, const int *__restrict__ p = nullptr");
  assert_int_equal(a->params.len, 2);
  assert_span(&c, a->params.data[0].span, "int n = 3");
  assert_span(&c, a->params.data[0].type_and_name, "int n");
  assert_span(&c, a->params.data[0].default_arg, "3");
  assert_span(&c, a->params.data[1].type_and_name, "const int *__restrict__ p");
  assert_string_equal(a->params.data[0].type, "int");
  assert_int_equal(a->params.data[1].decl->kind, FL_DECL_PARAM);
  assert_true(a->params.data[1].decl->is_pointer);
  assert_ptr_equal(a->params.data[1].decl->owner, a);
  assert_span(&c, b->specifiers, "extern \"C\" __global__ __launch_bounds__(64, 2) void ");
  assert_span(&c, b->span,
              "extern \"C\" __global__ __launch_bounds__(64, 2) void b(dim3 d, int m[4]) {}");
  assert_span(&c, b->params.data[1].span, "int m[4]");
  assert_int_equal(t->kind, FL_DEVICE);
  assert_span(&c, t->template_head, "template <class T, int N = (3 > 2), class... Ts>");
  assert_span(&c, t->specifiers, "__device__ __forceinline__ T ");
  assert_int_equal(t->template_params.len, 3);
  assert_string_equal(t->template_params.data[0].name, "T");
  assert_true(t->template_params.data[0].is_type);
  assert_span(&c, t->template_params.data[1].span, "int N = (3 > 2)");
  assert_span(&c, t->template_params.data[1].default_arg, "(3 > 2)");
  assert_false(t->template_params.data[1].is_type);
  assert_true(t->template_params.data[2].is_pack);
  assert_true(t->params.data[1].is_pack);
  assert_int_equal(function(&c, "ns::d")->kind, FL_HOST_DEVICE);
  assert_int_equal(function(&c, "ns::e")->kind, FL_HOST_DEVICE);
  case_close(&c);
}

static void redeclarations_are_one_function(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__global__ void k(int first, int);\n"
                  "template <class T> __device__ T f(T);\n"
                  "__global__ void k(int a, int b) { f(a); }\n"
                  "template <class T> __device__ T f(T x) { return x; }\n"
                  "__global__ void k(int, int);\n"
                  "__global__ void only_declared();\n");
  struct fl_function *k = function(&c, "k");
  assert_int_equal(c.u->functions.len, 3);
  assert_int_equal(k->redeclarations.len, 2);
  assert_span(&c, k->redeclarations.data[0].span, "__global__ void k(int first, int);");
  assert_int_equal(k->params.len, 2);
  assert_string_equal(k->params.data[1].decl->name, "b");
  assert_non_null(k->body);
  assert_int_equal(k->calls.len, 1);
  assert_ptr_equal(k->calls.data[0]->decl->function, function(&c, "f"));
  assert_null(function(&c, "only_declared")->body);
  assert_false(function(&c, "only_declared")->editable);
  assert_true(fl_span_empty(function(&c, "only_declared")->span));
  case_close(&c);
}

static void members_know_their_class(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c,
              "template <class T> struct Tree {\n"
              "  T v;\n"
              "  __device__ T in() const { return v; }\n"
              "  template <int N> __device__ T out(T x);\n"
              "  static __device__ int st() { return 1; }\n"
              "  __device__ T operator()(int i) { return v; }\n"
              "};\n"
              "template <class T> template <int N> __device__ T Tree<T>::out(T x) { return x; }\n"
              "namespace { __global__ void hidden() {} }\n"
              "template <class T> __device__ T f(T x) { return x; }\n"
              "template <> __device__ int f<int>(int x) { return x + 1; }\n"
              "struct S { __device__ S() : a(1) {} __device__ ~S() {} int a; };\n");
  struct fl_function *in = function(&c, "Tree::in"), *out = function(&c, "Tree::out");
  assert_true(in->is_member && in->is_const_member && in->in_class_body && in->in_template_class);
  assert_true(out->is_member && !out->in_class_body && out->in_template_class);
  assert_span(&c, out->template_head, "template <int N>");
  assert_span(&c, out->specifiers, "__device__ T ");
  assert_span(&c, out->name_span, "out");
  assert_int_equal(out->redeclarations.len, 1);
  assert_int_equal(out->template_params.len, 1);
  assert_string_equal(out->template_params.data[0].name, "N");
  assert_true(out->span.begin < out->template_head.begin);
  assert_true(function(&c, "Tree::st")->is_static_member);
  assert_span(&c, function(&c, "Tree::operator()")->name_span, "operator()");
  assert_span(&c, function(&c, "Tree::operator()")->params_span, "int i");
  assert_true(function(&c, "hidden")->is_static);
  struct fl_function *special = c.u->functions.data[6];
  assert_string_equal(special->name, "f");
  assert_true(special->is_specialization);
  assert_false(function(&c, "f")->is_specialization);
  assert_span(&c, special->template_head, "template <>");
  assert_span(&c, special->name_span, "f");
  assert_non_null(function(&c, "S::S")->body);
  assert_span(&c, function(&c, "S::~S")->name_span, "~S");
  case_close(&c);
}

static void assert_head(struct front_case *c, struct fl_span s, const char *text) {
  assert_string_equal(fl_head_text(c->u, s), text);
}

static void macros_in_heads_are_noticed(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "#define KERNEL __global__ void\n"
                  "#define DEFINE(n) __global__ void n(int a) {}\n"
                  "#define POINTER(t) const t *RESTRICT\n"
                  "#define RESTRICT __restrict__\n"
                  "#define INLINE __forceinline__\n"
                  "#define DEVICE INLINE __device__\n"
                  "#define SIZE (2 * 8)\n"
                  "#define TWO int a, int b\n"
                  "#define SET int\n"
                  "KERNEL k(int a) {}\n"
                  "DEFINE(made)\n"
                  "__global__ void plain(int a) {}\n"
                  "DEVICE int device(POINTER(float) x, int y[SIZE], int n = SIZE) { return n; }\n"
                  "__global__ void two(TWO) {}\n"
                  "__global__ void set(SET a) {}\n"
                  "#pragma push_macro(\"SET\")\n"
                  "#pragma pop_macro(\"SET\")\n");
  assert_false(function(&c, "k")->from_macro);
  assert_head(&c, function(&c, "k")->specifiers, "__global__ void ");
  assert_true(function(&c, "made")->from_macro);
  assert_false(function(&c, "made")->editable);
  assert_false(function(&c, "plain")->from_macro);
  struct fl_function *device = function(&c, "device");
  assert_false(device->from_macro);
  assert_head(&c, device->specifiers, "__forceinline__ __device__ int ");
  assert_span(&c, device->params.data[0].type_and_name, "POINTER(float) x");
  assert_head(&c, device->params.data[0].type_and_name, "const float *__restrict__ x");
  assert_head(&c, device->params.data[1].type_and_name, "int y[(2 * 8)]");
  assert_head(&c, device->params.data[2].type_and_name, "int n");
  assert_head(&c, device->params.data[2].default_arg, "(2 * 8)");
  assert_true(function(&c, "two")->from_macro);
  assert_true(function(&c, "set")->from_macro);
  case_close(&c);
}

static void shared_variables_are_listed(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "extern __shared__ float at_file[];\n"
                  "template <class T> __global__ void k(T *p) {\n"
                  "  __shared__ T tile[32][4];\n"
                  "  __shared__ volatile int flag;\n"
                  "  extern __shared__ int dyn[];\n"
                  "  struct L { int x; };\n"
                  "  __shared__ L local[2];\n"
                  "  tile[0][0] = p[0]; at_file[0] = dyn[0] = flag;\n"
                  "}\n");
  struct fl_function *k = function(&c, "k");
  assert_int_equal(c.u->file_shared.len, 1);
  assert_string_equal(c.u->file_shared.data[0]->name, "at_file");
  assert_true(c.u->file_shared.data[0]->is_extern);
  assert_int_equal(k->shared.len, 4);
  struct fl_decl *tile = k->shared.data[0]->decl, *flag = k->shared.data[1]->decl;
  assert_int_equal(tile->kind, FL_DECL_SHARED);
  assert_true(tile->dependent && tile->is_array);
  assert_string_equal(tile->type, "T[32][4]");
  assert_ptr_equal(tile->owner, k);
  assert_true(flag->is_volatile);
  assert_int_equal(flag->size, 4);
  assert_true(k->shared.data[2]->decl->is_extern);
  assert_true(k->shared.data[3]->decl->local_type);
  assert_false(flag->local_type);
  assert_span(&c, k->shared.data[0]->span, "__shared__ T tile[32][4]");
  case_close(&c);
}

static void address_taken_is_not_called(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__global__ void launched(int) {}\n"
                  "__global__ void pointed(int) {}\n"
                  "template <class T> __global__ void pointed_template(T) {}\n"
                  "__global__ void at_file(int) {}\n"
                  "__global__ void argument(int) {}\n"
                  "template <void (*K)(int)> void launcher() { K<<<1, 1>>>(1); }\n"
                  "void (*table[])(int) = {at_file};\n"
                  "int main() {\n"
                  "  launched<<<1, 1>>>(1);\n"
                  "  (launched)<<<1, 1>>>(1);\n"
                  "  cudaLaunchKernel((const void *)pointed, 1, 1, 0, 0, 0);\n"
                  "  void (*p)(int) = pointed_template<int>; p<<<1, 1>>>(2);\n"
                  "  launcher<argument>();\n"
                  "}\n");
  assert_false(function(&c, "launched")->address_taken);
  assert_true(function(&c, "pointed")->address_taken);
  assert_true(function(&c, "pointed_template")->address_taken);
  assert_true(function(&c, "at_file")->address_taken);
  assert_true(function(&c, "argument")->address_taken);
  case_close(&c);
}

static void headers_of_the_user_are_editable(void **state) {
  (void)state;
  struct front_case c;
  case_open(&c);
  static const char a[] =
      "#pragma once\n#include <sub/c.h>\n#include \"b.h\"\n__global__ void in_a(int x) {}\n";
  static const char b[] =
      "#ifndef B\n#define B\n__global__ void in_b() { in_c<<<1, 2>>>(); }\n#endif\n";
  static const char sub[] = "__global__ void in_c() {}\n";
  static const char main_text[] =
      "#include <cstddef>\n#include \"a.h\"\n  #  include \"b.h\" // again\n"
      "#if 0\n#include \"missing.h\"\n#endif\nint main() { in_a<<<1, 2>>>(1); }\n";
  case_write(&c, "a.h", a, sizeof a - 1);
  case_write(&c, "b.h", b, sizeof b - 1);
  char path[256];
  snprintf(path, sizeof path, "mkdir %s/sub", c.dir);
  assert_int_equal(system(path), 0);
  case_write(&c, "sub/c.h", sub, sizeof sub - 1);
  case_write(&c, "main.cu", main_text, sizeof main_text - 1);
  snprintf(path, sizeof path, "-I%s", c.dir);
  const char *args[] = {path};
  case_parse_with(&c, args, 1);
  assert_false(c.u->parse_errors);
  assert_int_equal(c.u->files.len, 4);
  assert_true(c.u->files.data[0].is_main);
  assert_string_equal(c.u->files.data[0].path, c.path);
  assert_true(c.u->files.data[1].pragma_once);
  assert_false(c.u->files.data[0].pragma_once);
  assert_int_equal(c.u->includes.len, 5);
  assert_string_equal(c.u->includes.data[0].spelled, "cstddef");
  assert_int_equal(c.u->includes.data[0].file, -1);
  assert_true(c.u->includes.data[0].angled);
  assert_string_equal(c.u->includes.data[1].spelled, "a.h");
  assert_int_equal(c.u->includes.data[1].file, 1);
  assert_span(&c, c.u->includes.data[2].directive, "#  include \"b.h\"         ");
  assert_int_equal(c.u->includes.data[2].file, 3);
  assert_string_equal(c.u->includes.data[3].spelled, "sub/c.h");
  assert_int_equal(c.u->includes.data[3].file, 2);
  assert_string_equal(c.u->files.data[2].text, sub);
  struct fl_function *in_b = function(&c, "in_b");
  assert_int_equal(in_b->span.file, 3);
  assert_int_equal(c.u->sites.len, 2);
  assert_ptr_equal(site(&c, 1)->kernel, function(&c, "in_c"));
  assert_ptr_equal(site(&c, 2)->kernel, function(&c, "in_a"));
  case_close(&c);
}

static void errors_are_reported_where_they_are(void **state) {
  (void)state;
  struct front_case c;
  const char *text = "__global__ void k(int a) {}\nint main() {\n  k<<<1, 2>>>(missing);\n}\n";
  case_bytes(&c, text, strlen(text));
  assert_true(c.u->parse_errors);
  assert_int_equal(c.diags.errors, 1);
  const struct fl_diag *d = &c.diags.all.data[0];
  assert_string_equal(d->file, c.path);
  assert_int_equal(d->line, 3);
  assert_int_equal(d->col, 15);
  assert_int_equal(d->severity, FL_ERROR);
  assert_int_equal(c.u->functions.len, 1);
  case_close(&c);
}

static void a_missing_file_is_no_unit(void **state) {
  (void)state;
  struct front_case c;
  case_open(&c);
  case_parse_with(&c, NULL, 0);
  assert_null(c.u);
  assert_int_equal(c.diags.errors, 1);
  case_close(&c);
}

static void lines_end_as_they_like(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "// \xc3\xa4\xc3\xb6\r\n__global__ void k(int a) {}\r\n__global__ void p() {\r\n"
                  "  /* \xe2\x82\xac */ k<<<1,\r\n  2>>>(\r\n3);\r\n}\r\n");
  struct fl_site *s = site(&c, 1);
  assert_span(&c, s->config, "1,\r\n  2");
  assert_span(&c, s->args, "\r\n3");
  unsigned line, col;
  fl_line_col(&c.u->files.data[0], s->span.begin, &line, &col);
  assert_int_equal(line, 4);
  assert_int_equal(col, 13); // columns are bytes
  assert_int_equal(c.u->files.data[0].lines, 8);
  case_close(&c);
}

static void the_dump_shows_it_all(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__global__ void k(int a) { if (a) a++; }\nint main() { k<<<1, 2>>>(3); }\n");
  char *out = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&out, &len);
  fl_model_dump(c.u, true, f);
  fclose(f);
  assert_non_null(strstr(out, "kernel k at="));
  assert_non_null(strstr(out, "then:unary '++' postfix"));
  assert_non_null(strstr(out, "site 1 host"));
  assert_non_null(strstr(out, "block_threads=2"));
  free(out);
  case_close(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_head_is_read_from_the_text),
      cmocka_unit_test(redeclarations_are_one_function),
      cmocka_unit_test(members_know_their_class),
      cmocka_unit_test(macros_in_heads_are_noticed),
      cmocka_unit_test(shared_variables_are_listed),
      cmocka_unit_test(address_taken_is_not_called),
      cmocka_unit_test(headers_of_the_user_are_editable),
      cmocka_unit_test(errors_are_reported_where_they_are),
      cmocka_unit_test(a_missing_file_is_no_unit),
      cmocka_unit_test(lines_end_as_they_like),
      cmocka_unit_test(the_dump_shows_it_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
