// Parsed by clang in CUDA mode: arithmetic, memory and declarations of device code, with no
// standard header included.
__global__ void k(float *f, double *d, int *i, long *l, long long *ll, unsigned *u, size_t *z) {
  f[0] = fabs(f[1]) + abs(f[1]) + pow(f[1], 2) + powf(f[1], 2.f) + fmin(f[0], f[1]) +
         max(f[0], f[1]) + floor(f[0]) + ceil(f[1]) + sqrt(f[1]) + exp(f[1]) + log(f[0]) +
         log2(f[1]) + sin(f[0]) + atan2(f[0], f[1]) + fmod(f[0], f[1]) + round(f[1]) + trunc(f[0]) +
         rint(f[1]) + cbrt(f[1]) + hypot(f[0], f[1]) + copysign(f[0], f[1]) + tanh(f[1]) +
         erf(f[1]) + lgamma(f[1]) + fma(f[0], f[1], f[2]);
  d[0] = fabs(d[1]) + abs(d[1]) + pow(d[1], 2) + pow(d[1], d[0]) + fmin(d[0], d[1]) +
         max(d[0], d[1]) + sqrt(d[1]) + log10(d[1]) + exp2(d[1]) + rsqrt(d[1]) + ldexp(d[1], 3);
  i[0] = abs(i[1]) + min(i[0], i[1]) + (int)labs(l[0]) + isnan(f[0]) + isinf(d[0]) +
         isfinite(f[1]) + signbit(f[0]) + sqrt(i[0]) + pow(2, i[0]) + ilogb(d[0]) +
         (int)lroundf(f[0]);
  l[0] = abs(l[1]) + max(l[0], l[1]);
  ll[0] = abs(ll[1]) + llabs(ll[2]) + min(ll[0], ll[1]);
  u[0] = max(u[0], u[1]) + __umulhi(u[0], u[1]);
  z[0] = min(z[0], z[1]);
  f[3] = std::sqrt(f[0]) + std::abs(f[1]) + std::fabs(f[2]) + std::max(f[0], f[1]) +
         std::pow(f[0], 2.0f) + std::abs(l[0]);
  double ip;
  d[3] = modf(d[0], &ip);
  int e;
  d[4] = frexp(d[0], &e);
  float fi;
  f[5] = modff(f[2], &fi);
  memset(f, 0, 4);
  memcpy(f, d, 8);
  strlen("a");
  strcmp("a", "b");
  int *n = new int[4];
  delete[] n;
  int *n1 = new int;
  delete n1;
  new (i) int(3);
  void *p = malloc(3);
  free(p);
  assert(i[0] == 3);
  printf("%d", 3);
  puts("x");
  if (threadIdx.x == 0)
    __trap();
  asm volatile("bar.sync 0;");
  float4 v = make_float4(1, 2, 3, 4);
  v.x += 1;
  reinterpret_cast<float4 *>(f)[0] = v;
  int3 q{1, 2, 3};
  (void)q;
  uint3 t = threadIdx;
  dim3 g = gridDim;
  (void)t;
  (void)g;
  f[0] = CLOCKS_PER_SEC + INT_MAX;
  NULL;
}
struct S {
  __host__ __device__ S() {}
  __device__ void f() { x = threadIdx.x; }
  int x;
};
template <class T> struct shared {
  __device__ operator T *() {
    extern __shared__ int m[];
    return (T *)m;
  }
};
__global__ void __launch_bounds__(256, 2)
    kk(const __grid_constant__ int n, const float *__restrict__ p) {
  __shared__ float s[32];
  __shared__ S t[3];
  t[0].x = n;
  float *d = shared<float>();
  s[0] = d[0] + __ldg(p);
}
__noinline__ __device__ int ni() { return 1; }
__device__ __forceinline__ int fi() { return 1; }
__device__ int dv[3];
__constant__ int cv[4];
__managed__ int mv;
struct __align__(16) A {
  int x;
};
int main() {
  srand(1);
  rand();
  clock();
  time(0);
  kk<<<1, 256, 16>>>(1, nullptr);
  auto e = cudaGetLastError();
  if (e != cudaSuccess) {
    fprintf(stderr, "%s", cudaGetErrorString(e));
    exit(1);
  }
  cudaMemcpyToSymbol(cv, dv, 3);
  float ms;
  cudaEvent_t a;
  cudaEventCreate(&a);
  cudaEventElapsedTime(&ms, a, a);
  mv = 1;
  return 0;
}
