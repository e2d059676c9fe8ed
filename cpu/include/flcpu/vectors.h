// CUDA's vector types with CUDA's alignment, their make_ functions, and dim3.
#ifndef FLCPU_VECTORS_H
#define FLCPU_VECTORS_H
#include "base.h"

#define FLCPU_VECTOR(T, name, align2, align4)                                                      \
  struct name##1 {                                                                                 \
    T x;                                                                                           \
  };                                                                                               \
  struct __align__(align2) name##2 {                                                               \
    T x, y;                                                                                        \
  };                                                                                               \
  struct name##3 {                                                                                 \
    T x, y, z;                                                                                     \
  };                                                                                               \
  struct __align__(align4) name##4 {                                                               \
    T x, y, z, w;                                                                                  \
  };                                                                                               \
  FLCPU_INLINE name##1 make_##name##1(T x) { return name##1 {x}; }                                 \
  FLCPU_INLINE name##2 make_##name##2(T x, T y) { return name##2 {x, y}; }                         \
  FLCPU_INLINE name##3 make_##name##3(T x, T y, T z) { return name##3 {x, y, z}; }                 \
  FLCPU_INLINE name##4 make_##name##4(T x, T y, T z, T w) { return name##4 {x, y, z, w}; }

FLCPU_VECTOR(signed char, char, 2, 4)
FLCPU_VECTOR(unsigned char, uchar, 2, 4)
FLCPU_VECTOR(short, short, 4, 8)
FLCPU_VECTOR(unsigned short, ushort, 4, 8)
FLCPU_VECTOR(int, int, 8, 16)
FLCPU_VECTOR(unsigned int, uint, 8, 16)
FLCPU_VECTOR(long, long, 16, 16)
FLCPU_VECTOR(unsigned long, ulong, 16, 16)
FLCPU_VECTOR(long long, longlong, 16, 16)
FLCPU_VECTOR(unsigned long long, ulonglong, 16, 16)
FLCPU_VECTOR(float, float, 8, 16)
FLCPU_VECTOR(double, double, 16, 16)
#undef FLCPU_VECTOR

// CUDA 13's, whose names say how they are aligned.
#define FLCPU_VECTOR4(T, name, align)                                                              \
  struct __align__(align) name {                                                                   \
    T x, y, z, w;                                                                                  \
  };                                                                                               \
  FLCPU_INLINE name make_##name(T x, T y, T z, T w) { return name{x, y, z, w}; }

FLCPU_VECTOR4(long, long4_16a, 16)
FLCPU_VECTOR4(long, long4_32a, 32)
FLCPU_VECTOR4(unsigned long, ulong4_16a, 16)
FLCPU_VECTOR4(unsigned long, ulong4_32a, 32)
FLCPU_VECTOR4(long long, longlong4_16a, 16)
FLCPU_VECTOR4(long long, longlong4_32a, 32)
FLCPU_VECTOR4(unsigned long long, ulonglong4_16a, 16)
FLCPU_VECTOR4(unsigned long long, ulonglong4_32a, 32)
FLCPU_VECTOR4(double, double4_16a, 16)
FLCPU_VECTOR4(double, double4_32a, 32)
#undef FLCPU_VECTOR4

struct dim3 {
  unsigned int x, y, z;
  FLCPU_HD constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  FLCPU_HD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  FLCPU_HD constexpr operator uint3() const { return uint3{x, y, z}; }
};
#endif
