// The WebAssembly build as a page uses it, through web/supple.js: node wasm.mjs MODULE.wasm FILE.supple
//
// That its bits are those of the native library is tools/checks/bits.sh's matter.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { makeCrowd } from "../../web/crowd.js";
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";
import { scripted } from "./palette.mjs";

const wasm = readFileSync(process.argv[2]), file = readFileSync(process.argv[3]);
let failed = 0;

async function law(name, run) {
    try {
        const trouble = await run();
        if (trouble)
            throw new Error(trouble);
        console.log(`ok ${name}`);
    } catch (error) {
        ++failed;
        console.log(`FAILED ${name}: ${error.message}`);
    }
}

function play(body, frames) {
    const palette = new Float32Array(16 * body.asset.boneCount);
    body.place(scripted(palette, 0));
    for (let frame = 1; frame <= frames; ++frame) {
        body.drive(scripted(palette, frame / 60));
        body.step(1 / 60);
    }
    return body;
}

// What moves a vertex, by its links, as the shader finds it.
function byLinks(asset, rows, vertex, axis) {
    let sum = 0;
    for (let layer = 0; layer < asset.layerCount; ++layer) {
        const link = asset.array("links")[layer * asset.vertexCount + vertex];
        if (link === 0xffffffff)
            continue;
        const part = asset.part(link >>> 24), { texels } = asset.shapes; // views last until the memory grows
        for (let k = 0; k < part.coordCount; ++k)
            sum += rows[4 * (part.firstCoord + k)] *
                texels[3 * (part.firstShape + k * part.shapePlaces + (link & 0xffffff)) + axis];
    }
    return sum;
}

await law("the golden asset is read", async () => {
    const asset = (await load(wasm)).asset(file);
    return [101, 528].includes(asset.vertexCount) && asset.partCount === 3 && asset.part(2).name === "hülle" &&
        asset.boneName(1) === "bone 1" && Math.abs(asset.metres - 0.1) < 1e-7 && asset.array("triangles").length === 528 &&
        asset.mesh(0).triangleCount === 176 ? "" : JSON.stringify(asset.part(2));
});

await law("coordinates that are told are gone on with", async () => {
    const asset = (await load(wasm)).asset(file), one = play(asset.body(), 40), two = asset.body();
    two.restore(one.save());
    const rang = Array.from({ length: asset.partCount }, (_, i) => {
        const { firstCoord, coordCount, name } = asset.part(i);
        const [coords, speeds] = [one.coords, one.speeds].map(all => all.slice(firstCoord, firstCoord + coordCount));
        two.setCoords(name, { coords: coords.map(() => 0), speeds: coords.map(() => 1) });
        two.setCoords(i, { coords, speeds });
        return coords.some(x => x !== 0) && speeds.some(x => x !== 0);
    });
    one.step(1 / 60);
    two.step(1 / 60);
    const same = one.coords.every((x, i) => x === two.coords[i]), said = [];
    for (const wrong of [{ coords: [NaN] }, { speeds: [] }, { coords: [0, 0] }])
        try {
            two.setCoords(0, { coords: wrong.coords && new Array(asset.part(0).coordCount - 1 + wrong.coords.length).fill(wrong.coords[0]), speeds: wrong.speeds });
        } catch (error) {
            said.push(error.message);
        }
    return same && rang.every(Boolean) && said.length === 3 && /coords has NaN at index 0/.test(said[0]) && /state.speeds is \d+ numbers, not an array of 0/.test(said[1]) ? "" : JSON.stringify({ same, rang, said });
});

await law("an input does to weights what it says", async () => {
    const asset = (await load(wasm)).asset(readFileSync(new URL("../golden/inputs.supple", import.meta.url))), body = asset.body();
    const still = Float32Array.from({ length: 16 * asset.boneCount }, (_, i) => i % 16 % 5 === 0 ? 1 : 0);
    body.setInput("smile", 1);
    body.place(still);
    const weights = [0, 2].map(part => Array.from(body.weights(part).slice(0, 4)));
    let said = "";
    try {
        body.setInput("frown", 1);
    } catch (error) {
        said = error.message;
    }
    return asset.inputNames.join() === "smile,tension" && weights[0][2] > 0.9999 && weights[1][0] > 0.9999 && body.input(0) === 1 && /"tension"/.test(said)
        ? "" : JSON.stringify({ weights, said, names: asset.inputNames });
});

