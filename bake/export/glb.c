// The JSON half of a GLB: what glb.h promises, object by object.
//
// glTF forbids empty arrays and useless objects, so meshes without triangles, pictures without
// bytes and clips without keys are left out, and what pointed to them points to nothing.
// asset.generator carries no version: the bytes of a sample then change only when the sample does.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"

#include "bake/export/glb_container.h"
#include "bake/export/glb_primitive.h"
#include "bake/import/gltf_uri.h"

#include <string.h>

typedef struct writer {
    const scene* s;
    arena* memory;
    glb_data data;
    json_out json;
    int32_t *mesh_index, *image_index; // where each went, or -1 when left out
    const float** times;               // distinct time arrays so far, with count and accessor
    int32_t *time_counts, *time_accessors;
    int32_t time_count;
} writer;

static void key_name(writer* w, const char* name) {
    if (name != NULL && name[0] != 0)
        json_key_text(&w->json, "name", name);
}

// ---- geometry --------------------------------------------------------------------------

static bool is_empty(const primitive* p) {
    return p->vertex_count == 0 || p->triangle_count == 0;
}

static bool any_nonzero(const float* values, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        if (values[i] != 0.0f)
            return true;
    return false;
}

static void target_names_json(writer* w, const mesh* m) {
    json_key(&w->json, "extras"); // the custom of all exporters; glTF itself has no names for them
    json_begin_object(&w->json);
    json_key(&w->json, "targetNames");
    json_begin_array(&w->json);
    for (int32_t i = 0; i < m->target_count; ++i)
        json_text(&w->json, m->target_names[i]);
    json_end_array(&w->json);
    json_end_object(&w->json);
}

static void meshes_json(writer* w) {
    int32_t written = 0;
    for (int32_t i = 0; i < w->s->mesh_count; ++i) {
        const mesh* m = &w->s->meshes[i];
        bool open = false;
        for (int32_t k = 0; k < m->primitive_count; ++k) {
            const primitive* p = &w->s->primitives[m->first_primitive + k];
            if (is_empty(p))
                continue;
            if (!open) {
                if (written == 0) {
                    json_key(&w->json, "meshes");
                    json_begin_array(&w->json);
                }
                json_begin_object(&w->json);
                key_name(w, m->name);
                json_key(&w->json, "primitives");
                json_begin_array(&w->json);
                open = true;
            }
            glb_primitive_json(&w->data, &w->json, p);
        }
        w->mesh_index[i] = open ? written++ : -1;
        if (!open)
            continue;
        json_end_array(&w->json);
        if (m->target_count > 0) {
            if (any_nonzero(m->target_weights, m->target_count)) {
                json_key(&w->json, "weights");
                json_floats(&w->json, m->target_weights, m->target_count);
            }
            target_names_json(w, m);
        }
        json_end_object(&w->json);
    }
    if (written > 0)
        json_end_array(&w->json);
}

// ---- looks -----------------------------------------------------------------------------

static const char* mime_of(const image* p) {
    const char* mime = gltf_uri_picture_mime(p->encoded);
    if (mime != NULL && (strcmp(mime, "image/png") == 0 || strcmp(mime, "image/jpeg") == 0))
        return mime;
    return NULL; // glTF takes no other without extensions
}

// Each picture is one image and one texture with the same index.
static void images_json(writer* w) {
    int32_t written = 0;
    for (int32_t i = 0; i < w->s->image_count; ++i) {
        const image* p = &w->s->images[i];
        const char* mime = mime_of(p);
        w->image_index[i] = mime != NULL ? written++ : -1;
        if (mime == NULL)
            continue;
        if (written == 1) {
            json_key(&w->json, "images");
            json_begin_array(&w->json);
        }
        json_begin_object(&w->json);
        key_name(w, p->name);
        json_key_int(&w->json, "bufferView", glb_bytes(&w->data, p->encoded));
        json_key_text(&w->json, "mimeType", mime);
        json_end_object(&w->json);
    }
    if (written == 0)
        return;
    json_end_array(&w->json);
    json_key(&w->json, "textures");
    json_begin_array(&w->json);
    for (int32_t i = 0; i < written; ++i) {
        json_begin_object(&w->json);
        json_key_int(&w->json, "source", i);
        json_end_object(&w->json);
    }
    json_end_array(&w->json);
}

static void material_json(writer* w, const scene_material* m) {
    json_out* o = &w->json;
    float color[4];
    for (int k = 0; k < 4; ++k)
        color[k] = m->base_color[k] < 0.0f   ? 0.0f
                   : m->base_color[k] > 1.0f ? 1.0f
                                             : m->base_color[k];
    json_begin_object(o);
    key_name(w, m->name);
    json_key(o, "pbrMetallicRoughness");
    json_begin_object(o);
    json_key(o, "baseColorFactor");
    json_floats(o, color, 4);
    if (m->base_image >= 0 && w->image_index[m->base_image] >= 0) {
        json_key(o, "baseColorTexture");
        json_begin_object(o);
        json_key_int(o, "index", w->image_index[m->base_image]);
        json_end_object(o);
    }
    json_key_double(o, "metallicFactor", (double)m->metallic);
    json_key_double(o, "roughnessFactor", 0.5);
    json_end_object(o);
    if (m->alpha_cutoff > 0.0f) {
        json_key_text(o, "alphaMode", "MASK");
        json_key(o, "alphaCutoff");
        json_float(o, m->alpha_cutoff);
    } else if (m->blended) {
        json_key_text(o, "alphaMode", "BLEND");
    }
    if (m->double_sided)
        json_key_bool(o, "doubleSided", true);
    json_end_object(o);
}

