// Clips and nodes by name, through the skinning matrices, to what runtime/model/joint_pose.h makes of them.
// SPDX-License-Identifier: MIT
#include "bake/model/target_pose.h"

#include "bake/base/text.h"
#include "bake/scene/bind.h"
#include "bake/scene/contents.h"
#include "runtime/body/frame.h"
#include "runtime/model/joint_pose.h"

#include <string.h>

// ---- joints ----------------------------------------------------------------------------

// The bone of the nearest joint above, in the same skin; -1: it is the skin's root.
static int32_t parent_of(const soft_body* b, int32_t bone) {
    const binding* x = b->binding;
    const scene* s = b->character->scene;
    for (int32_t n = s->nodes[x->bones[bone].node].parent; n >= 0; n = s->nodes[n].parent)
        for (int32_t i = 0; i < x->bone_count && x->bones[bone].skin >= 0; ++i)
            if (x->bones[i].node == n && x->bones[i].skin == x->bones[bone].skin)
                return i;
    return -1;
}

static const char* name_of(const soft_body* b, int32_t bone) {
    return b->character->scene->nodes[b->binding->bones[bone].node].name;
}

static bool name_joints(const soft_body* b, const part* p, const recipe_part* how,
                        target_joint* joints, int32_t* count, arena* memory, report* r) {
    const binding* x = b->binding;
    if (how->joint_count > FORMAT_MAX_POSE_JOINTS)
        return report_error(r, place_none(), "part \"%s\" names %d joints; %d are the most",
                            p->name, how->joint_count, FORMAT_MAX_POSE_JOINTS);
    const char** names = ARENA_NEW(memory, const char*, (size_t)x->bone_count);
    for (int32_t i = 0; i < x->bone_count; ++i)
        names[i] = name_of(b, i);
    for (int32_t i = 0; i < how->joint_count; ++i) {
        int32_t bone = 0;
        while (bone < x->bone_count && strcmp(names[bone], how->joints[i]) != 0)
            ++bone;
        if (bone == x->bone_count)
            return report_error(r, place_none(), "part \"%s\": there is no joint \"%s\"%s", p->name,
                                how->joints[i],
                                text_hint(how->joints[i], names, x->bone_count, "", memory));
        joints[*count] = (target_joint){bone, parent_of(b, bone)};
        if (joints[(*count)++].parent < 0)
            return report_error(r, place_none(),
                                "part \"%s\": joint \"%s\" is the root of its skeleton; where it "
                                "stands is no pose, so name joints below it",
                                p->name, how->joints[i]);
    }
    return true;
}

// Names of all inputs of the part's targets, in the order in which they come.
static bool find_inputs(const part* p, const recipe_part* how, arena* memory, target_set* out,
                        report* r) {
    out->inputs = ARENA_NEW(memory, const char*, FORMAT_MAX_POSE_INPUTS);
    for (int32_t t = 0; t < how->target_count; ++t)
        for (int32_t i = 0; i < how->targets[t].input_count; ++i) {
            const char* name = how->targets[t].inputs[i].name;
            int32_t k = 0;
            while (k < out->input_count && strcmp(out->inputs[k], name) != 0)
                ++k;
            if (k == FORMAT_MAX_POSE_INPUTS)
                return report_error(r, how->targets[t].where, "part \"%s\" has more than %d inputs",
                                    p->name, FORMAT_MAX_POSE_INPUTS);
            if (k == out->input_count)
                out->inputs[out->input_count++] = name;
        }
    return true;
}

bool target_joints(const soft_body* b, const part* p, const recipe_part* how, double size,
                   arena* memory, target_set* out, report* r) {
    int32_t most = how->joint_count > p->bone_count ? how->joint_count : p->bone_count;
    target_joint* joints = ARENA_NEW(memory, target_joint, (size_t)most);
    out->joints = joints;
    out->translation_scale = how->translation > 0.0 ? how->translation : 1.0 / size;
    if (!find_inputs(p, how, memory, out, r))
        return false;
    if (how->joint_count > 0)
        return name_joints(b, p, how, joints, &out->joint_count, memory, r);
    for (int32_t i = 0; i < p->bone_count; ++i) {
        int32_t bone = binding_bone_of(b->binding, p->bones[i]);
        int32_t parent = bone >= 0 ? parent_of(b, bone) : -1;
        if (parent >= 0)
            joints[out->joint_count++] = (target_joint){bone, parent};
    }
    return true;
}

// ---- poses -----------------------------------------------------------------------------

static bool pose_by_clip(const scene* s, const recipe_target* how, arena* memory, pose* out,
                         report* r) {
    int32_t i = clip_named(s, how->pose.clip_or_null);
    if (i < 0)
        return report_error(r, how->where, "target \"%s\": %s", how->name,
                            clip_missing(s, how->pose.clip_or_null, memory));
    if (how->pose.time > s->clips[i].duration)
        return report_error(r, how->where,
                            "target \"%s\": clip \"%s\" ends at %.6g s, before %.6g s", how->name,
                            how->pose.clip_or_null, s->clips[i].duration, how->pose.time);
    *out = pose_at(s, i, how->pose.time, memory);
    return true;
}

static int32_t find_node(const scene* s, const char* name) {
    for (int32_t i = 0; i < s->node_count; ++i)
        if (strcmp(s->nodes[i].name, name) == 0)
            return i;
    return -1;
}

