// Small scenes for tests of bake/simulate: two bodies and a clip made here, and runs in a folder that goes away.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/point_cache_in.h"
#include "bake/simulate/run.h"
#include "bake/simulate/simulation_file.h"
#include "scenes/contact_shapes.h"
#include "test/kit/check.h"

// A cube of 0.2 m that stands on the origin, or a sheet of 0.4 m of 5 x 5 vertices that hangs from y = 0; node and mesh are
// called as they are, and the cube's upper vertices are painted: _TOP.
static primitive kit_cube(arena* memory) {
    static const uint32_t faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                          {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    primitive p = {.vertex_count = 8, .triangle_count = 12, .material = -1, .attribute_count = 1};
    p.positions = ARENA_NEW(memory, vec3, 8);
    p.triangles = arena_alloc(memory, 12, sizeof *p.triangles);
    p.attributes = ARENA_NEW(memory, attribute, 1);
    p.attributes[0] = (attribute){"_TOP", 1, ARENA_NEW(memory, float, 8)};
    for (int i = 0; i < 8; ++i) {
        p.positions[i] = v3(0.2 * (i & 1) - 0.1, 0.2 * (i >> 1 & 1), 0.2 * (i >> 2) - 0.1);
        p.attributes[0].values[i] = i >> 1 & 1 ? 1.0f : 0.0f;
    }
    memcpy(p.triangles, faces, sizeof faces);
    return p;
}

static primitive kit_sheet(arena* memory) {
    enum { ROW = 5 };
    primitive p = {.vertex_count = ROW * ROW, .triangle_count = 32, .material = -1};
    p.positions = ARENA_NEW(memory, vec3, ROW * ROW);
    p.triangles = arena_alloc(memory, 32, sizeof *p.triangles);
    int32_t n = 0;
    for (uint32_t j = 0; j < ROW; ++j)
        for (uint32_t i = 0; i < ROW; ++i) {
            uint32_t a = j * ROW + i, b = a + 1, c = b + ROW, d = a + ROW;
            p.positions[a] = v3(0.1 * i, -0.1 * j, 0.0);
            if (i + 1 == ROW || j + 1 == ROW)
                continue;
            const uint32_t two[2][3] = {{a, d, c}, {a, c, b}};
            memcpy(p.triangles[n], two, sizeof two);
            n += 2;
        }
    return p;
}

// A hand on an arm, 100 units to the metre, and what the clip "wave" does to them within KIT_WAVE seconds: the arm goes along
// x by 0.3 m, the hand, 0.2 m from it, turns about z from KIT_FROM to KIT_TO, at a constant speed; "balloon" grows.
#define KIT_WAVE 0.25
#define KIT_FROM 0.2
#define KIT_TO   1.4
static channel kit_channel(int32_t of, channel_path path, vec3 from, vec3 to, arena* memory) {
    channel c = {.node = of, .path = path, .interpolation = LINEAR, .key_count = 2, .width = 3};
    c.times = ARENA_NEW(memory, float, 2);
    c.times[1] = (float)KIT_WAVE;
    c.values = ARENA_NEW(memory, float, 8);
    const vec3 ends[2] = {from, to};
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k)
            c.values[3 * i + k] = (float)(&ends[i].x)[k];
    return c;
}

static scene kit_rig(arena* memory) {
    static const char* const names[] = {"arm", "hand", "balloon", "twin", "twin", "flat"};
    scene s = {.node_count = 6, .root_count = 1, .clip_count = 1};
    s.nodes = ARENA_NEW(memory, node, 6);
    for (int i = 0; i < 6; ++i)
        s.nodes[i] = (node){.name = names[i],
                            .parent = i > 0 ? 0 : -1,
                            .mesh = -1,
                            .skin = -1,
                            .rotation = quat_identity(),
                            .scale = i < 5 ? v3(1.0, 1.0, 1.0) : v3(1.0, 0.0, 1.0)};
    s.nodes[0].scale = v3(0.01, 0.01, 0.01);
    s.nodes[1].translation = v3(20.0, 0.0, 0.0);
    s.roots = ARENA_NEW(memory, int32_t, 1);
    s.clips = ARENA_NEW(memory, clip, 1);
    s.clips[0] = (clip){.name = "wave", .channel_count = 3, .duration = KIT_WAVE};
    channel* c = s.clips[0].channels = ARENA_NEW(memory, channel, 3);
    vec3 zero = v3(0.0, 0.0, 0.0), one = v3(1.0, 1.0, 1.0);
    c[0] = kit_channel(0, PATH_TRANSLATION, zero, v3(0.3, 0.0, 0.0), memory);
    c[1] = kit_channel(1, PATH_ROTATION, zero, zero, memory);
    c[2] = kit_channel(2, PATH_SCALE, one, v3(1.0, 2.0, 1.0), memory);
    c[1].width = 4;
    for (int i = 0; i < 2; ++i) {
        quat q = quat_axis_angle(v3(0.0, 0.0, 1.0), i == 0 ? KIT_FROM : KIT_TO);
        const float four[4] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
        memcpy(c[1].values + 4 * i, four, sizeof four);
    }
    return s;
}

