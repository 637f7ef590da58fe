// Matrices of whole bodies: laws of statics, and a small block of an independent program.
// SPDX-License-Identifier: MIT
#include "bake/algebra/factor.h"
#include "bake/fem/assemble.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

static const material flesh = {2e4, 0.4, 1000.0};

typedef struct made {
    tets t;
    assemble_matrices m;
    bool sound;
} made;

static material* all_of(const tets* t, material m, arena* a) {
    material* list = ARENA_NEW(a, material, (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        list[i] = m;
    return list;
}

static bool on_boundary(int32_t node, int32_t n) { // of tet_box(n)
    int32_t side = n + 1, x = node % side, y = node / side % side, z = node / side / side;
    return x == 0 || y == 0 || z == 0 || x == n || y == n || z == n;
}

// A box whose inner nodes are moved by chance, with straight mid-edge nodes for ten.
static tets random_box(int32_t n, int32_t width, arena* a) {
    tets t = tet_box(n, a);
    uint32_t seed = 12345;
    for (int32_t i = 0; i < t.node_count; ++i)
        for (int k = 0; k < 3 && !on_boundary(i, n); ++k) {
            seed = seed * 1664525u + 1013904223u;
            double by = 0.15 / n * ((double)(seed >> 8) / (double)(1u << 23) - 1.0);
            t.nodes[i] = v3_add(t.nodes[i], v3(k == 0 ? by : 0, k == 1 ? by : 0, k == 2 ? by : 0));
        }
    return width == 10 ? tets_promote(&t, a) : t;
}

static made make(tets t, element_mass_rule rule, int threads, arena* a) {
    report r = report_new(a);
    made x = {.t = t};
    x.sound = assemble_body(&t, all_of(&t, flesh, a), rule, threads, &x.m, place_none(), a, &r);
    return x;
}

static vec3 affine(vec3 x) {
    return v3(0.3 * x.x - 0.2 * x.y + 0.1 * x.z + 1.0, 0.5 * x.x + 0.4 * x.z - 2.0,
              0.7 * x.y - 0.6 * x.z + 0.25 * x.x);
}

static double* field(const tets* t, vec3 (*of)(vec3), arena* a) {
    double* u = ARENA_NEW(a, double, 3 * (size_t)t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i) {
        vec3 v = of(t->nodes[i]);
        u[3 * i] = v.x;
        u[3 * i + 1] = v.y;
        u[3 * i + 2] = v.z;
    }
    return u;
}

static uint8_t* nodes_outside(const tets* t, arena* a) { // of the sheared box, mid-edge nodes too
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i) {
        vec3 p = t->nodes[i]; // undo the shear: x + 0.13 y, 0.9 y - 0.07 z, 1.1 z + 0.05 x
        double d = 0.99 - 0.05 * 0.13 * 0.07;
        double x = (0.99 * p.x - 0.143 * p.y - 0.0091 * p.z) / d;
        double z = (p.z - 0.05 * x) / 1.1, y = (p.y + 0.07 * z) / 0.9;
        fixed[i] = x < 1e-9 || y < 1e-9 || z < 1e-9 || x > 1 - 1e-9 || y > 1 - 1e-9 || z > 1 - 1e-9;
    }
    return fixed;
}

// Held on its boundary as an affine map has it, the body follows the map inside: right stiffness of
// any mesh gives that, and any wrong entry spoils it.
TEST(a_body_held_affinely_deforms_affinely_on_a_random_mesh) {
    for (int32_t width = 4; width <= 10; width += 6) {
        arena* a = arena_create();
        report r = report_new(a);
        made x = make(random_box(4, width, a), ELEMENT_MASS_CONSISTENT, 1, a);
        CHECK(x.sound);
        const double* exact = field(&x.t, affine, a);
        uint8_t* fixed = nodes_outside(&x.t, a);
        int32_t* number = ARENA_NEW(a, int32_t, (size_t)x.t.node_count);
        int32_t count = 0;
        CHECK(assemble_free(&x.t, fixed, number, &count, place_none(), &r));
        CHECK(count == (width == 4 ? 27 : 343)); // nodes inside, of 4^3 and 8^3 cells
        double* u = ARENA_NEW(a, double, 3 * (size_t)x.t.node_count);
        double* force = ARENA_NEW(a, double, 3 * (size_t)x.t.node_count);
        double* inner = ARENA_NEW(a, double, 3 * (size_t)count);
        for (int32_t i = 0; i < 3 * x.t.node_count; ++i)
            u[i] = fixed[i / 3] ? exact[i] : 0.0;
        sparse_multiply(&x.m.stiffness, u, force, 1, 1);
        for (int32_t i = 0; i < 3 * x.t.node_count; ++i)
            if (number[i / 3] >= 0)
                inner[3 * number[i / 3] + i % 3] = -force[i];
        assemble_matrices kept = assemble_keep(&x.m, number, count, a);
        factor* f = factor_analyse(&kept.stiffness, &r);
        CHECK(f != NULL && factor_compute(f, &kept.stiffness, &r));
        CHECK(factor_solve(f, inner, 1, 1, &r));
        factor_free(f);
        for (int32_t i = 0; i < 3 * x.t.node_count; ++i)
            if (number[i / 3] >= 0)
                CHECK_NEAR(inner[3 * number[i / 3] + i % 3], exact[i], 1e-12);
        arena_destroy(a);
    }
}

static vec3 rigid(vec3 x) {
    return v3_add(v3_cross(v3(0.3, -1.2, 0.8), x), v3(5.0, -3.0, 2.0));
}

TEST(rigid_motions_of_a_body_give_no_force) {
    for (int32_t width = 4; width <= 10; width += 6) {
        arena* a = arena_create();
        made x = make(random_box(3, width, a), ELEMENT_MASS_CONSISTENT, 1, a);
        CHECK(x.sound && sparse_asymmetry(&x.m.stiffness) == 0.0);
        const double* u = field(&x.t, rigid, a);
        double* force = ARENA_NEW(a, double, 3 * (size_t)x.t.node_count);
        sparse_multiply(&x.m.stiffness, u, force, 1, 1);
        for (int32_t i = 0; i < 3 * x.t.node_count; ++i)
            CHECK_NEAR(force[i], 0.0, 1e-11 * flesh.young);
        arena_destroy(a);
    }
}

TEST(the_mass_is_density_times_volume_by_every_rule) {
    static const element_mass_rule rules[3] = {ELEMENT_MASS_CONSISTENT, ELEMENT_MASS_HRZ,
                                               ELEMENT_MASS_CCX};
    for (int32_t width = 4; width <= 10; width += 6)
        for (int rule = 0; rule < 3; ++rule) {
            arena* a = arena_create();
            made x = make(random_box(3, width, a), rules[rule], 1, a);
            CHECK(x.sound && sparse_asymmetry(&x.m.mass) == 0.0);
            double sum = 0.0, beside = 0.0;
            for (int32_t row = 0; row < x.m.mass.rows; ++row)
                for (int64_t i = x.m.mass.start[row]; i < x.m.mass.start[row + 1]; ++i) {
                    sum += x.m.mass.value[i];
                    beside += x.m.mass.column[i] == row ? 0.0 : fabs(x.m.mass.value[i]);
                }
            double mass = flesh.density * tets_volume(&x.t);
            CHECK_NEAR(sum, mass, 1e-12 * mass);
            CHECK((beside == 0.0) == (rules[rule] == ELEMENT_MASS_HRZ));
            arena_destroy(a);
        }
}

TEST(threads_change_no_bit) {
    arena* a = arena_create();
    made one = make(random_box(9, 10, a), ELEMENT_MASS_CONSISTENT, 1, a);
    made many = make(random_box(9, 10, a), ELEMENT_MASS_CONSISTENT, 3, a);
    size_t blocks = (size_t)one.m.mass.start[one.m.mass.rows];
    CHECK(one.sound && many.sound);
    CHECK(memcmp(one.m.stiffness.value, many.m.stiffness.value, 72 * blocks) == 0);
    CHECK(memcmp(one.m.mass.value, many.m.mass.value, 8 * blocks) == 0);
    const double* u = field(&one.t, affine, a);
    size_t order = 3 * (size_t)one.t.node_count;
    double *y1 = ARENA_NEW(a, double, order), *y3 = ARENA_NEW(a, double, order);
    sparse_multiply_axes(&one.m.mass, u, y1, 1, 1);
    sparse_multiply_axes(&one.m.mass, u, y3, 1, 3);
    CHECK(memcmp(y1, y3, order * sizeof *y1) == 0);
    arena_destroy(a);
}

TEST(the_shifted_matrix_is_stiffness_less_shift_times_mass) {
    arena* a = arena_create();
    made x = make(random_box(3, 4, a), ELEMENT_MASS_CONSISTENT, 1, a);
    CHECK(x.sound);
    size_t order = 3 * (size_t)x.t.node_count;
    double* u = ARENA_NEW(a, double, 2 * order);
    for (size_t i = 0; i < 2 * order; ++i)
        u[i] = (double)(i * 2654435761u % 1000) / 500.0 - 1.0;
    double* y = ARENA_NEW(a, double, 2 * order);
    double *k = ARENA_NEW(a, double, 2 * order), *m = ARENA_NEW(a, double, 2 * order);
    sparse shifted = assemble_shifted(&x.m, -75.0, a);
    sparse_multiply(&shifted, u, y, 2, 1);
    sparse_multiply(&x.m.stiffness, u, k, 2, 1);
    sparse_multiply_axes(&x.m.mass, u, m, 2, 1);
    for (size_t i = 0; i < 2 * order; ++i)
        CHECK_NEAR(y[i], k[i] + 75.0 * m[i], 1e-11 * flesh.young);
    arena_destroy(a);
}

// The block of 12 nodes of an independent program, clamped at one end.
static const vec3 block_nodes[12] = {
    {0.15, -0.05, -0.06}, {0.15, -0.05, 0.07}, {0.15, 0.05, -0.06}, {0.15, 0.05, 0.07},
    {0.25, -0.05, -0.06}, {0.25, -0.05, 0.07}, {0.25, 0.05, -0.06}, {0.25, 0.05, 0.07},
    {0.35, -0.05, -0.06}, {0.35, -0.05, 0.07}, {0.35, 0.05, -0.06}, {0.35, 0.05, 0.07}};
static const int32_t block_tets[12][4] = {
    {0, 4, 6, 7},   {0, 4, 7, 5},  {0, 2, 7, 6},   {0, 2, 3, 7},  {0, 1, 5, 7},  {0, 1, 7, 3},
    {4, 8, 10, 11}, {4, 8, 11, 9}, {4, 6, 11, 10}, {4, 6, 7, 11}, {4, 5, 9, 11}, {4, 5, 11, 7}};
static const double block_sag[24] = { // of nodes 4 to 11 under 9.81 m/s^2 along -z
    -0.00412630486085034,  0.0014348474084786846, -0.026011260267685726, 0.006146336432448335,
    0.002629940597033151,  -0.023359934955032326, -0.00809132194121156,  0.0011378830861489009,
    -0.027112851946795902, 0.0034099011970047184, 0.0014001845255545255, -0.02335345688514294,
    -0.004781619891094795, 0.0046596564466989485, -0.03968059406212345,  0.005979436727673939,
    0.006175192792069693,  -0.038917162759979806, -0.009450467403233345, 0.004428574202677787,
    -0.04205127299576381,  0.0028525299819291477, 0.0055519690314486305, -0.040965589861404236};
static const double block_mass[12] = {0.325,
                                      0.108333333333333,
                                      0.108333333333333,
                                      0.108333333333333,
                                      0.433333333333333,
                                      0.216666666666667,
                                      0.216666666666667,
                                      0.433333333333333,
                                      0.108333333333333,
                                      0.108333333333333,
                                      0.108333333333333,
                                      0.325};

static tets block_mesh(arena* a) {
    tets t = {.node_count = 12, .tet_count = 12, .width = 4};
    t.nodes = ARENA_NEW(a, vec3, 12);
    t.elements = ARENA_NEW(a, int32_t, 48);
    memcpy(t.nodes, block_nodes, sizeof block_nodes);
    memcpy(t.elements, block_tets, sizeof block_tets);
    return t;
}

static vec3 along_z(vec3 x) {
    (void)x;
    return v3(0.0, 0.0, 1.0);
}

TEST(a_clamped_block_sags_as_in_an_independent_program) {
    arena* a = arena_create();
    report r = report_new(a);
    made x = make(block_mesh(a), ELEMENT_MASS_CONSISTENT, 1, a);
    CHECK(x.sound);
    static const uint8_t fixed[12] = {1, 1, 1, 1};
    int32_t number[12], count = 0;
    CHECK(assemble_free(&x.t, fixed, number, &count, place_none(), &r) && count == 8);
    double weight[36];
    sparse_multiply_axes(&x.m.mass, field(&x.t, along_z, a), weight, 1, 1);
    for (int i = 0; i < 12; ++i) {
        CHECK(weight[3 * i] == 0.0 && weight[3 * i + 1] == 0.0);
        CHECK_NEAR(weight[3 * i + 2], block_mass[i], 1e-14);
    }
    double sag[24];
    for (int i = 0; i < 24; ++i)
        sag[i] = -9.81 * weight[12 + i];
    assemble_matrices kept = assemble_keep(&x.m, number, count, a);
    factor* f = factor_analyse(&kept.stiffness, &r);
    CHECK(f != NULL && factor_compute(f, &kept.stiffness, &r) && factor_solve(f, sag, 1, 1, &r));
    factor_free(f);
    for (int i = 0; i < 24; ++i)
        CHECK_NEAR(sag[i], block_sag[i], 1e-9 * 0.042);
    arena_destroy(a);
}

TEST(mass_times_rigid_motions_is_the_inertia_of_an_independent_program) {
    static const double expected[6][6] = {// angular before linear, about the origin
                                          {0.00589333333333334, 0.0, -0.00325, 0.0, -0.013, 0.0},
                                          {0.0, 0.174893333333333, 0.0, 0.013, 0.0, -0.65},
                                          {-0.00325, 0.0, 0.173333333333333, 0.0, 0.65, 0.0},
                                          {0.0, 0.013, 0.0, 2.6, 0.0, 0.0},
                                          {-0.013, 0.0, 0.65, 0.0, 2.6, 0.0},
                                          {0.0, -0.65, 0.0, 0.0, 0.0, 2.6}};
    arena* a = arena_create();
    made x = make(block_mesh(a), ELEMENT_MASS_CONSISTENT, 1, a);
    CHECK(x.sound);
    double motion[6][36], product[6][36];
    for (int i = 0; i < 6; ++i)
        for (int n = 0; n < 12; ++n) {
            vec3 axis = v3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
            vec3 v = i < 3 ? v3_cross(axis, x.t.nodes[n]) : axis;
            memcpy(&motion[i][3 * n], &v, sizeof v);
        }
    sparse_multiply_axes(&x.m.mass, motion[0], product[0], 6, 1);
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k) {
            double sum = 0.0;
            for (int n = 0; n < 36; ++n)
                sum += motion[i][n] * product[k][n];
            CHECK_NEAR(sum, expected[i][k], 1e-14);
        }
    arena_destroy(a);
}

