// The skeleton: nodes of the file posed by a clip, pushed about by hands, and the palette of the asset's bones; and
// the weights of the file's own morph targets.
//
// In doubles: libsupple finds accelerations as second differences of what comes out here. Bones are listed as
// the baker lists them: skin after skin in the order of the asset's meshes, then nodes that show meshes themselves.
// SPDX-License-Identifier: MIT
import { compose, multiply } from "./matrix.js";
import { GltfError, readFloats, targetCount } from "./gltf.js";

const AT = { translation: 0, rotation: 3, scale: 7, stride: 10 };

export class Skeleton {
    // file: null for an asset without a GLB around it, whose bones then stand still.
    constructor(file, asset) {
        const nodes = file?.json.nodes ?? [];
        this.count = nodes.length;
        this.parents = new Int32Array(this.count).fill(-1);
        nodes.forEach((node, i) => (node.children ?? []).forEach(child => (this.parents[child] = i)));
        this.order = topDown(this.parents);
        this.rest = new Float64Array(AT.stride * this.count);
        this.now = new Float64Array(AT.stride * this.count);
        this.fixed = nodes.map(node => node.matrix ?? null);
        nodes.forEach((node, i) => {
            this.rest.set(node.translation ?? [0, 0, 0], AT.stride * i);
            this.rest.set(node.rotation ?? [0, 0, 0, 1], AT.stride * i + AT.rotation);
            this.rest.set(node.scale ?? [1, 1, 1], AT.stride * i + AT.scale);
        });
        this.restWeights = nodes.map((node, i) => startWeights(file.json, node, targetCount(file.json, i)));
        this.weights = this.restWeights.map(weights => weights?.slice() ?? null); // a node each, null without targets
        this.wished = new Map(); // weights that a hand has set, instead of the clip's: [node, target, weight] by both
        this.sculpted = file ? sculptedTargets(file, asset) : []; // { node, target }: their parts show them by themselves
        this.inputs = new Float64Array(asset.inputNames.length); // of posed parts: what the clip's weight of that name is, or a hand's
        this.wishedInputs = this.inputs.map(() => NaN);
        this.inputWeights = asset.inputNames.map(name => file ? namedTargets(file, new Set([name]))[0] : undefined);
        this.local = new Float64Array(16);
        this.turn = new Float64Array(16);
        this.turned = new Float64Array(16);
        this.world = new Float64Array(16 * this.count);
        this.bones = file ? listBones(file, asset) : Array.from({ length: asset.boneCount }, () => ({ node: -1 }));
        if (this.bones.length !== asset.boneCount)
            throw new Error("The skeleton of the file is not the one that was baked: bake it again.");
        this.palette = new Float32Array(16 * asset.boneCount);
        this.hand = { node: -1, turn: new Float64Array(3) }; // turns a bone and all below it about its joint; -1: none
        this.shift = new Float64Array(3);                    // moves everything
        this.pose(null, 0);
    }

    // clip: null for the bind pose as the nodes have it.
    pose(clip, time) {
        this.now.set(this.rest);
        for (let i = 0; i < this.count; ++i)
            this.weights[i]?.set(this.restWeights[i]);
        if (clip)
            for (const channel of clip.channels)
                if (channel.path === "weights")
                    sample(channel, time, this.weights[channel.node], 0);
                else
                    sample(channel, time, this.now, AT.stride * channel.node + AT[channel.path]);
        for (const [node, target, weight] of this.wished.values())
            this.weights[node][target] = weight;
        for (let i = 0; i < this.inputs.length; ++i) {
            const from = this.inputWeights[i], wish = this.wishedInputs[i];
            this.inputs[i] = !Number.isNaN(wish) ? wish : from ? this.weights[from.node][from.target] : 0;
        }
        for (let i = 0; i < this.sculpted.length; ++i) {
            const { node, target } = this.sculpted[i];
            this.weights[node][target] = this.restWeights[node][target];
        }
        for (let i = 0; i < this.count; ++i)
            this.place(this.order[i]);
        for (let b = 0; b < this.bones.length; ++b)
            this.carry(b);
    }

