// Time: a clip, hands and gestures move the bones; the body is stepped at the rate that was chosen.
//
// A real frame adds to an account, from which whole steps are taken: what is seen is the same at every rate of the
// screen. A paused clip holds its pose while the flesh lives on; a speed of 0 stops both.
// SPDX-License-Identifier: MIT
import { Company } from "./company.js";
import { determinant3 } from "./matrix.js";
import { Skeleton } from "./pose.js";

const LONGEST_DEBT = 0.1;   // seconds that a slow frame may owe
const SEAM = 0.02;          // of the body's size: a clip that ends farther from its beginning jumps there
const HAND_LAG = 0.035;     // seconds: hands are not infinitely quick
const KEPT_STEPS = 3600;    // of coordinates, for the table
const BOUNCE = 0.4, LEAST_BOUNCE = 0.06; // of the speed of the fall
const OUTLINE = 4000, POSES = 4; // vertices that a camera looks at, in all; times of the clip
const LIVELY = [/walk/i, /run|gallop|trot/i, /jump|dance/i, /idle/i];
export const RATES = { "30": 30, "60": 60, "144": 144, jitter: 60 };

// The clip that is asked for; else one that shows a body at its best: files list theirs by name, and "Death" comes early.
function firstClip(clips, name) {
    const asked = clips.findIndex(clip => clip.name === name);
    const lively = LIVELY.map(word => clips.findIndex(clip => word.test(clip.name))).find(i => i >= 0);
    return clips.length === 0 ? -1 : asked >= 0 ? asked : lively ?? 0;
}

export class Player {
    // setting: { clip, solids }, the name to begin with and what stands in the way; other: an asset of the same model, or null.
    constructor(asset, file, clips, setting = {}, other = null) {
        Object.assign(this, { asset, other });
        this.clips = clips;
        this.skeleton = new Skeleton(file, asset);
        const scale = Math.cbrt(Math.abs(determinant3(this.skeleton.palette))) || 1;
        this.metres = asset.metres / scale; // of the world's unit
        this.free = asset.isFree && !other; // nothing holds it: it falls and flies by itself
        const parts = Array.from({ length: asset.partCount }, (_, i) => i);
        this.recorded = parts.findIndex(i => asset.part(i).model === "recorded"); // the part that plays what was recorded of it
        this.recording = this.recorded < 0 ? null : asset.recorded(this.recorded);
        this.posed = false; // some part has sculpted targets
        for (let i = 0; i < asset.partCount; ++i)
            this.posed ||= asset.part(i).targets.length > 0;
        this.twin = null;
        this.body = this.makeBody();
        this.rowsAtRest = new Float32Array(4 * asset.coordCount);
        this.clip = -1;
        this.time = this.debt = this.clock = this.steps = 0;
        this.playing = false;
        this.speed = 1;
        this.rate = "60";
        this.seed = 1;
        this.gesture = null;
        this.shiftGoal = new Float64Array(3); // where a hand wants the whole body
        this.shiftHand = new Float64Array(3);
        this.turnGoal = new Float64Array(3); // ... and how it turns a bone
        this.spent = { steps: 0, time: 0 };
        this.kept = new Float32Array(KEPT_STEPS * (1 + asset.coordCount));
        this.keptCount = 0;
        this.choose(firstClip(clips, setting.clip));
        this.measure();
        this.company = new Company(asset, this, () => this.makeBody(), setting.solids);
        this.company.join(this.body);
    }

    newBody(more = {}, asset = this.asset) {
        const gravity = [0, -9.81 / this.metres, 0];
        return asset.body({ worldMetres: this.metres, gravity, maxPins: 16, free: this.free, ...more });
    }

    // A body that does the same, of the other asset, or its posed parts as linear springs: to look at beside it. Made when first
    // asked for.
    makeTwin() {
        if (!this.posed && !this.other)
            return null;
        if (!this.twin) {
            this.twin = this.other ? this.newBody({}, this.other) : this.newBody({ linear: true });
            for (let i = 0; !this.other && i < this.asset.partCount; ++i)
                this.twin.tune(i, this.body.tuning(i));
        }
        this.twin.place(this.skeleton.palette);
        return this.twin;
    }

