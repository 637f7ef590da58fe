// Strips of columns, each a tall narrow matrix (tall.h).
// SPDX-License-Identifier: MIT
#include "bake/algebra/lanczos_basis.h"

#include "bake/algebra/tall.h"
#include "bake/base/assert.h"

#include <string.h>

void lanczos_dots(const lanczos_basis* b, const double* x, const double* y, int32_t count,
                  double* out) {
    SUPPLE_ASSERT(count >= 0);
    tall_dots(&(tall_pair){b->order, x, count, y, count}, b->threads, out, count);
}

void lanczos_divide(const lanczos_basis* b, const double* r, int32_t count, double* columns) {
    SUPPLE_ASSERT(count >= 0);
    tall_divide(b->order, columns, count, r, b->threads);
}

// ---- strips ----------------------------------------------------------------------------

static int32_t strip_columns(int32_t used, int32_t strip) {
    int32_t left = used - strip * LANCZOS_STRIP;
    return left < LANCZOS_STRIP ? left : LANCZOS_STRIP;
}

static int32_t strips(int32_t columns) {
    return (columns + LANCZOS_STRIP - 1) / LANCZOS_STRIP;
}

void lanczos_basis_append(lanczos_basis* b, const double* columns, int32_t count) {
    SUPPLE_ASSERT(count >= 0 && b->order > 0);
    size_t n = (size_t)b->order;
    for (int32_t c = 0; c < count; ++c, ++b->size) {
        int32_t strip = b->size / LANCZOS_STRIP;
        if (strip == b->strip_room) {
            int32_t room = 2 * b->strip_room + 4;
            b->strip = arena_grow(b->memory, b->strip, (size_t)b->strip_room, (size_t)room,
                                  sizeof *b->strip);
            b->strip_room = room;
        }
        if (strip == b->strip_count)
            b->strip[b->strip_count++] = ARENA_NEW(b->memory, double, LANCZOS_STRIP* n);
        memcpy(b->strip[strip] + (size_t)(b->size % LANCZOS_STRIP) * n, columns + (size_t)c * n,
               n * sizeof *columns);
    }
}

void lanczos_basis_along(const lanczos_basis* b, const double* columns, int32_t count,
                         double* out) {
    SUPPLE_ASSERT(count >= 0);
    for (int32_t s = 0; s < strips(b->size); ++s)
        tall_dots(&(tall_pair){b->order, b->strip[s], strip_columns(b->size, s), columns, count},
                  b->threads, out + s * LANCZOS_STRIP, b->size);
}

void lanczos_basis_subtract(const lanczos_basis* b, const double* along, int32_t count,
                            double* columns) {
    SUPPLE_ASSERT(count >= 0);
    for (int32_t s = 0; s < strips(b->size); ++s) {
        const tall_sum t = {.rows = b->order,
                            .from_count = strip_columns(b->size, s),
                            .to_count = count,
                            .from = b->strip[s],
                            .small = along + s * LANCZOS_STRIP,
                            .small_stride = b->size,
                            .scale = -1.0,
                            .before = 1.0,
                            .to = columns};
        tall_add(&t, b->threads);
    }
}

void lanczos_basis_combine(const lanczos_basis* b, int32_t used, const double* weights,
                           int32_t count, double* out) {
    SUPPLE_ASSERT(used >= 0 && used <= b->size && count >= 0);
    for (int32_t s = 0; s < strips(used); ++s) {
        const tall_sum t = {.rows = b->order,
                            .from_count = strip_columns(used, s),
                            .to_count = count,
                            .from = b->strip[s],
                            .small = weights + s * LANCZOS_STRIP,
                            .small_stride = used,
                            .scale = 1.0,
                            .before = s > 0 ? 1.0 : 0.0,
                            .to = out};
        tall_add(&t, b->threads);
    }
}
