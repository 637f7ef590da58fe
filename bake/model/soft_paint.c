// Paint of the vertices as a file has them, brought to the welded ones.
// SPDX-License-Identifier: MIT
#include "bake/model/soft_paint.h"

#include "bake/fem/paint.h"

static const double* welded(const character* c, const double* split, arena* scratch) {
    double* out = ARENA_NEW(scratch, double, (size_t)c->weld.count);
    for (int32_t i = 0; i < c->weld.count; ++i)
        out[i] = split[c->weld.first[i]];
    return out;
}

static bool paint_stiffness(const soft_body* b, const part* p, const soft_paint* how,
                            material* materials, arena* scratch, report* r) {
    const character* c = b->character;
    double* split = ARENA_NEW(scratch, double, (size_t)c->surface->vertex_count);
    return paint_factors(c->scene, c->surface, how->stiffness_or_null, split, how->where, r) &&
           paint_materials(&p->tets, &c->soup, welded(c, split, scratch), b->threads, materials, r);
}

static bool paint_ratio(const soft_body* b, const part* p, const soft_paint* how,
                        material* materials, arena* scratch, report* r) {
    const character* c = b->character;
    double* split = ARENA_NEW(scratch, double, (size_t)c->surface->vertex_count);
    return paint_ratios(c->scene, c->surface, how->poisson_or_null, materials[0].poisson, split,
                        how->where, r) &&
           paint_poisson(&p->tets, &c->soup, welded(c, split, scratch), b->threads, materials, r);
}

bool soft_paint_materials(const soft_body* b, const part* p, const soft_paint* how,
                          material* materials, report* r) {
    arena* scratch = arena_create();
    bool ok =
        (how->stiffness_or_null == NULL || paint_stiffness(b, p, how, materials, scratch, r)) &&
        (how->poisson_or_null == NULL || paint_ratio(b, p, how, materials, scratch, r));
    arena_destroy(scratch);
    return ok;
}
