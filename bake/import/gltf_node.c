// Nodes, the scene's roots and skins: a forest, proven to be one.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"

#include <string.h>

// Exporters leave 1e-7 in the last row; more than dust is a projection, which has no place here.
static bool clean_last_row(gltf* g, mat4* m, const char* what) {
    static const double row[4] = {0.0, 0.0, 0.0, 1.0};
    for (int c = 0; c < 4; ++c) {
        double* v = &m->m[4 * c + 3];
        if (fabs(*v - row[c]) > 1e-3)
            return gltf_error(g, NULL, "the last row of %s must be 0 0 0 1", what);
        *v = row[c];
    }
    return true;
}

static bool read_transform(gltf* g, const cJSON* json, node* n) {
    double t[3] = {0.0, 0.0, 0.0}, q[4] = {0.0, 0.0, 0.0, 1.0}, s[3] = {1.0, 1.0, 1.0};
    if (!gltf_json_numbers(g, json, "translation", 3, t) ||
        !gltf_json_numbers(g, json, "rotation", 4, q) || !gltf_json_numbers(g, json, "scale", 3, s))
        return false;
    n->translation = v3(t[0], t[1], t[2]);
    n->rotation = quat_unit((quat){q[0], q[1], q[2], q[3]});
    n->scale = v3(s[0], s[1], s[2]);
    n->has_matrix = gltf_json_member(json, "matrix") != NULL;
    n->matrix = mat4_from_trs(n->translation, n->rotation, n->scale);
    if (!n->has_matrix)
        return true;
    if (!gltf_json_numbers(g, json, "matrix", 16, n->matrix.m) ||
        !clean_last_row(g, &n->matrix, "its matrix"))
        return false;
    mat4_split(n->matrix, &n->translation, &n->rotation, &n->scale);
    return true;
}

static bool read_node(gltf* g, int32_t index) {
    const cJSON* json = g->nodes.items[index];
    node* n = &g->s->nodes[index];
    n->name = gltf_json_name(g, json);
    g->where = (gltf_where){.kind_or_null = "node", .name_or_null = n->name, .index = index};
    if (!gltf_json_index(g, json, "mesh", g->meshes.count, &n->mesh) ||
        !gltf_json_index(g, json, "skin", g->skins.count, &n->skin) || !read_transform(g, json, n))
        return false;
    int32_t targets = n->mesh >= 0 ? g->s->meshes[n->mesh].target_count : 0;
    if (targets > 0 && gltf_json_member(json, "weights") != NULL) {
        n->target_weights_or_null =
            gltf_alloc(g, (size_t)targets, sizeof *n->target_weights_or_null);
        if (n->target_weights_or_null == NULL ||
            !gltf_json_weights(g, json, targets, n->target_weights_or_null))
            return false;
    }

    int32_t *children, count;
    if (!gltf_json_indices(g, json, "children", g->nodes.count, &children, &count))
        return false;
    for (int32_t i = 0; i < count; ++i) {
        int32_t* parent = &g->s->nodes[children[i]].parent;
        if (*parent >= 0)
            return gltf_error(g, NULL, "node %d is its child, but also a child of node %d",
                              children[i], *parent);
        *parent = index;
    }
    return true;
}

// Walk up from every node; a walk that meets its own trail is a cycle. Each node is passed once.
static bool check_forest(gltf* g) {
    int32_t* trail = gltf_alloc(g, (size_t)g->nodes.count, sizeof *trail); // walk, from 1
    if (trail == NULL)
        return false;
    for (int32_t i = 0; i < g->nodes.count; ++i)
        for (int32_t n = i; n >= 0 && trail[n] != i + 1; n = g->s->nodes[n].parent) {
            if (trail[n] != 0)
                break;
            trail[n] = i + 1;
            int32_t up = g->s->nodes[n].parent;
            if (up >= 0 && trail[up] == i + 1) {
                g->where = (gltf_where){.kind_or_null = "node", .index = n};
                return gltf_error(g, NULL, "it is its own ancestor");
            }
        }
    return true;
}

static bool read_roots(gltf* g) {
    scene* s = g->s;
    int32_t chosen, count = 0;
    int32_t* listed = NULL;
    g->where = (gltf_where){0};
    if (!gltf_json_index(g, g->root, "scene", g->scenes.count, &chosen))
        return false;
    if (chosen < 0 && g->scenes.count > 0)
        chosen = 0;
    s->roots = gltf_alloc(g, (size_t)s->node_count, sizeof *s->roots);
    bool* taken = gltf_alloc(g, (size_t)s->node_count, sizeof *taken);
    if (s->roots == NULL || taken == NULL)
        return false;
    if (chosen < 0) {
        for (int32_t i = 0; i < s->node_count; ++i)
            if (s->nodes[i].parent < 0)
                s->roots[s->root_count++] = i;
        return true;
    }
    g->where = (gltf_where){.kind_or_null = "scene", .index = chosen};
    if (!gltf_json_indices(g, g->scenes.items[chosen], "nodes", s->node_count, &listed, &count))
        return false;
    for (int32_t i = 0; i < count; ++i) {
        if (taken[listed[i]] || s->nodes[listed[i]].parent >= 0) {
            gltf_warning(g, "node %d is listed %s; this entry is left out", listed[i],
                         taken[listed[i]] ? "twice" : "as a root but has a parent");
            continue;
        }
        taken[listed[i]] = true;
        s->roots[s->root_count++] = listed[i];
    }
    return true;
}

