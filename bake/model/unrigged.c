// Filled as it stands; every vertex moves, there is no seam.
// SPDX-License-Identifier: MIT
#include "bake/model/unrigged.h"

#include "bake/model/imported_volume.h"
#include "bake/recipe/recipe_fixing.h"
#include "bake/volume/content.h"

static bool fill(const character* c, const recipe_part* how, int threads, arena* memory, part* out,
                 report* r) {
    if (how->volume_or_null != NULL)
        return imported_volume_read(how, c, memory, &out->tets, r);
    fill_options o = fill_default();
    o.target = how->tets;
    o.edge = how->cell;
    o.threads = threads;
    fill_result whole;
    if (!volume_fill(c->weld.positions, c->weld.count, (const uint32_t(*)[3])c->triangles,
                     c->triangle_count, &o, memory, &whole, r))
        return false;
    out->tets = whole.tets;
    out->cell = whole.cell;
    content_doubt(&out->tets, out->name, r);
    return true;
}

bool unrigged_build(const character* c, const recipe_part* how, int threads, arena* memory,
                    part* out, report* r) {
    const surface* f = c->surface;
    *out = (part){.name = how->name, .vertex_count = f->vertex_count};
    if (!fill(c, how, threads, memory, out, r))
        return false;
    out->volume = tets_content(&out->tets);
    out->bone_count = 1;
    out->bones = ARENA_NEW(memory, int32_t, 1);
    out->bones[0] = f->vertex_node[0];
    out->bone_fractions = ARENA_NEW(memory, double, 1);
    out->bone_fractions[0] = 1.0;
    out->vertices = ARENA_NEW(memory, int32_t, (size_t)f->vertex_count);
    out->fade = ARENA_NEW(memory, float, (size_t)f->vertex_count);
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        out->vertices[v] = v;
        out->fade[v] = 1.0f;
    }
    out->embedding = embed_points(&out->tets, f->positions, f->vertex_count, threads, memory);
    out->fixed = ARENA_NEW(memory, uint8_t, (size_t)out->tets.node_count);
    return recipe_fix(&how->fixing, c, memory, out, r);
}
