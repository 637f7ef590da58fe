// Each soft place as a mask over the skin, cleaned, measured and ranked.
//
// A rule's answer is smoothed over the skin, so that its border does not follow single triangles. A
// joint without a known name is a place of its own.
// SPDX-License-Identifier: MIT
#include "bake/volume/part_auto.h"

#include "bake/base/sets.h"
#include "bake/base/text.h"
#include "bake/volume/anatomy.h"
#include "bake/volume/fade.h"
#include "bake/volume/layers.h"
#include "bake/volume/pieces.h"

#include <stdlib.h>
#include <string.h>

#define WORTH_DEPTH 0.2   // of the deepest part's depth: a part with less is not worth it
#define WORTH_SKIN  0.002 // of the body's skin: a smaller patch is dropped
#define PATCH_SHARE 0.15  // of a part's largest patch: smaller ones are dropped
#define TWIN_NEAR                                                                                  \
    0.1 // of the way between two joints: so near to the other's mirror image each stands
#define BESIDE 1e-4 // borders lie beside round shares, where whole rows of vertices are (anatomy.c)

enum { SMOOTHINGS = 4, FEW_VERTICES = 64, PLANS_MOST = 512, VERTICES_LEAST = 10 };

typedef struct search {
    anatomy body;
    arena* memory;
    uint8_t* mask; // [weld.count] of the place at hand
    part_plan* plans;
    double* depths; // [plan_count] ninth decile over the part
    int32_t* twins; // [plan_count] the same on the other side, or itself
    double* most;   // [plan_count] of the body's flesh that is plausible
    double flesh;   // of the body without what is rigid: skin times depth, cubic metres
    int32_t plan_count;
} search;

// ---- from a mask to a plan -------------------------------------------------------------

static int by_size(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double deep(const search* x, arena* scratch) { // the ninth decile of the masked depths
    double* depth = ARENA_NEW(scratch, double, (size_t)x->body.c->weld.count);
    size_t n = 0;
    for (int32_t i = 0; i < x->body.c->weld.count; ++i)
        if (x->mask[i])
            depth[n++] = x->body.flesh.depth[i];
    qsort(depth, n, sizeof *depth, by_size);
    return n > 0 ? depth[n * 9 / 10] : 0.0;
}

// One step of spreading a mask over the skin.
static void spread(const character* c, const double* now, double* next) {
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t first = c->beside_first[i], end = c->beside_first[i + 1];
        double sum = 0.0;
        for (int32_t k = first; k < end; ++k)
            sum += now[c->beside[k]];
        next[i] = end > first ? 0.5 * now[i] + 0.5 * sum / (end - first) : now[i];
    }
}

static void smooth(search* x, arena* scratch) {
    int32_t n = x->body.c->weld.count, count = 0;
    double* now = ARENA_NEW(scratch, double, (size_t)n);
    double* next = ARENA_NEW(scratch, double, (size_t)n);
    for (int32_t i = 0; i < n; ++i) {
        now[i] = x->mask[i];
        count += x->mask[i];
    }
    int rounds = count < FEW_VERTICES / 4 ? 0 : count < FEW_VERTICES ? 1 : SMOOTHINGS;
    for (int round = 0; round < rounds; ++round) {
        spread(x->body.c, now, next);
        double* swap = now;
        now = next;
        next = swap;
    }
    for (int32_t i = 0; i < n; ++i)
        x->mask[i] = now[i] > 0.5 + BESIDE;
}

// One ring more: the seam, which does not move, lies round what was found and not in it.
static void grow(search* x, arena* scratch) {
    const character* c = x->body.c;
    uint8_t* found = ARENA_NEW(scratch, uint8_t, (size_t)c->weld.count);
    memcpy(found, x->mask, (size_t)c->weld.count);
    for (int32_t i = 0; i < c->weld.count; ++i)
        for (int32_t k = c->beside_first[i]; k < c->beside_first[i + 1] && found[i]; ++k)
            x->mask[c->beside[k]] = 1;
}

