# gnuplot -e "type='svg'" sweep-threshold.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 1840,760 dynamic background 'white' } else { set terminal pngcairo size 1840,760 }
set output 'sweep-threshold.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set multiplot layout 2,4
set title "tc R-MAT 10:16" noenhanced
set xlabel 'threshold'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:7] 'sweep-threshold-1.dat' using 0:i:xtic(1) title columnheader(i), for [i=8:10] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "tc R-MAT 12:16" noenhanced
set xlabel 'threshold'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:7] 'sweep-threshold-2.dat' using 0:i:xtic(1) title columnheader(i), for [i=8:10] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "tc R-MAT 14:16" noenhanced
set xlabel 'threshold'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:7] 'sweep-threshold-3.dat' using 0:i:xtic(1) title columnheader(i), for [i=8:10] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "tc R-MAT 16:16" noenhanced
set xlabel 'threshold'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:7] 'sweep-threshold-4.dat' using 0:i:xtic(1) title columnheader(i), for [i=8:9] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "tc email-Enron" noenhanced
set xlabel 'threshold'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:7] 'sweep-threshold-5.dat' using 0:i:xtic(1) title columnheader(i), for [i=8:10] '' using 0:i with lines dashtype 2 title columnheader(i)
unset multiplot
