// Mass, basis, polynomials; then what bones and reports want to know of each coordinate.
// SPDX-License-Identifier: MIT
#include "bake/model/posed.h"

#include "bake/algebra/dense.h"
#include "bake/base/root.h"
#include "bake/model/select.h"

#include <string.h>

#define POSED_FAR                                                                                  \
    0.25 // of the cube root of the volume: how far flesh swings, when modal derivatives are weighed

typedef struct building {
    const posed_request* q;
    stages* clock;
    posed_model* out;
    arena *memory, *scratch;
    int32_t base;                  // the target whose shape is nearest to the base
    assemble_matrices all, moving; // of the base's shape and that target's material
    elastic body;
} building;

static bool make_body(building* b, report* r) {
    const target_set* set = b->q->set;
    modal_model* c = &b->out->coords;
    size_t nodes = (size_t)set->volume->node_count;
    c->tets = *set->volume;
    c->fixed = ARENA_NEW(b->memory, uint8_t, nodes);
    c->number = ARENA_NEW(b->memory, int32_t, nodes);
    memcpy(c->fixed, set->fixed, nodes);
    for (size_t i = 0; i < nodes; ++i)
        c->fixed_count += c->fixed[i];
    b->base = basis_base(set);
    bool sound = assemble_free(&c->tets, c->fixed, c->number, &c->free_count, b->q->where, r) &&
                 assemble_body(&c->tets, set->shapes[b->base].materials, ELEMENT_MASS_CONSISTENT,
                               b->q->threads, &b->all, b->q->where, b->scratch, r) &&
                 target_elastic(b->q->stvk ? ELASTIC_STVK : ELASTIC_LINEAR, set, b->q->threads,
                                &b->body, b->q->where, b->scratch, r);
    if (sound)
        b->moving = assemble_keep(&b->all, c->number, c->free_count, b->scratch);
    stages_end(b->clock, "matrices");
    return sound;
}

static bool make_basis(building* b, report* r) {
    const posed_request* q = b->q;
    modal_model* c = &b->out->coords;
    basis_request ask = {.set = q->set,
                         .number = c->number,
                         .free_count = c->free_count,
                         .mass_of_all = &b->all.mass,
                         .mass = &b->moving.mass,
                         .count = q->count,
                         .bends_or_null = q->stvk && q->derivatives ? &b->body : NULL,
                         .far = POSED_FAR * cube_root(tets_volume(&c->tets)),
                         .threads = q->threads,
                         .where = q->where};
    if (!basis_make(&ask, b->clock, &b->out->basis, b->memory, r))
        return false;
    c->count = b->out->basis.count;
    c->vectors = b->out->basis.vectors;
    return damping_find(&q->damping, b->out->basis.values, b->out->basis.mode_count, &c->damping,
                        q->where, r);
}

// The mass is the identity, so the stiffness tells frequencies by itself.
static bool find_values(building* b, int32_t target, const polynomial* own, report* r) {
    size_t count = (size_t)own->count;
    double* k = ARENA_NEW(b->scratch, double, count* count);
    for (size_t i = 0; i < count; ++i)
        memcpy(k + i * count, own->linear + polynomial_size((int32_t)i, 2), (i + 1) * sizeof *k);
    return dense_eigen(own->count, k, b->out->values + (size_t)target * count, b->scratch) ||
           report_error(r, b->q->where, "the stiffness of target \"%s\" is beyond all numbers",
                        b->q->set->shapes[target].name);
}

// Each target's from where it rests, then all from the base. Returns the base's before that.
static bool make_forces(building* b, polynomial* base, report* r) {
    posed_model* out = b->out;
    const modal_model* c = &out->coords;
    size_t all = 3 * (size_t)c->tets.node_count, count = (size_t)c->count;
    double* columns = ARENA_NEW(b->scratch, double, count* all);
    for (int32_t i = 0; i < c->count; ++i)
        modal_shape(c, i, columns + (size_t)i * all);
    polynomial* own = ARENA_NEW(b->scratch, polynomial, (size_t)b->q->set->count);
    out->forces = ARENA_NEW(b->memory, polynomial, (size_t)b->q->set->count);
    out->values = ARENA_NEW(b->memory, double, (size_t)b->q->set->count* count);
    for (int32_t t = 0; t < b->q->set->count; ++t) {
        own[t] = reduce_shape(&b->body, t, columns, c->count, &out->cost, b->scratch);
        out->forces[t] = polynomial_shift(&own[t], out->basis.rests + (size_t)t * count, b->memory);
        if (!find_values(b, t, &own[t], r))
            return false;
    }
    stages_end(b->clock, "polynomials");
    *base = own[b->base];
    out->base = b->base;
    return true;
}

// ---- what is known of each coordinate --------------------------------------------------

