// What a page shows of a world and is told besides joints: an instrument, inputs, the world's lines. Part of page.mjs, in its browser.
// SPDX-License-Identifier: MIT
import { law, open } from "./browser.mjs";

// Through one round of its table: open, the rod stays out of the flesh; closed, what it holds goes with the tip.
async function instrument({ browser, at }) {
    await law("an instrument presses flesh without going through it, holds it while its jaws are closed, and lets it go", async () => {
        const page = await open(browser, at("operated.htm"));
        const got = await page.evaluate(() => {
            const { viewer, player } = supple, { instrument } = viewer, rounds = instrument.keys.at(-1)[0];
            const seen = { deepest: 0, pressed: Infinity, late: 0, held: 0, heldFor: 0, left: 0 };
            player.playing = true;
            for (let i = 0; i < 60 * rounds - 2; ++i) {
                player.step(); // not drawn: a software GPU takes longer over a picture than the world over a step
                const { tip, grips } = instrument.now, { positions } = player.body.skin();
                for (let v = 0; v < positions.length && !grips; v += 3) {
                    const far = Math.hypot(positions[v] - tip[0], positions[v + 1] - tip[1], positions[v + 2] - tip[2]);
                    seen.deepest = Math.max(seen.deepest, 1 - far / instrument.radius);
                    seen.pressed = Math.min(seen.pressed, far / instrument.radius);
                }
                if (!grips)
                    seen.left = Math.max(seen.left, instrument.pins.length);
                else {
                    seen.held = Math.max(seen.held, instrument.pins.length);
                    ++seen.heldFor;
                    for (const { from } of instrument.pins) { // the skin is where the jaws took it
                        const to = from.map((x, k) => x + tip[k] - instrument.closedAt[k]);
                        let nearest = Infinity;
                        for (let v = 0; v < positions.length; v += 3)
                            nearest = Math.min(nearest, Math.hypot(positions[v] - to[0], positions[v + 1] - to[1], positions[v + 2] - to[2]));
                        seen.late = Math.max(seen.late, nearest / instrument.radius);
                    }
                }
            }
            return seen;
        }), { said } = page;
        await page.close();
        const words = `pressed to ${got.pressed.toFixed(2)} radii, ${(100 * got.deepest).toFixed(0)} % deep at most; ${got.held} points held for ${got.heldFor} frames, off by ${got.late.toFixed(2)} radii`;
        return got.pressed < 1.1 && got.deepest < 0.35 && got.held > 2 && got.held <= 6 && got.heldFor > 30 && got.late < 1.5 && got.left === 0 &&
            said.length === 0 ? { note: words } : `${words} ${JSON.stringify(got)} ${said}`;
    });
}

async function inputs({ browser, at }) {
    await law("an input has a slider that brings its target, and else follows the clip's weight of that name", async () => {
        const page = await open(browser, at("told.htm"));
        const got = await page.evaluate(() => {
            const { viewer, player, asset } = supple, { skeleton } = player;
            const group = [...document.querySelectorAll("details")].find(d => d.firstChild.textContent === "Inputs"), sliders = [...group.querySelectorAll("input[type=range]")];
            const weights = () => [...player.body.weights(0)], said = [...group.querySelectorAll(".range")].map(row => row.textContent);
            viewer.play(false);
            player.seek(0);
            supple.step(120);
            const before = weights(), start = Array.from(supple.read());
            sliders[0].value = "1";
            sliders[0].dispatchEvent(new Event("input"));
            supple.step(240);
            const told = weights(), end = supple.read();
            const moved = start.reduce((most, x, i) => (i % 7 < 3 ? Math.max(most, Math.abs(x - end[i])) : most), 0) / player.size;
            [...group.querySelectorAll("button")].find(b => b.textContent === "As the clip has them").click();
            player.choose(0);
            player.playing = true;
            const { times, values, width } = player.clips[0].channels.find(c => c.path === "weights");
            const mesh = viewer.file.json.meshes.find(m => m.extras?.targetNames), k = mesh.extras.targetNames.indexOf(asset.inputNames[0]);
            let off = 0, most = 0;
            for (let i = 0; i < 90; ++i) {
                player.step();
                const next = Math.max(times.findIndex(t => t > player.time), 1), share = (player.time - times[next - 1]) / (times[next] - times[next - 1]);
                off = Math.max(off, Math.abs(skeleton.inputs[0] - values[width * (next - 1) + k] * (1 - share) - values[width * next + k] * share));
                most = Math.max(most, skeleton.inputs[0]);
            }
            return { names: asset.inputNames, said, before, told, moved, off, most };
        }), { said } = page;
        await page.close();
        return got.names.join() === "bent" && got.said.length === 1 && got.before[0] > 0.99 && got.told[1] > 0.99 && got.moved > 0.02 && got.most > 0.5 && got.off < 1e-6 && said.length === 0
            ? { note: `moves ${got.moved.toFixed(3)} of its size` } : JSON.stringify([got, said]);
    });
}

