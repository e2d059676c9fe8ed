// Libraries that a text names, whose calls may depend on the block without a name that would show it: by their namespaces, and by what the program's
// declarations and macros make of them.
#include "analysis/bodies/bodies.h"
#include "analysis/calls/calls.h"
#include <ctype.h>
#include <string.h>

// What a thread can use by itself, wherever it runs: names, in which a `*` stands for anything. Parts of a library that are not here may be anything, too.
static const char of_cub[] =
    "ArgMax ArgMin Blocked* BLOCK_* Block*Algorithm CacheLoadModifier CacheStoreModifier "
    "Difference "
    "Equality Inequality Int2Type KeyValuePair LOAD_* LoadDirect* Max Min STORE_* StoreDirect* "
    "Striped* Sum ThreadLoad ThreadStore Traits Warp*Algorithm WARP_*";
// What whole warps come to, and nothing tells them apart: all lanes must be there, or all be gone.
static const char of_wmma[] =
    "accumulator bmma_sync col_major experimental fill_fragment fragment layout_t load_matrix_sync "
    "matrix_a matrix_b mem_col_major mem_row_major mma_sync precision row_major store_matrix_sync "
    "__float_to_tf32";
// Lanes of a warp that exchange values, and name each other by their places in it.
static const char warps_of_cub[] = "LaneId WarpExchange WarpLoad WarpMergeSort WarpReduce WarpScan "
                                   "WarpStore";
// Whole blocks, that ask who their threads are.
static const char blocks_of_cub[] =
    "BlockAdjacentDifference BlockDiscontinuity BlockExchange BlockHistogram BlockLoad "
    "BlockMergeSort BlockRadixSort BlockReduce BlockRunLengthDecode BlockScan BlockShuffle "
    "BlockStore";
static const char of_cuda[] =
    "abs acos acosh add_const_t addressof arg array as_const asin asinh atan atan2 atanh atomic "
    "atomic_* bit_* byte cbrt ceil ceil_div clamp common_type* complex conditional* conj copysign "
    "cos cosh countl_* countr_* decay* declval dextents divides enable_if* equal_to exchange exp "
    "exp2 expm1 extents fabs false_type fdim floor fma fmax fmin fmod forward frexp gcd get "
    "greater greater_equal has_single_bit hypot ignore imag index_sequence* initializer_list "
    "int*_t integer_sequence integral_constant is_* isfinite isinf isnan isnormal layout_left "
    "layout_right layout_stride lcm ldexp less less_equal llrint llround log log10 log1p log2 "
    "logb logical_* lrint lround make_index_sequence make_pair make_signed* make_tuple "
    "make_unsigned* max maximum mdspan memory_order* min minimum minus modulus move multiplies "
    "nearbyint negate nextafter norm not_equal_to nullopt nullopt_t nullptr_t "
    "numeric_limits optional pair plus polar popcount pow proj ptrdiff_t real remainder remove_* "
    "rint rotl rotr round round_down round_up scalbn signbit sin sinh size_t span sqrt swap tan "
    "tanh tgamma thread_scope* tie true_type trunc tuple tuple_element* tuple_size* "
    "type_identity* uint*_t uintptr_t underlying_type* void_t";
static const char blocks_of_cuda[] = "barrier pipeline make_pipeline memcpy_async";
static const char of_thrust[] =
    "abs acos acosh arg asin asinh atan atanh bit_* complex conj constant_iterator cos cosh "
    "counting_iterator default_random_engine device_pointer_cast device_ptr device_reference "
    "discard_block_engine divides equal_to exp get greater greater_equal identity less "
    "less_equal linear_congruential_engine linear_feedback_shift_engine log log10 logical_* "
    "make_constant_iterator make_counting_iterator make_pair make_tuple max maximum min minimum "
    "minstd_rand minstd_rand0 minus modulus multiplies negate norm normal_distribution "
    "normal_iterator not_equal_to pair plus pointer polar pow proj ranlux* raw_pointer_cast "
    "reference seq seq_t sin sinh sqrt square subtract_with_carry_engine swap tag tan tanh "
    "taus88 tie tuple tuple_element* tuple_size* uniform_int_distribution "
    "uniform_real_distribution use_default xor_combine_engine";