// Patches far smaller than the largest go. Returns the skin of what stays.
static double drop_small_patches(search* x, arena* scratch) {
    const character* c = x->body.c;
    int32_t n = c->weld.count;
    int32_t* parent = ARENA_NEW(scratch, int32_t, (size_t)n);
    double* area = ARENA_NEW(scratch, double, (size_t)n);
    sets_clear(parent, n);
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = c->beside_first[i]; k < c->beside_first[i + 1]; ++k)
            if (x->mask[i] && x->mask[c->beside[k]])
                sets_join(parent, i, c->beside[k]);
    double largest = 0.0, kept = 0.0;
    for (int32_t i = 0; i < n; ++i)
        if (x->mask[i]) {
            int32_t root = sets_find(parent, i);
            area[root] += x->body.flesh.area[i];
            largest = fmax(largest, area[root]);
        }
    for (int32_t i = 0; i < n; ++i) {
        x->mask[i] = x->mask[i] && area[sets_find(parent, i)] >= PATCH_SHARE * largest;
        kept += x->mask[i] ? x->body.flesh.area[i] : 0.0;
    }
    return kept;
}

static void plan(search* x, const char* name, const soft_place* kind, double least_skin) {
    arena* scratch = arena_create();
    const character* c = x->body.c;
    for (int32_t i = 0; i < c->weld.count; ++i)
        x->mask[i] = x->mask[i] && !c->pieces->hard[i];
    double limit = (1.0 + BESIDE) * kind->share * deep(x, scratch);
    for (int32_t i = 0; i < c->weld.count; ++i)
        x->mask[i] = x->mask[i] && x->body.flesh.depth[i] > limit;
    smooth(x, scratch);
    double skin_area = drop_small_patches(x, scratch);
    grow(x, scratch);
    if (skin_area > least_skin && x->plan_count < PLANS_MOST) {
        part_plan* p = &x->plans[x->plan_count];
        *p = (part_plan){.name = name, .region = region_empty(c, x->memory)};
        x->most[x->plan_count] = kind->most;
        x->twins[x->plan_count] = x->plan_count;
        x->depths[x->plan_count++] = deep(x, scratch);
        for (int32_t i = 0; i < c->weld.count; ++i)
            p->flesh += x->mask[i] ? x->body.flesh.area[i] * x->body.flesh.depth[i] : 0.0;
        for (int32_t v = 0; v < p->region.count; ++v)
            p->region.value[v] = x->mask[c->weld.welded[v]];
    }
    arena_destroy(scratch);
}

// ---- all of it -------------------------------------------------------------------------

static void plan_kinds(search* x, double least_skin) {
    bool fours = x->body.known && !x->body.upright;
    for (int k = 0; k < soft_place_count; ++k) {
        const soft_place* kind = &soft_places[k];
        if (kind->torso && !x->body.known)
            continue;
        int32_t left = -1;
        for (int side = kind->sided ? 1 : 0; side >= -1; side -= 2) {
            for (int32_t i = 0; i < x->body.c->weld.count; ++i)
                x->mask[i] = kind->is(&x->body, i, side);
            const char* called = fours ? kind->on_fours : kind->name;
            const char* name =
                side == 0 ? called
                          : arena_format(x->memory, "%s %s", called, side > 0 ? "left" : "right");
            int32_t before = x->plan_count;
            plan(x, name, kind, least_skin);
            if (!kind->sided)
                break;
            if (side > 0)
                left = x->plan_count > before ? before : -1;
            else if (left >= 0 && x->plan_count > before) {
                x->twins[before] = left;
                x->twins[left] = before;
            }
        }
    }
}

// Where a joint stands, from the plane between left and right and along it.
static vec3 at_plane(const search* x, int32_t joint, double* off) {
    const facing* f = &x->body.facing;
    vec3 p = mat4_point(x->body.c->bind->world[joint], v3(0, 0, 0));
    *off = v3_dot(v3_sub(p, f->middle), f->left);
    return v3_madd(p, f->left, -*off);
}

