// World rotation of a joint = turn of the motion's joint since its rest, times the turn from the
// character's bone to the motion's bone at rest, times the bind rotation.
//
// The middle factor is for the long bones of limbs alone, by the shortest rotation between directions;
// every other joint takes over that of the joint above it. A foot aligned by its own direction would lose
// the roll of a leg that the motion's rest pose spreads (CMU spreads legs by 20 degrees), and a spine
// aligned bone by bone would take on the actor's posture. Axes: which way is up, and which left, is seen
// in both rest poses and rounded to the axes of the files (MakeHuman writes z up).
// SPDX-License-Identifier: MIT
#include "bake/play/retarget.h"

#include "bake/scene/bind.h"

#include <stdlib.h>
#include <string.h>

#define JUMP_DEGREES 15.0 // between two frames: no body turns so fast ...
#define JUMP_FACTOR  4.0  // ... unless it does so later as well
#define STANDING     0.1  // this share of the frames may have the feet lower

typedef struct joint_local {
    vec3 translation, scale;
    quat rotation;
} joint_local;

typedef struct retargeting {
    const biovision* b;
    const joint_map* map;
    const scene* s;
    arena* memory;
    int32_t *above, *below; // [count] the next pair towards the root, and towards the end; or -1
    int32_t* pair_of;       // [node_count] or -1
    int32_t* order;         // [node_count] parents first
    joint_local* bind;      // [node_count]
    quat* bind_turn;        // [node_count] in the world
    vec3* bind_place;       // [node_count]
    vec3* rest_place;       // [joint_count] of the motion
    quat axes;              // motion to world
    vec3 up;                // of the world
    quat* align;            // [count]
    double scale;           // the motion's unit, in the world's
    int32_t hips;           // pair
    // one frame
    quat *turns, *turn; // [joint_count] of the motion, [node_count]
    vec3* places;       // [joint_count]
    mat4* world;        // [node_count]
} retargeting;

// ---- both skeletons at rest ------------------------------------------------------------

static void sort_nodes(retargeting* g) {
    int32_t n = g->s->node_count, filled = 0;
    bool* done = ARENA_NEW(g->memory, bool, (size_t)n);
    int32_t* waiting = ARENA_NEW(g->memory, int32_t, (size_t)n);
    for (int32_t i = 0; i < n; ++i) {
        int32_t depth = 0;
        for (int32_t k = i; k >= 0 && !done[k]; k = g->s->nodes[k].parent)
            waiting[depth++] = k;
        while (depth > 0) {
            done[waiting[--depth]] = true;
            g->order[filled++] = waiting[depth];
        }
    }
}

static void read_bind(retargeting* g) {
    pose p = bind_pose(g->s, g->memory);
    for (int32_t i = 0; i < g->s->node_count; ++i) {
        int32_t n = g->order[i], parent = g->s->nodes[n].parent;
        mat4 local = p.world[n];
        if (parent >= 0)
            local = mat4_mul(mat4_inverse_affine(p.world[parent]), local);
        joint_local* l = &g->bind[n];
        mat4_split(local, &l->translation, &l->rotation, &l->scale);
        g->bind_turn[n] = parent >= 0 ? quat_mul(g->bind_turn[parent], l->rotation) : l->rotation;
        g->bind_place[n] = mat4_point(p.world[n], v3(0, 0, 0));
    }
}

static void link_pairs(retargeting* g) {
    const joint_map* m = g->map;
    for (int32_t i = 0; i < g->s->node_count; ++i)
        g->pair_of[i] = -1;
    for (int32_t i = 0; i < m->count; ++i) {
        g->pair_of[m->pairs[i].to] = i;
        g->below[i] = -1;
    }
    for (int32_t i = 0; i < m->count; ++i) {
        int32_t up = g->s->nodes[m->pairs[i].to].parent;
        while (up >= 0 && g->pair_of[up] < 0)
            up = g->s->nodes[up].parent;
        g->above[i] = up >= 0 ? g->pair_of[up] : -1;
        if (g->above[i] < 0)
            continue;
        int32_t* below = &g->below[g->above[i]];
        *below = *below == -1 ? i : -2; // -2: several, none is the bone's end
        if (m->pairs[i].slot == m->pairs[g->above[i]].slot + 1)
            *below = i;
    }
    g->hips = -1;
    for (int32_t i = 0; i < m->count; ++i)
        if (m->pairs[i].slot == SLOT_HIPS || (g->hips < 0 && g->above[i] < 0))
            g->hips = i;
}

static vec3 place_of(const retargeting* g, int32_t pair, bool of_motion) {
    const joint_pair* p = &g->map->pairs[pair];
    return of_motion ? g->rest_place[p->from] : g->bind_place[p->to];
}

