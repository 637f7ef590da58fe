// Skin weights by diffusion, clips by sampling.
//
// Weights: seeds by distance to bones, then heat on the surface. Baran & Popovic 2007 solve for the
// equilibrium; a fixed number of averaging rounds gives the same smoothness without a solver, and
// seeds restricted to a body part keep a thigh from moving the other one. Bone-distance weights
// alone were rejected: they tie the arm to the ribs.
// SPDX-License-Identifier: MIT
#include "scenes/rig.h"

#include "bake/base/assert.h"

#include <string.h>

enum { INFLUENCES = 4 };

static const double least_weight = 0.004; // weaker influences are not seen, only paid for

// ---- joints ------------------------------------------------------------------------------------

static vec3 mirrored(vec3 p) {
    return v3(-p.x, p.y, p.z);
}

rig rig_mirrored(const rig_joint* half, int32_t count, arena* memory) {
    rig_joint* all = ARENA_NEW(memory, rig_joint, 2 * (size_t)count);
    int32_t* twin = ARENA_NEW(memory, int32_t, (size_t)count);
    int32_t total = count;
    for (int32_t i = 0; i < count; ++i) {
        all[i] = half[i];
        twin[i] = i;
        if (half[i].side == 0)
            continue;
        SUPPLE_ASSERT(half[i].side > 0 && strncmp(half[i].name, "l_", 2) == 0);
        twin[i] = total++;
        rig_joint* t = &all[twin[i]];
        *t = half[i];
        t->name = arena_format(memory, "r_%s", half[i].name + 2);
        t->parent = twin[half[i].parent];
        t->head = mirrored(half[i].head);
        t->tail = mirrored(half[i].tail);
        t->side = -1;
    }
    return (rig){total, all};
}

// ---- weights -----------------------------------------------------------------------------------

static double bone_distance(const rig_joint* j, vec3 p) {
    vec3 axis = v3_sub(j->tail, j->head), d = v3_sub(p, j->head);
    double length2 = v3_dot(axis, axis), t = length2 > 0.0 ? v3_dot(d, axis) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return v3_length(v3_madd(d, axis, -t));
}

static bool allowed(const rig_joint* j, vec3 p, int16_t region) {
    return (j->regions >> region & 1) != 0 && j->side * p.x >= 0.0;
}

// The nearest bone counts 1, others fade with how much farther they are; the root where none may.
static void seed_weights(const rig* g, vec3 p, int16_t region, double* w) {
    double least = 1e9, sum = 0.0;
    for (int32_t j = 0; j < g->joint_count; ++j) {
        w[j] = allowed(&g->joints[j], p, region) ? bone_distance(&g->joints[j], p) : 1e9;
        least = w[j] < least ? w[j] : least;
    }
    for (int32_t j = 0; j < g->joint_count; ++j) {
        double more = (w[j] - least) / (g->joints[j].soft > 0.0 ? g->joints[j].soft : 1e-6);
        double fade = 1.0 / (1.0 + more * more);
        w[j] = w[j] < 1e8 ? fade * fade : 0.0;
        sum += w[j];
    }
    if (sum <= 0.0)
        w[0] = sum = 1.0;
    for (int32_t j = 0; j < g->joint_count; ++j)
        w[j] /= sum;
}

static void diffuse(const mesh_neighbors* around, int32_t vertex_count, int32_t joint_count,
                    const double* from, double* to) {
    for (int32_t v = 0; v < vertex_count; ++v) {
        double* out = to + (size_t)v * (size_t)joint_count;
        const double* own = from + (size_t)v * (size_t)joint_count;
        double fraction = 0.5 / (around->first[v + 1] - around->first[v]);
        for (int32_t j = 0; j < joint_count; ++j)
            out[j] = 0.5 * own[j];
        for (int32_t i = around->first[v]; i < around->first[v + 1]; ++i) {
            const double* other = from + (size_t)around->list[i] * (size_t)joint_count;
            for (int32_t j = 0; j < joint_count; ++j)
                out[j] += fraction * other[j];
        }
    }
}

// The four strongest; what the others had is shared in proportion. The first takes what rounding
// leaves, so that the floats sum to 1.
static void keep_strongest(const double* w, int32_t joint_count, uint16_t* joints, float* weights) {
    double kept[INFLUENCES] = {0}, sum = 0.0;
    for (int k = 0; k < INFLUENCES; ++k) {
        int32_t best = -1;
        for (int32_t j = 0; j < joint_count; ++j) {
            bool taken = false;
            for (int i = 0; i < k; ++i)
                taken |= joints[i] == j && kept[i] > 0.0;
            if (!taken && w[j] > least_weight && (best < 0 || w[j] > w[best]))
                best = j;
        }
        joints[k] = (uint16_t)(best < 0 ? 0 : best);
        kept[k] = best < 0 ? 0.0 : w[best];
        sum += kept[k];
    }
    float rest = 1.0f;
    for (int k = INFLUENCES - 1; k > 0; --k) {
        weights[k] = (float)(kept[k] / sum);
        rest -= weights[k];
    }
    weights[0] = rest;
}

