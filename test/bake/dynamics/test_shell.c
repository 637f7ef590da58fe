// Sheets against plate theory, beams, the heavy elastica and pendulums.
//
// A clamp is two columns of held nodes; the slope is zero half way between them, so that is where the sheet begins
// (docs/dynamics.md).
// SPDX-License-Identifier: MIT
#include "bake/dynamics/firm.h"
#include "test/kit/body_modes.h"
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/sheet_mesh.h"
#include "test/kit/thorough.h"

static const char* const names[3] = {"grid", "alternating", "equilateral"};

// A strip along x whose clamp is at x = 0 and whose end is at x = length: one more half cell is held.
static sheet clamped_strip(sheet_kind kind, int32_t along, int32_t across, double length,
                           double width, shell_material m, uint8_t** held) {
    double cell = length / (along - 0.5);
    sheet s = sheet_new(kind, along, across, along * cell, width, m);
    *held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
    for (int32_t i = 0; i < s.node_count; ++i) {
        s.nodes[i].x -= 0.5 * cell;
        (*held)[i] = s.nodes[i].x < 0.75 * cell;
    }
    return s;
}

// ---- matrices --------------------------------------------------------------------------

// Of a triangle with two sides along the axes, rows and columns of the nodes at their ends are the derivative by the images of
// those axes: there the firm matrix, by its known directions, is the nearest to the tangent that is not negative, by rotations.
TEST(the_firm_matrix_of_a_membrane_is_the_nearest_that_is_not_negative) {
    const vec3 nodes[3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    static const int32_t triangle[3] = {0, 1, 2};
    double worst = 0.0;
    int repaired = 0;
    seed = 56;
    for (int trial = 0; trial < 400; ++trial) {
        arena* a = arena_create();
        const shell_material m = {1e6,
                                  random_in(0.0, 0.45),
                                  1e-3,
                                  0.2,
                                  1e-6,
                                  trial % 3 == 0 ? 1.1 : INFINITY,
                                  trial % 2 == 0 ? 1e-2 : INFINITY};
        const shell one = {3, nodes, 1, triangle, &m, 1};
        energy_term term = shell_membrane(&one, a);
        double u[9], reach = trial % 5 == 0 ? 1e-3 : 0.6, tangent[36], firm[36];
        for (int i = 0; i < 9; ++i)
            u[i] = random_in(-reach, reach);
        const energy_place at = {.u = u};
        energy_pattern p = term.pattern(term.data, &at);
        sparse k = sparse_pattern(&p.mesh, 3, 1, a);
        for (int which = 0; which < 2; ++which) {
            term.matrix(term.data, &at, which == 0 ? ENERGY_TANGENT : ENERGY_FIRM, &k);
            for (int i = 0; i < 36; ++i)
                (which == 0 ? tangent : firm)[i] =
                    sparse_block(&k, 1 + i / 18, 1 + i % 6 / 3)[3 * (i / 6 % 3) + i % 3];
        }
        double size = 0.0;
        repaired += firm_project(tangent, 6);
        for (int i = 0; i < 36; ++i)
            size = fmax(size, fabs(tangent[i]));
        for (int i = 0; i < 36; ++i)
            worst = fmax(worst, fabs(firm[i] - tangent[i]) / size);
        arena_destroy(a);
    }
    printf("  %d of 400 repaired, apart by %.2g of their size\n", repaired, worst);
    CHECK(repaired > 100 && repaired < 400 && worst < 1e-8);
}

// ---- frequencies -----------------------------------------------------------------------

// Narrow strips are beams: 1.8751^2 and 4.6941^2 sqrt(E I / rho A) / L^2, whatever Poisson's ratio.
TEST(narrow_strips_swing_as_beams) {
    for (int kind = 0; kind < 3; ++kind) {
        const material solid = {1e7, 0.3, 1000.0};
        const double t = 2e-3, length = 0.3;
        uint8_t* held;
        sheet s =
            clamped_strip((sheet_kind)kind, 30, 2, length, 0.02, shell_of_solid(&solid, t), &held);
        CHECK(shell_check(&s.s, place_none(), s.memory, &s.r));
        dynamics_body body = sheet_body(&s);
        double omega[2], *u = ARENA_NEW(s.memory, double, s.order);
        CHECK(body_modes(&body, held, u, 2, omega, &s.r));
        double beam = sqrt(1e7 * t * t / 12.0 / 1000.0) / (length * length);
        printf("  %s: %+.2f %% and %+.2f %%\n", names[kind],
               100.0 * (omega[0] / (3.51602 * beam) - 1.0),
               100.0 * (omega[1] / (22.0345 * beam) - 1.0));
        CHECK_NEAR(omega[0] / (3.51602 * beam), 1.0, 0.02);
        CHECK_NEAR(omega[1] / (22.0345 * beam), 1.0, 0.02);
        arena_destroy(s.memory);
    }
}

// ... and along themselves as rods: pi/2 sqrt(E / rho) / L; here too wide to bend first.
TEST(strips_ring_along_themselves_as_rods) {
    const material solid = {1e6, 0.0, 1000.0};
    shell_material m = shell_of_solid(&solid, 1e-2);
    uint8_t* held;
    sheet s = clamped_strip(SHEET_GRID, 20, 1, 0.3, 0.01, m, &held);
    dynamics_body body = sheet_body(&s);
    enum { COUNT = 12 };
    double omega[COUNT], *u = ARENA_NEW(s.memory, double, s.order), nearest = INFINITY;
    CHECK(body_modes(&body, held, u, COUNT, omega, &s.r));
    // here the clamp is where nothing moves: the second column
    double cell = 0.3 / 19.5, rod = 0.5 * EXACT_PI * sqrt(1e6 / 1000.0) / (0.3 - 0.5 * cell);
    for (int i = 0; i < COUNT; ++i)
        if (fabs(omega[i] / rod - 1.0) < fabs(nearest / rod - 1.0))
            nearest = omega[i];
    CHECK_NEAR(nearest / rod, 1.0, 0.005);
    arena_destroy(s.memory);
}

// All along its rim, square: 35.985 sqrt(D / rho t) / a^2 (Leissa 1969).
static double plate_error(sheet_kind kind, int32_t cells, double jitter) {
    const material solid = {1e7, 0.3, 1000.0};
    const double t = 1e-3, side = 0.2;
    shell_material m = shell_of_solid(&solid, t);
    double cell = side / (cells - 1), error = NAN;
    sheet s = sheet_new(kind, cells, cells, cells * cell, cells * cell, m);
    uint8_t* held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
    for (int32_t i = 0; i <= cells; ++i)
        for (int32_t k = 0; k <= cells; ++k) {
            int32_t n = sheet_node(&s, i, k);
            held[n] = i < 2 || k < 2 || i > cells - 2 || k > cells - 2;
            if (!held[n])
                s.nodes[n] = v3_add(s.nodes[n], v3(random_in(-jitter, jitter) * cell,
                                                   random_in(-jitter, jitter) * cell, 0.0));
        }
    dynamics_body body = sheet_body(&s);
    double omega[1], *u = ARENA_NEW(s.memory, double, s.order);
    if (body_modes(&body, held, u, 1, omega, &s.r))
        error = omega[0] / (35.985 * sqrt(m.bending / m.density) / (side * side)) - 1.0;
    arena_destroy(s.memory);
    return error;
}

TEST(clamped_plates_of_regular_triangles_come_nearer_as_they_are_refined) {
    int most = test_thorough() ? 48 : 24;
    for (int kind = 0; kind < 3; ++kind) {
        double error = INFINITY;
        for (int32_t cells = 6; cells <= most; cells *= 2) {
            double last = fabs(error);
            error = plate_error((sheet_kind)kind, cells, 0.0);
            printf("  %s of %d cells: %+.2f %%\n", names[kind], cells, 100.0 * error);
            CHECK(kind == SHEET_ALTERNATING || fabs(error) < 0.4 * last || fabs(error) < 0.002);
        }
        // alternating diagonals come near another frequency: too stiff to be twisted
        CHECK(fabs(error) < (kind == SHEET_ALTERNATING ? 0.15 : 0.006));
    }
    for (int32_t cells = 12; cells <= most; cells *= 2) { // and neither do irregular ones come near
        double error = plate_error(SHEET_GRID, cells, 0.2);
        printf("  grid of %d cells, jittered by a fifth: %+.2f %%\n", cells, 100.0 * error);
        CHECK(fabs(error) < 0.06);
    }
}

// ---- the heavy elastica ------------------------------------------------------------------

// A clamped rod that hangs under its own weight: theta'' = -load (1 - s) cos theta over a length of 1, theta(0) = 0,
// theta'(1) = 0; load = rho g A L^3 / E I. Where its end is.
static double shoot(double load, double curvature, double* x, double* y) {
    enum { STEPS = 2000 };
    double s[4] = {0.0, curvature, 0.0, 0.0}, h = 1.0 / STEPS; // theta, theta', x, y
    for (int i = 0; i < STEPS; ++i) {
        double k[4][4], at[4];
        static const double ahead[4] = {0.0, 0.5, 0.5, 1.0};
        for (int n = 0; n < 4; ++n) {
            for (int j = 0; j < 4; ++j)
                at[j] = s[j] + (n > 0 ? ahead[n] * h * k[n - 1][j] : 0.0);
            k[n][0] = at[1];
            k[n][1] = -load * (1.0 - (i + ahead[n]) * h) * cos(at[0]);
            k[n][2] = cos(at[0]);
            k[n][3] = sin(at[0]);
        }
        for (int j = 0; j < 4; ++j)
            s[j] += h / 6.0 * (k[0][j] + 2.0 * k[1][j] + 2.0 * k[2][j] + k[3][j]);
    }
    *x = s[2];
    *y = s[3];
    return s[1];
}

static void heavy_elastica(double load, double* x, double* y) {
    double low = 0.0, high = load; // the straight one's is load / 2
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        if (shoot(load, middle, x, y) > 0.0)
            high = middle;
        else
            low = middle;
    }
}

