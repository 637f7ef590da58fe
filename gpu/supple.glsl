// Displaces, bends, skins and lights the vertices of a soft body: functions for a vertex shader.
//
// GLSL ES 3.00 and GLSL 3.30 alike: put the #version line of yours in front, then, where the asset's table
// has 32 bits, #define SUPPLE_FLOAT_SHAPES or SUPPLE_FLOAT_BENDS, then this text, then your shader.
// Tables are read as they lie in the asset. They are arrays of layers of 2048 rows because that is
// what every GPU can hold; most bodies fill a part of one layer. README.md beside this file has the binding.
// SPDX-License-Identifier: MIT
precision highp float;
precision highp int;

#ifdef SUPPLE_FLOAT_SHAPES
uniform highp sampler2DArray supple_shapes; // RGB32F
#else
uniform highp isampler2DArray supple_shapes; // RGB16I, or RGB8I where it has 8 bits
#endif
#ifdef SUPPLE_FLOAT_BENDS
uniform highp sampler2DArray supple_bends;
#else
uniform highp isampler2DArray supple_bends;
#endif
uniform highp sampler2D supple_rows;   // RGBA32F, 2048 wide or less: the rows of supple_body_upload
uniform highp usampler2D supple_parts; // RGBA32UI, two texels a part: first_shape, first_bend,
                                       // first_coord, coord_count; shape_places, bend_places, 0, 0

uniform highp sampler2DArray supple_colors; // RGB32F, of supple_light_colors: the light as it stands
uniform highp sampler2D supple_amounts;     // R32F, a row a body: supple_light_amounts
uniform highp uint supple_point_count;      // of light

const uint supple_none = 0xffffffffu; // a link to no part; a first_bend of a part without bends; no point

// Where several bodies of an asset share textures: which lines and layers are this one's. Set them before the calls below.
int supple_first_row = 0;   // of supple_rows
int supple_amounts_row = 0; // of supple_amounts
int supple_first_layer = 0; // of supple_colors
// ... and how many coordinates of each part are read: the others are 0 where supple_body_detail has left them out.
uint supple_read_coords = 0xffffffffu;

ivec3 supple_place(uint index, ivec3 size) {
    uint width = uint(size.x), row = index / width;
    return ivec3(int(index % width), int(row & 2047u), int(row >> 11));
}

vec4 supple_row(uint coord) {
    return texelFetch(supple_rows, ivec2(int(coord & 2047u), supple_first_row + int(coord >> 11)), 0);
}

// What the part of a link adds to a position. column: 0 now, 2 one step earlier.
vec3 supple_shape_sum(uint link, int column) {
    uvec4 part = texelFetch(supple_parts, ivec2(0, int(link >> 24)), 0);
    uint count = texelFetch(supple_parts, ivec2(1, int(link >> 24)), 0).x;
    uint index = part.x + (link & 0xffffffu);
    vec3 sum = vec3(0.0);
    for (uint k = 0u, most = min(part.w, supple_read_coords); k < most; ++k) {
        ivec3 at = supple_place(index + k * count, textureSize(supple_shapes, 0));
        sum += supple_row(part.z + k)[column] * vec3(texelFetch(supple_shapes, at, 0).xyz);
    }
    return sum;
}

vec3 supple_bend_sum(uint link) {
    uvec4 part = texelFetch(supple_parts, ivec2(0, int(link >> 24)), 0);
    uint count = texelFetch(supple_parts, ivec2(1, int(link >> 24)), 0).y;
    uint index = part.y + (link & 0xffffffu);
    vec3 sum = vec3(0.0);
    if (part.y == supple_none)
        return sum;
    for (uint k = 0u, most = min(part.w, supple_read_coords); k < most; ++k) {
        float amount = supple_row(part.z + k).y;
        ivec3 at = supple_place(index + k * count, textureSize(supple_bends, 0));
        if (amount != 0.0) // a coordinate that turns nothing may have no texels
            sum += amount * vec3(texelFetch(supple_bends, at, 0).xyz);
    }
    return sum;
}

// ---- yours to call ---------------------------------------------------------------------

// `links`: one of each layer of the asset, supple_none for layers that it does not have.
vec3 supple_displace(vec3 position, uvec4 links) {
    for (int i = 0; i < 4; ++i)
        if (links[i] != supple_none)
            position += supple_shape_sum(links[i], 0);
    return position;
}

// Where the vertex was one step earlier, for motion vectors; skin it with the palette of that step.
vec3 supple_displace_before(vec3 position, uvec4 links) {
    for (int i = 0; i < 4; ++i)
        if (links[i] != supple_none)
            position += supple_shape_sum(links[i], 2);
    return position;
}

// `links`: the vertex's bend_links, which are its links where an asset shares no texels.
vec3 supple_normal(vec3 normal, uvec4 links) {
    for (int i = 0; i < 4; ++i)
        if (links[i] != supple_none)
            normal += supple_bend_sum(links[i]);
    return normalize(normal);
}

// The tangent that stays orthogonal to a normal that has moved. Its w stays as it is.
vec3 supple_tangent(vec3 tangent, vec3 normal) {
    return normalize(tangent - dot(tangent, normal) * normal);
}

// What arrives at a point from the light, never negative: base colour times this is what is seen. `point`: one of the vertex's
// two supple_light_points, the front's or the back's.
vec3 supple_light(uint point) {
    vec3 sum = vec3(0.0);
    if (point == supple_none)
        return sum;
    int fields = textureSize(supple_amounts, 0).x;
    for (int f = 0; f < fields; ++f) {
        ivec3 at = supple_place(uint(f) * supple_point_count + point, textureSize(supple_colors, 0));
        at.z += supple_first_layer;
        sum += texelFetch(supple_amounts, ivec2(f, supple_amounts_row), 0).x * texelFetch(supple_colors, at, 0).xyz;
    }
    return max(sum, vec3(0.0)); // few harmonics ring below zero
}

// The blended matrix of a vertex; add up two of them for eight influences. Normals go through its mat3 and
// are made unit again. `palette`: RGBA32F, 4 wide and a row a bone, the supple_matrix array as it is.
mat4 supple_skin(highp sampler2D palette, uvec4 joints, vec4 weights) {
    mat4 sum = mat4(0.0);
    for (int i = 0; i < 4; ++i) {
        int bone = int(joints[i]);
        sum += weights[i] * mat4(texelFetch(palette, ivec2(0, bone), 0),
                                 texelFetch(palette, ivec2(1, bone), 0),
                                 texelFetch(palette, ivec2(2, bone), 0),
                                 texelFetch(palette, ivec2(3, bone), 0));
    }
    return sum;
}
