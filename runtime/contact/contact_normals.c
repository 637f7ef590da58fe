// Normals of faces, edges and corners.
//
// A place is inside if it lies behind the nearest feature, by that feature's own normal: a face's, the mean of
// two at an edge, the angle-weighted mean at a corner. That is exact for closed surfaces (Baerentzen & Aanaes
// 2005); a face's normal alone is wrong near sharp edges.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_surface.h"

#include "runtime/base/assert.h"

#include <math.h>

// ---- normals ---------------------------------------------------------------------------

// Twice the area long.
static void face_area(contact_surface* s, uint32_t triangle, double out[3]) {
    double x[3][3], u[3], v[3];
    contact_surface_corners(s, triangle, x);
    minus3(x[1], x[0], u);
    minus3(x[2], x[0], v);
    cross3(u, v, out);
    for (int a = 0; a < 3; ++a)
        out[a] *= s->rest->side;
}

static void face_normal(contact_surface* s, uint32_t triangle, double out[3]) {
    face_area(s, triangle, out);
    if (near_unit(out, 0.0) == 0.0)
        out[0] = out[1] = out[2] = 0.0;
}

void contact_surface_facing(contact_surface* s, uint32_t point, double out[3]) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    out[0] = out[1] = out[2] = 0.0;
    for (int32_t i = s->rest->around_first[point]; i < s->rest->around_first[point + 1]; ++i) {
        double n[3];
        face_area(s, s->rest->around[i], n);
        along3(out, 1.0, n, out);
    }
    near_unit(out, 0.0);
}

// The angle between two vectors to 1e-4: Abramowitz & Stegun 4.4.45. Weights need no more.
static double angle_of(const double u[3], const double v[3]) {
    double square = dot3(u, u) * dot3(v, v);
    double c = square > 0.0 ? dot3(u, v) / sqrt(square) : 1.0, x = fabs(c);
    double angle = sqrt(x < 1.0 ? 1.0 - x : 0.0) *
                   (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)));
    return c < 0.0 ? 3.14159265358979 - angle : angle;
}

void contact_surface_point_normal(contact_surface* s, uint32_t point, double out[3]) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    double x[3], n[3], u[3], v[3];
    contact_surface_place(s, point, x);
    out[0] = out[1] = out[2] = 0.0;
    for (int32_t i = s->rest->around_first[point]; i < s->rest->around_first[point + 1]; ++i) {
        uint32_t t = s->rest->around[i];
        int at = s->rest->corners[t][0] == point ? 0 : s->rest->corners[t][1] == point ? 1 : 2;
        contact_surface_place(s, s->rest->corners[t][(at + 1) % 3], u);
        contact_surface_place(s, s->rest->corners[t][(at + 2) % 3], v);
        minus3(u, x, u);
        minus3(v, x, v);
        face_normal(s, t, n);
        along3(out, angle_of(u, v), n, out);
    }
    near_unit(out, 0.0);
}

void contact_surface_normal(contact_surface* s, uint32_t triangle, int feature, double out[3]) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->rest->triangle_count && feature >= 0 &&
                  feature <= NEAR_FACE);
    if (feature < NEAR_EDGE) {
        contact_surface_point_normal(s, s->rest->corners[triangle][feature], out);
        return;
    }
    face_normal(s, triangle, out);
    uint32_t other = feature == NEAR_FACE
                         ? UINT32_MAX
                         : contact_rest_across(s->rest, triangle, feature - NEAR_EDGE);
    if (other == UINT32_MAX)
        return;
    double n[3];
    face_normal(s, other, n);
    along3(out, 1.0, n, out);
    near_unit(out, 0.0);
}

// ---- points of the body ----------------------------------------------------------------

supple_point contact_surface_point_at(const contact_surface* s, uint32_t point) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    uint32_t v = s->rest->source.first_vertex + s->rest->vertex[point];
    return (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}};
}

supple_point contact_surface_triangle_at(const contact_surface* s, uint32_t triangle,
                                         const double weight[3]) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->rest->triangle_count);
    const uint32_t *c = s->rest->corners[triangle], *vertex = s->rest->vertex,
                   first = s->rest->source.first_vertex;
    return (supple_point){{first + vertex[c[0]], first + vertex[c[1]], first + vertex[c[2]]},
                          {(float)weight[0], (float)weight[1], (float)weight[2]}};
}
