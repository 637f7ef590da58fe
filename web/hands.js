// Pointers and keys on the canvas: grab, poke, move and bend the body; orbit, pan and zoom round it.
//
// One pointer on the body works with the chosen tool, beside it it orbits; two fingers pan and zoom.
// SPDX-License-Identifier: MIT

const ORBIT = 0.007;     // radians a pixel
const WHEEL = 0.0012;
const POKE_SHARE = 0.45; // of the part's limit: about how far a poke goes
const MOST_TURN = 1.2;   // radians
const PRESS = 0.8, PRESS_TIME = 0.35; // how deep a ball goes, of the flesh's limit and at most of its radius; how soon, seconds
const HAND = 0.25, FIRMLY = 0.25, FAR = 0.06; // a hand that leads a support: seconds in which it wants to be there; sizes a second, and sizes, that it feels
const DEEP = 2, TRIED = 6, STANDS = 1e-5; // a push into the depth, of the one that is seen; frames for which its answer is tried; sizes that a point goes which stands
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const TOOLS = { grab: "Grab", poke: "Poke", ball: "Ball", move: "Move", bend: "Bend", pull: "Pull", light: "Light", paint: "Paint" };

export class Hands {
    // page: { player, camera, stage, canvas, tool, softOffset }; softOffset: where the soft body stands.
    constructor(page) {
        this.page = page;
        this.pointers = new Map(); // id -> { x, y }
        this.job = null;
        this.left = null; // of a support that was led: the hold that was let go
        this.spare = null; // a body of no world, which alone steps what is in it: entries are tried with it
        this.direction = new Float64Array(3);
        this.origin = new Float64Array(3);
        this.target = new Float64Array(3);
        const { canvas } = page;
        canvas.addEventListener("pointerdown", e => this.down(e));
        canvas.addEventListener("pointermove", e => this.moved(e));
        for (const name of ["pointerup", "pointercancel", "lostpointercapture"])
            canvas.addEventListener(name, e => this.up(e));
        canvas.addEventListener("wheel", e => this.wheel(e), { passive: false });
        canvas.addEventListener("contextmenu", e => e.preventDefault());
        canvas.addEventListener("dblclick", () => page.camera.reset());
    }

    // Of the window, -1 to 1.
    place(x, y) {
        const { canvas } = this.page;
        return [2 * x / canvas.clientWidth - 1, 1 - 2 * y / canvas.clientHeight];
    }

    // What is under a place of the window: { vertices, weights, distance, depth } or null.
    pick(x, y) {
        const { camera, player, softOffset } = this.page, [nx, ny] = this.place(x, y);
        camera.ray(nx, ny, this.direction);
        for (let i = 0; i < 3; ++i)
            this.origin[i] = camera.eye[i] - softOffset[i];
        const hit = player.company.pick(this.origin, this.direction);
        if (hit)
            for (let i = 0; i < 3; ++i)
                this.target[i] = camera.eye[i] + hit.distance * this.direction[i];
        return hit && Object.assign(hit, { depth: camera.depth(this.target) });
    }

    down(e) {
        const { canvas } = this.page;
        canvas.setPointerCapture(e.pointerId);
        this.pointers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
        if (this.pointers.size > 1) {
            this.finish();
            this.job = { kind: "pinch", ...this.pinch() };
            return;
        }
        if (e.button === 2 || e.button === 1 || e.shiftKey)
            this.job = { kind: "pan" };
        else
            this.begin(e.offsetX, e.offsetY);
    }

    begin(x, y) {
        this.left = null;
        const { tool } = this.page, hit = tool === "light" ? null : this.pick(x, y);
        if (tool === "light") {
            this.job = { kind: "light" };
            return;
        }
        if (!hit) {
            this.job = { kind: "orbit" };
            return;
        }
        const job = (this.job = { kind: tool, hit, x, y, from: Float64Array.from(this.target) });
        if (tool === "grab")
            job.pins = this.touched(hit.body).map(body => [body, body.pin(hit, this.inBody(this.target))]);
        else if (tool === "ball")
            this.pressBall(job);
        else if (tool === "pull") {
            job.goal = Float64Array.from(this.inBody(job.from));
            job.since = job.goal.slice(); // where the pull that is not yet answered began
        }
        else if (tool === "poke")
            this.poke(hit, this.direction);
        else if (tool === "bend")
            this.takeBone(job);
        else if (tool === "paint")
            this.page.touch(this.inBody(job.from));
    }

    inBody(world) {
        const { softOffset } = this.page;
        for (let i = 0; i < 3; ++i)
            this.target[i] = world[i] - softOffset[i];
        return this.target;
    }

    // A ball goes into the body where the pointer is, away from the eye.
    pressBall(job) {
        const { player } = this.page, { ballRadius } = player.company, at = this.inBody(job.from);
        job.from = Float64Array.from(at); // on the surface, where the bodies are
        job.into = Float64Array.from(this.direction);
        job.begin = player.clock;
        job.deep = PRESS * Math.min(player.company.ballRadius, this.limitAt(job.hit));
        player.company.takeBall(at.map((x, i) => x - ballRadius * job.into[i]));
    }

