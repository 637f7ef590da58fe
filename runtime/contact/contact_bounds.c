// Bounds of a surface from bones and coordinates, and from points where those would be wide.
//
// A vertex is a mean of where its bones would take it, so it lies in the box around the boxes that they
// take the rest box to; and flesh is no farther from rest than the sum of its coordinates' reaches. That
// bounds any set of vertices without looking at one.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_surface.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/point.h"

#include <math.h>
#include <string.h>

// Widens low and high by where a bone takes a box that is `more` wider on all sides.
static void widen_by_box(const float m[12], const float box_low[3], const float box_high[3],
                         float more, float low[3], float high[3]) {
    float middle[3], half[3], centre[3];
    for (int i = 0; i < 3; ++i) {
        middle[i] = 0.5f * (box_low[i] + box_high[i]);
        half[i] = 0.5f * (box_high[i] - box_low[i]) + more;
    }
    contact_carry(m, middle, centre);
    for (int a = 0; a < 3; ++a) {
        float wide = fabsf(m[4 * a]) * half[0] + fabsf(m[4 * a + 1]) * half[1] +
                     fabsf(m[4 * a + 2]) * half[2];
        wide += 1e-6f * (wide + fabsf(centre[a])); // rounding
        low[a] = centre[a] - wide < low[a] ? centre[a] - wide : low[a];
        high[a] = centre[a] + wide > high[a] ? centre[a] + wide : high[a];
    }
}

static void widen_by_bones(const contact_surface* s, const float (*palette)[12], float low[3],
                           float high[3]) {
    for (int32_t b = 0; b < s->rest->bone_count; ++b) {
        const contact_surface_box* box = &s->rest->bone_boxes[b];
        if (box->low[0] <= box->high[0])
            widen_by_box(palette[b], box->low, box->high, (float)s->reach, low, high);
    }
}

// The farthest that coordinates are from rest, and how fast that changes; the mesh's unit. The first is
// a bound, but for the rounding of sums in float; the second is none: all coordinates hardly ever pull one vertex the same way, nor the one that each
// moves most, and what moves faster than half the root of their squares is seen a substep later.
static void find_reach(contact_surface* s, double* speed) {
    const supple_body* b = s->body_or_null;
    s->reach = *speed = 0.0;
    for (int32_t p = 0; b != NULL && p < b->part_count; ++p) {
        double bound = (double)bound_of(b, p, b->amount), squares = 0.0;
        for (int32_t i = 0; i < b->active[p]; ++i) {
            double rate_i = (double)b->parts[p].asset.coords[i].reach *
                            (double)fabsf(b->v[b->parts[p].first + i]);
            squares += rate_i * rate_i;
        }
        double rate = 0.5 * sqrt(squares);
        bool add = b->asset.layer_count > 1; // parts may lie over each other
        s->reach = add ? s->reach + bound : bound > s->reach ? bound : s->reach;
        *speed = add ? *speed + rate : rate > *speed ? rate : *speed;
    }
}

void contact_surface_change(const float m[12], const float n[12], float out[12]) {
    double c[3][3], det = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            c[i][j] =
                (double)m[4 * i1 + j1] * m[4 * i2 + j2] - (double)m[4 * i1 + j2] * m[4 * i2 + j1];
        }
    for (int j = 0; j < 3; ++j)
        det += m[j] * c[0][j];
    memset(out, 0, 12 * sizeof *out);
    if (det == 0.0)
        return;
    for (int i = 0; i < 3; ++i) {
        double shift = (double)n[4 * i + 3] - m[4 * i + 3];
        for (int j = 0; j < 3; ++j) {
            double sum = 0.0; // inverse[k][j] = c[j][k] / det
            for (int k = 0; k < 3; ++k)
                sum += ((double)n[4 * i + k] - m[4 * i + k]) * c[j][k];
            out[4 * i + j] = (float)(sum / det);
            shift -= sum / det * m[4 * j + 3];
        }
        out[4 * i + 3] = (float)shift;
    }
}

