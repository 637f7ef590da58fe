// A world of libsupple in JavaScript: bodies that touch each other and your colliders.
//
//   const world = makeWorld(supple, { maxBodies: 4 });
//   world.collider({ kind: "plane" }, pose);         // poses: 16 numbers, column by column
//   world.add(body); ... world.step(dt); for (const touch of world.contacts()) ...
//   world.joint({ kind: "point", body, other, place });
//
// supple.js has bodies; supple.d.ts has the types of both.
// SPDX-License-Identifier: MIT

// Offsets on wasm32; web/wasm.c asserts them.
const OPTIONS = { size: 44, response: 0, penalty: 4, friction: 8, cluster: 12, self: 16, iterations: 20, tolerance: 24,
                  maxBodies: 28, maxColliders: 32, maxContacts: 36, maxJoints: 40 };
const INTEGERS = ["iterations", "maxBodies", "maxColliders", "maxContacts", "maxJoints"];
const SHAPE = { size: 40, half: 2, positions: 5, triangles: 6, vertexCount: 7, triangleCount: 8, friction: 9 }; // in words
const CONTACT = { size: 100, place: 60, normal: 72, depth: 84, impulse: 88, slip: 92, began: 96 };
const STATS = { size: 36 };
const JOINT = { size: 72, there: 6, axis: 9, length: 12, frequency: 13, damping: 14, strength: 15,
                twistStrength: 16, touch: 68 }; // in words, but size and touch
const JOINT_STATE = { size: 16, broken: 1, broke: 2, force: 4, twist: 8, gap: 12 };
const KINDS = ["plane", "sphere", "capsule", "box", "mesh"];
const JOINTS = ["point", "hinge", "weld", "distance"];
export const RESPONSES = ["position", "acceleration", "penalty"];
const SCRATCH = 256; // bytes for structs on their way

export function makeWorld(supple, options = {}) {
    return new World(supple, options);
}

class World {
    constructor(supple, options) {
        const { c } = supple, at = supple.allocate(OPTIONS.size);
        Object.assign(this, { supple, c, bodies: new Map(), meshes: new Map() });
        c.supple_world_options_default(at);
        const f = supple.view(Float32Array, at, OPTIONS.size / 4), i = supple.view(Int32Array, at, OPTIONS.size / 4);
        for (const [name, value] of Object.entries(options))
            if (name === "response")
                i[0] = RESPONSES.indexOf(value);
            else if (name === "self")
                supple.view(Uint8Array, at + OPTIONS.self, 1)[0] = value;
            else
                (INTEGERS.includes(name) ? i : f)[OPTIONS[name] / 4] = value;
        this.at = c.web_world_create(at);
        c.web_release(at);
        if (this.at === 0)
            throw new Error("There is not enough memory.");
        this.scratch = supple.allocate(SCRATCH);
    }

    // False when it is full. A body in a world is stepped by it, never by itself.
    add(body) {
        const added = this.c.supple_world_add(this.at, body.at) !== 0;
        if (added)
            this.bodies.set(body.at, body);
        return added;
    }

    remove(body) {
        this.c.supple_world_remove(this.at, body.at);
        this.bodies.delete(body.at);
    }

    // shape: { kind: "plane" | "sphere" | "capsule" | "box" | "mesh", radius, half, positions, triangles, friction }.
    // A number that names it; 0 when all are taken.
    collider(shape, pose) {
        const { supple, scratch } = this, f = supple.view(Float32Array, scratch, SHAPE.size / 4), i = supple.view(Int32Array, scratch, SHAPE.size / 4);
        let kept = 0;
        i.fill(0);
        i[0] = KINDS.indexOf(shape.kind);
        f[1] = shape.radius ?? 0;
        f.set(shape.half ?? [], SHAPE.half);
        f[SHAPE.friction] = shape.friction ?? 0;
        if (shape.kind === "mesh") {
            kept = supple.allocate(4 * (shape.positions.length + shape.triangles.length)); // the world reads it in place
            supple.view(Float32Array, kept, shape.positions.length).set(shape.positions);
            const triangles = kept + 4 * shape.positions.length;
            supple.view(Uint32Array, triangles, shape.triangles.length).set(shape.triangles);
            supple.view(Int32Array, scratch, SHAPE.size / 4).set([kept, triangles, shape.positions.length / 3, shape.triangles.length / 3], SHAPE.positions);
        }
        const id = scratch + SHAPE.size;
        this.c.supple_world_collider(id, this.at, scratch, this.writePose(pose));
        const named = supple.view(Uint32Array, id, 1)[0];
        if (kept !== 0)
            named === 0 ? this.c.web_release(kept) : this.meshes.set(named, kept);
        return named;
    }

