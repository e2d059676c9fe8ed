# shellcheck shell=bash
# Shared by the test scripts (bash): counting results, and the one summary line that `tests/check` adds up.
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); [ -z "${VERBOSE:-}" ] || echo "ok      $1"; }
fail() {
  failed=$((failed + 1))
  echo "FAILED  $1"
  [ -z "${2:-}" ] || [ ! -s "$2" ] || sed -n '1,25s/^/        | /p' "$2"
}
skip() { # reason [count]
  skipped=$((skipped + ${2:-1}))
  echo "skipped: $1${2:+ ($2 tests)}"
}
finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" -eq 0 ]
}
have_nvcc() { find_nvcc >/dev/null; }
find_nvcc() { # as flcc finds it
  if [ -n "${FL_NVCC:-}" ]; then command -v "$FL_NVCC"; else command -v nvcc || command -v /usr/local/cuda/bin/nvcc; fi
}
# What nvcc compiles a test for: one architecture, by the test's name; all with FULL=1.
targets_of() { # name
  local all=(75 80 90) arch
  [ -n "${FULL:-}" ] || all=("${all[$(cksum <<<"$1" | cut -d' ' -f1) / 64 % 3]}")
  for arch in "${all[@]}"; do printf -- '-gencode arch=compute_%s,code=sm_%s ' "$arch" "$arch"; done
}
# Options of nvcc's for what is only compiled, and need not be fast.
quick_options() {
  ! "$(find_nvcc)" --help | grep -q -e -Ofc || echo -O0 -Ofc=max
}
# A fifth of what the host compiler takes for a program is headers: those that all programs have are compiled once, for these options. GCC takes the form that fits, by
# itself, or none, where flcc has -Xcompiler=-iquote,DIR.
precompile() { # dir options...
  local forms=$1/cuda_runtime.h.gch options
  mkdir -p "$forms"
  printf '#include <%s>\n' cuda_runtime.h cstdio cstdlib string vector algorithm >"$1/all.h"
  for options in "${@:2}"; do
    # shellcheck disable=SC2086 # words
    ${CXX:-c++} $options -Wno-unknown-pragmas -I"$here/../cpu/include" -I"$here/../../cpu/include" -x c++-header "$1/all.h" -o "$forms/${options// /}" 2>/dev/null
  done
}
