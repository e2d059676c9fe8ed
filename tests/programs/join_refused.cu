// Parents that wait for their children, launched with more threads than their __launch_bounds__ allow.
// STRATEGIES: auto t1 t3
#define JOINS
#include "launches_refused.cu"
