// A third model: a file of its own (test/kit/toy_model.h) and a line in a table is all it takes, and the parts
// beside it do not notice.
//
// The table below stands in for runtime/model/models.c: the linker takes a file of an archive only for a name that is
// still missing.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/model/modal.h"
#include "runtime/model/pose_part.h"
#include "test/kit/palette.h"
#include "test/kit/posed_maker.h"
#include "test/kit/toy_model.h"

enum { COORDS = 4 };

static const part_model* const table[] = {
    [SUPPLE_MODAL] = &modal_model, [SUPPLE_POSED] = &posed_model, [TOY] = &toy_model};

const part_model* model_at(uint32_t number) {
    return number < model_count() ? table[number] : NULL;
}

uint32_t model_count(void) {
    return sizeof table / sizeof *table;
}

// ---- assets ----------------------------------------------------------------------------

static const toy_record plain = {.rate = 8.0f, .stiffness = 2.0f, .rise = 0.1f, .substeps = 1};

// Of these models, part after part; toys are written as modes, with a section more behind all others.
typedef struct zoo {
    asset_maker maker;
    uint8_t* bytes;
    size_t size;
    supple_result result;
    supple_asset asset;
} zoo;

static void zoo_write(zoo* z, const int* models, int count, const toy_record* record) {
    enum { ROOM = 32 }; // for one more entry of the list, which keeps every section aligned
    const uint8_t* from = z->maker.out.file.data;
    size_t listed = sizeof(format_header), toys = 0;
    format_header header;
    memcpy(&header, from, sizeof header);
    listed += header.section_count * sizeof(format_section);
    size_t end = ((size_t)header.size + ROOM + 15) / 16 * 16;
    z->bytes = aligned_alloc(16, end + 16 * ASSET_MAKER_PARTS);
    memset(z->bytes, 0, end + 16 * ASSET_MAKER_PARTS);
    memcpy(z->bytes, from, listed);
    memcpy(z->bytes + listed + ROOM, from + listed, (size_t)header.size - listed);
    format_section* list = (format_section*)(z->bytes + sizeof header);
    for (uint32_t i = 0; i < header.section_count; ++i)
        list[i].offset += ROOM;
    format_part* parts =
        (format_part*)(z->bytes + asset_gate_section(z->bytes, FORMAT_PARTS).offset);
    for (int p = 0; p < count; ++p)
        if (models[p] == TOY) {
            parts[p].model = TOY;
            memcpy(z->bytes + end + toys++ * sizeof *record, record, sizeof *record);
        }
    if (toys > 0)
        list[header.section_count++] =
            (format_section){TOY_KIND, sizeof(toy_record), toys, (uint64_t)end};
    header.size = (end + toys * sizeof *record + 7) / 8 * 8;
    memcpy(z->bytes, &header, sizeof header);
    z->size = (size_t)header.size;
    z->result = supple_asset_read_damaged(&z->asset, z->bytes, z->size);
}

static zoo zoo_new(const int* models, int count, toy_record record) {
    static const posed_maker_target targets[] = {{.stiffness = 1.0},
                                                 {.stiffness = 4.0, .turn = 1.0, .bulge = 0.03}};
    zoo z = {.maker = asset_maker_new(
                 (asset_maker_options){.part_count = count, .coord_count = COORDS})};
    for (int p = 0; p < count; ++p)
        if (models[p] == SUPPLE_POSED)
            posed_maker_add(&z.maker, p,
                            (posed_maker_options){.degree = 3,
                                                  .target_count = 2,
                                                  .targets = targets,
                                                  .alpha = 0.5,
                                                  .coupled = true});
    if (asset_maker_write(&z.maker))
        zoo_write(&z, models, count, &record);
    return z;
}

static void zoo_close(zoo* z) {
    free(z->bytes);
    asset_maker_close(&z->maker);
}

// Frames first .. first + count - 1 of the scripted bones, with a poke now and then.
static void play(supple_body* b, const supple_asset* a, int first, int count) {
    supple_matrix palette[8];
    for (int i = first; i < first + count; ++i) {
        uint32_t v = (uint32_t)(a->vertex_count / 2);
        palette_script(palette, a->bone_count, i / 60.0);
        supple_body_drive(b, palette);
        if (i % 20 == 7)
            supple_body_impulse(b, (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}},
                                (supple_vec3){0.1f, 0.0f, 0.2f});
        supple_body_step(b, 1.0f / 60.0f);
    }
}

