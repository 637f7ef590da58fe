// Recorded parts among others: bodies and colliders meet a recorded surface as they meet one that bones move, and a
// modal part on the same vertices is poked and held as if nothing else were there.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/recorded_maker.h"
#include "test/kit/world_kit.h"

#define STEP   (1.0f / 120.0f)
#define WORD   1e-5f // m, of the orbits
#define HEIGHT 0.4   // m, of the bar

enum { RECORDED, MODAL, BUMP = 2, BEGINS = 17, LASTS = 23, LIFT = 2000 };

// ---- a bar that rises ------------------------------------------------------------------

// After "bump" all of it goes up by `lift` words a state for ten states, at once and without a blend, and stays there.
static void rise(asset_maker* m, asset_draft_recorded* x, int lift) {
    size_t n = (size_t)m->draft_parts[RECORDED].coord_count;
    int16_t* orbits = ARENA_NEW(m->memory, int16_t, RECORDED_MAKER_STATES * n);
    float* scales = ARENA_NEW(m->memory, float, n);
    double* most = ARENA_NEW(m->memory, double, n);
    for (size_t k = 0; k < n; ++k)
        scales[k] = WORD;
    for (int s = BEGINS; s <= BEGINS + LASTS; ++s)
        orbits[(size_t)s * n] = (int16_t)(lift * (s - BEGINS < 10 ? s - BEGINS : 10));
    most[0] = 10.0 * fabs((double)lift) * (double)WORD;
    x->orbits = orbits;
    x->scales = scales;
    x->most = most;
}

// All vertices, and the first coordinate moves them up alike.
static void shift_all(asset_maker* m) {
    asset_maker_part* p = &m->parts[RECORDED];
    asset_draft_part* d = &m->draft_parts[RECORDED];
    size_t n = (size_t)m->draft.vertex_count, coords = (size_t)d->coord_count;
    uint32_t* vertices = ARENA_NEW(m->memory, uint32_t, n);
    p->shapes = arena_alloc(m->memory, coords * n, sizeof *p->shapes);
    p->bends = arena_alloc(m->memory, coords * n, sizeof *p->bends);
    memset(p->shapes, 0, coords * n * sizeof *p->shapes);
    memset(p->bends, 0, coords * n * sizeof *p->bends);
    for (size_t v = 0; v < n; ++v) {
        vertices[v] = (uint32_t)v;
        p->shapes[v][1] = 1.0;
    }
    d->vertices = vertices;
    d->vertex_count = (int32_t)n;
    d->limit = 0.02f; // far less than it rises: no limit is asked
}

static bool make_bar(asset_maker* m, int parts, int lift) {
    *m = asset_maker_new((asset_maker_options){.coords = {1},
                                               .part_count = parts,
                                               .bone_count = 1,
                                               .height = HEIGHT,
                                               .hertz = 5.0,
                                               .no_coupling = true});
    shift_all(m);
    rise(m, recorded_maker_add(m, RECORDED), lift);
    return asset_maker_write(m);
}

static supple_body* put_bar(world_kit* k, const asset_maker* m) {
    supple_body* b = supple_body_create(&m->asset, NULL, NULL);
    supple_matrix here = kit_pose(0, 0, 0);
    supple_body_place(b, &here);
    k->bodies[k->count++] = b;
    return supple_world_add_body(k->world, b) ? b : NULL;
}

static double height_of(const supple_body* b) {
    return b->state->free.place[1];
}

// ---- other bodies ----------------------------------------------------------------------

// What bodies bear together in the last step along y, N s, and the contacts.
static double borne(const world_kit* k, int* count) {
    supple_contact contacts[64];
    double sum = 0.0;
    *count = supple_world_contacts(k->world, contacts, 64);
    for (int i = 0; i < *count && i < 64; ++i)
        sum += (double)contacts[i].impulse * (double)contacts[i].normal.y;
    return fabs(sum);
}

