// Recorded parts in the asset file: what the draft says is read back, states are what was stored, and damage is refused.
// SPDX-License-Identifier: MIT
#include "bake/base/file.h"
#include "runtime/model/recorded.h"
#include "test/kit/check.h"
#include "test/kit/check_asset.h"
#include "test/kit/recorded_maker.h"

// Two recorded parts with a modal one between them, so that each is found where it is.
static asset_maker maker_new(void) {
    asset_maker m = asset_maker_new(
        (asset_maker_options){.rings = 6, .sides = 6, .coords = {4, 3, 2}, .no_coupling = true});
    recorded_maker_add(&m, 0);
    asset_draft_recorded* second = recorded_maker_add(&m, 2);
    second->record.error = 0.125f;
    return m;
}

// ---- reading back ----------------------------------------------------------------------

static void check_part(const asset_maker* m, int32_t part) {
    const asset_draft_recorded* x = m->draft_parts[part].recorded_or_null;
    asset_recorded p = recorded_asset_at(&m->asset, part);
    size_t coords = (size_t)m->draft_parts[part].coord_count;
    format_recorded same = *p.record;
    CHECK(same.error >= x->record.error && same.error < x->record.error + 1e-4f);
    same.error = x->record.error; // and what 16 bits of shapes cost
    CHECK(memcmp(&same, &x->record, sizeof same) == 0);
    CHECK(memcmp(p.speeds, x->speeds, RECORDED_MAKER_SPEEDS * sizeof *p.speeds) == 0);
    CHECK(memcmp(p.changes, x->changes,
                 sizeof *p.changes * RECORDED_MAKER_SPEEDS * RECORDED_MAKER_ENTRIES) == 0);
    CHECK(memcmp(p.responses, x->responses, RECORDED_MAKER_RESPONSES * sizeof *p.responses) == 0);
    CHECK(memcmp(p.scales, x->scales, coords * sizeof *p.scales) == 0);
    CHECK(memcmp(p.orbits, x->orbits, coords * RECORDED_MAKER_STATES * sizeof *p.orbits) == 0);
    CHECK(memcmp(p.jumps, x->jumps,
                 sizeof *p.jumps * RECORDED_MAKER_STATES * RECORDED_MAKER_ENTRIES) == 0);
    CHECK(memcmp(p.touches, x->touches, RECORDED_MAKER_TOUCHES * sizeof *p.touches) == 0);
    for (int e = 0; e < RECORDED_MAKER_ENTRIES; ++e) {
        format_entry entry = p.entries[e];
        entry.name = 0;
        CHECK(memcmp(&entry, &x->entries[e], sizeof entry) == 0);
        CHECK(strcmp(supple_asset_entry(&m->asset, part, e).name, recorded_maker_names[e]) == 0);
    }
}

TEST(recorded_parts_are_read_back) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    for (int p = 0; p < 3; ++p) {
        bool is = m.draft_parts[p].recorded_or_null != NULL;
        CHECK(supple_asset_part(&m.asset, p).model == (is ? SUPPLE_RECORDED : SUPPLE_MODAL));
        if (is)
            check_part(&m, p);
    }
    asset_maker_close(&m);
}

TEST(what_may_happen_is_told) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    const supple_asset* a = &m.asset;
    supple_recorded x = supple_asset_recorded(a, 2);
    CHECK(x.entry_count == 3 && x.response_count == 5 && x.state_count == 71 &&
          x.contact_count == 3);
    CHECK(x.step == 0.0625f && x.blend == 8.0f && x.error >= 0.125f);
    supple_entry bump = supple_asset_entry(a, 2, 2), left = supple_asset_entry(a, 2, 0);
    CHECK(bump.velocity.y == 0.25f && !bump.moves_support && left.moves_support);
    supple_recorded_response dead = supple_asset_response(a, 2, 1),
                             on = supple_asset_response(a, 2, 0);
    CHECK(dead.entry == 0 && !dead.is_start && dead.end == SUPPLE_END_DEAD && dead.next == -1);
    CHECK(on.is_start && on.end == SUPPLE_END_RUNS_ON && on.next == 4 && on.seconds == 0.75f);
    CHECK(supple_asset_response(a, 2, 3).next == -1);
    // of what is none
    CHECK(supple_asset_recorded(a, 1).entry_count == 0 && supple_asset_recorded(a, 3).step == 0.0f);
    CHECK(supple_asset_entry(a, 1, 0).name[0] == 0 && supple_asset_entry(a, 0, 3).name[0] == 0);
    CHECK(supple_asset_response(a, 0, -1).entry == -1 && supple_asset_response(a, 1, 0).next == -1);
    CHECK(!supple_asset_sample(a, 1, 0, 0.0f, NULL, NULL));
    CHECK(!supple_asset_sample(a, 0, 5, 0.0f, NULL, NULL));
    CHECK(supple_asset_frequency(a, 0) == 0.0f && supple_asset_frequency(a, 4) > 0.0f);
    asset_maker_close(&m);
}

