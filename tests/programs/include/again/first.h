#if __has_include("there.h")
#include "there.h"
#else
#define HERE 1
#endif
#include "once.h"
#include "more.h"
