// Rays along the shortest side of the box, cut where they cross the surface.
//
// What a ray has inside is exact along it and sampled across, which is far better than points, and pieces
// of it say which element they lie in. Inside is where the winding number is above a half, as for the
// lattice. Of a closed surface the integral of the whole winding number is known exactly (the divergence
// theorem), and the rays only have to say how much of it counts a place twice: nothing, mostly.
// Elements that the surface does not come near are full or empty without asking the rays.
// SPDX-License-Identifier: MIT
#include "bake/volume/content.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/base/root.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/embed.h"
#include "bake/mesh/soup_ray.h"
#include "bake/volume/moments.h"
#include "bake/volume/starved.h"

#define CONTENT_SHEET 0.02 // of the tets' volume: an open surface that encloses less is a sheet
#define CONTENT_LEAST 1e-5 // of an element's volume: without any mass it could not move

enum {
    PIECES_A_TET = 8,  // about so many pieces of rays in an element,
    PIECES_UNCUT = 40, // and of the body in one that it fills in part
    RAYS_LEAST = 48,   // along a side of the box
    RAYS_MOST = 700,
    CONTENT_BATCH = 1024, // rays
    MASK_MOST = 400,      // cells of the mask along a side
};

static double winding_at(const content_body* b, vec3 p) {
    double w = soup_winding(b->surface, p);
    return b->inside_out ? -w : w;
}

static double of_axis(vec3 p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// ---- elements --------------------------------------------------------------------------

typedef struct elements {
    const content_body* body;
    const tets* t;
    double* volume; // [tet_count]
    int8_t* state;  // [tet_count] 1 full, 0 empty, -1 near the surface
} elements;

static void meet_surface(void* user, int64_t begin, int64_t end) {
    elements* x = user;
    for (int64_t i = begin; i < end; ++i) {
        const int32_t* e = x->t->elements + i * x->t->width;
        const vec3* n = x->t->nodes;
        vec3 a = n[e[0]], b = n[e[1]], c = n[e[2]], d = n[e[3]];
        x->volume[i] = tet_volume(a, b, c, d);
        vec3 middle = v3_scale(v3_add(v3_add(a, b), v3_add(c, d)), 0.25);
        double reach = fmax(fmax(v3_distance(middle, a), v3_distance(middle, b)),
                            fmax(v3_distance(middle, c), v3_distance(middle, d)));
        soup_hit hit;
        x->state[i] = -1;
        if (!soup_nearest(x->body->surface, middle, reach, &hit))
            x->state[i] = winding_at(x->body, middle) > 0.5;
    }
}

// ---- where rays need not look ----------------------------------------------------------

// A grid over the elements: which of its cells full ones meet, and others.
typedef struct mask {
    bounds box;
    double edge;
    int32_t n[3];
    uint8_t* bits; // 1: a full element, 2: another
} mask;

static int32_t mask_step(const mask* m, double x, int axis) {
    double at = (x - of_axis(m->box.low, axis)) / m->edge;
    return at < 0.0 ? 0 : at >= m->n[axis] ? m->n[axis] - 1 : (int32_t)at;
}

static mask mask_new(const elements* x, double edge, arena* scratch) {
    mask m = {.box = bounds_of(x->t->nodes, x->t->node_count), .edge = edge};
    size_t cells = 1;
    for (int axis = 0; axis < 3; ++axis) {
        double side = of_axis(m.box.high, axis) - of_axis(m.box.low, axis);
        m.n[axis] = side / edge < MASK_MOST ? (int32_t)(side / edge) + 1 : MASK_MOST;
        m.edge = fmax(m.edge, side / MASK_MOST);
        cells *= (size_t)m.n[axis];
    }
    m.bits = ARENA_NEW(scratch, uint8_t, cells);
    for (int32_t i = 0; i < x->t->tet_count; ++i) {
        const int32_t* e = x->t->elements + (size_t)i * x->t->width;
        vec3 corner[4];
        for (int k = 0; k < 4; ++k)
            corner[k] = x->t->nodes[e[k]];
        bounds b = bounds_of(corner, 4);
        int32_t low[3], high[3];
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = mask_step(&m, of_axis(b.low, axis), axis);
            high[axis] = mask_step(&m, of_axis(b.high, axis), axis);
        }
        for (int32_t c = low[2]; c <= high[2]; ++c)
            for (int32_t d = low[1]; d <= high[1]; ++d)
                for (int32_t f = low[0]; f <= high[0]; ++f)
                    m.bits[((size_t)c * (size_t)m.n[1] + (size_t)d) * (size_t)m.n[0] + (size_t)f] |=
                        x->state[i] == 1 ? 1 : 2;
    }
    return m;
}

