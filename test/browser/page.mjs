// The page of `supple view` in a browser: node page.mjs FOLDER SUPPLE, where swimmer.html, ... and their .glb are, and the command.
//
// Opened from the disk, stepped by the test and never by the clock, touched by a real mouse and real keys.
// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { artistLaws } from "./artist.mjs";
import { finish, launch, law, open, withAsset } from "./browser.mjs";
import { sceneLaws } from "./scenes.mjs";

const [, , folder, supple] = process.argv, at = name => join(folder, name);
const DRESSED = "dressed"; // has morph targets of its own, so it is compared with a take
const samples = readdirSync(folder).filter(f => f.endsWith(".html")).map(f => f.slice(0, -5)).filter(f => f !== DRESSED).sort();
const browser = await launch();

// ---- every sample ------------------------------------------------------------------------

// Shaken for a while, then the GPU's vertices beside the CPU's.
function compareOnGpu() {
    const { player, asset } = supple;
    player.playing = true;
    player.perform("shake");
    supple.viewer.entries?.trigger(0);
    supple.step(20);
    const [first] = asset.part(0).vertices;
    supple.viewer.hands.poke({ vertices: [first, first, first], weights: [1, 0, 0] }, [0.6, 0.48, 0.64]);
    supple.step(3);
    const gpu = supple.read(), { positions, normals } = player.body.skin();
    let place = 0, normal = 0, moved = 0;
    for (let i = 0; i < asset.vertexCount; ++i) {
        moved = Math.max(moved, gpu[7 * i + 3]);
        for (let k = 0; k < 3; ++k) {
            place = Math.max(place, Math.abs(gpu[7 * i + k] - positions[3 * i + k]) / player.size);
            normal = Math.max(normal, Math.abs(gpu[7 * i + 4 + k] - normals[3 * i + k]));
        }
    }
    return { place, normal, moved: moved * asset.metres / player.metres / player.size, count: asset.vertexCount };
}

const shared = {}, LOOKED_AT_AGAIN = ["swimmer", "jelly", "sphere", "posed", "walled", "seated", "recorded", "board", "door"];
for (const name of samples)
    await law(`${name} is shown as the CPU has it, and says nothing`, async () => {
        const page = (shared[name] = await open(browser, at(`${name}.html`)));
        const got = await page.evaluate(compareOnGpu), { said, asked } = page;
        const picture = await page.evaluate(() => {
            const { gl } = supple.viewer.stage, pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
            supple.step(0);
            gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            return { kinds: new Set(new Uint32Array(pixels.buffer)).size, error: gl.getError() };
        });
        if (!LOOKED_AT_AGAIN.includes(name))
            await page.close();
        if (said.length > 0 || asked.length > 0)
            return `${said} ${asked}`;
        const ok = got.place < 1e-5 && got.normal < 1e-5 && got.moved > 1e-4 && picture.kinds > 500 && picture.error === 0;
        const words = `${got.count} vertices off by ${got.place.toExponential(1)}, normals by ${got.normal.toExponential(1)}, moved ${got.moved.toFixed(4)}`;
        return ok ? { note: words } : `${words}, ${picture.kinds} colours, GL error ${picture.error}`;
    });

// The page of a sample for all that follows, set back before each law.
async function fresh(name) {
    const page = shared[name];
    page.said.length = 0;
    await page.evaluate(() => {
        const { viewer, player, camera } = supple;
        viewer.untune();
        viewer.tool = supple.firstTool ??= viewer.tool; // as the page chose it
        viewer.play(false);
        player.rate = "60";
        player.choose(player.clips.length > 0 ? 0 : -1);
        camera.reset();
        supple.step(1);
    });
    return page;
}

// The GPU's vertices after `frames` steps of a clip beside a point cache of `supple play`: a head of 32 bytes, then
// every vertex of every frame.
await law("several skins and morph targets of the file's own move as in `supple play`", async () => {
    const page = await open(browser, at(`${DRESSED}.html`)), take = readFileSync(at(`${DRESSED}.pc2`)), frames = 30;
    const count = take.readInt32LE(16), from = take.byteOffset + 32 + 12 * count * frames;
    const wanted = Array.from(new Float32Array(take.buffer.slice(from, from + 12 * count)));
    const got = await page.evaluate(([wanted, frames]) => {
        const { player, asset } = supple;
        player.rest();
        player.playing = true;
        supple.step(frames);
        const gpu = supple.read(), flesh = player.body.skin().positions;
        let off = 0, own = 0;
        for (let i = 0; i < wanted.length; ++i) {
            const place = gpu[7 * Math.floor(i / 3) + i % 3];
            off = Math.max(off, Math.abs(place - wanted[i]) / player.size);
            own = Math.max(own, Math.abs(place - flesh[i]) / player.size);
        }
        return { off, own, same: 3 * asset.vertexCount === wanted.length };
    }, [wanted, frames]);
    const { said } = page, words = `off by ${got.off.toExponential(1)}, own targets move ${got.own.toFixed(4)}`;
    shared[DRESSED] = page;
    return got.same && got.off < 1e-5 && got.own > 1e-3 && said.length === 0 ? { note: words } : `${words} ${said}`;
});

