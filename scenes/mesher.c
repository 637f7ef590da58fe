// Surface nets with one vertex a sheet, on a grid whose signs are made unambiguous first.
//
// A cell that the surface crosses gets one vertex for each sheet in it, a grid edge that it crosses
// becomes a quad (the dual of marching cubes; Gibson 1998, Nielson 2004). Such a net can be
// non-manifold only across a face whose corners alternate in sign (Wenger 2013, sec. 4.4). We take
// those faces away beforehand, by letting the weaker inside corner be outside until none is left:
// then two cells share at most one link, so every edge has two quads and every vertex one fan.
// Marching cubes itself was rejected for its slivers.
//
// The grid is regular in a space that lenses swell, so hands and faces get smaller triangles
// without an octree and its hanging nodes.
// SPDX-License-Identifier: MIT
#include "scenes/mesher.h"

#include "bake/base/assert.h"

#include <string.h>

enum { MESHER_BLOCK = 4 }; // cells a side of a block

typedef struct lens { // in the grid's space
    vec3 center;
    double radius, pull; // pull = 1 - 1 / gain
} lens;

typedef struct block {
    bool crossed; // may hold surface
    int32_t part_count;
    int32_t* parts;
} block;

typedef struct grid {
    const sdf_body* body;
    double cell;
    int32_t lens_count;
    lens lenses[2 * MESHER_LENSES];
    int32_t first[3]; // corner i of axis a lies at (first[a] + i + 0.5) * cell: x = 0 is mid-cell
    int32_t size[3];  // corners, a multiple of MESHER_BLOCK
    int32_t blocks[3];
    block* block;
    double* value;          // [corner] distance
    int32_t* vertex;        // [corner] first vertex of the cell above the corner
    int16_t sheet[256][12]; // [signs of a cell][its edge] the sheet that crosses it, or -1
    int16_t sheets[256];
} grid;

typedef struct net {
    int32_t vertex_count, quad_count, vertex_room, quad_room;
    vec3* positions;
    uint32_t (*quads)[4];
} net;

// ---- the swollen space -------------------------------------------------------------------------

static vec3 lens_pull(const lens* l, vec3 u) {
    vec3 d = v3_sub(u, l->center);
    double q = v3_dot(d, d) / (l->radius * l->radius);
    return v3_scale(d, l->pull / sqrt(1.0 + q));
}

// From the grid's space to the world. It never stretches, so a bound in the grid holds in the world.
// Taking |x| first makes mirrored points map to mirrored points to the last bit.
static vec3 world_of(const grid* g, vec3 u) {
    vec3 p = v3(fabs(u.x), u.y, u.z), out = p;
    for (int32_t i = 0; i < g->lens_count; ++i)
        out = v3_sub(out, lens_pull(&g->lenses[i], p));
    return v3(u.x < 0.0 ? -out.x : out.x, out.y, out.z);
}

// Each centre must stand where all lenses together put it back to the asked place.
static void place_lenses(grid* g, const mesher_options* o) {
    vec3 wanted[2 * MESHER_LENSES];
    for (int32_t i = 0; i < o->lens_count; ++i)
        for (int twin = 0; twin < (o->lenses[i].mirror ? 2 : 1); ++twin) {
            const mesher_lens* l = &o->lenses[i];
            vec3 c = twin ? v3(-l->center.x, l->center.y, l->center.z) : l->center;
            wanted[g->lens_count] = c;
            g->lenses[g->lens_count++] = (lens){c, l->radius, 1.0 - 1.0 / l->gain};
        }
    for (int round = 0; round < 40; ++round)
        for (int32_t i = 0; i < g->lens_count; ++i) {
            vec3 c = wanted[i];
            for (int32_t j = 0; j < g->lens_count; ++j)
                if (j != i)
                    c = v3_add(c, lens_pull(&g->lenses[j], g->lenses[i].center));
            g->lenses[i].center = c;
        }
}

// ---- the grid ----------------------------------------------------------------------------------

static size_t corner_index(const grid* g, int32_t x, int32_t y, int32_t z) {
    return ((size_t)z * (size_t)g->size[1] + (size_t)y) * (size_t)g->size[0] + (size_t)x;
}

static vec3 grid_place(const grid* g, double x, double y, double z) {
    return v3((g->first[0] + x + 0.5) * g->cell, (g->first[1] + y + 0.5) * g->cell,
              (g->first[2] + z + 0.5) * g->cell);
}