static bool read_skin(gltf* g, int32_t index) {
    const cJSON* json = g->skins.items[index];
    skin* k = &g->s->skins[index];
    int32_t binds;
    k->name = gltf_json_name(g, json);
    g->where = (gltf_where){.kind_or_null = "skin", .name_or_null = k->name, .index = index};
    if (!gltf_json_indices(g, json, "joints", g->nodes.count, &k->joints, &k->joint_count) ||
        !gltf_json_index(g, json, "inverseBindMatrices", g->accessors.count, &binds))
        return false;
    if (k->joint_count < 1 || k->joint_count > 65536)
        return gltf_error(g, NULL, "it has %d joints; it must have 1 to 65536", k->joint_count);
    k->inverse_binds = gltf_alloc(g, (size_t)k->joint_count, sizeof *k->inverse_binds);
    if (k->inverse_binds == NULL)
        return false;
    float* values = NULL;
    if (binds < 0 && k->joint_count > 1)
        gltf_note(g, "it has no inverse bind matrices, which glTF takes as the identity: all its "
                     "joints are bound at one place");
    if (binds >= 0) {
        gltf_accessor a;
        g->where.detail_or_null = "inverseBindMatrices";
        if (!gltf_accessor_open(g, binds, &a))
            return false;
        if (a.rows != 4 || a.columns != 4 || a.count < k->joint_count)
            return gltf_error(g, NULL, "accessor %d must have %d elements of type MAT4", binds,
                              k->joint_count);
        values = gltf_accessor_finite(g, &a);
        if (values == NULL)
            return false;
    }
    for (int32_t i = 0; i < k->joint_count; ++i) {
        k->inverse_binds[i] = mat4_identity();
        for (int e = 0; values != NULL && e < 16; ++e)
            k->inverse_binds[i].m[e] = (double)values[16 * (int64_t)i + e];
        if (!clean_last_row(g, &k->inverse_binds[i], "each matrix"))
            return false;
    }
    return true;
}

// The greatest joint that a mesh's vertices follow; -1 without JOINTS_0.
static int32_t greatest_joint(const scene* s, const mesh* m) {
    int32_t most = -1;
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        const primitive* p = &s->primitives[m->first_primitive + i];
        size_t total = (size_t)p->vertex_count * (size_t)p->influence_count;
        for (size_t k = 0; k < total; ++k)
            most = p->joints[k] > most ? p->joints[k] : most;
    }
    return most;
}

static bool check_skinned_nodes(gltf* g) {
    const scene* s = g->s;
    int32_t* most = gltf_alloc(g, (size_t)s->mesh_count, sizeof *most);
    if (most == NULL)
        return false;
    for (int32_t i = 0; i < s->mesh_count; ++i)
        most[i] = greatest_joint(s, &s->meshes[i]);
    for (int32_t i = 0; i < s->node_count; ++i) {
        const node* n = &s->nodes[i];
        if (n->mesh < 0 || n->skin < 0)
            continue;
        g->where = (gltf_where){.kind_or_null = "node", .name_or_null = n->name, .index = i};
        if (most[n->mesh] >= s->skins[n->skin].joint_count)
            return gltf_error(g, NULL, "vertices of mesh %d follow joint %d, but skin %d has %d",
                              n->mesh, most[n->mesh], n->skin, s->skins[n->skin].joint_count);
        if (most[n->mesh] < 0)
            gltf_warning(g, "it has a skin, but its mesh %d has no JOINTS_0 and stays rigid",
                         n->mesh);
    }
    return true;
}

bool gltf_nodes_read(gltf* g) {
    scene* s = g->s;
    s->nodes = gltf_alloc(g, (size_t)g->nodes.count, sizeof *s->nodes);
    s->skins = gltf_alloc(g, (size_t)g->skins.count, sizeof *s->skins);
    if (s->nodes == NULL || s->skins == NULL)
        return false;
    for (int32_t i = 0; i < g->nodes.count; ++i)
        s->nodes[i].parent = -1;
    for (s->node_count = 0; s->node_count < g->nodes.count; ++s->node_count)
        if (!read_node(g, s->node_count))
            return false;
    if (!check_forest(g) || !read_roots(g))
        return false;
    for (s->skin_count = 0; s->skin_count < g->skins.count; ++s->skin_count)
        if (!read_skin(g, s->skin_count))
            return false;
    if (!check_skinned_nodes(g))
        return false;
    g->where = (gltf_where){0};
    return true;
}
