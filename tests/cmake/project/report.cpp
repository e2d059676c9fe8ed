#include <cstdio>
#include "fill.h"

void report(const char *what, bool ok) { std::printf("%s %s\n", what, ok ? "PASS" : "FAIL"); }
