// Small assets without finite elements: a bar on bones, with soft parts that overlap.
//
// The bar stands on the origin along y, `height` high. Flesh is a mass at each vertex, shapes are smooth
// and orthonormal in that mass, and forcing, coupling, bends and inertia are sums over the same masses,
// so that everything an asset says about a part agrees. Change the draft between _new and _write.
//
//   asset_maker m = asset_maker_new((asset_maker_options){.part_count = 2, .coord_count = 4});
//   m.parts[0].lambda[1] = 1000.0;
//   CHECK(asset_maker_write(&m));        // m.asset is read, m.out.file are its bytes
//   asset_maker_close(&m);
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/export/asset_out.h"
#include "runtime/math/exact.h"
#include "supple/supple.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASSET_MAKER_PARTS = 8 };

typedef struct asset_maker_options { // 0 and false are what is said in brackets
    int32_t rings, sides;            // of the bar's mesh [12, 8]
    int32_t bone_count;              // along the bar [3]
    int32_t part_count;      // [3]: the lower half and a bit, the upper, and all of it, by turns
    int32_t coord_count;     // of each part [4]
    int32_t influence_count; // [4]; -1 for none
    double metres;           // [1]
    double height;           // of the bar, in the mesh's unit [1]
    double hertz;   // of each part's first coordinate; the k-th has k + 1 times as much [2]
    double damping; // ratio to the critical, of every coordinate [0.05]
    double mass;    // of each part, kg [1]
    bool no_bends, no_coupling, tangents;
    bool seam; // along the bar, as texture coordinates make it: its vertices are there twice
    int32_t table_bits;                // 8: of tables [16, or 32]
    int32_t coords[ASSET_MAKER_PARTS]; // of each part, where it is other than coord_count
} asset_maker_options;

// What the draft points to, to be changed.
typedef struct asset_maker_part {
    double *lambda, *decay;           // [coord_count]
    uint32_t* vertices;               // [vertex_count]
    double (*shapes)[3], (*bends)[3]; // [coord_count][vertex_count]; bends NULL: none
    int32_t* bones;                   // [bone_count]
    format_forcing* forcing;          // [bone_count][coord_count]
    double* coupling;                 // [6][coord_count][coord_count]
    double vertex_mass;               // kg, of each vertex
} asset_maker_part;

typedef struct asset_maker {
    arena* memory;
    report r;
    asset_maker_options options;
    asset_draft draft;
    asset_draft_part* draft_parts; // the draft's, to be changed
    asset_draft_bone* bones;
    format_mesh* mesh;
    float (*positions)[3], (*normals)[3], (*tangents)[4];
    float* weights;
    asset_maker_part parts[ASSET_MAKER_PARTS];
    asset_out out;
    supple_asset asset;
} asset_maker;

// ---- mesh and bones --------------------------------------------------------------------

static inline void asset_maker_vertex(asset_maker* m, int32_t v, double x, double t, double z,
                                      double nx, double ny, double nz) {
    double h = m->options.height;
    float p[3] = {(float)(0.25 * h * x), (float)(h * t), (float)(0.25 * h * z)};
    float n[3] = {(float)nx, (float)ny, (float)nz};
    float along[4] = {ny == 0.0 ? 0.0f : 1.0f, ny == 0.0 ? 1.0f : 0.0f, 0.0f, 1.0f};
    memcpy(m->positions[v], p, sizeof p);
    memcpy(m->normals[v], n, sizeof n);
    memcpy(m->tangents[v], along, sizeof along);
}

