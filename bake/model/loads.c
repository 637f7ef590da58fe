// Accelerations of nodes, times the mass; one factor answers all of them.
// SPDX-License-Identifier: MIT
#include "bake/model/loads.h"

#include "bake/algebra/factor.h"
#include "bake/base/assert.h"

#include <string.h>

// Load 3 + 3 b + a accelerates along a by the place along b. About x: y by -z, z by y; and so on round.
const loads_turn loads_turns[3] = {
    {{3 + 3 * 2 + 1, 3 + 3 * 1 + 2}, {-1.0, 1.0}},
    {{3 + 3 * 0 + 2, 3 + 3 * 2 + 0}, {-1.0, 1.0}},
    {{3 + 3 * 1 + 0, 3 + 3 * 0 + 1}, {-1.0, 1.0}},
};

// The accelerations of all nodes in one of the twelve motions that the shake mixes.
static void motion(const loads_request* q, int load, double* out) {
    int axis = load % 3, place_axis = load / 3 - 1;
    for (int32_t i = 0; i < q->tets->node_count; ++i) {
        vec3 r = v3_sub(q->tets->nodes[i], q->shake.centre);
        const double at[3] = {r.x, r.y, r.z};
        double* u = out + 3 * (size_t)i;
        u[0] = u[1] = u[2] = 0.0;
        u[axis] = place_axis < 0 ? q->shake.linear[axis]
                                 : q->shake.turn[axis][place_axis] * at[place_axis];
    }
}

// The same of what one bone carries, in one of six.
static void motion_of_bone(const loads_request* q, int32_t bone, int load, double* room,
                           double* out) {
    size_t nodes = (size_t)q->tets->node_count;
    const double* w = q->weights_or_null + (size_t)bone * nodes;
    const loads_turn* turn = load < 3 ? NULL : &loads_turns[load - 3];
    motion(q, turn == NULL ? load : turn->load[0], out);
    if (turn != NULL) {
        motion(q, turn->load[1], room);
        for (size_t i = 0; i < 3 * nodes; ++i)
            out[i] = turn->sign[0] * out[i] + turn->sign[1] * room[i];
    }
    for (size_t i = 0; i < 3 * nodes; ++i)
        out[i] *= w[i / 3];
}

static void make_forces(const loads_request* q, load_set* out, arena* scratch) {
    size_t n = 3 * (size_t)q->tets->node_count, order = 3 * (size_t)q->free_count;
    double *moved = ARENA_NEW(scratch, double, n), *force = ARENA_NEW(scratch, double, n);
    for (int32_t load = 0; load < out->count; ++load) {
        int32_t own = load - SELECT_LOADS;
        if (own < 0)
            motion(q, load, moved);
        else
            motion_of_bone(q, own / LOADS_OF_A_BONE, own % LOADS_OF_A_BONE, force, moved);
        sparse_multiply_axes(&q->all->mass, moved, force, 1, q->threads);
        double* to = out->forces + (size_t)load * order;
        for (size_t i = 0; i < n; ++i)
            if (q->number[i / 3] >= 0)
                to[3 * (size_t)q->number[i / 3] + i % 3] = force[i];
    }
}

bool loads_answer(const loads_request* q, load_set* out, arena* memory, report* r) {
    SUPPLE_ASSERT(q->free_count > 0 && q->threads >= 0);
    SUPPLE_ASSERT(q->bone_count < 2 || q->weights_or_null != NULL);
    int32_t bones = q->bone_count > 1 ? q->bone_count : 0;
    size_t order = 3 * (size_t)q->free_count;
    *out = (load_set){.count = SELECT_LOADS + LOADS_OF_A_BONE * bones, .bone_count = bones};
    size_t all = (size_t)out->count * order;
    out->forces = ARENA_NEW(memory, double, all);
    out->answers = ARENA_NEW(memory, double, all);
    arena* scratch = arena_create();
    make_forces(q, out, scratch);
    arena_destroy(scratch);
    memcpy(out->answers, out->forces, all * sizeof *out->answers);
    factor* f = factor_analyse(&q->moving->stiffness, r);
    if (f != NULL)
        factor_share(f, q->threads);
    bool ok = f != NULL && factor_compute(f, &q->moving->stiffness, r) &&
              factor_solve(f, out->answers, out->count, q->threads, r);
    factor_free(f);
    return ok;
}

double loads_energy(const load_set* l, int32_t free_count) {
    double sum = 0.0;
    for (size_t i = 0; i < SELECT_LOADS * 3 * (size_t)free_count; ++i)
        sum += 0.5 * l->forces[i] * l->answers[i];
    return sum;
}
