// As shared_large.cu, where the parents wait for their children.
// STRATEGIES: keep t1 t3 t4 auto
// TARGET-keep: cpu
// TARGET-t4: cpu
// ENV: FL_CHOICE=t4
#define JOINS
#include "shared_large.cu"
