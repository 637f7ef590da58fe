// Values inside a volume: harmonic, bounded, and sums of one.
// SPDX-License-Identifier: MIT
#include "bake/mesh/embed.h"
#include "bake/mesh/tet_topology.h"
#include "test/kit/check.h"
#include "test/kit/skinned_body.h"
#include "test/kit/tet_box.h"

static uint8_t* boundary_of(const tets* t, arena* a) {
    uint8_t* given = ARENA_NEW(a, uint8_t, (size_t)t->node_count);
    tet_topology shape = tets_topology(t, a);
    for (int32_t i = 0; i < 3 * shape.boundary_count; ++i)
        given[shape.boundary[i / 3][i % 3]] = 1;
    return given;
}

// What a linear field on the corners sends out of each node, and the sum of the parts' sizes;
// written with gradients, unlike the code under test. Returns the energy.
static double flux(const tets* t, const double* values, double* out, double* size) {
    memset(out, 0, (size_t)t->node_count * sizeof *out);
    memset(size, 0, (size_t)t->node_count * sizeof *size);
    double energy = 0.0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
        vec3 x[3], d[4], slope = v3(0, 0, 0);
        for (int k = 0; k < 3; ++k)
            x[k] = v3_sub(t->nodes[e[k + 1]], t->nodes[e[0]]);
        double box = v3_dot(x[0], v3_cross(x[1], x[2]));
        d[0] = v3(0, 0, 0);
        for (int k = 0; k < 3; ++k) {
            d[k + 1] = v3_scale(v3_cross(x[(k + 1) % 3], x[(k + 2) % 3]), 1.0 / box);
            d[0] = v3_sub(d[0], d[k + 1]);
            slope = v3_madd(slope, d[k + 1], values[e[k + 1]] - values[e[0]]);
        }
        energy += v3_dot(slope, slope) * box / 6.0;
        for (int k = 0; k < 4; ++k) {
            double part = v3_dot(slope, d[k]) * box / 6.0;
            out[e[k]] += part;
            size[e[k]] += v3_length(d[k]) * v3_length(d[k]) * box / 6.0;
        }
    }
    return energy;
}

TEST(linear_data_stay_linear_inside) {
    arena* a = arena_create();
    report r = report_new(a);
    tets box = tet_box(7, a), ten = tets_promote(&box, a);
    const tets* meshes[2] = {&box, &ten};
    for (int m = 0; m < 2; ++m) {
        const tets* t = meshes[m];
        uint8_t* given = boundary_of(t, a);
        double* values = ARENA_NEW(a, double, 3 * (size_t)t->node_count);
        static const double slope[3][4] = {{1, 2, -3, 0.5}, {0, 0, 1, 0}, {-5, 0.1, 0, 100}};
        for (int c = 0; c < 3; ++c)
            for (int32_t i = 0; i < t->node_count; ++i)
                values[c * t->node_count + i] =
                    given[i] ? v3_dot(t->nodes[i], v3(slope[c][0], slope[c][1], slope[c][2])) +
                                   slope[c][3]
                             : NAN;
        CHECK(inside_extend(t, given, values, 3, 2, &r));
        for (int c = 0; c < 3; ++c)
            for (int32_t i = 0; i < t->node_count; ++i)
                CHECK_NEAR(values[c * t->node_count + i],
                           v3_dot(t->nodes[i], v3(slope[c][0], slope[c][1], slope[c][2])) +
                               slope[c][3],
                           1e-12 * (1.0 + slope[c][3]));
    }
    arena_destroy(a);
}

