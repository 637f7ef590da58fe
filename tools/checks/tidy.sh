#!/usr/bin/env bash
# The small clang-tidy profile of .clang-tidy stays at zero findings.
. "$SOURCE/tools/checks/lib.sh"

tidy() {
    c_files 'runtime/*.c' 'bake/*.c' 'scenes/*.c' 'cli/*.c' |
        xargs -P "$(nproc)" -n 6 clang-tidy -p "$BUILD" --quiet --warnings-as-errors='*' 2>&1 |
        grep -E -A4 'error:|warning:' && return 1
    return 0
}
check "clang-tidy finds nothing" tidy
finish
