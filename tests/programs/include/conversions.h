// A class of a namespace in a header, which converts to a pointer to the block's dynamic shared memory.
#ifndef CONVERSIONS_H
#define CONVERSIONS_H
namespace ns {
template <class T> struct Memory;
template <class T> struct Memory {
  __device__ __forceinline__ operator T *() const {
    extern __shared__ double any[];
    return reinterpret_cast<T *>(any);
  }
};
} // namespace ns
#endif
