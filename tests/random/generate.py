#!/usr/bin/env python3
"""Random programs that launch kernels from kernels: generate.py SEED [--joins] [--expect FILE] prints one. With what it must print in FILE, it says
PASS or FAIL itself.

Every strategy must print what native launches print, so a program has no races and no order but the one that CUDA promises:
- threads of unordered launches meet in sums, the largest of values, and marks alone (`sums`, `most`, `peak`, `found`), and so do what they fill with the same (`fives`);
- what one thread launches into one stream is in order, and what it leaves to the end of its grid (tail launches) behind it: thread 0 of each such launch folds its argument into a word of the launching thread's own (`order`), and the
  launching thread reads that word behind a join. What runs beside other launches (fire-and-forget, other streams), and all below it, is told so by a bit of its
  first argument, and does not. A thread has a number of its own, `me`: that of the thread that launched it, times 256, and its own;
- so is what a thread puts into streams that it has created, as their events say, and what threads of a block launch on both sides of a barrier: each such place folds into words of its own (`chains`).
Barriers stand where all threads of a block come, or have ended; shuffles where whole warps do. Numbers are unsigned, so
no sum is too large for anybody.

Kernels are plain, templates, overloads of one name, in namespaces; they have further arguments, shared memory of the launch, launch bounds; they are
launched directly, in lambdas, by functions, templates, members and macros, in blocks and grids of one to three dimensions. Some launch themselves. In some, the first thread of a block waits in a loop for what the last one gives;
in some, threads do nothing unless an index of theirs is below a bound; in some, lanes leave before the others of their warp vote. They declare variables of many types, which live across barriers and launches, and have objects of many classes as arguments.
What nvcc does not compile stays out: arguments with copy constructors of their own in launches from the device, pointers to members of kernels that are templates or overloads.
"""
import itertools
import random
import sys

TOP = "threadIdx.x + (threadIdx.y + threadIdx.z * blockDim.y) * blockDim.x"
THREADS = "blockDim.x * blockDim.y * blockDim.z"
FORMS = ["plain"] * 4 + ["number", "type", "space", "bounds", "pack", "defaults", "anonymous", "c", "declared", "nameless", "using", "renamed", "value", "step", "shapes", "constrained"]
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
    "bits": (", Bits extra", ", bits_of({0}, {1})", "(extra.a + extra.b * 3u + (unsigned)extra.c)"),
    "four": (", Four extra", ", Four{{{{unsigned({0}), 1, unsigned({1}), 4}}}}", "(extra.v[0] + extra.v[2] * 5)"),
    "copied": (", Copied extra", ", Copied({0})", "extra.v"),
    "derived": (", Wider extra", ", wider({0}, {1})", "(extra.p ^ extra.last)"),
    "either": (", Either extra", ", Either{{unsigned({0})}}", "extra.p"),
    "functor": (", Turn extra", ", Turn{{unsigned({0})}}", "extra(a)"),
    "table": (", unsigned **extra", ", rows + (({0}) & 1)", "(*extra == sums ? 3u : 8u)"),
    "step": (", step extra", ", table[({0}) & 1]", "extra(b)"),
    "exact": (", double extra", ", (double)(({0}) & 1023) / 4", "(unsigned)(extra * 8)"),
    "short": (", const short extra", ", (short)({0})", "(unsigned)extra"),
    "vector": (", uint4 extra", ", make_uint4({0}, {1}, 3, 4)", "(extra.x ^ extra.w)"),
    "size": (", dim3 extra", ", dim3(({0}) & 63, 2)", "(extra.x + extra.y + extra.z)"),
    "matrix": (", unsigned (*extra)[4]", ", (unsigned (*)[4])sums + ({0}) % 7", "(unsigned)(&extra[0][1] - sums)"),
    "text": (", const char *extra", ", &\"random\"[({0}) & 3]", "(unsigned)extra[1]"),
    "any": (", const void *extra", ", (const void *)nullptr", "(extra ? 1u : 6u)"),
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


# Where a thread does nothing unless an index of its own is below a bound: in front of all else (with `return`), or around it.
GUARDS = [
    ("g", "b"),
    ("g", "(b & 63)"),
    ("g", "lookup[b % 61]"),
    ("(int)g", "(int)(b & 63) - 9"),
    ("(blockIdx.x * blockDim.x + threadIdx.x)", "(first & 63)"),
    ("(threadIdx.x + blockIdx.x * blockDim.x)", "((b & 63) - 3)"),
    ("(long long)(blockIdx.x * blockDim.x + threadIdx.x)", "(long long)(first & 63)"),
    ("(int)(blockIdx.x * blockDim.x + threadIdx.x)", "(int)(b & 31)"),
    ("(blockIdx.x * blockDim.x + threadIdx.x) * 2", "(b & 127)"),
    ("(blockIdx.x * blockDim.x + threadIdx.x + 5)", "(b & 63)"),
    ("threadIdx.x", "(b & 31)"),
    ("(int)threadIdx.x - 4", "(int)(b & 31)"),
    ("(blockIdx.x * blockDim.x + threadIdx.x)", "40u"),
    ("(unsigned char)(blockIdx.x * blockDim.x + threadIdx.x + 200)", "(b & 63)"),
    ("(blockIdx.x * blockDim.x + threadIdx.x)", "min(b, 40u)"),
    ("(blockDim.x - threadIdx.x)", "(b & 63)"),
    ("(blockIdx.x * 16 + threadIdx.x / 2)", "(b & 31)"),
    ("(threadIdx.x ^ 5)", "(first & 31)"),
]
GUARDING = ["if ({0} >= {1}) return;", "if ({1} <= {0}) return;", "if (!({0} < {1})) return;", "if ({0} < {1}) {{", "if ({0} < {1} && x != 3) {{", "if ({0} >= {1} || (x & 7) == 3) return;",
    "const auto index = {0}; const auto bound = {1}; if (index >= bound) return;", "const auto index = {0}; if (index < {1}) {{"]


