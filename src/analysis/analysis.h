// Facts derived from the model, in rooms. Each has one header, which lists its files, one question a file, and declares what they offer:
//   bodies/      tools for bodies: walks, names, uses of variables, texts
//   calls/       what a body does itself, which functions it may call, what follows through calls and launches, and what stops a body from being copied for another context
//   instances/   which instances of templates are launched and called, and how they can be named
//   threads/     what the threads of a block or of a warp do together, in what order they launch, and where a body can be cut
//   launches/    where launches go, what they pass, how often a thread makes them, and how much there is to do in them
//   waits/       loops in which threads wait for each other
//   memory/      shared memory, stores and atomics, allocation
// What they find out of a function, and what all of them know: facts.h. What is asked of every unit, in order: passes.c. Files of the rooms include the headers of
// those that they ask; everyone else includes this one.
#ifndef FL_ANALYSIS_H
#define FL_ANALYSIS_H
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/facts.h"
#include "analysis/instances/instances.h"
#include "analysis/launches/launches.h"
#include "analysis/memory/memory.h"
#include "analysis/threads/threads.h"
#include "analysis/waits/waits.h"

// Fills `facts` of every function of the unit. Linear in the size of the bodies, apart from
// closures over calls and launches.
void fl_analyse(struct fl_unit *u);
#endif
