# shellcheck shell=bash disable=SC2154 # names of tests/cli/run
# What a drain deals out, blocks or whole grids: by the strategy (t1, t2), or as suits the round (mega, and auto where it has a choice).
[ -e "$(dirname "$flcc")/libflcpu.a" ] || return 0
cat >deal.cu <<'END'
#include <cstdlib>
__global__ void child(int *p) { p[blockIdx.x] += 1; }
__global__ void level(int *p, int *large, int blocks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<i ? 2 : blocks, 32>>>(i ? p + 2 * i : large);
}
int main(int, char **argv) {
  int *p, *large, n = 4096, blocks = atoi(argv[1]);
  cudaMallocManaged(&p, 2 * n * sizeof *p);
  cudaMallocManaged(&large, blocks * sizeof *large);
  level<<<n / 64, 64>>>(p, large, blocks);
  cudaDeviceSynchronize();
}
END
for case in t1:2:0 t2:2:1 mega:2:1 auto:2:1 t1:3000:0 t2:3000:1 mega:3000:0 auto:3000:0; do
  IFS=: read -r strategy blocks want <<<"$case" # blocks of the first grid; all others have two
  fl --fl-target=cpu -O1 --fl-strategy="$strategy" deal.cu -o deal
  check "dealing: $strategy: compiled" ok
  FL_CHOICE=t1 FL_LOG=1 ./deal "$blocks" >"$W/out" 2>"$W/err"
  # The name of a place is of two words.
  whole=$(awk '$2 == "parent" { for (i = 1; i <= NF; i++) if ($i == "whole") column = i } END { print $(column + 1) }' "$W/err")
  check "dealing: $strategy: one grid of $blocks blocks" test "$whole" = "$want"
done