rig_skin rig_weigh(const rig* g, const sdf_mesh* m, const int16_t* regions, int32_t rounds,
                   arena* memory) {
    size_t joints = (size_t)g->joint_count, vertices = (size_t)m->vertex_count;
    double* w = ARENA_NEW(memory, double, vertices* joints);
    double* next = ARENA_NEW(memory, double, vertices* joints);
    for (size_t v = 0; v < vertices; ++v)
        seed_weights(g, m->positions[v], regions[v], w + v * joints);
    mesh_neighbors around = mesh_neighbors_find(m->vertex_count, (const uint32_t*)m->triangles, 3,
                                                m->triangle_count, memory);
    for (int32_t round = 0; round < rounds; ++round) {
        diffuse(&around, m->vertex_count, g->joint_count, w, next);
        double* swap = w;
        w = next;
        next = swap;
    }
    rig_skin s = {ARENA_NEW(memory, uint16_t, INFLUENCES * vertices),
                  ARENA_NEW(memory, float, INFLUENCES* vertices)};
    for (size_t v = 0; v < vertices; ++v)
        keep_strongest(w + v * joints, g->joint_count, s.joints + INFLUENCES * v,
                       s.weights + INFLUENCES * v);
    return s;
}

// ---- the scene ---------------------------------------------------------------------------------

static node plain_node(const char* name) {
    return (node){.name = name,
                  .parent = -1,
                  .mesh = -1,
                  .skin = -1,
                  .rotation = quat_identity(),
                  .scale = {1, 1, 1},
                  .matrix = mat4_identity()};
}

static void add_skeleton(scene* s, const char* name, const rig* g, arena* memory) {
    s->node_count = 1 + g->joint_count;
    s->nodes = ARENA_NEW(memory, node, (size_t)s->node_count);
    s->nodes[0] = plain_node(name);
    s->nodes[0].mesh = s->nodes[0].skin = 0;
    s->skin_count = 1;
    s->skins = ARENA_NEW(memory, skin, 1);
    s->skins[0] = (skin){name, g->joint_count, ARENA_NEW(memory, int32_t, (size_t)g->joint_count),
                         ARENA_NEW(memory, mat4, (size_t)g->joint_count)};
    for (int32_t j = 0; j < g->joint_count; ++j) {
        const rig_joint* joint = &g->joints[j];
        node* n = &s->nodes[1 + j];
        *n = plain_node(joint->name);
        n->translation = joint->head;
        if (joint->parent >= 0) {
            n->parent = 1 + joint->parent;
            n->translation = v3_sub(joint->head, g->joints[joint->parent].head);
        }
        s->skins[0].joints[j] = 1 + j;
        s->skins[0].inverse_binds[j] =
            mat4_from_trs(v3_scale(joint->head, -1.0), quat_identity(), v3(1, 1, 1));
    }
    s->root_count = 2;
    s->roots = ARENA_NEW(memory, int32_t, 2);
    s->roots[1] = 1;
}

scene rig_scene(const char* name, const sdf_mesh* m, float (*colors)[4], const rig* g,
                const rig_skin* influences, arena* memory) {
    scene s = {0};
    s.primitive_count = s.mesh_count = s.material_count = 1;
    s.materials = ARENA_NEW(memory, scene_material, 1);
    s.materials[0] = (scene_material){.name = name, .base_color = {1, 1, 1, 1}, .base_image = -1};
    s.meshes = ARENA_NEW(memory, mesh, 1);
    s.meshes[0] = (mesh){.name = name, .primitive_count = 1};
    s.primitives = ARENA_NEW(memory, primitive, 1);
    primitive* p = &s.primitives[0];
    p->vertex_count = m->vertex_count;
    p->triangle_count = m->triangle_count;
    p->positions = m->positions;
    p->triangles = m->triangles;
    p->colors = colors;
    p->normals = arena_alloc(memory, (size_t)m->vertex_count, sizeof *p->normals);
    for (int32_t v = 0; v < m->vertex_count; ++v) {
        p->normals[v][0] = (float)m->normals[v].x;
        p->normals[v][1] = (float)m->normals[v].y;
        p->normals[v][2] = (float)m->normals[v].z;
    }
    p->influence_count = INFLUENCES;
    p->joints = influences->joints;
    p->weights = influences->weights;
    add_skeleton(&s, name, g, memory);
    return s;
}

// ---- clips -------------------------------------------------------------------------------------

