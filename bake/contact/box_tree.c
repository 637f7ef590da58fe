// Median splits; two trees are walked down together.
// SPDX-License-Identifier: MIT
#include "bake/contact/box_tree.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAF = 4,
    BOX_TREE_LEVELS = 5,
    RUNS = 1 << BOX_TREE_LEVELS
}; // runs: subtrees so many levels below the root

// ---- building --------------------------------------------------------------------------

typedef struct keyed {
    double key;
    int32_t feature;
} keyed;

static int by_key(const void* a, const void* b) {
    const keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->feature < y->feature ? -1 : 1;
}

typedef struct builder {
    box_tree* tree;
    const vec3* centres;
    keyed* keys; // [feature_count]
} builder;

// Along the longest side of the centres' box, into halves.
static void sort_range(const builder* b, int32_t first, int32_t count) {
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_scale(low, -1.0);
    int32_t* order = b->tree->order + first;
    for (int32_t i = 0; i < count; ++i) {
        low = v3_min(low, b->centres[order[i]]);
        high = v3_max(high, b->centres[order[i]]);
    }
    vec3 size = v3_sub(high, low);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    for (int32_t i = 0; i < count; ++i)
        b->keys[i] = (keyed){(&b->centres[order[i]].x)[axis], order[i]};
    qsort(b->keys, (size_t)count, sizeof *b->keys, by_key);
    for (int32_t i = 0; i < count; ++i)
        order[i] = b->keys[i].feature;
}

static void build(const builder* b, int32_t first, int32_t count) {
    box_tree* t = b->tree;
    int32_t own = t->node_count++;
    t->nodes[own] = (box_node){.first = first, .count = count, .last = first + count - 1};
    if (count <= LEAF)
        return;
    sort_range(b, first, count);
    t->nodes[own].count = 0;
    build(b, first, count / 2);
    t->nodes[own].right = t->node_count;
    build(b, first + count / 2, count - count / 2);
}

static void find_led(box_tree* t, const uint8_t* led) {
    for (int32_t i = t->node_count - 1; i >= 0; --i) { // children stand behind their parents
        box_node* n = &t->nodes[i];
        n->led = n->count > 0 || (t->nodes[i + 1].led && t->nodes[n->right].led);
        for (int32_t k = 0; k < n->count; ++k)
            n->led = n->led && led[t->order[n->first + k]];
    }
}

box_tree box_tree_make(const vec3* centres, const uint8_t* led, int32_t count, arena* memory) {
    box_tree t = {.feature_count = count};
    size_t most = 2 * (size_t)count + 1;
    t.nodes = ARENA_NEW(memory, box_node, most);
    t.order = ARENA_NEW(memory, int32_t, (size_t)count + 1);
    t.boxes = ARENA_NEW(memory, box_path, (size_t)count + 1);
    t.shifts = ARENA_NEW(memory, box_path, (size_t)count + 1);
    for (int32_t i = 0; i < count; ++i)
        t.order[i] = i;
    arena* scratch = arena_create();
    const builder b = {&t, centres, ARENA_NEW(scratch, keyed, (size_t)count)};
    if (count > 0)
        build(&b, 0, count);
    find_led(&t, led);
    arena_destroy(scratch);
    return t;
}

static box_path joined(const box_path* a, const box_path* b) {
    return (box_path){{v3_min(a->from.low, b->from.low), v3_max(a->from.high, b->from.high)},
                      {v3_min(a->to.low, b->to.low), v3_max(a->to.high, b->to.high)}};
}

void box_tree_fit(box_tree* t, const box_path* boxes) {
    for (int32_t i = 0; i < t->feature_count; ++i)
        t->boxes[i] = boxes[t->order[i]];
    for (int32_t i = t->node_count - 1; i >= 0; --i) {
        box_node* n = &t->nodes[i];
        n->box = n->count > 0 ? t->boxes[n->first]
                              : joined(&t->nodes[i + 1].box, &t->nodes[n->right].box);
        for (int32_t k = 1; k < n->count; ++k)
            n->box = joined(&n->box, &t->boxes[n->first + k]);
    }
    t->spare = 0.0;
}

void box_tree_shift(box_tree* t, const box_path* shifts, double spare) {
    for (int32_t i = 0; i < t->feature_count; ++i)
        t->shifts[i] = shifts[t->order[i]];
    for (int32_t i = t->node_count - 1; i >= 0; --i) {
        box_node* n = &t->nodes[i];
        n->shift = n->count > 0 ? t->shifts[n->first]
                                : joined(&t->nodes[i + 1].shift, &t->nodes[n->right].shift);
        for (int32_t k = 1; k < n->count; ++k)
            n->shift = joined(&n->shift, &t->shifts[n->first + k]);
    }
    t->spare = spare;
}

// ---- searching -------------------------------------------------------------------------

// Is a below b along one axis, at both ends?
static bool below(const box_path* a, const box_path* b) {
    return (a->from.high.x < b->from.low.x && a->to.high.x < b->to.low.x) ||
           (a->from.high.y < b->from.low.y && a->to.high.y < b->to.low.y) ||
           (a->from.high.z < b->from.low.z && a->to.high.z < b->to.low.z);
}

static bool may_meet(const box_path* a, const box_path* b) {
    return !below(a, b) && !below(b, a);
}

