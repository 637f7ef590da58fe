// A GLB written back with one attribute more.
// SPDX-License-Identifier: MIT
const HEADER = 12, CHUNK = 8, EXTENSION = "SUPPLE_soft_body";

const padded = size => Math.ceil(size / 4) * 4;

// The asset, if it ends the file as the baker puts it, is taken out: what was painted asks for another. Where it was in the
// list of views, what is added may stand: nothing else has another number then. Returns [view, where it begins].
function takeAsset(json, bin) {
    const view = json.extensions?.[EXTENSION]?.bufferView, old = json.bufferViews?.[view];
    const last = old && json.bufferViews.every(other => other === old || (other.byteOffset ?? 0) + other.byteLength <= (old.byteOffset ?? 0));
    if (json.extensions)
        delete json.extensions[EXTENSION];
    json.extensionsUsed = json.extensionsUsed?.filter(name => name !== EXTENSION);
    for (const name of ["extensions", "extensionsUsed"]) // empty ones are not allowed
        if (json[name] && Object.keys(json[name]).length === 0)
            delete json[name];
    return last ? [view, old.byteOffset ?? 0] : [json.bufferViews.length, padded(bin.length)];
}

function joined(json, bin, at, data) {
    const text = new TextEncoder().encode(JSON.stringify(json)), jsonSize = padded(text.length), binSize = padded(at + data.byteLength);
    const out = new Uint8Array(HEADER + 2 * CHUNK + jsonSize + binSize), view = new DataView(out.buffer);
    [0x46546c67, 2, out.length, jsonSize, 0x4e4f534a].forEach((word, i) => view.setUint32(4 * i, word, true));
    out.fill(0x20, HEADER + CHUNK, HEADER + CHUNK + jsonSize);
    out.set(text, HEADER + CHUNK);
    const begin = HEADER + CHUNK + jsonSize;
    view.setUint32(begin, binSize, true);
    view.setUint32(begin + 4, 0x004e4942, true);
    out.set(bin.subarray(0, Math.min(at, bin.length)), begin + CHUNK);
    out.set(new Uint8Array(data.buffer), begin + CHUNK + at);
    return out;
}

// list: [{ mesh, primitive, values }], a number a vertex; of a primitive that several nodes show, the first counts.
export function paintedGlb(file, name, list) {
    const json = structuredClone(file.json), [view, at] = takeAsset(json, file.bin), seen = new Set();
    const wanted = list.filter(({ mesh, primitive }) => !seen.has(`${mesh} ${primitive}`) && seen.add(`${mesh} ${primitive}`));
    const data = new Float32Array(wanted.reduce((sum, { values }) => sum + values.length, 0));
    let from = 0;
    for (const { mesh, primitive, values } of wanted) {
        data.set(values, from);
        json.meshes[mesh].primitives[primitive].attributes[name] = json.accessors.length;
        json.accessors.push({ bufferView: view, byteOffset: 4 * from, componentType: 5126, count: values.length, type: "SCALAR" });
        from += values.length;
    }
    json.bufferViews[view] = { buffer: 0, byteOffset: at, byteLength: data.byteLength, target: 34962 };
    json.buffers = [{ ...json.buffers[0], byteLength: at + data.byteLength }];
    return joined(json, file.bin, at, data);
}
