// Thin parts and islands: what hangs together in the surface hangs together in the volume.
// SPDX-License-Identifier: MIT
#include "bake/mesh/embed.h"
#include "bake/volume/islands.h"
#include "test/kit/check.h"
#include "test/kit/fill_check.h"

#include <string.h>

enum { AROUND = 24, RINGS_MAX = 64 };

// A body turned on a lathe: rings of radius r at x along a line, with a tip at both ends.
typedef struct lathe {
    int count;
    double x[RINGS_MAX], r[RINGS_MAX];
} lathe;

static void ring_at(lathe* t, double x, double r) {
    t->x[t->count] = x;
    t->r[t->count++] = r;
}

static void ball(lathe* t, double middle, double radius) {
    for (int i = -5; i <= 5; ++i)
        ring_at(t, middle + radius * i / 6.0, radius * sqrt(1.0 - i * i / 36.0));
}

// Adds the body to the surface, tilted so that it lies in no special way to the lattice.
static void turn(const lathe* t, vec3 offset, surface* f, arena* a) {
    int32_t first = f->vertex_count, rings = t->count;
    int32_t vertices = first + rings * AROUND + 2, most = f->triangle_count + 2 * rings * AROUND;
    f->positions =
        arena_grow(a, f->positions, (size_t)first, (size_t)vertices, sizeof *f->positions);
    f->triangles =
        arena_grow(a, f->triangles, (size_t)f->triangle_count, (size_t)most, sizeof *f->triangles);
    vec3 along = v3_unit(v3(1.0, 0.31, 0.17)), u = v3_unit(v3_cross(along, v3(0, 0, 1))),
         v = v3_cross(along, u);
    for (int32_t i = 0; i < rings * AROUND; ++i) {
        double angle = 2.0 * acos(-1.0) * (i % AROUND) / AROUND, r = t->r[i / AROUND];
        vec3 p = v3_madd(offset, along, t->x[i / AROUND]);
        f->positions[first + i] = v3_madd(v3_madd(p, u, r * cos(angle)), v, r * sin(angle));
    }
    int32_t low = vertices - 2, high = vertices - 1, last = first + (rings - 1) * AROUND;
    f->positions[low] = v3_madd(offset, along, t->x[0] - 0.5 * t->r[0]);
    f->positions[high] = v3_madd(offset, along, t->x[rings - 1] + 0.5 * t->r[rings - 1]);
    for (int32_t k = 0; k < AROUND; ++k) {
        int32_t next = (k + 1) % AROUND;
        uint32_t ends[2][3] = {{(uint32_t)low, (uint32_t)(first + next), (uint32_t)(first + k)},
                               {(uint32_t)high, (uint32_t)(last + k), (uint32_t)(last + next)}};
        memcpy(f->triangles + f->triangle_count, ends, sizeof ends);
        f->triangle_count += 2;
        for (int32_t i = 0; i + 1 < rings; ++i) {
            uint32_t p = (uint32_t)(first + i * AROUND + k),
                     q = (uint32_t)(first + i * AROUND + next);
            uint32_t side[2][3] = {{p, q, p + AROUND}, {q, q + AROUND, p + AROUND}};
            memcpy(f->triangles + f->triangle_count, side, sizeof side);
            f->triangle_count += 2;
        }
    }
    f->vertex_count = vertices;
}

// Two balls of radius 1, four apart, joined by a bar of this radius.
static surface dumbbell(double bar, arena* a) {
    lathe t = {0};
    surface f = {0};
    ball(&t, 0.0, 1.0);
    for (int i = 0; i <= 8; ++i)
        ring_at(&t, 1.0 + 2.0 * i / 8.0, bar);
    ball(&t, 4.0, 1.0);
    turn(&t, v3(0, 0, 0), &f, a);
    return f;
}

static fill_result fill(const surface* f, fill_mode mode, double edge, arena* a) {
    fill_options o = fill_default();
    o.mode = mode;
    o.edge = edge;
    fill_result out = {0};
    fill_surface(f, &o, a, &out);
    return out;
}

TEST(a_dumbbell_thinner_than_a_cell_becomes_one_piece) {
    arena* a = arena_create();
    for (double bar = 0.01; bar < 0.3; bar *= 1.5) {
        surface f = dumbbell(bar, a);
        for (int mode = FILL_AUTO; mode <= FILL_SOLID; ++mode) {
            fill_result o = fill(&f, (fill_mode)mode, 0.4, a);
            CHECK(o.mode == FILL_SOLID && o.surface_pieces == 1);
            CHECK(o.pieces == 1 && o.dropped == 0);
            CHECK(tets_topology(&o.tets, a).piece_count == 1); // through faces
            CHECK(tiles(&o.tets, a));
            CHECK(o.quality.dihedral_min > 10.7 && o.quality.dihedral_max < 164.8);
        }
    }
    arena_destroy(a);
}

TEST(a_missing_bar_is_bridged_in_a_solid) {
    arena* a = arena_create();
    surface f = dumbbell(0.01, a);
    fill_options how = fill_default();
    how.mode = FILL_SOLID;
    how.edge = 0.4;
    fill_result o;
    report r = report_new(a);
    CHECK(volume_fill(f.positions, f.vertex_count, (const uint32_t(*)[3])f.triangles,
                      f.triangle_count, &how, a, &o, &r));
    CHECK(o.bridges == 1);
    CHECK(o.thickened == 0.0);
    bool said = false; // in the singular
    for (int i = 0; i < r.count; ++i)
        said = said || strstr(r.findings[i].text, "1 island, where the body is thinner than a "
                                                  "cell, was connected") != NULL;
    CHECK(said);
    arena_destroy(a);
}

