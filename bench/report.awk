# What bench/run.sh makes of OUTDIR/rows.tsv (what was to be run) and OUTDIR/raw.tsv (what has been run): table.md, results.json and the data
# and scripts of the plots. Variables: out, info, rows, raw, groups (of rows, for means; the file need not be there), slow (milliseconds of a process that is not run in further
# passes). The exit status is 1 if anything was wrong, 3 if something has not been measured.
# POSIX awk: the machine with the GPU may have any.

function median(list, n,   i, j, x, sorted) {
  for (i = 1; i <= n; i++) {
    x = list[i]
    for (j = i - 1; j >= 1 && sorted[j] > x; j--) sorted[j + 1] = sorted[j]
    sorted[j + 1] = x
  }
  least = sorted[1]; most = sorted[n]
  return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}
function figure(x) { return sprintf(x >= 1000 ? "%.0f" : "%.4g", x) }
function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); gsub(/[\001-\037]/, " ", s); return "\"" s "\"" }
function cell(s) { gsub(/\|/, "\\|", s); return s }
function usable(r, v) { return (r, v) in ms }
function over(r, v, base) { return ms[r, base] / ms[r, v] }

# A variant of a sweep: the family's with that value of the axis.
function place(v, family, a, value) {
  axis[v] = a; family_at[v] = family; value_at[v] = value
  if (!((a, value) in at_value)) { at_value[a, value]; values[a]++; value_of[a, values[a]] = value }
  if (!((a, family) in at_family)) {
    if (!(a in families)) axis_of[++axes] = a
    at_family[a, family]; families[a]++; family_of[a, families[a]] = family
  }
  swept[a, family, value] = v
}

function read(   line, f, n, k, i, r, v, source) {
  while ((getline line <info) > 0) { split(line, f, "\t"); about[++abouts] = f[1]; value[f[1]] = f[2] }
  while ((getline line <rows) > 0) {
    split(line, f, "\t")
    if (!(f[2] in known)) { known[f[2]]; name[++nrows] = f[2]; kind[f[2]] = f[3]; series[f[2]] = f[11]; key[f[2]] = f[12] }
    if (!(f[4] in role)) { role[f[4]] = f[5]; variant[++variants] = f[4]; axis[f[4]] = "-" }
    if (f[16] != "" && f[16] != "-") place(f[4], f[15], f[16], f[17])
    state[f[2], f[4]] = f[6]; sum[f[2], f[4]] = f[8]; args[f[2], f[4]] = f[9]; planned[f[2], f[4]] = f[10]; same[f[2], f[4]] = f[13]; why[f[2], f[4]] = f[14]
    made_of["commit", f[2], f[4]] = f[18]; made_of["size", f[2], f[4]] = f[19]
  }
  while ((getline line <raw) > 0) {
    n = split(line, f, "\t")
    # Cut off
    if (n < 11 || (f[6] == "ok" && f[11] !~ /}$/)) continue
    k = f[1] SUBSEP f[2] SUBSEP f[4] SUBSEP f[5]
    if (f[6] == "ok" && !(is_time(f[7]) && is_time(f[8]))) { f[6] = "wrong"; f[10] = "no time" }
    if (f[6] != "ok") { bad[k] = f[6]; bad_why[k] = f[10]; continue }
    passes[k]++
    pass[k, passes[k]] = f[7]; best[k, passes[k]] = f[8]; wall[k, passes[k]] = f[9]; result[k, passes[k]] = f[11]
  }
  while ((getline line <groups) > 0) {
    n = split(line, f, "\t")
    if (f[1] == "group") { group[++ngroups] = f[2]; group_kinds[f[2]] = f[3]; group_rows[f[2]] = f[4]; group_not[f[2]] = f[5] }
    if (f[1] == "best") { best_of[++bests] = f[2]; best_variants[f[2]] = f[3] }
  }
  # What was measured of a cell: of its build, with its arguments, under the name of the variant that was the same program. If that one is of
  # another build by now, the two have nothing to do with each other any more.
  for (r = 1; r <= nrows; r++)
    for (v = 1; v <= variants; v++) {
      k = name[r] SUBSEP variant[v]
      if (!(k in state)) continue
      source = same[k] == "-" ? variant[v] : same[k]
      i = name[r] SUBSEP source
      key_of[k] = i SUBSEP sum[k] SUBSEP args[k]
      if (same[k] != "-" && (sum[i] != sum[k] || args[i] != args[k])) same[k] = "-"
      if (state[k] != "built" || same[k] != "-") continue
      count[k] = passes[key_of[k]]
      if (key_of[k] in bad) { state[k] = bad[key_of[k]]; why[k] = bad_why[key_of[k]] }
    }
}
function is_time(x) { return x ~ /^[0-9.]+(e[-+]?[0-9]+)?$/ && x + 0 > 0 }

