# The two commands: `make demo` and `make test`. Each does all it needs, on a fresh Debian 12.
#
#   make build      the command at build/supple
#   make demo       the main job on the sample bodies; says where the result is
#   make test       what CI runs; under 10 minutes on 2 cores
#   make test-all   the slow cases too; under 40 minutes
#   make fuzz       every fuzzer of test/fuzz, MINUTES=10 in all; ends with executions and edges
#   make coverage   which lines of runtime/ and bake/ the fast tests run (gcovr: tools/setup machines)
#   make bench      what everything costs, beside limits measured in the same run; PEERS=1: beside other programs, too
#   make results    the same, and its figures put into docs/results.md
#   make install    to PREFIX (default: /usr/local)
#   make package    a Debian package of all of it, in build/package
#   make format     clang-format over every C file
#   make clean
PREFIX ?= /usr/local

.PHONY: build demo test test-all fuzz coverage bench results install package format clean
build:
	@tools/setup build
	@tools/build-command

demo: build
	@tools/demo

test:
	@tools/setup test
	@tools/run-tests fast

test-all:
	@tools/setup test
	@tools/run-tests all

MINUTES ?= 10
fuzz:
	@tools/setup build
	@tools/fuzz $(MINUTES)

coverage:
	@tools/setup machines
	@tools/coverage

bench:
	@tools/setup $(if $(PEERS),peers,build)
	@tools/build-command bench web_package $(if $(PEERS),bench_bullet bench_slepc)
	@PEERS=$(if $(PEERS),1) tools/bench

results: bench
	@tools/bench page

install:
	@tools/setup build
	@tools/build-command web_package
	cmake --install build --prefix $(PREFIX)

package: build
	@tools/setup package
	@cd build && cpack >package.log || { cat package.log; exit 1; }
	@ls build/package/*.deb

format:
	git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	rm -rf build build-debug build-asan build-clang build-fuzz build-coverage out
