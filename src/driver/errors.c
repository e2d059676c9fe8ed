// Errors that are no place in a source file.
#include "driver/options.h"
#include <stdarg.h>
#include <stdio.h>

static void print_error(const char *severity, const char *fmt, va_list ap) {
  fprintf(stderr, "flcc: %s: ", severity);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
}

void fl_error(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  print_error("error", fmt, ap);
  va_end(ap);
}

void fl_warning(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  print_error("warning", fmt, ap);
  va_end(ap);
}
