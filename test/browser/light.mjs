// Lit pages in a browser: node light.mjs FOLDER, where lit.html, recorded.html, ... are.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { checksum } from "../node/checksum.mjs";
import { finish, launch, law, open, withAsset } from "./browser.mjs";

const folder = process.argv[2], at = name => join(folder, name);
const browser = await launch();
const pages = { lit: await open(browser, at("lit.html")), recorded: await open(browser, at("recorded.html")) };
const fewer = said => said.filter(words => !/WebGL/.test(words)); // a lost context is told of, by the browser

// What the GPU has at the vertices of a slot beside what the CPU says of a body.
function compare(index) {
    const { stage } = supple.viewer, gpu = stage.read(index), n = supple.asset.vertexCount, wide = gpu.length / n;
    const { light } = stage.lighting.slots[index], { front, back } = light.arriving(supple.player.company.bodies[index].body);
    let off = 0, most = 0;
    for (let v = 0; v < n; ++v)
        for (let c = 0; c < 3; ++c) {
            off = Math.max(off, Math.abs(gpu[wide * v + 7 + c] - front[3 * v + c]), Math.abs(gpu[wide * v + 10 + c] - back[3 * v + c]));
            most = Math.max(most, front[3 * v + c]);
        }
    return { off, most, wide };
}

// A picture of the page, as one number for each pixel.
const picture = page => page.evaluate(() => {
    const { gl } = supple.viewer.stage, pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    supple.step(0);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const words = new Uint32Array(pixels.buffer);
    let hash = 0, sum = 0;
    for (let i = 0; i < words.length; ++i)
        hash = (Math.imul(hash, 31) + words[i]) | 0;
    for (let i = 0; i < pixels.length; i += 4)
        sum += pixels[i] + pixels[i + 1] + pixels[i + 2];
    return { hash, mean: sum / words.length / 3, kinds: new Set(words).size, error: gl.getError() };
});
const folds = page => page.evaluate(() => supple.viewer.stage.lighting.folds);

for (const [name, page] of Object.entries(pages))
    await law(`${name}: what arrives is drawn as the CPU has it, under every sky and turn`, async () => {
        let worst = 0, most = 0;
        for (const sky of await page.evaluate(() => Object.keys(supple.viewer.stage.lighting.skies))) {
            const got = await page.evaluate(([compare, sky]) => {
                const { lighting } = supple.viewer.stage;
                lighting.choose(sky);
                lighting.turnTo(lighting.turn + 0.7, 0.4);
                supple.viewer.entries?.trigger(0);
                supple.step(5);
                return eval(`(${compare})(0)`);
            }, [compare.toString(), sky]);
            worst = Math.max(worst, got.off);
            most = Math.max(most, got.most);
        }
        const words = `off by ${worst.toExponential(1)}, brightest ${most.toFixed(2)}`;
        return worst < 1e-5 && most > 0.1 && page.said.length === 0 ? { note: words } : `${words} ${page.said}`;
    });

// Noon's sun stands at 35 degrees from +z towards +x, and degrees turn it on (bake/light/sky.c). A cube's corners that look there are the bright ones.
await law("a sky is turned the way `--light SKY:DEGREES` turns it, and corners that look there are bright", async () => {
    const got = await pages.recorded.evaluate(() => {
        const { lighting } = supple.viewer.stage, found = [], { player, asset } = supple;
        player.rest();
        for (let degrees = -180; degrees < 180; degrees += 45) {
            lighting.choose("noon");
            lighting.turnTo(degrees * Math.PI / 180, 0);
            supple.step(1);
            const { front } = lighting.slots[0].light.arriving(player.body), { positions } = player.body.skin(), n = asset.vertexCount;
            const sum = [0, 0], middle = [0, 2].map(k => positions.filter((_, i) => i % 3 === k).reduce((a, b) => a + b) / n);
            for (let v = 0; v < n; ++v)
                [0, 2].forEach((k, i) => (sum[i] += front[3 * v + 1] * (positions[3 * v + k] - middle[i])));
            const wanted = (35 + degrees) * Math.PI / 180, turned = a => Math.abs(Math.atan2(Math.sin(a - wanted), Math.cos(a - wanted))) * 180 / Math.PI;
            found.push([turned(Math.atan2(lighting.toward[0], lighting.toward[2])), turned(Math.atan2(...sum))]);
        }
        lighting.choose("even");
        const even = [...lighting.around];
        lighting.choose("evening");
        supple.step(1);
        return { found, even };
    });
    const toward = Math.max(...got.found.map(x => x[0])), bright = Math.max(...got.found.map(x => x[1]));
    const even = got.even.every((x, i) => Math.abs(x - (i < 3 ? 1 : 0)) < 1e-5); // what an open surface has of an even sky
    const words = `the sky is off by ${toward.toFixed(2)} degrees, what is bright by ${bright.toFixed(0)}`;
    return toward < 0.01 && bright < 25 && even ? { note: words } : `${words} ${got.even}`;
});

