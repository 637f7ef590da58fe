// A surface as contacts see it: where its points and triangles are now, and the boxes of the tree over them.
//
// Nothing is computed before something asks for it. The bounds of the body follow from its bones and
// from how far its coordinates can move any vertex; so do those of clumps, some 64 triangles each. Only
// a clump that something comes near is evaluated: its points are placed, its part of the tree is
// fitted. When that would take many single vertices, all are evaluated in one pass, which is some ten
// times cheaper a vertex.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body.h"
#include "runtime/shell_rest.h"
#include "runtime/touch_near.h"

enum { SHELL_SMALL = 1536 };

typedef struct shell_nearby { // the nearest triangle of another surface, as far as it is known
    double square;            // of the distance
    uint32_t triangle;        // UINT32_MAX: none
} shell_nearby;

typedef struct shell {
    const shell_rest* rest; // others may have the same
    const supple_body* body_or_null;
    tree
        t; // its own boxes, valid where clumps are evaluated; above, too wide. The rest is `rest`'s
    uint32_t* clump_stamps; // [clump_count] the look in which it was evaluated
    float (*places)[4];     // [point_count] world
    uint32_t* stamps;       // [point_count]
    uint32_t *marks,
        *queue; // [point_count] of one search: those with `mark` and more are in the queue
    shell_nearby* nearest; // [point_count] of those in the queue
    uint32_t* touched;     // [point_count] the round in which it last touched something
    uint32_t mark, round;
    int32_t queued;
    double size;      // of the longest edge of its box at rest, world units
    double thickness; // of a body without an inside: it is felt from so far away, world units

    // of one look
    const float (*palette)[12];
    const float (*next)[12];
    uint32_t stamp;        // points and clumps with it are evaluated; loose: boxes above clumps are
    uint32_t loose, whole; // known; whole: everything is evaluated
    float sweep[12];       // one bone: what it adds to a place
    float kept[2][12];     // of the first bone, in the last look
    double reach;          // no vertex is farther from rest than this, the mesh's unit
    double travel;         // nor do bones carry any farther than this in the substep, world units
    double wobble; // vertices hardly move farther than this against their bones in the substep
    float low[3], high[3]; // bounds of all, now and at the end of the substep
    bool jumped;           // it is not where the round before said that it would be
    float expected[12];    // ... its first bone
    bool asleep;           // as of the last look: what was evaluated stays
    int32_t evaluated;     // points that were placed in this look
} shell;

static inline bool shell_has_bones(const shell* s) {
    return s->body_or_null != NULL && s->body_or_null->asset.influence_count > 0;
}

// A surface needs so much memory, aligned to 16 bytes, and is made in it, whatever
// it has. body_or_null: whose it is.
size_t shell_size(const shell_rest* rest);
shell* shell_make(const shell_rest* rest, const supple_body* body_or_null, void* memory);

// Begins a look at the surface as it is shown, carried by `palette` and, at the end of a substep of h
// seconds, by `next` (which may be the same). Finds the bounds; evaluates nothing. What has no body and
// stays where it is keeps what was evaluated, and so does what is asleep as it was before.
void shell_look(shell* s, const float (*palette)[12], const float (*next)[12], double h,
                bool asleep);

// How a moves against b over the substep, in the middle of where both are, and how much farther anything
// of them goes there: bodies that fly side by side do not close. Without wobble.
double shell_closing(const shell* a, const shell* b, double way[3]);

// Begins a round of searches for what touches, after a look.
void shell_begin_round(shell* s);

// Before a node's box is used as exact, and before its children or triangles are: evaluates its clump.
void shell_open_clump(shell* s, int32_t clump);
static inline const tree_node* shell_open(shell* s, int32_t at) {
    int32_t clump = s->rest->clump_of[at];
    if (clump >= 0 && s->clump_stamps[clump] != s->stamp)
        shell_open_clump(s, clump);
    return &s->t.nodes[at];
}
// Before a walk: boxes above clumps are known afterwards.
void shell_loosen(shell* s);

// A walk down the tree, near children first. It goes on below the nodes that it is told to enter:
//   shell_walk w;
//   for (int32_t at = shell_walk_begin(s, &w); at >= 0; at = shell_walk_next(&w)) {
//       if (the box of s->t.nodes[at] does not matter)
//           continue;
//       const tree_node* n = shell_walk_enter(s, &w, at); // triangles, where n->count is above 0
typedef struct shell_walk {
    int32_t nodes[TREE_DEEPEST + 1], count; // that are still to be looked at
} shell_walk;

static inline int32_t shell_walk_begin(shell* s, shell_walk* w) {
    shell_loosen(s);
    w->count = 0;
    return s->t.node_count > 0 ? 0 : -1;
}
static inline const tree_node* shell_walk_enter(shell* s, shell_walk* w, int32_t at) {
    const tree_node* n = shell_open(s, at);
    if (n->count == 0) {
        w->nodes[w->count++] = n->first;
        w->nodes[w->count++] = at + 1;
    }
    return n;
}
static inline int32_t shell_walk_next(shell_walk* w) {
    return w->count > 0 ? w->nodes[--w->count] : -1;
}

// All at once.
void shell_evaluate(shell* s);

void shell_place(shell* s, uint32_t point, double out[3]);
void shell_travel(shell* s, uint32_t point, double out[3]); // over the substep, without wobble
void shell_corners(shell* s, uint32_t triangle, double corners[3][3]);
// Of a triangle of a clump that is open.
static inline void shell_open_corners(const shell* s, uint32_t triangle, double corners[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const float* x = s->places[s->rest->corners[triangle][i]];
        for (int a = 0; a < 3; ++a)
            corners[i][a] = (double)x[a];
    }
}

// Unit and outward, of the face, or of an edge or corner of it (angle-weighted: its sign tells inside
// from outside, Baerentzen & Aanaes 2005). Zero where triangles have no area.
void shell_normal(shell* s, uint32_t triangle, int feature, double out[3]);
void shell_point_normal(shell* s, uint32_t point, double out[3]);
// Where a point's surface looks: about its normal, cheaper. Unit.
void shell_facing(shell* s, uint32_t point, double out[3]);

supple_point shell_point_at(const shell* s, uint32_t point);
supple_point shell_triangle_at(const shell* s, uint32_t triangle, const double weight[3]);

typedef struct shell_hit {
    uint32_t triangle;
    near_point near;
} shell_hit;

// The nearest point of the surface within a radius. facing_or_null: only triangles whose normal is
// against it; open surfaces have one on either side.
bool shell_nearest(shell* s, const double x[3], double radius, const double* facing_or_null,
                   shell_hit* hit);

// Whether a place is inside, by the normal of the nearest feature: what shell_nearest found without
// `facing`. Never for open surfaces.
bool shell_is_inside(shell* s, const double x[3], const shell_hit* hit);

// The first triangle that the way from x to y meets, from outside when `outer`.
bool shell_cast(shell* s, const double x[3], const double y[3], bool outer, shell_hit* hit,
                double* along);
