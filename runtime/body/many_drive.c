// Bones of many bodies at once: frames, how they accelerate and turn, what that does to coordinates.
//
// As drive.c and spin.c do it for one body, sum by sum; frames are found by the same functions (bone.h).
// SPDX-License-Identifier: MIT
#include "runtime/body/bone_lanes.h"
#include "runtime/body/drive.h"
#include "runtime/body/many.h"
#include "runtime/body/spin.h"

#include <math.h>
#include <string.h>

#ifndef SUPPLE_PLAIN_LANES

// WIDE bodies; the last of a list is there more than once.
typedef struct lane_bodies {
    int32_t slot[WIDE];
    supple_body* b[WIDE];
    wide h_old, world_metres, gravity[8]; // and sag, as drive_gravity has them
    bool spins[WIDE];
} lane_bodies;

static void gather_bodies(const many* m, int32_t at, lane_bodies* g) {
    float own[WIDE][8];
    const float* from[WIDE];
    for (int32_t l = 0; l < WIDE; ++l) {
        int32_t i = m->forced[at + l < m->forced_count ? at + l : m->forced_count - 1];
        supple_body* b = m->body[i];
        g->slot[l] = i;
        g->b[l] = b;
        g->h_old[l] = b->state->dt[0];
        g->world_metres[l] = b->state->options.world_metres;
        g->spins[l] = b->state->options.spin;
        drive_gravity(b, own[l]);
        from[l] = own[l];
    }
    wide_load_fours(from, 0, g->gravity);
    wide_load_fours(from, 4, g->gravity + 4);
}

// Finds the frame of one bone from the palettes of the next step, which a bone that stands has again, and what it does.
static void find_change(const lane_bodies* g, const many* m, int32_t c, bone_changes* out) {
    const float *rows[WIDE], *was[WIDE], *now[WIDE];
    float* next[WIDE];
    const float* at = g->b[0]->joint[c];
    const wide joint[3] = {wide_all(at[0]), wide_all(at[1]), wide_all(at[2])};
    int32_t bone = g->b[0]->frame_bone[c];
    bone_frames matrices, old, middle, recent;
    for (int32_t l = 0; l < WIDE; ++l) {
        supple_body* b = g->b[l];
        rows[l] = b->rows[drive_slot(b, 1)][bone];
        was[l] = b->frames[drive_slot(b, 2)][c].at;
        now[l] = b->frames[b->state->now][c].at;
        next[l] = b->frames[drive_slot(b, 1)][c].at;
    }
    bone_load(rows, &matrices);
    bone_load(was, &old);
    bone_load(now, &middle);
    bone_find(matrices.at, joint, &g->world_metres, &middle, &recent);
    bone_store(&recent, next);
    bone_accelerate(&old, &middle, &recent, &g->h_old, (float)m->dt, out);
    bone_go_between(&middle, &recent, (float)m->dt, g->gravity, g->gravity + 4, out);
}

// ---- what that does --------------------------------------------------------------------

// Of the i-th coordinate of a part: sum_forcing of drive.c.
static ALWAYS_INLINE void sum_forcing(const body_part* part, const part_forcing* f, int32_t i,
                                      const bone_changes* changes, wide* shake, wide* load) {
    const float* at = f->columns + i;
    *shake = *load = wide_all(0.0f);
    for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r) {
        const bone_changes* c = &changes[part->bone_frames[r]];
        for (int k = 0; k < 3; ++k, at += 4 * (size_t)f->stride) {
            *load += at[0] * c->load[k];
            *shake += at[0] * c->a[k] + at[f->stride] * c->A[k][0] +
                      at[2 * (size_t)f->stride] * c->A[k][1] +
                      at[3 * (size_t)f->stride] * c->A[k][2];
        }
    }
}

// Forces of a part for each lane: whole fours of them where it has as many coordinates in all.
static void store_forces(const lane_bodies* g, many* m, int32_t p, const wide* shake,
                         const wide* load) {
    float *shakes[WIDE], *loads[WIDE];
    int32_t first = m->parts[p].first, count = m->parts[p].count, i = 0;
    for (int32_t l = 0; l < WIDE; ++l) {
        shakes[l] = m->shake[g->slot[l]] + first;
        loads[l] = g->b[l]->load + first;
        count = g->b[l]->active[p] < count ? g->b[l]->active[p] : count;
    }
    for (; i + 4 <= count; i += 4) {
        wide_store_fours(shake + i, shakes, i);
        wide_store_fours(load + i, loads, i);
    }
    for (int32_t l = 0; l < WIDE; ++l)
        for (int32_t k = i; k < g->b[l]->active[p]; ++k) {
            shakes[l][k] = shake[k][l];
            loads[l][k] = load[k][l];
        }
}

