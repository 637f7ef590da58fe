// Each chooser asks every vertex of the file; twins of a welded vertex then take the largest answer.
// SPDX-License-Identifier: MIT
#include "bake/volume/region.h"

#include "bake/base/assert.h"
#include "bake/base/text.h"
#include "bake/scene/attribute.h"

#include <string.h>

region region_empty(const character* c, arena* memory) {
    return (region){c->surface->vertex_count,
                    ARENA_NEW(memory, float, (size_t)c->surface->vertex_count)};
}

region region_copy(const character* c, const region* g, arena* memory) {
    region out = region_empty(c, memory);
    memcpy(out.value, g->value, (size_t)g->count * sizeof *g->value);
    return out;
}

static void join_twins(const character* c, region* g) {
    const weld* w = &c->weld;
    for (int32_t v = 0; v < g->count; ++v) {
        float* first = &g->value[w->first[w->welded[v]]];
        *first = g->value[v] > *first ? g->value[v] : *first;
    }
    for (int32_t v = 0; v < g->count; ++v)
        g->value[v] = g->value[w->first[w->welded[v]]];
}

// ---- bones -----------------------------------------------------------------------------

region region_by_joints(const character* c, const int32_t* joints, int32_t joint_count,
                        double threshold, arena* memory) {
    SUPPLE_ASSERT(joint_count >= 0);
    region g = region_empty(c, memory);
    uint8_t* chosen = ARENA_NEW(memory, uint8_t, (size_t)c->scene->node_count);
    for (int32_t i = 0; i < joint_count; ++i)
        chosen[joints[i]] = 1;
    for (int32_t v = 0; v < g.count; ++v) {
        double sum = 0.0;
        int32_t n = character_influence_count(c, v);
        for (int32_t k = 0; k < n; ++k) {
            influence x = character_influence(c, v, k);
            sum += chosen[x.joint] ? x.weight : 0.0;
        }
        g.value[v] = sum > threshold ? 1.0f : 0.0f;
    }
    join_twins(c, &g);
    return g;
}

static bool unknown_bone(const character* c, const char* name, arena* memory, report* r) {
    const scene* s = c->scene;
    const char** names = ARENA_NEW(memory, const char*, (size_t)s->node_count);
    int32_t count = 0;
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count && count < s->node_count; ++k)
            names[count++] = s->nodes[s->skins[i].joints[k]].name;
    const char* said = text_printable(name, 60, memory);
    if (count == 0)
        return report_error(r, place_none(),
                            "there is no bone \"%s\": the file has no skeleton; choose the region "
                            "by attribute, box or sphere",
                            said);
    return report_error(r, place_none(), "there is no bone \"%s\"%s", said,
                        text_hint(name, names, count, "; `supple info` lists the joints", memory));
}

bool region_by_bones(const character* c, const char* const* names, int32_t name_count,
                     double threshold, arena* memory, region* out, report* r) {
    SUPPLE_ASSERT(name_count >= 0 && (name_count == 0 || names != NULL));
    const scene* s = c->scene;
    int32_t* joints = ARENA_NEW(memory, int32_t, (size_t)s->node_count);
    uint8_t* seen = ARENA_NEW(memory, uint8_t, (size_t)s->node_count);
    int32_t count = 0;
    for (int32_t i = 0; i < name_count; ++i) {
        bool found = false;
        for (int32_t k = 0; k < s->skin_count; ++k)
            for (int32_t m = 0; m < s->skins[k].joint_count; ++m) {
                int32_t joint = s->skins[k].joints[m];
                if (strcmp(s->nodes[joint].name, names[i]) != 0)
                    continue;
                found = true;
                if (!seen[joint])
                    joints[count++] = joint;
                seen[joint] = 1;
            }
        if (!found)
            return unknown_bone(c, names[i], memory, r);
    }
    *out = region_by_joints(c, joints, count, threshold, memory);
    return true;
}

// ---- paint -----------------------------------------------------------------------------

bool region_by_attribute(const character* c, const char* name, double threshold, arena* memory,
                         region* out, report* r) {
    *out = region_empty(c, memory);
    bool any = false;
    for (int32_t v = 0; v < out->count; ++v) {
        const primitive* p = &c->scene->primitives[c->surface->vertex_primitive[v]];
        const attribute* a = attribute_named(p, name);
        if (a == NULL)
            continue;
        any = true;
        float x = a->values[(size_t)c->surface->vertex_index[v] * (size_t)a->width];
        if (x > threshold && x > 0.0f)
            out->value[v] = x < 1.0f ? x : 1.0f;
    }
    join_twins(c, out);
    return any || attribute_unknown(c->scene, name, memory, r);
}

region region_by_color(const character* c, const float rgb[3], double tolerance, arena* memory) {
    region g = region_empty(c, memory);
    for (int32_t v = 0; v < g.count; ++v) {
        const primitive* p = &c->scene->primitives[c->surface->vertex_primitive[v]];
        if (p->colors == NULL)
            continue;
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) {
            double d = (double)p->colors[c->surface->vertex_index[v]][k] - rgb[k];
            sum += d * d;
        }
        g.value[v] = sqrt(sum) <= tolerance ? 1.0f : 0.0f;
    }
    join_twins(c, &g);
    return g;
}

// ---- places ----------------------------------------------------------------------------

region region_by_box(const character* c, bounds box, arena* memory) {
    region g = region_empty(c, memory);
    for (int32_t v = 0; v < g.count; ++v) {
        vec3 p = c->surface->positions[v];
        g.value[v] = p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z &&
                     p.x <= box.high.x && p.y <= box.high.y && p.z <= box.high.z;
    }
    join_twins(c, &g);
    return g;
}

region region_by_sphere(const character* c, vec3 centre, double radius, arena* memory) {
    SUPPLE_ASSERT(radius >= 0.0);
    region g = region_empty(c, memory);
    for (int32_t v = 0; v < g.count; ++v)
        g.value[v] = v3_distance(c->surface->positions[v], centre) <= radius;
    join_twins(c, &g);
    return g;
}

// ---- together --------------------------------------------------------------------------

void region_unite(region* a, const region* b) {
    SUPPLE_ASSERT(a->count == b->count);
    for (int32_t v = 0; v < a->count; ++v)
        a->value[v] = a->value[v] > b->value[v] ? a->value[v] : b->value[v];
}

void region_intersect(region* a, const region* b) {
    SUPPLE_ASSERT(a->count == b->count);
    for (int32_t v = 0; v < a->count; ++v)
        a->value[v] = a->value[v] < b->value[v] ? a->value[v] : b->value[v];
}

void region_subtract(region* a, const region* b) {
    SUPPLE_ASSERT(a->count == b->count);
    for (int32_t v = 0; v < a->count; ++v) {
        float rest = 1.0f - b->value[v];
        a->value[v] = a->value[v] < rest ? a->value[v] : rest;
    }
}

int32_t region_size(const region* g) {
    int32_t n = 0;
    for (int32_t v = 0; v < g->count; ++v)
        n += g->value[v] > 0.0f;
    return n;
}

bool region_check(const region* g, const char* name, report* r) {
    if (region_size(g) > 0)
        return true;
    return report_error(r, place_none(),
                        "part \"%s\" is empty: no vertex of the surface lies in it; widen the "
                        "region or lower the threshold",
                        name);
}