// Is this place in full elements only?
static bool mask_is_full(const mask* m, vec3 p) {
    size_t at = ((size_t)mask_step(m, p.z, 2) * (size_t)m->n[1] + (size_t)mask_step(m, p.y, 1)) *
                    (size_t)m->n[0] +
                (size_t)mask_step(m, p.x, 0);
    return m->bits[at] == 1;
}

// ---- rays ------------------------------------------------------------------------------

typedef struct sample {
    vec3 at;
    double weight; // cubic units
} sample;

typedef struct rays {
    const content_body* body;
    bounds box;
    int along;         // the rays' axis; the others are the next two
    int32_t u, v;      // rays along those
    double du, dv;     // between them
    double step;       // longest piece of a ray
    double from, to;   // where rays begin and end, beyond the surface
    double begin, end; // what of a ray is in the box, fractions
    const mask* full;
    int32_t room;   // samples a ray
    int32_t first;  // of this batch
    sample* slots;  // [CONTENT_BATCH][room]
    int32_t* count; // [CONTENT_BATCH]
    double* twice;  // [CONTENT_BATCH] what the winding number counts beyond once
} rays;

static vec3 on_axes(const rays* x, double along, double u, double v) {
    double p[3];
    p[x->along] = along;
    p[(x->along + 1) % 3] = u;
    p[(x->along + 2) % 3] = v;
    return v3(p[0], p[1], p[2]);
}

// The part of a stretch between two crossings that lies in the box. A closed surface has one winding number in it; of
// another every piece is asked.
static void cut_stretch(const rays* x, const soup_line* l, int stretch, int32_t ray) {
    double from = fmax(stretch > 0 ? l->at[stretch - 1] : 0.0, x->begin),
           to = fmin(stretch < l->count ? l->at[stretch] : 1.0, x->end);
    if (!(to - from > 1e-12))
        return;
    double length = (to - from) * (x->to - x->from), area = x->du * x->dv,
           sign = x->body->inside_out ? -1.0 : 1.0, w = 0.0;
    int32_t pieces = (int32_t)(length / x->step) + 1, left = x->room - x->count[ray];
    pieces = pieces < left ? pieces : left;
    bool one = l->s->closure == SOUP_CLOSED;
    if (one)
        w = floor(0.5 + sign * soup_line_winding(l, stretch, 0.5 * (from + to)));
    if (w > 1.0 || w < 0.0)
        x->twice[ray] += (w > 1.0 ? w - 1.0 : w) * length * area;
    for (int32_t i = 0; i < pieces; ++i) {
        double at = from + (to - from) * (i + 0.5) / pieces;
        if ((one ? w : sign * soup_line_winding(l, stretch, at)) > 0.5)
            x->slots[(size_t)ray * (size_t)x->room + (size_t)x->count[ray]++] =
                (sample){v3_lerp(l->from, l->to, at), length / pieces * area};
    }
}

static double fraction_of(double x) {
    return x + 0.5073 - floor(x + 0.5073);
}

// The ray goes through all of the surface, so that its turns tell the winding numbers.
static void cut_ray(const rays* x, const vec3 ray[2], int32_t i) {
    soup_line l;
    soup_line_find(x->body->surface, ray[0], ray[1], true, &l);
    if (l.count == 0 && l.counted && l.s->closure == SOUP_CLOSED)
        return;
    for (int k = 0; k <= l.count; ++k)
        cut_stretch(x, &l, k, i);
}

static void shoot(void* user, int64_t begin, int64_t end) {
    rays* x = user;
    for (int64_t i = begin; i < end; ++i) {
        int32_t ray = x->first + (int32_t)i, iu = ray % x->u, iv = ray / x->u;
        // somewhere else in every cell of the grid, evenly: faces along the axes are met between rays too
        double u = of_axis(x->box.low, (x->along + 1) % 3) +
                   x->du * (iu + fraction_of(0.618033988749 * iv));
        double v = of_axis(x->box.low, (x->along + 2) % 3) +
                   x->dv * (iv + fraction_of(0.754877666247 * iu));
        x->count[i] = 0;
        x->twice[i] = 0.0;
        const vec3 ends[2] = {on_axes(x, x->from, u, v), on_axes(x, x->to, u, v)};
        cut_ray(x, ends, (int32_t)i);
    }
}

