// One device a scene, built on one thread: the same tree, and so the same hits where two triangles are equally near, for any
// number of threads. Packets of neighbouring directions with the coherent flag are 1.5 times as fast as single rays; that no ray slips
// between two triangles costs 5 % (docs/decisions/0102-rays-of-light.md).
// SPDX-License-Identifier: MIT
#include "bake/light/rays.h"

#include "bake/base/assert.h"

#include <embree3/rtcore.h>
#include <string.h>

struct rays {
    RTCScene scene;
};

static void release_device(void* what) {
    if (what != NULL)
        rtcReleaseDevice(what);
}

static void release_scene(void* what) {
    if (what != NULL)
        rtcReleaseScene(what);
}

static bool trouble(RTCDevice device, report* r) {
    return report_error(r, place_none(), "Embree cannot look for light: error %d",
                        (int)rtcGetDeviceError(device));
}

static bool add_triangles(RTCDevice device, RTCScene scene, const float (*positions)[3],
                          int32_t vertex_count, const uint32_t (*triangles)[3],
                          int32_t triangle_count) {
    RTCGeometry g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void *vertices = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                             sizeof *positions, (size_t)vertex_count),
         *corners = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                            sizeof *triangles, (size_t)triangle_count);
    bool sound = vertices != NULL && corners != NULL;
    if (sound) {
        memcpy(vertices, positions, (size_t)vertex_count * sizeof *positions);
        memcpy(corners, triangles, (size_t)triangle_count * sizeof *triangles);
        rtcCommitGeometry(g);
        rtcAttachGeometry(scene, g);
    }
    rtcReleaseGeometry(g);
    return sound;
}

bool rays_new(const float (*positions)[3], int32_t vertex_count, const uint32_t (*triangles)[3],
              int32_t triangle_count, arena* memory, rays** out, report* r) {
    SUPPLE_ASSERT(vertex_count > 0 && triangle_count > 0);
    void **device = arena_own(memory, release_device), **scene = arena_own(memory, release_scene);
    *device = rtcNewDevice("threads=1");
    if (*device == NULL)
        return trouble(NULL, r);
    *scene = rtcNewScene(*device);
    rtcSetSceneFlags(*scene, RTC_SCENE_FLAG_ROBUST); // no ray slips between two triangles
    if (!add_triangles(*device, *scene, positions, vertex_count, triangles, triangle_count))
        return trouble(*device, r);
    rtcCommitScene(*scene);
    if (rtcGetDeviceError(*device) != RTC_ERROR_NONE)
        return trouble(*device, r);
    *out = ARENA_NEW(memory, rays, 1);
    (*out)->scene = *scene;
    return true;
}

void rays_trace(const rays* s, const rays_bundle* b, rays_hit* hits) {
    SUPPLE_ASSERT(b->count % RAYS_PACKET == 0);
    static const _Alignas(32) int all[RAYS_PACKET] = {-1, -1, -1, -1, -1, -1, -1, -1};
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (int32_t first = 0; first < b->count; first += RAYS_PACKET) {
        struct RTCRayHit8 p;
        for (int i = 0; i < RAYS_PACKET; ++i) {
            p.ray.org_x[i] = b->from[0];
            p.ray.org_y[i] = b->from[1];
            p.ray.org_z[i] = b->from[2];
            p.ray.dir_x[i] = b->x[first + i];
            p.ray.dir_y[i] = b->y[first + i];
            p.ray.dir_z[i] = b->z[first + i];
            p.ray.tnear[i] = 0.0f;
            p.ray.tfar[i] = b->reach;
            p.ray.time[i] = 0.0f;
            p.ray.mask[i] = UINT32_MAX;
            p.ray.id[i] = p.ray.flags[i] = 0;
            p.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
            p.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
        }
        rtcIntersect8(all, s->scene, &context, &p);
        for (int i = 0; i < RAYS_PACKET; ++i)
            hits[first + i] =
                p.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID
                    ? (rays_hit){.triangle = -1}
                    : (rays_hit){(int32_t)p.hit.primID[i], p.hit.u[i], p.hit.v[i], p.ray.tfar[i]};
    }
}
