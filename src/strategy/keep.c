// keep: the launch stays a launch of CUDA's dynamic parallelism (on the CPU target, of its
// scheduler).
#include "strategy/strategy.h"

static struct fl_reason legal(struct fl_unit *u, const struct fl_options *opt,
                              const struct fl_site *s) {
  (void)u, (void)opt;
  return (struct fl_reason){NULL, s->span};
}

const struct fl_strategy fl_keep = {
    .name = "keep",
    .text = "leave the launch to CUDA dynamic parallelism",
    .legal = legal,
};
