// A grid of cubes, bent, becomes tetrahedra, modes and an asset.
// SPDX-License-Identifier: MIT
#include "scenes/toy.h"

#include "runtime/math/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

toy_options toy_default(void) {
    return (toy_options){.kind = TOY_BOX,
                         .size = {0.1, 0.1, 0.1},
                         .cells = {4, 4, 4},
                         .modes = 20,
                         .first = 6.0,
                         .ratio = 0.1,
                         .material = {1e4, 0.4, 1000.0},
                         .spin = true};
}

// ---- volumes ---------------------------------------------------------------------------

// From the cube -1 .. 1 to the ball in it: planes of the cube become cones, nothing is flat.
static vec3 round_off(vec3 p) {
    double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
    return v3(p.x * sqrt(1.0 - y / 2.0 - z / 2.0 + y * z / 3.0),
              p.y * sqrt(1.0 - z / 2.0 - x / 2.0 + z * x / 3.0),
              p.z * sqrt(1.0 - x / 2.0 - y / 2.0 + x * y / 3.0));
}

// p: -1 .. 1 along each axis of the grid.
static vec3 bend(const toy_options* o, vec3 p) {
    vec3 half = v3_scale(o->size, 0.5);
    if (o->kind == TOY_BOX)
        return v3(p.x * half.x, p.y * half.y, p.z * half.z);
    if (o->kind == TOY_BALL)
        return v3_scale(round_off(p), half.x);
    double s, c, across = p.y * sqrt(1.0 - p.z * p.z / 2.0), up = p.z * sqrt(1.0 - p.y * p.y / 2.0);
    exact_sincos(EXACT_PI * p.x, &s, &c);
    double radius = half.x - half.y + half.y * across;
    return v3(radius * c, half.y * up, radius * s);
}

static tets grid(const toy_options* o, arena* memory) {
    static const int paths[6][3] = {{1, 2, 4}, {2, 4, 1}, {4, 1, 2},
                                    {2, 1, 4}, {1, 4, 2}, {4, 2, 1}};
    bool ring = o->kind == TOY_TORUS;
    const int32_t* n = o->cells;
    int32_t side[3] = {n[0] + !ring, n[1] + 1, n[2] + 1}, cells = n[0] * n[1] * n[2];
    tets t = {.node_count = side[0] * side[1] * side[2], .tet_count = 6 * cells, .width = 4};
    t.nodes = ARENA_NEW(memory, vec3, (size_t)t.node_count);
    t.elements = ARENA_NEW(memory, int32_t, 4 * (size_t)t.tet_count);
    for (int32_t i = 0; i < t.node_count; ++i) {
        int32_t x = i % side[0], y = i / side[0] % side[1], z = i / side[0] / side[1];
        t.nodes[i] = bend(o, v3(2.0 * x / n[0] - 1.0, 2.0 * y / n[1] - 1.0, 2.0 * z / n[2] - 1.0));
    }
    int32_t* to = t.elements;
    for (int32_t cell = 0; cell < cells; ++cell) {
        int32_t x = cell % n[0], y = cell / n[0] % n[1], z = cell / n[0] / n[1];
        for (int p = 0; p < 6; ++p, to += 4) {
            for (int k = 0, bits = 0; k < 4; bits |= k < 3 ? paths[p][k] : 0, ++k)
                to[k] = (x + (bits & 1)) % side[0] +
                        side[0] * (y + (bits >> 1 & 1) + side[1] * (z + (bits >> 2)));
            const vec3* v = t.nodes;
            if (tet_volume(v[to[0]], v[to[1]], v[to[2]], v[to[3]]) < 0.0) {
                int32_t swap = to[1];
                to[1] = to[2];
                to[2] = swap;
            }
        }
    }
    return t;
}

// ---- surface ---------------------------------------------------------------------------

typedef struct face {
    int32_t key[3]; // its nodes, ascending
    int32_t at[3];  // counter-clockwise from outside
} face;

static int by_nodes(const void* a, const void* b) {
    const int32_t *x = ((const face*)a)->key, *y = ((const face*)b)->key;
    for (int k = 0; k < 3; ++k)
        if (x[k] != y[k])
            return x[k] < y[k] ? -1 : 1;
    return 0;
}

static face face_of(const int32_t* tet, int side) {
    face f;
    for (int k = 0; k < 3; ++k)
        f.at[k] = f.key[k] = tet[tet_face[side][k]];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 2; ++k)
            if (f.key[k] > f.key[k + 1]) {
                int32_t swap = f.key[k];
                f.key[k] = f.key[k + 1];
                f.key[k + 1] = swap;
            }
    return f;
}