function reduce(   r, v, i, j, k, n, list, lowest) {
  for (r = 1; r <= nrows; r++)
    for (v = 1; v <= variants; v++) {
      k = name[r] SUBSEP variant[v]
      if (!(k in state)) { state[k] = "none"; continue }
      if (state[k] != "built" || same[k] != "-") continue
      n = count[k]
      if (!n) { state[k] = "missing"; continue }
      j = key_of[k]
      for (i = 1; i <= n; i++) { list[i] = pass[j, i]; if (i == 1 || best[j, i] < lowest) lowest = best[j, i] }
      ms[k] = median(list, n)
      spread[k] = (most - least) / 2 / ms[k]; fastest[k] = lowest; state[k] = "ok"
      if (planned[k] > n && wall[j, 1] <= slow) left += planned[k] - n
    }
  for (r = 1; r <= nrows; r++) {
    for (v = 1; v <= variants; v++) {
      k = name[r] SUBSEP variant[v]
      if (state[k] == "built" && same[k] != "-") {
        i = name[r] SUBSEP same[k]
        state[k] = state[i]
        if (i in ms) { ms[k] = ms[i]; spread[k] = spread[i]; fastest[k] = fastest[i] } else why[k] = why[i]
      }
      if (state[k] == "wrong" || state[k] == "timeout" || state[k] == "failed") wrong++
      if (state[k] == "missing") missing++
      if (!usable(name[r], variant[v])) continue
      if (role[variant[v]] == "strategy" && (!(name[r] in winner) || ms[k] < ms[name[r], winner[name[r]]])) winner[name[r]] = variant[v]
    }
  }
}

# The geometric mean of what the variant gains over another, and over how many rows; the median, too. Of all rows, or of a group's.
function mean(v, base, g,   r, logs, list) {
  meant = logs = 0
  for (r = 1; r <= nrows; r++)
    if (usable(name[r], v) && usable(name[r], base) && within(r, g)) { list[++meant] = over(name[r], v, base); logs += log(list[meant]) }
  middle = meant ? median(list, meant) : 0
  return meant ? exp(logs / meant) : 0
}

function ratio_to_best(g,   r, logs, x) {
  meant = logs = worst = near = 0
  for (r = 1; r <= nrows; r++)
    if (auto != "" && usable(name[r], auto) && name[r] in winner && within(r, g)) {
      x = ms[name[r], auto] / ms[name[r], winner[name[r]]]
      logs += log(x); meant++
      if (x > worst) worst = x
      near += x <= 1.1
    }
  return meant ? exp(logs / meant) : 0
}

# Of words that are regular expressions, whether one is of a name.
function any(words, s,   n, i, w) {
  n = words == "-" ? 0 : split(words, w, " ")
  for (i = 1; i <= n; i++) if (s ~ w[i]) return 1
  return 0
}
function within(r, g) {
  if (g == "") return 1
  return index(" " group_kinds[g] " ", " " kind[name[r]] " ") && any(group_rows[g], name[r]) && !any(group_not[g], name[r])
}

# Times of none of the variants: the least of several. Of the native ones any will do; the plain version and the expert's are both there, or neither counts.
function fastest_of(   r, v, i, x) {
  for (v = 1; v <= variants; v++) if (role[variant[v]] == "native" && axis[variant[v]] == "-") { natives = natives (natives == "" ? "" : ", ") variant[v]; i++ }
  natives = i > 1 ? "least of " natives : ""
  texts = plain != "" && expert != "" ? "least of " plain ", " expert : ""
  for (r = 1; r <= nrows; r++) {
    for (v = 1; v <= variants; v++) {
      if (!usable(name[r], variant[v])) continue
      x = ms[name[r], variant[v]]
      if (natives != "" && role[variant[v]] == "native" && axis[variant[v]] == "-") at_most(name[r], natives, x)
      for (i = 1; i <= bests; i++) if (any(best_variants[best_of[i]], variant[v])) at_most(name[r], best_of[i], x)
    }
    if (texts != "" && usable(name[r], plain) && usable(name[r], expert)) { at_most(name[r], texts, ms[name[r], plain]); at_most(name[r], texts, ms[name[r], expert]) }
    if (bests && name[r] in winner) at_most(name[r], "best strategy", ms[name[r], winner[name[r]]])
  }
  if (bests) best_of[++bests] = "best strategy"
}
function at_most(r, v, x) { if (!usable(r, v) || x < ms[r, v]) ms[r, v] = x }

