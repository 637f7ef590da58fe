// Convergence once more with meshes twice as fine: minutes, and orders closer to theory's.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/frequencies.h"

TEST(with_finer_meshes_the_order_of_ten_node_beams_rises_towards_four) {
    static const struct {
        bool free;
        double poisson, timoshenko, near;
    } smooth[] = {
        {true, 0.0, 19.791505305074747, 1e-5},
        {true, 0.3, 19.731214212951635, 6e-4},
        {false, 0.0, 3.1887869717394604, 2e-5},
    };
    for (int i = 0; i < 3; ++i) {
        run r = beam_run(smooth[i].poisson, smooth[i].free, 10, 2);
        printf("order %.2f, limit %.6f, theory %.6f\n", r.order, r.limit, smooth[i].timoshenko);
        CHECK(r.order > 3.4 && r.order < 4.1);
        CHECK_NEAR(r.limit / smooth[i].timoshenko, 1.0, smooth[i].near);
    }
}

TEST(with_finer_meshes_the_order_of_four_node_beams_rises_towards_two) {
    run r = beam_run(0.3, true, 4, 4);
    printf("order %.2f\n", r.order);
    CHECK(r.order > 1.6 && r.order < 2.05);
}

// At the edge of a clamp that hinders bulging the stress is infinite: nothing is smooth there.
TEST(a_clamp_that_hinders_bulging_costs_ten_node_beams_half_of_the_order) {
    run r = beam_run(0.3, false, 10, 2);
    printf("order %.2f, limit %.6f, theory %.6f\n", r.order, r.limit, 3.1847813025372798);
    CHECK(r.order > 1.3 && r.order < 2.5);
    CHECK_NEAR(r.limit / 3.1847813025372798, 1.0, 8e-3);
}

TEST(at_poisson_0_49_ten_frequencies_of_lattice_bodies_move_under_3_per_cent) {
    static const struct {
        const char* name;
        int32_t cells;
    } bodies[] = {{"sphere", 8}, {"jelly", 4}, {"cylinder", 24}};
    for (int i = 0; i < 3; ++i) {
        double coarse[10], fine[10];
        CHECK(sample_frequencies(bodies[i].name, bodies[i].cells, 10, 0.49, coarse));
        CHECK(sample_frequencies(bodies[i].name, 2 * bodies[i].cells, 10, 0.49, fine));
        printf("%s, %d to %d cells: moved %.2f %%\n", bodies[i].name, bodies[i].cells,
               2 * bodies[i].cells, 100.0 * most_moved(coarse, fine));
        CHECK(most_moved(coarse, fine) < 0.03);
        CHECK(sample_frequencies(bodies[i].name, bodies[i].cells, 4, 0.49, coarse));
        CHECK(sample_frequencies(bodies[i].name, 2 * bodies[i].cells, 4, 0.49, fine));
        printf("  with four nodes %.2f %%\n", 100.0 * most_moved(coarse, fine));
        CHECK(most_moved(coarse, fine) > 0.05);
    }
}

TEST_MAIN(CASE(with_finer_meshes_the_order_of_ten_node_beams_rises_towards_four),
          CASE(with_finer_meshes_the_order_of_four_node_beams_rises_towards_two),
          CASE(a_clamp_that_hinders_bulging_costs_ten_node_beams_half_of_the_order),
          CASE(at_poisson_0_49_ten_frequencies_of_lattice_bodies_move_under_3_per_cent))
