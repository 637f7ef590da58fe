// The functions of a term, over the pairs that are near where it is asked.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/base/clock.h"
#include "bake/base/parallel.h"
#include "bake/contact/contact_data.h"

#include <string.h>

enum { CONTACT_TERM_GRAIN = 64 };

// Of the barrier's distance: gaps below the first make it twice as stiff, above the second a little less.
static const double TIGHT = 0.05, EASY = 0.5, SOFTER = 0.9;

// How much stiffer it becomes within a step where a gap is tight, and how often.
static const double RAISE = 4.0;
enum { RAISES = 12 };

// Of the barrier's distance: pairs that are so much farther apart have blocks in a matrix that is analysed anew.
static const double CONTACT_TERM_AHEAD = 0.25;

static void gather(const double* field, const int32_t node[4], vec3 out[4]) {
    for (int i = 0; i < 4; ++i) {
        const double* d = field + 3 * (size_t)node[i];
        out[i] = v3(d[0], d[1], d[2]);
    }
}

// ---- pairs of a question: the barrier's, then those that rub --------------------------------

typedef struct job {
    contact* c;
    const energy_place* at;
    energy_matrix which;
    const double* along_or_null;
    int64_t rubs; // 0: nothing moves
    double* energy;
    vec3 (*forces)[4];
} job;

static job job_at(contact* c, const energy_place* at) {
    contact_find_active(c, at->u);
    return (job){.c = c, .at = at, .rubs = at->v != NULL ? c->rubs.count : 0};
}

static const int32_t* nodes_of(const job* j, int64_t i) {
    int64_t count = j->c->active.count;
    return i < count ? j->c->active.all[i].node : j->c->rubs.all[i - count].node;
}

static void pair_force(const job* j, int64_t i, vec3 out[4]) {
    const contact* c = j->c;
    vec3 x[4];
    if (i < c->active.count) {
        contact_gather(c, c->active.all[i].node, x);
        barrier_gradient(&c->law, &c->active.all[i].pair, x, out);
        return;
    }
    const contact_rub* p = &c->rubs.all[i - c->active.count];
    gather(j->at->v, p->node, x);
    contact_rub_force(c, p, x, out);
}

static void pair_matrix(const void* user, int32_t i, double* out) {
    const job* j = user;
    const contact* c = j->c;
    vec3 x[4];
    if (i < c->active.count) {
        contact_gather(c, c->active.all[i].node, x);
        barrier_matrix(&c->law, &c->active.all[i].pair, x, j->which == ENERGY_FIRM, out);
        return;
    }
    const contact_rub* p = &c->rubs.all[i - c->active.count];
    gather(j->at->v, p->node, x);
    contact_rub_matrix(c, p, x, out);
    for (int k = 0; k < 144; ++k)
        out[k] *= j->at->rate;
}

static void energies(void* user, int64_t begin, int64_t end) {
    const job* j = user;
    for (int64_t i = begin; i < end; ++i) {
        const contact_element* e = &j->c->active.all[i];
        vec3 x[4];
        contact_gather(j->c, e->node, x);
        j->energy[i] = barrier_energy(&j->c->law, &e->pair, x);
    }
}

static void forces(void* user, int64_t begin, int64_t end) {
    const job* j = user;
    for (int64_t i = begin; i < end; ++i) {
        if (j->along_or_null == NULL) {
            pair_force(j, i, j->forces[i]);
            continue;
        }
        double matrix[144];
        vec3 along[4];
        pair_matrix(j, (int32_t)i, matrix);
        gather(j->along_or_null, nodes_of(j, i), along);
        for (int row = 0; row < 12; ++row) {
            double sum = 0.0;
            for (int k = 0; k < 12; ++k)
                sum += matrix[12 * row + k] * (&along[k / 3].x)[k % 3];
            (&j->forces[i][row / 3].x)[row % 3] = sum;
        }
    }
}

