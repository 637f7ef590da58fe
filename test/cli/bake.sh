#!/usr/bin/env bash
# `supple bake` and `supple recipe`: a living file with no recipe and with one, and Ctrl-C in between.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
for name in swimmer jelly cylinder; do sample $name "$scratch/$name.glb"; done
cat >"$scratch/box.obj" <<'BOX'
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 4 8 7 3
f 1 5 8 4
f 2 3 7 6
BOX

# same_with_recipe FILE options...: a bake without and one with the recipe that `supple recipe` writes
same_with_recipe() {
    local file=$1
    shift
    "$supple" bake --quick "$file" "$@" -o "$scratch/without.glb" &&
        "$supple" recipe "$file" -o "$scratch/r.yaml" &&
        "$supple" bake --quick --recipe "$scratch/r.yaml" "$@" -o "$scratch/with.glb" &&
        cmp "$scratch/without.glb" "$scratch/with.glb"
}
check "the cylinder's own recipe gives the same bytes" same_with_recipe "$scratch/cylinder.glb" --tets 60 --modes 2
if thorough; then # nine parts
    check "the swimmer's own recipe gives the same bytes" same_with_recipe "$scratch/swimmer.glb" --tets 60 --modes 2
fi
check "the jelly's own recipe gives the same bytes" same_with_recipe "$scratch/jelly.glb" --tets 200
check "an OBJ's own recipe gives the same bytes" same_with_recipe "$scratch/box.obj" --tets 200 --fix 0.1
check "a recipe says why the unit is what it is" says 0 '^unit: auto .*looks like metres' "$supple" recipe "$scratch/swimmer.glb"
check "a recipe on stdout can be baked" bash -c "cd '$scratch' && '$supple' recipe cylinder.glb >c.yaml && '$supple' bake --quick --recipe c.yaml --tets 200 -o c.supple"

check "a table says the unit and the parts" says 0 '^upper soft +[0-9]+ +[0-9]+ +3 ' "$supple" bake --quick "$scratch/cylinder.glb" --tets 200 --modes 3 -o "$scratch/x.glb"
"$supple" sample sheet -o "$scratch/sheet.glb" >/dev/null
check "cells too large are told by what half of them change, tried" says 0 'cells of half the size \(tried: [0-9]+ tets\) make its slowest mode [0-9]+ % slower' "$supple" bake "$scratch/sheet.glb" --tets 200 --modes 2 -o "$scratch/x.glb"
check "... and by an estimate, when it should be quick" says 0 'by about [0-9]+ %, judged by cells of twice the size' "$supple" bake "$scratch/sheet.glb" --tets 200 --modes 2 --quick -o "$scratch/x.glb"
check "a sheet weighs what its elements do, and that is said" says 0 '"body" is a sheet that encloses nothing: it weighs what the elements round it do' "$supple" bake "$scratch/sheet.glb" --tets 200 --modes 2 --quick -o "$scratch/x.glb"
check "one part of those found" says 0 '^1 part, ' "$supple" bake --quick "$scratch/cylinder.glb" --tets 200 --part "upper soft" -o "$scratch/x.glb"
check "a part that is not found gets a suggestion" says 1 'did you mean "upper soft"' "$supple" bake "$scratch/cylinder.glb" --part "uper soft" -o "$scratch/x.glb"
check "the slowest mode can be asked for" says 0 ' 5\.00 - ' "$supple" bake --quick "$scratch/box.obj" --fix 0.1 --tets 200 --first 5 -o "$scratch/x.glb"
check "a material can be asked for" says 0 '1 part' "$supple" bake --quick "$scratch/box.obj" --fix 0.1 --tets 200 --material rubber -o "$scratch/x.glb"
check "a material that there is not" says 1 'there are fat, muscle' "$supple" bake "$scratch/box.obj" --material stone -o "$scratch/x.glb"

report_is_whole() {
    "$supple" bake --quick "$scratch/jelly.glb" --fix 0.05 --tets 200 -o "$scratch/x.glb" --report "$scratch/r.svg" || return 1
    for key in unit reason parts captured interpolation_error quantisation shape_error_of_size peak_memory_bytes seconds hz; do
        grep -q "\"$key\":" "$scratch/r.json" || { echo "no $key"; return 1; }
    done
    head -c4 "$scratch/r.svg" | grep -q '<svg' && tail -1 "$scratch/r.svg" | grep -q '</svg>'
}
check "a report has the figures and the errors, and a page" report_is_whole