TEST(weights_sum_to_one_lie_in_0_to_1_and_are_harmonic) {
    arena* a = arena_create();
    static const char* const names[] = {"cylinder", "shoulder"};
    for (int b = 0; b < 2; ++b) {
        body it;
        inside_weights w;
        report r = report_new(a);
        CHECK(sample_body(names[b], 10000, a, &it));
        CHECK(inside_weigh(&it.t, &it.s, &it.skin, 2, a, &w, &r));
        CHECK(w.joint_count > 1 && w.node_count == it.t.node_count);
        size_t n = (size_t)w.node_count;
        for (size_t i = 0; i < n; ++i) {
            double sum = 0.0;
            for (int32_t c = 0; c < w.joint_count; ++c) {
                double x = w.weights[(size_t)c * n + i];
                CHECK(x >= 0.0 && x <= 1.0);
                sum += x;
            }
            CHECK_NEAR(sum, 1.0, 1e-12);
        }
        CHECK(w.overshoot < 0.01);
        uint8_t* given = boundary_of(&it.t, a);
        double *out = ARENA_NEW(a, double, n), *size = ARENA_NEW(a, double, n);
        size_t numbers = (size_t)w.joint_count * n;
        double* values = ARENA_NEW(a, double, numbers);
        memcpy(values, w.weights, numbers * sizeof *values);
        CHECK(inside_extend(&it.t, given, values, w.joint_count, 2, &r));
        int32_t inner = 0;
        for (int32_t c = 0; c < w.joint_count; ++c) {
            const double *clamped = w.weights + (size_t)c * n, *unclamped = values + (size_t)c * n;
            flux(&it.t, unclamped, out, size);
            for (size_t i = 0; i < n; ++i) {
                CHECK(given[i] || fabs(out[i]) <= 1e-10 * size[i]);
                CHECK_NEAR(clamped[i], unclamped[i], 1e-12 + w.joint_count * w.overshoot);
                inner += !given[i];
            }
        }
        CHECK(inner > 0);
    }
    arena_destroy(a);
}

TEST(no_other_field_with_these_boundary_values_is_smoother) {
    arena* a = arena_create();
    body it;
    CHECK(sample_body("cylinder", 8000, a, &it));
    size_t n = (size_t)it.t.node_count;
    uint8_t* given = boundary_of(&it.t, a);
    double *values = ARENA_NEW(a, double, n), *other = ARENA_NEW(a, double, n);
    double *out = ARENA_NEW(a, double, n), *size = ARENA_NEW(a, double, n);
    for (size_t i = 0; i < n; ++i) {
        vec3 p = v3_scale(it.t.nodes[i], 20.0);
        other[i] = exact_sin(p.x) + p.y * p.z;
        values[i] = other[i];
    }
    report r = report_new(a);
    CHECK(inside_extend(&it.t, given, values, 1, 1, &r));
    double best = flux(&it.t, values, out, size);
    CHECK(flux(&it.t, other, out, size) > best);
    for (int round = 0; round < 5; ++round) {
        for (size_t i = 0; i < n; ++i)
            other[i] = given[i] ? values[i]
                                : values[i] + 1e-3 * ((double)(i * 7919 % 1009) / 1009.0 - 0.5);
        CHECK(flux(&it.t, other, out, size) > best);
    }
    arena_destroy(a);
}

TEST(one_joint_carries_everything) {
    arena* a = arena_create();
    body it;
    inside_weights w;
    report r = report_new(a);
    CHECK(sample_body("jelly", 4000, a, &it));
    CHECK(inside_weigh(&it.t, &it.s, &it.skin, 1, a, &w, &r));
    CHECK(w.joint_count == 1 && w.clamped == 0);
    for (int32_t i = 0; i < w.node_count; ++i)
        CHECK(w.weights[i] == 1.0);
    arena_destroy(a);
}

// The lattice is not symmetric, the weights nearly are.
TEST(a_symmetric_body_has_symmetric_weights) {
    arena* a = arena_create();
    body it;
    inside_weights w;
    report r = report_new(a);
    CHECK(sample_body("cylinder", 20000, a, &it));
    CHECK(inside_weigh(&it.t, &it.s, &it.skin, 2, a, &w, &r));
    vec3* points = ARENA_NEW(a, vec3, 2 * (size_t)it.w.count);
    for (int32_t i = 0; i < it.w.count; ++i) { // inside: half way to the axis
        vec3 p = it.w.positions[i];
        points[2 * i] = v3(p.x, 0.5 * p.y, 0.5 * p.z);
        points[2 * i + 1] = v3(p.x, 0.5 * p.y, -0.5 * p.z);
    }
    embedding e = embed_points(&it.t, points, 2 * it.w.count, 2, a);
    double* at = ARENA_NEW(a, double, 2 * (size_t)it.w.count);
    for (int32_t c = 0; c < w.joint_count; ++c) {
        embed_field(&e, &it.t, w.weights + (size_t)c * (size_t)w.node_count, 1, at);
        double spread = 0.0;
        for (int32_t i = 0; i < it.w.count; ++i) {
            CHECK_NEAR(at[2 * i], at[2 * i + 1], 0.02);
            spread = fmax(spread, fabs(at[2 * i] - at[0]));
        }
        CHECK(spread > 0.5); // they are not symmetric by being the same everywhere
    }
    arena_destroy(a);
}

