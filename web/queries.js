// Methods of World: what a ray meets, what a shape overlaps or meets on its path, what is nearest; and what happened in a step.
// world.js puts them on the class.
// SPDX-License-Identifier: MIT

import { FILTER, LIMIT, MOST, POSE, VECTOR, fields, number, numbers, oneOf, optional, told } from "./argument.js";

const KINDS = ["began", "ended", "hit", "entered", "left", "broke", "slept", "woke"]; // as supple.h numbers them
const SHAPES = { sphere: 1, capsule: 2, box: 3 };
const DRAWN = ["colliders", "surfaces", "bounds", "contacts", "joints", "centres", "islands"]; // bits, in this order
const DRAWN_SIZE = 108; // bytes of wasm.c's struct drawn
const ALL = 0xffffffff;

export const queries = {
    // The first that the displacement from `origin` to origin + displacement meets, or null: { body, collider, part, point, place, normal, distance }.
    // filter: { category, mask, group }; without it everything is met.
    ray(origin, displacement, filter) {
        const found = this.c.supple_world_ray(this.at, this.vec("place", origin), this.vec("displacement", displacement), this.filterAt(filter), this.address("hit"));
        return found ? this.readHit(this.address("hit")) : null;
    },

    // Whether it meets anything.
    rayAny(origin, displacement, filter) {
        return this.c.supple_world_ray(this.at, this.vec("place", origin), this.vec("displacement", displacement), this.filterAt(filter), 0) !== 0;
    },

    // The first place on each body and collider that it meets, the nearest first.
    rayAll(origin, displacement, filter, most = 64) {
        this.vec("place", origin);
        this.vec("displacement", displacement);
        return this.several("supple_hit", most, at =>
            this.c.supple_world_ray_all(this.at, this.address("place"), this.address("displacement"), this.filterAt(filter), at, most), at => this.readHit(at));
    },

    // All that a shape, { kind: "sphere" | "capsule" | "box", radius, half }, overlaps.
    overlap(shape, pose, filter, most = 64) {
        const at = this.shapeAt(shape);
        this.writePose(pose);
        return this.several("supple_hit", most, out =>
            this.c.supple_world_overlap(this.at, at, this.address("pose"), this.filterAt(filter), out, most), hit => this.readHit(hit));
    },

    // What such a shape meets first on its path, or null.
    cast(shape, pose, displacement, filter) {
        const found = this.c.supple_world_cast(this.at, this.shapeAt(shape), this.writePose(pose), this.vec("displacement", displacement), this.filterAt(filter), this.address("hit"));
        return found ? this.readHit(this.address("hit")) : null;
    },

    // The nearest point of any surface to a place, no farther than `within`, or null.
    nearest(place, within, filter) {
        const found = this.c.supple_world_nearest(this.at, this.vec("place", place), within, this.filterAt(filter), this.address("hit"));
        return found ? this.readHit(this.address("hit")) : null;
    },

    // What happened in the last step: { kind: "began" | "ended" | "hit" | "entered" | "left" | "broke" | "slept" | "woke", body, other,
    // collider, joint, place, normal, impulse, speed }.
    events() {
        const most = this.c.supple_world_events(this.at, 0, 0);
        return this.several("supple_event", most, at => this.c.supple_world_events(this.at, at, most), at => {
            const { kind, body, other, ...event } = this.layout.read("supple_event", at), name = KINDS[kind];
            const find = address => (name === "ended" || name === "left" ? this.left.get(address) : null) ?? this.bodies.get(address) ?? null;
            return { ...event, kind: name, body: find(body), other: find(other) };
        });
    },

    // The world in lines, all or some of "colliders", "surfaces", "bounds", "contacts", "joints", "centres", "islands":
    // { places: six numbers a line, colors: 0xrrggbb }, of your own.
    lines(what = DRAWN) {
        const { c, supple } = this, bits = bitsOf(what), count = c.web_world_lines(this.at, bits, 0, 0, 0), at = supple.allocate(28 * Math.max(count, 1)), behind = at + 24 * count;
        c.web_world_lines(this.at, bits, at, behind, count);
        const drawn = { places: supple.view(Float32Array, at, 6 * count).slice(), colors: supple.view(Uint32Array, behind, count).slice() };
        c.web_release(at);
        return drawn;
    },

    // The same for who draws more than lines: { points, lines, triangles, texts }, each { places: three, six or nine numbers, colors },
    // and texts have `words`, a string each. Points are crosses in lines(), and triangles their edges.
    drawing(what = DRAWN) {
        const { c, supple } = this, bits = bitsOf(what), count = c.web_world_drawing(this.at, bits, 0, 0), at = supple.allocate(DRAWN_SIZE * Math.max(count, 1));
        c.web_world_drawing(this.at, bits, at, count);
        const words = [], kinds = Array.from({ length: 4 }, () => ({ places: [], colors: [] }));
        for (let i = 0; i < count; ++i) {
            const [kind, color] = supple.view(Uint32Array, at + DRAWN_SIZE * i, 2), list = kinds[kind];
            list.places.push(...supple.view(Float32Array, at + DRAWN_SIZE * i + 8, 3 * Math.max(kind, 1)));
            list.colors.push(color);
            if (kind === 0) {
                const bytes = supple.view(Uint8Array, at + DRAWN_SIZE * i + 44, 64);
                words.push(String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0))));
            }
        }
        c.web_release(at);
        const [texts, points, lines, triangles] = kinds.map(({ places, colors }) => ({ places: new Float32Array(places), colors: new Uint32Array(colors) }));
        return { points, lines, triangles, texts: { ...texts, words } };
    },

    // call(address) writes up to `most` structs and returns how many there are; read(address) of each that was written.
    several(struct, most, call, read) {
        const size = this.layout.size(struct), at = this.supple.allocate(size * Math.max(most, 1));
        const count = Math.min(call(at), most), found = Array.from({ length: count }, (_, i) => read(at + i * size));
        this.c.web_release(at);
        return found;
    },

    readHit(at) {
        const { body, ...hit } = this.layout.read("supple_hit", at, ["body", "collider", "part", "place", "normal", "distance"]);
        const point = this.layout.read("supple_point", at + this.layout.offset("supple_hit", "at"));
        return { ...hit, body: this.bodies.get(body) ?? null, point: body === 0 ? null : { vertices: point.vertex, weights: point.weight } };
    },

    shapeAt(shape) {
        const { kind, ...sizes } = shape, at = this.address("shape");
        this.c.supple_shape_default(at, SHAPES[kind]);
        this.layout.write("supple_shape", at, { ...sizes, kind: SHAPES[kind] });
        return at;
    },

    vec(place, values) {
        this.supple.view(Float32Array, this.address(place), 3).set(values);
        return this.address(place);
    },

    filterAt(filter) {
        if (filter == null)
            return 0;
        this.layout.write("supple_filter", this.address("filter"), { category: ALL, mask: ALL, group: 0, ...filter });
        return this.address("filter");
    },
};

