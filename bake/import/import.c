// Which reader a file is for, and what to do with one that is for none.
//
// Names lie: ".obj" is also a compiler's object file, and downloads lose their extension. So bytes
// decide, and the extension is asked only where they are silent. Formats that we do not read are
// recognised too, because "convert it so" helps and "unknown format" does not.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"

#include "bake/import/import_tets.h"
#include "bake/import/lines.h"
#include "bake/import/stl.h"

enum { LOOK = 1 << 16 }; // bytes in which a text must show what it is

// A file that is not for us: how it begins, what it is called, what helps.
typedef struct foreign {
    const char* magic; // or NULL: known by its extension only
    size_t length;
    const char* extension; // or ""
    const char *name, *advice;
} foreign;

#define PICTURE "a body is a mesh: glTF, OBJ, PLY or STL"
#define EXPORT  "open it in Blender and use File > Export > glTF 2.0"
static const foreign foreigners[] = {
    {"Kaydara FBX Binary", 18, "fbx", "an FBX file", EXPORT},
    {"; FBX", 5, "fbx", "an FBX file", EXPORT},
    {"BLENDER", 7, "blend", "a Blender file", EXPORT},
    {"\x28\xb5\x2f\xfd", 4, "blend", "a compressed Blender file or a zstd archive",
     "if it is from Blender, open it there and use File > Export > glTF 2.0; else unpack it with "
     "unzstd"},
    {"\x1f\x8b", 2, "gz", "a gzip archive", "unpack it with gunzip first"},
    {"PXR-USDC", 8, "usdc", "a USD file", EXPORT},
    {"#usda", 5, "usda", "a USD file", EXPORT},
    {NULL, 0, "usdz", "a USD file", EXPORT},
    {NULL, 0, "usd", "a USD file", EXPORT},
    {NULL, 0, "3mf", "a 3MF file", "export STL, OBJ or glTF from the program that made it"},
    {"PK\x03\x04", 4, "zip", "a zip archive", "unpack it with unzip first"},
    {"MM", 2, "3ds", "a 3DS file", EXPORT},
    {"DRACO", 5, "drc", "a Draco file", "decode it to OBJ or PLY with draco_decoder"},
    {"#VRML", 5, "wrl", "a VRML file", EXPORT},
    {NULL, 0, "x3d", "an X3D file", EXPORT},
    {NULL, 0, "dae", "a Collada file", EXPORT},
    {NULL, 0, "abc", "an Alembic file", EXPORT},
    {NULL, 0, "max", "a 3ds Max file", "export glTF or OBJ from 3ds Max"},
    {NULL, 0, "ma", "a Maya file", "export OBJ or glTF from Maya"},
    {NULL, 0, "mb", "a Maya file", "export OBJ or glTF from Maya"},
    {"\x89PNG", 4, "png", "a picture", PICTURE},
    {"\xff\xd8\xff", 3, "jpg", "a picture", PICTURE},
    {"#?RADIANCE", 10, "hdr", "a picture", PICTURE},
    {"HIERARCHY", 9, "bvh", "motion without a body",
     "`supple play CHARACTER.glb --bvh` plays it on a character"},
    {NULL, 0, "step", "a CAD file", "export STL or OBJ from the CAD program"},
    {NULL, 0, "stp", "a CAD file", "export STL or OBJ from the CAD program"},
};

static bool begins(bytes b, const char* magic, size_t length) {
    return b.size >= length && memcmp(b.data, magic, length) == 0;
}

static bool contains(bytes b, const char* literal) {
    size_t length = strlen(literal), looked = b.size < LOOK ? b.size : LOOK;
    for (size_t i = 0; i + length <= looked; ++i)
        if (memcmp(b.data + i, literal, length) == 0)
            return true;
    return false;
}

// A brace, then the word that every glTF holds; the word may be anywhere, so the brace decides.
static bool looks_like_json(bytes b) {
    text t = text_open(b);
    while (t.next < t.end && text_is_space(*t.next))
        ++t.next;
    return t.next < t.end && *t.next == '{';
}

// Some line near the beginning is "v" with three numbers, and no line holds a zero byte.
static bool looks_like_obj(bytes b) {
    bytes start = {b.data, b.size < LOOK ? b.size : LOOK};
    if (memchr(start.data, 0, start.size) != NULL)
        return false;
    text t = text_open(start);
    double x;
    while (text_next_line(&t))
        if (word_is(text_word(&t), "v") && text_number(&t, &x) && text_number(&t, &x) &&
            text_number(&t, &x))
            return true;
    return false;
}

