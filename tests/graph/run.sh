#!/bin/sh
# Builds and runs the tests of examples/graph.h under ASan and UBSan, with little memory to claim. Exit code 0: all passed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$(mktemp -d)}
mkdir -p "$out"
[ $# -gt 0 ] || trap 'rm -rf "$out"' EXIT
${CXX:-g++} -std=c++17 -O1 -g -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=all \
  "$here/graph_test.cpp" -o "$out/graph_test"
ASAN_OPTIONS=max_allocation_size_mb=256 "$out/graph_test"