# What a thread declares: as a name, used as, and changed by (if it may be).
LOCALS = [
    ("unsigned {v}[3] = {{{0}, {1}, t}};", "{v}[x % 3]", "{v}[y % 3] += {0};"),
    ("Pair {v}{{unsigned({0}), (unsigned char)({1}), 1}};", "({v}.p + {v}.q)", "{v}.p ^= {0};"),
    ("unsigned &{v} = x;", "{v}", "{v} += {0};"),
    ("const auto {v} = {0} * 3u;", "{v}", None),
    ("unsigned {v}_at = {0}, *{v} = &{v}_at;", "(*{v})", "*{v} += {0};"),
    ("unsigned long long {v} = {0} * 65537ull;", "(unsigned)({v} >> 7)", "{v} = {v} * 3 + ({0});"),
    ("short {v} = (short)({0});", "(unsigned){v}", "{v} = (short)({0});"),
    ("signed char {v} = (signed char)({0}), {v}_more = 3;", "unsigned({v} + {v}_more)", "{v}_more = (signed char)({0});"),
    ("bool {v} = {0} & 1;", "({v} ? 3u : x)", "{v} = !{v};"),
    ("double {v} = ({0} & 1023u) * 0.5;", "(unsigned){v}", "{v} = {v} / 2 + ({0} & 7u);"),
    ("float {v} = float({0} & 255u);", "(unsigned)({v} * 4)", "{v} = float({0} & 63u) / 2;"),
    ("auto {v} = [&](unsigned v) {{ return v * 3 + y; }};", "{v}(x)", None),
    ("auto {v} = [=](auto v) {{ return v + threadIdx.x + x; }};", "{v}(y)", None),
    ("auto {v} = [&x, n = y](unsigned v) mutable {{ n += v; x ^= n; return blockDim.x + n; }};", "{v}(b)", None),
    ("constexpr unsigned {v} = 7;", "{v}", None),
    ("enum {v}_kind {{ {v} = 3, {v}_more }};", "unsigned({v} + {v}_more)", None),
    ("struct {v}_kind {{ unsigned p; __device__ unsigned twice() const {{ return p * 2; }} }} {v}{{unsigned({0})}};", "{v}.twice()", "{v}.p = {0};"),
    ("using {v}_type = unsigned; {v}_type {v} = ({v}_type)({0});", "{v}", "{v} |= {0};"),
    ("unsigned {v}[2][2] = {{{{{0}, 1}}, {{2, {1}}}}};", "{v}[x & 1][y & 1]", "{v}[x & 1][1] = {0};"),
    ("volatile unsigned {v} = {0};", "{v}", "{v} = {v} + {0};"),
    ("unsigned {v}, {v}_more = {0}; {v} = {1};", "({v} ^ {v}_more)", "{v} = {v}_more++;"),
    ("static const unsigned {v}[4] = {{1, 2, 3, 5}};", "{v}[x & 3]", None),
    ("unsigned *{v} = nullptr; if ({0} & 1) {v} = &y;", "({v} ? *{v} : 9u)", "if ({v}) *{v} += 2;"),
    ("const unsigned &{v} = {0} + 0u;", "{v}", None),
    ("List<2> {v}{{{{unsigned({0}), 4}}}};", "{v}.at[x & 1]", "for (unsigned &q : {v}.at) q += {0};"),
    ("uint2 {v} = make_uint2({0}, {1});", "{v}.y", "{v}.x = {0}, {v}.y += {v}.x;"),
    ("dim3 {v}({0} & 7, 2);", "({v}.x + {v}.z)", "{v}.z = 3;"),
    ("unsigned {v}{{unsigned({0})}};", "{v}", "{v}--;"),
    ("decltype(x) {v} = {0};", "{v}", "{v} ^= x;"),
    ("const unsigned &{v} = lookup[{0} % 61];", "{v}", None),
    ("unsigned {v} = 0; for (unsigned q = 0, w = 3; q < w; q++, w--) {v} += q * {0};", "{v}", "{v} += 1;"),
    ("Held {v}({0});", "*{v}.p", "*{v}.p += {0};"),
    ("Tally {v}{{unsigned({0})}};", "unsigned({v})", "{v} += {0};"),
    ("Box<unsigned short> {v}{{(unsigned short)({0})}};", "unsigned({v}.v)", "{v}.v++;"),
    ("unsigned {v}(({0})), {v}_rows[2]{{}};", "({v} + {v}_rows[1])", "{v}_rows[1] = {0};"),
    ("auto [{v}_p, {v}_q, {v}_r] = Pair{{unsigned({0}), 3, 1}}; unsigned {v} = {v}_p + {v}_q;", "{v}", "{v} += 5;"),
    ("const struct {{ unsigned p, q; }} {v} = {{unsigned({0}), unsigned({1})}};", "({v}.p - {v}.q)", None),
    ("union {{ unsigned p; unsigned char q[4]; }} {v}; {v}.p = {0};", "{v}.p", "{v}.p += {0};"),
    ("unsigned long {v}_long = {0} & 65535u; long {v} = (long){v}_long * -3l;", "(unsigned){v}", "{v} -= ({0} & 15u);"),
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
    "{{ unsigned *m; if (cudaMalloc((void **)&m, 8) == cudaSuccess) {{ m[0] = {0}; y += m[0]; cudaFree(m); }} }}",
    "{{ unsigned *m = new unsigned[3]{{unsigned({0}), 2u, unsigned({1})}}; x ^= m[0] + m[2]; delete[] m; }}",
    "{{ Held held({0}); if ((*held.p & 3) == 1) x++; else {{ Held other({1}); y += *other.p; }} }}",
    "x += climbed({0} & 3, y);",
    "y += optional(x) + optional(x, {0});",
    "x ^= folded({0}, (unsigned char)({1}), 7ull);",
    "y += kind_of({0}) + kind_of((unsigned char)({1}));",
    "{{ unsigned out; const bool odd = split(x, {0}, out); y += odd ? out : 5; }}",
    "x += fixed[{0} & 3] * managed;",
    "if (const unsigned q = {0} & 7; q > 3) x += q; else y ^= q + {1};",
    "{{ unsigned q = {0} & 7; do {{ if (q == 5) continue; x += q; }} while (q-- > 3 && q < 99); }}",
    "{{ unsigned q = 0; again_{n}: x = x * 3 + q; if (++q < ({0} & 3)) goto again_{n}; }}",
    "{{ const unsigned one = {0}, other = {1}, x = one; y += x * 2; {{ unsigned y = x + other; atomicAdd(&sums[y % 61], x); }} }}",
    "x += __popc({0}) + __clz({1}) + __ffs(y) + __brev(x) % 7 + __byte_perm(x, y, 0x3210);",
    "y += (unsigned)(sqrtf((float)({0} & 255u)) + fabs((double)({1} & 15u) - 7.0));",
    "y ^= umulhi_of({0}, {1}) + max({0} + 0u, 5u) + min({1} + 0u, x);",
    "x += [](unsigned v) {{ return v * 5; }}({0}) + [=] {{ return [&] {{ return y + threadIdx.x; }}(); }}();",
    "{{ auto deep = [&](auto self, unsigned v) -> unsigned {{ return v ? self(self, v - 1) + threads : y; }}; x += deep(deep, {0} & 3); }}",
    "for (unsigned q = t % 32; q < ({0} & 63); q += 32) x += q;",
    "x += static_cast<unsigned>(sizeof(threads) + alignof(Four)) + Outer::Inner{{unsigned({0})}}.get() + Outer::made({1}).get();",
    "#if defined(__CUDA_ARCH__)\n  x += {0}; // {{\n#else\n  x += {0}; /* }} */\n#endif\n",
]
# What is there in the end of atomic operations by all threads.
ATOMICS = [
    "atomicMin(&least[({0}) % 61], {1});",
    "atomicOr(&most[({0}) % 61], 0u); atomicXor(&bits[({0}) % 61], {1});",
    "atomicInc(&wheel[({0}) % 61], 12u);",
    "atomicSub(&sums[({0}) % 61], {1});",
    "atomicAdd(&reals[({0}) % 61], (double)(({1}) & 1023u));",
    "atomicAdd(&longs[({0}) % 61], ({1}) * 65537ull);",
    "{{ unsigned *const p = &sums[({0}) % 61], v = {1}; unsigned seen = *p, old; do {{ old = seen; seen = atomicCAS(p, old, old + v); }} while (seen != old); }}",
    "{{ unsigned long long *p = &longs[({0}) % 61], old = *p; for (;;) {{ const unsigned long long was = atomicCAS(p, old, old + ({1})); if (was == old) break; old = was; }} }}",
    "{{ const unsigned at = ({0}) % 61, v = ({1}) | 1; if (low[at] > v && atomicMin(&low[at], v) > v) found[at] = 7; }}",
    "atomicAdd_system(&sums[({0}) % 61], {1});",
    "__threadfence(); atomicAdd(sums + {0} % 61, 1 + {1});",
    "x += atomicAdd(&sums[({0}) % 61], {1}) & 0;",
    "added(sums[({0}) % 61], {1});",
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
    "x ^= turned_all<unsigned>({0}); y += turned_all<unsigned long long>({0}) & 0xffffffffu;",
    "y += of_group(cg::this_thread_block(), {0});",
    "{{ __shared__ Pair s{n}[128]; __syncthreads(); s{n}[t].p = {0}; s{n}[t].q = 3; __syncthreads(); x += s{n}[(t + 1) % threads].p + s{n}[0].q; }}",
    "{{ __shared__ double s{n}[2][64]; __syncthreads(); s{n}[t / 64][t % 64] = ({0} & 255u) * 0.5; __syncthreads(); const unsigned q = threads - 1 - t; x += (unsigned)(s{n}[q / 64][q % 64] * 2); }}",
    "{{ __shared__ unsigned s{n}; __syncthreads(); if (t == 0) s{n} = {1}; __syncthreads(); atomicAdd(&s{n}, {0}); __syncthreads(); y ^= s{n}; }}",
    "{{ __shared__ struct {{ unsigned char c; unsigned a[128]; }} s{n}; __syncthreads(); s{n}.a[t] = {0}; if (t == threads - 1) s{n}.c = 9; __syncthreads(); y += s{n}.a[(t * 3) % threads] + s{n}.c; }}",
    "{{ __shared__ unsigned s{n}[128]; __syncthreads(); s{n}[t] = {0}; for (unsigned s = 64; s; s >>= 1) {{ __syncthreads(); if (t < s && t + s < threads) s{n}[t] += s{n}[t + s]; }} __syncthreads(); x ^= s{n}[0]; }}",
    "{{ __shared__ unsigned s{n}[2][128]; unsigned q = 0; __syncthreads(); s{n}[0][t] = {0}; do {{ __syncthreads(); s{n}[~q & 1][t] = s{n}[q & 1][(t + 1) % threads] + q; }} while (++q < ({1} & 3)); y += s{n}[q & 1][t]; }}",
    "{{ unsigned q = {1}; while (true) {{ __shared__ unsigned s{n}[128]; __syncthreads(); if ((q++ & 3) == 3) break; s{n}[t] = x; __syncthreads(); x += s{n}[(t + q) % threads]; if (q & 4) continue; y++; }} }}",
    "switch ({1} & 3) {{ case 0: __syncthreads(); x++; break; case 1: {{ __shared__ unsigned s{n}[128]; __syncthreads(); s{n}[t] = y; __syncthreads(); y += s{n}[(t + 1) % threads]; }} default: __syncthreads(); y++; }}",
    "if (({1} & 15) == 5) return;",
    "{{ unsigned kept[2] = {{{0}, y}}; Held held(x); __syncthreads(); unsigned &r = kept[t & 1]; r += threads; __syncthreads(); x += kept[0] ^ kept[1] ^ *held.p; }}",
    "for (unsigned q = 0; q < ({1} & 3); q++) {{ const unsigned was = x; if (q == 1) continue; __syncthreads(); x += was * q; __syncthreads(); if (x == 3) y++; }}",
    "x += ({0} & 1) ? __syncthreads_count(1) : __syncthreads_count(1);" if False else "y += __syncthreads_count(t < ({1} & 63));",
]
# What whole warps do together.
WARPS = [
    "x ^= __ballot_sync(0xffffffffu, {0} & 1);",
    "if (__any_sync(0xffffffffu, {0} & 4)) x++;",
    "y += __reduce_add_sync(0xffffffffu, {0});",
    "{{ auto tile = cg::tiled_partition<8>(cg::this_thread_block()); x += tile.shfl_xor({0}, 3) + tile.thread_rank(); }}",
    "{{ auto tile = cg::tiled_partition<32>(cg::this_thread_block()); y ^= cg::reduce(tile, unsigned({0}), cg::plus<unsigned>()); }}",
    "y += __popc(__match_any_sync(0xffffffffu, {0} & 3));",
    "x += __shfl_up_sync(~0u, {0}, 1); y ^= __shfl_down_sync(0xffffffff, {0}, 3, 8);",
    "x ^= (unsigned)(__shfl_sync(~0u, ({0}) * 4294967299ull, 5) >> 30);",
    "y += (unsigned)__shfl_xor_sync(~0u, (double)({0} & 1023u), 9);",
    "{{ int all; const unsigned who = __match_all_sync(~0u, {0} & 1, &all); if (all) x += __popc(who); else y++; }}",
    "if ((t & 31) < 16) x += __shfl_xor_sync(0xffffu, {0}, 1);",
    "{{ const bool some = {0} & 1; const unsigned who = __ballot_sync(~0u, some); if (some) x += __reduce_add_sync(who, y) + __popc(who & 255); __syncwarp(); }}",
    "for (int s = 16; s > 0; s /= 2) x += __shfl_down_sync(~0u, x, s);",
    "y += warp_sum({0});",
    "y ^= __reduce_max_sync(~0u, {0}) + __reduce_or_sync(~0u, {0}) * 3;",
    "if (__all_sync(~0u, {0} & 1)) x += 3; else if (__any_sync(~0u, {0} & 2)) y += 5;",
    "{{ auto tile = cg::tiled_partition<4>(cg::this_thread_block()); x += tile.any({0} & 1) + tile.ballot({0} & 2) + tile.meta_group_rank(); tile.sync(); }}",
    "{{ auto tile = cg::tiled_partition<16>(cg::this_thread_block()); y ^= cg::inclusive_scan(tile, unsigned({0})) + cg::exclusive_scan(tile, unsigned({0})); }}",
    "{{ const auto warp = cg::tiled_partition<32>(cg::this_thread_block()); x += of_tile(warp, {0}) + warp.shfl_up({0}, 2); }}",
    "{{ const auto part = cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), int({0} & 3)); x += part.size() + cg::reduce(part, unsigned({0}), cg::plus<unsigned>()); }}",
    "{{ const auto part = cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), bool({0} & 1)); y += part.size() * 3 + part.thread_rank(); }}",
]
# What they do where some of their lanes have left.
LEFT = [
    "x ^= __ballot_sync(~0u, {0} & 1);",
    "if (__any_sync(~0u, {0} & 4)) x++;",
    "y += __reduce_add_sync(~0u, {0});",
    "__syncwarp();",
    "{{ const unsigned who = __ballot_sync(0xffffffffu, 1); x += __popc(who) + __shfl_sync(who, y, __ffs(who) - 1); }}",
    "if (__all_sync(~0u, {0} & 1)) y += 2;",
    "y += __popc(__match_any_sync(__ballot_sync(~0u, true), {0} & 3));",
]


