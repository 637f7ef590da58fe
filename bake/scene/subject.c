// What is skinned, or hangs on a joint (a sword, a hat), against everything.
// SPDX-License-Identifier: MIT
#include "bake/scene/subject.h"

#include "bake/base/arena.h"

#define SUBJECT_SMALL                                                                              \
    0.4 // of the whole's diagonal: figures below it are framed without what is round them

static void mark_joints(const scene* s, uint8_t* hangs) {
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k)
            hangs[s->skins[i].joints[k]] = 1;
}

static bool hangs_on_joint(const scene* s, const uint8_t* joints, int32_t n) {
    bool out = s->nodes[n].skin >= 0;
    for (; n >= 0 && !out; n = s->nodes[n].parent)
        out = joints[n];
    return out;
}

static double diagonal(const bounds* b) {
    return v3_distance(b->low, b->high);
}

bool subject_box(const surface* f, const scene* s, bounds* out) {
    arena* scratch = arena_create();
    uint8_t* joints = ARENA_NEW(scratch, uint8_t, (size_t)s->node_count + 1);
    uint8_t* hangs = ARENA_NEW(scratch, uint8_t, (size_t)s->node_count + 1);
    mark_joints(s, joints);
    for (int32_t n = 0; n < s->node_count; ++n)
        hangs[n] = hangs_on_joint(s, joints, n);
    bounds figures = bounds_of(NULL, 0), all = bounds_of(f->positions, f->vertex_count);
    int32_t count = 0;
    for (int32_t v = 0; v < f->vertex_count; ++v)
        if (hangs[f->vertex_node[v]]) {
            figures = bounds_join(figures, (bounds){f->positions[v], f->positions[v]});
            ++count;
        }
    arena_destroy(scratch);
    bool alone = count > 0 && diagonal(&figures) < SUBJECT_SMALL * diagonal(&all);
    *out = alone ? figures : all;
    return alone;
}
