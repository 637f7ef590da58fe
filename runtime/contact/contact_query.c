// What of a body's surface is nearest to a place, by the closest-triangle field of its rest shape.
//
// A place y of the world is taken back to where it would be at rest, x: by the inverse of a bone, and then by fixed-point
// steps. The triangle t that the field proposes at x is measured as it is now; its point p nearest to y was r at rest,
// and x becomes r plus what y is off p, turned back. Near the surface that converges in a step or two. On the way every
// triangle is measured exactly, so a bad guess only costs a longer walk over the surface at the end.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_surface.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

enum {
    CONTACT_QUERY_STEPS = 3,   // back to rest
    CONTACT_QUERY_ROUNDS = 24, // of the walk
    AROUND = 128,              // triangles at a corner that are tried
    ORIGINS = 6                // bones that a place is taken back by
};

#define LEAST_FACING 0.1 // the cosine of almost sideways

// ---- back to rest ----------------------------------------------------------------------

// False where a bone is flat.
static bool invert(const float m[12], float out[12]) {
    double c[3][3], det = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            c[i][j] = (double)m[4 * i1 + j1] * (double)m[4 * i2 + j2] -
                      (double)m[4 * i1 + j2] * (double)m[4 * i2 + j1];
        }
    for (int j = 0; j < 3; ++j)
        det += (double)m[j] * c[0][j];
    memset(out, 0, 12 * sizeof *out);
    if (det == 0.0)
        return false;
    for (int i = 0; i < 3; ++i) {
        double shift = 0.0;
        for (int j = 0; j < 3; ++j) {
            out[4 * i + j] = (float)(c[j][i] / det);
            shift -= c[j][i] / det * (double)m[4 * j + 3];
        }
        out[4 * i + 3] = (float)shift;
    }
    return true;
}

static bool is_empty(const contact_surface_box* b) {
    return b->low[0] > b->high[0];
}

static void turn_back(contact_surface* s) {
    if (s->turned == s->stamp)
        return;
    for (int32_t b = 0; b < s->rest->bone_count; ++b)
        if (!is_empty(&s->rest->bone_boxes[b]))
            invert(s->palette[b], s->inverse[b]);
    s->turned = s->stamp;
}

static void back(const float m[12], const double y[3], double out[3]) {
    for (int a = 0; a < 3; ++a)
        out[a] = (double)m[4 * a] * y[0] + (double)m[4 * a + 1] * y[1] +
                 (double)m[4 * a + 2] * y[2] + (double)m[4 * a + 3];
}

// Whether a bone's box, as it stands now, meets a box of the world.
static bool bone_meets(const contact_surface* s, int32_t bone, const float low[3],
                       const float high[3]) {
    const contact_surface_box* box = &s->rest->bone_boxes[bone];
    const float* m = s->palette[bone];
    for (int a = 0; a < 3; ++a) {
        double centre = (double)m[4 * a + 3], wide = 0.0;
        for (int i = 0; i < 3; ++i) {
            centre += (double)m[4 * a + i] * 0.5 * ((double)box->low[i] + (double)box->high[i]);
            wide += fabs((double)m[4 * a + i]) *
                    (0.5 * ((double)box->high[i] - (double)box->low[i]) + s->reach);
        }
        if (centre - wide > (double)high[a] || centre + wide < (double)low[a])
            return false;
    }
    return true;
}

void contact_surface_begin_queries(contact_surface* s, const float low[3], const float high[3]) {
    SUPPLE_ASSERT(s->body_or_null != NULL);
    turn_back(s);
    s->skip_radius = 0.0;
    s->focus_count = 0;
    for (int pass = 0; pass < 2 && s->focus_count == 0; ++pass) // none is near: all
        for (int32_t b = 0; b < s->rest->bone_count && s->focus_count < CONTACT_FOCUS; ++b)
            if (!is_empty(&s->rest->bone_boxes[b]) && (pass == 1 || bone_meets(s, b, low, high)))
                s->focus[s->focus_count++] = (uint16_t)b;
}

typedef struct origin {
    double square; // of the distance to the bone's box
    int32_t bone;
    double x[3];
} origin;

// The bones whose boxes a place is in, or nearest to: the nearest first.
static int32_t find_origins(const contact_surface* s, const double y[3], origin* out,
                            int32_t room) {
    int32_t count = 0;
    for (int32_t k = 0; k < s->focus_count; ++k) {
        origin o = {0.0, s->focus[k], {0.0, 0.0, 0.0}};
        const contact_surface_box* box = &s->rest->bone_boxes[o.bone];
        back(s->inverse[o.bone], y, o.x);
        for (int a = 0; a < 3; ++a) {
            double under = (double)box->low[a] - s->reach - o.x[a],
                   over = o.x[a] - s->reach - (double)box->high[a];
            double far = under > 0.0 ? under : over > 0.0 ? over : 0.0;
            o.square += far * far;
        }
        int32_t at = count;
        if (count == room && !(o.square < out[--at].square))
            continue;
        count += count < room;
        for (; at > 0 && o.square < out[at - 1].square; --at)
            out[at] = out[at - 1];
        out[at] = o;
    }
    return count;
}

