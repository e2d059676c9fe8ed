// The body of a kernel with barriers as a function that one thread runs for a whole block (analysis/threads/fission.h): every region becomes a loop over the
// threads; what lives across a barrier is kept in one slot for every thread.
#include "analysis/threads/fission.h"
#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

struct writer {
  struct fl_emit *e;
  struct fl_function *fn;
  const struct fl_fission *cut;
  struct fl_edits edits; // of the body, for a context; slots and returns included
  fl_variables *hiders;  // of each slot
  bool returns;          // threads may leave before the others
  struct fl_text *out;
};

static bool is_slot(const struct writer *w, const struct fl_node *var) {
  return fl_among(&w->cut->slots, var);
}
static bool is_hoisted(const struct writer *w, const struct fl_node *var) {
  return fl_among(&w->cut->hoisted, var);
}

// What a variable is initialised with, in all its parentheses. Only `T x = e` is asked (analysis/threads/once.c).
static void initialiser(struct writer *w, const struct fl_node *v, struct fl_text *to) {
  const struct fl_node *init = v->kids.data[v->kids.len - 1];
  const struct fl_file *f = &w->e->unit->files.data[v->span.file];
  const char *code = fl_code(w->e->unit, v->span.file);
  uint32_t from = init->span.begin;
  while (from > v->span.begin && code[from - 1] != '=')
    from--;
  fl_edits_apply(&w->edits, f, from, v->span.end, to);
}

static size_t slot_of(const struct writer *w, const struct fl_node *var) {
  size_t i = 0;
  while (w->cut->slots.data[i] != var)
    i++;
  return i;
}
// Has a slot's name mean the slot.
static void bind_slot(const struct writer *w, size_t slot, struct fl_text *to) {
  const struct fl_decl *d = w->cut->slots.data[slot]->decl;
  fl_text_printf(to, "%sauto &%s = fl_s.%s_%zu; (void)%s;", d->is_const ? "const " : "", d->name,
                 d->name, slot, d->name);
}

// `int a = x, b, n = y;` where a is a slot and n hoisted becomes `a = x; int b;`.
static void edit_declaration(struct writer *w, struct fl_node *stmt) {
  bool any = false;
  for (size_t i = 0; i < stmt->kids.len; i++)
    any |= is_slot(w, stmt->kids.data[i]) || is_hoisted(w, stmt->kids.data[i]);
  if (!any)
    return;
  struct fl_text t = {0};
  for (size_t i = 0; i < stmt->kids.len; i++) {
    const struct fl_node *v = stmt->kids.data[i];
    const bool init = fl_has_value(w->e->unit, v);
    const size_t slot = is_slot(w, v) ? slot_of(w, v) : 0;
    if (is_hoisted(w, v))
      continue;
    if (!is_slot(w, v))
      fl_text_printf(&t, "__fl::type<%s> %s%s", v->decl->canonical, v->decl->name,
                     init ? "" : "; ");
    else if (init && v->decl->is_const)
      fl_text_printf(&t, "fl_s.%s_%zu", v->decl->name, slot);
    else if (init)
      fl_text_printf(&t, "%s", v->decl->name);
    if (init) {
      fl_text_puts(&t, " =");
      initialiser(w, v, &t);
      fl_text_puts(&t, "; ");
    }
    if (is_slot(w, v) && v->decl->is_const)
      bind_slot(w, slot, &t);
  }
  fl_edit_declaration(w->e->unit, &w->edits, stmt, &t);
  fl_text_free(&t);
}

// `return f();`, of a kernel, has a value of no type.
static void edit_return(struct writer *w, const struct fl_node *n) {
  struct fl_arena *a = w->e->unit->arena;
  w->returns = true;
  fl_edit(a, &w->edits, n->span.begin, n->span.begin + 6,
          n->kids.len ? "return ((void)(" : "return true");
  if (n->kids.len)
    fl_edit(a, &w->edits, n->span.end, n->span.end, "), true)");
}

static bool visit(struct fl_node *n, void *data) {
  struct writer *w = data;
  if (n->kind == FL_DECL_STMT)
    edit_declaration(w, n);
  if (fl_leaves_body(n))
    edit_return(w, n);
  return true;
}

