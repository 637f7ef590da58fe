// Paint and listed vertices hold the elements they lie in, shapes the nodes within.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_fixing.h"

#include "bake/recipe/recipe_region.h"

#define PAINTED 0.5 // above this

static bool fix_painted(const char* paint, const character* c, arena* memory, part* p, report* r) {
    region painted;
    if (!region_by_attribute(c, paint, PAINTED, memory, &painted, r))
        return false;
    uint8_t* chosen = ARENA_NEW(memory, uint8_t, (size_t)p->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i)
        chosen[i] = painted.value[p->vertices[i]] > 0.0f;
    fix_vertices(&p->tets, &p->embedding, chosen, p->fixed);
    return true;
}

// A vertex that lies outside the part holds nothing of it.
static bool fix_listed(const recipe_fixing* how, const character* c, arena* memory, part* p,
                       report* r) {
    int32_t all = c->surface->vertex_count;
    uint8_t* listed = ARENA_NEW(memory, uint8_t, (size_t)all);
    for (int32_t i = 0; i < how->vertex_count; ++i) {
        int32_t v = how->vertices[i];
        if (v < 0 || v >= all)
            return report_error(r, place_none(),
                                "part \"%s\" fixes vertex %d, but the vertices are 0 to %d",
                                p->name, v, all - 1);
        listed[v] = 1;
    }
    uint8_t* chosen = ARENA_NEW(memory, uint8_t, (size_t)p->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i)
        chosen[i] = listed[p->vertices[i]];
    fix_vertices(&p->tets, &p->embedding, chosen, p->fixed);
    return true;
}

bool recipe_fix(const recipe_fixing* how, const character* c, arena* memory, part* p, report* r) {
    int32_t before = fixed_count(&p->tets, p->fixed);
    if (how->base > 0.0)
        fix_base(&p->tets, how->base, p->fixed);
    if (how->box.given)
        fix_box(&p->tets, recipe_bounds(&how->box), p->fixed);
    if (how->sphere.given)
        fix_sphere(&p->tets, how->sphere.centre, how->sphere.radius, p->fixed);
    if (how->plane.given)
        fix_plane(&p->tets, how->plane.point, how->plane.normal, p->fixed);
    if (how->attribute_or_null != NULL && !fix_painted(how->attribute_or_null, c, memory, p, r))
        return false;
    if (how->vertex_count > 0 && !fix_listed(how, c, memory, p, r))
        return false;
    p->fixed_count = fixed_count(&p->tets, p->fixed);
    return p->fixed_count == before || fix_check(&p->tets, p->fixed, p->name, r);
}
