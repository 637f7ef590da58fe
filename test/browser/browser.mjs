// What the browser tests share: a headless Chromium, pages opened from the disk, laws that are counted.
// SPDX-License-Identifier: MIT
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const { chromium } = createRequire(new URL("../node/package.json", import.meta.url))("playwright-core");

// Chromium's own word on reading back a software GPU's picture for the window; not the page's.
const NOT_OURS = /GPU stall due to ReadPixels/;
let failed = 0;

export async function launch() {
    return chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-unsafe-swiftshader",
        "--enable-precise-memory-info", "--js-flags=--expose-gc"] });
}

// A page from a file. `said` fills with everything that reached its console, `asked` with what it wanted from elsewhere.
export async function open(browser, file, { width = 760, height = 420, before = null, hash = "", ...more } = {}) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce", ...more });
    page.said = [];
    page.asked = [];
    page.on("console", m => NOT_OURS.test(m.text()) || page.said.push(m.text()));
    page.on("pageerror", e => page.said.push(e.message));
    page.on("request", r => /^(file|blob|data):/.test(r.url()) || page.asked.push(r.url()));
    if (before)
        await page.addInitScript(before);
    await page.goto(pathToFileURL(file).href + hash);
    await page.waitForFunction(() => window.supple, null, { timeout: 120000 });
    await page.evaluate(() => window.supple.hold?.(true));
    return page;
}

// The same page with another body in it; packed: as the page has it.
export function withAsset(page, bytes, to, packed = gzipSync(bytes)) {
    const text = readFileSync(page, "utf8"), mark = 'id="asset">', at = text.indexOf(mark) + mark.length;
    writeFileSync(to, text.slice(0, at) + Buffer.from(packed).toString("base64") + text.slice(text.indexOf("<", at)));
    return to;
}

// run: returns nothing or "" when the law holds, words when it does not. { note } is printed with it.
export async function law(name, run) {
    let trouble, note = "";
    try {
        const got = await run();
        [trouble, note] = got?.note !== undefined ? ["", `: ${got.note}`] : [got, ""];
    } catch (error) {
        trouble = error.message.split("\n")[0];
    }
    failed += trouble ? 1 : 0;
    console.log(trouble ? `FAILED ${name}: ${trouble}` : `ok ${name}${note}`);
}

export function finish() {
    process.exit(failed ? 1 : 0);
}
