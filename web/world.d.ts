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
                      /** Of a sphere, capsule or box: it has no contacts, and events tell who enters and leaves. */
                      sensor?: boolean } & (
    | { kind: "plane" }
    | { kind: "sphere"; radius: number }
    | { kind: "capsule"; radius: number; half: Vector }
    | { kind: "box"; half: Vector }
    | { kind: "mesh"; positions: ArrayLike<number>; triangles: ArrayLike<number> }
);

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
export interface JointOptions {
    kind: "point" | "hinge" | "weld" | "distance";
    body: Body;
    /** Without it: the world. */
    other?: Body | null;
    place: Vector;
    /** Of a distance: the place on the other, or of the world. */
    there?: Vector;
    /** Of a hinge; default upright. */
    axis?: Vector;
    /** Of a distance; default as far as they are apart. */
    length?: number;
    /** Hz at which it swings if it were soft; default 0, hard. */
    frequency?: number;
    /** Of a soft one: ratio to the critical; default 1. */
    damping?: number;
    /** N, and of a hinge or weld N m, that it bears before it breaks; default any. */
    strength?: number;
    twistStrength?: number;
    /** The two bodies have contacts with each other; default false. */
    collide?: boolean;
    /** Yours: world.jointUser. */
    user?: unknown;
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
    /** World units: how far its places are apart; of a distance, beyond its length. */
    gap: number;
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
    removeJoint(joint: number): void;
    /** null when there is no such joint. */
    jointState(joint: number): JointState | null;
    step(seconds: number): void;
    /** What the displacement from origin to origin + displacement meets first. Without a filter everything is met. */
    ray(origin: Vector, displacement: Vector, filter?: Partial<Filter>): WorldHit | null;
    rayAny(origin: Vector, displacement: Vector, filter?: Partial<Filter>): boolean;
    /** The first place on each that it meets, the nearest first. */
    rayAll(origin: Vector, displacement: Vector, filter?: Partial<Filter>, most?: number): WorldHit[];
    overlap(shape: QueryShape, pose: ArrayLike<number>, filter?: Partial<Filter>, most?: number): WorldHit[];
    cast(shape: QueryShape, pose: ArrayLike<number>, displacement: Vector, filter?: Partial<Filter>): WorldHit | null;
    nearest(place: Vector, within: number, filter?: Partial<Filter>): WorldHit | null;
    events(): WorldEvent[];
    /** The world in lines, for looking at what it takes its things for: six numbers each, and 0xrrggbb. */
    lines(what?: ("colliders" | "surfaces" | "bounds" | "contacts" | "joints" | "centres")[]): { places: Float32Array; colors: Uint32Array };
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