// ---- states ----------------------------------------------------------------------------

// At the times of states, the states; before and after it, its ends.
TEST(at_stored_steps_it_is_what_was_stored) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    for (int r = 0; r < RECORDED_MAKER_RESPONSES; ++r) {
        const format_response* s = &recorded_maker_responses[r];
        asset_recorded p = recorded_asset_at(&m.asset, 0);
        for (int32_t n = -2; n <= (int32_t)s->count + 2; ++n) {
            int32_t at = n < 0 ? 0 : n > (int32_t)s->count ? (int32_t)s->count : n;
            float q[4];
            CHECK(supple_asset_sample(&m.asset, 0, r, 0.0625f * (float)n, q, NULL));
            for (int k = 0; k < 4; ++k)
                CHECK(q[k] == p.scales[k] * (float)p.orbits[4 * (s->first + (uint32_t)at) + k]);
        }
    }
    float q[4] = {0}, first[4] = {0};
    CHECK(supple_asset_sample(&m.asset, 0, 0, NAN, q, NULL) &&
          supple_asset_sample(&m.asset, 0, 0, 0.0f, first, NULL));
    CHECK(memcmp(q, first, sizeof q) == 0);
    asset_maker_close(&m);
}

// The velocity that is told is the change of what is told, and neither jumps where one state gives way to the next.
TEST(between_states_it_is_smooth) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    const double h = 1e-3, step = 0.0625;
    for (int r = 0; r < RECORDED_MAKER_RESPONSES; ++r) {
        double length = step * recorded_maker_responses[r].count;
        for (double t = h; t < length - h; t += 0.37 * step) {
            float before[4], after[4], q[4], v[4];
            supple_asset_sample(&m.asset, 0, r, (float)(t - h), before, NULL);
            supple_asset_sample(&m.asset, 0, r, (float)(t + h), after, NULL);
            supple_asset_sample(&m.asset, 0, r, (float)t, q, v);
            for (int k = 0; k < 4;
                 ++k) { // words go up to 2e4 a state: rounding, and the third derivative
                double change = ((double)after[k] - (double)before[k]) / (2.0 * h);
                CHECK_NEAR(change, (double)v[k], 0.04 / (k + 1));
            }
        }
        for (uint32_t n = 1; n < recorded_maker_responses[r].count; ++n) {
            float v[2][4];
            double t = step * n;
            supple_asset_sample(&m.asset, 0, r, (float)t * (1.0f - 1e-6f), NULL, v[0]);
            supple_asset_sample(&m.asset, 0, r, (float)t * (1.0f + 1e-6f), NULL, v[1]);
            for (int k = 0; k < 4; ++k)
                CHECK_NEAR((double)v[0][k], (double)v[1][k], 1e-3);
        }
    }
    asset_maker_close(&m);
}

// Moves whose words are a parabola have its slope everywhere, also at both ends: numerics.md D3.
TEST(velocities_of_a_parabola_are_exact) {
    asset_maker m = maker_new();
    const asset_draft_recorded* x = m.draft_parts[0].recorded_or_null;
    int16_t* words = (int16_t*)(void*)(uintptr_t)x->orbits;
    const format_response* s = &recorded_maker_responses[2];
    for (int32_t n = 0; n <= (int32_t)s->count; ++n)
        words[4 * (s->first + (uint32_t)n)] = (int16_t)(3 * n * n - 50 * n + 7);
    CHECK(asset_maker_write(&m));
    for (double t = 0.0; t <= s->count; t += 0.125) {
        float q[4], v[4];
        CHECK(supple_asset_sample(&m.asset, 0, 2, (float)(0.0625 * t), q, v));
        CHECK_NEAR((double)q[0], (double)x->scales[0] * (3.0 * t * t - 50.0 * t + 7.0), 1e-9);
        CHECK_NEAR((double)v[0], (double)x->scales[0] * (6.0 * t - 50.0) / 0.0625, 1e-8);
    }
    asset_maker_close(&m);
}