// Poisson's ratio of zero: with another one a clamp stiffens a strip as wide as it is held, which rods do not know.
TEST(a_strip_of_cloth_hangs_along_the_heavy_elastica) {
    const double length = 0.3, t = 5e-4;
    const material solid = {1e6, 0.0, 400.0};
    double unit = 1e6 * t * t * t / 12.0 / (400.0 * t * length * length * length);
    for (int kind = 0; kind < 2; ++kind) {
        uint8_t* held;
        sheet s =
            clamped_strip((sheet_kind)kind, 40, 2, length, 0.015, shell_of_solid(&solid, t), &held);
        dynamics_body body = sheet_body(&s);
        double* u = ARENA_NEW(s.memory, double, s.order);
        int32_t end = sheet_node(&s, s.cells[0], 1);
        for (double load = 1.0; load <= 64.0; load *= 1.4142135623730951) { // raised in parts
            dynamics_options o = dynamics_default();
            o.gravity = v3(0.0, 0.0, load * unit);
            dynamics* d = dynamics_make(&body, held, &o, s.memory, &s.r);
            const moment now = {0};
            CHECK(d != NULL && dynamics_start(d, &now, u, NULL, &s.r) &&
                  dynamics_rest(d, &now, &s.r));
            memcpy(u, dynamics_u(d), s.order * sizeof *u);
            dynamics_free(d);
            double x, y, own_x = (s.nodes[end].x + u[3 * end]) / length,
                         own_y = u[3 * end + 2] / length;
            heavy_elastica(load, &x, &y);
            if (fabs(sqrt(load) - round(sqrt(load))) < 1e-9)
                printf("  %s, load %4.1f: %.4f %.4f, elastica %.4f %.4f\n", names[kind], load,
                       own_x, own_y, x, y);
            CHECK_NEAR(own_x, x, 0.002);
            CHECK_NEAR(own_y, y, 0.002);
        }
        arena_destroy(s.memory);
    }
}