static inline void asset_maker_mesh(asset_maker* m) {
    int32_t rings = m->options.rings, sides = m->options.sides, t = 0;
    int32_t around = sides + m->options.seam, n = (rings + 1) * around + 2;
    m->draft.vertex_count = n;
    m->draft.triangle_count = 2 * rings * sides + 2 * sides;
    m->positions = arena_alloc(m->memory, (size_t)n, sizeof *m->positions);
    m->normals = arena_alloc(m->memory, (size_t)n, sizeof *m->normals);
    m->tangents = arena_alloc(m->memory, (size_t)n, sizeof *m->tangents);
    uint32_t(*triangles)[3] = arena_alloc(m->memory, (size_t)m->draft.triangle_count, 12);
    asset_maker_vertex(m, n - 2, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0);
    asset_maker_vertex(m, n - 1, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0);
    for (int32_t i = 0; i <= rings; ++i)
        for (int32_t k = 0; k < around; ++k) {
            double s, c;
            exact_sincos(2.0 * EXACT_PI * (k % sides) / sides, &s, &c);
            asset_maker_vertex(m, i * around + k, c, (double)i / rings, s, c, 0.0, s);
            if (k == sides)
                continue;
            uint32_t a = (uint32_t)(i * around + k), b = (uint32_t)(i * around + (k + 1) % around);
            uint32_t up = (uint32_t)around;
            if (i == 0)
                memcpy(triangles[t++], (uint32_t[3]){a, b, (uint32_t)(n - 2)}, 12);
            if (i == rings) {
                memcpy(triangles[t++], (uint32_t[3]){b, a, (uint32_t)(n - 1)}, 12);
                continue;
            }
            memcpy(triangles[t++], (uint32_t[3]){a, a + up, b}, 12);
            memcpy(triangles[t++], (uint32_t[3]){b, a + up, b + up}, 12);
        }
    m->mesh = ARENA_NEW(m->memory, format_mesh, 1);
    *m->mesh = (format_mesh){0, 0, 0, 0, (uint32_t)n, 0, (uint32_t)m->draft.triangle_count};
    m->draft.mesh_count = 1;
    m->draft.triangles = (const uint32_t(*)[3])triangles;
}

// How much of a vertex is bone b's: bones stand at even distances, weights are linear between them.
static inline double asset_maker_weight(const asset_maker* m, int32_t v, int32_t b) {
    double along = (double)m->positions[v][1] / m->options.height * m->options.bone_count - 0.5;
    double last = m->options.bone_count - 1;
    along = along < 0.0 ? 0.0 : along > last ? last : along;
    double away = along > b ? along - b : b - along;
    return away < 1.0 ? 1.0 - away : 0.0;
}

static inline void asset_maker_skin(asset_maker* m) {
    int32_t bones = m->options.bone_count, k = m->options.influence_count;
    size_t n = (size_t)m->draft.vertex_count;
    m->bones = ARENA_NEW(m->memory, asset_draft_bone, (size_t)bones);
    for (int32_t b = 0; b < bones; ++b) {
        float y = (float)(m->options.height * b / bones);
        float rows[12] = {1, 0, 0, 0, 0, 1, 0, -y, 0, 0, 1, 0};
        m->bones[b].name = arena_format(m->memory, "bone %d", b);
        memcpy(m->bones[b].inverse_bind, rows, sizeof rows);
    }
    m->draft.bone_count = bones;
    m->draft.influence_count = k > 0 ? k : 0;
    if (k <= 0)
        return;
    uint16_t* joints = ARENA_NEW(m->memory, uint16_t, n * (size_t)k);
    m->weights = ARENA_NEW(m->memory, float, n*(size_t)k);
    for (size_t v = 0; v < n; ++v)
        for (int32_t b = 0, at = 0; b < bones && at < k; ++b)
            if (asset_maker_weight(m, (int32_t)v, b) > 0.0) {
                joints[v * (size_t)k + (size_t)at] = (uint16_t)b;
                m->weights[v * (size_t)k + (size_t)at++] =
                    (float)asset_maker_weight(m, (int32_t)v, b);
            }
    m->draft.joints = joints;
    m->draft.weights = m->weights;
}

// ---- parts -----------------------------------------------------------------------------

