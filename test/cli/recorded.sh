#!/usr/bin/env bash
# From a model to a palette, a recording, a recipe and an asset that plays it; and a sentence for everything that cannot be.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"

cube_obj >cube.obj

# ---- a first palette
accepted() { "$supple" recipe "$1" --recorded -o first.yaml && "$supple" record first.yaml --check; }
check "a first scene of a model is one that can be recorded" says 0 'bump' accepted cube.obj
check "... which says how it was taken" grep -q 'kind: solid' first.yaml
check "... of a cloth, by a sample's name" says 0 '50 responses in 2 chains' accepted sheet
check "... which is a shell" grep -q 'kind: shell' first.yaml
check "... of a structure that carries what is drawn, in a rigid pot" says 0 'structure  1584 triangles.*3663 vertices drawn' accepted plant
check "... to the screen" says 0 'body_impulse' "$supple" recipe cube.obj --recorded
cone_obj() { # on its tip: 12 sides, a metre high
    awk 'BEGIN { n = 12; print "v 0 0 0\nv 0 1 0"
        for (i = 0; i < n; ++i) printf "v %g 1 %g\n", 0.4 * cos(6.2831853 * i / n), 0.4 * sin(6.2831853 * i / n)
        for (i = 0; i < n; ++i) printf "f 1 %d %d\nf 2 %d %d\n", i + 3, (i + 1) % n + 3, (i + 1) % n + 3, i + 3 }'
}
cone_obj >cone.obj
check "... of a cone on its tip, of which more is held, so that it rests" says 0 'bump' accepted cone.obj
check "... above the default" eval '! grep -q "base: 0.05" first.yaml'
awk '/^v/ { print $1, $2 / 1000, $3 / 1000, $4 / 1000; next } { print }' cube.obj >mote.obj
check "... of a mote, softer and faster than a cube" says 0 'bump' accepted mote.obj
check "... by the root of its size" eval 'awk "/fps:/ { exit !(\$2 > 500) }" first.yaml'
check "one of two kinds of recipe" says 2 'give one of them' "$supple" recipe cube.obj --recorded --targets all
check "no file and no sample" says 1 'cannot be opened' "$supple" recipe nothing --recorded
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >points.obj
check "nothing that could be soft" says 1 'points.obj|no mesh' "$supple" recipe points.obj --recorded

