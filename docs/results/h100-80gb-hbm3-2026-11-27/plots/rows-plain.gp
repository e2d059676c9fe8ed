# gnuplot -e "type='svg'" rows-plain.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 1240,500 dynamic background 'white' } else { set terminal pngcairo size 1240,500 }
set output 'rows-plain.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set title 'Times as fast as plain: a point is a row, a bar their geometric mean'
set ylabel 'times as fast'
set xrange [0.4:14.6]
set xtics ("expert\n2.5x" 1, "t1\n2.7x" 2, "t2\n2x" 3, "t3\n0.611x" 4, "t4\n0.593x" 5, "mega\n2.65x" 6, "fused\n0.942x" 7, "auto\n2.8x" 8, "keep\n0.0324x" 9, "fire\n0.0744x" 10, "warp\n0.253x" 11, "block\n0.358x" 12, "multiblock\n0.532x" 13, "grid\n0.898x" 14) noenhanced nomirror
set bmargin 4
set nokey
plot 1 with lines dashtype 2 linecolor 'black', 'rows-plain.dat' index 0 with points pointtype 7 pointsize 0.5 linecolor rgb '#5080c0', '' index 1 using 1:2:(0.4) with xerrorbars pointtype 0 linewidth 4 linecolor rgb '#e07030'
