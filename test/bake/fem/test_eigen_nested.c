// Values to an accuracy, without a factor of the whole: the laws they owe to those that are exact.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"
#include "test/kit/thorough.h"

typedef struct nested_body {
    const char* name;
    int32_t cells[3];
    vec3 size;
    bool free;
    double poisson, softest; // of the stiffness: elements differ by as much
    int32_t count, slits;    // slits: of the width of nothing, across the body and open on one side
} nested_body;

// All of more unknowns than those that are factored anyway (eigen.c).
static const nested_body nested_bodies[] = {
    {"beam", {12, 4, 4}, {1.0, 0.3, 0.3}, false, 0.3, 1.0, 1, 0},
    {"nearly incompressible beam", {12, 4, 4}, {1.0, 0.3, 0.3}, false, 0.49, 1.0, 1, 0},
    {"free block", {8, 5, 5}, {0.9, 0.7, 0.6}, true, 0.45, 1.0, 8, 0},
    {"thin plate", {16, 12, 1}, {1.0, 0.7, 0.02}, false, 0.45, 1.0, 1, 0},
    {"free thin plate", {16, 12, 1}, {1.0, 0.7, 0.02}, true, 0.3, 1.0, 7, 0},
    {"many stiffnesses", {8, 5, 5}, {0.6, 0.4, 0.4}, false, 0.45, 1e-3, 3, 0},
    {"slit body", {16, 4, 4}, {0.8, 0.4, 0.4}, false, 0.45, 1.0, 2, 5},
};

// Nodes of a plane across the body are doubled but for the lowest, so that elements on both sides part there.
static void cut(tets* t, const nested_body* b, arena* a) {
    int32_t most = 2 * t->node_count;
    vec3* nodes = ARENA_NEW(a, vec3, (size_t)most);
    int32_t* twin = ARENA_NEW(a, int32_t, (size_t)most);
    memcpy(nodes, t->nodes, (size_t)t->node_count * sizeof *nodes);
    t->nodes = nodes;
    for (int32_t s = 1; s <= b->slits; ++s) {
        double x = b->size.x * (3 * s) / b->cells[0];
        int32_t before = t->node_count;
        for (int32_t i = 0; i < before; ++i) {
            bool on = fabs(nodes[i].x - x) < 1e-9 && nodes[i].y > 1.5 * b->size.y / b->cells[1];
            twin[i] = on ? t->node_count : i;
            if (on)
                nodes[t->node_count++] = nodes[i];
        }
        for (int32_t e = 0; e < t->tet_count; ++e) {
            int32_t* c = t->elements + 4 * (ptrdiff_t)e;
            double middle = 0.25 * (nodes[c[0]].x + nodes[c[1]].x + nodes[c[2]].x + nodes[c[3]].x);
            for (int k = 0; k < 4 && middle > x; ++k)
                c[k] = twin[c[k]];
        }
    }
}

typedef struct nested_solved {
    eigen_modes exact, quick;
    bool ok;
} nested_solved;

static nested_solved solve(const nested_body* b, double accuracy, int threads, arena* a) {
    tets t = cells_mesh(b->cells, b->size, a);
    cut(&t, b, a);
    t = tets_promote(&t, a);
    report r = report_new(a);
    material* list = ARENA_NEW(a, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = (material){1e5 * (i * 7919 % 11 < 5 ? 1.0 : b->softest), b->poisson, 1000.0};
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)t.node_count), count = 0;
    for (int32_t i = 0; i < t.node_count; ++i)
        fixed[i] = !b->free && t.nodes[i].x < 1e-9;
    assemble_matrices all;
    nested_solved s = {0};
    s.ok = assemble_body(&t, list, ELEMENT_MASS_CONSISTENT, threads, &all, place_none(), a, &r) &&
           assemble_free(&t, fixed, number, &count, place_none(), &r);
    if (!s.ok)
        return s;
    assemble_matrices m = assemble_keep(&all, number, count, a);
    const eigen_elements from = {&t, list, ELEMENT_MASS_CONSISTENT, number};
    eigen_request q = {.count = b->count, .free = b->free, .threads = threads};
    s.ok = eigen_lowest(&m, &q, &s.exact, a, &r);
    q.accuracy = accuracy;
    q.elements_or_null = &from;
    s.ok = s.ok && eigen_lowest(&m, &q, &s.quick, a, &r);
    return s;
}

TEST(values_are_above_the_exact_ones_by_less_than_the_accuracy) {
    for (size_t i = 0; i < sizeof nested_bodies / sizeof *nested_bodies; ++i)
        for (double accuracy = 1e-3; accuracy > (test_thorough() ? 1e-6 : 1e-4); accuracy *= 0.1) {
            const nested_body* b = &nested_bodies[i];
            arena* a = arena_create();
            nested_solved s = solve(b, accuracy, 2, a);
            CHECK(s.ok && s.quick.count == b->count && s.quick.rigid == s.exact.rigid);
            CHECK(s.quick.cost.factor_bytes == 0); // it did not turn to the factor
            for (int32_t e = s.exact.rigid; s.ok && e < b->count; ++e) {
                double above = s.quick.values[e] / s.exact.values[e] - 1.0;
                if (!(above > -1e-6 && above < accuracy))
                    fprintf(stderr, "%s, accuracy %g, mode %d: %g\n", b->name, accuracy, (int)e,
                            above);
                CHECK(above > -1e-6 && above < accuracy);
            }
            arena_destroy(a);
        }
}

TEST(threads_do_not_change_a_bit) {
    for (size_t i = 1; i < 3; ++i) {
        arena* a = arena_create();
        const nested_body* b = &nested_bodies[i];
        nested_solved one = solve(b, 1e-3, 1, a), two = solve(b, 1e-3, 2, a);
        CHECK(one.ok && two.ok);
        CHECK(memcmp(one.quick.values, two.quick.values,
                     (size_t)b->count * sizeof *one.quick.values) == 0);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(values_are_above_the_exact_ones_by_less_than_the_accuracy),
          CASE(threads_do_not_change_a_bit))
