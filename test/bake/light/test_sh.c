// Spherical harmonics: oracle values, orthonormality by exact quadrature, turns.
// SPDX-License-Identifier: MIT
#include "bake/light/sh.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

static vec3 direction_of(void) {
    for (;;) {
        vec3 d = v3(random_in(-1.0, 1.0), random_in(-1.0, 1.0), random_in(-1.0, 1.0));
        if (v3_length(d) > 0.1 && v3_length(d) < 1.0)
            return v3_unit(d);
    }
}

typedef struct known {
    vec3 direction;
    double y[16];
} known;

// By mpmath with 30 digits.
static const known basis[] = {
    {{1, 0, 0},
     {0.28209479177387814, 0, 0, 0.48860251190291992, 0, 0, -0.31539156525251999, 0,
      0.54627421529603959, 0, 0, 0, 0, -0.45704579946446572, 0, 0.59004358992664352}},
    {{0, 1, 0},
     {0.28209479177387814, 0.48860251190291992, 0, 0, 0, 0, -0.31539156525251999, 0,
      -0.54627421529603959, -0.59004358992664352, 0, -0.45704579946446572, 0, 0, 0, 0}},
    {{0, 0, 1},
     {0.28209479177387814, 0, 0.48860251190291992, 0, 0, 0, 0.63078313050503998, 0, 0, 0, 0, 0,
      0.7463526651802308, 0, 0, 0}},
    {{0, 0, -1},
     {0.28209479177387814, 0, -0.48860251190291992, 0, 0, 0, 0.63078313050503998, 0, 0, 0, 0, 0,
      -0.7463526651802308, 0, 0, 0}},
    {{0.35999999999999999, 0.47999999999999998, 0.80000000000000004},
     {0.28209479177387814, 0.23452920571340155, 0.39088200952233598, 0.17589690428505117,
      0.18879236880631126, 0.41953859734735838, 0.29016024003231849, 0.31465394801051877,
      -0.055064440901840782, 0.044862194229302557, 0.3995981258306302, 0.48264036423447587,
      0.059708213214418569, 0.3619802731758569, -0.11654945336726713, -0.11929265283700906}},
    {{-0.59999999999999998, 0.64000000000000001, 0.47999999999999998},
     {0.28209479177387814, 0.31270560761786875, 0.23452920571340155, -0.29316150714175193,
      -0.41953859734735838, 0.3356308778778867, -0.097392915349978196, -0.31465394801051877,
      -0.027095201078683583, 0.25316174251956591, -0.5327975011075069, 0.0444614153719032,
      -0.33102233406073595, -0.041682576911159251, -0.034409838613193182, 0.30757792255696076}},
    {{0.66666666666666663, -0.66666666666666663, 0.33333333333333331},
     {0.28209479177387814, -0.32573500793527993, 0.16286750396763996, 0.32573500793527993,
      -0.48557708026314622, -0.24278854013157311, -0.21026104350168001, 0.24278854013157311, 0,
      -0.34965546069727016, -0.42823873224304498, 0.13542097761910096, -0.30406960433268659,
      -0.13542097761910096, 0, -0.34965546069727016}},
    {{0.14285714285714285, 0.2857142857142857, 0.94760708295868568},
     {0.28209479177387814, 0.13960071768654855, 0.46300320103061243, 0.069800358843274277,
      0.044593813493554242, 0.29580189465841428, 0.5342346921624318, 0.14790094732920714,
      -0.033445360120165683, -0.0034404874048200784, 0.11180260722969849, 0.45571330442229524,
      0.52682839030021611, 0.22785665221114762, -0.083851955422273874, -0.018922680726510429}},
};
static const known open_surfaces[] = {
    {{0, 0, 1},
     {0.28209479177387814, 0, 0.32573500793527993, 0, 0, 0, 0.15769578262625999, 0, 0, 0, 0, 0, 0,
      0, 0, 0}},
    {{0, 0, -1},
     {0.28209479177387814, 0, -0.32573500793527993, 0, 0, 0, 0.15769578262625999, 0, 0, 0, 0, 0, 0,
      0, 0, 0}},
    {{0.35999999999999999, 0.47999999999999998, 0.80000000000000004},
     {0.28209479177387814, 0.15635280380893438, 0.26058800634822399, 0.11726460285670078,
      0.047198092201577814, 0.10488464933683959, 0.072540060008079624, 0.078663487002629692,
      -0.013766110225460195, 0, 0, 0, 0, 0, 0, 0}},
    {{-0.59999999999999998, 0.64000000000000001, 0.47999999999999998},
     {0.28209479177387814, 0.20847040507857917, 0.15635280380893438, -0.19544100476116796,
      -0.10488464933683959, 0.083907719469471675, -0.024348228837494549, -0.078663487002629692,
      -0.0067738002696708958, 0, 0, 0, 0, 0, 0, 0}},
};

