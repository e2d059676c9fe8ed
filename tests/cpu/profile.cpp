// What the runtime says of its choices when the program ends: rows, table, profiles; and how a selector begins with a profile.
#include "check.h"
#include <cstring>
#include <dirent.h>
#include <freelaunch/freelaunch.h>
#include <locale.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {
std::string directory;

std::string read(const std::string &path) {
  char *text = flrt_read_all(path.c_str());
  std::string s = text ? text : "(none)";
  free(text);
  return s;
}
void write(const std::string &path, const char *text) {
  FILE *f = fopen(path.c_str(), "w");
  fputs(text, f);
  fclose(f);
}
bool has(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }
int entries() {
  int n = 0;
  DIR *d = opendir(directory.c_str());
  while (readdir(d))
    ++n;
  closedir(d);
  return n - 2;
}

// What flrt_write_profile says on stderr, and its result.
std::string said;
int write_profile(const std::string &path, const flrt_row *rows, size_t n) {
  const std::string log = directory + "/../said";
  fflush(stderr);
  const int before = dup(2);
  CHECK(freopen(log.c_str(), "w", stderr) != nullptr);
  const int result = flrt_write_profile(path.c_str(), rows, n);
  fflush(stderr);
  dup2(before, 2);
  close(before);
  said = read(log);
  remove(log.c_str());
  return result;
}

void launch(flrt_parent &p, unsigned long long records, unsigned long long t1, unsigned long long t4) {
  const flrt_choice c = flrt_decide(&p, 0);
  ++p.launches;
  p.report->records += records;
  if (!c.measure)
    return;
  volatile flrt_sample &s = p.report->sample[c.measure % FLRT_SAMPLES];
  s.what = c.mode;
  s.records = unsigned(records);
  s.ns = unsigned(c.mode == FLRT_RECORD ? t1 : c.mode == FLRT_SERIAL ? t4 : 2 * t1);
  s.ticket = c.measure;
}

struct parent : flrt_parent {
  flrt_report own = {};
  parent(const char *k, const char *n = "") : flrt_parent() {
    key = k;
    strategy = "auto";
    strcpy(name, n);
    report = &own;
  }
};

struct table {
  flrt_row *rows = nullptr;
  size_t n;
  explicit table(const flrt_parent *first) {
    for (const flrt_parent *p = first; p; p = p->next)
      flrt_hear(const_cast<flrt_selector *>(&p->selector), p->report);
    n = flrt_rows(first, &rows);
  }
  ~table() { free(rows); }
};

void rows_are_of_keys() {
  parent a("k a.cu:1"), b("k a.cu:1"), c("k a.cu:2"), d(nullptr, "by_hand");
  a.next = &b, b.next = &c, c.next = &d;
  for (int i = 0; i < 300; i++)
    launch(a, 100, 9000, 4000);
  for (int i = 0; i < 100; i++)
    launch(b, 100, 18000, 8000);
  d.launches = 7;
  const table t(&a);
  CHECK(t.n == 3);
  CHECK(t.rows[0].launches == 400 && t.rows[0].records == 40000 && t.rows[0].has_place);
  CHECK(t.rows[0].selector.chosen[FLRT_RECORD] + t.rows[0].selector.chosen[FLRT_SERIAL] + t.rows[0].selector.chosen[FLRT_MIXED] == 400);
  CHECK(t.rows[0].selector.took[FLRT_SERIAL][7].ns > 4000 && t.rows[0].selector.took[FLRT_SERIAL][7].ns < 8000);
  CHECK(t.rows[2].launches == 7 && !t.rows[2].has_place && !strcmp(t.rows[2].key, "by_hand"));
  char *text = nullptr;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  flrt_print_table(out, t.rows, t.n);
  fclose(out);
  CHECK(has(text, "launches") && has(text, "k a.cu:1 auto            400        40000"));
  const char *line = text;
  size_t lines = 0, column = 0;
  for (; *line; line = strchr(line, '\n') + 1, ++lines) {
    CHECK(!strncmp(line, "freelaunch: ", 12));
    if (lines == 0)
      column = strcspn(line, "\n");
    if (lines == 1)
      CHECK(strcspn(line, "\n") == column); // aligned
  }
  CHECK(lines == 4);
  free(text);
}

