// Vibration modes of small bodies: an independent program's values, and laws that modes obey.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"

typedef struct beam {
    bool free;
    double poisson;
    int32_t width, cells[3];
    double values[8]; // the lowest elastic ones
} beam;

// Box 1 x 0.1 x 0.12 m, Young 1e6, density 1000, dense eigenvalues by SciPy; good to 1e-9.
static const beam beams[] = {
    {false,
     0.0,
     4,
     {4, 1, 1},
     {108.07228070069344, 129.9251289668789, 2490.5680791153263, 3356.1064496236204,
      3698.9129176614615, 14655.166788933031, 21493.49783195235, 22362.472773630332}},
    {false,
     0.0,
     4,
     {8, 1, 1},
     {44.311733856152, 70.09084167523442, 1481.2511837035522, 2125.038954791629, 2479.376180897661,
      6380.242081204158, 9681.542415744765, 12708.046990584073}},
    {false,
     0.0,
     4,
     {16, 2, 2},
     {19.621311787244508, 28.49603698366849, 701.6384218956437, 978.3182233421305,
      2469.2498777373967, 2534.6949806283783, 4859.960551464046, 6467.135720393089}},
    {false,
     0.0,
     10,
     {4, 1, 1},
     {10.3317013042427, 14.77860561979712, 413.9399859755679, 570.5110916718037, 1209.2877594742722,
      2467.4571915172223, 3398.130710654484, 4458.22525503838}},
    {false,
     0.0,
     10,
     {8, 1, 1},
     {10.20249857710559, 14.613992102913578, 379.12325768012374, 527.7493183209392,
      1199.3168804928957, 2467.4040001930625, 2746.4143067090863, 3690.0112252137005}},
    {false,
     0.0,
     10,
     {16, 2, 2},
     {10.17206369086062, 14.565606495752911, 371.7275765100395, 516.5804235622812,
      1053.7414329927828, 2467.4013428601043, 2630.012080023022, 3524.5002562565724}},
    {true,
     0.0,
     4,
     {4, 1, 1},
     {4253.545491347935, 4867.239957109074, 10264.096653961878, 26865.846001886574,
      28435.939326388216, 46268.15169894721, 56798.92269707601, 68459.45624990205}},
    {true,
     0.0,
     4,
     {8, 1, 1},
     {1685.0105084759657, 2572.298010882793, 9908.991208039068, 10916.418429357798,
      15237.33409405984, 25234.643654476924, 35031.56131488493, 40014.12729595423}},
    {true,
     0.0,
     4,
     {16, 2, 2},
     {753.3807931040697, 1073.2865702056679, 5116.994567807083, 6972.972774727165,
      9904.996513588012, 10108.014175165164, 17186.46492463095, 22361.22288276277}},
    {true,
     0.0,
     10,
     {4, 1, 1},
     {408.2343374911132, 571.395769723113, 3159.299788700937, 4234.075460680593, 4927.133698876958,
      9873.0860599451, 13956.827410990438, 17702.144996433035}},
    {true,
     0.0,
     10,
     {8, 1, 1},
     {395.0406076583653, 554.6862018842988, 2773.6459567049606, 3760.9076334283227,
      4802.849880322945, 9690.302679049282, 9869.788689774987, 12668.287351799054}},
    {true,
     0.0,
     10,
     {16, 2, 2},
     {392.02889680021724, 550.0626609340654, 2699.762854616193, 3653.5620969371457,
      4186.359907497837, 9180.764894826938, 9869.619891117265, 11967.12999988941}},
    {false,
     0.3,
     4,
     {4, 1, 1},
     {93.42875295803168, 122.62290152349729, 2583.803407515363, 2745.676360683413,
      3204.679250272753, 11757.237945863646, 17159.18986678832, 18012.998677396266}},
    {false,
     0.3,
     4,
     {8, 1, 1},
     {45.50311769439902, 79.49845081655735, 1415.1936131009174, 2098.1762787526022,
      2604.3494118103836, 5051.302214914922, 8683.822908311577, 11643.717601516368}},
    {false,
     0.3,
     4,
     {16, 2, 2},
     {20.478726040742345, 31.77539136454331, 709.6241553936231, 1034.38793712913,
      1973.9013044183168, 2516.934022038068, 4742.762290076667, 6473.964313826395}},
    {false,
     0.3,
     10,
     {4, 1, 1},
     {10.958135604242482, 15.614166742054842, 424.3225317785032, 579.3681588372879,
      930.7606466439684, 2517.555332518021, 3366.299348776926, 4366.537849129614}},
    {false,
     0.3,
     10,
     {8, 1, 1},
     {10.559851195111666, 15.075914212421647, 385.21368992635036, 531.7524405929298,
      923.0720781440045, 2496.299538156194, 2738.1859308461662, 3628.97222639789}},
    {false,
     0.3,
     10,
     {16, 2, 2},
     {10.324706535285513, 14.74806584520586, 371.792614030986, 512.7669056305199, 811.8041674800743,
      2487.8203048454307, 2584.817944474771, 3421.8188495599798}},
    {true,
     0.3,
     4,
     {4, 1, 1},
     {3602.599568330242, 4415.718575036039, 10250.26061017494, 21532.436745655592,
      23415.630684908454, 46225.14505890469, 46947.47522581609, 54639.859788372225}},
    {true,
     0.3,
     4,
     {8, 1, 1},
     {1689.6283391298462, 2808.911244543132, 9794.901688256106, 10235.690820531261,
      14884.230817265277, 20104.03769238596, 30601.09167248624, 37394.05240801336}},
    {true,
     0.3,
     4,
     {16, 2, 2},
     {769.8383185341577, 1169.814705997279, 5087.020727972353, 7222.131261562567, 7884.224326074822,
      9927.751856316632, 16539.885131567564, 22002.294615869818}},
    {true,
     0.3,
     10,
     {4, 1, 1},
     {409.6920525684393, 571.1510279106924, 3164.729071071935, 3794.3988383932024,
      4200.087918951896, 9856.056814185613, 13393.482828219974, 16656.25352304525}},
    {true,
     0.3,
     10,
     {8, 1, 1},
     {394.1920919102804, 552.0715095227732, 2750.7843705179907, 3695.763152720137,
      3701.6741165544317, 9516.811912862442, 9852.193320975486, 12291.983120188044}},
    {true,
     0.3,
     10,
     {16, 2, 2},
     {390.1093352488147, 546.1056033121799, 2656.2315751128735, 3221.5776156147936,
      3570.836218323441, 8911.436079078958, 9851.700533440779, 11497.360329482179}},
};