// The axis nearest to a direction, other than `not_this`; zero where there is no direction.
static vec3 nearest_axis(vec3 d, vec3 not_this) {
    double size[3] = {fabs(d.x), fabs(d.y), fabs(d.z)};
    double barred[3] = {fabs(not_this.x), fabs(not_this.y), fabs(not_this.z)};
    int best = -1;
    for (int k = 0; k < 3; ++k)
        if (barred[k] < 0.5 && size[k] > 0.0 && (best < 0 || size[k] > size[best]))
            best = k;
    double sign = best >= 0 && (best == 0 ? d.x : best == 1 ? d.y : d.z) < 0.0 ? -1.0 : 1.0;
    return v3(sign * (best == 0), sign * (best == 1), sign * (best == 2));
}

static void find_axes(const retargeting* g, bool of_motion, vec3* up, vec3* left) {
    const joint_map* m = g->map;
    vec3 hips = place_of(g, g->hips, of_motion), high = v3(0, 0, 0), side = high;
    for (int32_t i = 0; i < m->count; ++i) {
        vec3 from_hips = v3_sub(place_of(g, i, of_motion), hips);
        joint_slot slot = m->pairs[i].slot;
        if (slot >= SLOT_SPINE && slot <= SLOT_HEAD)
            high = v3_add(high, from_hips);
        if (joint_slot_is_foot(slot))
            high = v3_sub(high, from_hips);
        if (slot >= SLOT_CLAVICLE)
            side = v3_madd(side, from_hips, slot >= SLOT_CLAVICLE + SLOT_SIDE ? -1.0 : 1.0);
    }
    *up = nearest_axis(high, v3(0, 0, 0));
    *left = nearest_axis(side, *up);
}

// Where one of the skeletons does not tell, the axes are taken to be the same.
static void align_axes(retargeting* g) {
    vec3 up, left, motion_up, motion_left;
    find_axes(g, false, &up, &left);
    find_axes(g, true, &motion_up, &motion_left);
    g->axes = quat_identity();
    g->up = v3_length(up) > 0.0 ? up : v3(0, 1, 0);
    if (v3_length(up) == 0.0 || v3_length(motion_up) == 0.0)
        return;
    g->axes = quat_between(motion_up, up);
    vec3 turned = quat_rotate(g->axes, motion_left);
    if (v3_length(left) == 0.0 || v3_length(motion_left) == 0.0)
        return;
    double angle = exact_atan2(v3_dot(v3_cross(turned, left), up), v3_dot(turned, left));
    g->axes = quat_mul(quat_axis_angle(up, angle), g->axes);
}

static void align_bones(retargeting* g) {
    for (int32_t i = 0; i < g->s->node_count; ++i) {
        int32_t pair = g->pair_of[g->order[i]];
        if (pair < 0)
            continue;
        int32_t end = g->below[pair];
        joint_slot slot = g->map->pairs[pair].slot;
        quat* a = &g->align[pair];
        *a = g->above[pair] >= 0 ? g->align[g->above[pair]] : quat_identity();
        if (end < 0 || !(joint_slot_is_long(slot) || slot == SLOT_NONE))
            continue;
        vec3 bone = v3_sub(place_of(g, end, false), place_of(g, pair, false));
        vec3 other = v3_sub(place_of(g, end, true), place_of(g, pair, true));
        if (v3_length(bone) > 0.0 && v3_length(other) > 0.0)
            *a = quat_between(v3_unit(bone), v3_unit(quat_rotate(g->axes, other)));
    }
}

// Legs against legs; without legs, everything against everything.
static bool find_scale(retargeting* g) {
    for (int round = 0; round < 2; ++round) {
        double character = 0.0, motion = 0.0;
        for (int32_t i = 0; i < g->map->count; ++i) {
            int32_t up = g->above[i];
            joint_slot slot = up >= 0 ? g->map->pairs[up].slot : SLOT_NONE;
            bool leg = slot == SLOT_THIGH || slot == SLOT_SHIN || slot == SLOT_THIGH + SLOT_SIDE ||
                       slot == SLOT_SHIN + SLOT_SIDE;
            if (up < 0 || (round == 0 && !leg))
                continue;
            character += v3_distance(place_of(g, i, false), place_of(g, up, false));
            motion += v3_distance(place_of(g, i, true), place_of(g, up, true));
        }
        g->scale = motion > 0.0 ? character / motion : 0.0;
        if (g->scale > 0.0)
            return true;
    }
    return false;
}

// ---- frames ----------------------------------------------------------------------------

