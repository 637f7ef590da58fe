// Modes that are ranked by what shakes them, or coordinates made of them and of static answers (response.h).
// SPDX-License-Identifier: MIT
#include "bake/model/modal_finish.h"

#include "bake/base/assert.h"
#include "bake/fem/tune.h"
#include "bake/model/hollow.h"

#include <string.h>

static const double GRAVITY = 9.81; // m/s^2
enum { SOFTENED_BY = 8 };           // modes

// ---- what is known of each -------------------------------------------------------------

// The elastic ones of those found, with all that is known of each.
static void describe(const modal_finishing* x, const eigen_modes* found, modal_model* out,
                     arena* memory) {
    size_t order = 3 * (size_t)out->free_count;
    out->rigid_count = found->rigid;
    out->cost = found->cost;
    out->count = found->count - found->rigid;
    out->vectors = found->vectors + (size_t)found->rigid * order;
    out->modes = ARENA_NEW(memory, modal_mode, (size_t)out->count);
    forcing_mode* forcing = ARENA_NEW(memory, forcing_mode, (size_t)out->count);
    const eigen_modes elastic = {.count = out->count, .vectors = out->vectors};
    forcing_of_modes(&out->tets, &x->all->mass, out->number, &elastic, x->q->threads, forcing);
    select_shake shake = select_shake_of_body(&out->body);
    for (int32_t i = 0; i < out->count; ++i) {
        const double* s = forcing[i].s;
        double value = found->values[found->rigid + i];
        out->modes[i] = (modal_mode){
            .value = value,
            .residual = found->residuals[found->rigid + i],
            .forcing = forcing[i],
            .participation = (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) / out->body.mass,
            .energy = select_energy(&forcing[i], value, &shake),
            .largest = modal_largest(out, x->seen, out->vectors + (size_t)i * order),
        };
    }
}

// Leaves out what the rules leave out; what stays is in ascending order again. from: [count] where each was before.
static void keep_modes(const modal_request* q, modal_model* out, int32_t* from, arena* scratch) {
    size_t count = (size_t)out->count, order = 3 * (size_t)out->free_count;
    double *values = ARENA_NEW(scratch, double, count), *reach = ARENA_NEW(scratch, double, count),
           *energy = ARENA_NEW(scratch, double, count);
    for (size_t i = 0; i < count; ++i) {
        const modal_mode* m = &out->modes[i];
        values[i] = m->value;
        reach[i] = m->largest * m->largest / m->value * out->young_factor; // as it was asked for
        energy[i] = m->energy;
    }
    const select_candidates all = {out->count, values, NULL, reach,
                                   modal_ranks_by_energy(q, out) ? energy : NULL};
    const select_rule rule = {.step = q->step, .force = q->force, .count = q->count};
    int32_t* kept = ARENA_NEW(scratch, int32_t, count);
    uint8_t* stays = ARENA_NEW(scratch, uint8_t, count);
    select_result chosen = select_modes(&all, &rule, kept);
    for (int32_t i = 0; i < chosen.count; ++i)
        stays[kept[i]] = 1;
    out->unseen = chosen.unseen;
    out->count = 0;
    for (size_t i = 0; i < count; ++i) {
        size_t to = (size_t)out->count;
        if (!stays[i])
            continue;
        out->modes[to] = out->modes[i];
        if (to != i)
            memcpy(out->vectors + to * order, out->vectors + i * order, order * sizeof(double));
        from[to] = (int32_t)i;
        ++out->count;
    }
}

// ---- how soft, how damped --------------------------------------------------------------

// One factor on all values, as tune.h has it for the first mode. A free body hangs on nothing: its
// first mode swings like a mass on a spring that hangs so far.
static void tune_sag(modal_model* m, double sag) {
    double farthest = GRAVITY / m->modes[0].value;
    for (int32_t i = 0; i < m->count && m->fixed_count > 0; ++i)
        farthest = fmax(i > 0 ? farthest : 0.0, modal_sag(&m->modes[i]));
    double scale = farthest / sag;
    if (!(scale > 0.0 && isfinite(scale)))
        return;
    for (int32_t i = 0; i < m->count; ++i) {
        m->modes[i].value *= scale;
        m->modes[i].energy /= scale;
    }
    m->young_factor *= scale;
}

