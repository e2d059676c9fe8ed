# gnuplot -e "type='svg'" speedup-plain.gp, or type='pngcairo'; bench/plot.sh does both.
if (type eq 'svg') { set terminal svg size 4280,600 dynamic background 'white' } else { set terminal pngcairo size 4280,600 }
set output 'speedup-plain.' . (type eq 'svg' ? 'svg' : 'png')
set datafile missing '?'
set datafile separator tab
set logscale y
set grid ytics
set key outside top horizontal
set title 'Times as fast as plain'
set linetype 9 linecolor rgb '#e07030'
set linetype cycle 10
set ylabel 'times as fast'
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.9
set xtics rotate by -40 noenhanced nomirror
set bmargin 9
set rmargin 12
plot for [i=2:4] 'speedup-plain.dat' using i:xtic(1) title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle
