// What the tests of volumes share: surfaces of samples, filling, and whether tets tile.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tet_topology.h"
#include "bake/mesh/topology.h"
#include "bake/volume/fill.h"
#include "scenes/scenes.h"

static inline surface sample_surface(const char* name, arena* a) {
    scene* s = ARENA_NEW(a, scene, 1);
    *s = sample_find(name)->make(a);
    pose p = pose_at(s, -1, 0.0, a);
    return surface_from_scene(s, &p, a);
}

static inline bool fill_surface(const surface* f, const fill_options* o, arena* a,
                                fill_result* out) {
    report r = report_new(a);
    return volume_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                       f->triangle_count, o, a, out, &r);
}

// No inverted tet, no face of three tets, and a boundary that is closed and holds the volume.
static inline bool tiles(const tets* t, arena* a) {
    tet_topology shape = tets_topology(t, a);
    topology outside =
        topology_of((const uint32_t(*)[3])shape.boundary, shape.boundary_count, t->node_count);
    double boundary_volume = 0.0;
    for (int32_t i = 0; i < shape.boundary_count; ++i)
        boundary_volume +=
            v3_dot(t->nodes[shape.boundary[i][0]],
                   v3_cross(t->nodes[shape.boundary[i][1]], t->nodes[shape.boundary[i][2]])) /
            6.0;
    double volume = tets_volume(t);
    return shape.overfull_faces == 0 && outside.boundary_edges == 0 && outside.flipped_edges == 0 &&
           fabs(volume - boundary_volume) < 1e-9 * fabs(volume) + 1e-12 &&
           tets_quality(t, NULL, 0, 1, a).inverted == 0;
}