TEST(every_region_has_its_own_material_and_the_rest_the_given_one) {
    arena* a = arena_create();
    report r = report_new(a);
    tets t = block_mesh(a);
    tet_region regions[2] = {{"hard", true, 7.0, 0.2, 3.0}, {"unnamed", false, 0.0, 0.0, 0.0}};
    int32_t region[12];
    for (int i = 0; i < 12; ++i)
        region[i] = i % 2;
    t.regions = regions;
    t.region_count = 2;
    t.element_region_or_null = region;
    material list[12];
    CHECK(assemble_materials(&t, &flesh, list, place_none(), &r));
    for (int i = 0; i < 12; ++i)
        CHECK(list[i].young == (i % 2 ? 2e4 : 7.0) && list[i].poisson == (i % 2 ? 0.4 : 0.2) &&
              list[i].density == (i % 2 ? 1000.0 : 3.0));
    CHECK(r.count == 0);
    CHECK(!assemble_materials(&t, NULL, list, place_none(), &r));
    CHECK(r.error_count == 1 && strstr(r.findings[0].text, "\"unnamed\"") != NULL);
    t.region_count = 0;
    t.element_region_or_null = NULL;
    CHECK(assemble_materials(&t, &flesh, list, place_none(), &r) && list[0].young == 2e4);
    arena_destroy(a);
}

