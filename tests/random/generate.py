#!/usr/bin/env python3
"""Random programs that launch kernels from kernels: generate.py SEED [--joins] [--expect FILE] prints one. With what it must print in FILE, it says
PASS or FAIL itself.

Every strategy must print what native launches print, so a program has no races and no order but the one that CUDA promises:
- threads of unordered launches meet in sums alone (`sums`, by atomicAdd);
- what one thread launches into one stream is in order, and what it leaves to the end of its grid (tail launches) behind it: thread 0 of each such launch folds its argument into a word of the launching thread's own (`order`), and the
  launching thread reads that word behind a join. What runs beside other launches (fire-and-forget, other streams), and all below it, is told so by a bit of its
  first argument, and does not. A thread has a number of its own, `me`: that of the thread that launched it, times 256, and its own.
Barriers stand where all threads of a block come, or have ended; shuffles where whole warps do. Numbers are unsigned, so
no sum is too large for anybody.
"""
import random
import sys

TOP = "threadIdx.x + threadIdx.y * blockDim.x"


class Kernel:
    """The body of one kernel. `kids`: (name, shape) of those that it may launch."""

    def __init__(self, rng, name, level, kids, joins):
        self.rng, self.name, self.level, self.kids = rng, name, level, kids
        self.joins = joins and bool(kids)
        self.barrier = rng.random() < 0.4
        self.leaves = rng.random() < 0.3
        self.shuffles = not self.leaves and rng.random() < 0.2
        self.launches = self.loops = 0
        self.streams = rng.choice([[], [], ["cudaStreamFireAndForget"] * 3, ["cudaStreamTailLaunch"] * 2, ["cudaStreamFireAndForget", "cudaStreamTailLaunch", "s"]])
        self.lines = []

    def expression(self, names, depth=0):
        kind = self.rng.randint(0, 7)
        if depth > 2 or kind < 2:
            return self.rng.choice(names)
        if kind == 2:
            return str(self.rng.randint(0, 9))
        op = self.rng.choice("+-*^&|")
        return f"({self.expression(names, depth + 1)} {op} {self.expression(names, depth + 1)})"

    def condition(self, names):
        return f"(({self.expression(names)}) & {self.rng.randint(1, 4)}) {self.rng.choice(['==', '!='])} 0"

    def add(self, depth, text):
        self.lines.append("  " * depth + text)

    def launch(self, depth, names):
        if self.launches == 3 or not self.kids:
            return
        self.launches += 1
        kid, (grid, x, y) = self.rng.choice(self.kids)
        some = f"({self.expression(names)})"
        grids = [str(grid), f"dim3({grid}, 1)", f"1 + ({some} & 1)"] if grid > 1 else ["1", f"({some} & 1)"]
        half = max(1, x // 2)
        blocks = [f"dim3({x}, {y})"] if y > 1 else [str(x), f"{half} + ({some} & {half - 1})"]
        arguments = f"{self.expression(names)} & 255, me"
        grid, block, first = self.rng.choice(grids), self.rng.choice(blocks), f"({self.expression(names)} & 1023)"
        stream = self.rng.choice([""] * 7 + self.streams)
        if stream == "s":
            self.add(depth, "{ cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);")
        loose = "loose" if stream in ("", "cudaStreamTailLaunch") else "unordered"
        for _ in range(2 if stream == "s" else 1):
            self.add(depth, f"{kid}<<<{grid}, {block}{', 0, ' + stream if stream else ''}>>>({first} | {loose}, {arguments});")
        if stream == "s":
            self.add(depth, "cudaStreamDestroy(s); }")

    def block(self, depth, names, same, uniform, loops):
        for _ in range(self.rng.randint(1, 7 if depth == 1 else 4)):
            self.statement(depth, names, same, uniform, loops)

    def nest(self, depth, head, names, same, uniform, loops):
        self.add(depth, head + " {")
        self.block(depth + 1, names, same, uniform, loops)

    def statement(self, depth, names, same, uniform, loops):
        """`same`: names with one value in all threads of a block. `uniform`: all threads that have not ended come here. `loops`: around it."""
        rng, kind = self.rng, self.rng.randint(0, 15)
        if kind < 3:
            self.add(depth, f"{rng.choice('xy')} {rng.choice(['+=', '-=', '^=', '='])} {self.expression(names)};")
        elif kind == 3:
            self.add(depth, f"atomicAdd(&sums[({self.expression(names)}) % 61], {self.expression(names)});")
        elif kind < 6 and self.kids:
            self.launch(depth, names)
        elif kind < 9 and depth < 4:
            inside = uniform and rng.random() < 0.3
            self.nest(depth, f"if ({self.condition(same if inside else names)})", names, same, inside, loops)
            if rng.random() < 0.4:
                self.nest(depth, "} else", names, same, inside, loops)
            self.add(depth, "}")
        elif kind == 9 and depth < 4:
            self.loops += 1
            inside, i = uniform and rng.random() < 0.5, f"i{self.loops}"
            times = f"({self.expression(same if inside else names)}) & 3"
            self.nest(depth, f"for (unsigned {i} = 0, e = {times}; {i} < e; {i}++)", names + [i], same + [i] * inside, inside, loops + 1)
            self.add(depth, "}")
        elif kind == 10 and loops and not uniform:
            self.add(depth, f"if ({self.condition(names)}) {rng.choice(['break', 'continue'])};")
        elif kind == 11 and self.leaves and depth <= 2:
            self.add(depth, f"if ({self.condition(names)}) return;")
        elif kind == 12 and self.barrier and uniform:
            self.add(depth, "__syncthreads(); shared[t] = x; __syncthreads(); y += shared[(t * 7 + 1) % threads];")
        elif kind == 13 and depth < 4:
            self.add(depth, f"switch (({self.expression(names)}) & 3) {{")
            for case in range(rng.randint(1, 3)):
                self.nest(depth, f"case {case}:", names, same, False, 0)
                self.add(depth, "}" + rng.choice([" break;", ""]))
            self.add(depth, "default: x++; }")
        elif kind == 14 and self.shuffles and uniform and depth == 1:
            self.add(depth, f"x += __shfl_xor_sync(0xffffffffu, y, {rng.choice([1, 2, 4, 16])});")
        elif kind == 15 and self.joins and self.launches:
            self.add(depth, f"cudaDeviceSynchronize(); if (!loose) x += order[{self.level + 1}][me];")
        else:
            self.add(depth, f"y = helper(x, {self.expression(names)});")

    def text(self):
        self.lines = [f"__global__ void {self.name}(unsigned a, unsigned b, unsigned up) {{"]
        self.add(1, f"unsigned t = {TOP}, threads = blockDim.x * blockDim.y, g = (blockIdx.x + gridDim.x * blockIdx.y) * threads + t;")
        self.add(1, "unsigned me = (up * 256 + g) % words, x = a + g, y = b ^ t;")
        if self.barrier:
            self.add(1, "__shared__ unsigned shared[128]; shared[t] = x * 3; __syncthreads();")
        self.add(1, "const unsigned loose = a & unordered;")
        self.add(1, f"if (g == 0 && !loose) order[{self.level}][up] = order[{self.level}][up] * 5 + a + 1;")
        self.add(1, "a &= 1023;")
        self.block(1, ["x", "y", "a", "b", "t", "g"], ["a", "b"], True, 0)
        self.add(1, f"atomicAdd(&sums[(x + 7 * g + {self.level}) % 61], x ^ y);")
        return "\n".join(self.lines + ["}"])


def program(seed, joins, expected=None, families=4):
    rng = random.Random(seed)
    out, body = [HEAD], []
    for family in range(families):
        levels, kids = rng.randint(2, 3), []
        for level in reversed(range(levels)):
            made = []
            for k in range(1 if level == 0 else rng.randint(1, 2)):
                kernel = Kernel(rng, f"k{family}_{level}_{k}", level, kids, joins)
                out.append(kernel.text())
                x = rng.choice([32, 32, 64, 8, 1, 24, 40])
                shape = (rng.randint(1, 2), x, rng.choice([1, 1, 1, 2]) if x <= 32 else 1)
                made.append((kernel.name, (shape[0], 32, 2) if kernel.shuffles else shape)) # two dimensions: always all of it
                top = "32" if kernel.shuffles else rng.choice(["16", "32"])
            kids = made
        for blocks in (rng.randint(1, 3), 2):
            body.append(f"  {kids[0][0]}<<<{blocks}, {top}>>>({rng.randint(0, 99)}, {rng.randint(0, 99)}, {rng.randint(0, 3)}u);")
        body.append("  tell();")
    if expected is not None:
        body.append('  puts(ok ? "PASS" : "FAIL");')
    out.append("static bool ok = true;\nstatic const char *expected[] = {" + "".join(f'"{line}", ' for line in expected or []) + "nullptr}, **next = expected;")
    return "\n".join(out + [TELL, "int main() {", "  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 65536);"] + body + ["}"])


HEAD = """#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
constexpr unsigned words = 1 << 18;
constexpr unsigned unordered = 1 << 20;
__device__ unsigned sums[61], order[3][words];
__device__ unsigned helper(unsigned p, unsigned q) { return p * 3 + (q ^ blockDim.x) + threadIdx.x % 5; }"""
TELL = """static unsigned host[3 * words];
static void tell() {
  int error = cudaDeviceSynchronize();
  unsigned long long a = 0, b = 0;
  cudaMemcpyFromSymbol(host, sums, sizeof sums);
  for (int i = 0; i < 61; i++)
    a = a * 1000003 + host[i];
  cudaMemcpyFromSymbol(host, order, sizeof order);
  for (unsigned i = 0; i < 3 * words; i++)
    b = b * 31 + host[i];
  char line[64];
  snprintf(line, sizeof line, "%d %llx %llx", error, a, b);
  puts(line);
  ok &= !*next || strcmp(line, *next++) == 0;
}"""

if __name__ == "__main__":
    told = [line.strip() for line in open(sys.argv[sys.argv.index("--expect") + 1])] if "--expect" in sys.argv else None
    print(program(int(sys.argv[1]), "--joins" in sys.argv, told))
