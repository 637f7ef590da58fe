// libsupple in JavaScript: loads supple.wasm and speaks its C ABI.
//
// Numbers stay in the module's memory. What is returned as an array is a view of it, made again only when
// the memory has grown, so a frame allocates nothing: read views at once, and ask again next frame.
//
//   const supple = await load();                     // or load(bytesOfSuppleWasm)
//   const asset = supple.asset(bytesOfAFile);        // .supple, or a GLB with one inside
//   const body = asset.body();
//   body.place(palette); ... body.drive(palette); body.step(dt);
//   const { positions, normals } = body.skin();      // or body.upload() and gpu/supple.glsl
//
// supple.d.ts has the types, and says what each call does.
// SPDX-License-Identifier: MIT

import { known, needsFree, numbers } from "./argument.js";
import { Layout } from "./layout.js";
import { mechanics } from "./mechanics.js";
import { wrongShape, writeShape } from "./shapes.js";

// What a body keeps for structs on their way to and from C; a distance is the first number of its three.
const SCRATCH = { a: "supple_vec3", b: "supple_vec3", distance: "supple_vec3", point: "supple_point", pin: "supple_pin",
                  tuning: "supple_tuning", motion: "supple_motion", playing: "supple_playing",
                  measures: "supple_measures", dynamics: "supple_dynamics", filter: "supple_filter", stats: "supple_body_counts", bounds: "supple_bounds" };
const OPTIONS = ["gravity", "sag", "worldMetres", "forcing", "spin", "free", "linear", "triggers", "maxPins"];
const TUNING = ["stiffness", "damping", "response", "limit"];
const MOST_TARGETS = 256;
const NUMBERS = ["coordCount", "partCount", "boneCount", "meshCount", "vertexCount", "triangleCount",
                 "influenceCount", "layerCount", "metres"];

// Without bytes: the module that the package carries in a script (tools/build-package).
export async function load(wasm) {
    wasm ??= await (await import("./inline.js")).default();
    const { instance } = await WebAssembly.instantiate(wasm, {});
    return new Supple(instance.exports);
}

class Supple {
    constructor(c) {
        this.c = c; // every supple_ function, and web_allocate, web_release, web_asset_prepare, web_prepared_body
        this.layout = new Layout(c);
        this.places = this.layout.pack(SCRATCH);
    }

    asset(bytes, options = {}) {
        return new Asset(this, bytes, options);
    }

