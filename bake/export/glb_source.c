// A glTF as it was read, written back as one GLB.
//
// Only buffers, bufferViews and images of the JSON text are replaced, and only where they change;
// the rest stays byte for byte. Printing a parsed tree instead would lose what doubles and C strings
// cannot hold (great whole numbers, \u0000) and the way numbers were written.
// SPDX-License-Identifier: MIT
#include "bake/base/buffer.h"
#include "bake/export/glb.h"
#include "bake/export/glb_container.h"
#include "bake/import/gltf_uri.h"

#include <cjson/cJSON.h>
#include <string.h>

enum { BUFFERS, BUFFER_VIEWS, IMAGES, MEMBERS };
static const char* const member_names[MEMBERS] = {"buffers", "bufferViews", "images"};

typedef struct span { // of the JSON text
    size_t begin, end;
} span;

typedef struct rewrite {
    const gltf_source* source;
    const char* path;
    arena* memory;
    report* r;
    cJSON* root;
    size_t* base; // [buffer_count] where each buffer begins in BIN
    bytes* added; // pictures, in order
    size_t* added_base;
    int32_t added_count;
    size_t bin_size;
    bool changed[MEMBERS];
    span spans[MEMBERS]; // the values of the members; empty where there are none
    size_t open, close;  // of the braces of the whole
} rewrite;

// Room at the end of BIN; 16 suits every component and SIMD loads.
static size_t place_bytes(rewrite* w, size_t size) {
    size_t at = (w->bin_size + 15) & ~(size_t)15;
    w->bin_size = at + size;
    return at;
}

static size_t skip_space(bytes text, size_t at) {
    while (at < text.size && text.data[at] <= ' ') // as cJSON does
        ++at;
    return at;
}

// After the closing quote of the string at `at`.
static size_t skip_string(bytes text, size_t at) {
    for (++at; at < text.size && text.data[at] != '"'; ++at)
        at += text.data[at] == '\\';
    return at + 1;
}

// The comma or brace after the value at `at`.
static size_t skip_value(bytes text, size_t at) {
    int32_t depth = 0;
    while (at < text.size) {
        uint8_t c = text.data[at];
        if (c == '"') {
            at = skip_string(text, at);
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}'))
            break;
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        ++at;
    }
    return at;
}

// Where the three members stand. The text has been parsed before, so its syntax is sound.
static bool find_members(rewrite* w) {
    bytes text = w->source->json;
    size_t at = 0;
    while (at < text.size && text.data[at] != '{') // spaces or a byte order mark
        ++at;
    w->open = at;
    do {
        at = skip_space(text, at + 1);
        if (at >= text.size || text.data[at] != '"')
            break;
        size_t key = at + 1;
        at = skip_string(text, at);
        size_t key_size = at - 1 - key;
        at = skip_space(text, at) + 1; // the colon
        span value = {at, skip_value(text, at)};
        at = value.end;
        for (int i = 0; i < MEMBERS; ++i) {
            if (key_size != strlen(member_names[i]) ||
                memcmp(text.data + key, member_names[i], key_size) != 0)
                continue;
            if (w->spans[i].end > 0)
                return report_error(w->r, place_file(w->path), "the JSON has \"%s\" twice",
                                    member_names[i]);
            w->spans[i] = value;
        }
    } while (at < text.size && text.data[at] == ',');
    w->close = at;
    for (int i = 0; i < MEMBERS; ++i)
        if (w->spans[i].end == 0 &&
            cJSON_GetObjectItemCaseSensitive(w->root, member_names[i]) != NULL)
            return report_error(w->r, place_file(w->path), "the JSON spells \"%s\" with escapes",
                                member_names[i]);
    return true;
}

// The array, made if it is not there.
static cJSON* member(rewrite* w, int which) {
    cJSON* array = cJSON_GetObjectItemCaseSensitive(w->root, member_names[which]);
    return array != NULL ? array : cJSON_AddArrayToObject(w->root, member_names[which]);
}

static void set_number(cJSON* object, const char* key, size_t value) {
    cJSON_DeleteItemFromObjectCaseSensitive(object, key);
    cJSON_AddNumberToObject(object, key, (double)value);
}

