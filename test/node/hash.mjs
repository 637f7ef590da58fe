// test/hash_body.c and hash_world.c as WebAssembly: node hash.mjs MODULE.wasm hash_body|hash_world FILE.supple prints the hash.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";

const [module, name, file] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const asset = readFileSync(file);
const { memory, web_allocate, [name]: hash } = instance.exports;
const at = web_allocate(asset.length);
new Uint8Array(memory.buffer, at, asset.length).set(asset);
console.log(BigInt.asUintN(64, hash(at, asset.length)).toString(16).padStart(16, "0"));
