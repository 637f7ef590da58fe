// Sums over nodes of mass times displacement.
// SPDX-License-Identifier: MIT
#include "bake/fem/forcing.h"

#include "bake/base/assert.h"

#include <string.h>

// sums[a][b] += force[a] * place[b], over all nodes
static void add_moments(const vec3* places, const double* forces, int32_t count,
                        double sums[3][3]) {
    for (int32_t i = 0; i < count; ++i) {
        const double at[3] = {places[i].x, places[i].y, places[i].z};
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                sums[a][b] += forces[3 * (ptrdiff_t)i + a] * at[b];
    }
}

// M times one mode, over all nodes; `whole` is room for the mode with zeros at the fixed ones.
static void mode_times_mass(const tets* t, const sparse* mass_of_all, const int32_t* number,
                            const double* mode, int threads, double* whole, double* force) {
    for (int32_t i = 0; i < t->node_count; ++i)
        for (ptrdiff_t k = 0; k < 3; ++k)
            whole[3 * (ptrdiff_t)i + k] = number[i] >= 0 ? mode[3 * (ptrdiff_t)number[i] + k] : 0.0;
    sparse_multiply_axes(mass_of_all, whole, force, 1, threads);
}

static forcing_mode sum_forces(const tets* t, const double* force) {
    forcing_mode sum = {{0.0}, {{0.0}}};
    for (size_t i = 0; i < 3 * (size_t)t->node_count; ++i)
        sum.s[i % 3] += force[i];
    add_moments(t->nodes, force, t->node_count, sum.j);
    return sum;
}

static size_t free_unknowns(const tets* t, const int32_t* number) {
    size_t count = 0;
    for (int32_t i = 0; i < t->node_count; ++i)
        count += number[i] >= 0 ? 3 : 0;
    return count;
}

void forcing_of_modes(const tets* t, const sparse* mass_of_all, const int32_t* number,
                      const eigen_modes* modes, int threads, forcing_mode* out) {
    SUPPLE_ASSERT(mass_of_all->block == 1 && mass_of_all->rows == t->node_count && threads >= 0);
    arena* scratch = arena_create();
    size_t n = 3 * (size_t)t->node_count, free_order = free_unknowns(t, number);
    double *whole = ARENA_NEW(scratch, double, n), *force = ARENA_NEW(scratch, double, n);
    for (int32_t e = 0; e < modes->count; ++e) {
        const double* mode = modes->vectors + (size_t)e * free_order;
        mode_times_mass(t, mass_of_all, number, mode, threads, whole, force);
        out[e] = sum_forces(t, force);
    }
    arena_destroy(scratch);
}

void forcing_of_bones(const tets* t, const sparse* mass_of_all, const int32_t* number,
                      const eigen_modes* modes, const double* weights, int32_t bone_count,
                      int threads, forcing_mode* out) {
    SUPPLE_ASSERT(mass_of_all->block == 1 && mass_of_all->rows == t->node_count && threads >= 0);
    SUPPLE_ASSERT(bone_count > 0 && number != NULL && weights != NULL);
    arena* scratch = arena_create();
    size_t n = 3 * (size_t)t->node_count, free_order = free_unknowns(t, number);
    double *whole = ARENA_NEW(scratch, double, n), *force = ARENA_NEW(scratch, double, n);
    double* fraction = ARENA_NEW(scratch, double, n);
    for (int32_t e = 0; e < modes->count; ++e) {
        const double* mode = modes->vectors + (size_t)e * free_order;
        mode_times_mass(t, mass_of_all, number, mode, threads, whole, force);
        for (int32_t b = 0; b < bone_count; ++b) {
            const double* w = weights + (size_t)b * (size_t)t->node_count;
            for (size_t i = 0; i < n; ++i)
                fraction[i] = w[i / 3] * force[i];
            out[(size_t)e * (size_t)bone_count + (size_t)b] = sum_forces(t, fraction);
        }
    }
    arena_destroy(scratch);
}

const double* forcing_weights(const double* weights, int32_t given, int32_t bone_count,
                              const tets* t, arena* scratch) {
    SUPPLE_ASSERT(bone_count >= 0 && given >= 0);
    size_t all = (size_t)t->node_count;
    if ((size_t)given == all)
        return weights;
    double* out = ARENA_NEW(scratch, double, (size_t)bone_count* all);
    for (int32_t b = 0; b < bone_count; ++b) {
        double* w = out + (size_t)b * all;
        memcpy(w, weights + (size_t)b * (size_t)given, (size_t)given * sizeof *w);
        for (int32_t i = 0; i < t->tet_count; ++i) {
            const int32_t* e = t->elements + 10 * (size_t)i;
            for (int k = 0; k < 6; ++k)
                w[e[4 + k]] = 0.5 * (w[e[tet_edge[k][0]]] + w[e[tet_edge[k][1]]]);
        }
    }
    return out;
}

void forcing_coupling(const sparse* mass_of_free, const eigen_modes* modes, int threads,
                      double* out) {
    SUPPLE_ASSERT(mass_of_free->block == 1 && threads >= 0);
    static const int axes[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    arena* scratch = arena_create();
    size_t order = 3 * (size_t)mass_of_free->rows, count = (size_t)modes->count;
    double* force = ARENA_NEW(scratch, double, order);
    for (size_t k = 0; k < count; ++k) {
        sparse_multiply_axes(mass_of_free, modes->vectors + k * order, force, 1, threads);
        for (size_t i = 0; i < count; ++i)
            for (size_t pair = 0; pair < 6; ++pair) {
                const double* mode = modes->vectors + i * order;
                double sum = 0.0;
                for (size_t n = 0; n < order; n += 3)
                    sum += mode[n + (size_t)axes[pair][0]] * force[n + (size_t)axes[pair][1]];
                out[(pair * count + i) * count + k] = sum;
            }
    }
    arena_destroy(scratch);
}

forcing_body forcing_of_body(const tets* t, const sparse* mass_of_all, int threads) {
    SUPPLE_ASSERT(mass_of_all->block == 1 && mass_of_all->rows == t->node_count && threads >= 0);
    arena* scratch = arena_create();
    size_t n = 3 * (size_t)t->node_count;
    double *x = ARENA_NEW(scratch, double, n), *force = ARENA_NEW(scratch, double, n);
    vec3 *from_centre = ARENA_NEW(scratch, vec3, (size_t)t->node_count), first = {0};
    forcing_body body = {0};
    for (int32_t row = 0; row < t->node_count; ++row) {
        double mass = 0.0;
        for (int64_t i = mass_of_all->start[row]; i < mass_of_all->start[row + 1]; ++i)
            mass += mass_of_all->value[i];
        body.mass += mass;
        first = v3_madd(first, t->nodes[row], mass);
    }
    body.centre = v3_scale(first, 1.0 / body.mass);
    for (int32_t i = 0; i < t->node_count; ++i) {
        vec3 d = from_centre[i] = v3_sub(t->nodes[i], body.centre);
        x[3 * (ptrdiff_t)i] = d.x;
        x[3 * (ptrdiff_t)i + 1] = d.y;
        x[3 * (ptrdiff_t)i + 2] = d.z;
    }
    sparse_multiply_axes(mass_of_all, x, force, 1, threads);
    double moments[3][3] = {{0.0}};
    add_moments(from_centre, force, t->node_count, moments);
    double trace = moments[0][0] + moments[1][1] + moments[2][2];
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            body.inertia[a][b] = (a == b ? trace : 0.0) - 0.5 * (moments[a][b] + moments[b][a]);
    arena_destroy(scratch);
    return body;
}
