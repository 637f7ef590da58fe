// bake/simulate/rest_modes and bake/dynamics/linear: how a scene swings about its rest.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/simulate/rest_modes.h"

#include "bake/model/modal.h"
#include "test/kit/simulate_kit.h"

#define PI 3.14159265358979323846

static bool found(kit_run* k, const char* text, int32_t count, rest_modes* out) {
    bool sound = kit_make(k, text, 1) && rest_modes_find(&k->a, count, 1, k->memory, out, &k->r);
    if (!sound)
        kit_say(k);
    return sound;
}

// ---- solids ----------------------------------------------------------------------------

#define CUBE                                                                                       \
    "bodies: [{name: c, sample: cube, kind: solid, tets: 60, material: {young: 2e4, law: %s}, "    \
    "held: {base: 0.05}}]\ndamping: {alpha: 0.7, beta: 0.004}\ngravity: [0, 0, 0]\n"

// The same volume by fem/assemble and model/modal, which the simulator's terms share no line with; and Rayleigh's decay.
TEST(a_solid_without_weight_swings_as_its_volume_does) {
    for (int law = 0; law < 3; ++law) {
        const char* const laws[] = {"linear", "stvk", "neo-hookean"};
        kit_run k;
        rest_modes m;
        char text[512];
        snprintf(text, sizeof text, CUBE, laws[law]);
        CHECK(found(&k, text, 7, &m) && m.count == 7 && !m.firm);
        const matter* c = &k.a.bodies[0];
        modal_request q = {.volume = &c->volume,
                           .fixed_or_null = c->held,
                           .materials = c->solids,
                           .count = 7,
                           .damping = {.form = DAMPING_BY_NUMBERS, .numbers = {0.7, 0.004}},
                           .threads = 1,
                           .where = place_none()};
        stages clock = stages_begin();
        modal_model other;
        CHECK(modal_build(&q, &clock, &other, k.memory, &k.r));
        for (int i = 0; i < 7; ++i) {
            CHECK_NEAR(m.values[i] / other.modes[i].value, 1.0, 1e-6);
            CHECK_NEAR(m.decays[i] / other.modes[i].damping, 1.0, 1e-6);
            double s = 0.0, t = 0.0; // of which sign, eigenvectors do not say
            for (int x = 0; x < 3; ++x) {
                s += m.forcing[i].s[x] * m.forcing[i].s[x];
                t += other.modes[i].forcing.s[x] * other.modes[i].forcing.s[x];
            }
            CHECK_NEAR(s, t, 1e-5 * (t + m.body.mass));
        }
        CHECK_NEAR(m.body.mass, other.body.mass, 1e-9);
        CHECK_NEAR(m.body.centre.y, other.body.centre.y, 1e-9);
        kit_end(&k);
    }
}

// ---- sheets ----------------------------------------------------------------------------

// 0.4 m of cloth that hangs from its upper edge; `more` beside it.
#define HANGING(more)                                                                              \
    "bodies: [{name: c, sample: sheet, kind: shell, material: {preset: cotton, bending: 1e-9}, "   \
    "held: {box: [[-1, -0.01, -1], [1, 1, 1]]}}]\naccuracy: 1e-9\n" more

// Bernoulli's heavy chain: a length L that hangs swings at j / 2 sqrt(g / L), j the first zero of J0. Cloth without bending is a
// chain beside a chain. No volume, and nothing but its weight holds it straight: without that it has no stiffness at all.
TEST(cloth_that_hangs_swings_as_a_heavy_chain) {
    kit_run k;
    rest_modes m;
    CHECK(found(&k, HANGING("damping: {beta: 0.001}\n"), 2, &m));
    double chain = 2.404825557695773 / 2.0 * sqrt(9.81 / 0.4);
    printf("%.4f rad/s, a chain %.4f\n", sqrt(m.values[0]), chain);
    CHECK_NEAR(sqrt(m.values[0]) / chain, 1.0, 0.02); // four rows of triangles
    double most = 0.0, across = 0.0;
    for (int32_t v = 0; v < k.a.drawn.vertex_count; ++v) {
        const double* u = m.shapes + 3 * v;
        most = fmax(most, fabs(u[2]));
        across = fmax(across, fmax(fabs(u[0]), fabs(u[1])));
        CHECK(v >= 5 || fabs(u[2]) < 1e-12); // the upper edge is held
    }
    CHECK(most > 0.0 && across < 0.02 * most);
    kit_end(&k);
}

