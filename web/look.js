// What the vertices of an asset look like: colours, picture coordinates, materials, a colour for each part.
// SPDX-License-Identifier: MIT
import { readFloats, readMaterial, readPictures } from "./gltf.js";

// Told apart also by those who see few colours: light and dark alternate.
const PART_COLORS = [[0.90, 0.36, 0.30], [0.26, 0.55, 0.85], [0.98, 0.75, 0.28], [0.36, 0.70, 0.46], [0.66, 0.42, 0.80],
                     [0.96, 0.56, 0.68], [0.30, 0.72, 0.76], [0.80, 0.58, 0.38], [0.55, 0.62, 0.20]];
const NO_PART = [0.78, 0.78, 0.80];
const PLAIN = { color: [0.80, 0.62, 0.52, 1], roughness: 0.55, metallic: 0, pictures: {}, coordinates: 0, relief: 0, glow: [0, 0, 0],
                bothSides: true, alpha: "OPAQUE", cutoff: 0 };

export function partColor(index) {
    return PART_COLORS[index % PART_COLORS.length];
}

// { coordinates, colors, parts, meshes: [{ firstTriangle, triangleCount, material }], pictures }
export async function readLook(file, asset) {
    const n = asset.vertexCount, meshes = [];
    const coordinates = new Float32Array(2 * n), colors = new Float32Array(4 * n).fill(1);
    for (let i = 0; i < asset.meshCount; ++i) {
        const { mesh, primitive, firstVertex, vertexCount, firstTriangle, triangleCount } = asset.mesh(i);
        const source = file?.json.meshes?.[mesh]?.primitives?.[primitive];
        const material = source ? readMaterial(file, source.material) : PLAIN;
        const take = (name, width, fill, to) => {
            const accessor = source?.attributes[name];
            if (accessor === undefined)
                return;
            const numbers = readFloats(file, accessor, width, fill);
            if (numbers.length === width * vertexCount)
                to.set(numbers, width * firstVertex);
        };
        take(`TEXCOORD_${material.coordinates}`, 2, 0, coordinates);
        take("COLOR_0", 4, 1, colors);
        if (triangleCount > 0)
            meshes.push({ firstTriangle, triangleCount, material });
    }
    const wanted = new Set(meshes.flatMap(m => Object.values(m.material.pictures)).filter(picture => picture).map(({ image }) => image));
    return { coordinates, colors, parts: partColors(asset), meshes, pictures: file ? await readPictures(file, wanted) : new Map() };
}

// By how many parts claim a vertex; paler where it hardly moves.
function partColors(asset) {
    const n = asset.vertexCount, out = new Uint8Array(4 * n), sum = [0, 0, 0];
    const reach = placeReach(asset), links = asset.array("links"); // the last, because views end when memory grows
    for (let v = 0; v < n; ++v) {
        let all = 0;
        sum.fill(0);
        for (let layer = 0; layer < asset.layerCount; ++layer) {
            const link = links[layer * n + v];
            if (link === 0xffffffff)
                continue;
            const share = reach[link >>> 24][link & 0xffffff], color = partColor(link >>> 24);
            for (let k = 0; k < 3; ++k)
                sum[k] += share * color[k];
            all += share;
        }
        const keep = Math.max(1 - all, 0), scale = 1 / Math.max(all, 1);
        for (let k = 0; k < 3; ++k)
            out[4 * v + k] = 255 * (sum[k] * scale + keep * NO_PART[k]);
        out[4 * v + 3] = 255;
    }
    return out;
}

// How far each place of each part goes, 0 to 1, compared with the one that goes farthest.
function placeReach(asset) {
    const all = [];
    for (let p = 0; p < asset.partCount; ++p) {
        const { firstShape, shapePlaces, coordCount } = asset.part(p), { texels } = asset.shapes, reach = new Float32Array(shapePlaces);
        let most = 0;
        for (let i = 0; i < shapePlaces; ++i) {
            for (let k = 0; k < coordCount; ++k) {
                const at = 3 * (firstShape + k * shapePlaces + i);
                reach[i] += texels[at] ** 2 + texels[at + 1] ** 2 + texels[at + 2] ** 2;
            }
            most = Math.max(most, reach[i]);
        }
        all.push(reach.map(square => Math.min(1.6 * Math.sqrt(square / (most || 1)), 1)));
    }
    return all;
}
