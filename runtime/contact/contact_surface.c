// Where the points of a surface are, and how they move.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_surface.h"

#include "runtime/base/assert.h"
#include "runtime/base/memory.h"
#include "runtime/body/point.h"
#include "runtime/show/blend.h"
#include "runtime/show/evaluate.h"

#include <math.h>
#include <string.h>

// ---- memory ----------------------------------------------------------------------------

static void lay_out(contact_surface* s, const contact_rest* rest, memory_layout* l) {
    size_t points = rest->source.asset_or_null == NULL ? 0 : (size_t)rest->point_count;
    memory_take(l, 1, sizeof *s);
    s->placed = memory_take(l, (points + 7) / 8, sizeof *s->placed);
    s->tested = memory_take(l, (size_t)rest->contact_point_count, sizeof *s->tested);
    s->boxes = memory_take(l, (size_t)rest->clump_count, sizeof *s->boxes);
    s->inverse = memory_take(l, (size_t)rest->bone_count, sizeof *s->inverse);
    s->places = memory_take(l, points, sizeof *s->places);
    // small surfaces are always evaluated whole
    bool small = points > 0 && points <= CONTACT_SMALL;
    s->speeds = small ? memory_take(l, points, sizeof *s->speeds) : NULL;
}

size_t contact_surface_size(const contact_rest* rest) {
    SUPPLE_ASSERT(rest != NULL);
    contact_surface s;
    memory_layout l = {NULL, 0};
    lay_out(&s, rest, &l);
    return l.at;
}

contact_surface* contact_surface_make(const contact_rest* rest, const supple_body* body_or_null,
                                      void* memory) {
    SUPPLE_ASSERT(rest != NULL && memory != NULL);
    contact_surface* s = memory;
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

// ---- places ----------------------------------------------------------------------------

static void put(contact_surface* s, uint32_t point, const float bind[3]) {
    float m[12];
    if (contact_surface_has_bones(s)) {
        blend_palette(&s->body_or_null->asset, s->palette, s->rest->vertex[point], m);
        contact_carry(m, bind, s->places[point]);
    } else {
        contact_carry(s->palette[0], bind, s->places[point]);
    }
}

static void rest_place(const contact_surface* s, uint32_t point, float out[3]) {
    memcpy(out, s->rest->source.positions + 3 * (size_t)s->rest->vertex[point], 3 * sizeof *out);
}

void contact_surface_expect(contact_surface* s, int32_t points) {
    bool many = s->rest->point_count <= CONTACT_SMALL
                    ? points > 0
                    : 8 * (s->evaluated + points) > s->rest->point_count;
    if (many && s->whole != s->stamp && s->body_or_null != NULL)
        contact_surface_evaluate(s);
}

static void need(contact_surface* s, uint32_t point) {
    uint8_t bit = (uint8_t)(1u << point % 8);
    if (s->whole == s->stamp || (s->placed[point / 8] & bit) != 0)
        return;
    contact_surface_expect(s, 1);
    if (s->whole == s->stamp)
        return;
    float x[3];
    point_displaced(s->body_or_null, s->rest->vertex[point], x);
    put(s, point, x);
    s->placed[point / 8] |= bit;
    s->any_placed = true;
    ++s->evaluated;
}

static void put_all(contact_surface* s) {
    evaluate_walk w;
    float m[12]; // a copy: nothing that is written can change it
    memcpy(m, s->palette[0], sizeof m);
    evaluate_begin(&w, s->body_or_null, EVALUATE_POSITIONS);
    for (int32_t p = 0, end = 0; evaluate_next(&w);) {
        while (end < s->rest->point_count && (int32_t)s->rest->vertex[end] < w.first + w.count)
            ++end;
        if (contact_surface_has_bones(s))
            for (; p < end; ++p)
                put(s, (uint32_t)p, w.positions[(int32_t)s->rest->vertex[p] - w.first]);
        for (; p < end; ++p)
            contact_carry(m, w.positions[(int32_t)s->rest->vertex[p] - w.first], s->places[p]);
    }
}

void contact_surface_evaluate(contact_surface* s) {
    SUPPLE_ASSERT(s->body_or_null != NULL);
    put_all(s);
    s->whole = s->stamp;
    s->evaluated = s->rest->point_count;
}

static void find_speeds(contact_surface* s) {
    evaluate_walk w;
    evaluate_begin(&w, s->body_or_null, EVALUATE_SPEEDS);
    for (int32_t p = 0; evaluate_next(&w);)
        for (; p < s->rest->point_count && (int32_t)s->rest->vertex[p] < w.first + w.count; ++p)
            memcpy(s->speeds[p], w.positions[(int32_t)s->rest->vertex[p] - w.first],
                   sizeof *w.positions);
    s->moving = s->stamp;
}

void contact_surface_speed(contact_surface* s, uint32_t point, float out[3]) {
    SUPPLE_ASSERT(s->body_or_null != NULL && point < (uint32_t)s->rest->point_count);
    if (s->speeds == NULL) {
        point_speed(s->body_or_null, s->rest->vertex[point], out);
        return;
    }
    if (s->moving != s->stamp)
        find_speeds(s);
    memcpy(out, s->speeds[point], 3 * sizeof *out);
}

// Of a collider nothing is cached: one product is as cheap.
static const float* place_of(contact_surface* s, uint32_t point, float scratch[4]) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    if (s->body_or_null != NULL) {
        need(s, point);
        return s->places[point];
    }
    float x[3];
    rest_place(s, point, x);
    contact_carry(s->palette[0], x, scratch);
    return scratch;
}