// ---- pendulums -------------------------------------------------------------------------

// Hung by its upper edge a stiff sheet is a rigid pendulum, sqrt(3 g / 2 L), and one that does not resist bending a
// chain, 1.2024 sqrt(g / L), the first zero of a Bessel function.
TEST(a_hanging_sheet_swings_as_a_plate_or_a_chain) {
    for (int stiff = 0; stiff < 2; ++stiff) {
        const double length = 0.4, g = 9.81;
        shell_material m = {2e5, 0.3, 1e-3, 0.3, stiff ? 10.0 : 1e-10, INFINITY, INFINITY};
        sheet s = sheet_new(SHEET_GRID, 24, 2, length, 0.05, m);
        uint8_t* held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
        for (int32_t k = 0; k <= 2; ++k)
            held[sheet_node(&s, 0, k)] = 1;
        dynamics_body body = sheet_body(&s);
        dynamics_options o = dynamics_default();
        o.gravity = v3(g, 0.0, 0.0); // it hangs along x
        dynamics* d = dynamics_make(&body, held, &o, s.memory, &s.r);
        const moment now = {0};
        double* u = ARENA_NEW(s.memory, double, s.order);
        for (int32_t i = 0; i < s.node_count;
             ++i) { // stretched by its weight: what is slack has no place to rest
            double x = s.nodes[i].x;
            u[3 * i] = m.density * g / (m.young * m.thickness) * (length * x - 0.5 * x * x);
        }
        CHECK(d != NULL && dynamics_start(d, &now, u, NULL, &s.r) && dynamics_rest(d, &now, &s.r));
        double omega[1], want = stiff ? sqrt(1.5 * g / length) : 1.202413 * sqrt(g / length);
        CHECK(body_modes(&body, held, dynamics_u(d), 1, omega, &s.r));
        printf("  %s: %+.3f %%\n", stiff ? "stiff" : "limp", 100.0 * (omega[0] / want - 1.0));
        CHECK_NEAR(omega[0] / want, 1.0, 0.005);
        dynamics_free(d);
        arena_destroy(s.memory);
    }
}