static double scale_of(const float m[12]) {
    double most = 0.0;
    for (int j = 0; j < 3; ++j) {
        double square =
            (double)m[j] * m[j] + (double)m[4 + j] * m[4 + j] + (double)m[8 + j] * m[8 + j];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

// How far a bone carries anything in its box.
static double travel_of(const contact_surface* s, int32_t bone) {
    const contact_surface_box* box = &s->rest->bone_boxes[bone];
    const float *m = s->palette[bone], *n = s->next[bone];
    double square = 0.0;
    for (int a = 0; a < 3 && box->low[0] <= box->high[0]; ++a) {
        double displacement = (double)n[4 * a + 3] - m[4 * a + 3], spread = 0.0;
        for (int i = 0; i < 3; ++i) {
            double d = (double)n[4 * a + i] - m[4 * a + i];
            displacement += d * 0.5 * ((double)box->low[i] + box->high[i]);
            spread += fabs(d) * (0.5 * ((double)box->high[i] - box->low[i]) + s->reach);
        }
        square += (fabs(displacement) + spread) * (fabs(displacement) + spread);
    }
    return sqrt(square);
}

static bool is_same(const float a[12], const float b[12]) {
    bool same = true;
    for (int i = 0; i < 12; ++i)
        same &= a[i] == b[i];
    return same;
}

void contact_surface_update(contact_surface* s, const float (*palette)[12], const float (*next)[12],
                            double h, bool asleep) {
    SUPPLE_ASSERT(h >= 0.0 && palette != NULL && next != NULL);
    double speed, scale = scale_of(palette[0]);
    bool stays = s->stamp != 0 && (s->body_or_null == NULL || (asleep && s->asleep)) &&
                 is_same(s->last_bone[0], palette[0]) && is_same(s->last_bone[1], next[0]);
    s->asleep = asleep;
    s->palette = palette;
    s->next = next;
    s->evaluated = 0;
    if (stays)
        return;
    memcpy(s->last_bone[0], palette[0], sizeof s->last_bone[0]);
    memcpy(s->last_bone[1], next[0], sizeof s->last_bone[1]);
    if (++s->stamp == 0) { // once in four thousand million updates
        s->stamp = 1;
        s->whole = s->boxed = s->turned = s->tight = s->moving = 0;
    }
    if (s->any_placed)
        memset(s->placed, 0, ((size_t)s->rest->point_count + 7) / 8);
    s->any_placed = false;
    s->h = h;
    find_reach(s, &speed);
    s->size = s->rest->extent * scale;
    s->wobble = speed * scale * h;
    s->wobble = s->wobble < s->size ? s->wobble : s->size;
    s->thickness = s->rest->closed || s->body_or_null == NULL ? 0.0 : 0.005 * s->size;
    if (!contact_surface_has_bones(s))
        contact_surface_change(palette[0], next[0], s->sweep);
    s->travel = 0.0;
    for (int32_t b = 0; b < s->rest->bone_count; ++b) {
        double travel = travel_of(s, b);
        s->travel = travel > s->travel ? travel : s->travel;
    }
    for (int a = 0; a < 3; ++a) {
        s->low[a] = FORMAT_LARGEST;
        s->high[a] = -FORMAT_LARGEST;
    }
    widen_by_bones(s, palette, s->low, s->high);
    memcpy(s->low_now, s->low, sizeof s->low);
    memcpy(s->high_now, s->high, sizeof s->high);
    widen_by_bones(s, next, s->low, s->high);
    for (int a = 0; a < 3; ++a) {
        s->low[a] -= (float)(s->wobble + s->thickness);
        s->high[a] += (float)(s->wobble + s->thickness);
    }
}

// The difference of two affine motions: in the middle of a box, and how much farther anywhere in it.
static void differ(const float a[12], const float b[12], const double box[2][3],
                   double displacement[3], double spread[3]) {
    for (int i = 0; i < 3; ++i) {
        spread[i] = 0.0;
        displacement[i] = (double)a[4 * i + 3] - (double)b[4 * i + 3];
        for (int j = 0; j < 3; ++j) {
            double d = (double)a[4 * i + j] - (double)b[4 * i + j];
            displacement[i] += d * 0.5 * (box[0][j] + box[1][j]);
            spread[i] += fabs(d) * 0.5 * fabs(box[1][j] - box[0][j]);
        }
    }
}

double contact_surface_closing(const contact_surface* a, const contact_surface* b,
                               double displacement[3]) {
    double box[2][3], spread[3];
    displacement[0] = displacement[1] = displacement[2] = 0.0;
    if (contact_surface_has_bones(a) || contact_surface_has_bones(b))
        return a->travel + b->travel;
    for (int j = 0; j < 3; ++j) { // the box that both share
        box[0][j] = (double)(a->low[j] > b->low[j] ? a->low[j] : b->low[j]);
        box[1][j] = (double)(a->high[j] < b->high[j] ? a->high[j] : b->high[j]);
    }
    differ(a->sweep, b->sweep, (const double(*)[3])box, displacement, spread);
    return sqrt(dot3(spread, spread));
}

void contact_surface_against(const contact_surface* s, const float sweep[12],
                             double displacement[3], double spread[3]) {
    const float still[12] = {0};
    double box[2][3];
    for (int j = 0; j < 3; ++j) {
        box[0][j] = (double)s->low[j];
        box[1][j] = (double)s->high[j];
    }
    bool bones = contact_surface_has_bones(s);
    differ(bones ? still : s->sweep, sweep, (const double(*)[3])box, displacement, spread);
    for (int j = 0; j < 3 && bones; ++j)
        spread[j] += s->travel;
}

// How fast flesh moves where it was examined; the mesh's unit a second.
static double coarse_speed(contact_surface* s) {
    double most = 0.0;
    for (int32_t i = 0; i < s->rest->coarse_count; ++i) {
        float v[3];
        contact_surface_speed(s, s->rest->coarse[i], v);
        double square = (double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

// How far the vertices of a free body are from rest, the mesh's unit; a bit more than any of them for rounding.
static double farthest(const contact_surface* s) {
    float m[12], most = 0.0f; // a copy: nothing that is written can change it
    memcpy(m, s->palette[0], sizeof m);
    for (int32_t p = 0; p < s->rest->point_count; ++p) {
        const float *rest = s->rest->source.positions + 3 * (size_t)s->rest->vertex[p],
                    *now = s->places[p];
        float x[3];
        contact_carry(m, rest, x);
        float square = (now[0] - x[0]) * (now[0] - x[0]) + (now[1] - x[1]) * (now[1] - x[1]) +
                       (now[2] - x[2]) * (now[2] - x[2]);
        most = square > most ? square : most;
    }
    double reach = 1.001 * sqrt((double)most) * s->rest->extent / s->size + 1e-4 * s->rest->extent;
    return reach < s->reach ? reach : s->reach;
}

void contact_surface_tighten(contact_surface* s) {
    const double more = 2.0; // what was not examined may be faster
    if (s->body_or_null == NULL || s->tight == s->stamp)
        return;
    s->tight = s->stamp;
    if (s->wobble > 0.002 * s->size) {
        double wobble = more * s->h * coarse_speed(s) * s->size / s->rest->extent;
        s->wobble = wobble < s->wobble ? wobble : s->wobble;
    }
    if (s->reach < 0.02 * s->rest->extent || s->rest->point_count > CONTACT_SMALL)
        return;
    contact_surface_expect(s, 1);
    for (int32_t p = 0; p < s->rest->point_count; ++p)
        for (int a = 0; a < 3; ++a) {
            float x = s->places[p][a];
            s->low_now[a] = p == 0 || x < s->low_now[a] ? x : s->low_now[a];
            s->high_now[a] = p == 0 || x > s->high_now[a] ? x : s->high_now[a];
        }
    if (s->body_or_null->free)
        s->reach = farthest(s);
}

static void box_clump(const contact_surface* s, const contact_surface_clump* c,
                      contact_surface_box* out) {
    if (c->bone_count > CONTACT_BONES) {
        memcpy(out->low, s->low_now, sizeof out->low);
        memcpy(out->high, s->high_now, sizeof out->high);
        return;
    }
    for (int a = 0; a < 3; ++a) {
        out->low[a] = FORMAT_LARGEST;
        out->high[a] = -FORMAT_LARGEST;
    }
    for (int32_t b = 0; b < c->bone_count; ++b)
        widen_by_box(s->palette[c->bones[b]], c->low, c->high, (float)s->reach, out->low,
                     out->high);
}

void contact_surface_clump_box(contact_surface* s, int32_t clump, float low[3], float high[3]) {
    SUPPLE_ASSERT(clump >= 0 && clump < s->rest->clump_count);
    if (s->boxed != s->stamp) {
        for (int32_t c = 0; c < s->rest->clump_count; ++c)
            box_clump(s, &s->rest->clumps[c], &s->boxes[c]);
        s->boxed = s->stamp;
    }
    memcpy(low, s->boxes[clump].low, sizeof s->boxes->low);
    memcpy(high, s->boxes[clump].high, sizeof s->boxes->high);
}
