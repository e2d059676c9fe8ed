// The text of inline assembly: that of its string literals, joined where they stand next to each other.
#include "analysis/bodies/bodies.h"
#include <ctype.h>
#include <string.h>

// Behind blanks and comments.
static const char *skip(const char *p) {
  for (;;) {
    const char *end = NULL;
    if (isspace((unsigned char)*p) || (p[0] == '\\' && p[1] == '\n'))
      end = p + 1 + (*p == '\\');
    else if (p[0] == '/' && p[1] == '/')
      end = p + strcspn(p, "\n");
    else if (p[0] == '/' && p[1] == '*')
      end = strstr(p + 2, "*/") ? strstr(p + 2, "*/") + 2 : p + strlen(p);
    if (!end)
      return p;
    p = end;
  }
}

// Behind the keywords and the parenthesis with which a statement begins; NULL: it begins with something else.
static const char *skip_head(const char *p) {
  static const char *const words[] = {"asm",        "__asm",        "__asm__", "volatile",
                                      "__volatile", "__volatile__", "inline",  "__inline",
                                      "__inline__", "goto",         NULL};
  for (p = skip(p); fl_is_word(*p); p = skip(p)) {
    size_t n = 0;
    while (fl_is_word(p[n]))
      n++;
    bool known = false;
    for (const char *const *w = words; *w && !known; w++)
      known = strlen(*w) == n && !strncmp(*w, p, n);
    if (!known)
      return NULL;
    p += n;
  }
  return *p == '(' ? p + 1 : NULL;
}

// Adds what the literal says whose quote is at `p`. Returns what is behind it; NULL: it spells a character by its number, or has no end.
static const char *add_literal(struct fl_text *t, const char *p) {
  for (p++; *p && *p != '"'; p++) {
    if (*p != '\\') {
      fl_text_add(t, p, 1);
    } else if (p[1] == '\n') {
      p++;
    } else if (!p[1] || strchr("xuUN01234567", p[1])) {
      return NULL;
    } else {
      fl_text_puts(t, " "); // a line break or a tab
      p++;
    }
  }
  return *p ? p + 1 : NULL;
}

// `R"x(...)x"`
static const char *add_raw_literal(struct fl_unit *u, struct fl_text *t, const char *p) {
  const size_t n = strcspn(p + 2, "(");
  const char *end = strstr(p, fl_format(u->arena, ")%.*s\"", (int)n, p + 2));
  if (p[2 + n] != '(' || !end)
    return NULL;
  fl_text_add(t, p + 3 + n, (size_t)(end - p) - 3 - n);
  return end + n + 2;
}

// An operand may be text of the instructions, too: `"C"(text)`.
static bool takes_text(const char *operands) { return strstr(operands, "\"C\""); }

const char *fl_asm_text(struct fl_unit *u, const struct fl_node *n, bool *known) {
  struct fl_text t = {0};
  const char *p = n->editable ? skip_head(fl_span_text(u, n->span)) : NULL;
  for (p = p ? skip(p) : NULL; p && (*p == '"' || (p[0] == 'R' && p[1] == '"'));
       p = p ? skip(p) : p)
    p = *p == '"' ? add_literal(&t, p) : add_raw_literal(u, &t, p);
  *known = p && (*p == ')' || *p == ':') && !takes_text(p);
  const char *text = t.len ? fl_strdup(u->arena, t.data) : "";
  fl_text_free(&t);
  return text;
}
