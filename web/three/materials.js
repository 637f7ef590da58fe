// Materials of three.js that move flesh: the scene's own, with a few lines more in their shaders.
//
// Flesh comes after morph targets and before the skin, as in libsupple. A geometry without suppleVertex and suppleBody reads
// zeros there, so whatever else shows a patched material stays as it was. Why so: docs/decisions/0116-three.md of the repository.
// SPDX-License-Identifier: MIT
import { Material, MeshDepthMaterial, MeshDistanceMaterial } from "three";
import glsl from "./glsl.js";

const patched = new WeakMap(); // material: { shared, count, onBeforeCompile, customProgramCacheKey }, as it was before

const DECLARED = `
attribute float suppleVertex; // a soft vertex's number + 1; 0: none
attribute float suppleBody;   // the body's number + 1; 0: none
uniform highp usampler2D supple_links; // RGBA32UI, SUPPLE_STRIDE texels a soft vertex: links, bend links, points of light
uvec4 supple_link = uvec4(supple_none), supple_bent = uvec4(supple_none), supple_point = uvec4(supple_none);
#ifdef SUPPLE_LIT
varying vec3 supple_front, supple_back;
#endif
uvec4 supple_of_vertex(int at) {
    return texelFetch(supple_links, ivec2(at & 2047, at >> 11), 0);
}
void supple_attach() {
#ifdef SUPPLE_LIT
    supple_front = supple_back = vec3(0.0);
#endif
    if (suppleVertex < 0.5 || suppleBody < 0.5)
        return;
    int body = int(suppleBody + 0.5) - 1, at = SUPPLE_STRIDE * (int(suppleVertex + 0.5) - 1);
    supple_first_row = SUPPLE_LINES * body;
    supple_link = supple_of_vertex(at);
    supple_bent = supple_of_vertex(at + 1);
#ifdef SUPPLE_LIT
    supple_amounts_row = body;
    supple_first_layer = SUPPLE_LAYERS * body;
    uvec4 points = supple_of_vertex(at + 2);
    supple_front = supple_light(points.x);
    supple_back = supple_light(points.y);
#endif
}
`;
const NORMAL = `
if (supple_bent.x != supple_none) {
    objectNormal = supple_normal(objectNormal, supple_bent);
#ifdef USE_TANGENT
    objectTangent = supple_tangent(objectTangent, objectNormal);
#endif
}
`;
const POSITION = "\ntransformed = supple_displace(transformed, supple_link);\n";
// What arrives is irradiance over pi; three.js multiplies by base colour over pi.
const ARRIVING = `
#if defined(RE_IndirectDiffuse)
irradiance += PI * (gl_FrontFacing ? supple_front : supple_back);
#endif
`;

function after(text, chunk, added) {
    const line = `#include <${chunk}>`;
    return text.replace(line, line + added);
}

function addFlesh(shader, material, shared) {
    const defines = Object.entries(shared.defines).map(([name, value]) => `#define ${name} ${value}\n`).join("");
    if (!shader.vertexShader.includes("#include <morphtarget_vertex>")) {
        console.warn(`supple: material "${material.name || material.type}" is not made of three.js's chunks (morphtarget_vertex): its mesh stays rigid.`);
        return;
    }
    Object.assign(shader.uniforms, shared.uniforms);
    let text = `${defines}${glsl}${DECLARED}\n${shader.vertexShader}`;
    text = text.replace("void main() {", "void main() {\n\tsupple_attach();");
    shader.vertexShader = after(after(text, "morphnormal_vertex", NORMAL), "morphtarget_vertex", POSITION);
    if (shared.lit)
        shader.fragmentShader = "varying vec3 supple_front, supple_back;\n" + after(shader.fragmentShader, "lights_fragment_begin", ARRIVING);
}

// Programs are told apart by this; three.js's own takes the text of onBeforeCompile, which is now ours.
function keyBefore(material, { own }) {
    const keyed = own.customProgramCacheKey ?? material.constructor.prototype.customProgramCacheKey;
    return keyed === Material.prototype.customProgramCacheKey ? String(own.onBeforeCompile ?? "") : keyed.call(material);
}

// The material to show: the same one, or a clone of it where another asset's flesh is in it already.
export function patch(material, shared) {
    const before = patched.get(material);
    if (before && before.shared !== shared)
        return patch(material.clone(), shared);
    if (before) {
        ++before.count;
        return material;
    }
    const kept = { shared, count: 1, own: {} };
    for (const name of ["onBeforeCompile", "customProgramCacheKey"])
        if (Object.hasOwn(material, name))
            kept.own[name] = material[name];
    patched.set(material, kept);
    shared.materials.add(material);
    material.onBeforeCompile = function (shader, renderer) {
        (kept.own.onBeforeCompile ?? material.constructor.prototype.onBeforeCompile)?.call(material, shader, renderer);
        addFlesh(shader, material, shared);
    };
    material.customProgramCacheKey = () => `${keyBefore(material, kept)} supple ${JSON.stringify(shared.defines)}`;
    material.needsUpdate = true;
    return material;
}

// As it was, once nobody has it any more.
export function unpatch(material) {
    const kept = patched.get(material);
    if (!kept || --kept.count > 0)
        return;
    patched.delete(material);
    kept.shared.materials.delete(material);
    for (const name of ["onBeforeCompile", "customProgramCacheKey"])
        if (kept.own[name])
            material[name] = kept.own[name];
        else
            delete material[name];
    material.needsUpdate = true;
}

// Materials for shadows, one pair a material, because three.js writes its maps and sides into them.
export class Shadows {
    constructor(shared) {
        this.shared = shared;
        this.made = new Map(); // material: { depth, distance }
    }

    of(material) {
        if (!this.made.has(material))
            this.made.set(material, { depth: patch(new MeshDepthMaterial(), this.shared), distance: patch(new MeshDistanceMaterial(), this.shared) });
        return this.made.get(material);
    }

    dispose() {
        for (const { depth, distance } of this.made.values())
            for (const material of [depth, distance])
                material.dispose();
    }
}