const SIZES = { radius: number(0), half: numbers(3, size => size >= 0) };
const SHAPE = (value, self) => fields({ kind: oneOf(Object.keys(SHAPES)), radius: optional(SIZES.radius), half: optional(SIZES.half) })(value, self) ??
    (value.kind !== "box" && value.radius === undefined || value.kind !== "sphere" && value.half === undefined
        ? { Wrong: TypeError, text: ` is a ${value.kind}, which has ${value.kind === "sphere" ? "a radius" : value.kind === "box" ? "half" : "a radius and half"}` } : null);
const WHAT = value => (Array.isArray(value) && value.every(name => DRAWN.includes(name)) ? null
    : { Wrong: TypeError, text: ` are some of ${DRAWN.map(name => JSON.stringify(name)).join(", ")}, not ${Array.isArray(value) ? value.map(told).join(", ") : told(value)}` });
const bitsOf = what => what.reduce((sum, name) => sum | 1 << DRAWN.indexOf(name), 0);
const FILTERED = optional(FILTER), RAY = { origin: VECTOR, displacement: VECTOR, filter: FILTERED };

// What they take.
export const QUERIES = {
    ray: RAY, rayAny: RAY, rayAll: { ...RAY, most: optional(MOST) }, overlap: { shape: SHAPE, pose: POSE, filter: FILTERED, most: optional(MOST) },
    cast: { shape: SHAPE, pose: POSE, displacement: VECTOR, filter: FILTERED }, nearest: { place: VECTOR, within: LIMIT, filter: FILTERED }, events: {}, lines: { what: optional(WHAT) },
    drawing: { what: optional(WHAT) },
};
