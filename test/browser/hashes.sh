#!/usr/bin/env bash
# The golden hashes (test/hashes.sh) in a browser, whose WebAssembly is compiled in stages, the last of them for speed; node's is in
# tools/checks/bits.sh.
. "$SOURCE/tools/checks/lib.sh"
[ -d test/node/node_modules/playwright-core ] || skip_all "hashes in a browser: tools/setup test installs playwright-core"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip_all "hashes in a browser: tools/setup test installs chromium"
[ -s "$BUILD/supple.wasm" ] || skip_all "hashes in a browser: tools/setup build installs clang and lld"
export CHROMIUM
mkdir "$scratch/built" && cp "$BUILD/supple.wasm" "$scratch/built"
check "WebAssembly is built" tools/build-wasm "$scratch/built/hash.wasm" test/hash_body.c test/hash_world.c
client "Chromium" test/browser/hashes.mjs "$scratch/built"
finish
