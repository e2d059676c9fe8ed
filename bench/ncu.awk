# What bench/run.sh makes of the profiles of a run: a table for each row, a line for each kernel. Arguments: files of OUTDIR/ncu, each with a line
# that says of what it is and then what `ncu --csv --page raw --print-units base` writes: names, units, a line for each launch.
# Variables: info, resources (what the build said of each kernel). POSIX awk.

# The fields of a line, quoted and with commas in them, into cells[1..].
function cells_of(line, cells,   n, i, c, quoted, text) {
  split("", cells)
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\"" && quoted && substr(line, i + 1, 1) == "\"") { text = text c; i++ }
    else if (c == "\"") quoted = !quoted
    else if (c == "," && !quoted) { cells[++n] = text; text = "" }
    else if (c != "\r") text = text c
  }
  cells[++n] = text
  return n
}
# Without thousands' separators
function number(text) { gsub(/,/, "", text); return text + 0 }
# The kernel's name without its type and parameters
function short(name,   i, c, depth) {
  sub(/^void /, "", name)
  gsub(/__fl::|\(anonymous namespace\)::|<unnamed>::| /, "", name)
  for (i = 1; i <= length(name); i++) {
    c = substr(name, i, 1)
    if (c == "<") depth++
    else if (c == ">") depth--
    else if (c == "(" && depth <= 0) return substr(name, 1, i - 1)
  }
  return name
}
function cell(s) { gsub(/\|/, "\\|", s); return s }
function percent(x) { return sprintf("%.1f%%", x) }

BEGIN {
  FS = "\t"
  scale["ns"] = scale["nsecond"] = 1e-3; scale["us"] = scale["usecond"] = 1; scale["ms"] = scale["msecond"] = 1e3; scale["s"] = scale["second"] = 1e6
  print "# Profiles\n"
  while ((getline line <info) > 0) { split(line, f, "\t"); print "- " f[1] ": " f[2] }
  while ((getline line <resources) > 0) {
    split(line, f, "\t")
    k = short(f[2])
    kernels[f[1]]++
    at = f[1] SUBSEP kernels[f[1]]
    built[at] = k; registers[at] = f[3]; shared[at] = f[4]
  }
  print "\nOf each variant one computation under ncu, which runs one kernel at a time, with caches flushed and fixed clocks: these are not the times of `table.md`."
  print "Occupancy: warps of an SM out of those it has room for; what registers, shared memory and block size allow, and what there were on average while the SM had any."
  print "SM efficiency: share of the kernel's time in which an SM has a warp, averaged over SMs (`sm__cycles_active.avg` of `sm__cycles_elapsed.max`; nvprof's sm_efficiency)."
  print "Lanes: threads of a warp that take part in an instruction, on average, out of 32. Instructions: of warps. DRAM: share of its peak throughput."
  print "The line \"all\" weighs kernels by their time. Kernels below 1% of the time are in it alone."
  print "ncu lists no kernels that are launched on the device: what they do is counted with their parent, whose end waits for theirs. They (and those that are not launched at all) come last, with what the compiler said of them."
}

FNR == 1 {
  finish()
  row = $1; variant = $2; role = $3; binary = $4; why = $7; wanted = $8
  names = 0
  next
}
{
  n = cells_of($0, value)
  if (value[1] == "ID") {
    split("", column)
    for (i = 1; i <= n; i++) column[value[i]] = i
    names = 1
    next
  }
  if (!names) next
  if (value[1] == "") { for (i = 1; i <= n; i++) unit[i] = value[i]; next }
  k = short(value[column["Kernel Name"]])
  us = number(value[column["gpu__time_duration.sum"]])
  i = unit[column["gpu__time_duration.sum"]]
  us *= i in scale ? scale[i] : 1e-3
  if (!(k in launches)) order[++found] = k
  launches[k]++
  block = value[column["Block Size"]]
  gsub(/[() ]/, "", block); sub(/(,1)+$/, "", block); gsub(/,/, "x", block)
  if (!index(" " blocks[k] " ", " " block " ")) blocks[k] = blocks[k] (blocks[k] == "" ? "" : " ") block
  add(k, us); add("", us)
}
function add(k, us,   elapsed) {
  elapsed = number(value[column["sm__cycles_elapsed.max"]])
  time[k] += us
  sum[k, "registers"] += us * number(value[column["launch__registers_per_thread"]])
  sum[k, "static"] += us * number(value[column["launch__shared_mem_per_block_static"]])
  sum[k, "dynamic"] += us * number(value[column["launch__shared_mem_per_block_dynamic"]])
  sum[k, "theoretical"] += us * number(value[column["sm__maximum_warps_per_active_cycle_pct"]])
  sum[k, "achieved"] += us * number(value[column["sm__warps_active.avg.pct_of_peak_sustained_active"]])
  sum[k, "dram"] += us * number(value[column["dram__throughput.avg.pct_of_peak_sustained_elapsed"]])
  sum[k, "lanes"] += us * number(value[column["smsp__thread_inst_executed_per_inst_executed.ratio"]])
  inst[k] += number(value[column["sm__inst_executed.sum"]])
  sum[k, "efficiency"] += us * (elapsed ? 100 * number(value[column["sm__cycles_active.avg"]]) / elapsed : 0)
}
function mean(k, what) { return time[k] ? sum[k, what] / time[k] : 0 }
function line_of(name, k, count, threads) {
  printf "| %s | %s | %d | %s | %.1f | %.0f%% | %.0f | %.0f + %.0f | %s | %s | %s | %.1f | %.3g | %s |\n", variant, cell(name), count, threads, time[k],
    time[""] ? 100 * time[k] / time[""] : 0, mean(k, "registers"), mean(k, "static"), mean(k, "dynamic"), percent(mean(k, "theoretical")),
    percent(mean(k, "achieved")), percent(mean(k, "efficiency")), mean(k, "lanes"), inst[k] / 1e6, percent(mean(k, "dram"))
}
# What has been read of one variant
function finish(   i, j, k, t, all, at) {
  if (row == "") return
  if (row != shown) {
    print "\n## " row "\n"
    print "| variant | kernel | launches | threads a block | us | of the time | registers | shared memory, static + dynamic | theoretical occupancy | achieved occupancy | SM efficiency | lanes | million instructions | DRAM |"
    print "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    shown = row
  }
  for (i = 2; i <= found; i++)
    for (j = i; j > 1 && time[order[j - 1]] < time[order[j]]; j--) { t = order[j]; order[j] = order[j - 1]; order[j - 1] = t }
  for (i = 1; i <= found; i++) {
    k = order[i]
    all += launches[k]
    if (time[k] >= time[""] / 100) line_of(k, k, launches[k], blocks[k])
  }
  if (found) line_of("**all**", "", all, "")
  for (i = 1; i <= kernels[binary]; i++) {
    at = binary SUBSEP i
    if (!(built[at] in launches) && built[at] !~ /plain|expert/ && (wanted == "" || built[at] ~ wanted))
      print "| " variant " | " cell(built[at]) " | not seen | | | | " registers[at] " | " shared[at] " + ? | | | | | | |"
  }
  if (why != "ok") print "| " variant " | " cell(why) " | | | | | | | | | | | | |"
  split("", launches); split("", time); split("", sum); split("", inst); split("", blocks); split("", order); split("", unit)
  found = 0
}
END { finish() }
