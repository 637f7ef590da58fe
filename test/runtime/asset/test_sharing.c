// Split vertices share texels: stored once, and to the bit what they were with texels of their own.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/asset/sharing.h"
#include "test/kit/check_asset.h"
#include "test/kit/palette.h"
#include "test/kit/split_draft.h"
#include "test/kit/unshared.h"

// ---- two bodies, one life --------------------------------------------------------------

// All that a frame shows.
typedef struct shown {
    float *positions, *previous, *normals, *tangents; // [3], the last [4], of each vertex
    float* all;
    size_t count;
} shown;

static shown shown_new(const supple_asset* a) {
    size_t n = (size_t)a->vertex_count;
    float* all = calloc(13 * n, sizeof *all);
    return (shown){all, all + 3 * n, all + 6 * n, all + 9 * n, all, 13 * n};
}

static void show(const supple_body* b, const supple_asset* a, shown* s, int displacement) {
    supple_streams out = supple_streams_packed(s->positions, s->normals);
    out.previous = s->previous;
    out.previous_stride = 12;
    out.tangents = a->tangents != NULL ? s->tangents : NULL;
    out.tangent_stride = 16;
    out.normal_form = displacement % 2 == 0 ? SUPPLE_NORMALS_LINEAR : SUPPLE_NORMALS_RECOMPUTED;
    if (displacement / 2 == 0)
        supple_body_evaluate(b, &out);
    else
        supple_body_skin(b, &out);
}

static void move(supple_body* b, const supple_asset* a, int frame) {
    supple_matrix palette[8];
    CHECK(a->bone_count <= 8);
    for (int32_t i = 0; i < a->bone_count; ++i)
        palette[i] =
            palette_matrix(0.3 * sin(0.4 * frame + i), 0.02 * frame, 0.1 * sin(frame), 0.0);
    if (frame == 0)
        supple_body_place(b, palette);
    else
        supple_body_drive(b, palette);
}

// A triangle of the mesh, by its number: the same of every mesh that was split from one.
static supple_point corner_of(const supple_asset* a, int triangle) {
    const uint32_t* t = a->triangles + 3 * (size_t)triangle;
    return (supple_point){{t[0], t[1], t[2]}, {0.5f, 0.3f, 0.2f}};
}

static void disturb(supple_body* b, const supple_asset* a, int frame) {
    supple_point at = corner_of(a, 7 * frame % a->triangle_count);
    if (frame % 5 == 1)
        supple_body_impulse(b, at, (supple_vec3){0.02f, -0.05f, 0.03f});
    if (frame % 5 == 2)
        supple_body_force(b, at, (supple_vec3){1.0f, 2.0f, -3.0f});
    if (frame == 6)
        supple_body_pin(b, at, supple_body_position(b, at));
    if (frame == 9)
        supple_body_detail(b, 2);
}

static supple_body* body_of(const supple_asset* a) {
    supple_body_options o = supple_body_options_default(a);
    o.max_pins = 1;
    return supple_body_create(a, &o, NULL);
}

static bool same_pick(const supple_body* b, const supple_body* c) {
    supple_point hit[2];
    float away[2];
    supple_vec3 from = {3.0f, 0.6f, 0.1f}, along = {-1.0f, 0.01f, 0.02f};
    bool met = supple_body_pick(b, from, along, &hit[0], &away[0]);
    if (met != supple_body_pick(c, from, along, &hit[1], &away[1]))
        return false;
    return !met || (memcmp(&hit[0], &hit[1], sizeof hit[0]) == 0 && away[0] == away[1]);
}

