// What objects, libraries and archives say of their device code, and that nothing of it is believed where they are damaged: a file that
// cannot be read stands against a pool.
#define _XOPEN_SOURCE 700
#include "driver/object.h"
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct fl_arena *arena;
static char folder[64], path[96];

static int start(void **state) {
  (void)state;
  arena = fl_arena_new();
  // In memory, where it can be: thousands of files are written.
  strcpy(folder, access("/dev/shm", W_OK) ? "/tmp/fl-object-XXXXXX" : "/dev/shm/fl-object-XXXXXX");
  if (!mkdtemp(folder))
    return -1;
  (void)snprintf(path, sizeof path, "%s/file", folder);
  return 0;
}

static int stop(void **state) {
  (void)state;
  (void)remove(path);
  fl_arena_free(arena);
  return rmdir(folder);
}

// An object as flcc leaves it, byte by byte.
struct image {
  uint8_t data[4096];
  size_t len;
  Elf64_Ehdr *head;
  Elf64_Shdr *sections; // in `data`
  Elf64_Sym *symbols;
};
enum { NAMES = 1, STRINGS, SYMBOLS, FATBIN, ENTRIES, DYNAMIC, SECTIONS };
enum { GOOD = FL_MARK_FREES | FL_MARK_DELETES | FL_MARK_TRANSFORMS | FL_MARK_ALLOCATES };

struct contents {
  unsigned type, fatbins, marks, mark;
  const char *section; // in place of .nv_fatbin
  const char *calls;   // a function
  const char *needs;   // a library
};
static const struct contents plain = {ET_REL, 1, 1, GOOD, NULL, NULL, NULL};

static uint32_t put(struct image *o, const void *data, size_t n) {
  const size_t at = (o->len + 7) & ~(size_t)7;
  assert_true(at + n <= sizeof o->data);
  if (n)
    memcpy(o->data + at, data, n);
  o->len = at + n;
  return (uint32_t)at;
}

static uint32_t name(char *names, size_t *len, const char *text) {
  const size_t at = *len;
  strcpy(names + at, text);
  *len += strlen(text) + 1;
  return (uint32_t)at;
}

static void section(struct image *o, unsigned i, uint32_t type, uint64_t at, uint64_t size) {
  o->sections[i].sh_type = type;
  o->sections[i].sh_offset = at;
  o->sections[i].sh_size = size;
}

static void make(struct image *o, const struct contents *c) {
  static const uint8_t zeros[256];
  char names[256] = "", text[256] = "";
  size_t nnames = 1, ntext = 1;
  memset(o, 0, sizeof *o);
  o->head = (Elf64_Ehdr *)o->data;
  *o->head = (Elf64_Ehdr){.e_type = (Elf64_Half)c->type,
                          .e_shoff = sizeof(Elf64_Ehdr),
                          .e_shentsize = sizeof(Elf64_Shdr),
                          .e_shnum = SECTIONS,
                          .e_shstrndx = NAMES};
  memcpy(o->head->e_ident, ELFMAG, SELFMAG);
  o->head->e_ident[EI_CLASS] = ELFCLASS64;
  o->head->e_ident[EI_DATA] = ELFDATA2LSB;
  o->sections = (Elf64_Shdr *)(o->data + sizeof *o->head);
  o->len = sizeof *o->head + SECTIONS * sizeof *o->sections;
  const char *const called[SECTIONS] = {[NAMES] = ".shstrtab",
                                        [STRINGS] = ".strtab",
                                        [SYMBOLS] = ".symtab",
                                        [FATBIN] = c->section ? c->section : ".nv_fatbin",
                                        [ENTRIES] = c->fatbins ? ".nvFatBinSegment" : ".data",
                                        [DYNAMIC] = ".dynamic"};
  for (unsigned i = 1; i < SECTIONS; i++)
    o->sections[i].sh_name = name(names, &nnames, called[i]);
  Elf64_Sym symbols[8] = {{0}};
  size_t n = 1;
  for (unsigned i = 0; i < c->marks; i++)
    symbols[n++] = (Elf64_Sym){
        .st_name = name(text, &ntext, FL_MARK), .st_shndx = SHN_ABS, .st_value = c->mark};
  if (c->calls)
    symbols[n++] = (Elf64_Sym){.st_name = name(text, &ntext, c->calls), .st_shndx = SHN_UNDEF};
  const Elf64_Dyn dynamic[2] = {
      {.d_tag = DT_NEEDED, .d_un.d_val = c->needs ? name(text, &ntext, c->needs) : 0},
      {.d_tag = DT_NULL}};
  section(o, NAMES, SHT_STRTAB, put(o, names, nnames), nnames);
  section(o, STRINGS, SHT_STRTAB, put(o, text, ntext), ntext);
  section(o, SYMBOLS, c->type == ET_DYN ? SHT_DYNSYM : SHT_SYMTAB,
          put(o, symbols, n * sizeof *symbols), n * sizeof *symbols);
  section(o, FATBIN, SHT_PROGBITS, put(o, zeros, 64), 64);
  section(o, ENTRIES, SHT_PROGBITS, put(o, zeros, (size_t)c->fatbins * 24),
          (uint64_t)c->fatbins * 24);
  o->sections[SYMBOLS].sh_link = STRINGS;
  o->sections[SYMBOLS].sh_entsize = sizeof *symbols;
  o->symbols = (Elf64_Sym *)(o->data + o->sections[SYMBOLS].sh_offset);
  if (c->needs)
    section(o, DYNAMIC, SHT_DYNAMIC, put(o, dynamic, sizeof dynamic), sizeof dynamic);
  o->sections[DYNAMIC].sh_link = STRINGS;
}

