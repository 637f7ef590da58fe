// What an artist does on the page: recipes, parts, paint, two bodies, a recipe that is watched. Part of page.mjs, in its browser.
// SPDX-License-Identifier: MIT
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { law, open } from "./browser.mjs";

const recipeOf = async page => {
    await page.getByRole("button", { name: "Recipe…" }).click();
    const text = await page.locator("dialog textarea").inputValue();
    await page.getByRole("button", { name: "Close" }).click();
    return text;
};

// Unchanged, it bakes to the same bytes; with changes, to what was asked for: test/browser/view.sh bakes both.
async function recipes({ fresh, at }) {
    await law("the recipe is whole, and what was changed is in it", async () => {
        const page = await fresh("swimmer"), same = await recipeOf(page);
        writeFileSync(at("swimmer.yaml"), same);
        const jelly = await fresh("jelly");
        await jelly.getByLabel("Stiffness").fill(String(Math.log(2)));
        await jelly.getByLabel("Limit").fill(String(Math.log(0.5)));
        await jelly.getByLabel("Name of part 1").fill("wobble: it");
        await jelly.getByLabel("Name of part 1").press("Enter");
        const changed = await recipeOf(jelly);
        writeFileSync(at("jelly.yaml"), changed);
        await jelly.evaluate(() => supple.viewer.untune());
        const again = await recipeOf(jelly), embedded = await jelly.evaluate(() => supple.viewer.file.json.extensions.SUPPLE_soft_body.recipe);
        return /^input: "?swimmer.glb/m.test(same) && /- name: belly\n {4}region:\n {6}place: belly\n/.test(same) && /^ {2}modes: 10 /m.test(same) &&
            /- name: "wobble: it"\n(?:.*\n)* {4}tuning:\n(?: {6}.*\n)*/.test(changed) && /stiffness: 2\n/.test(changed) && /limit: 0\.\d+\n/.test(changed) &&
            again === embedded && page.said.length + jelly.said.length === 0 ? "" : `${same.slice(-400)}\n${changed.slice(-300)} ${page.said} ${jelly.said}`;
    });
}

async function parts({ fresh, findFlesh, shared }) {
    await law("a part that is switched off does not move, and moves when it is on again; pointed at, it tells its name", async () => {
        const page = await fresh("swimmer"), { x, y } = await page.evaluate(findFlesh);
        const shaken = () => page.evaluate(() => {
            supple.player.rest();
            supple.player.perform("shake");
            let most = 0;
            for (let i = 0; i < 20; ++i) {
                supple.player.step();
                const { positions } = supple.player.body.evaluate(), rest = supple.asset.array("positions");
                for (let k = 0; k < positions.length; ++k)
                    most = Math.max(most, Math.abs(positions[k] - rest[k]));
            }
            return most;
        });
        const on = await shaken();
        await page.getByLabel("Part 1 is soft").uncheck();
        const off = await shaken();
        await page.evaluate(() => supple.player.rest());
        await page.mouse.move(x, y);
        await page.evaluate(() => supple.step(1));
        const words = await page.locator(".label").first().textContent();
        await page.getByLabel("Part 1 is soft").check();
        const back = await shaken();
        return on > 0.003 && off < 0.002 * on + 1e-4 && Math.abs(back - on) < 1e-6 && words === "belly (off)" && page.said.length === 0
            ? { note: `${(1000 * on).toFixed(1)} mm, off ${(1000 * off).toFixed(3)} mm` } : JSON.stringify([on, off, back, words, page.said]);
    });
    await law("a response of 0 is shown as 0", async () => {
        const shown = await shared.board.evaluate(() => [supple.viewer.parts.get("response"), [...document.querySelectorAll(".range")]
            .find(row => row.textContent.startsWith("Response")).querySelector("output").textContent]);
        return shown[0] === 0 && shown[1] === "0×" ? "" : JSON.stringify(shown);
    });
}

