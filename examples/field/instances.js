// Draws many bodies of one asset, an instanced draw call for each level of its mesh: flesh, bones and places are looked up by the vertex shader.
//
// What the GPU gets in a frame: a line of rows for each body (supple_bodies_upload), and eight numbers for each that is in view. Palettes of all
// frames of all clips lie in a texture from the beginning. Colours, light and floor are those of the page of `supple view` (web/shaders.js).
// SPDX-License-Identifier: MIT
import { addAttribute, bindNearest, makeBuffer, makeProgram, makeTarget, tableForm, uploadTable } from "../../web/gl.js";
import { identity, lookAt, multiply, orthographic } from "../../web/matrix.js";
import { Pictures } from "../../web/pictures.js";
import * as text from "../../web/shaders.js";

const FLOATS = 8;              // of an instance: place, turn; lines of palette and rows, coordinates that are read; how far to the next mesh
const SHADOW = 2048;           // texels each way
const WIDEST = 2048;           // texels, of a texture that every GPU has
const NONE = 0xffffffff;       // a link to no part
const FLOOR = 2;               // halves of the field to where the floor has faded
const UNITS = { supple_shapes: 0, supple_bends: 1, supple_rows: 2, supple_parts: 3, palettes: 4, shadow: 5, contact: 7 }; // 6, 10 to 12: pictures.js

const vertexText = `
layout(location = 0) in vec3 rest;
layout(location = 1) in vec3 restNormal;
layout(location = 2) in vec3 nextRest; // of the vertex that stands for it in the next mesh, as all that is called next
layout(location = 3) in vec3 nextNormal;
layout(location = 4) in uvec4 links;
layout(location = 5) in uvec4 bendLinks;
layout(location = 6) in uvec4 joints;
layout(location = 7) in vec4 weights;
layout(location = 8) in vec4 tintOf;
layout(location = 9) in vec4 stand;       // x, z; cosine and sine of its turn
layout(location = 10) in vec3 lines;      // of palettes, of supple_rows; coordinates of each part that are read
layout(location = 11) in float wandered; // 0 to 1, to the next mesh
layout(location = 12) in uvec4 nextLinks;
layout(location = 13) in uvec4 nextBendLinks;
layout(location = 14) in uvec4 nextJoints;
layout(location = 15) in vec4 nextWeights;
uniform highp sampler2D palettes; // a pose a line, four texels a bone
uniform mat4 camera;
out vec3 at;
#ifndef DEPTH
out vec3 normal;
out vec2 picture;
out vec4 tint;
out vec4 partTint;
out float amount;
#endif
mat4 boneOf(uint bone) {
    int x = 4 * int(bone), y = int(lines.x);
    return mat4(texelFetch(palettes, ivec2(x, y), 0), texelFetch(palettes, ivec2(x + 1, y), 0),
                texelFetch(palettes, ivec2(x + 2, y), 0), texelFetch(palettes, ivec2(x + 3, y), 0));
}
mat4 blended(uvec4 joints, vec4 weights) {
    mat4 sum = mat4(0.0);
    for (int i = 0; i < 4; ++i)
        if (weights[i] > 0.0)
            sum += weights[i] * boneOf(joints[i]);
    return sum;
}
vec3 turned(vec3 v) { return vec3(stand.z * v.x + stand.w * v.z, v.y, stand.z * v.z - stand.w * v.x); }
void main() {
    supple_first_row = int(lines.y);
    supple_read_coords = uint(lines.z);
    mat4 bones = blended(joints, weights), nextBones = bones;
    at = (bones * vec4(supple_displace(rest, links), 1.0)).xyz;
    if (wandered > 0.0) {
        nextBones = blended(nextJoints, nextWeights);
        at = mix(at, (nextBones * vec4(supple_displace(nextRest, nextLinks), 1.0)).xyz, wandered);
    }
    at = turned(at) + vec3(stand.x, 0.0, stand.y);
#ifndef DEPTH
    normal = normalize(mat3(bones) * supple_normal(restNormal, bendLinks));
    if (wandered > 0.0)
        normal = normalize(mix(normal, normalize(mat3(nextBones) * supple_normal(nextNormal, nextBendLinks)), wandered));
    normal = turned(normal);
    picture = vec2(0.0);
    tint = tintOf;
    partTint = vec4(1.0);
    amount = 0.0;
#endif
    gl_Position = camera * vec4(at, 1.0);
}`;

