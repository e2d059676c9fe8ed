// warp: warp granularity (El Hajj, chapter 3): what the threads of a warp launch together becomes one launch, there and then.
#include "strategy/strategy.h"

const struct fl_strategy fl_warp = {
    .name = "warp",
    .text = "one launch for what the threads of a warp launch together",
    .policy = "fl::record(fl_ctx)",
    .records = true,
    .runner = FL_RUN_WARP_LAUNCH,
    .legal = fl_recordable_in_part,
};
