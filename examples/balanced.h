// Load balancing by hand, for the --expert versions of the examples: tasks of any number of items
// stand in a queue, and its items are dealt out evenly over all blocks, whichever tasks they are of.
// A kernel finds an item's task by bisection, and can put tasks into the next kernel's queue.
#ifndef EXAMPLES_BALANCED_H
#define EXAMPLES_BALANCED_H
#include "example.h"

constexpr int balanced_threads = 256; // in every block
constexpr int tile = 4 * balanced_threads;

// A queue on the device. No task is empty.
struct Tasks {
  int *task;
  unsigned *first;           // the number of its first item
  unsigned long long *count; // of tasks and, in the lower half, of items
};

// The last of n numbers that is not larger than x; the first one never is.
__device__ inline int last_not_above(const unsigned *sorted, int n, unsigned x) {
  int low = 0;
  for (int high = n; high - low > 1;) {
    const int middle = (low + high) / 2;
    if (sorted[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// For all threads of all blocks: visit(task, i) for each task's i-th item; and tile_end() by all
// threads of a block after at most `tile` items.
template <class Visit, class TileEnd>
__device__ void for_each_item(const Tasks &t, Visit visit, TileEnd tile_end) {
  __shared__ int task[tile], range[2];
  __shared__ unsigned first[tile];
  const unsigned items = (unsigned)*t.count;
  const int tasks = (int)(*t.count >> 32);
  for (unsigned begin = blockIdx.x * tile; begin < items; begin += gridDim.x * tile) {
    const unsigned end = items - begin < tile ? items : begin + tile;
    if (threadIdx.x < 2)
      range[threadIdx.x] = last_not_above(t.first, tasks, threadIdx.x == 0 ? begin : end - 1);
    __syncthreads();
    const int from = range[0], n = range[1] - from + 1;
    for (int i = threadIdx.x; i < n; i += balanced_threads) {
      task[i] = t.task[from + i];
      first[i] = t.first[from + i];
    }
    __syncthreads();
    for (unsigned k = begin + threadIdx.x; k < end; k += balanced_threads) {
      const int i = last_not_above(first, n, k);
      visit(task[i], (int)(k - first[i]));
    }
    __syncthreads();
    tile_end();
  }
}

// The same with a number below n for an item.
template <class Visit, class TileEnd>
__device__ void for_each_of(unsigned n, Visit visit, TileEnd tile_end) {
  for (unsigned begin = blockIdx.x * tile; begin < n; begin += gridDim.x * tile) {
    const unsigned end = n - begin < tile ? n : begin + tile;
    for (unsigned i = begin + threadIdx.x; i < end; i += balanced_threads)
      visit((int)i);
    tile_end();
  }
}

// Tasks that a block has found, in shared memory, so that one atomic operation on the queue's counts
// is enough for all of them. All threads of the block begin with clear(), and flush() after at most
// `tile` task
struct Found {
  int task[tile], length[tile], n;
  unsigned warp_sum[balanced_threads / 32];
  unsigned long long base;

  __device__ void clear() {
    if (threadIdx.x == 0)
      n = 0;
    __syncthreads();
  }
  __device__ void add(int new_task, int new_length) {
    const int i = atomicAdd(&n, 1);
    task[i] = new_task;
    length[i] = new_length;
  }
  __device__ void flush(const Tasks &t) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int from = 4 * threadIdx.x;
    __syncthreads();
    const int tasks = n;
    __syncthreads(); // before another thread may add one
    if (tasks == 0)
      return;
    unsigned mine = 0;
    for (int i = from; i < from + 4 && i < tasks; i++)
      mine += length[i];
    unsigned before = mine; // with mine, until the end
    for (int d = 1; d < 32; d *= 2) {
      const unsigned other = __shfl_up_sync(0xffffffffu, before, d);
      before += lane >= d ? other : 0;
    }
    if (lane == 31)
      warp_sum[warp] = before;
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned sum = 0;
      for (unsigned &w : warp_sum) {
        const unsigned next = sum + w;
        w = sum;
        sum = next;
      }
      base = atomicAdd(t.count, (unsigned long long)tasks << 32 | sum);
      n = 0;
    }
    __syncthreads();
    const int at = (int)(base >> 32);
    unsigned first = (unsigned)base + warp_sum[warp] + before - mine;
    for (int i = from; i < from + 4 && i < tasks; i++) {
      t.task[at + i] = task[i];
      t.first[at + i] = first;
      first += length[i];
    }
    __syncthreads();
  }
};

// Two queues that change places with every kernel.
class Queues {
  Tasks tasks_[2];
  int now_ = 0, processors_;

public:
  explicit Queues(size_t room) {
    for (Tasks &t : tasks_) {
      CHECK(cudaMalloc((void **)&t.task, room * sizeof *t.task));
      CHECK(cudaMalloc((void **)&t.first, room * sizeof *t.first));
      CHECK(cudaMalloc((void **)&t.count, sizeof *t.count));
    }
    CHECK(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, 0));
  }
  Tasks now() const { return tasks_[now_]; }
  Tasks next() const { return tasks_[1 - now_]; }
  void clear() {
    for (const Tasks &t : tasks_)
      CHECK(cudaMemsetAsync(t.count, 0, sizeof *t.count));
  }
  // The tasks of a list that have items
  template <class Items> void begin(const std::vector<int> &all, Items items_of) {
    std::vector<int> task;
    std::vector<unsigned> first;
    unsigned items = 0;
    for (int t : all)
      if (items_of(t) > 0) {
        task.push_back(t);
        first.push_back(items);
        items += items_of(t);
      }
    clear();
    if (items > 0) {
      const unsigned long long count = (unsigned long long)task.size() << 32 | items;
      refill(now().task, task);
      refill(now().first, first);
      CHECK(cudaMemcpy(now().count, &count, sizeof count, cudaMemcpyHostToDevice));
    }
  }
  void turn() {
    now_ = 1 - now_;
    CHECK(cudaMemsetAsync(next().count, 0, sizeof *next().count));
  }
  // What the kernels so far have put into the queue whose turn it is
  struct Counts {
    unsigned items, tasks;
  };
  Counts counts() const {
    unsigned long long count;
    CHECK(cudaMemcpy(&count, now().count, sizeof count, cudaMemcpyDeviceToHost));
    return Counts{(unsigned)count, (unsigned)(count >> 32)};
  }
  // Enough for so many items, or to fill the machine
  int blocks(unsigned items) const {
    return (int)std::min<unsigned>(items / tile + 1, 8 * processors_);
  }
  void free() {
    for (const Tasks &t : tasks_) {
      CHECK(cudaFree(t.task));
      CHECK(cudaFree(t.first));
      CHECK(cudaFree(t.count));
    }
  }
};
#endif
