// Built by selection, not by sorting: each level moves triangles once or twice. Ties are broken by the
// triangle's number, so that the tree is the same from every compiler.
// SPDX-License-Identifier: MIT
#include "runtime/tree.h"

typedef struct build {
    const tree_mesh* mesh;
    uint32_t* order;
    int axis;
} build;

// Three times a triangle's middle, along an axis.
static float middle_of(const tree_mesh* m, uint32_t triangle, int axis) {
    const uint32_t* corner = m->triangles[triangle];
    const float* p = m->positions + axis;
    return p[m->stride * corner[0]] + p[m->stride * corner[1]] + p[m->stride * corner[2]];
}

static bool is_before(const build* b, uint32_t s, uint32_t t) {
    float x = middle_of(b->mesh, s, b->axis), y = middle_of(b->mesh, t, b->axis);
    return x < y || (x == y && s < t);
}

static void swap(uint32_t* a, uint32_t* b) {
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

// Hoare's selection: those before the k-th of [low, high) come to stand before it.
static void select_kth(const build* b, int32_t low, int32_t high, int32_t k) {
    uint32_t* order = b->order;
    for (--high; low < high;) {
        int32_t middle = low + (high - low) / 2;
        if (is_before(b, order[middle], order[low]))
            swap(&order[middle], &order[low]);
        if (is_before(b, order[high], order[low]))
            swap(&order[high], &order[low]);
        if (is_before(b, order[high], order[middle]))
            swap(&order[high], &order[middle]);
        uint32_t pivot = order[middle];
        int32_t i = low, j = high;
        while (i <= j) {
            while (is_before(b, order[i], pivot))
                ++i;
            while (is_before(b, pivot, order[j]))
                --j;
            if (i <= j)
                swap(&order[i++], &order[j--]);
        }
        if (k <= j)
            high = j;
        else if (k >= i)
            low = i;
        else
            return;
    }
}

static int widest_axis(const build* b, int32_t first, int32_t count) {
    float widest = -1.0f;
    int axis = 0;
    for (int a = 0; a < 3; ++a) {
        float low = middle_of(b->mesh, b->order[first], a), high = low;
        for (int32_t i = first + 1; i < first + count; ++i) {
            float x = middle_of(b->mesh, b->order[i], a);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        if (high - low > widest) {
            widest = high - low;
            axis = a;
        }
    }
    return axis;
}

int32_t tree_nodes(int32_t triangle_count) {
    if (triangle_count <= TREE_LEAF)
        return triangle_count > 0;
    int32_t half = triangle_count / 2;
    return 1 + tree_nodes(half) + tree_nodes(triangle_count - half);
}

void tree_build(tree* t, const tree_mesh* mesh, int32_t triangle_count) {
    typedef struct job {
        int32_t first, count, parent; // parent: whose far child it is, -1 for near ones
    } job;
    build b = {mesh, t->order, 0};
    for (int32_t i = 0; i < triangle_count; ++i)
        t->order[i] = (uint32_t)i;
    t->triangle_count = triangle_count;
    t->node_count = 0;
    job stack[TREE_DEEPEST];
    int32_t depth = 0;
    if (triangle_count > 0)
        stack[depth++] = (job){0, triangle_count, -1};
    while (depth > 0) {
        job j = stack[--depth];
        int32_t at = t->node_count++;
        if (j.parent >= 0)
            t->nodes[j.parent].first = at;
        if (j.count <= TREE_LEAF) {
            t->nodes[at] = (tree_node){{0}, j.first, {0}, j.count};
            continue;
        }
        t->nodes[at] = (tree_node){{0}, 0, {0}, 0};
        b.axis = widest_axis(&b, j.first, j.count);
        int32_t half = j.count / 2;
        select_kth(&b, j.first, j.first + j.count, j.first + half);
        stack[depth++] = (job){j.first + half, j.count - half, at};
        stack[depth++] = (job){j.first, half, -1};
    }
    tree_fit(t, mesh, 0, t->node_count);
}

void tree_join(tree* t, int32_t node) {
    tree_node* n = &t->nodes[node];
    const tree_node *near = n + 1, *far = &t->nodes[n->first];
    for (int a = 0; a < 3; ++a) {
        n->low[a] = near->low[a] < far->low[a] ? near->low[a] : far->low[a];
        n->high[a] = near->high[a] > far->high[a] ? near->high[a] : far->high[a];
    }
}

static void fit_leaf(tree* t, const tree_mesh* m, tree_node* n) {
    const float* p = m->positions + m->stride * m->triangles[t->order[n->first]][0];
    float low[3] = {p[0], p[1], p[2]}, high[3] = {p[0], p[1], p[2]};
    for (int32_t i = n->first; i < n->first + n->count; ++i)
        for (int c = 0; c < 3; ++c) {
            p = m->positions + m->stride * m->triangles[t->order[i]][c];
            for (int a = 0; a < 3; ++a) {
                low[a] = p[a] < low[a] ? p[a] : low[a];
                high[a] = p[a] > high[a] ? p[a] : high[a];
            }
        }
    for (int a = 0; a < 3; ++a) {
        n->low[a] = low[a];
        n->high[a] = high[a];
    }
}

void tree_fit(tree* t, const tree_mesh* mesh, int32_t first, int32_t end) {
    for (int32_t i = end - 1; i >= first; --i) {
        if (t->nodes[i].count > 0)
            fit_leaf(t, mesh, &t->nodes[i]);
        else
            tree_join(t, i);
    }
}

int32_t tree_end(const tree* t, int32_t node) {
    while (t->nodes[node].count == 0)
        node = t->nodes[node].first; // the last leaf is the far child's far child ...
    return node + 1;
}
