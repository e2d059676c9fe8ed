// Reads profiles. They come from outside: anything that is not as the runtime writes it is an error.
#include "plan/profile.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct fl_profile_mode fl_profile_modes[FL_PROFILE_MODES] = {{"t1", "FLRT_RECORD"},
                                                                   {"t4", "FLRT_SERIAL"},
                                                                   {"t1+t4", "FLRT_MIXED"},
                                                                   {"t3", "FLRT_BLOCKS"},
                                                                   {"block", "FLRT_SCOPES"}};

struct reader {
  struct fl_arena *arena;
  struct fl_diags *diags;
  const char *path;
  unsigned line;
};

static bool wrong(const struct reader *r, const char *text) {
  fl_report(r->diags, FL_ERROR, r->path, r->line, 0, "profile", "%s", text);
  return false;
}

// A whole number up to `most`, behind which *at is left.
static bool number(const char **at, uint64_t most, uint64_t *out) {
  if (**at < '0' || **at > '9')
    return false;
  char *end;
  errno = 0;
  *out = strtoull(*at, &end, 10);
  *at = end;
  return errno == 0 && *out <= most;
}

static bool small_number(const char **at, unsigned *out) {
  uint64_t n = 0;
  const bool ok = number(at, UINT32_MAX, &n);
  *out = (unsigned)n;
  return ok;
}

bool fl_profile_measured(const struct fl_profile_times *t) {
  bool any = false;
  for (unsigned m = 0; m < FL_PROFILE_MODES; m++)
    any |= t->n[m] != 0;
  return any;
}

// "c3=520,5,8123,7,3021,0,0"; the last modes are there only where they are to choose from.
static bool read_times(const char *word, struct fl_profile_site *s) {
  const char *at = word + 1;
  unsigned of = 0;
  if (!small_number(&at, &of) || of >= FL_PROFILE_CLASSES || *at++ != '=')
    return false;
  struct fl_profile_times *t = &s->times[of];
  if (fl_profile_measured(t) || !small_number(&at, &t->weight))
    return false;
  for (unsigned m = 0; m < FL_PROFILE_MODES && (m < FL_PROFILE_LEAST || *at); m++)
    if (*at++ != ',' || !small_number(&at, &t->n[m]) || *at++ != ',' ||
        !number(&at, UINT64_MAX, &t->ns[m]))
      return false;
  return *at == 0 && fl_profile_measured(t);
}

static bool read_field(const char *word, struct fl_profile_site *s) {
  uint64_t ignored = 0;
  unsigned *const small = &s->small, *const need = &s->need;
  const struct {
    const char *name;
    uint64_t *wide;
    unsigned *narrow;
  } numbers[] = {{"launches=", &s->launches, NULL}, {"children=", &ignored, NULL},
                 {"blocks=", &ignored, NULL},       {"t1=", &ignored, NULL},
                 {"t4=", &ignored, NULL},           {"t1+t4=", &ignored, NULL},
                 {"t3=", &ignored, NULL},           {"block=", &ignored, NULL},
                 {"small=", NULL, small},           {"need=", NULL, need}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const size_t n = strlen(numbers[i].name);
    if (strncmp(word, numbers[i].name, n) != 0)
      continue;
    const char *at = word + n;
    return (numbers[i].wide ? number(&at, UINT64_MAX, numbers[i].wide)
                            : small_number(&at, numbers[i].narrow)) &&
           *at == 0;
  }
  for (unsigned m = 0; m < FL_PROFILE_MODES && !strncmp(word, "first=", 6); m++)
    if (!strcmp(word + 6, fl_profile_modes[m].name)) {
      s->mode = m;
      return true;
    }
  return word[0] == 'c' && read_times(word, s);
}

