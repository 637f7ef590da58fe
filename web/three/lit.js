// Light that was baked, on one body: what arrives at its vertices from a sky, as the body stands and is turned.
//
// A sky is folded into colours when it or the body has turned by more than an eye could tell; otherwise a frame uploads a
// number a field. Colours are a body's own, because bodies are turned differently.
// SPDX-License-Identifier: MIT
import { makeLight } from "../light.js";

const TOLERANCE = 2e-3; // radians, about

// How a matrix turns, by rows; its scale is left out.
function writeAxes(bones, bone, axes, at) {
    for (let column = 0; column < 3; ++column) {
        const from = 16 * bone + 4 * column, length = Math.hypot(bones[from], bones[from + 1], bones[from + 2]) || 1;
        for (let row = 0; row < 3; ++row)
            axes[at + 3 * row + column] = bones[from + row] / length;
    }
}

export class Lit {
    constructor(shared, number) {
        Object.assign(this, { shared, number, light: makeLight(shared.asset) });
        this.axes = new Float32Array(9 * this.light.bones.length);
        this.folded = new Float32Array(this.axes.length).fill(NaN);
        shared.turnOnLight(this.light);
    }

    // 3 order^2 numbers; a light probe of three.js has order 3, and the harmonics beyond are 0. null: dark.
    set(given) {
        const count = 3 * this.light.info.order ** 2, probe = given?.sh ?? given, coefficients = new Float32Array(count);
        const numbers = probe?.coefficients ? probe.coefficients.flatMap(({ x, y, z }) => [x, y, z]) : probe;
        const brightness = given?.isLightProbe ? given.intensity : 1;
        if (numbers && (!Number.isInteger(Math.sqrt(numbers.length / 3)) || !Array.prototype.every.call(numbers, Number.isFinite)))
            throw new TypeError(`A light has three finite numbers for each of 1, 4, 9, 16, 25 or 36 harmonics, not ${numbers.length} numbers.`);
        for (let i = 0; i < count; ++i)
            coefficients[i] = brightness * (numbers?.[i] ?? 0);
        this.coefficients = coefficients;
        this.folded.fill(NaN);
    }

    show(body, bones) {
        const { light, shared, number, axes, folded } = this;
        light.bones.forEach((bone, group) => writeAxes(bones, bone, axes, 9 * group));
        if (!axes.every((x, i) => Math.abs(x - folded[i]) <= TOLERANCE)) {
            folded.set(axes);
            light.set(this.coefficients, axes);
            shared.showColors(number, light.colors.texels);
        }
        shared.showAmounts(number, light.amounts(body));
    }

    dispose() {
        this.shared.showAmounts(this.number, new Float32Array(1 + this.light.info.fieldCount)); // dark for who has the number next
        this.light.release();
    }
}
