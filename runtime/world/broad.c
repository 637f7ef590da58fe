// A tree of boxes, from above: each is cut in the middle of its longest side. A cut costs a pass over its bodies, so
// a thousand bodies take some 50 us, and to make it anew is dearer than to fit it but is never worse for what moved.
// SPDX-License-Identifier: MIT
#include "runtime/world/broad.h"

#include "runtime/base/assert.h"
#include "runtime/contact/contact_pair.h"

#include <math.h>

enum {
    LEAF = 4,           // bodies
    BROAD_DEEPEST = 64, // nodes above one another
    CUT_ABOVE = 40 // ... below so many, bodies are halved by number: 2^20 of them end 20 deeper
};

broad_tree* broad_lay_out(memory_layout* l, int32_t max_bodies) {
    SUPPLE_ASSERT(max_bodies >= 0);
    size_t bodies = (size_t)max_bodies;
    broad_tree* t = memory_take(l, 1, sizeof *t);
    broad_tree arrays = {.boxes = memory_take(l, bodies, sizeof *arrays.boxes),
                         .bodies = memory_take(l, bodies, sizeof *arrays.bodies),
                         .found = memory_take(l, bodies, sizeof *arrays.found),
                         .nodes = memory_take(l, 2 * bodies, sizeof *arrays.nodes)};
    if (t != NULL)
        *t = arrays;
    return t;
}

// ---- boxes -----------------------------------------------------------------------------

static const contact_surface* contact_surface_of(const broad_phase* p, int32_t slot) {
    return p->scene->bodies[slot].skin_or_null;
}

// With the margin, and outwards by more than floats are rounded by.
static broad_box box_of(const float low[3], const float high[3], double margin) {
    const double rounding = 2e-7;
    broad_box box;
    for (int i = 0; i < 3; ++i) {
        double l = (double)low[i] - margin, h = (double)high[i] + margin;
        box.low[i] = (float)(l - rounding * fabs(l));
        box.high[i] = (float)(h + rounding * fabs(h));
    }
    return box;
}

static bool are_apart(const broad_box* a, const broad_box* b) {
    return a->low[0] > b->high[0] || b->low[0] > a->high[0] || a->low[1] > b->high[1] ||
           b->low[1] > a->high[1] || a->low[2] > b->high[2] || b->low[2] > a->high[2];
}

static double middle_of(const broad_box* box, int axis) {
    return 0.5 * ((double)box->low[axis] + (double)box->high[axis]);
}

// ---- the tree --------------------------------------------------------------------------

// Of all boxes of a run of bodies; and where their middles are spread most.
static broad_box around(const broad_tree* t, int32_t first, int32_t count, int* axis,
                        double* middle) {
    broad_box all = t->boxes[t->bodies[first]];
    double low[3], high[3];
    for (int a = 0; a < 3; ++a)
        low[a] = high[a] = middle_of(&all, a);
    for (int32_t i = first + 1; i < first + count; ++i) {
        const broad_box* box = &t->boxes[t->bodies[i]];
        for (int a = 0; a < 3; ++a) {
            double m = middle_of(box, a);
            low[a] = m < low[a] ? m : low[a];
            high[a] = m > high[a] ? m : high[a];
            all.low[a] = box->low[a] < all.low[a] ? box->low[a] : all.low[a];
            all.high[a] = box->high[a] > all.high[a] ? box->high[a] : all.high[a];
        }
    }
    *axis = 0;
    for (int a = 1; a < 3; ++a)
        *axis = high[a] - low[a] > high[*axis] - low[*axis] ? a : *axis;
    *middle = 0.5 * (low[*axis] + high[*axis]);
    return all;
}

// Those below the middle come first; returns how many.
static int32_t part(broad_tree* t, int32_t first, int32_t count, int axis, double middle) {
    int32_t below = 0;
    for (int32_t i = first; i < first + count; ++i) {
        int32_t slot = t->bodies[i];
        if (middle_of(&t->boxes[slot], axis) >= middle)
            continue;
        t->bodies[i] = t->bodies[first + below];
        t->bodies[first + below++] = slot;
    }
    return below;
}

