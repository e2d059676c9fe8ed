// The shapes in which a block can wait for its children, over block sizes that fill their warps and that do not, smaller and larger than the
// children's, and over many more blocks than are resident. Under t3 a parent block runs its children at the join.
// STRATEGIES: keep t1 t3 auto t4
// TARGET-keep: cpu
// ENV: FL_WORKLIST=1
// ENV: FL_WORKLIST=16
// REMARK-t3: launch of 'add': t3; .*joins: threads wait
// REMARK-t3: launch of 'halve': t3; .*joins: threads wait
// REMARK-t3: launch of 'total': t3; .*joins: threads wait
// REMARK-t3: launch of 'through': t3; order: at most one launch
// ENV: FL_CHOICE=t4
#include "include/test.h"

__global__ void add(int n, int x, int *data) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x)
    atomicAdd(data + j, x + j); // three of them run side by side
}
__global__ void halve(int n, int *data, int *changed) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n && data[j] > 1) {
    data[j] /= 2;
    *changed = 1;
  }
}
// Sums up by way of shared memory, static and dynamic.
__global__ void total(int n, const int *data, int *sum) {
  extern __shared__ int part[];
  __shared__ int most;
  if (threadIdx.x == 0)
    most = blockDim.x;
  part[threadIdx.x] = 0;
  __syncthreads();
  for (int j = threadIdx.x; j < n; j += most)
    part[threadIdx.x] += data[j];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int t = 0; t < most; t++)
      *sum += part[t];
}
__global__ void through(int n, int x, int *data) {
  if (threadIdx.x == 0)
    add<<<2, 33>>>(n, x, data);
}

// All threads launch and join, twice; shared memory, static and dynamic, and locals outlive both.
__global__ void all_join(int child, int *data, int *out) {
  extern __shared__ int mine[];
  __shared__ int first[1024];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int local[3] = {i, 2 * i, 3 * i};
  mine[t] = i + 7;
  first[t] = i * 5;
  total<<<1, child, child * sizeof(int)>>>(3, data + 3 * i, out + i);
  cudaDeviceSynchronize();
  local[i % 3] += out[i];
  __syncthreads();
  const int seen = mine[blockDim.x - 1 - t] + first[(t + 1) % blockDim.x];
  add<<<1, child>>>(3, seen, data + 3 * i);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return;
  out[i] = local[i % 3] + mine[t] + first[t] + data[3 * i + 2];
}
// A loop that all threads run through equally often: what it asks is a kernel argument.
__global__ void joins_in_loop(int rounds, int n, int *data, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < rounds; k++) {
    if (threadIdx.x == k % blockDim.x)
      add<<<2, 20>>>(n, k, data + blockIdx.x * n);
    __syncthreads();
    cudaDeviceSynchronize();
    out[i] = out[i] * 3 + data[blockIdx.x * n + (threadIdx.x + k) % n];
    __syncthreads();
  }
}
// Thread 0 launches and joins until what its children write says that it is enough; the others are at a barrier meanwhile, which counts them.
__global__ void one_drives(int n, int *data, int *changed, int *out) {
  __shared__ int rounds;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t == 0) {
    rounds = 0;
    do {
      changed[blockIdx.x] = 0;
      halve<<<(n + 31) / 32, 32>>>(n, data + blockIdx.x * n, changed + blockIdx.x);
      cudaDeviceSynchronize();
      rounds++;
    } while (changed[blockIdx.x]);
  }
  const int odd = __syncthreads_count(i % 3 == 0);
  out[i] = rounds + 100 * odd + 10000 * data[blockIdx.x * n + t % n];
}
// Some threads have returned, others are at a barrier, some join once, some twice.
__device__ void wait_for_children() { cudaDeviceSynchronize(); }
__global__ void apart(int limit, int *data, int *out) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t >= limit)
    return;
  if (t % 3 == 1) {
    add<<<1, 5>>>(2, i, data + 2 * i);
    wait_for_children();
    out[i] = data[2 * i + 1];
    if (t % 2) {
      add<<<1, 40>>>(2, 1, data + 2 * i);
      cudaDeviceSynchronize();
      out[i] += data[2 * i];
    }
  }
  __syncthreads();
  out[i] += t % 3 == 1 ? 0 : data[2 * (i - t + 1)];
  if (__syncthreads_or(t == limit - 1 && data[2 * (i - t + 1)] == 0))
    out[i] = -1;
}
// Children launch in turn, and a join waits for all of it.
__global__ void joins_deep(int n, int *data, int *out) {
  if (threadIdx.x == 0) {
    through<<<3, 7>>>(n, blockIdx.x, data + blockIdx.x * n);
    wait_for_children();
  }
  __syncthreads();
  for (int j = threadIdx.x; j < n; j += blockDim.x)
    out[blockIdx.x * n + j] = data[blockIdx.x * n + j];
}

