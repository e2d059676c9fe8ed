# Freelaunch's build. `make` builds build/flcc and its libraries; `make help` lists the rest.
LLVM ?= /usr/lib/llvm-22
PREFIX ?= /usr/local
BUILD ?= build
CXX ?= g++
CFLAGS ?= -O2 -g
CXXFLAGS ?= -O2 -g
SANITIZE ?=

WARNINGS := -Wall -Wextra -Wpedantic
RESOURCE_DIR := $(firstword $(wildcard $(LLVM)/lib/clang/*))
# The host compiler's own headers, for those that clang has none of (omp.h).
HOST_INCLUDE_DIR := $(shell $(CXX) -print-file-name=include)
HOST_VERSION := $(subst ., ,$(shell $(CXX) -dumpfullversion -dumpversion))
LIBCLANG_VERSION := $(patsubst libclang-%.so,%,$(notdir $(firstword $(wildcard $(LLVM)/lib/libclang-[0-9]*.[0-9]*.so))))
# The toolkit that programs are compiled with; without one there is no libflrt.a.
CUDA ?= $(patsubst %/bin/nvcc,%,$(realpath $(firstword $(shell command -v nvcc) /usr/local/cuda/bin/nvcc)))
CUDART := $(shell sed -n 's/^.define CUDART_VERSION *//p' $(CUDA)/include/cuda_runtime_api.h 2>/dev/null)
LIBRARIES := $(BUILD)/libflcpu.a $(if $(CUDART),$(BUILD)/libflrt.a)
# The headers that flcc parses every file with, parsed for nvcc's language standards.
STANDARDS := c++17 c++20
PRELUDES := $(STANDARDS:%=$(BUILD)/prelude-%.pch)
# They stand for CUDA 13.0; programs see the version of the toolkit that compiles them.
ifneq ($(filter-out 13000,$(CUDART)),)
PRELUDES += $(STANDARDS:%=$(BUILD)/prelude-$(CUDART)-%.pch)
endif
DEFINES := -DFL_CLANG_RESOURCE_DIR='"$(RESOURCE_DIR)"' -DFL_LIBCLANG_VERSION='"$(LIBCLANG_VERSION)"' -DFL_CPU_FLAGS='"$(SANITIZE)"' \
  -DFL_HOST_INCLUDE_DIR='"$(HOST_INCLUDE_DIR)"' \
  -DFL_HOST_GNUC='"$(or $(word 1,$(HOST_VERSION)),12)"' -DFL_HOST_GNUC_MINOR='"$(or $(word 2,$(HOST_VERSION)),0)"' \
  -DFL_CUDART_VERSION='"$(CUDART)"'
CC_FLAGS := -std=c17 $(CFLAGS) $(WARNINGS) $(SANITIZE) -Isrc $(DEFINES)
# The CPU runtime may become part of a shared library, which is loaded when the program starts.
PIC := -fPIC -fno-semantic-interposition -ftls-model=initial-exec
CXX_FLAGS := -std=c++17 -DFL_OWN_WARNINGS $(CXXFLAGS) $(WARNINGS) $(SANITIZE) $(PIC) -Icpu/include -Iinclude -Iruntime
LIBCLANG := -L$(LLVM)/lib -lclang-22

# Everything but main() is a library, so that unit tests link what flcc is made of. Only the front end sees libclang's header.
SOURCES := $(filter-out src/driver/main.c,$(sort $(wildcard src/*/*.c src/*/*/*.c)))
OBJECTS := $(SOURCES:%.c=$(BUILD)/obj/%.o)
MAIN := $(BUILD)/obj/src/driver/main.o
CPU_SOURCES := $(sort $(wildcard cpu/src/*.cpp cpu/src/*.c cpu/src/*.S))
CPU_OBJECTS := $(addprefix $(BUILD)/obj/,$(addsuffix .o,$(basename $(CPU_SOURCES))))
RUNTIME_SOURCES := $(sort $(wildcard runtime/*.c))
RUNTIME_OBJECT := $(BUILD)/obj/runtime/flrt.o
UNIT_SOURCES := $(sort $(wildcard tests/unit/test_*.c))
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/unit/%)

.PHONY: all help check build-tests unit demo check-gpu bench-gpu bench-cpu asan format format-check tidy install clean setup
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/flcc $(LIBRARIES) $(PRELUDES)

help:
	@echo 'make             build/flcc, build/libflcpu.a and, with a CUDA toolkit, build/libflrt.a; the parsed preludes'
	@echo 'make check       set up what is missing, build, run all tests that need no GPU'
	@echo 'make unit        the unit tests only'
	@echo 'make demo        run the main example; GRAPH=file takes a graph of your own'
	@echo 'make check-gpu   tests on a GPU;  make bench-gpu: measurements on a GPU'
	@echo 'make bench-cpu   a few of the same with small sizes on the CPU target: that they run, not how fast'
	@echo 'make asan        build/asan/: flcc and the CPU target with ASan and UBSan'
	@echo 'make format      clang-format over the C and C++ sources;  make tidy: clang-tidy over src/'
	@echo 'make install     into PREFIX (default /usr/local);  make clean'

$(BUILD)/flcc: $(MAIN) $(BUILD)/libfl.a
	$(CC) $(SANITIZE) $(LDFLAGS) -o $@.new $^ $(LIBCLANG)
	@mv -f $@.new $@

$(BUILD)/prelude-%.pch: $(BUILD)/flcc $(shell find cpu/include include -name '*.h')
	$< --fl-save-prelude=$@ -std=$(lastword $(subst -, ,$*)) $(if $(findstring -,$*),,--fl-target=cpu)

$(BUILD)/libfl.a: $(OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/libflcpu.a: $(CPU_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/libflrt.a: $(RUNTIME_OBJECT)
	@rm -f $@
	$(AR) rcs $@ $^

# What knows the toolkit's version is made again when that changes.
$(BUILD)/cudart-$(CUDART):
	@mkdir -p $(@D)
	@rm -f $(BUILD)/cudart-*
	@touch $@
$(RUNTIME_OBJECT) $(BUILD)/obj/src/driver/cuda.o: $(BUILD)/cudart-$(CUDART)

# For programs: without what our own are built with, and position-independent. One unit, since half of what a launch takes of the host is calls otherwise.
$(RUNTIME_OBJECT): $(RUNTIME_SOURCES)
	@mkdir -p $(@D)
	printf '#include "%s"\n' $(notdir $(RUNTIME_SOURCES)) | \
	  $(CC) -std=c17 -D_GNU_SOURCE -O3 -g -fPIC -fno-semantic-interposition $(WARNINGS) -Iruntime -isystem $(CUDA)/include \
	    -MMD -MP -MF $(@:.o=.d) -MT $@ -x c -c -o $@ -

$(BUILD)/obj/src/front/%.o: CC_FLAGS += -isystem $(LLVM)/include

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CC_FLAGS) $(if $(filter cpu/%,$<),$(PIC) -Icpu/include) -MMD -MP -c -o $@ $<

$(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXX_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj/%.o: %.S
	@mkdir -p $(@D)
	$(CC) -MMD -MP -c -o $@ $<

$(BUILD)/unit/%: tests/unit/%.c $(BUILD)/libfl.a
	@mkdir -p $(@D)
	$(CC) $(CC_FLAGS) -MMD -MP -o $@ $< $(BUILD)/libfl.a -lcmocka $(LIBCLANG)

setup:
	@tools/setup

CHECK := LLVM='$(LLVM)' BUILD='$(BUILD)' CXX='$(CXX)' tests/check

build-tests: $(UNIT_TESTS)

unit: build-tests
	@$(CHECK) unit

check:
	@tools/setup
	@$(MAKE) --no-print-directory all build-tests
	@$(CHECK)

demo: all
	@if [ -f examples/demo.sh ]; then bash examples/demo.sh $(BUILD)/flcc $(GRAPH); \
	 else echo 'make demo: examples/demo.sh is missing from this checkout' >&2; exit 1; fi

check-gpu: all
	@if [ -f tests/check-gpu.sh ]; then bash tests/check-gpu.sh $(BUILD)/flcc; \
	 else echo 'make check-gpu: tests/check-gpu.sh is missing from this checkout' >&2; exit 1; fi

# BENCH: more of bench/run.sh's options
bench-gpu: all
	@bench/run.sh all $(BUILD)/flcc --results docs/results $(BENCH)

BENCH_CPU_ROWS = ^(bfs (random 10000x|R-MAT|level 1)|bezier|4000 threads)

bench-cpu: all
	@FLAGS='-O0 -std=c++17' bench/run.sh all $(BUILD)/flcc --target=cpu --quick --only='$(BENCH_CPU_ROWS)' --out $(BUILD)/bench-cpu $(BENCH)

asan:
	@$(MAKE) --no-print-directory BUILD=build/asan CFLAGS='-O1 -g -fno-omit-frame-pointer' \
	  CXXFLAGS='-O1 -g -fno-omit-frame-pointer' SANITIZE='-fsanitize=address,undefined -Wno-format-truncation' all

FORMATTED = $(wildcard src/*/*.[ch] src/*/*/*.[ch] cpu/src/*.cpp cpu/src/*.h tests/unit/*.[ch] tests/gpu/*.c examples/*.cu examples/*.h bench/*.cu)

format:
	clang-format -i $(FORMATTED)

format-check:
	@clang-format --dry-run --Werror $(FORMATTED)

# TIDY: more options. BRIEF takes an eighth of the time, for the analyzer gives up a function sooner.
BRIEF := $(foreach x,-Xclang -analyzer-config -Xclang max-nodes=10000,--extra-arg=$(x))
tidy:
	@printf '%s\n' $(SOURCES) src/driver/main.c | \
	  xargs -P $${JOBS:-$$(nproc)} -n 2 sh -c 'clang-tidy --quiet $(TIDY) "$$@" -- $(subst ','"'"',-std=c17 -Isrc -isystem $(LLVM)/include $(DEFINES)) 2>&1' tidy

SHARE := $(DESTDIR)$(PREFIX)/share/freelaunch

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)
	install -m 755 $(BUILD)/flcc $(DESTDIR)$(PREFIX)/bin/flcc
	install -m 644 $(LIBRARIES) $(SHARE)
	for d in include cpu/include runtime; do \
	  find $$d -type f | while read -r f; do install -D -m 644 "$$f" "$(SHARE)/$$f"; done; done
# These hold the paths of what they were parsed from, so a staged installation goes without.
ifeq ($(DESTDIR),)
	for std in $(STANDARDS); do $(PREFIX)/bin/flcc --fl-save-prelude=$(SHARE)/prelude-$$std.pch -std=$$std; done
endif

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