// A body of two materials is the sum of two bodies, each with its own elements.
TEST(materials_of_elements_add_up) {
    arena* a = arena_create();
    report r = report_new(a);
    tets t = random_box(2, 10, a), first = t, second = t;
    first.tet_count = 20;
    second.tet_count = t.tet_count - 20;
    second.elements = t.elements + 200;
    material soft = {1e3, 0.3, 500.0}, *list = all_of(&t, flesh, a);
    for (int32_t i = 0; i < 20; ++i)
        list[i] = soft;
    assemble_matrices m[3];
    CHECK(assemble_body(&t, list, ELEMENT_MASS_CONSISTENT, 1, &m[0], place_none(), a, &r));
    CHECK(assemble_body(&first, list, ELEMENT_MASS_CONSISTENT, 1, &m[1], place_none(), a, &r));
    CHECK(
        assemble_body(&second, list + 20, ELEMENT_MASS_CONSISTENT, 1, &m[2], place_none(), a, &r));
    const double* u = field(&t, affine, a);
    double* y = ARENA_NEW(a, double, 9 * (size_t)t.node_count);
    int32_t order = 3 * t.node_count;
    for (int i = 0; i < 3; ++i)
        sparse_multiply(&m[i].stiffness, u, y + i * order, 1, 1);
    for (int32_t i = 0; i < order; ++i)
        CHECK_NEAR(y[i], y[order + i] + y[2 * order + i], 1e-10 * flesh.young);
    for (int i = 0; i < 3; ++i)
        sparse_multiply_axes(&m[i].mass, u, y + i * order, 1, 1);
    for (int32_t i = 0; i < order; ++i)
        CHECK_NEAR(y[i], y[order + i] + y[2 * order + i], 1e-11 * flesh.density);
    arena_destroy(a);
}

