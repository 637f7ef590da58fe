// A step of a world: bodies side by side, cut into substeps where something is near.
//
// Bodies that nothing is near are stepped as if they were alone, in one piece and exactly. The others are
// cut alike, as finely as the stiffest of them needs for impulses to be stable (runtime/hold/hold_response.h). What
// sleeps is examined only when something awake comes within its bounds.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/body/step.h"
#include "runtime/joint/joint_rows.h"
#include "runtime/math/vec3d.h"
#include "runtime/world/broad.h"
#include "runtime/world/pin_rows.h"
#include "runtime/world/world_energy.h"

#include <math.h>
#include <string.h>

static const double LEANS = 0.1; // of its weight: a force that wakes what sleeps
enum {
    MOST_SUBSTEPS = 16,
    WAKE_ROUNDS = 3 // of waking what is in contact with what woke; others wake in the next step
};

// ---- who is near -----------------------------------------------------------------------

static void predict(const supple_world* w, world_body* wb, double h) {
    if (w->contact_bodies[wb - w->bodies].skin_or_null != NULL)
        world_predict(wb, wb->steps ? h : 0.0);
}

// The scene of a step or of a substep of h: bodies that step, and of those asleep all, or those that something awake is
// near.
static contact_scene make_scene(supple_world* w, double h, bool all) {
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        w->contact_bodies[i] = (contact_body){0};
        if (wb->body == NULL || (!wb->steps && !wb->met && !all))
            continue;
        if (!wb->steps && wb->body->state->asleep == 0)
            continue; // it has made its step alone
        w->contact_bodies[i] = (contact_body){wb->skin, (const float(*)[12])wb->begin,
                                              (const float(*)[12])wb->end, !wb->steps};
    }
    world_each(w, predict, h);
    return (contact_scene){.bodies = w->contact_bodies,
                           .body_count = w->body_count,
                           .colliders = &w->colliders,
                           .h = h,
                           .cluster = (double)w->options.cluster,
                           .friction = w->options.friction,
                           .self = w->options.self,
                           .may_collide_or_null = world_may_collide,
                           .passes_or_null = joints_pass,
                           .user = w};
}

// Wakes a body that something comes near or into contact with.
static void wake(world_body* wb, float dt) {
    step_wake(wb->body, dt);
    wb->steps = true;
    wb->began = wb->body->state->free;
}

// Who is near something in this step. A collider that comes near wakes a body; another body does so only by a
// contact (world_find).
static void find_substeps_ahead(supple_world* w, float dt) {
    colliders_begin_substep(&w->colliders, 0.0, 1.0, (double)dt);
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].near = w->bodies[i].met = false;
    w->woke = false;
    contact_scene scene = make_scene(w, (double)dt, true);
    broad_phase p = broad_begin(w->finder, &scene);
    for (broad_pair pair; broad_next(&p, &pair);) {
        world_body* a = &w->bodies[pair.body];
        if (pair.collider >= 0 && !a->steps) {
            wake(a, dt);
            w->contact_bodies[pair.body].asleep = false;
        }
        world_body* b = pair.other >= 0 ? &w->bodies[pair.other] : a;
        a->near |= a->steps;
        b->near |= b->steps;
        a->met |= !a->steps;
        b->met |= !b->steps;
    }
    w->stats.pairs_tested += p.compared;
}

static bool colliders_move(const collider_set* set) {
    bool any = false;
    for (int32_t i = 0; i < set->count && !any; ++i)
        any = set->slots[i].used && collider_is_news(&set->slots[i]);
    return any;
}

// World units a second.
static double travel(const supple_body* b) {
    const double* v = b->state->free.velocity;
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / (double)b->state->options.world_metres;
}

// Substeps of WORLD_SUBSTEP seconds or less, at every rate of frames, so that contacts answer alike at all of them; and so
// that it moves by twice its size at most. What pins and parts wish for themselves may halve them, and so may the spin of
// what pins hold; other spin would cut a whole world because one body tumbles. No more than MOST_SUBSTEPS: that is the
// budget.
static int32_t cuts_of(const world_body* wb) {
    const supple_body* b = wb->body;
    double length = free_is(b) ? travel(b) * b->step.all / (2.0 * wb->skin->size) : 0.0,
           parts = b->step.all / WORLD_SUBSTEP,
           wish = pin_holds(b) ? step_wish(b) : step_wish_still(b);
    double most = parts > length ? parts : length;
    wish = wish < 2.0 * parts ? wish : 2.0 * parts;
    most = wish > most ? wish : most;
    if (!(most < MOST_SUBSTEPS))
        return MOST_SUBSTEPS;
    int32_t cuts = (int32_t)most;
    return cuts < most - 1e-6 || cuts == 0 ? cuts + 1 : cuts;
}

// ---- a substep -------------------------------------------------------------------------

static void begin_substep(world_body* wb) {
    body_show(wb->body);
    step_begin_substep(wb->body);
}

static void begin_each(const supple_world* w, world_body* wb, double h) {
    (void)w, (void)h;
    if (wb->steps)
        begin_substep(wb);
}

