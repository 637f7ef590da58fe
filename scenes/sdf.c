// Distances with gradients, blended by the quadratic polynomial of Quilez (2013).
//
// The smooth minimum touches only points where two distances differ by less than the fillet radius,
// so far parts can be left out of a block exactly: that is what makes a body of a hundred parts
// cheap. The exponential blend was rejected because every part would then matter everywhere.
// SPDX-License-Identifier: MIT
#include "scenes/sdf.h"

// Of a point and a ball r at a / r2 at b: the exact round cone (Quilez), with the capsule as r = r2.
static sdf_sample round_cone(vec3 p, vec3 a, vec3 b, double r, double r2) {
    vec3 axis = v3_sub(b, a), from_a = v3_sub(p, a);
    double length2 = v3_dot(axis, axis), shrink = r - r2, slant2 = length2 - shrink * shrink;
    if (slant2 <= 0.0) { // one ball holds the other
        bool first = r >= r2;
        vec3 d = v3_sub(p, first ? a : b);
        return (sdf_sample){v3_length(d) - (first ? r : r2), v3_unit(d)};
    }
    double along = v3_dot(from_a, axis), past = along - length2;
    vec3 side = v3_sub(v3_scale(from_a, length2), v3_scale(axis, along));
    double x2 = v3_dot(side, side), y2 = along * along * length2, z2 = past * past * length2;
    double k = (shrink > 0.0 ? 1.0 : shrink < 0.0 ? -1.0 : 0.0) * shrink * shrink * x2;
    double sign_past = past > 0.0 ? 1.0 : -1.0, sign_along = along > 0.0 ? 1.0 : -1.0;
    if (sign_past * slant2 * z2 > k) {
        vec3 d = v3_sub(p, b);
        return (sdf_sample){v3_length(d) - r2, v3_unit(d)};
    }
    if (sign_along * slant2 * y2 < k)
        return (sdf_sample){v3_length(from_a) - r, v3_unit(from_a)};
    double distance = (sqrt(x2 * slant2 / length2) + along * shrink) / length2 - r;
    vec3 radial = v3_unit(side);
    vec3 gradient =
        v3_add(v3_scale(radial, sqrt(slant2 / length2)), v3_scale(axis, shrink / length2));
    return (sdf_sample){distance, gradient};
}

// |p / s| (|p / s| - 1) / |p / s^2|: exact on the surface and with unit gradient there.
static sdf_sample ellipsoid(vec3 p, vec3 s) {
    vec3 u = v3(p.x / s.x, p.y / s.y, p.z / s.z);
    vec3 g = v3(u.x / s.x, u.y / s.y, u.z / s.z);
    double n = v3_length(u), m = v3_length(g);
    if (n < 1e-9) {
        double least = s.x < s.y ? s.x : s.y;
        return (sdf_sample){-(least < s.z ? least : s.z), v3(0, 1, 0)};
    }
    vec3 gm = v3(g.x / (s.x * s.x * m), g.y / (s.y * s.y * m), g.z / (s.z * s.z * m));
    vec3 gn = v3_scale(g, 1.0 / n);
    vec3 gradient =
        v3_sub(v3_scale(gn, (2.0 * n - 1.0) / m), v3_scale(gm, n * (n - 1.0) / (m * m)));
    return (sdf_sample){n * (n - 1.0) / m, gradient};
}

static sdf_sample rounded_box(vec3 p, vec3 half, double r) {
    vec3 q = v3(fabs(p.x) - half.x + r, fabs(p.y) - half.y + r, fabs(p.z) - half.z + r);
    vec3 out = v3_max(q, v3(0, 0, 0));
    double outside = v3_length(out), most = q.x > q.y ? q.x : q.y;
    most = q.z > most ? q.z : most;
    vec3 g = v3_unit(out);
    if (most <= 0.0)
        g = q.x == most ? v3(1, 0, 0) : q.y == most ? v3(0, 1, 0) : v3(0, 0, 1);
    g = v3(p.x < 0 ? -g.x : g.x, p.y < 0 ? -g.y : g.y, p.z < 0 ? -g.z : g.z);
    return (sdf_sample){outside + (most < 0.0 ? most : 0.0) - r, g};
}