void a_profile_is_written() {
  const std::string path = directory + "/new";
  parent a("k a.cu:1"), b("j a.cu:9"), c(nullptr, "by_hand");
  a.next = &b, b.next = &c;
  for (int i = 0; i < 200; i++) {
    launch(a, 100, 9000, 4000);
    launch(c, 100, 9000, 4000);
  }
  const table t(&a);
  setlocale(LC_ALL, "de_DE.UTF-8"); // where there is that locale: numbers have to stay the same
  CHECK(write_profile(path, t.rows, t.n) == 0);
  setlocale(LC_ALL, "C");
  const std::string text = read(path);
  CHECK(said.empty());
  CHECK(text.compare(0, 22, "freelaunch-profile 2\n#") == 0);
  CHECK(has(text, "\nk a.cu:1 first=t4 launches=200 children=20000 "));
  CHECK(has(text, " c7=") && has(text, ",9000,") && has(text, ",4000,"));
  CHECK(!has(text, "j a.cu:9")); // was never launched
  CHECK(!has(text, "by_hand"));
  CHECK(entries() == 1);
  struct stat st;
  CHECK(stat(path.c_str(), &st) == 0 && (st.st_mode & 0600) == 0600);
  remove(path.c_str());
}

void other_keys_stay() {
  const std::string path = directory + "/old", link = directory + "/link";
  write(path, "freelaunch-profile 2\n# old comment\nz z.cu:1 first=t1 launches=1\n"
              "k a.cu:1 first=t1 launches=77 need=6\nk a.cu:11 first=t1 launches=2\nlast z.cu:2 first=t4");
  CHECK(symlink("old", link.c_str()) == 0);
  parent a("k a.cu:1");
  for (int i = 0; i < 50; i++)
    launch(a, 1, 9000, 14000);
  const table t(&a);
  for (int again = 0; again < 2; again++) { // the second time changes nothing
    CHECK(write_profile(again ? path : link, t.rows, t.n) == 0);
    const std::string text = read(path);
    CHECK(has(text, "\nz z.cu:1 first=t1 launches=1\n") && has(text, "\nk a.cu:11 first=t1 launches=2\n"));
    CHECK(has(text, "\nlast z.cu:2 first=t4\n") && has(text, "\nk a.cu:1 first=t1 launches=50 "));
    CHECK(!has(text, "launches=77") && !has(text, "old comment"));
  }
  struct stat st;
  CHECK(lstat(link.c_str(), &st) == 0 && S_ISLNK(st.st_mode));
  CHECK(entries() == 2);
  remove(link.c_str());
  remove(path.c_str());
}

