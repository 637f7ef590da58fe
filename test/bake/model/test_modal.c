// The modal model as a whole: an independent program's transfer of rigid motion, and laws of mechanics.
// SPDX-License-Identifier: MIT
#include "bake/model/modal.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

static const material flesh = {2e4, 0.4, 1000.0};

// Of an independent program: force on the first eight modes by angular and linear acceleration, up to sign.
static const double transfer[8][6] = {
    {0.006051821028089176, -0.18322465339707222, -0.35176322495719253, -0.01671627518963845,
     -1.2216446696292595, 0.6287678723271951},
    {0.0030155650871919897, 0.3557149545976854, -0.18390523924645336, -0.04849694935093931,
     -0.6490704896223889, -1.248240788033568},
    {-0.002856832242658838, -0.02647052245498232, 0.019318649892676964, -1.3727852976426616,
     0.08655573919968443, 0.09256619260003487},
    {-0.06426936169832637, 0.018963438116827706, 0.029018952074364883, 0.05013748182005832,
     0.19838985347774568, -0.13950073714094302},
    {0.016919975966239065, 0.03878019163969252, 0.06180846426091229, -0.020774248453684106,
     0.42731837866430766, -0.30801123611773984},
    {-0.0008938976479354573, -0.04051103046993711, 0.03436116322879611, 0.1762339431523,
     0.28592773446820324, 0.385102547524457},
    {-0.0030886231142152575, 0.02975768163922929, 0.012694970140092727, 0.14009289076701656,
     0.06945094820367527, -0.10272435091706905},
    {0.006961347416670601, 0.003546709087510082, -0.025835039422431517, 0.21663206895954196,
     -0.1281346765344495, 0.02450441940326541},
};
static const double values[8] = {269.9121232285543,  351.2579713382265,  1645.7574108654387,
                                 1815.1654752550803, 3405.3330845508676, 3929.589119797525,
                                 10597.005705716627, 12591.53241350661};

// The oracle's block of two cells, clamped at x = 0.15.
static tets block_of_two(arena* a) {
    static const int32_t elements[12][4] = {
        {0, 4, 6, 7},   {0, 4, 7, 5},  {0, 2, 7, 6},   {0, 2, 3, 7},  {0, 1, 5, 7},  {0, 1, 7, 3},
        {4, 8, 10, 11}, {4, 8, 11, 9}, {4, 6, 11, 10}, {4, 6, 7, 11}, {4, 5, 9, 11}, {4, 5, 11, 7}};
    tets t = {.node_count = 12, .tet_count = 12, .width = 4};
    t.nodes = ARENA_NEW(a, vec3, 12);
    t.elements = ARENA_NEW(a, int32_t, 48);
    memcpy(t.elements, elements, sizeof elements);
    for (int i = 0; i < 12; ++i)
        t.nodes[i] = v3(0.15 + 0.1 * (i / 4), i / 2 % 2 ? 0.05 : -0.05, i % 2 ? 0.07 : -0.06);
    return t;
}
static const uint8_t clamped[12] = {1, 1, 1, 1};

typedef struct built {
    modal_model m;
    bool ok;
    report findings;
} built;

