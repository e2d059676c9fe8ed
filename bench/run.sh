#!/usr/bin/env bash
# Measures what bench/table.txt lists, every program under every strategy, on a GPU (or, to try things out, on the CPU target):
#   bench/run.sh build DIR [--target=cpu] [--only=PATTERN] [--variants=LIST] [--data DATADIR] [--table=FILE]
#       builds every variant of every program into DIR with $FLCC (build/flcc), and packs DIR.tar.xz; needs nvcc, no GPU
#   bench/run.sh run DIR|DIR.tar.xz [--quick] [--only=PATTERN] [--variants=LIST] [--out OUTDIR] [--data DATADIR] [--passes=N] [--seconds=N]
#       runs what DIR holds and writes OUTDIR (bench-results): table.md, results.json, plots/; needs a GPU, neither nvcc nor this repository
#   bench/run.sh ncu DIR|DIR.tar.xz [--quick] [--only=PATTERN] [--variants=LIST] [--out OUTDIR] [--data DATADIR] [--seconds=N]
#       profiles the rows that the table names with $NCU (ncu) and writes OUTDIR/ncu.md: registers, occupancy and more of each kernel
#   bench/run.sh report OUTDIR [--table=FILE]      writes these again, with the means of FILE's groups of rows
#   bench/run.sh all FLCC [options of build and run] [--results=FOLDER]
#       builds, runs and draws the suite and, without --quick, thresholds (or --table alone) into OUTDIR, or into FOLDER/<device>-<date>
# DIR can be carried to another machine, and so can DIR.tar.xz: this script is in it. A run that was broken off goes on where it was.
# PATTERN is a regular expression for names of rows, LIST names variants, separated by commas. --seconds: begin no run later than that.
# FLAGS (-O3 -std=c++17) are for the compiler, ARCH (sm_90) is what to build for, JOBS how many at a time, RUN_TIMEOUT (60 seconds) limits each run.
# The exit status is 1 if anything was wrong or not built, 3 if something has not been measured (--seconds, data files that are not there), 130 if
# it was interrupted, 2 if it could not be done.
set -u
# Numbers have points, whoever reads or writes them.
export LC_ALL=C
self=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/$(basename "${BASH_SOURCE[0]}")
here=$(dirname "$self")
slow=2000 # milliseconds of a process; one that takes longer runs in the first pass alone

