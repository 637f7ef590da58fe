// Depth by the bones of each vertex, thickness by a few rays into the body.
//
// Only bones with a fair share of the vertex count: a hand that hangs beside the hip is no bone of
// the hip. Thickness is the middle of five rays (Shapira et al. 2008 take 30 in a wide cone): it has
// to tell an ear from a head, no more.
// SPDX-License-Identifier: MIT
#include "bake/volume/flesh.h"

#include "bake/base/parallel.h"
#include "bake/mesh/soup_ray.h"

#define FAIR_WEIGHT_FRACTION 0.15 // of a vertex's weight
#define TILT                 0.4  // tangent of the outer rays' angle

enum { RAYS = 5, CROSSINGS = 8 };

typedef struct flesh_job {
    const character* c;
    const vec3* normals; // inward, unit or zero
    double size;         // of the body, metres
    flesh* out;
} flesh_job;

static void find_depth(const character* c, int32_t i, flesh* out) {
    int32_t v = c->weld.first[i], n = character_influence_count(c, v);
    vec3 p = c->weld.positions[i];
    double least = INFINITY;
    for (int32_t k = 0; k < n; ++k) {
        influence x = character_influence(c, v, k);
        for (int32_t a = 0; a < c->axis_count && x.weight > FAIR_WEIGHT_FRACTION; ++a) {
            if (c->axes[a].joint != x.joint)
                continue;
            vec3 q = bone_nearest(&c->axes[a], p);
            double d = v3_distance(p, q);
            if (d < least) {
                least = d;
                out->away[i] = v3_unit(v3_sub(p, q));
            }
        }
    }
    out->depth[i] = isfinite(least) ? least : 0.0;
}

// To where the ray leaves the body: skins inside it (a head under a hat) do not end it.
static double ray_length(const flesh_job* j, vec3 from, vec3 direction) {
    vec3 start = v3_madd(from, direction, 1e-5 * j->size); // off the skin
    vec3 end = v3_madd(start, direction, j->size);
    double at[CROSSINGS];
    int count = soup_crossings(&j->c->soup, start, end, at, NULL, CROSSINGS);
    for (int k = 0; k < count && k < CROSSINGS; ++k) {
        bool last = k + 1 == count;
        if (last || soup_winding(&j->c->soup, v3_lerp(start, end, at[k] + 1e-5)) < 0.5)
            return at[k] * j->size;
    }
    return j->size;
}

static void find_thickness(const flesh_job* j, int32_t i) {
    vec3 in = j->normals[i];
    vec3 side = fabs(in.x) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0);
    vec3 u = v3_scale(v3_unit(v3_cross(in, side)), TILT), w = v3_cross(in, u);
    vec3 rays[RAYS] = {in, v3_add(in, u), v3_sub(in, u), v3_add(in, w), v3_sub(in, w)};
    double length[RAYS];
    for (int k = 0; k < RAYS; ++k) { // sorted as they come
        double x = ray_length(j, j->c->weld.positions[i], v3_unit(rays[k]));
        int at = k;
        for (; at > 0 && length[at - 1] > x; --at)
            length[at] = length[at - 1];
        length[at] = x;
    }
    j->out->thickness[i] = length[RAYS / 2];
}

static void measure_flesh(void* user, int64_t begin, int64_t end) {
    const flesh_job* j = user;
    for (int64_t i = begin; i < end; ++i) {
        find_depth(j->c, (int32_t)i, j->out);
        find_thickness(j, (int32_t)i);
    }
}

flesh flesh_of(const character* c, int threads, arena* memory) {
    size_t n = (size_t)c->weld.count;
    flesh f = {ARENA_NEW(memory, double, n), ARENA_NEW(memory, vec3, n),
               ARENA_NEW(memory, double, n), ARENA_NEW(memory, double, n)};
    vec3* normals = ARENA_NEW(memory, vec3, n);
    for (int32_t i = 0; i < c->triangle_count; ++i) {
        const uint32_t* t = c->triangles[i];
        const vec3* p = c->weld.positions;
        vec3 twice = v3_cross(v3_sub(p[t[1]], p[t[0]]), v3_sub(p[t[2]], p[t[0]]));
        for (int k = 0; k < 3; ++k) {
            normals[t[k]] = v3_sub(normals[t[k]], twice);
            f.area[t[k]] += v3_length(twice) / 6.0;
        }
    }
    for (size_t i = 0; i < n; ++i)
        normals[i] = v3_unit(normals[i]);
    flesh_job job = {c, normals, c->size, &f};
    parallel_for(threads, c->weld.count, 64, measure_flesh, &job);
    return f;
}
