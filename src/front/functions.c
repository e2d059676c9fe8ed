// Which kernels and device functions are there? One struct for all redeclarations of one function.
// Host code is only noted down, to be searched for launches later.
#include "head.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static bool is_scope(enum CXCursorKind k) {
  return k == CXCursor_Namespace || k == CXCursor_LinkageSpec || k == CXCursor_UnexposedDecl ||
         k == CXCursor_StructDecl || k == CXCursor_ClassDecl || k == CXCursor_UnionDecl ||
         k == CXCursor_ClassTemplate || k == CXCursor_ClassTemplatePartialSpecialization ||
         k == CXCursor_FriendDecl;
}

struct attrs {
  bool global, device, host;
};

static enum CXChildVisitResult see_attr(CXCursor c, CXCursor parent, CXClientData data) {
  struct attrs *a = data;
  (void)parent;
  enum CXCursorKind k = clang_getCursorKind(c);
  a->global |= k == CXCursor_CUDAGlobalAttr;
  a->device |= k == CXCursor_CUDADeviceAttr;
  a->host |= k == CXCursor_CUDAHostAttr;
  return CXChildVisit_Continue;
}

static enum fl_function_kind function_kind(struct fr *f, CXCursor c) {
  struct attrs a = {0};
  clang_visitChildren(c, see_attr, &a);
  if (a.global)
    return FL_KERNEL;
  if (a.device)
    return a.host ? FL_HOST_DEVICE : FL_DEVICE;
  // constexpr makes a function callable on the device too, if nothing else is said.
  return !a.host && (fr_says(f, c, "constexpr") || fr_says(f, c, "consteval")) ? FL_HOST_DEVICE
                                                                               : FL_HOST;
}

bool fr_is_hook(const char *name) {
  return strcmp(name, "cudaLaunchDevice") == 0 || strcmp(name, "cudaConfigureCall") == 0 ||
         strcmp(name, "__cudaPushCallConfiguration") == 0;
}

static void prepend_scope(struct fr *f, const char **scope, CXCursor c) {
  const char *name = fr_string(f, clang_getCursorSpelling(c));
  if (clang_Cursor_isAnonymous(c) || !*name)
    return;
  *scope = **scope ? fl_format(f->arena, "%s::%s", name, *scope) : name;
}

static bool is_class(enum CXCursorKind k) {
  return k == CXCursor_StructDecl || k == CXCursor_ClassDecl || k == CXCursor_UnionDecl ||
         k == CXCursor_ClassTemplate || k == CXCursor_ClassTemplatePartialSpecialization;
}

// The names of what is around a cursor, those of inline namespaces left out if `visible`.
static const char *scope_name(struct fr *f, CXCursor scope, bool visible) {
  const char *name = "";
  for (CXCursor p = scope;; p = clang_getCursorSemanticParent(p)) {
    enum CXCursorKind k = clang_getCursorKind(p);
    if (clang_Cursor_isNull(p) || clang_isInvalid(k) || k == CXCursor_TranslationUnit)
      return name;
    if ((k == CXCursor_Namespace || is_class(k)) && !(visible && clang_Cursor_isInlineNamespace(p)))
      prepend_scope(f, &name, p);
  }
}

const char *fr_scope_name(struct fr *f, CXCursor scope) { return scope_name(f, scope, false); }
const char *fr_visible_scope(struct fr *f, CXCursor scope) { return scope_name(f, scope, true); }

static const char *qualified(struct fr *f, const char *scope, const char *name) {
  return *scope ? fl_format(f->arena, "%s::%s", scope, name) : name;
}

// The brace that closes the class of a member.
static struct fl_span class_end(struct fr *f, CXCursor class) {
  bool in_macro;
  struct fl_span s = fr_extent(f, clang_getCursorDefinition(class), &in_macro);
  if (in_macro || fl_span_empty(s) || f->u->files.data[s.file].text[s.end - 1] != '}')
    return (struct fl_span){.file = -1};
  s.begin = s.end - 1;
  return s;
}