    // A rigid body's shape as an asset: { kind: "sphere" | "capsule" | "box" | "hull" | "compound", ..., density or mass }. Its bodies are free.
    shape(shape) {
        const buffers = [this.allocate(this.layout.size("supple_shape"))];
        try {
            const at = writeShape(this, buffers[0], shape, "A rigid shape", buffers), wrong = wrongShape(this, at, true);
            const prepared = wrong === null ? this.c.web_shape_prepare(at) : 0;
            if (prepared === 0)
                throw new RangeError(wrong ?? "The points of the hull lie in a plane, or have more than 256 corners; or there is not enough memory.");
            return new Asset(this, null, { prepared });
        } finally {
            buffers.forEach(buffer => this.c.web_release(buffer));
        }
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
    constructor(supple, type, count, at = supple.allocate(Math.max(count, 1) * type.BYTES_PER_ELEMENT)) {
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

// As supple.h numbers them.
const MODELS = ["modal", "posed", "recorded"], ENDS = ["rests", "limited", "runsOn", "dead"];

class Asset {
    // Throws an Error with a sentence when the bytes are no sound asset. damaged: do not look at the checksum.
    // prepared: of a shape, which has no bytes here.
    constructor(supple, bytes, { damaged = false, prepared = 0 } = {}) {
        this.supple = supple;
        const { layout } = supple;
        this.at = supple.allocate(layout.size("supple_asset"));
        this.bytes = 0;
        this.prepared = prepared;
        if (prepared !== 0)
            supple.c.supple_prepared_asset(this.at, prepared);
        else
            this.read(bytes, damaged);
        const asset = layout.read("supple_asset", this.at);
        for (const name of NUMBERS)
            this[name] = asset[name];
        this.prepared ||= supple.c.web_asset_prepare(this.at); // what its bodies share
        if (this.prepared === 0) {
            this.release();
            throw new Error("There is not enough memory.");
        }
        const n = this.vertexCount;
        this.arrays = {}; // name: [type, address, count]
        for (const [name, type, count] of [
            ["positions", Float32Array, 3 * n], ["normals", Float32Array, 3 * n], ["tangents", Float32Array, 4 * n],
            ["joints", Uint16Array, this.influenceCount * n], ["weights", Float32Array, this.influenceCount * n],
            ["triangles", Uint32Array, 3 * this.triangleCount], ["links", Uint32Array, this.layerCount * n],
            ["bendLinks", Uint32Array, this.layerCount * n], ["twins", Uint32Array, n]])
            this.arrays[name] = [type, asset[name], count];
        this.partNames = Array.from({ length: this.partCount }, (_, i) => this.part(i).name);
        this.inputNames = Array.from({ length: supple.c.supple_asset_input_count(this.at) }, (_, i) => supple.text(supple.c.supple_asset_input_name(this.at, i)));
        this.coordCounts = this.partNames.map((_, i) => this.part(i).coordCount);
        this.entryNames = this.partNames.map((_, i) => this.recorded(i)?.entries.map(({ name }) => name)); // of recorded parts
        this.shapes = this.table("shapes");
        this.bends = this.table("bends");
    }

    read(bytes, damaged) {
        const { supple } = this;
        this.bytes = supple.allocate(bytes.length);
        supple.view(Uint8Array, this.bytes, bytes.length).set(bytes);
        const read = damaged ? supple.c.supple_asset_read_damaged : supple.c.supple_asset_read;
        const result = read(this.at, this.bytes, bytes.length);
        if (result !== 0) {
            this.release();
            throw Object.assign(new Error(supple.text(supple.c.supple_result_text(result))), { result });
        }
    }

    table(name) {
        const { layout } = this.supple, from = this.at + layout.offset("supple_asset", name);
        const { texels, width, height, isFloat } = layout.read("supple_table", from);
        const type = isFloat !== 0 ? Float32Array : Int16Array;
        return texels === 0 ? null : { width, height, isFloat: type === Float32Array,
                                       get texels() { return this.of.view(type, texels, 3 * width * height); },
                                       of: this.supple };
    }

    // positions, normals, tangents, joints, weights, triangles, links, bendLinks, twins; null where there are none.
    array(name) {
        const [type, at, count] = this.arrays[name];
        return at === 0 || count === 0 ? null : this.supple.view(type, at, count);
    }

    part(index) {
        const { supple } = this, { c, layout } = supple, at = supple.allocate(layout.size("supple_part"));
        c.supple_asset_part(at, this.at, index);
        const { name, model, vertices, targetCount, ...part } = layout.read("supple_part", at);
        part.tuning = layout.read("supple_tuning", at + layout.offset("supple_part", "tuning"));
        c.web_release(at);
        return { ...part, name: supple.text(name), model: MODELS[model], vertices: supple.view(Uint32Array, vertices, part.vertexCount),
                 targets: Array.from({ length: targetCount }, (_, target) =>
                     supple.text(c.supple_asset_target_name(this.at, index, target))) };
    }

    // What a recorded part has: states, entries by name, responses. Null of other parts.
    recorded(index) {
        const { c } = this.supple;
        const told = this.struct("supple_recorded", at => c.supple_asset_recorded(at, this.at, index));
        if (told.stateCount === 0)
            return null;
        const { entryCount, responseCount, ...all } = told;
        return { ...all,
            entries: Array.from({ length: entryCount }, (_, i) => {
                const entry = this.struct("supple_entry", at => c.supple_asset_entry(at, this.at, index, i));
                return { ...entry, name: this.supple.text(entry.name), movesSupport: entry.movesSupport !== 0 };
            }),
            responses: Array.from({ length: responseCount }, (_, i) => {
                const response = this.struct("supple_recorded_response", at => c.supple_asset_response(at, this.at, index, i));
                return { ...response, isStart: response.isStart !== 0, end: ENDS[response.end] };
            }) };
    }

    // What a call writes to a place for it.
    struct(name, call) {
        const { supple } = this, at = supple.allocate(supple.layout.size(name));
        call(at);
        const told = supple.layout.read(name, at);
        supple.c.web_release(at);
        return told;
    }

    // Where the vertices of a part stand in its table: what the k-th coordinate does to the i-th of them is texel
    // firstShape + k * shapePlaces + places(part)[i], and firstBend + k * bendPlaces + places(part, "bendLinks")[i].
    places(index, name = "links") {
        const { vertices } = this.part(index), links = this.array(name), n = this.vertexCount;
        return Uint32Array.from(vertices, at => {
            while (links[at] >>> 24 !== index)
                at += n;
            return links[at] & 0xffffff;
        });
    }

    mesh(index) {
        return this.struct("supple_mesh", at => this.supple.c.supple_asset_mesh(at, this.at, index));
    }

    boneName(index) {
        return this.supple.text(this.supple.c.supple_asset_bone_name(this.at, index));
    }

    frequency(coord) {
        return this.supple.c.supple_asset_frequency(this.at, coord);
    }

    // A recorded part's coordinates so many seconds after a response began.
    sample(part, response, seconds) {
        this.sampled ??= new Lasting(this.supple, Float32Array, this.coordCount);
        if (!this.supple.c.supple_asset_sample(this.at, part, response, seconds, this.sampled.at, 0))
            throw new RangeError(`Part ${part} has no response ${response}, or that has no moment ${seconds} s.`);
        return this.sampled.view;
    }

    // For morph targets: what is added to normals is texels of bends times this times the first number of the
    // coordinate's row in upload(), as displacements are texels of shapes times that number.
    bendRatio(coord) {
        return this.supple.c.supple_asset_bend_ratio(this.at, coord);
    }

    // The texels of gpu/supple.glsl's supple_parts: eight numbers a part.
    partRows() {
        const rows = new Uint32Array(8 * this.partCount);
        for (let i = 0; i < this.partCount; ++i) {
            const p = this.part(i);
            rows.set([p.firstShape, p.firstBend, p.firstCoord, p.coordCount, p.shapePlaces, p.bendPlaces], 8 * i);
        }
        return rows;
    }

    // Whether nothing holds it: such a body can move by itself.
    get isFree() {
        return this.supple.c.supple_asset_is_free(this.at) !== 0;
    }

    // options: { gravity, worldMetres, forcing, spin, free, linear, triggers, maxPins }, each with the library's default.
    body(options = {}) {
        return new Body(this, options);
    }

    // Bodies first.
    release() {
        this.supple.c.supple_prepared_release(this.prepared);
        this.sampled?.release();
        this.supple.c.web_release(this.at);
        this.supple.c.web_release(this.bytes);
    }
}

// An index, or a name, among some names; what is neither is told with those that there are.
function chosen(asked, names, what) {
    const index = typeof asked === "string" ? names.indexOf(asked) : asked;
    if (Number.isInteger(index) && index >= 0 && index < names.length)
        return index;
    throw new RangeError(`There is no ${what} ${typeof asked === "string" ? JSON.stringify(asked) : asked}: it is 0 to ${names.length - 1}, or one of ${names.map(name => JSON.stringify(name)).join(", ")}.`);
}

// supple_body_options somewhere in memory; the caller gives it back.
function writeOptions(asset, options) {
    known(options, OPTIONS, "A body");
    const { supple } = asset, at = supple.allocate(supple.layout.size("supple_body_options"));
    supple.c.supple_body_options_default(at, asset.at);
    supple.layout.write("supple_body_options", at, options);
    return at;
}

class Body {
    constructor(asset, options) {
        const { supple } = asset;
        this.asset = asset;
        this.c = supple.c;
        this.free = Boolean(options.free ?? asset.coordCount === 0) && asset.isFree;
        this.user = null; // yours
        if (options.free && !asset.isFree)
            throw new Error("This asset is held, by bones or by what was fixed when it was baked (asset.isFree is false): its bodies are not free.");
        const chosen = writeOptions(asset, options);
        this.at = this.c.web_prepared_body(asset.prepared, chosen);
        this.c.web_release(chosen);
        if (this.at === 0)
            throw new Error("There is not enough memory.");
        this.palette = new Lasting(supple, Float32Array, 16 * asset.boneCount);
        this.rows = new Lasting(supple, Float32Array, 4 * asset.coordCount);
        this.places = supple.places;
        this.scratch = new Lasting(supple, Uint8Array, this.places.size);
        const part = (type, at, count) => new Lasting(supple, type, count, this.scratch.at + at), { layout } = supple, { places } = this;
        this.a = part(Float32Array, places.a, 3);
        this.b = part(Float32Array, places.b, 3);
        this.distance = part(Float32Array, places.distance, 1);
        this.vertices = part(Uint32Array, places.point + layout.offset("supple_point", "vertex"), 3);
        this.shares = part(Float32Array, places.point + layout.offset("supple_point", "weight"), 3);
        this.pinned = part(Uint32Array, places.pin, 1); // index and generation as one number
        this.pose = part(Float32Array, places.motion + layout.offset("supple_motion", "pose"), 16);
        this.speed = part(Float32Array, places.motion + layout.offset("supple_motion", "velocity"), 3);
        this.turning = part(Float32Array, places.motion + layout.offset("supple_motion", "spin"), 3);
        const at = this.c.supple_body_coords(this.at);
        this.amounts = new Lasting(supple, Float32Array, asset.coordCount, at);
        this.out = null;
    }

    // palette: 16 numbers a bone, column by column: a joint's world matrix times its inverse bind matrix.
    place(palette) {
        this.palette.view.set(this.checked(palette));
        this.c.supple_body_place(this.at, this.palette.at);
    }

    move(palette) {
        this.palette.view.set(this.checked(palette));
        this.c.supple_body_move(this.at, this.palette.at);
    }

    drive(palette) {
        this.palette.view.set(this.checked(palette));
        this.c.supple_body_drive(this.at, this.palette.at);
    }

    // Numbers that are not finite are the library's to count (stats.rejected).
    checked(palette) {
        if (palette?.length !== this.palette.count)
            throw new TypeError(`A palette of ${this.asset.boneCount} bones is ${this.palette.count} numbers, not ${palette?.length !== undefined ? `an array of ${palette.length}` : palette}.`);
        return palette;
    }

    step(dt) {
        if (!Number.isFinite(dt))
            throw new RangeError(`A step takes a number of seconds, not ${dt}.`);
        this.c.supple_body_step(this.at, dt);
    }

    // The state as bytes of your own, for `restore`, which says whether they are one of this body.
    save() {
        this.kept ??= new Lasting(this.asset.supple, Uint8Array, this.c.supple_body_state_size(this.at));
        this.c.supple_body_save(this.at, this.kept.at);
        return this.kept.view.slice();
    }

    restore(state) {
        const size = this.c.supple_body_state_size(this.at);
        this.kept ??= new Lasting(this.asset.supple, Uint8Array, size);
        if (state.length !== size)
            return false;
        this.kept.view.set(state);
        return this.c.supple_body_restore(this.at, this.kept.at, size) !== 0;
    }

    get asleep() {
        return this.c.supple_body_asleep(this.at) !== 0;
    }

    get coords() {
        this.amounts.at = this.c.supple_body_coords(this.at);
        return this.amounts.view;
    }

    // How fast they change, a second.
    get speeds() {
        this.rates ??= new Lasting(this.asset.supple, Float32Array, this.asset.coordCount, this.c.supple_body_speeds(this.at));
        this.rates.at = this.c.supple_body_speeds(this.at);
        return this.rates.view;
    }

    // Coordinates of a part, by its index or its name, and their speeds, from now on; what is left out stays.
    setCoords(part, { coords, speeds }) {
        const { asset } = this, index = chosen(part, asset.partNames, "part"), count = asset.coordCounts[index];
        const wide = new Lasting(asset.supple, Float32Array, 2 * count), given = [coords, speeds];
        given.forEach((numbers, i) => {
            if (numbers && numbers.length !== count)
                throw new RangeError(`Part "${asset.partNames[index]}" has ${count} coordinates, not ${numbers.length}.`);
            if (numbers)
                wide.view.set(numbers, i * count);
        });
        const [q, v] = given.map((numbers, i) => numbers ? wide.at + 4 * i * count : 0);
        const taken = this.c.supple_body_set_coords(this.at, index, q, v) !== 0;
        wide.release();
        if (!taken)
            throw new RangeError(asset.entryNames[index] ? `Part "${asset.partNames[index]}" is a recorded one: it moves as it was recorded.`
                                                         : "A coordinate or its speed is not a number, or beyond 1e12.");
    }

    // The palette as it stands now, with what moves by itself: a free body, the support of a recording. Read it at once.
    get bones() {
        this.standing ??= new Lasting(this.asset.supple, Float32Array, 16 * this.asset.boneCount);
        this.c.supple_body_palette(this.at, this.standing.at);
        return this.standing.view;
    }

    // An input of posed parts, by its index or its name, from the next step on.
    setInput(input, value) {
        if (!this.c.supple_body_set_input(this.at, chosen(input, this.asset.inputNames, "input"), value))
            throw new RangeError(`An input is a number, not ${value}.`);
    }

    input(input) {
        return this.c.supple_body_input(this.at, chosen(input, this.asset.inputNames, "input"));
    }

    // ---- recorded parts ----------------------------------------------------------------

    // Parts and entries by their index or their name. An entry happens now; or as soon as it is allowed. False: it is refused.
    trigger(part, entry) {
        return this.c.supple_body_trigger(this.at, ...this.entryAt(part, entry)) !== 0;
    }

    queue(part, entry) {
        return this.c.supple_body_queue(this.at, ...this.entryAt(part, entry)) !== 0;
    }

    emptyQueue(part) {
        this.c.supple_body_empty_queue(this.at, this.recordedPart(part));
    }

    allows(part, entry) {
        return this.c.supple_body_allows(this.at, ...this.entryAt(part, entry)) !== 0;
    }

    // The entry that answers a push at a point, or -1.
    answer(part, point, push) {
        this.a.view.set(push);
        return this.c.supple_body_answer(this.at, this.recordedPart(part), this.pointAt(point), this.address("a"));
    }

    entryAt(part, entry) {
        const { asset } = this, index = this.recordedPart(part), names = asset.entryNames[index];
        return [index, chosen(entry, names, `entry of part "${asset.partNames[index]}"`)];
    }

    partAt(part) {
        return chosen(part, this.asset.partNames, "part");
    }

    recordedPart(part) {
        const { asset } = this, index = this.partAt(part);
        if (!asset.entryNames[index])
            throw new RangeError(`Part "${asset.partNames[index]}" is not a recorded one.`);
        return index;
    }

    // { entry, response, state, waiting, begun, refused, ended, seconds, distance, offset, support, displacement }, of its own.
    playing(part) {
        this.c.supple_body_playing(this.address("playing"), this.at, this.recordedPart(part));
        return this.asset.supple.layout.read("supple_playing", this.address("playing"));
    }

    // Contacts of the recording that the last step came by: [{ place, normal, impulse, first, second }].
    recordedContacts(part, most = 64) {
        const { supple } = this.asset, { layout } = supple, size = layout.size("supple_recorded_contact");
        this.contacts ??= new Lasting(supple, Uint8Array, size * most);
        const count = Math.min(this.c.supple_body_recorded_contacts(this.at, this.recordedPart(part), this.contacts.at, this.contacts.count / size), most);
        return Array.from({ length: count }, (_, i) => layout.read("supple_recorded_contact", this.contacts.at + size * i));
    }

    // ---- free bodies -------------------------------------------------------------------

    // { pose: a matrix, velocity, spin }, of its own.
    get motion() {
        this.c.supple_body_motion(this.address("motion"), this.at);
        return { pose: this.pose.view.slice(), velocity: this.speed.view.slice(), spin: this.turning.view.slice() };
    }

    setMotion({ pose, velocity, spin }) {
        needsFree(this, "is thrown");
        this.pose.view.set(numbers(pose, 16, "A pose"));
        this.speed.view.set(numbers(velocity, 3, "A velocity"));
        this.turning.view.set(numbers(spin, 3, "A spin"));
        this.c.supple_body_set_motion(this.at, this.address("motion"));
    }

    // ---- feel --------------------------------------------------------------------------

    // part: an index, or -1 for all. tuning: { stiffness, damping, response, limit }, any of them.
    tune(part, tuning) {
        known(tuning, TUNING, "A tuning");
        for (let i = part < 0 ? 0 : part; i < (part < 0 ? this.asset.partCount : part + 1); ++i) {
            this.asset.supple.layout.write("supple_tuning", this.address("tuning"), { ...this.tuning(i), ...tuning });
            this.c.supple_body_tune(this.at, i, this.address("tuning"));
        }
    }

    tuning(part) {
        this.c.supple_body_tuning(this.address("tuning"), this.at, part);
        return this.asset.supple.layout.read("supple_tuning", this.address("tuning"));
    }

    // So many coordinates of each part; the others fade out.
    detail(coordsOfPart) {
        this.c.supple_body_detail(this.at, coordsOfPart);
    }

    // ---- points and picking ------------------------------------------------------------
    // Points are six numbers, as supple_point has them: three vertices, three weights. What is found is written
    // to arrays that the caller keeps, so dragging allocates nothing.

    // The first point that a ray meets: { vertices: Uint32Array(3), weights: Float32Array(3), distance }, or null.
    pick(origin, direction) {
        this.a.view.set(origin);
        this.b.view.set(direction);
        if (!this.c.supple_body_pick(this.at, this.address("a"), this.address("b"),
                                     this.address("point"), this.address("distance")))
            return null;
        return { vertices: this.vertices.view.slice(), weights: this.shares.view.slice(), distance: this.distance.view[0] };
    }

    // Where a point is now, in the world.
    position(point, out = new Float32Array(3)) {
        this.c.supple_body_position(this.address("a"), this.at, this.pointAt(point));
        return this.vector(out);
    }

    velocity(point, out = new Float32Array(3)) {
        this.c.supple_body_velocity(this.address("a"), this.at, this.pointAt(point));
        return this.vector(out);
    }

    force(point, newtons) {
        this.a.view.set(newtons);
        this.c.supple_body_force(this.at, this.pointAt(point), this.address("a"));
    }

    impulse(point, newtonSeconds) {
        this.a.view.set(newtonSeconds);
        this.c.supple_body_impulse(this.at, this.pointAt(point), this.address("a"));
    }

    // A number that names the pin; 0 when all are taken.
    pin(point, target) {
        this.a.view.set(target);
        this.c.supple_body_pin(this.address("pin"), this.at, this.pointAt(point), this.address("a"));
        return this.pinned.view[0];
    }

    movePin(pin, target) {
        this.a.view.set(target);
        this.pinned.view[0] = pin;
        this.c.supple_body_move_pin(this.at, this.address("pin"), this.address("a"));
    }

    unpin(pin) {
        this.pinned.view[0] = pin;
        this.c.supple_body_unpin(this.at, this.address("pin"));
    }

    address(place) {
        return this.scratch.at + this.places[place];
    }

    pointAt(point) {
        this.vertices.view.set(point.vertices);
        this.shares.view.set(point.weights);
        return this.address("point");
    }

    vector(out) {
        const found = this.a.view;
        for (let i = 0; i < 3; ++i)
            out[i] = found[i];
        return out;
    }

    // How much of each of its targets a posed part has now.
    weights(part) {
        this.poses ??= new Lasting(this.asset.supple, Float32Array, MOST_TARGETS);
        this.c.supple_body_weights(this.at, part, this.poses.at);
        return this.poses.view;
    }

    // How far a newton moves each vertex, in the pose as it is: metres.
    compliance() {
        this.compliances ??= new Lasting(this.asset.supple, Float32Array, this.asset.vertexCount);
        this.c.supple_body_compliance(this.at, this.compliances.at);
        return this.compliances.view;
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
        this.out ??= this.makeStreams();
        this.normalForm.view[0] = recomputed ? 1 : 0;
        call(this.at, this.streams);
        return this.out;
    }

    makeStreams() {
        const { supple, vertexCount } = this.asset, { layout } = supple;
        const three = () => new Lasting(supple, Float32Array, 3 * vertexCount);
        const all = this.lasting = [three(), three(), three(), new Lasting(supple, Float32Array, 4 * vertexCount)];
        const [positions, previous, normals, tangents] = all.map(lasting => lasting.at);
        this.streams = supple.allocate(layout.size("supple_streams"));
        layout.write("supple_streams", this.streams, { positions, positionStride: 12, previous, previousStride: 12,
                                                       normals, normalStride: 12, tangents, tangentStride: 16 });
        this.normalForm = new Lasting(supple, Uint32Array, 1, this.streams + layout.offset("supple_streams", "normalForm"));
        return { get positions() { return all[0].view; }, get previous() { return all[1].view; },
                 get normals() { return all[2].view; }, get tangents() { return all[3].view; } };
    }

    // One that is in a world leaves it.
    release() {
        this.world?.remove(this);
        for (const lasting of [this.palette, this.rows, this.scratch, this.standing, this.kept, this.contacts, this.poses, this.compliances, ...(this.lasting ?? [])])
            lasting?.release();
        this.c.web_release(this.streams ?? 0);
        this.c.supple_body_destroy(this.at);
    }
}

Object.defineProperties(Body.prototype, Object.getOwnPropertyDescriptors(mechanics));
