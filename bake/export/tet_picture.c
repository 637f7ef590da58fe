// The faces that show when the tets before the cut are gone, each with its own three vertices, so
// that a tet has one colour.
// SPDX-License-Identifier: MIT
#include "bake/export/tet_picture.h"

#include "bake/base/assert.h"
#include "bake/mesh/tet_topology.h"

#include <string.h>

static vec3 centre_of(const tets* t, int32_t i) {
    const int32_t* e = t->elements + (size_t)i * t->width;
    vec3 sum =
        v3_add(v3_add(t->nodes[e[0]], t->nodes[e[1]]), v3_add(t->nodes[e[2]], t->nodes[e[3]]));
    return v3_scale(sum, 0.25);
}

static void add_face(surface* f, float* scalar, const tets* t, int32_t tet, int face, float value) {
    static const float ink[4] = {0.8f, 0.8f, 0.8f, 1.0f};
    const int32_t* e = t->elements + (size_t)tet * t->width;
    for (int k = 0; k < 3; ++k) {
        int32_t v = f->vertex_count++;
        f->positions[v] = t->nodes[e[tet_face[face][k]]];
        f->triangles[f->triangle_count][k] = (uint32_t)v;
        for (int c = 0; c < 4; ++c)
            f->colors[v][c] = ink[c];
        scalar[v] = value;
    }
    f->triangle_material[f->triangle_count++] = -1;
}

uint8_t* tet_picture_whole(const tets* t, arena* memory) {
    uint8_t* shown = ARENA_NEW(memory, uint8_t, (size_t)t->tet_count);
    memset(shown, 1, (size_t)t->tet_count);
    return shown;
}

static vec3 towards_camera(void) {
    view v = raster_default().views[0];
    double s, c, up, along;
    exact_sincos(v.azimuth * EXACT_PI / 180.0, &s, &c);
    exact_sincos(v.elevation * EXACT_PI / 180.0, &up, &along);
    return v3(s * along, up, c * along);
}

uint8_t* tet_picture_half(const tets* t, arena* memory) {
    uint8_t* shown = ARENA_NEW(memory, uint8_t, (size_t)t->tet_count);
    vec3 to_eye = towards_camera();
    bounds box = bounds_of(t->nodes, t->node_count);
    double limit = v3_dot(v3_lerp(box.low, box.high, 0.5), to_eye);
    for (int32_t i = 0; i < t->tet_count; ++i)
        shown[i] = v3_dot(centre_of(t, i), to_eye) <= limit;
    return shown;
}

uint8_t* tet_picture_round(const tets* t, int32_t tet, double reach, arena* memory) {
    SUPPLE_ASSERT(tet >= 0 && tet < t->tet_count && reach >= 0.0);
    uint8_t* shown = ARENA_NEW(memory, uint8_t, (size_t)t->tet_count);
    vec3 to_eye = towards_camera(), middle = centre_of(t, tet);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        vec3 offset = v3_sub(centre_of(t, i), middle);
        shown[i] = v3_length(offset) <= reach && v3_dot(offset, to_eye) <= 0.0;
    }
    return shown;
}

picture tet_picture(const tets* t, const double* value, const char* label, const uint8_t* shown,
                    int32_t width, int32_t height, arena* memory) {
    SUPPLE_ASSERT(width > 0 && height > 0);
    raster_options o = raster_default();
    o.width = width;
    o.height = height;
    o.flat = o.wireframe = true;
    o.scalar_label_or_null = label;

    tet_topology shape = tets_topology(t, memory);
    size_t most = 4 * (size_t)t->tet_count;
    surface f = {.positions = ARENA_NEW(memory, vec3, 3 * most),
                 .normals = arena_alloc(memory, 3 * most, sizeof *f.normals),
                 .uvs = arena_alloc(memory, 3 * most, sizeof *f.uvs),
                 .colors = arena_alloc(memory, 3 * most, sizeof *f.colors),
                 .triangles = arena_alloc(memory, most, sizeof *f.triangles),
                 .triangle_material = ARENA_NEW(memory, int32_t, most)};
    float* scalar = ARENA_NEW(memory, float, 3 * most);
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int k = 0; shown[i] && k < 4; ++k) {
            int32_t beside = shape.neighbour[4 * (size_t)i + k];
            if (beside < 0 || !shown[beside])
                add_face(&f, scalar, t, i, k, (float)value[i]);
        }
    surface_normals(f.positions, f.vertex_count, (const uint32_t(*)[3])f.triangles,
                    f.triangle_count, f.normals);
    o.scalar_or_null = scalar;
    return raster_surface(&f, NULL, &o, memory);
}
