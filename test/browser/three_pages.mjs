// The page of docs/three.md as it stands, and as vite built it: node three_pages.mjs SITE
//
// A page keeps its variables to itself, so what it does is seen at the GPU: shaders that displace, and rows that change.
// SPDX-License-Identifier: MIT
import { join } from "node:path";
import { finish, launch, law } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [site] = process.argv.slice(2), browser = await launch();

// Counts programs with flesh in them, and uploads of rows that differ from those before.
function spy() {
    const seen = window.seen = { shaders: 0, uploads: 0, frames: 0 }, { prototype } = WebGL2RenderingContext, { shaderSource, texSubImage2D } = prototype;
    let last = "";
    prototype.shaderSource = function (shader, text) {
        seen.shaders += text.includes("supple_displace(transformed") ? 1 : 0;
        return shaderSource.call(this, shader, text);
    };
    prototype.texSubImage2D = function (...how) {
        const data = how[8];
        if (data instanceof Float32Array && how[5] === 1) { // of one row: not bones
            seen.uploads += data.join() !== last && last !== "" ? 1 : 0;
            last = data.join();
        }
        return texSubImage2D.apply(this, how);
    };
}

for (const [name, folder, file] of [["as it stands", site, "plain.html"], ["built by vite", join(site, "dist"), "index.html"]])
    await law(`${name}, flesh moves and nothing is said`, async () => {
        const server = await serve({ "/": folder }), page = await browser.newPage({ viewport: { width: 300, height: 220 } }), said = [];
        page.on("console", m => /GPU stall|favicon|404/.test(m.text()) || said.push(m.text()));
        page.on("pageerror", e => said.push(e.message));
        page.on("response", r => r.status() >= 400 && !/favicon/.test(r.url()) && said.push(`${r.status()} ${r.url()}`));
        await page.addInitScript(spy);
        await page.goto(`${server.url}/${file}`);
        await page.waitForFunction(() => window.seen.shaders >= 2 && window.seen.uploads >= 3, null, { timeout: 30000 }).catch(error => said.push(error.message));
        const { shaders, uploads } = await page.evaluate(() => window.seen);
        await page.close();
        server.close();
        return said.length > 0 ? `${said.join("; ")} (${shaders} shaders, ${uploads} uploads)` : { note: `${shaders} shaders` };
    });
await browser.close();
finish();