await law("played vertices are rest plus what the tables say", async () => {
    const asset = (await load(wasm)).asset(file), body = play(asset.body(), 40);
    const rows = body.upload().slice(), positions = body.evaluate().positions.slice(), rest = asset.array("positions").slice();
    let farthest = 0, moved = 0;
    for (let i = 0; i < asset.vertexCount; ++i)
        for (let axis = 0; axis < 3; ++axis) {
            const by = byLinks(asset, rows, i, axis);
            moved = Math.max(moved, Math.abs(by));
            farthest = Math.max(farthest, Math.abs(positions[3 * i + axis] - rest[3 * i + axis] - by));
        }
    return moved > 0.01 && farthest < 1e-5 ? "" : `moved ${moved}, off by ${farthest}`;
});

// What a coordinate does to the members of a part, by their places, is what the links of each vertex say.
await law("places are where the links of a part's vertices lead", async () => {
    const asset = (await load(wasm)).asset(file), n = asset.vertexCount;
    for (let p = 0; p < asset.partCount; ++p)
        for (const [name, count] of [["links", "shapePlaces"], ["bendLinks", "bendPlaces"]]) {
            const places = asset.places(p, name), part = asset.part(p), links = asset.array(name);
            const all = Array.from(part.vertices, v => [0, 1, 2].map(layer => links[layer * n + v]).find(link => link >>> 24 === p) & 0xffffff);
            if (places.length !== part.vertexCount || all.some((place, i) => place !== places[i]) ||
                (part[count] > 0 && Math.max(...places) !== part[count] - 1))
                return `part ${p}, ${name}`;
        }
    return "";
});

await law("normals are unit in both forms", async () => {
    const body = play((await load(wasm)).asset(file).body(), 40);
    for (const recomputed of [false, true]) {
        const { normals } = body.skin(recomputed);
        for (let i = 0; i < normals.length; i += 3)
            if (Math.abs(Math.hypot(normals[i], normals[i + 1], normals[i + 2]) - 1) > 1e-5)
                return `normal ${i / 3} of ${recomputed ? "recomputed" : "linear"} ones`;
    }
});

await law("a file cut anywhere gives a result and no trap", async () => {
    const supple = await load(wasm);
    for (let size = 0; size < file.length; size += size < 600 ? 1 : 61) {
        try {
            supple.asset(file.subarray(0, size));
            return `${size} bytes were taken`;
        } catch (error) {
            if (!(error.result >= 1 && error.result <= 4))
                return `${size} bytes: ${error.message}`;
        }
    }
});

await law("changed bytes give a result or a body that plays, and no trap", async () => {
    const supple = await load(wasm);
    let state = 1, taken = 0, refused = 0;
    for (let i = 0; i < 3000; ++i) {
        const bytes = new Uint8Array(file);
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const at = i % 2 ? (state >>> 8) % bytes.length : (state >>> 8) % 2000;
        bytes[at] ^= 1 << (state >>> 5 & 7);
        let asset = null;
        try {
            asset = supple.asset(bytes);
        } catch (error) {
            if (!(error.result >= 1 && error.result <= 4))
                return `byte ${at}: ${error.message}`;
            ++refused;
            continue;
        }
        ++taken;
        const body = play(asset.body(), 2);
        body.skin(true);
        body.release();
        asset.release();
    }
    return taken > 100 && refused > 100 ? "" : `${taken} taken, ${refused} refused`;
});

await law("bodies that are released leave their memory to others", async () => {
    const supple = await load(wasm), asset = supple.asset(file);
    const some = [asset.body(), asset.body(), asset.body()];
    const size = supple.c.memory.buffer.byteLength;
    for (let i = 0; i < 500; ++i) {
        const at = i % 3;
        some[at].evaluate();
        some[at].release();
        some[at] = asset.body();
    }
    const grown = supple.c.memory.buffer.byteLength - size;
    return grown <= 65536 ? "" : `grown by ${grown} bytes`;
});

