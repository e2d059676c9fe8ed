// Of a captured launch of a parent's, no node has the parent's parameters.
// RUN: flcc --fl-emit --fl-strategy=t1 -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: flcc --fl-emit --fl-strategy=keep -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=KEEP --allow-empty
// KEEP-NOT: warning
__global__ void child(int *p) { atomicAdd(p, 1); }
__global__ void parent(int *p) { child<<<1, 4>>>(p); }
void change(cudaGraphNode_t node) {
  cudaKernelNodeParams params;
  // CHECK: [[@LINE+1]]:3: warning: a captured launch of a kernel that launches is several nodes: none of them is that kernel, or has its parameters [-fl-graph]
  cudaGraphKernelNodeGetParams(node, &params);
}
int main() { parent<<<1, 1>>>(nullptr); }
