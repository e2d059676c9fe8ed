// block: block granularity (El Hajj, chapter 3): what a parent block launches becomes one launch at its end. Launches in loops and under divergence
// are recorded, so that they need no point where the block converges.
#include "strategy/strategy.h"

const struct fl_strategy fl_block = {
    .name = "block",
    .text = "one launch for all that a parent block launches",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .runner = FL_RUN_BLOCK_LAUNCH,
    .legal = fl_recordable_in_part,
};