static void materials_json(writer* w) {
    if (w->s->material_count == 0)
        return;
    json_key(&w->json, "materials");
    json_begin_array(&w->json);
    for (int32_t i = 0; i < w->s->material_count; ++i)
        material_json(w, &w->s->materials[i]);
    json_end_array(&w->json);
}

// ---- structure -------------------------------------------------------------------------

static void doubles_json(writer* w, const char* key, const double* values, int32_t count) {
    json_key(&w->json, key);
    json_begin_array(&w->json);
    for (int32_t i = 0; i < count; ++i)
        json_double(&w->json, values[i]);
    json_end_array(&w->json);
}

static void transform_json(writer* w, const node* n) {
    vec3 t = n->translation, s = n->scale;
    quat r = n->rotation;
    if (n->has_matrix) {
        doubles_json(w, "matrix", n->matrix.m, 16);
        return;
    }
    if (t.x != 0.0 || t.y != 0.0 || t.z != 0.0)
        doubles_json(w, "translation", (double[]){t.x, t.y, t.z}, 3);
    if (r.x != 0.0 || r.y != 0.0 || r.z != 0.0 || r.w != 1.0)
        doubles_json(w, "rotation", (double[]){r.x, r.y, r.z, r.w}, 4);
    if (s.x != 1.0 || s.y != 1.0 || s.z != 1.0)
        doubles_json(w, "scale", (double[]){s.x, s.y, s.z}, 3);
}

// Children of each node in one pass: first_child of each, then the next sibling.
static void nodes_json(writer* w) {
    const scene* s = w->s;
    if (s->node_count == 0)
        return;
    int32_t* first = ARENA_NEW(w->memory, int32_t, (size_t)s->node_count);
    int32_t* next = ARENA_NEW(w->memory, int32_t, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i)
        first[i] = next[i] = -1;
    for (int32_t i = s->node_count - 1; i >= 0; --i) {
        int32_t parent = s->nodes[i].parent;
        if (parent >= 0) {
            next[i] = first[parent];
            first[parent] = i;
        }
    }
    json_key(&w->json, "nodes");
    json_begin_array(&w->json);
    for (int32_t i = 0; i < s->node_count; ++i) {
        const node* n = &s->nodes[i];
        bool shown = n->mesh >= 0 && w->mesh_index[n->mesh] >= 0;
        json_begin_object(&w->json);
        key_name(w, n->name);
        transform_json(w, n);
        if (first[i] >= 0) {
            json_key(&w->json, "children");
            json_begin_array(&w->json);
            for (int32_t k = first[i]; k >= 0; k = next[k])
                json_int(&w->json, k);
            json_end_array(&w->json);
        }
        if (shown)
            json_key_int(&w->json, "mesh", w->mesh_index[n->mesh]);
        if (shown && n->skin >= 0)
            json_key_int(&w->json, "skin", n->skin);
        if (shown && n->target_weights_or_null != NULL && s->meshes[n->mesh].target_count > 0) {
            json_key(&w->json, "weights");
            json_floats(&w->json, n->target_weights_or_null, s->meshes[n->mesh].target_count);
        }
        json_end_object(&w->json);
    }
    json_end_array(&w->json);
}

static void skins_json(writer* w) {
    if (w->s->skin_count == 0)
        return;
    json_key(&w->json, "skins");
    json_begin_array(&w->json);
    for (int32_t i = 0; i < w->s->skin_count; ++i) {
        const skin* k = &w->s->skins[i];
        float* binds = ARENA_NEW(w->memory, float, 16 * (size_t)k->joint_count);
        for (int32_t j = 0; j < k->joint_count; ++j)
            for (int32_t e = 0; e < 16; ++e) // the last row is 0 0 0 1 to the bit
                binds[16 * j + e] = e % 4 == 3 ? (float)(e == 15) : (float)k->inverse_binds[j].m[e];
        json_begin_object(&w->json);
        key_name(w, k->name);
        json_key_int(&w->json, "inverseBindMatrices",
                     glb_floats(&w->data, GLB_MATRICES, binds, k->joint_count, 16, false));
        json_key(&w->json, "joints");
        json_ints(&w->json, k->joints, k->joint_count);
        json_end_object(&w->json);
    }
    json_end_array(&w->json);
}

