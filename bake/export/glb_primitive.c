// Streams of one primitive become accessors; weights are tidied on the way.
// SPDX-License-Identifier: MIT
#include "bake/export/glb_primitive.h"

#include <math.h>
#include <stdio.h>

enum { INFLUENCES_MAX = 64 }; // of one vertex; glTF files use 4 or 8

static int32_t positions_accessor(glb_data* d, const primitive* p) {
    float* xyz = ARENA_NEW(d->memory, float, 3 * (size_t)p->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        xyz[3 * i] = (float)p->positions[i].x;
        xyz[3 * i + 1] = (float)p->positions[i].y;
        xyz[3 * i + 2] = (float)p->positions[i].z;
    }
    return glb_floats(d, GLB_VERTICES, xyz, p->vertex_count, 3, true);
}

// Weights of one vertex as validators want them: none negative, no joint twice, joint 0 where the
// weight is 0, float sum 1. A vertex that is right already keeps its bits.
static void tidy_weights(float* weights, uint32_t* joints, int32_t count) {
    double sum = 0.0;
    int32_t largest = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (!(weights[i] > 0.0f))
            weights[i] = 0.0f;
        for (int32_t j = 0; j < i && weights[i] > 0.0f; ++j)
            if (weights[j] > 0.0f && joints[j] == joints[i]) {
                weights[j] += weights[i];
                weights[i] = 0.0f;
            }
    }
    for (int32_t i = 0; i < count; ++i) {
        if (weights[i] == 0.0f)
            joints[i] = 0;
        if (weights[i] > weights[largest])
            largest = i;
        sum += (double)weights[i];
    }
    if (fabs(sum - 1.0) < 1e-7)
        return;
    if (sum == 0.0) { // the first bone, rather than a vertex that falls to the origin
        weights[0] = 1.0f;
        return;
    }
    double rest = 1.0;
    for (int32_t i = 0; i < count; ++i)
        if (i != largest) {
            weights[i] = (float)((double)weights[i] / sum);
            rest -= (double)weights[i];
        }
    weights[largest] = (float)rest;
}

// JOINTS_0, WEIGHTS_0, JOINTS_1 ...: sets of four.
static void influences_json(glb_data* d, json_out* o, const primitive* p) {
    size_t n = (size_t)p->vertex_count;
    int32_t sets = (p->influence_count + 3) / 4, padded = 4 * sets;
    float* weights = ARENA_NEW(d->memory, float, n*(size_t)padded);
    uint32_t* joints = ARENA_NEW(d->memory, uint32_t, n * (size_t)padded);
    uint32_t largest = 0;
    for (size_t i = 0; i < n; ++i) {
        float one_weights[INFLUENCES_MAX] = {0};
        uint32_t one_joints[INFLUENCES_MAX] = {0};
        for (int32_t k = 0; k < p->influence_count && k < INFLUENCES_MAX; ++k) {
            one_weights[k] = p->weights[i * (size_t)p->influence_count + (size_t)k];
            one_joints[k] = p->joints[i * (size_t)p->influence_count + (size_t)k];
        }
        tidy_weights(one_weights, one_joints, padded < INFLUENCES_MAX ? padded : INFLUENCES_MAX);
        for (int32_t k = 0; k < padded && k < INFLUENCES_MAX; ++k) {
            size_t at = ((size_t)(k / 4) * n + i) * 4 + (size_t)(k % 4);
            weights[at] = one_weights[k];
            joints[at] = one_joints[k];
            if (one_joints[k] > largest)
                largest = one_joints[k];
        }
    }
    for (int32_t k = 0; k < sets; ++k) {
        char name[24];
        size_t first = (size_t)k * n * 4;
        snprintf(name, sizeof name, "JOINTS_%d", k);
        json_key_int(
            o, name,
            glb_integers(d, GLB_VERTICES, joints + first, p->vertex_count, 4, largest, true));
        snprintf(name, sizeof name, "WEIGHTS_%d", k);
        json_key_int(o, name,
                     glb_floats(d, GLB_VERTICES, weights + first, p->vertex_count, 4, false));
    }
}

static void stream_json(glb_data* d, json_out* o, const char* name, const void* values_or_null,
                        int32_t count, int32_t width, bool bounds) {
    if (values_or_null != NULL)
        json_key_int(o, name, glb_floats(d, GLB_VERTICES, values_or_null, count, width, bounds));
}

static void attributes_json(glb_data* d, json_out* o, const primitive* p) {
    int32_t n = p->vertex_count;
    json_key(o, "attributes");
    json_begin_object(o);
    json_key_int(o, "POSITION", positions_accessor(d, p));
    stream_json(d, o, "NORMAL", p->normals, n, 3, false);
    stream_json(d, o, "TANGENT", p->tangents, n, 4, false);
    stream_json(d, o, "TEXCOORD_0", p->uvs, n, 2, false);
    stream_json(d, o, "COLOR_0", p->colors, n, 4, false);
    if (p->influence_count > 0)
        influences_json(d, o, p);
    for (int32_t i = 0; i < p->attribute_count; ++i)
        if (glb_width_exists(p->attributes[i].width))
            stream_json(d, o, p->attributes[i].name, p->attributes[i].values, n,
                        p->attributes[i].width, false);
    json_end_object(o);
}

static void offsets_json(glb_data* d, json_out* o, const char* name,
                         const float (*values_or_null)[3], int32_t count, bool bounds) {
    if (values_or_null != NULL)
        json_key_int(o, name, glb_offsets(d, values_or_null, count, bounds));
}

static void targets_json(glb_data* d, json_out* o, const primitive* p) {
    json_key(o, "targets");
    json_begin_array(o);
    for (int32_t i = 0; i < p->target_count; ++i) {
        const morph_target* t = &p->targets[i];
        json_begin_object(o);
        if (t->positions != NULL)
            offsets_json(d, o, "POSITION", (const float(*)[3])t->positions, p->vertex_count, true);
        else // a target without any stream is not allowed
            json_key_int(o, "POSITION", glb_zeros(d, p->vertex_count, 3));
        offsets_json(d, o, "NORMAL", (const float(*)[3])t->normals, p->vertex_count, false);
        offsets_json(d, o, "TANGENT", (const float(*)[3])t->tangents, p->vertex_count, false);
        json_end_object(o);
    }
    json_end_array(o);
}

void glb_primitive_json(glb_data* d, json_out* o, const primitive* p) {
    json_begin_object(o);
    attributes_json(d, o, p);
    json_key_int(o, "indices",
                 glb_integers(d, GLB_INDICES, &p->triangles[0][0], 3 * p->triangle_count, 1,
                              (uint32_t)p->vertex_count - 1, false));
    if (p->material >= 0)
        json_key_int(o, "material", p->material);
    if (p->target_count > 0)
        targets_json(d, o, p);
    json_end_object(o);
}
