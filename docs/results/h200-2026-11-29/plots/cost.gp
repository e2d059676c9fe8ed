# gnuplot -e "type='svg'" cost.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 2100,450 dynamic background 'white' } else { set terminal pngcairo size 2100,450 }
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
set multiplot layout 1,5
set title 'degree 1,000'
set xlabel 'edges'
plot for [i=2:5] 'cost-1.dat' using 1:i title columnheader(i)
set title 'degree 10'
set xlabel 'edges'
plot for [i=2:5] 'cost-2.dat' using 1:i title columnheader(i)
set title 'degree 100'
set xlabel 'edges'
plot for [i=2:5] 'cost-3.dat' using 1:i title columnheader(i)
set title 'odd-even sorting'
set xlabel 'size'
plot for [i=2:5] 'cost-4.dat' using 1:i title columnheader(i)
set title 'threads that join'
set xlabel 'size'
plot for [i=2:5] 'cost-5.dat' using 1:i title columnheader(i)
unset multiplot
