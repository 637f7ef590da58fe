// The order of the mid-edge nodes of ten-node elements, found by geometry.
//
// Programs disagree about it, and converters forget it. A node that is in the wrong place lies on
// another edge, which shows at once: over all elements we sum how far each of the six nodes is from
// the middle of each of the six edges, and the cheapest of the 720 assignments is the file's order,
// whatever its writer believed. Curved elements do not disturb it, as their nodes are still nearest
// to their own edges.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_file.h"

#include <string.h>

const int tets_order_vtk[6] = {0, 1, 2, 3, 4, 5};
const int tets_order_gmsh[6] = {0, 1, 2, 3, 5, 4};
const int tets_order_tetgen[6] = {2, 3, 5, 1, 4, 0};

static const double far_away = 0.1;   // mean square distance of mid nodes, in edges squared
static const double bent = 0.5 * 0.5; // the same for one node: beyond it an element folds

static vec3 edge_middle(const tets_file* f, const int32_t* e, int edge) {
    return v3_lerp(f->nodes[e[tet_edge[edge][0]]], f->nodes[e[tet_edge[edge][1]]], 0.5);
}

static double edge_square(const tets_file* f, const int32_t* e, int edge) {
    vec3 d = v3_sub(f->nodes[e[tet_edge[edge][1]]], f->nodes[e[tet_edge[edge][0]]]);
    return v3_dot(d, d);
}

// cost[edge][slot]: mean square distance from the edge's middle to the slot's node, in mean edges.
static void order_costs(const tets_file* f, double cost[6][6]) {
    memset(cost, 0, 36 * sizeof(double));
    for (int32_t i = 0; i < f->tet_count; ++i) {
        const int32_t* e = f->elements + 10 * (size_t)i;
        double mean = 0.0;
        for (int k = 0; k < 6; ++k)
            mean += edge_square(f, e, k) / 6.0;
        if (!(mean > 0.0))
            continue; // flat, and named later
        double weight = 1.0 / (mean * f->tet_count);
        for (int k = 0; k < 6; ++k) {
            vec3 middle = edge_middle(f, e, k);
            for (int s = 0; s < 6; ++s) {
                vec3 d = v3_sub(f->nodes[e[4 + s]], middle);
                cost[k][s] += v3_dot(d, d) * weight;
            }
        }
    }
}

// The cheapest assignment of slots to edges k, k + 1 ..., with the slots of `used` taken.
static double cheapest(double cost[6][6], int k, unsigned used, int order[6]) {
    if (k == 6)
        return 0.0;
    double best = INFINITY;
    for (int s = 0; s < 6; ++s) {
        if (used & 1u << s)
            continue;
        int rest[6] = {0};
        double c = cost[k][s] + cheapest(cost, k + 1, used | 1u << s, rest);
        if (c < best) {
            best = c;
            order[k] = s;
            memcpy(order + k + 1, rest + k + 1, (size_t)(5 - k) * sizeof *order);
        }
    }
    return best;
}

static void reorder(tets_file* f, const int order[6]) {
    for (int32_t i = 0; i < f->tet_count; ++i) {
        int32_t* middle = f->elements + 10 * (size_t)i + 4;
        int32_t old[6];
        memcpy(old, middle, sizeof old);
        for (int k = 0; k < 6; ++k)
            middle[k] = old[order[k]];
    }
}

static const char* order_name(const int order[6]) {
    size_t size = 6 * sizeof(int);
    return memcmp(order, tets_order_vtk, size) == 0      ? "that of VTK"
           : memcmp(order, tets_order_gmsh, size) == 0   ? "that of Gmsh"
           : memcmp(order, tets_order_tetgen, size) == 0 ? "that of TetGen"
                                                         : "one of its own";
}

// The order found by geometry stands against the format's only if it is clearly better.
bool tets_order_middles(tets_file* f, const int order[6]) {
    double cost[6][6], usual = 0.0;
    int found[6] = {0};
    order_costs(f, cost);
    double best = cheapest(cost, 0, 0, found);
    for (int k = 0; k < 6; ++k)
        usual += cost[k][order[k]];
    if (best > 6.0 * far_away)
        return report_error(f->r, place_file(f->path),
                            "the mid-edge nodes lie far from the middles of the edges, in whatever "
                            "order they are taken: the nodes of the elements are mixed up");
    bool other = best < 0.5 * usual && usual > 1e-6;
    if (other)
        report_warning(
            f->r, place_file(f->path),
            "the order of the mid-edge nodes is not that of this format but %s, as their "
            "places show; they were read so",
            order_name(found));
    reorder(f, other ? found : order);

    int64_t count = 0, first = 0;
    for (int32_t i = 0; i < f->tet_count; ++i) {
        const int32_t* e = f->elements + 10 * (size_t)i;
        bool folded = false;
        for (int k = 0; k < 6; ++k) {
            vec3 d = v3_sub(f->nodes[e[4 + k]], edge_middle(f, e, k));
            folded = folded || v3_dot(d, d) > bent * edge_square(f, e, k);
        }
        if (folded && count++ == 0)
            first = f->labels[i].number;
    }
    if (count > 0)
        report_warning(f->r, place_file(f->path),
                       "%lld elements have a mid-edge node more than half an edge away from its "
                       "edge, the first is element %lld; straighten them",
                       (long long)count, (long long)first);
    return true;
}
