// The tests of order with launches of one block into its NULL stream one after another.
#define FL_STRICT_STREAMS
#include "order.cu"
