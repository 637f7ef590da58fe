// The types of light.js.
// SPDX-License-Identifier: MIT
import type { Asset, Body, Supple, Table } from "./supple.js";

export interface LightInfo {
    /** Of spherical harmonics, 2 to 6. */
    order: number;
    /** Beside the mean. */
    fieldCount: number;
    /** That were lit. */
    shapeCount: number;
    /** Vertices; those of thin surfaces twice. */
    pointCount: number;
    /** Of points whose transfer is in one frame, a bone's. */
    groupCount: number;
    /** That stand for the body over the ground; 0: none. */
    ballCount: number;
    /** Of the file. */
    bytes: number;
    /** Root mean square, of the transfer, at states that nobody had lit; 0: not known. */
    error: number;
    /** The same of what rounding costs. */
    rounded: number;
}

export interface Light {
    readonly info: LightInfo;
    /** How often `set` was called: a light that stands still costs nothing but its sums. */
    readonly folds: number;
    /** Folded colours as a table for gpu/supple.glsl, to be uploaded after `set`. */
    readonly colors: Table;
    /** Which points the front and the back of each vertex are, for the shader; 0xffffffff: none. */
    readonly points: Uint32Array;
    /**
     * The light in the world: real harmonics, index l (l + 1) + m, three colours each, so 3 order² numbers. axes: how the
     * body's bind space is turned in the world, nine numbers by rows (of a recording its support's), or null: not at all. Takes a
     * millisecond or so, so only when either has changed. Other lengths, and numbers that are not finite, are an error.
     */
    set(coefficients: ArrayLike<number>, axes?: ArrayLike<number> | null): void;
    /** How much of each field the body has as it is, for the shader's supple_amounts; the first is 1. A view. */
    amounts(body: Body): Float32Array;
    /** What arrives at the front and at the back of every vertex, three linear numbers each, never negative. Views. */
    arriving(body: Body): { front: Float32Array; back: Float32Array };
    /** Centre, radius and albedo of what stands for the body over the ground, where it is: ballCount times seven numbers. A view. */
    balls(body: Body): Float32Array;
    /** Before its asset. */
    release(): void;
}

/** Level ground that looks up: what arrives there, past the balls of bodies. */
export class Ground {
    constructor(supple: Supple, pointCount: number);
    /** The light in the world, of any order from 2 to 6, as `Light.set` takes it; axes: how the ground's world is turned in it. */
    set(coefficients: ArrayLike<number>, axes?: ArrayLike<number> | null): void;
    /** balls: of all bodies together; points: pointCount times three. What arrives at each, three linear numbers. A view. */
    arriving(balls: ArrayLike<number>, points: ArrayLike<number>): Float32Array;
    release(): void;
}

/** Null where an asset was baked without light. */
export function lightOf(asset: Asset): LightInfo | null;
/** One light on bodies of one asset that are turned the same way. Dark at first. Null where an asset was baked without light. */
export function makeLight(asset: Asset): Light | null;
