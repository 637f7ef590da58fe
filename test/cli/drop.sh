#!/usr/bin/env bash
# Samples that nothing holds, dropped, thrown, poked and pulled: examples/drop and `supple play --drop`.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
drop=$BUILD/examples/drop

bake() { # bake NAME
    sample "$1" "$scratch/$1.glb" && "$supple" bake --quick "$scratch/$1.glb" --tets 800 --modes 8 -o "$scratch/$1.soft.glb"
}
names=(jelly sheet)
! thorough || names+=(sphere bat)
for name in "${names[@]}"; do
    check "$name becomes a body that nothing holds" bake $name
    check "$name is dropped, thrown, poked, pulled and let go" "$drop" "$scratch/$name.soft.glb"
done
check "three jellies fall onto each other and come to rest" says 0 "^let go .* 0 awake" "$drop" "$scratch/jelly.soft.glb" 3

check "a fall is written as an animation" "$supple" play "$scratch/jelly.soft.glb" --drop 0.2 --seconds 1 -o "$scratch/fall.glb"
check "... which is a sound file" "$supple" check "$scratch/fall.glb"
check "a throw is written as a picture" "$supple" play "$scratch/jelly.soft.glb" --throw 1,2,0 --seconds 1 --picture "$scratch/fall.png" --size 60x60
debugged() { # its world is another picture than its flesh
    "$supple" play "$scratch/jelly.soft.glb" --throw 1,2,0 --seconds 1 --picture "$scratch/lines.png" --size 60x60 --debug && ! cmp -s "$scratch/lines.png" "$scratch/fall.png"
}
check "... and with what its world takes things for" debugged
check "... which asks for a world" says 2 "shows a world: give --drop" "$supple" play "$scratch/jelly.soft.glb" --picture "$scratch/x.png" --debug
"$supple" bake --quick "$scratch/jelly.glb" --fix 0.1 --tets 200 --modes 2 -o "$scratch/held.glb" >/dev/null 2>&1
check "a body that is held does not fall" says 1 "something holds this body" "$supple" play "$scratch/held.glb" --drop 0.2 -o "$scratch/x.glb"
check "a speed is three numbers" says 2 "three numbers" "$supple" play "$scratch/jelly.soft.glb" --throw 1,2 -o "$scratch/x.glb"
finish
