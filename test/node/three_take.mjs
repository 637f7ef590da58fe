// An exported animation as three.js sees it, against every vertex as the runtime had it.
//
//   node three_take.mjs NAME.glb NAME.pc2 FPS        its last line is "N passed, N failed"
//
// Both are of one take: the GLB has morph targets, weights and joints, the PC2 has the vertices in the
// world. They agree to 1e-5 of the body's size at every frame that is looked at.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';

globalThis.self = globalThis; // the loader asks for a browser's global object and nothing else
const THREE = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');

const [glbFile, pc2File, fps] = process.argv.slice(2);
const exact = (b) => b.buffer.slice(b.byteOffset, b.byteOffset + b.length);
const gltf = await new Promise((resolve, reject) =>
    new GLTFLoader().parse(exact(fs.readFileSync(glbFile)), '', resolve, reject));
const cache = exact(fs.readFileSync(pc2File));
const head = new DataView(cache, 0, 32);
const points = head.getInt32(16, true);
const frames = head.getInt32(28, true);

// A point cache has the meshes in the order of the nodes that show them; three.js has them as they hang on each other.
const { associations } = gltf.parser;
const nodeOf = (o) => associations.get(o)?.nodes ?? nodeOf(o.parent);
const meshes = [];
gltf.scene.traverse((o) => o.isMesh && meshes.push(o));
meshes.sort((a, b) => nodeOf(a) - nodeOf(b) || associations.get(a).primitives - associations.get(b).primitives);
const mixer = new THREE.AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations[0]).setLoop(THREE.LoopOnce).play();
mixer.clipAction(gltf.animations[0]).clampWhenFinished = true;

let passed = 0;
let failed = 0;
for (const share of [0, 0.25, 0.5, 0.6, 0.9]) {
    const frame = Math.floor(share * (frames - 1));
    const wanted = new Float32Array(cache, 32 + 12 * points * frame, 3 * points);
    mixer.setTime(frame / Number(fps));
    gltf.scene.updateMatrixWorld(true);
    const box = new THREE.Box3();
    const v = new THREE.Vector3();
    let worst = 0;
    let at = 0;
    for (const mesh of meshes) {
        mesh.skeleton?.update();
        for (let i = 0; i < mesh.geometry.attributes.position.count; i++, at += 3) {
            mesh.getVertexPosition(i, v).applyMatrix4(mesh.matrixWorld);
            box.expandByPoint(v);
            worst = Math.max(worst, Math.hypot(v.x - wanted[at], v.y - wanted[at + 1], v.z - wanted[at + 2]));
        }
    }
    const apart = worst / box.getSize(new THREE.Vector3()).length();
    const ok = at === 3 * points && apart < 1e-5;
    console.log(`${ok ? 'ok     ' : 'FAILED '} frame ${frame}: ${apart.toExponential(1)} of the size apart`);
    if (ok) passed++;
    else failed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