// The plan of the last joint is the twin of that whose joint stands where its mirror image does.
static void pair_joints(search* x, int32_t* joints, int32_t joint) {
    int32_t own = x->plan_count - 1;
    double off, other;
    vec3 at = at_plane(x, joint, &off);
    joints[own] = joint;
    for (int32_t i = 0; i < own; ++i) {
        if (joints[i] < 0 || x->twins[i] != i)
            continue;
        double apart = v3_distance(at_plane(x, joints[i], &other), at);
        if (off * other < 0.0 && apart + fabs(off + other) < TWIN_NEAR * fabs(off - other)) {
            x->twins[own] = i;
            x->twins[i] = own;
        }
    }
}

static void plan_joints(search* x, double least_skin) {
    static const soft_place made = {.share = 0.0, .most = 0.3}, found = {.share = 0.5, .most = 0.8};
    const scene* s = x->body.c->scene;
    int32_t* joints = ARENA_NEW(x->memory, int32_t, PLANS_MOST);
    for (int32_t i = 0; i < x->plan_count; ++i)
        joints[i] = -1;
    for (int32_t n = 0; n < s->node_count; ++n) {
        vec3 unused;
        joint_role role = x->body.roles[n];
        bool soft = role == ROLE_SOFT, torso = role == ROLE_TORSO && !x->body.known;
        if ((role != ROLE_UNKNOWN && !soft && !torso) || !anatomy_joint(x->body.c, n, &unused))
            continue;
        for (int32_t i = 0; i < x->body.c->weld.count; ++i)
            x->mask[i] =
                character_weight(x->body.c, x->body.c->weld.first[i], n) > (soft ? 0.3 : 0.5);
        const char* name = text_printable(s->nodes[n].name, 40, x->memory);
        int32_t before = x->plan_count;
        plan(x, soft ? name : arena_format(x->memory, "%s soft", name), soft ? &made : &found,
             least_skin);
        if (x->plan_count > before)
            pair_joints(x, joints, n);
    }
}

static int32_t moving_vertices(const search* x, int32_t i) {
    const character* c = x->body.c;
    arena* scratch = arena_create();
    region g = region_copy(c, &x->plans[i].region, scratch);
    layers_settle(c, &g);
    float* fade = fade_of(c, &g, 0.0, scratch);
    int32_t count = 0;
    for (int32_t k = 0; k < c->weld.count; ++k)
        count += fade[c->weld.first[k]] > 0.0f;
    arena_destroy(scratch);
    return count;
}

// Could such a part be? Else a line says why it is left out.
static bool is_plausible(const search* x, int32_t i, report* r) {
    double share = x->plans[i].flesh / x->flesh;
    int32_t count = moving_vertices(x, i);
    if (share > x->most[i])
        report_note(
            r, place_none(),
            "part \"%s\" is left out: it would be %.0f %% of the flesh, and no such part is "
            "more than %.0f %%",
            x->plans[i].name, 100.0 * share, 100.0 * x->most[i]);
    else if (count == 0)
        report_note(r, place_none(),
                    "part \"%s\" is left out: none of its vertices would move, all are held by "
                    "something rigid or lie on its seam",
                    x->plans[i].name);
    else if (count < VERTICES_LEAST)
        report_note(r, place_none(),
                    "part \"%s\" is left out: only %d of its vertices would move, too few to show "
                    "a shape",
                    x->plans[i].name, count);
    return share <= x->most[i] && count >= VERTICES_LEAST;
}

// What is not plausible goes, and its twin with it.
static void drop_implausible(search* x, report* r) {
    bool* keep = ARENA_NEW(x->memory, bool, (size_t)x->plan_count);
    int32_t* to = ARENA_NEW(x->memory, int32_t, (size_t)x->plan_count);
    for (int32_t i = 0; i < x->plan_count; ++i)
        keep[i] = is_plausible(x, i, r);
    int32_t count = 0;
    for (int32_t i = 0; i < x->plan_count; ++i)
        to[i] = keep[i] && keep[x->twins[i]] ? count++ : -1;
    for (int32_t i = 0; i < x->plan_count; ++i)
        if (to[i] >= 0) {
            x->plans[to[i]] = x->plans[i];
            x->depths[to[i]] = x->depths[i];
            x->twins[to[i]] = to[x->twins[i]];
        }
    x->plan_count = count;
}

