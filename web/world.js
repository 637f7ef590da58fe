// A world of libsupple in JavaScript: bodies in contact with each other and your colliders.
//
//   const world = makeWorld(supple, { maxBodies: 4 });
//   world.addCollider({ kind: "plane" }, pose);         // poses: 16 numbers, column by column
//   world.add(body); ... world.step(dt); for (const contact of world.contacts()) ...
//   world.addJoint({ kind: "point", body, other, place });
//
// supple.js has bodies; supple.d.ts has the types of both.
// SPDX-License-Identifier: MIT

import { ANYTHING, FILTER, FLAG, ID, LIMIT, MOST, POSE, VECTOR, check, demand, fields, number, oneOf, optional, options, told, whole } from "./argument.js";
import { makePairFilter } from "./pairs.js";
import { QUERIES, queries } from "./queries.js";
import { KINDS, wrongShape, writeShape } from "./shapes.js";

const JOINTS = ["point", "hinge", "weld", "distance", "slider", "cone", "rope"];
const CONTACT = ["body", "other", "collider", "place", "normal", "depth", "impulse", "slip", "speed", "began"];
export const RESPONSES = ["position", "acceleration", "penalty"];
// What a world keeps for structs on their way to and from C; ids are of two 16-bit numbers each, here one of 32.
const SCRATCH = { shape: "supple_shape", pose: "supple_matrix", place: "supple_vec3", id: "supple_collider",
                  joint: "supple_joint_options", jointId: "supple_joint", jointState: "supple_joint_state",
                  stats: "supple_world_counts",
                  filter: "supple_filter", colliderState: "supple_collider_state", displacement: "supple_vec3", hit: "supple_hit" };
const ROOM = whole(0, 2 ** 31 - 1); // the library says what is too much
const OPTIONS = options({ response: oneOf(RESPONSES), penalty: number(), friction: number(), cluster: number(), self: FLAG, iterations: whole(0, 65535), tolerance: number(), hitSpeed: number(),
                          maxBodies: ROOM, maxColliders: ROOM, maxContacts: ROOM, maxJoints: ROOM });
const NUMBERS = Object.fromEntries(["length", "frequency", "damping", "strength", "twistStrength", "lower", "upper", "swing", "motorSpeed", "motorStrength",
                                    "springFrequency", "springDamping", "springTarget"].map(name => [name, optional(LIMIT)]));

export function makeWorld(supple, options = {}) {
    if (typeof supple?.c?.supple_world_create === "undefined")
        throw new TypeError(`makeWorld: supple is what load() returned, not ${told(supple)}.`);
    demand(OPTIONS, options, null, "makeWorld: options");
    return new World(supple, options);
}

class World {
    constructor(supple, options) {
        const { response, ...others } = options;
        const { c, layout } = supple, at = supple.allocate(layout.size("supple_world_options"));
        Object.assign(this, { supple, c, layout, bodies: new Map(), gone: new Map(), left: new Map(), meshes: new Map(), users: { collider: new Map(), joint: new Map() } });
        c.supple_world_options_default(at);
        layout.write("supple_world_options", at,
                     { ...others, response: response === undefined ? undefined : RESPONSES.indexOf(response) });
        const wrong = c.supple_world_options_wrong(at);
        this.at = c.web_world_create(at);
        c.web_release(at);
        if (this.at === 0)
            throw new Error(wrong !== 0 ? `makeWorld: options. ${supple.text(wrong)}` : "There is not enough memory.");
        this.places = layout.pack(SCRATCH);
        this.scratch = supple.allocate(this.places.size);
    }

    // False when it is full. A body in a world is stepped by it, never by itself.
    add(body) {
        const added = this.c.supple_world_add_body(this.at, body.at) !== 0;
        if (added) {
            this.bodies.set(body.at, body);
            body.world = this;
        }
        return added;
    }

    // So does a body that is released.
    remove(body) {
        this.c.supple_world_remove_body(this.at, body.at);
        if (this.bodies.delete(body.at)) {
            this.gone.set(body.at, body); // events of the next step name it
            body.world = null;
        }
    }

    // shape: { kind: "plane" | "sphere" | "capsule" | "box" | "mesh" | "hull" | "heights" | "compound", radius, half, positions, triangles,
    // heights, columns, rows, parts, friction, restitution, sensor, user }. A number that names it; 0 when all are taken.
    addCollider(shape, pose) {
        const { supple } = this, buffers = [];
        let named = 0;
        try {
            const at = writeShape(supple, this.address("shape"), shape, "world.addCollider: shape", buffers), wrong = wrongShape(supple, at, false);
            if (wrong !== null)
                throw new RangeError(`world.addCollider: shape. ${wrong}`);
            this.c.supple_world_add_collider(this.address("id"), this.at, at, this.writePose(pose));
            named = this.readId("id");
        } finally { // the world reads a mesh in place
            if (named !== 0 && shape.kind === "mesh")
                this.meshes.set(named, buffers);
            else
                buffers.forEach(buffer => this.c.web_release(buffer));
        }
        return this.named("collider", named, shape.user);
    }

