// Which held points are solved together, and the columns of their rows.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_work.h"

#include "runtime/base/assert.h"

#include <string.h>

enum { PIN_GROUP_KINDS = SUPPLE_HOLD_ACCELERATION + 1 };

bool pin_work_is_live(const supple_body* b, int32_t i) {
    SUPPLE_ASSERT(i >= 0 && i < b->pin_count);
    const pin_slot* slot = &b->pins[i];
    return (slot->used == PIN_HELD || slot->used == PIN_LEVER) &&
           slot->kind <= SUPPLE_HOLD_ACCELERATION && point_is_sound(b, slot->point) &&
           point_is_number(slot->target);
}

static bool overlap(const uint64_t a[4], const uint64_t b[4]) {
    return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3])) != 0;
}

// Forces act at levers: there are some, and they do not make the motion grow.
static bool levered(const pin_slot* slot) {
    return slot->has_levers != 0 && !(slot->checked < 0.0f);
}

static bool together(const pin_slot* a, const point_ground* at, const pin_slot* b,
                     const point_ground* there) {
    if (a->kind != b->kind || levered(a) != levered(b))
        return false;
    return levered(a) ? a->hold == b->hold : overlap(at->parts, there->parts);
}

static void add_pin(const supple_body* b, pin_work* w, pin_group* g, int32_t slot,
                    point_ground ground) {
    for (int k = 0; k < 4; ++k)
        g->parts[k] |= ground.parts[k];
    point_parts(b, b->pins[slot].point, g->moved);
    g->scale = ground.scale > g->scale ? ground.scale : g->scale;
    w->ground[w->pin_count] = ground;
    w->slot[w->pin_count++] = (uint8_t)slot;
    if (b->pins[slot].used == PIN_LEVER)
        ++g->lever_count;
    else
        ++g->count;
}

// Live holds on soft points, sorted into groups. A pin that joins two groups makes them one.
void pin_work_find_groups(const supple_body* b, pin_work* w) {
    uint8_t group_of[PIN_MOST];
    uint8_t slots[PIN_MOST];
    int32_t count = 0;
    for (int32_t i = 0; i < b->pin_count; ++i) {
        if (!pin_work_is_live(b, i) || (b->pins[i].used == PIN_LEVER && !levered(&b->pins[i])))
            continue;
        w->ground[count] = point_ground_at(b, b->pins[i].point, POINT_OWN);
        slots[count] = (uint8_t)i;
        count += w->ground[count].limit > 0.0;
    }
    for (int32_t i = 0; i < count; ++i) {
        group_of[i] = (uint8_t)i;
        for (int32_t k = 0; k < i; ++k) {
            uint8_t old = group_of[k];
            bool joined =
                together(&b->pins[slots[i]], &w->ground[i], &b->pins[slots[k]], &w->ground[k]);
            for (int32_t j = 0; j < i && joined; ++j)
                group_of[j] = group_of[j] == old ? (uint8_t)i : group_of[j];
        }
    }
    static const supple_hold_kind order[PIN_GROUP_KINDS] = {
        SUPPLE_HOLD_ACCELERATION, SUPPLE_HOLD_VELOCITY, SUPPLE_HOLD_VELOCITY_END,
        SUPPLE_HOLD_PLACE_FORCE, SUPPLE_HOLD_PLACE};
    w->pin_count = w->group_count = 0;
    for (int k = 0; k < PIN_GROUP_KINDS; ++k) {
        w->kinds[order[k]] = false;
        for (int32_t label = 0; label < count; ++label) {
            pin_group g = {.kind = order[k], .first = w->pin_count};
            for (int32_t i = 0; i < count; ++i) // levers have later slots than points
                if (group_of[i] == label && b->pins[slots[i]].kind == (uint8_t)order[k])
                    add_pin(b, w, &g, slots[i],
                            point_ground_at(b, b->pins[slots[i]].point, POINT_OWN));
            if (g.count > 0 && (g.lever_count > 0 || !levered(&b->pins[w->slot[g.first]]))) {
                w->groups[w->group_count++] = g;
                w->kinds[order[k]] = true;
            } else {
                w->pin_count = g.first; // levers, or points, on what is not soft
            }
        }
    }
}

// ---- columns ---------------------------------------------------------------------------

void pin_work_gather(const supple_body* b, const pin_group* g, const double* all, double* own) {
    if (b->free) {
        memcpy(own, all, sizeof *own * (size_t)g->n);
        return;
    }
    for (int32_t p = 0; p < b->part_count; ++p) {
        if (!pin_work_has(g->moved, p))
            continue;
        memcpy(own, all + b->parts[p].first, sizeof *own * (size_t)b->parts[p].count);
        own += b->parts[p].count;
    }
}

void pin_work_scatter(const supple_body* b, const pin_group* g, const double* own, double* all) {
    for (int32_t i = 0; i < g->n && b->free; ++i)
        all[i] += own[i];
    for (int32_t p = 0; p < b->part_count && !b->free; ++p)
        for (int32_t i = 0; i < b->parts[p].count && pin_work_has(g->moved, p); ++i)
            all[b->parts[p].first + i] += *own++;
}

void pin_work_into(const pin_arrays* a, int32_t k, const double world[3], double own[3]) {
    const double* m = a->into + 9 * k;
    for (int r = 0; r < 3; ++r)
        own[r] = m[3 * r] * world[0] + m[3 * r + 1] * world[1] + m[3 * r + 2] * world[2];
}

int32_t pin_work_columns(const supple_body* b, const pin_arrays* a, const pin_group* g) {
    int32_t count = b->free ? a->n : 0;
    for (int32_t p = 0; p < b->part_count && !b->free; ++p)
        count += pin_work_has(g->moved, p) ? b->parts[p].count : 0;
    return count;
}