static bool same_coords(const supple_body* a, const supple_body* b, int part) {
    return memcmp(supple_body_coords(a) + COORDS * part, supple_body_coords(b) + COORDS * part,
                  sizeof(float) * COORDS) == 0;
}

// ---- laws ------------------------------------------------------------------------------

TEST(the_gate_lets_a_model_of_the_table_in_and_no_other) {
    zoo z = zoo_new((const int[]){SUPPLE_MODAL, TOY, SUPPLE_POSED}, 3, plain);
    CHECK(z.result == SUPPLE_OK);
    CHECK(supple_asset_part(&z.asset, 1).model == (supple_model)TOY);
    CHECK(supple_asset_part(&z.asset, 1).target_count == 0);
    CHECK(supple_asset_part(&z.asset, 2).target_count == 2);
    format_part* parts = (format_part*)(z.bytes + asset_gate_section(z.bytes, FORMAT_PARTS).offset);
    supple_asset a;
    parts[0].model = TOY + 1;
    CHECK(supple_asset_read_damaged(&a, z.bytes, z.size) == SUPPLE_CORRUPT);
    parts[0].model = TOY - 1; // a hole in the table
    CHECK(supple_asset_read_damaged(&a, z.bytes, z.size) == SUPPLE_CORRUPT);
    parts[0].model = SUPPLE_MODAL;
    parts[1].model = SUPPLE_MODAL; // a record that is nobody's
    CHECK(supple_asset_read_damaged(&a, z.bytes, z.size) == SUPPLE_CORRUPT);
    zoo_close(&z);
}

TEST(the_gate_asks_a_model_for_its_own_sections) {
    zoo z = zoo_new((const int[]){SUPPLE_MODAL, TOY}, 2, plain);
    const format_header* header = (const format_header*)z.bytes;
    format_section* last = (format_section*)(z.bytes + sizeof *header) + header->section_count - 1;
    toy_record* record = (toy_record*)(z.bytes + last->offset);
    supple_asset a;
    CHECK(supple_asset_read_damaged(&a, z.bytes, z.size) == SUPPLE_OK);
    record->rate = NAN;
    CHECK(supple_asset_read_damaged(&a, z.bytes, z.size) == SUPPLE_CORRUPT);
    record->rate = plain.rate;
    last->stride = sizeof *record / 2;
    CHECK(supple_asset_read_damaged(&a, z.bytes, z.size) == SUPPLE_CORRUPT);
    last->stride = sizeof *record;
    last->count = 0;
    CHECK(supple_asset_read_damaged(&a, z.bytes, z.size) == SUPPLE_CORRUPT);
    zoo_close(&z);
}

TEST(parts_beside_another_model_move_as_without_it) {
    zoo with = zoo_new((const int[]){SUPPLE_MODAL, TOY, SUPPLE_POSED}, 3, plain);
    zoo without = zoo_new((const int[]){SUPPLE_MODAL, SUPPLE_MODAL, SUPPLE_POSED}, 3, plain);
    zoo pair = zoo_new((const int[]){SUPPLE_MODAL, TOY}, 2, plain);
    zoo alone = zoo_new((const int[]){SUPPLE_MODAL}, 1, plain);
    zoo* all[] = {&with, &without, &pair, &alone};
    supple_body* b[4];
    for (int k = 0; k < 4; ++k) {
        supple_body_options o = supple_body_options_default(&all[k]->asset);
        o.spin = k < 2; // what it asks of substeps, it asks for all parts
        b[k] = supple_body_create(&all[k]->asset, &o, NULL);
    }
    for (int frame = 0; frame < 200; ++frame) {
        for (int k = 0; k < 4; ++k)
            play(b[k], &all[k]->asset, frame, 1);
        CHECK(same_coords(b[0], b[1], 0) && same_coords(b[0], b[1], 2));
        CHECK(same_coords(b[2], b[3], 0));
    }
    CHECK(!same_coords(b[0], b[1], 1));
    for (int k = 0; k < 4; ++k) {
        supple_body_destroy(b[k]);
        zoo_close(all[k]);
    }
}

