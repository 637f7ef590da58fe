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
# any number of pieces in any order, ended at any moment, some lost and run again alone: always the bytes of one run
shuffled() { seq "$1" | awk -v seed="$RANDOM" 'BEGIN { srand(seed) } { print rand(), $1 }' | sort -n | cut -d' ' -f2; }
run_or_end() { # the command, ended once or twice on its way by a signal that it can or cannot hear
    local again
    for ((again = RANDOM % 3; again > 0; --again)); do
        "$@" >/dev/null 2>&1 &
        local job=$!
        sleep "0.$((RANDOM % 5))$((RANDOM % 10))"
        kill -$((RANDOM % 2 ? 9 : 15)) $job 2>/dev/null
        wait $job 2>/dev/null
    done
    "$@" >/dev/null 2>&1 || [ $? -eq "${accepted:-0}" ]
}
any_recording() {
    local case n i gone
    for ((case = 0; case < $1; ++case)); do
        n=$((1 + RANDOM % 8))
        gone=$((1 + RANDOM % n))
        rm -f p.rec*
        for i in $(shuffled $n); do run_or_end "$supple" record cube.yaml -o p.rec --piece $i/$n || return 1; done
        rm -f p.rec.piece${gone}of$n
        [ $gone -gt 5 ] || ! "$supple" merge p.rec.piece*of$n -o p.rec 2>/dev/null || { echo "$case: piece $gone of $n was not missed"; return 1; }
        run_or_end "$supple" record cube.yaml -o p.rec --piece $gone/$n || return 1
        "$supple" merge p.rec.piece*of$n -o p.rec && cmp p.rec whole.rec && ! ls p.rec*.part 2>/dev/null || { echo "$case: $n pieces, $gone lost"; return 1; }
    done
}
RANDOM=${SUPPLE_SEED:-30}
thorough && check "any number of pieces in any order, ended at random moments, one lost: the bytes of one run" any_recording 12

"$supple" bake whole.rec --light 4 -o lit.glb >/dev/null 2>&1
lit() {
    for i in 2 1; do "$supple" bake whole.rec --light 4 -o m.glb --piece $i/2 || return 1; done
    [ ! -e m.glb ] && "$supple" merge m.glb.light.piece*of2 -o m.glb.light.part && "$supple" bake whole.rec --light 4 -o m.glb && cmp m.glb lit.glb && [ ! -e m.glb.light.part ]
}
check "light made in pieces merges to the bytes of one bake" lit
check "a lost piece of light is told" says 1 'fields are in none of these pieces' "$supple" merge m.glb.light.piece1of2 -o m.glb.light.part
check "... and no file is left" test ! -e m.glb.light.part
check "a piece of a bake without light is refused" says 1 'a piece is one of the light' "$supple" bake whole.rec -o n.glb --piece 1/2

any_light() {
    local case n i gone
    for ((case = 0; case < $1; ++case)); do
        n=$((1 + RANDOM % 6))
        gone=$((1 + RANDOM % n))
        rm -f a.glb*
        for i in $(shuffled $n); do run_or_end "$supple" bake whole.rec --light 4 -o a.glb --piece $i/$n || return 1; done
        rm -f a.glb.light.piece${gone}of$n
        run_or_end "$supple" bake whole.rec --light 4 -o a.glb --piece $gone/$n || return 1
        "$supple" merge a.glb.light.piece*of$n -o a.glb.light.part && "$supple" bake whole.rec --light 4 -o a.glb >/dev/null && cmp a.glb lit.glb || { echo "$case: $n pieces, $gone lost"; return 1; }
    done
}
thorough && check "... of light too" any_light 6
any_farm() { # some files are broken, two processes want the same piece at once
    local case n i
    mkdir -p farm && cp cube.obj farm/ && for i in 12 14 16 18; do sed "s/0\.1/0.$i/g" cube.obj >farm/cube$i.obj; done
    echo nothing >farm/bad.obj && head -c 60 cube.obj >farm/torn.obj && : >farm/empty.obj && head -c 200 lit.glb >farm/half.glb
    "$supple" bake-all farm -o whole --quick >whole.out 2>&1
    local code=$? accepted=3
    tail -8 whole.out
    [ $code -eq 3 ] && [ "$(grep -c '"status":"failed"' <(tr '{' '\n' <whole/bakes.json))" -eq 4 ] || return 1
    for ((case = 0; case < $1; ++case)); do
        n=$((1 + RANDOM % 7))
        rm -rf any
        for i in $(shuffled $n); do
            run_or_end "$supple" bake-all farm -o any --quick --piece $i/$n &
            run_or_end "$supple" bake-all farm -o any --quick --piece $i/$n || return 1
            wait
        done
        "$supple" merge any >/dev/null 2>merge.err
        [ $? -eq 3 ] && cmp any/bakes.json whole/bakes.json && for i in whole/*.glb; do cmp "$i" "any/${i##*/}" || return 1; done || { cat merge.err; echo "$case: $n pieces"; return 1; }
    done
}
thorough && check "... and of a farm with broken files, by two processes at once" any_farm 4

made() { # the example for people without a scheduler
    cp "$SOURCE/examples/scale/Makefile" . && mkdir -p models && cp cube.obj models/ && sed 's/0\.1/0.12/g' cube.obj >models/wide.obj &&
        PATH=$BUILD:$PATH make -j2 PIECES=2 SCENE=cube.yaml MODELS=models && cmp cube.rec whole.rec && [ -s soft/bakes.json ] && [ -s soft/wide.soft.glb ]
}
check "the make file of docs/scale.md records and bakes in pieces" made
again() { PATH=$BUILD:$PATH make PIECES=2 SCENE=cube.yaml MODELS=models >again.out 2>&1 && ! grep -q 'supple record' again.out; }
check "... and does nothing twice" again
finish
