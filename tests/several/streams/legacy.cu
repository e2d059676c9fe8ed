// Stream 0 is the one of all threads here, in the other file each thread's own. Both kinds of files launch in all streams that have a name, at the same time.
#include "streams.h"
#include <thread>

bool own_streams_are_right(int thread);

int main() {
  enum { threads = 4 };
  bool right[threads];
  std::vector<std::thread> all;
  for (int i = 0; i < threads; i++)
    all.emplace_back([&right, i] {
      right[i] = i % 2 ? own_streams_are_right(i) && streams_are_right(i)
                       : streams_are_right(i) && own_streams_are_right(i);
    });
  bool ok = true;
  for (int i = 0; i < threads; i++) {
    all[i].join();
    if (!right[i])
      printf("thread %d: wrong\n", i);
    ok &= right[i];
  }
  return verdict(ok, "some results are wrong");
}
