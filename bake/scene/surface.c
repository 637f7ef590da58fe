// Two passes: count the instances below the roots, then fill one after the other, in node order.
//
// glTF's rule for skinned meshes: the joints place them, their own node's transform does not count.
// Normals go by the cofactors of the blended matrix, which is right for any scale and shear; where
// that matrix mirrors, triangles are turned round so that outside stays outside.
// SPDX-License-Identifier: MIT
#include "bake/scene/surface.h"

#include "bake/base/assert.h"

// Room below INT32_MAX for three corners a triangle: a small file may show a large mesh often.
enum { SURFACE_LIMIT = 1 << 29 };

// Beyond that cubes of lengths leave the range of double; transforms multiply down the tree.
static const double position_limit = 1e60;

typedef struct placing { // how the vertices of one instance get to the world
    const float* target_weights_or_null;
    mat4 world;
    const mat4* palette_or_null;
} placing;

typedef struct demand {
    bool* fits; // [node_count] has a mesh that is shown and fits
    int32_t vertices, triangles;
    int32_t most_vertices; // of one primitive
    int32_t left_out;
} demand;

// Nodes that are a root or stand below one.
static bool* shown_nodes(const scene* s, arena* memory) {
    bool* shown = ARENA_NEW(memory, bool, (size_t)s->node_count);
    bool* done = ARENA_NEW(memory, bool, (size_t)s->node_count);
    for (int32_t i = 0; i < s->root_count; ++i)
        shown[s->roots[i]] = done[s->roots[i]] = true;
    for (int32_t i = 0; i < s->node_count; ++i) {
        int32_t end = i;
        while (!done[end] && s->nodes[end].parent >= 0)
            end = s->nodes[end].parent;
        bool value = shown[end];
        for (int32_t n = i; n != end; n = s->nodes[n].parent) {
            shown[n] = value;
            done[n] = true;
        }
        done[end] = true;
    }
    return shown;
}

static surface surface_alloc(int32_t vertices, int32_t triangles, arena* memory) {
    surface f = {.vertex_count = 0, .triangle_count = 0};
    f.positions = ARENA_NEW(memory, vec3, (size_t)vertices);
    f.normals = arena_alloc(memory, (size_t)vertices, sizeof *f.normals);
    f.uvs = arena_alloc(memory, (size_t)vertices, sizeof *f.uvs);
    f.colors = arena_alloc(memory, (size_t)vertices, sizeof *f.colors);
    f.vertex_node = ARENA_NEW(memory, int32_t, (size_t)vertices);
    f.vertex_primitive = ARENA_NEW(memory, int32_t, (size_t)vertices);
    f.vertex_index = ARENA_NEW(memory, int32_t, (size_t)vertices);
    f.triangles = arena_alloc(memory, (size_t)triangles, sizeof *f.triangles);
    f.triangle_material = ARENA_NEW(memory, int32_t, (size_t)triangles);
    return f;
}

static void store_unit(vec3 n, float out[3]) {
    n = v3_unit(n);
    out[0] = (float)n.x;
    out[1] = (float)n.y;
    out[2] = (float)n.z;
}

static vec3 load_vec3(const float v[3]) {
    return v3(v[0], v[1], v[2]);
}

void surface_morph(const primitive* g, const float* weights, int32_t v, vec3* position,
                   vec3* normal) {
    SUPPLE_ASSERT(v >= 0 && v < g->vertex_count);
    for (int32_t t = 0; t < g->target_count; ++t) {
        const morph_target* m = &g->targets[t];
        if (weights[t] == 0.0f)
            continue;
        if (m->positions != NULL)
            *position = v3_madd(*position, load_vec3(m->positions[v]), weights[t]);
        if (m->normals != NULL)
            *normal = v3_madd(*normal, load_vec3(m->normals[v]), weights[t]);
    }
}