async function hands({ fresh, findFlesh }) {
    await law("a belly that is pulled far goes as far as its limit, by a handle and a line, and comes back", async () => {
        const page = await fresh("swimmer"), { x, y } = await page.evaluate(findFlesh);
        await page.mouse.move(x, y);
        await page.mouse.down();
        const from = await page.evaluate(() => [...supple.player.body.position(supple.point = supple.viewer.hands.job.hit)]);
        await page.mouse.move(x - 200, y - 20, { steps: 4 });
        await page.evaluate(() => supple.step(60));
        const way = () => page.evaluate(at => Math.hypot(...supple.player.body.position(supple.point).map((p, i) => p - at[i])) / supple.asset.part(0).tuning.limit, from);
        const far = await way(), line = await page.evaluate(() => document.querySelector(".marks line").getBoundingClientRect().width);
        await page.mouse.up();
        await page.evaluate(() => supple.step(400));
        const back = await way(), shown = await page.locator(".marks g").isVisible();
        return far > 0.7 && far < 1.15 && line > 20 && back < 0.05 && !shown ? { note: `${far.toFixed(2)} limits` } : JSON.stringify([far, line, back, shown]);
    });
}

async function framing({ browser, at, fresh }) {
    await law("bodies stand in what the panels leave free, and fill it, at three sizes of the window", async () => {
        const words = [];
        for (const name of ["swimmer", "jelly"]) {
            const page = await fresh(name), before = page.viewportSize();
            for (const [width, height] of [[1600, 900], [1024, 768], [760, 900], [390, 844]]) {
                await page.setViewportSize({ width, height });
                const got = await page.evaluate(() => {
                    const { viewer, camera, player } = supple, points = player.outline, low = [1, 1], high = [-1, -1];
                    viewer.fit();
                    camera.reset();
                    camera.update(viewer.right, viewer.lift);
                    for (let i = 0; i < points.length; i += 3)
                        camera.project(points.subarray(i, i + 3), [0, 0]).forEach((s, k) => (low[k] = Math.min(low[k], s), high[k] = Math.max(high[k], s)));
                    const panel = document.getElementById("panel").getBoundingClientRect();
                    return { low, high, free: panel.left > 0.3 * innerWidth ? panel.left / innerWidth * 2 - 1 : 1, ground: 1 - 2 * document.getElementById("tools").getBoundingClientRect().top / innerHeight };
                });
                const wide = (got.high[0] - got.low[0]) / (got.free + 1), tall = (got.high[1] - got.low[1]) / (1 - got.ground);
                if (got.low[0] < -1 || got.high[0] > got.free || got.high[1] > 1 || got.low[1] < got.ground - 0.15 || Math.max(wide, tall) < 0.7)
                    words.push(`${name} at ${width}x${height}: ${JSON.stringify(got)}`);
            }
            await page.setViewportSize(before);
        }
        return words.join("; ");
    });
    await law("the first hint lies over nothing: not the body, not the name, not what is worked with; a touch takes it away", async () => {
        const words = [];
        for (const [name, width, height] of [["swimmer", 1280, 720], ["swimmer", 390, 844], ["sphere", 760, 900], ["sphere", 390, 844]]) {
            const page = await open(browser, at(`${name}.html`), { width, height });
            const got = await page.evaluate(() => {
                const { camera, player } = supple, hint = document.querySelector(".hint").getBoundingClientRect(), points = player.outline, under = { body: 0 };
                const meets = box => box.left < hint.right && box.right > hint.left && box.top < hint.bottom && box.bottom > hint.top;
                supple.step(0);
                for (let i = 0; i < points.length; i += 3) {
                    const [x, y] = camera.project(points.subarray(i, i + 3), [0, 0]), left = (x + 1) / 2 * innerWidth, top = (1 - y) / 2 * innerHeight;
                    under.body += meets({ left, right: left, top, bottom: top });
                }
                for (const id of ["head", "panel", "transport"])
                    under[id] = +(!document.getElementById(id).hidden && meets(document.getElementById(id).getBoundingClientRect()));
                for (const one of document.querySelectorAll("#tools label, #tools button"))
                    under[one.textContent] = +meets(one.getBoundingClientRect());
                return { under: Object.entries(under).filter(([, count]) => count > 0), inside: hint.left >= 0 && hint.right <= innerWidth && hint.height > 10 };
            });
            await page.mouse.click(width / 2, 120);
            if (got.under.length > 0 || !got.inside || await page.locator(".hint").count() > 0)
                words.push(`${name} at ${width}x${height}: ${JSON.stringify(got)}`);
            await page.close();
        }
        return words.join("; ");
    });
    await law("a narrow window folds the panel, and a touch opens it", async () => {
        const page = await fresh("jelly"), before = page.viewportSize();
        await page.setViewportSize({ width: 390, height: 844 });
        const high = () => page.locator("#panel").evaluate(e => e.offsetHeight), folded = await high();
        await page.getByRole("button", { name: "Controls" }).click();
        const unfolded = await high();
        await page.getByRole("button", { name: "Controls" }).click();
        await page.setViewportSize(before);
        return folded < 60 && unfolded > 250 ? "" : `${folded}, then ${unfolded}`;
    });
}