class Kernel:
    """The body of one kernel. `kids`: (name, shape) of those that it may launch."""

    starts = itertools.count() # functions that launch

    def __init__(self, rng, name, level, kids, joins):
        self.rng, self.level, self.kids = rng, level, kids
        self.form, self.extra = rng.choice(FORMS), rng.choice([""] * 7 + [e for e in EXTRAS if e and e != "pack"])
        if self.extra == "cell" and level == 0: # the host has no such memory
            self.extra = ""
        if self.extra == "copied" and level > 0: # nvcc launches no such from the device
            self.extra = ""
        if self.extra and self.form == "plain":
            name = "overloaded" # told apart by what follows
        self.name = name
        if self.form == "pack":
            self.extra = "pack"
        self.called = {"value": name + "<Color::blue, true>", "step": name + "<stepped>", "shapes": name + "<List, 1, 2, 3>", "constrained": name + "<unsigned>", "number": name + "<5>", "type": name + "<unsigned>", "space": "some::inner::" + name, "defaults": name + "<>", "nameless": name + "<long>", "using": "outer::" + name}.get(self.form, name)
        self.before = [] # functions that launch for it
        self.dynamic = rng.choice([512, 1024]) if rng.random() < 0.2 and self.form != "c" else 0 # of one linkage
        self.recursive = self.form not in ("pack", "using", "constrained") and self.extra not in ("cell", "copied") and rng.random() < 0.15
        self.joins = joins and bool(kids)
        self.barrier = rng.random() < 0.4
        self.waits = rng.choice([""] * 6 + WAITS) if Kernel.waiting else ""
        self.leaves = rng.random() < 0.3
        self.shuffles = not self.leaves and rng.random() < 0.2
        self.guard = ""
        if self.extra != "cell" and not self.dynamic and not self.waits and not self.shuffles and not self.barrier and rng.random() < 0.3:
            self.guard, self.leaves = rng.choice(GUARDING).format(*rng.choice(GUARDS)), True
        self.departs = self.shuffles and not self.barrier and rng.random() < 0.3 # lanes, from their warps
        self.changed = {} # names of its own
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

    def shape_of(self, x, y):
        """A block of x * y threads, written down."""
        if y > 1:
            return self.rng.choice([f"dim3({x}, {y})", f"dim3({x}, 1, {y})"])
        forms = [str(x)] * 6 + [f"(loose, {x})", f"unsigned({x})", f"sizeof(char[{x}])", f"(threads > 500 ? 1 : {x})", f"dim3{{{x}, 1, 1}}"]
        if x % 4 == 0:
            forms += [f"dim3({x // 4}, 2, 2)", f"dim3(2, {x // 2})", f"dim3(1, 1, {min(x, 64)})"]
        return self.rng.choice(forms)

    def handed(self, kid, names):
        """Arguments behind the first: those of the kernel itself, or others."""
        second = "b" if self.rng.random() < 0.3 else f"{self.expression(names)} & 255"
        if kid.extra and kid.extra == self.extra and kid.extra not in ("cell", "pack") and self.rng.random() < 0.6:
            return f"{second}, me, extra"
        return f"{second}, me" + kid.extra_argument(self.expression(names), self.expression(names))

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
            arguments = self.handed(kid, names)
            block = self.shape_of(x, y)
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
            block = self.shape_of(x, y)
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
        grids = [str(grid), f"dim3({grid}, 1)", f"dim3(1, {grid})", f"dim3(1, 1, {grid})", f"1 + ({some} & 1)", f"({self.condition(names)} ? {grid} : 1)"] if grid > 1 else ["1", f"({some} & 1)"]
        half = max(1, x // 2)
        blocks = [self.shape_of(x, y)] + ([] if y > 1 or kid.shuffles else [f"{half} + ({some} & {half - 1})"])
        arguments = self.handed(kid, names)
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
            forms = ["[&](auto v) {{ x += v; {0}; }}(3u);", "{{ auto go = [&] {{ {0}; }}; go(); }}", "called([&] {{ {0}; }});", "called([=]() mutable {{ {0}; }});", "if constexpr (sizeof(x) == 4) {0};", "switch (unsigned({1})) {{ case 1: {0}; break; default: x++; }}", "while (true) {{ {0}; break; }}", "if (bool q = {1}) {0}; else x += q;", "if (const unsigned q = x & 3; q < 3) {0};", "{{ {{ {0}; }} }}",
                "TRY(({0}));", "TRY_ALL({0});", "if ({1}) {0}; else x++;", "({1}) ? (void)x++ : {0};", "x++, {0};", "do {0}; while (0);", "for (unsigned q = 0; q < 1; q++, {0}) y++;", "if ({1}) x++; else {0};"]
            return self.rng.choice(forms).format(direct[:-1], condition)
        if kind > 7 or stream or kid.extra == "pack":
            return direct
        kind -= 4
        if self.rng.random() < 0.3:
            if kid.name != "overloaded" and kid.form != "renamed" and not kid.dynamic and not kid.recursive:
                return f"launched({kid.called}, {grid}, {block}, {arguments});"
            return direct
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
        more = ", " + self.rng.choice([f"{self.dynamic}", f"sizeof(float) * {self.dynamic // 4}", f"{self.dynamic} + 4 * {self.rng.randint(0, 9)}"]) if self.dynamic else ", 0" if stream else ""
        if not stream and not self.dynamic and not any(c in self.called + str(grid) + str(block) for c in ",{") and (grid, block) != ("grid", "block") and self.rng.random() < 0.1:
            return f"LAUNCH({self.called}, {grid}, {block}, {arguments}{', 2' if self.recursive else ''});"
        return f"{self.called}<<<{grid}, {block}{more}{', ' + stream if stream else ''}>>>({arguments}{', 2' if self.recursive else ''});"

    def extra_parameter(self):
        return EXTRAS[self.extra][0]

    def extra_argument(self, one, other):
        return EXTRAS[self.extra][1].format(one, other)

    def block(self, depth, names, same, uniform, loops):
        names = list(names)
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
        rng, kind = self.rng, self.rng.randint(0, 18)
        if kind < 3:
            self.add(depth, f"{rng.choice('xy')} {rng.choice(['+=', '-=', '^=', '='])} {self.expression(names)};")
        elif kind == 16:
            self.local(depth, names)
        elif kind == 17 and (own := [n for n in names if n in self.changed]):
            self.add(depth, self.changed[rng.choice(own)].format(self.expression(names)))
        elif kind == 18 and self.departs and uniform and depth == 1:
            self.add(depth, rng.choice(["if ({0}) return;", "if (!{0}) return; else x++;", "if (t % 32 >= (b & 31)) return;", "if ({0} || t % 32 == 7) {{ atomicAdd(&sums[x % 61], y); return; }}"]).format(self.condition(names)))
        elif kind == 18 and rng.random() < 0.5:
            self.add(depth, rng.choice(ATOMICS).format(self.expression(names), self.expression(names)))
        elif kind == 18 and uniform and self.whole():
            self.add(depth, rng.choice(TOGETHER).format(self.expression(names), self.expression(same), n=self.number()))
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
                self.add(depth, f"const unsigned list{i}[] = {{(unsigned)({self.expression(names)}), 3, t}};")
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
        elif kind == 12 and uniform and self.whole():
            self.add(depth, rng.choice(["x ^= turned(y);"] + TOGETHER).format(self.expression(names), self.expression(same), n=self.number()))
        elif kind == 14 and self.launches and not self.recursive and rng.random() < 0.5:
            self.add(depth, f"if (!loose) cudaMemsetAsync(&order[{self.level + 1}][me], 0, 4, 0);") # CUDA 13 on an H100 fills with zeros, whatever the value
        elif kind == 14 and self.shuffles and uniform and depth == 1:
            self.add(depth, rng.choice(LEFT if self.departs else ["x += __shfl_xor_sync(0xffffffffu, y, {1});"] + WARPS).format(self.expression(names), rng.choice([1, 2, 4, 16])))
        elif kind == 15 and self.joins and self.launches:
            self.add(depth, rng.choice(JOINS).format(self.condition(names)) + f" if (!loose) x += order[{self.level + 1}][me];")
        elif kind == 15 and self.launches and rng.random() < 0.3:
            self.add(depth, rng.choice(["x += cudaGetLastError();", "y ^= cudaPeekAtLastError();", "if (cudaGetLastError() != cudaSuccess) x++;"]))
        elif kind == 14 and self.launches and not self.recursive and rng.random() < 0.2:
            self.add(depth, f"if (!loose) cudaMemcpyAsync(&order[{self.level + 1}][me], &lookup[({self.expression(names)}) % 61], 4, cudaMemcpyDeviceToDevice, 0);")
        elif rng.random() < 0.5:
            self.add(depth, rng.choice(ALONE).format(self.expression(names), self.expression(names), n=self.number()))
        else:
            self.add(depth, f"y = helper(x, {self.expression(names)});")

    def number(self):
        self.numbers = getattr(self, "numbers", 0) + 1
        return self.numbers

    def whole(self):
        """No thread of a block leaves before the others."""
        return not self.leaves and not self.departs

    def local(self, depth, names):
        declared, used, changed = self.rng.choice(LOCALS)
        v = f"v{self.number()}"
        self.add(depth, declared.format(self.expression(names), self.expression(names), v=v))
        used = used.format(v=v)
        names.append(used)
        if changed:
            self.changed[used] = changed.replace("{v}", v)

    def text(self):
        depth = ", unsigned depth" if self.recursive else ""
        template = {"value": "template <Color C, bool Odd> ", "step": "template <step S> ", "shapes": "template <template <int> class L, unsigned... Ns> ", "constrained": "template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> ", "number": "template <unsigned N> ", "type": "template <class T> ", "pack": "template <class... Ts> ", "defaults": "template <class T = unsigned, unsigned N = 3> ", "nameless": "template <class, unsigned = 3, typename sizes<3>::type = 0> ", "renamed": "template <class Here> ", "c": 'extern "C" '}.get(self.form, "")
        bounds = self.rng.choice(["__launch_bounds__(128) ", "BOUNDS_OF(128) ", "__launch_bounds__(128, 2) ", "__launch_bounds__(Outer::most) "]) if self.form == "bounds" else ""
        kernel, word = self.rng.choice(["__global__ void", "__global__ void", "KERNEL"]), self.rng.choice(["unsigned", "unsigned", "WORD"])
        second = "unsigned b" if self.form == "renamed" else f"{word} b"
        self.lines = [f"{template}{kernel} {bounds}{self.name}({word} first, {second}, unsigned up{self.extra_parameter()}{depth}) {{"]
        self.add(1, f"unsigned t = {TOP}, threads = {THREADS}, g = (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) * threads + t;")
        self.add(1, "unsigned me = (up * 256 + g) % words, x = first + g, y = b ^ t;")
        if self.guard:
            self.add(1, self.guard)
        if self.barrier:
            self.add(1, "__shared__ unsigned shared[128]; shared[t] = x * 3; __syncthreads();")
        if self.dynamic:
            self.add(1, "extern __shared__ unsigned dynamic[]; dynamic[t] = y; __syncthreads(); x += dynamic[(t * 3 + 1) % threads];" if self.dynamic == 512 else
                "extern __shared__ Pairs dynamic_pairs[]; Pairs &own = dynamic_pairs[t]; own.p = y, own.q = x; __syncthreads(); x += dynamic_pairs[(t * 3 + 1) % threads].q;")
        if self.waits:
            at = f"given[{self.level}][up]"
            self.add(1, f"if (t == threads - 1) atomicAdd(&{at}, 1u);")
            self.add(1, f"if (t == 0) {self.waits.replace('AT', at)}")
        self.add(1, "const unsigned loose = first & unordered;")
        self.add(1, f"if (g == 0 && !loose) order[{self.level}][up] = order[{self.level}][up] * 5 + first + 1;")
        self.add(1, f"if (g == 0 && first >> 21) {{ unsigned &word = chains[{self.level}][(first >> 21) / 2][up]; word = word * 5 + first + 1; }}")
        self.add(1, "first &= 1023; const unsigned &a = first;" if self.rng.random() < 0.05 else "const unsigned a = first & 1023;")
        names, same = ["x", "y", "a", "b", "t", "g"], ["a", "b"]
        if self.form in ("number", "defaults"):
            names, same = names + ["N"], same + ["N"]
        if self.form == "value":
            self.add(1, "if constexpr (Odd) x += unsigned(C); else y = 0;")
        if self.form == "step":
            self.add(1, "y = S(y);")
        if self.form == "shapes":
            self.add(1, "L<sizeof...(Ns)> shaped{{Ns...}}; for (const unsigned n : {Ns...}) y += n; x += shaped.at[x % sizeof...(Ns)];")
            names = names + ["shaped.at[y % 3]"]
        if self.form in ("type", "defaults", "constrained"):
            self.add(1, "T typed = T(x + sizeof(T));")
            names = names + ["typed"]
        if self.extra:
            self.add(1, f"const unsigned more = {EXTRAS[self.extra][2]};")
            names = names + ["more"]
        self.block(1, names, same, True, 0)
        if self.recursive: # what it does besides is done once more, and once again
            extra = ", extra" if self.extra else ""
            self.add(1, f"if (depth && g == {self.rng.randint(0, 3)}) {self.called}<<<1, {self.rng.choice([32] if self.shuffles else [3, 32])}{f', {self.dynamic}' if self.dynamic else ''}>>>((x & 7) | unordered, y & 63, me{extra}, depth - 1);")
            if self.joins and self.rng.random() < 0.5:
                self.add(1, "joined();")
        if Kernel.filling and self.name.endswith(Kernel.filling): # whoever fills a place, and however often, it is the same
            self.add(1, f"if (t == {len(self.lines) % 5} && (x & 3) != 1) cudaMemsetAsync(fives + (x + {self.level}) % 61, 5, sizeof *fives, 0);")
        self.add(1, f"atomicAdd(&sums[(x + 7 * g + {self.level}) % 61], x ^ y);")
        text = "\n".join(self.lines + ["}"] * (1 + self.guard.endswith("{")))
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
    kind = rng.randint(0, 3) if kernel.form == "pack" else rng.randint(0, 10)
    if kind < 4:
        return kernel.launch_of(blocks, threads, "", arguments)
    if kind == 4:
        return f"{{ cudaStream_t s; cudaStreamCreate(&s); {kernel.launch_of(blocks, threads, 's', arguments)} cudaStreamSynchronize(s); cudaStreamDestroy(s); }}"
    if kind == 8:
        return f"for (int i = 1; i <= 3; i++) {{ {kernel.launch_of('i', threads, '', arguments)} if (i == 2) cudaDeviceSynchronize(); }}"
    if kind == 9:
        return f"[&](int n) {{ {kernel.launch_of('n', threads, '', arguments)} }}({blocks});"
    if kind == 10:
        return f"{{ const dim3 grid(1, {blocks}), block({int(threads) // 4}, 2, 2); {kernel.launch_of('grid', 'block', '', arguments)} cudaDeviceSynchronize(); managed++; }}"
    parameters = f"unsigned, unsigned, unsigned{kernel.extra_parameter()}{', unsigned' if kernel.recursive else ''}"
    given = f"{blocks}, {threads}, {kernel.dynamic}, {arguments}{', 2' if kernel.recursive else ''}"
    how = {5: "start(address, ", 6: "by_address(address, ", 7: "started_by(address, "}[kind]
    return f"{{ void (*address)({parameters}) = {kernel.called}; {how}{given}); }}"


def program(seed, joins, expected=None, families=4):
    rng = random.Random(seed)
    out, body, overloads = [HEAD], [], []
    Kernel.later, Kernel.waiting = [], rng.random() < 0.3
    Kernel.filling = ["", "0", "1"][seed % 3] # ends of names of kernels that fill memory
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
                x = rng.choice([32, 32, 64, 8, 1, 24, 40, 33, 100, 128])
                shape = (rng.randint(1, 2) if x < 128 else 1, x, rng.choice([1, 1, 1, 2]) if x <= 32 else 1)
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
    if any("launched(" in text for text in out[1:]):
        out.insert(1, LAUNCHED)
    if joins:
        out.insert(1, JOINED)
    out.append("static bool ok = true;\nstatic const char *expected[] = {" + "".join(f'"{line}", ' for line in expected or []) + "nullptr}, **next = expected;")
    return "\n".join(out + [TELL, "int main() {", "  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 65536);", "  unsigned *sums_here;", "  cudaGetSymbolAddress((void **)&sums_here, sums);"] + body + ["}"])


HEAD = """#include <cstdio>
#include <cstring>
#include <type_traits>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
#define WORD unsigned
#define DEVICE INLINE __device__
#define INLINE __forceinline__
#define KERNEL __global__ void
#define BOUNDS_OF(n) __launch_bounds__(n)
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define TRY(x) do { x; } while (0)
#define TRY_ALL(...) do { __VA_ARGS__; } while (0)
constexpr unsigned words = 1 << 18;
constexpr unsigned unordered = 1 << 20;
__device__ unsigned sums[61], order[3][words], chains[3][3][words], given[3][words], found[61], most[61], peak[61], bits[61], wheel[61], fives[61];
__device__ unsigned long long longs[61];
__device__ double reals[61];
__constant__ unsigned fixed[4] = {3, 1, 4, 1};
__device__ __managed__ unsigned managed = 2;
__device__ unsigned *rows[2] = {sums, most};
__device__ unsigned least[61] = {""" + ", ".join(["0xffffffffu"] * 61) + """}, low[61] = {""" + ", ".join(["0xffffffffu"] * 61) + """};
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
struct Pairs {
  unsigned p, q;
};
struct Bits {
  unsigned a : 5, b : 11;
  int c : 7;
  unsigned long long d;
};
__host__ __device__ Bits bits_of(unsigned p, unsigned q) {
  Bits made = {};
  made.a = p & 31, made.b = q & 2047, made.c = (int)(p & 63) - 32, made.d = q;
  return made;
}
struct alignas(16) Four {
  unsigned v[4];
};
struct Copied {
  unsigned v;
  explicit __host__ __device__ Copied(unsigned from) : v(from) {}
  __host__ __device__ Copied(const Copied &other) : v(other.v) {}
};
struct Wider : Pair {
  unsigned short last;
};
__host__ __device__ Wider wider(unsigned p, unsigned q) {
  Wider made{};
  made.p = p, made.last = (unsigned short)q;
  return made;
}
union Either {
  unsigned p;
  unsigned char q[4];
};
struct Held {
  unsigned *p;
  __device__ explicit Held(unsigned v) : p(new unsigned(v)) {}
  Held(const Held &) = delete;
  __device__ ~Held() { delete p; }
};
struct Tally {
  unsigned v;
  __device__ Tally &operator+=(unsigned more) { return v += more, *this; }
  __device__ explicit operator unsigned() const { return v * 3; }
};
struct Outer {
  enum { most = 128 };
  struct Inner {
    unsigned v;
    __device__ unsigned get() const { return v + threadIdx.y; }
  };
  static __device__ Inner made(unsigned v) { return {v ^ 9}; }
};
template <class T> __device__ T turned_all(unsigned v) {
  __shared__ T all[128];
  const unsigned t = """ + TOP + """, threads = """ + THREADS + """;
  __syncthreads();
  all[t] = T(v) * 65539;
  __syncthreads();
  return all[threads - 1 - t];
}
__device__ unsigned of_group(const cg::thread_block &all, unsigned v) {
  all.sync();
  return v + all.thread_rank() * all.num_threads();
}
template <class Tile> __device__ unsigned of_tile(const Tile &tile, unsigned v) {
  for (unsigned s = tile.size() / 2; s > 0; s /= 2)
    v += tile.shfl_down(v, s);
  return tile.shfl(v, 0);
}
__device__ unsigned warp_sum(unsigned v) {
#pragma unroll
  for (int s = 1; s < 32; s <<= 1)
    v += __shfl_xor_sync(0xffffffffu, v, s);
  return v;
}
__device__ unsigned climbed(unsigned n, unsigned v) {
  if (n == 0)
    return v ^ threadIdx.x;
  return climbed(n - 1, v + blockDim.x) + n;
}
__device__ unsigned optional(unsigned v, unsigned w = 5) { return v * w + threadIdx.z; }
template <class... Ts> __device__ unsigned folded(Ts... v) { return (0u ^ ... ^ unsigned(v)) + sizeof...(Ts) + blockIdx.x; }
template <class T> __device__ __noinline__ unsigned kind_of(T v) { return v + 2; }
template <> __device__ __noinline__ unsigned kind_of(unsigned char v) { return v * 3u; }
__device__ bool split(unsigned v, unsigned w, unsigned &out) {
  if ((v ^ w) & 1) {
    out = v + threadIdx.x;
    return true;
  }
  return out = 0, false;
}
__device__ unsigned umulhi_of(unsigned v, unsigned w) { return __umulhi(v, w) + (unsigned)(((unsigned long long)v * w) >> 16); }
__device__ void added(unsigned &to, unsigned v) { atomicAdd(&to, v + (gridDim.x & 0)); }
template <class F> __device__ void called(F f) { f(); }
__device__ unsigned turned(unsigned v) {
  __shared__ unsigned all[128];
  const unsigned t = """ + TOP + """, threads = """ + THREADS + """;
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
  if (atomicAdd(&p[1], 1u) + 1 == gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z)
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
  __host__ __device__ unsigned operator()(unsigned v) const { return v << (by & 7) | v >> 25; }
};
template <class F> __device__ unsigned apply(unsigned v, const F &f) { return f(v) + 1; }
__device__ unsigned more(unsigned v) { return v + 1; }
__device__ unsigned less(unsigned v) { return v - 1; }
__device__ unsigned stepped(unsigned v) { return v * 3; }
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
LAUNCHED = "template <class K, class... Ts> __device__ void launched(K kernel, dim3 grid, dim3 block, Ts... given) { kernel<<<grid, block>>>(given...); }"
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
  cudaMemcpyFromSymbol(host + 244, bits, sizeof bits);
  cudaMemcpyFromSymbol(host + 305, wheel, sizeof wheel);
  cudaMemcpyFromSymbol(host + 366, least, sizeof least);
  cudaMemcpyFromSymbol(host + 428, longs, sizeof longs);
  cudaMemcpyFromSymbol(host + 550, reals, sizeof reals);
  cudaMemcpyFromSymbol(host + 672, fives, sizeof fives);
  for (int i = 0; i < 733; i++)
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
