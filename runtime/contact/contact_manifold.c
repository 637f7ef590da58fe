// Contacts near each other are one: the deepest stands for those around it.
//
// As the modal paper has it (3.4.2), with two things it leaves open. Which of a cluster stands for it must
// not change from step to step while a body rests, or it would never come to rest: those that stood
// before count as a bit deeper than they are. And only contacts whose normals agree are one: a corner
// has two walls. Greedy, from the deepest on: what is left out is nearer than the distance to one that
// is deeper, so an overlap is never overlooked by more than the bonus.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_pair.h"

#include "runtime/base/assert.h"

#include <string.h>

#define BONUS                  0.002 // of the smaller size
#define CONTACT_MANIFOLD_ALIKE 0.9   // the cosine between normals of one cluster

enum { CONTACT_MANIFOLD_ROUNDS = 8 }; // in which clusters grow until there are few enough

static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double contact_carried(const contact_pair* p, double middle[3]) {
    const collider* c = p->own_or_null;
    for (int k = 0; k < 3; ++k)
        middle[k] = (double)c->attachment.m[12 + k];
    return CONTACT_REST * p->skin->rest->extent + c->reach * p->skin->rest->extent / p->skin->size;
}

// Whether flesh lies around a collider that is attached to a bone of its body, at rest.
static bool carries(const contact_pair* p, supple_point at) {
    double square = 0.0, middle[3], least = contact_carried(p, middle);
    for (int k = 0; k < 3; ++k) {
        double displacement = -middle[k];
        for (int corner = 0; corner < 3; ++corner)
            displacement +=
                (double)at.weight[corner] *
                (double)p->skin->rest->source.positions[3 * (size_t)at.vertex[corner] + (size_t)k];
        square += displacement * displacement;
    }
    return square < least * least;
}

// Whether a vertex is flesh of parts that have no contacts, and of those only.
static bool is_left_out(const supple_body* b, uint32_t vertex) {
    bool any = false, out = true;
    for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
        uint32_t link = b->asset.links[(size_t)layer * (size_t)b->asset.vertex_count + vertex],
                 part = link >> 24;
        if (link == UINT32_MAX)
            continue;
        any = true;
        out = out && (b->state->no_contacts[part / 32] >> part % 32 & 1) != 0;
    }
    return any && out;
}

static bool has_contacts(const supple_body* b, supple_point at) {
    uint32_t some = 0;
    for (int k = 0; k < 8; ++k)
        some |= b->state->no_contacts[k];
    for (int corner = 0; corner < 3 && some != 0; ++corner)
        if (at.weight[corner] > 0.0f && is_left_out(b, at.vertex[corner]))
            return false;
    return true;
}

void contact_add(contact_pair* p, contact_features between, supple_point at, supple_point there,
                 const double place[3], const double normal[3], double gap) {
    SUPPLE_ASSERT(gap == gap && fabs(dot3(normal, normal) - 1.0) < 1e-3);
    contact_finder* f = p->finder;
    const supple_body* of =
        p->skin->body_or_null; // none of a collider that a round body is tried against
    if ((p->own_or_null != NULL && carries(p, at)) || (of != NULL && !has_contacts(of, at)) ||
        (p->other_or_null != NULL && !has_contacts(p->other_or_null->body_or_null, there)))
        return;
    if (f->found_count == CONTACT_FOUND)
        contact_reduce(p);
    contact* t = &f->found[f->found_count++];
    *t = p->base;
    t->at = at;
    t->there = there;
    memcpy(t->place, place, sizeof t->place);
    memcpy(t->normal, normal, sizeof t->normal);
    t->gap = gap;
    t->rank = mixed(mixed((uint64_t)between.kind + between.a) + between.b);
    uint64_t who = (uint64_t)(uint32_t)t->body << 40 | (uint64_t)(uint16_t)t->other << 24 |
                   (uint64_t)(uint16_t)t->collider << 8 | (uint64_t)between.kind;
    t->key = mixed(mixed(mixed(who + 0x9e3779b97f4a7c15u) + between.a) + between.b);
    if (p->pieces != 0)
        t->key = mixed(t->key + p->pieces);
}