static void write_file(const char *to, const void *data, size_t len) {
  FILE *f = fopen(to, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, len, f), len);
  assert_int_equal(fclose(f), 0);
}

static struct fl_device_code read_bytes(const void *data, size_t len) {
  struct fl_device_code d = {.all = ~0u};
  write_file(path, data, len);
  fl_add_object(arena, &d, path);
  return d;
}
static struct fl_device_code read_contents(const struct contents *c) {
  struct image o;
  make(&o, c);
  return read_bytes(o.data, o.len);
}

static void says(const struct fl_device_code *d, const char *text) {
  assert_non_null(d->obstacle);
  if (!strstr(d->obstacle, text))
    fail_msg("'%s' is not in '%s'", text, d->obstacle);
}
static void is_refused(const struct image *o) {
  const struct fl_device_code d = read_bytes(o->data, o->len);
  says(&d, "it is none of the objects that flcc reads");
}

#define MAY_FREE "its device code may free by calls that do not know of a pool"

static void marks_are_read(void **state) {
  (void)state;
  struct contents c = plain;
  struct fl_device_code d = read_contents(&c);
  assert_null(d.obstacle);
  assert_int_equal(d.all & 3, 3);
  assert_int_equal(fl_marks_together(&d), GOOD);
  c.mark = FL_MARK_FREES;
  d = read_contents(&c);
  assert_null(d.obstacle);
  assert_int_equal(fl_marks_together(&d), FL_MARK_FREES);
  c.mark = FL_MARK_DELETES | FL_MARK_ALLOCATES;
  d = read_contents(&c);
  says(&d, MAY_FREE);
  c.mark = GOOD | FL_MARK_NATIVE;
  d = read_contents(&c);
  says(&d, "a launch stays native");
}

// One mark for each source: partial links put several together.
static void marks_are_counted(void **state) {
  (void)state;
  for (unsigned fatbins = 0; fatbins < 4; fatbins++)
    for (unsigned marks = 0; marks < 4; marks++) {
      struct contents c = plain;
      c.fatbins = fatbins;
      c.marks = marks;
      const struct fl_device_code d = read_contents(&c);
      if (fatbins == marks && fatbins)
        assert_null(d.obstacle);
      else
        says(&d, MAY_FREE); // .nv_fatbin is there
    }
}

