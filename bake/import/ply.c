// PLY (Turk 1994), ascii and both binaries: vertices with what they carry, polygons, strips.
//
// Every scalar type fits a double, so one path reads them all, and what we do not know is skipped
// by its declared type. Colours in integers are sRGB, as scanners and painting programs write
// them, and become linear; colours in floats are taken as linear. Texture coordinates point upward
// in PLY and downward in glTF, and are turned. Scalars without a meaning of ours are kept as
// attributes: "quality" becomes _QUALITY.
// SPDX-License-Identifier: MIT
#include "bake/import/ply.h"

#include "bake/base/color.h"
#include "bake/import/import.h"
#include "bake/import/polygon.h"
#include "bake/import/simple.h"

// What a vertex property is to us; from SLOT_COUNT on it is an attribute.
enum {
    SLOT_X,
    SLOT_Y,
    SLOT_Z,
    SLOT_NX,
    SLOT_NY,
    SLOT_NZ,
    SLOT_R,
    SLOT_G,
    SLOT_B,
    SLOT_A,
    SLOT_U,
    SLOT_V,
    SLOT_COUNT,
    SLOT_SKIP = -1
};

typedef struct ply_reader {
    ply_cursor c;
    const char* path;
    report* r;
    arena *memory, *scratch;
    int32_t vertex_count;
    primitive* out;
    float linear[256]; // of sRGB bytes
    // polygons as a list of sizes and a list of corners; strips as triangles
    int64_t face_count, corner_count, strip_count;
    uint32_t *sizes, *corners;
    uint32_t (*strips)[3];
    int64_t bad_values;
} ply_reader;

// ---- vertices --------------------------------------------------------------------------

static int slot_of(const ply_property* property) {
    static const char* const known[][SLOT_COUNT] = {
        {"x", "y", "z", "nx", "ny", "nz", "red", "green", "blue", "alpha", "u", "v"},
        {"", "", "", "", "", "", "r", "g", "b", "a", "s", "t"},
        {"", "", "", "", "", "", "diffuse_red", "diffuse_green", "diffuse_blue", "", "texture_u",
         "texture_v"},
    };
    if (property->count_type != PLY_NONE)
        return SLOT_SKIP;
    for (int slot = 0; slot < SLOT_COUNT; ++slot)
        for (int family = 0; family < 3; ++family)
            if (strcmp(property->name, known[family][slot]) == 0)
                return slot;
    return SLOT_COUNT;
}

// "_QUALITY" for "quality": letters, digits and underscores, no name twice.
static const char* attribute_name(const primitive* out, const char* name, arena* memory) {
    char* made = arena_format(memory, "_%s", name);
    for (char* c = made; *c != 0; ++c) {
        bool lower = *c >= 'a' && *c <= 'z', upper = *c >= 'A' && *c <= 'Z';
        *c = lower ? (char)(*c - 'a' + 'A') : upper || (*c >= '0' && *c <= '9') ? *c : '_';
    }
    for (int32_t i = 0; i < out->attribute_count; ++i)
        if (strcmp(out->attributes[i].name, made) == 0)
            return arena_format(memory, "%s_%d", made, out->attribute_count);
    return made;
}

// Decides what each property is and makes the streams.
static bool plan_vertex(ply_reader* p, const ply_element* e, int* slots) {
    size_t n = (size_t)e->count;
    primitive* out = p->out;
    bool has[SLOT_COUNT] = {false};
    out->attributes = ARENA_NEW(p->memory, attribute, (size_t)e->property_count);
    for (int32_t i = 0; i < e->property_count; ++i) {
        slots[i] = slot_of(&e->properties[i]);
        if (slots[i] >= 0 && slots[i] < SLOT_COUNT && has[slots[i]])
            slots[i] = SLOT_COUNT; // "r" beside "red": the second has no meaning
        if (slots[i] == SLOT_COUNT) {
            slots[i] += out->attribute_count;
            const char* name = attribute_name(out, e->properties[i].name, p->memory);
            out->attributes[out->attribute_count++] =
                (attribute){name, 1, ARENA_NEW(p->memory, float, n)};
        } else if (slots[i] >= 0) {
            has[slots[i]] = true;
        }
    }
    if (!has[SLOT_X] || !has[SLOT_Y] || !has[SLOT_Z])
        return report_error(p->r, place_line(p->path, e->line),
                            "the vertices have no x, y and z properties");
    out->positions = ARENA_NEW(p->memory, vec3, n);
    if (has[SLOT_NX] && has[SLOT_NY] && has[SLOT_NZ])
        out->normals = arena_alloc(p->memory, n, sizeof *out->normals);
    if (has[SLOT_R] && has[SLOT_G] && has[SLOT_B])
        out->colors = arena_alloc(p->memory, n, sizeof *out->colors);
    if (has[SLOT_U] && has[SLOT_V])
        out->uvs = arena_alloc(p->memory, n, sizeof *out->uvs);
    return true;
}

