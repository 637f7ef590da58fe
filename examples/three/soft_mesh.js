// A three.js mesh made soft: one morph target a coordinate, and q as its influence.
//
// three.js adds morph targets before it skins, as supple does, so its own renderer, shadows and exporters see the
// flesh. For many coordinates gpu/supple.glsl is cheaper: morph targets are all summed, part or not.
// SPDX-License-Identifier: MIT
import { BufferAttribute } from "three";

// mesh: index among the asset's meshes. Gives the geometry the shapes of all coordinates that move it.
export function addShapes(geometry, asset, meshIndex = 0) {
    const { firstVertex, vertexCount } = asset.mesh(meshIndex), targets = [];
    for (let p = 0; p < asset.partCount; ++p) {
        const part = asset.part(p), { texels } = asset.shapes;
        for (let k = 0; k < part.coordCount; ++k) {
            const shape = new Float32Array(3 * vertexCount);
            part.vertices.forEach((vertex, i) => {
                const to = 3 * (vertex - firstVertex), from = 3 * (part.firstShape + k * part.vertexCount + i);
                if (to >= 0 && to < shape.length)
                    shape.set([texels[from], texels[from + 1], texels[from + 2]], to);
            });
            targets.push(new BufferAttribute(shape, 3));
        }
    }
    geometry.morphAttributes.position = targets;
    geometry.morphTargetsRelative = true;
}

// Every frame, after body.step: the uploaded rows are in the unit of the shapes.
export function showCoordinates(mesh, body) {
    const rows = body.upload();
    for (let i = 0; i < mesh.morphTargetInfluences.length; ++i)
        mesh.morphTargetInfluences[i] = rows[4 * i];
}

// The palette of one skinned mesh, bones in the order of its skeleton, as the baker lists them.
export function writePalette(skinned, palette) {
    skinned.skeleton.update();
    palette.set(skinned.skeleton.boneMatrices.subarray(0, palette.length));
    return palette;
}
