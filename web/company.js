// The world of the page: bodies of one asset, what they bump into, and the ball that a hand pushes into them.
//
// Free bodies have a floor and walls that nobody sees; one that bones hold stands where its bones put it.
// SPDX-License-Identifier: MIT
import { makeWorld } from "./world.js";

const WALLS = 2.2;       // sizes of a body from the middle
const CEILING = 6;       // ... and above the floor
const MOST_BODIES = 9;
const MOST_CONTACTS = 512;
const FINELY = 0.01;     // sizes of a body between contacts of flesh on bones, as `supple play` has it
const FALL = 0.75;       // heights of a body from which it is dropped
const BALL = 0.045;      // its radius, of the size of a body
const THROW = 1.6;       // sizes of a body that it would rise

// The pose of a plane through a place; all behind its normal, which is upright or level, is solid.
function planePose(place, [x, y, z]) {
    const [a, b] = y === 0 ? [[z, 0, -x], [0, -1, 0]] : [[1, 0, 0], [0, 0, y]];
    return [...a, 0, x, y, z, 0, ...b, 0, ...place, 1];
}

export class Company {
    // box: { low, high, size, metres } of one body as it stands, in the world's unit. solids: shapes with a `middle`.
    constructor(asset, box, makeBody, solids = []) {
        Object.assign(this, { asset, box, makeBody, bodies: [], seed: 7 });
        const finely = box.free ? {} : { cluster: FINELY };
        this.world = makeWorld(asset.supple, { maxBodies: MOST_BODIES, maxColliders: 16, maxContacts: MOST_CONTACTS, ...finely });
        const { low, high, size } = box, middle = [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2];
        this.middle = middle;
        this.ball = null; // { id, pose } of the one in the hand
        this.solids = solids.map(({ middle: at, ...shape }) => ({ shape, pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...at, 1] }));
        for (const { shape, pose } of this.solids)
            this.world.addCollider(shape, pose);
        if (!box.free)
            return;
        this.world.addCollider({ kind: "plane" }, planePose(middle, [0, 1, 0]));
        for (const [x, z] of [[1, 0], [-1, 0], [0, 1], [0, -1]])
            this.world.addCollider({ kind: "plane" }, planePose([middle[0] - WALLS * size * x, low[1], middle[2] - WALLS * size * z], [x, 0, z]));
        this.world.addCollider({ kind: "plane" }, planePose([middle[0], low[1] + CEILING * size, middle[2]], [0, -1, 0]));
    }

    get full() {
        return this.bodies.length >= MOST_BODIES;
    }

    random() { // 0 to 1, the same on every visit
        this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
        return this.seed / 4294967296;
    }

    // A body that joins stands where the first did.
    join(body) {
        this.bodies.push({ body, start: this.box.free ? body.motion.pose : null });
        this.world.add(body);
    }

    step(dt) {
        if (this.ball)
            this.world.moveCollider(this.ball.id, this.ball.pose);
        this.world.step(dt);
    }

    // The nearest point that a ray meets: { body, index, vertices, weights, distance } or null.
    pick(origin, direction) {
        let nearest = null;
        this.bodies.forEach(({ body }, index) => {
            const hit = body.pick(origin, direction);
            if (hit && !(nearest?.distance < hit.distance))
                nearest = Object.assign(hit, { body, index });
        });
        return nearest;
    }

    takeBall(place) {
        const pose = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1]);
        this.ball = { pose, id: this.world.addCollider({ kind: "sphere", radius: this.ballRadius }, pose) };
    }

    get ballRadius() {
        return BALL * this.box.size;
    }

    moveBall(place) {
        this.ball?.pose.set(place, 12);
    }

    dropBall() {
        if (this.ball)
            this.world.removeCollider(this.ball.id);
        this.ball = null;
    }

    // One more, dropped from above the others.
    another() {
        const body = this.makeBody();
        this.join(body);
        this.lift(this.bodies.length - 1, FALL + 1.3 * (this.bodies.length - 1));
        return body;
    }

    // Only the first stays.
    clear() {
        for (const { body } of this.bodies.splice(1))
            body.release(); // which leaves the world
    }

    // Where it stood at first, raised by so many of its heights, turned a little and let go.
    lift(index, heights) {
        const { body, start } = this.bodies[index], pose = start.slice(), { low, high, size } = this.box;
        const angle = index === 0 ? 0.25 : 6.28 * this.random(), c = Math.cos(angle), s = Math.sin(angle);
        const tilt = [c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0]; // about the upright axis through the middle
        const turned = start.slice();
        for (let column = 0; column < 4; ++column)
            for (let i = 0; i < 3; ++i) {
                let sum = 0;
                for (let k = 0; k < 3; ++k)
                    sum += tilt[4 * k + i] * (start[4 * column + k] - (column === 3 ? this.middle[k] : 0));
                turned[4 * column + i] = sum + (column === 3 ? this.middle[i] : 0);
            }
        pose.set(turned);
        pose[12] += index === 0 ? 0 : 0.3 * size * (this.random() - 0.5);
        pose[13] += heights * (high[1] - low[1]);
        pose[14] += index === 0 ? 0 : 0.3 * size * (this.random() - 0.5);
        body.setMotion({ pose, velocity: [0, 0, 0], spin: [0.4 * (this.random() - 0.5), 0, 0.9 * (this.random() - 0.5)] });
    }

    drop() {
        this.bodies.forEach((_, i) => this.lift(i, FALL + 1.2 * i));
    }

    // Up and across, spinning.
    throw() {
        const { size, metres } = this.box, up = Math.sqrt(2 * 9.81 / metres * THROW * size);
        for (const { body } of this.bodies) {
            const { pose } = body.motion, aside = [this.middle[0] - pose[12], 0, this.middle[2] - pose[14]];
            const velocity = [aside[0] + 0.7 * up * (this.random() - 0.5), up * (0.8 + 0.3 * this.random()), aside[2] + 0.7 * up * (this.random() - 0.5)];
            body.setMotion({ pose, velocity, spin: [9, 4, 9].map(most => most * (this.random() - 0.5)) });
        }
    }

    rest() {
        this.bodies.forEach(({ body, start }) => body.setMotion({ pose: start, velocity: [0, 0, 0], spin: [0, 0, 0] }));
    }
}
