// A world of libsupple in JavaScript: bodies in contact with each other and your colliders.
//
//   const world = makeWorld(supple, { maxBodies: 4 });
//   world.addCollider({ kind: "plane" }, pose);         // poses: 16 numbers, column by column
//   world.add(body); ... world.step(dt); for (const contact of world.contacts()) ...
//   world.addJoint({ kind: "point", body, other, place });
//
// supple.js has bodies; supple.d.ts has the types of both.
// SPDX-License-Identifier: MIT

import { known, numbers } from "./argument.js";
import { queries } from "./queries.js";

const KINDS = ["plane", "sphere", "capsule", "box", "mesh"];
const JOINTS = ["point", "hinge", "weld", "distance"];
const CONTACT = ["body", "other", "collider", "place", "normal", "depth", "impulse", "slip", "speed", "began"];
export const RESPONSES = ["position", "acceleration", "penalty"];
// What a world keeps for structs on their way to and from C; ids are of two 16-bit numbers each, here one of 32.
const SCRATCH = { shape: "supple_shape", pose: "supple_matrix", place: "supple_vec3", id: "supple_collider",
                  joint: "supple_joint_options", jointId: "supple_joint", jointState: "supple_joint_state",
                  stats: "supple_world_counts",
                  filter: "supple_filter", colliderState: "supple_collider_state", displacement: "supple_vec3", hit: "supple_hit" };
const OPTIONS = ["penalty", "friction", "cluster", "self", "iterations", "tolerance", "hitSpeed", "maxBodies", "maxColliders", "maxContacts", "maxJoints"];
const SHAPE = ["kind", "radius", "half", "positions", "triangles", "friction", "restitution", "sensor", "user"];
const JOINT = ["kind", "body", "other", "place", "there", "axis", "length", "frequency", "damping", "strength", "twistStrength", "collide", "user"];

// One of the kinds that there are.
function chosen(kinds, kind, what) {
    if (!kinds.includes(kind))
        throw new TypeError(`There is no ${what} of kind ${JSON.stringify(kind)}: there are ${kinds.join(", ")}.`);
}

export function makeWorld(supple, options = {}) {
    return new World(supple, options);
}

class World {
    constructor(supple, options) {
        const { response, ...others } = options;
        known(others, OPTIONS, "A world");
        const { c, layout } = supple, at = supple.allocate(layout.size("supple_world_options"));
        Object.assign(this, { supple, c, layout, bodies: new Map(), gone: new Map(), left: new Map(), meshes: new Map(), users: { collider: new Map(), joint: new Map() } });
        c.supple_world_options_default(at);
        layout.write("supple_world_options", at,
                     { ...others, response: response === undefined ? undefined : RESPONSES.indexOf(response) });
        const wrong = c.supple_world_options_wrong(at);
        this.at = c.web_world_create(at);
        c.web_release(at);
        if (this.at === 0)
            throw new Error(wrong !== 0 ? supple.text(wrong) : "There is not enough memory.");
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

    // shape: { kind: "plane" | "sphere" | "capsule" | "box" | "mesh", radius, half, positions, triangles, friction,
    // restitution, user }. A number that names it; 0 when all are taken.
    addCollider(shape, pose) {
        const { supple, layout } = this, at = this.address("shape"), { kind, positions, triangles, user, ...sizes } = known(shape, SHAPE, "A collider");
        chosen(KINDS, kind, "collider");
        let buffer = 0;
        supple.view(Uint8Array, at, layout.size("supple_shape")).fill(0);
        layout.write("supple_shape", at, { kind: KINDS.indexOf(kind), ...sizes });
        if (kind === "mesh") {
            buffer = supple.allocate(4 * (positions.length + triangles.length)); // the world reads it in place
            supple.view(Float32Array, buffer, positions.length).set(positions);
            const behind = buffer + 4 * positions.length;
            supple.view(Uint32Array, behind, triangles.length).set(triangles);
            layout.write("supple_shape", at, { positions: buffer, triangles: behind, vertexCount: positions.length / 3,
                                               triangleCount: triangles.length / 3 });
        }
        this.c.supple_world_add_collider(this.address("id"), this.at, at, this.writePose(pose));
        const named = this.readId("id");
        if (buffer !== 0)
            named === 0 ? this.c.web_release(buffer) : this.meshes.set(named, buffer);
        return this.named("collider", named, user);
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
        this.c.supple_world_attach_collider(this.at, this.writeId(collider), body.at, bone, this.writePose(pose));
    }

    removeCollider(collider) {
        this.c.supple_world_remove_collider(this.at, this.writeId(collider));
        this.c.web_release(this.meshes.get(collider) ?? 0);
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
        this.layout.write("supple_filter", this.address("filter"), { ...now, ...known(changes, Object.keys(now), "A filter") });
        this.c.supple_world_set_collider_filter(this.at, this.writeId(collider), this.address("filter"));
    }

    // options: { kind: "point" | "hinge" | "weld" | "distance", body, other, place, there, axis, length, frequency, damping,
    // strength, twistStrength, collide }, as supple.h has them; without `other` it holds to the world.
    // A number that names it; 0 when all of maxJoints are taken or it is none.
    addJoint(options) {
        const { supple, c, layout } = this, { kind, body, other, place, user, ...others } = known(options, JOINT, "A joint"), at = this.address("joint");
        chosen(JOINTS, kind, "joint");
        supple.view(Float32Array, this.address("place"), 3).set(numbers(place, 3, "A place"));
        c.supple_joint_options_default(at, JOINTS.indexOf(kind), body.at, other?.at ?? 0, this.address("place"));
        layout.write("supple_joint_options", at, others);
        c.supple_world_add_joint(this.address("jointId"), this.at, at);
        return this.named("joint", this.readId("jointId"), user);
    }

    removeJoint(joint) {
        this.users.joint.delete(joint);
        this.c.supple_world_remove_joint(this.at, this.writeId(joint));
    }

    // { broken, broke, force, twist, gap } of the last step; null when there is no such joint.
    jointState(joint) {
        const at = this.address("jointState");
        this.c.supple_world_joint_state(at, this.at, this.writeId(joint));
        const { exists, broken, broke, ...numbers } = this.layout.read("supple_joint_state", at);
        return exists === 0 ? null : { broken: broken !== 0, broke: broke !== 0, ...numbers };
    }

    step(dt) {
        if (!Number.isFinite(dt))
            throw new RangeError(`A step takes a number of seconds, not ${dt}.`);
        this.c.supple_world_step(this.at, dt);
        [this.left, this.gone] = [this.gone, this.left];
        this.gone.clear();
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
        for (const body of this.bodies.values())
            body.world = null;
        for (const buffer of this.meshes.values())
            this.c.web_release(buffer);
        this.c.web_release(this.scratch);
    }

    address(place) {
        return this.scratch + this.places[place];
    }

    writePose(pose) {
        const at = this.address("pose");
        this.supple.view(Float32Array, at, 16).set(numbers(pose, 16, "A pose"));
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
