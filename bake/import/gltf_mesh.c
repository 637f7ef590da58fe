// Meshes: primitives as plain triangles, with streams, skin and morph targets.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"

#include <string.h>

enum { GLTF_MESH_TRIANGLES = 4, TRIANGLE_STRIP, TRIANGLE_FAN };

typedef struct skipped { // primitives without triangles, counted for one note
    int32_t lines, empty;
} skipped;

// The corners in drawing order: the indices, or 0 1 2 ... where there are none.
static bool read_corners(gltf* g, const cJSON* json, const primitive* p, uint32_t** out,
                         int32_t* count) {
    int32_t index;
    g->where.detail_or_null = "indices";
    if (!gltf_json_index(g, json, "indices", g->accessors.count, &index))
        return false;
    if (index < 0) {
        *count = p->vertex_count;
        *out = gltf_alloc(g, (size_t)*count, sizeof **out);
        for (int32_t i = 0; *out != NULL && i < *count; ++i)
            (*out)[i] = (uint32_t)i;
        return *out != NULL;
    }
    gltf_accessor a;
    if (!gltf_accessor_open(g, index, &a))
        return false;
    if (a.rows != 1 || a.columns != 1)
        return gltf_error(g, NULL, "accessor %d must be a SCALAR", index);
    *count = a.count;
    *out = gltf_accessor_integers(g, &a);
    for (int32_t i = 0; *out != NULL && i < *count; ++i)
        if ((*out)[i] >= (uint32_t)p->vertex_count)
            return gltf_error(g, gltf_accessor_at(&a, i),
                              "index %d is %u, but there are only %d vertices (accessor %d)", i,
                              (*out)[i], p->vertex_count, index);
    return *out != NULL;
}

// Strips turn every second triangle round; they are stitched with degenerate ones, which go.
static bool read_triangles(gltf* g, const cJSON* json, int32_t mode, primitive* p) {
    uint32_t* c = NULL;
    int32_t count = 0;
    if (!read_corners(g, json, p, &c, &count))
        return false;
    if (mode == GLTF_MESH_TRIANGLES) { // three corners in a row are a triangle already
        if (count % 3 != 0)
            gltf_warning(g, "corners beyond whole triangles that are left out: %d", count % 3);
        p->triangles = (uint32_t(*)[3])(void*)c;
        p->triangle_count = count / 3;
        return true;
    }
    p->triangles = gltf_alloc(g, count > 2 ? (size_t)count - 2 : 0, sizeof *p->triangles);
    if (p->triangles == NULL)
        return false;
    for (int32_t i = 0; i + 2 < count; ++i) {
        uint32_t t[3] = {mode == TRIANGLE_FAN ? c[0] : c[i], c[i + 1], c[i + 2]};
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
            continue;
        if (mode == TRIANGLE_STRIP && i % 2 == 1) {
            t[1] = c[i + 2];
            t[2] = c[i + 1];
        }
        memcpy(p->triangles[p->triangle_count++], t, sizeof t);
    }
    return true;
}

static bool read_targets(gltf* g, const cJSON* json, primitive* p) {
    gltf_list list;
    if (!gltf_json_list(g, json, "targets", &list))
        return false;
    p->target_count = list.count;
    p->targets = gltf_alloc(g, (size_t)list.count, sizeof *p->targets);
    if (p->targets == NULL)
        return false;
    gltf_where outer = g->where;
    for (int32_t i = 0; i < list.count; ++i) {
        float *positions, *normals, *tangents;
        int32_t n = p->vertex_count;
        g->where.part_or_null = "morph target"; // the primitive is left out to keep it short
        g->where.part_index = i;
        if (!gltf_stream_floats(g, list.items[i], "POSITION", 3, n, true, &positions) ||
            !gltf_stream_floats(g, list.items[i], "NORMAL", 3, n, false, &normals) ||
            !gltf_stream_floats(g, list.items[i], "TANGENT", 3, n, false, &tangents))
            return false;
        p->targets[i] = (morph_target){(float(*)[3])(void*)positions, (float(*)[3])(void*)normals,
                                       (float(*)[3])(void*)tangents};
    }
    g->where = outer;
    return true;
}

static bool read_streams(gltf* g, const cJSON* json, const cJSON* attributes, int32_t mode,
                         primitive* p) {
    float *normals, *tangents;
    if (!gltf_stream_floats(g, attributes, "NORMAL", 3, p->vertex_count, false, &normals) ||
        !gltf_stream_floats(g, attributes, "TANGENT", 4, p->vertex_count, false, &tangents))
        return false;
    p->normals = (float(*)[3])(void*)normals;
    p->tangents = (float(*)[4])(void*)tangents;
    if (!gltf_stream_uvs(g, attributes, p) || !gltf_stream_colors(g, attributes, p) ||
        !gltf_stream_skin(g, attributes, p) || !gltf_stream_custom(g, attributes, p))
        return false;
    return read_triangles(g, json, mode, p) && read_targets(g, json, p);
}

// A file may hold its shape twice, compressed and not. Where only the first is there, accessors have
// no bufferView, which would otherwise mean zeros.
static bool has_fallback(const gltf* g, const cJSON* attributes) {
    const cJSON* index = gltf_json_member(attributes, "POSITION");
    double i = cJSON_IsNumber(index) ? index->valuedouble : -1.0;
    return i >= 0.0 && i < g->accessors.count &&
           gltf_json_member(g->accessors.items[(int32_t)i], "bufferView") != NULL;
}

