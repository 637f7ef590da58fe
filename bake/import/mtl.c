// Kd is taken as linear, as Blender writes it; some old files mean sRGB, and nothing tells them
// apart. Of map_Kd the options (-s, -o, -bm ...) are skipped.
// SPDX-License-Identifier: MIT
#include "bake/import/mtl.h"

#include "bake/import/gltf_uri.h"
#include "bake/import/lines.h"
#include "bake/import/simple.h"

static void add_extra(imported* out, bytes b, arena* memory) {
    out->extras = arena_grow(memory, out->extras, (size_t)out->extra_count,
                             (size_t)out->extra_count + 1, sizeof(bytes));
    out->extras[out->extra_count++] = b;
}

// Backslashes of Windows become slashes; a drive or an absolute path cannot be ours, so only its
// last part is looked for, beside the file.
static const char* local_path(const char* from, word w, arena* memory) {
    char* path = arena_copy_text(memory, w.at, w.length);
    for (char* c = path; *c != 0; ++c)
        if (*c == '\\')
            *c = '/';
    bool absolute = path[0] == '/' || (path[0] != 0 && path[1] == ':');
    return path_beside(from, absolute ? path_name(path) : path, memory);
}

static int32_t find_image(const scene* s, const char* name) {
    for (int32_t i = 0; i < s->image_count; ++i)
        if (strcmp(s->images[i].name, name) == 0)
            return i;
    return -1;
}

// The picture's number; each file is mapped once.
static int32_t add_picture(const char* mtl, word w, arena* memory, imported* out, report* r) {
    scene* s = &out->scene;
    const char* name = arena_copy_text(memory, w.at, w.length);
    int32_t known = find_image(s, name);
    if (known >= 0)
        return known;

    bytes file = {NULL, 0};
    report quiet = report_new(memory);
    const char* path = local_path(mtl, w, memory);
    if (file_map(path, &file, &quiet))
        add_extra(out, file, memory);
    else
        report_note(r, place_file(mtl), "the picture \"%s\" cannot be read, so it is left out",
                    name);
    s->images = arena_grow(memory, s->images, (size_t)s->image_count, (size_t)s->image_count + 1,
                           sizeof(image));
    s->images[s->image_count] = (image){name, gltf_uri_picture_mime(file), file};
    return s->image_count++;
}

// The file name after the options; it may hold spaces when there are none.
static word map_name(text* t) {
    text_skip(t);
    if (t->at < t->stop && *t->at != '-')
        return text_rest(t);
    word last = {t->at, 0};
    for (word w = text_word(t); w.length > 0; w = text_word(t))
        last = w;
    return last;
}

static bool read_unit(text* t, float* out) {
    double x;
    if (!text_number(t, &x) || !(x >= 0.0 && x <= 1.0))
        return false;
    *out = (float)x;
    return true;
}

static void read_color(text* t, scene_material* m) {
    float c[3];
    if (!read_unit(t, &c[0]))
        return;
    if (!read_unit(t, &c[1]) || !read_unit(t, &c[2])) // one number means grey
        c[1] = c[2] = c[0];
    memcpy(m->base_color, c, sizeof c);
}

static void read_statement(text* t, const char* path, scene_material* m, arena* memory,
                           imported* out, report* r) {
    word key = text_word(t);
    float opacity;
    if (word_is(key, "Kd")) {
        read_color(t, m);
    } else if (word_is(key, "d") && read_unit(t, &opacity)) {
        m->base_color[3] = opacity;
        m->blended = opacity < 1.0f;
    } else if (word_is(key, "map_Kd")) {
        word name = map_name(t);
        if (name.length > 0)
            m->base_image = add_picture(path, name, memory, out, r);
    }
}

void mtl_read(const char* path, const names* materials, arena* memory, imported* out, report* r) {
    bytes file;
    report quiet = report_new(memory);
    if (!file_map(path, &file, &quiet)) {
        report_note(r, place_file(path), "cannot be read, so its materials are plain white");
        return;
    }
    scene_material* current = NULL;
    text t = text_open_joined(file);
    while (text_next_line(&t)) {
        const char* begin = t.at;
        if (word_is(text_word(&t), "newmtl")) {
            word name = text_rest(&t);
            int32_t i = names_find(materials, name.at, name.length);
            current = i >= 0 ? &out->scene.materials[i] : NULL;
        } else if (current != NULL) {
            t.at = begin;
            read_statement(&t, path, current, memory, out, r);
        }
    }
    file_unmap(file);
}