bool contact_surface_strays(const contact_surface* s, const float low[3], const float high[3],
                            const double middle[3], const double own[3], double far) {
    for (int32_t k = 0; k < s->focus_count; ++k) {
        double x[3], displacement[3];
        if (!bone_meets(s, s->focus[k], low, high))
            continue;
        back(s->inverse[s->focus[k]], middle, x);
        minus3(x, own, displacement);
        if (far <= 0.0 || dot3(displacement, displacement) >= far * far)
            return true;
    }
    return false;
}

// ---- triangles -------------------------------------------------------------------------

static bool faces(contact_surface* s, uint32_t triangle, const double facing[3]) {
    double normal[3];
    contact_surface_normal(s, triangle, NEAR_FACE, normal);
    double against = dot3(normal, facing);
    return s->rest->closed ? against <= -LEAST_FACING : fabs(against) >= LEAST_FACING;
}

// Whether a triangle is one of those that are left out.
static bool is_skipped(const contact_surface* s, uint32_t triangle) {
    const float* r =
        s->rest->source.positions + 3 * (size_t)s->rest->vertex[s->rest->corners[triangle][0]];
    double square = 0.0;
    for (int a = 0; a < 3; ++a)
        square += ((double)r[a] - s->skip[a]) * ((double)r[a] - s->skip[a]);
    return square < s->skip_radius * s->skip_radius;
}

// Whether a triangle is nearer than what was found.
static bool measure(contact_surface* s, const double y[3], uint32_t triangle,
                    contact_surface_hit* hit) {
    double c[3][3];
    if (s->skip_radius > 0.0 && is_skipped(s, triangle))
        return false;
    contact_surface_corners(s, triangle, c);
    near_point p = near_triangle(y, c[0], c[1], c[2]);
    ++s->work.triangles;
    if (!(p.square < hit->near.square))
        return false;
    *hit = (contact_surface_hit){triangle, p};
    return true;
}

static bool measure_facing(contact_surface* s, const double y[3], uint32_t triangle,
                           const double* facing_or_null, contact_surface_hit* hit) {
    contact_surface_hit next = *hit;
    if (!measure(s, y, triangle, &next) ||
        (facing_or_null != NULL && !faces(s, triangle, facing_or_null)))
        return false;
    *hit = next;
    return true;
}

void contact_surface_walk(contact_surface* s, const double y[3], const double* facing_or_null,
                          contact_surface_hit* hit) {
    for (int round = 0;
         round < CONTACT_QUERY_ROUNDS && hit->near.feature != NEAR_FACE && hit->near.square > 0.0;
         ++round) {
        bool nearer = false;
        if (hit->near.feature >= NEAR_EDGE) {
            uint32_t other =
                contact_rest_across(s->rest, hit->triangle, hit->near.feature - NEAR_EDGE);
            nearer = other != UINT32_MAX && measure_facing(s, y, other, facing_or_null, hit);
        } else {
            uint32_t from = hit->triangle, p = s->rest->corners[from][hit->near.feature];
            int32_t first = s->rest->around_first[p], end = s->rest->around_first[p + 1];
            for (int32_t i = first; i < end && i < first + AROUND; ++i)
                if (s->rest->around[i] != from)
                    nearer |= measure_facing(s, y, s->rest->around[i], facing_or_null, hit);
        }
        if (!nearer)
            return;
    }
}

static int32_t propose(const contact_surface* s, const double rest[3], uint32_t out[8]) {
    const contact_field* f = &s->rest->field;
    size_t at = contact_field_at(f, rest, false), y = (size_t)f->count[0],
           z = y * (size_t)f->count[1];
    int32_t count = 0;
    for (size_t k = 0; k < 8; ++k) {
        uint32_t t =
            f->nodes[at + (k & 1) + (k & 2 ? y : 0) + (k & 4 ? z : 0)] & ~CONTACT_FIELD_INSIDE;
        int32_t i = 0;
        while (i < count && out[i] != t)
            ++i;
        if (i == count && t < (uint32_t)s->rest->triangle_count)
            out[count++] = t;
    }
    return count;
}

// ---- the nearest point -----------------------------------------------------------------

