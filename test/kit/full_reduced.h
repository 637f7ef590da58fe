// A posed part of a sample over a clip, by the full model and in a few coordinates of its own.
//
// The reduced motion is the full model's balance seen along the columns of the basis (Galerkin),
// stepped by the same rule: what differs is what the columns cannot show, and nothing else.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/posed.h"
#include "bake/model/soft_draft.h"
#include "bake/play/full.h"
#include "bake/recipe/recipe_sculpted.h"
#include "scenes/scenes.h"
#include "test/kit/target_body.h"

typedef struct full_body {
    arena* memory;
    report r;
    scene s;
    target_body* b;
    soft_bones bones;
    posed_model model;
    elastic m;
    dynamics* d;
    dynamics_clip clip;
    size_t order;  // 3 * node_count
    double* basis; // [model.coords.count][order]
} full_body;

typedef struct full_choice {
    const char* sample;
    int32_t targets, coords, tets;
    bool ten_nodes, stvk, derivatives;
    double seconds, fps;
    int32_t substeps;
    bool hangs;               // as modelled: gravity is in its shapes already
    const char* clip_or_null; // NULL: the first
} full_choice;

static inline int32_t full_find_clip(const scene* s, const char* name_or_null) {
    for (int32_t i = 0; name_or_null != NULL && i < s->clip_count; ++i)
        if (strcmp(s->clips[i].name, name_or_null) == 0)
            return i;
    return 0;
}