// ---- a body of it ----------------------------------------------------------------------

// Nothing that pushes it moves it: until something is triggered it is at rest, and sleeps.
TEST(a_recorded_body_is_at_rest_and_does_not_yield) {
    asset_maker m = asset_maker_new(
        (asset_maker_options){.rings = 6, .sides = 6, .part_count = 1, .no_coupling = true});
    recorded_maker_add(&m, 0);
    CHECK(asset_maker_write(&m));
    supple_body* body = supple_body_create(&m.asset, NULL, NULL);
    float* give = calloc((size_t)m.asset.vertex_count, sizeof *give);
    supple_body_compliance(body, give);
    supple_point at = {{m.asset.triangles[0], m.asset.triangles[1], m.asset.triangles[2]},
                       {0.5f, 0.25f, 0.25f}};
    for (int i = 0; i < 90; ++i) {
        if (i < 10) {
            supple_body_force(body, at, (supple_vec3){10.0f, 20.0f, -30.0f});
            supple_body_impulse(body, at, (supple_vec3){1.0f, 0.0f, 0.0f});
        }
        supple_body_step(body, 1.0f / 60.0f);
        for (int k = 0; k < m.asset.coord_count; ++k)
            CHECK(supple_body_coords(body)[k] == 0.0f);
    }
    for (int32_t v = 0; v < m.asset.vertex_count; ++v)
        CHECK(give[v] == 0.0f);
    CHECK(supple_body_asleep(body));
    free(give);
    supple_body_destroy(body);
    asset_maker_close(&m);
}

// ---- damage ----------------------------------------------------------------------------

TEST(what_cannot_be_a_recorded_part_is_refused_with_a_sentence) {
    for (int kind = 0; kind < 5; ++kind) {
        asset_maker m = maker_new();
        asset_draft_recorded x = *m.draft_parts[0].recorded_or_null;
        float scales[4] = {1.0f, NAN, 1.0f, 1.0f};
        m.draft_parts[0].recorded_or_null = &x;
        if (kind == 0)
            x.record.entry_count = 33;
        else if (kind == 1)
            x.record.response_count = 0;
        else if (kind == 2)
            x.scales = scales;
        else if (kind == 3)
            x.record.state_count = 1u << 30;
        else
            x.record.still = 0; // which is not still: the gate has the last word
        CHECK(!asset_maker_write(&m) && m.r.error_count > 0);
        asset_maker_close(&m);
    }
}

// A word of a section, by its place.
typedef struct damage {
    format_kind kind;
    size_t byte;
    uint32_t word;
} damage;

#define OF(type, member) offsetof(format_##type, member)
#define RESPONSE(i)      (sizeof(format_response) * (i))

