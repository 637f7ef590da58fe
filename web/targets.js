// Sculpted targets of posed parts: how much of each is in the pose, and where the flesh is soft.
// SPDX-License-Identifier: MIT
import { element } from "./panel.js";

// Dark blue, teal, yellow, white: as the shader has displacement.
const HEAT = [[0, [63, 80, 134]], [0.33, [20, 148, 158]], [0.75, [222, 203, 92]], [1, [255, 247, 224]]];

export function heat(share, out, at) {
    const t = Math.min(Math.max(share, 0), 1), k = t < HEAT[1][0] ? 0 : t < HEAT[2][0] ? 1 : 2;
    const [from, a] = HEAT[k], [to, b] = HEAT[k + 1], u = (t - from) / (to - from);
    for (let i = 0; i < 3; ++i)
        out[at + i] = a[i] + u * (b[i] - a[i]);
}

// A line for each target, with its name and how much of it there is.
export class Targets {
    constructor(body) {
        const { asset } = body;
        Object.assign(this, { body, rows: [], node: element("div") });
        for (let part = 0; part < asset.partCount; ++part) {
            const { name, targets } = asset.part(part);
            if (targets.length > 0 && asset.partCount > 1)
                this.node.append(element("div", { className: "said", textContent: name }));
            targets.forEach((target, index) => {
                const meter = element("meter", { min: 0, max: 1, ariaLabel: target });
                this.rows.push({ part, index, meter });
                this.node.append(element("div", { className: "row" }, element("span", { textContent: target.replaceAll("_", " ") }), meter));
            });
        }
    }

    refresh() {
        for (let i = 0; i < this.rows.length; ++i) {
            const { part, index, meter } = this.rows[i], value = this.body.weights(part)[index];
            if (Math.abs(meter.value - value) > 0.002)
                meter.value = value;
        }
    }
}

// Colours for `paintParts`: how far a newton moves each vertex, against the softest that was ever seen here.
export class Softness {
    constructor(asset) {
        this.most = 0;
        this.colors = new Uint8Array(4 * asset.vertexCount).fill(255);
    }

    find(body) {
        const compliance = body.compliance();
        for (let i = 0; i < compliance.length; ++i)
            this.most = Math.max(this.most, compliance[i]);
        for (let i = 0; i < compliance.length; ++i)
            heat(Math.sqrt(compliance[i] / (this.most || 1)), this.colors, 4 * i);
        return this.colors;
    }
}
