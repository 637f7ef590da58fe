// Holds by their ids: an index, and a generation that tells a hold from an earlier one in its slot.
//
// They are part of a body's state, so that a restored body holds what it held.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin.h"

#include "runtime/body/point.h"

// The first slot of a hold, or NULL when the id is stale.
static pin_slot* find_slot(supple_body* b, supple_pin pin) {
    if (pin.generation == 0 || pin.index >= b->pin_count)
        return NULL;
    pin_slot* slot = &b->pins[pin.index];
    return slot->used != PIN_UNUSED && slot->hold == pin.index && slot->generation == pin.generation
               ? slot
               : NULL;
}

static bool sound(const supple_body* b, supple_hold_kind kind, const supple_point* points,
                  const supple_vec3* targets, int count, const supple_point* levers,
                  int lever_count) {
    if (kind < SUPPLE_HOLD_PLACE || kind > SUPPLE_HOLD_ACCELERATION || count < 1 || lever_count < 0)
        return false;
    bool ok = true;
    for (int i = 0; i < count && ok; ++i)
        ok = point_is_sound(b, points[i]) && point_is_number(targets[i]);
    for (int i = 0; i < lever_count && ok; ++i)
        ok = point_is_sound(b, levers[i]);
    return ok;
}

static bool room_for(const supple_body* b, int64_t count) {
    for (int32_t i = 0; i < b->pin_count; ++i)
        count -= b->pins[i].used == PIN_UNUSED;
    return count <= 0;
}

supple_pin supple_body_hold(supple_body* body, supple_hold_kind kind, const supple_point* points,
                            const supple_vec3* targets, int count,
                            const supple_point* levers_or_null, int lever_count) {
    supple_pin id = {0, 0};
    if (levers_or_null == NULL)
        lever_count = 0;
    if (!sound(body, kind, points, targets, count, levers_or_null, lever_count)) {
        ++body->state->rejected;
        return id;
    }
    // a free body goes and turns as its levers push it: what holds one point spins it up about that, without end
    int levers = free_is(body) ? 0 : lever_count;
    if (!room_for(body, (int64_t)count + levers) || !pin_work_make(body))
        return id;
    body->state->fallbacks += levers < lever_count;
    int taken = 0;
    for (int32_t i = 0; taken < count + levers; ++i) {
        pin_slot* slot = &body->pins[i];
        if (slot->used != PIN_UNUSED)
            continue;
        uint16_t generation = slot->generation;
        if (taken == 0) {
            generation = (uint16_t)(generation == UINT16_MAX ? 1 : generation + 1);
            id = (supple_pin){(uint16_t)i, generation};
        }
        *slot = (pin_slot){.point = taken < count ? points[taken] : levers_or_null[taken - count],
                           .generation = generation,
                           .used = taken < count ? PIN_HELD : PIN_LEVER,
                           .kind = (uint8_t)kind,
                           .hold = id.index,
                           .has_levers = levers > 0};
        if (taken < count) {
            slot->target = targets[taken];
            slot->aim = supple_body_position(body, points[taken]);
        }
        ++taken;
    }
    body_wake(body);
    return id;
}

void supple_body_move_hold(supple_body* body, supple_pin hold, const supple_vec3* targets) {
    if (find_slot(body, hold) == NULL)
        return;
    bool numbers = true;
    for (int32_t i = 0, k = 0; i < body->pin_count; ++i)
        if (body->pins[i].used == PIN_HELD && body->pins[i].hold == hold.index)
            numbers &= point_is_number(targets[k++]);
    if (!numbers) {
        ++body->state->rejected;
        return;
    }
    for (int32_t i = 0, k = 0; i < body->pin_count; ++i)
        if (body->pins[i].used == PIN_HELD && body->pins[i].hold == hold.index)
            body->pins[i].target = targets[k++];
    body_wake(body);
}

supple_pin supple_body_pin(supple_body* body, supple_point at, supple_vec3 target) {
    return supple_body_hold(body, SUPPLE_HOLD_PLACE, &at, &target, 1, NULL, 0);
}

// One target for a hold of several points is for its first.
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
    if (find_slot(body, pin) == NULL)
        return;
    for (int32_t i = 0; i < body->pin_count; ++i)
        if (body->pins[i].used != PIN_UNUSED && body->pins[i].hold == pin.index)
            body->pins[i].used = PIN_UNUSED;
    body_wake(body);
}

void pin_doubt(supple_body* b) {
    for (int32_t i = 0; i < b->pin_count; ++i)
        b->pins[i].checked = 0.0f;
}
