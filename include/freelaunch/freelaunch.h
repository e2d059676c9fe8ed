// What transformed programs include.
#ifndef FREELAUNCH_FREELAUNCH_H
#define FREELAUNCH_FREELAUNCH_H
#include "hide_macros.h"

#include "api.h"
#include "fission.h"
#include "split.h"

#include "show_macros.h"
#endif
