// Controls from data: groups of ranges, choices, switches and buttons, each with a label of its own.
//
// A control is { kind, label, get, set } and what its kind needs. Whoever has something to offer hands in a group;
// what an asset does not have, nobody hands in.
// SPDX-License-Identifier: MIT

// There the panel is folded at the foot instead of standing at the side.
export const isNarrow = () => window.matchMedia("(max-width: 720px), (max-width: 900px) and (orientation: portrait)").matches;

export function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

// A sentence in the middle of the page; none takes it away.
export function say(words) {
    const message = document.getElementById("message");
    message.textContent = words;
    message.hidden = words === "";
}

let count = 0;
const newId = () => `control-${++count}`;

// "0.25", "4", "12": three digits are enough to feel by.
export function shortNumber(x) {
    return Math.abs(x) >= 100 ? x.toFixed(0) : String(+x.toPrecision(3));
}

const makers = {
    // least, most: on a scale of factors when `factors`, so that 1 can stand in the middle. What is beyond them is told as it is.
    range({ label, get, set, least, most, step = "any", factors = false, unit = "" }) {
        const to = factors ? Math.log : x => x, from = factors ? Math.exp : x => x, id = newId();
        const shown = element("output", { htmlFor: id }), input = element("input", { id, type: "range", step });
        Object.assign(input, { min: to(least), max: to(most) });
        const show = () => {
            shown.textContent = shortNumber(get()) + unit;
            input.setAttribute("aria-valuetext", shown.textContent);
        };
        const refresh = () => {
            input.value = to(Math.min(Math.max(get(), least), most)); // what is beyond is told, with the knob at the end
            show();
        };
        input.addEventListener("input", () => {
            set(from(input.valueAsNumber));
            show();
        });
        refresh();
        return { node: element("div", { className: "row range" }, element("label", { htmlFor: id, textContent: label }), shown, input), refresh };
    },

    // options: { value: words }
    choice({ label, get, set, options }) {
        const id = newId(), input = element("select", { id });
        for (const [value, words] of Object.entries(options))
            input.append(element("option", { value, textContent: words }));
        input.addEventListener("change", () => set(input.value));
        const refresh = () => (input.value = get());
        refresh();
        return { node: element("div", { className: "row" }, element("label", { htmlFor: id, textContent: label }), input), refresh };
    },

    // A few words beside each other, one of which holds.
    segments({ label, get, set, options }) {
        const box = element("div", { className: "segments", role: "radiogroup", ariaLabel: label }), name = newId(), inputs = [];
        for (const [value, words] of Object.entries(options)) {
            const input = element("input", { type: "radio", name, value });
            input.addEventListener("change", () => set(value));
            inputs.push(input);
            box.append(element("label", {}, input, element("span", { textContent: words })));
        }
        const refresh = () => inputs.forEach(input => (input.checked = input.value === String(get())));
        refresh();
        return { node: box, refresh };
    },

    flip({ label, get, set }) {
        const id = newId(), input = element("input", { id, type: "checkbox" });
        input.setAttribute("role", "switch");
        input.addEventListener("change", () => set(input.checked));
        const refresh = () => (input.checked = get());
        refresh();
        return { node: element("div", { className: "row" }, element("label", { htmlFor: id, textContent: label }), input), refresh };
    },

    button({ label, act, title = "" }) {
        const node = element("button", { type: "button", textContent: label, title });
        node.addEventListener("click", act);
        return { node, refresh() {} };
    },

    // Something that draws itself.
    node({ node, refresh = () => {} }) {
        return { node, refresh };
    },
};

// Buttons that follow each other share a line.
export function makeControls(controls, into) {
    const made = [];
    let line = null;
    for (const control of controls) {
        const one = makers[control.kind](control);
        made.push(one);
        if (control.kind !== "button")
            line = null;
        else if (!line)
            into.append(line = element("div", { className: "buttons" }));
        (line ?? into).append(one.node);
    }
    return made;
}

export class Panel {
    // groups: [{ title, open, controls }]; moved(): it takes more or less room now.
    constructor(into, groups, moved) {
        this.controls = [];
        this.boxes = [];
        const fold = element("button", { type: "button", className: "fold", textContent: "Controls" }); // of narrow windows
        const turn = folded => {
            into.classList.toggle("folded", folded);
            fold.setAttribute("aria-expanded", String(!folded));
        };
        fold.addEventListener("click", () => {
            turn(!into.classList.contains("folded"));
            moved();
        });
        turn(true);
        into.append(fold);
        for (const { title, open = false, controls } of groups) {
            const box = element("details", { open }, element("summary", { textContent: title }));
            this.controls.push(...makeControls(controls, box));
            into.append(box);
            this.boxes.push(box);
        }
    }

    // Unfolds a group.
    open(title) {
        for (const box of this.boxes)
            box.open ||= box.firstChild.textContent === title;
    }

    refresh() {
        for (const control of this.controls)
            control.refresh();
    }
}
