#!/usr/bin/env bash
# The game of examples/game in a headless browser: throws, what falls, the score, nothing on the console.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/playwright-core ] || skip_all "the game in a browser: tools/setup test installs playwright-core"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip_all "the game in a browser: tools/setup test installs chromium"
[ -s "$BUILD/page.html" ] || skip_all "the game in a browser: tools/setup build installs clang and lld"
export CHROMIUM
check "the game becomes a page" env SUPPLE="$BUILD/supple" tools/build-game "$scratch/game.html" "$BUILD/supple.wasm"
client "game" test/browser/game.mjs "$scratch/game.html"
finish
