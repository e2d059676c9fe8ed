// Strategy t4 (Free Launch, CKi->PTi): the launching thread runs the whole child grid by itself,
// block after block and thread after thread.
#ifndef FREELAUNCH_SERIAL_H
#define FREELAUNCH_SERIAL_H
#include "context.h"
#include "useful.h"

namespace __fl {
template <class T> T &&declare();
template <class T> T value_of(); // for what is deduced of a value's type
// Does D bring a form of its body that runs one whole block (fissioned at its barriers)?
template <class D, class C, class = void> constexpr bool has_block_form = false;
template <class D, class C>
constexpr bool has_block_form<
    D, C, decltype(D::run_block(declare<C &>(), declare<const typename D::args &>()))> = true;

template <class S> struct local_storage { alignas(room_align<S>) char bytes[sizeof(S)]; };

// A thread of a grid that runs inside the launching thread; its own launches go to the outer
// context.
template <class Outer, class K> class serial_ctx : public error_state {
public:
  Outer &outer_;
  uint3 thread_, block_;
  dim3 block_dim_, grid_dim_;
  char *shared_, *dynamic_;

  static constexpr bool records = Outer::records;
  static constexpr bool shares_kernel = true;
  static constexpr bool orders = Outer::orders, clocks = Outer::clocks || (orders && K::ordered);
  using kernel = K;
  FL_DEVICE serial_ctx(Outer &outer, const config &c, char *shared, char *dynamic)
      : outer_(outer), thread_(make_uint3(0, 0, 0)), block_(make_uint3(0, 0, 0)),
        block_dim_(c.block), grid_dim_(c.grid), shared_(shared), dynamic_(dynamic) {}
  FL_DEVICE uint3 thread_idx() const { return thread_; }
  FL_DEVICE uint3 block_idx() const { return block_; }
  FL_DEVICE dim3 block_dim() const { return block_dim_; }
  FL_DEVICE dim3 grid_dim() const { return grid_dim_; }
  // Only blocks of one thread, and block forms without barriers left, are run this way.
  FL_DEVICE block_barrier barrier() const {
    return block_barrier{block_barrier::none, nullptr, 0, 0};
  }
  FL_DEVICE void sync() const {}
  FL_DEVICE int sync_count(int p) const { return p != 0; }
  FL_DEVICE int sync_and(int p) const { return p != 0; }
  FL_DEVICE int sync_or(int p) const { return p != 0; }
  FL_DEVICE u32 warp_mask(u32 mask) const { return mask; }
  FL_DEVICE const u32 *there() const { return nullptr; }
  template <u32 = 32, class T> FL_DEVICE bool leave(const T &yes) const { return yes ? true : false; }
  template <class S> FL_DEVICE S &shared() const { 
    return *reinterpret_cast<S *>(shared_ + place<typename K::shared, S>::offset);
  }
  template <class T> FL_DEVICE T *dynamic_shared() const { return dynamic_array<T>(dynamic_); }
  template <class D, bool more = false>
  FL_DEVICE void record(const config &c, const typename D::args &args) {
    const cudaError_t before = outer_.last_error(true);
    outer_.template record<D, more || K::ordered>(c, args);
    const cudaError_t e = outer_.last_error(true); // of this thread, not of the one that launched it
    outer_.set_error(before);
    if (e != cudaSuccess)
      set_error(e);
  }
  FL_DEVICE cudaError_t join() { return outer_.join(); }
  FL_DEVICE u32 shared_limit() const { return outer_.shared_limit(); }
  FL_DEVICE u32 facts() const { return outer_.facts(); }
  FL_DEVICE device_clock *make_clock() { return outer_.make_clock(); }
  FL_DEVICE void drop_clock(device_clock *c) { outer_.drop_clock(c); }
  FL_DEVICE u32 clock_of_stream(cudaStream_t s) { return outer_.clock_of_stream(s); }
  FL_DEVICE void advance_stream(cudaStream_t s, u32 level) { outer_.advance_stream(s, level); }
};

// The policy object of a launch site: run the child here and now.
template <class C> struct serial_policy {
  C &ctx;
  template <class D> FL_DEVICE void launch(const config &c, const typename D::args &args) const {
    // What is asked for as a constant is among the thread's locals.
    const u32 limit = ctx.shared_limit();
    cudaError_t e = admit<D>(c, limit < asks_shared<D> ? asks_shared<D> : limit);
    if (e == cudaSuccess)
      e = run<D>(c, args);
    if (e != cudaSuccess)
      ctx.set_error(e);
  }

private:
  template <class D>
  FL_DEVICE cudaError_t run(const config &c, const typename D::args &args) const {
    local_storage<typename D::shared> statics;
    local_storage<char[(D::dynamic_shared > 0 ? D::dynamic_shared : 1)]> dynamics;
    char *dynamic = dynamics.bytes;
    if constexpr (D::dynamic_shared < 0)
      if (c.shared && !(dynamic = static_cast<char *>(malloc(c.shared))))
        return cudaErrorLaunchOutOfResources;
    serial_ctx<C, D> s(ctx, c, statics.bytes, dynamic);
    constexpr bool cut = says_useful<D> && !has_block_form<D, serial_ctx<C, D>>;
    u64 left = cut ? useful_threads<D>(c, args) : 1; // cut: threads to run from here on
    FL_LOOP
    for (s.block_.z = 0; s.block_.z < c.grid.z; ++s.block_.z)
      FL_LOOP
    for (s.block_.y = 0; s.block_.y < c.grid.y; ++s.block_.y)
      FL_LOOP
    for (s.block_.x = 0; s.block_.x < c.grid.x && left != 0; ++s.block_.x) {
      u32 row = c.block.x;
      if constexpr (cut) { // only blocks of one dimension are ever cut
        const u32 threads = row * c.block.y * c.block.z;
        row = left < threads ? u32(left) : row;
        left -= left < threads ? left : threads;
      }
      run_block<D>(s, c, args, row);
    }
    if constexpr (D::dynamic_shared < 0)
      if (c.shared)
        free(dynamic);
    return cudaSuccess;
  }
  template <class D, class S>
  FL_DEVICE void run_block(S &s, const config &c, const typename D::args &args, u32 row) const {
    static_assert(!D::barrier || fixed_block<D> == 1 || has_block_form<D, S>, "threads that meet cannot run one after the other");
    if constexpr (has_block_form<D, S>) {
      D::run_block(s, args);
    } else {
      FL_LOOP
      for (s.thread_.z = 0; s.thread_.z < c.block.z; ++s.thread_.z)
        FL_LOOP
      for (s.thread_.y = 0; s.thread_.y < c.block.y; ++s.thread_.y)
        for (s.thread_.x = 0; s.thread_.x < row; ++s.thread_.x) {
          s.last_error(true);
          D::run(s, args);
        }
    }
  }
};
template <class C> FL_DEVICE serial_policy<C> serial(C &ctx) { return serial_policy<C>{ctx}; }

template <class Grid>
template <class D, bool more>
FL_DEVICE void plain_ctx<Grid>::record(const config &c, const typename D::args &args) {
  serial(*this).template launch<D>(c, args);
}
} // namespace __fl
#endif
