// What a substep must do to the coordinates so that pins hold.
//
// Pins that share a part are solved together, others apart, so that a pin on an ear knows nothing of
// one on the belly. They hold the flesh, so that the loop of step and pin is linear and its stability
// is that of runtime/pull.h. Near its limit a part shows less than its flesh has: what the flesh aims
// at is set farther off by as much, from the aim alone. To look at what is shown now would feed the
// swing back into the aim (measured: it never calmed down).
// SPDX-License-Identifier: MIT
#include "runtime/pin.h"

#include "runtime/point.h"
#include "runtime/pull.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 6 }; // of finding the aim near a limit; below half of it one is exact

// A run of pins that share parts with each other and with no other pin.
typedef struct pin_group {
    int32_t first, count; // of the pins
    uint64_t parts[4];    // a bit each
    double scale;         // the largest of the pins' grounds
} pin_group;

struct pin_work {
    int32_t pin_count, group_count;
    uint8_t slot[PIN_MOST]; // of each pin; groups one after another
    point_ground ground[PIN_MOST];
    pin_group groups[PIN_MOST];
    double base[PIN_MOST][3]; // where the point would be if nothing were displaced
    double from[PIN_MOST][3]; // how far flesh displaces it before the step
    double way[PIN_MOST][3];  // what it is to travel in it
    double numbers[];         // pin_arrays
};

typedef struct pin_arrays {
    int32_t n;         // coordinates
    double* rows;      // [3 pins][n] W, with fading coordinates faded
    double* gain;      // [n] of a pull within a substep, and ...
    double* impulse;   // [n] ... whether it comes as an impulse
    double* ease;      // [n] the gain of a pull for ever: compliance
    double* predicted; // [n] q at the end of the substep without the pins
    double* flesh;     // [n] scratch: a state of all coordinates
    double* rest;      // [n] where the load holds it
    double* pull;      // [n]
    double* missing;   // [3 pins]
    double* scratch;   // [size]
    double* inverse;   // [3 pins][size], one group's after another
    double* square;    // [size][size]
} pin_arrays;

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

static bool has_part(const uint64_t parts[4], int32_t part) {
    return (parts[part / 64] >> (part % 64) & 1) != 0;
}

static bool overlap(const uint64_t a[4], const uint64_t b[4]) {
    return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3])) != 0;
}

// A restored state may hold anything, so points are looked at again.
static bool is_live(const supple_body* b, int32_t slot) {
    return b->pins[slot].used != 0 && point_is_sound(b, b->pins[slot].point) &&
           point_is_number(b->pins[slot].target);
}

// Damped rate of a coordinate. One that creeps back has none, and does no harm at any step.
static double rate_of(const supple_body* b, int32_t coord) {
    double d = b->decay[coord], square = b->lambda[coord] - d * d;
    return square > 0.0 ? sqrt(square) : 0.0;
}

// Farther than this, in limits of the part, none of its vertices is moved by `flesh`.
static double part_bound(const supple_body* b, int32_t part, const double* flesh) {
    const format_coord* coords = b->parts[part].asset.coords;
    int32_t first = b->parts[part].first;
    double bound = 0.0;
    for (int32_t i = 0; i < b->active[part]; ++i)
        bound += fabs(flesh[first + i]) * body_fade_share(b->fade[first + i]) * coords[i].reach;
    return bound / b->tuning[part].limit;
}

// ---- before the first substep ----------------------------------------------------------

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
    for (int32_t i = 0; i < a->n; ++i)
        a->rest[i] = b->lambda[i] > 0.0f ? (double)b->load[i] / b->lambda[i] : (double)b->q[i];
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
            bool impulse;
            a->gain[i] = pull_gain(rate_of(b, i), h, b->table.e12[i], b->table.g1[i], &impulse);
            a->impulse[i] = impulse;
            a->ease[i] = 1.0 / (b->lambda[i] > 1.0f ? b->lambda[i] : 1.0f); // or it drifts
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