# ---- a recording becomes an asset
"$supple" recipe cube.obj --recorded -o cube.yaml >/dev/null
sed -i 's/tets: 1500/tets: 60 /; s/longest: 2/longest: 1.2/; s/responses: 50/responses: 10/; s/beta: 0.004/beta: 0.08/' cube.yaml
check "edited, it is recorded" says 0 'cube.rec  10 responses' "$supple" record cube.yaml -o cube.rec
lit() { "$supple" light cube.rec --shapes 6 --held 3 --directions 64 "$@"; }
check "its light is told in a few fields" says 0 'held out  *3 other states' lit --picture lit.png
check "... with a picture" test -s lit.png
check "... as JSON" says 0 '"shapes": 6' lit --json
check "... the same on one thread" eval 'lit --json >all.json && lit --json --threads 1 >one.json && cmp all.json one.json'
check "... in as many as are asked for" says 0 'fields  *2;' lit --rank 2
check "... of an order there is" says 2 '2 to 6, not 9' lit --order 9
check "... by one rule" says 2 'one of --rank and --tolerance' lit --rank 2 --tolerance 0.1
check "... with pictures of something" says 2 'held is 1 or more' "$supple" light cube.rec --held 0 --ranks lit.png
check "... of a recording" says 1 'cube.obj' "$supple" light cube.obj
check "... kept as it is made" says 0 'kept  *0 of 9 fields were there' lit -o cube.light
check "... and found again" says 0 'kept  *9 of 9 fields' lit -o cube.light
killed() { # at any moment
    local i
    for i in 1 2 3 4 5; do
        timeout -s KILL "0.0$((2 * i))" "$supple" light cube.rec --shapes 6 --held 3 --directions 64 -o killed.light >/dev/null 2>&1 || true
    done
    lit -o killed.light >/dev/null && cmp killed.light cube.light
}
check "... the same bytes after kills" killed
side_by_side() {
    lit -o two.light --threads 1 >/dev/null & lit -o two.light >/dev/null & wait
    cmp two.light cube.light
}
check "... and of two at once" side_by_side
check "... and not over that of other options" says 1 'give another name, or --anew' lit -o cube.light --bounces 1
check "... unless that is asked for" says 0 'kept  *0 of 9' eval 'cp cube.light other.light && lit -o other.light --bounces 1 --anew'
full_light() { # no file may be longer than a kilobyte
    says 1 'full.light: cannot be written' bash -c "trap '' XFSZ; ulimit -f 1; '$supple' light cube.rec --shapes 6 --held 3 --directions 64 -o full.light"
}
check "... nor on a full disk" full_light
check "... with all pictures and plots" eval 'lit --sheet s.png --ranks r.png --fields f.png --plot p.svg --plot-shapes q.svg --plot-amounts a.svg >/dev/null && test -s s.png -a -s f.png -a -s a.svg'
check "a recording is baked" says 0 'responses  10: [1-9]' "$supple" bake cube.rec -o cube.supple
check "... to what info can read" says 0 'cube  *recorded, [1-9][0-9]* coordinates, 8 vertices' "$supple" info cube.supple
check "... entry by entry" says 0 'bump  *[0-9]*, [0-9]* can be begun' "$supple" info cube.supple
check "... as JSON" says 0 '"model": "recorded"' "$supple" info --json cube.supple
check "... as a GLB with the same asset inside" says 0 'cube  *recorded' eval '"$supple" bake cube.rec -o cube.glb >/dev/null && "$supple" info cube.glb'
check "... which a take plays" says 0 'farthest 0\.[0-9]*[1-9]' "$supple" play cube.glb --trigger bump@0,left@0.5 -o cube.csv
check "... with a line for what is not there" says 1 'there is no entry "jump", only' "$supple" play cube.glb --trigger jump@0 -o cube.csv
check "... and for what is no time" says 1 'is no entry with its time' "$supple" play cube.glb --trigger bump -o cube.csv
check "... and nothing to trigger in a model" says 1 'nothing of this file is recorded' eval '"$supple" bake cube.obj --tets 60 -o model.glb >/dev/null && "$supple" play model.glb --trigger bump@0 -o cube.csv'
check "... as a page" says 0 'cube.html' "$supple" view cube.glb -o cube.html
check "... with a report" says 0 'whole.svg' "$supple" bake cube.rec -o whole.supple --report whole.svg
check "... for programs" grep -q '"dead_ends"' whole.json
check "the same bytes on one thread" eval '"$supple" bake cube.rec -o one.supple --threads 1 >/dev/null && cmp one.supple cube.supple'
check "... with light" says 0 'light  *[0-9]* fields at 8 points for 6 shapes' "$supple" bake cube.rec --light 6 -o lit.supple
check "... that info tells of" says 0 'light  *order 4' "$supple" info lit.supple
killed_bake() {
    local i
    for i in 1 2 3; do timeout -s KILL "0.$((2 * i))" "$supple" bake cube.rec --light 6 -o killed.supple >/dev/null 2>&1 || true; done
    "$supple" bake cube.rec --light 6 -o killed.supple >/dev/null && cmp killed.supple lit.supple && ! test -e killed.supple.light.part
}
check "... the same bytes after kills" killed_bake
check "... the same bytes on one thread" eval '"$supple" bake cube.rec --light 6 -o one.supple --threads 1 >/dev/null && cmp one.supple lit.supple'
check "... by a recipe" eval 'printf "input: cube.rec\nlight: 6\n" >lit.yaml && "$supple" bake --recipe lit.yaml -o two.supple >/dev/null && cmp two.supple lit.supple'
check "... of so many fields" says 0 'light  *2 fields' eval 'printf "input: cube.rec\nlight: 6\nlight_fields: 2\n" >two.yaml && "$supple" bake --recipe two.yaml -o two.supple'
check "... as a file has them" says 0 'for 6 shapes' eval 'lit -o whole.light --directions 1024 >/dev/null && "$supple" bake cube.rec --light whole.light -o three.supple'
check "... but not with other options" says 1 'other options' "$supple" bake cube.rec --light cube.light -o three.supple
check "... nor what is no light" says 1 'holds no light' eval 'cp cube.obj no.light && "$supple" bake cube.rec --light no.light -o three.supple'
check "... nor of so many" says 2 '0 to 1000, or a .light, not "1.5"' "$supple" bake cube.rec --light 1.5 -o three.supple
check "... and nothing is left beside the asset" eval '! ls *.part 2>/dev/null'
check "... of a body that falls, too" says 0 'light  *[0-9]* fields at 8 points for 5 shapes' "$supple" bake cube.obj --tets 60 --light 5 -o model.supple
check "... the same bytes on one thread" eval '"$supple" bake cube.obj --tets 60 --light 5 -o one.supple --threads 1 >/dev/null && cmp one.supple model.supple'
check "... that info tells of" says 0 'light  *order 4' "$supple" info model.supple
check "... and not of what has bones" says 0 'this one has bones' eval '"$supple" sample swimmer -o hero.glb >/dev/null && "$supple" bake hero.glb --part belly --tets 100 --quick --light 5 -o hero.supple'
over() { "$supple" bake cube.rec --modes 4 --scene cube.yaml "$@"; }
check "modes over it, of the scene that was recorded" says 0 'modes  *4 over it, [0-9.]* - [0-9.]* Hz' over -o over.supple --report over.svg
check "... that info tells of" says 0 'modes  *modal, 4 coordinates, 8 vertices' "$supple" info over.supple
check "... and the report" grep -q '"mass_kg"' over.json
check "... the same bytes on one thread" eval 'over -o one.supple --threads 1 >/dev/null && cmp one.supple over.supple'
check "... by a recipe" eval 'printf "input: cube.rec\nrecorded: {modes: 4, scene: cube.yaml}\n" >over.yaml && "$supple" bake --recipe over.yaml -o two.supple >/dev/null && cmp two.supple over.supple'
check "... played as without them where nobody pokes" eval 'over -o over.glb >/dev/null && for f in over cube; do "$supple" play $f.glb --trigger bump@0,left@0.5 -o $f.pc2 >/dev/null; done && cmp over.pc2 cube.pc2'
check "... not without the scene" says 1 'name its file by --scene' "$supple" bake cube.rec --modes 4 -o two.supple
"$supple" recipe sheet --recorded -o sheet.yaml >/dev/null
check "... nor of another one, of a sample" says 1 'sheet.yaml: has [0-9]* vertices.*not the scene that was recorded' "$supple" bake cube.rec --modes 4 --scene sheet.yaml -o two.supple
sed 's/sample: sheet/sample: shet/' sheet.yaml >shet.yaml
check "... nor of a sample that there is not" says 1 'no sample "shet"' "$supple" bake cube.rec --modes 4 --scene shet.yaml -o two.supple
check "... nor with light" says 1 'keep one of' over --light 3 -o two.supple
check "... and a model has no such scene" says 0 'are for recordings' "$supple" bake cube.obj --tets 60 --scene cube.yaml -o model.supple
check "a recipe of a recording" says 0 'tuned.yaml' "$supple" recipe cube.rec -o tuned.yaml
check "... unchanged gives the same bytes" eval '"$supple" bake --recipe tuned.yaml -o two.supple >/dev/null && cmp two.supple cube.supple'
sed -i 's/tolerance: 0.01 /rank: 2 /; s/blend: auto/blend: 7/' tuned.yaml
check "... tuned, other ones" says 0 'shapes     2 of' "$supple" bake --recipe tuned.yaml -o two.supple
check "... which is in the asset" says 0 'blended away at 7/s' "$supple" info two.supple

