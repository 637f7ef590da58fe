// Soft Shot: throw a soft ball at crates, pins, jellies, a bather. A small game through supple.js, drawn by the modules of the page.
//
// Bodies, soft and rigid, live in one world; what happens is read off its events; each body's `user` is its entry of the list
// of things; joints hang the weights and the flap; a sensor is the hoop; the line of aim is a ray. tools/build-game writes the page.
// SPDX-License-Identifier: MIT
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";
import { readClips, readGlb } from "../../web/gltf.js";
import { Skeleton } from "../../web/pose.js";
import { readLook } from "../../web/look.js";
import { Camera } from "../../web/camera.js";
import { Stage } from "../../web/draw.js";
import { unpack } from "../../web/unpack.js";
import { COLORS, LEVELS, POINTS, SHAPES, at } from "./levels.js";
import { playHit } from "./sounds.js";
import { listen } from "./touch.js";

const DT = 1 / 60, START = [0, 0.01, 2.3], BALLS = 4, LONGEST = 4.5; // seconds that a throw is watched
const BALL = 1, THING = 2, SCENERY = 4, BATHER = 8;                    // categories of filters

class Game {
    constructor(supple, kinds, glsl) {
        Object.assign(this, { supple, kinds, things: [], still: [], pops: [], score: 0, level: 0, time: 0, hopped: -Infinity, pull: null, loud: true });
        this.canvas = document.getElementById("view");
        this.stage = new Stage(this.canvas, kinds.bather.asset, kinds.bather.look, glsl, {});
        this.stage.slots[0].shown = true;
        this.stage.setExtent([-1.8, 0, -2.4], [1.8, 1.8, 2.4]);
        this.stage.turnLight(0.35);
        this.camera = new Camera();
        Object.assign(this.camera.home, { yaw: 0, pitch: 0.2 });
        this.view = { style: 0, wires: false, world: null, farthest: 1, exposure: 1, above: [0.40, 0.70, 0.90], below: [0.97, 0.88, 0.70], pool: [1, 0.95, 0.82], dark: 0.75,
                      environment: { lamp: [2.1, 1.92, 1.6], overhead: [0.34, 0.44, 0.62], ground: [0.32, 0.27, 0.19], fill: [0.08, 0.10, 0.14] } };
        this.world = makeWorld(supple, { maxBodies: 32, maxColliders: 24, maxContacts: 512, maxJoints: 8, hitSpeed: 0.6 });
        const floor = this.world.addCollider({ kind: "plane", friction: 0.8, user: "floor" }, at(0, 0, 0));
        this.world.setColliderFilter(floor, { category: SCENERY });
        this.assets = Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, supple.shape(shape)]));
        for (const name of ["jelly", "ball"])
            Object.assign(kinds[name], { drawn: this.stage.addKind(kinds[name], glsl), spare: [] });
        this.ball = this.addSoft("ball", ...START);
        this.ball.body.setFilter({ category: BALL });
        this.ball.body.setDynamics({ angularDrag: 0.3 });
        this.addBather();
        this.dots = Array.from({ length: 18 }, (_, i) => this.stage.addSolid({ kind: "sphere", radius: 0.032 - 0.0011 * i }, COLORS.dot));
        this.begin(0);
    }

    addBather() {
        const { file, asset } = this.kinds.bather, body = asset.body();
        this.skeleton = new Skeleton(file, asset);
        this.clips = Object.fromEntries(readClips(file).map(clip => [clip.name, clip]));
        body.user = { kind: "bather" };
        body.setFilter({ category: BATHER, mask: ~SCENERY >>> 0 }); // its soles are on the sand: no contact has to be found for that
        this.world.add(body);
        this.bather = body;
    }

    // A soft body with its lowest point there; slots of the stage are used again.
    addSoft(kind, x, y, z) {
        const { asset, drawn, spare } = this.kinds[kind], body = asset.body({ free: true }), thing = { kind, body, home: [x, y, z] };
        thing.slot = spare.pop() ?? this.stage.slots.push(this.stage.makeSlot(drawn)) - 1;
        this.stage.slots[thing.slot].shown = true;
        return this.addThing(thing);
    }

    addRigid(kind, x, y, z) {
        const { radius = 0, half = [0, 0, 0] } = SHAPES[kind];
        return this.addThing({ kind, body: this.assets[kind].body(), home: [x, y + half[1] + radius, z], solid: this.stage.addSolid(SHAPES[kind], COLORS[kind]) });
    }

    addThing(thing) {
        thing.body.user = thing;
        thing.body.setFilter({ category: THING });
        if (!this.world.add(thing.body))
            throw new Error("The world is full.");
        this.put(thing);
        if (thing.kind !== "ball")
            this.things.push(thing);
        return thing;
    }

    // Back to where it began, with a velocity.
    put({ body, home }, velocity = [0, 0, 0], spin = [0, 0, 0]) {
        body.setMotion({ pose: [...body.motion.pose.slice(0, 12).map((x, i) => (i % 5 === 0 ? Math.hypot(...body.motion.pose.slice(0, 3)) : 0)), ...home, 1], velocity, spin });
    }

    // What stands and never moves: a collider, and what is seen of it.
    addStill(shape, pose, color, group) {
        const collider = this.world.addCollider(shape, pose), solid = shape.sensor ? null : this.stage.addSolid(shape, color);
        this.world.setColliderFilter(collider, { category: SCENERY, group });
        solid?.move(pose);
        this.still.push({ collider, solid });
    }

    add([kind, x, y, z]) {
        if (kind === "jelly")
            return this.addSoft(kind, x, y, z);
        if (kind in SHAPES)
            return this.hang(this.addRigid(kind, x, y, z), x, y, z);
        if (kind === "table")
            return this.addStill({ kind: "box", half: [0.55, y / 2, 0.22] }, at(x, y / 2, z), COLORS.table, 0);
        if (kind === "frame") {
            for (const side of [-1, 1])
                this.addStill({ kind: "capsule", radius: 0.04, half: [0, 0.8, 0] }, at(x + 0.8 * side, 0.8, z), COLORS.post, 0);
            return this.addStill({ kind: "capsule", radius: 0.04, half: [0, 0.8, 0] }, [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, x, 1.6, z, 1], COLORS.post, 0);
        }
        for (let i = 0, n = 14, r = 0.34; i < n; ++i) { // a hoop, of capsules, with a sensor in it
            const a = 2 * Math.PI * i / n, c = Math.cos(a), s = Math.sin(a);
            this.addStill({ kind: "capsule", radius: 0.03, half: [0, 0.07, 0] }, [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x + r * c, y + r + r * s, z, 1], COLORS.hoop, 0);
        }
        this.addStill({ kind: "capsule", radius: 0.03, half: [0, y / 2, 0] }, at(x, y / 2 - 0.03, z), COLORS.hoop, 0);
        return this.addStill({ kind: "box", half: [0.2, 0.2, 0.04], sensor: true, user: "hoop" }, at(x, y + 0.34, z), null, 0);
    }

    // Weights on a rope, which a hard hit tears; the flap on a hinge.
    hang(thing, x, y, z) {
        const { kind, body } = thing, top = 1.6;
        if (kind === "weight") {
            thing.joint = this.world.addJoint({ kind: "rope", body, place: [x, y + 0.24, z], there: [x, top, z], upper: top - y - 0.24, strength: 2500, user: thing });
            thing.rope = { anchor: [x, top, z], long: top - y - 0.24, solid: this.stage.addSolid({ kind: "box", half: [0.008, (top - y - 0.24) / 2, 0.008] }, COLORS.rope) };
        } else if (kind === "door")
            thing.joint = this.world.addJoint({ kind: "hinge", body, place: [x, top - 0.03, z], axis: [1, 0, 0], lower: -2.4, upper: 2.4, springFrequency: 0.25, springTarget: 0 });
        return thing;
    }

    // rounds: the levels again, farther away and with a ball less.
    begin(level) {
        for (const { body, slot, solid, rope, kind } of this.things.splice(0)) {
            body.release();
            if (slot !== undefined) {
                this.stage.slots[slot].shown = false;
                this.kinds[kind].spare.push(slot);
            }
            [solid, rope?.solid].forEach(seen => seen && this.stage.removeSolid(seen));
        }
        for (const { collider, solid } of this.still.splice(0)) {
            this.world.removeCollider(collider);
            if (solid)
                this.stage.removeSolid(solid);
        }
        const rounds = Math.floor(level / LEVELS.length), plan = LEVELS[level % LEVELS.length];
        Object.assign(this, { level, plan, rounds, before: this.score, balls: Math.max(BALLS - rounds, 2) });
        plan.things.forEach(([kind, x, y, z]) => this.add([kind, x, y, z - 0.35 * Math.min(rounds, 3)]));
        this.poseBather();
        this.bather.place(this.skeleton.palette); // a way through the crates would be a blow
        this.ready();
        this.say(level === 0 ? "Pull back and let go" : plan.name);
    }

    ready() {
        Object.assign(this, { state: "aim", thrown: 0, through: false, pull: null });
        this.put(this.ball);
        this.show();
    }

    // ---- throwing ------------------------------------------------------------------------

    // What a pull of so many parts of the window means, -1 to 1: [x, y, z] m/s. Towards you or away, as in a sling or by a flick.
    velocity([dx, dy]) {
        const side = dy < 0 ? 1 : -1, p = Math.min(Math.hypot(dx, dy), 1), turn = Math.max(Math.min(side * dx * 1.1, 0.7), -0.7);
        const speed = 4 + 8.5 * p, up = 0.24 + 0.3 * p, ahead = speed * Math.cos(up);
        return [ahead * Math.sin(turn), speed * Math.sin(up), -ahead * Math.cos(turn)];
    }

    throw(pull) {
        this.pull = null;
        if (this.state !== "aim" || Math.hypot(...pull) < 0.06)
            return;
        this.put(this.ball, this.velocity(pull), [-8, 0, 0]);
        Object.assign(this, { state: "flies", thrown: this.time, balls: this.balls - 1 });
        this.say("");
        this.show();
    }

    // Dots along the way that the ball would take, as far as a ray meets nothing.
    aim() {
        const v = this.pull ? this.velocity(this.pull) : [0, 0, 0], from = [START[0], START[1] + 0.14, START[2]], step = 0.055;
        let free = this.pull !== null && Math.hypot(...this.pull) >= 0.06;
        this.dots.forEach((dot, i) => {
            if (free && i > 0) {
                const way = [v[0] * step, (v[1] - 9.81 * step * (i - 0.5)) * step, v[2] * step];
                const hit = this.world.ray(from, way, { mask: ~BALL >>> 0 });
                from.forEach((_, k) => (from[k] = hit ? hit.place[k] : from[k] + way[k]));
                dot.move(at(...from));
                dot.shown = true;
                free = hit === null;
            } else
                dot.shown = false;
        });
    }

    // ---- what happens --------------------------------------------------------------------

    poseBather() {
        const since = this.time - this.hopped, [x, z, runs] = this.plan.bather, hops = since < this.clips.jump.duration;
        this.skeleton.shift.set([x + runs * Math.sin(1.3 * this.time), 0, z - 0.35 * Math.min(this.rounds, 3)]);
        this.skeleton.pose(hops ? this.clips.jump : runs ? this.clips.run : null, hops ? since : this.time % this.clips.run.duration);
    }

    step() {
        this.time += DT;
        this.poseBather();
        this.bather.drive(this.skeleton.palette);
        this.world.step(DT);
        for (const event of this.world.events())
            this.tell(event);
        if (this.state === "flies")
            this.judge();
        else if (this.state === "won" && this.time - this.thrown > 2)
            this.begin(this.level + 1);
    }

    tell({ kind, body, other, collider, joint, place, impulse, speed }) {
        const two = [body?.user, other?.user ?? (collider ? { kind: this.world.colliderState(collider)?.user ?? "table" } : null)];
        const isBall = two.some(one => one?.kind === "ball"), hit = two.find(one => one && one.kind !== "ball");
        if (kind === "hit" && this.loud && this.state !== "aim")
            playHit(hit?.kind, impulse, speed);
        if (kind === "hit" && isBall && hit?.kind === "bather" && this.time - this.hopped > 1) {
            this.hopped = this.time;
            this.earn(5 * Math.round(speed), place, "ouch! ");
        } else if (kind === "hit" && isBall && hit?.kind === "weight" && hit.rung !== this.thrown) {
            hit.rung = this.thrown;
            this.earn(POINTS.weight, place);
        } else if (kind === "entered" && isBall && !this.through) {
            this.through = true;
            this.earn(POINTS.hoop, this.ball.body.measures.centre, "swish! ");
            playHit("hoop", 9, 4);
        } else if (kind === "broke")
            this.world.removeJoint(joint);
    }

    // Who fell; whether the throw, and the level, is over.
    judge() {
        for (const thing of this.things) {
            const { kind, body, home, down } = thing, { pose } = body.motion;
            if (!down && kind !== "weight" && kind !== "door" && (pose[5] < 0.7 * Math.hypot(pose[4], pose[5], pose[6]) || Math.hypot(...home.map((x, k) => x - pose[12 + k])) > 0.3)) {
                thing.down = true;
                this.earn(POINTS[kind], [pose[12], pose[13] + 0.2, pose[14]]);
            }
        }
        const { pose } = this.ball.body.motion, seconds = this.time - this.thrown, won = this.standing === 0;
        if (won && seconds > 0.5) {
            Object.assign(this, { state: "won", thrown: this.time });
            if (this.balls > 0)
                this.earn(POINTS.left * this.balls, [0, 0.9, 0]);
            this.say(`${["Nice!", "Well thrown!", "Splendid!"][this.level % 3]} Next: ${LEVELS[(this.level + 1) % LEVELS.length].name}`);
            playHit("cheer", 16, 4);
        } else if (!won && (seconds > LONGEST || seconds > 1.5 && (this.ball.body.asleep || Math.hypot(pose[12], pose[14]) > 6))) {
            if (this.balls > 0)
                return this.ready();
            this.state = "over";
            this.keepBest();
            this.say(`${this.standing} still stand${this.standing === 1 ? "s" : ""}. Tap to try again`);
        }
    }

    get standing() {
        return this.things.filter(({ kind, down }) => kind in POINTS && kind !== "weight" && !down).length;
    }

    keepBest() {
        try { // a page from the disk may have nowhere to remember things
            localStorage.setItem("soft-shot", Math.max(this.score, localStorage.getItem("soft-shot") ?? 0));
        } catch { /* then the best of this visit is lost */ }
    }

    earn(points, place, word = "") {
        this.score += points;
        const node = Object.assign(document.createElement("span"), { className: "pop", textContent: `${word}+${points}` });
        document.body.append(node);
        this.pops.push({ node, place: [...place], born: this.time });
        this.show();
    }

    say(text) {
        document.getElementById("message").textContent = text;
    }

    show() {
        const best = (() => { try { return localStorage.getItem("soft-shot"); } catch { return null; } })(), score = document.getElementById("score");
        score.textContent = this.score;
        if (best > this.score)
            score.append(Object.assign(document.createElement("small"), { textContent: `best ${best}` }));
        document.getElementById("level").textContent = `${this.level + 1} · ${this.plan.name}`;
        document.getElementById("balls").textContent = "●".repeat(this.balls);
    }

    again() {
        Object.assign(this, { score: this.state === "over" ? this.before : 0 });
        this.begin(this.state === "over" ? this.level : 0);
    }

    // ---- the picture -----------------------------------------------------------------------

    draw() {
        const { canvas, camera, stage } = this, scale = Math.min(devicePixelRatio, 2), width = Math.round(canvas.clientWidth * scale), height = Math.round(canvas.clientHeight * scale);
        if (stage.resize(width, height) || camera.aspect !== width / height) {
            camera.resize(width, height);
            camera.frame([-1.3, 0, -1, 1.3, 0, -1, -1, 1.9, -1.5, 1, 1.9, -1.5, -1.75, 0, -1.7, 1.75, 0, -1.7, 0, 0, 2.6, 0, -0.2, 2.6], [0, 0.66, 0.1], 0.98, 0.96, 5);
            camera.reset();
        }
        camera.update(0, 0);
        stage.move(0, this.bather.upload(), this.skeleton.palette, null);
        for (const { body, slot, solid, rope } of [this.ball, ...this.things]) {
            const pose = slot === undefined ? body.motion.pose : null;
            if (pose)
                solid.move(pose);
            else
                stage.move(slot, body.upload(), body.bones, null);
            if (rope) {
                const y = rope.anchor.map((a, k) => a - pose[12 + k]), far = Math.hypot(...y), u = y.map(c => c / far), x = [u[1], -u[0], 0].map(c => c / Math.hypot(u[0], u[1]));
                const z = [x[1] * u[2], -x[0] * u[2], x[0] * u[1] - x[1] * u[0]];
                rope.solid.shown = far < rope.long + 0.3; // it is torn
                rope.solid.move([...x, 0, ...u, 0, ...z, 0, ...rope.anchor.map((a, k) => a - u[k] * rope.long / 2), 1]);
            }
        }
        this.aim();
        stage.draw(camera, [0, 0, 0], this.view);
        this.pops = this.pops.filter(({ node, place, born }) => {
            const [x, y] = camera.project(place, [0, 0]), age = this.time - born;
            Object.assign(node.style, { left: `${50 + 50 * x}%`, top: `calc(${50 - 50 * y}% - ${60 * age}px)`, opacity: Math.min(1, 3 - 2.2 * age) });
            if (age > 1.35)
                node.remove();
            return age <= 1.35;
        });
    }

    // By the clock, at most three steps a frame; while it is held, tests step it.
    run() {
        let last = performance.now(), owed = 0;
        const frame = now => {
            owed = Math.min(owed + (now - last) / 1000, 3 * DT);
            last = now;
            if (!this.held) {
                for (; owed >= DT; owed -= DT)
                    this.step();
                this.draw();
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }
}

async function begin() {
    const supple = await load(await unpack("wasm")), kinds = {};
    for (const name of ["ball", "jelly", "bather"]) {
        const bytes = await unpack(name), file = readGlb(bytes), asset = supple.asset(bytes);
        kinds[name] = { file, asset, look: await readLook(file, asset) };
    }
    const game = new Game(supple, kinds, document.getElementById("glsl").textContent);
    listen(game);
    game.run();
    window.supple = { game, hold: held => (game.held = held), step: count => { for (let i = 0; i < count; ++i) game.step(); game.draw(); } };
}

begin().catch(error => {
    document.getElementById("message").textContent = `This game cannot be played here. ${error.message}`;
    window.supple = { trouble: error.message };
});