static const struct library {
  const char *name;
  const char *names[FL_NEEDS_ANYTHING + 1]; // by what they need; the last, and all others, anything
  bool is_namespace;
  bool launches; // it has functions that launch kernels, or may call the program's that do
  bool holds;    // its objects may hold some of the program's, and call them
} libraries[] = {{"cub", {of_cub, "", warps_of_cub, blocks_of_cub, "WarpId"}, true, true, false},
                 {"thrust", {of_thrust, "", "", "", ""}, true, true, false},
                 {"cuda", {of_cuda, "", "", "", blocks_of_cuda}, true, true, false},
                 {"nvstd", {"", "", "", "", ""}, true, true, true},
                 {"nvcuda", {"", of_wmma, "", "", ""}, true, false, false},
                 {"wmma", {"", of_wmma, "", "", ""}, true, false, false},
                 {"curand", {"", "", "", "", ""}, false, false, false}};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

// These of the C++ library hold some of the program's. They may be names of the program's as well where they are neither qualified nor have template arguments.
static const char *const holders[] = {"reference_wrapper", "not_fn", "bind", "bind_front",
                                      "bind_back",         "mem_fn", "cref", "ref",
                                      "function"};

// What a program calls a library, or something in it.
struct fl_library_word {
  const char *word;
  const struct library *of; // a namespace of it; NULL: something that may depend on the block
  bool whole;               // made of what stands for a block or a warp
  enum fl_demand need;      // if it is no namespace
};

// Is a name one of a list?
static bool is_listed(const char *list, const char *name, size_t len) {
  for (size_t n; *list; list += n + (list[n] == ' ')) {
    n = strcspn(list, " ");
    const char *star = memchr(list, '*', n);
    const size_t lead = star ? (size_t)(star - list) : n, tail = star ? n - lead - 1 : 0;
    if ((star ? len >= lead + tail : len == lead) && !strncmp(name, list, lead) &&
        !strncmp(name + len - tail, list + n - tail, tail))
      return true;
  }
  return false;
}

static const char *skip_blanks(const char *p) { return p + strspn(p, " \t\r\n"); }

// From behind the `::` of a library's namespace: what does that need which is named there? Namespaces within it are passed over: `std`, `detail`, `random`,
// and those that tell versions apart.
static enum fl_demand need_of(const struct library *l, const char *p) {
  for (;;) {
    p = skip_blanks(p);
    size_t len = 0;
    while (fl_is_word(p[len]))
      len++;
    const char *behind = skip_blanks(p + len);
    const bool inner = is_listed("std detail random numbers wmma", p, len);
    const bool version =
        !strncmp(p, "__", 2) || !strncmp(p, "CUB_", 4) || !strncmp(p, "THRUST_", 7);
    if (len && (inner || version) && !strncmp(behind, "::", 2)) {
      p = behind + 2;
      continue;
    }
    // An algorithm that is said to run in the thread that calls it.
    if (l->names[FL_NEEDS_NOTHING] == of_thrust && *behind == '(' &&
        !strncmp(skip_blanks(behind + 1), "thrust::seq", 11))
      return FL_NEEDS_NOTHING;
    enum fl_demand need = FL_NEEDS_NOTHING;
    while (need < FL_NEEDS_ANYTHING && !(len && is_listed(l->names[need], p, len)))
      need++;
    return need;
  }
}

// Does the program have a namespace of this name itself?
static bool has_namespace(const struct fl_unit *u, const char *name) {
  const size_t n = strlen(name);
  for (size_t i = 0; i < u->files.len; i++)
    for (const char *p = u->files.data[i].text; (p = strstr(p, "namespace ")); p++)
      if (!strncmp(p + strlen("namespace "), name, n) && !fl_is_word(p[strlen("namespace ") + n]))
        return true;
  return false;
}

// Is the name at `hit` one of the program's own, in another namespace (`lib::cub::`)? The library's may be in another one, too.
static bool is_programs(const struct fl_unit *u, const char *text, const char *hit,
                        const char *name) {
  const char *p = hit;
  while (p > text && isspace((unsigned char)p[-1]))
    p--;
  if (p - text < 2 || p[-1] != ':' || p[-2] != ':')
    return false;
  p -= 2;
  while (p > text && isspace((unsigned char)p[-1]))
    p--;
  return p > text && fl_is_word(p[-1]) && has_namespace(u, name);
}