cat >"$scratch/lacking.yaml" <<'LACKING'
input: "cylinder.glb"
defaults: {tets: 60, modes: 2}
parts:
  - name: "upper soft"
    region: {place: "upper soft"}
  - name: "tip soft"
    modes: 200
    element: t4
    region: {place: "tip soft"}
LACKING
lacking() { "$supple" bake --quick --recipe "$scratch/lacking.yaml" -o "$scratch/lacking.glb" --report "$scratch/lacking.json"; }
check "a part that cannot be made is named in the table and in the exit code" says 3 '^tip soft +is missing: it could not be made' lacking
check "and in the report with the reason" grep -q '"reason": "200 modes are asked for' "$scratch/lacking.json"
check "what could be made is written" test -s "$scratch/lacking.glb"
# tiny BASE TETS: of few four-node elements, most of whose nodes are held
tiny() { printf 'unit: 1\nparts:\n  - name: top\n    element: t4\n    tets: %s\n    fixing: {base: %s}\n' "$2" "$1" >"$scratch/tiny.yaml" && "$supple" bake --quick "$scratch/jelly.glb" --recipe "$scratch/tiny.yaml" -o "$scratch/tiny.glb"; }
check "a part with fewer motions than the default number has what it has, and says so" says 0 'only 5 nodes of it may move, so that its coordinates are chosen among 15 and not 24' tiny 0.7 50
check "one whose every motion bends elements that hold nothing is told what to do" says 1 'tiny.yaml:3: all that it could do is .*: ask for more tets, or hold less' tiny 0.9 20

printf 'parts:\n  - name: x\n    modess: 3\n' >"$scratch/bad.yaml"
check "an unknown key gets its line and the nearest one" says 1 'bad.yaml:3: "modess" is no key of a part; did you mean "modes"' "$supple" bake "$scratch/jelly.glb" --recipe "$scratch/bad.yaml" -o "$scratch/x.glb"
# named WORD REGION...: a part with a name that the file does not have is refused with the part's line
named() {
    printf 'unit: 1\nparts:\n  - {name: a, tets: 200, element: t4, region: {bones: [upper]}}\n  - {name: b, tets: 200, %s}\n' "$2" >"$scratch/named.yaml"
    says "$1" "named.yaml:4: .*$3" "$supple" bake --quick "$scratch/cylinder.glb" --recipe "$scratch/named.yaml" -o "$scratch/x.glb"
}
check "a bone that is not there gets the line of its part" named 1 'region: {bones: [uper]}' 'no bone "uper"'
check "... and an attribute" named 1 'region: {attribute: _SOFT}' 'no vertex has an attribute "_SOFT"'
check "... and a paint: the other part is made" named 3 'region: {bones: [tip]}, paint: _STIF' 'no vertex has an attribute "_STIF"'
printf 'unit: 1\n' >"$scratch/none.yaml"
printf 'unit: 1\nparts: []\n' >"$scratch/empty.yaml"
check "a recipe without an input needs a file" says 1 'names no input' "$supple" bake --recipe "$scratch/none.yaml" -o "$scratch/x.glb"
check "no file and no recipe" says 2 'needs a FILE' "$supple" bake -o "$scratch/x.glb"
for command in bake modes parts recipe tets; do
    check "$command --threads -1 is refused" says 2 '--threads is 0 or more, not -1' "$supple" "$command" "$scratch/jelly.glb" --threads -1
done
check "another extension" says 2 'a .glb or a .supple' "$supple" bake "$scratch/jelly.glb" -o "$scratch/x.fbx"
check "a folder that is not there is noticed before the work" says 1 'cannot be written: there is no folder .*/none/' timeout 3 "$supple" bake "$scratch/swimmer.glb" -o "$scratch/none/x.glb"
check "... also the report's" says 1 'no folder' timeout 3 "$supple" bake "$scratch/swimmer.glb" -o "$scratch/x.glb" --report "$scratch/none/r.json"
check "a guessed unit names the option" says 0 '^1 unit is 1 m: .*; --unit if not$' "$supple" bake --quick "$scratch/jelly.glb" --tets 200 -o "$scratch/x.glb"
check "no bone holds a free body, so nothing is captured" says 0 '^body .* - +[0-9.]+  ' "$supple" bake --quick "$scratch/jelly.glb" --tets 200 -o "$scratch/x.glb"
for zero in --modes --tets --first --unit; do
    check "$zero 0 is refused" says 2 "${zero} " "$supple" bake "$scratch/jelly.glb" "$zero" 0 -o "$scratch/x.glb"