# What a group's means are over, and of what.
function lists(   v) {
  if (native != "") base_of[++bases] = native
  for (v = 1; v <= variants; v++) if (role[variant[v]] == "native" && variant[v] != native && axis[variant[v]] == "-") base_of[++bases] = variant[v]
  if (natives != "") base_of[++bases] = natives
  if (plain != "") base_of[++bases] = plain
  if (expert != "") base_of[++bases] = expert
  if (texts != "") base_of[++bases] = texts
  for (v = 1; v <= variants; v++) if (axis[variant[v]] == "-") column[++columns_of] = variant[v]
  for (v = 1; v <= bests; v++) column[++columns_of] = best_of[v]
}

function means_tables(   i, b, c, g, n, r, x, line, rule) {
  if (ngroups) print "\n## Means of groups of rows\n\nTimes as fast: the geometric mean (of how many rows; the median)." >table
  for (i = 1; i <= ngroups; i++) {
    g = group[i]
    n = 0
    for (r = 1; r <= nrows; r++) n += within(r, g)
    if (!n) continue
    line = "| over |"; rule = "|---|"
    for (c = 1; c <= columns_of; c++) { line = line " " column[c] " |"; rule = rule "---|" }
    print "\n### " g ": " n " rows\n\n" line "\n" rule >table
    for (b = 1; b <= bases; b++) {
      line = "| " base_of[b] " |"
      for (c = 1; c <= columns_of; c++) {
        x = column[c] == base_of[b] ? 0 : mean(column[c], base_of[b], g)
        line = line (x ? " " figure(x) " (" meant "; " figure(middle) ")" : "") " |"
      }
      print line >table
    }
    if (x = ratio_to_best(g)) printf "\n%s / best: %.3f in the mean (%d rows), %.2f at worst, at most 1.10 on %d.\n", auto, x, meant, worst, near >table
  }
}

function means_json(file,   i, b, c, g, x, some, more) {
  printf "  \"groups\": {" >file
  for (i = 1; i <= ngroups; i++) {
    g = group[i]
    printf "%s\n    %s: {", (i == 1 ? "" : ","), quoted(g) >file
    some = 0
    for (c = 1; c <= columns_of; c++) {
      more = 0
      for (b = 1; b <= bases; b++)
        if (column[c] != base_of[b] && (x = mean(column[c], base_of[b], g))) {
          if (!more++) printf "%s\n      %s: {", (some++ ? "," : ""), quoted(column[c]) >file
          printf "%s%s: {\"mean\": %.6g, \"median\": %.6g, \"rows\": %d}", (more > 1 ? ", " : ""), quoted("over " base_of[b]), x, middle, meant >file
        }
      if (more && column[c] == auto && (x = ratio_to_best(g)))
        printf ", \"over_best_strategy_ms\": {\"mean\": %.6g, \"worst\": %.6g, \"rows\": %d, \"within_10_percent\": %d}", x, worst, meant, near >file
      if (more) printf "}" >file
    }
    printf "}" >file
  }
  print "\n  }," >file
}

# Rows that were left from other runs into the same folder, where these were of another commit or size than what its head says.
function others(what, usual, text,   r, v, k, x, n, i, seen, all, some, line, order) {
  for (r = 1; r <= nrows; r++)
    for (v = 1; v <= variants; v++) {
      x = made_of[what, name[r], variant[v]]
      if (x != "" && x != "-" && x != usual && !(x in seen)) { seen[x]; order[++n] = x }
    }
  for (i = 1; i <= n; i++) {
    line = ""
    for (r = 1; r <= nrows; r++) {
      all = 1; some = ""
      for (v = 1; v <= variants; v++) {
        x = made_of[what, name[r], variant[v]]
        if (x == order[i]) some = some (some == "" ? "" : ", ") variant[v]
        else if (x != "") all = 0
      }
      if (some != "") line = line (line == "" ? "" : "; ") name[r] (all ? "" : " (" some ")")
    }
    print "- " text " " order[i] ": " line >table
  }
}

function times_table(   r, v, k, line, rule, x) {
  line = "| program and input |"; rule = "|---|"
  for (v = 1; v <= variants; v++) if (axis[variant[v]] == "-") { line = line " " variant[v] " |"; rule = rule "---|" }
  if (auto != "") { line = line " best strategy | " auto " / best |"; rule = rule "---|---|" }
  print "## Milliseconds\n" >table
  print "Median over the passes of each process's median; ± is half the distance of the slowest pass from the fastest. `= t1`: the same program as t1's, measured once." >table
  print "kept: this strategy would leave a launch native. none: not to be had (a program that joins its children has no native form).\n" >table
  print line "\n" rule >table
  for (r = 1; r <= nrows; r++) {
    line = "| " cell(name[r]) " |"
    for (v = 1; v <= variants; v++) {
      if (axis[variant[v]] != "-") continue
      k = name[r] SUBSEP variant[v]
      x = state[k]
      if (x == "ok") x = figure(ms[k]) (same[k] != "-" ? " = " same[k] : count[k] > 1 ? sprintf(" ±%.1f%%", spread[k] * 100) : "")
      else if (x == "wrong" || x == "timeout") x = "**WRONG**"
      else if (x == "failed") x = "**NOT BUILT**"
      line = line " " x " |"
    }
    if (auto != "") {
      line = line " " (name[r] in winner ? winner[name[r]] : "") " |"
      line = line " " (name[r] in winner && usable(name[r], auto) ? sprintf("%.2f", ms[name[r], auto] / ms[name[r], winner[name[r]]]) : "") " |"
    }
    print line >table
  }
  if (auto != "" && (x = ratio_to_best()))
    printf "\n%s takes %.3f times as long as the best fixed strategy of each row (geometric mean of %d rows), at worst %.2f times.\n", auto, x, meant, worst >table
}

