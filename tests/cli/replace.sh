# shellcheck shell=bash disable=SC2154,SC2034,SC2086 # names of tests/cli/run; words
# What nvcc gets when a source was transformed: the text in its place, under its name, with what it needs to be found.
replaced() { # base name: nvcc got a file of that name from the temporary directory
  grep -qE "^$W/tmp/flcc-[^/]*/[0-9]+/$1\$" "$W/fake/argv.${2:-1}"
}

fl cdp.cu -o prog
check 'replace: succeeds' ok
check 'replace: says nothing' quiet
check 'replace: the transformed file' replaced cdp.cu
check 'replace: not the original' argv_lacks cdp.cu
check 'replace: -o stays' argv_has prog
check 'replace: own directory for includes' argv_has .
check 'replace: freelaunch headers' grep -q '/include$' "$W/fake/argv.1"
check 'replace: the text was there' holds "$W/fake/seen.1.cdp.cu" '#line'
check 'replace: a symbol that nobody launches begins with its end' holds "$W/fake/seen.1.cdp.cu" '__fl::never_launched();'
check 'replace: one call' calls 1
check 'replace: temporary files gone' clean

# A text that is included twice may launch another kernel each time, and stays as it is.
echo 'inline void run(int *p) { k<<<1, 1>>>(p); }' >run.h
for name in first second; do
  printf '%s\n' "namespace $name {" '__global__ void c(int *p) { *p = 1; }' '__global__ void k(int *p) { c<<<1, 1>>>(p); }' '#include "run.h"' '}'
done >twice.cu
echo 'int main() { first::run(0); second::run(0); }' >>twice.cu
fl twice.cu -o prog
check 'replace: a text with launches that is included twice' replaced twice.cu
check 'replace: what it launches can be run' lacks "$W/fake/seen.1.twice.cu" never_launched

# The runtime is a library where flcc links, and part of the object where it does not.
linked() { grep -q '^-DFLRT_LINKED=' "$W/fake/argv.1" && grep -q '/libflrt.a$' "$W/fake/argv.1"; }
if [ -e "$(dirname "$flcc")/libflrt.a" ]; then
  check 'replace: linked with the runtime' linked
else
  check 'replace: no library of the runtime' argv_lacks -DFLRT_LINKED=
fi
check 'replace: two threads for one source' argv_has --threads=2
fl -ptx cdp.cu -o -
check 'replace: one to the standard output' argv_lacks --threads=2
fl -t 3 cdp.cu -o prog
check 'replace: threads are the user'"'"'s matter' argv_lacks --threads=2
fl -c cdp.cu
check 'replace: but others may launch it from elsewhere' lacks "$W/fake/seen.1.cdp.cu" never_launched
check 'replace: an object has the runtime in it' not linked
cp cdp.cu written.cpp
fl -x cu written.cpp -o prog
check 'replace: a language is that of libraries, too' not linked
fl cdp.cu plain.cpp -o prog
check 'replace: several inputs in turn' argv_lacks --threads=2
fl none.cu -o prog
check 'replace: no runtime without launches' argv_is none.cu -o prog

# What makes code the device's may be a macro's, of another file or of the command.
printf '#define gpu __device__\n' >gpu.h
printf '%s\n' '__global__ void c(int *p) { *p = 1; }' 'gpu void f(int *p) { c<<<1, 1>>>(p); }' \
  '__global__ void k(int *p) { f(p); }' 'int main() { k<<<1, 1>>>(0); }' >by_macro.cu
{ echo '#include "gpu.h"' && cat by_macro.cu; } >by_header.cu
fl by_header.cu -o prog
check 'replace: device code by a macro of a header' replaced by_header.cu
fl -Dgpu=__device__ by_macro.cu -o prog
check 'replace: device code by a macro of the command' replaced by_macro.cu
fl -Dgpu= by_macro.cu -o prog
check 'replace: launches of the host alone' argv_is -Dgpu= by_macro.cu -o prog

