// libsupple in JavaScript: loads build/supple.wasm and speaks its C ABI.
//
// Numbers stay in the module's memory. What is returned as an array is a view of it, made again only when
// the memory has grown, so a frame allocates nothing: read views at once, and ask again next frame.
//
//   const supple = await load(bytesOfSuppleWasm);
//   const asset = supple.asset(bytesOfAFile);        // .supple, or a GLB with one inside
//   const body = asset.body();
//   body.place(palette); ... body.drive(palette); body.step(dt);
//   const { positions, normals } = body.skin();      // or body.upload() and gpu/supple.glsl
//
// supple.d.ts has the types, and says what each call does.
// SPDX-License-Identifier: MIT

// Offsets on wasm32; web/wasm.c asserts them.
const ASSET = { size: 104, metres: 32, pointers: 36, shapes: 68, bends: 84 };
const PART = { size: 60, firstShape: 28, tuning: 36, mass: 52, targetCount: 56 };
const MESH = { size: 28 };
const STREAMS = { size: 36, normalForm: 32 };
const OPTIONS = { size: 40, gravity: 0, worldMetres: 24, forcing: 28, spin: 32, free: 33, linear: 34, maxPins: 36 };
const MOTION = { size: 88, velocity: 16, spin: 19 }; // places in words
// Where a body keeps structs on their way to and from C, in words of four bytes.
const SCRATCH = { words: 42, a: 0, b: 4, point: 8, distance: 14, pin: 15, tuning: 16, motion: 20 };
const MOST_TARGETS = 256;
const COUNTS = ["coordCount", "partCount", "boneCount", "meshCount", "vertexCount", "triangleCount",
                "influenceCount", "layerCount"];

export async function load(wasm) {
    const { instance } = await WebAssembly.instantiate(wasm, {});
    return new Supple(instance.exports);
}

class Supple {
    constructor(c) {
        this.c = c; // every supple_ function, and web_allocate, web_release, web_asset_prepare, web_prepared_body
    }

    asset(bytes) {
        return new Asset(this, bytes);
    }

    get version() {
        return this.text(this.c.supple_version_text());
    }

    allocate(size) {
        const at = this.c.web_allocate(size);
        if (at === 0)
            throw new Error("There is not enough memory.");
        return at;
    }

    view(type, at, count) {
        return new type(this.c.memory.buffer, at, count);
    }

    text(at) {
        const bytes = new Uint8Array(this.c.memory.buffer, at);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }
}

// An array in the module's memory, whose view lasts until the memory grows.
class Lasting {
    constructor(supple, type, count, at = supple.allocate(count * type.BYTES_PER_ELEMENT)) {
        Object.assign(this, { supple, type, count, at });
    }

    get view() {
        if (!this.kept || this.kept.buffer !== this.supple.c.memory.buffer || this.kept.byteOffset !== this.at)
            this.kept = this.supple.view(this.type, this.at, this.count);
        return this.kept;
    }

    release() {
        this.supple.c.web_release(this.at);
    }
}

class Asset {
    // Throws an Error with a sentence when the bytes are no sound asset.
    constructor(supple, bytes) {
        this.supple = supple;
        this.bytes = supple.allocate(bytes.length);
        supple.view(Uint8Array, this.bytes, bytes.length).set(bytes);
        this.at = supple.allocate(ASSET.size);
        this.prepared = 0;
        const result = supple.c.supple_asset_read(this.at, this.bytes, bytes.length);
        if (result !== 0) {
            this.release();
            throw Object.assign(new Error(supple.text(supple.c.supple_result_text(result))), { result });
        }
        const ints = supple.view(Int32Array, this.at, ASSET.size / 4);
        COUNTS.forEach((name, i) => (this[name] = ints[i]));
        this.metres = supple.view(Float32Array, this.at + ASSET.metres, 1)[0];
        this.prepared = supple.c.web_asset_prepare(this.at); // what its bodies share
        if (this.prepared === 0) {
            this.release();
            throw new Error("There is not enough memory.");
        }
        const n = this.vertexCount;
        this.arrays = {}; // name: [type, address, count]
        [["positions", Float32Array, 3 * n], ["normals", Float32Array, 3 * n], ["tangents", Float32Array, 4 * n],
         ["joints", Uint16Array, this.influenceCount * n], ["weights", Float32Array, this.influenceCount * n],
         ["triangles", Uint32Array, 3 * this.triangleCount], ["links", Uint32Array, this.layerCount * n],
         ["twins", Uint32Array, n]].forEach(([name, type, count], i) => {
            this.arrays[name] = [type, ints[ASSET.pointers / 4 + i], count];
        });
        this.shapes = this.table(ints.subarray(ASSET.shapes / 4));
        this.bends = this.table(ints.subarray(ASSET.bends / 4));
    }

