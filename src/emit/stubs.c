// Functions that stand in for a kernel, or for a device function: what launches call, what the host launches, and their declarations.
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

// What one declaration of a kernel gives to the declarations generated behind it: default arguments may stand in any of them, so the text of that very
// declaration is used.
struct declared {
  const char *params;       // between the parentheses
  const char *specifiers;   // from behind the template head to the name
  const char *behind;       // what follows the parentheses, up to and including ';'
  struct fl_returns result; // of stubs of that
};

static struct fl_returns result_at(struct fl_emit *e, const struct fl_redeclaration *r,
                                   const char *made) {
  return fl_returns_of(e, r->template_params.len, r->return_type, r->trailing_constraint, made);
}

static struct declared declared_at(struct fl_emit *e, const struct fl_redeclaration *r) {
  const char *params = fl_parameter_text(e, r->params_span);
  const bool any = params[strspn(params, " \t\r\n")] && strcmp(params, "void") != 0;
  return (struct declared){
      .params = any ? params : "",
      .specifiers = fl_specifier_text(e, r->specifiers),
      .behind = fl_head_text(e->unit,
                             (struct fl_span){r->span.file, r->params_span.end + 1, r->span.end}),
      .result = result_at(e, r, "void")};
}

// Declarations of the stubs of `k` behind one of its own declarations.
void fl_declare_stubs(struct fl_emit *e, struct fl_function *k, const struct fl_redeclaration *r,
                      struct fl_text *t) {
  const struct fl_forms *m = fl_forms_of(e, k);
  const struct declared d = declared_at(e, r);
  const char *comma = *d.params ? ", " : "";
  const char *params = fl_without_restrict(e, d.params);
  const char *head = fl_head_of(e, &r->template_params, NULL, true);
  if (m->context)
    fl_text_printf(t, "%sstruct %s;\n", head, fl_tag(e, k));
  if (m->context && k->template_params.len) {
    const char *instance =
        fl_format(e->unit->arena, "%s%s", fl_tag(e, k), fl_arguments_of(e, &r->template_params));
    const struct fl_returns kid = result_at(e, r, instance);
    fl_text_printf(t, "%s%s %s__fl_kid(%s)%s;\n", head, kid.lead, k->name, params, kid.trail);
  }
  if (m->launch)
    fl_text_printf(t,
                   "%s__device__ __forceinline__ %s %s%s(const FlHow &fl_how, const "
                   "__fl::config &fl_cfg%s%s)%s;\n",
                   fl_head_of(e, &r->template_params, "class FlHow", true), d.result.lead, k->name,
                   fl_launch_suffix(e, k), comma, params, d.result.trail);
  if (m->parent)
    fl_text_printf(t, "%sinline %s %s__fl_host(const __fl::host_config &fl_cfg%s%s)%s;\n", head,
                   d.result.lead, k->name, comma, params, d.result.trail);
  if (m->native && k->body)
    fl_text_printf(t, "%sinline %s %s__fl_native(const __fl::config &fl_cfg%s%s)%s;\n", head,
                   d.result.lead, k->name, comma, params, d.result.trail);
}

bool fl_in_front(const struct fl_function *k) {
  bool itself = false;
  for (size_t i = 0; i < k->sites.len; i++)
    itself |= k->sites.data[i]->kernel == k;
  return itself && !k->redeclarations.len;
}

void fl_launch_stub(struct fl_emit *e, struct fl_function *k, bool define, struct fl_text *t) {
  const char *inst = fl_tag_instance(e, k);
  const struct fl_returns made = fl_stub_returns(e, k, "void");
  fl_text_printf(
      t, "%s__device__ __forceinline__ %s %s%s(%s)%s",
      fl_template_head(e, k, "class FlHow", !define), made.lead, k->name, fl_launch_suffix(e, k),
      fl_stub_parameters(e, k, "const FlHow &fl_how, const __fl::config &fl_cfg", !define),
      made.trail);
  if (define)
    fl_text_printf(t, " {\n  fl_how.template launch<%s>(fl_cfg, %s%s::args{%s});\n}\n", inst,
                   k->template_params.len ? "typename " : "", inst, fl_stub_arguments(e, k));
  else
    fl_text_puts(t, ";\n");
}

