// An instrument that presses and pulls, as `supple play --tool` has it: a rod with a round tip that follows a table.
//
// While its jaws are open it is a collider that moves; while they are closed it holds the skin between them.
// SPDX-License-Identifier: MIT

const REACH = 1.8, HELD = 6, AWAY = 1e3; // radii round the tip that the jaws hold; points; radii that the rod is put aside meanwhile
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export class Instrument {
    // setting: { radius, length, port, keys: [[time, x, y, z, grip], ...] }, in the world's unit.
    constructor({ bodies, world }, setting) {
        Object.assign(this, { body: bodies[0].body, world, time: 0, pins: [] }, setting);
        this.shape = { kind: "capsule", radius: this.radius, half: [0, this.length / 2, 0] };
        this.id = world.addCollider(this.shape, this.pose = this.rod(this.keys[0].slice(1, 4)));
    }

    // Where the tip is now, and whether the jaws are closed: it eases from line to line.
    get now() {
        const { keys, time } = this, next = keys.findIndex(key => key[0] > time);
        const a = keys[Math.max(next - 1, 0)], b = keys[Math.max(next, 0)];
        const t = b[0] > a[0] ? (time - a[0]) / (b[0] - a[0]) : 0, share = t * t * t * (10 - 15 * t + 6 * t * t);
        return { tip: [1, 2, 3].map(k => a[k] + share * (b[k] - a[k])), grips: a[4] === 1 };
    }

    // The rod's pose: from the tip towards the port, its y along it.
    rod(tip, aside = 0) {
        const { port, length } = this, far = distance(port, tip) || 1, y = port.map((x, k) => (x - tip[k]) / far);
        const away = Math.abs(y[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1], along = away.reduce((sum, x, k) => sum + x * y[k], 0);
        const across = away.map((x, k) => x - along * y[k]), wide = Math.hypot(...across), x = across.map(c => c / wide);
        const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
        return [...x, 0, ...y, 0, ...z, 0, ...tip.map((c, k) => c + (length / 2 + aside) * y[k]), 1];
    }

    close(tip) {
        const { positions } = this.body.skin(), reach = REACH * this.radius, near = [];
        for (let v = 0; v < positions.length / 3; ++v) {
            const at = positions.slice(3 * v, 3 * v + 3);
            if (distance(at, tip) < reach)
                near.push({ v, at, apart: reach - distance(at, tip) }); // the nearest first, then the farthest from all before
        }
        for (let n = 0; n < HELD && near.some(x => x.apart > 0); ++n) {
            const next = near.reduce((best, x) => (x.apart > best.apart ? x : best));
            this.pins.push({ from: next.at, pin: this.body.pin({ vertices: [next.v, next.v, next.v], weights: [1, 0, 0] }, next.at) });
            for (const x of near)
                x.apart = Math.min(n === 0 ? Infinity : x.apart, distance(x.at, next.at));
        }
        this.closedAt = tip;
    }

    open() {
        for (const { pin } of this.pins)
            this.body.unpin(pin);
        this.pins = [];
    }

    // Before a step.
    advance(dt) {
        const end = this.keys.at(-1)[0], held = this.pins.length > 0;
        this.time = (this.time + dt) % end;
        const { tip, grips } = this.now;
        if (grips && !held)
            this.close(tip);
        else if (!grips && held)
            this.open();
        this.pins.forEach(({ pin, from }) => this.body.movePin(pin, from.map((x, k) => x + tip[k] - this.closedAt[k])));
        this.pose = this.rod(tip);
        if (grips || held)
            this.world.placeCollider(this.id, grips ? this.rod(tip, AWAY * this.radius) : this.pose);
        else
            this.world.moveCollider(this.id, this.pose);
    }
}
