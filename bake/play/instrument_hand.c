// The instrument at work: a collider that moves while the jaws are open, a hold of the skin while they are closed.
// SPDX-License-Identifier: MIT
#include "bake/play/instrument.h"

#include "bake/base/arena.h"

static const double INSTRUMENT_HAND_REACH = 1.8; // radii round the tip: what the jaws hold
static const double AWAY =
    1e3; // radii that a rod is put aside while its jaws hold: they are in the flesh

enum { INSTRUMENT_HAND_CONTACTS = 64 };

static supple_matrix rod_pose(const instrument_hand* h, double time, bool aside) {
    play_solid rod = instrument_rod(h->x, time);
    if (aside)
        rod.middle = v3_madd(rod.middle, v3_unit(rod.along), AWAY * h->x->radius);
    return solid_pose(&rod);
}

bool instrument_take(instrument_hand* h, const instrument* x, supple_world* world,
                     supple_body* body, const supple_asset* asset, arena* memory) {
    *h = (instrument_hand){
        .x = x, .world = world, .body = body, .vertex_count = asset->vertex_count};
    h->skin = arena_alloc(memory, (size_t)asset->vertex_count, sizeof *h->skin);
    play_solid rod = instrument_rod(x, 0.0);
    h->rod = solid_put(&rod, world);
    return h->rod.generation != 0;
}

// ---- jaws --------------------------------------------------------------------------------------

static vec3 place_of(const instrument_hand* h, int32_t v) {
    return v3(h->skin[v][0], h->skin[v][1], h->skin[v][2]);
}

// The vertex within reach that is farthest from all that are chosen, the nearest to the tip first; -1: none.
static int32_t choose_next(const instrument_hand* h, vec3 tip, const int32_t* chosen,
                           int32_t count) {
    int32_t best = -1;
    double most = 0.0, reach = INSTRUMENT_HAND_REACH * h->x->radius;
    for (int32_t v = 0; v < h->vertex_count; ++v) {
        double off = v3_distance(place_of(h, v), tip), apart = count == 0 ? reach - off : INFINITY;
        for (int32_t i = 0; i < count; ++i)
            apart = fmin(apart, v3_distance(place_of(h, v), place_of(h, chosen[i])));
        if (off < reach && apart > most) {
            most = apart;
            best = v;
        }
    }
    return best;
}

static void close_jaws(instrument_hand* h, vec3 tip) {
    supple_streams streams = supple_streams_packed(h->skin[0], NULL);
    supple_body_skin(h->body, &streams);
    int32_t chosen[INSTRUMENT_HELD], count = 0;
    supple_point points[INSTRUMENT_HELD];
    while (count < INSTRUMENT_HELD) {
        int32_t v = choose_next(h, tip, chosen, count);
        if (v < 0)
            break;
        chosen[count] = v;
        points[count] = (supple_point){{(uint32_t)v, 0, 0}, {1.0f, 0.0f, 0.0f}};
        h->held[count++] = (supple_vec3){h->skin[v][0], h->skin[v][1], h->skin[v][2]};
    }
    h->held_count = count;
    h->closed_at = tip;
    if (count > 0)
        h->hold = supple_body_hold(h->body, SUPPLE_HOLD_PLACE, points, h->held, count, NULL, 0);
}

static void carry(const instrument_hand* h, vec3 tip) {
    supple_vec3 to[INSTRUMENT_HELD];
    vec3 displacement = v3_sub(tip, h->closed_at);
    for (int32_t i = 0; i < h->held_count; ++i)
        to[i] = (supple_vec3){h->held[i].x + (float)displacement.x,
                              h->held[i].y + (float)displacement.y,
                              h->held[i].z + (float)displacement.z};
    supple_body_move_hold(h->body, h->hold, to);
}

// ---- steps -------------------------------------------------------------------------------------

void instrument_move(instrument_hand* h, double time) {
    instrument_key now = instrument_at(h->x, time);
    bool holds = h->hold.generation != 0;
    supple_matrix at = rod_pose(h, time, now.grips);
    if (now.grips && !holds)
        close_jaws(h, now.tip);
    else if (now.grips)
        carry(h, now.tip);
    if (!now.grips && holds) {
        supple_body_unpin(h->body, h->hold);
        h->hold = (supple_pin){0};
    }
    if (now.grips || holds)
        supple_world_place_collider(h->world, h->rod, &at);
    else
        supple_world_move_collider(h->world, h->rod, &at);
}

void instrument_feel(instrument_hand* h, double seconds) {
    supple_contact all[INSTRUMENT_HAND_CONTACTS];
    int count = supple_world_contacts(h->world, all, INSTRUMENT_HAND_CONTACTS);
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < count && i < INSTRUMENT_HAND_CONTACTS; ++i)
        if (all[i].collider.index == h->rod.index &&
            all[i].collider.generation == h->rod.generation)
            sum = v3_madd(sum, v3(all[i].normal.x, all[i].normal.y, all[i].normal.z),
                          all[i].impulse / seconds);
    h->newtons = v3_length(sum);
    h->most = fmax(h->most, h->newtons);
}
