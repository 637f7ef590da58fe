#!/usr/bin/env bash
# Living files, the animations played from them and those of simulated scenes, through the Khronos validator.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules ] || skip_all "node clients: tools/setup test installs gltf-validator"

files=()
baked() { # NAME options...
    local name=$1
    shift
    sample "$name" "$scratch/$name.glb" &&
        "$BUILD/supple" bake --quick "$scratch/$name.glb" --tets 150 --modes 4 "$@" -o "$scratch/$name.soft.glb"
}
check "the swimmer is baked" baked swimmer --part belly
check "the cylinder is baked" baked cylinder
check "the jelly is baked" baked jelly --fix 0.05
check "a file with everything is baked" env SUPPLE_ROUNDTRIP_OUT="$scratch/all.soft.glb" "$BUILD/test/test_bake_roundtrip"
check "the swimmer is played" "$BUILD/supple" play "$scratch/swimmer.soft.glb" --clip jump --fps 30 -o "$scratch/jump.glb"
cat >"$scratch/scene.yaml" <<'END'
bodies:
  - {name: jelly, sample: jelly, kind: solid, tets: 60, held: {base: 0.1}}
  - {name: cloth, sample: sheet, kind: rigid}
seconds: 0.05
END
check "a scene is simulated" "$BUILD/supple" simulate "$scratch/scene.yaml" -o "$scratch/scene.glb"
for file in scene swimmer.soft cylinder.soft jelly.soft all.soft jump; do files+=("$scratch/$file.glb"); done
check "valid glTF, without errors and warnings" node test/node/validate.mjs "${files[@]}"
finish
