// Characters of three.js made soft: what GLTFLoader returned, and an asset of supple.
//
//   const soft = await attachSupple(gltf);        // the file that `supple bake` wrote; or attachSupple(gltf, bytesOfAnAsset)
//   mixer.update(dt); soft.update(dt); renderer.render(scene, camera);
//
// index.d.ts has the types, and says what each call does.
// SPDX-License-Identifier: MIT
import { Matrix4, Vector3 } from "three";
import { leave, opened } from "./assets.js";
import { DebugView } from "./debug.js";
import { Lit } from "./lit.js";
import { findBones, findMeshes, sculptedTargets } from "./match.js";
import { patch, unpatch } from "./materials.js";

export { SoftInstances, attachInstances } from "./instances.js";
export { SoftWorld } from "./world.js";

const LONGEST = 0.25; // seconds: after a longer pause bones have jumped, not moved

// bytes may be left out, options too.
export async function attachSupple(gltf, bytes, options) {
    return opened("attachSupple", gltf, bytes, options, (shared, chosen) => new Soft(gltf, shared, chosen));
}

const matrix = new Matrix4(), other = new Matrix4();

export class Soft {
    constructor(gltf, shared, { root = gltf.scene, shadows = true, ...options }) {
        const { asset, supple } = shared, { supple: _, ...ofBody } = options;
        const found = findMeshes(gltf, asset, root), bones = findBones(gltf, asset, found); // may throw: before anything is changed
        Object.assign(this, { gltf, shared, asset, supple, root, bones, world: null, view: null, lit: null, free: ofBody.free === true });
        this.body = asset.body(ofBody);
        this.number = shared.take();
        this.meshes = found.filter(mesh => shared.vertexNumbers(mesh));
        this.sculpted = sculptedTargets(gltf, asset, found);
        this.palette = new Float32Array(16 * asset.boneCount);
        this.undo = []; // what dispose does, last first
        for (const mesh of this.meshes)
            this.soften(mesh, shadows);
        const movesItself = this.free || Array.from({ length: asset.partCount }, (_, i) => asset.part(i).model).includes("recorded");
        this.carried = movesItself ? this.carryMeshes(found) : [];
        this.place();
    }

    // A mesh's materials, shadows and geometry.
    soften(mesh, shadows) {
        const { object } = mesh, { geometry, material, customDepthMaterial, customDistanceMaterial } = object;
        const materials = [material].flat().map(one => patch(one, this.shared));
        object.material = Array.isArray(material) ? materials : materials[0];
        mesh.copy = object.geometry = this.shared.softGeometry(geometry, mesh, new Array(object.isInstancedMesh ? object.count : 1).fill(this.number)); // instances of the file move alike
        this.undo.push(() => {
            materials.forEach(unpatch);
            for (const clone of materials.filter(one => ![material].flat().includes(one)))
                clone.dispose();
            this.shared.disposeGeometry(mesh.copy);
            Object.assign(object, { geometry, material });
        });
        if (!shadows)
            return;
        for (const [name, own, kind] of [["customDepthMaterial", customDepthMaterial, "depth"], ["customDistanceMaterial", customDistanceMaterial, "distance"]]) {
            object[name] = own ? patch(own, this.shared) : this.shared.shadows.of(materials[0])[kind];
            this.undo.push(() => {
                if (own)
                    unpatch(object[name]);
                object[name] = own;
            });
        }
    }

    // Meshes without a skin whose body moves itself: their world matrix is written here, and read nowhere else.
    carryMeshes(found) {
        const first = new Map(this.bones.map((bone, i) => [bone.node, i]));
        return found.filter(({ object }) => !object.isSkinnedMesh).map(({ object, node }) => {
            const { matrixWorldAutoUpdate } = object;
            object.matrixWorldAutoUpdate = false;
            this.undo.push(() => Object.assign(object, { matrixWorldAutoUpdate }));
            return { object, bone: first.get(node) };
        });
    }

    // ---- a frame -------------------------------------------------------------------------

