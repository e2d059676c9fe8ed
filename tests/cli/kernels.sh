# shellcheck shell=bash disable=SC2154 # names of tests/cli/run
# Kernels of other files (tests/several/kernels): drains of those files run what is launched, where they have some.
files=$here/../several/kernels
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  fl --fl-target=cpu -c "$files/kernels.cu"
  check 'kernels: compiles kernels.cu' ok
  for strategy in mega auto; do
    fl --fl-target=cpu --fl-strategy=$strategy -c "$files/main.cu"
    check "kernels: $strategy: compiles main.cu" ok
    fl --fl-target=cpu kernels.o main.o -o prog
    check "kernels: $strategy: links" ok
    FL_LOG=1 ./prog >"$W/out" 2>"$W/err"
    check "kernels: $strategy: right" prints PASS
    for kernel in work::add_range reverse_rows sum_any count_warps; do
      check "kernels: $strategy: $kernel is run by its file's drain" grep -q "^freelaunch: $kernel kernels.cu:[0-9]* *t1 *[1-9]" "$W/err"
    done
    check "kernels: $strategy: what launches in turn is not" says ': launched as it is: _Z13launches_morePii, of another file, may launch kernels itself'
  done
  # Small worklists: records that have no place.
  FL_WORKLIST=8 ./prog >"$W/out" 2>"$W/err"
  check 'kernels: spilled: right' prints PASS
  # The file that defines them has no drains: for streams in order, or made by another compiler.
  fl --fl-target=cpu --fl-streams=strict -c "$files/kernels.cu"
  fl --fl-target=cpu kernels.o main.o -o prog
  ./prog >"$W/out" 2>"$W/err"
  check 'kernels: streams in order: right' prints PASS
  check 'kernels: streams in order: stay' says ', of another file, is compiled for streams in order'
  for strategy in block; do
    fl --fl-target=cpu --fl-strategy=$strategy -c "$files/main.cu"
    check "kernels: $strategy: kept" says "warning: launch of 'count_warps': kept: "
    fl --fl-target=cpu kernels.o main.o -o prog
    ./prog >"$W/out" 2>"$W/err"
    check "kernels: $strategy: right" prints PASS
  done
fi