// What follows the parameters of such a kernel, which begins with the specifiers of `k`: they may leave it to that to say what is returned.
static const char *behind_parameters(struct fl_emit *e, const struct fl_function *k,
                                     const char *specifiers) {
  const struct fl_returns made = fl_stub_returns(e, k, "void");
  if (!fl_find_word(specifiers, specifiers, "auto"))
    return fl_trailing_constraint(e, k->trailing_constraint);
  return strcmp(made.lead, "auto") ? fl_format(e->unit->arena, " -> void%s", made.trail)
                                   : made.trail;
}

// Between the parentheses of __launch_bounds__ among specifiers; NULL: there are none.
static const char *bounds_in(const struct fl_emit *e, struct fl_span specifiers) {
  const char *text = strstr(fl_head_text(e->unit, specifiers), "__launch_bounds__");
  const char *open = text ? strchr(text, '(') : NULL, *p = open;
  for (int depth = 0; p && *p; p++) {
    depth += *p == '(';
    depth -= *p == ')';
    if (depth == 0)
      return fl_strndup(e->unit->arena, open + 1, (size_t)(p - open - 1));
  }
  return NULL;
}

// Another declaration of a template may name the parameters otherwise.
const char *fl_launch_bounds(const struct fl_emit *e, const struct fl_function *k) {
  const char *bounds = bounds_in(e, k->specifiers);
  for (size_t i = 0; i < k->redeclarations.len && !bounds && !k->template_params.len; i++)
    bounds = bounds_in(e, k->redeclarations.data[i].specifiers);
  return bounds;
}

// The largest block that the host launches `k` with, where it is known and perhaps too large for a form with as many registers as a thread can have; else 0. What
// records has such bounds, since it takes more registers than `k` itself; where what runs children in place does not fit, they are recorded.
static int64_t known_block(const struct fl_emit *e, const struct fl_function *k) {
  int64_t most = 0;
  if (fl_foreign_of(e->unit, k)->len) // the linker would refuse what these take
    return 0;
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *s = k->facts->launches.data[i];
    if (!s->on_host)
      continue;
    if (s->block_threads <= 0 || s->block_threads > 1024)
      return 0;
    most = s->block_threads > most ? s->block_threads : most;
  }
  return most > FL_ANY_REGISTERS && !fl_forms_of(e, k)->registered ? most : 0;
}

// Those of a form of `k`.
static const char *form_specifiers(const struct fl_emit *e, const struct fl_function *k,
                                   bool in_place) {
  struct fl_arena *arena = e->unit->arena;
  const char *specifiers = fl_specifiers(e, k), *bounds = fl_launch_bounds(e, k);
  const int64_t known = in_place || strstr(specifiers, "__maxnreg__") ? 0 : known_block(e, k);
  if (!bounds && known)
    bounds = fl_format(arena, "%d", (int)known);
  return bounds && !strstr(specifiers, "__launch_bounds__")
             ? fl_format(arena, "%s__launch_bounds__(%s) ", specifiers, bounds)
             : specifiers;
}

// What a form that records has in front of the kernel's own parameters: worklists, one for each kernel of another file besides.
static const char *lists_type(struct fl_emit *e, const struct fl_function *k) {
  const size_t others = fl_others_of(e->unit, k).len;
  return others ? fl_format(e->unit->arena, "__fl::worklist_with<%zu>", others) : "__fl::worklist";
}

// Is there shared memory for the form that records? NULL: there is.
static const char *room(struct fl_emit *e, struct fl_function *k) {
  const bool gathers = fl_forms_of(e, k)->engine == FL_GATHERING;
  return fl_may_lack_room(e->unit, e->opt, k)
             ? fl_format(e->unit->arena, "__fl::room_to_%s<%s>", gathers ? "gather" : "record",
                         fl_tag_instance(e, k))
             : NULL;
}

