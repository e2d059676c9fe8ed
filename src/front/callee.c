// Which kernel is launched, with which template arguments?
#include "internal.h"

#include <string.h>

static bool is_function(enum CXCursorKind k) {
  return k == CXCursor_FunctionDecl || k == CXCursor_FunctionTemplate || k == CXCursor_CXXMethod;
}

// Of a launch only kernels are meant, whatever else has the name.
static bool is_no_kernel(const struct fl_function *fn, CXCursor c) {
  return fn ? fn->kind != FL_KERNEL
            : !fr_has_attr(c, CXCursor_CUDAGlobalAttr) &&
                  !fr_has_attr(clang_getCanonicalCursor(c), CXCursor_CUDAGlobalAttr);
}

CXCursor fr_overload(CXCursor set, unsigned i) {
  const CXCursor c = clang_getOverloadedDecl(set, i);
  if (fr_is_function(clang_getCursorKind(c)))
    return c;
  const CXCursor meant = clang_getCursorDefinition(c);
  return clang_Cursor_isNull(meant) ? c : meant;
}

CXCursor fr_only_fit(struct fr *f, CXCursor set, unsigned args, bool launch) {
  CXCursor found = clang_getNullCursor();
  const struct fl_function *which = NULL;
  const unsigned n = clang_getNumOverloadedDecls(set);
  for (unsigned i = 0; i < n; i++) {
    const CXCursor c = fr_overload(set, i);
    const struct fl_function *fn = fr_function_of(f, c);
    if (launch && is_no_kernel(fn, c))
      continue;
    if (!fn)
      return clang_getNullCursor();
    if (fn == which || (n > 1 && !fl_takes(fn, args)))
      continue;
    if (which)
      return clang_getNullCursor();
    which = fn;
    found = c;
  }
  return found;
}

// The template argument list that ends a callee's text, without its angle brackets; empty if there
// is none.
static struct fl_span explicit_args(struct fr *f, struct fl_span callee) {
  struct fl_span none = {.file = -1};
  if (callee.file < 0)
    return none;
  size_t n, i = fr_token_at(f, callee.file, callee.begin);
  const struct fr_token *t = fr_tokens(f, callee.file, &n);
  while (i < n && t[i].begin < callee.end) {
    if (t[i].ch == '<') {
      size_t close = fr_match(f, callee.file, i);
      if (close >= n || t[close].end > callee.end)
        return none;
      if (close + 1 >= n || t[close + 1].begin >= callee.end)
        return (struct fl_span){callee.file, t[i].end, t[close].begin};
      i = close;
    }
    i++;
  }
  return none;
}

static unsigned count_args(struct fr *f, struct fl_span args) {
  size_t n, i = fr_token_at(f, args.file, args.begin);
  const struct fr_token *t = fr_tokens(f, args.file, &n);
  unsigned count = 0;
  for (bool open = false; i < n && t[i].begin < args.end; i++) {
    if (!open) {
      count++;
      open = true;
    }
    if (t[i].kind != FR_PUNCT || !t[i].ch)
      continue;
    if (strchr("([{<", t[i].ch)) {
      size_t close = fr_match(f, args.file, i);
      if (close < n && t[close].end <= args.end)
        i = close;
    } else if (t[i].ch == ',') {
      open = false;
    }
  }
  return count;
}

static bool is_local(CXCursor ref) {
  CXCursor p = clang_getCursorSemanticParent(ref);
  enum CXCursorKind k = clang_getCursorKind(ref), pk = clang_getCursorKind(p);
  bool template_param = k == CXCursor_TemplateTypeParameter ||
                        k == CXCursor_NonTypeTemplateParameter ||
                        k == CXCursor_TemplateTemplateParameter;
  return !template_param && (is_function(pk) || pk == CXCursor_Constructor ||
                             pk == CXCursor_Destructor || pk == CXCursor_ConversionFunction);
}

// Whether the template arguments written in the callee name something of the function's own.
static bool names_locals(struct fr_body *b, uint32_t callee) {
  const struct fr_tree *t = b->tree;
  uint32_t name = fr_peel(t, callee);
  for (uint32_t k = name + 1; k < t->nodes[name].end; k++) {
    CXCursor ref = clang_getCursorReferenced(t->nodes[k].cursor);
    enum CXCursorKind kind = clang_getCursorKind(ref);
    if (clang_isDeclaration(kind) && is_local(ref))
      return true;
  }
  return false;
}