    // Where the bones of the scene are.
    readBones() {
        this.root.updateWorldMatrix(true, true);
        this.bones.forEach(({ bone, inverse, object }, i) => {
            if (bone)
                matrix.multiplyMatrices(bone.matrixWorld, inverse);
            else if (object.matrixWorldAutoUpdate)
                matrix.copy(object.matrixWorld);
            else
                matrix.multiplyMatrices(object.parent?.matrixWorld ?? other.identity(), object.matrix);
            matrix.toArray(this.palette, 16 * i);
        });
        return this.palette;
    }

    update(dt) {
        if (this.world)
            throw new Error("This character is in a world: call the world's update instead.");
        this.drive(dt);
        this.body.step(dt);
        this.show();
    }

    drive(dt) {
        for (const { object, target, rest } of this.sculpted)
            object.morphTargetInfluences[target] = rest;
        if (this.free)
            return;
        this.readBones();
        dt > LONGEST ? this.body.move(this.palette) : this.body.drive(this.palette);
    }

    show() {
        this.shared.showRows(this.number, this.body.upload());
        if (this.carried.length > 0 || this.lit) {
            const bones = this.body.bones;
            for (const { object, bone } of this.carried)
                object.matrixWorld.fromArray(bones, 16 * bone);
            this.lit?.show(this.body, bones);
        }
        this.view?.update();
    }

    // There at once, at rest; and there with its wobble as it is.
    place() {
        this.body.place(this.readBones());
        this.stand();
    }

    move() {
        this.body.move(this.readBones());
        this.stand();
    }

    // A free body stands still there, too.
    stand() {
        if (this.free)
            this.body.setMotion({ pose: this.palette.subarray(0, 16), velocity: [0, 0, 0], spin: [0, 0, 0] });
        this.show();
    }

    // Of a free body: world units and radians a second.
    throw(velocity, spin = new Vector3()) {
        this.body.setMotion({ velocity: velocity.toArray(), spin: spin.toArray() });
    }

    // ---- hands ---------------------------------------------------------------------------

    pick({ ray: { origin, direction }, near = 0, far = Infinity }) {
        const hit = this.body.pick([origin.x, origin.y, origin.z], [direction.x, direction.y, direction.z]);
        if (!hit || hit.distance < near || hit.distance > far)
            return null;
        const vertex = hit.vertices[0];
        const owner = this.meshes.find(({ firstVertex, vertexCount }) => vertex >= firstVertex && vertex < firstVertex + vertexCount);
        return { ...hit, point: new Vector3().fromArray(this.body.position(hit)), object: owner?.object ?? null, soft: this };
    }

    // Held at a place of the world; null when all pins are taken.
    pin(hit, target = hit.point) {
        const { body } = this, pin = body.pin(hit, target.toArray());
        return pin === 0 ? null : { move: to => body.movePin(pin, to.toArray()), release: () => body.unpin(pin) };
    }

    push(hit, newtonSeconds) {
        this.body.impulse(hit, newtonSeconds.toArray());
    }

    tune(tuning, part = -1) {
        this.body.tune(part, tuning);
    }

    // ---- recorded parts ------------------------------------------------------------------

    // [{ part, entry }]: what may be triggered, by names.
    get entries() {
        return this.asset.entryNames.flatMap((names, i) => (names ?? []).map(entry => ({ part: this.asset.partNames[i], entry })));
    }

    // Now, or as soon as it is allowed. False: neither.
    trigger(entry, part = this.recordedPart) {
        return this.body.trigger(part, entry) || this.body.queue(part, entry);
    }

    get recordedPart() {
        const index = this.asset.entryNames.findIndex(names => names);
        if (index < 0)
            throw new Error("Nothing of this body was recorded, so nothing can be triggered.");
        return index;
    }

    // ---- light, debug, end ---------------------------------------------------------------

    // coefficients: 3 numbers a harmonic, a THREE.LightProbe, or null: dark. False: it was baked without light.
    light(coefficients) {
        if (!this.shared.light)
            return false;
        this.lit ??= new Lit(this.shared, this.number, this.meshes);
        this.lit.set(coefficients);
        this.show();
        return true;
    }

    debug(on = true) {
        this.view?.dispose();
        this.view = on ? new DebugView(this) : null;
    }

    dispose() {
        if (!this.body)
            return;
        this.world?.remove(this);
        this.debug(false);
        this.undo.reverse().forEach(run => run());
        this.lit?.dispose();
        this.body.release();
        this.body = null;
        leave(this.gltf, this.shared, this.number);
    }
}
