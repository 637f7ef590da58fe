// Inside or outside for every node: near the surface by its own winding number, elsewhere by
// flooding from node to node where the surface is watertight. Through a hole a flood would leak, so
// an open soup is asked at every node.
// SPDX-License-Identifier: MIT
#include "bake/volume/lattice.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <stdlib.h>
#include <string.h>

#define NEARLY_CLOSED 0.21 // of the area is missing at most: a box without its lid is a body

// A full lattice has six tets a node: with these, the faces of all tets can be counted in 31 bits.
enum { MARGIN = 3, NODES_MAX = 85000000 };

// ---- shape -----------------------------------------------------------------------------

static int32_t corner_id(const lattice* l, int32_t x, int32_t y, int32_t z) {
    return (z * (l->ny + 1) + y) * (l->nx + 1) + x;
}

static int32_t centre_id(const lattice* l, int32_t x, int32_t y, int32_t z) {
    return l->corner_count + (z * l->ny + y) * l->nx + x;
}

// Doubled coordinates: corners even, centres odd.
static void doubled(const lattice* l, int32_t id, int32_t out[3]) {
    bool centre = id >= l->corner_count;
    int32_t i = centre ? id - l->corner_count : id, w = l->nx + !centre, h = l->ny + !centre;
    out[0] = 2 * (i % w) + centre;
    out[1] = 2 * (i / w % h) + centre;
    out[2] = 2 * (i / w / h) + centre;
}

int32_t lattice_node(const lattice* l, int32_t x, int32_t y, int32_t z) {
    if (x < 0 || y < 0 || z < 0 || x > 2 * l->nx || y > 2 * l->ny || z > 2 * l->nz)
        return -1;
    return x & 1 ? centre_id(l, x / 2, y / 2, z / 2) : corner_id(l, x / 2, y / 2, z / 2);
}

vec3 lattice_position(const lattice* l, int32_t id) {
    SUPPLE_ASSERT(id >= 0 && id < l->node_count);
    int32_t d[3];
    doubled(l, id, d);
    return v3_madd(l->origin, v3(d[0], d[1], d[2]), 0.5 * l->cell);
}

static int32_t clamp_cell(double x, int32_t count) {
    return x < 0.0 ? 0 : x >= count ? count - 1 : (int32_t)x;
}

int32_t lattice_nearest(const lattice* l, vec3 p) {
    vec3 q = v3_scale(v3_sub(p, l->origin), 1.0 / l->cell);
    int32_t centre =
        centre_id(l, clamp_cell(q.x, l->nx), clamp_cell(q.y, l->ny), clamp_cell(q.z, l->nz));
    int32_t corner = corner_id(l, clamp_cell(q.x + 0.5, l->nx + 1),
                               clamp_cell(q.y + 0.5, l->ny + 1), clamp_cell(q.z + 0.5, l->nz + 1));
    return v3_distance(p, lattice_position(l, centre)) < v3_distance(p, lattice_position(l, corner))
               ? centre
               : corner;
}

void lattice_neighbours(const lattice* l, int32_t id, int32_t out[LATTICE_NEIGHBOURS]) {
    SUPPLE_ASSERT(id >= 0 && id < l->node_count);
    static const int8_t step[LATTICE_NEIGHBOURS][3] = {
        {2, 0, 0},  {-2, 0, 0}, {0, 2, 0},   {0, -2, 0}, {0, 0, 2},   {0, 0, -2},  {1, 1, 1},
        {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}, {1, 1, -1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, -1}};
    int32_t d[3];
    doubled(l, id, d);
    for (int i = 0; i < LATTICE_NEIGHBOURS; ++i) {
        int32_t x = d[0] + step[i][0], y = d[1] + step[i][1], z = d[2] + step[i][2];
        // a long step from a border centre leads to a centre outside the box
        bool out_of_cells =
            (x & 1) && (x > 2 * l->nx - 1 || y > 2 * l->ny - 1 || z > 2 * l->nz - 1);
        out[i] = out_of_cells ? -1 : lattice_node(l, x, y, z);
    }
}

