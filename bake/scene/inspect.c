// Weld, count, measure, look for crossings: each step is a file of its own, this one puts them
// together.
// SPDX-License-Identifier: MIT
#include "bake/scene/inspect.h"

#include "bake/mesh/bvh.h"
#include "bake/mesh/crossing.h"
#include "bake/mesh/topology.h"

// A hopeless soup is known for one long before all its crossings are counted. Candidates are pairs
// with overlapping boxes, some 0.15 us each; sound meshes have up to 3 of them a triangle, the
// potted plant (68,409 triangles, a crossing each) has 6.
enum { CROSSINGS_MOST = 1000000, CANDIDATES_FREE = 5000000, CANDIDATES_EACH = 20 };

// A height below this part of the longest side counts as no area. Positions of files are floats or
// short decimals, so what is thinner comes from rounding alone.
static const double flat = 1e-12;

typedef struct welded_mesh {
    weld weld;
    int32_t triangle_count;
    uint32_t (*triangles)[3]; // corners all different
} welded_mesh;

typedef struct crossing_search {
    const welded_mesh* mesh;
    int64_t candidates, candidates_most, found;
    bool capped;
} crossing_search;

static bool has_no_area(const vec3* p, const uint32_t c[3]) {
    vec3 a = v3_sub(p[c[1]], p[c[0]]), b = v3_sub(p[c[2]], p[c[0]]), d = v3_sub(b, a);
    double longest = fmax(v3_dot(a, a), fmax(v3_dot(b, b), v3_dot(d, d)));
    return v3_length(v3_cross(a, b)) <= flat * longest;
}

static welded_mesh weld_mesh(const surface* s, inspection* x, arena* memory) {
    welded_mesh m = {.weld = weld_positions(s->positions, s->vertex_count, 0.0, memory)};
    m.triangles = arena_alloc(memory, (size_t)s->triangle_count, sizeof *m.triangles);
    for (int32_t t = 0; t < s->triangle_count; ++t) {
        uint32_t* c = m.triangles[m.triangle_count];
        for (int k = 0; k < 3; ++k)
            c[k] = (uint32_t)m.weld.welded[s->triangles[t][k]];
        bool collapsed = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
        x->degenerate_triangles += collapsed || has_no_area(m.weld.positions, c);
        m.triangle_count += !collapsed;
    }
    x->welded_count = m.weld.count;
    return m;
}

static void count_topology(const welded_mesh* m, inspection* x) {
    topology t = topology_of((const uint32_t(*)[3])m->triangles, m->triangle_count, m->weld.count);
    x->piece_count = t.piece_count;
    x->boundary_edges = t.boundary_edges;
    x->nonmanifold_edges = t.nonmanifold_edges;
    x->nonmanifold_vertices = t.nonmanifold_vertices;
    x->flipped_edges = t.flipped_edges;
    x->duplicate_triangles = t.duplicate_triangles;
    x->closed = m->triangle_count > 0 && t.boundary_edges == 0 && t.nonmanifold_edges == 0 &&
                t.flipped_edges == 0;
}

// Volume by the divergence theorem, about the box's centre: far from the origin the cones from
// there would cancel badly.
static void measure(const welded_mesh* m, inspection* x) {
    const vec3* p = m->weld.positions;
    vec3 centre = v3_scale(v3_add(x->box.low, x->box.high), 0.5);
    double twice_area = 0.0, six_volumes = 0.0;
    for (int32_t t = 0; t < m->triangle_count; ++t) {
        const uint32_t* c = m->triangles[t];
        vec3 a = v3_sub(p[c[0]], centre), b = v3_sub(p[c[1]], centre), d = v3_sub(p[c[2]], centre);
        vec3 normal = v3_cross(v3_sub(b, a), v3_sub(d, a));
        twice_area += v3_length(normal);
        six_volumes += v3_dot(a, normal);
    }
    x->area = twice_area / 2.0;
    x->volume = six_volumes / 6.0;
    x->inside_out = x->closed && x->volume < 0.0;
}

static bool share_a_corner(const uint32_t a[3], const uint32_t b[3]) {
    for (int i = 0; i < 3; ++i)
        if (a[i] == b[0] || a[i] == b[1] || a[i] == b[2])
            return true;
    return false;
}

static bool visit_candidate(void* user, int32_t a, int32_t b) {
    crossing_search* s = user;
    const uint32_t *ca = s->mesh->triangles[a], *cb = s->mesh->triangles[b];
    if (share_a_corner(ca, cb))
        return true;
    const vec3* p = s->mesh->weld.positions;
    vec3 ta[3] = {p[ca[0]], p[ca[1]], p[ca[2]]}, tb[3] = {p[cb[0]], p[cb[1]], p[cb[2]]};
    s->found += triangles_cross(ta, tb);
    ++s->candidates;
    s->capped = s->found >= CROSSINGS_MOST || s->candidates >= s->candidates_most;
    return !s->capped;
}

static void count_crossings(const welded_mesh* m, inspection* x, arena* memory) {
    crossing_search s = {.mesh = m,
                         .candidates_most =
                             CANDIDATES_FREE + CANDIDATES_EACH * (int64_t)m->triangle_count};
    bvh tree =
        bvh_build(m->weld.positions, (const uint32_t(*)[3])m->triangles, m->triangle_count, memory);
    bvh_self_pairs(&tree, visit_candidate, &s);
    x->self_intersections = s.found;
    x->intersections_capped = s.capped;
}

inspection inspect_surface(const surface* s, unit_hints hints, arena* memory) {
    arena* scratch = arena_create();
    inspection x = {.vertex_count = s->vertex_count,
                    .triangle_count = s->triangle_count,
                    .trouble_or_null = surface_trouble(s)};
    welded_mesh m = weld_mesh(s, &x, scratch);
    x.box = bounds_of(m.weld.positions, m.weld.count);
    x.diagonal = m.weld.count > 0 ? v3_distance(x.box.low, x.box.high) : 0.0;
    count_topology(&m, &x);
    measure(&m, &x);
    count_crossings(&m, &x, scratch);
    x.unit = unit_from_size(unit_box(s, hints), hints, &x.unit_reason, memory);
    arena_destroy(scratch);
    return x;
}

bool inspection_usable(const inspection* x) {
    return x->triangle_count > x->degenerate_triangles && x->diagonal > 0.0 &&
           isfinite(x->diagonal) && x->trouble_or_null == NULL;
}