done
check "the help explains the table" says 0 'captured' "$supple" bake --help
check "the input is never written over, which is said before the work" says 1 'left as it was' timeout 3 "$supple" bake "$scratch/swimmer.glb" -o "$scratch/swimmer.glb"
check "... nor is the recipe" says 1 'left as it was' timeout 3 "$supple" bake "$scratch/swimmer.glb" --recipe "$scratch/none.yaml" -o "$scratch/x.glb" --report "$scratch/none.yaml"
check "a recipe with an empty list of parts" says 1 'empty.yaml:2: "parts" is empty' "$supple" bake "$scratch/jelly.glb" --recipe "$scratch/empty.yaml" -o "$scratch/x.glb"
closed() { # as a user who may not write there: root may write anywhere
    mkdir -p "$scratch/closed" && chmod 555 "$scratch/closed" && chmod 755 "$scratch"
    [ "$(id -u)" -eq 0 ] && set -- setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    "$@"
}
check "a folder that may not be written to is noticed before the work" says 1 'closed/ may not be written to' closed timeout 3 "$supple" bake "$scratch/swimmer.glb" -o "$scratch/closed/x.glb"
check "a unit of the command line is not the recipe's" says 0 '^1 unit is 2 m: as asked for$' "$supple" bake --quick "$scratch/jelly.glb" --unit 2 --tets 200 -o "$scratch/x.glb"
check "... also when a recipe names it" bash -c "cd '$scratch' && '$supple' recipe jelly.glb -o j.yaml && ! '$supple' bake --quick --recipe j.yaml --tets 200 -o jelly.glb"

check "more than the machine has is refused before the work, with both figures" says 1 'part "body" of 2000000 tets and 8 modes would take about [0-9.]+ GB and .* and this machine has .* left; ask for fewer' timeout 2 "$supple" bake "$scratch/jelly.glb" --tets 2000000 -o "$scratch/x.glb"
check "... and so is what no machine has" says 1 '1000000000 tets and 8 modes a part would take about [0-9.]+ PB and [0-9]+ years; at most 2000000 tets are taken' timeout 2 "$supple" bake "$scratch/jelly.glb" --tets 1000000000 -o "$scratch/x.glb"
printf 'parts:\n  - name: all\n    tets: 1000000000\n' >"$scratch/many.yaml"
check "... in a recipe, too, with its line" says 1 'many.yaml:3: 1000000000 tets and 8 modes would take about [0-9.]+ PB and [0-9]+ years; at most 2000000 tets are taken' timeout 2 "$supple" bake "$scratch/jelly.glb" --recipe "$scratch/many.yaml" -o "$scratch/x.glb"
# limited MEGABYTES COMMAND...: beside what OpenBLAS takes of address space, 128 MB a processor
limited() { (ulimit -v $(($1 * 1000 + 131100 * $(getconf _NPROCESSORS_ONLN))); shift; "$@"); }
little() { # memory that is not even there for OpenBLAS, which would ask for it for ever
    for megabytes in 60 120 200; do
        (ulimit -v $(((megabytes + 10 * $(getconf _NPROCESSORS_ONLN)) * 1000 + 131100)); says 1 'would take about .* MB and .* this machine has .* MB left' timeout 20 "$supple" bake "$scratch/jelly.glb" --tets 300 -o "$scratch/x.glb") || return 1
    done
}
check "... exactly, when the matrix has been ordered" says 1 'finding .* unknowns would take about .* MB and .* this machine has .* MB left' limited 500 "$supple" bake "$scratch/jelly.glb" --tets 12000 -o "$scratch/x.glb"
check "... and little memory is a sentence, and no wait without an end" little
check "within a part a terminal shows how far it is, and how long yet" bash -c "script -qec \"TERM=xterm '$supple' bake --quick '$scratch/jelly.glb' --tets 6000 --modes 40 -o '$scratch/x.glb'\" /dev/null | grep -qaE '[0-9] %, about [0-9]+ s left'"

# interrupted SIGNAL: a bake that is ended in its middle leaves the old file, and nothing beside it
interrupted() {
    mkdir -p "$scratch/cut" && echo old >"$scratch/cut/out.glb"
    timeout -s "$1" 0.5 env --default-signal="$1" "$supple" bake --quick "$scratch/swimmer.glb" -o "$scratch/cut/out.glb"
    [ $? -eq 124 ] || { echo "it was not interrupted"; return 1; }
    [ "$(cat "$scratch/cut/out.glb")" = old ] && [ "$(ls "$scratch/cut")" = out.glb ]
}
check "Ctrl-C leaves the old file whole and nothing beside it" interrupted INT
check "... and so does a plain kill" interrupted TERM
finish
