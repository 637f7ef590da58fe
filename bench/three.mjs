// What a frame costs in three.js: rigid, by supple/three, and by morph targets of the same modes (examples/three), in turns of one run.
//
//   node bench/three.mjs FILE.glb...      files of `supple bake`; build/web must be there (the whole build makes it)
//
// Small pictures, so that vertices are what is paid for. A software GPU stands for a real one: ratios are to be read, not milliseconds.
// SPDX-License-Identifier: MIT
import { basename, dirname, join } from "node:path";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { launch } from "../test/browser/browser.mjs";
import { record } from "./peers/record.mjs";
import { serve } from "../test/browser/serve.mjs";

const top = new URL("..", import.meta.url).pathname, folder = mkdtempSync(join(tmpdir(), "supple-"));
cpSync(join(top, "web"), folder, { recursive: true });
cpSync(join(top, "build/web"), folder, { recursive: true });
const map = { imports: { three: "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/", "supple/three": "/supple/three/index.js" } };
const folders = { "/supple/": folder, "/three/": join(top, "test/node/node_modules/three"), "/example/": join(top, "examples/three") };
process.argv.slice(2).forEach((file, i) => (folders[`/file${i}/`] = dirname(file)));
const server = await serve(folders, { "/bench.html": `<!doctype html><script type="importmap">${JSON.stringify(map)}</script>` });

// Runs in the page: times of frames in which all three take turns.
async function measure([file, frames]) {
    const THREE = await import("three"), { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
    const { attachSupple } = await import("supple/three"), { SoftMeshes } = await import("/example/soft_mesh.js");
    const renderer = new THREE.WebGLRenderer(), gl = renderer.getContext(), pixel = new Uint8Array(4), ways = {};
    renderer.setSize(32, 32, false);
    const stage = gltf => {
        const box = new THREE.Box3().setFromObject(gltf.scene), size = box.getSize(new THREE.Vector3()).length(), middle = box.getCenter(new THREE.Vector3());
        const camera = new THREE.PerspectiveCamera(50, 1, 0.1 * size, 10 * size);
        camera.position.copy(middle).add(new THREE.Vector3(0, 0, 2 * size));
        gltf.scene.traverse(object => (object.frustumCulled = false));
        return { scene: new THREE.Scene().add(gltf.scene, new THREE.DirectionalLight()), camera };
    };
    const load = () => new GLTFLoader().loadAsync(file);
    const rigid = await load(), soft = await attachSupple(await load()), gltf = await load(), morphs = new SoftMeshes(gltf, soft.asset), body = soft.asset.body();
    body.place((gltf.scene.updateMatrixWorld(true), morphs.writePalette()));
    ways.rigid = { ...stage(rigid), update: () => {} };
    ways.supple = { ...stage(soft.gltf), update: () => soft.update(1 / 60) };
    ways.morphs = { ...stage(gltf), update: () => {
        gltf.scene.updateMatrixWorld(true);
        body.drive(morphs.writePalette());
        body.step(1 / 60);
        morphs.show(body);
    } };
    const times = Object.fromEntries(Object.keys(ways).map(name => [name, { update: [], draw: [] }]));
    for (let frame = 0; frame < frames + 10; ++frame)
        for (const [name, { scene, camera, update }] of Object.entries(ways)) {
            const start = performance.now();
            update();
            const between = performance.now();
            renderer.render(scene, camera);
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
            if (frame >= 10) {
                times[name].update.push(between - start);
                times[name].draw.push(performance.now() - between);
            }
        }
    const meshes = [soft.meshes.length, soft.asset.vertexCount, soft.shared.number.reduce((most, x) => Math.max(most, x), 0), soft.asset.coordCount];
    return { meshes, times };
}

const browser = await launch();
for (const [i, file] of process.argv.slice(2).entries()) {
    const page = await browser.newPage();
    page.on("pageerror", error => console.log(error.message));
    await page.goto(`${server.url}/bench.html`);
    const { meshes: [meshes, vertices, soft, coords], times } = await page.evaluate(measure, [`/file${i}/${basename(file)}`, process.env.SUPPLE_SHORT ? 5 : 50]);
    const over = (a, b) => a.map((t, k) => t / b[k]), name = `${basename(file, ".soft.glb")}, ${vertices} vertices, ${soft} soft, ${coords} coordinates`;
    record({ bench: "three", name: `${name}: draw, rigid`, unit: "ms", values: times.rigid.draw });
    for (const way of ["supple", "morphs"])
        record({
            bench: "three", name: `${name}: draw, ${way === "supple" ? "our shader" : "morph targets"}`, unit: "ms", values: times[way].draw,
            beside: "rigid", ratios: over(times[way].draw, times.rigid.draw),
        });
    record({
        bench: "three", name: `${name}: drive, step and upload`, unit: "ms", values: times.supple.update,
        beside: "the same for morph targets", ratios: over(times.supple.update, times.morphs.update),
    });
    await page.close();
}
await browser.close();
server.close();
rmSync(folder, { recursive: true });