static void read_scope(struct fr *f, struct fl_function *fn, CXCursor c) {
  fn->scope = fr_scope_name(f, clang_getCursorSemanticParent(c));
  bool unnamed = false;
  for (CXCursor p = clang_getCursorLexicalParent(c);; p = clang_getCursorLexicalParent(p)) {
    enum CXCursorKind k = clang_getCursorKind(p);
    if (clang_Cursor_isNull(p) || clang_isInvalid(k) || k == CXCursor_TranslationUnit)
      break;
    fn->in_linkage |= k == CXCursor_LinkageSpec;
  }
  for (CXCursor p = clang_getCursorSemanticParent(c);; p = clang_getCursorSemanticParent(p)) {
    enum CXCursorKind k = clang_getCursorKind(p);
    if (clang_Cursor_isNull(p) || clang_isInvalid(k) || k == CXCursor_TranslationUnit)
      break;
    if (k == CXCursor_ClassTemplate || k == CXCursor_ClassTemplatePartialSpecialization)
      fn->in_template_class = true;
    if (k == CXCursor_Namespace && clang_Cursor_isAnonymous(p))
      unnamed = true;
  }
  fn->is_member = is_class(clang_getCursorKind(clang_getCursorSemanticParent(c)));
  fn->class_end =
      fn->is_member ? class_end(f, clang_getCursorSemanticParent(c)) : (struct fl_span){.file = -1};
  fn->is_inline_scope = clang_Cursor_isInlineNamespace(clang_getCursorSemanticParent(c));
  fn->is_unnamed = unnamed;
  fn->is_static = unnamed || (!fn->is_member && clang_Cursor_getStorageClass(c) == CX_SC_Static) ||
                  clang_getCursorLinkage(c) == CXLinkage_Internal;
  fn->qualified = qualified(f, fn->scope, fn->name);
  fn->visible = qualified(f, scope_name(f, clang_getCursorSemanticParent(c), true), fn->name);
}

// The namespace that a declaration is written in; the translation unit where it is in none.
static CXCursor written_in(CXCursor c) {
  CXCursor p = clang_getCursorLexicalParent(c);
  while (clang_getCursorKind(p) == CXCursor_LinkageSpec ||
         clang_getCursorKind(p) == CXCursor_UnexposedDecl)
    p = clang_getCursorLexicalParent(p);
  return clang_getCanonicalCursor(p);
}

// `__global__ void a::k() {}`: notes which namespaces must be opened to be where `k` is, from where it is written.
static void read_reopened(struct fr *f, struct fl_function *fn, CXCursor c) {
  const CXCursor here = written_in(c);
  for (CXCursor p = clang_getCursorSemanticParent(c);
       clang_getCursorKind(p) == CXCursor_Namespace &&
       !clang_equalCursors(clang_getCanonicalCursor(p), here);
       p = clang_getCursorSemanticParent(p)) {
    const char *name = clang_Cursor_isAnonymous(p) ? "" : fr_string(f, clang_getCursorSpelling(p));
    fl_vec_add(f->arena, &fn->reopened);
    for (size_t i = fn->reopened.len - 1; i > 0; i--)
      fn->reopened.data[i] = fn->reopened.data[i - 1];
    fn->reopened.data[0] = fl_format(f->arena, "%snamespace %s {",
                                     clang_Cursor_isInlineNamespace(p) ? "inline " : "", name);
  }
}

// The name of what is one function in all files of a program: not of instances, nor of inline functions, of which each file has its own.
static const char *symbol_of(struct fr *f, CXCursor c) {
  const enum CXCursorKind k = clang_getCursorKind(c);
  const bool plain = k == CXCursor_FunctionDecl || k == CXCursor_CXXMethod;
  if (!plain || clang_getCursorLinkage(c) != CXLinkage_External ||
      !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(c)))
    return NULL;
  const char *name = fr_string(f, clang_Cursor_getMangling(c));
  return *name ? name : NULL;
}

