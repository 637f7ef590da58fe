// How much of each coordinate there is now, part by part, with its frequency.
// SPDX-License-Identifier: MIT
import { partColor } from "./look.js";
import { element } from "./panel.js";

const HIGH = 46, WIDE = 264, FADE = 0.985; // pixels of a part's row; how the full scale shrinks a frame

export class Bars {
    constructor(player) {
        const { asset } = player;
        this.player = player;
        this.parts = Array.from({ length: asset.partCount }, (_, i) => asset.part(i));
        this.reach = reaches(asset, this.parts);
        this.canvas = element("canvas", { className: "bars", width: 2 * WIDE, height: 2 * HIGH * this.parts.length });
        this.canvas.setAttribute("role", "img");
        this.canvas.setAttribute("aria-label", "Amplitude of every mode of every part");
        this.pen = this.canvas.getContext("2d");
        this.full = new Float32Array(this.parts.length).fill(1e-6);
        this.labels = this.parts.map(p => {
            const all = Array.from({ length: p.coordCount }, (_, k) => asset.frequency(p.firstCoord + k));
            if (all.every(x => x === 0)) // recorded: they do not swing by themselves
                return "recorded";
            const least = Math.min(...all).toFixed(1), most = Math.max(...all).toFixed(1);
            return least === most ? `${most} Hz` : `${least} – ${most} Hz`;
        });
        this.colors = this.parts.map((_, i) => `rgb(${partColor(i).map(c => Math.round(255 * c)).join(" ")})`);
    }

    draw(ink) {
        const { pen, parts, reach, full } = this, rows = this.player.body.rows.view; // as uploaded for this frame
        pen.setTransform(2, 0, 0, 2, 0, 0);
        pen.clearRect(0, 0, WIDE, HIGH * parts.length);
        pen.font = "11px system-ui, sans-serif";
        for (let p = 0; p < parts.length; ++p) {
            const { firstCoord, coordCount, name, tuning } = parts[p], top = HIGH * p, middle = top + 30, slot = WIDE / coordCount;
            pen.fillStyle = ink;
            pen.globalAlpha = 0.75;
            pen.textAlign = "left";
            pen.fillText(name, 0, top + 11);
            pen.textAlign = "right";
            pen.fillText(this.labels[p], WIDE, top + 11);
            pen.globalAlpha = 0.15;
            pen.fillRect(0, middle - 0.5, WIDE, 1);
            pen.globalAlpha = 1;
            pen.fillStyle = this.colors[p];
            let most = 0.05 * tuning.limit;
            for (let k = 0; k < coordCount; ++k)
                most = Math.max(most, Math.abs(rows[4 * (firstCoord + k)]) * reach[firstCoord + k]);
            full[p] = Math.max(full[p] * FADE, most);
            for (let k = 0; k < coordCount; ++k) {
                const high = 14 * rows[4 * (firstCoord + k)] * reach[firstCoord + k] / full[p];
                pen.fillRect(slot * k + 1, middle - Math.max(high, 0), Math.max(slot - 2, 1), Math.max(Math.abs(high), 0.5));
            }
        }
    }
}

// The farthest that a coordinate moves a vertex, in texels; uploaded rows are in their unit.
function reaches(asset, parts) {
    const out = new Float32Array(asset.coordCount), { texels } = asset.shapes;
    for (const { firstCoord, coordCount, firstShape, shapePlaces } of parts)
        for (let k = 0; k < coordCount; ++k) {
            let most = 0;
            for (let i = 0; i < shapePlaces; ++i) {
                const at = 3 * (firstShape + k * shapePlaces + i);
                most = Math.max(most, Math.hypot(texels[at], texels[at + 1], texels[at + 2]));
            }
            out[firstCoord + k] = most;
        }
    return out;
}
