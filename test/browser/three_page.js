// Runs in the page: characters in three.js, and the vertices that its own programs compute, read back.
//
// Every program is linked with transform feedback of gl_Position (and vNormal or vWorldPosition where it has them), and a draw of a
// mesh that is watched is done once more as points. So what is compared is what three.js draws: morphs, flesh, skin, matrices and all.
// SPDX-License-Identifier: MIT
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import * as SkeletonUtils from "three/addons/utils/SkeletonUtils.js";
import { makeLight } from "supple/light";
import * as supple from "supple/three";

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(480, 360);
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);

// ---- reading back ------------------------------------------------------------------------

const gl = renderer.getContext(), link = gl.linkProgram.bind(gl), drawArrays = gl.drawArrays.bind(gl), made = new WeakMap();
let watched = null; // { mesh, into }: the next draw is its

gl.linkProgram = program => {
    const text = gl.getAttachedShaders(program).filter(s => gl.getShaderParameter(s, gl.SHADER_TYPE) === gl.VERTEX_SHADER).map(s => gl.getShaderSource(s))[0];
    const outputs = ["gl_Position"];
    if (/vNormal = normalize/.test(text) && !/#define FLAT_SHADED/.test(text))
        outputs.push("vNormal");
    if (/#define DISTANCE/.test(text))
        outputs.push("vWorldPosition");
    if (/#define SUPPLE_LIT/.test(text))
        outputs.push("supple_front", "supple_back");
    gl.transformFeedbackVaryings(program, outputs, gl.INTERLEAVED_ATTRIBS);
    made.set(program, outputs);
    link(program);
};

function capture(instance) {
    const { mesh, into } = watched, outputs = made.get(gl.getParameter(gl.CURRENT_PROGRAM)), count = mesh.geometry.attributes.position.count;
    const stride = outputs.reduce((sum, name) => sum + (name === "gl_Position" ? 4 : 3), 0), got = new Float32Array(count * stride);
    watched = null;
    const buffer = gl.createBuffer();
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, got.byteLength * instance, gl.DYNAMIC_READ);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    instance > 1 ? gl.drawArraysInstanced(gl.POINTS, 0, count, instance) : drawArrays(gl.POINTS, 0, count);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    const all = new Float32Array(count * stride * instance);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, all);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.deleteBuffer(buffer);
    let at = 0;
    for (const name of outputs) {
        const size = name === "gl_Position" ? 4 : 3;
        into[name] = Array.from({ length: count * instance }, (_, i) => all.subarray(stride * i + at, stride * i + at + size));
        at += size;
    }
}
for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
    const draw = gl[name].bind(gl);
    gl[name] = (...how) => {
        if (watched)
            capture(/Instanced/.test(name) ? how.at(-1) : 1);
        draw(...how);
    };
}

// What three.js makes of a mesh in the next picture: "picture" or "shadow".
function watch(mesh, pass, into) {
    const name = pass === "shadow" ? "onBeforeShadow" : "onBeforeRender";
    mesh[name] = () => {
        watched ??= { mesh, into };
        delete mesh[name];
    };
}

// ---- a scene -----------------------------------------------------------------------------

async function read(file) {
    return new GLTFLoader().loadAsync(file);
}

// The size of a body, and what sees all of it from in front, without perspective.
function makeScene(root, light = new THREE.DirectionalLight(0xffffff, 3)) {
    const scene = new THREE.Scene().add(root, light, new THREE.HemisphereLight(0xffffff, 0x888888, 1));
    root.updateWorldMatrix(true, true);
    const box = new THREE.Box3().setFromObject(root, true), size = box.getSize(new THREE.Vector3()).length(), middle = box.getCenter(new THREE.Vector3());
    const camera = new THREE.OrthographicCamera(-0.8 * size, 0.8 * size, 0.6 * size, -0.6 * size, 0, 4 * size);
    camera.position.copy(middle).add(new THREE.Vector3(0.3, 0.4, 1).setLength(2 * size));
    camera.lookAt(middle);
    camera.updateMatrixWorld();
    light.castShadow = true;
    light.position.copy(middle).add(new THREE.Vector3(1, 1.5, 0.5).setLength(2 * size));
    light.target?.position.copy(middle);
    if (light.target)
        scene.add(light.target);
    if (light.isDirectionalLight)
        Object.assign(light.shadow.camera, { left: -size, right: size, top: size, bottom: -size, near: 0, far: 5 * size });
    root.traverse(object => Object.assign(object, { castShadow: true, receiveShadow: true, frustumCulled: false }));
    return { scene, camera, light, size };
}

