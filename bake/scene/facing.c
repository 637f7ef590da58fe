// The line across the body from names or from symmetry, then votes for one end of the line at right angles.
//
// A strong vote of feet outweighs names: rigs that were mirrored, or name sides as the viewer sees them,
// call the right side left, but nobody's toes point backwards.
// SPDX-License-Identifier: MIT
#include "bake/scene/facing.h"

#include "bake/mesh/bounds.h"
#include "bake/scene/bind.h"
#include "bake/scene/facing_evidence.h"
#include "bake/scene/figures.h"
#include "bake/scene/joint_name.h"

#include <string.h>

#define AGREE 0.5 // of the lengths between left and right: names that agree less say nothing
#define FACING_SAME                                                                                \
    0.02 // of the body's size: a joint so near to another's mirror image is its twin
#define FACING_MIRRORED 0.7  // of the joints off the plane must have a twin
#define FACING_AHEAD    0.2  // of the body's size: a head so far from its middle shows the front
#define NEAR_TURN       25.0 // degrees: a front so near to a quarter turn is one

enum { CANDIDATES = 200, FACING_JOINTS_MOST = 300 };

typedef struct search {
    facing_body body;
    int32_t* joints; // [joint_count]
    int32_t joint_count;
    const char** words; // [node_count] of joints
    vec3* places;       // [node_count]
    uint8_t* moves;     // [node_count] joints_moving
    vec3 across;        // unit and level, to what is called left; zero: unknown
    vec3 middle;
    bool named; // across comes from names
} search;

static vec3 level(vec3 v, vec3 up) {
    return v3_madd(v, up, -v3_dot(v, up));
}

// ---- the skeleton ----------------------------------------------------------------------

static search begin(const scene* s, const surface* f, const pose* bind, const joint_role* roles,
                    arena* memory) {
    size_t n = (size_t)s->node_count;
    search x = {.joints = ARENA_NEW(memory, int32_t, n),
                .words = ARENA_NEW(memory, const char*, n),
                .places = ARENA_NEW(memory, vec3, n),
                .moves = joints_moving(s, memory)};
    uint8_t* is_joint = ARENA_NEW(memory, uint8_t, n);
    bounds box = bounds_of(NULL, 0);
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k)
            is_joint[s->skins[i].joints[k]] = 1;
    for (int32_t i = 0; i < s->node_count; ++i) {
        if (!is_joint[i])
            continue;
        x.joints[x.joint_count++] = i;
        x.words[i] = joint_words(s->nodes[i].name, memory);
        x.places[i] = mat4_point(bind->world[i], v3(0, 0, 0));
        box.low = v3_min(box.low, x.places[i]);
        box.high = v3_max(box.high, x.places[i]);
    }
    x.body = (facing_body){.s = s,
                           .f = f,
                           .roles = roles,
                           .places = x.places,
                           .is_joint = is_joint,
                           .up = v3(0, 1, 0),
                           .size = x.joint_count > 0 ? v3_distance(box.low, box.high) : 0.0,
                           .memory = memory};
    return x;
}

static bool mean_of(const search* x, joint_role role, vec3* out) {
    int32_t count = 0;
    vec3 sum = v3(0, 0, 0);
    for (int32_t k = 0; k < x->joint_count; ++k)
        if (x->body.roles[x->joints[k]] == role) {
            sum = v3_add(sum, x->places[x->joints[k]]);
            ++count;
        }
    *out = v3_scale(sum, count > 0 ? 1.0 / count : 0.0);
    return count > 0;
}

// From a foot to the joint that its leg begins with; zero where it hangs on none.
static vec3 leg_of(const search* x, int32_t foot) {
    vec3 leg = v3(0, 0, 0);
    for (int32_t n = x->body.s->nodes[foot].parent; n >= 0 && x->body.is_joint[n];
         n = x->body.s->nodes[n].parent)
        if (x->body.roles[n] == ROLE_THIGH || x->body.roles[n] == ROLE_UPPER_ARM)
            leg = v3_sub(x->places[n], x->places[foot]);
    return leg;
}

