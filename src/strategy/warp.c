// warp: warp granularity (El Hajj, chapter 3): what the threads of a warp launch becomes one launch, at the end of their block.
#include "strategy/strategy.h"

const struct fl_strategy fl_warp = {
    .name = "warp",
    .text = "one launch for all that the threads of a warp launch",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .runner = FL_RUN_WARP_LAUNCH,
    .legal = fl_recordable_in_part,
};
