// Children that launch: three levels, a binary tree, chains with and without work left in between.
#include "kernel.h"

// Three levels: 64 threads launch i % 4 children of 8 threads each, whose every thread launches a
// grid of 3 blocks of 5 threads.
struct leaf : kernel {
  using args = __fl::pack<int *, int>;
  template <class C> DEVICE void run(C &c, const args &a) {
    atomicAdd(&a.get<0>()[a.get<1>()], 1 + int(c.block_idx().x) * 10 + int(c.thread_idx().x) * 100);
  }
};
struct middle : kernel {
  using args = __fl::pack<int *, int>;
  using kids = __fl::list<leaf>;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<leaf>(__fl::config(3, 5),
                                        leaf::args{a.get<0>(), a.get<1>() * 8 + index_of(c)});
  }
};
struct top : kernel {
  using args = __fl::pack<int *>;
  using kids = __fl::list<middle>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int i = index_of(c);
    for (int k = 0; k < i % 4; ++k)
      __fl::record(c).template launch<middle>(__fl::config(1, 8), middle::args{a.get<0>(), i});
  }
};
static void three_levels() {
  array<int> count(64 * 8);
  start<top>(__fl::config(2, 32), count.get());
  const std::vector<int> got = count.read();
  for (int i = 0; i < 64 * 8; ++i)
    CHECK(got[i] == (i / 8 % 4) * (15 + 10 * 15 + 100 * 30));
}

// A binary tree: every node counts itself at its depth and launches two.
struct tree : kernel {
  using args = __fl::pack<int *, int, int>;
  using kids = __fl::list<tree>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    const int depth = a.get<1>(), left = a.get<2>();
    atomicAdd(&a.get<0>()[depth], 1);
    for (int k = 0; left > 0 && k < 2; ++k)
      __fl::record(c).template launch<tree>(__fl::config(1, 1), args{a.get<0>(), depth + 1, left - 1});
  }
};
static void binary_tree(int depth) {
  array<int> count(depth + 1);
  start<tree>(__fl::config(1, 1), count.get(), 0, depth);
  const std::vector<int> got = count.read();
  for (int d = 0; d <= depth; ++d)
    CHECK(got[d] == 1 << d);
}

// The order in which a tree's nodes begin: each launches both halves, one after the other, so a
// node comes before all that its later sibling does: preorder.
struct preorder : kernel {
  using args = __fl::pack<int *, int, int>; // order[0] counts
  using kids = __fl::list<preorder>;
  static constexpr bool ordered = true;
  template <class C> DEVICE void run(C &c, const args &a) {
    int *order = a.get<0>();
    order[1 + atomicAdd(&order[0], 1)] = a.get<1>();
    if (a.get<2>() > 0) {
      __fl::record(c).template launch<preorder>(__fl::config(1, 1),
                                              args{order, 2 * a.get<1>(), a.get<2>() - 1});
      __fl::record(c).template launch<preorder>(__fl::config(1, 1),
                                              args{order, 2 * a.get<1>() + 1, a.get<2>() - 1});
    }
  }
};
static void want_preorder(std::vector<int> &v, int node, int left) {
  v.push_back(node);
  if (left > 0) {
    want_preorder(v, 2 * node, left - 1);
    want_preorder(v, 2 * node + 1, left - 1);
  }
}
static void order_of_recursion(int depth) {
  std::vector<int> want{(2 << depth) - 1};
  want_preorder(want, 1, depth);
  array<int> order(want.size());
  start<preorder>(__fl::config(1, 1), order.get(), 1, depth);
  CHECK(order.read() == want);
}

// A chain: each link launches the next, tail or not; with `rest`, also something that has to wait
// for all later links.
struct after : kernel {
  using args = __fl::pack<int *, int>;
  template <class C> DEVICE void run(C &, const args &a) {
    int *p = a.get<0>(); // links run, links undone, mistakes
    if (p[1] != a.get<1>())
      p[2] += 1;
    p[1] -= 1;
  }
};
template <bool tail, bool rest> struct chain : kernel {
  using args = __fl::pack<int *, int, int>;
  using kids = __fl::list<chain, after>;
  static constexpr bool ordered = tail || rest;
  template <class C> DEVICE void run(C &c, const args &a) {
    int *p = a.template get<0>();
    const int at = a.template get<1>(), end = a.template get<2>();
    if (p[0] != at)
      p[2] += 1;
    p[0] = at + 1;
    p[1] = at;
    const cudaStream_t s = tail ? reinterpret_cast<cudaStream_t>(size_t(3)) : nullptr;
    if (at < end)
      __fl::record(c).template launch<chain>(__fl::config(1, 1, 0, s), args{p, at + 1, end});
    if (rest)
      __fl::record(c).template launch<after>(__fl::config(1, 1), after::args{p, at});
  }
};
template <bool tail, bool rest> static void run_chain(int links) {
  array<int> state(3);
  start<chain<tail, rest>>(__fl::config(1, 1), state.get(), 0, links);
  const std::vector<int> got = state.read();
  CHECK(got[0] == links + 1);
  CHECK(got[2] == 0);
  if (rest)
    CHECK(got[1] == -1);
}

int main(int argc, char **argv) {
  const int scale = argc > 1 ? atoi(argv[1]) : 1;
  three_levels();
  binary_tree(10);
  order_of_recursion(6);
  run_chain<false, false>(1000 * scale);
  run_chain<true, false>(1000 * scale);
  run_chain<false, true>(10 * scale < 10000 ? 10 * scale : 10000);
  return verdict("nested");
}
