// Small scenes. sRGB is decoded by a fifth root of our own: pow differs between C libraries.
// SPDX-License-Identifier: MIT
#include "bake/import/simple.h"

#include <float.h>
#include <string.h>

void simple_place_meshes(scene* s, arena* memory) {
    s->node_count = s->root_count = s->mesh_count;
    s->nodes = ARENA_NEW(memory, node, (size_t)s->node_count);
    s->roots = ARENA_NEW(memory, int32_t, (size_t)s->root_count);
    for (int32_t i = 0; i < s->mesh_count; ++i) {
        s->nodes[i] = (node){.name = s->meshes[i].name,
                             .parent = -1,
                             .mesh = i,
                             .skin = -1,
                             .rotation = quat_identity(),
                             .scale = v3(1.0, 1.0, 1.0),
                             .matrix = mat4_identity()};
        s->roots[i] = i;
    }
}

const char* simple_name(const char* path, arena* memory) {
    const char* name = path_name(path);
    const char* dot = strrchr(name, '.');
    return arena_copy_text(memory, name, dot != NULL ? (size_t)(dot - name) : strlen(name));
}

primitive* simple_one_mesh(scene* s, const char* path, arena* memory) {
    s->primitive_count = s->mesh_count = 1;
    s->primitives = ARENA_NEW(memory, primitive, 1);
    s->primitives[0].material = -1;
    s->meshes = ARENA_NEW(memory, mesh, 1);
    s->meshes[0] = (mesh){.name = simple_name(path, memory), .primitive_count = 1};
    simple_place_meshes(s, memory);
    return s->primitives;
}

scene_material simple_material(const char* name) {
    return (scene_material){.name = name, .base_color = {1.0f, 1.0f, 1.0f, 1.0f}, .base_image = -1};
}

bool simple_is_float(double x) {
    return fabs(x) <= (double)FLT_MAX; // false for NaN
}

bool simple_is_position(vec3 p) {
    return simple_is_float(p.x) && simple_is_float(p.y) && simple_is_float(p.z);
}
