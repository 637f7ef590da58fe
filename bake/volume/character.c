// Welding and neighbours, then the skeleton as straight pieces.
//
// Joints that move no vertex (roots on the floor, handles of inverse kinematics) have no axis of
// their own, but they end the axes of their parents: rigs mark the tip of a finger that way.
// SPDX-License-Identifier: MIT
#include "bake/volume/character.h"

#include "bake/base/assert.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/soup_close.h"
#include "bake/scene/figures.h"
#include "bake/volume/lattice.h"
#include "bake/volume/layers.h"
#include "bake/volume/meeting.h"
#include "bake/volume/pieces.h"

#include <stdlib.h>

// Of the body's size: skinning in float puts the twins of a texture's seam this far apart.
#define CHARACTER_NOISE 1e-6

// ---- the surface -----------------------------------------------------------------------

static int by_number(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

static void find_neighbours(character* c, arena* memory) {
    int32_t n = c->weld.count;
    int32_t* first = ARENA_NEW(memory, int32_t, (size_t)n + 2);
    for (int32_t i = 0; i < c->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            first[c->triangles[i][k] + 2] += 2;
    for (int32_t i = 2; i < n + 2; ++i)
        first[i] += first[i - 1];
    int32_t* list = ARENA_NEW(memory, int32_t, (size_t)first[n + 1]);
    for (int32_t i = 0; i < c->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            for (int m = 1; m < 3; ++m)
                list[first[c->triangles[i][k] + 1]++] = (int32_t)c->triangles[i][(k + m) % 3];
    int32_t kept = 0;
    for (int32_t i = 0, begin = 0; i < n; ++i) { // each edge stands twice, once a triangle
        int32_t end = first[i + 1];
        qsort(list + begin, (size_t)(end - begin), sizeof *list, by_number);
        first[i] = kept;
        for (int32_t k = begin; k < end; ++k)
            if (k == begin || list[k] != list[k - 1])
                list[kept++] = list[k];
        begin = end;
    }
    first[n] = kept;
    c->beside_first = first;
    c->beside = list;
}

// ---- the skeleton ----------------------------------------------------------------------

static const skin* skin_of(const character* c, int32_t v) {
    int32_t k = c->scene->nodes[c->surface->vertex_node[v]].skin;
    return k >= 0 ? &c->scene->skins[k] : NULL;
}

int32_t character_influence_count(const character* c, int32_t v) {
    SUPPLE_ASSERT(v >= 0 && v < c->surface->vertex_count);
    const primitive* p = &c->scene->primitives[c->surface->vertex_primitive[v]];
    return skin_of(c, v) != NULL ? p->influence_count : 0;
}

influence character_influence(const character* c, int32_t v, int32_t k) {
    SUPPLE_ASSERT(k >= 0 && k < character_influence_count(c, v));
    const primitive* p = &c->scene->primitives[c->surface->vertex_primitive[v]];
    size_t at = (size_t)c->surface->vertex_index[v] * (size_t)p->influence_count + (size_t)k;
    return (influence){skin_of(c, v)->joints[p->joints[at]], p->weights[at]};
}

double character_weight(const character* c, int32_t v, int32_t joint) {
    SUPPLE_ASSERT(joint >= 0 && joint < c->scene->node_count);
    double sum = 0.0;
    int32_t n = character_influence_count(c, v);
    for (int32_t k = 0; k < n; ++k) {
        influence x = character_influence(c, v, k);
        sum += x.joint == joint ? x.weight : 0.0;
    }
    return sum;
}

typedef struct moved { // what a joint moves
    double weight;
    vec3 sum; // of the vertices, by weight
} moved;

static moved* measure_joints(const character* c, arena* memory) {
    moved* m = ARENA_NEW(memory, moved, (size_t)c->scene->node_count);
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t v = c->weld.first[i], n = character_influence_count(c, v);
        for (int32_t k = 0; k < n; ++k) {
            influence x = character_influence(c, v, k);
            m[x.joint].weight += x.weight;
            m[x.joint].sum = v3_madd(m[x.joint].sum, c->weld.positions[i], x.weight);
        }
    }
    return m;
}

static vec3 joint_place(const pose* p, int32_t joint) {
    return mat4_point(p->world[joint], v3(0, 0, 0));
}

static void find_axes(character* c, const pose* p, arena* memory) {
    const scene* s = c->scene;
    moved* m = measure_joints(c, memory);
    bool* is_joint = ARENA_NEW(memory, bool, (size_t)s->node_count);
    bool* has_child = ARENA_NEW(memory, bool, (size_t)s->node_count);
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k)
            is_joint[s->skins[i].joints[k]] = true;
    c->axes = ARENA_NEW(memory, bone_axis, 2 * (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i) {
        int32_t parent = s->nodes[i].parent;
        if (!is_joint[i] || parent < 0 || !is_joint[parent])
            continue;
        has_child[parent] = true;
        if (m[parent].weight > 0.0)
            c->axes[c->axis_count++] =
                (bone_axis){parent, joint_place(p, parent), joint_place(p, i)};
    }
    for (int32_t i = 0; i < s->node_count; ++i)
        if (!has_child[i] && m[i].weight > 0.0)
            c->axes[c->axis_count++] =
                (bone_axis){i, joint_place(p, i), v3_scale(m[i].sum, 1.0 / m[i].weight)};
}

// The diagonal of the largest figure; each skin is of one.
static double body_size(const scene* s, const surface* f, const pose* p, arena* scratch) {
    figures all = figures_of(s, p, scratch);
    bounds* box = ARENA_NEW(scratch, bounds, (size_t)all.count + 1);
    for (int32_t i = 0; i <= all.count; ++i)
        box[i] = bounds_of(NULL, 0);
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        int32_t k = s->nodes[f->vertex_node[v]].skin;
        bool rigged = k >= 0 && s->skins[k].joint_count > 0;
        bounds* b = &box[rigged ? all.of[s->skins[k].joints[0]] : all.count];
        b->low = v3_min(b->low, f->positions[v]);
        b->high = v3_max(b->high, f->positions[v]);
    }
    double size = 0.0;
    for (int32_t i = 0; i <= all.count; ++i) // what hangs on no skeleton counts where there is none
        if (box[i].high.x >= box[i].low.x && (i < all.count || all.count == 0))
            size = fmax(size, v3_distance(box[i].low, box[i].high));
    return size;
}

character character_new(const scene* s, const surface* f, const pose* p, arena* memory) {
    character c = {.scene = s, .surface = f, .bind = p, .size = body_size(s, f, p, memory)};
    c.weld = weld_positions(f->positions, f->vertex_count, CHARACTER_NOISE * c.size, memory);
    c.triangles = arena_alloc(memory, (size_t)f->triangle_count, sizeof *c.triangles);
    c.triangle_count =
        weld_triangles(&c.weld, (const uint32_t(*)[3])f->triangles, f->triangle_count, c.triangles);
    soup_face_outwards(c.weld.positions, c.triangles, c.triangle_count);
    find_neighbours(&c, memory);
    c.soup =
        soup_new(c.weld.positions, (const uint32_t(*)[3])c.triangles, c.triangle_count, memory);
    soup_close(&c.soup, memory);
    find_axes(&c, p, memory);
    c.pieces = pieces_of(&c, memory);
    layers_find(&c, memory);
    c.meetings = meetings_of(&c, memory);
    return c;
}

vec3 bone_nearest(const bone_axis* b, vec3 p) {
    vec3 d = v3_sub(b->b, b->a);
    double length2 = v3_dot(d, d);
    double t = length2 > 0.0 ? v3_dot(v3_sub(p, b->a), d) / length2 : 0.0;
    return v3_madd(b->a, d, t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t);
}

int32_t character_nearest_axis(const character* c, const uint8_t* use_or_null, vec3 p,
                               vec3* nearest) {
    int32_t best = -1;
    double least = INFINITY;
    for (int32_t i = 0; i < c->axis_count; ++i) {
        if (use_or_null != NULL && !use_or_null[i])
            continue;
        vec3 q = bone_nearest(&c->axes[i], p);
        double d = v3_distance(p, q);
        if (d < least) {
            least = d;
            best = i;
            *nearest = q;
        }
    }
    return best;
}
