// SPDX-License-Identifier: MIT
#include "bake/light/light_make.h"

#include "bake/base/assert.h"
#include "bake/base/file.h"

#include <math.h>
#include <string.h>

typedef struct making {
    const light_source* s;
    const light_options* o;
    light_plan plan;
    light_made* out;
    arena* memory;
    report* r;
} making;

light_options light_default(void) {
    light_options o = {.shapes = shapes_default(),
                       .transfer = transfer_default(),
                       .factor = low_rank_default(),
                       .held = 20};
    o.factor.tolerance = 0.05;
    o.factor.rank = LOW_RANK_MOST;
    return o;
}

// ---- which states ------------------------------------------------------------------------

// States as far apart as can be that are no shapes.
static void choose_held(making* k, int32_t* out) {
    const shapes* x = &k->out->shapes;
    arena* scratch = arena_create();
    int32_t *others = ARENA_NEW(scratch, int32_t, (size_t)k->s->state_count), count = 0, next = 0;
    for (int32_t s = 0; s < k->s->state_count; ++s) {
        if (next < x->count && x->states[next] == s)
            ++next;
        else
            others[count++] = s;
    }
    k->plan.held_count = k->o->held < count ? k->o->held : count;
    for (int32_t i = 0; i < k->plan.held_count; ++i)
        out[i] = others[(int64_t)count * (2 * i + 1) / (2 * k->plan.held_count)];
    arena_destroy(scratch);
}

static void choose(making* k) {
    const light_source* s = k->s;
    shapes_options how = k->o->shapes;
    how.keep = s->keep;
    k->out->shapes = shapes_choose(s->q, s->state_count, s->q_count, &how, k->memory);
    k->plan.shape_count = k->out->shapes.count;
    int32_t* states =
        ARENA_NEW(k->memory, int32_t, (size_t)k->plan.shape_count + (size_t)k->o->held);
    memcpy(states, k->out->shapes.states, (size_t)k->plan.shape_count * sizeof *states);
    choose_held(k, states + k->plan.shape_count);
    k->plan.states = states;
}

// Those of the file, if it is one of as many points and states.
static bool take_from_file(making* k) {
    const light_source* s = k->s;
    const char* path = k->o->file.path_or_null;
    light_plan found;
    if (!light_file_plan(path, k->memory, &found, k->r))
        return false;
    int32_t count = found.shape_count + found.held_count, below = 0;
    for (int32_t i = 0; i < count; ++i)
        below += found.states[i] >= 0 && found.states[i] < s->state_count;
    if (below < count || found.point_count != k->plan.point_count || found.width != k->plan.width)
        return report_error(k->r, place_file(path), "is the light of something else");
    k->plan.shape_count = found.shape_count;
    k->plan.held_count = found.held_count;
    k->plan.states = found.states;
    k->out->shapes =
        shapes_given(s->q, s->state_count, s->q_count, found.states, found.shape_count, k->memory);
    return true;
}

// Of all that fields depend on.
static bool mark(making* k) {
    const light_source* s = k->s;
    const lit_mesh* m = s->mesh;
    const transfer_options* t = &k->o->transfer;
    size_t vertices = (size_t)m->vertex_count, triangles = (size_t)m->triangle_count;
    const int32_t how[] = {t->sight.order, t->sight.directions, (int32_t)t->sight.seed,
                           t->bounces,     m->vertex_count,     m->triangle_count};
    uint64_t x = light_mark(0, how, sizeof how);
    x = light_mark(x, m->triangles, triangles * sizeof *m->triangles);
    x = light_mark(x, m->albedo, vertices * sizeof *m->albedo);
    x = light_mark(x, m->thin, m->thin != NULL ? triangles : 0);
    x = light_mark(x, m->smooth, m->smooth != NULL ? vertices * sizeof *m->smooth : 0);
    arena* scratch = arena_create();
    vec3* at = ARENA_NEW(scratch, vec3, vertices);
    bool sound = true;
    for (int32_t i = 0; i < k->plan.shape_count + k->plan.held_count && sound; ++i) {
        sound = s->positions(s->user, k->plan.states[i], at, k->r);
        x = light_mark(x, at, vertices * sizeof *at);
    }
    arena_destroy(scratch);
    k->plan.mark = x;
    return sound;
}

// ---- their transfer ----------------------------------------------------------------------