static void find_forces(const lane_bodies* g, many* m, int32_t p, const bone_changes* changes) {
    const body_part* part = &m->parts[p];
    wide shake[MANY_PART_COORDS], load[MANY_PART_COORDS], response;
    for (int32_t l = 0; l < WIDE; ++l)
        response[l] = g->b[l]->tuning[p].response;
    for (int32_t i = 0; i < part->count; ++i) {
        wide shaken, loaded;
        sum_forcing(part, &m->prepared->forcings[p], i, changes, &shaken, &loaded);
        shake[i] = wide_within(-response * shaken, (float)DRIVE_FORCE_LIMIT);
        load[i] = wide_within(-response * loaded, (float)DRIVE_FORCE_LIMIT);
    }
    store_forces(g, m, p, shake, load);
}

static ALWAYS_INLINE wide_double square_of(const wide_double x[3]) {
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

// spin_set of spin.c, of so many lanes as there are doubles at once from the at-th on.
static void set_spin(const lane_bodies* g, many* m, int32_t p, int32_t at, const wide w[3],
                     const wide turning[3]) {
    wide_double spin[3], change[3],
        one = wide_double_all(1.0),
        most = wide_double_all(SPIN_FRACTION * (double)g->b[0]->lambda[m->parts[p].first]);
    for (int k = 0; k < 3; ++k) {
        spin[k] = wide_doubles(&w[k], at);
        change[k] = wide_doubles(&turning[k], at);
    }
    wide_double square = square_of(spin), rest = wide_double_root(square_of(change)),
                cut = wide_double_select(square > most, wide_double_root(most / square), one),
                cut_change = wide_double_select(rest > most, most / rest, one);
    for (int k = 0; k < 3; ++k) {
        spin[k] *= cut;
        change[k] *= cut_change;
        for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
            m->w[p][k][g->slot[at + l]] = spin[k][l];
            m->turning[p][k][g->slot[at + l]] = change[k][l];
        }
    }
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l)
        for (int k = 0; k < 3 && !g->spins[at + l]; ++k)
            m->w[p][k][g->slot[at + l]] = m->turning[p][k][g->slot[at + l]] = 0.0;
}

// measure_part of spin.c
static void find_turns(const lane_bodies* g, many* m, int32_t p, const bone_changes* changes) {
    const body_part* part = &m->parts[p];
    const float* weights = m->prepared->forcings[p].weights;
    wide w[3], turning[3], response;
    for (int k = 0; k < 3; ++k)
        w[k] = turning[k] = wide_all(0.0f);
    for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r) {
        const bone_changes* c = &changes[part->bone_frames[r]];
        const wide alpha[3] = {c->A[2][1] - c->A[1][2], c->A[0][2] - c->A[2][0],
                               c->A[1][0] - c->A[0][1]};
        for (int k = 0; k < 3; ++k) {
            w[k] += weights[r] * c->w[k];
            turning[k] += weights[r] * (0.5f * alpha[k]);
        }
    }
    for (int32_t l = 0; l < WIDE; ++l) {
        float own = g->b[l]->tuning[p].response;
        response[l] = own < 1.0f ? own : 1.0f;
    }
    for (int k = 0; k < 3; ++k)
        w[k] *= response, turning[k] *= response;
    for (int32_t at = 0; at < WIDE; at += WIDE_DOUBLE)
        set_spin(g, m, p, at, w, turning);
}

void many_drive(many* m) {
    for (int32_t at = 0; at < m->forced_count; at += WIDE) {
        lane_bodies g;
        bone_changes changes[MANY_BONES];
        gather_bodies(m, at, &g);
        for (int32_t c = 0; c < g.b[0]->frame_count; ++c)
            find_change(&g, m, c, &changes[c]);
        for (int32_t p = 0; p < m->part_count; ++p) {
            find_forces(&g, m, p, changes);
            if (m->parts[p].asset.coupling_or_null != NULL)
                find_turns(&g, m, p, changes);
        }
    }
}

#endif
