// What flesh is pushed with in the standard ways, and how the whole body answers: inner parts of response.c.
//
// Answers are those at 1, 2 ... 6 Hz, both halves of each swing: in time with the push, and a quarter behind it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/response.h"

enum { RESPONSE_TONES = 6, RESPONSE_HALVES = 2 * RESPONSE_TONES };
#define RESPONSE_SAME 1e-12 // of the largest, squared: less is rounding

typedef struct response_pushes {
    int32_t count;
    double* list; // [count][size]
} response_pushes;

response_pushes response_along_axes(const response_space* s, arena* memory);
response_pushes response_about_axes(const response_space* s, arena* memory);
response_pushes response_of_bones(const response_space* s);

double response_tone(int i); // Hz
double response_dot(const double* a, const double* b, size_t n);

// q'' + 2 d q' + value q = push at `hz`, both halves of the swing.
void response_swing(const response_flesh* f, double value, double push, double hz, double q[2]);

// The whole body's answers, [halves][size].
void response_answer(const response_space* s, const response_flesh* f, const double* push,
                     double* out);

// ---- what errors are told of -----------------------------------------------------------

// Pushes whose errors are one number. Their answers are of size 1: along every sum of squares 1 of the three directions, or all bones' together.
typedef struct response_family {
    response_pushes pushes;
    int32_t directions; // 3: the worst sum of the three counts; 1: all of them together do
} response_family;

// Shaken, turned, bones apart; the last only where there are bones.
enum { RESPONSE_FAMILIES = 3 };
typedef struct response_families {
    int32_t count;
    response_family list[RESPONSE_FAMILIES];
} response_families;

// False when there are numbers in it that are none.
bool response_families_make(const response_space* s, const response_flesh* f,
                            response_families* out, arena* memory);

// How much each family counts, and each direction of it: [directions][directions] without negative values; traces sum to one.
typedef struct response_weights {
    double of[RESPONSE_FAMILIES][9];
} response_weights;

response_weights response_alike(const response_families* all);

// sum, [size][size]: answers times themselves, by those weights. False when there are numbers in it that are none.
bool response_weighted(const response_space* s, const response_flesh* f,
                       const response_families* all, const response_weights* w, double* sum,
                       arena* scratch);

// sum += what counts beside them: stretched as by fast turning, and touched anywhere, so that what is left has an order.
void response_beside(const response_space* s, const response_flesh* f, const response_families* all,
                     double* sum, arena* scratch);
