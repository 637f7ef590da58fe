// A palette: the few interactions that a recorded scene knows, and the rules that sequences of them obey.
//
// James & Fatahalian 2003, sections 3.3 to 3.5. An entry is an impulse (velocities jump, of the support or of the body)
// and a forcing (the velocity that the support goes on with). The support's speed is part of the state: it is one of a
// few, and an entry is allowed where its result is one of them, the change is not too large, and the support has room
// to go on so for the shortest time. All that is kept in one table, speed x entry -> speed, so that the sampler, the
// runtime and a test of either ask the same short question.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/support.h"

enum { PALETTE_ENTRIES_MOST = 32, PALETTE_SPEEDS_MOST = 32 };

// How the support moves: `rate` of one that turns, the others of a free one.
typedef struct palette_speed {
    vec3 velocity, spin; // m/s, rad/s
    double rate;         // rad/s
} palette_speed;

typedef struct palette_entry {
    const char* name;
    place where;
    bool has_body_impulse, has_support_impulse, has_forcing; // at least one; never the last two
    vec3 body_velocity, body_spin; // m/s, rad/s: of all that is free, in the support's axes
    palette_speed support_impulse; // by so much the support's speed changes
    palette_speed forcing;         // so it goes on
} palette_entry;

typedef struct palette {
    support_kind kind;          // SUPPORT_FREE or SUPPORT_TURNING
    double fps;                 // states a second
    int32_t speed_count, still; // still: the speed that is none, which chains begin with
    palette_speed* speeds;
    int32_t entry_count;
    palette_entry* entries;
    palette_speed
        change; // at most so much at once: lengths of velocity and spin, rate; INFINITY: any
    vec3 low,
        high; // of the support's way since the beginning, m; of one that turns its angle is x, rad
    vec3 begin;                // where it begins
    int32_t shortest, longest; // states
    double full;               // share of responses that last as long as they may, 0 to 1
    int32_t responses, chains; // of all chains together
    uint64_t seed;
    bool speed_matters; // there is air, the support turns, or an entry names the speed after it:
                        // what then fits one speed does not fit another
    int32_t next[PALETTE_SPEEDS_MOST][PALETTE_ENTRIES_MOST]; // the speed after an entry; -1: never
} palette;

// Sets `next` from the rest.
void palette_set_rules(palette* p);

// How fast the support's way grows at a speed, 1/s.
vec3 palette_drift(const palette* p, int32_t speed);

// States that the support can go on at a speed before a limit stops it, at most `most`.
int32_t palette_room(const palette* p, vec3 displacement, int32_t speed, int32_t most);

// Is the entry allowed, at this speed and at this place of the way?
bool palette_allows(const palette* p, vec3 displacement, int32_t speed, int32_t entry);

// False with a sentence for each entry that can never be reached, and for each speed that a sequence could not leave
// wherever the support is then.
bool palette_check(const palette* p, place where, report* r);