function shown(v, base) { return variant[v] != base && axis[variant[v]] == "-" }

function gain_table(base, title,   r, v, line, rule, some, x) {
  some = 0
  for (r = 1; r <= nrows; r++) some += usable(name[r], base)
  if (!some) return
  line = "| program and input |"; rule = "|---|"
  for (v = 1; v <= variants; v++)
    if (shown(v, base)) { line = line " " variant[v] " |"; rule = rule "---|" }
  print "\n## " title "\n\n" line "\n" rule >table
  for (r = 1; r <= nrows; r++) {
    if (!usable(name[r], base)) continue
    line = "| " cell(name[r]) " |"
    for (v = 1; v <= variants; v++)
      if (shown(v, base)) line = line " " (usable(name[r], variant[v]) ? figure(over(name[r], variant[v], base)) : "") " |"
    print line >table
  }
  line = "| **geometric mean** (rows) |"
  for (v = 1; v <= variants; v++)
    if (shown(v, base)) { x = mean(variant[v], base); line = line (meant ? " **" figure(x) "** (" meant ")" : "") " |" }
  print line >table
}

function notes(   r, v, k, some) {
  for (r = 1; r <= nrows; r++)
    for (v = 1; v <= variants; v++) {
      k = name[r] SUBSEP variant[v]
      if (state[k] == "wrong" || state[k] == "timeout" || state[k] == "failed") {
        if (!some++) print "\n## Wrong\n" >table
        print "- " name[r] ", " variant[v] ": " (state[k] == "failed" ? "not built: " : "") why[k] >table
      }
    }
  some = 0
  for (r = 1; r <= nrows; r++)
    for (v = 1; v <= variants; v++) {
      k = name[r] SUBSEP variant[v]
      if (state[k] == "kept" || (state[k] == "ok" && why[k] != "-")) {
        if (!some++) print "\n## Kept\n" >table
        print "- " name[r] ", " variant[v] ": " (state[k] == "ok" ? "measured with a launch that stays native: " : "") why[k] >table
      }
    }
}

