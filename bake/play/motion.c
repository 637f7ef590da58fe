// Keys from a table, a formula or an actor; then channels for the roots of the scene.
// SPDX-License-Identifier: MIT
#include "bake/play/motion.h"

#include "bake/base/assert.h"
#include "bake/play/retarget.h"
#include "bake/play/table.h"

#define ACTOR_HEIGHT 1.75 // metres

// ---- a table ---------------------------------------------------------------------------

static bool check_key(const double* n, int32_t count, const motion* m, const char** why) {
    double square = 0.0;
    for (int k = 4; k < count; ++k)
        square += n[k] * n[k];
    *why = NULL;
    if (count != 4 && count != 8)
        *why = "a line has four numbers (time, x, y, z) or eight (and qx, qy, qz, qw)";
    else if (count == 8 && !(square > 0.0 && isfinite(square)))
        *why = "a quaternion of zeros is no turn";
    else if (m->count > 0 && !(n[0] > m->keys[m->count - 1].time))
        *why = "times ascend from line to line";
    else if (fabs(n[1]) > 1e6 || fabs(n[2]) > 1e6 || fabs(n[3]) > 1e6 || fabs(n[0]) > 1e6)
        *why = "times and ways are below a million";
    return *why == NULL;
}

bool motion_read(bytes file, const char* path, arena* memory, motion* out, report* r) {
    *out = (motion){0};
    int32_t capacity = 0, lines = 0;
    for (text t = text_open(file); text_next_line(&t);) {
        if (!text_more(&t))
            continue;
        double n[8] = {0, 0, 0, 0, 0, 0, 0, 1};
        bool bad;
        const char* why = "this is no number";
        int32_t count = table_numbers(&t, n, 8, &bad);
        if (bad && count == 0 && lines++ == 0)
            continue; // names of columns
        ++lines;
        if (bad || !check_key(n, count, out, &why))
            return report_error(r, place_line(path, t.line), "%s",
                                bad && count == 8 ? "more than eight numbers" : why);
        if (out->count == capacity) {
            int32_t more = capacity > 0 ? 2 * capacity : 256;
            out->keys =
                arena_grow(memory, out->keys, (size_t)capacity, (size_t)more, sizeof *out->keys);
            capacity = more;
        }
        out->keys[out->count++] =
            (motion_key){n[0], v3(n[1], n[2], n[3]), quat_unit((quat){n[4], n[5], n[6], n[7]})};
    }
    for (int32_t i = out->count - 1; i >= 0; --i)
        out->keys[i].time -= out->keys[0].time;
    return out->count > 1 ||
           report_error(r, place_file(path), "a motion has two lines of numbers or more");
}

// ---- a formula -------------------------------------------------------------------------

enum { BREATH_RATE = 120 }; // keys a second: linear between them, without a jolt

// Seconds of a breath, and how far it goes: a resting adult under anaesthesia, and a support that tilts a little.
#define BREATH_IN    1.0
#define BREATH_HELD  0.4
#define BREATH_OUT   1.2
#define BREATH_PAUSE 0.9
#define BREATH_RISE  0.015 // metres
#define BREATH_TILT  0.06  // radians

// 0 to 1 without a jump in speed or acceleration.
static double ease(double t) {
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
}

motion motion_breathing(int32_t breaths, arena* memory) {
    SUPPLE_ASSERT(breaths > 0);
    double round = BREATH_IN + BREATH_HELD + BREATH_OUT + BREATH_PAUSE;
    int32_t keys = (int32_t)(round * BREATH_RATE + 0.5);
    motion m = {breaths * keys + 1,
                ARENA_NEW(memory, motion_key, (size_t)breaths * (size_t)keys + 1)};
    for (int32_t i = 0; i < m.count; ++i) {
        double t = (double)(i % keys) / BREATH_RATE;
        double full = ease(t / BREATH_IN) - ease((t - BREATH_IN - BREATH_HELD) / BREATH_OUT);
        m.keys[i] = (motion_key){(double)i / BREATH_RATE, v3(0.0, BREATH_RISE * full, 0.0),
                                 quat_axis_angle(v3(1, 0, 0), BREATH_TILT * full)};
    }
    return m;
}