// A toy on a bar that rises by its recording, and on one whose bone goes the same way.
TEST(a_recorded_surface_carries_a_body_as_a_driven_one_does) {
    asset_maker m;
    CHECK(make_bar(&m, 1, LIFT));
    world_kit k[2];
    supple_body *bar[2], *on[2];
    for (int i = 0; i < 2; ++i) {
        k[i] = kit_new(NULL);
        toy t = kit_toy(&k[i], toy_default());
        bar[i] = put_bar(&k[i], &m);
        on[i] = kit_throw(&k[i], &t, kit_pose(0.0, HEIGHT + 0.055, 0.0), (supple_vec3){0, 0, 0});
    }
    double apart = 0.0, before = 0.0;
    int contacts[2] = {0, 0};
    for (int n = 0; n < 360; ++n) {
        if (n == 120)
            CHECK(supple_body_trigger(bar[0], RECORDED, BUMP));
        if (n == 119)
            before = height_of(on[0]);
        supple_world_step(k[0].world, STEP);
        supple_matrix at = kit_pose(0.0, (double)supple_body_coords(bar[0])[0], 0.0);
        supple_body_drive(bar[1], &at);
        supple_world_step(k[1].world, STEP);
        for (int i = 0, count; i < 2; ++i) {
            borne(&k[i], &count);
            contacts[i] += count;
        }
        apart = fmax(apart, fabs(height_of(on[0]) - height_of(on[1])));
    }
    double gone = height_of(on[0]) - before;
    printf("    risen by %.4f m, apart by %.2g m, contacts %d and %d\n", gone, apart, contacts[0],
           contacts[1]);
    CHECK_NEAR(gone, 10.0 * LIFT * (double)WORD, 2e-3);
    CHECK(apart < 2e-3 && contacts[0] > 100 && contacts[1] > 100);
    for (int i = 0; i < 2; ++i)
        kit_close(&k[i]);
    asset_maker_close(&m);
}

// A surface that comes up at V gives a toy the momentum that its contacts tell, and no more energy than momentum times V.
TEST(a_recorded_surface_gives_what_its_contacts_tell_and_no_more) {
    for (int fast = 0; fast < 3; ++fast) {
        static const int lifts[3] = {500, 2000, 3200}; // up to 0.5 m/s
        asset_maker m;
        CHECK(make_bar(&m, 1, lifts[fast]));
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, toy_default());
        supple_body* bar = put_bar(&k, &m);
        supple_body* b =
            kit_throw(&k, &t, kit_pose(0.0, HEIGHT + 0.06, 0.0), (supple_vec3){0, -2, 0});
        double mass = b->parts[0].asset.record->mass, work = 0.0, first = kit_energy(b), told = 0.0,
               gain = -INFINITY, low = INFINITY, momentum = 0.0;
        CHECK(supple_body_trigger(bar, RECORDED, BUMP));
        for (int n = 0; n < 60; ++n) {
            double from = (double)supple_body_coords(bar)[0], old = b->state->free.velocity[1];
            int count;
            supple_world_step(k.world, STEP);
            double top = (double)supple_body_coords(bar)[0], given = borne(&k, &count);
            told += given;
            momentum += mass * (b->state->free.velocity[1] - old + 9.81 * (double)STEP);
            work += given * (top - from) / (double)STEP;
            gain = fmax(gain, kit_energy(b) - first - work);
            low = fmin(low, kit_lowest(b) - (HEIGHT + top));
        }
        printf("    at %.2f m/s: work %.4f J, gained beyond it %.2g J of %.3g, deepest %.2g m, "
               "momentum %.4f told %.4f\n",
               (double)lifts[fast] * (double)WORD / 0.0625, work, gain, first, low, momentum, told);
        CHECK(gain < 1e-3 * first && low > -2e-3);
        CHECK_NEAR(momentum, told, 0.02 * told);
        kit_close(&k);
        asset_maker_close(&m);
    }
}

