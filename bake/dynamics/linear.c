// From the terms of a body, as a step asks them.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/linear.h"

#include "bake/dynamics/dynamics_data.h"

#include <math.h>

static energy_place place_of(const dynamics* d) {
    return (energy_place){&d->before, d->u, NULL, 0.0};
}

static sparse copied(const sparse* from, arena* memory) {
    size_t rows = (size_t)from->rows, blocks = (size_t)from->start[from->rows];
    sparse to = {.rows = from->rows, .block = from->block};
    to.start = ARENA_NEW(memory, int64_t, rows + 1);
    to.column = ARENA_NEW(memory, int32_t, blocks);
    to.value = ARENA_NEW(memory, double, 9 * blocks);
    memcpy(to.start, from->start, (rows + 1) * sizeof *to.start);
    memcpy(to.column, from->column, blocks * sizeof *to.column);
    memcpy(to.value, from->value, 9 * blocks * sizeof *to.value);
    return to;
}

// Masses of the free nodes where the stiffness has blocks: it has one wherever they have.
static sparse masses(const dynamics* d, const sparse* like, arena* memory) {
    sparse out = *like;
    out.block = 1;
    out.value = ARENA_NEW(memory, double, (size_t)like->start[like->rows]);
    for (int32_t row = 0; row < like->rows; ++row)
        for (int64_t i = like->start[row]; i < like->start[row + 1]; ++i) {
            const double* mass =
                sparse_block(&d->body.mass, d->node[row], d->node[like->column[i]]);
            out.value[i] = mass != NULL ? *mass : 0.0;
        }
    return out;
}

assemble_matrices linear_matrices(dynamics* d, bool firm, arena* memory) {
    arena* scratch = arena_create();
    step_matrix own = step_matrix_make(&d->matrix.terms, &d->body.mass, d->number, d->free_count,
                                       d->body.threads, scratch);
    const energy_place here = place_of(d);
    step_matrix_assemble(
        &own, &here,
        &(step_matrix_parts){.all = 1.0, .which = firm ? ENERGY_FIRM : ENERGY_TANGENT});
    assemble_matrices out = {.stiffness = copied(&own.sum, memory)};
    out.mass = masses(d, &out.stiffness, memory);
    step_matrix_free(&own);
    arena_destroy(scratch);
    return out;
}

const int32_t* linear_numbers(const dynamics* d, int32_t* free_count) {
    *free_count = d->free_count;
    return d->number;
}

// f = c |v| v takes from a swing of the largest velocity V as much as (8 / 3 pi) c V v does, and its derivative there is 2 c V.
static const double SQUARE = 0.42441318157838753;

static double product(const double* a, const double* b, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

// x' D x of what resists velocities alone, at v = speed x: what all terms say when it moves, less what they say at rest.
static double resistance(dynamics* d, const double* along, double speed, arena* scratch) {
    double *v = ARENA_NEW(scratch, double, d->order), *out = ARENA_NEW(scratch, double, d->order),
           *other = ARENA_NEW(scratch, double, d->order);
    for (size_t i = 0; i < d->order; ++i)
        v[i] = speed * along[i];
    energy_place here = place_of(d);
    energy_sum_times(&d->matrix.terms, &here, ENERGY_FIRM, along, other, out);
    double still = product(along, out, d->order);
    here.v = v;
    here.rate = 1.0;
    energy_sum_times(&d->matrix.terms, &here, ENERGY_FIRM, along, other, out);
    return fmax(product(along, out, d->order) - still, 0.0);
}

double linear_damping(dynamics* d, const double* x, double speed) {
    arena* scratch = arena_create();
    double *still = ARENA_NEW(scratch, double, d->order),
           *along = ARENA_NEW(scratch, double, d->order),
           *heavy = ARENA_NEW(scratch, double, d->order),
           *drag = ARENA_NEW(scratch, double, d->order);
    dynamics_to_nodes(d, x, still, along);
    const energy_place here = place_of(d);
    sparse_multiply_axes(&d->body.mass, along, heavy, 1, d->body.threads);
    energy_sum_damped(&d->matrix.terms, &here,
                      d->options.damped_by == DYNAMICS_DAMPED_BY_MATERIAL ? ENERGY_MATERIAL
                                                                          : ENERGY_TANGENT,
                      along, still, drag);
    double mass = product(along, heavy, d->order);
    double resists = d->options.damping.beta * product(along, drag, d->order) +
                     SQUARE * resistance(d, along, speed, scratch);
    arena_destroy(scratch);
    return d->options.damping.alpha + (mass > 0.0 ? resists / mass : 0.0);
}
