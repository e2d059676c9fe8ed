// What a function's own text does, and what stops it from being written out for another context.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include "analysis/instances/instances.h"
#include "analysis/threads/threads.h"
#include <string.h>

struct scan {
  struct fl_unit *unit;
  struct fl_function *fn;
};

static void note_api(struct scan *s, const struct fl_api *api) {
  struct fl_facts *x = s->fn->facts;
  for (size_t i = 0; i < x->apis.len; i++)
    if (!strcmp(x->apis.data[i]->name, api->name)) {
      if (api->cls == FL_API_ANYWHERE) // a stand-in for some calls cannot be there for others
        x->apis.data[i] = api;
      return;
    }
  *fl_vec_add(s->unit->arena, &x->apis) = api;
  x->has_barrier |= api->cls == FL_API_BARRIER;
  x->has_warp |= api->cls == FL_API_WARP;
  x->has_join |= api->cls == FL_API_JOIN;
  x->asks_for_errors |=
      !strcmp(api->name, "cudaGetLastError") || !strcmp(api->name, "cudaPeekAtLastError");
}

__attribute__((format(printf, 3, 4))) static void obstacle(struct scan *s, struct fl_span at,
                                                           const char *fmt, ...) {
  struct fl_facts *x = s->fn->facts;
  va_list ap;
  va_start(ap, fmt);
  if (!x->no_context.text)
    x->no_context = (struct fl_reason){fl_vformat(s->unit->arena, fmt, ap), at};
  va_end(ap);
}

// The same for what may depend on the block without naming it. `format` is given the function's name.
static void hidden(struct scan *s, struct fl_span at, const char *format) {
  s->fn->facts->hides_context = true;
  obstacle(s, at, format, s->fn->name);
}

// Every name that a context replaces must be replaceable where it stands.
static void note_use(struct scan *s, const struct fl_node *n) {
  const struct fl_api *api = fl_api_at(n);
  const char *name = n->name;
  if (!api)
    return;
  note_api(s, api);
  if (api->shadow && fl_in_local_class(n))
    obstacle(s, n->span, "'%s' is used in a local class", name);
  if (api->shadow && fl_capture_at(s->unit, n) == FL_CAPTURE_NOTHING)
    obstacle(s, n->span,
             "'%s' is used in a lambda that can capture nothing more, or in its default arguments",
             name);
  if (api->cls == FL_API_UNSUPPORTED)
    obstacle(s, n->span, "'%s' uses '%s'", s->fn->name, name);
}

// A stand-in is no function that a pointer may be to, and what is not called by its name is not seen.
static void check_called(struct scan *s, const struct fl_node *n) {
  const struct fl_api *api = fl_api_find(n->name);
  if (api && api->cls != FL_API_INDEX && api->shadow && n->decl &&
      n->decl->kind == FL_DECL_FUNCTION && !n->decl->function &&
      !(n->parent && n->parent->kind == FL_CALL && n->parent->callee == n))
    obstacle(s, n->span, "'%s' is used other than by a call", n->name);
}

// `::cudaDeviceSynchronize()`, where the copy drops the qualification.
static bool is_bare(struct scan *s, const struct fl_node *call) {
  struct fl_call_text at;
  return fl_call_text(s->unit, call, call->name, &at) &&
         fl_is_global_name(s->unit, call->span.file, &at);
}

// The qualification of a group's name is taken away.
static bool names_group(struct scan *s, const struct fl_node *callee) {
  const char *text = fl_without_comments(s->unit, fl_span_text(s->unit, callee->span));
  struct fl_group_use use;
  return fl_next_group_use(s->unit, text, strlen(text), 0, &use) && use.begin == 0;
}

// Each instance of such a lambda has shared variables of its own.
static bool in_generic_lambda(struct fl_unit *u, const struct fl_node *n) {
  bool any = false;
  for (n = fl_lambda_around(n); n; n = fl_lambda_around(n))
    any |= fl_is_generic(u, n);
  return any;
}

