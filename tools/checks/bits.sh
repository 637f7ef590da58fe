#!/usr/bin/env bash
# The same bits from every compiler: the golden hashes (test/hashes.sh) from builds of the runtime that
# `make test` does not make anyway. Those, gcc and clang as shipped and gcc with sanitizers, run them as the
# test `hashes`, and runtime.sh with sums one by one; here are wider vectors and WebAssembly, where web/world.js makes the joints.
# Thorough: both compilers, at every level, with every kind of vectors.
. "$SOURCE/tools/checks/lib.sh"

bits() { # bits COMPILER FLAGS...
    check "$* compiles" compiled hash_body,hash_world,hash_joint,hash_rigid "$@"
    cases "$*" bash test/hashes.sh "$scratch"
}

wide= # only where this machine has such vectors
if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then wide=-march=x86-64-v3; fi
bits gcc -O3 $wide
if thorough; then
    bits clang -O1 -DSUPPLE_PLAIN_LANES
    bits gcc -O1
    bits gcc -O2 -DSUPPLE_PLAIN_LANES
    bits clang -O1
    bits clang -O3 $wide
fi
if command -v tcc >/dev/null; then # which has no vectors of its own
    bits tcc
fi

web() { # web NAME SCRIPT ARGUMENTS...: a program hash_NAME that is a script under node
    printf '#!/bin/sh\nexec node %s "$1"\n' "${*:2}" >"$scratch/web/hash_$1" && chmod +x "$scratch/web/hash_$1"
}
mkdir "$scratch/web"
check "WebAssembly is built" tools/build-wasm "$scratch/hash.wasm" test/hash_body.c test/hash_world.c
web body test/node/hash.mjs "$scratch/hash.wasm" hash_body
web world test/node/hash.mjs "$scratch/hash.wasm" hash_world
web joint test/node/joints.mjs "$BUILD/supple.wasm"
web rigid test/node/rigid.mjs "$BUILD/supple.wasm"
cases "WebAssembly under node" bash test/hashes.sh "$scratch/web"
finish
