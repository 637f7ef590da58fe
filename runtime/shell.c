// Bounds from bones and coordinates, and where points are.
//
// A vertex is a mean of where its bones would take it, so it lies in the box around the boxes that they
// take the rest box to; and flesh is no farther from rest than the sum of its coordinates' reaches. That
// bounds any set of vertices without looking at one.
// SPDX-License-Identifier: MIT
#include "runtime/shell.h"

#include "runtime/assert.h"
#include "runtime/blend.h"
#include "runtime/bound.h"
#include "runtime/evaluate.h"
#include "runtime/memory.h"
#include "runtime/point.h"

#include <math.h>
#include <string.h>

// ---- memory ----------------------------------------------------------------------------

static void lay_out(shell* s, const shell_rest* rest, memory_layout* l) {
    size_t points = rest->source.asset_or_null == NULL ? 0 : (size_t)rest->point_count;
    memory_take(l, 1, sizeof *s);
    s->placed = memory_take(l, (points + 7) / 8, sizeof *s->placed);
    s->tested = memory_take(l, (size_t)rest->contact_point_count, sizeof *s->tested);
    s->boxes = memory_take(l, (size_t)rest->clump_count, sizeof *s->boxes);
    s->inverse = memory_take(l, (size_t)rest->bone_count, sizeof *s->inverse);
    s->places = memory_take(l, points, sizeof *s->places);
}

size_t shell_size(const shell_rest* rest) {
    SUPPLE_ASSERT(rest != NULL);
    shell s;
    memory_layout l = {NULL, 0};
    lay_out(&s, rest, &l);
    return l.at;
}

shell* shell_make(const shell_rest* rest, const supple_body* body_or_null, void* memory) {
    SUPPLE_ASSERT(rest != NULL && memory != NULL);
    shell* s = memory;
    SUPPLE_ASSERT((body_or_null == NULL) == (rest->source.asset_or_null == NULL));
    memset(s, 0, sizeof *s);
    memory_layout l = {memory, 0};
    lay_out(s, rest, &l);
    // all else is written before it is read, and as large as the mesh
    if (body_or_null != NULL)
        memset(s->placed, 0, ((size_t)rest->point_count + 7) / 8);
    s->rest = rest;
    s->body_or_null = body_or_null;
    return s;
}

// ---- bounds ----------------------------------------------------------------------------

static void carry(const float m[12], const float x[3], float out[3]) {
    for (int a = 0; a < 3; ++a)
        out[a] = (m[4 * a] * x[0] + m[4 * a + 1] * x[1] + m[4 * a + 2] * x[2]) + m[4 * a + 3];
}

// Widens low and high by where a bone takes a box that is `more` wider on all sides.
static void widen_by_box(const float m[12], const float box_low[3], const float box_high[3],
                         float more, float low[3], float high[3]) {
    float middle[3], half[3], centre[3];
    for (int i = 0; i < 3; ++i) {
        middle[i] = 0.5f * (box_low[i] + box_high[i]);
        half[i] = 0.5f * (box_high[i] - box_low[i]) + more;
    }
    carry(m, middle, centre);
    for (int a = 0; a < 3; ++a) {
        float wide = fabsf(m[4 * a]) * half[0] + fabsf(m[4 * a + 1]) * half[1] +
                     fabsf(m[4 * a + 2]) * half[2];
        wide += 1e-6f * (wide + fabsf(centre[a])); // rounding
        low[a] = centre[a] - wide < low[a] ? centre[a] - wide : low[a];
        high[a] = centre[a] + wide > high[a] ? centre[a] + wide : high[a];
    }
}

static void widen_by_bones(const shell* s, const float (*palette)[12], float low[3],
                           float high[3]) {
    for (int32_t b = 0; b < s->rest->bone_count; ++b) {
        const shell_box* box = &s->rest->bone_boxes[b];
        if (box->low[0] <= box->high[0])
            widen_by_box(palette[b], box->low, box->high, (float)s->reach, low, high);
    }
}

