// The swimmer dressed: a shirt on a second skin and a hat without one, both with morph targets of their own that
// the first clip moves. node dressed.mjs SWIMMER.glb OUT.glb
//
// The second skin lists its joints backwards, so who takes one palette for both shows a knot.
// SPDX-License-Identifier: MIT
import { readFileSync, writeFileSync } from "node:fs";
import { readFloats, readGlb } from "../../web/gltf.js";

const LOW = 0.85, HIGH = 1.25, OFF = 0.006; // metres: what of the body the shirt covers, and how far it is off it
const file = readGlb(readFileSync(process.argv[2])), { json } = file, pieces = [Buffer.from(file.bin)];
let length = file.bin.length;

function accessor(values, type) {
    const pad = (4 - length % 4) % 4, bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type], kind = values.constructor;
    pieces.push(Buffer.alloc(pad), bytes);
    json.bufferViews.push({ buffer: 0, byteOffset: length + pad, byteLength: bytes.length });
    length += pad + bytes.length;
    const range = f => Array.from({ length: width }, (_, k) => f(...values.filter((_, i) => i % width === k)));
    json.accessors.push({ bufferView: json.bufferViews.length - 1, type, count: values.length / width,
                          componentType: kind === Float32Array ? 5126 : kind === Uint16Array ? 5123 : 5125,
                          ...(type === "VEC3" || type === "SCALAR" ? { min: range(Math.min), max: range(Math.max) } : {}) });
    return json.accessors.length - 1;
}

function add(list, entry) {
    (json[list] ??= []).push(entry);
    return json[list].length - 1;
}

// ---- the shirt -------------------------------------------------------------------------

const shown = json.nodes.findIndex(node => node.mesh !== undefined), [body] = json.meshes[json.nodes[shown].mesh].primitives;
const positions = readFloats(file, body.attributes.POSITION, 3), normals = readFloats(file, body.attributes.NORMAL, 3);
const joints = readFloats(file, body.attributes.JOINTS_0, 4), weights = readFloats(file, body.attributes.WEIGHTS_0, 4);
const indices = readFloats(file, body.indices, 1), skin = json.skins[json.nodes[shown].skin], bones = skin.joints.length;

const place = new Map(), faces = [];
for (let i = 0; i < indices.length; i += 3) {
    const corners = [...indices.slice(i, i + 3)];
    if (corners.some(v => positions[3 * v + 1] < LOW || positions[3 * v + 1] > HIGH))
        continue;
    faces.push(...corners.map(v => place.get(v) ?? (place.set(v, place.size), place.size - 1)));
}
const taken = [...place.keys()], three = from => taken.flatMap(v => [...from.slice(3 * v, 3 * v + 3)]);
const four = from => taken.flatMap(v => [...from.slice(4 * v, 4 * v + 4)]);
const carried = four(weights), out = three(normals), wide = Float32Array.from(out, x => 0.02 * x);
const inverse = readFloats(file, skin.inverseBindMatrices, 16), backwards = Array.from({ length: bones }, (_, i) => bones - 1 - i);
const shirt = add("meshes", { name: "Shirt", extras: { targetNames: ["wide"] }, weights: [0.25], primitives: [{
    attributes: { POSITION: accessor(Float32Array.from(three(positions), (x, i) => x + OFF * out[i]), "VEC3"),
                  NORMAL: accessor(Float32Array.from(out), "VEC3"), WEIGHTS_0: accessor(Float32Array.from(carried), "VEC4"),
                  JOINTS_0: accessor(Uint16Array.from(four(joints), (j, i) => (carried[i] > 0 ? bones - 1 - j : 0)), "VEC4") },
    indices: accessor(Uint32Array.from(faces), "SCALAR"), targets: [{ POSITION: accessor(wide, "VEC3") }] }] });
const second = add("skins", { name: "backwards", joints: backwards.map(i => skin.joints[i]),
    inverseBindMatrices: accessor(Float32Array.from(backwards.flatMap(i => [...inverse.slice(16 * i, 16 * i + 16)])), "MAT4") });
const shirtNode = add("nodes", { name: "Shirt", mesh: shirt, skin: second });
json.scenes[json.scene ?? 0].nodes.push(shirtNode);

// ---- the hat ---------------------------------------------------------------------------

const corners = Array.from({ length: 8 }, (_, i) => [i & 1 ? 0.1 : -0.1, i & 2 ? 0.3 : 0.2, i & 4 ? 0.1 : -0.1]);
const quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
const hat = add("meshes", { name: "Hat", primitives: [{
    attributes: { POSITION: accessor(Float32Array.from(corners.flat()), "VEC3") },
    indices: accessor(Uint16Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])), "SCALAR"),
    targets: [{ POSITION: accessor(Float32Array.from(corners.flatMap(([, y]) => [0, y > 0.25 ? 0.2 : 0, 0])), "VEC3") }] }] });
const hatNode = add("nodes", { name: "Hat", mesh: hat });
(json.nodes[json.nodes.findIndex(node => node.name === "head")].children ??= []).push(hatNode);

// ---- their clip ------------------------------------------------------------------------

const [clip] = json.animations, times = accessor(Float32Array.of(0, 0.3, 0.6), "SCALAR");
for (const [node, values] of [[shirtNode, [0.25, 1, 0]], [hatNode, [0, 0.5, 1]]]) {
    clip.samplers.push({ input: times, output: accessor(Float32Array.from(values), "SCALAR") });
    clip.channels.push({ sampler: clip.samplers.length - 1, target: { node, path: "weights" } });
}

json.buffers = [{ byteLength: length }];
const text = Buffer.from(JSON.stringify(json)), head = Buffer.alloc(20), chunk = Buffer.alloc(8);
const padded = Buffer.concat([text, Buffer.alloc((4 - text.length % 4) % 4, 0x20)]);
const bin = Buffer.concat([...pieces, Buffer.alloc((4 - length % 4) % 4)]);
head.writeUInt32LE(0x46546c67, 0), head.writeUInt32LE(2, 4), head.writeUInt32LE(28 + padded.length + bin.length, 8);
head.writeUInt32LE(padded.length, 12), head.writeUInt32LE(0x4e4f534a, 16);
chunk.writeUInt32LE(bin.length, 0), chunk.writeUInt32LE(0x004e4942, 4);
writeFileSync(process.argv[3], Buffer.concat([head, padded, chunk, bin]));
