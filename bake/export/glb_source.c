// A glTF as it was read, written back as one GLB, with or without an asset's block in it.
//
// Only buffers, bufferViews and images of the JSON text are replaced, and only where they change; the
// name of a block is put into the text of extensions; the rest stays byte for byte. Printing a parsed tree instead would lose what doubles and C strings
// cannot hold (great whole numbers, \u0000) and the way numbers were written.
// SPDX-License-Identifier: MIT
#include "bake/base/buffer.h"
#include "bake/base/job.h"
#include "bake/export/glb.h"
#include "bake/export/glb_container.h"
#include "bake/export/glb_extension.h"
#include "bake/export/json_edit.h"
#include "bake/import/gltf_uri.h"
#include "format/format.h"

#include <cjson/cJSON.h>
#include <string.h>

// The last two only where a block goes in.
enum { BUFFERS, BUFFER_VIEWS, IMAGES, PLAIN_MEMBERS, EXTENSIONS = PLAIN_MEMBERS, USED, MEMBERS };
static const char* const member_names[MEMBERS] = {"buffers", "bufferViews", "images", "extensions",
                                                  "extensionsUsed"};

typedef struct rewrite {
    const gltf_source* source;
    const char* path;
    arena* memory;
    arena* scratch; // owns what is cJSON's
    report* r;
    cJSON* root;
    bytes block; // the asset; size 0 for none
    const char* recipe_or_null;
    int32_t members; // PLAIN_MEMBERS or MEMBERS
    bytes* buffers;  // [buffer_count] of the source, without an older block at an end
    size_t* base;    // [buffer_count] where each buffer begins in BIN
    bytes* added;    // pictures, in order, and the block
    size_t* added_base;
    int32_t added_count;
    size_t bin_size;
    bool changed[MEMBERS];
    const char* texts[MEMBERS]; // what a changed one becomes; NULL: as the tree has it
    json_span spans[MEMBERS];   // the values of the members; empty where there are none
    json_span braces;           // of the whole
} rewrite;

// Room at the end of BIN; 16 suits every component and SIMD loads.
static size_t place_bytes(rewrite* w, size_t size) {
    size_t at = (w->bin_size + 15) & ~(size_t)15;
    w->bin_size = at + size;
    return at;
}

static bool find_members(rewrite* w) {
    const char* twice =
        json_edit_find(w->source->json, member_names, w->members, w->spans, &w->braces);
    if (twice != NULL)
        return report_error(w->r, place_file(w->path), "the JSON has \"%s\" twice", twice);
    for (int i = 0; i < w->members; ++i)
        if (w->spans[i].end == 0 &&
            cJSON_GetObjectItemCaseSensitive(w->root, member_names[i]) != NULL)
            return report_error(w->r, place_file(w->path), "the JSON spells \"%s\" with escapes",
                                member_names[i]);
    return true;
}

// What cJSON could not make is memory that there is not.
static void* made(void* by_cjson) {
    if (by_cjson == NULL)
        job_out_of_memory(sizeof(cJSON));
    return by_cjson;
}

// The array, made if it is not there.
static cJSON* member(rewrite* w, int which) {
    cJSON* array = cJSON_GetObjectItemCaseSensitive(w->root, member_names[which]);
    return array != NULL ? array : made(cJSON_AddArrayToObject(w->root, member_names[which]));
}

