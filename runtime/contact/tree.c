// Built by selection, not by sorting: each level moves triangles once or twice. Ties are broken by the
// triangle's number, so that the tree is the same from every compiler.
// SPDX-License-Identifier: MIT
#include "runtime/contact/tree.h"

#include "runtime/base/assert.h"

typedef struct build {
    const tree_mesh* mesh;
    uint32_t* order;
    int axis;
} build;

// Three times a triangle's middle, along an axis.
static float middle_of(const tree_mesh* m, uint32_t triangle, int axis) {
    const uint32_t* corner = m->triangles[triangle];
    return m->places[corner[0]][axis] + m->places[corner[1]][axis] + m->places[corner[2]][axis];
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
    SUPPLE_ASSERT(triangle_count >= 0);
    if (triangle_count <= TREE_LEAF)
        return triangle_count > 0;
    int32_t half = triangle_count / 2;
    return 1 + tree_nodes(half) + tree_nodes(triangle_count - half);
}

// Triangle i becomes the one that was order[i]: along the cycles of the permutation. Uses up `order`.
static void put_in_order(uint32_t (*triangles)[3], uint32_t* order, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        uint32_t first[3] = {triangles[i][0], triangles[i][1], triangles[i][2]};
        uint32_t at = (uint32_t)i, from = order[i];
        while (from != (uint32_t)i) {
            for (int c = 0; c < 3; ++c)
                triangles[at][c] = triangles[from][c];
            order[at] = at;
            at = from;
            from = order[from];
        }
        for (int c = 0; c < 3; ++c)
            triangles[at][c] = first[c];
        order[at] = at;
    }
}

static void join(tree_node* n, const tree_node* far) {
    const tree_node* near = n + 1;
    for (int a = 0; a < 3; ++a) {
        n->low[a] = near->low[a] < far->low[a] ? near->low[a] : far->low[a];
        n->high[a] = near->high[a] > far->high[a] ? near->high[a] : far->high[a];
    }
}

static void fit_leaf(const tree_mesh* mesh, tree_node* n) {
    for (int32_t i = 0; i < 3 * n->count; ++i) {
        const float* p = mesh->places[mesh->triangles[n->first + i / 3][i % 3]];
        for (int a = 0; a < 3; ++a) {
            n->low[a] = i == 0 || p[a] < n->low[a] ? p[a] : n->low[a];
            n->high[a] = i == 0 || p[a] > n->high[a] ? p[a] : n->high[a];
        }
    }
}

void tree_build(tree* t, const tree_mesh* mesh, uint32_t* scratch) {
    SUPPLE_ASSERT(mesh->triangle_count >= 0);
    typedef struct job {
        int32_t first, count, parent; // parent: whose far child it is, -1 for near ones
    } job;
    build b = {mesh, scratch, 0};
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        scratch[i] = (uint32_t)i;
    t->node_count = 0;
    job stack[TREE_DEEPEST];
    int32_t depth = 0;
    if (mesh->triangle_count > 0)
        stack[depth++] = (job){0, mesh->triangle_count, -1};
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
    put_in_order(mesh->triangles, scratch, mesh->triangle_count);
    for (int32_t i = t->node_count - 1; i >= 0; --i) {
        if (t->nodes[i].count > 0)
            fit_leaf(mesh, &t->nodes[i]);
        else
            join(&t->nodes[i], &t->nodes[t->nodes[i].first]);
    }
}

int32_t tree_end(const tree* t, int32_t node) {
    SUPPLE_ASSERT(node >= 0 && node < t->node_count);
    while (t->nodes[node].count == 0)
        node = t->nodes[node].first; // the last leaf is the far child's far child ...
    return node + 1;
}