bool lattice_tets(const lattice* l, int32_t x, int32_t y, int32_t z, int axis, int32_t out[4][4]) {
    int32_t next[3] = {x + (axis == 0), y + (axis == 1), z + (axis == 2)};
    if (next[0] >= l->nx || next[1] >= l->ny || next[2] >= l->nz)
        return false;
    // the corners of the shared face, once round
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    static const int ring[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    int32_t corner[4];
    for (int i = 0; i < 4; ++i) {
        int32_t c[3] = {next[0], next[1], next[2]};
        c[u] += ring[i][0];
        c[v] += ring[i][1];
        corner[i] = corner_id(l, c[0], c[1], c[2]);
    }
    int32_t a = centre_id(l, x, y, z), b = centre_id(l, next[0], next[1], next[2]);
    for (int i = 0; i < 4; ++i) {
        out[i][0] = a;
        out[i][1] = b;
        out[i][2] = corner[i];
        out[i][3] = corner[(i + 1) % 4];
    }
    return true;
}

// From the centre of its cell a point lies towards one face and, on that, towards one edge.
void lattice_tet_at(const lattice* l, vec3 p, int32_t out[4]) {
    vec3 q = v3_scale(v3_sub(p, l->origin), 1.0 / l->cell);
    const int32_t cell[3] = {clamp_cell(q.x, l->nx), clamp_cell(q.y, l->ny),
                             clamp_cell(q.z, l->nz)};
    const double off[3] = {q.x - cell[0] - 0.5, q.y - cell[1] - 0.5, q.z - cell[2] - 0.5};
    int face = fabs(off[1]) > fabs(off[0]) ? 1 : 0;
    face = fabs(off[2]) > fabs(off[face]) ? 2 : face;
    int u = (face + 1) % 3, v = (face + 2) % 3, edge = fabs(off[u]) > fabs(off[v]) ? u : v;
    int32_t at[4][3]; // doubled
    for (int k = 0; k < 3; ++k) {
        int32_t middle = 2 * cell[k] + 1, step = off[k] < 0.0 ? -1 : 1;
        at[0][k] = middle;
        at[1][k] = middle + (k == face ? 2 * step : 0);
        at[2][k] = middle + (k == face || k == edge ? step : -1);
        at[3][k] = middle + (k == face || k == edge ? step : 1);
    }
    for (int i = 0; i < 4; ++i) {
        bool beyond = i == 1 && (at[1][face] < 0 || at[1][face] > 2 * (face == 0   ? l->nx
                                                                       : face == 1 ? l->ny
                                                                                   : l->nz));
        out[i] = beyond ? -1 : lattice_node(l, at[i][0], at[i][1], at[i][2]);
    }
}

// ---- near ------------------------------------------------------------------------------

static void mark_cell(void* user, int32_t x, int32_t y, int32_t z, const vec3 triangle[3]) {
    (void)triangle;
    lattice* l = user;
    for (int i = 0; i < 8; ++i)
        l->near[corner_id(l, x + (i & 1), y + (i >> 1 & 1), z + (i >> 2))] = 1;
    for (int axis = -1; axis < 3; ++axis)
        for (int32_t step = -1; step <= 1; step += 2) { // the cell itself and its six neighbours
            int32_t c[3] = {x, y, z};
            if (axis >= 0)
                c[axis] += step;
            if (c[0] >= 0 && c[1] >= 0 && c[2] >= 0 && c[0] < l->nx && c[1] < l->ny && c[2] < l->nz)
                l->near[centre_id(l, c[0], c[1], c[2])] = 1;
        }
}

void lattice_cells_near(const lattice* l, const vec3 triangle[3], lattice_visitor visit,
                        void* user) {
    vec3 a = triangle[0], b = triangle[1], c = triangle[2];
    vec3 low = v3_scale(v3_sub(v3_min(v3_min(a, b), c), l->origin), 1.0 / l->cell);
    vec3 high = v3_scale(v3_sub(v3_max(v3_max(a, b), c), l->origin), 1.0 / l->cell);
    double slack = 1e-6; // in cells: a triangle on a cell's wall counts for both sides
    vec3 n = v3_unit(v3_cross(v3_sub(b, a), v3_sub(c, a)));
    double reach = l->cell * (0.5 + slack) * (fabs(n.x) + fabs(n.y) + fabs(n.z));
    int32_t x1 = clamp_cell(high.x + slack, l->nx), y1 = clamp_cell(high.y + slack, l->ny),
            z1 = clamp_cell(high.z + slack, l->nz);
    for (int32_t z = clamp_cell(low.z - slack, l->nz); z <= z1; ++z)
        for (int32_t y = clamp_cell(low.y - slack, l->ny); y <= y1; ++y)
            for (int32_t x = clamp_cell(low.x - slack, l->nx); x <= x1; ++x) {
                vec3 middle = lattice_position(l, centre_id(l, x, y, z));
                if (fabs(v3_dot(n, v3_sub(middle, a))) <= reach)
                    visit(user, x, y, z, triangle);
            }
}

// ---- sides -----------------------------------------------------------------------------

typedef struct side_job {
    lattice* l;
    const soup* s;
    const int32_t* nodes;
} side_job;

static void decide_sides(void* user, int64_t begin, int64_t end) {
    side_job* j = user;
    for (int64_t i = begin; i < end; ++i) {
        int32_t id = j->nodes[i];
        j->l->side[id] = soup_winding(j->s, lattice_position(j->l, id)) > 0.5 ? 1 : -1;
    }
}

// Every node that is still undecided takes the side of the first one of its region.
static void flood(lattice* l, const soup* s, arena* scratch) {
    int32_t* stack = ARENA_NEW(scratch, int32_t, (size_t)l->node_count);
    for (int32_t seed = 0; seed < l->node_count; ++seed) {
        if (l->side[seed] != 0)
            continue;
        int8_t side = soup_winding(s, lattice_position(l, seed)) > 0.5 ? 1 : -1;
        int32_t depth = 0;
        stack[depth++] = seed;
        l->side[seed] = side;
        while (depth > 0) {
            int32_t around[LATTICE_NEIGHBOURS];
            lattice_neighbours(l, stack[--depth], around);
            for (int i = 0; i < LATTICE_NEIGHBOURS; ++i)
                if (around[i] >= 0 && l->side[around[i]] == 0) {
                    l->side[around[i]] = side;
                    stack[depth++] = around[i];
                }
        }
    }
}

bool lattice_in_box(const soup* s, bounds box, double cell, bool watertight, int threads,
                    arena* memory, lattice* out) {
    SUPPLE_ASSERT(cell > 0.0 && threads >= 0);
    vec3 size = v3_scale(v3_sub(box.high, box.low), 1.0 / cell);
    if (!((size.x + 7) * (size.y + 7) * (size.z + 7) * 2.0 < NODES_MAX))
        return false;
    lattice l = {.nx = (int32_t)size.x + 2 * MARGIN + 1,
                 .ny = (int32_t)size.y + 2 * MARGIN + 1,
                 .nz = (int32_t)size.z + 2 * MARGIN + 1,
                 .cell = cell};
    l.origin = v3_madd(box.low, v3(MARGIN + 0.0131, MARGIN + 0.0073, MARGIN + 0.0211), -cell);
    l.corner_count = (l.nx + 1) * (l.ny + 1) * (l.nz + 1);
    l.node_count = l.corner_count + l.nx * l.ny * l.nz;
    l.side = ARENA_NEW(memory, int8_t, (size_t)l.node_count);
    l.near = ARENA_NEW(memory, uint8_t, (size_t)l.node_count);

    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const uint32_t* t = s->triangles[i];
        vec3 triangle[3] = {s->positions[t[0]], s->positions[t[1]], s->positions[t[2]]};
        lattice_cells_near(&l, triangle, mark_cell, &l);
    }
    arena* scratch = arena_create();
    int32_t* ask = ARENA_NEW(scratch, int32_t, (size_t)l.node_count);
    int32_t count = 0;
    for (int32_t i = 0; i < l.node_count; ++i)
        if (l.near[i] || !watertight)
            ask[count++] = i;
    side_job job = {&l, s, ask};
    parallel_for(threads, count, 256, decide_sides, &job);
    if (watertight)
        flood(&l, s, scratch);
    arena_destroy(scratch);
    *out = l;
    return true;
}