static sdf_sample torus(vec3 p, double ring, double tube) {
    double flat = sqrt(p.x * p.x + p.z * p.z), off = flat - ring;
    double n = sqrt(off * off + p.y * p.y);
    double gx = n > 0.0 ? off / n : 1.0, gy = n > 0.0 ? p.y / n : 0.0;
    vec3 g = flat > 0.0 ? v3(gx * p.x / flat, gy, gx * p.z / flat) : v3(gx, gy, 0);
    return (sdf_sample){n - tube, g};
}

static sdf_sample part_at(const sdf_part* part, const vec3 axes[3], vec3 p) {
    if (part->shape == SDF_SPHERE) {
        vec3 d = v3_sub(p, part->a);
        return (sdf_sample){v3_length(d) - part->r, v3_unit(d)};
    }
    if (part->shape == SDF_CAPSULE)
        return round_cone(p, part->a, part->b, part->r, part->r);
    if (part->shape == SDF_ROUND_CONE)
        return round_cone(p, part->a, part->b, part->r, part->r2);
    vec3 d = v3_sub(p, part->a);
    vec3 local = v3(v3_dot(axes[0], d), v3_dot(axes[1], d), v3_dot(axes[2], d));
    sdf_sample s = part->shape == SDF_ELLIPSOID ? ellipsoid(local, part->size)
                   : part->shape == SDF_BOX     ? rounded_box(local, part->size, part->r)
                                                : torus(local, part->r, part->r2);
    vec3 g = s.gradient;
    s.gradient = v3_madd(v3_madd(v3_scale(axes[0], g.x), axes[1], g.y), axes[2], g.z);
    return s;
}

// The minimum, rounded by a fillet; the gradient follows the same weights.
static sdf_sample join(sdf_sample a, sdf_sample b, double k) {
    bool first = a.distance <= b.distance;
    sdf_sample low = first ? a : b, high = first ? b : a;
    double h = k - (high.distance - low.distance);
    if (h <= 0.0)
        return low;
    h /= k;
    return (sdf_sample){
        low.distance - 0.25 * h * h * k,
        v3_add(v3_scale(low.gradient, 1.0 - 0.5 * h), v3_scale(high.gradient, 0.5 * h))};
}

static sdf_sample opposite(sdf_sample s) {
    return (sdf_sample){-s.distance, v3_scale(s.gradient, -1.0)};
}

// A part with its twin. The order of the two does not matter to the last bit (see join), so a
// mirrored point gets the mirrored answer exactly.
static sdf_sample part_with_twin(const sdf_body* body, int32_t i, vec3 p) {
    const sdf_part* part = &body->parts[i];
    sdf_sample s = part_at(part, body->axes[i], p);
    if (!part->mirror)
        return s;
    sdf_sample twin = part_at(part, body->axes[i], v3(-p.x, p.y, p.z));
    twin.gradient.x = -twin.gradient.x;
    return join(s, twin, part->twin_blend);
}

static sdf_sample accumulate(const sdf_part* part, sdf_sample so_far, sdf_sample s) {
    if (part->join == SDF_CUT)
        return opposite(join(opposite(so_far), s, part->blend));
    return join(so_far, s, part->blend);
}

