# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# The pool for allocations on the device, in programs of several files: what objects say of themselves, and what flcc makes of that where it links. A block of the
# pool must not come to CUDA's own free(), so whatever is not known stands against it.
cat >a.cu <<'EOT'
struct Item { int v; __device__ Item(int n) : v(n) {} };
__global__ void fill(Item **p, int **q, int n) { if (threadIdx.x < n) { p[threadIdx.x] = new Item(n); q[threadIdx.x] = (int *)malloc(4); } }
__global__ void start(Item **p, int **q) { fill<<<1, 32>>>(p + 32 * threadIdx.x, q + 32 * threadIdx.x, 32); }
void run(Item **p, int **q) { start<<<1, 8>>>(p, q); }
EOT
cat >b.cu <<'EOT'
struct Item { int v; };
__device__ void gone(Item *i) {
#ifdef ADDRESS
  void (*f)(void *) = free;
  f(i);
#else
  delete i;
#endif
}
#ifdef THIS
struct Own { __device__ void drop() { delete this; } };
__device__ void drop(Own *o) { o->drop(); }
#endif
__global__ void clear(Item **p, int **q) { gone(p[threadIdx.x]); free(q[threadIdx.x]); }
void finish(Item **p, int **q) { clear<<<1, 256>>>(p, q); }
EOT
printf '__global__ void c(int *p) { *p = 1; }\nvoid other(int *p) { c<<<1, 1>>>(p); }\n' >c.cu
printf '#include <cuda_runtime.h>\nstruct Item;\nvoid run(Item **, int **), finish(Item **, int **);\nint main() { void *p; cudaMalloc(&p, 4096); run((Item **)p, (int **)p + 512); finish((Item **)p, (int **)p + 512); return cudaDeviceSynchronize(); }\n' >main.cpp

pool_is() { # NAME linked|objects|none WHAT-IS-SAID words...
  local name=$1 what=$2 says=$3
  shift 3
  fl --fl-remarks "$@" -o prog
  case $what in
  objects) check "pool: $name" argv_has -Xlinker=--defsym=fl_pool_linked=1
    check "pool: $name: new, too" argv_has -Xlinker=--defsym=fl_pool_linked_objects=1 ;;
  linked) check "pool: $name" argv_has -Xlinker=--defsym=fl_pool_linked=1
    check "pool: $name: not new" argv_lacks -Xlinker=--defsym=fl_pool_linked_objects=1 ;;
  none) check "pool: $name: none" argv_lacks -Xlinker=--defsym=fl_pool_linked=1 ;;
  esac
  [ -z "$says" ] || check "pool: $name: says so" says "allocation on the device: $says"
}
mark_is() { # MARK words...
  local mark=$1
  shift
  fl "$@"
  check "pool: mark $mark: $*" argv_has "-Xcompiler=-Wa\\,--defsym\\,fl_pool_mark=$mark"
}
unmarked() {
  fl "$@"
  check "pool: no mark: $*" not grep -q fl_pool_mark "$W/fake/argv.1"
}
may_free='its device code may free by calls that do not know of a pool'

mark_is 15 -dc a.cu
mark_is 15 -c a.cu
mark_is 3 -dc b.cu
mark_is 3 -rdc=true -c c.cu
mark_is 15 -dc a.cu b.cu
mark_is 3 -rdc=true -lib c.cu lib.o -o x.a
mark_is 3 -x cu -dc plain.cpp
mark_is 1 -dc b.cu -DTHIS
mark_is 23 -dc a.cu --fl-strategy=keep
echo -dc c.cu >opts
mark_is 3 -optf opts
check 'pool: ... beside an options file' argv_has -optf
rm opts
unmarked -c b.cu
unmarked -c c.cu
unmarked -dc b.cu -DADDRESS
unmarked -dc a.cu plain.cpp
unmarked -dc a.cu --fl-pool=off
unmarked -ptx a.cu
unmarked -rdc=true -cubin a.cu
unmarked -rdc=true -E a.cu
unmarked -rdc=true -M a.cu
unmarked -dlink lib.o
printf '#!/bin/sh\nexit 0\n' >clang++ && chmod +x clang++
ln -s clang++ g++-link
unmarked -dc -ccbin ./g++-link c.cu
cp clang++ mpicxx
unmarked -dc -ccbin=./mpicxx c.cu
NVCC_CCBIN=./mpicxx unmarked -dc c.cu
rm -f clang++ g++-link mpicxx

