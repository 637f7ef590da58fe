// A draft written as an asset is the same body when it is read.
// SPDX-License-Identifier: MIT
#include "test/kit/asset_maker.h"

#include "format/checksum.h"
#include "runtime/asset/asset.h"
#include "test/kit/check.h"
#include "test/kit/check_asset.h"
#include "test/kit/split_draft.h"
#include "test/kit/unshared.h"

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

// What the tables are meant to say: 16 bits, and at the limit within what asset_out claims.
static double table_error(const asset_maker* m, bool bends) {
    asset_sections s = asset_sections_of(&m->asset);
    double *off = calloc((size_t)m->asset.vertex_count, sizeof *off), most = 0.0;
    for (int p = 0; p < m->asset.part_count; ++p) {
        supple_part part = supple_asset_part(&m->asset, p);
        const format_coord* coords = asset_part_at(&s, p).coords;
        const supple_table* table = bends ? &m->asset.bends : &m->asset.shapes;
        for (int32_t k = 0; k < part.coord_count; ++k)
            for (int32_t i = 0; i < part.vertex_count; ++i) {
                int32_t at = k * part.vertex_count + i;
                const uint32_t* links = bends ? m->asset.bend_links : m->asset.links;
                int32_t texel = k * (bends ? part.bend_places : part.shape_places) +
                                (int32_t)asset_place(&m->asset, links, p, part.vertices[i]);
                const double* meant = bends ? m->parts[p].bends[at] : m->parts[p].shapes[at];
                double has[3], square = 0.0;
                asset_texel(table, (bends ? part.first_bend : part.first_shape) + texel,
                            (double)(bends ? coords[k].bend_scale : coords[k].shape_scale), has);
                for (int c = 0; c < 3; ++c)
                    square += (has[c] - meant[c]) * (has[c] - meant[c]);
                off[part.vertices[i]] +=
                    sqrt(square) * (double)part.tuning.limit / (double)coords[k].reach;
            }
    }
    for (int32_t v = 0; v < m->asset.vertex_count; ++v)
        most = fmax(most, off[v]);
    free(off);
    return most;
}

TEST(sixteen_bits_cost_what_is_said_and_no_more_than_allowed) {
    asset_maker m = asset_maker_new((asset_maker_options){.coord_count = 8, .rings = 20});
    CHECK(asset_maker_write(&m) && m.out.shape_bits == 16 && m.out.bend_bits == 16);
    CHECK(m.asset.shapes.bits == 16 && m.asset.bends.bits == 16);
    printf("16 bits, 3 layers of 8: shapes %.2g of the body's size, bends %.2g radians\n",
           m.out.shape_error, m.out.bend_error);
    CHECK_NEAR(table_error(&m, false), m.out.shape_error, 1e-3 * m.out.shape_error); // height 1
    CHECK_NEAR(table_error(&m, true), m.out.bend_error, 1e-3 * m.out.bend_error);
    CHECK(m.out.shape_error > 0.0 && m.out.shape_error < 1e-4 && m.out.bend_error < 1e-3);
    asset_maker_close(&m);
}

// The largest number of a coordinate is 127, and no other is farther off than half of a 127th of it.
static bool are_rounded(const asset_maker* m, bool bends) {
    asset_sections s = asset_sections_of(&m->asset);
    bool ok = true;
    for (int p = 0; p < m->asset.part_count; ++p) {
        supple_part part = supple_asset_part(&m->asset, p);
        const supple_table* table = bends ? &m->asset.bends : &m->asset.shapes;
        const uint32_t* links = bends ? m->asset.bend_links : m->asset.links;
        for (int32_t k = 0; k < part.coord_count; ++k) {
            const format_coord* coord = asset_part_at(&s, p).coords + k;
            double scale = (double)(bends ? coord->bend_scale : coord->shape_scale), most = 0.0,
                   off = 0.0, texel[3];
            for (int32_t i = 0; i < part.vertex_count; ++i) {
                int32_t at = (bends ? part.first_bend : part.first_shape) +
                             k * (bends ? part.bend_places : part.shape_places) +
                             (int32_t)asset_place(&m->asset, links, p, part.vertices[i]);
                const double* meant =
                    (bends ? m->parts[p].bends : m->parts[p].shapes)[k * part.vertex_count + i];
                asset_texel(table, at, scale, texel);
                for (int c = 0; c < 3; ++c) {
                    most = fmax(most, fabs(meant[c]));
                    off = fmax(off, fabs(texel[c] - meant[c]));
                }
            }
            ok &= fabs(scale * 127.0 - most) < 1e-5 * most && off <= most / 254.0 * 1.00001;
        }
    }
    return ok;
}

