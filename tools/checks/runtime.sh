#!/usr/bin/env bash
# The runtime's promises to whoever embeds it: no dependency, only supple_ names, small and quick to
# build without the baker.
. "$SOURCE/tools/checks/lib.sh"

# What a freestanding compiler has, two headers whose functions wasm gets from us, and two it goes without: malloc's and assert's;
# for AVX2 its own instructions. many_eight.c is the source of a crowd's step for a second time.
allowed='stdbool.h|stddef.h|stdint.h|string.h|math.h|assert.h|limits.h|float.h|stdlib.h|stdatomic.h|immintrin.h'
own_headers_only() {
    local bad
    bad=$(c_files 'runtime/*.[ch]' 'include/supple/*.h' | xargs grep -nE '^ *# *include' | grep -vE '^runtime/body/many_eight.c:[0-9]+:#include "runtime/body/(bone_lanes|many_[a-z]+)\.c"$' |
        grep -vE "# *include (<($allowed)>|\"(runtime/[a-z]+|format|supple)/[a-z_0-9]+\.h\"|SUPPLE_ASSERT_HEADER)$")
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
check "runtime includes nothing but its own headers and a short list of C headers" own_headers_only

# With asserts, sums one by one instead of vectors, and the golden hashes of them. Its tests without those that compute long, which
# the other builds of `make test` run. Thorough: all of them, and once more with BUILD_SHARED_LIBS.
long='^(soak|example_threads|test_(hold_response|rigid|rigid_colliders|rigid_random|contact|contact_field|contact_work|no_memory|pick))$'
! thorough || long='^test_hold_response$'
alone() { # as the README has it, with its tests
    cmake -S . -B "$scratch/alone" -DSUPPLE_BAKE=OFF -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -DSUPPLE_PLAIN_LANES" && cmake --build "$scratch/alone" --parallel "$(nproc)" &&
        ctest --test-dir "$scratch/alone" -LE slow --no-tests=error --exclude-regex "$long"
}
check "libsupple builds alone, shared and static, and passes its tests with plain lanes" alone
shared() {
    cmake -S . -B "$scratch/shared" -DSUPPLE_BAKE=OFF -DSUPPLE_TESTS=OFF -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Debug &&
        cmake --build "$scratch/shared" --parallel "$(nproc)"
}
! thorough || check "... and by BUILD_SHARED_LIBS" shared

# ... and are tests of most of it, not of a corner.
programs() {
    local count
    count=$(ctest --test-dir "$scratch/alone" -N -LE slow | grep -cE ': test_')
    echo "$count programs" && [ "$count" -ge 40 ]
}
check "at least forty test programs run without the baker" programs

needs_libc_only() {
    local bad
    bad=$(readelf -d "$scratch/alone/libsupple.so" | grep NEEDED | grep -vE 'lib(c|m)\.so')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
check "the shared library needs libc and libm at most" needs_libc_only

exported() {
    local bad
    bad=$(nm -D --defined-only "$scratch/alone/libsupple.so" | awk '{print $3}' | grep -v '^supple_')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
    nm -D --defined-only "$scratch/alone/libsupple.so" | grep -q ' supple_version$'
}
check "only supple_ symbols are exported" exported

hidden() {
    local bad
    bad=$(readelf -sW "$BUILD/libsupple.a" |
        awk '$5 == "GLOBAL" && $6 == "DEFAULT" && $7 != "UND" && $8 !~ /^supple_/ { print $8 }')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
check "in the static library every other symbol is hidden" hidden

# What lies in .data.rel.ro is constant: the loader writes addresses there (runtime/model/models.c), then nobody can.
no_globals() {
    local bad
    bad=$(nm -f sysv "$BUILD/libsupple.a" | grep -E '\| +[bBdDcC] +\|' | grep -vE '\|\.data\.rel\.ro(\.local)?$')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
check "the runtime has no writable global" no_globals

# An assert that was left on calls the C library with the names of file and function and the text of its condition.
assert_text='runtime/[a-z_/]+\.[ch]|[a-z_]+ (==|>=|&&) [a-z_]+'
no_asserts() {
    local bad
    bad=$(nm "$BUILD/libsupple.a" | grep -E '__assert|abort')
    bad+=$(strings "$BUILD/libsupple.a" "$BUILD/supple.wasm" | grep -E "$assert_text")
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
check "a release of the library and supple.wasm have no assert in them" no_asserts
asserts() { strings "$scratch/alone/libsupple.a" | grep -cE "$assert_text"; }
check "a debug build has them" asserts

# docs/decisions/0021-size.md
small() {
    size -t "$BUILD/libsupple.a" | tail -1 && [ "$(size -t "$BUILD/libsupple.a" | tail -1 | cut -f1)" -lt 715000 ]
}
check "the library has less than 715,000 bytes of code" small

# Two functions of one name in a static library: the linker takes either, without a word.
unique() {
    local twice
    twice=$(nm --defined-only -g "$BUILD"/lib*.a | awk '$2 ~ /[TDBR]/ && !/supple_version/ { print $3 }' | sort | uniq -d |
        grep -vxF "$(nm --defined-only -g "$BUILD/libsupple.a" | awk '{ print $3 }')")
    [ -z "$twice" ] || { echo "$twice"; return 1; }
}
check "no two files define the same name" unique

for language in c99 c11 c++17; do
    compiler="gcc -x c"
    [ $language != c++17 ] || compiler="g++ -x c++"
    for header in $(c_files 'include/supple/*.h'); do
        echo "#include <supple/$(basename "$header")>" >"$scratch/header.txt"
        # shellcheck disable=SC2086
        check "$(basename "$header") compiles as $language" \
            $compiler -std=$language -pedantic -Wall -Wextra -Werror -Iinclude -fsyntax-only "$scratch/header.txt"
    done
done
finish
