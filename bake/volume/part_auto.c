// Each soft place as a mask over the skin, cleaned, measured and ranked.
//
// A rule's answer is smoothed over the skin, so that its border does not follow single triangles. A
// joint without a known name is a place of its own.
// SPDX-License-Identifier: MIT
#include "bake/volume/part_auto.h"

#include "bake/base/sets.h"
#include "bake/base/text.h"
#include "bake/scene/figures.h"
#include "bake/volume/anatomy.h"
#include "bake/volume/part_choice.h"
#include "bake/volume/pieces.h"

#include <stdlib.h>
#include <string.h>

#define WORTH_SKIN     0.002 // of the body's skin: a smaller patch is dropped
#define PATCH_FRACTION 0.15  // of a part's largest patch: smaller ones are dropped
#define TWIN_NEAR                                                                                  \
    0.1 // of the way between two joints: so near to the other's mirror image each stands
#define PART_AUTO_BESIDE                                                                           \
    1e-4 // borders lie beside round shares, where whole rows of vertices are (anatomy.c)

enum { SMOOTHINGS = 4, FEW_VERTICES = 64, PLANS_MOST = 512 };

typedef struct search {
    anatomy body; // of the figure at hand
    arena* memory;
    uint8_t* mask;   // [weld.count] of the place at hand
    int32_t* owners; // [weld.count] whose skin it is, -1: no figure's
    int32_t figure;  // the one at hand
    candidates found;
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
        x->mask[i] = now[i] > 0.5 + PART_AUTO_BESIDE;
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
        x->mask[i] = x->mask[i] && area[sets_find(parent, i)] >= PATCH_FRACTION * largest;
        kept += x->mask[i] ? x->body.flesh.area[i] : 0.0;
    }
    return kept;
}