// The same arguments with values in place of the function's own constants; NULL: some of its own are none.
static const char *locals_as_values(struct fr_body *b, uint32_t callee, struct fl_span written) {
  const struct fr_tree *t = b->tree;
  struct fr *f = b->f;
  const char *text = f->u->files.data[written.file].text;
  const uint32_t name = fr_peel(t, callee);
  struct fl_text out = {0};
  uint32_t from = written.begin;
  bool known = true;
  for (uint32_t k = name + 1; known && k < t->nodes[name].end; k++) {
    const struct fr_raw *n = &t->nodes[k];
    const CXCursor ref = clang_getCursorReferenced(n->cursor);
    if (!clang_isDeclaration(clang_getCursorKind(ref)) || !is_local(ref) ||
        n->kind == CXCursor_UnexposedExpr) // a conversion of what follows
      continue;
    const CXType type = clang_getCanonicalType(clang_getCursorType(ref));
    int64_t value;
    known = n->kind == CXCursor_DeclRefExpr && clang_getCursorKind(ref) == CXCursor_VarDecl &&
            clang_isConstQualifiedType(type) && type.kind >= CXType_Bool &&
            type.kind <= CXType_LongLong && fr_evaluate(ref, &value) && !n->in_macro &&
            n->span.file == written.file && n->span.begin >= from && n->span.end <= written.end;
    if (!known)
      break;
    fl_text_add(&out, text + from, n->span.begin - from);
    fl_text_printf(&out, "(%s)%lld", fr_type_name(f, clang_getUnqualifiedType(type)),
                   (long long)value);
    from = n->span.end;
  }
  fl_text_add(&out, text + from, written.end - from);
  const char *values = known ? fl_strndup(f->arena, out.data, out.len) : NULL;
  fl_text_free(&out);
  return values;
}

static void remove_all(char *s, const char *what) {
  size_t n = strlen(what);
  for (char *p = s; (p = strstr(p, what));)
    memmove(p, p + n, strlen(p + n) + 1);
}

// A type as it can be written at namespace scope; NULL if it cannot.
static const char *global_type(struct fr *f, CXType t, bool *local) {
  CXType canonical = clang_getCanonicalType(t);
  if (fr_type_is_local(f, canonical)) {
    *local = true;
    char *name = fl_strdup(f->arena, fr_type_name(f, canonical));
    return strchr(name, '(') ? NULL : name;
  }
  char *name = fl_strdup(f->arena, fr_type_name(f, canonical));
  remove_all(name, "(anonymous namespace)::");
  return strstr(name, "-parameter-") || strstr(name, "(unnamed") || strstr(name, "(lambda") ? NULL
                                                                                            : name;
}

struct value_params {
  CXType type[64]; // of a template's parameters; kind invalid where they are no values
  unsigned len;
};

static enum CXChildVisitResult on_param(CXCursor c, CXCursor parent, CXClientData data) {
  struct value_params *p = data;
  enum CXCursorKind k = clang_getCursorKind(c);
  (void)parent;
  if (k != CXCursor_TemplateTypeParameter && k != CXCursor_NonTypeTemplateParameter &&
      k != CXCursor_TemplateTemplateParameter)
    return CXChildVisit_Continue;
  if (p->len < 64)
    p->type[p->len++] = k == CXCursor_NonTypeTemplateParameter
                            ? clang_getCanonicalType(clang_getCursorType(c))
                            : (CXType){.kind = CXType_Invalid};
  return CXChildVisit_Continue;
}

static bool add_value(struct fr *f, struct fl_text *out, CXCursor c, unsigned i,
                      const struct value_params *params) {
  CXType t = i < params->len ? params->type[i] : (CXType){.kind = CXType_Invalid};
  bool is_unsigned = t.kind == CXType_ULong || t.kind == CXType_ULongLong || t.kind == CXType_UInt;
  if (t.kind == CXType_Enum) {
    bool local = false;
    const char *name = global_type(f, t, &local);
    if (!name || local)
      return false;
    fl_text_printf(out, "(%s)", name);
  } else if (t.kind == CXType_Bool) {
    fl_text_puts(out, clang_Cursor_getTemplateArgumentValue(c, i) ? "true" : "false");
    return true;
  }
  if (is_unsigned)
    fl_text_printf(out, "%llu", clang_Cursor_getTemplateArgumentUnsignedValue(c, i));
  else
    fl_text_printf(out, "%lld", clang_Cursor_getTemplateArgumentValue(c, i));
  return true;
}