// again: what was found in this step goes on where it holds; in all but the first substep it was found a substep ago.
static void find_contacts(supple_world* w, double h, int32_t n, bool again) {
    contact_scene scene = make_scene(w, h, w->woke);
    scene.again = again;
    scene.later = n > 0;
    scene.most_work = w->find_left / (w->stats.substeps - n);
    w->found_count = contact_find(w->finder, &scene, w->found);
    w->found_count = world_add_cores(w, h);
    world_find_materials(w);
    for (int32_t i = 0; i < w->found_count; ++i) // where no solve will say more
        w->gaps[i] = w->found[i].gap;
    contact_work work = contact_work_of(w->finder);
    w->stats.pairs_tested += work.pairs;
    w->stats.points_tested += work.points;
    w->stats.triangles_tested += work.triangles;
    w->stats.left_out += work.left_out;
    w->find_left -= contact_work_sum(&work);
}

// A body that a contact wakes takes part from the n-th substep on; until then it slept.
static bool catch_up(supple_world* w, world_body* wb, float dt, int32_t n) {
    if (wb->steps)
        return false;
    wake(wb, dt);
    pins_begin_body(w, wb);
    w->woke = true; // contacts with whatever sleeps beside it are found too
    step_cut(wb->body, w->stats.substeps);
    step_skip(wb->body, n);
    w->find_left += WORLD_FIND_WORK;
    w->rows_left += WORLD_ROWS_WORK;
    begin_substep(wb);
    return true;
}

// What contacts between two bodies bore in the last substep, on each of them, N.
static void find_loads(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].leans = 0.0;
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        const world_warm_start* known = world_find_warm_start(w, t->key);
        if (t->other < 0 || known->key == 0)
            continue;
        double bears = dot3(known->force, t->normal);
        w->bodies[t->body].leans += bears;
        w->bodies[t->other].leans += bears;
    }
}

// Whether a contact wakes what sleeps on one of its sides. What lies still beside it, or hardly leans on it, does not: two
// heaps in contact would wake each other for ever, each when the other has just fallen asleep. Until it wakes it stands
// as a collider does.
static bool rouses(const supple_world* w, const contact* t) {
    if (t->other < 0 || t->other == t->body)
        return true;
    const world_body *a = &w->bodies[t->body], *b = &w->bodies[t->other];
    if (a->steps == b->steps)
        return true;
    const world_body *awake = a->steps ? a : b, *asleep = a->steps ? b : a;
    if (!(awake->quiet > 0.0f) || !free_is(awake->body))
        return true;
    double spin[3], size = awake->skin->size * (double)awake->body->state->options.world_metres;
    free_spin(awake->body, &awake->body->measured, spin);
    if (travel(awake->body) * (double)awake->body->state->options.world_metres +
            sqrt(dot3(spin, spin)) * size >
        world_still_speed(awake))
        return true; // it was still, and has been kicked since
    if (!free_is(asleep->body))
        return false; // what leans on it without moving bends its flesh no more than it has
    double fall[3];
    free_fall(asleep->body, fall);
    double weight = sqrt(dot3(fall, fall)) * (double)asleep->body->parts[0].asset.record->mass;
    return asleep->leans > LEANS * weight;
}

void world_begin_substep(supple_world* w, float dt, int32_t n) {
    SUPPLE_ASSERT(dt > 0.0f && n >= 0 && n < w->stats.substeps);
    int32_t substeps = w->stats.substeps;
    colliders_begin_substep(&w->colliders, (double)n / substeps, (n + 1.0) / substeps, (double)dt);
    world_each(w, begin_each, 0.0);
}

// Pairs are searched in the first substep, and after it those that have moved since; the contacts of all others go on
// with the gaps that the solver has for them (world_rows.c). A contact wakes in the substep in which it is found: what
// rebounds leaves within a step, and would have met a wall where somebody sleeps.
void world_find(supple_world* w, float dt, int32_t n) {
    SUPPLE_ASSERT(dt > 0.0f && n >= 0 && n < w->stats.substeps);
    double h = (double)dt / w->stats.substeps;
    for (int32_t i = 0; i < w->found_count; ++i)
        w->found[i].gap = w->gaps[i];
    bool woke = true;
    for (int round = 0; woke && round < WAKE_ROUNDS; ++round) {
        find_contacts(w, h, n, n > 0 || round > 0);
        woke = false;
        if (n == 0)
            find_loads(w);
        for (int32_t i = 0; i < w->found_count; ++i) {
            const contact* t = &w->found[i];
            if (!rouses(w, t))
                continue;
            woke |= catch_up(w, &w->bodies[t->body], dt, n);
            if (t->other >= 0)
                woke |= catch_up(w, &w->bodies[t->other], dt, n);
        }
    }
}

static void brake(const supple_world* w, world_body* wb, double h) {
    (void)w;
    if (wb->steps)
        world_brake(wb, h);
}

// What a joint gives within a substep may turn a body by radians: what is seen after a step is what the next begins with.
static void brake_held(const supple_world* w, world_body* wb, double h) {
    (void)w;
    if (wb->steps && (wb->joined || wb->body->held_by_world))
        world_brake(wb, h);
}