// Shared variables move out of the function; their alignment does, unless locals that cannot be said elsewhere or a macro of the program's say it. What dynamic shared memory is aligned to is settled for all kernels.
static void check_alignment(struct scan *s, const struct fl_node *var) {
  const struct fl_decl *d = var->decl;
  const bool local = d->alignment && !fl_outside_of_body(s->unit, s->fn, var, d->alignment);
  if (d->alignment_unknown || local)
    obstacle(s, var->span, "the alignment of the shared variable '%s' is %s", d->name,
             local ? "local" : "said by a macro");
  else if (d->is_extern && d->over_aligned)
    obstacle(s, var->span, "the dynamic shared memory '%s' is aligned to more than 16 bytes",
             d->name);
}

// Shared variables become references, and extern ones pointers: a lambda that captures copies would copy the variables themselves.
static void note_shared(struct scan *s, const struct fl_node *n) {
  const enum fl_capture c = fl_capture_at(s->unit, n);
  s->fn->facts->reads_file_shared |= !n->decl->owner;
  if (!n->decl->owner)
    check_alignment(s, n);
  if (!n->decl->owner && !n->decl->is_extern)
    obstacle(s, n->span, "the shared variable '%s' is declared outside of functions", n->name);
  if (n->qualified) // the copy's own has no scope
    obstacle(s, n->span, "the shared variable '%s' is named by a qualified name", n->name);
  if (c > FL_CAPTURE_COPIES || (c == FL_CAPTURE_COPIES && !n->decl->is_extern))
    obstacle(s, n->span,
             "the shared variable '%s' is named in a lambda that does not capture by "
             "reference",
             n->name);
}

// Notes what something in a body needs of its threads, where that is known and a virtual block can have it.
static void note_need(struct scan *s, enum fl_demand need) {
  struct fl_facts *x = s->fn->facts;
  x->has_warp |= need >= FL_NEEDS_WARP;
  x->hides_lanes |= need == FL_NEEDS_LANES;
  x->has_barrier |= need == FL_NEEDS_BLOCK;
  x->hides_block |= need == FL_NEEDS_BLOCK;
}

// Inline assembly that needs more than a thread, by words of PTX. What only reads a lane's place in its warp means the same in any, but not
// where one thread runs all of them.
static void note_asm(struct scan *s, const struct fl_node *n) {
  static const struct {
    const char *word, *why; // why: of what may need anything
    enum fl_demand need;
    bool part; // of a word will do
  } words[] = {{"bar", NULL, FL_NEEDS_BLOCK, false},
               {"barrier", NULL, FL_NEEDS_BLOCK, false},
               {"tid", NULL, FL_NEEDS_BLOCK, false},
               {"ntid", NULL, FL_NEEDS_BLOCK, false},
               {"mma", NULL, FL_NEEDS_WARP, false},
               {"ldmatrix", NULL, FL_NEEDS_WARP, false},
               {"stmatrix", NULL, FL_NEEDS_WARP, false},
               {"movmatrix", NULL, FL_NEEDS_WARP, false},
               {"shfl", NULL, FL_NEEDS_LANES, false},
               {"vote", NULL, FL_NEEDS_LANES, false},
               {"match", NULL, FL_NEEDS_LANES, false},
               {"redux", NULL, FL_NEEDS_LANES, false},
               {"elect", NULL, FL_NEEDS_LANES, false},
               {"activemask", NULL, FL_NEEDS_LANES, false},
               {"mbarrier", "may be a barrier", FL_NEEDS_ANYTHING, false},
               {"ctaid", "may read an index", FL_NEEDS_ANYTHING, false},
               {"nctaid", "may read an index", FL_NEEDS_ANYTHING, false},
               {"gridid", "may read an index", FL_NEEDS_ANYTHING, false},
               {"warpid", "may read an index", FL_NEEDS_ANYTHING, false},
               {"cluster", "may read an index", FL_NEEDS_ANYTHING, true},
               {"smem_size", "may read the size of shared memory", FL_NEEDS_ANYTHING, true},
               {"exit", "may end the thread", FL_NEEDS_ANYTHING, false},
               {"ret", "may end the thread", FL_NEEDS_ANYTHING, false},
               {"griddepcontrol", "may wait for another grid", FL_NEEDS_ANYTHING, false},
               {"setmaxnreg", "may need the whole block", FL_NEEDS_ANYTHING, false},
               {"wgmma", "may need several warps", FL_NEEDS_ANYTHING, false},
               {"tcgen", "may need several warps", FL_NEEDS_ANYTHING, true},
               {"warpgroup", "may need several warps", FL_NEEDS_ANYTHING, true}};
  bool known;
  const char *text = fl_asm_text(s->unit, n, &known);
  if (!n->editable)
    hidden(s, n->span, "'%s' holds inline assembly out of a macro");
  else if (!known)
    hidden(s, n->span, "'%s' holds inline assembly whose text is not made of literals alone");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (words[i].part ? !strstr(text, words[i].word) : !fl_mentions(text, words[i].word))
      continue;
    note_need(s, words[i].need);
    if (words[i].why)
      hidden(s, n->span,
             fl_format(s->unit->arena, "'%%s' holds inline assembly that %s", words[i].why));
  }
  s->fn->facts->has_warp |= strstr(text, "lane") != NULL;
}

