// Finds how the flesh answers at the points of holds, sorted into groups by runtime/hold/pin_group.c.
//
// A restored state may hold anything, so the points of holds are checked again in every step.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_work.h"

#include "runtime/base/assert.h"
#include "runtime/hold/pin_axes.h"

#include <math.h>
#include <string.h>

enum { PIN_WORK_KINDS = SUPPLE_HOLD_ACCELERATION + 1 };

// Motion that grows by less than this a step is not called so: roundings, and, where a place is nobody's
// business, its drift.
#define GROWTH       1.0001
#define GROWTH_DRIFT 1.002

// ---- memory ----------------------------------------------------------------------------

static size_t key_size(const supple_body* b) {
    return 2 * sizeof(double) + sizeof(pin_slot) * (size_t)b->pin_count +
           sizeof(float) * (4 * (size_t)b->coord_count + 2 * (size_t)b->part_count +
                            12 * (size_t)b->bone_count);
}

static size_t largest_of(size_t a, size_t b) {
    return a > b ? a : b;
}

static pin_work* lay_out(const supple_body* b, memory_layout* l) {
    size_t rows = 3 * (size_t)b->pin_count, free_rows = b->free ? rows : 0;
    size_t n = (size_t)b->coord_count + (b->free ? PIN_RIGID : 0);
    size_t size = rows < n ? rows : n; // of a system
    size_t scratch = largest_of(largest_of(3 * size * size, size * (size + 1)), 14 * n);
    pin_work* w = memory_take(l, 1, sizeof *w);
    pin_arrays a = {.n = (int32_t)n};
    struct {
        double** array;
        size_t count;
    } all[] = {{&a.rows, rows * n},
               {&a.reduced, rows > n || !b->free ? rows * n : 0},
               {&a.answer[PIN_MOVE], rows * n},
               {&a.answer[PIN_COMPLIANCE], rows * n},
               {&a.answer[PIN_SETTLE], rows * n},
               {&a.own_rows, free_rows * n},
               {&a.own_answer[PIN_MOVE], free_rows * n},
               {&a.own_answer[PIN_SETTLE], free_rows * n},
               {&a.into, b->free ? 0 : 3 * rows},
               {&a.columns, n},
               {&a.own_gain, n},
               {&a.impulse, n},
               {&a.compliance, n},
               {&a.predicted, n},
               {&a.flesh, n},
               {&a.rest, n},
               {&a.coord_impulse, n},
               {&a.still, n},
               {&a.from, rows},
               {&a.goal, rows},
               {&a.displacement, rows},
               {&a.missing, rows},
               {&a.wanted, rows},
               {&a.start, free_rows},
               {&a.path, free_rows},
               {&a.late, free_rows},
               {&a.scratch, scratch}};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        *all[i].array = memory_take(l, all[i].count, sizeof(double));
    for (int kind = 0; kind < PIN_WORK_KINDS; ++kind) {
        a.gain[kind] = memory_take(l, n, sizeof *a.gain[kind]);
        a.response[kind] = memory_take(l, n, sizeof *a.response[kind]);
    }
    a.key = memory_take(l, key_size(b), 1);
    if (w != NULL)
        w->arrays = a;
    return w;
}

bool pin_work_make(supple_body* b) {
    if (b->pin_scratch != NULL)
        return true;
    SUPPLE_ASSERT(b->pin_count > 0);
    memory_layout measure = {NULL, 0};
    lay_out(b, &measure);
    void* memory = b->allocator.allocate(b->allocator.user, measure.at);
    if (memory == NULL)
        return false;
    memset(memory, 0, measure.at);
    memory_layout place = {memory, 0};
    b->pin_scratch = lay_out(b, &place);
    b->pin_bytes = measure.at;
    return true;
}

// ---- what changed ----------------------------------------------------------------------

// Copies bytes into the key; false if others were there.
static bool keep(uint8_t** key, const void* bytes, size_t size) {
    bool same = memcmp(*key, bytes, size) == 0;
    memcpy(*key, bytes, size);
    *key += size;
    return same;
}

