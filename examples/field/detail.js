// Level of detail whose changes nobody sees. Each level knows how far, in metres, it puts a vertex from where the full body has it, measured at the
// beginning over the clips, and is taken only where that is about a pixel; and no change is at once.
//
// Flesh: the first n coordinates of each part (supple_body_detail), which the library fades. Mesh: vertices stand for others near by, each level for
// those of the one before, so that all share one buffer of vertices; between two levels vertices wander to those that stand for them. Both have
// hysteresis: a coarser level is taken where it is off by less than DOWN, and left where it is off by more than UP.
// SPDX-License-Identifier: MIT

const DOWN = 0.9;                  // pixels, of either
export const UP = 1.2;
export const WANDER = 0.6;         // seconds from a mesh to the next
const RADII = [0.012, 0.022, 0.04, 0.075]; // parts of the body's height: 2, 3.6, 6.6, 12 cm of a bather of 1.65 m
const ALIKE = 0.12, FACING = 0.25; // of colours, and the cosine of normals, of vertices that stand for each other
const TOLD_BY = 6;                 // frames of each clip in which vertices that stand for each other are near each other
const EVERY = 7;                   // frames of a clip between those in which errors are measured, the second time that it is played
const FEWER = 2;                   // coordinates of a part between a level of flesh and the next

// ---- meshes ----------------------------------------------------------------------------

// Where all vertices are in some frames of the clips, with flesh that hangs still.
function sampled(asset, poses) {
    const body = asset.body(), all = [];
    poses.clips.forEach(({ count }, clip) => {
        for (let i = 0; i < TOLD_BY; ++i) {
            body.place(poses.palette(poses.line(clip, Math.floor(count * i / TOLD_BY))));
            all.push(body.skin().positions.slice());
        }
    });
    body.release();
    return all;
}

// For each of the vertices `among` the one that stands for it: no farther than `radius` in any of `places`, facing as it does, and coloured like it.
function standIns(among, { places, normals, colors }, radius) {
    const stands = new Map(), cells = new Map(), [first] = places;
    const cell = (x, y, z) => (x * 73856093 ^ y * 19349663 ^ z * 83492791) >>> 0;
    const distance = (v, s, least) => { // squared, the longest of all places; Infinity of those that are too unlike, or not nearer than `least`
        let facing = 0, far = 0;
        for (let k = 0; k < 3; ++k) {
            facing += normals[3 * v + k] * normals[3 * s + k];
            if (Math.abs(colors[4 * v + k] - colors[4 * s + k]) > ALIKE)
                return Infinity;
        }
        for (let i = 0; facing > FACING && i < places.length && far < least; ++i) {
            const p = places[i];
            far = Math.max(far, (p[3 * v] - p[3 * s]) ** 2 + (p[3 * v + 1] - p[3 * s + 1]) ** 2 + (p[3 * v + 2] - p[3 * s + 2]) ** 2);
        }
        return facing > FACING && far < least ? far : Infinity;
    };
    for (const v of among) {
        const [x, y, z] = [0, 1, 2].map(k => Math.floor(first[3 * v + k] / radius));
        let best = v, least = radius * radius;
        for (let i = 0; i < 27; ++i)
            for (const s of cells.get(cell(x + i % 3 - 1, y + Math.floor(i / 3) % 3 - 1, z + Math.floor(i / 9) - 1)) ?? []) {
                const far = distance(v, s, least);
                if (far < least)
                    [best, least] = [s, far];
            }
        stands.set(v, best);
        const key = cell(x, y, z);
        if (best === v)
            cells.has(key) ? cells.get(key).push(v) : cells.set(key, [v]);
    }
    return stands;
}

// Triangles whose corners are three still, by those that stand for them.
function collapse(triangles, stands) {
    const out = [];
    for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [stands[triangles[i]], stands[triangles[i + 1]], stands[triangles[i + 2]]];
        if (a !== b && b !== c && c !== a)
            out.push(a, b, c);
    }
    return Uint32Array.from(out);
}

