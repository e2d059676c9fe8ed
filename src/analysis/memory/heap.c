// Memory that device code allocates: by which names, and what stops the calls from being served elsewhere. Where one call that frees cannot
// be changed, nothing that allocates may be: the device's own heap must not be given what is not its.
#include "analysis/bodies/bodies.h"
#include "analysis/memory/memory.h"
#include <ctype.h>
#include <string.h>

static const struct {
  const char *name;
  unsigned bit;
} names[] = {{"malloc", FL_HEAP_MALLOC},
             {"free", FL_HEAP_FREE},
             {"cudaMalloc", FL_HEAP_CUDA_MALLOC},
             {"cudaFree", FL_HEAP_CUDA_FREE}};
enum { FREES = FL_HEAP_FREE | FL_HEAP_CUDA_FREE };

static unsigned name_bit(const char *name) {
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i].name, name))
      return names[i].bit;
  return 0;
}

// In a template, where which function is called depends on the arguments.
static bool is_undecided(const struct fl_node *c) {
  return c->decl && c->decl->kind == FL_DECL_OTHER && c->type && strchr(c->type, '<');
}

unsigned fl_heap_call(const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  if (call->kind == FL_CALL && c && c->kind == FL_REF && is_undecided(c))
    return name_bit(c->name) & FREES;
  if (call->kind != FL_CALL || !c || c->kind != FL_REF || (call->decl && call->decl->function) ||
      (c->decl && (c->decl->kind != FL_DECL_FUNCTION || c->decl->function)))
    return 0;
  return name_bit(c->name);
}

bool fl_heap_qualified(struct fl_unit *u, const struct fl_node *call) {
  return call->callee->editable && strstr(fl_span_text(u, call->callee->span), "::") != NULL;
}

static size_t blanks(const char *s) { return strspn(s, " \t\r\n\\"); }

// Behind the keyword of a new- or delete-expression, which may be `::new`; 0: it does not stand there.
static size_t behind_keyword(const char *text, const char *keyword) {
  size_t at = 0;
  if (!strncmp(text, "::", 2))
    at = 2 + blanks(text + 2);
  const size_t n = strlen(keyword);
  if (strncmp(text + at, keyword, n) != 0 || fl_is_word(text[at + n]))
    return 0;
  return at + n;
}

bool fl_allocates(const struct fl_function *k) {
  bool any = k->facts->any_heap;
  for (size_t i = 0; i < k->facts->below.len; i++)
    any |= k->facts->below.data[i]->facts->any_heap;
  return any;
}

uint32_t fl_plain_new(struct fl_unit *u, const struct fl_node *n) {
  if (n->kind != FL_NEW || !n->editable || n->span.file < 0 || strstr(n->type, "(*)"))
    return 0;
  const char *text = fl_span_text(u, n->span);
  const size_t at = behind_keyword(text, "new");
  return at && text[at + blanks(text + at)] != '(' ? n->span.begin + (uint32_t)at : 0;
}

uint32_t fl_plain_delete(struct fl_unit *u, const struct fl_node *n, bool *array) {
  if (n->kind != FL_DELETE || !n->editable || n->span.file < 0)
    return 0;
  const char *text = fl_span_text(u, n->span);
  size_t at = behind_keyword(text, "delete");
  const size_t open = at + blanks(text + at);
  *array = at && text[open] == '[';
  if (*array) {
    at = open + 1 + blanks(text + open + 1);
    at = text[at] == ']' ? at + 1 : 0;
  }
  if (!at)
    return 0;
  at += strspn(text + at, " \t");
  return n->span.begin + (uint32_t)at;
}

static void obstacle(struct fl_reason *r, struct fl_span at, const char *text) {
  if (!r->text)
    *r = (struct fl_reason){text, at};
}

