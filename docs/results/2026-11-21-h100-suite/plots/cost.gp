# gnuplot -e "type='svg'" cost.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 840,450 dynamic background 'white' } else { set terminal pngcairo size 840,450 }
set output 'cost.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set logscale x
set format x '10^{%T}'
set ylabel 'ms'
set style data linespoints
set multiplot layout 1,2
set title 'degree 1,000'
set xlabel 'edges'
plot for [i=2:11] 'cost-1.dat' using 1:i title columnheader(i)
set title 'degree 10'
set xlabel 'edges'
plot for [i=2:11] 'cost-2.dat' using 1:i title columnheader(i)
unset multiplot
