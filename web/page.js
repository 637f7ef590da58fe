// The page: decodes what was put into it, brings the parts together, and runs them.
//
// window.supple is for those who look inside: tests step it by themselves, never by the clock.
// SPDX-License-Identifier: MIT
import { load } from "./supple.js";
import { GltfError, isGlb, readClips, readGlb } from "./gltf.js";
import { readLook } from "./look.js";
import { say } from "./panel.js";
import { unpack } from "./unpack.js";
import { Viewer } from "./viewer.js";
import { watch } from "./watch.js";

// Of a body that was cut off or changed on its way.
async function decodeBody() {
    try {
        return await unpack("asset");
    } catch {
        throw new GltfError("What it carries is damaged.");
    }
}

// A sentence for what went wrong.
function explain(error) {
    if (error instanceof GltfError || error.result !== undefined)
        return `The body in this page cannot be shown. ${error.message} Make the page again with \`supple view\`.`;
    return `This page cannot show its body. ${error.message}`;
}

async function begin() {
    const started = performance.now();
    if (typeof WebAssembly !== "object")
        throw new Error("This browser has no WebAssembly, with which the body would be moved.");
    if (typeof DecompressionStream !== "function")
        throw new Error("This browser cannot unpack what it carries (DecompressionStream): a newer one can.");
    const [bytes, wasm] = await Promise.all([decodeBody(), unpack("wasm")]), file = isGlb(bytes) ? readGlb(bytes) : null;
    const library = await load(wasm), asset = library.asset(bytes), glsl = document.getElementById("glsl").textContent;
    const look = await readLook(file, asset), clips = file ? readClips(file) : [];
    const setting = JSON.parse(document.getElementById("setting").textContent); // { clip, view, front, solids, light, names, watch }
    let other = null; // another bake of the same model, beside it
    if (setting.names) {
        const second = library.asset(await unpack("other"));
        other = { asset: second, look: await readLook(file, second) };
    }
    const viewer = new Viewer({ asset, file, clips, look, glsl, other }, setting);
    say("");
    viewer.show();
    if (setting.watch !== undefined)
        watch(viewer, setting.watch);
    window.supple = viewer.hook(started);
}

begin().catch(error => {
    say(explain(error));
    window.supple = { trouble: error.message };
});
