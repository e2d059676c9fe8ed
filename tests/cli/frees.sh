# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Every way that a file has of freeing on the device: what cannot be changed keeps it from the pool, alone or as one of several. The mark of an object that is one of
# several says which it was.
mark_of() { # NAME CODE
  printf '%s\n' "$2" >"$1.cu"
  fl -dc -arch=sm_90 --extended-lambda --expt-relaxed-constexpr -std=c++20 "$1.cu"
  check "frees: $1: compiles" ok
}
marked() { argv_has "-Xcompiler=-Wa\\,--defsym\\,fl_pool_mark=$1"; }
kept() {
  mark_of "$@"
  check "frees: $1: no mark" not grep -q fl_pool_mark "$W/fake/argv.1"
}
objects_kept() {
  mark_of "$@"
  check "frees: $1: but not objects" marked 1
}
# All calls that are left in device code must be ours.
known() {
  mark_of "$@"
  check "frees: $1: all are known" marked 3
}

kept ctorinit 'struct S { int q; __device__ S(int *a) : q((free(a), 1)) {} };
__global__ void k(int *p) { S s(p); }'
kept defarg '__device__ void f(int *p, int x = (free(nullptr), 0)) {}'
kept defargfn '__device__ void f(int *p, void (*g)(void *) = free) { g(p); }'
kept meminit 'struct S { int *p; int q = (free(p), 0); __device__ S(int *a) : p(a) {} };
__global__ void k(int *p) { S s(p); }'
kept meminitfn 'struct S { void (*g)(void *) = free; };
__global__ void k(int *p) { S s; s.g(p); }'
kept table '__device__ void (*const table[])(void *) = {free};
__global__ void k(int *p) { table[0](p); }'
kept nsconst 'constexpr void (*g)(void *) = free;
__global__ void k(int *p) { g(p); }'
kept nsauto 'constexpr auto g = &free;
__global__ void k(int *p) { g(p); }'
kept targ 'template <void (*F)(void *)> __device__ void call(void *p) { F(p); }
__global__ void k(int *p) { call<free>(p); }'
kept tdefarg 'template <void (*F)(void *) = free> __device__ void call(void *p) { F(p); }
__global__ void k(int *p) { call<>(p); }'
kept tusing 'template <void (*F)(void *)> struct C { static __device__ void call(void *p) { F(p); } };
using D = C<free>;
__global__ void k(int *p) { D::call(p); }'
kept smember 'struct S { static constexpr void (*g)(void *) = free; };
__global__ void k(int *p) { S::g(p); }'
kept nslambda2 'constexpr auto l = [](int *q) { free(q); };
__global__ void k(int *p) { l(p); }'
kept hostlambda 'template <class F> __global__ void k(F f) { f(); }
void h(int *p) { k<<<1, 1>>>([=] __device__ () { free(p); }); }'
kept macroq '#define DEL(p) ::free(p)
__device__ void f(int *p) { DEL(p); }'
kept asmlabel 'extern "C" __device__ void mine(void *) __asm__("free");
__device__ void f(int *p) { mine(p); }'
kept asmcall '__device__ void f(int *p) { asm volatile("{ .param .b64 a; st.param.b64 [a], %0; call.uni free, (a); }" :: "l"(p)); }'
kept req 'template <class T> concept F = requires(T p) { free(p); };
template <F T> __device__ void g(T p) { free(p); }'
kept cond '__global__ void k(int *p, int b) { (b ? free : free)(p); }'
kept structured '__global__ void k(int *p) { void (&f)(void *) = free; f(p); }'
kept deref '__device__ void f(int *p) { (*free)(p); }'
kept archif '__device__ void f(int *p) {
#if __CUDA_ARCH__ < 700
 free(p);