// Where a place would be at rest if it moved with what was found nearest.
static void undo(const contact_surface* s, const float inverse[12], const double y[3],
                 const contact_surface_hit* hit, double x[3]) {
    double off[3];
    minus3(y, hit->near.place, off);
    for (int a = 0; a < 3; ++a)
        x[a] = (double)inverse[4 * a] * off[0] + (double)inverse[4 * a + 1] * off[1] +
               (double)inverse[4 * a + 2] * off[2];
    for (int i = 0; i < 3; ++i) {
        const float* r = s->rest->source.positions +
                         3 * (size_t)s->rest->vertex[s->rest->corners[hit->triangle][i]];
        for (int a = 0; a < 3; ++a)
            x[a] += hit->near.weight[i] * (double)r[a];
    }
}

// The triangle of the node that is nearest to a place at rest, as it is now.
static bool measure_node(contact_surface* s, const double y[3], const double x[3],
                         contact_surface_hit* hit) {
    const contact_field* f = &s->rest->field;
    uint32_t t = f->nodes[contact_field_at(f, x, true)] & ~CONTACT_FIELD_INSIDE;
    hit->near.square = INFINITY;
    return t < (uint32_t)s->rest->triangle_count && measure(s, y, t, hit);
}

// The bone that brings a place nearest to the surface at rest, and where it brings it.
static bool begin(contact_surface* s, const double y[3], origin* best, contact_surface_hit* hit) {
    origin origins[ORIGINS];
    if (!contact_surface_has_bones(s)) {
        best->bone = 0;
        back(s->inverse[0], y, best->x);
        return measure_node(s, y, best->x, hit);
    }
    int32_t count = find_origins(s, y, origins, ORIGINS);
    bool found = false;
    for (int32_t i = 0; i < count; ++i) {
        contact_surface_hit next;
        if (i > 0 && origins[i].square > hit->near.square && origins[i].square > 0.0)
            break;
        if (!measure_node(s, y, origins[i].x, &next) ||
            (found && !(next.near.square < hit->near.square)))
            continue;
        *hit = next;
        *best = origins[i];
        found = true;
    }
    return found;
}

// No vertex is farther from rest than `reach`, so neither is what lies between. Bones of a free body stand as one.
double contact_surface_least(const contact_surface* s, const double y[3]) {
    SUPPLE_ASSERT((s->body_or_null->free || !contact_surface_has_bones(s)) &&
                  s->turned == s->stamp && s->focus_count > 0);
    double x[3];
    back(s->inverse[s->focus[0]], y, x);
    double least = contact_field_least(&s->rest->field, x) - s->reach;
    return least > 0.0 ? least * s->size / s->rest->extent : 0.0;
}

bool contact_surface_nearest(contact_surface* s, const double y[3], contact_surface_hit* hit,
                             bool* inside) {
    SUPPLE_ASSERT(s->body_or_null != NULL && s->focus_count >= 0);
    const contact_field* f = &s->rest->field;
    origin o;
    uint32_t proposed[8];
    ++s->work.queries;
    if (!begin(s, y, &o, hit))
        return false;
    for (int step = 0;
         step < CONTACT_QUERY_STEPS && (s->reach > 0.25 * f->cell || contact_surface_has_bones(s));
         ++step) {
        double x[3], displacement[3];
        contact_surface_hit next;
        undo(s, s->inverse[o.bone], y, hit, x);
        minus3(x, o.x, displacement);
        memcpy(o.x, x, sizeof x);
        if (dot3(displacement, displacement) < 0.04 * f->cell * f->cell)
            break;
        if (measure_node(s, y, x, &next) && next.near.square < hit->near.square)
            *hit = next;
    }
    int32_t count = propose(s, o.x, proposed);
    for (int32_t i = 0; i < count; ++i)
        if (proposed[i] != hit->triangle)
            measure(s, y, proposed[i], hit);
    contact_surface_walk(s, y, NULL, hit);
    *inside = false;
    if (!s->rest->closed)
        return true;
    double scale = s->size / s->rest->extent;
    // far from the surface the field says it better: what is found is only about the nearest. Not of what bones bend:
    // the place at rest is taken back by one of them
    if (hit->near.square > scale * scale * f->cell * f->cell && !contact_surface_has_bones(s)) {
        *inside = (f->nodes[contact_field_at(f, o.x, true)] & CONTACT_FIELD_INSIDE) != 0;
        return true;
    }
    double normal[3], to[3];
    contact_surface_normal(s, hit->triangle, hit->near.feature, normal);
    minus3(y, hit->near.place, to);
    *inside = dot3(to, normal) < 0.0;
    return true;
}
