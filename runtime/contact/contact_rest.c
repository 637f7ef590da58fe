// Points from vertices, who is beside whom, the tree, the field.
//
// All in one run of memory, laid out twice as a body is: first to measure, then to place.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_rest.h"

#include "format/format.h"
#include "runtime/base/assert.h"
#include "runtime/base/memory.h"
#include "runtime/contact/contact_points.h"
#include "runtime/math/near.h"
#include "runtime/shape/shape.h"

#include <math.h>
#include <string.h>

// The surface that is being made, and what is needed only meanwhile.
typedef struct making {
    contact_rest* s;
    uint32_t* point_of; // [vertex_count]
    uint32_t* list;     // [vertex_count]
    float (*places)[4]; // [point_count] at rest
    void* scratch;      // of the field, then of the contact points
} making;

static void lay_out(contact_rest* s, const contact_surface_source* source, memory_layout* l) {
    size_t points = (size_t)source->vertex_count, triangles = (size_t)source->triangle_count;
    const supple_asset* a = source->asset_or_null;
    size_t nodes = (size_t)tree_nodes(source->triangle_count);
    memory_take(l, 1, sizeof *s);
    s->vertex = memory_take(l, points, sizeof *s->vertex);
    s->corners = memory_take(l, triangles, sizeof *s->corners);
    s->owns = memory_take(l, triangles, sizeof *s->owns);
    s->around_first = memory_take(l, points + 1, sizeof *s->around_first);
    s->around = memory_take(l, 3 * triangles, sizeof *s->around);
    s->t.nodes = memory_take(l, nodes, sizeof *s->t.nodes);
    s->clumps = memory_take(l, 1 + triangles / (CONTACT_CLUMP / 2), sizeof *s->clumps);
    s->field.nodes = memory_take(l, contact_field_nodes(&s->field), sizeof *s->field.nodes);
    s->field.far = memory_take(l, contact_field_nodes(&s->field), sizeof *s->field.far);
    s->contact_points = memory_take(l, (size_t)s->contact_point_count, sizeof *s->contact_points);
    s->bone_boxes = memory_take(l, a == NULL ? 1 : (size_t)a->bone_count, sizeof *s->bone_boxes);
    s->pieces = memory_take(l, (size_t)s->piece_count, sizeof(struct contact_rest*));
}

static void lay_out_making(making* m, const contact_rest* s, size_t vertices, memory_layout* l) {
    m->point_of = memory_take(l, vertices, sizeof *m->point_of);
    m->list = memory_take(l, vertices, sizeof *m->list);
    m->places = memory_take(l, vertices, sizeof *m->places);
    size_t points = 2 * sizeof(uint32_t) * (size_t)s->contact_point_count;
    size_t field = contact_field_scratch(&s->field);
    m->scratch = memory_take(l, points > field ? points : field, 1);
}

contact_surface_source contact_surface_of_asset(const supple_asset* asset) {
    return (contact_surface_source){.asset_or_null = asset,
                                    .positions = asset->positions,
                                    .triangles = asset->triangles,
                                    .vertex_count = asset->vertex_count,
                                    .triangle_count = asset->triangle_count};
}

static bool has_bones(const contact_rest* s) {
    return s->source.asset_or_null != NULL && s->source.asset_or_null->influence_count > 0;
}

uint32_t contact_rest_across(const contact_rest* s, uint32_t triangle, int edge) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->triangle_count && edge >= 0 && edge < 3);
    uint32_t a = s->corners[triangle][edge], b = s->corners[triangle][(edge + 1) % 3];
    for (int32_t i = s->around_first[a]; i < s->around_first[a + 1]; ++i) {
        const uint32_t* c = s->corners[s->around[i]];
        if (s->around[i] != triangle && (c[0] == b || c[1] == b || c[2] == b))
            return s->around[i];
    }
    return UINT32_MAX;
}

// ---- points ----------------------------------------------------------------------------

static bool comes_before(const float* positions, uint32_t a, uint32_t b) {
    const float *x = positions + 3 * (size_t)a, *y = positions + 3 * (size_t)b;
    for (int i = 0; i < 3; ++i)
        if (x[i] != y[i])
            return x[i] < y[i];
    return a < b;
}

static bool is_same_place(const float* positions, uint32_t a, uint32_t b) {
    const float *x = positions + 3 * (size_t)a, *y = positions + 3 * (size_t)b;
    return x[0] == y[0] && x[1] == y[1] && x[2] == y[2];
}

