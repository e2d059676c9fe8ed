#!/usr/bin/env python3
"""Random programs that launch kernels from kernels: generate.py SEED [--joins] [--expect FILE] prints one. With what it must print in FILE, it says
PASS or FAIL itself.

Every strategy must print what native launches print, so a program has no races and no order but the one that CUDA promises:
- threads of unordered launches meet in sums, the largest of values, and marks alone (`sums`, `most`, `peak`, `found`);
- what one thread launches into one stream is in order, and what it leaves to the end of its grid (tail launches) behind it: thread 0 of each such launch folds its argument into a word of the launching thread's own (`order`), and the
  launching thread reads that word behind a join. What runs beside other launches (fire-and-forget, other streams), and all below it, is told so by a bit of its
  first argument, and does not. A thread has a number of its own, `me`: that of the thread that launched it, times 256, and its own;
- so is what a thread puts into streams that it has created, as their events say, and what threads of a block launch on both sides of a barrier: each such place folds into words of its own (`chains`).
Barriers stand where all threads of a block come, or have ended; shuffles where whole warps do. Numbers are unsigned, so
no sum is too large for anybody.

Kernels are plain, templates, overloads of one name, in namespaces; they have further arguments, shared memory of the launch, launch bounds; they are
launched directly, in lambdas, by functions, templates and members. Some launch themselves. In some, the first thread of a block waits in a loop for what the last one gives.
"""
import itertools
import random
import sys

TOP = "threadIdx.x + threadIdx.y * blockDim.x"
FORMS = ["plain"] * 4 + ["number", "type", "space", "bounds", "pack", "defaults", "anonymous", "c", "declared", "nameless", "using", "renamed"]
# Further arguments: declared as, given as (with two numbers), used as.
EXTRAS = {
    "": ("", "", ""),
    "pair": (", Pair extra", ", Pair{{unsigned({0}), (unsigned char)({1}), 2.5}}", "(extra.p + extra.q * 7u + (unsigned)(extra.r * 2))"),
    "place": (", unsigned *__restrict__ extra", ", sums + ({0}) % 61", "(unsigned)(extra - sums)"),
    "wide": (", unsigned long long extra", ", ({0}) * 4294967299ull", "(unsigned)(extra >> 31)"),
    "list": (", List<3> extra", ", List<3>{{{{unsigned({0}), unsigned({1}), 5}}}}", "(extra.at[0] ^ extra.at[2])"),
    "pack": (", Ts... extra", ", {0}, (unsigned char)({1}), 3ull", "(0u + ... + (unsigned)extra)"),
    "array": (", unsigned extra[4]", ", sums + ({0}) % 61", "(unsigned)(extra - sums)"),
    "color": (", const Color extra", ", Color(({0}) & 3)", "(unsigned)extra"),
    "truth": (", bool extra", ", bool(({0}) & 1)", "(extra ? 5u : 9u)"),
    "real": (", float extra", ", (float)(({0}) & 1023)", "(unsigned)(extra * 2)"),
    "cell": (", unsigned *extra", ", filled(unsigned({0}))", "emptied(extra)"), # memory of the launching thread's, which the last thread of the child frees
    "letter": (", signed char extra", ", (signed char)({0})", "(unsigned)extra"),
}


# One is taken of what is given.
WAITS = [
    "for (;;) { const unsigned v = *(volatile unsigned *)&AT; if (v && atomicCAS(&AT, v, v - 1) == v) break; }",
    "for (unsigned v = 0; v == 0;) { v = atomicAdd(&AT, 0u); if (v && atomicCAS(&AT, v, v - 1) != v) v = 0; }",
    "while (!taken(&AT)) { }",
]


# Where threads meet otherwise: what is there in the end does not depend on who came first. (All that raise `peak` mark it: the first of them finds it lower.)
MEETINGS = [
    "{{ const unsigned at = lookup[({0}) % 61]; if (found[at] != 7) found[at] = 7; }}",
    "if (unsigned *p = &found[lookup[({0}) % 61]]) {{ if (*p == 0) *p = 7, x++; else x++; }}",
    "atomicMax(&most[({0}) % 61], {1});",
    "{{ const unsigned v = {1}, at = ({0}) % 61; if (v > atomicMax(&peak[at], v)) found[at] = 7; }}",
    "{{ unsigned v = {1}; bool less = atomicMax(&most[lookup[({0}) % 61]], v) < v; y += less & 0; }}",
    "{{ const unsigned at = ({0}) % 61, v = {1}; if (peak[at] < v && atomicMax(&peak[at], v) < v) found[at] = 7; }}",
]