// A node in the middle of each cell and of each side, and so twenty-four tetrahedra a cell: as symmetric
// as the cells are.
static tets symmetric_mesh(const int32_t cells[3], vec3 size, arena* a) {
    const int32_t points[3] = {2 * cells[0] + 1, 2 * cells[1] + 1, 2 * cells[2] + 1};
    const int32_t stride[3] = {points[1] * points[2], points[2], 1};
    int32_t all = points[0] * stride[0], count = cells[0] * cells[1] * cells[2];
    tets t = {.width = 4, .tet_count = 24 * count};
    int32_t* number = ARENA_NEW(a, int32_t, (size_t)all);
    t.nodes = ARENA_NEW(a, vec3, (size_t)all);
    t.elements = ARENA_NEW(a, int32_t, 96 * (size_t)count);
    for (int32_t i = 0; i < all; ++i) {
        int32_t at[3] = {i / stride[0], i / stride[1] % points[1], i % points[2]};
        if (at[0] % 2 + at[1] % 2 + at[2] % 2 == 1)
            continue; // middles of edges are no nodes
        t.nodes[t.node_count] = v3(size.x * at[0] / (2 * cells[0]), size.y * at[1] / (2 * cells[1]),
                                   size.z * at[2] / (2 * cells[2]));
        number[i] = t.node_count++;
    }
    int32_t* to = t.elements;
    for (int32_t c = 0; c < count; ++c) {
        int32_t middle = (2 * (c / (cells[1] * cells[2])) + 1) * stride[0] +
                         (2 * (c / cells[2] % cells[1]) + 1) * stride[1] + 2 * (c % cells[2]) + 1;
        for (int face = 0; face < 6; ++face) {
            int u = (face + 1) % 3, v = (face + 2) % 3, out = face < 3 ? 1 : -1;
            int32_t side = middle + out * stride[face % 3];
            static const int round[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
            for (int k = 0; k < 4; ++k) {
                int32_t p = side + round[k][0] * stride[u] + round[k][1] * stride[v];
                int32_t q = side + round[k + 1][0] * stride[u] + round[k + 1][1] * stride[v];
                *to++ = number[middle];
                *to++ = number[out > 0 ? p : q];
                *to++ = number[out > 0 ? q : p];
                *to++ = number[side];
            }
        }
    }
    return t;
}

typedef struct solved {
    tets t;
    assemble_matrices m; // of the free nodes
    eigen_modes modes;
    report r;
    bool ok;
} solved;

static eigen_request request(int32_t count, bool free) {
    return (eigen_request){.count = count, .free = free, .threads = 1};
}

// Fixed where x = 0 unless free.
static solved solve(tets t, material stuff, element_mass_rule rule, eigen_request q, arena* a) {
    solved s = {.t = t, .r = report_new(a)};
    material* list = ARENA_NEW(a, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = stuff;
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)t.node_count), count = 0;
    for (int32_t i = 0; i < t.node_count; ++i)
        fixed[i] = !q.free && t.nodes[i].x < 1e-9;
    assemble_matrices all;
    s.ok = assemble_body(&t, list, rule, q.threads, &all, place_none(), a, &s.r) &&
           assemble_free(&t, fixed, number, &count, place_none(), &s.r);
    if (!s.ok)
        return s;
    s.m = assemble_keep(&all, number, count, a);
    s.ok = eigen_lowest(&s.m, &q, &s.modes, a, &s.r);
    return s;
}