pool_is 'all sources at once' objects 'from a pool' -rdc=true a.cu b.cu c.cu main.cpp
pool_is 'without relocatable device code' none "no pool: b.cu: $may_free" a.cu b.cu main.cpp
pool_is '... that frees' objects 'from a pool' a.cu c.cu main.cpp
pool_is 'delete this' linked 'from a pool; not by new' -rdc=true -DTHIS a.cu b.cu main.cpp
pool_is 'the address of free' none "no pool: b.cu: $may_free" -rdc=true -DADDRESS a.cu b.cu main.cpp
pool_is 'kept launches' none 'no pool: a.cu: a launch stays native' -rdc=true --fl-strategy=keep a.cu b.cu main.cpp
pool_is 'no launches' none '' -rdc=true b.cu c.cu main.cpp
pool_is 'a library' none '' -shared -rdc=true a.cu b.cu -Xcompiler -fPIC
pool_is 'not asked for' none '' --fl-pool=off -rdc=true a.cu b.cu main.cpp
pool_is 'an object that is none' none 'no pool: lib.o: it is none of the objects that flcc reads' -rdc=true a.cu b.cu lib.o

# What the linker says comes out, whichever it is.
{ echo '#include <cstddef>'; sed -n '/^#ifdef FL_POOL_LINKED/,/^#else/p' "$here/../../include/freelaunch/heap.h" | sed '1d;$d'; echo 'int main() { return 2 * pool_serves() + pool_serves_objects(); }'; } >linked.cpp
value_is() { # VALUE words for g++
  local value=$1
  shift
  g++ -std=c++17 -O2 linked.cpp "$@" -o linked 2>"$W/err" && ./linked
  status=$?
  check "pool: linked: $*" test $status = "$value"
}
for how in '' -fuse-ld=gold -fuse-ld=lld -no-pie -static -fPIC; do
  case $how in -fuse-ld=*) command -v ld."${how#*=}" >/dev/null || { skip "no ${how#*=}" 3; continue; } ;; esac
  value_is 0 $how
  value_is 2 $how -Wl,--defsym=fl_pool_linked=1
  value_is 3 $how -Wl,--defsym=fl_pool_linked=1 -Wl,--defsym=fl_pool_linked_objects=1
done

# On the CPU target: blocks of one file's come to the other.
if [ -e "$(dirname "$flcc")/libflcpu.a" ]; then
  for strategy in t1 t4 grid auto; do
    rm -f make.o drop.o
    for f in make drop; do
      fl --fl-target=cpu --fl-strategy=$strategy --fl-pool=4M -c "$here/../several/pool/$f.cu"
    done
    fl --fl-target=cpu drop.o make.o -o prog
    check "pool: on the CPU, $strategy: builds" ok
    for size in 4M 64K off; do
      FL_POOL=$size ./prog >"$W/out" 2>&1
      check "pool: on the CPU, $strategy, $size: right" prints PASS
    done
  done
fi