static built build(const tets* t, const uint8_t* fixed, material stuff, modal_request q, arena* a) {
    material* list = ARENA_NEW(a, material, (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        list[i] = stuff;
    q.volume = t;
    q.fixed_or_null = fixed;
    q.materials = list;
    q.threads = q.threads > 0 ? q.threads : 1;
    built b = {.findings = report_new(a)};
    stages clock = stages_begin();
    b.ok = modal_build(&q, &clock, &b.m, a, &b.findings);
    return b;
}

TEST(transfer_of_rigid_motion_is_that_of_an_independent_program) {
    arena* a = arena_create();
    tets t = block_of_two(a);
    built b = build(&t, clamped, flesh, (modal_request){.count = 8}, a);
    CHECK(b.ok && b.m.rigid_count == 0 && b.m.fixed_count == 4);
    for (int i = 0; i < 8; ++i) {
        const forcing_mode* f = &b.m.modes[i].forcing;
        const double(*j)[3] = f->j;
        double h[6] = {j[1][2] - j[2][1], j[2][0] - j[0][2], j[0][1] - j[1][0],
                       -f->s[0],          -f->s[1],          -f->s[2]};
        for (int k = 0; k < 6; ++k)
            CHECK_NEAR(h[k], transfer[i][k], 1e-9);
        CHECK_NEAR(b.m.modes[i].value, values[i], 1e-9 * values[i]);
    }
    arena_destroy(a);
}

// With a diagonal mass all modes together move what is free, the same along every axis: the sum of s s'
// is the free mass times the identity.
TEST(all_modes_together_carry_the_free_mass) {
    arena* a = arena_create();
    tets t = block_of_two(a);
    built b = build(&t, clamped, flesh, (modal_request){.count = 24, .mass = ELEMENT_MASS_HRZ}, a);
    CHECK(b.ok && b.m.count == 24);
    double free_mass = 0.0, sum[3][3] = {{0.0}}, fraction = 0.0;
    for (int32_t i = 0; i < t.tet_count; ++i)
        for (int k = 0; k < 4; ++k) {
            const int32_t* e = t.elements + 4 * (ptrdiff_t)i;
            if (!clamped[e[k]])
                free_mass +=
                    250.0 * tet_volume(t.nodes[e[0]], t.nodes[e[1]], t.nodes[e[2]], t.nodes[e[3]]);
        }
    for (int i = 0; i < 24; ++i) {
        fraction += b.m.modes[i].participation;
        for (int k = 0; k < 9; ++k)
            sum[k / 3][k % 3] += b.m.modes[i].forcing.s[k / 3] * b.m.modes[i].forcing.s[k % 3];
    }
    for (int k = 0; k < 9; ++k)
        CHECK_NEAR(sum[k / 3][k % 3], k % 4 == 0 ? free_mass : 0.0, 1e-12);
    CHECK_NEAR(fraction, 3.0 * free_mass / b.m.body.mass, 1e-12);
    arena_destroy(a);
}

TEST(four_times_the_stiffness_doubles_every_frequency) {
    arena* a = arena_create();
    tets t = block_of_two(a);
    material stiff = {4.0 * flesh.young, flesh.poisson, flesh.density};
    modal_request q = {.count = 10, .ten_nodes = true};
    built soft = build(&t, clamped, flesh, q, a), hard = build(&t, clamped, stiff, q, a);
    CHECK(soft.ok && hard.ok && soft.m.tets.width == 10);
    for (int i = 0; i < 10; ++i) {
        CHECK_NEAR(modal_frequency(&hard.m.modes[i]) / modal_frequency(&soft.m.modes[i]), 2.0,
                   1e-9);
        CHECK_NEAR(hard.m.modes[i].largest / soft.m.modes[i].largest, 1.0, 1e-6);
    }
    arena_destroy(a);
}

TEST(a_free_body_has_six_rigid_motions_and_no_bone_excites_the_others) {
    arena* a = arena_create();
    tets t = tet_box(2, a);
    built b = build(&t, NULL, flesh, (modal_request){.count = 12}, a);
    CHECK(b.ok && b.m.rigid_count == 6 && b.m.count == 12 && b.m.fixed_count == 0);
    for (int i = 0; i < 12; ++i)
        CHECK(b.m.modes[i].value > 1.0 && b.m.modes[i].participation < 1e-16 &&
              modal_sag(&b.m.modes[i]) < 1e-9);
    arena_destroy(a);
}

static tets two_boxes(arena* a) {
    tets one = tet_box(1, a), two = {2 * one.node_count, 2 * one.tet_count, 4, .region_count = 0};
    two.nodes = ARENA_NEW(a, vec3, (size_t)two.node_count);
    two.elements = ARENA_NEW(a, int32_t, 4 * (size_t)two.tet_count);
    for (int32_t i = 0; i < two.node_count; ++i)
        two.nodes[i] = v3_add(one.nodes[i % one.node_count],
                              i < one.node_count ? v3(0.0, 0.0, 0.0) : v3(3.0, 0.0, 0.0));
    for (int32_t i = 0; i < 4 * two.tet_count; ++i)
        two.elements[i] = i < 4 * one.tet_count
                              ? one.elements[i]
                              : one.elements[i - 4 * one.tet_count] + one.node_count;
    return two;
}

TEST(two_loose_bodies_have_twelve_rigid_motions) {
    arena* a = arena_create();
    tets two = two_boxes(a);
    built b = build(&two, NULL, flesh, (modal_request){.count = 4}, a);
    CHECK(b.ok && b.m.rigid_count == 12 && b.m.count == 4 && b.m.modes[0].value > 1.0);
    built some = build(&two, NULL, flesh, (modal_request){.count = 36}, a);
    CHECK(some.ok && some.m.count == 36);
    CHECK(!build(&two, NULL, flesh, (modal_request){.count = 37}, a).ok);
    arena_destroy(a);
}

// Fewer elastic modes than unknowns less six: none of it is the caller's mistake.
TEST(what_can_be_seen_or_excited_of_loose_bodies_is_found) {
    arena* a = arena_create();
    tets two = two_boxes(a), pair = {.node_count = 8, .tet_count = 2, .width = 4};
    pair.nodes = ARENA_NEW(a, vec3, 8);
    pair.elements = ARENA_NEW(a, int32_t, 8);
    for (int i = 0; i < 8; ++i) {
        pair.nodes[i] = v3(3.0 * (i / 4) + (i % 4 == 1), i % 4 == 2, i % 4 == 3);
        pair.elements[i] = i;
    }
    built seen = build(&pair, NULL, flesh, (modal_request){.step = 1e-9, .force = 1.0}, a);
    CHECK(seen.ok && seen.m.count == 12 && seen.m.rigid_count == 12);
    built all = build(&two, NULL, flesh, (modal_request){.count = 5}, a);
    built excited = build(&two, NULL, flesh, (modal_request){.count = 5, .excited = true}, a);
    CHECK(all.ok && excited.ok && excited.m.count == 5 && excited.m.energy_of_all == 0.0);
    for (int i = 0; i < 5; ++i) // no bone holds it, so the slowest are as good as any
        CHECK_NEAR(excited.m.modes[i].value / all.m.modes[i].value, 1.0, 1e-9);
    CHECK(excited.findings.count == 1 && all.findings.count == 0);
    arena_destroy(a);
}

TEST(a_mid_edge_node_is_held_when_both_ends_are) {
    arena* a = arena_create();
    tets t = block_of_two(a);
    built b = build(&t, clamped, flesh, (modal_request){.count = 1, .ten_nodes = true}, a);
    CHECK(b.ok && b.m.fixed_count == 4 + 5); // the clamped square has four sides and a diagonal
    for (int32_t i = 0; i < b.m.tets.node_count; ++i)
        CHECK(b.m.fixed[i] == (fabs(b.m.tets.nodes[i].x - 0.15) < 1e-12));
    double* shape = ARENA_NEW(a, double, 3 * (size_t)b.m.tets.node_count);
    modal_shape(&b.m, 0, shape);
    double most = 0.0;
    for (int32_t i = 0; i < b.m.tets.node_count; ++i) {
        const double* u = shape + 3 * (ptrdiff_t)i;
        double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        CHECK(!b.m.fixed[i] || length == 0.0);
        most = fmax(most, length);
    }
    CHECK_NEAR(most, b.m.modes[0].largest, 1e-14); // of this small block all nodes can be seen
    arena_destroy(a);
}

TEST(the_first_mode_is_where_it_was_asked_for_and_dies_out_in_time) {
    arena* a = arena_create();
    tets t = block_of_two(a);
    modal_request q = {.count = 5, .first_hz = 3.0};
    q.damping = (damping_request){.form = DAMPING_BY_SECONDS, .seconds = 1.5};
    built b = build(&t, clamped, flesh, q, a);
    CHECK(b.ok);
    CHECK_NEAR(modal_frequency(&b.m.modes[0]), 3.0, 1e-12);
    CHECK_NEAR(b.m.young_factor, 36.0 * EXACT_PI * EXACT_PI / values[0], 1e-9);
    CHECK_NEAR(damping_seconds(b.m.modes[0].value, b.m.modes[0].damping), 1.5, 1e-9);
    CHECK_NEAR(modal_ratio(&b.m.modes[0]), b.m.modes[0].damping / (6.0 * EXACT_PI), 1e-12);
    for (int i = 0; i < 5; ++i)
        CHECK(b.m.modes[i].damping ==
              0.5 * (b.m.damping.alpha + b.m.damping.beta * b.m.modes[i].value));
    arena_destroy(a);
}

TEST(modes_below_a_frequency_are_all_that_lie_there) {
    arena* a = arena_create();
    tets t = tet_box(2, a);
    modal_request q = {.count = 20};
    built all = build(&t, NULL, flesh, q, a);
    CHECK(all.ok);
    q = (modal_request){
        .below_hz = 0.5 * (modal_frequency(&all.m.modes[11]) + modal_frequency(&all.m.modes[12]))};
    built slow = build(&t, NULL, flesh, q, a);
    CHECK(slow.ok && slow.m.count == 12 && slow.m.rigid_count == 6);
    for (int i = 0; i < 12; ++i)
        CHECK_NEAR(slow.m.modes[i].value / all.m.modes[i].value, 1.0, 1e-9);
    q.count = 5;
    built few = build(&t, NULL, flesh, q, a);
    CHECK(few.ok && few.m.count == 5);
    q.count = 0;
    q.step = 1e-9;
    q.force = 1.0; // sees all of them
    built both = build(&t, NULL, flesh, q, a);
    CHECK(both.ok && both.m.count == 12 && both.m.unseen == 0);
    q = (modal_request){.below_hz = 0.5 * modal_frequency(&all.m.modes[0])};
    CHECK(!build(&t, NULL, flesh, q, a).ok);
    q.step = 1e-9;
    q.force = 1.0;
    CHECK(!build(&t, NULL, flesh, q, a).ok);
    arena_destroy(a);
}

TEST(modes_that_can_be_seen_are_those_of_the_rule_among_all) {
    arena* a = arena_create();
    tets t = tet_box(2, a);
    uint8_t fixed[27] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    built all = build(&t, fixed, flesh, (modal_request){.count = 54}, a);
    CHECK(all.ok && all.m.count == 54);
    for (int limit = 3; limit < 50; limit += 9) {
        const modal_mode* at = &all.m.modes[limit];
        double compliance = 1.001 * at->largest * at->largest / at->value;
        int32_t expected = 0;
        for (int i = 0; i < 54; ++i) {
            const modal_mode* m = &all.m.modes[i];
            expected += m->largest * m->largest / m->value >= compliance;
        }
        modal_request q = {.step = 2.0 * compliance, .force = 2.0};
        built some = build(&t, fixed, flesh, q, a);
        CHECK(expected > 0 ? some.ok && some.m.count == expected : !some.ok);
    }
    arena_destroy(a);
}

TEST(excited_modes_hold_more_of_the_answer_than_the_lowest_and_all_hold_all) {
    arena* a = arena_create();
    tets t = block_of_two(a);
    built low = build(&t, clamped, flesh, (modal_request){.count = 11}, a);
    built best = build(&t, clamped, flesh, (modal_request){.count = 11, .excited = true}, a);
    built all = build(&t, clamped, flesh, (modal_request){.count = 24, .excited = true}, a);
    CHECK(low.ok && best.ok && all.ok && best.m.count == 11 && all.m.count == 24);
    double sum[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 24; ++i) {
        sum[0] += i < 11 ? low.m.modes[i].energy : 0.0;
        sum[1] += i < 11 ? best.m.modes[i].energy : 0.0;
        sum[2] += all.m.modes[i].energy;
        CHECK(i == 0 || i >= 11 || best.m.modes[i].value > best.m.modes[i - 1].value);
    }
    CHECK(sum[0] < sum[1] && sum[1] < sum[2]);
    CHECK_NEAR(sum[2] / all.m.energy_of_all, 1.0, 1e-9);
    arena_destroy(a);
}

TEST(threads_change_no_bit) {
    arena* a = arena_create();
    tets t = tet_box(3, a);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    for (int i = 0; i < 16; ++i)
        fixed[i] = 1;
    modal_request q = {.count = 6, .ten_nodes = true, .threads = 1};
    built one = build(&t, fixed, flesh, q, a);
    q.threads = 3;
    built three = build(&t, fixed, flesh, q, a);
    CHECK(one.ok && three.ok);
    CHECK(memcmp(one.m.vectors, three.m.vectors, 18 * (size_t)one.m.free_count * sizeof(double)) ==
          0);
    CHECK(memcmp(one.m.modes, three.m.modes, 6 * sizeof *one.m.modes) == 0);
    arena_destroy(a);
}

static bool refused_of(material stuff, const tets* t, const uint8_t* fixed, int32_t count,
                       const char* word) {
    arena* a = arena_create();
    built b = build(t, fixed, stuff, (modal_request){.count = count}, a);
    bool told = !b.ok && b.findings.error_count > 0 &&
                strstr(b.findings.findings[b.findings.count - 1].text, word) != NULL;
    if (!told && b.findings.count > 0)
        printf("%s\n", b.findings.findings[b.findings.count - 1].text);
    arena_destroy(a);
    return told;
}

static bool refused(const tets* t, const uint8_t* fixed, int32_t count, const char* word) {
    return refused_of(flesh, t, fixed, count, word);
}

// So stiff against volume that all else looks as if it needed no force: no mode is taken for a rigid one.
TEST(elastic_modes_are_not_lost_among_the_rigid_ones) {
    arena* a = arena_create();
    tets t = tet_box(2, a);
    material water = {2e4, 0.4999999999999999, 1000.0};
    CHECK(refused_of(water, &t, NULL, 10, "too near to 0.5"));
    arena_destroy(a);
}

TEST(what_cannot_be_is_a_sentence) {
    arena* a = arena_create();
    tets t = block_of_two(a);
    static const uint8_t all[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    CHECK(refused(&t, clamped, 25, "8 nodes that may move have only 24"));
    CHECK(refused(&t, NULL, 31, "12 nodes that may move have only 30"));
    CHECK(refused(&t, clamped, 0, "one or more"));
    CHECK(refused(&t, all, 1, "nothing is free"));
    static const uint8_t point[12] = {1}, line[12] = {1, 1};
    CHECK(refused(&t, point, 1, "only a point"));
    CHECK(refused(&t, line, 1, "only a line"));
    t.nodes[8] = t.nodes[9];
    CHECK(refused(&t, clamped, 1, "volume"));
    arena_destroy(a);
}

TEST_MAIN(CASE(transfer_of_rigid_motion_is_that_of_an_independent_program),
          CASE(all_modes_together_carry_the_free_mass),
          CASE(four_times_the_stiffness_doubles_every_frequency),
          CASE(a_free_body_has_six_rigid_motions_and_no_bone_excites_the_others),
          CASE(two_loose_bodies_have_twelve_rigid_motions),
          CASE(what_can_be_seen_or_excited_of_loose_bodies_is_found),
          CASE(elastic_modes_are_not_lost_among_the_rigid_ones),
          CASE(a_mid_edge_node_is_held_when_both_ends_are),
          CASE(the_first_mode_is_where_it_was_asked_for_and_dies_out_in_time),
          CASE(modes_below_a_frequency_are_all_that_lie_there),
          CASE(modes_that_can_be_seen_are_those_of_the_rule_among_all),
          CASE(excited_modes_hold_more_of_the_answer_than_the_lowest_and_all_hold_all),
          CASE(threads_change_no_bit), CASE(what_cannot_be_is_a_sentence))