mkdir -p sub/dir && cp cdp.cu sub/dir/deep.cu
fl -c sub/dir/deep.cu
check 'replace: object beside us, as nvcc' exists deep.o
check 'replace: directory of the original' argv_has sub/dir
fl -c cdp.cu none.cu plain.cpp
check 'replace: several inputs' ok
check 'replace: several: the one' replaced cdp.cu
check 'replace: several: untouched' argv_has none.cu
check 'replace: several: host code untouched' argv_has plain.cpp
check 'replace: several: one call' calls 1
cp cdp.cu sub/cdp.cu
fl -c cdp.cu sub/cdp.cu
check 'replace: two of one name' test "$(grep -c '/cdp.cu$' "$W/fake/argv.1")" = 2
cp cdp.cu cdp.cpp
fl -x cu cdp.cpp -c
check 'replace: -x cu' replaced cdp.cpp
fl cdp.cpp -c -x=cu
check 'replace: -x behind the input' replaced cdp.cpp
fl -x cu - -c <cdp.cu
check 'replace: standard input, empty' ok
"$flcc" -x cu - -c <cdp.cu >"$W/out" 2>"$W/err"
status=$?
check 'replace: standard input' replaced stdin.cu 2

fl cdp.cu --fl-strategy=t4 --fl-threshold=16 --fl-coarsen=off --fl-streams=strict --fl-engine=split -o p
check 'replace: own options accepted' ok
check 'replace: own options do not reach nvcc' lacks "$W/fake/argv.1" --fl-
fl host.cu --fl-strategy=t1 -c
check 'replace: unchanged with own options' argv_is host.cu -c

fl cdp.cu --fl-strategy=block -o p
check 'replace: aggregation needs rdc' argv_has -rdc=true
check 'replace: registers of device functions, linked' argv_has -Xptxas=--device-function-maxrregcount=64
fl cdp.cu --fl-strategy=t1 -dc
check 'replace: registers of device functions, in an object' argv_has -Xptxas=--device-function-maxrregcount=64
fl cdp.cu --fl-strategy=t1 -o p
check 'replace: registers where device code is not linked' argv_lacks -Xptxas=--device-function-maxrregcount=64
fl cdp.cu --fl-strategy=block -maxrregcount=48 -o p
check 'replace: registers as the user says' argv_lacks -Xptxas=--device-function-maxrregcount=64
fl cdp.cu --fl-strategy=block -Xptxas -v,-func-maxrregcount,80 -o p
check 'replace: registers as the user says to ptxas' argv_lacks -Xptxas=--device-function-maxrregcount=64
# ptxas warns of the limit where text stays PTX.
for words in -arch=compute_90 '-gencode arch=compute_90,code=compute_90' '-ptx -arch=sm_90' \
  '-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=compute_90 -Werror all-warnings'; do
  fl cdp.cu --fl-strategy=t1 -rdc=true -c $words
  check "replace: no limit of registers with $words" argv_lacks -Xptxas=--device-function-maxrregcount=64
done
for words in -arch=native '-arch=compute_90 -code=sm_90,compute_90' '-cubin -arch=sm_90' \
  '-gencode arch=compute_90,code=sm_90 -gencode arch=compute_90,code=compute_90 -Werror=all-warnings'; do
  fl cdp.cu --fl-strategy=t1 -rdc=true -c $words
  check "replace: a limit of registers with $words" argv_has -Xptxas=--device-function-maxrregcount=64
done
fl -rdc=true cdp.cu --fl-strategy=t4 -lcudadevrt -o p
check 'replace: rdc dropped where nothing needs it' argv_lacks -rdc=true
for variable in 'extern __device__ int n;' 'inline __device__ int n;' 'template <class T> inline __constant__ T n = 1;'; do
  { echo "$variable"; cat cdp.cu; } >variable.cu
  fl -rdc=true variable.cu --fl-strategy=t4 -o p
  check "replace: rdc stays with $variable" argv_has -rdc=true
