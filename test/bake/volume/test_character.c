// Bodies on bones that sit, press and are pressed: on seats, on themselves, by what rides on their bones.
// SPDX-License-Identifier: MIT
#include "runtime/body/bound.h"
#include "runtime/body/point.h"
#include "test/kit/check.h"
#include "test/kit/pair_maker.h"
#include "test/kit/palette.h"
#include "test/kit/world_kit.h"

#include <math.h>
#include <stdlib.h>

static const float DT = 1.0f / 60.0f;

enum { TOUCHES_MOST = 256 };

// ---- virtual work ----------------------------------------------------------------------

static supple_vec3 shown_at(supple_body* b, supple_point at) {
    body_show(b);
    return supple_body_position(b, at);
}

// What a contact pushes a coordinate by: its force times how far the coordinate moves the two points apart,
// found by differences. No row of the world is asked.
static double pushed(supple_body* b, const supple_contact* c, int32_t coord, double dt) {
    const float kept = b->q[coord], by = 1e-3f;
    supple_vec3 ends[2][2] = {{{0}}};
    for (int k = 0; k < 2; ++k) {
        b->q[coord] = k == 0 ? kept - by : kept + by;
        ends[k][0] = shown_at(b, c->at);
        if (c->other_or_null == b)
            ends[k][1] = shown_at(b, c->there);
    }
    b->q[coord] = kept;
    body_show(b);
    double moved = (double)c->normal.x * ((double)ends[1][0].x - ends[0][0].x) +
                   (double)c->normal.y * ((double)ends[1][0].y - ends[0][0].y) +
                   (double)c->normal.z * ((double)ends[1][0].z - ends[0][0].z);
    moved -= (double)c->normal.x * ((double)ends[1][1].x - ends[0][1].x) +
             (double)c->normal.y * ((double)ends[1][1].y - ends[0][1].y) +
             (double)c->normal.z * ((double)ends[1][1].z - ends[0][1].z);
    return (double)c->impulse / dt * moved / (2.0 * (double)by);
}

// At rest: how far the pull of every coordinate's spring is from what all contacts push it by, over the largest
// of these. Weightless flesh without friction.
static double unbalanced(supple_body* b, const supple_world* w) {
    static supple_contact contacts[TOUCHES_MOST];
    int count = supple_world_contacts(w, contacts, TOUCHES_MOST);
    double most = 0.0, off = 0.0;
    for (int32_t i = 0; i < b->coord_count; ++i) {
        double sum = 0.0;
        for (int k = 0; k < count; ++k)
            sum += pushed(b, &contacts[k], i, (double)DT);
        most = fmax(most, fabs(sum));
        off = fmax(off, fabs(sum - (double)b->lambda[i] * (double)b->q[i]));
    }
    return most > 0.0 ? off / most : 1.0;
}

static supple_body_options weightless(const supple_asset* a) {
    supple_body_options o = supple_body_options_default(a);
    o.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
    return o;
}

// No limit to speak of: what is shown is linear in the coordinates.
static void loosen(supple_body* b) {
    for (int p = 0; p < b->part_count; ++p) {
        supple_tuning t = supple_body_tuning(b, p);
        t.limit = 10.0f;
        supple_body_tune(b, p, t);
    }
}

static supple_world_options smooth(bool self) {
    supple_world_options o = supple_world_options_default();
    o.friction = 0.0f;
    o.self = self;
    return o;
}

// ---- sitting ---------------------------------------------------------------------------

// A box of jelly of 10 cm on one bone, let down on a seat narrower than it by `press`, and lifted again.
typedef struct sitting {
    double sunk;  // below the seat at rest, m
    double above; // how far the side away from the seat has gone, at most
    double force; // N
    double off;   // unbalanced
    double
        rested; // how far any coordinate is from zero after it was lifted, of the most that it was
} sitting;

static void let_down(supple_world* w, supple_body* b, double from, double to, int frames) {
    for (int i = 1; i <= frames; ++i) {
        supple_matrix m = kit_pose(0.0, from + (to - from) * i / frames, 0.0);
        supple_body_drive(b, &m);
        supple_world_step(w, DT);
    }
}

