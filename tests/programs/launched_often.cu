// Parents that are launched so often that the runtime launches them and their drains as graphs (runtime/flrt_launch.c): with other grids, blocks, shared memory
// and arguments each time; refused ones in between; in streams of several priorities, by several host threads; after limits were raised; with rounds;
// and in the next context.
// STRATEGIES: keep t1 t4 auto
// ENV: FL_CHOICE=t4
// ENV: FL_CHOICE=t1+t4
// ENV: FL_GRAPHS=0
// ENV: FL_GRAPHS=1
// FLAGS: -Xcompiler -pthread
#include "include/test.h"
#include <thread>

struct Scale { // with gaps
  char by;
  long long more;
  short last;
};

__global__ void child(int *out, int n, Scale s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(out + i, s.by + (int)s.more + s.last);
}
__global__ void parent(int *out, int n, Scale s, int round) {
  extern __shared__ int box[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  box[threadIdx.x] = i % 7;
  __syncthreads();
  s.last = (short)box[(threadIdx.x + 1) % blockDim.x];
  if (i % 3 == round % 3)
    child<<<(i % 50 + 31) / 32 + 1, 32>>>(out, i % 50, s);
}
static void expect(std::vector<int> &want, int blocks, int threads, Scale s, int round) {
  for (int b = 0; b < blocks; b++)
    for (int t = 0; t < threads; t++) {
      int i = b * threads + t;
      if (i % 3 == round % 3)
        for (int j = 0; j < i % 50; j++)
          want[j] += s.by + (int)s.more + (b * threads + (t + 1) % threads) % 7;
    }
}

// Nested twice below the parent: a drain with rounds.
__global__ void inner(int *out, int depth) {
  atomicAdd(out + depth, 1);
  if (depth > 0 && threadIdx.x == 0)
    inner<<<1, 2>>>(out, depth - 1);
}
__global__ void outer(int *out, int depth) {
  if (threadIdx.x % 2 == 0)
    inner<<<2, 2>>>(out, depth);
}

// Needs some 100 bytes of stack for each step.
__device__ int deep(int n, volatile int *keep) {
  volatile int room[16];
  for (int i = 0; i < 16; i++)
    room[i] = n + i;
  int below = n > 0 ? deep(n - 1, keep) : 0;
  return below + room[n % 16] - n % 16 + *keep;
}
__global__ void deep_child(int *out, int steps, int *zero) { atomicAdd(out, deep(steps, zero)); }
__global__ void deep_parent(int *out, int steps, int *zero) {
  if (threadIdx.x < 3)
    deep_child<<<1, 2>>>(out, steps, zero);
}

static bool many(cudaStream_t stream, int rounds, int salt) {
  const int most = 50;
  int *out = device_zeros<int>(most);
  std::vector<int> want(most);
  CHECK(cudaDeviceSynchronize());
  for (int r = 0; r < rounds; r++) {
    const int blocks = 1 + (r * 7 + salt) % 5, threads = 32 + (r + salt) % 4 * 16;
    const Scale s{(char)(r % 5), r / 3 + salt, 0};
    parent<<<blocks, threads, (threads + r % 2 * 64) * sizeof(int), stream>>>(out, most, s, r);
    expect(want, blocks, threads, s, r);
  }
  CHECK(cudaStreamSynchronize(stream));
  bool right = to_host(out, most) == want;
  CHECK(cudaFree(out));
  return right;
}

// More dynamic shared memory than a kernel has without asking, now and then.
static bool large() {
  int *out = device_zeros<int>(50);
  std::vector<int> want(50);
  CHECK(cudaFuncSetAttribute(parent, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 << 10));
  for (int r = 0; r < 50; r++) {
    const Scale s{2, r, 0};
    parent<<<2, 64, r % 3 == 0 ? 60 << 10 : 256>>>(out, 50, s, r);
    expect(want, 2, 64, s, r);
  }
  return to_host(out, 50) == want;
}

// CUDA's code for a configuration that it refuses is one of two, by version.
static bool accepted(bool want) {
  const cudaError_t got = cudaGetLastError();
  return want ? got == cudaSuccess : got == cudaErrorInvalidConfiguration || got == cudaErrorInvalidValue;
}

static bool refused() {
  int *out = device_zeros<int>(50);
  std::vector<int> want(50);
  bool right = true;
  for (int r = 0; r < 60; r++) {
    const Scale s{1, 2, 0};
    if (r % 4 == 3) {
      const int threads = r % 8 == 3 ? 2000 : 0;
      parent<<<2, threads, 512>>>(out, 50, s, r);
      right &= accepted(false);
    } else if (r % 4 == 2) {
      parent<<<2, 64, 100 << 20>>>(out, 50, s, r);
      right &= accepted(false);
    } else {
      parent<<<2, 64, 512>>>(out, 50, s, r);
      right &= accepted(true);
      expect(want, 2, 64, s, r);
    }
  }
  return right && to_host(out, 50) == want;
}

static bool rounds() {
  int *out = device_zeros<int>(4);
  for (int r = 0; r < 40; r++)
    outer<<<2, 4>>>(out, 2);
  const std::vector<int> got = to_host(out, 3);
  return got[2] == 40 * 4 * 4 && got[1] == 40 * 4 * 2 * 2 && got[0] == got[1];
}

static bool limits() {
  int *out = device_zeros<int>(2);
  long long want = 0;
  for (int r = 0; r < 60; r++) {
    if (r == 30)
      CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 12 << 10));
    const int steps = r < 30 ? 2 : 60;
    deep_parent<<<1, 32>>>(out, steps, out + 1);
    want += 3 * 2 * (steps * (steps + 1) / 2);
  }
  return to_host(out, 1)[0] == want;
}

int main() {
  allow_launches(20000);
  bool right = true;
  const auto part = [&](const char *name, bool ok) {
    if (!ok)
      printf("%s: wrong\n", name);
    right &= ok;
  };
  part("null stream", many(nullptr, 60, 0));
  int low, high;
  CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
  std::vector<cudaStream_t> streams(3);
  for (int i = 0; i < 3; i++)
    CHECK(cudaStreamCreateWithPriority(&streams[i], i == 2 ? cudaStreamDefault : cudaStreamNonBlocking, i == 0 ? high : low));
  for (int i = 0; i < 3; i++)
    part("stream", many(streams[i], 50, i));
  bool threads_right[4] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&, i] { threads_right[i] = many(streams[i % 2], 50, i); });
  for (std::thread &t : threads)
    t.join();
  for (bool ok : threads_right)
    part("host threads", ok);
  part("large", large());
  part("refused", refused());
  part("rounds", rounds());
  part("limits", limits());
  CHECK(cudaDeviceReset());
  part("after reset", many(nullptr, 50, 2));
  return verdict(right, "see above");
}
