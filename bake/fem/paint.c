// From paint to a modulus or a ratio for each element.
// SPDX-License-Identifier: MIT
#include "bake/fem/paint.h"

#include "bake/scene/attribute.h"
#include "bake/volume/inside.h"

#include <math.h>
#include <string.h>

enum { ATTRIBUTE = -1 };

// Which channel of the vertex colour a name means.
static int channel_of(const char* name) {
    static const char* const channels[4] = {"red", "green", "blue", "alpha"};
    for (int i = 0; i < 4; ++i)
        if (strcmp(name, channels[i]) == 0)
            return i;
    return ATTRIBUTE;
}

// What is painted at a vertex; false where nothing is.
static bool painted(const primitive* p, const char* name, int lane, int32_t vertex, double* value) {
    if (lane != ATTRIBUTE) {
        if (p->colors == NULL)
            return false;
        *value = p->colors[vertex][lane];
        return true;
    }
    const attribute* a = attribute_named(p, name);
    if (a == NULL)
        return false;
    *value = a->values[(size_t)vertex * (size_t)a->width];
    return true;
}

static bool none_painted(const scene* s, const char* what, const char* name, int lane, report* r) {
    if (lane != ATTRIBUTE)
        return report_error(r, place_none(),
                            "%s is to be taken from %s of the vertex colours, but the file "
                            "has none; paint and export them",
                            what, name);
    arena* scratch = arena_create();
    attribute_unknown(s, name, scratch, r);
    arena_destroy(scratch);
    return false;
}

bool paint_factors(const scene* s, const surface* f, const char* name, double* factors, place where,
                   report* r) {
    int lane = channel_of(name);
    int32_t bare = 0, low = 0;
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        const primitive* p = &s->primitives[f->vertex_primitive[v]];
        factors[v] = 1.0;
        if (!painted(p, name, lane, f->vertex_index[v], &factors[v])) {
            ++bare;
            continue;
        }
        if (!(factors[v] >= 0.0 && isfinite(factors[v])))
            return report_error(r, where,
                                "the stiffness painted at vertex %d is %g; it is a factor on "
                                "Young's modulus: 1 leaves it, 2 doubles it, and it is not below 0",
                                v, factors[v]);
        if (factors[v] < PAINT_LEAST) {
            factors[v] = PAINT_LEAST;
            ++low;
        }
    }
    if (bare == f->vertex_count)
        return none_painted(s, "stiffness", name, lane, r);
    if (bare > 0)
        report_note(r, where, "%d of %d vertices have no painted stiffness and count as 1", bare,
                    f->vertex_count);
    if (low > 0)
        report_note(r, where, "%d of %d vertices are painted softer than %g and count as that", low,
                    f->vertex_count, PAINT_LEAST);
    return true;
}

bool paint_ratios(const scene* s, const surface* f, const char* name, double otherwise,
                  double* ratios, place where, report* r) {
    int lane = channel_of(name);
    int32_t bare = 0;
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        const primitive* p = &s->primitives[f->vertex_primitive[v]];
        ratios[v] = otherwise;
        bare += !painted(p, name, lane, f->vertex_index[v], &ratios[v]);
        if (!(ratios[v] > -1.0 && ratios[v] <= PAINT_POISSON_MOST))
            return report_error(r, where,
                                "Poisson's ratio painted at vertex %d is %g; it is above -1 and at "
                                "most %g: 0.3 for foam, 0.45 for flesh",
                                v, ratios[v], PAINT_POISSON_MOST);
    }
    if (bare == f->vertex_count)
        return none_painted(s, "Poisson's ratio", name, lane, r);
    if (bare > 0)
        report_note(r, where, "%d of %d vertices have no painted Poisson's ratio and count as %g",
                    bare, f->vertex_count, otherwise);
    return true;
}

// The mean of each element's corners of what is spread from the surface.
static bool spread_to_elements(const tets* t, const soup* s, const double* of_vertices, int threads,
                               double* out, report* r) {
    arena* scratch = arena_create();
    double* at = ARENA_NEW(scratch, double, (size_t)t->node_count);
    bool ok = inside_spread(t, s, of_vertices, threads, at, r);
    for (int32_t i = 0; ok && i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
        out[i] = 0.25 * (at[e[0]] + at[e[1]] + at[e[2]] + at[e[3]]);
    }
    arena_destroy(scratch);
    return ok;
}

bool paint_materials(const tets* t, const soup* s, const double* factors, int threads,
                     material* materials, report* r) {
    arena* scratch = arena_create();
    double* mean = ARENA_NEW(scratch, double, (size_t)t->tet_count);
    bool ok = spread_to_elements(t, s, factors, threads, mean, r);
    for (int32_t i = 0; ok && i < t->tet_count; ++i)
        materials[i].young *= mean[i];
    arena_destroy(scratch);
    return ok;
}

bool paint_poisson(const tets* t, const soup* s, const double* ratios, int threads,
                   material* materials, report* r) {
    arena* scratch = arena_create();
    double* mean = ARENA_NEW(scratch, double, (size_t)t->tet_count);
    bool ok = spread_to_elements(t, s, ratios, threads, mean, r);
    for (int32_t i = 0; ok && i < t->tet_count; ++i)
        materials[i].poisson = mean[i];
    arena_destroy(scratch);
    return ok;
}