// Air takes from a swing of that size, in one period, what its decay says: the force of the square, summed over the period.
TEST(air_damps_a_swing_of_a_thirtieth_of_the_size_as_it_should) {
    kit_run k, still;
    rest_modes m, without;
    CHECK(found(&k, HANGING("damping: {beta: 0.001}\nair: {across: 1.3}\n"), 1, &m));
    CHECK(found(&still, HANGING("damping: {beta: 0.001}\n"), 1, &without));
    CHECK_NEAR(m.values[0], without.values[0], 1e-9 * m.values[0]);
    CHECK(m.decays[0] > 10.0 * without.decays[0]);
    // nodes are what is drawn here
    size_t order = 3 * (size_t)k.a.node_count;
    double *v = ARENA_NEW(k.memory, double, order), *f = ARENA_NEW(k.memory, double, order),
           *s = ARENA_NEW(k.memory, double, order), *g = ARENA_NEW(k.memory, double, order);
    double most = 0.0, rate = sqrt(m.values[0]), lost = 0.0;
    for (size_t i = 0; i < order; ++i)
        most = fmax(most, fabs(m.shapes[i]));
    double far = 0.03 * 0.4 * sqrt(2.0) / most; // amplitude of q
    enum { STEPS = 400 };
    const moment_copy now = moment_copy_new(1, k.a.node_count, k.memory);
    const energy_terms terms = {k.a.term_count, k.a.terms, k.a.node_count};
    energy_place at = {.now = &now, .u = dynamics_u(k.a.motion)};
    energy_sum_force(&terms, &at, NULL, s, g);
    for (int n = 0; n < STEPS; ++n) {
        double speed = far * rate * cos(2.0 * PI * (n + 0.5) / STEPS);
        for (size_t i = 0; i < order; ++i)
            v[i] = speed * m.shapes[i];
        at.v = v;
        at.rate = 1.0;
        energy_sum_force(&terms, &at, NULL, s, f);
        for (size_t i = 0; i < order; ++i)
            lost += (f[i] - g[i]) * v[i] * (2.0 * PI / rate) / STEPS;
    }
    // 2 d q'^2 over a period is 2 d pi rate far^2
    double says = 2.0 * (m.decays[0] - without.decays[0]) * PI * rate * far * far;
    printf("%.4g J a period, its decay says %.4g\n", lost, says);
    CHECK_NEAR(says / lost, 1.0, 0.01);
    kit_end(&k);
    kit_end(&still);
}

// ---- what cannot be --------------------------------------------------------------------

TEST(what_nothing_holds_has_no_modes_about_a_rest) {
    kit_run k;
    rest_modes m;
    CHECK(kit_make(&k,
                   "bodies: [{name: c, sample: cube, kind: solid, tets: 60, material: {young: "
                   "2e4}}]\ngravity: [0, 0, 0]\n",
                   1));
    CHECK(!rest_modes_find(&k.a, 4, 1, k.memory, &m, &k.r) && k.r.error_count > 0);
    kit_say(&k);
    kit_end(&k);
    CHECK(kit_make(&k, HANGING(""), 1));
    CHECK(!rest_modes_find(&k.a, 100, 1, k.memory, &m, &k.r) && k.r.error_count > 0);
    kit_say(&k);
    kit_end(&k);
}

TEST_MAIN(CASE(a_solid_without_weight_swings_as_its_volume_does),
          CASE(cloth_that_hangs_swings_as_a_heavy_chain),
          CASE(air_damps_a_swing_of_a_thirtieth_of_the_size_as_it_should),
          CASE(what_nothing_holds_has_no_modes_about_a_rest))
