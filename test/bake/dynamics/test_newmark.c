// The stepper on systems of a few unknowns, where everything is known.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic.h"
#include "bake/dynamics/newmark.h"
#include "test/kit/check.h"
#include "test/kit/spring_stepper.h"
#include "test/kit/stvk_oracle.h"

// ---- five steps of a block in three motions, by an independent program ----------------------

typedef struct oracle_step {
    double u[3], v[3], a[3];
} oracle_step;

static const oracle_step one_correction[5] = {
    {{0.002072007229088575, -0.0039410345349686435, 0.0007035391337516225},
     {-2.151359132509371, 0.6270758558037627, 0.08442469605019459},
     {369.23838174768514, 1.1175646012133882, 141.07729611530908}},
    {{-0.004858622553231289, 0.003763265665215107, 0.0031822321717087268},
     {1.3196835586309872, 0.2974401682182873, 0.21301846850465794},
     {47.28674118915785, -40.67384711147044, -125.64604342077348}},
    {{0.0067713411667705, 0.002137906082813706, 0.0011956918887060966},
     {0.07591208776922764, -0.49248331810645535, -0.45140330246497357},
     {-196.539317692569, -54.11697124749868, 45.915430904417704}},
    {{0.0005943089140577878, -0.0036423793406117964, -0.000772517888360311},
     {-0.8171559580947532, -0.20115093270460493, 0.21521812921700473},
     {89.3711521888913, 89.07685749572073, 34.07914089741969}},
    {{-0.0028985496469591788, -0.00029643347906526795, 0.0013404107754576879},
     {0.39801293077271716, 0.6026644360901883, 0.03833331044115515},
     {56.449114475205135, 7.380986759654462, -55.30531915052164}},
};
static const oracle_step converged[5] = {
    {{-0.005936462748761294, -0.000958851852578705, -0.0032773280980987907},
     {-3.112375529851356, 0.9849377776905552, -0.39327937177185485},
     {253.91641406664695, 44.060995227628496, 83.75280797666315}},
    {{-0.01909406492796668, 0.010213092092269638, -0.0040152079155932234},
     {1.5334632683467095, 0.35569549569124603, 0.3047337936725229},
     {303.58424171712085, -119.5700690675456, 0.008771876662180489}},
    {{0.0070587438618000846, 0.0028981870483889955, -9.183843199986878e-05},
     {1.6048737864253022, -1.233484100956923, 0.1660705443586797},
     {-295.01497954768973, -71.13148253023468, -16.648361794323364}},
    {{0.008335856441091518, -0.011562485577979396, -0.0004345326311419427},
     {-1.4516202769103304, -0.5017966142072838, -0.2071938482557286},
     {-71.76430805258616, 158.9339809401914, -28.143365319405632}},
    {{-0.007392538309126804, -0.004372108451529572, -0.002522628332271207},
     {-0.43578709311586805, 1.3646418693812628, -0.043377635879783105},
     {193.66429010792163, 65.03863709043421, 47.80131080451909}},
};
static const oracle_step linear_steps[5] = {
    {{-0.0006714265923516323, -0.002404541220380414, 0.0002181407530434805},
     {-2.480571191082196, 0.8114550535543502, 0.02617689036521765},
     {156.39574278442223, 46.888892140807705, -30.585558870459636}},
    {{-0.013707848004386316, 0.00850427391666404, -0.0005052618817492469},
     {0.9162006216380338, 0.4976027628909843, -0.11298520654034494},
     {251.21687474200536, -84.55116702041161, 13.886107241792125}},
    {{0.004797320669689808, 0.004712909722986108, -0.00014018614738458142},
     {1.3044196192511008, -0.9525664661323361, 0.15679429466410477},
     {-204.6305950284373, -89.46914046238683, 18.487432902741844}},
    {{0.007325431457402533, -0.008473919773084225, 0.000898080073133191},
     {-1.0010463247255736, -0.6298530733961036, -0.03220234820197207},
     {-72.02531824876365, 128.19474759073472, -41.167030046671066}},
    {{-0.004195736318409705, -0.004969668957090927, -0.0008264587155719402},
     {-0.38149380837189484, 1.0503631713152992, -0.17474230644264366},
     {146.3716202112051, 73.43120177463362, 24.062235057790474}},
};

// Mass 0.05 in each of the three motions, damping 0.5 of it and 0.002 of the tangent.
typedef struct reduced {
    arena* memory;
    tets t;
    elastic m;
    size_t order;
    double *basis, *u, *force;
    double matrix[3][3];
} reduced;