TEST(weights_do_not_depend_on_threads) {
    arena* a = arena_create();
    body it;
    inside_weights one, four;
    report r = report_new(a);
    CHECK(sample_body("shoulder", 8000, a, &it));
    CHECK(inside_weigh(&it.t, &it.s, &it.skin, 1, a, &one, &r));
    CHECK(inside_weigh(&it.t, &it.s, &it.skin, 4, a, &four, &r));
    size_t size = (size_t)one.joint_count * (size_t)one.node_count * sizeof *one.weights;
    CHECK(one.joint_count == four.joint_count && memcmp(one.weights, four.weights, size) == 0);
    arena_destroy(a);
}

TEST(middles_of_edges_are_means_of_their_ends) {
    arena* a = arena_create();
    body it;
    inside_weights w, v;
    report r = report_new(a);
    CHECK(sample_body("cylinder", 3000, a, &it));
    CHECK(inside_weigh(&it.t, &it.s, &it.skin, 1, a, &w, &r));
    tets ten = tets_promote(&it.t, a);
    CHECK(inside_weigh(&ten, &it.s, &it.skin, 1, a, &v, &r));
    CHECK(v.joint_count == w.joint_count);
    for (int32_t c = 0; c < w.joint_count; ++c) {
        const double* x = v.weights + (size_t)c * (size_t)v.node_count;
        for (int32_t i = 0; i < w.node_count; ++i)
            CHECK_NEAR(x[i], w.weights[(size_t)c * (size_t)w.node_count + (size_t)i], 1e-13);
        for (int32_t i = 0; i < ten.tet_count; ++i)
            for (int k = 0; k < 6; ++k) {
                const int32_t* e = ten.elements + 10 * (size_t)i;
                CHECK_NEAR(x[e[4 + k]], 0.5 * (x[e[tet_edge[k][0]]] + x[e[tet_edge[k][1]]]), 1e-14);
            }
    }
    arena_destroy(a);
}

TEST(a_vertex_without_weights_is_named) {
    arena* a = arena_create();
    body it;
    inside_weights w;
    report r = report_new(a);
    CHECK(sample_body("cylinder", 2000, a, &it));
    for (int32_t k = 0; k < it.skin.influence_count; ++k)
        it.skin.weights[17 * it.skin.influence_count + k] = 0.0;
    CHECK(!inside_weigh(&it.t, &it.s, &it.skin, 1, a, &w, &r));
    CHECK(r.error_count == 1 && strstr(r.findings[0].text, "vertex 17 ") != NULL);
    arena_destroy(a);
}

TEST(a_piece_without_given_values_is_refused) {
    arena* a = arena_create();
    tets t = tet_box(3, a);
    report r = report_new(a);
    uint8_t* given = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    double* values = ARENA_NEW(a, double, (size_t)t.node_count);
    CHECK(!inside_extend(&t, given, values, 1, 1, &r));
    CHECK(r.error_count == 1);
    given[5] = 1; // one value is enough, and is then the value everywhere
    values[5] = 3.0;
    r = report_new(a);
    CHECK(inside_extend(&t, given, values, 1, 1, &r));
    for (int32_t i = 0; i < t.node_count; ++i)
        CHECK_NEAR(values[i], 3.0, 1e-11);
    arena_destroy(a);
}

TEST_MAIN(CASE(linear_data_stay_linear_inside),
          CASE(weights_sum_to_one_lie_in_0_to_1_and_are_harmonic),
          CASE(no_other_field_with_these_boundary_values_is_smoother),
          CASE(one_joint_carries_everything), CASE(a_symmetric_body_has_symmetric_weights),
          CASE(weights_do_not_depend_on_threads), CASE(middles_of_edges_are_means_of_their_ends),
          CASE(a_vertex_without_weights_is_named), CASE(a_piece_without_given_values_is_refused))