static void sift(const float* positions, uint32_t* heap, size_t count, size_t at) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_before(positions, heap[child], heap[child + 1]))
            ++child;
        if (!comes_before(positions, heap[at], heap[child]))
            return;
        uint32_t t = heap[at];
        heap[at] = heap[child];
        heap[child] = t;
    }
}

// Vertices by their places: a heap sort, as qsort is not everywhere.
static void sort_vertices(const float* positions, uint32_t* list, size_t count) {
    for (size_t i = 0; i < count; ++i)
        list[i] = (uint32_t)i;
    for (size_t i = count / 2; i-- > 0;)
        sift(positions, list, count, i);
    for (size_t i = count; i-- > 1;) {
        uint32_t t = list[0];
        list[0] = list[i];
        list[i] = t;
        sift(positions, list, i, 0);
    }
}

// Do the same bones carry both, and the same parts move them?
static bool move_alike(const supple_asset* a, uint32_t v, uint32_t w) {
    size_t k = (size_t)a->influence_count, n = (size_t)a->vertex_count;
    for (int32_t layer = 0; layer < a->layer_count; ++layer)
        if (a->links[(size_t)layer * n + v] >> 24 != a->links[(size_t)layer * n + w] >> 24)
            return false;
    return k == 0 || (memcmp(a->joints + k * v, a->joints + k * w, k * sizeof *a->joints) == 0 &&
                      memcmp(a->weights + k * v, a->weights + k * w, k * sizeof *a->weights) == 0);
}

// Fills `vertex` and point_of.
static void find_points(const making* m) {
    enum {
        CONTACT_REST_ALIKE = 16
    }; // that a vertex is compared with: more at one place is no surface
    contact_rest* s = m->s;
    uint32_t *point_of = m->point_of, *list = m->list;
    const float* positions = s->source.positions;
    const supple_asset* a = s->source.asset_or_null;
    size_t n = (size_t)s->source.vertex_count;
    sort_vertices(positions, list, n);
    for (size_t i = 0; i < n; ++i) {
        uint32_t v = list[i];
        point_of[v] = v;
        for (size_t j = i, tries = 0; j-- > 0 && tries < CONTACT_REST_ALIKE; ++tries) {
            uint32_t w = list[j];
            if (!is_same_place(positions, v, w))
                break;
            if (a == NULL || move_alike(a, v, w)) {
                point_of[v] = point_of[w];
                break;
            }
        }
    }
    s->point_count = 0;
    for (uint32_t v = 0; v < n; ++v) { // the first of those alike has the lowest number
        if (point_of[v] == v) {
            s->vertex[s->point_count] = v;
            point_of[v] = (uint32_t)s->point_count++;
        } else {
            point_of[v] = point_of[point_of[v]];
        }
    }
}

// ---- triangles -------------------------------------------------------------------------

static bool is_flat(const uint32_t c[3]) {
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

static void find_around(contact_rest* s) {
    int32_t* first = s->around_first;
    memset(first, 0, sizeof *first * ((size_t)s->point_count + 1));
    for (int32_t t = 0; t < s->triangle_count; ++t)
        for (int i = 0; i < 3 && !is_flat(s->corners[t]); ++i)
            ++first[s->corners[t][i] + 1];
    for (int32_t p = 0; p < s->point_count; ++p)
        first[p + 1] += first[p];
    for (int32_t t = s->triangle_count - 1; t >= 0; --t) // each list ascends in the end
        for (int i = 0; i < 3 && !is_flat(s->corners[t]); ++i)
            s->around[--first[s->corners[t][i] + 1]] = (uint32_t)t;
    // now first[p + 1] is where p begins: move it to its place
    memmove(first, first + 1, sizeof *first * (size_t)s->point_count);
    first[s->point_count] = 0;
    for (int32_t t = 0; t < s->triangle_count; ++t)
        first[s->point_count] += is_flat(s->corners[t]) ? 0 : 3;
}

static void rest_corners(const making* m, uint32_t triangle, double x[3][3]) {
    for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a)
            x[i][a] = (double)m->places[m->s->corners[triangle][i]][a];
}

static void rest_normal(const making* m, uint32_t triangle, double out[3]) {
    double x[3][3], u[3], v[3];
    rest_corners(m, triangle, x);
    minus3(x[1], x[0], u);
    minus3(x[2], x[0], v);
    cross3(u, v, out);
    near_unit(out, 0.0);
}

