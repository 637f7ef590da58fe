// Plane after plane, until the end or until the gap is what is to be left over.
// SPDX-License-Identifier: MIT
#include "bake/contact/touch.h"

#include "bake/contact/near.h"

#include <stddef.h>

// Planes, at most: what has not come to its end by then is near it, and stops there.
enum { PLANES = 200 };

// Of the reach of places: a distance of theirs from a plane may be wrong by less, and a time by less than what that takes.
static const double TOUCH_ROUNDING = 1e-14;

// The sine of an angle above which two edges say what is across them.
static const double TOUCH_SHARP = 1e-4;

// Of the gap that is left over: nearer to it than this is there.
static const double NEAR_ENOUGH = 0.1;

// Places counted from the first node, and motion from its own: what all share touches nothing.
typedef struct motion {
    vec3 x[4], move[4];
    double reach; // of places anywhere on their way, sums of coordinates, m
} motion;

static double sum_of(vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

static motion relative(const touch_question* q) {
    motion m = {.reach = 0.0};
    double far = sum_of(q->x[0]),
           fast = sum_of(q->move[0]); // rounding of the differences themselves
    for (int i = 0; i < 4; ++i) {
        m.x[i] = v3_sub(q->x[i], q->x[0]);
        m.move[i] = v3_sub(q->move[i], q->move[0]);
        m.reach = fmax(m.reach, sum_of(m.x[i]) + sum_of(m.move[i]));
        far = fmax(far, sum_of(q->x[i]));
        fast = fmax(fast, sum_of(q->move[i]));
    }
    m.reach = fmax(m.reach, 0.25 * (far + fast));
    return m;
}

// When the plane with that normal parts the features by no more than `gap`, from `time` on: the first pair of corners.
static double plane_time(const motion* m, bool edges, vec3 n, double time, double gap) {
    double first = 1.0;
    int begin = edges ? 2 : 1;
    for (int i = 0; i < begin; ++i)
        for (int k = begin; k < 4; ++k) {
            double apart = v3_dot(n, v3_sub(m->x[i], m->x[k]));
            double speed = v3_dot(n, v3_sub(m->move[i], m->move[k]));
            double now = apart + time * speed;
            if (now <= gap)
                return time;
            if (apart + speed < gap) // so speed < 0
                first = fmin(first, time + (now - gap) / -speed);
        }
    return first;
}

// Across the shortest way. Its own digits are those of a small difference; across what slides it is known to all digits, and
// what goes far along a feature needs them.
static vec3 normal_of(const near_points* p) {
    vec3 n = v3_unit(p->between);
    if (p->sliding == 0)
        return n;
    vec3 across = v3_cross(p->slide[0], p->slide[1]);
    double size = v3_length(across);
    if (p->sliding == 2 && size > TOUCH_SHARP * v3_length(p->slide[0]) * v3_length(p->slide[1]))
        return v3_scale(across, (v3_dot(across, n) < 0.0 ? -1.0 : 1.0) / size);
    for (int32_t k = 0; k < p->sliding; ++k) {
        vec3 along = v3_unit(p->slide[k]);
        n = v3_unit(v3_madd(n, along, -v3_dot(n, along)));
    }
    return n;
}

double touch_time(const touch_question* q, int64_t* planes_or_null) {
    motion m = relative(q);
    double time = 0.0, rounding = TOUCH_ROUNDING * m.reach, left = 0.0;
    for (int plane = 0; plane < PLANES; ++plane) {
        vec3 x[4];
        for (int i = 0; i < 4; ++i)
            x[i] = v3_madd(m.x[i], m.move[i], time);
        near_points p = q->edges ? near_edges(x) : near_face(x);
        double distance = v3_length(p.between), gap = distance - q->thickness - rounding;
        if (planes_or_null != NULL)
            ++*planes_or_null;
        if (!(gap > 0.0))
            return time;
        if (plane == 0)
            left = fmin(q->keep * gap, q->enough);
        if (plane > 0 && gap <= (1.0 + NEAR_ENOUGH) * left)
            return time;
        double next = plane_time(&m, q->edges, normal_of(&p), time, q->thickness + left + rounding);
        if (!(next > time))
            return time;
        time = next;
        if (time >= 1.0)
            return 1.0;
    }
    return time;
}
