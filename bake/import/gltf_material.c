// Images and base colours. A picture that is missing or of a kind we cannot show is a warning: the
// shape is what we are after.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"
#include "bake/import/gltf_uri.h"

#include <math.h>
#include <string.h>

static const char* mime_of(gltf* g, const cJSON* json, const char* uri_mime, bytes b) {
    const char* mime = gltf_json_text(json, "mimeType");
    if (mime != NULL)
        return arena_copy_text(g->memory, mime, strlen(mime));
    return uri_mime != NULL ? uri_mime : gltf_uri_picture_mime(b);
}

static bool read_image(gltf* g, int32_t index) {
    const cJSON* json = g->images.items[index];
    image* out = &g->s->images[index];
    out->name = gltf_json_name(g, json);
    g->where = (gltf_where){.kind_or_null = "image", .name_or_null = out->name, .index = index};
    const char *uri = gltf_json_text(json, "uri"), *mime = NULL, *why = NULL, *path;
    int32_t view;
    if (!gltf_json_index(g, json, "bufferView", g->buffer_views.count, &view))
        return false;
    if (view >= 0) {
        if (!gltf_view_bytes(g, view, &out->encoded, NULL))
            return false;
    } else if (uri == NULL) {
        gltf_warning(g, "it has neither a uri nor a bufferView, so nothing is shown for it");
    } else if (gltf_uri_is_data(uri)) {
        out->encoded = gltf_uri_data(uri, g->memory, &mime, &why);
        if (why != NULL)
            gltf_warning(g, "its uri %s; nothing is shown for it", why);
    } else if (!gltf_file_beside(g, uri, &out->encoded, &path, &why)) {
        gltf_warning(g, "the picture \"%s\" %s; nothing is shown for it",
                     gltf_uri_shown(uri, g->memory), why);
    }
    out->mime_or_null = mime_of(g, json, mime, out->encoded);
    return true;
}

// The picture of a texture, -1 if we cannot show it.
static bool texture_image(gltf* g, int32_t texture, int32_t* out) {
    const cJSON* json = g->textures.items[texture];
    if (!gltf_json_index(g, json, "source", g->images.count, out))
        return false;
    const cJSON* extensions = gltf_json_member(json, "extensions");
    if (*out < 0 && cJSON_IsObject(extensions) && extensions->child != NULL)
        gltf_warning(g, "its picture is only there as %s, which cannot be shown",
                     gltf_uri_shown(extensions->child->string, g->memory));
    return true;
}

// KHR_texture_transform: scale, then rotate, then move. The angle turns as its example and the
// Khronos viewer have it; the GLSL in its text turns the other way.
static bool read_transform(gltf* g, const cJSON* info, gltf_look* look) {
    const cJSON* json = gltf_json_extension(info, "KHR_texture_transform");
    if (json == NULL)
        return true;
    double offset[2] = {0.0, 0.0}, scale[2] = {1.0, 1.0}, angle = 0.0, c, s;
    if (!gltf_json_numbers(g, json, "offset", 2, offset) ||
        !gltf_json_numbers(g, json, "scale", 2, scale) ||
        !gltf_json_numbers(g, json, "rotation", 1, &angle))
        return false;
    size_t set = (size_t)look->uv_set;
    if (!gltf_json_size(g, json, "texCoord", &set))
        return false;
    look->uv_set = set < 16 ? (int32_t)set : 0;
    exact_sincos(angle, &s, &c);
    double m[6] = {c * scale[0], s * scale[1], offset[0], -s * scale[0], c * scale[1], offset[1]};
    memcpy(look->m, m, sizeof m);
    look->moves_uvs = true;
    return true;
}