// glTF's y, unless legs say that the body lies.
static void find_up(search* x) {
    vec3 thighs, feet, legs = v3(0, 0, 0);
    if (!mean_of(x, ROLE_THIGH, &thighs) || !mean_of(x, ROLE_FOOT, &feet))
        return;
    for (int32_t k = 0; k < x->joint_count; ++k)
        if (x->body.roles[x->joints[k]] == ROLE_FOOT)
            legs = v3_add(legs, leg_of(x, x->joints[k]));
    legs = v3_unit(v3_dot(legs, legs) > 0.0 ? legs : v3_sub(thighs, feet));
    if (v3_dot(legs, legs) > 0.0 && legs.y < 0.6)
        x->body.up = legs;
}

static bool is_moving(const search* x, int32_t i, joint_role role) {
    return x->body.roles[i] == role && x->moves[i];
}

// The first that moves something and hangs on none that does: controls above it do not count.
static int32_t first_of(const search* x, joint_role role) {
    for (int32_t k = 0; k < x->joint_count; ++k) {
        int32_t i = x->joints[k], n = x->body.s->nodes[i].parent;
        while (n >= 0 && !is_moving(x, n, role))
            n = x->body.s->nodes[n].parent;
        if (is_moving(x, i, role) && n < 0)
            return i;
    }
    return -1;
}

static void find_spine(const search* x, facing* out) {
    int32_t pelvis = first_of(x, ROLE_TORSO), top = first_of(x, ROLE_NECK);
    top = top >= 0 ? top : first_of(x, ROLE_HEAD);
    if (pelvis < 0 || top < 0)
        return;
    out->pelvis = x->places[pelvis];
    out->neck = x->places[top];
    vec3 line = v3_sub(out->neck, out->pelvis);
    double up = v3_dot(line, x->body.up), length2 = v3_dot(line, line);
    out->spine = length2 > 0.0;
    out->upright = up * up > 0.4 * length2;
}

// ---- across, by names ------------------------------------------------------------------

static const char* without_side(const char* words, arena* memory) {
    static const char* const sides[] = {" left ",  " l ", " lf ", " lft ",
                                        " right ", " r ", " rt ", " rgt "};
    char* out = arena_format(memory, "%s", words);
    for (size_t k = 0; k < sizeof sides / sizeof *sides; ++k) {
        char* at = strstr(out, sides[k]);
        if (at != NULL)
            memmove(at, at + strlen(sides[k]) - 1, strlen(at + strlen(sides[k]) - 1) + 1);
    }
    return out;
}

// Joints of the same words but for the side are compared as one heap: numbers in names need not match.
static void find_across_by_names(search* x) {
    const char** key = ARENA_NEW(x->body.memory, const char*, (size_t)x->joint_count);
    uint8_t* done = ARENA_NEW(x->body.memory, uint8_t, (size_t)x->joint_count);
    for (int32_t k = 0; k < x->joint_count; ++k)
        key[k] = without_side(x->words[x->joints[k]], x->body.memory);
    vec3 sum = v3(0, 0, 0), middle = v3(0, 0, 0);
    double lengths = 0.0;
    for (int32_t k = 0; k < x->joint_count; ++k) {
        vec3 mean[2] = {{0, 0, 0}, {0, 0, 0}}; // right, left
        int32_t count[2] = {0};
        for (int32_t m = k; m < x->joint_count && !done[k]; ++m) {
            int side = joint_side(x->words[x->joints[m]]);
            if (side == 0 || strcmp(key[k], key[m]) != 0)
                continue;
            mean[side > 0] = v3_add(mean[side > 0], x->places[x->joints[m]]);
            ++count[side > 0];
            done[m] = m > k;
        }
        if (count[0] == 0 || count[0] != count[1])
            continue;
        vec3 d = v3_scale(level(v3_sub(mean[1], mean[0]), x->body.up), 1.0 / count[0]);
        double length = v3_length(d);
        sum = v3_add(sum, d);
        lengths += length;
        middle = v3_madd(middle, v3_add(mean[0], mean[1]), 0.5 * length / count[0]);
    }
    if (lengths > 0.01 * x->body.size && v3_length(sum) > AGREE * lengths) {
        x->across = v3_unit(sum);
        x->middle = v3_scale(middle, 1.0 / lengths);
        x->named = true;
    }
}

// ---- across, by symmetry ---------------------------------------------------------------

static int32_t depth_of(const search* x, int32_t i) {
    int32_t depth = 0;
    for (; i >= 0 && x->body.is_joint[i]; i = x->body.s->nodes[i].parent)
        ++depth;
    return depth;
}