// [{ triangles, vertexCount, stands: whom each vertex of the body is stood for by, next: ... and by whom in the next level, error: 0 }], the finest first.
function makeMeshes(asset, look, poses) {
    const [normals, triangles] = ["normals", "triangles"].map(name => asset.array(name).slice()), of = { places: sampled(asset, poses), normals, colors: look.colors };
    let low = Infinity, high = -Infinity, all = Uint32Array.from({ length: asset.vertexCount }, (_, v) => v);
    for (let i = 1; i < of.places[0].length; i += 3)
        low = Math.min(low, of.places[0][i]), high = Math.max(high, of.places[0][i]);
    const levels = [{ triangles, stands: all }];
    for (const radius of RADII) {
        const next = standIns(new Set(all), of, radius * (high - low)), stands = all.map(v => next.get(v));
        levels.push({ triangles: collapse(triangles, stands), stands });
        all = stands;
    }
    return levels.map((level, i) => ({ ...level, next: (levels[i + 1] ?? level).stands, vertexCount: new Set(level.triangles).size, error: 0 }));
}

// ---- how far each level may be off -----------------------------------------------------

// Of vertices from those of another body, or from others of the same: `from(v)`.
function farthest(a, b, from) {
    let most = 0;
    for (let v = 0; v < a.length / 3; ++v) {
        const i = 3 * v, k = 3 * from(v);
        most = Math.max(most, (a[i] - b[k]) ** 2 + (a[i + 1] - b[k + 1]) ** 2 + (a[i + 2] - b[k + 2]) ** 2);
    }
    return Math.sqrt(most);
}

// A body of all coordinates beside those of fewer, through every clip: [{ coords, error }], the most coordinates first. Errors of meshes are put there.
function measure(asset, poses, dt, meshes) {
    const most = Math.max(...asset.coordCounts), flesh = [];
    for (let coords = most; coords > 0; coords -= FEWER)
        flesh.push({ coords, error: 0, body: asset.body() });
    flesh.push({ coords: 0, error: 0, body: asset.body() });
    const [{ body: full }] = flesh, now = body => body.out.positions; // of skin(); views end where memory grows
    flesh.forEach(({ coords, body }) => body.detail(coords));
    poses.clips.forEach(({ count }, clip) => {
        flesh.forEach(({ body }) => body.place(poses.palette(poses.line(clip, 0))));
        for (let step = 1; step <= 2 * count; ++step) {
            const palette = poses.palette(poses.line(clip, step));
            for (const { body } of flesh) {
                body.drive(palette);
                body.step(dt);
            }
            if (step <= count || step % EVERY !== 0)
                continue;
            flesh.forEach(({ body }) => body.skin());
            for (const mesh of meshes)
                mesh.error = Math.max(mesh.error, farthest(now(full), now(full), v => mesh.stands[v]));
            for (const level of flesh)
                level.error = Math.max(level.error, farthest(now(level.body), now(full), v => v));
        }
    });
    flesh.forEach(({ body }) => body.release());
    flesh.forEach((level, i) => (level.error = Math.max(level.error, flesh[i - 1]?.error ?? 0))); // fewer are not better
    return flesh.map(({ coords, error }) => ({ coords, error }));
}

// ---- which level -----------------------------------------------------------------------

// The coarsest level that is off by less than DOWN pixels; the one there is stays while it is below UP. levels: the finest first, which is not off.
function choose(levels, now, pixels) {
    if (levels[now].error * pixels <= UP)
        return Math.max(now, levels.findLastIndex(({ error }) => error * pixels < DOWN));
    return levels.findLastIndex(({ error }) => error * pixels <= UP);
}

export class Detail {
    constructor(asset, look, poses, dt) {
        this.meshes = makeMeshes(asset, look, poses);
        this.flesh = measure(asset, poses, dt, this.meshes);
    }

    // For what stands where a metre is so many pixels: { mesh, level, flesh, coords }, the last of each part. level: 1.25 is a quarter of the way from
    // mesh 1 to mesh 2.
    begin(pixels) {
        const thing = { mesh: 0, flesh: 0 };
        this.choose(thing, pixels);
        return { ...thing, level: thing.mesh };
    }

    choose(thing, pixels) {
        thing.mesh = choose(this.meshes, thing.mesh, pixels);
        thing.flesh = choose(this.flesh, thing.flesh, pixels);
        thing.coords = this.flesh[thing.flesh].coords;
    }

    // What begin made, a step later.
    update(thing, pixels, dt) {
        this.choose(thing, pixels);
        const left = thing.mesh - thing.level, most = dt / WANDER;
        thing.level = Math.abs(left) <= most ? thing.mesh : thing.level + Math.sign(left) * most;
    }
}