// A motion for files without a clip: the whole shakes.
function shake(root, time) {
    root.position.set(0.2 * Math.sin(9 * time), 0.1 * Math.sin(13 * time), 0);
    root.rotation.z = 0.2 * Math.sin(7 * time);
}

function farthest(size, count, got, expected) {
    let most = 0;
    for (let i = 0; i < count; ++i)
        for (let k = 0; k < 3; ++k)
            most = Math.max(most, Math.abs(got(i)[k] - expected[3 * i + k]) / size);
    return most;
}

const fromClip = (camera, p) => new THREE.Vector4(...p).applyMatrix4(new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).invert()).toArray();

// The vertices and normals of every soft mesh in the next picture and its shadow, beside the library's.
function compare({ scene, camera, light, size }, soft) {
    const told = { meshes: soft.meshes.length, picture: 0, shadow: 0, normals: 0, moved: 0, normalsSeen: 0 };
    for (const { object, firstVertex, vertexCount } of soft.meshes) {
        const seen = {}, cast = {};
        watch(object, "picture", seen);
        watch(object, "shadow", cast);
        renderer.render(scene, camera);
        const { positions, normals } = soft.body.skin(), from = 3 * firstVertex, to = from + 3 * vertexCount;
        told.picture = Math.max(told.picture, farthest(size, vertexCount, i => fromClip(camera, seen.gl_Position[i]), positions.subarray(from, to)));
        const shown = cast.vWorldPosition ? i => cast.vWorldPosition[i] : i => fromClip(light.shadow.camera, cast.gl_Position[i]);
        told.shadow = Math.max(told.shadow, farthest(size, vertexCount, shown, positions.subarray(from, to)));
        if (seen.vNormal) {
            const back = new THREE.Matrix3().setFromMatrix4(camera.matrixWorld), v = new THREE.Vector3();
            told.normals = Math.max(told.normals, farthest(1, vertexCount, i => v.fromArray(seen.vNormal[i]).applyMatrix3(back).toArray(), normals.subarray(from, to)));
            ++told.normalsSeen;
        }
    }
    const rest = soft.asset.array("positions").slice(), now = soft.body.evaluate().positions;
    told.moved = now.reduce((most, x, i) => Math.max(most, Math.abs(x - rest[i])), 0) / new THREE.Box3().setFromArray(rest).getSize(new THREE.Vector3()).length();
    return told;
}

// A character that has moved: its clip, and a shake of the whole.
async function moving(gltf, options = {}, frames = 20) {
    const soft = await supple.attachSupple(gltf, options), mixer = new THREE.AnimationMixer(soft.root), [clip] = gltf.animations;
    if (clip)
        mixer.clipAction(clip).play();
    const go = (count, from = 0) => {
        for (let frame = from + 1; frame <= from + count; ++frame) {
            mixer.update(1 / 60);
            shake(soft.root, frame / 60);
            soft.update(1 / 60);
        }
    };
    go(frames);
    return { soft, mixer, go };
}

// A picture as numbers.
function picture({ scene, camera }) {
    renderer.render(scene, camera);
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl, pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
}

const differ = (a, b) => a.reduce((sum, x, i) => sum + (x !== b[i] ? 1 : 0), 0);
const materialsOf = root => {
    const found = new Set();
    root.traverse(({ material }) => [material ?? []].flat().forEach(one => found.add(one)));
    return found;
};

Object.assign(window, { THREE, SkeletonUtils, makeLight, supple, renderer, read, makeScene, shake, compare, watch, fromClip, farthest, moving, picture, differ, materialsOf, ready: true });
