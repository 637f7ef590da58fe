// The viewer: state, the loop, and which controls an asset gets.
// SPDX-License-Identifier: MIT
import { Bars } from "./bars.js";
import { Camera } from "./camera.js";
import { Stage } from "./draw.js";
import { Entries } from "./entries.js";
import { recipeLines, savePicture, saveTable, showText } from "./export.js";
import { Hands, TOOLS } from "./hands.js";
import { Morphs } from "./morphs.js";
import { element, makeControls, Panel } from "./panel.js";
import { Player } from "./player.js";
import { Softness, Targets } from "./targets.js";

const STYLES = ["Surface", "Displacement", "Normals", "Parts", "Softness"];
const SOFTNESS = 4;        // the last of these: drawn as the parts are, in other colours
const FIGURES_EVERY = 250; // ms
const MOST_PIXELS = 2;     // of the screen for one of the page, each way
const ROOM = 2.4;          // bodies wide that a free one is shown with
const BALL_COLOR = [0.62, 0.10, 0.05]; // linear
const SOLID_COLOR = [0.22, 0.15, 0.09]; // wood
const FOLLOW = 3;          // 1/s: how the camera goes after a body that walks away
const DAY = { above: [0.80, 0.84, 0.89], below: [0.89, 0.88, 0.86], pool: [0.97, 0.965, 0.95], dark: 0.62 };
const NIGHT = { above: [0.10, 0.11, 0.14], below: [0.16, 0.17, 0.20], pool: [0.27, 0.28, 0.32], dark: 0.95 };

export class Viewer {
    constructor(asset, file, clips, look, glsl, setting) {
        this.asset = asset;
        this.canvas = document.getElementById("view");
        this.player = new Player(asset, file, clips, setting);
        this.stage = new Stage(this.canvas, asset, look, glsl);
        this.morphs = new Morphs(file, asset, this.player.skeleton.restWeights);
        this.writeRest = (first, positions, normals) => this.stage.flex.setRest(first, positions, normals);
        this.solids = this.player.company.solids.map(({ shape, pose }) => {
            const solid = this.stage.addSolid(shape, SOLID_COLOR);
            solid.move(pose);
            return solid;
        });
        this.camera = new Camera();
        Object.assign(this.camera.home, setting.view);
        this.camera.home.yaw += setting.front ?? 0;
        this.tool = "grab";
        this.style = 0; // of STYLES
        this.soft = true;
        this.beside = false;
        this.part = -1; // that the sliders tune
        this.still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.softOffset = this.stage.slots[0].offset;
        this.centre = new Float64Array(3);
        this.view = { style: 0, wires: false, farthest: 1, above: [], below: [], pool: [], dark: 1 };
        this.times = { draw: 0, frames: 0, evaluate: 0, evaluations: 0, shown: 0 };
        this.hands = new Hands(this);
        this.dress();
        this.build();
        this.lay();
        this.fit();
        this.camera.reset();
        window.addEventListener("resize", () => this.fit());
        document.addEventListener("keydown", e => this.key(e));
    }

    // Day or night, as the reader's system has it.
    dress() {
        const night = window.matchMedia("(prefers-color-scheme: dark)");
        const wear = () => {
            for (const [name, value] of Object.entries(night.matches ? NIGHT : DAY))
                this.view[name] = value;
            this.ink = night.matches ? "#eceef2" : "#23262d";
        };
        night.addEventListener("change", wear);
        wear();
    }

    // ---- controls ------------------------------------------------------------------------

