// What the body stands in: the colours of the page behind it, and the lamp and sky that light bodies which were baked without light.
// SPDX-License-Identifier: MIT
const DAY = { above: [0.80, 0.84, 0.89], below: [0.89, 0.88, 0.86], pool: [0.97, 0.965, 0.95], dark: 0.62 };
const NIGHT = { above: [0.10, 0.11, 0.14], below: [0.16, 0.17, 0.20], pool: [0.27, 0.28, 0.32], dark: 0.95 };
const plain = (c, dark) => ({ above: [c, c, c], below: [c, c, c], pool: [c, c, c], dark });
const BACKGROUNDS = { Day: DAY, Night: NIGHT, White: plain(1, 0.3), Grey: plain(0.46, 0.6), Black: plain(0, 0.6) };
const AS_SYSTEM = "As the system";
const MOST_STOPS = 4; // of exposure, either way

// Linear colours: of the lamp, of the sky above and of what comes back from below, of the light opposite to the lamp.
const ENVIRONMENTS = {
    Studio: { lamp: [1.55, 1.46, 1.34], overhead: [0.384, 0.434, 0.521], ground: [0.260, 0.223, 0.211], fill: [0.154, 0.174, 0.224] },
    Sunny: { lamp: [2.30, 2.10, 1.75], overhead: [0.30, 0.40, 0.62], ground: [0.26, 0.23, 0.18], fill: [0.05, 0.07, 0.10] },
    Overcast: { lamp: [0.35, 0.36, 0.37], overhead: [0.95, 0.98, 1.03], ground: [0.34, 0.33, 0.32], fill: [0.10, 0.10, 0.10] },
    Evening: { lamp: [2.05, 1.10, 0.50], overhead: [0.20, 0.24, 0.42], ground: [0.24, 0.16, 0.13], fill: [0.10, 0.10, 0.20] },
    Moonlit: { lamp: [0.34, 0.42, 0.66], overhead: [0.05, 0.07, 0.12], ground: [0.03, 0.03, 0.04], fill: [0.04, 0.04, 0.07] },
};

export class Backdrop {
    // view: of viewer.js, whose colours are written here.
    constructor(view) {
        Object.assign(this, { view, background: AS_SYSTEM, environment: "Studio" });
        this.night = window.matchMedia("(prefers-color-scheme: dark)");
        this.night.addEventListener("change", () => this.wear());
        this.light("Studio");
        this.expose(0);
        this.wear();
    }

    // Day or night as the reader's system has it, or what was chosen.
    wear(background = this.background) {
        this.background = background;
        this.own = BACKGROUNDS[background] ?? (this.night.matches ? NIGHT : DAY);
        for (const [name, value] of Object.entries(this.own))
            this.view[name] = typeof value === "number" ? value : [...value];
        this.ink = this.night.matches ? "#eceef2" : "#23262d"; // of the panel, which is the system's
        document.documentElement.style.setProperty("--behind", this.own.above[0] > 0.4 ? "#23262d" : "#eceef2");
    }

    light(environment) {
        this.environment = environment;
        this.view.environment = ENVIRONMENTS[environment];
    }

    expose(stops) {
        this.stops = stops;
        this.view.exposure = 2 ** stops;
    }

    // baked: it has light of its own, with a sky and an exposure.
    controls(baked) {
        const same = names => Object.fromEntries(names.map(name => [name, name]));
        return [
            ...baked ? [] : [
                { kind: "choice", label: "Environment", options: same(Object.keys(ENVIRONMENTS)), get: () => this.environment, set: name => this.light(name) },
                { kind: "range", label: "Exposure", least: -MOST_STOPS, most: MOST_STOPS, step: 0.1, unit: " stops", get: () => this.stops,
                  set: stops => this.expose(stops) },
            ],
            { kind: "choice", label: "Background", options: same([AS_SYSTEM, ...Object.keys(BACKGROUNDS)]), get: () => this.background,
              set: name => this.wear(name) },
        ];
    }
}