static void set_number(cJSON* object, const char* key, size_t value) {
    cJSON_DeleteItemFromObjectCaseSensitive(object, key);
    made(cJSON_AddNumberToObject(object, key, (double)value));
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

// Bytes at the end of BIN and their view, which is made where it is NULL.
static void add_bytes(rewrite* w, cJSON* view, bytes data) {
    size_t at = place_bytes(w, data.size);
    if (view == NULL) { // the list first: making it may fail, and a view of no list would be lost
        cJSON* views = member(w, BUFFER_VIEWS);
        view = made(cJSON_CreateObject());
        cJSON_AddItemToArray(views, view);
    }
    set_number(view, "buffer", 0);
    set_number(view, "byteOffset", at);
    set_number(view, "byteLength", data.size);
    w->added[w->added_count] = data;
    w->added_base[w->added_count++] = at;
    w->changed[BUFFER_VIEWS] = true;
}

static void embed(rewrite* w, cJSON* entry, bytes picture, const char* mime) {
    int32_t view_count = cJSON_GetArraySize(member(w, BUFFER_VIEWS));
    add_bytes(w, NULL, picture);
    cJSON_DeleteItemFromObjectCaseSensitive(entry, "uri");
    set_number(entry, "bufferView", (size_t)view_count);
    if (cJSON_GetObjectItemCaseSensitive(entry, "mimeType") == NULL)
        made(cJSON_AddStringToObject(entry, "mimeType", mime));
    w->changed[IMAGES] = true;
}

// Pictures in files go into BIN; one that cannot be read stays a name, with a warning.
static void embed_pictures(rewrite* w) {
    cJSON* images = cJSON_GetObjectItemCaseSensitive(w->root, "images");
    size_t count = (size_t)cJSON_GetArraySize(images);
    w->added = ARENA_NEW(w->memory, bytes, count + 1);
    w->added_base = ARENA_NEW(w->memory, size_t, count + 1);
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
        cJSON_AddItemToArray(buffers, made(cJSON_CreateObject()));
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

// ---- a block ---------------------------------------------------------------------------

// Of a view: where it ends in its buffer, which is *in; 0 where it makes no sense.
static double view_end(const cJSON* view, double* in, double* begin) {
    const cJSON* length = cJSON_GetObjectItemCaseSensitive(view, "byteLength");
    const cJSON* offset = cJSON_GetObjectItemCaseSensitive(view, "byteOffset");
    const cJSON* index = cJSON_GetObjectItemCaseSensitive(view, "buffer");
    *begin = cJSON_IsNumber(offset) ? offset->valuedouble : 0.0;
    *in = cJSON_IsNumber(index) ? index->valuedouble : -1.0;
    return cJSON_IsNumber(length) ? *begin + length->valuedouble : 0.0;
}

// The view of an older block, or NULL.
static cJSON* old_view(const rewrite* w) {
    const cJSON* extensions = cJSON_GetObjectItemCaseSensitive(w->root, "extensions");
    const cJSON* ours = cJSON_GetObjectItemCaseSensitive(extensions, FORMAT_EXTENSION);
    const cJSON* index = cJSON_GetObjectItemCaseSensitive(ours, "bufferView");
    cJSON* views = cJSON_GetObjectItemCaseSensitive(w->root, "bufferViews");
    bool sound = cJSON_IsNumber(index) && index->valuedouble >= 0.0 &&
                 index->valuedouble < cJSON_GetArraySize(views);
    return sound ? cJSON_GetArrayItem(views, (int)index->valuedouble) : NULL;
}

// An older block that ends its buffer, as this writer puts it, is left out; elsewhere it is only no
// longer named, because moving what others point to would be no small edit.
static void drop_old_block(rewrite* w) {
    double in, begin, other_in, other_begin;
    const cJSON* old = old_view(w);
    double end = view_end(old, &in, &begin);
    if (end == 0.0 || !(in >= 0.0 && in < w->source->buffer_count) || !(begin >= 0.0))
        return;
    bytes* b = &w->buffers[(int32_t)in];
    bool last = end + 3.0 >= (double)b->size && begin < (double)b->size;
    const cJSON* view;
    cJSON_ArrayForEach(view, cJSON_GetObjectItemCaseSensitive(w->root, "bufferViews")) {
        double other_end = view_end(view, &other_in, &other_begin);
        last = last && (view == old || other_in != in || other_end <= begin) &&
               cJSON_GetObjectItemCaseSensitive(view, "extensions") == NULL; // may point anywhere
    }
    if (last)
        b->size = (size_t)begin;
}

static const char* text_with(const rewrite* w, int which, const char* brackets, const char* added) {
    return json_edit_with(w->source->json, w->spans[which], brackets, added, w->memory);
}

static bool name_block(rewrite* w, int32_t index) {
    cJSON* extensions = cJSON_GetObjectItemCaseSensitive(w->root, "extensions");
    cJSON* used = cJSON_GetObjectItemCaseSensitive(w->root, "extensionsUsed");
    if ((extensions != NULL && !cJSON_IsObject(extensions)) ||
        (used != NULL && !cJSON_IsArray(used)))
        return report_error(w->r, place_file(w->path), "its list of extensions is none");
    cJSON* ours = cJSON_GetObjectItemCaseSensitive(extensions, FORMAT_EXTENSION);
    if (ours == NULL) {
        w->texts[EXTENSIONS] =
            text_with(w, EXTENSIONS, "{}", glb_extension_text(index, w->recipe_or_null, w->memory));
        w->changed[EXTENSIONS] = true;
    } else {
        w->changed[EXTENSIONS] = glb_extension_recipe(ours, w->recipe_or_null);
        if (old_view(w) == NULL) { // names a view that is not there
            set_number(ours, "bufferView", (size_t)index);
            w->changed[EXTENSIONS] = true;
        }
    }
    const cJSON* name;
    bool listed = false;
    cJSON_ArrayForEach(name, used) {
        listed |= cJSON_IsString(name) && strcmp(name->valuestring, FORMAT_EXTENSION) == 0;
    }
    if (!listed) {
        w->texts[USED] = text_with(w, USED, "[]", "\"" FORMAT_EXTENSION "\"");
        w->changed[USED] = true;
    }
    return true;
}

static bool embed_block(rewrite* w) {
    cJSON* old = old_view(w);
    int32_t index = cJSON_GetArraySize(member(w, BUFFER_VIEWS));
    if (!name_block(w, index))
        return false;
    add_bytes(w, old, w->block);
    return true;
}

// ---- the whole -------------------------------------------------------------------------

static void put_member(const rewrite* w, int which, buffer* t) {
    if (w->texts[which] != NULL) {
        buffer_text(t, w->texts[which]);
        return;
    }
    void** owned = arena_own(w->scratch, cJSON_free);
    *owned = made(
        cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(w->root, member_names[which])));
    buffer_text(t, *owned);
}

static bytes make_text(const rewrite* w) {
    bytes json = w->source->json;
    buffer t = buffer_new(w->memory, json.size);
    size_t from = w->braces.begin;
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
    buffer_add(&t, json.data + from, w->braces.end - from);
    for (int i = 0; i < MEMBERS; ++i)
        if (w->changed[i] && w->spans[i].end == 0) {
            buffer_text(&t, ",\"");
            buffer_text(&t, member_names[i]);
            buffer_text(&t, "\":");
            put_member(w, i, &t);
        }
    buffer_text(&t, "}");
    // BIN then begins at a multiple of 16 of the file, and a block in it too: it is read in place
    while (w->block.size > 0 && t.size % 16 != 4)
        buffer_text(&t, " ");
    return buffer_bytes(&t);
}

static bytes pack(rewrite* w) {
    if (w->bin_size > UINT32_MAX) {
        report_error(w->r, place_file(w->path), "is too large for one GLB, which ends at 4 GB");
        return (bytes){NULL, 0};
    }
    uint8_t* bin = ARENA_NEW(w->memory, uint8_t, w->bin_size);
    for (int32_t i = 0; i < w->source->buffer_count; ++i)
        memcpy(bin + w->base[i], w->buffers[i].data, w->buffers[i].size);
    for (int32_t i = 0; i < w->added_count; ++i)
        memcpy(bin + w->added_base[i], w->added[i].data, w->added[i].size);
    bytes text = make_text(w);
    bytes glb = glb_pack((const char*)text.data, text.size, (bytes){bin, w->bin_size}, w->memory);
    if (glb.size == 0)
        report_error(w->r, place_file(w->path), "is too large for one GLB, which ends at 4 GB");
    return glb;
}

static void free_tree(void* what) {
    cJSON_Delete(what);
}

static bytes rewritten(rewrite* w) {
    const gltf_source* source = w->source;
    bytes glb = {NULL, 0};
    if (!cJSON_IsObject(w->root)) {
        report_error(w->r, place_file(w->path),
                     "did not come from glTF, so it cannot be written back");
        return glb;
    }
    w->base = ARENA_NEW(w->memory, size_t, (size_t)source->buffer_count);
    w->buffers = ARENA_NEW(w->memory, bytes, (size_t)source->buffer_count);
    for (int32_t i = 0; i < source->buffer_count; ++i)
        w->buffers[i] = source->buffers[i];
    if (w->block.size > 0)
        drop_old_block(w);
    for (int32_t i = 0; i < source->buffer_count; ++i)
        w->base[i] = place_bytes(w, w->buffers[i].size);
    if (find_members(w) && move_views(w)) {
        embed_pictures(w);
        int32_t pictures = w->added_count;
        bool ok = w->block.size == 0 || embed_block(w);
        if (ok && w->bin_size > 0)
            rewrite_buffers(w);
        if (ok)
            glb = pack(w);
        for (int32_t i = 0; i < pictures; ++i)
            file_unmap(w->added[i]);
    }
    return glb;
}

static bytes write_back(rewrite* w) {
    w->scratch = arena_create(); // owns cJSON's tree and texts
    void** owned = arena_own(w->scratch, free_tree);
    *owned = w->root =
        cJSON_ParseWithLength((const char*)w->source->json.data, w->source->json.size);
    if (w->source->json.size > 0)
        made(w->root); // it was read before, so it is JSON
    bytes glb = rewritten(w);
    arena_destroy(w->scratch);
    return glb;
}

bytes glb_from_source(const gltf_source* source, const char* path, arena* memory, report* r) {
    rewrite w = {
        .source = source, .path = path, .memory = memory, .r = r, .members = PLAIN_MEMBERS};
    return write_back(&w);
}

bytes glb_with_asset(const gltf_source* source, const char* path, bytes block,
                     const char* recipe_or_null, arena* memory, report* r) {
    rewrite w = {.source = source,
                 .path = path,
                 .memory = memory,
                 .r = r,
                 .block = block,
                 .recipe_or_null = recipe_or_null,
                 .members = MEMBERS};
    return write_back(&w);
}
