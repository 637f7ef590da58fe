// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_cache.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

// Of CONTACT_NEAR: what is round bears where it is now, and contacts that lag behind are a torque.
static const double ROUND_NEAR = 0.02;

contact_cache* contact_cache_lay_out(memory_layout* l, int32_t max_bodies, int32_t max_contacts) {
    SUPPLE_ASSERT(max_bodies >= 0 && max_contacts >= 0);
    contact_cache* c = memory_take(l, 1, sizeof *c);
    int32_t room = CONTACT_CACHE_PAIRS * max_bodies, bits = 1;
    room = room > CONTACT_CACHE_LEAST ? room : CONTACT_CACHE_LEAST;
    while ((int64_t)1 << bits < 2 * (int64_t)room)
        ++bits;
    contact_cache arrays = {.room = room, .bits = bits};
    for (int k = 0; k < 2; ++k)
        arrays.pairs[k] = memory_take(l, (size_t)room, sizeof *arrays.pairs[k]);
    arrays.listed = memory_take(l, (size_t)room, sizeof *arrays.listed);
    arrays.places = memory_take(l, (size_t)1 << bits, sizeof *arrays.places);
    arrays.last = memory_take(l, (size_t)max_contacts, sizeof *arrays.last);
    if (c != NULL) {
        *c = arrays;
        memset(c->places, 0, sizeof *c->places << bits);
    }
    return c;
}

// ---- pairs -----------------------------------------------------------------------------

static bool is_pair(broad_pair a, broad_pair b) {
    return a.body == b.body && a.other == b.other && a.collider == b.collider;
}

// Where a pair of before is, or the empty place for it.
static contact_cache_place* place_of(const contact_cache* c, broad_pair pair) {
    uint64_t key = (uint64_t)(uint32_t)pair.body << 42 ^ (uint64_t)(uint32_t)pair.other << 21 ^
                   (uint64_t)(uint32_t)pair.collider;
    uint32_t mask = ((uint32_t)1 << c->bits) - 1,
             at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (c->places[at].round == c->round && !is_pair(c->pairs[1][c->places[at].index].pair, pair))
        at = (at + 1) & mask;
    return &c->places[at];
}

void contact_cache_begin(contact_cache* c, const contact* before, int32_t count, bool forget) {
    SUPPLE_ASSERT(count >= 0);
    contact_cached* pairs = c->pairs[1];
    c->pairs[1] = c->pairs[0];
    c->pairs[0] = pairs;
    c->counts[1] = forget ? 0 : c->counts[0];
    c->counts[0] = 0;
    if (++c->round == 0) { // once in four thousand million finds
        memset(c->places, 0, sizeof *c->places << c->bits);
        c->round = 1;
    }
    if (forget)
        return;
    memcpy(c->last, before, sizeof *before * (size_t)count);
    for (int32_t i = 0; i < c->counts[1]; ++i)
        *place_of(c, c->pairs[1][i].pair) = (contact_cache_place){c->round, i};
}

const contact_cached* contact_cache_find(const contact_cache* c, broad_pair pair) {
    if (c->counts[1] == 0)
        return NULL;
    const contact_cache_place* place = place_of(c, pair);
    return place->round == c->round ? &c->pairs[1][place->index] : NULL;
}

bool contact_cache_holds(const contact_cached* known, const contact_scene* scene, double moves) {
    double size = scene->bodies[known->pair.body].skin_or_null->size, its = size,
           last = (double)known->last > moves ? (double)known->last : moves;
    if (known->pair.other >= 0)
        its = scene->bodies[known->pair.other].skin_or_null->size;
    double near = CONTACT_NEAR * (its < size ? its : size);
    bool round =
        scene->bodies[known->pair.body].skin_or_null->rest->round ||
        (known->pair.other >= 0 && scene->bodies[known->pair.other].skin_or_null->rest->round);
    near *= round ? ROUND_NEAR : 1.0;
    return !scene->later || (double)known->moved + last + moves <= near;
}

void contact_cache_note(contact_cache* c, contact_cached found,
                        const contact_cached* before_or_null, bool later) {
    if (c->counts[0] == c->room)
        return;
    // what strikes changes its speed within a substep: it moved no faster than before or after
    if (before_or_null != NULL && later)
        found.moved = before_or_null->moved +
                      (before_or_null->last > found.last ? before_or_null->last : found.last);
    else if (before_or_null != NULL)
        found.moved = before_or_null->moved;
    c->pairs[0][c->counts[0]++] = found;
}

// ---- motion ----------------------------------------------------------------------------

// What a collider's motion adds to a place in the substep.
static void sweep_of(const collider* c, float out[12]) {
    const double *w = c->spin, *x = c->now.place;
    const double turn[3][3] = {{0.0, -w[2], w[1]}, {w[2], 0.0, -w[0]}, {-w[1], w[0], 0.0}};
    for (int i = 0; i < 3; ++i) {
        double shift = c->velocity[i];
        for (int j = 0; j < 3; ++j) {
            out[4 * i + j] = (float)(c->h * turn[i][j]);
            shift -= turn[i][j] * x[j];
        }
        out[4 * i + 3] = (float)(c->h * shift);
    }
}

// Of a body against a collider; against a plane only towards it or away.
static double motion_against(const contact_surface* s, const collider* c) {
    float sweep[12];
    double displacement[3], spread[3], along = 0.0, square = 0.0;
    sweep_of(c, sweep);
    contact_surface_against(s, sweep, displacement, spread);
    for (int a = 0; a < 3; ++a) {
        double n = c->now.turn[a][1];
        along += n * displacement[a];
        square += (fabs(displacement[a]) + spread[a]) * (fabs(displacement[a]) + spread[a]);
    }
    if (c->shape.kind != SUPPLE_PLANE)
        return sqrt(square);
    along = fabs(along);
    for (int a = 0; a < 3; ++a)
        along += fabs(c->now.turn[a][1]) * spread[a];
    return along;
}

double contact_cache_motion(const contact_scene* scene, broad_pair pair) {
    const contact_surface* s = scene->bodies[pair.body].skin_or_null;
    double displacement[3];
    if (pair.collider >= 0)
        return s->wobble + motion_against(s, &scene->colliders->slots[pair.collider]);
    const contact_surface* o = scene->bodies[pair.other].skin_or_null;
    double spread = contact_surface_closing(s, o, displacement);
    return s->wobble + o->wobble + spread + sqrt(dot3(displacement, displacement));
}

// Of the middles of a pair; against a plane only towards it or away.
static double closing(const contact_scene* scene, broad_pair pair) {
    const contact_surface* s = scene->bodies[pair.body].skin_or_null;
    double displacement[3], spread[3];
    if (pair.collider < 0) {
        contact_surface_closing(s, scene->bodies[pair.other].skin_or_null, displacement);
        return sqrt(dot3(displacement, displacement));
    }
    const collider* c = &scene->colliders->slots[pair.collider];
    float sweep[12];
    sweep_of(c, sweep);
    contact_surface_against(s, sweep, displacement, spread);
    double along = 0.0;
    for (int a = 0; a < 3; ++a)
        along += c->now.turn[a][1] * displacement[a];
    return c->shape.kind == SUPPLE_PLANE ? fabs(along) : sqrt(dot3(displacement, displacement));
}

bool contact_cache_list(contact_cache* c, const contact_scene* scene, broad_phase* p) {
    c->listed_count = 0;
    while (c->listed_count < c->room) {
        broad_pair pair;
        if (!broad_next(p, &pair))
            return true;
        c->listed[c->listed_count++] = (contact_listed){pair, closing(scene, pair)};
    }
    return false;
}
