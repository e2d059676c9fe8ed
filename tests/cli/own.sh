# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# flcc's own options.
refused() { # word, what the message must say
  fl "$1" cdp.cu
  check "own: $1 refused" status_is 1
  check "own: $1: message" says "$2"
  check "own: $1: nvcc not run" not_run
}
refused --fl-nonsense "unknown option '--fl-nonsense'"
refused --fl- "unknown option"
refused --fl-target=tpu "invalid value 'tpu' for option --fl-target: allowed are cuda|cpu"
refused --fl-target '--fl-target needs a value'
refused --fl-target= '--fl-target needs a value'
refused --fl-strategy=t9 "invalid value 't9' for option --fl-strategy: allowed are auto|"
refused --fl-engine=warp 'allowed are split'
refused --fl-threshold=0x 'allowed are N|auto|off'
refused --fl-threshold=0 'where N is 1 to'
refused --fl-threshold=-3 'allowed are N|auto|off'
refused --fl-coarsen=99999999999 'where N is 1 to 1073741824'
refused -fl-strategy=t1 "flcc's own begin with two dashes, '--fl-strategy=t1'"
refused --fl-group=0 "invalid value '0' for option --fl-group: allowed are N, where N is 1 to 1048576"
refused --fl-group=auto "invalid value 'auto' for option --fl-group"
refused --fl-no-sparse-scan=1 '--fl-no-sparse-scan takes no value'
refused --fl-no-silent-stores=1 '--fl-no-silent-stores takes no value'
refused --fl-streams=loose 'allowed are strict|concurrent'
refused --fl-remarks=xml 'allowed are text|json'
refused --fl-emit=x '--fl-emit takes no value'

fl --fl-help
check 'own: help' ok
check 'own: help lists options' prints --fl-strategy=NAME
check 'own: help lists strategies' prints '  t4'
check 'own: help hides test aids' lacks "$W/out" dump-model
fl --fl-version
check 'own: version' grep -qE '^freelaunch [0-9.]+ \(libclang 22' "$W/out"

fl --fl-emit cdp.cu
check 'emit: to stdout' prints __global__
check 'emit: nvcc not run' not_run
fl --fl-emit cdp.cu -o -
check 'emit: to -' prints __global__
fl --fl-emit cdp.cu -o out.cu
check 'emit: to a file' holds out.cu __global__
check 'emit: stdout stays empty' quiet
fl --fl-emit none.cu
check 'emit: unchanged text' cmp -s none.cu "$W/out"
fl --fl-emit cdp.cu none.cu
check 'emit: one file only' says '--fl-emit takes one CUDA source file'
fl --fl-emit cdp.cu -o nosuch/out.cu
check 'emit: unwritable' status_is 1
check 'emit: unwritable: message' says "cannot write 'nosuch/out.cu'"
fl --fl-emit nosuch.cu -o out2.cu
check 'emit: failed, nothing left' missing out2.cu
"$flcc" --fl-emit cdp.cu >/dev/full 2>"$W/err"
status=$?
check 'emit: full disk' status_is 1
check 'emit: full disk: message' says 'cannot write to the standard output'

fl --fl-remarks cdp.cu -c
check 'remarks: text on stderr' says 'remark: '
check 'remarks: with a position' grep -qE '^cdp.cu:[0-9]+:[0-9]+: remark' "$W/err"
fl --fl-remarks=json cdp.cu -c
check 'remarks: json on stdout' prints '"severity": "remark"'
check 'remarks: json is an array' grep -qx '\[' "$W/out"
if command -v python3 >/dev/null; then
  check 'remarks: json parses' python3 -c 'import json,sys; json.load(open(sys.argv[1]))' "$W/out"
fi
fl --fl-remarks=json --fl-emit cdp.cu
check 'remarks: json gives way to --fl-emit' says '"severity"'
fl cdp.cu -c
check 'remarks: off by default' lacks "$W/err" remark:

FL_NVCC=$W/nosuch fl none.cu
check 'no nvcc' status_is 1
check 'no nvcc: names the way out' says --fl-target=cpu

refused --fl-pool=63K 'where SIZE is 64K to 16G'
refused --fl-pool=17G "invalid value '17G' for option --fl-pool: allowed are SIZE|auto|off"
refused --fl-pool=99999999999999999999 'where SIZE is 64K to 16G'
refused --fl-pool=64T 'allowed are SIZE|auto|off'
refused --fl-pool=64Mb 'allowed are SIZE|auto|off'
refused --fl-pool=-64M 'allowed are SIZE|auto|off'
refused --fl-pool '--fl-pool needs a value'
refused --fl-no-alloc-aggregation=1 'takes no value'
printf '__global__ void c(int *p) { free(p); }\n__global__ void k() { c<<<1, 32>>>((int *)malloc(4)); }\nint main() { k<<<1, 1>>>(); return 0; }\n' >heap.cu
sed '/main/d; s/c<<<1, 32>>>/*(long *)0 = (long)/' heap.cu >frees.cu
for size in 64K:65536 65536:65536 3m:3145728 16G:17179869184 auto:0; do
  fl --fl-emit heap.cu --fl-pool=${size%:*}
  check "pool: ${size%:*}" prints "#define FL_POOL ${size#*:}"
done
fl --fl-emit heap.cu
check 'pool: by default' prints '#define FL_POOL 0'
fl --fl-emit heap.cu --fl-pool=off
check 'pool: off' lacks "$W/out" FL_POOL
fl --fl-emit heap.cu --fl-pool=1M --fl-no-alloc-aggregation
check 'pool: the last option rules' lacks "$W/out" FL_POOL
fl --fl-emit -shared heap.cu
check 'pool: not for a library' lacks "$W/out" FL_POOL
fl --fl-emit -c heap.cu
check 'pool: one file of several' prints '#define FL_POOL_LINKED'
fl --fl-emit -c heap.cu --fl-pool=1M
check 'pool: ... has it' lacks "$W/out" FL_POOL_LINKED
check 'pool: unless all have it' prints '#define FL_POOL 1048576'
fl -c frees.cu --fl-pool=1M --dryrun
check 'pool: files without launches, too' argv_lacks frees.cu
fl -c frees.cu --dryrun
check 'pool: files without launches stay' argv_has frees.cu
fl -c frees.cu --fl-remarks --dryrun
check 'pool: ... with remarks, too' argv_has frees.cu
fl -dc frees.cu --dryrun
check 'pool: ... but with relocatable device code' argv_lacks frees.cu
fl --fl-target=cpu --fl-emit heap.cu
check 'pool: none on the CPU' lacks "$W/out" FL_POOL
fl --fl-target=cpu --fl-emit heap.cu --fl-pool=1M
check 'pool: unless asked for' prints '#define FL_POOL 1048576'
fl --fl-emit cdp.cu
check 'pool: only where something allocates' lacks "$W/out" FL_POOL
fl --fl-emit cdp.cu --fl-pool=1M
check 'pool: no calls, no changes' lacks "$W/out" __fl::heap
