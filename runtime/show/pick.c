// A ray against the body as it is shown. Of a body in a world only the clumps of its surface that the ray
// meets are tested; else every triangle, each vertex displaced and skinned once.
//
// Vertices are cached in a small table on the stack while triangles near each other in the list ask for
// them again, so nothing is allocated and a body alone has no copy of its mesh (test_pick.c and bench
// contact print what both ways take).
//
// Woop, Benthin & Wald 2013: vertices are sheared so that the ray is an axis, and a triangle is hit
// where three edge functions agree in sign. Triangles that share an edge compute the same numbers for it,
// with opposite signs, so no ray slips between them. Both sides count: cloth and open meshes have no
// inside.
// SPDX-License-Identifier: MIT
#include "runtime/body/point.h"
#include "runtime/contact/contact_surface.h"

#include <math.h>

enum { CACHED = 512 };

// A vertex seen along the ray: at (0, 0) it is met, z lengths of the direction away.
typedef struct pick_vertex {
    uint32_t vertex;
    double x, y, z;
} pick_vertex;

typedef struct pick_ray {
    const supple_body* body;
    double origin[3];
    int axis[3];                      // the direction is longest along the last
    double shear_x, shear_y, shear_z; // of the last axis
    pick_vertex cache[CACHED];
} pick_ray;

static void transform_ray(pick_ray* ray, const supple_body* body, const float origin[3],
                          const float direction[3]) {
    ray->body = body;
    int z = 0;
    for (int a = 0; a < 3; ++a) {
        ray->origin[a] = origin[a];
        z = fabsf(direction[a]) > fabsf(direction[z]) ? a : z;
    }
    ray->axis[0] = (z + 1) % 3;
    ray->axis[1] = (z + 2) % 3;
    ray->axis[2] = z;
    ray->shear_x = (double)direction[ray->axis[0]] / direction[z];
    ray->shear_y = (double)direction[ray->axis[1]] / direction[z];
    ray->shear_z = 1.0 / direction[z];
    for (int i = 0; i < CACHED; ++i)
        ray->cache[i].vertex = UINT32_MAX;
}

static pick_vertex vertex_at(pick_ray* ray, uint32_t vertex) {
    pick_vertex* v = &ray->cache[vertex % CACHED];
    if (v->vertex != vertex) {
        float place[3];
        point_vertex(ray->body, vertex, body_palette(ray->body), place);
        double x = place[ray->axis[0]] - ray->origin[ray->axis[0]];
        double y = place[ray->axis[1]] - ray->origin[ray->axis[1]];
        double z = place[ray->axis[2]] - ray->origin[ray->axis[2]];
        *v = (pick_vertex){vertex, x - ray->shear_x * z, y - ray->shear_y * z, ray->shear_z * z};
    }
    return *v;
}

// Weights of the corners where the ray meets the triangle, and how far away; false if it does not.
static bool intersect(const pick_vertex* a, const pick_vertex* b, const pick_vertex* c,
                      double weight[3], double* distance) {
    double u = c->x * b->y - c->y * b->x;
    double v = a->x * c->y - a->y * c->x;
    double w = b->x * a->y - b->y * a->x;
    if ((u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0))
        return false;
    double sum = u + v + w;
    if (sum == 0.0)
        return false; // seen from the edge
    weight[0] = u / sum;
    weight[1] = v / sum;
    weight[2] = w / sum;
    *distance = weight[0] * a->z + weight[1] * b->z + weight[2] * c->z;
    return true;
}

typedef struct pick_best {
    bool found;
    double nearest;
    supple_point hit;
} pick_best;

static void try_triangle(pick_ray* ray, const uint32_t corner[3], pick_best* best) {
    pick_vertex a = vertex_at(ray, corner[0]), b = vertex_at(ray, corner[1]),
                c = vertex_at(ray, corner[2]);
    double weight[3], away;
    if (!intersect(&a, &b, &c, weight, &away) || away < 0.0 ||
        (best->found && away >= best->nearest))
        return;
    best->found = true;
    best->nearest = away;
    for (int i = 0; i < 3; ++i) {
        best->hit.vertex[i] = corner[i];
        best->hit.weight[i] = (float)weight[i];
    }
}

// Does the ray come by the box, nearer than the best so far? Boxes are taken a little wider: the shear
// rounds otherwise than the sides do.
static bool comes_by(const float box_low[3], const float box_high[3], const float from[3],
                     const float along[3], const pick_best* best) {
    double first = 0.0, last = best->found ? best->nearest : INFINITY;
    for (int a = 0; a < 3; ++a) {
        double low = (double)box_low[a], high = (double)box_high[a];
        double more = 1e-6 * (fabs(low) + fabs(high) + fabs((double)from[a]));
        low -= (double)from[a] + more;
        high += more - (double)from[a];
        if (along[a] == 0.0f) {
            if (low > 0.0 || high < 0.0)
                return false;
            continue;
        }
        double enter = (along[a] > 0.0f ? low : high) / (double)along[a];
        double leave = (along[a] > 0.0f ? high : low) / (double)along[a];
        first = enter > first ? enter : first;
        last = leave < last ? leave : last;
    }
    return first <= last * (1.0 + 1e-9);
}

static void try_clumps(pick_ray* ray, contact_surface* s, const float from[3], const float along[3],
                       pick_best* best) {
    const float(*palette)[12] = body_palette(ray->body);
    contact_surface_update(s, palette, palette, 0.0, ray->body->state->asleep != 0);
    for (int32_t k = 0; k < s->rest->clump_count; ++k) {
        float low[3], high[3];
        contact_surface_clump_box(s, k, low, high);
        if (!comes_by(low, high, from, along, best))
            continue;
        for (int32_t t = s->rest->clumps[k].first; t < s->rest->clumps[k].end; ++t) {
            const uint32_t* c = s->rest->corners[t];
            try_triangle(
                ray,
                (uint32_t[3]){s->rest->vertex[c[0]], s->rest->vertex[c[1]], s->rest->vertex[c[2]]},
                best);
        }
    }
}

bool supple_body_pick(const supple_body* body, supple_vec3 origin, supple_vec3 direction,
                      supple_point* hit, float* distance) {
    const float from[3] = {origin.x, origin.y, origin.z};
    const float along[3] = {direction.x, direction.y, direction.z};
    if (!point_is_number(origin) || !point_is_number(direction) ||
        (along[0] == 0.0f && along[1] == 0.0f && along[2] == 0.0f)) {
        ++body->state->rejected;
        return false;
    }
    pick_ray ray;
    pick_best best = {.found = false};
    transform_ray(&ray, body, from, along);
    if (body->skin_or_null != NULL)
        try_clumps(&ray, body->skin_or_null, from, along, &best);
    else
        for (int32_t t = 0; t < body->asset.triangle_count; ++t)
            try_triangle(&ray, body->asset.triangles + 3 * (size_t)t, &best);
    if (!best.found)
        return false;
    *hit = best.hit;
    *distance = (float)best.nearest;
    return true;
}
