// Vocabulary of generated code: launch configurations, argument packs, kernel lists, and what is
// derived from descriptors.
#ifndef FREELAUNCH_BASE_H
#define FREELAUNCH_BASE_H
#include "writes.h"

namespace __fl {
#ifdef FL_STRICT_STREAMS
constexpr bool strict_streams =
    true; // launches of a block into its NULL stream run one after another
#else
constexpr bool strict_streams = false;
#endif
// T, if there is a type V.
template <class V, class T> struct when_there { using type = T; };
template <class V, class T> using when = typename when_there<V, T>::type;
struct none {}; // `shared` of a kernel without static shared variables

// What stands between <<< and >>>.
struct config {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  __host__ __device__ config(dim3 g, dim3 b, size_t s = 0, cudaStream_t st = nullptr)
      : grid(g), block(b), shared(s), stream(st) {}
  inline struct host_config at(const char *key) const;
};
// A launch from the host, and its key in logs and profiles: the parent kernel, and the place in the source. Apart from config, which every
// launch on the device makes.
struct host_config : config {
  const char *key;
  host_config(const config &c, const char *k = nullptr) : config(c), key(k) {}
};
inline host_config config::at(const char *key) const { return host_config(*this, key); }

template <class... Ks> struct list { static constexpr u32 size = sizeof...(Ks); };

template <class T> T as_auto(T); // of the type that `auto` has; not defined
template <class T> struct bare { using type = T; };
template <class T> struct bare<const T> { using type = T; };

// Arguments of a launch by value, laid out as a plain struct. Elements need no default constructor. `Of` is the descriptor of the kernel that takes them: two
// files of a program may have classes of one name, of which the linker would take the functions made for the one for those of the other.
template <class Of, u32 I, class T> struct leaf { T value; };
template <u32... I> struct indices {};
template <u32 N, u32... I> struct make_indices : make_indices<N - 1, N - 1, I...> {};
template <u32... I> struct make_indices<0, I...> { using type = indices<I...>; };
template <u32 I, class Of, class T>
__host__ __device__ __forceinline__ const T &leaf_get(const leaf<Of, I, T> &l) {
  return l.value;
}
template <class Of, class Is, class... Ts> struct pack_of;
template <class Of, u32... I, class... Ts>
struct pack_of<Of, indices<I...>, Ts...> : leaf<Of, I, typename bare<Ts>::type>... {
  __host__ __device__ __forceinline__ explicit pack_of(const Ts &...v)
      : leaf<Of, I, typename bare<Ts>::type>{v}... {}
  template <u32 J> __host__ __device__ __forceinline__ decltype(auto) get() const {
    return leaf_get<J>(*this);
  }
};
template <class Of, class... Ts>
struct arguments : pack_of<Of, typename make_indices<sizeof...(Ts)>::type, Ts...> {
  using of = Of;
  static constexpr u32 size = sizeof...(Ts);
  using pack_of<Of, typename make_indices<sizeof...(Ts)>::type, Ts...>::pack_of;
};
template <class Of> struct arguments<Of> {
  using of = Of;
  static constexpr u32 size = 0;
};
// Those that are nobody's in particular: of types that are the same in every file.
template <class... Ts> using pack = arguments<void, Ts...>;
template <u32 I, class Of, class T> __host__ __device__ bare<T> element_of(const leaf<Of, I, T> *);
template <class Pack, u32 I>
using element = typename decltype(element_of<I>(static_cast<const Pack *>(nullptr)))::type;

// All kernels that can run below the kernel P: its kids, theirs, and so on, each once. A record
// names its kernel by the position in this list.
template <class A, class B> struct concat;
template <class... A, class... B> struct concat<list<A...>, list<B...>> {
  using type = list<A..., B...>;
};
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <class Done, class Todo> struct reach;
template <class Done> struct reach<Done, list<>> { using type = Done; };
template <bool known, class Done, class K, class Rest> struct reach_step : reach<Done, Rest> {};
template <class... D, class K, class Rest>
struct reach_step<false, list<D...>, K, Rest>
    : reach<list<D..., K>, typename concat<typename K::kids, Rest>::type> {};
template <class... D, class K, class... R>
struct reach<list<D...>, list<K, R...>>
    : reach_step<(same<D, K> || ...), list<D...>, K, list<R...>> {};

// What a descriptor may say of all launches of its kernel, so that the drain need not find it out block by block: blocks are one-dimensional and
// of `fixed_block` threads (0: not known), grids are one-dimensional.
template <class...> using exists = void;
template <class K, class = void> constexpr u32 fixed_block = 0;
template <class K> constexpr u32 fixed_block<K, exists<decltype(K::fixed_block)>> = K::fixed_block;
template <class K, class = void> constexpr bool flat_grid = false;
template <class K> constexpr bool flat_grid<K, exists<decltype(K::flat_grid)>> = K::flat_grid;
// May threads of the parent be at their end while others still meet, so that they must not wait there?
template <class P> constexpr bool leaves_early = (P::barrier && P::early_exit) || P::warp_sync;
// Do threads that launch nothing record just that, a grid without blocks, as in a scan over all threads? (Thesis, section 3.4, without the sparse scan.)
template <class P, class = void> constexpr bool dense = false;
template <class P> constexpr bool dense<P, exists<decltype(P::dense)>> = P::dense;

// Are launches below P gathered (gather.h)? What they are passed goes along with a launch from the device then, whose arguments are of 4 KB at most.
template <class P, class = void> constexpr bool gathers = false;
template <class P> constexpr bool gathers<P, exists<decltype(P::gathered)>> = true;
constexpr size_t most_sent = 4096, most_passed = most_sent - 256;
template <class P, class = void> constexpr bool passes_all = true;
template <class P> constexpr bool passes_all<P, exists<decltype(P::gathered)>> = sizeof(typename P::args) <= most_passed;

// Which parameter of the parent P an argument of every launch of K below P is; -1: it varies, and each launch records it. Descriptors
// that say nothing of it have all arguments recorded.
template <class P, class K, class = void> constexpr bool says_passes = false;
template <class P, class K>
constexpr bool says_passes<P, K, exists<decltype(P::passes(0, 0)), decltype(K::number)>> = true;
template <class P, class K, u32 J> __host__ __device__ constexpr int passed() {
  if constexpr (says_passes<P, K> && passes_all<P>) {
    constexpr int from = P::passes(K::number, int(J));
    if constexpr (from >= 0) {
      using T = element<typename K::args, J>;
      if (same<T, element<typename P::args, u32(from)>> && __is_trivially_copyable(T))
        return from;
    }
  }
  return -1;
}
// The arguments that vary, in order: `type` is a pack of them, `which` their positions.
template <class P, class K, class Done, u32 J, bool end> struct varying_from;
template <class P, class K, bool kept, class Done, u32 J> struct varying_step;
template <class P, class K, u32... D, u32 J>
struct varying_step<P, K, true, indices<D...>, J>
    : varying_from<P, K, indices<D..., J>, J + 1, J + 1 == K::args::size> {};
template <class P, class K, u32... D, u32 J>
struct varying_step<P, K, false, indices<D...>, J>
    : varying_from<P, K, indices<D...>, J + 1, J + 1 == K::args::size> {};
template <class P, class K, class Done, u32 J>
struct varying_from<P, K, Done, J, false> : varying_step<P, K, (passed<P, K, J>() < 0), Done, J> {};
template <class P, class K, u32... D, u32 J> struct varying_from<P, K, indices<D...>, J, true> {
  using which = indices<D...>;
  using type = arguments<typename K::args::of, element<typename K::args, D>...>;
};
template <class P, class K>
struct varying : varying_from<P, K, indices<>, 0, K::args::size == 0> {};

// Do launches below P run in groups of like block sizes (thesis, section 3.6), so that workers are as large as their children, one group after the
// other? Its levels are then sizes.
template <class P, class = void> constexpr bool by_size = false;
template <class P> constexpr bool by_size<P, exists<decltype(P::by_size)>> = P::by_size;
constexpr u32 smallest_group = 32; // threads

// May the host choose, launch by launch, between recording and running children in place?
template <class P, class = void> constexpr bool selects = false;
template <class P> constexpr bool selects<P, exists<decltype(P::selects)>> = P::selects;

// Do blocks of K run their own children?
template <class K, class = void> constexpr bool runs_own = false;
template <class K> constexpr bool runs_own<K, exists<decltype(K::runs_own)>> = K::runs_own;
// Do threads of K wait for children? `joins_apart`: may some do so while others of their block are elsewhere, at a barrier or at their end?
template <class K, class = void> constexpr bool joins = false;
template <class K> constexpr bool joins<K, exists<decltype(K::joins)>> = K::joins;
template <class K, class = void> constexpr bool joins_apart = false;
template <class K> constexpr bool joins_apart<K, exists<decltype(K::joins_apart)>> = K::joins_apart;

// Do some launches of K's threads stay native?
template <class K, class = void> constexpr bool keeps_launches = false;
template <class K> constexpr bool keeps_launches<K, exists<decltype(K::keeps)>> = K::keeps;
// Do launches of a block of K into its NULL stream run one after another, whichever threads made them?
template <class K, class = void> constexpr bool in_turn = strict_streams;
template <class K> constexpr bool in_turn<K, exists<decltype(K::in_turn)>> = true;

// Do threads of P, or those below it, call device functions of other files, which may take any number of registers?
template <class P, class = void> constexpr bool calls_elsewhere = false;
template <class P> constexpr bool calls_elsewhere<P, exists<decltype(P::calls_elsewhere)>> = P::calls_elsewhere;

// Is K a kernel that another file defines? Its launches go into a worklist of their own, which a drain of that file empties (elsewhere.h).
template <class K, class = void> constexpr bool is_elsewhere = false;
template <class K> constexpr bool is_elsewhere<K, exists<decltype(K::elsewhere)>> = K::elsewhere;
// Such kernels below P.
template <class P, class = void> struct others { using type = list<>; };
template <class P> struct others<P, exists<typename P::others>> { using type = typename P::others; };
template <class P> using others_of = typename others<P>::type;
// What its own file says of such a kernel: the most threads of a block, and whether it may look at its dynamic shared memory. Others know neither.
template <class K, class = void> constexpr int told_threads = 1024;
template <class K> constexpr int told_threads<K, exists<decltype(K::told_threads)>> = K::told_threads;
template <class K, class = void> constexpr bool told_shared = false;
template <class K> constexpr bool told_shared<K, exists<decltype(K::told_shared)>> = K::told_shared;
// What both files go by to record launches of K, and to read what was recorded. How records are laid out is the same in both: nothing is known
// of the launches but the types of their arguments.
template <class K> struct told : K {
  static constexpr int max_threads = __fl::told_threads<K>, fixed_block = 0;
  static constexpr bool flat_grid = false;
  static constexpr long dynamic_shared = __fl::told_shared<K> ? -1 : 0;
};
// Stands for the parent there.
template <class K> struct relay {
  static constexpr int number = 0, max_threads = 1024;
  using args = pack<>;
  using kids = list<told<K>>;
  using shared = none;
  static constexpr bool barrier = false, early_exit = false, warp_sync = false, ordered = false;
  static constexpr long dynamic_shared = 0;
};
template <class P> constexpr bool relays = false;
template <class K> constexpr bool relays<relay<K>> = true;

// Do threads of K wait for each other in loops? They must run side by side.
template <class K, class = void> constexpr bool waits_for_threads = false;
template <class K> constexpr bool waits_for_threads<K, exists<decltype(K::waits)>> = K::waits;

// Is what a thread of K does promised to threads of its block alone?
template <class K, class = void> constexpr bool of_block_scope = false;
template <class K> constexpr bool of_block_scope<K, exists<decltype(K::block_scope)>> = K::block_scope;

// Places that launch P and are in a profile: what the host's choice begins with there.
template <class P, class = void> constexpr bool has_seeds = false;
template <class P> constexpr bool has_seeds<P, exists<decltype(P::seeds)>> = true;

// Consecutive child blocks that a worker takes at least (CGO'22, coarsening); 0: as many as keep all workers busy. No more than that the shares of all workers of
// a block, in warps, too, together have a number of 32 bits.
constexpr u32 most_coarse = 1 << 22;
template <class P, class = void> constexpr u32 coarsen_of = 0;
template <class P> constexpr u32 coarsen_of<P, exists<decltype(P::coarsen)>> = P::coarsen < most_coarse ? P::coarsen : most_coarse;

// Instructions of a thread of K, as the compiler estimates them.
template <class K, class = void> constexpr u32 length_of = 32;
template <class K> constexpr u32 length_of<K, exists<decltype(K::length)>> = K::length;

struct builtin_copy; // memcpy and memset in a stream, as kernels (builtin.h)
struct builtin_set;

__host__ __device__ constexpr size_t round16(size_t n) { return (n + 15) / 16 * 16; }
__host__ __device__ constexpr size_t round4(size_t n) { return (n + 3) / 4 * 4; }
__host__ __device__ constexpr size_t larger(size_t a, size_t b) { return a > b ? a : b; }
// `n`, but no more than `most`, if that is not 0.
template <size_t most> __host__ __device__ constexpr size_t at_most(size_t n) { return most && n > most ? most : n; }
// Of memory that a T is put into.
template <class T> constexpr size_t room_align = larger(16, alignof(T));
// An argument of a launch on the device, as it is handed over and as it is used. CUDA (13.0) loses all arguments of such a launch where one is aligned to more
// than 16 bytes.
template <class T, bool plain = alignof(T) <= 16> struct handed {
  using type = T;
  const T &it;
  FL_DEVICE handed(const type &sent) : it(sent) {}
};
template <class T> struct handed<T, false> {
  struct type {
    alignas(16) char bytes[sizeof(T)];
    FL_DEVICE type(const T &x) { __builtin_memcpy(bytes, &x, sizeof x); }
  };
  alignas(T) char bytes[sizeof(T)];
  const T &it;
  FL_DEVICE handed(const type &sent) : it(*reinterpret_cast<const T *>(bytes)) { __builtin_memcpy(bytes, sent.bytes, sizeof bytes); }
  handed(const handed &) = delete;
};
// Shared memory begins at multiples of 16 bytes; what is to be aligned to more takes its place from there on.
template <class S> constexpr size_t static_bytes = round16(sizeof(S)) + (room_align<S> - 16);
template <> constexpr size_t static_bytes<none> = 0;
// Shared variables that a form of a parent has besides the parent's, at most; and are there so many bytes left of what every block may have?
constexpr size_t most_own_shared = 256;
// Shared memory that a block may have if the program does not allow its kernel more.
constexpr size_t usual_shared = 48 * 1024;
template <class P, bool own = true> constexpr bool has_room = static_bytes<typename P::shared> + (own ? most_own_shared : 0) <= usual_shared;
// Is there room for the form that records for a drain?
template <class P> constexpr bool room_to_record = has_room<P, in_turn<P>>;
// Those that who recorded a launch below P did not know of.
template <class P> constexpr size_t unseen_shared = 0;
template <class K> constexpr size_t unseen_shared<relay<K>> = static_bytes<typename K::shared>;

template <class K>
constexpr bool uses_shared = static_bytes<typename K::shared> != 0 || K::dynamic_shared != 0;
// Do K's threads share nothing and wait for nobody, so that it does not matter which of them run in one warp, or in one block?
template <class K> constexpr bool loose = !K::barrier && !K::warp_sync && !waits_for_threads<K> && !uses_shared<K> && !of_block_scope<K>;
// Must threads of one virtual block be done before the next virtual block starts on the same
// threads?
template <class K> constexpr bool needs_group_sync = K::barrier || uses_shared<K>;

// Threads of a block of so many at most, of a kernel with __launch_bounds__ (which say more than that).
__host__ __device__ constexpr int within_bounds(long long asked, long long bound, long long = 0, long long = 0) {
  return int(bound > 0 && bound < asked ? bound : asked);
}
// May some threads of K take many times as long as others: are there loops whose ends nobody knows?
template <class K, class = void> constexpr bool is_uneven = false;
template <class K> constexpr bool is_uneven<K, exists<decltype(K::uneven)>> = K::uneven;

// Do threads of K create streams or events?
template <class K, class = void> constexpr bool makes_streams = false;
template <class K> constexpr bool makes_streams<K, exists<decltype(K::streams)>> = K::streams;

// Threads of blocks below P that must be blocks of the hardware's, all of one size; no kernel below P has larger ones there. 0: there are none.
template <class P, class = void> constexpr u32 whole_blocks = 0;
template <class P> constexpr u32 whole_blocks<P, exists<decltype(P::whole_blocks)>> = P::whole_blocks;

// May blocks of K wait for those in front of them? Then workers have shares in the order of their own numbers, in which a GPU begins blocks: whoever is waited for has
// begun, or is next on a worker that waits for nobody behind.
template <class K, class = void> constexpr bool waits_in_order = false;
template <class K> constexpr bool waits_in_order<K, exists<decltype(K::waits_in_order)>> = K::waits_in_order;

// Static and constant dynamic shared bytes of a block of D.
template <class D>
constexpr u32 asks_shared = u32(static_bytes<typename D::shared> + (D::dynamic_shared > 0 ? round16(D::dynamic_shared) : 0));
// Does K itself, in what it calls, put copies or fills into streams?
template <class K, class = void> constexpr bool copies = false;
template <class K> constexpr bool copies<K, exists<decltype(K::copies)>> = K::copies;
// May a block of K leave something that is to be run behind it?
template <class K> constexpr bool leaves_work = K::kids::size != 0 || copies<K>;

template <class L> struct totals;
template <class... Ks> struct totals<list<Ks...>> {
  static constexpr bool nested = (false || ... || leaves_work<Ks>);
  static constexpr bool ordered = (false || ... || Ks::ordered);
  static constexpr bool clocks = (false || ... || (in_turn<Ks> && leaves_work<Ks>));
  static constexpr bool streams = (false || ... || makes_streams<Ks>);
  static constexpr bool barriers = (false || ... || needs_group_sync<Ks>);
  static constexpr bool any_size =
      (false || ... || (Ks::dynamic_shared < 0)); // dynamic shared memory not constant
  static constexpr bool uneven = (false || ... || is_uneven<Ks>);
  static constexpr bool chained = (false || ... || waits_in_order<Ks>);
  static constexpr bool flat = (true && ... && flat_grid<Ks>);
  static constexpr bool fixed = (true && ... && (fixed_block<Ks> != 0));
  // Largest arguments that launches below P record.
  template <class P> static __host__ __device__ constexpr size_t args() {
    size_t n = 0;
    ((n = larger(n, varying<P, Ks>::type::size ? sizeof(typename varying<P, Ks>::type) : 0)), ...);
    return n;
  }
  template <class P> static constexpr bool passes = (false || ... || (varying<P, Ks>::type::size != Ks::args::size));
  static __host__ __device__ constexpr size_t threads() {
    size_t n = 1;
    ((n = larger(n, Ks::max_threads)), ...);
    return n;
  }
  static __host__ __device__ constexpr u32 length() {
    u32 n = 1;
    ((n = length_of<Ks> > n ? length_of<Ks> : n), ...);
    return n;
  }
  // Largest static plus constant dynamic shared memory of one virtual block.
  static __host__ __device__ constexpr size_t shared() {
    size_t n = 0;
    ((n = larger(n, asks_shared<Ks>)), ...);
    return n;
  }
};

// May P or kernels below it put copies or fills into streams? Some code of its file does.
template <class P, class = void> constexpr bool moves = false;
template <class P> constexpr bool moves<P, exists<decltype(P::moves)>> = P::moves;

// Everything that the engine derives from the descriptor of a parent kernel.
template <bool moves, class L> struct with_builtins { using type = L; };
template <class... Ks> struct with_builtins<true, list<Ks...>> {
  using type = list<Ks..., builtin_copy, builtin_set>;
};
template <class P> struct closure {
  using user = typename reach<list<>, typename P::kids>::type;
  static constexpr bool ordered = strict_streams || P::ordered || totals<user>::ordered;
  static constexpr bool nested = totals<user>::nested;
  static constexpr bool simple = !ordered && !nested; // one round, one level
  static constexpr bool streams = ordered && (makes_streams<P> || totals<user>::streams); // may there be clocks to keep (clocks.h)?
  using kernels = typename with_builtins<moves<P>, user>::type;
  using all = totals<kernels>;
  // Grids and blocks of one dimension, blocks of one size for each kernel: a word says all of a configuration.
  static constexpr bool compact = all::flat && all::fixed && !all::any_size;
  static constexpr u32 head_bytes = compact ? 4 : 16;
  // Head and arguments of a record; what would be stored in two pieces of 8 and 4 bytes is stored in one of 16.
  static constexpr u32 exact_bytes = head_bytes + u32(round4(all::template args<P>()));
  static constexpr u32 content_bytes = exact_bytes % 16 == 12 ? exact_bytes + 4 : exact_bytes;
  // Of a block. Kernels may have larger ones in other launches; what P records of them fits beside any registers (plan/foreign.c).
  static constexpr u32 max_threads = whole_blocks<P>                              ? whole_blocks<P>
                                     : calls_elsewhere<P> && all::threads() > 256 ? 256
                                                                                  : u32(all::threads());
  // Is the size of worker groups found at run time from the largest block that was recorded?
  static constexpr bool tracks_threads = max_threads >= 1024;
  static constexpr bool tracks_shared = all::any_size;
  // Groups have a slice of shared memory, if only for a barrier, or for the clock of a virtual block's NULL stream.
  static constexpr bool slices = all::barriers || totals<user>::clocks;
};
template <class L, class K> struct position;
template <class... Ks, class K> struct position<list<Ks...>, K> {
  static __host__ __device__ constexpr u32 find() {
    u32 at = 0, i = 0;
    bool found = false;
    ((found = found || same<Ks, K>, at = same<Ks, K> ? i : at, ++i), ...);
    return found ? at : ~0u;
  }
};
} // namespace __fl
#endif