    build() {
        const { asset, player } = this, $ = id => document.getElementById(id);
        $("name").textContent = document.title.replace(/ – supple$/, "");
        $("facts").textContent = `${asset.vertexCount.toLocaleString("en")} vertices · ${asset.partCount} soft ` +
            `${asset.partCount === 1 ? "part" : "parts"} · ${asset.coordCount} ${player.recorded >= 0 ? "shapes" : "modes"}`;
        const tools = { ...TOOLS };
        if (player.recorded < 0)
            delete tools.pull;
        else if (asset.partCount === 1) // forces move nothing of it
            for (const name of ["grab", "poke", "ball"])
                delete tools[name];
        if (asset.boneCount < 2)
            delete tools.bend;
        if (player.free || player.recorded >= 0) // nothing in it feels that all of it moves
            delete tools.move;
        this.tool = Object.keys(tools)[0];
        makeControls([{ kind: "segments", label: "What the pointer does to the body", options: tools,
                        get: () => this.tool, set: tool => (this.tool = tool) }], $("tools"));
        const more = player.free ? [{ kind: "button", label: "Another", title: "One more body (a)", act: () => this.another() },
                                    { kind: "button", label: "Alone", title: "Only the first one", act: () => player.company.clear() }] : [];
        makeControls(player.gestures.map(kind => ({ kind: "button", label: kind[0].toUpperCase() + kind.slice(1),
                        title: `All of it (${kind[0]})`, act: () => player.perform(kind) })).concat(more), $("tools"));
        if (player.recorded >= 0) {
            this.entries = new Entries(player);
            $("tools").append(this.entries.node);
            this.entries.refresh();
        }
        this.bars = new Bars(player);
        this.targets = new Targets(player.body);
        this.softness = new Softness(asset);
        this.figures = element("dl", { className: "figures" });
        this.panel = new Panel($("panel"), this.groups());
        this.transport = makeControls(this.transportControls(), $("transport"));
        for (const id of ["head", "tools", "panel"])
            $(id).hidden = false;
        $("transport").hidden = player.clips.length === 0;
    }

    transportControls() {
        const { player } = this;
        return player.clips.length === 0 ? [] : [
            { kind: "button", label: "Play", act: () => this.play(!player.playing) },
            { kind: "button", label: "Step", title: "One step (.)", act: () => this.stepOnce() },
            { kind: "choice", label: "Clip", options: Object.fromEntries(player.clips.map((c, i) => [i, c.name])),
              get: () => player.clip, set: value => player.choose(Number(value)) },
            { kind: "range", label: "Time", least: 0, most: 1, unit: " s", get: () => player.time,
              set: value => { this.play(false); player.seek(value); } },
        ];
    }