static bool find_damping(const modal_request* q, modal_model* out, arena* scratch, report* r) {
    double* values = ARENA_NEW(scratch, double, (size_t)out->count);
    for (int32_t i = 0; i < out->count; ++i)
        values[i] = out->modes[i].value;
    return damping_find(&q->damping, values, out->count, &out->damping, place_none(), r);
}

static void damp(modal_model* out) {
    for (int32_t i = 0; i < out->count; ++i)
        out->modes[i].damping = damping_of(&out->damping, out->modes[i].value);
}

// ---- against the whole body ------------------------------------------------------------

// All that the body can answer with, from the modes as they were found, before anything is tuned.
static bool make_space(const modal_finishing* x, modal_model* out, response_space* space,
                       arena* scratch, report* r) {
    const modal_request* q = x->q;
    const loads_request ask = {.tets = &out->tets,
                               .all = x->all,
                               .moving = x->moving,
                               .number = out->number,
                               .free_count = out->free_count,
                               .shake = select_shake_of_body(&out->body),
                               .bone_count = q->bone_count,
                               .weights_or_null =
                                   q->bone_count > 1
                                       ? forcing_weights(q->weights_or_null, q->volume->node_count,
                                                         q->bone_count, &out->tets, scratch)
                                       : NULL,
                               .threads = q->threads};
    load_set l;
    if (!loads_answer(&ask, &l, scratch, r))
        return false;
    out->energy_of_all = loads_energy(&l, out->free_count);
    return response_make(x->found, &l, &x->moving->mass, q->threads, space, scratch) ||
           report_error(r, q->where, "what moving bones do to it is beyond all numbers");
}

// What errors are told by, for those who leave out more.
static void remember_compared(const response_space* space, const response_basis* b,
                              modal_model* out, arena* memory) {
    size_t size = (size_t)space->size, loads = (size_t)space->load_count, count = (size_t)b->count;
    out->compared = *space;
    out->compared.modes = NULL;
    out->compared.remainders = out->compared.mix = NULL;
    out->compared.values = ARENA_NEW(memory, double, size);
    out->compared.push = ARENA_NEW(memory, double, loads* size);
    out->compared_coords = ARENA_NEW(memory, double, count* size);
    memcpy(out->compared.values, space->values, size * sizeof(double));
    memcpy(out->compared.push, space->push, loads * size * sizeof(double));
    memcpy(out->compared_coords, b->coords, count * size * sizeof(double));
}

// Modes of the space itself, as coordinates of it.
static void compare_modes(const response_space* space, modal_model* out, const int32_t* from,
                          arena* memory, arena* scratch) {
    size_t count = (size_t)out->count, size = (size_t)space->size;
    response_basis b = {out->count, ARENA_NEW(scratch, double, count* size),
                        ARENA_NEW(scratch, double, count)};
    for (size_t i = 0; i < count; ++i) {
        b.coords[i * size + (size_t)from[i]] = 1.0;
        b.values[i] = space->values[from[i]];
    }
    const response_flesh flesh = {out->young_factor, out->damping};
    out->errors = response_errors_of(space, &flesh, &b);
    remember_compared(space, &b, out, memory);
}

// ---- both bases ------------------------------------------------------------------------

static bool finish_modes(const modal_finishing* x, const response_space* space_or_null,
                         modal_model* out, arena* memory, arena* scratch, report* r) {
    const modal_request* q = x->q;
    int32_t* from = ARENA_NEW(scratch, int32_t, (size_t)out->count);
    keep_modes(q, out, from, scratch);
    if (out->count == 0)
        return report_error(r, q->where,
                            "no mode can be seen: %g N moves no place of the surface by %g m in "
                            "any of the %d lowest",
                            q->force, q->step, out->unseen);
    if (q->sag > 0.0)
        tune_sag(out, q->sag);
    if (!find_damping(q, out, scratch, r))
        return false;
    damp(out);
    if (space_or_null != NULL)
        compare_modes(space_or_null, out, from, memory, scratch);
    return true;
}

