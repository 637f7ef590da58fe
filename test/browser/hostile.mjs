// Pages of bodies that somebody made to do harm: node hostile.mjs FOLDER, where named.html and jelly.html are, and jelly.glb.
//
// Names are words and never markup; counts that cannot be end in a sentence within seconds, and the tab goes on; nothing on the page
// may be evaluated, whoever writes it.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readGlb } from "../../web/gltf.js";
import { finish, launch, law, open, withAsset } from "./browser.mjs";

const folder = process.argv[2], at = name => join(folder, name), SECONDS = 30;
const browser = await launch(), body = readGlb(readFileSync(at("jelly.glb")));

// The body with another description of its scene; its bytes, and the asset among them, as they are.
function changed(change) {
    const json = structuredClone(body.json);
    change(json);
    const text = Buffer.from(JSON.stringify(json)), words = Buffer.alloc(Math.ceil((text.length + 12) / 16) * 16 + 4, 0x20); // 16-aligned behind it
    text.copy(words);
    const bin = Buffer.alloc(Math.ceil(body.bin.length / 4) * 4);
    bin.set(body.bin);
    const head = Buffer.alloc(20), second = Buffer.alloc(8);
    head.write("glTF"), head.writeUInt32LE(2, 4), head.writeUInt32LE(28 + words.length + bin.length, 8);
    head.writeUInt32LE(words.length, 12), head.write("JSON", 16), second.writeUInt32LE(bin.length), second.write("BIN\0", 4);
    return Buffer.concat([head, words, second, bin]);
}

await law("names are shown as words, and nothing of them is run", async () => {
    const page = await open(browser, at("named.html"));
    const got = await page.evaluate(() => {
        supple.step(2);
        return { harmed: window.harmed, pictures: document.querySelectorAll("img").length, scripts: document.scripts.length,
                 words: document.body.innerText, title: document.title, unknown: document.querySelectorAll("[onerror], [onload]").length };
    });
    const { said } = page;
    await page.close();
    const shown = (got.words + got.title).includes("<img src=x");
    return got.harmed === undefined && got.pictures === 0 && got.unknown === 0 && got.scripts === 6 && shown && said.length === 0
        ? "" : `${JSON.stringify({ ...got, words: got.words.slice(0, 200) })} ${said}`;
});

await law("nothing can be evaluated on the page, and no script can be added", async () => {
    const page = await open(browser, at("jelly.html"));
    const got = await page.evaluate(async () => {
        const tried = {};
        await new Promise(done => setTimeout(done, 0)); // what a debugger calls may evaluate, what it left behind may not
        try { tried.eval = (0, eval)("1 + 1"); } catch (error) { tried.eval = error.name; }
        try { tried.made = new Function("return 2")(); } catch (error) { tried.made = error.name; }
        const script = document.createElement("script"), frame = document.createElement("iframe");
        script.textContent = "window.harmed = 1";
        frame.srcdoc = "<script>parent.harmed = 1</" + "script>";
        document.body.append(script, frame);
        tried.asked = await fetch("https://example.org/").then(() => "sent", () => "refused");
        await new Promise(done => setTimeout(done, 100));
        return { ...tried, harmed: window.harmed };
    });
    await page.close();
    return got.eval === "EvalError" && got.made === "EvalError" && got.asked === "refused" && got.harmed === undefined ? "" : JSON.stringify(got);
});

const CLIP = accessor => json => {
    json.accessors.push({ componentType: 5126, type: "SCALAR", ...accessor });
    const last = json.accessors.length - 1;
    json.animations = [{ channels: [{ sampler: 0, target: { node: 0, path: "translation" } }], samplers: [{ input: last, output: last }] }];
};
const hostile = {
    "a count of two thousand million": CLIP({ count: 2e9 }),
    "a count below zero": CLIP({ count: -1 }),
    "a count that is no whole number": CLIP({ count: 0.5 }),
    "a count that is a text": CLIP({ count: "1e9" }),
    "elements that all lie on one place": json => {
        CLIP({ count: 5e7, bufferView: json.bufferViews.length })(json);
        json.bufferViews.push({ buffer: 0, byteOffset: 0, byteLength: 16, byteStride: 0 });
    },
    "sparse elements without an end": CLIP({ count: 4, sparse: { count: 1e9, indices: { bufferView: 0, componentType: 5125 }, values: { bufferView: 0 } } }),
    "nodes in a circle": json => {
        json.nodes.push({ children: [json.nodes.length + 1] }, { children: [json.nodes.length] });
    },
    "a clip of a node that is not there": json => CLIP({ count: 1, bufferView: 0 })(json) ?? (json.animations[0].channels[0].target.node = 4e9),
};
const SHOWN = "a clip of a node that is not there"; // such a channel is left out; all else is told
for (const [name, change] of Object.entries(hostile))
    await law(`${name}: the tab goes on`, async () => {
        const page = await browser.newPage();
        await page.goto(`file://${withAsset(at("jelly.html"), changed(change), at("hostile.htm"))}`, { timeout: 1000 * SECONDS });
        await page.waitForFunction(() => window.supple, null, { timeout: 1000 * SECONDS });
        const got = await page.evaluate(() => ({ trouble: supple.trouble, words: document.getElementById("message").textContent }));
        await page.close();
        const told = got.trouble !== undefined && /^The body in this page cannot be shown/.test(got.words);
        return told === (name !== SHOWN) ? { note: told ? got.words : "shown" } : `${got.trouble}: ${got.words}`;
    });

await law("two hundred thousand nodes, each below the last, are shown", async () => {
    const deep = json => {
        const first = json.nodes.length;
        for (let i = 0; i < 200000; ++i)
            json.nodes.push(i < 199999 ? { children: [first + i + 1] } : {});
    };
    const page = await browser.newPage();
    await page.goto(`file://${withAsset(at("jelly.html"), changed(deep), at("hostile.htm"))}`, { timeout: 1000 * SECONDS });
    await page.waitForFunction(() => window.supple, null, { timeout: 1000 * SECONDS });
    const trouble = await page.evaluate(() => supple.trouble);
    await page.close();
    return trouble;
});

await browser.close();
finish();
