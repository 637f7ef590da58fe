// A field of 200 bathers: every one a body of its own, stepped by one call and drawn by an instanced draw call for each level of the mesh.
//
// Far ones have fewer coordinates and fewer vertices (detail.js). All poses are lines of a table (poses.js), so that a frame is: look up palettes,
// supple_bodies_step, supple_bodies_upload, choose levels, draw (instances.js).
// SPDX-License-Identifier: MIT
import { Camera } from "../../web/camera.js";
import { makeCrowd } from "../../web/crowd.js";
import { readClips, readGlb } from "../../web/gltf.js";
import { readLook } from "../../web/look.js";
import { Skeleton } from "../../web/pose.js";
import { load } from "../../web/supple.js";
import { unpack } from "../../web/unpack.js";
import { Detail, UP, WANDER } from "./detail.js";
import { Instances } from "./instances.js";
import { Poses } from "./poses.js";

const DT = 1 / 60, MOST_STEPS = 3;                  // steps that a slow frame may owe
const WIDE = 10, DEEP = 20, MOST = WIDE * DEEP, APART = 2.4; // bathers, and metres between them
const CLIPS = ["walk", "run", "jump"], OFTEN = [0, 0, 1, 1, 1, 2];
const REACH = 1.1, SHADE = 3;                       // metres from the middle of a bather to the end of it, and of its shadow
const LEAST_DEPTH = 0.8;                            // of the distance, of what is in view
const FINEST = 1e9;                                  // pixels of a metre: no level but the first
const FADED = 0.3;                                  // seconds until coordinates that were left out are zero
const TURN = 0.05, SWING = 0.11;                    // radians a second that the camera goes round by itself, and of the way in and out
const TO_LAMP = [-0.42, 0.76, 0.49];
const VIEW = {
    above: [0.36, 0.62, 0.80], below: [0.93, 0.88, 0.76], pool: [1, 0.93, 0.78], dark: 0.9, size: 1.65,
    environment: { lamp: [2.1, 1.95, 1.65], overhead: [0.34, 0.42, 0.58], ground: [0.34, 0.29, 0.21], fill: [0.08, 0.10, 0.14] },
};

class Field {
    constructor(asset, file, look, glsl, count) {
        const clips = readClips(file), canvas = document.getElementById("view");
        this.poses = new Poses(new Skeleton(file, asset), CLIPS.map(name => clips.find(clip => clip.name === name)), DT);
        this.detail = new Detail(asset, look, this.poses, DT);
        this.stage = new Instances(canvas, asset, look, glsl, this.poses, this.detail.meshes, count);
        this.crowd = makeCrowd(Array.from({ length: count }, () => asset.body()));
        Object.assign(this, { asset, canvas, steps: 0, detailed: true, flies: true, playing: true, seed: 7, spent: 0, frames: 0, told: 0, took: 0 });
        this.half = APART * DEEP / 2 + 2;
        this.things = this.crowd.bodies.map((body, i) => this.begin(body, i));
        this.camera = new Camera();
        Object.assign(this.camera.home, { yaw: 0.32, pitch: 0.13, distance: 30, target: [0, 0.7, 4] });
        this.camera.size = 2 * this.half;
        this.camera.reset();
        this.stage.aim(TO_LAMP, [0, 0], this.half);
        this.levels(true);
    }

    random() { // 0 to 1, the same on every visit
        this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
        return this.seed / 4294967296;
    }

    begin(body, i) {
        const clip = OFTEN[Math.floor(OFTEN.length * this.random())], late = Math.floor(1000 * this.random());
        body.place(this.poses.palette(this.poses.line(clip, late)));
        return { body, clip, late, x: APART * (i % WIDE - (WIDE - 1) / 2 + 0.3 * (this.random() - 0.5)), z: APART * (Math.floor(i / WIDE) - (DEEP - 1) / 2 + 0.3 * (this.random() - 0.5)),
                 turn: 0.9 * (this.random() - 0.5), line: 0, read: 0, lowered: 0, seen: true };
    }

    // Pixels of the canvas that a metre is, where a thing is nearest.
    pixelsAt({ x, z }) {
        const { camera, canvas } = this, at = [x, 0.85, z], far = Math.hypot(...at.map((c, k) => c - camera.eye[k]));
        return camera.projection[5] * canvas.height / 2 / Math.max(camera.depth(at) - REACH, LEAST_DEPTH * far - REACH, 0.5);
    }

    inView({ x, z }) {
        const m = this.camera.both, [a, b, w] = [0, 1, 3].map(row => m[row] * x + m[4 + row] * 0.85 + m[8 + row] * z + m[12 + row]);
        return w > -SHADE && Math.abs(a) < w + SHADE * this.camera.projection[0] && Math.abs(b) < w + SHADE * this.camera.projection[5];
    }

    // Level of detail of all of them, for the camera as it is. begins: at once.
    levels(begins = false) {
        const { detail, things } = this;
        this.look();
        for (const thing of things) {
            const { coords } = thing, pixels = this.detailed ? this.pixelsAt(thing) : FINEST;
            if (begins)
                Object.assign(thing, detail.begin(pixels));
            else
                detail.update(thing, pixels, DT);
            if (thing.coords !== coords)
                thing.body.detail(thing.coords);
            if (thing.coords < coords)
                thing.lowered = this.steps;
            thing.read = begins || (this.steps - thing.lowered) * DT > FADED ? thing.coords : Math.max(thing.read, thing.coords);
        }
    }

