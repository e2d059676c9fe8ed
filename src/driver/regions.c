// Could a launch in the text of a file stand in device code? Most files launch from the host alone, and need no parser either. The text is taken apart into
// the declarations of its namespaces; one that has both a launch and a word that makes device code counts, as does all that is not plainly written. Macros that
// stand for either are of all files, so a definition of one counts by itself.
#include "driver/transform.h"
#include <ctype.h>
#include <string.h>

enum { MAX_DEPTH = 256 };

struct text {
  const char *p, *end;
  char before; // the last character that is neither blank nor in a comment; 0 at the beginning
  // The declaration that the place is in.
  unsigned words;       // outside of parentheses, in front of the first brace
  bool is_namespace;    // `namespace`, `inline namespace`
  bool is_linkage;      // `extern "C"` alone
  bool has_class;       // it is one, or one may be in it
  bool deletes;         // the last word was `delete`
  bool device, perhaps; // a word that makes device code; one that may, where it is an attribute
  bool launch;
  bool closed;               // its last brace was
  unsigned less;             // of `<<<`
  unsigned parens, braces;   // open, but for those of namespaces
  unsigned namespaces;       // open
  unsigned depth[MAX_DEPTH]; // `braces` where a condition of the preprocessor began
  unsigned conditions;
  bool unclear;
};

static bool starts(const struct text *t, const char *s) {
  return (size_t)(t->end - t->p) >= strlen(s) && !strncmp(t->p, s, strlen(s));
}

static bool is(const char *word, size_t len, const char *s) {
  return len == strlen(s) && !strncmp(word, s, len);
}

// Is a word, where it is no name of a function, perhaps a macro that stands for `__device__`? Those of the program are looked for by themselves.
static bool may_be_attribute(const char *word, size_t len) {
  static const char *const others[] = {
      "__host__",        "__restrict__", "__inline__", "__inline",
      "__noinline__",    "__constant__", "__shared__", "__managed__",
      "__forceinline__", "__align__",    NULL};
  enum { SHORTEST = 6 };
  bool capitals = len >= SHORTEST, named = false;
  for (size_t i = 0; i < len; i++) {
    capitals &= !islower((unsigned char)word[i]);
    named |= len - i >= 6 && (!strncmp(word + i, "device", 6) || !strncmp(word + i, "global", 6));
  }
  for (const char *const *o = others; *o; o++)
    if (is(word, len, *o))
      return false;
  return capitals || named || *word == '_';
}

static void next_declaration(struct text *t) {
  t->unclear |= t->launch && (t->device || (t->perhaps && t->has_class));
  t->words = 0;
  t->is_namespace = t->is_linkage = t->has_class = t->closed = false;
  t->device = t->perhaps = t->launch = false;
}

static void skip_literal(struct text *t) {
  const char quote = *t->p++;
  while (t->p < t->end && *t->p != quote && *t->p != '\n')
    t->p += *t->p == '\\' && t->p + 1 < t->end ? 2 : 1;
  t->unclear |= t->p >= t->end || *t->p != quote;
  t->p++;
}

static void read_word(struct text *t) {
  const char *word = t->p;
  while (t->p < t->end && fl_is_word(*t->p))
    t->p++;
  const size_t len = (size_t)(t->p - word);
  if (t->p < t->end && *t->p == '"' && word[len - 1] == 'R') {
    t->unclear = true; // a raw string
    return;
  }
  if (is(word, len, "__device__") || is(word, len, "__global__") ||
      (t->before == ']' && !t->deletes))
    t->device = true; // behind `]`, that of a lambda
  else if (is(word, len, "struct") || is(word, len, "class") || is(word, len, "union"))
    t->has_class = true;
  t->deletes = is(word, len, "delete");
  const char *next = t->p + strspn(t->p, " \t\r\n");
  const bool named = *next == '(' && islower((unsigned char)*word); // the function
  if (!named && t->parens == 0 && may_be_attribute(word, len)) {
    t->perhaps = true;
    t->device |= t->braces == 0;
  }
  if (t->braces == 0 && t->parens == 0) {
    t->is_namespace |= is(word, len, "namespace") && t->words <= 1;
    t->is_linkage |= is(word, len, "extern") && t->words == 0;
    t->words++;
  }
}