bool lattice_new(const soup* s, double cell, bool watertight, int threads, arena* memory,
                 lattice* out) {
    SUPPLE_ASSERT(cell > 0.0 && threads >= 0);
    bounds box = s->tree.node_count > 0 ? s->tree.nodes[0].box : (bounds){v3(0, 0, 0), v3(0, 0, 0)};
    return lattice_in_box(s, box, cell, watertight, threads, memory, out);
}

// ---- watertight ------------------------------------------------------------------------

typedef struct directed_edge {
    uint32_t low, high;
    int32_t direction;
} directed_edge;

static int by_ends(const void* a, const void* b) {
    const directed_edge *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->high != q->high ? (p->high < q->high ? -1 : 1) : 0;
}

bool soup_is_watertight(const uint32_t (*triangles)[3], int32_t triangle_count, arena* memory) {
    directed_edge* edges = ARENA_NEW(memory, directed_edge, 3 * (size_t)triangle_count);
    size_t count = 0;
    for (int32_t i = 0; i < triangle_count; ++i)
        for (int k = 0; k < 3; ++k) {
            uint32_t a = triangles[i][k], b = triangles[i][(k + 1) % 3];
            if (a != b)
                edges[count++] = a < b ? (directed_edge){a, b, 1} : (directed_edge){b, a, -1};
        }
    if (count == 0)
        return false;
    qsort(edges, count, sizeof *edges, by_ends);
    int32_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        sum += edges[i].direction;
        bool last = i + 1 == count || by_ends(&edges[i], &edges[i + 1]) != 0;
        if (last && sum != 0)
            return false;
    }
    return true;
}

