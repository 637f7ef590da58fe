// Pieces by union of triangles, then evidence on each, summed.
//
// Each kind of evidence that is sure counts 1, which is enough; two halves are enough too: sharp edges
// speak for a hard surface, but so is a low mesh of a face drawn.
// SPDX-License-Identifier: MIT
#include "bake/volume/pieces.h"

#include "bake/base/assert.h"
#include "bake/base/sets.h"
#include "bake/base/text.h"
#include "bake/scene/joint_name.h"
#include "bake/scene/joint_role.h"
#include "bake/volume/layers.h"
#include "bake/volume/piece_shape.h"

#include <string.h>

#define ALL_OF     0.99 // a weight from which a joint carries a vertex alone
#define MOST_OF    0.9  // of a piece's vertices carried by one joint alone: half of the evidence
#define METAL      0.5  // metalness that is sure
#define HALF_METAL 0.25

static const char* const hard_words[] = {
    " eye ",        " eyes ",      " eyeball ",     " eyeballs ",   " iris ",     " pupil ",
    " cornea ",     " sclera ",    " lens ",        " teeth ",      " tooth ",    " fang ",
    " fangs ",      " tusk ",      " tusks ",       " claw ",       " claws ",    " nail ",
    " nails ",      " horn ",      " horns ",       " antler ",     " antlers ",  " beak ",
    " hoof ",       " hooves ",    " hat ",         " helmet ",     " helm ",     " crown ",
    " visor ",      " goggles ",   " glasses ",     " sunglasses ", " armor ",    " armour ",
    " pauldron ",   " pauldrons ", " breastplate ", " cuirass ",    " gauntlet ", " gauntlets ",
    " greaves ",    " plate ",     " buckle ",      " button ",     " buttons ",  " badge ",
    " sword ",      " shield ",    " gun ",         " rifle ",      " pistol ",   " weapon ",
    " axe ",        " dagger ",    " knife ",       " metal ",      " metallic ", " steel ",
    " iron ",       " chrome ",    " bolt ",        " bolts ",      " screw ",    " gear ",
    " boot ",       " boots ",     " shoe ",        " shoes ",      " robot ",    " mech ",
    " jewel ",      " jewelry ",   " earring ",     " earrings ",   " necklace ", " bracelet ",
    " headphones ", " headset "};

// ---- what belongs together -------------------------------------------------------------

static bool one_skin(const surface* f, int32_t a, int32_t b) {
    return f->vertex_primitive[a] == f->vertex_primitive[b] &&
           f->vertex_node[a] == f->vertex_node[b];
}

// Twins that welding made one are of one piece where they are of one primitive.
static void join_twins(const character* c, int32_t* parent, arena* scratch) {
    const surface* f = c->surface;
    int32_t* other = ARENA_NEW(scratch, int32_t, (size_t)c->weld.count); // of a second primitive
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        int32_t w = c->weld.welded[v], first = c->weld.first[w];
        if (one_skin(f, v, first))
            sets_join(parent, v, first);
        else if (other[w] > 0 && one_skin(f, v, other[w]))
            sets_join(parent, v, other[w]);
        else
            other[w] = v;
    }
}

static double triangle_area(const surface* f, const uint32_t* t) {
    const vec3* p = f->positions;
    return 0.5 * v3_length(v3_cross(v3_sub(p[t[1]], p[t[0]]), v3_sub(p[t[2]], p[t[0]])));
}

static void find_pieces(const character* c, pieces* out, arena* memory) {
    const surface* f = c->surface;
    arena* scratch = arena_create();
    int32_t* parent = ARENA_NEW(scratch, int32_t, (size_t)f->vertex_count);
    sets_clear(parent, f->vertex_count);
    for (int32_t i = 0; i < f->triangle_count; ++i)
        for (int k = 1; k < 3; ++k)
            sets_join(parent, (int32_t)f->triangles[i][0], (int32_t)f->triangles[i][k]);
    join_twins(c, parent, scratch);
    out->of = ARENA_NEW(memory, int32_t, (size_t)f->vertex_count);
    for (int32_t v = 0; v < f->vertex_count; ++v) { // a root is the first of its set
        int32_t root = sets_find(parent, v);
        out->of[v] = root == v ? out->count++ : out->of[root];
    }
    out->list = ARENA_NEW(memory, piece, (size_t)out->count);
    for (int32_t i = 0; i < out->count; ++i)
        out->list[i] = (piece){.joint = -1, .reason = "", .box = bounds_of(NULL, 0)};
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        piece* p = &out->list[out->of[v]];
        p->primitive = f->vertex_primitive[v];
        p->node = f->vertex_node[v];
        p->box.low = v3_min(p->box.low, f->positions[v]);
        p->box.high = v3_max(p->box.high, f->positions[v]);
        ++p->vertex_count;
    }
    for (int32_t i = 0; i < f->triangle_count; ++i)
        out->list[out->of[f->triangles[i][0]]].area += triangle_area(f, f->triangles[i]);
    arena_destroy(scratch);
}

// ---- names -----------------------------------------------------------------------------

static const mesh* mesh_of(const scene* s, const piece* p) {
    return &s->meshes[s->nodes[p->node].mesh];
}