// The body of the form that records.
static void write_recording(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const char *args = fl_stub_arguments(e, k), *comma = k->params.len ? ", " : "";
  const char *instance = fl_tag_instance(e, k), *has_room = room(e, k);
  const bool leaves_out = has_room && !fl_forms_of(e, k)->trap_symbol;
  if (leaves_out)
    fl_text_printf(t, "  if constexpr (%s) {\n", has_room);
  else if (has_room && e->opt->target == FL_TARGET_CUDA)
    fl_text_printf(t,
                   "  static_assert(%s, \"the shared variables of '%s' leave no room for what its "
                   "launches need\");\n",
                   has_room, k->name);
  if (fl_forms_of(e, k)->engine == FL_GATHERING)
    fl_text_printf(
        t, "  const %s%s::args fl_args{%s};\n  __fl::gather_ctx<%s> fl_ctx(fl_g, fl_args);\n",
        k->template_params.len ? "typename " : "", instance, args, instance);
  else
    fl_text_printf(t,
                   "  __fl::parent_ctx<%s> fl_ctx(fl_wl);\n  __fl::leave_roots<%s>(fl_wl%s%s);\n",
                   instance, instance, comma, args);
  fl_text_printf(t, "  %s%s__fl_body%s(fl_ctx%s%s);\n%s%s}\n", fl_name_prefix(e, k), k->name,
                 fl_template_arguments(e, k), comma, args,
                 fl_forms_of(e, k)->engine == FL_GATHERING ? "  fl_ctx.end();\n" : "",
                 leaves_out ? "  }\n" : "");
}

void fl_parent_form(struct fl_emit *e, struct fl_function *k, enum fl_parent_form form,
                    struct fl_text *t) {
  static const char *const names[] = {
      [FL_RECORDS] = "parent", [FL_IN_PLACE] = "in_place", [FL_LAUNCHES] = "by_blocks"};
  const bool in_place = form == FL_IN_PLACE;
  const char *specifiers = form_specifiers(e, k, in_place);
  const bool gathers = form == FL_LAUNCHES || fl_forms_of(e, k)->engine == FL_GATHERING;
  fl_text_printf(
      t, "%s%s%s__fl_%s(%s)%s {\n", fl_template_head(e, k, NULL, false), specifiers, k->name,
      names[form],
      gathers    ? fl_stub_parameters(e, k, "FL_GRID_CONSTANT const __fl::gather fl_g", false)
      : in_place ? fl_stub_parameters(e, k, "__fl::worklist fl_wl", false)
                 : fl_value_parameters(
                       e, k, fl_format(e->unit->arena, "%s fl_wl", lists_type(e, k)), false),
      behind_parameters(e, k, specifiers));
  if (form == FL_RECORDS) {
    write_recording(e, k, t);
    return;
  }
  fl_text_printf(t, "  __fl::run_%s<%s>(%s, %s%s::args{%s});\n}\n", names[form],
                 fl_tag_instance(e, k), in_place ? "fl_wl" : "fl_g",
                 k->template_params.len ? "typename " : "", fl_tag_instance(e, k),
                 fl_stub_arguments(e, k));
}

// What names a form of `k` that the host launches, `form` its name's end and `first` its first parameter: one of several by its type.
static const char *form_address(struct fl_emit *e, struct fl_function *k, const char *form,
                                const char *first) {
  const char *name =
      fl_format(e->unit->arena, "%s__fl_%s%s", k->name, form, fl_template_arguments(e, k));
  return fl_forms_of(e, k)->overloaded ? fl_format(e->unit->arena, "static_cast<void (*)(%s)>(%s)",
                                                   fl_stub_parameters(e, k, first, false), name)
                                       : name;
}

