# gnuplot -e "type='svg'" rows-plain.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 500,500 dynamic background 'white' } else { set terminal pngcairo size 500,500 }
set output 'rows-plain.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set title 'Times as fast as plain: a point is a row, a bar their geometric mean'
set ylabel 'times as fast'
set xrange [0.4:3.6]
set xtics ("expert\n2.31x" 1, "auto\n2.63x" 2, "auto-nographs\n2.22x" 3) noenhanced nomirror
set bmargin 4
set nokey
plot 1 with lines dashtype 2 linecolor 'black', 'rows-plain.dat' index 0 with points pointtype 7 pointsize 0.5 linecolor rgb '#5080c0', '' index 1 using 1:2:(0.4) with xerrorbars pointtype 0 linewidth 4 linecolor rgb '#e07030'