    // How far the flesh goes at a point, in the world's unit; where nothing is soft, hardly at all.
    limitAt(hit) {
        const { asset, metres } = this.page.player, part = this.fleshAt(hit);
        return part < 0 ? 0 : hit.body.tuning(part).limit * asset.metres / metres;
    }

    // The part that forces move at a point, or -1: what is recorded lies below it, and they do not move that.
    fleshAt(hit) {
        const { asset } = this.page.player, links = asset.array("links");
        for (let at = hit.vertices[0]; at < links.length; at += asset.vertexCount)
            if (links[at] !== 0xffffffff && asset.part(links[at] >>> 24).model !== "recorded")
                return links[at] >>> 24;
        return -1;
    }

    // The part that moves most of a point, recorded ones too, or -1.
    partAt(hit) {
        const { asset } = this.page.player, links = asset.array("links"), flesh = this.fleshAt(hit);
        const link = links[hit.vertices[0]];
        return flesh >= 0 ? flesh : link === 0xffffffff ? -1 : link >>> 24;
    }

    // A recorded body goes where its entries take it: the one that is nearest to the pull of the hand is triggered. What
    // leads a support wants a speed, what only pushes flesh, or a support that stands, a way.
    pull({ hit, goal, since }, least = this.leads ? FIRMLY : FAR) {
        const { player } = this.page, { body, recorded, recording, size } = player, { seconds, entry } = body.playing(recorded);
        if (entry >= 0 && seconds < recording.shortest)
            return;
        const at = [...body.position(hit)], leads = this.leads, speed = body.velocity(hit);
        const push = goal.map((x, i) => leads ? (x - at[i]) / HAND - speed[i] : x - since[i]), length = Math.hypot(...push);
        if (length < least * size)
            return;
        const { eye } = this.page.camera, far = Math.hypot(...at.map((x, i) => x - eye[i])), away = at.map((x, i) => (x - eye[i]) / far);
        for (const deep of [0, DEEP, -DEEP]) {
            const answer = body.answer(recorded, hit, push.map((x, i) => x + deep * length * away[i]));
            if (answer < 0 || !this.goesAlong(hit, answer, push, away))
                continue;
            body.trigger(recorded, answer);
            break;
        }
        since.set(goal); // one pull, one push
    }

    // What was led and let go stops, as soon as it may.
    stopLeft() {
        const { left, page: { player: { body, recorded, size } } } = this, { begun } = body.playing(recorded);
        left.goal.set(body.position(left.hit));
        this.pull(left, STANDS);
        if (body.playing(recorded).begun !== begun || Math.hypot(...body.velocity(left.hit)) < STANDS * size)
            this.left = null;
    }

    // Some entries move what the recorded body stands on.
    get leads() {
        return this.page.player.recording.entries.some(({ movesSupport }) => movesSupport);
    }

    // A hand moves in the plane of the window, and what it leads may go into the depth. Whether an entry takes the point, as it
    // is seen, where the hand wants it: tried for a few frames, and taken back. A dashboard stands, and any answer is right.
    goesAlong(hit, entry, wanted, away) {
        const { player } = this.page, { recorded, size } = player, state = player.body.save();
        this.spare ??= player.newBody();
        const later = begun => {
            this.spare.restore(state);
            if (begun)
                this.spare.trigger(recorded, entry);
            for (let n = 0; n < TRIED; ++n)
                this.spare.step(1 / 60);
            return this.spare.position(hit);
        };
        const without = [...later(false)], moved = [...later(true)].map((x, i) => x - without[i]), deep = dot(moved, away), seen = moved.map((x, i) => x - deep * away[i]);
        return Math.hypot(...moved) < STANDS * size || dot(seen, wanted) > 0.3 * Math.hypot(...seen) * Math.hypot(...wanted);
    }

    // Before every step.
    advance() {
        const { job } = this, { player } = this.page;
        if (job?.kind === "pull")
            this.pull(job);
        else if (this.left)
            this.stopLeft();
        if (job?.kind !== "ball")
            return;
        const { ballRadius } = player.company, fraction = Math.min((player.clock - job.begin) / PRESS_TIME, 1);
        const depth = job.deep * fraction * fraction * (3 - 2 * fraction) - ballRadius;
        for (let i = 0; i < 3; ++i)
            this.target[i] = job.from[i] + depth * job.into[i];
        player.company.moveBall(this.target);
    }

    // A push that moves the flesh about as far, whatever it weighs: the answer to a small one is measured first.
    poke(hit, direction) {
        const { asset } = this.page.player, body = hit.body ?? this.page.player.body, part = this.fleshAt(hit);
        const before = body.velocity(hit), trial = 1e-3;
        body.impulse(hit, direction.map(x => trial * x));
        const after = body.velocity(hit);
        let answer = 0;
        for (let i = 0; i < 3; ++i)
            answer += (after[i] - before[i]) * direction[i];
        if (!(answer > 1e-9) || part < 0)
            return;
        const { firstCoord } = asset.part(part), { limit, stiffness } = body.tuning(part);
        const rate = 2 * Math.PI * asset.frequency(firstCoord) * Math.sqrt(Math.max(stiffness, 0.01));
        const wanted = POKE_SHARE * limit * asset.metres / this.page.player.metres * rate;
        for (const each of this.touched(body))
            each.impulse(hit, direction.map(x => trial * (wanted / answer - (each === body ? 1 : 0)) * x));
    }