// A toy thrown down at 20 m/s on a surface that comes up: it does not pass.
TEST(nothing_passes_through_a_recorded_surface) {
    for (int n = 0; n < 6; ++n) {
        asset_maker m;
        CHECK(make_bar(&m, 1, n % 2 == 0 ? 3200 : -3200)); // up, or away below
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, toy_default());
        supple_body* bar = put_bar(&k, &m);
        supple_body* b = kit_throw(&k, &t, kit_pose(0.01 * n, HEIGHT + 0.3, 0.0),
                                   (supple_vec3){0, -5.0f - 3.0f * (float)n, 0});
        CHECK(supple_body_trigger(bar, RECORDED, BUMP));
        double low = INFINITY;
        for (int i = 0; i < 30; ++i) {
            supple_world_step(k.world, 1.0f / 60.0f);
            low = fmin(low, height_of(b) - HEIGHT - (double)supple_body_coords(bar)[0]);
        }
        CHECK(low > 0.0); // its centre is above
        kit_close(&k);
        asset_maker_close(&m);
    }
}

// What lies on a surface that is at rest sleeps with it; an entry wakes both, and contacts with what stands do not stop it.
TEST(what_lies_on_it_sleeps_and_wakes_with_it) {
    asset_maker m;
    CHECK(make_bar(&m, 1, LIFT));
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    supple_body* bar = put_bar(&k, &m);
    supple_body* b = kit_throw(&k, &t, kit_pose(0.0, HEIGHT + 0.051, 0.0), (supple_vec3){0, 0, 0});
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f); // in contact with its lower end
    for (int n = 0; n < 1200 && !(supple_body_asleep(b) && supple_body_asleep(bar)); ++n)
        supple_world_step(k.world, STEP);
    CHECK(supple_body_asleep(b) && supple_body_asleep(bar));
    double from = height_of(b);
    CHECK(supple_body_trigger(bar, RECORDED, BUMP));
    for (int n = 0; n < 240; ++n)
        supple_world_step(k.world, STEP);
    CHECK_NEAR((double)supple_body_coords(bar)[0], 10.0 * LIFT * (double)WORD, 1e-6);
    CHECK_NEAR(height_of(b) - from, 10.0 * LIFT * (double)WORD, 2e-3);
    kit_close(&k);
    asset_maker_close(&m);
}

// Where nobody rises: only a plane is in contact, and the recording goes on to its end nevertheless.
TEST(contact_does_not_put_a_recording_to_sleep) {
    asset_maker m;
    CHECK(make_bar(&m, 1, -100)); // 16 mm/s: slower than what counts as still
    world_kit k = kit_new(NULL);
    supple_body* bar = put_bar(&k, &m);
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    CHECK(supple_body_trigger(bar, RECORDED, BUMP));
    for (int n = 0; n < 150; ++n)
        supple_world_step(k.world, STEP);
    CHECK_NEAR((double)supple_body_coords(bar)[0], -1000.0 * (double)WORD, 1e-6);
    kit_close(&k);
    asset_maker_close(&m);
}

// ---- under a modal part ----------------------------------------------------------------

// The same bar: recorded, modal or both.
typedef struct three_bars {
    asset_maker m[3];
    supple_body* b[3];
} three_bars;

enum { BOTH, ONLY_RECORDED, ONLY_MODAL };

static bool bars_open(three_bars* t) {
    supple_matrix here = kit_pose(0, 0, 0);
    bool sound = make_bar(&t->m[BOTH], 2, LIFT) && make_bar(&t->m[ONLY_RECORDED], 1, LIFT);
    t->m[ONLY_MODAL] = asset_maker_new((asset_maker_options){.coords = {1},
                                                             .part_count = 2,
                                                             .bone_count = 1,
                                                             .height = HEIGHT,
                                                             .hertz = 5.0,
                                                             .no_coupling = true});
    asset_maker* m = &t->m[ONLY_MODAL];
    m->parts[0] = m->parts[MODAL];
    m->draft_parts[0] = m->draft_parts[MODAL];
    m->draft.part_count = 1;
    sound = sound && asset_maker_write(m);
    for (int i = 0; i < 3 && sound; ++i) {
        t->b[i] = supple_body_create(&t->m[i].asset, NULL, NULL);
        supple_body_place(t->b[i], &here);
    }
    return sound;
}