// May the host launch it by its name with blocks of which not all fit, whatever registers they take?
static bool asks_for_threads(const struct fl_function *k) {
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *s = k->facts->launches.data[i];
    if (s->on_host && (s->block_threads <= 0 || s->block_threads > FL_ANY_REGISTERS))
      return true;
  }
  return false;
}

// Bytes of the shared variables that a kernel declares itself, as far as they are known.
static uint64_t own_shared(const struct fl_function *k) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < k->shared.len; i++) {
    const struct fl_decl *d = k->shared.data[i]->decl;
    bytes += d && !d->is_extern && d->uses.len > 1 ? d->size : 0;
  }
  return bytes;
}
// May the host launch it with more shared memory in all than every kernel may have?
static bool asks_for_more(const struct fl_function *k, uint64_t own) {
  for (size_t i = 0; i < k->facts->launches.len; i++) {
    const struct fl_site *s = k->facts->launches.data[i];
    if (s->on_host && (s->shared_bytes < 0 || (uint64_t)s->shared_bytes + own > 48 * 1024))
      return true;
  }
  return false;
}

// What names the kernel itself.
static const char *address(struct fl_emit *e, const struct fl_function *k) {
  const char *name = fl_format(e->unit->arena, "%s%s", k->name, fl_template_arguments(e, k));
  return fl_forms_of(e, k)->overloaded ? fl_format(e->unit->arena, "static_cast<void (*)(%s)>(%s)",
                                                   fl_stub_parameters(e, k, NULL, false), name)
                                       : name;
}

// What CUDA refuses to launch of `k` itself, no form of it is launched for.
static void write_refusals(struct fl_emit *e, struct fl_function *k, bool parent,
                           struct fl_text *t) {
  const char *bound = fl_launch_bounds(e, k), *instance = fl_tag_instance(e, k);
  if (bound && parent)
    fl_text_printf(t, "  if (__fl::refuses_threads<%s>(fl_cfg, %s))\n    return;\n", instance,
                   bound);
  else if (bound)
    fl_text_printf(t, "  if (flcpu::too_large(fl_cfg.block, %s))\n    return;\n", bound);
  const uint64_t own = own_shared(k);
  if (parent ? !fl_asks_for_shared(e->unit, k) : !asks_for_more(k, own))
    return;
  if (parent)
    fl_text_printf(t, "  if (__fl::refuses_shared<%s>(fl_cfg, %s))\n    return;\n", instance,
                   address(e, k));
  else
    fl_text_printf(
        t,
        "  if (flcpu::too_much_shared(fl_cfg.shared, reinterpret_cast<const void *>(%s)%s))\n"
        "    return;\n",
        address(e, k), own ? fl_format(e->unit->arena, ", %llu", (unsigned long long)own) : "");
}

// Where a block of that size might not fit the form that the host launches, its own symbol is there.
static void write_itself(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const struct fl_forms *m = fl_forms_of(e, k);
  const bool gathers = m->engine == FL_GATHERING;
  const char *instance = fl_tag_instance(e, k), *symbol = address(e, k), *has_room = room(e, k),
             *given = fl_format(e->unit->arena, "%s%s", k->params.len ? ", " : "",
                                fl_stub_arguments(e, k));
  if (m->trap_symbol)
    return;
  if (has_room)
    fl_text_printf(
        t, "  if constexpr (!%s)\n    return __fl::launch_without_room<%s>(fl_cfg, %s%s);\n",
        has_room, instance, symbol, given);
  const bool shared = m->registered || fl_asks_for_shared(e->unit, k),
             threads = (m->registered || asks_for_threads(k)) && !fl_launch_bounds(e, k) &&
                       !known_block(e, k);
  if (m->engine == FL_BLOCKS && shared && !fl_waits(k))
    fl_text_printf(t, "  if (__fl::launched_beyond<%s>(fl_cfg, %s%s))\n    return;\n", instance,
                   symbol, given);
  if ((m->engine != FL_SPLIT && !gathers) || !(shared || threads))
    return;
  fl_text_printf(t, "  if (__fl::launched_itself<%s>(fl_cfg, %s, %s%s))\n    return;\n", instance,
                 form_address(e, k, "parent", gathers ? "__fl::gather" : lists_type(e, k)), symbol,
                 given);
}

