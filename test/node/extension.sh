#!/usr/bin/env bash
# The glTF extension as docs/extension.md specifies it: files that supple writes keep its schema, its rules and glTF's own.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/ajv ] || skip_all "the glTF extension: tools/setup test installs ajv and gltf-validator"

bake() { "$BUILD/supple" bake --quick "$scratch/$1" --tets 200 --modes 3 -o "$scratch/$2" "${@:3}"; }
check "bodies are written" eval 'sample jelly "$scratch/jelly.glb" && sample cylinder "$scratch/cylinder.glb" && cube_obj >"$scratch/cube.obj"'
check "... and baked, with a skin, without, and from another format" eval 'bake jelly.glb jelly.soft.glb && bake cylinder.glb cylinder.soft.glb && bake cube.obj cube.soft.glb'
client "extension" test/node/extension.mjs "$scratch/cylinder.soft.glb" "$scratch/jelly.soft.glb" "$scratch/cube.soft.glb"
client "glTF validator" test/node/validate.mjs "$scratch/cylinder.soft.glb" "$scratch/jelly.soft.glb" "$scratch/cube.soft.glb"
finish