static void plan(search* x, const char* name, const soft_place* kind, double least_skin) {
    arena* scratch = arena_create();
    const character* c = x->body.c;
    for (int32_t i = 0; i < c->weld.count; ++i)
        x->mask[i] = x->mask[i] && !c->pieces->hard[i];
    double limit = (1.0 + PART_AUTO_BESIDE) * kind->fraction * deep(x, scratch);
    for (int32_t i = 0; i < c->weld.count; ++i)
        x->mask[i] = x->mask[i] && x->body.flesh.depth[i] > limit;
    smooth(x, scratch);
    double skin_area = drop_small_patches(x, scratch);
    grow(x, scratch);
    if (skin_area > least_skin && x->found.count < PLANS_MOST) {
        part_plan* p = &x->found.plans[x->found.count];
        if (x->figure > 0) // names of parts are those of the first figure, with a number for others
            name = arena_format(x->memory, "%s %d", name, x->figure + 1);
        *p = (part_plan){.name = name, .region = region_empty(c, x->memory)};
        x->found.figures[x->found.count] = x->figure;
        x->found.most[x->found.count] = kind->most;
        x->found.twins[x->found.count] = x->found.count;
        x->found.depths[x->found.count++] = deep(x, scratch);
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
            int32_t before = x->found.count;
            plan(x, name, kind, least_skin);
            if (!kind->sided)
                break;
            if (side > 0)
                left = x->found.count > before ? before : -1;
            else if (left >= 0 && x->found.count > before) {
                x->found.twins[before] = left;
                x->found.twins[left] = before;
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
    int32_t own = x->found.count - 1;
    double off, other;
    vec3 at = at_plane(x, joint, &off);
    joints[own] = joint;
    for (int32_t i = 0; i < own; ++i) {
        if (joints[i] < 0 || x->found.twins[i] != i)
            continue;
        double apart = v3_distance(at_plane(x, joints[i], &other), at);
        if (off * other < 0.0 && apart + fabs(off + other) < TWIN_NEAR * fabs(off - other)) {
            x->found.twins[own] = i;
            x->found.twins[i] = own;
        }
    }
}

static void plan_joints(search* x, const figures* f, double least_skin) {
    static const soft_place made = {.fraction = 0.0, .most = 0.3},
                            found = {.fraction = 0.5, .most = 0.8};
    const scene* s = x->body.c->scene;
    int32_t* joints = ARENA_NEW(x->memory, int32_t, PLANS_MOST);
    for (int32_t i = 0; i < x->found.count; ++i)
        joints[i] = -1;
    for (int32_t n = 0; n < s->node_count; ++n) {
        vec3 unused;
        joint_role role = x->body.roles[n];
        bool soft = role == ROLE_SOFT, torso = role == ROLE_TORSO && !x->body.known;
        if (f->of[n] != x->figure || (role != ROLE_UNKNOWN && !soft && !torso) ||
            !anatomy_joint(x->body.c, n, &unused))
            continue;
        for (int32_t i = 0; i < x->body.c->weld.count; ++i)
            x->mask[i] =
                character_weight(x->body.c, x->body.c->weld.first[i], n) > (soft ? 0.3 : 0.5);
        const char* name = text_printable(s->nodes[n].name, 40, x->memory);
        int32_t before = x->found.count;
        plan(x, soft ? name : arena_format(x->memory, "%s soft", name), soft ? &made : &found,
             least_skin);
        if (x->found.count > before)
            pair_joints(x, joints, n);
    }
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

// Whose skin each vertex is: the figure of the joint that moves it most.
static int32_t* find_owners(const character* c, const figures* f, arena* memory) {
    int32_t* out = ARENA_NEW(memory, int32_t, (size_t)c->weld.count);
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t v = c->weld.first[i], n = character_influence_count(c, v);
        double most = 0.0;
        out[i] = -1;
        for (int32_t k = 0; k < n; ++k) {
            influence x = character_influence(c, v, k);
            if (x.weight > most) {
                most = x.weight;
                out[i] = f->of[x.joint];
            }
        }
    }
    return out;
}

static void plan_figure(search* x, const figures* f, const flesh* all) {
    const character* c = x->body.c;
    scene alone = figure_alone(c->scene, f, x->figure, x->memory);
    x->body = anatomy_of(c, &alone, all, x->memory);
    double skin_area = 0.0;
    for (int32_t i = 0; i < c->weld.count; ++i) {
        // neither the ground under a man nor who stands beside him is his flesh
        bool own = !c->pieces->hard[i] && x->owners[i] == x->figure;
        skin_area += own ? all->area[i] : 0.0;
        x->found.flesh[x->figure] += own ? all->area[i] * all->depth[i] : 0.0;
    }
    plan_kinds(x, WORTH_SKIN * skin_area);
    plan_joints(x, f, WORTH_SKIN * skin_area);
}

static void tell_figures(const figures* f, report* r) {
    if (f->count > 1)
        report_note(r, place_none(),
                    "there are %d figures in the file, each with a front and sides of its own: "
                    "names of parts of the second and further ones end in its number",
                    f->count);
}

int32_t parts_find(const character* c, int threads, arena* memory, part_plan* out, report* r) {
    if (c->axis_count == 0) {
        report_error(r, place_none(),
                     "there is no skeleton, so nothing says where flesh is far from bone; choose a "
                     "part by attribute, box or sphere");
        return 0;
    }
    figures f = figures_of(c->scene, c->bind, memory);
    flesh all = flesh_of(c, threads, memory);
    search x = {.body = {.c = c}, .memory = memory, .owners = find_owners(c, &f, memory)};
    x.mask = ARENA_NEW(memory, uint8_t, (size_t)c->weld.count);
    x.found = (candidates){.plans = ARENA_NEW(memory, part_plan, PLANS_MOST),
                           .depths = ARENA_NEW(memory, double, PLANS_MOST),
                           .twins = ARENA_NEW(memory, int32_t, PLANS_MOST),
                           .most = ARENA_NEW(memory, double, PLANS_MOST),
                           .figures = ARENA_NEW(memory, int32_t, PLANS_MOST),
                           .flesh = ARENA_NEW(memory, double, (size_t)f.count)};
    for (; x.figure < f.count; ++x.figure)
        plan_figure(&x, &f, &all);
    tell_figures(&f, r);
    int32_t count = candidates_choose(&x.found, c, memory, out, r);
    if (count == 0)
        none_found(c, r);
    return count;
}
