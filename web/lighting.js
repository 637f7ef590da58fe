// The light of the page on bodies that were baked with it: which sky, how it is turned, how bright it is shown.
//
// Every body that is shown has colours of its own, because a sky is folded as the body is turned (light.js). They are folded
// anew only when the sky or the body has turned by more than an eye could tell; a frame otherwise uploads a number a field.
// A turned sky is an unturned one that a body looks at turned back, so harmonics are turned by the library alone.
// SPDX-License-Identifier: MIT
import { bindNearest, uploadTable } from "./gl.js";
import { Ground, makeLight } from "./light.js";

const TOLERANCE = 2e-3;   // radians, about
const DRAG = 0.01;        // radians a pixel
const HIGHEST = 0.5 * Math.PI;
const MOST_STOPS = 6;     // of exposure, either way
const FIRST_STOPS = -1;   // white things keep their shades
const SHARE = 0.5;        // of the sky in the backdrop, beside the page's own
const Y0 = 0.28209479177387814, Y1 = 0.48860251190291992; // of harmonics 0 and 1 to 3, which go with y, z, x
export const LIGHT_UNITS = { supple_colors: 8, supple_amounts: 9 };
export const GROUND_UNIT = 10;
const SIDE = 24;          // of the lattice on the ground
const WIDE = 1.1;         // half of it, of what is shown
const MOVED = 1e-3;       // of what is shown: balls that moved less darken the ground as before

const clamp = (x, least, most) => Math.min(Math.max(Number.isFinite(x) ? x : 0, least), most);

export class Lighting {
    // setting: { skies: { name: coefficients }, sky, turn }, as `supple view` writes it.
    constructor(gl, asset, { skies, sky, turn = 0 }) {
        Object.assign(this, { asset, skies, on: true, turn: 0, tilt: 0, stops: FIRST_STOPS, tone: "film", slots: [] });
        this.matrix = new Float64Array(9); // how the sky is turned, by rows
        this.toward = new Float64Array(3); // where most of the light comes from
        this.around = new Float32Array(12); // what arrives at an open surface: even, then with x, y, z of its normal
        this.choose(sky ?? Object.keys(skies)[0]);
        this.turnTo(turn);
        this.restore(gl);
    }

    // Textures, again after a context was lost.
    restore(gl) {
        this.gl = gl;
        for (const slot of this.slots)
            this.makeTextures(slot);
        this.shade = null;
    }

    // Made before a frame's views of the module's memory are: a light takes memory, and views end when it grows.
    slot(index) {
        while (this.slots.length <= index) {
            const light = makeLight(this.asset), slot = { light, axes: new Float64Array(9 * light.bones.length).fill(NaN), sky: null };
            this.axes ??= new Float64Array(slot.axes.length);
            this.makeTextures(slot);
            this.slots.push(slot);
            slot.balls = new Float32Array(7 * light.info.ballCount);
            slot.has = false; // balls: of a body that is shown
            this.rest ??= this.amountsAtRest(slot.light);
        }
        return this.slots[index];
    }

