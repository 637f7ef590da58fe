// Conserving steps keep energy, momentum and angular momentum of flesh and sheets; air and other rules take energy.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/drag.h"
#include "test/kit/check.h"
#include "test/kit/matter_block.h"
#include "test/kit/random.h"
#include "test/kit/sheet_mesh.h"
#include "test/kit/thorough.h"

typedef struct balance {
    double energy;
    vec3 momentum, angular;
} balance;

static balance balance_of(const dynamics_body* body, dynamics* d, double* scratch) {
    balance b = {.energy = dynamics_kinetic(d) + dynamics_potential(d)};
    sparse_multiply_axes(&body->mass, dynamics_v(d), scratch, 1, 1);
    for (int32_t i = 0; i < body->node_count; ++i) {
        vec3 p = vec3_of(scratch, i), x = v3_add(body->nodes[i], vec3_of(dynamics_u(d), i));
        b.momentum = v3_add(b.momentum, p);
        b.angular = v3_add(b.angular, v3_cross(x, p));
    }
    return b;
}

// Spun and shaken, free; the worst of energy, momentum and angular momentum over their beginnings.
static double drift(const dynamics_body* body, double shake, int steps, double h, report* r) {
    arena* memory = arena_create();
    size_t order = 3 * (size_t)body->node_count;
    dynamics_options o = dynamics_default();
    dynamics* d = dynamics_make(body, NULL, &o, memory, r);
    double *v = ARENA_NEW(memory, double, order), *scratch = ARENA_NEW(memory, double, order),
           worst = INFINITY;
    for (int32_t i = 0; i < body->node_count; ++i) {
        vec3 w = v3_add(v3_cross(v3(1.0, 2.0, 4.0), body->nodes[i]),
                        v3_add(v3(0.3, 0.0, 0.1), random_point(shake)));
        memcpy(v + 3 * i, &w, sizeof w);
    }
    if (d != NULL && dynamics_start(d, &nothing, NULL, v, r)) {
        balance first = balance_of(body, d, scratch);
        double deformed = 0.0;
        worst = 0.0;
        for (int i = 0; i < steps && worst < INFINITY; ++i) {
            if (!dynamics_step(d, &nothing, h, r)) {
                worst = INFINITY;
                break;
            }
            balance b = balance_of(body, d, scratch);
            deformed = fmax(deformed, dynamics_potential(d) / first.energy);
            worst = fmax(worst, fabs(b.energy / first.energy - 1.0));
            worst =
                fmax(worst, v3_distance(b.momentum, first.momentum) / v3_length(first.momentum));
            worst = fmax(worst, v3_distance(b.angular, first.angular) / v3_length(first.angular));
        }
        const newmark* n = dynamics_stepper(d);
        printf("  off by %.1e after %d steps; %.0f %% of energy in deformation at most, %.1f "
               "corrections a step, %d cut\n",
               worst, steps, 100.0 * deformed,
               (double)n->newton.counts.corrections / (double)n->steps, (int)n->cut);
        if (!(deformed > 0.05))
            worst = INFINITY; // nothing was asked
    }
    dynamics_free(d);
    arena_destroy(memory);
    return worst;
}

static int long_run(void) {
    return test_thorough() ? 10000 : 60;
}

TEST(flesh_keeps_energy_and_both_momenta) {
    block b = block_new((const int32_t[3]){2, 1, 1}, v3(0.2, 0.1, 0.1), rubber);
    b.body.terms = b.terms;
    CHECK(drift(&b.body, 0.6, long_run(), 0.01, &b.r) < 1e-7);
    arena_destroy(b.memory);
}

TEST(sheets_keep_energy_and_both_momenta) {
    const material solid = {2e5, 0.3, 500.0};
    shell_material m = shell_of_solid(&solid, 4e-3);
    m.limit = 1.05;
    sheet s = sheet_new(SHEET_GRID, 4, 2, 0.2, 0.1, m);
    for (int32_t i = 0; i < s.node_count; ++i)
        s.nodes[i].z = 1.5 * s.nodes[i].x * s.nodes[i].x;
    dynamics_body body = sheet_body(&s);
    CHECK(drift(&body, 0.6, long_run(), 0.005, &s.r) < 1e-7);
    arena_destroy(s.memory);
}

