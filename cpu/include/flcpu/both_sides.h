// Read in front of a program whose functions are all to be for host and device, whatever they say (src/front/front.c). First, what the headers for the device declare for the
// device alone, beside the C library's for the host.
#include <assert.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#pragma clang force_cuda_host_device begin