// The same bits of everything that is shown, over frames of motion, forces, a pin and less detail.
static void check_same_life(const supple_asset* a, const supple_asset* b) {
    CHECK(a->vertex_count == b->vertex_count && a->coord_count == b->coord_count);
    supple_body *x = body_of(a), *y = body_of(b);
    shown of_x = shown_new(a), of_y = shown_new(b);
    for (int frame = 0; frame < 12; ++frame) {
        move(x, a, frame);
        move(y, b, frame);
        disturb(x, a, frame);
        disturb(y, b, frame);
        supple_body_step(x, 1.0f / 60.0f);
        supple_body_step(y, 1.0f / 60.0f);
        show(x, a, &of_x, frame % 4);
        show(y, b, &of_y, frame % 4);
        CHECK(memcmp(of_x.all, of_y.all, of_x.count * sizeof(float)) == 0);
        CHECK(memcmp(supple_body_coords(x), supple_body_coords(y),
                     (size_t)a->coord_count * sizeof(float)) == 0);
    }
    CHECK(same_pick(x, y));
    supple_body_compliance(x, of_x.positions);
    supple_body_compliance(y, of_y.positions);
    CHECK(memcmp(of_x.positions, of_y.positions, 4 * (size_t)a->vertex_count) == 0);
    free(of_x.all);
    free(of_y.all);
    supple_body_destroy(x);
    supple_body_destroy(y);
}

typedef struct written {
    asset_out out;
    supple_asset asset;
} written;

static bool write_split(asset_maker* m, const split_plan* plan, written* w) {
    asset_draft d = split_draft(m, plan);
    return asset_write(&d, m->memory, &w->out, &m->r) &&
           supple_asset_read(&w->asset, w->out.file.data, w->out.file.size) == SUPPLE_OK;
}

static bool has_places(const supple_asset* a) {
    return asset_sections_of(a).places_or_null != NULL;
}

static size_t table_bytes(const supple_asset* a) {
    size_t shapes = (size_t)a->shapes.width * (size_t)a->shapes.height;
    size_t bends = (size_t)a->bends.width * (size_t)a->bends.height;
    return shapes * 3 * (size_t)a->shapes.bits / 8 + bends * 3 * (size_t)a->bends.bits / 8;
}

// ---- laws ------------------------------------------------------------------------------

TEST(a_mesh_split_at_every_edge_stores_its_shapes_once) {
    asset_maker m = asset_maker_new(
        (asset_maker_options){.rings = 30, .sides = 24, .part_count = 1, .coord_count = 8});
    CHECK(asset_maker_write(&m) && !has_places(&m.asset));
    split_plan plan = split_facets(&m);
    written w;
    CHECK(write_split(&m, &plan, &w));
    supple_part whole = supple_asset_part(&m.asset, 0), part = supple_asset_part(&w.asset, 0);
    unshared_file old = unshared(&w.asset);
    printf("%d vertices as %d: tables %zu bytes, welded %zu, each its own %zu bytes of %zu\n",
           m.asset.vertex_count, w.asset.vertex_count, table_bytes(&w.asset), table_bytes(&m.asset),
           old.size - w.out.file.size + table_bytes(&w.asset), old.size);
    CHECK(has_places(&w.asset) && w.asset.bend_links != w.asset.links);
    CHECK(part.vertex_count > 5 * whole.vertex_count); // ends of the bar are no members
    CHECK(part.shape_places == whole.vertex_count && part.bend_places <= m.asset.triangle_count);
    CHECK(w.asset.shapes.width == m.asset.shapes.width &&
          w.asset.shapes.height == m.asset.shapes.height);
    free(old.data);
    asset_maker_close(&m);
}

TEST(every_copy_moves_to_the_bit_with_the_vertex_it_is_a_copy_of) {
    asset_maker m = asset_maker_new((asset_maker_options){.rings = 40, .sides = 20});
    CHECK(asset_maker_write(&m));
    split_plan plan = split_facets(&m);
    written w;
    CHECK(write_split(&m, &plan, &w));
    CHECK(w.asset.vertex_count > 4 * SHARING_VERTICES);
    supple_body *x = body_of(&m.asset), *y = body_of(&w.asset);
    shown welded = shown_new(&m.asset), split = shown_new(&w.asset);
    for (int frame = 0; frame < 12; ++frame) {
        move(x, &m.asset, frame);
        move(y, &w.asset, frame);
        disturb(x, &m.asset, frame); // by triangles, which are the same
        disturb(y, &w.asset, frame);
        supple_body_step(x, 1.0f / 60.0f);
        supple_body_step(y, 1.0f / 60.0f);
        show(x, &m.asset, &welded, 2 * (frame % 2));
        show(y, &w.asset, &split, 2 * (frame % 2));
        for (int32_t v = 0; v < plan.count; ++v) {
            const float* copy = split.positions + 3 * v;
            CHECK(memcmp(copy, welded.positions + 3 * (size_t)plan.origin[v], 12) == 0);
            CHECK(memcmp(split.previous + 3 * v, welded.previous + 3 * (size_t)plan.origin[v],
                         12) == 0);
        }
    }
    free(welded.all);
    free(split.all);
    supple_body_destroy(x);
    supple_body_destroy(y);
    asset_maker_close(&m);
}

