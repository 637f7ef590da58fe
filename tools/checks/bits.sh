#!/usr/bin/env bash
# The same bits from every compiler: a thousand frames of each golden asset (test/hash_body.c) in one
# number each, from gcc and clang, little and much optimised, with other vectors or none, and from WebAssembly.
# test/golden/body_hash.txt has it: a change of the runtime that changes motion renews that file. The same of
# a thousand frames of a pile of rings (test/hash_world.c), in test/golden/world_hash.txt, and of rings held by
# joints (test/hash_joint.c), in joint_hash.txt, which JavaScript makes by web/world.js.
. "$SOURCE/tools/checks/lib.sh"

golden=$(cat test/golden/body_hash.txt)

same() { # same PROGRAM...: prints the golden hashes
    local got
    got=$("$@" test/golden/v1.supple && "$@" test/golden/posed.supple) || return 1
    [ "$got" = "$golden" ] || { echo "hashes" $got ", not" $golden; return 1; }
}

same_rings() { # same_rings NAME PROGRAM...: prints the hash of test/golden/NAME_hash.txt
    local name=$1 got
    shift
    got=$("$@" test/golden/ring.supple) || return 1
    [ "$got" = "$(cat "test/golden/${name}_hash.txt")" ] || { echo "hash $got"; return 1; }
}

native() { # native COMPILER FLAGS...
    "$@" -std=c11 -ffp-contract=off -I. -Iinclude test/hash_body.c runtime/*.c -lm -o "$scratch/hash" &&
        same "$scratch/hash"
}

native_rings() { # native_rings NAME COMPILER FLAGS...
    local name=$1
    shift
    "$@" -std=c11 -ffp-contract=off -I. -Iinclude "test/hash_$name.c" runtime/*.c -lm -o "$scratch/hash" &&
        same_rings "$name" "$scratch/hash"
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for level in -O1 -O3; do
        check "$compiler $level gives the golden hashes" native $compiler $level
    done
    check "$compiler -O2 gives the golden hash of the pile" native_rings world $compiler -O2
    check "$compiler -O2 gives the golden hash of the joints" native_rings joint $compiler -O2
    check "$compiler without vectors gives the golden hashes" native $compiler -O2 -DSUPPLE_PLAIN_LANES
    check "$compiler without vectors gives that of the pile" native_rings world $compiler -O2 -DSUPPLE_PLAIN_LANES
    # only where this machine has such vectors
    if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
        check "$compiler -O3 with AVX2 gives the golden hashes" native $compiler -O3 -march=x86-64-v3
    fi
done

if command -v tcc >/dev/null; then # which has none
    check "tcc gives the golden hashes" native tcc
fi

web() {
    tools/build-wasm "$scratch/hash.wasm" test/hash_body.c && same node test/node/hash_body.mjs "$scratch/hash.wasm"
}
web_pile() {
    tools/build-wasm "$scratch/pile.wasm" test/hash_world.c &&
        same_rings world node test/node/hash_body.mjs "$scratch/pile.wasm"
}
web_joints() {
    tools/build-wasm "$scratch/plain.wasm" && same_rings joint node test/node/joints.mjs "$scratch/plain.wasm"
}
if command -v clang >/dev/null && command -v wasm-ld >/dev/null && command -v node >/dev/null; then
    check "WebAssembly under node gives the golden hashes" web
    check "WebAssembly under node gives the golden hash of the pile" web_pile
    check "joints made by web/world.js give the golden hash of the joints" web_joints
fi
finish
