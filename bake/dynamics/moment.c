// Copies of moments, and moments between.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/moment.h"

#include <string.h>

enum { FRAME_NUMBERS = sizeof(moment_frame) / sizeof(double) };

moment_copy moment_copy_new(int32_t shape_count, int32_t node_count, arena* memory) {
    size_t order = 3 * (size_t)node_count;
    moment_copy m = {.shape_count = shape_count, .node_count = node_count};
    m.weights = ARENA_NEW(memory, double, (size_t)shape_count);
    m.frames = ARENA_NEW(memory, moment_frame, (size_t)node_count);
    m.force = ARENA_NEW(memory, double, order);
    m.held = ARENA_NEW(memory, double, 3 * order);
    return m;
}

static void set_numbers(double* to, const double* from_or_null, size_t count) {
    if (from_or_null != NULL)
        memcpy(to, from_or_null, count * sizeof *to);
    else
        memset(to, 0, count * sizeof *to);
}

void moment_copy_set(moment_copy* to, const moment* from) {
    static const moment_frame still = {.carry = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    size_t order = 3 * (size_t)to->node_count;
    set_numbers(to->weights, from->weights, (size_t)to->shape_count);
    set_numbers(to->force, from->force_or_null, order);
    set_numbers(to->held, from->held_or_null, 3 * order);
    to->framed = from->frames_or_null != NULL;
    for (int32_t i = 0; i < to->node_count; ++i)
        to->frames[i] = to->framed ? from->frames_or_null[i] : still;
}

static void between(const double* a, const double* b, double part, size_t count, double* out) {
    for (size_t i = 0; i < count; ++i)
        out[i] = a[i] + part * (b[i] - a[i]);
}

void moment_copy_between(const moment_copy* a, const moment_copy* b, double part,
                         moment_copy* out) {
    size_t order = 3 * (size_t)a->node_count;
    between(a->weights, b->weights, part, (size_t)a->shape_count, out->weights);
    between(a->force, b->force, part, order, out->force);
    between(a->held, b->held, part, 3 * order, out->held);
    out->framed = a->framed || b->framed;
    between((const double*)a->frames, (const double*)b->frames, part,
            FRAME_NUMBERS * (size_t)a->node_count, (double*)out->frames);
}

static vec3 turn(const double m[3][3], vec3 v) {
    return v3(m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
              m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
              m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z);
}

vec3 moment_back(const moment_frame* f, vec3 v) {
    const double(*m)[3] = f->carry;
    return v3(m[0][0] * v.x + m[1][0] * v.y + m[2][0] * v.z,
              m[0][1] * v.x + m[1][1] * v.y + m[2][1] * v.z,
              m[0][2] * v.x + m[1][2] * v.y + m[2][2] * v.z);
}

vec3 moment_velocity(const moment_frame* f, vec3 place, vec3 v) {
    return v3_add(v3_add(turn(f->carry, v), turn(f->carry1, place)), f->shift1);
}

vec3 moment_acceleration(const moment_frame* f, vec3 place, vec3 v, vec3 a) {
    vec3 sum = v3_madd(turn(f->carry, a), turn(f->carry1, v), 2.0);
    return v3_add(v3_add(sum, turn(f->carry2, place)), f->shift2);
}
