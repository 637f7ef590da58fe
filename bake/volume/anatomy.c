// Rules on the bones, the place and the depth of a vertex.
//
// Joints are known by name (joint_role.h), front and sides by the skeleton (facing.h), places by the line
// from pelvis to neck: upright bodies have their belly in front, those on four legs below. Ears and tails
// have a bone of that name, or the shape of one (protrusion.h).
// SPDX-License-Identifier: MIT
#include "bake/volume/anatomy.h"

#include "bake/base/assert.h"
#include "bake/volume/layers.h"
#include "bake/volume/pieces.h"
#include "bake/volume/protrusion.h"

#define ANATOMY_THIN 0.45 // thickness over depth, below which something sticks out
#define TRUNK        0.1 // of the skin that follows the spine: with less, a piece is none of the torso
#define ANATOMY_SURE 0.5 // confidence in the front, below which no place is named after it
// Places are shares of a body, and modellers put whole rows of vertices on round ones: the middle of a head, half way up a
// chest. Every border lies this much beside its round share, so that a row falls on one side of it as a whole, whatever
// rounding, the file's unit and the way a body was turned did to it.
#define ANATOMY_BESIDE 1e-4

// ---- what a vertex is asked ------------------------------------------------------------

static double role_weight(const anatomy* x, int32_t i, joint_role role, int side) {
    const character* c = x->c;
    int32_t v = c->weld.first[i], n = character_influence_count(c, v);
    double sum = 0.0;
    for (int32_t k = 0; k < n; ++k) {
        influence f = character_influence(c, v, k);
        if (x->roles[f.joint] == role && (side == 0 || x->facing.sides[f.joint] == side))
            sum += f.weight;
    }
    return sum;
}

static double height(const anatomy* x, int32_t i) { // 0 at the pelvis, 1 at the neck
    return v3_dot(v3_sub(x->c->weld.positions[i], x->facing.pelvis), x->along);
}

static double ahead(const anatomy* x, int32_t i) { // 1 in front of its bone, -1 behind
    return v3_dot(x->flesh.away[i], x->front);
}

// Is it above a border, or on it?
static bool from(double value, double border) {
    return value > border - ANATOMY_BESIDE;
}

static bool sticks_out(const anatomy* x, int32_t i) {
    return x->flesh.thickness[i] < ANATOMY_THIN * x->flesh.depth[i];
}

// In the axes of the body, from its middle: left, up, ahead.
static vec3 at_body(const anatomy* x, int32_t i) {
    const facing* f = &x->facing;
    vec3 d = v3_sub(x->c->weld.positions[i], f->middle);
    return v3(v3_dot(d, f->left), v3_dot(d, f->up), v3_dot(d, f->front));
}

static int side_of(const anatomy* x, int32_t i) {
    return at_body(x, i).x > 0.0 ? 1 : -1;
}

// ---- the rules -------------------------------------------------------------------------

static bool is_belly(const anatomy* x, int32_t i, int side) {
    (void)side;
    double h = height(x, i);
    double torso = role_weight(x, i, ROLE_TORSO, 0);
    return from(h, -0.15) && !from(h, 0.6) && from(ahead(x, i), -0.2) &&
           (torso > 0.4 || (torso > 0.2 && torso + role_weight(x, i, ROLE_THIGH, 0) > 0.6));
}

static bool is_chest(const anatomy* x, int32_t i, int side) {
    (void)side;
    double h = height(x, i);
    return from(h, 0.5) && !from(h, x->upright ? 0.95 : 0.7) && from(ahead(x, i), 0.1) &&
           role_weight(x, i, ROLE_TORSO, 0) > 0.4;
}

static bool is_bottom(const anatomy* x, int32_t i, int side) {
    (void)side;
    double h = height(x, i);
    return x->upright && from(h, -0.32) && !from(h, 0.3) && !from(ahead(x, i), -0.3) &&
           role_weight(x, i, ROLE_TORSO, 0) + role_weight(x, i, ROLE_THIGH, 0) > 0.5;
}

static bool is_thigh(const anatomy* x, int32_t i, int side) {
    return role_weight(x, i, ROLE_THIGH, side) > 0.39;
}

static bool is_upper_arm(const anatomy* x, int32_t i, int side) {
    return role_weight(x, i, ROLE_UPPER_ARM, side) > 0.5;
}

// Below the eyes, beside the mouth, before the ears.
static bool is_cheek(const anatomy* x, int32_t i, int side) {
    if (!x->upright || side_of(x, i) != side || role_weight(x, i, ROLE_HEAD, 0) < 0.5)
        return false;
    vec3 size = v3_sub(x->head.high, x->head.low);
    vec3 p = v3_sub(at_body(x, i), x->head.low);
    double across = fabs(at_body(x, i).x);
    return from(p.y / size.y, 0.06) && !from(p.y / size.y, 0.4) && from(across / size.x, 0.15) &&
           from(p.z / size.z, 0.5);
}

static bool is_tail(const anatomy* x, int32_t i, int side) {
    (void)side;
    return role_weight(x, i, ROLE_TAIL, 0) > 0.5 || x->shape[i] == TAIL;
}

static bool is_ear(const anatomy* x, int32_t i, int side) {
    return role_weight(x, i, ROLE_EAR, side) > 0.5 ||
           x->shape[i] == (side > 0 ? EAR_LEFT : EAR_RIGHT);
}

