// What is known when the program ends, as a table for FL_LOG and as a file for FL_PROFILE, which flcc --fl-profile reads. See flrt.h.
#include "flrt.h"
#ifndef FLRT_PROFILE_C
#define FLRT_PROFILE_C
// The C library's own headers alone: programs include this, and may have a `link` or a `stat` of their own.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLRT_PROFILE_HEAD "freelaunch-profile"
#define FLRT_PROFILE_VERSION 2

// Adds what one selector knows to another: they are of one place, on several devices or for several instances of a template.
FLRT_ONCE void flrt_merge(struct flrt_selector *to, const struct flrt_selector *from) {
  to->modes = from->modes;
  to->small = to->launches == 0 || from->small < to->small ? from->small : to->small;
  to->need = from->need > to->need ? from->need : to->need;
  to->mode = to->launches < from->launches ? from->mode : to->mode;
  to->launches += from->launches;
  for (unsigned m = 0; m < FLRT_MODES; ++m) {
    to->chosen[m] += from->chosen[m];
    to->measured[m] += from->measured[m];
    to->total_ns[m] += from->total_ns[m];
    for (unsigned c = 0; c < FLRT_CLASSES; ++c) {
      const float a = (float)to->took[m][c].n, b = (float)from->took[m][c].n;
      if (a + b > 0)
        to->took[m][c].ns = (to->took[m][c].ns * a + from->took[m][c].ns * b) / (a + b);
      to->took[m][c].n += from->took[m][c].n;
    }
  }
  for (unsigned c = 0; c < FLRT_CLASSES; ++c)
    to->often[c] += from->often[c];
}

FLRT_ONCE size_t flrt_rows(const struct flrt_parent *parents, struct flrt_row **rows) {
  size_t all = 0, n = 0;
  for (const struct flrt_parent *p = parents; p; p = p->next)
    ++all;
  *rows = (struct flrt_row *)calloc(all + 1, sizeof **rows);
  if (!*rows)
    return 0;
  for (const struct flrt_parent *p = parents; p; p = p->next) {
    const char *key = p->key ? p->key : p->name;
    size_t i = 0;
    while (i < n && strcmp((*rows)[i].key, key) != 0)
      ++i;
    struct flrt_row *r = &(*rows)[i];
    if (i == n) {
      ++n;
      r->key = key;
      r->strategy = p->strategy;
      r->has_place = p->key != NULL;
    }
    r->launches += p->launches;
    r->records += p->report->records;
    r->blocks += p->report->blocks;
    r->spilled += p->report->spilled;
    r->whole += p->report->whole;
    if (p->selector.launches)
      flrt_merge(&r->selector, &p->selector);
  }
  return n;
}

FLRT_ONCE void flrt_print_mean(FILE *out, unsigned long long total, unsigned long long n) {
  if (n)
    fprintf(out, " %12llu", total / n);
  else
    fprintf(out, " %12s", "-");
}

// FL_TRACE: logs and profiles measure every launch, and so say what auto does when it knows more than it would.
FLRT_ONCE void flrt_trace(struct flrt_parent *p, const struct flrt_choice *c) {
  const long most = flrt_env()->trace;
  if (!p->trace)
    p->trace = (unsigned char *)malloc((size_t)most);
  if (p->trace && p->traced < most)
    p->trace[p->traced++] = (unsigned char)((unsigned)c->mode | (c->measure ? FLRT_TRACED : 0));
}
FLRT_ONCE void flrt_print_trace(FILE *out, const struct flrt_parent *p) {
  if (!p->traced)
    return;
  fprintf(out, "freelaunch: %s: launches:", p->key ? p->key : p->name);
  for (long i = 0; i < p->traced; ++i)
    fprintf(out, " %s%s", flrt_mode_name((enum flrt_mode)(p->trace[i] % FLRT_TRACED)), p->trace[i] & FLRT_TRACED ? "*" : "");
  fputc('\n', out);
}

