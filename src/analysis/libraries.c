// Libraries whose calls hide indices and barriers, and those whose objects may hold some of the program's, and call them.
#include "analysis/analysis.h"
#include <string.h>

// Namespaces and the like are seen wherever they are named, what may be a name of the program's as well only where it is qualified or has template arguments.
// `launches`: it has functions that launch kernels, or may call the program's that do.
static const struct {
  const char *name;
  bool hides, holds, plain, launches;
} libraries[] = {{"cub::", .hides = true, .launches = true},
                 {"thrust::", .hides = true, .launches = true},
                 {"nvcuda", .hides = true},
                 {"cuda::", .hides = true, .launches = true},
                 {"wmma::", .hides = true},
                 {"curand", .hides = true},
                 {"nvstd::", .hides = true, .holds = true, .launches = true},
                 {"reference_wrapper", .holds = true, .plain = true},
                 {"not_fn", .holds = true, .plain = true},
                 {"bind", .holds = true, .plain = true},
                 {"bind_front", .holds = true, .plain = true},
                 {"bind_back", .holds = true, .plain = true},
                 {"mem_fn", .holds = true, .plain = true},
                 {"cref", .holds = true, .plain = true},
                 {"ref", .holds = true, .plain = true},
                 {"function", .holds = true, .plain = true}};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

static size_t length(size_t library) { return strcspn(libraries[library].name, ":"); }

// The program may have a namespace of such a name (`cub::`) itself.
static unsigned own_namespaces(const char *text) {
  unsigned own = 0;
  for (const char *p = text; (p = strstr(p, "namespace "));) {
    p += strlen("namespace ");
    for (size_t i = 0; i < LIBRARIES; i++)
      if (!strncmp(p, libraries[i].name, length(i)) && !fl_is_word(p[length(i)]))
        own |= 1u << i;
  }
  return own;
}

static bool names_holder(struct fl_unit *u, const char *text, size_t library) {
  const char *word = fl_strndup(u->arena, libraries[library].name, length(library));
  for (const char *p = text; (p = fl_find_word(text, p, word)); p++)
    if (!libraries[library].plain || (p - text > 1 && p[-1] == ':') || p[length(library)] == '<')
      return true;
  return false;
}

void fl_note_libraries(struct fl_unit *u) {
  const bool objects = fl_functions_named(u, "operator()")->len > 0; // only then does anybody ask
  for (size_t i = 0; i < u->files.len; i++) {
    const char *text = u->files.data[i].text;
    u->own_libraries |= own_namespaces(text);
    for (size_t k = 0; k < LIBRARIES && objects && !u->has_holders; k++)
      u->has_holders = libraries[k].holds && names_holder(u, text, k);
  }
}

// Is a library's namespace named, and not one of the program's own in another namespace (`lib::cub::`)? The library's may be in another one, too.
static bool names_library(const struct fl_unit *u, const char *text, size_t library) {
  for (const char *hit = text; (hit = strstr(hit, libraries[library].name)); hit++) {
    const char *p = hit;
    while (p > text && (p[-1] == ' ' || p[-1] == '\n'))
      p--;
    const bool qualified = p - text >= 2 && p[-1] == ':' && p[-2] == ':';
    const char *q = qualified ? p - 2 : p;
    while (qualified && q > text && (q[-1] == ' ' || q[-1] == '\n'))
      q--;
    if ((hit == text || !fl_is_word(hit[-1])) &&
        !(qualified && q > text && fl_is_word(q[-1]) && (u->own_libraries >> library & 1)))
      return true;
  }
  return false;
}

const char *fl_hiding_library(const struct fl_unit *u, const char *head, const char *body,
                              bool *launches) {
  const char *found = NULL;
  for (size_t i = 0; i < LIBRARIES; i++)
    if (libraries[i].hides &&
        (names_library(u, body, i) || (libraries[i].holds && names_library(u, head, i)))) {
      found = found ? found : libraries[i].name;
      *launches |= libraries[i].launches;
    }
  return found;
}