await law("what is folded is folded when the light turns, and not while the body moves or is looked at", async () => {
    const page = pages.recorded, first = await folds(page);
    await page.evaluate(() => {
        supple.viewer.entries.trigger(0);
        for (let i = 0; i < 30; ++i)
            supple.step(1);
        supple.camera.orbit(0.5, 0.1);
        supple.viewer.stage.lighting.expose(1);
        supple.step(1);
        supple.viewer.stage.lighting.expose(-1);
        supple.step(1);
    });
    const moved = await folds(page);
    await page.evaluate(() => {
        supple.viewer.stage.lighting.turnTo(1.9);
        supple.step(10);
    });
    const turned = await folds(page);
    return moved === first && turned === first + 1 ? { note: `${turned - first} fold in 42 frames` } : `${first}, ${moved}, ${turned}`;
});

await law("the light is turned by the mouse, and its sliders go with it", async () => {
    const page = pages.recorded;
    await page.locator("#tools").getByLabel("Light").check({ force: true });
    const before = await picture(page), from = await page.evaluate(() => supple.viewer.stage.lighting.turn);
    await page.mouse.move(200, 200);
    await page.mouse.down();
    await page.mouse.move(290, 180, { steps: 3 });
    await page.mouse.up();
    const after = await picture(page), to = await page.evaluate(() => supple.viewer.stage.lighting.turn);
    const shown = Number(await page.getByLabel("Turned by").inputValue());
    await page.locator("#tools").getByLabel("Pull").check({ force: true });
    return Math.abs(to - from - 0.9) < 1e-6 && Math.abs(shown - to * 180 / Math.PI) < 1 && before.hash !== after.hash && page.said.length === 0
        ? "" : JSON.stringify([from, to, shown, before, after, page.said]);
});

await law("a choice of sky, exposure and tones change the picture; off is the studio", async () => {
    const page = pages.lit, seen = new Set();
    for (const sky of ["overcast", "noon", "evening", "window", "even"]) {
        await page.getByLabel("Sky").selectOption(sky);
        seen.add((await picture(page)).hash);
    }
    await page.getByLabel("Exposure").fill("1.5");
    seen.add((await picture(page)).hash);
    await page.getByLabel("Plain").check({ force: true });
    seen.add((await picture(page)).hash);
    await page.getByLabel("Baked light").uncheck();
    const off = await picture(page);
    seen.add(off.hash);
    await page.getByLabel("Baked light").check();
    return seen.size === 8 && off.error === 0 && page.said.length === 0 ? "" : `${seen.size} pictures, ${page.said}`;
});

await law("a normal map is seen in baked light too, and a flat one changes nothing", async () => {
    const page = pages.recorded, got = await page.evaluate(() => {
        const { stage } = supple.viewer, { gl } = stage, pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight), [pictures] = stage.slots[0].pictures;
        const look = () => {
            supple.step(0);
            gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            return pixels.slice();
        };
        const wear = (index, rgb) => { // a picture of one texel
            stage.pictures.decoded.set(index, new ImageData(new Uint8ClampedArray([...rgb, 255]), 1, 1));
            Object.assign(pictures, { relief: stage.pictures.of({ pictures: { relief: { image: index, sampler: {} } }, relief: 1 }).relief, reliefScale: 1 });
            return look();
        };
        gl.bindVertexArray(stage.slots[0].array); // it has no coordinates of pictures: those of its places
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.getVertexAttrib(2, gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING));
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, supple.asset.array("positions").filter((_, i) => i % 3 < 2));
        gl.bindVertexArray(null);
        const plain = look(), flat = wear(-1, [128, 128, 255]), tilted = wear(-2, [230, 128, 200]);
        Object.assign(pictures, { relief: stage.pictures.white, reliefScale: 0 });
        const off = other => other.reduce((most, x, i) => Math.max(most, Math.abs(x - plain[i])), 0);
        return { flat: off(flat), tilted: off(tilted), again: off(look()), error: gl.getError() };
    });
    return got.flat <= 10 && got.tilted > 5 * got.flat && got.again === 0 && got.error === 0 ? { note: `by ${got.tilted} of 255, a flat one by ${got.flat}` } : JSON.stringify(got);
});