function json(   r, v, k, i, x, file) {
  file = out "/results.json"
  print "{" >file
  for (i = 1; i <= abouts; i++) print "  " quoted(about[i]) ": " quoted(value[about[i]]) "," >file
  print "  \"wrong\": " wrong + 0 ",\n  \"missing\": " missing + 0 ",\n  \"missing_passes\": " left + 0 "," >file
  printf "  \"variants\": {" >file
  for (v = 1; v <= variants; v++) {
    printf "%s\n    %s: {\"role\": %s", (v == 1 ? "" : ","), quoted(variant[v]), quoted(role[variant[v]]) >file
    if (axis[variant[v]] != "-") printf ", \"family\": %s, \"axis\": %s, \"value\": %s", quoted(family_at[variant[v]]), quoted(axis[variant[v]]), quoted(value_at[variant[v]]) >file
    if (native != "" && (x = mean(variant[v], native))) printf ", \"over_native\": %.6g, \"over_native_rows\": %d", x, meant >file
    if (plain != "" && (x = mean(variant[v], plain))) printf ", \"over_plain\": %.6g, \"over_plain_rows\": %d", x, meant >file
    if (expert != "" && (x = mean(variant[v], expert))) printf ", \"over_expert\": %.6g, \"over_expert_rows\": %d", x, meant >file
    if (variant[v] == auto && (x = ratio_to_best())) printf ", \"over_best_strategy_ms\": %.6g, \"worst\": %.6g", x, worst >file
    printf "}" >file
  }
  print "\n  }," >file
  if (ngroups) means_json(file)
  printf "  \"rows\": [" >file
  for (r = 1; r <= nrows; r++) {
    printf "%s\n    {\"row\": %s, \"kind\": %s", (r == 1 ? "" : ","), quoted(name[r]), quoted(kind[name[r]]) >file
    if (series[name[r]] != "-") printf ", \"series\": %s", quoted(series[name[r]]) >file
    if (name[r] in winner) printf ", \"best_strategy\": %s", quoted(winner[name[r]]) >file
    printf ", \"variants\": {" >file
    for (v = 1; v <= variants; v++) {
      k = name[r] SUBSEP variant[v]
      printf "%s\n      %s: {\"state\": %s", (v == 1 ? "" : ","), quoted(variant[v]), quoted(state[k]) >file
      if (args[k] != "") printf ", \"arguments\": %s", quoted(args[k]) >file
      if (why[k] != "" && why[k] != "-") printf ", \"why\": %s", quoted(why[k]) >file
      if (same[k] != "" && same[k] != "-") printf ", \"same_as\": %s", quoted(same[k]) >file
      if (k in ms) {
        printf ", \"median_ms\": %.6g, \"best_ms\": %.6g, \"spread\": %.4g", ms[k], fastest[k], spread[k] >file
        if (usable(name[r], native)) printf ", \"over_native\": %.6g", over(name[r], variant[v], native) >file
        if (usable(name[r], plain)) printf ", \"over_plain\": %.6g", over(name[r], variant[v], plain) >file
        if (usable(name[r], expert)) printf ", \"over_expert\": %.6g", over(name[r], variant[v], expert) >file
      }
      if (count[k]) {
        printf ", \"passes\": [" >file
        # The program's own line is JSON.
        x = key_of[k]
        for (i = 1; i <= count[k]; i++)
          printf "%s\n        {\"median_ms\": %s, \"best_ms\": %s, \"process_ms\": %s, \"result\": %s}", (i == 1 ? "" : ","), pass[x, i], best[x, i], wall[x, i], result[x, i] >file
        printf "]" >file
      }
      printf "}" >file
    }
    printf "}}" >file
  }
  print "\n  ]\n}" >file
  close(file)
}

function terminal(width, height, file) {
  print "# gnuplot -e \"type='svg'\" " file ".gp, or type='pngcairo'; bench/plot.sh does both." >script
  print "if (type eq 'svg') { set terminal svg size " width "," height " dynamic background 'white' } else { set terminal pngcairo size " width "," height " }" >script
  print "set output '" file ".' . (type eq 'svg' ? 'svg' : 'png')" >script
  print "set datafile missing '?'\nset datafile separator tab\nset logscale y\nset grid ytics\nset key outside top horizontal" >script
}

# Bars of what each variant gains over another, a group for each row.
function bars(base, file, title,   r, v, data, columns, line, groups) {
  data = out "/plots/" file ".dat"; script = out "/plots/" file ".gp"
  line = "row"
  for (v = 1; v <= variants; v++) if (shown(v, base)) { line = line "\t" variant[v]; columns++ }
  for (r = 1; r <= nrows; r++) {
    if (!usable(name[r], base)) continue
    groups++
    line = line "\n" name[r]
    for (v = 1; v <= variants; v++)
      if (shown(v, base)) line = line "\t" (usable(name[r], variant[v]) ? sprintf("%.6g", over(name[r], variant[v], base)) : "?")
  }
  if (!groups || !columns) return
  print line >data
  close(data)
  terminal(200 + 60 * groups < 800 ? 800 : 200 + 60 * groups, 600, file)
  print "set title '" title "'\nset linetype 9 linecolor rgb '#e07030'\nset linetype cycle 10\nset ylabel 'times as fast'\nset style data histogram\nset style histogram cluster gap 1\nset style fill solid 0.9\nset xtics rotate by -40 noenhanced nomirror\nset bmargin 9\nset rmargin 12" >script
  print "plot for [i=2:" columns + 1 "] '" file ".dat' using i:xtic(1) title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle" >script
  close(script)
}

# What each variant gains over another: a point for each row, in the rows' order, and a line at the geometric mean.
function points(base, file, title,   r, v, data, columns, tics, means, x) {
  data = out "/plots/" file ".dat"; script = out "/plots/" file ".gp"
  for (v = 1; v <= variants; v++) {
    if (!shown(v, base) || !(x = mean(variant[v], base))) continue
    columns++
    tics = tics (tics == "" ? "" : ", ") sprintf("\"%s\\n%.3gx\" %d", variant[v], x, columns)
    means = means sprintf("%d\t%.6g\n", columns, x)
    for (r = 1; r <= nrows; r++)
      if (usable(name[r], base) && usable(name[r], variant[v])) printf "%.4g\t%.6g\n", columns + 0.7 * (r / (nrows + 1) - 0.5), over(name[r], variant[v], base) >data
  }
  if (!columns) return
  printf "\n\n%s", means >data
  close(data)
  terminal(120 + 80 * columns < 500 ? 500 : 120 + 80 * columns, 500, file)
  print "set title '" title ": a point is a row, a bar their geometric mean'\nset ylabel 'times as fast'\nset xrange [0.4:" columns + 0.6 "]\nset xtics (" tics ") noenhanced nomirror\nset bmargin 4\nset nokey" >script
  print "plot 1 with lines dashtype 2 linecolor 'black', '" file ".dat' index 0 with points pointtype 7 pointsize 0.5 linecolor rgb '#5080c0', '' index 1 using 1:2:(0.4) with xerrorbars pointtype 0 linewidth 4 linecolor rgb '#e07030'" >script
  close(script)
}

