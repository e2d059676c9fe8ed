// Memory that is enough for a parent with short records, and too little for one whose records are long: its launches are not made, and CUDA's error says why.
#include "../engine/kernel.h"
#include <cstdlib>
#include <sys/resource.h>
#include <unistd.h>

struct many {
  int v[8000];
};
template <class T> struct child : kernel {
  using args = __fl::pack<int *, T>;
  static constexpr int fixed_block = 1;
  static constexpr bool flat_grid = true;
  template <class C> DEVICE void run(C &, const args &a) { atomicAdd(a.template get<0>(), 1); }
};
template <class T> struct parent : kernel {
  using args = __fl::pack<int *>;
  using kids = __fl::list<child<T>>;
  template <class C> DEVICE void run(C &c, const args &a) {
    __fl::record(c).template launch<child<T>>(__fl::config(1, 1),
                                            typename child<T>::args{a.template get<0>(), T()});
  }
};

// The process gets no more memory than it has.
void no_more(bool on) {
  static rlimit before;
  long pages = 0;
  if (FILE *f = fopen("/proc/self/statm", "r")) {
    CHECK(fscanf(f, "%ld", &pages) == 1);
    fclose(f);
  }
  if (on)
    getrlimit(RLIMIT_AS, &before);
  const rlimit now = {rlim_t(pages * sysconf(_SC_PAGESIZE)), before.rlim_max};
  CHECK(setrlimit(RLIMIT_AS, on ? &now : &before) == 0);
}

// `start(of)` launches one thread that launches one child with a short argument, or a long one.
template <class F> void fewer_records(int *ran, const F &start) {
  *ran = 0;
  start(int());
  CHECK(*ran == 1);
  no_more(true);
  start(many());
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(*ran == 1);
  start(int());
  CHECK(*ran == 2);
  no_more(false);
  start(many());
  CHECK(*ran == 3);
}

int main() {
  setenv("FL_WORKLIST", "1", 1);
  setenv("FL_CPU_THREADS", "1", 1); // all that others would need at their first launch is there
  array<int> ran(1);
  int *const out = ran.get();
  fewer_records(out, [=](auto of) { start<parent<decltype(of)>>(__fl::config(1, 1), out); });
  fewer_records(out,
                [=](auto of) { __fl::launch_blocks<parent<decltype(of)>>(__fl::config(1, 1), out); });
  return verdict("scarce");
}