await law("exposures without end and lights dragged wildly stay in bounds", async () => {
    const page = pages.lit;
    const got = await page.evaluate(() => {
        const { lighting } = supple.viewer.stage;
        let seed = 1, worst = 0;
        const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296 - 0.5;
        for (let i = 0; i < 400; ++i) {
            const wild = [1, 1e3, 1e9, 1e300, Infinity, NaN][i % 6];
            lighting.drag(wild * random(), wild * random());
            lighting.expose(wild * random());
            const m = lighting.matrix;
            for (let a = 0; a < 3; ++a)
                for (let b = 0; b < 3; ++b) {
                    const dot = m[3 * a] * m[3 * b] + m[3 * a + 1] * m[3 * b + 1] + m[3 * a + 2] * m[3 * b + 2];
                    worst = Math.max(worst, Math.abs(dot - (a === b ? 1 : 0)));
                }
            if (!(Math.abs(lighting.stops) <= 6 && Math.abs(lighting.tilt) <= 1.58 && Math.abs(lighting.turn) <= 3.15) || !(worst < 1e-9))
                return { worst, i, stops: lighting.stops, tilt: lighting.tilt, turn: lighting.turn };
        }
        lighting.turnTo(0.3, 0);
        return { worst };
    });
    await page.evaluate(() => supple.viewer.stage.lighting.expose(1e9));
    const bright = await picture(page);
    await page.evaluate(() => supple.viewer.stage.lighting.expose(-1e9));
    const dim = await picture(page);
    await page.evaluate(() => supple.viewer.stage.lighting.expose(0));
    const ok = got.i === undefined && bright.mean > dim.mean + 10 && bright.error === 0 && dim.error === 0 && page.said.length === 0;
    return ok ? { note: `axes off by ${got.worst.toExponential(1)}` } : JSON.stringify([got, bright, dim, page.said]);
});

await law("a graphics context that is lost is told of, and comes back as it was", async () => {
    for (const page of Object.values(pages)) {
        const before = await picture(page);
        await page.evaluate(() => (supple.loser = supple.viewer.stage.gl.getExtension("WEBGL_lose_context")).loseContext());
        await page.waitForFunction(() => supple.viewer.lost);
        const words = await page.locator("#message").textContent();
        await page.evaluate(() => { // the body lives on
            supple.viewer.stage.lighting.turnTo(2);
            supple.step(2);
            supple.viewer.stage.lighting.turnTo(0.3);
            supple.loser.restoreContext();
        });
        await page.waitForFunction(() => !supple.viewer.lost);
        await page.evaluate(() => supple.viewer.stage.lighting.turnTo(0.3));
        const after = await picture(page), got = await page.evaluate(`(${compare})(0)`), gone = await page.locator("#message").isHidden();
        if (!/driver/.test(words) || !gone || !(got.off < 1e-5) || after.error !== 0 || after.kinds < 300 || fewer(page.said).length > 0)
            return JSON.stringify([words, gone, got, before, after, page.said]);
        page.said.length = 0;
    }
    return "";
});

await law("two bodies beside each other have a light each", async () => {
    const page = pages.lit;
    const got = await page.evaluate(compare => {
        const { viewer, player } = supple;
        viewer.beside = true;
        viewer.lay();
        player.perform("shake");
        supple.step(12);
        const soft = eval(`(${compare})(0)`), gpu = viewer.stage.read(1), n = supple.asset.vertexCount;
        const still = supple.asset.body({ gravity: [0, 0, 0] }), { front } = viewer.stage.lighting.slots[1].light.arriving(still);
        let off = 0;
        for (let v = 0; v < n; ++v)
            for (let c = 0; c < 3; ++c)
                off = Math.max(off, Math.abs(gpu[13 * v + 7 + c] - front[3 * v + c]));
        still.release();
        viewer.beside = false;
        viewer.lay();
        return { soft: soft.off, off };
    }, compare.toString());
    return got.soft < 1e-5 && got.off < 1e-5 && page.said.length === 0 ? { note: `off by ${got.soft.toExponential(1)} and ${got.off.toExponential(1)}` } : JSON.stringify([got, page.said]);
});

