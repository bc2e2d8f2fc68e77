# A thin front door: installs what a bare Debian 12 lacks and calls CMake, which does the work.

ENGINE := build/release/tulenh
JOBS := 2
FUZZ_SECONDS := 180
FUZZ_TARGETS := fen turn record games session

BUILD_PACKAGES := g++ cmake ninja-build libboost-program-options-dev libspdlog-dev nlohmann-json3-dev
TEST_PACKAGES := libgtest-dev libbenchmark-dev python3 pypy3
CLANG_PACKAGES := clang libclang-rt-14-dev

LIBRARIES := engine eval search protocol
SOURCES = $(shell find $(LIBRARIES) tuning tests -name '*.cpp' -o -name '*.h')

.PHONY: help deps run test bench format format-check tidy sanitize tsan fuzz clean build

help:
	@echo 'make deps          install what building and testing need (Debian 12, as root)'
	@echo 'make run           build and start the engine'
	@echo 'make test          build and run all tests'
	@echo 'make bench         measure the speed of the engine (some minutes); results also in build/benchmark.json'
	@echo 'make format        format the sources (format-check: only look)'
	@echo 'make tidy          run clang-tidy on the code of libraries and tools'
	@echo 'make sanitize      run the tests under AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make tsan          run the tests under ThreadSanitizer'
	@echo 'make fuzz          feed each reader of text with random input for FUZZ_SECONDS=$(FUZZ_SECONDS) each'
	@echo 'make clean         remove build/'
	@echo
	@echo 'On other systems install the tools and libraries yourself and add SKIP_DEPS=1.'

# Installs those of the packages that are missing. Everything goes to stderr: stdout is the engine's.
define install
	@missing=; \
	if [ -z "$(SKIP_DEPS)" ]; then \
	    for package in $(1); do \
	        [ "$$(dpkg-query -W -f='$${db:Status-Status}' $$package 2>/dev/null)" = installed ] \
	            || missing="$$missing $$package"; \
	    done; \
	fi; \
	[ -n "$$missing" ] || exit 0; \
	if [ "$$(id -u)" != 0 ]; then \
	    echo "Missing packages:$$missing" >&2; \
	    echo "As root: apt-get install$$missing" >&2; \
	    exit 1; \
	fi; \
	{ apt-get update -q && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; } >&2
endef

deps:
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))

build:
	$(call install,$(BUILD_PACKAGES))
	@cmake --preset release >&2
	@cmake --build --preset release --target tulenh >&2

run: build
	@$(ENGINE)

bench: deps
	@cmake --preset release
	@cmake --build --preset release --target tulenh tulenh_benchmark
	@build/release/tulenh_benchmark --benchmark_counters_tabular=true \
	    --benchmark_out=build/benchmark.json --benchmark_out_format=json

test: deps
	@cmake --preset release
	@cmake --build --preset release
	@ctest --preset release

sanitize: deps
	$(call install,$(CLANG_PACKAGES))
	@cmake --preset sanitizers
	@cmake --build --preset sanitizers
	@ctest --preset sanitizers

tsan: deps
	@cmake --preset tsan
	@cmake --build --preset tsan
	@ctest --preset tsan

# As many at a time as there are JOBS. What is found new goes into build/fuzz/corpus; the log of each target and an
# input that fails stay in build/fuzz.
fuzz:
	$(call install,$(BUILD_PACKAGES) $(CLANG_PACKAGES))
	@cmake --preset sanitizers
	@cmake --build --preset sanitizers --target $(addprefix tulenh_fuzz_,$(FUZZ_TARGETS))
	@$(MAKE) --no-print-directory -j $(JOBS) $(addprefix fuzz-,$(FUZZ_TARGETS))

fuzz-%:
	@mkdir -p build/fuzz/corpus/$*
	@nice -n 19 build/sanitizers/tulenh_fuzz_$* -max_total_time=$(FUZZ_SECONDS) -timeout=30 -max_len=4000 \
	    -dict=tests/fuzz/words.dict -print_final_stats=1 -artifact_prefix=build/fuzz/$*- \
	    build/fuzz/corpus/$* tests/fuzz/corpus/$* > build/fuzz/$*.log 2>&1 \
	    || { echo "fuzz target $* failed:" >&2; tail -n 60 build/fuzz/$*.log >&2; exit 1; }
	@awk -v target=$* '/ cov: / { sub(/.* cov: /, ""); edges = $$1 } \
	    /number_of_executed_units/ { executions = $$2 } /average_exec_per_sec/ { speed = $$2 } \
	    END { printf "%-8s %9d executions, %6d a second, %6d edges covered\n", target, executions, speed, edges }' \
	    build/fuzz/$*.log

format:
	$(call install,clang-format-14)
	@clang-format-14 -i $(SOURCES)

format-check:
	$(call install,clang-format-14)
	@clang-format-14 --dry-run -Werror $(SOURCES)

# The debug build, since clang does not know all of g++'s link-time options.
tidy:
	$(call install,$(BUILD_PACKAGES) clang-tidy-14)
	@cmake --preset debug
	@find $(LIBRARIES) tuning -name '*.cpp' | xargs -P $(JOBS) -n 1 clang-tidy-14 --quiet -p build/debug

clean:
	rm -rf build
