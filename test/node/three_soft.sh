#!/usr/bin/env bash
# examples/three: a mesh of three.js made soft by its morph targets shows what libsupple shows.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/three ] || skip_all "a soft mesh in three.js: tools/setup test installs three"
[ -s "$BUILD/supple.wasm" ] || skip_all "a soft mesh in three.js: tools/setup build installs lld"

bake() {
    sample swimmer "$scratch/swimmer.glb" &&
        "$BUILD/supple" bake "$scratch/swimmer.glb" --part belly --tets 400 --modes 6 -o "$scratch/soft.glb"
}
check "the swimmer is baked" bake
client "three" test/node/three_soft.mjs "$BUILD/supple.wasm" "$scratch/soft.glb"
finish
