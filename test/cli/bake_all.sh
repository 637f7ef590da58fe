#!/usr/bin/env bash
# `supple bake-all`: what changed is baked, what did not is not, whoever else is at it; failures in one list.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"

mkdir farm
cube_obj >farm/cube.obj
sed 's/0\.1/0.15/g' farm/cube.obj >farm/wide.obj
sed 's/0\.2/0.3/g' farm/cube.obj >farm/tall.obj
"$supple" recipe farm/cube.obj -o plain.yaml >/dev/null
sed -E 's/^( *)tets: .*/\1tets: 80/; s/^( *)modes: .*/\1modes: 3/' plain.yaml | grep -v '^input' >all.yaml
bake() { "$supple" bake-all farm -o soft --recipe all.yaml --quick "$@"; }

check "a folder is baked, with a row a file" says 0 '^3 baked, 0 unchanged, 0 failed' bake
same_as_one() { "$supple" bake farm/tall.obj --recipe all.yaml --quick -o alone.glb >/dev/null && cmp alone.glb soft/tall.soft.glb; }
check "... each as supple bake makes it" same_as_one
cp -p soft/tall.soft.glb before.glb
check "what is unchanged is not baked again" says 0 '^0 baked, 3 unchanged, 0 failed' bake
not_touched() { [ ! soft/tall.soft.glb -nt before.glb ] && [ ! before.glb -nt soft/tall.soft.glb ]; }
check "... and its file is left alone" not_touched
rm soft/cube.soft.glb
check "an output that is gone comes back from the cache" says 0 '^0 baked, 3 unchanged' bake
check "... with its bytes" test -s soft/cube.soft.glb
sed -i 's/v 0.1 0.2 0.1/v 0.1 0.21 0.1/' farm/cube.obj
check "a changed input is baked again, alone" says 0 '^1 baked, 2 unchanged' bake
sed 's/modes: 3/modes: 2/' all.yaml >farm/wide.yaml
check "a recipe beside a file is its own" says 0 '^1 baked, 2 unchanged' bake
sed -i 's/modes: 2/modes: 4/' farm/wide.yaml
check "a changed recipe bakes anew" says 0 '^1 baked, 2 unchanged' bake
check "another way to bake does" says 0 '^3 baked, 0 unchanged' "$supple" bake-all farm -o soft --recipe all.yaml
mtl() { # a file that a file names is part of it
    { echo 'mtllib skin.mtl'; cat farm/tall.obj; } >tall.obj && mv tall.obj farm/tall.obj &&
        printf 'newmtl skin\nKd 1 0 0\n' >farm/skin.mtl && bake && bake | grep -q '^0 baked' &&
        printf 'newmtl skin\nKd 0 1 0\n' >farm/skin.mtl && bake | grep -q '^1 baked, 2 unchanged'
}
check "a file that an input names counts too" mtl
moved() { mkdir elsewhere && cp farm/cube.obj elsewhere/other.obj && "$supple" bake-all elsewhere -o soft --recipe all.yaml --quick | grep -q '^0 baked, 1 unchanged'; }
check "contents count, and not names" moved

printf '# characters\nfarm/cube.obj\n\nfarm/tall.obj\n' >list.txt
check "a list is taken as it is" says 0 '^0 baked, 2 unchanged' "$supple" bake-all list.txt -o soft --recipe all.yaml --quick
{ echo "input: farm/cube.obj"; cat all.yaml; } >named.yaml
echo named.yaml >recipes.txt
check "a recipe that names its input can stand in a list" says 0 '^1 baked' "$supple" bake-all recipes.txt -o soft --quick
check "... and again" says 0 '^0 baked, 1 unchanged' "$supple" bake-all recipes.txt -o soft --quick

# two processes, one cache: no file is baked twice
two() {
    for p in 1 2 3; do "$supple" bake-all farm -o shared --recipe all.yaml --quick >$p.out & done
    wait
    [ "$(cat [123].out | sed -nE 's/^([0-9]+) baked.*/\1/p' | awk '{ n += $1 } END { print n }')" -eq 3 ] && cmp shared/cube.soft.glb soft/cube.soft.glb
}
check "three processes share the work" two
killed() { # whenever it is killed, what it leaves serves the next one
    rm -rf lost lostcache
    killed_until lost/bakes.json 40 "$supple" bake-all farm -o lost --recipe all.yaml --quick
    "$supple" bake-all farm -o lost --recipe all.yaml --quick | grep -q '^0 baked, 3 unchanged' && cmp lost/bakes.json whole/bakes.json && cmp lost/tall.soft.glb whole/tall.soft.glb
}
"$supple" bake-all farm -o whole --recipe all.yaml --quick >/dev/null
check "killed again and again it ends with the same bytes" killed

pieces() {
    for i in 3 1 2; do "$supple" bake-all farm -o parts --recipe all.yaml --quick --piece $i/3 >/dev/null || return 1; done
    "$supple" merge parts && cmp parts/bakes.json whole/bakes.json && cmp parts/cube.soft.glb whole/cube.soft.glb && [ ! -e parts/bakes.json.piece1of3 ]
}
check "pieces merge to the bytes of one run" pieces
lost_piece() {
    for i in 1 3; do "$supple" bake-all farm -o parts --recipe all.yaml --quick --piece $i/3 >/dev/null || return 1; done
    says 1 'missing or not whole: 2/3; run each again' "$supple" merge parts && "$supple" bake-all farm -o parts --recipe all.yaml --quick --piece 2/3 &&
        "$supple" merge parts && cmp parts/bakes.json whole/bakes.json
}
check "a lost piece is named, and run again alone" lost_piece

echo nothing >farm/bad.obj
check "a failure is told in one list" says 3 'bad.obj: farm/bad.obj: has no faces' bake
check "... and the others are there" says 3 '^0 baked, 3 unchanged, 1 failed' bake
check "... and in bakes.json" grep -q '"file":"bad.obj","status":"failed"' soft/bakes.json
refuse() { check "$1" says "$2" "$3" "$supple" bake-all "${@:4}"; }
refuse "no output" 2 'needs -o FOLDER' farm
refuse "a piece that is none" 2 '--piece is one of so many, like 3/8' farm -o soft --piece 4/3
refuse "nowhere" 1 'nowhere' nowhere -o soft
mkdir empty
refuse "an empty folder" 1 'has no .glb' empty -o soft
printf 'farm/cube.obj\nelsewhere/cube.obj\n' >twice.txt
refuse "two files of one name" 1 'would both be written to cube.soft.glb' twice.txt -o soft
echo notes.doc >notes.txt
refuse "a list of something else" 1 'notes.txt.*1.*is no model' notes.txt -o soft
check "a folder without pieces" says 1 'has no pieces of bake-all' "$supple" merge farm
finish