// What the system's diagonal would be for the most mobile point of a group's least mobile part.
static double easiest(const supple_body* b, const double* gain, const pin_group* g) {
    double least = INFINITY;
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!has_part(g->parts, p))
            continue;
        double sum = 0.0;
        for (int32_t i = 0; i < b->active[p]; ++i) {
            int32_t c = b->parts[p].first + i;
            double reach = b->parts[p].asset.coords[i].reach * g->scale;
            sum += reach * reach * gain[c];
        }
        least = sum < least ? sum : least;
    }
    return least;
}

static double* group_inverse(const pin_arrays* a, const pin_work* w, int32_t group) {
    double* inverse = a->inverse;
    for (int32_t g = 0; g < group; ++g) {
        size_t size = (size_t)pull_size(3 * w->groups[g].count, a->n);
        inverse += size * size;
    }
    return inverse;
}

// out = rows times flesh, for a group's pins.
static void displaced(const pin_arrays* a, const pin_group* g, const double* flesh, double* out) {
    for (int32_t r = 3 * g->first; r < 3 * (g->first + g->count); ++r) {
        const double* row = a->rows + (size_t)r * (size_t)a->n;
        out[r] = 0.0;
        for (int32_t i = 0; i < a->n; ++i)
            out[r] += row[i] * flesh[i];
    }
}

static const double* group_rows(const pin_arrays* a, const pin_group* g) {
    return a->rows + 3 * (size_t)g->first * (size_t)a->n;
}

static void prepare_group(const supple_body* b, const pin_arrays* a, const pin_work* w,
                          int32_t group, const double* gain) {
    const pin_group* g = &w->groups[group];
    pull_prepare(group_rows(a, g), 3 * g->count, a->n, gain, easiest(b, gain, g),
                 group_inverse(a, w, group), a->square);
}

// Adds to a->pull what brings a group's pins nearer by a->missing.
static void find_pull(const pin_arrays* a, const pin_work* w, int32_t group, const double* gain) {
    const pin_group* g = &w->groups[group];
    pull_solve(group_rows(a, g), 3 * g->count, a->n, gain, group_inverse(a, w, group),
               a->missing + 3 * g->first, a->scratch, a->pull);
}

// How far the pull alone takes the flesh of a part, in its limits.
static double pull_bound(const supple_body* b, const pin_arrays* a, int32_t part,
                         const double* gain) {
    int32_t first = b->parts[part].first;
    for (int32_t i = first; i < first + b->active[part]; ++i)
        a->flesh[i] = gain[i] * a->pull[i];
    return part_bound(b, part, a->flesh);
}

// a->flesh = rest + ease * pull, the pull cut so that it takes no part farther than its limit.
static void aim(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!has_part(g->parts, p))
            continue;
        double bound = pull_bound(b, a, p, a->ease), cut = bound > 1.0 ? 1.0 / bound : 1.0;
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
            a->pull[i] *= cut;
            a->flesh[i] = a->rest[i] + a->ease[i] * a->pull[i];
        }
    }
}

// a->flesh becomes what is shown of it; false if that is all.
static bool show(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    bool less = false;
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!has_part(g->parts, p))
            continue;
        double shown = body_soft_limit((float)part_bound(b, p, a->flesh));
        less |= shown < 1.0;
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i)
            a->flesh[i] *= shown;
    }
    return less;
}

// a->missing: how far each pin's flesh is to travel, all the way. It aims at the equilibrium that shows
// the points as near to their targets as its limits allow, which depends on targets and pose alone.
static void find_aim(const supple_body* b, const pin_work* w, const pin_arrays* a, int32_t group) {
    const pin_group* g = &w->groups[group];
    int32_t first = 3 * g->first, end = 3 * (g->first + g->count);
    prepare_group(b, a, w, group, a->ease);
    memset(a->pull, 0, sizeof(double) * (size_t)a->n);
    aim(b, a, g);
    for (int round = 0; round < ROUNDS && (show(b, a, g) || round == 0); ++round) {
        displaced(a, g, a->flesh, a->missing);
        for (int32_t r = first; r < end; ++r) {
            const supple_vec3* to = &b->pins[w->slot[r / 3]].target;
            double target = r % 3 == 0 ? to->x : r % 3 == 1 ? to->y : to->z;
            a->missing[r] = target - w->base[r / 3][r % 3] - a->missing[r];
        }
        find_pull(a, w, group, a->ease);
        aim(b, a, g);
    }
    displaced(a, g, a->flesh, a->missing);
    for (int32_t r = first; r < end; ++r)
        a->missing[r] -= w->from[r / 3][r % 3];
}