// `using ::threadIdx;` in a body hides what the copy declares of that name.
static void check_using(struct scan *s, const struct fl_node *n) {
  const char *text = n->span.file < 0 ? "" : fl_span_text(s->unit, n->span);
  const char *name = text + strlen(text);
  while (name > text && fl_is_word(name[-1]))
    name--;
  bool hides = fl_api_find(name) != NULL;
  for (size_t i = 0; i < s->unit->file_shared.len; i++)
    hides |= !strcmp(s->unit->file_shared.data[i]->name, name);
  hides &= !strncmp(text, "using", 5) && text + 5 + strspn(text + 5, ": \t\r\n") == name;
  if (hides)
    obstacle(s, n->span, "'%s' is made known by 'using'", name);
}

// `extern __device__ int f(int);` in a body: a copy in an unnamed namespace would declare a function of that namespace, and nobody can be asked for this one. A member's copy is beside
// it, and what nobody defines nobody calls: so a class says that an instance of it is not meant.
static void check_local_function(struct scan *s, const struct fl_node *n) {
  const struct fl_functions *named = fl_functions_named(s->unit, n->name ? n->name : "");
  if (s->fn->is_member && s->unit->all_device_code && n->name && !named->len)
    return;
  const char *text = n->span.file < 0 ? "" : fl_span_text(s->unit, n->span);
  const bool declares = fl_mentions(text, "extern") || fl_mentions(text, "__device__") ||
                        fl_mentions(text, "__global__");
  const bool by_macro = !n->editable && named->len && named->data[0]->kind == FL_KERNEL;
  if (by_macro || (declares && strchr(text, '(') && !strchr(text, '{')))
    hidden(s, n->span, "'%s' declares a function in its body");
}

// Is it a pointer to a function, of which nothing tells where that is defined? What an instance of a template, or a constant, holds, this file names.
static bool is_open_pointer(struct fl_unit *u, const struct fl_node *n) {
  while ((n->kind == FL_UNARY || n->kind == FL_CAST || n->kind == FL_SUBSCRIPT) && n->kids.len)
    n = n->kids.data[0]; // `(*f)(x)`, `table[i](x)`
  const struct fl_decl *d = n->decl;
  const char *type = d && d->canonical ? d->canonical : n->type;
  const bool named = d && (d->kind == FL_DECL_FUNCTION || d->kind == FL_DECL_TEMPLATE_PARAM ||
                           (d->kind == FL_DECL_GLOBAL && (d->is_const || d->is_constexpr) &&
                            strchr(fl_span_text(u, d->span), '=')));
  return !named && type && strstr(type, "(*") && strstr(type, ")(");
}

