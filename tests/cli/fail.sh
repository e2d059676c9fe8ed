# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# What remains after a failure, and after a signal: nothing.
FAKE_EXIT=3 fl cdp.cu -o prog
check 'fail: exit code of nvcc' status_is 3
check 'fail: temporary files gone' clean
FAKE_EXIT=255 fl cdp.cu -o prog
check 'fail: with two threads nvcc says no more than 255' status_is 1
FAKE_EXIT=255 fl none.cu -o prog
check 'fail: ... which otherwise it means' status_is 255
FAKE_HALF=1 fl cdp.cu -o prog
check 'fail: half-written output' status_is 2
check 'fail: ... is removed' missing prog
FAKE_HALF=1 fl -c cdp.cu
check 'fail: half-written default output' status_is 2
echo old >prog
FAKE_EXIT=1 fl cdp.cu -o prog
check 'fail: an older output that nvcc left alone stays' holds prog old
rm -f prog
printf '__global__ void c() {}\n__global__ void k() { c<<<1, 1>>>(undeclared); }\nint main() {}\n' >wrong.cu
fl wrong.cu -o prog --fl-strategy=t4
if [ "$status" -ne 0 ]; then # a parser that knows C++ says so, and flcc stops there
  check 'fail: error in the source' status_is 1
  check 'fail: error in the source: position' says 'wrong.cu:2:'
  check 'fail: error in the source: nvcc not run' not_run
fi
check 'fail: error in the source: temporary files gone' clean
TMPDIR=$W/nosuch fl cdp.cu
check 'fail: no temporary directory' status_is 1
check 'fail: no temporary directory: message' says "cannot create a temporary directory in '$W/nosuch'"

interrupt() { # signal name, exit status, `-`: to the whole process group; while nvcc sleeps
  rm -f "$W"/fake/* prog
  FAKE_SLEEP=2 ${3:+setsid} "$flcc" cdp.cu -o prog >"$W/out" 2>"$W/err" &
  local pid=$! tries=0
  until [ -e "$W/fake/sleeping" ] || [ $tries -eq 500 ]; do
    sleep 0.02
    tries=$((tries + 1))
  done
  kill -"$1" -- "${3:-}$pid"
  wait $pid 2>/dev/null
  status=$?
  check "signal $1${3:+ to all of its group}: ends by it" status_is "$2"
  check "signal $1: temporary files gone" clean
  check "signal $1: half-written output gone" missing prog
}
# An asynchronous command of a script ignores SIGINT and SIGQUIT from birth: `env` gives the signal back its meaning.
interrupt TERM 143
interrupt TERM 143 - # as a terminal does
# Under nohup it is ignored, by flcc as well.
(($((16#$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/$$/status))) & 1)) || interrupt HUP 129
interrupt PIPE 141
if env --default-signal=INT true 2>/dev/null; then
  real=$flcc
  # shellcheck disable=SC2016
  printf '#!/bin/sh\nexec env --default-signal=INT "%s" "$@"\n' "$flcc" >"$W/flcc-int"
  chmod +x "$W/flcc-int"
  flcc=$W/flcc-int
  interrupt INT 130
  flcc=$real
else
  skip 'env cannot reset signals, SIGINT' 3
fi
sleep 2.5
check 'signal: no child survives' missing "$W/fake/survivor"
("$flcc" --fl-emit cdp.cu; echo $? >"$W/code") 2>"$W/err" | :
status=$(cat "$W/code")
check 'closed pipe: no complaint' test ! -s "$W/err"
# What it says itself before nvcc runs: the signal is its own thread's then.
(timeout 20 "$flcc" --fl-remarks cdp.cu -o prog 2>&1; echo $? >"$W/code") | :
status=$(cat "$W/code")
check 'closed pipe, before nvcc: ends by it' status_is 141
check 'closed pipe, before nvcc: temporary files gone' clean