usage() {
  sed -n '2,16s/^# \{0,1\}//p' "$self" >&2
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
# A variant with an axis stands for one with each of the axis' values; what those are of comes in three more fields: family, axis, value. The last
# one is "extra" for variants that are run only by their name.
table() { # word file
  awk -F '|' -v OFS='\t' -v word="$1" '
    BEGIN { size["row"] = 8; size["variant"] = size["extra"] = 7; size["value"] = size["group"] = 5; size["profile"] = size["best"] = 3 }
    /^[ \t]*(#|$)/ { next }
    {
      gsub(/\t/, " ")
      fields = NF
      for (i = 1; i <= 8; i++) { gsub(/^ +| +$/, "", $i); if ($i == "") $i = "-" }
      if (!($1 in size)) { print FILENAME ": not a line of a table: " $0 >"/dev/stderr"; next }
    }
    # The alternatives of a regular expression are one field.
    $1 == "profile" { for (i = 4; i <= fields; i++) $3 = $3 "|" $i }
    { extra = "-" }
    $1 == "extra" { extra = $1; $1 = "variant" }
    $1 == "value" { values[$2]++; at = $2 SUBSEP values[$2]; value[at] = $3; options[at] = $4; more[at] = $5 }
    $1 != word { next }
    $1 != "variant" { line = $2; for (i = 3; i <= size[$1]; i++) line = line "\t" $i; print line; next }
    $7 == "-" { print $2, $3, $4, $5, $6, "-", "-", "-", extra; next }
    !values[$7] { print FILENAME ": no values of " $7 " before " $2 >"/dev/stderr" }
    {
      for (i = 1; i <= values[$7]; i++)
        print $2 "-" value[$7, i], $3, $4, both($5, options[$7, i]), both($6, more[$7, i]), $2, $7, value[$7, i], extra
    }
    function both(a, b) { return a == "-" ? b : b == "-" ? a : a " " b }' "$2"
}

# What the means are of: see "group" and "best" in table.txt.
groups() { # table
  table group "$1" | sed 's/^/group	/'
  table best "$1" | sed 's/^/best	/'
}

# A name that no table has is a mistake, and not a choice of nothing.
check_variants() { # tables...
  local name one
  for name in ${variants//,/ }; do
    for one; do table variant "$one"; done | cut -f 1 | grep -xF -- "$name" >/dev/null || die "no variant is called $name"
  done
}

chosen() { # name list
  case ",${2:-$1}," in *",$1,"*) ;; *) return 1 ;; esac
}

# Building ------------------------------------------------------------------------------------------------------------------------------

# What the kernels of a program with launches on the device need: binary, kernel, registers, bytes of static shared memory, from the remarks of
# nvcc --resource-usage. Those of nvlink come after those of ptxas and know of calls; other programs are linked without it.
resources() { # program binary
  awk -v binary="$2" '
    function name(s) { sub(/^[^\047]*\047/, "", s); sub(/\047.*/, "", s); return s }
    function number(s, before, after) { return match(s, before "[0-9]+" after) ? substr(s, RSTART + length(before), RLENGTH - length(before) - length(after)) : 0 }
    /Compiling entry function/ { kernel = name($0); next }
    /nvlink info.*Function properties for/ { kernel = name($0); linked = 1; next }
    kernel ~ /cuda_device_runtime|^__nv_static/ { kernel = "" }
    kernel != "" && /[Uu]sed [0-9]+ registers/ {
      if (!(kernel in registers)) order[++n] = kernel
      registers[kernel] = number($0, "sed ", " registers"); shared[kernel] = number($0, ", ", " bytes smem"); kernel = ""
    }
    END { for (i = 1; linked && i <= n; i++) print binary "\t" order[i] "\t" registers[order[i]] "\t" shared[order[i]] }' |
    if command -v c++filt >/dev/null; then c++filt; else cat; fi
}

# A program whose launches on the device go into the stream for fire and forget, where the compiler knows that no thread has two in order.
fire_and_forget() { # source, compiler's options...
  local source=$1 places
  shift
  places=$("$FLCC" "$@" --fl-strategy=t1 --fl-remarks --fl-emit "$source" -o /dev/null 2>&1 | grep 'launch of')
  if [ -z "$places" ] || grep -vq 'order: at most one launch a thread' <<<"$places"; then
    echo "error: launches of a thread are in an order that matters" >&2
    return 1
  fi
  sed "$(sed -n 's/^[^:]*:\([0-9]*\):.*/\1s|>>>|, 0, cudaStreamFireAndForget>>>|;\1t/p' <<<"$places")
    $(sed -n 's/^[^:]*:\([0-9]*\):.*/\1s|^|#error the launch of this line is not all in it |/p' <<<"$places")" "$source"
}

# All variants of one source of one kind. What comes of them goes to DIR/part.PROGRAM, a line for each variant:
# program, variant, binary, its checksum, built, kept or failed, and why, or why a launch stays native.
build_one() { # dir source kind
  local dir=$1 source=$2 kind=$3 program text name role kinds options word binary log state why same other rdc=() flags link=() beside
  read -ra flags <<<"${FLAGS:--O3 -std=c++17}"
  program=$(basename "$source" .cu)
  if [ "$target" = cpu ]; then
    flags+=(--fl-target=cpu)
  else
    flags+=("-arch=${ARCH:-sm_90}")
    # shellcheck disable=SC2016 # the loader expands $ORIGIN
    link=(--resource-usage -cudart shared -Xlinker -rpath '-Xlinker=$ORIGIN')
  fi
  rm -f "$dir/$program".* "$dir/resources.$program"
  # Whatever ends this leaves behind what has not been built: the last line of a variant counts.
  while IFS=$'\t' read -r name role kinds _; do
    due || continue
    printf '%s\t%s\t-\t-\tfailed\tits compilation was ended\n' "$program" "$name"
  done < <(table variant "$table") >>"$dir/part.$program"
  while IFS=$'\t' read -r name role kinds options _; do
    due || continue
    [ "$options" != - ] || options=
    binary=$program.$name log=$dir/$program.$name.log state=built why=- rdc=() beside=() text=$root/$source
    if [[ $options == *--fire-and-forget* ]]; then
      options=${options/--fire-and-forget/}
      beside=("-I$(dirname "$text")")
      text=$dir/fire.$program.cu
      fire_and_forget "$root/$source" "${flags[@]}" >"$text" 2>"$log" || state=failed
    fi
    # shellcheck disable=SC2086 # options are words
    if [ $state = failed ] || ! "$FLCC" "${flags[@]}" $options ${beside[@]+"${beside[@]}"} --fl-remarks --fl-emit "$text" -o "$dir/$binary.cu" >"$log" 2>&1; then
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
    # The compiler's own options show in the text, others do not.
    for word in $options "${beside[@]+"${beside[@]}"}" "${rdc[@]+"${rdc[@]}"}"; do
      [[ $word == --fl-* ]] || echo "// $word" >>"$dir/$binary.cu"
    done
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
      if "$FLCC" "${flags[@]}" ${rdc[@]+"${rdc[@]}"} ${link[@]+"${link[@]}"} $options ${beside[@]+"${beside[@]}"} "$text" -o "$dir/$binary" >"$log" 2>&1; then
        strip "$dir/$binary"
        resources "$program" "$binary" <"$log" >>"$dir/resources.$program"
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
  rm -f "$dir/$program".*.cu "$dir/$program".*.log "$dir/fire.$program.cu"
}

due() { # with build_one's variables
  case " $kinds " in *" $kind "* | *" $kind/$target "* | *" $program "*) chosen "$name" "${variants:-}" ;; *) return 1 ;; esac
}

