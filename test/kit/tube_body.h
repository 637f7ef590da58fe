// Closed bodies along a curve, thick here and thin there: dumb-bells, hooks whose ends nearly meet, limbs with an antenna.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/random_body.h"

typedef struct tube_shape {
    double length, bend; // metres; radians that the curve turns by from end to end
    double thin;         // radius between the knobs
    double knobs[3];     // radii at both ends and in the middle; as `thin`: none
    double turn[3];      // of the whole, radians
} tube_shape;

static inline double tube_radius(const tube_shape* s, double at) { // 0 to 1
    static const double middle_at[3] = {0.0, 1.0, 0.5};
    double radius = s->thin;
    for (int k = 0; k < 3; ++k) {
        double knob = s->knobs[k], middle = middle_at[k] * s->length;
        middle = k == 0 ? knob : k == 1 ? s->length - knob : middle; // the ends are whole balls
        double off = at * s->length - middle;
        if (knob > s->thin && fabs(off) < knob)
            radius = fmax(radius, sqrt(knob * knob - off * off));
    }
    return radius;
}

static inline vec3 tube_place(const tube_shape* s, double at, double angle, double radius) {
    double far = s->bend != 0.0 ? s->length / s->bend : 0.0, turned = s->bend * (at - 0.5);
    vec3 on = s->bend != 0.0 ? v3(far * sin(turned), far * (1.0 - cos(turned)), 0.0)
                             : v3(s->length * (at - 0.5), 0.0, 0.0);
    vec3 out = v3(-sin(turned), cos(turned), 0.0);
    vec3 p = v3_add(on, v3_add(v3_scale(out, radius * cos(angle)), v3(0, 0, radius * sin(angle))));
    for (int k = 0; k < 3; ++k) {
        double c = cos(s->turn[k]), i = sin(s->turn[k]);
        p = v3(p.y, c * p.z - i * p.x, i * p.z + c * p.x); // about y, then axes in turn
    }
    return p;
}

static inline surface tube_make(const tube_shape* s, int columns, arena* memory) {
    enum { ROWS = 121 };
    body_maker* m = ARENA_NEW(memory, body_maker, 1);
    for (int r = 0; r < ROWS; ++r) {
        double at = (double)r / (ROWS - 1);
        bool pole = r == 0 || r == ROWS - 1;
        for (int c = 0; c < columns; ++c)
            m->positions[m->vertex_count++] = tube_place(
                s, at, -2.0 * 3.14159265358979 * c / columns, pole ? 0.0 : tube_radius(s, at));
    }
    maker_grid(m, ROWS, columns, false, false);
    surface f = {.vertex_count = m->vertex_count, .triangle_count = m->triangle_count};
    f.positions = m->positions;
    f.triangles = m->triangles;
    return f;
}

// Two balls and a short neck between them, whose groove is narrower than a cell of coarse lattices.
static inline tube_shape tube_neck_random(void) {
    tube_shape s = {.knobs = {random_in(0.15, 0.3), random_in(0.15, 0.3), 0.0},
                    .bend = random_in(0.0, 1.0) < 0.5 ? 0.0 : random_in(0.3, 1.5)};
    double small = fmin(s.knobs[0], s.knobs[1]);
    s.length = 2.0 * (s.knobs[0] + s.knobs[1]) + random_in(-0.1, 0.5) * small;
    s.thin = random_in(0.1, 0.8) * small;
    for (int k = 0; k < 3; ++k)
        s.turn[k] = random_in(0.0, 6.28);
    return s;
}

static inline tube_shape tube_random(void) {
    tube_shape s = {.length = 1.0, .bend = random_in(0.0, 1.0) < 0.4 ? 0.0 : random_in(0.3, 5.8)};
    s.thin = 0.1 * pow(0.05, random_in(0.0, 1.0));
    for (int k = 0; k < 3; ++k)
        s.knobs[k] = random_in(0.0, 1.0) < 0.4 ? s.thin : random_in(s.thin, 0.16);
    for (int k = 0; k < 3; ++k)
        s.turn[k] = random_in(0.0, 6.28);
    return s;
}