// Where functions of other files that it comes to call are not plain, or kernels have no drain there, the kernel is launched as it is.
static void write_question(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const struct fl_functions *foreign = fl_foreign_of(e->unit, k), others = fl_others_of(e->unit, k);
  const char *args = fl_stub_arguments(e, k), *comma = k->params.len ? ", " : "";
  if (!foreign->len && !others.len)
    return;
  fl_text_printf(t, "  if (__fl::stays_native<%s>(fl_cfg, \"", fl_tag_instance(e, k));
  fl_symbols_text(foreign, t);
  fl_symbols_text(&others, t);
  if (e->opt->target == FL_TARGET_CPU)
    fl_text_printf(t, "\"))\n    return %s__fl_native%s(fl_cfg%s%s);\n", k->name,
                   fl_template_arguments(e, k), comma, args);
  else
    fl_text_printf(t, "\"))\n    return __fl::launch_itself(fl_cfg, %s%s%s);\n", address(e, k),
                   comma, args);
}

// What launches a parent, by its engine and by what may be chosen launch by launch.
static void write_engine(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const enum fl_engine engine = fl_forms_of(e, k)->engine;
  const unsigned choice = fl_forms_of(e, k)->selects;
  const char *name = "split", *forms[3] = {NULL, NULL, NULL};
  if (engine == FL_GATHERING) {
    name = "launch_gathering";
    forms[0] = form_address(e, k, "parent", "__fl::gather");
  } else if (engine == FL_SPLIT && choice & FL_BLOCKS_TOO) {
    name = "select_in_order";
    forms[0] = form_address(e, k, "parent", "__fl::worklist");
    forms[1] =
        choice & FL_IN_PLACE_TOO ? form_address(e, k, "in_place", "__fl::worklist") : "nullptr";
  } else if (choice & FL_BLOCKS_TOO) {
    name = "select_joining";
    forms[0] = choice & FL_IN_PLACE_TOO ? form_address(e, k, "in_place", "__fl::worklist")
                                        : "__fl::no_form";
  } else if (engine != FL_SPLIT) {
    name = engine == FL_FUSED ? "launch_fused" : "launch_blocks";
  } else if (choice & FL_IN_PLACE_TOO) {
    name = choice & FL_LAUNCHES_TOO ? "select_or_launch" : "select";
    forms[0] = form_address(e, k, "parent", "__fl::worklist");
    forms[1] = form_address(e, k, "in_place", "__fl::worklist");
    forms[2] = choice & FL_LAUNCHES_TOO ? form_address(e, k, "by_blocks", "__fl::gather") : NULL;
  } else {
    forms[0] = form_address(e, k, "parent", lists_type(e, k));
  }
  fl_text_printf(t, "  __fl::%s<%s>(fl_cfg", name, fl_tag_instance(e, k));
  for (size_t i = 0; i < sizeof forms / sizeof *forms && forms[i]; i++)
    fl_text_printf(t, ", %s", forms[i]);
  fl_text_printf(t, "%s%s);\n", k->params.len ? ", " : "", fl_stub_arguments(e, k));
}

static void write_native(struct fl_emit *e, struct fl_function *k, struct fl_text *t) {
  const char *args = fl_stub_arguments(e, k), *targs = fl_template_arguments(e, k);
  if (k->handed != FL_HANDED_AS_BYTES)
    fl_text_printf(
        t,
        "  flcpu::launch_handed(fl_cfg.grid, fl_cfg.block, fl_cfg.shared, fl_cfg.stream, "
        "static_cast<void (*)(%s)>(%s%s)%s%s);\n",
        fl_stub_parameters(e, k, NULL, false), k->name, targs, k->params.len ? ", " : "", args);
  else
    fl_text_printf(
        t,
        "  flcpu::launch(fl_cfg.grid, fl_cfg.block, fl_cfg.shared, fl_cfg.stream, "
        "[%s] { (%s%s)(%s); });\n", // no other kernel of the name that arguments bring in
        fl_stub_captures(e, k), k->name, targs, args);
}

