// test/hash_joint.c by web/world.js: node joints.mjs MODULE.wasm FILE.supple prints the same hash; test/browser/hashes.mjs asks the same
// of Chromium.
// SPDX-License-Identifier: MIT
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";

const FRAMES = 240, RINGS = 6, TAKEN = 120, APART = Math.fround(0.4), { fround } = Math;
const KINDS = ["point", "hinge", "weld", "distance", "point", "point"];
const bytesOf = numbers => new Uint8Array(Float32Array.from(numbers).buffer);

export async function hashOf(module, file) {
    let hash = 0xcbf29ce484222325n;
    function add(bytes) { // FNV-1a
        for (const byte of bytes)
            hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
    const supple = await load(module), asset = supple.asset(file);
    const world = makeWorld(supple), rings = [], joints = [];
    for (let i = 0; i < RINGS; ++i) {
        const body = asset.body({ free: true }), pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, APART * i, 1, 0, 1];
        body.setMotion({ pose, velocity: [0, 0, 0], spin: [0, 0, 0] });
        world.add(body);
        rings.push(body);
    }
    for (let i = 0; i < RINGS; ++i) {
        const x = fround(APART * (i - 0.5));
        joints.push(world.addJoint({ kind: KINDS[i], body: rings[i], other: rings[i - 1], place: [x, 1, 0], there: [x - fround(0.1), 1, 0],
                                  axis: [0, 0, 1], frequency: i === 4 ? 3 : 0, strength: i === 5 ? 2 : 1e6 }));
    }
    for (let frame = 0; frame < FRAMES; ++frame) {
        if (frame === TAKEN)
            world.removeJoint(joints[2]);
        world.step(1 / 60);
        rings.forEach((body, i) => {
            const { pose, velocity, spin } = body.motion, state = world.jointState(joints[i]);
            add(bytesOf([...pose, ...velocity, ...spin]));
            add(bytesOf(body.coords));
            add(bytesOf(state ? [state.force, state.twist, state.gap] : [0, 0, 0]));
            add(state ? [1, state.broken, state.broke].map(Number) : [0, 0, 0]);
        });
    }
    return hash.toString(16).padStart(16, "0");
}

if (globalThis.process) {
    const { readFileSync } = await import("node:fs"), [module, file] = process.argv.slice(2);
    console.log(await hashOf(readFileSync(module), readFileSync(file)));
}
