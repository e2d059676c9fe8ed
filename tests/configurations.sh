# shellcheck shell=bash
# What tests/run and tests/check-gpu.sh run programs under. CONFIGURATIONS (base) adds options: one of the thesis' optimizations off (no-args, no-config, no-scan,
# no-alloc), threshold and coarsening (tuned). base has none.
all="keep auto t1 t2 t3 mega t4 warp block multiblock grid" # strategies

# The options of a configuration, and the strategies that they say something to.
options_of() { # configuration
  case $1 in
  base) echo ;;
  no-args) echo --fl-no-scalarize-args ;;
  no-config) echo --fl-no-scalarize-config ;;
  no-scan) echo --fl-no-sparse-scan ;;
  no-alloc) echo --fl-no-alloc-aggregation ;;
  tuned) echo --fl-threshold=16 --fl-coarsen=4 ;;
  *) echo "no configuration '$1'" >&2; return 1 ;;
  esac
}
strategies_of() { # configuration
  case $1 in
  base | tuned) echo "$all" ;;
  *) echo warp block multiblock grid ;;
  esac
}