static void build(broad_tree* t, int32_t first, int32_t count, int depth) {
    SUPPLE_ASSERT(count > 0 && depth < BROAD_DEEPEST);
    int axis;
    double middle;
    int32_t at = t->node_count++;
    t->nodes[at] = (broad_node){around(t, first, count, &axis, &middle), first, count};
    if (count <= LEAF)
        return;
    int32_t below = depth < CUT_ABOVE ? part(t, first, count, axis, middle) : 0;
    below = below == 0 || below == count ? count / 2 : below;
    build(t, first, below, depth + 1);
    t->nodes[at].first = t->node_count;
    t->nodes[at].count = 0;
    build(t, first + below, count - below, depth + 1);
}

// Ascending (Shell 1959): a handful, as a rule.
static void sort(int32_t* slots, int32_t count) {
    int32_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (int32_t i = gap; i < count; ++i) {
            int32_t slot = slots[i], at = i;
            for (; at >= gap && slots[at - gap] > slot; at -= gap)
                slots[at] = slots[at - gap];
            slots[at] = slot;
        }
}

// All bodies whose boxes meet one, into `found`.
static void query(broad_phase* p, const broad_box* box) {
    broad_tree* t = p->tree;
    int32_t open[BROAD_DEEPEST + 1], open_count = 0;
    p->found_count = p->next = 0;
    if (t->node_count > 0)
        open[open_count++] = 0;
    while (open_count > 0) {
        int32_t at = open[--open_count];
        const broad_node* n = &t->nodes[at];
        ++p->compared;
        if (are_apart(&n->box, box))
            continue;
        if (n->count == 0) {
            open[open_count++] = n->first;
            open[open_count++] = at + 1;
        }
        for (int32_t i = n->first; i < n->first + n->count; ++i) {
            ++p->compared;
            if (!are_apart(&t->boxes[t->bodies[i]], box))
                t->found[p->found_count++] = t->bodies[i];
        }
    }
    sort(t->found, p->found_count);
}

broad_phase broad_begin(contact_finder* finder, const contact_scene* scene) {
    SUPPLE_ASSERT(scene->body_count >= 0 && scene->body_count <= finder->max_bodies);
    SUPPLE_ASSERT(scene->h > 0.0);
    broad_tree* t = finder->broad;
    t->body_count = t->node_count = 0;
    for (int32_t i = 0; i < scene->body_count; ++i) {
        const contact_body* b = &scene->bodies[i];
        contact_surface* s = b->skin_or_null;
        if (s == NULL)
            continue;
        contact_surface_update(s, b->palette, b->next, scene->h, b->asleep);
        t->boxes[i] = box_of(s->low, s->high, BROAD_MARGIN * s->size);
        t->bodies[t->body_count++] = i;
    }
    if (t->body_count > 0)
        build(t, 0, t->body_count, 0);
    return (broad_phase){.scene = scene, .tree = t, .at = -1};
}

// ---- queries ---------------------------------------------------------------------------

static bool comes_by(const broad_box* box, const double from[3], const double displacement[3]) {
    double first = 0.0, last = 1.0;
    for (int a = 0; a < 3; ++a) {
        double low = (double)box->low[a] - from[a], high = (double)box->high[a] - from[a];
        if (displacement[a] == 0.0) {
            if (low > 0.0 || high < 0.0)
                return false;
            continue;
        }
        double enter = (displacement[a] > 0.0 ? low : high) / displacement[a],
               leave = (displacement[a] > 0.0 ? high : low) / displacement[a];
        first = enter > first ? enter : first;
        last = leave < last ? leave : last;
    }
    return first <= last;
}

const int32_t* broad_in_box(contact_finder* finder, const float low[3], const float high[3],
                            int32_t* count) {
    broad_phase p = {.tree = finder->broad};
    broad_box box = box_of(low, high, 0.0);
    query(&p, &box);
    *count = p.found_count;
    return p.tree->found;
}

