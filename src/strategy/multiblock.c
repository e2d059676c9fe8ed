// multiblock: multi-block granularity (the successor of the thesis at CGO'22): what a group of parent blocks launches becomes one launch when the last of
// them ends. --fl-group says how many they are.
#include "strategy/strategy.h"

const struct fl_strategy fl_multiblock = {
    .name = "multiblock",
    .text = "one launch for all that a group of parent blocks launches",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .runner = FL_RUN_BLOCKS_LAUNCH,
    .legal = fl_recordable_in_part,
};
