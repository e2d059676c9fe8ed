// Positions, texts and reports over the model, and its dump.
#include "model.h"

#include <inttypes.h>
#include <string.h>

const char *const fl_node_kind_name[FL_NODE_KINDS] = {
    [FL_COMPOUND] = "compound",
    [FL_DECL_STMT] = "decl_stmt",
    [FL_IF] = "if",
    [FL_FOR] = "for",
    [FL_WHILE] = "while",
    [FL_DO] = "do",
    [FL_RANGE_FOR] = "range_for",
    [FL_SWITCH] = "switch",
    [FL_CASE] = "case",
    [FL_DEFAULT] = "default",
    [FL_BREAK] = "break",
    [FL_CONTINUE] = "continue",
    [FL_RETURN] = "return",
    [FL_GOTO] = "goto",
    [FL_LABEL] = "label",
    [FL_ASM] = "asm",
    [FL_TRY] = "try",
    [FL_NULL_STMT] = "null_stmt",
    [FL_OTHER_STMT] = "other_stmt",
    [FL_VAR] = "var",
    [FL_OTHER_DECL] = "other_decl",
    [FL_LAUNCH] = "launch",
    [FL_CALL] = "call",
    [FL_REF] = "ref",
    [FL_MEMBER] = "member",
    [FL_SUBSCRIPT] = "subscript",
    [FL_BINARY] = "binary",
    [FL_ASSIGN] = "assign",
    [FL_UNARY] = "unary",
    [FL_TERNARY] = "ternary",
    [FL_CAST] = "cast",
    [FL_LITERAL] = "literal",
    [FL_INIT_LIST] = "init_list",
    [FL_LAMBDA] = "lambda",
    [FL_NEW] = "new",
    [FL_DELETE] = "delete",
    [FL_THIS] = "this",
    [FL_OTHER_EXPR] = "other_expr",
};

static const char *const decl_kind_name[] = {
    [FL_DECL_LOCAL] = "local",
    [FL_DECL_PARAM] = "param",
    [FL_DECL_SHARED] = "shared",
    [FL_DECL_GLOBAL] = "global",
    [FL_DECL_FUNCTION] = "function",
    [FL_DECL_BUILTIN] = "builtin",
    [FL_DECL_ENUMERATOR] = "enumerator",
    [FL_DECL_FIELD] = "field",
    [FL_DECL_TEMPLATE_PARAM] = "template_param",
    [FL_DECL_OTHER] = "other",
};

void fl_line_col(const struct fl_file *f, uint32_t offset, unsigned *line, unsigned *col) {
  unsigned lo = 0, hi = f->lines; // the last line that begins at or before the offset
  while (hi - lo > 1) {
    unsigned mid = lo + (hi - lo) / 2;
    if (f->line_start[mid] <= offset)
      lo = mid;
    else
      hi = mid;
  }
  *line = lo + 1;
  *col = offset - (f->lines ? f->line_start[lo] : 0) + 1;
  // Uses that begin at or before the offset are those before `first`.
  size_t first = 0, behind = f->uses;
  while (first < behind) {
    const size_t mid = first + (behind - first) / 2;
    if (f->unfolded[mid].begin <= offset)
      first = mid + 1;
    else
      behind = mid;
  }
  if (!first)
    return;
  const struct fl_unfolded *x = &f->unfolded[first - 1];
  uint32_t at = offset < x->end ? x->from : x->to + (offset - x->end);
  for (*col = 1; at > 0 && f->on_disk[at - 1] != '\n'; at--)
    ++*col;
}

void fl_presumed(const struct fl_file *f, uint32_t offset, const char **path, unsigned *line) {
  unsigned col, from;
  fl_line_col(f, offset, line, &col);
  *path = f->name;
  size_t first = 0, behind = f->renumbered.len; // the first one behind the offset
  while (first < behind) {
    const size_t mid = first + (behind - first) / 2;
    if (f->renumbered.data[mid].at <= offset)
      first = mid + 1;
    else
      behind = mid;
  }
  if (!first)
    return;
  const struct fl_renumbering *r = &f->renumbered.data[first - 1];
  fl_line_col(f, r->at, &from, &col);
  *line = r->line + (*line - from);
  *path = r->path;
}