static float finite(ply_reader* p, double x) {
    if (simple_is_float(x))
        return (float)x;
    ++p->bad_values;
    return 0.0f;
}

// To 0 .. 1 in linear light.
static double color_value(const ply_reader* p, int slot, ply_type type, double x) {
    if (type == PLY_F32 || type == PLY_F64)
        return x;
    double full = type == PLY_U16 ? 65535.0 : 255.0;
    if (slot == SLOT_A)
        return x / full;
    if (type == PLY_U8 && x >= 0.0 && x <= 255.0) // ascii may hold anything
        return p->linear[(int)x];
    return color_from_srgb(x / full);
}

static bool store_vertex(ply_reader* p, int64_t i, const double* x) {
    primitive* out = p->out;
    vec3 v = v3(x[SLOT_X], x[SLOT_Y], x[SLOT_Z]);
    if (!simple_is_position(v))
        return report_error(p->r, ply_here(&p->c),
                            "vertex %lld at (%g, %g, %g) is not finite; export the model again or "
                            "remove that vertex",
                            (long long)i, v.x, v.y, v.z);
    out->positions[i] = v;
    for (int k = 0; k < 3 && out->normals != NULL; ++k)
        out->normals[i][k] = finite(p, x[SLOT_NX + k]);
    for (int k = 0; k < 4 && out->colors != NULL; ++k)
        out->colors[i][k] = finite(p, x[SLOT_R + k]);
    if (out->uvs != NULL) {
        out->uvs[i][0] = finite(p, x[SLOT_U]);
        out->uvs[i][1] = 1.0f - finite(p, x[SLOT_V]);
    }
    return true;
}

static bool read_vertices(ply_reader* p, const ply_element* e) {
    int* slots = ARENA_NEW(p->scratch, int, (size_t)e->property_count);
    if (!plan_vertex(p, e, slots))
        return false;
    for (int64_t row = 0; row < e->count; ++row) {
        double x[SLOT_COUNT] = {[SLOT_A] = 1.0};
        if (!ply_begin_row(&p->c, e, row))
            return false;
        for (int32_t i = 0; i < e->property_count; ++i) {
            const ply_property* property = &e->properties[i];
            double value = 0.0;
            int slot = slots[i];
            if (slot == SLOT_SKIP) {
                if (!ply_skip_property(&p->c, property))
                    return false;
                continue;
            }
            if (!ply_read_scalar(&p->c, property->type, &value))
                return false;
            if (slot >= SLOT_COUNT)
                p->out->attributes[slot - SLOT_COUNT].values[row] = finite(p, value);
            else
                x[slot] = slot >= SLOT_R && slot <= SLOT_A
                              ? color_value(p, slot, property->type, value)
                              : value;
        }
        if (!store_vertex(p, row, x))
            return false;
        ply_end_row(&p->c);
    }
    return true;
}

// ---- faces -----------------------------------------------------------------------------

static bool is_index_list(const ply_property* property) {
    return property->count_type != PLY_NONE && (strcmp(property->name, "vertex_indices") == 0 ||
                                                strcmp(property->name, "vertex_index") == 0);
}

static bool bad_index(ply_reader* p, double x) {
    return report_error(p->r, ply_here(&p->c), "a face uses vertex %g, but only 0 to %d exist", x,
                        p->vertex_count - 1);
}

