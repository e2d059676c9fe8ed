// Part of line_directives.cu: a header that another program has made.
#line 40 "made.y"
__global__ void in_header(int *p) { p[threadIdx.x] = __LINE__ + 1000 * same(__FILE__, "made.y"); }
__global__ void launches_in_header(int *p) {
# 90 "rules.y"
  in_header<<<1, 4>>>(p);
  put<<<1, 4>>>(p + 4, __LINE__);
  put<<<1, 4>>>(p + 8, 1000 * same(__FILE__, "rules.y"));
}
