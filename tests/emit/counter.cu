// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// Names made by __COUNTER__ are no obstacle where nobody asks for its values.
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define UNIQUE CAT(x, __COUNTER__)
#define COUNT __COUNTER__
__global__ void child(int *p) {
  int UNIQUE = 1, CAT(y, COUNT) = 2;
  *p = 1;
}
__global__ void parent(int *p) { child<<<1, 32>>>(p); }
int main() { parent<<<1, 1>>>(nullptr); }
// CHECK: struct child__fl {
