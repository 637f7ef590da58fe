// Graded lattices: the same body with fewer tets.
// SPDX-License-Identifier: MIT
#include "bake/mesh/tets_builder.h"
#include "bake/volume/graded.h"
#include "test/kit/check.h"
#include "test/kit/fill_check.h"

static const char* const bodies[] = {"sphere", "jelly", "tissue", "cylinder"};
enum { BODIES = 4 };

static fill_result fill(const char* name, bool graded, int cells, int threads, arena* a) {
    surface f = sample_surface(name, a);
    fill_options o = fill_default();
    o.mode = FILL_SOLID;
    o.cells = cells;
    o.graded = graded;
    o.threads = threads;
    fill_result out = {0};
    fill_surface(&f, &o, a, &out);
    return out;
}

// A boundary face by its corners' positions, the smallest first.
typedef struct corner_face {
    vec3 p[3];
} corner_face;

static int by_position(const void* a, const void* b) {
    const vec3 *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->z != q->z ? (p->z < q->z ? -1 : 1) : 0;
}

static int by_corners(const void* a, const void* b) {
    const corner_face *f = a, *g = b;
    for (int i = 0; i < 3; ++i) {
        int order = by_position(&f->p[i], &g->p[i]);
        if (order != 0)
            return order;
    }
    return 0;
}

static corner_face* boundary_faces(const tets* t, int32_t* count, arena* a) {
    tet_topology shape = tets_topology(t, a);
    corner_face* faces = ARENA_NEW(a, corner_face, (size_t)shape.boundary_count);
    for (int32_t i = 0; i < shape.boundary_count; ++i) {
        for (int k = 0; k < 3; ++k)
            faces[i].p[k] = t->nodes[shape.boundary[i][k]];
        qsort(faces[i].p, 3, sizeof(vec3), by_position);
    }
    qsort(faces, (size_t)shape.boundary_count, sizeof *faces, by_corners);
    *count = shape.boundary_count;
    return faces;
}

TEST(graded_tets_tile) {
    arena* a = arena_create();
    for (int i = 0; i < BODIES; ++i)
        for (int cells = 11; cells <= 16; cells += 5) {
            fill_result o = fill(bodies[i], true, cells, 0, a);
            CHECK(o.tets.tet_count > 0 && tiles(&o.tets, a));
        }
    arena_destroy(a);
}

TEST(the_surface_and_the_volume_stay_the_same) {
    for (int i = 0; i < BODIES; ++i) {
        arena* a = arena_create();
        fill_result uniform = fill(bodies[i], false, 16, 0, a);
        fill_result graded = fill(bodies[i], true, 16, 0, a);
        CHECK_NEAR(graded.quality.volume / uniform.quality.volume, 1.0, 1e-11);
        int32_t n, m;
        corner_face *p = boundary_faces(&uniform.tets, &n, a),
                    *q = boundary_faces(&graded.tets, &m, a);
        CHECK(n == m && n > 0);
        CHECK(memcmp(p, q, (size_t)n * sizeof *p) == 0);
        arena_destroy(a);
    }
}

TEST(a_thick_body_needs_fewer_tets) {
    arena* a = arena_create();
    for (int i = 0; i < 2; ++i) {
        int32_t uniform = fill(bodies[i], false, 20, 0, a).tets.tet_count;
        int32_t graded = fill(bodies[i], true, 20, 0, a).tets.tet_count;
        printf("%s: %d tets, graded %d: %.2f times fewer\n", bodies[i], uniform, graded,
               (double)uniform / graded);
        CHECK(graded < 0.7 * uniform);
    }
    arena_destroy(a);
}

typedef struct collected {
    const lattice* l;
    tets_builder out;
} collected;

static void collect(void* user, const int32_t tet[4]) {
    collected* c = user;
    int32_t n[4];
    for (int i = 0; i < 4; ++i)
        n[i] = tets_builder_node(&c->out, lattice_position(c->l, tet[i]));
    tets_builder_tet(&c->out, n[0], n[1], n[2], n[3]);
}