// Meshes split here and there, hard and soft, in any order, with one part and with three on top of each other, tables
// of 16 bits and of floats: whatever is shared, all bits are those of what does not.
TEST(what_shares_texels_plays_as_what_does_not) {
    static const uint32_t fractions[] = {0, 3, 30, 128, 256};
    int shared = 0, apart = 0, both = 0, floats = 0;
    for (uint32_t seed = 0; seed < 30; ++seed) {
        asset_maker m = asset_maker_new((asset_maker_options){.rings = 6 + (int32_t)seed % 4 * 7,
                                                              .sides = 5 + (int32_t)seed % 3 * 6,
                                                              .part_count = 1 + (int32_t)seed % 3,
                                                              .coords = {1 + (int32_t)seed % 7, 5},
                                                              .tangents = seed % 2 == 0,
                                                              .seam = seed % 4 == 1,
                                                              .no_bends = seed % 5 == 4});
        for (int p = 0; p < m.options.part_count && seed % 6 == 5; ++p)
            m.draft_parts[p].limit = 2.0f;
        if (seed % 7 == 3)
            m.parts[0].bends = NULL; // one of several without
        CHECK(asset_maker_write(&m));
        split_plan plan = seed == 7 ? split_facets(&m) : split_some(&m, fractions[seed % 5], seed);
        written w;
        CHECK(write_split(&m, &plan, &w));
        unshared_file old = unshared(&w.asset);
        supple_asset before;
        CHECK(supple_asset_read(&before, old.data, old.size) == SUPPLE_OK);
        CHECK(!has_places(&before) && w.out.file.size <= old.size);
        check_same_life(&before, &w.asset);
        shared += has_places(&w.asset);
        apart += w.asset.bend_links != w.asset.links;
        both += has_places(&w.asset) && w.asset.bend_links == w.asset.links;
        floats += has_places(&w.asset) && w.asset.shapes.bits == 32;
        free(old.data);
        asset_maker_close(&m);
    }
    printf("%d of 30 share texels, %d bends apart, %d with shapes; %d are floats\n", shared, apart,
           both, floats);
    CHECK(shared >= 20 && apart >= 5 && both >= 3 && floats >= 3);
}

TEST(a_mesh_that_is_not_split_shares_nothing) {
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m) && !has_places(&m.asset));
    CHECK(m.asset.bend_links == m.asset.links);
    for (int p = 0; p < 3; ++p) {
        supple_part part = supple_asset_part(&m.asset, p);
        CHECK(part.shape_places == part.vertex_count && part.bend_places == part.vertex_count);
    }
    unshared_file again = unshared(&m.asset);
    size_t head = sizeof(format_header); // where version 1 has no checksum
    CHECK(again.size == m.out.file.size &&
          memcmp(again.data + head, (const uint8_t*)m.out.file.data + head, again.size - head) ==
              0);
    free(again.data);
    asset_maker_close(&m);
}

// ---- the gate --------------------------------------------------------------------------

static format_section* section_of(uint8_t* data, uint32_t kind) {
    format_section* s = (format_section*)(void*)(data + sizeof(format_header));
    while (s->kind != kind)
        ++s;
    return s;
}

static supple_result try_word(uint8_t* data, size_t size, uint64_t at, uint32_t value) {
    uint32_t before;
    memcpy(&before, data + at, 4);
    memcpy(data + at, &value, 4);
    supple_result result = asset_try(data, size);
    memcpy(data + at, &before, 4);
    return result;
}