// Share of the joints off a plane that have a twin on its other side.
static double symmetry(const search* x, vec3 point, vec3 n) {
    int32_t off = 0, twins = 0,
            most = x->joint_count < FACING_JOINTS_MOST ? x->joint_count : FACING_JOINTS_MOST;
    double near = FACING_SAME * x->body.size;
    for (int32_t k = 0; k < most; ++k) {
        vec3 p = x->places[x->joints[k]];
        double d = v3_dot(v3_sub(p, point), n);
        if (fabs(d) < near)
            continue;
        vec3 twin = v3_madd(p, n, -2.0 * d);
        bool found = false;
        for (int32_t m = 0; m < most && !found; ++m)
            found = v3_distance(twin, x->places[x->joints[m]]) < near;
        ++off;
        twins += found;
    }
    return twins >= 4 ? (double)twins / off : 0.0;
}

static void find_across_by_symmetry(search* x) {
    double best = FACING_MIRRORED;
    int32_t tried = 0,
            most = x->joint_count < FACING_JOINTS_MOST ? x->joint_count : FACING_JOINTS_MOST;
    for (int32_t k = 0; k < most; ++k)
        for (int32_t m = k + 1; m < most && tried < CANDIDATES; ++m) {
            int32_t i = x->joints[k], j = x->joints[m];
            vec3 d = v3_sub(x->places[i], x->places[j]);
            double length = v3_length(d);
            if (length < 2.0 * FACING_SAME * x->body.size || depth_of(x, i) != depth_of(x, j) ||
                fabs(v3_dot(d, x->body.up)) > 0.05 * length)
                continue;
            ++tried;
            vec3 n = v3_unit(level(d, x->body.up));
            vec3 point = v3_lerp(x->places[i], x->places[j], 0.5);
            double score = symmetry(x, point, n);
            // between equals the one nearer to x, across which glTF has left and right
            if (score > best + 1e-9 || (score > best - 1e-9 && fabs(n.x) > fabs(x->across.x))) {
                best = score > best ? score : best;
                x->across = n.x < 0.0 ? v3_scale(n, -1.0) : n;
                x->middle = point;
            }
        }
}

// ---- feet ------------------------------------------------------------------------------

// Where no joint is called a foot: the lowest of each side, up to where the leg rises.
static void find_lowest_feet(search* x) {
    for (int side = -1; side <= 1; side += 2) {
        int32_t lowest = -1;
        for (int32_t k = 0; k < x->joint_count; ++k) {
            int32_t i = x->joints[k];
            double off = side * v3_dot(v3_sub(x->places[i], x->middle), x->across);
            if (off > FACING_SAME * x->body.size &&
                (lowest < 0 ||
                 v3_dot(x->places[i], x->body.up) < v3_dot(x->places[lowest], x->body.up)))
                lowest = i;
        }
        for (int32_t up = lowest; up >= 0; up = lowest) {
            int32_t parent = x->body.s->nodes[lowest].parent;
            if (parent < 0 || !x->body.is_joint[parent])
                break;
            vec3 d = v3_sub(x->places[parent], x->places[lowest]);
            double rise = v3_dot(d, x->body.up);
            if (rise > 0.8 * v3_length(d))
                break;
            lowest = parent;
        }
        if (lowest >= 0 && x->body.foot_count < 8)
            x->body.feet[x->body.foot_count++] = lowest;
    }
}

static void find_feet(search* x) {
    for (int32_t k = 0; k < x->joint_count && x->body.foot_count < 8; ++k) {
        int32_t i = x->joints[k], parent = x->body.s->nodes[i].parent;
        if (x->body.roles[i] == ROLE_FOOT && (parent < 0 || x->body.roles[parent] != ROLE_FOOT))
            x->body.feet[x->body.foot_count++] = i;
    }
    if (x->body.foot_count == 0 && v3_dot(x->across, x->across) > 0.0)
        find_lowest_feet(x);
}

// ---- all of it -------------------------------------------------------------------------

