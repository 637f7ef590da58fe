// Finer meshes come nearer to the truth, as fast as theory says; four-node elements lock.
//
// Frequencies by elements of degree p that follow a smooth motion are off by the 2p-th power of the
// edge: fourth for ten nodes, second for four. The order is measured from three meshes, each of half the
// edge, without any outside number; the value they run to is then compared with beam theory.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/frequencies.h"

// First bending, Timoshenko: rad/s. Beam theory itself is off by 5e-4 where
// cross-sections bulge.
static const struct {
    bool free;
    double poisson, timoshenko, near;
} smooth[] = {
    {true, 0.3, 19.731214212951635, 8e-4},
    {false, 0.0, 3.1887869717394604, 5e-5},
};

TEST(ten_node_beams_run_to_timoshenko_with_nearly_the_fourth_power_of_the_edge) {
    for (int i = 0; i < 2; ++i) {
        run r = beam_run(smooth[i].poisson, smooth[i].free, 10, 1);
        printf("order %.2f, limit %.6f, theory %.6f\n", r.order, r.limit, smooth[i].timoshenko);
        CHECK(r.order > 3.2 && r.order < 4.2);
        CHECK_NEAR(r.limit / smooth[i].timoshenko, 1.0, smooth[i].near);
        CHECK(r.finest > r.limit); // from above, as Rayleigh quotients do
    }
}

TEST(four_node_beams_run_there_with_less_than_its_second_power) {
    for (int i = 0; i < 2; ++i) {
        run r = beam_run(smooth[i].poisson, smooth[i].free, 4, 1);
        printf("order %.2f, finest %.6f, theory %.6f\n", r.order, r.finest, smooth[i].timoshenko);
        CHECK(r.order > 0.9 && r.order < 2.1);
        CHECK(r.finest > 1.08 * smooth[i].timoshenko);
    }
}

TEST(at_poisson_0_49_ten_frequencies_of_a_ball_move_under_3_per_cent_when_the_edge_is_halved) {
    double coarse[10], fine[10], twist = ball_twist(0.49, 0.1);
    CHECK(sample_frequencies("sphere", 4, 10, 0.49, coarse) &&
          sample_frequencies("sphere", 8, 10, 0.49, fine));
    printf("moved %.2f %%; off by %.2f %%, then %.2f %%\n", 100.0 * most_moved(coarse, fine),
           100.0 * (coarse[0] / twist - 1.0), 100.0 * (fine[0] / twist - 1.0));
    CHECK(most_moved(coarse, fine) < 0.03);
    for (int i = 0; i < 5; ++i) // Lamb's five twists
        CHECK_NEAR(fine[i] / twist, 1.0, 0.008);
    for (int i = 5; i < 10; ++i) // and five stretchings, 2.6648287 by his equation at 0.49
        CHECK_NEAR(fine[i] / (twist * 2.6648287474 / 2.5011326204), 1.0, 0.008);

    CHECK(sample_frequencies("sphere", 4, 4, 0.49, coarse) &&
          sample_frequencies("sphere", 8, 4, 0.49, fine));
    printf("four nodes: moved %.2f %%; off by %.2f %%\n", 100.0 * most_moved(coarse, fine),
           100.0 * (fine[9] / (twist * 2.6648287474 / 2.5011326204) - 1.0));
    CHECK(most_moved(coarse, fine) > 0.06); // they do not
}

TEST(four_node_beams_lock_the_more_the_less_the_volume_can_change) {
    static const double poisson[] = {0.3, 0.45, 0.49, 0.499};
    double last = 1.3;
    for (int i = 0; i < 4; ++i) {
        arena* a = arena_create();
        tets four = beam_of(2, 4, a), ten = tets_promote(&four, a);
        double f[2];
        CHECK(lowest_frequencies(&four, poisson[i], true, 1, &f[0], 1, a) > 0);
        CHECK(lowest_frequencies(&ten, poisson[i], true, 1, &f[1], 1, a) > 0);
        printf("Poisson %.3f: %.2f times too high\n", poisson[i], f[0] / f[1]);
        CHECK(f[0] / f[1] > last);
        last = f[0] / f[1];
        arena_destroy(a);
    }
    CHECK(last > 3.0);
}

TEST_MAIN(
    CASE(ten_node_beams_run_to_timoshenko_with_nearly_the_fourth_power_of_the_edge),
    CASE(four_node_beams_run_there_with_less_than_its_second_power),
    CASE(at_poisson_0_49_ten_frequencies_of_a_ball_move_under_3_per_cent_when_the_edge_is_halved),
    CASE(four_node_beams_lock_the_more_the_less_the_volume_can_change))