static const double one[1] = {1.0};
static const double reduced_mass = 0.05, alpha = 0.5, beta = 0.002, load[3] = {0.2, 0.0, -0.1};

static void expand(reduced* s, const double* q) {
    for (size_t i = 0; i < s->order; ++i)
        s->u[i] =
            s->basis[i] * q[0] + s->basis[s->order + i] * q[1] + s->basis[2 * s->order + i] * q[2];
}

static void project(const reduced* s, double out[3]) {
    for (size_t k = 0; k < 3; ++k) {
        out[k] = 0.0;
        for (size_t i = 0; i < s->order; ++i)
            out[k] += s->basis[k * s->order + i] * s->force[i];
    }
}

static void tangent(reduced* s, const double* q, double out[3][3]) { // rows are columns
    expand(s, q);
    for (size_t k = 0; k < 3; ++k) {
        elastic_stiffness_times(&s->m, one, s->u, ENERGY_TANGENT, s->basis + k * s->order,
                                s->force);
        project(s, out[k]);
    }
}

static double reduced_left(void* user, double time, const double* u, const double* v,
                           const double* a, const double* change_or_null, double* out) {
    reduced* s = user;
    double k[3][3], size = 0.0, left = 0.0;
    (void)time, (void)change_or_null;
    tangent(s, u, k);
    elastic_force(&s->m, one, s->u, s->force);
    project(s, out);
    for (int i = 0; i < 3; ++i) {
        size = fmax(size, fabs(out[i]));
        out[i] += reduced_mass * a[i] + alpha * reduced_mass * v[i] - load[i];
        for (int n = 0; n < 3; ++n)
            out[i] += beta * k[n][i] * v[n];
        left = fmax(left, fabs(out[i]));
    }
    return left / size;
}

static bool reduced_prepare(void* user, double time, const double* u, const double* v,
                            const newmark_parts* parts, bool firm, report* r) {
    reduced* s = user;
    (void)time, (void)v, (void)firm, (void)r;
    tangent(s, u, s->matrix);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            s->matrix[i][k] =
                (parts->stiffness + parts->damping * beta) * s->matrix[i][k] +
                (i == k ? (parts->mass + parts->damping * alpha) * reduced_mass : 0.0);
    return true;
}

static bool reduced_solve(void* user, double* x, report* r) {
    const reduced* s = user;
    const double(*m)[3] = s->matrix;
    double c[3][3], det;
    (void)r;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            c[i][k] = m[(i + 1) % 3][(k + 1) % 3] * m[(i + 2) % 3][(k + 2) % 3] -
                      m[(i + 1) % 3][(k + 2) % 3] * m[(i + 2) % 3][(k + 1) % 3];
    det = m[0][0] * c[0][0] + m[0][1] * c[0][1] + m[0][2] * c[0][2];
    const double b[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 3; ++i) // symmetric: cofactors need no transposing
        x[i] = (c[i][0] * b[0] + c[i][1] * b[1] + c[i][2] * b[2]) / det;
    return true;
}

static void compare_steps(elastic_law law, double tolerance, const oracle_step* steps) {
    reduced s = {.memory = arena_create()};
    report r = report_new(s.memory);
    s.t = stvk_block(s.memory);
    material* stuff = ARENA_NEW(s.memory, material, (size_t)s.t.tet_count);
    for (int32_t i = 0; i < s.t.tet_count; ++i)
        stuff[i] = stvk_material;
    CHECK(elastic_of_body(law, &s.t, stuff, 1, &s.m, place_none(), s.memory, &r));
    s.order = 3 * (size_t)s.t.node_count;
    s.basis = stvk_basis(&s.t, s.memory);
    s.u = ARENA_NEW(s.memory, double, s.order);
    s.force = ARENA_NEW(s.memory, double, s.order);
    newmark_options o = newmark_default();
    o.newton = (newton_options){tolerance, 60, 0.0};
    const newmark_system system = {.order = 3,
                                   .user = &s,
                                   .left = reduced_left,
                                   .prepare = reduced_prepare,
                                   .solve = reduced_solve,
                                   .small = 1e-17};
    newmark n = newmark_make(&system, &o, s.memory);
    n.u[0] = 0.02, n.u[1] = -0.01, n.v[1] = 0.1;
    CHECK(newmark_start(&n, &r));
    for (int i = 0; i < 5; ++i) {
        CHECK(newmark_step(&n, 1.0 / 60.0, &r));
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR(n.u[k], steps[i].u[k], 1e-11 * 0.02);
            CHECK_NEAR(n.v[k], steps[i].v[k], 1e-11 * 3.0);
            CHECK_NEAR(n.a[k], steps[i].a[k], 1e-11 * 400.0);
        }
    }
    arena_destroy(s.memory);
}

