// The types of supple/three. Metres, kilograms, seconds; places and directions are those of the world.
// SPDX-License-Identifier: MIT
import type { BufferGeometry, InstancedMesh, LightProbe, Matrix4, Mesh, Object3D, Raycaster, SphericalHarmonics3, Vector3 } from "three";
import type { GLTF } from "three/addons/loaders/GLTFLoader.js";
import type { Asset, Body, Hit, Options, Supple, Tuning } from "../supple.js";
import type { World, WorldOptions } from "../world.js";

/** Those of a body (gravity, forcing, free, maxPins ...), and: */
export interface AttachOptions extends Options {
    /** What to make soft: the scene of the file (default), or a clone of it by SkeletonUtils.clone. */
    root?: Object3D;
    /** A module that is loaded already; default: one for the page, from the package. Only the first body of a file chooses. */
    supple?: Supple;
    /** Materials for shadow maps that follow the flesh; default true. */
    shadows?: boolean;
}

/** A point of the flesh under a ray. */
export interface SoftHit extends Hit {
    point: Vector3;
    object: Mesh | null;
    soft: Soft;
}

export interface Pin {
    move(to: Vector3): void;
    release(): void;
}

/** A sky: three numbers a harmonic (1, 4, 9, 16, 25 or 36 of them), or three.js's own; null: dark. */
export type Sky = ArrayLike<number> | LightProbe | SphericalHarmonics3 | null;

/** A character, or any body of a file, that moves. */
export interface Soft {
    readonly root: Object3D;
    readonly asset: Asset;
    readonly body: Body;
    readonly supple: Supple;
    /** Its soft meshes: object is three.js's, copy its geometry while it is soft; from firstVertex on they are the asset's vertices. */
    readonly meshes: { object: Mesh; copy: BufferGeometry; firstVertex: number; vertexCount: number }[];
    /** The world it is in, which then updates it. */
    readonly world: SoftWorld | null;
    /** After whatever moves the bones, before the scene is drawn. After a pause of more than 1/4 s bones have jumped and shake nothing. */
    update(dt: number): void;
    /** Bones were moved elsewhere: there at once, at rest. */
    place(): void;
    /** ... with its wobble as it is. */
    move(): void;
    /** Of a free body (options.free): world units a second, radians a second. */
    throw(velocity: Vector3, spin?: Vector3): void;
    /** Where a ray meets the flesh as it stands; near and far are the raycaster's. */
    pick(raycaster: Raycaster): SoftHit | null;
    /** Holds a point at a place (default: where it is); null when all pins are taken (options.maxPins). */
    pin(hit: SoftHit, target?: Vector3): Pin | null;
    /** Newton seconds, at once. */
    push(hit: SoftHit, newtonSeconds: Vector3): void;
    /** Of a part by name or index, or of all. */
    tune(tuning: Partial<Tuning>, part?: string | number): void;
    /** What recorded parts know. */
    readonly entries: { part: string; entry: string }[];
    /** Plays an entry of a recorded part (default: the first), now or as soon as it is allowed. False: neither. */
    trigger(entry: string | number, part?: string | number): boolean;
    /** Light that was baked, added to what three.js's own lights do. False: the file was baked without light. */
    light(sky: Sky): boolean;
    /** Points over the flesh, where the CPU has it: blue at rest, red as far as it has gone. */
    debug(on?: boolean): void;
    /** The scene as it was before; frees all that was made. */
    dispose(): void;
}

/** Makes what GLTFLoader returned soft. Without bytes: by the asset inside the file. Bodies of one file share the asset that the first of them was given. */
export function attachSupple(gltf: GLTF, bytes: ArrayBuffer | Uint8Array, options?: AttachOptions): Promise<Soft>;
export function attachSupple(gltf: GLTF, options?: AttachOptions): Promise<Soft>;

/** Many bodies of a file without a skeleton, in one draw a mesh. Without baked light. */
export interface SoftInstances {
    /** To be added to the scene. */
    readonly objects: InstancedMesh[];
    readonly bodies: Body[];
    readonly asset: Asset;
    readonly supple: Supple;
    readonly count: number;
    readonly world: SoftWorld | null;
    /** There at once, at rest; the matrix is above those of the file's nodes. */
    place(index: number, matrix: Matrix4): void;
    /** There over the next update: the motion shakes the flesh. */
    setMatrixAt(index: number, matrix: Matrix4): void;
    /** Of free bodies. */
    throw(index: number, velocity: Vector3, spin?: Vector3): void;
    update(dt: number): void;
    dispose(): void;
}

export function attachInstances(gltf: GLTF, count: number, bytes: ArrayBuffer | Uint8Array, options?: Omit<AttachOptions, "root" | "shadows">): Promise<SoftInstances>;
export function attachInstances(gltf: GLTF, count: number, options?: Omit<AttachOptions, "root" | "shadows">): Promise<SoftInstances>;

export interface SoftContact {
    soft: Soft | SoftInstances | null;
    other: Soft | SoftInstances | null;
    collider: Object3D | null;
    place: Vector3;
    normal: Vector3;
    depth: number;
    impulse: number;
    slip: number;
    began: boolean;
}

/** Characters that touch each other and things of the scene. */
export class SoftWorld {
    constructor(members: Soft | SoftInstances | (Soft | SoftInstances)[], options?: WorldOptions);
    /** The plain one, for joints and figures. */
    readonly world: World;
    add(soft: Soft | SoftInstances): this;
    remove(soft: Soft | SoftInstances): void;
    /** A mesh to bump into, wherever it is moved: planes (all behind is solid), boxes, spheres, capsules, or triangles. soft and bone: a bone carries it. */
    addCollider(object: Mesh, options?: { friction?: number; soft?: Soft; bone?: string }): this;
    removeCollider(object: Mesh): void;
    /** Instead of the characters' own. */
    update(dt: number): void;
    contacts(most?: number): SoftContact[];
    /** Its characters live on. */
    dispose(): void;
}
