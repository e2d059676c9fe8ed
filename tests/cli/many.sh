# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Programs as shared objects, many in a process (tests/gpu/many.c), which CUDA itself is not needed for: how they end is told apart.
if [ -z "$real_nvcc" ]; then
  skip 'no nvcc' 5
else
  cat >program.cpp <<'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main(int, char **) {
  const char *how = getenv("HOW");
  how = how ? how : "returns";
  if (!strcmp(how, "hangs"))
    for (volatile int i = 0;; i = 1) {}
  if (!strcmp(how, "dies"))
    abort();
  puts(!strcmp(how, "fails") ? "first\nFAIL: element 3" : "PASS");
  if (!strcmp(how, "exits"))
    exit(0);
  return !strcmp(how, "fails");
}
END
  g++ -shared -fPIC -fno-gnu-unique program.cpp -o program.so
  "$real_nvcc" "$here/../gpu/many.c" -o many -cudart shared -ldl -Xlinker --export-dynamic-symbol=exit \
    -Xlinker -rpath,"$(dirname "$(dirname "$(readlink -f "$real_nvcc")")")/lib64" >"$W/out" 2>"$W/err"
  printf './program.so%s\n' '' ' HOW=fails' ' HOW=exits X=1' ' HOW=dies' ' HOW=hangs' '' ' HOW=exits' >list
  echo './none.so' >>list
  ./many list 2 1 >many.out 2>"$W/err"
  status=$?
  sed 's/^\([0-9]* [A-Za-z]*\) [0-9]*/\1/' many.out >"$W/out"
  check 'many: fails if any has failed' status_is 1
  check 'many: those that return, or exit' test "$(grep -c ' ok' "$W/out")" = 4
  check 'many: one that says what is wrong' grep -qx '2 FAILED exit status 1: FAIL: element 3' "$W/out"
  check 'many: one that ends its process, one that does not end' test "$(sed -n '4,5p' "$W/out")" = "$(printf '4 FAILED signal 6\n5 FAILED still running after 1 s')"
  check 'many: one that is not there' grep -q '^8 FAILED exit status 127: .*none.so' "$W/out"
fi
