#!/usr/bin/env bash
# Every rigged model by others: baked without a recipe, played, and without an error for the Khronos validator.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules ] || skip_all "node clients: tools/setup test installs gltf-validator"
data=${SUPPLE_DATA:-$SOURCE/../shared/data}
[ -d "$data/rigged" ] || skip_all "models by others: no folder of them"

files=()
for model in "$data"/rigged/*.glb; do
    name=$(basename "$model" .glb)
    check "$name is baked" "$BUILD/supple" bake --quick "$model" --tets 100 --modes 4 -o "$scratch/$name.soft.glb"
    files+=("$scratch/$name.soft.glb")
    grep -aq '"animations"' "$model" || continue
    check "$name is played" "$BUILD/supple" play "$scratch/$name.soft.glb" --fps 30 -o "$scratch/$name.play.glb"
    files+=("$scratch/$name.play.glb")
done
check "valid glTF" node test/node/validate.mjs --errors "${files[@]}"
finish