TEST(beams_have_the_values_of_an_independent_program) {
    for (size_t i = 0; i < sizeof beams / sizeof *beams; ++i) {
        const beam* b = &beams[i];
        arena* a = arena_create();
        tets t = cells_mesh(b->cells, v3(1.0, 0.1, 0.12), a);
        if (b->width == 10)
            t = tets_promote(&t, a);
        int32_t rigid = b->free ? 6 : 0;
        solved s = solve(t, (material){1e6, b->poisson, 1000.0}, ELEMENT_MASS_CONSISTENT,
                         request(8 + rigid, b->free), a);
        CHECK(s.ok && s.modes.rigid == rigid);
        for (int k = 0; k < 8; ++k)
            CHECK_NEAR(s.modes.values[rigid + k], b->values[k], 1e-8 * b->values[k]);
        for (int32_t k = 0; k < rigid; ++k)
            CHECK(s.modes.values[k] == 0.0);
        for (int32_t k = 0; k < 8 + rigid; ++k)
            CHECK(s.modes.residuals[k] < 1e-7);
        arena_destroy(a);
    }
}

// A hundred and five hundred times as long as thick, bending by Euler and Bernoulli: the shift of the
// free ones is far above their first values.
TEST(thin_beams_have_the_values_of_beam_theory) {
    for (int i = 0; i < 4; ++i) {
        bool free = i % 2 == 1;
        double thick = i < 2 ? 0.01 : 0.002, root = free ? 22.373285448061254 : 3.516015269140815;
        arena* a = arena_create();
        tets t = cells_mesh((int[3]){60, 1, 1}, v3(1.0, thick, thick), a);
        solved s = solve(tets_promote(&t, a), (material){1e6, 0.0, 1000.0}, ELEMENT_MASS_CONSISTENT,
                         request(free ? 8 : 2, free), a);
        CHECK(s.ok && s.modes.rigid == (free ? 6 : 0) && s.r.error_count == 0);
        double exact = root * root * 1e6 / 1000.0 * thick * thick / 12.0;
        for (int32_t k = s.modes.rigid; s.ok && k < s.modes.count; ++k)
            CHECK_NEAR(s.modes.values[k] / exact, 1.0, 2e-3);
        arena_destroy(a);
    }
}

