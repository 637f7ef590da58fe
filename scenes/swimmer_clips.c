// The swimmer's clips, sampled from its motions.
// SPDX-License-Identifier: MIT
#include "scenes/swimmer.h"

enum { CLIPS = 7 };

typedef struct motion {
    const rig* g;
    int kind;
} motion;

enum { WALK, RUN, JUMP, DIVE, WALL, SIT, CURL };

static void sample_motion(double time, const void* user, rig_pose* out) {
    const motion* m = user;
    figure f = m->kind == WALK   ? gait_figure(GAIT_WALK, time)
               : m->kind == RUN  ? gait_figure(GAIT_RUN, time)
               : m->kind == JUMP ? jump_figure(time)
               : m->kind == DIVE ? dive_figure(time)
               : m->kind == WALL ? wall_figure(time)
               : m->kind == SIT  ? sit_figure(time)
                                 : curl_figure(time);
    figure_pose(m->g, &f, out);
}

void swimmer_clips(const rig* g, scene* s, arena* memory) {
    static const char* const names[CLIPS] = {"walk", "run", "jump", "dive", "wall", "sit", "curl"};
    const double lengths[CLIPS] = {gait_period(GAIT_WALK),
                                   gait_period(GAIT_RUN),
                                   jump_times.end,
                                   dive_times.end,
                                   wall_times.end,
                                   sit_time,
                                   curl_time};
    s->clip_count = CLIPS;
    s->clips = ARENA_NEW(memory, clip, CLIPS);
    for (int i = 0; i < CLIPS; ++i) {
        motion m = {g, i};
        s->clips[i] = rig_clip(g, names[i], lengths[i], sample_motion, &m, memory);
    }
}
