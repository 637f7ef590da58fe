// One element against figures of an independent program and against laws of mechanics.
// SPDX-License-Identifier: MIT
#include "bake/fem/element.h"
#include "test/kit/check.h"
#include "test/kit/element_oracle.h"
#include "test/kit/jacobi.h"
#include "test/kit/tet_box.h"

enum { ORDER_MAX = 3 * ELEMENT_WIDTH_MAX, SHAPES = 40 };

static const material stuff = {1000.0, 0.3, 2.0};
static const element_mass_rule rules[3] = {ELEMENT_MASS_CONSISTENT, ELEMENT_MASS_HRZ,
                                           ELEMENT_MASS_CCX};

typedef struct shape {
    vec3 nodes[ELEMENT_WIDTH_MAX];
    int32_t width;
} shape;

static double noise(uint32_t* seed) { // -1 to 1
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 23) - 1.0;
}

static void set_middles(shape* s) {
    for (int k = 0; k < 6; ++k)
        s->nodes[4 + k] = v3_lerp(s->nodes[tet_edge[k][0]], s->nodes[tet_edge[k][1]], 0.5);
}

// Bent so little that it does not fold: bend 0 is straight.
static shape random_shape(uint32_t seed, int32_t width, double bend) {
    static const vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    shape s = {.width = width};
    for (int k = 0; k < 4; ++k)
        s.nodes[k] =
            v3_add(corners[k], v3(0.2 * noise(&seed), 0.2 * noise(&seed), 0.2 * noise(&seed)));
    set_middles(&s);
    for (int k = 4; k < 10; ++k)
        s.nodes[k] =
            v3_add(s.nodes[k], v3(bend * noise(&seed), bend * noise(&seed), bend * noise(&seed)));
    return s;
}

// Four nodes, ten straight ones, ten bent ones.
static shape any_shape(uint32_t seed) {
    return random_shape(seed, seed % 3 == 0 ? 4 : 10, seed % 3 == 2 ? 0.06 : 0.0);
}

static shape oracle_shape(const element_oracle* o, int32_t width) {
    shape s = {.width = width};
    memcpy(s.nodes, o->corners, sizeof o->corners);
    set_middles(&s);
    return s;
}

static double largest(const double* x, int count) {
    double most = 0.0;
    for (int i = 0; i < count; ++i)
        most = fmax(most, fabs(x[i]));
    return most;
}

// The largest difference from a lower triangle, over its largest entry.
static double difference(const double* matrix, const double* lower, int order) {
    double most = 0.0;
    for (int i = 0, at = 0; i < order; ++i)
        for (int k = 0; k <= i; ++k, ++at)
            most = fmax(most, fmax(fabs(matrix[i * order + k] - lower[at]),
                                   fabs(matrix[k * order + i] - lower[at])));
    return most / largest(lower, order * (order + 1) / 2);
}

static double sum_of(const double* x, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += x[i];
    return sum;
}

// force = K u, for a displacement that is affine in the place: u = A x + b.
static void affine_force(const shape* s, const double a[3][3], vec3 b, double* force) {
    double k[ORDER_MAX * ORDER_MAX], u[ORDER_MAX];
    element_stiffness(s->nodes, s->width, &stuff, ELEMENT_FULL, k);
    for (int32_t i = 0; i < s->width; ++i) {
        vec3 x = s->nodes[i];
        u[3 * i + 0] = a[0][0] * x.x + a[0][1] * x.y + a[0][2] * x.z + b.x;
        u[3 * i + 1] = a[1][0] * x.x + a[1][1] * x.y + a[1][2] * x.z + b.y;
        u[3 * i + 2] = a[2][0] * x.x + a[2][1] * x.y + a[2][2] * x.z + b.z;
    }
    for (int32_t i = 0; i < 3 * s->width; ++i) {
        force[i] = 0.0;
        for (int32_t j = 0; j < 3 * s->width; ++j)
            force[i] += k[i * 3 * s->width + j] * u[j];
    }
}