TEST(values_are_those_of_high_precision) {
    for (size_t i = 0; i < sizeof basis / sizeof *basis; ++i) {
        double y[16];
        sh_basis(4, basis[i].direction, y);
        for (int k = 0; k < 16; ++k)
            CHECK_NEAR(y[k], basis[i].y[k], 1e-13);
    }
}

TEST(an_open_surface_has_the_closed_form) {
    for (size_t i = 0; i < sizeof open_surfaces / sizeof *open_surfaces; ++i) {
        double m[16];
        sh_open_surface(4, open_surfaces[i].direction, m);
        for (int k = 0; k < 16; ++k)
            CHECK_NEAR(m[k], open_surfaces[i].y[k], 1e-13);
    }
}

// Gauss-Legendre in z times equal steps round it: exact for polynomials up to degree 11.
static const double NODES[6] = {-0.93246951420315203, -0.66120938646626451, -0.2386191860831969,
                                0.2386191860831969,   0.66120938646626451,  0.93246951420315203};
static const double PARTS[6] = {0.17132449237917036, 0.36076157304813861, 0.46791393457269104,
                                0.46791393457269104, 0.36076157304813861, 0.17132449237917036};
enum { ROUND = 12 };

TEST(functions_are_orthonormal_up_to_order_6) {
    static double gram[SH_MOST][SH_MOST];
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < ROUND; ++j) {
            double s, c, y[SH_MOST], r = sqrt(1.0 - NODES[i] * NODES[i]);
            exact_sincos(2.0 * EXACT_PI * (j + 0.3) / ROUND, &s, &c);
            sh_basis(6, v3(r * c, r * s, NODES[i]), y);
            for (int a = 0; a < SH_MOST; ++a)
                for (int b = 0; b < SH_MOST; ++b)
                    gram[a][b] += PARTS[i] * 2.0 * EXACT_PI / ROUND * y[a] * y[b];
        }
    for (int a = 0; a < SH_MOST; ++a)
        for (int b = 0; b < SH_MOST; ++b)
            CHECK_NEAR(gram[a][b], a == b, 1e-13);
}

// The cosine lobe of order 6 by quadrature: degree 5 times cos, over the upper half in z from 0 to 1.
TEST(the_lobe_of_a_diffuse_surface_is_the_integral_of_its_cosine) {
    double sum[SH_MOST] = {0}, exact[SH_MOST];
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < ROUND; ++j) {
            double s, c, y[SH_MOST], z = 0.5 * (NODES[i] + 1.0), r = sqrt(1.0 - z * z);
            exact_sincos(2.0 * EXACT_PI * j / ROUND, &s, &c);
            sh_basis(6, v3(r * c, r * s, z), y);
            for (int a = 0; a < SH_MOST; ++a)
                sum[a] += 0.5 * PARTS[i] * 2.0 / ROUND * z * y[a];
        }
    sh_open_surface(6, v3(0, 0, 1), exact);
    for (int a = 0; a < SH_MOST; ++a)
        CHECK_NEAR(sum[a], exact[a], 1e-13);
}

