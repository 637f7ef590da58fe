#!/usr/bin/env bash
# `supple compare`: a table, JSON, a plot and a picture, and a sentence for everything that cannot be.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"

sample tissue tissue.glb
sample jelly jelly.glb
cat >bed.yaml <<'END'
defaults: {tets: 100, element: t4, modes: 6, fixing: {attribute: _FIXED}}
END
check "organs are baked" "$supple" bake --quick tissue.glb --recipe bed.yaml -o bed.glb
"$supple" bake --quick jelly.glb --tets 100 --modes 3 -o jelly.soft.glb >/dev/null 2>&1
quick=(--recipe bed.yaml --seconds 0.1 --fps 30 --substeps 1)

check "a part is told of" says 0 '^body +modal +51 +6 ' "$supple" compare bed.glb "${quick[@]}"
check "plot and picture are written" "$supple" compare bed.glb "${quick[@]}" --plot e.svg --picture e.png --frames 2 --size 60x60
check "the plot is an SVG" grep -q '<svg' e.svg
check "the picture is a PNG" cmp -n 4 e.png <(printf '\211PNG')
alone() { "$supple" compare bed.glb "${quick[@]}" --json --plot f.svg >a.json && [ "$(head -c 1 a.json)" = '{' ] && [ "$(tail -n 1 a.json)" = '}' ]; }
check "JSON stands alone on stdout" alone
check "it names the part and its errors" grep -q '"rmsError": [0-9.e-]*' a.json

check "a file that is not baked is refused" says 1 'supple bake. makes it one' "$supple" compare tissue.glb
check "a file without a clip is refused" says 1 'has no clip' "$supple" compare jelly.soft.glb
check "a clip that is not there is refused" says 1 'breathe' "$supple" compare bed.glb --clip walk
check "a recipe of other parts is refused" says 1 'give the recipe|no skeleton|nothing holds' "$supple" compare bed.glb --seconds 0.1
check "frames that are none are refused" says 2 'fps is above 0' "$supple" compare bed.glb --fps 0
check "steps that are none are refused" says 2 'substeps is 1 to 1000' "$supple" compare bed.glb --substeps 0
finish
