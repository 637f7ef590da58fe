// Horner's rule with symmetric arrays: one index at a time is summed with q, from the cube down.
//
// Plain rather than fast: the baker evaluates a polynomial to shift it, and tests do to judge it; frames
// have their own code. Shifting is Taylor's expansion: c is the force at -offset, P the stiffness there.
// SPDX-License-Identifier: MIT
#include "bake/model/polynomial.h"

#include "bake/base/assert.h"
#include "format/packed.h"

#include <string.h>

size_t polynomial_size(int32_t count, int rank) {
    SUPPLE_ASSERT(count >= 0 && rank >= 0);
    uint32_t n = (uint32_t)count;
    return rank == 1   ? n
           : rank == 2 ? packed_pairs(n)
           : rank == 3 ? packed_triples(n)
                       : packed_quads(n);
}

size_t polynomial_place(int rank, const int32_t* indices) {
    uint32_t i[POLYNOMIAL_RANK_MAX] = {0};
    for (int k = 0; k < rank; ++k) {
        int at = k;
        for (; at > 0 && i[at - 1] < (uint32_t)indices[k]; --at)
            i[at] = i[at - 1];
        i[at] = (uint32_t)indices[k];
    }
    return rank == 1   ? i[0]
           : rank == 2 ? packed_at2(i[0], i[1])
           : rank == 3 ? packed_at3(i[0], i[1], i[2])
                       : packed_at4(i[0], i[1], i[2], i[3]);
}

// The next descending tuple, as they are stored.
static void next_tuple(int32_t* tuple, int rank) {
    int at = rank - 1;
    while (at > 0 && tuple[at] == tuple[at - 1])
        --at;
    ++tuple[at];
    memset(tuple + at + 1, 0, (size_t)(rank - 1 - at) * sizeof *tuple);
}

// to, of one rank less: (scale * from summed with q over one index) + added * other.
static void contract(int rank, int32_t count, const double* from, const double* q, double scale,
                     const double* other, double added, double* to) {
    size_t size = polynomial_size(count, rank - 1);
    int32_t tuple[POLYNOMIAL_RANK_MAX] = {0};
    for (size_t at = 0; at < size; ++at) {
        double sum = 0.0;
        for (int32_t i = 0; i < count; ++i) {
            tuple[rank - 1] = i;
            sum += from[polynomial_place(rank, tuple)] * q[i];
        }
        to[at] = scale * sum + added * other[at];
        if (at + 1 < size)
            next_tuple(tuple, rank - 1);
    }
}

polynomial polynomial_zero(int32_t count, bool cubic, arena* memory) {
    polynomial p = {.count = count, .cubic = cubic};
    p.constant = ARENA_NEW(memory, double, packed_polynomial((uint32_t)count, cubic ? 3 : 1));
    p.linear = p.constant + count;
    if (cubic) {
        p.square = p.linear + polynomial_size(count, 2);
        p.cube = p.square + polynomial_size(count, 3);
    }
    return p;
}

polynomial polynomial_leading(const polynomial* p, int32_t count) {
    SUPPLE_ASSERT(count >= 0 && count <= p->count);
    polynomial out = *p;
    out.count = count;
    return out;
}

// square + factor * cube * q, [polynomial_size(count, 3)]
static void bent_square(const polynomial* p, const double* q, double square, double cube,
                        double* to) {
    contract(4, p->count, p->cube, q, cube, p->square, square, to);
}

void polynomial_stiffness(const polynomial* p, const double* q, double* stiffness) {
    memcpy(stiffness, p->linear, polynomial_size(p->count, 2) * sizeof *stiffness);
    if (!p->cubic)
        return;
    arena* scratch = arena_create();
    double* square = ARENA_NEW(scratch, double, polynomial_size(p->count, 3));
    bent_square(p, q, 2.0, 3.0, square);
    contract(3, p->count, square, q, 1.0, p->linear, 1.0, stiffness);
    arena_destroy(scratch);
}

// constant + linear P q + square Q q q + cube S q q q, with these factors.
static void sum_up(const polynomial* p, const double* q, double linear, double square, double cube,
                   double* force) {
    arena* scratch = arena_create();
    double* slope = ARENA_NEW(scratch, double, polynomial_size(p->count, 2));
    if (p->cubic) {
        double* bent = ARENA_NEW(scratch, double, polynomial_size(p->count, 3));
        bent_square(p, q, square, cube, bent);
        contract(3, p->count, bent, q, 1.0, p->linear, linear, slope);
        contract(2, p->count, slope, q, 1.0, p->constant, 1.0, force);
    } else {
        contract(2, p->count, p->linear, q, linear, p->constant, 1.0, force);
    }
    arena_destroy(scratch);
}

void polynomial_force(const polynomial* p, const double* q, double* force) {
    sum_up(p, q, 1.0, 1.0, 1.0, force);
}

double polynomial_energy(const polynomial* p, const double* q) {
    arena* scratch = arena_create();
    double *mean = ARENA_NEW(scratch, double, (size_t)p->count), sum = p->energy;
    sum_up(p, q, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0, mean);
    for (int32_t i = 0; i < p->count; ++i)
        sum += mean[i] * q[i];
    arena_destroy(scratch);
    return sum;
}

polynomial polynomial_shift(const polynomial* p, const double* offset, arena* memory) {
    polynomial out = polynomial_zero(p->count, p->cubic, memory);
    double* back = ARENA_NEW(memory, double, (size_t)p->count);
    for (int32_t i = 0; i < p->count; ++i)
        back[i] = -offset[i];
    out.energy = polynomial_energy(p, back);
    polynomial_force(p, back, out.constant);
    polynomial_stiffness(p, back, out.linear);
    if (p->cubic) {
        bent_square(p, back, 1.0, 3.0, out.square);
        memcpy(out.cube, p->cube, polynomial_size(p->count, 4) * sizeof *out.cube);
    }
    return out;
}
