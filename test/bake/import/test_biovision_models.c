// Motion captures by CMU and MakeHuman on the swimmer: read whole, feet on the ground, nothing torn.
// SPDX-License-Identifier: MIT
#include "bake/play/retarget.h"
#include "bake/scene/bind.h"
#include "scenes/scenes.h"
#include "test/kit/check.h"

typedef struct expected {
    const char* name;
    int32_t joints, channels, frames; // named joints, as SOURCES.md counts them
    double lowest, highest;           // of the feet, metres from where they are bound
} expected;

static const expected files[] = {
    {"cmu_02_01_walk", 31, 96, 344, -0.06, 0.5},
    {"cmu_02_04_jump_balance", 31, 96, 484, -0.06, 1.0},
    {"cmu_09_01_run", 31, 96, 149, -0.06, 0.7},
    {"cmu_16_01_jump", 31, 96, 323, -0.06, 0.5},
    {"makehuman_walk1", 75, 228, 14, -0.06, 0.5},
};

static bool load(const char* folder, const char* file, arena* memory, bytes* out) {
    report r = report_new(memory);
    return file_map(arena_format(memory, "%s/%s", folder, file), out, &r);
}

static bool check_file(const expected* e, const char* folder, const scene* s, arena* memory) {
    bytes file;
    biovision b;
    joint_map m;
    scene moved;
    report r = report_new(memory);
    if (!load(folder, arena_format(memory, "bvh/%s.bvh", e->name), memory, &file))
        return false;
    bool ok = biovision_read(file, e->name, memory, &b, &r);
    file_unmap(file);
    int32_t named = 0;
    for (int32_t i = 0; ok && i < b.joint_count; ++i)
        named += b.joints[i].name[0] != '\0';
    ok = ok && named == e->joints && b.channel_count == e->channels && b.frame_count == e->frames &&
         joint_map_guess(&b, s, memory, &m) && m.count == 21 &&
         retarget_clip(&b, &m, s, e->name, memory, &moved, &r);
    double low = INFINITY, high = -INFINITY, standing = 0.0;
    pose bound = bind_pose(s, memory);
    int32_t frames = 40;
    for (int32_t f = 0; ok && f < frames; ++f) {
        double time = moved.clips[moved.clip_count - 1].duration * f / (frames - 1),
               lower = INFINITY;
        pose p = pose_at(&moved, moved.clip_count - 1, time, memory);
        for (int32_t i = 0; i < m.count; ++i) {
            if (!joint_slot_is_foot(m.pairs[i].slot))
                continue;
            int32_t n = m.pairs[i].to;
            double up = p.world[n].m[13] - bound.world[n].m[13];
            lower = fmin(lower, up);
            high = fmax(high, up);
        }
        low = fmin(low, lower);
        standing += fabs(lower) < 0.06;
    }
    bool right = ok && low > e->lowest && high < e->highest && high > 0.03;
    printf("%-24s feet %.3f to %.3f m, on the ground in %.0f %% of the frames\n", e->name, low,
           high, 100.0 * standing / frames);
    return right && standing > 0.4 * frames;
}

TEST(actors_of_others_walk_run_and_jump_on_the_ground) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    arena* body = arena_create();
    scene swimmer = sample_find("swimmer")->make(body);
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        arena* memory = arena_create();
        bool right = check_file(&files[i], folder, &swimmer, memory);
        arena_destroy(memory);
        CHECK(right);
    }
    arena_destroy(body);
}

TEST_MAIN(CASE(actors_of_others_walk_run_and_jump_on_the_ground))