// A directive, from behind its `#`, with the lines that it goes on in.
static void read_directive(struct text *t) {
  t->p += strspn(t->p, " \t");
  const char *const name = t->p;
  while (t->p < t->end &&
         (*t->p != '\n' || t->p[-1] == '\\' || (t->p[-1] == '\r' && t->p[-2] == '\\')))
    t->p++;
  if (!strncmp(name, "if", 2)) {
    if (t->conditions == MAX_DEPTH)
      t->unclear = true;
    else
      t->depth[t->conditions++] = t->braces;
  } else if (!strncmp(name, "el", 2) || !strncmp(name, "endif", 5)) {
    t->unclear |= !t->conditions || t->depth[t->conditions - 1] != t->braces;
    t->conditions -= *name == 'e' && name[1] == 'n' && t->conditions;
  } else if (!strncmp(name, "include", 7)) { // of a part of a declaration
    t->unclear |= t->braces || t->parens || (t->words && !t->closed);
  }
}

static void close_brace(struct text *t) {
  if (t->braces == 0) {
    t->unclear |= t->namespaces == 0;
    t->namespaces -= t->namespaces != 0;
    next_declaration(t);
    return;
  }
  t->closed = --t->braces == 0;
}

static void read_sign(struct text *t) {
  const char c = *t->p++;
  switch (c) {
  case '{':
    if (t->braces == 0 && t->parens == 0 && (t->is_namespace || (t->is_linkage && t->words == 1))) {
      t->namespaces++;
      next_declaration(t);
    } else {
      t->braces++;
    }
    break;
  case '}':
    close_brace(t);
    break;
  case '(':
    t->parens++;
    break;
  case ')':
    t->unclear |= t->parens == 0;
    t->parens -= t->parens != 0;
    break;
  case ';':
    if (t->braces == 0)
      next_declaration(t);
    break;
  case '<':
    t->unclear |= t->p < t->end && (*t->p == '%' || *t->p == ':');
    if (++t->less == 3) {
      t->launch = true;
      t->unclear |= t->braces == 0;
    }
    break;
  default:
    break;
  }
}

// Could a macro that stands for such a text make device code, or a launch?
static bool makes_device_code(const char *p, const char *end) {
  unsigned less = 0;
  for (; p < end; p++) {
    const char *word = p;
    while (p < end && fl_is_word(*p))
      p++;
    const size_t len = (size_t)(p - word);
    if (is(word, len, "__device__") || is(word, len, "__global__") || is(word, len, "device") ||
        is(word, len, "global"))
      return true;
    if (p < end && *p == '<')
      less = len ? 1 : less + 1;
    else if (len || p >= end || !strchr(" \t\r\n\\", *p))
      less = 0;
    if (less == 3)
      return true;
  }
  return false;
}

bool fl_defines_device_code(const char *text, size_t len) {
  if (strlen(text) != len || strstr(text, "freelaunch") || strstr(text, "%:") ||
      strstr(text, "\?\?"))
    return true;
  for (const char *p = text; (p = fl_find_word(text, p, "define"));) {
    const char *end = p;
    do
      end += strcspn(end, "\n") + 1;
    while (end[-1] && end[-1 - (end[-2] == '\r') - 1] == '\\');
    end--;
    if (makes_device_code(p, end))
      return true;
    p = end;
  }
  return false;
}

bool fl_may_launch_in_device_code(const char *text) {
  struct text t = {.p = text, .end = text + strlen(text)};
  bool line = true; // nothing but blanks stands in front in the line
  while (t.p < t.end && !t.unclear) {
    const char c = *t.p;
    if (isspace((unsigned char)c) || (c == '\\' && strchr("\r\n", t.p[1]))) {
      line |= c == '\n';
      t.p++;
      continue;
    }
    if (starts(&t, "//")) {
      while (t.p < t.end && (*t.p != '\n' || t.p[-1] == '\\'))
        t.p++;
      continue;
    }
    if (starts(&t, "/*")) {
      const char *close = strstr(t.p + 2, "*/");
      t.p = close ? close + 2 : t.end;
      continue;
    }
    if (c == '#' && line) {
      t.p++;
      read_directive(&t);
      continue;
    }
    line = false;
    // Behind a function's body another declaration begins; behind an initialiser this one goes on.
    if (t.closed && (isalpha((unsigned char)c) || strchr("_};[:~", c)))
      next_declaration(&t);
    t.closed = false;
    if (c != '<')
      t.less = 0;
    if (isdigit((unsigned char)c)) {
      while (t.p < t.end && (fl_is_word(*t.p) || (*t.p == '\'' && fl_is_word(t.p[1]))))
        t.p++;
    } else if (fl_is_word(c)) {
      read_word(&t);
    } else if (c == '"' || c == '\'') {
      skip_literal(&t);
    } else {
      read_sign(&t);
    }
    t.before = t.p[-1];
  }
  next_declaration(&t);
  return t.unclear || t.braces || t.parens || t.namespaces || t.conditions;
}
