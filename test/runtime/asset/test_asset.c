// The gate: the golden asset reads as the facts beside it say, for ever; what is wrong is refused; what is
// let through can be used without a fear.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/thorough.h"

#include "test/kit/check_asset.h"

#include <stdarg.h>

static uint8_t* golden;
static size_t golden_size;

static bool have_golden(void) {
    if (golden == NULL)
        golden = asset_load(GOLDEN_ASSET, &golden_size);
    return golden != NULL;
}

// ---- facts -----------------------------------------------------------------------------

// One line a fact, as test/node/asset_read.mjs writes them too, from docs/format.md alone.
typedef struct facts {
    char text[16384];
    size_t size;
} facts;

__attribute__((format(printf, 2, 3))) static void say(facts* f, const char* format, ...) {
    va_list args;
    va_start(args, format);
    f->size += (size_t)vsnprintf(f->text + f->size, sizeof f->text - f->size, format, args);
    va_end(args);
}

// The k-th coordinate of the asset stands at (k + 1) / 20.
static void displaced(const supple_asset* a, int32_t v, double position[3], double normal[3]) {
    asset_sections s = asset_sections_of(a);
    for (int c = 0; c < 3; ++c) {
        position[c] = (double)a->positions[3 * v + c];
        normal[c] = (double)a->normals[3 * v + c];
    }
    for (int32_t layer = 0; layer < a->layer_count; ++layer) {
        uint32_t link = a->links[layer * a->vertex_count + v];
        if (link == UINT32_MAX)
            continue;
        supple_part part = supple_asset_part(a, (int)(link >> 24));
        int32_t place = (int32_t)(link & 0xFFFFFF);
        int32_t bend = (int32_t)(a->bend_links[layer * a->vertex_count + v] & 0xFFFFFF);
        for (int32_t k = 0; k < part.coord_count; ++k) {
            const format_coord* coord = &s.coords[part.first_coord + k];
            double q = (part.first_coord + k + 1) / 20.0, u[3];
            int64_t texel = (int64_t)k * part.shape_places + place;
            asset_texel(&a->shapes, part.first_shape + texel, (double)coord->shape_scale * q, u);
            for (int c = 0; c < 3; ++c)
                position[c] += u[c];
            if (part.first_bend < 0 || coord->bend_scale == 0.0f)
                continue;
            texel = (int64_t)k * part.bend_places + bend;
            asset_texel(&a->bends, part.first_bend + texel, (double)coord->bend_scale * q, u);
            for (int c = 0; c < 3; ++c)
                normal[c] += u[c];
        }
    }
}

static void say_parts(facts* f, const supple_asset* a) {
    asset_sections s = asset_sections_of(a);
    for (int p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        asset_part at = asset_part_at(&s, p);
        const format_part* r = at.record;
        say(f,
            "part %s coords %d from %d rides %d members %d shapes %d bends %d places %d %d mass "
            "%.5f\n",
            part.name, part.coord_count, part.first_coord, part.bone_count, part.vertex_count,
            part.first_shape, part.first_bend, part.shape_places, part.bend_places,
            (double)part.mass);
        say(f, "tuning %.5f %.5f %.5f %.5f\n", (double)part.tuning.stiffness,
            (double)part.tuning.damping, (double)part.tuning.response, (double)part.tuning.limit);
        say(f, "centre %.5f %.5f %.5f inertia %.5f %.5f\n", (double)r->centre[0],
            (double)r->centre[1], (double)r->centre[2], (double)r->inertia[0],
            (double)r->inertia[3]);
        for (int32_t k = 0; k < part.coord_count; ++k)
            say(f, "coord %.5f %.5f %.5f\n", (double)at.coords[k].lambda,
                (double)at.coords[k].decay, (double)at.coords[k].reach);
        double sum = 0.0, bones = 0.0, spin = 0.0;
        for (uint32_t i = 0; i < r->part_bone_count; ++i) {
            bones += (i + 1) * at.part_bones[i].bone;
            for (uint32_t k = 0; k < r->coord_count; ++k)
                for (int c = 0; c < 3; ++c)
                    sum += (i + 1) * ((double)at.forcing[i * r->coord_count + k].s[c] +
                                      (k + 1) * (double)at.forcing[i * r->coord_count + k].j[c][1]);
        }
        for (uint32_t i = 0; i < 6 * r->coord_count * r->coord_count; ++i)
            spin += (i % 7 + 1) * (double)at.coupling_or_null[i];
        say(f, "rides %.0f forcing %.5f coupling %.5f\n", bones, sum, spin);
    }
}