// The area vectors of a closed surface sum to nothing; those of a sheet to its area.
bool soup_face_outwards(const vec3* positions, uint32_t (*triangles)[3], int32_t triangle_count) {
    bounds box = bounds_of(NULL, 0);
    for (int32_t i = 0; i < triangle_count; ++i)
        for (int k = 0; k < 3; ++k) {
            box.low = v3_min(box.low, positions[triangles[i][k]]);
            box.high = v3_max(box.high, positions[triangles[i][k]]);
        }
    vec3 middle = v3_lerp(box.low, box.high, 0.5), open = v3(0, 0, 0);
    double area = 0.0, volume = 0.0; // twice, six times
    for (int32_t i = 0; i < triangle_count; ++i) {
        vec3 a = v3_sub(positions[triangles[i][0]], middle);
        vec3 b = v3_sub(positions[triangles[i][1]], middle);
        vec3 c = v3_sub(positions[triangles[i][2]], middle);
        vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
        open = v3_add(open, n);
        area += v3_length(n);
        volume += v3_dot(a, n);
    }
    double rounding = 1e-9 * area * v3_distance(box.low, box.high);
    if (!(volume < -rounding && v3_length(open) < NEARLY_CLOSED * area))
        return false;
    for (int32_t i = 0; i < triangle_count; ++i) {
        uint32_t swap = triangles[i][1];
        triangles[i][1] = triangles[i][2];
        triangles[i][2] = swap;
    }
    return true;
}
