// RUN: flcc --fl-emit --fl-strategy=t1 -o - %s | grep -v CHECK | FileCheck %s
// A body's copy goes by the name of the user's function, where that is asked for.
#include <cassert>
namespace ns {
struct Node {
  int edges;
};
__global__ void child(const Node *node, unsigned n) { assert(node->edges == n); }
// CHECK: #define __func__ "child"
// CHECK-NEXT: #define __FUNCTION__ "child"
// CHECK-NEXT: #define __PRETTY_FUNCTION__ "void ns::child(const Node *, unsigned int)"
// CHECK-NEXT: void child__fl_body(
// CHECK: #undef __func__
// CHECK-NEXT: #undef __FUNCTION__
// CHECK-NEXT: #undef __PRETTY_FUNCTION__
__global__ void parent(const Node *node) { child<<<1, 32>>>(node, 3); }
// CHECK-NOT: #define
} // namespace ns
int main() { ns::parent<<<1, 1>>>(nullptr); }
