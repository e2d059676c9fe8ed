#!/usr/bin/env bash
# Measures what bench/table.txt lists, every program under every strategy, on a GPU (or, to try things out, on the CPU target):
#   bench/run.sh build DIR [--target=cpu] [--only=PATTERN] [--variants=LIST] [--data DATADIR] [--table=FILE]
#       builds every variant of every program into DIR with $FLCC (build/flcc), and packs DIR.tar.xz; needs nvcc, no GPU
#   bench/run.sh run DIR|DIR.tar.xz [--quick] [--only=PATTERN] [--variants=LIST] [--out OUTDIR] [--data DATADIR] [--passes=N] [--seconds=N]
#       runs what DIR holds and writes OUTDIR (bench-results): table.md, results.json, plots/; needs a GPU, neither nvcc nor this repository
#   bench/run.sh report OUTDIR      writes these again
#   bench/run.sh FLCC [options]     builds in a temporary directory, and runs
# DIR can be carried to another machine, and so can DIR.tar.xz: this script is in it. A run that was broken off goes on where it was.
# PATTERN is a regular expression for names of rows, LIST names variants, separated by commas. --seconds: begin no run later than that.
# FLAGS (-O3 -std=c++17) are for the compiler, ARCH (sm_90) is what to build for, JOBS how many at a time, RUN_TIMEOUT (60 seconds) limits each run.
# The exit status is 1 if anything was wrong or not built, 3 if --seconds ended it, 2 if nothing could be run.
set -u
self=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/$(basename "${BASH_SOURCE[0]}")
here=$(dirname "$self")

usage() {
  sed -n '2,13s/^# \{0,1\}//p' "$self" >&2
  exit 2
}
die() {
  echo "bench: $*" >&2
  exit 2
}

find_nvcc() {
  command -v "${FL_NVCC:-nvcc}" || { [ -x "${CUDA:-/usr/local/cuda}/bin/nvcc" ] && echo "${CUDA:-/usr/local/cuda}/bin/nvcc"; }
}

# The lines of a table that begin with a word, fields separated by tabs; an empty field is "-".
table() { # word file
  awk -F '|' -v word="$1" -v fields="$([ "$1" = row ] && echo 8 || echo 6)" '
    /^[ \t]*(#|$)/ { next }
    { gsub(/\t/, " "); for (i = 1; i <= fields; i++) { gsub(/^ +| +$/, "", $i); if ($i == "") $i = "-" } }
    $1 == word { line = $2; for (i = 3; i <= fields; i++) line = line "\t" $i; print line }
    $1 != "row" && $1 != "variant" { print FILENAME ": not a row and not a variant: " $0 >"/dev/stderr" }' "$2"
}

chosen() { # name list
  case ",${2:-$1}," in *",$1,"*) ;; *) return 1 ;; esac
}

# Building ------------------------------------------------------------------------------------------------------------------------------