async function looks({ fresh, dressed }) {
    await law("the file's own shapes have sliders; relief and glow are drawn; background and exposure are chosen", async () => {
        const page = await fresh("swimmer");
        const got = await page.evaluate(() => {
            const { viewer } = supple, { stage } = viewer, { gl } = stage, pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
            const mean = () => {
                supple.step(0);
                gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
                return [0, 1, 2].map(k => pixels.reduce((sum, x, i) => (i % 4 === k ? sum + x : sum), 0) / pixels.length * 4);
            };
            const { material } = stage.look.meshes[0], plain = mean();
            material.glow = [0, 0, 3];
            const glowing = mean();
            material.glow = [0, 0, 0];
            viewer.backdrop.expose(2);
            const bright = mean();
            viewer.backdrop.expose(0);
            viewer.backdrop.wear("Black");
            const dark = mean();
            viewer.backdrop.wear("As the system");
            const pictures = stage.slots[0].pictures[0], tilted = new ImageData(new Uint8ClampedArray([230, 128, 200, 255]), 1, 1);
            stage.pictures.decoded.set(-1, tilted);
            gl.bindVertexArray(stage.slots[0].array); // the swimmer has no coordinates of pictures: those of its places
            gl.bindBuffer(gl.ARRAY_BUFFER, gl.getVertexAttrib(2, gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING));
            gl.bufferSubData(gl.ARRAY_BUFFER, 0, supple.asset.array("positions").filter((_, i) => i % 3 < 2));
            gl.bindVertexArray(null);
            viewer.view.style = 2;
            const smooth = mean();
            Object.assign(pictures, { relief: stage.pictures.of({ pictures: { relief: { image: -1, sampler: {} } }, relief: 1 }).relief, reliefScale: 1 });
            const rough = mean();
            Object.assign(pictures, { relief: stage.pictures.white, reliefScale: 0 });
            viewer.view.style = 0;
            return { plain, glowing, bright, dark, smooth, rough, again: mean() };
        });
        const off = (a, b) => Math.max(...a.map((x, i) => Math.abs(x - b[i]))), { plain, glowing, bright, dark, smooth, rough, again } = got;
        const shape = await dressed.evaluate(() => {
            const { viewer } = supple;
            supple.player.rest();
            supple.step(1);
            const before = supple.read(), sliders = [...document.querySelectorAll("details")].find(d => d.firstChild.textContent === "Shapes of the file").querySelectorAll("input");
            sliders[0].value = "1";
            sliders[0].dispatchEvent(new Event("input"));
            supple.step(1);
            const after = supple.read();
            viewer.player.skeleton.wished.clear();
            return { count: sliders.length, most: after.reduce((most, x, i) => (i % 7 < 3 ? Math.max(most, Math.abs(x - before[i])) : most), 0) };
        });
        return glowing[2] > plain[2] + 0.5 && bright[0] > plain[0] + 0.5 && dark[0] < plain[0] - 50 && off(smooth, rough) > 0.5 && off(plain, again) < 0.01 &&
            shape.count > 0 && shape.most > 1e-3 && page.said.length === 0 ? "" : JSON.stringify([got, shape, page.said]);
    });
}