// May a call be of a function that another file defines, though none is declared here: through a pointer, also one that a template calls, or of what a class
// elsewhere overrides?
static bool is_of_any_file(struct fl_unit *u, const struct fl_node *call) {
  const struct fl_node *c = call->callee;
  const struct fl_function *g = call->decl ? call->decl->function : NULL;
  bool any =
      c && (g ? g->is_virtual && c->kind == FL_MEMBER && !c->qualified : is_open_pointer(u, c));
  for (size_t i = 0; i < call->kids.len && g && g->template_params.len && !any; i++)
    any = call->kids.data[i] != c && is_open_pointer(u, call->kids.data[i]);
  return any;
}

static void see_name(struct scan *s, struct fl_node *n) {
  if (n->decl && (n->decl->kind == FL_DECL_LOCAL || n->decl->kind == FL_DECL_PARAM))
    return;
  note_use(s, n);
  check_called(s, n);
  if (n->qualified && n->decl && n->decl->kind == FL_DECL_BUILTIN && fl_api_find(n->name) &&
      !fl_is_global_index(s->unit, s->fn, n))
    obstacle(s, n->span, "'%s' is named by a qualified name", n->name);
  if (n->decl && n->decl->kind == FL_DECL_SHARED)
    note_shared(s, n);
}

static void see_call(struct scan *s, struct fl_node *n) {
  struct fl_facts *x = s->fn->facts;
  if (!s->unit->all_device_code && is_of_any_file(s->unit, n)) {
    hidden(s, n->span,
           "'%s' calls, through a pointer or as a virtual function, what another file may define");
    if (!x->hidden_launch.text)
      x->hidden_launch = x->no_context;
  }
  if (!n->decl)
    return;
  note_use(s, n);
  if (fl_api_find(n->name) && fl_api_find(n->name)->shadow && n->callee && n->callee->qualified &&
      !names_group(s, n->callee) && !is_bare(s, n))
    obstacle(s, n->span, "'%s' is called by a qualified name", n->name);
}

static void see_variable(struct scan *s, const struct fl_node *n) {
  const struct fl_decl *d = n->decl;
  const bool shared = d->kind == FL_DECL_SHARED;
  if (shared &&
      (fl_capture_at(s->unit, n) > FL_CAPTURE_REFERENCES || in_generic_lambda(s->unit, n)))
    obstacle(s, n->span, "the shared variable '%s' is declared in a lambda", n->name);
  if (shared && !n->editable && !fl_stands_alone(n->parent))
    obstacle(s, n->span, "the shared variable '%s' is declared by a macro", n->name);
  if (d->kind == FL_DECL_GLOBAL && !d->is_const && !d->is_constexpr)
    obstacle(s, n->span, "the static variable '%s' exists once for each copy of the function",
             d->name);
}

static bool visit(struct fl_node *n, void *data) {
  struct scan *s = data;
  s->fn->facts->has_block_scope |= fl_is_of_block_scope(s->unit, n);
  switch (n->kind) {
  case FL_OTHER_DECL:
    check_using(s, n);
    check_local_function(s, n);
    break;
  case FL_REF:
    see_name(s, n);
    break;
  case FL_CALL:
    see_call(s, n);
    break;
  case FL_VAR:
    if (n->decl)
      see_variable(s, n);
    break;
  case FL_LAMBDA:
    if (fl_binds_by_capture(s->unit, n))
      obstacle(s, n->span, "a lambda may capture a reference or an address by a name of its own");
    break;
  case FL_ASM:
    note_asm(s, n);
    break;
  default:
    break;
  }
  return true;
}

// Shared variables become references, which decltype and constant expressions tell from variables.
static void check_declared(struct scan *s, const struct fl_decl *d) {
  const struct fl_reason use = d ? fl_declared_use(s->unit, s->fn, d) : (struct fl_reason){0};
  if (use.text)
    obstacle(s, use.at, "the shared variable '%s' %s", d->name, use.text);
}

