// Vertex streams of one primitive: decoded, counted, made finite, skin weights normalised.
//
// Component types are taken as they come: KHR_mesh_quantization allows most of them, and converting
// the others harms nobody.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_INFLUENCE_SETS = 16, MOST_JOINTS = 65536 };

// The accessor of an attribute; *found is false if there is none. rows 0 takes any shape.
static bool open_attribute(gltf* g, const cJSON* attributes, const char* name, int32_t rows,
                           int32_t vertex_count, gltf_accessor* a, bool* found) {
    int32_t index;
    g->where.detail_or_null = name;
    *found = false;
    if (!gltf_json_index(g, attributes, name, g->accessors.count, &index))
        return false;
    if (index < 0)
        return true;
    if (!gltf_accessor_open(g, index, a))
        return false;
    if (rows > 0 && (a->rows != rows || a->columns != 1))
        return gltf_error(g, NULL, "accessor %d must be a VEC%d", index, rows);
    if (vertex_count > 0 && a->count != vertex_count)
        return gltf_error(g, NULL, "accessor %d has %d elements, but POSITION has %d", index,
                          a->count, vertex_count);
    *found = true;
    return true;
}

bool gltf_stream_positions(gltf* g, const cJSON* attributes, primitive* p) {
    gltf_accessor a;
    bool found;
    if (!open_attribute(g, attributes, "POSITION", 3, 0, &a, &found))
        return false;
    if (!found)
        return true;
    _Static_assert(sizeof(vec3) == 3 * sizeof(double), "an array of vec3 is an array of doubles");
    double* values = gltf_accessor_doubles(g, &a);
    if (values == NULL)
        return false;
    for (size_t i = 0; i < 3 * (size_t)a.count; ++i)
        if (!isfinite(values[i]))
            return gltf_error(g, gltf_accessor_at(&a, (int32_t)(i / 3)),
                              "vertex %zu is not a finite number (accessor %d)", i / 3, a.index);
    p->positions = (vec3*)values;
    p->vertex_count = a.count;
    return true;
}

// Exporters divide by zero where a face has no area: a normal that is lost is not worth a refusal.
static void make_finite(gltf* g, float* values, size_t total) {
    size_t bad = 0;
    for (size_t i = 0; i < total; ++i)
        if (!isfinite(values[i])) {
            values[i] = 0.0f;
            ++bad;
        }
    if (bad > 0)
        gltf_warning(g, "numbers that were not finite and became 0: %zu of %zu", bad, total);
}

bool gltf_stream_floats(gltf* g, const cJSON* attributes, const char* name, int32_t rows,
                        int32_t vertex_count, bool strict, float** out) {
    gltf_accessor a;
    bool found;
    *out = NULL;
    if (!open_attribute(g, attributes, name, rows, vertex_count, &a, &found))
        return false;
    if (!found)
        return true;
    *out = strict ? gltf_accessor_finite(g, &a) : gltf_accessor_floats(g, &a);
    if (*out == NULL)
        return false;
    make_finite(g, *out, (size_t)a.count * (size_t)rows);
    return true;
}

static float finite_or_zero(double v) {
    return isfinite((float)v) ? (float)v : 0.0f;
}

bool gltf_stream_uvs(gltf* g, const cJSON* attributes, primitive* p) {
    const gltf_look* look = p->material >= 0 ? &g->looks[p->material] : NULL;
    char name[32];
    snprintf(name, sizeof name, "TEXCOORD_%d", look != NULL ? look->uv_set : 0);
    float* uvs;
    bool ok = gltf_stream_floats(g, attributes, name, 2, p->vertex_count, false, &uvs);
    g->where.detail_or_null = NULL; // `name` ends here
    if (!ok)
        return false;
    p->uvs = (float(*)[2])(void*)uvs;
    if (uvs == NULL || look == NULL || !look->moves_uvs)
        return true;
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        double u = (double)p->uvs[i][0], v = (double)p->uvs[i][1];
        p->uvs[i][0] = finite_or_zero(look->m[0] * u + look->m[1] * v + look->m[2]);
        p->uvs[i][1] = finite_or_zero(look->m[3] * u + look->m[4] * v + look->m[5]);
    }
    return true;
}

bool gltf_stream_colors(gltf* g, const cJSON* attributes, primitive* p) {
    gltf_accessor a;
    bool found;
    if (!open_attribute(g, attributes, "COLOR_0", 0, p->vertex_count, &a, &found))
        return false;
    if (!found)
        return true;
    if (a.columns != 1 || (a.rows != 3 && a.rows != 4))
        return gltf_error(g, NULL, "accessor %d must be a VEC3 or VEC4", a.index);
    a.normalized = true; // integer colours have no other meaning
    float* values = gltf_accessor_floats(g, &a);
    float(*colors)[4] = gltf_alloc(g, (size_t)a.count, sizeof *colors);
    if (values == NULL || colors == NULL)
        return false;
    make_finite(g, values, (size_t)a.count * (size_t)a.rows);
    for (int32_t i = 0; i < a.count; ++i) {
        colors[i][3] = 1.0f;
        memcpy(colors[i], values + i * (int64_t)a.rows, (size_t)a.rows * sizeof *values);
    }
    p->colors = colors;
    return true;
}

