#!/usr/bin/env bash
# The program tests and the examples on a GPU, under every strategy:
#   tests/check-gpu.sh build DIR [program.cu ...]   builds them into DIR with $FLCC (build/flcc); needs nvcc, no GPU. A program of several files is a folder
#   tests/check-gpu.sh emit DIR [program.cu ...]    only transforms them; `compile DIR` does the rest, with nvcc, where more processors are
#   tests/check-gpu.sh compile DIR [--shared]
#   tests/check-gpu.sh run DIR [--sanitize|--shared]   runs what DIR holds; needs a GPU, neither nvcc nor this repository's build
#   tests/check-gpu.sh work DIR SECONDS             `compile` and `run --shared`, some texts at a time, in the background, and after so many seconds what there is
#                                                   (3: it goes on; say it again), for machines where a command's time is limited
#   tests/check-gpu.sh FLCC [--sanitize]            both, in a temporary directory
# DIR can be carried to another machine, and so can DIR.tar.xz, which `run` takes too: this script is in it.
# --shared: programs are shared objects, and a process runs one after the other (tests/gpu/many.c), since CUDA makes few contexts a second. Both commands go on
# where they were broken off. `tests/check-gpu.sh ran DIR` then prints a sum of each text whose runs were all right; RAN, a file of such sums (tests/gpu/ran.txt: right on an H100), has `emit` leave them out.
# --sanitize runs everything under compute-sanitizer's memcheck, and tells the programs so (FL_TEST=memcheck). A program's line `// SANITIZE: options` is for
# that; `// SANITIZE-keep: off`, or of another strategy, leaves out what memcheck says of CUDA itself: a native launch that is rejected writes its arguments to no buffer.
# CONFIGURATIONS (tests/configurations.sh) are for `emit`, which keeps only texts that are new.
# ARCH (sm_90) is what to build for, JOBS how many at a time, RUN_TIMEOUT (20 seconds) limits each run. HOST=-O0 has `compile` optimize device code only, which takes
# two thirds of the time. STRATEGIES chooses some, by default keep t1 t4 auto
# (`emit`: all).
set -u
self=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/$(basename "${BASH_SOURCE[0]}")
here=$(dirname "$self")
. "$here/configurations.sh"

usage() {
  sed -n '2,18s/^# \{0,1\}//p' "$self" >&2
  exit 1
}

lines() { sed -n "s|^ *// *$2: *||p" "$1" | tr -d '\r'; }

# For run_one, where the source is not at hand.
note_options() { # source dir
  local options name strategy
  name=$(basename "$1" .cu)
  options=$(lines "$1" SANITIZE)
  [ -z "$options" ] || echo "$options" >"$2/sanitize.$name"
  for strategy in $all; do
    [ "$(lines "$1" "SANITIZE-$strategy")" != off ] || : >"$2/sanitize-off.$name.$strategy"
  done
}

find_nvcc() {
  command -v "${FL_NVCC:-nvcc}" || { [ -x "${CUDA:-/usr/local/cuda}/bin/nvcc" ] && echo "${CUDA:-/usr/local/cuda}/bin/nvcc"; }
}

# Is a program to run under a strategy, of those that are chosen? Not every one can be compiled, or run, as it is.
is_wanted() { # source strategy chosen
  local its
  its=$(lines "$1" STRATEGIES | tr '\n' ' ')
  [[ " $3 " == *" $2 "* && " ${its:-$all} " == *" $2 "* && $(lines "$1" "TARGET-$2") != cpu* ]]
}

failed() { # what log
  echo "FAILED  $1"
  sed -n '1,10s/^/        | /p' "$2"
}

manifest_of() { # source name strategy binary
  echo "$2 $3 $4"
  lines "$1" ENV | while IFS= read -r env; do echo "$2 $3 $4 $env"; done
}

