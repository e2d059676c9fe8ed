// What transformed programs include.
#ifndef FREELAUNCH_FREELAUNCH_H
#define FREELAUNCH_FREELAUNCH_H
#ifndef FL_OWN_WARNINGS // users' warning options are for their own code
#pragma GCC system_header
#endif
#include "hide_macros.h"

#include "api.h"
#include "fission.h"
#include "threshold.h"
#include "split.h"
#include "fused.h"
#include "block.h"
#include "gather.h"

#include "show_macros.h"
#endif
