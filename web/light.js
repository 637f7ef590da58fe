// Light of libsupple in JavaScript: what arrives at the vertices of a body that was baked with it (docs/light.md).
//
//   const light = makeLight(asset);                  // null: it was baked without light
//   light.set(coefficients);                         // when the light turns, not every frame
//   const { front, back } = light.arriving(body);    // or colors, points and amounts(body) for gpu/supple.glsl
//
// light.d.ts has the types, and says what each call does.
// SPDX-License-Identifier: MIT

// What the light of an asset is, { order, fieldCount, shapeCount, pointCount, groupCount, ballCount, bytes, error, rounded }, or null.
export function lightOf(asset) {
    const told = asset.struct("supple_light_info", at => asset.supple.c.supple_asset_light(at, asset.at));
    return told.order === 0 ? null : told;
}

export function makeLight(asset) {
    const info = lightOf(asset);
    return info && new Light(asset, info);
}

// Numbers that somebody else gives.
function checked(numbers, count, what) {
    if (typeof numbers !== "object" || numbers === null || numbers.length !== count)
        throw new TypeError(`${what} must be an array of ${count} numbers, not ${numbers?.length ?? String(numbers)}.`);
    for (let i = 0; i < count; ++i)
        if (!Number.isFinite(numbers[i]))
            throw new RangeError(`Number ${i} of ${what} is ${String(numbers[i])}, which is no finite number.`);
    return numbers;
}

class Light {
    constructor(asset, info) {
        const { supple } = asset, { c, layout } = supple, n = asset.vertexCount;
        Object.assign(this, { asset, supple, c, info, folds: 0 });
        this.at = c.web_light_create(asset.at);
        if (this.at === 0)
            throw new Error("There is not enough memory.");
        this.bones = Array.from({ length: info.groupCount }, (_, group) => c.supple_asset_light_bone(asset.at, group));
        this.given = supple.allocate(4 * (3 * info.order ** 2 + 9 * info.groupCount)); // coefficients, then axes
        this.out = this.round = 0; // [2][vertexCount][3] and [ballCount][7], made when they are first asked for
        const { texels, width, height } = asset.struct("supple_table", at => c.supple_light_colors(at, this.at));
        this.colors = { width, height, isFloat: true, get texels() { return supple.view(Float32Array, texels, 3 * width * height); } };
        const points = supple.allocate(8 * n);
        c.supple_light_points(this.at, points);
        this.points = supple.view(Uint32Array, points, 2 * n).slice();
        c.web_release(points);
        this.sums = null;
    }

    // coefficients: [order * order][3]. axes: how each group's bone is turned in the world, nine numbers by rows, or null.
    set(coefficients, axes = null) {
        const count = 3 * this.info.order ** 2, behind = this.given + 4 * count, turns = 9 * this.info.groupCount;
        this.supple.view(Float32Array, this.given, count).set(checked(coefficients, count, "A light"));
        if (axes !== null)
            this.supple.view(Float32Array, behind, turns).set(checked(axes, turns, "Axes"));
        this.c.supple_light_set(this.at, this.given, axes === null ? 0 : behind);
        ++this.folds;
    }

    // [1 + fieldCount], for the shader's supple_amounts. A view.
    amounts(body) {
        const at = this.c.supple_light_amounts(this.at, this.of(body)), { buffer } = this.c.memory;
        if (this.sums?.buffer !== buffer || this.sums.byteOffset !== at)
            this.sums = this.supple.view(Float32Array, at, 1 + this.info.fieldCount);
        return this.sums;
    }

    // { front, back }, [vertexCount][3] each. Views.
    arriving(body) {
        const n = 3 * this.asset.vertexCount;
        this.out ||= this.supple.allocate(8 * n);
        this.c.supple_body_light(this.of(body), this.at, this.out, this.out + 4 * n);
        return { front: this.supple.view(Float32Array, this.out, n), back: this.supple.view(Float32Array, this.out + 4 * n, n) };
    }

    // [ballCount][7]: what stands for the body over the ground, where it is: centre, radius, albedo.
    balls(body) {
        const n = this.info.ballCount;
        this.round ||= this.supple.allocate(28 * (n || 1));
        this.c.supple_body_balls(this.of(body), this.asset.at, this.round);
        return this.supple.view(Float32Array, this.round, 7 * n);
    }

    of(body) {
        if (body?.asset !== this.asset)
            throw new TypeError("A light is for bodies of the asset that it was made from.");
        return body.at;
    }

    release() {
        for (const at of [this.given, this.out, this.round])
            this.c.web_release(at);
        this.c.supple_light_destroy(this.at);
    }
}

// Level ground below bodies: what arrives there, past the balls of all of them.
export class Ground {
    constructor(supple, pointCount) {
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
        if (!(order >= 2 && order <= 6 && Number.isInteger(order)))
            throw new TypeError(`A light has 3 times 4, 9, 16, 25 or 36 numbers, not ${coefficients.length}.`);
        this.supple.view(Float32Array, this.given, coefficients.length).set(checked(coefficients, coefficients.length, "A light"));
        if (axes !== null)
            this.supple.view(Float32Array, behind, 9).set(checked(axes, 9, "Axes"));
        this.c.supple_ground_set(this.at, order, this.given, axes === null ? 0 : behind);
    }

    // balls: [count][7] of all bodies, and points: [pointCount][3]; what arrives, [pointCount][3]: a view.
    arriving(balls, points) {
        if (balls.length > this.room) {
            this.c.web_release(this.round);
            this.round = this.supple.allocate(4 * (this.room = balls.length));
        }
        this.supple.view(Float32Array, this.round, balls.length).set(balls);
        this.supple.view(Float32Array, this.places, 3 * this.pointCount).set(checked(points, 3 * this.pointCount, "Points"));
        this.c.supple_ground_light(this.at, this.round, balls.length / 7, this.places, this.pointCount, this.places + 12 * this.pointCount);
        return this.supple.view(Float32Array, this.places + 12 * this.pointCount, 3 * this.pointCount);
    }

    release() {
        for (const at of [this.given, this.places, this.round])
            this.c.web_release(at);
        this.c.supple_ground_destroy(this.at);
    }
}