# Files of --data that a table names.
data_files() { # table
  table row "$1" | grep -o '@[^ 	][^ 	]*' | tr -d @ | sort -u
}

build() { # dir
  local dir=$1 nvcc='' lib name kind source file status=0
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
  # xargs begins nothing more once a command of its own was killed; bash is not.
  # shellcheck disable=SC2016 # bash expands these
  if ! xargs -n 2 -P "${JOBS:-$(nproc)}" bash -c '"$0" --build-one "$@" || exit 1' "$self" "$dir" <"$dir/part"; then
    echo "FAILED  a compilation was ended"
    status=1
  fi
  rm -f "$dir/part"
  awk -F '\t' '{ at = $1 FS $2; if (!(at in line)) order[++n] = at; line[at] = $0 } END { for (i = 1; i <= n; i++) print line[order[i]] }' "$dir"/part.* \
    >"$dir/binaries" && rm -f "$dir"/part.*
  cat "$dir"/resources.* >"$dir/resources" 2>/dev/null && rm -f "$dir"/resources.*
  {
    printf 'target\t%s\n' "$target"
    [ "$target" != cuda ] || printf 'arch\t%s\n' "${ARCH:-sm_90}"
    printf 'flcc\t%s\n' "$("$FLCC" --fl-version | head -1)"
    [ -z "$nvcc" ] || printf 'nvcc\t%s\n' "$("$nvcc" --version | sed -n 's/.*release.*, //p')"
    printf 'commit\t%s\n' "$(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)"
    # A pack of some rows or variants says so; otherwise what is missing is a mistake.
    [ -z "$only" ] || printf 'only\t%s\n' "$only"
    [ -z "$variants" ] || printf 'variants\t%s\n' "$variants"
  } >"$dir/info"
  [ "$table" -ef "$dir/table.txt" ] || cp "$table" "$dir/table.txt"
  cp "$self" "$here/report.awk" "$here/ncu.awk" "$here/plot.sh" "$dir/"
  if [ -n "$data" ]; then
    data_files "$table" | while read -r file; do
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
  ! grep -q '	failed	' "$dir/binaries" && [ $status -eq 0 ]
}

# Running -------------------------------------------------------------------------------------------------------------------------------