TEST(each_rule_of_sharing_is_checked) {
    asset_maker m = asset_maker_new((asset_maker_options){.rings = 5, .sides = 5, .part_count = 2});
    CHECK(asset_maker_write(&m));
    split_plan plan = split_facets(&m);
    written w;
    CHECK(write_split(&m, &plan, &w));
    uint8_t* data = asset_copy(w.out.file.data, w.out.file.size);
    size_t size = w.out.file.size;
    uint64_t places = section_of(data, FORMAT_PLACES)->offset;
    uint64_t links = section_of(data, FORMAT_LINKS)->offset;
    uint64_t bends = section_of(data, FORMAT_BEND_LINKS)->offset;
    uint32_t first = 0; // the first vertex that is in a part
    while (w.asset.links[first] == UINT32_MAX)
        ++first;
    CHECK(asset_try(data, size) == SUPPLE_OK);
    const struct {
        uint64_t at;
        uint32_t value;
    } wrong[] = {
        {8, 1},                                        // version 1 shares nothing
        {places, 0},                                   // fewer places than are used
        {places, w.asset.links[first] + 1},            //
        {places, 0x00FFFFFF},                          // more than the table has
        {places + 4, 0},                               // none of bends, and yet there are bends
        {places + 4, 0xFFFFFFFF},                      //
        {links + 4 * first, w.asset.links[first] + 1}, // a place before its turn
        {links + 4 * first, 0x00FFFFFF},               //
        {links + 4 * first, UINT32_MAX},               // a member without a link
        {bends + 4 * first, UINT32_MAX},               // bends of no part
        {bends + 4 * first, w.asset.bend_links[first] | 1u << 24}, // of another part
        {bends + 4 * first, w.asset.bend_links[first] + 1},        // before its turn
        {(uint64_t)((uint8_t*)&section_of(data, FORMAT_PLACES)->count - data), 1}, // for one part
        {(uint64_t)((uint8_t*)&section_of(data, FORMAT_PLACES)->count - data), 0}, // left out
        {(uint64_t)((uint8_t*)&section_of(data, FORMAT_BEND_LINKS)->count - data), 7},
        {(uint64_t)((uint8_t*)&section_of(data, FORMAT_BEND_LINKS)->count - data), 0},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        if (try_word(data, size, wrong[i].at, wrong[i].value) != SUPPLE_CORRUPT)
            printf("rule %zu\n", i);
        CHECK(try_word(data, size, wrong[i].at, wrong[i].value) == SUPPLE_CORRUPT);
    }
    free(data);
    asset_maker_close(&m);
}

// Whatever its words are changed to, the answer is a refusal or an asset that plays.
TEST(no_word_of_what_is_shared_can_do_harm) {
    asset_maker m = asset_maker_new((asset_maker_options){.rings = 6, .sides = 4, .part_count = 2});
    CHECK(asset_maker_write(&m));
    split_plan plan = split_some(&m, 200, 5);
    written w;
    CHECK(write_split(&m, &plan, &w));
    uint8_t* data = asset_copy(w.out.file.data, w.out.file.size);
    static const uint32_t kinds[] = {FORMAT_LINKS, FORMAT_BEND_LINKS, FORMAT_PLACES,
                                     FORMAT_PART_VERTICES};
    int tries = 0, accepted = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        const format_section* s = section_of(data, kinds[k]);
        for (uint64_t at = s->offset; at < s->offset + s->count * s->stride; at += 4) {
            uint32_t word;
            memcpy(&word, data + at, 4);
            const uint32_t values[] = {word - 1, word + 1, word ^ 1u << 24, word & 0xFF000000};
            for (int v = 0; v < 4; ++v, ++tries)
                accepted += try_word(data, w.out.file.size, at, values[v]) == SUPPLE_OK;
        }
    }
    printf("%d of %d changes are let through\n", accepted, tries);
    CHECK(accepted > 0 && accepted < tries); // a copy may leave its place for another's
    free(data);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(a_mesh_split_at_every_edge_stores_its_shapes_once),
          CASE(every_copy_moves_to_the_bit_with_the_vertex_it_is_a_copy_of),
          CASE(what_shares_texels_plays_as_what_does_not),
          CASE(a_mesh_that_is_not_split_shares_nothing), CASE(each_rule_of_sharing_is_checked),
          CASE(no_word_of_what_is_shared_can_do_harm))
