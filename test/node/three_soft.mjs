// examples/three under node: the vertices of three.js beside libsupple's. node three_soft.mjs MODULE.wasm FILE.glb
//
// The example imports "three" from where it is used, so it is read and given the three of these tests.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { load } from "../../web/supple.js";

globalThis.self = globalThis;
const THREE = await import("three"), { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");
const text = readFileSync(new URL("../../examples/three/soft_mesh.js", import.meta.url), "utf8");
const local = text.replace('"three"', JSON.stringify(import.meta.resolve("three")));
const { addShapes, showCoordinates, writePalette } = await import(`data:text/javascript,${encodeURIComponent(local)}`);

const bytes = readFileSync(process.argv[3]), asset = (await load(readFileSync(process.argv[2]))).asset(bytes);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const gltf = await new Promise((resolve, reject) => new GLTFLoader().parse(buffer, "", resolve, reject));
let mesh = null;
gltf.scene.traverse(o => (mesh = o.isSkinnedMesh ? o : mesh));
addShapes(mesh.geometry, asset);
mesh.updateMorphTargets();
const body = asset.body(), palette = new Float32Array(16 * asset.boneCount), mixer = new THREE.AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations[1]).play();
for (let i = 0; i < 40; ++i) {
    mixer.update(1 / 60);
    gltf.scene.updateMatrixWorld(true);
    body.drive(writePalette(mesh, palette));
    body.step(1 / 60);
}
showCoordinates(mesh, body);

const { positions } = body.skin(), v = new THREE.Vector3(), box = new THREE.Box3();
let off = 0, moved = 0;
for (let i = 0; i < asset.vertexCount; ++i) {
    mesh.getVertexPosition(i, v);
    box.expandByPoint(v);
    off = Math.max(off, Math.abs(v.x - positions[3 * i]), Math.abs(v.y - positions[3 * i + 1]), Math.abs(v.z - positions[3 * i + 2]));
}
const size = box.getSize(new THREE.Vector3()).length(), flesh = body.evaluate().positions, rest = asset.array("positions");
for (let i = 0; i < rest.length; ++i)
    moved = Math.max(moved, Math.abs(flesh[i] - rest[i]) / size);
const ok = off / size < 1e-5 && moved > 1e-3;
console.log(`${ok ? "ok" : "FAILED"} vertices of three.js are libsupple's, off by ${(off / size).toExponential(1)}, moved ${moved.toFixed(4)}`);
process.exit(ok ? 0 : 1);