// All modes of a block of 8 free nodes.
TEST(as_many_modes_as_unknowns_are_all_there_are) {
    static const double expected[24] = {
        269.9121232285543,  351.2579713382265,  1645.7574108654387, 1815.1654752550803,
        3405.3330845508676, 3929.589119797525,  10597.005705716627, 12591.53241350661,
        14498.43533975107,  14918.18258585048,  16904.439305606338, 18217.83380193868,
        20992.674530529173, 22750.346768371965, 23411.06467847543,  26324.566090605942,
        36185.02114142019,  42011.82665441581,  68242.44176624692,  82935.78320818116,
        107754.51668581406, 127285.75589289286, 139040.3382655579,  145013.03955908775};
    static const int32_t cells[3] = {2, 1, 1};
    arena* a = arena_create();
    solved s = solve(cells_mesh(cells, v3(0.2, 0.1, 0.13), a), (material){2e4, 0.4, 1000.0},
                     ELEMENT_MASS_CONSISTENT, request(24, false), a);
    CHECK(s.ok && s.modes.rigid == 0 && s.modes.shift == 0.0);
    for (int i = 0; i < 24; ++i)
        CHECK_NEAR(s.modes.values[i], expected[i], 1e-9 * expected[i]);
    arena_destroy(a);
}

static double mass_dot(const solved* s, int32_t i, int32_t k, arena* a) {
    int32_t n = 3 * s->m.mass.rows;
    double* y = ARENA_NEW(a, double, (size_t)n);
    double sum = 0.0;
    sparse_multiply_axes(&s->m.mass, s->modes.vectors + (ptrdiff_t)i * n, y, 1, 1);
    for (int32_t c = 0; c < n; ++c)
        sum += y[c] * s->modes.vectors[(ptrdiff_t)k * n + c];
    return sum;
}

TEST(modes_are_orthonormal_in_the_mass_with_their_largest_component_positive) {
    static const int32_t cells[3] = {6, 2, 2};
    for (int free = 0; free < 2; ++free) {
        arena* a = arena_create();
        tets t = cells_mesh(cells, v3(0.4, 0.1, 0.1), a); // square: bending comes in pairs nearly
        solved s = solve(tets_promote(&t, a), (material){1e4, 0.49, 1000.0},
                         ELEMENT_MASS_CONSISTENT, request(20, free), a);
        CHECK(s.ok && s.modes.rigid == (free ? 6 : 0));
        for (int32_t i = 0; i < 20; ++i)
            for (int32_t k = 0; k <= i; ++k)
                CHECK_NEAR(mass_dot(&s, i, k, a), i == k, 1e-11);
        for (int32_t i = 0; i < 20; ++i) {
            const double* x = s.modes.vectors + (ptrdiff_t)i * 3 * s.m.mass.rows;
            double high = 0.0, low = 0.0;
            for (int32_t c = 0; c < 3 * s.m.mass.rows; ++c) {
                high = fmax(high, x[c]);
                low = fmin(low, x[c]);
            }
            CHECK(high >= -low * (1.0 - 2e-6)); // of equal ones the first is positive
            CHECK(i == 0 || s.modes.values[i] >= s.modes.values[i - 1]);
        }
        arena_destroy(a);
    }
}

