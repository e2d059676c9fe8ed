#!/usr/bin/env bash
# Draws the plots of a measurement, SVG and PNG beside their data: bench/plot.sh OUTDIR
set -u
export LC_ALL=C # numbers have points
if [ $# -ne 1 ] || ! cd "$1/plots"; then
  sed -n '2s/^# //p' "$0" >&2
  exit 2
fi
command -v gnuplot >/dev/null || { echo "plot: no gnuplot here; the scripts are in $PWD" >&2; exit 2; }
png=pngcairo
gnuplot -e 'set terminal pngcairo' 2>/dev/null || png=
status=0
for script in *.gp; do
  [ -e "$script" ] || continue
  for type in svg $png; do
    gnuplot -e "type='$type'" "$script" || status=1
  done
  echo "$1/plots/${script%.gp}.svg${png:+, ${script%.gp}.png}"
done
exit $status