static bool read_site(const struct reader *r, const char *line, struct fl_profile *p) {
  const char *kernel_end = strchr(line, ' ');
  const char *place = kernel_end ? kernel_end + 1 : NULL;
  const char *end = place ? strchr(place, ' ') : NULL;
  if (!end || kernel_end == line || end == place)
    return wrong(r, "not a line of a profile: 'kernel file:line first=... ...' was expected");
  struct fl_profile_site site = {.line = r->line};
  site.key = fl_strndup(r->arena, line, (size_t)(end - line));
  if (fl_profile_find(p, site.key))
    return wrong(r, fl_format(r->arena, "'%s' was there before", site.key));
  while (*end == ' ') {
    const char *word = end + 1;
    end = word + strcspn(word, " ");
    const char *field = fl_strndup(r->arena, word, (size_t)(end - word));
    if (!read_field(field, &site))
      return wrong(r, fl_format(r->arena, "'%s' is not understood", field));
  }
  *fl_vec_add(r->arena, &p->sites) = site;
  return true;
}

static bool read_head(const struct reader *r, const char *line) {
  static const char head[] = "freelaunch-profile ";
  const char *at = line + sizeof head - 1;
  uint64_t version = 0;
  if (strncmp(line, head, sizeof head - 1) != 0 || !number(&at, UINT32_MAX, &version) || *at)
    return wrong(r, "this is no profile: it does not begin with 'freelaunch-profile 2'");
  if (version != FL_PROFILE_VERSION)
    return wrong(r,
                 fl_format(r->arena, "the profile is of version %u, and this flcc reads version %d",
                           (unsigned)version, FL_PROFILE_VERSION));
  return true;
}

const struct fl_profile *fl_profile_read(struct fl_arena *arena, struct fl_diags *diags,
                                         const char *path) {
  struct fl_profile *p = fl_alloc(arena, sizeof *p);
  struct reader r = {.arena = arena, .diags = diags, .path = path, .line = 1};
  size_t len = 0;
  const char *text = fl_read_file(arena, path, &len);
  p->path = path;
  if (!text) {
    wrong(&r, fl_format(arena, "cannot read the profile: %s", strerror(errno)));
    return NULL;
  }
  if (strlen(text) != len) {
    wrong(&r, "this is no profile: it is not text");
    return NULL;
  }
  for (const char *at = text; *at || r.line == 1; r.line++) {
    const char *newline = strchr(at, '\n');
    if (!newline && r.line > 1) {
      wrong(&r, "the profile ends in the middle of a line");
      return NULL;
    }
    size_t n = newline ? (size_t)(newline - at) : strlen(at);
    const char *next = at + n + (newline != NULL);
    if (n && at[n - 1] == '\r')
      n--;
    const char *line = fl_strndup(arena, at, n);
    if (r.line == 1 ? !read_head(&r, line) : n && *line != '#' && !read_site(&r, line, p))
      return NULL;
    at = next;
  }
  return p;
}

const struct fl_profile_site *fl_profile_find(const struct fl_profile *profile, const char *key) {
  for (size_t i = 0; profile && i < profile->sites.len; i++)
    if (!strcmp(profile->sites.data[i].key, key))
      return &profile->sites.data[i];
  return NULL;
}

// Words of a profile end at blanks, strings of C at quotes.
static void add_word(struct fl_text *t, const char *s) {
  for (; *s; s++) {
    const unsigned char c = (unsigned char)*s;
    if (c <= ' ' || c == 0x7f || strchr("%\"\\#?", c))
      fl_text_printf(t, "%%%02X", c);
    else
      fl_text_add(t, s, 1);
  }
}

static const char *word(const struct fl_unit *u, const char *s, const char *behind) {
  struct fl_text t = {0};
  add_word(&t, s);
  fl_text_puts(&t, behind);
  const char *r = fl_strdup(u->arena, t.data ? t.data : "");
  fl_text_free(&t);
  return r;
}

const char *fl_profile_kernel(const struct fl_unit *u, const struct fl_function *k) {
  return word(u, k->qualified, "");
}

const char *fl_profile_place(const struct fl_unit *u, struct fl_span at) {
  const struct fl_file *f = &u->files.data[at.file];
  const char *slash = strrchr(f->path, '/');
  unsigned line, col;
  fl_line_col(f, at.begin, &line, &col);
  return word(u, slash ? slash + 1 : f->path, fl_format(u->arena, ":%u", line));
}

const char *fl_profile_key(const struct fl_unit *u, const struct fl_site *s) {
  return fl_format(u->arena, "%s %s", fl_profile_kernel(u, s->kernel),
                   fl_profile_place(u, s->span));
}