static supple_result read_as_version(asset_maker* m, uint32_t version) {
    format_header* header = (format_header*)(void*)m->out.file.data;
    header->version = version;
    header->checksum = format_checksum(m->out.file.data, m->out.file.size);
    return supple_asset_read(&m->asset, m->out.file.data, m->out.file.size);
}

TEST(eight_bits_are_off_by_half_a_step_and_cost_what_is_said) {
    asset_maker_options o = {.coord_count = 8, .rings = 20};
    asset_maker words = asset_maker_new(o);
    o.table_bits = 8;
    asset_maker m = asset_maker_new(o);
    CHECK(asset_maker_write(&words) && asset_maker_write(&m));
    CHECK(m.out.shape_bits == 8 && m.out.bend_bits == 8);
    CHECK(m.asset.shapes.bits == 8 && m.asset.bends.bits == 8);
    CHECK(are_rounded(&m, false) && are_rounded(&m, true));
    CHECK_NEAR(table_error(&m, false), m.out.shape_error, 1e-3 * m.out.shape_error); // height 1
    CHECK_NEAR(table_error(&m, true), m.out.bend_error, 1e-3 * m.out.bend_error);
    printf("8 bits, 3 layers of 8: shapes %.2g of the body's size, bends %.2g radians\n",
           m.out.shape_error, m.out.bend_error);
    size_t texels = (size_t)m.asset.shapes.width * (size_t)m.asset.shapes.height +
                    (size_t)m.asset.bends.width * (size_t)m.asset.bends.height;
    CHECK(words.out.file.size - m.out.file.size == 3 * texels);
    report r = report_new(m.memory);
    asset_tell_bits(&m.out, &r);
    CHECK(r.count == 1);
    asset_maker_close(&words);
    asset_maker_close(&m);
}

// A reader of version 4 must not take bytes for words; and a number beyond the reach is damage, as with 16 bits.
TEST(eight_bits_are_of_version_5_alone_and_stay_within_reach) {
    asset_maker m = asset_maker_new((asset_maker_options){.table_bits = 8});
    CHECK(asset_maker_write(&m) && ((const format_header*)m.asset.block)->version == 5);
    format_coord* coord = (format_coord*)(uintptr_t)asset_sections_of(&m.asset).coords;
    float reach = coord->reach;
    CHECK(read_as_version(&m, FORMAT_VERSION_SUMMED) == SUPPLE_CORRUPT);
    CHECK(read_as_version(&m, FORMAT_VERSION + 1) == SUPPLE_WRONG_VERSION);
    coord->reach = 0.9f * reach;
    CHECK(read_as_version(&m, FORMAT_VERSION) == SUPPLE_CORRUPT);
    coord->reach = reach;
    CHECK(read_as_version(&m, FORMAT_VERSION) == SUPPLE_OK);
    asset_maker_close(&m);
}

TEST(where_sixteen_bits_are_not_enough_tables_are_floats) {
    asset_maker m = asset_maker_new((asset_maker_options){.coord_count = 8});
    for (int p = 0; p < 3; ++p)
        m.draft_parts[p].limit = 2.0f; // twice the body's size
    CHECK(asset_maker_write(&m));
    CHECK(m.out.shape_bits == 32 && m.out.shape_error > 1e-4 && m.asset.shapes.bits == 32);
    CHECK(table_error(&m, false) < 1e-5);
    CHECK(asset_sections_of(&m.asset).coords[5].shape_scale == 1.0f);
    asset_maker_close(&m);
}

TEST(the_same_draft_gives_the_same_bytes) {
    asset_maker a = asset_maker_new((asset_maker_options){.seam = true});
    asset_maker b = asset_maker_new((asset_maker_options){.seam = true});
    CHECK(asset_maker_write(&a) && asset_maker_write(&b));
    CHECK(a.out.file.size == b.out.file.size);
    CHECK(memcmp(a.out.file.data, b.out.file.data, a.out.file.size) == 0);
    asset_maker_close(&a);
    asset_maker_close(&b);
}

TEST(a_table_may_be_left_out_and_a_vertex_may_have_no_bones) {
    asset_maker m = asset_maker_new((asset_maker_options){
        .no_bends = true, .no_coupling = true, .influence_count = -1, .part_count = 1});
    CHECK(asset_maker_write(&m));
    CHECK(m.asset.bends.texels == NULL && supple_asset_part(&m.asset, 0).first_bend == -1);
    CHECK(m.asset.influence_count == 0 && m.asset.joints == NULL && m.asset.weights == NULL);
    CHECK(m.asset.tangents == NULL && m.asset.twins == NULL && m.asset.layer_count == 1);
    CHECK(asset_sections_of(&m.asset).coupling_or_null == NULL);
    asset_maker_close(&m);
}