    // One of the file's own morph targets; null: as the clip has it.
    setWeight(node, target, weight) {
        if (weight === null)
            this.wished.delete(`${node} ${target}`);
        else
            this.wished.set(`${node} ${target}`, [node, target, weight]);
    }

    place(node) {
        const at = AT.stride * node, fixed = this.fixed[node], parent = this.parents[node];
        if (fixed)
            for (let i = 0; i < 16; ++i)
                this.local[i] = fixed[i];
        else
            compose(this.local, 0, this.now, at, this.now, at + AT.rotation, this.now, at + AT.scale);
        if (parent < 0)
            this.world.set(this.local, 16 * node);
        else
            multiply(this.world, this.world, this.local, 16 * node, 16 * parent, 0);
        if (node === this.hand.node) {
            turnMatrix(this.turn, this.hand.turn);
            multiply(this.turned, this.turn, this.world, 0, 0, 16 * node);
            for (let i = 0; i < 12; ++i)
                this.world[16 * node + i] = this.turned[i];
        }
    }

    carry(bone) {
        const { node, inverseBind } = this.bones[bone], at = 16 * bone;
        if (node < 0)
            for (let i = 0; i < 16; ++i)
                this.palette[at + i] = i % 5 === 0 ? 1 : 0;
        else if (inverseBind)
            multiply(this.palette, this.world, inverseBind, at, 16 * node, 0);
        else
            for (let i = 0; i < 16; ++i)
                this.palette[at + i] = this.world[16 * node + i];
        for (let i = 0; i < 3; ++i)
            this.palette[at + 12 + i] += this.shift[i];
    }
}

// About an axis by its length in radians.
function turnMatrix(out, v) {
    const angle = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), c = Math.cos(angle), s = angle > 0 ? Math.sin(angle) / angle : 1;
    const k = angle > 0 ? (1 - c) / (angle * angle) : 0;
    out.fill(0);
    for (let i = 0; i < 3; ++i)
        for (let j = 0; j < 3; ++j)
            out[4 * j + i] = k * v[i] * v[j] + (i === j ? c : 0);
    out[1] += s * v[2], out[4] -= s * v[2];
    out[8] += s * v[1], out[2] -= s * v[1];
    out[6] += s * v[0], out[9] -= s * v[0];
    out[15] = 1;
}

// Parents before children. Each node is walked over twice, however deep: as far up as nobody has been, and back.
function topDown(parents) {
    const depth = new Int32Array(parents.length); // 0: not known yet
    for (let i = 0; i < parents.length; ++i) {
        const way = [];
        let at = i;
        for (; at >= 0 && depth[at] === 0; at = parents[at])
            if (way.push(at) > parents.length)
                throw new GltfError("The nodes of the file go round in a circle.");
        for (let known = at >= 0 ? depth[at] : 0; way.length > 0;)
            depth[way.pop()] = ++known;
    }
    return Int32Array.from(parents.keys()).sort((a, b) => depth[a] - depth[b] || a - b);
}

function listBones(file, asset) {
    const { json } = file, bones = [], skins = new Set(), shown = new Set(), loose = [];
    for (let i = 0; i < asset.meshCount; ++i) {
        const { mesh, primitive, node } = asset.mesh(i), skin = json.nodes[node]?.skin;
        const skinned = json.meshes?.[mesh]?.primitives[primitive]?.attributes.JOINTS_0 !== undefined && skin !== undefined;
        if (!skinned) {
            if (!shown.has(node))
                loose.push({ node, inverseBind: null });
            shown.add(node);
        } else if (!skins.has(skin)) {
            skins.add(skin);
            const { joints, inverseBindMatrices } = json.skins[skin];
            const all = inverseBindMatrices === undefined ? null : readFloats(file, inverseBindMatrices, 16);
            joints.forEach((joint, k) => bones.push({ node: joint, inverseBind: all && all.slice(16 * k, 16 * k + 16) }));
        }
    }
    // of a recording one node carries all
    const carrier = asset.boneCount === 1 && bones.length === 0 && loose.length > 1 ? json.nodes.findIndex(n => n.name === asset.boneName(0)) : -1;
    return carrier >= 0 ? [{ node: carrier, inverseBind: null }] : bones.concat(loose);
}

