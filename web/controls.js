// Which controls an asset gets, as data for panel.js: what it does not have, nobody offers.
// SPDX-License-Identifier: MIT
import { save, savePicture, saveTable, showText } from "./export.js";
import { TOOLS } from "./hands.js";
import { Morphs } from "./morphs.js";
import { isNarrow } from "./panel.js";


const STYLES = ["Surface", "Displacement", "Normals", "Parts", "Softness", "Paint"];

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

// What a pointer does to the body.
export function toolsOf({ player, asset, stage, brush }) {
    const tools = { ...TOOLS };
    if (player.recorded < 0)
        delete tools.pull;
    else if (asset.partCount === 1) // forces move nothing of it
        for (const name of ["grab", "poke", "ball"])
            delete tools[name];
    if (asset.boneCount < 2)
        delete tools.bend;
    if (!stage.lighting)
        delete tools.light;
    if (!brush)
        delete tools.paint;
    if (player.free || player.recorded >= 0) // nothing in it feels that all of it moves
        delete tools.move;
    return tools;
}

function fleshControls(viewer) {
    const { parts } = viewer;
    const tuned = (name, more = {}) => ({
        kind: "range", label: name[0].toUpperCase() + name.slice(1), factors: true, least: 0.1, most: 10, unit: "×", ...more,
        get: () => parts.get(name), set: value => { parts.set(name, value); viewer.retuned(); },
    });
    const options = { "-1": "All parts" };
    for (const { index, name } of parts.flesh)
        options[index] = name;
    const of = parts.flesh.length < 2 ? [] : [{ kind: "choice", label: "Of", options, get: () => parts.chosen,
        set: value => { parts.chosen = Number(value); viewer.panel.refresh(); } }];
    return [
        ...of, tuned("stiffness"), tuned("damping"), tuned("response", { factors: false, least: 0, most: 4, step: 0.05 }),
        tuned("limit", { least: 0.2, most: 5 }),
        { kind: "button", label: "As baked", act: () => viewer.untune() },
        { kind: "button", label: "Recipe…", act: () => showText("The recipe of what is here", viewer.recipe(), `${viewer.fileName()}.yaml`) },
    ];
}

function paintControls(viewer) {
    const { brush } = viewer;
    return [
        { kind: "segments", label: "What the brush does", options: { softer: "Softer", stiffer: "Stiffer", wipe: "Wipe" }, get: () => brush.effect,
          set: effect => { brush.effect = effect; viewer.chooseTool("paint"); } },
        { kind: "range", label: "Brush", least: 0.01, most: 0.3, factors: true, get: () => brush.size, set: size => (brush.size = size) },
        { kind: "range", label: "Strength", least: 0.05, most: 1, step: 0.05, get: () => brush.strength, set: strength => (brush.strength = strength) },
        { kind: "button", label: "Clean", title: "No paint at all", act: () => { brush.clean(); viewer.chooseStyle(viewer.style); } },
        { kind: "button", label: "Save GLB", title: "The model with its paint, for `supple bake` with the recipe",
          act: () => save(viewer.paintedName(), new Blob([brush.glb()], { type: "model/gltf-binary" })) },
    ];
}

// The file's own morph targets.
function shapeControls({ file, player: { skeleton } }) {
    const all = file ? Morphs.listed(file, skeleton) : [];
    return all.length === 0 ? [] : [
        ...all.map(({ name, node, target }) => ({ kind: "range", label: name.replaceAll("_", " "), least: 0, most: 1, step: 0.01,
            get: () => skeleton.weights[node][target], set: value => { skeleton.setWeight(node, target, value); skeleton.weights[node][target] = value; } })),
        { kind: "button", label: "As the clip has them", act: () => all.forEach(({ node, target }) => skeleton.setWeight(node, target, null)) },
    ];
}