static const char* word_of(int32_t bits) {
    return bits == 32 ? "float" : bits == 16 ? "int16" : "int8";
}

static void say_facts(facts* f, const supple_asset* a) {
    const format_body* body = asset_sections_of(a).body;
    f->size = 0;
    say(f,
        "coords %d parts %d bones %d meshes %d vertices %d triangles %d influences %d layers %d\n",
        a->coord_count, a->part_count, a->bone_count, a->mesh_count, a->vertex_count,
        a->triangle_count, a->influence_count, a->layer_count);
    say(f, "metres %.5f gravity %.5f %.5f %.5f\n", (double)a->metres, (double)body->gravity[0],
        (double)body->gravity[1], (double)body->gravity[2]);
    say(f, "tables %dx%d %s %dx%d %s\n", a->shapes.width, a->shapes.height, word_of(a->shapes.bits),
        a->bends.width, a->bends.height, word_of(a->bends.bits));
    say_parts(f, a);
    for (int b = 0; b < a->bone_count; ++b)
        say(f, "bone %s at %.5f\n", supple_asset_bone_name(a, b),
            0.0 - (double)asset_sections_of(a).bones[b].inverse_bind[7]);
    supple_mesh m = supple_asset_mesh(a, 0);
    say(f, "mesh %d %d %d %d %d %d %d\n", m.mesh, m.primitive, m.node, m.first_vertex,
        m.vertex_count, m.first_triangle, m.triangle_count);
    double corners = 0.0, follows = 0.0, twins = 0.0, tangents = 0.0;
    for (int32_t i = 0; i < 3 * a->triangle_count; ++i)
        corners += (i % 5 + 1) * (double)a->triangles[i];
    for (int32_t i = 0; i < a->vertex_count * a->influence_count; ++i)
        follows += (i % 5 + 1) * (double)a->weights[i] * a->joints[i];
    for (int32_t v = 0; v < a->vertex_count; ++v)
        twins += (v % 5 + 1) * (double)a->twins[v];
    for (int32_t i = 0; i < 4 * a->vertex_count; ++i)
        tangents += (i % 5 + 1) * (double)a->tangents[i];
    say(f, "corners %.0f follows %.5f twins %.0f tangents %.5f\n", corners, follows, twins,
        tangents);
    for (int32_t v = 0; v < a->vertex_count; v += 9) {
        double p[3], n[3];
        displaced(a, v, p, n);
        say(f, "vertex %d %.5f %.5f %.5f normal %.5f %.5f %.5f\n", v, p[0] + 0.0, p[1] + 0.0,
            p[2] + 0.0, n[0] + 0.0, n[1] + 0.0, n[2] + 0.0);
    }
}

// To renew the facts: what the test prints where they are others.
static bool says_facts(const char* path, const char* facts_path) {
    size_t size, kept_size;
    uint8_t* data = asset_load(path, &size);
    char* kept = (char*)asset_load(facts_path, &kept_size);
    supple_asset a;
    bool same = data != NULL && kept != NULL && supple_asset_read(&a, data, size) == SUPPLE_OK;
    if (same) {
        static facts f;
        asset_use(&a);
        say_facts(&f, &a);
        same = kept_size == f.size && memcmp(kept, f.text, f.size) == 0;
        if (!same)
            printf("%s", f.text);
    }
    free(kept);
    free(data);
    return same;
}

TEST(the_golden_asset_reads_as_it_did) {
    CHECK(says_facts(GOLDEN_ASSET, TEST_SOURCE_FOLDER "/test/golden/v1.txt"));
}

TEST(the_golden_asset_of_version_2_reads_as_it_did) {
    CHECK(says_facts(GOLDEN_SHARED, TEST_SOURCE_FOLDER "/test/golden/v2.txt"));
}

TEST(the_golden_asset_of_version_3_reads_as_it_did) {
    CHECK(says_facts(GOLDEN_FEW_BENDS, TEST_SOURCE_FOLDER "/test/golden/v3.txt"));
}