// Does a macro of the user's make the call by its plain name? Then what that name means in the body counts.
static bool by_plain_name(struct fl_unit *u, const char *name) {
  bool found = false;
  for (size_t i = 0; i < u->files.len; i++) {
    const struct fl_file *f = &u->files.data[i];
    for (const char *p = f->text; (p = strstr(p, name)); p += strlen(name)) {
      const char *line = p, *before = p;
      while (line > f->text && (line[-1] != '\n' || (line > f->text + 1 && line[-2] == '\\')))
        line--;
      line += strspn(line, " \t");
      if (*line != '#' || strncmp(line + 1 + strspn(line + 1, " \t"), "define", 6) != 0)
        continue;
      while (before > line && isspace((unsigned char)before[-1]))
        before--;
      if (before > line && before[-1] == ':')
        return false;
      found = true;
    }
  }
  return found;
}

struct scan {
  struct fl_unit *unit;
  struct fl_function *fn;
  FL_VEC(struct fl_span) known; // words that free, and are seen to
};
static void know(struct scan *s, struct fl_span at) { *fl_vec_add(s->unit->arena, &s->known) = at; }

static void allocates(struct scan *s, const struct fl_node *n) {
  struct fl_heap *h = s->unit->heap;
  if (!h->allocates)
    h->at = n->span;
  h->allocates = s->fn->facts->any_heap = true;
}

// A function of the user's that has one of the names: a call that is not resolved yet may mean it.
static bool declared(const struct fl_unit *u, const char *name) {
  const struct fl_functions *named = fl_functions_named(u, name);
  for (size_t i = 0; i < named->len; i++)
    if (!named->data[i]->is_member)
      return true;
  return false;
}

static void note_call(struct scan *s, const struct fl_node *n) {
  struct fl_unit *u = s->unit;
  const unsigned bit = fl_heap_call(n);
  if (n->name && !strncmp(n->name, "operator delete", 15))
    obstacle(&u->heap->objects_stay, n->span, "'operator delete' is called");
  if (!bit)
    return;
  const char *name = n->callee->name, *type = n->callee->type;
  if (!(bit & FREES))
    allocates(s, n);
  if (!n->callee->editable)
    s->fn->facts->heap_names |= bit;
  if (!(bit & FREES))
    return;
  u->heap->frees = true;
  know(s, n->callee->editable ? n->callee->span : n->span);
  if (type && strchr(type, '<') && declared(u, name))
    obstacle(&u->heap->stays, n->span,
             fl_format(u->arena, "there are several functions '%s'", name));
  if (!n->callee->editable && !by_plain_name(u, name))
    obstacle(&u->heap->stays, n->span, fl_format(u->arena, "a macro calls '%s'", name));
  if (!s->fn->editable || s->fn->from_macro || s->fn->body->kind != FL_COMPOUND)
    obstacle(&u->heap->stays, n->span,
             fl_format(u->arena, "the text of '%s' cannot be changed", s->fn->name));
}

// What `delete` is applied to must be a pointer, whose destructor can be called from outside.
static bool deletable(const struct fl_node *operand) {
  if (!operand || operand->kind == FL_THIS || !operand->type)
    return false;
  size_t n = strlen(operand->type);
  if (n > 6 && !strcmp(operand->type + n - 6, " const"))
    n -= 6;
  if (n > 5 && !strncmp(operand->type + n - 5, "const", 5)) // "T *const"
    n -= 5;
  return strchr(operand->type, '<') || strstr(operand->type, "(*)") ||
         (n && operand->type[n - 1] == '*');
}

static bool visit(struct fl_node *n, void *data) {
  struct scan *s = data;
  struct fl_heap *h = s->unit->heap;
  bool array;
  switch (n->kind) {
  case FL_CALL:
    note_call(s, n);
    break;
  case FL_REF:
    if (!(name_bit(n->name) & FREES) || !n->decl)
      break;
    if (n->decl->kind != FL_DECL_OTHER && (n->decl->kind != FL_DECL_FUNCTION || n->decl->function))
      know(s, n->span);
    else if (!(n->parent && n->parent->callee == n))
      obstacle(&h->stays, n->span,
               fl_format(s->unit->arena, "'%s' is used other than by a call", n->name));
    break;
  case FL_NEW:
    if (fl_plain_new(s->unit, n))
      allocates(s, n);
    break;
  case FL_DELETE:
    h->deletes = true;
    know(s, n->span);
    if (!fl_plain_delete(s->unit, n, &array) || !deletable(n->kids.len ? n->kids.data[0] : NULL))
      obstacle(&h->objects_stay, n->span, "an object is deleted in a way that cannot be rewritten");
    if (!s->fn->editable || s->fn->from_macro)
      obstacle(&h->objects_stay, n->span,
               fl_format(s->unit->arena, "the text of '%s' cannot be changed", s->fn->name));
    break;
  default:
    break;
  }
  return true;
}