// ---- hands on ----------------------------------------------------------------------------

// A point of soft flesh that can be seen: where in the window, and where on the body.
function findFlesh() {
    const { player, asset, viewer, camera } = supple, { canvas } = viewer, { vertices } = asset.part(0);
    const { positions } = player.body.skin(), size = [canvas.clientWidth, canvas.clientHeight];
    let best = null;
    for (let i = 0; i < vertices.length; i += 3) {
        const p = positions.subarray(3 * vertices[i], 3 * vertices[i] + 3), s = camera.project(p, [0, 0]);
        const x = Math.round((s[0] + 1) / 2 * size[0]), y = Math.round((1 - s[1]) / 2 * size[1]);
        const hit = document.elementFromPoint(x, y) === canvas && viewer.hands.pick(x, y);
        if (!hit || Math.abs(hit.depth - camera.depth(p)) > 0.01 * player.size || hit.vertices.some(v => asset.array("links")[v] === 0xffffffff))
            continue;
        player.body.place(player.skeleton.palette);
        const before = player.body.velocity(hit), push = [0.01, 0, 0];
        player.body.impulse(hit, push);
        const give = Math.hypot(...player.body.velocity(hit).map((v, k) => v - before[k]));
        if (!best || give > best.give)
            best = { x, y, give };
    }
    player.rest();
    return best;
}

const onScreen = () => {
    const { player, viewer, camera } = supple, p = player.body.position(supple.point), s = camera.project(p, [0, 0]);
    return [(s[0] + 1) / 2 * viewer.canvas.clientWidth, (1 - s[1]) / 2 * viewer.canvas.clientHeight];
};

await law("a drag takes the flesh along with the pointer, and it springs back", async () => {
    const page = await fresh("swimmer");
    await page.evaluate(() => { // nearer: a pixel is then a small way for the flesh
        supple.camera.zoom(0.4);
        supple.step(0);
    });
    const { x, y } = await page.evaluate(findFlesh);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.evaluate(() => (supple.point = supple.viewer.hands.job.hit));
    const kind = await page.evaluate(() => supple.viewer.hands.job.kind), from = await page.evaluate(onScreen);
    for (const [dx, dy] of [[2, 2], [4, 4], [6, 5], [8, 6]]) {
        await page.mouse.move(x + dx, y + dy);
        await page.evaluate(() => supple.step(20));
    }
    const there = await page.evaluate(onScreen), off = Math.hypot(there[0] - x - 8, there[1] - y - 6);
    await page.mouse.up();
    await page.evaluate(() => supple.step(3));
    const left = await page.evaluate(onScreen);
    await page.evaluate(() => supple.step(600));
    const back = await page.evaluate(onScreen), away = Math.hypot(back[0] - from[0], back[1] - from[1]);
    const moved = Math.hypot(there[0] - from[0], there[1] - from[1]), { said } = page;
    return kind === "grab" && off < 3 && moved > 5 && away < 1 && Math.hypot(left[0] - there[0], left[1] - there[1]) > 0.3 && said.length === 0
        ? { note: `${off.toFixed(2)} pixels from the pointer, back within ${away.toFixed(2)}` }
        : `${kind}, ${off} off, moved ${moved}, ${away} away at the end, ${said}`;
});

await law("a click with the poke tool sets the flesh swinging, and it comes to rest", async () => {
    const page = await fresh("swimmer");
    const { x, y } = await page.evaluate(findFlesh);
    await page.locator("#tools").getByLabel("Poke").check({ force: true });
    await page.evaluate(() => (supple.rest = supple.player.body.coords.slice()));
    await page.mouse.click(x, y);
    const swing = () => page.evaluate(() => Math.max(...supple.player.body.coords.map((q, i) => Math.abs(q - supple.rest[i]))));
    await page.evaluate(() => supple.step(8));
    const early = await swing();
    await page.evaluate(() => supple.step(900));
    const late = await swing();
    return early > 50 * late && early > 0 ? "" : `${early}, then ${late}`;
});

await law("dragging with the move tool shakes the whole body", async () => {
    const page = await fresh("jelly");
    const { x, y } = await page.evaluate(findFlesh);
    await page.getByLabel("Move", { exact: true }).check({ force: true });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y);
    await page.evaluate(() => supple.step(6));
    const [shift, q] = await page.evaluate(() => [supple.player.skeleton.shift[0], Math.max(...supple.player.body.coords.map(Math.abs))]);
    await page.mouse.up();
    await page.evaluate(() => supple.step(600));
    const home = await page.evaluate(() => Math.hypot(...supple.player.skeleton.shift));
    return shift > 0 && q > 1e-6 && home < 1e-4 ? "" : `shifted ${shift}, q ${q}, home ${home}`;
});

