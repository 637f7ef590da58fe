#!/usr/bin/env bash
# Pages of bodies that were baked with light, in a headless browser: what is drawn, when it is folded, and what can go wrong.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/playwright-core ] || skip_all "pages in a browser: tools/setup test installs playwright-core"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip_all "pages in a browser: tools/setup test installs chromium"
[ -s "$BUILD/page.html" ] || skip_all "pages in a browser: tools/setup build installs clang and lld"
export CHROMIUM
supple=$BUILD/supple
mkdir "$scratch/pages"
check "a lit asset is written" env SUPPLE_ASSETS_OUT="$scratch/pages" "$BUILD/test/test_light"
mv "$scratch/pages/light1.supple" "$scratch/pages/lit.supple"
check "it becomes a page" "$supple" view "$scratch/pages/lit.supple" -o "$scratch/pages/lit.html"
check "... that begins with a sky" "$supple" view "$scratch/pages/lit.supple" --light noon:90 -o "$scratch/pages/noon.html"
make_recorded() { # a cube, shaken beforehand
    cube_obj >"$scratch/cube.obj" && shaken_cube "$supple" "$scratch/cube.obj" "$scratch/cube.yaml" &&
        "$supple" record "$scratch/cube.yaml" -o "$scratch/cube.rec" && "$supple" bake "$scratch/cube.rec" --light 4 -o "$scratch/pages/recorded.glb" &&
        "$supple" view "$scratch/pages/recorded.glb" -o "$scratch/pages/recorded.html"
}
check "a lit recording becomes a page" make_recorded
strip() { "$supple" play "$scratch/pages/recorded.glb" --trigger bump@0 --seconds 0.3 --picture "$scratch/$1.png" --frames 2 --size 40x40 "${@:2}"; }
check "... and a lit strip" eval 'strip noon --light noon && strip even --light even && strip plain && ! cmp -s "$scratch/noon.png" "$scratch/even.png" && ! cmp -s "$scratch/noon.png" "$scratch/plain.png"'
check "an asset without light becomes one" "$supple" view test/golden/v1.supple -o "$scratch/pages/dark.html"
client "light" test/browser/light.mjs "$scratch/pages"
finish