static bool kit_sample(void* user, const char* name, place where, arena* memory, scene* out,
                       report* r) {
    (void)user;
    bool cube = strcmp(name, "cube") == 0;
    if (strcmp(name, "rig") == 0) {
        *out = kit_rig(memory);
        return true;
    }
    if (contact_shape(name, memory, out))
        return true;
    if (!cube && strcmp(name, "sheet") != 0)
        return report_error(r, where, "there is no sample \"%s\"", name);
    *out = (scene){.primitive_count = 1, .mesh_count = 1, .node_count = 1, .root_count = 1};
    out->primitives = ARENA_NEW(memory, primitive, 1);
    out->primitives[0] = cube ? kit_cube(memory) : kit_sheet(memory);
    out->meshes = ARENA_NEW(memory, mesh, 1);
    out->meshes[0] = (mesh){.name = name, .primitive_count = 1};
    out->nodes = ARENA_NEW(memory, node, 1);
    out->nodes[0] = (node){.name = name,
                           .parent = -1,
                           .skin = -1,
                           .rotation = quat_identity(),
                           .scale = v3(1.0, 1.0, 1.0)};
    out->roots = ARENA_NEW(memory, int32_t, 1);
    return true;
}

static const matter_samples kit_samples = {.make = kit_sample};

typedef struct kit_run {
    arena* memory;
    report r;
    simulation s;
    assembly a;
    run_result result;
    point_cache points; // of a run to its end
    bytes file;         // the same as bytes
    bool done;
} kit_run;

static inline void kit_say(kit_run* k) {
    for (int32_t i = 0; i < k->r.count; ++i)
        printf("        %s\n", finding_text(&k->r.findings[i], k->memory));
}

// Reads and puts together; false with sentences in k->r.
static inline bool kit_make(kit_run* k, const char* text, int threads) {
    *k = (kit_run){.memory = arena_create()};
    k->r = report_new(k->memory);
    const bytes words = {(const uint8_t*)text, strlen(text)};
    return simulation_parse(words, "s.yaml", k->memory, &k->s, &k->r) &&
           assembly_make(&k->s, &kit_samples, threads, k->memory, &k->a, &k->r);
}

static inline void kit_end(kit_run* k) {
    file_unmap(k->file);
    assembly_close(&k->a);
    arena_destroy(k->memory);
}

static inline bool kit_stop(void* user, const assembly* a, int32_t state, report* r) {
    (void)a;
    return state < *(const int32_t*)user || report_error(r, place_none(), "stopped");
}

// Runs a scene that was made, in a folder: until a state, -1: to its end.
static inline bool kit_go(kit_run* k, const char* folder, int32_t until) {
    const char* path = arena_format(k->memory, "%s/out.mdd", folder);
    const run_options o = {.output = path,
                           .layout = POINT_CACHE_MDD,
                           .mark = 17,
                           .stored = until >= 0 ? kit_stop : NULL,
                           .user = &until};
    if (!run_scene(&k->a, &o, k->memory, &k->result, &k->r) ||
        !stream_finish(&k->result.states, path, &k->r))
        return false;
    run_forget(&o, k->memory);
    k->done = file_map(path, &k->file, &k->r) &&
              point_cache_read(k->file, path, 60.0, k->memory, &k->points, &k->r);
    unlink(path);
    return k->done;
}

static inline vec3 kit_point(const kit_run* k, int32_t state, int32_t point) {
    const float* p =
        k->points.points[(size_t)state * (size_t)k->points.point_count + (size_t)point];
    return v3(p[0], p[1], p[2]);
}
