// The contacts of a substep: pairs of the broad phase, one after another, through the finders of their kinds.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_chain.h"

#include "runtime/base/assert.h"
#include "runtime/base/memory.h"

#include <math.h>
#include <string.h>

enum { CONTACT_RIGID = 8 }; // ways to move of a body without flesh, and two to spare
static const double SEARCH_FRACTION =
    0.25;                                // of the work that is left, that one search may take, ...
static const double LEAST_WORK = 1000.0; // ... and at least (contact_work_sum)
// Of CONTACT_NEAR, between bodies that move against each other: they are searched again in the next substep.
static const double MOVING_NEAR = 0.25;
// Of the smaller size in a substep: until a pair is slower coarser points are enough.
static const double FAST = 0.4;

static void lay_out(contact_finder* f, memory_layout* l, int32_t max_bodies, int32_t max_contacts) {
    memory_take(l, 1, sizeof *f);
    f->found = memory_take(l, CONTACT_FOUND, sizeof *f->found);
    f->score = memory_take(l, CONTACT_FOUND, sizeof *f->score);
    f->order = memory_take(l, CONTACT_FOUND, sizeof *f->order);
    f->tried = memory_take(l, 2 * CONTACT_PLACED, sizeof *f->tried);
    f->inside = memory_take(l, CONTACT_FOUND, sizeof *f->inside);
    f->before = memory_take(l, (size_t)max_contacts, sizeof *f->before);
    f->chains = memory_take(l, (size_t)max_bodies, sizeof *f->chains);
    f->broad = broad_lay_out(l, max_bodies);
    f->cache = contact_cache_lay_out(l, max_bodies, max_contacts);
}

size_t contact_finder_size(int32_t max_bodies, int32_t max_contacts) {
    SUPPLE_ASSERT(max_bodies >= 0 && max_contacts >= 0);
    contact_finder f;
    memory_layout l = {NULL, 0};
    lay_out(&f, &l, max_bodies, max_contacts);
    return l.at;
}

contact_finder* contact_finder_start(void* memory, int32_t max_bodies, int32_t max_contacts) {
    SUPPLE_ASSERT(memory != NULL && max_bodies >= 0 && max_contacts >= 0);
    contact_finder* f = memory;
    memset(f, 0, sizeof *f);
    memory_layout l = {memory, 0};
    lay_out(f, &l, max_bodies, max_contacts);
    f->max_bodies = max_bodies;
    f->max_contacts = max_contacts;
    return f;
}

uint32_t contact_dropped(const contact_finder* f) {
    return f->dropped;
}

contact_work contact_work_of(const contact_finder* f) {
    return f->work;
}

int32_t contact_keys(const contact_finder* f, uint64_t* keys) {
    memcpy(keys, f->before, sizeof *keys * (size_t)f->before_count);
    return f->before_count;
}

void contact_recall(contact_finder* f, const uint64_t* keys, int32_t count) {
    f->before_count = count < 0 ? 0 : count < f->max_contacts ? count : f->max_contacts;
    memcpy(f->before, keys, sizeof *keys * (size_t)f->before_count);
}

static bool is_rigid(const contact_surface* s) {
    return s->body_or_null->coord_count == 0;
}

// What is near, and what is one cluster, follows from the smaller of the two: a pebble lies on a boulder by contacts of its
// own size, whoever comes first.
static contact_pair pair_of(contact_finder* f, const contact_scene* scene, int32_t body,
                            const contact_surface* other_or_null) {
    contact_surface* s = scene->bodies[body].skin_or_null;
    double least =
        other_or_null != NULL && other_or_null->size < s->size ? other_or_null->size : s->size;
    return (contact_pair){
        .finder = f,
        .base = {.body = body, .other = -1, .collider = -1, .friction = scene->friction},
        .skin = s,
        .other_or_null = other_or_null,
        .h = scene->h,
        .near = CONTACT_NEAR * least,
        .least = least,
        .rigid = is_rigid(s) && (other_or_null == NULL || is_rigid(other_or_null)),
        .cluster = scene->cluster * least};
}