// Point a view, or the compressed twin that an extension gives it, into BIN.
static bool move_view(rewrite* w, cJSON* view, int32_t index) {
    const cJSON* index_json = cJSON_GetObjectItemCaseSensitive(view, "buffer");
    const cJSON* offset = cJSON_GetObjectItemCaseSensitive(view, "byteOffset");
    double b = cJSON_IsNumber(index_json) ? index_json->valuedouble : -1.0;
    double o = cJSON_IsNumber(offset) ? offset->valuedouble : 0.0;
    if (!(b >= 0.0 && b < w->source->buffer_count) || !(o >= 0.0 && o < 4294967296.0))
        return report_error(w->r, place_file(w->path), "bufferView %d lies in no buffer", index);
    size_t base = w->base[(int32_t)b];
    if (b != 0.0)
        set_number(view, "buffer", 0);
    if (base > 0)
        set_number(view, "byteOffset", base + (size_t)o);
    return true;
}

static bool move_views(rewrite* w) {
    static const char* const twins[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    int32_t index = 0;
    if (w->source->buffer_count < 2)
        return true;
    w->changed[BUFFER_VIEWS] = true;
    for (cJSON* view = member(w, BUFFER_VIEWS)->child; view != NULL; view = view->next, ++index) {
        if (!move_view(w, view, index))
            return false;
        cJSON* extensions = cJSON_GetObjectItemCaseSensitive(view, "extensions");
        for (int i = 0; i < 2; ++i) {
            cJSON* twin = cJSON_GetObjectItemCaseSensitive(extensions, twins[i]);
            if (twin != NULL && !move_view(w, twin, index))
                return false;
        }
    }
    return true;
}

static void embed(rewrite* w, cJSON* entry, bytes picture, const char* mime) {
    cJSON* views = member(w, BUFFER_VIEWS);
    int32_t view_count = cJSON_GetArraySize(views);
    size_t at = place_bytes(w, picture.size);
    cJSON* view = cJSON_CreateObject();
    cJSON_AddNumberToObject(view, "buffer", 0);
    cJSON_AddNumberToObject(view, "byteOffset", (double)at);
    cJSON_AddNumberToObject(view, "byteLength", (double)picture.size);
    cJSON_AddItemToArray(views, view);
    cJSON_DeleteItemFromObjectCaseSensitive(entry, "uri");
    set_number(entry, "bufferView", (size_t)view_count);
    if (cJSON_GetObjectItemCaseSensitive(entry, "mimeType") == NULL)
        cJSON_AddStringToObject(entry, "mimeType", mime);
    w->added[w->added_count] = picture;
    w->added_base[w->added_count++] = at;
    w->changed[BUFFER_VIEWS] = w->changed[IMAGES] = true;
}

// Pictures in files go into BIN; one that cannot be read stays a name, with a warning.
static void embed_pictures(rewrite* w) {
    cJSON* images = cJSON_GetObjectItemCaseSensitive(w->root, "images");
    size_t count = (size_t)cJSON_GetArraySize(images);
    w->added = ARENA_NEW(w->memory, bytes, count);
    w->added_base = ARENA_NEW(w->memory, size_t, count);
    cJSON* entry;
    cJSON_ArrayForEach(entry, images) {
        const char* uri = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "uri"));
        if (uri == NULL || gltf_uri_is_data(uri))
            continue;
        const char *why = NULL, *mime = NULL;
        const char* relative = gltf_uri_path(uri, w->memory, &why);
        report aside = report_new(w->memory);
        bytes picture = {NULL, 0};
        if (relative != NULL &&
            !file_map(path_beside(w->path, relative, w->memory), &picture, &aside))
            why = aside.findings[0].text;
        if (picture.size > 0 && (mime = gltf_uri_picture_mime(picture)) == NULL)
            why = "is no picture that glTF knows";
        if (mime != NULL) {
            embed(w, entry, picture, mime);
            continue;
        }
        file_unmap(picture);
        report_warning(w->r, place_file(w->path), "the picture \"%s\" %s, so it is not embedded",
                       gltf_uri_shown(uri, w->memory), why);
    }
}

