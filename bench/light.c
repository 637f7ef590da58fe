// The beast on its dashboard, some 26,000 lit points, sways; each shape gets its transfer with two bounces. The same rays of one shape
// without anything around them are the yardstick, and two seeds tell the noise.
// SPDX-License-Identifier: MIT
#include "bench/light.h"

#include "bake/base/clock.h"
#include "bake/export/lit_surface.h"
#include "bench/light_shown.h"
#include "scenes/scenes.h"

#include <embree3/rtcore.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIGHT_SHAPES = 4, WANTED = 50, POINTS_ASKED = 26000, SECONDS_ASKED = 360 };

typedef struct stand {
    arena* memory;
    report r;
    surface f;
    lit_mesh mesh;
    lit_points points;
    transfer_options o;
} stand;

static void set_up(stand* s) {
    s->memory = arena_create();
    s->r = report_new(s->memory);
    s->o = transfer_default();
    scene beast = sample_find("beast")->make(s->memory);
    pose p = pose_at(&beast, -1, 0.0, s->memory);
    s->f = surface_from_scene(&beast, &p, s->memory);
    s->mesh = lit_surface_mesh(&s->f, &beast, s->memory);
    s->points = lit_points_of(&s->mesh, s->memory);
}

static void sway(const stand* s, int shape, vec3* out) {
    double by = 0.5 * exact_sin(1.3 * shape);
    for (int32_t v = 0; v < s->f.vertex_count; ++v) {
        vec3 p = s->f.positions[v];
        out[v] = v3(p.x + by * p.y * p.y, p.y, p.z);
    }
}

// ---- bare rays ---------------------------------------------------------------------------

typedef struct bare {
    RTCScene scene;
    directions lattice;
    float *x, *y, *z;
} bare;

static RTCScene scene_of(RTCDevice device, const lit_mesh* m, const lit_shape* s) {
    RTCScene out = rtcNewScene(device);
    RTCGeometry g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    memcpy(rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12,
                                   (size_t)m->vertex_count),
           s->positions, 12 * (size_t)m->vertex_count);
    memcpy(rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12,
                                   (size_t)m->triangle_count),
           m->triangles, 12 * (size_t)m->triangle_count);
    rtcCommitGeometry(g);
    rtcAttachGeometry(out, g);
    rtcReleaseGeometry(g);
    rtcCommitScene(out);
    return out;
}

