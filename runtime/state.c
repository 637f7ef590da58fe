// Saving and restoring: the state is one run of bytes, so both are a copy.
// SPDX-License-Identifier: MIT
#include "runtime/tune.h"

#include <string.h>

size_t supple_body_state_size(const supple_body* body) {
    return body->state_size;
}

void supple_body_save(const supple_body* body, void* state) {
    memcpy(state, body->state, body->state_size);
}

// A state of another asset, or of other max_pins, has another size or another mark. Numbers that become
// indices are looked at too: a damaged state may move wrongly, but it stays within the arrays.
bool supple_body_restore(supple_body* body, const void* state, size_t size) {
    body_state head;
    if (size != body->state_size)
        return false;
    memcpy(&head, state, sizeof head);
    uint8_t spin, free, linear; // as bytes: a bool that is neither 0 nor 1 may not be looked at
    memcpy(&spin, (const char*)state + offsetof(body_state, options.spin), 1);
    memcpy(&free, (const char*)state + offsetof(body_state, options.free), 1);
    memcpy(&linear, (const char*)state + offsetof(body_state, options.linear), 1);
    if (head.mark != body->state->mark || head.size != body->state_size || head.now < 0 ||
        head.now > 2 || head.options.max_pins != body->pin_count || spin > 1 ||
        free != body->free || linear != body->linear)
        return false;
    size_t tuning = (size_t)((const char*)body->tuning - (const char*)body->state);
    bool retuned = memcmp((const char*)state + tuning, body->tuning,
                          sizeof(supple_tuning) * (size_t)body->part_count) != 0;
    memcpy(body->state, state, size);
    for (int32_t p = 0; p < body->part_count; ++p)
        if (body->active[p] < 0 || body->active[p] > body->parts[p].count)
            body->active[p] = body->parts[p].count;
    if (retuned)
        tune_rates(body);
    for (int32_t p = 0; p < body->part_count; ++p)
        if (body->parts[p].model->restore != NULL)
            body->parts[p].model->restore(body, p);
    return true;
}

supple_stats supple_body_stats(const supple_body* body) {
    const body_state* s = body->state;
    return (supple_stats){s->steps,    s->limited,   s->rejected,
                          s->substeps, s->fallbacks, s->asleep != 0};
}