static sitting sit(double press) {
    sitting out = {0};
    supple_world_options how = smooth(false);
    world_kit k = kit_new(&how);
    toy t = kit_toy(&k, toy_default());
    supple_body_options o = weightless(&t.asset);
    supple_body* b = supple_body_create(&t.asset, &o, NULL);
    k.bodies[k.count++] = b;
    loosen(b);
    supple_shape seat = {.kind = SUPPLE_BOX, .half = {0.03f, 0.2f, 0.2f}, .friction = 1e-6f};
    supple_matrix at = kit_pose(0.0, -0.2, 0.0), start = kit_pose(0.0, 0.06, 0.0);
    supple_world_add_collider(k.world, &seat, &at);
    supple_world_add_body(k.world, b);
    supple_body_place(b, &start);
    let_down(k.world, b, 0.06, 0.05 - press, 60);
    let_down(k.world, b, 0.05 - press, 0.05 - press, 240);
    double most = 0.0;
    for (int32_t v = 0; v < t.asset.vertex_count; ++v) {
        supple_point p = {{(uint32_t)v, 0, 0}, {1.0f, 0.0f, 0.0f}};
        supple_vec3 x = supple_body_position(b, p);
        if (fabsf(x.x) < 0.03f)
            out.sunk = fmax(out.sunk, -(double)x.y);
    }
    supple_contact contacts[TOUCHES_MOST];
    int count = supple_world_contacts(k.world, contacts, TOUCHES_MOST);
    for (int i = 0; i < count; ++i)
        out.force += (double)contacts[i].impulse / (double)DT;
    out.off = unbalanced(b, k.world);
    for (int32_t i = 0; i < b->coord_count; ++i)
        most = fmax(most, fabs((double)b->q[i]));
    let_down(k.world, b, 0.05 - press, 0.08, 30);
    let_down(k.world, b, 0.08, 0.08, 240);
    for (int32_t i = 0; i < b->coord_count; ++i)
        out.rested = fmax(out.rested, fabs((double)b->q[i]) / most);
    kit_close(&k);
    return out;
}

TEST(flesh_that_sits_lies_on_its_seat_and_comes_back_when_it_is_lifted) {
    for (int i = 1; i <= 3; ++i) {
        double press = 0.004 * i;
        sitting s = sit(press);
        printf("        pressed by %.0f mm: %.2f mm in the seat, %.1f N, "
               "%.1e of the dent left\n",
               1e3 * press, 1e3 * s.sunk, s.force, s.rested);
        CHECK(s.sunk < 0.05 * press && s.force > 0.0 && s.off < 0.01);
        CHECK(s.rested < 1e-3);
    }
}

TEST(what_a_seat_bears_is_what_the_flesh_pushes_by) {
    sitting s = sit(0.008);
    printf("        coordinates are off by %.1e of the largest push\n", s.off);
    CHECK(s.off < 0.01);
}

static double any(unsigned* seed) { // 0 to 1
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (1 << 24);
}

// A ball and a box that jump about in the flesh and through it, steps of 0.5 to 100 ms.
TEST(whatever_is_pushed_into_held_flesh_it_stays_finite_and_comes_to_rest) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    supple_body* b = supple_body_create(&t.asset, NULL, NULL);
    k.bodies[k.count++] = b;
    supple_matrix at = kit_pose(0.0, 0.0, 0.0), away = kit_pose(9.0, 0.0, 0.0);
    supple_body_place(b, &at);
    CHECK(supple_world_add_body(k.world, b));
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.03f, .friction = -1.0f};
    supple_shape box = {.kind = SUPPLE_BOX, .half = {0.01f, 0.01f, 0.01f}, .friction = -1.0f};
    supple_collider solids[2] = {supple_world_add_collider(k.world, &ball, &away),
                                 supple_world_add_collider(k.world, &box, &away)};
    unsigned seed = 1;
    bool finite = true;
    for (int i = 0; i < 3000; ++i) {
        for (int s = 0; s < 2; ++s) {
            if (any(&seed) > 0.1)
                continue;
            at =
                kit_pose(0.1 * any(&seed) - 0.05, 0.1 * any(&seed) - 0.05, 0.1 * any(&seed) - 0.05);
            if (any(&seed) < 0.3)
                supple_world_place_collider(k.world, solids[s], &at);
            else
                supple_world_move_collider(k.world, solids[s], &at);
        }
        supple_world_step(k.world, any(&seed) < 0.1 ? (float)(0.0005 + 0.1 * any(&seed)) : DT);
        for (int32_t c = 0; c < b->coord_count; ++c)
            finite = finite && isfinite(b->q[c]) && isfinite(b->v[c]);
    }
    CHECK(finite);
    for (int s = 0; s < 2; ++s)
        supple_world_place_collider(k.world, solids[s], &away);
    for (int i = 0; i < 600; ++i)
        supple_world_step(k.world, DT);
    CHECK(supple_body_asleep(b));
    CHECK_NEAR(bound_now(k.world->bodies[0].body, 0), 0.0, 1e-3);
    kit_close(&k);
}