static void vote(const search* x, facing* out) {
    vec3 axis = v3_unit(v3_cross(x->across, x->body.up)); // the front, if across is to the left
    struct {
        const char* word;
        double vote;
    } says[] = {{"names", x->named ? 1.0 : 0.0},
                {"feet", 0.75 * evidence_of_feet(&x->body, axis)},
                {"toes", 0.55 * evidence_of_toes(&x->body, axis)},
                {"face", evidence_of_face(&x->body, axis)},
                {"clips", 0.0}};
    double sum = 0.0;
    for (int k = 0; k < 4; ++k)
        sum += says[k].vote;
    if (fabs(sum) < 1.0) // they cost the most
        sum += says[4].vote = 0.9 * evidence_of_clips(&x->body, axis);
    out->front = sum < 0.0 ? v3_scale(axis, -1.0) : axis;
    double sure = sum < 0.0 ? says[0].vote - sum : fabs(sum); // outvoted names were mirrored
    out->confidence = sure < 1.0 ? sure : 1.0;
    for (int k = 0; k < 5; ++k)
        if (says[k].vote * sum > 0.05)
            out->reason = *out->reason == 0
                              ? says[k].word
                              : arena_format(x->body.memory, "%s, %s", out->reason, says[k].word);
}

// From the middle of all joints to the head, level; zero where no joint is called so.
static vec3 to_head(const search* x) {
    vec3 head, all = v3(0, 0, 0);
    for (int32_t k = 0; k < x->joint_count; ++k)
        all = v3_madd(all, x->places[x->joints[k]], 1.0 / x->joint_count);
    return mean_of(x, ROLE_HEAD, &head) ? level(v3_sub(head, all), x->body.up) : v3(0, 0, 0);
}

static void find_front(search* x, facing* out) {
    vec3 ahead = to_head(x);
    if (out->spine && !out->upright)
        ahead = level(v3_sub(out->neck, out->pelvis), out->up);
    else if (v3_dot(x->across, x->across) > 0.0)
        vote(x, out);
    if (*out->reason == 0 && v3_length(ahead) > FACING_AHEAD * x->body.size) {
        out->front = v3_unit(ahead);
        out->reason = "head";
        out->confidence = 1.0;
    }
    out->left = v3_cross(out->up, out->front);
    if (x->named && v3_dot(out->left, x->across) < 0.0)
        out->left = v3_scale(out->left, -1.0);
}

static void find_sides(const search* x, facing* out) {
    for (int32_t k = 0; k < x->joint_count; ++k) {
        int32_t i = x->joints[k];
        double d = v3_dot(v3_sub(x->places[i], out->middle), out->left), near = 0.01 * x->body.size;
        int named = x->named ? joint_side(x->words[i]) : 0;
        out->sides[i] = (int8_t)(named != 0 ? named : (d > near) - (d < -near));
    }
}

facing facing_of(const scene* s, const surface* f, const pose* bind, const joint_role* roles,
                 arena* memory) {
    facing out = {.up = {0, 1, 0}, .front = {0, 0, 1}, .left = {1, 0, 0}, .upright = true};
    out.reason = "";
    out.sides = ARENA_NEW(memory, int8_t, (size_t)s->node_count);
    search x = begin(s, f, bind, roles, memory);
    bounds box = bounds_of(f->positions, f->vertex_count);
    out.middle = f->vertex_count > 0 ? v3_lerp(box.low, box.high, 0.5) : v3(0, 0, 0);
    if (x.joint_count < 2 || !(x.body.size > 0.0))
        return out;
    find_up(&x);
    out.up = x.body.up;
    find_spine(&x, &out);
    find_across_by_names(&x);
    if (!x.named)
        find_across_by_symmetry(&x);
    find_feet(&x);
    find_front(&x, &out);
    if (out.spine || v3_dot(x.across, x.across) > 0.0)
        out.middle = out.spine ? out.pelvis : x.middle;
    find_sides(&x, &out);
    return out;
}

double facing_azimuth(const facing* x) {
    if (x->up.y < 0.7 || !(x->confidence > 0.0))
        return 0.0;
    double degrees = exact_atan2(x->front.x, x->front.z) * (180.0 / EXACT_PI);
    double turns = 90.0 * floor(degrees / 90.0 + 0.5);
    return fabs(degrees - turns) < NEAR_TURN ? turns : degrees;
}

double scene_front(const scene* s, arena* memory) {
    if (s->skin_count == 0)
        return 0.0;
    pose bind = bind_pose(s, memory);
    surface f = surface_from_scene(s, &bind, memory);
    figures all = figures_of(s, &bind, memory);
    scene first = figure_alone(s, &all, 0, memory);
    facing x = facing_of(&first, &f, &bind, joint_roles(&first, memory), memory);
    return facing_azimuth(&x);
}
