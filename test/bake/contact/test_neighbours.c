// Pairs that are found by those that were near before: the same as by asking all of them, whatever moved how.
// SPDX-License-Identifier: MIT
#include "bake/contact/near.h"
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/touching.h"

enum { PLACES = 60 };

// Three sheets, one of them led, that lie within each other's reach, and a block.
static touching heap_of(void) {
    touching t = touching_new(4e-3);
    const int32_t cells[2] = {4, 4}, block[3] = {1, 1, 1};
    for (int i = 0; i < 3; ++i) {
        int32_t first = touching_sheet(&t, cells, v3(0.003 * i, 0.002 * i, 0.006 * i),
                                       v3(0.1, 0.004 * i, 0.0), v3(0.0, 0.1, 0.0));
        if (i == 1)
            memset(t.led + first, 1, (size_t)(t.node_count - first));
    }
    touching_block(&t, block, v3(0.03, 0.03, 0.03), v3(0.03, 0.03, 0.019), quat_identity());
    return t;
}

// ---- by asking all ---------------------------------------------------------------------------

typedef struct counted {
    int64_t pairs;
    double gap;
} counted;

static void count_pair(const touching* t, const vec3* x, const int32_t node[4], bool edges,
                       counted* c) {
    int first = edges ? 2 : 1, led = 0;
    for (int i = 0; i < first; ++i)
        for (int k = first; k < 4; ++k)
            if (node[i] == node[k])
                return;
    for (int i = 0; i < 4; ++i)
        led += t->led[node[i]];
    const vec3 at[4] = {x[node[0]], x[node[1]], x[node[2]], x[node[3]]};
    double distance = v3_length(edges ? near_edges(at).between : near_face(at).between);
    if (led == 4 || !(distance < t->options.distance))
        return;
    ++c->pairs;
    c->gap = fmin(c->gap, distance);
}

// Sides of triangles, each once: a side that another triangle has, too, is the one's with the lower number.
static int32_t list_edges(const touching* t, int32_t (*edges)[2]) {
    int32_t count = 0;
    for (int32_t i = 0; i < 3 * t->triangle_count; ++i) {
        int32_t a = t->triangles[i / 3][i % 3], b = t->triangles[i / 3][(i + 1) % 3], k = 0;
        const int32_t own[2] = {a < b ? a : b, a < b ? b : a};
        while (k < count && memcmp(edges[k], own, sizeof own) != 0)
            ++k;
        memcpy(edges[k], own, sizeof own);
        count += k == count;
    }
    return count;
}

static counted count_all(const touching* t, const double* u) {
    counted c = {.gap = INFINITY};
    arena* scratch = arena_create();
    vec3* x = ARENA_NEW(scratch, vec3, (size_t)t->node_count);
    int32_t(*edges)[2] = arena_alloc(scratch, 3 * (size_t)t->triangle_count, sizeof *edges);
    int32_t count = list_edges(t, edges);
    for (int32_t i = 0; i < t->node_count; ++i)
        x[i] = v3_add(t->nodes[i], v3(u[3 * i], u[3 * i + 1], u[3 * i + 2]));
    for (int32_t v = 0; v < t->node_count; ++v)
        for (int32_t i = 0; i < t->triangle_count; ++i) {
            const int32_t* f = t->triangles[i];
            count_pair(t, x, (const int32_t[4]){v, f[0], f[1], f[2]}, false, &c);
        }
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = i + 1; k < count; ++k)
            count_pair(t, x, (const int32_t[4]){edges[i][0], edges[i][1], edges[k][0], edges[k][1]},
                       true, &c);
    arena_destroy(scratch);
    return c;
}

// ---- motions ---------------------------------------------------------------------------------

// Where nodes go next: a little, as one piece by a lot, one sheet against the others, or anywhere.
static void move(const touching* t, int kind, double* u) {
    quat turn = quat_axis_angle(v3_unit(random_point(1.0)), random_in(-0.3, 0.3));
    vec3 by = random_point(0.02);
    double slide = random_in(-0.01, 0.01), jitter = kind == 3 ? 3e-3 : 2e-4;
    for (int32_t i = 0; i < t->node_count; ++i) {
        vec3 d = v3(u[3 * i], u[3 * i + 1], u[3 * i + 2]), x = v3_add(t->nodes[i], d);
        vec3 to = kind == 1 ? v3_add(quat_rotate(turn, x), by) : x;
        if (kind == 2 && i < 25)
            to = v3_add(to, v3(slide, 0.5 * slide, 0.2 * slide));
        d = v3_add(v3_sub(to, t->nodes[i]), random_point(jitter));
        memcpy(u + 3 * i, &d, sizeof d);
    }
}

// A contact that was asked at many places and one that is new say the same, to the bit, and find what all pairs say.
TEST(what_was_near_before_changes_nothing_that_is_found) {
    seed = 91;
    touching t = heap_of();
    CHECK(touching_start(&t, false));
    size_t order = 3 * (size_t)t.node_count;
    double *u = ARENA_NEW(t.memory, double, order), *change = ARENA_NEW(t.memory, double, order),
           *old_force = ARENA_NEW(t.memory, double, order),
           *new_force = ARENA_NEW(t.memory, double, order);
    energy_term old = contact_term(t.contact);
    int64_t most = 0;
    for (int i = 0; i < PLACES; ++i) {
        move(&t, i % 4, u);
        for (size_t k = 0; k < order; ++k)
            change[k] = random_in(-1.0, 1.0) * (i % 3 == 0 ? 1e-2 : 3e-4);
        const contact_surface s = touching_surface(&t);
        contact* fresh = contact_make(&s, &t.options, 2, t.memory, &t.r);
        energy_term new = contact_term(fresh);
        const energy_place at = {.u = u};
        CHECK(old.limit(old.data, &at, change) == new.limit(new.data, &at, change));
        contact_forces(t.contact, u, old_force);
        contact_forces(fresh, u, new_force);
        CHECK(memcmp(old_force, new_force, order * sizeof *u) == 0);
        counted all = count_all(&t, u);
        CHECK(contact_stats_of(t.contact).pairs == all.pairs);
        CHECK(all.pairs == 0 || contact_gap(t.contact, u) == all.gap);
        most = all.pairs > most ? all.pairs : most;
        contact_free(fresh);
    }
    contact_stats k = contact_stats_of(t.contact);
    printf("%d places, up to %lld pairs; %lld searches, %lld of them found neighbours anew\n",
           PLACES, (long long)most, (long long)k.searches, (long long)k.renewals);
    CHECK(most > 100 && k.searches > k.renewals);
    touching_free(&t);
}

// What moves as one piece, however far and fast, is not searched again pair by pair.
TEST(what_moves_together_costs_no_search_of_pairs) {
    seed = 92;
    touching t = heap_of();
    CHECK(touching_start(&t, false));
    double* u = ARENA_NEW(t.memory, double, 3 * (size_t)t.node_count);
    contact_gap(t.contact, u);
    contact_stats before = contact_stats_of(t.contact);
    for (int i = 0; i < PLACES; ++i) {
        for (int32_t k = 0; k < t.node_count; ++k)
            u[3 * k] += 0.01;
        contact_gap(t.contact, u);
    }
    contact_stats after = contact_stats_of(t.contact);
    printf("%lld searches by far neighbours for %d places\n",
           (long long)(after.searches - before.searches), PLACES);
    CHECK(after.renewals == before.renewals && after.searches == before.searches);
    touching_free(&t);
}

TEST_MAIN(CASE(what_was_near_before_changes_nothing_that_is_found),
          CASE(what_moves_together_costs_no_search_of_pairs))