if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 107
else
  fake=$FL_NVCC FL_NVCC=$real_nvcc
  for f in a b c; do
    fl -dc -arch=sm_90 $f.cu -o $f.o
    check "pool: compiles $f.cu" ok
  done
  "$real_nvcc" -dc -arch=sm_90 b.cu -o b-nvcc.o && "$real_nvcc" -dc -arch=sm_90 c.cu -o c-nvcc.o && g++ -c -I"${real_nvcc%/*}/../include" main.cpp -o main.o
  check 'pool: the mark is all that c.o has more' test "$(nm c.o | grep -v fl_pool_mark | sed 's/_[0-9a-f]\{8,\}_/_/g')" = "$(nm c-nvcc.o | sed 's/_[0-9a-f]\{8,\}_/_/g')"
  check 'pool: it stays in the object' test "$(nm c.o | grep -c ' a fl_pool_mark')" = 1
  fl -arch=sm_90 a.o b.o c.o main.o -o prog
  check 'pool: links' ok
  check 'pool: links: with a pool' test "$(nm prog | grep -c ' fl_pool_linked')" = 2
  fl -arch=sm_90 a.o b-nvcc.o main.o -o prog
  check 'pool: links: without' ok
  check 'pool: links: without: none' test "$(nm prog | grep -c ' A fl_pool_linked')" = 0
  "$real_nvcc" -arch=sm_90 a.o b.o main.o -o prog
  check 'pool: nvcc links' test $? = 0
  check 'pool: nvcc links: none' test "$(nm prog | grep -c ' A fl_pool_linked')" = 0

  FL_NVCC=$fake
  pool_is objects objects 'from a pool' a.o b.o c.o main.o
  pool_is "nvcc's object" none "no pool: b-nvcc.o: $may_free" a.o b-nvcc.o main.o
  pool_is "nvcc's object in front" none "no pool: c-nvcc.o: $may_free" c-nvcc.o a.o b.o main.o
  pool_is "nvcc's object for the linker" none "no pool: $W/dir/c-nvcc.o: $may_free" a.o b.o main.o -Xlinker "$W/dir/c-nvcc.o"
  NVCC_APPEND_FLAGS=c-nvcc.o pool_is "nvcc's object from the environment" none "no pool: c-nvcc.o: $may_free" a.o b.o main.o
  mkdir lib bad other
  ar rcs lib/libab.a a.o b.o && ar rcsT lib/libthin.a a.o b.o && ar rcs bad/libab.a a.o b-nvcc.o && ar rcsT bad/libthin.a a.o b-nvcc.o
  cp b-nvcc.o a_member_with_a_long_name.o && ar rcs bad/liblong.a a.o a_member_with_a_long_name.o && ar rcs bad/libutil.a c-nvcc.o
  pool_is 'an archive' objects 'from a pool' main.o lib/libab.a
  pool_is 'a thin archive' objects 'from a pool' main.o lib/libthin.a
  pool_is 'an archive by its name' objects 'from a pool' main.o -Llib -lab
  pool_is 'an archive by its file name' objects 'from a pool' main.o -L lib -l:libab.a
  pool_is "an archive with nvcc's object" none "no pool: bad/libab.a(b-nvcc.o): $may_free" main.o bad/libab.a
  pool_is "a thin archive with nvcc's object" none "no pool: bad/libthin.a(../b-nvcc.o): $may_free" main.o bad/libthin.a
  pool_is "a long name" none "no pool: bad/liblong.a(a_member_with_a_long_name.o): $may_free" main.o bad/liblong.a
  pool_is "nvcc's object in a library" none "no pool: bad/libab.a(b-nvcc.o): $may_free" main.o a.o b.o -Lbad -lab
  pool_is "... by the linker's option" none "no pool: bad/libab.a(b-nvcc.o): $may_free" main.o a.o b.o -Xlinker -Lbad,-lab
  pool_is "... by the compiler's option" none "no pool: bad/libab.a(b-nvcc.o): $may_free" main.o a.o b.o -Xcompiler -Wl\\,-Lbad\\,-lab
  LIBRARY_PATH=bad pool_is "... by the environment" none "no pool: bad/libab.a(b-nvcc.o): $may_free" main.o a.o b.o -lab
  pool_is "... whose name is the system's" none "no pool: bad/libutil.a(c-nvcc.o): $may_free" main.o a.o b.o -Lbad -lutil
  pool_is "the system's" objects 'from a pool' main.o a.o b.o -lutil -lm -lcudadevrt -lcublas
  pool_is 'a library that is not there' none 'no pool: -lmissing: it is not where flcc looks for libraries' a.o b.o main.o -lmissing
  mv b-nvcc.o moved.o
  pool_is 'a thin archive whose member is gone' none 'no pool: bad/libthin.a(../b-nvcc.o): it is not there' main.o bad/libthin.a
  mv moved.o b-nvcc.o
  ld -r a.o b.o -o ab.o && ld -r a.o b-nvcc.o -o ab-nvcc.o
  pool_is 'a partial link' objects 'from a pool' ab.o main.o
  pool_is "a partial link with nvcc's object" none "no pool: ab-nvcc.o: $may_free" ab-nvcc.o main.o
  objcopy --strip-symbol=fl_pool_mark b.o stripped.o
  pool_is 'a stripped object' none "no pool: stripped.o: $may_free" a.o stripped.o main.o
  head -c 3000 b.o >short.o
  pool_is 'half an object' none 'no pool: short.o: it is none of the objects that flcc reads' a.o short.o main.o
  pool_is 'making a library of them' none '' -shared a.o b.o
  pool_is 'making one in other words' none 'no pool: -shared: what comes of it is not known' a.o b.o -Xcompiler -shared
  pool_is 'making an object of them' none 'no pool: -r: what comes of it is not known' a.o b.o -r
  pool_is 'words from a file' none 'no pool: @words: what it stands for is not known' a.o b.o main.o -Xlinker @words
  # Shared libraries: with device code; without; without, but one that needs another.
  echo 'int in_library() { return 1; }' >h.cpp
  "$real_nvcc" -shared -arch=sm_90 -Xcompiler -fPIC c.cu -o other/libdevice.so && g++ -shared -fPIC h.cpp -o lib/libhost.so &&
    g++ -shared -fPIC h.cpp -Wl,--no-as-needed -Lother -ldevice -o other/libneeds.so && cp other/libneeds.so lib/liblost.so
  pool_is 'a shared library with device code' none 'no pool: other/libdevice.so: it is a shared library with device code' a.o b.o main.o other/libdevice.so
  pool_is '... by its name' none 'no pool: other/libdevice.so: it is a shared library with device code' a.o b.o main.o -Lother -ldevice
  pool_is 'a shared library' objects 'from a pool' a.o b.o main.o lib/libhost.so
  pool_is 'a shared library that needs one' none 'no pool: other/libdevice.so: it is a shared library with device code' a.o b.o main.o other/libneeds.so
  pool_is '... that is not there' none 'no pool: -l:libdevice.so: it is not where' a.o b.o main.o lib/liblost.so
  g++ -shared -fPIC h.cpp -Wl,--no-as-needed -Llib -lhost -lm -o lib/libmore.so
  pool_is 'a shared library, by its name, that needs some' objects 'from a pool' a.o b.o main.o -Llib -lmore
  # A program of one source, with libraries.
  cat a.cu main.cpp >whole.cu
  echo 'void finish(Item **, int **) {}' >>whole.cu
  alone() { # NAME yes|no words...
    local name=$1 holds=holds
    [ "$2" = yes ] || holds=lacks
    shift 2
    fl --fl-emit whole.cu "$@"
    check "pool: one source, $name" ok
    check "pool: one source, $name: a pool or none" $holds "$W/out" '#define FL_POOL 0'
  }
  alone 'nothing else' yes
  alone "the system's libraries" yes -lm -lcublas -Xlinker -lz
  alone 'an archive' yes -Llib -lab
  alone "nvcc's object in one" no -Lbad -lab
  alone "... for the linker" no -Xlinker bad/libab.a
  alone 'a shared library' yes -Llib -lhost
  alone 'one with device code' no -Lother -ldevice
  alone 'one that is not there' no -lmissing
  # Device code that comes later, or is not compiled yet.
  echo '#include <dlfcn.h>
int open_library() { return dlopen("libdevice.so", RTLD_NOW) != nullptr; }' >opens.cpp
  g++ -c opens.cpp && g++ -c -flto h.cpp -o lto.o
  pool_is 'code that is loaded later' none "no pool: opens.o: it loads code at run time ('dlopen')" a.o b.o main.o opens.o
  pool_is 'intermediate code' none 'no pool: lto.o: it has intermediate code' a.o b.o main.o lto.o
fi
