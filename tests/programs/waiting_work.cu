// Children whose blocks look at what others change, and go round as long as they find something to do, or wait for the value of a key that is there: nobody waits for a block that has not begun.
// REMARK-t1: launch of 'covers': t1
// REMARK-auto: launch of 'spreads': t1
// REMARK-t2: launch of 'finds': t2
// REMARK-t4: launch of 'finds': kept: threads of 'finds' wait for each other in a loop
// REMARK-t4: launch of 'covers': kept: threads of 'covers' wait for each other in a loop
// ENV: FL_WORKLIST=2
// ENV: FL_CPU_THREADS=1
#include "include/test.h"

const int threads = 40, size = 64; // of a matrix

struct matrix { // of a launch
  int zeros[size], zeros_of, row_is_covered[size], column_is_covered[size], star_of_row[size], prime_of_row[size], found;
};
// Covers the rows of zeros that no line covers, and uncovers the columns of the stars there, until there is no such zero, or one is in a row without a star. Each block has
// its share of the zeros.
__global__ void covers(int *rows, int *columns, const int *zeros, const int *stars, int *primes, int *ends, int n) {
  __shared__ bool found, over;
  volatile int *row = rows, *column = columns;
  const int t = threadIdx.x;
  if (t == 0)
    over = false;
  do {
    __syncthreads();
    if (t == 0)
      found = false;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
      const int r = zeros[i] / size, c = zeros[i] % size, star = stars[r];
      for (int k = 0; k < 3; k++)
        if (!row[r] && !column[c]) {
          found = true;
          primes[r] = c;
          if (star >= 0) {
            row[r] = 1;
            __threadfence();
            column[star] = 0;
          } else {
            over = true;
          }
        }
    }
    __syncthreads();
  } while (found && !over);
  if (t == 0 && over)
    *ends = 1;
}
// Marks what is reached from what is marked, `next` being one step.
__global__ void spreads(int *marked, const int *next, int n) {
  volatile int *m = marked;
  bool again = true;
  while (again) {
    again = false;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
      const int to = next[i];
      if (m[i] && !m[to]) {
        m[to] = 1;
        again = true;
      }
    }
    __threadfence();
  }
}

const int most = 5, keys = 23; // blocks; of all threads
struct table {                 // of a launch
  int key[size], value[size], result[most * threads];
};
// Puts a key with the block's number as its value, or finds what another has put.
__device__ int find(int *of, volatile int *value, int key, int mine) {
  for (int at = key * 5 % size;; at = (at + 1) % size) {
    const int seen = atomicCAS(&of[at], 0, key);
    if (seen == 0) {
      __nanosleep(100);
      value[at] = mine;
      return mine;
    }
    if (seen != key)
      continue;
    while (value[at] == 0) {
    }
    return value[at];
  }
}
__global__ void finds(int *key, int *value, int *result) {
  const int i = blockIdx.x * threads + threadIdx.x, mine = i * 7 % keys + 1;
  result[i] = find(key, value, mine, mine * 1000 + blockIdx.x);
}
__global__ void finders(table *t, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    finds<<<i % most + 1, threads>>>(t[i].key, t[i].value, t[i].result);
}

__global__ void parent(matrix *a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  matrix *m = a + i;
  if (i % 2)
    covers<<<i % 3 + 1, threads>>>(m->row_is_covered, m->column_is_covered, m->zeros, m->star_of_row, m->prime_of_row, &m->found, m->zeros_of);
  else
    spreads<<<1, 1>>>(m->row_is_covered, m->zeros, size);
}

int main() {
  const int n = 90;
  allow_launches(n);
  std::vector<matrix> a(n);
  for (int i = 0; i < n; i++) {
    matrix &m = a[i];
    m = matrix();
    if (i % 2) { // row r has its star in column r, all of these are covered, and zeros lead from each uncovered column to the next
      for (int r = 0; r < size; r++) {
        m.star_of_row[r] = r < size - 1 || i % 4 == 1 ? r : -1;
        m.column_is_covered[r] = r != 0;
      }
      m.zeros_of = size - 1;
      for (int r = 1; r < size; r++)
        m.zeros[r - 1] = (size - r) * size + size - r - 1; // (r, r - 1), backwards
    } else {
      for (int r = 0; r < size; r++)
        m.zeros[r] = (r * 37 + 1) % size;
      m.row_is_covered[i % size] = 1;
    }
  }
  matrix *d = to_device(a);
  parent<<<3, 32>>>(d, n);
  std::vector<int> result, expected;
  int i = 0;
  for (const matrix &m : to_host(d, n)) {
    const matrix before = a[i];
    std::vector<int> marked(before.row_is_covered, before.row_is_covered + size);
    if (i % 2 == 0)
      for (int at = i % size, k = 0; k < size; k++)
        marked[at = before.zeros[at]] = 1;
    for (int r = 0; r < size; r++) {
      result.push_back(m.row_is_covered[r] && (i % 2 == 0 || m.prime_of_row[r] == r - 1));
      // of several blocks some may have ended before their zeros were uncovered
      expected.push_back(i % 2 ? (i % 3 == 0 ? r > 0 && m.star_of_row[r] >= 0 : m.row_is_covered[r]) : marked[r]);
    }
    result.push_back(i % 2 && i % 3 == 0 ? m.found : 0);
    expected.push_back(i % 2 && i % 3 == 0 ? i % 4 == 3 : 0);
    i++;
  }
  const int tables = 50;
  table *t = (table *)device_zeros<int>(tables * sizeof(table) / sizeof(int));
  finders<<<2, 32>>>(t, tables);
  i = 0;
  for (const table &of : to_host(t, tables)) {
    for (int k = 0; k < (i % most + 1) * threads; k++) {
      const int key = k * 7 % keys + 1;
      int at = key * 5 % size;
      while (of.key[at] != key && of.key[at])
        at = (at + 1) % size;
      result.push_back(of.result[k] == of.value[at] ? of.result[k] / 1000 : -1);
      expected.push_back(key);
    }
    i++;
  }
  return compare(result, expected);
}
