#define _GNU_SOURCE
// Reads ELF objects, shared libraries and archives for what they say of device code: nvcc and clang leave one entry in `.nvFatBinSegment` for each
// source, flcc one absolute symbol. `ld -r` puts both together, so their numbers tell whether all device code is marked.
#include "driver/object.h"
#include "driver/paths.h"
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SECTIONS = 1 << 20, MOST_BYTES = 1 << 28, FATBIN_ENTRY = 24 };

// A file, or a member of an archive.
struct part {
  int fd;
  uint64_t begin, len;
};

static bool get(const struct part *p, uint64_t at, void *to, size_t n) {
  if (at > p->len || n > p->len - at)
    return false;
  char *out = to;
  while (n) {
    const ssize_t got = pread(p->fd, out, n, (off_t)(p->begin + at));
    if (got <= 0)
      return false;
    out += got;
    at += (uint64_t)got;
    n -= (size_t)got;
  }
  return true;
}

static void obstacle(struct fl_arena *arena, struct fl_device_code *d, const char *name,
                     const char *why) {
  if (why && !d->obstacle)
    d->obstacle = fl_format(arena, "%s: %s", name, why);
}

void fl_add_mark(struct fl_arena *arena, struct fl_device_code *d, const char *name,
                 unsigned mark) {
  d->any |= mark;
  d->all &= mark;
  obstacle(arena, d, name,
           mark & FL_MARK_NATIVE ? "a launch stays native"
           : !(mark & FL_MARK_FREES)
               ? "its device code may free by calls that do not know of a pool"
               : NULL);
}

enum { SURE = FL_MARK_FREES | FL_MARK_DELETES }; // what holds only if it holds of each
unsigned fl_marks_together(const struct fl_device_code *d) {
  return (d->all & SURE) | (d->any & ~(unsigned)SURE);
}

static const char *const unreadable = "it is none of the objects that flcc reads";

struct elf {
  const struct part *part;
  Elf64_Ehdr head;
  Elf64_Shdr *sections;
  size_t n;
  char *names; // of sections
  bool device; // it has device code
  uint64_t fatbins, marks;
  unsigned any, all;
  const char *loads; // what it calls to load code at run time
};

// The memory is the caller's, who frees it; NULL: it is not there.
static void *section_data(const struct elf *e, const Elf64_Shdr *s) {
  if (s->sh_type == SHT_NOBITS || s->sh_size == 0 || s->sh_size > MOST_BYTES ||
      s->sh_size > e->part->len)
    return NULL;
  void *data = malloc((size_t)s->sh_size);
  if (data && get(e->part, s->sh_offset, data, (size_t)s->sh_size))
    return data;
  free(data);
  return NULL;
}
// Text that ends with its last byte.
static char *strings(const struct elf *e, uint64_t section) {
  const Elf64_Shdr *s = section < e->n ? &e->sections[section] : NULL;
  char *data = s && s->sh_type == SHT_STRTAB ? section_data(e, s) : NULL;
  if (data && data[s->sh_size - 1] == '\0')
    return data;
  free(data);
  return NULL;
}

static bool read_sections(struct elf *e) {
  const Elf64_Ehdr *h = &e->head;
  Elf64_Shdr first;
  if (!h->e_shoff || h->e_shentsize != sizeof first ||
      !get(e->part, h->e_shoff, &first, sizeof first))
    return false;
  // Where there are too many for the header, the first section says how many.
  const uint64_t n = h->e_shnum ? h->e_shnum : first.sh_size;
  if (n == 0 || n > MOST_SECTIONS || n * sizeof first > e->part->len)
    return false;
  e->n = (size_t)n;
  e->sections = malloc(e->n * sizeof *e->sections);
  if (!e->sections || !get(e->part, h->e_shoff, e->sections, e->n * sizeof *e->sections))
    return false;
  const uint64_t names = h->e_shstrndx == SHN_XINDEX ? first.sh_link : h->e_shstrndx;
  e->names = strings(e, names);
  for (size_t i = 0; e->names && i < e->n; i++)
    if (e->sections[i].sh_name >= e->sections[names].sh_size)
      return false;
  return e->names != NULL;
}