    groups() {
        const { player } = this, { body } = player;
        const tuned = name => ({
            kind: "range", label: name[0].toUpperCase() + name.slice(1), factors: true, least: 0.1, most: 10,
            get: () => Math.min(Math.max(body.tuning(Math.max(this.part, 0))[name], 0.1), 10), set: value => body.tune(this.part, { [name]: value }),
        });
        const parts = { "-1": "All parts" }, flesh = this.asset.partNames.map((_, i) => i).filter(i => i !== player.recorded);
        for (const i of flesh)
            parts[i] = this.asset.partNames[i];
        if (player.recorded >= 0 && flesh.length === 1) // what is recorded has no stiffness
            [this.part] = flesh;
        const of = flesh.length < 2 ? [] : [{ kind: "choice", label: "Of", options: parts, get: () => this.part,
            set: value => { this.part = Number(value); this.panel.refresh(); } }];
        const recorded = player.recorded >= 0, alone = recorded && this.asset.partCount === 1;
        return [
            ...recorded ? [{ title: "Portrait", open: true, controls: [{ kind: "node", node: this.entries.canvas }, { kind: "node", node: this.entries.said }] }] : [],
            ...alone ? [] : [{ title: "Flesh", open: true, controls: [
                ...of, tuned("stiffness"), tuned("damping"), tuned("response"),
                { kind: "button", label: "As baked", act: () => this.untune() },
                { kind: "button", label: "Recipe…", act: () => showText("Lines for the recipe", recipeLines(player)) },
            ] }],
            { title: "Time", open: true, controls: [
                { kind: "range", label: "Speed", least: 0, most: 2, step: 0.05, unit: "×", get: () => player.speed, set: value => (player.speed = value) },
                { kind: "segments", label: "Steps a second", options: { 30: "30 Hz", 60: "60", 144: "144", jitter: "jitter" },
                  get: () => player.rate, set: value => (player.rate = value) },
            ] },
            { title: "Look", open: true, controls: [
                { kind: "flip", label: "Soft", get: () => this.soft, set: on => (this.soft = on) },
                ...player.free ? [] : [{ kind: "flip", label: player.posed ? "Linear beside it" : "Rigid beside it", get: () => this.beside,
                                         set: on => { this.beside = on; this.lay(); this.fit(); this.camera.reset(); } }],
                { kind: "choice", label: "Show", options: Object.fromEntries(STYLES.map((s, i) => [i, s])), get: () => this.style,
                  set: value => this.chooseStyle(Number(value)) },
                { kind: "flip", label: "Wires", get: () => this.view.wires, set: on => (this.view.wires = on) },
                { kind: "range", label: "Light from", least: -180, most: 180, step: 1, unit: "°",
                  get: () => this.stage.light.angle * 180 / Math.PI, set: value => this.stage.turnLight(value * Math.PI / 180) },
            ] },
            ...player.posed ? [{ title: "Poses", open: true, controls: [{ kind: "node", node: this.targets.node }] }] : [],
            { title: recorded ? "Shapes" : "Modes", open: window.innerWidth > 720 && !recorded, controls: [{ kind: "node", node: this.bars.canvas }] },
            { title: "Cost", open: false, controls: [{ kind: "node", node: this.figures }] },
            { title: "Take with you", open: false, controls: [
                { kind: "button", label: "Picture", act: () => { this.paint(); savePicture(this.canvas, this.fileName()); } },
                { kind: "button", label: "Table of q", act: () => saveTable(player, this.fileName()) },
            ] },
        ];
    }

    fileName() {
        return document.getElementById("name").textContent.replace(/[^\w.-]+/g, "-") || "supple";
    }

    untune() {
        for (let i = 0; i < this.asset.partCount; ++i)
            this.player.body.tune(i, this.asset.part(i).tuning);
        this.panel.refresh();
    }

    play(on) {
        this.player.playing = on;
        if (this.player.clips.length > 0)
            this.transport[0].node.textContent = on ? "Pause" : "Play";
    }

    stepOnce() {
        const { player } = this;
        this.play(false);
        player.playing = true;
        player.step();
        player.playing = false;
    }