# ---- sentences, and nothing lost
cp two.supple kept.supple
check "options of parts are not for a recording" says 1 'has no parts with modes' "$supple" bake cube.rec -o two.supple --tets 400
echo 'recorded: {rank: 0}' >bad.yaml
check "a bad recipe, with its line" says 1 'bad.yaml:1: "rank" is at least 1 and at most 255' "$supple" bake cube.rec --recipe bad.yaml -o two.supple
echo 'recorded: {shortest: 9}' >bad.yaml
check "nothing that could be begun" says 1 'none of its 10 responses can be begun' "$supple" bake cube.rec --recipe bad.yaml -o two.supple
echo 'recorded: {rank: 2}' >bad.yaml
check "a recording's words for a model are told" says 0 'nothing here is one' "$supple" bake cube.obj --tets 60 --recipe bad.yaml -o model.supple
head -c 3000 cube.rec >torn.rec
check "a torn recording" says 1 'is torn: it does not have as many states' "$supple" bake torn.rec -o two.supple
not_finite() { # the last number of the last state
    cp cube.rec nan.rec
    printf '\000\000\300\177' | dd of=nan.rec bs=1 seek=$(($(wc -c <nan.rec) - 4)) conv=notrunc status=none
    says 1 'is no number' "$supple" bake nan.rec -o two.supple
}
check "a state that is no number" not_finite
full_disk() { # no file may be longer than a kilobyte
    says 1 'cannot be written|could not be written' bash -c "trap '' XFSZ; ulimit -f 1; '$supple' bake cube.rec -o two.supple"
}
check "a full disk is told" full_disk
check "... and after all of it the old asset is whole" cmp kept.supple two.supple
check "... with nothing beside it" test "$(find . -name 'two.supple?*' -o -name '*.part' -o -name '.*.tmp*' | wc -l)" -eq 0
head -c 5000 cube.supple >torn.supple
check "a torn asset" says 1 'is damaged' "$supple" info torn.supple
finish