// The character in a frame of the motion: g->world and g->turn; `start` is where the hips were first.
static void pose_frame(retargeting* g, int32_t frame, vec3 start) {
    const joint_map* m = g->map;
    biovision_pose(g->b, frame, g->turns, g->places);
    for (int32_t i = 0; i < g->s->node_count; ++i) {
        int32_t n = g->order[i], parent = g->s->nodes[n].parent, pair = g->pair_of[n];
        joint_local l = g->bind[n];
        quat base = parent >= 0 ? g->turn[parent] : quat_identity();
        if (pair >= 0) {
            quat moved =
                quat_mul(quat_mul(g->axes, g->turns[m->pairs[pair].from]), quat_conjugate(g->axes));
            quat wanted = quat_mul(quat_mul(moved, g->align[pair]), g->bind_turn[n]);
            l.rotation = quat_unit(quat_mul(quat_conjugate(base), wanted));
        }
        if (pair == g->hips) {
            vec3 displacement = v3_sub(g->places[m->pairs[pair].from], start);
            vec3 at = v3_madd(g->bind_place[n], quat_rotate(g->axes, displacement), g->scale);
            l.translation =
                parent >= 0 ? mat4_point(mat4_inverse_affine(g->world[parent]), at) : at;
        }
        g->turn[n] = quat_mul(base, l.rotation);
        mat4 local = mat4_from_trs(l.translation, l.rotation, l.scale);
        g->world[n] = parent >= 0 ? mat4_mul(g->world[parent], local) : local;
    }
}

static int compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// How far the lower foot is above its place in the bind pose when it stands.
static double find_ground(retargeting* g, int32_t first, int32_t count, vec3 start) {
    double* lowest = ARENA_NEW(g->memory, double, (size_t)count);
    bool any = false;
    for (int32_t f = 0; f < count; ++f) {
        pose_frame(g, first + f, start);
        lowest[f] = INFINITY;
        for (int32_t i = 0; i < g->map->count; ++i) {
            if (!joint_slot_is_foot(g->map->pairs[i].slot))
                continue;
            int32_t n = g->map->pairs[i].to;
            vec3 moved = v3_sub(mat4_point(g->world[n], v3(0, 0, 0)), g->bind_place[n]);
            lowest[f] = fmin(lowest[f], v3_dot(moved, g->up));
            any = true;
        }
    }
    if (!any)
        return 0.0;
    qsort(lowest, (size_t)count, sizeof *lowest, compare_doubles);
    return lowest[(int32_t)(STANDING * (count - 1))];
}

// ---- the clip --------------------------------------------------------------------------

static channel* add_channel(retargeting* g, clip* c, int32_t of_node, channel_path path,
                            int32_t keys) {
    channel* h = &c->channels[c->channel_count++];
    int32_t width = path == PATH_ROTATION ? 4 : 3;
    *h = (channel){of_node, path, LINEAR, keys, width, NULL, NULL};
    h->times = ARENA_NEW(g->memory, float, (size_t)keys);
    h->values = ARENA_NEW(g->memory, float, (size_t)keys*(size_t)width);
    for (int32_t i = 0; i < keys; ++i)
        h->times[i] = (float)(i * g->b->frame_seconds);
    return h;
}

static void set_place(channel* h, int32_t key, vec3 v) {
    float* out = h->values + 3 * (size_t)key;
    out[0] = (float)v.x, out[1] = (float)v.y, out[2] = (float)v.z;
}

// The sign that is nearer to the key before: linear readers then do not go the long way round.
static void set_turn(channel* h, int32_t key, quat q) {
    float* out = h->values + 4 * (size_t)key;
    double sign = 1.0;
    if (key > 0)
        sign = out[-4] * q.x + out[-3] * q.y + out[-2] * q.z + out[-1] * q.w < 0.0 ? -1.0 : 1.0;
    out[0] = (float)(sign * q.x), out[1] = (float)(sign * q.y);
    out[2] = (float)(sign * q.z), out[3] = (float)(sign * q.w);
}

// Joints stand as bound, whatever the file's rest pose is.
static void hold_joints(retargeting* g, clip* c) {
    for (int32_t i = 0; i < g->s->skin_count; ++i)
        for (int32_t j = 0; j < g->s->skins[i].joint_count; ++j) {
            int32_t n = g->s->skins[i].joints[j];
            bool seen = false;
            for (int32_t k = 0; k < c->channel_count; ++k)
                seen = seen || (c->channels[k].node == n && c->channels[k].path == PATH_SCALE);
            if (seen)
                continue;
            set_place(add_channel(g, c, n, PATH_SCALE, 1), 0, g->bind[n].scale);
            if (g->pair_of[n] < 0)
                set_turn(add_channel(g, c, n, PATH_ROTATION, 1), 0, g->bind[n].rotation);
            if (g->pair_of[n] != g->hips || g->hips < 0)
                set_place(add_channel(g, c, n, PATH_TRANSLATION, 1), 0, g->bind[n].translation);
        }
}

