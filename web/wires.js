// The edges of triangles, each once.
// SPDX-License-Identifier: MIT
import { makeBuffer } from "./gl.js";

function listEdges(triangles) {
    const seen = new Set(), out = [];
    for (let i = 0; i < triangles.length; ++i) {
        const a = triangles[i], b = triangles[i % 3 === 2 ? i - 2 : i + 1], key = Math.min(a, b) * 0x4000000 + Math.max(a, b);
        if (!seen.has(key))
            out.push(a, b);
        seen.add(key);
    }
    return new Uint32Array(out);
}

export class Wires {
    constructor(gl, triangles) {
        const edges = listEdges(triangles);
        Object.assign(this, { gl, buffer: makeBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, edges), count: edges.length });
    }

    // program: one that needs places only.
    draw(slots, { program, at }, camera) {
        const { gl } = this;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.camera, false, camera.both);
        gl.uniform4f(at.ink, 0, 0, 0, 0.3);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        for (const slot of slots)
            if (slot.shown) {
                gl.bindVertexArray(slot.array);
                gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffer);
                gl.uniform3fv(at.offset, slot.offset);
                gl.drawElements(gl.LINES, this.count, gl.UNSIGNED_INT, 0);
            }
        gl.disable(gl.BLEND);
        gl.bindVertexArray(null);
    }
}
