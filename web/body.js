// A body in JavaScript: its motion, its flesh, what holds it and what is read of it. supple.js makes assets, and they make bodies.
// SPDX-License-Identifier: MIT

import { FLAG, ID, MOST, POSE, VECTOR, check, fields, named, needsFree, number, numbers, optional, options, told, whole } from "./argument.js";
import { Lasting } from "./lasting.js";
import { MECHANICS, mechanics } from "./mechanics.js";

// What a body keeps for structs on their way to and from C; a distance is the first number of its three.
export const SCRATCH = { a: "supple_vec3", b: "supple_vec3", distance: "supple_vec3", point: "supple_point", pin: "supple_pin",
                  tuning: "supple_tuning", motion: "supple_motion", playing: "supple_playing",
                  measures: "supple_measures", dynamics: "supple_dynamics", filter: "supple_filter", stats: "supple_body_counts", bounds: "supple_bounds" };
const MOST_TARGETS = 256;
export const BODY_OPTIONS = options({ gravity: VECTOR, sag: VECTOR, worldMetres: number(), forcing: whole(0, 3), spin: FLAG, free: FLAG, linear: FLAG, triggers: FLAG, maxPins: whole(0, 128) });

const indexOf = (asked, names) => (typeof asked === "string" ? names.indexOf(asked) : asked);

// supple_body_options somewhere in memory; the caller gives it back.
function writeOptions(asset, options) {
    const { supple } = asset, at = supple.allocate(supple.layout.size("supple_body_options"));
    supple.c.supple_body_options_default(at, asset.at);
    supple.layout.write("supple_body_options", at, options);
    return at;
}

export class Body {
    constructor(asset, options) {
        const { supple } = asset;
        this.asset = asset;
        this.c = supple.c;
        this.free = Boolean(options.free ?? asset.coordCount === 0) && asset.isFree;
        this.user = null; // yours
        if (options.free && !asset.isFree)
            throw new Error("asset.body: this asset is held, by bones or by what was fixed when it was baked (asset.isFree is false): its bodies are not free.");
        const chosen = writeOptions(asset, options);
        this.at = this.c.web_prepared_body(asset.prepared, chosen);
        this.c.web_release(chosen);
        if (this.at === 0)
            throw new Error("There is not enough memory.");
        ++asset.living;
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
        const { gravity, sag, worldMetres } = options;
        if (this.stats.rejected > 0 && (gravity ?? sag ?? worldMetres) != null) { // else it is the asset's own sag, which a damaged file may have
            this.giveBack();
            --asset.living;
            throw new RangeError("asset.body: options are out of range: worldMetres is above 0, gravity and sag are no larger than 1e6.");
        }
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
        if (this.world)
            throw new Error("body.step: this body is in a world, whose step it takes part in.");
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
        const { asset } = this, index = asset.partAt(part), count = asset.coordCounts[index], given = [coords, speeds];
        const wide = new Lasting(asset.supple, Float32Array, 2 * count);
        given.forEach((one, i) => one != null && wide.view.set(one, i * count));
        const [q, v] = given.map((one, i) => one != null ? wide.at + 4 * i * count : 0);
        const taken = this.c.supple_body_set_coords(this.at, index, q, v) !== 0;
        wide.release();
        if (!taken)
            throw new RangeError(asset.entryNames[index] ? `body.setCoords: part "${asset.partNames[index]}" is a recorded one: it moves as it was recorded.`
                                                         : "body.setCoords: a coordinate or its speed is beyond 1e12.");
    }

    // The palette as it stands now, with what moves by itself: a free body, the support of a recording. Read it at once.
    get bones() {
        this.standing ??= new Lasting(this.asset.supple, Float32Array, 16 * this.asset.boneCount);
        this.c.supple_body_palette(this.at, this.standing.at);
        return this.standing.view;
    }

    // An input of posed parts, by its index or its name, from the next step on.
    setInput(input, value) {
        this.c.supple_body_set_input(this.at, indexOf(input, this.asset.inputNames), value);
    }

    input(input) {
        return this.c.supple_body_input(this.at, indexOf(input, this.asset.inputNames));
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
        this.c.supple_body_empty_queue(this.at, this.asset.partAt(part));
    }

    allows(part, entry) {
        return this.c.supple_body_allows(this.at, ...this.entryAt(part, entry)) !== 0;
    }

    // The entry that answers a push at a point, or -1.
    answer(part, point, push) {
        this.a.view.set(push);
        return this.c.supple_body_answer(this.at, this.asset.partAt(part), this.pointAt(point), this.address("a"));
    }

    entryAt(part, entry) {
        const { asset } = this, index = asset.partAt(part);
        return [index, indexOf(entry, asset.entryNames[index])];
    }

    // { entry, response, state, waiting, begun, refused, ended, seconds, distance, offset, support, displacement }, of its own.
    playing(part) {
        this.c.supple_body_playing(this.address("playing"), this.at, this.asset.partAt(part));
        return this.asset.supple.layout.read("supple_playing", this.address("playing"));
    }

    // Contacts of the recording that the last step came by: [{ place, normal, impulse, first, second }].
    recordedContacts(part, most = 64) {
        const { supple } = this.asset, { layout } = supple, size = layout.size("supple_recorded_contact");
        const index = this.asset.partAt(part), at = supple.allocate(size * most);
        const count = Math.min(this.c.supple_body_recorded_contacts(this.at, index, at, most), most);
        const found = Array.from({ length: count }, (_, i) => layout.read("supple_recorded_contact", at + size * i));
        this.c.web_release(at);
        return found;
    }

    // ---- free bodies -------------------------------------------------------------------

