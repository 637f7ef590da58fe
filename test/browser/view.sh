#!/usr/bin/env bash
# The page of `supple view` in a headless browser: samples, hands, clips, exports, trouble.
# Thorough: a page of every sample. What shaders make of every kind of asset is in test/node/gpu.sh.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/playwright-core ] || skip_all "pages in a browser: tools/setup test installs playwright-core"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip_all "pages in a browser: tools/setup test installs chromium"
[ -s "$BUILD/page.html" ] || skip_all "pages in a browser: tools/setup build installs clang and lld"
export CHROMIUM
supple=$BUILD/supple

make_page() { # make_page NAME [how to bake]
    local name=$1
    shift
    sample "$name" "$scratch/source/$name.glb" && "$supple" bake --quick "$scratch/source/$name.glb" --tets 400 "$@" -o "$scratch/pages/$name.glb" &&
        "$supple" view "$scratch/pages/$name.glb" -o "$scratch/pages/$name.html"
}
mkdir "$scratch/pages" "$scratch/source"
samples=(swimmer jelly sphere)
! thorough || mapfile -t samples < <("$supple" sample --list | cut -d' ' -f1)
for name in "${samples[@]}"; do
    how=(--modes 6)
    [ "$name" = swimmer ] && how=(--part belly --modes 10 --first 3.2) # slow enough for 30 steps a second
    [ "$name" = jelly ] && how=(--fix 0.05 --modes 6 --first 7)
    check "$name becomes a page" make_page "$name" "${how[@]}"