# What a thread does by itself, where `x`, `y` and two expressions are numbers.
ALONE = [
    "{{ unsigned *m = (unsigned *)malloc(8); m[0] = {0}; m[1] = {1}; x += m[0] ^ m[1]; free(m); }}",
    "{{ Pair *m = new Pair{{unsigned({0}), (unsigned char)({1}), 0}}; y ^= m->p + m->q; delete m; }}",
    "{{ auto f = [&](unsigned v) {{ return v ^ t; }}; x += f({0}); }}",
    "{{ auto f = [=](unsigned v) mutable {{ return x += v + threads; }}; y ^= f({0}); }}",
    "{{ struct {{ unsigned p, q; }} local = {{unsigned({0}), unsigned({1})}}; x += local.p * 3 + local.q; }}",
    "x += Scaled<3>::of({0}) ^ Derived{{unsigned({1})}}.twice();",
    "x ^= apply({0}, Turn{{y}});",
    "x += apply({0}, [&](unsigned v) {{ return v * 3 + y; }});",
    "y += table[({0}) & 1](x);",
    "swap_both(x, y);",
    "x += first_of(Pair{{unsigned({0}), 7, 1}}).p + Box<unsigned>{{unsigned({1})}}.get();",
]
# How a thread waits for what it has launched, and for all else that its block has.
JOINS = [
    "cudaDeviceSynchronize();",
    "cudaDeviceSynchronize();",
    "if (cudaDeviceSynchronize() != cudaSuccess) x = 77;",
    "TRY(cudaDeviceSynchronize());",
    "joined();",
    "y += joined_too<3>(y);",
    "[&] {{ cudaDeviceSynchronize(); }}();",
    "if ({0}) joined(); else cudaDeviceSynchronize();",
    "for (unsigned q = 0; q < 2; q++) cudaDeviceSynchronize();",
    "x++, (void)cudaDeviceSynchronize();",
]
# What whole blocks do together.
TOGETHER = [
    "x += __syncthreads_count({0} & 1);",
    "y ^= __syncthreads_or({0} & 2);",
    "if (__syncthreads_and({0} & 1)) x++; else y++;",
    "cg::this_thread_block().sync(); x += cg::this_thread_block().thread_rank();",
    "{{ cg::thread_block all = cg::this_thread_block(); all.sync(); y += all.size() + all.group_index().x; }}",
]
# What whole warps do together.
WARPS = [
    "x ^= __ballot_sync(0xffffffffu, {0} & 1);",
    "if (__any_sync(0xffffffffu, {0} & 4)) x++;",
    "y += __reduce_add_sync(0xffffffffu, {0});",
    "{{ auto tile = cg::tiled_partition<8>(cg::this_thread_block()); x += tile.shfl_xor({0}, 3) + tile.thread_rank(); }}",
    "{{ auto tile = cg::tiled_partition<32>(cg::this_thread_block()); y ^= cg::reduce(tile, unsigned({0}), cg::plus<unsigned>()); }}",
    "y += __popc(__match_any_sync(0xffffffffu, {0} & 3));",
]