TEST(two_separate_balls_stay_two) {
    arena* a = arena_create();
    lathe t = {0};
    surface f = {0};
    ball(&t, 0.0, 1.0);
    turn(&t, v3(0, 0, 0), &f, a);
    turn(&t, v3(2.9, 0.8, 0.5), &f, a);
    for (int mode = FILL_AUTO; mode <= FILL_SOLID; ++mode) {
        fill_result o = fill(&f, (fill_mode)mode, 0.3, a);
        CHECK(o.surface_pieces == 2 && o.pieces == 2 && o.bridges == 0);
        CHECK(tiles(&o.tets, a));
    }
    arena_destroy(a);
}

TEST(a_finger_thinner_than_a_cell_is_kept_and_the_rest_follows_the_surface) {
    arena* a = arena_create();
    lathe t = {0};
    surface f = {0};
    ball(&t, 0.0, 1.0);
    for (int i = 0; i <= 8; ++i)
        ring_at(&t, 1.0 + 2.0 * i / 8.0, 0.04);
    turn(&t, v3(0, 0, 0), &f, a);
    double cell = 0.25;
    fill_result solid = fill(&f, FILL_SOLID, cell, a), kept = fill(&f, FILL_AUTO, cell, a);
    CHECK(solid.quality.surface_max > 3.0 * cell); // most of the finger is not there
    CHECK(kept.mode == FILL_SOLID && kept.pieces == 1);
    CHECK(kept.thickened > 1.0 && kept.thickened < 6.0); // of 13.1, the finger has 0.5
    embedding e = embed_points(&kept.tets, f.positions, f.vertex_count, 1, a);
    CHECK(e.outside_max < 0.75 * cell);
    double volume = 4.0 / 3.0 * acos(-1.0);
    CHECK_NEAR(kept.quality.volume, volume, 0.08 * volume);
    arena_destroy(a);
}

TEST(a_thick_body_is_not_thickened) {
    arena* a = arena_create();
    static const char* const names[] = {"sphere", "jelly", "cylinder"};
    for (int i = 0; i < 3; ++i) {
        surface f = sample_surface(names[i], a);
        fill_options o = fill_default();
        fill_result chosen, solid;
        o.cells = 18;
        CHECK(fill_surface(&f, &o, a, &chosen));
        o.mode = FILL_SOLID;
        CHECK(fill_surface(&f, &o, a, &solid));
        CHECK(chosen.thickened == 0.0 && chosen.bridges == 0);
        CHECK(chosen.tets.tet_count == solid.tets.tet_count);
        CHECK(memcmp(chosen.tets.elements, solid.tets.elements,
                     16 * (size_t)solid.tets.tet_count) == 0);
    }
    arena_destroy(a);
}

TEST(thickening_works_in_a_graded_lattice) {
    arena* a = arena_create();
    surface f = dumbbell(0.02, a);
    fill_options o = fill_default();
    o.edge = 0.1;
    fill_result uniform, graded;
    CHECK(fill_surface(&f, &o, a, &uniform));
    o.graded = true;
    CHECK(fill_surface(&f, &o, a, &graded));
    CHECK(uniform.pieces == 1 && graded.pieces == 1 && graded.thickened > 0.0);
    CHECK(graded.tets.tet_count < uniform.tets.tet_count);
    CHECK(tiles(&graded.tets, a));
    CHECK_NEAR(graded.quality.volume / uniform.quality.volume, 1.0, 1e-11);
    arena_destroy(a);
}

TEST(the_nearest_node_is_nearest) {
    lattice l = {.nx = 4, .ny = 5, .nz = 3, .cell = 0.7, .origin = {0.3, -1.0, 2.0}};
    l.corner_count = 5 * 6 * 4;
    l.node_count = l.corner_count + 4 * 5 * 3;
    uint64_t state = 11;
    for (int i = 0; i < 500; ++i) {
        double x[3];
        for (int k = 0; k < 3; ++k) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            x[k] = (double)(state >> 11) * 0x1p-53;
        }
        vec3 p = v3_add(l.origin, v3_scale(v3(4 * x[0], 5 * x[1], 3 * x[2]), l.cell));
        double best = INFINITY;
        for (int32_t n = 0; n < l.node_count; ++n)
            best = fmin(best, v3_distance(p, lattice_position(&l, n)));
        CHECK_NEAR(v3_distance(p, lattice_position(&l, lattice_nearest(&l, p))), best, 1e-12);
    }
}

TEST_MAIN(SIZED_CASE(a_dumbbell_thinner_than_a_cell_becomes_one_piece),
          CASE(a_missing_bar_is_bridged_in_a_solid), CASE(two_separate_balls_stay_two),
          CASE(a_finger_thinner_than_a_cell_is_kept_and_the_rest_follows_the_surface),
          SIZED_CASE(a_thick_body_is_not_thickened),
          SIZED_CASE(thickening_works_in_a_graded_lattice), CASE(the_nearest_node_is_nearest))