await law("dragging beside the body, keys and the wheel move the camera", async () => {
    const page = await fresh("swimmer");
    const look = () => page.evaluate(() => [supple.camera.yaw, supple.camera.distance, supple.camera.target[0]]);
    const first = await look();
    await page.mouse.move(60, 160);
    await page.mouse.down();
    await page.mouse.move(160, 160);
    await page.mouse.up();
    const turned = await look();
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(50);
    const zoomed = await look();
    await page.locator("#view").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    const keyed = await look();
    return turned[0] !== first[0] && zoomed[1] > turned[1] && keyed[0] !== zoomed[0] && keyed[2] !== zoomed[2] ? "" : JSON.stringify([first, turned, zoomed, keyed]);
});

// ---- bodies that nothing holds -------------------------------------------------------------

const heightOf = () => supple.player.company.bodies.map(({ body }) => {
    const { positions } = body.skin();
    let low = Infinity;
    for (let i = 1; i < positions.length; i += 3)
        low = Math.min(low, positions[i]);
    return (low - supple.player.low[1]) / supple.player.size;
});

await law("a free body falls onto the floor and stays on it; another falls beside it", async () => {
    const page = await fresh("sphere"), low = () => page.evaluate(heightOf);
    await page.getByRole("button", { name: "Drop" }).click();
    await page.evaluate(() => supple.step(1));
    const above = await low();
    await page.evaluate(() => supple.step(150));
    const landed = await low();
    await page.getByRole("button", { name: "Another" }).click();
    await page.evaluate(() => supple.step(150));
    const both = await low(), shown = await page.evaluate(() => supple.viewer.stage.slots.filter(slot => slot.shown).length);
    await page.getByRole("button", { name: "Alone" }).click();
    await page.evaluate(() => supple.step(1));
    const alone = (await low()).length, { said } = page;
    return above[0] > 0.3 && Math.abs(landed[0]) < 0.03 && both.length === 2 && both.every(x => x > -0.03 && x < 1.2) && shown === 2 && alone === 1 && said.length === 0
        ? { note: `dropped from ${above[0].toFixed(2)} of its size, ${landed.map(x => x.toFixed(4))} above the floor` }
        : JSON.stringify([above, landed, both, shown, alone, said]);
});

await law("entries of a recording are buttons and keys, a pull triggers the nearest, and the portrait goes with it", async () => {
    const page = await fresh("recorded"), now = () => page.evaluate(() => ({ ...supple.player.body.playing(0), q: [...supple.player.body.coords] }));
    const names = await page.evaluate(() => supple.viewer.entries.all.map(e => e.name));
    const [x, y] = await page.evaluate(() => { // its middle
        const { player: { low, high }, camera, viewer: { canvas } } = supple, s = camera.project(low.map((a, i) => (a + high[i]) / 2), [0, 0]);
        return [(s[0] + 1) / 2 * canvas.clientWidth, (1 - s[1]) / 2 * canvas.clientHeight];
    }), { begun } = await now();
    await page.getByRole("button", { name: names[1], exact: true }).click();
    await page.evaluate(() => supple.step(10));
    const clicked = await now();
    await page.locator("#view").focus();
    await page.keyboard.press("1");
    await page.evaluate(() => supple.step(10));
    const keyed = await now(), inked = await page.evaluate(() => {
        const { canvas } = supple.viewer.entries, { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((x, i) => i % 4 === 3 && x > 0).length;
    });
    await page.evaluate(() => supple.step(90)); // hands wait for the shortest time
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y, { steps: 4 });
    await page.evaluate(() => supple.step(2));
    const pulled = await now();
    await page.mouse.up();
    await page.evaluate(() => supple.step(900));
    const asleep = await page.evaluate(() => supple.player.body.asleep), { said } = page;
    return clicked.begun === begun + 1 && clicked.entry === 1 && Math.hypot(...clicked.q) > 1e-5 && keyed.begun === begun + 2 && keyed.entry === 0 &&
        inked > 500 && pulled.begun === begun + 3 && asleep && said.length === 0
        ? { note: `${names.join(", ")}; pulled to the right: ${names[pulled.entry]}` }
        : JSON.stringify([names, begun, clicked.begun, clicked.entry, keyed.begun, keyed.entry, inked, pulled.begun, pulled.entry, asleep, said]);
});

