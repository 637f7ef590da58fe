// Contact between drawn vertices as a term over the nodes that carry them: it obeys the laws of terms, it is the sum over
// weights of what acts on the vertices, and what it lets nodes do is what the vertices may do.
// SPDX-License-Identifier: MIT
#include "bake/contact/contact.h"
#include "bake/simulate/carried_term.h"
#include "test/kit/check.h"
#include "test/kit/term_kit.h"

enum { ROUNDS = 20, NODES = 9, VERTICES = 9, TRIANGLES = 3 };

// Two triangles in the elements 0 1 2 3 and 4 5 6 7, which they may stand beside, one above the other, and one of a sheet
// beyond, which is two nodes of the second element and one of its own.
typedef struct skins {
    kit k;
    vec3 rest[VERTICES];
    int32_t (*triangles)[3];
    carried on;
    contact* contact;
    carried_term* term;
    sparse mass;
} skins;

static void carry(skins* s, int32_t vertex, const int32_t* nodes, int32_t count,
                  const double* weights) {
    int64_t at = s->on.first[vertex];
    for (int32_t i = 0; i < count; ++i, ++at) {
        s->on.nodes[at] = nodes[i];
        s->on.weights[at] = weights[i];
    }
    s->on.first[vertex + 1] = at;
}

static void carry_in_element(skins* s, int32_t vertex, const int32_t element[4]) {
    const vec3* n = s->k.nodes;
    vec3 p = s->rest[vertex], a = n[element[0]], b = n[element[1]], c = n[element[2]],
         d = n[element[3]];
    double whole = tet_volume(a, b, c, d);
    double w[4] = {tet_volume(p, b, c, d) / whole, tet_volume(a, p, c, d) / whole,
                   tet_volume(a, b, p, d) / whole, tet_volume(a, b, c, p) / whole};
    carry(s, vertex, element, 4, w);
}

static void skins_make(skins* s) {
    static const int32_t elements[2][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}}, own[3] = {8, 4, 5};
    static const double one = 1.0;
    *s = (skins){.k = {.memory = arena_create(),
                       .node_count = NODES,
                       .order = 3 * NODES,
                       .size = 0.1,
                       .step = 1e-6,
                       .rate = 60.0}};
    arena* m = s->k.memory;
    s->k.r = report_new(m);
    s->k.nodes = ARENA_NEW(m, vec3, NODES);
    for (int i = 0; i < NODES; ++i) // elements with a volume
        s->k.nodes[i] = v3_add(v3(i % 4 == 1 ? 0.1 : 0.0, i % 4 == 2 ? 0.1 : 0.0,
                                  (i % 4 == 3 ? 0.1 : 0.0) + (i > 3 ? 0.05 : 0.0)),
                               random_point(0.02));
    s->on = (carried){.count = VERTICES,
                      .rest = s->rest,
                      .first = ARENA_NEW(m, int64_t, VERTICES + 1),
                      .nodes = ARENA_NEW(m, int32_t, 4 * VERTICES),
                      .weights = ARENA_NEW(m, double, 4 * VERTICES)};
    for (int32_t i = 0; i < VERTICES; ++i) {
        s->rest[i] = v3_add(v3(i % 3 == 0 ? 0.1 : 0.0, i % 3 == 1 ? 0.1 : 0.0, 0.012 * (i / 3)),
                            random_point(0.004));
        if (i < 6)
            carry_in_element(s, i, elements[i / 3]);
        else {
            carry(s, i, &own[i - 6], 1, &one);
            s->rest[i] = v3_add(s->k.nodes[own[i - 6]], v3(0.0, 0.0, 0.3)); // far from all
        }
    }
    s->triangles = arena_alloc(m, TRIANGLES, sizeof *s->triangles);
    for (int32_t i = 0; i < 3 * TRIANGLES; ++i)
        s->triangles[i / 3][i % 3] = i;
    s->mass = (sparse){.rows = VERTICES, .block = 1, .start = ARENA_NEW(m, int64_t, VERTICES + 1)};
    const contact_surface all = {.node_count = VERTICES,
                                 .nodes = s->rest,
                                 .triangle_count = TRIANGLES,
                                 .triangles = (const int32_t(*)[3])s->triangles,
                                 .mass = &s->mass};
    contact_options o = contact_default();
    o.distance = 0.05;
    o.friction = 0.5;
    o.stiffness = 1.0;
    s->contact = contact_make(&all, &o, 1, m, &s->k.r);
    const energy_term of = contact_term(s->contact);
    s->term = carried_term_make(&of, &s->on, NODES, 1, m);
    s->k.term = carried_energy(s->term);
}