// ---- a hand and a belly ----------------------------------------------------------------

typedef struct figure {
    arena* memory;
    report r;
    supple_asset asset;
    supple_world* world;
    supple_body* body;
} figure;

// The hand beside the belly, its skin `press` inside the other's; the belly's bones are turned against each
// other, and the hand a little.
static void reach(supple_matrix* palette, double press) {
    for (int b = 0; b < PAIR_BONES; ++b)
        palette[b] = palette_matrix(b == 2 ? 0.3 : 0.0, 0.0, 0.0, 0.0);
    palette[PAIR_HAND] = kit_pose(0.1 - press - PAIR_APART, 0.015, 0.01);
}

static bool figure_new(figure* f, bool self) {
    supple_world_options how = smooth(self);
    supple_matrix palette[PAIR_BONES];
    f->memory = arena_create();
    f->r = report_new(f->memory);
    f->world = supple_world_create(&how, NULL);
    f->body = NULL;
    if (!pair_make(f->memory, &f->asset, &f->r))
        return false;
    supple_body_options o = weightless(&f->asset);
    f->body = supple_body_create(&f->asset, &o, NULL);
    reach(palette, -0.1);
    supple_body_place(f->body, palette);
    return supple_world_add_body(f->world, f->body);
}

static void figure_close(figure* f) {
    supple_world_destroy(f->world);
    supple_body_destroy(f->body);
    arena_destroy(f->memory);
}

static void press_to(figure* f, double from, double to, int frames) {
    supple_matrix palette[PAIR_BONES];
    for (int i = 1; i <= frames; ++i) {
        reach(palette, from + (to - from) * i / frames);
        supple_body_drive(f->body, palette);
        supple_world_step(f->world, DT);
    }
}

// How deep hand and belly overlap, as the skin is shown: a finder of its own looks.
static double overlap_of(figure* f) {
    static contact found[1024];
    contact_finder* finder = contact_finder_start(malloc(contact_finder_size(1, 1024)), 1, 1024);
    world_body* wb = &f->world->bodies[0];
    world_predict(wb, 0.0);
    const float(*now)[12] = (const float(*)[12])wb->end;
    contact_body look = {wb->skin, now, now, false};
    contact_scene scene = {.most_work = HUGE_VAL,
                           .bodies = &look,
                           .body_count = 1,
                           .colliders = &f->world->colliders,
                           .h = 1e-6,
                           .self = true};
    int32_t count = contact_find(finder, &scene, found);
    double deep = 0.0;
    for (int32_t i = 0; i < count; ++i)
        deep = fmax(deep, found[i].other == 0 ? -found[i].gap : 0.0);
    free(finder);
    return deep;
}

// How far any skin of a part is displaced.
static double dent_of(const figure* f, int part) {
    supple_part p = supple_asset_part(&f->asset, part);
    double most = 0.0;
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        const float* rest = f->asset.positions + 3 * (size_t)p.vertices[i];
        float x[3];
        point_displaced(f->body, p.vertices[i], x);
        most = fmax(most, fabs((double)x[0] - (double)rest[0]));
    }
    return most;
}

