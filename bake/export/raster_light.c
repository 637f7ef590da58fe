// Many small shadow maps.
//
// Such a map hardly needs triangles: most are smaller than a texel, so their middles are dropped in
// as points and only larger ones are filled.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_light.h"

#include <string.h>

// Multiples of LIGHT_SHARES, so that each share has as many of a kind.
enum { KEY_LIGHTS = 48, RIM_LIGHTS = 16, DOME_LIGHTS = 128, KEY_SIZE = 288, DOME_SIZE = 144 };
_Static_assert(KEY_LIGHTS + RIM_LIGHTS + DOME_LIGHTS <= LIGHTS_MAX, "the rig has room");

static const double golden_angle = 2.39996322972865332;
static const double key_radius = 0.24, rim_radius = 0.2; // of the discs, at distance 1

// What a surface receives that faces the light.
static const float key_color[3] = {0.80f, 0.74f, 0.66f};
static const float rim_color[3] = {0.30f, 0.33f, 0.38f};
static const float sky_color[3] = {0.33f, 0.36f, 0.40f};
static const float floor_color[3] = {0.24f, 0.215f, 0.19f};

static vec3 direction_at(double azimuth, double elevation) { // degrees, as for views
    double sa, ca, se, ce;
    exact_sincos(azimuth * (EXACT_PI / 180.0), &sa, &ca);
    exact_sincos(elevation * (EXACT_PI / 180.0), &se, &ce);
    return v3(sa * ce, se, ca * ce);
}

static void set_vector(float out[3], vec3 v) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static void add_light(light_rig* r, light_kind kind, vec3 direction, int32_t size) {
    light* l = &r->lights[r->count++];
    l->kind = kind;
    l->size = size;
    set_vector(l->direction, direction);
}

// A round area light: parallel lights on a sunflower disc of `radius` (at distance 1) across it.
static void add_disc(light_rig* r, light_kind kind, vec3 middle, double radius, int count,
                     int32_t size) {
    vec3 x = v3_unit(v3_cross(v3(0.0, 1.0, 0.0), middle)), y = v3_cross(middle, x);
    for (int i = 0; i < count; ++i) {
        double s, c, at = radius * sqrt((i + 0.5) / count);
        exact_sincos(golden_angle * i, &s, &c);
        vec3 d = v3_madd(v3_madd(middle, x, at * c), y, at * s);
        add_light(r, kind, v3_unit(d), size);
    }
}

// Directions evenly over the whole sphere: sky above, floor below.
static void add_dome(light_rig* r) {
    for (int i = 0; i < DOME_LIGHTS; ++i) {
        double y = 1.0 - (2.0 * i + 1.0) / DOME_LIGHTS, s, c;
        exact_sincos(golden_angle * i, &s, &c);
        double across = sqrt(1.0 - y * y);
        add_light(r, y > 0.0 ? LIGHT_SKY : LIGHT_FLOOR, v3(across * c, y, across * s), DOME_SIZE);
    }
}

static float least3(float a, float b, float c) {
    return fminf(fminf(a, b), c);
}

static float most3(float a, float b, float c) {
    return fmaxf(fmaxf(a, b), c);
}

// Point the map of a light at a box: its shadow fills the map, two texels kept free at the rim.
static void aim(light* l, const float* x, const float* y, const float* z, int32_t count) {
    vec3 d = v3(l->direction[0], l->direction[1], l->direction[2]);
    vec3 other = fabs(d.y) < 0.9 ? v3(0.0, 1.0, 0.0) : v3(1.0, 0.0, 0.0);
    vec3 axis[3] = {v3_unit(v3_cross(other, d)), v3(0, 0, 0), d};
    axis[1] = v3_cross(d, axis[0]);
    float low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        float a = (float)axis[k].x, b = (float)axis[k].y, c = (float)axis[k].z;
        low[k] = high[k] = x[0] * a + y[0] * b + z[0] * c;
        for (int32_t i = 1; i < count; ++i) {
            float h = x[i] * a + y[i] * b + z[i] * c;
            low[k] = h < low[k] ? h : low[k];
            high[k] = h > high[k] ? h : high[k];
        }
    }
    float span = most3(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    double least = span * 1e-3 + 1e-30, scale[3], offset[3];
    for (int k = 0; k < 3; ++k) {
        double room = k < 2 ? l->size - 4.0 : 65000.0;
        double extent = high[k] - low[k] > least ? high[k] - low[k] : least;
        scale[k] = room / extent;
        offset[k] = (k < 2 ? 2.0 : 500.0) - low[k] * scale[k];
    }
    set_vector(l->u, v3_scale(axis[0], scale[0]));
    set_vector(l->v, v3_scale(axis[1], scale[1]));
    set_vector(l->depth, v3_scale(axis[2], scale[2]));
    l->u0 = (float)offset[0];
    l->v0 = (float)offset[1];
    l->depth0 = (float)offset[2];
    double texel = 1.0 / fmin(scale[0], scale[1]); // world size
    l->softness = (float)(1.0 / (1.5 * texel * scale[2]));
    l->lift = (float)(1.3 * texel);
}