static void skins_end(skins* s) {
    carried_term_free(s->term);
    contact_free(s->contact);
    arena_destroy(s->k.memory);
}

TEST(contact_of_drawn_vertices_obeys_the_laws_of_terms) {
    for (int i = 0; i < ROUNDS; ++i) {
        skins s;
        skins_make(&s);
        double* u = kit_random(&s.k, 5e-4);
        CHECK(kit_energy(&s.k, u) > 0.0);
        CHECK(kit_force_error(&s.k, u) < 1e-6 && kit_matrix_error(&s.k, u) < 1e-5);
        CHECK(kit_lowest(&s.k, u, ENERGY_FIRM) > -1e-12);
        // with friction: its matrix times a direction is the product
        energy_place at = kit_place(&s.k, u);
        s.k.term.begin(s.k.term.data, &at);
        s.k.v = kit_random(&s.k, 0.01);
        double *along = kit_random(&s.k, 1.0), *product = kit_field(&s.k);
        sparse matrix = kit_matrix(&s.k, u, ENERGY_FIRM);
        sparse_multiply(&matrix, along, product, 1, 1);
        CHECK(kit_apart(&s.k, product, kit_times(&s.k, u, ENERGY_FIRM, along)) < 1e-12);
        skins_end(&s);
    }
}

// The force on a node is what acts on vertices, by their weights; threads change nothing.
TEST(nodes_feel_what_acts_on_their_vertices) {
    for (int i = 0; i < ROUNDS; ++i) {
        skins s;
        skins_make(&s);
        double *u = kit_random(&s.k, 5e-4), *f = kit_force(&s.k, u, NULL);
        double x[3 * VERTICES], g[3 * VERTICES], dense[3 * NODES] = {0.0};
        carried_field(&s.on, u, x);
        contact_forces(s.contact, x, g);
        for (int32_t v = 0; v < VERTICES; ++v)
            for (int64_t k = s.on.first[v]; k < s.on.first[v + 1]; ++k)
                for (int axis = 0; axis < 3; ++axis)
                    dense[3 * s.on.nodes[k] + axis] += s.on.weights[k] * g[3 * v + axis];
        CHECK(kit_apart(&s.k, f, dense) < 1e-14);
        skins_end(&s);
    }
}

// All along the part of a change that is allowed nothing crosses; many changes are cut.
TEST(nodes_go_as_far_as_their_vertices_may) {
    int32_t cut = 0;
    for (int i = 0; i < 5 * ROUNDS; ++i) {
        skins s;
        skins_make(&s);
        double *u = kit_field(&s.k), *change = kit_random(&s.k, 0.1), x[3 * VERTICES];
        energy_place at = kit_place(&s.k, u);
        double part = s.k.term.limit(s.k.term.data, &at, change);
        CHECK(part > 0.0 && part <= 1.0);
        for (int k = 0; k <= 16; ++k) {
            carried_field(&s.on, kit_moved(&s.k, u, change, part * k / 16.0), x);
            CHECK(contact_crossings(s.contact, x, NULL, 0) == 0);
        }
        cut += part < 1.0;
        skins_end(&s);
    }
    CHECK(cut > ROUNDS);
}

TEST_MAIN(CASE(contact_of_drawn_vertices_obeys_the_laws_of_terms),
          CASE(nodes_feel_what_acts_on_their_vertices), CASE(nodes_go_as_far_as_their_vertices_may))