static bool read_base(gltf* g, const cJSON* json, const char* factor, const char* texture,
                      scene_material* out, gltf_look* look) {
    double color[4] = {1.0, 1.0, 1.0, 1.0};
    const cJSON* info = gltf_json_member(json, texture);
    int32_t index;
    size_t set = 0;
    if (!gltf_json_numbers(g, json, factor, 4, color) ||
        !gltf_json_index(g, info, "index", g->textures.count, &index) ||
        !gltf_json_size(g, info, "texCoord", &set))
        return false;
    look->uv_set = set < 16 ? (int32_t)set : 0;
    for (int i = 0; i < 4; ++i)
        out->base_color[i] = (float)color[i];
    if (index < 0)
        return true;
    return texture_image(g, index, &out->base_image) && read_transform(g, info, look);
}

// Does the file speak of metal at all? glTF's default is 1, and exporters that leave out defaults (Blender's) mean it; those
// that never say a word do not.
static bool speaks_of_metal(const gltf* g, const cJSON* metal) {
    bool speaks = gltf_json_member(metal, "roughnessFactor") != NULL;
    for (int32_t i = 0; i < g->materials.count && !speaks; ++i) {
        const cJSON* other = gltf_json_member(g->materials.items[i], "pbrMetallicRoughness");
        speaks = gltf_json_member(other, "metallicFactor") != NULL;
    }
    return speaks;
}

static bool read_metallic(gltf* g, const cJSON* metal, scene_material* out) {
    double metallic = metal != NULL && speaks_of_metal(g, metal) ? 1.0 : 0.0;
    if (!gltf_json_numbers(g, metal, "metallicFactor", 1, &metallic))
        return false;
    bool textured = gltf_json_member(metal, "metallicRoughnessTexture") != NULL;
    out->metallic = textured ? 0.0f : (float)fmin(fmax(metallic, 0.0), 1.0);
    return true;
}

static bool read_material(gltf* g, int32_t index) {
    const cJSON* json = g->materials.items[index];
    scene_material* out = &g->s->materials[index];
    *out = (scene_material){.name = gltf_json_name(g, json), .base_image = -1};
    g->where = (gltf_where){.kind_or_null = "material", .name_or_null = out->name, .index = index};

    const cJSON* glossy = gltf_json_extension(json, "KHR_materials_pbrSpecularGlossiness");
    const cJSON* metal = gltf_json_member(json, "pbrMetallicRoughness");
    bool by_diffuse = glossy != NULL && gltf_json_member(metal, "baseColorTexture") == NULL;
    if (by_diffuse &&
        !read_base(g, glossy, "diffuseFactor", "diffuseTexture", out, &g->looks[index]))
        return false;
    if (!by_diffuse &&
        !read_base(g, metal, "baseColorFactor", "baseColorTexture", out, &g->looks[index]))
        return false;

    if (!read_metallic(g, metal, out))
        return false;

    const char* mode = gltf_json_text(json, "alphaMode");
    double cutoff = 0.5;
    if (!gltf_json_numbers(g, json, "alphaCutoff", 1, &cutoff))
        return false;
    out->blended = mode != NULL && strcmp(mode, "BLEND") == 0;
    out->alpha_cutoff = mode != NULL && strcmp(mode, "MASK") == 0 ? (float)cutoff : 0.0f;
    out->double_sided = gltf_json_flag(json, "doubleSided");
    return true;
}

bool gltf_materials_read(gltf* g) {
    scene* s = g->s;
    s->images = gltf_alloc(g, (size_t)g->images.count, sizeof *s->images);
    s->materials = gltf_alloc(g, (size_t)g->materials.count, sizeof *s->materials);
    g->looks = gltf_alloc(g, (size_t)g->materials.count, sizeof *g->looks);
    if (s->images == NULL || s->materials == NULL || g->looks == NULL)
        return false;
    for (s->image_count = 0; s->image_count < g->images.count; ++s->image_count)
        if (!read_image(g, s->image_count))
            return false;
    for (s->material_count = 0; s->material_count < g->materials.count; ++s->material_count)
        if (!read_material(g, s->material_count))
            return false;
    g->where = (gltf_where){0};
    return true;
}