const char *fl_code(const struct fl_unit *u, int file) {
  struct fl_file *f = &u->files.data[file];
  char *copy = f->code ? NULL : fl_strndup(u->arena, f->text, f->len);
  for (const char *p = f->text; copy && *p;) {
    bool comment;
    const char *end = fl_opaque_end(f->text, p, &comment);
    for (; comment && p < end; p++)
      if (*p != '\n' && *p != '\r')
        copy[p - f->text] = ' ';
    p = end == p && !comment ? p + 1 : end;
  }
  if (copy)
    f->code = copy;
  return f->code;
}

const char *fl_span_text(const struct fl_unit *u, struct fl_span s) {
  if (fl_span_empty(s) || (size_t)s.file >= u->files.len || s.end > u->files.data[s.file].len)
    return "";
  return fl_strndup(u->arena, fl_code(u, s.file) + s.begin, s.end - s.begin);
}

const char *fl_head_text(const struct fl_unit *u, struct fl_span s) {
  size_t lo = 0, hi = u->expansions.len;
  while (lo < hi) {
    const size_t mid = lo + (hi - lo) / 2;
    const struct fl_span at = u->expansions.data[mid].use;
    if (at.file < s.file || (at.file == s.file && at.begin < s.begin))
      lo = mid + 1;
    else
      hi = mid;
  }
  struct fl_text t = {0};
  uint32_t from = s.begin;
  for (; lo < u->expansions.len && s.file >= 0; lo++) {
    const struct fl_expansion *x = &u->expansions.data[lo];
    if (x->use.file != s.file || x->use.end > s.end)
      break;
    if (x->use.begin < from) // told twice
      continue;
    fl_text_puts(&t, fl_span_text(u, (struct fl_span){s.file, from, x->use.begin}));
    fl_text_puts(&t, x->text);
    from = x->use.end;
  }
  fl_text_puts(&t, fl_span_text(u, (struct fl_span){s.file, from, s.end}));
  const char *text = fl_strdup(u->arena, t.data ? t.data : "");
  fl_text_free(&t);
  return text;
}

void fl_report_at(struct fl_unit *u, enum fl_severity sev, struct fl_span at, const char *name,
                  const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = fl_vformat(u->arena, fmt, ap);
  va_end(ap);
  unsigned line = 0, col = 0;
  const char *path = NULL;
  if (at.file >= 0 && (size_t)at.file < u->files.len) {
    fl_line_col(&u->files.data[at.file], at.begin, &line, &col);
    fl_presumed(&u->files.data[at.file], at.begin, &path, &line);
  } else if (u->files.len) {
    path = u->files.data[0].name;
  }
  fl_report(u->diags, sev, path, line, col, name, "%s", text);
}

struct dump {
  const struct fl_unit *u;
  FILE *out;
};

static void put_quoted(struct dump *d, const char *s, size_t n) {
  enum { MOST = 200 };
  fputc('"', d->out);
  for (size_t i = 0; i < n && i < MOST; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '\n')
      fputs("\\n", d->out);
    else if (c == '"' || c == '\\')
      fprintf(d->out, "\\%c", c);
    else if (c < 0x20)
      fprintf(d->out, "\\x%02x", c);
    else
      fputc(c, d->out);
  }
  fputs(n > MOST ? "...\"" : "\"", d->out);
}

static void put_span(struct dump *d, const char *label, struct fl_span s) {
  if (s.file < 0 || (size_t)s.file >= d->u->files.len)
    return;
  const struct fl_file *f = &d->u->files.data[s.file];
  fprintf(d->out, " %s=", label);
  if (s.begin <= s.end && s.end <= f->len)
    put_quoted(d, f->text + s.begin, s.end - s.begin);
}

static void put_place(struct dump *d, struct fl_span s) {
  if (s.file < 0 || (size_t)s.file >= d->u->files.len)
    return;
  unsigned line, col;
  fl_line_col(&d->u->files.data[s.file], s.begin, &line, &col);
  fprintf(d->out, " at=%s:%u:%u", d->u->files.data[s.file].path, line, col);
}

static void put_flag(struct dump *d, bool set, const char *name) {
  if (set)
    fprintf(d->out, " %s", name);
}