static mat4 blend_palette(const primitive* g, const mat4* palette, int32_t v) {
    mat4 sum = {{0}};
    size_t first = (size_t)v * (size_t)g->influence_count;
    for (int32_t i = 0; i < g->influence_count; ++i) {
        double w = g->weights[first + (size_t)i];
        if (w == 0.0)
            continue;
        const mat4* m = &palette[g->joints[first + (size_t)i]];
        for (int k = 0; k < 16; ++k)
            sum.m[k] += w * m->m[k];
    }
    return sum;
}

static bool is_lost(vec3 p) { // NaN too
    return !(fabs(p.x) <= position_limit && fabs(p.y) <= position_limit &&
             fabs(p.z) <= position_limit);
}

// Places and normals. Says for each vertex whether its transform mirrors; returns how many are lost.
static int32_t place_vertices(const primitive* g, const placing* how, vec3* positions,
                              float (*normals)[3], bool* mirrored) {
    bool skinned = how->palette_or_null != NULL && g->influence_count > 0;
    mat4 m = how->world;
    bool mirrors = mat4_determinant3(m) < 0.0;
    int32_t lost = 0;
    for (int32_t v = 0; v < g->vertex_count; ++v) {
        vec3 p = g->positions[v], n = v3(0, 0, 0);
        if (g->normals != NULL)
            n = load_vec3(g->normals[v]);
        if (how->target_weights_or_null != NULL)
            surface_morph(g, how->target_weights_or_null, v, &p, &n);
        if (skinned) {
            m = blend_palette(g, how->palette_or_null, v);
            mirrors = mat4_determinant3(m) < 0.0;
        }
        positions[v] = mat4_point(m, p);
        vec3 normal = v3_scale(mat4_normal(m, n), mirrors ? -1.0 : 1.0);
        if (is_lost(positions[v])) {
            positions[v] = normal = v3(0, 0, 0);
            ++lost;
        }
        store_unit(normal, normals[v]);
        mirrored[v] = mirrors;
    }
    return lost;
}