// Shared variables move into a struct outside of the function; their types must mean the same
// there. Types that do not depend on template parameters are written in their canonical form, or are so many bytes there
// (fl_is_bytes).
static void check_shared(struct scan *s) {
  struct fl_function *f = s->fn;
  for (size_t i = 0; i < f->shared.len; i++) {
    const struct fl_decl *d = f->shared.data[i]->decl;
    if (!d)
      continue;
    check_alignment(s, f->shared.data[i]);
    if (d->is_extern)
      continue;
    if (d->dependent ? fl_is_bytes(d) || !fl_outside_of_body(s->unit, f, f->shared.data[i], d->type)
                     : fl_is_bytes(d) && (!d->size || (d->over_aligned && !d->alignment)))
      obstacle(s, f->shared.data[i]->span,
               d->constructed ? "the shared variable '%s' has a constructor"
                              : "the type of the shared variable '%s' is local",
               d->name);
  }
}

// Is there an explicit specialization with a body?
static bool has_specialization(const struct fl_unit *u, const struct fl_function *f) {
  const struct fl_functions *named = fl_functions_named(u, f->name);
  for (size_t i = 0; i < named->len; i++)
    if (named->data[i]->is_specialization && named->data[i]->body &&
        !strcmp(named->data[i]->qualified, f->qualified))
      return true;
  return false;
}

// Has a function without a body one in another file, and not none at all, or the compiler's?
static bool is_elsewhere(struct fl_unit *u, const struct fl_function *f) {
  if (u->all_device_code && has_specialization(u, f)) // only the specializations are called
    return false;
  for (size_t i = 0; i < f->redeclarations.len; i++) {
    const char *text = fl_span_text(u, f->redeclarations.data[i].span), *close = strrchr(text, ')');
    if (close && strchr(close, '='))
      return false;
  }
  return true;
}

// All threads of a grid have such a parameter in one place. Copies of a body have one each, which its value does not tell.
static bool find_place(struct fl_node *n, void *data) {
  struct scan *s = data;
  for (size_t i = 0; i < s->fn->params.len && n->kind == FL_REF && n->decl; i++)
    if (n->decl == s->fn->params.data[i].decl && !fl_only_read(s->unit, n) &&
        strstr(fl_head_text(s->unit, s->fn->params.data[i].span), "__grid_constant__"))
      obstacle(s, n->span, "the address of '%s', which is __grid_constant__, may matter", n->name);
  return true;
}

static const char *why_not_copied(const struct fl_function *f) {
  if (f->counts)
    return "the text of '%s' counts by __COUNTER__, which a copy would do again";
  if (f->repeated)
    return "the text of '%s' is included more than once, and defines another function each time";
  if (f->is_torn)
    return "the text of '%s' includes a file, has half a condition of the preprocessor, or changes "
           "a macro that it has named before";
  return f->odd_head ? "the head of '%s' is not understood" : "'%s' is defined by a macro";
}

// What stands in front of a function's body, or is known of it without one.
static void check_declaration(struct scan *s) {
  const struct fl_function *f = s->fn;
  for (size_t i = 0; i < f->params.len; i++)
    for (const struct fl_api *a = fl_api_table; a->name; a++)
      if (fl_mentions(fl_head_text(s->unit, f->params.data[i].default_arg), a->name))
        hidden(s, f->params.data[i].default_arg, "a default argument of '%s' depends on its block");
  if (!fl_span_empty(f->unseen)) {
    hidden(s, f->unseen, "a part of '%s' is not seen where it stands");
    f->facts->hidden_launch = f->facts->no_context;
  }
  if (f->differs)
    hidden(s, f->name_span, "'%s' is not the same on all architectures that it is compiled for");
}