static bool read_polygon(ply_reader* p, const ply_property* property, int64_t count) {
    for (int64_t k = 0; k < count; ++k) {
        double x = 0.0;
        if (!ply_read_scalar(&p->c, property->type, &x))
            return false;
        if (!(x >= 0.0 && x < p->vertex_count) || x != floor(x))
            return bad_index(p, x);
        p->corners[p->corner_count++] = (uint32_t)x;
    }
    p->sizes[p->face_count++] = (uint32_t)count;
    return true;
}

// Every corner after the second closes a triangle with the two before it, turned every other time;
// -1 begins anew. Triangles that use a vertex twice only lead the strip elsewhere.
static bool read_strip(ply_reader* p, const ply_property* property, int64_t count) {
    uint32_t last[2] = {0, 0};
    int64_t length = 0;
    for (int64_t k = 0; k < count; ++k) {
        double x = 0.0;
        if (!ply_read_scalar(&p->c, property->type, &x))
            return false;
        if (x == -1.0) {
            length = 0;
            continue;
        }
        if (!(x >= 0.0 && x < p->vertex_count) || x != floor(x))
            return bad_index(p, x);
        uint32_t v = (uint32_t)x, *t = p->strips[p->strip_count];
        if (++length > 2 && last[0] != last[1] && last[0] != v && last[1] != v) {
            bool odd = length % 2 == 0;
            t[0] = last[odd];
            t[1] = last[!odd];
            t[2] = v;
            ++p->strip_count;
        }
        last[0] = last[1];
        last[1] = v;
    }
    return true;
}

static bool read_faces(ply_reader* p, const ply_element* e, bool strips) {
    int32_t list = 0;
    while (list < e->property_count && !is_index_list(&e->properties[list]))
        ++list;
    if (list == e->property_count)
        return report_error(p->r, place_line(p->path, e->line),
                            "the element \"%s\" has no list vertex_indices", e->name);
    // no list can hold more than the rest of the file; pages that stay untouched cost nothing
    size_t item = ply_type_size(e->properties[list].type);
    size_t most = ply_bytes_left(&p->c) / (p->c.header->encoding == PLY_ASCII ? 2 : item) + 1;
    if (strips)
        p->strips = arena_alloc(p->scratch, most, sizeof *p->strips);
    else
        p->corners = ARENA_NEW(p->scratch, uint32_t, most);
    if (!strips)
        p->sizes = ARENA_NEW(p->scratch, uint32_t, (size_t)e->count);
    for (int64_t row = 0; row < e->count; ++row) {
        if (!ply_begin_row(&p->c, e, row))
            return false;
        for (int32_t i = 0; i < e->property_count; ++i) {
            const ply_property* property = &e->properties[i];
            int64_t count = 0;
            bool ok = i != list ? ply_skip_property(&p->c, property)
                                : ply_read_list_count(&p->c, property, &count) &&
                                      (strips ? read_strip(p, property, count)
                                              : read_polygon(p, property, count));
            if (!ok)
                return false;
        }
        ply_end_row(&p->c);
    }
    return true;
}

// ---- the whole -------------------------------------------------------------------------

