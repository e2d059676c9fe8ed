// FLAGS: -default-stream per-thread
#include "streams.h"

bool own_streams_are_right(int thread) { return streams_are_right(thread); }
