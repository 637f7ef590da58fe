// Laws that every term of energy obeys, asked at random states.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/dense.h"
#include "bake/dynamics/energy.h"
#include "test/kit/random.h"

#include <float.h>

static inline double power(double low, double high) { // between two powers of ten
    return pow(10.0, random_in(low, high));
}

typedef struct kit {
    arena* memory;
    report r;
    int32_t node_count;
    vec3* nodes; // at rest
    double size; // of the body
    double step; // of central differences, m
    energy_term term;
    double rate;
    size_t order;
    const double* v; // NULL: at rest
} kit;

static inline double* kit_field(kit* k) {
    return ARENA_NEW(k->memory, double, k->order);
}

static inline double* kit_random(kit* k, double size) {
    double* x = kit_field(k);
    for (size_t i = 0; i < k->order; ++i)
        x[i] = random_in(-size, size);
    return x;
}

static inline double* kit_moved(kit* k, const double* u, const double* along, double part) {
    double* x = kit_field(k);
    for (size_t i = 0; i < k->order; ++i)
        x[i] = u[i] + part * along[i];
    return x;
}

static inline vec3 kit_at(const double* field, int32_t node) {
    return v3(field[3 * node], field[3 * node + 1], field[3 * node + 2]);
}

static inline void kit_set(double* field, int32_t node, vec3 v) {
    field[3 * node] = v.x, field[3 * node + 1] = v.y, field[3 * node + 2] = v.z;
}

static inline quat kit_turn(double most) {
    return quat_axis_angle(v3_unit(random_point(1.0)), random_in(-most, most));
}

// Displaced by so much, then turned and carried away as a whole.
static inline double* kit_state(kit* k, double size, double angle, double away) {
    double* u = kit_random(k, size);
    quat q = kit_turn(angle);
    vec3 shift = random_point(away);
    for (int32_t i = 0; i < k->node_count; ++i) {
        vec3 x = v3_add(k->nodes[i], kit_at(u, i));
        kit_set(u, i, v3_sub(v3_add(quat_rotate(q, x), shift), k->nodes[i]));
    }
    return u;
}

static inline energy_place kit_place(const kit* k, const double* u) {
    return (energy_place){.u = u, .v = k->v, .rate = k->rate};
}

static inline double kit_energy(kit* k, const double* u) {
    energy_place at = kit_place(k, u);
    return k->term.energy(k->term.data, &at);
}

static inline double* kit_force(kit* k, const double* u, const double* change_or_null) {
    energy_place at = kit_place(k, u);
    double* f = kit_random(k, 1.0); // must be overwritten
    k->term.force(k->term.data, &at, change_or_null, f);
    return f;
}

static inline double* kit_times(kit* k, const double* u, energy_matrix which, const double* along) {
    energy_place at = kit_place(k, u);
    double* f = kit_random(k, 1.0);
    k->term.times(k->term.data, &at, which, along, f);
    return f;
}

static inline sparse kit_matrix(kit* k, const double* u, energy_matrix which) {
    energy_place at = kit_place(k, u);
    energy_pattern p = k->term.pattern(k->term.data, &at);
    sparse m = sparse_pattern(&p.mesh, 3, 1, k->memory);
    k->term.matrix(k->term.data, &at, which, &m);
    return m;
}

static inline double kit_dot(const kit* k, const double* x, const double* y) {
    double sum = 0.0;
    for (size_t i = 0; i < k->order; ++i)
        sum += x[i] * y[i];
    return sum;
}

// |x - y| over |y|.
static inline double kit_apart(const kit* k, const double* x, const double* y) {
    double sum = 0.0;
    for (size_t i = 0; i < k->order; ++i)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum / fmax(kit_dot(k, y, y), DBL_MIN));
}

// ---- laws: how far each is broken --------------------------------------------------------

