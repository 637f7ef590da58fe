// Bytes that may be a recording, through all that is done with one; ends the program where something wrong got through.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake_recording.h"
#include "bake/simulate/checkpoint.h"
#include "supple/supple.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RECORDING_TRY_MOST = 20000 }; // numbers of all states: more would only take longer

// The sum at the end of a head as long as the file says.
static inline void recording_sum(uint8_t* data, size_t size) {
    uint64_t head;
    if (size < 40)
        return;
    memcpy(&head, data + 16, sizeof head);
    if (head > size || head < 40)
        return;
    uint64_t sum = checkpoint_mark(0, data, head - sizeof sum);
    memcpy(data + head - sizeof sum, &sum, sizeof sum);
}

static inline void recording_check(const recording* x, report* r) {
    size_t numbers = 3 * (size_t)x->vertex_count;
    float* state = malloc(numbers * sizeof *state);
    for (int32_t s = 0; s < x->state_count; ++s) {
        int32_t of = recording_response_of(x, s);
        if (of < -1 || of >= x->response_count)
            abort();
        if (recording_states(x, s, 1, state, r))
            for (size_t i = 0; i < numbers; ++i)
                if (!isfinite(state[i]))
                    abort();
    }
    free(state);
}

// 0: it is none; 1: it is, and cannot be played; 2: it is baked.
static inline int recording_open_and_bake(const char* path) {
    arena* memory = arena_create();
    report r = report_new(memory);
    recording x;
    int came = 0;
    if (recording_open(path, memory, &x, &r) &&
        (int64_t)x.vertex_count * x.state_count < RECORDING_TRY_MOST) {
        recipe how = recipe_default();
        const bake_options o = {.threads = 1};
        bake_result out;
        recording_check(&x, &r);
        r = report_new(memory);
        how.recorded.rank = 3;
        how.recorded.look = 0;
        how.recorded.run_on = 1.0;
        came = 1 + bake_recording(&x, &how, &o, memory, &out, &r);
        for (int32_t i = 0; i < r.count; ++i)
            if (strstr(r.findings[i].text, "breaks a rule") != NULL) {
                fprintf(stderr, "%s\n", r.findings[i].text); // a person could not act on it
                abort();
            }
    }
    if ((came == 2) != (r.error_count == 0) && came > 0) {
        fprintf(stderr, "%s\n", r.count > 0 ? r.findings[0].text : "nothing was said");
        abort();
    }
    for (int32_t i = 0; i < r.count; ++i)
        finding_text(&r.findings[i], memory);
    arena_destroy(memory);
    return came;
}

static inline int recording_try(const uint8_t* data, size_t size, bool summed) {
    uint8_t* copy = malloc(size + 1);
    if (size > 0)
        memcpy(copy, data, size);
    if (summed)
        recording_sum(copy, size);
    int file = memfd_create("recording", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int came = 0;
    if (file >= 0 && write(file, copy, size) == (ssize_t)size)
        came = recording_open_and_bake(path);
    close(file);
    free(copy);
    return came;
}
