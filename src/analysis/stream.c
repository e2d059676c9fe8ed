// Which stream a launch goes to.
#include "analysis/analysis.h"
#include <string.h>

// Does a text say just a name, in parentheses or not?
static bool says(const char *text, const char *name) {
  size_t n = strlen(text);
  while (n && strchr("() \t\r\n", text[n - 1]))
    n--;
  const size_t before = strspn(text, "() \t\r\n");
  return n > before && n - before == strlen(name) && !strncmp(text + before, name, n - before);
}

enum fl_stream_kind fl_site_stream(struct fl_unit *u, const struct fl_site *s) {
  static const struct {
    const char *name;
    enum fl_stream_kind kind;
  } known[] = {{"0", FL_STREAM_NULL},
               {"NULL", FL_STREAM_NULL},
               {"nullptr", FL_STREAM_NULL},
               {"cudaStreamFireAndForget", FL_STREAM_FIRE},
               {"cudaStreamTailLaunch", FL_STREAM_TAIL}};
  if (!s->stream || (s->stream->has_value && s->stream->value == 0))
    return FL_STREAM_NULL;
  const char *text = fl_span_text(u, s->stream->span);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (says(text, known[i].name))
      return known[i].kind;
  return FL_STREAM_OTHER;
}

bool fl_may_be_tail(struct fl_unit *u, const struct fl_site *s) {
  const enum fl_stream_kind kind = fl_site_stream(u, s);
  bool named = false;
  for (size_t i = 0; i < u->files.len && kind == FL_STREAM_OTHER; i++)
    named |= strstr(u->files.data[i].text, "TailLaunch") != NULL;
  return named || kind == FL_STREAM_TAIL;
}