static void lay_grid(grid* g, arena* memory) {
    vec3 low, high;
    sdf_bounds(g->body, &low, &high);
    double margin = 2.0 * g->cell;
    for (int32_t i = 0; i < g->lens_count; ++i)
        margin += g->lenses[i].pull * g->lenses[i].radius;
    double least[3] = {low.x, low.y, low.z}, most[3] = {high.x, high.y, high.z};
    for (int a = 0; a < 3; ++a) {
        g->first[a] = (int32_t)((least[a] - margin) / g->cell) - 1;
        int32_t last = (int32_t)((most[a] + margin) / g->cell) + 1;
        if (a == 0) { // symmetric: corners 0 and last mirror each other
            int32_t far = -g->first[0] > last + 1 ? -g->first[0] : last + 1;
            g->first[0] = -far;
            last = far - 1;
        }
        g->size[a] = (last - g->first[a] + MESHER_BLOCK) / MESHER_BLOCK * MESHER_BLOCK;
        g->blocks[a] = g->size[a] / MESHER_BLOCK;
    }
    size_t corners = (size_t)g->size[0] * (size_t)g->size[1] * (size_t)g->size[2];
    g->value = ARENA_NEW(memory, double, corners);
    g->vertex = ARENA_NEW(memory, int32_t, corners);
    g->block = ARENA_NEW(memory, block, corners / (MESHER_BLOCK * MESHER_BLOCK * MESHER_BLOCK));
}

static void fill_block(grid* g, block* b, const int32_t at[3], double flat) {
    for (int32_t z = at[2]; z < at[2] + MESHER_BLOCK; ++z)
        for (int32_t y = at[1]; y < at[1] + MESHER_BLOCK; ++y)
            for (int32_t x = at[0]; x < at[0] + MESHER_BLOCK; ++x) {
                double d = flat;
                if (b->crossed)
                    d = sdf_at_some(g->body, b->parts, b->part_count,
                                    world_of(g, grid_place(g, x, y, z)))
                            .distance;
                g->value[corner_index(g, x, y, z)] = d;
            }
}

// Blocks that the surface cannot reach are filled with one value. 1.5 covers distances that are not
// quite distances (ellipsoids, fillets) and leaves one cell of certainty round a skipped block.
static void evaluate(grid* g, arena* memory) {
    int32_t* some = ARENA_NEW(memory, int32_t, (size_t)g->body->part_count);
    double reach = 0.5 * MESHER_BLOCK * sqrt(3.0) * g->cell;
    block* b = g->block;
    for (int32_t z = 0; z < g->blocks[2]; ++z)
        for (int32_t y = 0; y < g->blocks[1]; ++y)
            for (int32_t x = 0; x < g->blocks[0]; ++x, ++b) {
                int32_t at[3] = {x * MESHER_BLOCK, y * MESHER_BLOCK, z * MESHER_BLOCK};
                vec3 middle =
                    world_of(g, grid_place(g, at[0] + 0.5 * MESHER_BLOCK,
                                           at[1] + 0.5 * MESHER_BLOCK, at[2] + 0.5 * MESHER_BLOCK));
                double d = sdf_at(g->body, middle).distance;
                b->crossed = fabs(d) < 1.5 * reach + g->cell;
                if (b->crossed) {
                    b->part_count = sdf_relevant(g->body, middle, 1.5 * reach, some);
                    b->parts = ARENA_NEW(memory, int32_t, (size_t)b->part_count);
                    memcpy(b->parts, some, (size_t)b->part_count * sizeof *some);
                }
                fill_block(g, b, at, d);
            }
}

// ---- signs -------------------------------------------------------------------------------------

// Where the inside corners of this face stand across, the weaker becomes outside (both when they
// are equally weak: mirrored bodies stay mirrored). Inside only shrinks, so this ends.
static bool mend_face(double* a, double* b, double* c, double* d, double tiny) {
    if ((*a < 0.0) == (*b < 0.0) || (*a < 0.0) != (*c < 0.0) || (*b < 0.0) != (*d < 0.0))
        return false;
    double *p = *a < 0.0 ? a : b, *q = *a < 0.0 ? c : d;
    double difference = *p - *q;
    if (difference > -tiny)
        *p = tiny;
    if (difference < tiny)
        *q = tiny;
    return true;
}

