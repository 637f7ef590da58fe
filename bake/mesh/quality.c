// One pass over the tets, one nearest-point query a surface vertex.
// SPDX-License-Identifier: MIT
#include "bake/mesh/quality.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/mesh/tet_topology.h"

// The six dihedral angles in degrees: at the edge between the faces opposite corners i and k.
static void dihedrals(const vec3 p[4], double out[6]) {
    vec3 n[4];
    for (int k = 0; k < 4; ++k) {
        const int* f = tet_face[k];
        n[k] = v3_cross(v3_sub(p[f[1]], p[f[0]]), v3_sub(p[f[2]], p[f[0]]));
    }
    int count = 0;
    for (int i = 0; i < 4; ++i)
        for (int k = i + 1; k < 4; ++k) {
            double outer = exact_atan2(v3_length(v3_cross(n[i], n[k])), v3_dot(n[i], n[k]));
            out[count++] = 180.0 * (1.0 - outer / EXACT_PI);
        }
}

void tets_smallest_angles(const tets* t, double* out) {
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * t->width;
        vec3 p[4] = {t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]};
        double angle[6];
        dihedrals(p, angle);
        out[i] = angle[0];
        for (int k = 1; k < 6; ++k)
            out[i] = fmin(out[i], angle[k]);
    }
}

static void measure_angles(const tets* t, tet_quality* q) {
    q->dihedral_min = 180.0;
    q->edge_min = INFINITY;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * t->width;
        vec3 p[4] = {t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]};
        double angle[6], volume = tet_volume(p[0], p[1], p[2], p[3]);
        q->volume += volume;
        q->inverted += !(volume > 0.0);
        dihedrals(p, angle);
        for (int k = 0; k < 6; ++k) {
            int bin = (int)(angle[k] / 10.0);
            ++q->angle_count[bin < 0 ? 0 : bin > 17 ? 17 : bin];
            q->dihedral_max = fmax(q->dihedral_max, angle[k]);
            if (angle[k] < q->dihedral_min) {
                q->dihedral_min = angle[k];
                q->worst_tet = i;
            }
            double edge = v3_distance(p[tet_edge[k][0]], p[tet_edge[k][1]]);
            q->edge_min = fmin(q->edge_min, edge);
            q->edge_max = fmax(q->edge_max, edge);
            q->edge_mean += edge / (6.0 * t->tet_count);
        }
    }
}

typedef struct distance_job {
    const soup* boundary;
    const vec3* points;
    double* distance;
} distance_job;

static void measure_distance(void* user, int64_t begin, int64_t end) {
    distance_job* j = user;
    int32_t last = -1;
    for (int64_t i = begin; i < end; ++i) {
        soup_hit hit;
        bool found = soup_nearest_from(j->boundary, j->points[i], last, &hit);
        j->distance[i] = found ? hit.distance : INFINITY;
        last = found ? hit.triangle : -1;
    }
}

tet_quality tets_quality(const tets* t, const vec3* points, int32_t count, int threads,
                         arena* memory) {
    SUPPLE_ASSERT((t->width == 4 || t->width == 10) && count >= 0 && threads >= 0);
    tet_quality q = {.worst_tet = -1, .surface_worst = -1};
    measure_angles(t, &q);
    if (points == NULL || count == 0)
        return q;
    tet_topology shape = tets_topology(t, memory);
    soup boundary =
        soup_new(t->nodes, (const uint32_t(*)[3])shape.boundary, shape.boundary_count, memory);
    distance_job j = {&boundary, points, ARENA_NEW(memory, double, (size_t)count)};
    parallel_for(threads, count, 256, measure_distance, &j);
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        sum += j.distance[i] * j.distance[i];
        if (j.distance[i] > q.surface_max || q.surface_worst < 0) {
            q.surface_max = j.distance[i];
            q.surface_worst = i;
        }
    }
    q.surface_rms = sqrt(sum / count);
    return q;
}
