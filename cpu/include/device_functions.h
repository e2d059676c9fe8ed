// Forwards to the stand-in for cuda_runtime.h.
#include "cuda_runtime.h"