# All variants of one source of one kind. What comes of them goes to DIR/part.PROGRAM, a line for each variant:
# program, variant, binary, its checksum, built, kept or failed, and why, or why a launch stays native.
build_one() { # dir source kind
  local dir=$1 source=$2 kind=$3 program name role kinds options binary log state why same other rdc=() flags link=()
  read -ra flags <<<"${FLAGS:--O3 -std=c++17}"
  program=$(basename "$source" .cu)
  if [ "$target" = cpu ]; then
    flags+=(--fl-target=cpu)
  else
    flags+=("-arch=${ARCH:-sm_90}")
    # shellcheck disable=SC2016 # the loader expands $ORIGIN
    link=(-cudart shared -Xlinker -rpath '-Xlinker=$ORIGIN')
  fi
  rm -f "$dir/$program".*
  while IFS=$'\t' read -r name role kinds options _; do
    case " $kinds " in *" $kind "* | *" $kind/$target "* | *" $program "*) ;; *) continue ;; esac
    chosen "$name" "${variants:-}" || continue
    [ "$options" != - ] || options=
    binary=$program.$name log=$dir/$program.$name.log state=built why=- rdc=()
    # shellcheck disable=SC2086 # options are words
    if ! "$FLCC" "${flags[@]}" $options --fl-remarks --fl-emit "$root/$source" -o "$dir/$binary.cu" >"$log" 2>&1; then
      state=failed
    elif grep -q ': kept' "$log" && [ "$role" != native ]; then
      if [ "$role" = strategy ] || { [ "$kind" = join ] && [ "$target" = cuda ]; }; then
        state=kept
      fi
    fi
    [ "$role" = native ] || why=$(grep -m1 ': kept' "$log" | sed 's/.*: kept: *//; s/ *\[-fl-kept\].*//' | tr '\t' ' ' | cut -c1-200)
    # What stays a launch from the device needs the device's runtime, which slows down all of the program.
    if [ "$target" = cuda ] && { [ "$role" = native ] || [ -n "$why" ]; }; then
      rdc=(-rdc=true)
    fi
    same=
    for other in "$dir/$program".*.cu; do
      # Variants that come to the same text are one program.
      if [ $state = built ] && [ "$other" != "$dir/$binary.cu" ] && [ -x "${other%.cu}" ] && cmp -s "$other" "$dir/$binary.cu"; then
        same=$(basename "$other" .cu)
      fi
    done
    if [ -n "$same" ]; then
      binary=$same
    elif [ $state = built ]; then
      # shellcheck disable=SC2086
      if "$FLCC" "${flags[@]}" ${rdc[@]+"${rdc[@]}"} ${link[@]+"${link[@]}"} $options "$root/$source" -o "$dir/$binary" >"$log" 2>&1; then
        strip "$dir/$binary"
        echo "built   $program $name"
      else
        state=failed
      fi
    fi
    if [ $state = failed ]; then
      why=$(grep -m1 error "$log" | tr '\t' ' ' | sed "s|$root/||g" | cut -c1-200)
      why=${why:-does not compile}
      echo "FAILED  $program $name: $why"
    fi
    if [ $state = built ]; then
      printf '%s\t%s\t%s\t%s\tbuilt\t%s\n' "$program" "$name" "$binary" "$(cksum <"$dir/$binary" | tr ' ' ':')" "${why:--}"
    else
      printf '%s\t%s\t-\t-\t%s\t%s\n' "$program" "$name" $state "${why:--}"
    fi >>"$dir/part.$program"
  done < <(table variant "$table")
  rm -f "$dir/$program".*.cu "$dir/$program".*.log
}

build() { # dir
  local dir=$1 nvcc='' lib name kind source file
  if [ "$target" = cuda ]; then
    nvcc=$(find_nvcc) || die "no nvcc"
  fi
  [ -x "$FLCC" ] || die "$FLCC is not there; run make first"
  mkdir -p "$dir/data"
  rm -f "$dir"/part.* "$dir"/binaries
  table row "$table" | while IFS=$'\t' read -r name kind source _; do
    [[ $name =~ $only ]] && printf '%s %s\n' "$source" "$kind"
  done | awk '!seen[$0]++' >"$dir/part"
  [ -s "$dir/part" ] || die "no row matches '$only'"
  export FLCC target table variants root
  xargs -n 2 -P "${JOBS:-$(nproc)}" "$self" --build-one "$dir" <"$dir/part"
  rm -f "$dir/part"
  cat "$dir"/part.* >"$dir/binaries" && rm -f "$dir"/part.*
  {
    printf 'target\t%s\n' "$target"
    [ "$target" != cuda ] || printf 'arch\t%s\n' "${ARCH:-sm_90}"
    printf 'flcc\t%s\n' "$("$FLCC" --fl-version | head -1)"
    [ -z "$nvcc" ] || printf 'nvcc\t%s\n' "$("$nvcc" --version | sed -n 's/.*release.*, //p')"
    printf 'commit\t%s\n' "$(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)"
  } >"$dir/info"
  [ "$table" -ef "$dir/table.txt" ] || cp "$table" "$dir/table.txt"
  cp "$self" "$here/report.awk" "$here/plot.sh" "$dir/"
  if [ -n "$data" ]; then
    table row "$table" | grep -o '@[^ 	][^ 	]*' | tr -d @ | sort -u | while read -r file; do
      [ ! -f "$data/$file" ] || cp -f "$data/$file" "$dir/data/"
    done
    chmod -R u+w "$dir/data"
  fi
  for lib in "$(dirname "$(dirname "$(readlink -f "${nvcc:-/x/x/x}")")")"/{lib64,targets/x86_64-linux/lib}/libcudart.so.[0-9]*; do
    if [ -e "$lib" ]; then
      # Its name to the loader has the first number alone.
      cp -L "$lib" "$dir/$(basename "$lib" | sed 's/\(\.so\.[0-9]*\).*/\1/')"
      break
    fi
  done
  # Binaries with the device's runtime in them are large and alike; side by side they pack well.
  (cd "$dir" && find . -type f -printf '%P\n' | sed 's/\(.*\)\.\(.*\)/\2 &/' | LC_ALL=C sort | sed 's/[^ ]* //' | tar cf - -T -) |
    xz -6 -T1 --lzma2=dict=32MiB >"$dir.tar.xz"
  echo "$dir.tar.xz: $(($(wc -c <"$dir.tar.xz") / 1024)) KiB"
  ! grep -q '	failed	' "$dir/binaries"
}

