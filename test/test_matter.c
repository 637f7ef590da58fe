// Bodies of neo-Hookean flesh and of sheets in motion: what falls, swings, spins and is turned inside out.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/anchor.h"
#include "bake/dynamics/drag.h"
#include "bake/dynamics/elastic_term.h"
#include "bake/dynamics/mass.h"
#include "bake/dynamics/neo_hookean.h"
#include "test/body_modes.h"
#include "test/cells_mesh.h"
#include "test/check.h"
#include "test/random.h"
#include "test/sheet_mesh.h"
#include "test/thorough.h"

typedef struct block {
    arena* memory;
    report r;
    tets* t;
    material* materials;
    energy_term terms[3];
    dynamics_body body;
    uint8_t* held; // where x is 0
    size_t order;
} block;

static block block_new(const int32_t cells[3], vec3 size, material m) {
    block b = {.memory = arena_create()};
    b.r = report_new(b.memory);
    b.t = ARENA_NEW(b.memory, tets, 1);
    *b.t = cells_mesh(cells, size, b.memory);
    size_t count = (size_t)b.t->tet_count;
    b.order = 3 * (size_t)b.t->node_count;
    b.materials = ARENA_NEW(b.memory, material, count);
    b.held = ARENA_NEW(b.memory, uint8_t, (size_t)b.t->node_count);
    double* density = ARENA_NEW(b.memory, double, count);
    for (size_t i = 0; i < count; ++i) {
        b.materials[i] = m;
        density[i] = m.density;
    }
    for (int32_t i = 0; i < b.t->node_count; ++i)
        b.held[i] = b.t->nodes[i].x == 0.0;
    b.body = (dynamics_body){.node_count = b.t->node_count,
                             .nodes = b.t->nodes,
                             .mass = mass_of_tets(b.t, density, 1, b.memory),
                             .threads = 1};
    b.body.term_count =
        neo_hookean_term(b.t, b.materials, 1, &b.terms[0], place_none(), b.memory, &b.r);
    return b;
}

// The terms are the block's own, wherever it stands.
static dynamics* block_moving(block* b, const dynamics_options* o, const uint8_t* held_or_null) {
    b->body.terms = b->terms;
    return dynamics_make(&b->body, held_or_null, o, b->memory, &b->r);
}

static double* field(block* b) {
    return ARENA_NEW(b->memory, double, b->order);
}

static vec3 vec3_of(const double* f, int32_t i) {
    return v3(f[3 * i], f[3 * i + 1], f[3 * i + 2]);
}

static const material rubber = {2e4, 0.4, 1000.0};
static const moment nothing = {0};

// ---- at rest ---------------------------------------------------------------------------

// Nominal stress of a bar pulled to a stretch with sides free: dW/dstretch where dW/dside = 0; W as the paper prints it.
static double bar_stress(const material* m, double stretch) {
    material_lame l = material_lame_of(m);
    double mu = 4.0 / 3.0 * l.mu, lambda = l.lambda + 5.0 / 6.0 * l.mu,
           alpha = 1.0 + 0.75 * mu / lambda;
    double low = 0.1, high = 3.0, side = 1.0;
    for (int i = 0; i < 200; ++i) {
        side = 0.5 * (low + high);
        double f = 1.0 - 1.0 / (stretch * stretch + 2.0 * side * side + 1.0);
        double slope =
            mu * f * 2.0 * side + lambda * (stretch * side * side - alpha) * 2.0 * stretch * side;
        if (slope > 0.0)
            high = side;
        else
            low = side;
    }
    double f = 1.0 - 1.0 / (stretch * stretch + 2.0 * side * side + 1.0);
    return mu * f * stretch + lambda * (stretch * side * side - alpha) * side * side;
}

