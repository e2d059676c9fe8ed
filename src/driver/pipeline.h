// The pipeline behind the command line: one source file in, transformed text out.
#ifndef FL_PIPELINE_H
#define FL_PIPELINE_H
#include "base/base.h"
#include "emit/result.h"
#include "front/front.h"
#include "plan/options.h"

// Runs front end, analysis, plan and emission over one file. Diagnostics and remarks collect in
// `diags`. Returns 0, or 1 when an error was reported (unreadable file, errors in the source, a
// launch that --fl-require forbids to keep).
int fl_transform(struct fl_arena *arena, struct fl_diags *diags,
                 const struct fl_front_options *front, const struct fl_options *opt,
                 struct fl_result *out);

// For `flcc --fl-help`: name and one-line description of the i-th strategy; false behind the last.
bool fl_strategy_info(unsigned i, const char **name, const char **text);
#endif
