// What every engine test uses: checks that name the line, and managed-free copies to and from the
// device.
#ifndef ENGINE_CHECK_H
#define ENGINE_CHECK_H
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
static int failures;
#define CHECK(x)                                                                                   \
  do {                                                                                             \
    if (!(x) && ++failures <= 10)                                                                  \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #x);                                       \
                                                                                                   \
  } while (0)
#define CUDA(x)                                                                                    \
  do {                                                                                             \
    cudaError_t e_ = (x);                                                                          \
    if (e_ != cudaSuccess) {                                                                       \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #x, cudaGetErrorString(e_));                   \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

// An array on the device.
template <class T> class array {
  T *data_;
  size_t n_;

public:
  explicit array(size_t n, int byte = 0) : data_(nullptr), n_(n) {
    CUDA(cudaMalloc((void **)&data_, (n ? n : 1) * sizeof(T)));
    CUDA(cudaMemset(data_, byte, n * sizeof(T)));
  }
  explicit array(const std::vector<T> &v) : array(v.size()) {
    CUDA(cudaMemcpy(data_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  array(const array &) = delete;
  array &operator=(const array &) = delete;
  ~array() { cudaFree(data_); }
  T *get() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> v(n_);
    CUDA(cudaMemcpy(v.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }
};
static inline int verdict(const char *name) {
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaGetLastError());
  printf("%s: %s\n", name, failures ? "FAILED" : "ok");
  return failures != 0;
}
#endif
