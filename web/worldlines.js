// What the world of the page takes its things for, in lines over everything: contacts lie where bodies would hide them.
// SPDX-License-Identifier: MIT
const SHOWN = ["colliders", "bounds", "contacts", "joints", "centres", "islands"];

export class WorldLines {
    constructor(gl) {
        Object.assign(this, { gl, array: gl.createVertexArray(), buffer: gl.createBuffer() });
        gl.bindVertexArray(this.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
        gl.bindVertexArray(null);
    }

    // program: one that needs places only. offset: of the world in the picture.
    draw(world, { program, at }, camera, offset) {
        const { gl } = this, { places, colors } = world.lines(SHOWN);
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.camera, false, camera.both);
        gl.uniform3fv(at.offset, offset);
        gl.bindVertexArray(this.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, places, gl.STREAM_DRAW);
        for (let first = 0, next; first < colors.length; first = next) { // lines of one colour follow each other
            for (next = first + 1; next < colors.length && colors[next] === colors[first];)
                ++next;
            gl.uniform4f(at.ink, ...[16, 8, 0].map(bits => (colors[first] >> bits & 255) / 255), 1);
            gl.drawArrays(gl.LINES, 2 * first, 2 * (next - first));
        }
        gl.bindVertexArray(null);
    }
}