// Force times a direction, beside the difference of energies; fourth order.
static inline double kit_force_error(kit* k, const double* u) {
    double *w = kit_random(k, 1.0), *f = kit_force(k, u, NULL), e = k->step, d[2];
    for (int i = 0; i < 2; ++i)
        d[i] = (kit_energy(k, kit_moved(k, u, w, e * (i + 1))) -
                kit_energy(k, kit_moved(k, u, w, -e * (i + 1)))) /
               (2.0 * e * (i + 1));
    double slope = (4.0 * d[0] - d[1]) / 3.0;
    return fabs(kit_dot(k, f, w) - slope) / sqrt(kit_dot(k, f, f) * kit_dot(k, w, w));
}

// Matrix times a direction, with and without the matrix, beside the difference of forces; fourth order.
static inline double kit_matrix_error(kit* k, const double* u) {
    double *w = kit_random(k, 1.0), *product = kit_field(k), *slope = kit_field(k), e = k->step;
    for (int i = 0; i < 2; ++i) {
        double *after = kit_force(k, kit_moved(k, u, w, e * (i + 1)), NULL),
               *before = kit_force(k, kit_moved(k, u, w, -e * (i + 1)), NULL);
        for (size_t n = 0; n < k->order; ++n)
            slope[n] += (i == 0 ? 4.0 : -1.0) / 3.0 * (after[n] - before[n]) / (2.0 * e * (i + 1));
    }
    sparse m = kit_matrix(k, u, ENERGY_TANGENT);
    sparse_multiply(&m, w, product, 1, 1);
    return fmax(fmax(kit_apart(k, product, slope), sparse_asymmetry(&m)),
                kit_apart(k, kit_times(k, u, ENERGY_TANGENT, w), product));
}

// The lowest eigenvalue over the largest.
static inline double kit_lowest(kit* k, const double* u, energy_matrix which) {
    sparse m = kit_matrix(k, u, which);
    size_t n = k->order;
    double *dense = ARENA_NEW(k->memory, double, n*n), *values = kit_field(k);
    for (size_t row = 0; row < n; ++row)
        for (size_t column = 0; column < n; ++column) {
            const double* b = sparse_block(&m, (int32_t)(row / 3), (int32_t)(column / 3));
            dense[row * n + column] = b != NULL ? b[3 * (row % 3) + column % 3] : 0.0;
        }
    if (!dense_eigen((int32_t)n, dense, values, k->memory))
        return NAN;
    return values[0] / values[n - 1];
}

// Sum and moment of a force about where the body is, over those of its parts.
static inline double kit_resultant(kit* k, const double* u, const double* f) {
    vec3 sum = {0}, turning = {0}, c = v3_add(k->nodes[0], kit_at(u, 0));
    double sizes = DBL_MIN, arms = DBL_MIN;
    for (int32_t i = 0; i < k->node_count; ++i) {
        vec3 x = v3_sub(v3_add(k->nodes[i], kit_at(u, i)), c), p = kit_at(f, i);
        sum = v3_add(sum, p);
        turning = v3_add(turning, v3_cross(x, p));
        sizes += v3_length(p);
        arms += v3_length(p) * v3_length(x);
    }
    return fmax(v3_length(sum) / sizes, v3_length(turning) / arms);
}

// Mean force of a step from one state to another: the energy it does not gain, over all that is added up in it,
// places of `reach` too; and its sum and moment.
typedef struct kit_mean {
    double lack, resultant;
} kit_mean;

static inline kit_mean kit_mean_error(kit* k, const double* from, const double* to, double reach) {
    double *change = kit_moved(k, to, from, -1.0), *middle = kit_moved(k, from, change, 0.5);
    double* f = kit_force(k, middle, change);
    double before = kit_energy(k, from), after = kit_energy(k, to), sizes = before + after;
    for (int32_t i = 0; i < k->node_count; ++i)
        sizes += v3_length(kit_at(f, i)) * (reach + v3_length(kit_at(change, i)));
    return (kit_mean){fabs(kit_dot(k, f, change) - (after - before)) / (sizes + DBL_MIN),
                      kit_resultant(k, middle, f)};
}
