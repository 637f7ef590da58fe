// Which answers must count for how much, so that the worst error is least: inner parts of response.c.
//
// Principal components make the sum of errors least, not the worst. For any weights of the families and of their directions that sum to one, the
// weighted sum of squared errors is at most the worst of them; and no space of k dimensions has a smaller sum than what the weighted answers have
// beside their k principal components (Eckart and Young 1936), for a reduced body's answer is in that space and so no nearer than the nearest there. So every choice of weights
// gives a bound that no basis passes, and a basis besides. Both are made better by raising the weights of what is missed most, as
// exponentials of matrices (Arora and Kale 2007). What is kept is the basis whose worst error was least; the first weights are all alike.
//
// All of it happens among the most important members of the space, a pool of some forty.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/response_answers.h"

// Orthonormal members of a space: the static answers, then principal components with all weights alike.
typedef struct response_pool {
    int32_t size, first; // first: how many static answers
    double* span;        // [size][space's size]
} response_pool;

// The same body and its families, in numbers of the pool.
typedef struct response_weighing response_weighing;

response_weighing* response_weighing_make(const response_space* s, const response_flesh* f,
                                          const response_families* all, const response_pool* pool,
                                          arena* memory);

// The best `count` coordinates found, their stiffness diagonal. most: weights under which as many miss most. False when there are numbers in it
// that are none.
bool response_weigh(const response_weighing* x, int32_t count, response_basis* out,
                    response_weights* most, arena* memory);

// By how many coordinates there are, [space's size + 1]: with the pool's static answers among them, none have a worst error below this. NULL: there
// are numbers in it that are none.
double* response_bounds(const response_space* s, const response_flesh* f,
                        const response_families* all, const response_weights* w,
                        const response_pool* pool, arena* memory);

// sum, [n][n], without what orthonormal vectors have of it.
void response_without(double* sum, size_t n, const double* vectors, int32_t count, arena* scratch);
