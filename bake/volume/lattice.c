// Inside or outside for every node: of a closed surface by one ray through a column of nodes, whose crossings tell
// the winding numbers between them; of an open one by the winding number at every node.
// SPDX-License-Identifier: MIT
#include "bake/volume/lattice.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/mesh/soup_ray.h"

#include <stdlib.h>
#include <string.h>

#define NEARLY_CLOSED 0.21 // of the area is missing at most: a box without its lid is a body

// A full lattice has six tets a node: with these, the faces of all tets can be counted in 31 bits.
enum { LATTICE_MARGIN = 3, NODES_MAX = 85000000 };

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

// ---- cells near a triangle -------------------------------------------------------------

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
    int axis;   // of the columns
    bounds box; // of the soup, and something round it
} side_job;

static void decide_node(const side_job* j, int32_t id) {
    j->l->side[id] = soup_winding(j->s, lattice_position(j->l, id)) > 0.5 ? 1 : -1;
}

static void decide_nodes(void* user, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
        decide_node(user, (int32_t)i);
}

static double* axis_of(vec3* p, int axis) {
    return axis == 0 ? &p->x : axis == 1 ? &p->y : &p->z;
}

// The nodes of a column, `first` in doubled coordinates and every second from it, by one ray through them.
static void decide_column(const side_job* j, int32_t first[3], int32_t count) {
    soup_line l;
    int span = 0;
    vec3 a = lattice_position(j->l, lattice_node(j->l, first[0], first[1], first[2])), b = a;
    vec3 low = j->box.low, high = j->box.high;
    double start = *axis_of(&a, j->axis), from = *axis_of(&low, j->axis),
           to = *axis_of(&high, j->axis);
    *axis_of(&a, j->axis) = from;
    *axis_of(&b, j->axis) = to;
    soup_line_find(j->s, a, b, true, &l);
    for (int32_t k = 0; k < count; ++k, first[j->axis] += 2) {
        int32_t id = lattice_node(j->l, first[0], first[1], first[2]);
        double here = (start + k * j->l->cell - from) / (to - from);
        while (span < l.count && l.at[span] < here)
            ++span;
        if (l.counted)
            j->l->side[id] = soup_line_winding(&l, span, here) > 0.5 ? 1 : -1;
        else
            decide_node(j, id);
    }
}

// Columns of corners, then those of centres.
static void decide_columns(void* user, int64_t begin, int64_t end) {
    const side_job* j = user;
    const int32_t n[3] = {j->l->nx, j->l->ny, j->l->nz};
    int u = (j->axis + 1) % 3, v = (j->axis + 2) % 3;
    int64_t corners = (int64_t)(n[u] + 1) * (n[v] + 1);
    for (int64_t i = begin; i < end; ++i) {
        bool centre = i >= corners;
        int32_t k = (int32_t)(centre ? i - corners : i), wide = n[u] + !centre, first[3];
        first[j->axis] = centre;
        first[u] = 2 * (k % wide) + centre;
        first[v] = 2 * (k / wide) + centre;
        decide_column(j, first, n[j->axis] + !centre);
    }
}

static void decide_sides(lattice* l, const soup* s, int threads) {
    side_job j = {.l = l, .s = s};
    if (s->closure == SOUP_OPEN) {
        parallel_for(threads, l->node_count, 256, decide_nodes, &j);
        return;
    }
    int64_t x = l->nx, y = l->ny, z = l->nz;
    j.axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2; // the fewest rays
    vec3 out = v3(l->cell, l->cell, l->cell);
    j.box = s->tree.nodes[0].box;
    j.box = (bounds){v3_sub(j.box.low, out), v3_add(j.box.high, out)};
    int64_t wide = j.axis == 0   ? y
                   : j.axis == 1 ? z
                                 : x,
            high = j.axis == 0   ? z
                   : j.axis == 1 ? x
                                 : y;
    parallel_for(threads, (wide + 1) * (high + 1) + wide * high, 16, decide_columns, &j);
}

bool lattice_in_box(const soup* s, bounds box, double cell, int threads, arena* memory,
                    lattice* out) {
    SUPPLE_ASSERT(cell > 0.0 && threads >= 0);
    vec3 size = v3_scale(v3_sub(box.high, box.low), 1.0 / cell);
    if (!((size.x + 7) * (size.y + 7) * (size.z + 7) * 2.0 < NODES_MAX))
        return false;
    lattice l = {.nx = (int32_t)size.x + 2 * LATTICE_MARGIN + 1,
                 .ny = (int32_t)size.y + 2 * LATTICE_MARGIN + 1,
                 .nz = (int32_t)size.z + 2 * LATTICE_MARGIN + 1,
                 .cell = cell};
    l.origin = v3_madd(
        box.low, v3(LATTICE_MARGIN + 0.0131, LATTICE_MARGIN + 0.0073, LATTICE_MARGIN + 0.0211),
        -cell);
    l.corner_count = (l.nx + 1) * (l.ny + 1) * (l.nz + 1);
    l.node_count = l.corner_count + l.nx * l.ny * l.nz;
    l.side = ARENA_NEW(memory, int8_t, (size_t)l.node_count);
    decide_sides(&l, s, threads);
    *out = l;
    return true;
}

bool lattice_new(const soup* s, double cell, int threads, arena* memory, lattice* out) {
    SUPPLE_ASSERT(cell > 0.0 && threads >= 0);
    bounds box = s->tree.node_count > 0 ? s->tree.nodes[0].box : (bounds){v3(0, 0, 0), v3(0, 0, 0)};
    return lattice_in_box(s, box, cell, threads, memory, out);
}

// ---- facing ----------------------------------------------------------------------------

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