static const char* material_name(const scene* s, const piece* p) {
    int32_t m = s->primitives[p->primitive].material;
    return m >= 0 ? s->materials[m].name : "";
}

// Of all pieces of its primitive.
static const char* base_name(const scene* s, const piece* p, arena* memory) {
    const char* name = *s->nodes[p->node].name != 0 ? s->nodes[p->node].name : mesh_of(s, p)->name;
    if (*name == 0)
        name = *material_name(s, p) != 0 ? material_name(s, p) : "mesh";
    if (mesh_of(s, p)->primitive_count > 1 && *material_name(s, p) != 0)
        name = arena_format(memory, "%s %s", name, material_name(s, p));
    return text_printable(name, 60, memory);
}

static void name_pieces(const character* c, pieces* x, arena* memory) {
    for (int32_t i = 0; i < x->count; ++i) {
        int32_t number = 1, same = 1;
        for (int32_t k = 0; k < x->count; ++k)
            if (k != i && x->list[k].primitive == x->list[i].primitive &&
                x->list[k].node == x->list[i].node) {
                ++same;
                number += x->list[k].area > x->list[i].area ||
                          (x->list[k].area == x->list[i].area && k < i);
            }
        const char* base = base_name(c->scene, &x->list[i], memory);
        x->list[i].name = same > 1 ? arena_format(memory, "%s piece %d", base, number) : base;
    }
}

static const char* hard_word(const char* name, arena* scratch) {
    const char* words = joint_words(name, scratch);
    for (size_t i = 0; i < sizeof hard_words / sizeof *hard_words; ++i)
        if (strstr(words, hard_words[i]) != NULL)
            return hard_words[i];
    return NULL;
}

// ---- evidence --------------------------------------------------------------------------

typedef struct carried { // how a piece hangs on the skeleton
    int32_t joint;       // of its first vertex that has one
    int32_t alone;       // vertices that this joint carries alone
    int32_t by_one;      // vertices that any joint carries alone
} carried;

// The joint that carries it alone, or -1. Some programs write a joint twice at a vertex: the sum counts.
static int32_t carrier(const character* c, int32_t v) {
    int32_t n = character_influence_count(c, v);
    for (int32_t k = 0; k < n; ++k)
        if (character_weight(c, v, character_influence(c, v, k).joint) >= ALL_OF)
            return character_influence(c, v, k).joint;
    return n == 0 ? c->surface->vertex_node[v] : -1; // no skin: its node carries it
}

static carried* find_carriers(const character* c, const pieces* x, arena* scratch) {
    carried* out = ARENA_NEW(scratch, carried, (size_t)x->count);
    for (int32_t i = 0; i < x->count; ++i)
        out[i].joint = -1;
    for (int32_t v = 0; v < c->surface->vertex_count; ++v) {
        carried* p = &out[x->of[v]];
        int32_t joint = carrier(c, v);
        if (p->joint < 0)
            p->joint = joint;
        p->alone += joint >= 0 && joint == p->joint;
        p->by_one += joint >= 0;
    }
    return out;
}

// Is the whole surface on one joint? Then that one says nothing: a jelly on its only bone.
static bool on_one_joint(const character* c) {
    int32_t only = -1;
    for (int32_t v = 0; v < c->surface->vertex_count; ++v) {
        int32_t joint = carrier(c, v);
        if (joint < 0 || (only >= 0 && joint != only))
            return false;
        only = joint;
    }
    return true;
}

// A joint that someone made for an ear, a tail or flesh speaks against what is rigid.
static bool made_for_flesh(joint_role role) {
    return role == ROLE_EAR || role == ROLE_TAIL || role == ROLE_SOFT;
}

typedef struct weighing {
    const character* c;
    const joint_role* roles;
    const carried* carried;    // [pieces]
    const piece_shape* shapes; // [pieces]
    bool joints_tell;          // not all of it is on one joint
    arena *memory, *scratch;
} weighing;

static double weigh_name(const weighing* w, piece* p) {
    const scene* s = w->c->scene;
    const char* names[3] = {s->nodes[p->node].name, mesh_of(s, p)->name, material_name(s, p)};
    for (int i = 0; i < 3; ++i) {
        const char* word = hard_word(names[i], w->scratch);
        if (word == NULL)
            continue;
        p->reason = arena_format(w->memory, "its name (%.*s)", (int)strlen(word) - 2, word + 1);
        return 1.0;
    }
    return 0.0;
}

static double weigh_metal(const weighing* w, piece* p) {
    int32_t m = w->c->scene->primitives[p->primitive].material;
    double metallic = m >= 0 ? w->c->scene->materials[m].metallic : 0.0;
    if (metallic < HALF_METAL)
        return 0.0;
    p->reason = "metal";
    return metallic >= METAL ? 1.0 : 0.5;
}

