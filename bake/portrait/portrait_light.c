// SPDX-License-Identifier: MIT
#include "bake/portrait/portrait_light.h"

#include "bake/base/assert.h"
#include "bake/base/job.h"
#include "bake/export/lit_surface.h"
#include "bake/record/recording_scene.h"

#include <math.h>
#include <string.h>

portrait_light_options portrait_light_default(void) {
    portrait_light_options o = {.shapes = shapes_default(),
                                .transfer = transfer_default(),
                                .factor = low_rank_default(),
                                .held = 20};
    o.factor.tolerance = 0.05;
    o.factor.rank = LOW_RANK_MOST;
    return o;
}

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
    l->shares = light_shares(&l->mesh, &l->points, l->rest.positions, memory);
    return true;
}

static bool read_positions(const portrait_light* l, int32_t state, vec3* out, report* r) {
    arena* scratch = arena_create();
    float(*at)[3] = arena_alloc(scratch, (size_t)l->of->vertex_count, sizeof *at);
    bool sound = recording_states(l->of->of, state, 1, at[0], r);
    for (int32_t v = 0; v < l->of->vertex_count && sound; ++v)
        out[v] = v3((double)at[v][0], (double)at[v][1], (double)at[v][2]);
    arena_destroy(scratch);
    return sound;
}

// The transfer of a state, into memory.
static bool light_state(portrait_light* l, const transfer_options* o, int32_t state, arena* memory,
                        float** out, report* r) {
    arena* scratch = arena_create();
    vec3* positions = ARENA_NEW(scratch, vec3, (size_t)l->of->vertex_count);
    transfer t;
    bool sound = read_positions(l, state, positions, r) &&
                 transfer_make(&l->mesh, &l->points, positions, o, memory, &t, r);
    if (sound) {
        *out = t.values;
        l->account.rays += t.account.rays;
        l->account.hits += t.account.hits;
        l->account.dark += t.account.dark;
        l->account.covered += t.account.covered;
        l->account.flat += t.account.flat;
    }
    arena_destroy(scratch);
    return sound;
}

// States as far apart in the recording as can be that are no shapes.
static void choose_held(portrait_light* l, int32_t wanted, arena* memory) {
    arena* scratch = arena_create();
    int32_t *others = ARENA_NEW(scratch, int32_t, (size_t)l->of->state_count), count = 0, next = 0;
    for (int32_t s = 0; s < l->of->state_count; ++s) {
        if (next < l->shapes.count && l->shapes.states[next] == s)
            ++next;
        else
            others[count++] = s;
    }
    l->held_count = wanted < count ? wanted : count;
    l->held = ARENA_NEW(memory, int32_t, (size_t)l->held_count);
    for (int32_t i = 0; i < l->held_count; ++i)
        l->held[i] = others[(int64_t)count * (2 * i + 1) / (2 * l->held_count)];
    arena_destroy(scratch);
}

static bool check_held(portrait_light* l, const transfer_options* o, int32_t done, arena* memory,
                       report* r) {
    l->held_fields = arena_alloc(memory, (size_t)l->held_count, sizeof *l->held_fields);
    l->errors = ARENA_NEW(memory, light_error, (size_t)l->held_count);
    l->worst = -1;
    for (int32_t i = 0; i < l->held_count; ++i) {
        job_tell("light", done + i, done + l->held_count);
        if (!light_state(l, o, l->held[i], memory, &l->held_fields[i], r))
            return false;
        const double* q = l->of->q + (size_t)l->held[i] * (size_t)l->of->rank;
        l->errors[i] = light_model_check(&l->model, l->shares, q, l->held_fields[i]);
        if (l->worst < 0 || l->errors[i].whole > l->errors[l->worst].whole)
            l->worst = i;
    }
    return true;
}

// Transfer of all shapes, and the model of them. The fields themselves are not needed any more then.
static bool make_model(portrait_light* l, const portrait_light_options* o, arena* memory,
                       report* r) {
    arena* scratch = arena_create();
    int32_t count = l->shapes.count, rank = l->of->rank;
    float** fields = arena_alloc(scratch, (size_t)count, sizeof *fields);
    double* q = ARENA_NEW(scratch, double, (size_t)count*(size_t)rank);
    bool sound = true;
    for (int32_t i = 0; i < count && sound; ++i) {
        job_tell("light", i, count + l->held_count);
        memcpy(q + (size_t)i * (size_t)rank, l->of->q + (size_t)l->shapes.states[i] * (size_t)rank,
               (size_t)rank * sizeof *q);
        sound = light_state(l, &o->transfer, l->shapes.states[i], scratch, &fields[i], r);
    }
    light_samples s = {.count = count,
                       .q_count = rank,
                       .q = q,
                       .point_count = l->points.count,
                       .width = 3 * l->order * l->order,
                       .fields = (const float* const*)fields,
                       .shares = l->shares};
    sound = sound && light_model_make(&s, &o->factor, memory, &l->model, r);
    arena_destroy(scratch);
    return sound;
}

bool portrait_light_make(const portrait* p, const portrait_light_options* o, arena* memory,
                         portrait_light* out, report* r) {
    SUPPLE_ASSERT(o->held >= 0);
    *out = (portrait_light){.of = p, .order = o->transfer.sight.order};
    if (!set_surface(out, memory, r))
        return false;
    shapes_options choice = o->shapes;
    choice.keep = p->of->rest;
    out->shapes = shapes_choose(p->q, p->state_count, p->rank, &choice, memory);
    choose_held(out, o->held, memory);
    bool sound = make_model(out, o, memory, r) &&
                 check_held(out, &o->transfer, out->shapes.count, memory, r);
    job_tell("light", 1, 1);
    return sound;
}

portrait_light_held portrait_light_sum(const portrait_light* l) {
    portrait_light_held s = {0};
    for (int32_t i = 0; i < l->held_count; ++i) {
        const light_error* e = &l->errors[i];
        s.whole += e->whole * e->whole / l->held_count;
        s.reduction += e->reduction * e->reduction / l->held_count;
        s.motion += e->motion * e->motion / l->held_count;
        s.size += e->size * e->size / l->held_count;
    }
    return (portrait_light_held){sqrt(s.whole), sqrt(s.reduction), sqrt(s.motion), sqrt(s.size)};
}

asset_draft_light portrait_light_draft(const portrait_light* l, arena* memory) {
    const light_model* m = &l->model;
    uint32_t* points = ARENA_NEW(memory, uint32_t, (size_t)l->points.count);
    for (int32_t i = 0; i < l->points.count; ++i)
        points[i] = (uint32_t)l->points.vertex[i] << 1 | (l->points.side[i] < 0.0f);
    portrait_light_held h = portrait_light_sum(l);
    return (asset_draft_light){.order = l->order,
                               .field_count = m->rank,
                               .center_count = m->of_q.count,
                               .point_count = l->points.count,
                               .centers = m->of_q.centers,
                               .sharpness = m->of_q.sharpness,
                               .weights = m->of_q.weights,
                               .points = points,
                               .mean = m->mean,
                               .fields = m->basis,
                               .error = h.size > 0.0 ? h.whole / h.size : 0.0};
}
