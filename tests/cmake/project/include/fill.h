#pragma once
void fill(int *data, int n);
void report(const char *what, bool ok);