// Each breaks one rule of docs/format.md.
static const damage damages[] = {
    {FORMAT_RECORDED, OF(recorded, entry_count), 0},
    {FORMAT_RECORDED, OF(recorded, entry_count), 4},
    {FORMAT_RECORDED, OF(recorded, speed_count), 33},
    {FORMAT_RECORDED, OF(recorded, response_count), 6},
    {FORMAT_RECORDED, OF(recorded, response_count), 65536},
    {FORMAT_RECORDED, OF(recorded, state_count), 70},
    {FORMAT_RECORDED, OF(recorded, state_count), UINT32_MAX},
    {FORMAT_RECORDED, OF(recorded, contact_count), UINT32_MAX},
    {FORMAT_RECORDED, OF(recorded, still), 0},
    {FORMAT_RECORDED, OF(recorded, still), 3},
    {FORMAT_RECORDED, OF(recorded, rest), 71},
    {FORMAT_RECORDED, OF(recorded, rest), 1}, // which is not zero
    {FORMAT_RECORDED, OF(recorded, support), 2},
    {FORMAT_RECORDED, OF(recorded, speed_matters), 2},
    {FORMAT_RECORDED, OF(recorded, shortest), 0},
    {FORMAT_RECORDED, OF(recorded, step), 0},
    {FORMAT_RECORDED, OF(recorded, step), 0x7FC00000},
    {FORMAT_RECORDED, OF(recorded, blend), 0},
    {FORMAT_RECORDED, OF(recorded, balance), 0xBF800000},
    {FORMAT_RECORDED, OF(recorded, jump_scale), 0x7F800000},
    {FORMAT_RECORDED, OF(recorded, error), 0xFFC00000},
    {FORMAT_RECORDED, OF(recorded, pivot), 0x7F800000},
    {FORMAT_RECORDED, OF(recorded, low), 0x3F800000}, // above where it begins
    {FORMAT_RECORDED, OF(recorded, high), 0xBF800000},
    {FORMAT_SPEEDS, OF(speed, rate), 0x7FC00000},
    {FORMAT_ENTRIES, OF(entry, name), 0x00FFFFFF},
    {FORMAT_ENTRIES, OF(entry, does), 0},
    {FORMAT_ENTRIES, OF(entry, does), 6},
    {FORMAT_ENTRIES, OF(entry, does), 8},
    {FORMAT_ENTRIES, OF(entry, support), 0xFF800000},
    {FORMAT_CHANGES, 8, 3},
    {FORMAT_RESPONSES, OF(response, entry), 3},
    {FORMAT_RESPONSES, OF(response, before), 3},
    {FORMAT_RESPONSES, OF(response, after), 1}, // not what the entry gives
    {FORMAT_RESPONSES, OF(response, count), 0},
    {FORMAT_RESPONSES, OF(response, count), 13}, // over the next
    {FORMAT_RESPONSES, OF(response, back), 3},
    {FORMAT_RESPONSES, RESPONSE(3) + OF(response, back), 1}, // of another chain
    {FORMAT_RESPONSES, RESPONSE(4) + OF(response, count), 20},
    {FORMAT_RESPONSES, RESPONSE(4) + OF(response, first), UINT32_MAX},
    {FORMAT_RESPONSES, RESPONSE(1) + OF(response, is_start), 1}, // of a dead end
    {FORMAT_RESPONSES, OF(response, is_start), 2},
    {FORMAT_RESPONSES, OF(response, end), 4},
    {FORMAT_RESPONSES, OF(response, next), 5},
    {FORMAT_RESPONSES, OF(response, next), 0}, // itself
    {FORMAT_RESPONSES, OF(response, next), 1}, // a dead end
    {FORMAT_RESPONSES, OF(response, next_at), 51},
    {FORMAT_RESPONSES, OF(response, next_at), 70},
    {FORMAT_RESPONSES, OF(response, depth), 1},
    {FORMAT_RESPONSES, OF(response, blend), 0},
    {FORMAT_RESPONSES, RESPONSE(3) + OF(response, next_at), 1}, // not the rest
    {FORMAT_RESPONSES, RESPONSE(2) + OF(response, next), 4},    // of one that rests
    {FORMAT_RESPONSES, OF(response, distance), 0x7FC00000},
    {FORMAT_ORBIT_SCALES, 0, 0x7FC00000},
    {FORMAT_ORBIT_SCALES, 0, 0x5368D4A5}, // 1e12: words of it are beyond all
    {FORMAT_ORBITS, 0, 1},                // of the state at rest
    {FORMAT_JUMPS, 0, 0x00000005},        // no response
    {FORMAT_JUMPS, 0, 0x00000001},        // no start
    {FORMAT_JUMPS, 4, 0x00000002},        // of another entry
    {FORMAT_RECORDED_CONTACTS, OF(recorded_contact, state), 71},
    {FORMAT_RECORDED_CONTACTS, OF(recorded_contact, state), 6}, // after the next
    {FORMAT_RECORDED_CONTACTS, OF(recorded_contact, first), 0x00FFFFFF},
    {FORMAT_RECORDED_CONTACTS, OF(recorded_contact, place), 0x7F800000},
    {FORMAT_RECORDED_CONTACTS, OF(recorded_contact, normal), 0x7FC00000},
    {FORMAT_RECORDED_CONTACTS, OF(recorded_contact, impulse), 0xBF800000},
};

