// What all bodies of one asset have together: textures, attributes, materials for shadows, and a line each for their rows.
// SPDX-License-Identifier: MIT
import { BufferGeometry, Float32BufferAttribute, InstancedBufferAttribute } from "three";
import { lightOf } from "../light.js";
import { Shadows } from "./materials.js";
import { ROW, filledTable, floatTexture, integerTexture, tableTexture } from "./tables.js";

const NONE = 0xffffffff;

export class Shared {
    constructor(supple, asset) {
        Object.assign(this, { supple, asset, lit: false, count: 0, free: [], materials: new Set(), light: lightOf(asset), shadows: new Shadows(this) });
        this.lines = Math.ceil(asset.coordCount / ROW); // of rows, a body
        this.stride = this.light ? 3 : 2;               // texels of links, a vertex
        this.numbers = new Map();                       // asset mesh: suppleVertex
        this.uniforms = { supple_shapes: { value: filledTable(asset.shapes) }, supple_bends: { value: filledTable(asset.bends) },
                          supple_parts: { value: integerTexture(asset.partRows(), 2, asset.partCount) },
                          supple_rows: { value: null }, supple_links: { value: null } };
        this.numberVertices();
        this.reserve(1);
    }

    get defines() {
        const { asset, lit } = this;
        return { SUPPLE_STRIDE: this.stride, SUPPLE_LINES: this.lines, ...(asset.shapes.bits === 32 && { SUPPLE_FLOAT_SHAPES: 1 }),
                 ...(asset.bends?.bits === 32 && { SUPPLE_FLOAT_BENDS: 1 }), ...(lit && { SUPPLE_LIT: 1, SUPPLE_LAYERS: this.layers }) };
    }

    // Vertices that a part moves, and of an asset with light all that are lit, in one texture of their links.
    numberVertices() {
        const { asset, stride, light } = this, { vertexCount: n, layerCount } = asset;
        const links = asset.array("links"), bends = asset.array("bendLinks") ?? links;
        this.number = new Uint32Array(n); // + 1; 0: rigid
        let count = 0;
        for (let v = 0; v < n; ++v)
            if (light || links[v] !== NONE)
                this.number[v] = ++count;
        const height = Math.max(1, Math.ceil(stride * count / ROW)), texels = new Uint32Array(4 * ROW * height).fill(NONE);
        for (let v = 0; v < n; ++v)
            for (let layer = 0; this.number[v] > 0 && layer < layerCount; ++layer) {
                const at = 4 * stride * (this.number[v] - 1);
                texels[at + layer] = links[layer * n + v];
                texels[at + 4 + layer] = bends[layer * n + v];
            }
        this.uniforms.supple_links.value = integerTexture(texels, ROW, height);
    }

    // Of a lit asset: which points of light the front and the back of each vertex are.
    writePoints(points) {
        const texture = this.uniforms.supple_links.value, { data } = texture.image;
        this.number.forEach((number, v) => data.set([points[2 * v], points[2 * v + 1]], 4 * (3 * (number - 1) + 2)));
        texture.needsUpdate = true;
    }

    // ---- lines of bodies -----------------------------------------------------------------

    reserve(capacity) {
        const { uniforms, asset, lines } = this, old = uniforms.supple_rows.value;
        uniforms.supple_rows.value = floatTexture(Math.min(asset.coordCount, ROW), lines * capacity);
        if (old)
            uniforms.supple_rows.value.image.data.set(old.image.data);
        old?.dispose();
        this.capacity = capacity;
        if (this.lit)
            this.reserveLight();
    }

    // A body's number.
    take() {
        ++this.count;
        if (this.free.length === 0 && this.count > this.capacity)
            this.reserve(2 * this.capacity);
        return this.free.pop() ?? this.count - 1;
    }

    // True: it was the last one, and all is given back.
    giveBack(number) {
        this.free.push(number);
        if (--this.count > 0)
            return false;
        this.dispose();
        return true;
    }

