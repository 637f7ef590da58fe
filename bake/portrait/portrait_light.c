// SPDX-License-Identifier: MIT
#include "bake/portrait/portrait_light.h"

#include "bake/export/lit_surface.h"
#include "bake/record/recording_scene.h"

// The rest as a surface, and what of it is lit.
static bool set_surface(portrait_light* l, arena* memory, report* r) {
    if (!recording_scene(l->of->of, memory, &l->scene, r))
        return false;
    pose p = pose_at(&l->scene, -1, 0.0, memory);
    l->rest = surface_from_scene(&l->scene, &p, memory);
    if (l->rest.vertex_count != l->of->vertex_count)
        return report_error(r, place_file(l->of->of->path), "%s", surface_trouble(&l->rest));
    l->mesh = lit_surface_mesh(&l->rest, &l->scene, memory);
    l->points = lit_points_of(&l->mesh, memory);
    l->fractions = area_fractions(&l->mesh, &l->points, l->rest.positions, memory);
    return true;
}

static bool read_positions(void* user, int32_t state, vec3* out, report* r) {
    const portrait_light* l = user;
    arena* scratch = arena_create();
    float(*at)[3] = arena_alloc(scratch, (size_t)l->of->vertex_count, sizeof *at);
    bool sound = recording_states(l->of->of, state, 1, at[0], r);
    for (int32_t v = 0; v < l->of->vertex_count && sound; ++v)
        out[v] = v3((double)at[v][0], (double)at[v][1], (double)at[v][2]);
    arena_destroy(scratch);
    return sound;
}

bool portrait_light_make(const portrait* p, const light_options* o, arena* memory,
                         portrait_light* out, report* r) {
    *out = (portrait_light){.of = p};
    if (!set_surface(out, memory, r))
        return false;
    const light_source s = {.mesh = &out->mesh,
                            .points = &out->points,
                            .fractions = out->fractions,
                            .state_count = p->state_count,
                            .q_count = p->rank,
                            .q = p->q,
                            .keep = p->of->rest,
                            .positions = read_positions,
                            .user = out};
    return light_make(&s, o, memory, &out->made, r);
}
