// What the files of this room share.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/contact/barrier.h"
#include "bake/contact/box_tree.h"
#include "bake/contact/contact.h"

// Two features that may be near: nodes of a vertex and a triangle, or of two edges.
typedef struct contact_element {
    int32_t node[4];
    barrier_pair pair;
} contact_element;

// A straight way of all nodes, each of which stays within `slack` of where it is on it, along every axis.
typedef struct contact_path {
    const vec3 *from, *to; // [node_count] m; the same: they stay
    double slack;          // m
} contact_path;

// All pairs that are nearer than `reach` at one place of the nodes. Two features come nearer by no more than their nodes have
// moved against each other since, so that this list serves many questions.
typedef struct contact_neighbours {
    arena* memory; // NULL: none were found yet
    double reach;  // m
    vec3* x;       // [node_count] the place
    contact_element* all;
    double* distance; // [count] there, m
    int64_t count;
    double cost, base; // far: of finding them, and of the first search after it, in boxes
} contact_neighbours;

// All pairs that can be nearer than the barrier's distance on a way.
typedef struct contact_candidates {
    arena* memory; // NULL: none were made yet
    contact_path path;
    double square; // of its length, over all nodes, m^2
    contact_element* all;
    int64_t count;
} contact_candidates;

// The pairs that are nearer at one place.
typedef struct contact_active {
    bool found;
    arena* memory;
    double* u; // [3 * node_count] where
    contact_element* all;
    int64_t count, capacity;
} contact_active;

// A pair that rubs: its push and directions at the place where they were taken.
typedef struct contact_rub {
    int32_t node[4];
    double weight[4];
    vec3 across[2]; // two directions across the push
    double most;    // friction's coefficient times the push, N
} contact_rub;

typedef struct contact_rubs {
    arena* memory;
    contact_rub* all;
    int64_t count;
    int32_t round; // of this step
} contact_rubs;

struct contact {
    contact_surface surface;
    contact_options options;
    int threads;
    barrier law;
    double weakest, stiffest; // J: between these the stiffness is
    double began;             // J: where the step began
    int32_t raises;           // of the stiffness in this step
    int32_t vertex_count, edge_count;
    int32_t* vertices;      // [vertex_count] nodes that a triangle has
    int32_t (*edges)[2];    // [edge_count]
    int32_t* edge_triangle; // [edge_count] one that has it
    int32_t* vertex_triangle;
    double* edge_square; // [edge_count] of its length at rest, m^2
    int32_t *first_vertex,
        *own_vertices; // [triangle_count + 1], [vertex_count] whose vertex_triangle it is
    int32_t *first_edge, *own_edges; // the same of edges
    box_tree tree;                   // of triangles
    box_lists* lists;
    uint8_t* touched; // [node_count] 1: near something where the step began
    vec3* x;          // [node_count] places of the last question
    vec3* shift[2];   // [node_count] scratch of a search
    box_path* boxes;  // [triangle_count] scratch of a search
    double stride;    // m: how far any node may go in one correction
    double slack;     // m: how far nodes may go before candidates are searched again
    contact_neighbours far, near;
    contact_candidates candidates;
    contact_active active;
    contact_rubs rubs;
    bool rubs_any; // some node has friction
    // the pattern as it was told last
    arena *pattern_memory, *wide_memory;
    int32_t* elements; // [element_count][4]
    int32_t element_count;
    int64_t version;
    contact_stats stats;
};

// ---- contact_surface.c -------------------------------------------------------------------

// Vertices, edges and trees of the triangles; false with a sentence.
bool contact_find_features(contact* c, arena* memory, report* r);

static inline bool contact_is_led(const contact* c, int32_t node) {
    return c->surface.led_or_null != NULL && c->surface.led_or_null[node] != 0;
}

// Of the two features of a pair.
static inline double contact_friction(const contact* c, const int32_t node[4]) {
    const double* own = c->surface.friction_or_null;
    return own != NULL ? sqrt(own[node[0]] * own[node[3]]) : c->options.friction;
}

// Are the features of these nodes of one group?
static inline bool contact_is_grouped(const contact* c, int32_t first, int32_t second) {
    const int32_t* group = c->surface.group_or_null;
    return group != NULL && group[first] >= 0 && group[first] == group[second];
}

// The element of two features, as trees number them.
contact_element contact_element_of(const contact* c, bool edges, int32_t first, int32_t second);

// Neither shares a node, nor are all of its nodes led, nor are both of one group.
bool contact_matters(const contact* c, const int32_t node[4], int first_count);

// ---- contact_start.c ----------------------------------------------------------------------

// A warning where features of one surface are nearer at rest than the distance: the barrier is no part of the rest shape.
void contact_warn_of_rest(contact* c, report* r);

// ---- contact_search.c ---------------------------------------------------------------------

// The pairs of features that two triangles own, at most so many, in a fixed order: vertices of the first with the second, the
// other way round, edges. Of all pairs of triangles each pair of features is in one. How many there are.
enum { CONTACT_FEATURE_PAIRS = 15 };
typedef struct contact_features {
    bool edges;
    int32_t first, second; // a vertex and a triangle, or two edges
} contact_features;
int contact_features_of(const contact* c, const box_pair* triangles,
                        contact_features out[CONTACT_FEATURE_PAIRS]);

// Pairs of features that may come nearer than `pad` on a way: those that no axis, and no plane across their shortest
// connection at its beginning, parts by more all the time.
typedef struct contact_question {
    const contact* c;
    const contact_path* path;
    double pad; // m
} contact_question;
bool contact_parted(const contact_question* q, const contact_element* e);

// Boxes of triangles on the way into the tree, and of what c->shift says; moves: its ends are not the same.
void contact_fit(contact* c, const contact_question* q);
void contact_fit_shifts(contact* c, bool moves, double spare);

// Pairs of triangles that meet by that, and those of their features, sorted by contact_by_place.
box_pairs contact_triangles(contact* c, arena* memory);
typedef struct contact_list {
    contact_element* all;
    int64_t count;
} contact_list;
contact_list contact_features_near(const contact_question* q, const box_pairs* met, arena* memory);

// The order of pairs, for qsort: whatever was searched for before, sums over them have the same bits.
int contact_by_place(const void* a, const void* b);

// ---- contact_neighbours.c -----------------------------------------------------------------

// All of them, sorted, each once.
contact_list contact_search(contact* c, const contact_path* path, double pad, arena* memory);

// ---- contact_candidates.c ----------------------------------------------------------------

// Places of all nodes into c->x.
void contact_places(contact* c, const double* u);

// Candidates for a place, and for all places between it and it + change.
void contact_candidates_at(contact* c, const double* u);
void contact_candidates_between(contact* c, const double* u, const double* change);

// The active pairs at a place, in c->active; the smallest gap, m.
void contact_find_active(contact* c, const double* u);

static inline void contact_gather(const contact* c, const int32_t node[4], vec3 x[4]) {
    for (int i = 0; i < 4; ++i)
        x[i] = c->x[node[i]];
}

// ---- contact_friction.c -------------------------------------------------------------------

// Pushes and directions as they are at a place.
void contact_rubs_take(contact* c, const double* u);

// N at the four nodes, for their velocities; the matrix is its derivative by them, [12][12].
void contact_rub_force(const contact* c, const contact_rub* p, const vec3 v[4], vec3 force[4]);
void contact_rub_matrix(const contact* c, const contact_rub* p, const vec3 v[4], double out[144]);
