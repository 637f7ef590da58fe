// Softness painted by hand: a factor on the stiffness of every vertex, which the bake reads from the file as `paint: _STIFFNESS`.
// SPDX-License-Identifier: MIT
import { readFloats } from "./gltf.js";
import { paintedGlb } from "./glbout.js";

export const PAINT = "_STIFFNESS";
const MOST = 3;         // doublings, either way: eight times as stiff, or an eighth
const FULL_STEP = 0.35;     // doublings a touch, at full strength, in the middle of the brush
const LEAST = 1e-3;     // doublings that count as paint
const SOFT = [0.93, 0.32, 0.25], STIFF = [0.20, 0.42, 0.86], PLAIN = [0.86, 0.85, 0.83];

export class Brush {
    constructor(file, asset) {
        Object.assign(this, { file, asset, effect: "softer", size: 0.06, strength: 0.5 }); // size: of the body's
        this.doublings = new Float32Array(asset.vertexCount); // of the stiffness
        this.colors = new Uint8Array(4 * asset.vertexCount).fill(255);
        this.meshes = Array.from({ length: asset.meshCount }, (_, i) => asset.mesh(i));
        this.read();
        this.color(0, asset.vertexCount);
    }

    // What was painted before.
    read() {
        for (const { mesh, primitive, firstVertex, vertexCount } of this.meshes) {
            const accessor = this.file.json.meshes?.[mesh]?.primitives?.[primitive]?.attributes[PAINT];
            if (accessor === undefined)
                continue;
            const factors = readFloats(this.file, accessor, 1);
            for (let i = 0; i < vertexCount && i < factors.length; ++i)
                this.doublings[firstVertex + i] = Math.min(Math.max(Math.log2(factors[i] || 1), -MOST), MOST);
        }
    }

    // positions: of all vertices as they stand; radius: in their unit.
    touch(positions, place, radius) {
        const { doublings, effect, strength } = this, step = FULL_STEP * strength * (effect === "softer" ? -1 : 1);
        for (let v = 0; v < doublings.length; ++v) {
            const x = positions[3 * v] - place[0], y = positions[3 * v + 1] - place[1], z = positions[3 * v + 2] - place[2];
            const t = 1 - (x * x + y * y + z * z) / (radius * radius);
            if (t <= 0)
                continue;
            const fraction = t * t * (3 - 2 * t), old = doublings[v];
            doublings[v] = effect === "wipe" ? old * (1 - strength * fraction) : Math.min(Math.max(old + step * fraction, -MOST), MOST);
            if (Math.abs(doublings[v]) < LEAST)
                doublings[v] = 0;
            this.color(v, v + 1);
        }
    }

    color(from, to) {
        for (let v = from; v < to; ++v) {
            const amount = this.doublings[v] / MOST, goal = amount < 0 ? SOFT : STIFF, fraction = Math.sqrt(Math.abs(amount));
            for (let k = 0; k < 3; ++k)
                this.colors[4 * v + k] = 255 * (PLAIN[k] + fraction * (goal[k] - PLAIN[k]));
        }
    }

    clean() {
        this.doublings.fill(0);
        this.color(0, this.asset.vertexCount);
    }

    // The parts that paint is on.
    get parts() {
        const out = new Set();
        for (let p = 0; p < this.asset.partCount; ++p)
            if (this.asset.part(p).vertices.some(v => this.doublings[v] !== 0))
                out.add(p);
        return out;
    }

    // The file with the paint in it and without the asset, which another bake puts in.
    glb() {
        return paintedGlb(this.file, PAINT, this.meshes.map(({ mesh, primitive, firstVertex, vertexCount }) => ({
            mesh, primitive, values: Float32Array.from(this.doublings.subarray(firstVertex, firstVertex + vertexCount), x => 2 ** x),
        })));
    }
}