// Pulled by both ends, and kept from drifting by springs too weak to matter.
TEST(a_stretched_bar_is_as_long_as_the_law_says) {
    for (double stretch = 1.2; stretch < 2.1; stretch += 0.4) {
        block b = block_new((const int32_t[3]){4, 1, 1}, v3(0.4, 0.1, 0.1), rubber);
        double *force = field(&b), *u = field(&b), pull = bar_stress(&rubber, stretch) * 0.01;
        anchor weak[20];
        int32_t count = 0;
        for (int32_t i = 0; i < b.t->tet_count; ++i) // faces at the ends, a third a corner
            for (int f = 0; f < 4; ++f)
                for (int end = 0; end < 2; ++end) {
                    const int32_t* e = b.t->elements + 4 * i;
                    bool at = true;
                    for (int k = 0; k < 3; ++k)
                        at = at && b.t->nodes[e[tet_face[f][k]]].x == (end ? 0.4 : 0.0);
                    for (int k = 0; at && k < 3; ++k)
                        force[3 * e[tet_face[f][k]]] += (end ? 1.0 : -1.0) * pull / 6.0;
                }
        double side = exp(-0.4 * log(stretch)); // near where it will be
        for (int32_t i = 0; i < b.t->node_count; ++i) {
            vec3 x = b.t->nodes[i], m = v3(0.2, 0.05, 0.05);
            vec3 to = v3_add(m, v3_mul(v3_sub(x, m), v3(stretch, side, side)));
            weak[count++] = (anchor){i, to, 1e-6 * rubber.young * 0.1};
            to = v3_sub(to, x);
            memcpy(u + 3 * i, &to, sizeof to);
        }
        CHECK(anchor_term(b.t->nodes, b.t->node_count, weak, count, &b.terms[1], b.memory, &b.r));
        b.body.term_count = 2;
        dynamics_options o = dynamics_default();
        dynamics* d = block_moving(&b, &o, NULL);
        const moment now = {.force_or_null = force};
        CHECK(d != NULL && dynamics_start(d, &now, u, NULL, &b.r) && dynamics_rest(d, &now, &b.r));
        for (int32_t i = 0; i < b.t->node_count; ++i) {
            double x = b.t->nodes[i].x;
            CHECK_NEAR(x + dynamics_u(d)[3 * i], 0.2 + (x - 0.2) * stretch, 1e-5 * 0.4);
        }
        dynamics_free(d);
        arena_destroy(b.memory);
    }
}

// ---- in motion -------------------------------------------------------------------------

TEST(flesh_and_sheets_fall_as_stones) {
    block b = block_new((const int32_t[3]){2, 1, 1}, v3(0.2, 0.1, 0.1), rubber);
    dynamics_options o = dynamics_default();
    o.gravity = v3(0.0, 0.0, -9.81);
    dynamics* d = block_moving(&b, &o, NULL);
    double* v = field(&b);
    for (size_t i = 0; i < b.order; i += 3)
        v[i] = 1.0;
    CHECK(d != NULL && dynamics_start(d, &nothing, NULL, v, &b.r));
    for (int step = 1; step <= 60; ++step)
        CHECK(dynamics_step(d, &nothing, 1.0 / 60.0, &b.r));
    for (int32_t i = 0; i < b.t->node_count; ++i)
        CHECK(v3_distance(vec3_of(dynamics_u(d), i), v3(1.0, 0.0, -0.5 * 9.81)) < 1e-9);
    dynamics_free(d);
    arena_destroy(b.memory);
    const material solid = {1e6, 0.3, 500.0};
    sheet s = sheet_new(SHEET_GRID, 3, 3, 0.2, 0.2, shell_of_solid(&solid, 1e-3));
    dynamics_body body = sheet_body(&s);
    d = dynamics_make(&body, NULL, &o, s.memory, &s.r);
    CHECK(d != NULL && dynamics_start(d, &nothing, NULL, NULL, &s.r));
    for (int step = 1; step <= 60; ++step)
        CHECK(dynamics_step(d, &nothing, 1.0 / 60.0, &s.r));
    for (int32_t i = 0; i < s.node_count; ++i)
        CHECK(v3_distance(vec3_of(dynamics_u(d), i), v3(0.0, 0.0, -0.5 * 9.81)) < 1e-9);
    dynamics_free(d);
    arena_destroy(s.memory);
}

// Let go in its first mode: bake/fem's frequency, and that of the terms' own matrices.
TEST(a_solid_rings_at_the_frequency_of_fem) {
    block b = block_new((const int32_t[3]){6, 1, 1}, v3(0.4, 0.1, 0.12), rubber);
    assemble_matrices fem;
    int32_t *number = ARENA_NEW(b.memory, int32_t, (size_t)b.t->node_count), count;
    CHECK(assemble_body(b.t, b.materials, ELEMENT_MASS_CONSISTENT, 1, &fem, place_none(), b.memory,
                        &b.r));
    CHECK(assemble_free(b.t, b.held, number, &count, place_none(), &b.r));
    assemble_matrices kept = assemble_keep(&fem, number, count, b.memory);
    eigen_modes modes;
    CHECK(eigen_lowest(&kept, &(eigen_request){.count = 1, .threads = 1}, &modes, b.memory, &b.r));
    double *u = field(&b), omega = sqrt(modes.values[0]), h = 0.05 / omega, own;
    b.body.terms = b.terms;
    CHECK(body_modes(&b.body, b.held, u, 1, &own, &b.r));
    CHECK_NEAR(own / omega, 1.0, 1e-9);
    for (int32_t i = 0; i < b.t->node_count; ++i)
        for (int k = 0; number[i] >= 0 && k < 3; ++k)
            u[3 * i + k] = 1e-6 * modes.vectors[3 * number[i] + k];
    dynamics_options o = dynamics_default();
    dynamics* d = block_moving(&b, &o, b.held);
    CHECK(d != NULL && dynamics_start(d, &nothing, u, NULL, &b.r));
    size_t most = 0;
    for (size_t i = 0; i < b.order; ++i)
        most = fabs(u[i]) > fabs(u[most]) ? i : most;
    for (int step = 1; step <= 300; ++step) {
        CHECK(dynamics_step(d, &nothing, h, &b.r));
        CHECK_NEAR(dynamics_u(d)[most] / u[most], cos(2.0 * step * atan(0.5 * h * omega)), 2e-4);
    }
    dynamics_free(d);
    arena_destroy(b.memory);
}