static const struct fl_function *function_at(const struct fl_unit *u, int file, uint32_t at) {
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *f = u->functions.data[i];
    if (f->body && f->body_span.file == file && at >= f->body_span.begin && at < f->body_span.end)
      return f;
  }
  return NULL;
}

static bool frees(const char *text) {
  return fl_mentions(text, "free") || fl_mentions(text, "cudaFree") || fl_mentions(text, "delete");
}

// Device lambdas in host functions, whose bodies are not known: `[...] __device__ (...) {...}`.
static void find_lambdas(struct fl_unit *u, int file) {
  const struct fl_file *f = &u->files.data[file];
  for (const char *p = strchr(f->text, ']'); p; p = strchr(p, ']')) {
    const char *q = p + 1 + blanks(p + 1);
    p++;
    if (strncmp(q, "__device__", 10) != 0 && strncmp(q, "__host__", 8) != 0)
      continue;
    const char *open = strchr(q, '{'), *end = open;
    int depth = 0;
    for (; end && *end; end++) {
      depth += (*end == '{') - (*end == '}');
      if (depth == 0)
        break;
    }
    if (!open || function_at(u, file, (uint32_t)(open - f->text)) ||
        !frees(fl_strndup(u->arena, open, (size_t)(end - open))))
      continue;
    obstacle(&u->heap->stays,
             (struct fl_span){file, (uint32_t)(q - f->text), (uint32_t)(end - f->text)},
             "a lambda of host code frees on the device");
  }
}

// Is a word of a call or an expression that was looked at?
static bool is_known(const struct scan *s, struct fl_span word) {
  for (size_t i = 0; i < s->known.len; i++) {
    const struct fl_span k = s->known.data[i];
    if (k.file != word.file)
      continue;
    if (word.begin == k.begin || word.end == k.end)
      return true;
    const char *text = s->unit->files.data[k.file].text + k.begin; // `::delete p`
    if (!strncmp(text, "::", 2) && word.begin == k.begin + 2 + blanks(text + 2))
      return true;
  }
  return false;
}

static void look_at_words(const struct scan *s) {
  struct fl_unit *u = s->unit;
  for (size_t i = 0; i < u->frees.len; i++) {
    const struct fl_span at = u->frees.data[i];
    const char *word = fl_span_text(u, at);
    if (!is_known(s, at))
      obstacle(strcmp(word, "delete") != 0 ? &u->heap->stays : &u->heap->objects_stay, at,
               fl_format(u->arena, "'%s' stands where it may free on the device", word));
  }
}

void fl_analyse_heap(struct fl_unit *u) {
  struct fl_heap *h = u->heap = fl_alloc(u->arena, sizeof *h);
  struct scan s = {.unit = u};
  for (size_t i = 0; i < u->functions.len; i++) {
    struct fl_function *f = s.fn = u->functions.data[i];
    if (!strncmp(f->name, "operator new", 12) || !strncmp(f->name, "operator delete", 15))
      obstacle(&h->objects_stay, f->name_span, fl_format(u->arena, "there is a '%s'", f->name));
    if (!f->body)
      continue;
    fl_walk(f->body, visit, &s);
    const char *text = fl_span_text(u, f->body_span);
    if (fl_mentions(text, "unique_ptr") || fl_mentions(text, "shared_ptr"))
      obstacle(&h->objects_stay, f->name_span,
               fl_format(u->arena, "'%s' has pointers that delete", f->name));
  }
  for (size_t i = 0; i < u->hidden_frees.len; i++) {
    const struct fl_span at = u->hidden_frees.data[i];
    if (fl_asks_for_architecture(&u->files.data[at.file], at.begin) &&
        function_at(u, at.file, at.begin))
      obstacle(&h->stays, at, "code for other architectures frees");
  }
  for (size_t i = 0; i < u->files.len; i++)
    find_lambdas(u, (int)i);
  look_at_words(&s);
}