# OUTDIR/rows.tsv: a line for each row and variant, with all that a run needs and the report wants to know:
# number, row, kind, variant, role, state, binary, checksum, arguments, passes, series, x, the variant that is the same program, why,
# family, axis, value, commit, size. In the arguments a file of the data has its checksum: with another one in its place the row is measured anew.
# Lines of rows that are not chosen this time stay; all are in the table's order. Sets left_out, if there are rows without their files.
plan() { # dir out
  local dir=$1 out=$2 file
  {
    table variant "$dir/table.txt" | sed 's/^/variant	/'
    sed 's/^/binary	/' "$dir/binaries"
    # Without --only a profile is of the rows that the table names.
    [ "$action$only" != ncu ] || table profile "$dir/table.txt" | sed 's/^/profile	/'
    table row "$dir/table.txt" | sed 's/^/row	/'
  } | awk -F '\t' -v OFS='\t' -v target="$target" -v quick="$quick" -v only="$only" -v chosen="$variants" -v passes="$passes" \
    -v built_only="$(sed -n 's/^only	//p' "$dir/info")" -v built_variants="$(sed -n 's/^variants	//p' "$dir/info")" \
    -v commit="$(sed -n 's/^commit	//p' "$dir/info")" \
    -v files="$(data_files "$dir/table.txt" | while read -r file; do [ ! -f "$data/$file" ] || printf '%s:%s ' "$file" "$(cksum <"$data/$file" | cut -d ' ' -f 1)"; done)" '
    BEGIN { for (i = split(files, word, " "); i > 0; i--) { file = word[i]; sub(/:[0-9]*$/, "", file); summed[file] = word[i] } }
    $1 == "variant" { variant[++variants] = $2; role[$2] = $3; kinds[$2] = " " $4 " "; options[$2] = $6 == "-" ? "" : " " $6; place[$2] = $7 OFS $8 OFS $9; extra[$2] = $10 == "extra"; next }
    $1 == "profile" { profile[$2]; profiles++; next }
    $1 == "binary" { known[$2]; state[$2, $3] = $6; binary[$2, $3] = $4; sum[$2, $3] = $5; why[$2, $3] = $7; next }
    {
      number++; name = $2; kind = $3; args = quick ? $7 : $6
      if (args == "-" || (only != "" && name !~ only)) next
      program = $4; sub(/.*\//, "", program); sub(/\.cu$/, "", program)
      elsewhere = built_only != "" && name !~ built_only
      if ((elsewhere && !(program in known)) || (profiles && !(name in profile))) next
      words = split(args, word, " ")
      args = ""
      for (i = 1; i <= words; i++) {
        if (word[i] ~ /^@/) {
          if (!(substr(word[i], 2) in summed)) {
            print "left out: " name ": no " substr(word[i], 2) " (--data)" >"/dev/stderr"
            left++
            next
          }
          word[i] = "@" summed[substr(word[i], 2)]
        }
        args = args (i > 1 ? " " : "") word[i]
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
        if ((chosen != "" || extra[v]) && index("," chosen ",", "," v ",") == 0) continue
        if (how == "missing") {
          if (elsewhere || (built_variants != "" && index("," built_variants ",", "," v ",") == 0)) continue
          how = state[program, v] = "failed"; why[program, v] = "missing from what was built"
          print "MISSING " program " " v ": not in what was built" >"/dev/stderr"
        }
        all = (role[v] == "plain" || role[v] == "expert" ? "" : " --" kind) options[v] " " args
        sub(/^ /, "", all)
        same = "-"
        if (how == "built") {
          key = binary[program, v] SUBSEP all
          if (key in first) same = first[key]; else first[key] = v
        }
        print number, name, kind, v, role[v], how, how == "built" ? binary[program, v] : "-", how == "built" ? sum[program, v] : "-", all,
          passes ? passes : quick ? 1 : $5, series, x, same, (program, v) in why ? why[program, v] : "-", place[v], commit == "" ? "-" : commit, quick ? "small" : "full"
      }
    }
    END { exit left > 0 }' >"$out/rows.new" || left_out=1
  touch "$out/rows.tsv"
  { table variant "$dir/table.txt" | sed 's/^/order	/' && sed 's/^/new	/' "$out/rows.new" && sed 's/^/old	/' "$out/rows.tsv"; } |
    awk -F '\t' '$1 == "order" { at[$2] = NR; next } $1 == "new" { new[$3, $5] } $1 == "new" || !(($3, $5) in new) { print at[$5] + 0 "\t" $0 }' |
    sort -s -t '	' -k 3,3n -k 1,1n | cut -f 3- >"$out/rows.all" || die "cannot write to $out"
  mv "$out/rows.all" "$out/rows.tsv"
  groups "$dir/table.txt" >"$out/groups"
}

# A line that a full disk or the end of a machine has cut off is not taken for one, and not written on. (The report passes over it: it may be one that
# is just being written.)
whole_lines() { # file
  [ -z "$(tail -c 1 "$1")" ] || sed -i '$d' "$1"
}

# Sets command and settings to a program's arguments and to what goes into its environment (NAME=VALUE).
words_of() { # args
  local word
  command=() settings=()
  for word in $1; do
    case $word in
    @*) word=${word#@} && command+=("$data/${word%:*}") ;;
    [A-Z]*=*) settings+=("$word") ;;
    *) command+=("$word") ;;
    esac
  done
}

# What a program's line has to be: an object of numbers and strings, so that results.json can take it as it is.
numeral='[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?'
pair="\"[^\"\\]*\": (\"[^\"\\]*\"|-?$numeral)"