static void mend_signs(grid* g) {
    size_t step[3] = {1, (size_t)g->size[0], (size_t)g->size[0] * (size_t)g->size[1]};
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t z = 0; z + 1 < g->size[2]; ++z)
            for (int32_t y = 0; y + 1 < g->size[1]; ++y)
                for (int32_t x = 0; x + 1 < g->size[0]; ++x)
                    for (int a = 0; a < 3; ++a) {
                        double* v = g->value + corner_index(g, x, y, z);
                        size_t s = step[(a + 1) % 3], t = step[(a + 2) % 3];
                        changed |= mend_face(v, v + s, v + s + t, v + t, 1e-6 * g->cell);
                    }
    }
}

// ---- sheets ------------------------------------------------------------------------------------

// Edge e = 4 * axis + k of a cell: its two corners (bit 0 x, bit 1 y, bit 2 z).
static void edge_corners(int e, int out[2]) {
    int a = e / 4, b = (a + 1) % 3, c = (a + 2) % 3;
    out[0] = (e & 1) << b | (e >> 1 & 1) << c;
    out[1] = out[0] | 1 << a;
}

// Crossed edges of one face belong to one sheet; a face has none or two of them by now.
static void find_sheets(grid* g) {
    for (int signs = 0; signs < 256; ++signs) {
        int16_t* sheet = g->sheet[signs];
        for (int e = 0; e < 12; ++e) {
            int c[2];
            edge_corners(e, c);
            sheet[e] = (signs >> c[0] & 1) != (signs >> c[1] & 1) ? (int16_t)e : -1;
        }
        for (int round = 0; round < 12; ++round)
            for (int face = 0; face < 6; ++face)
                for (int e = 0, last = -1; e < 12; ++e) {
                    int c[2], axis = face / 2, side = face % 2;
                    edge_corners(e, c);
                    if (sheet[e] < 0 || (c[0] >> axis & 1) != side || (c[1] >> axis & 1) != side)
                        continue;
                    if (last >= 0)
                        sheet[e] = sheet[last] = sheet[e] < sheet[last] ? sheet[e] : sheet[last];
                    last = e;
                }
        int count = 0;
        for (int e = 0; e < 12; ++e) { // number them 0, 1, ...; the first edge of a sheet names it
            if (sheet[e] < 0)
                continue;
            sheet[e] = sheet[e] == e ? (int16_t)count++ : sheet[sheet[e]];
        }
        g->sheets[signs] = (int16_t)count;
    }
}

static int cell_signs(const grid* g, size_t corner) {
    size_t y = (size_t)g->size[0], z = y * (size_t)g->size[1];
    int signs = 0;
    for (int c = 0; c < 8; ++c)
        if (g->value[corner + (c & 1) + (c >> 1 & 1) * y + (c >> 2) * z] < 0.0)
            signs |= 1 << c;
    return signs;
}

// ---- the net -----------------------------------------------------------------------------------

// The mean of the places where the sheet crosses the cell's edges.
static vec3 sheet_middle(const grid* g, const int32_t at[3], int signs, int sheet) {
    vec3 sum = v3(0, 0, 0);
    int count = 0;
    for (int e = 0; e < 12; ++e) {
        if (g->sheet[signs][e] != sheet)
            continue;
        int c[2];
        edge_corners(e, c);
        double v[2];
        vec3 p[2];
        for (int i = 0; i < 2; ++i) {
            int32_t x = at[0] + (c[i] & 1), y = at[1] + (c[i] >> 1 & 1), z = at[2] + (c[i] >> 2);
            v[i] = g->value[corner_index(g, x, y, z)];
            p[i] = grid_place(g, x, y, z);
        }
        sum = v3_add(sum, v3_lerp(p[0], p[1], v[0] / (v[0] - v[1])));
        ++count;
    }
    return world_of(g, v3_scale(sum, 1.0 / count));
}

static void add_vertices(grid* g, net* n, arena* memory) {
    for (int32_t z = 0; z + 1 < g->size[2]; ++z)
        for (int32_t y = 0; y + 1 < g->size[1]; ++y)
            for (int32_t x = 0; x + 1 < g->size[0]; ++x) {
                size_t corner = corner_index(g, x, y, z);
                int signs = cell_signs(g, corner), count = g->sheets[signs];
                g->vertex[corner] = n->vertex_count;
                if (n->vertex_count + count > n->vertex_room) {
                    size_t old = (size_t)n->vertex_room, room = 2 * old + 4096;
                    n->positions = arena_grow(memory, n->positions, old, room, sizeof(vec3));
                    n->vertex_room = (int32_t)room;
                }
                for (int sheet = 0; sheet < count; ++sheet) {
                    int32_t at[3] = {x, y, z};
                    n->positions[n->vertex_count++] = sheet_middle(g, at, signs, sheet);
                }
            }
}