static void fill_clip(retargeting* g, clip* c, int32_t first, int32_t count) {
    const joint_map* m = g->map;
    pose_frame(g, first, v3(0, 0, 0));
    vec3 start = g->places[m->pairs[g->hips].from];
    double ground = find_ground(g, first, count, start);
    start = v3_add(start, quat_rotate(quat_conjugate(g->axes), v3_scale(g->up, ground / g->scale)));
    channel** turns = ARENA_NEW(g->memory, channel*, (size_t)m->count);
    for (int32_t i = 0; i < m->count; ++i)
        turns[i] = add_channel(g, c, m->pairs[i].to, PATH_ROTATION, count);
    int32_t hips = m->pairs[g->hips].to, carrier = g->s->nodes[hips].parent;
    channel* displacement = add_channel(g, c, hips, PATH_TRANSLATION, count);
    for (int32_t f = 0; f < count; ++f) {
        pose_frame(g, first + f, start);
        for (int32_t i = 0; i < m->count; ++i) {
            int32_t n = m->pairs[i].to, parent = g->s->nodes[n].parent;
            quat base = parent >= 0 ? quat_conjugate(g->turn[parent]) : quat_identity();
            set_turn(turns[i], f, quat_unit(quat_mul(base, g->turn[n])));
        }
        vec3 at = mat4_point(g->world[hips], v3(0, 0, 0));
        set_place(displacement, f,
                  carrier >= 0 ? mat4_point(mat4_inverse_affine(g->world[carrier]), at) : at);
    }
    hold_joints(g, c);
    c->duration = (count - 1) * g->b->frame_seconds;
}

// ---- public ----------------------------------------------------------------------------

static double jump(const biovision* b, int32_t frame) {
    const double* a = b->values + (size_t)frame * (size_t)b->channel_count;
    double most = 0.0;
    for (int32_t i = 0; i < b->joint_count; ++i)
        for (int32_t k = 0; k < b->joints[i].channel_count; ++k) {
            int32_t at = b->joints[i].first_channel + k;
            double d = fabs(a[at + b->channel_count] - a[at]);
            if (b->joints[i].channels[k] >= CHANNEL_TURN_X)
                most = fmax(most, fmin(d, fabs(d - 360.0)));
        }
    return most;
}

int32_t retarget_first_frame(const biovision* b) {
    if (b->frame_count < 4)
        return 0;
    double first = jump(b, 0), most = 0.0;
    for (int32_t i = 1; i + 1 < b->frame_count; ++i)
        most = fmax(most, jump(b, i));
    return first > JUMP_DEGREES && first > JUMP_FACTOR * most;
}

bool retarget_clip(const biovision* b, const joint_map* map, const scene* s, const char* name,
                   arena* memory, scene* out, report* r) {
    size_t nodes = (size_t)s->node_count, joints = (size_t)b->joint_count,
           pairs = (size_t)map->count;
    retargeting g = {.b = b, .map = map, .s = s, .memory = memory, .hips = -1};
    if (map->count == 0)
        return report_error(r, place_none(),
                            "no joint of the motion drives one of the character: "
                            "write a map, lines \"joint of the motion = joint of the "
                            "character\", and give it with --map");
    g.above = ARENA_NEW(memory, int32_t, pairs), g.below = ARENA_NEW(memory, int32_t, pairs);
    g.pair_of = ARENA_NEW(memory, int32_t, nodes), g.order = ARENA_NEW(memory, int32_t, nodes);
    g.bind = ARENA_NEW(memory, joint_local, nodes), g.bind_turn = ARENA_NEW(memory, quat, nodes);
    g.bind_place = ARENA_NEW(memory, vec3, nodes), g.rest_place = ARENA_NEW(memory, vec3, joints);
    g.align = ARENA_NEW(memory, quat, pairs), g.turns = ARENA_NEW(memory, quat, joints);
    g.turn = ARENA_NEW(memory, quat, nodes), g.places = ARENA_NEW(memory, vec3, joints);
    g.world = ARENA_NEW(memory, mat4, nodes);
    sort_nodes(&g);
    read_bind(&g);
    biovision_pose(b, -1, g.turns, g.rest_place);
    link_pairs(&g);
    align_axes(&g);
    align_bones(&g);
    if (!find_scale(&g))
        return report_error(
            r, place_none(),
            "the joints that were found do not hang together: no length to scale by");
    *out = *s;
    out->clips = ARENA_NEW(memory, clip, (size_t)s->clip_count + 1);
    if (s->clip_count > 0)
        memcpy(out->clips, s->clips, (size_t)s->clip_count * sizeof *s->clips);
    clip* c = &out->clips[out->clip_count++];
    c->name = name;
    c->channels = ARENA_NEW(memory, channel, 3 * nodes + pairs + 1);
    int32_t first = retarget_first_frame(b);
    fill_clip(&g, c, first, b->frame_count - first);
    return true;
}
