// supple/three in Chromium: node three.mjs PACKAGE THREE FOLDER. FOLDER has the files; what is there is tried.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { finish, launch, law } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [supplePackage, threePackage, folder] = process.argv.slice(2), here = new URL(".", import.meta.url).pathname;
const map = { imports: { three: "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/", supple: "/supple/supple.js", "supple/three": "/supple/three/index.js" } };
const server = await serve({ "/supple/": supplePackage, "/three/": threePackage, "/files/": folder, "/test/": here }, {
    "/three.html": `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify(map)}</script><script type="module" src="/test/three_page.js"></script>` });
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 500, height: 400 } }), said = [];
page.on("console", m => /GPU stall/.test(m.text()) || said.push(m.text()));
page.on("pageerror", e => said.push(e.message));
page.on("requestfailed", r => said.push(`${r.url()} failed`));
await page.goto(`${server.url}/three.html`);
await page.waitForFunction(() => window.ready, null, { timeout: 20000 }).catch(error => { throw new Error([...said, error.message].join("; ")); });

const has = name => existsSync(join(folder, name));
const off = (told, most = 1e-5) => {
    const note = Object.entries(told).map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toExponential(1)}`).join(", ");
    return told.picture < most && told.shadow < most && told.normals < 1e-4 && told.moved > 1e-3 ? { note } : note;
};

const files = readdirSync(folder).filter(name => name.endsWith(".glb") && !/^(dressed|posed|recorded|lit)/.test(name));
for (const name of files)
    await law(`${name}: what three.js draws, and its shadow, are the library's vertices`, async () => off(await page.evaluate(async file => {
        const gltf = await read(file), soft = await supple.attachSupple(gltf), stage = makeScene(gltf.scene);
        const [clip] = gltf.animations, mixer = new THREE.AnimationMixer(gltf.scene);
        if (clip)
            mixer.clipAction(clip).play();
        for (let frame = 1; frame <= 20; ++frame) {
            mixer.update(1 / 60);
            shake(gltf.scene, frame / 60);
            soft.update(1 / 60);
        }
        const told = compare(stage, soft);
        soft.dispose();
        return told;
    }, `/files/${name}`)));

await law("nothing reached the console", () => said.join("; "));
await browser.close();
server.close();
finish();