// ---- an actor --------------------------------------------------------------------------

motion motion_of_biovision(const biovision* b, arena* memory) {
    size_t joints = (size_t)b->joint_count;
    quat* turns = ARENA_NEW(memory, quat, joints);
    vec3* places = ARENA_NEW(memory, vec3, joints);
    biovision_pose(b, -1, turns, places);
    vec3 low = places[0], high = places[0];
    for (int32_t i = 1; i < b->joint_count; ++i) {
        low = v3_min(low, places[i]);
        high = v3_max(high, places[i]);
    }
    vec3 size = v3_sub(high, low);
    double tall = fmax(size.y, size.z), scale = tall > 0.0 ? ACTOR_HEIGHT / tall : 1.0;
    quat axes = size.z > size.y ? quat_between(v3(0, 0, 1), v3(0, 1, 0)) : quat_identity();
    int32_t first = retarget_first_frame(b);
    motion m = {b->frame_count - first,
                ARENA_NEW(memory, motion_key, (size_t)(b->frame_count - first))};
    quat begin = quat_identity();
    vec3 start = v3(0, 0, 0);
    for (int32_t i = 0; i < m.count; ++i) {
        biovision_pose(b, first + i, turns, places);
        if (i == 0) {
            begin = quat_conjugate(turns[0]);
            start = places[0];
        }
        quat turn = quat_mul(turns[0], begin);
        m.keys[i] = (motion_key){i * b->frame_seconds,
                                 v3_scale(quat_rotate(axes, v3_sub(places[0], start)), scale),
                                 quat_unit(quat_mul(quat_mul(axes, turn), quat_conjugate(axes)))};
    }
    return m;
}

// ---- the clip --------------------------------------------------------------------------

static channel make_channel(int32_t of_node, channel_path path, const motion* m, arena* memory) {
    size_t keys = (size_t)m->count, width = path == PATH_ROTATION ? 4 : 3;
    channel c = {of_node, path, LINEAR, m->count, (int32_t)width, NULL, NULL};
    c.times = ARENA_NEW(memory, float, keys);
    c.values = ARENA_NEW(memory, float, keys* width);
    for (int32_t i = 0; i < m->count; ++i)
        c.times[i] = (float)m->keys[i].time;
    return c;
}

scene motion_scene(const motion* m, const scene* s, double metres, const char* name,
                   arena* memory) {
    SUPPLE_ASSERT(metres > 0.0 && name != NULL);
    scene out = *s;
    out.clips = ARENA_NEW(memory, clip, (size_t)s->clip_count + 1);
    if (s->clip_count > 0)
        memcpy(out.clips, s->clips, (size_t)s->clip_count * sizeof *s->clips);
    clip* c = &out.clips[out.clip_count++];
    *c = (clip){name, 0, ARENA_NEW(memory, channel, 2 * (size_t)s->root_count),
                m->keys[m->count - 1].time};
    for (int32_t i = 0; i < s->root_count; ++i) {
        const node* n = &s->nodes[s->roots[i]];
        channel displacement = make_channel(s->roots[i], PATH_TRANSLATION, m, memory);
        channel turn = make_channel(s->roots[i], PATH_ROTATION, m, memory);
        for (int32_t k = 0; k < m->count; ++k) {
            const motion_key* key = &m->keys[k];
            vec3 at =
                v3_madd(quat_rotate(key->turn, n->translation), key->displacement, 1.0 / metres);
            quat q = quat_unit(quat_mul(key->turn, n->rotation));
            float *to = displacement.values + 3 * (size_t)k, *by = turn.values + 4 * (size_t)k;
            to[0] = (float)at.x, to[1] = (float)at.y, to[2] = (float)at.z;
            by[0] = (float)q.x, by[1] = (float)q.y, by[2] = (float)q.z, by[3] = (float)q.w;
        }
        c->channels[c->channel_count++] = displacement;
        c->channels[c->channel_count++] = turn;
    }
    return out;
}
