// Plain geometry, a node or an element at a time.
// SPDX-License-Identifier: MIT
#include "bake/volume/fixing.h"

#include "bake/base/assert.h"

static int32_t mark(uint8_t* fixed, int32_t i, bool yes) {
    if (!yes || fixed[i])
        return 0;
    fixed[i] = 1;
    return 1;
}

static int32_t mark_element(const tets* t, int32_t element, uint8_t* fixed) {
    int32_t count = 0;
    for (int k = 0; k < t->width; ++k)
        count += mark(fixed, t->elements[(size_t)element * t->width + k], true);
    return count;
}

// ---- bones -----------------------------------------------------------------------------

static double bone_distance(const bone_axis* axes, int32_t axis_count, vec3 p) {
    double least = INFINITY;
    for (int32_t k = 0; k < axis_count; ++k)
        least = fmin(least, v3_distance(p, bone_nearest(&axes[k], p)));
    return least;
}

int32_t fix_near_bones(const tets* t, const uint8_t* among_or_null, const bone_axis* axes,
                       int32_t axis_count, const soup* body, double fraction, uint8_t* fixed) {
    SUPPLE_ASSERT(axis_count >= 0 && fraction >= 0.0);
    int32_t count = 0;
    for (int32_t i = 0; i < t->node_count && axis_count > 0; ++i) {
        if (fixed[i] || (among_or_null != NULL && !among_or_null[i]))
            continue;
        double bone = bone_distance(axes, axis_count, t->nodes[i]);
        // bone < fraction (bone + skin) only if the skin is farther than this
        double reach = bone * (1.0 - fraction) / fraction;
        soup_hit hit;
        count += mark(fixed, i, !soup_nearest(body, t->nodes[i], reach, &hit));
    }
    return count;
}

// Does the segment have a point in the tet? Clipped by the four faces, one after the other.
static bool segment_meets_tet(const tets* t, int32_t element, vec3 a, vec3 b) {
    const int32_t* e = t->elements + (size_t)element * t->width;
    double from = 0.0, to = 1.0;
    for (int k = 0; k < 4; ++k) {
        vec3 p = t->nodes[e[tet_face[k][0]]];
        vec3 n = v3_cross(v3_sub(t->nodes[e[tet_face[k][1]]], p),
                          v3_sub(t->nodes[e[tet_face[k][2]]], p));
        double da = v3_dot(n, v3_sub(a, p)), db = v3_dot(n, v3_sub(b, p)); // outside is positive
        if (da > 0.0 && db > 0.0)
            return false;
        if (da > 0.0)
            from = fmax(from, da / (da - db));
        else if (db > 0.0)
            to = fmin(to, da / (da - db));
    }
    return from <= to;
}

int32_t fix_crossed_by_bones(const tets* t, const bone_axis* axes, int32_t axis_count,
                             uint8_t* fixed) {
    int32_t count = 0;
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int32_t k = 0; k < axis_count; ++k)
            if (segment_meets_tet(t, i, axes[k].a, axes[k].b)) {
                count += mark_element(t, i, fixed);
                break;
            }
    return count;
}

int32_t fix_faces_at_bones(const tets* t, const bone_axis* axes, int32_t axis_count,
                           uint8_t* fixed) {
    const double alike = 1.0 + 1e-6; // so that mirrored bodies are held alike
    int32_t count = 0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        int32_t k = 0;
        while (k < axis_count && !segment_meets_tet(t, i, axes[k].a, axes[k].b))
            ++k;
        if (k == axis_count)
            continue;
        const int32_t* e = t->elements + (size_t)i * t->width;
        double distance[4], farthest = 0.0, third = 0.0;
        for (int c = 0; c < 4; ++c) {
            distance[c] = bone_distance(axes, axis_count, t->nodes[e[c]]);
            third = fmax(third, fmin(farthest, distance[c]));
            farthest = fmax(farthest, distance[c]);
        }
        for (int c = 0; c < 4; ++c)
            count += mark(fixed, e[c], distance[c] <= alike * third);
    }
    return count;
}

// ---- cut and surface -------------------------------------------------------------------