static bool refused(const tets* t, material* list, const char* word, int32_t errors) {
    arena* a = arena_create();
    report r = report_new(a);
    assemble_matrices m;
    bool said = !assemble_body(t, list, ELEMENT_MASS_CONSISTENT, 1, &m, place_none(), a, &r) &&
                r.error_count == errors && strstr(r.findings[0].text, word) != NULL;
    if (!said && r.count > 0)
        printf("said %d times: %s\n", r.error_count, r.findings[0].text);
    arena_destroy(a);
    return said;
}

TEST(bad_elements_and_materials_are_refused_by_number) {
    arena* a = arena_create();
    tets t = block_mesh(a), none = {.width = 4};
    material* list = all_of(&t, flesh, a);
    CHECK(refused(&none, list, "no tetrahedra", 1));
    list[5].poisson = 0.5;
    CHECK(refused(&t, list, "the material of element 5: Poisson", 1));
    list[5] = flesh;
    int32_t swap = t.elements[8];
    t.elements[8] = t.elements[9];
    t.elements[9] = swap;
    CHECK(refused(&t, list, "element 2 (nodes 2 0 7 6) is inside out", 1));
    for (int i = 0; i < 12; ++i)
        t.nodes[i].z = 0.0;
    CHECK(refused(&t, list, "element 0 (nodes 0 4 6 7) is flat", 3)); // the first few, not all
    arena_destroy(a);
}

