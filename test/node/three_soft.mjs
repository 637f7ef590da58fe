// examples/three under node: the vertices of three.js beside those of `supple play`, over a whole clip.
// node three_soft.mjs MODULE.wasm FILE.glb CLIP TAKE.pc2
//
// Two ways that share nothing but the asset: three.js mixes the clip, morphs and skins by itself; the take is
// posed, stepped and morphed in C. The example imports "three" from where it is used, so it is read and given
// the three of these tests.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { load } from "../../web/supple.js";

globalThis.self = globalThis;
const THREE = await import("three"), { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const text = readFileSync(new URL("../../examples/three/soft_mesh.js", import.meta.url), "utf8");
const local = text.replace('"three"', JSON.stringify(import.meta.resolve("three")));
const { SoftMeshes } = await import(`data:text/javascript,${encodeURIComponent(local)}`);

const [wasm, glb, clip, take] = process.argv.slice(2), bytes = readFileSync(glb);
const asset = (await load(readFileSync(wasm))).asset(bytes);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const gltf = await new Promise((resolve, reject) => new GLTFLoader().parse(buffer, "", resolve, reject));
const mixer = new THREE.AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations.find(({ name }) => name === clip)).setLoop(THREE.LoopOnce).play();
mixer.update(0); // a mixer that has its arrays already must go on with them
const soft = new SoftMeshes(gltf, asset), body = asset.body();

// A point cache: a head of 32 bytes, then every vertex of every frame.
const cache = readFileSync(take), points = cache.readInt32LE(16), frames = cache.readInt32LE(28), v = new THREE.Vector3();
const expected = new Float32Array(cache.buffer.slice(cache.byteOffset + 32, cache.byteOffset + 32 + 12 * points * frames));
const box = new THREE.Box3().setFromArray(expected.subarray(0, 3 * points)), size = box.getSize(new THREE.Vector3()).length();
let off = 0, own = 0, moved = 0;
for (let frame = 0; frame < frames; ++frame) {
    mixer.setTime(Math.min(frame / 60, mixer._actions[0].getClip().duration - 1e-6));
    gltf.scene.updateMatrixWorld(true);
    if (frame === 0)
        body.place(soft.writePalette());
    else {
        body.drive(soft.writePalette());
        body.step(1 / 60);
    }
    soft.show(body);
    const flesh = body.skin().positions;
    soft.meshes.forEach(({ mesh }, m) => {
        const { firstVertex, vertexCount } = asset.mesh(m);
        for (let i = 0; i < vertexCount; i += frame % 10 === 0 ? 1 : 97) {
            const at = 3 * (firstVertex + i), to = 3 * points * frame + at;
            mesh.getVertexPosition(i, v).applyMatrix4(mesh.matrixWorld);
            off = Math.max(off, Math.abs(v.x - expected[to]), Math.abs(v.y - expected[to + 1]), Math.abs(v.z - expected[to + 2]));
            own = Math.max(own, Math.abs(v.y - flesh[at + 1]), Math.abs(v.x - flesh[at]), Math.abs(v.z - flesh[at + 2]));
        }
    });
    const bare = asset.array("positions"), now = body.evaluate().positions;
    for (let i = 0; i < bare.length; ++i)
        moved = Math.max(moved, Math.abs(now[i] - bare[i]));
}
const normals = soft.meshes.every(({ coords, mesh: { geometry: { morphAttributes: m }, morphTargetInfluences: w } }) =>
    coords.length === 0 || (m.position.length === w.length && m.normal?.length === w.length && m.normal.at(-1).array.some(x => x !== 0)));
const ok = off / size < 1e-5 && own / size > 1e-3 && moved / size > 1e-3 && normals;
console.log(`${ok ? "ok" : "FAILED"} ${clip}: ${frames} frames of three.js and of play differ by ${(off / size).toExponential(1)}, own ` +
    `targets move ${(own / size).toFixed(4)}, flesh ${(moved / size).toFixed(4)}, ${soft.meshes.length} meshes${normals ? "" : ", normals are missing"}`);
process.exit(ok ? 0 : 1);