static struct fl_function *new_function(struct fr *f, CXCursor c, enum fl_function_kind kind) {
  struct fl_function *fn = fl_alloc(f->arena, sizeof *fn);
  fn->name = fr_string(f, clang_getCursorSpelling(c));
  fn->kind = kind;
  fn->usr = fr_string(f, clang_getCursorUSR(c));
  struct fl_span none = {.file = -1};
  fn->span = fn->template_head = fn->specifiers = fn->name_span = fn->params_span = fn->body_span =
      fn->odd_declaration = none;
  read_scope(f, fn, c);
  fn->symbol = symbol_of(f, c);
  fn->is_static_member = clang_CXXMethod_isStatic(c);
  fn->is_const_member = clang_CXXMethod_isConst(c);
  fn->is_virtual = clang_CXXMethod_isVirtual(c);
  fn->is_variadic = clang_Cursor_isVariadic(c);
  fn->is_specialization =
      clang_getCursorKind(c) != CXCursor_FunctionTemplate &&
      !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(c)) &&
      fr_is_function(clang_getCursorKind(clang_getSpecializedCursorTemplate(c)));
  const enum CXCursorKind k = clang_getCursorKind(c);
  fn->is_conversion = k == CXCursor_ConversionFunction;
  f->unseen_calls |= k == CXCursor_Constructor || k == CXCursor_Destructor ||
                     k == CXCursor_ConversionFunction || !strncmp(fn->name, "operator", 8);
  *fl_vec_add(f->arena, &f->u->functions) = fn;
  return fn;
}

// What clang has instantiated stands where its template does, or what that was instantiated from; some ways of parsing show it beside what is written.
static bool is_instance(CXCursor c) {
  const CXSourceLocation at = clang_getCursorLocation(c);
  for (CXCursor from = clang_getSpecializedCursorTemplate(c);
       !clang_Cursor_isNull(from) && !clang_isInvalid(clang_getCursorKind(from));
       from = clang_getSpecializedCursorTemplate(from))
    if (clang_equalLocations(at, clang_getCursorLocation(from)) ||
        clang_equalLocations(at, clang_getCursorLocation(clang_getCursorDefinition(from))))
      return true;
  return false;
}

static enum CXChildVisitResult see_body(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  if (clang_getCursorKind(c) == CXCursor_CompoundStmt)
    *(CXCursor *)data = c;
  return CXChildVisit_Continue;
}

// A function of the host's is searched for launches later; where it stands is noted. A macro may make all but its body.
static void on_host_function(struct fr *f, CXCursor c) {
  *fl_vec_add(f->arena, &f->code) = (struct fr_code){.cursor = c};
  bool in_macro;
  struct fl_span s = fr_extent(f, c, &in_macro);
  if (in_macro) {
    CXCursor body = c;
    clang_visitChildren(c, see_body, &body);
    s = fr_extent(f, body, &in_macro);
  }
  if (!in_macro && !fl_span_empty(s))
    *fl_vec_add(f->arena, &f->u->host_functions) = s;
}

static bool is_in_class_template(CXCursor c) {
  for (CXCursor p = clang_getCursorLexicalParent(c); is_class(clang_getCursorKind(p));
       p = clang_getCursorLexicalParent(p))
    if (clang_getCursorKind(p) == CXCursor_ClassTemplate ||
        clang_getCursorKind(p) == CXCursor_ClassTemplatePartialSpecialization)
      return true;
  return false;
}

// What stands in a parameter's declaration is its default, or the extent of an array.
static enum CXChildVisitResult see_expression(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  *(bool *)data |= clang_isExpression(clang_getCursorKind(c));
  return CXChildVisit_Continue;
}
struct counted {
  struct fr *f;
  size_t params, least;
};
static enum CXChildVisitResult count_param(CXCursor c, CXCursor parent, CXClientData data) {
  struct counted *n = data;
  if (clang_getCursorKind(c) != CXCursor_ParmDecl || !fr_is_parameter(parent, c))
    return CXChildVisit_Continue;
  bool any = false;
  clang_visitChildren(c, see_expression, &any);
  const char *type = fr_string(n->f, clang_getTypeSpelling(clang_getCursorType(c)));
  const size_t len = strlen(type);
  n->params++;
  if (!any && !(len > 3 && !strcmp(type + len - 3, "..."))) // a pack may be empty
    n->least = n->params;
  return CXChildVisit_Continue;
}
// Any declaration may have default arguments.
static void note_least(struct fr *f, struct fl_function *fn, CXCursor c) {
  struct counted n = {f, 0, 0};
  clang_visitChildren(c, count_param, &n);
  fn->least_args = n.least < fn->least_args ? n.least : fn->least_args;
}