TEST(sums_over_many_directions_are_the_sums_of_their_values) {
    enum { COUNT = 40 };
    float x[COUNT], y[COUNT], z[COUNT], w[COUNT];
    double sum[SH_MOST] = {0}, weighted[SH_MOST] = {0}, each[2][SH_MOST] = {{0}};
    for (int i = 0; i < COUNT; ++i) {
        vec3 d = direction_of();
        double own[SH_MOST];
        x[i] = (float)d.x;
        y[i] = (float)d.y;
        z[i] = (float)d.z;
        w[i] = (float)random_in(-1.0, 1.0);
        sh_basis(6, v3((double)x[i], (double)y[i], (double)z[i]), own);
        for (int k = 0; k < SH_MOST; ++k)
            each[0][k] += own[k], each[1][k] += (double)w[i] * own[k];
    }
    sh_add(6, COUNT, x, y, z, w, sum, weighted);
    for (int k = 0; k < SH_MOST; ++k)
        CHECK(fabs(sum[k] - each[0][k]) < 1e-12 && fabs(weighted[k] - each[1][k]) < 1e-12);
}

static quat turn_of(void) {
    return quat_unit((quat){random_in(-1.0, 1.0), random_in(-1.0, 1.0), random_in(-1.0, 1.0),
                            random_in(-1.0, 1.0)});
}

TEST(turned_values_are_values_in_turned_directions) {
    for (int i = 0; i < 200; ++i)
        for (int32_t order = SH_ORDER_LEAST; order <= SH_ORDER_MOST; ++order) {
            quat q = turn_of();
            vec3 d = direction_of();
            double before[SH_MOST], after[SH_MOST], turned[SH_MOST];
            sh_turn t = sh_turn_by(order, q);
            sh_basis(order, d, before);
            sh_basis(order, quat_rotate(q, d), after);
            sh_turn_apply(&t, before, 1, turned);
            for (int k = 0; k < sh_count(order); ++k)
                CHECK_NEAR(turned[k], after[k], 1e-12);
        }
}

TEST(two_turns_are_one_and_keep_the_length_of_every_band) {
    for (int i = 0; i < 100; ++i) {
        quat a = turn_of(), b = turn_of();
        sh_turn first = sh_turn_by(6, a), second = sh_turn_by(6, b),
                both = sh_turn_by(6, quat_mul(b, a));
        double light[3 * SH_MOST] = {0}, half[3 * SH_MOST] = {0}, end[3 * SH_MOST] = {0},
                         at_once[3 * SH_MOST] = {0};
        for (int k = 0; k < SH_MOST; ++k)
            light[3 * k] = random_in(-1.0, 1.0);
        sh_turn_apply(&first, light, 3, half);
        sh_turn_apply(&second, half, 3, end);
        sh_turn_apply(&both, light, 3, at_once);
        for (int l = 0; l < 6; ++l) {
            double before = 0.0, after = 0.0;
            for (int k = l * l; k < (l + 1) * (l + 1); ++k) {
                CHECK_NEAR(end[3 * k], at_once[3 * k], 1e-12);
                before += light[3 * k] * light[3 * k];
                after += end[3 * k] * end[3 * k];
            }
            CHECK_NEAR(before, after, 1e-12);
        }
    }
}

TEST_MAIN(CASE(values_are_those_of_high_precision), CASE(an_open_surface_has_the_closed_form),
          CASE(functions_are_orthonormal_up_to_order_6),
          CASE(the_lobe_of_a_diffuse_surface_is_the_integral_of_its_cosine),
          CASE(sums_over_many_directions_are_the_sums_of_their_values),
          CASE(turned_values_are_values_in_turned_directions),
          CASE(two_turns_are_one_and_keep_the_length_of_every_band))