// Views of the module's memory end when it grows; a body that joins takes memory for its light.
await law("bodies that join have their light, also where memory grows for it", async () => {
    const page = pages.lit;
    const got = await page.evaluate(compare => {
        const { player, asset, viewer } = supple, { c } = asset.supple, { bodies } = player.company;
        asset.supple.c = { ...c, web_light_create: from => { c.memory.grow(1); return c.web_light_create(from); } };
        for (let i = 0; i < 2; ++i) {
            const body = player.makeBody();
            body.impulse({ vertices: [9, 9, 9], weights: [1, 0, 0] }, [0.3 * i, 0.2, 0.1]);
            body.step(1 / 60);
            bodies.push({ body, start: null });
        }
        supple.step(2);
        const off = [0, 1, 2].map(i => eval(`(${compare})(${i})`).off), error = viewer.stage.gl.getError();
        asset.supple.c = c;
        bodies.splice(1).forEach(({ body }) => body.release());
        viewer.stage.slot(2).shown = false;
        return { off, error, slots: viewer.stage.slots.length };
    }, compare.toString());
    return Math.max(...got.off) < 1e-5 && got.error === 0 && got.slots === 3 && page.said.length === 0 ? "" : JSON.stringify([got, page.said]);
});

await law("`supple view --light` is what a page begins with", async () => {
    const page = await open(browser, at("noon.html"));
    const [sky, turn, on] = await page.evaluate(() => [supple.viewer.stage.lighting.sky, supple.viewer.stage.lighting.turn, supple.viewer.stage.lighting.on]);
    await page.close();
    return sky === "noon" && Math.abs(turn - Math.PI / 2) < 1e-6 && on ? "" : `${sky} ${turn} ${on}`;
});

await law("a page without light has none of its programs, textures and controls", async () => {
    const page = await open(browser, at("dark.html"));
    const got = await page.evaluate(() => ({ light: supple.viewer.stage.lighting, program: supple.viewer.stage.litBody, bytes: supple.viewer.stage.flex.bytes,
                                             uniforms: Object.keys(supple.viewer.stage.flex.program.at).filter(name => /light|colors|amounts|point_count/.test(name)) }));
    const controls = await page.getByLabel("Sky").count();
    await page.close();
    return got.light === null && got.program === undefined && got.bytes === 28 && got.uniforms.length === 0 && controls === 0 ? "" : JSON.stringify([got, controls]);
});

await law("it fits a phone, and the light can be reached there", async () => {
    const page = await open(browser, at("recorded.html"), { width: 360, height: 640, deviceScaleFactor: 2, hasTouch: true });
    const got = await page.evaluate(() => {
        supple.step(1);
        const reached = [...document.querySelectorAll("#tools label, #tools button")].filter(e => {
            e.scrollIntoView({ block: "nearest", inline: "nearest" });
            const r = e.getBoundingClientRect(), hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
            return hit && (e === hit || e.contains(hit));
        }).length;
        return { wide: document.documentElement.scrollWidth, all: document.querySelectorAll("#tools label, #tools button").length, reached,
                 outside: [...document.querySelectorAll("#tools, #panel")].filter(e => e.getBoundingClientRect().right > 360).length };
    });
    await page.close();
    return got.wide === 360 && got.outside === 0 && got.reached === got.all && got.all > 2 ? "" : JSON.stringify(got);
});

// Bits of the light's sections, from the second half of the file on, with and without a checksum that holds, and bytes of what is packed.
await law("damaged light gives a sentence or a page, never an empty one", async () => {
    const file = readFileSync(at("lit.supple"));
    let shown = 0, refused = 0;
    for (let i = 0; i < 8; ++i) {
        const bytes = Buffer.from(file), where = i < 6 ? file.length - 1 - Math.floor((i + 0.5) * file.length / 14) : 16 * i + 4;
        bytes.fill(i % 2 === 0 ? 0xff : 0x7f, where, where + 4);
        if (i < 6) // as a hostile writer would
            bytes.writeBigUInt64LE(checksum(bytes), 24);
        let packed = gzipSync(bytes);
        if (i === 3)
            packed = packed.subarray(0, packed.length >> 1);
        const page = await open(browser, withAsset(at("lit.html"), bytes, at("broken.htm"), packed), { width: 200, height: 150 });
        const words = await page.locator("#message").textContent(), trouble = await page.evaluate(() => supple.trouble);
        const said = fewer(page.said);
        await page.close();
        if (said.length > 0 || (trouble && !/cannot be shown\. .+\.$/.test(words)))
            return `${i}: ${words} ${said}`;
        trouble ? ++refused : ++shown;
    }
    return shown > 0 && refused > 1 ? { note: `${shown} shown, ${refused} refused` } : `${shown} shown, ${refused} refused`;
});

await law("the page's parts are packed as gzip does it", async () => {
    const text = readFileSync(at("lit.html"), "utf8"), part = id => gunzipSync(Buffer.from(text.match(new RegExp(`id="${id}">([^<]*)<`))[1], "base64"));
    return part("asset").equals(readFileSync(at("lit.supple"))) && part("wasm").subarray(1, 4).toString() === "asm" ? "" : "they are not";
});

await browser.close();
finish();
