// Golden hashes in Chromium: node hashes.mjs FOLDER, where supple.wasm and hash.wasm are (hashes.sh).
//
// The modules of test/node that say the hashes under node say them here, too: bodies and a pile by C as WebAssembly, joints and rigid
// bodies by web/world.js.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { finish, launch, law } from "./browser.mjs";
import { serve } from "./serve.mjs";

const ASKED = { body: { script: "hash", module: "hash", assets: ["v1", "posed", "v2", "recorded", "v3"] }, world: { script: "hash", module: "hash", assets: ["ring"] },
    joint: { script: "joints", module: "supple", assets: ["ring"] }, rigid: { script: "rigid", module: "supple", assets: ["ring"] } };

const site = await serve({ "/built/": process.argv[2], "/golden/": "test/golden", "/test/node/": "test/node", "/web/": "web" }, { "/": "<!doctype html><title>hashes</title>" });
const browser = await launch(), page = await browser.newPage();
await page.goto(site.url);

for (const [kind, how] of Object.entries(ASKED))
    await law(`${kind}: the golden hash`, async () => {
        const got = await page.evaluate(async ([kind, { script, module, assets }]) => {
            const bytes = async path => new Uint8Array(await (await fetch(path)).arrayBuffer());
            const { hashOf } = await import(`/test/node/${script}.mjs`), lines = [];
            for (const name of assets)
                lines.push(await hashOf(await bytes(`/built/${module}.wasm`), await bytes(`/golden/${name}.supple`), `hash_${kind}`));
            return lines;
        }, [kind, how]);
        const wanted = readFileSync(`test/golden/${kind}_hash.txt`, "utf8").trim().split("\n");
        return got.join() === wanted.join() ? "" : `${got} and not ${wanted}`;
    });
await browser.close();
site.close();
finish();
