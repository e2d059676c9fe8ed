// Device functions that kernels of other files call, and kernels that these launch. Each file says of its own in a table whether they are plain: whether they depend on nothing but their arguments and
// memory. Before the host launches a form of a kernel that comes to call some, it looks there (asks.h). The tables of one executable or library are one list, as
// their device code is linked together; nobody else's is looked at.
#ifndef FREELAUNCH_FOREIGN_H
#define FREELAUNCH_FOREIGN_H
#ifndef FL_OWN_WARNINGS
#pragma GCC system_header
#endif
#include "hide_macros.h"

namespace __fl {
struct device_function {
  const char *symbol;
  const char *obstacle; // why it is not plain: "depends on its block"; null: it is, if what it calls is. Of a kernel: why it has no drain for launches of others (elsewhere.h)
  const char *calls;    // symbols of functions of other files, each with a '\0' behind it, and another at the end
  unsigned asked;       // in which question it was last come by
  bool joins = false;   // its threads wait for what others have launched
};
struct definer;
__attribute__((weak, visibility("hidden"))) definer *definers;
struct definer {
  device_function *functions;
  unsigned count;
  definer *next;
  definer(device_function *of, unsigned n) : functions(of), count(n), next(definers) { definers = this; }
};
} // namespace __fl

#include "show_macros.h"
#endif
