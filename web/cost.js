// What it costs, a few times a second: words make garbage, so not every frame.
// SPDX-License-Identifier: MIT
import { element } from "./panel.js";

export class Cost {
    constructor(player) {
        this.player = player;
        this.node = element("dl", { className: "figures" });
        this.draw = this.frames = this.evaluate = this.evaluations = 0; // ms, counts
    }

    drawn(since) {
        this.draw += performance.now() - since;
        ++this.frames;
    }

    tell() {
        if (!this.node.offsetParent)
            return;
        const { player } = this, begin = performance.now();
        player.body.evaluate();
        this.evaluate += performance.now() - begin;
        ++this.evaluations;
        const { spent } = player, rows = [
            ["Step", `${(1000 * spent.time / Math.max(spent.steps, 1)).toFixed(1)} µs`],
            ["Evaluate on the CPU", `${(1000 * this.evaluate / this.evaluations).toFixed(0)} µs`],
            ["Draw", `${(this.draw / Math.max(this.frames, 1)).toFixed(2)} ms`],
            ["Upload a frame", `${16 * player.asset.coordCount} bytes`],
            ["Steps taken", `${player.steps}`],
            ["Asleep", player.body.asleep ? "yes" : "no"],
        ];
        this.node.replaceChildren(...rows.flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]));
        spent.time = spent.steps = this.draw = this.frames = 0;
    }
}