static void other_sections_count(void **state) {
  (void)state;
  static const char *const later[] = {
      ".gnu.lto_.decls",  ".llvm.lto",          ".llvmbc",
      ".llvm.offloading", ".gnu.offload_lto_x", "omp_offloading_entries"};
  for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
    struct contents c = plain;
    c.section = later[i];
    const struct fl_device_code d = read_contents(&c);
    says(&d, "it has intermediate code");
  }
  // Relocatable device code without the entry by which it is registered.
  const struct contents odd = {ET_REL, 0, 0, 0, "__nv_relfatbin", NULL, NULL};
  const struct fl_device_code d = read_contents(&odd);
  says(&d, MAY_FREE);
  const struct contents host = {ET_REL, 0, 0, 0, ".rodata", "printf", NULL};
  const struct fl_device_code none = read_contents(&host);
  assert_null(none.obstacle);
  assert_int_equal(none.any, 0);
  assert_int_equal(none.all, ~0u);
}

static void code_that_is_loaded(void **state) {
  (void)state;
  static const char *const calls[] = {"dlopen",
                                      "dlmopen",
                                      "cuModuleLoadDataEx",
                                      "cuLibraryLoadFromFile",
                                      "cuLinkCreate_v2",
                                      "cudaLibraryLoadData"};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    struct contents c = {ET_REL, 0, 0, 0, ".rodata", calls[i], NULL};
    struct fl_device_code d = read_contents(&c);
    says(&d, "it loads code at run time");
    c = plain;
    c.calls = calls[i];
    d = read_contents(&c);
    says(&d, calls[i]);
    c = (struct contents){ET_DYN, 0, 0, 0, ".rodata", calls[i], "libx.so"};
    d = read_contents(&c);
    if (i < 2)
      assert_null(d.obstacle);
    else
      says(&d, calls[i]);
  }
}

static void shared_libraries(void **state) {
  (void)state;
  struct contents c = plain;
  c.type = ET_DYN;
  struct fl_device_code d = read_contents(&c);
  says(&d, "it is a shared library with device code");
  c = (struct contents){ET_DYN, 0, 0, 0, ".rodata", NULL, "libother.so.3"};
  d = read_contents(&c);
  assert_null(d.obstacle);
  assert_int_equal(d.needed.len, 1);
  assert_string_equal(d.needed.data[0], "libother.so.3");
  struct image o;
  make(&o, &c);
  ((Elf64_Dyn *)(o.data + o.sections[DYNAMIC].sh_offset))->d_un.d_val = 1 << 20;
  is_refused(&o);
}

static void other_files(void **state) {
  (void)state;
  struct image o;
  struct fl_device_code d = {.all = ~0u};
  fl_add_object(arena, &d, "/nonexistent/x.o");
  says(&d, "/nonexistent/x.o: it cannot be read");
  d = (struct fl_device_code){.all = ~0u};
  fl_add_object(arena, &d, folder);
  says(&d, "it cannot be read");
  d = (struct fl_device_code){.all = ~0u};
  fl_add_object(arena, &d, "/dev/zero");
  says(&d, "it cannot be read");
  d = read_bytes("", 0);
  says(&d, "it is none of the objects that flcc reads");
  d = read_bytes("INPUT ( -lc )\n", 14);
  says(&d, "it is none of the objects that flcc reads");
  make(&o, &plain);
  o.head->e_ident[EI_CLASS] = ELFCLASS32;
  is_refused(&o);
  make(&o, &plain);
  o.head->e_ident[EI_DATA] = ELFDATA2MSB;
  is_refused(&o);
  static const unsigned types[] = {ET_NONE, ET_EXEC, ET_CORE, 0xfe00, 0xffff};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    make(&o, &plain);
    o.head->e_type = (Elf64_Half)types[i];
    is_refused(&o);
  }
}

// The first problem counts, and one good object does not make up for it.
static void several_files(void **state) {
  (void)state;
  struct fl_device_code d = {.all = ~0u};
  struct contents c = plain;
  struct image o;
  make(&o, &c);
  write_file(path, o.data, o.len);
  fl_add_object(arena, &d, path);
  assert_null(d.obstacle);
  c.marks = 0;
  make(&o, &c);
  write_file(path, o.data, o.len);
  fl_add_object(arena, &d, path);
  fl_add_mark(arena, &d, "other", GOOD | FL_MARK_NATIVE);
  says(&d, MAY_FREE);
  assert_int_equal(fl_marks_together(&d) & 3, 0);
}