// Softness and damping are those of the modes that are shaken most, as if they were all it had: so a part is as soft with either basis, however
// many coordinates it has.
static bool soften_by_modes(const modal_finishing* x, modal_model* out, arena* scratch, report* r) {
    size_t count = (size_t)out->count;
    double* energy = ARENA_NEW(scratch, double, count);
    double* values = ARENA_NEW(scratch, double, count);
    int32_t* kept = ARENA_NEW(scratch, int32_t, count);
    for (size_t i = 0; i < count; ++i) {
        energy[i] = out->modes[i].energy;
        values[i] = out->modes[i].value;
    }
    const select_candidates all = {out->count, values, NULL, NULL, energy};
    modal_model few = *out;
    few.count = select_modes(&all, &(select_rule){.count = SOFTENED_BY}, kept).count;
    few.modes = ARENA_NEW(scratch, modal_mode, (size_t)few.count);
    for (int32_t i = 0; i < few.count; ++i)
        few.modes[i] = out->modes[kept[i]];
    if (x->q->sag > 0.0)
        tune_sag(&few, x->q->sag);
    if (!find_damping(x->q, &few, scratch, r))
        return false;
    out->young_factor = few.young_factor;
    out->damping = few.damping;
    return true;
}

static bool finish_responses(const modal_finishing* x, const response_space* space,
                             modal_model* out, arena* memory, arena* scratch, report* r) {
    const modal_request* q = x->q;
    if (!soften_by_modes(x, out, scratch, r))
        return false;
    const response_flesh flesh = {out->young_factor, out->damping};
    response_basis b = {0};
    const response_wanted wanted = {q->least > 0 ? q->least : q->count, q->count, q->error};
    bool sound = response_choose(space, &flesh, &wanted, &b, &out->errors, scratch);
    eigen_modes coords = {
        .count = b.count,
        .values = b.values,
        .residuals =
            ARENA_NEW(scratch, double, (size_t)b.count), // they are no modes, so none is asked for
        .vectors = ARENA_NEW(memory, double, (size_t)b.count * 3 * (size_t)out->free_count),
        .cost = x->found->cost};
    if (!sound || !response_shapes(space, &b, x->moving, q->threads, coords.vectors))
        return report_error(r, q->where, "its answers to moving bones cannot be told apart");
    remember_compared(space, &b, out, memory);
    for (int32_t i = 0; i < b.count; ++i)
        b.values[i] *= flesh.scale;
    describe(x, &coords, out, memory);
    damp(out);
    return true;
}

bool modal_finish(const modal_finishing* x, modal_model* out, arena* memory, arena* scratch,
                  report* r) {
    const modal_request* q = x->q;
    eigen_modes* found = x->found;
    out->young_factor = 1.0;
    out->body = forcing_of_body(&out->tets, &x->all->mass, q->threads);
    hollow_where where = hollow_slowest(&out->tets, q->materials, out->number, found);
    out->slowest = (modal_slowest){found->values[found->rigid], where.elements, where.tied};
    response_space space;
    bool compared = modal_ranks_by_energy(q, out);
    if (compared && !make_space(x, out, &space, scratch, r))
        return false;
    if (q->first_hz != 0.0 && !tune_first_mode(found, q->first_hz, &out->young_factor, q->where, r))
        return false;
    describe(x, found, out, memory);
    if (!(compared && q->basis == MODAL_RESPONSES
              ? finish_responses(x, &space, out, memory, scratch, r)
              : finish_modes(x, compared ? &space : NULL, out, memory, scratch, r)))
        return false;
    out->energy_of_all /= out->young_factor;
    return true;
}
