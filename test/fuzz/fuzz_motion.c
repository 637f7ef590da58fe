// libFuzzer on motion: BVH captures, tables of transforms, point caches. The first byte chooses, the rest is the file.
//
// What is read is used as a take uses it: every frame posed, every point a number. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "bake/import/biovision.h"
#include "bake/import/point_cache_in.h"
#include "bake/play/motion.h"

#include <math.h>
#include <stdlib.h>

enum { POSED_MOST = 20000 }; // joints times frames: more would only take longer

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static bool is_number(vec3 x) {
    return isfinite(x.x) && isfinite(x.y) && isfinite(x.z);
}

static bool read_capture(bytes file, arena* memory, report* r) {
    biovision b;
    if (!biovision_read(file, "fuzz.bvh", memory, &b, r))
        return false;
    quat* turns = ARENA_NEW(memory, quat, (size_t)b.joint_count);
    vec3* places = ARENA_NEW(memory, vec3, (size_t)b.joint_count);
    for (int32_t f = -1; f < b.frame_count && (int64_t)f * b.joint_count < POSED_MOST; ++f) {
        biovision_pose(&b, f, turns, places);
        for (int32_t k = 0; k < b.joint_count; ++k)
            if (!is_number(places[k]) || !isfinite(turns[k].w) || b.joints[k].parent >= k)
                abort();
    }
    motion m = motion_of_biovision(&b, memory);
    for (int32_t i = 0; i < m.count; ++i)
        if (!is_number(m.keys[i].displacement))
            abort();
    return true;
}

static bool read_table(bytes file, arena* memory, report* r) {
    motion m;
    if (!motion_read(file, "fuzz.csv", memory, &m, r))
        return false;
    for (int32_t i = 0; i < m.count; ++i) {
        quat q = m.keys[i].turn;
        double length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (!is_number(m.keys[i].displacement) || !(fabs(length - 1.0) < 1e-6) ||
            (i > 0 && !(m.keys[i].time > m.keys[i - 1].time)))
            abort();
    }
    return true;
}

static bool read_cache(bytes file, arena* memory, report* r) {
    point_cache_file c;
    if (!point_cache_open(file, "fuzz.pc2", 24.0, memory, &c, r))
        return false;
    float(*points)[3] = malloc((size_t)c.point_count * sizeof *points);
    bool sound = true;
    for (int32_t f = 0; f < c.frame_count && sound; ++f) {
        sound = point_cache_points(&c, f, points, r);
        for (int32_t i = 0; i < c.point_count && sound; ++i)
            if (!isfinite(points[i][0] + points[i][1] * 0.0f + points[i][2] * 0.0f))
                abort();
    }
    free(points);
    return sound;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    bool (*const readers[])(bytes, arena*, report*) = {read_capture, read_table, read_cache};
    if (size < 1)
        return 0;
    arena* memory = arena_create();
    report r = report_new(memory);
    bool ok = readers[data[0] % 3]((bytes){data + 1, size - 1}, memory, &r);
    if (ok != (r.error_count == 0))
        abort();
    for (int32_t i = 0; i < r.count; ++i)
        finding_text(&r.findings[i], memory);
    arena_destroy(memory);
    return 0;
}
