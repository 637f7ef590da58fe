// SPDX-License-Identifier: MIT
#include "bake/light/directions.h"

#include "bake/base/assert.h"

#include <math.h>
#include <stdlib.h>

// 1 / golden ratio
static const double DIRECTIONS_TURN = 0.61803398874989484820;

enum { CELLS_BITS = 10 }; // of the disc, a side: for the order only

typedef struct placed {
    uint32_t cell; // along a curve of Morton
    int32_t rank;
} placed;

static int by_cell(const void* a, const void* b) {
    const placed *p = a, *q = b;
    return p->cell != q->cell ? (p->cell > q->cell) - (p->cell < q->cell)
                              : (p->rank > q->rank) - (p->rank < q->rank);
}

static uint32_t cell_of(double x, double y) {
    const double half = 0.5 * (1 << CELLS_BITS) - 0.5;
    uint32_t column = (uint32_t)((x + 1.0) * half), row = (uint32_t)((y + 1.0) * half), cell = 0;
    for (int bit = 0; bit < CELLS_BITS; ++bit)
        cell |= (column >> bit & 1u) << (2 * bit) | (row >> bit & 1u) << (2 * bit + 1);
    return cell;
}

// Of a full turn, whole ones left out.
static void turn_of(double turns, double* sine, double* cosine) {
    exact_sincos(2.0 * EXACT_PI * (turns - floor(turns)), sine, cosine);
}

directions directions_new(int32_t count, arena* memory) {
    SUPPLE_ASSERT(count > 0 && count <= DIRECTIONS_MOST);
    directions l = {.count = (count + 7) / 8 * 8};
    size_t n = (size_t)l.count;
    l.rank = ARENA_NEW(memory, float, n);
    l.cosine = ARENA_NEW(memory, float, n);
    l.sine = ARENA_NEW(memory, float, n);
    arena* scratch = arena_create();
    placed* order = ARENA_NEW(scratch, placed, n);
    for (int32_t i = 0; i < l.count; ++i) {
        double s, c, radius = sqrt((i + 0.5) / l.count);
        turn_of(i * DIRECTIONS_TURN, &s, &c);
        order[i] = (placed){cell_of(radius * c, radius * s), i};
    }
    qsort(order, n, sizeof *order, by_cell);
    for (int32_t i = 0; i < l.count; ++i) {
        double s, c;
        turn_of(order[i].rank * DIRECTIONS_TURN, &s, &c);
        l.rank[i] = (float)order[i].rank;
        l.cosine[i] = (float)c;
        l.sine[i] = (float)s;
    }
    arena_destroy(scratch);
    return l;
}

directions_shift directions_shift_of(uint32_t seed, uint32_t number) {
    uint64_t z = ((uint64_t)seed << 32 | number) * 0x9e3779b97f4a7c15u + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (directions_shift){(double)(z >> 32) / 4294967296.0, (double)(uint32_t)z / 4294967296.0};
}

// Two directions across a normal, without a branch (Duff et al. 2017).
static void across(vec3 n, vec3* a, vec3* b) {
    double sign = n.z < 0.0 ? -1.0 : 1.0, p = -1.0 / (sign + n.z), q = n.x * n.y * p;
    *a = v3(1.0 + sign * n.x * n.x * p, sign * q, -sign * n.x);
    *b = v3(q, sign + n.y * n.y * p, -n.y);
}

void directions_about(const directions* l, vec3 normal, directions_shift s, float* x, float* y,
                      float* z) {
    vec3 a, b;
    double sine, cosine;
    across(normal, &a, &b);
    turn_of(s.turn, &sine, &cosine);
    // the two directions turned by the shift: the lattice's own turns come on top
    vec3 u = v3_add(v3_scale(a, cosine), v3_scale(b, sine)),
         v = v3_sub(v3_scale(b, cosine), v3_scale(a, sine));
    const float ux = (float)u.x, uy = (float)u.y, uz = (float)u.z, vx = (float)v.x, vy = (float)v.y,
                vz = (float)v.z, nx = (float)normal.x, ny = (float)normal.y, nz = (float)normal.z;
    const float shift = (float)s.rank, part = 1.0f / (float)l->count;
    for (int32_t i = 0; i < l->count; ++i) {
        float square = (l->rank[i] + shift) * part; // of the radius; rounding may reach 1
        square = square < 1.0f ? square : 1.0f;
        float radius = sqrtf(square), up = sqrtf(1.0f - square), c = radius * l->cosine[i],
              d = radius * l->sine[i];
        x[i] = ux * c + vx * d + nx * up;
        y[i] = uy * c + vy * d + ny * up;
        z[i] = uz * c + vz * d + nz * up;
    }
}
