// Channels are sampled into local transforms, then multiplied down the node tree.
//
// Nodes may come in any order, and trees from files may be deep, so a node's ancestors that are not
// done yet are stacked in an array and finished from the top; no recursion.
// SPDX-License-Identifier: MIT
#include "bake/scene/pose.h"

#include "bake/base/assert.h"

#include <string.h>

typedef struct local {
    vec3 translation;
    quat rotation;
    vec3 scale;
    bool use_matrix;
} local;

// The last key at or before `time`; 0 when `time` is before the first one (or not a number).
static int32_t find_key(const float* times, int32_t count, double time) {
    int32_t low = 0, high = count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static quat load_quat(const float* v) {
    return quat_unit((quat){v[0], v[1], v[2], v[3]});
}

static void store_quat(quat q, float* out) {
    out[0] = (float)q.x;
    out[1] = (float)q.y;
    out[2] = (float)q.z;
    out[3] = (float)q.w;
}

static void store_key(const channel* c, const float* value, float* out) {
    if (c->path == PATH_ROTATION)
        store_quat(load_quat(value), out);
    else
        memcpy(out, value, (size_t)c->width * sizeof *out);
}

// glTF 2.0, appendix C.5: Hermite over a key interval of `span` seconds, whose tangents are per
// second. a and b are the two keys' [in-tangent, value, out-tangent].
static void sample_cubic(const channel* c, const float* a, const float* b, double t, double span,
                         float* out) {
    double t2 = t * t, t3 = t2 * t;
    double wa = 2.0 * t3 - 3.0 * t2 + 1.0, wb = 3.0 * t2 - 2.0 * t3;
    double ta = span * (t3 - 2.0 * t2 + t), tb = span * (t3 - t2);
    int32_t n = c->width;
    for (int32_t i = 0; i < n; ++i)
        out[i] = (float)(wa * a[n + i] + ta * a[2 * n + i] + wb * b[n + i] + tb * b[i]);
    if (c->path == PATH_ROTATION)
        store_quat(load_quat(out), out);
}

static local local_at_rest(const node* n) {
    return (local){n->translation, n->rotation, n->scale, n->has_matrix};
}

// Weights at rest: the node's own, else its mesh's.
static float** rest_weights(const scene* s, arena* memory) {
    float** weights = ARENA_NEW(memory, float*, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i) {
        const node* n = &s->nodes[i];
        int32_t count = n->mesh >= 0 ? s->meshes[n->mesh].target_count : 0;
        if (count == 0)
            continue;
        const float* rest = n->target_weights_or_null != NULL ? n->target_weights_or_null
                                                              : s->meshes[n->mesh].target_weights;
        weights[i] = ARENA_NEW(memory, float, (size_t)count);
        if (rest != NULL)
            memcpy(weights[i], rest, (size_t)count * sizeof *rest);
    }
    return weights;
}

static void apply_channel(const scene* s, const channel* c, double time, local* locals,
                          float** weights) {
    float v[4] = {0};
    local* l = &locals[c->node];
    int32_t mesh_index = s->nodes[c->node].mesh;

    if (c->path == PATH_WEIGHTS) {
        if (mesh_index >= 0 && s->meshes[mesh_index].target_count == c->width && c->width > 0)
            channel_sample(c, time, weights[c->node]);
        return;
    }
    channel_sample(c, time, v);
    if (c->path == PATH_TRANSLATION)
        l->translation = v3(v[0], v[1], v[2]);
    else if (c->path == PATH_ROTATION)
        l->rotation = (quat){v[0], v[1], v[2], v[3]};
    else
        l->scale = v3(v[0], v[1], v[2]);
    l->use_matrix = false; // glTF animates TRS nodes only; if a file does otherwise, motion wins
}

static mat4* world_transforms(const scene* s, const local* locals, arena* memory) {
    mat4* world = ARENA_NEW(memory, mat4, (size_t)s->node_count);
    bool* done = ARENA_NEW(memory, bool, (size_t)s->node_count);
    int32_t* waiting = ARENA_NEW(memory, int32_t, (size_t)s->node_count);

    for (int32_t i = 0; i < s->node_count; ++i) {
        int32_t depth = 0;
        for (int32_t n = i; n >= 0 && !done[n]; n = s->nodes[n].parent)
            waiting[depth++] = n;
        while (depth > 0) {
            int32_t n = waiting[--depth], parent = s->nodes[n].parent;
            const local* l = &locals[n];
            mat4 m = l->use_matrix
                         ? s->nodes[n].matrix
                         : mat4_from_trs(l->translation, quat_unit(l->rotation), l->scale);
            world[n] = parent >= 0 ? mat4_mul(world[parent], m) : m;
            done[n] = true;
        }
    }
    return world;
}

void channel_sample(const channel* c, double time, float* out) {
    SUPPLE_ASSERT(c->key_count > 0 && c->width > 0);
    int32_t k = find_key(c->times, c->key_count, time), last = c->key_count - 1;
    bool cubic = c->interpolation == CUBICSPLINE;
    size_t width = (size_t)c->width, stride = cubic ? 3 * width : width;
    const float* a = c->values + (size_t)k * stride;
    const float* value = cubic ? a + width : a;

    if (k == last || c->interpolation == STEP || !(time > c->times[k])) {
        store_key(c, value, out);
        return;
    }
    const float* b = a + stride;
    double span = (double)c->times[k + 1] - c->times[k]; // > 0: time lies strictly inside
    double t = (time - c->times[k]) / span;
    if (cubic) {
        sample_cubic(c, a, b, t, span, out);
    } else if (c->path == PATH_ROTATION) {
        store_quat(quat_slerp(load_quat(a), load_quat(b), t), out);
    } else {
        for (size_t i = 0; i < width; ++i)
            out[i] = (float)(a[i] + ((double)b[i] - a[i]) * t);
    }
}

pose pose_at(const scene* s, int32_t clip_index, double time, arena* memory) {
    SUPPLE_ASSERT(clip_index >= -1 && clip_index < s->clip_count);
    local* locals = ARENA_NEW(memory, local, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i)
        locals[i] = local_at_rest(&s->nodes[i]);
    float** weights = rest_weights(s, memory);

    if (clip_index >= 0) {
        const clip* c = &s->clips[clip_index];
        for (int32_t i = 0; i < c->channel_count; ++i)
            apply_channel(s, &c->channels[i], time, locals, weights);
    }
    return (pose){world_transforms(s, locals, memory), weights};
}

mat4* pose_palette(const scene* s, const pose* p, int32_t skin_index, arena* memory) {
    SUPPLE_ASSERT(skin_index >= 0 && skin_index < s->skin_count);
    const skin* k = &s->skins[skin_index];
    mat4* palette = ARENA_NEW(memory, mat4, (size_t)k->joint_count);
    for (int32_t i = 0; i < k->joint_count; ++i)
        palette[i] = mat4_mul(p->world[k->joints[i]], k->inverse_binds[i]);
    return palette;
}