TEST(steps_are_those_of_an_independent_program) {
    compare_steps(ELASTIC_STVK, 1e-13, converged);
    compare_steps(ELASTIC_LINEAR, 1e-13, linear_steps);
    compare_steps(ELASTIC_STVK, INFINITY, one_correction); // any is good enough after the first
}

// ---- one unknown -----------------------------------------------------------------------

// Where a spring is after a second, in so many steps.
static double after_a_second(spring s, int steps) {
    arena* memory = arena_create();
    report r = report_new(memory);
    newmark_options o = newmark_default();
    newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
    bool sound = true;
    for (int i = 0; i < steps; ++i)
        sound = sound && newmark_step(&n, 1.0 / steps, &r);
    double u = sound ? n.u[0] : NAN;
    arena_destroy(memory);
    return u;
}

TEST(the_error_falls_with_the_square_of_the_step) {
    const spring springs[3] = {{.stiffness = 30.0, .wall = INFINITY},
                               {.stiffness = 30.0, .d = 1.0, .wall = INFINITY},
                               {.stiffness = 20.0, .cubic = 50.0, .d = 0.5, .wall = INFINITY}};
    for (int i = 0; i < 3; ++i) {
        double truth = after_a_second(springs[i], 64000);
        double coarse = after_a_second(springs[i], 200) - truth;
        double fine = after_a_second(springs[i], 400) - truth;
        CHECK_NEAR(coarse / fine, 4.0, 0.05);
        CHECK(fabs(fine) < 2e-3);
    }
}

TEST(a_linear_spring_keeps_its_energy_and_has_the_known_frequency) {
    arena* memory = arena_create();
    report r = report_new(memory);
    spring s = {.stiffness = 400.0, .wall = INFINITY}; // 20 rad/s
    newmark_options o = newmark_default();
    newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
    double h = 1.0 / 60.0, turn = 2.0 * atan(0.5 * 20.0 * h); // a step's, of the trapezoidal rule
    for (int i = 1; i <= 20000; ++i) {
        CHECK(newmark_step(&n, h, &r));
        CHECK_NEAR(n.v[0] * n.v[0] + 400.0 * n.u[0] * n.u[0], 400.0, 1e-7);
        if (i % 100 == 0)
            CHECK_NEAR(n.u[0], cos(turn * i), 1e-9);
    }
    CHECK(n.cut == 0 && n.newton.counts.matrices == 1); // the one matrix is kept throughout
    arena_destroy(memory);
}

TEST(other_constants_damp_high_frequencies) {
    arena* memory = arena_create();
    report r = report_new(memory);
    spring s = {.stiffness = 1e6, .wall = INFINITY};
    newmark_options o = newmark_default();
    o.gamma = 0.6, o.beta = 0.25 * 1.1 * 1.1;
    newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
    for (int i = 0; i < 200; ++i)
        CHECK(newmark_step(&n, 0.01, &r));
    CHECK(fabs(n.u[0]) < 1e-6);
    arena_destroy(memory);
}

TEST(conserving_steps_keep_the_energy_of_any_spring_and_have_the_same_order) {
    arena* memory = arena_create();
    report r = report_new(memory);
    spring s = {.stiffness = 20.0, .cubic = 500.0, .wall = INFINITY};
    newmark_options o = newmark_default();
    o.rule = NEWMARK_CONSERVING;
    newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
    for (int i = 0; i < 5000; ++i) {
        CHECK(newmark_step(&n, 0.05, &r)); // a fifth of its swing
        double u = n.u[0], v = n.v[0];
        CHECK_NEAR(0.5 * v * v + 10.0 * u * u + 125.0 * u * u * u * u, 135.0, 1e-5);
    }
    double truth = after_a_second(s, 128000), error[2];
    for (int k = 0; k < 2; ++k) {
        n = spring_stepper(&s, &o, 1.0, 0.0, memory);
        for (int i = 0; i < 1000 << k; ++i)
            CHECK(newmark_step(&n, 0.001 / (1 << k), &r));
        error[k] = n.u[0] - truth;
    }
    CHECK_NEAR(error[0] / error[1], 4.0, 0.05);
    arena_destroy(memory);
}

