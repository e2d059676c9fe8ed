# gnuplot -e "type='svg'" rows-keep.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 1240,500 dynamic background 'white' } else { set terminal pngcairo size 1240,500 }
set output 'rows-keep.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set title 'Times as fast as keep: a point is a row, a bar their geometric mean'
set ylabel 'times as fast'
set xrange [0.4:14.6]
set xtics ("plain\n30.8x" 1, "expert\n70.1x" 2, "t1\n98x" 3, "t2\n75.7x" 4, "t3\n18.9x" 5, "t4\n25.5x" 6, "mega\n95.8x" 7, "fused\n33.7x" 8, "auto\n98.7x" 9, "fire\n2.29x" 10, "warp\n8.31x" 11, "block\n11.8x" 12, "multiblock\n17.2x" 13, "grid\n28.1x" 14) noenhanced nomirror
set bmargin 4
set nokey
plot 1 with lines dashtype 2 linecolor 'black', 'rows-keep.dat' index 0 with points pointtype 7 pointsize 0.5 linecolor rgb '#5080c0', '' index 1 using 1:2:(0.4) with xerrorbars pointtype 0 linewidth 4 linecolor rgb '#e07030'
