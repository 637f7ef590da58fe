// The types of supple.js. Metres, kilograms, seconds; matrices are 16 numbers, column by column. An argument that is none, and a call of what
// was released, throws a TypeError or RangeError whose sentence names call and argument: "body.pick: origin is 3 numbers, not an array of 2."
// SPDX-License-Identifier: MIT

import type { RigidShape } from "./world.js";

/** Three numbers: an array, or a typed one. */
export type Vector = ArrayLike<number>;

/** A point of the surface: three vertices, and weights that sum to one. */
export interface Point {
    vertices: ArrayLike<number>;
    weights: ArrayLike<number>;
}

export interface Hit extends Point {
    vertices: Uint32Array;
    weights: Float32Array;
    /** In lengths of the ray's direction. */
    distance: number;
}

export interface Tuning {
    /** Times every eigenvalue: 4 doubles the frequencies. */
    stiffness: number;
    /** Times every damping. */
    damping: number;
    /** Times what moving bones and gravity do. */
    response: number;
    /** About the farthest that a vertex leaves its rest, in the mesh's unit. */
    limit: number;
}

/** A support that turns has its angle, rad, as the first number of its way. */
export interface Playing {
    /** That began last, and the response that is played; -1: none. */
    entry: number;
    response: number;
    state: number;
    waiting: number;
    begun: number;
    refused: number;
    ended: number;
    seconds: number;
    /** Of the jump that began it. */
    distance: number;
    /** What is still to be blended away. */
    offset: number;
    support: Float32Array;
    displacement: Float32Array;
}

export interface RecordedContact {
    place: Float32Array;
    normal: Float32Array;
    impulse: number;
    first: number;
    second: number;
}

export interface Options {
    /** World units / s^2; default 0, -9.81, 0. */
    gravity?: Vector;
    /** Metres of a unit of the world; default 1. */
    worldMetres?: number;
    /** 0 impulsive (default), 1 causal, 2 extrapolated, 3 delayed: docs/runtime.md. */
    forcing?: number;
    /** Coriolis and spin forces, where the asset has them. */
    spin?: boolean;
    /** Moves by itself: only where asset.isFree. */
    free?: boolean;
    /** An impulse on a recorded part triggers the entry nearest to its direction. */
    triggers?: boolean;
    /** Posed parts as springs about each sculpted shape. */
    linear?: boolean;
    /** 0 to 128; default 8. */
    maxPins?: number;
}

/** What a recorded part has. */
export interface Recorded {
    stateCount: number;
    /** Contacts of the recording. */
    contactCount: number;
    /** Seconds from one state to the next. */
    step: number;
    /** Seconds that an entry was given at least before another came. */
    shortest: number;
    /** 1/s: how fast a jump is blended away. */
    blend: number;
    /** Metres: no vertex of a state is farther from where it was recorded. */
    error: number;
    /** What may happen: by how much velocities jump (m/s, rad/s, in the support's axes). */
    entries: { name: string; velocity: Float32Array; spin: Float32Array; movesSupport: boolean }[];
    /** next: of one that runs on the response it runs on into; -1: rest. */
    responses: { entry: number; seconds: number; isStart: boolean; end: "rests" | "limited" | "runsOn" | "dead"; next: number }[];
}

export interface Part {
    name: string;
    model: "modal" | "posed" | "recorded";
    firstCoord: number;
    coordCount: number;
    boneCount: number;
    vertexCount: number;
    /** The vertices it moves, ascending. */
    vertices: Uint32Array;
    /** Texels in the tables; firstBend is -1 without bends. */
    firstShape: number;
    firstBend: number;
    /** Texels of a coordinate: vertexCount, or fewer where split vertices share them. */
    shapePlaces: number;
    bendPlaces: number;
    tuning: Tuning;
    mass: number;
    /** Names of the sculpted shapes that its pose blends; none but for posed parts. */
    targets: string[];
}

export interface Mesh {
    /** Of the glTF file that was baked; -1 where there is none. */
    mesh: number;
    primitive: number;
    node: number;
    firstVertex: number;
    vertexCount: number;
    firstTriangle: number;
    triangleCount: number;
}

/** What a unit of each coordinate does to each vertex: see gpu/README.md. */
export interface Table {
    readonly width: number;
    readonly height: number;
    /** Of a number: 8 and 16 of integers, 32 of floats. */
    readonly bits: 8 | 16 | 32;
    readonly texels: Int8Array | Int16Array | Float32Array;
}

/** Views of the module's memory, good until the next call. */
export interface Streams {
    readonly positions: Float32Array;
    /** Where vertices were one step earlier. */
    readonly previous: Float32Array;
    readonly normals: Float32Array;
    readonly tangents: Float32Array;
}

export type ArrayName = "positions" | "normals" | "tangents" | "joints" | "weights" | "triangles" | "links" | "bendLinks" | "twins";