#endif
}'
kept hostlocal 'template <class F> __global__ void k(F f) { f(); }
void h(int *q) { struct L { int *p; __device__ void operator()() { free(p); } }; k<<<1, 1>>>(L{q}); }'
kept macrolambda '#define ON_DEVICE __device__
#define DEVICE_LAMBDA [=] ON_DEVICE
template <class F> __global__ void k(F f) { f(); }
void h(int *p) { k<<<1, 1>>>(DEVICE_LAMBDA() { free(p); }); }'
kept macrotable '#define RELEASE free
__device__ void (*const table[])(void *) = {RELEASE};
__global__ void k(int *p) { table[0](p); }'
kept macroarg '#define ID(x) x
template <void (*F)(void *)> __device__ void call(void *p) { F(p); }
__global__ void k(int *p) { ID(call<free>(p)); }'
kept macroboth '#define ID(x) x
#define RELEASE(p) free(p)
template <void (*F)(void *)> __device__ void call(void *p) { F(p); }
__global__ void k(int *p) { ID(call<free>(p)); RELEASE(p); }'
kept nested '#define A(p) B(p)
#define B(p) ::free(p)
__global__ void k(int *p) { A(p); }'
kept commaarg 'template <int, void (*F)(void *)> __device__ void call(void *p) { F(p); }
__global__ void k(int *p) { call<3, free>(p); }'
kept amp '__device__ void g(int, void (*f)(void *) = &free);
'
kept enumlike 'struct F { void (*a)(void *); void (*b)(void *); };
__device__ const F fs{nullptr, free};'
kept arr2 '__device__ void (*const t[2])(void *) = {nullptr, free};'
kept classuser 'class A {}; __device__ void (*const t[2])(void *) = {nullptr, free};'
kept ret '__device__ auto f() { return free; }'
kept trail '__device__ auto f(int *p) -> decltype(free(p)) { free(p); }'
kept using2 'template <void (*F)(void *)> struct D {};
using X = D<free>;'
kept ternary '__device__ bool b; __device__ void f(int *p, int x = sizeof(int) > 2 ? (free(nullptr), 1) : 0);'
kept ns_q '#include <cstdlib>
__device__ void (*const g)(void *) = std::free;'
kept ns_q2 '#include <cstdlib>
__device__ void (*const g)(void *) = ::free;'
kept adl 'namespace n { struct A {}; __device__ void free(A *a); }
template <class T> __device__ void f(T *p) { free(p); }
__global__ void k(n::A *a) { f(a); }'
objects_kept macrodel '#define DEL(p) delete p
__device__ void f(int *p) { DEL(p); }'
objects_kept opdel '__device__ void f(int *p) { ::operator delete(p); }'
objects_kept delthis 'struct S { __device__ void f() { delete this; } };'
objects_kept memdel 'struct S { int *p; int q = (delete p, 0); __device__ S(int *a) : p(a) {} };
__global__ void k(int *p) { S s(p); }'
objects_kept defargdel '__device__ int f(int *p, int x = (delete (int *)nullptr, 0)) { return x; }'
objects_kept nslamdel 'constexpr auto l = [](int *q) { delete q; };
__global__ void k(int *p) { l(p); }'
known plain '__device__ void f(int *p) { free(p); }'
known tmpl 'template <class T> __device__ void t(T *p) { free(p); }
__global__ void k(int *p) { t(p); }'
known tmpl_uninst 'template <class T> __device__ void t(T *p) { free(p); }'
known stdfree '#include <cstdlib>
__device__ void f(int *p) { std::free(p); }'
known using '#include <cstdlib>
__device__ void f(int *p) { using std::free; free(p); }'
known paren '__device__ void f(int *p) { (free)(p); }'
known lambda '__device__ void f(int *p) { auto l = [](int *q) { free(q); }; l(p); }'
known macro '#define DEL(p) free(p)
__device__ void f(int *p) { DEL(p); }'
known arrdel '__device__ void f(int *p) { delete[] p; }'
known delexprdefault 'struct S { __device__ ~S(); int *p; };
__device__ S::~S() { delete p; }'
known cudafreenull '__device__ void f(int *p) { cudaFree(p); }'
known ifconst 'template <bool B> __device__ void f(int *p) { if constexpr (B) free(p); }
__global__ void k(int *p) { f<true>(p); }'
known varinit '__device__ int f(int *p) { static int x = 0; int y = (free(p), x); return y; }'
known friend 'struct S { friend __device__ void g(S *s) { free(s); } };
__global__ void k(S *s) { g(s); }'
known localclass '__global__ void k(int *p) { struct L { __device__ void f(int *q) { free(q); } }; L().f(p); }'
known conv 'struct S { int *p; __device__ operator int() { free(p); return 1; } };
__global__ void k(S *s, int *o) { *o = *s; }'
known hd '__host__ __device__ void f(int *p) { free(p); }'
known hdc '__host__ __device__ constexpr int f(int *p) { return p ? 1 : 0; }
void h(int *p) { free(p); }'
known constexprfn 'constexpr int f(int *p) { delete p; return 1; }
__global__ void k(int *p, int *o) { *o = f(p); }'
known excspec 'struct S { __device__ ~S() noexcept { free(p); } int *p; };
__global__ void k() { S s; s.p = nullptr; }'
known inherit 'struct B { int *p; __device__ B(int *q) : p(q) {} __device__ ~B() { free(p); } }; struct D : B { using B::B; };
__global__ void k(int *p) { D d(p); }'
known genericlam '__global__ void k(int *p) { auto l = [](auto q) { free(q); }; l(p); }'
known declarator 'struct S { int used, free; };
__global__ void k(S *s) { s->free = 1; }'
known enum 'enum State { used, free_ , cudaFree = 3 };
int main() {}'
known method '#include <cstdlib>
struct P { __device__ void free(int *p); void other(); };
__device__ void P::free(int *p) { ::free(p); }
__global__ void k(P a, int *p) { a.free(p); }'
known deleted '#define NOCOPY(T) T(const T &) = delete; T &operator=(const T &) = delete
struct S { S(); NOCOPY(S); S(S &&) = delete; };'
known using '#include <cstdlib>
using std::free;
__global__ void k(int *p) { free(p); }'
known host '#include <cstdlib>
void h(int *p) { free(p); auto l = [=] { free(p); }; l(); delete p; }'
known hostmacro '#include <cstdlib>
#define TEST(a) void test_##a()
TEST(one) { int *p = (int *)malloc(4); free(p); }'
known hostlambda '#include <cstdlib>
template <class F> __global__ void k(F f) { f(); }
void h(int *p) { k<<<1, 1>>>([=] __device__ () { *p = 1; }); free(p); cudaFree(p); }'
known ctor '#include <cstdlib>
struct H { int *p; H() : p(nullptr) {} ~H() { free(p); } H &operator=(const H &) = delete; };'
known extern 'extern "C" void free(void *) noexcept;
__global__ void k(int *p) { free(p); }'
known hostmacro2 '#include <cstdlib>
#define GONE(p) do { free(p); p = 0; } while (0)
void h(int *p) { GONE(p); }
__global__ void k(int *p) { GONE(p); }'
known check '#define CHECK(x) do { if (x) return; } while (0)
void h(int *p) { CHECK(cudaFree(p)); }'
known printf '#include <cstdio>
__global__ void k() { printf("free list, call us\n"); printf("set free"); }'
known comment '// free(p)
/* delete p */
__global__ void k() {}'
known tmplhost '#include <cstdlib>
template <class T> struct V { T *p; ~V() { free(p); } void clear() { delete[] p; } };'
known local '__global__ void k(int *p) { int free = *p; p[free] = free; }'
known friendop '#include <cstdlib>
namespace n { struct A; void free(A *a); }
void n::free(A *a) { ::free(a); }'
# Headers: the user's, and such as -isystem makes so.
mkdir sys
echo 'inline __device__ void gone(int *p) { free(p); }' >sys/gone.h
echo 'inline __device__ void gone(int *p) { void (*f)(void *) = free; f(p); }' >sys/taken.h
printf '#include <%s.h>\n__global__ void k(int *p) { gone(p); }\n' gone >header.cu
sed 's/gone.h/taken.h/' header.cu >header2.cu
for how in -I -isystem=; do
  fl -dc header.cu ${how}sys
  check "frees: a header by $how: all are known" marked 3
  fl -dc header2.cu ${how}sys
  check "frees: a header by $how: no mark" not grep -q fl_pool_mark "$W/fake/argv.1"
  fl --fl-emit -dc header.cu ${how}sys
  check "frees: a header by $how: is ours" prints '__fl::heap::free(p)'
done

# Where the arguments tell which function is called.
for name in tmpl genericlam ifconst; do
  fl --fl-emit -dc --expt-relaxed-constexpr "$name.cu"
  check "frees: $name: is ours" prints ' __fl::heap::free('
done
{ cat tmpl.cu; printf '__global__ void p() { k<<<1, 1>>>((int *)malloc(4)); }\nint main() { p<<<1, 1>>>(); }\n'; } >lone.cu
fl --fl-emit lone.cu
check 'frees: a template of a program of one file' prints '{ __fl::heap::free(p); }'
