// The host side that the test programs share: checked calls, device arrays, test data and the
// verdict.
#ifndef TEST_H
#define TEST_H
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <string>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error_ = (call);                                                                   \
    if (error_ != cudaSuccess) {                                                                   \
      printf("FAIL: %s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_));      \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

template <class T> T *to_device(const std::vector<T> &host) {
  T *p;
  CHECK(cudaMalloc((void **)&p, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

template <class T> T *device_zeros(size_t n) { return to_device(std::vector<T>(n)); }

// Waits for the device.
template <class T> std::vector<T> to_host(const T *device, size_t n) {
  std::vector<T> host(n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

// Native launches beyond the limit (2,048 by default) are lost; below it, those of earlier grids may still count.
inline void allow_launches(size_t n) {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n < 2048 ? 2048 : n));
}

// Under memcheck, malloc in a kernel whose frame is larger than the limit (1,024 bytes by default) writes beyond its stack (CUDA 13.0).
inline void allow_deep_frames() { CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192)); }

// Offsets of n lists of very different lengths; every 13th is empty, the longest has about
// `longest` elements.
inline std::vector<int> list_offsets(int n, int longest) {
  std::vector<int> first(1, 0);
  for (int i = 0; i < n; i++)
    first.push_back(first.back() +
                    (i % 13 == 0 ? 0 : 1 + (i * 7919) % (i % 7 ? longest / 8 : longest)));
  return first;
}

// What an array is after element j of list i has been increased by i + 1, once.
inline std::vector<int> lists_marked(const std::vector<int> &first) {
  std::vector<int> data(first.back());
  for (size_t i = 0; i + 1 < first.size(); i++)
    for (int j = first[i]; j < first[i + 1]; j++)
      data[j] += (int)i + 1;
  return data;
}

inline int verdict(bool ok, const std::string &what) {
  if (ok)
    printf("PASS\n");
  else
    printf("FAIL: %s\n", what.c_str());
  return !ok;
}

template <class T> int compare(const std::vector<T> &got, const std::vector<T> &want) {
  for (size_t i = 0; i < want.size(); i++)
    if (got.size() != want.size() || got[i] != want[i])
      return verdict(false, "element " + std::to_string(i) + " of " + std::to_string(want.size()) +
                                ": got " + std::to_string(got[i]) + ", want " +
                                std::to_string(want[i]));
  return verdict(true, "");
}
#endif