    table([texels, width, height, isFloat]) {
        const type = (isFloat & 1) !== 0 ? Float32Array : Int16Array;
        return texels === 0 ? null : { width, height, isFloat: type === Float32Array,
                                       get texels() { return this.of.view(type, texels, 3 * width * height); },
                                       of: this.supple };
    }

    // positions, normals, tangents, joints, weights, triangles, links, twins; null where there are none.
    array(name) {
        const [type, at, count] = this.arrays[name];
        return at === 0 || count === 0 ? null : this.supple.view(type, at, count);
    }

    part(index) {
        const { c } = this.supple, at = this.supple.allocate(PART.size);
        c.supple_asset_part(at, this.at, index);
        const i = this.supple.view(Int32Array, at, PART.size / 4), f = this.supple.view(Float32Array, at, PART.size / 4);
        const t = PART.tuning / 4, part = {
            name: this.supple.text(i[0]), firstCoord: i[2], coordCount: i[3], boneCount: i[4], vertexCount: i[5],
            vertices: this.supple.view(Uint32Array, i[6], i[5]), firstShape: i[7], firstBend: i[8],
            tuning: { stiffness: f[t], damping: f[t + 1], response: f[t + 2], limit: f[t + 3] }, mass: f[PART.mass / 4],
            targets: Array.from({ length: i[PART.targetCount / 4] }, (_, target) =>
                this.supple.text(c.supple_asset_target_name(this.at, index, target))),
        };
        c.web_release(at);
        return part;
    }

    mesh(index) {
        const at = this.supple.allocate(MESH.size);
        this.supple.c.supple_asset_mesh(at, this.at, index);
        const [mesh, primitive, node, firstVertex, vertexCount, firstTriangle, triangleCount] =
            this.supple.view(Int32Array, at, 7);
        this.supple.c.web_release(at);
        return { mesh, primitive, node, firstVertex, vertexCount, firstTriangle, triangleCount };
    }

    boneName(index) {
        return this.supple.text(this.supple.c.supple_asset_bone_name(this.at, index));
    }

    frequency(coord) {
        return this.supple.c.supple_asset_frequency(this.at, coord);
    }

    // The texels of gpu/supple.glsl's supple_parts: eight numbers a part.
    partRows() {
        const rows = new Uint32Array(8 * this.partCount);
        for (let i = 0; i < this.partCount; ++i) {
            const p = this.part(i);
            rows.set([p.firstShape, p.firstBend, p.firstCoord, p.coordCount, p.vertexCount], 8 * i);
        }
        return rows;
    }

    // Whether nothing holds it: such a body can move by itself.
    get isFree() {
        return this.supple.c.supple_asset_is_free(this.at) !== 0;
    }

    // options: { gravity, worldMetres, forcing, spin, free, linear, maxPins }, each with the library's default.
    body(options = {}) {
        return new Body(this, options);
    }

    // Bodies first.
    release() {
        this.supple.c.supple_prepared_release(this.prepared);
        this.supple.c.web_release(this.at);
        this.supple.c.web_release(this.bytes);
    }
}

// supple_options somewhere in memory; the caller gives it back.
function writeOptions(asset, { gravity, worldMetres, forcing, spin, free, linear, maxPins }) {
    const { supple } = asset, at = supple.allocate(OPTIONS.size);
    supple.c.supple_options_default(at, asset.at);
    const f = supple.view(Float32Array, at, OPTIONS.size / 4), i = supple.view(Int32Array, at, OPTIONS.size / 4);
    f.set(gravity ?? [], OPTIONS.gravity / 4);
    f[OPTIONS.worldMetres / 4] = worldMetres ?? f[OPTIONS.worldMetres / 4];
    i[OPTIONS.forcing / 4] = forcing ?? i[OPTIONS.forcing / 4];
    const flags = supple.view(Uint8Array, at, OPTIONS.size);
    flags[OPTIONS.spin] = spin ?? flags[OPTIONS.spin];
    flags[OPTIONS.free] = free ?? flags[OPTIONS.free];
    flags[OPTIONS.linear] = linear ?? flags[OPTIONS.linear];
    i[OPTIONS.maxPins / 4] = maxPins ?? i[OPTIONS.maxPins / 4];
    return at;
}

