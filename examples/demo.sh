#!/usr/bin/env bash
# The main job: examples/bfs.cu as it is (keep) and with its launches removed (auto), compiled, run and checked.
#   examples/demo.sh FLCC [graph file]        on the GPU if there is one and nvcc, else on the CPU
# DEMO_ARGS: more arguments for the search (default: a generated R-MAT graph when no file is given).
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
flcc=${1:-$here/../build/flcc}
graph=${2:-}
if [ ! -x "$flcc" ]; then
  echo "demo: $flcc is not there; run make first" >&2
  exit 1
fi
if [ -n "$graph" ] && [ ! -r "$graph" ]; then
  echo "demo: cannot read $graph" >&2
  exit 1
fi

nvcc=$(command -v "${FL_NVCC:-nvcc}" || ls "${CUDA:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
if [ -n "$nvcc" ] && nvidia-smi -L 2>/dev/null | grep -q GPU; then
  target=gpu
  arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)
  flags=(-O3 "-arch=$arch")
else
  target=cpu
  flags=(--fl-target=cpu -O3)
fi
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
read -ra run_args <<<"${DEMO_ARGS:-}"
[ -z "$graph" ] || run_args=("$graph" ${run_args[@]+"${run_args[@]}"})

field() { sed -n "s/.*\"$1\": \"\{0,1\}\([^,\"}]*\).*/\1/p" <<<"$2"; }

status=0
row='%-8s %-6s %10s %11s %6s %10s %10s %12s %6s\n'
echo "breadth-first search, examples/bfs.cu, ${graph:-a generated R-MAT graph}"
# shellcheck disable=SC2059 # the format is a table's row
printf "$row" strategy target nodes edges levels launches native 'best ms' check
for strategy in keep auto; do
  # Launches that stay on the device need its runtime.
  rdc=()
  [ $strategy != keep ] || [ $target != gpu ] || rdc=(-rdc=true)
  if ! "$flcc" "${flags[@]}" ${rdc[@]+"${rdc[@]}"} --fl-strategy=$strategy --fl-remarks "$here/bfs.cu" -o "$out/bfs-$strategy" >"$out/log" 2>&1; then
    cat "$out/log" >&2
    exit 1
  fi
  json=$("$out/bfs-$strategy" --json ${run_args[@]+"${run_args[@]}"})
  code=$?
  if [ -z "$json" ]; then
    echo "demo: the search ended with exit code $code" >&2
    exit 1
  fi
  [ $code -eq 0 ] || status=1
  # A launch that is kept still goes to the device's own launcher; the remark of each launch says which it is.
  made=$(field launches "$json") native=$made
  if grep -q "launch of 'child'" "$out/log" && ! grep "launch of 'child'" "$out/log" | grep -q ': kept'; then
    native=0
  fi
  # shellcheck disable=SC2059
  printf "$row" $strategy $target "$(field nodes "$json")" "$(field edges "$json")" "$(field levels "$json")" "$made" "$native" \
    "$(field best_ms "$json")" "$(field check "$json")"
  grep -h 'remark: launch of' "$out/log" | sed "s|^$here/||" >"$out/remark-$strategy"
done
# What is fast on a GPU is carried out step by step here, and native launches cost a CPU next to nothing.
[ $target = gpu ] || echo "(The CPU target does what a GPU would, to see that it is right. Its times say nothing of a GPU's.)"
echo
cat "$out"/remark-* | sort -u
exit $status