// A place of the window where what is seen is of a kind: on the support, or flesh; the farthest from the left, say.
const findSpot = ({ rigid, better }) => {
    const { viewer: { canvas, hands }, asset } = supple, width = canvas.clientWidth - 320, links = asset.array("links");
    let found = null;
    for (let y = 40; y < canvas.clientHeight - 60; y += 8)
        for (let x = 20; x < width; x += 8) {
            const hit = hands.pick(x, y);
            if (hit && [...hit.vertices].every(v => (links[v] === 0xffffffff) === rigid) && (!found || (better === "right" ? x > found.x : y < found.y)))
                found = { x, y };
        }
    return found;
};
const playing = page => page.evaluate(() => {
    const { body, recorded, recording } = supple.player, { begun, entry, displacement } = body.playing(recorded);
    return { begun, displacement, name: recording.entries[entry]?.name };
});
// Pulls there and lets go; what it began.
async function dragOnce(page, { x, y }, [dx, dy]) {
    const before = await playing(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
    await page.evaluate(() => supple.step(2));
    const after = await playing(page);
    await page.mouse.up();
    return after.begun > before.begun ? after.name : "nothing";
}

await law("a board that is pushed leaves the toy behind, which can be poked, and no poke triggers an entry", async () => {
    const page = await fresh("board"), spot = await page.evaluate(findSpot, { rigid: true, better: "right" });
    await page.getByLabel("Pull", { exact: true }).check({ force: true });
    const told = [];
    for (const way of [[110, 0], [-110, 0], [0, 110]]) {
        told.push(await dragOnce(page, spot, way));
        await page.evaluate(() => supple.step(200));
    }
    const toy = await page.evaluate(findSpot, { rigid: false, better: "high" }), { begun } = await playing(page);
    const flesh = () => page.evaluate(() => {
        const { firstCoord, coordCount } = supple.asset.part(1);
        return Math.hypot(...supple.player.body.coords.slice(firstCoord, firstCoord + coordCount));
    }), still = await flesh();
    await page.getByLabel("Poke", { exact: true }).check({ force: true });
    await page.mouse.move(toy.x, toy.y + 8);
    await page.mouse.down();
    await page.mouse.up();
    await page.evaluate(() => supple.step(6));
    const poked = await flesh();
    await page.evaluate(() => supple.step(600));
    const left = await flesh(), after = await playing(page), { said } = page;
    return told.join() === "right,left,bump" && still === 0 && poked > 1e-4 && left < 0.01 * poked && after.begun === begun && said.length === 0
        ? { note: `pushed right, left, down: ${told.join(", ")}` }
        : JSON.stringify([spot, told, still, poked, left, begun, after, said]);
});

await law("a door is led by its edge: it opens, and stands where it is let go", async () => {
    const page = await fresh("door"), spot = await page.evaluate(findSpot, { rigid: true, better: "right" }), ways = {};
    for (const [name, way] of Object.entries({ right: [110, 0], left: [-110, 0], up: [0, -110], down: [0, 110] }))
        ways[name] = await page.evaluate(([{ x, y }, [dx, dy]]) => { // tried without the mouse, and taken back
            const { viewer: { hands }, player } = supple, state = player.body.save();
            hands.begin(x, y);
            hands.drag(hands.job, x + dx, y + dy);
            hands.advance();
            const { entry, begun } = player.body.playing(0);
            hands.job = null;
            player.body.restore(state);
            return begun > 0 ? entry : -1;
        }, [spot, way]);
    const [opens] = Object.entries(ways).find(([, entry]) => entry === 0) ?? [], way = { right: [110, 0], left: [-110, 0], up: [0, -110], down: [0, 110] }[opens];
    if (!way || Object.values(ways).some(entry => entry > 0)) // it is closed, and stands
        return JSON.stringify(ways);
    const opened = await dragOnce(page, spot, way);
    await page.evaluate(() => supple.step(20));
    const { displacement: [angle], name } = await playing(page);
    await page.evaluate(() => supple.step(60));
    const { displacement: [later] } = await playing(page), { said } = page;
    return opened === "open" && angle > 0.1 && name === "stop" && later === angle && said.length === 0
        ? { note: `pulled ${opens} at its edge it opens, and stands at ${(angle * 180 / Math.PI).toFixed(0)} degrees` }
        : JSON.stringify([ways, opened, angle, name, later, said]);
});

await law("no button of an entry lies below the panel at 760 pixels", async () => {
    const page = await fresh("board"), covered = await page.evaluate(() => supple.viewer.entries.buttons.filter(button => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return [left + 4, right - 4].some(x => document.elementFromPoint(x, (top + bottom) / 2) !== button);
    }).map(button => button.textContent)), { width, height } = page.viewportSize();
    return width === 760 && covered.length === 0 ? { note: `${width} x ${height}` } : JSON.stringify([width, covered]);
});

