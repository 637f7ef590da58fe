// Reads what the page needs of a GLB: nodes, skins, clips, materials, pictures, attributes of meshes.
//
// libsupple checks its own block; this file is the page's, so what is wrong here throws a sentence too.
// Files are those that `supple bake` writes, which resolves outside buffers and keeps all else as it came.
// SPDX-License-Identifier: MIT

const GLB_MAGIC = 0x46546c67, CHUNK_JSON = 0x4e4f534a, CHUNK_BIN = 0x004e4942;
const COMPONENTS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const LARGEST = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
const MOST = 2 ** 26; // numbers of an accessor, also of one that takes no bytes of the file

export class GltfError extends Error {}

export function isGlb(bytes) {
    return bytes.length >= 12 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === GLB_MAGIC;
}

// { json, bin }: the parsed JSON and the bytes of the BIN chunk.
export function readGlb(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (bytes.length < 20 || view.getUint32(8, true) > bytes.length)
        throw new GltfError("The file is cut off: its header promises more bytes than there are.");
    let json = null, bin = new Uint8Array(0);
    for (let at = 12; at + 8 <= bytes.length;) {
        const size = view.getUint32(at, true), kind = view.getUint32(at + 4, true);
        if (size > bytes.length - at - 8)
            throw new GltfError("The file is cut off: a chunk is longer than what is left.");
        const chunk = bytes.subarray(at + 8, at + 8 + size);
        if (kind === CHUNK_JSON)
            json = parseJson(chunk);
        else if (kind === CHUNK_BIN)
            bin = chunk;
        at += 8 + size + (4 - size % 4) % 4;
    }
    if (json === null)
        throw new GltfError("The file has no description of its scene.");
    return { json, bin };
}

function parseJson(chunk) {
    try {
        return JSON.parse(new TextDecoder().decode(chunk));
    } catch {
        throw new GltfError("The file's description of its scene is damaged.");
    }
}

// Bytes of a buffer view.
export function viewBytes({ json, bin }, index) {
    const view = json.bufferViews?.[index];
    const from = view?.byteOffset ?? 0, size = view?.byteLength ?? 0;
    if (!view || from + size > bin.length)
        throw new GltfError(`Buffer view ${index} lies outside of the file.`);
    return bin.subarray(from, from + size);
}

// An accessor as floats, normalised integers as fractions; `width` numbers an element (fewer are filled with `fill`).
export function readFloats(file, index, width, fill = 0) {
    const a = file.json.accessors?.[index];
    if (!a || !COMPONENTS[a.componentType] || !WIDTHS[a.type])
        throw new GltfError(`Accessor ${index} is not there.`);
    if (![a.count, a.sparse?.count ?? 0].every(n => Number.isInteger(n) && n >= 0 && n * width <= MOST))
        throw new GltfError(`Accessor ${index} has a count that cannot be.`);
    const out = new Float32Array(a.count * width).fill(fill);
    if (a.bufferView !== undefined)
        spread(file, a.bufferView, a.byteOffset ?? 0, a, out, width, null);
    if (a.sparse) {
        const at = new Float32Array(a.sparse.count);
        spread(file, a.sparse.indices.bufferView, a.sparse.indices.byteOffset ?? 0,
               { componentType: a.sparse.indices.componentType, type: "SCALAR", count: a.sparse.count }, at, 1, null);
        spread(file, a.sparse.values.bufferView, a.sparse.values.byteOffset ?? 0, { ...a, count: a.sparse.count }, out, width, at);
    }
    return out;
}

