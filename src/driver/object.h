// What the files that are linked say of their device code (docs/allocation.md).
#ifndef FL_DRIVER_OBJECT_H
#define FL_DRIVER_OBJECT_H
#include "base/base.h"

// The name of a symbol that flcc leaves in objects, once for each source; its value is of these.
#define FL_MARK "fl_pool_mark"
enum fl_mark {
  FL_MARK_FREES = 1,      // all device code of the object frees by calls that know the pool
  FL_MARK_DELETES = 2,    // and deletes so, too
  FL_MARK_ALLOCATES = 4,  // some requests would be the pool's
  FL_MARK_TRANSFORMS = 8, // some launches are transformed
  FL_MARK_NATIVE = 16     // some stay native
};

// What several files say together. `all` begins as ~0u.
struct fl_device_code {
  const char *obstacle;        // the first file that stands against a pool, and why; NULL: none
  unsigned any, all;           // of the marks
  FL_VEC(const char *) needed; // names of the libraries that shared ones bring along
};
// Adds what is known of the device code of `name`.
void fl_add_mark(struct fl_arena *arena, struct fl_device_code *d, const char *name, unsigned mark);
// The mark for all of it.
unsigned fl_marks_together(const struct fl_device_code *d);
// Adds an object, a library, or an archive. Whatever it holds, it is read within its bounds.
void fl_add_object(struct fl_arena *arena, struct fl_device_code *d, const char *path);
#endif