// The farthest that coordinates are from rest, and how fast that changes; the mesh's unit. The first is
// a bound, but for the rounding of sums in float; the second is none: all coordinates hardly ever pull one vertex the same way, nor the one that each
// moves most, and what moves faster than half the root of their squares is seen a substep later.
static void find_reach(shell* s, double* speed) {
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

// What a change of matrices adds to a place: n m^-1 - 1. Nothing where m is flat.
static void find_sweep(const float m[12], const float n[12], float out[12]) {
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
static double travel_of(const shell* s, int32_t bone) {
    const shell_box* box = &s->rest->bone_boxes[bone];
    const float *m = s->palette[bone], *n = s->next[bone];
    double square = 0.0;
    for (int a = 0; a < 3 && box->low[0] <= box->high[0]; ++a) {
        double way = (double)n[4 * a + 3] - m[4 * a + 3], spread = 0.0;
        for (int i = 0; i < 3; ++i) {
            double d = (double)n[4 * a + i] - m[4 * a + i];
            way += d * 0.5 * ((double)box->low[i] + box->high[i]);
            spread += fabs(d) * (0.5 * ((double)box->high[i] - box->low[i]) + s->reach);
        }
        square += (fabs(way) + spread) * (fabs(way) + spread);
    }
    return sqrt(square);
}

static bool is_same(const float a[12], const float b[12]) {
    bool same = true;
    for (int i = 0; i < 12; ++i)
        same &= a[i] == b[i];
    return same;
}

void shell_look(shell* s, const float (*palette)[12], const float (*next)[12], double h,
                bool asleep) {
    SUPPLE_ASSERT(h >= 0.0 && palette != NULL && next != NULL);
    double speed, scale = scale_of(palette[0]);
    bool stays = s->stamp != 0 && (s->body_or_null == NULL || (asleep && s->asleep)) &&
                 is_same(s->kept[0], palette[0]) && is_same(s->kept[1], next[0]);
    s->asleep = asleep;
    s->palette = palette;
    s->next = next;
    s->evaluated = 0;
    if (stays)
        return;
    memcpy(s->kept[0], palette[0], sizeof s->kept[0]);
    memcpy(s->kept[1], next[0], sizeof s->kept[1]);
    if (++s->stamp == 0) { // once in four thousand million looks
        s->stamp = 1;
        s->whole = s->boxed = s->turned = s->tight = 0;
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
    if (!shell_has_bones(s))
        find_sweep(palette[0], next[0], s->sweep);
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

double shell_closing(const shell* a, const shell* b, double way[3]) {
    double square = 0.0, sum = a->travel + b->travel;
    way[0] = way[1] = way[2] = 0.0;
    if (shell_has_bones(a) || shell_has_bones(b))
        return sum;
    for (int i = 0; i < 3;
         ++i) { // the difference of two affine motions, over the box that both share
        double spread = 0.0;
        way[i] = (double)a->sweep[4 * i + 3] - (double)b->sweep[4 * i + 3];
        for (int j = 0; j < 3; ++j) {
            double d = (double)a->sweep[4 * i + j] - (double)b->sweep[4 * i + j];
            double low = (double)(a->low[j] > b->low[j] ? a->low[j] : b->low[j]);
            double high = (double)(a->high[j] < b->high[j] ? a->high[j] : b->high[j]);
            way[i] += d * 0.5 * (low + high);
            spread += fabs(d) * 0.5 * fabs(high - low);
        }
        square += spread * spread;
    }
    return sqrt(square);
}

// ---- places ----------------------------------------------------------------------------

static void put(shell* s, uint32_t point, const float bind[3]) {
    float m[12];
    if (shell_has_bones(s)) {
        blend_palette(&s->body_or_null->asset, s->palette, s->rest->vertex[point], m);
        carry(m, bind, s->places[point]);
    } else {
        carry(s->palette[0], bind, s->places[point]);
    }
}

static void rest_place(const shell* s, uint32_t point, float out[3]) {
    memcpy(out, s->rest->source.positions + 3 * (size_t)s->rest->vertex[point], 3 * sizeof *out);
}

void shell_expect(shell* s, int32_t points) {
    bool many = s->rest->point_count <= SHELL_SMALL
                    ? points > 0
                    : 8 * (s->evaluated + points) > s->rest->point_count;
    if (many && s->whole != s->stamp && s->body_or_null != NULL)
        shell_evaluate(s);
}

static void need(shell* s, uint32_t point) {
    uint8_t bit = (uint8_t)(1u << point % 8);
    if (s->whole == s->stamp || (s->placed[point / 8] & bit) != 0)
        return;
    shell_expect(s, 1);
    if (s->whole == s->stamp)
        return;
    float x[3];
    point_displaced(s->body_or_null, s->rest->vertex[point], x);
    put(s, point, x);
    s->placed[point / 8] |= bit;
    s->any_placed = true;
    ++s->evaluated;
}

static void put_all(shell* s) {
    evaluate_walk w;
    float m[12]; // a copy: nothing that is written can change it
    memcpy(m, s->palette[0], sizeof m);
    evaluate_begin(&w, s->body_or_null, EVALUATE_POSITIONS);
    for (int32_t p = 0, end = 0; evaluate_next(&w);) {
        while (end < s->rest->point_count && (int32_t)s->rest->vertex[end] < w.first + w.count)
            ++end;
        if (shell_has_bones(s))
            for (; p < end; ++p)
                put(s, (uint32_t)p, w.positions[(int32_t)s->rest->vertex[p] - w.first]);
        for (; p < end; ++p)
            carry(m, w.positions[(int32_t)s->rest->vertex[p] - w.first], s->places[p]);
    }
}

void shell_evaluate(shell* s) {
    SUPPLE_ASSERT(s->body_or_null != NULL);
    put_all(s);
    s->whole = s->stamp;
    s->evaluated = s->rest->point_count;
}

// How fast flesh moves where it was looked at; the mesh's unit a second.
static double coarse_speed(const shell* s) {
    double most = 0.0;
    for (int32_t i = 0; i < s->rest->coarse_count; ++i) {
        float v[3];
        point_speed(s->body_or_null, s->rest->vertex[s->rest->coarse[i]], v);
        double square = (double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

void shell_tighten(shell* s) {
    const double more = 2.0; // what was not looked at may be faster
    if (s->body_or_null == NULL || s->tight == s->stamp)
        return;
    s->tight = s->stamp;
    if (s->wobble > 0.002 * s->size) {
        double wobble = more * s->h * coarse_speed(s) * s->size / s->rest->extent;
        s->wobble = wobble < s->wobble ? wobble : s->wobble;
    }
    if (s->reach < 0.02 * s->rest->extent || s->rest->point_count > SHELL_SMALL)
        return;
    shell_expect(s, 1);
    for (int32_t p = 0; p < s->rest->point_count; ++p)
        for (int a = 0; a < 3; ++a) {
            float x = s->places[p][a];
            s->low_now[a] = p == 0 || x < s->low_now[a] ? x : s->low_now[a];
            s->high_now[a] = p == 0 || x > s->high_now[a] ? x : s->high_now[a];
        }
}

static void box_clump(const shell* s, const shell_clump* c, shell_box* out) {
    if (c->bone_count > SHELL_BONES) {
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

void shell_clump_box(shell* s, int32_t clump, float low[3], float high[3]) {
    SUPPLE_ASSERT(clump >= 0 && clump < s->rest->clump_count);
    if (s->boxed != s->stamp) {
        for (int32_t c = 0; c < s->rest->clump_count; ++c)
            box_clump(s, &s->rest->clumps[c], &s->boxes[c]);
        s->boxed = s->stamp;
    }
    memcpy(low, s->boxes[clump].low, sizeof s->boxes->low);
    memcpy(high, s->boxes[clump].high, sizeof s->boxes->high);
}

// Of a collider nothing is kept: one product is as cheap.
static const float* place_of(shell* s, uint32_t point, float scratch[4]) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    if (s->body_or_null != NULL) {
        need(s, point);
        return s->places[point];
    }
    float x[3];
    rest_place(s, point, x);
    carry(s->palette[0], x, scratch);
    return scratch;
}

void shell_place(shell* s, uint32_t point, double out[3]) {
    float scratch[4];
    const float* x = place_of(s, point, scratch);
    for (int a = 0; a < 3; ++a)
        out[a] = (double)x[a];
}

void shell_travel(shell* s, uint32_t point, double out[3]) {
    float own[12], m[12], n[12], way[3], scratch[4];
    out[0] = out[1] = out[2] = 0.0;
    if (s->travel == 0.0)
        return;
    if (shell_has_bones(s)) {
        blend_palette(&s->body_or_null->asset, s->palette, s->rest->vertex[point], m);
        blend_palette(&s->body_or_null->asset, s->next, s->rest->vertex[point], n);
        find_sweep(m, n, own);
    }
    carry(shell_has_bones(s) ? own : s->sweep, place_of(s, point, scratch), way);
    for (int a = 0; a < 3; ++a)
        out[a] = (double)way[a];
}

void shell_sweep(const shell* s, const double place[3], double out[3]) {
    SUPPLE_ASSERT(!shell_has_bones(s));
    const float x[3] = {(float)place[0], (float)place[1], (float)place[2]};
    float way[3];
    carry(s->sweep, x, way);
    for (int a = 0; a < 3; ++a)
        out[a] = (double)way[a];
}

void shell_motion(shell* s, uint32_t point, double out[3]) {
    shell_travel(s, point, out);
    if (s->body_or_null == NULL || !(s->wobble > 1e-5 * s->size))
        return;
    float speed[3], m[12];
    point_speed(s->body_or_null, s->rest->vertex[point], speed);
    blend_palette(&s->body_or_null->asset, s->palette, s->rest->vertex[point], m);
    for (int a = 0; a < 3; ++a)
        out[a] += s->h *
                  (double)(m[4 * a] * speed[0] + m[4 * a + 1] * speed[1] + m[4 * a + 2] * speed[2]);
}

void shell_corners(shell* s, uint32_t triangle, double corners[3][3]) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->rest->triangle_count);
    for (int i = 0; i < 3; ++i)
        shell_place(s, s->rest->corners[triangle][i], corners[i]);
}
