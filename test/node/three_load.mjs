// Loads GLB files with three.js, without a browser, and compares what it sees with a table.
//
//   node three_load.mjs TABLE FILE...        its last line is "N passed, N failed"
//
// TABLE is test/golden/samples.txt. Each body is also posed in the middle of each of its clips:
// every vertex must come out finite, and within three sizes of the body at rest.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';
import path from 'node:path';

globalThis.self = globalThis; // the loader asks for a browser's global object and nothing else
const THREE = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');

const [table, ...files] = process.argv.slice(2);
const columns = ['vertices', 'triangles', 'joints', 'clips', 'targets'];

function readTable(file) {
    const rows = new Map();
    for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
        const words = line.trim().split(/\s+/);
        if (words[0] === '' || words[0].startsWith('#')) continue;
        rows.set(words[0], words.slice(2).map(Number)); // the second word is a hash
    }
    return rows;
}

function load(file) {
    const b = fs.readFileSync(file);
    const buffer = b.buffer.slice(b.byteOffset, b.byteOffset + b.length);
    return new Promise((resolve, reject) => new GLTFLoader().parse(buffer, '', resolve, reject));
}

function meshesOf(...roots) {
    const meshes = [];
    for (const root of roots) root.traverse((o) => o.isMesh && meshes.push(o));
    return meshes;
}

// Of all nodes, also those that the scene does not show.
async function counts(gltf) {
    const nodes = await gltf.parser.getDependencies('node');
    const meshes = meshesOf(gltf.scene, ...nodes.filter((o) => !o.parent));
    const sum = (f) => meshes.reduce((n, m) => n + f(m), 0);
    return [
        sum((m) => m.geometry.attributes.position.count),
        sum((m) => m.geometry.index.count / 3),
        sum((m) => m.skeleton?.bones.length ?? 0),
        gltf.animations.length,
        sum((m) => m.morphTargetInfluences?.length ?? 0),
    ];
}

function posedBox(gltf) {
    const box = new THREE.Box3();
    const v = new THREE.Vector3();
    gltf.scene.updateMatrixWorld(true);
    for (const mesh of meshesOf(gltf.scene)) {
        mesh.skeleton?.update();
        for (let i = 0; i < mesh.geometry.attributes.position.count; i++) {
            mesh.getVertexPosition(i, v).applyMatrix4(mesh.matrixWorld);
            if (!Number.isFinite(v.x + v.y + v.z)) throw new Error(`vertex ${i} is not finite`);
            box.expandByPoint(v);
        }
    }
    return box;
}

function checkClips(gltf) {
    const rest = posedBox(gltf);
    const size = rest.getSize(new THREE.Vector3()).length();
    const mixer = new THREE.AnimationMixer(gltf.scene);
    for (const clip of gltf.animations) {
        const action = mixer.clipAction(clip).play();
        mixer.setTime(clip.duration / 2);
        const away = posedBox(gltf).getCenter(new THREE.Vector3())
            .distanceTo(rest.getCenter(new THREE.Vector3()));
        if (away > 3 * size) throw new Error(`${clip.name} throws the body ${away} m away`);
        action.stop();
    }
}

const rows = readTable(table);
let passed = 0;
let failed = 0;
for (const file of files) {
    const name = path.basename(file, '.glb');
    try {
        const gltf = await load(file);
        const got = await counts(gltf);
        const wanted = rows.get(name);
        if (!wanted) throw new Error('is not in the table');
        columns.forEach((column, i) => {
            if (got[i] !== wanted[i]) throw new Error(`${got[i]} ${column}, not ${wanted[i]}`);
        });
        checkClips(gltf);
        console.log(`ok      ${name}: ${columns.map((c, i) => `${got[i]} ${c}`).join(', ')}`);
        passed++;
    } catch (error) {
        console.log(`FAILED  ${name}: ${error.message}`);
        failed++;
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
