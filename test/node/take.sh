#!/usr/bin/env bash
# A living file and what is played of it, through readers that are not ours: the Khronos validator and three.js.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules ] || skip_all "node clients: tools/setup test installs gltf-validator and three"
supple=$BUILD/supple

sample swimmer "$scratch/swimmer.glb"
check "the swimmer is baked" "$supple" bake "$scratch/swimmer.glb" --part belly --tets 600 --modes 4 -o "$scratch/soft.glb"
for kind in glb pc2; do
    check "its jump is played as $kind" "$supple" play "$scratch/soft.glb" --clip jump -o "$scratch/jump.$kind"
done
client "valid glTF" test/node/validate.mjs "$scratch/soft.glb" "$scratch/jump.glb"
client "three.js" test/node/three_take.mjs "$scratch/jump.glb" "$scratch/jump.pc2" 60
finish
