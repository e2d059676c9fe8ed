// What the pipeline makes of one source file.
#ifndef FL_RESULT_H
#define FL_RESULT_H
#include "base/base.h"

struct fl_result {
  struct fl_text
      text;        // the transformed source; malloc-owned, the caller frees it with fl_text_free
  bool changed;    // false: the text is the user's own, unchanged, and need not be written anywhere
  bool tells_only; // nothing is changed but that it says at its end what its device functions do
  bool needs_rdc;  // launches remain on the device: build with -rdc=true and cudadevrt
  unsigned sites, kept; // device-side launch sites, and those of them that stay native
  bool native;          // some function's own symbol launches natively
  bool pooled;          // what allocates and frees may go to a pool
  unsigned mark;        // what the object can say of itself: enum fl_mark
};
#endif
