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
        this.out = 0; // [2][vertexCount][3], made when it is first asked for
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

    of(body) {
        if (body?.asset !== this.asset)
            throw new TypeError("A light is for bodies of the asset that it was made from.");
        return body.at;
    }

    release() {
        for (const at of [this.given, this.out])
            this.c.web_release(at);
        this.c.supple_light_destroy(this.at);
    }
}