// What rows and answers are made of.
static bool same_set(const supple_body* b, uint8_t** key, double h) {
    size_t coords = sizeof(float) * (size_t)b->coord_count;
    bool same = b->pin_scratch->ready, bends = false;
    double metres = b->state->options.world_metres;
    same &= keep(key, &h, sizeof h);
    same &= keep(key, &metres, sizeof metres);
    for (int32_t i = 0; i < b->pin_count; ++i) {
        pin_slot slot = b->pins[i];
        slot.target = slot.aim = slot.force = (supple_vec3){0.0f, 0.0f, 0.0f};
        slot.generation = 0;
        same &= keep(key, &slot, sizeof slot);
        bends |= !b->free && pin_work_is_live(b, i) && pin_axes_bend(b, slot.point);
    }
    same &= keep(key, b->lambda, coords);
    same &= keep(key, b->decay, coords);
    same &= keep(key, b->fade, coords);
    same &= keep(key, b->inverse_mass, coords);
    same &= keep(key, b->active, sizeof(int32_t) * (size_t)b->part_count);
    if (bends) // elsewhere bind space turns with the bones
        same &= keep(key, body_palette(b), sizeof(float[12]) * (size_t)b->bone_count);
    return same;
}

// What coordinates do within a substep, besides.
static bool same_stiffness(const supple_body* b, uint8_t** key) {
    bool same = true;
    for (int32_t p = 0; p < b->part_count; ++p)
        same &= keep(key, &b->parts[p].hardening, sizeof b->parts[p].hardening);
    return same;
}

// ---- how the flesh answers -------------------------------------------------------------

// A coordinate that no impulse moves; its acceleration is the constant one that takes it where it will be.
static void foresee_only(const pin_arrays* a, int32_t i, double h, const propagator_matrix* m) {
    double by = 2.0 / (h * h);
    for (int kind = 0; kind < PIN_WORK_KINDS; ++kind)
        a->gain[kind][i] = a->response[kind][i].gain = 0.0;
    a->response[SUPPLE_HOLD_ACCELERATION][i] =
        (coord_response){0.0, by * (m->e11 - 1.0), by * (m->e12 - h), by * m->g1, false};
}

// How coordinates answer within a substep. Gains are those of flesh far from its limit, so that what is made of them stays while a
// limit hardens it: hardened flesh moves less for an impulse than they say, never more, and what that leaves is pulled
// again (pin_solve.c).
static void find_gains(const supple_body* b, const pin_work* w, const pin_arrays* a, double h) {
    memset(a->compliance, 0, sizeof(double) * (size_t)a->n);
    memset(a->impulse, 0, sizeof(double) * (size_t)a->n);
    for (int kind = 0; kind < PIN_WORK_KINDS; ++kind) {
        memset(a->gain[kind], 0, sizeof *a->gain[kind] * (size_t)a->n);
        memset(a->response[kind], 0, sizeof *a->response[kind] * (size_t)a->n);
    }
    for (int32_t p = 0; p < b->part_count; ++p) {
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i) {
            propagator_matrix m = propagator_get(&b->table, i), free_of_limits = m;
            double inverse_mass = b->inverse_mass[i];
            if (b->parts[p].hardening != 1.0f)
                free_of_limits = propagator_of(b->lambda[i], b->decay[i], h);
            for (int kind = 0; kind < PIN_WORK_KINDS; ++kind) {
                if (!w->kinds[kind])
                    continue;
                coord_response r =
                    hold_response_of((supple_hold_kind)kind, b->lambda[i], b->decay[i], h, &m);
                r.gain *= inverse_mass;
                a->response[kind][i] = r;
                a->gain[kind][i] =
                    inverse_mass * hold_response_of((supple_hold_kind)kind, b->lambda[i],
                                                    b->decay[i], h, &free_of_limits)
                                       .gain;
            }
            if (b->parts[p].model->kinematic) {
                foresee_only(a, i, h, &m);
                continue;
            }
            a->impulse[i] = a->response[SUPPLE_HOLD_PLACE][i].impulse ? inverse_mass : 0.0;
            // What is free would take all of any impulse: here it is as stiff as a sixth of a hertz.
            a->compliance[i] = 1.0 / (double)body_stiffness(b, i);
        }
    }
    for (int32_t i = b->coord_count; i < a->n; ++i) {
        const coord_response rigid[PIN_WORK_KINDS] = {
            [SUPPLE_HOLD_PLACE] = {h, 1.0, h, 0.0, true},
            [SUPPLE_HOLD_PLACE_FORCE] = {h, 1.0, h, 0.0, true},
            [SUPPLE_HOLD_VELOCITY] = {1.0, 0.0, 1.0, 0.0, true},
            [SUPPLE_HOLD_VELOCITY_END] = {1.0, 0.0, 1.0, 0.0, true},
            [SUPPLE_HOLD_ACCELERATION] = {1.0 / h, 0.0, 0.0, 0.0, true}};
        for (int kind = 0; kind < PIN_WORK_KINDS; ++kind) {
            a->response[kind][i] = rigid[kind];
            a->gain[kind][i] = rigid[kind].gain;
        }
        a->impulse[i] = a->compliance[i] = 1.0;
    }
}