// A draft with one thing wrong is refused with a sentence that has these words.
#define REFUSED(words, change)                                                                     \
    do {                                                                                           \
        asset_maker m = asset_maker_new((asset_maker_options){0});                                 \
        CHECK(asset_maker_write(&m));                                                              \
        change;                                                                                    \
        CHECK(!asset_maker_write(&m) && m.r.error_count == 1 && m.out.file.size == 0);             \
        CHECK(strstr(m.r.findings[m.r.count - 1].text, words) != NULL);                            \
        asset_maker_close(&m);                                                                     \
    } while (0)

TEST(what_cannot_be_an_asset_is_refused_with_a_sentence) {
    REFUSED("1 to 255 parts", m.draft.part_count = 0);
    REFUSED("1 to 65536 bones", m.draft.bone_count = 0);
    REFUSED("a mesh with triangles", m.draft.triangle_count = 0);
    REFUSED("0, 4 or 8 bone weights", m.draft.influence_count = 3);
    REFUSED("0 metres", m.draft.metres = 0.0);
    REFUSED("at least one of each", m.draft_parts[1].coord_count = 0);
    REFUSED("\"upper\" do not ascend at 3", m.parts[1].vertices[3] = m.parts[1].vertices[2]);
    REFUSED("\"lower\" rides on bone 3 of 3", m.parts[0].bones[1] = 3);
    REFUSED("part \"all\" has a number that is not finite", m.parts[2].shapes[7][1] = NAN);
    REFUSED("the limit of part", m.draft_parts[0].limit = 0.0f);
    REFUSED("coordinate 2 of part \"all\" has a rate of -1", m.parts[2].lambda[2] = -1.0);
    REFUSED("position, normal or tangent", m.positions[5][0] = INFINITY);
    REFUSED("bone weights of vertex 9", m.weights[36] = -0.5f);
    REFUSED("breaks a rule", m.mesh->vertex_count = 3);
    REFUSED("breaks a rule", m.bones[2].inverse_bind[5] = NAN);
}

TEST(a_fifth_part_at_a_vertex_is_refused) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 8});
    CHECK(!asset_maker_write(&m)); // lower, upper and all meet twice in the middle, and then some
    CHECK(strstr(m.r.findings[0].text, "is the fifth at vertex") != NULL);
    asset_maker_close(&m);
}

TEST(more_coordinates_than_the_format_has_are_refused) {
    enum { MOST = FORMAT_MAX_COORDS };
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .no_coupling = true});
    CHECK(asset_maker_write(&m)); // fills the draft
    asset_draft_part* p = &m.draft_parts[0];
    p->vertex_count = p->bone_count = 1;
    p->bends_or_null = NULL;
    p->lambda = p->decay = ARENA_NEW(m.memory, double, MOST + 1);
    p->forcing = ARENA_NEW(m.memory, format_forcing, MOST + 1);
    p->shapes = (const float(*)[3])ARENA_NEW(m.memory, float, 3 * (MOST + 1));
    p->coord_count = MOST;
    CHECK(asset_write(&m.draft, m.memory, &m.out, &m.r));
    p->coord_count = MOST + 1;
    CHECK(!asset_write(&m.draft, m.memory, &m.out, &m.r));
    CHECK(m.r.count > 0 && strstr(m.r.findings[m.r.count - 1].text, "65537 coordinates") != NULL);
    asset_maker_close(&m);
}

// ---- the golden asset ------------------------------------------------------------------

// A little of everything that version 1 has: three parts, one without bends; coordinates that do not
// swing: free, nearly free, critical and over-damped; a unit that is no metre; a seam; a name in UTF-8.
static asset_maker golden_new(void) {
    asset_maker m = asset_maker_new((asset_maker_options){.rings = 10,
                                                          .metres = 0.1,
                                                          .height = 10.0,
                                                          .mass = 2.5,
                                                          .coords = {5, 3, 4},
                                                          .tangents = true,
                                                          .seam = true});
    m.parts[0].lambda[4] = 1e-6;
    m.parts[0].decay[4] = 0.5;
    m.parts[1].lambda[2] = m.parts[1].decay[2] = 0.0;
    m.parts[2].decay[1] = sqrt(m.parts[2].lambda[1]);
    m.parts[2].decay[3] = 4.0 * sqrt(m.parts[2].lambda[3]);
    m.parts[2].bends = NULL;
    asset_draft_part* upper = &m.draft_parts[1];
    upper->stiffness = 2.0f;
    upper->damping = 0.5f;
    upper->response = 1.5f;
    upper->limit = 1.25f;
    m.draft_parts[2].name = "h\xC3\xBClle";
    m.draft.gravity[0] = 0.5;
    return m;
}