// ---- rest shapes and limits --------------------------------------------------------------

// A curved sheet stays curved, a flat one of the same triangles comes flat again.
TEST(sheets_rest_in_their_own_shape) {
    const material solid = {1e6, 0.3, 500.0};
    for (int curved = 0; curved < 2; ++curved) {
        uint8_t* held;
        sheet s =
            clamped_strip(SHEET_ALTERNATING, 10, 3, 0.2, 0.06, shell_of_solid(&solid, 1e-3), &held);
        for (int32_t i = 0; i < s.node_count; ++i)
            s.nodes[i].z = curved * 4.0 * s.nodes[i].x * s.nodes[i].x;
        dynamics_body body = sheet_body(&s);
        dynamics_options o = dynamics_default();
        dynamics* d = dynamics_make(&body, held, &o, s.memory, &s.r);
        double *u = ARENA_NEW(s.memory, double, s.order), most = 0.0;
        for (int32_t i = 0; i < s.node_count; ++i)
            u[3 * i + 2] = s.nodes[i].x * s.nodes[i].x;
        const moment now = {0};
        CHECK(d != NULL && dynamics_start(d, &now, u, NULL, &s.r));
        CHECK(dynamics_potential(d) > 0.0 && dynamics_rest(d, &now, &s.r));
        for (size_t i = 0; i < s.order; ++i)
            most = fmax(most, fabs(dynamics_u(d)[i]));
        CHECK(most < 1e-9);
        dynamics_free(d);
        arena_destroy(s.memory);
    }
}

