// What does a name refer to, and what is its type?
#include "internal.h"

#include <string.h>

// Class template arguments that are deduced from what depends on template parameters (`pair p(a, b);`): clang names the template, which is no type.
// Types that libclang does not know are named likewise.
static bool is_deduced(CXType t) {
  const CXType canonical = clang_getCanonicalType(t);
  if (canonical.kind != CXType_Unexposed ||
      !clang_isInvalid(clang_getCursorKind(clang_getTypeDeclaration(t))))
    return false;
  const CXString s = clang_getTypeSpelling(clang_getUnqualifiedType(canonical));
  const char *name = clang_getCString(s);
  size_t n = 0;
  while (name && (fl_is_word(name[n]) || name[n] == ':'))
    n++;
  const bool plain =
      n != 0 && !name[n] && strcmp(name, "char8_t") != 0 && strcmp(name, "__bf16") != 0;
  clang_disposeString(s);
  return plain;
}

const char *fr_type_name(struct fr *f, CXType t) {
  if (t.kind == CXType_Invalid)
    return "";
  const char *name = fr_map_get(&f->type_names, t.data[0]);
  if (!name) {
    name = is_deduced(t) ? FL_DEDUCED : fr_string(f, clang_getTypeSpelling(t));
    fr_map_put(f->arena, &f->type_names, t.data[0], (void *)name);
  }
  return name;
}

static bool is_array(enum CXTypeKind k) {
  return k == CXType_ConstantArray || k == CXType_IncompleteArray || k == CXType_VariableArray ||
         k == CXType_DependentSizedArray;
}

static bool is_function(enum CXTypeKind k) {
  return k == CXType_FunctionProto || k == CXType_FunctionNoProto;
}

const char *fr_parameter_type(struct fr *f, CXType t) {
  const CXType canonical = clang_getCanonicalType(t);
  const char *name = fr_type_name(f, t);
  if (is_function(canonical.kind)) {
    const char *params = strchr(name, '(');
    return params && params[1] != '*'
               ? fl_format(f->arena, "%.*s(*)%s", (int)(params - name), name, params)
               : fl_format(f->arena, "%s *", name); // a typedef
  }
  if (!is_array(canonical.kind)) // the qualifiers of an array are its elements'
    return fr_type_name(f, clang_getUnqualifiedType(t));
  const char *open = strchr(name, '['); // of the outermost array
  if (!open) {                          // a typedef
    name = fr_type_name(f, canonical);
    open = strchr(name, '[');
  }
  const char *close = open ? strchr(open, ']') : NULL;
  if (!close)
    return name;
  const bool of_arrays = close[1] == '[' || close[1] == '(';
  return fl_format(f->arena, "%.*s%s%s", (int)(open - name), name, of_arrays ? " (*)" : " *",
                   close + 1);
}

struct attr_query {
  enum CXCursorKind kind;
  bool found;
};

static enum CXChildVisitResult find_attr(CXCursor c, CXCursor parent, CXClientData data) {
  struct attr_query *q = data;
  (void)parent;
  if (clang_getCursorKind(c) != q->kind)
    return CXChildVisit_Continue;
  q->found = true;
  return CXChildVisit_Break;
}

bool fr_has_attr(CXCursor decl, enum CXCursorKind attr) {
  struct attr_query q = {attr, false};
  if (clang_Cursor_hasAttrs(decl) || clang_getCursorKind(decl) == CXCursor_FunctionTemplate)
    clang_visitChildren(decl, find_attr, &q);
  return q.found;
}

// The type behind pointers, references and arrays.
static CXType base_type(CXType t) {
  for (int i = 0; i < 64; i++) {
    if (is_array(t.kind))
      t = clang_getArrayElementType(t);
    else if (t.kind == CXType_Pointer || t.kind == CXType_LValueReference ||
             t.kind == CXType_RValueReference)
      t = clang_getPointeeType(t);
    else
      break;
  }
  return t;
}