# One process. Its line in OUTDIR/raw.tsv: row, variant, pass, checksum, arguments, status, median, best, milliseconds it took in all, why, result.
# 1: it went wrong; more: its line could not be written.
measure() { # out row variant pass binary sum args
  local out=$1 row=$2 variant=$3 pass=$4 binary=$5 sum=$6 args=$7 command settings log=$1/log start wall code json status=ok why=- median=- best=-
  local limit=${RUN_TIMEOUT:-60} version
  words_of "$args"
  version=${args%% *}
  version=${version#--}
  start=$(date +%s%N)
  (cd "$dir" && exec timeout -k 5 "$limit" ${settings[@]+env "${settings[@]}"} "./$binary" --json "${loops[@]}" ${command[@]+"${command[@]}"}) \
    >"$log" 2>"$log.err" </dev/null 9<&-
  code=$?
  wall=$((($(date +%s%N) - start) / 1000000))
  json=$(grep -a '^{.*"check": "[A-Z]*"}$' "$log" | tr -d '\t')
  [[ ! $json =~ \"median_ms\":\ ($numeral), ]] || median=${BASH_REMATCH[1]}
  [[ ! $json =~ \"best_ms\":\ ($numeral), ]] || best=${BASH_REMATCH[1]}
  if [ $code -eq 124 ] || { [ $code -eq 137 ] && [ $wall -ge $((limit * 1000)) ]; }; then
    status=timeout why="still running after $limit s"
  elif grep -aq 'a launch on the device failed' "$log.err"; then
    status=wrong why="launches lost: $(grep -a -m1 'a launch on the device failed' "$log.err" | sed 's/.*failed: //')"
  elif [ $code -ne 0 ] && [ -z "$json" ]; then
    status=wrong why="exit status $code: $([ $code -ne 137 ] || echo killed. && grep -a -v '^ *$' "$log.err" | head -1)"
  elif [ -z "$json" ]; then
    status=wrong why="no result"
  elif [[ $json == *$'\n'* ]]; then
    status=wrong why="several results"
  elif ! [[ $json =~ \"check\":\ \"(OK|PASS)\" ]] || [ $code -ne 0 ]; then
    status=wrong why="wrong result"
  elif ! [[ $json =~ \"program\":\ \"(${binary%%.*}|${binary//./[.]})\" && $json == *"\"version\": \"$version\""* ]]; then
    status=wrong why="the result of another program or version"
  elif ! [[ ${median%e*} == *[1-9]* && ${best%e*} == *[1-9]* ]]; then
    status=wrong why="no time"
  elif ! [[ $json =~ ^\{$pair(, $pair)*\}$ ]]; then
    status=wrong why="a result that is not JSON"
  fi
  # What went wrong has no result that would have to be taken.
  [[ $json =~ ^\{$pair(, $pair)*\}$ ]] || json=-
  why=$(tr '\t\n' '  ' <<<"$why" | cut -c1-200)
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$row" "$variant" "$pass" "$sum" "$args" $status "$median" "$best" "$wall" "${why% }" "$json" \
    >>"$out/raw.tsv" || return 2
  rm -f "$log" "$log.err"
  [ $status = ok ] || echo "WRONG   $row $variant: ${why% }"
  [ $status = ok ]
}

device() {
  local name=-
  if [ "$target" = cuda ]; then
    name=$(nvidia-smi ${CUDA_VISIBLE_DEVICES:+-i "${CUDA_VISIBLE_DEVICES%%,*}"} --query-gpu=name,driver_version,clocks.max.sm,power.limit,uuid \
      --format=csv,noheader 2>/dev/null | head -1)
  else
    name="CPU target: $(sed -n 's/^model name[ \t]*: //p' /proc/cpuinfo | head -1), $(nproc) cores"
  fi
  printf 'device\t%s\n' "${name:-unknown}"
}

# Sets dir, target and data to those of what build() has made, and makes the plan of what is to be run.
open_pack() { # dir or archive
  local archive=$1
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
  [ -z "$variants" ] || check_variants "$dir/table.txt"
  mkdir -p "$out" || exit 2
  # For as long as this runs; by the folder itself, so that nothing is left in it.
  if command -v flock >/dev/null && ! { exec 9<"$out" && flock -n 9; }; then
    die "another run writes to $out"
  fi
  if [ -s "$out/raw.tsv" ] && [ "$(grep '^device	' "$out/info")" != "$(device)" ]; then
    die "$out holds measurements of another device"
  fi
}

about() {
  cat "$dir/info"
  device
  [ -z "$quick" ] || printf 'sizes\tsmall ones (--quick); the names of the rows tell those of a whole measurement\n'
}

# All runs in order: every row in the first pass before any in the second, in each pass another variant of a row first.
jobs_of() { # rows
  awk -F '\t' '
    $6 != "built" || $13 != "-" { next }
    !($2 in runs) { row[++rows] = $2; passes[$2] = $10; if ($10 > most) most = $10 }
    { run[$2, runs[$2]++] = $0 }
    END {
      for (pass = 1; pass <= most; pass++)
        for (r = 1; r <= rows; r++)
          for (i = 0; i < runs[row[r]] && pass <= passes[row[r]]; i++) print pass "\t" run[row[r], (i + pass - 1) % runs[row[r]]]
    }' "$1"
}

progress() { # done all seconds what
  local width=24 full bar
  full=$(($1 * width / ($2 > 0 ? $2 : 1)))
  printf -v bar '%*s' $full ''
  printf '\r\033[K[%s%*s] %d/%d %d s, %d s to go  %s ' "${bar// /#}" $((width - full)) '' "$1" "$2" "$3" $(($1 > 0 ? $3 * ($2 - $1) / $1 : 0)) "$4"
}

# What is known of a row by now.
line_of() { # row
  [ ! -t 1 ] || printf '\r\033[K'
  awk -F '\t' -v r="$1" -v head="$done_count/$all $((SECONDS - began)) s  $1:" 'NR == FNR { if ($2 == r) want[$4, $8, $9]; next }
    $1 == r && ($2, $4, $5) in want { v = $2; if (!(v in text)) order[++n] = v; text[v] = $6 == "ok" ? $7 : "WRONG" }
    END { for (i = 1; i <= n; i++) head = head "  " order[i] " " text[order[i]]; print head }' "$out/rows.new" "$out/raw.tsv"
}

run() { # dir or archive
  local pass planned row last='' number name kind variant role state binary sum args rest key status wall done_count=0 all=0 began=$SECONDS failed interrupted='' over='' left_out=''
  local -A have=() bad=() once=()
  open_pack "$1"
  plan "$dir" "$out"
  [ -s "$out/rows.new" ] || die "nothing to run"
  about >"$out/info"
  touch "$out/raw.tsv"
  whole_lines "$out/raw.tsv"
  loops=(--warmup 10 --repeat 21 --budget 500)
  [ -z "$quick" ] || loops=(--warmup 1 --repeat 5 --budget 200)
  # A pass that raw.tsv has is not run again, nor is a variant that was wrong once, nor one that was slow.
  remember() { # a line of raw.tsv
    IFS=$'\t' read -r row variant pass sum args status _ _ wall _ <<<"$1"
    [[ $wall =~ ^[0-9]+$ ]] || return 0
    key=$row/$variant/$sum/$args
    have[$key/$pass]=1
    [ "$status" = ok ] || bad[$key]=1
    [ "$pass" != 1 ] || [ "$wall" -le $slow ] || once[$key]=1
  }
  wanted() { # row variant sum args pass
    key=$1/$2/$3/$4
    [ -z "${have[$key/$5]:-}${bad[$key]:-}" ] && [ -z "${once[$key]:-}" ]
  }
  while IFS= read -r name; do remember "$name"; done <"$out/raw.tsv"
  jobs_of "$out/rows.new" >"$out/jobs"
  while IFS=$'\t' read -r pass number row kind variant role state binary sum args rest; do
    ! wanted "$row" "$variant" "$sum" "$args" "$pass" || all=$((all + 1))
  done <"$out/jobs"
  trap 'interrupted=1' INT TERM
  while IFS=$'\t' read -r -u 3 pass number row kind variant role state binary sum args planned rest; do
    wanted "$row" "$variant" "$sum" "$args" "$pass" || continue
    if [ -n "$seconds" ] && [ $((SECONDS - began)) -ge "$seconds" ]; then
      over=1
      break
    fi
    [ "$row" = "$last" ] || { [ -z "$last" ] || line_of "$last"; last=$row; }
    done_count=$((done_count + 1))
    [ ! -t 1 ] || progress $done_count "$all" $((SECONDS - began)) "$row $variant, pass $pass"
    failed=$(measure "$out" "$row" "$variant" "$pass" "$binary" "$sum" "$args")
    [ $? -le 1 ] || die "cannot write to $out/raw.tsv"
    [ -z "$failed" ] || { [ ! -t 1 ] || printf '\r\033[K'; echo "$failed"; }
    remember "$(tail -n 1 "$out/raw.tsv")"
    if [ -n "${bad[$key]:-}${once[$key]:-}" ]; then
      for ((pass++; pass <= planned; pass++)); do [ -n "${have[$key/$pass]:-}" ] || all=$((all - 1)); done
    fi
    [ -z "$interrupted" ] || break
  done 3<"$out/jobs"
  [ -z "$last" ] || line_of "$last"
  trap - INT TERM
  rm -f "$out/rows.new" "$out/jobs" "$out/log" "$out/log.err"
  report "$out"
  failed=$?
  if [ -n "$interrupted$over" ]; then
    echo "bench: ended after $done_count of $all runs; the same command goes on" >&2
    [ -z "$interrupted" ] || return 130
    return 3
  fi
  # Who asks for less has what was asked for, whatever else the folder lacks.
  [ $failed -ne 3 ] || [ -z "$only$variants$quick" ] || failed=0
  [ $failed -ne 0 ] || [ -z "$left_out" ] || failed=3
  return $failed
}

report() { # out
  local out=$1 script=$here
  [ -e "$script/report.awk" ] || script=$dir # this script alone, with an archive
  if [ -d "$out/ncu" ]; then
    profiles "$out" "$script/ncu.awk"
    [ -s "$out/rows.tsv" ] || return 0
  fi
  if [ ! -s "$out/rows.tsv" ] || [ ! -e "$out/raw.tsv" ]; then
    die "$out holds no measurements"
  fi
  [ "$action$table_given" = report ] || [ "$action" != report ] || groups "$table" >"$out/groups"
  mkdir -p "$out/plots"
  awk -F '\t' -v out="$out" -v info="$out/info" -v rows="$out/rows.tsv" -v raw="$out/raw.tsv" -v groups="$out/groups" -v slow=$slow -f "$script/report.awk" </dev/null
}

# Profiles ------------------------------------------------------------------------------------------------------------------------------

# What nvprof called sm_efficiency is the share of an SM's cycles in which it has a warp: active of elapsed cycles.
ncu_metrics=launch__registers_per_thread,launch__shared_mem_per_block_static,launch__shared_mem_per_block_dynamic
ncu_metrics+=,sm__maximum_warps_per_active_cycle_pct,sm__warps_active.avg.pct_of_peak_sustained_active
ncu_metrics+=,sm__cycles_active.avg,sm__cycles_elapsed.max,gpu__time_duration.sum
ncu_metrics+=,smsp__thread_inst_executed_per_inst_executed.ratio,sm__inst_executed.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed

# One computation of each row and variant under ncu, of it the first launches. OUTDIR/ncu/NUMBER.VARIANT.csv is what ncu writes, behind a line
# that says of what: row, variant, role, binary, checksum, arguments, ok or what went wrong, and which kernels.
ncu() { # dir or archive
  local tool row number kind variant role state binary sum args rest command settings kernels file why log code head began=$SECONDS done_count=0 all status=0 over='' left_out=''
  open_pack "$1"
  tool=$(command -v "${NCU:-ncu}" || { [ -x "${CUDA:-/usr/local/cuda}/bin/ncu" ] && echo "${CUDA:-/usr/local/cuda}/bin/ncu"; }) || die "no ncu"
  out=$(cd "$out" && pwd)
  mkdir -p "$out/ncu"
  plan "$dir" "$out/ncu"
  [ -s "$out/ncu/rows.new" ] || die "nothing to profile"
  about >"$out/ncu/info"
  [ ! -e "$dir/resources" ] || cp "$dir/resources" "$out/ncu/resources"
  awk -F '\t' '$6 == "built" && $13 == "-"' "$out/ncu/rows.new" >"$out/ncu/jobs"
  all=$(wc -l <"$out/ncu/jobs")
  log=$out/ncu/log
  while IFS=$'\t' read -r -u 3 number row kind variant role state binary sum args rest; do
    file=$out/ncu/$number.$variant.csv
    done_count=$((done_count + 1))
    head=$(printf '%s\t%s\t%s\t%s\t%s\t%s' "$row" "$variant" "$role" "$binary" "$sum" "$args")
    [ ! -e "$file" ] || [ "$(sed 1q "$file" | cut -f 1-6)" != "$head" ] || continue
    if [ -n "$seconds" ] && [ $((SECONDS - began)) -ge "$seconds" ]; then
      over=1
      break
    fi
    words_of "$args"
    kernels=$(table profile "$dir/table.txt" | awk -F '\t' -v r="$row" '$1 == r && $2 != "-" { print $2 }')
    [ ! -t 1 ] || progress $done_count "$all" $((SECONDS - began)) "$row $variant"
    rm -f "$log.csv"
    (cd "$dir" && FL_GRAPHS=0 exec timeout -k 5 "${RUN_TIMEOUT:-60}" "$tool" --csv --page raw --print-units base --metrics "$ncu_metrics" \
      ${kernels:+--kernel-name-base demangled --kernel-name "regex:$kernels"} --launch-count "${NCU_LAUNCHES:-60}" --log-file "$log.csv" \
      ${settings[@]+env "${settings[@]}"} "./$binary" --json --warmup 0 --repeat 1 ${command[@]+"${command[@]}"}) >"$log" 2>&1 </dev/null 9<&-
    code=$?
    why=ok
    if ! grep -q '^"ID"' "$log.csv" 2>/dev/null; then
      why=$(cat "$log.csv" "$log" 2>/dev/null | grep -a -m1 -E '==(ERROR|WARNING)==' | cut -c1-200 | tr '\t' ' ')
      [ $code -ne 124 ] && [ $code -ne 137 ] || why="still running after ${RUN_TIMEOUT:-60} s"
      why=${why:-no kernel was profiled, exit status $code}
    elif [ $code -eq 124 ] || [ $code -eq 137 ]; then
      why="ended after ${RUN_TIMEOUT:-60} s; what was profiled until then"
    elif grep -q '"check": "[A-Z]*"' "$log" && ! grep -Eq '"check": "(OK|PASS)"' "$log"; then
      why="wrong result"
    fi
    { printf '%s\t%s\t%s\n' "$head" "$why" "$kernels" && grep -a '^"' "$log.csv" 2>/dev/null; } >"$file"
    [ "$why" = ok ] || status=1
    [ ! -t 1 ] || printf '\r\033[K'
    echo "$done_count/$all $((SECONDS - began)) s  $row, $variant: $why"
  done 3<"$out/ncu/jobs"
  rm -f "$out/ncu/rows.new" "$out/ncu/rows.tsv" "$out/ncu/groups" "$out/ncu/jobs" "$log" "$log.csv"
  profiles "$out" "$([ -e "$here/ncu.awk" ] && echo "$here" || echo "$dir")/ncu.awk"
  [ -z "$over" ] || { echo "bench: ended; the same command goes on" >&2; return 3; }
  [ $status -ne 0 ] || [ -z "$left_out" ] || status=3
  return $status
}

profiles() { # out script
  local files
  mapfile -t files < <(find "$1/ncu" -name '*.csv' | sort -V)
  [ ${#files[@]} -gt 0 ] || die "$1/ncu holds no profiles"
  awk -v info="$1/ncu/info" -v resources="$1/ncu/resources" -f "$2" "${files[@]}" >"$1/ncu.md"
  echo "${#files[@]} profiles: $1/ncu.md"
}

# Everything ----------------------------------------------------------------------------------------------------------------------------

# A folder's name for today's results: <device>-<date>
dated() {
  local name
  name=$(device | sed 's/^device	//; s/^NVIDIA //; s/,.*//; s/:.*//' | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9][^a-z0-9]*/-/g')
  echo "$name-$(date +%F)"
}

# Builds unless what is there was made of the same: sources and headers, the compiler, what it links, nvcc, data.
build_once() { # dir
  local stamp file nvcc=''
  [ "$target" != cuda ] || nvcc=$("$(find_nvcc)" --version)
  stamp=$({
    find "$FLCC" "$(dirname "$FLCC")"/lib*.a "$root/include" "$root/cpu/include" "$root/examples" "$root/bench" "$table" -type f -exec cksum {} + | sort
    [ -z "$data" ] || data_files "$table" | while read -r file; do [ ! -f "$data/$file" ] || cksum "$data/$file"; done
    echo "$target $only $variants $data ${FLAGS:-} ${ARCH:-} $nvcc"
  } 2>/dev/null | cksum)
  [ "$(cat "$1/stamp" 2>/dev/null)" != "$stamp" ] || return 0
  build "$1" || return
  echo "$stamp" >"$1/stamp"
}

all() { # flcc
  local tables=("$table") status=0 place here_status out_of
  FLCC=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
  if [ "$target" = cuda ] && { ! find_nvcc >/dev/null || ! nvidia-smi -L 2>/dev/null | grep -q GPU; }; then
    echo "skipped: measuring on a GPU needs nvcc and a GPU"
    exit 0
  fi
  [ -z "$results" ] || out=$results/$(dated)
  [ -n "$table_given$quick" ] || [ "$target" = cpu ] || tables+=("$here/thresholds.txt")
  check_variants "${tables[@]}"
  for table in "${tables[@]}"; do
    table row "$table" | cut -f 1 | grep -Eq -- "$only" || [ "$table" = "${tables[0]}" ] || continue
    out_of=$out
    [ "$table" = "${tables[0]}" ] || out_of=$out/$(basename "$table" .txt)
    place=$(dirname "$FLCC")/bench/$target/$(basename "$table" .txt)
    build_once "$place" || status=$?
    # run() has a trap of its own
    here_status=0
    (out=$out_of && run "$place") || here_status=$?
    [ $here_status -eq 0 ] || status=$here_status
    ! command -v gnuplot >/dev/null || "$here/plot.sh" "$out_of" >/dev/null || { [ $status -ne 0 ] || status=1; }
    # Files that are missing are no reason not to go on, but the time that is over is.
    case $here_status in 0 | 1) ;; 3) [ -z "$seconds" ] || break ;; *) break ;; esac
  done
  return $status
}

# ---------------------------------------------------------------------------------------------------------------------------------------

if [ "${1:-}" = --build-one ]; then
  build_one "$2" "$3" "$4"
  exit
fi

[ $# -gt 1 ] || usage
action=$1 place=$2
shift 2
case $action in
build | run | ncu | report | all) ;;
*) usage ;;
esac
dir=$here target=cuda only='' variants='' data='' table='' quick='' out=bench-results results='' passes='' seconds=''
while [ $# -gt 0 ]; do
  case $1 in
  --target=cuda | --target=cpu) target=${1#*=} ;;
  --quick) quick=1 ;;
  --only=* | --variants=* | --out=* | --results=* | --data=* | --table=* | --passes=* | --seconds=*)
    name=${1%%=*}
    printf -v "${name#--}" %s "${1#*=}"
    ;;
  --only | --variants | --out | --results | --data | --table | --passes | --seconds)
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
table_given=$table table=${table:-$here/table.txt}
[ ! -r "$table" ] || table=$(cd "$(dirname "$table")" && pwd)/$(basename "$table")

case $action in
build)
  check_variants "$table"
  build "${place%/}"
  ;;
*) $action "$place" ;;
esac
