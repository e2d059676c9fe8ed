// Pieces of text for a function: its tag, template head and parameters.
#include "analysis/bodies/node.h"
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

struct fl_forms *fl_forms_of(const struct fl_emit *e, const struct fl_function *f) {
  return &e->forms[f->facts->index];
}

const char *fl_tag(const struct fl_emit *e, const struct fl_function *k) {
  unsigned n = fl_forms_of(e, k)->ordinal;
  return n > 1 ? fl_format(e->unit->arena, "%s__fl%u", k->name, n)
               : fl_format(e->unit->arena, "%s__fl", k->name);
}

// nvcc's front end crashes over a template of an unnamed namespace that is called by its qualified name where another one of that name is nearer, so that no two scopes have
// the same.
const char *fl_launch_suffix(const struct fl_emit *e, const struct fl_function *k) {
  const unsigned n = fl_forms_of(e, k)->namesake;
  return n > 1 ? fl_format(e->unit->arena, "__fl_launch%u", n) : "__fl_launch";
}

// "(anonymous namespace)" names nothing that could be written.
static const char *plain_scope(struct fl_arena *a, const char *scope) {
  struct fl_text t = {0};
  fl_text_puts(&t, "::");
  for (const char *p = scope ? scope : ""; *p;) {
    if (*p == '(') {
      const char *end = strchr(p, ')');
      p = end ? end + 1 : p + strlen(p);
      if (!strncmp(p, "::", 2))
        p += 2;
      continue;
    }
    const char *end = strstr(p, "::");
    size_t n = end ? (size_t)(end - p) : strlen(p);
    fl_text_add(&t, p, n);
    fl_text_puts(&t, "::");
    p += n + (end ? 2 : 0);
  }
  char *s = fl_strdup(a, t.data);
  fl_text_free(&t);
  return s;
}

const char *fl_scope_prefix(const struct fl_emit *e, const struct fl_function *k) {
  return plain_scope(e->unit->arena, k->scope);
}

uint32_t fl_name_begin(const struct fl_file *f, uint32_t begin, uint32_t end) {
  while (end > begin && fl_is_word(f->text[end - 1]))
    end--;
  return end;
}

const char *fl_qualified_tag(const struct fl_emit *e, const struct fl_function *k) {
  return fl_format(e->unit->arena, "%s%s", plain_scope(e->unit->arena, k->scope), fl_tag(e, k));
}

static const char *finish(const struct fl_emit *e, struct fl_text *t) {
  const char *s = fl_strdup(e->unit->arena, t->data ? t->data : "");
  fl_text_free(t);
  return s;
}

// What a template parameter is called in generated text, where the user's may have left out its name.
static const char *template_name(const struct fl_emit *e, const struct fl_template_params *ps,
                                 size_t i) {
  const char *name = ps->data[i].name;
  return name && *name ? name : fl_format(e->unit->arena, "fl_t%zu", i);
}

static size_t trimmed(const char *text, size_t n) {
  while (n && isspace((unsigned char)text[n - 1]))
    n--;
  return n;
}

// Does a word end at `end` whose parentheses hold an expression, or attributes, and no declarator: `decltype(x)`?
static bool takes_expression(const char *text, size_t end) {
  static const char *const words[] = {"decltype", "typeof",        "__typeof__", "alignas",
                                      "noexcept", "__attribute__", "sizeof",     NULL};
  size_t begin = trimmed(text, end);
  end = begin;
  while (begin && (isalnum((unsigned char)text[begin - 1]) || text[begin - 1] == '_'))
    begin--;
  return fl_is_among(words, text + begin, end - begin);
}

static size_t behind_brackets(const char *text, size_t i) {
  int depth = 0;
  for (; text[i]; i++) {
    depth += (strchr("([", text[i]) != NULL) - (strchr(")]", text[i]) != NULL);
    if (!depth)
      return i + 1;
  }
  return i;
}