int32_t fix_seam(const tets* whole, const uint8_t* keep, const tets* part, uint8_t* fixed) {
    SUPPLE_ASSERT(whole->width == part->width);
    arena* scratch = arena_create();
    uint8_t* beyond = ARENA_NEW(scratch, uint8_t, (size_t)whole->node_count);
    size_t width = (size_t)whole->width;
    for (int32_t i = 0; i < whole->tet_count; ++i)
        for (size_t k = 0; k < width && !keep[i]; ++k)
            beyond[whole->elements[(size_t)i * width + k]] = 1;
    int32_t count = 0;
    size_t at = 0; // the kept tets stand in the same order in the part
    for (int32_t i = 0; i < whole->tet_count; ++i) {
        if (!keep[i])
            continue;
        for (size_t k = 0; k < width; ++k)
            count += mark(fixed, part->elements[at * width + k],
                          beyond[whole->elements[(size_t)i * width + k]]);
        ++at;
    }
    arena_destroy(scratch);
    return count;
}

int32_t fix_vertices(const tets* t, const embedding* e, const uint8_t* chosen, uint8_t* fixed) {
    SUPPLE_ASSERT(chosen != NULL && fixed != NULL);
    int32_t count = 0;
    for (int32_t i = 0; i < e->count; ++i)
        if (chosen[i])
            count += mark_element(t, e->element[i], fixed);
    return count;
}

// ---- places ----------------------------------------------------------------------------

int32_t fix_box(const tets* t, bounds box, uint8_t* fixed) {
    int32_t count = 0;
    for (int32_t i = 0; i < t->node_count; ++i) {
        vec3 p = t->nodes[i];
        count += mark(fixed, i,
                      p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z &&
                          p.x <= box.high.x && p.y <= box.high.y && p.z <= box.high.z);
    }
    return count;
}

int32_t fix_sphere(const tets* t, vec3 centre, double radius, uint8_t* fixed) {
    SUPPLE_ASSERT(radius >= 0.0);
    int32_t count = 0;
    for (int32_t i = 0; i < t->node_count; ++i)
        count += mark(fixed, i, v3_distance(t->nodes[i], centre) <= radius);
    return count;
}

int32_t fix_plane(const tets* t, vec3 point, vec3 normal, uint8_t* fixed) {
    int32_t count = 0;
    for (int32_t i = 0; i < t->node_count; ++i)
        count += mark(fixed, i, v3_dot(v3_sub(t->nodes[i], point), normal) <= 0.0);
    return count;
}

int32_t fix_base(const tets* t, double fraction, uint8_t* fixed) {
    SUPPLE_ASSERT(fraction >= 0.0 && fraction <= 1.0);
    bounds box = bounds_of(t->nodes, t->node_count);
    double top = box.low.y + fraction * (box.high.y - box.low.y);
    return fix_plane(t, v3(0, top, 0), v3(0, 1, 0), fixed);
}

int32_t fix_middles(const tets* t, uint8_t* fixed) {
    int32_t count = 0;
    for (int32_t i = 0; i < t->tet_count && t->width == 10; ++i) {
        const int32_t* e = t->elements + 10 * (size_t)i;
        for (int k = 0; k < 6; ++k)
            count += mark(fixed, e[4 + k], fixed[e[tet_edge[k][0]]] && fixed[e[tet_edge[k][1]]]);
    }
    return count;
}

int32_t fixed_count(const tets* t, const uint8_t* fixed) {
    int32_t count = 0;
    for (int32_t i = 0; i < t->node_count; ++i)
        count += fixed[i] != 0;
    return count;
}

bool fix_check(const tets* t, const uint8_t* fixed, const char* name, report* r) {
    int32_t count = fixed_count(t, fixed);
    if (count == 0)
        report_warning(r, place_none(),
                       "nothing of \"%s\" is fixed: it will fly away from the body; fix a bone, "
                       "a seam or a box",
                       name);
    if (count < t->node_count)
        return true;
    return report_error(r, place_none(),
                        "all %d nodes of \"%s\" are fixed, so nothing can move; use smaller cells, "
                        "a larger region or a thinner core of bone",
                        t->node_count, name);
}