static bool local_within(struct fr *f, CXType t, int depth) {
  t = base_type(clang_getCanonicalType(t));
  CXCursor c = clang_getTypeDeclaration(t);
  enum CXCursorKind k = clang_getCursorKind(c);
  if (k == CXCursor_NoDeclFound || clang_isInvalid(k))
    return false;
  if (k == CXCursor_TemplateTypeParameter)
    return false;
  // Lambdas and unnamed classes print as "(lambda at ...)", "(unnamed struct at ...)".
  if (strstr(fr_type_name(f, t), "(lambda") || strstr(fr_type_name(f, t), "(unnamed") ||
      strstr(fr_type_name(f, t), "(anonymous struct"))
    return true;
  for (CXCursor p = clang_getCursorSemanticParent(c);
       !clang_isInvalid(clang_getCursorKind(p)) && !clang_Cursor_isNull(p);
       p = clang_getCursorSemanticParent(p)) {
    enum CXCursorKind pk = clang_getCursorKind(p);
    if (fr_is_function(pk))
      return true;
    if (pk == CXCursor_TranslationUnit)
      break;
  }
  int n = clang_Type_getNumTemplateArguments(t);
  for (int i = 0; i < n && depth < 4; i++) {
    CXType arg = clang_Type_getTemplateArgumentAsType(t, (unsigned)i);
    if (arg.kind != CXType_Invalid && local_within(f, arg, depth + 1))
      return true;
  }
  return false;
}

bool fr_type_is_local(struct fr *f, CXType t) {
  return t.kind != CXType_Invalid && local_within(f, t, 0);
}

bool fr_says(struct fr *f, CXCursor c, const char *word) {
  bool in_macro;
  const struct fl_span s = fr_extent(f, c, &in_macro);
  if (s.file < 0)
    return false;
  size_t n, i = fr_token_at(f, s.file, s.begin);
  const struct fr_token *t = fr_tokens(f, s.file, &n);
  CXFile in;
  unsigned name;
  clang_getFileLocation(clang_getCursorLocation(c), &in, NULL, NULL, &name);
  const size_t begin = i;
  while (i > 0 && begin - i < 64 &&
         !(t[i - 1].kind == FR_PUNCT && t[i - 1].ch && strchr(";{}(", t[i - 1].ch)))
    i--;
  for (; i < n && t[i].begin < name && t[i].begin < s.end; i++)
    if (fr_token_is(f, s.file, i, word))
      return true;
  return false;
}

// Canonical declaration of the template or the member that a declaration was instantiated from.
static CXCursor origin(CXCursor c) {
  for (int i = 0; i < 16; i++) {
    CXCursor from = clang_getSpecializedCursorTemplate(c);
    enum CXCursorKind k = clang_getCursorKind(from);
    if (clang_Cursor_isNull(from) || clang_isInvalid(k) || !fr_is_function(k))
      break;
    c = from;
  }
  return clang_getCanonicalCursor(c);
}

struct fl_function *fr_function_of(struct fr *f, CXCursor decl) {
  if (!fr_is_function(clang_getCursorKind(decl)))
    return NULL;
  struct fl_function *fn = fr_map_get(&f->functions, clang_getCanonicalCursor(decl).data[0]);
  return fn ? fn : fr_map_get(&f->functions, origin(decl).data[0]);
}

static bool is_builtin_name(const char *s) {
  static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(s, names[i]) == 0)
      return true;
  return false;
}

static enum fl_decl_kind variable_kind(CXCursor c, const char *name, bool local) {
  if (fr_has_attr(c, CXCursor_CUDASharedAttr))
    return FL_DECL_SHARED;
  if (local)
    return clang_Cursor_hasVarDeclGlobalStorage(c) == 1 ? FL_DECL_GLOBAL : FL_DECL_LOCAL;
  return is_builtin_name(name) ? FL_DECL_BUILTIN : FL_DECL_GLOBAL;
}

static enum fl_decl_kind decl_kind(CXCursor c, const char *name, bool local) {
  switch (clang_getCursorKind(c)) {
  case CXCursor_VarDecl:
    return variable_kind(c, name, local);
  case CXCursor_ParmDecl:
    return FL_DECL_PARAM;
  case CXCursor_FunctionDecl:
  case CXCursor_FunctionTemplate:
  case CXCursor_CXXMethod:
  case CXCursor_Constructor:
  case CXCursor_Destructor:
  case CXCursor_ConversionFunction:
  case CXCursor_OverloadedDeclRef:
    return FL_DECL_FUNCTION;
  case CXCursor_EnumConstantDecl:
    return FL_DECL_ENUMERATOR;
  case CXCursor_FieldDecl:
    return FL_DECL_FIELD;
  case CXCursor_TemplateTypeParameter:
  case CXCursor_NonTypeTemplateParameter:
  case CXCursor_TemplateTemplateParameter:
    return FL_DECL_TEMPLATE_PARAM;
  default:
    return FL_DECL_OTHER;
  }
}

