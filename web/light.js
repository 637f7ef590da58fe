// Light of libsupple in JavaScript: what arrives at the vertices of a body that was baked with it (docs/light.md).
//
//   const light = makeLight(asset);                  // null: it was baked without light
//   light.set(coefficients);                         // when the light turns, not every frame
//   const { front, back } = light.arriving(body);    // or colors, points and amounts(body) for gpu/supple.glsl
//
// light.d.ts has the types, and says what each call does.
// SPDX-License-Identifier: MIT

import { check, demand, numbers, optional, told, whole } from "./argument.js";

const ASSET = value => (value?.supple && value.struct ? value.released ? { Wrong: TypeError, text: " was released" } : null : { Wrong: TypeError, text: ` is an asset, as supple.asset() reads them, not ${told(value)}` });

// What the light of an asset is, { order, fieldCount, shapeCount, pointCount, groupCount, ballCount, bytes, error, rounded }, or null.
export function lightOf(asset) {
    demand(ASSET, asset, null, "lightOf: asset");
    const info = asset.struct("supple_light_info", at => asset.supple.c.supple_asset_light(at, asset.at));
    return info.order === 0 ? null : info;
}

export function makeLight(asset) {
    const info = lightOf(demand(ASSET, asset, null, "makeLight: asset"));
    return info && new Light(asset, info);
}

class Light {
    constructor(asset, info) {
        const { supple } = asset, { c, layout } = supple, n = asset.vertexCount;
        Object.assign(this, { asset, supple, c, info, folds: 0 });
        this.at = c.web_light_create(asset.at);
        if (this.at === 0)
            throw new Error("There is not enough memory.");
        ++asset.living;
        this.bones = Array.from({ length: info.groupCount }, (_, group) => c.supple_asset_light_bone(asset.at, group));
        this.given = supple.allocate(4 * (3 * info.order ** 2 + 9 * info.groupCount)); // coefficients, then axes
        this.out = this.round = 0; // [2][vertexCount][3] and [ballCount][7], made when they are first asked for
        const { texels, width, height } = asset.struct("supple_table", at => c.supple_light_colors(at, this.at));
        this.colors = { width, height, bits: 32, get texels() { return supple.view(Float32Array, texels, 3 * width * height); } };
        const points = supple.allocate(8 * n);
        c.supple_light_points(this.at, points);
        this.points = supple.view(Uint32Array, points, 2 * n).slice();
        c.web_release(points);
        this.sums = null;
    }

    // coefficients: [order * order][3]. axes: how each group's bone is turned in the world, nine numbers by rows, or null.
    set(coefficients, axes = null) {
        const count = 3 * this.info.order ** 2, behind = this.given + 4 * count, turns = 9 * this.info.groupCount;
        this.supple.view(Float32Array, this.given, count).set(coefficients);
        if (axes !== null)
            this.supple.view(Float32Array, behind, turns).set(axes);
        this.c.supple_light_set(this.at, this.given, axes === null ? 0 : behind);
        ++this.folds;
    }

    // [1 + fieldCount], for the shader's supple_amounts. A view.
    amounts(body) {
        const at = this.c.supple_light_amounts(this.at, body.at), { buffer } = this.c.memory;
        if (this.sums?.buffer !== buffer || this.sums.byteOffset !== at)
            this.sums = this.supple.view(Float32Array, at, 1 + this.info.fieldCount);
        return this.sums;
    }

    // { front, back }, [vertexCount][3] each. Views.
    arriving(body) {
        const n = 3 * this.asset.vertexCount;
        this.out ||= this.supple.allocate(8 * n);
        this.c.supple_body_light(body.at, this.at, this.out, this.out + 4 * n);
        return { front: this.supple.view(Float32Array, this.out, n), back: this.supple.view(Float32Array, this.out + 4 * n, n) };
    }

    // [ballCount][7]: what stands for the body over the ground, where it is: centre, radius, albedo.
    balls(body) {
        const n = this.info.ballCount;
        this.round ||= this.supple.allocate(28 * (n || 1));
        this.c.supple_body_balls(body.at, this.asset.at, this.round);
        return this.supple.view(Float32Array, this.round, 7 * n);
    }

    release() {
        for (const at of [this.given, this.out, this.round])
            this.c.web_release(at);
        this.c.supple_light_destroy(this.at);
        this.released = true;
        --this.asset.living;
    }
}

// Of the asset that the light was made from.
const OF_IT = (value, { asset }) => (value?.asset !== asset ? { Wrong: TypeError, text: " is a body of the asset that the light was made from, and no other" }
    : value.released ? { Wrong: TypeError, text: " was released" } : null);

check(Light, "light", {
    set: { coefficients: numbers(({ info }) => 3 * info.order ** 2), axes: optional(numbers(({ info }) => 9 * info.groupCount)) },
    amounts: { body: OF_IT }, arriving: { body: OF_IT }, balls: { body: OF_IT }, release: {},
});

// Level ground below bodies: what arrives there, past the balls of all of them.
export class Ground {
    constructor(supple, pointCount) {
        if (typeof supple?.c?.web_ground_create === "undefined")
            throw new TypeError(`Ground: supple is what load() returned, not ${told(supple)}.`);
        demand(whole(0, 2 ** 24), pointCount, null, "Ground: pointCount");
        Object.assign(this, { supple, c: supple.c, pointCount, room: 0, round: 0 });
        this.at = supple.c.web_ground_create();
        if (this.at === 0)
            throw new Error("There is not enough memory.");
        this.given = supple.allocate(4 * (3 * 36 + 9)); // coefficients, then axes
        this.places = supple.allocate(24 * pointCount); // and what arrives there
    }

    // As of a light; of any order from 2 to 6.
    set(coefficients, axes = null) {
        const order = Math.sqrt(coefficients.length / 3), behind = this.given + 4 * coefficients.length;
        this.supple.view(Float32Array, this.given, coefficients.length).set(coefficients);
        if (axes !== null)
            this.supple.view(Float32Array, behind, 9).set(axes);
        this.c.supple_ground_set(this.at, order, this.given, axes === null ? 0 : behind);
    }

    // balls: [count][7] of all bodies, and points: [pointCount][3]; what arrives, [pointCount][3]: a view.
    arriving(balls, points) {
        if (balls.length > this.room) {
            this.c.web_release(this.round);
            this.round = this.supple.allocate(4 * (this.room = balls.length));
        }
        this.supple.view(Float32Array, this.round, balls.length).set(balls);
        this.supple.view(Float32Array, this.places, 3 * this.pointCount).set(points);
        this.c.supple_ground_light(this.at, this.round, balls.length / 7, this.places, this.pointCount, this.places + 12 * this.pointCount);
        return this.supple.view(Float32Array, this.places + 12 * this.pointCount, 3 * this.pointCount);
    }

    release() {
        for (const at of [this.given, this.places, this.round])
            this.c.web_release(at);
        this.c.supple_ground_destroy(this.at);
        this.released = true;
    }
}

const ORDERS = [12, 27, 48, 75, 108]; // 3 times the square of 2 to 6
const LIGHT = value => (ORDERS.includes(value?.length) ? numbers(value.length)(value) : { Wrong: TypeError, text: ` is ${ORDERS.join(", ")} numbers, not ${told(value)}` });
const BALLS = value => (value?.length % 7 === 0 ? numbers(value.length)(value) : { Wrong: TypeError, text: ` is 7 numbers a ball, not ${told(value)}` });

check(Ground, "ground", { set: { coefficients: LIGHT, axes: optional(numbers(9)) }, arriving: { balls: BALLS, points: numbers(({ pointCount }) => 3 * pointCount) }, release: {} });