TEST(the_golden_asset_of_version_4_is_the_first_with_a_checksum) {
    CHECK(says_facts(GOLDEN_SUMMED, TEST_SOURCE_FOLDER "/test/golden/v1.txt"));
}

TEST(the_golden_asset_of_version_5_has_tables_of_8_bits) {
    CHECK(says_facts(GOLDEN_BYTES, TEST_SOURCE_FOLDER "/test/golden/v5.txt"));
}

// ---- the gate --------------------------------------------------------------------------

// The gate's answer for these bytes, in a block of exactly their size; what it lets through is used.
static supple_result try_bytes(const void* data, size_t size) {
    uint8_t* copy = asset_copy(data, size);
    supple_asset a;
    supple_result result = supple_asset_read(&a, copy, size);
    if (result == SUPPLE_OK)
        asset_use(&a);
    else if (a.block != NULL || a.vertex_count != 0)
        result = SUPPLE_OK; // nothing may be left for a caller who does not look
    free(copy);
    return result;
}

// With the four bytes at `at` changed.
static supple_result try_word(uint64_t at, uint32_t value) {
    uint32_t before;
    memcpy(&before, golden + at, 4);
    memcpy(golden + at, &value, 4);
    supple_result result = try_bytes(golden, golden_size);
    memcpy(golden + at, &before, 4);
    return result;
}

static const format_section* section_of(uint32_t kind) {
    const format_section* s = (const format_section*)(golden + sizeof(format_header));
    while (s->kind != kind)
        ++s;
    return s;
}

static uint64_t place_of(uint32_t kind, uint64_t element, size_t field) {
    return section_of(kind)->offset + element * section_of(kind)->stride + field;
}

TEST(bytes_that_are_no_asset_are_told_from_broken_ones) {
    CHECK(have_golden());
    CHECK(try_bytes("", 0) == SUPPLE_NOT_AN_ASSET);
    CHECK(try_bytes("supple\n\n and the rest of some text", 34) == SUPPLE_NOT_AN_ASSET);
    CHECK(try_bytes("glTF", 4) == SUPPLE_CORRUPT);
    CHECK(try_word(8, 0) == SUPPLE_WRONG_VERSION &&
          try_word(8, FORMAT_VERSION + 1) == SUPPLE_WRONG_VERSION);
    CHECK(try_word(8, 2) == SUPPLE_CORRUPT); // which says how texels are shared
    CHECK(try_word(8, 4) == SUPPLE_DAMAGED); // which has a checksum
    CHECK(try_word(8, 0x01000000) == SUPPLE_WRONG_VERSION);
    uint8_t* moved = malloc(golden_size + 8);
    memcpy(moved + 8, golden, golden_size);
    supple_asset a;
    CHECK(supple_asset_read(&a, moved + 8, golden_size) == SUPPLE_MISALIGNED);
    free(moved);
    for (int i = SUPPLE_OK; i <= SUPPLE_DAMAGED + 1; ++i)
        CHECK(strlen(supple_result_text((supple_result)i)) > 10);
}

TEST(a_truncated_asset_is_refused_wherever_it_ends) {
    CHECK(have_golden());
    for (size_t n = 8; n < golden_size; n += n < 1024 ? 1 : 16)
        CHECK(try_bytes(golden, n) == SUPPLE_CORRUPT);
    // ... also when its header says that it ends there
    uint64_t whole = golden_size;
    for (uint64_t n = 0; n < whole; n += 16) {
        memcpy(golden + 16, &n, 8);
        supple_result result = try_bytes(golden, golden_size);
        memcpy(golden + 16, &whole, 8);
        CHECK(result == SUPPLE_CORRUPT || n == whole - 16); // the last section may end before
    }
    uint8_t* longer = asset_copy(golden, golden_size); // what comes after is not the asset's
    longer = realloc(longer, golden_size + 5);
    memset(longer + golden_size, 0xFF, 5);
    CHECK(try_bytes(longer, golden_size + 5) == SUPPLE_OK);
    free(longer);
}

