// test/hash_body.c and hash_world.c as WebAssembly: node hash.mjs MODULE.wasm hash_body|hash_world FILE.supple prints the hash;
// test/browser/hashes.mjs asks the same of Chromium.
// SPDX-License-Identifier: MIT

export async function hashOf(module, asset, name) {
    const { instance } = await WebAssembly.instantiate(module, {});
    const { memory, web_allocate, [name]: hash } = instance.exports;
    const at = web_allocate(asset.length);
    new Uint8Array(memory.buffer, at, asset.length).set(asset);
    return BigInt.asUintN(64, hash(at, asset.length)).toString(16).padStart(16, "0");
}

if (globalThis.process) {
    const { readFileSync } = await import("node:fs"), [module, name, file] = process.argv.slice(2);
    console.log(await hashOf(readFileSync(module), readFileSync(file), name));
}
