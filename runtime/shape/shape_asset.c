// A rigid shape as an asset: the bytes of a file without coordinates, made in memory.
//
// A body is u = U q on top of a rigid motion; one without flesh has no columns in U and is a body in everything else: steps,
// contacts, joints, queries, sleep, states. So nothing beside assets is needed to make one, and the gate that files go through
// reads this one too.
// SPDX-License-Identifier: MIT
#include "format/format.h"
#include "runtime/asset/prepared.h"
#include "runtime/base/memory.h"
#include "runtime/shape/shape.h"

#include <string.h>

static const char NAMES[] = "body\0bone";

// The block of a shape: a file, and behind it what a prepared asset has of pieces.
typedef struct block {
    uint8_t* base; // NULL while measuring
    memory_layout l;
    int32_t section_count;
    shape_size size; // of all pieces
    hull* hulls;     // [pieces] of those that are hulls
    shape_piece* pieces;
    double (*points)[3];
    shape_mesh mesh; // where to write the next piece
    size_t file;     // bytes
} block;

static void* section(block* b, format_kind kind, size_t stride, int32_t count) {
    size_t at = b->l.at;
    void* begin = memory_take(&b->l, (size_t)count, stride);
    if (b->base != NULL) {
        format_section* s = (format_section*)(b->base + sizeof(format_header)) + b->section_count;
        *s = (format_section){(uint32_t)kind, (uint32_t)stride, (uint64_t)count, at};
    }
    ++b->section_count;
    return begin;
}

// What does not follow from the pieces one by one.
static void fill_fixed(format_body* body, format_bone* bone, format_mesh* mesh,
                       const shape_size* size) {
    *body = (format_body){.metres = 1.0f, .layer_count = 1};
    *bone = (format_bone){5, {[0] = 1.0f, [5] = 1.0f, [10] = 1.0f}};
    *mesh = (format_mesh){-1, -1, -1, 0, (uint32_t)size->vertices, 0, (uint32_t)size->triangles};
}

static void fill_part(format_part* part, const supple_measures* m, int32_t vertices) {
    *part = (format_part){.model = SUPPLE_MODAL,
                          .part_bone_count = 1,
                          .part_vertex_count = (uint32_t)vertices,
                          .bend_texel = FORMAT_NONE,
                          .stiffness = 1.0f,
                          .damping = 1.0f,
                          .response = 1.0f,
                          .limit = 1.0f,
                          .mass = m->mass,
                          .centre = {m->centre.x, m->centre.y, m->centre.z}};
    const int at[6] = {0, 4, 8, 1, 5, 2};
    for (int k = 0; k < 6; ++k)
        part->inertia[k] = m->inertia[at[k]];
}

enum { SHAPE_SECTIONS = 11 };

static void lay_out(block* b, const supple_measures* m, int32_t piece_count) {
    const shape_size* n = &b->size;
    b->section_count = 0;
    b->l = (memory_layout){b->base, 0};
    format_header* header = memory_take(&b->l, 1, sizeof *header);
    memory_take(&b->l, SHAPE_SECTIONS, sizeof(format_section));
    format_body* body = section(b, FORMAT_BODY, sizeof *body, 1);
    format_part* part = section(b, FORMAT_PARTS, sizeof *part, 1);
    format_bone* bone = section(b, FORMAT_BONES, sizeof *bone, 1);
    section(b, FORMAT_PART_BONES, sizeof(format_part_bone), 1); // bone 0
    format_mesh* mesh = section(b, FORMAT_MESHES, sizeof *mesh, 1);
    b->mesh.positions = section(b, FORMAT_POSITIONS, sizeof *b->mesh.positions, n->vertices);
    b->mesh.normals = section(b, FORMAT_NORMALS, sizeof *b->mesh.normals, n->vertices);
    b->mesh.triangles = section(b, FORMAT_TRIANGLES, sizeof *b->mesh.triangles, n->triangles);
    uint32_t* members = section(b, FORMAT_PART_VERTICES, sizeof *members, n->vertices);
    uint32_t* links = section(b, FORMAT_LINKS, sizeof *links, n->vertices);
    void* names = section(b, FORMAT_NAMES, 1, sizeof NAMES);
    b->file = b->l.at;
    b->pieces = memory_take(&b->l, (size_t)piece_count, sizeof *b->pieces);
    b->points = memory_take(&b->l, (size_t)n->points, sizeof *b->points);
    if (b->base == NULL)
        return;
    *header = (format_header){.version = FORMAT_VERSION_OWN,
                              .section_count = (uint32_t)b->section_count,
                              .size = b->file};
    memcpy(header->magic, FORMAT_MAGIC, sizeof header->magic);
    fill_fixed(body, bone, mesh, n);
    fill_part(part, m, n->vertices);
    for (int32_t v = 0; v < n->vertices; ++v)
        members[v] = links[v] = (uint32_t)v;
    memcpy(names, NAMES, sizeof NAMES);
}

