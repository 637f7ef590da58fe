// Flesh beside spring bones (@pixiv/three-vrm-springbone), of which characters in the web are made today: what a step
// costs, and whether 30, 60 and 144 Hz show the same motion.
//
//   node springbone.mjs MODULE.wasm FILE.supple      a file of 3 parts on three bones (test/golden/v3.supple)
//
// Both hang on something that is moved by the same script for two seconds. Agreement is of what one sees: places at times that all
// rates have (every sixth of a second), rms of the difference to 144 Hz over rms of the motion of what hangs there.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { VRMSpringBoneJoint, VRMSpringBoneManager } from "@pixiv/three-vrm-springbone";
import { load } from "../../web/supple.js";
import { record } from "./record.mjs";

const supple = await load(readFileSync(process.argv[2])), asset = supple.asset(readFileSync(process.argv[3]));
const short = Boolean(process.env.SUPPLE_SHORT), JOINTS = 15, SECONDS = 2, RATES = [30, 60, 144], LIFT = 0.05;

// How far everything is lifted at a time, in metres: two sines that begin at rest.
const lift = t => LIFT * (Math.sin(7 * t) ** 2 + 0.5 * Math.sin(11 * t) ** 2);

function springs() { // five chains of three, as hair or a skirt has
    const root = new THREE.Object3D(), manager = new VRMSpringBoneManager(), tips = [];
    for (let chain = 0; chain < JOINTS / 3; ++chain) {
        let bone = new THREE.Object3D();
        bone.position.set(0.1 * chain, 1, 0);
        root.add(bone);
        for (let k = 0; k < 3; ++k) {
            const next = new THREE.Object3D();
            next.position.set(0.07, 0, 0); // across, so that a lift bends them
            bone.add(next);
            manager.addJoint(new VRMSpringBoneJoint(bone, next, { stiffness: 1, dragForce: 0.4, gravityPower: 0, hitRadius: 0 }));
            bone = next;
        }
        tips.push(bone);
    }
    root.updateMatrixWorld(true);
    manager.setInitState();
    const place = new THREE.Vector3();
    return {
        step(t, dt) {
            root.position.y = lift(t);
            root.updateMatrixWorld(true);
            manager.update(dt);
        },
        seen: () => (root.updateMatrixWorld(true), tips.flatMap(tip => tip.getWorldPosition(place).toArray())),
    };
}

function flesh() {
    const body = asset.body(), palette = new Float32Array(16 * asset.boneCount), unit = asset.metres;
    const pose = t => {
        for (let i = 0; i < palette.length; ++i)
            palette[i] = i % 16 % 5 === 0 ? 1 : i % 16 === 13 ? lift(t) / unit : 0;
        return palette;
    };
    body.place(pose(0));
    return {
        step(t, dt) {
            body.drive(pose(t));
            body.step(dt);
        },
        seen: () => Float64Array.from(body.skin().positions, x => x * unit),
    };
}

// What is seen every sixth of a second, less what a stiff body would show.
function shown(make, rate) {
    const one = make(), frames = [], rest = one.seen();
    for (let i = 1; i <= SECONDS * rate; ++i) {
        one.step(i / rate, 1 / rate);
        if (i % (rate / 6) === 0)
            frames.push(one.seen().map((x, k) => x - rest[k] - (k % 3 === 1 ? lift(i / rate) : 0)));
    }
    return frames.flatMap(frame => [...frame]);
}
const rms = numbers => Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0) / numbers.length);

const things = { "spring bones": springs, flesh };
for (const [name, make] of Object.entries(things)) {
    const [slow, usual, fast] = RATES.map(rate => shown(make, rate));
    for (const [rate, seen] of [[30, slow], [60, usual]])
        record({
            bench: "springs", name: `${name}, ${rate} Hz off 144 Hz`, unit: "mm", values: [1e3 * rms(seen.map((x, i) => x - fast[i]))],
            beside: "how far it moves", ratios: [rms(seen.map((x, i) => x - fast[i])) / rms(fast)],
        });
}

const bones = springs(), body = flesh(), STEPS = 200, times = [[], []];
for (let round = 0; round < (short ? 5 : 60); ++round)
    [bones, body].forEach((one, k) => {
        const begin = performance.now();
        for (let i = 1; i <= STEPS; ++i)
            one.step((round * STEPS + i) / 60, 1 / 60);
        times[k].push(1e3 * (performance.now() - begin) / STEPS);
    });
const ratios = times[0].map((t, i) => t / times[1][i]);
record({ bench: "springs", name: `flesh, ${asset.coordCount} coordinates driven and stepped in wasm`, unit: "us", values: times[1], beside: "spring bones", ratios: ratios.map(x => 1 / x) });
record({ bench: "springs", name: `spring bones, ${JOINTS} joints`, unit: "us", values: times[0], beside: "flesh", ratios });
