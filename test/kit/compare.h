// Are two scenes the same, field by field? For tests that write and read back.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"
#include "test/kit/check.h"

static inline bool compare_bytes(const void* a, const void* b, size_t count, size_t size) {
    return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, count * size) == 0);
}

static inline bool compare_text(const char* a, const char* b) {
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

#define COMPARE(stream, count)                                                                     \
    CHECK(compare_bytes(a->stream, b->stream, (size_t)(count), sizeof *a->stream))

static inline void compare_primitives(const primitive* a, const primitive* b) {
    CHECK(a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count);
    CHECK(a->material == b->material && a->influence_count == b->influence_count);
    CHECK(a->target_count == b->target_count && a->attribute_count == b->attribute_count);
    COMPARE(positions, a->vertex_count);
    COMPARE(normals, a->vertex_count);
    COMPARE(tangents, a->vertex_count);
    COMPARE(uvs, a->vertex_count);
    COMPARE(colors, a->vertex_count);
    COMPARE(triangles, a->triangle_count);
    COMPARE(joints, a->vertex_count * a->influence_count);
    for (int i = 0; i < a->vertex_count * a->influence_count; ++i)
        CHECK_NEAR(a->weights[i], b->weights[i], 2e-7); // their sums are made 1 again
    for (int i = 0; i < a->target_count; ++i) {
        COMPARE(targets[i].positions, a->vertex_count);
        COMPARE(targets[i].normals, a->vertex_count);
        COMPARE(targets[i].tangents, a->vertex_count);
    }
    for (int i = 0; i < a->attribute_count; ++i) {
        CHECK_TEXT(b->attributes[i].name, a->attributes[i].name);
        CHECK(a->attributes[i].width == b->attributes[i].width);
        COMPARE(attributes[i].values, a->vertex_count * a->attributes[i].width);
    }
}

static inline void compare_meshes(const mesh* a, const mesh* b) {
    CHECK(compare_text(a->name, b->name));
    CHECK(a->first_primitive == b->first_primitive && a->primitive_count == b->primitive_count);
    CHECK(a->target_count == b->target_count);
    if (a->target_count > 0)
        COMPARE(target_weights, a->target_count);
    for (int i = 0; i < a->target_count; ++i)
        CHECK_TEXT(b->target_names[i], a->target_names[i]);
}

static inline void compare_nodes(const node* a, const node* b, int target_count) {
    CHECK(compare_text(a->name, b->name));
    CHECK(a->parent == b->parent && a->mesh == b->mesh && a->skin == b->skin);
    CHECK(a->has_matrix == b->has_matrix);
    if (a->has_matrix) {
        CHECK(memcmp(&a->matrix, &b->matrix, sizeof a->matrix) == 0);
    } else {
        CHECK(memcmp(&a->translation, &b->translation, sizeof a->translation) == 0);
        // the reader makes rotations unit again, which may turn the last bit
        CHECK_NEAR(a->rotation.x, b->rotation.x, 4e-16);
        CHECK_NEAR(a->rotation.y, b->rotation.y, 4e-16);
        CHECK_NEAR(a->rotation.z, b->rotation.z, 4e-16);
        CHECK_NEAR(a->rotation.w, b->rotation.w, 4e-16);
        CHECK(memcmp(&a->scale, &b->scale, sizeof a->scale) == 0);
    }
    COMPARE(target_weights_or_null, target_count);
}

static inline void compare_clips(const clip* a, const clip* b) {
    CHECK(compare_text(a->name, b->name));
    CHECK(a->channel_count == b->channel_count && a->duration == b->duration);
    for (int i = 0; i < a->channel_count; ++i) {
        const channel *x = &a->channels[i], *y = &b->channels[i];
        size_t rows = (size_t)x->key_count * (x->interpolation == CUBICSPLINE ? 3 : 1);
        CHECK(x->node == y->node && x->path == y->path && x->interpolation == y->interpolation);
        CHECK(x->key_count == y->key_count && x->width == y->width);
        CHECK(compare_bytes(x->times, y->times, (size_t)x->key_count, sizeof(float)));
        CHECK(compare_bytes(x->values, y->values, rows * (size_t)x->width, sizeof(float)));
    }
}

static inline void compare_looks(const scene* a, const scene* b) {
    CHECK(a->material_count == b->material_count && a->image_count == b->image_count);
    for (int i = 0; i < a->material_count; ++i) {
        const scene_material *x = &a->materials[i], *y = &b->materials[i];
        CHECK(compare_text(x->name, y->name) && x->base_image == y->base_image);
        CHECK(compare_bytes(x->base_color, y->base_color, 4, sizeof(float)));
        CHECK(x->alpha_cutoff == y->alpha_cutoff && x->double_sided == y->double_sided);
        CHECK(x->blended == y->blended);
    }
    for (int i = 0; i < a->image_count; ++i) {
        const image *x = &a->images[i], *y = &b->images[i];
        CHECK(compare_text(x->name, y->name) && compare_text(x->mime_or_null, y->mime_or_null));
        CHECK(x->encoded.size == y->encoded.size);
        CHECK(compare_bytes(x->encoded.data, y->encoded.data, x->encoded.size, 1));
    }
}

// Where it came from may differ (format, source); everything else must not.
static inline void compare_scenes(const scene* a, const scene* b) {
    CHECK(a->primitive_count == b->primitive_count && a->mesh_count == b->mesh_count);
    CHECK(a->node_count == b->node_count && a->skin_count == b->skin_count);
    CHECK(a->clip_count == b->clip_count && a->root_count == b->root_count);
    COMPARE(roots, a->root_count);
    for (int i = 0; i < a->primitive_count; ++i)
        compare_primitives(&a->primitives[i], &b->primitives[i]);
    for (int i = 0; i < a->mesh_count; ++i)
        compare_meshes(&a->meshes[i], &b->meshes[i]);
    for (int i = 0; i < a->node_count; ++i)
        compare_nodes(&a->nodes[i], &b->nodes[i],
                      a->nodes[i].mesh >= 0 ? a->meshes[a->nodes[i].mesh].target_count : 0);
    for (int i = 0; i < a->skin_count; ++i) {
        CHECK(a->skins[i].joint_count == b->skins[i].joint_count);
        CHECK_TEXT(b->skins[i].name, a->skins[i].name);
        COMPARE(skins[i].joints, a->skins[i].joint_count);
        COMPARE(skins[i].inverse_binds, a->skins[i].joint_count);
    }
    for (int i = 0; i < a->clip_count; ++i)
        compare_clips(&a->clips[i], &b->clips[i]);
    compare_looks(a, b);
}
