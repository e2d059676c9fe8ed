// Included in several namespaces: each time it defines other functions, and launches other kernels.
__device__ int scaled(int v) { return v * SCALE + threadIdx.x; }
__global__ void scales(int *p, int v) {
  if (threadIdx.x < 4)
    p[threadIdx.x] += scaled(v);
}
template <class T> __global__ void adds(T *p, T v) { p[threadIdx.x] += v; }
struct Starter {
  int *p;
  __device__ void start() { adds<<<1, 4>>>(p + 4, 10 * SCALE); }
};
__global__ void starts(int *p) {
  scales<<<1, 8>>>(p, 3);
  Starter{p}.start();
}
__global__ void starts_outer(int *p) { outer<<<1, 4>>>(p, SCALE); }
inline void run(int *p) {
  starts<<<1, 1>>>(p);
  starts_outer<<<1, 1>>>(p + 8);
  launches_outer<<<1, 1>>>(p + 12);
  launches_inner<<<1, 1>>>(p + 16);
}
