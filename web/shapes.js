// Shapes of supple.h in the module's memory: of colliders and of rigid bodies.
//
//   { kind: "box", half: [x, y, z], density }       { kind: "hull", positions }
//   { kind: "heights", heights, columns, rows, half }       { kind: "compound", parts: [{ shape, pose }, ...] }
// SPDX-License-Identifier: MIT

import { ANYTHING, FLAG, POSE, VECTOR, demand, fields, number, oneOf, options, told, whole } from "./argument.js";

export const KINDS = ["plane", "sphere", "capsule", "box", "mesh", "hull", "heights", "compound"];
const SHAPE = options({ kind: oneOf(KINDS), radius: number(), half: VECTOR, positions: ANYTHING, triangles: ANYTHING, heights: ANYTHING, columns: whole(2, 65536), rows: whole(2, 65536),
                        parts: ANYTHING, density: number(), mass: number(), friction: number(), restitution: number(), sensor: FLAG, user: ANYTHING });
const PIECE = fields({ shape: ANYTHING, pose: POSE });

// Numbers in memory; every: so many make one thing.
function written(supple, type, values, every, what, buffers) {
    if (values === null || typeof values !== "object" || !(values.length > 0) || values.length % every !== 0)
        throw new TypeError(`${what} are ${every === 1 ? "numbers" : `${every} numbers each`}, not ${told(values)}.`);
    for (let i = 0; i < values.length; ++i)
        if (!Number.isFinite(values[i]))
            throw new RangeError(`${what} have ${told(values[i])} at index ${i}: they are to be finite numbers.`);
    const at = supple.allocate(4 * values.length);
    buffers.push(at);
    supple.view(type, at, values.length).set(values);
    return at;
}

// Fills the struct at `at`; arrays of it are added to `buffers`, which the caller gives back. what: call and argument, for who reads what is wrong.
export function writeShape(supple, at, shape, what, buffers) {
    const { kind, positions, triangles, heights, parts, user, ...sizes } = demand(SHAPE, shape, null, what), { layout } = supple;
    demand(oneOf(KINDS), kind, null, `${what}.kind`);
    const values = { ...sizes, kind: KINDS.indexOf(kind) };
    if (kind === "mesh" || kind === "hull")
        Object.assign(values, { positions: written(supple, Float32Array, positions, 3, `${what}.positions`, buffers), vertexCount: positions.length / 3 });
    if (kind === "mesh")
        Object.assign(values, { triangles: written(supple, Uint32Array, triangles, 3, `${what}.triangles`, buffers), triangleCount: triangles.length / 3 });
    if (kind === "heights") {
        if (heights?.length !== shape.columns * shape.rows)
            throw new TypeError(`${what}.heights of ${shape.columns} columns and ${shape.rows} rows are ${shape.columns * shape.rows} numbers, not ${told(heights)}.`);
        values.heights = written(supple, Float32Array, heights, 1, `${what}.heights`, buffers);
    }
    if (kind === "compound")
        Object.assign(values, { parts: writeParts(supple, parts, what, buffers), partCount: parts.length });
    supple.c.supple_shape_default(at, values.kind);
    layout.write("supple_shape", at, values);
    return at;
}

function writeParts(supple, parts, what, buffers) {
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > 64)
        throw new TypeError(`${what}.parts of a compound are 1 to 64 of { shape, pose }, not ${told(parts)}.`);
    const { layout } = supple, size = layout.size("supple_shape_part"), at = supple.allocate(size * parts.length);
    buffers.push(at);
    parts.forEach((part, i) => {
        const { shape, pose } = demand(PIECE, part, null, `${what}.parts[${i}]`), to = at + i * size;
        if (shape?.kind === "compound")
            throw new TypeError(`${what}.parts[${i}].shape is a compound: parts of one are convex.`);
        writeShape(supple, to + layout.offset("supple_shape_part", "shape"), shape, `${what}.parts[${i}].shape`, buffers);
        layout.write("supple_shape_part", to, { pose });
    });
    return at;
}

// What is wrong with a shape that was written, as a sentence; null: nothing that can be told.
export function wrongShape(supple, at, rigid) {
    const text = supple.c.supple_shape_wrong(at, rigid ? 1 : 0);
    return text === 0 ? null : supple.text(text);
}
