// The rules of a palette as a table, and the room that limits leave.
// SPDX-License-Identifier: MIT
#include "bake/record/palette.h"

#include "bake/base/assert.h"

#include <math.h>

static const double PALETTE_SAME = 1e-9; // speeds nearer than this, of the largest, are one
static const double STATE_PART = 1e-6;   // of a state: what a limit may be short of by rounding

static palette_speed sum(palette_speed a, palette_speed b) {
    return (palette_speed){v3_add(a.velocity, b.velocity), v3_add(a.spin, b.spin), a.rate + b.rate};
}

static palette_speed difference(palette_speed a, palette_speed b) {
    return (palette_speed){v3_sub(a.velocity, b.velocity), v3_sub(a.spin, b.spin), a.rate - b.rate};
}

// Whether every part of it is at most that of the other.
static bool within(palette_speed s, palette_speed most, double slack) {
    return v3_length(s.velocity) <= most.velocity.x + slack &&
           v3_length(s.spin) <= most.spin.x + slack && fabs(s.rate) <= most.rate + slack;
}

// Of all speeds, so that rounding in sums of them is far below it.
static double slack_of(const palette* p) {
    double most = 0.0;
    for (int32_t i = 0; i < p->speed_count; ++i) {
        const palette_speed* s = &p->speeds[i];
        most = fmax(most, fmax(v3_length(s->velocity), fmax(v3_length(s->spin), fabs(s->rate))));
    }
    return PALETTE_SAME * most;
}

static int32_t find_speed(const palette* p, palette_speed wanted, double slack) {
    for (int32_t i = 0; i < p->speed_count; ++i)
        if (within(difference(p->speeds[i], wanted), (palette_speed){.rate = 0.0}, slack))
            return i;
    return -1;
}

void palette_set_rules(palette* p) {
    SUPPLE_ASSERT(p->speed_count <= PALETTE_SPEEDS_MOST && p->entry_count <= PALETTE_ENTRIES_MOST);
    double slack = slack_of(p);
    for (int32_t s = 0; s < p->speed_count; ++s)
        for (int32_t e = 0; e < p->entry_count; ++e) {
            const palette_entry* x = &p->entries[e];
            palette_speed after = x->has_forcing           ? x->forcing
                                  : x->has_support_impulse ? sum(p->speeds[s], x->support_impulse)
                                                           : p->speeds[s];
            int32_t to = find_speed(p, after, slack);
            bool allowed = to >= 0 && (to != s || x->has_body_impulse) && // else nothing happens
                           within(difference(p->speeds[to], p->speeds[s]), p->change, slack);
            p->next[s][e] = allowed ? to : -1;
        }
}

vec3 palette_drift(const palette* p, int32_t speed) {
    const palette_speed* s = &p->speeds[speed];
    return p->kind == SUPPORT_TURNING ? v3(s->rate, 0.0, 0.0) : s->velocity;
}

int32_t palette_room(const palette* p, vec3 displacement, int32_t speed, int32_t most) {
    vec3 drift = palette_drift(p, speed);
    double room = most;
    for (int k = 0; k < 3; ++k) {
        double d = (&drift.x)[k], at = (&displacement.x)[k];
        if (d != 0.0)
            room = fmin(room, ((d > 0.0 ? (&p->high.x)[k] : (&p->low.x)[k]) - at) / d * p->fps);
    }
    return room > 0.0 ? (int32_t)floor(room + STATE_PART) : 0;
}

bool palette_allows(const palette* p, vec3 displacement, int32_t speed, int32_t entry) {
    int32_t after = p->next[speed][entry];
    return after >= 0 && palette_room(p, displacement, after, p->shortest) >= p->shortest;
}
