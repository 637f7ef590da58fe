// Value noise on an integer lattice: hashes and a quintic fade, nothing from libm.
// SPDX-License-Identifier: MIT
#include "scenes/body.h"

#include "bake/base/color.h"

primitive body_primitive(int32_t vertex_count, int32_t triangle_count, arena* memory) {
    size_t n = (size_t)vertex_count;
    primitive p = {.vertex_count = vertex_count, .triangle_count = triangle_count, .material = 0};
    p.positions = ARENA_NEW(memory, vec3, n);
    p.normals = arena_alloc(memory, n, sizeof *p.normals);
    p.colors = arena_alloc(memory, n, sizeof *p.colors);
    p.triangles = arena_alloc(memory, (size_t)triangle_count, sizeof *p.triangles);
    for (int32_t i = 0; i < vertex_count; ++i)
        body_paint(&p, i, v3(1.0, 1.0, 1.0));
    return p;
}

primitive body_from_sdf(const sdf_mesh* m, arena* memory) {
    primitive p = body_primitive(m->vertex_count, m->triangle_count, memory);
    for (int32_t i = 0; i < m->vertex_count; ++i) {
        p.positions[i] = m->positions[i];
        p.normals[i][0] = (float)m->normals[i].x;
        p.normals[i][1] = (float)m->normals[i].y;
        p.normals[i][2] = (float)m->normals[i].z;
    }
    for (int32_t i = 0; i < m->triangle_count; ++i)
        for (int c = 0; c < 3; ++c)
            p.triangles[i][c] = m->triangles[i][c];
    return p;
}

vec3 paint(uint32_t srgb) {
    return v3(color_from_srgb((srgb >> 16 & 255) / 255.0),
              color_from_srgb((srgb >> 8 & 255) / 255.0), color_from_srgb((srgb & 255) / 255.0));
}

static float in_unit(double x) {
    return (float)(x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x);
}

void body_paint(primitive* p, int32_t vertex, vec3 linear) {
    float* c = p->colors[vertex];
    c[0] = in_unit(linear.x);
    c[1] = in_unit(linear.y);
    c[2] = in_unit(linear.z);
    c[3] = 1.0f;
}

// A fixed number in -1 .. 1 for each lattice point.
static double lattice(int32_t x, int32_t y, int32_t z) {
    uint32_t h = (uint32_t)x * 0x8da6b343u + (uint32_t)y * 0xd8163841u + (uint32_t)z * 0xcb1ab31fu;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    h ^= h >> 15;
    return (double)h / 2147483647.5 - 1.0;
}

double noise_at(vec3 p) {
    double fx = floor(p.x), fy = floor(p.y), fz = floor(p.z);
    int32_t x = (int32_t)fx, y = (int32_t)fy, z = (int32_t)fz;
    double t[3] = {p.x - fx, p.y - fy, p.z - fz}, sum = 0.0;
    for (int k = 0; k < 3; ++k)
        t[k] = t[k] * t[k] * t[k] * (t[k] * (t[k] * 6.0 - 15.0) + 10.0);
    for (int corner = 0; corner < 8; ++corner) {
        int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        double weight = (i ? t[0] : 1.0 - t[0]) * (j ? t[1] : 1.0 - t[1]) * (k ? t[2] : 1.0 - t[2]);
        sum += weight * lattice(x + i, y + j, z + k);
    }
    return sum;
}

double noise_fractal(vec3 p) {
    double sum = 0.0, scale = 0.5;
    for (int octave = 0; octave < 5; ++octave) {
        sum += scale * noise_at(p);
        // off the lattice's own multiples, or the octaves would line up
        p = v3_add(v3_scale(p, 2.03), v3(17.3, 5.1, 31.7));
        scale *= 0.5;
    }
    return sum;
}

double smooth_step(double a, double b, double x) {
    double t = (x - a) / (b - a);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}

void body_triangle(primitive* p, int32_t* triangle, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t* t = p->triangles[(*triangle)++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void body_quad(primitive* p, int32_t* triangle, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const vec3* x = p->positions;
    if (v3_distance(x[a], x[c]) <= v3_distance(x[b], x[d])) {
        body_triangle(p, triangle, a, b, c);
        body_triangle(p, triangle, a, c, d);
    } else {
        body_triangle(p, triangle, a, b, d);
        body_triangle(p, triangle, b, c, d);
    }
}

scene body_scene(const char* name, primitive p, bool double_sided, arena* memory) {
    scene s = {.primitive_count = 0};
    body_add_mesh(&s, name, p, double_sided, memory);
    return s;
}

int32_t body_add_mesh(scene* s, const char* name, primitive p, bool double_sided, arena* memory) {
    size_t count = (size_t)s->mesh_count;
    s->primitives = arena_grow(memory, s->primitives, count, count + 1, sizeof *s->primitives);
    s->materials = arena_grow(memory, s->materials, count, count + 1, sizeof *s->materials);
    s->meshes = arena_grow(memory, s->meshes, count, count + 1, sizeof *s->meshes);
    p.material = s->mesh_count;
    s->primitives[count] = p;
    s->materials[count] = (scene_material){.name = name,
                                           .base_color = {1.0f, 1.0f, 1.0f, 1.0f},
                                           .base_image = -1,
                                           .double_sided = double_sided};
    s->meshes[count] = (mesh){.name = name, .first_primitive = s->mesh_count, .primitive_count = 1};
    int32_t shown = body_add_node(s, name, -1, v3(0.0, 0.0, 0.0), memory);
    s->nodes[shown].mesh = s->mesh_count;
    s->primitive_count = s->material_count = ++s->mesh_count;
    return shown;
}

float* body_attribute(primitive* p, const char* name, arena* memory) {
    size_t count = (size_t)p->attribute_count++;
    p->attributes = arena_grow(memory, p->attributes, count, count + 1, sizeof *p->attributes);
    p->attributes[count] = (attribute){name, 1, ARENA_NEW(memory, float, (size_t)p->vertex_count)};
    return p->attributes[count].values;
}

int32_t body_add_node(scene* s, const char* name, int32_t parent, vec3 translation, arena* memory) {
    size_t count = (size_t)s->node_count;
    s->nodes = arena_grow(memory, s->nodes, count, count + 1, sizeof *s->nodes);
    s->nodes[count] = (node){.name = name,
                             .parent = parent,
                             .mesh = -1,
                             .skin = -1,
                             .translation = translation,
                             .rotation = quat_identity(),
                             .scale = {1.0, 1.0, 1.0}};
    if (parent < 0) {
        size_t roots = (size_t)s->root_count++;
        s->roots = arena_grow(memory, s->roots, roots, roots + 1, sizeof *s->roots);
        s->roots[roots] = s->node_count;
    }
    return s->node_count++;
}
