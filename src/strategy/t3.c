// t3, Free Launch's CKi -> PBi: a parent block records its launches for itself, and runs them when its threads are done (paper section 2.5).
#include "strategy/strategy.h"

const struct fl_strategy fl_t3 = {
    .name = "t3",
    .text = "a parent block records its launches and runs them itself",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .runner = FL_RUN_BLOCK,
    .legal = fl_recordable_in_part,
};