await law("bad arguments of a recorded body get a sentence each", async () => {
    const page = await fresh("board"), told = await page.evaluate(() => {
        const { body } = supple.player, { asset } = supple, said = call => {
            try {
                return `nothing: ${call()}`;
            } catch (error) {
                return `${error.name}: ${error.message}`;
            }
        };
        return [
            [() => body.trigger(0, 9), /^RangeError: body.trigger: entry is 9, and there is no such entry: it is 0 to 4, or one of "left", "right"/],
            [() => body.queue(0, "lift"), /body.queue: entry is "lift", and there is no such entry/],
            [() => body.allows(0, NaN), /body.allows: entry is NaN, and there is no such entry/],
            [() => body.allows("toy", undefined), /^TypeError: body.allows: entry is undefined/],
            [() => body.trigger(5, 0), /part is 5, and there is no such part: it is 0 to 1, or one of "toy", "modes"/],
            [() => body.trigger("modes", 0), /part is "modes", which is not a recorded one/],
            [() => body.playing("to"), /body.playing: part is "to", and there is no such part/],
            [() => body.emptyQueue(1), /not a recorded one/],
            [() => body.recordedContacts(-1), /part is -1, and there is no such part/],
            [() => body.answer(1, { vertices: [0, 0, 0], weights: [1, 0, 0] }, [1, 0, 0]), /not a recorded one/],
            [() => body.step(NaN), /dt is a finite number, not NaN/],
            [() => body.step(), /not undefined/],
            [() => asset.sample(0, 999, 0), /part 0 has no response 999/],
            [() => asset.sample(1, 0, 0), /part 1 has no response 0/],
            [() => body.allows("toy", "bump"), /nothing: true/],
        ].map(([call, wanted]) => [said(call), wanted.source]).filter(([got, wanted]) => !new RegExp(wanted).test(got));
    });
    return told.length === 0 ? "" : JSON.stringify(told);
});

await law("a free body is lifted by the pointer and thrown by a button", async () => {
    const page = await fresh("sphere"), low = () => page.evaluate(heightOf);
    await page.evaluate(() => {
        supple.camera.zoom(2); // room above it
        supple.step(60);
    });
    const { x, y } = await page.evaluate(findFlesh);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 6; ++i) {
        await page.mouse.move(x, y - 22 * i);
        await page.evaluate(() => supple.step(10));
    }
    const lifted = await low();
    await page.mouse.up();
    await page.evaluate(() => supple.step(120));
    const fallen = await low();
    await page.getByRole("button", { name: "Throw" }).click();
    await page.evaluate(() => supple.step(20));
    const thrown = await low();
    await page.evaluate(() => supple.step(300));
    const back = await low();
    return lifted[0] > 0.1 && Math.abs(fallen[0]) < 0.03 && thrown[0] > 0.1 && Math.abs(back[0]) < 0.03 ? "" : JSON.stringify([lifted, fallen, thrown, back]);
});

await law("a ball pushed into a belly dents it, and the dent goes", async () => {
    const page = await fresh("swimmer");
    const { x, y } = await page.evaluate(findFlesh);
    await page.getByLabel("Ball", { exact: true }).check({ force: true });
    await page.evaluate(() => (supple.rest = supple.player.body.coords.slice()));
    await page.mouse.move(x, y);
    await page.mouse.down();
    const dent = () => page.evaluate(() => Math.hypot(...supple.player.body.coords.map((q, i) => q - supple.rest[i])));
    await page.evaluate(() => supple.step(40));
    const contacts = await page.evaluate(() => supple.player.company.world.contacts().length), deep = await dent();
    const ball = await page.evaluate(() => supple.viewer.stage.solids.filter(solid => solid.shown).length);
    await page.mouse.up();
    await page.evaluate(() => supple.step(600));
    const left = await dent(), { said } = page;
    return contacts > 0 && ball === 1 && deep > 100 * left && deep > 0 && said.length === 0 ? { note: `${contacts} contacts` } : JSON.stringify([contacts, deep, left, ball, said]);
});

// ---- sculpted targets ------------------------------------------------------------------

await law("targets come and go with the pose, and the meters show it", async () => {
    const page = await fresh("posed");
    const at = time => page.evaluate(t => {
        supple.player.seek(t);
        supple.step(10);
        supple.viewer.targets.refresh();
        const { targets } = supple.asset.part(0), weights = Array.from(supple.player.body.weights(0).subarray(0, targets.length));
        return { weights, shown: [...document.querySelectorAll("meter")].map(meter => meter.value) };
    }, time);
    const rest = await at(0), bent = await at(1.2), between = await at(0.6);
    const sound = [rest, bent, between].every(({ weights, shown }) => Math.abs(weights.reduce((a, b) => a + b) - 1) < 1e-5 &&
        weights.every((w, i) => w >= 0 && Math.abs(w - shown[i]) < 0.003));
    return sound && rest.weights[0] > 0.99 && bent.weights.at(-1) > 0.99 && between.weights.filter(w => w > 0.05).length === 2 && page.said.length === 0
        ? "" : JSON.stringify([rest, bent, between, page.said]);
});

