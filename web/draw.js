// Draws bodies that flex.js has moved: backdrop, floor with soft shadows, body, wires.
// SPDX-License-Identifier: MIT
import { Flex } from "./flex.js";
import { addAttribute, makeBuffer, makeProgram, makeTarget } from "./gl.js";
import { identity, lookAt, multiply, orthographic } from "./matrix.js";
import { GROUND_UNIT, Lighting } from "./lighting.js";
import { lightOf } from "./light.js";
import { Pictures } from "./pictures.js";
import { Solid } from "./solid.js";
import * as text from "./shaders.js";
import { Wires } from "./wires.js";
import { WorldLines } from "./worldlines.js";

const SHADOW_SIZE = 1024, CONTACT_SIZE = 256, UP = [0, 1, 0], AHEAD = [0, 0, -1];
const LOWEST = 0.5; // of a direction of length 1, up
const UNIT = { shadow: 5, contact: 7, image: 13 }; // the others: pictures.js, lighting.js

export class Stage {
    // setting: { skies, sky, turn } where the asset was baked with light; lighting: of a stage whose context was lost.
    constructor(canvas, asset, look, glsl, setting, lighting = null) {
        const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
        if (!gl)
            throw new Error("This browser has no WebGL2, with which the body would be drawn.");
        Object.assign(this, { canvas, gl, asset, look });
        lighting?.restore(gl);
        this.lighting = lighting ?? (setting.skies && lightOf(asset) ? new Lighting(gl, asset, setting) : null);
        this.flex = new Flex(gl, asset, glsl, this.lighting);
        this.body = makeProgram(gl, text.bodyVertex, text.bodyFragment);
        if (this.lighting)
            this.litBody = makeProgram(gl, text.lit(text.bodyVertex), text.lit(text.bodyFragment));
        this.plain = makeProgram(gl, text.depthVertex, text.depthFragment);
        this.back = makeProgram(gl, text.backVertex, text.backFragment);
        this.ground = makeProgram(gl, text.groundVertex, text.groundFragment);
        this.contact = makeProgram(gl, text.contactVertex, text.contactFragment);
        this.blur = makeProgram(gl, text.backVertex, text.blurFragment);
        gl.activeTexture(gl.TEXTURE0 + UNIT.image);
        this.shadowMap = makeTarget(gl, SHADOW_SIZE, true);
        this.contacts = [makeTarget(gl, CONTACT_SIZE, false), makeTarget(gl, CONTACT_SIZE, false)];
        this.pictures = new Pictures(gl, look.pictures);
        this.empty = gl.createVertexArray();
        this.kind = this.makeKind(asset, look, this.flex);
        this.wires = null; // made when first asked for
        this.others = []; // of a second asset
        this.slots = [];  // bodies of this asset; more are made when they are asked for
        this.solids = []; // what they bump into
        this.slot(1);
        this.light = { to: new Float32Array([-0.46, 0.74, 0.5]), view: identity(), box: identity(), both: identity() };
        this.fromAbove = { view: identity(), box: identity(), both: identity() };
        this.scratch = new Float64Array(3);
        this.floorAt = new Float32Array(4);
        this.spread = 1; // how much wider than one body what is lit is
        this.turnLight(0);
        this.drawPlain = thing => this.drawTriangles(thing, this.current);
        this.drawSolid = thing => this.drawBody(thing, this.drawn.at, false);
        this.drawClear = thing => this.drawBody(thing, this.drawn.at, true);
    }

    slot(index) {
        while (this.slots.length <= index)
            this.slots.push(this.makeSlot());
        return this.slots[index];
    }

    // What all bodies of an asset share.
    makeKind(asset, look, flex) {
        return { flex, look, triangleCount: asset.triangleCount, pictures: look.meshes.map(({ material }) => this.pictures.of(material)),
                 triangles: makeBuffer(this.gl, this.gl.ELEMENT_ARRAY_BUFFER, asset.array("triangles").slice()) };
    }

    // Another asset, whose bodies take slots by makeSlot.
    addKind({ asset, look }, glsl) {
        return this.makeKind(asset, look, new Flex(this.gl, asset, glsl, null));
    }

    // Another asset of the same model, in the second slot.
    addOther(other, glsl) {
        const kind = this.addKind(other, glsl);
        this.others = [kind.flex];
        this.slots[1] = this.makeSlot(kind);
    }

