// From OBJ corners to vertices as glTF has them: one for each distinct v, vt and vn.
//
// Each v is the root of a small binary trie over a hash of (vt, vn), whose nodes are the split
// vertices themselves. A mesh that is written in a sensible order then finds its vertices in cache,
// where one large hash table missed on nearly every corner, and a v with a million splits costs
// their logarithm. Numbers go up in the order of first use, so the hash orders nothing. Without vt
// and vn nothing is split and vertices keep the order of the file.
// SPDX-License-Identifier: MIT
#include "bake/import/obj.h"

#include "bake/import/polygon.h"
#include "bake/import/simple.h"

#include <stdlib.h>
#include <string.h>

typedef struct split {
    uint32_t v, vt, vn;
    uint32_t child[2]; // number + 1
} split;

typedef struct builder {
    obj* o;
    arena *memory, *scratch;
    bool one_primitive;
    bool with_vt, with_vn, whole; // of this primitive; whole: all v of the file, in its order
    uint32_t* head;               // [v_count] root of a v's trie, number + 1; zero between uses
    uint32_t split_count;
    split* splits; // [corners of the largest primitive]
    polygon_cutter cutter;
    int64_t triangle_count;                // of all primitives
    int64_t thin_faces, first_thin_face;   // fewer than 3 corners
    int64_t rough_faces, first_rough_face; // could not be cut well
} builder;

static int compare_runs(const void* left, const void* right) {
    const obj_run *a = left, *b = right;
    if (a->mesh != b->mesh)
        return a->mesh < b->mesh ? -1 : 1;
    if (a->material != b->material)
        return a->material < b->material ? -1 : 1;
    return (a->first_face > b->first_face) - (a->first_face < b->first_face);
}

static int compare_split_v(const void* left, const void* right) {
    const split *a = left, *b = right;
    return (a->v > b->v) - (a->v < b->v);
}

static uint32_t vertex_of(builder* b, uint32_t v, uint32_t vt, uint32_t vn) {
    uint64_t hash = (((uint64_t)vt << 32) | vn) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    uint32_t* link = &b->head[v];
    while (*link != 0) {
        split* s = &b->splits[*link - 1];
        if (s->vt == vt && s->vn == vn)
            return *link - 1;
        link = &s->child[hash & 1];
        hash = hash >> 1 | hash << 63;
    }
    b->splits[b->split_count] = (split){v, vt, vn, {0, 0}};
    *link = ++b->split_count;
    return *link - 1;
}

// Writes the triangles of a face that begins at corner c; returns how many.
static int32_t cut_face(builder* b, int64_t face, int64_t c, uint32_t (*triangles)[3]) {
    const obj* o = b->o;
    uint32_t size = o->face_size[face];
    if (size < 3) {
        if (b->thin_faces++ == 0)
            b->first_thin_face = face;
        return 0;
    }
    polygon_reserve(&b->cutter, (int32_t)size);
    uint32_t* label = b->cutter.labels;
    for (uint32_t k = 0; k < size; ++k) {
        uint32_t v = o->corner_v[c + k];
        label[k] = b->whole ? v
                            : vertex_of(b, v, b->with_vt ? o->corner_vt[c + k] : OBJ_NONE,
                                        b->with_vn ? o->corner_vn[c + k] : OBJ_NONE);
        if (size > 3)
            b->cutter.corners[k] = o->v[v];
    }
    if (!polygon_cut(&b->cutter, (int32_t)size, triangles) && b->rough_faces++ == 0)
        b->first_rough_face = face;
    return (int32_t)size - 2;
}

// The sizes of a primitive, and which of its corners have vt and vn.
static int64_t measure(builder* b, const obj_run* runs, int32_t run_count) {
    const obj* o = b->o;
    int64_t triangles = 0;
    bool any_vt = false, any_vn = false, all_vn = true;
    for (int32_t i = 0; i < run_count; ++i) {
        int64_t c = runs[i].first_corner;
        for (int64_t f = runs[i].first_face; f < runs[i].first_face + runs[i].face_count; ++f) {
            uint32_t size = o->face_size[f];
            triangles += size > 2 ? size - 2 : 0;
            for (uint32_t k = 0; k < size && size > 2; ++k) {
                any_vt = any_vt || (o->corner_vt != NULL && o->corner_vt[c + k] != OBJ_NONE);
                bool vn = o->corner_vn != NULL && o->corner_vn[c + k] != OBJ_NONE;
                any_vn = any_vn || vn;
                all_vn = all_vn && vn;
            }
            c += size;
        }
    }
    b->with_vt = any_vt;
    b->with_vn = any_vn && all_vn; // made-up normals are worse than those of the shape
    return triangles;
}

// Without vt and vn, the vertices of a primitive stand in the order of the file.
static void sort_vertices(builder* b, primitive* out) {
    uint32_t* renamed = ARENA_NEW(b->scratch, uint32_t, b->split_count);
    for (uint32_t i = 0; i < b->split_count; ++i)
        renamed[i] = b->splits[i].v;
    qsort(b->splits, b->split_count, sizeof(split), compare_split_v);
    for (uint32_t i = 0; i < b->split_count; ++i)
        b->head[b->splits[i].v] = i;
    for (uint32_t i = 0; i < b->split_count; ++i)
        renamed[i] = b->head[renamed[i]];
    for (int32_t t = 0; t < out->triangle_count; ++t)
        for (int k = 0; k < 3; ++k)
            out->triangles[t][k] = renamed[out->triangles[t][k]];
}

