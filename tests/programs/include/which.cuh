// A header that another one replaces for clang, which must be read as the one that is compiled, too.
#pragma once
#ifndef __clang__
#include "which_not_clang.cuh"
#endif