TEST(numbers_that_are_none_are_refused_everywhere) {
    CHECK(have_golden());
    static const uint32_t none[] = {0x7FC00000, 0x7F800000, 0xFF800000, 0x7F7FFFFF};
    static const struct {
        uint32_t kind, first, count; // floats of a record
    } floats[] = {{FORMAT_BODY, 0, 4},      {FORMAT_PARTS, 7, 14},   {FORMAT_COORDS, 0, 5},
                  {FORMAT_BONES, 1, 12},    {FORMAT_FORCING, 0, 12}, {FORMAT_COUPLING, 0, 1},
                  {FORMAT_POSITIONS, 0, 3}, {FORMAT_NORMALS, 0, 3},  {FORMAT_TANGENTS, 0, 4},
                  {FORMAT_WEIGHTS, 0, 4}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; ++i) {
        const format_section* s = section_of(floats[i].kind);
        for (uint64_t e = 0; e<s->count; e += s->count> 150 ? 3 : 1)
            for (uint32_t k = 0; k < floats[i].count; ++k)
                for (int v = 0; v < 4; ++v) {
                    uint64_t at = place_of(s->kind, e, 4 * (floats[i].first + k));
                    CHECK(try_word(at, none[v]) == SUPPLE_CORRUPT);
                }
    }
    // what may not be negative
    static const uint32_t amounts[][2] = {
        {FORMAT_BODY, 0},   {FORMAT_PARTS, 7},  {FORMAT_PARTS, 8},  {FORMAT_PARTS, 9},
        {FORMAT_PARTS, 10}, {FORMAT_PARTS, 11}, {FORMAT_COORDS, 0}, {FORMAT_COORDS, 1},
        {FORMAT_COORDS, 2}, {FORMAT_COORDS, 3}, {FORMAT_COORDS, 4}, {FORMAT_WEIGHTS, 0}};
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; ++i)
        CHECK(try_word(
                  place_of(amounts[i][0], 1 % section_of(amounts[i][0])->count, 4 * amounts[i][1]),
                  0xBDCCCCCD) == SUPPLE_CORRUPT); // -0.1
}

