// Saved states with words changed: each is refused, or the body goes on with it, wrongly perhaps, but with numbers and within its
// memory. fuzz_state.c finds bytes, test_playback_attack.c tries random ones.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/check_asset.h"

enum { DAMAGE_FILES = 3, DAMAGE_STEPS = 24 };

typedef struct damage_files { // golden assets, and a state of each in the middle of its motion
    uint8_t *bytes[DAMAGE_FILES], *states[DAMAGE_FILES];
    supple_asset assets[DAMAGE_FILES];
    supple_body* bodies[DAMAGE_FILES];
} damage_files;

static inline void damage_begin_entries(supple_body* b, const supple_asset* a, int frame) {
    for (int p = 0; p < a->part_count; ++p) {
        int count = supple_asset_recorded(a, p).entry_count;
        if (count > 0 && frame % 5 == 2)
            supple_body_trigger(b, p, frame % count);
        if (count > 0 && frame % 7 == 3)
            supple_body_queue(b, p, frame / 7 % count);
    }
}

static inline bool damage_open(damage_files* f, const char* folder) {
    static const char* const names[DAMAGE_FILES] = {"recorded", "posed", "v1"};
    for (int i = 0; i < DAMAGE_FILES; ++i) {
        char path[4096];
        size_t size;
        snprintf(path, sizeof path, "%s/%s.supple", folder, names[i]);
        f->bytes[i] = asset_load(path, &size);
        if (f->bytes[i] == NULL || supple_asset_read(&f->assets[i], f->bytes[i], size) != SUPPLE_OK)
            return false;
        f->bodies[i] = supple_body_create(&f->assets[i], NULL, NULL);
        for (int n = 0; n < 20; ++n) {
            damage_begin_entries(f->bodies[i], &f->assets[i], n);
            supple_body_step(f->bodies[i], 1.0f / 60.0f);
        }
        f->states[i] = malloc(supple_body_state_size(f->bodies[i]));
        supple_body_save(f->bodies[i], f->states[i]);
    }
    return true;
}

static inline void damage_close(damage_files* f) {
    for (int i = 0; i < DAMAGE_FILES; ++i) {
        supple_body_destroy(f->bodies[i]);
        free(f->bytes[i]);
        free(f->states[i]);
    }
}

// Ends the program where something that is no number is shown.
static inline void damage_play(supple_body* b, const supple_asset* a) {
    float* positions = malloc(6 * (size_t)a->vertex_count * sizeof *positions);
    supple_streams out = supple_streams_packed(positions, positions + 3 * (size_t)a->vertex_count);
    for (int n = 0; n < DAMAGE_STEPS; ++n) {
        damage_begin_entries(b, a, n);
        for (int p = 0; p < a->part_count; ++p) {
            supple_recorded_contact contacts[4];
            supple_playing now = supple_body_playing(b, p);
            if (!isfinite(now.seconds) || !isfinite(now.offset) || !isfinite(now.support.m[12]))
                abort();
            supple_body_recorded_contacts(b, p, contacts, 4);
        }
        supple_body_step(b, n == 13 ? 0.7f : 1.0f / 60.0f);
        for (int k = 0; k < a->coord_count; ++k)
            if (!isfinite(supple_body_coords(b)[k]))
                abort();
    }
    supple_body_evaluate(b, &out);
    for (int64_t i = 0; i < 3 * (int64_t)a->vertex_count; ++i)
        if (!isfinite(positions[i]))
            abort();
    free(positions);
}

// The first byte chooses the body, then four each: a place, what happens to the word there, a number. True: it was restored.
static inline bool damage_try(const damage_files* f, const uint8_t* data, size_t size) {
    static const uint32_t telling[] = {0,          1,          0xFFFFFFFF, 0x7FFFFFFF, 0x80000000,
                                       0x3F800000, 0x7F800000, 0x7FC00000, 0x7F7FFFFF, 0x5368D4A5,
                                       0x40590000, 0x7FF00000, 0x7FEFFFFF, 0x00000008};
    if (size < 5)
        return false;
    int which = data[0] % DAMAGE_FILES;
    supple_body* b = f->bodies[which];
    size_t all = supple_body_state_size(b);
    uint8_t* state = asset_copy(f->states[which], all);
    for (size_t i = 1; i + 4 <= size && i < 41; i += 4) {
        uint8_t* at = state + (data[i] | (size_t)data[i + 1] << 8) % (all / 4) * 4;
        uint32_t word;
        memcpy(&word, at, 4);
        if (data[i + 2] % 4 == 0)
            word = telling[data[i + 3] % (sizeof telling / sizeof *telling)];
        else if (data[i + 2] % 4 == 1)
            word += (uint32_t)(int8_t)data[i + 3];
        else if (data[i + 2] % 4 == 2)
            word ^= 1u << data[i + 3] % 32;
        else
            word = data[i + 3] * 0x01010101u;
        memcpy(at, &word, 4);
    }
    bool taken = supple_body_restore(b, state, all);
    if (taken)
        damage_play(b, &f->assets[which]);
    if (!supple_body_restore(b, f->states[which], all))
        abort(); // what is sound goes on after what was not
    free(state);
    return taken;
}