static void write_piece(block* b, const supple_shape* s, const hull* h, const frame_pose* pose,
                        shape_piece* out) {
    shape_size n = shape_mesh_size(s, h);
    shape_mesh* m = &b->mesh;
    m->points = b->points;
    *out = (shape_piece){.kind = s->kind,
                         .radius = shape_is_round(s->kind) ? (double)s->radius : 0.0,
                         .points = (const double(*)[3])b->points,
                         .point_count = n.points,
                         .first_vertex = (int32_t)m->first_vertex,
                         .vertex_count = n.vertices,
                         .first_triangle = b->size.triangles,
                         .triangle_count = n.triangles};
    shape_write_mesh(s, h, pose, m);
    m->positions += n.vertices;
    m->normals += n.vertices;
    m->triangles += n.triangles;
    m->first_vertex += (uint32_t)n.vertices;
    b->points += n.points;
    b->size.triangles += n.triangles;
}

// The hulls among the pieces; false: one is none. And what all of them weigh, and how large they are.
static bool measure(block* b, const supple_shape* shape, void* scratch, shape_moments* sum) {
    *sum = (shape_moments){0};
    for (int32_t i = 0; i < shape_part_count(shape); ++i) {
        frame_pose pose;
        supple_shape s = shape_part(shape, i, &pose);
        if (s.kind == SUPPLE_HULL && !hull_find(s.positions, s.vertex_count, scratch, &b->hulls[i]))
            return false;
        shape_size n = shape_mesh_size(&s, &b->hulls[i]);
        b->size.vertices += n.vertices;
        b->size.triangles += n.triangles;
        b->size.points += n.points;
        shape_add_moments(&s, &b->hulls[i], &pose, sum);
    }
    return sum->mass > 0.0;
}

static supple_prepared* make(block* b, const supple_shape* shape, const shape_moments* sum,
                             const supple_allocator* allocator) {
    supple_measures m = shape_measures(sum, (double)shape->mass);
    int32_t count = shape_part_count(shape);
    lay_out(b, &m, count);
    size_t bytes = b->l.at;
    b->base = allocator->allocate(allocator->user, bytes);
    if (b->base == NULL)
        return NULL;
    memset(b->base, 0, bytes);
    lay_out(b, &m, count);
    shape_piece* pieces = b->pieces;
    b->size.triangles = 0;
    for (int32_t i = 0; i < count; ++i) {
        frame_pose pose;
        supple_shape s = shape_part(shape, i, &pose);
        write_piece(b, &s, &b->hulls[i], &pose, &pieces[i]);
    }
    supple_asset asset;
    supple_prepared* p = NULL;
    if (supple_asset_read(&asset, b->base, b->file) == SUPPLE_OK && supple_asset_is_free(&asset))
        p = supple_asset_prepare(&asset, allocator);
    if (p == NULL) {
        allocator->release(allocator->user, b->base, bytes);
        return NULL;
    }
    p->own = b->base;
    p->own_size = bytes;
    p->pieces = pieces;
    p->piece_count = count;
    return p;
}

// What is needed only meanwhile: room for hulls and what finding one takes.
typedef struct meanwhile {
    void* memory;
    size_t size;
    hull* hulls;
    void* scratch;
} meanwhile;

static bool take(meanwhile* w, const supple_shape* shape, const supple_allocator* a) {
    memory_layout l = {NULL, 0};
    for (int round = 0; round < 2; ++round) {
        l.at = 0;
        w->hulls = memory_take(&l, (size_t)shape_part_count(shape), sizeof *w->hulls);
        w->scratch = memory_take(&l, hull_scratch(HULL_MOST_POINTS), 1);
        if (round == 0) {
            w->size = l.at;
            w->memory = l.base = a->allocate(a->user, w->size);
            if (w->memory == NULL)
                return false;
        }
    }
    return true;
}

supple_prepared* supple_shape_prepare(const supple_shape* shape,
                                      const supple_allocator* allocator_or_null) {
    supple_allocator a = memory_allocator(allocator_or_null);
    meanwhile w;
    shape_moments sum;
    if (shape_wrong_rigid(shape) != NULL || !take(&w, shape, &a))
        return NULL;
    block b = {.hulls = w.hulls};
    supple_prepared* p = measure(&b, shape, w.scratch, &sum) ? make(&b, shape, &sum, &a) : NULL;
    a.release(a.user, w.memory, w.size);
    return p;
}

supple_shape supple_shape_default(supple_shape_kind kind) {
    return (supple_shape){.kind = kind, .friction = SUPPLE_UNSET};
}

const char* supple_shape_wrong(const supple_shape* shape, bool rigid) {
    return rigid ? shape_wrong_rigid(shape) : shape_wrong(shape);
}
