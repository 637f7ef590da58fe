// The shader functions of gpu/ against the CPU's vertices: node gpu.mjs MODULE.wasm FILE.supple...
//
// Both are in one headless Chromium's reach: the CPU's vertices by WebAssembly under node, the GPU's (a
// software one) by WebGL2 in a page, read back by transform feedback and compared as numbers.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { chromium } from "playwright-core";
import { lightOf, makeLight } from "../../web/light.js";
import { load } from "../../web/supple.js";
import { scripted } from "./palette.mjs";

const here = new URL(".", import.meta.url);
const shader = readFileSync(new URL("../../gpu/supple.glsl", here), "utf8");
const supple = await load(readFileSync(process.argv[2]));
let failed = 0;

const executablePath = process.env.CHROMIUM;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage();
await page.addScriptTag({ path: new URL("gpu_page.js", here).pathname });

function plain(asset) {
    const table = t => t && { width: t.width, height: t.height, bits: t.bits, texels: Array.from(t.texels) };
    const array = name => asset.array(name) && Array.from(asset.array(name));
    const { coordCount, partCount, boneCount, vertexCount, layerCount, influenceCount } = asset;
    return { coordCount, partCount, boneCount, vertexCount, layerCount, influenceCount,
             shapes: table(asset.shapes), bends: table(asset.bends), partRows: Array.from(asset.partRows()),
             positions: array("positions"), normals: array("normals"), tangents: array("tangents"),
             links: array("links"), bendLinks: array("bendLinks"), joints: array("joints"), weights: array("weights") };
}

// A light from one side, with colours: bands of 0 to 3 in numbers that nothing else has.
function someLight({ order }) {
    return Float32Array.from({ length: 3 * order * order }, (_, i) => i < 3 ? 2 + 0.3 * i : Math.sin(7 * i) / (1 + 0.1 * i));
}

function plainLight(asset, body) {
    const light = makeLight(asset);
    light.set(someLight(light.info));
    const { width, height, texels } = light.colors;
    const told = { pointCount: light.info.pointCount, colors: { width, height, bits: 32, texels: Array.from(texels) },
                   points: Array.from(light.points), amounts: Array.from(light.amounts(body)) };
    const { front, back } = light.arriving(body), out = { told, front: front.slice(), back: back.slice() };
    light.release();
    return out;
}

function sizeOf(positions) {
    let square = 0;
    for (let axis = 0; axis < 3; ++axis) {
        let low = Infinity, high = -Infinity;
        for (let i = axis; i < positions.length; i += 3) {
            low = Math.min(low, positions[i]);
            high = Math.max(high, positions[i]);
        }
        square += (high - low) ** 2;
    }
    return Math.sqrt(square);
}

for (const file of process.argv.slice(3)) {
    const name = basename(file), asset = supple.asset(readFileSync(file)), body = asset.body();
    const palettes = [0, 1].map(() => new Float32Array(16 * asset.boneCount));
    body.place(scripted(palettes[1], 0));
    for (let frame = 1; frame <= 40; ++frame) {
        palettes[0].set(palettes[1]);
        body.drive(scripted(palettes[1], frame / 60));
        body.step(1 / 60);
    }
    const rows = Array.from(body.upload()), copy = out => ({ positions: out.positions.slice(), previous: out.previous.slice(),
        normals: out.normals.slice(), tangents: out.tangents.slice() });
    const bare = copy(body.evaluate()), world = copy(body.skin()), rest = asset.array("positions").slice();
    const threes = tangents => tangents.filter((_, i) => i % 4 < 3);
    const expected = { position: bare.positions, before: bare.previous, normal: bare.normals, tangent: threes(bare.tangents),
                       skinned: world.positions, skinned_before: world.previous, skinned_normal: world.normals };
    const light = lightOf(asset) ? plainLight(asset, body) : null;
    Object.assign(expected, { front: light?.front, back: light?.back });
    const { trouble, outputs, got } = await page.evaluate(([s, a, r, p]) => window.onGpu(s, a, r, p),
                                                          [shader, { ...plain(asset), light: light?.told }, rows, palettes.map(p => Array.from(p))]);
    if (trouble) {
        console.log(`FAILED ${name}: ${trouble}`);
        ++failed;
        continue;
    }
    const size = sizeOf(rest), moved = Math.max(...bare.positions.map((x, i) => Math.abs(x - rest[i]))) / size;
    for (const [at, output] of outputs.entries()) {
        if (output === "tangent" && !asset.array("tangents"))
            continue;
        const unit = /normal|tangent|front|back/.test(output) ? 1 : size;
        let farthest = 0;
        for (let i = 0; i < asset.vertexCount; ++i)
            for (let axis = 0; axis < 3; ++axis)
                farthest = Math.max(farthest, Math.abs(got[3 * (outputs.length * i + at) + axis] - expected[output][3 * i + axis]) / unit);
        const shows = !/front|back/.test(output) || (Math.max(...expected[output]) > 0.1 && expected[output].includes(0));
        const ok = farthest < 1e-5 && moved > 1e-3 && shows;
        failed += ok ? 0 : 1;
        console.log(`${ok ? "ok" : "FAILED"} ${name}: ${output} of the GPU is the CPU's, off by ${farthest.toExponential(1)}, moved ${moved.toFixed(3)}`);
    }
}
await browser.close();
process.exit(failed ? 1 : 0);