TEST(a_model_steps_as_it_says_and_as_often_as_it_wants) {
    toy_record record = plain;
    record.substeps = 3;
    zoo z = zoo_new((const int[]){TOY}, 1, record);
    supple_body_options o = supple_body_options_default(&z.asset);
    o.gravity = o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body* b = supple_body_create(&z.asset, &o, NULL);
    supple_matrix palette[3];
    for (int k = 0; k < 3; ++k)
        palette[k] = (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.4f, 0, 1}};
    supple_tuning t = supple_body_tuning(b, 0);
    t.limit = 1e6f; // its goal is far beyond the limit of the asset
    supple_body_tune(b, 0, t);
    supple_body_move(b, palette);
    float fraction = record.rate / 180.0f / (1.0f + record.rate / 180.0f);
    double left = 1.0, goal = 0.4 * (double)record.rise;
    for (int i = 0; i < 60; ++i) {
        supple_body_step(b, 1.0f / 60.0f);
        for (int k = 0; k < 3; ++k)
            left *= 1.0 - (double)fraction;
        CHECK(supple_body_stats(b).substeps == 3);
        CHECK_NEAR((double)supple_body_coords(b)[2], goal * (1.0 - left), 1e-5 * goal);
    }
    CHECK(((const toy_state*)b->parts[0].state)->steps == 180);
    supple_body_destroy(b);
    zoo_close(&z);
}

TEST(a_restored_body_goes_on_bit_by_bit_also_another_one) {
    zoo z = zoo_new((const int[]){TOY, SUPPLE_POSED, TOY, SUPPLE_MODAL}, 4, plain);
    supple_body* b[2];
    for (int k = 0; k < 2; ++k)
        b[k] = supple_body_create(&z.asset, NULL, NULL);
    size_t size = supple_body_state_size(b[0]);
    uint8_t *begin = calloc(1, size), *end = calloc(1, size), *again = calloc(1, size);
    play(b[0], &z.asset, 0, 90);
    supple_body_save(b[0], begin);
    play(b[0], &z.asset, 90, 90);
    supple_body_save(b[0], end);
    for (int k = 0; k < 2; ++k) { // the one that was there before, and one that never was anywhere
        CHECK(supple_body_restore(b[k], begin, size));
        play(b[k], &z.asset, 90, 90);
        supple_body_save(b[k], again);
        CHECK(memcmp(end, again, size) == 0);
        supple_body_destroy(b[k]);
    }
    free(begin);
    free(end);
    free(again);
    zoo_close(&z);
}

// Memory that begins `away` bytes behind a line of the cache, with a guard behind its end.
enum { GUARD = 64 };

static void* take_away(void* user, size_t size) {
    uint8_t* whole = aligned_alloc(64, (size + 64 + GUARD + 63) / 64 * 64);
    uint8_t* memory = whole + *(const size_t*)user;
    memset(memory + size, 0xa5, GUARD);
    return memory;
}

static void give_back(void* user, void* memory, size_t size) {
    for (int i = 0; i < GUARD; ++i)
        CHECK(((const uint8_t*)memory)[size + (size_t)i] == 0xa5);
    free((uint8_t*)memory - *(const size_t*)user);
}

TEST(a_line_fits_what_was_measured_wherever_memory_begins) {
    static _Alignas(MEMORY_LINE) uint8_t memory[2 * MEMORY_LINE];
    memory_layout measure = {NULL, 0};
    memory_begin_line(&measure);
    for (size_t away = 0; away < MEMORY_LINE; ++away) {
        memory_layout lines = {memory + away, 0};
        memory_begin_line(&lines);
        CHECK((away + lines.at) % MEMORY_LINE == 0 && lines.at <= measure.at);
    }
}

