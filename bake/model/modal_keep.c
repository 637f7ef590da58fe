// Copies of the arrays that have an entry a coordinate.
// SPDX-License-Identifier: MIT
#include "bake/model/modal_keep.h"

#include "bake/base/assert.h"

#include <string.h>

// Coordinates are orthonormal and uncoupled, so those that are left answer as they did.
static void tell_errors(modal_model* m, arena* memory) {
    double* values = ARENA_NEW(memory, double, (size_t)m->count);
    for (int32_t i = 0; i < m->count; ++i)
        values[i] = m->modes[i].value / m->young_factor;
    const response_flesh flesh = {m->young_factor, m->damping};
    const response_basis left = {m->count, m->compared_coords, values};
    m->errors = response_errors_of(&m->compared, &flesh, &left);
}

void modal_keep(modal_model* m, const int32_t* list, int32_t count, int32_t bone_count,
                arena* memory) {
    SUPPLE_ASSERT(count > 0 && count <= m->count && bone_count >= 0);
    const modal_model old = *m;
    size_t order = 3 * (size_t)m->free_count, some = (size_t)count, all = (size_t)old.count,
           bones = (size_t)bone_count, size = (size_t)m->compared.size;
    m->count = count;
    m->modes = ARENA_NEW(memory, modal_mode, some);
    m->vectors = ARENA_NEW(memory, double, some*(order > 0 ? order : 1));
    m->bones = ARENA_NEW(memory, forcing_mode, some * bones);
    if (old.coupling != NULL)
        m->coupling = ARENA_NEW(memory, double, 6 * some * some);
    if (size > 0)
        m->compared_coords = ARENA_NEW(memory, double, some* size);
    for (size_t i = 0; i < some; ++i) {
        size_t f = (size_t)list[i];
        m->modes[i] = old.modes[f];
        memcpy(m->vectors + i * order, old.vectors + f * order, order * sizeof *m->vectors);
        memcpy(m->bones + i * bones, old.bones + f * bones, bones * sizeof *m->bones);
        if (size > 0)
            memcpy(m->compared_coords + i * size, old.compared_coords + f * size,
                   size * sizeof(double));
        for (size_t k = 0; k < 6 * some && old.coupling != NULL; ++k)
            m->coupling[k / some * some * some + i * some + k % some] =
                old.coupling[k / some * all * all + f * all + (size_t)list[k % some]];
    }
    if (size > 0 && some < all)
        tell_errors(m, memory);
}
