// The crowd of lights, and what they send to a point.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_light.h"

// Multiples of LIGHT_SUBSETS, so that each share has as many of a kind.
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

static void add_light(light_rig* r, light_kind kind, vec3 direction, shadow_casters* k,
                      arena* memory) {
    light* l = &r->lights[r->count++];
    l->kind = kind;
    set_vector(l->direction, direction);
    l->shadow = shadow_cast(k, direction, memory);
}

// A round area light: parallel lights on a sunflower disc of `radius` (at distance 1) across it.
static void add_disc(light_rig* r, light_kind kind, vec3 middle, double radius, int count,
                     shadow_casters* k, arena* memory) {
    vec3 x = v3_unit(v3_cross(v3(0.0, 1.0, 0.0), middle)), y = v3_cross(middle, x);
    for (int i = 0; i < count; ++i) {
        double s, c, at = radius * sqrt((i + 0.5) / count);
        exact_sincos(golden_angle * i, &s, &c);
        vec3 d = v3_madd(v3_madd(middle, x, at * c), y, at * s);
        add_light(r, kind, v3_unit(d), k, memory);
    }
}

// Directions evenly over the whole sphere, turned by `from`: sky above, floor below.
static void add_dome(light_rig* r, double from, shadow_casters* k, arena* memory) {
    for (int i = 0; i < DOME_LIGHTS; ++i) {
        double y = 1.0 - (2.0 * i + 1.0) / DOME_LIGHTS, s, c;
        exact_sincos(golden_angle * i - from, &s, &c);
        double across = sqrt(1.0 - y * y);
        add_light(r, y > 0.0 ? LIGHT_SKY : LIGHT_FLOOR, v3(across * c, y, across * s), k, memory);
    }
}

light_rig* light_rig_make(const surface* f, view v, arena* memory) {
    light_rig* r = ARENA_NEW(memory, light_rig, 1);
    bounds box = bounds_of(f->positions, f->vertex_count);
    if (f->vertex_count > 0)
        r->origin = v3_scale(v3_add(box.low, box.high), 0.5);
    shadow_casters fine = shadow_casters_make(f, r->origin, KEY_SIZE, memory);
    shadow_casters coarse = shadow_casters_make(f, r->origin, DOME_SIZE, memory);
    vec3 key = direction_at(v.azimuth - 38.0, 52.0), rim = direction_at(v.azimuth + 150.0, 28.0);
    set_vector(r->key, key);
    set_vector(r->rim, rim);
    add_disc(r, LIGHT_KEY, key, key_radius, KEY_LIGHTS, &fine, memory);
    add_disc(r, LIGHT_RIM, rim, rim_radius, RIM_LIGHTS, &coarse, memory);
    add_dome(r, v.azimuth * (EXACT_PI / 180.0), &coarse, memory);
    return r;
}

void light_sample(const light_rig* r, int32_t subset, const float point[3], const float normal[3],
                  float lift, light_seen* sum) {
    for (int32_t i = subset; i < r->count; i += LIGHT_SUBSETS) {
        const light* l = &r->lights[i];
        float facing =
            normal[0] * l->direction[0] + normal[1] * l->direction[1] + normal[2] * l->direction[2];
        if (facing <= 0.0f)
            continue;
        float p[3];
        for (int c = 0; c < 3; ++c)
            p[c] = point[c] + normal[c] * l->shadow.lift * lift;
        sum->open[l->kind] += facing;
        sum->lit[l->kind] += facing * shadow_seen(&l->shadow, p);
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