// places: where elements go; null: one after another.
function spread(file, viewIndex, offset, { componentType, type, count, normalized }, out, width, places) {
    const bytes = viewBytes(file, viewIndex), kind = COMPONENTS[componentType], n = WIDTHS[type], size = kind.BYTES_PER_ELEMENT;
    const stride = file.json.bufferViews[viewIndex].byteStride ?? n * size;
    if (!(stride >= n * size)) // or a few bytes would be read without an end
        throw new GltfError("The elements of a buffer view overlap.");
    if (!(offset >= 0 && offset + stride * (count - 1) + n * size <= bytes.length) && count > 0)
        throw new GltfError("An accessor lies outside of its buffer view.");
    const view = new DataView(bytes.buffer, bytes.byteOffset), get = `get${kind.name.replace("Array", "")}`;
    const scale = normalized ? 1 / LARGEST[componentType] : 1, most = Math.min(n, width);
    for (let i = 0; i < count; ++i) {
        const to = (places ? places[i] : i) * width, from = offset + stride * i;
        for (let k = 0; k < most; ++k) {
            const number = view[get](from + k * size, true) * scale;
            out[to + k] = normalized && number < -1 ? -1 : number;
        }
    }
}

// [{ name, duration, channels: [{ node, path, times, values, width, interpolation }] }], of translations, rotations, scales and weights.
export function readClips(file) {
    const widths = { translation: 3, rotation: 4, scale: 3 };
    return (file.json.animations ?? []).map((animation, i) => {
        const channels = [];
        for (const { sampler, target } of animation.channels) {
            const { path, node } = target, s = animation.samplers[sampler];
            const width = path === "weights" ? targetCount(file.json, node) : widths[path];
            if (!width || !file.json.nodes?.[node] || !s)
                continue;
            const times = readFloats(file, s.input, 1), values = readFloats(file, s.output, path === "weights" ? 1 : width);
            if (times.length > 0)
                channels.push({ node, path, times, values, width, interpolation: s.interpolation ?? "LINEAR" });
        }
        const duration = channels.reduce((most, c) => Math.max(most, c.times[c.times.length - 1]), 0);
        if (!Number.isFinite(duration))
            throw new GltfError(`Clip ${i + 1} has times that are no numbers.`);
        return { name: animation.name || `clip ${i + 1}`, duration, channels };
    }).filter(clip => clip.channels.length > 0);
}

// Of the mesh that a node shows.
export function targetCount({ nodes, meshes }, node) {
    return meshes?.[nodes?.[node]?.mesh]?.primitives[0]?.targets?.length ?? 0;
}

// What a primitive looks like, with glTF's defaults. Pictures are { image, sampler }, or null; one that lies on other coordinates
// than the first that there is is left out.
export function readMaterial({ json }, index) {
    const m = json.materials?.[index] ?? {}, p = m.pbrMetallicRoughness ?? {};
    const wanted = { base: p.baseColorTexture, relief: m.normalTexture, glowing: m.emissiveTexture, finish: p.metallicRoughnessTexture };
    const coordinates = Object.values(wanted).find(texture => texture)?.texCoord ?? 0;
    const picture = texture => {
        const source = json.textures?.[texture?.index];
        return source?.source === undefined || (texture.texCoord ?? 0) !== coordinates ? null
            : { image: source.source, sampler: json.samplers?.[source.sampler] ?? {} };
    };
    const strength = m.extensions?.KHR_materials_emissive_strength?.emissiveStrength ?? 1;
    return {
        color: p.baseColorFactor ?? [1, 1, 1, 1], roughness: p.roughnessFactor ?? 1, metallic: p.metallicFactor ?? 1,
        pictures: Object.fromEntries(Object.entries(wanted).map(([name, texture]) => [name, picture(texture)])), coordinates,
        relief: m.normalTexture?.scale ?? 1, glow: (m.emissiveFactor ?? [0, 0, 0]).map(x => strength * x),
        bothSides: m.doubleSided ?? false, alpha: m.alphaMode ?? "OPAQUE", cutoff: m.alphaCutoff ?? 0.5,
    };
}

// Decoded pictures, null where one cannot be read: a body without its picture is still worth showing.
export async function readPictures(file, wanted) {
    const pictures = new Map();
    for (const index of wanted) {
        const image = file.json.images?.[index];
        try {
            const blob = new Blob([viewBytes(file, image.bufferView)], { type: image.mimeType });
            pictures.set(index, await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" }));
        } catch {
            pictures.set(index, null);
        }
    }
    return pictures;
}
