// RUN: flcc --fl-emit --fl-profile=%S/Inputs/seeded.profile --fl-remarks -o - %s 2>%t.err | grep -v '^ *//' | FileCheck %s
// RUN: FileCheck --check-prefix=REMARKS %s < %t.err
// RUN: flcc --fl-emit --fl-profile=%S/Inputs/seeded.profile --fl-strategy=t1 --fl-remarks -o - %s 2>%t.err | grep -v '^ *//' | FileCheck --check-prefix=FIXED %s
// RUN: FileCheck --check-prefix=UNUSED %s < %t.err
// RUN: flcc --fl-emit -o - %s | grep -v '^ *//' | FileCheck --check-prefix=PLAIN %s
// The selector begins with what a profile says of a place; the descriptor of the parent has it.
namespace tree {
__global__ void child(int *p) { p[threadIdx.x] = 1; }
// CHECK: struct child__fl {
// CHECK-NOT: seeds
// CHECK: struct parent__fl {
// CHECK: static constexpr flrt_seed seeds[] = {
// CHECK-NEXT: {"tree::parent seeded.cu:28", 40u, 6u, FLRT_SERIAL, {{[{]}}{3u, 520u, {5u, 7u, 2u, 0u, 0u}, {8123.f, 3021.f, 9000.f, 0.f, 0.f}}, {10u, 12u, {2u, 0u, 0u, 0u, 0u}, {90000.f, 0.f, 0.f, 0.f, 0.f}{{[}][}][}]}},
// CHECK-NEXT: {"tree::parent seeded.cu:29", 0u, 12u, FLRT_RECORD, {}},
// CHECK-NEXT: {"tree::parent seeded.cu:33", 0u, 9u, FLRT_SERIAL, {}}};
// FIXED-NOT: seeds
// PLAIN-NOT: seeds
template <class T> __global__ void parent(T *p) {
  if (p)
    child<<<1, 32>>>(p);
}
} // namespace tree
int main() {
  // CHECK: tree::parent__fl_host(__fl::config(1, 32).at("tree::parent seeded.cu:28"), (int *)nullptr);
  // CHECK: tree::parent__fl_host(__fl::config(
  // CHECK: 2, 32).at("tree::parent seeded.cu:29"), (int *)nullptr);
  // PLAIN: tree::parent__fl_host(__fl::config(1, 32).at("tree::parent seeded.cu:28"), (int *)nullptr);
  tree::parent<<<1, 32>>>((int *)nullptr);
  tree::parent<<<
      2, 32>>>((int *)nullptr);
  void (*volatile by_address)(int *) = tree::parent<int>;
  // CHECK: __fl::launch_pointer(by_address, __fl::config(1, 1).at("seeded.cu:33"))(nullptr);
  by_address<<<1, 1>>>(nullptr);
}
// REMARKS-DAG: seeded.cu:28:{{[0-9]+}}: remark: launch of 'tree::parent': what it launches is recorded (t1 or t2), run in place (t4), or either by its size, chosen at run time; begins with t4: chosen from the profile ({{.*}}seeded.profile:3, 480 launches)
// REMARKS-DAG: seeded.cu:29:{{[0-9]+}}: remark: launch of 'tree::parent': {{.*}}; begins with t1: chosen from the profile ({{.*}}seeded.profile:4, 9 launches)
// REMARKS-DAG: seeded.profile:6: remark: 'other elsewhere.cu:7' is not a launch of this source
// UNUSED: remark: launch of 'tree::parent': the profile ({{.*}}seeded.profile:3) is not used, there is nothing to choose
