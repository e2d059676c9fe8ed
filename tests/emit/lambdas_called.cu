// RUN: flcc --fl-strategy=t1 --fl-emit %s 2>&1 | FileCheck %s
// RUN: flcc --fl-strategy=t1 --fl-emit -DPOLLS -o /dev/null %s 2>&1 | FileCheck --check-prefix=POLLS %s
// What a lambda does is done where it is called: it waits behind a return, sets a variable in some threads, launches in a loop that polls.
template <class F> __device__ void first_calls(F f) {
  if (threadIdx.x == 0)
    f();
}
template <class F> __device__ void some_call(F f) {
  if (threadIdx.x >= 40)
    return;
  f();
}
template <class F> __device__ void all_call(F f) { f(threadIdx.x); }
// CHECK: struct set_by_some__fl
// CHECK: barrier = true, early_exit = true
__global__ void set_by_some(int *p) {
  int x = 0;
  first_calls([&] { x = 1; });
  if (x)
    return;
  __syncthreads();
  p[threadIdx.x] = 1;
}
// CHECK: struct set_by_parameter__fl
// CHECK: barrier = true, early_exit = true
__global__ void set_by_parameter(int *p) {
  int x = 0;
  all_call([&](int i) { x = i; });
  if (x)
    return;
  __syncthreads();
  p[threadIdx.x] = 1;
}
// CHECK: struct called_behind_return__fl
// CHECK: barrier = true, early_exit = true
__global__ void called_behind_return(int *p) {
  some_call([&] { __syncthreads(); });
  p[threadIdx.x] = 1;
}
// CHECK: struct return_between__fl
// CHECK: barrier = true, early_exit = true
__global__ void return_between(int *p) {
  auto sync = [&] { __syncthreads(); };
  if (threadIdx.x == 3)
    return;
  sync();
  p[threadIdx.x] = 1;
}
// CHECK: struct lent_behind_return__fl
// CHECK: barrier = true, early_exit = true
__global__ void lent_behind_return(int *p) {
  auto sync = [&](int) { __syncthreads(); };
  if (threadIdx.x == 3)
    return;
  all_call(sync);
}
template <class F> __device__ void some_lend(F f) {
  if (threadIdx.x < 40)
    all_call(f);
}
template <class F> __device__ void lend_behind_return(F f) {
  if (threadIdx.x >= 40)
    return;
  all_call(f);
}
// CHECK: struct return_two_steps_away__fl
// CHECK: barrier = true, early_exit = true
__global__ void return_two_steps_away(int *p) {
  lend_behind_return([&](int) { __syncthreads(); });
}
// CHECK: struct set_two_steps_away__fl
// CHECK: barrier = true, early_exit = true
__global__ void set_two_steps_away(int *p) {
  int x = 0;
  some_lend([&](int) { x++; });
  if (x)
    return;
  __syncthreads();
}
// CHECK: struct no_return__fl
// CHECK: barrier = true, early_exit = false
__global__ void no_return(int *p) {
  auto sync = [&] { __syncthreads(); };
  sync();
  p[threadIdx.x] = 1;
}
__global__ void parent(int *p) {
  set_by_some<<<1, 64>>>(p);
  set_by_parameter<<<1, 64>>>(p);
  called_behind_return<<<1, 64>>>(p);
  return_between<<<1, 64>>>(p);
  no_return<<<1, 64>>>(p);
  lent_behind_return<<<1, 64>>>(p);
  return_two_steps_away<<<1, 64>>>(p);
  set_two_steps_away<<<1, 64>>>(p);
}
#ifdef POLLS
template <class F> __device__ void until(int *p, F f) {
  while (*p == 0)
    f();
}
template <class D, class F> __device__ void until_done(D &&done, F &&f) {
  while (!done())
    f();
}
// POLLS: lambdas_called.cu:[[@LINE+2]]:{{[0-9]+}}: warning: launch of 'no_return': kept: a loop that launches ends by what children write
__global__ void polls(int *p) {
  auto go = [&] { no_return<<<1, 64>>>(p); };
  while (*p == 0)
    go();
}
// POLLS: lambdas_called.cu:[[@LINE+2]]:{{[0-9]+}}: warning: launch of 'no_return': kept: a loop that launches ends by what children write
__global__ void lends_in_loop(int *p) {
  auto go = [&](int) { no_return<<<1, 64>>>(p); };
  while (*p == 0)
    all_call(go);
}
// POLLS: lambdas_called.cu:[[@LINE+2]]:{{[0-9]+}}: warning: launch of 'no_return': kept: a loop that launches ends by what children write
__global__ void lends_to_loop(int *p) {
  until(p, [&] { no_return<<<1, 64>>>(p); });
}
// POLLS: lambdas_called.cu:[[@LINE+2]]:{{[0-9]+}}: warning: launch of 'no_return': kept: a loop that launches ends by what children write
__global__ void asks_by_lambda(int *p) {
  until_done([&] { return *p != 0; }, [&] { no_return<<<1, 64>>>(p); });
}
#endif
