// Which packs does a text name that it does not expand itself? It is then the pattern of an expansion around it: `(child<V><<<1, 1>>>(p), ...)`.
#include "analysis/instances/instances.h"
#include <string.h>

static const char *skip_blanks(const char *p) { return p + strspn(p, " \t\r\n"); }

static bool dots(const char *p) { return !strncmp(p, "...", 3); }

// The bracket that is open at `at`, which moves there; NULL: none is.
static const char *opened(const char *text, const char *at) {
  int depth = 0;
  while (at > text) {
    at--;
    depth += strchr(")]}", *at) != NULL;
    depth -= strchr("([{", *at) != NULL;
    if (depth < 0)
      return at;
  }
  return NULL;
}

// `sizeof...(` or, of a fold, `(... +`.
static bool expands_within(const char *text, const char *open) {
  const char *p = open;
  while (p > text && strchr(" \t\r\n", p[-1]))
    p--;
  return dots(skip_blanks(open + 1)) || (p - text >= 3 && dots(p - 3));
}

// Is the name at `at` in something that the text expands?
static bool is_expanded(const char *text, const char *at) {
  const char *within = at; // brackets around it are left one by one
  int depth = 0, angles = 0;
  bool next = false; // behind a comma, in what is another argument
  for (const char *p = at; *p; p++) {
    if (!depth && !next && dots(p))
      return true;
    if (strchr("([{", *p)) {
      depth++;
    } else if (strchr(")]}", *p) && depth-- == 0) {
      within = opened(text, within);
      if (!within)
        return false;
      if (expands_within(text, within))
        return true;
      depth = angles = 0;
      next = false;
    } else if (!depth && *p == '<') {
      angles++;
    } else if (!depth && *p == '>' && angles-- == 0) {
      angles = 0;
      next = false;
    } else if (!depth && !angles && *p == ',') {
      if (dots(skip_blanks(p + 1))) // a fold
        return true;
      next = true;
    }
  }
  return false;
}

static bool leaves_open(const char *text, const char *name) {
  for (const char *p = text; *name && (p = fl_find_word(text, p, name)); p += strlen(name))
    if (!is_expanded(text, p))
      return true;
  return false;
}

bool fl_is_pattern(const struct fl_function *f, const char *text) {
  for (size_t i = 0; i < f->template_params.len; i++)
    if (f->template_params.data[i].is_pack && leaves_open(text, f->template_params.data[i].name))
      return true;
  for (size_t i = 0; i < f->params.len; i++)
    if (f->params.data[i].is_pack && leaves_open(text, f->params.data[i].decl->name))
      return true;
  return false;
}
