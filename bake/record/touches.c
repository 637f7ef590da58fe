// Union and find over the pairs of a state, two bodies at a time.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // ftruncate, fileno, fseeko
#include "bake/record/touches.h"

#include "bake/base/assert.h"

#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A pair that pushed in a step.
typedef struct pushed {
    contact_push at;
    int32_t body[2]; // of its features, ascending
    double impulse;  // N s
    int64_t patch;   // one of the same patch before it, or itself
} pushed;

struct touches {
    const assembly* a;
    const char* path;
    arena* memory;
    FILE** file;   // *file is NULL: not yet open
    pushed* pairs; // since the last state
    int64_t count, room;
    double* u;       // [3 * touching.count] where vertices that touch are, m from their rest
    int32_t* body;   // [touching.count] whose each of them is
    int64_t* owner;  // [touching.count] a pair that has it, of ...
    int64_t* turn;   // [touching.count] ... these two bodies of this state
    int64_t turns;   // so far
    int32_t* vertex; // [touching.count] the drawn vertex next to it at rest; -1: not asked for yet
};

static void close_file(void* file) {
    fclose(file);
}

// Contact knows triangles of bodies, and nothing touches that is not a corner of one.
static int32_t* bodies_of(const assembly* a, arena* memory) {
    int32_t* body = ARENA_NEW(memory, int32_t, (size_t)a->touching.count);
    for (int32_t t = 0; t < a->skin.triangle_count; ++t)
        for (int i = 0; i < 3; ++i)
            body[a->skin.triangles[t][i]] = a->skin_body[t];
    return body;
}

touches* touches_make(const char* path, const assembly* a, arena* memory) {
    touches* t = ARENA_NEW(memory, touches, 1);
    size_t count = (size_t)a->touching.count;
    *t = (touches){.a = a, .path = path, .memory = memory};
    t->file = (FILE**)(void*)arena_own(memory, close_file);
    t->u = ARENA_NEW(memory, double, 3 * count);
    t->body = bodies_of(a, memory);
    t->owner = ARENA_NEW(memory, int64_t, count);
    t->turn = ARENA_NEW(memory, int64_t, count);
    t->vertex = ARENA_NEW(memory, int32_t, count);
    for (size_t i = 0; i < count; ++i)
        t->vertex[i] = -1;
    return t;
}

// ---- pairs -----------------------------------------------------------------------------

// The second body's features come second, and the normal points to the first.
static pushed pushed_of(const touches* t, const contact_push* p, double h) {
    pushed out = {.at = *p, .impulse = h * p->force};
    out.body[0] = t->body[p->node[0]];
    out.body[1] = t->body[p->node[3]];
    if (out.body[0] <= out.body[1])
        return out;
    int32_t second = 4 - p->first, body = out.body[0];
    for (int32_t i = 0; i < 4; ++i) {
        int32_t from = (i + p->first) % 4;
        out.at.node[i] = p->node[from];
        out.at.weight[i] = p->weight[from];
    }
    out.at.first = second;
    out.at.normal = v3_scale(p->normal, -1.0);
    out.body[0] = out.body[1];
    out.body[1] = body;
    return out;
}

void touches_step(touches* t, double h) {
    contact_push* all;
    if (t->a->contact == NULL)
        return;
    arena* scratch = arena_create();
    carried_field(&t->a->touching, dynamics_u(t->a->motion), t->u);
    int64_t count = contact_pushes(t->a->contact, t->u, &all, scratch);
    if (t->count + count > t->room) {
        int64_t room = 2 * (t->count + count);
        t->pairs = arena_grow(t->memory, t->pairs, (size_t)t->room, (size_t)room, sizeof *t->pairs);
        t->room = room;
    }
    for (int64_t i = 0; i < count; ++i)
        t->pairs[t->count++] = pushed_of(t, &all[i], h);
    arena_destroy(scratch);
}

// ---- patches ---------------------------------------------------------------------------

static int by_bodies(const void* a, const void* b) {
    const pushed *x = a, *y = b;
    for (int i = 0; i < 2; ++i)
        if (x->body[i] != y->body[i])
            return x->body[i] < y->body[i] ? -1 : 1;
    for (int i = 0; i < 4; ++i)
        if (x->at.node[i] != y->at.node[i])
            return x->at.node[i] < y->at.node[i] ? -1 : 1;
    return x->impulse < y->impulse ? -1 : x->impulse > y->impulse;
}

static int64_t root_of(pushed* all, int64_t i) {
    while (all[i].patch != i)
        i = all[i].patch = all[all[i].patch].patch;
    return i;
}

// The lower one becomes the root, so that a patch stands where its first pair does.
static void unite(pushed* all, int64_t i, int64_t k) {
    i = root_of(all, i);
    k = root_of(all, k);
    all[i < k ? k : i].patch = i < k ? i : k;
}

// An obstacle's triangle may be as large as a floor: what lies at its two ends is not one patch. So vertices that are led
// do not join.
static void find_patches(touches* t) {
    pushed* all = t->pairs;
    if (t->count > 0)
        qsort(all, (size_t)t->count, sizeof *all, by_bodies);
    for (int64_t i = 0; i < t->count; ++i) {
        const int32_t *b = all[i].body, *c = i > 0 ? all[i - 1].body : b;
        t->turns += i == 0 || b[0] != c[0] || b[1] != c[1];
        all[i].patch = i;
        for (int k = 0; k < 4; ++k) {
            int32_t v = all[i].at.node[k];
            if (t->a->skin.led_or_null[v])
                continue;
            if (t->turn[v] == t->turns)
                unite(all, t->owner[v], i);
            t->turn[v] = t->turns;
            t->owner[v] = i;
        }
    }
}

