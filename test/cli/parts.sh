#!/usr/bin/env bash
# `supple parts`: a table of soft parts, one part as VTK, a picture, and sentences.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple

sample cylinder "$scratch/cylinder.glb"
sample jelly "$scratch/jelly.glb"
cylinder=$scratch/cylinder.glb jelly=$scratch/jelly.glb

check "a rig without known names gives a part a joint" says 0 '^upper soft +[0-9]+ +[0-9]+' "$supple" parts "$cylinder" --count 300
check "a part by bones" says 0 '^part +[0-9]+ .*upper' "$supple" parts "$cylinder" --bones upper,lower --count 300
check "a mistyped bone gets a suggestion" says 1 'did you mean "upper"' "$supple" parts "$cylinder" --bones uper
check "a mistyped part gets a suggestion" says 1 'did you mean "upper soft"' "$supple" parts "$cylinder" --part "uper soft"
check "a body without bones says so" says 1 'no skeleton' "$supple" parts "$jelly"
check "a body without bones has parts by place" says 0 '^part ' "$supple" parts "$jelly" --sphere 0,0,0,0.08 --count 300
sample sphere "$scratch/ball.glb"
check "a part by its paint" says 0 '^part +[0-9]+ ' "$supple" parts "$scratch/ball.glb" --color e4572e --count 300
check "a colour that is nowhere says so" says 1 'is empty' "$supple" parts "$scratch/ball.glb" --color 00ff00
check "a colour that is none is refused" says 2 'six hexadecimal' "$supple" parts "$scratch/ball.glb" --color red
check "a place with nothing in it says so" says 1 'is empty' "$supple" parts "$jelly" --box 7,7,7,8,8,8
check "numbers that are none are refused" says 2 'six numbers' "$supple" parts "$jelly" --box 7,7,7,8,8
check "one file holds one part" says 2 'choose it with --part' "$supple" parts "$cylinder" -o "$scratch/x.vtk"
written() {
    "$supple" parts "$cylinder" --part "upper soft" --count 300 -o "$scratch/x.vtk" --picture "$scratch/x.png" &&
        grep -aq 'SCALARS fixed' "$scratch/x.vtk" && [ -s "$scratch/x.png" ] && "$supple" tets "$scratch/x.vtk"
}
check "a part is written with its fixed nodes and drawn" written
finish
