// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_joints.h"

#include "format/format.h"

#define SAME_TURN 1e-4 // of a turn in radians, and of the distance between joints: no difference

// The nearest joint above one of a skin; -1: it is the root.
static int32_t joint_above(const scene* s, const skin* k, int32_t joint) {
    for (int32_t above = s->nodes[joint].parent; above >= 0; above = s->nodes[above].parent)
        for (int32_t i = 0; i < k->joint_count; ++i)
            if (k->joints[i] == above)
                return above;
    return -1;
}

// As a bake tells poses apart: by how a joint stands to the joint above it.
static bool turns(int32_t joint, int32_t above, const pose* a, const pose* b) {
    if (above < 0)
        return false;
    mat4 first = mat4_mul(mat4_inverse_affine(a->world[above]), a->world[joint]);
    mat4 second = mat4_mul(mat4_inverse_affine(b->world[above]), b->world[joint]);
    double far = v3_length(v3(first.m[12], first.m[13], first.m[14]));
    for (int n = 0; n < 16; ++n)
        if (fabs(first.m[n] - second.m[n]) > SAME_TURN * (n < 12 ? 1.0 : far))
            return true;
    return false;
}

bool recipe_same_pose(const scene* s, const pose* a, const pose* b) {
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k) {
            int32_t joint = s->skins[i].joints[k];
            if (turns(joint, joint_above(s, &s->skins[i], joint), a, b))
                return false;
        }
    return true;
}

// ---- of a part -------------------------------------------------------------------------

typedef struct telling {
    const scene* s;
    const bool* carries; // [node_count] the joint carries the part
    int32_t* above;      // [node_count] the joint above a joint; -1: a root, or no joint
    bool* tells;         // [node_count] poses are told by it
} telling;

// Steps in the skeleton between two nodes.
static int32_t steps_between(const scene* s, int32_t a, int32_t b) {
    int32_t steps = 0;
    for (int32_t up = a; up >= 0; up = s->nodes[up].parent, ++steps) {
        int32_t down = 0;
        for (int32_t n = b; n >= 0; n = s->nodes[n].parent, ++down)
            if (n == up)
                return steps + down;
    }
    return INT32_MAX; // another tree
}

static int32_t steps_to_part(const telling* t, int32_t joint) {
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < t->s->node_count; ++i)
        if (t->carries[i] && steps_between(t->s, joint, i) < least)
            least = steps_between(t->s, joint, i);
    return least;
}

static bool are_told_apart(const telling* t, const pose* a, const pose* b) {
    for (int32_t i = 0; i < t->s->node_count; ++i)
        if (t->tells[i] && turns(i, t->above[i], a, b))
            return true;
    return false;
}

// Of the joints that turn between the two, those nearest to the part.
static bool add_nearest(telling* t, const pose* a, const pose* b) {
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < t->s->node_count; ++i)
        if (turns(i, t->above[i], a, b) && steps_to_part(t, i) < least)
            least = steps_to_part(t, i);
    for (int32_t i = 0; i < t->s->node_count && least < INT32_MAX; ++i)
        if (turns(i, t->above[i], a, b) && steps_to_part(t, i) == least)
            t->tells[i] = true;
    return least < INT32_MAX;
}

static telling telling_of(const scene* s, const bool* carries, arena* memory) {
    size_t count = (size_t)s->node_count;
    telling t = {s, carries, ARENA_NEW(memory, int32_t, count), ARENA_NEW(memory, bool, count)};
    for (size_t i = 0; i < count; ++i)
        t.above[i] = -1;
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k) {
            int32_t joint = s->skins[i].joints[k];
            t.above[joint] = joint_above(s, &s->skins[i], joint);
            t.tells[joint] = carries[joint] && t.above[joint] >= 0;
        }
    return t;
}

void recipe_choose_joints(const scene* s, const bool* carries, const pose* poses, arena* memory,
                          recipe_part* p) {
    telling t = telling_of(s, carries, memory);
    bool added = false;
    for (int32_t i = 0; i < p->target_count; ++i)
        for (int32_t k = 0; k < i; ++k)
            if (p->targets[i].input_count == 0 && p->targets[k].input_count == 0 &&
                !are_told_apart(&t, &poses[i], &poses[k]))
                added |= add_nearest(&t, &poses[i], &poses[k]);
    if (!added)
        return;
    p->joints = ARENA_NEW(memory, const char*, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count && p->joint_count < FORMAT_MAX_POSE_JOINTS; ++i)
        if (t.tells[i])
            p->joints[p->joint_count++] = s->nodes[i].name;
}
