// What the two files share: each allocates what the other frees.
#ifndef LISTS_H
#define LISTS_H
#include "../../programs/include/test.h"

struct Node {
  int value;
  Node *next;
  __device__ Node(int v, Node *n) : value(v), next(n) {}
  __device__ virtual ~Node() {}
};
struct Wide : Node {
  double more[5];
  __device__ Wide(int v, Node *n) : Node(v, n) {
    for (double &m : more)
      m = v;
  }
  __device__ ~Wide() { more[0] = 0; }
};
struct List {
  Node *first;
  int *numbers; // malloc
  int *squares; // cudaMalloc
  int n;
};

// drop.cu
__device__ int drop_nodes(Node *first); // the sum of what was in them
void drop(List *lists, int n, int *sums);
void refill(List *lists, int n);
// make.cu
__device__ Node *make_node(int value, Node *next);
#endif