TEST(matrices_agree_with_an_independent_program) {
    for (int i = 0; i < 2; ++i) {
        const element_oracle* o = &element_oracles[i];
        shape four = oracle_shape(o, 4), ten = oracle_shape(o, 10);
        double k[ORDER_MAX * ORDER_MAX], m[ELEMENT_WIDTH_MAX * ELEMENT_WIDTH_MAX];
        element_stiffness(four.nodes, 4, &stuff, ELEMENT_FULL, k);
        CHECK(difference(k, o->stiffness4, 12) < 1e-14);
        element_stiffness(ten.nodes, 10, &stuff, ELEMENT_FULL, k);
        CHECK(difference(k, o->stiffness10, 30) < 1e-14);
        element_mass(four.nodes, 4, stuff.density, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, m);
        CHECK(difference(m, o->mass4, 4) < 1e-14);
        element_mass(ten.nodes, 10, stuff.density, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, m);
        CHECK(difference(m, o->mass10, 10) < 1e-14);
        element_mass(ten.nodes, 10, stuff.density, ELEMENT_FULL, ELEMENT_MASS_HRZ, m);
        for (int n = 0; n < 10; ++n)
            CHECK_NEAR(m[11 * n], o->hrz10[n], 1e-15);
        CHECK_NEAR(element_volume(four.nodes, 4), o->volume, 1e-16);
        CHECK_NEAR(element_volume(ten.nodes, 10), o->volume, 1e-16);
    }
}

TEST(stiffness_has_the_eigenvalues_of_an_independent_program_and_six_zeros) {
    for (int i = 0; i < 2; ++i)
        for (int32_t width = 4; width <= 10; width += 6) {
            const element_oracle* o = &element_oracles[i];
            shape s = oracle_shape(o, width);
            double k[ORDER_MAX * ORDER_MAX], values[ORDER_MAX];
            element_stiffness(s.nodes, width, &stuff, ELEMENT_FULL, k);
            jacobi_eigenvalues(k, 3 * width, values);
            const double* expected = width == 4 ? o->eigenvalues4 : o->eigenvalues10;
            for (int n = 0; n < 3 * width; ++n)
                CHECK_NEAR(values[n], n < 6 ? 0.0 : expected[n - 6], 1e-12 * values[3 * width - 1]);
        }
}

TEST(any_shape_has_six_motions_without_force_and_no_negative_energy) {
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = any_shape(seed);
        int order = 3 * s.width;
        double k[ORDER_MAX * ORDER_MAX], values[ORDER_MAX];
        element_stiffness(s.nodes, s.width, &stuff, ELEMENT_FULL, k);
        for (int i = 0; i < order * order; ++i)
            CHECK(k[i] == k[i % order * order + i / order]);
        jacobi_eigenvalues(k, order, values);
        CHECK(fabs(values[0]) < 1e-13 * values[order - 1]);
        CHECK(values[5] < 1e-13 * values[order - 1]);
        CHECK(values[6] > 1e-4 * values[order - 1]);
    }
}

TEST(rigid_motions_give_no_force) {
    static const double turn[3][3] = {{0.0, -0.7, 0.4}, {0.7, 0.0, -1.1}, {-0.4, 1.1, 0.0}};
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = any_shape(seed);
        double force[ORDER_MAX];
        affine_force(&s, turn, v3(3.0, -2.0, 5.0), force);
        CHECK(largest(force, 3 * s.width) < 1e-11 * stuff.young);
    }
}

// A stretch by one along x makes stress (lambda + 2 mu, lambda, lambda); its work over the element is
// known, and curved elements must have it too, for the volume that their rule has.
TEST(a_constant_strain_has_the_energy_of_its_stress) {
    static const double stretch[3][3] = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    static const double shear[3][3] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    material_lame lame = material_lame_of(&stuff);
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = any_shape(seed);
        double force[ORDER_MAX], m[ELEMENT_WIDTH_MAX * ELEMENT_WIDTH_MAX];
        element_mass(s.nodes, s.width, 1.0, ELEMENT_FULL, ELEMENT_MASS_CCX,
                     m); // by the points of the stiffness
        double volume = sum_of(m, s.width * s.width), work = 0.0, shear_work = 0.0;
        affine_force(&s, stretch, v3(0.0, 0.0, 0.0), force);
        for (int32_t i = 0; i < s.width; ++i)
            work += force[3 * i] * s.nodes[i].x;
        affine_force(&s, shear, v3(0.0, 0.0, 0.0), force);
        for (int32_t i = 0; i < s.width; ++i)
            shear_work += force[3 * i] * s.nodes[i].y;
        CHECK_NEAR(work, volume * (lame.lambda + 2.0 * lame.mu), 1e-12 * work);
        CHECK_NEAR(shear_work, volume * lame.mu, 1e-12 * work);
    }
}

