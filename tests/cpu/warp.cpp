// Warp operations: all kinds, part warps, lanes that have left, several masks at once.
#include "check.h"

static void shuffles() {
  flcpu::launch(3, 64, 0, 0, [=] {
    const int lane = int(threadIdx.x % 32);
    const unsigned all = 0xffffffffu;
    CHECK(__shfl_sync(all, lane * 10, 7) == 70);
    CHECK(__shfl_sync(all, lane * 10, 33) == 10);
    CHECK(__shfl_sync(all, lane, 3, 8) == lane / 8 * 8 + 3);
    CHECK(__shfl_up_sync(all, lane, 1) == (lane ? lane - 1 : 0));
    CHECK(__shfl_up_sync(all, lane, 3, 16) == (lane % 16 < 3 ? lane : lane - 3));
    CHECK(__shfl_down_sync(all, lane, 2) == (lane < 30 ? lane + 2 : lane));
    CHECK(__shfl_down_sync(all, lane, 2, 4) == (lane % 4 < 2 ? lane + 2 : lane));
    CHECK(__shfl_xor_sync(all, lane, 5) == (lane ^ 5));
    CHECK(__shfl_xor_sync(all, lane, 1, 2) == (lane ^ 1));
    CHECK(__shfl_sync(all, 1.5 * lane, 4) == 6.0);
    CHECK(__shfl_sync(all, 0.5f * float(lane), 4) == 2.0f);
    CHECK(__shfl_sync(all, 1ull << lane, 31) == 1ull << 31);
    CHECK(__shfl_sync(all, -5ll * lane, 2) == -10);
  });
}

static void votes() {
  flcpu::launch(2, 96, 0, 0, [=] {
    const int lane = int(threadIdx.x % 32);
    const unsigned all = 0xffffffffu;
    CHECK(__ballot_sync(all, lane % 2) == 0xaaaaaaaau);
    CHECK(__any_sync(all, lane == 9) && !__any_sync(all, 0));
    CHECK(__all_sync(all, lane < 32) && !__all_sync(all, lane < 31));
    CHECK(__match_any_sync(all, lane % 4) == 0x11111111u << lane % 4);
    int same = 7;
    CHECK(__match_all_sync(all, 3, &same) == all && same == 1);
    CHECK(__match_all_sync(all, lane / 31, &same) == 0 && same == 0);
    CHECK(__reduce_add_sync(all, lane) == 496);
    CHECK(__reduce_min_sync(all, lane - 4) == -4);
    CHECK(__reduce_max_sync(all, unsigned(lane)) == 31u);
    CHECK(__reduce_or_sync(all, 1u << lane) == all);
    CHECK(__reduce_and_sync(all, unsigned(lane) | 4) == 4u);
    CHECK(__reduce_xor_sync(all, unsigned(lane)) == 0u);
    __syncwarp();
    CHECK(__activemask() >> lane & 1);
    const unsigned active = __activemask();
    CHECK(__shfl_sync(active, lane, __ffs(int(active)) - 1) == __ffs(int(active)) - 1);
  });
}

// Lanes that come to one place are there together, though some have left, others wait elsewhere, and the program names no mask.
static void converged() {
  int whole = 0, later = 0, apart = 0;
  int *w = &whole, *l = &later, *a = &apart;
  flcpu::launch(2, 70, 0, 0, [=] {
    const unsigned lane = threadIdx.x % 32, left = threadIdx.x / 32 == 2 ? 1 : 32 - 5;
    if (lane >= left)
      return;
    const unsigned expect = left == 32 ? ~0u : (1u << left) - 1;
    if (__activemask() == expect)
      atomicAdd(w, 1);
    if (lane % 2) { // the others are not at the next place before these have come there, too
      const unsigned odd = __activemask();
      if (odd == (expect & 0xaaaaaaaau))
        atomicAdd(a, 1);
    }
    if (__activemask() == expect)
      atomicAdd(l, 1);
  });
  CHECK(whole == 2 * (27 + 27 + 1) && later == whole);
  CHECK(apart == 2 * (13 + 13));
  int order = 0, *o = &order;
  volatile int flag = 0, *f = &flag;
  flcpu::launch(1, 64, 0, 0, [=] { // a lane waits for what one does that others meet
    if (threadIdx.x == 3) {
      while (!*f)
        __nanosleep(1);
    } else if (__popc(__activemask()) >= 31 && threadIdx.x == 4) {
      *f = 1;
    }
    __syncthreads();
    atomicAdd(o, __popc(__activemask()));
  });
  CHECK(order == 64 * 32);
}

// A full mask with fewer lanes, and with lanes that have returned.
static void partial() {
  for (unsigned n : {1u, 7u, 33u, 100u}) {
    int sum = 0;
    int *s = &sum;
    flcpu::launch(1, n, 0, 0, [=] {
      const unsigned votes = __ballot_sync(0xffffffffu, 1);
      if (threadIdx.x % 32 == 0)
        atomicAdd(s, __popc(votes));
    });
    CHECK(sum == int(n));
  }
  flcpu::launch(1, 64, 0, 0, [=] {
    if (threadIdx.x % 3 == 0)
      return;
    unsigned expected = 0;
    for (unsigned l = 0; l < 32; l++)
      if ((threadIdx.x / 32 * 32 + l) % 3)
        expected |= 1u << l;
    for (int i = 0; i < 4; i++)
      CHECK(__ballot_sync(0xffffffffu, 1) == expected);
    __syncthreads();
    CHECK(__ballot_sync(0xffffffffu, 1) == expected);
  });
  // The last to come leaves instead.
  flcpu::launch(1, 32, 0, 0, [=] {
    if (threadIdx.x == 31)
      return;
    CHECK(__ballot_sync(0xffffffffu, 1) == 0x7fffffffu);
  });
}

// Two halves of a warp on different paths, each with its own mask.
static void divergent() {
  flcpu::launch(4, 128, 0, 0, [=] {
    const int lane = int(threadIdx.x % 32);
    if (lane < 16) {
      for (int i = 0; i < 10; i++)
        CHECK(__shfl_sync(0x0000ffffu, lane + i, 3) == 3 + i);
    } else {
      for (int i = 0; i < 5; i++)
        CHECK(__shfl_sync(0xffff0000u, lane * i, 20) == 20 * i);
    }
    __syncwarp();
    CHECK(__ballot_sync(0xffffffffu, lane >= 16) == 0xffff0000u);
    int sum = lane;
    for (int d = 16; d; d /= 2)
      sum += __shfl_xor_sync(0xffffffffu, sum, d);
    CHECK(sum == 496);
  });
}

// Warp operations and block barriers in turn, with blocks that are no multiple of 32.
static void mixed() {
  flcpu::launch(5, 250, 0, 0, [=] {
    static char key;
    auto &part = flcpu::shared<int[8]>(&key);
    for (int round = 0; round < 10; round++) {
      int v = int(threadIdx.x);
      for (unsigned d = 16; d; d /= 2) {
        const int other = __shfl_down_sync(0xffffffffu, v, d);
        if (threadIdx.x % 32 + d < 32 && threadIdx.x + d < 250)
          v += other;
      }
      if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
      __syncthreads();
      int sum = 0;
      for (int p : part)
        sum += p;
      CHECK(sum == 250 * 249 / 2);
      __syncthreads();
    }
  });
}

int main() {
  shuffles();
  votes();
  converged();
  partial();
  divergent();
  mixed();
  return finish();
}
