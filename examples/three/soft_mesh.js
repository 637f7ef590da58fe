// A file of GLTFLoader made soft: one morph target a coordinate, and its amount as influence.
//
// three.js adds morph targets before it skins, as supple does, so its own renderer, shadows and exporters see the
// flesh. The file's own targets stay in front, with the clips that move them. For many coordinates gpu/supple.glsl
// is cheaper: morph targets are all summed, part or not.
// SPDX-License-Identifier: MIT
import { BufferAttribute } from "three";

export class SoftMeshes {
    // gltf: what GLTFLoader made of the GLB that `asset` is of. Every mesh gets the shapes that move it.
    constructor(gltf, asset) {
        const shown = findMeshes(gltf), taken = new Set();
        this.asset = asset;
        this.meshes = []; // { mesh, first, coords }: from influence `first` on, these coordinates
        for (let i = 0; i < asset.meshCount; ++i) {
            const { mesh: index, primitive, node, firstVertex, vertexCount } = asset.mesh(i);
            const mesh = shown.get(`${node} ${index} ${primitive}`);
            if (mesh?.geometry.attributes.position.count !== vertexCount)
                throw new Error("The meshes of the file are not those that were baked: bake it again.");
            if (taken.has(mesh.geometry)) // shown by another node too, which moves otherwise
                mesh.geometry = mesh.geometry.clone();
            taken.add(mesh.geometry);
            this.meshes.push({ mesh, node, ...addShapes(mesh, asset, firstVertex, vertexCount) });
        }
        this.bones = listBones(gltf, this.meshes);
        this.palette = new Float32Array(16 * asset.boneCount);
        if (this.bones.reduce((sum, { count }) => sum + count, 0) !== asset.boneCount)
            throw new Error("The skeleton of the file is not the one that was baked: bake it again.");
    }

    // Every frame, after scene.updateMatrixWorld: where the bones are, for body.drive or body.place.
    writePalette() {
        for (const { skeleton, node, first, count } of this.bones) {
            skeleton?.update();
            const matrices = skeleton ? skeleton.boneMatrices.subarray(0, 16 * count) : node.matrixWorld.elements;
            this.palette.set(matrices, 16 * first);
        }
        return this.palette;
    }

    // Every frame, after mixer.update and body.step: the uploaded rows are in the unit of the shapes.
    show(body) {
        const rows = body.upload();
        for (const { mesh, first, coords } of this.meshes)
            coords.forEach((coord, i) => (mesh.morphTargetInfluences[first + i] = rows[4 * coord]));
    }
}

// Meshes by the glTF indices of node, mesh and primitive. A primitive of several is a child of its node's group.
function findMeshes({ scene, parser: { associations } }) {
    const shown = new Map();
    scene.traverse(object => {
        const { meshes, primitives = 0 } = associations.get(object) ?? {};
        let owner = object;
        while (owner && associations.get(owner)?.nodes === undefined)
            owner = owner.parent;
        if (object.isMesh && owner)
            shown.set(`${associations.get(owner).nodes} ${meshes} ${primitives}`, object);
    });
    return shown;
}

// Targets of every coordinate that moves this mesh, behind those that it has.
function addShapes(mesh, asset, firstVertex, vertexCount) {
    const { morphAttributes } = mesh.geometry, first = mesh.morphTargetInfluences?.length ?? 0, coords = [];
    const positions = morphAttributes.position ?? zeros(first, vertexCount);
    const normals = morphAttributes.normal ?? zeros(first, vertexCount);
    for (let p = 0; p < asset.partCount; ++p) {
        const places = asset.places(p), bendPlaces = asset.places(p, "bendLinks"), part = asset.part(p), members = [];
        part.vertices.forEach((vertex, i) => {
            if (vertex >= firstVertex && vertex < firstVertex + vertexCount)
                members.push({ vertex: vertex - firstVertex, place: places[i], bendPlace: bendPlaces[i] });
        });
        for (let k = 0; k < (members.length > 0 ? part.coordCount : 0); ++k) {
            const coord = part.firstCoord + k, ratio = asset.bendRatio(coord);
            const bends = part.firstBend < 0 || ratio === 0 ? null : asset.bends; // what turns nothing may have no texels
            positions.push(target(asset.shapes, part.firstShape + k * part.shapePlaces, members, "place", vertexCount, 1));
            normals.push(target(bends, part.firstBend + k * part.bendPlaces, members, "bendPlace", vertexCount, ratio));
            coords.push(coord);
        }
    }
    if (coords.length > 0) {
        morphAttributes.position = positions;
        morphAttributes.normal = normals; // as many as positions, or three.js reads beyond them
        mesh.geometry.morphTargetsRelative = true;
        mesh.morphTargetInfluences ??= [];
        mesh.morphTargetInfluences.push(...coords.map(() => 0)); // the same array: a mixer may hold it
    }
    return { first, coords };
}

function zeros(count, vertexCount) {
    return Array.from({ length: count }, () => new BufferAttribute(new Float32Array(3 * vertexCount), 3));
}

// members: the vertices of the mesh, and where each stands in the tables; which: in this one
function target(table, firstTexel, members, which, vertexCount, scale) {
    const out = new Float32Array(3 * vertexCount), texels = table?.texels;
    for (const member of texels ? members : [])
        for (let k = 0; k < 3; ++k)
            out[3 * member.vertex + k] = scale * texels[3 * (firstTexel + member[which]) + k];
    return new BufferAttribute(out, 3);
}

// As the baker lists them: skin after skin in the order of the meshes, then nodes that show meshes without one.
function listBones({ parser: { json } }, meshes) {
    const bones = [], skins = new Set(), nodes = new Set(), loose = [];
    for (const { mesh, node } of meshes) {
        const { skin } = json.nodes[node];
        if (!mesh.isSkinnedMesh && !nodes.has(node))
            loose.push({ node: mesh, count: 1 });
        else if (mesh.isSkinnedMesh && !skins.has(skin))
            bones.push({ skeleton: mesh.skeleton, count: mesh.skeleton.bones.length });
        (mesh.isSkinnedMesh ? skins : nodes).add(mesh.isSkinnedMesh ? skin : node);
    }
    let first = 0;
    for (const run of bones.concat(loose)) {
        run.first = first;
        first += run.count;
    }
    return bones.concat(loose);
}
