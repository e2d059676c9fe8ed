// Which headers does clang read otherwise than they are on disk, where it reads the toolkit's?
#define _GNU_SOURCE // memfd_create
#include "internal.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Declares what the toolkit's headers no longer offer: the join in device code, and the hook that
// clang parses host launches with; what GCC's headers have and clang's do not; min and max for
// the host, which clang's headers have for the device alone; and the functions that nvcc knows by itself.
const char fr_join_header[] = "/freelaunch-device-join.h";
#define MIN_MAX(a, b, result)                                                                      \
  "__attribute__((host)) " result " min(" a ", " b ");\n"                                          \
  "__attribute__((host)) " result " max(" a ", " b ");\n"
static const char join_header[] =
    "#include <cuda_runtime.h>\n"
    "typedef decltype(nullptr) nullptr_t;\n" // as in GCC's <stddef.h>
    "extern \"C\" __attribute__((device)) cudaError_t cudaDeviceSynchronize();\n"
    "extern \"C\" cudaError_t cudaConfigureCall(dim3, dim3 = 1, size_t = 0, cudaStream_t = 0);\n" //
    MIN_MAX("int", "int", "int")                                                                  //
    MIN_MAX("unsigned", "unsigned", "unsigned")                                                   //
    MIN_MAX("int", "unsigned", "unsigned")                                                        //
    MIN_MAX("unsigned", "int", "unsigned")                                                        //
    MIN_MAX("long", "long", "long")                                                               //
    MIN_MAX("unsigned long", "unsigned long", "unsigned long")                                    //
    MIN_MAX("long", "unsigned long", "unsigned long")                                             //
    MIN_MAX("unsigned long", "long", "unsigned long")                                             //
    MIN_MAX("long long", "long long", "long long")                                                //
    MIN_MAX("unsigned long long", "unsigned long long", "unsigned long long")                     //
    MIN_MAX("long long", "unsigned long long", "unsigned long long")                              //
    MIN_MAX("unsigned long long", "long long", "unsigned long long")                              //
    MIN_MAX("float", "float", "float")                                                            //
    MIN_MAX("double", "double", "double")                                                         //
    MIN_MAX("float", "double", "double")                                                          //
    MIN_MAX("double", "float", "double")                                                          //
    "__attribute__((host)) unsigned umin(unsigned, unsigned);\n"
    "__attribute__((host)) unsigned umax(unsigned, unsigned);\n"
    "__attribute__((host)) long long llmin(long long, long long);\n"
    "__attribute__((host)) long long llmax(long long, long long);\n"
    "__attribute__((host)) unsigned long long ullmin(unsigned long long, unsigned long long);\n"
    "__attribute__((host)) unsigned long long ullmax(unsigned long long, unsigned long long);\n"
    "#undef __managed__\n" // an attribute that clang does not know: the variable would be the host's
    "#define __managed__ __attribute__((device))\n"
    "#undef __CUDACC__\n" // clang's header leaves it without a value
    "#define __CUDACC__ 1\n"
    "#define __CUDACC_VER__ \"__CUDACC_VER__ is no longer supported.\"\n";

// Clang's header for the toolkit defines std::malloc and std::free on the device, beside those of the C
// library that `using` brings there: with `using namespace std` a call of malloc would be ambiguous.
static const char wrapper_path[] = FL_CLANG_RESOURCE_DIR "/include/__clang_cuda_runtime_wrapper.h";
static const char wrapper_begin[] = "namespace std {\n__device__ static inline void free(";
static const char wrapper_end[] = "} // namespace std\n";
static const char wrapper_names[] = "namespace std { using ::malloc; using ::free; }\n";

// The command's macros are nothing to clang's header and what it includes, where nvcc reads other headers (`-DN=64`); but for names that are
// the toolkit's or the C library's.
static bool is_hidden(const char *macro) {
  return macro[0] != '_' && strncmp(macro, "CUDA", 4) != 0 && strncmp(macro, "NDEBUG", 6) != 0;
}

static void hide_macros(struct fr *f, bool hide, struct fl_text *out) {
  for (size_t i = 0; i < f->opt->nargs; i++) {
    const char *macro = fr_given(f, i, "-D");
    if (!macro || !is_hidden(macro))
      continue;
    const int len = (int)strcspn(macro, "=(");
    fl_text_printf(out, "#pragma %s_macro(\"%.*s\")\n", hide ? "push" : "pop", len, macro);
    if (hide)
      fl_text_printf(out, "#undef %.*s\n", len, macro);
  }
}

// What clang reads instead of its header for the toolkit.
static void add_wrapper(struct fr *f, fr_unsaved *out) {
  size_t len = 0;
  const char *text = fl_read_file(f->arena, wrapper_path, &len);
  if (!text)
    return;
  const char *begin = strstr(text, wrapper_begin);
  const char *end = begin ? strstr(begin, wrapper_end) : NULL;
  struct fl_text mended = {0};
  hide_macros(f, true, &mended);
  if (end) {
    fl_text_add(&mended, text, (size_t)(begin - text));
    fl_text_puts(&mended, wrapper_names);
    text = end + strlen(wrapper_end);
  }
  fl_text_puts(&mended, text);
  hide_macros(f, false, &mended);
  *fl_vec_add(f->arena, out) = (struct CXUnsavedFile){
      wrapper_path, fl_strndup(f->arena, mended.data, mended.len), mended.len};
  fl_text_free(&mended);
}

void fr_toolkit_headers(struct fr *f, fr_unsaved *out) {
  const char *text = join_header;
  if (f->opt->prelude_dir)
    text = fl_format(f->arena, "%s#include \"%s/flcpu/builtin_atomics.h\"\n", text,
                     f->opt->prelude_dir);
  *fl_vec_add(f->arena, out) = (struct CXUnsavedFile){fr_join_header, text, strlen(text)};
  add_wrapper(f, out);
}

// A file in memory, by a path that holds as long as the process lives; NULL: there is none.
static const char *memory_file(struct fl_arena *arena, const char *text, size_t len) {
  const int fd = memfd_create("freelaunch", MFD_CLOEXEC);
  if (fd < 0)
    return NULL;
  for (size_t done = 0; done < len;) {
    const ssize_t n = write(fd, text + done, len - done);
    if (n <= 0) {
      (void)close(fd);
      return NULL;
    }
    done += (size_t)n;
  }
  return fl_format(arena, "/proc/self/fd/%d", fd);
}

const char *fr_toolkit_overlay(struct fr *f) {
  static char path[64]; // made once: all in it depends on the command alone
  if (path[0])
    return path;
  fr_unsaved headers = {0};
  struct fl_text text = {0};
  fr_toolkit_headers(f, &headers);
  fl_text_puts(&text, "{\"version\": 0, \"use-external-names\": false, \"roots\": [");
  bool whole = true;
  for (size_t i = 0; i < headers.len; i++) {
    const struct CXUnsavedFile *h = &headers.data[i];
    const char *contents = memory_file(f->arena, h->Contents, h->Length);
    whole &= contents != NULL;
    fl_text_printf(&text, "%s{\"name\": \"%s\", \"type\": \"file\", \"external-contents\": \"%s\"}",
                   i ? ", " : "", h->Filename, whole ? contents : "");
  }
  fl_text_puts(&text, "]}\n");
  const char *overlay = whole ? memory_file(f->arena, text.data, text.len) : NULL;
  fl_text_free(&text);
  if (!overlay || strlen(overlay) >= sizeof path)
    return NULL;
  memcpy(path, overlay, strlen(overlay) + 1);
  return path;
}