// Pairs on several threads, then summed in their order.
static void sum_forces(job* j, double* out) {
    double begin = clock_processor();
    int64_t count = j->c->active.count + j->rubs;
    arena* scratch = arena_create();
    j->forces = arena_alloc(scratch, (size_t)count + 1, sizeof *j->forces);
    parallel_for(j->c->threads, count, CONTACT_TERM_GRAIN, forces, j);
    memset(out, 0, 3 * (size_t)j->c->surface.node_count * sizeof *out);
    for (int64_t i = 0; i < count; ++i) {
        const int32_t* node = nodes_of(j, i);
        for (int k = 0; k < 4; ++k) {
            double* to = out + 3 * (size_t)node[k];
            to[0] += j->forces[i][k].x;
            to[1] += j->forces[i][k].y;
            to[2] += j->forces[i][k].z;
        }
    }
    arena_destroy(scratch);
    j->c->stats.seconds[2] += clock_processor() - begin;
}

// ---- pattern -----------------------------------------------------------------------------

static sparse_mesh mesh_of(const contact* c) {
    return (sparse_mesh){c->elements, c->element_count, 4, 4, c->surface.node_count};
}

static void set_elements(contact* c, arena* memory, int32_t* elements, int64_t count) {
    size_t bytes = 4 * (size_t)count * sizeof *elements;
    if (c->pattern_memory != NULL && count == c->element_count &&
        memcmp(elements, c->elements, bytes) == 0) {
        arena_destroy(memory);
        return;
    }
    arena_destroy(c->pattern_memory);
    c->pattern_memory = memory;
    c->elements = elements;
    c->element_count = (int32_t)count;
    ++c->version;
}

static energy_pattern term_pattern(void* data, const energy_place* at) {
    contact* c = data;
    job j = job_at(c, at);
    int64_t count = c->active.count + j.rubs;
    arena* memory = arena_create();
    int32_t* elements = ARENA_NEW(memory, int32_t, 4 * (size_t)count + 4);
    for (int64_t i = 0; i < count; ++i)
        memcpy(elements + 4 * i, nodes_of(&j, i), 4 * sizeof *elements);
    set_elements(c, memory, elements, count);
    return (energy_pattern){mesh_of(c), c->version};
}

static energy_pattern term_wide_pattern(void* data, const energy_place* at) {
    contact* c = data;
    arena_destroy(c->wide_memory);
    arena* memory = c->wide_memory = arena_create();
    contact_places(c, at->u);
    const contact_path path = {c->x, c->x, 0.0};
    double reach = (1.0 + CONTACT_TERM_AHEAD) * c->law.distance + c->law.thickness;
    contact_list l = contact_search(c, &path, reach, memory);
    int32_t *elements = ARENA_NEW(memory, int32_t, 4 * (size_t)l.count + 4), count = 0;
    for (int64_t i = 0; i < l.count;
         ++i) { // those alone: which others are listed says what was searched for before
        vec3 x[4];
        contact_gather(c, l.all[i].node, x);
        vec3 r = l.all[i].pair.edges ? near_edges(x).between : near_face(x).between;
        if (v3_dot(r, r) < reach * reach)
            memcpy(elements + 4 * (ptrdiff_t)count++, l.all[i].node, 4 * sizeof *elements);
    }
    return (energy_pattern){.mesh = {elements, count, 4, 4, c->surface.node_count}};
}

// ---- the functions of a term ----------------------------------------------------------------

static double term_energy(void* data, const energy_place* at) {
    job j = job_at(data, at);
    int64_t count = j.c->active.count;
    arena* scratch = arena_create();
    j.energy = ARENA_NEW(scratch, double, (size_t)count + 1);
    parallel_for(j.c->threads, count, CONTACT_TERM_GRAIN, energies, &j);
    double sum = 0.0;
    for (int64_t i = 0; i < count; ++i)
        sum += j.energy[i];
    arena_destroy(scratch);
    return sum;
}

static void term_force(void* data, const energy_place* at, const double* change_or_null,
                       double* force) {
    SUPPLE_ASSERT(change_or_null == NULL); // dynamics_make refuses conserving steps
    (void)change_or_null;
    job j = job_at(data, at);
    sum_forces(&j, force);
}

