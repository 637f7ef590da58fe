// Pictures of the light of a recording: one state, each time under another transfer.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/export/lit_surface.h"
#include "bake/portrait/portrait_light.h"

enum { SHOWN_MOST = 4 };

typedef struct shown {
    int32_t count;
    const float* transfer[SHOWN_MOST];
} shown;

// The worst state as a surface; false with a sentence.
static bool surface_of(const portrait_light* l, arena* memory, surface* out, report* r) {
    float(*at)[3] = arena_alloc(memory, (size_t)l->rest.vertex_count, sizeof *at);
    if (!recording_states(l->of->of, l->made.held[l->made.worst], 1, at[0], r))
        return false;
    *out = l->rest;
    out->positions = ARENA_NEW(memory, vec3, (size_t)out->vertex_count);
    for (int32_t v = 0; v < out->vertex_count; ++v)
        out->positions[v] = v3((double)at[v][0], (double)at[v][1], (double)at[v][2]);
    return true;
}

static bool draw(const portrait_light* l, const shown* s, const portrait_light_view* w,
                 arena* memory, picture* out, report* r) {
    arena* scratch = arena_create();
    surface frames[SHOWN_MOST];
    const raster_arriving* lit[SHOWN_MOST];
    bool sound = surface_of(l, scratch, &frames[0], r);
    for (int32_t i = 0; i < s->count && sound; ++i) {
        frames[i] = frames[0];
        lit[i] = lit_surface_under(&l->points, l->rest.vertex_count, s->transfer[i], l->made.order,
                                   w->light, scratch);
    }
    raster_options o = raster_default();
    o.width = o.height = w->side;
    o.views[0] = w->from;
    o.arriving_or_null = lit;
    if (sound)
        *out = raster_frames(frames, s->count, &l->scene, &o, memory);
    arena_destroy(scratch);
    return sound;
}

static float* field_of(const portrait_light* l, int32_t rank, arena* memory) {
    const double* q = l->of->q + (size_t)l->made.held[l->made.worst] * (size_t)l->of->rank;
    double* a = ARENA_NEW(memory, double, (size_t)l->made.model.rank);
    float* out = ARENA_NEW(memory, float, (size_t)l->points.count*(size_t)l->made.model.width);
    light_model_at(&l->made.model, q, a);
    light_model_field(&l->made.model, a, rank, out);
    return out;
}

bool portrait_light_picture(const portrait_light* l, const portrait_light_view* w, arena* memory,
                            picture* out, report* r) {
    SUPPLE_ASSERT(l->made.worst >= 0);
    arena* scratch = arena_create();
    shown s = {2, {l->made.held_fields[l->made.worst], field_of(l, l->made.model.rank, scratch)}};
    bool sound = draw(l, &s, w, memory, out, r);
    arena_destroy(scratch);
    return sound;
}

bool portrait_light_ranks(const portrait_light* l, const portrait_light_view* w, arena* memory,
                          picture* out, report* r) {
    SUPPLE_ASSERT(l->made.worst >= 0);
    static const int32_t ranks[SHOWN_MOST] = {0, 3, 6, LOW_RANK_MOST};
    arena* scratch = arena_create();
    shown s = {.count = SHOWN_MOST};
    for (int i = 0; i < SHOWN_MOST; ++i)
        s.transfer[i] = field_of(l, ranks[i], scratch);
    bool sound = draw(l, &s, w, memory, out, r);
    arena_destroy(scratch);
    return sound;
}
