// glTF 2.0, text or binary, into a scene.
//
// Our own reader on cJSON: Debian has no C library for glTF, and a few hundred lines give sentences
// with places, which a general one would not. Sparse and quantised data, skins, morph targets and
// clips are read; compression is refused with advice; looks beyond the base colour pass through
// gltf_source untouched.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"

#include "bake/base/job.h"
#include "bake/import/gltf_uri.h"

#include <errno.h>
#include <string.h>

// What a file may demand of memory: so much anyhow, and so much for each byte it has. Real files
// need up to 8 times their size (short coordinates become double) plus what sparse arrays save.
#define FREE_BYTES   ((size_t)512 << 20)
#define BYTES_A_BYTE ((size_t)64)

// cJSON takes about 80 bytes a value, and a value may be 2 bytes of text.
#define MOST_VALUES   ((size_t)16 << 20)
#define SMALL_TO_SCAN ((size_t)16 << 20)

static uint32_t u32_at(const uint8_t* p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// Head (12 bytes), JSON chunk, perhaps a BIN chunk, perhaps others to be skipped.
static bool open_container(gltf* g, bytes* json) {
    const uint8_t* data = g->file.data;
    size_t size = g->file.size;
    if (size < 20)
        return gltf_error(g, data + size, "the file ends within its head of 20 bytes");
    if (u32_at(data + 4) != 2)
        return gltf_error(g, data + 4, "this is glTF version %u; only 2 is read: convert it first",
                          u32_at(data + 4));
    uint32_t length = u32_at(data + 8);
    if (length > size)
        return gltf_error(g, data + size, "the file was cut off: it has %zu of %u bytes", size,
                          length);
    if (length < 20)
        return gltf_error(g, data + 8, "the length of the file is given as %u", length);
    if (length < size)
        gltf_warning(g, "%zu bytes after the end of the GLB are ignored", size - length);

    size_t at = 12;
    for (int32_t i = 0; at < length; ++i) {
        if (length - at < 8)
            return gltf_error(g, data + at, "the file ends within the head of chunk %d", i);
        size_t chunk = u32_at(data + at);
        if (chunk > length - at - 8)
            return gltf_error(g, data + at, "chunk %d has %zu bytes, but only %zu are left", i,
                              chunk, length - at - 8);
        bytes content = {data + at + 8, chunk};
        bool is_json = memcmp(data + at + 4, "JSON", 4) == 0;
        if (i == 0 && !is_json)
            return gltf_error(g, data + at, "the first chunk must be JSON");
        if (i == 0)
            *json = content;
        if (i == 1 && memcmp(data + at + 4, "BIN\0", 4) == 0)
            g->bin = content;
        at += 8 + chunk;
    }
    return true;
}

static bool count_values(gltf* g, bytes json) {
    size_t values = 0;
    bool quoted = false;
    for (size_t i = 0; json.size > SMALL_TO_SCAN && i < json.size; ++i) {
        uint8_t c = json.data[i];
        i += quoted && c == '\\';
        quoted ^= c == '"';
        values += !quoted && (c == ',' || c == '[' || c == '{');
    }
    return values <= MOST_VALUES ||
           gltf_error(g, NULL, "its JSON has %zu million values; at most %zu are read",
                      values / 1000000, MOST_VALUES / 1000000);
}

// The line for text; the byte for a GLB, whose JSON is one line.
static bool syntax_error(gltf* g, bytes json, const char* at, const char* what) {
    const char* text = (const char*)json.data;
    if (g->is_binary)
        return gltf_error(g, (const uint8_t*)at, "%s", what);
    int64_t line = 1;
    for (const char* c = text; c < at; ++c)
        line += *c == '\n';
    place where = {g->path, line, at - text};
    return report_error(g->r, where, "%s", what);
}

static cJSON* parse(gltf* g, bytes json) {
    const char *text = (const char*)json.data, *end = text, *last = text + json.size;
    if (!count_values(g, json))
        return NULL;
    errno = 0; // cJSON has one answer for what is no JSON and for memory that ends
    cJSON* root = cJSON_ParseWithLengthOpts(text, json.size, &end, false);
    if (root == NULL && errno == ENOMEM)
        job_out_of_memory(json.size);
    if (root == NULL) {
        bool at_end = end >= last - 1;
        syntax_error(g, json, end, at_end ? "the JSON ends too early" : "this is not JSON");
        return NULL;
    }
    // GLB pads with spaces; some exporters with zeros
    while (end < last && (*end == ' ' || *end == '\n' || *end == '\r' || *end == '\t' || *end == 0))
        ++end;
    if (end == last && cJSON_IsObject(root))
        return root;
    bool more = end < last;
    cJSON_Delete(root);
    syntax_error(g, json, end,
                 more ? "there is more text after the JSON object" : "the JSON is no object");
    return NULL;
}

static void free_tree(void* what) {
    cJSON_Delete(what);
}

static bool check_version(gltf* g) {
    const cJSON* asset = gltf_json_member(g->root, "asset");
    const char* version = gltf_json_text(asset, "version");
    const char* least = gltf_json_text(asset, "minVersion");
    if (version == NULL)
        return gltf_error(g, NULL, "this is JSON, but not glTF: it has no asset.version");
    if (least == NULL)
        least = version[0] == '2' && version[1] == '.' ? "2.0" : version;
    if (strcmp(least, "2.0") != 0)
        return gltf_error(g, NULL, "this is glTF version %s; only 2.0 is read: convert it first",
                          gltf_uri_shown(least, g->memory));
    return true;
}

// Extensions that change no shape, or that we read. A trailing * is any ending.
static bool is_known(const char* name) {
    static const char* const known[] = {
        "KHR_mesh_quantization",
        "KHR_texture_transform",
        "KHR_materials_*",
        "KHR_texture_basisu",
        "KHR_lights_punctual",
        "KHR_xmp*",
        "KHR_animation_pointer",
        "KHR_node_*",
        "EXT_texture_*",
        "EXT_lights_*",
        "EXT_materials_*",
        "MSFT_texture_dds",
        "ADOBE_materials_*",
        "GOOGLE_texture_basis",
        "AGI_*",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        size_t length = strlen(known[i]);
        bool any = known[i][length - 1] == '*';
        if (any ? strncmp(name, known[i], length - 1) == 0 : strcmp(name, known[i]) == 0)
            return true;
    }
    return false;
}

static bool check_extensions(gltf* g) {
    const cJSON* item;
    cJSON_ArrayForEach(item, gltf_json_member(g->root, "extensionsRequired")) {
        const char* name = cJSON_GetStringValue(item);
        if (name == NULL)
            return gltf_error(g, NULL, "extensionsRequired must be names");
        const char* method = strcmp(name, "KHR_draco_mesh_compression") == 0 ? "Draco"
                             : strcmp(name, "EXT_meshopt_compression") == 0 ||
                                     strcmp(name, "KHR_meshopt_compression") == 0
                                 ? "meshopt"
                                 : NULL;
        if (method != NULL)
            return gltf_error_compressed(g, method);
        if (!is_known(name))
            return gltf_error(g, NULL,
                              "it requires the extension %s, which is not supported; export it "
                              "without",
                              gltf_uri_shown(name, g->memory));
    }
    cJSON_ArrayForEach(item, gltf_json_member(g->root, "extensionsUsed")) {
        const char* name = cJSON_GetStringValue(item);
        if (name != NULL && strcmp(name, "EXT_mesh_gpu_instancing") == 0)
            gltf_note(g, "repeated instances (%s) are read once", name);
    }
    return true;
}

static bool read_all(gltf* g) {
    const cJSON* root = g->root;
    const struct {
        const char* key;
        gltf_list* list;
    } lists[] = {{"buffers", &g->buffers},       {"bufferViews", &g->buffer_views},
                 {"accessors", &g->accessors},   {"meshes", &g->meshes},
                 {"nodes", &g->nodes},           {"skins", &g->skins},
                 {"animations", &g->animations}, {"materials", &g->materials},
                 {"textures", &g->textures},     {"images", &g->images},
                 {"scenes", &g->scenes}};
    if (!check_version(g) || !check_extensions(g))
        return false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
        if (!gltf_json_list(g, root, lists[i].key, lists[i].list))
            return false;
    return gltf_buffers_open(g) && gltf_materials_read(g) && gltf_meshes_read(g) &&
           gltf_nodes_read(g) && gltf_clips_read(g);
}

// Some exporters write JSON into a .glb; what begins with anything else there is no glTF of either kind.
static bool is_text(bytes file, const char* path) {
    char extension[8];
    path_extension(path, extension, sizeof extension);
    static const uint8_t blank[] = {' ',  '\t', '\r', '\n',
                                    0xef, 0xbb, 0xbf}; // and a byte order mark
    size_t i = 0;
    while (i < file.size && memchr(blank, file.data[i], sizeof blank) != NULL)
        ++i;
    return strcmp(extension, "glb") != 0 || (i < file.size && file.data[i] == '{');
}

bool import_gltf(bytes file, const char* path, arena* memory, imported* out, report* r) {
    bool is_binary = file.size >= 4 && memcmp(file.data, "glTF", 4) == 0;
    out->scene = (scene){.format = is_binary ? FILE_GLB : FILE_GLTF};
    gltf g = {.file = file,
              .is_binary = is_binary,
              .path = path,
              .memory = memory,
              .r = r,
              .out = out,
              .s = &out->scene,
              .limit = FREE_BYTES + BYTES_A_BYTE * file.size};
    bytes json = file;
    if (!is_binary && !is_text(file, path))
        return gltf_error(&g, file.data, "this is no GLB: it does not begin with \"glTF\"");
    if (is_binary && !open_container(&g, &json))
        return false;
    arena* scratch = arena_create(); // owns the tree
    void** owned = arena_own(scratch, free_tree);
    g.root = *owned = parse(&g, json);
    out->scene.source.json = json;
    bool ok = g.root != NULL && read_all(&g);
    arena_destroy(scratch);
    return ok;
}