// Is it CUDA's own, which the program declares since CUDA's headers have stopped to?
static bool is_join_again(struct fr *f, CXCursor c) {
  const char *symbol = symbol_of(f, c);
  return symbol && (!strcmp(symbol, "cudaDeviceSynchronize") ||
                    !strcmp(symbol, "__cudaDeviceSynchronizeDeprecationAvoidance"));
}

static void on_function(struct fr *f, CXCursor c, bool befriended) {
  if (is_instance(c))
    return;
  bool definition = clang_isCursorDefinition(c);
  if (befriended && !definition && is_in_class_template(c)) {
    // To clang a function of its own as long as the class has no arguments: which one is meant tells its name alone.
    *fl_vec_add(f->arena, &f->friends) = fr_string(f, clang_getCursorSpelling(c));
    return;
  }
  const void *key = clang_getCanonicalCursor(c).data[0];
  struct fl_function *fn = fr_map_get(&f->functions, key);
  if (!fn && !definition && is_join_again(f, c))
    return;
  if (!fn) {
    enum fl_function_kind kind = function_kind(f, c);
    if (kind == FL_HOST) {
      if (definition)
        on_host_function(f, c);
      return;
    }
    fn = new_function(f, c, kind);
    fn->least_args = SIZE_MAX;
    fr_map_put(f->arena, &f->functions, key, fn);
  }
  note_least(f, fn, c);
  fn->is_friend |= befriended;
  if (clang_Cursor_isFunctionInlined(c))
    fn->symbol = NULL;
  if (definition)
    read_reopened(f, fn, c);
  fr_read_head(f, fn, c, definition);
  *fl_vec_add(f->arena, &f->code) = (struct fr_code){c, definition ? fn : NULL};
}

// What a class has that is no function may be an object that is called.
static void note_member(struct fr *f, CXCursor c) {
  if (!is_class(clang_getCursorKind(clang_getCursorSemanticParent(c))))
    return;
  const char *name = fr_string(f, clang_getCursorSpelling(c));
  fl_names_add(f->arena, &f->u->member_names, name, strlen(name));
}
// Is there a variable of the device that other files may have, too? Of a template libclang tells no more than the name.
static bool is_linked_variable(struct fr *f, CXCursor c) {
  if (clang_getCursorKind(c) == CXCursor_UnexposedDecl)
    return fr_says(f, c, "inline") &&
           (fr_says(f, c, "__device__") || fr_says(f, c, "__constant__") ||
            fr_says(f, c, "__managed__"));
  if (!fr_has_attr(c, CXCursor_CUDADeviceAttr) && !fr_has_attr(c, CXCursor_CUDAConstantAttr))
    return false;
  return clang_Cursor_getStorageClass(c) == CX_SC_Extern ||
         (clang_getCursorLinkage(c) != CXLinkage_Internal && fr_says(f, c, "inline"));
}
static void on_variable(struct fr *f, CXCursor c) {
  note_member(f, c);
  if (fr_has_attr(c, CXCursor_CUDASharedAttr)) {
    struct fl_decl *d = fr_decl(f, c);
    for (size_t i = 0; i < f->u->file_shared.len; i++)
      if (f->u->file_shared.data[i] == d)
        return;
    *fl_vec_add(f->arena, &f->u->file_shared) = d;
  }
  *fl_vec_add(f->arena, &f->code) = (struct fr_code){.cursor = c};
}