// Does a statement end with the brace of a block, not of a list or a lambda?
static bool ends_with_block(const struct fl_node *n) {
  return n->kind == FL_COMPOUND || n->kind == FL_IF || n->kind == FL_SWITCH || fl_is_loop(n);
}

// Statements from `first` to `last`, with their semicolons.
static void copy(struct writer *w, const struct fl_node *first, const struct fl_node *last) {
  const struct fl_file *f = &w->e->unit->files.data[first->span.file];
  const char *code = fl_code(w->e->unit, first->span.file);
  uint32_t end = last->span.end;
  if (code[end - 1] != ';') {
    while (end < f->len && isspace((unsigned char)code[end]))
      end++;
    end = end < f->len && code[end] == ';' ? end + 1 : last->span.end;
  }
  fl_text_printf(w->out, "\n%s", fl_line_directive(w->e, first->span));
  fl_edits_apply(&w->edits, f, first->span.begin, end, w->out);
  if (code[end - 1] != ';' && !(code[end - 1] == '}' && ends_with_block(last)))
    fl_text_puts(w->out, ";");
}

static const struct fl_node *scope_of(const struct fl_node *var) {
  return var->parent->kind == FL_DECL_STMT ? var->parent->parent : var->parent;
}
static bool is_within(const struct fl_piece *region, const struct fl_node *scope) {
  return scope->span.begin <= region->first->span.begin &&
         region->last->span.end <= scope->span.end;
}

// Notes a variable for the slots whose names it hides where it is in scope. It may be a loop's, or of one value for the block.
static bool find_hidden(struct fl_node *n, void *data) {
  struct writer *w = data;
  for (size_t i = 0; n->kind == FL_VAR && n->decl && i < w->cut->slots.len; i++) {
    const struct fl_node *slot = w->cut->slots.data[i], *scope = scope_of(slot);
    if (n != slot && !strcmp(n->decl->name, slot->decl->name) &&
        scope->span.begin <= n->span.begin && n->span.end <= scope->span.end)
      *fl_vec_add(w->e->unit->arena, &w->hiders[i]) = n;
  }
  return true;
}

// Is slot `i` what its name means in the region? The declaration must be in scope, and none of the same name further in.
static bool visible(const struct writer *w, const struct fl_piece *p, size_t i) {
  const struct fl_node *v = w->cut->slots.data[i];
  if (v->span.begin > p->last->span.end || !is_within(p, scope_of(v)))
    return false;
  for (size_t k = i + 1; k < w->cut->slots.len; k++)
    if (!strcmp(w->cut->slots.data[k]->decl->name, v->decl->name) && visible(w, p, k))
      return false;
  for (size_t k = 0; k < w->hiders[i].len; k++) {
    const struct fl_node *h = w->hiders[i].data[k];
    if (h->span.begin < p->first->span.begin && is_within(p, scope_of(h)))
      return false;
  }
  return true;
}

// Does the declaration of slot `i` stand in the region? Of a constant it gives the name, too.
static bool declares(const struct writer *w, const struct fl_piece *p, size_t i) {
  return fl_among(&p->slots, w->cut->slots.data[i]);
}

static void region(struct writer *w, const struct fl_piece *p) {
  fl_text_puts(w->out, "\n  fl_all.run(fl_ctx, [&](fl_slot &fl_s) -> bool {");
  for (size_t i = 0; i < w->fn->facts->apis.len; i++)
    if (!strcmp(w->fn->facts->apis.data[i]->name, "threadIdx"))
      fl_text_puts(w->out, "\n  const auto threadIdx = fl_ctx.thread_idx(); (void)threadIdx;");
  for (size_t i = 0; i < w->cut->slots.len; i++)
    if (visible(w, p, i) && !(w->cut->slots.data[i]->decl->is_const && declares(w, p, i))) {
      fl_text_puts(w->out, "\n  ");
      bind_slot(w, i, w->out);
    }
  fl_text_puts(w->out, "\n  (void)fl_s; {");
  copy(w, p->first, p->last);
  fl_text_puts(w->out, "\n  } return false; });");
}

