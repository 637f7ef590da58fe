// Mass-PCA and Gram-Schmidt: an independent program's projectors, and laws of orthonormal columns.
// SPDX-License-Identifier: MIT
#include "bake/model/span.h"
#include "test/kit/check.h"

enum { ROWS = 6, ORDER = 3 * ROWS, VECTORS = 4 };

// Of an independent program; its six unknowns are the first axis of six nodes here.
static const double mass_values[ROWS][ROWS] = {
    {7.0, 1.7, 1.4, 0.0, 0.0, 0.0}, {1.7, 7.0, 1.7, 1.4, 0.0, 0.0}, {1.4, 1.7, 7.0, 1.7, 1.4, 0.0},
    {0.0, 1.4, 1.7, 7.0, 1.7, 1.4}, {0.0, 0.0, 1.4, 1.7, 7.0, 1.7}, {0.0, 0.0, 0.0, 1.4, 1.7, 7.0}};
static const double given[ROWS][VECTORS] = {{1.0, 0.5, 0.0, 0.2},  {0.0, 1.0, 0.3, -0.1},
                                            {0.2, 0.0, 1.0, 0.0},  {0.1, -0.4, 0.2, 1.0},
                                            {0.0, 0.3, -0.5, 0.6}, {0.7, 0.1, 0.0, 0.3}};
static const double appended[ROWS] = {0.3, -0.2, 0.5, 0.1, 0.0, 0.4};

static sparse make_mass(arena* a) {
    sparse m = {.rows = ROWS, .block = 1};
    m.start = ARENA_NEW(a, int64_t, ROWS + 1);
    m.column = ARENA_NEW(a, int32_t, ROWS * ROWS);
    m.value = ARENA_NEW(a, double, ROWS* ROWS);
    for (int i = 0; i < ROWS * ROWS; ++i) {
        m.column[i] = i % ROWS;
        m.value[i] = mass_values[i / ROWS][i % ROWS];
        m.start[i / ROWS + 1] = i + 1;
    }
    return m;
}

static void make_vectors(double* v, double* riders) {
    memset(v, 0, VECTORS * ORDER * sizeof *v);
    memset(riders, 0, VECTORS * VECTORS * sizeof *riders);
    for (int c = 0; c < VECTORS; ++c) {
        riders[c * VECTORS + c] = 1.0;
        for (int i = 0; i < ROWS; ++i)
            v[c * ORDER + 3 * i] = given[i][c];
    }
}

// How far U U' M of the first axis is from what it should be.
static double projector_error(const span* s, const double expected[ROWS][ROWS]) {
    double worst = 0.0;
    for (int i = 0; i < ROWS; ++i)
        for (int k = 0; k < ROWS; ++k) {
            double sum = 0.0;
            for (int32_t c = 0; c < s->basis.size; ++c)
                for (int l = 0; l < ROWS; ++l)
                    sum += span_column(s, c)[3 * i] * span_column(s, c)[3 * l] * mass_values[l][k];
            worst = fmax(worst, fabs(sum - expected[i][k]));
        }
    return worst;
}

