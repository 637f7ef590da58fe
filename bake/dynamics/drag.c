// Faces on several threads, then summed in their order.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/drag.h"

#include "bake/base/parallel.h"

#include <string.h>

enum { DRAG_GRAIN = 256 };

typedef struct drag {
    drag_faces faces;
    const drag_air* air;
} drag;

// What a face feels: rho / 2 A, its unit normal, and its velocity in the air, across and along.
typedef struct feeling {
    double size; // kg/m
    vec3 normal;
    double across;
    vec3 along;
} feeling;

static vec3 vec3_at(const double* field, int32_t node) {
    const double* p = field + 3 * (size_t)node;
    return v3(p[0], p[1], p[2]);
}

// Of a node through the air, along the axes of its frame.
static vec3 velocity_of(const drag* d, int32_t node, vec3 x, const energy_place* at) {
    vec3 v = at->v != NULL ? vec3_at(at->v, node) : v3(0.0, 0.0, 0.0);
    if (at->now == NULL || !at->now->framed)
        return v3_sub(v, d->air->wind);
    const moment_frame* f = &at->now->frames[node];
    return moment_back(f, v3_sub(moment_velocity(f, x, v), d->air->wind));
}

static feeling feeling_of(const drag* d, int32_t face, const energy_place* at) {
    const int32_t* t = d->faces.triangles + 3 * (size_t)face;
    vec3 x[3], velocity = {0};
    for (int k = 0; k < 3; ++k) {
        x[k] = v3_add(d->faces.nodes[t[k]], vec3_at(at->u, t[k]));
        velocity = v3_madd(velocity, velocity_of(d, t[k], x[k], at), 1.0 / 3.0);
    }
    vec3 twice = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    feeling f = {.size = 0.25 * d->air->density * v3_length(twice), .normal = v3_unit(twice)};
    f.across = v3_dot(velocity, f.normal);
    f.along = v3_madd(velocity, f.normal, -f.across);
    return f;
}

static energy_pattern term_pattern(void* data, const energy_place* at) {
    const drag* d = data;
    (void)at; // faces never change
    return (energy_pattern){
        .mesh = {d->faces.triangles, d->faces.triangle_count, 3, 3, d->faces.node_count}};
}

static double term_energy(void* data, const energy_place* at) {
    (void)data, (void)at;
    return 0.0;
}

// Between any two corners of a face: the derivative by its velocity, a third of which is each corner's.
static void block_of(const drag* d, int32_t face, const energy_place* at, double block[3][3]) {
    feeling f = feeling_of(d, face, at);
    double speed = v3_length(f.along), part = f.size * at->rate / 9.0;
    double across = 2.0 * d->air->across * fabs(f.across), along = d->air->along * speed;
    double twice = speed > 0.0 ? d->air->along / speed : 0.0;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            double normal = (&f.normal.x)[a] * (&f.normal.x)[b];
            block[a][b] = part * (across * normal + along * ((a == b ? 1.0 : 0.0) - normal) +
                                  twice * (&f.along.x)[a] * (&f.along.x)[b]);
        }
}

typedef struct force_job {
    const drag* d;
    const energy_place* at;
    const double* along_or_null; // of the matrix times this instead
    vec3* thirds;                // [triangle_count] at each corner
} force_job;

static vec3 times(const drag* d, int32_t face, const energy_place* at, const double* along) {
    double b[3][3];
    vec3 v = {0};
    block_of(d, face, at, b);
    for (int k = 0; k < 3; ++k)
        v = v3_add(v, vec3_at(along, d->faces.triangles[3 * (size_t)face + (size_t)k]));
    return v3(b[0][0] * v.x + b[0][1] * v.y + b[0][2] * v.z,
              b[1][0] * v.x + b[1][1] * v.y + b[1][2] * v.z,
              b[2][0] * v.x + b[2][1] * v.y + b[2][2] * v.z);
}

static void find_thirds(void* user, int64_t begin, int64_t end) {
    const force_job* j = user;
    const drag_air* air = j->d->air;
    for (int64_t i = begin; i < end; ++i) {
        if (j->along_or_null != NULL) {
            j->thirds[i] = times(j->d, (int32_t)i, j->at, j->along_or_null);
            continue;
        }
        feeling f = feeling_of(j->d, (int32_t)i, j->at);
        vec3 push = v3_scale(f.normal, air->across * fabs(f.across) * f.across);
        push = v3_madd(push, f.along, air->along * v3_length(f.along));
        j->thirds[i] = v3_scale(push, f.size / 3.0);
    }
}

static void sum_thirds(force_job* j, double* force) {
    const drag_faces* faces = &j->d->faces;
    arena* scratch = arena_create();
    j->thirds = ARENA_NEW(scratch, vec3, (size_t)faces->triangle_count + 1);
    parallel_for(faces->threads, faces->triangle_count, DRAG_GRAIN, find_thirds, j);
    memset(force, 0, 3 * (size_t)faces->node_count * sizeof *force);
    for (int32_t i = 0; i < faces->triangle_count; ++i)
        for (int k = 0; k < 3; ++k) {
            double* to = force + 3 * (size_t)faces->triangles[3 * (size_t)i + (size_t)k];
            to[0] += j->thirds[i].x;
            to[1] += j->thirds[i].y;
            to[2] += j->thirds[i].z;
        }
    arena_destroy(scratch);
}

// At the velocities of the place, which a conserving step gives half way.
static void term_force(void* data, const energy_place* at, const double* change_or_null,
                       double* force) {
    (void)change_or_null;
    sum_thirds(&(force_job){.d = data, .at = at}, force);
}

static void term_times(void* data, const energy_place* at, energy_matrix which, const double* field,
                       double* force) {
    (void)which;
    sum_thirds(&(force_job){.d = data, .at = at, .along_or_null = field}, force);
}

typedef struct matrix_job {
    const drag* d;
    const energy_place* at;
} matrix_job;

static void element_matrix(const void* user, int32_t element, double* matrix) {
    const matrix_job* j = user;
    double block[3][3];
    block_of(j->d, element, j->at, block);
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
            matrix[9 * row + column] = block[row % 3][column % 3];
}

static void term_matrix(void* data, const energy_place* at, energy_matrix which, sparse* out) {
    energy_pattern p = term_pattern(data, at);
    (void)which;
    const drag* d = data;
    sparse_assemble(out, &p.mesh, element_matrix, &(matrix_job){d, at}, d->faces.threads);
}

bool drag_term(const drag_faces* faces, const drag_air* air, energy_term* out, arena* memory,
               report* r) {
    const double numbers[3] = {air->density, air->across, air->along};
    static const char* const names[3] = {"density", "coefficient across", "coefficient along"};
    for (int i = 0; i < 3; ++i)
        if (!(numbers[i] >= 0.0 && isfinite(numbers[i])))
            return report_error(r, place_none(),
                                "the air's %s is %g; it is finite and not negative", names[i],
                                numbers[i]);
    if (!isfinite(v3_dot(air->wind, air->wind)))
        return report_error(r, place_none(), "the wind is no velocity");
    drag* d = ARENA_NEW(memory, drag, 1);
    *d = (drag){*faces, air};
    *out = (energy_term){.data = d,
                         .pattern = term_pattern,
                         .energy = term_energy,
                         .force = term_force,
                         .times = term_times,
                         .matrix = term_matrix};
    return true;
}