static bool cut_faces(ply_reader* p) {
    int64_t triangles = p->strip_count, thin = 0, rough = 0;
    for (int64_t f = 0; f < p->face_count; ++f)
        triangles += p->sizes[f] > 2 ? p->sizes[f] - 2 : 0;
    if (triangles == 0)
        return report_error(p->r, place_file(p->path), "has no face with three corners");
    if (triangles > INT32_MAX)
        return report_error(p->r, place_file(p->path), "has %lld triangles; at most %d can be read",
                            (long long)triangles, INT32_MAX);
    primitive* out = p->out;
    out->triangles = arena_alloc(p->memory, (size_t)triangles, sizeof *out->triangles);
    polygon_cutter cutter = {.memory = p->scratch};
    const uint32_t* corners = p->corners;
    for (int64_t f = 0; f < p->face_count; corners += p->sizes[f++]) {
        int32_t size = (int32_t)p->sizes[f];
        thin += size < 3;
        if (size < 3)
            continue;
        polygon_reserve(&cutter, size);
        for (int32_t k = 0; k < size; ++k) {
            cutter.labels[k] = corners[k];
            cutter.corners[k] = out->positions[corners[k]];
        }
        rough += !polygon_cut(&cutter, size, out->triangles + out->triangle_count);
        out->triangle_count += size - 2;
    }
    if (p->strip_count > 0)
        memcpy(out->triangles + out->triangle_count, p->strips,
               (size_t)p->strip_count * sizeof *p->strips);
    out->triangle_count = (int32_t)triangles;
    if (thin > 0)
        report_warning(p->r, place_file(p->path),
                       "faces with fewer than 3 corners are skipped (%lld)", (long long)thin);
    if (rough > 0)
        report_warning(p->r, place_file(p->path),
                       "faces without area, that cross themselves or have too many corners are cut "
                       "into fans (%lld)",
                       (long long)rough);
    return true;
}

static bool read_element(ply_reader* p, const ply_element* e) {
    if (!ply_check_count(&p->c, e))
        return false;
    if (strcmp(e->name, "vertex") == 0)
        return read_vertices(p, e);
    if (strcmp(e->name, "face") == 0 && e->count > 0)
        return read_faces(p, e, false);
    if (strcmp(e->name, "tristrips") == 0 && e->count > 0)
        return read_faces(p, e, true);
    return ply_skip_element(&p->c, e);
}

static bool find_vertices(ply_reader* p) {
    const ply_header* h = p->c.header;
    int64_t vertices = -1, faces = 0;
    for (int32_t i = 0; i < h->element_count; ++i) {
        const ply_element* e = &h->elements[i];
        if (strcmp(e->name, "vertex") == 0)
            vertices = e->count;
        if (strcmp(e->name, "face") == 0 || strcmp(e->name, "tristrips") == 0)
            faces += e->count > 0;
    }
    if (vertices < 0)
        return report_error(p->r, place_line(p->path, h->lines), "declares no element \"vertex\"");
    if (vertices > INT32_MAX)
        return report_error(p->r, place_line(p->path, h->lines),
                            "has %lld vertices; at most %d can be read", (long long)vertices,
                            INT32_MAX);
    if (vertices == 0)
        return report_error(p->r, place_line(p->path, h->lines), "has no vertices");
    if (faces == 0)
        return report_error(p->r, place_line(p->path, h->lines),
                            "is a point cloud: %lld vertices and no faces; make a surface of it "
                            "first, for example in MeshLab with Screened Poisson reconstruction",
                            (long long)vertices);
    p->vertex_count = p->out->vertex_count = (int32_t)vertices;
    return true;
}

static bool read_all(ply_reader* p) {
    if (!find_vertices(p))
        return false;
    for (int i = 0; i < 256; ++i)
        p->linear[i] = (float)color_from_srgb(i / 255.0);
    for (int32_t i = 0; i < p->c.header->element_count; ++i)
        if (!read_element(p, &p->c.header->elements[i]))
            return false;
    if (p->bad_values > 0)
        report_warning(p->r, place_file(p->path),
                       "values beside the positions that are not finite become zero (%lld)",
                       (long long)p->bad_values);
    if (p->c.long_lines > 0)
        report_warning(p->r, place_line(p->path, p->c.first_long_line),
                       "values beyond those of the header are ignored (%lld lines, this is the "
                       "first)",
                       (long long)p->c.long_lines);
    return cut_faces(p);
}

bool import_ply(bytes file, const char* path, arena* memory, imported* out, report* r) {
    out->scene.format = FILE_PLY;
    ply_header header;
    if (!ply_read_header(file, path, memory, &header, r))
        return false;
    ply_reader p = {.c = ply_open(file, path, &header, r),
                    .path = path,
                    .r = r,
                    .memory = memory,
                    .scratch = arena_create(),
                    .out = simple_one_mesh(&out->scene, path, memory)};
    bool ok = read_all(&p);
    arena_destroy(p.scratch);
    return ok;
}
