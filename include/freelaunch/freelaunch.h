// What transformed programs include. Below, what each header is for; each builds on those above it.
//   system.h     the headers of others;  platform.h: what differs between a GPU and the CPU target;  barrier.h: barriers of a virtual block
//   writes.h     how children write to memory
//   base.h       configurations, argument packs, what descriptors say;  pack.h, shared.h: argument packs as calls, shared variables
//   chunks.h, clocks.h   arrays that grow on the device; streams and events, which are kept in one
//   worklist.h   launches as records in memory;  record.h: how a launch becomes one
//   useful.h     how many threads of a grid can do anything
//   context.h    what a body asks in place of the built-ins;  serial.h, threshold.h, fission.h: launches run in place (t4)
//   worker.h     a worker: virtual blocks one after another;  deal.h: which ones of a batch are its own
//   coarse.h     launches that stay native, with fewer blocks
//   drain.h      workers that run one batch of records;  levels.h, frames.h, rounds.h: batch after batch: order, nesting, recursion
//   roots.h      what a parent passes on, on its way to the drain
//   host.h       what the engines' host sides share
//   inplace.h    parents whose small launches run in place, by warps (auto)
//   spread.h     small grids of parents, over more of the machine
//   split.h      t1, t2, mega, and the choice of auto: a drain behind the parent
//   own.h, block.h   t3: where a block has its worklist from; a parent block runs what it launches;  ordered.h: the choice of auto for launches in order, split.h or block.h
//   gather.h     warp, block, multiblock, grid: one launch for a scope;  beside.h: the choice of auto where the device may launch, split.h or gather.h
//   tasks.h, fused.h, joins.h   parents that wait for children;  waiting.h: the choice of auto for them, fused.h or block.h
//   errors.h     what errors are called
//   api.h, streams.h, builtin.h, groups.h   stand-ins for the device's runtime, streams, memset and memcpy, cooperative groups
//   pool.h, heap.h   device allocation
//   member.h     members of classes that an instance tells (included, too, by who calls such)
//   registry.h   parents that are launched by their address (included by who registers or asks)
//   foreign.h    what files say of their device functions;  asks.h: launches that ask for it (included by who does so)
//   elsewhere.h  kernels that another file defines: a worklist for each, and a drain of that file (included by files of which there may be such)
//   copies.h     what is small and copied back to the host behind parents (included by who does so)
// A file that says in FL_ENGINES which engines its parents run on has only those compiled, and no groups if it defines FL_NO_GROUPS; it may be included
// again for others.
#ifndef FL_OWN_WARNINGS // users' warning options are for their own code
#pragma GCC system_header
#endif
#define FL_ENGINE_SPLIT 1
#define FL_ENGINE_FUSED 2
#define FL_ENGINE_BLOCKS 4
#define FL_ENGINE_GATHERING 8
#define FL_ENGINE_NATIVE 16 // launches that stay native, with fewer blocks
#ifndef FL_ENGINES
#define FL_ENGINES 31
#endif
#include "hide_macros.h"

#include "api.h"
#include "fission.h"
#include "threshold.h"
#ifndef FL_NO_GROUPS
#include "groups.h"
#endif
#if FL_ENGINES & FL_ENGINE_NATIVE
#include "coarse.h"
#endif
#if FL_ENGINES & FL_ENGINE_SPLIT
#include "split.h"
#endif
#if FL_ENGINES & FL_ENGINE_FUSED
#include "fused.h"
#endif
#if FL_ENGINES & FL_ENGINE_BLOCKS
#include "block.h"
#endif
#if (FL_ENGINES & (FL_ENGINE_FUSED | FL_ENGINE_BLOCKS)) == (FL_ENGINE_FUSED | FL_ENGINE_BLOCKS)
#include "waiting.h"
#endif
#if (FL_ENGINES & (FL_ENGINE_SPLIT | FL_ENGINE_BLOCKS)) == (FL_ENGINE_SPLIT | FL_ENGINE_BLOCKS)
#include "ordered.h"
#endif
#if FL_ENGINES & FL_ENGINE_GATHERING
#include "gather.h"
#endif
#if (FL_ENGINES & (FL_ENGINE_SPLIT | FL_ENGINE_GATHERING)) == (FL_ENGINE_SPLIT | FL_ENGINE_GATHERING)
#include "beside.h"
#endif
#undef FL_ENGINES
#undef FL_NO_GROUPS

#include "show_macros.h"
