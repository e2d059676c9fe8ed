// The runtime's host side as one with the test, so that its own functions can be called. CUDA is a stand-in (fake_cuda.h), which comes first.
#ifndef TESTS_RUNTIME_H
#define TESTS_RUNTIME_H
#include "../../runtime/flrt_aside.c"
#include "../../runtime/flrt_capture.c"
#include "../../runtime/flrt_device.c"
#include "../../runtime/flrt_driver.c"
#include "../../runtime/flrt_env.c"
#include "../../runtime/flrt_launch.c"
#include "../../runtime/flrt_parent.c"
#include "../../runtime/flrt_profile.c"
#include "../../runtime/flrt_took.c"
#include "../../runtime/flrt_learn.c"
#include "../../runtime/flrt_select.c"
#include "../../runtime/flrt_stream.c"
#endif