static void raise(light* l, int32_t u, int32_t v, float height) {
    uint16_t* texel = &l->map[(size_t)v * (size_t)l->size + (size_t)u];
    uint16_t h = (uint16_t)height;
    *texel = h > *texel ? h : *texel;
}

// u, v in texels and heights of three corners.
static void cast_triangle(light* l, const float u[3], const float v[3], const float h[3]) {
    raise(l, (int32_t)((u[0] + u[1] + u[2]) * (1.0f / 3.0f)),
          (int32_t)((v[0] + v[1] + v[2]) * (1.0f / 3.0f)), (h[0] + h[1] + h[2]) * (1.0f / 3.0f));
    float u_low = least3(u[0], u[1], u[2]), u_high = most3(u[0], u[1], u[2]);
    float v_low = least3(v[0], v[1], v[2]), v_high = most3(v[0], v[1], v[2]);
    if (u_high - u_low < 1.5f && v_high - v_low < 1.5f)
        return;
    float area = (u[1] - u[0]) * (v[2] - v[0]) - (v[1] - v[0]) * (u[2] - u[0]);
    if (area == 0.0f)
        return;
    float scale = 1.0f / area;
    for (int32_t y = (int32_t)(v_low + 0.5f); (float)y + 0.5f <= v_high; ++y)
        for (int32_t x = (int32_t)(u_low + 0.5f); (float)x + 0.5f <= u_high; ++x) {
            float px = (float)x + 0.5f, py = (float)y + 0.5f;
            float b1 = ((px - u[0]) * (v[2] - v[0]) - (py - v[0]) * (u[2] - u[0])) * scale;
            float b2 = ((u[1] - u[0]) * (py - v[0]) - (v[1] - v[0]) * (px - u[0])) * scale;
            if (b1 >= 0.0f && b2 >= 0.0f && b1 + b2 <= 1.0f)
                raise(l, x, y, h[0] + b1 * (h[1] - h[0]) + b2 * (h[2] - h[0]));
        }
}

typedef struct casting {
    float *x, *y, *z; // positions from the origin
    float *u, *v, *h; // the same in a map
} casting;

static void transform(const float* restrict x, const float* restrict y, const float* restrict z,
                      const float axis[3], float offset, int32_t count, float* restrict out) {
    float a = axis[0], b = axis[1], c = axis[2];
    for (int32_t i = 0; i < count; ++i)
        out[i] = x[i] * a + y[i] * b + z[i] * c + offset;
}

static void cast(light* l, const surface* f, casting* k, arena* memory) {
    l->map = ARENA_NEW(memory, uint16_t, (size_t)l->size * (size_t)l->size);
    aim(l, k->x, k->y, k->z, f->vertex_count);
    transform(k->x, k->y, k->z, l->u, l->u0, f->vertex_count, k->u);
    transform(k->x, k->y, k->z, l->v, l->v0, f->vertex_count, k->v);
    transform(k->x, k->y, k->z, l->depth, l->depth0, f->vertex_count, k->h);
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        const uint32_t* c = f->triangles[t];
        const float u[3] = {k->u[c[0]], k->u[c[1]], k->u[c[2]]};
        const float v[3] = {k->v[c[0]], k->v[c[1]], k->v[c[2]]};
        const float h[3] = {k->h[c[0]], k->h[c[1]], k->h[c[2]]};
        cast_triangle(l, u, v, h);
    }
}

