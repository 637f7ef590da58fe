// Modes of nodes, carried to what is drawn by how its places change.
// SPDX-License-Identifier: MIT
#include "bake/simulate/rest_modes.h"

#include "bake/dynamics/linear.h"
#include "bake/fem/eigen.h"
#include "bake/mesh/bounds.h"

#include <math.h>
#include <string.h>

static const double REST_MODES_SWING =
    0.03; // of the body's size: how far a swing goes for which air is linear
static const double REST_MODES_APART =
    1e-5; // of the body's size: how far nodes go where places are differentiated

typedef struct finding_modes {
    assembly* a;
    int threads;
    arena *memory, *scratch;
    const int32_t* number; // [node_count] among the free ones, or -1
    int32_t free_count;
    double size; // of all that is soft, m
    eigen_modes modes;
    rest_modes* out;
} finding_modes;

// ---- modes -----------------------------------------------------------------------------

// The tangent, which is right wherever the rest is stable; else the nearest that no direction makes negative.
static bool solve(finding_modes* f, int32_t count, report* r) {
    const eigen_request q = {.count = count, .threads = f->threads};
    report unheard = report_new(f->scratch);
    assemble_matrices m = linear_matrices(f->a->motion, false, f->scratch);
    if (eigen_lowest(&m, &q, &f->modes, f->scratch, &unheard))
        return true;
    m = linear_matrices(f->a->motion, true, f->scratch);
    f->out->firm = true;
    return eigen_lowest(&m, &q, &f->modes, f->scratch, r);
}

static void spread(const finding_modes* f, const double* x, double* nodes) {
    memset(nodes, 0, 3 * (size_t)f->a->node_count * sizeof *nodes);
    for (int32_t n = 0; n < f->a->node_count; ++n)
        if (f->number[n] >= 0)
            memcpy(nodes + 3 * (size_t)n, x + 3 * (size_t)f->number[n], 3 * sizeof *nodes);
}

static void describe(finding_modes* f) {
    rest_modes* out = f->out;
    size_t count = (size_t)f->modes.count;
    out->count = f->modes.count;
    out->values = ARENA_NEW(f->memory, double, count);
    out->decays = ARENA_NEW(f->memory, double, count);
    for (size_t e = 0; e < count; ++e) {
        const double* x = f->modes.vectors + 3 * e * (size_t)f->free_count;
        out->values[e] = f->modes.values[e];
        double most = 0.0;
        for (size_t i = 0; i < 3 * (size_t)f->free_count; ++i)
            most = fmax(most, fabs(x[i]));
        double speed = sqrt(out->values[e]) * REST_MODES_SWING * f->size / most;
        out->decays[e] = 0.5 * linear_damping(f->a->motion, x, speed);
    }
}

// ---- what is drawn ---------------------------------------------------------------------

static void places_at(const assembly* a, const double* u, vec3* out) {
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        carried_places(&m->carried, m->nodes, u + 3 * (size_t)a->first_node[i], out);
        out += m->carried.count;
    }
}

// A vertex beside a sheet turns with its triangle, so places are no linear function of nodes.
static void carry(finding_modes* f) {
    const assembly* a = f->a;
    size_t order = 3 * (size_t)a->node_count, drawn = (size_t)a->drawn.vertex_count;
    const double* rest = dynamics_u(a->motion);
    double *along = ARENA_NEW(f->scratch, double, order), *u = ARENA_NEW(f->scratch, double, order);
    vec3* sides[2] = {ARENA_NEW(f->scratch, vec3, drawn), ARENA_NEW(f->scratch, vec3, drawn)};
    f->out->shapes = ARENA_NEW(f->memory, double, 3 * drawn * (size_t)f->modes.count);
    for (int32_t e = 0; e < f->modes.count; ++e) {
        spread(f, f->modes.vectors + 3 * (size_t)e * (size_t)f->free_count, along);
        double most = 0.0;
        for (size_t i = 0; i < order; ++i)
            most = fmax(most, fabs(along[i]));
        double step = REST_MODES_APART * f->size / most;
        for (int side = 0; side < 2; ++side) {
            for (size_t i = 0; i < order; ++i)
                u[i] = rest[i] + (side == 0 ? -step : step) * along[i];
            places_at(a, u, sides[side]);
        }
        double* to = f->out->shapes + 3 * (size_t)e * drawn;
        for (size_t v = 0; v < drawn; ++v) {
            vec3 d = v3_scale(v3_sub(sides[1][v], sides[0][v]), 0.5 / step);
            memcpy(to + 3 * v, &d, sizeof d);
        }
    }
    f->out->places = ARENA_NEW(f->memory, vec3, drawn);
    assembly_places(a, true, f->out->places);
}

