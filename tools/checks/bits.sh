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

# The runtime is compiled once for all programs: it is what takes long.
compiled() { # compiled COMPILER FLAGS...
    rm -rf "$scratch/objects" && mkdir "$scratch/objects" || return 1
    local file
    for file in runtime/*.c; do
        "$@" -std=c11 -ffp-contract=off -I. -Iinclude -c "$file" -o "$scratch/objects/$(basename "$file" .c).o" || return 1
    done
}
program() { # program NAME COMPILER FLAGS...
    local name=$1
    shift
    "$@" -std=c11 -ffp-contract=off -I. -Iinclude "test/hash_$name.c" "$scratch"/objects/*.o -lm -o "$scratch/hash"
}
native() { # native COMPILER FLAGS...
    program body "$@" && same "$scratch/hash"
}
native_rings() { # native_rings NAME COMPILER FLAGS...
    program "$@" && same_rings "$1" "$scratch/hash"
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    check "$compiler -O1 compiles" compiled $compiler -O1
    check "$compiler -O1 gives the golden hashes" native $compiler -O1
    check "$compiler -O1 gives the golden hash of the pile" native_rings world $compiler -O1
    check "$compiler -O1 gives the golden hash of the joints" native_rings joint $compiler -O1
    check "$compiler -O2 without vectors compiles" compiled $compiler -O2 -DSUPPLE_PLAIN_LANES
    check "$compiler -O2 without vectors gives the golden hashes" native $compiler -O2
    check "$compiler -O2 without vectors gives that of the pile" native_rings world $compiler -O2
    # only where this machine has such vectors
    machine=
    if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then machine=-march=x86-64-v3; fi
    check "$compiler -O3 $machine compiles" compiled $compiler -O3 $machine
    check "$compiler -O3 $machine gives the golden hashes" native $compiler -O3 $machine
done

if command -v tcc >/dev/null; then # which has no vectors of its own
    check "tcc compiles" compiled tcc
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