TEST(mass_is_symmetric_and_sums_to_density_times_volume) {
    for (uint32_t seed = 0; seed < SHAPES; ++seed)
        for (int rule = 0; rule < 3; ++rule) {
            shape s = any_shape(seed);
            bool bent = seed % 3 == 2;
            if (bent && rules[rule] == ELEMENT_MASS_CCX)
                continue; // four points are not exact for a cubic Jacobian
            double m[ELEMENT_WIDTH_MAX * ELEMENT_WIDTH_MAX];
            element_mass(s.nodes, s.width, 3.0, ELEMENT_FULL, rules[rule], m);
            for (int i = 0; i < s.width * s.width; ++i)
                CHECK(m[i] == m[i % s.width * s.width + i / s.width]);
            double mass = 3.0 * element_volume(s.nodes, s.width);
            CHECK_NEAR(sum_of(m, s.width * s.width), mass, 1e-14);
        }
}

TEST(mass_is_positive_definite_but_with_calculix_quadrature_its_rank_is_its_points) {
    for (uint32_t seed = 0; seed < SHAPES; ++seed)
        for (int rule = 0; rule < 3; ++rule) {
            shape s = any_shape(seed);
            double m[ELEMENT_WIDTH_MAX * ELEMENT_WIDTH_MAX], values[ELEMENT_WIDTH_MAX];
            element_mass(s.nodes, s.width, 1.0, ELEMENT_FULL, rules[rule], m);
            jacobi_eigenvalues(m, s.width, values);
            int zeros = rules[rule] != ELEMENT_MASS_CCX ? 0 : s.width == 4 ? 3 : 6;
            for (int i = 0; i < s.width; ++i)
                CHECK(i < zeros ? fabs(values[i]) < 1e-15 : values[i] > 1e-4);
        }
}

// An element that bends into a body of known volume: mid-edge nodes moved by a quadratic map of
// determinant 1 keep the volume, and the mass matrix of each node pair (the map only carries it).
TEST(a_curved_element_of_a_shearing_map_has_the_mass_of_the_straight_one) {
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = random_shape(seed, 10, 0.0), bent = s;
        for (int i = 0; i < 10; ++i) {
            vec3 x = s.nodes[i];
            bent.nodes[i] =
                v3(x.x + 0.3 * x.y * x.y - 0.2 * x.y * x.z, x.y + 0.25 * x.z * x.z, x.z);
        }
        CHECK_NEAR(element_volume(bent.nodes, 10), element_volume(s.nodes, 10), 1e-15);
        double straight[100], curved[100];
        element_mass(s.nodes, 10, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, straight);
        element_mass(bent.nodes, 10, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, curved);
        for (int i = 0; i < 100; ++i)
            CHECK_NEAR(curved[i], straight[i], 1e-15);
    }
}

