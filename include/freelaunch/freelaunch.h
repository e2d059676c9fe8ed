// What transformed programs include.
#ifndef FREELAUNCH_FREELAUNCH_H
#define FREELAUNCH_FREELAUNCH_H
#include "api.h"
#include "fission.h"
#include "split.h"
#endif
