// What may happen to a recorded body, as buttons and keys; and where it is in its phase portrait.
//
// The portrait shows the first two coordinates of every recorded state, coloured by the entry that came before, the point
// that is shown now with its trail, and the last jump: from where it was to where the response began that it went on with.
// SPDX-License-Identifier: MIT
import { partColor } from "./look.js";
import { element } from "./panel.js";

const WIDE = 264, HIGH = 210, MARGIN = 10; // pixels
const TRAIL = 90;      // frames
const JUMP_SHOWN = 1;  // seconds
const color = (i, alpha = 1) => `rgb(${partColor(i).map(c => Math.round(255 * c)).join(" ")} / ${alpha})`;

export class Entries {
    constructor(player) {
        const { asset, recorded: part } = player;
        Object.assign(this, { player, part, all: player.recording.entries, first: asset.part(part).firstCoord, begun: 0, jump: null });
        this.buttons = this.all.map(({ name }, i) => {
            const button = element("button", { type: "button", textContent: name, title: i < 9 ? `Key ${i + 1}` : "" });
            button.style.setProperty("--dot", color(i));
            button.addEventListener("click", () => this.trigger(i));
            return button;
        });
        this.node = element("div", { className: "buttons entries" }, ...this.buttons);
        this.canvas = element("canvas", { className: "portrait", width: 2 * WIDE, height: 2 * HIGH });
        this.canvas.setAttribute("role", "img");
        this.canvas.setAttribute("aria-label", "The phase portrait: recorded states, and where the body is among them");
        this.said = element("div", { className: "said", role: "status" });
        this.trail = new Float32Array(2 * TRAIL);
        this.trailCount = 0;
        this.last = [0, 0];
        this.readOrbits();
    }

    // Of what is not allowed now the button is grey, and nothing happens.
    trigger(entry) {
        const { player: { body }, part } = this;
        if (entry >= this.all.length || !body.trigger(part, entry))
            return false;
        this.noteJump();
        return true;
    }

    readOrbits() {
        const { player: { asset, recording: { responses, step } }, part } = this;
        this.orbits = responses.map(({ entry, seconds }, i) => {
            const count = Math.round(seconds / step) + 1, points = new Float32Array(2 * count);
            for (let n = 0; n < count; ++n) {
                const q = asset.sample(part, i, n * step);
                points.set([q[0], q[1] ?? 0], 2 * n);
            }
            return { entry, points };
        });
        const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
        for (const { points } of this.orbits)
            points.forEach((x, i) => {
                low[i % 2] = Math.min(low[i % 2], x);
                high[i % 2] = Math.max(high[i % 2], x);
            });
        const scale = Math.min((WIDE - 2 * MARGIN) / (high[0] - low[0] || 1), (HIGH - 2 * MARGIN) / (high[1] - low[1] || 1));
        this.at = (x, y) => [WIDE / 2 + scale * (x - (low[0] + high[0]) / 2), HIGH / 2 - scale * (y - (low[1] + high[1]) / 2)];
        this.behind = this.drawOrbits();
    }

    drawOrbits() {
        const canvas = element("canvas", { width: 2 * WIDE, height: 2 * HIGH }), pen = canvas.getContext("2d");
        pen.setTransform(2, 0, 0, 2, 0, 0);
        pen.lineWidth = 0.6;
        for (const { entry, points } of this.orbits) {
            pen.strokeStyle = color(entry, 0.4);
            pen.beginPath();
            for (let n = 0; n < points.length; n += 2)
                pen.lineTo(...this.at(points[n], points[n + 1]));
            pen.stroke();
        }
        return canvas;
    }

    // A response began, by a button, by hand or at a limit.
    noteJump() {
        const { player: { asset, body, clock }, part } = this, now = body.playing(part);
        if (now.begun === this.begun)
            return;
        this.begun = now.begun;
        if (now.entry < 0) { // put back to where nothing was played
            this.jump = null;
            return;
        }
        const q = now.response < 0 ? [0, 0] : asset.sample(part, now.response, 0); // none: it rests already
        this.jump = { from: [...this.last], to: [q[0], q[1] ?? 0], entry: now.entry, at: clock };
        const far = 1000 * now.distance; // below a micrometre is rounding
        this.said.textContent = `${this.all[now.entry].name}: ${far < 1e-3 ? "no jump" : `a jump of ${far.toPrecision(2)} mm`}`;
    }

    // Every frame.
    draw(ink) {
        const { player: { body, clock }, canvas, trail, first } = this, pen = canvas.getContext("2d"), { coords } = body;
        this.noteJump();
        this.last = [coords[first], this.player.asset.part(this.part).coordCount > 1 ? coords[first + 1] : 0];
        trail.set(this.last, 2 * (this.trailCount++ % TRAIL));
        pen.setTransform(1, 0, 0, 1, 0, 0);
        pen.clearRect(0, 0, canvas.width, canvas.height);
        pen.drawImage(this.behind, 0, 0);
        pen.setTransform(2, 0, 0, 2, 0, 0);
        this.drawTrail(pen, ink);
        if (this.jump && clock - this.jump.at < JUMP_SHOWN)
            this.drawJump(pen, 1 - (clock - this.jump.at) / JUMP_SHOWN);
        const [x, y] = this.at(...this.last);
        pen.fillStyle = ink;
        pen.beginPath();
        pen.arc(x, y, 4, 0, 2 * Math.PI);
        pen.fill();
    }

    drawTrail(pen, ink) {
        const count = Math.min(this.trailCount, TRAIL);
        pen.strokeStyle = ink;
        pen.lineWidth = 1.2;
        for (let k = 1; k < count; ++k) {
            const a = 2 * ((this.trailCount - count + k - 1) % TRAIL), b = 2 * ((this.trailCount - count + k) % TRAIL);
            pen.globalAlpha = 0.8 * k / count;
            pen.beginPath();
            pen.moveTo(...this.at(this.trail[a], this.trail[a + 1]));
            pen.lineTo(...this.at(this.trail[b], this.trail[b + 1]));
            pen.stroke();
        }
        pen.globalAlpha = 1;
    }

    drawJump(pen, share) {
        const { from, to, entry } = this.jump;
        pen.strokeStyle = color(entry, share);
        pen.lineWidth = 2;
        pen.setLineDash([4, 3]);
        pen.beginPath();
        pen.moveTo(...this.at(...from));
        pen.lineTo(...this.at(...to));
        pen.stroke();
        pen.setLineDash([]);
        pen.beginPath();
        pen.arc(...this.at(...to), 3.5, 0, 2 * Math.PI);
        pen.stroke();
    }

    // Which are allowed changes as the support moves: a few times a second is enough.
    refresh() {
        const { player: { body }, part } = this;
        this.buttons.forEach((button, i) => (button.disabled = !body.allows(part, i)));
    }
}