// The arguments of the specialisation that a launch was resolved to, spelled by clang; "" if one of
// them cannot be.
static const char *deduced_args(struct fr *f, CXCursor specialisation, bool *local) {
  int n = clang_Cursor_getNumTemplateArguments(specialisation);
  if (n < 0)
    return "";
  struct value_params params = {.len = 0};
  clang_visitChildren(clang_getSpecializedCursorTemplate(specialisation), on_param, &params);
  struct fl_text out = {0};
  bool known = true;
  for (unsigned i = 0; known && i < (unsigned)n; i++) {
    if (i)
      fl_text_puts(&out, ", ");
    enum CXTemplateArgumentKind k = clang_Cursor_getTemplateArgumentKind(specialisation, i);
    if (k == CXTemplateArgumentKind_Type) {
      const char *name =
          global_type(f, clang_Cursor_getTemplateArgumentType(specialisation, i), local);
      known = name != NULL;
      if (known)
        fl_text_puts(&out, name);
    } else {
      known =
          k == CXTemplateArgumentKind_Integral && add_value(f, &out, specialisation, i, &params);
    }
  }
  const char *text = known && out.data ? fl_strdup(f->arena, out.data) : "";
  fl_text_free(&out);
  return text;
}

// Can a type be named anywhere? Members of classes may be private, and arguments of templates may be such.
static bool is_public(CXType t, int depth) {
  enum { DEEPEST = 16 };
  t = clang_getCanonicalType(t);
  while (t.kind == CXType_Pointer || t.kind == CXType_ConstantArray)
    t = clang_getCanonicalType(t.kind == CXType_Pointer ? clang_getPointeeType(t)
                                                        : clang_getArrayElementType(t));
  if (t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin)
    return true;
  if ((t.kind != CXType_Record && t.kind != CXType_Enum) || depth > DEEPEST)
    return false;
  for (int i = 0, n = clang_Type_getNumTemplateArguments(t); i < n; i++) {
    const CXType arg = clang_Type_getTemplateArgumentAsType(t, (unsigned)i);
    if (arg.kind != CXType_Invalid && !is_public(arg, depth + 1))
      return false;
  }
  CXCursor c = clang_getTypeDeclaration(t);
  while (clang_getCXXAccessSpecifier(c) == CX_CXXPublic ||
         clang_getCXXAccessSpecifier(c) == CX_CXXInvalidAccessSpecifier) {
    c = clang_getCursorSemanticParent(c);
    if (clang_Cursor_isNull(c) || fr_is_function(clang_getCursorKind(c)))
      return false;
    if (clang_getCursorKind(c) == CXCursor_TranslationUnit)
      return true;
  }
  return false;
}

const char *fr_public_args(struct fr *f, CXCursor instance) {
  const CXCursor from = clang_getSpecializedCursorTemplate(instance);
  if (clang_Cursor_isNull(from) || clang_getCursorKind(from) != CXCursor_FunctionTemplate)
    return "";
  for (int i = 0, n = clang_Cursor_getNumTemplateArguments(instance); i < n; i++)
    if (clang_Cursor_getTemplateArgumentKind(instance, (unsigned)i) ==
            CXTemplateArgumentKind_Type &&
        !is_public(clang_Cursor_getTemplateArgumentType(instance, (unsigned)i), 0))
      return "";
  bool local = false;
  const char *args = deduced_args(f, instance, &local);
  return local || strchr(args, '(') ? ""
                                    : args; // a value of an enumeration's, which may be a class's
}

const char *fr_instance_args(struct fr *f, CXCursor instance) {
  const CXCursor from = clang_getSpecializedCursorTemplate(instance);
  bool local = false;
  const char *args =
      clang_Cursor_isNull(from) || clang_getCursorKind(from) != CXCursor_FunctionTemplate
          ? ""
          : deduced_args(f, instance, &local);
  return local ? "" : args;
}

static bool has_pack(const struct fl_function *fn) {
  for (size_t i = 0; i < fn->template_params.len; i++)
    if (fn->template_params.data[i].is_pack)
      return true;
  return false;
}

// May the arguments of a launch decide a template parameter that is not written out? Its default counts for nothing then.
static bool is_deducible(const struct fl_function *fn, const struct fl_template_param *p) {
  for (size_t i = 0; i < fn->params.len; i++)
    if (fl_find_word(fn->params.data[i].type, fn->params.data[i].type, p->name))
      return true;
  return false;
}

// How many template arguments must be written so that all are known?
static unsigned wanted_args(const struct fl_function *fn) {
  size_t n = fn->template_params.len;
  for (; n > 0; n--) {
    const struct fl_template_param *p = &fn->template_params.data[n - 1];
    if (fl_span_empty(p->default_arg) || is_deducible(fn, p))
      break;
  }
  return (unsigned)n;
}

struct fl_span fr_explicit_args(struct fr *f, struct fl_span name,
                                const struct fl_function *kernel) {
  const struct fl_span written = explicit_args(f, name);
  return written.file >= 0 && !has_pack(kernel) && count_args(f, written) >= wanted_args(kernel)
             ? written
             : (struct fl_span){.file = -1};
}

