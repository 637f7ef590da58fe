// Fitting a pinhole camera without search.
//
// In camera axes a point stays right of the left border when x + t z >= cx + t cz, t being the
// tangent of that border. Each border is one such linear bound, so the extreme points decide, and
// the camera follows from two of them for each axis.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_camera.h"

#include "bake/base/assert.h"

static const double tangent = 0.26794919243112270; // of half the field of view, 30 degrees / 2

// The farthest camera position along z, and the position across, that keeps all points between
// the tangents low (left, below the axis) and high.
typedef struct slab {
    double across, along;
} slab;

static slab slab_fit(const double* a, const double* z, int32_t count, double low, double high) {
    double most = -INFINITY, least = INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        double over = a[i] - high * z[i], under = a[i] - low * z[i];
        most = over > most ? over : most;
        least = under < least ? under : least;
    }
    // across - high along = most and across - low along = least
    double along = (least - most) / (high - low);
    return (slab){most + high * along, along};
}

static void set_axes(camera* c, view v) {
    double sa, ca, se, ce;
    exact_sincos(v.azimuth * (EXACT_PI / 180.0), &sa, &ca);
    exact_sincos(v.elevation * (EXACT_PI / 180.0), &se, &ce);
    c->forward = v3(-sa * ce, -se, -ca * ce);
    c->right = v3(ca, 0.0, -sa);
    c->up = v3_cross(c->right, c->forward);
}

camera camera_fit(view v, const camera_room* room, const vec3* points, int32_t count) {
    SUPPLE_ASSERT(count > 0 && room->width > 0 && room->height > 0);
    camera c = {.width = room->width, .height = room->height};
    set_axes(&c, v);
    c.focal = 0.5 * (room->width < room->height ? room->width : room->height) / tangent;
    c.center_x = 0.5 * (room->left + room->width - room->right);
    c.center_y = 0.5 * (room->top + room->height - room->bottom);

    arena* scratch = arena_create();
    double* x = ARENA_NEW(scratch, double, (size_t)count);
    double* y = ARENA_NEW(scratch, double, (size_t)count);
    double* z = ARENA_NEW(scratch, double, (size_t)count);
    double near = INFINITY, far = -INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        x[i] = v3_dot(points[i], c.right);
        y[i] = v3_dot(points[i], c.up);
        z[i] = v3_dot(points[i], c.forward);
        near = z[i] < near ? z[i] : near;
        far = z[i] > far ? z[i] : far;
    }
    slab h = slab_fit(x, z, count, (room->left - c.center_x) / c.focal,
                      (room->width - room->right - c.center_x) / c.focal);
    slab w = slab_fit(y, z, count, (c.center_y - (room->height - room->bottom)) / c.focal,
                      (c.center_y - room->top) / c.focal);
    arena_destroy(scratch);

    double along = h.along < w.along ? h.along : w.along;
    double middle = 0.5 * (near + far);
    double least = 1e-3 * (far - near) + 1e-6; // never inside the body, nor at a single point
    along = along < near - least ? along : near - least;
    c.reach = middle - along;
    c.eye = v3_add(v3_add(v3_scale(c.right, h.across), v3_scale(c.up, w.across)),
                   v3_scale(c.forward, along));
    return c;
}

camera camera_back_off(const camera* from, double reach) {
    camera c = *from;
    c.eye = v3_madd(c.eye, c.forward, c.reach - reach);
    c.reach = reach;
    return c;
}

camera camera_scaled(const camera* from, int32_t samples) {
    SUPPLE_ASSERT(samples > 0);
    camera c = *from;
    c.focal *= samples;
    c.center_x *= samples;
    c.center_y *= samples;
    c.width *= samples;
    c.height *= samples;
    return c;
}