// Bodies alike, side by side along y, that do not touch.
static tets copies_of(const tets* one, int32_t copies, arena* a) {
    tets t = *one;
    t.node_count *= copies;
    t.tet_count *= copies;
    t.nodes = ARENA_NEW(a, vec3, (size_t)t.node_count);
    t.elements = ARENA_NEW(a, int32_t, 4 * (size_t)t.tet_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        t.nodes[i] =
            v3_add(one->nodes[i % one->node_count], v3(0.0, 0.5 * (i / one->node_count), 0.0));
    for (int32_t i = 0; i < 4 * t.tet_count; ++i)
        t.elements[i] =
            one->elements[i % (4 * one->tet_count)] + i / (4 * one->tet_count) * one->node_count;
    return t;
}

TEST(pieces_alike_have_their_rigid_motions_and_values_as_often_as_there_are_pieces) {
    static const int32_t cells[3] = {3, 2, 2};
    static const material stuff = {1e4, 0.4, 1000.0};
    for (int free = 0; free < 2; ++free) {
        arena* a = arena_create();
        int32_t copies = free ? 3 : 11, rigid = free ? 6 : 0;
        tets one = cells_mesh(cells, v3(0.3, 0.2, 0.25), a);
        solved s = solve(one, stuff, ELEMENT_MASS_CONSISTENT, request(rigid + 3, free), a);
        solved p = solve(copies_of(&one, copies, a), stuff, ELEMENT_MASS_CONSISTENT,
                         request(copies * (rigid + 3), free), a);
        CHECK(s.ok && p.ok && s.modes.rigid == rigid && p.modes.rigid == copies * rigid);
        for (int32_t i = 0; i < copies * (rigid + 3); ++i)
            CHECK_NEAR(p.modes.values[i], s.modes.values[i / copies],
                       1e-9 * s.modes.values[i / copies]);
        arena_destroy(a);
    }
}

TEST(any_number_of_loose_pieces_has_six_rigid_motions_each) {
    static const int32_t cells[3] = {1, 1, 1};
    arena* a = arena_create();
    tets one = cells_mesh(cells, v3(0.1, 0.1, 0.1), a);
    solved s = solve(copies_of(&one, 60, a), (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_CONSISTENT,
                     request(420, true), a);
    CHECK(s.ok && s.modes.pieces == 60 && s.modes.rigid == 360 && s.modes.count == 420);
    for (int32_t i = 361; i < 420; ++i)
        CHECK_NEAR(s.modes.values[i], s.modes.values[360], 1e-9 * s.modes.values[360]);
    arena_destroy(a);
}

TEST(all_modes_below_a_bound_are_those_of_a_count) {
    static const int32_t cells[3] = {6, 3, 2};
    arena* a = arena_create();
    tets t = cells_mesh(cells, v3(0.4, 0.15, 0.1), a);
    for (int free = 0; free < 2; ++free) {
        solved s =
            solve(t, (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_CONSISTENT, request(40, free), a);
        CHECK(s.ok);
        eigen_request q = request(1000, free);
        q.below = 0.5 * (s.modes.values[25] + s.modes.values[26]);
        solved b = solve(t, (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_CONSISTENT, q, a);
        CHECK(b.ok && b.modes.count == 26 && !b.modes.more && b.modes.rigid == s.modes.rigid);
        for (int i = 0; b.ok && i < b.modes.count; ++i)
            CHECK_NEAR(b.modes.values[i], s.modes.values[i], 1e-9 * s.modes.values[i]);
        q.count = 20;
        b = solve(t, (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_CONSISTENT, q, a);
        CHECK(b.ok && b.modes.count == 20 && b.modes.more);
        q.count = 26;
        b = solve(t, (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_CONSISTENT, q, a);
        CHECK(b.ok && b.modes.count == 26 && !b.modes.more);
        q.below = 1e-3 * s.modes.values[6];
        b = solve(t, (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_CONSISTENT, q, a);
        CHECK(b.ok && b.modes.count == s.modes.rigid && !b.modes.more);
    }
    arena_destroy(a);
}

TEST(twice_the_stiffness_has_twice_the_values) {
    static const int32_t cells[3] = {4, 2, 2};
    arena* a = arena_create();
    for (int free = 0; free < 2; ++free) {
        tets t = cells_mesh(cells, v3(0.4, 0.15, 0.1), a);
        solved s = solve(t, (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_HRZ, request(12, free), a);
        solved d = solve(t, (material){2e4, 0.4, 1000.0}, ELEMENT_MASS_HRZ, request(12, free), a);
        CHECK(s.ok && d.ok);
        for (int i = 0; i < 12; ++i)
            CHECK_NEAR(d.modes.values[i], 2.0 * s.modes.values[i], 1e-10 * d.modes.values[11]);
    }
    arena_destroy(a);
}

TEST(threads_change_no_bit_of_the_modes) {
    static const int32_t cells[3] = {6, 4, 4};
    arena* a = arena_create();
    tets t = cells_mesh(cells, v3(0.4, 0.15, 0.1), a);
    t = tets_promote(&t, a);
    solved s[2];
    for (int i = 0; i < 2; ++i)
        s[i] = solve(t, (material){1e4, 0.4, 1000.0}, ELEMENT_MASS_CONSISTENT,
                     (eigen_request){.count = 10, .free = true, .threads = 1 + 2 * i}, a);
    CHECK(s[0].ok && s[1].ok);
    size_t numbers = 10 * 3 * (size_t)t.node_count;
    CHECK(memcmp(s[0].modes.values, s[1].modes.values, 10 * sizeof(double)) == 0);
    CHECK(memcmp(s[0].modes.vectors, s[1].modes.vectors, numbers * sizeof(double)) == 0);
    arena_destroy(a);
}

// Equal and nearly equal values, by symmetry: the bending of a square beam, the modes of a cube.
TEST(another_start_gives_the_same_modes_with_the_same_bases_and_signs) {
    static const int32_t cells[2][3] = {{4, 4, 4}, {8, 2, 2}};
    static const double lengths[2] = {0.1, 0.4};
    for (int body = 0; body < 2; ++body)
        for (int free = 0; free < 2; ++free) {
            arena* a = arena_create();
            tets t = symmetric_mesh(cells[body], v3(lengths[body], 0.1, 0.1), a);
            solved s[2];
            for (int i = 0; i < 2; ++i) {
                eigen_request q = request(18, free);
                q.seed = 12345u * (uint32_t)i;
                s[i] = solve(t, (material){1e4, 0.3, 1000.0}, ELEMENT_MASS_CONSISTENT, q, a);
                CHECK(s[i].ok);
            }
            int32_t n = 3 * s[0].m.mass.rows, equal = 0;
            double largest = 0.0;
            for (ptrdiff_t i = 0; i < 18 * (ptrdiff_t)n; ++i)
                largest = fmax(largest, fabs(s[0].modes.vectors[i]));
            for (ptrdiff_t i = 0; i < 18 * (ptrdiff_t)n; ++i)
                CHECK_NEAR(s[0].modes.vectors[i], s[1].modes.vectors[i], 1e-6 * largest);
            for (int32_t e = s[0].modes.rigid + 1; e < 18; ++e)
                equal += s[0].modes.values[e] < s[0].modes.values[e - 1] * (1.0 + 1e-9);
            CHECK(equal >= 3); // or the mesh would prove nothing
            arena_destroy(a);
        }
}

TEST(impossible_requests_are_refused_with_a_sentence) {
    static const int32_t cells[3] = {1, 1, 1};
    const material stuff = {1e4, 0.4, 1000.0};
    arena* a = arena_create();
    tets t = cells_mesh(cells, v3(0.1, 0.1, 0.1), a);
    solved s = solve(t, stuff, ELEMENT_MASS_CONSISTENT, request(13, false), a);
    CHECK(!s.ok && strstr(s.r.findings[0].text, "12 unknowns") != NULL);
    s = solve(t, stuff, ELEMENT_MASS_CONSISTENT, request(0, false), a);
    CHECK(!s.ok && s.r.error_count == 1);
    for (int32_t i = 0; i < t.node_count; ++i)
        t.nodes[i].x += 1.0; // now nothing is fixed, and yet it is not said to be free
    s = solve(t, stuff, ELEMENT_MASS_CONSISTENT, request(3, false), a);
    CHECK(!s.ok && s.r.error_count == 1);
    s = solve(t, stuff, ELEMENT_MASS_CONSISTENT, request(24, true), a);
    CHECK(s.ok && s.modes.rigid == 6);
    arena_destroy(a);
}

TEST_MAIN(CASE(beams_have_the_values_of_an_independent_program),
          CASE(thin_beams_have_the_values_of_beam_theory),
          CASE(as_many_modes_as_unknowns_are_all_there_are),
          CASE(modes_are_orthonormal_in_the_mass_with_their_largest_component_positive),
          CASE(pieces_alike_have_their_rigid_motions_and_values_as_often_as_there_are_pieces),
          CASE(any_number_of_loose_pieces_has_six_rigid_motions_each),
          CASE(all_modes_below_a_bound_are_those_of_a_count),
          CASE(twice_the_stiffness_has_twice_the_values), CASE(threads_change_no_bit_of_the_modes),
          CASE(another_start_gives_the_same_modes_with_the_same_bases_and_signs),
          CASE(impossible_requests_are_refused_with_a_sentence))