// ---- mass ------------------------------------------------------------------------------

static vec3 node_at(const assembly* a, int32_t n) {
    const double* u = dynamics_u(a->motion) + 3 * (size_t)n;
    return v3_add(a->nodes[n], v3(u[0], u[1], u[2]));
}

// By the mass of nodes, as nodes alone move by it: numerics.md A3, A4.
static void push_modes(finding_modes* f) {
    const assembly* a = f->a;
    size_t order = 3 * (size_t)a->node_count;
    double *along = ARENA_NEW(f->scratch, double, order), *y = ARENA_NEW(f->scratch, double, order);
    f->out->forcing = ARENA_NEW(f->memory, forcing_mode, (size_t)f->modes.count);
    for (int32_t e = 0; e < f->modes.count; ++e) {
        forcing_mode* to = &f->out->forcing[e];
        spread(f, f->modes.vectors + 3 * (size_t)e * (size_t)f->free_count, along);
        sparse_multiply_axes(dynamics_mass(a->motion), along, y, 1, f->threads);
        for (int32_t n = 0; n < a->node_count; ++n) {
            vec3 x = node_at(a, n);
            for (size_t i = 0; i < 3; ++i) {
                to->s[i] += y[3 * (size_t)n + i];
                for (size_t k = 0; k < 3; ++k)
                    to->j[i][k] += y[3 * (size_t)n + i] * (&x.x)[k];
            }
        }
    }
}

static void weigh(const assembly* a, forcing_body* out) {
    vec3 sum = {0};
    for (int32_t n = 0; n < a->soft_count; ++n) {
        out->mass += a->mass[n];
        sum = v3_madd(sum, node_at(a, n), a->mass[n]);
    }
    out->centre = v3_scale(sum, 1.0 / out->mass);
    for (int32_t n = 0; n < a->soft_count; ++n) {
        vec3 x = v3_sub(node_at(a, n), out->centre);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                out->inertia[i][k] +=
                    a->mass[n] * ((i == k ? v3_dot(x, x) : 0.0) - (&x.x)[i] * (&x.x)[k]);
    }
}

// ---- all of it -------------------------------------------------------------------------

static bool come_to_rest(assembly* a, report* r) {
    a->air.wind = v3(0.0, 0.0, 0.0);
    return support_start(&a->on, NULL, NULL, r) && support_rest(&a->on, r);
}

bool rest_modes_find(assembly* a, int32_t count, int threads, arena* memory, rest_modes* out,
                     report* r) {
    *out = (rest_modes){.node_count = a->soft_count};
    if (!come_to_rest(a, r))
        return false;
    finding_modes f = {
        .a = a, .threads = threads, .memory = memory, .scratch = arena_create(), .out = out};
    bounds box = bounds_of(a->nodes, a->soft_count);
    f.size = v3_distance(box.low, box.high);
    f.number = linear_numbers(a->motion, &f.free_count);
    out->held_count = a->soft_count - f.free_count;
    bool sound = solve(&f, count, r);
    if (sound) {
        describe(&f);
        carry(&f);
        push_modes(&f);
        weigh(a, &out->body);
    }
    arena_destroy(f.scratch);
    return sound;
}
