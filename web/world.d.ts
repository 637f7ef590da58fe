// The types of world.js.
// SPDX-License-Identifier: MIT
import type { Body, Filter, Point, Supple, Vector } from "./supple.js";

export interface WorldOptions {
    /** How contacts answer; default "position". docs/world.md. */
    response?: "position" | "acceleration" | "penalty";
    /** N/m a contact, of "penalty". */
    penalty?: number;
    /** Coulomb's coefficient, where a collider says no other. */
    friction?: number;
    /** Contacts nearer to each other than this share of a body's size are one. */
    cluster?: number;
    /** Contacts of bodies with themselves. */
    self?: boolean;
    iterations?: number;
    tolerance?: number;
    /** World units a second: an impact from this on is a "hit" event; default 1. */
    hitSpeed?: number;
    maxBodies?: number;
    maxColliders?: number;
    maxContacts?: number;
    maxJoints?: number;
}

/** What bodies bump into. */
export type Shape = { friction?: number; restitution?: number; user?: unknown;
                      /** Of a sphere, capsule, box or hull: it has no contacts, and events tell who enters and leaves. */
                      sensor?: boolean } & (
    | { kind: "plane" }
    | { kind: "sphere"; radius: number }
    | { kind: "capsule"; radius: number; half: Vector }
    | { kind: "box"; half: Vector }
    | { kind: "mesh"; positions: ArrayLike<number>; triangles: ArrayLike<number> }
    | { kind: "hull"; positions: ArrayLike<number> }
    /** heights: row after row, columns along x, rows along z, over a rectangle of half[0] and half[2]. */
    | { kind: "heights"; heights: ArrayLike<number>; columns: number; rows: number; half: Vector }
    | { kind: "compound"; parts: { shape: Solid; pose: ArrayLike<number> }[] }
);

/** A convex piece; of a rigid body with its density, kg/m^3. */
export type Solid = { density?: number } & (
    | { kind: "sphere"; radius: number }
    | { kind: "capsule"; radius: number; half: Vector }
    | { kind: "box"; half: Vector }
    | { kind: "hull"; positions: ArrayLike<number> }
);

/** Of a rigid body; mass: kg of all of it, instead of densities. */
export type RigidShape = { mass?: number } & (Solid | { kind: "compound"; parts: { shape: Solid; pose: ArrayLike<number> }[] });

export interface Contact {
    body: Body;
    other: Body | null;
    /** 0 when it is with a body. */
    collider: number;
    place: number[];
    /** From the other, or the collider, to the body. */
    normal: number[];
    depth: number;
    /** N s along the normal, and across it, over the step. */
    impulse: number;
    slip: number;
    /** World units a second: the fastest at which it closed in the step. */
    speed: number;
    began: boolean;
}

/** What holds two bodies together, or one to the world; docs/world.md. Places and axes as bodies are now. */
export interface JointOptions extends JointNumbers {
    kind: "point" | "hinge" | "weld" | "distance" | "slider" | "cone" | "rope";
    body: Body;
    /** Without it: the world. */
    other?: Body | null;
    place: Vector;
    /** Of a distance or rope: the place on the other, or of the world. */
    there?: Vector;
    /** Of a hinge, slider or cone; default upright. */
    axis?: Vector;
    /** Yours: world.jointUser. */
    user?: unknown;
}

/** Numbers of a joint, which may change. */
export interface JointNumbers {
    /** Of a distance; default as far as they are apart. */
    length?: number;
    /** Hz at which all of it swings, limits too, if it is soft; default 0, hard. */
    frequency?: number;
    /** Of a soft one: ratio to the critical; default 1. */
    damping?: number;
    /** N, and N m, that it bears before it breaks; default any. */
    strength?: number;
    twistStrength?: number;
    /** Limits: radians of a hinge and of a cone's twist, world units of a slider; how far apart the places of a rope are. Default none; of a
     * rope: no farther than they are. */
    lower?: number;
    upper?: number;
    /** Of a cone: radians by which its axis may lean; default any. */
    swing?: number;
    /** Of a hinge or slider: rad/s or world units a second, with so many N m or N at most. */
    motorSpeed?: number;
    motorStrength?: number;
    /** Of a hinge or slider: a spring of so many Hz and ratio of damping to a target, radians or world units. */
    springFrequency?: number;
    springDamping?: number;
    springTarget?: number;
    /** The two bodies have contacts with each other; default false. */
    collide?: boolean;
}

/** What a query found: a body or a collider. */
export interface WorldHit {
    body: Body | null;
    /** 0 when it is a body. */
    collider: number;
    /** The first part that moves it there; -1: none, or it is a collider. */
    part: number;
    /** On the body. */
    point: Point | null;
    place: Float32Array;
    /** From it to where the query came from; of an overlap may be zero. */
    normal: Float32Array;
    /** Of rays and casts in lengths of their displacement, 0 to 1; else world units. */
    distance: number;
}

export type QueryShape = { kind: "sphere"; radius: number } | { kind: "capsule"; radius: number; half: Vector } | { kind: "box"; half: Vector };

