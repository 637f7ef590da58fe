// Step by step over sampled palettes.
//
// A bone's acceleration is the second difference of its samples, over steps of the same length as
// the stepper's: where a clip has a corner, the jolt that the body gets is the bone's change of
// velocity, whatever the step.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/clip.h"

#include "bake/base/assert.h"

#include <string.h>

// Weights of up to four steps from `first` on.
typedef struct stencil {
    int32_t first;
    double once[4], twice[4]; // first and second derivative, times h and h^2
} stencil;

static stencil stencil_at(int32_t step, int32_t count) {
    if (count < 4)
        return (stencil){0};
    if (step == 0)
        return (stencil){0, {-1.5, 2.0, -0.5, 0.0}, {2.0, -5.0, 4.0, -1.0}};
    if (step == count - 1)
        return (stencil){count - 4, {0.0, 0.5, -2.0, 1.5}, {-1.0, 4.0, -5.0, 2.0}};
    if (step == count - 2)
        return (stencil){count - 4, {0.0, -0.5, 0.0, 0.5}, {0.0, 1.0, -2.0, 1.0}};
    return (stencil){step - 1, {-0.5, 0.0, 0.5, 0.0}, {1.0, -2.0, 1.0, 0.0}};
}

static int32_t step_count(const dynamics_clip* c) {
    return (c->frame_count - 1) * c->substeps + 1;
}

static mat4 mixed(const dynamics_clip* c, const stencil* s, const double weights[4], int32_t bone,
                  double scale) {
    mat4 sum = {{0.0}};
    for (int k = 0; k < 4; ++k) {
        if (weights[k] == 0.0)
            continue;
        const mat4* m = &c->palette[(size_t)(s->first + k) * (size_t)c->bone_count + (size_t)bone];
        for (int i = 0; i < 16; ++i)
            sum.m[i] += weights[k] * scale * m->m[i];
    }
    return sum;
}

static void add_matrix(double to[3][3], const mat4* m, double weight) {
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            to[row][column] += weight * m->m[4 * column + row];
}

void dynamics_clip_frames(const dynamics_clip* c, int32_t node_count, int32_t step, double h,
                          moment_frame* frames) {
    stencil s = stencil_at(step, step_count(c));
    memset(frames, 0, (size_t)node_count * sizeof *frames);
    for (int32_t bone = 0; bone < c->bone_count; ++bone) {
        const mat4* here = &c->palette[(size_t)step * (size_t)c->bone_count + (size_t)bone];
        mat4 once = mixed(c, &s, s.once, bone, 1.0 / h);
        mat4 twice = mixed(c, &s, s.twice, bone, 1.0 / (h * h));
        const double* weights = c->bone_weights + (size_t)bone * (size_t)node_count;
        for (int32_t i = 0; i < node_count; ++i) {
            if (weights[i] == 0.0)
                continue;
            add_matrix(frames[i].carry, here, weights[i]);
            add_matrix(frames[i].carry1, &once, weights[i]);
            add_matrix(frames[i].carry2, &twice, weights[i]);
            frames[i].shift1 =
                v3_madd(frames[i].shift1, v3(once.m[12], once.m[13], once.m[14]), weights[i]);
            frames[i].shift2 =
                v3_madd(frames[i].shift2, v3(twice.m[12], twice.m[13], twice.m[14]), weights[i]);
        }
    }
}

void dynamics_clip_hold(moment_frame* frames, int32_t node_count) {
    for (int32_t i = 0; i < node_count; ++i) {
        moment_frame still = {.shift2 = {0}};
        memcpy(still.carry, frames[i].carry, sizeof still.carry);
        frames[i] = still;
    }
}

// Rest shapes by weight: near where the body comes to rest.
static double* guess(const elastic* m, const double* weights, arena* memory) {
    size_t order = 3 * (size_t)m->volume->node_count;
    double *u = ARENA_NEW(memory, double, order), sum = 0.0;
    for (int32_t k = 0; k < m->count; ++k)
        sum += weights[k];
    for (int32_t k = 0; k < m->count; ++k)
        for (size_t i = 0; i < order; ++i)
            u[i] += weights[k] / sum * m->shapes[k].rest[i];
    return u;
}

static bool begin(dynamics* d, const elastic* m, const dynamics_clip* c, const moment* now,
                  moment_frame* frames, double h, arena* scratch, report* r) {
    int32_t count = m->volume->node_count;
    dynamics_clip_hold(frames, count);
    double* u = guess(m, now->weights, scratch);
    if (!dynamics_start(d, now, u, NULL, r) || !dynamics_rest(d, now, r))
        return false;
    memcpy(u, dynamics_u(d), 3 * (size_t)count * sizeof *u);
    dynamics_clip_frames(c, count, 0, h, frames);
    return dynamics_start(d, now, u, NULL, r);
}

// The weights of a step, of all that is elastic: over the mass, so that the body's own may stand for any. Returns it.
static double weights_at(const dynamics_clip* c, int32_t step, int32_t count, double* weights) {
    double mass = c->masses_or_null != NULL ? 0.0 : 1.0;
    elastic_guard(c->weights + (size_t)step * (size_t)count, count, weights);
    for (int32_t k = 0; k < count && c->masses_or_null != NULL; ++k)
        mass += weights[k] * c->masses_or_null[k];
    for (int32_t k = 0; k < count; ++k)
        weights[k] /= mass;
    return mass;
}

// The momentum stays while mass comes.
static bool slow_down(dynamics* d, const moment* now, double fraction, size_t order, arena* scratch,
                      report* r) {
    double* change = ARENA_NEW(scratch, double, order);
    for (size_t i = 0; i < order; ++i)
        change[i] = (fraction - 1.0) * dynamics_v(d)[i];
    return dynamics_kick(d, now, change, r);
}

bool dynamics_play(dynamics* d, const elastic* m, const dynamics_clip* c, double* displacements,
                   report* r) {
    SUPPLE_ASSERT(c->frame_count > 0 && c->substeps > 0);
    int32_t node_count = m->volume->node_count;
    size_t order = 3 * (size_t)node_count;
    double h = c->frame_seconds / c->substeps;
    arena* scratch = arena_create();
    double* weights = ARENA_NEW(scratch, double, (size_t)m->count);
    moment_frame* frames = ARENA_NEW(scratch, moment_frame, (size_t)node_count);
    const moment now = {.weights = weights, .frames_or_null = frames};
    bool sound = true;
    double before = 0.0;
    int32_t step = 0;
    for (; sound && step < step_count(c); ++step) {
        double mass = weights_at(c, step, m->count, weights);
        dynamics_clip_frames(c, node_count, step, h, frames);
        sound =
            step == 0 ? begin(d, m, c, &now, frames, h, scratch, r) : dynamics_step(d, &now, h, r);
        if (sound && step > 0 && mass > before)
            sound = slow_down(d, &now, before / mass, order, scratch, r);
        before = mass;
        if (sound && step % c->substeps == 0)
            memcpy(displacements + (size_t)(step / c->substeps) * order, dynamics_u(d),
                   order * sizeof *displacements);
    }
    arena_destroy(scratch);
    return sound || report_error(r, place_none(), "the full model stops before frame %d of %d",
                                 (step - 1 + c->substeps - 1) / c->substeps, c->frame_count);
}
