// Targets of a mass of their own: a body whose targets are all m times as heavy is a body of m times the density, whatever
// moves it; and mass that comes and goes gives no energy.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/body/body.h"
#include "test/kit/check_asset.h"
#include "test/kit/posed_maker.h"

enum { COORDS = 5, TARGETS = 3 };

// The same flesh twice: `by_density` has the mass in its basis, so that shapes, coordinates and polynomials are all others.
static asset_maker flesh(int32_t degree, double mass, bool by_density) {
    double own = by_density ? mass : 1.0, root = sqrt(own);
    posed_maker_target targets[TARGETS] = {{.stiffness = 1.0},
                                           {.stiffness = 2.0, .turn = 0.7, .bulge = 0.02},
                                           {.stiffness = 5.0, .turn = 1.4, .bulge = 0.05}};
    for (int t = 0; t < TARGETS; ++t) {
        targets[t].mass = mass / own;
        targets[t].stiffness /= own;
        targets[t].bulge *= root;
    }
    asset_maker m =
        asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = COORDS, .mass = own});
    posed_maker_add(&m, 0,
                    (posed_maker_options){.degree = degree,
                                          .target_count = TARGETS,
                                          .targets = targets,
                                          .coupled = true,
                                          .bend = 3.0 / root,
                                          .alpha = 2.0,
                                          .beta = 0.004});
    return m;
}

static supple_point middle(const supple_asset* a) {
    return (supple_point){{0, 0, (uint32_t)(a->vertex_count / 2)}, {0.0f, 0.0f, 1.0f}};
}

typedef enum load { SHAKEN, STRUCK, PUSHED, HELD, TOUCHED, LOADS } load;

// Where a vertex is over two seconds, [120].
static void play(const asset_maker* m, load by, supple_vec3* out) {
    supple_body* b = supple_body_create(&m->asset, NULL, NULL);
    supple_world* w = supple_world_create(NULL, NULL);
    supple_matrix palette[3];
    posed_maker_palette(m, 0.9, 0.0, palette);
    supple_body_place(b, palette);
    CHECK(supple_world_add_body(w, b));
    supple_point at = {{4 * 8 + 2, 0, 0}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 from = supple_body_position(b, at);
    if (by == HELD)
        supple_body_pin(b, middle(&m->asset), supple_body_position(b, middle(&m->asset)));
    if (by == STRUCK)
        supple_body_impulse(b, at, (supple_vec3){0.1f, 0.0f, 0.3f});
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.1f, .friction = -1.0f};
    supple_matrix at_ball = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, from.x, from.y, 9.0f, 1}};
    supple_collider collider = supple_world_add_collider(w, &ball, &at_ball);
    for (int frame = 0; frame < 120; ++frame) {
        double sine, cosine;
        exact_sincos(0.35 * frame, &sine, &cosine);
        bool moves = by == SHAKEN || by == HELD;
        posed_maker_palette(m, 0.9, 0.0, palette);
        for (int k = 0; k < 3 && moves; ++k)
            palette[k].m[14] += 0.03f * (float)sine;
        supple_body_drive(b, palette);
        if (by == PUSHED && frame < 60)
            supple_body_force(b, at, (supple_vec3){0.0f, 0.0f, -2.0f});
        if (by == TOUCHED)
            at_ball.m[14] = from.z + 0.2f - 0.112f * (frame < 60 ? (float)frame / 60.0f : 1.0f);
        supple_world_move_collider(w, collider, &at_ball);
        supple_world_step(w, 1.0f / 60.0f);
        out[frame] = supple_body_position(b, at);
    }
    supple_world_destroy(w);
    supple_body_destroy(b);
}