static file_format format_by_content(bytes b) {
    if (begins(b, "glTF", 4))
        return FILE_GLB;
    if (begins(b, "ply\n", 4) || begins(b, "ply\r", 4) || begins(b, "ply ", 4))
        return FILE_PLY;
    if (stl_is_exact_binary(b) ||
        (stl_is_ascii(b) && (contains(b, "facet") || contains(b, "FACET"))))
        return FILE_STL;
    if (looks_like_json(b))
        return FILE_GLTF;
    return looks_like_obj(b) ? FILE_OBJ : FILE_NONE;
}

static file_format format_by_extension(const char* extension) {
    static const struct {
        const char* extension;
        file_format format;
    } known[] = {{"gltf", FILE_GLTF}, {"glb", FILE_GLB}, {"vrm", FILE_GLB},
                 {"obj", FILE_OBJ},   {"ply", FILE_PLY}, {"stl", FILE_STL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(extension, known[i].extension) == 0)
            return known[i].format;
    return FILE_NONE;
}

static const foreign* foreign_by_content(bytes b) {
    for (size_t i = 0; i < sizeof foreigners / sizeof *foreigners; ++i)
        if (foreigners[i].magic != NULL && begins(b, foreigners[i].magic, foreigners[i].length))
            return &foreigners[i];
    return NULL;
}

static const foreign* foreign_by_extension(const char* extension) {
    for (size_t i = 0; i < sizeof foreigners / sizeof *foreigners; ++i)
        if (strcmp(foreigners[i].extension, extension) == 0)
            return &foreigners[i];
    return NULL;
}

static bool refuse(bytes b, const char* path, const char* extension, report* r) {
    const foreign* f = foreign_by_extension(extension);
    const foreign* by_content = foreign_by_content(b);
    // a .usdz or .3mf is a zip by its bytes, and the extension knows better
    if (by_content != NULL && (f == NULL || f->magic != NULL))
        f = by_content;
    if (f == NULL && contains(b, "<COLLADA"))
        f = foreign_by_extension("dae");
    if (f == NULL && contains(b, "<X3D"))
        f = foreign_by_extension("x3d");
    if (f == NULL && import_tets_knows(b, path))
        return report_error(r, place_file(path),
                            "holds tetrahedra, and a surface is asked for; supple info and supple "
                            "tets read it");
    if (f != NULL)
        return report_error(r, place_file(path), "is %s, which supple does not read; %s", f->name,
                            f->advice);
    if (import_tets_knows(b, path))
        return report_error(r, place_file(path),
                            "holds tetrahedra, not a surface; `supple tets` and `supple info` read "
                            "it");
    return report_error(r, place_file(path),
                        "is in no format that supple reads: glTF (.glb, .gltf), Wavefront OBJ, PLY "
                        "or STL; " EXPORT);
}

const char* file_format_name(file_format f) {
    switch (f) {
    case FILE_GLTF:
        return "glTF";
    case FILE_GLB:
        return "glTF binary";
    case FILE_OBJ:
        return "Wavefront OBJ";
    case FILE_PLY:
        return "PLY";
    case FILE_STL:
        return "STL";
    case FILE_NONE:
        break;
    }
    return "none";
}

static bool read_as(file_format f, bytes b, const char* path, arena* memory, imported* out,
                    report* r) {
    switch (f) {
    case FILE_GLTF:
    case FILE_GLB:
        return import_gltf(b, path, memory, out, r);
    case FILE_OBJ:
        return import_obj(b, path, memory, out, r);
    case FILE_PLY:
        return import_ply(b, path, memory, out, r);
    case FILE_STL:
        return import_stl(b, path, memory, out, r);
    case FILE_NONE:
        break;
    }
    return false;
}

void import_close(imported* i) {
    file_unmap(i->mapping);
    for (int32_t k = 0; k < i->extra_count; ++k)
        file_unmap(i->extras[k]);
    *i = (imported){0};
}

bool import_scene_bytes(bytes b, const char* path, arena* memory, imported* out, report* r) {
    *out = (imported){0};
    if (b.size == 0)
        return report_error(r, place_file(path), "is empty");
    char extension[16];
    path_extension(path, extension, sizeof extension);
    file_format by_name = format_by_extension(extension), by_content = format_by_content(b);
    file_format f = by_content;
    if (f == FILE_NONE && foreign_by_content(b) == NULL)
        f = by_name;
    if (by_content != FILE_NONE && by_name != FILE_NONE && by_content != by_name)
        report_note(r, place_file(path), "is %s by its content, whatever its name says",
                    file_format_name(by_content));
    bool ok = f != FILE_NONE ? read_as(f, b, path, memory, out, r) : refuse(b, path, extension, r);
    if (!ok)
        import_close(out);
    return ok;
}

bool import_scene(const char* path, arena* memory, imported* out, report* r) {
    *out = (imported){0};
    bytes b;
    if (!file_map(path, &b, r))
        return false;
    bool ok = import_scene_bytes(b, path, memory, out, r);
    if (ok)
        out->mapping = b;
    else
        file_unmap(b);
    return ok;
}