// A use of a namespace called `name` in a text that may depend on the block, and what it needs; NULL: there is none at or behind `from`.
static const char *find_in(const struct fl_unit *u, const struct library *l, const char *name,
                           const char *text, enum fl_demand *need) {
  for (const char *p = text; (p = fl_find_word(text, p, name)); p++) {
    const char *behind = skip_blanks(p + strlen(name));
    if (strncmp(behind, "::", 2) != 0 || is_programs(u, text, p, name))
      continue;
    if ((*need = need_of(l, behind + 2)) != FL_NEEDS_NOTHING)
      return p;
  }
  return NULL;
}

// The same of the library's own name. What is no namespace is the beginning of names.
static const char *find_library(const struct fl_unit *u, const struct library *l, const char *text,
                                enum fl_demand *need) {
  if (l->is_namespace)
    return strstr(text, l->name) ? find_in(u, l, l->name, text, need) : NULL;
  *need = FL_NEEDS_ANYTHING;
  for (const char *p = text; u->curand_asks && (p = strstr(p, l->name)); p++)
    if (p == text || !fl_is_word(p[-1]))
      return p;
  return NULL;
}

// The same of a word that stands for something in a library.
static const char *find_library_word(const struct fl_unit *u, const struct fl_library_word *w,
                                     const char *text, enum fl_demand *need) {
  if (w->of)
    return find_in(u, w->of, w->word, text, need);
  *need = w->need;
  return fl_find_word(text, text, w->word);
}

// Of two, the one that needs more; of those that may need anything, one that may launch.
static struct fl_library_use worse_of(struct fl_library_use a, struct fl_library_use b) {
  if (a.need != b.need)
    return a.need > b.need ? a : b;
  return a.name && (a.launches || !b.launches) ? a : b;
}

// What a text needs most of libraries.
static struct fl_library_use library_in(const struct fl_unit *u, const char *text) {
  struct fl_library_use found = {NULL, FL_NEEDS_NOTHING, false};
  enum fl_demand need;
  for (size_t i = 0; u->names_libraries && i < LIBRARIES; i++) {
    const struct library *l = &libraries[i];
    for (const char *p = text; (p = find_library(u, l, p, &need)); p++)
      found = worse_of(found, (struct fl_library_use){
                                  l->is_namespace ? fl_format(u->arena, "%s::", l->name) : l->name,
                                  need, l->launches});
  }
  for (size_t i = 0; i < u->library_words.len; i++) {
    const struct fl_library_word *w = u->library_words.data[i];
    for (const char *p = text; (p = find_library_word(u, w, p, &need)); p++)
      found = worse_of(found, (struct fl_library_use){w->word, need, true});
  }
  return found;
}

static bool add_word(struct fl_unit *u, const char *word, size_t len, const struct library *of,
                     bool whole, enum fl_demand need) {
  if (!len || isdigit((unsigned char)*word))
    return false;
  for (size_t i = 0; i < u->library_words.len; i++) {
    struct fl_library_word *w = u->library_words.data[i];
    if (strlen(w->word) != len || strncmp(w->word, word, len) != 0)
      continue;
    const bool more = !w->of && need > w->need;
    w->need = more ? need : w->need;
    return more;
  }
  struct fl_library_word *w = fl_alloc(u->arena, sizeof *w);
  *w = (struct fl_library_word){fl_strndup(u->arena, word, len), of, whole, need};
  *fl_vec_add(u->arena, &u->library_words) = w;
  return true;
}

// `using namespace cub;`: what stands for its warps and blocks needs no namespace from there on, but for what is in another one within it.
static void open_namespace(struct fl_unit *u, const char *name) {
  for (const char *inner; *(inner = name + strcspn(name, ":;")) == ':' && inner[1] == ':';)
    name = skip_blanks(inner + 2);
  for (size_t i = 0; i < LIBRARIES; i++) {
    const size_t n = strlen(libraries[i].name);
    if (strncmp(name, libraries[i].name, n) != 0 || fl_is_word(name[n]))
      continue;
    for (enum fl_demand need = FL_NEEDS_WARP; need <= FL_NEEDS_ANYTHING; need++)
      for (const char *w = libraries[i].names[need]; *w; w += strcspn(w, " "), w += *w == ' ')
        add_word(u, w, strcspn(w, " "), NULL, true, need);
  }
}