static int32_t rays_along(double side, double pitch) {
    double wanted = side / pitch;
    return wanted < RAYS_LEAST ? RAYS_LEAST : wanted > RAYS_MOST ? RAYS_MOST : (int32_t)wanted + 1;
}

static rays aim(const content_body* body, const tets* t, const mask* full, double step,
                arena* scratch) {
    rays x = {.body = body, .box = body->surface->tree.nodes[0].box, .full = full, .step = step};
    if (!body->all) {
        bounds own = bounds_of(t->nodes, t->node_count);
        x.box = (bounds){v3_max(own.low, x.box.low), v3_min(own.high, x.box.high)};
    }
    vec3 size = v3_sub(x.box.high, x.box.low);
    x.along = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
    double su = of_axis(size, (x.along + 1) % 3), sv = of_axis(size, (x.along + 2) % 3);
    x.u = rays_along(su, x.step);
    x.v = rays_along(sv, x.step);
    x.du = su / x.u;
    x.dv = sv / x.v;
    double deep = of_axis(size, x.along);
    bounds surface = body->surface->tree.nodes[0].box;
    double low = of_axis(surface.low, x.along), high = of_axis(surface.high, x.along);
    double out = 1e-3 * (high - low); // so that faces in the box's own are crossed
    x.from = low - out;
    x.to = high + out;
    x.end = 1.0;
    if (!body->all) {
        x.begin = (of_axis(x.box.low, x.along) - x.from) / (x.to - x.from);
        x.end = (of_axis(x.box.high, x.along) - x.from) / (x.to - x.from);
    }
    x.step = fmax(x.step, deep / RAYS_MOST);
    x.room = (int32_t)(deep / x.step) + SOUP_LINE_MOST + 4;
    x.slots = ARENA_NEW(scratch, sample, (size_t)CONTENT_BATCH * (size_t)x.room);
    x.count = ARENA_NEW(scratch, int32_t, CONTENT_BATCH);
    x.twice = ARENA_NEW(scratch, double, CONTENT_BATCH);
    return x;
}

typedef struct sampled {
    int32_t count;
    vec3* points;
    double* weights;
    double all, twice; // sums of weights
} sampled;

static sampled sample_body(rays* x, arena* scratch) {
    sampled s = {0};
    int32_t room = 0, total = x->u * x->v;
    for (x->first = 0; x->first < total; x->first += CONTENT_BATCH) {
        int32_t here = total - x->first < CONTENT_BATCH ? total - x->first : CONTENT_BATCH;
        parallel_for(x->body->threads, here, 16, shoot, x);
        for (int32_t i = 0; i < here; ++i) {
            s.twice += x->twice[i];
            while (s.count + x->count[i] > room) {
                int32_t more = room > 0 ? 2 * room : 1 << 14;
                s.points = arena_grow(scratch, s.points, (size_t)room, (size_t)more, sizeof(vec3));
                s.weights =
                    arena_grow(scratch, s.weights, (size_t)room, (size_t)more, sizeof(double));
                room = more;
            }
            for (int32_t k = 0; k < x->count[i]; ++k) {
                sample one = x->slots[(size_t)i * (size_t)x->room + (size_t)k];
                s.all += one.weight;
                if (mask_is_full(x->full, one.at))
                    continue;
                s.points[s.count] = one.at;
                s.weights[s.count++] = one.weight;
            }
        }
    }
    return s;
}

// Those that are cut along the surface are full but for what lies between it and their faces, which rays know less
// well of each than of all.
static void even_out(const elements* x, double* filled) {
    double cut = 0.0, volume = 0.0;
    for (int pass = 0; pass < 2; ++pass)
        for (int32_t i = 0; i < x->t->tet_count; ++i) {
            if (x->state[i] == 1 || (x->t->uncut_or_null != NULL && x->t->uncut_or_null[i]))
                continue;
            if (pass == 1) {
                filled[i] = x->volume[i] * cut / volume;
                continue;
            }
            cut += filled[i];
            volume += x->volume[i];
        }
}

