// A fine grid of rays over each of them, every stretch in the body cut to the element.
// SPDX-License-Identifier: MIT
#include "bake/volume/starved.h"

#include "bake/base/assert.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/soup_ray.h"

#include <math.h>
#include <string.h>

enum {
    STARVED_FEW = 12,  // pieces of rays in an element
    STARVED_FINE = 16, // rays along its longest side,
    FINE_OPEN = 8      // of an open surface, where the winding number is asked in every stretch
};

typedef struct growing {
    int32_t count, room;
    vec3* points;
    double* volumes;
    int32_t* element;
    arena* memory;
} growing;

// One element and the rays through it.
typedef struct view {
    const content_body* body;
    vec3 corner[4];
    int along;
    double from, to; // where rays begin and end, beyond the surface
    double pitch;
} view;

static double* axis_of(vec3* p, int axis) {
    return axis == 0 ? &p->x : axis == 1 ? &p->y : &p->z;
}

static vec3 on_ray(const view* x, double u, double v, double along) {
    vec3 p;
    *axis_of(&p, (x->along + 1) % 3) = u;
    *axis_of(&p, (x->along + 2) % 3) = v;
    *axis_of(&p, x->along) = along;
    return p;
}

static void add_box(growing* g, vec3 at, double volume, int32_t element) {
    if (g->count == g->room) {
        int32_t room = g->room > 0 ? 2 * g->room : 1 << 12;
        size_t old = (size_t)g->room, more = (size_t)room;
        g->points = arena_grow(g->memory, g->points, old, more, sizeof *g->points);
        g->volumes = arena_grow(g->memory, g->volumes, old, more, sizeof *g->volumes);
        g->element = arena_grow(g->memory, g->element, old, more, sizeof *g->element);
        g->room = room;
    }
    g->points[g->count] = at;
    g->volumes[g->count] = volume;
    g->element[g->count++] = element;
}

// Where a ray is in the element: barycentric coordinates are linear along it. False: nowhere.
static bool clip_to_element(const view* x, double u, double v, double span[2]) {
    vec3 ends[2] = {on_ray(x, u, v, x->from), on_ray(x, u, v, x->to)};
    span[0] = 0.0;
    span[1] = 1.0;
    for (int k = 0; k < 4; ++k) {
        double value[2];
        for (int e = 0; e < 2; ++e) {
            vec3 c[4] = {x->corner[0], x->corner[1], x->corner[2], x->corner[3]};
            c[k] = ends[e];
            value[e] = tet_volume(c[0], c[1], c[2], c[3]);
        }
        if (value[0] < 0.0 && value[1] < 0.0)
            return false;
        double zero = value[0] / (value[0] - value[1]);
        if (value[0] < 0.0)
            span[0] = fmax(span[0], zero);
        else if (value[1] < 0.0)
            span[1] = fmin(span[1], zero);
    }
    return span[1] > span[0];
}

static void look_along(const view* x, double u, double v, int32_t element, growing* out) {
    double in[2];
    if (!clip_to_element(x, u, v, in))
        return;
    soup_line l;
    soup_line_find(x->body->surface, on_ray(x, u, v, x->from), on_ray(x, u, v, x->to), true, &l);
    for (int k = 0; k <= l.count; ++k) {
        double begin = fmax(k > 0 ? l.at[k - 1] : 0.0, in[0]),
               end = fmin(k < l.count ? l.at[k] : 1.0, in[1]), middle = 0.5 * (begin + end);
        if (!(end > begin))
            continue;
        double w = soup_line_winding(&l, k, middle);
        if ((x->body->inside_out ? -w : w) > 0.5)
            add_box(out, v3_lerp(l.from, l.to, middle),
                    (end - begin) * (x->to - x->from) * x->pitch * x->pitch, element);
    }
}

static void look_into(const view* x, int32_t element, growing* out) {
    bounds box = bounds_of(x->corner, 4);
    int u = (x->along + 1) % 3, v = (x->along + 2) % 3;
    int64_t u0 = (int64_t)floor(*axis_of(&box.low, u) / x->pitch),
            u1 = (int64_t)ceil(*axis_of(&box.high, u) / x->pitch),
            v0 = (int64_t)floor(*axis_of(&box.low, v) / x->pitch),
            v1 = (int64_t)ceil(*axis_of(&box.high, v) / x->pitch);
    for (int64_t i = u0; i < u1; ++i)
        for (int64_t k = v0; k < v1;
             ++k) // off the middle: faces along the axes are met between rays
            look_along(x, ((double)i + 0.5073) * x->pitch, ((double)k + 0.4931) * x->pitch, element,
                       out);
}

bool starved_find(const tets* t, const int8_t* state, const moment_boxes* body, double* weights,
                  const double (*barycentric)[4], uint8_t* starved) {
    SUPPLE_ASSERT(weights == body->volumes);
    arena* scratch = arena_create();
    int32_t* met = ARENA_NEW(scratch, int32_t, (size_t)t->tet_count);
    for (int32_t k = 0; k < body->count; ++k)
        ++met[body->element[k]];
    bool any = false;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        starved[i] =
            state[i] < 0 && t->uncut_or_null != NULL && t->uncut_or_null[i] && met[i] < STARVED_FEW;
        any = any || starved[i];
    }
    for (int32_t k = 0; k < body->count; ++k) {
        const double* b = barycentric[k];
        if (starved[body->element[k]] && fmin(fmin(b[0], b[1]), fmin(b[2], b[3])) >= 0.0)
            weights[k] = 0.0;
    }
    arena_destroy(scratch);
    return any;
}

moment_boxes starved_sample(const content_body* body, const tets* t, const uint8_t* starved,
                            int along, arena* memory) {
    SUPPLE_ASSERT(t->width == 4);
    bounds surface = body->surface->tree.nodes[0].box;
    view x = {.body = body, .along = along};
    double low = *axis_of(&surface.low, along), high = *axis_of(&surface.high, along);
    growing out = {.memory = memory};
    for (int32_t i = 0; i < t->tet_count; ++i) {
        if (!starved[i])
            continue;
        for (int k = 0; k < 4; ++k)
            x.corner[k] = t->nodes[t->elements[4 * (ptrdiff_t)i + k]];
        bounds box = bounds_of(x.corner, 4);
        if (!(x.pitch > 0.0)) { // uncut elements are alike
            vec3 size = v3_sub(box.high, box.low);
            x.pitch = fmax(size.x, fmax(size.y, size.z)) /
                      (body->surface->closure == SOUP_OPEN ? FINE_OPEN : STARVED_FINE);
        }
        x.from = fmin(low, *axis_of(&box.low, along)) - x.pitch;
        x.to = fmax(high, *axis_of(&box.high, along)) + x.pitch;
        look_into(&x, i, &out);
    }
    vec3 sides = v3(x.pitch, x.pitch, x.pitch);
    *axis_of(&sides, along) = 0.0;
    return (moment_boxes){out.count, out.points, out.volumes, out.element, sides};
}