/** What happened in the last step; docs/world.md. */
export interface WorldEvent {
    kind: "began" | "ended" | "hit" | "entered" | "left" | "broke" | "slept" | "woke";
    body: Body | null;
    other: Body | null;
    /** 0 when there is none. */
    collider: number;
    joint: number;
    /** Of "began" and "hit". */
    place: Float32Array;
    normal: Float32Array;
    /** N s. */
    impulse: number;
    /** World units a second. */
    speed: number;
}

/** What `lines` and `drawing` draw. */
export type Drawn = "colliders" | "surfaces" | "bounds" | "contacts" | "joints" | "centres" | "islands";

export interface ColliderState {
    kind: Shape["kind"];
    pose: Float32Array;
    /** Over the last step. */
    velocity: Float32Array;
    spin: Float32Array;
    /** The body whose bone carries it. */
    attached: Body | null;
    bone: number;
    user: unknown;
}

export interface JointState {
    /** It holds nothing any more; remove it. */
    broken: boolean;
    /** ... since the last step. */
    broke: boolean;
    /** N, mean of the last step. */
    force: number;
    /** N m. */
    twist: number;
    /** World units: how far its places are apart; of a distance, beyond its length; of a slider, off its axis; of a rope, beyond its limits. */
    gap: number;
    /** Radians of a hinge, and by which a cone leans; world units of a slider; of a distance and a rope how far its places are apart. */
    position: number;
    /** N on the body, and N m beside that, in the world. */
    appliedForce: Float32Array;
    appliedTorque: Float32Array;
    /** Of what it bears: at 1 it breaks. */
    load: number;
}

export interface World {
    /** False when it is full. A body in a world is stepped by it, never by itself. */
    add(body: Body): boolean;
    remove(body: Body): void;
    /** A number that names it; 0 when all are taken. pose: 16 numbers. */
    addCollider(shape: Shape, pose: ArrayLike<number>): number;
    /** There over the next step: what is in contact with it feels its speed. */
    moveCollider(collider: number, pose: ArrayLike<number>): void;
    /** There at once. */
    placeCollider(collider: number, pose: ArrayLike<number>): void;
    /** From now on a bone of a body carries it; pose: in the body's bind space. Moving or placing it ends that. */
    attachCollider(collider: number, body: Body, bone: number, pose: ArrayLike<number>): void;
    removeCollider(collider: number): void;
    /** null when there is no such collider. */
    colliderState(collider: number): ColliderState | null;
    colliderFilter(collider: number): Filter;
    setColliderFilter(collider: number, changes: Partial<Filter>): void;
    /** Those that are there, by the addresses of the library. */
    readonly bodies: ReadonlyMap<number, Body>;
    colliders(): number[];
    joints(): number[];
    jointUser(joint: number): unknown;
    /** A number that names it; 0 when all are taken or it is none. */
    addJoint(options: JointOptions): number;
    /** Some of its numbers from now on; false for a joint that is no more, and numbers that make no sense. */
    changeJoint(joint: number, options: JointNumbers): boolean;
    removeJoint(joint: number): void;
    /** null when there is no such joint. */
    jointState(joint: number): JointState | null;
    step(seconds: number): void;
    /** Asked, within a step and several times a pair, of pairs that filters let meet and that are near: false, and they have no contacts. It must answer alike while
     * nothing changes, and change nothing; collider is 0 and other null of what it is not. What it throws comes out of the step. null: none. */
    setPairFilter(mayCollide: ((body: Body, other: Body | null, collider: number) => boolean) | null): void;
    /** What the displacement from origin to origin + displacement meets first. Without a filter everything is met. */
    ray(origin: Vector, displacement: Vector, filter?: Partial<Filter>): WorldHit | null;
    rayAny(origin: Vector, displacement: Vector, filter?: Partial<Filter>): boolean;
    /** The first place on each that it meets, the nearest first. */
    rayAll(origin: Vector, displacement: Vector, filter?: Partial<Filter>, most?: number): WorldHit[];
    overlap(shape: QueryShape, pose: ArrayLike<number>, filter?: Partial<Filter>, most?: number): WorldHit[];
    cast(shape: QueryShape, pose: ArrayLike<number>, displacement: Vector, filter?: Partial<Filter>): WorldHit | null;
    nearest(place: Vector, within: number, filter?: Partial<Filter>): WorldHit | null;
    events(): WorldEvent[];
    /** The world in lines, for looking for mistakes: six numbers each, and 0xrrggbb. */
    lines(what?: Drawn[]): { places: Float32Array; colors: Uint32Array };
    /** The same for who draws more than lines: three, six or nine numbers each; texts have a string each. */
    drawing(what?: Drawn[]): Record<"points" | "lines" | "triangles", { places: Float32Array; colors: Uint32Array }> & { texts: { places: Float32Array; colors: Uint32Array; words: string[] } };
    /** Of the last step. */
    contacts(most?: number): Contact[];
    readonly stats: { steps: number; bodies: number; awake: number; contacts: number; substeps: number; iterations: number;
                      residual: number; dropped: number; rejected: number;
                      /** The work of the last step, the same on every machine. */
                      pairsTested: number; pointsTested: number; trianglesTested: number; rowsSwept: number; leftOut: number };
    /** Its bodies live on. */
    release(): void;
}

/** Throws a sentence where an option is out of range, or there is none of that name. */
export function makeWorld(supple: Supple, options?: WorldOptions): World;