bool contact_was_there(const contact_finder* f, uint64_t key) {
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

static bool is_less(const contact_finder* f, int32_t i, int32_t j) {
    return f->score[i] < f->score[j] ||
           (f->score[i] == f->score[j] && f->found[i].rank < f->found[j].rank);
}

static void swap(int32_t* order, int32_t i, int32_t j) {
    int32_t t = order[i];
    order[i] = order[j];
    order[j] = t;
}

static void sift(const contact_finder* f, int32_t count, int32_t at) {
    for (int32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_less(f, f->order[child], f->order[child + 1]))
            ++child;
        if (!is_less(f, f->order[at], f->order[child]))
            return;
        swap(f->order, at, child);
    }
}

// By their scores, ascending, into `order`.
static void sort_found(const contact_finder* f) {
    for (int32_t i = 0; i < f->found_count; ++i)
        f->order[i] = i;
    for (int32_t i = f->found_count / 2; i-- > 0;)
        sift(f, f->found_count, i);
    for (int32_t i = f->found_count; i-- > 1;) {
        swap(f->order, 0, i);
        sift(f, i, 0);
    }
}

// What is compared of a contact that stands for its cluster: side by side, because there are many comparisons.
typedef struct persistent {
    double place[3], normal[3];
    uint64_t key;
} persistent;

static bool is_one(const contact* a, const persistent* b, double square) {
    double d[3];
    if (a->key == b->key)
        return true;
    minus3(a->place, b->place, d);
    return dot3(d, d) < square && dot3(a->normal, b->normal) > CONTACT_MANIFOLD_ALIKE;
}

// The first of each cluster, of those in `order`; returns how many, or one more than there may be.
static int32_t choose(const contact_finder* f, int32_t most, double apart,
                      int32_t chosen[CONTACT_MANIFOLD + 1]) {
    persistent manifold[CONTACT_MANIFOLD + 1];
    int32_t count = 0;
    for (int32_t i = 0; i < f->found_count && count <= most; ++i) {
        const contact* t = &f->found[f->order[i]];
        int32_t j = 0;
        while (j < count && !is_one(t, &manifold[j], apart * apart))
            ++j;
        if (j < count)
            continue;
        memcpy(manifold[count].place, t->place, sizeof t->place);
        memcpy(manifold[count].normal, t->normal, sizeof t->normal);
        manifold[count].key = t->key;
        chosen[count++] = f->order[i];
    }
    return count;
}

void contact_reduce(contact_pair* p) {
    contact_finder* f = p->finder;
    for (int32_t i = 0; i < f->found_count; ++i)
        f->score[i] =
            f->found[i].gap - (contact_was_there(f, f->found[i].key) ? BONUS * p->least : 0.0);
    double apart = p->cluster;
    int32_t count = 0, most = p->most, chosen[CONTACT_MANIFOLD + 1];
    sort_found(f);
    if (p->rigid)
        count = contact_choose_extremes(p, chosen);
    for (int round = 0; round < CONTACT_MANIFOLD_ROUNDS && !p->rigid; ++round) {
        count = choose(f, most, apart, chosen);
        if (count <= most)
            break;
        apart = apart >= 0.02 * p->least ? 1.2 * apart : 0.02 * p->least;
    }
    count = count < most ? count : most;
    // those to the front, in their order: what stands there moves out of the way
    for (int32_t i = 0; i < count; ++i) {
        int32_t at = chosen[i];
        contact t = f->found[i];
        f->found[i] = f->found[at];
        f->found[at] = t;
        for (int32_t j = i + 1; j < count; ++j)
            chosen[j] = chosen[j] == i ? at : chosen[j];
    }
    f->found_count = count;
}

void contact_send(contact_pair* p) {
    contact_finder* f = p->finder;
    contact_reduce(p);
    contact_put(f, f->found, f->found_count);
    f->found_count = 0;
}