static inline bool full_model(full_body* f, const full_choice* c, recipe_part* p) {
    p->tets = c->tets;
    p->ten_nodes = c->ten_nodes;
    if (!target_body_make(&f->s, p, f->memory, f->b, &f->r) ||
        !soft_find_bones(&f->b->body, &f->b->part, f->memory, &f->bones, &f->r))
        return false;
    const target_set* set = &f->b->set;
    const double* weights = forcing_weights(f->bones.weights, f->b->part.tets.node_count,
                                            f->bones.count, set->volume, f->memory);
    posed_request q = {.set = set,
                       .stvk = c->stvk,
                       .derivatives = c->derivatives,
                       .count = c->coords,
                       .damping = p->damping,
                       .bone_count = f->bones.count,
                       .weights_or_null = weights,
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    if (!posed_build(&q, &clock, &f->model, f->memory, &f->r))
        return false;
    full_request play = {.s = &f->s,
                         .binding = &f->b->binding,
                         .unit = 1.0,
                         .set = set,
                         .poses = &f->model.poses,
                         .bone_count = f->bones.count,
                         .bones = f->bones.list,
                         .bone_weights = weights,
                         .clip = full_find_clip(&f->s, c->clip_or_null),
                         .fps = c->fps,
                         .seconds = c->seconds,
                         .substeps = c->substeps};
    return full_clip(&play, f->memory, &f->clip, &f->r);
}

static inline double* full_density(full_body* f) {
    const target_set* set = &f->b->set;
    double* density = ARENA_NEW(f->memory, double, (size_t)set->volume->tet_count);
    for (int32_t i = 0; i < set->volume->tet_count; ++i)
        density[i] = set->shapes[0].materials[i].density;
    return density;
}

static inline bool full_dynamics(full_body* f, const full_choice* c) {
    const target_set* set = &f->b->set;
    double* density = full_density(f);
    dynamics_options o = dynamics_default();
    o.newmark.rule = NEWMARK_END;
    o.damping = f->model.coords.damping;
    o.gravity = v3(0.0, -9.81, 0.0);
    if (c->hangs)
        o.sag = full_sag(&f->b->binding, o.gravity);
    if (!target_elastic(c->stvk ? ELASTIC_STVK : ELASTIC_LINEAR, set, 1, &f->m, place_none(),
                        f->memory, &f->r))
        return false;
    dynamics_body body = elastic_body(&f->m, density, f->memory);
    f->d = dynamics_make(&body, set->fixed, &o, f->memory, &f->r);
    return f->d != NULL;
}

static inline void full_columns(full_body* f) {
    const modal_model* c = &f->model.coords;
    f->order = 3 * (size_t)f->m.volume->node_count;
    f->basis = ARENA_NEW(f->memory, double, (size_t)c->count * f->order);
    for (size_t i = 0; i < (size_t)c->count; ++i)
        for (size_t n = 0; n < f->order; ++n)
            if (c->number[n / 3] >= 0)
                f->basis[i * f->order + n] = c->vectors[i * 3 * (size_t)c->free_count +
                                                        3 * (size_t)c->number[n / 3] + n % 3];
}

// False with what the report says.
static inline bool full_body_make(const full_choice* c, full_body* f) {
    *f = (full_body){.memory = arena_create()};
    f->r = report_new(f->memory);
    f->s = sample_find(c->sample)->make(f->memory);
    f->b = ARENA_NEW(f->memory, target_body, 1);
    recipe how = recipe_default();
    const char* reason;
    if (!recipe_sculpted(&f->s, c->targets, f->memory, &how, &reason, &f->r) ||
        !full_model(f, c, &how.parts[0]) || !full_dynamics(f, c))
        return false;
    full_columns(f);
    return true;
}

static inline void full_body_free(full_body* f) {
    dynamics_free(f->d);
    arena_destroy(f->memory);
}

// ---- in a few coordinates -------------------------------------------------------------------

enum { REDUCED_MOST = 64 };

typedef struct reduced_motion {
    full_body* f;
    int32_t count; // the first so many columns
    moment now;
    double *u, *v, *a, *left; // [order]
    double matrix[REDUCED_MOST][REDUCED_MOST];
} reduced_motion;

static inline void reduced_expand(const reduced_motion* m, const double* q, double* out) {
    memset(out, 0, m->f->order * sizeof *out);
    for (int32_t k = 0; k < m->count; ++k)
        for (size_t i = 0; i < m->f->order; ++i)
            out[i] += q[k] * m->f->basis[(size_t)k * m->f->order + i];
}

static inline double reduced_left(void* user, double time, const double* u, const double* v,
                                  const double* a, const double* change_or_null, double* out) {
    reduced_motion* m = user;
    (void)time, (void)change_or_null;
    double left = 0.0, size = 0.0;
    reduced_expand(m, u, m->u);
    reduced_expand(m, v, m->v);
    reduced_expand(m, a, m->a);
    dynamics_balance(m->f->d, &m->now, m->u, m->v, m->a, m->left);
    for (int32_t k = 0; k < m->count; ++k) {
        out[k] = 0.0;
        for (size_t i = 0; i < m->f->order; ++i)
            out[k] += m->f->basis[(size_t)k * m->f->order + i] * m->left[i];
        left += out[k] * out[k];
        size += a[k] * a[k];
    }
    return left == 0.0 ? 0.0
                       : sqrt(left / size); // infinite at rest: corrections tell when it is done
}

// As if the frames were rotations: Newton needs no better.
static inline bool reduced_prepare(void* user, double time, const double* u, const double* v,
                                   const newmark_parts* parts, bool firm, report* r) {
    reduced_motion* m = user;
    (void)time, (void)v, (void)firm, (void)r;
    const damping* d = &m->f->model.coords.damping;
    size_t order = m->f->order;
    reduced_expand(m, u, m->u);
    for (int32_t i = 0; i < m->count; ++i) {
        const double* column = m->f->basis + (size_t)i * order;
        elastic_stiffness_times(&m->f->m, m->now.weights, m->u, ENERGY_TANGENT, column, m->left);
        for (int32_t j = 0; j < m->count; ++j) {
            double k = 0.0;
            for (size_t n = 0; n < order; ++n)
                k += m->f->basis[(size_t)j * order + n] * m->left[n];
            m->matrix[j][i] = (parts->stiffness + parts->damping * d->beta) * k +
                              (i == j ? parts->mass + parts->damping * d->alpha : 0.0);
        }
    }
    for (int32_t i = 0; i < m->count; ++i) // L D L'
        for (int32_t j = 0; j <= i; ++j) {
            for (int32_t n = 0; n < j; ++n)
                m->matrix[i][j] -= m->matrix[i][n] * m->matrix[j][n] * m->matrix[n][n];
            if (j < i)
                m->matrix[i][j] /= m->matrix[j][j];
        }
    return true;
}

static inline bool reduced_solve(void* user, double* x, report* r) {
    const reduced_motion* m = user;
    (void)r;
    for (int32_t i = 0; i < m->count; ++i)
        for (int32_t j = 0; j < i; ++j)
            x[i] -= m->matrix[i][j] * x[j];
    for (int32_t i = m->count - 1; i >= 0; --i) {
        x[i] /= m->matrix[i][i];
        for (int32_t j = i + 1; j < m->count; ++j)
            x[i] -= m->matrix[j][i] * x[j];
    }
    return true;
}

static inline reduced_motion reduced_new(full_body* f, int32_t count, const moment* now,
                                         arena* memory) {
    reduced_motion m = {.f = f, .count = count, .now = *now};
    double** fields[] = {&m.u, &m.v, &m.a, &m.left};
    for (int i = 0; i < 4; ++i)
        *fields[i] = ARENA_NEW(memory, double, f->order);
    return m;
}

static inline newmark reduced_stepper(reduced_motion* m, arena* memory) {
    const newmark_system system = {.order = m->count,
                                   .user = m,
                                   .left = reduced_left,
                                   .prepare = reduced_prepare,
                                   .solve = reduced_solve,
                                   .small = 1e-12};
    newmark_options o = newmark_default();
    o.halvings = 0; // it would ask for moments between
    return newmark_make(&system, &o, memory);
}

// Where the first `count` columns rest, [order].
static inline bool reduced_rest(full_body* f, int32_t count, const moment* now, double* out) {
    arena* memory = arena_create();
    reduced_motion m = reduced_new(f, count, now, memory);
    newmark n = reduced_stepper(&m, memory);
    bool sound = newmark_rest(&n, &f->r);
    reduced_expand(&m, n.u, out);
    arena_destroy(memory);
    return sound;
}

// As dynamics_play, in the first `count` columns. displacements: [frame_count][order].
static inline bool reduced_play(full_body* f, int32_t count, double* displacements) {
    const dynamics_clip* c = &f->clip;
    arena* memory = arena_create();
    int32_t nodes = f->m.volume->node_count;
    moment_frame* frames = ARENA_NEW(memory, moment_frame, (size_t)nodes);
    double* weights = ARENA_NEW(memory, double, (size_t)f->m.count);
    const moment now = {.weights = weights, .frames_or_null = frames};
    reduced_motion m = reduced_new(f, count, &now, memory);
    newmark n = reduced_stepper(&m, memory);
    double h = c->frame_seconds / c->substeps;
    bool sound = true;
    for (int32_t i = 0; sound && i <= (c->frame_count - 1) * c->substeps; ++i) {
        elastic_guard(c->weights + (size_t)i * (size_t)f->m.count, f->m.count, weights);
        dynamics_clip_frames(c, nodes, i, h, frames);
        if (i == 0) {
            dynamics_clip_hold(frames, nodes);
            sound = newmark_rest(&n, &f->r);
            dynamics_clip_frames(c, nodes, 0, h, frames);
            sound = sound && newmark_start(&n, &f->r);
        } else {
            sound = newmark_step(&n, h, &f->r);
        }
        if (sound && i % c->substeps == 0)
            reduced_expand(&m, n.u, displacements + (size_t)(i / c->substeps) * f->order);
    }
    arena_destroy(memory);
    return sound;
}
