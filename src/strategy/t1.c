// t1, Free Launch's CB* -> PB*: launches are recorded, and their blocks dealt out evenly over all
// workers of the drain (paper section 2.3).
#include "strategy/strategy.h"

const struct fl_strategy fl_t1 = {
    .name = "t1",
    .text = "record launches; a drain deals child blocks evenly over all workers",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .deal = FL_DEAL_BLOCKS,
    .legal = fl_recordable,
};
