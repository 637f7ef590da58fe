// Tables of an asset as textures of three.js, laid out as gpu/supple.glsl reads them.
//
// Nothing is filtered or converted: integers stay integers. Numbers are copied, because the module's memory moves when it
// grows and three.js uploads when it first draws.
// SPDX-License-Identifier: MIT
import { ByteType, DataArrayTexture, DataTexture, FloatType, RGBAFormat, RGBAIntegerFormat, RGBFormat, RedFormat, ShortType, UnsignedIntType } from "three";

export const ROW = 2048; // texels in a row, rows in a layer: what every GPU has room for

// An asset's table of three numbers a texel; copies: so many below each other, each from a layer of its own on.
export function tableTexture({ width, height, bits }, copies = 1) {
    const rows = Math.min(height, ROW), layers = Math.ceil(height / ROW);
    const isFloat = bits === 32, type = isFloat ? Float32Array : bits === 16 ? Int16Array : Int8Array, data = new type(3 * width * rows * layers * copies);
    const texture = new DataArrayTexture(data, width, rows, layers * copies);
    texture.format = isFloat ? RGBFormat : "RGB_INTEGER"; // by WebGL's own name, which three.js passes on: it has a number for it that it does not know
    texture.type = isFloat ? FloatType : bits === 16 ? ShortType : ByteType;
    texture.internalFormat = isFloat ? "RGB32F" : bits === 16 ? "RGB16I" : "RGB8I";
    texture.needsUpdate = true;
    return texture;
}

export function filledTable(table) {
    const texture = tableTexture(table ?? { width: 4, height: 1, bits: 16 });
    if (table)
        texture.image.data.set(table.texels);
    return texture;
}

// Four floats, or one, a texel.
export function floatTexture(width, height, channels = 4) {
    const texture = new DataTexture(new Float32Array(channels * width * height), width, height, channels === 4 ? RGBAFormat : RedFormat, FloatType);
    texture.internalFormat = channels === 4 ? "RGBA32F" : "R32F";
    texture.needsUpdate = true;
    return texture;
}

// Four unsigned integers a texel.
export function integerTexture(numbers, width, height) {
    const texture = new DataTexture(numbers, width, height, RGBAIntegerFormat, UnsignedIntType);
    texture.internalFormat = "RGBA32UI";
    texture.needsUpdate = true;
    return texture;
}