class Body {
    constructor(asset, options) {
        const { supple } = asset;
        this.asset = asset;
        this.c = supple.c;
        const chosen = writeOptions(asset, options);
        this.at = this.c.web_prepared_body(asset.prepared, chosen);
        this.c.web_release(chosen);
        if (this.at === 0)
            throw new Error("There is not enough memory.");
        this.palette = new Lasting(supple, Float32Array, 16 * asset.boneCount);
        this.rows = new Lasting(supple, Float32Array, 4 * asset.coordCount);
        this.scratch = new Lasting(supple, Float32Array, SCRATCH.words);
        this.words = new Lasting(supple, Uint32Array, SCRATCH.words, this.scratch.at);
        this.bone = new Lasting(supple, Float32Array, 16, this.address(SCRATCH.motion));
        this.moving = new Lasting(supple, Float32Array, MOTION.size / 4, this.address(SCRATCH.motion));
        const at = this.c.supple_body_coords(this.at);
        this.amounts = new Lasting(supple, Float32Array, asset.coordCount, at);
        this.out = null;
    }

    // palette: 16 numbers a bone, column by column: a joint's world matrix times its inverse bind matrix.
    place(palette) {
        this.palette.view.set(palette);
        this.c.supple_body_place(this.at, this.palette.at);
    }

    move(palette) {
        this.palette.view.set(palette);
        this.c.supple_body_move(this.at, this.palette.at);
    }

    drive(palette) {
        this.palette.view.set(palette);
        this.c.supple_body_drive(this.at, this.palette.at);
    }

    step(dt) {
        this.c.supple_body_step(this.at, dt);
    }

    get asleep() {
        return this.c.supple_body_asleep(this.at) !== 0;
    }

    get coords() {
        this.amounts.at = this.c.supple_body_coords(this.at);
        return this.amounts.view;
    }

    // How much of each of its targets a posed part has; empty for others.
    weights(part) {
        const count = this.asset.part(part).targets.length, at = this.asset.supple.allocate(4 * count + 4);
        this.c.supple_body_weights(this.at, part, at);
        const weights = this.asset.supple.view(Float32Array, at, count).slice();
        this.c.web_release(at);
        return weights;
    }

    // ---- free bodies -------------------------------------------------------------------

    // A free body's palette: the matrix of its one bone. A view of scratch: read it at once.
    get bones() {
        this.c.supple_body_motion(this.moving.at, this.at);
        return this.bone.view;
    }

    // { pose: a matrix, velocity, spin }, of its own.
    get motion() {
        const pose = this.bones.slice(), all = this.moving.view;
        return { pose, velocity: all.slice(MOTION.velocity, MOTION.velocity + 3), spin: all.slice(MOTION.spin, MOTION.spin + 3) };
    }

    setMotion({ pose, velocity, spin }) {
        const all = this.moving.view;
        all.set(pose);
        all.set(velocity, MOTION.velocity);
        all.set(spin, MOTION.spin);
        this.c.supple_body_set_motion(this.at, this.moving.at);
    }

    // ---- feel --------------------------------------------------------------------------

    // part: an index, or -1 for all. tuning: { stiffness, damping, response, limit }, any of them.
    tune(part, tuning) {
        for (let i = part < 0 ? 0 : part; i < (part < 0 ? this.asset.partCount : part + 1); ++i) {
            const { stiffness, damping, response, limit } = { ...this.tuning(i), ...tuning };
            this.scratch.view.set([stiffness, damping, response, limit], SCRATCH.tuning);
            this.c.supple_body_tune(this.at, i, this.address(SCRATCH.tuning));
        }
    }

    tuning(part) {
        this.c.supple_body_tuning(this.address(SCRATCH.tuning), this.at, part);
        const [stiffness, damping, response, limit] = this.scratch.view.subarray(SCRATCH.tuning);
        return { stiffness, damping, response, limit };
    }

    // So many coordinates of each part; the others fade out.
    detail(coordsOfPart) {
        this.c.supple_body_detail(this.at, coordsOfPart);
    }

    // ---- touching ----------------------------------------------------------------------
    // Points are six numbers, as supple_point has them: three vertices, three weights. What is found is written
    // to arrays that the caller keeps, so dragging allocates nothing.

    // The first point that a ray meets: { vertices: Uint32Array(3), weights: Float32Array(3), distance }, or null.
    pick(origin, direction) {
        this.scratch.view.set(origin, SCRATCH.a);
        this.scratch.view.set(direction, SCRATCH.b);
        if (!this.c.supple_body_pick(this.at, this.address(SCRATCH.a), this.address(SCRATCH.b),
                                     this.address(SCRATCH.point), this.address(SCRATCH.distance)))
            return null;
        return { vertices: this.words.view.slice(SCRATCH.point, SCRATCH.point + 3),
                 weights: this.scratch.view.slice(SCRATCH.point + 3, SCRATCH.point + 6),
                 distance: this.scratch.view[SCRATCH.distance] };
    }