const soft_place soft_places[] = {
    {"belly", "belly", is_belly, 0.6, 0.5, false, true},
    {"chest", "chest", is_chest, 0.5, 0.5, false, true},
    {"buttocks", "buttocks", is_bottom, 0.4, 0.5, false, true},
    {"thigh", "thigh", is_thigh, 0.3, 0.4, true, false},
    {"upper arm", "foreleg", is_upper_arm, 0.2, 0.4, true, false},
    {"cheek", "cheek", is_cheek, 0.04, 0.0, true, true},
    {"ear", "ear", is_ear, 0.1, 0.0, true, false},
    {"tail", "tail", is_tail, 0.5, 0.0, false, false},
};
const int soft_place_count = (int)(sizeof soft_places / sizeof *soft_places);

// ---- the skeleton ----------------------------------------------------------------------

// Where a joint stands; false for those that move nothing.
bool anatomy_joint(const character* c, int32_t joint, vec3* out) {
    SUPPLE_ASSERT(joint < c->scene->node_count);
    for (int32_t i = 0; i < c->axis_count; ++i)
        if (c->axes[i].joint == joint) {
            *out = c->axes[i].a;
            return true;
        }
    return false;
}

static bool has_thigh(const anatomy* x, int side) {
    vec3 unused;
    for (int32_t i = 0; i < x->c->scene->node_count; ++i)
        if (x->roles[i] == ROLE_THIGH && x->facing.sides[i] == side &&
            anatomy_joint(x->c, i, &unused))
            return true;
    return false;
}

// A shirt on steel is held by it.
static bool is_flesh(const character* c, int32_t i) {
    const layer_host* h = c->layers != NULL ? &c->layers[i] : NULL;
    bool held = h != NULL && h->triangle >= 0 && h->fraction > 0.5 &&
                c->pieces->hard[c->triangles[h->triangle][0]];
    return !c->pieces->hard[i] && !held;
}

// Is the largest piece that follows the spine flesh? A belt round a robot is no belly, and a man with a pack has one.
static bool has_torso(const anatomy* x) {
    const character* c = x->c;
    arena* scratch = arena_create();
    size_t n = (size_t)c->pieces->count;
    double *whole = ARENA_NEW(scratch, double, n), *torso = ARENA_NEW(scratch, double, n),
           *soft = ARENA_NEW(scratch, double, n), most = 0.0, all = 0.0;
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t p = c->pieces->of[c->weld.first[i]];
        whole[p] += x->flesh.area[i];
        double area = x->flesh.area[i] * role_weight(x, i, ROLE_TORSO, 0);
        torso[p] += area;
        all += area;
        soft[p] += is_flesh(c, i) ? x->flesh.area[i] : 0.0;
    }
    bool is_soft = false;
    for (size_t p = 0; p < n; ++p)
        if (torso[p] > TRUNK * all && whole[p] > most) {
            most = whole[p];
            is_soft = soft[p] > 0.5 * whole[p];
        }
    arena_destroy(scratch);
    return is_soft;
}

static void find_stance(anatomy* x) {
    const facing* f = &x->facing;
    vec3 line = v3_sub(f->neck, f->pelvis);
    x->upright = f->upright;
    x->known = f->spine && f->confidence >= ANATOMY_SURE && has_thigh(x, 1) && has_thigh(x, -1) &&
               has_torso(x);
    x->along = f->spine ? v3_scale(line, 1.0 / v3_dot(line, line)) : v3(0, 0, 0);
    x->front = x->upright ? f->front : v3_scale(f->up, -1.0);
}

static void find_head(anatomy* x) {
    bounds box = bounds_of(NULL, 0);
    for (int32_t i = 0; i < x->c->weld.count; ++i)
        if (role_weight(x, i, ROLE_HEAD, 0) > 0.5 && !sticks_out(x, i) && !x->c->pieces->hard[i]) {
            box.low = v3_min(box.low, at_body(x, i));
            box.high = v3_max(box.high, at_body(x, i));
        }
    x->head = box;
}

// What sticks out of the upper head; and low, out of the back of a body on two legs or the end of one on
// four. Of a rigid piece nothing does.
static void find_protrusions(anatomy* x, arena* memory) {
    size_t n = (size_t)x->c->weld.count;
    arena* scratch = arena_create();
    vec3* places = ARENA_NEW(scratch, vec3, n);
    uint8_t *head = ARENA_NEW(scratch, uint8_t, n), *back = ARENA_NEW(scratch, uint8_t, n);
    for (int32_t i = 0; i < x->c->weld.count; ++i) {
        places[i] = at_body(x, i);
        if (x->c->pieces->hard[i] || !sticks_out(x, i))
            continue;
        head[i] = role_weight(x, i, ROLE_HEAD, 0) > 0.5 &&
                  from((places[i].y - x->head.low.y) / (x->head.high.y - x->head.low.y), 0.5);
        back[i] = role_weight(x, i, ROLE_TORSO, 0) > 0.5 && !from(height(x, i), 0.3) &&
                  (!x->upright || !from(ahead(x, i), -0.5));
    }
    protruding p = {.c = x->c, .places = places, .from_head = head, .from_back = back};
    p.head = x->head.high.y > x->head.low.y ? v3_distance(x->head.low, x->head.high) : 0.0;
    p.spine = v3_distance(x->facing.neck, x->facing.pelvis);
    x->shape = protrusions_of(&p, memory);
    arena_destroy(scratch);
}

anatomy anatomy_of(const character* c, const scene* figure, const flesh* all, arena* memory) {
    anatomy x = {.c = c, .roles = joint_roles(figure, memory), .flesh = *all};
    x.facing = facing_of(figure, c->surface, c->bind, x.roles, memory);
    find_stance(&x);
    find_head(&x);
    x.shape = ARENA_NEW(memory, uint8_t, (size_t)c->weld.count);
    if (x.known)
        find_protrusions(&x, memory);
    return x;
}
