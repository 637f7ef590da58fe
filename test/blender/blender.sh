#!/usr/bin/env bash
# What is played of a living file, through Blender in the background: its glTF importer and its Mesh Cache modifier.
. "$SOURCE/tools/checks/lib.sh"
command -v blender >/dev/null || skip_all "takes in Blender: it is not installed (apt-get install --no-install-recommends blender)"
supple=$BUILD/supple
fps=60

sample swimmer "$scratch/swimmer.glb"
check "the swimmer is baked" "$supple" bake --quick "$scratch/swimmer.glb" --part belly --tets 600 --modes 4 -o "$scratch/swimmer.soft.glb"
for kind in glb pc2 mdd; do
    check "its jump is played as $kind" "$supple" play "$scratch/swimmer.soft.glb" --clip jump --fps $fps -o "$scratch/jump.$kind"
done
cases "Blender" env HOME="$scratch" blender --background --factory-startup -noaudio --python-exit-code 1 \
    --python test/blender/check.py -- "$scratch/jump" $fps
finish
