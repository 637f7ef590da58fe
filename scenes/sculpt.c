// Normals of a morph target are those of the moved surface, less those at rest.
// SPDX-License-Identifier: MIT
#include "scenes/sculpt.h"

#include "bake/scene/surface.h"
#include "scenes/body.h"
#include "scenes/rig.h"

#include <ctype.h>
#include <string.h>

static vec3 normal_of(const primitive* p, size_t i) {
    return v3(p->normals[i][0], p->normals[i][1], p->normals[i][2]);
}

static morph_target target_of(const primitive* p, sculpt_shape* shape, const void* user,
                              arena* memory) {
    size_t n = (size_t)p->vertex_count;
    morph_target t = {arena_alloc(memory, n, sizeof *t.positions),
                      arena_alloc(memory, n, sizeof *t.normals), NULL};
    vec3* moved = ARENA_NEW(memory, vec3, n);
    for (size_t i = 0; i < n; ++i) {
        vec3 d = shape(p->positions[i], normal_of(p, i), user);
        moved[i] = v3_add(p->positions[i], d);
        t.positions[i][0] = (float)d.x;
        t.positions[i][1] = (float)d.y;
        t.positions[i][2] = (float)d.z;
    }
    surface_normals(moved, p->vertex_count, (const uint32_t(*)[3])p->triangles, p->triangle_count,
                    t.normals);
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c)
            t.normals[i][c] -= p->normals[i][c];
    return t;
}

static attribute paint_of(const primitive* p, const char* name, sculpt_stiffness* stiffness,
                          const void* user, arena* memory) {
    char* upper = arena_format(memory, "_STIFFNESS_%s", name);
    for (char* c = upper; *c != 0; ++c)
        *c = (char)toupper((unsigned char)*c);
    attribute a = {upper, 1, ARENA_NEW(memory, float, (size_t)p->vertex_count)};
    for (size_t i = 0; i < (size_t)p->vertex_count; ++i)
        a.values[i] = (float)stiffness(p->positions[i], normal_of(p, i), user);
    return a;
}

void sculpt_add(scene* s, const char* name, sculpt_shape* shape, sculpt_stiffness* paint_or_null,
                const void* user, arena* memory) {
    primitive* p = &s->primitives[0];
    mesh* m = &s->meshes[0];
    size_t n = (size_t)m->target_count;
    p->targets = arena_grow(memory, p->targets, n, n + 1, sizeof *p->targets);
    m->target_names = arena_grow(memory, m->target_names, n, n + 1, sizeof *m->target_names);
    m->target_weights = ARENA_NEW(memory, float, n + 1);
    p->targets[n] = target_of(p, shape, user, memory);
    m->target_names[n] = name;
    p->target_count = ++m->target_count;
    if (paint_or_null == NULL)
        return;
    n = (size_t)p->attribute_count++;
    p->attributes = arena_grow(memory, p->attributes, n, n + 1, sizeof *p->attributes);
    p->attributes[n] = paint_of(p, name, paint_or_null, user, memory);
}

void sculpt_weigh(const scene* s, clip* c, sculpt_weights* weights, const void* user,
                  arena* memory) {
    size_t n = (size_t)c->channel_count, width = (size_t)s->meshes[0].target_count;
    c->channels = arena_grow(memory, c->channels, n, n + 1, sizeof *c->channels);
    channel w = {.node = 0, .path = PATH_WEIGHTS, .interpolation = LINEAR, .width = (int32_t)width};
    w.key_count = c->channels[0].key_count;
    w.times = c->channels[0].times;
    w.values = ARENA_NEW(memory, float, (size_t)w.key_count* width);
    for (int32_t k = 0; k < w.key_count; ++k)
        weights((double)k / RIG_KEYS_PER_SECOND, user, w.values + (size_t)k * width);
    c->channels[c->channel_count++] = w;
}

double sculpt_hill(double x) {
    double t = 1.0 - x * x;
    return t > 0.0 ? t * t * t : 0.0;
}

double sculpt_swell(const sculpt_swelling* m, vec3 x, vec3 normal) {
    vec3 d = v3_sub(x, m->at);
    double far = v3_length(v3(d.x / m->size.x, d.y / m->size.y, d.z / m->size.z));
    bool any = v3_length(m->faces) == 0.0;
    return sculpt_hill(far) * (any ? 1.0 : smooth_step(-0.3, 0.9, v3_dot(normal, m->faces)));
}

void sculpt_along(double displacement, int32_t count, float* out) {
    for (int32_t i = 0; i < count; ++i)
        out[i] = (float)fmax(1.0 - fabs(displacement * count - (i + 1)), 0.0);
}