TEST(inner_angles_are_between_45_and_120_degrees) {
    arena* a = arena_create();
    lattice l = {.nx = 28, .ny = 28, .nz = 28, .cell = 0.5};
    l.corner_count = 29 * 29 * 29;
    l.node_count = l.corner_count + 28 * 28 * 28;
    int8_t* side = ARENA_NEW(a, int8_t, (size_t)l.node_count);
    for (int32_t i = 0; i < l.node_count; ++i) { // a ball with a notch, so that all cases occur
        vec3 p = lattice_position(&l, i);
        vec3 d = v3_sub(p, v3(7.0, 7.0, 7.0));
        side[i] = v3_dot(d, d) < 40.0 && !(p.x > 9.0 && p.y > 8.0 && p.z > 8.5) ? 1 : -1;
    }
    octree t = octree_new(&l, side, a);
    CHECK(t.levels >= 2);
    collected c = {&l, tets_builder_new(a)};
    graded_tets(&l, &t, collect, &c);
    tet_quality q = tets_quality(&c.out.out, NULL, 0, 1, a);
    CHECK_NEAR(q.dihedral_min, 45.0, 1e-6);
    CHECK_NEAR(q.dihedral_max, 120.0, 1e-6);
    arena_destroy(a);
}

TEST(neighbours_across_faces_and_edges_differ_by_one_level) {
    arena* a = arena_create();
    lattice l = {.nx = 40, .ny = 37, .nz = 41, .cell = 1.0};
    l.corner_count = 41 * 38 * 42;
    l.node_count = l.corner_count + 40 * 37 * 41;
    int8_t* side = ARENA_NEW(a, int8_t, (size_t)l.node_count);
    memset(side, 1, (size_t)l.node_count);
    uint64_t state = 7;
    for (int i = 0; i < 6; ++i) { // holes anywhere
        state = state * 6364136223846793005u + 1442695040888963407u;
        side[(state >> 33) % (uint64_t)l.node_count] = -1;
    }
    octree t = octree_new(&l, side, a);
    CHECK(t.levels >= 2);
    for (int32_t z = 1; z < l.nz - 1; ++z)
        for (int32_t y = 1; y < l.ny - 1; ++y)
            for (int32_t x = 1; x < l.nx - 1; ++x)
                for (int k = 0; k < 27; ++k) {
                    int32_t i = k % 3 - 1, j = k / 3 % 3 - 1, n = k / 9 - 1;
                    if (i * j * n != 0)
                        continue;
                    int difference =
                        octree_level(&t, &l, x, y, z) - octree_level(&t, &l, x + i, y + j, z + n);
                    CHECK(difference >= -1 && difference <= 1);
                }
    arena_destroy(a);
}

TEST(threads_change_nothing) {
    arena* a = arena_create();
    fill_result one = fill("jelly", true, 18, 1, a), five = fill("jelly", true, 18, 5, a);
    CHECK(one.tets.tet_count == five.tets.tet_count && one.tets.node_count == five.tets.node_count);
    CHECK(memcmp(one.tets.nodes, five.tets.nodes, sizeof(vec3) * (size_t)one.tets.node_count) == 0);
    CHECK(memcmp(one.tets.elements, five.tets.elements, 16 * (size_t)one.tets.tet_count) == 0);
    arena_destroy(a);
}

TEST(a_wanted_number_of_tets_is_nearly_met) {
    arena* a = arena_create();
    surface f = sample_surface("sphere", a);
    fill_options o = fill_default();
    o.graded = true;
    o.target = 12000;
    fill_result out;
    CHECK(fill_surface(&f, &o, a, &out));
    CHECK(out.tets.tet_count > 9000 && out.tets.tet_count < 16000);
    arena_destroy(a);
}

TEST_MAIN(CASE(graded_tets_tile), CASE(the_surface_and_the_volume_stay_the_same),
          CASE(a_thick_body_needs_fewer_tets), CASE(inner_angles_are_between_45_and_120_degrees),
          CASE(neighbours_across_faces_and_edges_differ_by_one_level), CASE(threads_change_nothing),
          CASE(a_wanted_number_of_tets_is_nearly_met))
