// Soft parts as the asset has them: in each mesh's own numbers, the most important mode first.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "runtime/asset/asset.h"
#include "scenes/scenes.h"
#include "test/kit/check.h"
#include "test/kit/check_asset.h"

static const double flat[3] = {1.0, 0.5, 1.0};

// An asset without parts when it fails.
static supple_asset bake_jelly(scene* s, double base, arena* memory) {
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.tets = 400;
    part.fixing.base = base;
    part.modes = 6;
    how.parts = &part;
    how.part_count = 1;
    report r = report_new(memory);
    bake_result b;
    supple_asset asset = {0};
    if (!bake_scene(s, &how, &(bake_options){.threads = 1}, memory, &b, &r) ||
        supple_asset_read(&asset, b.asset.file.data, b.asset.file.size) != SUPPLE_OK)
        return (supple_asset){0};
    return asset;
}

// By its node, or by moving its vertices.
static scene flat_jelly(bool by_node, arena* memory) {
    scene s = sample_find("jelly")->make(memory);
    for (int32_t i = 0; i < s.node_count && by_node; ++i)
        if (s.nodes[i].mesh >= 0)
            s.nodes[i].scale = v3(flat[0], flat[1], flat[2]);
    for (int32_t p = 0; p < s.primitive_count && !by_node; ++p)
        for (int32_t i = 0; i < s.primitives[p].vertex_count; ++i) {
            vec3* at = &s.primitives[p].positions[i];
            float* n = s.primitives[p].normals[i];
            *at = v3(flat[0] * at->x, flat[1] * at->y, flat[2] * at->z);
            vec3 normal = v3_unit(v3(n[0] / flat[0], n[1] / flat[1], n[2] / flat[2]));
            n[0] = (float)normal.x, n[1] = (float)normal.y, n[2] = (float)normal.z;
        }
    return s;
}

// n and N in one mesh are by the same map n and N in the other, and n is of length 1 in both.
TEST(a_mesh_flattened_by_its_node_bends_as_one_that_is_flat) {
    arena* a = arena_create();
    scene scaled = flat_jelly(true, a), moved = flat_jelly(false, a);
    supple_asset x = bake_jelly(&scaled, 0.05, a), y = bake_jelly(&moved, 0.05, a);
    CHECK(x.part_count == 1 && y.part_count == 1);
    supple_part p = supple_asset_part(&x, 0), q = supple_asset_part(&y, 0);
    CHECK(p.vertex_count == q.vertex_count && p.first_bend >= 0 && q.first_bend >= 0);
    asset_sections of_x = asset_sections_of(&x), of_y = asset_sections_of(&y);
    for (int32_t k = 0; k < p.coord_count; ++k) {
        double most = 0.0, worst = 0.0;
        for (int32_t i = 0; i < p.vertex_count; ++i) {
            double had[3], has[3], length = 0.0;
            int64_t from = (int64_t)k * p.bend_places, to = (int64_t)k * q.bend_places;
            from += p.first_bend + asset_place(&x, x.bend_links, 0, p.vertices[i]);
            to += q.first_bend + asset_place(&y, y.bend_links, 0, q.vertices[i]);
            asset_texel(&x.bends, from, (double)of_x.coords[k].bend_scale, had);
            asset_texel(&y.bends, to, (double)of_y.coords[k].bend_scale, has);
            const float* n = x.normals + 3 * (size_t)p.vertices[i];
            for (int c = 0; c < 3; ++c)
                length += n[c] / flat[c] * (n[c] / flat[c]);
            for (int c = 0; c < 3; ++c) {
                most = fmax(most, fabs(has[c]));
                worst = fmax(worst, fabs(has[c] - had[c] / flat[c] / sqrt(length)));
            }
        }
        CHECK(most > 0.0 && worst < 1e-3 * most);
    }
    arena_destroy(a);
}

TEST(modes_of_a_free_body_come_in_order_of_frequency) {
    arena* a = arena_create();
    scene s = sample_find("jelly")->make(a);
    supple_asset x = bake_jelly(&s, 0.0, a);
    CHECK(x.coord_count == 6);
    for (int k = 1; k < x.coord_count; ++k)
        CHECK(supple_asset_frequency(&x, k) >= supple_asset_frequency(&x, k - 1));
    arena_destroy(a);
}

TEST_MAIN(CASE(a_mesh_flattened_by_its_node_bends_as_one_that_is_flat),
          CASE(modes_of_a_free_body_come_in_order_of_frequency))
