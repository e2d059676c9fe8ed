// t2, Free Launch's CK* -> PB*: launches are recorded, and whole child grids dealt out over all workers of the drain (paper section 2.4).
#include "strategy/strategy.h"

const struct fl_strategy fl_t2 = {
    .name = "t2",
    .text = "record launches; a drain deals whole child grids over all workers",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .deal = FL_DEAL_GRIDS,
    .legal = fl_recordable,
};
