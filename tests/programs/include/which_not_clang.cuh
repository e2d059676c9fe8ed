#pragma once
#ifdef __clang__
#define SYNC_BY_HEADER()
#else
#define SYNC_BY_HEADER() __syncthreads()
#endif