done
{ echo 'static inline __device__ int n;'; cat cdp.cu; } >variable.cu
fl -rdc=true variable.cu --fl-strategy=t4 -o p
check 'replace: rdc dropped with a variable of the file' argv_lacks -rdc=true
fl -rdc=true cdp.cu --fl-strategy=t4 -ldevlib -o p
check 'replace: rdc stays with foreign libraries' argv_has -rdc=true
fl -rdc=true cdp.cu lib.o --fl-strategy=t4 -o p
check 'replace: rdc stays with other objects' argv_has -rdc=true
fl -dc cdp.cu --fl-strategy=t4
check 'replace: -dc stays' argv_has -dc
fl -rdc=true -c cdp.cu --fl-strategy=t4
check 'replace: rdc stays with -c' argv_has -rdc=true
fl cdp.cu --fl-strategy=keep -o p
if [ ! -e "$W/fake/seen.1.cdp.cu" ] || argv_lacks cdp.cu; then
  check 'replace: rdc added for kept launches' argv_has -rdc=true
  check 'replace: device runtime added' argv_has -lcudadevrt
fi

# nvcc names things after the path that it reads, too.
fl -frandom-seed=1 -c cdp.cu
first=$(grep '/cdp.cu$' "$W/fake/argv.1")
fl -frandom-seed=1 -c cdp.cu
check 'replace: the same path each time for the same names' argv_has "$first"
mkdir "${first%/*/cdp.cu}"
fl -frandom-seed=1 -c cdp.cu
check 'replace: ... unless there is one' argv_lacks "$first"
check 'replace: ... which stays' rmdir "${first%/*/cdp.cu}"
fl -frandom-seed=1 -c cdp.cu -DX
check 'replace: ... nor for another command' argv_lacks "$first"

fl -std=c++14 cdp.cu -c
check 'replace: generated code needs C++17' argv_has -std=c++17
check 'replace: an older standard goes' argv_lacks -std=c++14
fl -std c++20 cdp.cu -c
check 'replace: a newer standard stays' argv_has -std=c++20

fl -c cdp.cu -o x.o -MD -MF x.dep -DMACRO
check 'deps: two calls' calls 2
check 'deps: not of the transformed file' argv_lacks -MD
check 'deps: of the original' argv_has cdp.cu 2
check 'deps: mode' argv_has -M 2
check 'deps: file' argv_has x.dep 2
check 'deps: target' argv_has x.o 2
check 'deps: macros' argv_has -DMACRO 2
check 'deps: no compilation' argv_lacks -c 2
fl -c cdp.cu none.cu -MMD -odir .
check 'deps: one call for each source' calls 3
check 'deps: names follow' argv_has ./none.d 3

fl -c cdp.cu --dryrun
check 'dryrun: prints our command' says cdp.cu
check 'dryrun: nvcc adds its own' argv_has --dryrun
check 'dryrun: makes nothing' missing nothing.o
fl -c cdp.cu -v
check 'verbose: prints our command' says "$FL_NVCC"
check 'verbose: passes on' argv_has -v

# nvcc's variables are words of the command: they say what the source means.
NVCC_PREPEND_FLAGS='-DFIRST -rdc=true' NVCC_APPEND_FLAGS='-DLAST -t 3 --fl-strategy=keep' fl -c cdp.cu
check 'replace: words in front' [ "$(sed -n 1,2p "$W/fake/argv.1" | tr '\n' ' ')" = '-DFIRST -rdc=true ' ]
check 'replace: words behind' argv_has -DLAST
check 'replace: words behind that are ours' lacks "$W/fake/argv.1" --fl-
check 'replace: threads among them' argv_lacks --threads=2
cat >flags.cu <<'E2'
__global__ void child() {}
__global__ void parent() {
#ifdef LAUNCHES
  child<<<1, 1>>>();
#endif
}
E2
NVCC_APPEND_FLAGS=-DLAUNCHES fl --fl-strategy=t1 -c flags.cu
check 'replace: a macro among them' replaced flags.cu
fl -ccbin clang++ -c cdp.cu
check 'replace: C++17 for compilers that may be older' argv_has -std=c++17
fl -ccbin g++ -c cdp.cu
check 'replace: no language of our own' argv_lacks -std=c++17