TEST(each_rule_of_the_format_is_checked) {
    CHECK(have_golden());
    uint32_t vertices = (uint32_t)section_of(FORMAT_POSITIONS)->count;
    uint32_t bones = (uint32_t)section_of(FORMAT_BONES)->count;
    uint32_t names = (uint32_t)section_of(FORMAT_NAMES)->count;
    uint32_t shapes = (uint32_t)section_of(FORMAT_SHAPES)->count;
    const struct {
        uint32_t kind, element, field, value;
    } wrong[] = {
        {FORMAT_BODY, 0, 0, 0},               // metres
        {FORMAT_BODY, 0, 16, 3},              // influences
        {FORMAT_BODY, 0, 16, 8},              // ... as joints have them not
        {FORMAT_BODY, 0, 16, 0},              // ... none, and yet there are joints
        {FORMAT_BODY, 0, 20, 0},              // layers
        {FORMAT_BODY, 0, 20, 5},              //
        {FORMAT_BODY, 0, 20, 2},              // ... fewer than links
        {FORMAT_BODY, 0, 24, 0},              // widths
        {FORMAT_BODY, 0, 24, 48},             //
        {FORMAT_BODY, 0, 24, 8},              //
        {FORMAT_BODY, 0, 24, 4096},           //
        {FORMAT_BODY, 0, 28, 0},              //
        {FORMAT_PARTS, 1, 0, names},          // name
        {FORMAT_PARTS, 1, 4, 1},              // model
        {FORMAT_PARTS, 0, 8, 4},              // counts
        {FORMAT_PARTS, 0, 8, 0},              //
        {FORMAT_PARTS, 0, 8, 0xFFFFFFFF},     //
        {FORMAT_PARTS, 0, 12, 4},             //
        {FORMAT_PARTS, 0, 12, 0x80000000},    //
        {FORMAT_PARTS, 0, 16, 1},             //
        {FORMAT_PARTS, 2, 16, 0xFFFFFFFF},    //
        {FORMAT_PARTS, 2, 20, shapes},        // first texels
        {FORMAT_PARTS, 2, 20, 0xFFFFFFFF},    //
        {FORMAT_PARTS, 0, 24, 0xFFFFFFFE},    //
        {FORMAT_PARTS, 0, 40, 0},             // limit
        {FORMAT_BONES, 1, 0, names},          //
        {FORMAT_PART_BONES, 2, 0, bones},     //
        {FORMAT_MESHES, 0, 0, 0xFFFFFFFE},    // mesh -2
        {FORMAT_MESHES, 0, 12, 1},            // gaps
        {FORMAT_MESHES, 0, 16, vertices - 1}, //
        {FORMAT_MESHES, 0, 16, vertices + 1}, //
        {FORMAT_MESHES, 0, 20, 1},            //
        {FORMAT_MESHES, 0, 24, 1},            //
        {FORMAT_MESHES, 0, 24, 0xFFFFFFFF},   //
        {FORMAT_TRIANGLES, 7, 4, vertices},   //
        {FORMAT_JOINTS, 9, 0, bones},         // two joints of 16 bits
        {FORMAT_PART_VERTICES, 3, 0, 0},      // not ascending
        {FORMAT_PART_VERTICES, (uint32_t)section_of(FORMAT_PART_VERTICES)->count - 1, 0,
         vertices},                                  //
        {FORMAT_LINKS, vertices / 2, 0, 0xFFFFFFFF}, // a member without a link
        {FORMAT_LINKS, vertices / 2, 0, 0x00FFFFFF}, // places
        {FORMAT_LINKS, vertices / 2, 0, 0x00000000}, // another vertex's
        {FORMAT_LINKS, vertices / 2, 0, 0x03000000}, // parts
        {FORMAT_TWINS, 1, 0, 2},                     // after itself
        {FORMAT_COORDS, 3, 16, 0x3A83126F},          // a reach of 0.001: shapes go farther
        {FORMAT_COORDS, 3, 8, 0x3F800000},           // a scale of 1: likewise
        {FORMAT_TWINS, 0, 0, 0xFFFFFFFF},            //
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        uint64_t at = place_of(wrong[i].kind, wrong[i].element, wrong[i].field);
        if (try_word(at, wrong[i].value) != SUPPLE_CORRUPT)
            printf("kind %u field %u value %u\n", wrong[i].kind, wrong[i].field, wrong[i].value);
        CHECK(try_word(at, wrong[i].value) == SUPPLE_CORRUPT);
    }
    golden[place_of(FORMAT_NAMES, names - 1, 0)] = 'x'; // a name without an end
    supple_result result = try_bytes(golden, golden_size);
    golden[place_of(FORMAT_NAMES, names - 1, 0)] = 0;
    CHECK(result == SUPPLE_CORRUPT);
}

TEST(each_field_of_the_list_is_checked) {
    CHECK(have_golden());
    const format_header* header = (const format_header*)golden;
    static const uint32_t values[] = {0, 1, 15, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF};
    CHECK(try_word(12, 0) == SUPPLE_CORRUPT && try_word(12, 0xFFFFFFFF) == SUPPLE_CORRUPT);
    CHECK(try_word(24, 1) == SUPPLE_CORRUPT && try_word(28, 1) == SUPPLE_CORRUPT);
    for (uint64_t i = 0; i < header->section_count; ++i) {
        uint64_t at = sizeof *header + i * sizeof(format_section);
        uint32_t kind = ((const format_section*)(golden + at))->kind;
        bool optional = kind == FORMAT_COUPLING || kind == FORMAT_TANGENTS || kind == FORMAT_TWINS;
        for (int word = 0; word < 6; ++word)
            for (size_t v = 0; v < sizeof values / sizeof *values; ++v) {
                uint32_t before;
                memcpy(&before, golden + at + 4 * word, 4);
                supple_result result = try_word(at + 4 * word, values[v]);
                bool same = before == values[v];
                bool left_out = optional && ((word == 2 && values[v] == 0) || // a count of zero, or
                                             (word == 0 && values[v] > 20));  // a kind of its own
                CHECK(result == SUPPLE_CORRUPT || same || left_out);
            }
        CHECK(try_word(at + 16, (uint32_t)((const format_section*)(golden + at))->offset + 4) ==
              SUPPLE_CORRUPT);
    }
}

