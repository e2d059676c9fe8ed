// Reading a function's head from the tokens around its name (head.c, params.c).
#ifndef FL_HEAD_H
#define FL_HEAD_H
#include "internal.h"

#include <string.h>

// The file that the head stands in, and its tokens.
struct fr_head {
  struct fr *f;
  int file;
  const struct fr_token *t;
  size_t n;
};

// What is being read of a function.
struct fr_params {
  struct fr_head *h;
  struct fl_function *fn;
  struct fl_span body;
  bool body_in_macro, in_macro;
  size_t open, close; // the parentheses
  struct fl_span template_head;
  struct fl_template_params *template_params; // where they go
};

static inline struct fl_span fr_head_span(const struct fr_head *h, uint32_t begin, uint32_t end) {
  return (struct fl_span){h->file, begin, end < begin ? begin : end};
}
// The bracket that closes what token i opens, if it does and that is before `end`; else i.
size_t fr_skip_nested(const struct fr_head *h, size_t i, size_t end);

// Is a child of a function's cursor one of its parameters, not one of a function type that it returns? Of a template's any is taken for one. (params.c)
bool fr_is_parameter(CXCursor function, CXCursor c);
// params.c: the parameters of a declaration go to p->fn, where its body is to p->body; those of its innermost template head to p->template_params.
void fr_read_params(struct fr_params *p, CXCursor c);
void fr_read_template_params(struct fr_params *p, CXCursor c);
#endif