// What the recipe puts a node to against its parent; else as it was bound.
static mat4 local_of(const scene* s, const pose* bind, const recipe_pose* how, const int32_t* at,
                     int32_t n) {
    int32_t parent = s->nodes[n].parent;
    mat4 m = bind->world[n];
    if (parent >= 0)
        m = mat4_mul(mat4_inverse_affine(bind->world[parent]), m);
    for (int32_t i = 0; i < how->node_count; ++i) {
        if (at[i] != n)
            continue;
        vec3 translation, scale;
        quat rotation;
        mat4_split(m, &translation, &rotation, &scale);
        const recipe_node* to = &how->nodes[i];
        m = mat4_from_trs(to->moved ? to->translation : translation,
                          to->turned ? to->rotation : rotation, scale);
    }
    return m;
}

static bool pose_by_nodes(const scene* s, const recipe_target* how, arena* memory, pose* out,
                          report* r) {
    pose bind = bind_pose(s, memory);
    int32_t* at = ARENA_NEW(memory, int32_t, (size_t)how->pose.node_count);
    for (int32_t i = 0; i < how->pose.node_count; ++i) {
        at[i] = find_node(s, how->pose.nodes[i].name);
        if (at[i] >= 0)
            continue;
        const char** names = ARENA_NEW(memory, const char*, (size_t)s->node_count);
        for (int32_t k = 0; k < s->node_count; ++k)
            names[k] = s->nodes[k].name;
        return report_error(r, how->where, "target \"%s\": there is no node \"%s\"%s", how->name,
                            how->pose.nodes[i].name,
                            text_hint(how->pose.nodes[i].name, names, s->node_count, "", memory));
    }
    *out = bind;
    out->world = ARENA_NEW(memory, mat4, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i) {
        mat4 m = local_of(s, &bind, &how->pose, at, i);
        for (int32_t n = s->nodes[i].parent; n >= 0; n = s->nodes[n].parent)
            m = mat4_mul(local_of(s, &bind, &how->pose, at, n), m);
        out->world[i] = m;
    }
    return true;
}

static void rows_of(const mat4* m, float out[12]) {
    for (int k = 0; k < 12; ++k)
        out[k] = (float)m->m[4 * (k % 4) + k / 4];
}

bool target_pose_of(const binding* b, const target_set* set, const mat4* palette, double* out,
                    int32_t* bad_joint_or_null) {
    for (int32_t j = 0; j < set->joint_count; ++j) {
        float parent[12], own[12], inverse_bind[12];
        double joint[3];
        rows_of(&palette[set->joints[j].parent], parent);
        rows_of(&palette[set->joints[j].bone], own);
        rows_of(&b->bones[set->joints[j].bone].inverse_bind, inverse_bind);
        frame_joint(inverse_bind, joint);
        if (joint_pose(parent, own, joint, b->metres * set->translation_scale,
                       out + (size_t)j * JOINT_POSE_SIZE))
            continue;
        if (bad_joint_or_null != NULL)
            *bad_joint_or_null = j;
        return false;
    }
    return true;
}

bool target_pose(const soft_body* b, const recipe_target* how, const target_set* set, double* out,
                 arena* memory, report* r) {
    const scene* s = b->character->scene;
    const binding* x = b->binding;
    pose p;
    if (how->pose.clip_or_null == NULL && how->pose.node_count == 0)
        p = bind_pose(s, memory);
    else if (how->pose.clip_or_null != NULL ? !pose_by_clip(s, how, memory, &p, r)
                                            : !pose_by_nodes(s, how, memory, &p, r))
        return false;
    mat4* palette = ARENA_NEW(memory, mat4, (size_t)x->bone_count);
    binding_palette(x, &p, palette);
    int32_t bad = 0;
    for (int32_t i = 0; i < set->input_count; ++i) {
        out[JOINT_POSE_SIZE * set->joint_count + i] = 0.0;
        for (int32_t k = 0; k < how->input_count; ++k)
            if (strcmp(how->inputs[k].name, set->inputs[i]) == 0)
                out[JOINT_POSE_SIZE * set->joint_count + i] = how->inputs[k].value;
    }
    return target_pose_of(x, set, palette, out, &bad) ||
           report_error(r, how->where,
                        "target \"%s\": joint \"%s\" is scaled to nothing or mirrored in its pose",
                        how->name, name_of(b, set->joints[bad].bone));
}

const char* target_pose_text(const recipe_target* how, arena* memory) {
    const recipe_pose* p = &how->pose;
    const char* text = how->input_count > 0 ? "" : "as bound";
    if (p->clip_or_null != NULL)
        text = arena_format(memory, "%s at %.4g s", p->clip_or_null, p->time);
    else if (p->node_count > 0)
        text = arena_format(memory, "%d %s turned", p->node_count,
                            p->node_count == 1 ? "node" : "nodes");
    for (int32_t i = 0; i < how->input_count; ++i)
        text = text_listed(
            text, arena_format(memory, "%s %.4g", how->inputs[i].name, how->inputs[i].value),
            memory);
    return text;
}

double target_distance(const target_set* set, const double* a, const double* b) {
    double sum = 0.0;
    for (int32_t i = 0; i < target_numbers(set); ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}
