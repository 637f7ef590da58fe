// Flesh round a bone: it does not turn about it, however coarse the cells are.
// SPDX-License-Identifier: MIT
#include "bake/model/modal.h"
#include "bake/volume/part.h"
#include "test/kit/check.h"
#include "test/kit/skinned_ball.h"
#include "test/kit/thorough.h"

static const double LONG = 5.0; // times as long as thick

// A ball drawn out along its bone, which lies so far beside its middle.
static ball* limb_make(double beside, arena* memory) {
    ball* o = ball_make(12, memory);
    primitive* p = &o->scene.primitives[0];
    for (int32_t i = 0; i < p->vertex_count; ++i)
        p->positions[i] =
            v3(p->positions[i].x - beside, LONG * p->positions[i].y, p->positions[i].z);
    const double ends[2] = {-0.8 * LONG, 0.8 * LONG};
    o->scene.nodes[1].translation.y = ends[0];
    o->scene.nodes[2].translation.y = ends[1] - ends[0];
    for (int i = 0; i < 2; ++i)
        o->scene.skins[0].inverse_binds[i] =
            mat4_from_trs(v3(0, -ends[i], 0), quat_identity(), v3(1, 1, 1));
    pose at = bind_pose(&o->scene, memory);
    o->surface = surface_from_scene(&o->scene, &at, memory);
    o->body = character_new(&o->scene, &o->surface, &at, memory);
    return o;
}

static double first_of(const ball* b, int32_t wanted, arena* a) {
    report r = report_new(a);
    part_options o = part_default();
    o.target = wanted;
    o.threads = 1;
    region g = region_by_sphere(&b->body, v3(0, 0, 0), 2.0 * LONG, a);
    part p;
    if (!part_build(&b->body, "limb", &g, &o, a, &p, &r))
        return NAN;
    material* m = ARENA_NEW(a, material, (size_t)p.tets.tet_count);
    for (int32_t i = 0; i < p.tets.tet_count; ++i)
        m[i] = (material){1e4, 0.45, 1000.0};
    modal_request q = {.volume = &p.tets,
                       .fixed_or_null = p.fixed,
                       .materials = m,
                       .ten_nodes = true,
                       .count = 1,
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    modal_model model;
    return modal_build(&q, &clock, &model, a, &r) ? modal_frequency(&model.modes[0]) : NAN;
}

// Law: coarse cells do not make the flesh of a limb slower than fine ones do, but for a little, nor twice as fast. One line of
// held nodes would: flesh turns about it, as a horse's tail did at an eighth of its frequency; and without a seam it was refused.
TEST(flesh_does_not_turn_about_its_bone_in_coarse_cells) {
    static const double beside[] = {0.0, 0.3, 0.5};
    static const int32_t wanted[] = {300, 600, 1000, 1600, 3000, 6000};
    int finest = test_thorough() ? 5 : 3;
    for (size_t k = 0; k < (test_thorough() ? 3 : 1); ++k) {
        arena* a = arena_create();
        ball* b = limb_make(beside[k], a);
        double fine = first_of(b, wanted[finest], a), least = INFINITY, most = 0.0;
        for (int i = 0; i < finest; ++i) {
            double first = first_of(b, wanted[i], a) / fine;
            printf("        beside %.1f, %d tets: %.2f of %.3f Hz\n", beside[k], wanted[i], first,
                   fine);
            CHECK(first > 0.0);
            least = fmin(least, first);
            most = fmax(most, first);
        }
        CHECK(least > 0.6 && most < 2.2);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(flesh_does_not_turn_about_its_bone_in_coarse_cells))