// At rest, where surfaces that touch later are apart; of its own body.
static int32_t drawn_at(touches* t, int32_t vertex) {
    const assembly* a = t->a;
    int32_t *found = &t->vertex[vertex], body = t->body[vertex], first = 0;
    if (*found >= 0)
        return *found;
    for (int32_t i = 0; i < body; ++i)
        first += a->bodies[i].carried.count;
    double least = INFINITY;
    for (int32_t v = first; v < first + a->bodies[body].carried.count; ++v) {
        double d = v3_distance(a->drawn.positions[v], a->touching.rest[vertex]);
        if (d < least) {
            least = d;
            *found = v;
        }
    }
    return *found;
}

static int32_t heaviest(const contact_push* p, int from, int to) {
    int best = from;
    for (int i = from; i < to; ++i)
        best = p->weight[i] > p->weight[best] ? i : best;
    return p->node[best];
}

// Of a surface that touches itself either side may be the first one: all pairs of a patch have it as its first pair has.
typedef struct patch {
    vec3 place, push; // times impulses
    double impulse, largest;
    const pushed* heavy;
} patch;

static void add_to_patch(patch* to, const pushed* p) {
    double side = p->body[0] == p->body[1] && v3_dot(to->push, p->at.normal) < 0.0 ? -1.0 : 1.0;
    to->place = v3_madd(to->place, p->at.place, p->impulse);
    to->push = v3_madd(to->push, p->at.normal, side * p->impulse);
    to->impulse += p->impulse;
    if (p->impulse > to->largest) {
        to->largest = p->impulse;
        to->heavy = p;
    }
}

static recording_contact contact_of(touches* t, const patch* p, int32_t state) {
    const contact_push* at = &p->heavy->at;
    vec3 x = v3_scale(p->place, 1.0 / p->impulse), normal = v3_unit(p->push);
    bool turned = v3_dot(normal, at->normal) < 0.0; // of a surface with itself
    int32_t side[2] = {drawn_at(t, heaviest(at, 0, at->first)),
                       drawn_at(t, heaviest(at, at->first, 4))};
    return (recording_contact){.state = state,
                               .first = side[turned],
                               .second = side[!turned],
                               .place = {(float)x.x, (float)x.y, (float)x.z},
                               .normal = {(float)normal.x, (float)normal.y, (float)normal.z},
                               .impulse = (float)p->impulse};
}

static bool open_file(touches* t, int32_t state, report* r);

bool touches_store(touches* t, int32_t state, report* r) {
    if (t->a->contact == NULL)
        return true;
    if (*t->file == NULL && !open_file(t, state, r))
        return false;
    find_patches(t);
    arena* scratch = arena_create();
    patch* patches = ARENA_NEW(scratch, patch, (size_t)t->count + 1);
    for (int64_t i = 0; i < t->count; ++i)
        add_to_patch(&patches[root_of(t->pairs, i)], &t->pairs[i]);
    bool sound = true;
    errno = 0;
    for (int64_t i = 0; i < t->count && sound; ++i) {
        if (patches[i].impulse < FLT_MIN) // none, or none that a float could hold
            continue;
        recording_contact c = contact_of(t, &patches[i], state);
        sound = fwrite(&c, sizeof c, 1, *t->file) == 1;
    }
    sound = fflush(*t->file) == 0 && sound;
    t->count = 0;
    arena_destroy(scratch);
    return sound || report_error(r, place_file(t->path), "cannot be written; is the disk full? %s",
                                 strerror(errno));
}

// ---- the file --------------------------------------------------------------------------

// Records of states below `states`: they ascend.
static int64_t records_below(FILE* file, int32_t states) {
    recording_contact c;
    int64_t count = 0;
    while (fread(&c, sizeof c, 1, file) == 1 && c.state < states)
        ++count;
    return count;
}

static bool open_file(touches* t, int32_t state, report* r) {
    errno = 0;
    *t->file = fopen(t->path, state > 0 ? "r+b" : "w+b");
    if (*t->file == NULL)
        return report_error(r, place_file(t->path),
                            "cannot be written: %s; what touched before state %d was in it, so "
                            "--anew begins anew",
                            strerror(errno), state);
    off_t end = (off_t)(records_below(*t->file, state) * (int64_t)sizeof(recording_contact));
    return (ftruncate(fileno(*t->file), end) == 0 && fseeko(*t->file, end, SEEK_SET) == 0) ||
           report_error(r, place_file(t->path), "cannot be written: %s", strerror(errno));
}

bool touches_read(const char* path, int32_t states, arena* memory, recording_contact** out,
                  int32_t* count, report* r) {
    *count = 0;
    *out = NULL;
    errno = 0;
    FILE* file = fopen(path, "rb");
    if (file == NULL)
        return errno == ENOENT ||
               report_error(r, place_file(path), "cannot be opened: %s", strerror(errno));
    int64_t all = records_below(file, states);
    bool sound = all <= INT32_MAX || report_error(r, place_file(path), "has too many contacts");
    *out = ARENA_NEW(memory, recording_contact, sound ? (size_t)all : 0);
    rewind(file);
    *count = sound ? (int32_t)fread(*out, sizeof **out, (size_t)all, file) : 0;
    fclose(file);
    return sound;
}