TEST(a_kind_that_is_not_known_is_passed_over) {
    CHECK(have_golden());
    uint64_t at = (uint64_t)((const uint8_t*)section_of(FORMAT_TWINS) - golden);
    uint32_t unknown = 4711, twins = FORMAT_TWINS;
    memcpy(golden + at, &unknown, 4);
    supple_asset a;
    supple_result result = supple_asset_read(&a, golden, golden_size);
    memcpy(golden + at, &twins, 4);
    CHECK(result == SUPPLE_OK && a.twins == NULL && a.part_count == 3);
}

// Whatever is changed, the answer is a refusal or an asset that can be used.
TEST(no_word_of_the_file_can_do_harm) {
    CHECK(have_golden());
    uint64_t tables = section_of(FORMAT_SHAPES)->offset, names = section_of(FORMAT_NAMES)->offset;
    int accepted = 0, tries = 0;
    for (uint64_t at = 0; at + 4 <= golden_size; at += at >= tables && at < names ? 256 : 4) {
        uint32_t w;
        memcpy(&w, golden + at, 4);
        const uint32_t values[] = {0, w + 1, w - 1, w ^ 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF};
        for (int v = 0; v < 6; ++v, ++tries)
            accepted += try_word(at, values[v]) == SUPPLE_OK;
    }
    printf("%d of %d changes are let through\n", accepted, tries);
    CHECK(accepted > 0 && accepted < tries);
}

// Rounds of the checksum lose nothing, so no flip can hide: here one of each byte's, thoroughly all of them.
TEST(no_bit_of_an_asset_with_a_checksum_can_flip_unseen) {
    size_t size;
    uint8_t* data = asset_load(GOLDEN_SUMMED, &size);
    CHECK(data != NULL);
    supple_asset a;
    int damaged = 0;
    for (size_t i = 0; data != NULL && i < 8 * size; ++i) {
        if (!test_thorough() && i > 8 * 1024 && i % 8 != i / 8 % 8)
            continue;
        data[i / 8] ^= (uint8_t)(1u << i % 8);
        supple_result strict = supple_asset_read(&a, data, size);
        bool sound = supple_asset_read_damaged(&a, data, size) == SUPPLE_OK;
        data[i / 8] ^= (uint8_t)(1u << i % 8);
        CHECK(strict != SUPPLE_OK && sound == (strict == SUPPLE_DAMAGED));
        damaged += sound;
    }
    printf("    %d flips only the checksum finds\n", damaged);
    CHECK(damaged > 1000 && supple_asset_read(&a, data, size) == SUPPLE_OK);
    free(data);
}

TEST(a_palette_is_joints_times_inverse_binds) {
    CHECK(have_golden());
    supple_asset a;
    CHECK(supple_asset_read(&a, golden, golden_size) == SUPPLE_OK && a.bone_count == 3);
    const float turn[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1}; // x to y, and away
    supple_matrix joints[3];
    for (int b = 0; b < 3; ++b)
        memcpy(joints[b].m, turn, sizeof turn);
    supple_asset_palette(&a, joints, joints); // in place
    for (int b = 0; b < 3; ++b) {
        double y = (double)asset_sections_of(&a).bones[b].inverse_bind[7]; // moves by y along y
        CHECK_NEAR(joints[b].m[12], 5.0 - y, 1e-5);
        CHECK_NEAR(joints[b].m[13], 6.0, 0.0);
        CHECK(joints[b].m[0] == 0.0f && joints[b].m[1] == 1.0f && joints[b].m[15] == 1.0f);
    }
}

TEST_MAIN(CASE(the_golden_asset_reads_as_it_did),
          CASE(the_golden_asset_of_version_2_reads_as_it_did),
          CASE(the_golden_asset_of_version_3_reads_as_it_did),
          CASE(the_golden_asset_of_version_4_is_the_first_with_a_checksum),
          CASE(the_golden_asset_of_version_5_has_tables_of_8_bits),
          CASE(bytes_that_are_no_asset_are_told_from_broken_ones),
          CASE(a_truncated_asset_is_refused_wherever_it_ends),
          CASE(numbers_that_are_none_are_refused_everywhere),
          CASE(each_rule_of_the_format_is_checked), CASE(each_field_of_the_list_is_checked),
          CASE(a_kind_that_is_not_known_is_passed_over), CASE(no_word_of_the_file_can_do_harm),
          CASE(no_bit_of_an_asset_with_a_checksum_can_flip_unseen),
          CASE(a_palette_is_joints_times_inverse_binds))