// A displacement and what it does to the normal: -(grad u)^T n, without its part along n. The k-th shape
// sways along x, along z and swells by turns, with more and more waves along the part.
static inline void asset_maker_shape(const asset_maker* m, uint32_t v, double low, double high,
                                     int32_t k, double u[3], double bend[3]) {
    const float *p = m->positions[v], *normal = m->normals[v];
    double length = (high - low) * m->options.height, waves = 1.0 + k / 3, s, c, s2, c2;
    double t = ((double)p[1] - low * m->options.height) / length;
    exact_sincos(EXACT_PI * waves * t, &s, &c);
    exact_sincos(2.0 * EXACT_PI * waves * t, &s2, &c2);
    double f = s * s, slope = EXACT_PI * waves * s2 / length;
    double n[3] = {(double)normal[0], (double)normal[1], (double)normal[2]};
    double d[3] = {k % 3 == 0, 0.0, k % 3 == 1};               // u = f d
    double swell = k % 3 == 2 ? 4.0 / m->options.height : 0.0; // of its radius, h / 4
    d[0] += swell * (double)p[0];
    d[2] += swell * (double)p[2];
    double g[3] = {f * swell * n[0], slope * (d[0] * n[0] + d[2] * n[2]), f * swell * n[2]};
    double along = g[0] * n[0] + g[1] * n[1] + g[2] * n[2];
    for (int i = 0; i < 3; ++i) {
        u[i] = f * d[i];
        bend[i] = along * n[i] - g[i];
    }
}

// Orthonormal in the mass: sum over vertices of mass (u metres)^2 is 1 for q = 1. Bends go along.
static inline void asset_maker_orthonormal(const asset_maker* m, asset_maker_part* p, size_t n,
                                           int32_t count) {
    double unit = p->vertex_mass * m->options.metres * m->options.metres;
    for (int32_t k = 0; k < count; ++k) {
        double *u = p->shapes[(size_t)k * n], *bend = p->bends[(size_t)k * n], norm = 0.0;
        for (int32_t j = 0; j < 2 * k; ++j) { // twice, for the digits
            const double *w = p->shapes[(size_t)(j % k) * n], *b = p->bends[(size_t)(j % k) * n];
            double dot = 0.0;
            for (size_t i = 0; i < 3 * n; ++i)
                dot += unit * u[i] * w[i];
            for (size_t i = 0; i < 3 * n; ++i) {
                u[i] -= dot * w[i];
                bend[i] -= dot * b[i];
            }
        }
        for (size_t i = 0; i < 3 * n; ++i)
            norm += unit * u[i] * u[i];
        for (size_t i = 0; i < 3 * n; ++i) {
            u[i] /= sqrt(norm);
            bend[i] /= sqrt(norm);
        }
    }
}

static inline void asset_maker_forcing(const asset_maker* m, asset_maker_part* p, size_t n,
                                       size_t count) {
    double metres = m->options.metres;
    for (size_t b = 0; b < (size_t)m->options.bone_count; ++b)
        for (size_t k = 0; k < count; ++k) {
            double sum[12] = {0};
            for (size_t i = 0; i < n; ++i) {
                double w = asset_maker_weight(m, (int32_t)p->vertices[i], (int32_t)b);
                for (int a = 0; a < 3; ++a) {
                    double push = w * p->vertex_mass * metres * p->shapes[k * n + i][a];
                    sum[a] += push;
                    for (int c = 0; c < 3; ++c)
                        sum[3 + 3 * a + c] +=
                            push * metres * (double)m->positions[p->vertices[i]][c];
                }
            }
            float* out = (float*)&p->forcing[b * count + k];
            for (int i = 0; i < 12; ++i)
                out[i] = (float)sum[i];
        }
}

