// Contacts near each other are one: the deepest stands for those around it.
//
// As the modal paper has it (3.4.2), with two things it leaves open. Which of a cluster stands for it must
// not change from step to step while a body rests, or it would never come to rest: those that stood
// before count as a bit deeper than they are. And only contacts whose normals agree are one: a corner
// has two walls. Greedy, from the deepest on: what is left out is nearer than the distance to one that
// is deeper, so an overlap is never overlooked by more than the bonus.
// SPDX-License-Identifier: MIT
#include "runtime/touch_pair.h"

#include "runtime/assert.h"

#include <string.h>

#define BONUS 0.002 // of the body's size
#define ALIKE 0.9   // the cosine between normals of one cluster

static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// How far a shape goes from its middle, world units: of a box to its faces. A mesh and a plane have none.
static double reach_of(const supple_shape* s) {
    double x = s->half.x, y = s->half.y, z = s->half.z, most = x > y ? x : y;
    switch (s->kind) {
    case SUPPLE_SPHERE:
        return s->radius;
    case SUPPLE_CAPSULE:
        return y + (double)s->radius;
    case SUPPLE_BOX:
        return most > z ? most : z;
    default:
        return 0.0;
    }
}

// Whether flesh lies around a collider that rides on a bone of its body, at rest.
static bool carries(const touch_pair* p, supple_point at) {
    const collider* c = p->own_or_null;
    double square = 0.0, wide = reach_of(&c->shape);
    for (int k = 0; k < 3; ++k) {
        double way = -(double)c->ride.m[12 + k];
        for (int corner = 0; corner < 3; ++corner)
            way +=
                (double)at.weight[corner] *
                (double)p->skin->rest->source.positions[3 * (size_t)at.vertex[corner] + (size_t)k];
        square += way * way;
    }
    double least =
        TOUCH_REST * p->skin->rest->extent + wide * p->skin->rest->extent / p->skin->size;
    return square < least * least;
}

void touch_add(touch_pair* p, touch_features between, supple_point at, supple_point there,
               const double place[3], const double normal[3], double gap) {
    SUPPLE_ASSERT(gap == gap && fabs(dot3(normal, normal) - 1.0) < 1e-3);
    touch_finder* f = p->finder;
    if (p->own_or_null != NULL && carries(p, at))
        return;
    if (f->found_count == TOUCH_FOUND)
        touch_cluster(p); // some of them go out early
    touch* t = &f->found[f->found_count++];
    *t = p->base;
    t->at = at;
    t->there = there;
    memcpy(t->place, place, sizeof t->place);
    memcpy(t->normal, normal, sizeof t->normal);
    t->gap = gap;
    uint64_t who = (uint64_t)(uint32_t)t->body << 40 | (uint64_t)(uint16_t)t->other << 24 |
                   (uint64_t)(uint16_t)t->collider << 8 | (uint64_t)between.kind;
    t->key = mixed(mixed(mixed(who + 0x9e3779b97f4a7c15u) + between.a) + between.b);
}

static bool was_there(const touch_finder* f, uint64_t key) {
    int32_t low = 0, high = f->before_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (f->before[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->before_count && f->before[low] == key;
}

static bool is_less(const touch_finder* f, int32_t i, int32_t j) {
    return f->score[i] < f->score[j] ||
           (f->score[i] == f->score[j] && f->found[i].key < f->found[j].key);
}

static void swap(touch_finder* f, int32_t i, int32_t j) {
    touch t = f->found[i];
    f->found[i] = f->found[j];
    f->found[j] = t;
    double s = f->score[i];
    f->score[i] = f->score[j];
    f->score[j] = s;
}

static void sift(touch_finder* f, int32_t count, int32_t at) {
    for (int32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_less(f, child, child + 1))
            ++child;
        if (!is_less(f, at, child))
            return;
        swap(f, at, child);
    }
}

static void sort_found(touch_finder* f) {
    for (int32_t i = f->found_count / 2; i-- > 0;)
        sift(f, f->found_count, i);
    for (int32_t i = f->found_count; i-- > 1;) {
        swap(f, 0, i);
        sift(f, i, 0);
    }
}

static bool is_one(const touch_pair* p, const touch* a, const touch* b) {
    double d[3];
    if (a->key == b->key)
        return true;
    minus3(a->place, b->place, d);
    return dot3(d, d) < p->cluster * p->cluster && dot3(a->normal, b->normal) > ALIKE;
}

// Into what goes out; when that is full, instead of the shallowest.
static void send(touch_finder* f, const touch* t) {
    int32_t at = f->out_count;
    if (at < f->max_contacts) {
        ++f->out_count;
    } else {
        at = 0;
        for (int32_t i = 1; i < f->out_count; ++i)
            at = f->out[i].gap > f->out[at].gap ? i : at;
        ++f->dropped;
        if (f->out_count == 0 || !(t->gap < f->out[at].gap))
            return;
    }
    f->out[at] = *t;
}

void touch_cluster(touch_pair* p) {
    touch_finder* f = p->finder;
    for (int32_t i = 0; i < f->found_count; ++i)
        f->score[i] =
            f->found[i].gap - (was_there(f, f->found[i].key) ? BONUS * p->skin->size : 0.0);
    sort_found(f);
    int32_t kept = 0;
    for (int32_t i = 0; i < f->found_count; ++i) {
        int32_t j = 0;
        while (j < kept && !is_one(p, &f->found[i], &f->found[j]))
            ++j;
        if (j == kept)
            f->found[kept++] = f->found[i]; // kept <= i
    }
    for (int32_t i = 0; i < kept; ++i)
        send(f, &f->found[i]);
    f->found_count = 0;
}
