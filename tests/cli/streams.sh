# shellcheck shell=bash disable=SC2154,SC2086 # names of tests/cli/run; words
# Files whose default streams are not the same (tests/several/streams), in one program.
files=$here/../several/streams
own=$(sed -n 's|^// FLAGS: ||p' "$files/own.cu")
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  for strategy in t1 auto; do
    fl --fl-target=cpu --fl-strategy=$strategy $lean -c "$files/legacy.cu"
    check "streams: $strategy: compiles legacy.cu" ok
    fl --fl-target=cpu --fl-strategy=$strategy $own $lean -c "$files/own.cu"
    check "streams: $strategy: compiles own.cu" ok
    for order in 'legacy.o own.o' 'own.o legacy.o'; do
      fl --fl-target=cpu $order -lpthread -o prog
      check "streams: $strategy, $order: links" ok
      ./prog >"$W/out" 2>&1
      check "streams: $strategy, $order: right" prints PASS
    done
  done
fi
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 3
else
  FL_NVCC=$real_nvcc fl $quick -arch=sm_90 -rdc=true --fl-strategy=auto -c "$files/legacy.cu" -o legacy.o
  ok && FL_NVCC=$real_nvcc fl $quick -arch=sm_90 -rdc=true --fl-strategy=auto $own -c "$files/own.cu" -o own.o
  check 'streams: nvcc compiles' ok
  FL_NVCC=$real_nvcc fl -arch=sm_90 -rdc=true legacy.o own.o -o prog
  check 'streams: nvcc links' ok
  # Of functions that both have by one name the linker takes either's. So they call the same ones; but for these, which name the stream that they ask CUDA about.
  for o in legacy own; do
    nm $o.o | awk '$2 ~ /[WVu]/ || $1 ~ /[WVu]/ { print $NF }' | sort -u >$o.weak
    objdump -dr $o.o | awk '/^[0-9a-f]+ <.*>:$/ { f = substr($2, 2, length($2) - 3) } /R_X86_64_/ { sub(/[-+]0x[0-9a-f]+$/, "", $NF); print f, $NF }' | sort -u >$o.calls
  done
  diff legacy.calls own.calls | awk '/^[<>]/ { print $2 }' | sort -u | comm -12 - legacy.weak | comm -12 - own.weak |
    grep -vxE 'flrt_(context|entry|here)' >"$W/out"
  check 'streams: no function of one name calls another' test "$(comm -12 legacy.weak own.weak | grep -c '^flrt_')" -gt 20 -a ! -s "$W/out"
fi
