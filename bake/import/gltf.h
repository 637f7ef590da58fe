// A glTF reading in progress: what the files of the reader share.
//
// gltf.c opens the container and calls gltf_buffer, gltf_material, gltf_mesh, gltf_node and gltf_clip
// in that order; gltf_json and gltf_accessor are the only two that look at raw numbers of the file.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"

#include <cjson/cJSON.h>

typedef struct gltf_list { // an array of JSON objects; cJSON's own access by index is linear
    const cJSON** items;
    int32_t count;
} gltf_list;

typedef struct gltf_where { // what is being read; every sentence begins with it
    const char *kind_or_null, *name_or_null;
    int32_t index;
    const char* part_or_null; // "primitive" or "channel"
    int32_t part_index;
    const char* detail_or_null; // "POSITION"
} gltf_where;

typedef struct gltf_look { // how a material wants its texture coordinates
    int32_t uv_set;        // n of TEXCOORD_n
    bool moves_uvs;        // KHR_texture_transform: u' = m0 u + m1 v + m2, v' = m3 u + m4 v + m5
    double m[6];
} gltf_look;

typedef struct gltf {
    bytes file; // all of it
    bytes bin;  // the BIN chunk of a GLB; size 0 if none
    bool is_binary;
    const char* path;
    arena* memory;
    report* r;
    imported* out;
    scene* s; // of out
    const cJSON* root;
    gltf_list buffers, buffer_views, accessors, meshes, nodes, skins, animations, materials,
        textures, images, scenes;
    const char** buffer_paths; // [buffers.count], the file each came from, NULL for a data URI
    gltf_look* looks;          // [materials.count]
    gltf_where where;
    size_t asked, limit; // bytes of arrays so far and at most
} gltf;

// ---- gltf_json.c: findings and checked getters -----------------------------------------

// Findings at the byte `at` (in the file or a buffer) or NULL. gltf_error returns false.
bool gltf_error(gltf* g, const uint8_t* at_or_null, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
bool gltf_error_compressed(gltf* g, const char* method);
void gltf_warning(gltf* g, const char* format, ...) __attribute__((format(printf, 2, 3)));
void gltf_note(gltf* g, const char* format, ...) __attribute__((format(printf, 2, 3)));

// Zeroed memory, or NULL and an error when the file asks for more than its size can justify.
void* gltf_alloc(gltf* g, size_t count, size_t size);

// A missing member is not an error: text gives NULL, list and indices nothing, index -1, size and
// numbers leave *out as it is. A member of the wrong kind is.
const cJSON* gltf_json_member(const cJSON* object_or_null, const char* key);
const cJSON* gltf_json_extension(const cJSON* object_or_null, const char* name);
const char* gltf_json_text(const cJSON* object, const char* key);
const char* gltf_json_name(gltf* g, const cJSON* object); // never NULL, kept in the arena
bool gltf_json_flag(const cJSON* object, const char* key);
bool gltf_json_size(gltf* g, const cJSON* object, const char* key, size_t* out);
bool gltf_json_numbers(gltf* g, const cJSON* object, const char* key, int32_t count, double* out);
// "weights": too few stay 0, too many are dropped, each with a warning.
bool gltf_json_weights(gltf* g, const cJSON* object, int32_t count, float* out);
bool gltf_json_list(gltf* g, const cJSON* object, const char* key, gltf_list* out);
bool gltf_json_index(gltf* g, const cJSON* object, const char* key, int32_t limit, int32_t* out);
bool gltf_json_indices(gltf* g, const cJSON* object, const char* key, int32_t limit, int32_t** out,
                       int32_t* count);

// ---- gltf_buffer.c ---------------------------------------------------------------------

bool gltf_buffers_open(gltf* g);
// The bytes of a bufferView; its stride (0 if it has none) may be NULL.
bool gltf_view_bytes(gltf* g, int32_t view, bytes* out, size_t* stride_or_null);
// A file beside the main one, mapped until import_close; *why_or_null says why not.
bool gltf_file_beside(gltf* g, const char* uri, bytes* out, const char** path, const char** why);

// ---- gltf_accessor.c -------------------------------------------------------------------

typedef struct gltf_accessor { // resolved: every byte it will read is known to be there
    int32_t index, count;
    int32_t rows, columns; // VEC3 is 3 x 1
    int32_t component;     // 5120 BYTE ... 5126 FLOAT
    bool normalized;
    const uint8_t* data_or_null; // zeros where NULL
    size_t stride;
    int32_t sparse_count, sparse_component;
    const uint8_t *sparse_indices, *sparse_values;
} gltf_accessor;

bool gltf_accessor_open(gltf* g, int32_t index, gltf_accessor* out);
bool gltf_accessor_is_float(const gltf_accessor* a);
const uint8_t* gltf_accessor_at(const gltf_accessor* a, int32_t element); // for places; may be NULL
// Decoded arrays of count x rows x columns. Integers that are not normalised become their value.
// NULL after an error. Non-finite numbers are passed on.
float* gltf_accessor_floats(gltf* g, const gltf_accessor* a);
double* gltf_accessor_doubles(gltf* g, const gltf_accessor* a);
uint32_t* gltf_accessor_integers(gltf* g, const gltf_accessor* a); // unsigned components only
// The same and every number must be finite.
float* gltf_accessor_finite(gltf* g, const gltf_accessor* a);

// ---- gltf_stream.c: the vertex streams of one primitive --------------------------------

bool gltf_stream_positions(gltf* g, const cJSON* attributes, primitive* p);
// A stream of `rows` floats with as many elements as there are vertices; *out stays NULL if missing.
// Non-finite numbers are an error if `strict`, else they become 0 with a warning.
bool gltf_stream_floats(gltf* g, const cJSON* attributes, const char* name, int32_t rows,
                        int32_t vertex_count, bool strict, float** out);
bool gltf_stream_uvs(gltf* g, const cJSON* attributes, primitive* p);
bool gltf_stream_colors(gltf* g, const cJSON* attributes, primitive* p);
bool gltf_stream_skin(gltf* g, const cJSON* attributes, primitive* p);
bool gltf_stream_custom(gltf* g, const cJSON* attributes, primitive* p);

// ---- the parts of a scene --------------------------------------------------------------

bool gltf_materials_read(gltf* g); // images, textures, materials
bool gltf_meshes_read(gltf* g);
bool gltf_nodes_read(gltf* g); // nodes, scenes, skins
bool gltf_clips_read(gltf* g);
