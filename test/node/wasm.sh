#!/usr/bin/env bash
# libsupple as WebAssembly: what clang and wasm-ld alone built is small, imports nothing, and plays.
. "$SOURCE/tools/checks/lib.sh"
wasm=$BUILD/supple.wasm # by tools/build-wasm, for the page of `supple view`
[ -s "$wasm" ] || skip_all "WebAssembly: tools/setup build installs clang and lld"

check "it is smaller than 512,000 bytes" test "$(wc -c <"$wasm")" -lt 512000
check "it imports nothing" node -e 'process.exit(WebAssembly.Module.imports(new WebAssembly.Module(
    require("fs").readFileSync(process.argv[1]))).length)' "$wasm"
runtime_headers() { find include/supple -name '*.h' ! -name '*bake*'; }
every_function() {
    node -e 'for (const e of WebAssembly.Module.exports(new WebAssembly.Module(require("fs").readFileSync(process.argv[1]))))
        console.log(e.name)' "$wasm" | sort >"$scratch/exports"
    cat $(runtime_headers) | grep -oE '\bsupple_[a-z_]+\(' | tr -d '(' | sort -u >"$scratch/wanted"
    [ "$(wc -l <"$scratch/wanted")" -gt 100 ] && comm -23 "$scratch/wanted" "$scratch/exports" >"$scratch/missing" &&
        cat "$scratch/missing" && [ ! -s "$scratch/missing" ]
}
check "every function of the headers is exported" every_function
client "wasm" test/node/wasm.mjs "$wasm" test/golden/v1.supple
client "wasm, shared texels" test/node/wasm.mjs "$wasm" test/golden/v2.supple
client "mechanics" test/node/mechanics.mjs "$wasm" test/golden/ring.supple
client "queries" test/node/queries.mjs "$wasm" test/golden/ring.supple
mkdir "$scratch/assets"
check "a lit asset is written" env SUPPLE_ASSETS_OUT="$scratch/assets" "$BUILD/test/test_light"
client "arguments" test/node/arguments.mjs "$wasm" test/golden/{ring,recorded}.supple "$scratch/assets/light1.supple" test/golden/inputs.supple
client "wasm, few bends" test/node/wasm.mjs "$wasm" test/golden/v3.supple
tries=40
! thorough || tries=20000
client "damaged" test/node/damaged.mjs "$wasm" test/golden/{v1,posed,recorded,ring,v4,v5}.supple --tries $tries
finish
