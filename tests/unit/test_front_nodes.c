// The front end: mirrored bodies.
#include "front_case.h"

static void loops_have_their_parts(void **state) {
  (void)state;
  static const struct {
    const char *loop, *init, *cond, *inc, *then;
  } rows[] = {
      {"for (int i = 0; i < n; i++) n--;", "int i = 0;", "i < n", "i++", "n--"},
      {"for (;;) break;", "", "", "", "break"},
      {"for (; n;) n--;", "", "n", "", "n--"},
      {"for (;; n--) { }", "", "", "n--", "{ }"},
      {"for (n = 1;;) ;", "n = 1", "", "", ";"},
      {"for (n = 1;; n++) ;", "n = 1", "", "n++", ";"},
      {"for (; n > 0; ) ;", "", "n > 0", "", ";"},
      {"for (int a[2] = {1, 2}; /* ; */ a[0] < (n);) ';';", "int a[2] = {1, 2};", "a[0] < (n)", "",
       "';'"},
      {"for (; int m = n; n--) ;", "", "int m = n", "n--", ";"},
      {"for (n = 0; F(n); n += 2, n++) ;", "n = 0", "F(n)", "n += 2, n++", ";"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_case c;
    char text[512];
    snprintf(text, sizeof text, "#define F(x) ((x) < 3)\n__global__ void k(int n) { %s }\n",
             rows[i].loop);
    case_source(&c, text);
    struct fl_node *f = node(&c, "k", FL_FOR, NULL);
    assert_string_equal(f->init ? fl_span_text(c.u, f->init->span) : "", rows[i].init);
    if (i != 9) // the condition's own span leaves out the parentheses of the macro's body
      assert_string_equal(f->cond ? fl_span_text(c.u, f->cond->span) : "", rows[i].cond);
    assert_string_equal(f->inc ? fl_span_text(c.u, f->inc->span) : "", rows[i].inc);
    assert_span(&c, f->then->span, rows[i].then);
    case_close(&c);
  }
}

static void conditions_have_their_parts(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__global__ void k(int n) {\n"
                  "  if (n > 1) n = 2; else if (int m = n) m++; else { }\n"
                  "  while (n < 3) n++;\n"
                  "  do n--; while (n);\n"
                  "  switch (n) { case 1: n = 4; break; default: n = 5; }\n"
                  "  n = n ? 6 : 7;\n"
                  "  int a[2] = {1, 2}; for (int x : a) n += x;\n"
                  "  if constexpr (sizeof(int) == 4) n = 8;\n"
                  "  if (int q = 9; q > n) n = q;\n"
                  "again: if (n) goto again;\n"
                  "  return;\n"
                  "}\n");
  struct fl_function *k = function(&c, "k");
  struct fl_node *n = k->body->kids.data[0];
  assert_int_equal(n->kind, FL_IF);
  assert_span(&c, n->cond->span, "n > 1");
  assert_span(&c, n->then->span, "n = 2");
  assert_int_equal(n->otherwise->kind, FL_IF);
  assert_int_equal(n->otherwise->cond->kind, FL_VAR);
  assert_span(&c, n->otherwise->cond->init->span, "n");
  assert_span(&c, n->otherwise->otherwise->span, "{ }");
  n = k->body->kids.data[1];
  assert_span(&c, n->cond->span, "n < 3");
  assert_span(&c, n->then->span, "n++");
  assert_true(n->then->postfix);
  n = k->body->kids.data[2];
  assert_span(&c, n->then->span, "n--");
  assert_span(&c, n->cond->span, "n");
  n = k->body->kids.data[3];
  assert_span(&c, n->cond->span, "n");
  assert_int_equal(n->then->kind, FL_COMPOUND);
  assert_int_equal(n->then->kids.data[0]->kind, FL_CASE);
  assert_int_equal(n->then->kids.data[0]->cond->value, 1);
  assert_int_equal(n->then->kids.data[2]->kind, FL_DEFAULT);
  n = find_node(k->body, FL_TERNARY, NULL);
  assert_span(&c, n->otherwise->span, "7");
  n = find_node(k->body, FL_RANGE_FOR, NULL);
  assert_span(&c, n->init->span, "int x");
  assert_span(&c, n->cond->span, "a");
  assert_span(&c, n->then->span, "n += x");
  n = k->body->kids.data[7];
  assert_span(&c, n->cond->span, "sizeof(int) == 4");
  assert_int_equal(n->cond->value, 1);
  n = k->body->kids.data[8];
  assert_span(&c, n->init->span, "int q = 9;");
  assert_span(&c, n->cond->span, "q > n");
  n = k->body->kids.data[9];
  assert_int_equal(n->kind, FL_LABEL);
  assert_string_equal(n->name, "again");
  assert_string_equal(n->then->then->name, "again");
  assert_int_equal(n->then->then->kind, FL_GOTO);
  case_close(&c);
}

static void names_have_declarations(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c, "__device__ int g; __constant__ float table[4]; enum E { ONE = 1 };\n"
                  "struct P { int x; __device__ int m() const; };\n"
                  "template <class T, int N> __global__ void k(P *p, T t, const int &r) {\n"
                  "  const int c = 3; static int s; volatile int v = N; int *q = &p->x;\n"
                  "  g = c + s + v + *q + ONE + r + p->m() + (int)table[0] + threadIdx.x + N;\n"
                  "}\n");
  static const struct {
    const char *name;
    enum fl_decl_kind kind;
  } rows[] = {{"g", FL_DECL_GLOBAL}, {"c", FL_DECL_LOCAL},         {"s", FL_DECL_GLOBAL},
              {"v", FL_DECL_LOCAL},  {"q", FL_DECL_LOCAL},         {"ONE", FL_DECL_ENUMERATOR},
              {"r", FL_DECL_PARAM},  {"table", FL_DECL_GLOBAL},    {"threadIdx", FL_DECL_BUILTIN},
              {"p", FL_DECL_PARAM},  {"N", FL_DECL_TEMPLATE_PARAM}};
  struct fl_function *k = function(&c, "k");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct fl_node *n = node(&c, "k", FL_REF, rows[i].name);
    assert_non_null(n->decl);
    assert_int_equal(n->decl->kind, rows[i].kind);
  }
  struct fl_decl *cc = node(&c, "k", FL_REF, "c")->decl;
  assert_true(cc->is_const && !cc->is_constexpr);
  assert_ptr_equal(cc->owner, k);
  assert_ptr_equal(node(&c, "k", FL_VAR, "c")->decl, cc);
  assert_int_equal(node(&c, "k", FL_REF, "c")->value, 3);
  assert_true(node(&c, "k", FL_REF, "v")->decl->is_volatile);
  assert_true(node(&c, "k", FL_REF, "q")->decl->is_pointer);
  assert_true(node(&c, "k", FL_REF, "r")->decl->is_reference);
  assert_null(node(&c, "k", FL_REF, "g")->decl->owner);
  assert_int_equal(node(&c, "k", FL_MEMBER, "x")->decl->kind, FL_DECL_FIELD);
  assert_true(k->params.data[1].decl->dependent);
  assert_false(k->params.data[0].decl->dependent);
  struct fl_node *call = node(&c, "k", FL_CALL, "m");
  assert_ptr_equal(call->decl->function, function(&c, "P::m"));
  assert_int_equal(call->callee->kind, FL_MEMBER);
  case_close(&c);
}