TEST(principal_directions_are_those_of_an_independent_program) {
    static const double two[ROWS][ROWS] = {
        {0.3951104987786685, 0.34764044729720645, 0.31217315414529445, 0.1951979707745534,
         0.13728636674592692, 0.20575107358029296},
        {0.35623685151369805, 0.4307504669344051, 0.257247143604232, -0.19898917216432743,
         -0.1689379245355121, -0.05637322933306662},
        {0.25677459801095026, 0.27728483674771687, 0.19227501729927793, -0.03731303100435181,
         -0.0389327307739046, 0.02781730695208006},
        {-0.034217806301786495, -0.2075757228620817, 0.009592680386610162, 0.550360391565177,
         0.430926804026733, 0.34809391363366116},
        {-0.004494295616994539, -0.09668992796171827, 0.015588814439693292, 0.29420145577902845,
         0.22982998087688125, 0.18886557084892683},
        {0.2055589266143059, 0.13496628717178982, 0.17188269672682085, 0.2482559779970395,
         0.18594279735028613, 0.20167364454559022}};
    static const double three[ROWS][ROWS] = {
        {0.39532952585818176, 0.35589245224831134, 0.3040029889449402, 0.19850528630284411,
         0.13881726235377193, 0.20181902397363288},
        {0.3659619572347856, 0.7971509172291403, -0.10551950839484919, -0.05213978149954903,
         -0.10096403898985083, -0.23096167844307064},
        {0.24489482369415225, -0.17029432423109808, 0.6354152852826647, -0.21669798266344692,
         -0.12196672987659134, 0.24108710917636775},
        {-0.030088159841633055, -0.05198828083794681, -0.14445171391147074, 0.6127181780743276,
         0.45979107798705, 0.273957077333008},
        {-0.0003509999212937394, 0.05941175896567648, -0.13896472470718105, 0.3567653461579626,
         0.2587896565327161, 0.11448369876829408},
        {0.20004862727908723, -0.07263825879268668, 0.377428312237776, 0.1650502912966064,
         0.14742841333466403, 0.30059643702296973}};
    arena* a = arena_create();
    sparse mass = make_mass(a);
    span s = span_new(&mass, 8, VECTORS, 1, a);
    double v[VECTORS * ORDER], riders[VECTORS * VECTORS], singular[8], more[ORDER] = {0.0};
    make_vectors(v, riders);
    CHECK(span_append_principal(&s, v, riders, VECTORS, 2, 1e-6, singular) == 2);
    CHECK_NEAR(singular[0], 4.727219040358966, 1e-13);
    CHECK_NEAR(singular[1], 3.500256415597968, 1e-13);
    CHECK_NEAR(projector_error(&s, two), 0.0, 1e-14);
    for (int i = 0; i < ROWS; ++i)
        more[3 * i] = appended[i];
    memset(riders, 0, sizeof riders);
    CHECK_NEAR(span_append(&s, more, riders, 1e-6), 1.1950882616941998, 1e-14);
    CHECK_NEAR(projector_error(&s, three), 0.0, 1e-14);
    double along[3];
    memset(more, 0, sizeof more);
    for (int i = 0; i < ROWS; ++i)
        more[3 * i] = appended[i];
    span_along(&s, more, 1, along);
    CHECK_NEAR(fabs(along[0]), 1.5600021701788747, 1e-14);
    CHECK_NEAR(fabs(along[1]), 0.3002620119128247, 1e-14);
    CHECK_NEAR(fabs(along[2]), 1.1950882616942002, 1e-14);
    arena_destroy(a);
}

TEST(riders_say_what_a_column_is_made_of) {
    arena* a = arena_create();
    sparse mass = make_mass(a);
    span s = span_new(&mass, 8, VECTORS, 1, a);
    double v[VECTORS * ORDER], riders[VECTORS * VECTORS], singular[8], one[ORDER], own[VECTORS];
    make_vectors(v, riders);
    memcpy(one, v + 2 * ORDER, sizeof one);
    memcpy(own, riders + 2 * VECTORS, sizeof own);
    span_append(&s, one, own, 1e-6);
    CHECK(span_append_principal(&s, v, riders, VECTORS, 8, 1e-6, singular) == VECTORS - 1);
    make_vectors(v, riders);
    for (int32_t c = 0; c < VECTORS; ++c)
        for (int i = 0; i < ORDER; ++i) {
            double sum = 0.0;
            for (int k = 0; k < VECTORS; ++k)
                sum += s.follow[c * VECTORS + k] * v[k * ORDER + i];
            CHECK_NEAR(sum, span_column(&s, c)[i], 1e-14);
        }
    arena_destroy(a);
}

