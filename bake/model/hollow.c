// The energy of all is the mode's value: only the elements that hold nothing are summed for what is hollow.
// SPDX-License-Identifier: MIT
#include "bake/model/hollow.h"

#include "bake/base/assert.h"
#include "bake/fem/element.h"

#include <stdlib.h>
#include <string.h>

// x' K x of one element in one mode.
static double energy_in(const double* stiffness, const int32_t* nodes, int32_t width,
                        const int32_t* number, const double* vector) {
    double u[3 * ELEMENT_WIDTH_MAX], sum = 0.0;
    int32_t order = 3 * width;
    for (int32_t i = 0; i < order; ++i) {
        int32_t at = number[nodes[i / 3]];
        u[i] = at >= 0 ? vector[3 * (ptrdiff_t)at + i % 3] : 0.0;
    }
    for (int32_t i = 0; i < order; ++i)
        for (int32_t k = 0; k < order; ++k)
            sum += u[i] * stiffness[i * order + k] * u[k];
    return sum;
}

static void stiffness_of(const tets* t, const material* materials, int32_t i, double* out) {
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(t, i, nodes);
    element_stiffness(nodes, t->width, &materials[i], tets_filling(t, i), out);
}

static int32_t count_free(const tets* t, const int32_t* number) {
    int32_t count = 0;
    for (int32_t i = 0; i < t->node_count; ++i)
        count += number[i] >= 0;
    return count;
}

void hollow_fractions(const tets* t, const material* materials, const int32_t* number,
                      const eigen_modes* found, double* fraction) {
    SUPPLE_ASSERT(t->width <= ELEMENT_WIDTH_MAX);
    int32_t free_count = count_free(t, number);
    for (int32_t m = 0; m < found->count; ++m)
        fraction[m] = 0.0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        if (tets_filled(t, i) >= HOLLOW_FILLED)
            continue;
        double stiffness[9 * ELEMENT_WIDTH_MAX * ELEMENT_WIDTH_MAX];
        const int32_t* e = t->elements + (ptrdiff_t)i * t->width;
        stiffness_of(t, materials, i, stiffness);
        for (int32_t m = found->rigid; m < found->count; ++m)
            fraction[m] += energy_in(stiffness, e, t->width, number,
                                     found->vectors + 3 * (ptrdiff_t)free_count * m) /
                           found->values[m];
    }
}

static int by_size(const void* a, const void* b) { // falling
    double x = *(const double*)a, y = *(const double*)b;
    return (x < y) - (x > y);
}

hollow_where hollow_slowest(const tets* t, const material* materials, const int32_t* number,
                            const eigen_modes* found) {
    SUPPLE_ASSERT(t->width <= ELEMENT_WIDTH_MAX && found->rigid < found->count);
    const double* vector = found->vectors + 3 * (ptrdiff_t)count_free(t, number) * found->rigid;
    arena* scratch = arena_create();
    double *energy = ARENA_NEW(scratch, double, (size_t)t->tet_count), all = 0.0, sum = 0.0,
           tied = 0.0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        double stiffness[9 * ELEMENT_WIDTH_MAX * ELEMENT_WIDTH_MAX];
        stiffness_of(t, materials, i, stiffness);
        energy[i] =
            energy_in(stiffness, t->elements + (ptrdiff_t)i * t->width, t->width, number, vector);
        all += energy[i];
        tied += t->tied_or_null != NULL && t->tied_or_null[i] ? energy[i] : 0.0;
    }
    qsort(energy, (size_t)t->tet_count, sizeof *energy, by_size);
    int32_t count = 0;
    while (count < t->tet_count && sum < 0.5 * all)
        sum += energy[count++];
    arena_destroy(scratch);
    return (hollow_where){count, all > 0.0 ? tied / all : 0.0};
}

int32_t hollow_drop(const tets* t, const material* materials, const int32_t* number,
                    eigen_modes* found, double* slowest) {
    size_t order = 3 * (size_t)count_free(t, number);
    arena* scratch = arena_create();
    double* fraction = ARENA_NEW(scratch, double, (size_t)found->count);
    hollow_fractions(t, materials, number, found, fraction);
    int32_t kept = 0, dropped = 0;
    for (int32_t i = 0; i < found->count; ++i) {
        if (fraction[i] > HOLLOW_MOST) {
            if (dropped++ == 0)
                *slowest = sqrt(found->values[i]) / (2.0 * EXACT_PI);
            continue;
        }
        found->values[kept] = found->values[i];
        found->residuals[kept] = found->residuals[i];
        if (kept != i)
            memcpy(found->vectors + (size_t)kept * order, found->vectors + (size_t)i * order,
                   order * sizeof(double));
        ++kept;
    }
    found->count = kept;
    arena_destroy(scratch);
    return dropped;
}
