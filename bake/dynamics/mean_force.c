// Fit a rotation to the change, take the gradient between the aligned shapes, put right what is left.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/mean_force.h"

#include "bake/base/assert.h"
#include "bake/dynamics/mat3.h"

#include <string.h>

// Of the parts of an energy balance, among them force times the size of places: what is lacking below it is rounding.
static const double MEAN_FORCE_ROUNDING = 1e-14;

// Of the trace of the moments of inertia: nodes in a line have none about it.
static const double LEAST_INERTIA = 1e-14;

typedef struct motion {
    int32_t width;
    vec3 place[MEAN_FORCE_NODES];  // half way, from their centre
    vec3 change[MEAN_FORCE_NODES]; // less the centre's
    vec3 shape[MEAN_FORCE_NODES];  // the part of the change that is no turn
    mat3 inverse;                  // of the moments of inertia of unit masses
    vec3 half;                     // of the turn: tan of its half along its axis
    double reach; // of places before they were centred: they are rounded to its digits
} motion;

static void centre(const vec3* from, int32_t width, vec3* to) {
    vec3 sum = {0};
    for (int32_t i = 0; i < width; ++i)
        sum = v3_add(sum, from[i]);
    for (int32_t i = 0; i < width; ++i)
        to[i] = v3_madd(from[i], sum, -1.0 / width);
}

static mat3 inverse_inertia(const vec3* place, int32_t width) {
    mat3 t = {{{0.0}}};
    for (int32_t i = 0; i < width; ++i) {
        const double p[3] = {place[i].x, place[i].y, place[i].z};
        double square = v3_dot(place[i], place[i]);
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                t.m[a][b] += (a == b ? square : 0.0) - p[a] * p[b];
    }
    double least = LEAST_INERTIA * (t.m[0][0] + t.m[1][1] + t.m[2][2]);
    for (int a = 0; a < 3; ++a)
        t.m[a][a] += least;
    mat3 inverse = mat3_cofactors(t); // symmetric, as t is
    double det = mat3_determinant(t);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            inverse.m[a][b] = det > 0.0 ? inverse.m[a][b] / det : 0.0;
    return inverse;
}

// The axial vector rho with the same moment as the field's: the turn that is nearest to it.
static vec3 turn_of(const motion* m, const vec3* field) {
    vec3 moment = {0};
    for (int32_t i = 0; i < m->width; ++i)
        moment = v3_add(moment, v3_cross(m->place[i], field[i]));
    return mat3_apply(&m->inverse, moment);
}

// Takes the turn out of a field; returns it. Twice: a slender group of nodes loses digits in the inverse.
static vec3 without_turn(const motion* m, vec3* field) {
    vec3 sum = {0};
    for (int pass = 0; pass < 2; ++pass) {
        vec3 turn = turn_of(m, field);
        sum = v3_add(sum, turn);
        for (int32_t i = 0; i < m->width; ++i)
            field[i] = v3_sub(field[i], v3_cross(turn, m->place[i]));
    }
    return sum;
}

static motion motion_of(const mean_force_step* s) {
    motion m = {.width = s->width};
    for (int32_t i = 0; i < s->width; ++i) {
        m.place[i] = v3_add(s->rest[i], s->u[i]);
        m.reach = fmax(m.reach, v3_length(m.place[i]));
    }
    centre(m.place, s->width, m.place);
    centre(s->change, s->width, m.change);
    m.inverse = inverse_inertia(m.place, s->width);
    memcpy(m.shape, m.change, sizeof m.shape);
    vec3 turn = without_turn(&m, m.shape); // x1 - x0 = 2 tan(angle / 2) axis x (x0 + x1) / 2
    m.half = v3_scale(turn, 0.5);
    return m;
}

// By half of the turn, forwards or backwards.
static vec3 turned(vec3 half, vec3 v) {
    double c = 1.0 / sqrt(1.0 + v3_dot(half, half));
    vec3 across = v3_scale(v3_add(v, v3_cross(half, v)), c);
    return v3_madd(across, half, c * c / (1.0 + c) * v3_dot(half, v));
}

// The mean of both ends' shapes where they meet, as displacements.
static void aligned(const motion* m, const vec3* rest, vec3* u) {
    vec3 back = v3_scale(m->half, -1.0);
    for (int32_t i = 0; i < m->width; ++i) {
        vec3 end = turned(back, v3_madd(m->place[i], m->change[i], 0.5));
        vec3 begin = turned(m->half, v3_madd(m->place[i], m->change[i], -0.5));
        u[i] = v3_sub(v3_scale(v3_add(begin, end), 0.5), v3_sub(rest[i], rest[0]));
    }
}

// Takes the moment out, then adds along the change of shape what energy lacks.
static void put_right(const motion* m, double gain, double energies, vec3* force) {
    double work = 0.0, sizes = 0.0, square = 0.0;
    without_turn(m, force);
    for (int32_t i = 0; i < m->width; ++i) {
        work += v3_dot(force[i], m->change[i]);
        sizes += v3_length(force[i]) * (m->reach + v3_length(m->change[i]));
        square += v3_dot(m->shape[i], m->shape[i]);
    }
    double deficit = gain - work, noise = MEAN_FORCE_ROUNDING * (energies + sizes);
    double trust = deficit * deficit / (deficit * deficit + noise * noise);
    if (!(square > 0.0 && deficit * deficit + noise * noise > 0.0))
        return;
    trust *=
        trust; // without a corner, and steep: where there is no change of shape, all is rounding
    double part = deficit * trust * trust / square;
    for (int32_t i = 0; i < m->width; ++i)
        force[i] = v3_madd(force[i], m->shape[i], part);
}

void mean_force(const mean_force_law* law, const void* data, int32_t element,
                const mean_force_step* step, vec3* force) {
    SUPPLE_ASSERT(step->width >= 2 && step->width <= MEAN_FORCE_NODES);
    motion m = motion_of(step);
    vec3 u[MEAN_FORCE_NODES];
    double ends[2];
    for (int k = 0; k < 2; ++k) {
        for (int32_t i = 0; i < m.width; ++i)
            u[i] = v3_madd(step->u[i], step->change[i], k - 0.5);
        ends[k] = law->energy(data, element, u);
    }
    aligned(&m, step->rest, u);
    law->force(data, element, u, force);
    double c = 1.0 / sqrt(1.0 + v3_dot(m.half, m.half));
    for (int32_t i = 0; i < m.width; ++i) // (Q + Q^T) / 2
        force[i] =
            v3_madd(v3_scale(force[i], c), m.half, c * c / (1.0 + c) * v3_dot(m.half, force[i]));
    put_right(&m, ends[1] - ends[0], fabs(ends[0]) + fabs(ends[1]), force);
}