class Kernel:
    """The body of one kernel. `kids`: (name, shape) of those that it may launch."""

    starts = itertools.count() # functions that launch

    def __init__(self, rng, name, level, kids, joins):
        self.rng, self.level, self.kids = rng, level, kids
        self.form, self.extra = rng.choice(FORMS), rng.choice([""] * 7 + [e for e in EXTRAS if e and e != "pack"])
        if self.extra == "cell" and level == 0: # the host has no such memory
            self.extra = ""
        if self.extra and self.form == "plain":
            name = "overloaded" # told apart by what follows
        self.name = name
        if self.form == "pack":
            self.extra = "pack"
        self.called = {"number": name + "<5>", "type": name + "<unsigned>", "space": "some::inner::" + name, "defaults": name + "<>", "nameless": name + "<long>", "using": "outer::" + name}.get(self.form, name)
        self.before = [] # functions that launch for it
        self.dynamic = rng.random() < 0.2 and self.form != "c" # of one linkage
        self.recursive = self.form not in ("pack", "using") and self.extra != "cell" and rng.random() < 0.15
        self.joins = joins and bool(kids)
        self.barrier = rng.random() < 0.4
        self.waits = rng.choice([""] * 6 + WAITS) if Kernel.waiting else ""
        self.leaves = rng.random() < 0.3
        self.shuffles = not self.leaves and rng.random() < 0.2
        self.launches = self.loops = self.chains = self.looping = 0
        self.streams = rng.choice([[], [], ["cudaStreamFireAndForget"] * 3, ["cudaStreamTailLaunch"] * 2, ["cudaStreamFireAndForget", "cudaStreamTailLaunch", "s"]])
        self.signature = ("place" if self.extra in ("array", "cell") else self.extra, self.recursive) # what overloads are told apart by
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

    def chain(self, depth, names, joins):
        """Launches of a thread that created streams and events put into an order. Not in loops, and not where the thread runs beside others of its number."""
        self.launches += 1
        bit = 1 << 21 + self.chains
        self.chains += 1
        streams = ["s"] if joins else ["s", "r"]
        self.add(depth, "if (!loose) {")
        for s in streams:
            self.add(depth + 1, f"cudaStream_t {s}; cudaStreamCreateWithFlags(&{s}, cudaStreamNonBlocking);")
        if not joins:
            self.add(depth + 1, "cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);")
        at = "s"
        for _ in range(self.rng.randint(2, 4)):
            kid, (grid, x, y) = self.rng.choice(self.kids)
            arguments = f"{self.expression(names)} & 255, me" + kid.extra_argument(self.expression(names), self.expression(names))
            block = f"dim3({x}, {y})" if y > 1 else x
            self.add(depth + 1, kid.launch_of(grid, block, at, f"({self.expression(names)} & 1023) | unordered | {bit}u, {arguments}"))
            if not joins and self.rng.random() < 0.5:
                other = "r" if at == "s" else "s"
                self.add(depth + 1, f"cudaEventRecord(e, {at}); cudaStreamWaitEvent({other}, e, 0);")
                at = other
        if not joins:
            self.add(depth + 1, "cudaEventDestroy(e);")
        for s in streams:
            self.add(depth + 1, f"cudaStreamDestroy({s});")
        self.add(depth, "}")

    def turns(self, depth, names):
        """Launches of two threads of a block that barriers put into an order."""
        self.launches += 1
        bit = 1 << 21 + self.chains
        self.chains += 1
        for thread in ["0", "threads - 1"] + ["threads / 2"] * self.rng.randint(0, 1):
            kid, (grid, x, y) = self.rng.choice(self.kids)
            arguments = f"{self.expression(names)} & 255, (up * 256 + g - t) % words" + kid.extra_argument(self.expression(names), self.expression(names))
            block = f"dim3({x}, {y})" if y > 1 else x
            launch = kid.launch_of(grid, block, "", f"({self.expression(names)} & 1023) | unordered | {bit}u, {arguments}")
            self.add(depth, f"__syncthreads(); if (t == {thread} && !loose) {launch}")

    def launch(self, depth, names):
        if self.launches == 3 or not self.kids:
            return
        if self.chains < 3 and not self.looping and self.rng.random() < 0.1:
            self.chain(depth, names, self.joins)
            return
        self.launches += 1
        kid, (grid, x, y) = self.rng.choice(self.kids)
        some = f"({self.expression(names)})"
        grids = [str(grid), f"dim3({grid}, 1)", f"1 + ({some} & 1)"] if grid > 1 else ["1", f"({some} & 1)"]
        half = max(1, x // 2)
        blocks = [f"dim3({x}, {y})"] if y > 1 else [str(x), f"{half} + ({some} & {half - 1})"]
        arguments = f"{self.expression(names)} & 255, me" + kid.extra_argument(self.expression(names), self.expression(names))
        grid, block, first = self.rng.choice(grids), self.rng.choice(blocks), f"({self.expression(names)} & 1023)"
        stream = self.rng.choice([""] * 7 + self.streams)
        if stream == "s":
            self.add(depth, "{ cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);")
        loose = "loose" if stream in ("", "cudaStreamTailLaunch") else "unordered"
        for _ in range(2 if stream == "s" else 1):
            self.add(depth, self.form_of_launch(kid, grid, block, stream, f"{first} | {loose}, {arguments}", self.condition(names)))
        if stream == "s":
            self.add(depth, "cudaStreamDestroy(s); }")

    def form_of_launch(self, kid, grid, block, stream, arguments, condition):
        kind = self.rng.randint(0, 14)
        direct = kid.launch_of(grid, block, stream, arguments)
        if kind == 0:
            return self.rng.choice(["[&] {{ {0} }}();", "[&]() -> void {{ return {0} }}();", "[=]() mutable {{ {0} }}();"]).format(direct)
        if kind < 5:
            forms = ["TRY(({0}));", "TRY_ALL({0});", "if ({1}) {0}; else x++;", "({1}) ? (void)x++ : {0};", "x++, {0};", "do {0}; while (0);", "for (unsigned q = 0; q < 1; q++, {0}) y++;", "if ({1}) x++; else {0};"]
            return self.rng.choice(forms).format(direct[:-1], condition)
        if kind > 7 or stream or kid.extra == "pack":
            return direct
        kind -= 4
        name, given = f"start_{self.name}_{next(Kernel.starts)}", "a, b, up" + (", extra" if kid.extra else "")
        head = f"dim3 grid, dim3 block, unsigned a, unsigned b, unsigned up{kid.extra_parameter()}"
        text = kid.launch_of("grid", "block", stream, given)
        if self.joins and self.rng.random() < 0.4:
            text += " cudaDeviceSynchronize();"
        if kind == 1:
            self.before.append(f"__device__ void {name}({head}) {{ {text} }}")
        elif kind == 2:
            self.before.append(f"template <class T> __device__ __forceinline__ void {name}_too({head}, T more) {{ if (more) {{ {text} }} }}")
            self.before.append(f"__device__ void {name}({head}) {{ {name}_too(grid, block, {given}, 1); }}")
        else:
            self.before.append(f"struct {name}_kind {{ dim3 grid; __device__ void go({head.replace('dim3 grid, ', '')}) const {{ {text} }} }};")
            return f"{name}_kind{{dim3({grid})}}.go({block}, {arguments});"
        return f"{name}({grid}, {block}, {arguments});"

    def launch_of(self, grid, block, stream, arguments):
        more = ", 512" if self.dynamic else ", 0" if stream else ""
        return f"{self.called}<<<{grid}, {block}{more}{', ' + stream if stream else ''}>>>({arguments}{', 2' if self.recursive else ''});"

    def extra_parameter(self):
        return EXTRAS[self.extra][0]

    def extra_argument(self, one, other):
        return EXTRAS[self.extra][1].format(one, other)

    def block(self, depth, names, same, uniform, loops):
        for _ in range(self.rng.randint(1, 7 if depth == 1 else 4)):
            self.statement(depth, names, same, uniform, loops)

    def nest(self, depth, head, names, same, uniform, loops, again=False):
        self.looping += again
        self.add(depth, head + " {")
        self.block(depth + 1, names, same, uniform, loops)
        self.looping -= again

    def statement(self, depth, names, same, uniform, loops):
        """`same`: names with one value in all threads of a block. `uniform`: all threads that have not ended come here. `loops`: around it that a thread may leave
        by itself."""
        rng, kind = self.rng, self.rng.randint(0, 15)
        if kind < 3:
            self.add(depth, f"{rng.choice('xy')} {rng.choice(['+=', '-=', '^=', '='])} {self.expression(names)};")
        elif kind == 3 and rng.random() < 0.5:
            self.add(depth, f"atomicAdd(&sums[({self.expression(names)}) % 61], {self.expression(names)});")
        elif kind == 3:
            self.add(depth, rng.choice(MEETINGS).format(self.expression(names), self.expression(names)))
        elif kind < 6 and self.kids:
            self.launch(depth, names)
        elif kind < 9 and depth < 4:
            inside = uniform and rng.random() < 0.3
            self.nest(depth, f"if ({self.condition(same if inside else names)})", names, same, inside, loops)
            if rng.random() < 0.4:
                self.nest(depth, "} else", names, same, inside, loops)
            self.add(depth, "}")
        elif kind == 9 and depth < 4 and rng.random() < 0.2:
            self.loops += 1
            i = f"i{self.loops}"
            if rng.random() < 0.5:
                self.add(depth, f"const unsigned list{i}[] = {{{self.expression(names)}, 3, t}};")
                self.nest(depth, f"for (const unsigned {i} : list{i})", names + [i], same, False, loops + 1, True)
                self.add(depth, "}")
            else:
                self.add(depth, f"if ({self.condition(names)}) goto after{i};")
                self.nest(depth, "", names, same, False, 0)
                self.add(depth, f"}} after{i}: x++;")
        elif kind == 9 and depth < 4 and rng.random() < 0.3:
            self.loops += 1
            i = f"i{self.loops}"
            self.add(depth, f"unsigned {i} = ({self.expression(names)}) & 3;")
            if rng.random() < 0.5:
                self.nest(depth, f"while ({i}--)", names, same, False, loops + 1, True)
                self.add(depth, "}")
            else:
                self.nest(depth, "do", names, same, False, loops + 1, True)
                self.add(depth, f"}} while ({i}-- & 3);")
        elif kind == 9 and depth < 4:
            self.loops += 1
            inside, i = uniform and rng.random() < 0.5, f"i{self.loops}"
            times = f"({self.expression(same if inside else names)}) & 3"
            self.nest(depth, f"for (unsigned {i} = 0, e = {times}; {i} < e; {i}++)", names + [i], same + [i] * inside, inside, 0 if inside else loops + 1, True)
            self.add(depth, "}")
        elif kind == 10 and loops and not uniform:
            self.add(depth, f"if ({self.condition(names)}) {rng.choice(['break', 'continue'])};")
        elif kind == 11 and self.leaves and depth <= 2:
            self.add(depth, f"if ({self.condition(names)}) return;")
        elif kind == 12 and self.barrier and uniform and self.kids and self.chains < 3 and self.launches < 3 and rng.random() < 0.4:
            self.turns(depth, names)
        elif kind == 12 and self.barrier and uniform:
            self.add(depth, "__syncthreads(); shared[t] = x; __syncthreads(); y += shared[(t * 7 + 1) % threads];")
        elif kind == 13 and depth < 4:
            self.add(depth, f"switch (({self.expression(names)}) & 3) {{")
            for case in range(rng.randint(1, 3)):
                self.nest(depth, f"case {case}:", names, same, False, 0)
                self.add(depth, "}" + rng.choice([" break;", ""]))
            self.add(depth, "default: x++; }")
        elif kind == 12 and uniform and not self.leaves:
            self.add(depth, rng.choice(["x ^= turned(y);"] + TOGETHER).format(self.expression(names)))
        elif kind == 14 and self.launches and not self.recursive and rng.random() < 0.5:
            self.add(depth, f"if (!loose) cudaMemsetAsync(&order[{self.level + 1}][me], 0, 4, 0);") # CUDA 13 on an H100 fills with zeros, whatever the value
        elif kind == 14 and self.shuffles and uniform and depth == 1:
            self.add(depth, rng.choice(["x += __shfl_xor_sync(0xffffffffu, y, {1});"] + WARPS).format(self.expression(names), rng.choice([1, 2, 4, 16])))
        elif kind == 15 and self.joins and self.launches:
            self.add(depth, rng.choice(JOINS).format(self.condition(names)) + f" if (!loose) x += order[{self.level + 1}][me];")
        elif kind == 15 and self.launches and rng.random() < 0.3:
            self.add(depth, rng.choice(["x += cudaGetLastError();", "y ^= cudaPeekAtLastError();", "if (cudaGetLastError() != cudaSuccess) x++;"]))
        elif kind == 14 and self.launches and not self.recursive and rng.random() < 0.2:
            self.add(depth, f"if (!loose) cudaMemcpyAsync(&order[{self.level + 1}][me], &lookup[({self.expression(names)}) % 61], 4, cudaMemcpyDeviceToDevice, 0);")
        elif rng.random() < 0.5:
            self.add(depth, rng.choice(ALONE).format(self.expression(names), self.expression(names)))
        else:
            self.add(depth, f"y = helper(x, {self.expression(names)});")

    def text(self):
        depth = ", unsigned depth" if self.recursive else ""
        template = {"number": "template <unsigned N> ", "type": "template <class T> ", "pack": "template <class... Ts> ", "defaults": "template <class T = unsigned, unsigned N = 3> ", "nameless": "template <class, unsigned = 3, typename sizes<3>::type = 0> ", "renamed": "template <class Here> ", "c": 'extern "C" '}.get(self.form, "")
        bounds = self.rng.choice(["__launch_bounds__(128) ", "BOUNDS_OF(128) "]) if self.form == "bounds" else ""
        kernel, word = self.rng.choice(["__global__ void", "__global__ void", "KERNEL"]), self.rng.choice(["unsigned", "unsigned", "WORD"])
        second = "unsigned b" if self.form == "renamed" else f"{word} b"
        self.lines = [f"{template}{kernel} {bounds}{self.name}({word} a, {second}, unsigned up{self.extra_parameter()}{depth}) {{"]
        self.add(1, f"unsigned t = {TOP}, threads = blockDim.x * blockDim.y, g = (blockIdx.x + gridDim.x * blockIdx.y) * threads + t;")
        self.add(1, "unsigned me = (up * 256 + g) % words, x = a + g, y = b ^ t;")
        if self.barrier:
            self.add(1, "__shared__ unsigned shared[128]; shared[t] = x * 3; __syncthreads();")
        if self.dynamic:
            self.add(1, "extern __shared__ unsigned dynamic[]; dynamic[t] = y; __syncthreads(); x += dynamic[(t * 3 + 1) % threads];")
        if self.waits:
            at = f"given[{self.level}][up]"
            self.add(1, f"if (t == threads - 1) atomicAdd(&{at}, 1u);")
            self.add(1, f"if (t == 0) {self.waits.replace('AT', at)}")
        self.add(1, "const unsigned loose = a & unordered;")
        self.add(1, f"if (g == 0 && !loose) order[{self.level}][up] = order[{self.level}][up] * 5 + a + 1;")
        self.add(1, f"if (g == 0 && a >> 21) {{ unsigned &word = chains[{self.level}][(a >> 21) / 2][up]; word = word * 5 + a + 1; }}")
        self.add(1, "a &= 1023;")
        names, same = ["x", "y", "a", "b", "t", "g"], ["a", "b"]
        if self.form in ("number", "defaults"):
            names, same = names + ["N"], same + ["N"]
        if self.form in ("type", "defaults"):
            self.add(1, "T typed = T(x + sizeof(T));")
            names = names + ["typed"]
        if self.extra:
            self.add(1, f"const unsigned more = {EXTRAS[self.extra][2]};")
            names = names + ["more"]
        self.block(1, names, same, True, 0)
        if self.recursive: # what it does besides is done once more, and once again
            extra = ", extra" if self.extra else ""
            self.add(1, f"if (depth && g == {self.rng.randint(0, 3)}) {self.called}<<<1, {self.rng.choice([32] if self.shuffles else [3, 32])}{', 512' if self.dynamic else ''}>>>((x & 7) | unordered, y & 63, me{extra}, depth - 1);")
            if self.joins and self.rng.random() < 0.5:
                self.add(1, "joined();")
        self.add(1, f"atomicAdd(&sums[(x + 7 * g + {self.level}) % 61], x ^ y);")
        text = "\n".join(self.lines + ["}"])
        if self.form == "space":
            text = "namespace some { namespace inner {\n" + text + "\n} }"
        if self.form == "using":
            text = f"namespace outer {{ namespace hidden {{\n{text}\n}} using hidden::{self.name}; }}"
        if self.form == "renamed":
            Kernel.later.append(text.replace("unsigned b,", "Here b,", 1))
            text = f"template <class There> __global__ void {self.name}(unsigned, There, unsigned{self.extra_parameter().replace('extra', '')}{', unsigned' if self.recursive else ''});"
        if self.form == "anonymous":
            text = "namespace {\n" + text + "\n}"
        if self.form == "declared": # where it is launched, its name is declared alone
            Kernel.later.append(text)
            text = f"{kernel} {self.name}({word} p0, unsigned, unsigned{self.extra_parameter().replace('extra', '')}{', unsigned' if self.recursive else ''});"
        return "\n".join(self.before + [text])


def from_host(rng, kernel, blocks, threads, arguments):
    """A launch from the host, by the kernel's name or by its address."""
    kind = 0 if kernel.form == "pack" else rng.randint(0, 7)
    if kind < 4:
        return kernel.launch_of(blocks, threads, "", arguments)
    if kind == 4:
        return f"{{ cudaStream_t s; cudaStreamCreate(&s); {kernel.launch_of(blocks, threads, 's', arguments)} cudaStreamSynchronize(s); cudaStreamDestroy(s); }}"
    parameters = f"unsigned, unsigned, unsigned{kernel.extra_parameter()}{', unsigned' if kernel.recursive else ''}"
    given = f"{blocks}, {threads}, {512 if kernel.dynamic else 0}, {arguments}{', 2' if kernel.recursive else ''}"
    how = {5: "start(address, ", 6: "by_address(address, ", 7: "started_by(address, "}[kind]
    return f"{{ void (*address)({parameters}) = {kernel.called}; {how}{given}); }}"


def program(seed, joins, expected=None, families=4):
    rng = random.Random(seed)
    out, body, overloads = [HEAD], [], []
    Kernel.later, Kernel.waiting = [], rng.random() < 0.5
    for family in range(families):
        levels, kids = rng.randint(2, 3), []
        for level in reversed(range(levels)):
            made = []
            for k in range(1 if level == 0 else rng.randint(1, 2)):
                kernel = Kernel(rng, f"k{family}_{level}_{k}", level, kids, joins)
                while kernel.name == "overloaded" and kernel.signature in overloads:
                    kernel = Kernel(rng, f"k{family}_{level}_{k}", level, kids, joins)
                out.append(kernel.text())
                if kernel.name == "overloaded":
                    overloads.append(kernel.signature)
                x = rng.choice([32, 32, 64, 8, 1, 24, 40])
                shape = (rng.randint(1, 2), x, rng.choice([1, 1, 1, 2]) if x <= 32 else 1)
                made.append((kernel, (shape[0], 32, 2) if kernel.shuffles else shape)) # two dimensions: always all of it
                top = "32" if kernel.shuffles else rng.choice(["16", "32"])
            kids = made
        for blocks in (rng.randint(1, 3), 2):
            first = f"{rng.randint(0, 99)}u, {rng.randint(0, 99)}u, {rng.randint(0, 3)}u" + kids[0][0].extra_argument("7u", "300u").replace("sums", "sums_here")
            body.append("  " + from_host(rng, kids[0][0], blocks, top, first))
        body.append("  tell();")
    if expected is not None:
        body.append('  puts(ok ? "PASS" : "FAIL");')
    out += Kernel.later
    if any("taken(" in text for text in out):
        out.insert(1, TAKEN)
    if joins:
        out.insert(1, JOINED)
    out.append("static bool ok = true;\nstatic const char *expected[] = {" + "".join(f'"{line}", ' for line in expected or []) + "nullptr}, **next = expected;")
    return "\n".join(out + [TELL, "int main() {", "  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 65536);", "  unsigned *sums_here;", "  cudaGetSymbolAddress((void **)&sums_here, sums);"] + body + ["}"])


HEAD = """#include <cstdio>
#include <cstring>
#include <type_traits>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
#define WORD unsigned
#define DEVICE INLINE __device__
#define INLINE __forceinline__
#define KERNEL __global__ void
#define BOUNDS_OF(n) __launch_bounds__(n)
#define TRY(x) do { x; } while (0)
#define TRY_ALL(...) do { __VA_ARGS__; } while (0)
constexpr unsigned words = 1 << 18;
constexpr unsigned unordered = 1 << 20;
__device__ unsigned sums[61], order[3][words], chains[3][3][words], given[3][words], found[61], most[61], peak[61];
__device__ unsigned lookup[61] = {""" + ", ".join(str(17 * i % 61) for i in range(61)) + """};
enum class Color : unsigned char { red, green, blue, black };
struct Pair {
  unsigned p;
  unsigned char q;
  double r;
};
template <int N> struct sizes {
  using type = int;
};
template <int N> struct List {
  unsigned at[N];
};
__device__ unsigned turned(unsigned v) {
  __shared__ unsigned all[128];
  const unsigned t = threadIdx.x + threadIdx.y * blockDim.x, threads = blockDim.x * blockDim.y;
  all[t] = v;
  __syncthreads();
  v = all[(t + 1) % threads];
  __syncthreads();
  return v;
}
__device__ unsigned *filled(unsigned v) {
  unsigned *p = (unsigned *)malloc(8);
  p[0] = v;
  p[1] = 0;
  return p;
}
__device__ unsigned emptied(unsigned *p) {
  const unsigned v = p[0];
  __threadfence();
  if (atomicAdd(&p[1], 1u) + 1 == gridDim.x * gridDim.y * blockDim.x * blockDim.y)
    free(p);
  return v;
}
DEVICE WORD helper(WORD p, unsigned q) { return p * 3 + (q ^ blockDim.x) + threadIdx.x % 5; }
template <int N> struct Scaled {
  static __device__ unsigned of(unsigned v) { return v * N + blockIdx.x; }
};
template <class Self> struct Base {
  __device__ unsigned twice() const { return static_cast<const Self *>(this)->once() * 2; }
};
struct Derived : Base<Derived> {
  unsigned v;
  __device__ Derived(unsigned from) : v(from) {}
  __device__ unsigned once() const { return v + threadIdx.x; }
};
template <class T> struct Box {
  T v;
  __device__ T get() const { return v ^ T(gridDim.x); }
};
struct Turn {
  unsigned by;
  __device__ unsigned operator()(unsigned v) const { return v << (by & 7) | v >> 25; }
};
template <class F> __device__ unsigned apply(unsigned v, const F &f) { return f(v) + 1; }
__device__ unsigned more(unsigned v) { return v + 1; }
__device__ unsigned less(unsigned v) { return v - 1; }
typedef unsigned (*step)(unsigned);
__device__ step table[2] = {more, less};
__device__ void swap_both(unsigned &p, unsigned &q) {
  const unsigned was = p;
  p = q + threadIdx.y;
  q = was;
}
__device__ Pair first_of(const Pair &p) { return Pair{p.p + blockDim.y, p.q, p.r}; }
template <class... Ts, class... Us> static void start(void (*kernel)(Ts...), int grid, int block, int shared, Us... given) { kernel<<<grid, block, shared>>>(given...); }
#define started_by(kernel, grid, block, shared, ...) kernel<<<grid, block, shared>>>(__VA_ARGS__)
template <class... Ts> static void by_address(void (*kernel)(Ts...), int grid, int block, int shared, std::common_type_t<Ts>... given) {
  void *all[] = {(void *)&given...};
  cudaLaunchKernel((const void *)kernel, dim3(grid), dim3(block), all, shared, 0);
}"""
TAKEN = "__device__ bool taken(unsigned *at) { const unsigned v = *(volatile unsigned *)at; return v && atomicCAS(at, v, v - 1) == v; }"
JOINED = """__device__ void joined() { cudaDeviceSynchronize(); }
template <unsigned N> __device__ unsigned joined_too(unsigned v) {
  for (unsigned i = 0; i < N; i++)
    if ((v + i) % N == 0)
      cudaDeviceSynchronize();
  return v % N;
}"""
TELL = """static unsigned host[9 * words];
static void tell() {
  int error = cudaDeviceSynchronize();
  unsigned long long a = 0, b = 0;
  cudaMemcpyFromSymbol(host, sums, sizeof sums);
  cudaMemcpyFromSymbol(host + 61, found, sizeof found);
  cudaMemcpyFromSymbol(host + 122, most, sizeof most);
  cudaMemcpyFromSymbol(host + 183, peak, sizeof peak);
  for (int i = 0; i < 244; i++)
    a = a * 1000003 + host[i];
  cudaMemcpyFromSymbol(host, order, sizeof order);
  for (unsigned i = 0; i < 3 * words; i++)
    b = b * 31 + host[i];
  cudaMemcpyFromSymbol(host, chains, sizeof chains);
  for (unsigned i = 0; i < 9 * words; i++)
    b = b * 31 + host[i];
  char line[64];
  snprintf(line, sizeof line, "%d %llx %llx", error, a, b);
  puts(line);
  ok &= !*next || strcmp(line, *next++) == 0;
}"""

if __name__ == "__main__":
    told = [line.strip() for line in open(sys.argv[sys.argv.index("--expect") + 1])] if "--expect" in sys.argv else None
    print(program(int(sys.argv[1]), "--joins" in sys.argv, told))
