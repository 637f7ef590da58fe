#!/usr/bin/env bash
# The small clang-tidy profile of .clang-tidy stays at zero findings: its quick part here, on the runtime, which others embed
# and which reads files of strangers, and thorough on all of the tree; with the path analyser, which takes twenty times
# as long, in analyse_slow.sh (make test-all).
#
# Asserts are seen (-UNDEBUG): a contract that is stated is one that the analyser need not doubt.
#
# A file that passed is not looked at again until it, a header or the profile changes: the marks are in
# BUILD/tidy, named by a hash of the preprocessed file.
. "$SOURCE/tools/checks/lib.sh"
: "${TIDY_CHECKS=-clang-analyzer-*}"
export BUILD TIDY_CHECKS
mkdir -p "$BUILD/tidy"

one() {
    local mark found
    mark=$BUILD/tidy/$( (echo "$TIDY_CHECKS" && cat .clang-tidy && gcc -E -P -I. -Iinclude -D_POSIX_C_SOURCE=200809L "$1") 2>/dev/null |
        sha1sum | cut -d' ' -f1)
    [ ! -e "$mark" ] || return 0
    found=$(clang-tidy -p "$BUILD" --quiet --extra-arg=-UNDEBUG --checks="$TIDY_CHECKS" --warnings-as-errors='*' "$1" 2>/dev/null | grep -E -A4 'error:|warning:')
    if [ -n "$found" ]; then
        echo "$found"
        return 1
    fi
    touch "$mark"
}
export -f one

files=('runtime/*.c')
if thorough; then files+=('bake/*.c' 'scenes/*.c' 'cli/*.c'); fi
tidy() {
    c_files "${files[@]}" | xargs -P "$(nproc)" -I{} bash -c 'one {}'
}
check "clang-tidy finds nothing" tidy
finish
