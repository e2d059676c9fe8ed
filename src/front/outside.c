// Kernels that are declared in the body of a function, `__global__ void k(int *p);`. What is generated for a kernel is declared behind each of its declarations, which a
// body has no room for, and a copy of the body would declare a kernel of its own. So the declaration is written in front of what is around it, too, and the file is parsed again.
// Where that cannot be done, what is launched there is no more than an address.
#include "internal.h"

#include <string.h>

void fr_note_local_functions(struct fr *f, const struct fr_code *code, const struct fr_tree *t) {
  for (uint32_t r = 1; r < t->len; r++) {
    const struct fr_raw *n = &t->nodes[r], *in = &t->nodes[n->parent];
    if (n->kind == CXCursor_FunctionDecl && in->kind == CXCursor_DeclStmt)
      *fl_vec_add(f->arena, &f->local_functions) = (struct fr_local_function){
          n->cursor, *code, in->span, in->first == r && fr_is_written(f, in->span, in->in_macro)};
  }
}

static bool is_namespace(enum CXCursorKind k) {
  return k == CXCursor_Namespace || k == CXCursor_TranslationUnit || k == CXCursor_LinkageSpec ||
         k == CXCursor_UnexposedDecl;
}

// What is around a declaration in its namespace.
static CXCursor outermost(CXCursor c) {
  CXCursor in = clang_getCursorLexicalParent(c);
  while (!clang_Cursor_isNull(in) && !clang_isInvalid(clang_getCursorKind(in)) &&
         !is_namespace(clang_getCursorKind(in))) {
    c = in;
    in = clang_getCursorLexicalParent(c);
  }
  return c;
}

static CXCursor namespace_of(CXCursor c, CXCursor (*parent)(CXCursor)) {
  CXCursor in = parent(c);
  while (clang_getCursorKind(in) == CXCursor_LinkageSpec ||
         clang_getCursorKind(in) == CXCursor_UnexposedDecl)
    in = parent(in);
  return clang_getCanonicalCursor(in);
}

// Is a kernel declared in front of this outside of functions, with the default arguments that it has here?
static bool is_known(const struct fr_local_function *l, const char *text) {
  const CXCursor first = clang_getCanonicalCursor(l->cursor);
  return is_namespace(clang_getCursorKind(clang_getCursorLexicalParent(first))) &&
         !strchr(text, '=');
}

// The same text on one line.
static const char *on_one_line(struct fr *f, const char *text) {
  char *line = fl_strdup(f->arena, text);
  for (char *p = line; (p = strpbrk(p, "\\\r\n"));)
    *p = ' ';
  return line;
}

// As many line ends as a text has, behind a semicolon.
static const char *nothing(struct fr *f, const char *text) {
  char *s = fl_strdup(f->arena, text), *to = s;
  *to++ = ';';
  for (const char *p = text; *p; p++)
    if (*p == '\n')
      *to++ = '\n';
  *to = '\0';
  return s;
}

// What is to stand in front of a function: of C's, too, where that is one.
static const char *declaration(struct fr *f, struct fl_span at, const char *line) {
  size_t n, i = fr_token_at(f, at.file, at.begin);
  const struct fr_token *t = fr_tokens(f, at.file, &n);
  return fr_token_is(f, at.file, i, "extern") && i + 1 < n && t[i + 1].kind == FR_STRING
             ? fl_format(f->arena, "extern \"C\" { %s } ", line)
             : fl_format(f->arena, "%s ", line);
}

static bool is_functions(const struct fl_unit *u, const char *name) {
  bool any = false;
  for (size_t i = 0; i < u->functions.len && !any; i++)
    any = !strcmp(u->functions.data[i]->name, name);
  return any;
}

bool fr_declare_outside(struct fr *f) {
  FL_VEC(struct fr_edit) edits = {0};
  for (size_t i = 0; i < f->local_functions.len; i++) {
    const struct fr_local_function *l = &f->local_functions.data[i];
    const struct fl_function *k = fr_function_of(f, l->cursor);
    const CXCursor around = outermost(l->code.cursor);
    const char *text = fl_span_text(f->u, l->statement);
    struct fl_span at;
    if (!l->first || !fr_has_attr(l->cursor, CXCursor_CUDAGlobalAttr) || is_known(l, text) ||
        strchr(text, '#') || !fr_begin_of(f, around, &at) || at.file != l->statement.file ||
        !clang_equalCursors(namespace_of(around, clang_getCursorLexicalParent),
                            namespace_of(l->cursor, clang_getCursorSemanticParent)))
      continue;
    const char *line = declaration(f, at, on_one_line(f, text));
    const size_t len = strlen(line);
    if (at.begin >= len && !memcmp(f->u->files.data[at.file].text + at.begin - len, line, len))
      continue; // it has been written, and did not help
    *fl_vec_add(f->arena, &edits) = (struct fr_edit){at, line, i};
    const char *name = fr_string(f, clang_getCursorSpelling(l->cursor));
    if (l->code.function &&
        (k ? fr_only_function(f->u, name, strlen(name)) == k : !is_functions(f->u, name)))
      *fl_vec_add(f->arena, &edits) =
          (struct fr_edit){l->statement, nothing(f, fl_span_text(f->u, l->statement)), i};
  }
  fr_rewrite(f, edits.data, edits.len);
  return edits.len > 0;
}

static bool in_front(struct fl_span declared, struct fl_span at, bool other_files) {
  return !fl_span_empty(declared) &&
         (declared.file == at.file ? declared.begin < at.begin : other_files);
}

// Is a kernel's first declaration in a body? Then others are further down, in whatever file.
static bool begins_in_body(struct fr *f, const struct fl_function *k) {
  for (size_t i = 0; i < f->local_functions.len; i++) {
    const CXCursor c = f->local_functions.data[i].cursor;
    if (fr_function_of(f, c) == k)
      return !is_namespace(
          clang_getCursorKind(clang_getCursorLexicalParent(clang_getCanonicalCursor(c))));
  }
  return false;
}

void fr_find_undeclared(struct fr *f) {
  for (size_t i = 0; i < f->u->sites.len; i++) {
    struct fl_site *s = f->u->sites.data[i];
    struct fl_function *k = s->kernel;
    const bool others = k && !begins_in_body(f, k);
    bool declared = !k || s->span.file < 0 || k->is_template || k->is_specialization ||
                    in_front(k->span, s->span, others);
    for (size_t n = 0; !declared && n < k->redeclarations.len; n++)
      declared = in_front(k->redeclarations.data[n].span, s->span, others);
    if (declared)
      continue;
    s->undeclared = true;
    s->kernel = NULL;
    k->address_taken = true;
    if (s->arg_nodes.len < k->params.len) { // a pointer has no default arguments
      s->overloaded = s->named_by_macro = true;
      s->editable &= !s->on_host;
    }
  }
}
