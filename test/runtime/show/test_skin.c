// Skinning on the CPU: what a palette does, beside doubles.
// SPDX-License-Identifier: MIT
#include "test/kit/body_shown.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

static void turn(const supple_matrix* m, const float p[3], double w, double out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = (double)m->m[i] * (double)p[0] + (double)m->m[4 + i] * (double)p[1] +
                 (double)m->m[8 + i] * (double)p[2] + (double)m->m[12 + i] * w;
}

// The largest difference to blending the turned points, in double, one bone at a time.
static double farthest(const supple_asset* a, const supple_matrix* palette, const float (*from)[3],
                       const float (*to)[3], bool normals) {
    double most = 0.0;
    int32_t count = a->influence_count;
    for (int32_t i = 0; i < a->vertex_count; ++i) {
        double sum[3] = {0}, one[3];
        for (int32_t j = 0; j < (count > 0 ? count : 1); ++j) {
            double weight = count > 0 ? (double)a->weights[i * count + j] : 1.0;
            turn(&palette[count > 0 ? a->joints[i * count + j] : 0], from[i], normals ? 0.0 : 1.0,
                 one);
            for (int k = 0; k < 3; ++k)
                sum[k] += weight * one[k];
        }
        double length = normals ? sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) : 1.0;
        for (int k = 0; k < 3; ++k)
            most = fmax(most, fabs(sum[k] / length - (double)to[i][k]));
    }
    return most;
}

static void check_skinned(int32_t influences) {
    static shown_vertices bare, skinned;
    asset_maker m = asset_maker_new((asset_maker_options){
        .influence_count = influences, .rings = 80, .sides = 16, .tangents = true});
    CHECK(asset_maker_write(&m) && m.asset.vertex_count <= SHOWN_VERTICES);
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    supple_matrix now[3], before[3];
    palette_script(before, 3, 0.3);
    palette_script(now, 3, 0.4);
    supple_body_place(b, before);
    supple_body_drive(b, now);
    supple_body_step(b, 0.1f);
    supple_streams out = shown_streams(&bare);
    supple_body_evaluate(b, &out);
    out = shown_streams(&skinned);
    supple_body_skin(b, &out);
    CHECK(farthest(&m.asset, now, (const float(*)[3])bare.positions,
                   (const float(*)[3])skinned.positions, false) < 1e-6);
    CHECK(farthest(&m.asset, before, (const float(*)[3])bare.previous,
                   (const float(*)[3])skinned.previous, false) < 1e-6);
    CHECK(farthest(&m.asset, now, (const float(*)[3])bare.normals,
                   (const float(*)[3])skinned.normals, true) < 2e-6);
    for (int32_t i = 0; i < m.asset.vertex_count; ++i) {
        const float *n = skinned.normals[i], *t = skinned.tangents[i];
        CHECK_NEAR((double)(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]), 1.0, 1e-6);
        CHECK_NEAR((double)(n[0] * t[0] + n[1] * t[1] + n[2] * t[2]), 0.0, 1e-6);
        CHECK(t[3] == m.asset.tangents[4 * i + 3]);
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(a_vertex_goes_where_its_weighted_bones_take_it) {
    check_skinned(4);
    check_skinned(8);
    check_skinned(-1); // all follow the first
}

// Found in the world from triangles, or found in bind space and turned: the same, when all turns.
static void check_recomputed(bool mirrored) {
    static shown_vertices bare, skinned;
    asset_maker m = asset_maker_new((asset_maker_options){.tangents = true});
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    supple_matrix palette[3];
    palette_set(palette, 3, 1.1, 2.0, -1.0, 0.5);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            palette[i].m[k] *= mirrored ? -1.0f : 1.0f;
    supple_body_place(b, palette);
    body_shown_set(b, 5, 0.03f);
    supple_streams out = shown_streams(&bare);
    out.normal_form = SUPPLE_NORMALS_RECOMPUTED;
    supple_body_evaluate(b, &out);
    out = shown_streams(&skinned);
    out.normal_form = SUPPLE_NORMALS_RECOMPUTED;
    supple_body_skin(b, &out);
    CHECK(farthest(&m.asset, palette, (const float(*)[3])bare.normals,
                   (const float(*)[3])skinned.normals, true) < 1e-5);
    for (int32_t i = 0; i < m.asset.vertex_count; ++i) {
        double turned[3];
        turn(&palette[0], bare.tangents[i], 0.0, turned);
        for (int k = 0; k < 3; ++k)
            CHECK_NEAR(turned[k], (double)skinned.tangents[i][k], 1e-5);
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(recomputed_normals_turn_with_the_body) {
    check_recomputed(false);
}

TEST(recomputed_normals_of_a_mirrored_body_point_outwards) {
    check_recomputed(true);
}

TEST_MAIN(CASE(a_vertex_goes_where_its_weighted_bones_take_it),
          CASE(recomputed_normals_turn_with_the_body),
          CASE(recomputed_normals_of_a_mirrored_body_point_outwards))
