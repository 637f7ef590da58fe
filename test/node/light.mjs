// web/light.js over the module: node light.mjs MODULE.wasm LIT.supple DARK.supple
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { Ground, lightOf, makeLight } from "../../web/light.js";
import { load } from "../../web/supple.js";
import { scripted } from "./palette.mjs";

const [module, lit, dark] = process.argv.slice(2).map(path => readFileSync(path));
const supple = await load(module);
let failed = 0;

function law(name, run) {
    try {
        const trouble = run();
        if (trouble)
            throw new Error(trouble);
        console.log(`ok ${name}`);
    } catch (error) {
        ++failed;
        console.log(`FAILED ${name}: ${error.message}`);
    }
}

const asset = supple.asset(lit), info = lightOf(asset), count = 3 * info.order ** 2;
const sky = Float32Array.from({ length: count }, (_, i) => i < 3 ? 2 : Math.sin(3 * i) / (1 + 0.2 * i));
const turn = [0, 0, 1, 1, 0, 0, 0, 1, 0]; // x to y to z to x

function moved(frames) {
    const body = asset.body(), palette = new Float32Array(16 * asset.boneCount);
    body.place(scripted(palette, 0));
    for (let i = 1; i <= frames; ++i) {
        body.drive(scripted(palette, i / 60));
        body.step(1 / 60);
    }
    return body;
}

law("what arrives is the sum of folded colours by their amounts, never negative", () => {
    const light = makeLight(asset), body = moved(30);
    light.set(sky);
    const { front, back } = light.arriving(body), sides = [front.slice(), back.slice()], amounts = light.amounts(body).slice(), { texels } = light.colors;
    let off = 0, most = 0, black = 0;
    for (let i = 0; i < light.points.length; ++i)
        for (let c = 0; c < 3; ++c) {
            let sum = 0;
            for (let f = 0; f <= info.fieldCount && light.points[i] !== 0xffffffff; ++f)
                sum += amounts[f] * texels[3 * (f * info.pointCount + light.points[i]) + c];
            const shown = sides[i % 2][3 * (i >> 1) + c];
            off = Math.max(off, Math.abs(shown - Math.max(sum, 0)));
            most = Math.max(most, shown);
            black += shown === 0 ? 1 : 0;
        }
    light.release();
    body.release();
    return off < 1e-6 && most > 0.1 && black > 0 && amounts[0] === 1 ? "" : `off by ${off}, most ${most}, ${black} dark`;
});

law("two lights on two bodies of one asset are two", () => {
    const lights = [makeLight(asset), makeLight(asset)], bodies = [moved(5), moved(40)];
    lights[0].set(sky);
    lights[1].set(sky, turn);
    const seen = lights.map((light, i) => light.arriving(bodies[i]).front.slice());
    const again = lights[0].arriving(bodies[0]).front.slice();
    [...lights, ...bodies].forEach(thing => thing.release());
    return again.every((x, i) => x === seen[0][i]) && seen[1].some((x, i) => Math.abs(x - seen[0][i]) > 0.01) ? "" : "they are the same";
});

law("only setting a light folds it", () => {
    const light = makeLight(asset), body = moved(3);
    light.set(sky);
    for (let i = 0; i < 20; ++i) {
        body.step(1 / 60);
        light.amounts(body);
        light.arriving(body);
    }
    const { folds } = light;
    light.release();
    body.release();
    return folds === 1 ? "" : `${folds} folds`;
});

law("arguments that are none get a sentence, and the light stays", () => {
    const light = makeLight(asset), body = moved(3), other = supple.asset(lit), stranger = other.body(), holes = sky.slice();
    light.set(sky);
    holes[5] = NaN;
    const before = light.arriving(body).front.slice();
    for (const [call, words] of [
        [() => light.set(), "light.set: coefficients is"], [() => light.set(null), "not null"], [() => light.set("noon"), "not \"noon\""], [() => light.set([1, 2, 3]), "not an array of 3"],
        [() => light.set(holes), "index 5"], [() => light.set(Array(count).fill("x")), "index 0"], [() => light.set(sky, [1, 0, 0]), "axes"],
        [() => light.set(sky, Array(9).fill(Infinity)), "axes has Infinity at index 0"], [() => light.amounts(stranger), "asset"], [() => light.arriving(null), "asset"],
        [() => light.arriving({}), "asset"]]) {
        let said = "";
        try {
            call();
        } catch (error) {
            said = error.message;
        }
        if (!said.includes(words) || !said.endsWith("."))
            return `"${said}" does not say ${words}`;
    }
    const after = light.arriving(body).front, same = before.every((x, i) => x === after[i]);
    [light, body, stranger, other].forEach(thing => thing.release());
    return same ? "" : "it has changed";
});

law("an asset without light has none, and says so", () => {
    const plain = supple.asset(dark), none = lightOf(plain) === null && makeLight(plain) === null;
    plain.release();
    return none ? "" : "it has";
});

law("lights that are released leave their memory to others", () => {
    makeLight(asset).release();
    const size = supple.c.memory.buffer.byteLength;
    for (let i = 0; i < 200; ++i) {
        const light = makeLight(asset), body = asset.body();
        light.set(sky);
        light.arriving(body);
        light.release();
        body.release();
    }
    const grown = supple.c.memory.buffer.byteLength - size;
    return grown <= 131072 ? "" : `grown by ${grown} bytes`;
});

law("ground is dark below a ball, open far from it, and takes nothing else than numbers", () => {
    const ground = new Ground(supple, 2), refused = [() => ground.set([1, 2, 3]), () => ground.set(sky.map(() => NaN)), () => ground.arriving([], [0, 0, 0])];
    ground.set(sky);
    const points = [0, 0, 0, 50, 0, 0], open = ground.arriving([], points).slice(), under = ground.arriving([0, 1, 0, 0.9, 0, 0, 0], points).slice();
    const red = ground.arriving([0, 1, 0, 0.9, 0.9, 0, 0], points).slice();
    for (const call of refused)
        try {
            call();
            return "something else was taken";
        } catch { /* as it should be */ }
    ground.release();
    return under[1] < 0.4 * open[1] && under[4] === open[4] && red[0] > under[0] && red[1] === under[1] ? "" : `${open} ${under} ${red}`;
});

process.exit(failed ? 1 : 0);
