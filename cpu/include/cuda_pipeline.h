// Forwards to the stand-in for cuda_pipeline_primitives.h.
#include "cuda_pipeline_primitives.h"