// Processor seconds of the rays of one vertex, from directions that are ready.
static double trace_bare(const bare* b, const float from[3]) {
    static const _Alignas(32) int all[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    double begun = clock_processor();
    for (int32_t i = 0; i < b->lattice.count; i += 8) {
        struct RTCRayHit8 p;
        for (int k = 0; k < 8; ++k) {
            p.ray.org_x[k] = from[0];
            p.ray.org_y[k] = from[1];
            p.ray.org_z[k] = from[2];
            p.ray.tnear[k] = p.ray.time[k] = 0.0f;
            p.ray.tfar[k] = FLT_MAX;
            p.ray.mask[k] = UINT32_MAX;
            p.ray.id[k] = p.ray.flags[k] = 0;
            p.hit.geomID[k] = p.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
        }
        memcpy(p.ray.dir_x, b->x + i, sizeof p.ray.dir_x);
        memcpy(p.ray.dir_y, b->y + i, sizeof p.ray.dir_y);
        memcpy(p.ray.dir_z, b->z + i, sizeof p.ray.dir_z);
        rtcIntersect8(all, b->scene, &context, &p);
    }
    return clock_processor() - begun;
}

// Rays a second of processor time, over every fiftieth vertex.
static double bare_rate(const stand* s) {
    enum { LIGHT_EVERY = 50 };
    arena* memory = arena_create();
    lit_shape shape = lit_shape_of(&s->mesh, s->f.positions, memory);
    RTCDevice device = rtcNewDevice("threads=1");
    bare b = {.scene = scene_of(device, &s->mesh, &shape),
              .lattice = directions_new(s->o.sight.directions, memory)};
    size_t n = (size_t)b.lattice.count;
    double seconds = 0.0, rays_traced = 0.0;
    b.x = ARENA_NEW(memory, float, n);
    b.y = ARENA_NEW(memory, float, n);
    b.z = ARENA_NEW(memory, float, n);
    for (int32_t v = 0; v < s->mesh.vertex_count; v += LIGHT_EVERY) {
        vec3 normal = shape.normals[v];
        float from[3] = {shape.positions[v][0] + 1e-5f * (float)normal.x,
                         shape.positions[v][1] + 1e-5f * (float)normal.y,
                         shape.positions[v][2] + 1e-5f * (float)normal.z};
        if (v3_dot(normal, normal) == 0.0)
            continue;
        directions_about(&b.lattice, normal, directions_shift_of(1, (uint32_t)v), b.x, b.y, b.z);
        seconds += trace_bare(&b, from);
        rays_traced += b.lattice.count;
    }
    rtcReleaseScene(b.scene);
    rtcReleaseDevice(device);
    arena_destroy(memory);
    return rays_traced / seconds;
}

// ---- transfer ------------------------------------------------------------------------------

// Root mean square of a - b over that of a.
static double difference(const transfer* a, const transfer* b) {
    double off = 0.0, size = 0.0;
    for (int64_t i = 0; i < (int64_t)a->point_count * a->width; ++i) {
        double x = (double)a->values[i], d = x - (double)b->values[i];
        off += d * d;
        size += x * x;
    }
    return sqrt(off / size);
}

int bench_light(int argc, char** argv) {
    int shapes = argc > 0 ? atoi(argv[0]) : LIGHT_SHAPES;
    stand s;
    set_up(&s);
    if (shapes < 1)
        return 2;
    vec3* positions = ARENA_NEW(s.memory, vec3, (size_t)s.f.vertex_count);
    double rate = bare_rate(&s), wall = clock_seconds(), processor = clock_processor(),
           traced = 0.0;
    for (int i = 0; i < shapes; ++i) {
        arena* memory = arena_create();
        transfer t;
        sway(&s, i, positions);
        bool sound = transfer_make(&s.mesh, &s.points, positions, &s.o, memory, &t, &s.r);
        traced += sound ? (double)t.account.rays : 0.0;
        arena_destroy(memory);
        if (!sound)
            return 1;
    }
    wall = clock_seconds() - wall;
    processor = clock_processor() - processor;
    transfer seeds[2];
    for (uint32_t i = 0; i < 2; ++i) {
        s.o.sight.seed = i + 1;
        if (!transfer_make(&s.mesh, &s.points, s.f.positions, &s.o, s.memory, &seeds[i], &s.r))
            return 1;
    }
    printf("light: %d points, %d triangles, order %d, %d directions, %d bounces\n", s.points.count,
           s.mesh.triangle_count, s.o.sight.order, s.o.sight.directions, s.o.bounces);
    printf("  %d shapes: %.1f s, %.1f s of processor; %d would take %.0f s of processor\n", shapes,
           wall, processor, WANTED, processor / shapes * WANTED);
    printf("  %.2f million rays a second of processor, all in; bare Embree %.2f: %.0f %%\n",
           1e-6 * traced / processor, 1e-6 * rate, 100.0 * traced / processor / rate);
    printf("  noise (two seeds) %.2f %%\n", 100.0 * difference(&seeds[0], &seeds[1]));
    double on_two = 0.5 * processor / shapes * WANTED * POINTS_ASKED / s.points.count;
    printf("  %d points x %d shapes on two cores of their own: %.0f s, %s\n", POINTS_ASKED, WANTED,
           on_two,
           on_two < SECONDS_ASKED ? "below the 360 that are asked"
                                  : "above the 360 that are asked");
    arena_destroy(s.memory);
    return bench_light_shown() ? 0 : 1;
}