const int32_t* broad_on_path(contact_finder* finder, const double from[3],
                             const double displacement[3], int32_t* count) {
    broad_tree* t = finder->broad;
    int32_t open[BROAD_DEEPEST + 1], open_count = 0;
    *count = 0;
    if (t->node_count > 0)
        open[open_count++] = 0;
    while (open_count > 0) {
        int32_t at = open[--open_count];
        const broad_node* n = &t->nodes[at];
        if (!comes_by(&n->box, from, displacement))
            continue;
        if (n->count == 0) {
            open[open_count++] = n->first;
            open[open_count++] = at + 1;
        }
        for (int32_t i = n->first; i < n->first + n->count; ++i)
            if (comes_by(&t->boxes[t->bodies[i]], from, displacement))
                t->found[(*count)++] = t->bodies[i];
    }
    sort(t->found, *count);
    return t->found;
}

// ---- pairs -----------------------------------------------------------------------------

// Whether a body is above the plane at a pose.
static bool is_above(const broad_box* box, const frame_pose* pose) {
    double lowest = 0.0;
    for (int k = 0; k < 3; ++k) {
        double n = pose->turn[k][1];
        lowest += n * ((double)(n > 0.0 ? box->low[k] : box->high[k]) - pose->place[k]);
    }
    return lowest > 0.0;
}

// Bodies that may be in contact with a plane are all that are not above it.
static void query_plane(broad_phase* p, const collider* c) {
    p->found_count = p->next = 0;
    for (int32_t i = 0; i < p->scene->body_count; ++i) {
        if (contact_surface_of(p, i) == NULL ||
            (p->scene->bodies[i].asleep && !collider_is_news(c)))
            continue;
        ++p->compared;
        const broad_box* box = &p->tree->boxes[i];
        if (!is_above(box, &c->from) || !is_above(box, &c->to))
            p->tree->found[p->found_count++] = i;
    }
}

static void query_collider(broad_phase* p, const collider* c) {
    float low[3], high[3];
    p->found_count = p->next = 0;
    if (!c->used)
        return;
    if (c->shape.kind == SUPPLE_PLANE) {
        query_plane(p, c);
        return;
    }
    collider_bounds(c, low, high);
    broad_box box = box_of(low, high, 0.0);
    query(p, &box);
}

static bool may_collide(const broad_phase* p, int32_t body, int32_t other, int32_t bumped) {
    return p->scene->may_collide_or_null == NULL ||
           p->scene->may_collide_or_null(p->scene->user, body, other, bumped);
}

static bool next_collider(broad_phase* p, broad_pair* out) {
    const collider_set* set = p->scene->colliders;
    for (;;) {
        while (p->next < p->found_count) {
            int32_t body = p->tree->found[p->next++];
            if ((p->scene->bodies[body].asleep && !collider_is_news(&set->slots[p->at])) ||
                !may_collide(p, body, -1, p->at))
                continue;
            *out = (broad_pair){body, -1, p->at};
            return true;
        }
        if (++p->at >= set->count)
            return false;
        query_collider(p, &set->slots[p->at]);
    }
}

static bool next_self(broad_phase* p, broad_pair* out) {
    while (p->scene->self && ++p->at < p->scene->body_count) {
        if (contact_surface_of(p, p->at) == NULL || p->scene->bodies[p->at].asleep)
            continue;
        *out = (broad_pair){p->at, p->at, -1};
        return true;
    }
    return false;
}

// Those awake are asked for; of two of them the first tells the pair.
static bool next_bodies(broad_phase* p, broad_pair* out) {
    const contact_body* bodies = p->scene->bodies;
    for (;;) {
        while (p->next < p->found_count) {
            int32_t other = p->tree->found[p->next++];
            if (other == p->at || (other < p->at && !bodies[other].asleep) ||
                !may_collide(p, p->at, other, -1))
                continue;
            *out = p->at < other ? (broad_pair){p->at, other, -1} : (broad_pair){other, p->at, -1};
            return true;
        }
        do
            if (++p->at >= p->scene->body_count)
                return false;
        while (bodies[p->at].skin_or_null == NULL || bodies[p->at].asleep);
        query(p, &p->tree->boxes[p->at]);
    }
}

bool broad_next(broad_phase* p, broad_pair* out) {
    for (; p->stage < BROAD_DONE; ++p->stage, p->at = -1, p->next = p->found_count = 0)
        if (p->stage == BROAD_COLLIDERS ? next_collider(p, out)
            : p->stage == BROAD_SELF    ? next_self(p, out)
                                        : next_bodies(p, out))
            return true;
    return false;
}