struct member {
  struct fr *f;
  struct fl_span at;
  const char *scope;
};
static enum CXChildVisitResult see_name(CXCursor c, CXCursor parent, CXClientData data) {
  const struct member *m = data;
  if (clang_getCursorKind(parent) == CXCursor_FieldDecl && is_scope(clang_getCursorKind(c)))
    return CXChildVisit_Continue; // a class that is defined in front of the member's name
  if (clang_isExpression(clang_getCursorKind(c))) {
    const char *name = fr_string(m->f, clang_getCursorSpelling(c));
    const bool launches = fr_is_hook(name);
    if (*name)
      *fl_vec_add(m->f->arena, &m->f->u->member_uses) =
          (struct fl_member_use){name, m->at, launches, m->scope};
    m->f->unseen_calls |= launches || clang_getCursorKind(c) == CXCursor_CallExpr;
  }
  return CXChildVisit_Recurse;
}
static void on_member(struct fr *f, CXCursor c) {
  bool in_macro;
  struct member m = {f, fr_extent(f, c, &in_macro),
                     fr_scope_name(f, clang_getCursorSemanticParent(c))};
  clang_visitChildren(c, see_name, &m);
}

// May a declaration that is no function and no variable name functions: among the template arguments of a type, or as a default argument?
static bool may_name_functions(enum CXCursorKind k) {
  return k == CXCursor_TypeAliasDecl || k == CXCursor_TypeAliasTemplateDecl ||
         k == CXCursor_TypedefDecl || k == CXCursor_CXXBaseSpecifier ||
         k == CXCursor_NonTypeTemplateParameter || k == CXCursor_TemplateTypeParameter ||
         k == CXCursor_TemplateTemplateParameter || k == CXCursor_UnexposedDecl ||
         clang_isExpression(k);
}

static enum CXChildVisitResult on_decl(CXCursor c, CXCursor parent, CXClientData data) {
  struct fr *f = data;
  enum CXCursorKind k = clang_getCursorKind(c);
  int file;
  uint32_t offset;
  bool in_macro;
  if (!fr_place(f, clang_getCursorLocation(c), &file, &offset, &in_macro))
    return CXChildVisit_Continue;
  if (k == CXCursor_FieldDecl)
    on_member(f, c);
  f->u->linked_variables |=
      (k == CXCursor_VarDecl || k == CXCursor_UnexposedDecl) && is_linked_variable(f, c);
  if (k == CXCursor_VarDecl)
    fr_note_device_variable(f, c, parent);
  if (fr_is_function(k))
    on_function(f, c, clang_getCursorKind(parent) == CXCursor_FriendDecl);
  else if (k == CXCursor_VarDecl || k == CXCursor_FieldDecl)
    on_variable(f, c);
  else if (may_name_functions(k))
    *fl_vec_add(f->arena, &f->code) = (struct fr_code){.cursor = c};
  if (is_scope(k))
    return CXChildVisit_Recurse;
  return CXChildVisit_Continue;
}

static int by_text(const void *a, const void *b) {
  const struct fl_span x = (*(struct fl_function *const *)a)->name_span,
                       y = (*(struct fl_function *const *)b)->name_span;
  return x.file != y.file ? (x.file > y.file) - (x.file < y.file)
                          : (x.begin > y.begin) - (x.begin < y.begin);
}

// What is edited in a text would be so wherever it is included.
static void find_repeated(struct fr *f) {
  const size_t n = f->u->functions.len;
  struct fl_function **sorted = fl_alloc(f->arena, (n + 1) * sizeof *sorted);
  for (size_t i = 0; i < n; i++)
    sorted[i] = f->u->functions.data[i];
  if (n)
    qsort(sorted, n, sizeof *sorted, by_text);
  for (size_t i = 0; i + 1 < n; i++)
    if (!fl_span_empty(sorted[i]->name_span) && !by_text(sorted + i, sorted + i + 1))
      for (size_t k = i; k < i + 2; k++)
        sorted[k]->repeated = sorted[k]->from_macro = true;
}

void fr_collect_functions(struct fr *f) {
  clang_visitChildren(clang_getTranslationUnitCursor(f->tu), on_decl, f);
  find_repeated(f);
  for (size_t i = 0; i < f->friends.len; i++)
    for (size_t k = 0; k < f->u->functions.len; k++)
      f->u->functions.data[k]->is_friend |=
          strcmp(f->u->functions.data[k]->name, f->friends.data[i]) == 0;
}