// What a group's pins travel in a step of `all` seconds: with what moves along, flesh moves by no more
// than PIN_HASTE limits a second.
static void find_way(const supple_body* b, pin_work* w, const pin_arrays* a, int32_t group,
                     double all) {
    const pin_group* g = &w->groups[group];
    find_aim(b, w, a, group);
    prepare_group(b, a, w, group, a->gain);
    memset(a->pull, 0, sizeof(double) * (size_t)a->n);
    find_pull(a, w, group, a->gain);
    double farthest = PIN_HASTE * all, part_of_way = 1.0;
    for (int32_t p = 0; p < b->part_count; ++p) {
        double bound = has_part(g->parts, p) ? pull_bound(b, a, p, a->gain) : 0.0;
        part_of_way = bound * part_of_way > farthest ? farthest / bound : part_of_way;
    }
    for (int32_t r = 3 * g->first; r < 3 * (g->first + g->count); ++r)
        w->way[r / 3][r % 3] = part_of_way * a->missing[r];
}

// ---- a substep -------------------------------------------------------------------------

static void predict(const supple_body* b, const pin_arrays* a) {
    memset(a->predicted, 0, sizeof(double) * (size_t)a->n);
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i)
            a->predicted[i] = (double)b->table.e11[i] * b->q[i] +
                              (double)b->table.e12[i] * b->v[i] +
                              (double)b->table.g1[i] * b->force[i];
}

static void solve_group(const pin_work* w, const pin_arrays* a, int32_t group, double part_of_way) {
    const pin_group* g = &w->groups[group];
    displaced(a, g, a->predicted, a->missing);
    for (int32_t r = 3 * g->first; r < 3 * (g->first + g->count); ++r)
        a->missing[r] = w->from[r / 3][r % 3] + part_of_way * w->way[r / 3][r % 3] - a->missing[r];
    find_pull(a, w, group, a->gain);
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
            for (int32_t i = 0; i < b->active[p] && has_part(ground.parts, p); ++i) {
                double w = rate_of(b, b->parts[p].first + i);
                rate = w > rate ? w : rate;
            }
    }
    return pull_cuts(rate, h);
}

void pin_solve(supple_body* b, float h, int32_t n, int32_t substeps) {
    bool any = false;
    for (int32_t i = 0; i < b->pin_count; ++i)
        any |= b->pins[i].used != 0;
    if (!any)
        return;
    pin_work* w = b->pin_scratch;
    pin_arrays a;
    lay_out(&a, w->numbers, b->pin_count, b->coord_count);
    if (n == 0) {
        find_groups(b, w);
        find_gains(b, &a, h);
        memcpy(a.flesh, a.rest, sizeof(double) * (size_t)a.n);
        for (int32_t k = 0; k < w->pin_count; ++k)
            find_rows(b, w, &a, k);
        for (int32_t g = 0; g < w->group_count; ++g)
            find_way(b, w, &a, g, (double)h * substeps);
    }
    predict(b, &a);
    memset(a.pull, 0, sizeof(double) * (size_t)a.n);
    for (int32_t g = 0; g < w->group_count; ++g)
        solve_group(w, &a, g, (n + 1.0) / substeps);
    for (int32_t i = 0; i < a.n; ++i) {
        if (a.impulse[i] != 0.0)
            b->v[i] += (float)a.pull[i];
        else
            b->force[i] += (float)(a.pull[i] / h);
    }
}