# One program, all strategies. The manifest says what to run: name, strategy, binary, variables.
build_one() {
  local source=$1 dir=$2 name strategy binary rdc same other flags
  name=$(basename "$source" .cu)
  flags=$(lines "$source" FLAGS | tr '\n' ' ')
  note_options "$source" "$dir"
  for strategy in $all; do
    is_wanted "$source" "$strategy" "${STRATEGIES:-keep t1 t4 auto}" || continue
    binary=$name.$strategy
    # Strategies that come to the same text need one binary.
    # shellcheck disable=SC2086 # flags are words
    if ! "$FLCC" --fl-strategy="$strategy" --fl-emit $flags "$source" -o "$dir/$binary.cu" >"$dir/$binary.log" 2>&1; then
      failed "$name $strategy: does not transform" "$dir/$binary.log"
      manifest_of "$source" "$name" "$strategy" - >"$dir/manifest.$binary"
      continue
    fi
    # What stays a launch from the device needs the device's runtime.
    rdc=
    [ "$strategy" != keep ] && ! grep -q ': kept' "$dir/$binary.log" || rdc=-rdc=true
    same=
    for other in "$dir/$name".*.cu; do
      [ "$other" = "$dir/$binary.cu" ] || [ ! -x "${other%.cu}" ] || ! cmp -s "$other" "$dir/$binary.cu" || same=$(basename "$other" .cu)
    done
    if [ -n "$same" ]; then
      binary=$same
    else
      # shellcheck disable=SC2086,SC2016 # flags are words; the loader expands $ORIGIN
      if "$FLCC" --fl-strategy="$strategy" $rdc -O2 -arch="${ARCH:-sm_90}" -cudart shared -Xlinker -rpath,'$ORIGIN' $flags "$source" \
        -o "$dir/$binary" >"$dir/$binary.log" 2>&1; then
        strip "$dir/$binary"
        echo "built   $name $strategy"
      else
        failed "$name $strategy: does not compile" "$dir/$binary.log"
        binary=-
      fi
    fi
    manifest_of "$source" "$name" "$strategy" "$binary" >"$dir/manifest.$name.$strategy"
  done
  rm -f "$dir/$name".*.cu "$dir/$name".*.log
}

# One program, all strategies and configurations: texts and what to compile them with. The same text is kept once.
emit_one() {
  local source=$1 dir=$2 name configuration options strategy binary rdc flags fake text sum
  local -A known=()
  name=$(basename "$source" .cu)
  flags=$(lines "$source" FLAGS | tr '\n' ' ')
  note_options "$source" "$dir"
  fake=$dir/fake.$name
  for configuration in ${CONFIGURATIONS:-base}; do
    options=$(options_of "$configuration")
    for strategy in $(strategies_of "$configuration"); do
      is_wanted "$source" "$strategy" "${STRATEGIES:-$all}" || continue
      binary=$name.$strategy
      [ "$configuration" = base ] || binary+=.$configuration
      text=$dir/$binary.cu
      # What flcc would give to nvcc, and tell it
      rm -rf "$fake" && mkdir "$fake"
      # shellcheck disable=SC2086 # flags are words
      if FL_NVCC=$here/cli/fake-nvcc FAKE_DIR=$fake "$FLCC" --fl-strategy="$strategy" $flags $options "$source" -o "$fake/out" >"$fake/log" 2>&1; then
        # Headers that flcc looked for beside the source are beside the text
        sed "s|^\([ \t]*# *include *\"\)$(cd "$(dirname "$source")" && pwd -P)/|\1|; s|\"$here/|\"|" "$fake/seen.1.$name.cu" >"$fake/text"
        # Names of namespaces go by the command, which names this directory.
        sum=$(sed 's/__fl_own_[0-9a-f]*/__fl_own/g' "$fake/text" | md5sum | cut -c1-12)
        if [ -z "${known[$sum]:-}" ]; then
          known[$sum]=$binary
          [ -z "${RAN:-}" ] || ! grep -qx "$sum" "$RAN" || known[$sum]=ran
        elif [ "$configuration" != base ]; then
          continue
        fi
        [ "${known[$sum]}" != ran ] || continue
        if [ "${known[$sum]}" = "$binary" ]; then
          mv "$fake/text" "$text"
          echo "$binary $sum" >>"$dir/sums.$name"
          rdc=$(grep -x -e '-rdc=true' -e '-Xptxas=--device-function.*' "$fake"/argv.1 | tr '\n' ' ')
          # shellcheck disable=SC2086 # flags are words
          printf '%s %s\n' "$binary" "$rdc $(printf '%s ' $flags | sed 's/--fl-[^ ]* *//g')" >>"$dir/compile.$name"
        fi
        binary=${known[$sum]}
      else
        failed "$name $strategy $configuration: does not transform" "$fake/log" >&3
        binary=-
      fi
      [ "$configuration" = base ] || strategy+=,$configuration
      manifest_of "$source" "$name" "$strategy" "$binary"
    done
  done 3>&1 >"$dir/manifest.$name"
  rm -rf "$fake"
}

