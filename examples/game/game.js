// Soft Shot: throw a soft ball at crates, pins, jellies, a bather. A small game through supple.js, on the playground of the page's modules.
//
// Bodies, soft and rigid, live in one world; what happens is read off its events, which name things by their `user`; joints hang the weights
// and the flap; a sensor is the hoop; the line of aim is a ray.
// SPDX-License-Identifier: MIT
import { load } from "../../web/supple.js";
import { readClips, readGlb } from "../../web/gltf.js";
import { readLook } from "../../web/look.js";
import { Playground, at } from "../../web/playground.js";
import { makeSounds } from "../../web/sounds.js";
import { unpack } from "../../web/unpack.js";
import { COLORS, LEVELS, POINTS, SHAPES, VOICES } from "./levels.js";
import { listen } from "./touch.js";

const DT = 1 / 60, START = [0, 0.01, 2.3], BALLS = 4, LONGEST = 4.5; // seconds that a throw is watched
const BALL = 1, THING = 2, SCENERY = 4, BATHER = 8; // categories of filters
const SKY = {
    above: [0.40, 0.70, 0.90], below: [0.97, 0.88, 0.70], pool: [1, 0.95, 0.82], dark: 0.75,
    environment: { lamp: [2.1, 1.92, 1.6], overhead: [0.34, 0.44, 0.62], ground: [0.32, 0.27, 0.19], fill: [0.08, 0.10, 0.14] },
};
const IN_VIEW = [-1.3, 0, -1, 1.3, 0, -1, -1, 1.9, -1.5, 1, 1.9, -1.5, -1.75, 0, -1.7, 1.75, 0, -1.7, 0, 0, 2.6, 0, -0.2, 2.6];
const playHit = makeSounds(VOICES);
const show = (id, text) => (document.getElementById(id).textContent = text);

class Game {
    constructor(supple, kinds, glsl) {
        const ground = new Playground(supple, kinds, "bather", glsl, { maxBodies: 32, maxColliders: 24, maxContacts: 512, maxJoints: 8, hitSpeed: 0.6 });
        Object.assign(this, { ground, world: ground.world, view: Object.assign(ground.view, SKY), canvas: ground.canvas, things: [] });
        Object.assign(this, { score: 0, level: 0, hopped: -Infinity, pull: null, loud: true, bather: ground.hero.body });
        this.clips = Object.fromEntries(readClips(kinds.bather.file).map(clip => [clip.name, clip]));
        ground.stage.setExtent([-1.8, 0, -2.4], [1.8, 1.8, 2.4]);
        ground.stage.turnLight(0.35);
        Object.assign(ground.camera.home, { yaw: 0, pitch: 0.2 });
        ground.addStill({ kind: "plane", friction: 0.8, user: "floor" }, at(0, 0, 0), null, { category: SCENERY });
        this.bather.setFilter({ category: BATHER, mask: ~SCENERY }); // its soles are on the sand: no contact has to be found for that
        this.ball = ground.addSoft("ball", START);
        this.ball.body.setFilter({ category: BALL });
        this.ball.body.setDynamics({ angularDrag: 0.3 });
        this.begin(0);
    }

    get time() {
        return this.ground.time;
    }

    // ---- the level -----------------------------------------------------------------------

    add([kind, x, y, z]) {
        const { ground, world } = this, still = (shape, pose) => ground.addStill(shape, pose, COLORS[kind] ?? COLORS.post, { category: SCENERY });
        const rod = (radius, half, pose) => still({ kind: "capsule", radius, half: [0, half, 0] }, pose);
        if (kind === "jelly" || kind in SHAPES) {
            const { radius = 0, half = [0, 0, 0] } = SHAPES[kind] ?? {}, home = [x, y + half[1] + radius, z];
            const thing = kind === "jelly" ? ground.addSoft(kind, home) : ground.addRigid(SHAPES[kind], home, COLORS[kind], { kind });
            thing.body.setFilter({ category: THING });
            if (kind === "weight")
                ground.addRope(thing, [x, 1.6, z], 2500, COLORS.rope);
            if (kind === "door")
                world.addJoint({ kind: "hinge", body: thing.body, place: [x, 1.57, z], axis: [1, 0, 0], lower: -2.4, upper: 2.4, springFrequency: 0.25, springTarget: 0 });
            return [thing];
        }
        if (kind === "table")
            return [still({ kind: "box", half: [0.55, y / 2, 0.22] }, at(x, y / 2, z))];
        if (kind === "frame")
            return [rod(0.04, 0.8, at(x - 0.8, 0.8, z)), rod(0.04, 0.8, at(x + 0.8, 0.8, z)), rod(0.04, 0.8, [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, x, 1.6, z, 1])];
        const ring = Array.from({ length: 14 }, (_, i) => { // a hoop, of capsules, on a post, with a sensor in it
            const c = Math.cos(Math.PI * i / 7), s = Math.sin(Math.PI * i / 7), r = 0.34;
            return rod(0.03, 0.07, [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x + r * c, y + r + r * s, z, 1]);
        });
        return [...ring, rod(0.03, y / 2, at(x, y / 2 - 0.03, z)), still({ kind: "box", half: [0.2, 0.2, 0.04], sensor: true, user: "hoop" }, at(x, y + 0.34, z))];
    }