static void find_collider(contact_pair* p, const contact_scene* scene, collider* c) {
    p->own_or_null = c->attached == p->base.body + 1 ? c : NULL;
    p->base.friction = c->shape.friction >= 0.0f ? c->shape.friction : scene->friction;
    if (contact_has_pieces(p->skin, c)) {
        contact_pieces(p, NULL, c);
    } else if (c->shape.kind == SUPPLE_PLANE) {
        contact_plane(p, c);
    } else if (c->skin_or_null == NULL) {
        contact_round(p, c);
    } else {
        double size = c->skin_or_null->size;
        bool solid = c->shape.kind == SUPPLE_BOX || c->shape.kind == SUPPLE_HULL;
        if (solid && size < p->least)
            p->least = size;
        contact_between(p, NULL, c);
    }
}

static void find_body(contact_pair* p, contact_surface* other) {
    contact_surface_tighten(other);
    if (contact_has_pieces(p->skin, NULL) || contact_has_pieces(other, NULL))
        contact_pieces(p, other, NULL);
    else
        contact_between(p, other, NULL);
}

// Counts what the surface of a body or a collider was asked.
static void count_work(contact_finder* f, contact_surface* s_or_null) {
    if (s_or_null == NULL)
        return;
    for (int32_t i = 0; i < s_or_null->rest->piece_count; ++i)
        count_work(f, s_or_null->pieces[i]);
    f->work.triangles += s_or_null->work.triangles;
    s_or_null->work = (contact_surface_work){0};
}

// What a search may cost: a fraction of what is left, so that all together cost no more than that, but never so little that
// coarse points could not be tried.
static double work_fraction(const contact_finder* f, const contact_scene* scene) {
    double left = SEARCH_FRACTION * (scene->most_work - contact_work_sum(&f->work));
    return contact_work_sum(&f->work) + (left > LEAST_WORK ? left : LEAST_WORK);
}

// Contacts that a surface which lies needs: those of a free body bear by as many as it has ways to move; flesh on bones is
// pressed to shape.
static int32_t manifold_of(const contact_surface* s) {
    const supple_body* b = s->body_or_null;
    int32_t ways = b != NULL && free_is(b) ? CONTACT_RIGID + b->coord_count : CONTACT_MANIFOLD;
    return ways < CONTACT_FEW ? CONTACT_FEW : ways < CONTACT_MANIFOLD ? ways : CONTACT_MANIFOLD;
}

// Contacts of a pair that lies: what the more flexible of the two needs. Flesh on bones is pressed to the shape of what is free,
// which has fewer ways to move than there are contacts on it.
static int32_t manifold_of_pair(const contact_surface* s, const contact_surface* other_or_null) {
    int32_t own = manifold_of(s), its = other_or_null != NULL ? manifold_of(other_or_null) : 0,
            most = own > its ? own : its, least = own > its ? its : own;
    bool bones = other_or_null != NULL && s->body_or_null != NULL &&
                 other_or_null->body_or_null != NULL &&
                 free_is(s->body_or_null) != free_is(other_or_null->body_or_null);
    return !bones ? most : least > CONTACT_ON_BONES ? least : CONTACT_ON_BONES;
}

// moves: in the substep, with flesh. What moves rigidly counts: flesh may swing for long where it lies. reach: of its chain.
static void note_motion(contact_pair* p, const contact_surface* other_or_null, double moves,
                        double reach) {
    double flesh = p->skin->wobble + (other_or_null != NULL ? other_or_null->wobble : 0.0);
    p->moves = moves - flesh > p->near || reach > p->near;
    p->fast = moves - flesh > FAST * p->least || reach > p->near;
    p->most = p->moves ? CONTACT_FEW : manifold_of_pair(p->skin, other_or_null);
    if (p->moves && other_or_null != NULL)
        p->near *= MOVING_NEAR;
    p->near = reach > p->near ? reach : p->near;
}

static void search(contact_finder* f, const contact_scene* scene, broad_pair pair, double moves,
                   double reach) {
    contact_surface_tighten(scene->bodies[pair.body].skin_or_null);
    contact_surface* other = pair.other >= 0 ? scene->bodies[pair.other].skin_or_null : NULL;
    contact_pair p = pair_of(f, scene, pair.body, other);
    p.most_work = work_fraction(f, scene);
    ++f->work.searched;
    note_motion(&p, other, moves, reach);
    p.base.other = pair.other;
    p.base.collider = pair.collider;
    if (pair.collider >= 0)
        find_collider(&p, scene, &scene->colliders->slots[pair.collider]);
    else if (pair.other == pair.body)
        contact_self(&p);
    else
        find_body(&p, other);
    contact_send(&p);
    count_work(f, p.skin);
    count_work(f, other != NULL ? other : scene->colliders->slots[pair.collider].skin_or_null);
}

