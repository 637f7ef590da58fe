// The few things of WebGL2 that are always written the same: programs, buffers, textures.
// SPDX-License-Identifier: MIT

// A program whose uniforms' places are in `at`, by name. captured: outputs to write to a buffer.
export function makeProgram(gl, vertex, fragment, captured = null) {
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    if (captured)
        gl.transformFeedbackVaryings(program, captured, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
        const words = gl.getAttachedShaders(program).map(s => gl.getShaderInfoLog(s)).concat(gl.getProgramInfoLog(program));
        throw new Error(`This graphics driver refuses a shader: ${words.join(" ").trim()}`);
    }
    const at = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); ++i) {
        const { name } = gl.getActiveUniform(program, i);
        at[name] = gl.getUniformLocation(program, name);
    }
    return { program, at };
}

export function makeBuffer(gl, target, data, usage = gl.STATIC_DRAW) {
    const buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, data, usage);
    return buffer;
}

// An attribute of the vertex array that is bound, from a buffer of its own. location -1: the shader has no use for it.
export function addAttribute(gl, location, array, width, stride = 0, offset = 0) {
    if (location < 0)
        return null;
    const buffer = makeBuffer(gl, gl.ARRAY_BUFFER, array);
    gl.enableVertexAttribArray(location);
    if (array instanceof Float32Array)
        gl.vertexAttribPointer(location, width, gl.FLOAT, false, stride, offset);
    else if (array instanceof Uint8Array)
        gl.vertexAttribPointer(location, width, gl.UNSIGNED_BYTE, true, stride, offset);
    else
        gl.vertexAttribIPointer(location, width, array instanceof Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT, stride, offset);
    return buffer;
}

export function bindNearest(gl, unit, target, texture) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(target, texture);
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}

// How a texture holds the numbers of a table.
export function tableForm(gl, { bits }) {
    return bits === 32 ? gl.RGB32F : bits === 16 ? gl.RGB16I : gl.RGB8I;
}

// Texels of a table to the array texture that is bound: layers of 2048 rows (gpu/README.md).
export function uploadTable(gl, table) {
    const layers = Math.ceil(table.height / 2048), form = table.bits === 32 ? gl.RGB : gl.RGB_INTEGER;
    const type = table.bits === 32 ? gl.FLOAT : table.bits === 16 ? gl.SHORT : gl.BYTE;
    const { texels } = table;
    for (let i = 0; i < layers; ++i)
        gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, i, table.width, Math.min(2048, table.height - 2048 * i), 1,
                         form, type, texels.subarray(3 * table.width * 2048 * i));
}

// A picture of a file as a texture, with mipmaps; null gives a white one. isColor: as screens have them, else plain numbers.
export function makePicture(gl, picture, sampler, isColor = true) {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    if (!picture) {
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([255, 255, 255, 255]));
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        return texture;
    }
    gl.texImage2D(gl.TEXTURE_2D, 0, isColor ? gl.SRGB8_ALPHA8 : gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, sampler.magFilter ?? gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, sampler.wrapS ?? gl.REPEAT);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, sampler.wrapT ?? gl.REPEAT);
    return texture;
}

// A texture to draw to, or a depth to compare with.
export function makeTarget(gl, size, isDepth) {
    const texture = gl.createTexture(), frame = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, isDepth ? gl.DEPTH_COMPONENT24 : gl.RGBA8, size, size);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    if (isDepth)
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, isDepth ? gl.DEPTH_ATTACHMENT : gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { texture, frame, size };
}