static void put_string(struct dump *d, const char *label, const char *s) {
  if (!s)
    return;
  fprintf(d->out, " %s=", label);
  put_quoted(d, s, strlen(s));
}

static void put_decl(struct dump *d, const struct fl_decl *decl) {
  fprintf(d->out, " %s", decl_kind_name[decl->kind]);
  put_string(d, "type", decl->type);
  put_flag(d, decl->dependent, "dependent");
  put_flag(d, decl->local_type, "local_type");
  put_flag(d, decl->is_const, "const");
  put_flag(d, decl->is_constexpr, "constexpr");
  put_flag(d, decl->is_reference, "reference");
  put_flag(d, decl->is_pointer, "pointer");
  put_flag(d, decl->is_array, "array");
  put_flag(d, decl->is_extern, "extern");
  put_flag(d, decl->is_volatile, "volatile");
  if (decl->size)
    fprintf(d->out, " size=%" PRIu64, decl->size);
}

static const char *role(const struct fl_node *n) {
  const struct fl_node *p = n->parent;
  if (!p)
    return "";
  return n == p->init        ? "init:"
         : n == p->cond      ? "cond:"
         : n == p->inc       ? "inc:"
         : n == p->then      ? "then:"
         : n == p->otherwise ? "else:"
         : n == p->callee    ? "callee:"
                             : "";
}

static void put_node(struct dump *d, const struct fl_node *n, unsigned depth) {
  fprintf(d->out, "%*s%s%s", (int)(depth > 60 ? 120 : depth * 2), "", role(n),
          fl_node_kind_name[n->kind]);
  if (n->name && *n->name)
    fprintf(d->out, " '%s'", n->name);
  put_flag(d, n->postfix, "postfix");
  if (n->decl)
    fprintf(d->out, " -> %s", decl_kind_name[n->decl->kind]);
  put_string(d, "type", n->type);
  if (n->has_value)
    fprintf(d->out, " value=%" PRId64, n->value);
  if (n->site)
    fprintf(d->out, " site=%u", n->site->id);
  put_flag(d, !n->editable, "in-macro");
  put_span(d, "text", n->span);
  fputc('\n', d->out);
  for (size_t i = 0; i < n->kids.len; i++)
    put_node(d, n->kids.data[i], depth + 1);
}

static void put_function(struct dump *d, const struct fl_function *fn, bool bodies) {
  static const char *const kind[] = {"host", "device", "host_device", "kernel"};
  fprintf(d->out, "%s %s", kind[fn->kind], fn->qualified);
  put_place(d, fn->name_span);
  put_flag(d, fn->is_member, "member");
  put_flag(d, fn->is_static_member, "static_member");
  put_flag(d, fn->is_const_member, "const_member");
  put_flag(d, fn->is_virtual, "virtual");
  put_flag(d, fn->in_class_body, "in_class_body");
  put_flag(d, fn->in_template_class, "in_template_class");
  put_flag(d, fn->is_friend, "friend");
  put_flag(d, fn->is_specialization, "specialization");
  put_flag(d, fn->is_static, "static");
  put_flag(d, fn->is_variadic, "variadic");
  put_flag(d, fn->from_macro, "from_macro");
  put_flag(d, !fn->editable, "not_editable");
  put_flag(d, fn->address_taken, "address_taken");
  fputc('\n', d->out);
  fprintf(d->out, "  head");
  put_span(d, "template", fn->template_head);
  put_span(d, "specifiers", fn->specifiers);
  put_span(d, "name", fn->name_span);
  put_span(d, "params", fn->params_span);
  put_string(d, "returns", fn->return_type);
  fputc('\n', d->out);
  for (size_t i = 0; i < fn->template_params.len; i++) {
    const struct fl_template_param *p = &fn->template_params.data[i];
    fprintf(d->out, "  template_param %s %s%s", p->name,
            p->is_type       ? "type"
            : p->is_template ? "template"
                             : "value",
            p->is_pack ? " pack" : "");
    put_span(d, "text", p->span);
    if (!fl_span_empty(p->default_arg))
      put_span(d, "default", p->default_arg);
    fputc('\n', d->out);
  }
  for (size_t i = 0; i < fn->params.len; i++) {
    const struct fl_param *p = &fn->params.data[i];
    fprintf(d->out, "  param %s%s", p->decl ? p->decl->name : "", p->is_pack ? " pack" : "");
    put_string(d, "type", p->type);
    put_span(d, "text", p->span);
    if (!fl_span_empty(p->default_arg)) {
      put_span(d, "type_and_name", p->type_and_name);
      put_span(d, "default", p->default_arg);
    }
    fputc('\n', d->out);
  }
  for (size_t i = 0; i < fn->redeclarations.len; i++) {
    fprintf(d->out, "  redeclared");
    put_span(d, "text", fn->redeclarations.data[i].span);
    fputc('\n', d->out);
  }
  for (size_t i = 0; i < fn->shared.len; i++) {
    fprintf(d->out, "  shared %s", fn->shared.data[i]->name);
    if (fn->shared.data[i]->decl)
      put_decl(d, fn->shared.data[i]->decl);
    fputc('\n', d->out);
  }
  if (bodies && fn->body)
    put_node(d, fn->body, 1);
}