// reach: of its chain.
static void find_pair(contact_finder* f, const contact_scene* scene, broad_pair pair,
                      double reach) {
    if (pair.other >= 0 && scene->passes_or_null != NULL &&
        scene->passes_or_null(scene->user, pair.body, pair.other))
        return;
    double moves = contact_cache_motion(scene, pair);
    const contact_cached* known = contact_cache_find(f->cache, pair);
    if (known != NULL && !contact_cache_holds(known, scene, moves + reach)) {
        if (contact_work_sum(&f->work) < scene->most_work)
            known = NULL;
        else
            ++f->work.left_out; // its contacts go on with the gaps that the solver has for them
    }
    if (known == NULL)
        search(f, scene, pair, moves, reach);
    else
        contact_put(f, f->cache->last + known->first, known->count);
    contact_cached found = {
        .pair = pair, f->pair_first, f->out_count - f->pair_first, 0.0f, (float)(moves + reach)};
    contact_cache_note(f->cache, found, known, scene->later);
}

static void sift(uint64_t* keys, int32_t count, int32_t at) {
    for (int32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && keys[child] < keys[child + 1])
            ++child;
        if (keys[at] >= keys[child])
            return;
        uint64_t t = keys[at];
        keys[at] = keys[child];
        keys[child] = t;
    }
}

static void remember(contact_finder* f) {
    f->before_count = f->out_count;
    for (int32_t i = 0; i < f->out_count; ++i)
        f->before[i] = f->out[i].key;
    for (int32_t i = f->before_count / 2; i-- > 0;)
        sift(f->before, f->before_count, i);
    for (int32_t i = f->before_count; i-- > 1;) {
        uint64_t t = f->before[0];
        f->before[0] = f->before[i];
        f->before[i] = t;
        sift(f->before, i, 0);
    }
}

int32_t contact_find(contact_finder* f, const contact_scene* scene, contact* out) {
    SUPPLE_ASSERT(out != NULL || f->max_contacts == 0);
    contact_cache_begin(f->cache, out, f->out_count, !scene->again);
    f->out = out;
    f->out_count = f->found_count = 0;
    f->share = CONTACT_MANIFOLD;
    f->work = (contact_work){0};
    broad_phase p = broad_begin(f, scene);
    bool all = contact_cache_list(f->cache, scene, &p);
    contact_chain_find(f, scene);
    for (int32_t i = 0; i < f->cache->listed_count; ++i) {
        const contact_listed* l = &f->cache->listed[i];
        find_pair(f, scene, l->pair, contact_chain_reach(f, scene, l->pair, l->closes));
    }
    for (broad_pair pair; !all && broad_next(&p, &pair);)
        find_pair(f, scene, pair, 0.0);
    f->work.pairs = p.compared;
    for (int32_t i = 0; i < scene->body_count; ++i)
        count_work(f, scene->bodies[i].skin_or_null);
    for (int32_t k = 0; k < scene->colliders->count; ++k)
        if (scene->colliders->slots[k].used)
            count_work(f, scene->colliders->slots[k].skin_or_null);
    remember(f);
    return f->out_count;
}

void contact_advance(const float rows[12], const double centre[3], const double velocity[3],
                     const double spin[3], double h, float out[12]) {
    SUPPLE_ASSERT(h >= 0.0);
    for (int j = 0; j < 4; ++j) {
        double column[3], turned[3];
        for (int i = 0; i < 3; ++i)
            column[i] = (double)rows[4 * i + j] - (j == 3 ? centre[i] : 0.0);
        cross3(spin, column, turned);
        for (int i = 0; i < 3; ++i)
            out[4 * i + j] =
                (float)((double)rows[4 * i + j] + h * turned[i] + (j == 3 ? h * velocity[i] : 0.0));
    }
}
