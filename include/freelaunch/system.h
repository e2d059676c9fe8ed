// The headers of others that these need. A program whose macros bear names of ours has ours renamed while they are read (src/emit/words.c); what is included
// before that keeps its own.
#ifndef FREELAUNCH_SYSTEM_H
#define FREELAUNCH_SYSTEM_H
#include <cuda_runtime.h>
#include <errno.h>
#include <new>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef FLCPU
#include <flcpu.h>
#include <flcpu/reserved.h>
#endif
#endif