// An angle is known up to a whole turn: from 3.1 to -3.1 it is a small way, across the fold.
TEST(a_hinge_folded_shut_goes_on_the_short_way) {
    arena* memory = arena_create();
    static const int32_t triangles[6] = {0, 1, 2, 1, 0, 3};
    const double angles[3] = {3.1, 3.05, -3.1}; // at rest, and twice moved
    vec3 nodes[4] = {{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {-1.0, 0.5, 0.0}, {0.0, 0.0, 0.0}};
    shell_material m[2] = {{1e5, 0.3, 1e-3, 0.3, 1.0, 1.1, INFINITY},
                           {1e5, 0.3, 1e-3, 0.3, 1.0, 1.1, INFINITY}};
    double energy[3];
    vec3 at[3];
    for (int i = 0; i < 3; ++i)
        at[i] = v3(cos(angles[i]), 0.5, sin(angles[i]));
    nodes[3] = at[0];
    const shell s = {4, nodes, 2, triangles, m, 1};
    energy_term term = shell_bending(&s, memory);
    for (int i = 0; i < 3; ++i) {
        double u[12] = {0.0};
        vec3 moved = v3_sub(at[i], at[0]);
        memcpy(u + 9, &moved, sizeof moved);
        energy[i] = term.energy(term.data, &(energy_place){.u = u});
    }
    double displacement = 2.0 * EXACT_PI - 6.2;
    CHECK(energy[0] < 1e-20 && energy[1] > 0.0);
    CHECK_NEAR(energy[2] / energy[1], displacement * displacement / (0.05 * 0.05), 1e-9);
    arena_destroy(memory);
}

// Pulled with the same force a sheet with a limit stretches little beyond it.
TEST(stretch_stops_near_its_limit) {
    double reached[2];
    for (int limited = 0; limited < 2; ++limited) {
        shell_material m = {1e5, 0.0, 1e-3, 0.3, 1e-6, limited ? 1.1 : INFINITY, INFINITY};
        sheet s = sheet_new(SHEET_GRID, 8, 2, 0.4, 0.1, m);
        uint8_t* held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
        double* force = ARENA_NEW(s.memory, double, s.order);
        for (int32_t k = 0; k <= 2; ++k) {
            held[sheet_node(&s, 0, k)] = 1;
            force[3 * sheet_node(&s, 8, k)] = 10.0 * (k == 1 ? 0.5 : 0.25);
        }
        dynamics_body body = sheet_body(&s);
        dynamics_options o = dynamics_default();
        dynamics* d = dynamics_make(&body, held, &o, s.memory, &s.r);
        const moment now = {.force_or_null = force};
        double* u = ARENA_NEW(s.memory, double, s.order);
        for (int32_t i = 0; i < s.node_count; ++i)
            u[3 * i] = 0.12 * s.nodes[i].x; // so that it is taut
        CHECK(d != NULL && dynamics_start(d, &now, u, NULL, &s.r) && dynamics_rest(d, &now, &s.r));
        reached[limited] = 1.0 + dynamics_u(d)[3 * sheet_node(&s, 8, 1)] / 0.4;
        dynamics_free(d);
        arena_destroy(s.memory);
    }
    // of St. Venant-Kirchhoff 10 N = 1e5 Pa 1e-3 m 0.1 m x (x^2 - 1) / 2
    printf("  free %.4f, limited to 1.1: %.4f\n", reached[0], reached[1]);
    CHECK_NEAR(reached[0] * (reached[0] * reached[0] - 1.0) / 2.0, 1.0, 1e-9);
    CHECK(reached[1] > 1.1 && reached[1] < 1.13);
}

// Squeezed along x by a Green strain e, held across: its edge is pushed with what the law of resistance says, and
// never with more than half of the strain of compression would need (shell_membrane.c).
TEST(a_sheet_that_wrinkles_gives_way) {
    const double young = 1e5, nu = 0.3, thickness = 1e-3, d = 0.02, width = 0.1;
    for (int i = 1; i <= 12; ++i) {
        double e = -0.005 * i, f = sqrt(1.0 + 2.0 * e), stiff = young * thickness;
        shell_material m = {young, nu, thickness, 0.3, 0.0, INFINITY, d};
        sheet s = sheet_new(SHEET_GRID, 4, 2, 0.4, width, m);
        double* u = ARENA_NEW(s.memory, double, s.order);
        double* force = ARENA_NEW(s.memory, double, s.order);
        for (int32_t n = 0; n < s.node_count; ++n)
            u[3 * n] = (f - 1.0) * s.nodes[n].x;
        energy_term t = shell_membrane(&s.s, s.memory);
        t.force(t.data, &(energy_place){.u = u}, NULL, force);
        double push = 0.0;
        for (int32_t k = 0; k <= 2; ++k)
            push += force[3 * sheet_node(&s, 4, k)];
        double y = e / (1.0 + nu); // across there is no strain: e_0 = 0, e_1 = e
        double slope = y > -d ? y + y * y / (2.0 * d) : -0.5 * d;
        CHECK_NEAR(push / (stiff / (1.0 - nu) * slope * f * width), 1.0, 1e-12);
        CHECK(fabs(push) <= stiff / (1.0 - nu) * 0.5 * d * width * (1.0 + 1e-12));
        arena_destroy(s.memory);
    }
}

// ---- refusals --------------------------------------------------------------------------

TEST(bad_sheets_are_refused_with_a_sentence) {
    const shell_material fine = {1e5, 0.3, 1e-3, 0.3, 1e-6, 1.1, INFINITY};
    const double bad[7] = {0.0, 0.5, NAN, -1.0, -1e-6, 1.0, 0.0};
    for (int i = 0; i < 7; ++i) {
        sheet s = sheet_new(SHEET_GRID, 2, 2, 0.1, 0.1, fine);
        (&s.materials[3].young)[i] = bad[i];
        CHECK(!shell_check(&s.s, place_none(), s.memory, &s.r) &&
              strstr(s.r.findings[0].text, "triangle 3") != NULL);
        arena_destroy(s.memory);
    }
    static const char* const words[4] = {"names node", "no area", "turn against", "three or more"};
    for (int i = 0; i < 4; ++i) {
        sheet s = sheet_new(SHEET_GRID, 2, 2, 0.1, 0.1, fine);
        int32_t* t = s.triangles;
        if (i == 0)
            t[4] = 99;
        else if (i == 1)
            s.nodes[t[1]] = s.nodes[t[0]];
        else if (i == 2)
            t[0] = s.triangles[1], t[1] = 0;
        else
            memcpy(t + 21, (const int32_t[3]){t[2], t[0], 7}, 3 * sizeof *t);
        CHECK(!shell_check(&s.s, place_none(), s.memory, &s.r));
        CHECK(strstr(s.r.findings[0].text, words[i]) != NULL);
        arena_destroy(s.memory);
    }
}

TEST_MAIN(CASE(the_firm_matrix_of_a_membrane_is_the_nearest_that_is_not_negative),
          CASE(narrow_strips_swing_as_beams), CASE(strips_ring_along_themselves_as_rods),
          CASE(clamped_plates_of_regular_triangles_come_nearer_as_they_are_refined),
          SIZED_CASE(a_strip_of_cloth_hangs_along_the_heavy_elastica),
          CASE(a_hanging_sheet_swings_as_a_plate_or_a_chain), CASE(sheets_rest_in_their_own_shape),
          CASE(a_hinge_folded_shut_goes_on_the_short_way), CASE(stretch_stops_near_its_limit),
          CASE(a_sheet_that_wrinkles_gives_way), CASE(bad_sheets_are_refused_with_a_sentence))