await law("flesh that a clip throws at a wall stays out of it", async () => {
    const page = await fresh("walled");
    const deepest = soft => page.evaluate(inWorld => {
        const { player, viewer } = supple, { company } = player;
        player.choose(player.clips.findIndex(clip => clip.name === "wall"));
        player.playing = true;
        if (!inWorld)
            company.world.remove(player.body);
        let most = -1;
        for (let frame = 0; frame < 90; ++frame) {
            player.step();
            if (!inWorld)
                player.body.step(1 / 60);
            if (frame < 76)
                continue;
            const { positions } = player.body.skin();
            for (let i = 2; i < positions.length; i += 3)
                most = Math.max(most, positions[i] - 1);
        }
        if (!inWorld)
            company.world.add(player.body);
        supple.step(0); // drawn once: a software GPU takes longer over a picture than the world over a step
        return { most, shown: viewer.stage.solids.filter(solid => solid.shown).length };
    }, soft);
    const wall = await deepest(true), none = await deepest(false), { said } = page;
    const words = `${(100 * wall.most).toFixed(1)} cm in it, ${(100 * none.most).toFixed(1)} cm where there is none`;
    return wall.most < 0.025 && none.most > 0.05 && wall.shown === 1 && said.length === 0 ? { note: words } : `${words} ${JSON.stringify([wall, none, said])}`;
});

await law("flesh that sits down on a stool lies on it and comes back", async () => {
    const page = await fresh("seated");
    const got = await page.evaluate(() => {
        const { player, viewer } = supple, { company } = player, middle = [0, 0.185, -0.33], half = [0.25, 0.185, 0.2];
        const deepest = () => {
            const { positions } = player.body.skin();
            let most = 0;
            for (let i = 0; i < positions.length; i += 3)
                most = Math.max(most, Math.min(...half.map((h, k) => h - Math.abs(positions[i + k] - middle[k]))));
            return most;
        };
        const sit = () => {
            player.choose(player.clips.findIndex(clip => clip.name === "sit"));
            player.playing = true;
        };
        sit();
        const begin = player.body.coords.slice(), away = () => Math.hypot(...player.body.coords.map((q, i) => q - begin[i]));
        supple.step(150);
        const seated = deepest(), dent = away(), contacts = company.world.contacts().length, shown = viewer.stage.solids.filter(solid => solid.shown).length;
        supple.step(89);
        const back = away() / dent;
        company.world.remove(player.body);
        sit();
        for (let frame = 0; frame < 150; ++frame)
            player.step(), player.body.step(1 / 60);
        const through = deepest();
        company.world.add(player.body);
        return { seated, through, contacts, shown, back };
    });
    const words = `${(1000 * got.seated).toFixed(1)} mm in it, ${(1000 * got.through).toFixed(1)} mm where there is none, ${got.contacts} contacts`;
    return got.seated < 0.006 && got.through > 0.03 && got.contacts > 0 && got.shown === 1 && got.back < 0.1 && page.said.length === 0
        ? { note: words } : `${words} ${JSON.stringify([got, page.said])}`;
});

await law("a stiff bulge is less soft than the straight arm, and a poke moves the linear twin beside it too", async () => {
    const page = await fresh("posed");
    const give = time => page.evaluate(t => {
        supple.player.seek(t);
        supple.step(10);
        return supple.player.body.compliance().reduce((a, b) => a + b);
    }, time);
    const straight = await give(0), bulged = await give(1.2);
    await page.getByLabel("Linear beside it").check();
    await page.getByLabel("Show").selectOption({ label: "Softness" });
    const got = await page.evaluate(() => {
        const { player, viewer } = supple, all = player.body.compliance();
        const first = all.reduce((best, x, i) => (x > all[best] ? i : best), 0);
        supple.step(30);
        const rest = [player.body.coords.slice(), player.twin.coords.slice()];
        viewer.hands.poke({ vertices: [first, first, first], weights: [1, 0, 0], body: player.body }, [0.6, 0.48, 0.64]);
        supple.step(3);
        const moved = [player.body, player.twin].map((body, k) => Math.hypot(...body.coords.map((q, i) => q - rest[k][i])));
        return { moved, shown: viewer.stage.slots.filter(slot => slot.shown).length, style: viewer.view.style };
    });
    await page.getByLabel("Linear beside it").uncheck();
    await page.getByLabel("Show").selectOption({ label: "Surface" });
    return bulged < 0.9 * straight && got.moved.every(x => x > 1e-5) && got.shown === 2 && got.style === 3 && page.said.length === 0
        ? { note: `${(bulged / straight).toFixed(2)} of the give` } : JSON.stringify([straight, bulged, got, page.said]);
});

// ---- time and feel -----------------------------------------------------------------------

