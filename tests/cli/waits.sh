# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Parents whose blocks wait for each other, in files whose kernels others may launch: with grids of any size, and one pointer for two parameters.
cat >barrier.cu <<'EOF'
__global__ void child(int *x, int v) {
  if (threadIdx.x == 0)
    *x = v;
}
PARENT void parent(int *arrived, int *x, int *out) {
  if (threadIdx.x == 0) {
    child<<<1, 32>>>(x + blockIdx.x, blockIdx.x + 1);
    cudaDeviceSynchronize();
    __threadfence();
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < (int)gridDim.x) {
    }
    out[blockIdx.x] = ((volatile int *)x)[gridDim.x - 1 - blockIdx.x];
  }
}
void one(int *arrived, int *x, int *out) { parent<<<1, 64>>>(arrived, x, out); }
EOF
cat >many.cu <<'EOF'
#include <cstdio>
__global__ void parent(int *arrived, int *x, int *out);
void one(int *arrived, int *x, int *out);
int main() {
  const int n = 32;
  int *p, got[3 * n + 3], wrong = 0;
  cudaMalloc(&p, sizeof got);
  cudaMemset(p, 0, sizeof got);
  one(p, p + 2, p + 2 + n);
  parent<<<n, 64>>>(p + 1, p + 2, p + 2 + n);
  cudaDeviceSynchronize();
  cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    wrong += got[2 + n + i] != n - i;
  puts(wrong ? "FAIL" : "PASS");
}
EOF
kept="launch of 'child': kept: threads of 'parent' may wait for another block of its grid"
fl --fl-target=cpu --fl-strategy=t1 -rdc=true -DPARENT=__global__ -c barrier.cu
check 'waits: of any file: kept' says "$kept"
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  fl --fl-target=cpu --fl-strategy=t1 -rdc=true -c many.cu
  fl --fl-target=cpu barrier.o many.o -o prog
  check 'waits: of any file: links' ok
  timeout 20 ./prog >"$W/out" 2>"$W/err"
  check 'waits: of any file: right' prints PASS
fi
fl --fl-target=cpu --fl-strategy=t1 --fl-remarks -rdc=true '-DPARENT=static __global__' -c barrier.cu
check 'waits: of the file alone: moves' says "remark: launch of 'child': t1;"