FLRT_ONCE void flrt_print_table(FILE *out, const struct flrt_row *rows, size_t n) {
  int width = 6;
  for (size_t i = 0; i < n; ++i)
    width = (int)strlen(rows[i].key) > width ? (int)strlen(rows[i].key) : width;
  fprintf(out, "freelaunch: %-*s %-8s %10s %12s %14s %10s %10s", width, "parent", "strategy", "launches", "children", "blocks",
          "spilled", "whole");
  for (unsigned m = 0; m < FLRT_MODES; ++m)
    fprintf(out, " %10s", flrt_mode_name((enum flrt_mode)m));
  fprintf(out, " %10s %14s %12s", "measured", "total ns", "mean ns");
  for (unsigned m = 0; m < FLRT_MODES; ++m)
    fprintf(out, " %9s ns", flrt_mode_name((enum flrt_mode)m));
  fputs("\n", out);
  for (size_t i = 0; i < n; ++i) {
    const struct flrt_row *r = &rows[i];
    const struct flrt_selector *s = &r->selector;
    fprintf(out, "freelaunch: %-*s %-8s %10llu %12llu %14llu %10llu %10llu", width, r->key,
            r->strategy ? r->strategy : "-", r->launches, r->records, r->blocks, r->spilled, r->whole);
    if (s->launches == 0) { // nothing to choose, nothing measured
      fputs("\n", out);
      continue;
    }
    unsigned long long measured = 0, total = 0;
    for (unsigned m = 0; m < FLRT_MODES; ++m) {
      fprintf(out, " %10llu", s->chosen[m]);
      measured += s->measured[m];
      total += s->total_ns[m];
    }
    fprintf(out, " %10llu %14llu", measured, total);
    flrt_print_mean(out, total, measured);
    for (unsigned m = 0; m < FLRT_MODES; ++m)
      flrt_print_mean(out, s->total_ns[m], s->measured[m]);
    fputs("\n", out);
  }
}

// Of the modes, the last ones are named only where they are to choose from.
FLRT_ONCE unsigned flrt_named_modes(const struct flrt_selector *s) {
  return s->modes >> FLRT_SCOPES ? FLRT_MODES : s->modes >> FLRT_BLOCKS ? FLRT_SCOPES : FLRT_BLOCKS;
}

// Whole numbers only: what the program's locale makes of a decimal point is not known.
FLRT_ONCE void flrt_print_site(FILE *out, const struct flrt_row *r) {
  const struct flrt_selector *s = &r->selector;
  float mean[FLRT_MODES];
  const enum flrt_mode first = flrt_weigh(s, mean) ? flrt_fastest(s, mean) : FLRT_RECORD;
  fprintf(out, "%s first=%s launches=%llu children=%llu blocks=%llu", r->key, flrt_mode_name(first),
          r->launches, r->records, r->blocks);
  for (unsigned m = 0; m < flrt_named_modes(s); ++m)
    fprintf(out, " %s=%llu", flrt_mode_name((enum flrt_mode)m), s->chosen[m]);
  fprintf(out, " small=%u need=%u", s->small, s->need);
  for (unsigned c = 0; c < FLRT_CLASSES; ++c) {
    unsigned n = 0;
    for (unsigned m = 0; m < FLRT_MODES; ++m)
      n += s->took[m][c].n;
    if (n == 0)
      continue;
    fprintf(out, " c%u=%.0f", c, (double)(s->often[c] * 1000));
    for (unsigned m = 0; m < flrt_named_modes(s); ++m)
      fprintf(out, ",%u,%.0f", s->took[m][c].n, (double)s->took[m][c].ns);
  }
  fputs("\n", out);
}

// What a file holds, NUL-terminated and malloc'ed; NULL, with errno, if it cannot be read, or is larger than any profile (some devices never end).
FLRT_ONCE char *flrt_read_all(const char *path) {
  const size_t most = (size_t)64 << 20;
  FILE *f = fopen(path, "rb");
  char *text = NULL;
  size_t n = 0, room = 0, got = 1;
  if (!f)
    return NULL;
  while (got) {
    if (n + 1 >= room) {
      char *more = (char *)realloc(text, room = room * 2 + 65536);
      if (!more)
        break;
      text = more;
    }
    got = fread(text + n, 1, room - n - 1, f);
    n += got;
    text[n] = 0;
    if (n > most) {
      errno = EFBIG;
      break;
    }
  }
  const int error = errno;
  if (got || ferror(f)) {
    free(text);
    text = NULL;
  }
  fclose(f);
  errno = error;
  return text;
}