    // Where a point is now, in the world.
    position(point, out = new Float32Array(3)) {
        this.c.supple_body_position(this.address(SCRATCH.a), this.at, this.pointAt(point));
        return this.vector(out);
    }

    velocity(point, out = new Float32Array(3)) {
        this.c.supple_body_velocity(this.address(SCRATCH.a), this.at, this.pointAt(point));
        return this.vector(out);
    }

    force(point, newtons) {
        this.scratch.view.set(newtons, SCRATCH.a);
        this.c.supple_body_force(this.at, this.pointAt(point), this.address(SCRATCH.a));
    }

    impulse(point, newtonSeconds) {
        this.scratch.view.set(newtonSeconds, SCRATCH.a);
        this.c.supple_body_impulse(this.at, this.pointAt(point), this.address(SCRATCH.a));
    }

    // A number that names the pin; 0 when all are taken.
    pin(point, target) {
        this.scratch.view.set(target, SCRATCH.a);
        this.c.supple_body_pin(this.address(SCRATCH.pin), this.at, this.pointAt(point), this.address(SCRATCH.a));
        return this.words.view[SCRATCH.pin];
    }

    movePin(pin, target) {
        this.scratch.view.set(target, SCRATCH.a);
        this.words.view[SCRATCH.pin] = pin;
        this.c.supple_body_move_pin(this.at, this.address(SCRATCH.pin), this.address(SCRATCH.a));
    }

    unpin(pin) {
        this.words.view[SCRATCH.pin] = pin;
        this.c.supple_body_unpin(this.at, this.address(SCRATCH.pin));
    }

    address(word) {
        return this.scratch.at + 4 * word;
    }

    pointAt(point) {
        this.words.view.set(point.vertices, SCRATCH.point);
        this.scratch.view.set(point.weights, SCRATCH.point + 3);
        return this.address(SCRATCH.point);
    }

    vector(out) {
        const all = this.scratch.view;
        for (let i = 0; i < 3; ++i)
            out[i] = all[SCRATCH.a + i];
        return out;
    }

    // How much of each of its targets a posed part has now.
    weights(part) {
        this.poses ??= new Lasting(this.asset.supple, Float32Array, MOST_TARGETS);
        this.c.supple_body_weights(this.at, part, this.poses.at);
        return this.poses.view;
    }

    // How far a newton moves each vertex, in the pose as it is: metres.
    give() {
        this.given ??= new Lasting(this.asset.supple, Float32Array, this.asset.vertexCount);
        this.c.supple_body_give(this.at, this.given.at);
        return this.given.view;
    }

    // ---- reading -----------------------------------------------------------------------

    // Four numbers a coordinate for the shader's supple_rows.
    upload() {
        this.c.supple_body_upload(this.at, this.rows.at);
        return this.rows.view;
    }

    // Displaced vertices in bind space, or in the world: { positions, previous, normals, tangents }.
    evaluate(recomputed = false) {
        return this.fill(this.c.supple_body_evaluate, recomputed);
    }

    skin(recomputed = false) {
        return this.fill(this.c.supple_body_skin, recomputed);
    }

    fill(call, recomputed) {
        const { supple, vertexCount } = this.asset;
        if (this.out === null) {
            const three = () => new Lasting(supple, Float32Array, 3 * vertexCount);
            this.streams = new Lasting(supple, Uint32Array, STREAMS.size / 4);
            this.lasting = [three(), three(), three(), new Lasting(supple, Float32Array, 4 * vertexCount)];
            const all = this.lasting;
            this.out = { get positions() { return all[0].view; }, get previous() { return all[1].view; },
                         get normals() { return all[2].view; }, get tangents() { return all[3].view; } };
        }
        const s = this.streams.view;
        for (let i = 0; i < 4; ++i) {
            s[2 * i] = this.lasting[i].at;
            s[2 * i + 1] = i < 3 ? 12 : 16;
        }
        s[STREAMS.normalForm / 4] = recomputed ? 1 : 0;
        call(this.at, this.streams.at);
        return this.out;
    }

    release() {
        for (const lasting of [this.palette, this.rows, this.scratch, ...(this.out ? [this.streams, ...this.lasting] : [])])
            lasting.release();
        this.c.supple_body_destroy(this.at);
    }
}
