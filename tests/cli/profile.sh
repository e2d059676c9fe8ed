# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# --fl-profile, and with the CPU target the whole way: run with FL_PROFILE, compile with the profile, run again.
refused_profile() { # name, line, what the message must say
  fl --fl-profile="$1" cdp.cu
  check "profile: $1 refused" status_is 1
  check "profile: $1: message" grep -qE "^$1:$2: error: .*$3" "$W/err"
  check "profile: $1: one message" test "$(wc -l <"$W/err")" = 1
  check "profile: $1: nvcc not run" not_run
}
printf 'freelaunch-profile 2\nk cdp.cu:3 first=t4 launches=7 children=7 blocks=7 t1=3 t4=4 small=9 need=6 c1=1000,3,9000,4,2000,2,9500\n' >good
printf 'freelaunch-profile 2\n# x\nk cdp.cu:3 first=t9\n' >broken
printf 'freelaunch-profile 2\nk cdp.cu:3 first=t4' >cut_off
printf 'freelaunch-profile 7\n' >newer
refused_profile missing 1 'No such file'
refused_profile broken 3 "'first=t9' is not understood"
refused_profile cut_off 2 'in the middle of a line'
refused_profile newer 1 'of version 7'
refused_profile none.cu 1 'this is no profile'
fl --fl-profile cdp.cu
check 'profile: needs a value' says 'option --fl-profile needs a value: --fl-profile=FILE'
fl --fl-profile= cdp.cu
check 'profile: needs a name' says 'option --fl-profile needs a value'
fl --fl-profile=missing lib.o -o x
check 'profile: missing, nothing to compile' status_is 1
fl --fl-profile=broken --fl-remarks=json cdp.cu
check 'profile: error in json' grep -qF '"severity": "error", "file": "broken", "line": 3' "$W/out"
fl --fl-profile=good --fl-remarks cdp.cu -c
check 'profile: accepted' ok
check 'profile: nvcc does not see it' argv_lacks --fl-profile=good
check 'profile: remark' grep -qE '^cdp.cu:3:14: remark: .*begins with t4: chosen from the profile \(good:2, 7 launches\)' "$W/err"
fl --fl-profile=good --fl-remarks host.cu -c
check 'profile: of another program' ok
check 'profile: of another program: remark' grep -qE "^good:2: remark: 'k cdp.cu:3' is not a launch of this source" "$W/err"
fl --fl-profile=good host.cu -c
check 'profile: of another program: quiet without --fl-remarks' test ! -s "$W/err"
fl --fl-profile=good --fl-emit cdp.cu
check 'profile: emitted' prints '{"k cdp.cu:3", 9u, 6u, FLRT_SERIAL, {{1u, 1000u, {3u, 4u, 2u, 0u, 0u}, {9000.f, 2000.f, 9500.f, 0.f, 0.f}}}}'