    // How wide it is along a direction.
    across([x, y, z]) {
        let low = Infinity, high = -Infinity;
        for (let i = 0; i < this.outline.length; i += 3) {
            const at = x * this.outline[i] + y * this.outline[i + 1] + z * this.outline[i + 2];
            low = Math.min(low, at), high = Math.max(high, at);
        }
        return Math.max(high - low, 0.3 * this.size);
    }

    // Of every body that shows this asset, those that are yet to come too.
    tune(part, tuning) {
        for (const { body } of this.company.bodies)
            body.tune(part, tuning);
        if (!this.other)
            this.twin?.tune(part, tuning);
    }

    makeBody() {
        const body = this.newBody();
        for (let i = 0; this.body && i < this.asset.partCount; ++i)
            body.tune(i, this.body.tuning(i));
        if (this.free)
            body.setMotion({ pose: this.skeleton.palette.subarray(0, 16), velocity: [0, 0, 0], spin: [0, 0, 0] });
        else
            body.place(this.skeleton.palette);
        return body;
    }

    get duration() {
        return this.clip < 0 ? 0 : this.clips[this.clip].duration;
    }

    // The box of the body as it stands, and which clips end where they began.
    measure() {
        const { positions } = this.body.skin();
        this.low = [Infinity, Infinity, Infinity];
        this.high = [-Infinity, -Infinity, -Infinity];
        for (let i = 0; i < positions.length; ++i) {
            this.low[i % 3] = Math.min(this.low[i % 3], positions[i]);
            this.high[i % 3] = Math.max(this.high[i % 3], positions[i]);
        }
        this.size = Math.hypot(...this.high.map((h, i) => h - this.low[i]));
        this.outline = this.findOutline();
        for (const clip of this.clips) {
            this.skeleton.pose(clip, 0);
            const begin = this.skeleton.palette.slice();
            this.skeleton.pose(clip, clip.duration);
            clip.jumps = this.skeleton.palette.some((x, i) => Math.abs(x - begin[i]) > SEAM * (i % 16 < 12 ? 1 : this.size));
        }
        this.pose();
    }

    // Some of the vertices, three numbers each, for the camera: as it stands, and at a few times of its clip, from which the way that
    // it goes is taken off: the camera goes after it.
    findOutline() {
        const { skeleton, asset } = this, times = this.free || this.duration === 0 ? [0] : Array.from({ length: POSES }, (_, i) => i / POSES * this.duration);
        const first = skeleton.palette.slice(), every = Math.ceil(times.length * asset.vertexCount / OUTLINE), out = [];
        for (const time of times) {
            if (time > 0) {
                this.seek(time);
                this.body.place(skeleton.palette);
            }
            const gone = [0, 0, 0], { positions } = this.body.skin();
            for (let b = 0; b < asset.boneCount; ++b)
                for (const axis of [0, 2])
                    gone[axis] += (skeleton.palette[16 * b + 12 + axis] - first[16 * b + 12 + axis]) / asset.boneCount;
            for (let v = 0; v < asset.vertexCount; v += every)
                out.push(...[0, 1, 2].map(k => positions[3 * v + k] - gone[k]));
        }
        this.time = 0;
        this.rest();
        return Float32Array.from(out);
    }

    pose() {
        this.skeleton.pose(this.clip < 0 ? null : this.clips[this.clip], this.time);
        for (let i = 0; i < this.skeleton.inputs.length; ++i) {
            this.body.setInput(i, this.skeleton.inputs[i]);
            this.twin?.setInput(i, this.skeleton.inputs[i]);
        }
    }

    choose(clip) {
        this.clip = clip;
        this.time = 0;
        this.rest();
    }

    // Everything stands still where the clip is.
    rest() {
        this.gesture = null;
        this.shiftGoal.fill(0);
        this.shiftHand.fill(0);
        this.turnGoal.fill(0);
        this.skeleton.hand.turn.fill(0);
        this.skeleton.shift.fill(0);
        this.pose();
        if (this.free)
            this.company?.rest();
        else
            this.body.place(this.skeleton.palette);
        this.twin?.place(this.skeleton.palette);
        this.debt = 0;
        this.keptCount = 0;
        this.clock = 0;
    }

    seek(time) {
        this.time = Math.min(Math.max(time, 0), this.duration);
        this.pose();
        this.body.move(this.skeleton.palette);
        this.twin?.move(this.skeleton.palette);
    }