async function paint({ fresh, at, findFlesh }) {
    await law("paint goes where the brush is, and into a GLB that has it", async () => {
        const page = await fresh("jelly"), { x, y } = await page.evaluate(findFlesh);
        await page.locator("#tools").getByLabel("Paint").check({ force: true });
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 4, y + 3, { steps: 6 });
        await page.mouse.up();
        const count = await page.evaluate(() => supple.viewer.brush.doublings.filter(d => d < -0.2).length);
        const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save GLB" }).click()]);
        writeFileSync(at("jelly.painted.glb"), readFileSync(await saved.path()));
        const recipe = await recipeOf(page), name = saved.suggestedFilename();
        writeFileSync(at("painted.yaml"), recipe);
        await page.evaluate(() => {
            supple.viewer.brush.clean();
            supple.viewer.chooseStyle(0);
        });
        return count > 10 && name === "jelly.painted.glb" && /^input: "jelly.painted.glb"/m.test(recipe) && / {4}paint: _STIFFNESS\n/.test(recipe) && page.said.length === 0
            ? { note: `${count} vertices` } : JSON.stringify([count, name, recipe.slice(-200), page.said]);
    });
}

async function twoBodies({ browser, at }) {
    await law("two bakes of one model stand beside each other and move in step: the same one twice within rounding", async () => {
        const page = await open(browser, at("twice.htm"));
        const got = await page.evaluate(() => {
            const { player, viewer } = supple;
            player.perform("shake");
            supple.step(30);
            viewer.hands.poke({ vertices: [9, 9, 9], weights: [1, 0, 0], body: player.body }, [0.6, 0.48, 0.64]);
            supple.step(5);
            const a = viewer.stage.read(0), b = viewer.stage.read(1);
            return { off: a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0), moved: a.reduce((most, x, i) => (i % 7 === 3 ? Math.max(most, x) : most), 0),
                     words: [...document.querySelectorAll(".caption")].map(e => e.textContent), apart: viewer.stage.slots[1].offset[0] - viewer.stage.slots[0].offset[0] };
        }), { said } = page;
        await page.close();
        return got.off < 1e-6 && got.moved > 1e-3 && got.words.join() === "jelly,jelly" && got.apart > 0 && said.length === 0 ? "" : JSON.stringify([got, said]);
    });
}

async function watched({ browser, folder, supple }) {
    await law("a recipe that is watched: a change is seen without losing the camera, a mistake is told, and the page stays", async () => {
        const recipe = join(folder, "watched.yaml"), text = "input: ../source/jelly.glb\ndefaults: {tets: 60, modes: 3, fixing: {base: 0.05}}\n";
        writeFileSync(recipe, text);
        const command = spawn(supple, ["view", "--watch", recipe, "-o", join(folder, "watched.htm")], { stdio: ["ignore", "pipe", "pipe"] });
        try {
            const address = await new Promise((done, fail) => {
                let heard = "";
                command.stdout.on("data", words => (heard += words, /http:\S+/.test(heard) && done(/http:\S+/.exec(heard)[0])));
                command.on("exit", () => fail(new Error(`it ended: ${heard}`)));
            });
            const page = await browser.newPage({ viewport: { width: 400, height: 300 }, reducedMotion: "reduce" }), said = [];
            page.on("pageerror", e => said.push(e.message));
            await page.goto(address);
            await page.waitForFunction(() => window.supple, null, { timeout: 60000 });
            await page.evaluate(() => supple.camera.orbit(0.5, 0.2));
            const yaw = await page.evaluate(() => supple.camera.yaw);
            writeFileSync(recipe, text.replace("modes: 3", "modes: five"));
            await page.waitForFunction(() => !document.querySelector(".watched").hidden && /five/.test(document.querySelector(".watched").textContent), null, { timeout: 20000 });
            const kept = await page.evaluate(() => supple.asset.coordCount);
            writeFileSync(recipe, text.replace("modes: 3", "modes: 5"));
            await page.waitForFunction(() => window.supple?.asset?.coordCount === 5, null, { timeout: 20000 });
            const after = await page.evaluate(() => supple.camera.yaw);
            await page.close();
            return kept === 3 && after === yaw && said.length === 0 ? "" : JSON.stringify([kept, yaw, after, said]);
        } finally {
            command.kill();
        }
    });
}

// page: what page.mjs has: { browser, folder, at, supple, shared, dressed, fresh, findFlesh }
export async function artistLaws(page) {
    for (const laws of [recipes, parts, hands, framing, looks, paint, twoBodies, watched])
        await laws(page);
}