/** Loads the module: from the bytes of supple.wasm, or without an argument the copy that the package carries in a script. */
export function load(wasm?: BufferSource): Promise<Supple>;

export interface Supple {
    readonly version: string;
    /** Reads a .supple file, or a GLB with one inside; throws an Error with a sentence and `result`. The bytes are copied. */
    /** damaged: do not look at the checksum. */
    asset(bytes: Uint8Array | ArrayBuffer, options?: { damaged?: boolean }): Asset;
    /** A rigid shape as an asset without coordinates, whose bodies are free; throws a RangeError with a sentence. */
    shape(shape: RigidShape): Asset;
}

export interface Asset {
    readonly coordCount: number;
    readonly partCount: number;
    readonly boneCount: number;
    /** What poses of posed parts are told by besides joints. */
    readonly inputNames: string[];
    readonly meshCount: number;
    readonly vertexCount: number;
    readonly triangleCount: number;
    readonly influenceCount: number;
    readonly layerCount: number;
    /** Of a unit of the mesh. */
    readonly metres: number;
    readonly shapes: Table;
    readonly bends: Table | null;
    /** null where there are none. */
    array(name: ArrayName): Float32Array | Uint32Array | Uint16Array | null;
    /** Parts are indices or names, here and below. */
    part(part: number | string): Part;
    /** Null of a part that is not recorded. */
    recorded(part: number | string): Recorded | null;
    /** Where the vertices of a part stand in shapes, or by "bendLinks" in bends: texel firstShape + k * shapePlaces + place. */
    places(part: number | string, name?: "links" | "bendLinks"): Uint32Array;
    mesh(index: number): Mesh;
    boneName(index: number): string;
    /** A recorded part's coordinates, m, so many seconds after a response began. A view. */
    sample(part: number | string, response: number, seconds: number): Float32Array;
    /** Hz, untuned. */
    frequency(coord: number): number;
    /** Texels of bends per texel of shapes, for morph targets of three.js and its like. 0: turns no normals, and may have no texels of bends. */
    bendRatio(coord: number): number;
    /** The texels of supple_parts in gpu/supple.glsl. */
    partRows(): Uint32Array;
    /** Whether nothing holds it: baked without a skeleton and without --fix. */
    readonly isFree: boolean;
    body(options?: Options): Body;
    /** After its bodies and lights; throws while there are any. */
    release(): void;
}

/** Of a body on bones: mass, elastic energy and the flesh's own kinetic energy; the rest is 0. */
export interface Measures {
    /** kg. */
    mass: number;
    /** Of mass, in the world. */
    centre: Float32Array;
    /** kg m^2 about the centre, world axes: nine numbers. */
    inertia: Float32Array;
    /** kg m/s. */
    momentum: Float32Array;
    /** kg m^2/s about the centre. */
    angularMomentum: Float32Array;
    /** J. */
    kinetic: number;
    elastic: number;
}

/** How a body takes part; docs/world.md. */
export interface Dynamics {
    /** Times options.gravity; default 1. */
    gravityScale: number;
    /** 1/s: speed falls as exp(-drag t); default 0. */
    linearDrag: number;
    angularDrag: number;
    /** -1, the default: none of its own. A contact has the geometric mean of its two. */
    friction: number;
    /** 0 to 1, default 0. A contact has the larger of its two. */
    restitution: number;
    /** Of what it bears times its radius; -1, the default: 0.08. */
    rolling: number;
    /** Of a free body: nothing moves it but setMotion; default false. */
    kinematic: boolean;
    /** Default true. */
    maySleep: boolean;
}

/** Two have contacts where the mask of each has a bit of the other's category, and they are not of one group. */
export interface Filter {
    /** Bits of what it is; default 1. */
    category: number;
    /** Of what it has contacts with; default all. */
    mask: number;
    /** Not 0: none with others of it. */
    group: number;
}

/** How a free body moves as a whole. */
export interface Motion {
    /** Of its bind space in the world: 16 numbers. */
    pose: ArrayLike<number>;
    /** Of the centre of mass, world units a second. */
    velocity: Vector;
    /** Radians a second, world axes. */
    spin: Vector;
}

