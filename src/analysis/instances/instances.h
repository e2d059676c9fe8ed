// Which instances of templates are launched and called, and how they can be named:
//   instance.c   how a launched instance of a kernel template can be named
//   specialized.c explicit specializations of kernel templates
//   told.c       which functions launch by their template parameters, and whether calls tell their instances
//   discarded.c  what only some instances of a template have (`if constexpr`)
//   listed.c     which launched kernels are known where they are listed
//   local.c      what a text of a body says without that body's aliases and constants
//   pack.c       which packs a text leaves to an expansion around it
#ifndef FL_INSTANCES_H
#define FL_INSTANCES_H
#include "analysis/facts.h"

// How the drain can name the instance of a kernel template that a site launches.
struct fl_instance {
  const char *through;   // of a member of a class template: what stands in front of its name,
                         // `D<T>::` or `object.`; NULL: its scope
  const char *arguments; // template arguments; with deduced_from only those given at the launch.
                         // NULL: the kernel is no template
  const char
      *deduced_from; // argument list that the rest is deduced from; NULL: `arguments` are all
  struct fl_reason unknown; // why it cannot be named; text == NULL: it can
};
struct fl_instance fl_instance_of(struct fl_unit *u, const struct fl_site *s);
// The same for the instance of a template that a call of a device function names.
struct fl_instance fl_callee_instance_of(struct fl_unit *u, const struct fl_function *caller,
                                         const struct fl_node *call);
// Is `g` defined in front of `f`, which calls it?
bool fl_defined_before(const struct fl_function *g, const struct fl_function *f);

// specialized.c: before calls are followed, and a step of following them.
void fl_find_specialized(struct fl_unit *u);
bool fl_spread_specializations(struct fl_unit *u, struct fl_function *f);

// told.c
// Do launches in a template device function, or in what it calls, name kernels by its template parameters?
bool fl_launches_by_parameters(const struct fl_function *f);
void fl_find_parameters(struct fl_unit *u); // which functions do; needs callers
// Does a launch name its kernel by template parameters of the function around it?
bool fl_depends_on_caller(const struct fl_site *s);
// Why the instances of a device function cannot all be told by its calls, from the kernels on down; NULL: they can, or it has none.
const char *fl_calls_unknown(struct fl_unit *u, const struct fl_function *g);

// What must hold for an instance of the template `f` to have what stands at `n` at all, as the heads of statements: "if constexpr (N > 0) ". "": all have it.
// NULL: it cannot be said outside of the body. (discarded.c)
const char *fl_discarded_unless(struct fl_unit *u, const struct fl_function *f,
                                const struct fl_node *n);

// How the list of what `f` launches, which stands right behind it, comes to name the kernel `k`: as it is, or by a declaration of our own. (listed.c)
enum fl_listing { FL_LISTED_KNOWN, FL_LISTED_DECLARED, FL_LISTED_UNKNOWN };
enum fl_listing fl_listing_of(const struct fl_function *k, const struct fl_function *f);
bool fl_lists_launches(const struct fl_function *f); // is there such a list?
// Why some such list cannot name the kernel that a site launches.
struct fl_reason fl_list_obstacle(struct fl_unit *u, const struct fl_site *s);

// local.c
// A text of the body of `f`, at a node, with the aliases and constants that are declared there written out. NULL: it names something else of that kind, or what
// may be.
const char *fl_without_locals(struct fl_unit *u, const struct fl_function *f,
                              const struct fl_node *at, const char *text);
// The same, where the function's parameters are not in scope either.
const char *fl_outside_of_body(struct fl_unit *u, const struct fl_function *f,
                               const struct fl_node *at, const char *text);
// Does a text name a parameter of the function, and not a member of that name?
bool fl_names_parameter(const struct fl_function *f, const char *text);

// Does a text name packs of a function's parameters that it does not expand? What holds it must be expanded, then. (pack.c)
bool fl_is_pattern(const struct fl_function *f, const char *text);
#endif