// A part changes the body only where it comes within its own fillet, and what it changes only
// matters within the fillets of the parts after it; half as much again because fillets lower the
// surface they are measured from. So large fillets belong to the head of a table.
sdf_body sdf_body_make(const sdf_part* parts, int32_t part_count, arena* memory) {
    sdf_body body = {part_count, parts, arena_alloc(memory, (size_t)part_count, sizeof *body.axes),
                     ARENA_NEW(memory, double, (size_t)part_count)};
    double later = 0.0;
    for (int32_t i = part_count - 1; i >= 0; --i) {
        const double radian = EXACT_PI / 180.0;
        vec3 t = v3_scale(parts[i].turn, radian);
        quat q = quat_mul(
            quat_axis_angle(v3(0, 0, 1), t.z),
            quat_mul(quat_axis_angle(v3(0, 1, 0), t.y), quat_axis_angle(v3(1, 0, 0), t.x)));
        for (int a = 0; a < 3; ++a)
            body.axes[i][a] = quat_rotate(q, v3(a == 0, a == 1, a == 2));
        double own = parts[i].blend;
        later = own > later ? own : later;
        body.slack[i] = 1.5 * later;
    }
    return body;
}

sdf_sample sdf_at(const sdf_body* body, vec3 p) {
    sdf_sample s = {1e9, {0, 1, 0}};
    for (int32_t i = 0; i < body->part_count; ++i)
        s = accumulate(&body->parts[i], s, part_with_twin(body, i, p));
    return s;
}

sdf_sample sdf_at_some(const sdf_body* body, const int32_t* some, int32_t count, vec3 p) {
    sdf_sample s = {1e9, {0, 1, 0}};
    for (int32_t i = 0; i < count; ++i)
        s = accumulate(&body->parts[some[i]], s, part_with_twin(body, some[i], p));
    return s;
}

// Within the reach every distance, and the body's own, changes by at most it.
int32_t sdf_relevant(const sdf_body* body, vec3 p, double reach, int32_t* some) {
    double surface = fabs(sdf_at(body, p).distance) + 2.0 * reach;
    int32_t count = 0;
    for (int32_t i = 0; i < body->part_count; ++i)
        if (part_with_twin(body, i, p).distance < surface + body->slack[i])
            some[count++] = i;
    return count;
}

double sdf_part_distance(const sdf_body* body, int32_t part, vec3 p) {
    return part_with_twin(body, part, p).distance;
}

int32_t sdf_nearest_part(const sdf_body* body, vec3 p) {
    int32_t best = 0;
    double least = 1e9;
    for (int32_t i = 0; i < body->part_count; ++i) {
        double d = part_with_twin(body, i, p).distance;
        if (body->parts[i].join == SDF_ADD && d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

static double reach_of(const sdf_part* part) {
    double box = v3_length(part->size);
    switch (part->shape) {
    case SDF_ELLIPSOID:
    case SDF_BOX:
        return box;
    case SDF_TORUS:
        return part->r + part->r2;
    default:
        return part->r > part->r2 ? part->r : part->r2;
    }
}

void sdf_bounds(const sdf_body* body, vec3* low, vec3* high) {
    *low = v3(1e9, 1e9, 1e9);
    *high = v3(-1e9, -1e9, -1e9);
    for (int32_t i = 0; i < body->part_count; ++i) {
        const sdf_part* part = &body->parts[i];
        if (part->join == SDF_CUT)
            continue;
        double reach = reach_of(part) + 0.25 * part->blend;
        bool line = part->shape == SDF_CAPSULE || part->shape == SDF_ROUND_CONE;
        vec3 ends[2] = {part->a, line ? part->b : part->a}, all = v3(reach, reach, reach);
        for (int e = 0; e < 2; ++e)
            for (int twin = 0; twin < (part->mirror ? 2 : 1); ++twin) {
                vec3 c = twin ? v3(-ends[e].x, ends[e].y, ends[e].z) : ends[e];
                *low = v3_min(*low, v3_sub(c, all));
                *high = v3_max(*high, v3_add(c, all));
            }
    }
}

double sdf_smooth_union(double a, double b, double k) {
    sdf_sample s = join((sdf_sample){a, {0, 0, 0}}, (sdf_sample){b, {0, 0, 0}}, k);
    return s.distance;
}
