#define THEIRS(x) _Pragma(#x)