static bool light_state(void* user, int32_t index, float* out, sight_account* account, report* r) {
    const making* k = user;
    const light_source* s = k->s;
    arena* scratch = arena_create();
    vec3* at = ARENA_NEW(scratch, vec3, (size_t)s->mesh->vertex_count);
    transfer t;
    bool sound = s->positions(s->user, k->plan.states[index], at, r) &&
                 transfer_make(s->mesh, s->points, at, &k->o->transfer, scratch, &t, r);
    if (sound) {
        memcpy(out, t.values, (size_t)t.point_count * (size_t)t.width * sizeof *out);
        *account = t.account;
    }
    arena_destroy(scratch);
    return sound;
}

static void add_accounts(making* k, const light_fields* f) {
    sight_account* a = &k->out->account;
    for (int32_t i = 0; i < f->count; ++i) {
        a->rays += f->entries[i].rays;
        a->hits += f->entries[i].hits;
        a->dark += f->entries[i].dark;
        a->covered += (int32_t)f->entries[i].covered;
        a->flat += (int32_t)f->entries[i].flat;
    }
    k->out->found = f->found;
}

static bool make_model(making* k, const light_fields* f) {
    const light_source* s = k->s;
    arena* scratch = arena_create();
    size_t count = (size_t)k->plan.shape_count, rank = (size_t)s->q_count;
    double* q = ARENA_NEW(scratch, double, count* rank);
    for (size_t i = 0; i < count; ++i)
        memcpy(q + i * rank, s->q + (size_t)k->plan.states[i] * rank, rank * sizeof *q);
    const light_samples samples = {.count = k->plan.shape_count,
                                   .q_count = s->q_count,
                                   .q = q,
                                   .point_count = s->points->count,
                                   .width = k->plan.width,
                                   .fields = f->fields,
                                   .fractions = s->fractions};
    bool sound = light_model_make(&samples, &k->o->factor, k->memory, &k->out->model, k->r);
    arena_destroy(scratch);
    return sound;
}

static void check_held(making* k, const light_fields* f) {
    light_made* out = k->out;
    out->held_count = k->plan.held_count;
    out->held = k->plan.states + k->plan.shape_count;
    out->held_fields = f->fields + k->plan.shape_count;
    out->errors = ARENA_NEW(k->memory, light_error, (size_t)out->held_count);
    out->worst = -1;
    for (int32_t i = 0; i < out->held_count; ++i) {
        const double* q = k->s->q + (size_t)out->held[i] * (size_t)k->s->q_count;
        out->errors[i] = light_model_check(&out->model, k->s->fractions, q, out->held_fields[i]);
        if (out->worst < 0 || out->errors[i].whole > out->errors[out->worst].whole)
            out->worst = i;
    }
}

bool light_make(const light_source* s, const light_options* o, arena* memory, light_made* out,
                report* r) {
    SUPPLE_ASSERT(o->held >= 0 && s->state_count > 0);
    SUPPLE_ASSERT(!o->as_file_says || o->file.path_or_null != NULL);
    *out = (light_made){.order = o->transfer.sight.order, .worst = -1};
    making k = {.s = s, .o = o, .out = out, .memory = memory, .r = r};
    k.plan.point_count = s->points->count;
    k.plan.width = 3 * out->order * out->order;
    if (s->points->count == 0)
        return report_error(r, place_none(), "there are no triangles to be lit");
    if (!o->as_file_says)
        choose(&k);
    else if (!take_from_file(&k))
        return false;
    light_fields fields;
    if (!mark(&k) || !light_file_make(&k.plan, &o->file, light_state, &k, memory, &fields, r) ||
        !make_model(&k, &fields))
        return false;
    add_accounts(&k, &fields);
    check_held(&k, &fields);
    return true;
}

light_held light_made_sum(const light_made* l) {
    light_held s = {0};
    for (int32_t i = 0; i < l->held_count; ++i) {
        const light_error* e = &l->errors[i];
        s.whole += e->whole * e->whole / l->held_count;
        s.reduction += e->reduction * e->reduction / l->held_count;
        s.motion += e->motion * e->motion / l->held_count;
        s.size += e->size * e->size / l->held_count;
    }
    return (light_held){sqrt(s.whole), sqrt(s.reduction), sqrt(s.motion), sqrt(s.size)};
}
