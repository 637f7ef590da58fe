// Whatever the lattice, a body holds as much as its surface encloses, and has as many elements as were asked for.
// SPDX-License-Identifier: MIT
#include "bake/volume/ladder.h"
#include "test/kit/check.h"
#include "test/kit/fill_check.h"
#include "test/kit/random_body.h"
#include "test/kit/thorough.h"

static bool fill_of(const random_body* b, fill_mode mode, int32_t target, arena* a,
                    fill_result* out) {
    fill_options o = fill_default();
    o.mode = mode;
    o.target = target;
    o.threads = 1;
    return fill_surface(&b->surface, &o, a, out);
}

TEST(the_content_is_that_of_the_surface_at_any_number_of_tets_and_in_either_lattice) {
    int rounds = test_thorough() ? 40 : 2;
    double worst = 0.0;
    seed = 19;
    for (int i = 0; i < rounds * BODY_KINDS; ++i) {
        arena* a = arena_create();
        random_kind kind = (random_kind)(i % BODY_KINDS);
        random_body b = random_body_make(kind, random_in(0, 1) > 0.3, a);
        int32_t target = (int32_t)(60.0 * pow(50.0, random_in(0.0, 1.0)));
        fill_result o;
        CHECK(fill_of(&b, random_in(0, 1) > 0.7 ? FILL_ENCLOSE : FILL_AUTO, target, a, &o));
        double content = tets_content(&o.tets);
        // rays say how much two boxes share, about; nothing is unknown of the others
        double near = kind == BODY_CROSSED ? 0.01 : 1e-9;
        worst = fmax(worst, kind == BODY_CROSSED ? 0.0 : fabs(content / b.volume - 1.0));
        if (fabs(content / b.volume - 1.0) > near)
            printf("        kind %d, %d tets: %g of %g\n", kind, target, content, b.volume);
        CHECK_NEAR(content / b.volume, 1.0, near);
        CHECK_NEAR(o.content / b.volume, 1.0, near);
        for (int32_t k = 0; k < o.tets.tet_count; ++k)
            CHECK(tets_filled(&o.tets, k) > 0.0);
        arena_destroy(a);
    }
    printf("        worst %.1g of the volume\n", worst);
}

TEST(a_wanted_number_of_tets_is_met_within_30_per_cent_and_more_never_gives_fewer) {
    int rounds = test_thorough() ? 12 : 1;
    double least = INFINITY, most = 0.0;
    seed = 7;
    for (int i = 0; i < rounds * BODY_KINDS; ++i) {
        arena* a = arena_create();
        random_body b = random_body_make((random_kind)(i % BODY_KINDS), random_in(0, 1) > 0.3, a);
        int32_t before = 0;
        for (double target = 250.0; target < 2500.0;
             target *= random_in(1.02, test_thorough() ? 1.8 : 3.0)) {
            fill_result o;
            CHECK(fill_of(&b, FILL_AUTO, (int32_t)target, a, &o));
            double ratio = o.tets.tet_count / floor(target);
            least = fmin(least, ratio);
            most = fmax(most, ratio);
            if (fabs(ratio - 1.0) > LADDER_NEAR || o.tets.tet_count < before)
                printf("        body %d: %d for %.0f, %d before\n", i, o.tets.tet_count, target,
                       before);
            CHECK(fabs(ratio - 1.0) <= LADDER_NEAR);
            CHECK(o.tets.tet_count >= before);
            before = o.tets.tet_count;
        }
        arena_destroy(a);
    }
    printf("        %.2f to %.2f of the request\n", least, most);
}

TEST_MAIN(CASE(the_content_is_that_of_the_surface_at_any_number_of_tets_and_in_either_lattice),
          CASE(a_wanted_number_of_tets_is_met_within_30_per_cent_and_more_never_gives_fewer))
