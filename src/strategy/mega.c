// mega, Free Launch's T1_T2 megakernel: one drain that deals out blocks or whole grids, as the launches of the round suggest (paper section 3,
// figure 7b).
#include "strategy/strategy.h"

const struct fl_strategy fl_mega = {
    .name = "mega",
    .text = "record launches; each round the drain deals blocks or grids, whichever is faster",
    .policy = "__fl::record(fl_ctx)",
    .records = true,
    .deal = FL_DEAL_EITHER,
    .legal = fl_recordable,
};