async function worldLines({ fresh }) {
    await law("the world's lines are drawn where and as the library says, over everything, and only when asked for", async () => {
        const page = await fresh("sphere");
        const got = await page.evaluate(() => {
            const { viewer, player, camera } = supple, { stage } = viewer, { gl } = stage, { world } = player.company;
            const flip = [...document.querySelectorAll("label")].find(l => l.textContent === "World's lines").control;
            const wide = gl.drawingBufferWidth, high = gl.drawingBufferHeight, pixels = new Uint8Array(4 * wide * high);
            const kinds = ["colliders", "bounds", "contacts", "joints", "centres", "islands"];
            // how many places in the middle of lines have exactly the line's colour within a pixel
            const count = () => {
                supple.step(0);
                gl.readPixels(0, 0, wide, high, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
                const { places, colors } = world.lines(kinds), { offset } = stage.slots[0];
                let found = 0, all = 0;
                for (let i = 0; i < colors.length; ++i)
                    for (const t of [0.3, 0.5, 0.7]) {
                        const p = [0, 1, 2].map(k => places[6 * i + k] * (1 - t) + places[6 * i + 3 + k] * t + offset[k]), s = camera.project(p, [0, 0]);
                        const x = Math.floor((s[0] + 1) / 2 * wide), y = Math.floor((s[1] + 1) / 2 * high);
                        if (x < 2 || y < 2 || x >= wide - 2 || y >= high - 2)
                            continue;
                        ++all;
                        let hit = false;
                        for (let dx = -1; dx <= 1; ++dx)
                            for (let dy = -1; dy <= 1; ++dy)
                                hit ||= [16, 8, 0].every((bits, k) => Math.abs(pixels[4 * (wide * (y + dy) + x + dx) + k] - (colors[i] >> bits & 255)) <= 1);
                        found += hit;
                    }
                return all > 0 ? found / all : 0;
            };
            player.rest();
            supple.step(90); // it has fallen: contacts
            const off = count(), lines = world.lines(kinds).colors.length;
            flip.click();
            const on = count();
            flip.click();
            const again = count();
            return { off, on, again, lines, error: gl.getError() };
        });
        return got.lines > 12 && got.on > 0.4 && got.off < 0.1 && Math.abs(got.again - got.off) < 1e-9 && got.error === 0 && page.said.length === 0
            ? { note: `${got.lines} lines, ${(100 * got.on).toFixed(0)} % of them seen, ${(100 * got.off).toFixed(0)} % by chance` } : JSON.stringify([got, page.said]);
    });
}

// page: what page.mjs has: { browser, at, fresh }
export async function sceneLaws(page) {
    // beside other browsers on two cores the page of inputs once took a minute to open: `make test-all` has it
    for (const laws of [instrument, ...(process.env.SUPPLE_THOROUGH ? [inputs] : []), worldLines])
        await laws(page);
}