static void term_times(void* data, const energy_place* at, energy_matrix which, const double* along,
                       double* force) {
    job j = job_at(data, at);
    j.which = which;
    j.along_or_null = along;
    sum_forces(&j, force);
}

static void term_matrix(void* data, const energy_place* at, energy_matrix which, sparse* out) {
    job j = job_at(data, at);
    double begin = clock_processor();
    sparse_mesh mesh = mesh_of(j.c);
    j.which = which;
    if (which == ENERGY_MATERIAL) // nothing of it is a material
        memset(out->value, 0, 9 * (size_t)out->start[out->rows] * sizeof *out->value);
    else
        sparse_assemble(out, &mesh, pair_matrix, &j, j.c->threads);
    j.c->stats.seconds[3] += clock_processor() - begin;
}

static double term_limit(void* data, const energy_place* at, const double* change) {
    return contact_bound(data, at->u, change);
}

// ---- steps -------------------------------------------------------------------------------

static void term_begin(void* data, const energy_place* at) {
    contact* c = data;
    double gap = contact_gap(c, at->u);
    c->began = c->law.stiffness;
    c->raises = 0;
    c->stats.smallest = fmin(c->stats.smallest, gap);
    if (gap < TIGHT * c->law.distance)
        c->law.stiffness = fmin(2.0 * c->law.stiffness, c->stiffest);
    else if (gap > EASY * c->law.distance)
        c->law.stiffness = fmax(SOFTER * c->law.stiffness, c->weakest);
    memset(c->touched, 0, (size_t)c->surface.node_count);
    for (int64_t i = 0; i < c->active.count; ++i)
        for (int k = 0; k < 4; ++k)
            c->touched[c->active.all[i].node[k]] = 1;
    c->rubs.round = 1;
    contact_rubs_take(c, at->u);
}

static bool term_settle(void* data, const energy_place* at, uint8_t* struck) {
    contact* c = data;
    contact_find_active(c, at->u);
    for (int64_t i = 0; i < c->active.count; ++i)
        for (int k = 0; k < 4; ++k)
            struck[c->active.all[i].node[k]] |= !c->touched[c->active.all[i].node[k]];
    if (c->rubs.round >= c->options.rounds || !c->rubs_any)
        return true;
    ++c->rubs.round;
    contact_rubs_take(c, at->u);
    return false;
}

// A strike needs a stiffer barrier than weight does, and how much stiffer shows where Newton's method presses pairs against
// each other: gaps shrink by what a correction may take of them (contact_bound.c), and corrections with them.
static bool term_adapt(void* data, const energy_place* at) {
    contact* c = data;
    if (c->raises >= RAISES || !(contact_gap(c, at->u) < TIGHT * c->law.distance))
        return false;
    double before = c->law.stiffness;
    ++c->raises;
    c->law.stiffness = fmin(RAISE * before, c->stiffest);
    return c->law.stiffness > before;
}

static void term_give_up(void* data) {
    contact* c = data;
    c->law.stiffness = c->began;
}

static void term_save(void* data, double* state) {
    const contact* c = data;
    state[0] = c->law.stiffness;
}

static void term_restore(void* data, const double* state) {
    contact* c = data;
    c->law.stiffness = state[0];
    c->rubs.count = 0; // taken anew where the next step begins
}

energy_term contact_term(contact* c) {
    return (energy_term){.data = c,
                         .pattern = term_pattern,
                         .wide_pattern = term_wide_pattern,
                         .energy = term_energy,
                         .force = term_force,
                         .times = term_times,
                         .matrix = term_matrix,
                         .limit = term_limit,
                         .begin = term_begin,
                         .settle = term_settle,
                         .adapt = term_adapt,
                         .give_up = term_give_up,
                         .state_size = 1,
                         .save = term_save,
                         .restore = term_restore};
}

void contact_forces(contact* c, const double* u, double* force) {
    job j = job_at(c, &(energy_place){.u = u});
    sum_forces(&j, force);
}