TEST(a_hand_passes_through_its_own_belly_unless_the_body_touches_itself) {
    double deep[2], dents[2][2], press = 0.008;
    for (int self = 0; self < 2; ++self) {
        figure f;
        CHECK(figure_new(&f, self != 0));
        press_to(&f, -0.1, press, 60);
        press_to(&f, press, press, 180);
        deep[self] = overlap_of(&f);
        dents[self][0] = dent_of(&f, 0);
        dents[self][1] = dent_of(&f, 1);
        press_to(&f, press, -0.1, 30);
        press_to(&f, -0.1, -0.1, 180);
        CHECK(dent_of(&f, 0) < 1e-4 && dent_of(&f, 1) < 1e-4);
        figure_close(&f);
    }
    printf(
        "        pressed by 8 mm they overlap by %.2f mm without, by %.2f mm with; dented by %.1f "
        "and %.1f mm\n",
        1e3 * deep[0], 1e3 * deep[1], 1e3 * dents[1][0], 1e3 * dents[1][1]);
    CHECK(deep[0] > 0.8 * press && deep[1] < 0.05 * press);
    CHECK(dents[0][0] < 1e-6 && dents[0][1] < 1e-6);
    CHECK(dents[1][0] > 0.3 * press && dents[1][1] > 0.3 * press);
}

TEST(a_hand_and_its_belly_push_each_other_alike) {
    figure f;
    CHECK(figure_new(&f, true));
    press_to(&f, -0.1, 0.008, 60);
    press_to(&f, 0.008, 0.008, 240);
    static supple_contact contacts[TOUCHES_MOST];
    int count = supple_world_contacts(f.world, contacts, TOUCHES_MOST);
    double off = unbalanced(f.body, f.world);
    printf("        %d contacts, coordinates are off by %.1e of the largest push\n", count, off);
    CHECK(count > 0 && off < 0.01);
    for (int i = 0; i < count; ++i)
        CHECK(contacts[i].body == f.body && contacts[i].other_or_null == f.body);
    figure_close(&f);
}

// ---- what rides on bones ---------------------------------------------------------------

static supple_collider ride(figure* f, supple_matrix on) {
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.03f, .friction = 1e-6f};
    supple_matrix nowhere = kit_pose(5.0, 0.0, 0.0);
    supple_collider id = supple_world_add_collider(f->world, &ball, &nowhere);
    supple_world_attach_collider(f->world, id, f->body, PAIR_HAND, &on);
    return id;
}

TEST(a_collider_on_the_hands_bone_dents_the_belly_and_not_the_hand) {
    figure f;
    CHECK(figure_new(&f, false));
    ride(&f, kit_pose(PAIR_APART - 0.05, 0.0, 0.0)); // a knuckle on the side that comes first
    press_to(&f, -0.1, -0.1, 60);
    CHECK(dent_of(&f, 0) < 1e-6 && dent_of(&f, 1) < 1e-6);
    CHECK(supple_world_stats(f.world).contacts == 0);
    press_to(&f, -0.1, -0.02, 60); // it is 1 cm in
    press_to(&f, -0.02, -0.02, 180);
    double deep = 0.0, off = unbalanced(f.body, f.world), dent = dent_of(&f, 0);
    static supple_contact contacts[TOUCHES_MOST];
    int count = supple_world_contacts(f.world, contacts, TOUCHES_MOST);
    for (int i = 0; i < count; ++i)
        deep = fmax(deep, (double)contacts[i].depth);
    printf("        pressed in by 10 mm, dents by %.1f mm, is %.2f mm in the flesh; off by %.1e\n",
           1e3 * dent, 1e3 * deep, off);
    CHECK(count > 0 && deep < 5e-4 && dent > 0.008 && off < 0.01);
    CHECK(dent_of(&f, 1) < 1e-6);
    press_to(&f, -0.02, -0.1, 30);
    press_to(&f, -0.1, -0.1, 180);
    CHECK(dent_of(&f, 0) < 1e-4);
    figure_close(&f);
}

