// The driver's reading of command lines: words, lists, options in all of nvcc's spellings.
#include "driver/options.h"
#include "driver/transform.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct fl_arena *arena;

static int start(void **state) {
  (void)state;
  arena = fl_arena_new();
  return 0;
}

static int stop(void **state) {
  (void)state;
  fl_arena_free(arena);
  return 0;
}

// The words joined by '|'.
static const char *joined(const fl_words *words) {
  const char *all = "";
  for (size_t i = 0; i < words->len; i++)
    all = fl_format(arena, "%s%s%s", all, i ? "|" : "", words->data[i]);
  return all;
}

static const char *list(const char *value) {
  fl_words words = {0};
  fl_split_list(arena, value, &words);
  return joined(&words);
}

static const char *blanks(const char *text) {
  fl_words words = {0};
  fl_split_blanks(arena, text, &words);
  return joined(&words);
}

static struct fl_command parse(const char *line) {
  fl_words words = {0};
  *fl_vec_add(arena, &words) = "flcc";
  fl_split_blanks(arena, line, &words);
  struct fl_command cmd = {.arena = arena};
  assert_int_equal(fl_parse_command(&cmd, (int)words.len, (char **)words.data), 0);
  return cmd;
}

static void lists_are_split_as_nvcc_splits_them(void **state) {
  (void)state;
  assert_string_equal(list("a"), "a");
  assert_string_equal(list("a,b=2,c"), "a|b=2|c");
  assert_string_equal(list("F(x\\,y)=x"), "F(x,y)=x");
  assert_string_equal(list("S=\"a,b\",c"), "S=\"a,b\"|c");
  assert_string_equal(list("S='a,b',c"), "S='a,b'|c");
  assert_string_equal(list(""), "");
  assert_string_equal(list("a,,b"), "a||b");
  assert_string_equal(list("end\\"), "end\\");
}

static void blanks_separate_words_of_a_file(void **state) {
  (void)state;
  assert_string_equal(blanks("  -O2\t-c\r\n x.cu\n"), "-O2|-c|x.cu");
  assert_string_equal(blanks("-DA=\"x y\" '-I a' b\\ c"), "-DA=x y|-I a|b c");
  assert_string_equal(blanks("\"\" x"), "|x");
  assert_string_equal(blanks("'a\\b'"), "a\\b");
  assert_string_equal(blanks(""), "");
}

static void option_spellings(void **state) {
  (void)state;
  const char *value;
  assert_string_equal(fl_nvcc_option_find("-DX=1", &value)->name, "--define-macro");
  assert_string_equal(value, "X=1");
  assert_string_equal(fl_nvcc_option_find("--define-macro=X", &value)->brief, "-D");
  assert_string_equal(value, "X");
  assert_string_equal(fl_nvcc_option_find("-o", &value)->name, "--output-file");
  assert_null(value);
  // Whole names come before attached values.
  assert_string_equal(fl_nvcc_option_find("-lineinfo", &value)->name, "--generate-line-info");
  assert_string_equal(fl_nvcc_option_find("-lib", &value)->name, "--lib");
  assert_string_equal(fl_nvcc_option_find("-lm", &value)->name, "--library");
  assert_string_equal(fl_nvcc_option_find("-Ofc=max", &value)->name, "--Ofast-compile");
  assert_string_equal(fl_nvcc_option_find("-O3", &value)->name, "--optimize");
  assert_string_equal(fl_nvcc_option_find("-time", &value)->name, "--time");
  assert_string_equal(fl_nvcc_option_find("-t4", &value)->name, "--threads");
  // What nvcc does not know either.
  assert_null(fl_nvcc_option_find("-oprog", &value));
  assert_null(fl_nvcc_option_find("--arch=sm_90", &value));
  assert_null(fl_nvcc_option_find("-archsm_90", &value));
  assert_null(fl_nvcc_option_find("-G=true", &value));
  assert_null(fl_nvcc_option_find("-Wall", &value));
}

static void phases(void **state) {
  (void)state;
  assert_int_equal(parse("a.cu").phase, FL_PHASE_LINK);
  assert_int_equal(parse("-c a.cu").phase, FL_PHASE_COMPILE);
  assert_int_equal(parse("a.cu -ptx").phase, FL_PHASE_DEVICE);
  assert_int_equal(parse("-E a.cu").phase, FL_PHASE_PREPROCESS);
  assert_int_equal(parse("-MM a.cu").phase, FL_PHASE_DEPS);
  assert_int_equal(parse("-MD -c a.cu").phase, FL_PHASE_COMPILE);
  assert_int_equal(parse("--version").phase, FL_PHASE_INFO);
}