static void rewrite_buffers(rewrite* w) {
    cJSON* buffers = member(w, BUFFERS);
    if (buffers->child == NULL)
        cJSON_AddItemToArray(buffers, cJSON_CreateObject());
    while (buffers->child->next != NULL)
        cJSON_DeleteItemFromArray(buffers, 1);
    cJSON* merged = buffers->child;
    const cJSON* length = cJSON_GetObjectItemCaseSensitive(merged, "byteLength");
    if (length != NULL && length->valuedouble == (double)w->bin_size &&
        cJSON_GetObjectItemCaseSensitive(merged, "uri") == NULL && w->source->buffer_count == 1)
        return;
    cJSON_DeleteItemFromObjectCaseSensitive(merged, "uri");
    set_number(merged, "byteLength", w->bin_size);
    w->changed[BUFFERS] = true;
}

static void put_member(const rewrite* w, int which, buffer* t) {
    char* text =
        cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(w->root, member_names[which]));
    buffer_text(t, text);
    cJSON_free(text);
}

static bytes make_text(const rewrite* w) {
    bytes json = w->source->json;
    buffer t = buffer_new(w->memory, json.size);
    size_t from = w->open;
    for (int pass = 0; pass < MEMBERS; ++pass) { // changed members in the order of the text
        int next = -1;
        for (int i = 0; i < MEMBERS; ++i)
            if (w->changed[i] && w->spans[i].begin >= from && w->spans[i].end > 0 &&
                (next < 0 || w->spans[i].begin < w->spans[next].begin))
                next = i;
        if (next < 0)
            break;
        buffer_add(&t, json.data + from, w->spans[next].begin - from);
        put_member(w, next, &t);
        from = w->spans[next].end;
    }
    buffer_add(&t, json.data + from, w->close - from);
    for (int i = 0; i < MEMBERS; ++i)
        if (w->changed[i] && w->spans[i].end == 0) {
            buffer_text(&t, ",\"");
            buffer_text(&t, member_names[i]);
            buffer_text(&t, "\":");
            put_member(w, i, &t);
        }
    buffer_text(&t, "}");
    return buffer_bytes(&t);
}

static bytes pack(rewrite* w) {
    if (w->bin_size > UINT32_MAX) {
        report_error(w->r, place_file(w->path), "is too large for one GLB, which ends at 4 GB");
        return (bytes){NULL, 0};
    }
    uint8_t* bin = ARENA_NEW(w->memory, uint8_t, w->bin_size);
    for (int32_t i = 0; i < w->source->buffer_count; ++i)
        memcpy(bin + w->base[i], w->source->buffers[i].data, w->source->buffers[i].size);
    for (int32_t i = 0; i < w->added_count; ++i)
        memcpy(bin + w->added_base[i], w->added[i].data, w->added[i].size);
    bytes text = make_text(w);
    bytes glb = glb_pack((const char*)text.data, text.size, (bytes){bin, w->bin_size}, w->memory);
    if (glb.size == 0)
        report_error(w->r, place_file(w->path), "is too large for one GLB, which ends at 4 GB");
    return glb;
}

bytes glb_from_source(const gltf_source* source, const char* path, arena* memory, report* r) {
    rewrite w = {.source = source, .path = path, .memory = memory, .r = r};
    bytes glb = {NULL, 0};
    w.root = cJSON_ParseWithLength((const char*)source->json.data, source->json.size);
    if (!cJSON_IsObject(w.root)) {
        report_error(r, place_file(path), "did not come from glTF, so it cannot be written back");
        cJSON_Delete(w.root);
        return glb;
    }
    w.base = ARENA_NEW(memory, size_t, (size_t)source->buffer_count);
    for (int32_t i = 0; i < source->buffer_count; ++i)
        w.base[i] = place_bytes(&w, source->buffers[i].size);
    if (find_members(&w) && move_views(&w)) {
        embed_pictures(&w);
        if (w.bin_size > 0)
            rewrite_buffers(&w);
        glb = pack(&w);
    }
    for (int32_t i = 0; i < w.added_count; ++i)
        file_unmap(w.added[i]);
    cJSON_Delete(w.root);
    return glb;
}
