// Surfaces of rigid shapes: all of it, for queries and bounds, and one for each piece that is not round.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_rest.h"
#include "runtime/shape/shape.h"

#include <string.h>

static contact_surface_source source_of(const contact_surface_source* all, const shape_piece* p) {
    contact_surface_source s = *all;
    s.first_vertex = (uint32_t)p->first_vertex;
    s.positions += 3 * (size_t)p->first_vertex;
    s.triangles += 3 * (size_t)p->first_triangle;
    s.vertex_count = p->vertex_count;
    s.triangle_count = p->triangle_count;
    s.piece_count = 0;
    return s;
}

contact_rest* contact_rest_make(const contact_surface_source* source,
                                const supple_allocator* allocator) {
    contact_rest* s = contact_rest_make_whole(source, allocator);
    if (s == NULL)
        return NULL;
    memset(s->pieces, 0, sizeof *s->pieces * (size_t)s->piece_count);
    for (int32_t i = 0; i < s->piece_count; ++i) {
        s->round |= shape_is_round(source->pieces[i].kind);
        if (shape_is_round(source->pieces[i].kind))
            continue;
        contact_surface_source own = source_of(source, &source->pieces[i]);
        s->pieces[i] = contact_rest_make_whole(&own, allocator);
        if (s->pieces[i] == NULL) {
            contact_rest_drop(s, allocator);
            return NULL;
        }
    }
    return s;
}
