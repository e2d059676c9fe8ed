// Text that the preprocessor skipped here, but may take in another pass of the compiler.
#include "analysis/bodies/bodies.h"
#include <string.h>

// The line of the directive that had the text at an offset skipped.
static unsigned skipped_by(const struct fl_file *f, uint32_t at) {
  for (size_t i = 0; i < f->skipped.len && f->skipped.data[i] <= at; i++)
    if (i + 1 == f->skipped.len || f->skipped.data[i + 1] > at)
      at = f->skipped.data[i];
  unsigned line, col;
  fl_line_col(f, at, &line, &col);
  return line;
}

// Does the conditional that had the text at an offset skipped ask for the device architecture? Then another pass of nvcc may take it. What conditionals within
// the skipped text ask for is no matter, nor is what those ask for that let it be reached.
bool fl_asks_for_architecture(const struct fl_file *f, uint32_t at) {
  unsigned line = skipped_by(f, at);
  for (int depth = 0; line > 0; line--) {
    const char *p = f->text + f->line_start[line - 1];
    size_t n = strcspn(p, "\n");
    p += strspn(p, " \t");
    if (*p != '#')
      continue;
    p++;
    p += strspn(p, " \t");
    if (!strncmp(p, "endif", 5))
      depth++;
    const bool opens = !strncmp(p, "if", 2);
    if (depth == 0 && (opens || !strncmp(p, "el", 2))) {
      const char *hit = strstr(p, "__CUDA_ARCH__");
      if (hit && hit < p + n)
        return true;
    }
    if (opens && depth-- == 0)
      return false;
  }
  return false;
}