static void huge_and_wrapping_numbers(void **state) {
  (void)state;
  static const uint64_t values[] = {25,         0x7fffffff, 0x80000000,         0xffffffff,
                                    1ull << 40, 1ull << 63, 0xfffffffffffffff0, UINT64_MAX};
  struct image o;
  for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
    make(&o, &plain);
    o.head->e_shoff = values[v];
    is_refused(&o);
    for (unsigned i = NAMES; v > 0 && i <= SYMBOLS; i++) {
      make(&o, &plain);
      o.sections[i].sh_offset = values[v];
      is_refused(&o);
      make(&o, &plain);
      o.sections[i].sh_size = values[v];
      is_refused(&o);
    }
    make(&o, &plain);
    o.sections[ENTRIES].sh_size = values[v];
    is_refused(&o);
    make(&o, &plain);
    o.sections[SYMBOLS].sh_entsize = values[v];
    is_refused(&o);
    // An offset that comes back to the right place, were it added without a look.
    make(&o, &plain);
    o.sections[STRINGS].sh_offset += values[v] & ~0xfffull ? values[v] & ~0xfffull : 1ull << 52;
    is_refused(&o);
    make(&o, &plain);
    o.sections[0].sh_size = values[v];
    o.head->e_shnum = 0;
    is_refused(&o);
  }
  for (uint32_t bad = SECTIONS; bad; bad = bad * 2 > bad ? bad * 2 : 0) {
    make(&o, &plain);
    o.sections[SYMBOLS].sh_link = bad;
    is_refused(&o);
    make(&o, &plain);
    o.head->e_shstrndx = SHN_XINDEX;
    o.sections[0].sh_link = bad;
    is_refused(&o);
  }
  make(&o, &plain);
  o.sections[SYMBOLS].sh_link = FATBIN; // no table of strings
  is_refused(&o);
  make(&o, &plain);
  o.symbols[1].st_name = UINT32_MAX;
  is_refused(&o);
  make(&o, &plain);
  o.sections[FATBIN].sh_name = 4000;
  is_refused(&o);
  make(&o, &plain);
  o.sections[SYMBOLS].sh_size -= 1;
  is_refused(&o);
  make(&o, &plain);
  o.sections[STRINGS].sh_size -= 1; // its last name does not end
  is_refused(&o);
  // As the format has it for files with very many sections.
  make(&o, &plain);
  o.sections[0].sh_size = SECTIONS;
  o.sections[0].sh_link = NAMES;
  o.head->e_shnum = 0;
  o.head->e_shstrndx = SHN_XINDEX;
  const struct fl_device_code d = read_bytes(o.data, o.len);
  assert_null(d.obstacle);
}

static void names_that_are_like_it(void **state) {
  (void)state;
  struct image o;
  make(&o, &plain);
  o.symbols[1].st_shndx = FATBIN; // not absolute
  struct fl_device_code d = read_bytes(o.data, o.len);
  says(&d, MAY_FREE);
  make(&o, &plain);
  o.symbols[1].st_name += 1;
  d = read_bytes(o.data, o.len);
  says(&d, MAY_FREE);
  make(&o, &plain);
  o.data[o.sections[STRINGS].sh_offset + o.symbols[1].st_name + strlen(FL_MARK) - 1] = 'x';
  d = read_bytes(o.data, o.len);
  says(&d, MAY_FREE);
}

static void every_truncation(void **state) {
  (void)state;
  struct image o;
  make(&o, &plain);
  for (size_t n = 0; n < o.len; n++) {
    const struct fl_device_code d = read_bytes(o.data, n);
    // What lies behind the last thing that is read may be missing: the entries' contents.
    if (n < o.sections[FATBIN].sh_offset)
      says(&d, "it is none of the objects that flcc reads");
  }
}

// Whatever stands in a byte, the reader comes to an end within bounds.
static void every_byte(void **state) {
  (void)state;
  struct image o;
  struct contents c = plain;
  c.needs = "libother.so";
  for (unsigned shared = 0; shared < 2; shared++) {
    static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff};
    make(&o, &c);
    const size_t len = o.len;
    for (size_t i = 0; i < len; i++)
      for (size_t v = 0; v < sizeof values; v++) {
        make(&o, &c);
        o.data[i] = values[v];
        (void)read_bytes(o.data, o.len);
      }
    c = (struct contents){ET_DYN, 0, 0, 0, ".rodata", "dlopen", "libother.so"};
  }
}

