// Digraphs for brackets, and launches whose brackets have line splices within.
// REMARK-t1: launch of 'child': t1
// REMARK-t1: launch of 'sums': t1
// REMARK-t4: launch of 'sums': t4
// REMARK-t1: :35:[0-9]+: remark: launch of 'child': t1
%:include "include/test.h"

%: define CAT(a, b) a %:%: b
#define LAST <:31:>
%:define LAUNCH(p, v) child<\
<<1, 4>>>(p, v)

__global__ void child(int *p, int v) <% p<:threadIdx.x:> = v; %>
__global__ void sums(int *p) <%
  __shared__ int s<:32:>;
  s<:threadIdx.x:> = threadIdx.x;
  __syncthreads();
  p<:threadIdx.x % 4:> = s LAST + s<: 0 :>;
%>
struct outer <%
  static const int four = 4;
%>;
template <class T> struct wrapped <%
  T value;
%>;
__device__ void f(int *p) <% child<<<1, 4>>>(p, CAT(1, 2)); %>
__global__ void parent(int *p) <%
  wrapped<::outer> x = <%<%%>%>;
  (void)x;
  f(p);
  sums<<<1, 32>>>(p + 4);
  if (p) <% child<\
<\
<1, 4>>\
>(p + 8, 7); child<<\
<1, 4>\
>>(p + 12, ::outer::four);
  %>
  LAUNCH(p + 16, __LINE__);
%>

int main() <%
  int *p = device_zeros<int>(20);
  parent<\
<<1, 1>>>(p);
  CHECK(cudaDeviceSynchronize());
  const int first<::> = <%12, 31, 7, 4, 39%>;
  std::vector<int> want;
  for (int i = 0; i < 20; i++)
    want.push_back(first<:i / 4:>);
  return compare(to_host(p, 20), want);
%>
