// Many bodies of one asset, driven and stepped by one call, their rows in one array for one instanced draw call.
//
//   const crowd = makeCrowd(bodies);                // of one asset, none of them in a world
//   crowd.palettes.set(palette, 16 * asset.boneCount * i); ...
//   crowd.step(dt);                                 // the same bits as drive and step of each
//   crowd.upload();                                 // four numbers a coordinate, body after body: a line each of gpu/supple.glsl's supple_rows
//
// crowd.d.ts has the types.
// SPDX-License-Identifier: MIT
import { check, number } from "./argument.js";
import { Body } from "./body.js";
import { Lasting } from "./lasting.js";

class Crowd {
    constructor(bodies) {
        const [{ asset }] = bodies, { supple } = asset, count = bodies.length;
        Object.assign(this, { asset, bodies, c: supple.c });
        this.list = new Lasting(supple, Uint32Array, count);
        this.matrices = new Lasting(supple, Float32Array, 16 * asset.boneCount * count);
        this.rows = new Lasting(supple, Float32Array, 4 * asset.coordCount * count);
        this.list.view.set(bodies.map(body => body.at));
    }

    // By which the next step drives them, one behind another. A view.
    get palettes() {
        return this.matrices.view;
    }

    step(dt) {
        const gone = this.bodies.findIndex(body => body.released || body.world);
        if (gone >= 0)
            throw new Error(`crowd.step: body ${gone} was released, or is in a world, whose step it takes part in.`);
        this.c.supple_bodies_step(this.list.at, this.bodies.length, this.matrices.at, dt, 0);
    }

    upload() {
        this.c.supple_bodies_upload(this.list.at, this.bodies.length, this.rows.at);
        return this.rows.view;
    }

    // Its bodies are yours.
    release() {
        for (const lasting of [this.list, this.matrices, this.rows])
            lasting.release();
        this.released = true;
    }
}

check(Crowd, "crowd", { step: { dt: number() }, upload: {}, release: {} });

export function makeCrowd(bodies) {
    if (!Array.isArray(bodies) || bodies.length === 0 || !bodies.every(body => body instanceof Body))
        throw new TypeError("makeCrowd: bodies is a list of bodies, as asset.body() makes them.");
    const [{ asset }] = bodies, wrong = bodies.findIndex((body, i) => body.asset !== asset || body.released || body.world || bodies.indexOf(body) !== i);
    if (wrong >= 0)
        throw new Error(`makeCrowd: body ${wrong} is of another asset than the first, was released, is in a world or is there twice.`);
    return new Crowd([...bodies]);
}