static double flesh_of_twins(const search* x, int32_t i) {
    return fmax(x->plans[i].flesh, x->plans[x->twins[i]].flesh);
}

// How many plans come before this one and its twin. Those of as much flesh do when `alike`, else the first of them.
static int32_t count_before(const search* x, int32_t i, bool alike) {
    double own = flesh_of_twins(x, i);
    int32_t count = 0;
    for (int32_t k = 0; k < x->plan_count; ++k) {
        double other = flesh_of_twins(x, k);
        bool equal = fabs(other - own) <= BESIDE * own;
        count += k != i && k != x->twins[i] && (equal ? alike || k < i : other > own);
    }
    return count;
}

static int32_t choose_so(const search* x, bool alike, part_plan* out) {
    double deepest = 0.0;
    for (int32_t i = 0; i < x->plan_count; ++i)
        deepest = fmax(deepest, x->depths[i]);
    int32_t count = 0;
    for (int32_t i = 0; i < x->plan_count; ++i) {
        int32_t twin = x->twins[i], needs = twin == i ? 1 : 2;
        if (count < PARTS_MOST &&
            count_before(x, twin < i ? twin : i, alike) + needs <= PARTS_MOST &&
            x->depths[i] > WORTH_DEPTH * deepest && x->depths[twin] > WORTH_DEPTH * deepest)
            out[count++] = x->plans[i];
    }
    return count;
}

// The fleshiest plans, PARTS_MOST of them, in their order: never one without its twin, nor, where joints have no names that
// say left and right, one of several that are alike. Of very many that are alike the first are taken.
static int32_t choose(const search* x, part_plan* out) {
    int32_t count = choose_so(x, true, out);
    return count > 0 ? count : choose_so(x, false, out);
}

// Why nothing is soft: all of it may be rigid, or all but what lies on that.
static void none_found(const character* c, report* r) {
    const piece* rigid = NULL;
    int32_t count = 0, hard = 0;
    for (int32_t i = 0; i < c->pieces->count; ++i)
        if (c->pieces->list[i].rigid) {
            ++count;
            rigid = rigid == NULL ? &c->pieces->list[i] : rigid;
        }
    for (int32_t i = 0; i < c->weld.count; ++i)
        hard += c->pieces->hard[i];
    if (rigid != NULL && (count == c->pieces->count || hard > c->weld.count / 2))
        report_error(
            r, place_none(),
            "nothing is soft: %s rigid, \"%s\" by %s; `rigid: []` in a recipe makes all of "
            "it flesh",
            count == c->pieces->count ? "every piece is" : "most of it is", rigid->name,
            rigid->reason);
    else
        report_error(r, place_none(),
                     "no soft place was found: the skin lies close to the bones everywhere; choose "
                     "a part by bones, attribute, box or sphere");
}

int32_t parts_find(const character* c, int threads, arena* memory, part_plan* out, report* r) {
    if (c->axis_count == 0) {
        report_error(r, place_none(),
                     "there is no skeleton, so nothing says where flesh is far from bone; choose a "
                     "part by attribute, box or sphere");
        return 0;
    }
    search x = {.body = anatomy_of(c, threads, memory), .memory = memory};
    x.mask = ARENA_NEW(memory, uint8_t, (size_t)c->weld.count);
    x.plans = ARENA_NEW(memory, part_plan, PLANS_MOST);
    x.depths = ARENA_NEW(memory, double, PLANS_MOST);
    x.twins = ARENA_NEW(memory, int32_t, PLANS_MOST);
    x.most = ARENA_NEW(memory, double, PLANS_MOST);
    double skin_area = 0.0;
    for (int32_t i = 0; i < c->weld.count; ++i) { // the ground under a man is none of his skin
        double area = c->pieces->hard[i] ? 0.0 : x.body.flesh.area[i];
        skin_area += area;
        x.flesh += area * x.body.flesh.depth[i];
    }
    plan_kinds(&x, WORTH_SKIN * skin_area);
    plan_joints(&x, WORTH_SKIN * skin_area);
    drop_implausible(&x, r);
    int32_t count = choose(&x, out);
    if (count == 0)
        none_found(c, r);
    return count;
}