TEST(every_rule_of_the_format_is_kept) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    for (size_t i = 0; i < sizeof damages / sizeof *damages; ++i) {
        uint8_t* copy = asset_copy(m.out.file.data, m.out.file.size);
        format_section s = asset_gate_section(copy, damages[i].kind);
        memcpy(copy + s.offset + damages[i].byte, &damages[i].word, 4);
        supple_asset a;
        if (supple_asset_read(&a, copy, m.out.file.size) != SUPPLE_CORRUPT)
            printf("rule %d is not kept\n", (int)i);
        CHECK(supple_asset_read(&a, copy, m.out.file.size) == SUPPLE_CORRUPT);
        free(copy);
    }
    asset_maker_close(&m);
}

// A section of it without a part of that model, or one element more or less than the parts have.
TEST(sections_are_as_long_as_the_parts_ask) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    for (int kind = FORMAT_RECORDED; kind <= FORMAT_RECORDED_CONTACTS; ++kind) {
        uint8_t* copy = asset_copy(m.out.file.data, m.out.file.size);
        format_header* header = (format_header*)copy;
        format_section* s = (format_section*)(header + 1);
        while (s->kind != (uint32_t)kind)
            ++s;
        supple_asset a;
        --s->count;
        CHECK(supple_asset_read(&a, copy, m.out.file.size) == SUPPLE_CORRUPT);
        ++s->count;
        s->stride *= 2;
        s->count /= 2;
        CHECK(supple_asset_read(&a, copy, m.out.file.size) == SUPPLE_CORRUPT);
        free(copy);
    }
    uint8_t* copy = asset_copy(m.out.file.data, m.out.file.size);
    ((format_part*)(copy + asset_gate_section(copy, FORMAT_PARTS).offset))[2].model = SUPPLE_MODAL;
    supple_asset a;
    CHECK(supple_asset_read(&a, copy, m.out.file.size) == SUPPLE_CORRUPT);
    free(copy);
    asset_maker_close(&m);
}

// Words of the recorded sections, as a limit or a neighbour of what they were.
TEST(damaged_recorded_sections_do_no_harm) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    int refused = 0, played = 0;
    asset_damage(m.out.file.data, m.out.file.size, FORMAT_RECORDED, &refused, &played);
    printf("%d refused, %d played\n", refused, played);
    CHECK(refused > 50 && played > 50);
    asset_maker_close(&m);
}

// ---- the golden asset ------------------------------------------------------------------

// To renew it, before the first release only:
//   SUPPLE_GOLDEN_RECORDED_OUT=test/golden/recorded.supple build/test/test_asset_recorded
TEST(the_golden_recorded_asset_is_written_again_bit_for_bit) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    const char* out = getenv("SUPPLE_GOLDEN_RECORDED_OUT");
    if (out != NULL)
        CHECK(file_write(out, m.out.file.data, m.out.file.size, &m.r));
    size_t size;
    uint8_t* golden = asset_load(TEST_SOURCE_FOLDER "/test/golden/recorded.supple", &size);
    CHECK(golden != NULL && size == m.out.file.size && size < 40000);
    size_t head = sizeof(format_header); // where version 1 has no checksum
    CHECK(memcmp(golden + head, (const uint8_t*)m.out.file.data + head, size - head) == 0);
    CHECK(asset_try(golden, size) == SUPPLE_OK);
    free(golden);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(recorded_parts_are_read_back), CASE(what_may_happen_is_told),
          CASE(at_stored_steps_it_is_what_was_stored), CASE(between_states_it_is_smooth),
          CASE(velocities_of_a_parabola_are_exact),
          CASE(a_recorded_body_is_at_rest_and_does_not_yield),
          CASE(what_cannot_be_a_recorded_part_is_refused_with_a_sentence),
          CASE(every_rule_of_the_format_is_kept), CASE(sections_are_as_long_as_the_parts_ask),
          CASE(damaged_recorded_sections_do_no_harm),
          CASE(the_golden_recorded_asset_is_written_again_bit_for_bit))
