#!/usr/bin/env bash
# Sculpted targets from a file to a posed part: `recipe --targets`, `bake`, and a sentence for each mistake.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch" || exit 1
for name in cylinder shoulder jelly; do sample $name $name.glb; done

"$supple" recipe cylinder.glb --targets all -o all.yaml >/dev/null
sed 's/ tets: 7500/ tets: 600/; s/ modes: 14/ modes: 6/' all.yaml >small.yaml
check "a recipe of the shapes has one target a shape and the base" \
    bash -c '[ "$(grep -c "^      - name:" all.yaml)" = 4 ]'
check "each with the pose in which a clip shows it" grep -q 'pose: {clip: bend, time: 1.2}' all.yaml
check "and the stiffness that is painted for it" grep -q 'paint: _STIFFNESS_BENT_THIRD' all.yaml
check "at most so many, in the order of the file" \
    bash -c "'$supple' recipe shoulder.glb --targets 6 | tail -4 | grep -q 'name: flexed'"
check "it bakes, and the table has the targets" says 0 'bent_two_thirds +bend at 0.7333 s +[0-9]' "$supple" bake --quick --recipe small.yaml -o soft.glb
check "twice the same bytes" bash -c "'$supple' bake --quick --recipe small.yaml -o again.glb >/dev/null && cmp soft.glb again.glb"
# told by an input instead of a joint: the clip's weight of that name bulges it
sed '/    targets:/q' small.yaml >inputs.yaml
printf '      - name: rest\n      - {name: bent, shape: bent, inputs: {bent: 1}, stiffness: 5}\n' >>inputs.yaml
check "a target of an input bakes" says 0 'bent +bent 1 +[0-9]' "$supple" bake --quick --recipe inputs.yaml -o inputs.glb
check "... and is told of" says 0 'inputs +bent' "$supple" info inputs.glb
farther() { # as the clip begins nothing bulges
    far() { "$supple" play inputs.glb "$@" -o inputs.csv | sed -n 's/.*farthest \([0-9.e-]*\) m.*/\1/p'; }
    awk -v clip="$(far --clip bend --seconds 1.4)" -v rest="$(far --clip bend --seconds 0.05)" 'BEGIN { print clip, rest; exit !(clip > 0.028 && rest < 0.01) }'
}
check "... and a clip's weights move it" farther
check "an input is a number" says 1 '"inputs" is a map like' bash -c "sed 's/{bent: 1}/bent/' inputs.yaml >wrong.yaml; '$supple' bake --quick --recipe wrong.yaml -o wrong.glb"
check "a plain recipe tells of them" says 0 'clips show 3 sculpted shapes; --targets all' "$supple" recipe cylinder.glb
check "a file without shapes" says 1 'no morph targets' "$supple" recipe jelly.glb --targets all
check "a number that is none" says 2 'all, or 2 or more' "$supple" recipe cylinder.glb --targets 1

# wrong NAME SENTENCE SED: the small recipe changed by sed is refused with the sentence
wrong() {
    sed "$3" small.yaml >wrong.yaml
    check "$1" says 1 "$2" "$supple" bake --recipe wrong.yaml -o wrong.glb
}
wrong "an unknown shape gets a suggestion" 'wrong.yaml:[0-9]+: target "bent": there is no morph target "bend"; did you mean "bent"' 's/shape: bent$/shape: bend/'
wrong "an unknown clip gets a suggestion" 'there is no clip "bends"; did you mean "bend"' 's/clip: bend,/clip: bends,/'
wrong "a time after the end" 'clip "bend" ends at 2.4 s, before 9 s' 's/time: 1.2/time: 9/'
wrong "a shape without a pose" 'say in which pose, or at which inputs, it was sculpted' '/pose: {clip: bend, time: 1.2}/d'
wrong "an unknown attribute" '_STIFFNESS_BENTT' 's/paint: _STIFFNESS_BENT$/paint: _STIFFNESS_BENTT/'
wrong "an unknown joint gets a suggestion" 'no joint "uper"; did you mean "upper"' 's/    targets:/    joints: [uper]\n    targets:/'
wrong "the root is no joint of a pose" 'is the root of its skeleton' 's/    targets:/    joints: [base]\n    targets:/'
wrong "a shape that folds" 'folds [0-9]+ of [0-9]+ elements, one near' 's/shape: bent$/shape: {bent: -3}/'

sed 's/time: 0.7333/time: 1.2/' small.yaml >twice.yaml
check "two targets in one pose are one, with a note" says 0 'has the pose of "bent_two_thirds"' "$supple" bake --quick --recipe twice.yaml -o twice.glb
sed 's/    targets:/    joints: [tip]\n    targets:/; s/bones: .*/bones: [upper]/' small.yaml >narrow.yaml
check "a sculpt beyond the part is faded out, with a warning" says 0 'beyond part "cylinder"' "$supple" bake --quick --recipe narrow.yaml -o narrow.glb
"$supple" tets cylinder.glb --count 900 -o given.msh >/dev/null
"$supple" tets cylinder.glb --count 900 --order 10 -o ten.vtk >/dev/null
"$supple" tets jelly.glb --count 200 -o jelly.vtk >/dev/null
given() { sed "s/    tets: 600/    volume: $1/" small.yaml >given.yaml; }
given given.msh
tets=$("$supple" tets given.msh 2>/dev/null | sed -nE 's/.* ([0-9]+) tets.*/\1/p' | head -1)
check "a volume of one's own" says 0 "^cylinder +[0-9]+ +${tets:-[0-9]+} " "$supple" bake --quick --recipe given.yaml -o given.glb
given ten.vtk
check "one of ten nodes is refused" says 1 'elements of four nodes' "$supple" bake --recipe given.yaml -o given.glb
given jelly.vtk
check "one of another body is refused" says 1 'is it of this part' "$supple" bake --recipe given.yaml -o given.glb
printf 'MeshVersionFormatted 2\nDimension 3\nVertices 4\n9 9 9 0\n10 9 9 0\n9 10 9 0\n9 9 10 0\nTetrahedra 1\n1 2 3 4 0\nEnd\n' >far.mesh
given far.mesh
check "one that lies elsewhere is refused" says 1 'not of this body, or in another unit' "$supple" bake --recipe given.yaml -o given.glb
printf 'input: jelly.glb\nparts: [{name: jelly, volume: jelly.vtk, fixing: {base: 0.1}}]\n' >own.yaml
check "a body without skeleton takes one too" says 0 '^jelly ' "$supple" bake --quick --recipe own.yaml -o own.glb
printf 'input: jelly.glb\nparts: [{name: jelly, elasticity: stvk, fixing: {base: 0.1}, tets: 150, element: t4}]\n' >stvk.yaml
check "a body without targets may still be of stvk" says 0 '^jelly +rest' "$supple" bake --quick --recipe stvk.yaml -o stvk.glb
finish