await law("a collider rides on a bone and dents another body, and not its own", async () => {
    const supple = await load(wasm), asset = supple.asset(file), world = makeWorld(supple), [one, other] = [0, 1].map(() => asset.body({ gravity: [0, 0, 0] }));
    const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], palette = x => Array(asset.boneCount).fill([...pose, x, 0, 0, 1]).flat();
    const rest = asset.array("positions"), wide = Math.max(...rest.filter((_, i) => i % 3 === 0)), high = Math.max(...rest.filter((_, i) => i % 3 === 1));
    for (const [body, x] of [[one, 0], [other, 6 * wide]]) {
        body.place(palette(x));
        world.add(body);
    }
    const ball = world.addCollider({ kind: "sphere", radius: 0.5 * wide }, [...pose, 99, 0, 0, 1]);
    world.attachCollider(ball, one, 1, [...pose, wide, high / 2, 0, 1]);
    world.step(1 / 60);
    const alone = world.contacts().length;
    let dented = 0, own = 0; // steps
    for (let i = 1; i <= 120; ++i) {
        one.drive(palette(3.6 * wide * Math.min(i / 60, 1)));
        world.step(1 / 60);
        const contacts = world.contacts().filter(contact => contact.collider === ball);
        dented += contacts.some(contact => contact.body === other);
        own += contacts.some(contact => contact.body === one);
    }
    return alone === 0 && dented > 10 && own === 0 && world.stats.rejected === 0 ? "" : JSON.stringify([alone, dented, own, world.stats]);
});

await law("options of a world that are refused are a sentence, and so is a response that there is not", async () => {
    const supple = await load(wasm), said = [{ maxBodies: 0 }, { maxBodies: 2 ** 30 }, { friction: NaN }, { response: "magic" }].map(options => {
        try {
            makeWorld(supple, options);
        } catch (error) {
            return error.message;
        }
        return "";
    });
    const large = makeWorld(supple, { maxBodies: 70000 });
    large.release();
    return said.every(text => /^makeWorld: options.*\.$/.test(text)) ? "" : JSON.stringify(said);
});

await law("a body that is released leaves its world", async () => {
    const supple = await load(wasm), asset = supple.asset(file), world = makeWorld(supple), [one, other] = [asset.body(), asset.body()];
    world.add(one);
    world.add(other);
    world.step(1 / 60);
    one.release();
    world.step(1 / 60);
    const { bodies } = world.stats;
    world.release();
    other.release();
    return bodies === 1 && world.bodies.size === 1 ? "" : JSON.stringify([bodies, world.bodies.size]);
});

await law("a crowd moves as its bodies do one by one, to the bit, with less detail too", async () => {
    const supple = await load(wasm), asset = supple.asset(file), alone = [0, 1, 2].map(() => asset.body()), together = [0, 1, 2].map(() => asset.body());
    const palette = new Float32Array(16 * asset.boneCount), crowd = makeCrowd(together), late = [0, 0.4, 1.1], read = body => [...body.upload()];
    late.forEach((t, i) => [alone[i], together[i]].forEach(body => {
        body.place(scripted(palette, t));
        body.detail(3 - i);
    }));
    for (let frame = 1; frame <= 30; ++frame) {
        late.forEach((t, i) => {
            scripted(palette, t + frame / 60);
            crowd.palettes.set(palette, 16 * asset.boneCount * i);
            alone[i].drive(palette);
            alone[i].step(1 / 60);
        });
        crowd.step(1 / 60);
    }
    const apart = alone.flatMap(read), rows = [...crowd.upload()], moved = rows.some(x => x !== 0);
    together[1].release();
    let said = "";
    try {
        crowd.step(1 / 60);
    } catch (error) {
        said = error.message;
    }
    crowd.release();
    return moved && rows.length === apart.length && rows.every((x, i) => x === apart[i]) && said.startsWith("crowd.step: body 1 was released") ? "" : `${rows.slice(0, 8)} / ${apart.slice(0, 8)} ${said}`;
});

await law("pieces of memory never overlap", async () => {
    const supple = await load(wasm), pieces = new Map();
    let state = 7;
    for (let i = 0; i < 5000; ++i) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        if (pieces.size > 40 || (state & 0x300) === 0 && pieces.size > 0) {
            const [at, [size, mark]] = [...pieces][(state >>> 12) % pieces.size];
            if (!supple.view(Uint8Array, at, size).every(byte => byte === mark))
                return `piece at ${at} was written over`;
            pieces.delete(at);
            supple.c.web_release(at);
        } else {
            const size = (state >>> 12) % 40000, at = supple.allocate(size), mark = i & 255;
            if (at % 16 !== 0)
                return `${at} is not aligned`;
            supple.view(Uint8Array, at, size).fill(mark);
            pieces.set(at, [size, mark]);
        }
    }
});

process.exit(failed ? 1 : 0);