// The square of the largest difference of two points of boxes.
static double farthest(const bounds* a, const bounds* b) {
    double x = fmax(a->high.x - b->low.x, b->high.x - a->low.x);
    double y = fmax(a->high.y - b->low.y, b->high.y - a->low.y);
    double z = fmax(a->high.z - b->low.z, b->high.z - a->low.z);
    return x * x + y * y + z * z;
}

typedef struct list {
    arena* memory;
    box_pair* all;
    int64_t count, capacity, visited;
} list;

struct box_lists {
    list run[RUNS];
};

typedef struct search {
    const box_tree *a, *b;
    box_filter wanted;
    const void* user;
    box_lists* lists;
} search;

// Have they moved against each other by less than what is to spare?
static bool moved_together(const search* s, const box_path* a, const box_path* b) {
    double square = s->a->spare * s->a->spare;
    return square > 0.0 && farthest(&a->from, &b->from) < square &&
           farthest(&a->to, &b->to) < square;
}

box_lists* box_lists_make(arena* memory) {
    box_lists* l = ARENA_NEW(memory, box_lists, 1);
    for (int i = 0; i < RUNS; ++i)
        l->run[i].memory = arena_create_in(memory);
    return l;
}

static void push(list* l, box_pair pair) {
    if (l->count == l->capacity) {
        int64_t more = l->capacity > 0 ? 2 * l->capacity : 256;
        l->all = arena_grow(l->memory, l->all, (size_t)l->count, (size_t)more, sizeof *l->all);
        l->capacity = more;
    }
    l->all[l->count++] = pair;
}

static void leaf_and_leaf(const search* s, const box_node* m, const box_node* n, list* l) {
    for (int32_t i = 0; i < m->count; ++i)
        for (int32_t k = m == n ? i + 1 : 0; k < n->count; ++k) {
            int32_t first = s->a->order[m->first + i], second = s->b->order[n->first + k];
            ++l->visited;
            if (!may_meet(&s->a->boxes[m->first + i], &s->b->boxes[n->first + k]) ||
                moved_together(s, &s->a->shifts[m->first + i], &s->b->shifts[n->first + k]) ||
                !s->wanted(s->user, first, second))
                continue;
            push(l, (box_pair){first, second});
        }
}

static int32_t size_of(const box_node* n) {
    return n->last - n->first + 1;
}

// Pairs of a feature below m and one below n, which is m, or, of one tree, stands behind it. Who is split next depends on
// the trees alone: whatever boxes leave out, the rest keeps its order.
static void walk(const search* s, const box_node* m, const box_node* n, list* l) {
    ++l->visited;
    if ((m->led && n->led) || (m != n && !may_meet(&m->box, &n->box)) ||
        moved_together(s, &m->shift, &n->shift))
        return;
    const box_node *m_right = s->a->nodes + m->right, *n_right = s->b->nodes + n->right;
    if (m->count > 0 && n->count > 0)
        leaf_and_leaf(s, m, n, l);
    else if (m == n) {
        walk(s, m + 1, m + 1, l);
        walk(s, m + 1, m_right, l);
        walk(s, m_right, m_right, l);
    } else if (n->count > 0 || (m->count == 0 && size_of(m) >= size_of(n))) {
        walk(s, m + 1, n, l);
        walk(s, m_right, n, l);
    } else {
        walk(s, m, n + 1, l);
        walk(s, m, n_right, l);
    }
}

// The subtrees that are BOX_TREE_LEVELS below a node, or end above, in their order.
static int32_t subtrees(const box_tree* t, int32_t of, int32_t level, const box_node** out) {
    const box_node* n = &t->nodes[of];
    out[0] = n;
    if (level == 0 || n->count > 0)
        return 1;
    int32_t count = subtrees(t, of + 1, level - 1, out);
    return count + subtrees(t, n->right, level - 1, out + count);
}

static void run(void* user, int64_t begin, int64_t end) {
    const search* s = user;
    const box_node* top[RUNS];
    int32_t count = subtrees(s->a, 0, BOX_TREE_LEVELS, top);
    for (int64_t i = begin; i < end && i < count; ++i) {
        list* l = &s->lists->run[i];
        if (s->a != s->b)
            walk(s, top[i], s->b->nodes, l);
        for (int64_t k = i; k < count && s->a == s->b; ++k)
            walk(s, top[i], top[k], l);
    }
}

box_pairs box_tree_pairs(const box_tree* a, const box_tree* b, box_filter wanted, const void* user,
                         int threads, box_lists* lists, arena* memory) {
    search s = {a, b, wanted, user, lists};
    for (int i = 0; i < RUNS; ++i)
        lists->run[i].count = lists->run[i].visited = 0;
    if (a->node_count > 0 && b->node_count > 0)
        parallel_for(threads, RUNS, 1, run, &s);
    box_pairs p = {.count = 0};
    for (int i = 0; i < RUNS; ++i)
        p.count += lists->run[i].count;
    p.all = ARENA_NEW(memory, box_pair, (size_t)p.count + 1);
    int64_t at = 0;
    for (int i = 0; i < RUNS; ++i) {
        const list* l = &lists->run[i];
        if (l->count > 0)
            memcpy(p.all + at, l->all, (size_t)l->count * sizeof *p.all);
        at += l->count;
        p.visited += l->visited;
    }
    return p;
}