// A driven body's point: what carries it now. Once a step; rows need it only where they bend.
static void find_bone_motion(const supple_body* b, pin_work* w, const pin_arrays* a, int32_t k) {
    const pin_slot* slot = &b->pins[w->slot[k]];
    point_rest(b, slot->point, b->free ? POINT_OWN : POINT_WORLD, w->base[k]);
    if (!b->free)
        pin_axes_find(b, slot->point, a->into + 9 * k);
}

static void find_rows(const supple_body* b, const pin_work* w, const pin_arrays* a,
                      const pin_group* g, int32_t k) {
    const pin_slot* slot = &b->pins[w->slot[k]];
    size_t n = (size_t)a->n, own = (size_t)g->n;
    double* rows = a->scratch;
    if (b->free)
        point_rows_in(b, slot->point, POINT_OWN, n, rows);
    else
        pin_axes_rows(b, slot->point, a->into + 9 * k, n, rows);
    for (size_t axis = 0; axis < 3; ++axis)
        for (size_t i = 0; i < (size_t)b->coord_count; ++i)
            rows[axis * n + i] *= body_fade_fraction(b->fade[i]);
    if (b->free)
        pin_rigid_rows(b, w->base[k], (size_t)b->coord_count, n, rows);
    double* out = a->rows + 3 * ((size_t)g->first * n + (size_t)(k - g->first) * own);
    for (size_t axis = 0; axis < 3; ++axis)
        pin_work_gather(b, g, rows + axis * n, out + axis * own);
}

// More rows than columns become as many. `after`: points of the group before them. Returns how many there are.
static double* points_at(const pin_arrays* a, double* array, const pin_group* g, int32_t after) {
    return array + 3 * ((size_t)g->first * (size_t)a->n + (size_t)after * (size_t)g->n);
}

static int32_t reduce(const pin_arrays* a, const pin_group* g, int32_t after, int32_t count) {
    if (3 * count <= g->n)
        return 3 * count;
    hold_response_reduce(points_at(a, a->rows, g, after), 3 * count, g->n,
                         points_at(a, a->reduced, g, after), a->scratch);
    return g->n;
}

static const double* rows_at(const pin_arrays* a, const pin_group* g, int32_t after,
                             int32_t count) {
    return points_at(a, 3 * count <= g->n ? a->rows : a->reduced, g, after);
}

const double* pin_work_rows(const pin_arrays* a, const pin_group* g) {
    return rows_at(a, g, 0, g->count);
}

const double* pin_work_answer(const pin_arrays* a, const pin_group* g, pin_gain gain) {
    return points_at(a, a->answer[gain], g, 0);
}

// What the system's diagonal would be for the most mobile point of a group's least mobile part.
static double easiest(const supple_body* b, const double* gain, const pin_group* g) {
    double least = INFINITY;
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->parts, p))
            continue;
        double sum = 0.0;
        for (int32_t i = 0; i < b->active[p]; ++i) {
            int32_t c = b->parts[p].first + i;
            double reach = (double)b->parts[p].asset.coords[i].reach * g->scale;
            sum += reach * reach * gain[c];
        }
        least = sum > 0.0 && sum < least ? sum : least;
    }
    return least;
}

hold_system pin_work_system(const supple_body* b, const pin_arrays* a, const pin_group* g,
                            pin_gain by) {
    SUPPLE_ASSERT(by >= PIN_MOVE && by < PIN_GAINS);
    const double* gains[PIN_GAINS] = {a->gain[g->kind], a->compliance, a->impulse};
    const double* rows = pin_work_rows(a, g);
    const double* pushes = g->lever_count > 0 ? rows_at(a, g, g->count, g->lever_count) : rows;
    pin_work_gather(b, g, gains[by], a->own_gain);
    return (hold_system){
        rows, pushes, g->row_count, g->push_count, g->n, a->own_gain, easiest(b, gains[by], g)};
}

static pin_gain last_gain(const pin_group* g) {
    return g->kind == SUPPLE_HOLD_PLACE         ? PIN_SETTLE
           : g->kind == SUPPLE_HOLD_PLACE_FORCE ? PIN_COMPLIANCE
                                                : PIN_MOVE;
}

static void prepare_answer(const supple_body* b, const pin_arrays* a, const pin_group* g,
                           pin_gain gain) {
    hold_system s = pin_work_system(b, a, g, gain);
    hold_response_prepare(&s, points_at(a, a->answer[gain], g, 0), a->scratch);
    ++b->pin_scratch->prepared;
}