// Faces that only one tetrahedron has, in order of their nodes.
static face* surface_of(const tets* t, arena* memory, int32_t* count) {
    size_t all = 4 * (size_t)t->tet_count;
    face* faces = ARENA_NEW(memory, face, all);
    for (size_t i = 0; i < all; ++i)
        faces[i] = face_of(t->elements + i / 4 * (size_t)t->width, (int)(i % 4));
    qsort(faces, all, sizeof *faces, by_nodes); // equal ones are both left out
    *count = 0;
    for (size_t i = 0; i < all; ++i) {
        if (i + 1 < all && by_nodes(&faces[i], &faces[i + 1]) == 0)
            ++i;
        else
            faces[(*count)++] = faces[i];
    }
    return faces;
}

// ---- bones -----------------------------------------------------------------------------

enum { TOY_BONES = 8, INFLUENCES = 4 }; // at a vertex are two

static int32_t bones_of(const toy_options* o) {
    return o->bones < 1 ? 1 : o->bones > TOY_BONES ? TOY_BONES : o->bones;
}

// How much of a place is bone b's.
static double weight_of(const toy_options* o, vec3 at, int32_t b) {
    double last = bones_of(o) - 1, along = (at.y / o->size.y + 0.5) * bones_of(o) - 0.5;
    along = along < 0.0 ? 0.0 : along > last ? last : along;
    return fmax(0.0, 1.0 - fabs(along - b));
}

// [bones][nodes]; NULL for one bone.
static const double* weights_of(const toy_options* o, const tets* volume, arena* memory) {
    int32_t bones = bones_of(o), nodes = volume->node_count;
    if (bones == 1)
        return NULL;
    double* weights = ARENA_NEW(memory, double, (size_t)bones*(size_t)nodes);
    for (int32_t i = 0; i < bones * nodes; ++i)
        weights[i] = weight_of(o, volume->nodes[i % nodes], i / nodes);
    return weights;
}

// ---- asset -----------------------------------------------------------------------------

typedef struct making {
    const toy_options* o;
    const tets* volume;
    arena* memory;
    toy* out;
    asset_draft draft;
    asset_draft_part part;
    asset_draft_bone bones[TOY_BONES];
    format_mesh mesh;
    int32_t* vertex_of; // [node_count], -1 within
} making;

static void cover(making* m) {
    double unit = m->o->metres > 0.0 ? m->o->metres : 1.0;
    int32_t count = 0, vertices = 0, nodes = m->volume->node_count;
    const face* faces = surface_of(m->volume, m->memory, &count);
    m->vertex_of = ARENA_NEW(m->memory, int32_t, (size_t)nodes);
    memset(m->vertex_of, -1, sizeof(int32_t) * (size_t)nodes);
    for (int32_t i = 0; i < 3 * count; ++i)
        m->vertex_of[faces[i / 3].at[i % 3]] = 0;
    m->out->node = ARENA_NEW(m->memory, int32_t, (size_t)nodes);
    for (int32_t i = 0; i < nodes; ++i)
        if (m->vertex_of[i] == 0) {
            m->out->node[vertices] = i;
            m->vertex_of[i] = vertices++;
        }
    float(*positions)[3] = arena_alloc(m->memory, (size_t)vertices, 12);
    float(*normals)[3] = arena_alloc(m->memory, (size_t)vertices, 12);
    uint32_t(*triangles)[3] = arena_alloc(m->memory, (size_t)count, 12);
    vec3* sum = ARENA_NEW(m->memory, vec3, (size_t)vertices);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t* at = faces[i].at;
        const vec3* x = m->volume->nodes;
        vec3 area = v3_cross(v3_sub(x[at[1]], x[at[0]]), v3_sub(x[at[2]], x[at[0]]));
        for (int k = 0; k < 3; ++k) {
            int32_t v = m->vertex_of[at[k]];
            triangles[i][k] = (uint32_t)v;
            sum[v] = v3_add(sum[v], area);
        }
    }
    for (int32_t v = 0; v < vertices; ++v) {
        vec3 x = v3_scale(m->volume->nodes[m->out->node[v]], 1.0 / unit), n = v3_unit(sum[v]);
        const float at[3] = {(float)x.x, (float)x.y, (float)x.z};
        const float normal[3] = {(float)n.x, (float)n.y, (float)n.z};
        memcpy(positions[v], at, sizeof at);
        memcpy(normals[v], normal, sizeof normal);
    }
    m->mesh = (format_mesh){-1, -1, -1, 0, (uint32_t)vertices, 0, (uint32_t)count};
    m->draft.metres = unit;
    m->draft.vertex_count = vertices;
    m->draft.triangle_count = count;
    m->draft.positions = (const float(*)[3])positions;
    m->draft.normals = (const float(*)[3])normals;
    m->draft.triangles = (const uint32_t(*)[3])triangles;
}

