// The nearest triangle of another piece, then whether the bones of both follow each other.
// SPDX-License-Identifier: MIT
#include "bake/volume/meeting.h"

#include "bake/volume/layers.h"
#include "bake/volume/pieces.h"

enum {
    MEETING_STEPS = 3
}; // of the chain between two joints: a shoulder and a twist joint may stand between

typedef struct search {
    const character* c;
    int32_t *piece, *before; // [triangle_count] of its piece: the index, and minus it
    double far;              // metres
} search;

static int32_t heaviest(const character* c, int32_t welded) {
    int32_t v = c->weld.first[welded], n = character_influence_count(c, v), best = -1;
    double most = 0.0;
    for (int32_t k = 0; k < n; ++k) {
        influence x = character_influence(c, v, k);
        if (x.weight > most) {
            most = x.weight;
            best = x.joint;
        }
    }
    return n > 0 ? best : c->surface->vertex_node[v];
}

static bool follows(const scene* s, int32_t joint, int32_t first) {
    for (int step = 0; step < MEETING_STEPS && joint >= 0; ++step) {
        joint = s->nodes[joint].parent;
        if (joint == first)
            return true;
    }
    return false;
}

static int32_t nearest_corner(const character* c, const soup_hit* hit) {
    int32_t best = -1;
    double least = INFINITY;
    for (int k = 0; k < 3; ++k) {
        int32_t i = (int32_t)c->triangles[hit->triangle][k];
        double d = v3_distance(c->weld.positions[i], hit->point);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

// Of pieces before its own and after it, the nearer.
static meeting meeting_at(const search* x, int32_t i) {
    const character* c = x->c;
    meeting out = {-1, 0.0};
    int32_t own = c->pieces->of[c->weld.first[i]];
    soup_hit a = {.distance = INFINITY}, b = {.distance = INFINITY};
    bool lower = soup_nearest_below(&c->soup, c->weld.positions[i], x->far, x->piece, own, &a);
    bool upper = soup_nearest_below(&c->soup, c->weld.positions[i], x->far, x->before, -own, &b);
    if (!lower && !upper)
        return out;
    const soup_hit* hit = upper && (!lower || b.distance < a.distance) ? &b : &a;
    int32_t other = nearest_corner(c, hit), mine = heaviest(c, i), its = heaviest(c, other);
    if (mine < 0 || its < 0 || mine == its ||
        (!follows(c->scene, mine, its) && !follows(c->scene, its, mine)))
        return out;
    return (meeting){other, hit->distance};
}

meeting* meetings_of(const character* c, arena* memory) {
    if (c->pieces->count < 2 || c->axis_count == 0)
        return NULL;
    arena* scratch = arena_create();
    search x = {.c = c, .far = LAYER_FAR * c->size};
    x.piece = ARENA_NEW(scratch, int32_t, (size_t)c->triangle_count);
    x.before = ARENA_NEW(scratch, int32_t, (size_t)c->triangle_count);
    for (int32_t t = 0; t < c->triangle_count; ++t) {
        x.piece[t] = c->pieces->of[c->weld.first[c->triangles[t][0]]];
        x.before[t] = -x.piece[t];
    }
    meeting* out = ARENA_NEW(memory, meeting, (size_t)c->weld.count);
    for (int32_t i = 0; i < c->weld.count; ++i)
        out[i] = meeting_at(&x, i);
    arena_destroy(scratch);
    return out;
}
