// The three scenes that are simulated: as large as the paper's, clean at rest, mirrored where they should be.
//
// James & Fatahalian 2003, table 1: the dinosaur's skin has 24,690 vertices and 49,376 faces over 6,499 tets, the
// cloth 3,310 vertices, the plant 3,750 over 788 shells.
// SPDX-License-Identifier: MIT
#include "bake/scene/inspect.h"
#include "bake/volume/fill.h"
#include "test/check.h"
#include "test/crossing_count.h"
#include "test/sample_once.h"

#include <string.h>

static const char* const names[] = {"beast", "plant", "door"};

static const primitive* mesh_of(const char* of, const char* name) {
    const scene* s = sample_once(of);
    for (int32_t i = 0; i < s->mesh_count; ++i)
        if (strcmp(s->meshes[i].name, name) == 0)
            return &s->primitives[s->meshes[i].first_primitive];
    return NULL;
}

TEST(they_are_as_large_as_the_papers) {
    const primitive *beast = mesh_of("beast", "beast"), *leaves = mesh_of("plant", "leaves"),
                    *towel = mesh_of("door", "towel");
    printf("beast %d %d, leaves %d %d, towel %d %d\n", beast->vertex_count, beast->triangle_count,
           leaves->vertex_count, leaves->triangle_count, towel->vertex_count,
           towel->triangle_count);
    CHECK_NEAR(beast->vertex_count, 24690.0, 0.02 * 24690.0);
    CHECK(beast->triangle_count == 2 * (beast->vertex_count - 2)); // a sphere's
    CHECK_NEAR(leaves->vertex_count, 3750.0, 0.03 * 3750.0);
    CHECK_NEAR(leaves->triangle_count / 8.0, 788.0, 0.01 * 788.0);
    CHECK_NEAR(towel->vertex_count, 3310.0, 0.005 * 3310.0);
}

// Of all meshes of a scene together: what is soft touches neither itself nor what it stands on.
TEST(nothing_crosses_anything_at_rest) {
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        arena* memory = arena_create();
        pose rest = pose_at(sample_once(names[i]), -1, 0.0, memory);
        surface f = surface_from_scene(sample_once(names[i]), &rest, memory);
        crossing_count c =
            count_crossings(f.positions, (const uint32_t(*)[3])f.triangles, f.triangle_count);
        if (c.pairs > 0)
            printf("%s: %lld pairs, one at %g %g %g\n", names[i], (long long)c.pairs, c.at.x,
                   c.at.y, c.at.z);
        CHECK(c.pairs == 0);
        inspection x = inspect_surface(&f, (unit_hints){0}, memory);
        CHECK(x.self_intersections == 0 && x.degenerate_triangles == 0);
        CHECK(x.nonmanifold_edges == 0 && x.nonmanifold_vertices == 0 && x.flipped_edges == 0);
        arena_destroy(memory);
    }
}

TEST_MAIN(CASE(they_are_as_large_as_the_papers), CASE(nothing_crosses_anything_at_rest))
