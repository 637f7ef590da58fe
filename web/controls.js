// Which controls an asset gets, as data for panel.js: what it does not have, nobody offers.
// SPDX-License-Identifier: MIT
import { recipeLines, savePicture, saveTable, showText } from "./export.js";

const STYLES = ["Surface", "Displacement", "Normals", "Parts", "Softness"];

export function transportControls(viewer) {
    const { player } = viewer;
    return player.clips.length === 0 ? [] : [
        { kind: "button", label: "Play", act: () => viewer.play(!player.playing) },
        { kind: "button", label: "Step", title: "One step (.)", act: () => viewer.stepOnce() },
        { kind: "choice", label: "Clip", options: Object.fromEntries(player.clips.map((c, i) => [i, c.name])),
          get: () => player.clip, set: value => player.choose(Number(value)) },
        { kind: "range", label: "Time", least: 0, most: 1, unit: " s", get: () => player.time,
          set: value => { viewer.play(false); player.seek(value); } },
    ];
}

export function groups(viewer) {
    const { player } = viewer, { body } = player;
    const tuned = name => ({
        kind: "range", label: name[0].toUpperCase() + name.slice(1), factors: true, least: 0.1, most: 10,
        get: () => body.tuning(Math.max(viewer.part, 0))[name], set: value => body.tune(viewer.part, { [name]: value }),
    });
    const parts = { "-1": "All parts" }, flesh = viewer.asset.partNames.map((_, i) => i).filter(i => i !== player.recorded);
    for (const i of flesh)
        parts[i] = viewer.asset.partNames[i];
    if (player.recorded >= 0 && flesh.length === 1) // what is recorded has no stiffness
        [viewer.part] = flesh;
    const of = flesh.length < 2 ? [] : [{ kind: "choice", label: "Of", options: parts, get: () => viewer.part,
        set: value => { viewer.part = Number(value); viewer.panel.refresh(); } }];
    const recorded = player.recorded >= 0, alone = recorded && viewer.asset.partCount === 1;
    return [
        ...recorded ? [{ title: "Portrait", open: true, controls: [{ kind: "node", node: viewer.entries.canvas }, { kind: "node", node: viewer.entries.said }] }] : [],
        ...viewer.stage.lighting ? [{ title: "Light", open: true, controls: viewer.stage.lighting.controls() }] : [],
        ...alone ? [] : [{ title: "Flesh", open: true, controls: [
            ...of, tuned("stiffness"), tuned("damping"), tuned("response"),
            { kind: "button", label: "As baked", act: () => viewer.untune() },
            { kind: "button", label: "Recipe…", act: () => showText("Lines for the recipe", recipeLines(player)) },
        ] }],
        { title: "Time", open: true, controls: [
            { kind: "range", label: "Speed", least: 0, most: 2, step: 0.05, unit: "×", get: () => player.speed, set: value => (player.speed = value) },
            { kind: "segments", label: "Steps a second", options: { 30: "30 Hz", 60: "60", 144: "144", jitter: "jitter" },
              get: () => player.rate, set: value => (player.rate = value) },
        ] },
        { title: "Look", open: true, controls: [
            { kind: "flip", label: "Soft", get: () => viewer.soft, set: on => (viewer.soft = on) },
            ...player.free ? [] : [{ kind: "flip", label: player.posed ? "Linear beside it" : "Rigid beside it", get: () => viewer.beside,
                                     set: on => { viewer.beside = on; viewer.lay(); viewer.fit(); viewer.camera.reset(); } }],
            { kind: "choice", label: "Show", options: Object.fromEntries(STYLES.map((s, i) => [i, s])), get: () => viewer.style,
              set: value => viewer.chooseStyle(Number(value)) },
            { kind: "flip", label: "Wires", get: () => viewer.view.wires, set: on => (viewer.view.wires = on) },
            ...viewer.stage.lighting ? [] : [{ kind: "range", label: "Light from", least: -180, most: 180, step: 1, unit: "°",
              get: () => viewer.stage.light.angle * 180 / Math.PI, set: value => viewer.stage.turnLight(value * Math.PI / 180) }],
        ] },
        ...player.posed ? [{ title: "Poses", open: true, controls: [{ kind: "node", node: viewer.targets.node }] }] : [],
        { title: recorded ? "Shapes" : "Modes", open: window.innerWidth > 720 && !recorded, controls: [{ kind: "node", node: viewer.bars.canvas }] },
        { title: "Cost", open: false, controls: [{ kind: "node", node: viewer.figures }] },
        { title: "Take with you", open: false, controls: [
            { kind: "button", label: "Picture", act: () => { viewer.paint(); savePicture(viewer.canvas, viewer.fileName()); } },
            { kind: "button", label: "Table of q", act: () => saveTable(player, viewer.fileName()) },
        ] },
    ];
}