// Appends a channel unless its values are `rest` throughout (to the last float).
static void add_channel(clip* c, int32_t target, channel_path path, int32_t keys, float* times,
                        float* values, const float* rest) {
    int32_t width = path == PATH_ROTATION ? 4 : 3;
    bool moves = false;
    for (int32_t i = 0; i < keys * width; ++i)
        moves |= values[i] != rest[i % width];
    if (moves)
        c->channels[c->channel_count++] =
            (channel){target, path, LINEAR, keys, width, times, values};
}

clip rig_clip(const rig* g, const char* name, double duration, rig_motion* motion, const void* user,
              arena* memory) {
    int32_t joints = g->joint_count, keys = (int32_t)(duration * RIG_KEYS_PER_SECOND + 0.5) + 1;
    float* times = ARENA_NEW(memory, float, (size_t)keys);
    float* root = ARENA_NEW(memory, float, 3 * (size_t)keys);
    float* turns = ARENA_NEW(memory, float, 4 * (size_t)keys * (size_t)joints); // [joint][key][4]
    quat* now = ARENA_NEW(memory, quat, (size_t)joints);
    quat* before = ARENA_NEW(memory, quat, (size_t)joints);
    for (int32_t j = 0; j < joints; ++j)
        before[j] = quat_identity();
    vec3 rest = g->joints[0].head;
    for (int32_t k = 0; k < keys; ++k) {
        double time = (double)k / RIG_KEYS_PER_SECOND;
        rig_pose pose = {v3(0, 0, 0), now};
        for (int32_t j = 0; j < joints; ++j)
            now[j] = quat_identity();
        motion(time, user, &pose);
        times[k] = (float)time;
        root[3 * k] = (float)(rest.x + pose.root.x);
        root[3 * k + 1] = (float)(rest.y + pose.root.y);
        root[3 * k + 2] = (float)(rest.z + pose.root.z);
        for (int32_t j = 0; j < joints; ++j) {
            quat q = quat_unit(now[j]), b = before[j];
            if (q.x * b.x + q.y * b.y + q.z * b.z + q.w * b.w < 0.0)
                q = (quat){-q.x, -q.y, -q.z, -q.w};
            before[j] = q;
            float* out = turns + 4 * ((size_t)j * (size_t)keys + (size_t)k);
            out[0] = (float)q.x, out[1] = (float)q.y, out[2] = (float)q.z, out[3] = (float)q.w;
        }
    }
    clip c = {name, 0, ARENA_NEW(memory, channel, (size_t)joints + 1), times[keys - 1]};
    float rest_root[3] = {(float)rest.x, (float)rest.y, (float)rest.z}, rest_turn[4] = {0, 0, 0, 1};
    add_channel(&c, 1, PATH_TRANSLATION, keys, times, root, rest_root);
    for (int32_t j = 0; j < joints; ++j)
        add_channel(&c, 1 + j, PATH_ROTATION, keys, times, turns + 4 * (size_t)j * (size_t)keys,
                    rest_turn);
    return c;
}

// ---- poses -------------------------------------------------------------------------------------

void rig_forward(const rig* g, const rig_pose* p, vec3* places, quat* rotations) {
    for (int32_t j = 0; j < g->joint_count; ++j) {
        const rig_joint* joint = &g->joints[j];
        int32_t up = joint->parent;
        if (up < 0) {
            places[j] = v3_add(joint->head, p->root);
            rotations[j] = p->turns[j];
            continue;
        }
        vec3 arm = v3_sub(joint->head, g->joints[up].head);
        places[j] = v3_add(places[up], quat_rotate(rotations[up], arm));
        rotations[j] = quat_mul(rotations[up], p->turns[j]);
    }
}

vec3 rig_two_bone(vec3 root, vec3 target, double a, double b, vec3 pole) {
    vec3 line = v3_sub(target, root);
    double reach = v3_length(line), most = a + b, least = fabs(a - b);
    vec3 along = v3_unit(line);
    reach = reach > most ? most : reach < least ? least : reach;
    double x = (a * a - b * b + reach * reach) / (2.0 * reach), y2 = a * a - x * x;
    vec3 across = v3_unit(v3_madd(pole, along, -v3_dot(pole, along)));
    return v3_madd(v3_madd(root, along, x), across, y2 > 0.0 ? sqrt(y2) : 0.0);
}

quat rig_aim(vec3 from, vec3 side, vec3 to, vec3 to_side) {
    from = v3_unit(from);
    to = v3_unit(to);
    quat swing = quat_between(from, to);
    vec3 have = quat_rotate(swing, side);
    have = v3_unit(v3_madd(have, to, -v3_dot(have, to)));
    vec3 want = v3_unit(v3_madd(to_side, to, -v3_dot(to_side, to)));
    double angle = exact_atan2(v3_dot(v3_cross(have, want), to), v3_dot(have, want));
    return quat_mul(quat_axis_angle(to, angle), swing);
}
