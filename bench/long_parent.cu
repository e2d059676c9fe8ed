// Parents of which some blocks take long before they launch, and children that could run beside these (docs/results/2026-11-27-h100-selector.md): what launches on the
// device can gain over a drain behind the parent. Built as relocatable code that is linked, auto may choose by itself; FL_CHOICE=block has it so from the start:
//   flcc -O3 -arch=sm_90 -rdc=true -c bench/long_parent.cu -o long_parent.o && flcc -arch=sm_90 -rdc=true long_parent.o -o long_parent
//   long_parent [LISTS [EACH [WORK [LONGER [EVERY [RUNS]]]]]]
// LISTS threads, each of which launches EACH threads that do WORK steps; one block in EVERY does LONGER steps before.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t error = (call);                                                              \
    if (error != cudaSuccess) {                                                                    \
      fprintf(stderr, "long_parent: %s: %s\n", #call, cudaGetErrorString(error));                  \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

__host__ __device__ inline unsigned steps(unsigned value, int n) {
  for (int i = 0; i < n; i++)
    value = value * 1664525 + 1013904223;
  return value;
}

__global__ void child(const unsigned *in, unsigned *out, int n, int work) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = steps(in[i], work);
}

__global__ void parent(const unsigned *in, unsigned *out, int lists, int each, int work, int longer,
                       int every) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lists)
    return;
  unsigned before = 1;
  if (blockIdx.x % every == 0)
    for (int k = 0; k < longer; k++)
      before = before * 1664525 + in[(i + k) % (lists * each)];
  const int n = before == 0 ? each - 1 : each; // hardly ever
  child<<<(n + 127) / 128, 128>>>(in + i * each, out + i * each, n, work);
}

int main(int argc, char **argv) {
  int sizes[] = {8192, 256, 4000, 40000, 64, 120};
  for (int i = 1; i < argc && i <= 6; i++)
    sizes[i - 1] = std::max(1, atoi(argv[i]));
  const int lists = sizes[0], each = sizes[1], work = sizes[2], runs = sizes[5], n = lists * each;
  std::vector<unsigned> values(n), found(n);
  for (int i = 0; i < n; i++)
    values[i] = 7u * i;
  unsigned *in, *out;
  cudaEvent_t begin, end;
  CHECK(cudaMalloc(&in, n * sizeof *in));
  CHECK(cudaMalloc(&out, n * sizeof *out));
  CHECK(cudaMemcpy(in, values.data(), n * sizeof *in, cudaMemcpyHostToDevice));
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int run = 0; run < runs; run++) {
    float ms;
    CHECK(cudaMemset(out, 0, n * sizeof *out));
    CHECK(cudaEventRecord(begin));
    parent<<<(lists + 127) / 128, 128>>>(in, out, lists, each, work, sizes[3], sizes[4]);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (run >= runs / 2)
      times.push_back(ms);
  }
  CHECK(cudaMemcpy(found.data(), out, n * sizeof *out, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; i += 97)
    wrong += found[i] != steps(values[i], work);
  std::sort(times.begin(), times.end());
  printf("best %.4f ms median %.4f ms %s\n", times[0], times[times.size() / 2],
         wrong ? "WRONG" : "OK");
  return wrong != 0;
}