static double weigh_joint(const weighing* w, piece* p, const carried* on) {
    double fraction = p->vertex_count > 0 ? (double)on->alone / p->vertex_count : 0.0;
    if (!w->joints_tell || on->joint < 0 || made_for_flesh(w->roles[on->joint]))
        return 0.0;
    if (fraction < MOST_OF) {
        p->reason = "one bone a vertex";
        return on->by_one == p->vertex_count ? 0.5 : 0.0;
    }
    p->reason =
        on->joint == p->node
            ? "no skin"
            : arena_format(w->memory, "one bone (%s)",
                           text_printable(w->c->scene->nodes[on->joint].name, 40, w->memory));
    return fraction == 1.0 ? 1.0 : 0.5;
}

static void weigh(const weighing* w, int32_t i) {
    piece* p = &w->c->pieces->list[i];
    const carried* on = &w->carried[i];
    if (on->alone == p->vertex_count)
        p->joint = on->joint;
    const char* why = "";
    double sum = 0.0;
    for (int kind = 0; kind < 4 && sum < 1.0; ++kind) {
        p->reason = "";
        double one = kind == 0   ? weigh_name(w, p)
                     : kind == 1 ? weigh_metal(w, p)
                     : kind == 2 ? weigh_joint(w, p, on)
                                 : 0.0;
        if (kind == 3 && piece_is_hard(&w->shapes[i])) {
            p->reason = "sharp edges";
            one = 0.5;
        }
        if (one > 0.0)
            why = *why == 0 ? p->reason : arena_format(w->memory, "%s, %s", why, p->reason);
        sum += one;
    }
    p->rigid = sum >= 1.0;
    p->reason = p->rigid ? why : "";
}

static void mark_hard(character* c) {
    pieces* x = c->pieces;
    memset(x->hard, 0, (size_t)c->weld.count);
    for (int32_t v = 0; v < c->surface->vertex_count; ++v)
        x->hard[c->weld.welded[v]] |= x->list[x->of[v]].rigid;
}

pieces* pieces_of(const character* c, arena* memory) {
    pieces* x = ARENA_NEW(memory, pieces, 1);
    x->hard = ARENA_NEW(memory, uint8_t, (size_t)c->weld.count);
    find_pieces(c, x, memory);
    name_pieces(c, x, memory);
    if (c->axis_count == 0)
        return x;
    arena* scratch = arena_create();
    character copy = *c;
    copy.pieces = x;
    weighing w = {.c = &copy,
                  .roles = joint_roles(c->scene, scratch),
                  .carried = find_carriers(c, x, scratch),
                  .shapes = piece_shapes(c->surface, &c->weld, x->of, x->count, scratch),
                  .joints_tell = !on_one_joint(c),
                  .memory = memory,
                  .scratch = scratch};
    for (int32_t i = 0; i < x->count; ++i)
        weigh(&w, i);
    mark_hard(&copy);
    arena_destroy(scratch);
    return x;
}

// ---- chosen by name --------------------------------------------------------------------

bool pieces_is_called(const character* c, int32_t index, const char* name, arena* memory) {
    const scene* s = c->scene;
    const piece* p = &c->pieces->list[index];
    return strcmp(name, p->name) == 0 || strcmp(name, base_name(s, p, memory)) == 0 ||
           strcmp(name, s->nodes[p->node].name) == 0 || strcmp(name, mesh_of(s, p)->name) == 0 ||
           strcmp(name, material_name(s, p)) == 0 ||
           (p->joint >= 0 && strcmp(name, s->nodes[p->joint].name) == 0);
}

bool pieces_choose(character* c, const char* const* names, int32_t count, arena* memory,
                   report* r) {
    SUPPLE_ASSERT(count >= 0 && c->pieces != NULL);
    pieces* x = c->pieces;
    const char** known = ARENA_NEW(memory, const char*, (size_t)x->count);
    for (int32_t k = 0; k < x->count; ++k) {
        known[k] = x->list[k].name;
        x->list[k].rigid = false;
        x->list[k].reason = "";
    }
    bool sound = true;
    for (int32_t i = 0; i < count; ++i) {
        bool found = false;
        for (int32_t k = 0; k < x->count; ++k)
            if (pieces_is_called(c, k, names[i], memory)) {
                x->list[k].rigid = found = true;
                x->list[k].reason = "the recipe says so";
            }
        if (!found)
            sound =
                report_error(r, place_none(), "rigid: there is no piece \"%s\"%s",
                             text_printable(names[i], 60, memory),
                             text_hint(names[i], known, x->count,
                                       "; say a mesh, a material or a piece that `supple parts` "
                                       "lists",
                                       memory));
    }
    mark_hard(c);
    layers_find(c, memory);
    return sound;
}

int32_t pieces_rigid_names(const character* c, const char** names, arena* memory) {
    const pieces* x = c->pieces;
    int32_t count = 0;
    for (int32_t i = 0; i < x->count; ++i) {
        bool all = true, first = true;
        for (int32_t k = 0; k < x->count; ++k)
            if (x->list[k].primitive == x->list[i].primitive &&
                x->list[k].node == x->list[i].node) {
                all = all && x->list[k].rigid;
                first = first && (k >= i || !x->list[k].rigid);
            }
        if (x->list[i].rigid && (!all || first))
            names[count++] = all ? base_name(c->scene, &x->list[i], memory) : x->list[i].name;
    }
    return count;
}