// Do the triangles fold outwards here by more than 10 degrees? Or is there only one?
static bool is_sharp(const making* m, uint32_t triangle, int edge) {
    uint32_t other = contact_rest_across(m->s, triangle, edge);
    if (other == UINT32_MAX)
        return true;
    double n[3], across[3], x[3][3], bulge = 0.0;
    rest_normal(m, triangle, n);
    rest_normal(m, other, across);
    if (dot3(n, across) > 0.985)
        return false;
    rest_corners(m, triangle, x);
    for (int i = 0; i < 3; ++i) // the corner that is not on the edge lies behind the other face
        for (int a = 0; a < 3; ++a)
            bulge += m->s->side * across[a] * (x[i][a] - x[edge][a]);
    return bulge < 0.0;
}

static void find_owners(const making* m) {
    contact_rest* s = m->s;
    int64_t open = 0, edges = 0;
    double volume = 0.0;
    for (int32_t t = 0; t < s->triangle_count; ++t) {
        s->owns[t] = 0;
        if (is_flat(s->corners[t]))
            continue;
        double x[3][3], normal[3];
        rest_corners(m, (uint32_t)t, x);
        for (int i = 0; i < 3; ++i) {
            uint32_t p = s->corners[t][i];
            uint32_t across = contact_rest_across(s, (uint32_t)t, i);
            open += across == UINT32_MAX;
            ++edges;
            if (s->around[s->around_first[p]] == (uint32_t)t)
                s->owns[t] |= (uint16_t)(CONTACT_OWNS_CORNER << i);
            if (across == UINT32_MAX || across > (uint32_t)t)
                s->owns[t] |= (uint16_t)(CONTACT_OWNS_EDGE << i);
        }
        cross3(x[1], x[2], normal);
        volume += dot3(x[0], normal);
    }
    // a few holes, say of eyes, leave an inside
    s->closed = s->source.asset_or_null == NULL ? s->source.solid : 20 * open < edges;
    s->side = s->closed && volume < 0.0 ? -1.0 : 1.0;
    for (int32_t t = 0; t < s->triangle_count; ++t)
        for (int i = 0; i < 3; ++i)
            if ((s->owns[t] & CONTACT_OWNS_EDGE << i) != 0 && is_sharp(m, (uint32_t)t, i))
                s->owns[t] |= (uint16_t)(CONTACT_SHARP_EDGE << i);
}

// ---- clumps and bones ------------------------------------------------------------------

static void add_bone(contact_surface_clump* c, uint16_t bone) {
    for (int32_t i = 0; i < c->bone_count && i < CONTACT_BONES; ++i)
        if (c->bones[i] == bone)
            return;
    if (c->bone_count < CONTACT_BONES)
        c->bones[c->bone_count] = bone;
    if (c->bone_count <= CONTACT_BONES)
        ++c->bone_count;
}

static void add_bones(const contact_rest* s, contact_surface_clump* c, int32_t first,
                      int32_t count) {
    if (!has_bones(s)) {
        add_bone(c, 0);
        return;
    }
    const supple_asset* a = s->source.asset_or_null;
    size_t k = (size_t)a->influence_count;
    for (int32_t i = first; i < first + count; ++i)
        for (size_t j = 0; j < 3 * k; ++j) {
            size_t at = k * s->vertex[s->corners[i][j / k]] + j % k;
            if (a->weights[at] != 0.0f)
                add_bone(c, a->joints[at]);
        }
}

static void find_clumps(contact_rest* s) {
    s->clump_count = 0;
    for (int32_t node = 0; node < s->t.node_count;) {
        int32_t end = tree_end(&s->t, node), near = node;
        while (s->t.nodes[near].count == 0)
            ++near;
        int32_t first = s->t.nodes[near].first;
        int32_t count = s->t.nodes[end - 1].first + s->t.nodes[end - 1].count - first;
        if (count > CONTACT_CLUMP) {
            ++node;
            continue;
        }
        contact_surface_clump* c = &s->clumps[s->clump_count++];
        memset(c, 0, sizeof *c);
        c->first = first;
        c->end = first + count;
        memcpy(c->low, s->t.nodes[node].low, sizeof c->low);
        memcpy(c->high, s->t.nodes[node].high, sizeof c->high);
        add_bones(s, c, first, count);
        node = end;
    }
}

static void stretch(contact_surface_box* box, const float* x) {
    for (int i = 0; i < 3; ++i) {
        box->low[i] = x[i] < box->low[i] ? x[i] : box->low[i];
        box->high[i] = x[i] > box->high[i] ? x[i] : box->high[i];
    }
}