# Cost against size: a panel for each series, a line for each variant.
function costs(   r, v, s, i, j, n, list, columns, data, panels, title, label, line, text, t) {
  for (r = 1; r <= nrows; r++) {
    if (series[name[r]] == "-") continue
    # What the programs say of their input
    for (v = 1; v <= variants && !(name[r] in at); v++)
      if (count[name[r], variant[v]]) {
        text = result[key_of[name[r], variant[v]], 1]
        if (match(text, "\"" key[name[r]] "\": [0-9]+")) {
          text = substr(text, RSTART, RLENGTH); sub(/.*: /, "", text); at[name[r]] = text + 0
        }
      }
    if (!(name[r] in at)) continue
    if (!(series[name[r]] in panel)) { panel[series[name[r]]] = ++panels; title[panels] = series[name[r]]; label[panels] = key[name[r]] }
  }
  if (!panels) return
  for (s = 1; s <= panels; s++) {
    n = 0
    for (r = 1; r <= nrows; r++) if (series[name[r]] == title[s] && name[r] in at) list[++n] = name[r]
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && at[list[j - 1]] > at[list[j]]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
    data = out "/plots/cost-" s ".dat"
    line = label[s]
    columns = 0
    for (v = 1; v <= variants; v++) if (axis[variant[v]] == "-") { line = line "\t" variant[v]; columns++ }
    print line >data
    for (i = 1; i <= n; i++) {
      line = at[list[i]]
      for (v = 1; v <= variants; v++) if (axis[variant[v]] == "-") line = line "\t" (usable(list[i], variant[v]) ? sprintf("%.6g", ms[list[i], variant[v]]) : "?")
      print line >data
    }
    close(data)
  }
  script = out "/plots/cost.gp"
  terminal(420 * panels, 450, "cost")
  print "set logscale x\nset format x '10^{%T}'\nset ylabel 'ms'\nset style data linespoints\nset multiplot layout 1," panels >script
  for (s = 1; s <= panels; s++)
    print "set title '" title[s] "'\nset xlabel '" label[s] "'\nplot for [i=2:" columns + 1 "] 'cost-" s ".dat' using 1:i title columnheader(i)" >script
  print "unset multiplot" >script
  close(script)
}

# Sweeps: variants that differ in the value of an option --------------------------------------------------------------------------------

function swept_ms(r, a, family, value,   v) {
  v = swept[a, family, value]
  return v != "" && usable(r, v) ? ms[r, v] : 0
}
function swept_cell(r, a, family, value,   k) {
  k = r SUBSEP swept[a, family, value]
  if (state[k] == "ok") return figure(ms[k])
  return state[k] == "wrong" || state[k] == "timeout" ? "**WRONG**" : state[k] == "failed" ? "**NOT BUILT**" : state[k]
}
# Of the strategies' families, which is the fastest of a row with that value
function best_family(r, a, value,   f, family, x, best, least) {
  for (f = 1; f <= families[a]; f++) {
    family = family_of[a, f]
    if (role[swept[a, family, value]] != "strategy") continue
    x = swept_ms(r, a, family, value)
    if (x && (!least || x < least)) { least = x; best = family }
  }
  return best
}