static void hold(const supple_world* w, world_body* wb, double h) {
    (void)w, (void)h;
    if (!wb->steps)
        return;
    step_hold_pins(wb->body); // contacts have the last word
    wb->before = wb->body->state->free;
    world_begin_mobility(wb);
}

static void foresee(const supple_world* w, world_body* wb, double h) {
    (void)w;
    if (!wb->steps)
        return;
    world_brake(wb, h);
    if (wb->struck && free_is(wb->body))
        step_foresee(wb->body);
}

void world_answer(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    world_each(w, hold, h);
    world_open_accounts(w);
    world_find_depths(w);
    world_find_rigid(w);
    world_find_sides(w);
    world_each(w, brake, h);
    world_spare_flesh(w, h);
    if (w->options.response != SUPPLE_RESPONSE_PENALTY) {
        world_solve(w, WORLD_IMPULSES, h);
        world_note(w);
        world_each(w, foresee, h);
    }
    world_solve(w, WORLD_FORCES, h);
    world_note(w);
}

static void end_each(const supple_world* w, world_body* wb, double h) {
    (void)w, (void)h;
    if (wb->steps)
        step_end_substep(wb->body);
}

void world_end_substep(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    world_each(w, end_each, h);
    world_finish(w, h);
    world_stop_slip(w);
    joints_finish(w, h);
    pins_finish(w, h);
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].steps)
            world_pay(&w->bodies[i]);
    world_each(w, brake_held, h);
    world_close_accounts(w, h);
    world_keep_cores(w, h);
}

// ---- a step ----------------------------------------------------------------------------

static void begin_step(const supple_world* w, world_body* wb, double dt) {
    (void)w;
    wb->steps = step_begin(wb->body, (float)dt);
    if (wb->steps)
        wb->began = wb->body->state->free;
}

static void go_alone(const supple_world* w, world_body* wb, double h) {
    (void)w, (void)h;
    if (!wb->steps || wb->near)
        return;
    step_alone(wb->body);
    wb->steps = false;
}

static void cut_each(const supple_world* w, world_body* wb, double h) {
    (void)h;
    if (wb->steps)
        step_cut(wb->body, w->stats.substeps);
}

// How finely those are cut that something is near; the others make their step. 0 substeps: nothing is.
static void cut(supple_world* w) {
    world_each(w, go_alone, 0.0);
    w->stats.substeps = 0;
    w->find_left = w->rows_left = 0.0;
    for (int32_t i = 0; i < w->body_count; ++i) {
        if (!w->bodies[i].steps)
            continue;
        int32_t cuts = cuts_of(&w->bodies[i]);
        w->stats.substeps = cuts > w->stats.substeps ? cuts : w->stats.substeps;
        w->find_left += WORLD_FIND_WORK;
        w->rows_left += WORLD_ROWS_WORK;
    }
    world_each(w, cut_each, 0.0);
}

bool world_begin_step(supple_world* w, float dt) {
    if (!step_takes(dt)) {
        ++w->stats.rejected;
        return false;
    }
    ++w->stats.steps;
    w->moved = true;
    w->stats.bodies = w->stats.awake = w->stats.iterations = 0;
    w->stats.residual = 0.0f;
    w->stats.pairs_tested = w->stats.points_tested = w->stats.triangles_tested = 0;
    w->stats.rows_swept = w->stats.left_out = 0;
    w->stats.energy_taken = 0.0f;
    w->notes_begun = false;
    joints_wake(w);
    world_each(w, begin_step, (double)dt);
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        wb->steps &= wb->body != NULL;
        w->stats.bodies += wb->body != NULL;
        w->stats.awake += wb->steps;
    }
    world_move_attached(w);
    colliders_begin_step(&w->colliders, (double)dt);
    if (w->stats.awake > 0 || colliders_move(&w->colliders))
        find_substeps_ahead(w, dt);
    joints_begin_step(w);
    pins_begin_step(w);
    cut(w);
    w->found_count = 0;
    return true;
}

static void finish_each(const supple_world* w, world_body* wb, double h) {
    (void)w, (void)h;
    if (wb->steps)
        step_end(wb->body);
}

void world_end_step(supple_world* w, float dt) {
    SUPPLE_ASSERT(dt > 0.0f);
    world_each(w, finish_each, 0.0);
    joints_end_step(w, (double)dt);
    pins_end_step(w);
    colliders_end_step(&w->colliders);
    world_end_notes(w);
    world_resist_rolling(w, (double)dt);
    world_rest(w, dt);
    world_find_touches(w);
    w->stats.contacts = w->contact_counts[0];
    w->stats.dropped = contact_dropped(w->finder);
}

void supple_world_step(supple_world* world, float dt) {
    if (!world_begin_step(world, dt))
        return;
    for (int32_t n = 0; n < world->stats.substeps; ++n) {
        double h = (double)dt / world->stats.substeps;
        world_begin_substep(world, dt, n);
        world_find(world, dt, n);
        world_answer(world, h);
        world_end_substep(world, h);
    }
    world_end_step(world, dt);
}
