// The viewer: state, the loop, and what is seen.
// SPDX-License-Identifier: MIT
import { Backdrop } from "./backdrop.js";
import { Bars } from "./bars.js";
import { Brush, PAINT } from "./brush.js";
import { Camera } from "./camera.js";
import { groups, toolsOf, transportControls } from "./controls.js";
import { Cost } from "./cost.js";
import { Stage } from "./draw.js";
import { Entries } from "./entries.js";
import { goAfter } from "./follow.js";
import { frameBody } from "./framing.js";
import { Hands } from "./hands.js";
import { showHint } from "./hint.js";
import { Instrument } from "./instrument.js";
import { pressKey } from "./keys.js";
import { Marks } from "./marks.js";
import { Morphs } from "./morphs.js";
import { makeControls, Panel, say } from "./panel.js";
import { Parts } from "./parts.js";
import { Player } from "./player.js";
import { recipeText } from "./recipe.js";
import { Softness, Targets } from "./targets.js";

const SOFTNESS = 4, PAINTED = 5; // of the styles that controls.js offers the last: drawn as the parts are, in other colours
const FIGURES_EVERY = 250; // ms
const ROOM = 2.4;          // bodies wide that a free one is lit with
const BALL_COLOR = [0.62, 0.10, 0.05]; // linear
const SOLID_COLOR = [0.22, 0.15, 0.09]; // wood
const STEEL = [0.30, 0.33, 0.37];

export class Viewer {
    // other: null, or { asset, look } of what stands beside it and does the same.
    constructor({ asset, file, clips, look, glsl, other }, setting) {
        Object.assign(this, { asset, file, glsl, other });
        this.canvas = document.getElementById("view");
        this.player = new Player(asset, file, clips, setting, other?.asset);
        this.stage = new Stage(this.canvas, asset, look, glsl, setting.light ?? {});
        if (other)
            this.stage.addOther(other, glsl);
        this.names = setting.names ?? null;
        this.morphs = new Morphs(file, asset, this.player.skeleton.restWeights);
        this.writeRest = (first, positions, normals) => this.stage.setRest(first, positions, normals);
        this.instrument = setting.tool ? new Instrument(this.player.company, setting.tool) : null;
        this.placeSolids();
        this.camera = new Camera();
        Object.assign(this.camera.home, setting.view);
        this.camera.home.yaw += setting.front ?? 0;
        this.tool = "grab";
        this.style = 0; // as controls.js has them
        this.soft = true;
        this.beside = other !== null;
        this.still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.softOffset = this.stage.slots[0].offset;
        this.centre = new Float64Array(3);
        this.view = { style: 0, wires: false, world: null, farthest: 1, above: [], below: [], pool: [], dark: 1 };
        this.backdrop = new Backdrop(this.view);
        this.parts = new Parts(this.player);
        this.cost = new Cost(this.player);
        this.brush = file && this.player.recorded < 0 ? new Brush(file, asset) : null;
        this.told = 0; // ms, when figures were told last
        this.hands = new Hands(this);
        this.marks = new Marks(this);
        this.build();
        this.lay();
        this.fit();
        this.camera.reset();
        window.addEventListener("resize", () => this.fit());
        this.canvas.addEventListener("webglcontextlost", e => this.lose(e));
        this.canvas.addEventListener("webglcontextrestored", () => this.restore());
        document.addEventListener("keydown", e => pressKey(this, e));
    }

    placeSolids() {
        this.solids = this.player.company.solids.map(({ shape, pose }) => {
            const solid = this.stage.addSolid(shape, SOLID_COLOR);
            solid.move(pose);
            return solid;
        });
        if (this.instrument)
            this.solids.push(this.rod = this.stage.addSolid(this.instrument.shape, STEEL));
    }

    // A driver may take a page's graphics away: a laptop sleeps, a card is reset. The body lives on meanwhile.
    lose(e) {
        e.preventDefault(); // it is wanted back
        this.lost = true;
        say("The graphics driver has stopped. The body is shown again as soon as it is back.");
    }

