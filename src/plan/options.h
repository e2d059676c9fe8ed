// What the user asked for on the command line, as far as the pipeline behind the driver needs it.
#ifndef FL_OPTIONS_H
#define FL_OPTIONS_H
#include <stdbool.h>

enum fl_target { FL_TARGET_CUDA, FL_TARGET_CPU };
enum fl_remarks { FL_REMARKS_OFF, FL_REMARKS_TEXT, FL_REMARKS_JSON };

struct fl_options {
  enum fl_target target; // --fl-target=cuda|cpu
  const char *strategy; // --fl-strategy=NAME; "auto" by default; checked against the strategy table
                        // by the driver
  const char *engine;   // --fl-engine=split|fused; "split" by default
  int threshold; // --fl-threshold=N|auto|off: child threads below which a launch runs serially; -1
                 // auto, 0 off
  int coarsen;   // --fl-coarsen=N|auto|off: child blocks per worker turn; -1 auto, 0 off
  int group;     // --fl-group=N: parent blocks that launch together under multiblock
  // Switches of what the thesis calls optimizations (section 3.4), to measure what they gain.
  bool record_arguments;  // --fl-no-scalarize-args: every launch records all its arguments
  bool record_configs;    // --fl-no-scalarize-config: and a configuration, though all are the same
  bool record_all;        // --fl-no-sparse-scan: threads that launch nothing record that
  bool all_stores;        // --fl-no-silent-stores: all stores are made, as they are written
  bool strict_streams;    // --fl-streams=strict: launches of one block into its NULL stream run one
                          // after another
  bool no_elsewhere;      // --fl-no-elsewhere: kernels get no drains for launches of other files
  bool per_thread_stream; // --default-stream per-thread was given
  bool require;           // --fl-require: a kept launch is an error
  bool rdc; // the user builds with -rdc=true or -dc: other translation units may launch our kernels
  bool emit_only;                   // --fl-emit: text is all that is wanted; no compiler follows
  const struct fl_profile *profile; // --fl-profile=FILE, read; NULL if not given
  bool lone; // this unit alone becomes an executable: nothing outside can name its kernels
  const char *unit_key; // what tells the unit from others of its program: file and command line
  bool all_device_code; // nor has anything outside device code that it calls
  // Why what is linked besides may free what this unit allocates; NULL: none does.
  const char *others;
  bool linked;    // whether there is a pool is for the linker to say, which sees the whole program
  long long pool; // --fl-pool=SIZE|auto|off: bytes for what device code allocates; -1 auto, 0 off
};
#endif
