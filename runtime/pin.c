// Pins by their ids: an index, and a generation that tells a pin from an earlier one in its slot.
//
// They are part of a body's state, so that a restored body holds what it held.
// SPDX-License-Identifier: MIT
#include "runtime/pin.h"

#include "runtime/point.h"

// The slot of a pin, or NULL when it is stale.
static pin_slot* find_slot(supple_body* b, supple_pin pin) {
    if (pin.generation == 0 || pin.index >= b->pin_count)
        return NULL;
    pin_slot* slot = &b->pins[pin.index];
    return slot->used != 0 && slot->generation == pin.generation ? slot : NULL;
}

supple_pin supple_body_pin(supple_body* body, supple_point at, supple_vec3 target) {
    supple_pin none = {0, 0};
    if (!point_is_sound(body, at) || !point_is_number(target)) {
        ++body->state->rejected;
        return none;
    }
    for (int32_t i = 0; i < body->pin_count; ++i) {
        pin_slot* slot = &body->pins[i];
        if (slot->used != 0)
            continue;
        slot->point = at;
        slot->target = target;
        slot->generation = (uint16_t)(slot->generation == UINT16_MAX ? 1 : slot->generation + 1);
        slot->used = 1;
        body_wake(body);
        return (supple_pin){(uint16_t)i, slot->generation};
    }
    return none;
}

void supple_body_move_pin(supple_body* body, supple_pin pin, supple_vec3 target) {
    pin_slot* slot = find_slot(body, pin);
    if (slot == NULL)
        return;
    if (!point_is_number(target)) {
        ++body->state->rejected;
        return;
    }
    slot->target = target;
    body_wake(body);
}

void supple_body_unpin(supple_body* body, supple_pin pin) {
    pin_slot* slot = find_slot(body, pin);
    if (slot == NULL)
        return;
    slot->used = 0;
    body_wake(body);
}
