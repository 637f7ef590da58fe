// Queries and events of a world from JavaScript: node queries.mjs supple.wasm FREE.supple
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";
import { law, near, saying } from "./laws.mjs";

const supple = await load(readFileSync(process.argv[2])), asset = supple.asset(readFileSync(process.argv[3]));
const at = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1], STILL = [0, 0, 0];

function thrown(world, y) {
    const body = asset.body({ free: true });
    body.setMotion({ pose: at(0, y, 0), velocity: STILL, spin: STILL });
    world.add(body);
    return body;
}

// The least share of the way at which it crosses a displayed triangle (Moeller & Trumbore 1997); 2: none.
function cross(body, from, way) {
    const { positions } = body.skin(), triangles = asset.array("triangles"), minus = (a, b) => a.map((x, i) => x - b[i]);
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const times = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let least = 2;
    for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map(k => [...positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3)]);
        const e = minus(b, a), f = minus(c, a), p = times(way, f), det = dot(e, p), s = minus(from, a), u = dot(s, p) / det;
        const q = times(s, e), v = dot(way, q) / det, share = dot(f, q) / det;
        if (u >= 0 && v >= 0 && u + v <= 1 && share >= 0)
            least = Math.min(least, share);
    }
    return least;
}

law("rays meet the triangles that are shown", () => {
    const world = makeWorld(supple), body = thrown(world, 0);
    let met = 0;
    for (let i = 0; i < 200; ++i) {
        const angle = 0.31 * i, from = [Math.cos(angle), 0.4 * Math.sin(2.7 * i), Math.sin(angle)];
        const way = from.map((x, k) => -2 * x + 0.2 * Math.sin(7 * i + k)), right = cross(body, from, way), hit = world.ray(from, way);
        if ((hit !== null) !== (right <= 1) || world.rayAny(from, way) !== (hit !== null))
            return false;
        met += hit !== null;
        if (hit) {
            near([hit.distance], [right], 1e-5);
            near(body.position(hit.point), hit.place, 1e-5);
        }
    }
    return met > 30 && met < 190;
});

law("overlaps, casts and what is nearest name body or collider", () => {
    const world = makeWorld(supple), body = thrown(world, 0), ground = world.addCollider({ kind: "plane" }, at(0, -1, 0)), { low, high } = body.bounds;
    const box = { kind: "box", half: [2, 2, 2] }, over = world.overlap(box, at(0, 0, 0)), cast = world.cast({ kind: "sphere", radius: 0.5 }, at(9, 2, 0), [0, -5, 0]);
    near([cast.distance], [0.5], 1e-5);
    near(cast.place, [9, -1, 0], 1e-5);
    near([world.nearest([9, 0.5, 0], 3).distance], [1.5], 1e-6);
    const all = world.rayAll([high[0] - 0.03, 5, 0], [0, -10, 0]);
    return over.some(hit => hit.body === body) && over.some(hit => hit.collider === ground) && cast.collider === ground && cast.body === null &&
        low[0] < high[0] && world.ray([0, 5, 0], [0, -10, 0], { mask: 0 }) === null && all.length === 2 && all[1].collider === ground && all[0].body === body;
});

law("events balance, also of what was removed", () => {
    const world = makeWorld(supple, { hitSpeed: 0.5 }), body = thrown(world, 1), counts = {};
    world.addCollider({ kind: "plane" }, at(0, 0, 0));
    const gate = world.addCollider({ kind: "sphere", radius: 0.3, sensor: true }, at(0, 0.6, 0));
    let last = [];
    const step = () => {
        world.step(1 / 60);
        last = world.events();
        for (const { kind } of last)
            counts[kind] = (counts[kind] ?? 0) + 1;
    };
    for (let i = 0; i < 120; ++i)
        step();
    const touching = (counts.began ?? 0) - (counts.ended ?? 0), entered = counts.entered ?? 0;
    world.remove(body);
    step();
    return touching === 1 && entered >= 1 && counts.hit >= 1 && last.some(event => event.kind === "ended" && event.body === body) &&
        counts.began === counts.ended && counts.entered === counts.left && world.colliderState(gate).kind === "sphere";
});

law("a world is lines that lie on its things", () => {
    const world = makeWorld(supple), body = thrown(world, 0), { low, high } = body.bounds;
    world.addCollider({ kind: "sphere", radius: 0.5 }, at(9, 0, 0));
    const { places, colors } = world.lines(["colliders"]), all = world.lines(), box = world.lines(["bounds"]);
    const far = Array.from({ length: places.length / 3 }, (_, i) => Math.hypot(places[3 * i] - 9, places[3 * i + 1], places[3 * i + 2]));
    near([Math.min(...far), Math.max(...far)], [0.5, 0.5], 1e-5);
    near([Math.min(...box.places.filter((_, i) => i % 3 === 0)), Math.max(...box.places.filter((_, i) => i % 3 === 1))], [low[0], high[1]], 1e-6);
    saying(/world.lines: what are some of "colliders".*not "walls"/, () => world.lines(["walls"]));
    return colors.length === 72 && places.length === 6 * 72 && all.colors.length > 200;
});

law("queries write into places of their own: nothing at the address that is none", () => {
    const world = makeWorld(supple), none = () => supple.view(Uint32Array, 0, 4).join(), before = none();
    thrown(world, 0);
    world.ray(STILL, [1, 2, 3]);
    world.rayAny(STILL, [4, 5, 6]);
    world.rayAll(STILL, [7, 8, 9]);
    world.cast({ kind: "sphere", radius: 1 }, at(0, 0, 0), [1, 2, 3]);
    world.nearest(STILL, 1);
    world.overlap({ kind: "sphere", radius: 1 }, at(0, 0, 0));
    return none() === before;
});

law("points, triangles and words are what its lines stand for", () => {
    const world = makeWorld(supple), body = thrown(world, 0);
    world.addCollider({ kind: "box", half: [1, 2, 3] }, at(9, 0, 0));
    const box = world.drawing(["colliders"]), all = world.drawing(), { points, triangles, texts } = world.drawing(["surfaces", "islands", "bounds"]);
    near([Math.min(...box.triangles.places), Math.max(...box.triangles.places)], [-3, 10], 1e-6);
    saying(/world.drawing: what are some of "colliders".*not "walls"/, () => world.drawing(["walls"]));
    return box.triangles.colors.length === 12 && box.lines.colors.length === 0 && points.colors.length === 1 && texts.words[0] === "body 0" &&
        triangles.colors.length === body.asset.triangleCount && all.texts.words.some(word => / kg$/.test(word));
});

law("a wrong argument of a query is a sentence", () => {
    const world = makeWorld(supple);
    saying(/world.ray: displacement is 3 numbers, not an array of 2/, () => world.ray(STILL, [1, 2]));
    saying(/shape.kind is one of "sphere", "capsule", "box", not "plane"/, () => world.overlap({ kind: "plane" }, at(0, 0, 0)));
    saying(/"masks".*category, mask, group/, () => world.ray(STILL, [1, 2, 3], { masks: 1 }));
    saying(/world.cast: pose is 16 numbers/, () => world.cast({ kind: "sphere", radius: 1 }, STILL, [1, 2, 3]));
    saying(/world.step: dt is a number, not undefined/, () => world.step());
    return true;
});