static bool begins(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

// Code that the linker, or clang's, compiles: what is in it cannot be told here.
static bool is_intermediate(const char *name) {
  return begins(name, ".gnu.lto_") || begins(name, ".llvm.lto") || begins(name, ".llvmbc") ||
         begins(name, ".llvm.offloading") || begins(name, ".gnu.offload_") ||
         strstr(name, "offload_entries") || strstr(name, "offloading_entries");
}
static bool is_device_code(const char *name) {
  return begins(name, ".nv_fatbin") || begins(name, "__nv_relfatbin") || begins(name, ".nvFatBin");
}

// Device code that comes from elsewhere. Shared libraries open others for purposes of their own.
static bool loads_code(const struct elf *e, const char *name) {
  return begins(name, "cuModuleLoad") || begins(name, "cuLibraryLoad") ||
         begins(name, "cuLinkCreate") || begins(name, "cudaLibraryLoad") ||
         (e->head.e_type == ET_REL && (!strcmp(name, "dlopen") || !strcmp(name, "dlmopen")));
}

static bool read_symbols(struct fl_arena *arena, struct elf *e, const Elf64_Shdr *table) {
  Elf64_Sym *symbols = table->sh_entsize == sizeof *symbols && table->sh_size % sizeof *symbols == 0
                           ? section_data(e, table)
                           : NULL;
  char *names = symbols ? strings(e, table->sh_link) : NULL;
  bool read = names != NULL;
  for (size_t i = 0; read && i < table->sh_size / sizeof *symbols; i++) {
    const Elf64_Sym *s = &symbols[i];
    if (s->st_name >= e->sections[table->sh_link].sh_size) {
      read = false;
    } else if (s->st_shndx == SHN_UNDEF) {
      if (!e->loads && loads_code(e, names + s->st_name))
        e->loads = fl_strdup(arena, names + s->st_name);
    } else if (s->st_shndx == SHN_ABS && !strcmp(names + s->st_name, FL_MARK)) {
      e->marks++;
      e->any |= (unsigned)s->st_value;
      e->all &= (unsigned)s->st_value;
    }
  }
  free(names);
  free(symbols);
  return read;
}

static bool read_needed(struct fl_arena *arena, struct elf *e, const Elf64_Shdr *table,
                        struct fl_device_code *d) {
  Elf64_Dyn *all = section_data(e, table);
  char *names = all ? strings(e, table->sh_link) : NULL;
  bool read = names != NULL;
  for (size_t i = 0; read && i < table->sh_size / sizeof *all && all[i].d_tag != DT_NULL; i++)
    if (all[i].d_tag == DT_NEEDED) {
      read = all[i].d_un.d_val < e->sections[table->sh_link].sh_size;
      if (read)
        *fl_vec_add(arena, &d->needed) = fl_strdup(arena, names + all[i].d_un.d_val);
    }
  free(names);
  free(all);
  return read;
}

// What stands against it; NULL: nothing.
static const char *read_elf(struct fl_arena *arena, struct elf *e, struct fl_device_code *d) {
  const Elf64_Ehdr *h = &e->head;
  if (!get(e->part, 0, &e->head, sizeof e->head) || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 ||
      h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB ||
      (h->e_type != ET_REL && h->e_type != ET_DYN) || !read_sections(e))
    return unreadable;
  for (size_t i = 0; i < e->n; i++) {
    const Elf64_Shdr *s = &e->sections[i];
    const char *name = e->names + s->sh_name;
    if (is_intermediate(name))
      return "it has intermediate code";
    e->device |= is_device_code(name);
    if (!strcmp(name, ".nvFatBinSegment")) {
      if (s->sh_size % FATBIN_ENTRY || s->sh_size > e->part->len)
        return unreadable;
      e->fatbins += s->sh_size / FATBIN_ENTRY;
    }
  }
  if (e->device && h->e_type == ET_DYN)
    return "it is a shared library with device code";
  for (size_t i = 0; i < e->n; i++) {
    const Elf64_Shdr *s = &e->sections[i];
    const bool symbols = s->sh_type == (h->e_type == ET_DYN ? SHT_DYNSYM : SHT_SYMTAB);
    if ((symbols && !read_symbols(arena, e, s)) ||
        (s->sh_type == SHT_DYNAMIC && !read_needed(arena, e, s, d)))
      return unreadable;
  }
  if (e->loads)
    return fl_format(arena, "it loads code at run time ('%s')", e->loads);
  if (e->marks != e->fatbins || !e->fatbins)
    e->all = 0;
  return NULL;
}

static void add_part(struct fl_arena *arena, struct fl_device_code *d, const struct part *part,
                     const char *name) {
  struct elf e = {.part = part, .all = ~0u};
  const char *why = read_elf(arena, &e, d);
  free(e.sections);
  free(e.names);
  obstacle(arena, d, name, why);
  if (e.device)
    fl_add_mark(arena, d, name, (e.all & SURE) | (e.any & ~(unsigned)SURE));
}

static bool open_part(const char *path, struct part *p) {
  struct stat st;
  *p = (struct part){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (p->fd < 0)
    return false;
  if (fstat(p->fd, &st) == 0 && S_ISREG(st.st_mode)) {
    p->len = (uint64_t)st.st_size;
    return true;
  }
  (void)close(p->fd);
  return false;
}

static bool number(const char *digits, size_t n, uint64_t *out) {
  size_t i = 0;
  for (*out = 0; i < n && digits[i] >= '0' && digits[i] <= '9'; i++)
    *out = *out * 10 + (uint64_t)(digits[i] - '0');
  return i > 0 && i < 16;
}

struct archive {
  const struct part *file;
  const char *path;
  struct part long_names;
  bool thin;
};

// A member's name, from the table of long ones where it is in that.
static const char *member_name(struct fl_arena *arena, const struct archive *a,
                               const char field[16]) {
  char text[256] = {0};
  uint64_t at = 0;
  if (field[0] == '/' && number(field + 1, 15, &at)) {
    const uint64_t left = at < a->long_names.len ? a->long_names.len - at : 0;
    (void)get(&a->long_names, at, text, left < sizeof text ? (size_t)left : sizeof text - 1);
    text[strcspn(text, "\n")] = '\0';
  } else {
    memcpy(text, field, 16);
  }
  size_t n = strlen(text);
  while (n && (text[n - 1] == ' ' || text[n - 1] == '/'))
    n--;
  return fl_strndup(arena, text, n);
}

static void add_member(struct fl_arena *arena, struct fl_device_code *d, const struct archive *a,
                       const char *name, const struct part *data) {
  const char *shown = fl_format(arena, "%s(%s)", a->path, name);
  struct part other = *data;
  if (!a->thin) {
    add_part(arena, d, data, shown);
  } else if (open_part(name[0] == '/'
                           ? name
                           : fl_format(arena, "%s/%s", fl_dir_name(arena, a->path), name),
                       &other)) {
    add_part(arena, d, &other, shown);
    (void)close(other.fd);
  } else {
    obstacle(arena, d, shown, "it is not there");
  }
}

// False: it is none that can be read.
static bool add_members(struct fl_arena *arena, struct fl_device_code *d, struct archive *a) {
  struct {
    char name[16], date[12], owner[6], group[6], mode[8], size[10], end[2];
  } head;
  for (uint64_t at = 8; at < a->file->len;) {
    uint64_t size = 0, skipped = 0;
    if (!get(a->file, at, &head, sizeof head) || memcmp(head.end, "`\n", 2) != 0 ||
        !number(head.size, sizeof head.size, &size))
      return false;
    at += sizeof head;
    const bool index = !memcmp(head.name, "/ ", 2) || !memcmp(head.name, "/SYM64/", 7) ||
                       !memcmp(head.name, "__.SYMDEF", 9);
    const bool names = !memcmp(head.name, "//", 2);
    const bool here = !a->thin || index || names;
    if (here && size > a->file->len - at)
      return false;
    // BSD's: the name stands in front of the data.
    if (!memcmp(head.name, "#1/", 3) &&
        (!number(head.name + 3, sizeof head.name - 3, &skipped) || skipped > size))
      return false;
    const struct part data = {a->file->fd, a->file->begin + at + skipped, size - skipped};
    if (names)
      a->long_names = data;
    else if (!index)
      add_member(arena, d, a, member_name(arena, a, head.name), &data);
    if (here)
      at += size + (size & 1);
  }
  return true;
}

void fl_add_object(struct fl_arena *arena, struct fl_device_code *d, const char *path) {
  struct part file;
  char magic[8] = {0};
  if (!open_part(path, &file)) {
    obstacle(arena, d, path, "it cannot be read");
    return;
  }
  (void)get(&file, 0, magic, sizeof magic);
  struct archive a = {.file = &file, .path = path, .thin = !memcmp(magic, "!<thin>\n", 8)};
  if (!a.thin && memcmp(magic, "!<arch>\n", 8) != 0)
    add_part(arena, d, &file, path);
  else if (!add_members(arena, d, &a))
    obstacle(arena, d, path, unreadable);
  (void)close(file.fd);
}