function sweep_table(a,   r, f, i, x, line, rule, least, where, logs, rows_of, family, base, some) {
  print "\n## Sweep: " a "\n\nMilliseconds; the best value of each line is bold.\n" >table
  line = "| program and input | variant |"; rule = "|---|---|"
  for (i = 1; i <= values[a]; i++) { line = line " " value_of[a, i] " |"; rule = rule "---|" }
  print line "\n" rule >table
  for (r = 1; r <= nrows; r++)
    for (f = 1; f <= families[a]; f++) {
      least = 0
      some = 0
      for (i = 1; i <= values[a]; i++) {
        x = swept_ms(name[r], a, family_of[a, f], value_of[a, i])
        if (x && (!least || x < least)) { least = x; where = i }
        some += swept_cell(name[r], a, family_of[a, f], value_of[a, i]) !~ /^(none)?$/
      }
      if (!some) continue
      line = "| " cell(name[r]) " | " family_of[a, f] " |"
      for (i = 1; i <= values[a]; i++) {
        x = swept_cell(name[r], a, family_of[a, f], value_of[a, i])
        line = line " " (least && i == where ? "**" x "**" : x) " |"
      }
      print line >table
    }
  for (base = 1; base >= 0; base--)
    for (f = 1; f <= families[a]; f++) {
      family = family_of[a, f]
      if (!base && native == "") continue
      line = "| **times as fast as " (base ? value_of[a, 1] : native) "** | " family " |"
      for (i = 1; i <= values[a]; i++) {
        logs = rows_of = 0
        for (r = 1; r <= nrows; r++) {
          x = base ? swept_ms(name[r], a, family, value_of[a, 1]) : usable(name[r], native) ? ms[name[r], native] : 0
          if (x && swept_ms(name[r], a, family, value_of[a, i])) { logs += log(x / swept_ms(name[r], a, family, value_of[a, i])); rows_of++ }
        }
        line = line (rows_of ? " " figure(exp(logs / rows_of)) " (" rows_of ")" : "") " |"
      }
      print line >table
    }
}

# A panel for each row. Values that are numbers: lines, milliseconds, and the variants without an axis beside them. Others: bars, a group for each
# family, times as fast as native where there is such a time.
function sweep_plot(a,   r, f, i, v, data, file, numbers, panels, columns, line, list, x, some) {
  file = "sweep-" a
  numbers = 1
  for (i = 1; i <= values[a]; i++) if (value_of[a, i] !~ /^([0-9]+|off)$/) numbers = 0
  for (r = 1; r <= nrows; r++) {
    some = 0
    for (f = 1; f <= families[a]; f++) for (i = 1; i <= values[a]; i++) some += swept_ms(name[r], a, family_of[a, f], value_of[a, i]) > 0
    if (some) list[++panels] = name[r]
  }
  if (!panels) return
  script = out "/plots/" file ".gp"
  columns = panels < 4 ? panels : 4
  terminal(460 * columns, 380 * int((panels + columns - 1) / columns), file)
  print "set multiplot layout " int((panels + columns - 1) / columns) "," columns >script
  for (r = 1; r <= panels; r++) {
    data = out "/plots/" file "-" r ".dat"
    if (numbers) {
      line = a
      some = 0
      for (f = 1; f <= families[a]; f++) line = line "\t" family_of[a, f]
      for (v = 1; v <= variants; v++) if (axis[variant[v]] == "-" && usable(list[r], variant[v])) { line = line "\t" variant[v]; some++ }
      print line >data
      for (i = 1; i <= values[a]; i++) {
        line = value_of[a, i]
        for (f = 1; f <= families[a]; f++) { x = swept_ms(list[r], a, family_of[a, f], value_of[a, i]); line = line "\t" (x ? sprintf("%.6g", x) : "?") }
        for (v = 1; v <= variants; v++) if (axis[variant[v]] == "-" && usable(list[r], variant[v])) line = line "\t" sprintf("%.6g", ms[list[r], variant[v]])
        print line >data
      }
      print "set title \"" list[r] "\" noenhanced\nset xlabel '" a "'\nset ylabel 'ms'\nset xtics rotate by -40\nset style data linespoints" >script
      print "plot for [i=2:" families[a] + 1 "] '" file "-" r ".dat' using 0:i:xtic(1) title columnheader(i)" (some ? ", for [i=" families[a] + 2 ":" families[a] + 1 + some "] '' using 0:i with lines dashtype 2 title columnheader(i)" : "") >script
    } else {
      line = "variant"
      for (i = 1; i <= values[a]; i++) line = line "\t" value_of[a, i]
      print line >data
      for (f = 1; f <= families[a]; f++) {
        line = family_of[a, f]
        for (i = 1; i <= values[a]; i++) {
          x = swept_ms(list[r], a, family_of[a, f], value_of[a, i])
          if (x && native != "" && usable(list[r], native)) x = ms[list[r], native] / x
          line = line "\t" (x ? sprintf("%.6g", x) : "?")
        }
        print line >data
      }
      print "set title \"" list[r] "\" noenhanced\nset ylabel '" (native != "" && usable(list[r], native) ? "times as fast as " native : "ms") "'\nset style data histogram\nset style histogram cluster gap 1\nset style fill solid 0.9" >script
      print "plot for [i=2:" values[a] + 1 "] '" file "-" r ".dat' using i:xtic(1) title columnheader(i)" >script
    }
    close(data)
  }
  print "unset multiplot" >script
  close(script)
}