    // Everything that was on the card is put there again.
    restore() {
        const { stage, asset, canvas, style } = this;
        this.stage = new Stage(canvas, asset, stage.look, this.glsl, {}, stage.lighting);
        if (this.other)
            this.stage.addOther(this.other, this.glsl);
        this.softOffset = this.stage.slots[0].offset;
        this.stage.turnLight(stage.light.angle);
        this.morphs.forget();
        this.ball = null;
        this.placeSolids();
        this.lay();
        this.chooseStyle(style);
        this.lost = false;
        say("");
    }

    // ---- controls ------------------------------------------------------------------------

    build() {
        const { asset, player } = this, $ = id => document.getElementById(id);
        $("name").textContent = document.title.replace(/ – supple$/, "");
        $("facts").textContent = `${asset.vertexCount.toLocaleString("en")} vertices · ${asset.partCount} soft ` +
            `${asset.partCount === 1 ? "part" : "parts"} · ${asset.coordCount} ${player.recorded >= 0 ? "shapes" : "modes"}`;
        const tools = toolsOf(this);
        this.tool = Object.keys(tools)[0];
        this.toolbar = makeControls([{ kind: "segments", label: "What the pointer does to the body", options: tools,
                        get: () => this.tool, set: tool => this.chooseTool(tool) }], $("tools"));
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
        this.panel = new Panel($("panel"), groups(this), () => this.fit());
        this.transport = makeControls(transportControls(this), $("transport"));
        for (const id of ["head", "tools", "panel"])
            $(id).hidden = false;
        $("transport").hidden = player.clips.length === 0;
    }

    fileName() {
        return document.getElementById("name").textContent.replace(/[^\w.-]+/g, "-") || "supple";
    }

    // The recipe that gives this body as it is set now.
    recipe() {
        const { asset, player, parts, file } = this, painted = this.brush?.parts ?? new Set();
        return recipeText(file?.json.extensions?.SUPPLE_soft_body?.recipe, parts.list,
                          { scale: asset.metres / player.metres, paint: PAINT, painted, input: painted.size > 0 ? this.paintedName() : null });
    }

    paintedName() {
        return `${this.fileName()}.painted.glb`;
    }

    // The brush on the body, at a place of it.
    touch(place) {
        this.brush.touch(this.player.body.skin().positions, place, this.brush.size * this.player.size);
        this.chooseStyle(PAINTED);
        this.panel.refresh();
    }

    untune() {
        this.parts.reset();
        this.retuned();
        this.panel.refresh();
    }

