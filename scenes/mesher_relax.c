// Evening out a net of vertices on a signed-distance surface.
//
// Towards the mean of the neighbours, without the component along the normal, then Newton's step
// along the gradient: triangles become even while the shape stays what the distance says. Plain
// smoothing would shrink fingers.
// SPDX-License-Identifier: MIT
#include "scenes/mesher.h"

#include <string.h>

// The parts that matter to each vertex: those of vertex v are list[first[v]] .. list[first[v+1]-1].
typedef struct part_lists {
    int32_t* first;
    int32_t* list;
} part_lists;

static double mean_edge(int32_t vertex_count, const vec3* positions, const mesh_neighbors* around) {
    double sum = 0.0;
    for (int32_t v = 0; v < vertex_count; ++v)
        for (int32_t i = around->first[v]; i < around->first[v + 1]; ++i)
            sum += v3_distance(positions[v], positions[around->list[i]]);
    int32_t count = around->first[vertex_count];
    return count > 0 ? sum / count : 0.0;
}

static part_lists find_parts(const sdf_body* body, int32_t vertex_count, const vec3* positions,
                             const bool* pinned, double reach, arena* memory) {
    part_lists p = {ARENA_NEW(memory, int32_t, (size_t)vertex_count + 1), NULL};
    size_t room = 0, most = (size_t)body->part_count;
    for (int32_t v = 0; v < vertex_count; ++v) {
        size_t used = (size_t)p.first[v];
        if (used + most > room) {
            size_t wider = 2 * room + 64 * most;
            p.list = arena_grow(memory, p.list, room, wider, sizeof(int32_t));
            room = wider;
        }
        p.first[v + 1] = p.first[v];
        if (pinned == NULL || !pinned[v])
            p.first[v + 1] += sdf_relevant(body, positions[v], reach, p.list + used);
    }
    return p;
}

// Newton's steps onto the surface, none longer than `most`: where the gradient vanishes (between two
// fingers) a full step would fly off.
static vec3 onto_surface(const sdf_body* body, const part_lists* lists, int32_t v, vec3 p,
                         double most, int steps, vec3* normal) {
    const int32_t* some = lists->list + lists->first[v];
    int32_t count = lists->first[v + 1] - lists->first[v];
    sdf_sample s = sdf_at_some(body, some, count, p);
    for (int step = 0; step < steps && fabs(s.distance) > 1e-9; ++step) {
        double square = v3_dot(s.gradient, s.gradient);
        double t = -s.distance / (square > 0.25 ? square : 0.25);
        t = t > most ? most : t < -most ? -most : t;
        p = v3_madd(p, s.gradient, t);
        s = sdf_at_some(body, some, count, p);
    }
    *normal = v3_unit(s.gradient);
    return p;
}

// A mirrored vertex must get the mirrored mean to the last bit, whatever the order of its
// neighbours, or the two halves drift apart: sums of few numbers, rounded to a fixed step, are exact
// in any order.
static double rounded(double x) {
    const double step = 1.0 / (1ll << 40), big = 6755399441055744.0; // 1.5 * 2^52
    return (x / step + big - big) * step;
}

// Far neighbours pull more, or finger tips would be drained of vertices.
static vec3 slide(const vec3* positions, vec3 normal, const mesh_neighbors* around, int32_t v) {
    vec3 p = positions[v], sum = v3(0, 0, 0);
    double total = 0.0;
    for (int32_t i = around->first[v]; i < around->first[v + 1]; ++i) {
        vec3 d = v3_sub(positions[around->list[i]], p);
        double length = v3_length(d);
        sum = v3_add(sum, v3(rounded(d.x * length), rounded(d.y * length), rounded(d.z * length)));
        total += rounded(length);
    }
    vec3 mean = v3_scale(sum, total > 0.0 ? 1.0 / total : 0.0);
    vec3 along = v3_madd(mean, normal, -v3_dot(mean, normal));
    return v3_madd(p, along, 0.6);
}

mesh_neighbors mesh_neighbors_find(int32_t vertex_count, const uint32_t* corners, int32_t width,
                                   int32_t polygon_count, arena* memory) {
    size_t corner_count = (size_t)polygon_count * (size_t)width;
    mesh_neighbors n = {ARENA_NEW(memory, int32_t, (size_t)vertex_count + 2),
                        ARENA_NEW(memory, int32_t, corner_count)};
    // counted two places on, summed, then filled: the running places end as the firsts
    for (size_t c = 0; c < corner_count; ++c)
        ++n.first[corners[c] + 2];
    for (int32_t v = 0; v < vertex_count; ++v)
        n.first[v + 2] += n.first[v + 1];
    for (int32_t p = 0; p < polygon_count; ++p)
        for (int32_t c = 0; c < width; ++c) {
            const uint32_t* corner = corners + (size_t)p * (size_t)width;
            n.list[n.first[corner[c] + 1]++] = (int32_t)corner[(c + 1) % width];
        }
    return n;
}

void mesher_relax(const sdf_body* body, int32_t vertex_count, vec3* positions, vec3* normals,
                  const mesh_neighbors* around, const bool* pinned, int32_t rounds, arena* memory) {
    double edge = mean_edge(vertex_count, positions, around);
    part_lists lists = find_parts(body, vertex_count, positions, pinned, 3.0 * edge, memory);
    vec3* moved = ARENA_NEW(memory, vec3, (size_t)vertex_count);
    for (int32_t round = 0; round <= rounds; ++round) { // the first only puts them onto the surface
        for (int32_t v = 0; v < vertex_count; ++v)
            moved[v] = round > 0 ? slide(positions, normals[v], around, v) : positions[v];
        for (int32_t v = 0; v < vertex_count; ++v)
            if (pinned == NULL || !pinned[v])
                positions[v] = onto_surface(body, &lists, v, moved[v], 0.5 * edge,
                                            round == 0 || round == rounds ? 6 : 1, &normals[v]);
    }
}