export class Instances {
    // most: bodies. poses: poses.js. meshes: detail.js.
    constructor(canvas, asset, look, glsl, poses, meshes, most) {
        const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
        if (!gl)
            throw new Error("This browser has no WebGL2, with which the field would be drawn.");
        Object.assign(this, { canvas, gl, asset, look, meshes, most });
        const head = (asset.shapes.bits === 32 ? "#define SUPPLE_FLOAT_SHAPES\n" : "") + (asset.bends?.bits === 32 ? "#define SUPPLE_FLOAT_BENDS\n" : "");
        const make = (defines, fragment, captured) => this.prepare(makeProgram(gl, `#version 300 es\n${head}${defines}${glsl}${vertexText}`, fragment, captured));
        this.body = make("", text.bodyFragment, null);
        this.depth = make("#define DEPTH\n", text.depthFragment, ["at"]); // it tells tests where vertices are, too
        this.back = makeProgram(gl, text.backVertex, text.backFragment);
        this.ground = this.prepare(makeProgram(gl, text.groundVertex, text.groundFragment));
        this.shadowMap = makeTarget(gl, SHADOW, true);
        this.pictures = new Pictures(gl, look.pictures);
        this.plain = this.pictures.of({ pictures: {} });
        this.dark = gl.createTexture(); // nothing touches the floor but by its shadow
        bindNearest(gl, UNITS.contact, gl.TEXTURE_2D, this.dark);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, 1, 1, 0, gl.RED, gl.UNSIGNED_BYTE, new Uint8Array(1));
        this.prepareTextures(poses);
        this.data = new Float32Array(FLOATS * most);
        this.instances = makeBuffer(gl, gl.ARRAY_BUFFER, this.data, gl.DYNAMIC_DRAW);
        this.empty = gl.createVertexArray();
        this.prepareMeshes();
        this.light = { to: new Float32Array(3), view: identity(), box: identity(), both: identity() };
        this.floorAt = new Float32Array(4);
        this.drawn = { bodies: 0, vertices: 0, byMesh: new Uint32Array(meshes.length) };
    }

    prepare(made) {
        const { gl } = this;
        gl.useProgram(made.program);
        for (const [name, unit] of Object.entries(UNITS))
            gl.uniform1i(made.at[name] ?? null, unit);
        gl.uniform1i(made.at.kept ?? null, UNITS.contact); // of baked light, which there is none of
        return made;
    }

    texture(unit, target, kind, width, height, layers = 0) {
        const { gl } = this, texture = gl.createTexture();
        bindNearest(gl, unit, target, texture);
        if (layers > 0)
            gl.texStorage3D(target, 1, kind, width, height, layers);
        else
            gl.texStorage2D(target, 1, kind, width, height);
        return { unit, target, texture };
    }

    prepareTextures(poses) {
        const { gl, asset } = this, none = { width: 1, height: 1, bits: 16, texels: new Int16Array(4) };
        const table = (unit, of) => {
            const made = this.texture(unit, gl.TEXTURE_2D_ARRAY, tableForm(gl, of), of.width, Math.min(of.height, WIDEST), Math.ceil(of.height / WIDEST));
            uploadTable(gl, of);
            return made;
        };
        if (asset.coordCount > WIDEST || poses.frameCount > WIDEST || 4 * asset.boneCount > WIDEST)
            throw new Error("Coordinates, bones or frames of clips are more than a texture has lines of.");
        this.textures = [table(UNITS.supple_shapes, asset.shapes), table(UNITS.supple_bends, asset.bends ?? none)];
        this.textures.push(this.texture(UNITS.supple_rows, gl.TEXTURE_2D, gl.RGBA32F, asset.coordCount, this.most));
        this.textures.push(this.texture(UNITS.supple_parts, gl.TEXTURE_2D, gl.RGBA32UI, 2, asset.partCount));
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2, asset.partCount, gl.RGBA_INTEGER, gl.UNSIGNED_INT, asset.partRows());
        this.textures.push(this.texture(UNITS.palettes, gl.TEXTURE_2D, gl.RGBA32F, 4 * asset.boneCount, poses.frameCount));
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 4 * asset.boneCount, poses.frameCount, gl.RGBA, gl.FLOAT, poses.table);
    }

    // A vertex array for each mesh. Its vertices are those of all; where they wander to is its own.
    prepareMeshes() {
        const { gl, asset } = this, n = asset.vertexCount, per = asset.influenceCount, array = name => asset.array(name).slice();
        const rest = array("positions"), normals = array("normals"), joints = array("joints"), weights = array("weights"), { colors } = this.look;
        const links = ["links", "bendLinks"].map(name => {
            const out = new Uint32Array(4 * n).fill(NONE), from = array(name);
            from.forEach((link, i) => (out[4 * (i % n) + Math.floor(i / n)] = link));
            return out;
        });
        const shared = [[0, rest, 3], [1, normals, 3], [4, links[0], 4], [5, links[1], 4], [6, joints, 4, 2 * per], [7, weights, 4, 4 * per], [8, colors, 4]];
        const standing = (values, width, stands, to = width) => values.constructor.from({ length: to * n }, (_, i) => values[width * stands[Math.floor(i / to)] + i % to]);
        this.vertices = this.meshes.map(({ triangles, next }) => {
            const vertices = gl.createVertexArray();
            gl.bindVertexArray(vertices);
            for (const [location, values, width, stride] of [...shared, [2, standing(rest, 3, next), 3], [3, standing(normals, 3, next), 3], [12, standing(links[0], 4, next), 4],
                [13, standing(links[1], 4, next), 4], [14, standing(joints, per, next, 4), 4], [15, standing(weights, per, next, 4), 4]])
                addAttribute(gl, location, values, width, stride);
            makeBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, triangles);
            for (let location = 9; location < 12; ++location) {
                gl.enableVertexAttribArray(location);
                gl.vertexAttribDivisor(location, 1);
            }
            gl.bindVertexArray(null);
            return vertices;
        });
    }

    // The instances from the first-th on, of the vertex array that is bound.
    pointTo(first) {
        const { gl } = this, at = 4 * FLOATS * first;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
        gl.vertexAttribPointer(9, 4, gl.FLOAT, false, 4 * FLOATS, at);
        gl.vertexAttribPointer(10, 3, gl.FLOAT, false, 4 * FLOATS, at + 16);
        gl.vertexAttribPointer(11, 1, gl.FLOAT, false, 4 * FLOATS, at + 28);
    }

    // things: [{ x, z, turn, line, level, read, seen }] in the order of the rows; those that are seen are sorted by their mesh. rows: of all bodies.
    fill(things, rows) {
        const { gl, data, drawn, meshes, asset } = this;
        drawn.byMesh.fill(0);
        drawn.bodies = drawn.vertices = 0;
        for (let mesh = 0; mesh < meshes.length; ++mesh)
            things.forEach(({ x, z, turn, line, level, read, seen }, row) => {
                if (!seen || Math.floor(level) !== mesh)
                    return;
                data.set([x, z, Math.cos(turn), Math.sin(turn), line, row, read, level - mesh], FLOATS * drawn.bodies++);
                ++drawn.byMesh[mesh];
                drawn.vertices += meshes[mesh].vertexCount;
            });
        gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, data.subarray(0, FLOATS * drawn.bodies));
        gl.activeTexture(gl.TEXTURE0 + UNITS.supple_rows);
        gl.bindTexture(gl.TEXTURE_2D, this.textures[2].texture);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, asset.coordCount, this.most, gl.RGBA, gl.FLOAT, rows);
    }

    // A draw call a mesh.
    drawThings() {
        const { gl, drawn: { byMesh }, meshes } = this;
        for (const { unit, target, texture } of this.textures) {
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(target, texture);
        }
        for (let mesh = 0, first = 0; mesh < meshes.length; first += byMesh[mesh++])
            if (byMesh[mesh] > 0) {
                gl.bindVertexArray(this.vertices[mesh]);
                this.pointTo(first);
                gl.drawElementsInstanced(gl.TRIANGLES, meshes[mesh].triangles.length, gl.UNSIGNED_INT, 0, byMesh[mesh]);
            }
        gl.bindVertexArray(null);
    }

    // Light from `to`, over a square of the ground round a place, `half` of it each way.
    aim(to, [x, z], half) {
        const { light, floorAt } = this, centre = [x, 0, z];
        light.to.set(to);
        lookAt(light.view, centre.map((c, k) => c + 3 * half * to[k]), centre, [0, 1, 0]);
        orthographic(light.box, half, half, 6 * half);
        multiply(light.both, light.box, light.view);
        floorAt.set([x, 0, z, FLOOR * half]);
    }

    draw(camera, view) {
        const { gl, canvas, shadowMap, depth } = this;
        gl.bindFramebuffer(gl.FRAMEBUFFER, shadowMap.frame);
        gl.viewport(0, 0, SHADOW, SHADOW);
        gl.enable(gl.DEPTH_TEST);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        gl.useProgram(depth.program);
        gl.uniformMatrix4fv(depth.at.camera, false, this.light.both);
        this.drawThings();
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        this.drawScenery(camera, view);
        this.drawBodies(camera, view);
        gl.disable(gl.DEPTH_TEST);
    }

    // Backdrop and floor.
    drawScenery(camera, view) {
        const { gl, back, ground } = this;
        gl.disable(gl.DEPTH_TEST);
        gl.useProgram(back.program);
        gl.uniform3fv(back.at.above, view.above);
        gl.uniform3fv(back.at.below, view.below);
        gl.bindVertexArray(this.empty);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.useProgram(ground.program);
        this.useShadow(ground.at, 0.0012);
        gl.activeTexture(gl.TEXTURE0 + UNITS.contact);
        gl.bindTexture(gl.TEXTURE_2D, this.dark);
        gl.uniform3f(ground.at.keptAt, 0, 0, 0);
        gl.uniformMatrix4fv(ground.at.above, false, this.light.both);
        gl.uniformMatrix4fv(ground.at.camera, false, camera.both);
        gl.uniform4fv(ground.at.floorAt, this.floorAt);
        gl.uniform3fv(ground.at.pool, view.pool);
        gl.uniform1f(ground.at.dark, view.dark);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        gl.disable(gl.BLEND);
        gl.enable(gl.DEPTH_TEST);
    }

    useShadow(at, softness) {
        const { gl } = this;
        gl.activeTexture(gl.TEXTURE0 + UNITS.shadow);
        gl.bindTexture(gl.TEXTURE_2D, this.shadowMap.texture);
        gl.uniformMatrix4fv(at.lamp, false, this.light.both);
        gl.uniform1f(at.softness, softness);
    }

    drawBodies(camera, view) {
        const { gl, body: { program, at }, pictures, look: { meshes: [{ material }] } } = this, { environment } = view;
        gl.useProgram(program);
        this.useShadow(at, 0.0006);
        gl.uniformMatrix4fv(at.camera, false, camera.both);
        gl.uniform3f(at.eye, camera.eye[0], camera.eye[1], camera.eye[2]);
        gl.uniform3fv(at.toLamp, this.light.to);
        gl.uniform1i(at.style, 0);
        gl.uniform1f(at.lowest, 0);
        gl.uniform1f(at.size, view.size);
        gl.uniform1f(at.exposure, 1);
        gl.uniform3fv(at.lampColor, environment.lamp);
        gl.uniform3fv(at.overhead, environment.overhead);
        gl.uniform3fv(at.ground, environment.ground);
        gl.uniform3fv(at.fillColor, environment.fill);
        pictures.use(at);
        pictures.bind(this.plain, at);
        gl.uniform3fv(at.glow, material.glow);
        gl.uniform4fv(at.base, material.color);
        gl.uniform2f(at.surface, material.roughness, material.metallic);
        gl.uniform1f(at.cutoff, 0);
        gl.enable(gl.CULL_FACE);
        this.drawThings();
        gl.disable(gl.CULL_FACE);
    }

    // For tests: where all vertices of an instance are that was filled, of the mesh that it is drawn by; three numbers each.
    read(instance) {
        const { gl, asset, depth, drawn: { byMesh } } = this, buffer = makeBuffer(gl, gl.ARRAY_BUFFER, 12 * asset.vertexCount, gl.DYNAMIC_READ);
        let mesh = 0, first = 0;
        while (instance >= first + byMesh[mesh])
            first += byMesh[mesh++];
        gl.useProgram(depth.program);
        for (const { unit, target, texture } of this.textures) {
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(target, texture);
        }
        gl.bindVertexArray(this.vertices[mesh]);
        this.pointTo(instance);
        gl.bindBuffer(gl.ARRAY_BUFFER, null);
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        gl.enable(gl.RASTERIZER_DISCARD);
        gl.beginTransformFeedback(gl.POINTS);
        gl.drawArraysInstanced(gl.POINTS, 0, asset.vertexCount, 1);
        gl.endTransformFeedback();
        gl.disable(gl.RASTERIZER_DISCARD);
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
        gl.bindVertexArray(null);
        const out = new Float32Array(3 * asset.vertexCount);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.getBufferSubData(gl.ARRAY_BUFFER, 0, out);
        gl.deleteBuffer(buffer);
        return out;
    }
}
