// The asset of a file that GLTFLoader has read: found, read once, and given back with its last body.
// SPDX-License-Identifier: MIT
import { load } from "../supple.js";
import { Shared } from "./shared.js";

const EXTENSION = "SUPPLE_soft_body";

let module = null;              // a promise of the package's own
const attached = new WeakMap(); // gltf: a promise of its Shared

// The asset inside the GLB that the loader has read.
async function insideOf({ parser }) {
    const found = parser?.json.extensions?.[EXTENSION];
    if (found === undefined)
        throw new Error(`The file has no ${EXTENSION} in it: give attachSupple the bytes of the asset, or load the GLB that supple bake wrote.`);
    return new Uint8Array(await parser.getDependency("bufferView", found.bufferView));
}

async function makeShared(gltf, bytes, supple) {
    supple ??= await (module ??= load());
    return new Shared(supple, supple.asset(bytes ? new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength) : await insideOf(gltf)));
}

// One for all bodies of a file.
function sharedOf(gltf, bytes, supple) {
    if (!attached.has(gltf)) {
        const made = makeShared(gltf, bytes, supple);
        attached.set(gltf, made);
        made.catch(() => attached.delete(gltf));
    }
    return attached.get(gltf);
}

// A body's number is given back; the last one takes all with it.
export function leave(gltf, shared, number) {
    if (shared.giveBack(number))
        attached.delete(gltf);
}

// Bytes may be left out, options too. make(shared, options): the first body of it.
export async function opened(name, gltf, bytes, options, make) {
    const given = bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes), chosen = (given ? options : bytes ?? options) ?? {};
    if (!gltf?.scene || !gltf.parser || typeof chosen !== "object")
        throw new TypeError(`${name} takes what GLTFLoader returned (not its scene alone), then the bytes of an asset or nothing, then options.`);
    const shared = await sharedOf(gltf, given ? bytes : null, chosen.supple);
    try {
        return make(shared, chosen);
    } catch (error) { // the first body of it failed: nobody would give it back
        if (shared.count === 0) {
            attached.delete(gltf);
            shared.dispose();
        }
        throw error;
    }
}
