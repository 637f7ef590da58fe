// A world of soft characters and objects of three.js: what is in the scene becomes what bodies bump into.
// SPDX-License-Identifier: MIT
import { Matrix4, Vector3 } from "three";
import { makeWorld } from "../world.js";

const matrix = new Matrix4(), upright = new Matrix4().makeRotationX(Math.PI / 2); // a plane of three.js looks along z, one of supple along y

const longest = scale => Math.max(Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z));
const isEven = scale => [scale.x, scale.y, scale.z].every(x => Math.abs(Math.abs(x) - longest(scale)) <= 1e-3 * longest(scale));

// A mesh's shape as supple has it, with its scale, which poses leave out.
function shapeOf({ geometry }, scale, friction) {
    const { type, parameters: p = {} } = geometry, all = friction === undefined ? {} : { friction };
    if (type === "PlaneGeometry")
        return { kind: "plane", ...all };
    if (type === "BoxGeometry")
        return { kind: "box", half: [p.width * scale.x / 2, p.height * scale.y / 2, p.depth * scale.z / 2].map(Math.abs), ...all };
    if (type === "SphereGeometry" && isEven(scale))
        return { kind: "sphere", radius: p.radius * longest(scale), ...all };
    if (type === "CapsuleGeometry" && isEven(scale))
        return { kind: "capsule", radius: p.radius * longest(scale), half: [0, p.height * longest(scale) / 2, 0], ...all };
    const { position } = geometry.attributes, positions = new Float32Array(3 * position.count);
    for (let i = 0; i < position.count; ++i)
        positions.set([position.getX(i) * scale.x, position.getY(i) * scale.y, position.getZ(i) * scale.z], 3 * i);
    const triangles = geometry.index ? Uint32Array.from(geometry.index.array) : Uint32Array.from({ length: position.count }, (_, i) => i);
    return { kind: "mesh", positions, triangles, ...all };
}

export class SoftWorld {
    // members: soft characters (or instances) to begin with, at least one.
    constructor(members, options = {}) {
        const [first] = members = [members].flat();
        if (!first?.supple)
            throw new TypeError("A SoftWorld begins with a character that attachSupple made, or an array of them.");
        Object.assign(this, { supple: first.supple, members: new Set(), colliders: new Map() });
        this.world = makeWorld(first.supple, options);
        members.forEach(member => this.add(member));
    }

    add(soft) {
        const bodies = soft.bodies ?? [soft.body];
        if (soft.supple !== this.supple)
            throw new Error("Bodies of one world are of one module: give attachSupple the same options.supple.");
        if (!bodies.every(body => this.world.add(body))) {
            bodies.filter(body => body.world === this.world).forEach(body => this.world.remove(body));
            throw new Error("The world has no room for this body: give it a larger maxBodies, and take the body out of its other world.");
        }
        soft.world = this;
        this.members.add(soft);
        return this;
    }

    remove(soft) {
        if (!this.members.delete(soft))
            return;
        (soft.bodies ?? [soft.body]).forEach(body => this.world.remove(body));
        soft.world = null;
    }

    // A mesh that bodies bump into, where it is now and wherever it is moved: planes (all behind them is solid), boxes, spheres, capsules, and
    // the triangles of anything else. { friction, soft, bone }: on a bone of a character, by its name.
    addCollider(object, { friction, soft, bone } = {}) {
        const index = soft === undefined ? -1 : Array.from({ length: soft.asset.boneCount }, (_, i) => soft.asset.boneName(i)).indexOf(bone);
        if (soft !== undefined && index < 0)
            throw new RangeError(`The character has no bone "${bone}".`);
        object.updateWorldMatrix(true, false);
        const pose = this.poseOf(object), named = this.world.addCollider(shapeOf(object, object.getWorldScale(new Vector3()), friction), pose);
        if (named === 0)
            throw new Error("The world has no room for another collider (maxColliders), or the object has no shape.");
        this.colliders.set(object, { named, attached: soft !== undefined });
        if (soft !== undefined) {
            const inBind = matrix.fromArray(soft.readBones(), 16 * index).invert().multiply(new Matrix4().fromArray(pose));
            this.world.attachCollider(named, soft.body, index, inBind.elements);
        }
        return this;
    }

    removeCollider(object) {
        this.world.removeCollider(this.colliders.get(object)?.named ?? 0);
        this.colliders.delete(object);
    }

    poseOf(object) {
        const isPlane = object.geometry.type === "PlaneGeometry";
        return (isPlane ? matrix.multiplyMatrices(object.matrixWorld, upright) : matrix.copy(object.matrixWorld)).toArray();
    }

    // Instead of the characters' own update.
    update(dt) {
        for (const member of this.members)
            member.drive(dt);
        for (const [object, { named, attached }] of this.colliders) {
            object.updateWorldMatrix(true, false);
            if (!attached)
                this.world.moveCollider(named, this.poseOf(object));
        }
        this.world.step(dt);
        for (const member of this.members)
            member.show();
    }

    // Of the last step; places and normals as vectors, bodies as the characters that have them.
    contacts(most) {
        const owner = body => [...this.members].find(({ body: own, bodies }) => own === body || bodies?.includes(body)) ?? null;
        const object = named => [...this.colliders].find(([, { named: own }]) => own === named)?.[0] ?? null;
        return this.world.contacts(most).map(({ body, other, collider, place, normal, ...numbers }) => ({
            ...numbers, soft: owner(body), other: other && owner(other), collider: object(collider),
            place: new Vector3(...place), normal: new Vector3(...normal) }));
    }

    dispose() {
        for (const member of [...this.members])
            this.remove(member);
        this.world.release();
        this.colliders.clear();
    }
}