done
make_posed() { # the cylinder with its sculpted targets, which is no sample's name
    sample cylinder "$scratch/posed.glb" && "$supple" recipe "$scratch/posed.glb" --targets all -o "$scratch/posed.yaml" &&
        "$supple" bake --quick --recipe "$scratch/posed.yaml" --tets 1200 -o "$scratch/pages/posed.glb" &&
        "$supple" view "$scratch/pages/posed.glb" -o "$scratch/pages/posed.html"
}
check "sculpted targets become a page" make_posed
make_walled() { # the swimmer with its targets and a wall in its way
    sample swimmer "$scratch/walled.glb" && "$supple" recipe "$scratch/walled.glb" --targets all -o "$scratch/walled.yaml" &&
        sed -i 's/limit: auto /limit: 0.5 /' "$scratch/walled.yaml" &&
        "$supple" bake --quick --recipe "$scratch/walled.yaml" --tets 900 --modes 20 -o "$scratch/pages/walled.glb" &&
        "$supple" view "$scratch/pages/walled.glb" --clip wall --box 0,1.1,1.1,1.1,2.2,0.2 -o "$scratch/pages/walled.html"
}
check "a wall becomes part of a page" make_walled
make_seated() { # the swimmer on a stool
    sample swimmer "$scratch/seated.glb" &&
        "$supple" bake --quick "$scratch/seated.glb" --recipe docs/gallery/sit.yaml -o "$scratch/pages/seated.glb" &&
        "$supple" view "$scratch/pages/seated.glb" --clip sit --box 0,0.185,-0.33,0.5,0.37,0.4 -o "$scratch/pages/seated.html"
}
check "a stool becomes part of a page" make_seated
make_dressed() { # two skins, a mesh without one, morph targets of their own
    sample swimmer "$scratch/undressed.glb" && node test/node/dressed.mjs "$scratch/undressed.glb" "$scratch/dressed.glb" &&
        "$supple" bake --quick "$scratch/dressed.glb" --part belly --tets 400 --modes 6 -o "$scratch/pages/dressed.glb" &&
        "$supple" view "$scratch/pages/dressed.glb" -o "$scratch/pages/dressed.html" &&
        "$supple" play "$scratch/pages/dressed.glb" --clip walk -o "$scratch/pages/dressed.pc2"
}
check "a dressed body becomes a page" make_dressed
make_recorded() { # a cube, shaken beforehand
    cube_obj >"$scratch/cube.obj" && shaken_cube "$supple" "$scratch/cube.obj" "$scratch/cube.yaml" &&
        "$supple" record "$scratch/cube.yaml" -o "$scratch/cube.rec" && "$supple" bake --quick "$scratch/cube.rec" -o "$scratch/pages/recorded.glb" &&
        "$supple" view "$scratch/pages/recorded.glb" -o "$scratch/pages/recorded.html"
}
check "a recording becomes a page" make_recorded
make_board() { # the same cube on a board that stands, with modes over what was recorded
    cat >"$scratch/board.yaml" <<'END'
bodies:
  - {name: toy, file: cube.obj, kind: solid, tets: 60, material: {young: 2e5}, held: {base: 0.05}}
  - {name: board, file: cube.obj, kind: rigid, unit: 3, at: [0, -0.6, 0]}
damping: {alpha: 2, beta: 0.02}
palette:
  entries:
    - {name: left, body_impulse: [0.3, 0, 0]}
    - {name: right, body_impulse: [-0.3, 0, 0]}
    - {name: pull out, body_impulse: [0, 0, -0.3]}
    - {name: brake, body_impulse: [0, 0, 0.3]}
    - {name: bump, body_impulse: [0, 0.2, 0]}
  responses: 10
END
    "$supple" record "$scratch/board.yaml" -o "$scratch/board.rec" &&
        "$supple" bake "$scratch/board.rec" --modes 6 --scene "$scratch/board.yaml" -o "$scratch/pages/board.glb" &&
        "$supple" view "$scratch/pages/board.glb" -o "$scratch/pages/board.html"
}
check "a recording with modes over it becomes a page" make_board
make_door() { # a cube on a thick door
    cat >"$scratch/door.yaml" <<'END'
bodies:
  - {name: flag, file: cube.obj, kind: solid, tets: 60, material: {young: 2e5}, held: {base: 0.05}, at: [0.2, 1, 0]}
  - {name: door, file: cube.obj, kind: rigid, unit: 5}
support: {pivot: [-0.5, 0, 0], turns: {axis: [0, 1, 0], from: 0, to: 90}}
damping: {alpha: 4, beta: 0.05}
palette:
  change: 60
  entries: [{name: open, forcing: 60}, {name: stop, forcing: 0}, {name: close, forcing: -60}]
  longest: 1.6
  responses: 24
END
    echo 'recorded: {run_on: 1}' >"$scratch/door-recipe.yaml"
    "$supple" record "$scratch/door.yaml" -o "$scratch/door.rec" &&
        "$supple" bake "$scratch/door.rec" --recipe "$scratch/door-recipe.yaml" -o "$scratch/pages/door.glb" &&
        "$supple" view "$scratch/pages/door.glb" -o "$scratch/pages/door.html"
}
check "a recording that turns becomes a page" make_door
make_told() { # the cylinder whose bulge an input brings
    sample cylinder "$scratch/told.glb" && cat >"$scratch/told.yaml" <<'END' &&
input: told.glb
parts:
  - {name: arm, element: t4, tets: 900, modes: 8, targets: [{name: rest}, {name: bent, shape: bent, inputs: {bent: 1}, stiffness: 2, mass: 1.5}]}
END
        "$supple" bake --quick --recipe "$scratch/told.yaml" -o "$scratch/pages/told.glb" && "$supple" view "$scratch/pages/told.glb" -o "$scratch/pages/told.htm"
}
check "a target that an input brings becomes a page" make_told
make_operated() { # organs under an instrument, coarse
    sample organs "$scratch/operated.glb" &&
        "$supple" bake --quick "$scratch/operated.glb" --recipe docs/gallery/organs.yaml --tets 1500 --modes 40 -o "$scratch/pages/operated.glb" &&
        "$supple" view "$scratch/pages/operated.glb" --tool docs/gallery/organs-tool.csv -o "$scratch/pages/operated.htm"
}
check "an instrument becomes part of a page" make_operated
check "one body twice becomes a page" "$supple" view "$scratch/pages/jelly.glb" "$scratch/pages/jelly.glb" -o "$scratch/pages/twice.htm"
check "... and two models do not" says 1 "another model" "$supple" view "$scratch/pages/jelly.glb" "$scratch/pages/sphere.glb" -o "$scratch/pages/never.html"
cp "$scratch/source/jelly.glb" "$scratch/pages/plain.glb"
client "page" test/browser/page.mjs "$scratch/pages" "$supple"
# What the page's recipes bake to.
mv "$scratch"/pages/*.yaml "$scratch/pages/jelly.painted.glb" "$scratch/source"
same_again() { "$supple" bake --quick --recipe "$scratch/source/swimmer.yaml" -o "$scratch/again.glb" && cmp "$scratch/again.glb" "$scratch/pages/swimmer.glb"; }
check "an unchanged recipe of the page bakes to the same bytes" same_again
changed() {
    "$supple" bake --quick --recipe "$scratch/source/jelly.yaml" --tets 60 --modes 2 -o "$scratch/changed.glb" && "$supple" info "$scratch/changed.glb" | grep "wobble: it"
}
check "a changed one to what was asked for" changed
painted() {
    "$supple" bake --quick --recipe "$scratch/source/painted.yaml" --tets 60 --modes 2 -o "$scratch/painted.supple" &&
        "$supple" bake --quick --recipe "$scratch/source/painted.yaml" "$scratch/source/jelly.glb" -o "$scratch/never.glb" 2>&1 | grep _STIFFNESS
}
check "paint is read from the painted file, and missed in the other" painted
finish
