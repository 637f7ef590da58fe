// Coordinates and their speeds, set by the caller.
//
// What the caller sets becomes the state and nothing else: the body goes on from there as if it had come there by itself. What was
// read and is set again changes no bit, not even how long the body has been quiet. Of a free body the rigid motion
// stays: its angular momentum becomes that of the same spin with the flesh as it is now.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"

#include <string.h>

static bool are_numbers(const float* x, int32_t count) {
    bool sound = true;
    for (int32_t i = 0; i < count && x != NULL; ++i)
        sound &= x[i] >= -FORMAT_LARGEST && x[i] <= FORMAT_LARGEST;
    return sound;
}

static bool differ(const float* to, const float* from, int32_t count) {
    return from != NULL && memcmp(to, from, sizeof *to * (size_t)count) != 0;
}

static void set(float* to, const float* from, int32_t count) {
    if (from != NULL)
        memcpy(to, from, sizeof *to * (size_t)count);
}

const float* supple_body_speeds(const supple_body* body) {
    return body->v;
}

bool supple_body_set_coords(supple_body* body, int part, const float* coords_or_null,
                            const float* speeds_or_null) {
    bool known = part >= 0 && part < body->part_count;
    int32_t all = known ? body->parts[part].count : 0;
    if (!known || body->parts[part].model->kinematic || !are_numbers(coords_or_null, all) ||
        !are_numbers(speeds_or_null, all)) {
        ++body->state->rejected;
        return false;
    }
    int32_t count = body->active[part];
    float *q = body->q + body->parts[part].first, *v = body->v + body->parts[part].first;
    if (!differ(q, coords_or_null, count) && !differ(v, speeds_or_null, count))
        return true;
    double spin[3];
    free_measure m;
    if (free_is(body)) {
        free_measure_now(body, &m);
        free_spin(body, &m, spin);
    }
    set(q, coords_or_null, count);
    set(v, speeds_or_null, count);
    if (free_is(body))
        free_set_spin(body, spin);
    body_show(body);
    body_wake(body);
    return true;
}
