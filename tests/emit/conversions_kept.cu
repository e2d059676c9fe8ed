// RUN: for c in $(seq 0 31); do flcc -DCASE=$c -DSAID=Saying -isystem %S/Inputs/system --fl-strategy=t1 --fl-remarks --fl-emit -o /dev/null %s >%t 2>&1; echo "case $c"; grep -E 'launch of|note:|error:' %t; done | FileCheck %s
// Conversions that depend on their block, of objects that are more than converted to a pointer where they are named.
#if CASE == 0 // followed
template <class T> struct Plain { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = Plain<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 0{{$}}
// CHECK-NEXT: remark: launch of 'child': t1;
#endif
#if CASE == 1 // a base
struct Base {};
template <class T> struct Based : Base { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = Based<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 1{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Based::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Based' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:53: note: because of this
#endif
#if CASE == 2 // a subclass
template <class T> struct Super { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> struct Sub : Super<T> {};
template <class T> __global__ void child(T *out) {
  T *s = Sub<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 2{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Super::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Super' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:33: note: because of this
#endif
#if CASE == 3 // a name of its own
template <class T> struct Named { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> using Alias = Named<T>;
template <class T> __global__ void child(T *out) {
  T *s = Alias<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 3{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Named::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Named' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-5]]:10: note: because of this
#endif
#if CASE == 4 // a macro makes it
template <class T> struct Made { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
#define MAKE(T) Made<T>()
template <class T> __global__ void child(T *out) {
  T *s = MAKE(T);
  out[0] = *s;
}
// CHECK-LABEL: case 4{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Made::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Made' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:13: note: because of this
#endif
#if CASE == 5 // a macro names it
template <class T> struct Pasted { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
#define PASTE(a, b) a##b
template <class T> struct Holds { PASTE(Pas, ted)<T> m; };
template <class T> __global__ void child(T *out) {
  Holds<T> h;
  T *s = h.m;
  out[0] = *s;
}
// CHECK-LABEL: case 5{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Pasted::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Pasted' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-8]]:35: note: because of this
#endif
#if CASE == 6 // an argument
template <class T> struct Passed { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class X> __device__ int *of(X x) { int *p = x; return p; }
template <class T> __global__ void child(T *out) {
  T *s = of(Passed<T>());
  out[0] = *s;
}
// CHECK-LABEL: case 6{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Passed::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Passed' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-5]]:13: note: because of this
#endif
#if CASE == 7 // a template argument
template <class T> struct Given { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class X> __device__ int *of() { int *p = X(); return p; }
template <class T> __global__ void child(T *out) {
  T *s = of<Given<T>>();
  out[0] = *s;
}
// CHECK-LABEL: case 7{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Given::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Given' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-5]]:13: note: because of this
#endif
#if CASE == 8 // deduced
template <class T> struct Deduced { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  auto d = Deduced<T>();
  T *s = d;
  out[0] = *s;
}
// CHECK-LABEL: case 8{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Deduced::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Deduced' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:12: note: because of this
#endif
#if CASE == 9 // a type of an expression
template <class T> struct Expressed { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  Expressed<T> e;
  decltype(e) same;
  T *s = same;
  out[0] = *s;
}
// CHECK-LABEL: case 9{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Expressed::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Expressed' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:12: note: because of this
#endif
#if CASE == 10 // an alternative
template <class T> struct Chosen { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = out ? Chosen<T>() : Chosen<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 10{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Chosen::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Chosen' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-5]]:16: note: because of this
#endif
#if CASE == 11 // a condition
template <class T> struct Tested { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  Tested<T> t;
  T *s = out;
  if (t)
    s = t;
  out[0] = *s;
}
// CHECK-LABEL: case 11{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Tested::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Tested' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:7: note: because of this
#endif
#if CASE == 12 // arithmetic
template <class T> struct Added { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = Added<T>() + 1;
  out[0] = *s;
}
// CHECK-LABEL: case 12{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Added::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Added' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-5]]:10: note: because of this
#endif
#if CASE == 13 // a reference
template <class T> struct Referred { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  Referred<T> r;
  auto &same = r;
  T *s = same;
  out[0] = *s;
}
// CHECK-LABEL: case 13{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Referred::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Referred' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:16: note: because of this
#endif
#if CASE == 14 // a pointer
template <class T> struct Pointed { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  Pointed<T> p;
  auto *q = &p;
  T *s = *q;
  out[0] = *s;
}
// CHECK-LABEL: case 14{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Pointed::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Pointed' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:14: note: because of this
#endif
#if CASE == 15 // constant
template <class T> struct Constant { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; }
  __device__ operator const T *() const { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  const Constant<T> c{};
  const T *s0 = c;
  T *s = (T *)s0;
  out[0] = *s;
}
// CHECK-LABEL: case 15{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Constant::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Constant' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:3: note: because of this
#endif
#if CASE == 16 // by name
template <class T> struct Called { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = Called<T>().operator T *();
  out[0] = *s;
}
// CHECK-LABEL: case 16{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Called::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Called' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-5]]:10: note: because of this
#endif
#if CASE == 17 // explicit
template <class T> struct Explicit { __device__ explicit operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = (T *)Explicit<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 17{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Explicit::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Explicit' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:58: note: because of this
#endif
#if CASE == 18 // of itself
template <class T> struct Itself { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; }
  __device__ T *get() { return *this; }
};
template <class T> __global__ void child(T *out) {
  Itself<T> i;
  T *s = i.get();
  out[0] = *s;
}
// CHECK-LABEL: case 18{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Itself::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Itself' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-9]]:33: note: because of this
#endif
#if CASE == 19 // a friend
template <class T> struct Friendly { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; }
  template <class U> friend __device__ U *of(Friendly<U> &x) { return x; }
};
template <class T> __global__ void child(T *out) {
  Friendly<T> f;
  T *s = of(f);
  out[0] = *s;
}
// CHECK-LABEL: case 19{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Friendly::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Friendly' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-9]]:3: note: because of this
#endif
#if CASE == 20 // a second conversion
template <class T> struct Second { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> struct Takes { T *p; template <class X> __device__ Takes(X x) : p(x) {} };
template <class T> __global__ void child(T *out) {
  Takes<T> t = Second<T>();
  T *s = t.p;
  out[0] = *s;
}
// CHECK-LABEL: case 20{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Second::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Second' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:16: note: because of this
#endif
#if CASE == 21 // a lambda
template <class T> struct Captured { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  Captured<T> c;
  auto f = [&] { T *p = c; return p; };
  T *s = f();
  out[0] = *s;
}
// CHECK-LABEL: case 21{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Captured::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Captured' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:25: note: because of this
#endif
#if CASE == 22 // what it returns
template <class T> struct Returned { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> __device__ auto of() { return Returned<T>(); }
template <class T> __global__ void child(T *out) {
  T *s = of<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 22{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Returned::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Returned' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:50: note: because of this
#endif
#if CASE == 23 // another operator
template <class T> struct Indexed { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; }
  __device__ T &operator[](int) { extern __shared__ int m[]; return *(T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = Indexed<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 23{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Indexed::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Indexed' are converted to pointers where they are named
#endif
#if CASE == 24 // its own memory
template <class T> struct Static { __device__ operator T *() { __shared__ int m[32]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = Static<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 24{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: the conversion 'operator T *' has shared variables that are not extern
#endif
#if CASE == 25 // skipped
template <class T> struct Skipped { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
#if 0
typedef Skipped<int> Mine;
#endif
template <class T> __global__ void child(T *out) {
  T *s = Skipped<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 25{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Skipped::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Skipped' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-9]]:1: note: because of this
#endif
#if CASE == 26 // a macro deduces
template <class T> struct Unseen { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
#define SAME(x) decltype(x)
template <class T> __global__ void child(T *out) {
  Unseen<T> u;
  SAME(u) same;
  T *s = same;
  out[0] = *s;
}
// CHECK-LABEL: case 26{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Unseen::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Unseen' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-6]]:8: note: because of this
#endif
#if CASE == 27 // another of the name
template <class T> struct Twice { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
namespace other { template <class T> struct Twice {}; }
template <class T> __global__ void child(T *out) {
  T *s = Twice<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 27{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Twice::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Twice' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:51: note: because of this
#endif
#if CASE == 28 // a launch
__global__ void more() {}
template <class T> struct Launches { __device__ operator T *() { more<<<1, 1>>>(); extern __shared__ int m[]; return (T *)m; } };
template <class T> __global__ void child(T *out) {
  T *s = Launches<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 28{{$}}
// CHECK-NEXT: warning: launch of 'more': kept: 'Launches::operator T *', which launches or uses streams, may run without a visible call
// CHECK-NEXT: note: because of this
// CHECK-NEXT: warning: launch of 'child': kept: 'Launches::operator T *', which depends on its block, may run without a visible call
#endif
#if CASE == 29 // a macro of the command line
template <class T> struct Saying { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
template <class T> struct Holds : SAID<T> {};
template <class T> __global__ void child(T *out) {
  T *s = Holds<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 29{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Saying::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Saying' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-7]]:35: note: because of this
#endif
#if CASE == 30 // a file of others
template <class T> struct Theirs { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } };
#include <converting.h>
template <class T> __global__ void child(T *out) {
  T *s = of_others<T>();
  out[0] = *s;
}
// CHECK-LABEL: case 30{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'Theirs::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Theirs' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-8]]:27: note: because of this
#endif
#if CASE == 31 // a class of others of the name
namespace own { template <class T> struct Memory { __device__ operator T *() { extern __shared__ int m[]; return (T *)m; } }; }
#include <converting.h>
template <class T> __global__ void child(T *out) {
  T *s = own::Memory<T>(), *other = Memory<T>();
  out[0] = *s + *other;
}
// CHECK-LABEL: case 31{{$}}
// CHECK-NEXT: warning: launch of 'child': kept: 'own::Memory::operator T *', which depends on its block, may run without a visible call, since not all objects of 'Memory' are converted to pointers where they are named
// CHECK-NEXT: :[[@LINE-5]]:37: note: because of this
#endif
__global__ void parent(int *out) { child<<<1, 32, 128>>>(out + threadIdx.x); }
int main() { parent<<<1, 32>>>(nullptr); }
