// Moves and skins the vertices of a body on the GPU, once a frame, by gpu/supple.glsl.
// SPDX-License-Identifier: MIT
import { addAttribute, bindNearest, makeBuffer, makeProgram, tableForm, uploadTable } from "./gl.js";
import { LIGHT_UNITS } from "./lighting.js";
import { flexFragment, flexMain } from "./shaders.js";

const UNITS = { supple_shapes: 0, supple_bends: 1, supple_rows: 2, supple_parts: 3, palette: 4 };
const ROWS_WIDE = 2048; // as gpu/README.md has it
export const FLEX_BYTES = 28; // place and amount, normal
const LIT_BYTES = 24;         // behind them, what arrives at the front and at the back

export class Flex {
    // lighting: of an asset that was baked with light; or null.
    constructor(gl, asset, glsl, lighting) {
        Object.assign(this, { gl, asset, lighting, bytes: FLEX_BYTES + (lighting ? LIT_BYTES : 0) });
        const defines = (asset.shapes.bits === 32 ? "#define SUPPLE_FLOAT_SHAPES\n" : "") +
            (asset.bends?.bits === 32 ? "#define SUPPLE_FLOAT_BENDS\n" : "") + (lighting ? "#define LIT\n" : "");
        this.program = makeProgram(gl, `#version 300 es\n${defines}${glsl}${flexMain}`, flexFragment,
                                   ["place", "facing", ...lighting ? ["front", "back"] : []]);
        gl.useProgram(this.program.program);
        for (const [name, unit] of Object.entries(UNITS))
            gl.uniform1i(this.program.at[name], unit);
        if (lighting)
            this.prepareLight();
        this.textures = [
            this.table(0, asset.shapes),
            this.table(1, asset.bends ?? { width: 1, height: 1, bits: 16, texels: new Int16Array(4) }),
            this.floats(2, Math.min(asset.coordCount, ROWS_WIDE), Math.ceil(asset.coordCount / ROWS_WIDE)),
            this.parts(3),
            this.floats(4, 4, asset.boneCount),
        ];
        const whole = Math.ceil(asset.coordCount / ROWS_WIDE) * Math.min(asset.coordCount, ROWS_WIDE);
        this.padded = asset.coordCount > ROWS_WIDE ? new Float32Array(4 * whole) : null;
        this.attributes();
    }

    table(unit, table) {
        const { gl } = this, texture = gl.createTexture();
        bindNearest(gl, unit, gl.TEXTURE_2D_ARRAY, texture);
        gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, tableForm(gl, table), table.width, Math.min(table.height, 2048),
                        Math.ceil(table.height / 2048));
        uploadTable(gl, table);
        return texture;
    }

    prepareLight() {
        const { gl, program: { at }, lighting } = this;
        for (const [name, unit] of Object.entries(LIGHT_UNITS))
            gl.uniform1i(at[name], unit);
        gl.uniform1ui(at.supple_point_count, lighting.slot(0).light.info.pointCount);
    }

    floats(unit, width, height) {
        const { gl } = this, texture = gl.createTexture();
        bindNearest(gl, unit, gl.TEXTURE_2D, texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, height);
        return texture;
    }

    parts(unit) {
        const { gl, asset } = this, texture = gl.createTexture();
        bindNearest(gl, unit, gl.TEXTURE_2D, texture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, 2, asset.partCount, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, asset.partRows());
        return texture;
    }

    attributes() {
        const { gl, asset } = this, n = asset.vertexCount, per = asset.influenceCount;
        const at = name => gl.getAttribLocation(this.program.program, name);
        this.vertices = gl.createVertexArray();
        gl.bindVertexArray(this.vertices);
        this.rest = addAttribute(gl, at("rest"), asset.array("positions").slice(), 3);
        this.restNormal = addAttribute(gl, at("restNormal"), asset.array("normals").slice(), 3);
        for (const name of ["links", "bendLinks"]) {
            const links = new Uint32Array(4 * n).fill(0xffffffff), from = asset.array(name);
            for (let layer = 0; layer < asset.layerCount; ++layer)
                for (let i = 0; i < n; ++i)
                    links[4 * i + layer] = from[layer * n + i];
            addAttribute(gl, at(name), links, 4);
        }
        if (this.lighting)
            addAttribute(gl, at("points"), this.lighting.slot(0).light.points, 2);
        const joints = asset.array("joints")?.slice(), weights = asset.array("weights")?.slice();
        if (per >= 4) {
            addAttribute(gl, at("joints"), joints, 4, 2 * per);
            addAttribute(gl, at("weights"), weights, 4, 4 * per);
        }
        if (per >= 8) {
            addAttribute(gl, at("jointsMore"), joints, 4, 2 * per, 8);
            addAttribute(gl, at("weightsMore"), weights, 4, 4 * per, 16);
        }
        this.loose = ["joints", "weights", "jointsMore", "weightsMore"].map(at);
        gl.bindVertexArray(null);
    }

    // Another shape at rest, from a vertex on.
    setRest(firstVertex, positions, normals) {
        const { gl } = this;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.rest);
        gl.bufferSubData(gl.ARRAY_BUFFER, 12 * firstVertex, positions);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.restNormal);
        gl.bufferSubData(gl.ARRAY_BUFFER, 12 * firstVertex, normals);
    }

    // A buffer for the outcome.
    buffer() {
        return makeBuffer(this.gl, this.gl.ARRAY_BUFFER, this.asset.vertexCount * this.bytes, this.gl.DYNAMIC_COPY);
    }

    run(rows, palette, into) {
        const { gl, asset } = this, n = asset.coordCount;
        gl.useProgram(this.program.program);
        for (let unit = 0; unit < 5; ++unit) {
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(unit < 2 ? gl.TEXTURE_2D_ARRAY : gl.TEXTURE_2D, this.textures[unit]);
        }
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 4, asset.boneCount, gl.RGBA, gl.FLOAT, palette);
        gl.activeTexture(gl.TEXTURE0 + UNITS.supple_rows);
        if (this.padded)
            this.padded.set(rows);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, Math.min(n, ROWS_WIDE), Math.ceil(n / ROWS_WIDE), gl.RGBA, gl.FLOAT,
                         this.padded ?? rows);
        if (asset.influenceCount < 8) { // attributes without an array: constants, which are the context's
            gl.vertexAttribI4ui(this.loose[2], 0, 0, 0, 0);
            gl.vertexAttrib4f(this.loose[3], 0, 0, 0, 0);
        }
        if (asset.influenceCount < 4) {
            gl.vertexAttribI4ui(this.loose[0], 0, 0, 0, 0);
            gl.vertexAttrib4f(this.loose[1], 1, 0, 0, 0);
        }
        gl.bindVertexArray(this.vertices);
        gl.bindBuffer(gl.ARRAY_BUFFER, null);
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, into);
        gl.enable(gl.RASTERIZER_DISCARD);
        gl.beginTransformFeedback(gl.POINTS);
        gl.drawArrays(gl.POINTS, 0, asset.vertexCount);
        gl.endTransformFeedback();
        gl.disable(gl.RASTERIZER_DISCARD);
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
        gl.bindVertexArray(null);
    }
}
