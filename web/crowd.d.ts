// The types of crowd.js.
// SPDX-License-Identifier: MIT
import type { Asset, Body } from "./supple.js";

export interface Crowd {
    readonly asset: Asset;
    readonly bodies: readonly Body[];
    /** By which the next step drives them: 16 numbers a bone, body after body. A view: read it anew where memory may have grown. */
    readonly palettes: Float32Array;
    /** Drives each by its palette and steps it: the same bits as one by one. */
    step(dt: number): void;
    /** Four numbers a coordinate, body after body, for the shader's supple_rows. A view. */
    upload(): Float32Array;
    /** Its bodies stay. */
    release(): void;
}

/** Of bodies of one asset that are in no world, none of them twice. */
export function makeCrowd(bodies: Body[]): Crowd;
