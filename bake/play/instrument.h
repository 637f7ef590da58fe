// An instrument in a hand: a rod with a round tip that presses flesh, and jaws that hold it and pull.
//
// A table says where the tip is and whether the jaws are closed. The rod goes through the place where it came in, as through a
// port in a belly's wall. What presses is a collider that moves (supple.h); what pulls is a hold of the skin between the jaws.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/play/solid.h"

typedef struct instrument_key {
    double time; // seconds, ascending from key to key
    vec3 tip;    // in the scene's world and unit: the middle of the round end
    bool grips;  // from this key on
} instrument_key;

typedef struct instrument {
    int32_t count; // two or more
    instrument_key* keys;
    double
        radius; // of the rod, in the scene's unit; read from a table: a fortieth of how far the tip goes
} instrument;

// Lines "time, x, y, z" or "time, x, y, z, grip" (0 or 1); the first line may name the columns; # begins a comment.
// False with a sentence and its line.
bool instrument_read(bytes file, const char* path, arena* memory, instrument* out, report* r);

// Where it is at a time: it eases from line to line, and rests in each.
instrument_key instrument_at(const instrument* x, double time);

// The rod goes through here: as far before its first place as the second is behind it.
vec3 instrument_port(const instrument* x);

// As it is drawn, and as it presses.
play_solid instrument_rod(const instrument* x, double time);

enum { INSTRUMENT_HELD = 6 }; // points between its jaws, at most: of options.max_pins

// A hand with the instrument in it, on one body of a world.
typedef struct instrument_hand {
    const instrument* x;
    supple_world* world;
    supple_body* body;
    int32_t vertex_count;
    float (*skin)[3]; // [vertex_count] scratch
    supple_collider rod;
    supple_pin hold;
    supple_vec3 held[INSTRUMENT_HELD]; // where the points were when the jaws closed
    int32_t held_count;
    vec3 closed_at;       // the tip then
    double newtons, most; // with which it presses now, and pressed at most
} instrument_hand;

// False when the world has no room for it.
bool instrument_take(instrument_hand* h, const instrument* x, supple_world* world,
                     supple_body* body, const supple_asset* asset, arena* memory);

// Before a step that ends at `time`; and after it, of `seconds`: how hard it pressed.
void instrument_move(instrument_hand* h, double time);
void instrument_feel(instrument_hand* h, double seconds);