export interface Body {
    readonly asset: Asset;
    readonly asleep: boolean;
    /** As the flesh has them, before detail fades them. */
    readonly coords: Float32Array;
    /** An input of posed parts (Asset.inputNames), by index or name, from the next step on: what a pose is told by besides joints. Throws what is
        no input, and no number. */
    setInput(input: number | string, value: number): void;
    input(input: number | string): number;
    /** How fast they change, a second. */
    readonly speeds: Float32Array;
    /** Coordinates of a part and their speeds from now on, as many as it has (Part.coordCount); what is left out stays. Shown at once.
        Throws a RangeError of a part that is recorded, another number of them, and what is not finite. */
    setCoords(part: number | string, state: { coords?: ArrayLike<number>; speeds?: ArrayLike<number> }): void;
    /** There, at rest, hanging as gravity has it. */
    place(palette: ArrayLike<number>): void;
    /** There, with its wobble as it is. */
    move(palette: ArrayLike<number>): void;
    /** There over the next step: the motion shakes the flesh. */
    drive(palette: ArrayLike<number>): void;
    /** Throws where it is no number. */
    step(seconds: number): void;
    /** The state, as bytes of your own. */
    save(): Uint8Array;
    /** Goes on from there. False: they are no state of this body. */
    restore(state: Uint8Array): boolean;
    /** Of a free body: where it is and how it moves; a copy. */
    readonly motion: Motion;
    /** The palette as it stands, with what moves by itself: a free body, the support of a recording. A view: read it at once. */
    readonly bones: Float32Array;
    /** An entry of a recorded part (Recorded.entries) happens now. False: it is not allowed, or nothing of the kind was recorded.
        Here and below parts and entries are indices or names; what is neither throws a RangeError that names those that there are. */
    trigger(part: number | string, entry: number | string): boolean;
    /** ... or as soon as it is allowed. False: eight wait already. */
    queue(part: number | string, entry: number | string): boolean;
    emptyQueue(part: number | string): void;
    /** Whether it may happen now. */
    allows(part: number | string, entry: number | string): boolean;
    /** The entry that answers a push at a point, of the part or of its support, as options.triggers has it; -1: none. */
    answer(part: number | string, point: Point, push: Vector): number;
    /** What is played of a recorded part; a copy. */
    playing(part: number | string): Playing;
    /** Where things touched while it was recorded, as the last step came by there. */
    recordedContacts(part: number | string, most?: number): RecordedContact[];
    /** Teleports and throws a free body; its flesh keeps its wobble, and what is left out stays. Throws where it is not free. The scale of a pose does not
        count. */
    setMotion(motion: Partial<Motion>): void;
    /** Whether it moves by itself: made with { free: true }, of an asset that is. */
    readonly free: boolean;
    /** The world that it is in. */
    readonly world?: unknown;
    /** Yours. */
    user: unknown;
    /** What it is; a copy. */
    readonly measures: Measures;
    /** Newtons, and newton metres, on all of a free body over the next step: flesh feels nothing of it. */
    forceCentre(force: Vector, torque?: Vector): void;
    /** Newton seconds, and newton metre seconds, at once. */
    impulseCentre(impulse: Vector, angular?: Vector): void;
    /** How it takes part; a copy. */
    readonly dynamics: Dynamics;
    /** What is left out stays. Throws at a name that there is not, and at numbers out of range. */
    setDynamics(changes: Partial<Dynamics>): void;
    wake(): void;
    /** Where it is, until something wakes it. */
    sleep(): void;
    readonly filter: Filter;
    /** A box around all of it as it is shown. */
    readonly bounds: { low: Float32Array; high: Float32Array };
    setFilter(changes: Partial<Filter>): void;
    /** Whether the flesh of a part, by index or name, has contacts. */
    partContacts(part: number | string): boolean;
    setPartContacts(part: number | string, has: boolean): void;
    readonly stats: { steps: number; limited: number; rejected: number; substeps: number; fallbacks: number; asleep: boolean };
    /** How much of each of its targets (Part.targets) a posed part has in its pose; sum 1. A view, longer than they are many. */
    weights(part: number | string): Float32Array;
    /** How far a newton moves each vertex, in metres. A view; not for every frame. */
    compliance(): Float32Array;
    /** part -1: all. What is left out stays. */
    tune(part: number | string, tuning: Partial<Tuning>): void;
    tuning(part: number | string): Tuning;
    /** So many coordinates of each part; the others fade out. */
    detail(coordsOfPart: number): void;
    /** The first point of the displaced, skinned body that a ray meets. */
    pick(origin: Vector, direction: Vector): Hit | null;
    position(point: Point, out?: Float32Array): Float32Array;
    velocity(point: Point, out?: Float32Array): Float32Array;
    /** Newtons over the next step. */
    force(point: Point, newtons: Vector): void;
    /** Newton seconds, at once. */
    impulse(point: Point, newtonSeconds: Vector): void;
    /** Holds a point at a place of the world; 0 when all pins are taken. */
    pin(point: Point, target: Vector): number;
    movePin(pin: number, target: Vector): void;
    unpin(pin: number): void;
    /** Four numbers a coordinate for supple_rows in gpu/supple.glsl. */
    upload(): Float32Array;
    /** Displaced, in bind space. */
    evaluate(recomputed?: boolean): Streams;
    /** ... and skinned, in the world. */
    skin(recomputed?: boolean): Streams;
    release(): void;
}