    // rounds: the levels again, farther away and with a ball less.
    begin(level) {
        this.things.forEach(thing => this.ground.remove(thing));
        const rounds = Math.floor(level / LEVELS.length), plan = LEVELS[level % LEVELS.length], away = 0.35 * Math.min(rounds, 3);
        Object.assign(this, { level, plan, away, before: this.score, balls: Math.max(BALLS - rounds, 2) });
        this.things = plan.things.flatMap(([kind, x, y, z]) => this.add([kind, x, y, z - away]));
        this.poseBather();
        this.bather.place(this.ground.skeleton.palette); // a way through the crates would be a blow
        this.ready();
        show("message", level === 0 ? "Pull back and let go" : plan.name);
    }

    ready() {
        Object.assign(this, { state: "aim", thrown: 0, through: false, pull: null });
        this.ground.put(this.ball);
        this.tell();
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
        this.ground.put(this.ball, this.velocity(pull), [-8, 0, 0]);
        Object.assign(this, { state: "flies", thrown: this.time, balls: this.balls - 1 });
        show("message", "");
        this.tell();
    }

    // ---- what happens --------------------------------------------------------------------

    poseBather() {
        const { clips, ground: { skeleton } } = this, since = this.time - this.hopped, [x, z, runs] = this.plan.bather, hops = since < clips.jump.duration;
        skeleton.shift.set([x + runs * Math.sin(1.3 * this.time), 0, z - this.away]);
        skeleton.pose(hops ? clips.jump : runs ? clips.run : null, hops ? since : this.time % clips.run.duration);
    }

    step() {
        this.poseBather();
        this.bather.drive(this.ground.skeleton.palette);
        this.world.step(DT);
        this.ground.events().forEach(event => this.hear(event));
        if (this.state === "flies")
            this.judge();
        else if (this.state === "won" && this.time - this.thrown > 2)
            this.begin(this.level + 1);
    }

    hear({ kind, two, joint, place, impulse, speed }) {
        const byBall = two.includes(this.ball), struck = two.find(one => one && one !== this.ball);
        if (kind === "hit" && this.loud && this.state !== "aim")
            playHit(struck?.kind, impulse, speed);
        if (kind === "broke")
            this.world.removeJoint(joint);
        if (kind === "hit" && byBall && struck?.kind === "bather" && this.time - this.hopped > 1) {
            this.hopped = this.time;
            this.earn(5 * Math.round(speed), place, "ouch! ");
        } else if (kind === "hit" && byBall && struck?.kind === "weight" && struck.rung !== this.thrown) {
            struck.rung = this.thrown;
            this.earn(POINTS.weight, place);
        } else if (kind === "entered" && byBall && !this.through) {
            this.through = true;
            this.earn(POINTS.hoop, this.ball.body.measures.centre, "swish! ");
            playHit("hoop", 9, 4);
        }
    }

    // Who fell, by 45 degrees or 30 cm; whether the throw, and the level, is over.
    judge() {
        for (const thing of this.targets) {
            const { pose } = thing.body.motion, lean = pose[5] / Math.hypot(pose[4], pose[5], pose[6]);
            if (lean < 0.7 || Math.hypot(...thing.home.map((x, k) => x - pose[12 + k])) > 0.3) {
                thing.down = true;
                this.earn(POINTS[thing.kind], [pose[12], pose[13] + 0.2, pose[14]]);
            }
        }
        const { pose } = this.ball.body.motion, seconds = this.time - this.thrown, standing = this.targets.length, won = standing === 0;
        if (won && seconds > 0.5) {
            Object.assign(this, { state: "won", thrown: this.time });
            this.earn(POINTS.left * this.balls, [0, 0.9, 0]);
            show("message", `${["Nice!", "Well thrown!", "Splendid!"][this.level % 3]} Next: ${LEVELS[(this.level + 1) % LEVELS.length].name}`);
            playHit("cheer", 16, 4);
        } else if (!won && (seconds > LONGEST || seconds > 1.5 && (this.ball.body.asleep || Math.hypot(pose[12], pose[14]) > 6))) {
            if (this.balls > 0)
                return this.ready();
            this.state = "over";
            show("message", `${standing} still stand${standing === 1 ? "s" : ""}. Tap to try again`);
        }
    }

    // What still stands and should not.
    get targets() {
        return this.things.filter(({ kind, down }) => kind in POINTS && kind !== "weight" && !down);
    }

    earn(points, place, word = "") {
        this.score += points;
        this.ground.say(points > 0 ? `${word}+${points}` : word, place);
        this.tell();
    }

    tell() {
        let best = 0;
        try { // a page from the disk may have nowhere to remember things
            best = Math.max(this.score, localStorage.getItem("soft-shot") ?? 0);
            localStorage.setItem("soft-shot", best);
        } catch { /* then the best of earlier visits is not known */ }
        show("score", this.score);
        if (best > this.score)
            document.getElementById("score").append(Object.assign(document.createElement("small"), { textContent: `best ${best}` }));
        show("level", `${this.level + 1} · ${this.plan.name}`);
        show("balls", "●".repeat(this.balls));
    }

    again() {
        this.score = this.state === "over" ? this.before : 0;
        this.begin(this.state === "over" ? this.level : 0);
    }

    draw() {
        const aims = this.pull !== null && Math.hypot(...this.pull) >= 0.06;
        this.ground.showAim([START[0], START[1] + 0.14, START[2]], aims ? this.velocity(this.pull) : null, COLORS.dot, { mask: ~BALL });
        this.ground.draw([IN_VIEW, [0, 0.66, 0.1], 0.98, 0.96, 5]);
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
    window.supple = { game, ...game.ground.run(DT, () => game.step(), () => game.draw()) };
}

begin().catch(error => {
    show("message", `This game cannot be played here. ${error.message}`);
    window.supple = { trouble: error.message };
});
