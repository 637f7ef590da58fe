// Patches of skin that hang together, measured in the axes of the body.
// SPDX-License-Identifier: MIT
#include "bake/volume/protrusion.h"

#include "bake/base/sets.h"

#define PROTRUSION_ALIKE                                                                           \
    0.5 // the smaller of a pair has at least so much of the larger one's vertices
#define PROTRUSION_MIRRORED                                                                        \
    0.25 // of the head's size: how far the mirror image of one may lie from the other
#define PROTRUSION_OFF_MIDDLE 0.02 // of the head's size: an ear keeps so far from the middle
#define CENTRAL               0.1  // of the spine's length: a tail's middle is so near to it
#define PROTRUSION_LONG       0.2  // of the spine's length, at least
#define SLENDER               1.3  // a tail's length over its width, at least

typedef struct patch {
    int32_t count;
    vec3 sum;
    bounds box;
} patch;

static int32_t* find_patches(const character* c, const uint8_t* in, arena* scratch) {
    int32_t* parent = ARENA_NEW(scratch, int32_t, (size_t)c->weld.count);
    sets_clear(parent, c->weld.count);
    for (int32_t i = 0; i < c->weld.count; ++i)
        for (int32_t k = c->beside_first[i]; k < c->beside_first[i + 1]; ++k)
            if (in[i] && in[c->beside[k]])
                sets_join(parent, i, c->beside[k]);
    return parent;
}

// [weld.count], at the first vertex of each patch.
static patch* measure(const protruding* p, const uint8_t* in, int32_t* parent, arena* scratch) {
    patch* out = ARENA_NEW(scratch, patch, (size_t)p->c->weld.count);
    for (int32_t i = 0; i < p->c->weld.count; ++i) {
        if (!in[i])
            continue;
        patch* x = &out[sets_find(parent, i)];
        if (x->count == 0)
            x->box = bounds_of(NULL, 0);
        ++x->count;
        x->sum = v3_add(x->sum, p->places[i]);
        x->box.low = v3_min(x->box.low, p->places[i]);
        x->box.high = v3_max(x->box.high, p->places[i]);
    }
    return out;
}

static bool are_pair(const protruding* p, const patch* a, const patch* b) {
    double few = a->count < b->count ? a->count : b->count;
    double many = a->count < b->count ? b->count : a->count;
    vec3 x = v3_scale(a->sum, 1.0 / a->count), y = v3_scale(b->sum, 1.0 / b->count);
    x.x = -x.x;
    return few >= PROTRUSION_ALIKE * many && v3_distance(x, y) < PROTRUSION_MIRRORED * p->head;
}

static void find_ears(const protruding* p, uint8_t* out, arena* scratch) {
    int32_t n = p->c->weld.count;
    int32_t* parent = find_patches(p->c, p->from_head, scratch);
    patch* patches = measure(p, p->from_head, parent, scratch);
    uint8_t* ear = ARENA_NEW(scratch, uint8_t, (size_t)n); // of the first vertices
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k < n && patches[i].box.low.x > PROTRUSION_OFF_MIDDLE * p->head; ++k)
            if (patches[k].count > 0 && patches[k].box.high.x < -PROTRUSION_OFF_MIDDLE * p->head &&
                are_pair(p, &patches[i], &patches[k])) {
                ear[i] = EAR_LEFT;
                ear[k] = EAR_RIGHT;
            }
    for (int32_t i = 0; i < n; ++i)
        if (p->from_head[i])
            out[i] = ear[sets_find(parent, i)];
}

static void find_tail(const protruding* p, uint8_t* out, arena* scratch) {
    int32_t* parent = find_patches(p->c, p->from_back, scratch);
    patch* patches = measure(p, p->from_back, parent, scratch);
    for (int32_t i = 0; i < p->c->weld.count; ++i) {
        const patch* x = &patches[sets_find(parent, i)];
        if (!p->from_back[i] || x->count == 0)
            continue;
        vec3 size = v3_sub(x->box.high, x->box.low);
        double length = sqrt(size.y * size.y + size.z * size.z);
        if (fabs(x->sum.x / x->count) < CENTRAL * p->spine && length > PROTRUSION_LONG * p->spine &&
            length > SLENDER * size.x)
            out[i] = TAIL;
    }
}

uint8_t* protrusions_of(const protruding* p, arena* memory) {
    uint8_t* out = ARENA_NEW(memory, uint8_t, (size_t)p->c->weld.count);
    arena* scratch = arena_create();
    find_ears(p, out, scratch);
    find_tail(p, out, scratch);
    arena_destroy(scratch);
    return out;
}