// A file that is something else is left alone, and the program goes on.
void failures_are_told_and_harmless() {
  parent a("k a.cu:1");
  launch(a, 1, 1, 1);
  const table t(&a);
  const std::string path = directory + "/file", nowhere = directory + "/no/file";
  const char *const others[] = {"int main() {}\n", "freelaunch-profile 3\nfuture\n", "freelaunch-profile"};
  for (const char *other : others) {
    write(path, other);
    CHECK(write_profile(path, t.rows, t.n) == -1);
    CHECK(has(said, "freelaunch: warning: no profile written to") && has(said, "what is there"));
    CHECK(said.find('\n') == said.size() - 1);
    CHECK(read(path) == other);
  }
  write(path, "");
  CHECK(write_profile(path, t.rows, t.n) == 0 && has(read(path), "k a.cu:1"));
  remove(path.c_str());
  CHECK(write_profile(nowhere, t.rows, t.n) == -1 && has(said, "No such file"));
  CHECK(write_profile(directory, t.rows, t.n) == -1);
  CHECK(write_profile("/dev/full", t.rows, t.n) == -1 || getuid() != 0);
  struct stat st;
  CHECK(write_profile("/dev/null", t.rows, t.n) == 0 && stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
  CHECK(entries() == 0);
}

const flrt_seed seeds[] = {
    {"k a.cu:1", 40, 6, FLRT_SERIAL, {{7, 1000, {5, 7, 2}, {9000.f, 4000.f, 18000.f}}}},
    {"k a.cu:2", 40, 6, FLRT_RECORD, {{7, 1000, {5, 7, 2}, {4000.f, 9000.f, 18000.f}}, {8, 900, {5, 7, 2}, {4000.f, 9000.f, 18000.f}}}},
    {"k a.cu:3", 0, 12, FLRT_RECORD, {{7, 1000, {5, 0, 0}, {4000.f, 0, 0}}}},
    {"k a.cu:4", 40, 6, FLRT_RECORD, {}},
};
void begins_as_the_profile_says() {
  for (int i = 0; i < 5; i++) {
    const std::string key = "k a.cu:" + std::to_string(i + 1);
    flrt_parent p = {};
    p.key = key.c_str();
    flrt_parent_start(&p, flrt_here(), "f() [with P = k__fl]", seeds, 4);
    flrt_parents_ = p.next; // it is gone before the program ends
    const std::unique_ptr<const char, void (*)(const char *)> own(p.key, [](const char *k) { free(const_cast<char *>(k)); });
    CHECK(!strcmp(p.name, "k"));
    CHECK(p.selector.seeded == (i < 4));
    const flrt_choice c = flrt_decide(&p, 0);
    if (i != 3) // known to be small, but not measured: either
      CHECK(c.mode == (i == 0 ? FLRT_SERIAL : FLRT_RECORD));
    CHECK(has(c.why, "profile") == (i < 2));
    CHECK(i > 1 || c.measure); // is it still so?
    const flrt_choice kept = flrt_of_graph(&p); // of a graph it would be so for good
    CHECK(kept.mode == FLRT_RECORD && !kept.measure);
  }
}

// The program is not what it was: what is measured outweighs the profile within a few launches.
void a_profile_may_be_wrong() {
  parent a("k a.cu:1");
  flrt_begin_with(&a.selector, &seeds[0]);
  for (int i = 0; i < 24; i++)
    launch(a, 100, 9000, 30000);
  CHECK(a.selector.mode == FLRT_RECORD);
  parent b("k a.cu:1"); // ... and children that are too large are seen at once
  flrt_begin_with(&b.selector, &seeds[0]);
  launch(b, 100, 9000, 30000);
  b.report->large = 1;
  for (int i = 0; i < 10; i++)
    CHECK(flrt_decide(&b, 0).mode != FLRT_SERIAL);
}

// What was written is what a selector begins with again.
void survives_a_round_trip() {
  parent a("k a.cu:1");
  for (int i = 0; i < 300; i++)
    launch(a, i % 3 ? 100 : 5000, 9000, i % 3 ? 4000 : 12000);
  const table t(&a);
  float mean[FLRT_MODES];
  CHECK(flrt_weigh(&t.rows[0].selector, mean));
  flrt_parent b = {};
  flrt_seed seed = {"k a.cu:1", a.selector.small, a.selector.need, a.selector.mode, {}};
  flrt_times *to = seed.times;
  for (unsigned c = 0; c < FLRT_CLASSES; c++)
    if (a.selector.took[0][c].n || a.selector.took[1][c].n || a.selector.took[2][c].n)
      *to++ = flrt_times{c, unsigned(a.selector.often[c] * 1000), {a.selector.took[0][c].n, a.selector.took[1][c].n, a.selector.took[2][c].n},
                         {a.selector.took[0][c].ns, a.selector.took[1][c].ns, a.selector.took[2][c].ns}};
  flrt_begin_with(&b.selector, &seed);
  float again[FLRT_MODES];
  CHECK(flrt_weigh(&b.selector, again));
  for (int m = 0; m < 2; m++)
    CHECK(again[m] > 0.99f * mean[m] && again[m] < 1.01f * mean[m]);
}
} // namespace

int main() {
  char name[] = "/tmp/fl-profile-XXXXXX";
  const std::string top = mkdtemp(name);
  directory = top + "/d";
  mkdir(directory.c_str(), 0700);
  rows_are_of_keys();
  a_profile_is_written();
  other_keys_stay();
  failures_are_told_and_harmless();
  begins_as_the_profile_says();
  a_profile_may_be_wrong();
  survives_a_round_trip();
  rmdir(directory.c_str());
  rmdir(top.c_str());
  return finish();
}