static void calls_and_operators(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c,
              "struct V { int a; __device__ V operator+(V o) const; __device__ int operator[](int "
              "i) const; };\n"
              "__device__ int f(int a, int b = 2);\n"
              "template <class T> __device__ T t(T x) { return x; }\n"
              "template <class T> __device__ void gen(T x) { t(x); x.foo(1); T y(x); y = T(3); }\n"
              "__global__ void k(V v, int n) {\n"
              "  V w = v + v; n = v[1] + f(n); n += t<int>(n) << 2; n = -n; n = !n && (n, 3);\n"
              "  int *q = new int[n]; delete[] q; auto l = [&](int i) { return i + n; }; l(4);\n"
              "  asm volatile(\"bar.sync 0;\"); float x = (float)n; x = static_cast<float>(n); "
              "dim3 d(1, 2);\n"
              "}\n");
  struct fl_node *plus = node(&c, "k", FL_CALL, "operator+");
  assert_ptr_equal(plus->decl->function, function(&c, "V::operator+"));
  assert_span(&c, plus->callee->span, "+");
  assert_int_equal(plus->kids.len, 3);
  struct fl_node *f = node(&c, "k", FL_CALL, "f");
  assert_int_equal(f->kids.len, 2); // the callee and what was written
  assert_ptr_equal(f->decl->function, function(&c, "f"));
  struct fl_node *t = node(&c, "k", FL_CALL, "t");
  assert_ptr_equal(t->decl->function, function(&c, "t"));
  assert_int_equal(node(&c, "k", FL_ASSIGN, "+=")->kids.len, 2);
  assert_span(&c, node(&c, "k", FL_BINARY, "<<")->span, "t<int>(n) << 2");
  assert_span(&c, node(&c, "k", FL_UNARY, "-")->span, "-n");
  assert_span(&c, node(&c, "k", FL_BINARY, "&&")->span, "!n && (n, 3)");
  assert_span(&c, node(&c, "k", FL_BINARY, ",")->span, "n, 3");
  assert_non_null(node(&c, "k", FL_NEW, NULL));
  assert_non_null(node(&c, "k", FL_DELETE, NULL));
  assert_non_null(node(&c, "k", FL_LAMBDA, NULL));
  assert_non_null(node(&c, "k", FL_ASM, NULL));
  assert_span(&c, node(&c, "k", FL_CAST, NULL)->span, "(float)n");
  assert_int_equal(node(&c, "k", FL_VAR, "d")->init->kind, FL_CALL);
  assert_int_equal(node(&c, "k", FL_VAR, "w")->init->kind, FL_CALL);
  assert_string_equal(node(&c, "gen", FL_CALL, "t")->name, "t");
  assert_ptr_equal(node(&c, "gen", FL_CALL, "t")->decl->function, function(&c, "t"));
  assert_string_equal(node(&c, "gen", FL_CALL, "foo")->callee->name, "foo");
  assert_int_equal(node(&c, "gen", FL_ASSIGN, "=")->kids.data[1]->kind, FL_CAST);
  case_close(&c);
}