TEST(nodes_of_no_element_and_fixed_nodes_have_no_number) {
    arena* a = arena_create();
    report r = report_new(a);
    tets t = block_mesh(a);
    int32_t number[12], count = 0;
    CHECK(assemble_free(&t, NULL, number, &count, place_none(), &r) && count == 12);
    t.tet_count = 6; // nodes 8 to 11 are of no element now
    static const uint8_t fixed[12] = {0, 1, 1, 0, 1};
    CHECK(assemble_free(&t, fixed, number, &count, place_none(), &r) && count == 5);
    static const int32_t expected[12] = {0, -1, -1, 1, -1, 2, 3, 4, -1, -1, -1, -1};
    CHECK(memcmp(number, expected, sizeof number) == 0);
    CHECK(r.count == 0);
    arena_destroy(a);
}

TEST(bodies_that_cannot_move_or_that_fall_away_are_refused) {
    arena* a = arena_create();
    report r = report_new(a);
    tets one = block_mesh(a), two = one;
    static const uint8_t fixed[24] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    int32_t number[24], count = 0;
    CHECK(!assemble_free(&one, fixed, number, &count, place_none(), &r));
    CHECK(r.error_count == 1 && strstr(r.findings[0].text, "nothing is free") != NULL);
    two.node_count = two.tet_count = 24;
    two.nodes = ARENA_NEW(a, vec3, 24);
    two.elements = ARENA_NEW(a, int32_t, 96);
    for (int i = 0; i < 24; ++i)
        two.nodes[i] = v3_add(one.nodes[i % 12], v3(i / 12, 0.0, 0.0));
    for (int i = 0; i < 96; ++i)
        two.elements[i] = one.elements[i % 48] + i / 48 * 12;
    CHECK(!assemble_free(&two, fixed, number, &count, place_none(), &r));
    CHECK(r.error_count == 2 && strstr(r.findings[1].text, "the first with node 12") != NULL);
    CHECK(assemble_free(&two, NULL, number, &count, place_none(), &r) && count == 24);
    uint8_t hinged[24] = {1, 1, 1, 1};
    hinged[15] = 1;
    CHECK(!assemble_free(&two, hinged, number, &count, place_none(), &r));
    CHECK(strstr(r.findings[2].text, "the piece with node 12 is only a point") != NULL);
    hinged[13] = 1;
    CHECK(!assemble_free(&two, hinged, number, &count, place_none(), &r));
    CHECK(strstr(r.findings[3].text, "the piece with node 12 is only a line") != NULL);
    hinged[12] = 1;
    CHECK(assemble_free(&two, hinged, number, &count, place_none(), &r) && count == 17);
    arena_destroy(a);
}

TEST_MAIN(CASE(a_body_held_affinely_deforms_affinely_on_a_random_mesh),
          CASE(rigid_motions_of_a_body_give_no_force),
          CASE(the_mass_is_density_times_volume_by_every_rule), CASE(threads_change_no_bit),
          CASE(the_shifted_matrix_is_stiffness_less_shift_times_mass),
          CASE(a_clamped_block_sags_as_in_an_independent_program),
          CASE(mass_times_rigid_motions_is_the_inertia_of_an_independent_program),
          CASE(every_region_has_its_own_material_and_the_rest_the_given_one),
          CASE(materials_of_elements_add_up),
          CASE(bad_elements_and_materials_are_refused_by_number),
          CASE(nodes_of_no_element_and_fixed_nodes_have_no_number),
          CASE(bodies_that_cannot_move_or_that_fall_away_are_refused))
