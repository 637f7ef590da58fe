// What is drawn over the picture: the handle of a grab and the line to the hand, the name of the part that is pointed at, what is
// which of two bodies.
// SPDX-License-Identifier: MIT
import { element } from "./panel.js";

// Drawn by the browser's own reader of HTML, which knows what an svg is.
const DRAWING = '<svg class="marks" aria-hidden="true"><g><line></line><circle r="6"></circle><circle r="3" class="hand"></circle></g><circle class="brush"></circle></svg>';

export class Marks {
    // page: the viewer.
    constructor(page) {
        this.page = page;
        const all = element("div", { innerHTML: DRAWING }).firstChild;
        [this.grab, this.brush] = all.children;
        [this.line, this.held, this.hand] = this.grab.children;
        this.label = element("div", { className: "label", hidden: true });
        this.captions = [];
        page.canvas.after(all, this.label);
        this.at = null; // of the pointer, while nothing is held
        page.canvas.addEventListener("pointermove", e => (this.at = e.buttons === 0 && e.pointerType !== "touch" ? [e.offsetX, e.offsetY] : null));
        page.canvas.addEventListener("pointerleave", () => (this.at = null));
        this.seen = null;
        this.on = [0, 0];
    }

    // In pixels of the window.
    place(point) {
        const { camera, canvas } = this.page, { on } = this;
        camera.project(point, on);
        on[0] = (on[0] + 1) / 2 * canvas.clientWidth;
        on[1] = (1 - on[1]) / 2 * canvas.clientHeight;
        return on;
    }

    // Words under the bodies that stand beside each other: [{ words, slot }], or none.
    caption(list) {
        for (const { node } of this.captions)
            node.remove();
        this.captions = list.map(({ words, slot }) => ({ slot, node: element("div", { className: "label caption", textContent: words }) }));
        this.page.canvas.after(...this.captions.map(({ node }) => node));
    }

    update() {
        const { hands, player, softOffset } = this.page, { job } = hands, held = job?.kind === "grab" || job?.kind === "pull";
        this.grab.style.display = held ? "" : "none";
        if (held) {
            const p = (job.hit.body ?? player.body).position(job.hit), [x, y] = this.place([0, 1, 2].map(i => p[i] + softOffset[i]));
            for (const [node, a, b] of [[this.held, "cx", "cy"], [this.line, "x1", "y1"]])
                node.setAttribute(a, x), node.setAttribute(b, y);
            for (const [node, a, b] of [[this.hand, "cx", "cy"], [this.line, "x2", "y2"]])
                node.setAttribute(a, job.x), node.setAttribute(b, job.y);
        }
        const at = this.at ?? (job?.kind === "paint" ? [...hands.pointers.values()].map(({ x, y }) => [x, y])[0] : null);
        this.brush.style.display = this.page.tool === "paint" && at ? "" : "none";
        if (this.page.tool === "paint" && at)
            for (const [name, value] of [["cx", at[0]], ["cy", at[1]], ["r", this.page.camera.pixels(this.page.brush.size * player.size)]])
                this.brush.setAttribute(name, value);
        this.name();
        for (const { node, slot } of this.captions) {
            const [x, y] = this.place(this.page.foot(slot));
            node.style.transform = `translate(${x}px, ${Math.min(y + 14, innerHeight - 30)}px) translate(-50%, 0)`;
        }
    }

    // Only when the pointer has gone on: picking takes time.
    name() {
        const { hands, parts, canvas } = this.page, { at } = this;
        if (hands.job || !at) {
            this.label.hidden = true;
            this.seen = null;
            return;
        }
        if (this.seen === at)
            return;
        this.seen = at;
        const hit = hands.pick(...at), part = hit ? hands.partAt(hit) : -1;
        canvas.classList.toggle("over", hit !== null);
        this.label.hidden = part < 0;
        if (part < 0)
            return;
        const { name, on } = parts.list[part];
        this.label.textContent = on ? name : `${name} (off)`;
        this.label.style.transform = `translate(${at[0] + 14}px, ${at[1] + 16}px)`;
    }
}
