// Many bodies of one asset in one draw: an InstancedMesh, each instance with flesh of its own.
//
// For files without a skeleton (three.js skins no instances). What all bodies share, materials and tables, they share with
// characters that attachSupple made of the same file.
// SPDX-License-Identifier: MIT
import { InstancedMesh, Matrix4, Vector3 } from "three";
import { leave, opened } from "./assets.js";
import { findBones, findMeshes } from "./match.js";
import { patch, unpatch } from "./materials.js";

const LONGEST = 0.25; // seconds, as in index.js
const IDENTITY = new Matrix4(), matrix = new Matrix4();

export async function attachInstances(gltf, count, bytes, options) {
    if (!Number.isInteger(count) || count < 1)
        throw new RangeError(`attachInstances makes one instance or more, not ${count}.`);
    return opened("attachInstances", gltf, bytes, options, (shared, chosen) => new SoftInstances(gltf, count, shared, chosen));
}

export class SoftInstances {
    constructor(gltf, count, shared, { supple: _, ...options }) {
        const { asset, supple } = shared, found = findMeshes(gltf, asset, gltf.scene), bones = findBones(gltf, asset, found);
        if (found.some(({ object }) => object.isSkinnedMesh))
            throw new Error("The file has a skeleton, and three.js skins no instances: attach clones of its scene instead (options.root).");
        Object.assign(this, { gltf, shared, asset, supple, count, world: null, free: options.free === true });
        gltf.scene.updateWorldMatrix(true, true);
        this.nodes = bones.map(({ object }) => object.matrixWorld.clone()); // of the file, below each instance's matrix
        this.bodies = Array.from({ length: count }, () => asset.body(options));
        this.numbers = this.bodies.map(() => shared.take());
        this.palette = new Float32Array(16 * asset.boneCount);
        this.matrices = Array.from({ length: count }, () => new Matrix4());
        this.meshes = found.map(mesh => this.instance(mesh, bones.findIndex(({ node }) => node === mesh.node)));
        this.objects = this.meshes.map(({ object }) => object); // to be added to a scene
        this.bodies.forEach((_, i) => this.place(i, IDENTITY));
        this.show();
    }

    instance(mesh, bone) {
        const { geometry, material, castShadow, receiveShadow, name } = mesh.object, { shared } = this;
        const soft = shared.vertexNumbers(mesh) !== null, copy = soft ? shared.softGeometry(geometry, mesh, this.numbers) : geometry;
        const materials = soft ? [material].flat().map(one => patch(one, shared)) : [];
        const object = new InstancedMesh(copy, soft && !Array.isArray(material) ? materials[0] : soft ? materials : material, this.count);
        Object.assign(object, { name, castShadow, receiveShadow, frustumCulled: false });
        if (soft) {
            const { depth, distance } = shared.shadows.of(materials[0]);
            Object.assign(object, { customDepthMaterial: depth, customDistanceMaterial: distance });
        }
        return { object, bone, copy: soft ? copy : null, materials };
    }

    // An instance there at once, at rest: a matrix above those of the file's nodes.
    place(i, at) {
        this.matrices[i].copy(at);
        this.bodies[i].place(this.write(i));
        if (this.free)
            this.bodies[i].setMotion({ pose: this.palette.subarray(0, 16), velocity: [0, 0, 0], spin: [0, 0, 0] });
    }

    // There over the next update: the motion shakes the flesh.
    setMatrixAt(i, at) {
        this.matrices[i].copy(at);
    }

    // Of free bodies: how it moves. velocity and spin: vectors.
    throw(i, velocity, spin = new Vector3()) {
        const { pose } = this.bodies[i].motion;
        this.bodies[i].setMotion({ pose, velocity: velocity.toArray(), spin: spin.toArray() });
    }

    write(i) {
        this.nodes.forEach((node, b) => matrix.multiplyMatrices(this.matrices[i], node).toArray(this.palette, 16 * b));
        return this.palette;
    }

    update(dt) {
        if (this.world)
            throw new Error("These bodies are in a world: call the world's update instead.");
        this.drive(dt);
        this.bodies.forEach(body => body.step(dt));
        this.show();
    }

    drive(dt) {
        if (!this.free)
            this.bodies.forEach((body, i) => dt > LONGEST ? body.move(this.write(i)) : body.drive(this.write(i)));
    }

    show() {
        this.bodies.forEach((body, i) => {
            this.shared.showRows(this.numbers[i], body.upload());
            const bones = body.bones;
            for (const { object, bone } of this.meshes)
                object.instanceMatrix.array.set(bones.subarray(16 * bone, 16 * bone + 16), 16 * i);
        });
        for (const { object } of this.meshes)
            object.instanceMatrix.needsUpdate = true;
    }

    dispose() {
        if (this.bodies.length === 0)
            return;
        this.world?.remove(this);
        for (const { object, copy, materials } of this.meshes) {
            materials.forEach(unpatch);
            object.removeFromParent();
            object.dispose();
            if (copy)
                this.shared.disposeGeometry(copy);
        }
        this.bodies.forEach(body => body.release());
        this.bodies = [];
        this.numbers.forEach(number => leave(this.gltf, this.shared, number));
    }
}