// Does a line of a profile begin with this key?
FLRT_ONCE int flrt_is_of(const char *line, const char *key) {
  const size_t n = strlen(key);
  return strncmp(line, key, n) == 0 && line[n] == ' ';
}

// The lines of an older profile that are of other keys.
FLRT_ONCE void flrt_keep_others(FILE *out, const char *old, const struct flrt_row *rows, size_t n) {
  for (const char *line = strchr(old, '\n'); line && *++line; line = strchr(line, '\n')) {
    int mine = *line == '#' || *line == '\n';
    for (size_t i = 0; i < n && !mine; ++i)
      mine = rows[i].has_place && rows[i].selector.launches && flrt_is_of(line, rows[i].key);
    const size_t length = strcspn(line, "\n");
    if (!mine)
      fprintf(out, "%.*s\n", (int)length, line);
  }
}

// Why there is no profile to be written at `path`, or NULL. *old: what is there already, malloc'ed.
FLRT_ONCE const char *flrt_read_old(const char *path, char **old) {
  const size_t n = sizeof FLRT_PROFILE_HEAD - 1;
  *old = flrt_read_all(path);
  if (!*old)
    return errno == ENOENT ? NULL : strerror(errno);
  if (**old == 0)
    return NULL;
  if (strncmp(*old, FLRT_PROFILE_HEAD " ", n + 1) != 0)
    return "what is there is no profile";
  return strtol(*old + n, NULL, 10) == FLRT_PROFILE_VERSION ? NULL
                                                            : "what is there is of another version";
}

// A new file beside `path`; its name is put at `name`, which has room for 32 bytes more than `path`.
FLRT_ONCE FILE *flrt_open_beside(const char *path, char *name) {
  FILE *out = NULL;
  for (unsigned i = 0; i < 1000 && !out; ++i) {
    snprintf(name, strlen(path) + 32, "%s.%u.tmp", path, i);
    out = fopen(name, "wx");
    if (!out && errno != EEXIST)
      break;
  }
  return out;
}

FLRT_ONCE void flrt_print_profile(FILE *out, const char *old, const struct flrt_row *rows, size_t n) {
  fprintf(out,
          FLRT_PROFILE_HEAD " %d\n"
          "# Each line: a parent kernel and where the host launches it; then what was counted.\n"
          "# cK=W,N,T,N,T,N,T: launches with fewer than 2^K children, not fewer than 2^(K-1): their weight; N were\n"
          "# measured with a mean of T ns under t1, then so under t4 and t1+t4, and,\n"
          "# where threads wait for children, under t3 (K then counts the parent's threads),\n"
          "# and, where the device may launch, under block.\n",
          FLRT_PROFILE_VERSION);
  if (old)
    flrt_keep_others(out, old, rows, n);
  for (size_t i = 0; i < n; ++i)
    if (rows[i].has_place && rows[i].selector.launches)
      flrt_print_site(out, &rows[i]);
}

// The file appears whole or not at all: it is written beside its place, and renamed. One that is there and empty is written as it is: it may be a
// device, which must not be replaced. Returns 0, or -1 and says why on stderr.
FLRT_ONCE int flrt_write_profile(const char *path, const struct flrt_row *rows, size_t n) {
  char *old = NULL, *real = NULL, *temporary = NULL;
  const char *why = flrt_read_old(path, &old);
  if (!why) {
    const int in_place = old && *old == 0;
    real = realpath(path, NULL); // so that a link stays one
    const char *to = real ? real : path;
    temporary = (char *)malloc(strlen(to) + 32);
    FILE *out = !temporary ? NULL : in_place ? fopen(to, "w") : flrt_open_beside(to, temporary);
    if (!out) {
      why = strerror(errno);
    } else {
      flrt_print_profile(out, old, rows, n);
      int failed = fflush(out) != 0 || ferror(out);
      failed |= fclose(out) != 0;
      if (failed || (!in_place && rename(temporary, to) != 0)) {
        why = strerror(errno);
        if (!in_place)
          remove(temporary);
        else if ((out = fopen(to, "w")))
          fclose(out);
      }
    }
  }
  if (why)
    fprintf(stderr, "freelaunch: warning: no profile written to '%s': %s\n", path, why);
  free(old);
  free(real);
  free(temporary);
  return why ? -1 : 0;
}
#endif
