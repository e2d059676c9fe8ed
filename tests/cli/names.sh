# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# File names that a shell would read as something else reach nvcc as they are, or not at all.
injected() { [ -e pwned ]; }
names=('a b.cu' "it's.cu" 'semi;touch pwned;.cu' 'amp&&touch pwned.cu' '*.cu' '-dash.cu' 'ümlaut.cu')
for n in "${names[@]}"; do
  cp cdp.cu "./$n"
  fl -c "./$n" -o out.o
  check "names: $n" ok
  check "names: $n: own name" grep -qF -- "/$n" "$W/fake/argv.1"
  check "names: $n: no shell" missing pwned
  fl --fl-target=cpu -c "./$n" --dryrun
  check "names: $n: cpu" ok
done
# shellcheck disable=SC2016
for n in 'x$(touch pwned).cu' 'x`touch pwned`.cu' 'q"q.cu' 'back\slash.cu'; do
  cp cdp.cu "./$n"
  fl -c "./$n"
  check "names: $n" ok
  check "names: $n: kept from nvcc" lacks "$W/fake/argv.1" "$n"
  check "names: $n: object under its own name" exists "${n%.cu}.o"
  fl cdp.cu -o "$n.out"
  check "names: $n: as an output" exists "$n.out"
  cp none.cu "./$n"
  fl -c "./$n" -o n.o
  check "names: $n: unchanged source" lacks "$W/fake/argv.1" "$n"
  check "names: $n: no shell" missing pwned
  rm -f "./$n"
done
mkdir -p 'dir with blank' && cp cdp.cu 'dir with blank/k.cu'
fl -c 'dir with blank/k.cu' -I 'inc,comma'
check 'names: blank in a directory' argv_has 'dir with blank'
mkdir -p 'a,b' && cp cdp.cu 'a,b/k.cu'
fl -c 'a,b/k.cu'
check 'names: comma in a directory: a link to it' grep -q '/folder$' "$W/fake/argv.1"
check 'names: ... and not itself' argv_lacks 'a\,b'
TMPDIR="$W/dir/tmp dir" && mkdir -p "$TMPDIR"
fl -c cdp.cu
check 'names: blank in TMPDIR' ok
check 'names: blank in TMPDIR: gone' test -z "$(ls -A "$TMPDIR")"
TMPDIR=$W/tmp
