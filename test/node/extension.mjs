// Files with SUPPLE_soft_body beside docs/extension.md: its schema, and its rules in the order of that page. node extension.mjs FILE.glb...
//
// Files that break a rule are made of the first one, to see that this reader would notice.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { readGlb } from "../../web/gltf.js";

const NAME = "SUPPLE_soft_body", validate = new Ajv({ strict: true }).compile(JSON.parse(readFileSync(new URL("../../docs/schema/glTF.SUPPLE_soft_body.schema.json", import.meta.url), "utf8")));
let failed = 0;
function law(name, trouble) {
    failed += trouble ? 1 : 0;
    console.log(trouble ? `FAILED ${name}: ${trouble}` : `ok ${name}`);
}

// Mesh records and the count of bones of a block, by docs/format.md: sections of kind 8 and 4.
function readBlock(block) {
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength), sections = new Map();
    for (let at = 32, left = view.getUint32(12, true); left > 0; --left, at += 24)
        sections.set(view.getUint32(at, true), { count: Number(view.getBigUint64(at + 8, true)), offset: Number(view.getBigUint64(at + 16, true)) });
    const { count, offset } = sections.get(8);
    const meshes = Array.from({ length: count }, (_, i) => {
        const [mesh, primitive, node, , vertexCount] = Array.from({ length: 7 }, (_, k) => view.getInt32(offset + 28 * i + 4 * k, true));
        return { mesh, primitive, node, vertexCount };
    });
    return { meshes, bones: sections.get(4).count };
}

// What is wrong with a file by the page, or "".
function wrong({ json, bin }, fileOffset) {
    const found = json.extensions?.[NAME];
    if (!json.extensionsUsed?.includes(NAME) || json.extensionsRequired?.includes(NAME))
        return "not in extensionsUsed alone";
    if (!validate(found))
        return `schema: ${validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join(", ")}`;
    const view = json.bufferViews[found.bufferView];
    if (!view || view.buffer !== 0 || json.buffers[0].uri !== undefined || view.byteStride !== undefined || view.target !== undefined)
        return "its view is not a bare one of the BIN chunk";
    if (json.accessors.some(({ bufferView }) => bufferView === found.bufferView))
        return "an accessor refers to its view";
    const start = view.byteOffset ?? 0, block = bin.slice(start, start + view.byteLength);
    if ((fileOffset + start) % 16 !== 0)
        return "the block is not at a multiple of 16 of the file";
    const { meshes, bones } = readBlock(block), skins = new Set(), nodes = new Set();
    let count = 0;
    for (const { mesh, primitive, node, vertexCount } of meshes) {
        const accessor = json.accessors[json.meshes[mesh]?.primitives[primitive]?.attributes.POSITION];
        if (json.nodes[node]?.mesh !== mesh || accessor?.count !== vertexCount)
            return `mesh record of node ${node}, mesh ${mesh}, primitive ${primitive} is not of this file`;
        const { skin } = json.nodes[node], seen = skin === undefined ? nodes : skins, key = skin ?? node;
        count += seen.has(key) ? 0 : skin === undefined ? 1 : json.skins[skin].joints.length;
        seen.add(key);
    }
    return count === bones ? "" : `${count} bones in the file, ${bones} in the block`;
}

const files = process.argv.slice(2);
for (const file of files) {
    const bytes = readFileSync(file), glb = readGlb(bytes), fileOffset = 20 + bytes.readUInt32LE(12) + 8;
    law(`${basename(file)} keeps schema and rules`, wrong(glb, fileOffset));
}

const bytes = readFileSync(files[0]), fileOffset = 20 + bytes.readUInt32LE(12) + 8;
const broken = change => {
    const { json, bin } = readGlb(bytes), copy = structuredClone(json);
    change(copy, copy.extensions[NAME], copy.bufferViews[copy.extensions[NAME].bufferView]);
    return wrong({ json: copy, bin }, fileOffset);
};
for (const [what, change, pattern] of [
    ["a view that is a text", (_, own) => (own.bufferView = "7"), /schema: .*integer/],
    ["no view", (_, own) => delete own.bufferView, /schema: .*required/],
    ["a word more", (_, own) => (own.stiffness = 1), /schema: .*additional/],
    ["a required extension", json => (json.extensionsRequired = [NAME]), /extensionsUsed alone/],
    ["a stride", (_, own, view) => (view.byteStride = 4), /bare/],
    ["another buffer", (json, own, view) => { json.buffers.push({ byteLength: 4, uri: "x.bin" }); view.buffer = 1; }, /bare/],
    ["an accessor over it", (json, own) => json.accessors.push({ bufferView: own.bufferView }), /accessor refers/],
    ["another count of vertices", json => json.meshes.forEach(({ primitives }) => primitives.forEach(({ attributes }) => --json.accessors[attributes.POSITION].count)), /not of this file/],
    ["another node", json => json.nodes.unshift({}), /not of this file/],
    ["an unaligned block", (_, own, view) => (view.byteOffset -= 4), /multiple of 16/]])
    law(`${what} is found`, pattern.test(broken(change)) ? "" : `"${broken(change)}"`);
process.exit(failed ? 1 : 0);