// A block with a sail on one of its faces: tets and triangles over one numbering of nodes.
TEST(flesh_and_a_sheet_in_one_body_keep_energy_and_both_momenta) {
    block b = block_new((const int32_t[3]){1, 1, 1}, v3(0.1, 0.1, 0.1), rubber);
    int32_t count = b.t->node_count;
    vec3* nodes = ARENA_NEW(b.memory, vec3, (size_t)count + 4);
    memcpy(nodes, b.t->nodes, (size_t)count * sizeof *nodes);
    int32_t edge[2], found = 0; // two nodes at the upper edge, x = y = 0.1
    for (int32_t i = 0; i < count; ++i)
        if (nodes[i].x == 0.1 && nodes[i].y == 0.1)
            edge[found++] = i;
    CHECK(found == 2);
    for (int i = 0; i < 4; ++i)
        nodes[count + i] = v3(0.1 + 0.06 * (1 + i / 2), 0.1, nodes[edge[i % 2]].z);
    const int32_t a = count;
    int32_t triangles[12] = {edge[0], a,     a + 1, edge[0], a + 1, edge[1],
                             a,       a + 2, a + 3, a,       a + 3, a + 1};
    const material solid = {2e5, 0.3, 500.0};
    shell_material m[4];
    for (int i = 0; i < 4; ++i)
        m[i] = shell_of_solid(&solid, 5e-3);
    b.t->nodes = nodes;
    b.t->node_count = count + 4;
    const shell s = {count + 4, nodes, 4, triangles, m, 1};
    CHECK(shell_check(&s, place_none(), b.memory, &b.r));
    CHECK(neo_hookean_term(b.t, b.materials, 1, &b.terms[0], place_none(), b.memory, &b.r));
    b.terms[1] = shell_membrane(&s, b.memory);
    b.terms[2] = shell_bending(&s, b.memory);
    double density[6] = {1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0};
    sparse flesh = mass_of_tets(b.t, density, 1, b.memory), sail = shell_mass(&s, b.memory);
    const sparse* both[2] = {&flesh, &sail};
    b.body = (dynamics_body){count + 4, nodes, mass_sum(both, 2, b.memory), 3, b.terms, 0, 1};
    double whole = 0.0;
    for (int64_t i = 0; i < b.body.mass.start[count + 4]; ++i)
        whole += b.body.mass.value[i];
    CHECK_NEAR(whole, 1000.0 * 1e-3 + 500.0 * 5e-3 * 0.12 * 0.1, 1e-12);
    CHECK(drift(&b.body, 0.5, long_run(), 0.005, &b.r) < 1e-7);
    arena_destroy(b.memory);
}

// ---- a pendulum, and the air -------------------------------------------------------------

typedef struct swing {
    double first, least, most; // energy, with that of height
    bool sound;
} swing;

// A sheet held by an edge, let go from the horizontal.
static swing swing_of(newmark_rule rule, double air_density, int steps) {
    shell_material m = {1e5, 0.3, 1e-3, 0.3, 1e-4, 1.1, INFINITY};
    sheet s = sheet_new(SHEET_GRID, 6, 2, 0.3, 0.1, m);
    uint8_t* held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
    for (int32_t k = 0; k <= 2; ++k)
        held[sheet_node(&s, 0, k)] = 1;
    dynamics_body body = sheet_body(&s);
    energy_term* terms = ARENA_NEW(s.memory, energy_term, 3);
    memcpy(terms, body.terms, 2 * sizeof *terms);
    const drag_air air = {air_density, 1.5, 0.1, {0.0, 0.0, 0.0}};
    const drag_faces faces = {s.node_count, s.nodes, s.triangle_count, s.triangles, 1};
    swing w = {.sound = drag_term(&faces, &air, &terms[2], s.memory, &s.r)};
    body.terms = terms;
    body.term_count = 3;
    dynamics_options o = dynamics_default();
    o.newmark.rule = rule;
    o.gravity = v3(0.0, 0.0, -9.81);
    dynamics* d = dynamics_make(&body, held, &o, s.memory, &s.r);
    double* weight = ARENA_NEW(s.memory, double, s.order);
    w.sound = w.sound && d != NULL && dynamics_start(d, &nothing, NULL, NULL, &s.r);
    for (int i = 0; i <= steps && w.sound; ++i) {
        w.sound = i == 0 || dynamics_step(d, &nothing, 1.0 / 200.0, &s.r);
        sparse_multiply_axes(&body.mass, dynamics_u(d), weight, 1, 1);
        double height = 0.0;
        for (int32_t n = 0; n < s.node_count; ++n)
            height += weight[3 * n + 2];
        // over the energy that half its weight falling by its length has
        double energy = (dynamics_kinetic(d) + dynamics_potential(d) + 9.81 * height) /
                        (0.5 * 9.81 * 0.3 * 0.3 * 0.03);
        if (i == 0)
            w = (swing){energy, energy, energy, w.sound};
        w.least = fmin(w.least, energy);
        w.most = fmax(w.most, energy);
    }
    dynamics_free(d);
    arena_destroy(s.memory);
    return w;
}