// The energy that a shaken bone brings into the model of the first i + 1 coordinates beyond that of
// the first i. With P = L L' and L y = load it is y_i^2 / 2, summed over the twelve loads.
static void find_energies(const building* b, const double* stiffness, const select_shake* shake) {
    modal_model* c = &b->out->coords;
    double *l = ARENA_NEW(b->scratch, double, polynomial_size(c->count, 2)),
           *y = ARENA_NEW(b->scratch, double, SELECT_LOADS*(size_t)c->count);
    for (int32_t i = 0; i < c->count; ++i) {
        double *row = l + polynomial_size(i, 2), *own = y + (ptrdiff_t)SELECT_LOADS * i;
        select_loads(&c->modes[i].forcing, shake, own);
        memcpy(row, stiffness + polynomial_size(i, 2), (size_t)(i + 1) * sizeof *row);
        for (int32_t k = 0; k < i; ++k) {
            const double* other = l + polynomial_size(k, 2);
            for (int32_t j = 0; j < k; ++j)
                row[k] -= row[j] * other[j];
            row[k] /= other[k];
            row[i] -= row[k] * row[k];
            for (int load = 0; load < SELECT_LOADS; ++load)
                own[load] -= row[k] * y[(ptrdiff_t)SELECT_LOADS * k + load];
        }
        row[i] = sqrt(fmax(row[i], 0.0));
        for (int load = 0; load < SELECT_LOADS && row[i] > 0.0; ++load) {
            own[load] /= row[i];
            c->modes[i].energy += 0.5 * own[load] * own[load];
        }
    }
}

static bool describe_coords(building* b, const polynomial* own, report* r) {
    const posed_request* q = b->q;
    modal_model* c = &b->out->coords;
    size_t count = (size_t)c->count, order = 3 * (size_t)c->free_count;
    const eigen_modes columns = {.count = c->count, .vectors = c->vectors};
    forcing_mode* forcing = ARENA_NEW(b->scratch, forcing_mode, count);
    forcing_of_modes(&c->tets, &b->all.mass, c->number, &columns, q->threads, forcing);
    c->body = forcing_of_body(&c->tets, &b->all.mass, q->threads);
    c->modes = ARENA_NEW(b->memory, modal_mode, count);
    for (size_t i = 0; i < count; ++i) {
        const double* s = forcing[i].s;
        double value = own->linear[polynomial_size((int32_t)i, 2) + i];
        c->modes[i] = (modal_mode){
            .value = value,
            .damping = damping_of(&c->damping, value),
            .forcing = forcing[i],
            .participation = (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) / c->body.mass,
            .largest = sqrt(select_reach(c->vectors + i * order, c->free_count, NULL, 1.0))};
    }
    if (c->fixed_count == 0)
        return true;
    select_shake shake = select_shake_of_body(&c->body);
    find_energies(b, own->linear, &shake);
    return select_energy_of_all(&c->tets, &b->all, c->number, c->free_count, &shake, q->threads,
                                &c->energy_of_all, r);
}

static void push_coords(building* b) {
    const posed_request* q = b->q;
    modal_model* c = &b->out->coords;
    size_t count = (size_t)c->count;
    const eigen_modes columns = {.count = c->count, .vectors = c->vectors};
    if (q->bone_count > 0) {
        c->bones = ARENA_NEW(b->memory, forcing_mode, count * (size_t)q->bone_count);
        forcing_of_bones(&c->tets, &b->all.mass, c->number, &columns, q->weights_or_null,
                         q->bone_count, q->threads, c->bones);
    }
    if (q->coupling) {
        c->coupling = ARENA_NEW(b->memory, double, 6 * count * count);
        forcing_coupling(&b->moving.mass, &columns, q->threads, c->coupling);
    }
}

static void make_poses(building* b) {
    const target_set* set = b->q->set;
    const double** poses = ARENA_NEW(b->scratch, const double*, (size_t)set->count);
    for (int32_t t = 0; t < set->count; ++t)
        poses[t] = set->shapes[t].pose;
    b->out->poses = pose_space_make(poses, set->count, 6 * set->joint_count, set->input_count,
                                    b->q->smoothing, b->memory);
}

bool posed_build(const posed_request* q, stages* clock, posed_model* out, arena* memory,
                 report* r) {
    *out = (posed_model){0};
    building b = {.q = q, .clock = clock, .out = out, .memory = memory, .scratch = arena_create()};
    bool sound = make_body(&b, r) && make_basis(&b, r);
    if (sound) {
        out->coords.young_factor = q->set->young_factor;
        polynomial own;
        sound = make_forces(&b, &own, r);
        make_poses(&b);
        sound = sound && describe_coords(&b, &own, r);
        if (sound)
            push_coords(&b);
        stages_end(clock, "forcing");
    }
    arena_destroy(b.scratch);
    return sound;
}