static void color_vertices(const scene* s, const primitive* g, float (*colors)[4]) {
    static const float white[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    const float* base = g->material >= 0 ? s->materials[g->material].base_color : white;
    for (int32_t v = 0; v < g->vertex_count; ++v)
        for (int k = 0; k < 4; ++k)
            colors[v][k] = base[k] * (g->colors != NULL ? g->colors[v][k] : 1.0f);
}

// Corners within the primitive, turned round where most of them are mirrored.
static void turn_triangles(const primitive* g, const bool* mirrored, uint32_t (*triangles)[3]) {
    for (int32_t t = 0; t < g->triangle_count; ++t) {
        const uint32_t* corner = g->triangles[t];
        bool turn = mirrored[corner[0]] + mirrored[corner[1]] + mirrored[corner[2]] >= 2;
        triangles[t][0] = corner[0];
        triangles[t][1] = corner[turn ? 2 : 1];
        triangles[t][2] = corner[turn ? 1 : 2];
    }
}

static void add_primitive(const scene* s, int32_t index, int32_t node_index, const placing* how,
                          surface* f, bool* mirrored) {
    const primitive* g = &s->primitives[index];
    int32_t v0 = f->vertex_count, t0 = f->triangle_count;
    uint32_t(*triangles)[3] = f->triangles + t0;

    f->lost += place_vertices(g, how, f->positions + v0, f->normals + v0, mirrored);
    turn_triangles(g, mirrored, triangles);
    if (g->normals == NULL) // of the posed shape
        surface_normals(f->positions + v0, g->vertex_count, (const uint32_t(*)[3])triangles,
                        g->triangle_count, f->normals + v0);
    color_vertices(s, g, f->colors + v0);

    for (int32_t v = 0; v < g->vertex_count; ++v) {
        if (g->uvs != NULL) {
            f->uvs[v0 + v][0] = g->uvs[v][0];
            f->uvs[v0 + v][1] = g->uvs[v][1];
        }
        f->vertex_node[v0 + v] = node_index;
        f->vertex_primitive[v0 + v] = index;
        f->vertex_index[v0 + v] = v;
    }
    for (int32_t t = 0; t < g->triangle_count; ++t) {
        for (int k = 0; k < 3; ++k)
            triangles[t][k] += (uint32_t)v0;
        f->triangle_material[t0 + t] = g->material;
    }
    f->vertex_count += g->vertex_count;
    f->triangle_count += g->triangle_count;
}

// Which nodes' meshes are shown, and how much room they need together.
static demand count_instances(const scene* s, arena* memory) {
    const bool* shown = shown_nodes(s, memory);
    demand d = {.fits = ARENA_NEW(memory, bool, (size_t)s->node_count)};
    int64_t vertices = 0, triangles = 0;
    for (int32_t i = 0; i < s->node_count; ++i) {
        if (!shown[i] || s->nodes[i].mesh < 0)
            continue;
        const mesh* m = &s->meshes[s->nodes[i].mesh];
        int64_t v = 0, t = 0;
        for (int32_t k = m->first_primitive; k < m->first_primitive + m->primitive_count; ++k) {
            const primitive* g = &s->primitives[k];
            v += g->vertex_count;
            t += g->triangle_count;
            if (g->vertex_count > d.most_vertices)
                d.most_vertices = g->vertex_count;
        }
        d.fits[i] = vertices + v <= SURFACE_LIMIT && triangles + t <= SURFACE_LIMIT;
        vertices += d.fits[i] ? v : 0;
        triangles += d.fits[i] ? t : 0;
        d.left_out += !d.fits[i];
    }
    d.vertices = (int32_t)vertices;
    d.triangles = (int32_t)triangles;
    return d;
}

surface surface_from_scene(const scene* s, const pose* p, arena* memory) {
    demand d = count_instances(s, memory);
    surface f = surface_alloc(d.vertices, d.triangles, memory);
    f.left_out = d.left_out;
    bool* mirrored = ARENA_NEW(memory, bool, (size_t)d.most_vertices);
    mat4** palettes = ARENA_NEW(memory, mat4*, (size_t)s->skin_count);
    for (int32_t i = 0; i < s->node_count; ++i) {
        if (!d.fits[i])
            continue;
        const node* n = &s->nodes[i];
        const mesh* m = &s->meshes[n->mesh];
        if (n->skin >= 0 && palettes[n->skin] == NULL)
            palettes[n->skin] = pose_palette(s, p, n->skin, memory);
        placing how = {p->target_weights[i], p->world[i], n->skin >= 0 ? palettes[n->skin] : NULL};
        for (int32_t k = 0; k < m->primitive_count; ++k)
            add_primitive(s, m->first_primitive + k, i, &how, &f, mirrored);
    }
    SUPPLE_ASSERT(f.vertex_count == d.vertices && f.triangle_count == d.triangles);
    return f;
}

const char* surface_trouble(const surface* f) {
    if (f->left_out > 0)
        return "the scene has more than 500 million vertices or triangles; split the file";
    if (f->lost > 0)
        return "its transforms throw vertices farther than numbers reach; check the scales of its "
               "nodes and bones";
    return NULL;
}

void surface_normals(const vec3* positions, int32_t vertex_count, const uint32_t (*triangles)[3],
                     int32_t triangle_count, float (*normals)[3]) {
    SUPPLE_ASSERT(vertex_count >= 0 && triangle_count >= 0);
    // sums in double: one float would lose small triangles beside large ones
    arena* scratch = arena_create();
    vec3* sum = ARENA_NEW(scratch, vec3, (size_t)vertex_count);
    for (int32_t t = 0; t < triangle_count; ++t) {
        const uint32_t* c = triangles[t];
        vec3 twice_area = v3_cross(v3_sub(positions[c[1]], positions[c[0]]),
                                   v3_sub(positions[c[2]], positions[c[0]]));
        for (int k = 0; k < 3; ++k)
            sum[c[k]] = v3_add(sum[c[k]], twice_area);
    }
    for (int32_t v = 0; v < vertex_count; ++v)
        store_unit(sum[v], normals[v]);
    arena_destroy(scratch);
}
