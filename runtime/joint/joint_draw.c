// From body to place to body; a fan from limit to limit of a hinge, a rail of a slider, the rim and spokes of a cone. What is
// where it is now is a longer line.
// SPDX-License-Identifier: MIT
#include "runtime/joint/joint_draw.h"

#include "runtime/joint/joint_axis.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"

#include <math.h>

enum { ARC = 12, SPOKES = 8 };

// Where and how large; world units.
typedef struct joint_pen {
    pen pen;
    double places[2][3], size;
    double axis[3], across[2][3]; // of the second end
} joint_pen;

static void line(const joint_pen* p, const double a[3], const double b[3]) {
    pen_line(&p->pen, a, b);
}

// From the second place, `far` away: leaning by an angle from the axis, turned by another about it.
static void point_at(const joint_pen* p, double lean, double turn, double far, double out[3]) {
    double s, c, sine, cosine;
    exact_sincos(lean, &s, &c);
    exact_sincos(turn, &sine, &cosine);
    along3(p->places[1], far * c, p->axis, out);
    along3(out, far * s * cosine, p->across[0], out);
    along3(out, far * s * sine, p->across[1], out);
}

static void draw_fan(const joint_pen* p, double lower, double upper, double now) {
    double from = lower > -EXACT_PI ? lower : -EXACT_PI, to = upper < EXACT_PI ? upper : EXACT_PI;
    double a[3], b[3];
    for (int i = 0; i < ARC; ++i) {
        point_at(p, 0.5 * EXACT_PI, from + (to - from) * i / ARC, p->size, a);
        point_at(p, 0.5 * EXACT_PI, from + (to - from) * (i + 1) / ARC, p->size, b);
        line(p, a, b);
    }
    point_at(p, 0.5 * EXACT_PI, from, p->size, a);
    point_at(p, 0.5 * EXACT_PI, to, p->size, b);
    line(p, p->places[1], a);
    line(p, p->places[1], b);
    point_at(p, 0.5 * EXACT_PI, now, 1.2 * p->size, a);
    line(p, p->places[1], a);
}

static void draw_rail(const joint_pen* p, double lower, double upper) {
    double from[3], to[3];
    along3(p->places[1], lower > -INFINITY ? lower : -p->size, p->axis, from);
    along3(p->places[1], upper < INFINITY ? upper : p->size, p->axis, to);
    line(p, from, to);
    for (int k = 0; k < 2; ++k)
        if (fabs(k == 0 ? lower : upper) < INFINITY)
            pen_point(&p->pen, k == 0 ? from : to, 0.2 * p->size);
}

static void draw_cone(const joint_pen* p, double swing, const double own[3]) {
    double a[3], b[3];
    for (int i = 0; i < SPOKES; ++i) {
        point_at(p, swing, 2.0 * EXACT_PI * i / SPOKES, p->size, a);
        point_at(p, swing, 2.0 * EXACT_PI * (i + 1) / SPOKES, p->size, b);
        line(p, a, b);
        line(p, p->places[1], a);
    }
    along3(p->places[0], 1.2 * p->size, own, a);
    line(p, p->places[0], a);
}

static void draw_limits(const joint_pen* p, const world_joint* j, const patch_pose poses[2]) {
    double own[3], lower = (double)j->options.lower, upper = (double)j->options.upper;
    if (j->options.kind == SUPPLE_JOINT_HINGE)
        draw_fan(p, lower, upper, joint_twist(j, &poses[0], &poses[1]));
    if (j->options.kind == SUPPLE_JOINT_SLIDER)
        draw_rail(p, lower, upper);
    joint_axis_of(j, &poses[0], own);
    if (j->options.kind == SUPPLE_JOINT_CONE && (double)j->options.swing < EXACT_PI)
        draw_cone(p, (double)j->options.swing, own);
}

void joint_draw(const supple_world* w, const world_joint* j, const pen* with) {
    patch_pose poses[2];
    joint_pen p = {.pen = *with, .size = 0.25 * w->bodies[j->slot[0]].skin->size};
    joint_sample(w, j, poses);
    double unit = 1.0 / (double)w->bodies[j->slot[0]].body->state->options.world_metres;
    for (int k = 0; k < 6; ++k)
        p.places[k / 3][k % 3] = unit * poses[k / 3].place[k % 3];
    pen_point(&p.pen, p.places[0], 0.2 * p.size);
    pen_number(&p.pen, p.places[0], "", (double)j->force, " N");
    line(&p, p.places[0], p.places[1]);
    for (int k = 0; k < 2; ++k) {
        if (j->slot[k] < 0)
            continue;
        supple_bounds is = supple_body_bounds(w->bodies[j->slot[k]].body);
        const double middle[3] = {0.5 * ((double)is.low.x + (double)is.high.x),
                                  0.5 * ((double)is.low.y + (double)is.high.y),
                                  0.5 * ((double)is.low.z + (double)is.high.z)};
        line(&p, p.places[k], middle);
    }
    if (joint_has_axis(j->options.kind)) {
        joint_axis_of(j, &poses[1], p.axis);
        joint_across(p.axis, p.across);
        draw_limits(&p, j, poses);
    }
}
