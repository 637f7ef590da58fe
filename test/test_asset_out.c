// A draft written as an asset is the same body when it is read.
// SPDX-License-Identifier: MIT
#include "test/asset_maker.h"

#include "runtime/asset.h"
#include "test/check.h"

TEST(a_draft_is_read_back) {
    asset_maker m = asset_maker_new((asset_maker_options){.tangents = true});
    CHECK(asset_maker_write(&m));
    const supple_asset* a = &m.asset;
    CHECK(a->part_count == 3 && a->bone_count == 3 && a->mesh_count == 1 && a->coord_count == 12);
    CHECK(a->vertex_count == m.draft.vertex_count && a->triangle_count == m.draft.triangle_count);
    size_t n = (size_t)a->vertex_count;
    CHECK(memcmp(a->positions, m.positions, n * 12) == 0);
    CHECK(memcmp(a->normals, m.normals, n * 12) == 0);
    CHECK(memcmp(a->tangents, m.tangents, n * 16) == 0);
    CHECK(memcmp(a->joints, m.draft.joints, n * 8) == 0);
    CHECK(memcmp(a->weights, m.weights, n * 16) == 0);
    CHECK(memcmp(a->triangles, m.draft.triangles, (size_t)a->triangle_count * 12) == 0);
    CHECK(a->influence_count == 4 && a->layer_count == 3 && a->metres == 1.0f);
    asset_sections s = asset_sections_of(a);
    for (int p = 0; p < 3; ++p) {
        const asset_draft_part* d = &m.draft.parts[p];
        supple_part part = supple_asset_part(a, p);
        asset_part records = asset_part_at(&s, p);
        CHECK_TEXT(part.name, d->name);
        CHECK(part.first_coord == 4 * p && part.coord_count == 4 && part.bone_count == 3);
        CHECK(part.vertex_count == d->vertex_count && part.tuning.limit == d->limit);
        CHECK(memcmp(part.vertices, d->vertices, (size_t)part.vertex_count * 4) == 0);
        CHECK(memcmp(records.forcing, d->forcing, sizeof(format_forcing) * 12) == 0);
        for (int i = 0; i < 96; ++i)
            CHECK(records.coupling_or_null[i] == (float)d->coupling_or_null[i]);
        for (int k = 0; k < 4; ++k)
            CHECK_NEAR(supple_asset_frequency(a, 4 * p + k), 2.0 * (k + 1), 1e-5);
    }
    CHECK_TEXT(supple_asset_bone_name(a, 2), "bone 2");
    CHECK(supple_asset_mesh(a, 0).triangle_count == a->triangle_count);
    asset_maker_close(&m);
}

TEST(split_vertices_find_their_first) {
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m) && m.asset.twins == NULL);
    memcpy(m.positions[7], m.positions[3], sizeof m.positions[3]);
    memcpy(m.positions[9], m.positions[3], sizeof m.positions[3]);
    memcpy(m.normals[9], m.normals[3], sizeof m.normals[3]);
    CHECK(asset_maker_write(&m));
    for (uint32_t v = 0; v < (uint32_t)m.asset.vertex_count; ++v)
        CHECK(m.asset.twins[v] == (v == 9 ? 3 : v)); // 7 has another normal: a hard edge
    asset_maker_close(&m);
}

TEST_MAIN(CASE(a_draft_is_read_back), CASE(split_vertices_find_their_first))