// What posed parts are told by besides joints.
function inputControls({ asset, player: { skeleton } }) {
    const { inputNames } = asset;
    return inputNames.length === 0 ? [] : [
        ...inputNames.map((name, i) => ({ kind: "range", label: name.replaceAll("_", " "), least: 0, most: 1, step: 0.01,
            get: () => skeleton.inputs[i], set: value => (skeleton.wishedInputs[i] = skeleton.inputs[i] = value) })),
        { kind: "button", label: "As the clip has them", act: () => skeleton.wishedInputs.fill(NaN) },
    ];
}

function lookControls(viewer) {
    const { player, stage, backdrop } = viewer;
    return [
        { kind: "flip", label: "Soft", get: () => viewer.soft, set: on => (viewer.soft = on) },
        ...player.free ? [] : [{ kind: "flip", label: viewer.names ? "Beside each other" : player.posed ? "Linear beside it" : "Rigid beside it", get: () => viewer.beside,
                                 set: on => viewer.stand(on) }],
        { kind: "choice", label: "Show", options: Object.fromEntries(STYLES.slice(0, viewer.brush ? 6 : 5).map((s, i) => [i, s])), get: () => viewer.style,
          set: value => viewer.chooseStyle(Number(value)) },
        { kind: "flip", label: "Wires", get: () => viewer.view.wires, set: on => (viewer.view.wires = on) },
        { kind: "flip", label: "World's lines", get: () => viewer.view.world !== null, set: on => (viewer.view.world = on ? player.company.world : null) },
        ...backdrop.controls(stage.lighting !== null),
        ...stage.lighting ? [] : [{ kind: "range", label: "Light from", least: -180, most: 180, step: 1, unit: "°",
          get: () => stage.light.angle * 180 / Math.PI, set: value => viewer.stage.turnLight(value * Math.PI / 180) }],
    ];
}

export function groups(viewer) {
    const { player, parts, stage, asset } = viewer, recorded = player.recorded >= 0, alone = recorded && asset.partCount === 1;
    const shapes = shapeControls(viewer), inputs = inputControls(viewer);
    return [
        ...recorded ? [{ title: "Portrait", open: true, controls: [{ kind: "node", node: viewer.entries.canvas }, { kind: "node", node: viewer.entries.said }] }] : [],
        ...stage.lighting ? [{ title: "Light", open: true, controls: stage.lighting.controls() }] : [],
        ...alone ? [] : [{ title: "Flesh", open: true, controls: fleshControls(viewer) },
                         { title: "Parts", open: parts.list.length < 5, controls: [{ kind: "node", node: parts.node, refresh: () => parts.refresh() }] }],
        ...viewer.brush ? [{ title: "Paint", open: false, controls: paintControls(viewer) }] : [],
        ...inputs.length > 0 ? [{ title: "Inputs", open: true, controls: inputs }] : [],
        ...shapes.length > 0 ? [{ title: "Shapes of the file", open: false, controls: shapes }] : [],
        { title: "Time", open: true, controls: [
            { kind: "range", label: "Speed", least: 0, most: 2, step: 0.05, unit: "×", get: () => player.speed, set: value => (player.speed = value) },
            { kind: "segments", label: "Steps a second", options: { 30: "30 Hz", 60: "60", 144: "144", jitter: "jitter" },
              get: () => player.rate, set: value => (player.rate = value) },
        ] },
        { title: "Look", open: true, controls: lookControls(viewer) },
        ...player.posed ? [{ title: "Poses", open: true, controls: [{ kind: "node", node: viewer.targets.node }] }] : [],
        { title: recorded ? "Shapes" : "Modes", open: !isNarrow() && !recorded, controls: [{ kind: "node", node: viewer.bars.canvas }] },
        { title: "Cost", open: false, controls: [{ kind: "node", node: viewer.cost.node }] },
        { title: "Take with you", open: false, controls: [
            { kind: "button", label: "Picture", act: () => { viewer.paint(); savePicture(viewer.canvas, viewer.fileName()); } },
            { kind: "button", label: "Table of q", act: () => saveTable(player, viewer.fileName()) },
        ] },
    ];
}
