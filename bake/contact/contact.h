// Contact without crossings: a barrier between surfaces, and how far nodes may go before they would touch.
//
// Incremental potential contact (Li et al. 2020). Every pair of a vertex and a triangle, and of two edges, that is nearer
// than `distance` is pushed apart by an energy that grows without bound as the gap closes, and that is smooth where it
// begins. A barrier alone keeps nothing apart that jumps over it: so every correction of Newton's method is first shortened
// to where nothing meets on the straight way to it (energy_term.limit). No place that is ever looked at has a crossing, so
// no state has one.
//
// Obstacles are triangles over nodes that are led (moment.held_or_null), standing or moving; what they do in the step is on
// the same straight way. Pairs all of whose nodes are led are left alone, and so are pairs that share a node.
//
// Which rules of time: NEWMARK_BACKWARD. The others are refused by dynamics_make (docs/decisions/0070-contact.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/dynamics/energy.h"

typedef struct contact_options {
    double distance; // m: gaps below this are pushed open
    double
        thickness; // m: a gap is counted from so far; two surfaces never come nearer than it. 0: what is shown
    double friction; // Coulomb's coefficient, where the surface has none of its own; 0: none
    double slow; // m/s: friction is smooth below this speed, so what rests creeps by less than it
    int32_t
        rounds; // how often a step takes the normal forces and directions of friction anew, at least 1: those of its
                // beginning
    double step;      // s, of a whole step, and
    double gravity;   // m/s^2: what the stiffness is chosen by, with the nodes' mass
    double stiffness; // J, of the barrier; 0: chosen, and raised where gaps become small
} contact_options;

// No thickness, no friction; 1 mm/s, one round, 1/60 s, 9.81 m/s^2, stiffness chosen. The distance is zero, and must be given.
contact_options contact_default(void);

typedef struct contact_surface {
    int32_t node_count; // of the body, obstacles included
    const vec3* nodes;  // [node_count] at rest, m
    int32_t triangle_count;
    const int32_t (*triangles)[3]; // all that may touch: skins of solids, sheets, obstacles
    const uint8_t*
        led_or_null; // [node_count] 1: does not move by itself (held, or of an obstacle); NULL: none
    const int32_t*
        group_or_null; // [node_count] nodes of one group do not touch each other; below 0: of none; NULL: all of none
    const double*
        friction_or_null; // [node_count] coefficients; of two features the geometric mean counts; NULL: the options'
    const sparse* mass; // as dynamics_body's
} contact_surface;

typedef struct contact contact;

// NULL with a sentence: numbers that are none, triangles without an area or with nodes that are not there. Refers to what
// surface and mass refer to. contact_free gives back its memory.
contact* contact_make(const contact_surface* s, const contact_options* o, int threads,
                      arena* memory, report* r);
void contact_free(contact* c_or_null);

// One more entry of a body's list of terms; refers to the contact. Not damped.
energy_term contact_term(contact* c);

// ---- questions about one place, u: [3 * node_count] -----------------------------------------------

// An edge through a triangle, or, where none is, two features nearer than the thickness.
typedef enum contact_kind {
    CONTACT_CROSSED,
    CONTACT_VERTEX_TRIANGLE,
    CONTACT_EDGE_EDGE
} contact_kind;

typedef struct contact_pair {
    contact_kind kind;
    int32_t node
        [4]; // vertex and triangle, or two edges; of CONTACT_CROSSED two of the smaller triangle and two of the other
    int32_t triangle[2]; // one that has the first feature, one that has the second
    double distance;     // m; 0 for CONTACT_CROSSED
} contact_pair;

// How many pairs cross or are nearer than the thickness; the first `most` of them, in the order of their features.
int64_t contact_crossings(contact* c, const double* u, contact_pair* pairs_or_null, int32_t most);

// False with a sentence that names the worst pairs by triangles and nodes, if there are any: a scene cannot start here.
bool contact_check_start(contact* c, const double* u, report* r);

// The part, 0 to 1, of a straight change from u that may be made without touching: never too long, whatever rounding does,
// and 1 where the whole change is free.
double contact_bound(contact* c, const double* u, const double* change);

// The smallest gap, m, of pairs nearer than the distance; infinite where there is none.
double contact_gap(contact* c, const double* u);

// What the barrier pushes a node with now, N: the force on what is led, or what a floor feels. [3 * node_count].
void contact_forces(contact* c, const double* u, double* force);

// A pair that pushes now: where, and how hard.
typedef struct contact_push {
    int32_t node[4];  // of the first feature, then of the second
    int32_t first;    // nodes of the first: 1 of a vertex, 2 of an edge
    double weight[4]; // shares of the nodes, 1 in sum on each side
    vec3 place;       // m, half way between the two nearest points
    vec3 normal;      // from the second to the first
    double force;     // N, never 0
} contact_push;

// All of them, in the order of their features; *out is in memory.
int64_t contact_pushes(contact* c, const double* u, contact_push** out, arena* memory);

typedef struct contact_stats {
    int64_t searches;   // of the broad phase
    int64_t renewals;   // of the list of neighbours, for them
    int64_t boxes;      // pairs of boxes that it looked at
    int64_t candidates; // pairs whose distance or time of touching was asked for
    int64_t times;      // times of touching that were searched for
    int64_t pairs;      // nearer than the distance, last time
    int64_t most_pairs; // ... and the most of it
    int64_t shortened;  // corrections that were cut short
    double smallest;    // gap after any step, m; infinite: none
    double stiffness;   // J now
    double seconds[4];  // processor: broad phase, times of touching, forces, matrices
} contact_stats;

contact_stats contact_stats_of(const contact* c);
