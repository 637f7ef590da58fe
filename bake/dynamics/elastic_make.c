// Checks the shapes to be blended and lays them out.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic.h"

#include "bake/base/assert.h"

#include <stdio.h>
#include <string.h>

static void find_corners(elastic* m, arena* memory) {
    const tets* t = m->volume;
    size_t count = (size_t)t->tet_count * (size_t)t->width;
    int64_t* first = ARENA_NEW(memory, int64_t, (size_t)t->node_count + 2);
    int64_t* corners = ARENA_NEW(memory, int64_t, count);
    for (size_t i = 0; i < count; ++i)
        ++first[t->elements[i] + 2];
    for (int32_t i = 0; i < t->node_count; ++i)
        first[i + 2] += first[i + 1];
    for (size_t i = 0; i < count; ++i)
        corners[first[t->elements[i] + 1]++] = (int64_t)i;
    m->first = first; // filling has moved every start to its place
    m->corners = corners;
}

// At the points of its integrals, where a curved element may fold although its nodes do not.
static bool folds(const elastic* m, int32_t shape, int32_t element) {
    elastic_point points[ELASTIC_POINTS_MAX];
    int32_t count = elastic_points(m, shape, element, points);
    for (int32_t k = 0; k < count; ++k)
        if (!(points[k].volume > 0.0))
            return true;
    return false;
}

static bool check_shape(const elastic* m, int32_t shape, const material* materials, place where,
                        report* r) {
    tets rest = *m->volume;
    rest.nodes = (vec3*)m->shapes[shape].nodes;
    for (int32_t i = 0; i < rest.tet_count; ++i) {
        char name[48];
        snprintf(name, sizeof name, "the material of element %d", i);
        if (!element_check(&rest, i, where, r) || !material_check(&materials[i], name, where, r))
            return false;
        if (folds(m, shape, i))
            return report_error(r, where,
                                "element %d folds over itself: move the mid-edge nodes nearer to "
                                "the middles of their edges",
                                i);
    }
    return true;
}

// `rest_or_null`: [3 * node_count] from the base.
static elastic_shape shape_of(const tets* t, const double* rest_or_null, const material* materials,
                              arena* memory) {
    double* rest = ARENA_NEW(memory, double, 3 * (size_t)t->node_count);
    vec3* nodes = ARENA_NEW(memory, vec3, (size_t)t->node_count);
    material_lame* lame = ARENA_NEW(memory, material_lame, (size_t)t->tet_count);
    if (rest_or_null != NULL)
        memcpy(rest, rest_or_null, 3 * (size_t)t->node_count * sizeof *rest);
    for (size_t i = 0; i < (size_t)t->node_count; ++i)
        nodes[i] = v3_add(t->nodes[i], v3(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]));
    for (int32_t i = 0; i < t->tet_count; ++i)
        lame[i] = material_lame_of(&materials[i]);
    return (elastic_shape){nodes, rest, lame};
}

bool elastic_of_body(elastic_law law, const tets* volume, const material* materials, int threads,
                     elastic* out, place where, arena* memory, report* r) {
    elastic_shape* shape = ARENA_NEW(memory, elastic_shape, 1);
    *shape = shape_of(volume, NULL, materials, memory);
    *out = (elastic){.law = law, .volume = volume, .count = 1, .shapes = shape, .threads = threads};
    find_corners(out, memory);
    return check_shape(out, 0, materials, where, r);
}

bool elastic_of_blend(elastic_law law, const elastic_blend* blend, int threads, elastic* out,
                      place where, arena* memory, report* r) {
    elastic_shape* shapes = ARENA_NEW(memory, elastic_shape, (size_t)blend->count);
    *out = (elastic){.law = law, .volume = blend->volume, .shapes = shapes, .threads = threads};
    find_corners(out, memory);
    for (int32_t i = 0; i < blend->count; ++i) {
        const elastic_rest* s = &blend->rests[i];
        shapes[out->count++] = shape_of(blend->volume, s->rest, s->materials, memory);
        report own = report_new(r->memory);
        if (!check_shape(out, i, s->materials, where, &own))
            return report_error(r, where, "the rest shape of target \"%s\" cannot be used: %s",
                                s->name, own.findings[own.count - 1].text);
    }
    return true;
}

void elastic_guard(const double* in, int32_t count, double* out) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        out[i] = in[i] > 0.0 ? in[i] : 0.0;
        sum += out[i];
    }
    SUPPLE_ASSERT(sum > 0.0);
    for (int32_t i = 0; i < count; ++i)
        out[i] /= sum;
}
