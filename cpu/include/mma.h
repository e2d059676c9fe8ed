// Stand-in for the toolkit's mma.h: products of matrices by the lanes of a warp. Each lane has an equal part of a matrix, row by row; CUDA does not say which.
#ifndef FLCPU_MMA_H
#define FLCPU_MMA_H
#pragma GCC system_header
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include <type_traits>

// Bodies are for running; parse mode sees declarations.
#ifdef FLCPU_PARSE
#define FLCPU_MMA(...) ;
#else
#define FLCPU_MMA(...)                                                                             \
  { __VA_ARGS__ }
#endif
#include "../../include/freelaunch/hide_macros.h"

namespace nvcuda {
namespace wmma {
enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}

namespace flcpu_detail {
template <class T> struct stored { using type = T; };
template <> struct stored<precision::tf32> { using type = float; };
template <class Use, int m, int n, int k> struct extent;
template <int m, int n, int k> struct extent<matrix_a, m, n, k> {
  static constexpr int rows = m, columns = k;
};
template <int m, int n, int k> struct extent<matrix_b, m, n, k> {
  static constexpr int rows = k, columns = n;
};
template <int m, int n, int k> struct extent<accumulator, m, n, k> {
  static constexpr int rows = m, columns = n;
};
} // namespace flcpu_detail

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment : public flcpu_detail::extent<Use, m, n, k> {
  using sides = flcpu_detail::extent<Use, m, n, k>;

public:
  using element_type = typename flcpu_detail::stored<T>::type;
  using storage_element_type = element_type;
  static constexpr int num_elements = sides::rows * sides::columns / 32;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

#ifndef FLCPU_PARSE
namespace flcpu_detail {
// Where the element `i` of the calling lane's part is in memory.
template <class F> inline size_t place(const F &, int i, unsigned stride, bool by_rows) {
  const int at = int(flcpu::detail::thread_rank() % 32) * F::num_elements + i;
  const size_t row = size_t(at / F::columns), column = size_t(at % F::columns);
  return by_rows ? row * stride + column : column * stride + row;
}
// A matrix whose parts lie with the lanes, who meet.
template <class F> class whole {
  flcpu::detail::warp_values parts;

public:
  explicit whole(const F &mine) : parts(~0u, flcpu::detail::to_bits(&mine)) {}
  typename F::element_type at(int row, int column) const {
    const int i = row * F::columns + column;
    return flcpu::detail::from_bits<const F *>(parts.round.value[i / F::num_elements])
        ->x[i % F::num_elements];
  }
};
// What products and sums are computed in.
template <class T> struct computed { using type = T; };
template <> struct computed<__half> { using type = float; };
template <> struct computed<__nv_bfloat16> { using type = float; };
template <> struct computed<signed char> { using type = int; };
template <> struct computed<unsigned char> { using type = int; };
template <class T> using wide = typename computed<T>::type;

template <class T> inline T added(T sum, T term, bool) { return sum + term; }
inline int added(int sum, int term, bool saturated) {
  int r;
  return __builtin_add_overflow(sum, term, &r) && saturated ? term < 0 ? INT_MIN : INT_MAX : r;
}
template <class T> inline T finite(T v, bool) { return v; }
inline float finite(float v, bool saturated) {
  return !saturated ? v : v != v ? 0 : fminf(fmaxf(v, -3.402823466e38f), 3.402823466e38f);
}
inline __half finite(__half v, bool saturated) {
  return !saturated     ? v
         : __hisnan(v)  ? CUDART_ZERO_FP16
         : !__hisinf(v) ? v
         : v > __half(0.0f) ? CUDART_MAX_NORMAL_FP16
                            : __hneg(CUDART_MAX_NORMAL_FP16);
}
} // namespace flcpu_detail
#endif

template <class Use, int m, int n, int k, class T, class Layout, class V>
inline __device__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &v)
    FLCPU_MMA(for (auto &x : f.x) x = v;)
template <class Use, int m, int n, int k, class T, class Layout>
inline __device__ void
load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                 const typename fragment<Use, m, n, k, T, Layout>::element_type *p, unsigned stride)
    FLCPU_MMA(::__syncwarp(); for (int i = 0; i < f.num_elements; i++) f.x[i] =
                  p[flcpu_detail::place(f, i, stride, std::is_same<Layout, row_major>::value)];)
template <int m, int n, int k, class T>
inline __device__ void
load_matrix_sync(fragment<accumulator, m, n, k, T> &f,
                 const typename flcpu_detail::stored<T>::type *p, unsigned stride, layout_t layout)
    FLCPU_MMA(::__syncwarp(); for (int i = 0; i < f.num_elements; i++) f.x[i] =
                  p[flcpu_detail::place(f, i, stride, layout == mem_row_major)];)
template <int m, int n, int k, class T>
inline __device__ void store_matrix_sync(typename flcpu_detail::stored<T>::type *p,
                                         const fragment<accumulator, m, n, k, T> &f,
                                         unsigned stride, layout_t layout)
    FLCPU_MMA(::__syncwarp(); for (int i = 0; i < f.num_elements; i++)
                  p[flcpu_detail::place(f, i, stride, layout == mem_row_major)] = f.x[i];)

// d = a * b + c.
template <int m, int n, int k, class D, class A, class LayoutA, class B, class LayoutB, class C>
inline __device__ void mma_sync(fragment<accumulator, m, n, k, D> &d,
                                const fragment<matrix_a, m, n, k, A, LayoutA> &a,
                                const fragment<matrix_b, m, n, k, B, LayoutB> &b,
                                const fragment<accumulator, m, n, k, C> &c, bool saturated = false)
#ifdef FLCPU_PARSE
    ;
#else
{
  using namespace flcpu_detail;
  using sum_type = wide<D>;
  using fragment_a = fragment<matrix_a, m, n, k, A, LayoutA>;
  using fragment_b = fragment<matrix_b, m, n, k, B, LayoutB>;
  fragment<accumulator, m, n, k, D> r;
  const whole<fragment_a> all_a(a);
  const whole<fragment_b> all_b(b);
  for (int i = 0; i < r.num_elements; i++) {
    const int at = int(flcpu::detail::thread_rank() % 32) * r.num_elements + i;
    sum_type sum = sum_type(c.x[i]);
    for (int j = 0; j < k; j++)
      sum = added(sum,
                  sum_type(wide<typename fragment_a::element_type>(all_a.at(at / n, j))) *
                      sum_type(wide<typename fragment_b::element_type>(all_b.at(j, at % n))),
                  saturated);
    r.x[i] = finite(D(sum), saturated);
  }
  ::__syncwarp(); // the others have read a and b
  d = r;
}
#endif

// Rounded to the ten bits of fraction that products take.
inline __device__ float __float_to_tf32(float v)
    FLCPU_MMA(return v - v != 0 ? v : __uint_as_float((__float_as_uint(v) + 0x1000u) & ~0x1fffu);)
} // namespace wmma
} // namespace nvcuda
#undef FLCPU_MMA
#include "../../include/freelaunch/show_macros.h"
#endif
