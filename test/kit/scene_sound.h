// Whether every index, count and number of a scene is what scene.h promises: what readers are fuzzed
// against, because a wrong index is found by its use, not by its making.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

#include <string.h>

static inline bool all_finite(const float* values_or_null, size_t count) {
    for (size_t i = 0; values_or_null != NULL && i < count; ++i)
        if (!isfinite(values_or_null[i]))
            return false;
    return true;
}

static inline bool sound_primitive(const scene* s, const primitive* p) {
    size_t n = (size_t)p->vertex_count, k = (size_t)p->influence_count;
    if (p->vertex_count < 1 || p->triangle_count < 1 || p->material < -1 ||
        p->material >= s->material_count || k % 4 != 0)
        return false;
    for (int32_t t = 0; t < p->triangle_count; ++t)
        for (int c = 0; c < 3; ++c)
            if (p->triangles[t][c] >= (uint32_t)p->vertex_count)
                return false;
    for (size_t v = 0; v < n; ++v) {
        double sum = k > 0 ? 0.0 : 1.0;
        for (size_t i = 0; i < k; ++i)
            sum += (double)p->weights[v * k + i];
        if (!(fabs(sum - 1.0) < 1e-5) || !isfinite(p->positions[v].x) ||
            !isfinite(p->positions[v].y) || !isfinite(p->positions[v].z))
            return false;
    }
    for (int32_t i = 0; i < p->target_count; ++i)
        if (!all_finite((const float*)p->targets[i].positions, 3 * n) ||
            !all_finite((const float*)p->targets[i].normals, 3 * n) ||
            !all_finite((const float*)p->targets[i].tangents, 3 * n))
            return false;
    for (int32_t i = 0; i < p->attribute_count; ++i)
        if (strlen(p->attributes[i].name) < 1 || p->attributes[i].width < 1 ||
            p->attributes[i].width > 16 ||
            !all_finite(p->attributes[i].values, n * (size_t)p->attributes[i].width))
            return false;
    return all_finite((const float*)p->normals, 3 * n) &&
           all_finite((const float*)p->tangents, 4 * n) &&
           all_finite((const float*)p->uvs, 2 * n) && all_finite((const float*)p->colors, 4 * n);
}

static inline bool sound_node(const scene* s, const node* n) {
    if (n->parent < -1 || n->parent >= s->node_count || n->mesh < -1 || n->mesh >= s->mesh_count ||
        n->skin < -1 || n->skin >= s->skin_count || n->name == NULL)
        return false;
    int32_t steps = 0;
    for (const node* up = n; up->parent >= 0; up = &s->nodes[up->parent])
        if (++steps > s->node_count)
            return false;
    if (n->mesh < 0 || n->skin < 0)
        return true;
    const mesh* m = &s->meshes[n->mesh];
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        const primitive* p = &s->primitives[m->first_primitive + i];
        size_t total = (size_t)p->vertex_count * (size_t)p->influence_count;
        for (size_t k = 0; k < total; ++k)
            if (p->joints[k] >= s->skins[n->skin].joint_count)
                return false;
    }
    return true;
}

static inline bool sound_channel(const scene* s, const channel* c) {
    if (c->node < 0 || c->node >= s->node_count || c->key_count < 1 || c->width < 1)
        return false;
    for (int32_t i = 1; i < c->key_count; ++i)
        if (!(c->times[i] > c->times[i - 1]))
            return false;
    size_t keys = (size_t)c->key_count * (c->interpolation == CUBICSPLINE ? 3 : 1);
    return all_finite(c->times, (size_t)c->key_count) &&
           all_finite(c->values, keys * (size_t)c->width);
}

static inline bool scene_is_sound(const scene* s) {
    for (int32_t i = 0; i < s->primitive_count; ++i)
        if (!sound_primitive(s, &s->primitives[i]))
            return false;
    for (int32_t i = 0; i < s->mesh_count; ++i) {
        const mesh* m = &s->meshes[i];
        if (m->first_primitive < 0 || m->primitive_count < 0 ||
            m->first_primitive + m->primitive_count > s->primitive_count ||
            !all_finite(m->target_weights, (size_t)m->target_count))
            return false;
        for (int32_t k = 0; k < m->primitive_count; ++k)
            if (s->primitives[m->first_primitive + k].target_count != m->target_count)
                return false;
        for (int32_t k = 0; k < m->target_count; ++k)
            if (m->target_names[k] == NULL)
                return false;
    }
    for (int32_t i = 0; i < s->material_count; ++i)
        if (s->materials[i].base_image < -1 || s->materials[i].base_image >= s->image_count ||
            !all_finite(s->materials[i].base_color, 4))
            return false;
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k)
            if (s->skins[i].joints[k] < 0 || s->skins[i].joints[k] >= s->node_count)
                return false;
    for (int32_t i = 0; i < s->node_count; ++i)
        if (!sound_node(s, &s->nodes[i]))
            return false;
    for (int32_t i = 0; i < s->root_count; ++i)
        if (s->roots[i] < 0 || s->roots[i] >= s->node_count || s->nodes[s->roots[i]].parent >= 0)
            return false;
    for (int32_t i = 0; i < s->clip_count; ++i)
        for (int32_t k = 0; k < s->clips[i].channel_count; ++k)
            if (!sound_channel(s, &s->clips[i].channels[k]))
                return false;
    return true;
}