// Full ones keep their volume; the others share the rest as the rays found it.
static void settle(const elements* x, const moment_boxes lists[2], double wanted, double* filled) {
    double full = 0.0, near_surface = 0.0, least = 0.0;
    for (int32_t i = 0; i < x->t->tet_count; ++i)
        filled[i] = 0.0;
    for (int l = 0; l < 2; ++l)
        for (int32_t k = 0; k < lists[l].count; ++k)
            filled[lists[l].element[k]] += lists[l].volumes[k];
    even_out(x, filled);
    for (int32_t i = 0; i < x->t->tet_count; ++i) {
        bool is_full = x->state[i] == 1;
        full += is_full ? x->volume[i] : 0.0;
        least += is_full ? 0.0 : CONTENT_LEAST * x->volume[i];
        near_surface += is_full ? 0.0 : filled[i] + CONTENT_LEAST * x->volume[i];
    }
    double left = wanted > 0.0 ? wanted - full : near_surface - least;
    // full elements that are more than the body: it overlaps itself, and all are thinned alike
    double thin = left > 0.0 ? 1.0 : wanted / (full + near_surface);
    double scale = left > 0.0 && near_surface > 0.0 ? left / near_surface : thin;
    for (int32_t i = 0; i < x->t->tet_count; ++i)
        filled[i] = x->state[i] == 1 ? thin : scale * (filled[i] / x->volume[i] + CONTENT_LEAST);
}

double content_signed_volume(const vec3* positions, const uint32_t (*triangles)[3],
                             int32_t triangle_count) {
    double sum = 0.0;
    vec3 origin = triangle_count > 0 ? positions[triangles[0][0]] : v3(0, 0, 0);
    for (int32_t i = 0; i < triangle_count; ++i)
        sum += tet_volume(origin, positions[triangles[i][0]], positions[triangles[i][1]],
                          positions[triangles[i][2]]);
    return sum;
}

static double pieces_wanted(const tets* t) {
    double wanted = 0.0;
    for (int32_t i = 0; i < t->tet_count && t->uncut_or_null != NULL; ++i)
        wanted += t->uncut_or_null[i] ? PIECES_UNCUT : 0.0;
    return wanted;
}

double content_measure(const content_body* body, tets* t, arena* memory) {
    SUPPLE_ASSERT(t->width == 4 && body->threads >= 0);
    t->filled_or_null = NULL;
    t->rules_or_null = NULL;
    double lattice = tets_volume(t);
    if (t->tet_count == 0 || body->surface->triangle_count == 0 || !(lattice > 0.0))
        return 0.0;
    arena* scratch = arena_create();
    elements e = {body, t, ARENA_NEW(scratch, double, (size_t)t->tet_count),
                  ARENA_NEW(scratch, int8_t, (size_t)t->tet_count)};
    parallel_for(body->threads, t->tet_count, 64, meet_surface, &e);
    double step = cube_root(lattice / t->tet_count / PIECES_A_TET), pieces = pieces_wanted(t);
    mask full = mask_new(&e, 2.0 * step, scratch);
    rays x = aim(body, t, &full, step, scratch);
    sampled s = sample_body(&x, scratch);
    if (s.count > 0 && s.count < pieces) { // thin in its elements
        x = aim(body, t, &full, x.step * cube_root(s.count / pieces), scratch);
        s = sample_body(&x, scratch);
    }
    double exact = 0.0;
    if (body->all && body->surface->closure == SOUP_CLOSED) {
        exact = content_signed_volume(body->surface->positions, body->surface->triangles,
                                      body->surface->triangle_count);
        exact = (body->inside_out ? -exact : exact) - s.twice;
    }
    double volume = exact > 0.0 ? exact : s.all;
    if (volume > (body->surface->closure == SOUP_CLOSED ? 0.0 : CONTENT_SHEET * lattice)) {
        embedding at = embed_points(t, s.points, s.count, body->threads, scratch);
        t->filled_or_null = ARENA_NEW(memory, double, (size_t)t->tet_count);
        vec3 sides = on_axes(&x, 0.0, x.du, x.dv);
        moment_boxes lists[2] = {{s.count, s.points, s.weights, at.element, sides}};
        uint8_t* starved = ARENA_NEW(scratch, uint8_t, (size_t)t->tet_count);
        if (starved_find(t, e.state, &lists[0], s.weights, (const double(*)[4])at.barycentric,
                         starved))
            lists[1] = starved_sample(body, t, starved, x.along, scratch);
        settle(&e, lists, body->all ? volume : 0.0, t->filled_or_null);
        t->rules_or_null = moments_rules(t, lists, 2, e.state, memory);
    } else {
        volume = 0.0;
    }
    arena_destroy(scratch);
    return volume;
}

void content_doubt(const tets* t, const char* name, report* r) {
    if (t->filled_or_null == NULL && t->tet_count > 0)
        report_warning(r, place_none(),
                       "part \"%s\" is a sheet that encloses nothing: it weighs what the elements "
                       "round it do, and the more the fewer they are; give its surface a thickness "
                       "where its mass matters",
                       name);
}
