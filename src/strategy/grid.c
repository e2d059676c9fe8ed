// grid: grid granularity (El Hajj, chapter 3): what a parent grid launches becomes one launch, made by the last block to end.
#include "strategy/strategy.h"

const struct fl_strategy fl_grid = {
    .name = "grid",
    .text = "one launch for all that the parent grid launches",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .runner = FL_RUN_GRID_LAUNCH,
    .legal = fl_recordable,
};
