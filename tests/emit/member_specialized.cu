// RUN: flcc --fl-emit --fl-strategy=t1 --fl-remarks -o /dev/null %s 2>&1 | FileCheck %s
// RUN: flcc --fl-emit --fl-strategy=t1 -dc -o /dev/null %s 2>&1 | FileCheck --check-prefix=RDC %s
// A member of a class template that is only specialized: other files may define it if device code is linked.
template <class T> struct S {
  __device__ int get() const;
};
template <> __device__ int S<int>::get() const { return 1; }
template <class T> __global__ void child(const S<T> *s, int *out) { *out = s->get(); }
template <class T> __global__ void parent(const S<T> *s, int *out) {
  // CHECK: member_specialized.cu:[[@LINE+2]]:3: remark: launch of 'child<T>': t1
  // RDC: member_specialized.cu:[[@LINE+1]]:3: warning: launch of 'child<T>': kept: the definition of 'get' is not in this file, but for some template arguments
  child<T><<<1, 1>>>(s, out);
}
void run(const S<int> *s, int *out) { parent<<<1, 1>>>(s, out); }