    key(e) {
        if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("input, select, textarea, button, summary, dialog"))
            return;
        const { camera } = this, turn = 0.08, pan = 24, sides = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const acts = {
            " ": () => this.play(!this.player.playing), ".": () => this.stepOnce(), "+": () => camera.zoom(0.9), "=": () => camera.zoom(0.9),
            "-": () => camera.zoom(1 / 0.9), Home: () => camera.reset(), Enter: () => this.hands.pokeMiddle(),
            s: () => this.player.perform("shake"), d: () => this.player.perform("drop"), t: () => this.player.perform("throw"), a: () => this.another(),
        };
        if (sides[e.key])
            e.shiftKey ? camera.pan(-pan * sides[e.key][0], -pan * sides[e.key][1]) : camera.orbit(turn * sides[e.key][0], turn * sides[e.key][1]);
        else if (this.entries && e.key >= "1" && e.key <= "9")
            this.entries.trigger(Number(e.key) - 1);
        else if (acts[e.key])
            acts[e.key]();
        else
            return;
        e.preventDefault();
    }

    // ---- what is seen ----------------------------------------------------------------------

    // One body, or two beside each other; free ones are where they fly.
    lay() {
        const { stage, player } = this, soft = stage.slot(0), wide = Math.max(player.high[0] - player.low[0], 0.3 * player.size);
        soft.shown = true;
        if (this.beside)
            player.makeTwin();
        if (!player.free) {
            const rigid = stage.slot(1);
            rigid.shown = this.beside;
            soft.offset[0] = this.beside ? 0.7 * wide : 0;
            rigid.offset[0] = -soft.offset[0];
            for (const solid of this.solids)
                solid.offset[0] = soft.offset[0];
        }
        stage.spread = player.free ? ROOM : this.beside ? 1.75 : 1;
        stage.setExtent(player.low, player.high);
        this.view.farthest = this.farthest();
    }

    // Full scale of the colours of displacement: half of the widest limit.
    farthest() {
        let most = 0;
        for (let i = 0; i < this.asset.partCount; ++i)
            most = Math.max(most, this.player.body.tuning(i).limit);
        return 0.5 * most;
    }

    fit() {
        const { canvas, camera, player, stage } = this, scale = Math.min(window.devicePixelRatio || 1, MOST_PIXELS);
        const width = canvas.clientWidth || 1, height = canvas.clientHeight || 1, narrow = window.innerWidth <= 720;
        stage.resize(Math.round(width * scale), Math.round(height * scale));
        camera.resize(width, height);
        this.right = narrow ? 0 : -320 / width; // what the panel leaves free
        this.lift = narrow ? 0.42 : 0.06;
        const free = narrow ? 0.5 : 0.82, middle = player.low.map((x, i) => (x + player.high[i]) / 2);
        const across = Math.hypot(player.high[0] - player.low[0], player.high[2] - player.low[2]) * (player.free ? 0.8 * ROOM : this.beside ? 2.1 : 1);
        if (player.free)
            middle[1] += 0.3 * (player.high[1] - player.low[1]);
        const atHome = camera.distance === camera.home.distance;
        camera.frame(middle, across / (narrow ? 1 : 1 - 320 / width), (player.free ? 1.6 : 1) * (player.high[1] - player.low[1]) / free, player.size);
        if (atHome)
            camera.reset();
    }

    paint() {
        const { stage, player, camera } = this, { company, rowsAtRest } = player, { palette } = player.skeleton;
        camera.update(this.right, this.lift);
        this.morphs.update(player.skeleton.weights, this.writeRest);
        for (let i = 0; i < company.bodies.length; ++i) {
            const { body } = company.bodies[i];
            stage.slot(i).shown = true;
            stage.move(i, this.soft ? body.upload() : rowsAtRest, body.bones);
        }
        if (this.beside)
            stage.move(1, player.twin ? player.twin.upload() : rowsAtRest, palette);
        for (let i = company.bodies.length; player.free && i < stage.slots.length; ++i)
            stage.slots[i].shown = false;
        this.showBall();
        stage.draw(camera, this.centre, this.view);
    }

    chooseStyle(style) {
        const { stage, view, player } = this, slots = [stage.slot(0), stage.slot(1)];
        this.style = style;
        view.style = Math.min(style, SOFTNESS - 1);
        for (const slot of slots)
            stage.paintParts(slot, style === SOFTNESS ? this.softness.find(player.body) : stage.look.parts);
    }

    showBall() {
        const { stage, player: { company } } = this;
        if (company.ball && !this.ball)
            this.ball = stage.addSolid({ kind: "sphere", radius: company.ballRadius }, BALL_COLOR);
        if (!this.ball)
            return;
        this.ball.shown = company.ball !== null;
        if (company.ball) {
            this.ball.offset.set(this.softOffset);
            this.ball.move(company.ball.pose);
        }
    }

    another() {
        const { player } = this;
        if (player.free && !player.company.full)
            player.company.another();
    }

    // The lights and the camera go with a body that walks away.
    follow(seconds) {
        const { player, camera } = this, bones = this.asset.boneCount;
        if (player.free)
            return;
        const palette = player.body.bones;
        for (let axis = 0; axis < 3; ++axis) {
            const rest = (player.low[axis] + player.high[axis]) / 2;
            if (axis === 1) {
                this.centre[1] = rest;
                continue;
            }
            let sum = 0;
            for (let b = 0; b < bones; ++b)
                sum += palette[16 * b + 12 + axis] - (this.start?.[16 * b + 12 + axis] ?? palette[16 * b + 12 + axis]);
            const goal = rest + sum / bones, gone = Math.min(FOLLOW * seconds, 1) * (goal - this.centre[axis]);
            this.centre[axis] += gone;
            camera.target[axis] += gone;
        }
    }

    show() {
        const { player } = this;
        player.pose();
        player.beforeStep = () => this.hands.advance();
        this.start = player.skeleton.palette.slice();
        for (let i = 0; i < 3; ++i)
            this.centre[i] = (player.low[i] + player.high[i]) / 2;
        this.play(!this.still && player.clips.length > 0);
        this.tell(0);
        if (!this.still && this.entries)
            this.entries.all.some((_, i) => this.entries.trigger(i));
        else if (!this.still && player.clips.length === 0)
            player.perform("drop");
        this.paint();
        let last = performance.now();
        const loop = now => {
            if (!this.held) {
                const seconds = Math.min(Math.max(now - last, 0) / 1000, 0.1);
                player.frame(seconds);
                this.frame(seconds);
            }
            last = now;
            requestAnimationFrame(loop);
        };
        requestAnimationFrame(loop);
    }

    frame(seconds) {
        const begin = performance.now();
        this.follow(seconds);
        this.paint();
        this.times.draw += performance.now() - begin;
        ++this.times.frames;
        if (this.entries?.canvas.offsetParent)
            this.entries.draw(this.ink);
        if (this.bars.canvas.offsetParent)
            this.bars.draw(this.ink);
        if (this.targets.node.offsetParent)
            this.targets.refresh();
        if (begin - this.times.shown > FIGURES_EVERY)
            this.tell(begin);
    }

    // A few times a second: words make garbage, so not every frame.
    tell(now) {
        const { player, times } = this;
        times.shown = now;
        this.entries?.refresh();
        this.transport.forEach(control => control.refresh());
        if (this.style === SOFTNESS && player.posed) // the pose changes it
            this.chooseStyle(this.style);
        const time = this.transport.find(control => control.node.classList.contains("range"));
        if (time)
            time.node.querySelector("input").max = player.duration;
        if (!this.figures.offsetParent)
            return;
        const begin = performance.now();
        player.body.evaluate();
        times.evaluate += performance.now() - begin;
        ++times.evaluations;
        const { spent } = player, rows = [
            ["Step", `${(1000 * spent.time / Math.max(spent.steps, 1)).toFixed(1)} µs`],
            ["Evaluate on the CPU", `${(1000 * times.evaluate / times.evaluations).toFixed(0)} µs`],
            ["Draw", `${(times.draw / Math.max(times.frames, 1)).toFixed(2)} ms`],
            ["Upload a frame", `${16 * this.asset.coordCount} bytes`],
            ["Steps taken", `${player.steps}`],
            ["Asleep", player.body.asleep ? "yes" : "no"],
        ];
        this.figures.replaceChildren(...rows.flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]));
        spent.time = spent.steps = times.draw = times.frames = 0;
    }

    // For tests and the curious.
    hook(started) {
        const viewer = this;
        return {
            ready: performance.now() - started, viewer, player: this.player, asset: this.asset, camera: this.camera,
            hold: on => (viewer.held = on),
            step(n = 1) {
                viewer.held = true;
                for (let i = 0; i < n; ++i)
                    viewer.player.step();
                viewer.paint();
                viewer.bars.draw(viewer.ink);
                viewer.entries?.draw(viewer.ink);
                viewer.entries?.refresh();
            },
            read: () => viewer.stage.read(0),
        };
    }
}