TEST(where_the_tangent_is_refused_the_firm_matrix_gets_there) {
    arena* memory = arena_create();
    report r = report_new(memory);
    spring s = {.stiffness = 20.0, .cubic = 50.0, .wall = INFINITY}, t = s;
    t.indefinite = true;
    newmark_options o = newmark_default();
    newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
    newmark m = spring_stepper(&t, &o, 1.0, 0.0, memory);
    for (int i = 0; i < 50; ++i) {
        CHECK(newmark_step(&n, 0.02, &r) && newmark_step(&m, 0.02, &r));
        CHECK_NEAR(n.u[0], m.u[0], 1e-8);
    }
    CHECK(t.refused > 0 && m.newton.counts.firm > 0 && n.newton.counts.firm == 0);
    arena_destroy(memory);
}

// The energy u^4 / 4 - u^2 / 2: at rest at 1 and -1, and in unstable balance at 0.
static double valley_left(void* user, const double* x, double* out) {
    (void)user;
    out[0] = x[0] * x[0] * x[0] - x[0];
    return fabs(out[0]) / fmax(fabs(x[0]), fabs(x[0] * x[0] * x[0]));
}

// As a factor does it: refuses what is negative. The firm matrix has the part that is never negative, and as much again.
static bool valley_prepare(void* user, const double* x, bool firm, report* r) {
    (void)r;
    double slope = 3.0 * x[0] * x[0] - 1.0;
    *(double*)user = firm ? 3.0 * x[0] * x[0] + 1.0 : slope;
    return firm || slope > 0.0;
}

static bool valley_solve(void* user, double* column, report* r) {
    (void)r;
    column[0] /= *(double*)user;
    return true;
}

// From a hair's breadth beside the top: more and more is left over on the way down, for a factor of 1e8.
TEST(an_unstable_place_is_left_and_not_returned_to) {
    arena* memory = arena_create();
    double matrix = 0.0;
    const newton_problem p = {.order = 1,
                              .user = &matrix,
                              .left = valley_left,
                              .prepare = valley_prepare,
                              .solve = valley_solve,
                              .small = 1e-14};
    const newton_options o = newton_default();
    for (int side = -1; side <= 1; side += 2) {
        newton n = newton_make(&p, &o, memory);
        double x = 1e-8 * side;
        CHECK(newton_solve(&n, &x, NULL));
        CHECK_NEAR(x, side, 1e-10);
        printf("  %lld corrections, %lld matrices\n", (long long)n.counts.corrections,
               (long long)n.counts.matrices);
        CHECK(n.counts.corrections <= 24 && n.counts.matrices <= 16);
    }
    arena_destroy(memory);
}

TEST(a_step_that_is_not_solved_is_cut_and_one_that_never_is_leaves_all_as_it_was) {
    arena* memory = arena_create();
    report r = report_new(memory);
    spring s = {.stiffness = 20.0, .cubic = 5e4, .wall = INFINITY};
    newmark_options o = newmark_default();
    o.newton.iterations = 2, o.newton.keep = 0.0;
    newmark n = spring_stepper(&s, &o, 1.0, 0.0, memory);
    CHECK(newmark_step(&n, 0.05, &r));
    CHECK(n.cut > 0 && n.steps > 1 && n.time == 0.05 && r.count == 0);
    s.wall = n.u[0] + 0.01;
    n.v[0] = 1000.0;
    double u = n.u[0], v = n.v[0], a = n.a[0];
    CHECK(!newmark_step(&n, 0.05, &r));
    CHECK(n.u[0] == u && n.v[0] == v && n.a[0] == a && n.time == 0.05);
    CHECK(r.error_count == 1 && strstr(r.findings[0].text, "smaller steps") != NULL);
    arena_destroy(memory);
}

TEST_MAIN(CASE(steps_are_those_of_an_independent_program),
          CASE(the_error_falls_with_the_square_of_the_step),
          CASE(a_linear_spring_keeps_its_energy_and_has_the_known_frequency),
          CASE(other_constants_damp_high_frequencies),
          CASE(conserving_steps_keep_the_energy_of_any_spring_and_have_the_same_order),
          CASE(where_the_tangent_is_refused_the_firm_matrix_gets_there),
          CASE(an_unstable_place_is_left_and_not_returned_to),
          CASE(a_step_that_is_not_solved_is_cut_and_one_that_never_is_leaves_all_as_it_was))
