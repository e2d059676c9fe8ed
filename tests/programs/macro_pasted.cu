// Macros that launch and hand their arguments on to one that pastes them, or makes a string of them: what these come to see is what an argument's own macros stand for.
// FLAGS: -DNUMBER=7
#include "include/test.h"

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)
#define SEVEN 7
#define BY_NAME(name, n, ...) NAME(name, n)<<<1, 1>>>(__VA_ARGS__, STRING(n))
#define BY_PASTE(name, n, ...) PASTE(name, n)<<<1, 1>>>(__VA_ARGS__, STRING_OF(n))

__global__ void k7(int *p, const char *text) { *p += text[0] == '7' && !text[1] ? 1 : 10; }
__global__ void kSEVEN(int *p, const char *) { *p += 100; }
__global__ void kNUMBER(int *p, const char *) { *p += 1000; }

__global__ void h7(int *p, const char *) { *p += 1; } // a string of the host's is not to be read
__global__ void hNUMBER(int *p, const char *) { *p += 1000; }

__global__ void parent(int *p) {
  BY_NAME(k, SEVEN, p);
  BY_NAME(k, NUMBER, p + 1);
  BY_NAME(k, 7, p + 2);
  BY_PASTE(k, SEVEN, p + 3);
  BY_PASTE(k, NUMBER, p + 4);
  BY_PASTE(k, 7, p + 5);
  NAME(k, NUMBER)<<<1, 1>>>(p + 6, STRING(NUMBER));
}
__global__ void parent_of_one(int *p) { BY_NAME(k, 7, p + 7); }

int main() {
  int *p = device_zeros<int>(9);
  parent<<<1, 1>>>(p);
  parent_of_one<<<1, 1>>>(p);
  BY_PASTE(h, NUMBER, p + 8);
  return compare(to_host(p, 9), std::vector<int>(9, 1));
}