// The unit element under (x + xy/5, y + yz/10, z + 3xz/20), whose determinant is a full cubic: its mass
// against five Gauss points in each direction of the cube that is folded down to the tetrahedron.
TEST(a_curved_element_has_the_mass_of_a_finer_quadrature) {
    static const double at[5] = {-0.90617984593866399280, -0.53846931010568309104, 0.0,
                                 0.53846931010568309104, 0.90617984593866399280};
    static const double weight[5] = {0.23692688505618908751, 0.47862867049936646804,
                                     0.56888888888888888889, 0.47862867049936646804,
                                     0.23692688505618908751};
    shape s = {.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .width = 10};
    set_middles(&s);
    for (int i = 0; i < 10; ++i) {
        vec3 x = s.nodes[i];
        s.nodes[i] = v3(x.x + 0.2 * x.x * x.y, x.y + 0.1 * x.y * x.z, x.z + 0.15 * x.x * x.z);
    }
    double expected[100] = {0.0}, mass[100];
    for (int i = 0; i < 125; ++i) {
        double u = 0.5 + 0.5 * at[i % 5], v = 0.5 + 0.5 * at[i / 5 % 5], w = 0.5 + 0.5 * at[i / 25];
        double x = u, y = (1 - u) * v, z = (1 - u) * (1 - v) * w, n[10];
        double l[4] = {1 - x - y - z, x, y, z};
        double determinant = (1 + 0.2 * y) * (1 + 0.1 * z) * (1 + 0.15 * x) + 0.003 * x * y * z;
        double fraction = weight[i % 5] * weight[i / 5 % 5] * weight[i / 25] / 8.0 * (1 - u) *
                          (1 - u) * (1 - v) * determinant;
        for (int k = 0; k < 10; ++k)
            n[k] =
                k < 4 ? l[k] * (2 * l[k] - 1) : 4 * l[tet_edge[k - 4][0]] * l[tet_edge[k - 4][1]];
        for (int k = 0; k < 100; ++k)
            expected[k] += fraction * n[k / 10] * n[k % 10];
    }
    element_mass(s.nodes, 10, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, mass);
    for (int k = 0; k < 100; ++k)
        CHECK_NEAR(mass[k], expected[k], 1e-16);
    CHECK_NEAR(element_volume(s.nodes, 10), sum_of(expected, 100), 1e-15);
}

TEST(bending_ever_less_gives_the_straight_element) {
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape straight = random_shape(seed, 10, 0.0), bent = random_shape(seed, 10, 1e-10);
        double a[ORDER_MAX * ORDER_MAX], b[ORDER_MAX * ORDER_MAX];
        element_stiffness(straight.nodes, 10, &stuff, ELEMENT_FULL, a);
        element_stiffness(bent.nodes, 10, &stuff, ELEMENT_FULL, b);
        for (int i = 0; i < ORDER_MAX * ORDER_MAX; ++i)
            CHECK_NEAR(a[i], b[i], 1e-8 * stuff.young);
        element_mass(straight.nodes, 10, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, a);
        element_mass(bent.nodes, 10, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, b);
        for (int i = 0; i < 100; ++i)
            CHECK_NEAR(a[i], b[i], 1e-10);
    }
}

// Ten-node functions contain the linear ones: with mid-edge nodes moved as the mean of their corners,
// stiffness and mass are those of the four-node element.
TEST(ten_nodes_held_straight_are_four_nodes) {
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = random_shape(seed, 10, 0.0);
        double k4[144], k10[900], m4[16], m10[100], fraction[10][4] = {{0.0}};
        element_stiffness(s.nodes, 4, &stuff, ELEMENT_FULL, k4);
        element_stiffness(s.nodes, 10, &stuff, ELEMENT_FULL, k10);
        element_mass(s.nodes, 4, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, m4);
        element_mass(s.nodes, 10, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, m10);
        for (int i = 0; i < 10; ++i)
            for (int c = 0; c < 4; ++c)
                fraction[i][c] =
                    i < 4 ? i == c : 0.5 * (tet_edge[i - 4][0] == c || tet_edge[i - 4][1] == c);
        for (int a = 0; a < 12; ++a)
            for (int b = 0; b < 12; ++b) {
                double k = 0.0, m = 0.0;
                for (int i = 0; i < 10; ++i)
                    for (int j = 0; j < 10; ++j) {
                        double w = fraction[i][a / 3] * fraction[j][b / 3];
                        k += w * k10[(3 * i + a % 3) * 30 + 3 * j + b % 3];
                        m += w * m10[i * 10 + j];
                    }
                CHECK_NEAR(k, k4[a * 12 + b], 1e-11 * stuff.young);
                CHECK_NEAR(m, m4[a / 3 * 4 + b / 3], 1e-15);
            }
    }
}

