// Whether launches in a text may be in device code: what is plainly the host's is told apart, and nothing else.
#include "driver/transform.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void host_alone(void **state) {
  static const char *const texts[] = {
      "__global__ void k(int *p) { *p = 1; }\nint main(int n, char **v) { k<<<1, 1>>>(0); }",
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n__device__ int x;\nvoid f() { k<<<1, 2>>>(); }\n"
      "#ifdef __cplusplus\n}\n#endif\n",
      "namespace a::b { inline namespace c { __global__ void k() {} void f() { k<<<1, 1>>>(); } } "
      "}",
      "template <class T, int BLOCK> __global__ void k(T *p) { if (p) { p[0] = '{'; } }\n"
      "template <class T> void f(T *p, const char *s = \"}\") { k<T, 3> << < 1, 2 >> > (p); }",
      "struct S { int a[3]; __device__ int g() { return a[0]; } } s = {{1, 2, 3}};\n"
      "static const int t[] = {1'000, 2}; /* } __device__ */ // __global__ {\n"
      "void f() {\n#if N > 1\n  k<<<1, 1>>>(s);\n#else\n  k<<<2, 1>>>(s);\n#endif\n  delete[] "
      "q;\n}",
      "#define CHECK(x) do { if (x) { exit(1); } } while (0)\nvoid f() { k<<<1, 1>>>(); CHECK(1); "
      "}",
      "__global__ void k() {}\n#include \"more.h\"\n__device__ int i[] = {1};\nint main() { k<<<1, "
      "1>>>(); }",
      "__constant__ float c[4];\nusing namespace std;\nstatic inline void g(int device) { k<<<1, "
      "1>>>(); }",
      "void f() { auto h = [=](int i) { k<<<1, i>>>(); }; h(2); struct timeval t; }",
      NULL};
  (void)state;
  for (const char *const *t = texts; *t; t++) {
    if (fl_defines_device_code(*t, strlen(*t)) || fl_may_launch_in_device_code(*t))
      fail_msg("taken for device code: %s", *t);
  }
}

static void device_perhaps(void **state) {
  static const char *const texts[] = {
      "__global__ void k() { c<<<1, 1>>>(); }",
      "__device__ __noinline__ void f() { if (1) { c << < 1, 1 >> > (); } }",
      "void f() __device__ { c<<<1, 1>>>(); }",
      "struct S { void h() {} __device__ void f() { c<<<1, 1>>>(); } };",
      "struct S { HOST_DEVICE void f() { c<<<1, 1>>>(); } };",
      "THRUST_FUNCTION void f() { c<<<1, 1>>>(); }",
      "__attribute__((global)) void f() { c<<<1, 1>>>(); }",
      "void f() { auto g = [=] __device__(int i) { c<<<1, i>>>(); }; }",
      "void f() { auto g = [=] lambda(int i) { c<<<1, i>>>(); }; }",
      "__device__ S::S() : a{1}, b(2) { c<<<1, 1>>>(); }",
      "__device__ S::S() : a{1} // one\n#if 1\n#endif\n /* and */ { c<<<1, 1>>>(); }",
      "__global__ void f()\n#if A\n{\n#else\n{ int i;\n#endif\n c<<<1, 1>>>(); }",
      "#if A\n__global__ void f() { int i; }\n#else\n}\n#endif\nc<<<1, 1>>>(); }",
      "__global__ void f() BEGIN int i; c<<<1, 1>>>(); END",
      "__global__\n#include \"body.h\"\nvoid f() { c<<<1, 1>>>(); }",
      "#define gpu __device__\ngpu void f() { c<<<1, 1>>>(); }",
      "#define gpu __attribute__((device))\ngpu void f() { c<<<1, 1>>>(); }",
      "#define go(k) k<<<1, 1>>>()\n__device__ void f() { go(c); }",
      "#define go(k) \\\n  k<<<1, 1>>>()\n__device__ void f() { go(c); }",
      "#define go(k) \\\r\n  k<< \\\r\n<1, 1>>>()\r\n__device__ void f() { go(c); }",
      "#pragma freelaunch strategy(t1)\nvoid f() { c<<<1, 1>>>(); }",
      "const char *s = R\"x(\" } )x\"; __device__ void f() { c<<<1, 1>>>(); }",
      "__device__ void f() <% c<<<1, 1>>>(); %>",
      "void f() { c<<<1, 1>>>(); ",
      "void f() { c<<<1, 1>>>(); } }",
      NULL};
  (void)state;
  for (const char *const *t = texts; *t; t++) {
    if (!fl_defines_device_code(*t, strlen(*t)) && !fl_may_launch_in_device_code(*t))
      fail_msg("taken for the host's: %s", *t);
  }
  assert_true(fl_defines_device_code("a\0b", 3)); // nothing is seen behind such a character
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(host_alone),
      cmocka_unit_test(device_perhaps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