if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  cat >'two words.cu' <<'END'
#include <cstdio>
#include <cstdlib>
extern "C" int fork(), wait(int *); __global__ void child(int *p) { p[threadIdx.x] += 1; }
namespace {
__global__ void level(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    child<<<1, 2>>>(p + 2 * i);
}
} // namespace
int main(int, char **argv) {
  int *p, n = 10, times = atoi(argv[1]), sum = 0;
  cudaMallocManaged(&p, 2 * n * sizeof *p);
  for (int i = 0; i < 2 * n; i++)
    p[i] = 0;
  for (int i = 0; i < times; i++) {
    level<<<1, 32>>>(p, n);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < 2 * n; i++)
    sum += p[i];
  cudaFree(p);
  cudaDeviceReset();
  fflush(nullptr);
  if (getenv("FORKS") && fork() == 0)
    exit(0);
  wait(nullptr);
  return sum == 2 * n * times ? 3 : 1;
}
END
  program() { # variables, program, arguments
    env "$@" >"$W/out" 2>"$W/err"
    status=$?
  }
  fl --fl-target=cpu -O1 'two words.cu' -o first
  check 'profile: builds' ok
  program FL_LOG= ./first 5
  check 'log: nothing unless asked for' quiet
  check 'log: status' status_is 3
  program FORKS=1 FL_LOG=1 ./first 5
  check 'log: once, whoever has been forked' test "$(grep -c 'parent  *strategy' "$W/err")" = 1
  program FL_LOG=1 ./first 3
  check 'log: the first choice' grep -qE 'words.cu:17: launch 1: t1, children may be large' "$W/err"
  check 'log: no line without a change' test "$(grep ': launch' "$W/err" | sed 's/.*: launch [0-9]*: //; s/,.*//' | uniq -d | wc -l)" = 0
  check 'log: table' grep -qE ':17 auto +3 +30 +30 +0 +[0-3] +[123] +0 +[012] +0 +0 +3 ' "$W/err"
  check 'log: status' status_is 3
  program FL_LOG=2 ./first 3
  check 'log: a line for each' test "$(grep -c ': launch' "$W/err")" = 3
  program FL_TRACE=2 ./first 3
  check 'trace: the first launches, and no more' grep -qE 'words.cu:17: launches: t1\* [t14+]+\*?$' "$W/err"
  check 'trace: nothing else' test "$(wc -l <"$W/err")" = 1
  program FL_TRACE=40 FL_CHOICE=t4 ./first 3
  check 'trace: nothing is measured for it' grep -qE ':17: launches: t4 t4 t4$' "$W/err"
  # Where threads wait, a grid of few blocks is measured, too: t3 is looked at if it is short.
  printf '__global__ void l(int *p) { *p = 1; }\n__global__ void c(int *p) { l<<<1, 1>>>(p); }\n__global__ void k(int *p) { c<<<1, 1>>>(p); cudaDeviceSynchronize(); *p += 1; }\nint main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); return *p; }\n' >few.cu
  fl --fl-target=cpu few.cu -o few
  program FL_CPU_THREADS=8 FL_TRACE=2 ./few
  check 'trace: few blocks' status_is 2
  check 'trace: few blocks are measured' grep -qE ':4: launches: t1\*$' "$W/err"
  for choice in t1 t4 t1+t4 t1+t4:1; do
    program FL_LOG=1 FL_CHOICE=$choice ./first 3
    said=${choice/%t1+t4/t1+t4:32} # the threshold is said, too
    check "choice: $choice" grep -qF "launch 1: $said, as FL_CHOICE says" "$W/err"
    check "choice: $choice, status" status_is 3
    check "choice: $choice, all launches" grep -qE ':17 auto +3 +30 +30 +0 ' "$W/err"
  done
  program FL_CHOICE=t2 ./first 3
  check 'choice: not one' grep -qF 'FL_CHOICE=t2 is not understood' "$W/err"
  check 'choice: not one, status' status_is 3
  program FL_PROFILE=prof ./first 300
  check 'profile: written' grep -qE '^level two%20words.cu:17 first=(t1|t4|t1.t4) launches=300 children=3000 ' prof
  check 'profile: written quietly' quiet
  check 'profile: status' status_is 3
  program FL_PROFILE=two\ words.cu ./first 1
  check 'profile: does not replace what is no profile' grep -q 'warning: no profile written' "$W/err"
  check 'profile: still there' holds 'two words.cu' cudaMallocManaged
  check 'profile: failed, status' status_is 3
  program FL_PROFILE=nosuch/prof ./first 1
  check 'profile: unwritable' test "$(wc -l <"$W/err")" = 1
  check 'profile: unwritable, status' status_is 3
  # Which one is faster depends on the machine; the rest of this is about a machine where t4 is.
  sed -i -E '/^level/{s/first=[^ ]+/first=t4/;s/small=[0-9]+ need=[0-9]+.*/small=300 need=6 c4=9000,200,90000,100,1000,100,95000/}' prof
  fl --fl-target=cpu -O1 --fl-profile=prof --fl-remarks 'two words.cu' -o second
  check 'profile: read back' says 'begins with t4: chosen from the profile (prof:7, 300 launches)'
  program FL_LOG=1 ./second 2
  check 'profile: the first choice changes' grep -qE ':17: launch 1: t4, the fastest one in the profile \(t1 [0-9]+ ns, t4 [0-9]+ ns, t1\+t4 [0-9]+ ns\)' "$W/err"
  check 'profile: right' status_is 3
  program FL_PROFILE=prof ./second 50
  check 'profile: written again' grep -qE ':17 first=(t1|t4|t1.t4) launches=50 ' prof
  check 'profile: one line for a key' test "$(grep -c level prof)" = 1

  # Where threads wait, the fused engine and t3 are what there is to choose from, and both are measured.
  cat >waits.cu <<'END'
__global__ void child(int *p) { *p += 1; }
__global__ void level(int *p) {
  child<<<1, 1>>>(p + threadIdx.x + 32 * blockIdx.x);
  cudaDeviceSynchronize();
  p[threadIdx.x + 32 * blockIdx.x] *= 2;
}
int main() {
  int *p;
  cudaMallocManaged(&p, 2048 * sizeof *p);
  for (int i = 0; i < 2048; i++)
    p[i] = 0;
  for (int i = 0; i < 40; i++) {
    level<<<64, 32>>>(p);
    cudaDeviceSynchronize();
    for (int k = 0; k < 2048; k++)
      if (p[k] != 2)
        return 1;
      else
        p[k] = 0;
  }
}
END
  fl --fl-target=cpu -O1 waits.cu -o waits
  check 'waits: compiled' ok
  program FL_LOG=2 FL_PROFILE=waiting ./waits
  check 'waits: status' status_is 0
  check 'waits: found out' grep -qE ': t[134], the fastest one so far \(t1 [0-9]+ ns,( t4 [0-9]+ ns,)? t3 [0-9]+ ns\)' "$W/err"
  check 'waits: small children in place' grep -qE ': t[134], the fastest one so far \(t1 [0-9]+ ns, t4 [0-9]+ ns, t3 [0-9]+ ns\)' "$W/err"
  check 'waits: only those' test "$(grep -cE ': t1\+t4, ' "$W/err")" = 0
  check 'waits: profile' grep -qE '^level waits.cu:13 first=t[134] launches=40 .* t1\+t4=0 t3=[0-9]+ .* c12=([0-9]+,){5}0,0,[0-9]+,[0-9]+$' waiting
  fl --fl-target=cpu -O1 --fl-profile=waiting --fl-remarks waits.cu -o waits2
  check 'waits: read back' grep -qE 'begins with t[134]: chosen from the profile \(waiting:[0-9]+, 40 launches\)' "$W/err"
  program FL_LOG=2 ./waits2
  check 'waits: the first choice' grep -qE ': launch 1: t[134], the fastest one in the profile \(t1 [0-9]+ ns, t4 [0-9]+ ns, t3 [0-9]+ ns\)' "$W/err"
  program FL_CHOICE=t3 FL_LOG=2 ./waits2
  check 'waits: as asked for' test "$(grep -cF ': t3, as FL_CHOICE says' "$W/err")" -ge 1
fi