TEST(turning_the_element_turns_its_matrices) {
    quat q = quat_unit((quat){0.3, -0.5, 0.2, 0.7});
    vec3 axes[3] = {quat_rotate(q, v3(1, 0, 0)), quat_rotate(q, v3(0, 1, 0)),
                    quat_rotate(q, v3(0, 0, 1))}; // columns of the rotation
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = any_shape(seed), turned = s;
        for (int32_t i = 0; i < s.width; ++i)
            turned.nodes[i] = v3_add(quat_rotate(q, s.nodes[i]), v3(0.4, 3.0, -1.0));
        int order = 3 * s.width;
        double k[ORDER_MAX * ORDER_MAX], kt[ORDER_MAX * ORDER_MAX], m[100], mt[100];
        element_stiffness(s.nodes, s.width, &stuff, ELEMENT_FULL, k);
        element_stiffness(turned.nodes, s.width, &stuff, ELEMENT_FULL, kt);
        for (int i = 0; i < order; ++i)
            for (int j = 0; j < order; ++j) { // axes[p] . (block of the turned one) axes[q]
                const double* block = kt + i / 3 * 3 * order + j / 3 * 3;
                vec3 b = axes[j % 3];
                vec3 kb = v3(block[0] * b.x + block[1] * b.y + block[2] * b.z,
                             block[order] * b.x + block[order + 1] * b.y + block[order + 2] * b.z,
                             block[2 * order] * b.x + block[2 * order + 1] * b.y +
                                 block[2 * order + 2] * b.z);
                CHECK_NEAR(v3_dot(axes[i % 3], kb), k[i * order + j], 1e-11 * stuff.young);
            }
        for (int rule = 0; rule < 3; ++rule) {
            element_mass(s.nodes, s.width, 1.0, ELEMENT_FULL, rules[rule], m);
            element_mass(turned.nodes, s.width, 1.0, ELEMENT_FULL, rules[rule], mt);
            for (int i = 0; i < s.width * s.width; ++i)
                CHECK_NEAR(m[i], mt[i], 1e-14);
        }
    }
}

TEST(twice_the_size_has_twice_the_stiffness_and_eight_times_the_mass) {
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = any_shape(seed), big = s;
        for (int32_t i = 0; i < s.width; ++i)
            big.nodes[i] = v3_scale(s.nodes[i], 2.0);
        double a[ORDER_MAX * ORDER_MAX], b[ORDER_MAX * ORDER_MAX];
        element_stiffness(s.nodes, s.width, &stuff, ELEMENT_FULL, a);
        element_stiffness(big.nodes, s.width, &stuff, ELEMENT_FULL, b);
        for (int i = 0; i < 9 * s.width * s.width; ++i)
            CHECK(b[i] == 2.0 * a[i]); // powers of two round nothing
        element_mass(s.nodes, s.width, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, a);
        element_mass(big.nodes, s.width, 1.0, ELEMENT_FULL, ELEMENT_MASS_CONSISTENT, b);
        for (int i = 0; i < s.width * s.width; ++i)
            CHECK(b[i] == 8.0 * a[i]);
    }
}

TEST(calculix_mass_of_four_nodes_is_a_sixteenth_for_every_pair) {
    shape s = random_shape(7, 4, 0.0);
    double m[16];
    element_mass(s.nodes, 4, 5.0, ELEMENT_FULL, ELEMENT_MASS_CCX, m);
    for (int i = 0; i < 16; ++i)
        CHECK_NEAR(m[i], 5.0 * element_volume(s.nodes, 4) / 16.0, 1e-16);
}

// Element 1 of two is the one in question.
static tets mesh_with(const shape* s, arena* a) {
    tets t = {.node_count = 2 * s->width, .tet_count = 2, .width = s->width};
    shape good = random_shape(5, s->width, 0.0);
    t.nodes = ARENA_NEW(a, vec3, (size_t)t.node_count);
    t.elements = ARENA_NEW(a, int32_t, (size_t)t.node_count);
    for (int32_t i = 0; i < t.node_count; ++i) {
        t.elements[i] = i;
        t.nodes[i] = i < s->width ? good.nodes[i] : s->nodes[i - s->width];
    }
    return t;
}

static bool refused(const shape* s, const char* word) {
    arena* a = arena_create();
    report r = report_new(a);
    tets t = mesh_with(s, a);
    bool good = element_check(&t, 0, place_none(), &r);
    bool bad = !element_check(&t, 1, place_none(), &r) && r.error_count == 1 &&
               strstr(r.findings[0].text, "element 1 (nodes ") != NULL &&
               strstr(r.findings[0].text, word) != NULL;
    if (!bad && r.count > 0)
        printf("said: %s\n", r.findings[0].text);
    arena_destroy(a);
    return good && bad;
}

