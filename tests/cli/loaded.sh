# shellcheck shell=bash disable=SC2154 # names of tests/cli/run
# Libraries that a program loads and unloads: the runtime's state is one for all of them, and outlives each.
if [ ! -e "$(dirname "$flcc")/libflcpu.a" ]; then
  skip 'no CPU target' 3
else
  cat >lib.cu <<'EOT'
#include <cuda_runtime.h>
__global__ void child(int *p, int by) { atomicAdd(p + threadIdx.x, by); }
__global__ void NAME(int *p) { child<<<1, 32>>>(p, BY); }
__global__ void plain(int *p) { atomicAdd(p + threadIdx.x, 10000); }
extern "C" __attribute__((visibility("default"))) int run(int *p) {
  void *args[] = {&p};
  cudaLaunchKernel((const void *)plain, dim3(1), dim3(32), args, 0, 0);
  NAME<<<1, 64>>>(p);
  return cudaDeviceSynchronize();
}
EOT
  cat >main.cpp <<'EOT'
#include <cstdio>
#include <dlfcn.h>
int main(int n, char **libraries) {
  static int p[32];
  for (int i = 1; i < n; i++) {
    void *library = dlopen(libraries[i], RTLD_NOW);
    ((int (*)(int *))dlsym(library, "run"))(p);
    dlclose(library);
  }
  printf("%d\n", p[31]);
}
EOT
  g++ main.cpp -o main -ldl
  for name in first second; do
    sed "s/NAME/$name/" lib.cu >$name.cu
    [ $name = first ] && hidden= || hidden=,-fvisibility=hidden # as of plugins
    fl --fl-target=cpu -DBY=${#name} -Xcompiler -fPIC$hidden -shared $name.cu -o lib$name.so
  done
  FL_LOG=1 FL_PROFILE=$PWD/profile ./main ./libfirst.so ./libsecond.so ./libfirst.so ./libsecond.so >"$W/out" 2>"$W/err"
  status=$?
  check 'loaded: runs' ok
  check 'loaded: right' prints 41408
  check 'loaded: told of at exit' grep -q 'parent.*strategy' "$W/err"
  check 'loaded: one' grep -Eq '^freelaunch: first first.cu:8 +auto +2 ' "$W/err"
  check 'loaded: the other' grep -Eq '^freelaunch: second second.cu:8 +auto +2 ' "$W/err"
  check 'loaded: profile' grep -q '^second second.cu:8 first=t1 launches=2 ' profile
fi
# What the program has of it, its libraries find.
fl -arch=sm_90 cdp.cu -o prog
check 'loaded: an executable shows its state' holds "$W/fake/argv.1" --dynamic-list=
fl -arch=sm_90 -shared -Xcompiler -fPIC cdp.cu -o libcdp.so
check 'loaded: a library does not' lacks "$W/fake/argv.1" --dynamic-list=
fl -arch=sm_90 -Xcompiler -fPIC,-shared cdp.cu -o libcdp.so
check 'loaded: nor one that the host compiler is told of' lacks "$W/fake/argv.1" --dynamic-list=
fl -arch=sm_90 -Xlinker -shared cdp.cu -o libcdp.so
check 'loaded: or the linker' lacks "$W/fake/argv.1" --dynamic-list=
fl -arch=sm_90 none.cu -o prog
check 'loaded: nor what launches nothing' lacks "$W/fake/argv.1" --dynamic-list=