// An instance's parameters, of which its template does not tell the types.
void fr_note_instance(struct fr *f, struct fl_function *kernel, CXCursor instance) {
  const CXType t = clang_getCursorType(instance);
  for (int i = 0, n = clang_getNumArgTypes(t); i < n; i++)
    fr_note_handed(f, kernel, clang_getArgType(t, (unsigned)i));
}

// May a launch be of another kernel than the one that clang finds? A call that depends on template parameters is looked up again where it is instantiated; and
// what the arguments make known clang does not look at.
static bool has_rival(struct fr_body *b, uint32_t callee, const struct fl_site *s, bool open,
                      unsigned args) {
  struct fr *f = b->f;
  const struct fl_unit *u = f->u;
  const char *text = s->editable ? fl_span_text(f->u, s->callee) : s->kernel_name;
  for (size_t i = 0; i < u->functions.len; i++) {
    const struct fl_function *g = u->functions.data[i];
    if (g->kind == FL_KERNEL && fl_is_rival(s->kernel, g, text, args) &&
        (open || fr_is_brought(b, callee, strcmp(g->visible, s->kernel->visible) ? g : NULL)))
      return true;
  }
  return false;
}

// The kernel that a name in a launch refers to.
static void find_kernel(struct fr_body *b, uint32_t callee, CXCursor ref, struct fl_site *s,
                        unsigned args) {
  struct fr *f = b->f;
  const enum CXCursorKind k = clang_getCursorKind(ref);
  const bool open = k == CXCursor_OverloadedDeclRef;
  const bool variable = open && clang_getNumOverloadedDecls(ref) == 1 &&
                        clang_getCursorKind(clang_getOverloadedDecl(ref, 0)) ==
                            CXCursor_UnexposedDecl; // a variable template
  if (open)
    s->kernel = fr_function_of(f, fr_only_fit(f, ref, args, true));
  else if (is_function(k))
    s->kernel = fr_function_of(f, ref);
  if (s->kernel && s->kernel->kind != FL_KERNEL)
    s->kernel = NULL;
  const bool one = s->kernel;
  if (one && has_rival(b, callee, s, open, args))
    s->kernel = NULL;
  s->overloaded = (open || one) && !s->kernel && !variable;
}

// All template arguments are written.
static void read_written(struct fr_body *b, uint32_t callee, CXCursor ref, bool instance,
                         struct fl_span written, struct fl_site *s) {
  s->template_args = fl_span_text(b->f->u, written);
  s->explicit_template_args = true;
  s->args_name_locals = names_locals(b, callee);
  // In a class, and in a body (`const int threads = 64;`), names stand for what they do not outside.
  if (instance && ((s->caller && s->caller->is_member) || s->args_name_locals)) {
    s->args_name_locals = false;
    s->template_args = deduced_args(b->f, ref, &s->args_name_locals);
  } else if (s->args_name_locals) {
    const char *values = locals_as_values(b, callee, written);
    s->template_args = values ? values : s->template_args;
    s->args_name_locals = !values;
  }
}

void fr_launch_callee(struct fr_body *b, uint32_t callee, struct fl_site *s, unsigned args) {
  struct fr *f = b->f;
  const struct fr_raw *name = &b->tree->nodes[fr_peel(b->tree, callee)];
  const CXCursor ref = clang_getCursorReferenced(name->cursor);
  const enum CXCursorKind k = clang_getCursorKind(ref);
  s->kernel_name = s->editable                                ? fr_shown_name(f, s->callee)
                   : s->node->callee && s->node->callee->name ? s->node->callee->name
                                                              : "";
  find_kernel(b, callee, ref, s, args);
  const CXCursor from =
      is_function(k) ? clang_getSpecializedCursorTemplate(ref) : clang_getNullCursor();
  const bool instance =
      !clang_Cursor_isNull(from) && clang_getCursorKind(from) == CXCursor_FunctionTemplate;
  const bool is_template =
      instance || k == CXCursor_FunctionTemplate || (s->kernel && s->kernel->template_params.len);
  if (instance && s->kernel) {
    bool local = false;
    fr_note_instance(f, s->kernel, ref);
    s->instance_args = deduced_args(f, ref, &local);
  }
  struct fl_span written = {.file = -1};
  if (!name->in_macro && (!s->kernel || is_template))
    written = explicit_args(f, name->span);
  const bool any = written.file >= 0;
  if (any && s->kernel && fr_explicit_args(f, name->span, s->kernel).file >= 0) {
    read_written(b, callee, ref, instance, written, s);
  } else if (instance && (s->kernel || !any)) {
    s->template_args = deduced_args(f, ref, &s->args_name_locals);
  } else if (any || is_template) { // as far as it can be told
    s->template_args = any && !s->kernel ? fl_span_text(f->u, written) : "";
    s->args_name_locals = any && names_locals(b, callee);
  }
}