    // Another shape at rest, from a vertex on.
    setRest(firstVertex, positions, normals) {
        this.flex.setRest(firstVertex, positions, normals);
        for (const flex of this.others)
            flex.setRest(firstVertex, positions, normals);
    }

    makeSlot(kind = this.kind) {
        this.lighting?.slot(this.slots.length);
        const { gl } = this, { flex, look } = kind, buffer = flex.buffer(), array = gl.createVertexArray();
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 4, gl.FLOAT, false, flex.bytes, 0);
        gl.enableVertexAttribArray(1);
        gl.vertexAttribPointer(1, 3, gl.FLOAT, false, flex.bytes, 16);
        for (let side = 0; side < 2 && this.lighting; ++side) {
            gl.enableVertexAttribArray(5 + side);
            gl.vertexAttribPointer(5 + side, 3, gl.FLOAT, false, flex.bytes, 28 + 12 * side);
        }
        addAttribute(gl, 2, look.coordinates, 2);
        addAttribute(gl, 3, look.colors, 4);
        const parts = addAttribute(gl, 4, look.parts, 4);
        gl.bindVertexArray(null);
        return { ...kind, buffer, array, parts, offset: new Float32Array(3), shown: false, meshes: look.meshes };
    }

    // Other colours instead of those of the parts: [vertexCount][4], 0 to 255.
    paintParts(slot, colors) {
        const { gl } = this;
        gl.bindBuffer(gl.ARRAY_BUFFER, slot.parts);
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, colors);
    }

    // A ball, a box or a capsule; shape: as supple.js has colliders.
    addSolid(shape, color) {
        const solid = new Solid(this.gl, shape, color, [this.pictures.of({ pictures: {} })]);
        this.solids.push(solid);
        return solid;
    }

    removeSolid(solid) {
        this.solids = this.solids.filter(other => other !== solid);
        solid.release();
    }

    // Calls `draw` for everything that is shown.
    each(draw) {
        for (let i = 0; i < this.slots.length; ++i)
            if (this.slots[i].shown)
                draw(this.slots[i]);
        for (let i = 0; i < this.solids.length; ++i)
            if (this.solids[i].shown)
                draw(this.solids[i]);
    }

    // Where the bodies' box is, in the world: light, floor and contacts are laid round it.
    setExtent(low, high) {
        this.extent = { low: [...low], high: [...high], size: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) };
    }

    // The floor has its shadow from where most of the light comes, but a long way off if that is low.
    aimAlong([x, y, z]) {
        const up = Math.max(y, LOWEST), level = Math.sqrt(1 - up * up) / (Math.hypot(x, z) || 1);
        this.light.to[0] = x * level, this.light.to[1] = up, this.light.to[2] = z * level;
    }

    turnLight(angle) {
        const a = angle - 0.75, c = 0.68;
        this.light.to.set([c * Math.sin(a), Math.sqrt(1 - c * c), c * Math.cos(a)]);
        this.light.angle = angle;
    }

    // body: whose light it is; null: of one at rest.
    move(index, rows, palette, body) {
        this.lighting?.bind(index, body, palette);
        const slot = this.slots[index];
        slot.flex.run(rows, palette, slot.buffer);
    }

    // Places and normals of all vertices as the GPU has them, seven numbers each, with light thirteen: for tests.
    read(index) {
        const { gl } = this, out = new Float32Array(this.flex.bytes / 4 * this.asset.vertexCount);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.slots[index].buffer);
        gl.getBufferSubData(gl.ARRAY_BUFFER, 0, out);
        return out;
    }

    resize(width, height) {
        if (this.canvas.width === width && this.canvas.height === height)
            return false;
        this.canvas.width = width;
        this.canvas.height = height;
        return true;
    }

    // centre: what the lights follow. view: { style, wires, world, farthest, above, below, pool, dark }
    draw(camera, centre, view) {
        this.aimLights(centre);
        this.drawShadow();
        this.drawContact();
        const { gl, canvas } = this;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        this.drawBack(view);
        gl.enable(gl.DEPTH_TEST);
        this.drawGround(camera, view);
        this.drawBodies(camera, view);
        if (view.wires)
            (this.wires ??= new Wires(gl, this.asset.array("triangles"))).draw(this.slots, this.plain, camera);
        gl.disable(gl.DEPTH_TEST);
        if (view.world)
            (this.worldLines ??= new WorldLines(gl)).draw(view.world, this.plain, camera, this.slots[0].offset);
    }

    aimLights(centre) {
        const { light, fromAbove, extent: { size, low }, scratch, spread, lighting } = this, wide = 0.85 * spread * size;
        if (lighting?.on)
            this.aimAlong(lighting.toward);
        for (let i = 0; i < 3; ++i)
            scratch[i] = centre[i] + 3 * size * light.to[i];
        lookAt(light.view, scratch, centre, UP);
        orthographic(light.box, wide, wide, 6 * size);
        multiply(light.both, light.box, light.view);
        scratch[0] = centre[0], scratch[1] = low[1] - size, scratch[2] = centre[2];
        this.floorAt[0] = centre[0], this.floorAt[1] = low[1], this.floorAt[2] = centre[2];
        this.floorAt[3] = 2.6 * Math.sqrt(spread) * size;
        lookAt(fromAbove.view, scratch, this.floorAt, AHEAD);
        orthographic(fromAbove.box, wide, wide, 6 * size);
        multiply(fromAbove.both, fromAbove.box, fromAbove.view);
    }

    drawShadow() {
        const { gl, plain } = this;
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowMap.frame);
        gl.viewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
        gl.enable(gl.DEPTH_TEST);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        gl.useProgram(plain.program);
        gl.uniformMatrix4fv(plain.at.camera, false, this.light.both);
        this.drawAll(plain);
    }

    drawContact() {
        const { gl, contact, blur, extent: { size, low } } = this, [one, two] = this.contacts;
        gl.disable(gl.DEPTH_TEST);
        gl.viewport(0, 0, CONTACT_SIZE, CONTACT_SIZE);
        gl.bindFramebuffer(gl.FRAMEBUFFER, one.frame);
        gl.clearColor(0, 0, 0, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.useProgram(contact.program);
        gl.enable(gl.BLEND); // the nearest to the floor wins
        gl.blendEquation(gl.MAX);
        gl.blendFunc(gl.ONE, gl.ONE);
        gl.uniformMatrix4fv(contact.at.camera, false, this.fromAbove.both);
        gl.uniform1f(contact.at.lowest, low[1]);
        gl.uniform1f(contact.at.reach, 0.07 * size);
        this.drawAll(contact);
        gl.blendEquation(gl.FUNC_ADD);
        gl.disable(gl.BLEND);
        gl.useProgram(blur.program);
        gl.uniform1i(blur.at.image, UNIT.contact);
        gl.activeTexture(gl.TEXTURE0 + UNIT.contact);
        gl.bindVertexArray(this.empty);
        for (let pass = 0; pass < 2; ++pass) {
            gl.bindFramebuffer(gl.FRAMEBUFFER, pass === 0 ? two.frame : one.frame);
            gl.bindTexture(gl.TEXTURE_2D, pass === 0 ? one.texture : two.texture);
            gl.uniform2f(blur.at.way, pass === 0 ? 1.3 / CONTACT_SIZE : 0, pass === 0 ? 0 : 1.3 / CONTACT_SIZE);
            gl.drawArrays(gl.TRIANGLES, 0, 3);
        }
        gl.bindTexture(gl.TEXTURE_2D, one.texture);
        gl.bindVertexArray(null);
    }

    // Everything whole, by a program that needs places only.
    drawAll(program) {
        this.current = program;
        this.each(this.drawPlain);
        this.gl.bindVertexArray(null);
    }

    drawTriangles(thing, program) {
        const { gl } = this;
        gl.bindVertexArray(thing.array);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, thing.triangles);
        gl.uniform3fv(program.at.offset, thing.offset);
        gl.drawElements(gl.TRIANGLES, 3 * thing.triangleCount, gl.UNSIGNED_INT, 0);
    }

    drawBack(view) {
        const { gl, back } = this;
        gl.disable(gl.DEPTH_TEST);
        gl.useProgram(back.program);
        gl.uniform3fv(back.at.above, view.above);
        gl.uniform3fv(back.at.below, view.below);
        gl.bindVertexArray(this.empty);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    }

    // For the programs that ask what the light reaches. softness: of the shadow's width.
    useShadow(at, softness) {
        const { gl } = this;
        gl.activeTexture(gl.TEXTURE0 + UNIT.shadow);
        gl.bindTexture(gl.TEXTURE_2D, this.shadowMap.texture);
        gl.uniform1i(at.shadow, UNIT.shadow);
        gl.uniformMatrix4fv(at.lamp, false, this.light.both);
        gl.uniform1f(at.softness, softness);
    }

    drawGround(camera, view) {
        const { gl, ground } = this;
        gl.useProgram(ground.program);
        this.useShadow(ground.at, 0.04);
        gl.activeTexture(gl.TEXTURE0 + UNIT.contact);
        gl.bindTexture(gl.TEXTURE_2D, this.contacts[0].texture);
        gl.uniform1i(ground.at.contact, UNIT.contact);
        gl.uniformMatrix4fv(ground.at.above, false, this.fromAbove.both);
        gl.uniformMatrix4fv(ground.at.camera, false, camera.both);
        gl.uniform4fv(ground.at.floorAt, this.floorAt);
        gl.uniform3fv(ground.at.pool, view.pool);
        gl.uniform1f(ground.at.dark, view.dark);
        const { floorAt, lighting, extent: { size } } = this;
        const shade = lighting?.on ? lighting.darken(this.slots, floorAt[0], floorAt[1], floorAt[2], Math.sqrt(this.spread) * size) : null;
        gl.uniform1i(ground.at.kept, GROUND_UNIT);
        gl.uniform3f(ground.at.keptAt, shade?.x ?? 0, shade?.z ?? 0, shade?.half ?? 0);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.depthMask(false);
        gl.bindVertexArray(this.empty);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        gl.depthMask(true);
        gl.disable(gl.BLEND);
    }

    drawBodies(camera, view) {
        const { gl, lighting } = this, { program, at } = (this.drawn = lighting?.on ? this.litBody : this.body);
        gl.useProgram(program);
        this.useShadow(at, 0.009);
        if (lighting?.on) {
            gl.uniform3fv(at["around[0]"], lighting.around);
            gl.uniform1i(at.film, lighting.tone === "film" ? 1 : 0);
        }
        gl.uniformMatrix4fv(at.camera, false, camera.both);
        gl.uniform3f(at.eye, camera.eye[0], camera.eye[1], camera.eye[2]);
        gl.uniform3fv(at.toLamp, this.light.to);
        gl.uniform1i(at.style, view.style);
        gl.uniform1f(at.farthest, view.farthest);
        gl.uniform1f(at.lowest, this.extent.low[1]);
        gl.uniform1f(at.size, this.extent.size);
        gl.uniform1f(at.exposure, lighting?.on ? lighting.exposure : view.exposure);
        gl.uniform3fv(at.lampColor, view.environment.lamp);
        gl.uniform3fv(at.overhead, view.environment.overhead);
        gl.uniform3fv(at.ground, view.environment.ground);
        gl.uniform3fv(at.fillColor, view.environment.fill);
        this.pictures.use(at);
        if (view.wires) {
            gl.enable(gl.POLYGON_OFFSET_FILL);
            gl.polygonOffset(1, 1);
        }
        this.each(this.drawSolid);
        this.each(this.drawClear); // what can be seen through comes last
        gl.disable(gl.POLYGON_OFFSET_FILL);
    }

    drawBody(thing, at, clear) {
        const { gl } = this;
        gl.bindVertexArray(thing.array);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, thing.triangles);
        gl.uniform3fv(at.offset, thing.offset);
        gl.uniform1i(at.open, thing instanceof Solid ? 1 : 0);
        for (let i = 0; i < thing.meshes.length; ++i) {
            const { firstTriangle, triangleCount, material } = thing.meshes[i];
            if ((material.alpha === "BLEND") !== clear)
                continue;
            this.pictures.bind(thing.pictures[i], at);
            gl.uniform3fv(at.glow, material.glow);
            gl.uniform4fv(at.base, material.color);
            gl.uniform2f(at.surface, material.roughness, material.metallic);
            gl.uniform1f(at.cutoff, material.alpha === "MASK" ? material.cutoff : 0);
            if (!material.bothSides)
                gl.enable(gl.CULL_FACE);
            if (clear) {
                gl.enable(gl.BLEND);
                gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
            }
            gl.drawElements(gl.TRIANGLES, 3 * triangleCount, gl.UNSIGNED_INT, 12 * firstTriangle);
            gl.disable(gl.CULL_FACE);
            gl.disable(gl.BLEND);
        }
        gl.bindVertexArray(null);
    }
}