// `namespace q = ::cub;`, wherever it stands; the names of a library that is opened.
static void note_namespaces(struct fl_unit *u, const char *text) {
  for (const char *p = text; (p = fl_find_word(text, p, "namespace")); p++) {
    const char *name = skip_blanks(p + strlen("namespace"));
    if (p - text >= 6 && !strncmp(p - 6, "using ", 6))
      open_namespace(u, name);
    size_t len = 0;
    while (fl_is_word(name[len]))
      len++;
    const char *of = skip_blanks(name + len);
    if (*of != '=')
      continue;
    of = skip_blanks(of + 1);
    of = !strncmp(of, "::", 2) ? skip_blanks(of + 2) : of;
    for (size_t i = 0; i < LIBRARIES; i++) {
      const size_t n = strlen(libraries[i].name);
      if (!strncmp(of, libraries[i].name, n) && !fl_is_word(of[n]))
        add_word(u, name, len, &libraries[i], false, FL_NEEDS_ANYTHING);
    }
  }
}

// The text of a file without comments and functions.
static char *declarations(struct fl_unit *u, size_t file) {
  char *text = fl_strdup(u->arena, fl_without_comments(u, u->files.data[file].text));
  for (size_t i = 0; i < u->functions.len + u->host_functions.len; i++) {
    struct fl_span s = i < u->functions.len ? u->functions.data[i]->span
                                            : u->host_functions.data[i - u->functions.len];
    if (fl_span_empty(s) || s.file != (int)file)
      continue;
    memset(text + s.begin, ' ', s.end - s.begin);
    text[s.end - 1] = ';';
  }
  return text;
}

// The end of the last word in front of `p`, past brackets and what they hold: of `v[4]`.
static const char *word_end(const char *begin, const char *p) {
  while (p > begin && !fl_is_word(p[-1])) {
    p--;
    for (int depth = *p == ']'; depth && p > begin;) {
      p--;
      depth += (*p == ']') - (*p == '[');
    }
  }
  return p;
}

// What a declaration that names a library at `hit` declares: an alias, a class, a variable. (Functions say by their heads what they name.)
// What has a type of a library's elsewhere is seen by that; a variable whose type is a class template's own may not be, of which those count that are `whole`:
// the host's containers have many names.
static bool note_declared(struct fl_unit *u, const char *text, const char *hit, bool whole,
                          enum fl_demand need) {
  const char *begin = hit, *end = hit;
  while (begin > text && !strchr(";{}#", begin[-1]))
    begin--;
  int depth = 0;
  bool called = false;
  for (; *end && (depth > 0 || !strchr(";{}=", *end)); end++) {
    depth += (*end == '<' || *end == '(') - (*end == '>' || *end == ')');
    called |= *end == '(';
  }
  const char *p = fl_find_word(begin, begin, "namespace"), *name = end;
  if (p && p < hit) // note_namespaces
    return false;
  p = fl_find_word(begin, begin, "typedef");
  bool alias = p && p < hit;
  p = fl_find_word(begin, begin, "using");
  if (p && p < hit) {
    p = skip_blanks(p + strlen("using"));
    while (fl_is_word(*p))
      name = ++p;
    name = *skip_blanks(name) == '=' ? name : end;
    alias = true;
  } else if (called) {
    return false;
  } else if (*end == '{') {
    for (const char *colon = begin; colon < hit && name == end; colon++)
      if (*colon == ':' && colon[1] != ':' && (colon == begin || colon[-1] != ':'))
        name = colon, alias = true;
  }
  if (!alias && !whole)
    return false;
  name = word_end(begin, name);
  size_t len = 0;
  while (name > begin && fl_is_word(name[-1]))
    name--, len++;
  return add_word(u, name, len, NULL, whole, need);
}

// Is the name behind the namespaces at `p` one of a block's or warp's?
static bool names_whole(const char *p) {
  size_t len = 0;
  for (;; p = skip_blanks(p + len) + 2) {
    p = skip_blanks(p);
    for (len = 0; fl_is_word(p[len]);)
      len++;
    if (strncmp(skip_blanks(p + len), "::", 2) != 0)
      break;
  }
  bool whole = false;
  for (size_t i = 0; i < LIBRARIES; i++)
    for (enum fl_demand need = FL_NEEDS_WARP; need <= FL_NEEDS_ANYTHING; need++)
      whole |= is_listed(libraries[i].names[need], p, len);
  return whole;
}

