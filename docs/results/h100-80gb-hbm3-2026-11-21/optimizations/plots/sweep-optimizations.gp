# gnuplot -e "type='svg'" sweep-optimizations.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 1840,1140 dynamic background 'white' } else { set terminal pngcairo size 1840,1140 }
set output 'sweep-optimizations.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set multiplot layout 3,4
set title "bfs random 10000x1000" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-1.dat' using i:xtic(1) title columnheader(i)
set title "bfs R-MAT 16:16" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-2.dat' using i:xtic(1) title columnheader(i)
set title "sssp R-MAT 16:16" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-3.dat' using i:xtic(1) title columnheader(i)
set title "coloring R-MAT 14:8" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-4.dat' using i:xtic(1) title columnheader(i)
set title "bezier 25600 lines" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-5.dat' using i:xtic(1) title columnheader(i)
set title "mstf rmat12.sym" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-6.dat' using i:xtic(1) title columnheader(i)
set title "mstv rmat12.sym" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-7.dat' using i:xtic(1) title columnheader(i)
set title "sp decimate 42000-10000-3" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-8.dat' using i:xtic(1) title columnheader(i)
set title "quadtree 32768 points" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-9.dat' using i:xtic(1) title columnheader(i)
set title "tc email-Enron" noenhanced
set ylabel 'times as fast as keep'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
plot for [i=2:6] 'sweep-optimizations-10.dat' using i:xtic(1) title columnheader(i)
unset multiplot
