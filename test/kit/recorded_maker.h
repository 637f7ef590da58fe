// Recorded parts for the small assets of asset_maker.h: five responses in two chains, with every kind of end.
//
// Numbers are integers or short decimals, without a simulator: orbits wander, so that no two states are alike, and
// state 0 is the rest.
//
//   recorded_maker_add(&m, 0);
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/asset_maker.h"

enum {
    RECORDED_MAKER_STATES = 71,
    RECORDED_MAKER_ENTRIES = 3,
    RECORDED_MAKER_SPEEDS = 3,
    RECORDED_MAKER_RESPONSES = 5,
    RECORDED_MAKER_TOUCHES = 3
};

static const char* const recorded_maker_names[RECORDED_MAKER_ENTRIES] = {"left", "right", "bump"};

// right, left, bump in states 3 to 40; left, right in 41 to 70.
static const format_response recorded_maker_responses[RECORDED_MAKER_RESPONSES] = {
    {1, 1, 2, 3, 12, 2, 1, FORMAT_END_RUNS_ON, 4, 60, 2, 0.02f, 8.0f},
    {0, 2, 1, 15, 2, 2, 0, FORMAT_END_DEAD, FORMAT_NONE, FORMAT_NONE, 0, 0.0f, 0.0f},
    {2, 1, 1, 17, 23, 2, 1, FORMAT_END_RESTS, FORMAT_NONE, FORMAT_NONE, 0, 0.0f, 0.0f},
    {0, 1, 0, 41, 10, 0, 1, FORMAT_END_RUNS_ON, FORMAT_NONE, 0, 1, 0.01f, 9.0f},
    {1, 0, 1, 51, 19, 2, 1, FORMAT_END_RUNS_ON, 2, 20, 1, 0.03f, 10.0f},
};

static inline void recorded_maker_palette(asset_draft_recorded* x, arena* memory) {
    format_speed* speeds = ARENA_NEW(memory, format_speed, RECORDED_MAKER_SPEEDS);
    format_entry* entries = ARENA_NEW(memory, format_entry, RECORDED_MAKER_ENTRIES);
    uint32_t* changes =
        ARENA_NEW(memory, uint32_t, (size_t)RECORDED_MAKER_SPEEDS * RECORDED_MAKER_ENTRIES);
    for (int s = 0; s < RECORDED_MAKER_SPEEDS; ++s) {
        speeds[s].velocity[0] = 0.5f * (float)(s - 1);
        changes[3 * s] = s > 0 ? (uint32_t)(s - 1) : FORMAT_NONE;
        changes[3 * s + 1] = s < 2 ? (uint32_t)(s + 1) : FORMAT_NONE;
        changes[3 * s + 2] = (uint32_t)s;
    }
    entries[0].does = entries[1].does = FORMAT_ENTRY_SUPPORT;
    entries[0].support.velocity[0] = -0.5f;
    entries[1].support.velocity[0] = 0.5f;
    entries[2].does = FORMAT_ENTRY_BODY;
    entries[2].body_velocity[1] = 0.25f;
    x->speeds = speeds;
    x->entries = entries;
    x->names = recorded_maker_names;
    x->changes = changes;
}

// The start of the entry whose first state is nearest in number.
static inline format_jump recorded_maker_jump(int32_t state, uint32_t entry) {
    format_jump best = {FORMAT_MAX_RESPONSES, UINT16_MAX};
    for (uint16_t i = 0; i < RECORDED_MAKER_RESPONSES; ++i) {
        const format_response* s = &recorded_maker_responses[i];
        int32_t away = state - (int32_t)s->first;
        away = away < 0 ? -away : away;
        if (s->is_start == 1 && s->entry == entry && away < best.distance)
            best = (format_jump){i, (uint16_t)away};
    }
    return best;
}

static inline void recorded_maker_states(asset_draft_recorded* x, int32_t coords, arena* memory) {
    size_t n = (size_t)coords;
    int16_t* orbits = ARENA_NEW(memory, int16_t, RECORDED_MAKER_STATES * n);
    float* scales = ARENA_NEW(memory, float, n);
    double* most = ARENA_NEW(memory, double, n);
    format_jump* jumps =
        ARENA_NEW(memory, format_jump, (size_t)RECORDED_MAKER_STATES * RECORDED_MAKER_ENTRIES);
    for (size_t k = 0; k < n; ++k) {
        scales[k] = 0x1p-19f / (float)(k + 1);
        for (size_t s = 1; s < RECORDED_MAKER_STATES; ++s) {
            size_t word = (s * s * (k + 3) * 131 + s * 977 * (k + 1)) % 40001;
            orbits[s * n + k] = (int16_t)((int)word - 20000);
            most[k] = fmax(most[k], (double)scales[k] * abs(orbits[s * n + k]));
        }
    }
    for (int32_t s = 0; s < RECORDED_MAKER_STATES; ++s)
        for (uint32_t e = 0; e < RECORDED_MAKER_ENTRIES; ++e)
            jumps[3 * s + (int32_t)e] = recorded_maker_jump(s, e);
    x->scales = scales;
    x->most = most;
    x->orbits = orbits;
    x->jumps = jumps;
}

// Makes a part of the maker a recorded one.
static inline asset_draft_recorded* recorded_maker_add(asset_maker* m, int32_t part) {
    asset_draft_recorded* x = ARENA_NEW(m->memory, asset_draft_recorded, 1);
    format_recorded_contact* touches =
        ARENA_NEW(m->memory, format_recorded_contact, RECORDED_MAKER_TOUCHES);
    asset_draft_part* p = &m->draft_parts[part];
    recorded_maker_palette(x, m->memory);
    recorded_maker_states(x, p->coord_count, m->memory);
    for (int i = 0; i < RECORDED_MAKER_TOUCHES; ++i)
        touches[i] = (format_recorded_contact){.state = (uint32_t)(5 * i),
                                               .first = (uint32_t)i,
                                               .second = i == 1 ? 7 : FORMAT_NONE,
                                               .place = {0.5f, 0.0f, 0.25f * (float)i},
                                               .normal = {0.0f, 1.0f, 0.0f},
                                               .impulse = 0.125f};
    x->responses = recorded_maker_responses;
    x->touches = touches;
    x->record = (format_recorded){.entry_count = RECORDED_MAKER_ENTRIES,
                                  .speed_count = RECORDED_MAKER_SPEEDS,
                                  .response_count = RECORDED_MAKER_RESPONSES,
                                  .state_count = RECORDED_MAKER_STATES,
                                  .contact_count = RECORDED_MAKER_TOUCHES,
                                  .still = 1,
                                  .shortest = 5,
                                  .step = 0.0625f,
                                  .blend = 8.0f,
                                  .balance = 0.25f,
                                  .jump_scale = 0.001f,
                                  .error = 0.003f,
                                  .axis = {0.0f, 1.0f, 0.0f},
                                  .low = {-FORMAT_LARGEST, -FORMAT_LARGEST, -FORMAT_LARGEST},
                                  .high = {2.0f, FORMAT_LARGEST, FORMAT_LARGEST}};
    for (int32_t k = 0; k < p->coord_count; ++k) {
        m->parts[part].lambda[k] = (double)FORMAT_LARGEST;
        m->parts[part].decay[k] = 1e6;
    }
    p->recorded_or_null = x;
    return x;
}
