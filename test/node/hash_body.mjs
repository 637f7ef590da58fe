// test/hash_body.c, or hash_world.c, as WebAssembly: node hash_body.mjs MODULE.wasm FILE.supple prints the hash.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const asset = readFileSync(process.argv[3]);
const { memory, web_allocate, hash_body, hash_world } = instance.exports;
const at = web_allocate(asset.length);
new Uint8Array(memory.buffer, at, asset.length).set(asset);
console.log(BigInt.asUintN(64, (hash_body ?? hash_world)(at, asset.length)).toString(16).padStart(16, "0"));