TEST(spoilt_elements_are_named_with_what_is_wrong) {
    for (int32_t width = 4; width <= 10; width += 6) {
        shape s = random_shape(1, width, 0.0);
        shape inverted = s, flat = s, point = s, far = s, lost = s;
        inverted.nodes[0] = s.nodes[1];
        inverted.nodes[1] = s.nodes[0];
        set_middles(&inverted);
        CHECK(refused(&inverted, "inside out"));
        flat.nodes[3] = v3_lerp(s.nodes[0], v3_lerp(s.nodes[1], s.nodes[2], 0.3), 0.7);
        set_middles(&flat);
        CHECK(refused(&flat, "flat"));
        for (int i = 0; i < 10; ++i)
            point.nodes[i] = s.nodes[0];
        CHECK(refused(&point, "flat"));
        for (int i = 0; i < 10; ++i) // what is left of its digits is not a shape
            far.nodes[i] = v3_add(v3_scale(s.nodes[i], 1e-9), v3(1e7, 1e7, 1e7));
        CHECK(refused(&far, "flat"));
        lost.nodes[2].y = NAN;
        CHECK(refused(&lost, "not a number"));
        lost.nodes[2].y = INFINITY;
        CHECK(refused(&lost, "not a number"));
    }
}

TEST(a_curved_element_that_folds_is_named_with_the_node) {
    shape s = random_shape(1, 10, 0.0), folded = s;
    folded.nodes[4] = v3_lerp(s.nodes[0], s.nodes[1], 0.1); // beyond a quarter the edge turns back
    CHECK(refused(&folded, "near its node 10:"));
    folded = s;
    folded.nodes[9] = v3_lerp(s.nodes[9], s.nodes[0], 0.9);
    CHECK(refused(&folded, "folds over itself"));
    folded = s;
    folded.nodes[6].z = NAN;
    CHECK(refused(&folded, "folds over itself"));
}

TEST(thin_and_bent_elements_that_can_be_used_are_accepted) {
    arena* a = arena_create();
    report r = report_new(a);
    for (uint32_t seed = 0; seed < SHAPES; ++seed) {
        shape s = any_shape(seed);
        tets t = mesh_with(&s, a);
        CHECK(element_check(&t, 1, place_none(), &r));
        for (int32_t i = 0; i < t.node_count; ++i)
            t.nodes[i].z *= 1e-6;
        CHECK(element_check(&t, 1, place_none(), &r));
    }
    tets box = tet_box(2, a), ten = tets_promote(&box, a);
    for (int32_t i = 0; i < ten.tet_count; ++i)
        CHECK(element_check(&ten, i, place_none(), &r));
    CHECK(r.count == 0);
    arena_destroy(a);
}

TEST_MAIN(CASE(matrices_agree_with_an_independent_program),
          CASE(stiffness_has_the_eigenvalues_of_an_independent_program_and_six_zeros),
          CASE(any_shape_has_six_motions_without_force_and_no_negative_energy),
          CASE(rigid_motions_give_no_force), CASE(a_constant_strain_has_the_energy_of_its_stress),
          CASE(mass_is_symmetric_and_sums_to_density_times_volume),
          CASE(mass_is_positive_definite_but_with_calculix_quadrature_its_rank_is_its_points),
          CASE(a_curved_element_of_a_shearing_map_has_the_mass_of_the_straight_one),
          CASE(a_curved_element_has_the_mass_of_a_finer_quadrature),
          CASE(bending_ever_less_gives_the_straight_element),
          CASE(ten_nodes_held_straight_are_four_nodes),
          CASE(turning_the_element_turns_its_matrices),
          CASE(twice_the_size_has_twice_the_stiffness_and_eight_times_the_mass),
          CASE(calculix_mass_of_four_nodes_is_a_sixteenth_for_every_pair),
          CASE(spoilt_elements_are_named_with_what_is_wrong),
          CASE(a_curved_element_that_folds_is_named_with_the_node),
          CASE(thin_and_bent_elements_that_can_be_used_are_accepted))