static void parents_and_kids_agree(struct fl_node *n) {
  for (size_t i = 0; i < n->kids.len; i++) {
    assert_ptr_equal(n->kids.data[i]->parent, n);
    parents_and_kids_agree(n->kids.data[i]);
  }
}

static void macros_in_bodies(void **state) {
  (void)state;
  struct front_case c;
  case_source(&c,
              "#define ADD(a, b) a + b\n#define ID(x) x\n#define N 4\n"
              "#define FOR(i, n) for (int i = 0; i < n; i++)\n"
              "__global__ void k(int x, int y) {\n"
              "  x = ADD(x, y) * 2; x = ID(x) + ID(y); x = N + y; y = ID(x + N); y = x - ID(y);\n"
              "  FOR(i, x) { y += i; }\n"
              "}\n");
  struct fl_function *k = function(&c, "k");
  struct fl_node **s = k->body->kids.data;
  assert_span(&c, s[0]->kids.data[1]->span, "ADD(x, y) * 2");
  assert_span(&c, s[1]->kids.data[1]->span, "ID(x) + ID(y)");
  assert_true(s[1]->kids.data[1]->editable);
  assert_span(&c, s[1]->kids.data[1]->kids.data[0]->span, "x");
  assert_true(s[1]->kids.data[1]->kids.data[0]->editable);
  assert_true(s[2]->kids.data[1]->editable);
  assert_false(s[2]->kids.data[1]->kids.data[0]->editable);
  assert_int_equal(s[2]->kids.data[1]->kids.data[0]->value, 4);
  assert_span(&c, s[3]->kids.data[1]->span, "x + N");
  assert_span(&c, s[4]->kids.data[1]->span, "x - ID(y)");
  assert_int_equal(s[5]->kind, FL_FOR);
  assert_span(&c, s[5]->span, "FOR(i, x) { y += i; }");
  assert_true(s[5]->editable);
  assert_non_null(s[5]->init);
  assert_int_equal(s[5]->cond->kind, FL_BINARY);
  assert_int_equal(s[5]->inc->kind, FL_UNARY);
  assert_span(&c, s[5]->then->span, "{ y += i; }");
  parents_and_kids_agree(k->body);
  case_close(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_have_their_parts),  cmocka_unit_test(conditions_have_their_parts),
      cmocka_unit_test(names_have_declarations), cmocka_unit_test(calls_and_operators),
      cmocka_unit_test(macros_in_bodies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
