// Runs in the page: gpu/supple.glsl over all vertices by transform feedback, read back as numbers.
// SPDX-License-Identifier: MIT

window.onGpu = function (shader, asset, rows, palettes) {
    const gl = document.createElement("canvas").getContext("webgl2");
    if (!gl)
        return { trouble: "no WebGL2" };
    const outputs = ["position", "before", "normal", "tangent", "skinned", "skinned_before", "skinned_normal"];
    if (asset.light)
        outputs.push("front", "back");
    const main = `
in vec3 rest; in vec3 rest_normal; in vec3 rest_tangent;
in uint link0; in uint link1; in uint link2; in uint link3;
in uint bend0; in uint bend1; in uint bend2; in uint bend3;
in uvec4 joints; in vec4 weights; in uvec4 joints_more; in vec4 weights_more;
in uvec2 points;
uniform highp sampler2D palette; uniform highp sampler2D palette_before;
${outputs.map(name => `out vec3 ${name};`).join("")}
void main() {
    uvec4 links = uvec4(link0, link1, link2, link3);
    position = supple_displace(rest, links);
    before = supple_displace_before(rest, links);
    normal = supple_normal(rest_normal, uvec4(bend0, bend1, bend2, bend3));
    tangent = supple_tangent(rest_tangent, normal);
    mat4 now = supple_skin(palette, joints, weights) + supple_skin(palette, joints_more, weights_more);
    mat4 then = supple_skin(palette_before, joints, weights) + supple_skin(palette_before, joints_more, weights_more);
    skinned = (now * vec4(position, 1.0)).xyz;
    skinned_before = (then * vec4(before, 1.0)).xyz;
    skinned_normal = normalize(mat3(now) * normal);
    ${asset.light ? "front = supple_light(points.x); back = supple_light(points.y);" : ""}
    gl_Position = vec4(0.0);
}`;
    const defines = (asset.shapes.bits === 32 ? "#define SUPPLE_FLOAT_SHAPES\n" : "") +
        (asset.bends && asset.bends.bits === 32 ? "#define SUPPLE_FLOAT_BENDS\n" : "");
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, "#version 300 es\n" + defines + shader + main],
                                [gl.FRAGMENT_SHADER, "#version 300 es\nvoid main() {}"]]) {
        const s = gl.createShader(type);
        gl.shaderSource(s, text);
        gl.compileShader(s);
        if (!gl.getShaderParameter(s, gl.COMPILE_STATUS))
            return { trouble: gl.getShaderInfoLog(s) };
        gl.attachShader(program, s);
    }
    gl.transformFeedbackVaryings(program, outputs, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS))
        return { trouble: gl.getProgramInfoLog(program) };
    gl.useProgram(program);

    let unit = 0;
    const bind = (name, target, upload) => {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(target, gl.createTexture());
        gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        upload();
        gl.uniform1i(gl.getUniformLocation(program, name), unit++);
    };
    // As gpu/README.md has it: layers of 2048 rows, the last one as far as it goes.
    const bindTable = (name, table) => bind(name, gl.TEXTURE_2D_ARRAY, () => {
        const layers = Math.ceil(table.height / 2048), rows = Math.min(table.height, 2048);
        const [format, external, type] = {
            8: [gl.RGB8I, gl.RGB_INTEGER, gl.BYTE], 16: [gl.RGB16I, gl.RGB_INTEGER, gl.SHORT], 32: [gl.RGB32F, gl.RGB, gl.FLOAT] }[table.bits];
        const texels = new { 8: Int8Array, 16: Int16Array, 32: Float32Array }[table.bits](table.texels);
        gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, format, table.width, rows, layers);
        for (let layer = 0; layer < layers; ++layer)
            gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, layer, table.width,
                             Math.min(rows, table.height - 2048 * layer), 1, external, type,
                             texels.subarray(3 * table.width * 2048 * layer));
    });
    bindTable("supple_shapes", asset.shapes);
    bindTable("supple_bends", asset.bends || { width: 1, height: 1, bits: 16, texels: [0, 0, 0, 0] });
    const bindFloats = (name, width, height, numbers) => bind(name, gl.TEXTURE_2D, () => gl.texImage2D(
        gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, new Float32Array(numbers)));
    bindFloats("supple_rows", asset.coordCount, 1, rows);
    bindFloats("palette", 4, asset.boneCount, palettes[1]);
    bindFloats("palette_before", 4, asset.boneCount, palettes[0]);
    bind("supple_parts", gl.TEXTURE_2D, () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, 2, asset.partCount, 0,
                                                            gl.RGBA_INTEGER, gl.UNSIGNED_INT, new Uint32Array(asset.partRows)));

    if (asset.light) {
        const { colors, amounts, pointCount } = asset.light;
        bindTable("supple_colors", colors);
        bind("supple_amounts", gl.TEXTURE_2D, () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, amounts.length, 1, 0, gl.RED, gl.FLOAT,
                                                                  new Float32Array(amounts)));
        gl.uniform1ui(gl.getUniformLocation(program, "supple_point_count"), pointCount);
    }

    const n = asset.vertexCount;
    const attribute = (name, array, size, stride = 0, offset = 0) => {
        const at = gl.getAttribLocation(program, name), integer = !(array instanceof Float32Array);
        if (at < 0)
            return;
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, array, gl.STATIC_DRAW);
        gl.enableVertexAttribArray(at);
        if (integer)
            gl.vertexAttribIPointer(at, size, array instanceof Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT, stride, offset);
        else
            gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride, offset);
    };
    attribute("rest", new Float32Array(asset.positions), 3);
    attribute("rest_normal", new Float32Array(asset.normals), 3);
    attribute("rest_tangent", new Float32Array(asset.tangents || asset.positions.map(() => 1)), 3, asset.tangents ? 16 : 12);
    if (asset.light)
        attribute("points", new Uint32Array(asset.light.points), 2);
    for (let layer = 0; layer < 4; ++layer)
        for (const [name, links] of [["link", asset.links], ["bend", asset.bendLinks]])
            if (layer < asset.layerCount)
                attribute(`${name}${layer}`, new Uint32Array(links.slice(layer * n, (layer + 1) * n)), 1);
            else // a constant instead of an array: no part
                gl.vertexAttribI4ui(gl.getAttribLocation(program, `${name}${layer}`), 0xffffffff, 0, 0, 0);
    const per = asset.influenceCount;
    for (let half = 0; half < 2; ++half) {
        const [joints, weights] = half ? ["joints_more", "weights_more"] : ["joints", "weights"];
        if (per >= 4 * (half + 1)) {
            attribute(joints, new Uint16Array(asset.joints), 4, 2 * per, 8 * half);
            attribute(weights, new Float32Array(asset.weights), 4, 4 * per, 16 * half);
        } else { // none: all follow the first bone
            gl.vertexAttribI4ui(gl.getAttribLocation(program, joints), 0, 0, 0, 0);
            gl.vertexAttrib4f(gl.getAttribLocation(program, weights), half === 0 && per === 0 ? 1 : 0, 0, 0, 0);
        }
    }

    const got = new Float32Array(n * 3 * outputs.length);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, gl.createBuffer());
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, got.byteLength, gl.DYNAMIC_READ);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, n);
    gl.endTransformFeedback();
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, got);
    const error = gl.getError();
    return error ? { trouble: `GL error ${error}` } : { outputs, got: Array.from(got) };
};