void contact_surface_place_one(contact_surface* s, uint32_t point, double out[3]) {
    float scratch[4];
    const float* x = place_of(s, point, scratch);
    for (int a = 0; a < 3; ++a)
        out[a] = (double)x[a];
}

void contact_surface_travel(contact_surface* s, uint32_t point, double out[3]) {
    float own[12], m[12], n[12], displacement[3], scratch[4];
    out[0] = out[1] = out[2] = 0.0;
    if (s->travel == 0.0)
        return;
    if (contact_surface_has_bones(s)) {
        blend_palette(&s->body_or_null->asset, s->palette, s->rest->vertex[point], m);
        blend_palette(&s->body_or_null->asset, s->next, s->rest->vertex[point], n);
        contact_surface_change(m, n, own);
    }
    contact_carry(contact_surface_has_bones(s) ? own : s->sweep, place_of(s, point, scratch),
                  displacement);
    for (int a = 0; a < 3; ++a)
        out[a] = (double)displacement[a];
}

void contact_surface_sweep(const contact_surface* s, const double place[3], double out[3]) {
    SUPPLE_ASSERT(!contact_surface_has_bones(s));
    const float x[3] = {(float)place[0], (float)place[1], (float)place[2]};
    float displacement[3];
    contact_carry(s->sweep, x, displacement);
    for (int a = 0; a < 3; ++a)
        out[a] = (double)displacement[a];
}

void contact_surface_motion(contact_surface* s, uint32_t point, double out[3]) {
    contact_surface_travel(s, point, out);
    if (s->body_or_null == NULL || !(s->wobble > 1e-5 * s->size))
        return;
    float speed[3], own[12];
    const float* m = s->palette[0];
    contact_surface_speed(s, point, speed);
    if (contact_surface_has_bones(s)) {
        blend_palette(&s->body_or_null->asset, s->palette, s->rest->vertex[point], own);
        m = own;
    }
    for (int a = 0; a < 3; ++a)
        out[a] += s->h *
                  (double)(m[4 * a] * speed[0] + m[4 * a + 1] * speed[1] + m[4 * a + 2] * speed[2]);
}

void contact_surface_corners(contact_surface* s, uint32_t triangle, double corners[3][3]) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->rest->triangle_count);
    for (int i = 0; i < 3; ++i)
        contact_surface_place(s, s->rest->corners[triangle][i], corners[i]);
}