TEST(a_body_fits_what_was_measured_wherever_it_begins) {
    zoo z = zoo_new((const int[]){TOY, SUPPLE_POSED, SUPPLE_MODAL, SUPPLE_POSED}, 4, plain);
    float first[4 * COORDS];
    for (size_t away = 0; away < 64; away += 8) { // 8: as malloc does on some 32-bit machines
        supple_allocator a = {take_away, give_back, &away};
        supple_body_options o = supple_body_options_default(&z.asset);
        o.linear = true; // more arrays
        supple_body* b = supple_body_create(&z.asset, &o, &a);
        play(b, &z.asset, 0, 60);
        if (away == 0)
            memcpy(first, supple_body_coords(b), sizeof first);
        CHECK(memcmp(first, supple_body_coords(b), sizeof first) == 0);
        supple_body_destroy(b);
    }
    zoo_close(&z);
}

TEST(a_model_rests_sleeps_and_is_shown_about_its_own_shape) {
    zoo z = zoo_new((const int[]){TOY}, 1, plain);
    supple_body* b = supple_body_create(&z.asset, NULL, NULL);
    play(b, &z.asset, 0, 30);
    CHECK(!supple_body_asleep(b));
    int frames = 0;
    while (!supple_body_asleep(b) && frames < 1200) {
        supple_body_step(b, 1.0f / 60.0f);
        ++frames;
    }
    printf("asleep after %d frames\n", frames);
    CHECK(supple_body_asleep(b));
    float slept[COORDS];
    supple_matrix palette[3];
    memcpy(slept, supple_body_coords(b), sizeof slept);
    palette_script(palette, 3, 29 / 60.0);
    supple_body_place(b, palette);
    for (int k = 0; k < COORDS; ++k)
        CHECK_NEAR((double)(slept[k] * supple_asset_reach(&z.asset, k)),
                   (double)(supple_body_coords(b)[k] * supple_asset_reach(&z.asset, k)),
                   1e-4 * (double)supple_body_tuning(b, 0).limit);
    const asset_maker_part* part = &z.maker.parts[0];
    size_t n = (size_t)z.maker.draft_parts[0].vertex_count, i = n / 2;
    float(*places)[3] = malloc(sizeof *places * (size_t)z.asset.vertex_count);
    supple_streams out = supple_streams_packed(places[0], NULL);
    supple_body_evaluate(b, &out);
    for (int axis = 0; axis < 3; ++axis) {
        uint32_t v = part->vertices[i];
        double x = (double)z.maker.positions[v][axis];
        for (size_t k = 0; k < COORDS; ++k)
            x += part->shapes[k * n + i][axis] * (double)supple_body_coords(b)[k];
        CHECK_NEAR((double)places[v][axis], x, 1e-5);
    }
    free(places);
    supple_body_destroy(b);
    zoo_close(&z);
}

TEST(a_model_has_its_compliance) {
    zoo toy = zoo_new((const int[]){TOY}, 1, plain), modal = zoo_new((const int[]){0}, 1, plain);
    supple_body *a = supple_body_create(&toy.asset, NULL, NULL),
                *b = supple_body_create(&modal.asset, NULL, NULL);
    size_t count = (size_t)toy.asset.vertex_count;
    float *soft = calloc(count, sizeof *soft), *stiff = calloc(count, sizeof *stiff), most = 0.0f;
    supple_body_compliance(a, stiff);
    supple_body_compliance(b, soft);
    for (size_t v = 0; v < count; ++v) {
        CHECK_NEAR((double)(stiff[v] * plain.stiffness), (double)soft[v], 1e-5 * (double)soft[v]);
        most = soft[v] > most ? soft[v] : most;
    }
    CHECK(most > 0.0f);
    free(soft);
    free(stiff);
    supple_body_destroy(a);
    supple_body_destroy(b);
    zoo_close(&toy);
    zoo_close(&modal);
}

TEST_MAIN(CASE(the_gate_lets_a_model_of_the_table_in_and_no_other),
          CASE(the_gate_asks_a_model_for_its_own_sections),
          CASE(parts_beside_another_model_move_as_without_it),
          CASE(a_model_steps_as_it_says_and_as_often_as_it_wants),
          CASE(a_restored_body_goes_on_bit_by_bit_also_another_one),
          CASE(a_line_fits_what_was_measured_wherever_memory_begins),
          CASE(a_body_fits_what_was_measured_wherever_it_begins),
          CASE(a_model_rests_sleeps_and_is_shown_about_its_own_shape),
          CASE(a_model_has_its_compliance))
