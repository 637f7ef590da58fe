// What was baked, or a rigid shape: what its bodies share, and what there is to know about it.
// SPDX-License-Identifier: MIT

import { check, named, number, oneOf, optional, whole } from "./argument.js";
import { BODY_OPTIONS, Body } from "./body.js";
import { Lasting } from "./lasting.js";

const ARRAYS = ["positions", "normals", "tangents", "joints", "weights", "triangles", "links", "bendLinks", "twins"];
const NUMBERS = ["coordCount", "partCount", "boneCount", "meshCount", "vertexCount", "triangleCount",
                 "influenceCount", "layerCount", "metres"];
// As supple.h numbers them.
const MODELS = ["modal", "posed", "recorded"], ENDS = ["rests", "limited", "runsOn", "dead"];

export class Asset {
    // Throws an Error with a sentence when the bytes are no sound asset. damaged: do not look at the checksum.
    // prepared: of a shape, which has no bytes here.
    constructor(supple, bytes, { damaged = false, prepared = 0 } = {}) {
        this.supple = supple;
        const { layout } = supple;
        this.at = supple.allocate(layout.size("supple_asset"));
        this.bytes = 0;
        this.living = 0; // bodies and lights of it that are not released
        this.prepared = prepared;
        if (prepared !== 0)
            supple.c.supple_prepared_asset(this.at, prepared);
        else
            this.read(bytes, damaged);
        const asset = layout.read("supple_asset", this.at);
        for (const name of NUMBERS)
            this[name] = asset[name];
        this.prepared ||= supple.c.web_asset_prepare(this.at); // what its bodies share
        if (this.prepared === 0) {
            this.giveBack();
            throw new Error("There is not enough memory.");
        }
        const n = this.vertexCount;
        this.arrays = {}; // name: [type, address, count]
        for (const [name, type, count] of [
            ["positions", Float32Array, 3 * n], ["normals", Float32Array, 3 * n], ["tangents", Float32Array, 4 * n],
            ["joints", Uint16Array, this.influenceCount * n], ["weights", Float32Array, this.influenceCount * n],
            ["triangles", Uint32Array, 3 * this.triangleCount], ["links", Uint32Array, this.layerCount * n],
            ["bendLinks", Uint32Array, this.layerCount * n], ["twins", Uint32Array, n]])
            this.arrays[name] = [type, asset[name], count];
        this.partNames = Array.from({ length: this.partCount }, (_, i) => this.readPart(i).name);
        this.inputNames = Array.from({ length: supple.c.supple_asset_input_count(this.at) }, (_, i) => supple.text(supple.c.supple_asset_input_name(this.at, i)));
        this.coordCounts = this.partNames.map((_, i) => this.readPart(i).coordCount);
        this.entryNames = this.partNames.map((_, i) => this.recorded(i)?.entries.map(({ name }) => name)); // of recorded parts
        this.shapes = this.table("shapes");
        this.bends = this.table("bends");
    }

    read(bytes, damaged) {
        const { supple } = this;
        this.bytes = supple.allocate(bytes.length);
        supple.view(Uint8Array, this.bytes, bytes.length).set(bytes);
        const read = damaged ? supple.c.supple_asset_read_damaged : supple.c.supple_asset_read;
        const result = read(this.at, this.bytes, bytes.length);
        if (result !== 0) {
            this.giveBack();
            throw Object.assign(new Error(supple.text(supple.c.supple_result_text(result))), { result });
        }
    }

    table(name) {
        const { layout } = this.supple, from = this.at + layout.offset("supple_asset", name);
        const { texels, width, height, bits } = layout.read("supple_table", from);
        const type = bits === 32 ? Float32Array : bits === 16 ? Int16Array : Int8Array;
        return texels === 0 ? null : { width, height, bits,
                                       get texels() { return this.of.view(type, texels, 3 * width * height); },
                                       of: this.supple };
    }

    // positions, normals, tangents, joints, weights, triangles, links, bendLinks, twins; null where there are none.
    array(name) {
        const [type, at, count] = this.arrays[name];
        return at === 0 || count === 0 ? null : this.supple.view(type, at, count);
    }

    // By its index or its name.
    part(part) {
        return this.readPart(this.partAt(part));
    }

    partAt(part) {
        return typeof part === "string" ? this.partNames.indexOf(part) : part;
    }

    readPart(index) {
        const { supple } = this, { c, layout } = supple, at = supple.allocate(layout.size("supple_part"));
        c.supple_asset_part(at, this.at, index);
        const { name, model, vertices, targetCount, ...part } = layout.read("supple_part", at);
        part.tuning = layout.read("supple_tuning", at + layout.offset("supple_part", "tuning"));
        c.web_release(at);
        return { ...part, name: supple.text(name), model: MODELS[model], vertices: supple.view(Uint32Array, vertices, part.vertexCount),
                 targets: Array.from({ length: targetCount }, (_, target) =>
                     supple.text(c.supple_asset_target_name(this.at, index, target))) };
    }

