// Sorts pins into groups and finds what the flesh does to their points.
//
// A restored state may hold anything, so the points of pins are looked at again in every step.
// SPDX-License-Identifier: MIT
#include "runtime/pin_work.h"

#include "runtime/pull.h"

#include <math.h>
#include <string.h>

static size_t lay_out(pin_arrays* a, double* numbers, int32_t pins, int32_t coords) {
    size_t rows = 3 * (size_t)pins, n = (size_t)coords, size = (size_t)pull_size(3 * pins, coords);
    struct {
        double** array;
        size_t count;
    } all[] = {{&a->rows, rows * n},
               {&a->gain, n},
               {&a->impulse, n},
               {&a->ease, n},
               {&a->predicted, n},
               {&a->flesh, n},
               {&a->rest, n},
               {&a->pull, n},
               {&a->missing, rows},
               {&a->scratch, size},
               {&a->inverse, rows * size},
               {&a->square, size * size}};
    size_t at = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        *all[i].array = numbers == NULL ? NULL : numbers + at;
        at += all[i].count;
    }
    a->n = coords;
    return at;
}

static bool overlap(const uint64_t a[4], const uint64_t b[4]) {
    return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3])) != 0;
}

static bool is_live(const supple_body* b, int32_t slot) {
    return b->pins[slot].used != 0 && point_is_sound(b, b->pins[slot].point) &&
           point_is_number(b->pins[slot].target);
}

// Damped rate of a coordinate. One that creeps back has none, and does no harm at any step.
static double rate_of(const supple_body* b, int32_t coord) {
    double d = b->decay[coord], square = b->lambda[coord] - d * d;
    return square > 0.0 ? sqrt(square) : 0.0;
}

// Live pins on soft points, sorted into groups. A pin that joins two groups makes them one.
static void find_groups(const supple_body* b, pin_work* w) {
    point_ground ground[PIN_MOST];
    uint8_t slot[PIN_MOST], group_of[PIN_MOST];
    int32_t count = 0;
    for (int32_t i = 0; i < b->pin_count; ++i) {
        if (!is_live(b, i))
            continue;
        ground[count] = point_ground_at(b, b->pins[i].point);
        slot[count] = (uint8_t)i;
        count += ground[count].limit > 0.0;
    }
    for (int32_t i = 0; i < count; ++i) {
        group_of[i] = (uint8_t)i;
        for (int32_t k = 0; k < i; ++k) {
            uint8_t old = group_of[k];
            for (int32_t j = 0; j < i && overlap(ground[i].parts, ground[k].parts); ++j)
                group_of[j] = group_of[j] == old ? (uint8_t)i : group_of[j];
        }
    }
    w->pin_count = w->group_count = 0;
    for (int32_t label = 0; label < count; ++label) {
        pin_group g = {w->pin_count, 0, {0}, 0.0};
        for (int32_t i = 0; i < count; ++i) {
            if (group_of[i] != label)
                continue;
            for (int k = 0; k < 4; ++k)
                g.parts[k] |= ground[i].parts[k];
            g.scale = ground[i].scale > g.scale ? ground[i].scale : g.scale;
            w->ground[w->pin_count] = ground[i];
            w->slot[w->pin_count++] = slot[i];
            ++g.count;
        }
        if (g.count > 0)
            w->groups[w->group_count++] = g;
    }
}

static void find_gains(const supple_body* b, const pin_arrays* a, double h) {
    memset(a->gain, 0, sizeof(double) * (size_t)a->n);
    memset(a->ease, 0, sizeof(double) * (size_t)a->n);
    memset(a->impulse, 0, sizeof(double) * (size_t)a->n);
    for (int32_t i = 0; i < a->n; ++i)
        a->rest[i] = b->lambda[i] > 0.0f ? (double)b->load[i] / b->lambda[i] : (double)b->q[i];
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
            bool impulse;
            a->gain[i] = pull_gain(rate_of(b, i), h, b->table.e12[i], b->table.g1[i], &impulse);
            a->impulse[i] = impulse;
            // What is free would take all of any pull: here it is as stiff as a sixth of a hertz.
            a->ease[i] = 1.0 / (b->lambda[i] > 1.0f ? b->lambda[i] : 1.0f);
        }
}

static void find_rows(const supple_body* b, pin_work* w, const pin_arrays* a, int32_t k) {
    const pin_slot* slot = &b->pins[w->slot[k]];
    double* rows = a->rows + 3 * (size_t)k * (size_t)a->n;
    supple_vec3 at = supple_body_position(b, slot->point);
    const float place[3] = {at.x, at.y, at.z};
    point_rows(b, slot->point, rows);
    for (int axis = 0; axis < 3; ++axis) {
        w->from[k][axis] = 0.0;
        w->base[k][axis] = place[axis];
        for (int32_t i = 0; i < a->n; ++i, ++rows) {
            w->base[k][axis] -= *rows * b->amount[i];
            *rows *= body_fade_share(b->fade[i]);
            w->from[k][axis] += *rows * b->q[i];
        }
    }
}

size_t pin_work_size(int32_t pin_count, int32_t coord_count) {
    pin_arrays a;
    if (pin_count == 0)
        return 0;
    return sizeof(pin_work) + sizeof(double) * lay_out(&a, NULL, pin_count, coord_count);
}

int32_t pin_substeps(const supple_body* b, double h) {
    double rate = 0.0;
    for (int32_t k = 0; k < b->pin_count; ++k) {
        if (!is_live(b, k))
            continue;
        point_ground ground = point_ground_at(b, b->pins[k].point);
        for (int32_t p = 0; p < b->part_count; ++p)
            for (int32_t i = 0; i < b->active[p] && pin_work_has(ground.parts, p); ++i) {
                double w = rate_of(b, b->parts[p].first + i);
                rate = w > rate ? w : rate;
            }
    }
    return pull_cuts(rate, h);
}

pin_arrays pin_work_arrays(const supple_body* b) {
    pin_arrays a;
    lay_out(&a, b->pin_scratch->numbers, b->pin_count, b->coord_count);
    return a;
}

void pin_work_begin(const supple_body* b, double h) {
    pin_arrays a = pin_work_arrays(b);
    find_groups(b, b->pin_scratch);
    find_gains(b, &a, h);
    for (int32_t k = 0; k < b->pin_scratch->pin_count; ++k)
        find_rows(b, b->pin_scratch, &a, k);
}
