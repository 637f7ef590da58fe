// What a body does, drawn over it: its soft vertices where libsupple has them, from blue (at rest) to red (as far as it goes).
//
// The points are the CPU's, so that flesh which the GPU shows elsewhere would be seen at once.
// SPDX-License-Identifier: MIT
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, PointsMaterial } from "three";

export class DebugView {
    constructor(soft) {
        const { number } = soft.shared, vertices = [], links = soft.asset.array("links");
        for (let v = 0; v < number.length; ++v)
            if (links[v] !== 0xffffffff)
                vertices.push(v);
        Object.assign(this, { soft, vertices, reach: 0 });
        const attribute = () => new BufferAttribute(new Float32Array(3 * vertices.length), 3).setUsage(DynamicDrawUsage);
        const geometry = new BufferGeometry().setAttribute("position", attribute()).setAttribute("color", attribute());
        this.points = new Points(geometry, new PointsMaterial({ size: 4, sizeAttenuation: false, vertexColors: true, depthTest: false, transparent: true }));
        Object.assign(this.points, { name: "supple debug", frustumCulled: false, renderOrder: 1, matrixWorldAutoUpdate: false, raycast: () => {} });
        let top = soft.root;
        while (top.parent)
            top = top.parent;
        top.add(this.points);
        this.update();
    }

    update() {
        const { body, asset } = this.soft, { position, color } = this.points.geometry.attributes, { vertices } = this;
        const rest = asset.array("positions").slice(), moved = body.evaluate().positions.slice(), world = body.skin().positions;
        const far = vertices.map(v => Math.hypot(moved[3 * v] - rest[3 * v], moved[3 * v + 1] - rest[3 * v + 1], moved[3 * v + 2] - rest[3 * v + 2]));
        this.reach = far.reduce((most, x) => Math.max(most, x), this.reach);
        vertices.forEach((v, i) => {
            const part = this.reach > 0 ? far[i] / this.reach : 0;
            position.setXYZ(i, world[3 * v], world[3 * v + 1], world[3 * v + 2]);
            color.setXYZ(i, part, 0.3 * (1 - Math.abs(2 * part - 1)), 1 - part);
        });
        position.needsUpdate = color.needsUpdate = true;
    }

    dispose() {
        this.points.removeFromParent();
        this.points.geometry.dispose();
        this.points.material.dispose();
    }
}