TEST(columns_are_orthonormal_and_repeated_vectors_add_none) {
    arena* a = arena_create();
    sparse mass = make_mass(a);
    span s = span_new(&mass, 8, VECTORS, 1, a);
    double v[VECTORS * ORDER], riders[VECTORS * VECTORS], singular[8], along[8 * 8];
    make_vectors(v, riders);
    CHECK(span_append_principal(&s, v, riders, VECTORS, 8, 1e-6, singular) == VECTORS);
    make_vectors(v, riders);
    CHECK(span_append_principal(&s, v, riders, VECTORS, 8, 1e-6, singular) == 0);
    span fresh = span_new(&mass, 8, VECTORS, 1, a);
    make_vectors(v, riders);
    for (int c = 0; c < VECTORS; ++c)
        CHECK(span_append(&fresh, v + c * ORDER, riders + c * VECTORS, 1e-6) > 0.1);
    make_vectors(v, riders);
    for (int c = 0; c < VECTORS; ++c)
        CHECK(span_append(&fresh, v + c * ORDER, riders + c * VECTORS, 1e-6) < 1e-14);
    CHECK(fresh.basis.size == VECTORS);
    for (int32_t c = 0; c < VECTORS; ++c) {
        span_along(&fresh, span_column(&fresh, c), 1, along);
        for (int k = 0; k < VECTORS; ++k)
            CHECK_NEAR(along[k], k == c, 1e-15);
    }
    arena_destroy(a);
}

// Subtracting the mean would make the space depend on which way modes happen to point.
TEST(turning_a_vector_round_changes_nothing) {
    arena* a = arena_create();
    sparse mass = make_mass(a);
    span s[2];
    for (int k = 0; k < 2; ++k) {
        double v[VECTORS * ORDER], riders[VECTORS * VECTORS], singular[8];
        make_vectors(v, riders);
        for (int i = 0; i < ORDER && k == 1; ++i)
            v[ORDER + i] = -v[ORDER + i];
        s[k] = span_new(&mass, 8, VECTORS, 1, a);
        CHECK(span_append_principal(&s[k], v, riders, VECTORS, 2, 1e-6, singular) == 2);
    }
    for (int32_t c = 0; c < 2; ++c)
        for (int i = 0; i < ORDER; ++i)
            CHECK_NEAR(span_column(&s[0], c)[i], span_column(&s[1], c)[i], 1e-14);
    arena_destroy(a);
}

// Equally strong directions have no order or basis of their own.
TEST(equal_directions_come_out_alike_however_they_were_turned) {
    arena* a = arena_create();
    sparse mass = make_mass(a);
    span s[2];
    for (int k = 0; k < 2; ++k) {
        span tool = span_new(&mass, 8, VECTORS, 1, a);
        double v[VECTORS * ORDER], riders[VECTORS * VECTORS], singular[8], pair[2 * ORDER];
        make_vectors(v, riders);
        span_append(&tool, v, riders, 0.0);
        span_append(&tool, v + ORDER, riders + VECTORS, 0.0);
        double c = k == 0 ? 1.0 : 0.6, d = k == 0 ? 0.0 : 0.8;
        for (int i = 0; i < ORDER; ++i) {
            double x = span_column(&tool, 0)[i], y = span_column(&tool, 1)[i];
            pair[i] = c * x + d * y;
            pair[ORDER + i] = c * y - d * x;
        }
        memset(riders, 0, sizeof riders);
        s[k] = span_new(&mass, 8, VECTORS, 1, a);
        CHECK(span_append_principal(&s[k], pair, riders, 2, 1, 1e-6, singular) == 1);
        CHECK_NEAR(singular[0], 1.0, 1e-14);
    }
    for (int i = 0; i < ORDER; ++i)
        CHECK_NEAR(span_column(&s[0], 0)[i], span_column(&s[1], 0)[i], 1e-14);
    arena_destroy(a);
}

TEST_MAIN(CASE(principal_directions_are_those_of_an_independent_program),
          CASE(riders_say_what_a_column_is_made_of),
          CASE(columns_are_orthonormal_and_repeated_vectors_add_none),
          CASE(turning_a_vector_round_changes_nothing),
          CASE(equal_directions_come_out_alike_however_they_were_turned))