// True without a triangle in *p if the primitive is not one of surfaces.
static bool read_primitive(gltf* g, const cJSON* json, primitive* p, skipped* skip) {
    const cJSON* attributes = gltf_json_member(json, "attributes");
    size_t mode = GLTF_MESH_TRIANGLES;
    g->where.detail_or_null = NULL;
    *p = (primitive){.material = -1};
    if (!gltf_json_size(g, json, "mode", &mode) ||
        !gltf_json_index(g, json, "material", g->materials.count, &p->material))
        return false;
    if (attributes != NULL && !cJSON_IsObject(attributes))
        return gltf_error(g, NULL, "attributes must be a JSON object");
    if (mode > TRIANGLE_FAN)
        return gltf_error(g, NULL, "mode is %zu; it must be 0 to 6", mode);
    if (mode < GLTF_MESH_TRIANGLES) {
        ++skip->lines;
        return true;
    }
    if (gltf_json_extension(json, "KHR_draco_mesh_compression") != NULL &&
        !has_fallback(g, attributes))
        return gltf_error_compressed(g, "Draco");
    if (!gltf_stream_positions(g, attributes, p))
        return false;
    if (p->positions == NULL) {
        ++skip->empty;
        return true;
    }
    if (!read_streams(g, json, attributes, (int32_t)mode, p))
        return false;
    skip->empty += p->triangle_count == 0;
    return true;
}

// Names stand in extras by a custom that all exporters share; older ones put them in the primitive.
static bool read_target_names(gltf* g, const cJSON* json, mesh* m) {
    m->target_names = gltf_alloc(g, (size_t)m->target_count, sizeof *m->target_names);
    m->target_weights = gltf_alloc(g, (size_t)m->target_count, sizeof *m->target_weights);
    if (m->target_names == NULL || m->target_weights == NULL)
        return false;
    const cJSON* names = gltf_json_member(gltf_json_member(json, "extras"), "targetNames");
    if (names == NULL) {
        const cJSON* primitives = gltf_json_member(json, "primitives");
        names = gltf_json_member(gltf_json_member(primitives->child, "extras"), "targetNames");
    }
    const cJSON* item = cJSON_IsArray(names) ? names->child : NULL;
    for (int32_t i = 0; i < m->target_count; ++i) {
        const char* name = cJSON_GetStringValue(item);
        m->target_names[i] = name != NULL ? arena_copy_text(g->memory, name, strlen(name)) : "";
        item = item != NULL ? item->next : NULL;
    }
    return true;
}

static bool read_mesh(gltf* g, int32_t index, const gltf_list* primitives, skipped* skip) {
    const cJSON* json = g->meshes.items[index];
    mesh* m = &g->s->meshes[index];
    m->name = gltf_json_name(g, json);
    m->first_primitive = g->s->primitive_count;
    for (int32_t i = 0; i < primitives->count; ++i) {
        primitive* p = &g->s->primitives[g->s->primitive_count];
        g->where = (gltf_where){"mesh", m->name, index, "primitive", i, NULL};
        if (!read_primitive(g, primitives->items[i], p, skip))
            return false;
        if (p->triangle_count == 0)
            continue;
        if (m->primitive_count > 0 && p->target_count != m->target_count)
            return gltf_error(g, NULL, "it has %d morph targets, but those before it have %d",
                              p->target_count, m->target_count);
        m->target_count = p->target_count;
        ++m->primitive_count;
        ++g->s->primitive_count;
    }
    g->where = (gltf_where){.kind_or_null = "mesh", .name_or_null = m->name, .index = index};
    return read_target_names(g, json, m) &&
           gltf_json_weights(g, json, m->target_count, m->target_weights);
}

bool gltf_meshes_read(gltf* g) {
    scene* s = g->s;
    size_t total = 0;
    gltf_list* primitives = gltf_alloc(g, (size_t)g->meshes.count, sizeof *primitives);
    s->meshes = gltf_alloc(g, (size_t)g->meshes.count, sizeof *s->meshes);
    if (primitives == NULL || s->meshes == NULL)
        return false;
    for (int32_t i = 0; i < g->meshes.count; ++i) {
        g->where = (gltf_where){.kind_or_null = "mesh", .index = i};
        if (!gltf_json_list(g, g->meshes.items[i], "primitives", &primitives[i]))
            return false;
        if (primitives[i].count == 0)
            return gltf_error(g, NULL, "it has no primitives");
        total += (size_t)primitives[i].count;
    }
    s->primitives = gltf_alloc(g, total, sizeof *s->primitives);
    if (s->primitives == NULL)
        return false;
    skipped skip = {0};
    for (s->mesh_count = 0; s->mesh_count < g->meshes.count; ++s->mesh_count)
        if (!read_mesh(g, s->mesh_count, &primitives[s->mesh_count], &skip))
            return false;
    g->where = (gltf_where){0};
    if (skip.lines > 0)
        gltf_note(g, "primitives of points or lines that are left out: %d", skip.lines);
    if (skip.empty > 0)
        gltf_note(g, "primitives without a triangle that are left out: %d", skip.empty);
    return true;
}
