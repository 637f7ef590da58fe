// The solver's own arrays; only solve*.c see them.
//
// Numbers are scaled by the root of their gain: with x = w' / sqrt(gain), where w' is what the impulses
// add to w, and rows J sqrt(gain), the same row serves for J w' and for the change of x, which halves the
// memory that a sweep reads. Spins are scaled by the Cholesky factor L of I^-1 = L L^T instead. Zero
// gains need no special case: their x stays zero.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/solve.h"

enum { SOLVE_LANES = 8, SOLVE_RIGID = 6 };

typedef struct solve_mover {
    int32_t first; // of its numbers in x: 6 of a free body's rigid motion, then its coordinates
    int32_t count; // without padding
    bool free;
    double mass_root;          // sqrt(1/m)
    double inertia_root[3][3]; // L, lower
    double velocity[3], spin[3];
    double impulse[3], turning[3]; // J^T p, after a run
} solve_mover;

typedef enum solve_kind { SOLVE_CONTACT, SOLVE_SMOOTH, SOLVE_JOINT } solve_kind;

// What a sweep reads of a block, besides its rows.
typedef struct solve_block {
    int32_t x[2], length[2]; // of its runs in x; length 0 when nothing of that side moves
    int64_t rows;            // [stored][length[0]] then [stored][length[1]]
    float base[3];           // J w + bias, before any impulse
    float p[3];
    float square[6];  // J J^T with softness on its diagonal: 00 11 22 01 02 12
    float inverse[6]; // of that
    float softness, friction, limit;
    float across;                              // 1 / the largest eigenvalue of the tangents' square
    uint8_t kind, row_count, stored, gave_way; // stored: 1 or 3 rows
} solve_block;

// The rest of it.
typedef struct solve_place_of {
    double axes[3][3];
    double arm[2][3];
    double before[3]; // J w before any impulse
    int32_t body[2];
    bool turns[2];
} solve_place_of;

typedef struct solve_held {
    int32_t body;
    solve_hold_sweep sweep;
    void* user;
} solve_held;

struct solver {
    solve_room room;
    int32_t body_count, block_count, hold_count, joint_count;
    int32_t x_count; // padded
    int64_t number_count;
    solve_mover* movers;
    solve_block* blocks;
    solve_place_of* places;
    solve_held* holds;
    int32_t* joints;   // blocks that are joints
    float* x;          // [x_count] what impulses did, scaled
    float* root;       // [x_count] of the gain; unused for rigid numbers and padding
    double* speed;     // [x_count] w of the coordinates
    double* held_pull; // [x_count] what holds gave
    double* w;         // [6 + coords] for holds
    double* pull;      // ... and what they ask for
    float* rows;       // [room.numbers]
};

// r += rows x and x += rows^T d, rows [row_count][n], row_count 1 or 3, n a multiple of SOLVE_LANES.
void solve_dot(int32_t row_count, int32_t n, const float* rows, const float* x, float r[3]);
void solve_add(int32_t row_count, int32_t n, const float* rows, const float d[3], float* x);