// Bilinear between four comparisons, each with a soft threshold: 1 lit, 0 in shadow.
static float seen(const light* l, const float p[3]) {
    float u = p[0] * l->u[0] + p[1] * l->u[1] + p[2] * l->u[2] + l->u0 - 0.5f;
    float v = p[0] * l->v[0] + p[1] * l->v[1] + p[2] * l->v[2] + l->v0 - 0.5f;
    float limit = (float)(l->size - 1);
    if (!(u >= 0.0f && v >= 0.0f && u < limit && v < limit))
        return 1.0f;
    float h = p[0] * l->depth[0] + p[1] * l->depth[1] + p[2] * l->depth[2] + l->depth0;
    h = h > 0.0f ? h : 0.0f; // beyond the body: an empty texel is no shadow
    int32_t x = (int32_t)u, y = (int32_t)v;
    float fx = u - (float)x, fy = v - (float)y;
    const uint16_t* m = &l->map[(size_t)y * (size_t)l->size + (size_t)x];
    const uint16_t* n = m + l->size;
    const float above[4] = {(float)m[0], (float)m[1], (float)n[0], (float)n[1]};
    float lit[4];
    for (int k = 0; k < 4; ++k) {
        float s = 1.0f - (above[k] - h) * l->softness;
        lit[k] = s > 1.0f ? 1.0f : s > 0.0f ? s : 0.0f;
    }
    float top = lit[0] + fx * (lit[1] - lit[0]), low = lit[2] + fx * (lit[3] - lit[2]);
    return top + fy * (low - top);
}

light_rig* light_rig_make(const surface* f, view v, arena* memory) {
    light_rig* r = ARENA_NEW(memory, light_rig, 1);
    vec3 key = direction_at(v.azimuth - 38.0, 52.0), rim = direction_at(v.azimuth + 150.0, 28.0);
    set_vector(r->key, key);
    set_vector(r->rim, rim);
    add_disc(r, LIGHT_KEY, key, key_radius, KEY_LIGHTS, KEY_SIZE);
    add_disc(r, LIGHT_RIM, rim, rim_radius, RIM_LIGHTS, DOME_SIZE);
    add_dome(r);
    if (f->vertex_count == 0)
        r->count = 0; // nothing casts or receives

    bounds box = bounds_of(f->positions, f->vertex_count);
    r->origin = v3_scale(v3_add(box.low, box.high), 0.5);
    float* room = ARENA_NEW(memory, float, (size_t)f->vertex_count * 6);
    size_t n = (size_t)f->vertex_count;
    casting k = {room, room + n, room + 2 * n, room + 3 * n, room + 4 * n, room + 5 * n};
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        vec3 p = v3_sub(f->positions[i], r->origin);
        k.x[i] = (float)p.x;
        k.y[i] = (float)p.y;
        k.z[i] = (float)p.z;
    }
    for (int32_t i = 0; i < r->count; ++i)
        cast(&r->lights[i], f, &k, memory);
    return r;
}

void light_look(const light_rig* r, int32_t share, const float point[3], const float normal[3],
                float lift, light_seen* sum) {
    for (int32_t i = share; i < r->count; i += LIGHT_SHARES) {
        const light* l = &r->lights[i];
        float facing =
            normal[0] * l->direction[0] + normal[1] * l->direction[1] + normal[2] * l->direction[2];
        if (facing <= 0.0f)
            continue;
        float p[3];
        for (int c = 0; c < 3; ++c)
            p[c] = point[c] + normal[c] * l->lift * lift;
        sum->open[l->kind] += facing;
        sum->lit[l->kind] += facing * seen(l, p);
    }
}

// The mean of max(0, n . d) over a disc of directions: smooth where it sets.
static float disc_facing(const float normal[3], const float middle[3], float radius) {
    float x = normal[0] * middle[0] + normal[1] * middle[1] + normal[2] * middle[2];
    if (x >= radius)
        return x;
    return x > -radius ? (x + radius) * (x + radius) / (4.0f * radius) : 0.0f;
}

void light_arriving(const light_rig* r, const float normal[3], const light_seen* s, float out[3]) {
    float key = disc_facing(normal, r->key, (float)key_radius) * light_part(s, LIGHT_KEY);
    float rim = disc_facing(normal, r->rim, (float)rim_radius) * light_part(s, LIGHT_RIM);
    float sky = 0.5f * (1.0f + normal[1]) * light_part(s, LIGHT_SKY); // the cosine's integral
    float below = 0.5f * (1.0f - normal[1]) * light_part(s, LIGHT_FLOOR);
    for (int c = 0; c < 3; ++c)
        out[c] =
            key_color[c] * key + rim_color[c] * rim + sky_color[c] * sky + floor_color[c] * below;
}