# The rows of a series under a sweep, by the size of their input, as the thesis shows triangle counting (figures 8.4 to 8.7): native launches over
# the plain version, the best strategy over native launches and over the plain version, a line for each value; and for each value all strategies.
function sweep_series(a, s,   file, n, list, i, j, t, f, r, y, panels, panel, title, line, data, x, num, den, head, base) {
  for (r = 1; r <= nrows; r++) if (series[name[r]] == s && name[r] in at) list[++n] = name[r]
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && at[list[j - 1]] > at[list[j]]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
  if (n < 2 || plain == "") return
  for (f = 1; f <= families[a]; f++) if (role[swept[a, family_of[a, f], value_of[a, 1]]] == "native") base = family_of[a, f]
  file = "series-" a "-" ++surfaces
  panels = 3 + values[a]
  script = out "/plots/" file ".gp"
  terminal(1380, 400 * int((panels + 2) / 3), file)
  print "set logscale x\nset format x '10^{%T}'\nset style data linespoints\nset multiplot layout " int((panels + 2) / 3) ",3" >script
  for (panel = 1; panel <= panels; panel++) {
    data = out "/plots/" file "-" panel ".dat"
    title = panel == 1 ? s ": " base " over " plain : panel == 2 ? "best strategy over " base : panel == 3 ? "best strategy over " plain : a " " value_of[a, panel - 3] ": over " plain
    if (panel < 3 && base == "") continue
    line = key[list[1]]
    for (i = 1; i <= (panel <= 3 ? values[a] : families[a]); i++) line = line "\t" (panel <= 3 ? a " " value_of[a, i] : family_of[a, i])
    print line >data
    for (r = 1; r <= n; r++) {
      line = at[list[r]]
      for (i = 1; i <= (panel <= 3 ? values[a] : families[a]); i++) {
        y = panel <= 3 ? value_of[a, i] : value_of[a, panel - 3]
        x = panel == 1 ? base : panel <= 3 ? best_family(list[r], a, y) : family_of[a, i]
        den = x == "" ? 0 : swept_ms(list[r], a, x, y)
        num = panel == 2 ? swept_ms(list[r], a, base, y) : usable(list[r], plain) ? ms[list[r], plain] : 0
        line = line "\t" (num && den ? sprintf("%.6g", num / den) : "?")
      }
      print line >data
    }
    close(data)
    print "set title \"" title "\" noenhanced\nset xlabel '" key[list[1]] "'\nset ylabel 'times as fast'" >script
    print "plot for [i=2:" (panel <= 3 ? values[a] : families[a]) + 1 "] '" file "-" panel ".dat' using 1:i title columnheader(i), 1 with lines dashtype 2 linecolor 'black' notitle" >script
  }
  print "unset multiplot" >script
  close(script)
}

function sweeps(   i, r, done) {
  for (i = 1; i <= axes; i++) {
    sweep_plot(axis_of[i])
    split("", done)
    for (r = 1; r <= nrows; r++)
      if (series[name[r]] != "-" && !(series[name[r]] in done)) { done[series[name[r]]]; sweep_series(axis_of[i], series[name[r]]) }
  }
}

BEGIN {
  read()
  for (v = 1; v <= variants; v++) {
    if (role[variant[v]] == "native" && native == "") native = variant[v]
    if (role[variant[v]] == "plain" && plain == "") plain = variant[v]
    if (role[variant[v]] == "expert" && expert == "") expert = variant[v]
    if (role[variant[v]] == "auto" && auto == "") auto = variant[v]
  }
  reduce()
  fastest_of()
  lists()
  table = out "/table.md"
  print "# Measurements\n" >table
  for (i = 1; i <= abouts; i++) print "- " about[i] ": " value[about[i]] >table
  others("commit", value["commit"], "of commit")
  others("size", "sizes" in value ? "small" : "full", "sizes")
  print "" >table
  times_table()
  if (native != "") gain_table(native, "Times as fast as " native)
  if (plain != "") gain_table(plain, "Times as fast as " plain)
  if (expert != "") gain_table(expert, "Times as fast as " expert)
  means_tables()
  for (i = 1; i <= axes; i++) sweep_table(axis_of[i])
  notes()
  if (missing + left) print "\nNot complete: " missing + 0 " cells have not been measured, " left + 0 " passes are missing of others." >table
  close(table)
  json()
  if (native != "") bars(native, "speedup-" native, "Times as fast as " native)
  if (plain != "") bars(plain, "speedup-" plain, "Times as fast as " plain)
  if (native != "") points(native, "rows-" native, "Times as fast as " native)
  if (plain != "") points(plain, "rows-" plain, "Times as fast as " plain)
  costs()
  sweeps()
  print nrows " rows, " wrong + 0 " wrong, " missing + 0 " not measured" (left ? ", " left " passes missing of others" : "") ": " table
  exit wrong > 0 ? 1 : missing + left > 0 ? 3 : 0
}