static void note_undefined(struct scan *s) {
  struct fl_unit *u = s->unit;
  struct fl_function *f = s->fn;
  const bool elsewhere = is_elsewhere(u, f);
  if (elsewhere && u->asks_others && fl_has_symbol(f) && !f->is_variadic) {
    f->facts->is_foreign = u->any_foreign = true;
    return;
  }
  if (elsewhere && f->kind != FL_KERNEL) {
    f->facts->hides_context = true;
    f->facts->hidden_launch = (struct fl_reason){
        fl_format(u->arena, "'%s', which another file defines, may launch kernels", f->name),
        f->name_span};
  }
  obstacle(s, f->name_span, "the definition of '%s' is not in this file%s", f->name,
           has_specialization(u, f) ? ", but for some template arguments" : "");
}

// What of a function's head a copy cannot have.
static void check_head(struct scan *s) {
  struct fl_unit *u = s->unit;
  const struct fl_function *f = s->fn;
  static const char *const attributes[] = {"__cluster_dims__", "__block_size__", NULL};
  for (const char *const *a = attributes; *a; a++)
    if (strstr(fl_head_text(u, f->params_span), *a) || strstr(fl_head_text(u, f->specifiers), *a))
      obstacle(s, f->name_span, "'%s' has the attribute %s", f->name, *a);
  if (strstr(fl_head_text(u, f->params_span), "__grid_constant__"))
    fl_walk(f->body, find_place, s);
  if (!fl_span_empty(f->odd_declaration) && f->kind != FL_KERNEL)
    obstacle(s, f->odd_declaration, "a declaration of '%s' is not understood", f->name);
  if (f->is_friend)
    obstacle(s, f->name_span, "'%s' is a friend of a class, which a copy of it would not be",
             f->name);
  for (size_t i = 0; i < f->params.len && f->kind == FL_KERNEL; i++)
    if (fl_mentions(f->params.data[i].type, "auto")) // its template parameter has no name
      obstacle(s, f->params.data[i].span, "'%s' leaves types of its parameters to 'auto'", f->name);
  if (f->is_variadic)
    obstacle(s, f->name_span, "'%s' takes a variable number of arguments", f->name);
  for (size_t i = 0; i < f->params.len; i++)
    if (f->params.data[i].is_pack && (i + 1 < f->params.len || f->is_member))
      obstacle(s, f->name_span, "'%s' has a parameter pack", f->name);
  if (f->is_member) // a constructor's initialisers stand in front of the body
    for (const struct fl_api *a = fl_api_table; a->name; a++)
      if (fl_mentions(fl_initialisers(u, f), a->name))
        note_api(s, a);
}

static void check_library(struct scan *s) {
  struct fl_facts *x = s->fn->facts;
  const struct fl_library_use library = fl_library_of(s->unit, s->fn);
  if (library.need < FL_NEEDS_ANYTHING) {
    note_need(s, library.need);
    return;
  }
  x->hides_context = true;
  obstacle(s, s->fn->name_span, "'%s' uses a library ('%s')", s->fn->name, library.name);
  if (library.launches && !x->hidden_launch.text)
    x->hidden_launch = x->no_context;
}

void fl_analyse_body(struct fl_unit *u, struct fl_function *f) {
  struct scan s = {u, f};
  f->facts = fl_alloc(u->arena, sizeof *f->facts);
  check_declaration(&s);
  if (!f->body) {
    note_undefined(&s);
    return;
  }
  f->facts->has_block_scope = fl_may_be_given_block_scope(u, f);
  fl_walk(f->body, visit, &s);
  if (!f->editable || f->from_macro)
    obstacle(&s, f->name_span, why_not_copied(f), f->name);
  check_head(&s);
  check_library(&s);
  check_shared(&s);
  for (size_t i = 0; i < f->shared.len; i++)
    check_declared(&s, f->shared.data[i]->decl);
  for (size_t i = 0; i < u->file_shared.len && f->facts->reads_file_shared; i++)
    check_declared(&s, u->file_shared.data[i]);
  fl_analyse_groups(u, f);
}
