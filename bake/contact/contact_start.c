// Where a scene cannot start: triangles through each other, and features nearer than the thickness.
// SPDX-License-Identifier: MIT
#include "bake/contact/contact_data.h"
#include "bake/mesh/crossing.h"

#include <string.h>

// Of the size of all places: gaps below it are none, because rounding of a place is not far below.
static const double LEAST_GAP = 1e-12;

enum { CONTACT_START_NAMED = 4 }; // pairs in a sentence

typedef struct question {
    const contact* c;
    double least; // gap, m
} question;

static bool shares_two(const int32_t* s, const int32_t* t) {
    int shared = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            shared += s[i] == t[k];
    return shared > 1;
}

static bool crossed(const void* user, int32_t first, int32_t second) {
    const contact* c = ((const question*)user)->c;
    const int32_t *s = c->surface.triangles[first], *t = c->surface.triangles[second];
    vec3 a[3], b[3];
    bool all_led = true;
    for (int k = 0; k < 3; ++k) {
        a[k] = c->x[s[k]];
        b[k] = c->x[t[k]];
        all_led = all_led && contact_is_led(c, s[k]) && contact_is_led(c, t[k]);
    }
    return !all_led && !shares_two(s, t) && !contact_is_grouped(c, s[0], t[0]) &&
           triangles_cross(a, b);
}

static double distance_of(const contact* c, const contact_element* e) {
    vec3 x[4];
    contact_gather(c, e->node, x);
    return v3_length(e->pair.edges ? near_edges(x).between : near_face(x).between);
}

static bool too_near(const question* q, const contact_features* f) {
    contact_element e = contact_element_of(q->c, f->edges, f->first, f->second);
    return contact_matters(q->c, e.node, f->edges ? 2 : 1) &&
           !(distance_of(q->c, &e) - q->c->law.thickness > q->least);
}

static bool any_too_near(const void* user, int32_t first, int32_t second) {
    const question* q = user;
    contact_features all[CONTACT_FEATURE_PAIRS];
    bool found = false;
    int count = contact_features_of(q->c, &(box_pair){first, second}, all);
    for (int i = 0; i < count && !found; ++i)
        found = too_near(q, &all[i]);
    return found;
}

static double side_of(const contact* c, const int32_t* t) {
    return v3_distance(c->x[t[0]], c->x[t[1]]) + v3_distance(c->x[t[1]], c->x[t[2]]);
}

static contact_pair crossed_pair(const contact* c, const box_pair* p) {
    contact_pair out = {.kind = CONTACT_CROSSED, .triangle = {p->first, p->second}};
    const int32_t *s = c->surface.triangles[p->first], *t = c->surface.triangles[p->second];
    bool smaller =
        side_of(c, s) <= side_of(c, t); // of the smaller one first: it says where they cross
    const int32_t *one = smaller ? s : t, *other = smaller ? t : s;
    const int32_t node[4] = {one[0], one[1], other[0], other[1]};
    memcpy(out.node, node, sizeof node);
    return out;
}

static contact_pair near_pair(const contact* c, const contact_features* f) {
    contact_element e = contact_element_of(c, f->edges, f->first, f->second);
    contact_pair out = {.kind = f->edges ? CONTACT_EDGE_EDGE : CONTACT_VERTEX_TRIANGLE,
                        .distance = distance_of(c, &e)};
    memcpy(out.node, e.node, sizeof out.node);
    out.triangle[0] = f->edges ? c->edge_triangle[f->first] : c->vertex_triangle[f->first];
    out.triangle[1] = f->edges ? c->edge_triangle[f->second] : f->second;
    return out;
}

// Boxes of triangles at c->x, with half of the thickness round them.
static void fit_all(contact* c, double pad) {
    vec3 half = v3(0.5 * pad, 0.5 * pad, 0.5 * pad);
    for (int32_t i = 0; i < c->surface.triangle_count; ++i) {
        const int32_t* t = c->surface.triangles[i];
        const vec3 x[3] = {c->x[t[0]], c->x[t[1]], c->x[t[2]]};
        bounds b = bounds_of(x, 3), wide = {v3_sub(b.low, half), v3_add(b.high, half)};
        c->boxes[i] = (box_path){wide, wide};
    }
    box_tree_fit(&c->tree, c->boxes);
}

static double size_of(const contact* c) {
    double size = 0.0;
    for (int32_t i = 0; i < c->vertex_count; ++i)
        size = fmax(size, v3_length(c->x[c->vertices[i]]));
    return size;
}

typedef struct pair_list {
    contact_pair* all_or_null; // [most]
    int32_t most;
    int64_t count;
} pair_list;

// Of one kind, of triangles with features that are too near.
static void list_near(const question* q, const box_pairs* met, bool edges, pair_list* out) {
    for (int64_t i = 0; i < met->count; ++i) {
        contact_features all[CONTACT_FEATURE_PAIRS];
        int count = contact_features_of(q->c, &met->all[i], all);
        for (int k = 0; k < count; ++k) {
            if (all[k].edges != edges || !too_near(q, &all[k]))
                continue;
            if (out->all_or_null != NULL && out->count < out->most)
                out->all_or_null[out->count] = near_pair(q->c, &all[k]);
            ++out->count;
        }
    }
}

