// Mode shapes carried from a volume's nodes to the vertices that are seen.
//
// A vertex moves as the element that holds it, by the element's own shape functions, times the
// part's fade where there is a part; vertices outside follow their nearest element beyond its faces
// and are counted in the embedding. Physics sees welded vertices, so that nothing tears; files hold
// split ones.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/embed.h"

typedef struct carry_source {
    const tets* t;
    const embedding* at;           // the vertices; its elements are those of t, of any width
    const float* fade_or_null;     // [at->count]
    const int32_t* number_or_null; // where each node is in a shape, -1: it does not move; as
                                   // assemble_free has it. NULL: shapes hold all nodes
    int32_t row_count;             // nodes in a shape: how many numbers there are
} carry_source;

// shapes: [modes][row_count][3], as eigen_modes has its vectors. out: [modes][at->count][3].
void carry_shapes(const carry_source* s, const double* shapes, int32_t modes, int threads,
                  double* out);

// How one shape changes about a vertex, out[a][b] = d u_a / d x_b in the element that holds it,
// times the fade; that the fade itself changes is left out. Zero for an element without volume.
void carry_gradient(const carry_source* s, const double* shape, int32_t vertex, double out[3][3]);

// Shapes of welded vertices as shapes of the split ones: [modes][welded_count][3] to
// [modes][vertex_count][3]. welded: where each vertex went, as bake/mesh/weld.h has it.
void carry_to_split(const int32_t* welded, int32_t vertex_count, int32_t welded_count,
                    const double* shapes, int32_t modes, double* out);

// Shapes of listed vertices, as a part has them, as shapes of all: zero for those that are not
// listed.
void carry_to_all(const int32_t* list, int32_t list_count, int32_t vertex_count,
                  const double* listed, int32_t modes, double* out);
