// Solids as colliders, and as a mesh for pictures.
//
// All kinds are one patchwork of six squares: a ball is the box with its points pulled onto a sphere, a rod is a ball whose
// upper half is moved on.
// SPDX-License-Identifier: MIT
#include "bake/play/solid.h"

#include "bake/base/assert.h"

#include <string.h>

enum {
    SOLID_CELLS = 12,
    SOLID_SIDE = SOLID_CELLS + 1,
    VERTICES = 6 * SOLID_SIDE * SOLID_SIDE,
    SOLID_TRIANGLES = 12 * SOLID_CELLS * SOLID_CELLS
};

static const float paints[][4] = {[SOLID_WOOD] = {0.42f, 0.30f, 0.19f, 1.0f}, // linear
                                  [SOLID_STEEL] = {0.30f, 0.33f, 0.37f, 1.0f},
                                  [SOLID_BLUE] = {0.02f, 0.12f, 0.62f, 1.0f}};

static bool is_rod(const play_solid* s) {
    return s->ball && v3_length(s->along) > 0.0;
}

static void put_vertex(surface* f, int32_t at, const play_solid* s, int face, double u, double v,
                       vec3 shift) {
    double side = face & 1 ? 1.0 : -1.0;
    vec3 on = face < 2   ? v3(side, side * u, v)
              : face < 4 ? v3(v, side, side * u)
                         : v3(side * u, v, side);
    vec3 normal = face < 2 ? v3(side, 0, 0) : face < 4 ? v3(0, side, 0) : v3(0, 0, side);
    vec3 half = v3_scale(s->size, 0.5);
    vec3 from = v3_add(s->middle, shift);
    if (s->ball) {
        on = normal = v3_unit(on);
        half = v3(half.x, half.x, half.x);
    }
    if (is_rod(s)) { // the ball's own y lies along the rod
        if (on.y > 1e-9) {
            from = v3_add(from, s->along);
            half = v3_scale(half, 1.0 - s->thinner);
        }
        on = normal = quat_rotate(quat_between(v3(0, 1, 0), v3_unit(s->along)), on);
    }
    f->positions[at] = v3_add(from, v3(on.x * half.x, on.y * half.y, on.z * half.z));
    const float n[3] = {(float)normal.x, (float)normal.y, (float)normal.z};
    memcpy(f->normals[at], n, sizeof n);
    memcpy(f->colors[at], paints[s->paint], sizeof paints[s->paint]);
}

static void put_solid(surface* f, int32_t first, int32_t triangle, const play_solid* s,
                      vec3 shift) {
    for (int32_t i = 0; i < VERTICES; ++i) {
        int32_t face = i / (SOLID_SIDE * SOLID_SIDE), x = i % SOLID_SIDE,
                y = i / SOLID_SIDE % SOLID_SIDE;
        put_vertex(f, first + i, s, face, 2.0 * x / SOLID_CELLS - 1.0, 2.0 * y / SOLID_CELLS - 1.0,
                   shift);
        if (x == SOLID_CELLS || y == SOLID_CELLS)
            continue;
        uint32_t a = (uint32_t)(first + i), b = a + 1, d = a + SOLID_SIDE, c = d + 1;
        const uint32_t two[2][3] = {{a, b, c}, {a, c, d}};
        memcpy(f->triangles[triangle], two, sizeof two);
        triangle += 2;
    }
}

static void* longer(const void* from, int32_t count, int32_t more, size_t size, arena* memory) {
    uint8_t* out = arena_alloc(memory, (size_t)count + (size_t)more, size);
    memcpy(out, from, (size_t)count * size);
    return out;
}

// ---- public ----------------------------------------------------------------------------

supple_matrix solid_pose(const play_solid* s) {
    bool rod = is_rod(s);
    vec3 at = rod ? v3_madd(s->middle, s->along, 0.5) : s->middle;
    quat turn = rod ? quat_between(v3(0, 1, 0), v3_unit(s->along)) : quat_identity();
    mat4 m = mat4_from_trs(at, turn, v3(1, 1, 1));
    supple_matrix out;
    for (int k = 0; k < 16; ++k)
        out.m[k] = (float)m.m[k];
    return out;
}

supple_collider solid_put(const play_solid* s, supple_world* world) {
    vec3 half = is_rod(s) ? v3(0, 0.5 * v3_length(s->along), 0) : v3_scale(s->size, 0.5);
    supple_shape shape = {.kind = is_rod(s) ? SUPPLE_CAPSULE
                                  : s->ball ? SUPPLE_SPHERE
                                            : SUPPLE_BOX,
                          .radius = (float)(0.5 * s->size.x),
                          .half = {(float)half.x, (float)half.y, (float)half.z},
                          .friction = SUPPLE_UNSET};
    supple_matrix at = solid_pose(s);
    return supple_world_add_collider(world, &shape, &at);
}

surface solid_room(const surface* f, int32_t vertices, int32_t triangles, arena* memory) {
    surface out = *f;
    int32_t n = f->vertex_count, t = f->triangle_count;
    out.vertex_count += vertices;
    out.triangle_count += triangles;
    out.positions = longer(f->positions, n, vertices, sizeof *f->positions, memory);
    out.normals = longer(f->normals, n, vertices, sizeof *f->normals, memory);
    out.uvs = longer(f->uvs, n, vertices, sizeof *f->uvs, memory);
    out.colors = longer(f->colors, n, vertices, sizeof *f->colors, memory);
    out.triangles = longer(f->triangles, t, triangles, sizeof *f->triangles, memory);
    out.triangle_material = longer(f->triangle_material, t, triangles, sizeof(int32_t), memory);
    out.vertex_node = longer(f->vertex_node, n, vertices, sizeof(int32_t), memory);
    out.vertex_primitive = longer(f->vertex_primitive, n, vertices, sizeof(int32_t), memory);
    out.vertex_index = longer(f->vertex_index, n, vertices, sizeof(int32_t), memory);
    for (int32_t i = 0; i < triangles; ++i)
        out.triangle_material[t + i] = -1;
    return out;
}

surface solid_beside(const surface* f, const play_solid* solids, int32_t count, vec3 shift,
                     arena* memory) {
    SUPPLE_ASSERT(count >= 0);
    surface out = solid_room(f, count * VERTICES, count * SOLID_TRIANGLES, memory);
    for (int32_t i = 0; i < count; ++i)
        put_solid(&out, f->vertex_count + i * VERTICES, f->triangle_count + i * SOLID_TRIANGLES,
                  &solids[i], shift);
    return out;
}