TEST(a_sheet_that_swings_keeps_its_energy_and_the_air_takes_it) {
    swing free = swing_of(NEWMARK_CONSERVING, 0.0, 100);
    swing slow = swing_of(NEWMARK_CONSERVING, 1.2, 100);
    swing lossy = swing_of(NEWMARK_BACKWARD, 0.0, 100);
    printf("  conserving %.2e %.2e; in air %.3f %.3f; backward %.3f %.3f\n", free.least, free.most,
           slow.least, slow.most, lossy.least, lossy.most);
    CHECK(free.sound && slow.sound && lossy.sound);
    CHECK(free.least > -1e-7 && free.most < 1e-7);
    CHECK(slow.most < 1e-7 && slow.least < -0.1);
    CHECK(lossy.most < 1e-3 && lossy.least > -0.7);
}

// ---- damping ---------------------------------------------------------------------------

// Corrections of 40 steps of a cloth that falls into its four held corners.
static double corrections(double beta) {
    shell_material m = {2e5, 0.3, 5e-4, 0.2, 2e-6, 1.1, INFINITY};
    sheet s = sheet_new(SHEET_GRID, 8, 8, 1.0, 1.0, m);
    uint8_t* held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
    for (int i = 0; i < 4; ++i)
        held[sheet_node(&s, 8 * (i / 2), 8 * (i % 2))] = 1;
    dynamics_body body = sheet_body(&s);
    dynamics_options o = dynamics_default();
    o.newmark.rule = NEWMARK_BACKWARD;
    o.gravity = v3(1.0, 0.5, -9.81);
    o.damping.beta = beta;
    o.damped_by = DYNAMICS_DAMPED_BY_MATERIAL;
    dynamics* d = dynamics_make(&body, held, &o, s.memory, &s.r);
    bool sound = d != NULL && dynamics_start(d, &nothing, NULL, NULL, &s.r);
    for (int i = 0; i < 40 && sound; ++i)
        sound = dynamics_step(d, &nothing, 1.0 / 120.0, &s.r);
    double count = sound ? (double)dynamics_stepper(d)->newton.counts.corrections : INFINITY;
    dynamics_free(d);
    arena_destroy(s.memory);
    return count;
}

// Newton's matrix has the whole derivative of damping, so that it costs no corrections.
TEST(damped_cloth_is_solved_as_fast_as_undamped_cloth) {
    double without = corrections(0.0), with = corrections(2e-3);
    printf("  %.0f corrections without, %.0f with damping\n", without, with);
    CHECK(with < 1.2 * without);
}

// Where the corner of a damped block is, a tenth of a second after it was let go, bent and turning.
static vec3 damped_end(int steps, newmark_rule rule) {
    block b = block_new((const int32_t[3]){2, 1, 1}, v3(0.2, 0.1, 0.1), rubber);
    dynamics_options o = dynamics_default();
    o.newmark.rule = rule;
    o.damping.beta = 0.01;
    o.damped_by = DYNAMICS_DAMPED_BY_MATERIAL;
    dynamics* d = block_moving(&b, &o, b.held);
    double* v = field(&b);
    for (int32_t i = 0; i < b.t->node_count; ++i)
        v[3 * i + 2] = 20.0 * b.t->nodes[i].x * b.t->nodes[i].x; // below the bound on looking ahead
    bool sound = d != NULL && dynamics_start(d, &nothing, NULL, v, &b.r);
    for (int i = 0; i < steps && sound; ++i)
        sound = dynamics_step(d, &nothing, 0.1 / steps, &b.r);
    vec3 end = sound ? vec3_of(dynamics_u(d), b.t->node_count - 1) : v3(NAN, NAN, NAN);
    dynamics_free(d);
    arena_destroy(b.memory);
    return end;
}

TEST(damping_ahead_of_the_step_has_the_order_of_the_step) {
    static const newmark_rule rules[3] = {NEWMARK_CONSERVING, NEWMARK_END, NEWMARK_BACKWARD};
    for (int k = 0; k < 3; ++k) {
        vec3 truth = damped_end(400, rules[k]);
        double coarse = v3_distance(damped_end(50, rules[k]), truth),
               fine = v3_distance(damped_end(100, rules[k]), truth);
        printf("  %.1e and %.1e m of %.2f m\n", coarse, fine, v3_length(truth));
        CHECK_NEAR(coarse / fine, 4.2, 0.3); // the truth has an error too
    }
}

TEST_MAIN(CASE(damping_ahead_of_the_step_has_the_order_of_the_step),
          CASE(damped_cloth_is_solved_as_fast_as_undamped_cloth),
          CASE(flesh_keeps_energy_and_both_momenta), CASE(sheets_keep_energy_and_both_momenta),
          CASE(flesh_and_a_sheet_in_one_body_keep_energy_and_both_momenta),
          CASE(a_sheet_that_swings_keeps_its_energy_and_the_air_takes_it))
