// Pools of programs of several files, which the linker turns on.
#ifndef FL_DRIVER_POOL_H
#define FL_DRIVER_POOL_H
#include "driver/command.h"
#include "driver/object.h"

// The mark for the objects that the command makes of its sources; 0: none.
unsigned fl_pool_mark(const struct fl_command *cmd, const fl_units *units);

// What the command links: no pool, one, or one that serves `new`, too. A remark says why there is
// none.
enum fl_pool_linked { FL_POOL_NOT_LINKED, FL_POOL_LINKED, FL_POOL_LINKED_OBJECTS };
enum fl_pool_linked fl_pool_at_link(const struct fl_command *cmd, const fl_units *units,
                                    struct fl_text *json);

// Adds the objects and libraries that the command links. What cannot be told stands against a pool.
// (linked.c)
void fl_add_linked(const struct fl_command *cmd, struct fl_device_code *code);
// Does a program come of what the command links, no library and nothing that is linked again? (linked.c)
bool fl_links_program(const struct fl_command *cmd);
#endif