await law("a stiffness of four, set by its slider, doubles the frequency", async () => {
    const page = await fresh("jelly");
    const { x, y } = await page.evaluate(findFlesh);
    let coord = -1; // the one that the first poke moves most
    const crossings = async () => {
        await page.evaluate(() => supple.player.rest());
        await page.evaluate(([px, py]) => supple.viewer.hands.poke(supple.viewer.hands.pick(px, py), [0.6, 0.2, -0.77]), [x, y]);
        const got = await page.evaluate(coord => {
            supple.player.rate = "144";
            let count = 0, last = 0, most = Math.max(coord, 0);
            supple.step(2);
            if (coord < 0)
                supple.player.body.coords.forEach((q, i) => (most = Math.abs(q) > Math.abs(supple.player.body.coords[most]) ? i : most));
            for (let i = 0; i < 100; ++i) {
                supple.player.step();
                const q = supple.player.body.coords[most];
                count += q * last < 0 ? 1 : 0;
                last = q;
            }
            return { count, most };
        }, coord);
        coord = got.most;
        return got.count;
    };
    const before = await crossings();
    await page.getByLabel("Stiffness").fill(String(Math.log(4)));
    const after = await crossings();
    await page.getByRole("button", { name: "As baked" }).click();
    const reset = await page.evaluate(() => supple.player.body.tuning(0).stiffness);
    return before >= 3 && Math.abs(after - 2 * before) <= 2 && reset === 1 ? { note: `${before} zero crossings, then ${after}` } : `${before}, ${after}, ${reset}`;
});

await law("30, 60, 144 steps a second and jitter show the same motion", async () => {
    const page = await fresh("swimmer");
    const tables = {};
    for (const [label, rate] of [["30 Hz", "30"], ["60", "60"], ["144", "144"], ["jitter", "jitter"]]) {
        await page.getByLabel(label, { exact: true }).check({ force: true });
        tables[rate] = await page.evaluate(() => {
            const { player } = supple, rows = [];
            player.choose(0);
            player.playing = true;
            while (player.clock < 1.2)
                player.step();
            player.eachKept(row => rows.push(Array.from(row)));
            return rows;
        });
    }
    const fine = tables[144], errors = {};
    for (const rate of ["30", "60", "jitter"]) {
        let off = 0, all = 0;
        for (const row of tables[rate]) {
            const k = fine.findIndex(other => other[0] >= row[0]);
            if (k < 1)
                continue;
            const t = (row[0] - fine[k - 1][0]) / (fine[k][0] - fine[k - 1][0]);
            for (let i = 1; i < row.length; ++i) {
                const wanted = fine[k - 1][i] * (1 - t) + fine[k][i] * t;
                off += (row[i] - wanted) ** 2;
                all += wanted ** 2;
            }
        }
        errors[rate] = Math.sqrt(off / all);
    }
    const words = Object.entries(errors).map(([rate, e]) => `${rate}: ${(100 * e).toFixed(1)} %`).join(", ");
    return errors[30] < 0.08 && errors[60] < 0.03 && errors.jitter < 0.05 ? { note: `against 144, ${words}` } : words;
});

await law("clips play, pause, step and are scrubbed; soft can be turned off", async () => {
    const page = await fresh("swimmer"), time = () => page.evaluate(() => supple.player.time);
    await page.getByRole("button", { name: "Step" }).click();
    const one = await time();
    await page.getByRole("button", { name: "Play" }).click();
    await page.evaluate(() => supple.step(10));
    const eleven = await time();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.evaluate(() => supple.step(10));
    const still = await time();
    await page.getByLabel("Time").fill("0.3");
    const sought = await time();
    await page.getByLabel("Clip").selectOption({ label: "jump" });
    const clip = await page.evaluate(() => supple.player.clip);
    await page.getByLabel("Soft", { exact: true }).uncheck();
    const rigid = await page.evaluate(() => {
        supple.player.perform("shake");
        supple.step(20);
        const gpu = supple.read();
        let most = 0;
        for (let i = 3; i < gpu.length; i += 7)
            most = Math.max(most, gpu[i]);
        return most;
    });
    return Math.abs(one - 1 / 60) < 1e-6 && Math.abs(eleven - 11 / 60) < 1e-5 && still === eleven && Math.abs(sought - 0.3) < 0.02 && clip === 2 && rigid === 0
        ? "" : JSON.stringify([one, eleven, still, sought, clip, rigid]);
});

// ---- taking things away --------------------------------------------------------------------

await law("a picture and a table can be taken away", async () => {
    const page = await fresh("swimmer");
    await page.evaluate(() => { supple.player.rest(); supple.step(30); });
    await page.getByText("Take with you").click();
    const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Picture" }).click()]);
    const png = readFileSync(await picture.path());
    const [table] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Table of q" }).click()]);
    const lines = readFileSync(await table.path(), "utf8").trim().split("\n"), columns = await page.evaluate(() => 1 + supple.asset.coordCount);
    const { said } = page;
    return png.readUInt32BE(0) === 0x89504e47 && png.length > 10000 && lines.length === 31 && lines.every(l => l.split(",").length === columns) && said.length === 0
        ? "" : `${png.length} bytes, ${lines.length} lines, ${said}`;
});

