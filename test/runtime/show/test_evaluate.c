// Evaluated vertices against the tables read in another way: by links, in double.
// SPDX-License-Identifier: MIT
#include "format/checksum.h"
#include "test/kit/body_shown.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

static double length(const double n[3]) {
    return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

// The largest difference of all streams to the reference.
static double farthest(const supple_body* b, const shown_vertices* v) {
    double most = 0.0;
    for (int32_t i = 0; i < b->asset.vertex_count; ++i) {
        double now[3], before[3], n[3];
        body_shown_sum(b, i, 0, now);
        body_shown_sum(b, i, 1, n);
        body_shown_sum(b, i, 2, before);
        for (int k = 0; k < 3; ++k)
            n[k] += (double)b->asset.normals[3 * i + k];
        for (int k = 0; k < 3; ++k) {
            double rest = (double)b->asset.positions[3 * i + k];
            most = fmax(most, fabs((double)v->positions[i][k] - (rest + now[k])));
            most = fmax(most, fabs((double)v->previous[i][k] - (rest + before[k])));
            most = fmax(most, fabs((double)v->normals[i][k] - n[k] / length(n)));
        }
    }
    return most;
}

static void check_body(asset_maker_options o, float limit) {
    static shown_vertices v;
    asset_maker m = asset_maker_new(o);
    for (int p = 0; p < m.options.part_count; ++p)
        m.draft_parts[p].limit = limit;
    CHECK(asset_maker_write(&m) && m.asset.vertex_count <= SHOWN_VERTICES);
    CHECK(m.asset.shapes.bits == (o.table_bits == 8 ? 8 : limit > 1.0f ? 32 : 16));
    if ((o.coord_count == 0 || o.table_bits == 8) &&
        o.rings == 0) // the others are of the same kinds
        CHECK(asset_maker_keep(&m, "evaluate"));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    body_shown_set(b, 1, 0.1f / (float)m.options.coord_count);
    supple_streams out = shown_streams(&v);
    supple_body_evaluate(b, &out);
    CHECK(farthest(b, &v) < 1e-6);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(every_part_at_a_vertex_adds_its_shapes_and_bends) {
    check_body((asset_maker_options){.part_count = 4}, 0.1f);
    check_body((asset_maker_options){.part_count = 3}, 1e4f); // tables of floats
    check_body((asset_maker_options){.part_count = 1, .no_bends = true}, 0.1f);
    check_body((asset_maker_options){.influence_count = 8, .tangents = true}, 0.1f);
    check_body((asset_maker_options){.influence_count = -1, .bone_count = 1}, 0.1f);
}

TEST(any_number_of_coordinates) {
    for (int32_t count = 1; count < 10; ++count) {
        check_body((asset_maker_options){.coord_count = count}, 0.1f);
        check_body((asset_maker_options){.coord_count = count, .table_bits = 8}, 0.1f);
    }
    check_body((asset_maker_options){.coord_count = 70, .part_count = 1, .rings = 110}, 0.1f);
}

// In the narrowest rows that the format has, a table soon has more of them than a texture can.
TEST(tables_higher_than_a_texture) {
    static shown_vertices v;
    asset_maker m = asset_maker_new((asset_maker_options){.rings = 98, .sides = 40});
    CHECK(asset_maker_write(&m));
    format_body* body = (format_body*)(uintptr_t)asset_sections_of(&m.asset).body;
    body->shape_width = body->bend_width = FORMAT_MIN_WIDTH;
    ((format_header*)(uintptr_t)m.asset.block)->checksum =
        format_checksum(m.asset.block, m.out.file.size);
    CHECK(supple_asset_read(&m.asset, m.out.file.data, m.out.file.size) == SUPPLE_OK);
    CHECK(m.asset.shapes.height > 2048);
    CHECK(asset_maker_keep(&m, "evaluate"));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    body_shown_set(b, 1, 0.03f);
    supple_streams out = shown_streams(&v);
    supple_body_evaluate(b, &out);
    CHECK(farthest(b, &v) < 1e-6);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(meshes_of_more_than_one_block) {
    check_body((asset_maker_options){.rings = 98, .sides = 40}, 0.1f);
    check_body((asset_maker_options){.rings = 98, .sides = 40, .table_bits = 8}, 0.1f);
}

TEST(no_amounts_give_the_rest_to_the_bit) {
    static shown_vertices v;
    asset_maker m = asset_maker_new((asset_maker_options){.rings = 90, .sides = 30});
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    body_shown_set(b, 1, 0.0f);
    supple_streams out = shown_streams(&v);
    supple_body_evaluate(b, &out);
    CHECK(memcmp(v.positions, m.asset.positions, 12 * (size_t)m.asset.vertex_count) == 0);
    CHECK(memcmp(v.previous, m.asset.positions, 12 * (size_t)m.asset.vertex_count) == 0);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(strides_change_nothing_and_touch_nothing_between) {
    static shown_vertices v;
    static float mixed[SHOWN_VERTICES][20];
    asset_maker m =
        asset_maker_new((asset_maker_options){.rings = 60, .sides = 30, .tangents = true});
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    body_shown_set(b, 3, 0.03f);
    for (int form = SUPPLE_NORMALS_LINEAR; form <= SUPPLE_NORMALS_RECOMPUTED; ++form) {
        supple_streams packed = shown_streams(&v), out = {.positions = &mixed[0][1],
                                                          .previous = &mixed[0][5],
                                                          .normals = &mixed[0][9],
                                                          .tangents = &mixed[0][13]};
        packed.normal_form = out.normal_form = (supple_normals)form;
        out.position_stride = out.previous_stride = out.normal_stride = out.tangent_stride = 80;
        for (int i = 0; i < SHOWN_VERTICES; ++i)
            for (int k = 0; k < 20; ++k)
                mixed[i][k] = 7.0f;
        supple_body_evaluate(b, &packed);
        supple_body_evaluate(b, &out);
        for (int32_t i = 0; i < m.asset.vertex_count; ++i) {
            CHECK(memcmp(&mixed[i][1], v.positions[i], 12) == 0);
            CHECK(memcmp(&mixed[i][5], v.previous[i], 12) == 0);
            CHECK(memcmp(&mixed[i][9], v.normals[i], 12) == 0);
            CHECK(memcmp(&mixed[i][13], v.tangents[i], 16) == 0);
            for (int k = 0; k < 20; k += k < 12 ? 4 : k == 12 ? 5 : 1)
                CHECK(mixed[i][k] == 7.0f);
        }
        CHECK(mixed[m.asset.vertex_count][1] == 7.0f);
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(previous_positions_are_those_of_the_step_before) {
    static shown_vertices v, last;
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    supple_matrix palette[3];
    palette_script(palette, 3, 0.0);
    supple_body_place(b, palette);
    double moved = 0.0;
    for (int frame = 1; frame < 20; ++frame) {
        palette_script(palette, 3, frame / 60.0);
        supple_body_drive(b, palette);
        supple_body_step(b, 1.0f / 60.0f);
        supple_streams out = shown_streams(&v);
        supple_body_evaluate(b, &out);
        for (int32_t i = 0; i < m.asset.vertex_count && frame > 1; ++i)
            for (int k = 0; k < 3; ++k) {
                CHECK(v.previous[i][k] == last.positions[i][k]);
                moved = fmax(moved, fabs((double)v.positions[i][k] - (double)v.previous[i][k]));
            }
        last = v;
    }
    CHECK(moved > 1e-3);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// FNV-1a over what 60 frames show, all streams, both forms: gcc, clang, any optimisation, the same.
static uint64_t hash_of_shown(asset_maker_options o) {
    static shown_vertices v;
    asset_maker m = asset_maker_new(o);
    if (!asset_maker_write(&m))
        return 0;
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    uint64_t hash = 14695981039346656037u;
    for (int frame = 0; frame < 60; ++frame) {
        memset(&v, 0, sizeof v);
        body_shown_set(b, (uint32_t)frame, 0.03f);
        supple_streams out = shown_streams(&v);
        out.normal_form = frame % 2 ? SUPPLE_NORMALS_RECOMPUTED : SUPPLE_NORMALS_LINEAR;
        supple_body_evaluate(b, &out);
        for (size_t i = 0; i < sizeof v; ++i)
            hash = (hash ^ ((const uint8_t*)&v)[i]) * 1099511628211u;
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
    return hash;
}

TEST(the_same_bits_from_every_compiler) {
    CHECK(hash_of_shown((asset_maker_options){.tangents = true}) == 0xbbeb551dedb1a115u);
    CHECK(hash_of_shown((asset_maker_options){.tangents = true, .table_bits = 8}) ==
          0xafcd0014fe958382u);
}

TEST_MAIN(CASE(every_part_at_a_vertex_adds_its_shapes_and_bends), CASE(any_number_of_coordinates),
          CASE(tables_higher_than_a_texture), CASE(meshes_of_more_than_one_block),
          CASE(no_amounts_give_the_rest_to_the_bit),
          CASE(strides_change_nothing_and_touch_nothing_between),
          CASE(previous_positions_are_those_of_the_step_before),
          CASE(the_same_bits_from_every_compiler))