    // What a recorded part has: states, entries by name, responses. Null of other parts.
    recorded(part) {
        const { c } = this.supple, index = this.partAt(part);
        const told = this.struct("supple_recorded", at => c.supple_asset_recorded(at, this.at, index));
        if (told.stateCount === 0)
            return null;
        const { entryCount, responseCount, ...all } = told;
        return { ...all,
            entries: Array.from({ length: entryCount }, (_, i) => {
                const entry = this.struct("supple_entry", at => c.supple_asset_entry(at, this.at, index, i));
                return { ...entry, name: this.supple.text(entry.name), movesSupport: entry.movesSupport !== 0 };
            }),
            responses: Array.from({ length: responseCount }, (_, i) => {
                const response = this.struct("supple_recorded_response", at => c.supple_asset_response(at, this.at, index, i));
                return { ...response, isStart: response.isStart !== 0, end: ENDS[response.end] };
            }) };
    }

    // What a call writes to a place for it.
    struct(name, call) {
        const { supple } = this, at = supple.allocate(supple.layout.size(name));
        call(at);
        const told = supple.layout.read(name, at);
        supple.c.web_release(at);
        return told;
    }

    // Where the vertices of a part stand in its table: what the k-th coordinate does to the i-th of them is texel
    // firstShape + k * shapePlaces + places(part)[i], and firstBend + k * bendPlaces + places(part, "bendLinks")[i].
    places(part, name = "links") {
        const index = this.partAt(part), { vertices } = this.readPart(index), links = this.array(name), n = this.vertexCount;
        return Uint32Array.from(vertices, at => {
            while (links[at] >>> 24 !== index)
                at += n;
            return links[at] & 0xffffff;
        });
    }

    mesh(index) {
        return this.struct("supple_mesh", at => this.supple.c.supple_asset_mesh(at, this.at, index));
    }

    boneName(index) {
        return this.supple.text(this.supple.c.supple_asset_bone_name(this.at, index));
    }

    frequency(coord) {
        return this.supple.c.supple_asset_frequency(this.at, coord);
    }

    // A recorded part's coordinates so many seconds after a response began.
    sample(part, response, seconds) {
        this.sampled ??= new Lasting(this.supple, Float32Array, this.coordCount);
        if (!this.supple.c.supple_asset_sample(this.at, this.partAt(part), response, seconds, this.sampled.at, 0))
            throw new RangeError(`asset.sample: part ${part} has no response ${response}, or that has no moment ${seconds} s.`);
        return this.sampled.view;
    }

    // For morph targets: what is added to normals is texels of bends times this times the first number of the
    // coordinate's row in upload(), as displacements are texels of shapes times that number.
    bendRatio(coord) {
        return this.supple.c.supple_asset_bend_ratio(this.at, coord);
    }

    // The texels of gpu/supple.glsl's supple_parts: eight numbers a part.
    partRows() {
        const rows = new Uint32Array(8 * this.partCount);
        for (let i = 0; i < this.partCount; ++i) {
            const p = this.readPart(i);
            rows.set([p.firstShape, p.firstBend, p.firstCoord, p.coordCount, p.shapePlaces, p.bendPlaces], 8 * i);
        }
        return rows;
    }

    // Whether nothing holds it: such a body can move by itself.
    get isFree() {
        return this.supple.c.supple_asset_is_free(this.at) !== 0;
    }

    // options: { gravity, worldMetres, forcing, spin, free, linear, triggers, maxPins }, each with the library's default.
    body(options = {}) {
        return new Body(this, options);
    }

    // Bodies and lights first.
    release() {
        if (this.living > 0)
            throw new Error(`asset.release: ${this.living} of its bodies and lights are not released.`);
        this.giveBack();
        this.released = true;
    }

    giveBack() {
        this.supple.c.supple_prepared_release(this.prepared);
        this.sampled?.release();
        this.supple.c.web_release(this.at);
        this.supple.c.web_release(this.bytes);
    }
}

const PART = named(asset => asset.partNames, "part"), below = name => whole(0, asset => asset[name] - 1);

check(Asset, "asset", {
    array: { name: oneOf(ARRAYS) }, part: { part: PART }, recorded: { part: PART }, places: { part: PART, name: optional(oneOf(["links", "bendLinks"])) },
    mesh: { index: below("meshCount") }, boneName: { index: below("boneCount") }, frequency: { coord: below("coordCount") },
    sample: { part: PART, response: whole(0, 2 ** 31 - 1), seconds: number(0) }, bendRatio: { coord: below("coordCount") }, partRows: {},
    body: { options: optional(BODY_OPTIONS) }, release: {},
});