static bool note_declarations(struct fl_unit *u, const char *text) {
  bool any = false;
  enum fl_demand need;
  for (size_t i = 0; i < LIBRARIES; i++)
    for (const char *p = text, *hit; (hit = find_library(u, &libraries[i], p, &need)); p = hit + 1)
      any |= note_declared(u, text, hit, names_whole(hit), need);
  for (size_t i = 0; i < u->library_words.len; i++) {
    const struct fl_library_word w = *u->library_words.data[i];
    for (const char *p = text, *hit; (hit = find_library_word(u, &w, p, &need)); p = hit + 1)
      any |= note_declared(u, text, hit, w.of ? names_whole(hit) : w.whole, need);
  }
  return any;
}

// `#define REDUCE cub::BlockReduce<int, 64>`
static bool note_macros(struct fl_unit *u) {
  bool any = false;
  for (size_t i = 0; i < u->defines.len; i++) {
    const char *text = fl_span_text(u, u->defines.data[i]), *name = skip_blanks(text);
    size_t len = 0;
    while (fl_is_word(name[len]))
      len++;
    const enum fl_demand need = library_in(u, name + len).need;
    if (need)
      any |= add_word(u, name, len, NULL, false, need);
  }
  return any;
}

static bool names_holder(const char *text) {
  for (size_t i = 0; i < LIBRARIES; i++)
    if (libraries[i].holds && fl_find_word(text, text, libraries[i].name))
      return true;
  for (size_t i = 0; i < sizeof holders / sizeof *holders; i++)
    for (const char *p = text; (p = fl_find_word(text, p, holders[i])); p++)
      if ((p - text > 1 && p[-1] == ':') || p[strlen(holders[i])] == '<')
        return true;
  return false;
}

void fl_find_libraries(struct fl_unit *u) {
  const bool objects = fl_functions_named(u, "operator()")->len > 0; // only then does anybody ask
  for (size_t i = 0; i < u->files.len && objects && !u->has_holders; i++)
    u->has_holders = names_holder(u->files.data[i].text);
  for (size_t i = 0; i < u->files.len; i++) {
    const char *text = u->files.data[i].text;
    // The states of one generator of curand belong to blocks.
    u->curand_asks |= strstr(text, "mtgp") || strstr(text, "Mtgp") || strstr(text, "MTGP");
    for (size_t k = 0; k < LIBRARIES; k++)
      u->names_libraries |= strstr(text, libraries[k].name) != NULL;
  }
  if (!u->names_libraries)
    return;
  char **texts = fl_alloc(u->arena, u->files.len * sizeof *texts);
  for (size_t i = 0; i < u->files.len; i++) {
    note_namespaces(u, fl_without_comments(u, u->files.data[i].text));
    texts[i] = declarations(u, i);
  }
  for (bool changed = true; changed;) {
    changed = note_macros(u);
    for (size_t i = 0; i < u->files.len; i++)
      changed |= note_declarations(u, texts[i]);
  }
}

struct library_type {
  struct fl_unit *unit;
  struct fl_library_use *use;
};
static bool find_library_type(struct fl_node *n, void *data) {
  const struct library_type *t = data;
  const struct fl_decl *d = n->decl;
  if (n->canonical)
    *t->use = worse_of(*t->use, library_in(t->unit, n->canonical));
  if (d && d->canonical && d->kind != FL_DECL_FUNCTION)
    *t->use = worse_of(*t->use, library_in(t->unit, d->canonical));
  return t->use->need < FL_NEEDS_ANYTHING;
}

struct fl_library_use fl_library_of(struct fl_unit *u, const struct fl_function *f) {
  const char *texts[] = {fl_without_comments(u, fl_span_text(u, f->body_span)),
                         fl_head_text(u, f->params_span), fl_head_text(u, f->specifiers),
                         fl_initialisers(u, f)};
  struct fl_library_use use = {NULL, FL_NEEDS_NOTHING, false};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    use = worse_of(use, library_in(u, texts[i]));
  const bool instances = f->kind == FL_KERNEL && (f->is_template || f->is_specialization);
  for (size_t i = 0; i < u->sites.len && instances; i++)
    if (u->sites.data[i]->kernel == f && u->sites.data[i]->template_args)
      use = worse_of(use, library_in(u, u->sites.data[i]->template_args));
  if (u->names_libraries)
    fl_walk(f->body, find_library_type, &(struct library_type){u, &use});
  return use;
}