static inline void asset_maker_coupling(const asset_maker* m, asset_maker_part* p, size_t n,
                                        size_t count) {
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    double unit = p->vertex_mass * m->options.metres * m->options.metres;
    for (size_t at = 0; at < 6 * count * count; ++at) {
        const int* ab = pairs[at / (count * count)];
        size_t i = at / count % count, k = at % count;
        for (size_t v = 0; v < n; ++v)
            p->coupling[at] += unit * p->shapes[i * n + v][ab[0]] * p->shapes[k * n + v][ab[1]];
    }
}

static inline void asset_maker_inertia(const asset_maker* m, const asset_maker_part* p,
                                       asset_draft_part* d) {
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    double metres = m->options.metres, n = d->vertex_count;
    d->mass = m->options.mass;
    for (int32_t i = 0; i < d->vertex_count; ++i)
        for (int c = 0; c < 3; ++c)
            d->centre[c] += metres * (double)m->positions[p->vertices[i]][c] / n;
    for (int32_t i = 0; i < d->vertex_count; ++i) {
        double x[3];
        for (int c = 0; c < 3; ++c)
            x[c] = metres * (double)m->positions[p->vertices[i]][c] - d->centre[c];
        double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        for (int c = 0; c < 6; ++c)
            d->inertia[c] +=
                p->vertex_mass * ((c < 3 ? square : 0.0) - x[pairs[c][0]] * x[pairs[c][1]]);
    }
}

static inline void asset_maker_make_part(asset_maker* m, int32_t index) {
    static const char* const names[3] = {"lower", "upper", "all"};
    static const double ranges[3][2] = {{0.0, 0.6}, {0.4, 1.0}, {0.0, 1.0}};
    const asset_maker_options* o = &m->options;
    double low = ranges[index % 3][0], high = ranges[index % 3][1];
    asset_maker_part* p = &m->parts[index];
    int32_t coords = o->coords[index] > 0 ? o->coords[index] : o->coord_count;
    size_t count = (size_t)coords, bones = (size_t)o->bone_count, n = 0;
    p->vertices = ARENA_NEW(m->memory, uint32_t, (size_t)m->draft.vertex_count);
    for (int32_t v = 0; v < m->draft.vertex_count; ++v)
        if ((double)m->positions[v][1] > low * o->height + 1e-3 * o->height &&
            (double)m->positions[v][1] < high * o->height - 1e-3 * o->height)
            p->vertices[n++] = (uint32_t)v;
    p->vertex_mass = o->mass / (double)n;
    p->shapes = arena_alloc(m->memory, count * n, sizeof *p->shapes);
    p->bends = arena_alloc(m->memory, count * n, sizeof *p->bends);
    p->lambda = ARENA_NEW(m->memory, double, count);
    p->decay = ARENA_NEW(m->memory, double, count);
    p->bones = ARENA_NEW(m->memory, int32_t, bones);
    p->forcing = ARENA_NEW(m->memory, format_forcing, bones * count);
    p->coupling = ARENA_NEW(m->memory, double, 6 * count * count);
    for (size_t b = 0; b < bones; ++b)
        p->bones[b] = (int32_t)b;
    for (size_t k = 0; k < count; ++k) {
        double w = 2.0 * EXACT_PI * o->hertz * (double)(k + 1);
        p->lambda[k] = w * w;
        p->decay[k] = o->damping * w;
        for (size_t i = 0; i < n; ++i)
            asset_maker_shape(m, p->vertices[i], low, high, (int32_t)k, p->shapes[k * n + i],
                              p->bends[k * n + i]);
    }
    asset_maker_orthonormal(m, p, n, (int32_t)count);
    asset_maker_forcing(m, p, n, count);
    asset_maker_coupling(m, p, n, count);
    m->draft_parts[index] = (asset_draft_part){
        .name = arena_format(m->memory, index < 3 ? "%s" : "%s %d", names[index % 3], index / 3),
        .coord_count = coords,
        .bone_count = o->bone_count,
        .vertex_count = (int32_t)n,
        .lambda = p->lambda,
        .decay = p->decay,
        .bones = p->bones,
        .forcing = p->forcing,
        .coupling_or_null = o->no_coupling ? NULL : p->coupling,
        .vertices = p->vertices,
        .stiffness = 1.0f,
        .damping = 1.0f,
        .response = 1.0f,
        .limit = (float)(0.1 * o->height),
    };
    asset_maker_inertia(m, p, &m->draft_parts[index]);
}