    // { pose: a matrix, velocity, spin }, of its own.
    get motion() {
        this.c.supple_body_motion(this.address("motion"), this.at);
        return { pose: this.pose.view.slice(), velocity: this.speed.view.slice(), spin: this.turning.view.slice() };
    }

    // What is left out stays.
    setMotion({ pose, velocity, spin }) {
        needsFree(this, "is thrown");
        const before = this.stats.rejected;
        this.c.supple_body_motion(this.address("motion"), this.at);
        if (pose != null)
            this.pose.view.set(pose);
        if (velocity != null)
            this.speed.view.set(velocity);
        if (spin != null)
            this.turning.view.set(spin);
        this.c.supple_body_set_motion(this.at, this.address("motion"));
        if (this.stats.rejected !== before)
            throw new RangeError("body.setMotion: motion has a pose that is mirrored or flat, or a number that is too large.");
    }

    // ---- feel --------------------------------------------------------------------------

    // part: an index or a name, or -1 for all. tuning: { stiffness, damping, response, limit }, any of them.
    tune(part, tuning) {
        const one = this.asset.partAt(part), first = Math.max(one, 0), behind = one < 0 ? this.asset.partCount : one + 1, before = this.stats.rejected;
        for (let i = first; i < behind; ++i) {
            this.asset.supple.layout.write("supple_tuning", this.address("tuning"), { ...this.tuning(i), ...tuning });
            this.c.supple_body_tune(this.at, i, this.address("tuning"));
        }
        if (this.stats.rejected !== before)
            throw new RangeError(`body.tune: tuning is out of range: ${JSON.stringify(tuning)}. Stiffness and limit are above 0, all are numbers.`);
    }

    tuning(part) {
        this.c.supple_body_tuning(this.address("tuning"), this.at, this.asset.partAt(part));
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
        this.c.supple_body_weights(this.at, this.asset.partAt(part), this.poses.at);
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
        this.giveBack();
        this.released = true;
        --this.asset.living;
    }

    giveBack() {
        this.world?.remove(this);
        for (const lasting of [this.palette, this.rows, this.scratch, this.standing, this.kept, this.poses, this.compliances, ...(this.lasting ?? [])])
            lasting?.release();
        this.c.web_release(this.streams ?? 0);
        this.c.supple_body_destroy(this.at);
    }
}

Object.defineProperties(Body.prototype, Object.getOwnPropertyDescriptors(mechanics));

const PART = named(body => body.asset.partNames, "part");
const RECORDED = (value, body) => PART(value, body) ?? (body.asset.entryNames[body.asset.partAt(value)] ? null : { Wrong: RangeError, text: ` is ${told(value)}, which is not a recorded one` });
const ENTRY = { part: RECORDED, entry: named((body, part) => body.asset.entryNames[body.asset.partAt(part)], "entry") };
const COORDS = numbers(({ asset }, part) => asset.coordCounts[asset.partAt(part)]);
const INPUT = named(body => body.asset.inputNames, "input"), TUNED = named(body => body.asset.partNames, "part", -1);
const VERTICES = numbers(3, (vertex, body) => Number.isInteger(vertex) && vertex >= 0 && vertex < body.asset.vertexCount, "vertices of the body");
const SURFACE = { vertices: VERTICES, weights: VECTOR };
// What pick found has more than a point has.
const POINT = (value, body) => (value === null || typeof value !== "object" ? { Wrong: TypeError, text: ` is a point, { vertices, weights }, not ${told(value)}` }
    : fields(SURFACE)({ vertices: value.vertices, weights: value.weights }, body));
const PALETTE = (value, { palette: { count }, asset }) => (value?.length === count ? null
    : { Wrong: TypeError, text: ` of ${asset.boneCount} bones is ${count} numbers, not ${told(value)}` }); // what is not finite is counted: stats.rejected
const STATE = value => (value instanceof Uint8Array ? null : { Wrong: TypeError, text: ` is what save() returned, a Uint8Array, not ${told(value)}` });
const OUT = value => (value?.length >= 3 ? null : { Wrong: TypeError, text: ` has room for 3 numbers, not ${told(value)}` });

check(Body, "body", {
    place: { palette: PALETTE }, move: { palette: PALETTE }, drive: { palette: PALETTE }, step: { dt: number() }, save: {}, restore: { state: STATE },
    setCoords: { part: PART, state: options({ coords: COORDS, speeds: COORDS }) }, setInput: { input: INPUT, value: number() }, input: { input: INPUT },
    trigger: ENTRY, queue: ENTRY, allows: ENTRY, emptyQueue: { part: RECORDED }, answer: { part: RECORDED, point: POINT, push: VECTOR }, playing: { part: RECORDED },
    recordedContacts: { part: RECORDED, most: optional(MOST) }, setMotion: { motion: options({ pose: POSE, velocity: VECTOR, spin: VECTOR }) },
    tune: { part: TUNED, tuning: options({ stiffness: number(), damping: number(), response: number(), limit: number() }) }, tuning: { part: PART },
    detail: { coordsOfPart: whole(0, 2 ** 31 - 1) }, pick: { origin: VECTOR, direction: VECTOR }, position: { point: POINT, out: optional(OUT) },
    velocity: { point: POINT, out: optional(OUT) }, force: { point: POINT, newtons: VECTOR }, impulse: { point: POINT, newtonSeconds: VECTOR },
    pin: { point: POINT, target: VECTOR }, movePin: { pin: ID, target: VECTOR }, unpin: { pin: ID }, weights: { part: PART }, compliance: {}, upload: {},
    evaluate: { recomputed: optional(FLAG) }, skin: { recomputed: optional(FLAG) }, release: {}, ...MECHANICS,
});
