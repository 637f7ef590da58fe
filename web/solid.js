// Balls, boxes and capsules that bodies bump into, drawn as bodies are: a buffer of places and normals.
// SPDX-License-Identifier: MIT
import { FLEX_BYTES } from "./flex.js";
import { addAttribute, makeBuffer } from "./gl.js";

const ROUND = 32, HIGH = 12; // faces round, and from the middle to a pole
const FLOATS = FLEX_BYTES / 4;

// A ball whose upper and lower half are `half` apart: [x, y, z] of a unit ball, and which half.
function roundPoints() {
    const points = [];
    for (let row = -HIGH; row <= HIGH + 1; ++row) { // the middle twice: once for each half
        const up = row > 0, lift = (up ? row - 1 : row) * Math.PI / 2 / HIGH;
        for (let k = 0; k <= ROUND; ++k) {
            const turn = 2 * Math.PI * k / ROUND;
            points.push([Math.cos(lift) * Math.cos(turn), Math.sin(lift), Math.cos(lift) * Math.sin(turn), up ? 1 : -1]);
        }
    }
    const triangles = [];
    for (let row = 0; row < 2 * HIGH + 1; ++row)
        for (let k = 0; k < ROUND; ++k) {
            const a = row * (ROUND + 1) + k, b = a + ROUND + 1;
            triangles.push(a, b, a + 1, a + 1, b, b + 1);
        }
    return { points, triangles };
}

// { place, normal } of every vertex, in the shape's own axes.
function outline({ kind, radius = 0, half = [0, 0, 0] }) {
    if (kind === "box") {
        const vertices = [], triangles = [];
        for (let face = 0; face < 6; ++face) {
            const axis = face >> 1, side = face & 1 ? 1 : -1, [u, v] = [(axis + 1) % 3, (axis + 2) % 3], first = vertices.length;
            for (let corner = 0; corner < 4; ++corner) {
                const place = [0, 0, 0], normal = [0, 0, 0];
                place[axis] = side * half[axis];
                place[u] = (corner & 1 ? 1 : -1) * half[u];
                place[v] = (corner & 2 ? 1 : -1) * half[v];
                normal[axis] = side;
                vertices.push({ place, normal });
            }
            triangles.push(...(side > 0 ? [0, 1, 2, 2, 1, 3] : [0, 2, 1, 1, 2, 3]).map(i => first + i));
        }
        return { vertices, triangles };
    }
    const { points, triangles } = roundPoints(), apart = kind === "capsule" ? half[1] : 0;
    return { triangles, vertices: points.map(([x, y, z, side]) => ({ place: [radius * x, radius * y + side * apart, radius * z], normal: [x, y, z] })) };
}

export class Solid {
    constructor(gl, shape, color, pictures) {
        const { vertices, triangles } = outline(shape), n = vertices.length;
        Object.assign(this, { gl, shape, vertices, pictures, shown: true, offset: new Float32Array(3), triangleCount: triangles.length / 3 });
        this.meshes = [{ firstTriangle: 0, triangleCount: this.triangleCount,
                         material: { color: [...color, 1], roughness: 0.55, metallic: 0, glow: [0, 0, 0], alpha: "OPAQUE", bothSides: true } }];
        this.data = new Float32Array(FLOATS * n);
        this.array = gl.createVertexArray();
        gl.bindVertexArray(this.array);
        this.buffer = makeBuffer(gl, gl.ARRAY_BUFFER, this.data, gl.DYNAMIC_DRAW);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 4, gl.FLOAT, false, FLEX_BYTES, 0);
        gl.enableVertexAttribArray(1);
        gl.vertexAttribPointer(1, 3, gl.FLOAT, false, FLEX_BYTES, 16);
        addAttribute(gl, 2, new Float32Array(2 * n), 2);
        addAttribute(gl, 3, new Float32Array(4 * n).fill(1), 4);
        addAttribute(gl, 4, new Float32Array(4 * n).fill(0.6), 4);
        gl.bindVertexArray(null);
        this.triangles = makeBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(triangles));
    }

    // pose: a matrix, column by column, turned and moved.
    move(pose) {
        const { gl, data, vertices } = this;
        for (let i = 0; i < vertices.length; ++i) {
            const { place, normal } = vertices[i];
            for (let k = 0; k < 3; ++k) {
                data[FLOATS * i + k] = pose[k] * place[0] + pose[4 + k] * place[1] + pose[8 + k] * place[2] + pose[12 + k];
                data[FLOATS * i + 4 + k] = pose[k] * normal[0] + pose[4 + k] * normal[1] + pose[8 + k] * normal[2];
            }
        }
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, data);
    }

    release() {
        this.gl.deleteVertexArray(this.array);
        this.gl.deleteBuffer(this.buffer);
        this.gl.deleteBuffer(this.triangles);
    }
}
