// The solver's own arrays; only solve*.c see them.
//
// Numbers are scaled by the root of their gain: with x = w' / sqrt(gain), where w' is what the impulses
// add to w, and rows J sqrt(gain), the same row serves for J w' and for the change of x, which halves the
// memory that a sweep reads. Spins are scaled by the Cholesky factor L of I^-1 = L L^T instead. Zero
// gains need no special case: their x stays zero.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/math/lanes.h"
#include "runtime/solve/solve.h"

enum {
    SOLVE_RIGID = 6,
    SOLVE_WIDEST = 192, // rows of joints that may all hang together
    SOLVE_EXACT = 16    // contacts without friction that are solved by pivoting
};

typedef struct solver_body {
    int32_t first; // of its numbers in x: 6 of a free body's rigid motion, then its coordinates
    int32_t count; // without padding
    bool free;
    double mass_root;          // sqrt(1/m)
    double inertia_root[3][3]; // L, lower
    double velocity[3], spin[3];
    double impulse[3], turning[3]; // J^T p, after a run
} solver_body;

typedef enum solve_kind { SOLVE_CONTACT, SOLVE_SMOOTH, SOLVE_JOINT } solve_kind;

// What a sweep reads of a block, besides its rows.
typedef struct solve_block {
    int32_t x[2], length[2]; // of its runs in x; length 0 when nothing of that side moves
    int64_t rows;            // [stored][length[0]] then [stored][length[1]]
    float base[3];           // J w + bias, before any impulse
    float square[6];         // J J^T with softness on its diagonal: 00 11 22 01 02 12
    float inverse[6];        // of that
    float along, across; // 1 / the square of the normal, / the largest eigenvalue of the tangents'
    float softness, friction, limit;
    uint8_t kind, row_count, stored; // stored: 1 or 3 rows
    uint8_t apart;                   // 1: nothing moves it, or only solve_direct does
    uint8_t bare; // 1: a contact that has borne nothing yet; its tangents are zero
    uint8_t reached_limit;
} solve_block;

// The rest of it.
typedef struct solve_anchor {
    double axes[3][3];
    solve_side side[2];
    double before[3]; // J w before any impulse; of a bare contact its normal's alone, ...
    double drift[3];  // ... and what is added to the others when it is complete
} solve_anchor;

typedef struct solve_held {
    int32_t body;
    solve_hold_sweep sweep;
    void* user;
} solve_held;

// Rows of joints that hang together: L of L L^T = J J^T, by rows from the first number that is not zero.
typedef struct solve_skyline {
    int32_t count;  // joints: the first so many of the solver's; 0: none are solved directly
    int32_t* first; // [3 joints] column
    int64_t* start; // [3 joints] in `numbers`
    double* numbers;
    double* rest; // [3 joints] right-hand side, then the change of p
} solve_skyline;

// Bodies that blocks connect; sums are those of the body that names it.
typedef struct solve_island {
    int32_t root, group;
    bool held, joined;   // by a hold; by a joint
    double work, square; // p^T (J w + bias + softness p), and p^T (J J^T + softness) p
} solve_island;

// Bodies and blocks that are swept together: in lists of all of them.
typedef struct solve_group {
    int32_t body_first, body_end, block_first, block_end;
} solve_group;

struct solver {
    solve_room room;
    int32_t body_count, block_count, hold_count, joint_count;
    int32_t x_count; // padded
    int64_t number_count;
    solver_body* bodies;
    solve_block* blocks;
    solve_anchor* anchors;
    solve_held* holds;
    int32_t* joints; // blocks that are joints
    solve_skyline sky;
    float (*p)[3]; // [blocks] impulses along axes
    float* x;      // [x_count] what impulses did, scaled
    float* rows;   // [room.numbers]
    float* root;   // [x_count] of the gain; unused for rigid numbers and padding
    double* speed; // [x_count] w of the coordinates
    double* held;  // [x_count] J^T p of holds
    double *w, *own,
        *coord_impulse;    // [6 + coords] for holds: what they see, of their own, and ask for
    double* exact;         // of solve_exact.c
    solve_island* islands; // [bodies]
    solve_group* groups;   // [bodies + 1] the first has all holds and joints
    int32_t group_count;
    int32_t *group_bodies, *group_blocks; // [bodies], [blocks]
    float* travel_x;                      // [x_count] of solve.c's stride
    float* travel_p;                      // [3 blocks]
    double* travel_held;                  // [x_count]
    float* last_x;                        // where these were before the sweep
    float* last_p;
    double* last_held;
};

static inline int32_t solve_padded(int32_t count) {
    return (count + LANES - 1) / LANES * LANES;
}

// Room for rows of both sides; two points of one body become one run. False when there is none.
bool solve_take_rows(solver* s, const solve_side side[2], int32_t row_count, solve_block* block);

// Adds some rows of both sides, along these axes.
typedef struct solve_range {
    int32_t first, end;
} solve_range;
void solve_add_sides(const solver* s, const solve_side side[2], const double (*axes)[3],
                     solve_range range, const solve_block* block);

// Adds sign times the velocity, or spin, of a side.
void solve_add_motion(const solver* s, const solve_side* side, double sign, double motion[3]);
// J w along the normal of a contact alone.
double solve_normal_motion(const solver* s, const solve_side side[2], const double normal[3]);

// J J^T of a block without softness, into its square; of a bare one its first number.
void solve_find_square(const solver* s, solve_block* block);

// The rest of a bare contact, when it first bears something.
void solve_complete(solver* s, int32_t block);

// sums[a][b] += row a of one block times row b of another, where their runs in x overlap.
void solve_multiply(const solver* s, const solve_block* one, const solve_block* two,
                    double sums[3][3]);

// r = J w + bias + softness p of a block.
void solve_find_rest(const solver* s, int32_t block, float r[3]);

// x follows a change of a block's p.
void solve_push(solver* s, int32_t block, const float d[3]);

// That, and what the block's p should change by, all else as it is; returns the largest change of
// velocity it stands for.
float solve_alone(solver* s, int32_t block, float r[3], float d[3]);

// ... done.
float solve_sweep_block(solver* s, int32_t block);

// A hold's turn in a sweep; returns what it missed by. And x follows an impulse on a body.
float solve_sweep_hold(solver* s, const solve_held* hold);
void solve_add_coord_impulse(solver* s, const solver_body* m, const double* coord_impulse);

// The body that a block belongs by; -1: none.
static inline int32_t solve_body_of(const solver* s, int32_t block) {
    const solve_anchor* a = &s->anchors[block];
    return a->side[0].body >= 0 ? a->side[0].body : a->side[1].body;
}

// Islands and groups of all that was added; and the body that names a body's island.
void solve_find_groups(solver* s);
int32_t solve_root(solve_island* islands, int32_t body);

// All of it, when that is possible exactly: p, but not x.
bool solve_exact(solver* s);

// After the sweeps: takes back impulses that do work which no solution does. True: some p changed, but not x.
bool solve_guard(solver* s);

// The joints at once: prepare before the first sweep, and when one has given way. Without room for it
// they stay ordinary blocks.
int64_t solve_direct_numbers(int32_t joints); // of the skyline, at most
void solve_direct_prepare(solver* s);
float solve_direct_sweep(solver* s);
