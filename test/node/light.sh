#!/usr/bin/env bash
# Light in JavaScript, as web/light.js has it: what arrives, folds, bodies that are turned, and arguments that are none.
. "$SOURCE/tools/checks/lib.sh"
[ -s "$BUILD/supple.wasm" ] || skip_all "WebAssembly: tools/setup build installs clang and lld"
mkdir "$scratch/assets"
check "a lit asset is written" env SUPPLE_ASSETS_OUT="$scratch/assets" "$BUILD/test/test_light"
client "light" test/node/light.mjs "$BUILD/supple.wasm" "$scratch/assets/light1.supple" test/golden/v1.supple
finish
