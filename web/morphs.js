// The file's own morph targets: vertices at rest as the weights of the moment have them.
//
// Flesh is added to the shape at rest, so a clip's weights move that shape. Summed on the CPU, and only for meshes
// whose weights have changed: few files have targets, and few of their clips move them.
// SPDX-License-Identifier: MIT
import { readFloats } from "./gltf.js";

export class Morphs {
    // restWeights: of nodes that show a mesh with targets, else null (pose.js); the asset's rest has them already.
    constructor(file, asset, restWeights) {
        this.meshes = [];
        for (let i = 0; file && i < asset.meshCount; ++i) {
            const { mesh, primitive, node, firstVertex, vertexCount } = asset.mesh(i);
            const targets = file.json.meshes?.[mesh]?.primitives[primitive]?.targets ?? [], rest = restWeights[node];
            if (targets.length === 0 || !rest)
                continue;
            const from = 3 * firstVertex, to = from + 3 * vertexCount;
            this.meshes.push({
                node, firstVertex, rest, shown: Float64Array.from(rest),
                places: targets.map(({ POSITION }) => POSITION === undefined ? null : readFloats(file, POSITION, 3)),
                normals: targets.map(({ NORMAL }) => NORMAL === undefined ? null : readFloats(file, NORMAL, 3)),
                base: [asset.array("positions").slice(from, to), asset.array("normals").slice(from, to)],
                sum: [new Float32Array(3 * vertexCount), new Float32Array(3 * vertexCount)],
            });
        }
    }

    // What a hand can set: [{ name, node, target }] of the file's own targets, but for those that parts show by themselves.
    static listed(file, { restWeights, sculpted }) {
        return restWeights.flatMap((weights, node) => !weights ? [] : Array.from(weights, (_, target) => ({
            node, target, name: file.json.meshes[file.json.nodes[node].mesh].extras?.targetNames?.[target] ?? `Shape ${target + 1}`,
        }))).filter(one => !sculpted.some(({ node, target }) => node === one.node && target === one.target));
    }

    // What was written is gone: all of it is written anew.
    forget() {
        for (const { shown } of this.meshes)
            shown.fill(NaN);
    }

    // Calls `write(firstVertex, positions, normals)` for every mesh whose weights have changed since the last time.
    update(weights, write) {
        for (let m = 0; m < this.meshes.length; ++m) {
            const mesh = this.meshes[m], now = weights[mesh.node];
            if (!differ(now, mesh.shown))
                continue;
            mesh.shown.set(now);
            addTargets(mesh.places, mesh, mesh.base[0], mesh.sum[0]);
            addTargets(mesh.normals, mesh, mesh.base[1], mesh.sum[1]);
            write(mesh.firstVertex, mesh.sum[0], mesh.sum[1]);
        }
    }
}

function differ(a, b) {
    for (let i = 0; i < a.length; ++i)
        if (a[i] !== b[i])
            return true;
    return false;
}

function addTargets(targets, { shown, rest }, base, sum) {
    sum.set(base);
    for (let t = 0; t < targets.length; ++t) {
        const amount = shown[t] - rest[t], target = targets[t];
        for (let i = 0; target && amount !== 0 && i < sum.length; ++i)
            sum[i] += amount * target[i];
    }
}
