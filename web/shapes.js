// Shapes of supple.h in the module's memory: of colliders and of rigid bodies.
//
//   { kind: "box", half: [x, y, z], density }       { kind: "hull", positions }
//   { kind: "heights", heights, columns, rows, half }       { kind: "compound", parts: [{ shape, pose }, ...] }
// SPDX-License-Identifier: MIT

import { known, numbers } from "./argument.js";

export const KINDS = ["plane", "sphere", "capsule", "box", "mesh", "hull", "heights", "compound"];
const SHAPE = ["kind", "radius", "half", "positions", "triangles", "heights", "columns", "rows", "parts", "density", "mass", "friction", "restitution", "sensor", "user"];

// One of the kinds that there are.
export function chosen(kinds, kind, what) {
    if (!kinds.includes(kind))
        throw new TypeError(`There is no ${what} of kind ${JSON.stringify(kind)}: there are ${kinds.join(", ")}.`);
}

// Numbers in memory; every: so many make one thing.
function written(supple, type, values, every, what, buffers) {
    if (!values || values.length === undefined || values.length === 0 || values.length % every !== 0)
        throw new TypeError(`${what} are ${every === 1 ? "numbers" : `${every} numbers each`}, not ${values && values.length !== undefined ? `an array of ${values.length}` : values}.`);
    const at = supple.allocate(4 * values.length);
    buffers.push(at);
    supple.view(type, at, values.length).set(values);
    return at;
}

// Fills the struct at `at`; arrays of it are added to `buffers`, which the caller gives back.
export function writeShape(supple, at, shape, what, buffers) {
    const { kind, positions, triangles, heights, parts, user, half, ...sizes } = known(shape, SHAPE, what), { layout } = supple;
    chosen(KINDS, kind, what.toLowerCase().replace(/^an? /, ""));
    const fields = { kind: KINDS.indexOf(kind), half: half === undefined ? undefined : numbers(half, 3, "half"), ...sizes };
    if (kind === "mesh" || kind === "hull")
        Object.assign(fields, { positions: written(supple, Float32Array, positions, 3, "Positions", buffers), vertexCount: positions.length / 3 });
    if (kind === "mesh")
        Object.assign(fields, { triangles: written(supple, Uint32Array, triangles, 3, "Triangles", buffers), triangleCount: triangles.length / 3 });
    if (kind === "heights") {
        if (heights?.length !== shape.columns * shape.rows)
            throw new TypeError(`A height field of ${shape.columns} columns and ${shape.rows} rows has ${shape.columns * shape.rows} heights, not ${heights?.length}.`);
        fields.heights = written(supple, Float32Array, heights, 1, "Heights", buffers);
    }
    if (kind === "compound")
        Object.assign(fields, { parts: writeParts(supple, parts, buffers), partCount: parts.length });
    supple.c.supple_shape_default(at, fields.kind);
    layout.write("supple_shape", at, fields);
    return at;
}

function writeParts(supple, parts, buffers) {
    if (!Array.isArray(parts) || parts.length === 0)
        throw new TypeError("A compound has parts: [{ shape, pose }, ...].");
    const { layout } = supple, size = layout.size("supple_shape_part"), at = supple.allocate(size * parts.length);
    buffers.push(at);
    parts.forEach((part, i) => {
        const { shape, pose } = known(part, ["shape", "pose"], "A part of a compound"), to = at + i * size;
        writeShape(supple, to + layout.offset("supple_shape_part", "shape"), shape, "A part of a compound", buffers);
        layout.write("supple_shape_part", to, { pose: numbers(pose, 16, "A pose") });
    });
    return at;
}

// What is wrong with a shape that was written, as a sentence; null: nothing that can be told.
export function wrongShape(supple, at, rigid) {
    const text = supple.c.supple_shape_wrong(at, rigid ? 1 : 0);
    return text === 0 ? null : supple.text(text);
}