function startWeights({ meshes }, { mesh, weights }, count) {
    const given = weights ?? meshes?.[mesh]?.weights ?? [];
    return count > 0 ? Float64Array.from({ length: count }, (_, i) => given[i] ?? 0) : null;
}

// Known by their names: a posed part's targets are called as the shapes that they were sculpted by.
function sculptedTargets({ json }, asset) {
    return namedTargets({ json }, new Set(Array.from({ length: asset.partCount }, (_, i) => asset.part(i).targets).flat()));
}

function namedTargets({ json }, names) {
    return json.nodes.flatMap(({ mesh }, node) => (json.meshes?.[mesh]?.extras?.targetNames ?? [])
        .map((name, target) => ({ node, target, name }))
        .filter(({ name, target }) => names.has(name) && target < targetCount(json, node)));
}

// ---- keys ------------------------------------------------------------------------------

// The key at or before `time`, looked for from where it was last.
function keyBefore(channel, time) {
    const { times } = channel, last = times.length - 1;
    let at = Math.min(channel.key ?? 0, last);
    while (at > 0 && times[at] > time)
        --at;
    while (at < last && times[at + 1] <= time)
        ++at;
    channel.key = at;
    return at;
}

function sample(channel, time, out, at) {
    const { times, values, width, interpolation, path } = channel, i = keyBefore(channel, time), last = times.length - 1;
    const step = i < last ? times[i + 1] - times[i] : 0;
    const t = step > 0 ? Math.min(Math.max((time - times[i]) / step, 0), 1) : 0;
    if (interpolation === "CUBICSPLINE")
        cubic(values, width, i, t, step, out, at);
    else if (interpolation === "STEP" || t === 0)
        for (let k = 0; k < width; ++k)
            out[at + k] = values[width * i + k];
    else if (path === "rotation")
        slerp(values, 4 * i, values, 4 * i + 4, t, out, at);
    else
        for (let k = 0; k < width; ++k)
            out[at + k] = values[width * i + k] * (1 - t) + values[width * (i + 1) + k] * t;
    if (path === "rotation" && interpolation === "CUBICSPLINE")
        makeUnit(out, at);
}

function cubic(values, width, i, t, step, out, at) {
    const t2 = t * t, t3 = t2 * t, a = 3 * width * i, b = step > 0 ? a + 3 * width : a;
    for (let k = 0; k < width; ++k)
        out[at + k] = (2 * t3 - 3 * t2 + 1) * values[a + width + k] + (t3 - 2 * t2 + t) * step * values[a + 2 * width + k] +
            (3 * t2 - 2 * t3) * values[b + width + k] + (t3 - t2) * step * values[b + k];
}

function slerp(a, aAt, b, bAt, t, out, at) {
    let cosine = 0;
    for (let k = 0; k < 4; ++k)
        cosine += a[aAt + k] * b[bAt + k];
    const side = cosine < 0 ? -1 : 1, angle = Math.acos(Math.min(Math.abs(cosine), 1)), sine = Math.sin(angle);
    const wa = sine > 1e-6 ? Math.sin((1 - t) * angle) / sine : 1 - t;
    const wb = side * (sine > 1e-6 ? Math.sin(t * angle) / sine : t);
    for (let k = 0; k < 4; ++k)
        out[at + k] = wa * a[aAt + k] + wb * b[bAt + k];
    makeUnit(out, at);
}

function makeUnit(out, at) {
    const scale = 1 / (Math.sqrt(out[at] ** 2 + out[at + 1] ** 2 + out[at + 2] ** 2 + out[at + 3] ** 2) || 1);
    for (let k = 0; k < 4; ++k)
        out[at + k] *= scale;
}