    // What is done to a body is done to its twin too.
    touched(body) {
        const { player } = this.page;
        return player.twin && body === player.body ? [body, player.twin] : [body];
    }

    // The bone that holds most of the point under the pointer turns about its joint.
    takeBone(job) {
        const { asset, skeleton } = this.page.player, per = asset.influenceCount;
        let bone = 0, most = 0;
        for (let k = 0; k < per; ++k) {
            const at = per * job.hit.vertices[0] + k, weight = asset.array("weights")[at];
            if (weight > most)
                [bone, most] = [asset.array("joints")[at], weight];
        }
        job.node = skeleton.bones[bone].node;
        job.kind = job.node >= 0 && skeleton.parents[job.node] >= 0 && skeleton.bones.length > 1 ? "bend" : "move";
        skeleton.hand.node = job.kind === "bend" ? job.node : -1;
    }

    moved(e) {
        const pointer = this.pointers.get(e.pointerId);
        if (!pointer)
            return;
        const dx = e.offsetX - pointer.x, dy = e.offsetY - pointer.y, { camera } = this.page, { job } = this;
        pointer.x = e.offsetX, pointer.y = e.offsetY;
        if (job?.kind === "pinch") {
            const now = this.pinch();
            camera.zoom(job.apart / Math.max(now.apart, 1));
            camera.pan(now.x - job.x, now.y - job.y);
            Object.assign(job, now);
        } else if (job?.kind === "orbit")
            camera.orbit(dx * ORBIT, dy * ORBIT);
        else if (job?.kind === "pan")
            camera.pan(dx, dy);
        else if (job?.kind === "light")
            this.page.turnLight(dx, dy);
        else if (job?.kind === "paint")
            this.brush(e.offsetX, e.offsetY);
        else if (job)
            this.drag(job, e.offsetX, e.offsetY);
    }

    drag(job, x, y) {
        const { camera, player } = this.page, [nx, ny] = this.place(x, y);
        job.x = x, job.y = y;
        camera.under(nx, ny, job.hit.depth, this.target);
        if (job.kind === "grab")
            job.pins.forEach(([body, pin]) => body.movePin(pin, this.inBody(this.target)));
        else if (job.kind === "pull")
            job.goal.set(this.inBody(this.target));
        else if (job.kind === "ball")
            job.from.set(this.inBody(this.target));
        else if (job.kind === "move")
            for (let i = 0; i < 3; ++i)
                player.shiftGoal[i] = this.target[i] - job.from[i];
        else if (job.kind === "bend")
            this.turnBone(job);
    }

    // Wherever the pointer is on the body.
    brush(x, y) {
        if (this.pick(x, y))
            this.page.touch(this.inBody(this.target));
    }

    turnBone(job) {
        const { skeleton, turnGoal } = this.page.player, at = 16 * job.node + 12, a = [0, 0, 0], b = [0, 0, 0];
        for (let i = 0; i < 3; ++i) {
            const joint = skeleton.world[at + i] + this.page.softOffset[i];
            a[i] = job.from[i] - joint;
            b[i] = this.target[i] - joint;
        }
        const axis = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        const sine = Math.hypot(...axis), cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        const angle = Math.min(Math.atan2(sine, cosine), MOST_TURN);
        for (let i = 0; i < 3; ++i)
            turnGoal[i] = sine > 0 ? axis[i] / sine * angle : 0;
    }

    up(e) {
        if (!this.pointers.delete(e.pointerId))
            return;
        this.finish();
        if (this.pointers.size === 1)
            this.job = { kind: "orbit" };
    }

    finish() {
        const { player } = this.page;
        if (this.job?.kind === "pull" && this.leads)
            this.left = this.job;
        if (this.job?.kind === "grab")
            this.job.pins.forEach(([body, pin]) => body.unpin(pin));
        player.company.dropBall();
        player.shiftGoal.fill(0);
        player.turnGoal.fill(0);
        this.job = null;
    }

    pinch() {
        const [a, b] = [...this.pointers.values()];
        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
    }

    wheel(e) {
        e.preventDefault();
        this.page.camera.zoom(Math.exp(e.deltaY * WHEEL * (e.deltaMode === 1 ? 20 : 1)));
    }

    // From the keyboard: at the middle of what is looked at.
    pokeMiddle() {
        const { canvas, camera } = this.page, at = camera.project(camera.target, [0, 0]);
        const hit = this.pick((at[0] + 1) / 2 * canvas.clientWidth, (1 - at[1]) / 2 * canvas.clientHeight);
        if (hit)
            this.poke(hit, this.direction);
    }
}