await sceneLaws({ browser, at, fresh });
await artistLaws({ browser, folder, at, supple, shared, dressed: shared[DRESSED], fresh, findFlesh });

// ---- trouble -------------------------------------------------------------------------------

const glb = readFileSync(at("jelly.glb"));
const broken = { "a body that is cut off": glb.subarray(0, glb.length >> 1), "a body that was never baked": readFileSync(at("plain.glb")),
                 "something else entirely": Buffer.from("hello"), "nothing at all": Buffer.alloc(0) };
for (const [what, bytes] of Object.entries(broken))
    await law(`${what} gives a sentence, not an empty page`, async () => {
        const page = await open(browser, withAsset(at("jelly.html"), bytes, at("broken.htm")));
        const words = await page.locator("#message").textContent(), { said } = page;
        await page.close();
        return /cannot be shown\. .+\.$/.test(words) && said.length === 0 ? { note: words } : `${words} ${said}`;
    });

for (const [what, before] of [["WebGL2", () => { HTMLCanvasElement.prototype.getContext = () => null; }], ["WebAssembly", () => { delete window.WebAssembly; }]])
    await law(`without ${what} it says so`, async () => {
        const page = await open(browser, at("jelly.html"), { before });
        const words = await page.locator("#message").textContent();
        await page.close();
        return words.includes(what) ? "" : words;
    });

await law("everything can be reached by the keyboard and has a name", async () => {
    const page = await open(browser, at("swimmer.html")), seen = new Set();
    for (let i = 0; i < 40; ++i) {
        await page.keyboard.press("Tab");
        seen.add(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
    }
    const nameless = await page.evaluate(() => [...document.querySelectorAll("input, select, button, canvas[tabindex]")]
        .filter(e => !(e.labels?.length || e.textContent.trim() || e.getAttribute("aria-label"))).length);
    await page.close();
    return nameless === 0 && seen.size > 15 && seen.has("view") ? "" : `${nameless} without a name, ${seen.size} reached`;
});

await law("it fits a phone", async () => {
    const page = await open(browser, at("swimmer.html"), { width: 390, height: 780, deviceScaleFactor: 2, hasTouch: true });
    const got = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, pixels: supple.viewer.canvas.width,
        outside: [...document.querySelectorAll("#tools, #panel, #transport")].filter(e => e.getBoundingClientRect().right > 390).length }));
    await page.close();
    return got.wide === 390 && got.pixels === 780 && got.outside === 0 ? "" : JSON.stringify(got);
});

// ---- cost ----------------------------------------------------------------------------------

if (process.env.SUPPLE_THOROUGH) // beside other browsers the clock tells of them
    await law("the first frame of 18,000 vertices comes within two seconds", async () => {
    const page = await open(browser, at("swimmer.html"));
    const { ready, vertexCount, coordCount } = await page.evaluate(() => ({ ready: supple.ready, vertexCount: supple.asset.vertexCount, coordCount: supple.asset.coordCount }));
    await page.close();
    const words = `${vertexCount} vertices, ${coordCount} modes: ${ready.toFixed(0)} ms on a software GPU`;
    return ready < 2000 ? { note: words } : words;
});

// What functions of the page allocated, drawing every 20th frame, by Chromium's own sampling of the heap.
await law("frames make next to no garbage", async () => {
    const page = await open(browser, at("swimmer.html"), { width: 300, height: 200 }), tools = await page.context().newCDPSession(page), frames = 400;
    const run = (count, drawn) => page.evaluate(([n, every]) => {
        const { viewer, player } = supple;
        player.playing = true;
        viewer.told = Infinity; // figures are words, a few times a second
        for (let i = 0; i < n; ++i) {
            player.frame(1 / 60);
            viewer.follow(1 / 60);
            viewer.camera.update(0, 0);
            if (i % every === 0)
                viewer.frame(1 / 60);
        }
    }, [count, drawn]);
    await run(3000, 500); // until it is compiled: the interpreter keeps every number in a piece of memory
    await tools.send("HeapProfiler.startSampling", { samplingInterval: 256, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true });
    await run(frames, 20);
    const { profile } = await tools.send("HeapProfiler.stopSampling"), by = new Map();
    const walk = node => {
        if (node.selfSize > 0)
            by.set(node.callFrame.functionName, (by.get(node.callFrame.functionName) ?? 0) + node.selfSize / frames);
        node.children.forEach(walk);
    };
    walk(profile.head);
    await page.close();
    const sum = [...by.values()].reduce((a, b) => a + b, 0), most = [...by].sort((a, b) => b[1] - a[1]).slice(0, 6);
    const words = `${sum.toFixed(0)} bytes a frame (${most.map(([name, size]) => `${name} ${size.toFixed(0)}`).join(", ")})`;
    return sum < 1000 ? { note: words } : words;
});

await browser.close();
finish();
