// CUDA 13's vector types, and addresses in spaces of which there is only one.
#include <cuda_runtime.h>
static_assert(sizeof(double4_16a) == 32 && alignof(double4_16a) == 16 && alignof(double4_32a) == 32);
static_assert(alignof(long4_16a) == 16 && alignof(ulong4_32a) == 32 && alignof(longlong4_16a) == 16);
int main() {
  const ulonglong4_32a v = make_ulonglong4_32a(1, 2, 3, 4);
  const double4_16a d = make_double4_16a(1, 2, 3, 4);
  int x = 5;
  const bool same = *static_cast<int *>(__cvta_shared_to_generic(__cvta_generic_to_shared(&x))) == 5 &&
                    __cvta_global_to_generic(__cvta_generic_to_global(&x)) == &x;
  return !(v.x + v.w == 5 && d.y + d.z == 5 && same);
}
