// The pictures of a material on the card: base colour, relief (a normal map), what glows, how it is finished.
// SPDX-License-Identifier: MIT
import { makePicture } from "./gl.js";

const UNITS = { base: 6, relief: 10, glowing: 11, finish: 12 }; // 5 and 7: draw.js, 8 and 9: lighting.js
const COLORS = ["base", "glowing"]; // the others are plain numbers

export class Pictures {
    // decoded: pictures by their index in the file.
    constructor(gl, decoded) {
        Object.assign(this, { gl, decoded, white: makePicture(gl, null) });
    }

    // { base, relief, glowing, finish, reliefScale } of a material; white where there is none.
    of({ pictures, relief }) {
        const out = {};
        for (const name of Object.keys(UNITS)) {
            const picture = this.decoded.get(pictures[name]?.image);
            out[name] = picture ? makePicture(this.gl, picture, pictures[name].sampler, COLORS.includes(name)) : this.white;
        }
        out.reliefScale = out.relief === this.white ? 0 : relief;
        return out;
    }

    // Once for a program.
    use(at) {
        const { gl } = this;
        gl.uniform1i(at.image, UNITS.base);
        gl.uniform1i(at.relief, UNITS.relief);
        gl.uniform1i(at.glowing, UNITS.glowing);
        gl.uniform1i(at.finish, UNITS.finish);
    }

    bind({ base, relief, glowing, finish, reliefScale }, at) {
        this.gl.uniform1f(at.reliefScale, reliefScale);
        this.put(UNITS.relief, relief);
        this.put(UNITS.glowing, glowing);
        this.put(UNITS.finish, finish);
        this.put(UNITS.base, base);
    }

    put(unit, texture) {
        const { gl } = this;
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, texture);
    }
}