static bool is_file(const char* path, const void* data, size_t size) {
    size_t kept_size;
    uint8_t* kept = asset_load(path, &kept_size);
    bool same = kept != NULL && kept_size == size && memcmp(kept, data, size) == 0;
    free(kept);
    return same;
}

// Its seam shares texels, which version 1 does not: with a texel for every vertex it is what it was.
TEST(the_golden_asset_of_version_1_is_written_again_bit_for_bit) {
    asset_maker m = golden_new();
    CHECK(asset_maker_write(&m));
    unshared_file old = unshared(&m.asset);
    CHECK(old.size > m.out.file.size && is_file(GOLDEN_ASSET, old.data, old.size));
    free(old.data);
    asset_maker_close(&m);
}

// Split into facets, so that bends share other texels than shapes. What is written has a checksum, which older versions have
// not; all else is as it was.
static bool is_golden(asset_maker* m, const char* path, uint32_t version) {
    if (!asset_maker_write(m))
        return false;
    split_plan plan = split_facets(m);
    asset_draft d = split_draft(m, &plan);
    if (!asset_write(&d, m->memory, &m->out, &m->r))
        return false;
    format_header* header = (format_header*)(void*)m->out.file.data;
    if (header->version != FORMAT_VERSION_SUMMED || header->checksum == 0)
        return false;
    header->version = version;
    header->checksum = 0;
    const char* out = getenv("SUPPLE_GOLDEN_OUT"); // a folder
    if (out != NULL && !file_write(arena_format(m->memory, "%s/%s", out, strrchr(path, '/') + 1),
                                   m->out.file.data, m->out.file.size, &m->r))
        return false;
    return is_file(path, m->out.file.data, m->out.file.size) && m->out.file.size < 80000;
}

// To renew the golden assets, with a line in the CHANGELOG, before the first release only:
//   SUPPLE_GOLDEN_OUT=test/golden build/test/test_asset_out
TEST(the_golden_asset_of_version_2_is_written_again_bit_for_bit) {
    asset_maker m = golden_new();
    CHECK(is_golden(&m, GOLDEN_SHARED, FORMAT_VERSION_SHARED));
    asset_maker_close(&m);
}

// Normals follow two coordinates of the first part and all of the second: the file is smaller by the texels of three.
TEST(the_golden_asset_of_version_3_is_written_again_bit_for_bit) {
    asset_maker m = golden_new();
    size_t row = (size_t)m.draft_parts[0].vertex_count;
    memset(m.parts[0].bends + 2 * row, 0, 3 * row * sizeof *m.parts[0].bends);
    CHECK(is_golden(&m, GOLDEN_FEW_BENDS, FORMAT_VERSION_FEW_BENDS));
    CHECK(m.out.file.size < 65200);
    asset_maker_close(&m);
}

// As version 1 with numbers of half the size.
TEST(the_golden_asset_of_version_5_is_written_again_bit_for_bit) {
    asset_maker m = golden_new();
    m.options.table_bits = 8;
    CHECK(asset_maker_write(&m));
    const char* out = getenv("SUPPLE_GOLDEN_OUT");
    if (out != NULL)
        CHECK(file_write(arena_format(m.memory, "%s/v5.supple", out), m.out.file.data,
                         m.out.file.size, &m.r));
    CHECK(is_file(GOLDEN_BYTES, m.out.file.data, m.out.file.size) && m.out.file.size < 20000);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(a_draft_is_read_back), CASE(split_vertices_find_their_first),
          CASE(sixteen_bits_cost_what_is_said_and_no_more_than_allowed),
          CASE(eight_bits_are_off_by_half_a_step_and_cost_what_is_said),
          CASE(eight_bits_are_of_version_5_alone_and_stay_within_reach),
          CASE(where_sixteen_bits_are_not_enough_tables_are_floats),
          CASE(the_same_draft_gives_the_same_bytes),
          CASE(a_table_may_be_left_out_and_a_vertex_may_have_no_bones),
          CASE(what_cannot_be_an_asset_is_refused_with_a_sentence),
          CASE(a_fifth_part_at_a_vertex_is_refused),
          CASE(more_coordinates_than_the_format_has_are_refused),
          CASE(the_golden_asset_of_version_1_is_written_again_bit_for_bit),
          CASE(the_golden_asset_of_version_2_is_written_again_bit_for_bit),
          CASE(the_golden_asset_of_version_3_is_written_again_bit_for_bit),
          CASE(the_golden_asset_of_version_5_is_written_again_bit_for_bit))
