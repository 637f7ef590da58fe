#!/usr/bin/env bash
# libsupple as WebAssembly: it is built by clang and wasm-ld alone, is small, imports nothing, and plays.
. "$SOURCE/tools/checks/lib.sh"
command -v wasm-ld >/dev/null || skip_all "WebAssembly: tools/setup test installs lld"

check "clang and wasm-ld build it" tools/build-wasm "$scratch/supple.wasm"
check "it is smaller than 240,000 bytes" test "$(wc -c <"$scratch/supple.wasm")" -lt 240000
check "it imports nothing" node -e 'process.exit(WebAssembly.Module.imports(new WebAssembly.Module(
    require("fs").readFileSync(process.argv[1]))).length)' "$scratch/supple.wasm"
every_function() {
    node -e 'for (const e of WebAssembly.Module.exports(new WebAssembly.Module(require("fs").readFileSync(process.argv[1]))))
        console.log(e.name)' "$scratch/supple.wasm" | sort >"$scratch/exports"
    grep -oE '\bsupple_[a-z_]+\(' include/supple/supple.h | tr -d '(' | sort -u >"$scratch/wanted"
    [ "$(wc -l <"$scratch/wanted")" -gt 30 ] && comm -23 "$scratch/wanted" "$scratch/exports" >"$scratch/missing" &&
        cat "$scratch/missing" && [ ! -s "$scratch/missing" ]
}
check "every function of the header is exported" every_function
client "wasm" test/node/wasm.mjs "$scratch/supple.wasm" test/golden/v1.supple
finish
