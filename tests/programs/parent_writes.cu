// A child sees what its thread wrote before the launch: to global memory, through pointers, and in
// a struct.
// REMARK-t1: launch of 'child': t1
// REMARK-block: launch of 'child': block
// REMARK-grid: launch of 'child': grid
// REMARK-t4: launch of 'child': t4
#include "include/test.h"

struct Job {
  int begin, n, x;
  int *data;
};

__global__ void child(const Job *job) {
  for (int j = threadIdx.x; j < job->n; j += blockDim.x)
    job->data[job->begin + j] = job->x * 1000 + job->data[job->begin + j];
}

__global__ void parent(int n, Job *jobs, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Job *job = &jobs[i];
  job->begin = i * n;
  job->n = n - i % 5;
  job->data = data;
  job->x = i;
  for (int j = 0; j < n; j++)
    data[i * n + j] = j;
  child<<<1, 16>>>(job);
}

int main() {
  const int parents = 60, n = 50;
  Job *jobs;
  CHECK(cudaMalloc(&jobs, parents * sizeof(Job)));
  int *data = device_zeros<int>(parents * n);
  std::vector<int> want;
  for (int k = 0; k < parents * n; k++)
    want.push_back((k % n < n - k / n % 5 ? k / n * 1000 : 0) + k % n);
  parent<<<3, parents / 3>>>(n, jobs, data);
  return compare(to_host(data, want.size()), want);
}
