#!/usr/bin/env bash
# examples/three: a file of several skins and morph targets of its own, soft in three.js, shows what `supple play` shows.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/three ] || skip_all "a soft mesh in three.js: tools/setup test installs three"
[ -s "$BUILD/supple.wasm" ] || skip_all "a soft mesh in three.js: tools/setup build installs lld"

bake() {
    sample swimmer "$scratch/swimmer.glb" && node test/node/dressed.mjs "$scratch/swimmer.glb" "$scratch/dressed.glb" &&
        "$BUILD/supple" bake --quick "$scratch/dressed.glb" --part belly --tets 400 --modes 6 -o "$scratch/soft.glb"
}
play() { "$BUILD/supple" play "$scratch/soft.glb" --clip "$1" -o "$scratch/$1.pc2"; }

check "the swimmer is dressed and baked" bake
check "the dressed swimmer is sound" node test/node/validate.mjs "$scratch/dressed.glb"
for clip in walk curl; do # targets of shirt and hat, and of the body
    check "$clip is played" play $clip
    client "three" test/node/three_soft.mjs "$BUILD/supple.wasm" "$scratch/soft.glb" $clip "$scratch/$clip.pc2"
done
finish
