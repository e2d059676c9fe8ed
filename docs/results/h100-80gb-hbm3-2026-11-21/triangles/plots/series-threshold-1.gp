# gnuplot -e "type='svg'" series-threshold-1.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 1380,1600 dynamic background 'white' } else { set terminal pngcairo size 1380,1600 }
set output 'series-threshold-1.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set logscale x
set format x '10^{%T}'
set style data linespoints
set multiplot layout 4,3
set title "R-MAT: native over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:8] 'series-threshold-1-1.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "best strategy over native" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:8] 'series-threshold-1-2.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "best strategy over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:8] 'series-threshold-1-3.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "threshold 1: over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:7] 'series-threshold-1-4.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "threshold 16: over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:7] 'series-threshold-1-5.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "threshold 64: over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:7] 'series-threshold-1-6.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "threshold 256: over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:7] 'series-threshold-1-7.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "threshold 512: over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:7] 'series-threshold-1-8.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "threshold 1024: over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:7] 'series-threshold-1-9.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
set title "threshold 4096: over plain" noenhanced
set xlabel 'edges'
set ylabel 'times as fast'
plot for [i=2:7] 'series-threshold-1-10.dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
unset multiplot