// A type by names that mean something outside of the function, too: those that a body gives to types (`typedef typename T::size S;`) are replaced by what
// they stand for.
static const char *without_local_names(struct fr *f, CXType t, const char *name) {
  for (int i = 0; i < 8; i++) {
    const CXCursor named = clang_getTypeDeclaration(base_type(t));
    const enum CXCursorKind kind = clang_getCursorKind(named);
    if ((kind != CXCursor_TypedefDecl && kind != CXCursor_TypeAliasDecl) ||
        !fr_is_function(clang_getCursorKind(clang_getCursorSemanticParent(named))))
      break;
    t = clang_getTypedefDeclUnderlyingType(named);
    const char *type = fr_type_name(f, t);
    if (is_array(clang_getCanonicalType(t).kind) || strchr(type, '('))
      break;
    const char *word = fr_string(f, clang_getCursorSpelling(named));
    const char *at = fl_find_word(name, name, word);
    if (at)
      name = fl_format(f->arena, "%.*s%s%s", (int)(at - name), name, type, at + strlen(word));
  }
  return name;
}

// Classes of libraries are taken to do nothing but give members values.
bool fr_is_made_by_code(CXType t) {
  CXType canonical = clang_getCanonicalType(t);
  if (canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference)
    canonical = clang_getPointeeType(canonical);
  const CXCursor class = clang_getTypeDeclaration(canonical);
  return canonical.kind == CXType_Record && !clang_isPODType(canonical) &&
         clang_getCursorKind(class) != CXCursor_LambdaExpr &&
         !clang_Location_isInSystemHeader(clang_getCursorLocation(class));
}

static bool says_volatile(struct fr *f) {
  const bool asked = f->says_volatile != 0;
  for (size_t i = 0; i < f->u->files.len && !asked && f->says_volatile <= 0; i++)
    f->says_volatile =
        fl_find_word(f->u->files.data[i].text, f->u->files.data[i].text, "volatile") ? 1 : -1;
  return f->says_volatile > 0;
}

static void read_type(struct fr *f, CXCursor c, struct fl_decl *d) {
  CXType t = clang_getCursorType(c);
  if (t.kind == CXType_Invalid) {
    d->type = d->canonical = "";
    return;
  }
  CXType canonical = clang_getCanonicalType(t);
  const bool decays =
      d->kind == FL_DECL_PARAM &&
      (is_array(canonical.kind) || is_function(canonical.kind)); // `int a[]`, `int f(int)`
  d->type = decays ? fr_parameter_type(f, t) : fr_type_name(f, t);
  if (!strcmp(d->type, FL_DEDUCED))
    d->deduced_class = fr_string(f, clang_getTypeSpelling(clang_getUnqualifiedType(t)));
  CXType element = canonical;
  d->is_array = is_array(canonical.kind) && !decays;
  bool is_const = clang_isConstQualifiedType(element),
       is_volatile = clang_isVolatileQualifiedType(element);
  while (is_array(element.kind)) { // qualifiers of the elements may stand at the array
    element = clang_getArrayElementType(element);
    is_const |= clang_isConstQualifiedType(element);
    is_volatile |= clang_isVolatileQualifiedType(element);
  }
  long long size = clang_Type_getSizeOf(canonical);
  d->dependent = size == CXTypeLayoutError_Dependent ||
                 clang_Type_getSizeOf(base_type(element)) == CXTypeLayoutError_Dependent;
  if (d->dependent && d->kind == FL_DECL_SHARED)
    d->type = without_local_names(f, t, d->type);
  d->canonical = d->dependent ? d->type
                 : decays     ? fr_parameter_type(f, canonical)
                              : fr_type_name(f, canonical);
  d->size = decays ? sizeof(void *) : size > 0 ? (uint64_t)size : 0;
  d->is_const = !decays && is_const;
  d->is_volatile = !decays && is_volatile;
  d->may_be_volatile = d->dependent && says_volatile(f);
  d->is_pointer = canonical.kind == CXType_Pointer || decays;
  d->is_bit_field = clang_Cursor_isBitField(c);
  d->is_reference =
      canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference;
  d->local_type = fr_type_is_local(f, canonical);
  d->may_have_union = d->dependent || ((d->kind == FL_DECL_LOCAL || d->kind == FL_DECL_PARAM) &&
                                       fr_type_has_union(canonical));
  d->ends_with_code =
      (d->kind == FL_DECL_LOCAL || d->kind == FL_DECL_PARAM) && fr_type_ends_with_code(canonical);
  d->made_by_code = fr_is_made_by_code(canonical) && strncmp(d->canonical, "(lambda", 7) != 0;
}