static void prepare_group(const supple_body* b, const pin_arrays* a, pin_group* g) {
    g->row_count = reduce(a, g, 0, g->count);
    g->push_count = g->lever_count > 0 ? reduce(a, g, g->count, g->lever_count) : g->row_count;
    for (int by = PIN_MOVE; by <= (int)last_gain(g); ++by)
        prepare_answer(b, a, g, (pin_gain)by);
}

// ---- levers ----------------------------------------------------------------------------

// Of a group's columns. Of a driven body: others have no levers.
static void find_steps(const supple_body* b, const pin_arrays* a, const pin_group* g,
                       propagator_matrix* steps, coord_response* response) {
    for (int32_t p = 0, k = 0; p < b->part_count; ++p)
        for (int32_t i = 0; i < b->parts[p].count && pin_work_has(g->moved, p); ++i, ++k) {
            steps[k] = propagator_get(&b->table, b->parts[p].first + i);
            response[k] = a->response[g->kind][b->parts[p].first + i];
        }
}

// Looks once at every hold with levers whether its motion grows; in the state, because what a pose long
// ago made of it must be known after a restore. True if one fell back.
static bool check_levers(supple_body* b, const pin_arrays* a, double h) {
    bool fell = false;
    for (int32_t k = 0; k < b->pin_scratch->group_count; ++k) {
        const pin_group* g = &b->pin_scratch->groups[k];
        if (g->lever_count == 0)
            continue;
        const pin_slot* first = &b->pins[b->pin_scratch->slot[g->first]];
        uint16_t hold = first->hold;
        if (first->checked != 0.0f)
            continue;
        hold_system s = pin_work_system(b, a, g, PIN_MOVE);
        propagator_matrix* steps = (propagator_matrix*)(a->scratch + 4 * (size_t)a->n);
        coord_response* response = (coord_response*)(a->scratch + 9 * (size_t)a->n);
        find_steps(b, a, g, steps, response);
        double growth = hold_response_growth(&s, pin_work_answer(a, g, PIN_MOVE), response, steps,
                                             h, a->scratch, a->missing);
        bool drifts = g->kind == SUPPLE_HOLD_VELOCITY_END || g->kind == SUPPLE_HOLD_ACCELERATION;
        bool grows = !(growth <= (drifts ? GROWTH_DRIFT : GROWTH));
        for (int32_t i = 0; i < b->pin_count; ++i)
            if (b->pins[i].used != PIN_UNUSED && b->pins[i].hold == hold)
                b->pins[i].checked = (float)(grows ? -h : h);
        b->state->fallbacks += grows;
        fell |= grows;
    }
    return fell;
}

// A substep that is another one by more than a quarter may make grow what did not, and the other way.
static void doubt_levers(supple_body* b, double h) {
    for (int32_t i = 0; i < b->pin_count; ++i) {
        double was = (double)fabsf(b->pins[i].checked);
        if (h > 1.25 * was || h < 0.8 * was)
            b->pins[i].checked = 0.0f;
    }
}

static void make(supple_body* b, const pin_arrays* a, double h) {
    pin_work* w = b->pin_scratch;
    pin_work_find_groups(b, w);
    find_gains(b, w, a, h);
    for (int32_t i = 0; i < w->group_count; ++i) {
        pin_group* g = &w->groups[i];
        g->n = pin_work_columns(b, a, g);
        for (int32_t k = g->first; k < g->first + g->count + g->lever_count; ++k) {
            find_bone_motion(b, w, a, k);
            find_rows(b, w, a, g, k);
        }
        prepare_group(b, a, g);
    }
}

void pin_work_begin(supple_body* b, double h) {
    SUPPLE_ASSERT(h > 0.0);
    pin_work* w = b->pin_scratch;
    const pin_arrays* a = &w->arrays;
    doubt_levers(b, h);
    uint8_t* key = a->key;
    bool set = same_set(b, &key, h), stiffness = same_stiffness(b, &key);
    if (!set) {
        make(b, a, h);
        if (check_levers(b, a, h))
            make(b, a, h);
        key = a->key;
        same_set(b, &key, h); // the set for which growth was found is part of it
        same_stiffness(b, &key);
        w->ready = true;
    } else if (!stiffness) {
        find_gains(b, w, a, h);
    }
    for (int32_t k = 0; k < w->pin_count && !b->free; ++k)
        find_bone_motion(b, w, a, k);
}
