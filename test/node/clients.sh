#!/usr/bin/env bash
# Every sample through two readers that are not ours: the Khronos validator and three.js.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules ] || skip_all "node clients: tools/setup test installs gltf-validator and three"

files=()
for name in $("$BUILD/supple" sample --list | cut -d' ' -f1); do
    check "$name is written" sample "$name" "$scratch/$name.glb"
    files+=("$scratch/$name.glb")
done

everything=$scratch/everything.glb # has pictures, which three.js needs a browser for
check "the scene with everything is written" env SUPPLE_GLB_OUT="$everything" "$BUILD/test/test_glb"
living=$scratch/living.glb
check "a GLB with an asset inside is written" env SUPPLE_ASSET_OUT="$living" "$BUILD/test/test_asset_glb"

client "valid glTF" test/node/validate.mjs "${files[@]}" "$everything" "$living"
client "seen by three.js" test/node/three_load.mjs test/golden/samples.txt "${files[@]}"
finish
