// test/hash_rigid.c by web/world.js: node rigid.mjs MODULE.wasm FILE.supple prints the same hash; test/browser/hashes.mjs asks the same
// of Chromium.
// SPDX-License-Identifier: MIT
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";

const FRAMES = 300, BODIES = 15, at = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const SIZES = { density: 300, radius: 0.125, half: [0.125, 0.1875, 0.125] };
const KINDS = [{ kind: "sphere", ...SIZES }, { kind: "capsule", ...SIZES }, { kind: "box", ...SIZES },
    { kind: "hull", ...SIZES, positions: [0.2, 0, 0, -0.2, 0, 0, 0, 0.15, 0, 0, -0.15, 0, 0, 0, 0.25, 0, 0, -0.1] },
    { kind: "compound", ...SIZES, parts: [{ shape: { kind: "sphere", ...SIZES }, pose: at(0, 0, 0) }, { shape: { kind: "box", ...SIZES }, pose: at(0.25, 0, 0) }] }];

export async function hashOf(module, file) {
    let hash = 0xcbf29ce484222325n;
    function add(bytes) { // FNV-1a
        for (const byte of bytes)
            hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
    const supple = await load(module), ring = supple.asset(file), world = makeWorld(supple);
    world.addCollider({ kind: "plane", friction: 0.5 }, at(0, 0, 0));
    world.addCollider({ kind: "box", half: [1, 0.125, 1] }, [0.96, 0.28, 0, 0, -0.28, 0.96, 0, 0, 0, 0, 1, 0, 0.5, 0.25, 0, 1]);
    const kinds = KINDS.map(shape => supple.shape(shape)), bodies = [];
    for (let i = 0; i <= BODIES; ++i) {
        const body = i < BODIES ? kinds[i % 5].body() : ring.body({ free: true });
        world.add(body);
        body.setMotion({ pose: at(0.125 * (i % 3), 1 + 0.5 * i, 0.0625 * (i % 4)), velocity: [0, 0, 0], spin: [0, 0, 0.5 * (i % 2)] });
        bodies.push(body);
    }
    for (let frame = 0; frame < FRAMES; ++frame) {
        if (frame === 150)
            bodies[2].impulseCentre([4, 8, -2], [0, 0.25, 0]);
        world.step(1 / 60);
        for (const { motion: { pose, velocity, spin } } of bodies)
            add(new Uint8Array(Float32Array.from([...pose, ...velocity, ...spin]).buffer));
        add(new Uint8Array(Int32Array.of(world.stats.contacts).buffer));
    }
    return hash.toString(16).padStart(16, "0");
}

if (globalThis.process) {
    const { readFileSync } = await import("node:fs"), [module, file] = process.argv.slice(2);
    console.log(await hashOf(readFileSync(module), readFileSync(file)));
}