// ---- use -------------------------------------------------------------------------------

static inline asset_maker asset_maker_new(asset_maker_options o) {
    asset_maker m = {.memory = arena_create()};
    m.r = report_new(m.memory);
    o.rings = o.rings > 0 ? o.rings : 12;
    o.sides = o.sides > 0 ? o.sides : 8;
    o.bone_count = o.bone_count > 0 ? o.bone_count : 3;
    o.part_count = o.part_count > 0 ? o.part_count : 3;
    o.coord_count = o.coord_count > 0 ? o.coord_count : 4;
    o.influence_count = o.influence_count != 0 ? o.influence_count : 4;
    o.metres = o.metres > 0.0 ? o.metres : 1.0;
    o.height = o.height > 0.0 ? o.height : 1.0;
    o.hertz = o.hertz > 0.0 ? o.hertz : 2.0;
    o.damping = o.damping > 0.0 ? o.damping : 0.05;
    o.mass = o.mass > 0.0 ? o.mass : 1.0;
    m.options = o;
    asset_maker_mesh(&m);
    asset_maker_skin(&m);
    m.draft_parts = ARENA_NEW(m.memory, asset_draft_part, ASSET_MAKER_PARTS);
    for (int32_t p = 0; p < o.part_count; ++p)
        asset_maker_make_part(&m, p);
    m.draft.part_count = o.part_count;
    m.draft.metres = o.metres;
    m.draft.gravity[1] = -9.81;
    return m;
}

static inline const float (*asset_maker_rounded(asset_maker* m, double (*values)[3],
                                                size_t count))[3] {
    float(*out)[3] = arena_alloc(m->memory, count, sizeof *out);
    for (size_t i = 0; i < count; ++i)
        for (int c = 0; c < 3; ++c)
            out[i][c] = (float)values[i][c];
    return (const float(*)[3])out;
}

// The draft as a file, and read back. May be called again after changes.
static inline bool asset_maker_write(asset_maker* m) {
    m->draft.parts = m->draft_parts;
    m->draft.bones = m->bones;
    m->draft.meshes = m->mesh;
    m->draft.positions = (const float(*)[3])m->positions;
    m->draft.normals = (const float(*)[3])m->normals;
    m->draft.table_bits = m->options.table_bits;
    m->draft.tangents_or_null = m->options.tangents ? (const float(*)[4])m->tangents : NULL;
    for (int32_t p = 0; p < m->draft.part_count; ++p) {
        asset_draft_part* d = &m->draft_parts[p];
        size_t count = (size_t)d->coord_count * (size_t)d->vertex_count;
        d->shapes = asset_maker_rounded(m, m->parts[p].shapes, count);
        bool bends = !m->options.no_bends && m->parts[p].bends != NULL;
        d->bends_or_null = bends ? asset_maker_rounded(m, m->parts[p].bends, count) : NULL;
    }
    return asset_write(&m->draft, m->memory, &m->out, &m->r) &&
           supple_asset_read(&m->asset, m->out.file.data, m->out.file.size) == SUPPLE_OK;
}

static inline void asset_maker_close(asset_maker* m) {
    arena_destroy(m->memory);
}

// For the test of the shaders, which want assets of every kind: written to a folder if one is given.
static inline bool asset_maker_keep(asset_maker* m, const char* name) {
    static int count;
    const char* folder = getenv("SUPPLE_ASSETS_OUT");
    char path[4096];
    if (folder == NULL)
        return true;
    snprintf(path, sizeof path, "%s/%s%d.supple", folder, name, ++count);
    return file_write(path, m->out.file.data, m->out.file.size, &m->r);
}