static double least_volume(const block* b, const double* u) {
    double least = INFINITY;
    for (int32_t i = 0; i < b->t->tet_count; ++i) {
        const int32_t* e = b->t->elements + 4 * i;
        vec3 x[4];
        for (int k = 0; k < 4; ++k)
            x[k] = v3_add(b->t->nodes[e[k]], vec3_of(u, e[k]));
        least = fmin(least, tet_volume(x[0], x[1], x[2], x[3]));
    }
    return least;
}

// Mirrored, or mirrored and pressed into a sheet: free, it finds its shape again. Pressed into a point or with every node
// thrown somewhere else no element stays inside out, though they may be knotted.
TEST(a_block_turned_inside_out_comes_back) {
    int kinds = test_thorough() ? 12 : 2;
    for (int kind = 0; kind < kinds; ++kind) {
        block b = block_new((const int32_t[3]){2, 2, 2}, v3(0.1, 0.1, 0.1), rubber);
        double* u = field(&b);
        for (int32_t i = 0; i < b.t->node_count; ++i) {
            vec3 x = b.t->nodes[i];
            static const double flat[3][3] = {
                {-1.0, 1.0, 1.0}, {-1e-4, 1.0, 1.0}, {-1e-3, 1e-3, 1e-3}};
            vec3 to = random_point(0.1);
            if (kind < 3)
                to = v3_add(v3_mul(x, v3(flat[kind][0], flat[kind][1], flat[kind][2])),
                            random_point(1e-6));
            to = v3_sub(to, x);
            memcpy(u + 3 * i, &to, sizeof to);
        }
        CHECK(least_volume(&b, u) < 0.0);
        dynamics_options o = dynamics_default();
        o.newmark.rule = NEWMARK_BACKWARD;
        o.damping = (damping){.alpha = 5.0, .beta = 0.01};
        o.damped_by = DYNAMICS_DAMPED_BY_MATERIAL;
        dynamics* d = block_moving(&b, &o, NULL);
        CHECK(d != NULL && dynamics_start(d, &nothing, u, NULL, &b.r));
        double first = dynamics_potential(d), last = first;
        int steps = 0;
        for (; steps < (kind < 2 ? 400 : 60) && last > 1e-6 * first; ++steps) {
            CHECK(dynamics_step(d, &nothing, 1.0 / 60.0, &b.r));
            last = dynamics_kinetic(d) + dynamics_potential(d);
        }
        printf("  from %.3g J to %.3g J in %d steps, of which %d were cut\n", first, last, steps,
               (int)dynamics_stepper(d)->cut);
        CHECK(least_volume(&b, dynamics_u(d)) > 0.0);
        CHECK(kind > 1 || last <= 1e-6 * first);
        dynamics_free(d);
        arena_destroy(b.memory);
    }
}

// ---- conservation ----------------------------------------------------------------------

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
    shell_material m = {1e5, 0.3, 1e-3, 0.3, 1e-4, 1.1};
    sheet s = sheet_new(SHEET_GRID, 6, 2, 0.3, 0.1, m);
    uint8_t* held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
    for (int32_t k = 0; k <= 2; ++k)
        held[sheet_node(&s, 0, k)] = 1;
    dynamics_body body = sheet_body(&s);
    energy_term* terms = ARENA_NEW(s.memory, energy_term, 3);
    memcpy(terms, body.terms, 2 * sizeof *terms);
    const drag_air air = {air_density, 1.5, 0.1, {0.0, 0.0, 0.0}};
    const drag_faces faces = {s.node_count, s.nodes, s.triangle_count, s.triangles};
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

TEST_MAIN(CASE(a_stretched_bar_is_as_long_as_the_law_says), CASE(flesh_and_sheets_fall_as_stones),
          CASE(a_solid_rings_at_the_frequency_of_fem), CASE(a_block_turned_inside_out_comes_back),
          CASE(flesh_keeps_energy_and_both_momenta), CASE(sheets_keep_energy_and_both_momenta),
          CASE(flesh_and_a_sheet_in_one_body_keep_energy_and_both_momenta),
          CASE(a_sheet_that_swings_keeps_its_energy_and_the_air_takes_it))
