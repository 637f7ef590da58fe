#!/usr/bin/env bash
# The page of `supple view` and bodies that were made to do harm: names that are markup, counts without an end.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/playwright-core ] || skip_all "hostile bodies in a browser: tools/setup test installs playwright-core"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip_all "hostile bodies in a browser: tools/setup test installs chromium"
[ -s "$BUILD/page.html" ] || skip_all "hostile bodies in a browser: tools/setup build installs clang and lld"
export CHROMIUM
supple=$BUILD/supple markup='<img src=x onerror=window.harmed=1>'

mkdir "$scratch/pages"
make_page() { # of a body whose every name is markup
    cube_obj >"$scratch/cube.obj" && printf 'parts:\n  - name: "%s"\n    tets: 60\n    modes: 2\n' "$markup" >"$scratch/named.yaml" &&
        "$supple" bake --quick "$scratch/cube.obj" --recipe "$scratch/named.yaml" -o "$scratch/$markup.glb" &&
        "$supple" view "$scratch/$markup.glb" -o "$scratch/pages/named.html" &&
        "$supple" bake --quick "$scratch/cube.obj" --tets 60 --modes 2 -o "$scratch/pages/jelly.glb" &&
        "$supple" view "$scratch/pages/jelly.glb" -o "$scratch/pages/jelly.html"
}
check "a body whose names are markup becomes a page" make_page
check "its title is no markup" bash -c "! grep -q '<title>[^<]*<img' '$scratch/pages/named.html'"
client "page" test/browser/hostile.mjs "$scratch/pages"
finish