# A program of several files, each with its line `// FLAGS: options`: all by flcc; one of them by nvcc; all by flcc, linked by nvcc. Memory of a pool must not come to code that does not know it.
build_several() { # folder dir
  local folder=$1 dir=$2 name strategy form file flags objects binary common
  name=$(basename "$folder")
  common="-O2 -arch=${ARCH:-sm_90} -rdc=true -cudart shared"
  for strategy in ${STRATEGIES:-keep t1 t4 auto}; do
    for form in all one linked; do
      binary=several-$name-$form.$strategy
      objects=()
      for file in "$folder"/*.cu; do
        objects+=("$dir/$binary.$(basename "$file" .cu).o")
        flags=$(lines "$file" FLAGS | tr '\n' ' ')
        # shellcheck disable=SC2086 # words
        if [ $form = one ] && [ ${#objects[@]} = 1 ]; then "$(find_nvcc)" $common $flags -c "$file" -o "${objects[0]}"; else
          "$FLCC" $common --fl-strategy="$strategy" $flags -c "$file" -o "${objects[-1]}"
        fi
      done >"$dir/$binary.log" 2>&1
      # shellcheck disable=SC2086,SC2016 # words; the loader expands $ORIGIN
      if "$([ $form = linked ] && find_nvcc || echo "$FLCC")" $common -Xlinker -rpath,'$ORIGIN' "${objects[@]}" -o "$dir/$binary" -lcudadevrt >>"$dir/$binary.log" 2>&1; then
        strip "$dir/$binary"
        echo "built   several/$name $form $strategy"
      else
        failed "several/$name $form $strategy: does not compile" "$dir/$binary.log"
        binary=-
      fi
      if [ $form = all ] && [ "$strategy" != keep ]; then
        printf '%s\n' EXPECT=pool FL_POOL=128K 'FL_POOL=off EXPECT=heap'
      else
        echo EXPECT=heap
      fi | sed "s|^|several/$name-$form $strategy $binary |" >"$dir/manifest.several-$name-$form.$strategy"
      rm -f "${objects[@]}" "$dir/several-$name-$form.$strategy.log"
    done
  done
}

emit() { # dir [programs]
  local dir=$1 of
  shift
  mkdir -p "$dir/include" "$dir/headers" "$dir/programs/include"
  rm -f "$dir"/{manifest,compile,sums,sanitize}* "$dir/ran" "$dir"/*.cu "$dir"/*.so
  [ $# -gt 0 ] || set -- "$here"/programs/*.cu "$here"/programs-gpu/*.cu "$here"/../examples/*.cu
  printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" "$self" --emit-one "$dir"
  for of in manifest compile sums; do
    find "$dir" -maxdepth 1 -name "$of.*" -print0 | LC_ALL=C sort -z | xargs -0 -r cat >"$dir/$of"
    rm -f "$dir/$of".*
  done
  cp -r "$here/../include" "$here/../runtime" "$dir/headers/"
  cp -r "$here/programs/include/." "$dir/include/"
  cp -r "$here/programs/include/." "$dir/programs/include/" # for sources in a neighbouring directory
  cp "$here"/../examples/*.h "$dir/"
  cp "$self" "$here/configurations.sh" "$here/gpu/many.c" "$dir/"
}

compile_one() { # dir line
  local dir=$1 binary flags log
  read -r binary flags <<<"$2"
  log=$dir/$binary.log
  [ ! -e "$dir/$binary.so" ] || [ -z "${SHARED:-}" ] || return 0
  [ -z "${SHARED:-}" ] || flags="$flags -shared -cudart shared -Xcompiler -fPIC,-fno-gnu-unique -Xlinker -Bsymbolic"
  # shellcheck disable=SC2086 # flags are words
  if ! (cd "$dir" && "$(find_nvcc)" -std=c++17 "${HOST:--O2}" -arch="${ARCH:-sm_90}" -Iheaders/include -Iheaders/runtime -I. -Iinclude $flags "$binary.cu" -o "$binary${SHARED:+.part}" && { [ -z "${SHARED:-}" ] || mv "$binary.part" "$binary.so"; }) >"$log" 2>&1; then
    echo "FAILED  $binary: does not compile"
    grep -E 'error|fatal' "$log" | sed -n '1,5s/^/        | /p'
  fi
  rm -f "$log"
}

# PART, here and in run_shared: a file with some lines of DIR/compile, and nothing else counts.
compile() { # dir [--shared]
  local libraries
  if [ "${2:-}" = --shared ]; then
    export SHARED=1
    libraries=$(dirname "$(dirname "$(readlink -f "$(find_nvcc)")")")/lib64
    # Once: what was compiled before may be about to run.
    [ "$1/many" -nt "$1/many.c" ] || "$(find_nvcc)" "$1/many.c" -o "$1/many" -cudart shared -ldl -Xlinker --export-dynamic-symbol=exit -Xlinker -rpath,"$libraries" || return 1
  fi
  tr '\n' '\0' <"${PART:-$1/compile}" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" "$self" --compile-one "$1"
}

build() { # dir [programs]
  local dir=$1 nvcc lib
  shift
  nvcc=$(find_nvcc) || { echo "check-gpu: no nvcc" >&2; return 1; }
  mkdir -p "$dir"
  rm -f "$dir"/manifest* "$dir"/sanitize*
  [ $# -gt 0 ] || set -- "$here"/programs/*.cu "$here"/programs-gpu/*.cu "$here"/several/* "$here"/../examples/*.cu
  printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" "$self" --build-one "$dir"
  cat "$dir"/manifest.* >"$dir/manifest" && rm -f "$dir"/manifest.*
  for lib in "$(dirname "$(dirname "$(readlink -f "$nvcc")")")"/{lib64,targets/x86_64-linux/lib}/libcudart.so.[0-9]*; do
    [ -e "$lib" ] && cp -L "$lib" "$dir/" && break
  done
  lib=$(cd "$dir" && echo libcudart.so.*.*.*)
  [ ! -e "$dir/$lib" ] || mv "$dir/$lib" "$dir/${lib%.*.*}"
  cp "$self" "$here/configurations.sh" "$dir/"
  # Binaries with the device's runtime in them are large and alike; side by side they pack well.
  (cd "$dir" && find . -type f -printf '%f\n' | sed 's/\(.*\)\.\(.*\)/\2 &/' | LC_ALL=C sort | sed 's/.* //' | tar cf - -T -) | xz -6 >"$dir.tar.xz"
}

run_one() { # dir line
  local dir=$1 name strategy binary env label start status tool=() test=plain limit=${RUN_TIMEOUT:-20} log
  read -r name strategy binary env <<<"$2"
  label="$name $strategy${env:+ [$env]}"
  if [ "$binary" = - ]; then
    echo "FAILED  $label: was not built"
    return
  fi
  if [ -n "${SANITIZER:-}" ]; then
    [ ! -e "$dir/sanitize-off.$name.$strategy" ] || return 0
    tool=("$SANITIZER" --tool memcheck --report-api-errors no --error-exitcode 99)
    # shellcheck disable=SC2207 # options are words
    [ ! -e "$dir/sanitize.$name" ] || tool+=($(cat "$dir/sanitize.$name"))
    limit=$((limit * 10))
    test=memcheck
  fi
  log=$(mktemp)
  start=$(date +%s%N)
  # shellcheck disable=SC2086 # several variables
  (cd "$dir" && env FL_TEST=$test $env timeout -k 5 "$limit" ${tool[0]+"${tool[@]}"} "./$binary") >"$log" 2>&1 </dev/null
  status=$?
  start=$((($(date +%s%N) - start) / 1000000))
  if [ $status -eq 0 ] && grep -Eqw 'PASS|OK' "$log"; then
    echo "ok      $label: $start ms"
  elif [ $status -eq 124 ] || [ $status -eq 137 ]; then
    echo "FAILED  $label: still running after $limit s"
  else
    echo "FAILED  $label: exit status $status: $(grep -a -m1 -E 'FAIL|rror|Invalid' "$log" | head -c 300)"
  fi
  rm -f "$log"
}

# The same of shared objects, the whole manifest but for what was right before.
run_shared() { # dir
  local name strategy binary env label n how ms why labels=()
  local -A ran=() part=()
  touch "$1/ran"
  [ -z "${PART:-}" ] || while read -r binary env; do part[$binary]=1; done <"$PART"
  while IFS= read -r label; do ran[$label]=1; done <"$1/ran"
  while read -r name strategy binary env; do
    label="$name $strategy${env:+ [$env]}"
    [ -z "${PART:-}" ] || [ -n "${part[$binary]:-}" ] || continue
    [ -z "${ran[$label]:-}" ] || { echo "ok      $label: before" && continue; }
    labels+=("$label")
    echo "./$binary.so${env:+ $env}" >&3
  done <"$1/manifest" 3>"$1/list"
  (cd "$1" && FL_TEST=plain ./many list "${JOBS:-8}" "${RUN_TIMEOUT:-20}") </dev/null | {
    while read -r n how ms why; do
      label=${labels[n - 1]}
      [ "$how" != ok ] || { why="$ms ms" && echo "$label" >>"$1/ran"; }
      printf '%-7s %s: %s\n' "$how" "$label" "$why"
      labels[n - 1]=
    done
    for label in "${labels[@]}"; do
      [ -z "$label" ] || printf 'FAILED  %s: nothing was said of it\n' "$label"
    done
  }
}

# Sums of texts whose runs are all in DIR/ran.
print_ran() { # dir
  awk 'FILENAME ~ /ran$/ { ran[$0] = 1; next }
    FILENAME ~ /manifest$/ { b = $3; label = $1 " " $2; $1 = $2 = $3 = ""; sub(/^ */, ""); if ($0 != "") label = label " [" $0 "]"
      right[b] += label in ran; runs[b]++; next }
    right[$1] && right[$1] == runs[$1] { print $2 }' "$1/ran" "$1/manifest" "$1/sums"
}