static bool failed = false;
static void check(const char *what, int blocks, int threads, const int *got,
                  const std::vector<int> &want) {
  if (to_host(got, want.size()) == want)
    return;
  printf("FAIL: %s with %d blocks of %d threads\n", what, blocks, threads);
  failed = true;
}

static void run_deep(int blocks, int threads) {
  const int m = 11;
  allow_launches(4 * blocks);
  int *data = device_zeros<int>(blocks * m), *out = device_zeros<int>(blocks * m);
  std::vector<int> want;
  joins_deep<<<blocks, threads>>>(m, data, out);
  for (int k = 0; k < blocks * m; k++)
    want.push_back(3 * (k / m + k % m));
  check("joins_deep", blocks, threads, out, want);
}
static void run(int blocks, int threads, int child) {
  const int n = blocks * threads, m = 11;
  allow_launches(n + 16);
  int *data = device_zeros<int>(3 * n), *out = device_zeros<int>(n);
  std::vector<int> want(n), line(blocks * m);
  all_join<<<blocks, threads, threads * sizeof(int)>>>(child, data, out);
  for (int i = 0; i < n; i++) {
    const int t = i % threads, b = i - t, seen = b + threads - 1 - t + 7 + (b + (t + 1) % threads) * 5;
    want[i] = i * (i % 3 + 1) + i + 7 + i * 5 + seen + 2;
  }
  check("all_join", blocks, threads, out, want);

  data = device_zeros<int>(blocks * m), out = device_zeros<int>(n);
  joins_in_loop<<<blocks, threads>>>(4, m, data, out);
  for (int i = 0; i < n; i++) {
    want[i] = 0;
    for (int k = 0; k < 4; k++)
      want[i] = want[i] * 3 + k * (k + 1) / 2 + (k + 1) * ((i % threads + k) % m);
  }
  check("joins_in_loop", blocks, threads, out, want);

  for (int k = 0; k < blocks * m; k++)
    line[k] = 1 + (k * 7919 >> k / m % 12) % 5000;
  data = to_device(line), out = device_zeros<int>(n);
  one_drives<<<blocks, threads>>>(m, data, device_zeros<int>(blocks), out);
  for (int b = 0; b < blocks; b++) {
    int rounds = 1, odd = 0;
    for (int j = 0; j < m; j++) {
      int steps = 1;
      for (int v = line[b * m + j]; v > 1; v /= 2)
        steps++;
      rounds = steps > rounds ? steps : rounds;
    }
    for (int t = 0; t < threads; t++)
      odd += (b * threads + t) % 3 == 0;
    for (int t = 0; t < threads; t++)
      want[b * threads + t] = rounds + 100 * odd + 10000;
  }
  check("one_drives", blocks, threads, out, want);

  const int limit = (threads + 1) / 2 + 1 < threads ? (threads + 1) / 2 + 1 : threads;
  data = device_zeros<int>(2 * n + 2), out = device_zeros<int>(n);
  apart<<<blocks, threads>>>(limit, data, out);
  for (int i = 0; i < n; i++) {
    const int t = i % threads, x = i - t + 1; // what thread 1, which joins twice, has left
    want[i] = t >= limit ? 0 : t % 3 != 1 ? x + 1 : t % 2 ? 2 * i + 2 : i + 1;
  }
  if (threads > 1)
    check("apart", blocks, threads, out, want);
}

int main() {
  for (int threads : {1, 2, 31, 33, 64, 100, 257}) {
    run(threads < 64 ? 5 : 3, threads, threads == 33 ? 96 : 20);
    run_deep(3, threads);
  }
  run(1, 1000, 32);
  run(200, 40, 7);
  // Many more blocks than are resident; with a worklist of few records a launch at a time.
  run_deep(getenv("FL_WORKLIST") ? 300 : 9000, 40);
  return verdict(!failed, "wrong values");
}