// A crossed edge from `corner` along `axis`: the four cells round it, counter-clockwise seen from
// where the axis points to, and in each the sheet that holds the edge.
static void add_quad(const grid* g, net* n, size_t corner, int axis, arena* memory) {
    size_t step[3] = {1, (size_t)g->size[0], (size_t)g->size[0] * (size_t)g->size[1]};
    size_t back_b = step[(axis + 1) % 3], back_c = step[(axis + 2) % 3];
    bool outward = g->value[corner] < 0.0;
    if (n->quad_count == n->quad_room) {
        size_t old = (size_t)n->quad_room, room = 2 * old + 4096;
        n->quads = arena_grow(memory, n->quads, old, room, sizeof *n->quads);
        n->quad_room = (int32_t)room;
    }
    for (int i = 0; i < 4; ++i) {
        int b = i == 1 || i == 2, c = i >= 2; // steps back; the edge is then on that side
        size_t cell = corner - (size_t)b * back_b - (size_t)c * back_c;
        int sheet = g->sheet[cell_signs(g, cell)][4 * axis + b + 2 * c];
        SUPPLE_ASSERT(sheet >= 0);
        n->quads[n->quad_count][outward ? i : 3 - i] = (uint32_t)(g->vertex[cell] + sheet);
    }
    ++n->quad_count;
}

static void add_quads(const grid* g, net* n, arena* memory) {
    size_t step[3] = {1, (size_t)g->size[0], (size_t)g->size[0] * (size_t)g->size[1]};
    for (int32_t z = 1; z + 1 < g->size[2]; ++z)
        for (int32_t y = 1; y + 1 < g->size[1]; ++y)
            for (int32_t x = 1; x + 1 < g->size[0]; ++x)
                for (int axis = 0; axis < 3; ++axis) {
                    size_t corner = corner_index(g, x, y, z);
                    if ((g->value[corner] < 0.0) != (g->value[corner + step[axis]] < 0.0))
                        add_quad(g, n, corner, axis, memory);
                }
}

// How far from a sliver the worse of two triangles is; 1 would be two equilateral ones.
static double split_quality(const vec3* p, const uint32_t q[4], int turn) {
    double worst = 1.0;
    for (int half = 0; half < 2; ++half) {
        vec3 a = p[q[(turn + 2 * half) & 3]], b = p[q[(turn + 2 * half + 1) & 3]],
             c = p[q[(turn + 2 * half + 2) & 3]];
        vec3 ab = v3_sub(b, a), bc = v3_sub(c, b), ca = v3_sub(a, c);
        double edges = v3_dot(ab, ab) + v3_dot(bc, bc) + v3_dot(ca, ca);
        double area = v3_length(v3_cross(ab, bc));
        double quality = edges > 0.0 ? 2.0 * sqrt(3.0) * area / edges : 0.0;
        worst = quality < worst ? quality : worst;
    }
    return worst;
}

static void split_quads(const net* n, sdf_mesh* m) {
    for (int32_t i = 0; i < n->quad_count; ++i) {
        const uint32_t* q = n->quads[i];
        int turn = split_quality(n->positions, q, 1) > split_quality(n->positions, q, 0) + 1e-9;
        for (int half = 0; half < 2; ++half)
            for (int c = 0; c < 3; ++c)
                m->triangles[m->triangle_count + half][c] = q[(turn + 2 * half + c) & 3];
        m->triangle_count += 2;
    }
}

sdf_mesh mesher_run(const sdf_body* body, mesher_options o, arena* memory) {
    SUPPLE_ASSERT(o.cell > 0.0 && o.lens_count <= MESHER_LENSES);
    grid g = {.body = body, .cell = o.cell};
    net n = {0};
    place_lenses(&g, &o);
    lay_grid(&g, memory);
    evaluate(&g, memory);
    mend_signs(&g);
    find_sheets(&g);
    add_vertices(&g, &n, memory);
    add_quads(&g, &n, memory);

    sdf_mesh m = {.vertex_count = n.vertex_count, .positions = n.positions};
    m.normals = ARENA_NEW(memory, vec3, (size_t)n.vertex_count);
    m.triangles = arena_alloc(memory, 2 * (size_t)n.quad_count, sizeof *m.triangles);
    mesh_neighbors around =
        mesh_neighbors_find(n.vertex_count, (const uint32_t*)n.quads, 4, n.quad_count, memory);
    mesher_relax(body, m.vertex_count, m.positions, m.normals, &around, NULL, o.rounds, memory);
    split_quads(&n, &m);
    return m;
}
