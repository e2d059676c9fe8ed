// Classes of others that convert to pointers.
#ifdef CASE
#if CASE == 30
template <class T> struct of_others : Theirs<T> {};
#endif
#endif
template <class T> struct Memory {
  T *p;
  __device__ operator T *() const { return p; }
};
