#!/usr/bin/env bash
# The field of examples/field in a headless browser: vertices of the GPU, levels of detail that nobody sees changing.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/playwright-core ] || skip_all "the field in a browser: tools/setup test installs playwright-core"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip_all "the field in a browser: tools/setup test installs chromium"
[ -s "$BUILD/page.html" ] || skip_all "the field in a browser: tools/setup build installs clang and lld"
export CHROMIUM
check "the field becomes a page" env SUPPLE="$BUILD/supple" tools/build-field "$scratch/field.html" "$BUILD/supple.wasm"
client "field" test/browser/field.mjs "$scratch/field.html"
finish
