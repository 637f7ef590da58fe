#!/usr/bin/env bash
# A living file and what is played of it, through readers that are not ours: the Khronos validator and three.js.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules ] || skip_all "node clients: tools/setup test installs gltf-validator and three"
supple=$BUILD/supple

sample swimmer "$scratch/swimmer.glb"
check "the swimmer is baked" "$supple" bake --quick "$scratch/swimmer.glb" --part belly --tets 600 --modes 4 -o "$scratch/soft.glb"
for kind in glb pc2; do
    check "its jump is played as $kind" "$supple" play "$scratch/soft.glb" --clip jump -o "$scratch/jump.$kind"
done
bake_posed() { # its clip plays the shapes that it was sculpted by, which its part shows by itself
    sample cylinder "$scratch/cylinder.glb" && "$supple" recipe "$scratch/cylinder.glb" --targets all -o "$scratch/posed.yaml" &&
        "$supple" bake --quick --recipe "$scratch/posed.yaml" --tets 1000 -o "$scratch/posed.glb"
}
bake_dressed() { # two skins, a mesh without one, morph targets of their own
    node test/node/dressed.mjs "$scratch/swimmer.glb" "$scratch/dressed.glb" &&
        "$supple" bake --quick "$scratch/dressed.glb" --part belly --tets 400 --modes 4 -o "$scratch/clad.glb"
}
check "a cylinder with sculpted targets is baked" bake_posed
check "a dressed swimmer is baked" bake_dressed
for kind in glb pc2; do
    check "the cylinder's bend is played as $kind" "$supple" play "$scratch/posed.glb" --clip bend -o "$scratch/bend.$kind"
    check "the dressed walk is played as $kind" "$supple" play "$scratch/clad.glb" --clip walk -o "$scratch/walk.$kind"
done
client "valid glTF" test/node/validate.mjs "$scratch/soft.glb" "$scratch/jump.glb" "$scratch/bend.glb" "$scratch/walk.glb"
for take in jump bend walk; do
    client "three.js" test/node/three_take.mjs "$scratch/$take.glb" "$scratch/$take.pc2" 60
done
finish