static void rdc(void **state) {
  (void)state;
  assert_true(parse("-dc a.cu").user_rdc);
  assert_true(parse("-rdc true a.cu").user_rdc);
  assert_true(parse("--relocatable-device-code=true a.cu").user_rdc);
  assert_false(parse("-rdc=true -rdc=false a.cu").user_rdc);
  assert_false(parse("-dw a.cu").user_rdc);
}

static const char *archs(const char *line, int cuda_version) {
  const struct fl_command cmd = parse(line);
  fl_words words = {0};
  fl_find_archs(&cmd, cuda_version, &words);
  const char *all = "";
  for (size_t i = 0; i < words.len; i++)
    all = fl_format(cmd.arena, "%s%s%s", all, i ? " " : "", words.data[i]);
  return all;
}

static void architectures(void **state) {
  (void)state;
  enum { CUDA_12 = 12090, CUDA_13 = 13000 };
  assert_string_equal(archs("a.cu", 0), "sm_90");
  assert_string_equal(archs("a.cu", CUDA_12), "sm_52");
  assert_string_equal(archs("a.cu", CUDA_13), "sm_75");
  assert_string_equal(archs("-arch=sm_80 a.cu", CUDA_13), "sm_80");
  assert_string_equal(archs("-arch compute_75 a.cu", CUDA_13), "sm_75");
  assert_string_equal(archs("-arch=sm_90a a.cu", CUDA_13), "sm_90a");
  assert_string_equal(archs("-arch=sm_80 -gencode arch=compute_86,code=sm_86 a.cu", CUDA_13),
                      "sm_86 sm_80");
  assert_string_equal(archs("-gencode=arch=compute_80,code=[sm_80,compute_80] -gencode "
                            "arch=compute_100f,code=sm_100f "
                            "-gencode arch=compute_80,code=sm_80 a.cu",
                            CUDA_13),
                      "sm_80 sm_100f");
  const char *any = "sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_100 sm_103 sm_110 sm_120 sm_121";
  assert_string_equal(archs("-arch=native a.cu", CUDA_13), any);
  assert_string_equal(archs("-arch all a.cu", CUDA_13), any);
  assert_non_null(strstr(archs("-arch=all-major a.cu", CUDA_12), "sm_50 sm_52"));
}

static void inputs(void **state) {
  (void)state;
  const struct fl_command cmd = parse("a.cu b.cpp c.o d.a e.so.1 f -");
  assert_int_equal(cmd.inputs.len, 7);
  assert_int_equal(cmd.inputs.data[0].kind, FL_INPUT_CUDA);
  assert_int_equal(cmd.inputs.data[1].kind, FL_INPUT_HOST);
  for (size_t i = 2; i < 7; i++)
    assert_int_equal(cmd.inputs.data[i].kind, FL_INPUT_OBJECT);
  const struct fl_command cu = parse("a.cpp b.o - -x cu");
  assert_int_equal(cu.inputs.data[0].kind, FL_INPUT_CUDA);
  assert_int_equal(cu.inputs.data[1].kind, FL_INPUT_OBJECT);
  assert_int_equal(cu.inputs.data[2].kind, FL_INPUT_CUDA);
  assert_int_equal(parse("a.cu -x c++").inputs.data[0].kind, FL_INPUT_HOST);
}

static void own_values(void **state) {
  (void)state;
  const struct fl_command cmd = parse("--fl-target=cpu --fl-threshold=128 --fl-coarsen=off a.cu");
  assert_int_equal(cmd.opt.target, FL_TARGET_CPU);
  assert_int_equal(cmd.opt.threshold, 128);
  assert_int_equal(cmd.opt.coarsen, 0);
  assert_int_equal(parse("--fl-threshold=auto a.cu").opt.threshold, -1);
  assert_string_equal(parse("a.cu").opt.strategy, "auto");
  assert_true(parse("--default-stream per-thread a.cu").opt.per_thread_stream);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(lists_are_split_as_nvcc_splits_them, start, stop),
      cmocka_unit_test_setup_teardown(blanks_separate_words_of_a_file, start, stop),
      cmocka_unit_test_setup_teardown(option_spellings, start, stop),
      cmocka_unit_test_setup_teardown(phases, start, stop),
      cmocka_unit_test_setup_teardown(rdc, start, stop),
      cmocka_unit_test_setup_teardown(architectures, start, stop),
      cmocka_unit_test_setup_teardown(inputs, start, stop),
      cmocka_unit_test_setup_teardown(own_values, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
