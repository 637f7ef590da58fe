// libsupple in JavaScript: loads supple.wasm and speaks its C ABI.
//
// Numbers stay in the module's memory. What is returned as an array is a view of it, made again only when
// the memory has grown, so a frame allocates nothing: read views at once, and ask again next frame.
//
//   const supple = await load();                     // or load(bytesOfSuppleWasm)
//   const asset = supple.asset(bytesOfAFile);        // .supple, or a GLB with one inside
//   const body = asset.body();
//   body.place(palette); ... body.drive(palette); body.step(dt);
//   const { positions, normals } = body.skin();      // or body.upload() and gpu/supple.glsl
//
// supple.d.ts has the types, and says what each call does.
// SPDX-License-Identifier: MIT

import { Asset } from "./asset.js";
import { ANYTHING, FLAG, check, demand, optional, options, told } from "./argument.js";
import { SCRATCH } from "./body.js";
import { Layout } from "./layout.js";
import { wrongShape, writeShape } from "./shapes.js";

const BYTES = value => (value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? null
    : { Wrong: TypeError, text: ` is bytes, as a Uint8Array or an ArrayBuffer, not ${told(value)}` });

// Without bytes: the module that the package carries in a script (tools/build-package).
export async function load(wasm) {
    wasm ??= await (await import("./inline.js")).default();
    demand(BYTES, wasm, null, "load: wasm");
    const { instance } = await WebAssembly.instantiate(wasm, {});
    return new Supple(instance.exports);
}

class Supple {
    constructor(c) {
        this.c = c; // every supple_ function, and web_allocate, web_release, web_asset_prepare, web_prepared_body
        this.layout = new Layout(c);
        this.places = this.layout.pack(SCRATCH);
    }

    asset(bytes, { damaged = false } = {}) {
        const all = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
        return new Asset(this, all, { damaged });
    }

    // A rigid body's shape as an asset: { kind: "sphere" | "capsule" | "box" | "hull" | "compound", ..., density or mass }. Its bodies are free.
    shape(shape) {
        const buffers = [this.allocate(this.layout.size("supple_shape"))];
        try {
            const at = writeShape(this, buffers[0], shape, "supple.shape: shape", buffers), wrong = wrongShape(this, at, true);
            const prepared = wrong === null ? this.c.web_shape_prepare(at) : 0;
            if (prepared === 0)
                throw new RangeError("supple.shape: shape. " + (wrong ?? "The points of the hull lie in a plane, or have more than 256 corners; or there is not enough memory."));
            return new Asset(this, null, { prepared });
        } finally {
            buffers.forEach(buffer => this.c.web_release(buffer));
        }
    }

    get version() {
        return this.text(this.c.supple_version_text());
    }

    allocate(size) {
        const at = this.c.web_allocate(size);
        if (at === 0)
            throw new Error("There is not enough memory.");
        return at;
    }

    view(type, at, count) {
        return new type(this.c.memory.buffer, at, count);
    }

    text(at) {
        const bytes = new Uint8Array(this.c.memory.buffer, at);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }
}

check(Supple, "supple", { asset: { bytes: BYTES, options: optional(options({ damaged: FLAG })) }, shape: { shape: ANYTHING } });
