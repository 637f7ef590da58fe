// The soft parts as somebody sets them: how they are called, whether they are on, how they feel. What the page's bodies do and what
// its recipe says both come from here.
// SPDX-License-Identifier: MIT
import { partColor } from "./look.js";
import { element, shortNumber } from "./panel.js";

const OFF = 1e-3; // of its limit: as far a part goes that is switched off

export class Parts {
    constructor(player) {
        const { asset } = player;
        Object.assign(this, { player, chosen: -1 }); // chosen: that the sliders tune; -1: all
        this.list = asset.partNames.map((name, index) => ({
            index, name, baked: asset.part(index), wished: { ...asset.part(index).tuning }, on: true, recorded: index === player.recorded,
        }));
        this.flesh = this.list.filter(({ recorded }) => !recorded); // what is recorded has no stiffness
        if (player.recorded >= 0 && this.flesh.length === 1)
            this.chosen = this.flesh[0].index;
    }

    get tuned() {
        return this.chosen < 0 ? this.flesh : [this.list[this.chosen]];
    }

    // As a factor of what was baked, if it is a length.
    get(name) {
        const [{ wished, baked }] = this.tuned;
        return name === "limit" ? wished.limit / baked.tuning.limit : wished[name];
    }

    // Three digits, so that what is felt is what the recipe says.
    set(name, value) {
        const short = Number(shortNumber(value));
        for (const part of this.tuned) {
            part.wished[name] = name === "limit" ? short * part.baked.tuning.limit : short;
            this.apply(part);
        }
    }

    turn(part, on) {
        part.on = on;
        this.apply(part);
    }

    // An empty name is none, and one that another part has would be two.
    rename(part, name) {
        const words = name.trim();
        if (words !== "" && this.list.every(other => other === part || other.name !== words))
            part.name = words;
        return part.name;
    }

    reset() {
        for (const part of this.list) {
            Object.assign(part, { on: true, name: part.baked.name, wished: { ...part.baked.tuning } });
            this.apply(part);
        }
    }

    // Of a part that is off hardly anything moves, and nothing that moves it is felt.
    apply({ index, wished, on }) {
        this.player.tune(index, on ? wished : { ...wished, response: 0, limit: OFF * wished.limit });
    }

    // ---- rows of the panel ------------------------------------------------------------------

    get node() {
        const box = element("div", { className: "parts" });
        this.rows = this.list.map(part => this.row(part));
        box.append(...this.rows.map(({ node }) => node));
        return box;
    }

    row(part) {
        const dot = element("i"), name = element("input", { type: "text", value: part.name, ariaLabel: `Name of part ${part.index + 1}`, spellcheck: false });
        const on = element("input", { type: "checkbox", checked: part.on, ariaLabel: `Part ${part.index + 1} is soft`, disabled: part.recorded });
        on.setAttribute("role", "switch");
        dot.style.background = `rgb(${partColor(part.index).map(c => Math.round(255 * c)).join(" ")})`;
        name.addEventListener("change", () => {
            name.value = this.rename(part, name.value);
            this.renamed?.();
        });
        on.addEventListener("change", () => this.turn(part, on.checked));
        return { node: element("div", { className: "row part" }, dot, name, on), refresh: () => {
            name.value = part.name;
            on.checked = part.on;
        } };
    }

    refresh() {
        for (const row of this.rows)
            row.refresh();
    }
}