static void bars_close(three_bars* t) {
    for (int i = 0; i < 3; ++i) {
        supple_body_destroy(t->b[i]);
        asset_maker_close(&t->m[i]);
    }
}

static supple_point a_point(const supple_asset* a, double y) {
    uint32_t best = 0;
    for (uint32_t v = 0; v < (uint32_t)a->vertex_count; ++v)
        if (fabs((double)a->positions[3 * v + 1] - y) <
            fabs((double)a->positions[3 * best + 1] - y))
            best = v;
    return (supple_point){{best, best, best}, {1.0f, 0.0f, 0.0f}};
}

// Displacements of `both` less those of the others, the largest, m.
static double not_the_sum(const three_bars* t, float* scratch) {
    size_t n = (size_t)t->m[0].asset.vertex_count;
    double most = 0.0;
    for (int i = 0; i < 3; ++i) {
        supple_streams out = supple_streams_packed(scratch + 3 * n * (size_t)i, NULL);
        supple_body_evaluate(t->b[i], &out);
    }
    for (size_t i = 0; i < 3 * n; ++i) {
        double rest = (double)t->m[0].asset.positions[i],
               sum = (double)scratch[3 * n + i] + (double)scratch[6 * n + i] - rest;
        most = fmax(most, fabs((double)scratch[i] - sum));
    }
    return most;
}

TEST(a_poke_moves_the_modal_part_alone_and_what_is_shown_is_the_sum) {
    three_bars t;
    CHECK(bars_open(&t));
    float* scratch = malloc(9 * (size_t)t.m[0].asset.vertex_count * sizeof *scratch);
    supple_point at = a_point(&t.m[0].asset, 0.7 * HEIGHT);
    double most = 0.0, moved = 0.0;
    for (int n = 0; n < 240; ++n) {
        for (int i = 0; i < 3; ++i) {
            if (n == 10 && i != ONLY_MODAL)
                CHECK(supple_body_trigger(t.b[i], RECORDED, BUMP));
            if (n % 50 == 20 && i != ONLY_RECORDED)
                supple_body_impulse(t.b[i], at, (supple_vec3){0.2f, 0.02f, -0.1f});
            if (n % 50 == 40 && i != ONLY_RECORDED)
                supple_body_force(t.b[i], at, (supple_vec3){-3.0f, 1.0f, 2.0f});
            supple_body_step(t.b[i], STEP);
        }
        const float *q = supple_body_coords(t.b[BOTH]),
                    *modal = supple_body_coords(t.b[ONLY_MODAL]);
        CHECK(q[0] == supple_body_coords(t.b[ONLY_RECORDED])[0]);
        CHECK(memcmp(q + 1, modal, 4 * sizeof *q) == 0);
        moved = fmax(moved, fabs((double)q[1]));
        most = fmax(most, not_the_sum(&t, scratch));
    }
    printf("    moved by %.3g, not the sum by %.2g m\n", moved, most);
    CHECK(moved > 1e-3 && most < 1e-6);
    free(scratch);
    bars_close(&t);
}

// A point of it is taken by hand, while the recording lifts all of it, and afterwards.
TEST(a_hand_holds_a_point_while_the_recording_goes_on_below) {
    three_bars t;
    CHECK(bars_open(&t));
    supple_body* b = t.b[BOTH];
    supple_point at = a_point(&t.m[0].asset, 0.7 * HEIGHT);
    supple_vec3 to = supple_body_position(b, at);
    to.x += 0.004f;
    supple_pin pin = supple_body_pin(b, at, to);
    CHECK(pin.generation != 0 && supple_body_trigger(b, RECORDED, BUMP));
    double apart = 0.0;
    for (int n = 0; n < 240; ++n) {
        supple_body_step(b, STEP);
        supple_vec3 x = supple_body_position(b, at);
        if (n > 30)
            apart = fmax(apart, fabs((double)x.x - (double)to.x));
    }
    supple_body_unpin(b, pin);
    double alone = (double)supple_body_coords(b)[0];
    printf("    %.2g m from the hand, the recording went %.3g m\n", apart, alone);
    CHECK(apart < 1e-5);
    CHECK_NEAR(alone, 10.0 * LIFT * (double)WORD, 1e-6);
    bars_close(&t);
}