static void find_bone_boxes(const making* m) {
    contact_rest* s = m->s;
    const float far = FORMAT_LARGEST;
    for (int32_t b = 0; b < s->bone_count; ++b)
        s->bone_boxes[b] = (contact_surface_box){{far, far, far}, {-far, -far, -far}};
    for (int32_t p = 0; p < s->point_count; ++p) {
        if (!has_bones(s)) {
            stretch(&s->bone_boxes[0], m->places[p]);
            continue;
        }
        const supple_asset* a = s->source.asset_or_null;
        size_t k = (size_t)a->influence_count;
        for (size_t j = k * s->vertex[p]; j < k * s->vertex[p] + k; ++j)
            if (a->weights[j] != 0.0f)
                stretch(&s->bone_boxes[a->joints[j]], m->places[p]);
    }
}

// How finely the rest shape of a body is seen by its field: limbs of characters are thin.
static int32_t cells_of(const supple_asset* a) {
    return a->influence_count > 0 && a->bone_count > 1 ? 64 : 32;
}

// A box or a hull alone is examined as all of itself.
static int32_t pieces_of(const contact_surface_source* source) {
    bool alone = source->piece_count == 1 && !shape_is_round(source->pieces[0].kind);
    return alone ? 0 : source->piece_count;
}

// Counts that the layout needs.
static contact_rest counts_of(const contact_surface_source* source) {
    contact_rest s;
    memset(&s, 0, sizeof s);
    s.source = *source;
    s.triangle_count = source->triangle_count;
    s.piece_count = pieces_of(source);
    s.bone_count = source->asset_or_null == NULL ? 1 : source->asset_or_null->bone_count;
    if (source->asset_or_null == NULL)
        return s;
    int32_t cells = cells_of(source->asset_or_null);
    double extent = contact_field_frame(&s.field, source->positions, source->vertex_count, cells);
    s.contact_point_count = contact_points_most(source, extent);
    return s;
}

static void find_field(const making* m) {
    contact_rest* s = m->s;
    contact_field_mesh mesh = {(const float(*)[4])m->places, (const uint32_t(*)[3])s->corners,
                               s->triangle_count, s->closed ? s->side : 0.0};
    contact_field_fill(&s->field, &mesh, m->scratch);
}

static void make(const making* m) {
    contact_rest* s = m->s;
    find_points(m);
    for (int32_t t = 0; t < s->triangle_count; ++t)
        for (int i = 0; i < 3; ++i)
            s->corners[t][i] = m->point_of[s->source.triangles[3 * (size_t)t + (size_t)i] -
                                           s->source.first_vertex];
    for (int32_t p = 0; p < s->point_count; ++p) {
        memcpy(m->places[p], s->source.positions + 3 * (size_t)s->vertex[p], 3 * sizeof(float));
        m->places[p][3] = 0.0f;
    }
    tree_mesh mesh = {(const float(*)[4])m->places, s->corners, s->triangle_count};
    tree_build(&s->t, &mesh, s->around); // which is not filled yet
    find_around(s);
    find_owners(m);
    for (int a = 0; a < 3 && s->t.node_count > 0; ++a) {
        double edge = (double)s->t.nodes[0].high[a] - (double)s->t.nodes[0].low[a];
        s->extent = edge > s->extent ? edge : s->extent;
        s->least = a == 0 || edge < s->least ? edge : s->least;
    }
    find_clumps(s);
    find_bone_boxes(m);
    if (s->source.asset_or_null != NULL) {
        find_field(m);
        contact_points_find(s, m->scratch);
    }
}

contact_rest* contact_rest_make_whole(const contact_surface_source* source,
                                      const supple_allocator* allocator) {
    contact_rest counts = counts_of(source);
    making m;
    memory_layout measure = {NULL, 0}, meanwhile = {NULL, 0};
    lay_out(&counts, source, &measure);
    lay_out_making(&m, &counts, (size_t)source->vertex_count, &meanwhile);
    size_t scratch_size = meanwhile.at;
    void* memory = allocator->allocate(allocator->user, measure.at);
    void* scratch = memory == NULL ? NULL : allocator->allocate(allocator->user, scratch_size);
    if (scratch == NULL) {
        if (memory != NULL)
            allocator->release(allocator->user, memory, measure.at);
        return NULL;
    }
    contact_rest* s = memory;
    *s = counts;
    memory_layout place = {memory, 0};
    meanwhile = (memory_layout){scratch, 0};
    lay_out(s, source, &place);
    lay_out_making(&m, s, (size_t)source->vertex_count, &meanwhile);
    s->size = measure.at;
    m.s = s;
    make(&m);
    allocator->release(allocator->user, scratch, scratch_size);
    return s;
}
