// Which meshes and bones of a scene are those of an asset.
//
// The asset counts nodes, meshes and primitives as the glTF file does; GLTFLoader remembers these numbers for the objects
// that it made. A clone (SkeletonUtils.clone) is walked beside the original, child by child.
// SPDX-License-Identifier: MIT
const WRONG = "The meshes of the file are not those that were baked: bake the file again, or give the asset that belongs to it.";

// Calls visit(original, clone); what either has more of is passed over.
function walk(original, clone, visit) {
    visit(original, clone);
    const count = Math.min(original.children.length, clone.children.length);
    for (let i = 0; i < count; ++i)
        walk(original.children[i], clone.children[i], visit);
}

// Meshes below `root` by "node mesh primitive". A primitive of several is a child of its node's group.
function shownMeshes({ scenes, scene, parser: { associations } }, root) {
    const shown = new Map(), originals = root === scene ? scenes : [scene];
    for (const original of originals)
        walk(original, root === scene ? original : root, (object, found) => {
            const { meshes, primitives = 0 } = associations.get(object) ?? {};
            let owner = object;
            while (owner && associations.get(owner)?.nodes === undefined)
                owner = owner.parent;
            if (object.isMesh && owner)
                shown.set(`${associations.get(owner).nodes} ${meshes} ${primitives}`, found);
        });
    return shown;
}

// The objects of an asset's meshes, in its order: [{ index, object, node, firstVertex, vertexCount }].
export function findMeshes(gltf, asset, root) {
    const shown = shownMeshes(gltf, root);
    return Array.from({ length: asset.meshCount }, (_, index) => {
        const { mesh, primitive, node, firstVertex, vertexCount } = asset.mesh(index);
        const object = shown.get(`${node} ${mesh} ${primitive}`);
        if (object?.geometry.attributes.position.count !== vertexCount)
            throw new Error(WRONG);
        return { index, object, node, firstVertex, vertexCount };
    });
}

// The asset's bones in its order, as the baker lists them: skin after skin in the order of the meshes, then nodes that show
// meshes without one. [{ bone, inverse }] of a skin, [{ object }] of a node.
export function findBones({ parser: { json } }, asset, meshes) {
    const ofSkins = [], ofNodes = [], seen = new Set();
    for (const { object, node } of meshes) {
        const { skin } = json.nodes[node], key = object.isSkinnedMesh ? `skin ${skin}` : `node ${node}`;
        if (seen.has(key))
            continue;
        seen.add(key);
        if (object.isSkinnedMesh)
            object.skeleton.bones.forEach((bone, i) => ofSkins.push({ bone, inverse: object.skeleton.boneInverses[i] }));
        else
            ofNodes.push({ object, node });
    }
    const bones = ofSkins.concat(ofNodes);
    if (bones.length !== asset.boneCount)
        throw new Error("The skeleton of the file is not the one that was baked: bake the file again, or give the asset that belongs to it.");
    return bones;
}

// Morph targets that posed parts show by themselves, known by their names, with the weight that the file starts with: [{ object, target, rest }].
export function sculptedTargets({ parser: { json } }, asset, meshes) {
    const start = (node, target) => json.nodes[node].weights?.[target] ?? json.meshes[json.nodes[node].mesh].weights?.[target] ?? 0;
    const names = new Set(Array.from({ length: asset.partCount }, (_, i) => asset.part(i).targets).flat());
    return meshes.flatMap(({ object, node }) => Object.entries(object.morphTargetDictionary ?? {})
        .filter(([name]) => names.has(name)).map(([, target]) => ({ object, target, rest: start(node, target) })));
}