    // Over the next step, at the speed that takes; placeCollider is a teleport.
    moveCollider(collider, pose) {
        this.c.supple_world_move_collider(this.at, this.writeId(collider), this.writePose(pose));
    }

    placeCollider(collider, pose) {
        this.c.supple_world_place_collider(this.at, this.writeId(collider), this.writePose(pose));
    }

    // From now on a bone of a body carries it; pose: in the body's bind space. Moving or placing it ends that.
    attachCollider(collider, body, bone, pose) {
        const before = this.stats.rejected;
        this.c.supple_world_attach_collider(this.at, this.writeId(collider), body.at, bone, this.writePose(pose));
        if (this.stats.rejected !== before)
            throw new RangeError(`world.attachCollider: a free body carries none, bone is 0 to ${body.asset.boneCount - 1}, and pose is not mirrored or flat.`);
    }

    removeCollider(collider) {
        this.c.supple_world_remove_collider(this.at, this.writeId(collider));
        this.meshes.get(collider)?.forEach(buffer => this.c.web_release(buffer));
        this.meshes.delete(collider);
        this.users.collider.delete(collider);
    }

    // { kind, pose, velocity, spin, attached, bone, user } as it is now; null when there is no such collider.
    colliderState(collider) {
        const at = this.address("colliderState");
        this.c.supple_world_collider_state(at, this.at, this.writeId(collider));
        const { shape, attached, ...state } = this.layout.read("supple_collider_state", at);
        return shape === 0 ? null : { kind: KINDS[this.layout.read("supple_shape", shape, ["kind"]).kind], ...state,
                                      attached: this.bodies.get(attached) ?? null, user: this.users.collider.get(collider) };
    }

    // Numbers that name all that are there; bodies are in the map `bodies`.
    colliders() {
        return this.ids("supple_world_colliders");
    }

    joints() {
        return this.ids("supple_world_joints");
    }

    jointUser(joint) {
        return this.users.joint.get(joint);
    }

    // { category, mask, group }, any of them, as of bodies.
    colliderFilter(collider) {
        this.c.supple_world_collider_filter(this.address("filter"), this.at, this.writeId(collider));
        return this.layout.read("supple_filter", this.address("filter"));
    }

    setColliderFilter(collider, changes) {
        const now = this.colliderFilter(collider);
        this.layout.write("supple_filter", this.address("filter"), { ...now, ...changes });
        this.c.supple_world_set_collider_filter(this.at, this.writeId(collider), this.address("filter"));
    }

    // options: { kind: "point" | "hinge" | "weld" | "distance" | "slider" | "cone" | "rope", body, other, place, there, axis, length,
    // frequency, damping, strength, twistStrength, lower, upper, swing, motorSpeed, motorStrength, springFrequency, springDamping,
    // springTarget, collide }, as supple.h has them; without `other` it holds to the world.
    // A number that names it; 0 when all of maxJoints are taken or it is none.
    addJoint(options) {
        const { supple, c, layout } = this, { kind, body, other, place, user, ...others } = options, at = this.address("joint");
        supple.view(Float32Array, this.address("place"), 3).set(place);
        c.supple_joint_options_default(at, JOINTS.indexOf(kind), body.at, other?.at ?? 0, this.address("place"));
        layout.write("supple_joint_options", at, others);
        c.supple_world_add_joint(this.address("jointId"), this.at, at);
        return this.named("joint", this.readId("jointId"), user);
    }

    // Some of its numbers from now on: { motorSpeed: 3 }. False for a joint that is no more, and numbers that make no sense.
    changeJoint(joint, options) {
        const at = this.address("joint");
        this.c.supple_world_joint_options(at, this.at, this.writeId(joint));
        this.layout.write("supple_joint_options", at, options);
        return this.c.supple_world_change_joint(this.at, this.writeId(joint), at) !== 0;
    }

    removeJoint(joint) {
        this.users.joint.delete(joint);
        this.c.supple_world_remove_joint(this.at, this.writeId(joint));
    }

    // { broken, broke, force, twist, gap, position, appliedForce, appliedTorque, load } of the last step; null when there is no such joint.
    jointState(joint) {
        const at = this.address("jointState");
        this.c.supple_world_joint_state(at, this.at, this.writeId(joint));
        const { exists, broken, broke, ...numbers } = this.layout.read("supple_joint_state", at);
        return exists === 0 ? null : { broken: broken !== 0, broke: broke !== 0, ...numbers };
    }

    step(dt) {
        this.c.supple_world_step(this.at, dt);
        [this.left, this.gone] = [this.gone, this.left];
        this.gone.clear();
        this.pairFilter?.rethrow();
    }

