// RUN: flcc --fl-emit --fl-strategy=t1 -o %t %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 --fl-target=cpu -o - %s 2>/dev/null | grep -v CPU: | FileCheck %s --check-prefix=CPU
// Arguments that are copied once, where the launch is.
#include <tuple>
#include <utility>
__global__ void child(int *p) { *p = 1; }
struct Copied {
  int v;
  __host__ __device__ Copied(const Copied &from) : v(from.v) {}
};
struct Late {
  __host__ __device__ Late(const Late &);
};
__host__ __device__ inline Late::Late(const Late &) = default;
struct Derived : Copied {};
struct Ended {
  ~Ended() {}
};
struct Deleted {
  Deleted(Deleted &&) = default;
  Deleted(const Deleted &) = delete;
};
struct Assigned {
  Assigned &operator=(Assigned &&) = default;
};
struct Usual {
  Usual() {}
  Usual(const Usual &) = default;
  ~Usual() = default;
  Usual &operator=(const Usual &);
  virtual int f();
};
template <class T> struct Own {
  Own(const Own &) {}
};
__global__ void one(int *p, Copied a) { child<<<1, 1>>>(p); }
// CHECK-DAG: handed.cu:[[@LINE-1]]:41: warning: launch of 'child': kept: 'one' takes an object of 'Copied', which has a copy constructor or a destructor of its own [-fl-kept]
// CPU: inline void one__fl_native(const __fl::config &fl_cfg, int *p, Copied a) {
// CPU-NEXT: flcpu::launch_handed(fl_cfg.grid, fl_cfg.block, fl_cfg.shared, fl_cfg.stream, static_cast<void (*)(int *p, Copied a)>(one), p, a);
__global__ void late(int *p, Late a) { child<<<1, 1>>>(p); }
// CHECK-DAG: kept: 'late' takes an object of 'Late', which has
__global__ void derived(int *p, const Derived a) { child<<<1, 1>>>(p); }
// CHECK-DAG: kept: 'derived' takes an object of 'Derived', which has
__global__ void ended(int *p, Ended) { child<<<1, 1>>>(p); }
// CHECK-DAG: kept: 'ended' takes an object of 'Ended', which has
__global__ void deleted(int *p, Deleted a) { child<<<1, 1>>>(p); }
// CHECK-DAG: kept: 'deleted' takes an object of 'Deleted', which cannot be copied again [-fl-kept]
__global__ void assigned(int *p, Assigned a) { child<<<1, 1>>>(p); }
// CHECK-DAG: kept: 'assigned' takes an object of 'Assigned', which cannot be copied again [-fl-kept]
template <class T> __global__ void own(int *p, Own<T> a) { child<<<1, 1>>>(p); }
// CHECK-DAG: kept: 'own' takes an object of 'Own<short>', which has
template <class... T> __global__ void any(int *p, T... a) { child<<<1, 1>>>(p); }
// CHECK-DAG: kept: 'any' takes an object of 'Ended', which has
__global__ void usual(int *p, Usual a, std::pair<int, long> b, std::tuple<int, float> c, Copied *d) { child<<<1, 1>>>(p); }
template <class T> __global__ void usual_too(int *p, T a) { child<<<1, 1>>>(p); }
// CHECK-NOT: usual
__global__ void takes(Copied a) {}
__global__ void launches(const Copied *a) { takes<<<1, 1>>>(*a); }
// CHECK-DAG: warning: launch of 'takes': kept: 'takes' takes an object of 'Copied', which has
void go(int *p, Copied a, Own<short> b, Ended c) {
  own<<<1, 1>>>(p, b);
  any<<<1, 1>>>(p, 1);
  any<<<1, 1>>>(p, 1, c);
  usual_too<<<1, 1>>>(p, 2.5);
  usual_too<<<1, 1>>>(p, std::make_tuple(1, 2));
}
