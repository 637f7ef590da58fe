// The three scenes that are simulated: as large as the paper's, clean at rest, mirrored where they should be.
//
// James & Fatahalian 2003, table 1: the dinosaur's skin has 24,690 vertices and 49,376 faces over 6,499 tets, the
// cloth 3,310 vertices, the plant 3,750 over 788 shells.
// SPDX-License-Identifier: MIT
#include "bake/mesh/weld.h"
#include "bake/scene/inspect.h"
#include "test/kit/check.h"
#include "test/kit/crossing_count.h"
#include "test/kit/sample_once.h"
#include "test/kit/simulated.h"
#include "test/kit/thorough.h"

#include <stdlib.h>
#include <string.h>

static const char* const names[] = {"beast", "plant", "door"};
static const char* const rigid[] = {"dashboard", "pot", "door"}; // made of parts that touch

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

static const char* node_of(const char* of, const surface* f, int32_t vertex) {
    return sample_once(of)->nodes[f->vertex_node[vertex]].name;
}

// Of all meshes of a scene together: what is soft touches neither itself nor what it stands on.
TEST(nothing_crosses_anything_at_rest) {
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        arena* memory = arena_create();
        pose rest = pose_at(sample_once(names[i]), -1, 0.0, memory);
        surface f = surface_from_scene(sample_once(names[i]), &rest, memory);
        weld joined = weld_positions(f.positions, f.vertex_count, 0.0, memory);
        uint32_t(*triangles)[3] =
            arena_alloc(memory, (size_t)f.triangle_count, sizeof *f.triangles);
        int32_t count =
            weld_triangles(&joined, (const uint32_t(*)[3])f.triangles, f.triangle_count, triangles);
        uint8_t* soft = ARENA_NEW(memory, uint8_t, (size_t)count);
        for (int32_t k = 0; k < count; ++k)
            soft[k] = strcmp(node_of(names[i], &f, joined.first[triangles[k][0]]), rigid[i]) != 0;
        crossing_count c =
            count_crossings(joined.positions, (const uint32_t(*)[3])triangles, count, soft);
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

// How far the nearest vertex is from where one is mirrored in x = 0, on average.
static double asymmetry(const primitive* p) {
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t i = 0; i < p->vertex_count; i += 97, ++count) {
        vec3 x = p->positions[i], mirrored = v3(-x.x, x.y, x.z);
        double nearest = INFINITY;
        for (int32_t k = 0; k < p->vertex_count; ++k)
            nearest = fmin(nearest, v3_distance(mirrored, p->positions[k]));
        sum += nearest;
    }
    return sum / count;
}

// Paint moves vertices onto its edges, in the order of their numbers: there the triangles of both sides differ, by less
// than a tenth of an edge on average.
TEST(beast_and_towel_are_mirrored) {
    double beast = asymmetry(mesh_of("beast", "beast"));
    printf("  the beast by %.1e m\n", beast);
    CHECK(beast < 2e-4);
    CHECK(asymmetry(mesh_of("door", "towel")) < 1e-12);
}

TEST(what_is_held_is_painted) {
    static const struct {
        const char *sample, *mesh;
        int least, most;
    } wanted[] = {{"beast", "beast", 300, 3000},
                  {"plant", "leaves", 297, 297},
                  {"plant", "structure", 110, 110},
                  {"door", "towel", 15, 15}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        const primitive* p = mesh_of(wanted[i].sample, wanted[i].mesh);
        int held = 0;
        CHECK(p != NULL && strcmp(p->attributes[0].name, "_FIXED") == 0);
        for (int32_t v = 0; v < p->vertex_count; ++v)
            held += p->attributes[0].values[v] > 0.5f;
        CHECK(held >= wanted[i].least && held <= wanted[i].most);
    }
}

// ---- in motion -------------------------------------------------------------------------

// What it has in all, J: motion, deformation and height.
static double energy_of(const simulated* s, const dynamics* d, double* scratch) {
    double fallen = 0.0;
    sparse_multiply_axes(&s->body.mass, dynamics_u(d), scratch, 1, 1);
    for (int32_t i = 0; i < s->body.node_count; ++i)
        fallen += 9.81 * scratch[3 * i + 1];
    return dynamics_kinetic(d) + dynamics_potential(d) + fallen;
}

// Let go as it was modelled, it falls into its weight: it gains speed and never energy.
static void let_go(const char* name, int steps, double* most, double* lost) {
    arena* memory = arena_create();
    report r = report_new(memory);
    simulated s;
    CHECK(simulated_make(name, sample_once(name), 1, memory, &s, &r));
    double* scratch = ARENA_NEW(memory, double, 3 * (size_t)s.body.node_count);
    dynamics* d = dynamics_make(&s.body, s.held, &s.options, memory, &r);
    support_body b = support_make(&s.support, d, &s.body, memory);
    CHECK(support_start(&b, NULL, NULL, &r));
    *most = *lost = 0.0;
    for (int i = 0; i < steps; ++i) {
        CHECK(support_step(&b, NULL, s.step, &r));
        double e = energy_of(&s, d, scratch);
        *most = fmax(*most, e);
        *lost = fmax(*lost, -e);
    }
    printf(
        "  %s: %d nodes, %d steps, %.1f corrections and %.1f matrices each, %d cut; at most %.1e "
        "J, %.1e lost\n",
        name, s.body.node_count, steps,
        (double)dynamics_stepper(d)->newton.counts.corrections / steps,
        (double)dynamics_stepper(d)->newton.counts.matrices / steps, (int)dynamics_stepper(d)->cut,
        *most, *lost);
    dynamics_free(d);
    arena_destroy(memory);
}

TEST(what_is_let_go_gains_no_energy) {
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        double most, lost;
        let_go(names[i], test_thorough() ? 120 : 2, &most, &lost);
        CHECK(lost > 0.0 && most < 1e-3 * lost);
    }
}

TEST_MAIN(CASE(they_are_as_large_as_the_papers), CASE(nothing_crosses_anything_at_rest),
          CASE(beast_and_towel_are_mirrored), CASE(what_is_held_is_painted),
          CASE(what_is_let_go_gains_no_energy))