    retuned() {
        this.view.farthest = this.farthest();
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

    // ---- what is seen ----------------------------------------------------------------------

    // One body, or two beside each other; free ones are where they fly.
    lay() {
        const { stage, player, names } = this, soft = stage.slot(0), { yaw } = this.camera.home, aside = [Math.cos(yaw), 0, -Math.sin(yaw)];
        soft.shown = true;
        if (this.beside)
            player.makeTwin();
        if (!player.free) {
            const rigid = stage.slot(1);
            rigid.shown = this.beside;
            const apart = this.beside ? (this.other ? -0.55 : 0.55) * player.across(aside) : 0; // the first of two is at the left
            for (let i = 0; i < 3; ++i) {
                soft.offset[i] = apart * aside[i];
                rigid.offset[i] = -soft.offset[i];
            }
            for (const solid of this.solids)
                solid.offset.set(soft.offset);
            this.marks.caption(this.beside ? (names ?? ["soft", player.posed ? "linear" : "rigid"]).map((words, slot) => ({ words, slot })) : []);
        }
        stage.spread = player.free ? ROOM : this.beside ? 1.75 : 1;
        stage.setExtent(player.low, player.high);
        this.view.farthest = this.farthest();
    }

    // With what it is compared beside it, or alone.
    stand(beside) {
        this.beside = beside;
        this.lay();
        this.fit();
        this.camera.reset();
    }

    // Full scale of the colours of displacement: half of the widest limit.
    farthest() {
        let most = 0;
        for (let i = 0; i < this.asset.partCount; ++i)
            most = Math.max(most, this.player.body.tuning(i).limit);
        return 0.5 * most;
    }

    fit() {
        frameBody(this);
    }

    // Where a body stands.
    foot(slot) {
        const { offset } = this.stage.slots[slot];
        return [this.centre[0] + offset[0], this.player.low[1], this.centre[2] + offset[2]];
    }

    paint() {
        if (this.lost)
            return;
        const { stage, player, camera } = this, { company, rowsAtRest } = player, { palette } = player.skeleton;
        camera.update(this.right, this.lift);
        this.morphs.update(player.skeleton.weights, this.writeRest);
        for (let i = 0; i < company.bodies.length; ++i) {
            const { body } = company.bodies[i];
            stage.slot(i).shown = true;
            const { bones } = body; // may take memory, so before the other view
            stage.move(i, this.soft ? body.upload() : rowsAtRest, bones, this.soft ? body : null);
        }
        if (this.beside)
            stage.move(1, player.twin ? player.twin.upload() : rowsAtRest, palette, player.twin);
        for (let i = company.bodies.length; player.free && i < stage.slots.length; ++i)
            stage.slots[i].shown = false;
        this.showBall();
        this.rod?.move(this.instrument.pose);
        stage.lighting?.tint(this.backdrop.own, camera, this.view);
        stage.draw(camera, this.centre, this.view);
        this.marks.update();
    }

    // By a hand, in pixels.
    turnLight(dx, dy) {
        this.stage.lighting.drag(dx, dy);
        this.panel.refresh();
    }

    chooseStyle(style) {
        const { stage, view, player, softness, other } = this;
        this.style = style;
        view.style = Math.min(style, SOFTNESS - 1);
        const colors = (look, body) => (style === SOFTNESS ? softness.find(body) : style === PAINTED ? this.brush.colors : look.parts);
        const paint = (index, look, body) => stage.paintParts(stage.slot(index), colors(look, body));
        if (other && style === SOFTNESS) // both against the softest of both
            softness.find(player.twin);
        paint(0, stage.look, player.body);
        paint(1, other?.look ?? stage.look, other ? player.twin : player.body);
    }

    chooseTool(tool) {
        this.tool = tool;
        if (tool === "paint" && this.style !== PAINTED) {
            this.chooseStyle(PAINTED);
            this.panel.open("Paint");
            this.panel.refresh();
        }
        this.toolbar.forEach(control => control.refresh());
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

    follow(seconds) {
        goAfter(this, seconds);
    }

    show() {
        const { player } = this;
        player.pose();
        player.beforeStep = dt => {
            this.hands.advance();
            if (player.playing)
                this.instrument?.advance(dt);
        };
        this.start = player.skeleton.palette.slice();
        for (let i = 0; i < 3; ++i)
            this.centre[i] = (player.low[i] + player.high[i]) / 2;
        this.play(!this.still && player.clips.length > 0);
        this.tell(0);
        if (!this.still && this.entries)
            this.entries.all.some((_, i) => this.entries.trigger(i));
        else if (!this.still && player.clips.length === 0)
            this.hands.pokeMiddle(); // it lives, and stays where it stands
        showHint(this.canvas, this.tool);
        this.fit();
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
        this.cost.drawn(begin);
        if (this.entries?.canvas.offsetParent)
            this.entries.draw(this.backdrop.ink);
        if (this.bars.canvas.offsetParent)
            this.bars.draw(this.backdrop.ink);
        if (this.targets.node.offsetParent)
            this.targets.refresh();
        if (begin - this.told > FIGURES_EVERY)
            this.tell(begin);
    }

    tell(now) {
        const { player } = this;
        this.told = now;
        this.entries?.refresh();
        this.transport.forEach(control => control.refresh());
        if (this.style === SOFTNESS && player.posed) // the pose changes it
            this.chooseStyle(this.style);
        const time = this.transport.find(control => control.node.classList.contains("range"));
        if (time)
            time.node.querySelector("input").max = player.duration;
        this.cost.tell();
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
                viewer.bars.draw(viewer.backdrop.ink);
                viewer.entries?.draw(viewer.backdrop.ink);
                viewer.entries?.refresh();
            },
            read: () => viewer.stage.read(0),
        };
    }
}