static void fill_streams(builder* b, primitive* out) {
    const obj* o = b->o;
    size_t n = (size_t)out->vertex_count;
    out->positions = ARENA_NEW(b->memory, vec3, n);
    if (o->color != NULL)
        out->colors = arena_alloc(b->memory, n, sizeof *out->colors);
    if (b->with_vt)
        out->uvs = arena_alloc(b->memory, n, sizeof *out->uvs);
    if (b->with_vn)
        out->normals = arena_alloc(b->memory, n, sizeof *out->normals);
    for (size_t i = 0; i < n; ++i) {
        uint32_t v = b->whole ? (uint32_t)i : b->splits[i].v;
        out->positions[i] = o->v[v];
        if (o->color != NULL)
            memcpy(out->colors[i], o->color[v], sizeof *out->colors);
        if (b->with_vt && b->splits[i].vt != OBJ_NONE)
            memcpy(out->uvs[i], o->vt[b->splits[i].vt], sizeof *out->uvs);
        if (b->with_vn)
            memcpy(out->normals[i], o->vn[b->splits[i].vn], sizeof *out->normals);
    }
}

static bool build_primitive(builder* b, const obj_run* runs, int32_t run_count, primitive* out,
                            report* r) {
    int64_t triangles = measure(b, runs, run_count);
    if (triangles > INT32_MAX)
        return report_error(r, place_file(b->o->path), "has %lld triangles; at most %d can be read",
                            (long long)triangles, INT32_MAX);
    b->triangle_count += triangles;
    b->whole = b->one_primitive && !b->with_vt && !b->with_vn;
    b->split_count = 0;
    out->material = runs[0].material;
    out->triangle_count = (int32_t)triangles;
    out->triangles = arena_alloc(b->memory, (size_t)triangles, sizeof *out->triangles);

    int64_t done = 0;
    for (int32_t i = 0; i < run_count; ++i) {
        int64_t c = runs[i].first_corner;
        for (int64_t f = runs[i].first_face; f < runs[i].first_face + runs[i].face_count; ++f) {
            done += cut_face(b, f, c, out->triangles + done);
            c += b->o->face_size[f];
        }
    }
    if (!b->whole && b->split_count > INT32_MAX)
        return report_error(r, place_file(b->o->path), "has more vertices than can be read");
    out->vertex_count = b->whole ? b->o->v_count : (int32_t)b->split_count;
    if (!b->whole && !b->with_vt && !b->with_vn)
        sort_vertices(b, out);
    fill_streams(b, out);
    for (uint32_t i = 0; i < b->split_count; ++i)
        b->head[b->splits[i].v] = 0;
    return true;
}

static void tell(const builder* b, bytes file, report* r) {
    const char* path = b->o->path;
    if (b->thin_faces > 0)
        report_warning(r, place_line(path, obj_line_of_face(file, b->first_thin_face)),
                       "faces with fewer than 3 corners are skipped (%lld, this is the first)",
                       (long long)b->thin_faces);
    if (b->rough_faces > 0)
        report_warning(r, place_line(path, obj_line_of_face(file, b->first_rough_face)),
                       "faces without area, that cross themselves or have too many corners are cut "
                       "into fans (%lld, this is the first)",
                       (long long)b->rough_faces);
}

// Where the primitive that begins at run i ends, and how many corners it has.
static int32_t next_primitive(const obj* o, int32_t i, int64_t* corners) {
    int32_t j = i;
    *corners = 0;
    for (; j < o->run_count && o->runs[j].mesh == o->runs[i].mesh &&
           o->runs[j].material == o->runs[i].material;
         ++j)
        for (int64_t f = 0; f < o->runs[j].face_count; ++f)
            *corners += o->face_size[o->runs[j].first_face + f];
    return j;
}

bool obj_build(obj* o, bytes file, arena* scratch, arena* memory, imported* out, report* r) {
    qsort(o->runs, (size_t)o->run_count, sizeof(obj_run), compare_runs);
    int64_t most_corners = 0, corners;
    scene* s = &out->scene;
    for (int32_t i = 0; i < o->run_count; ++s->primitive_count) {
        i = next_primitive(o, i, &corners);
        most_corners = corners > most_corners ? corners : most_corners;
    }
    builder b = {.o = o,
                 .memory = memory,
                 .scratch = scratch,
                 .one_primitive = s->primitive_count == 1,
                 .head = ARENA_NEW(scratch, uint32_t, (size_t)o->v_count),
                 .splits = ARENA_NEW(scratch, split, (size_t)most_corners),
                 .cutter.memory = scratch};
    s->primitives = ARENA_NEW(memory, primitive, (size_t)s->primitive_count);
    s->meshes = ARENA_NEW(memory, mesh, (size_t)o->run_count);
    int32_t last_mesh = -1;
    for (int32_t i = 0, k = 0, j; i < o->run_count; i = j, ++k) {
        j = next_primitive(o, i, &corners);
        if (o->runs[i].mesh != last_mesh) {
            last_mesh = o->runs[i].mesh;
            const char* name = o->meshes.texts[last_mesh];
            name = name[0] != 0 ? name : simple_name(o->path, memory);
            s->meshes[s->mesh_count++] = (mesh){.name = name, .first_primitive = k};
        }
        ++s->meshes[s->mesh_count - 1].primitive_count;
        if (!build_primitive(&b, o->runs + i, j - i, &s->primitives[k], r))
            return false;
    }
    tell(&b, file, r);
    if (b.triangle_count == 0)
        return report_error(r, place_file(o->path), "has no face with three corners");
    simple_place_meshes(s, memory);
    return true;
}