    makeTextures(slot) {
        const { gl } = this, { width, height } = slot.light.colors, rows = Math.min(height, 2048);
        slot.colors = gl.createTexture();
        bindNearest(gl, LIGHT_UNITS.supple_colors, gl.TEXTURE_2D_ARRAY, slot.colors);
        gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGB32F, width, rows, Math.ceil(height / 2048));
        slot.amounts = gl.createTexture();
        bindNearest(gl, LIGHT_UNITS.supple_amounts, gl.TEXTURE_2D, slot.amounts);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32F, 1 + slot.light.info.fieldCount, 1);
        slot.sky = null; // nothing is uploaded
    }

    get folds() {
        return this.slots.reduce((sum, { light }) => sum + light.folds, 0);
    }

    // ---- what is chosen ------------------------------------------------------------------

    choose(sky) {
        if (!Object.hasOwn(this.skies, sky))
            throw new RangeError(`There is no sky "${sky}", only ${Object.keys(this.skies).join(", ")}.`);
        this.sky = sky;
        const c = this.skies[sky], d = [0, 0, 0];
        for (let k = 0; k < 3; ++k) { // by how bright an eye sees the colours
            const weight = [0.21, 0.72, 0.07][k];
            d[0] += weight * c[9 + k];
            d[1] += weight * c[3 + k];
            d[2] += weight * c[6 + k];
        }
        const length = Math.hypot(...d), level = Math.hypot(d[0], d[2]);
        this.own = length > 1e-6 ? d.map(x => x / length) : [0, 1, 0];
        this.axis = level > 1e-6 * length && length > 1e-6 ? [d[2] / level, 0, -d[0] / level] : [1, 0, 0]; // to raise it
        this.settle();
    }

    // Radians round the vertical, against the clock seen from above, and up.
    turnTo(turn, tilt = this.tilt) {
        this.turn = Math.atan2(Math.sin(clamp(turn, -1e6, 1e6)), Math.cos(clamp(turn, -1e6, 1e6)));
        this.tilt = clamp(tilt, -HIGHEST, HIGHEST);
        this.settle();
    }

    drag(dx, dy) {
        this.turnTo(this.turn + DRAG * dx, this.tilt - DRAG * dy);
    }

    expose(stops) {
        this.stops = clamp(stops, -MOST_STOPS, MOST_STOPS);
    }

    get exposure() {
        return 2 ** this.stops;
    }

    // The matrix of turn and tilt, and the first two bands of the sky as it is turned.
    settle() {
        const [x, , z] = this.axis, c = Math.cos(this.tilt), s = -Math.sin(this.tilt), a = Math.cos(this.turn), b = Math.sin(this.turn);
        const tilt = [c + x * x * (1 - c), -z * s, x * z * (1 - c), z * s, c, -x * s, x * z * (1 - c), x * s, c + z * z * (1 - c)];
        for (let k = 0; k < 3; ++k) {
            this.matrix[k] = a * tilt[k] + b * tilt[6 + k];
            this.matrix[3 + k] = tilt[3 + k];
            this.matrix[6 + k] = a * tilt[6 + k] - b * tilt[k];
        }
        const { matrix: m, toward, own, around } = this, sky = this.skies[this.sky];
        for (let i = 0; i < 3; ++i)
            toward[i] = m[3 * i] * own[0] + m[3 * i + 1] * own[1] + m[3 * i + 2] * own[2];
        for (let k = 0; k < 3; ++k) {
            around[k] = Y0 * sky[k];
            for (let i = 0; i < 3; ++i)
                around[3 + 3 * i + k] = Y1 * (m[3 * i] * sky[9 + k] + m[3 * i + 1] * sky[3 + k] + m[3 * i + 2] * sky[6 + k]);
        }
    }

    // As the screen shows it.
    shown(c) {
        c *= this.exposure;
        if (this.tone === "film") // as in shaders.js
            c = (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14);
        c = Math.min(Math.max(c, 0), 1);
        return c < 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    }

    // The colours of the backdrop, in `out`, from those of the page: above what comes from behind a body that is looked at from
    // there, below a floor that looks up.
    tint(own, { eye, target }, out) {
        const { around } = this, share = this.on ? SHARE : 0, x = target[0] - eye[0], z = target[2] - eye[2];
        const level = 0.8 / (Math.hypot(x, z) || 1);
        for (let k = 0; k < 3; ++k) {
            const sky = Math.max(around[k] + level * (around[3 + k] * x + around[9 + k] * z) + 0.6 * around[6 + k], 0);
            const ground = this.shown(Math.max(around[k] + 2 / 3 * around[6 + k], 0));
            out.above[k] = own.above[k] + share * (this.shown(sky) - own.above[k]);
            out.below[k] = own.below[k] * (1 + share * (ground - 1));
            out.pool[k] = own.pool[k] * (1 + share * (ground - 1));
        }
    }

    // ---- a frame -------------------------------------------------------------------------

    // Colours and amounts of a body to the units of flex.js. palette: of which a group's bone is how it is turned; body: null is
    // one at rest.
    bind(index, body, palette) {
        const { gl } = this, slot = this.slots[index];
        for (let g = 0; g < slot.light.bones.length; ++g)
            this.findAxes(palette, 16 * slot.light.bones[g], 9 * g);
        gl.activeTexture(gl.TEXTURE0 + LIGHT_UNITS.supple_colors);
        gl.bindTexture(gl.TEXTURE_2D_ARRAY, slot.colors);
        if (slot.sky !== this.sky || this.hasTurned(slot.axes))
            this.fold(slot);
        if ((slot.has = body !== null && slot.balls.length > 0))
            slot.balls.set(slot.light.balls(body));
        gl.activeTexture(gl.TEXTURE0 + LIGHT_UNITS.supple_amounts);
        gl.bindTexture(gl.TEXTURE_2D, slot.amounts);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 1 + slot.light.info.fieldCount, 1, gl.RED, gl.FLOAT, body ? slot.light.amounts(body) : this.rest);
    }

    fold(slot) {
        slot.light.set(this.skies[this.sky], this.axes);
        slot.axes.set(this.axes);
        slot.sky = this.sky;
        uploadTable(this.gl, slot.light.colors);
    }

    // The transpose of the sky's matrix times a bone's, whose scale is taken off.
    findAxes(p, bone, at) {
        const { matrix: m, axes } = this;
        for (let column = 0; column < 3; ++column) {
            const x = p[bone + 4 * column], y = p[bone + 4 * column + 1], z = p[bone + 4 * column + 2], length = Math.hypot(x, y, z) || 1;
            for (let row = 0; row < 3; ++row)
                axes[at + 3 * row + column] = (m[row] * x + m[3 + row] * y + m[6 + row] * z) / length;
        }
    }

    hasTurned(before) {
        for (let i = 0; i < before.length; ++i)
            if (!(Math.abs(before[i] - this.axes[i]) < TOLERANCE))
                return true;
        return false;
    }

    // ---- the ground ----------------------------------------------------------------------

    // What the bodies of the stage keep from a lattice round a place of the ground: { x, z, half }, its texture bound; null: none has balls.
    // It is found anew only when balls, place or sky have moved.
    darken(shown, x, y, z, size) {
        let count = 0;
        for (let i = 0; i < shown.length; ++i)
            if (shown[i].shown && this.slots[i].has)
                count += this.slots[i].balls.length;
        if (count === 0)
            return null;
        const shade = (this.shade ??= this.makeShade()), half = WIDE * size, { gl } = this;
        if (shade.next.length !== count)
            shade.next = new Float32Array(count);
        for (let i = 0, at = 0; i < shown.length; ++i)
            if (shown[i].shown && this.slots[i].has)
                for (let k = 0; k < this.slots[i].balls.length; ++k, ++at)
                    shade.next[at] = this.slots[i].balls[k] + (k % 7 < 3 ? shown[i].offset[k % 7] : 0);
        gl.activeTexture(gl.TEXTURE0 + GROUND_UNIT);
        gl.bindTexture(gl.TEXTURE_2D, shade.texture);
        const turned = this.matrix.some((m, i) => Math.abs(m - shade.matrix[i]) > TOLERANCE) || shade.sky !== this.sky;
        if (turned)
            this.setGround(shade);
        if (turned || this.hasMoved(shade, x, y, z, half))
            this.fillShade(shade, x, y, z, half);
        return shade;
    }

    makeShade() {
        const { gl } = this, texture = gl.createTexture();
        gl.activeTexture(gl.TEXTURE0 + GROUND_UNIT);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
            gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR);
        for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
            gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, SIDE, SIDE);
        this.ground ??= new Ground(this.asset.supple, SIDE * SIDE);
        return { texture, matrix: new Float64Array(9).fill(NaN), sky: null, balls: new Float32Array(0), next: new Float32Array(0),
                 points: new Float32Array(3 * SIDE * SIDE), texels: new Uint8Array(4 * SIDE * SIDE), open: [1, 1, 1], x: NaN, y: NaN, z: NaN, half: NaN };
    }

    setGround(shade) {
        const m = this.matrix;
        this.ground.set(this.skies[this.sky], [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]]);
        shade.matrix.set(m);
        shade.sky = this.sky;
        shade.open = [...this.ground.arriving([], shade.points.fill(0)).subarray(0, 3)];
    }

    hasMoved(shade, x, y, z, half) {
        const { next, balls } = shade, least = MOVED * half;
        if (next.length !== balls.length || !(Math.abs(x - shade.x) + Math.abs(y - shade.y) + Math.abs(z - shade.z) + Math.abs(half - shade.half) < least))
            return true;
        for (let i = 0; i < next.length; ++i)
            if (!(Math.abs(next[i] - balls[i]) < least))
                return true;
        return false;
    }

    fillShade(shade, x, y, z, half) {
        const { gl } = this, { points, texels, open } = shade;
        Object.assign(shade, { x, y, z, half, balls: shade.next.slice() });
        for (let i = 0; i < SIDE * SIDE; ++i) { // middles of texels
            points[3 * i] = x + half * ((2 * (i % SIDE) + 1) / SIDE - 1);
            points[3 * i + 1] = y;
            points[3 * i + 2] = z + half * ((2 * Math.floor(i / SIDE) + 1) / SIDE - 1);
        }
        const rgb = this.ground.arriving(shade.next, points);
        for (let i = 0; i < 3 * SIDE * SIDE; ++i)
            texels[4 * Math.floor(i / 3) + i % 3] = open[i % 3] > 0 ? Math.min(255 * rgb[i] / open[i % 3], 255) : 255;
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, gl.RGBA, gl.UNSIGNED_BYTE, texels);
    }

    amountsAtRest(light) {
        const still = this.asset.body({ gravity: [0, 0, 0] }), amounts = light.amounts(still).slice();
        still.release();
        return amounts;
    }

    controls() {
        const degrees = 180 / Math.PI;
        return [
            { kind: "flip", label: "Baked light", get: () => this.on, set: on => (this.on = on) },
            { kind: "choice", label: "Sky", options: Object.fromEntries(Object.keys(this.skies).map(name => [name, name[0].toUpperCase() + name.slice(1)])),
              get: () => this.sky, set: sky => this.choose(sky) },
            { kind: "range", label: "Turned by", least: -180, most: 180, step: 1, unit: "°", get: () => Math.round(this.turn * degrees),
              set: value => this.turnTo(value / degrees) },
            { kind: "range", label: "Raised by", least: -90, most: 90, step: 1, unit: "°", get: () => Math.round(this.tilt * degrees),
              set: value => this.turnTo(this.turn, value / degrees) },
            { kind: "range", label: "Exposure", least: -MOST_STOPS, most: MOST_STOPS, step: 0.1, unit: " stops", get: () => this.stops,
              set: value => this.expose(value) },
            { kind: "segments", label: "Tones", options: { film: "Film", plain: "Plain" }, get: () => this.tone, set: tone => (this.tone = tone) },
        ];
    }
}