    // Over the next step, at the speed that takes; placeCollider is a teleport.
    moveCollider(collider, pose) {
        this.c.supple_world_move_collider(this.at, this.writeId(collider), this.writePose(pose));
    }

    placeCollider(collider, pose) {
        this.c.supple_world_place_collider(this.at, this.writeId(collider), this.writePose(pose));
    }

    // From now on a bone of a body carries it; pose: in the body's bind space. Moving or placing it ends that.
    rideCollider(collider, body, bone, pose) {
        this.c.supple_world_ride_collider(this.at, this.writeId(collider), body.at, bone, this.writePose(pose));
    }

    removeCollider(collider) {
        this.c.supple_world_remove_collider(this.at, this.writeId(collider));
        this.c.web_release(this.meshes.get(collider) ?? 0);
        this.meshes.delete(collider);
    }

    // options: { kind: "point" | "hinge" | "weld" | "distance", body, other, place, there, axis, length, frequency, damping,
    // strength, twistStrength, touch }, as supple.h has them; without `other` it holds to the world.
    // A number that names it; 0 when all of maxJoints are taken or it is none.
    joint(options) {
        const { supple, c, scratch } = this, { kind, body, other, place } = options;
        supple.view(Float32Array, scratch + 128, 3).set(place);
        c.supple_joint_default(scratch, JOINTS.indexOf(kind), body.at, other?.at ?? 0, scratch + 128);
        const f = supple.view(Float32Array, scratch, JOINT.size / 4);
        for (const name of ["there", "axis"])
            f.set(options[name] ?? [], JOINT[name]);
        for (const name of ["length", "frequency", "damping", "strength", "twistStrength"])
            f[JOINT[name]] = options[name] ?? f[JOINT[name]];
        supple.view(Uint8Array, scratch, JOINT.size)[JOINT.touch] = options.touch ?? false;
        c.supple_world_joint(scratch + 192, this.at, scratch);
        return supple.view(Uint32Array, scratch + 192, 1)[0];
    }

    removeJoint(joint) {
        this.c.supple_world_remove_joint(this.at, this.writeId(joint));
    }

    // { broken, broke, force, twist, gap } of the last step; null when there is no such joint.
    jointState(joint) {
        const { c, scratch } = this;
        c.supple_world_joint_state(scratch, this.at, this.writeId(joint));
        const read = new DataView(c.memory.buffer, scratch, JOINT_STATE.size), number = name => read.getFloat32(JOINT_STATE[name], true);
        return read.getUint8(0) === 0 ? null
            : { broken: read.getUint8(JOINT_STATE.broken) !== 0, broke: read.getUint8(JOINT_STATE.broke) !== 0,
                force: number("force"), twist: number("twist"), gap: number("gap") };
    }

    step(dt) {
        this.c.supple_world_step(this.at, dt);
    }

    // Of the last step: { body, other, collider, place, normal, depth, impulse, slip, began }.
    contacts(most = 256) {
        const { supple, c } = this, at = supple.allocate(CONTACT.size * most), found = [];
        const count = Math.min(c.supple_world_contacts(this.at, at, most), most), read = new DataView(c.memory.buffer);
        const three = from => [0, 4, 8].map(k => read.getFloat32(from + k, true));
        for (let i = 0, from = at; i < count; ++i, from += CONTACT.size)
            found.push({ body: this.bodies.get(read.getUint32(from, true)), other: this.bodies.get(read.getUint32(from + 4, true)) ?? null,
                         collider: read.getUint32(from + 8, true), place: three(from + CONTACT.place), normal: three(from + CONTACT.normal),
                         depth: read.getFloat32(from + CONTACT.depth, true), impulse: read.getFloat32(from + CONTACT.impulse, true),
                         slip: read.getFloat32(from + CONTACT.slip, true), began: read.getUint8(from + CONTACT.began) !== 0 });
        c.web_release(at);
        return found;
    }

    get stats() {
        this.c.supple_world_stats_of(this.scratch, this.at);
        const i = this.supple.view(Int32Array, this.scratch, STATS.size / 4), f = this.supple.view(Float32Array, this.scratch, STATS.size / 4);
        const [steps, bodies, awake, contacts, substeps, iterations] = i;
        return { steps, bodies, awake, contacts, substeps, iterations, residual: f[6], dropped: i[7], rejected: i[8] };
    }

    // Its bodies live on.
    release() {
        this.c.supple_world_destroy(this.at);
        for (const kept of this.meshes.values())
            this.c.web_release(kept);
        this.c.web_release(this.scratch);
    }

    writePose(pose) {
        const at = this.scratch + 64;
        this.supple.view(Float32Array, at, 16).set(pose);
        return at;
    }

    writeId(id) { // of a collider or a joint
        const at = this.scratch + 192;
        this.supple.view(Uint32Array, at, 1)[0] = id;
        return at;
    }
}