int64_t contact_crossings(contact* c, const double* u, contact_pair* pairs_or_null, int32_t most) {
    contact_places(c, u);
    question q = {c, LEAST_GAP * size_of(c)};
    fit_all(c, c->law.thickness + q.least);
    arena* scratch = arena_create();
    box_pairs through =
        box_tree_pairs(&c->tree, &c->tree, crossed, &q, c->threads, c->lists, scratch);
    box_pairs beside =
        box_tree_pairs(&c->tree, &c->tree, any_too_near, &q, c->threads, c->lists, scratch);
    pair_list out = {pairs_or_null, most, through.count};
    for (int64_t i = 0; i < through.count && i < most && pairs_or_null != NULL; ++i)
        pairs_or_null[i] = crossed_pair(c, &through.all[i]);
    list_near(&q, &beside, false, &out);
    list_near(&q, &beside, true, &out);
    arena_destroy(scratch);
    return out.count;
}

static const char* pair_text(const contact* c, const contact_pair* p, arena* memory) {
    vec3 x = c->x[p->node[0]];
    if (p->kind == CONTACT_CROSSED)
        return arena_format(memory, "triangles %d and %d cross near (%.4g, %.4g, %.4g)",
                            p->triangle[0], p->triangle[1], x.x, x.y, x.z);
    if (p->kind == CONTACT_VERTEX_TRIANGLE)
        return arena_format(
            memory, "node %d is %.3g m from triangle %d (%d, %d, %d) near (%.4g, %.4g, %.4g)",
            p->node[0], p->distance, p->triangle[1], p->node[1], p->node[2], p->node[3], x.x, x.y,
            x.z);
    return arena_format(memory, "edge %d-%d is %.3g m from edge %d-%d near (%.4g, %.4g, %.4g)",
                        p->node[0], p->node[1], p->distance, p->node[2], p->node[3], x.x, x.y, x.z);
}

bool contact_check_start(contact* c, const double* u, report* r) {
    contact_pair pairs[CONTACT_START_NAMED];
    int64_t count = contact_crossings(c, u, pairs, CONTACT_START_NAMED);
    if (count == 0)
        return true;
    arena* scratch = arena_create();
    const char* all = "";
    for (int64_t i = 0; i < count && i < CONTACT_START_NAMED; ++i)
        all = arena_format(scratch, "%s%s%s", all, i > 0 ? "; " : "",
                           pair_text(c, &pairs[i], scratch));
    report_error(
        r, place_none(),
        "%lld pairs touch, cross or are nearer than the thickness of %g m where the scene "
        "starts, and contact cannot part them: %s%s; move them apart or take less thickness",
        (long long)count, c->law.thickness, all, count > CONTACT_START_NAMED ? "; ..." : "");
    arena_destroy(scratch);
    return false;
}

// ---- at rest -----------------------------------------------------------------------------

// The first node of the piece of surface that a node belongs to; shortens the way there.
static int32_t piece_of(int32_t* parent, int32_t node) {
    while (parent[node] != node)
        node = parent[node] = parent[parent[node]];
    return node;
}

static int32_t* find_pieces(const contact* c, arena* memory) {
    int32_t* parent = ARENA_NEW(memory, int32_t, (size_t)c->surface.node_count + 1);
    for (int32_t i = 0; i < c->surface.node_count; ++i)
        parent[i] = i;
    for (int32_t i = 0; i < c->surface.triangle_count; ++i)
        for (int k = 1; k < 3; ++k) {
            const int32_t* t = c->surface.triangles[i];
            parent[piece_of(parent, t[k])] = piece_of(parent, t[0]);
        }
    return parent;
}

void contact_warn_of_rest(contact* c, report* r) {
    arena* scratch = arena_create();
    double* none = ARENA_NEW(scratch, double, 3 * (size_t)c->surface.node_count + 1);
    int32_t* parent = find_pieces(c, scratch);
    double reach = c->law.distance + c->law.thickness;
    contact_places(c, none);
    contact_list l = contact_search(c, &(contact_path){c->x, c->x, 0.0}, reach, scratch);
    int64_t count = 0;
    double nearest = INFINITY;
    vec3 where = {0};
    for (int64_t i = 0; i < l.count; ++i) {
        const contact_element* e = &l.all[i];
        double distance = distance_of(c, e);
        if (!(distance < reach) || piece_of(parent, e->node[0]) != piece_of(parent, e->node[3]))
            continue; // what lies on something else begins as near as it likes
        ++count;
        if (distance < nearest) {
            nearest = distance;
            where = c->x[e->node[0]];
        }
    }
    if (count > 0)
        report_warning(
            r, place_none(),
            "%lld pairs of features of one surface are nearer at rest than contact's "
            "distance of %g m and will push each other out of shape; the nearest are %.3g "
            "m apart, near (%.4g, %.4g, %.4g): take a distance below that, or a mesh "
            "without such slivers and folds",
            (long long)count, reach, nearest, where.x, where.y, where.z);
    arena_destroy(scratch);
}