// Copy one set of four joints and weights into place.
static bool read_influences(gltf* g, const cJSON* attributes, primitive* p, int32_t set) {
    char joint_name[32], weight_name[32];
    snprintf(joint_name, sizeof joint_name, "JOINTS_%d", set);
    snprintf(weight_name, sizeof weight_name, "WEIGHTS_%d", set);
    gltf_accessor a;
    bool found;
    float* weights = NULL;
    uint32_t* joints = NULL;
    bool ok = open_attribute(g, attributes, joint_name, 4, p->vertex_count, &a, &found) &&
              (joints = gltf_accessor_integers(g, &a)) != NULL &&
              gltf_stream_floats(g, attributes, weight_name, 4, p->vertex_count, true, &weights);
    if (ok && weights == NULL)
        gltf_error(g, NULL, "it is missing, though there is %s", joint_name);
    g->where.detail_or_null = NULL; // the names end here
    if (!ok || weights == NULL)
        return false;
    for (int32_t i = 0; ok && i < p->vertex_count; ++i)
        for (int32_t k = 0; ok && k < 4; ++k) {
            int64_t from = 4 * (int64_t)i + k;
            int64_t to = (int64_t)p->influence_count * i + 4 * set + k;
            float w = weights[from] > 0.0f ? weights[from] : 0.0f;
            if (w > 0.0f && joints[from] >= MOST_JOINTS)
                ok = gltf_error(g, gltf_accessor_at(&a, i),
                                "vertex %d follows joint %u; there are "
                                "never more than 65536",
                                i, joints[from]);
            p->weights[to] = w;
            p->joints[to] = w > 0.0f ? (uint16_t)joints[from] : 0;
        }
    return ok;
}

bool gltf_stream_skin(gltf* g, const cJSON* attributes, primitive* p) {
    char name[32];
    int32_t sets = 0;
    for (; sets <= MOST_INFLUENCE_SETS; ++sets) {
        snprintf(name, sizeof name, "JOINTS_%d", sets);
        if (gltf_json_member(attributes, name) == NULL)
            break;
    }
    g->where.detail_or_null = NULL;
    if (sets > MOST_INFLUENCE_SETS)
        return gltf_error(g, NULL, "more than %d joints a vertex", 4 * MOST_INFLUENCE_SETS);
    if (sets == 0)
        return true;
    p->influence_count = 4 * sets;
    size_t width = (size_t)p->influence_count, count = (size_t)p->vertex_count;
    p->joints = gltf_alloc(g, count * width, sizeof *p->joints);
    p->weights = gltf_alloc(g, count * width, sizeof *p->weights);
    if (p->joints == NULL || p->weights == NULL)
        return false;
    for (int32_t set = 0; set < sets; ++set)
        if (!read_influences(g, attributes, p, set))
            return false;

    int32_t loose = 0;
    for (size_t i = 0; i < count; ++i) {
        float* w = p->weights + i * width;
        double sum = 0.0;
        for (size_t k = 0; k < width; ++k)
            sum += (double)w[k];
        if (sum <= 0.0) {
            w[0] = 1.0f;
            ++loose;
        } else if (fabs(sum - 1.0) > 1e-6) {
            for (size_t k = 0; k < width; ++k)
                w[k] = (float)((double)w[k] / sum);
        }
    }
    if (loose > 0)
        gltf_warning(g, "vertices without a skin weight, which now follow the first joint: %d",
                     loose);
    return true;
}

bool gltf_stream_custom(gltf* g, const cJSON* attributes, primitive* p) {
    size_t count = 0;
    const cJSON* item;
    cJSON_ArrayForEach(item, attributes) count += item->string[0] == '_';
    p->attributes = gltf_alloc(g, count, sizeof *p->attributes);
    if (p->attributes == NULL)
        return false;
    cJSON_ArrayForEach(item, attributes) {
        if (item->string[0] != '_')
            continue;
        gltf_accessor a;
        bool found;
        if (!open_attribute(g, attributes, item->string, 0, p->vertex_count, &a, &found) || !found)
            return false;
        float* values = gltf_accessor_floats(g, &a);
        if (values == NULL)
            return false;
        make_finite(g, values, (size_t)a.count * (size_t)a.rows * (size_t)a.columns);
        p->attributes[p->attribute_count++] =
            (attribute){.name = arena_copy_text(g->memory, item->string, strlen(item->string)),
                        .width = a.rows * a.columns,
                        .values = values};
    }
    return true;
}
