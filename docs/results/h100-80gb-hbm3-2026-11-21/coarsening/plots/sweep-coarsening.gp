# gnuplot -e "type='svg'" sweep-coarsening.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 1840,1140 dynamic background 'white' } else { set terminal pngcairo size 1840,1140 }
set output 'sweep-coarsening.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set multiplot layout 3,4
set title "bfs random 10000x1000" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-1.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "bfs R-MAT 16:16" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-2.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "sssp R-MAT 16:16" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-3.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "coloring R-MAT 14:8" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-4.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "bezier 25600 lines" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-5.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "mstf rmat12.sym" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-6.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "mstv rmat12.sym" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-7.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "sp decimate 42000-10000-3" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-8.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "quadtree 32768 points" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-9.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
set title "tc email-Enron" noenhanced
set xlabel 'coarsening'
set ylabel 'ms'
set xtics rotate by -40
set style data linespoints
plot for [i=2:5] 'sweep-coarsening-10.dat' using 0:i:xtic(1) title columnheader(i), for [i=6:8] '' using 0:i with lines dashtype 2 title columnheader(i)
unset multiplot
