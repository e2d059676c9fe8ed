# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Programs as shared objects, many in a process (tests/gpu/many.c, by tests/check-gpu.sh), for which these need no GPU: how they end is told apart.
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 16
else
  cat >program.cpp <<'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main(int, char **) {
  const char *how = getenv("HOW");
  how = how ? how : "returns";
  if (!strcmp(how, "hangs"))
    for (volatile int i = 0;; i = 1) {}
  if (!strcmp(how, "dies"))
    abort();
  puts(!strcmp(how, "fails") ? "first\nFAIL: element 3" : "PASS");
  if (!strcmp(how, "exits"))
    exit(0);
  return !strcmp(how, "fails");
}
END
  mkdir gpu bin
  mv program.cpp gpu/program.cu
  cp "$here/../gpu/many.c" gpu/
  echo 'program ' >gpu/compile
  for how in returns fails exits dies hangs returns; do echo "program $how program HOW=$how"; done >gpu/manifest
  echo 'none t1 none' >>gpu/manifest
  printf '#!/bin/sh\necho GPU 0\n' >bin/nvidia-smi
  chmod +x bin/nvidia-smi
  FL_NVCC=$real_nvcc "$here/../check-gpu.sh" compile gpu --shared >"$W/out" 2>"$W/err"
  PATH=$PWD/bin:$PATH JOBS=2 RUN_TIMEOUT=1 "$here/../check-gpu.sh" run gpu --shared >"$W/out" 2>"$W/err"
  status=$?
  check 'many: fails if any has failed' status_is 1
  check 'many: those that return, or exit' test "$(grep -c '^ok      program .*: [0-9]* ms$' "$W/out")" = 3
  check 'many: one that says what is wrong' grep -qx 'FAILED  program fails \[HOW=fails\]: exit status 1: FAIL: element 3' "$W/out"
  check 'many: one that ends its process' grep -qx 'FAILED  program dies \[HOW=dies\]: signal 6' "$W/out"
  check 'many: one that does not end' grep -qx 'FAILED  program hangs \[HOW=hangs\]: still running after 1 s' "$W/out"
  check 'many: one that is not there' grep -q '^FAILED  none t1: exit status 127: .*none.so' "$W/out"
  check 'many: counts them' grep -qx '3 passed, 4 failed, 0 skipped' "$W/out"
  sed -i 's/HOW=hangs/HOW=exits/' gpu/manifest
  PATH=$PWD/bin:$PATH "$here/../check-gpu.sh" run gpu --shared >"$W/out" 2>"$W/err"
  check 'many: goes on behind what was right' test "$(grep -c '^ok      program .*: before$' "$W/out")" = 3
  check 'many: with what was not' grep -qx '4 passed, 3 failed, 0 skipped' "$W/out"
  mv gpu/many many
  PATH=$PWD/bin:$PATH "$here/../check-gpu.sh" run gpu --shared >"$W/out" 2>"$W/err"
  check 'many: what nothing ran' test "$(grep -c '^FAILED  .*: nothing was said of it$' "$W/out")" = 3
  mv many gpu/many
  printf '%s\n' 'program 123' 'none 456' >gpu/sums
  sed -i '/fails\|dies/d' gpu/manifest
  "$here/../check-gpu.sh" ran gpu >"$W/out" 2>"$W/err"
  check 'many: sums of what is right' grep -qx 123 "$W/out"
  check 'many: and of nothing else' test "$(wc -l <"$W/out")" = 1

  cp gpu/program.cu gpu/second.cu
  printf '%s\n' 'program ' 'second ' >gpu/compile
  printf '%s\n' 'program t1 program' 'second t1 second' 'second t4 second HOW=fails' >gpu/manifest
  rm gpu/*.so gpu/ran
  FL_NVCC=$real_nvcc TEXTS=1 "$here/../check-gpu.sh" work gpu 0 >"$W/out" 2>"$W/err"
  status=$?
  check 'many: at work' status_is 3
  check 'many: how far it is' grep -q ' of 2 texts compiled, . of 3 runs passed, 0 failed$' "$W/out"
  "$here/../check-gpu.sh" work gpu 300 >"$W/out" 2>"$W/err"
  status=$?
  check 'many: all done' grep -qx '2 of 2 texts compiled, 2 of 3 runs passed, 1 failed' "$W/out"
  check 'many: what failed' grep -qx 'FAILED  second t4 \[HOW=fails\]: exit status 1: FAIL: element 3' "$W/out"
fi

# What of a program is compiled and run there: each text once, and not if it has run before.
emit() {
  CONFIGURATIONS='base no-args no-scan' STRATEGIES='t1 auto block' FLCC=$flcc "$here/../check-gpu.sh" emit emitted "$PWD/cdp.cu" >"$W/out" 2>"$W/err"
}
emit
check 'emit: succeeds' test ! -s "$W/out"
check 'emit: texts with options that change them' test "$(cut -d' ' -f1 emitted/compile | tr '\n' ' ')" = 'cdp.auto cdp.t1 cdp.block cdp.block.no-args cdp.block.no-scan '
check 'emit: runs' test "$(cut -d' ' -f2,3 emitted/manifest | tr '\n' ' ')" = 'auto cdp.auto t1 cdp.t1 block cdp.block block,no-args cdp.block.no-args block,no-scan cdp.block.no-scan '
check 'emit: relocatable code' grep -q '^cdp.block .*-rdc=true' emitted/compile
check 'emit: what flcc gives nvcc' holds emitted/cdp.t1.cu '#line 1 "'
sed -n 's/^cdp.block\.*n*o*-*a*r*g*s* //p' emitted/sums >ran
RAN=$PWD/ran emit
check 'emit: not what has run' test "$(cut -d' ' -f3 emitted/manifest | tr '\n' ' ')" = 'cdp.auto cdp.t1 cdp.block.no-scan '