// K__fl_host or K__fl_native, which the host (and on the CPU target the device) calls in place of a
// launch.
void fl_host_stub(struct fl_emit *e, struct fl_function *k, bool parent, struct fl_text *t) {
  const char *config = parent ? "const __fl::host_config &fl_cfg" : "const __fl::config &fl_cfg";
  const bool defaults = parent || !fl_in_front(k);
  const struct fl_returns made = fl_stub_returns(e, k, "void");
  fl_text_printf(t, "%sinline %s %s__fl_%s(%s)%s {\n", fl_template_head(e, k, NULL, defaults),
                 made.lead, k->name, parent ? "host" : "native",
                 fl_stub_parameters(e, k, config, defaults), made.trail);
  if (parent)
    fl_text_puts(t, "  const __fl::on_its_device fl_there(fl_cfg);\n");
  write_refusals(e, k, parent, t);
  if (parent && e->unit->heap->pooled && fl_allocates(k))
    fl_text_puts(t, "  __fl::ready_pool();\n");
  if (parent) {
    write_question(e, k, t);
    write_itself(e, k, t);
    write_engine(e, k, t);
  } else {
    write_native(e, k, t);
  }
  fl_text_puts(t, "}\n");
}

const char *fl_copied_name(const struct fl_function *f) {
  return fl_is_functors(f) ? "fl_call" : f->name;
}

// Name and parameters of a device function's copy, up to the body. A member that is defined outside of its class keeps the class's own template head
// and its name's qualification.
const char *fl_clone_head(struct fl_emit *e, struct fl_function *f) {
  const struct fl_file *file = &e->unit->files.data[f->span.file];
  uint32_t close = f->params_span.end + 1; // what follows the parentheses: const, noexcept, -> type
  const char *behind =
      fl_span_text(e->unit, (struct fl_span){f->span.file, close, f->body_span.begin});
  size_t length = strlen(behind);
  while (length && isspace((unsigned char)behind[length - 1]))
    length--;
  uint32_t own = f->template_params.len ? f->template_head.begin : f->specifiers.begin;
  bool outside = f->is_member && !f->in_class_body;
  const char *scope =
      fl_span_text(e->unit, (struct fl_span){f->span.file, f->specifiers.end, f->name_span.begin});
  scope += strspn(scope, "( \t\r\n"); // `(A::f)(int x)`
  const char *head = fl_format(
      e->unit->arena, "%.*s%s%s%s%s__fl_ctx(%s)%.*s", outside ? (int)(own - f->span.begin) : 0,
      file->text + f->span.begin, fl_template_head(e, f, "class FlCtx", !f->redeclarations.len),
      fl_specifiers(e, f), scope, f->conversions ? fl_conversion_copy(e, f) : fl_copied_name(f),
      fl_parameters(e, f, "FlCtx &fl_ctx", !f->redeclarations.len), (int)length, behind);
  return f->facts->uses_groups ? fl_group_text(e->unit, head) : head;
}

// Another declaration of a device function, made one of its copy.
void fl_declare_clone(struct fl_emit *e, struct fl_function *f, const struct fl_redeclaration *r,
                      struct fl_text *t) {
  if (f->is_specialization)
    return;
  const struct declared d = declared_at(e, r);
  const char *text =
      fl_format(e->unit->arena, "%s%s%s__fl_ctx(FlCtx &fl_ctx%s%s)%s\n",
                fl_head_of(e, &r->template_params, "class FlCtx", true), d.specifiers,
                fl_copied_name(f), *d.params ? ", " : "", d.params, d.behind);
  fl_text_puts(t, f->facts->uses_groups ? fl_group_text(e->unit, text) : text);
}