static format_forcing forcing_in_file(const forcing_mode* f) {
    format_forcing out;
    for (int k = 0; k < 3; ++k) {
        out.s[k] = (float)f->s[k];
        for (int c = 0; c < 3; ++c)
            out.j[k][c] = (float)f->j[k][c];
    }
    return out;
}

static void skin(making* m) {
    int32_t bones = bones_of(m->o);
    size_t vertices = (size_t)m->draft.vertex_count;
    m->draft.bone_count = bones;
    for (int32_t b = 0; b < bones; ++b)
        m->bones[b] = (asset_draft_bone){bones == 1 ? "toy" : arena_format(m->memory, "bone %d", b),
                                         {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    if (bones == 1)
        return;
    uint16_t* joints = ARENA_NEW(m->memory, uint16_t, INFLUENCES * vertices);
    float* weights = ARENA_NEW(m->memory, float, INFLUENCES* vertices);
    for (size_t v = 0; v < vertices; ++v)
        for (int32_t b = 0, k = 0; b < bones && k < INFLUENCES; ++b) {
            double weight = weight_of(m->o, m->volume->nodes[m->out->node[v]], b);
            joints[INFLUENCES * v + (size_t)k] = (uint16_t)b;
            weights[INFLUENCES * v + (size_t)k] = (float)weight;
            k += weight > 0.0;
        }
    m->draft.influence_count = INFLUENCES;
    m->draft.joints = joints;
    m->draft.weights = weights;
}

static void describe_modes(making* m) {
    const modal_model* model = &m->out->model;
    size_t bones = (size_t)bones_of(m->o);
    size_t count = (size_t)model->count, vertices = (size_t)m->draft.vertex_count;
    double *lambda = ARENA_NEW(m->memory, double, count),
           *decay = ARENA_NEW(m->memory, double, count),
           *shape = ARENA_NEW(m->memory, double, 3 * (size_t)model->tets.node_count);
    format_forcing* forcing = ARENA_NEW(m->memory, format_forcing, bones * count);
    float(*shapes)[3] = arena_alloc(m->memory, count * vertices, sizeof *shapes);
    for (size_t i = 0; i < count; ++i) {
        const modal_mode* mode = &model->modes[i];
        lambda[i] = mode->value;
        decay[i] = mode->damping;
        for (size_t b = 0; b < bones; ++b)
            forcing[b * count + i] =
                forcing_in_file(bones == 1 ? &mode->forcing : &model->bones[i * bones + b]);
        modal_shape(model, (int32_t)i, shape);
        for (size_t v = 0; v < vertices; ++v)
            for (int k = 0; k < 3; ++k)
                shapes[i * vertices + v][k] =
                    (float)(shape[3 * m->out->node[v] + k] / m->draft.metres);
    }
    m->part.lambda = lambda;
    m->part.decay = decay;
    m->part.forcing = forcing;
    m->part.shapes = (const float(*)[3])shapes;
}

static void describe(making* m) {
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    static const int32_t bones[TOY_BONES] = {0, 1, 2, 3, 4, 5, 6, 7};
    const modal_model* model = &m->out->model;
    uint32_t* vertices = ARENA_NEW(m->memory, uint32_t, (size_t)m->draft.vertex_count);
    for (int32_t v = 0; v < m->draft.vertex_count; ++v)
        vertices[v] = (uint32_t)v;
    m->part = (asset_draft_part){.name = "toy",
                                 .coord_count = model->count,
                                 .bone_count = bones_of(m->o),
                                 .bones = bones,
                                 .vertex_count = m->draft.vertex_count,
                                 .vertices = vertices,
                                 .coupling_or_null = model->coupling,
                                 .stiffness = 1.0f,
                                 .damping = 1.0f,
                                 .response = 1.0f,
                                 .mass = model->body.mass};
    describe_modes(m);
    const double centre[3] = {model->body.centre.x, model->body.centre.y, model->body.centre.z};
    memcpy(m->part.centre, centre, sizeof centre);
    for (int k = 0; k < 6; ++k)
        m->part.inertia[k] = model->body.inertia[pair[k][0]][pair[k][1]];
    // half the size: nothing that is thrown about in a test is meant to reach it
    double size = fmax(m->o->size.x, fmax(m->o->size.y, m->o->size.z));
    m->part.limit = (float)(0.5 * size / m->draft.metres);
    skin(m);
    m->draft.part_count = m->draft.mesh_count = 1;
    m->draft.parts = &m->part;
    m->draft.bones = m->bones;
    m->draft.meshes = &m->mesh;
}

// From the model in `out`.
static bool write(const toy_options* o, const tets* volume, arena* memory, toy* out, report* r) {
    making m = {.o = o, .volume = volume, .memory = memory, .out = out};
    cover(&m);
    describe(&m);
    return asset_write(&m.draft, memory, &out->out, r) &&
           supple_asset_read(&out->asset, out->out.file.data, out->out.file.size) == SUPPLE_OK;
}

bool toy_from_tets(const tets* volume, const toy_options* o, arena* memory, toy* out, report* r) {
    *out = (toy){0};
    material* materials = ARENA_NEW(memory, material, (size_t)volume->tet_count);
    for (int32_t i = 0; i < volume->tet_count; ++i)
        materials[i] = o->material;
    double beta = o->first > 0.0 ? o->ratio / (EXACT_PI * o->first) : 0.0;
    modal_request q = {.volume = volume,
                       .materials = materials,
                       .ten_nodes = o->ten_nodes,
                       .count = o->modes,
                       .first_hz = o->first,
                       .damping = {.form = DAMPING_BY_NUMBERS, .numbers = {0.0, beta}},
                       .coupling = o->spin,
                       .bone_count = o->bones > 1 ? bones_of(o) : 0,
                       .weights_or_null = weights_of(o, volume, memory),
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    if (!modal_build(&q, &clock, &out->model, memory, r))
        return false;
    return write(o, volume, memory, out, r);
}

bool toy_make(const toy_options* o, arena* memory, toy* out, report* r) {
    tets volume = grid(o, memory);
    return toy_from_tets(&volume, o, memory, out, r);
}

// ---- changed ---------------------------------------------------------------------------

static forcing_mode scaled_forcing(forcing_mode f, double root, double scale) {
    for (int k = 0; k < 3; ++k) {
        f.s[k] *= root;
        for (int c = 0; c < 3; ++c)
            f.j[k][c] *= root * scale;
    }
    return f;
}

// lambda, shapes (1/sqrt(kg)) and forcing of the slowest modes; the coupling has no unit.
static void change_modes(const toy_options* o, modal_model* m, const modal_model* from,
                         const toy_change* c, arena* memory) {
    const double largest = 0.9 * (double)FORMAT_LARGEST; // of lambda
    double root = sqrt(c->scale * c->scale * c->scale * c->density);
    double stiffer = 4.0 * EXACT_PI * EXACT_PI * c->first * c->first / from->modes[0].value;
    size_t coords = 3 * (size_t)from->free_count, bones = (size_t)bones_of(o);
    m->count = 0;
    while (m->count < from->count && m->count < c->modes &&
           stiffer * from->modes[m->count].value < largest)
        ++m->count;
    size_t count = (size_t)m->count, all = (size_t)from->count;
    m->modes = ARENA_NEW(memory, modal_mode, count);
    m->vectors = ARENA_NEW(memory, double, count* coords);
    m->bones = from->bones == NULL ? NULL : ARENA_NEW(memory, forcing_mode, count * bones);
    m->coupling = from->coupling == NULL ? NULL : ARENA_NEW(memory, double, 6 * count * count);
    for (size_t i = 0; i < count; ++i) {
        m->modes[i] = from->modes[i];
        m->modes[i].value *= stiffer;
        m->modes[i].damping = 0.5 * c->ratio / (EXACT_PI * c->first) * m->modes[i].value;
        m->modes[i].forcing = scaled_forcing(from->modes[i].forcing, root, c->scale);
        for (size_t b = 0; b < bones && m->bones != NULL; ++b)
            m->bones[i * bones + b] = scaled_forcing(from->bones[i * bones + b], root, c->scale);
        for (size_t k = 0; k < coords; ++k)
            m->vectors[i * coords + k] = from->vectors[i * coords + k] / root;
        for (size_t k = 0; k < 6 * count && m->coupling != NULL; ++k) // k: matrix and column
            m->coupling[(k / count * count + i) * count + k % count] =
                from->coupling[(k / count * all + i) * all + k % count];
    }
}

bool toy_make_changed(const toy* from, const toy_options* o, const toy_change* change,
                      arena* memory, toy* out, report* r) {
    *out = (toy){.model = from->model};
    double s = change->scale, mass = s * s * s * change->density;
    modal_model* m = &out->model;
    toy_options scaled = *o;
    scaled.size = v3_scale(o->size, s);
    m->tets.nodes = ARENA_NEW(memory, vec3, (size_t)m->tets.node_count);
    for (int32_t i = 0; i < m->tets.node_count; ++i)
        m->tets.nodes[i] = v3_scale(from->model.tets.nodes[i], s);
    change_modes(o, m, &from->model, change, memory);
    m->body.mass *= mass;
    m->body.centre = v3_scale(m->body.centre, s);
    for (int i = 0; i < 9; ++i)
        m->body.inertia[i / 3][i % 3] *= mass * s * s;
    return write(&scaled, &m->tets, memory, out, r);
}