    dispose() {
        for (const { value } of Object.values(this.uniforms))
            value.dispose?.();
        this.shadows.dispose();
        this.asset.release();
    }

    showRows(number, rows) {
        const texture = this.uniforms.supple_rows.value, { width } = texture.image;
        texture.image.data.set(rows, 4 * width * this.lines * number);
        texture.needsUpdate = true;
    }

    // ---- light ---------------------------------------------------------------------------

    // From now on materials add light; they are compiled anew.
    turnOnLight(light) {
        if (this.lit)
            return;
        this.lit = true;
        this.table = { width: light.colors.width, height: light.colors.height, bits: 32 };
        this.layers = Math.ceil(this.table.height / ROW);
        Object.assign(this.uniforms, { supple_colors: { value: null }, supple_amounts: { value: null },
                                       supple_point_count: { value: light.info.pointCount } });
        this.writePoints(light.points);
        this.reserveLight();
        for (const material of this.materials)
            material.needsUpdate = true;
    }

    reserveLight() {
        const { uniforms, capacity } = this, { supple_colors: colors, supple_amounts: amounts } = uniforms;
        const old = [colors.value, amounts.value];
        colors.value = tableTexture(this.table, capacity);
        amounts.value = floatTexture(1 + this.light.fieldCount, capacity, 1);
        old.forEach((texture, i) => texture && [colors, amounts][i].value.image.data.set(texture.image.data));
        old.forEach(texture => texture?.dispose());
    }

    showColors(number, colors) {
        const texture = this.uniforms.supple_colors.value, { width, height } = texture.image;
        texture.image.data.set(colors, 3 * width * height * this.layers * number);
        texture.needsUpdate = true;
    }

    showAmounts(number, amounts) {
        const texture = this.uniforms.supple_amounts.value;
        texture.image.data.set(amounts, amounts.length * number);
        texture.needsUpdate = true;
    }

    // ---- geometries ----------------------------------------------------------------------

    // The numbers of a mesh's vertices, or null where it has no soft one.
    vertexNumbers({ index, firstVertex, vertexCount }) {
        if (!this.numbers.has(index)) {
            const own = this.number.subarray(firstVertex, firstVertex + vertexCount);
            this.numbers.set(index, own.some(number => number > 0) ? new Float32BufferAttribute(own, 1) : null);
        }
        return this.numbers.get(index);
    }

    // A copy that shares all attributes, with the numbers of vertices and of its bodies.
    softGeometry(geometry, mesh, bodies) {
        const copy = new BufferGeometry();
        Object.assign(copy, { name: geometry.name, index: geometry.index, morphTargetsRelative: geometry.morphTargetsRelative,
                              attributes: { ...geometry.attributes }, morphAttributes: { ...geometry.morphAttributes },
                              groups: geometry.groups, drawRange: { ...geometry.drawRange }, userData: geometry.userData });
        copy.setAttribute("suppleVertex", this.vertexNumbers(mesh));
        copy.setAttribute("suppleBody", new InstancedBufferAttribute(Float32Array.from(bodies, number => number + 1), 1));
        geometry.boundingSphere ?? geometry.computeBoundingSphere();
        geometry.boundingBox ?? geometry.computeBoundingBox();
        const reach = Math.max(...Array.from({ length: this.asset.partCount }, (_, i) => this.asset.part(i).tuning.limit));
        copy.boundingSphere = geometry.boundingSphere.clone(); // what is farther is rare: limits are soft
        copy.boundingSphere.radius += Number.isFinite(reach) ? reach : 0;
        copy.boundingBox = geometry.boundingBox.clone();
        return copy;
    }

    // Only what is its own: three.js would delete the buffers of shared attributes.
    disposeGeometry(copy) {
        copy.index = null;
        copy.attributes = { suppleBody: copy.attributes.suppleBody };
        copy.dispose();
    }
}