    // What can be done to all of it, by name.
    get gestures() {
        return this.free ? ["drop", "throw"] : this.recorded >= 0 ? [] : Object.keys(gestures);
    }

    perform(kind) {
        if (!this.gestures.includes(kind))
            return;
        if (this.free)
            this.company[kind]();
        else
            this.gesture = { kind, age: 0 };
    }

    frame(seconds) {
        this.debt = Math.min(this.debt + seconds * this.speed, LONGEST_DEBT);
        while (this.debt > 0) {
            const dt = this.nextStep();
            if (dt > this.debt)
                break;
            this.debt -= dt;
            this.step();
        }
    }

    // How long the next step will be.
    nextStep() {
        const dt = 1 / RATES[this.rate];
        return this.rate === "jitter" ? dt * (0.6 + 0.8 * (this.seed / 4294967296)) : dt;
    }

    step() {
        const dt = this.nextStep();
        this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
        const jumped = this.playing && this.clip >= 0 && this.advanceClip(dt);
        this.moveHands(dt);
        this.beforeStep?.(dt);
        this.pose();
        const { body, skeleton, company } = this;
        if (jumped)
            body.move(skeleton.palette);
        const begin = performance.now();
        if (!jumped && !this.free)
            body.drive(skeleton.palette);
        company.step(dt);
        if (this.twin) {
            jumped ? this.twin.move(skeleton.palette) : this.twin.drive(skeleton.palette);
            this.twin.step(dt);
        }
        this.spent.time += performance.now() - begin;
        ++this.spent.steps;
        ++this.steps;
        this.clock += dt;
        this.keep();
    }

    advanceClip(dt) {
        const { duration, jumps } = this.clips[this.clip];
        this.time += dt;
        if (this.time <= duration)
            return false;
        this.time = duration > 0 ? this.time % duration : 0;
        return jumps;
    }

    moveHands(dt) {
        const share = 1 - Math.exp(-dt / HAND_LAG), { shift, hand } = this.skeleton;
        for (let i = 0; i < 3; ++i) {
            this.shiftHand[i] += share * (this.shiftGoal[i] - this.shiftHand[i]);
            hand.turn[i] += share * (this.turnGoal[i] - hand.turn[i]);
            shift[i] = this.shiftHand[i];
        }
        if (this.gesture) {
            this.gesture.age += dt;
            if (!gestures[this.gesture.kind](this.gesture, this.high[1] - this.low[1], 9.81 / this.metres, shift))
                this.gesture = null;
        }
    }

    keep() {
        const width = 1 + this.asset.coordCount, at = (this.keptCount++ % KEPT_STEPS) * width;
        this.kept[at] = this.clock;
        this.kept.set(this.body.coords, at + 1);
    }

    // Calls `row(numbers)` for the steps that are remembered, oldest first: time, then coordinates.
    eachKept(row) {
        const width = 1 + this.asset.coordCount, first = Math.max(0, this.keptCount - KEPT_STEPS);
        for (let i = first; i < this.keptCount; ++i)
            row(this.kept.subarray((i % KEPT_STEPS) * width, (i % KEPT_STEPS + 1) * width));
    }
}

// Of a body that bones hold. Add to where the whole of it is; false when it is over. height and gravity in the
// world's unit.
const gestures = {
    shake({ age }, height, gravity, shift) {
        const fade = Math.sin(Math.PI * Math.min(age / 0.9, 1)) ** 2;
        shift[0] += 0.05 * height * fade * Math.sin(2 * Math.PI * 4 * age);
        return age < 0.9;
    },
    drop({ age }, height, gravity, shift) {
        const from = 0.4 * height, raise = 0.45, t = age - raise - 0.1, fall = Math.sqrt(2 * from / gravity);
        if (t < fall) {
            const up = Math.min(age / raise, 1);
            shift[1] += t < 0 ? from * (3 - 2 * up) * up * up : from - 0.5 * gravity * t * t;
            return true;
        }
        let begin = fall, speed = gravity * fall;
        for (const first = speed; speed > LEAST_BOUNCE * first;) {
            const rise = BOUNCE * speed, lasts = 2 * rise / gravity;
            if (t < begin + lasts) {
                shift[1] += rise * (t - begin) - 0.5 * gravity * (t - begin) ** 2;
                return true;
            }
            begin += lasts;
            speed = rise;
        }
        return false;
    },
};