    look() {
        const { canvas, camera } = this, scale = Math.min(devicePixelRatio || 1, 2);
        const width = Math.round(canvas.clientWidth * scale), height = Math.round(canvas.clientHeight * scale);
        if (canvas.width !== width || canvas.height !== height)
            Object.assign(canvas, { width, height });
        camera.resize(canvas.clientWidth, canvas.clientHeight);
        camera.update(0, 0);
    }

    step() {
        const { crowd, poses, things, camera } = this, { palettes } = crowd;
        ++this.steps;
        things.forEach((thing, i) => {
            thing.line = poses.line(thing.clip, this.steps + thing.late);
            palettes.set(poses.palette(thing.line), poses.size * i);
        });
        const begin = performance.now();
        crowd.step(DT);
        this.took += performance.now() - begin;
        if (this.flies) {
            camera.yaw = 0.32 + 0.5 * Math.sin(TURN * this.steps * DT);
            camera.distance = 30 - 9 * Math.sin(SWING * this.steps * DT);
        }
        this.levels();
    }

    draw() {
        this.look();
        for (const thing of this.things)
            thing.seen = this.inView(thing);
        this.stage.fill(this.things, this.crowd.upload());
        this.stage.draw(this.camera, VIEW);
        ++this.frames;
        this.drawnAt = this.viewed();
    }

    // Twice a second.
    tell(now) {
        const since = now - this.told;
        if (since < 500)
            return;
        const { drawn } = this.stage, count = n => n.toLocaleString("en"), whole = drawn.bodies * this.asset.vertexCount;
        document.getElementById("facts").textContent = `${drawn.bodies} of ${this.things.length} in view · ${count(drawn.vertices)} of ${count(whole)} vertices · ` +
            `${Math.round(1000 * this.frames / since)} frames a second · ${(this.took / Math.max(this.steps - this.spent, 1)).toFixed(1)} ms a step of all`;
        Object.assign(this, { told: now, frames: 0, took: 0, spent: this.steps });
    }

    // What a picture of a field that stands depends on.
    viewed() {
        const { camera, canvas, things } = this;
        return [camera.yaw, camera.pitch, camera.distance, canvas.clientWidth, canvas.clientHeight, things.reduce((sum, { level }) => sum + level, 0)].join();
    }

    // By the clock; while it is held, tests step it.
    run() {
        let last = performance.now(), owed = 0;
        const frame = now => {
            owed = Math.min(owed + (now - last) / 1000, MOST_STEPS * DT);
            last = now;
            if (!this.held) {
                for (; this.playing && owed >= DT; owed -= DT)
                    this.step();
                if (!this.playing)
                    this.levels(); // meshes follow the camera all the same; flesh fades when it moves again
                if (this.playing || this.drawnAt !== this.viewed())
                    this.draw();
                this.tell(now);
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }

    // Drag goes round, the wheel nearer.
    listen() {
        const { canvas, camera } = this, button = (id, act) => {
            const node = document.getElementById(id), show = () => node.setAttribute("aria-pressed", String(this[act]));
            node.addEventListener("click", () => {
                this[act] = !this[act];
                show();
            });
            show();
        };
        let held = null; // where a finger was last
        button("detail", "detailed");
        button("play", "playing");
        canvas.addEventListener("pointerdown", e => {
            held = [e.clientX, e.clientY];
            this.flies = false;
            canvas.setPointerCapture(e.pointerId);
        });
        canvas.addEventListener("pointermove", e => {
            if (!held)
                return;
            camera.orbit(0.006 * (e.clientX - held[0]), 0.006 * (e.clientY - held[1]));
            held = [e.clientX, e.clientY];
        });
        canvas.addEventListener("pointerup", () => (held = null));
        canvas.addEventListener("wheel", e => {
            e.preventDefault();
            this.flies = false;
            camera.zoom(Math.exp(0.001 * e.deltaY));
        }, { passive: false });
    }
}

async function begin() {
    const [wasm, bytes] = await Promise.all([unpack("wasm"), unpack("swimmer")]), supple = await load(wasm), asset = supple.asset(bytes), file = readGlb(bytes);
    const count = Math.min(Math.max(parseInt(location.hash.slice(1), 10) || MOST, 1), MOST); // field.html#50: fewer, for those who draw without a GPU
    const field = new Field(asset, file, await readLook(file, asset), document.getElementById("glsl").textContent, count);
    field.playing = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.getElementById("message").textContent = "";
    field.listen();
    field.run();
    window.supple = { field, UP, STEP: DT / WANDER, hold: held => (field.held = held), step: count => { // for tests
        for (let i = 0; i < count; ++i)
            field.step();
    } };
}

begin().catch(error => {
    document.getElementById("message").textContent = `This page cannot show its field. ${error.message}`;
    window.supple = { trouble: error.message };
});