// What of a declaration is hoisted; returns false if nothing is, and it is one as it stands.
static bool hoisted(struct writer *w, const struct fl_node *stmt) {
  bool any = false;
  for (size_t i = 0; i < stmt->kids.len; i++) {
    const struct fl_node *v = stmt->kids.data[i];
    if (!is_hoisted(w, v))
      continue;
    if (!any)
      fl_text_printf(w->out, "\n%s", fl_line_directive(w->e, stmt->span));
    any = true;
    const struct fl_node *init = v->kids.len ? v->kids.data[v->kids.len - 1] : NULL;
    fl_text_printf(w->out, "__fl::type<%s> %s%s", v->decl->canonical, v->decl->name,
                   init ? " =" : "");
    if (init)
      initialiser(w, v, w->out);
    fl_text_printf(w->out, "; (void)%s; ", v->decl->name);
  }
  return any;
}

static void pieces(struct writer *w, const fl_pieces *list) {
  for (size_t i = 0; i < list->len; i++) {
    const struct fl_piece *p = list->data[i];
    if (p->kind == FL_PIECE_REGION) {
      region(w, p);
    } else if (p->kind == FL_PIECE_DECL) {
      if (!hoisted(w, p->node))
        copy(w, p->node, p->node);
    } else {
      const struct fl_node *n = p->node;
      const struct fl_file *f = &w->e->unit->files.data[n->span.file];
      fl_text_printf(w->out, "\n%s", fl_line_directive(w->e, n->span));
      if (n->kind != FL_COMPOUND)
        fl_edits_apply(&w->edits, f, n->span.begin, n->then->span.begin, w->out);
      fl_text_puts(w->out, " {");
      pieces(w, &p->body);
      fl_text_puts(w->out, w->returns && fl_is_loop(n)
                               ? "\n  if (fl_all.none_left(fl_ctx)) return;\n  }"
                               : "\n  }");
      if (n->otherwise) {
        fl_text_puts(w->out, " else {");
        pieces(w, &p->otherwise);
        fl_text_puts(w->out, "\n  }");
      }
      if (n->kind == FL_DO) {
        fl_edits_apply(&w->edits, f, n->then->span.end, n->span.end, w->out);
        fl_text_puts(w->out, ";");
      }
    }
  }
}

void fl_fissioned_body(struct fl_emit *e, struct fl_function *k, struct fl_text *out) {
  struct writer w = {.e = e, .fn = k, .cut = fl_fission_of(e->unit, k), .out = out};
  fl_body_edits(e, k, FL_FORM_CONTEXT, &w.edits);
  fl_walk(k->body, visit, &w);
  w.hiders = fl_alloc(e->unit->arena, (w.cut->slots.len + 1) * sizeof *w.hiders);
  fl_walk(k->body, find_hidden, &w);
  fl_begin_name(e, k, out);
  const struct fl_returns made = fl_stub_returns(e, k, "void");
  fl_text_printf(out, "%s__device__ %s %s__fl_block(%s)%s {\n  struct fl_slot {",
                 fl_template_head(e, k, "class FlCtx", false), made.lead, k->name,
                 fl_parameters(e, k, "FlCtx &fl_ctx", false), made.trail);
  for (size_t i = 0; i < w.cut->slots.len; i++) {
    const struct fl_decl *d = w.cut->slots.data[i]->decl;
    fl_text_printf(out, " __fl::mutable_type<%s> %s_%zu;", d->canonical, d->name, i);
  }
  fl_text_printf(
      out,
      " };\n  __fl::threads<fl_slot, %s, typename FlCtx::kernel%s> fl_all(fl_ctx);\n  if "
      "(!fl_all)\n    return;",
      w.returns ? "true" : "false", k->facts->asks_for_errors ? ", true" : "");
  fl_prologue(e, k, FL_FORM_BLOCK, "FlCtx", out);
  pieces(&w, &w.cut->pieces);
  fl_text_puts(out, "\n}\n");
  fl_end_name(e, k, out);
}