# Running -------------------------------------------------------------------------------------------------------------------------------

# OUTDIR/rows.tsv: a line for each row and variant, with all that a run needs and the report wants to know:
# number, row, kind, variant, role, state, binary, checksum, arguments, passes, series, x, the variant that is the same program, why.
# Lines of rows that are not chosen this time stay.
plan() { # dir out
  local dir=$1 out=$2
  {
    table variant "$dir/table.txt" | sed 's/^/variant	/'
    sed 's/^/binary	/' "$dir/binaries"
    table row "$dir/table.txt" | sed 's/^/row	/'
  } | awk -F '\t' -v OFS='\t' -v target="$target" -v quick="$quick" -v only="$only" -v chosen="$variants" -v passes="$passes" \
    -v files="$(cd "$data" 2>/dev/null && find . -type f -printf '%P ')" '
    $1 == "variant" { variant[++variants] = $2; role[$2] = $3; kinds[$2] = " " $4 " "; options[$2] = $6 == "-" ? "" : " " $6; next }
    $1 == "binary" { known[$2]; state[$2, $3] = $6; binary[$2, $3] = $4; sum[$2, $3] = $5; why[$2, $3] = $7; next }
    {
      number++; name = $2; kind = $3; args = quick ? $7 : $6
      if (args == "-" || (only != "" && name !~ only)) next
      program = $4; sub(/.*\//, "", program); sub(/\.cu$/, "", program)
      if (!(program in known)) next
      words = split(args, word, " ")
      for (i = 1; i <= words; i++)
        if (word[i] ~ /^@/ && index(" " files, " " substr(word[i], 2) " ") == 0) {
          print "left out: " name ": no " substr(word[i], 2) " (--data)" >"/dev/stderr"
          next
        }
      series = x = "-"
      if (split($8, part, / *@ */) == 2) { series = part[1]; x = part[2] }
      split("", first)
      for (i = 1; i <= variants; i++) {
        v = variant[i]
        if (index(kinds[v], " " kind " ") || index(kinds[v], " " kind "/" target " ") || index(kinds[v], " " program " "))
          how = (program, v) in state ? state[program, v] : "missing"
        else
          how = "none"
        if (chosen != "" && index("," chosen ",", "," v ",") == 0) continue
        if (how == "missing") continue
        all = (role[v] == "plain" || role[v] == "expert" ? "" : " --" kind) options[v] " " args
        sub(/^ /, "", all)
        same = "-"
        if (how == "built") {
          key = binary[program, v] SUBSEP all
          if (key in first) same = first[key]; else first[key] = v
        }
        print number, name, kind, v, role[v], how, how == "built" ? binary[program, v] : "-", how == "built" ? sum[program, v] : "-", all,
          passes ? passes : quick ? 1 : $5, series, x, same, (program, v) in why ? why[program, v] : "-"
      }
    }' >"$out/rows.new"
  touch "$out/rows.tsv"
  awk -F '\t' 'NR == FNR { new[$2, $4]; print; next } !(($2, $4) in new)' "$out/rows.new" "$out/rows.tsv" | sort -s -t '	' -k 1,1n >"$out/rows.all"
  mv "$out/rows.all" "$out/rows.tsv"
}

# One process. Its line in OUTDIR/raw.tsv: row, variant, pass, checksum, arguments, status, median, best, milliseconds it took in all, why, result.
measure() { # out row variant pass binary sum args
  local out=$1 row=$2 variant=$3 pass=$4 binary=$5 sum=$6 args=$7 word command=() log=$1/log start wall code json status=ok why=- limit=${RUN_TIMEOUT:-60}
  for word in $args; do
    case $word in @*) word=$data/${word#@} ;; esac
    command+=("$word")
  done
  start=$(date +%s%N)
  (cd "$dir" && exec timeout -k 5 "$limit" "./$binary" --json "${loops[@]}" ${command[@]+"${command[@]}"}) >"$log" 2>"$log.err" </dev/null
  code=$?
  wall=$((($(date +%s%N) - start) / 1000000))
  json=$(grep -a '^{.*"check": "[A-Z]*"}$' "$log" | tail -1 | tr -d '\t')
  if [ $code -eq 124 ] || [ $code -eq 137 ]; then
    status=timeout why="still running after $limit s"
  elif grep -aq 'a launch on the device failed' "$log.err"; then
    status=wrong why="launches lost: $(grep -a -m1 'a launch on the device failed' "$log.err" | sed 's/.*failed: //')"
  elif [ $code -ne 0 ] && [ -z "$json" ]; then
    status=wrong why="exit status $code: $(grep -a -v '^ *$' "$log.err" | head -1)"
  elif [ -z "$json" ]; then
    status=wrong why="no result"
  elif ! [[ $json =~ \"check\":\ \"(OK|PASS)\" ]] || [ $code -ne 0 ]; then
    status=wrong why="wrong result"
  elif ! [[ $json =~ \"median_ms\":\ [0-9] && $json =~ \"best_ms\":\ [0-9] ]]; then
    status=wrong why="no time"
  fi
  why=$(tr '\t\n' '  ' <<<"$why" | cut -c1-200)
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$row" "$variant" "$pass" "$sum" "$args" $status \
    "$(sed -n 's/.*"median_ms": \([0-9.e+-]*\).*/\1/p' <<<"${json:-x}" | grep . || echo -)" \
    "$(sed -n 's/.*"best_ms": \([0-9.e+-]*\).*/\1/p' <<<"${json:-x}" | grep . || echo -)" "$wall" "${why% }" "${json:--}" >>"$out/raw.tsv"
  rm -f "$log" "$log.err"
  [ $status = ok ] || echo "WRONG   $row $variant: ${why% }"
  [ $status = ok ]
}

device() {
  local name=-
  if [ "$target" = cuda ]; then
    name=$(nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,power.limit --format=csv,noheader 2>/dev/null | head -1)
  else
    name="CPU target: $(sed -n 's/^model name[ \t]*: //p' /proc/cpuinfo | head -1), $(nproc) cores"
  fi
  printf 'device\t%s\n' "${name:-unknown}"
}

run() { # dir or archive
  local archive=$1 line pass variants_of row row_lines rotated done_count=0 all=0 began=$SECONDS failed shown number name kind variant role state binary sum args count rest
  if [ -f "$archive" ]; then
    dir=$(mktemp -d)
    # shellcheck disable=SC2064 # the directory's name of now
    trap "rm -rf '$dir'" EXIT
    tar xJf "$archive" -C "$dir" 2>/dev/null ||
      python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' "$archive" "$dir" || die "cannot unpack $archive"
  else
    dir=$(cd "$archive" 2>/dev/null && pwd) || die "no such directory: $archive"
  fi
  [ -s "$dir/binaries" ] || die "$archive was not made by bench/run.sh build"
  target=$(sed -n 's/^target	//p' "$dir/info")
  data=${data:-$dir/data}
  if [ "$target" = cuda ] && ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
    die "no GPU here"
  fi
  mkdir -p "$out" || exit 2
  if [ -s "$out/raw.tsv" ] && [ "$(grep '^device	' "$out/info")" != "$(device)" ]; then
    die "$out holds measurements of another device"
  fi
  plan "$dir" "$out"
  [ -s "$out/rows.new" ] || die "nothing to run"
  {
    cat "$dir/info"
    device
    [ -z "$quick" ] || printf 'sizes\tsmall ones (--quick); the names of the rows tell those of a whole measurement\n'
  } >"$out/info"
  touch "$out/raw.tsv"
  loops=(--warmup 10 --repeat 21 --budget 1000)
  [ -z "$quick" ] || loops=(--warmup 1 --repeat 5 --budget 200)
  # A variant that was wrong once is not run again, nor is a pass that raw.tsv has.
  all=$(awk -F '\t' 'FILENAME == ARGV[1] { have[$1, $2, $3, $4, $5]; if ($6 != "ok") bad[$1, $2, $4, $5]; next }
    $6 == "built" && $13 == "-" && !(($2, $4, $8, $9) in bad) {
      for (p = 1; p <= $10; p++) if (!(($2, $4, p, $8, $9) in have)) n++ }
    END { print n + 0 }' "$out/raw.tsv" "$out/rows.new")
  local interrupted='' over=''
  trap 'interrupted=1' INT TERM
  while IFS= read -r row; do
    mapfile -t row_lines < <(awk -F '\t' -v row="$row" '$2 == row && $6 == "built" && $13 == "-"' "$out/rows.new")
    variants_of=${#row_lines[@]}
    [ "$variants_of" -gt 0 ] || continue
    count=$(cut -f 10 <<<"${row_lines[0]}")
    for ((pass = 1; pass <= count; pass++)); do
      # Another variant is the first in each pass.
      for ((rotated = 0; rotated < variants_of; rotated++)); do
        line=${row_lines[$(((rotated + pass - 1) % variants_of))]}
        IFS=$'\t' read -r number name kind variant role state binary sum args rest <<<"$line"
        if awk -F '\t' -v r="$row" -v v="$variant" -v p=$pass -v s="$sum" -v a="$args" \
          '$1 == r && $2 == v && $4 == s && $5 == a && ($3 == p || $6 != "ok") { found = 1; exit } END { exit !found }' "$out/raw.tsv"; then
          continue
        fi
        if [ -n "$seconds" ] && [ $((SECONDS - began)) -ge "$seconds" ]; then
          over=1
          break 3
        fi
        done_count=$((done_count + 1))
        [ ! -t 1 ] || printf '\r\033[K%d/%d %d s  %s %s, pass %d ' $done_count "$all" $((SECONDS - began)) "$row" "$variant" $pass
        failed=$(measure "$out" "$row" "$variant" $pass "$binary" "$sum" "$args")
        [ -z "$failed" ] || { [ ! -t 1 ] || printf '\r\033[K'; echo "$failed"; }
        [ -z "$interrupted" ] || break 3
      done
    done
    shown=$(awk -F '\t' -v r="$row" 'NR == FNR { if ($2 == r) want[$4, $8, $9]; next }
      $1 == r && ($2, $4, $5) in want { v = $2; if (!(v in text)) order[++n] = v; text[v] = $6 == "ok" ? $7 : "WRONG" }
      END { for (i = 1; i <= n; i++) printf "  %s %s", order[i], text[order[i]] }' "$out/rows.new" "$out/raw.tsv")
    [ ! -t 1 ] || printf '\r\033[K'
    echo "$done_count/$all $((SECONDS - began)) s  $row:$shown"
  done < <(cut -f 2 "$out/rows.new" | awk '!seen[$0]++')
  trap - INT TERM
  [ ! -t 1 ] || printf '\r\033[K'
  rm -f "$out/rows.new" "$out/log" "$out/log.err"
  report "$out"
  failed=$?
  if [ -n "$interrupted$over" ]; then
    echo "bench: ended after $done_count of $all runs; the same command goes on" >&2
    return 3
  fi
  return $failed
}

report() { # out
  local out=$1 script=$here/report.awk
  [ -e "$script" ] || script=$dir/report.awk # this script alone, with an archive
  if [ ! -s "$out/rows.tsv" ] || [ ! -e "$out/raw.tsv" ]; then
    die "$out holds no measurements"
  fi
  mkdir -p "$out/plots"
  awk -F '\t' -v out="$out" -v info="$out/info" -v rows="$out/rows.tsv" -v raw="$out/raw.tsv" -f "$script" </dev/null
}

# ---------------------------------------------------------------------------------------------------------------------------------------

if [ "${1:-}" = --build-one ]; then
  build_one "$2" "$3" "$4"
  exit
fi

action=${1:-}
[ $# -gt 0 ] || usage
shift
place=
case $action in
build | run | report)
  [ $# -gt 0 ] || usage
  place=$1
  shift
  ;;
-*) usage ;;
esac
dir=$here target=cuda only='' variants='' data='' table=$here/table.txt quick='' out=bench-results passes='' seconds=''
while [ $# -gt 0 ]; do
  case $1 in
  --target=cuda | --target=cpu) target=${1#*=} ;;
  --quick) quick=1 ;;
  --only=* | --variants=* | --out=* | --data=* | --table=* | --passes=* | --seconds=*)
    name=${1%%=*}
    printf -v "${name#--}" %s "${1#*=}"
    ;;
  --only | --variants | --out | --data | --table | --passes | --seconds)
    [ $# -gt 1 ] || usage
    printf -v "${1#--}" %s "$2"
    shift
    ;;
  *) usage ;;
  esac
  shift
done
for number in "$passes" "$seconds"; do
  case $number in *[!0-9]*) usage ;; esac
done
root=$(cd "$here/.." && pwd)
FLCC=${FLCC:-$root/build/flcc}
[ -z "$data" ] || data=$(cd "$data" 2>/dev/null && pwd) || die "no such directory as --data says"
[ "$table" = "" ] || [ ! -r "$table" ] || table=$(cd "$(dirname "$table")" && pwd)/$(basename "$table")

case $action in
build) build "${place%/}" ;;
run) run "$place" ;;
report) report "$place" ;;
*)
  FLCC=$(cd "$(dirname "$action")" && pwd)/$(basename "$action")
  if [ "$target" = cuda ] && { ! find_nvcc >/dev/null || ! nvidia-smi -L 2>/dev/null | grep -q GPU; }; then
    echo "skipped: measuring on a GPU needs nvcc and a GPU"
    exit 0
  fi
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  status=0
  build "$work/bench" || status=$?
  # run() has a trap of its own
  (run "$work/bench") || status=$?
  exit $status
  ;;
esac
