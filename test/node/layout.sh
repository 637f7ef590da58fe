#!/usr/bin/env bash
# The fields that JavaScript reads are where the compiler has them, all of them, and stay so when they move.
#
# The other way to know is clang's own dump of record layouts. Only web/layout.c is compiled.
. "$SOURCE/tools/checks/lib.sh"
command -v wasm-ld >/dev/null || skip_all "WebAssembly: tools/setup test installs lld"

# built HEADERS NAME: the table alone as NAME.wasm, and what clang says of the same header in NAME.txt: STRUCT size, STRUCT.FIELD offset
built() {
    local flags=(--target=wasm32 -std=c11 -ffreestanding -Wall -Wextra -Werror "-I$1")
    clang "${flags[@]}" -Oz -c web/layout.c -o "$scratch/$2.o" &&
        wasm-ld --no-entry --export-dynamic "$scratch/$2.o" -o "$scratch/$2.wasm" &&
        clang "${flags[@]}" -fsyntax-only -Xclang -fdump-record-layouts-complete web/layout.c |
        awk '/^ +0 [|] struct / { struct = $4 }
             /^ +[0-9]+ [|]   [^ ]/ { print struct "." $NF, $1 }
             /[[]sizeof=/ { match($0, /sizeof=[0-9]+/); print struct, substr($0, RSTART + 7, RLENGTH - 7) }' |
        grep '^supple_' | grep -vE '^supple_(allocator|pair_filter|drawing|tasks)' | sort -u >"$scratch/$2.txt" &&
        [ "$(wc -l <"$scratch/$2.txt")" -gt 100 ]
}

mkdir -p "$scratch/moved/supple"
# Every struct begins with a field that was not there; JavaScript is not told.
cp include/supple/*.h "$scratch/moved/supple/"
sed -i -E '/^typedef struct supple_(vec3|matrix|allocator) /!s/^(typedef struct supple_[a-z_0-9]+ \{)$/\1 double before;/' "$scratch"/moved/supple/*.h

check "the table is compiled" built include here
check "... also from a header whose fields have moved" built "$scratch/moved" moved
client "layout" test/node/layout.mjs "$scratch/here.wasm" "$scratch/here.txt" "$scratch/moved.wasm" "$scratch/moved.txt"
finish