static uint64_t seed = 1;
static uint64_t number(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  return seed ^= seed << 17;
}

static void random_damage(void **state) {
  (void)state;
  for (unsigned i = 0; i < 5000; i++) {
    struct image o;
    make(&o, &plain);
    for (uint64_t n = 1 + number() % 4; n > 0; n--) {
      const size_t at = number() % (o.len - 8);
      const uint64_t value = number() >> number() % 64;
      memcpy(o.data + at, &value, 1 + number() % 8);
    }
    (void)read_bytes(o.data, number() % 4 ? o.len : number() % o.len);
  }
}

// Archives.

static void header(struct fl_text *a, const char *called, const char *size, const char *end) {
  char h[72];
  (void)snprintf(h, sizeof h, "%-16s%-12s%-6s%-6s%-8s%-10s%s", called, "0", "0", "0", "644", size,
                 end);
  fl_text_add(a, h, 60);
}
static void member(struct fl_text *a, const char *called, const void *data, size_t len) {
  char size[16];
  (void)snprintf(size, sizeof size, "%zu", len);
  header(a, called, size, "`\n");
  fl_text_add(a, data, len);
  if (len & 1)
    fl_text_puts(a, "\n");
}
static struct fl_device_code read_archive(struct fl_text *a) {
  const struct fl_device_code d = read_bytes(a->data, a->len);
  fl_text_free(a);
  *a = (struct fl_text){0};
  return d;
}

static void archives(void **state) {
  (void)state;
  struct fl_text a = {0};
  struct image good, bad;
  struct contents c = plain;
  make(&good, &plain);
  c.marks = 0;
  make(&bad, &c);
  fl_text_puts(&a, "!<arch>\n");
  struct fl_device_code d = read_archive(&a);
  assert_null(d.obstacle);
  fl_text_puts(&a, "!<arch>\n");
  member(&a, "/", "\0\0\0\0", 4);
  member(&a, "//", "a_member_with_a_long_name.o/\n", 29);
  member(&a, "/0", good.data, good.len);
  member(&a, "b.o/", good.data, good.len);
  d = read_archive(&a);
  assert_null(d.obstacle);
  assert_int_equal(fl_marks_together(&d), GOOD);
  fl_text_puts(&a, "!<arch>\n");
  member(&a, "//", "a_member_with_a_long_name.o/\n", 29);
  member(&a, "b.o/", good.data, good.len);
  member(&a, "/0", bad.data, bad.len);
  d = read_archive(&a);
  says(&d, "/file(a_member_with_a_long_name.o): " MAY_FREE);
  fl_text_puts(&a, "!<arch>\n");
  member(&a, "b.o/", "odd", 3);
  d = read_archive(&a);
  says(&d, "/file(b.o): it is none of the objects that flcc reads");
  // A name in front of the data, and one that would be longer than that.
  char *all = malloc(bad.len + 8);
  memcpy(all, "name.o\0\0", 8);
  memcpy(all + 8, bad.data, bad.len);
  fl_text_puts(&a, "!<arch>\n");
  member(&a, "#1/8", all, bad.len + 8);
  d = read_archive(&a);
  says(&d, MAY_FREE);
  free(all);
  static const char *const names[] = {"#1/4097", "#1/99999999999999", "#1/", "#1/x"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    fl_text_puts(&a, "!<arch>\n");
    member(&a, names[i], good.data, 512);
    d = read_archive(&a);
    says(&d, "it is none of the objects that flcc reads");
  }
}