    // A word of yours on pairs that filters let meet and that are near: mayCollide(body, other or null, collider or 0); false, and they have no
    // contacts. It is called within a step, several times a pair, must answer alike while nothing changes, and changes nothing. null: none.
    setPairFilter(mayCollide) {
        this.c.supple_world_set_pair_filter(this.at, 0);
        this.pairFilter?.release();
        this.pairFilter = mayCollide == null ? null : makePairFilter(this, mayCollide);
    }

    // Of the last step: { body, other, collider, place, normal, depth, impulse, slip, speed, began }.
    contacts(most = 256) {
        const { supple, c, layout } = this, size = layout.size("supple_contact"), at = supple.allocate(size * most), found = [];
        const count = Math.min(c.supple_world_contacts(this.at, at, most), most);
        for (let i = 0; i < count; ++i) {
            const contact = layout.read("supple_contact", at + i * size, CONTACT);
            found.push({ ...contact, body: this.bodies.get(contact.body), other: this.bodies.get(contact.other) ?? null,
                         place: [...contact.place], normal: [...contact.normal], began: contact.began !== 0 });
        }
        c.web_release(at);
        return found;
    }

    get stats() {
        this.c.supple_world_stats(this.address("stats"), this.at);
        return this.layout.read("supple_world_counts", this.address("stats"));
    }

    // Its bodies live on.
    release() {
        this.c.supple_world_destroy(this.at);
        this.pairFilter?.release();
        for (const body of this.bodies.values())
            body.world = null;
        for (const buffers of this.meshes.values())
            buffers.forEach(buffer => this.c.web_release(buffer));
        this.c.web_release(this.scratch);
        this.released = true;
    }

    address(place) {
        return this.scratch + this.places[place];
    }

    writePose(pose) {
        const at = this.address("pose");
        this.supple.view(Float32Array, at, 16).set(pose);
        return at;
    }

    named(what, id, user) {
        if (id !== 0 && user !== undefined)
            this.users[what].set(id, user);
        return id;
    }

    ids(call) {
        const count = this.c[call](this.at, 0, 0), at = this.supple.allocate(4 * Math.max(count, 1));
        this.c[call](this.at, at, count);
        const found = [...this.supple.view(Uint32Array, at, count)];
        this.c.web_release(at);
        return found;
    }

    writeId(id) { // of a collider or a joint
        const at = this.address("id");
        this.supple.view(Uint32Array, at, 1)[0] = id;
        return at;
    }

    readId(place) {
        return this.supple.view(Uint32Array, this.address(place), 1)[0];
    }
}

Object.defineProperties(World.prototype, Object.getOwnPropertyDescriptors(queries));

// Of the same module, and not released.
const BODY = (value, world) => (value?.asset?.supple === undefined ? { Wrong: TypeError, text: ` is a body, as asset.body() makes them, not ${told(value)}` }
    : value.asset.supple !== world.supple ? { Wrong: TypeError, text: " is of another module: load() was called twice" }
    : value.released ? { Wrong: TypeError, text: " was released" } : null);
const HERE = (value, world) => BODY(value, world) ?? (value.world === world ? null : { Wrong: TypeError, text: " is not in this world: add it first" });
const COLLIDER = (value, world) => ID(value) ?? (world.colliderState(value) === null ? { Wrong: RangeError, text: ` is ${value}, and no collider of this world has that number` } : null);
const CALLBACK = value => (typeof value === "function" ? null : { Wrong: TypeError, text: ` is a function, not ${told(value)}` });

check(World, "world", {
    add: { body: BODY }, remove: { body: BODY }, addCollider: { shape: ANYTHING, pose: POSE }, moveCollider: { collider: COLLIDER, pose: POSE },
    placeCollider: { collider: COLLIDER, pose: POSE }, attachCollider: { collider: COLLIDER, body: HERE, bone: whole(0, 65535), pose: POSE }, removeCollider: { collider: ID },
    colliderState: { collider: ID }, colliders: {}, joints: {}, jointUser: { joint: ID }, colliderFilter: { collider: COLLIDER }, setColliderFilter: { collider: COLLIDER, changes: FILTER },
    addJoint: { options: fields({ kind: oneOf(JOINTS), body: HERE, other: optional(HERE), place: VECTOR, there: optional(VECTOR), axis: optional(VECTOR), ...NUMBERS,
                                  collide: optional(FLAG), user: ANYTHING }) },
    changeJoint: { joint: ID, options: fields({ ...NUMBERS, collide: optional(FLAG) }) }, removeJoint: { joint: ID }, jointState: { joint: ID },
    step: { dt: number() }, setPairFilter: { mayCollide: optional(CALLBACK) }, contacts: { most: optional(MOST) }, release: {}, ...QUERIES,
});