static void put_site(struct dump *d, const struct fl_site *s, bool bodies) {
  fprintf(d->out, "site %u %s", s->id, s->on_host ? "host" : "device");
  put_place(d, s->span);
  if (s->caller)
    fprintf(d->out, " caller=%s", s->caller->qualified);
  fprintf(d->out, " kernel=%s", s->kernel ? s->kernel->qualified : "?");
  put_string(d, "as", s->kernel_name);
  put_span(d, "config", s->config);
  put_span(d, "args", s->args);
  put_string(d, "template_args", s->template_args);
  put_flag(d, s->explicit_template_args, "explicit");
  put_flag(d, s->args_name_locals, "names_locals");
  if (s->block_threads)
    fprintf(d->out, " block_threads=%" PRId64, s->block_threads);
  fprintf(d->out, " shared_bytes=%" PRId64, s->shared_bytes);
  put_flag(d, s->stream != NULL, "stream");
  put_flag(d, !s->editable, "not_editable");
  put_flag(d, s->in_lambda, "in_lambda");
  if (s->pragma) {
    fputs(" pragma", d->out);
    put_string(d, "strategy", s->pragma->strategy);
    put_string(d, "threshold", s->pragma->threshold);
    put_string(d, "coarsen", s->pragma->coarsen);
  }
  fputc('\n', d->out);
  if (bodies && s->on_host && s->node)
    put_node(d, s->node, 1);
}

static void put_spans(struct dump *d, const char *what, const struct fl_span *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    fprintf(d->out, "%s", what);
    put_place(d, s[i]);
    put_span(d, "text", s[i]);
    fputc('\n', d->out);
  }
}

void fl_model_dump(const struct fl_unit *u, bool bodies, FILE *out) {
  struct dump d = {u, out};
  for (size_t i = 0; i < u->files.len; i++)
    fprintf(out, "file %s%s%s\n", u->files.data[i].path, u->files.data[i].is_main ? " main" : "",
            u->files.data[i].pragma_once ? " pragma_once" : "");
  for (size_t i = 0; i < u->includes.len; i++)
    fprintf(out, "%s %s%s%s\n", u->includes.data[i].asked ? "asked" : "include",
            u->includes.data[i].spelled, u->includes.data[i].angled ? " angled" : "",
            u->includes.data[i].file >= 0 ? " editable" : "");
  for (size_t i = 0; i < u->file_shared.len; i++) {
    fprintf(out, "file_shared %s", u->file_shared.data[i]->name);
    put_decl(&d, u->file_shared.data[i]);
    fputc('\n', out);
  }
  for (size_t i = 0; i < u->functions.len; i++)
    put_function(&d, u->functions.data[i], bodies);
  for (size_t i = 0; i < u->sites.len; i++)
    put_site(&d, u->sites.data[i], bodies);
  for (size_t i = 0; i < u->launch_calls.len; i++)
    put_spans(&d, "launch_call", &u->launch_calls.data[i].name, 1);
  for (size_t i = 0; i < u->copy_calls.len; i++)
    put_spans(&d, "copy_call", &u->copy_calls.data[i].name, 1);
  put_spans(&d, "hidden_launch", u->hidden_launches.data, u->hidden_launches.len);
  put_spans(&d, "macro_launch", u->macro_launches.data, u->macro_launches.len);
}
