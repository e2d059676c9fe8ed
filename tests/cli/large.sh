# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Units for which a step more than there is text for each call, variable or statement would take minutes. The limit is one of processor time, an order of
# magnitude above what they take.
emits() { # file, words that the text must have
  (
    ulimit -t 12
    "$flcc" --fl-target=cpu --fl-emit "$1" >"$W/out" 2>"$W/err" </dev/null
  )
  status=$?
  check "large: $1" ok
  check "large: $1: transformed" prints "$2"
}
child='__global__ void child(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 1; }'

{ # each local rests on the one before twice
  echo '__global__ void child(int *p, int n) {'
  echo '  int v0 = n;'
  for i in {1..60}; do echo "  int v$i = v$((i - 1)) + v$((i - 1));"; done
  echo '  __syncthreads();'
  echo '  p[v60] = 1;'
  echo '}'
  echo '__global__ void parent(int *p, int n) { if (threadIdx.x < n) child<<<1, 32>>>(p, n); }'
} >locals.cu
emits locals.cu child__fl_launch

{ # ten functions on each of nine levels call all of the next
  echo "template <class T> __global__ void leaf(T *p, int n) { p[0] = n; }"
  for i in {0..9}; do
    echo "__device__ int f0_$i(int *p, int n) { if (n < 0) return 0; __syncthreads(); return __shfl_sync(~0u, n, 0) + p[0]; }"
    echo "template <class T> __device__ void g0_$i(T *p, int n) { leaf<<<1, 32>>>(p, n); }"
  done
  for l in {1..8}; do
    for i in {0..9}; do
      printf '__device__ int f%d_%d(int *p, int n) { return n' "$l" "$i"
      printf " + f$((l - 1))_%d(p, n)" {0..9}
      echo '; }'
      printf 'template <class T> __device__ void g%d_%d(T *p, int n) {' "$l" "$i"
      printf " g$((l - 1))_%d(p, n);" {0..9}
      echo '}'
    done
  done
  echo "__global__ void child(int *p, int n) { p[f8_0(p, n)] = n; g8_0(p, n); }"
  echo '__global__ void parent(int *p, int n) { if (threadIdx.x < n) child<<<1, 32>>>(p, n); }'
} >levels.cu
emits levels.cu parent__fl

{ # any of the objects may be the one that is called
  echo "$child"
  for i in {1..500}; do
    echo "struct F$i { __device__ int operator()(int i) const { return i + threadIdx.x; } };"
    echo "template <class F> __global__ void parent$i(F f, int *p, int n) { if (f(n) < n) child<<<1, 32>>>(p, n); }"
  done
  echo 'int main() {'
  for i in {1..500}; do echo "  parent$i<<<1, 32>>>(F$i{}, nullptr, 4);"; done
  echo '}'
} >objects.cu
emits objects.cu FL_OBJECTS

{ # a long body with barriers, locals and atomics
  echo '__global__ void child(int *p, int *q, int n) {'
  echo '  int i = threadIdx.x, a = 0, b = 1;'
  for i in {1..2000}; do
    echo "  a += p[i + $i] * b; int v$i = a * b;"
    echo "  q[i] = v$i; __syncthreads();"
    echo "  atomicMin(p + a, b); atomicAdd(q + a, $i);"
  done
  echo '}'
  echo '__global__ void parent(int *p, int n) { if (threadIdx.x < n) child<<<1, 32>>>(p, p, n); }'
} >long.cu
emits long.cu child__fl_launch

{ # the same of functions that wait for children
  echo "$child"
  for i in {0..9}; do echo "__device__ int f0_$i(int *p, int n) { child<<<1, 32>>>(p, n); cudaDeviceSynchronize(); return p[0]; }"; done
  for l in {1..8}; do
    for i in {0..9}; do
      printf '__device__ int f%d_%d(int *p, int n) { return n' "$l" "$i"
      printf " + f$((l - 1))_%d(p, n)" {0..9}
      echo '; }'
    done
  done
  echo '__global__ void parent(int *p, int n) { p[1] = f8_0(p, n); }'
  echo 'int main() { parent<<<1, 32>>>(nullptr, 4); }'
} >waits.cu
emits waits.cu parent__fl_host

{ # ten kernels on each of nine levels launch all of the next and wait for them
  for i in {0..9}; do echo "__global__ void k0_$i(int *p, int n) { p[0] = n; }"; done
  for l in {1..8}; do
    for i in {0..9}; do
      printf '__global__ void k%d_%d(int *p, int n) {' "$l" "$i"
      for k in {0..9}; do printf ' if (n == %d) k%d_%d<<<1, 32>>>(p, n);' "$k" $((l - 1)) "$k"; done
      echo ' cudaDeviceSynchronize(); }'
    done
  done
  echo 'int main() { k8_0<<<1, 32>>>(nullptr, 4); }'
} >joins.cu
emits joins.cu 'join_depth = 8'

{ # macros without a semicolon behind them are no single statement
  echo '#define VALUE(name) __device__ int name;'
  for i in {1..3000}; do echo "VALUE(v$i)"; done
  echo "$child"
  echo '__global__ void parent(int *p, int n) { if (threadIdx.x < n) child<<<1, 32>>>(p, n + v3000); }'
} >macros.cu
emits macros.cu child__fl_launch

{ # many launches in one body, of arguments that are its own locals
  echo "$child"
  echo '__global__ void parent(int *p, int n) {'
  for i in {1..6000}; do echo "  { auto q$i = p + $i; int m$i = p[$i]; child<<<(m$i + 31) / 32, 32>>>(q$i, m$i); }"; done
  echo '}'
} >launches.cu
emits launches.cu child__fl_launch
