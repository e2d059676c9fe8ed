// Kernels that one file defines and others launch.
#ifndef KERNELS_H
#define KERNELS_H
#include "../../programs/include/test.h"

struct Range {
  int first, count;
};
enum class Sign : char { plus, minus };
namespace work {
__global__ void add_range(int *sum, Range r, Sign sign = Sign::plus);
}
__global__ void reverse_rows(int *rows, int width); // shared memory and barriers
__global__ void sum_any(int *out, const int *values, int n); // dynamic shared memory, blocks of any size
extern "C" __global__ void count_warps(int *count, int n);
__global__ void __launch_bounds__(64) bounded(int *sum);
__global__ void launches_more(int *sum, int depth);
// Generated code has such names, too.
#define others(x) wrong x
#define symbol wrong
#define elsewhere wrong
#define teller wrong
#define told wrong
#define worklist_with wrong
#endif