static void damaged_archives(void **state) {
  (void)state;
  struct fl_text a = {0};
  struct fl_device_code d;
  struct image good;
  make(&good, &plain);
  static const char *const sizes[] = {"", "-1", "x", "5000", "9999999999", "0x10", " 8"};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned thin = 0; thin < 2; thin++) {
      fl_text_puts(&a, thin ? "!<thin>\n" : "!<arch>\n");
      header(&a, thin ? "//" : "b.o/", sizes[i], "`\n");
      fl_text_add(&a, (const char *)good.data, 64);
      d = read_archive(&a);
      says(&d, "it is none of the objects that flcc reads");
    }
  fl_text_puts(&a, "!<arch>\n");
  header(&a, "b.o/", "0", "``");
  d = read_archive(&a);
  says(&d, "it is none of the objects that flcc reads");
  // Names out of a table that is not there, or is shorter.
  static const char *const names[] = {"/0", "/5", "/4000000000", "/999999999999999", "/", "/x", ""};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (unsigned table = 0; table < 2; table++) {
      struct contents c = plain;
      c.marks = 0;
      make(&good, &c);
      fl_text_puts(&a, "!<arch>\n");
      if (table)
        member(&a, "//", "x/\n", 3);
      member(&a, names[i], good.data, good.len);
      d = read_archive(&a);
      if (strcmp(names[i], "/") != 0) // which is the index
        says(&d, MAY_FREE);
    }
  // Cut short anywhere.
  make(&good, &plain);
  fl_text_puts(&a, "!<arch>\n");
  member(&a, "b.o/", good.data, good.len);
  for (size_t n = 9; n < a.len; n++) {
    d = read_bytes(a.data, n);
    assert_non_null(d.obstacle);
  }
  fl_text_free(&a);
  for (unsigned i = 0; i < 3000; i++) {
    a = (struct fl_text){0};
    fl_text_puts(&a, i % 3 ? "!<arch>\n" : "!<thin>\n");
    member(&a, "//", "x/\n/etc/passwd/\n../file/\n", 25);
    member(&a, "/3", good.data, i % 3 ? good.len : 0);
    member(&a, "/16", good.data, good.len);
    for (uint64_t n = 1 + number() % 4; n > 0; n--)
      a.data[number() % (i % 2 ? 140 : a.len)] = (char)number();
    (void)read_archive(&a);
  }
}

static void thin_archives(void **state) {
  (void)state;
  struct fl_text a = {0};
  struct image good;
  make(&good, &plain);
  char beside[96];
  (void)snprintf(beside, sizeof beside, "%s/b.o", folder);
  write_file(beside, good.data, good.len);
  for (unsigned i = 0; i < 3; i++) {
    fl_text_puts(&a, "!<thin>\n");
    header(&a, i == 2 ? "gone.o/" : "b.o/", "1", "`\n");
    if (i == 1)
      write_file(beside, "x", 1);
    const struct fl_device_code d = read_archive(&a);
    if (i == 0)
      assert_null(d.obstacle);
    else
      says(&d, i == 1 ? "/file(b.o): it is none of the objects that flcc reads"
                      : "/file(gone.o): it is not there");
  }
  // A member that is the archive itself.
  fl_text_puts(&a, "!<thin>\n");
  header(&a, "file/", "1", "`\n");
  const struct fl_device_code d = read_archive(&a);
  says(&d, "it is none of the objects that flcc reads");
  assert_int_equal(remove(beside), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(marks_are_read, start, stop),
      cmocka_unit_test_setup_teardown(marks_are_counted, start, stop),
      cmocka_unit_test_setup_teardown(other_sections_count, start, stop),
      cmocka_unit_test_setup_teardown(code_that_is_loaded, start, stop),
      cmocka_unit_test_setup_teardown(shared_libraries, start, stop),
      cmocka_unit_test_setup_teardown(other_files, start, stop),
      cmocka_unit_test_setup_teardown(several_files, start, stop),
      cmocka_unit_test_setup_teardown(huge_and_wrapping_numbers, start, stop),
      cmocka_unit_test_setup_teardown(names_that_are_like_it, start, stop),
      cmocka_unit_test_setup_teardown(every_truncation, start, stop),
      cmocka_unit_test_setup_teardown(every_byte, start, stop),
      cmocka_unit_test_setup_teardown(random_damage, start, stop),
      cmocka_unit_test_setup_teardown(archives, start, stop),
      cmocka_unit_test_setup_teardown(damaged_archives, start, stop),
      cmocka_unit_test_setup_teardown(thin_archives, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
