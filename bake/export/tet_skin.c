// A node is its element's shape function at one corner, or at the middle of an edge.
// SPDX-License-Identifier: MIT
#include "bake/export/tet_skin.h"

#include "bake/mesh/tet_topology.h"

typedef struct skin_maker {
    const tets* t;
    surface f;
    embedding* at;
    int32_t* vertex; // [node_count] one more than its vertex; 0: none yet
} skin_maker;

// Local nodes 0 to 3 are corners, 4 to 9 mid-edge.
static uint32_t vertex_of(skin_maker* m, int32_t tet, int local) {
    const tets* t = m->t;
    int32_t at = t->elements[(size_t)tet * (size_t)t->width + (size_t)local];
    if (m->vertex[at] == 0) {
        static const float ink[4] = {0.8f, 0.8f, 0.8f, 1.0f};
        int32_t v = m->f.vertex_count++;
        m->vertex[at] = v + 1;
        m->f.positions[v] = t->nodes[at];
        for (int c = 0; c < 4; ++c)
            m->f.colors[v][c] = ink[c];
        m->at->element[v] = tet;
        double* b = m->at->barycentric[v];
        if (local < 4) {
            b[local] = 1.0;
        } else {
            b[tet_edge[local - 4][0]] = b[tet_edge[local - 4][1]] = 0.5;
        }
    }
    return (uint32_t)m->vertex[at] - 1;
}

static int middle_of(int a, int b) {
    int k = 0;
    while (!((tet_edge[k][0] == a && tet_edge[k][1] == b) ||
             (tet_edge[k][0] == b && tet_edge[k][1] == a)))
        ++k;
    return 4 + k;
}

static void add_triangle(skin_maker* m, int32_t tet, int a, int b, int c) {
    uint32_t* corner = m->f.triangles[m->f.triangle_count];
    corner[0] = vertex_of(m, tet, a);
    corner[1] = vertex_of(m, tet, b);
    corner[2] = vertex_of(m, tet, c);
    m->f.triangle_material[m->f.triangle_count++] = -1;
}

static void add_face(skin_maker* m, int32_t tet, const int face[3]) {
    int a = face[0], b = face[1], c = face[2];
    if (m->t->width == 4) {
        add_triangle(m, tet, a, b, c);
        return;
    }
    int ab = middle_of(a, b), bc = middle_of(b, c), ca = middle_of(c, a);
    add_triangle(m, tet, a, ab, ca);
    add_triangle(m, tet, ab, b, bc);
    add_triangle(m, tet, ca, bc, c);
    add_triangle(m, tet, ab, bc, ca);
}

surface tet_skin(const tets* t, embedding* at, arena* memory) {
    arena* scratch = arena_create();
    tet_topology shape = tets_topology(t, scratch);
    size_t nodes = (size_t)t->node_count, faces = 4 * (size_t)shape.boundary_count;
    *at = (embedding){.element = ARENA_NEW(memory, int32_t, nodes),
                      .barycentric = arena_alloc(memory, nodes, sizeof *at->barycentric),
                      .outside_worst = -1};
    skin_maker m = {.t = t,
                    .f = {.positions = ARENA_NEW(memory, vec3, nodes),
                          .normals = arena_alloc(memory, nodes, sizeof *m.f.normals),
                          .uvs = arena_alloc(memory, nodes, sizeof *m.f.uvs),
                          .colors = arena_alloc(memory, nodes, sizeof *m.f.colors),
                          .triangles = arena_alloc(memory, faces, sizeof *m.f.triangles),
                          .triangle_material = ARENA_NEW(memory, int32_t, faces)},
                    .at = at,
                    .vertex = ARENA_NEW(scratch, int32_t, nodes)};
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int k = 0; k < 4; ++k)
            if (shape.neighbour[4 * (size_t)i + (size_t)k] < 0)
                add_face(&m, i, tet_face[k]);
    at->count = m.f.vertex_count;
    surface_normals(m.f.positions, m.f.vertex_count, (const uint32_t(*)[3])m.f.triangles,
                    m.f.triangle_count, m.f.normals);
    arena_destroy(scratch);
    return m.f;
}
