#!/usr/bin/env bash
# --piece of `record` and `bake --light`, `supple merge`, and a make file that hands them out: the bytes of one run.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"
cube_obj >cube.obj
shaken_cube "$supple" cube.obj cube.yaml >/dev/null
sed -i 's/chains: 2/chains: 5/' cube.yaml
"$supple" record cube.yaml -o whole.rec >/dev/null 2>&1

recorded() { # order
    rm -f p.rec*
    for i in "$@"; do "$supple" record cube.yaml -o p.rec --piece "$i" >/dev/null 2>&1 || return 1; done
    "$supple" merge p.rec.piece* -o p.rec && cmp p.rec whole.rec
}
check "chains recorded in 3 pieces merge to the recording of one run" recorded 3/3 1/3 2/3
check "... in 5" recorded 5/5 4/5 3/5 2/5 1/5
check "... in one" recorded 1/1
check "... and in more pieces than there are chains" recorded 7/7 6/7 5/7 4/7 3/7 2/7 1/7
lost() {
    recorded 1/3 2/3 3/3 && rm p.rec p.rec.piece2of3 && says 1 '2 of 5 chains are in none of these pieces \(2, 5\)' "$supple" merge p.rec.piece* -o p.rec &&
        [ ! -e p.rec ] && "$supple" record cube.yaml -o p.rec --piece 2/3 && "$supple" merge p.rec.piece* -o p.rec && cmp p.rec whole.rec
}
check "a lost piece is named by its chains, and recorded again alone" lost
killed() {
    rm -f p.rec*
    killed_until p.rec.piece1of2 60 "$supple" record cube.yaml -o p.rec --piece 1/2
    "$supple" record cube.yaml -o p.rec --piece 2/2 && "$supple" merge p.rec.piece?of2 -o p.rec && cmp p.rec whole.rec && ! ls p.rec*.part 2>/dev/null
}
check "a piece that is killed again and again has the same bytes" killed
sed 's/seed: 1/seed: 2/' cube.yaml >other.yaml
"$supple" record other.yaml -o other.rec --piece 1/2 >/dev/null 2>&1
check "a piece of another recording is refused" says 1 'other.rec.piece1of2: is no piece of the recording' "$supple" merge p.rec.piece1of2 other.rec.piece1of2 -o x.rec
check "what is no recording is refused" says 1 'cube.obj' "$supple" merge cube.obj -o x.rec
check "--piece goes without --more" says 2 'without --from' "$supple" record cube.yaml -o p.rec --piece 1/2 --more 3

"$supple" bake whole.rec --light 4 -o lit.glb >/dev/null 2>&1
lit() {
    for i in 2 1; do "$supple" bake whole.rec --light 4 -o m.glb --piece $i/2 || return 1; done
    [ ! -e m.glb ] && "$supple" merge m.glb.light.piece*of2 -o m.glb.light.part && "$supple" bake whole.rec --light 4 -o m.glb && cmp m.glb lit.glb && [ ! -e m.glb.light.part ]
}
check "light made in pieces merges to the bytes of one bake" lit
check "a lost piece of light is told" says 1 'fields are in none of these pieces' "$supple" merge m.glb.light.piece1of2 -o m.glb.light.part
check "... and no file is left" test ! -e m.glb.light.part
check "a piece of a bake without light is refused" says 1 'a piece is one of the light' "$supple" bake whole.rec -o n.glb --piece 1/2

made() { # the example for people without a scheduler
    cp "$SOURCE/examples/scale/Makefile" . && mkdir -p models && cp cube.obj models/ && sed 's/0\.1/0.12/g' cube.obj >models/wide.obj &&
        PATH=$BUILD:$PATH make -j2 PIECES=2 SCENE=cube.yaml MODELS=models && cmp cube.rec whole.rec && [ -s soft/bakes.json ] && [ -s soft/wide.soft.glb ]
}
check "the make file of docs/scale.md records and bakes in pieces" made
again() { PATH=$BUILD:$PATH make PIECES=2 SCENE=cube.yaml MODELS=models >again.out 2>&1 && ! grep -q 'supple record' again.out; }
check "... and does nothing twice" again
finish
