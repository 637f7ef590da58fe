// Sets of joints by skin and by parent, then by place.
// SPDX-License-Identifier: MIT
#include "bake/scene/figures.h"

#include "bake/base/sets.h"
#include "bake/mesh/bounds.h"

#include <string.h>

#define SAME_PLACE 1e-3 // of a figure's size: joints so near to each other are copies
#define FIGURES_COPIES                                                                             \
    0.5 // of the joints of the smaller one: from here on it is a copy of the other

typedef struct group { // of joints
    int32_t root, count;
    bounds box;
} group;

static void join_skins(const scene* s, int32_t* parent, uint8_t* is_joint) {
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k) {
            is_joint[s->skins[i].joints[k]] = 1;
            sets_join(parent, s->skins[i].joints[0], s->skins[i].joints[k]);
        }
}

static void join_parents(const scene* s, const uint8_t* is_joint, int32_t* parent) {
    for (int32_t i = 0; i < s->node_count; ++i) {
        int32_t n = is_joint[i] ? s->nodes[i].parent : -1;
        while (n >= 0 && !is_joint[n])
            n = s->nodes[n].parent;
        if (n >= 0)
            sets_join(parent, i, n);
    }
}

static int32_t find_groups(int32_t node_count, const uint8_t* is_joint, const vec3* places,
                           int32_t* parent, group* out) {
    int32_t count = 0;
    for (int32_t i = 0; i < node_count; ++i) {
        if (!is_joint[i])
            continue;
        int32_t root = sets_find(parent, i), k = 0;
        while (k < count && out[k].root != root)
            ++k;
        if (k == count)
            out[count++] = (group){.root = root, .box = bounds_of(NULL, 0)};
        ++out[k].count;
        out[k].box.low = v3_min(out[k].box.low, places[i]);
        out[k].box.high = v3_max(out[k].box.high, places[i]);
    }
    return count;
}

static bool boxes_meet(const bounds* x, const bounds* y, double near) {
    vec3 gap = v3_max(v3_sub(x->low, y->high), v3_sub(y->low, x->high));
    return gap.x < near && gap.y < near && gap.z < near;
}

// How many joints of one group stand where one of the other does.
static int32_t count_copies(const uint8_t* of, int32_t node_count, int one, const vec3* places,
                            double near) {
    int32_t count = 0;
    for (int32_t i = 0; i < node_count; ++i) {
        bool found = false;
        for (int32_t k = 0; k < node_count && of[i] == one && !found; ++k)
            found = of[k] == 3 - one && v3_distance(places[i], places[k]) < near;
        count += found;
    }
    return count;
}

static bool are_copies(const group* x, const group* y, const vec3* places, int32_t node_count,
                       const uint8_t* is_joint, int32_t* parent, arena* scratch) {
    double near = SAME_PLACE *
                  fmax(v3_distance(x->box.low, x->box.high), v3_distance(y->box.low, y->box.high));
    if (!boxes_meet(&x->box, &y->box, near))
        return false;
    uint8_t* of = ARENA_NEW(scratch, uint8_t, (size_t)node_count);
    for (int32_t i = 0; i < node_count; ++i)
        if (is_joint[i]) {
            int32_t root = sets_find(parent, i);
            of[i] = (uint8_t)(root == x->root ? 1 : root == y->root ? 2 : 0);
        }
    const group* few = x->count < y->count ? x : y;
    return count_copies(of, node_count, few == x ? 1 : 2, places, near) >=
           FIGURES_COPIES * few->count;
}

figures figures_of(const scene* s, const pose* bind, arena* memory) {
    size_t n = (size_t)s->node_count;
    arena* scratch = arena_create();
    figures out = {.of = ARENA_NEW(memory, int32_t, n)};
    int32_t* parent = ARENA_NEW(scratch, int32_t, n);
    uint8_t* is_joint = ARENA_NEW(scratch, uint8_t, n);
    vec3* places = ARENA_NEW(scratch, vec3, n);
    group* groups = ARENA_NEW(scratch, group, n);
    sets_clear(parent, s->node_count);
    join_skins(s, parent, is_joint);
    join_parents(s, is_joint, parent);
    for (int32_t i = 0; i < s->node_count; ++i)
        places[i] = mat4_point(bind->world[i], v3(0, 0, 0));
    int32_t count = find_groups(s->node_count, is_joint, places, parent, groups);
    int32_t* joined = ARENA_NEW(scratch, int32_t, (size_t)count);
    sets_clear(joined, count);
    for (int32_t k = 0; k < count; ++k)
        for (int32_t m = 0; m < k; ++m)
            if (sets_find(joined, k) != sets_find(joined, m) &&
                are_copies(&groups[k], &groups[m], places, s->node_count, is_joint, parent,
                           scratch))
                sets_join(joined, k, m);
    int32_t* number = ARENA_NEW(scratch, int32_t, (size_t)count);
    for (int32_t k = 0; k < count; ++k)
        number[k] = sets_find(joined, k) == k ? out.count++ : number[sets_find(joined, k)];
    for (int32_t i = 0; i < s->node_count; ++i) {
        int32_t k = 0;
        while (is_joint[i] && groups[k].root != sets_find(parent, i))
            ++k;
        out.of[i] = is_joint[i] ? number[k] : -1;
    }
    arena_destroy(scratch);
    return out;
}

scene figure_alone(const scene* s, const figures* f, int32_t figure, arena* memory) {
    scene out = *s;
    out.skins = ARENA_NEW(memory, skin, (size_t)s->skin_count);
    memcpy(out.skins, s->skins, (size_t)s->skin_count * sizeof *out.skins);
    for (int32_t i = 0; i < s->skin_count; ++i)
        if (s->skins[i].joint_count > 0 && f->of[s->skins[i].joints[0]] != figure)
            out.skins[i].joint_count = 0;
    return out;
}