run() { # dir or archive of one [--sanitize|--shared]
  local dir log passed failed skipped=0
  if [ -f "$1" ]; then
    dir=$(mktemp -d)
    # shellcheck disable=SC2064 # the directory's name of now
    trap "rm -rf '$dir'" EXIT
    tar xJf "$1" -C "$dir" 2>/dev/null || python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' "$1" "$dir" ||
      return 1
  else
    dir=$(cd "$1" && pwd) || return 1
  fi
  export SANITIZER=
  if [ "${2:-}" = --sanitize ]; then
    SANITIZER=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
  fi
  if ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
    echo "skipped: no GPU here"
    skipped=$(wc -l <"$dir/manifest")
    echo "0 passed, 0 failed, $skipped skipped"
    return 0
  elif [ "${2:-}" = --sanitize ] && [ -z "$SANITIZER" ]; then
    echo "skipped: no compute-sanitizer here"
    skipped=$(wc -l <"$dir/manifest")
    echo "0 passed, 0 failed, $skipped skipped"
    return 0
  fi
  log=$(mktemp)
  if [ "${2:-}" = --shared ]; then run_shared "$dir"; else tr '\n' '\0' <"$dir/manifest" | xargs -0 -n 1 -P "${JOBS:-4}" "$self" --run-one "$dir"; fi | tee "$log"
  passed=$(grep -c '^ok ' "$log")
  failed=$(grep -c '^FAILED ' "$log")
  rm -f "$log"
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

work_through() { # dir
  local part
  rm -f "$1"/part.*
  split -l "${TEXTS:-400}" -a 4 "$1/compile" "$1/part."
  for part in "$1"/part.*; do
    PART=$part compile "$1" --shared >>"$1/compile.log"
    wait # for the runs of the part before
    PART=$part run_shared "$1" >>"$1/run.log" &
  done
  wait
  : >"$1/worked"
}

work() { # dir seconds
  local end=$(($(date +%s) + $2)) failed
  if ! [ -e "$1/compile.log" ]; then
    : >"$1/compile.log"
    : >"$1/run.log"
    setsid nohup "$self" --work "$1" >"$1/work.log" 2>&1 </dev/null &
  fi
  while ! [ -e "$1/worked" ] && [ "$(date +%s)" -lt "$end" ]; do sleep 1; done
  grep -h -A5 '^FAILED' "$1/compile.log" "$1/run.log"
  failed=$(cat "$1/compile.log" "$1/run.log" | grep -c '^FAILED')
  echo "$(find "$1" -maxdepth 1 -name '*.so' | wc -l) of $(wc -l <"$1/compile") texts compiled, $(grep -c '^ok ' "$1/run.log") of $(wc -l <"$1/manifest") runs passed, $failed failed"
  [ -e "$1/worked" ] || return 3
  [ "$failed" -eq 0 ]
}

export FLCC=${FLCC:-$here/../build/flcc}
case ${1:-} in
--build-one) if [ -d "$3" ]; then build_several "$3" "$2"; else build_one "$3" "$2"; fi ;;
--emit-one) emit_one "$3" "$2" ;;
--compile-one) compile_one "$2" "$3" ;;
--run-one) run_one "$2" "$3" ;;
--work) work_through "$2" ;;
emit)
  [ $# -ge 2 ] || usage
  shift
  emit "$@"
  ;;
compile)
  [ $# -ge 2 ] || usage
  compile "$(cd "$2" && pwd)" "${3:-}"
  ;;
build)
  [ $# -ge 2 ] || usage
  shift
  build "$@"
  ;;
work)
  [ $# -eq 3 ] || usage
  work "$(cd "$2" && pwd)" "$3"
  ;;
ran)
  [ $# -eq 2 ] || usage
  print_ran "$2"
  ;;
run)
  [ $# -ge 2 ] || usage
  run "$2" "${3:-}"
  ;;
'' | -*) usage ;;
*)
  FLCC=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
  if ! find_nvcc >/dev/null || ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
    echo "skipped: the tests on a GPU need nvcc and a GPU"
    set -- "$here"/programs/*.cu "$here"/programs-gpu/*.cu "$here"/../examples/*.cu
    echo "0 passed, 0 failed, $# skipped"
    exit 0
  fi
  dir=$(mktemp -d)
  trap 'rm -rf "$dir"' EXIT
  build "$dir" | grep -v '^built '
  run "$dir" "${2:-}"
  ;;
esac