// Holds of every kind pull the modal part alone; on what is only recorded they pull nothing.
TEST(no_hold_moves_a_recording) {
    for (int kind = 0; kind <= SUPPLE_HOLD_ACCELERATION; ++kind)
        for (int low = 0; low < 2; ++low) {
            three_bars t;
            CHECK(bars_open(&t));
            supple_point at = a_point(&t.m[0].asset, low ? 0.1 * HEIGHT : 0.7 * HEIGHT);
            supple_vec3 target = {0.02f, 0.01f, 0.03f};
            supple_pin pin =
                supple_body_hold(t.b[BOTH], (supple_hold_kind)kind, &at, &target, 1, NULL, 0);
            CHECK(pin.generation != 0);
            for (int n = 0; n < 60; ++n) {
                if (n == 5)
                    for (int i = 0; i < 2; ++i)
                        CHECK(supple_body_trigger(t.b[i], RECORDED, BUMP));
                for (int i = 0; i < 2; ++i)
                    supple_body_step(t.b[i], STEP);
                CHECK(supple_body_coords(t.b[0])[0] == supple_body_coords(t.b[1])[0]);
                float most = 0.0f;
                for (int k = 1; k < 5; ++k)
                    most = fmaxf(most, fabsf(supple_body_coords(t.b[BOTH])[k]));
                CHECK(isfinite(most) && most < 1.0f && (!low || most == 0.0f));
            }
            bars_close(&t);
        }
}

// Tuning of a recorded part says nothing: it moves as it was recorded, and bodies meet it as before.
TEST(a_soft_recording_is_as_hard_as_any) {
    double height[2];
    for (int soft = 0; soft < 2; ++soft) {
        asset_maker m;
        CHECK(make_bar(&m, 1, LIFT));
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, toy_default());
        supple_body* bar = put_bar(&k, &m);
        supple_body* b =
            kit_throw(&k, &t, kit_pose(0.0, HEIGHT + 0.055, 0.0), (supple_vec3){0, 0, 0});
        supple_tuning how = supple_body_tuning(bar, RECORDED);
        how.stiffness *= soft ? 1e-9f : 1.0f;
        how.damping *= soft ? 0.0f : 1.0f;
        supple_body_tune(bar, RECORDED, how);
        CHECK(supple_body_trigger(bar, RECORDED, BUMP));
        for (int n = 0; n < 240; ++n)
            supple_world_step(k.world, STEP);
        height[soft] = height_of(b);
        CHECK_NEAR((double)supple_body_coords(bar)[0], 10.0 * LIFT * (double)WORD, 1e-6);
        kit_close(&k);
        asset_maker_close(&m);
    }
    CHECK_NEAR(height[0], height[1], 2e-4);
}

TEST_MAIN(CASE(a_recorded_surface_carries_a_body_as_a_driven_one_does),
          CASE(a_recorded_surface_gives_what_its_contacts_tell_and_no_more),
          CASE(nothing_passes_through_a_recorded_surface),
          CASE(what_lies_on_it_sleeps_and_wakes_with_it),
          CASE(contact_does_not_put_a_recording_to_sleep),
          CASE(a_poke_moves_the_modal_part_alone_and_what_is_shown_is_the_sum),
          CASE(a_hand_holds_a_point_while_the_recording_goes_on_below),
          CASE(no_hold_moves_a_recording), CASE(a_soft_recording_is_as_hard_as_any))