// Behind the `*`, `&`, `C::*`, with what qualifies them, that a declarator begins with; 0: with none.
static size_t behind_stars(const char *text, size_t i) {
  static const char *const words[] = {"const", "volatile", "__restrict__", "__restrict", NULL};
  size_t behind = 0, at = i + strspn(text + i, " \t\r\n");
  const size_t class = strspn(text + at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_:<>, ");
  if (class > 2 && text[at + class] == '*' && text[at + class - 1] == ':')
    at += class;
  for (;;) {
    const size_t n = strspn(text + at, "abcdefghijklmnopqrstuvwxyz_");
    if (text[at] && strchr("*&", text[at]))
      behind = ++at;
    else if (behind && n && fl_is_among(words, text + at, n))
      behind = at += n;
    else if (isspace((unsigned char)text[at]))
      at++;
    else
      return behind;
  }
}

// Where the name belongs in the declaration of a parameter that has none, of n characters: `int (*)[4]`, `void (&)(int)`, `int [4]`, `int *`, `int (int)`.
static size_t name_place(const char *text, size_t n) {
  int depth = 0; // of template arguments
  for (size_t i = 0; i < n;) {
    depth += (text[i] == '<') - (text[i] == '>' && depth);
    const bool attribute = text[i] == '[' && text[i + 1] == '[';
    if (!strchr("([", text[i]))
      i++;
    else if (depth || attribute || (text[i] == '(' && takes_expression(text, i)))
      i = behind_brackets(text, i);
    else {
      for (size_t in; text[i] == '(' && (in = behind_stars(text, i + 1)); i = in)
        if (text[in] != '(')
          return in;
      return i;
    }
  }
  return n;
}

// Adds the text of a template parameter, without its default argument, and with a name.
static void add_template_param(const struct fl_emit *e, const struct fl_template_params *ps,
                               size_t i, struct fl_text *t) {
  const struct fl_template_param *p = &ps->data[i];
  struct fl_span s = p->span;
  const bool has_default = !fl_span_empty(p->default_arg);
  if (has_default)
    s.end = p->default_arg.begin;
  const char *text = fl_head_text(e->unit, s); // with a default argument: up to and including '='
  size_t n = trimmed(text, strlen(text));
  if (has_default && n && text[n - 1] == '=')
    n = trimmed(text, n - 1);
  if (*p->name) {
    fl_text_add(t, text, n);
    return;
  }
  const size_t at = name_place(text, n);
  fl_text_add(t, text, at);
  fl_text_printf(t, " %s", template_name(e, ps, i));
  fl_text_add(t, text + at, n - at);
}

const char *fl_head_of(const struct fl_emit *e, const struct fl_template_params *ps,
                       const char *extra, bool defaults) {
  if (!ps->len && !extra)
    return "";
  struct fl_text t = {0};
  fl_text_puts(&t, "template <");
  for (size_t i = 0; i < ps->len; i++) {
    const struct fl_span given = ps->data[i].default_arg;
    add_template_param(e, ps, i, &t);
    if (defaults && !fl_span_empty(given))
      fl_text_printf(&t, " = %s", fl_head_text(e->unit, given));
    if (i + 1 < ps->len || extra)
      fl_text_puts(&t, ", ");
  }
  if (extra)
    fl_text_puts(&t, extra);
  fl_text_puts(&t, "> ");
  if (!fl_span_empty(ps->constraint))
    fl_text_printf(&t, "%s ", fl_head_text(e->unit, ps->constraint));
  return finish(e, &t);
}

const char *fl_template_head(const struct fl_emit *e, const struct fl_function *f,
                             const char *extra, bool defaults) {
  return fl_head_of(e, &f->template_params, extra, defaults);
}

const char *fl_trailing_constraint(const struct fl_emit *e, struct fl_span s) {
  return fl_span_empty(s) ? "" : fl_format(e->unit->arena, " %s", fl_head_text(e->unit, s));
}

// Does a template's result ask something of its arguments, so that there is a type at all?
static bool asks(bool is_template, const char *returns) {
  return is_template && (strchr(returns, '<') || strstr(returns, "decltype"));
}

bool fl_result_asks(const struct fl_function *f) {
  return asks(f->template_params.len, f->return_type);
}

struct fl_returns fl_returns_of(const struct fl_emit *e, bool is_template, const char *returns,
                                struct fl_span constraint, const char *made) {
  const char *behind = fl_trailing_constraint(e, constraint);
  if (!asks(is_template, returns))
    return (struct fl_returns){made, behind};
  return (struct fl_returns){
      "auto", fl_format(e->unit->arena, " -> __fl::when<%s, %s>%s", returns, made, behind)};
}

struct fl_returns fl_stub_returns(const struct fl_emit *e, const struct fl_function *f,
                                  const char *made) {
  return fl_returns_of(e, f->template_params.len, f->return_type, f->trailing_constraint, made);
}

const char *fl_list_returned(const struct fl_emit *e, const struct fl_function *f,
                             const char *list) {
  const struct fl_returns r = fl_stub_returns(e, f, list);
  return fl_result_asks(f) ? r.trail : fl_format(e->unit->arena, " -> %s%s", list, r.trail);
}

const char *fl_arguments_of(const struct fl_emit *e, const struct fl_template_params *ps) {
  if (!ps->len)
    return "";
  struct fl_text t = {0};
  fl_text_puts(&t, "<");
  for (size_t i = 0; i < ps->len; i++)
    fl_text_printf(&t, "%s%s%s", i ? ", " : "", template_name(e, ps, i),
                   ps->data[i].is_pack ? "..." : "");
  fl_text_puts(&t, ">");
  return finish(e, &t);
}

const char *fl_template_arguments(const struct fl_emit *e, const struct fl_function *f) {
  return fl_arguments_of(e, &f->template_params);
}

// Does a parameter hide its function's name, which a stub says?
static bool hides_function(const struct fl_function *f, size_t i) {
  const struct fl_decl *d = f->params.data[i].decl;
  return d && d->name && !strcmp(d->name, f->name);
}

const char *fl_parameter_name(const struct fl_emit *e, const struct fl_function *f, size_t i,
                              bool of_stub) {
  const struct fl_decl *d = f->params.data[i].decl;
  return d && d->name && *d->name && !(of_stub && hides_function(f, i))
             ? d->name
             : fl_format(e->unit->arena, "fl_p%zu", i);
}

const char *fl_parameter_text(const struct fl_emit *e, struct fl_span s) {
  static const char attribute[] = "__grid_constant__"; // a kernel's alone
  char *text = fl_strdup(e->unit->arena, fl_head_text(e->unit, s));
  for (char *at; (at = strstr(text, attribute));)
    memset(at, ' ', sizeof attribute - 1);
  return text;
}

// Where the last of a text's words that are `name` begins.
static size_t last_word(const char *text, const char *name) {
  const size_t len = strlen(name);
  size_t last = strlen(text);
  for (size_t i = 0; text[i];) {
    size_t n = 0;
    while (isalnum((unsigned char)text[i + n]) || text[i + n] == '_')
      n++;
    if (n == len && !memcmp(text + i, name, n))
      last = i;
    i += n ? n : 1;
  }
  return last;
}

// A parameter's type and name. `plain`, as stubs have it: without `volatile`, by which an object of a class could not be copied on, and of another name than the function.
static void add_parameter(const struct fl_emit *e, const struct fl_function *f, size_t i,
                          bool plain, struct fl_text *t) {
  const struct fl_param *p = &f->params.data[i];
  if (plain && p->decl && p->decl->is_volatile && !p->decl->is_reference) {
    fl_text_printf(t, strpbrk(p->type, "([") ? "__fl::type<%s> %s" : "%s %s", p->type,
                   fl_parameter_name(e, f, i, true));
    return;
  }
  const char *text = fl_parameter_text(e, p->type_and_name);
  const bool nameless = !p->decl || !p->decl->name || !*p->decl->name;
  const bool renamed = plain && hides_function(f, i);
  const size_t place = nameless  ? name_place(text, strlen(text))
                       : renamed ? last_word(text, f->name)
                                 : 0;
  fl_text_printf(t, "%.*s", (int)place, text);
  if (nameless || renamed)
    fl_text_printf(t, "%s%s", nameless ? " " : "", fl_parameter_name(e, f, i, plain));
  fl_text_puts(t, text + place + (renamed && text[place] ? strlen(f->name) : 0));
}

static const char *parameters(const struct fl_emit *e, const struct fl_function *f,
                              const char *lead, bool defaults, bool plain) {
  struct fl_text t = {0};
  if (lead)
    fl_text_puts(&t, lead);
  for (size_t i = 0; i < f->params.len; i++) {
    const struct fl_param *p = &f->params.data[i];
    fl_text_puts(&t, i || lead ? ", " : "");
    add_parameter(e, f, i, plain, &t);
    if (defaults && !fl_span_empty(p->default_arg))
      fl_text_printf(&t, " = %s", fl_head_text(e->unit, p->default_arg));
  }
  return finish(e, &t);
}

const char *fl_parameters(const struct fl_emit *e, const struct fl_function *f, const char *lead,
                          bool defaults) {
  return parameters(e, f, lead, defaults, false);
}

const char *fl_value_parameters(const struct fl_emit *e, const struct fl_function *f,
                                const char *lead, bool defaults) {
  return parameters(e, f, lead, defaults, true);
}

const char *fl_without_restrict(const struct fl_emit *e, const char *text) {
  char *s = fl_strdup(e->unit->arena, text);
  for (char *p = s; (p = strstr(p, "__restrict"));) {
    size_t n = strncmp(p, "__restrict__", 12) ? 10 : 12;
    memset(p, ' ', n);
  }
  return s;
}

const char *fl_stub_parameters(const struct fl_emit *e, const struct fl_function *f,
                               const char *lead, bool defaults) {
  return fl_without_restrict(e, fl_value_parameters(e, f, lead, defaults));
}

static const char *arguments(const struct fl_emit *e, const struct fl_function *f, bool of_stub) {
  struct fl_text t = {0};
  for (size_t i = 0; i < f->params.len; i++)
    fl_text_printf(&t, "%s%s%s", i ? ", " : "", fl_parameter_name(e, f, i, of_stub),
                   f->params.data[i].is_pack ? "..." : "");
  return finish(e, &t);
}

const char *fl_arguments(const struct fl_emit *e, const struct fl_function *f) {
  return arguments(e, f, false);
}

const char *fl_stub_arguments(const struct fl_emit *e, const struct fl_function *f) {
  return arguments(e, f, true);
}

const char *fl_stub_captures(const struct fl_emit *e, const struct fl_function *f) {
  struct fl_text t = {0};
  fl_text_puts(&t, "=");
  for (size_t i = 0; i < f->params.len; i++)
    if (fl_is_reference(&f->params.data[i]))
      fl_text_printf(&t, ", &%s%s", fl_parameter_name(e, f, i, true),
                     f->params.data[i].is_pack ? "..." : "");
  return finish(e, &t);
}

bool fl_has_pack(const struct fl_function *k) {
  for (size_t i = 0; i < k->params.len; i++)
    if (k->params.data[i].is_pack)
      return true;
  return false;
}

const char *fl_declared_arguments(struct fl_emit *e, const struct fl_function *k) {
  struct fl_text t = {0};
  for (size_t i = 0; i < k->params.len; i++) {
    const char *type = fl_value_type(e, k, k->params.data[i].type);
    const size_t n = strlen(type), dots = k->params.data[i].is_pack && n > 3 ? 3 : 0;
    fl_text_printf(&t, "%s__fl::declare<%.*s>()%s", i ? ", " : "", (int)(n - dots), type,
                   dots ? "..." : "");
  }
  return finish(e, &t);
}

const char *fl_quoted(const struct fl_emit *e, const char *text) {
  struct fl_text t = {0};
  fl_text_puts(&t, "\"");
  for (const char *p = text; *p; p++) {
    if (*p == '"' || *p == '\\')
      fl_text_puts(&t, "\\");
    fl_text_add(&t, p, 1);
  }
  fl_text_puts(&t, "\"");
  return finish(e, &t);
}

const char *fl_line_directive(const struct fl_emit *e, struct fl_span at) {
  unsigned line;
  const char *path;
  fl_presumed(&e->unit->files.data[at.file], at.begin, &path, &line);
  return fl_format(e->unit->arena, "#line %u %s\n", line, fl_quoted(e, path));
}

// What a name can stand behind.
const char *fl_specifier_text(const struct fl_emit *e, struct fl_span specifiers) {
  const char *text = fl_head_text(e->unit, specifiers);
  const size_t len = strlen(text);
  return len && fl_is_word(text[len - 1]) ? fl_format(e->unit->arena, "%s ", text) : text;
}

// Generated functions are in unnamed namespaces, where nothing is weak. The attribute may stand in a list.
static const char *without_weak(const struct fl_emit *e, const char *text) {
  static const char *const words[] = {"weak", "__weak__"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (const char *at = text; (at = fl_find_word(text, at, words[i]));) {
      const size_t begin = trimmed(text, (size_t)(at - text));
      at += strlen(words[i]);
      if (!begin || !strchr("(,:[", text[begin - 1]))
        continue; // a type, say
      const size_t behind = strlen(at);
      text = fl_format(e->unit->arena, "%.*s unused%s", (int)begin, text, at);
      at = text + strlen(text) - behind;
    }
  return text;
}

// Text between the template head and the name, without `extern "C"`: generated functions may be
// templates.
const char *fl_specifiers(const struct fl_emit *e, const struct fl_function *f) {
  const char *text = without_weak(e, fl_specifier_text(e, f->specifiers));
  const char *c = strstr(text, "extern");
  if (!c)
    return text;
  const char *quote = strchr(c, '"'), *end = quote ? strchr(quote + 1, '"') : NULL;
  return end ? fl_format(e->unit->arena, "%.*s%s", (int)(c - text), text, end + 1) : text;
}

const char *fl_tag_instance(const struct fl_emit *e, const struct fl_function *k) {
  return fl_format(e->unit->arena, "%s%s", fl_tag(e, k), fl_template_arguments(e, k));
}

const char *fl_name_prefix(const struct fl_emit *e, const struct fl_function *k) {
  return e->scoped ? fl_scope_prefix(e, k) : "";
}

// What the names of a kernel's bodies begin with: overloads share one, specializations cannot.
const char *fl_body_tag(const struct fl_emit *e, const struct fl_function *k) {
  return k->is_specialization ? fl_tag(e, k) : fl_format(e->unit->arena, "%s__fl", k->name);
}

// Does a word in a type name something of its own, not what it qualifies or is a member of?
static bool stands_alone(const char *text, const char *at) {
  while (at > text && at[-1] == ' ')
    at--;
  const bool arrow = at - text > 1 && at[-2] == '-' && at[-1] == '>';
  return at == text || !(at[-1] == ':' || at[-1] == '.' || arrow);
}

// A type that names parameters in front of its own (`decltype(p)`), where these are not in sight.
static const char *without_parameters(struct fl_emit *e, const struct fl_function *k,
                                      const char *type) {
  for (size_t i = k->params.len; i-- > 0 && fl_find_word(type, type, "decltype");) {
    const struct fl_param *p = &k->params.data[i];
    const char *name = p->decl ? p->decl->name : NULL, *from = type;
    if (!name || !*name || p->is_pack)
      continue;
    struct fl_text t = {0};
    for (const char *at = type; (at = fl_find_word(type, at, name)); at += strlen(name)) {
      if (!stands_alone(type, at))
        continue;
      fl_text_add(&t, from, (size_t)(at - from));
      fl_text_printf(&t, "__fl::value_of<%s>()", fl_value_type(e, k, p->type));
      from = at + strlen(name);
    }
    fl_text_puts(&t, from);
    type = finish(e, &t);
  }
  return type;
}

const char *fl_value_type(struct fl_emit *e, const struct fl_function *k, const char *type) {
  static const char *const ends[] = {" __restrict__", "__restrict__", " __restrict", "__restrict",
                                     " const"};
  size_t n = strlen(type);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    size_t m = strlen(ends[i]);
    const bool of_function =
        *ends[i] == ' ' && n > m && type[n - m - 1] == ')'; // `int (S::*)() const`
    if (n > m && !of_function && !strcmp(type + n - m, ends[i]))
      return fl_value_type(e, k, fl_strndup(e->unit->arena, type, n - m));
  }
  return without_parameters(e, k, type);
}
