#!/usr/bin/env bash
# The web package as `npm pack` makes it, in TypeScript, vite and three.js in Chromium: what is drawn is the library's.
# Thorough: five characters of others, and one of several skins and targets over a clip.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/vite ] || skip_all "soft characters in three.js: tools/setup test installs three, vite and typescript"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip_all "soft characters in three.js: tools/setup test installs chromium"
[ -s "$BUILD/supple.wasm" ] || skip_all "soft characters in three.js: tools/setup build installs clang and lld"
export CHROMIUM
supple=$BUILD/supple modules=$PWD/test/node/node_modules files=$scratch/files site=$scratch/site
mkdir -p "$files" "$site/node_modules"

pack() {
    (cd web && SUPPLE_WASM=$BUILD/supple.wasm npm pack --silent --pack-destination "$scratch") && tar -xzf "$scratch"/supple-*.tgz -C "$site/node_modules" &&
        mv "$site/node_modules/package" "$site/node_modules/supple"
}
check "npm pack makes a package" pack
client "package" test/node/package.mjs "$site/node_modules/supple"

bake() { # bake FILE NAME [how]
    local name=$2
    sample "$1" "$scratch/$1.glb" && "$supple" bake --quick "$scratch/$1.glb" --tets 400 "${@:3}" -o "$files/$name.glb"
}
check "a jelly that stands is baked" bake jelly jelly --modes 6 --fix 0.05
check "... and one that is free" bake jelly free --modes 6
bake_posed() {
    sample cylinder "$scratch/cylinder.glb" && "$supple" recipe "$scratch/cylinder.glb" --targets all -o "$scratch/posed.yaml" &&
        "$supple" bake --quick --recipe "$scratch/posed.yaml" --tets 1200 -o "$files/posed.glb"
}
check "... and an arm with sculpted targets" bake_posed
bake_recorded() {
    cube_obj >"$scratch/cube.obj" && shaken_cube "$supple" "$scratch/cube.obj" "$scratch/cube.yaml" &&
        "$supple" record "$scratch/cube.yaml" -o "$scratch/cube.rec" && "$supple" bake "$scratch/cube.rec" --light 4 -o "$files/recorded.glb"
}
check "... and a recording with light" bake_recorded

# ---- a project of yours ------------------------------------------------------------------
for name in three @types; do
    ln -s "$modules/$name" "$site/node_modules/$name"
done
cp "$files/posed.glb" "$site/hero.soft.glb"
awk '/^```html/ { take = 1; next } take && /^```/ { exit } take' docs/three.md >"$site/plain.html"
short() { local n; n=$(wc -l <"$site/plain.html") && echo "$n lines" && [ "$n" -gt 20 ] && [ "$n" -lt 40 ]; }
check "the page of docs/three.md has fewer than 40 lines" short
readme() { # its first lines of JavaScript, as they stand
    awk '/^```js/ { take = 1; next } take && /^```/ { exit } take' "$site/node_modules/supple/README.md" >"$site/first.mjs"
    (cd "$site" && node first.mjs) | grep -q Float32Array
}
check "the README's first lines work" readme
worlds() { # ... and the world that follows them
    awk '/^```js/ { take = ++n == 4; next } /^```/ { take = 0 } take' "$site/node_modules/supple/README.md" >"$site/world.mjs"
    cp "$files/free.glb" "$site/ball.soft.glb"
    (cd "$site" && node world.mjs) >"$scratch/world" && grep -q 'ball and the floor meet' "$scratch/world" && grep -q 'crate . meet' "$scratch/world"
}
check "its world works" worlds
cp test/node/typed.ts "$site/"
typed() { (cd "$site" && "$modules/.bin/tsc" --strict --noEmit --module esnext --moduleResolution bundler --target es2022 --skipLibCheck typed.ts); }
check "a TypeScript project compiles with its types" typed
build() {
    sed '/<script type="importmap">/,/<\/script>/d' "$site/plain.html" >"$site/index.html"
    mkdir -p "$site/public" && cp "$site/hero.soft.glb" "$site/public/" && (cd "$site" && "$modules/.bin/vite" build --target es2022 --logLevel warn)
}
check "vite builds the page of docs/three.md" build
client "page" test/browser/three_pages.mjs "$site"

# ---- what three.js draws -----------------------------------------------------------------
if thorough; then
    dressed() { # two skins, a mesh without one, targets of their own
        sample swimmer "$scratch/swimmer.glb" && node test/node/dressed.mjs "$scratch/swimmer.glb" "$scratch/dressed.glb" &&
            "$supple" bake --quick "$scratch/dressed.glb" --part belly --tets 400 --modes 6 -o "$files/dressed.glb" && "$supple" play "$files/dressed.glb" --clip walk -o "$files/dressed.pc2"
    }
    check "a swimmer is dressed" dressed
    for name in Fox RiggedFigure big_buck_bunny horse_animations kaykit_barbarian mh_female_heavy; do
        if [ -r "../shared/data/rigged/$name.glb" ]; then
            check "$name is baked" "$supple" bake --quick "../shared/data/rigged/$name.glb" --tets 600 --modes 8 -o "$files/$name.glb"
        fi
    done
fi
client "three.js" test/browser/three.mjs "$site/node_modules/supple" "$modules/three" "$files"
finish