static void note_overloads(struct fr *f, CXCursor set, struct fl_decl *d) {
  for (unsigned i = 0, n = clang_getNumOverloadedDecls(set); i < n; i++) {
    struct fl_function *g = fr_function_of(f, fr_overload(set, i));
    if (g)
      *fl_vec_add(f->arena, &d->overloads) = g;
    else
      d->other_overloads =
          fl_format(f->arena, "%s%s;", d->other_overloads ? d->other_overloads : "",
                    fr_type_name(f, clang_getCursorType(fr_overload(set, i))));
  }
}

// The function that a declaration is in. Returns whether it stands in a function, be it one of the unit's or not.
static bool find_owner(struct fr *f, CXCursor c, struct fl_decl *d) {
  // A variable that a body declares `extern` belongs to the namespace by its meaning, and to the body by its scope.
  CXCursor owner = clang_getCursorKind(c) == CXCursor_VarDecl ? clang_getCursorLexicalParent(c)
                                                              : clang_getCursorSemanticParent(c);
  const bool local = fr_is_function(clang_getCursorKind(owner));
  for (int i = 0; i < 64 && !clang_Cursor_isNull(owner); i++) {
    const enum CXCursorKind k = clang_getCursorKind(owner);
    if (clang_isInvalid(k) || k == CXCursor_TranslationUnit || k == CXCursor_Namespace)
      break;
    d->owner = fr_is_function(k) ? fr_function_of(f, owner) : NULL;
    if (d->owner)
      break;
    owner = clang_getCursorSemanticParent(owner);
  }
  return local;
}

struct fl_decl *fr_decl(struct fr *f, CXCursor c) {
  enum CXCursorKind kind = clang_getCursorKind(c);
  if (clang_isInvalid(kind) || clang_Cursor_isNull(c))
    return NULL;
  if (kind != CXCursor_OverloadedDeclRef)
    c = clang_getCanonicalCursor(c);
  const void *key = c.data[0];
  struct fl_decl *d = fr_map_get(&f->decls, key);
  if (d)
    return d;
  d = fl_alloc(f->arena, sizeof *d);
  if (kind != CXCursor_OverloadedDeclRef)
    fr_map_put(f->arena, &f->decls, key, d);
  d->name = fr_string(f, clang_getCursorSpelling(c));
  bool in_macro;
  d->span = fr_extent(f, c, &in_macro);
  d->type = d->canonical = "";
  const bool local = find_owner(f, c, d);
  d->kind = decl_kind(c, d->name, local);
  if (kind == CXCursor_VarDecl && fr_is_constructed(f, c)) {
    d->kind = FL_DECL_SHARED;
    d->constructed = true;
  }
  if (kind == CXCursor_OverloadedDeclRef) {
    note_overloads(f, c, d);
    return d;
  }
  read_type(f, c, d);
  if (d->kind == FL_DECL_SHARED)
    fr_read_alignment(f, c, d);
  if (d->kind == FL_DECL_FUNCTION) {
    d->function = fr_function_of(f, c);
    d->owner = NULL;
    CXCursor in = clang_getCursorSemanticParent(c);
    while (clang_getCursorKind(in) == CXCursor_LinkageSpec)
      in = clang_getCursorSemanticParent(in);
    d->of_file_scope = clang_getCursorKind(in) == CXCursor_TranslationUnit;
  }
  if (kind == CXCursor_VarDecl) {
    d->is_extern = clang_Cursor_getStorageClass(c) == CX_SC_Extern;
    d->is_constexpr = d->is_const && fr_says(f, c, "constexpr");
  }
  return d;
}
