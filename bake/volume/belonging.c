// The skin is split in two, so that most places are decided without finding what is nearest to them: deep in a limb that is
// a long search, because much of the skin is about as far.
// SPDX-License-Identifier: MIT
#include "bake/volume/belonging.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/mesh/soup_ray.h"

#include <string.h>

#define BELONGING_TIE 1e-9 // of a distance: as far, so the whole skin is asked

typedef struct asking {
    const belonging* b;
    const tets* t;
    uint8_t* keep;
} asking;

// The triangles that the last point was near to, or -1.
typedef struct last_near {
    int32_t region, other;
} last_near;

bool belonging_skin(const belonging* b, int32_t triangle) {
    const uint32_t* t = b->c->triangles[triangle];
    return b->inside[t[0]] + b->inside[t[1]] + b->inside[t[2]] >= 2;
}

static double distance_to(const soup* s, int32_t triangle, vec3 p) {
    if (triangle < 0)
        return INFINITY;
    const uint32_t* t = s->triangles[triangle];
    const vec3* at = s->positions;
    return v3_distance(p, soup_closest_on_triangle(p, at[t[0]], at[t[1]], at[t[2]]));
}

// Is the skin nearest to p the region's, and within `limit`?
static bool nearest_is_own(const belonging* b, vec3 p, double limit, last_near* last) {
    double near =
        fmin(distance_to(&b->region, last->region, p), distance_to(&b->other, last->other, p));
    double reach = (1.0 + 1e-3) * near; // with some slack: rounding decides nothing
    soup_hit own, other;
    if (!soup_nearest(&b->region, p, fmin(limit, reach > 0.0 ? reach : INFINITY), &own))
        return false;
    last->region = own.triangle;
    if (!soup_nearest(&b->other, p, (1.0 + BELONGING_TIE) * own.distance, &other))
        return true;
    last->other = other.triangle;
    if (other.distance < (1.0 - BELONGING_TIE) * own.distance)
        return false;
    soup_hit hit;
    return soup_nearest(&b->c->soup, p, INFINITY, &hit) && belonging_skin(b, hit.triangle);
}

static bool belongs(const belonging* b, vec3 p, last_near* last) {
    const character* c = b->c;
    vec3 bone = p, other;
    int32_t axis = character_nearest_axis(c, NULL, p, &bone);
    bool own = axis >= 0 && b->use[axis];
    // flesh nearer to another part's bone than to the skin is that bone's
    if (nearest_is_own(b, p, own || axis < 0 ? INFINITY : v3_distance(p, bone), last))
        return true;
    vec3 end = v3_madd(p, v3_unit(v3_sub(p, bone)), b->size);
    double first;
    if (!own || soup_crossings(&c->soup, p, end, &first, NULL, 1) < 1)
        return false;
    // skin over another bone is that bone's: a pelvis looks down the whole length of a thigh
    soup_hit hit;
    vec3 q = v3_lerp(p, end, first);
    return soup_nearest(&c->soup, q, 1e-6 * b->size, &hit) && belonging_skin(b, hit.triangle) &&
           c->axes[character_nearest_axis(c, NULL, q, &other)].joint == c->axes[axis].joint;
}

static void ask_tets(void* user, int64_t begin, int64_t end) {
    asking* x = user;
    last_near last = {-1, -1};
    for (int64_t i = begin; i < end; ++i) {
        const int32_t* e = x->t->elements + (ptrdiff_t)x->t->width * i;
        const vec3* n = x->t->nodes;
        vec3 sum = v3_add(v3_add(n[e[0]], n[e[1]]), v3_add(n[e[2]], n[e[3]]));
        x->keep[i] = belongs(x->b, v3_scale(sum, 0.25), &last);
    }
}

void belonging_ask(const belonging* b, const tets* t, int threads, uint8_t* keep) {
    SUPPLE_ASSERT(threads >= 0);
    asking x = {b, t, keep};
    parallel_for(threads, t->tet_count, 256, ask_tets, &x);
}

belonging belonging_new(const character* c, const uint8_t* inside, const uint8_t* use, double size,
                        arena* memory) {
    belonging b = {.c = c, .inside = inside, .use = use, .size = size};
    uint32_t(*list)[3] = arena_alloc(memory, (size_t)c->triangle_count, sizeof *list);
    int32_t own = 0, other = c->triangle_count; // from both ends
    for (int32_t i = 0; i < c->triangle_count; ++i)
        memcpy(list[belonging_skin(&b, i) ? own++ : --other], c->triangles[i], sizeof *list);
    const uint32_t(*split)[3] = (const uint32_t(*)[3])list;
    b.region = soup_new(c->weld.positions, split, own, memory);
    b.other = soup_new(c->weld.positions, split + own, c->triangle_count - own, memory);
    return b;
}