// Bones of a clip mostly share their key times: equal arrays are written once.
static int32_t time_accessor(writer* w, const channel* c) {
    size_t size = (size_t)c->key_count * sizeof(float);
    for (int32_t i = 0; i < w->time_count; ++i)
        if (w->time_counts[i] == c->key_count && memcmp(w->times[i], c->times, size) == 0)
            return w->time_accessors[i];
    int32_t accessor = glb_floats(&w->data, GLB_CLIPS, c->times, c->key_count, 1, true);
    w->times[w->time_count] = c->times;
    w->time_counts[w->time_count] = c->key_count;
    w->time_accessors[w->time_count++] = accessor;
    return accessor;
}

static void sampler_json(writer* w, const channel* c) {
    static const char* const names[] = {[STEP] = "STEP", [CUBICSPLINE] = "CUBICSPLINE"};
    int32_t rows = c->key_count * (c->interpolation == CUBICSPLINE ? 3 : 1);
    bool weights = c->path == PATH_WEIGHTS; // these are a flat list of scalars
    json_begin_object(&w->json);
    json_key_int(&w->json, "input", time_accessor(w, c));
    if (c->interpolation != LINEAR) // the default
        json_key_text(&w->json, "interpolation", names[c->interpolation]);
    json_key_int(&w->json, "output",
                 glb_floats(&w->data, GLB_CLIPS, c->values, weights ? rows * c->width : rows,
                            weights ? 1 : c->width, false));
    json_end_object(&w->json);
}

static void channel_json(writer* w, const channel* c, int32_t sampler) {
    static const char* const paths[] = {[PATH_TRANSLATION] = "translation",
                                        [PATH_ROTATION] = "rotation",
                                        [PATH_SCALE] = "scale",
                                        [PATH_WEIGHTS] = "weights"};
    json_begin_object(&w->json);
    json_key_int(&w->json, "sampler", sampler);
    json_key(&w->json, "target");
    json_begin_object(&w->json);
    json_key_int(&w->json, "node", c->node);
    json_key_text(&w->json, "path", paths[c->path]);
    json_end_object(&w->json);
    json_end_object(&w->json);
}

static bool has_keys(const channel* c) {
    return c->key_count > 0 && c->width > 0;
}

static void clip_json(writer* w, const clip* c) {
    json_begin_object(&w->json);
    key_name(w, c->name);
    json_key(&w->json, "samplers");
    json_begin_array(&w->json);
    for (int32_t i = 0; i < c->channel_count; ++i)
        if (has_keys(&c->channels[i]))
            sampler_json(w, &c->channels[i]);
    json_end_array(&w->json);
    json_key(&w->json, "channels");
    json_begin_array(&w->json);
    int32_t sampler = 0;
    for (int32_t i = 0; i < c->channel_count; ++i)
        if (has_keys(&c->channels[i]))
            channel_json(w, &c->channels[i], sampler++);
    json_end_array(&w->json);
    json_end_object(&w->json);
}

static void clips_json(writer* w) {
    bool open = false;
    size_t channel_count = 0;
    for (int32_t i = 0; i < w->s->clip_count; ++i)
        channel_count += (size_t)w->s->clips[i].channel_count;
    w->times = ARENA_NEW(w->memory, const float*, channel_count);
    w->time_counts = ARENA_NEW(w->memory, int32_t, channel_count);
    w->time_accessors = ARENA_NEW(w->memory, int32_t, channel_count);
    for (int32_t i = 0; i < w->s->clip_count; ++i) {
        const clip* c = &w->s->clips[i];
        bool any = false;
        for (int32_t k = 0; k < c->channel_count; ++k)
            any = any || has_keys(&c->channels[k]);
        if (!any)
            continue;
        if (!open) {
            json_key(&w->json, "animations");
            json_begin_array(&w->json);
            open = true;
        }
        clip_json(w, c);
    }
    if (open)
        json_end_array(&w->json);
}

static void roots_json(writer* w) {
    if (w->s->root_count == 0)
        return;
    json_key_int(&w->json, "scene", 0);
    json_key(&w->json, "scenes");
    json_begin_array(&w->json);
    json_begin_object(&w->json);
    json_key(&w->json, "nodes");
    json_ints(&w->json, w->s->roots, w->s->root_count);
    json_end_object(&w->json);
    json_end_array(&w->json);
}

bytes glb_from_scene(const scene* s, arena* memory) {
    writer w = {.s = s, .memory = memory, .data = glb_data_new(memory)};
    w.json = json_out_new(memory, false);
    w.mesh_index = ARENA_NEW(memory, int32_t, (size_t)s->mesh_count);
    w.image_index = ARENA_NEW(memory, int32_t, (size_t)s->image_count);

    json_begin_object(&w.json);
    json_key(&w.json, "asset");
    json_begin_object(&w.json);
    json_key_text(&w.json, "version", "2.0");
    json_key_text(&w.json, "generator", "supple");
    json_end_object(&w.json);
    roots_json(&w);
    meshes_json(&w);
    nodes_json(&w);
    skins_json(&w);
    images_json(&w);
    materials_json(&w);
    clips_json(&w);
    glb_data_json(&w.data, &w.json);
    json_end_object(&w.json);
    return glb_pack(w.json.text, w.json.size, (bytes){w.data.bytes, w.data.size}, memory);
}