TEST(flesh_whose_targets_are_heavy_moves_as_flesh_of_that_density) {
    for (int32_t degree = 1; degree <= 3; degree += 2)
        for (int by = 0; by < LOADS; ++by) {
            supple_vec3 as_told[120], by_density[120], light[120];
            const double mass = 2.5;
            asset_maker m[3] = {flesh(degree, mass, false), flesh(degree, mass, true),
                                flesh(degree, 1.0, false)};
            supple_vec3* to[3] = {as_told, by_density, light};
            for (int k = 0; k < 3; ++k) {
                CHECK(asset_maker_write(&m[k]));
                play(&m[k], (load)by, to[k]);
            }
            double off = 0.0, matters = 0.0, goes = 0.0;
            for (int i = 0; i < 120; ++i) {
                off = fmax(off, hypot((double)(as_told[i].x - by_density[i].x),
                                      (double)(as_told[i].z - by_density[i].z)));
                matters = fmax(matters, hypot((double)(as_told[i].x - light[i].x),
                                              (double)(as_told[i].z - light[i].z)));
                goes = fmax(goes, fabs((double)(as_told[i].z - as_told[0].z)));
            }
            printf("degree %d, load %d: off by %.1e m of %.3f; lighter flesh by %.1e\n", degree, by,
                   off, goes, matters);
            CHECK(off < 2e-3 * goes);
            CHECK(matters > 20.0 * off);
            for (int k = 0; k < 3; ++k)
                asset_maker_close(&m[k]);
        }
}

static asset_maker uneven(void) {
    static const posed_maker_target targets[TARGETS] = {
        {.stiffness = 1.0},
        {.stiffness = 1.0, .turn = 0.7, .mass = 4.0},
        {.stiffness = 1.0, .turn = 1.4, .mass = 0.25}};
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = COORDS});
    posed_maker_add(
        &m, 0, (posed_maker_options){.degree = 1, .target_count = TARGETS, .targets = targets});
    return m;
}

static void follow(const asset_maker* m, supple_body* b, double turn) {
    supple_matrix palette[3];
    float rows[3][12];
    posed_maker_palette(m, turn, 0.0, palette);
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 12; ++i)
            rows[k][i] = palette[k].m[4 * (i % 4) + i / 4];
    body_follow(b, (const float(*)[12])rows);
}

TEST(mass_that_comes_keeps_the_momentum_and_what_goes_the_speed) {
    asset_maker m = uneven();
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    const float speeds[COORDS] = {1.0f, -2.0f, 0.5f, 0.0f, 3.0f};
    CHECK_NEAR((double)supple_body_measures(b).mass, 1.0, 1e-6);
    CHECK(supple_body_set_coords(b, 0, NULL, speeds));
    follow(&m, b, 0.7);
    CHECK_NEAR((double)supple_body_measures(b).mass, 4.0, 1e-4);
    for (int i = 0; i < COORDS; ++i)
        CHECK_NEAR(4.0 * (double)b->v[i], (double)speeds[i], 2e-4);
    follow(&m, b, 1.4);
    CHECK_NEAR((double)supple_body_measures(b).mass, 0.25, 1e-4);
    for (int i = 0; i < COORDS; ++i)
        CHECK_NEAR(4.0 * (double)b->v[i], (double)speeds[i], 2e-4);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// Any way through the poses: kinetic energy only falls, by exactly the share that the masses say.
TEST(no_way_through_the_poses_gives_kinetic_energy) {
    asset_maker m = uneven();
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    uint64_t seed = 11;
    double worst = 0.0;
    for (int walk = 0; walk < 50; ++walk) {
        float speeds[COORDS];
        for (int i = 0; i < COORDS; ++i)
            speeds[i] = (float)posed_maker_random(&seed);
        CHECK(supple_body_set_coords(b, 0, NULL, speeds));
        for (int i = 0; i < 20; ++i) {
            double before = (double)supple_body_measures(b).kinetic,
                   mass = (double)supple_body_measures(b).mass;
            follow(&m, b, 1.4 * posed_maker_random(&seed));
            double after = (double)supple_body_measures(b).mass,
                   most = before * (after > mass ? mass / after : after / mass);
            worst = fmax(worst, fabs((double)supple_body_measures(b).kinetic - most) / before);
        }
    }
    printf("off by %.1e of it\n", worst);
    CHECK(worst < 1e-5);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(a_file_with_masses_that_are_none_is_refused) {
    asset_maker m = uneven();
    CHECK(asset_maker_write(&m));
    int refused = 0, played = 0;
    asset_damage(m.out.file.data, m.out.file.size, FORMAT_POSE_MASSES, &refused, &played);
    printf("%d refused, %d played\n", refused, played);
    CHECK(refused > 5);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(flesh_whose_targets_are_heavy_moves_as_flesh_of_that_density),
          CASE(mass_that_comes_keeps_the_momentum_and_what_goes_the_speed),
          CASE(no_way_through_the_poses_gives_kinetic_energy),
          CASE(a_file_with_masses_that_are_none_is_refused))