TEST(a_ride_has_the_speed_of_its_bone_and_ends_when_it_is_moved) {
    figure f;
    CHECK(figure_new(&f, false));
    supple_matrix on = kit_pose(PAIR_APART, 0.2, 0.0), palette[PAIR_BONES];
    supple_collider id = ride(&f, on);
    const collider* c = collider_find(&f.world->colliders, id);
    for (int i = 1; i <= 10; ++i) {
        for (int b = 0; b < PAIR_BONES; ++b)
            palette[b] = palette_matrix(0.1 * i, 0.02 * i, 0.0, 0.0);
        supple_body_drive(f.body, palette);
        supple_world_step(f.world, DT);
    }
    const float* m = palette[PAIR_HAND].m;
    for (int k = 0; k < 3; ++k)
        CHECK_NEAR(c->to.place[k],
                   (double)m[k] * PAIR_APART + (double)m[4 + k] * 0.2 + (double)m[12 + k], 1e-6);
    CHECK_NEAR(sqrt(dot3(c->spin, c->spin)), 0.1 * 60.0, 1e-3);
    CHECK(dot3(c->velocity, c->velocity) > 1.0);
    supple_world_place_collider(f.world, id, &on); // and stays there
    supple_body_drive(f.body, palette);
    supple_world_step(f.world, DT);
    CHECK_NEAR(c->to.place[1], 0.2, 1e-6);
    uint32_t rejected = supple_world_stats(f.world).rejected;
    supple_body* stranger = supple_body_create(&f.asset, NULL, NULL);
    supple_world_attach_collider(f.world, id, stranger, 0, &on);
    supple_world_attach_collider(f.world, id, f.body, PAIR_BONES, &on);
    supple_world_attach_collider(f.world, id, NULL, 0, &on);
    supple_matrix mirror = on;
    mirror.m[0] = NAN;
    supple_world_attach_collider(f.world, id, f.body, PAIR_HAND, &mirror);
    CHECK(supple_world_stats(f.world).rejected == rejected + 4);
    CHECK(c->attached == 0);
    supple_body_destroy(stranger);
    figure_close(&f);
}

TEST(a_restored_world_carries_what_it_carried) {
    figure f;
    CHECK(figure_new(&f, false));
    supple_matrix on = kit_pose(PAIR_APART, 0.2, 0.0), palette[PAIR_BONES];
    supple_collider id = ride(&f, on);
    const collider* c = collider_find(&f.world->colliders, id);
    size_t size = supple_world_state_size(f.world);
    uint8_t* state = malloc(size);
    supple_world_step(f.world, DT);
    supple_world_save(f.world, state);
    supple_world_place_collider(f.world, id, &on);
    CHECK(c->attached == 0);
    CHECK(supple_world_restore(f.world, state, size));
    for (int b = 0; b < PAIR_BONES; ++b)
        palette[b] = palette_matrix(0.0, 0.3, 0.0, 0.0);
    supple_body_drive(f.body, palette);
    supple_world_step(f.world, DT);
    CHECK_NEAR(c->to.place[0], PAIR_APART + 0.3, 1e-6);
    free(state);
    figure_close(&f);
}

// It has no speed there, and wakes what sleeps there: it is news to the broad phase.
TEST(a_collider_whose_carrier_is_put_elsewhere_is_placed) {
    figure f;
    CHECK(figure_new(&f, false));
    supple_matrix on = kit_pose(PAIR_APART, 0.2, 0.0), palette[PAIR_BONES];
    supple_collider id = ride(&f, on);
    const collider* c = collider_find(&f.world->colliders, id);
    supple_world_step(f.world, DT);
    for (int b = 0; b < PAIR_BONES; ++b)
        palette[b] = palette_matrix(0.0, 0.3, 0.0, 0.0);
    CHECK(world_begin_step(f.world, DT) && !c->placed);
    world_end_step(f.world, DT);
    supple_body_place(f.body, palette);
    CHECK(world_begin_step(f.world, DT) && c->placed);
    CHECK_NEAR(c->to.place[0], PAIR_APART + 0.3, 1e-6);
    CHECK_NEAR(dot3(c->velocity, c->velocity), 0.0, 1e-12);
    figure_close(&f);
}

TEST_MAIN(CASE(flesh_that_sits_lies_on_its_seat_and_comes_back_when_it_is_lifted),
          CASE(what_a_seat_bears_is_what_the_flesh_pushes_by),
          SIZED_CASE(whatever_is_pushed_into_held_flesh_it_stays_finite_and_comes_to_rest),
          CASE(a_hand_passes_through_its_own_belly_unless_the_body_touches_itself),
          CASE(a_hand_and_its_belly_push_each_other_alike),
          CASE(a_collider_on_the_hands_bone_dents_the_belly_and_not_the_hand),
          CASE(a_ride_has_the_speed_of_its_bone_and_ends_when_it_is_moved),
          CASE(a_restored_world_carries_what_it_carried),
          CASE(a_collider_whose_carrier_is_put_elsewhere_is_placed))
