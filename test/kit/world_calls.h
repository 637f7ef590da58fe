// A world played by bytes: each call of the public header, with numbers that a careless game may give it.
//
// Bytes choose the call, the body and the numbers, which are ordinary, absurd, or none at all. What must hold
// afterwards: every place, speed and coordinate is a number. fuzz_world.c finds bytes, test_world_calls.c plays
// those that were found and random ones. A play is over its steps when these have done CALLS_WORK: some milliseconds, so
// that a fuzzer plays thousands.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/check_asset.h"

#include <stdint.h>

#define CALLS_WORK 100000.0 // points and triangles tested, and rows swept
enum { CALLS_BODIES = 4, CALLS_IDS = 8, CALLS_BONES = 16, CALLS_STEPS = 16, CALLS_MOST = 256 };

typedef struct calls_files { // what bodies are of: free, on bones, posed
    uint8_t* bytes[3];
    supple_asset assets[3];
    supple_prepared* prepared[3]; // once: surfaces for contacts cost more than most plays
} calls_files;

typedef struct calls_world {
    const calls_files* files;
    const uint8_t* data;
    size_t size, at;
    supple_world* world;
    supple_body* bodies[CALLS_BODIES];
    int kinds[CALLS_BODIES];
    supple_pin pins[CALLS_IDS];
    supple_collider colliders[CALLS_IDS];
    supple_joint joints[CALLS_IDS];
    void* state;
    size_t state_size;
    int steps;
    double work;
} calls_world;

static inline bool calls_open(calls_files* f, const char* folder) {
    static const char* const names[3] = {"ring", "v1", "posed"};
    for (int i = 0; i < 3; ++i) {
        char path[4096];
        size_t size;
        snprintf(path, sizeof path, "%s/%s.supple", folder, names[i]);
        f->bytes[i] = asset_load(path, &size);
        if (f->bytes[i] == NULL ||
            supple_asset_read(&f->assets[i], f->bytes[i], size) != SUPPLE_OK ||
            f->assets[i].bone_count > CALLS_BONES)
            return false;
        f->prepared[i] = supple_asset_prepare(&f->assets[i], NULL);
        if (f->prepared[i] == NULL)
            return false;
    }
    return true;
}

static inline void calls_close(calls_files* f) {
    for (int i = 0; i < 3; ++i) {
        supple_prepared_release(f->prepared[i]);
        free(f->bytes[i]);
    }
}

// ---- numbers ---------------------------------------------------------------------------

static inline unsigned calls_byte(calls_world* w) {
    return w->at < w->size ? w->data[w->at++] : 0;
}

// Small and ordinary nine times in ten.
static inline float calls_number(calls_world* w) {
    static const float odd[] = {NAN,   INFINITY, -INFINITY, 3e38f,   -3e38f, 1e-40f, 1e9f,
                                -1e9f, 1e6f,     -1e6f,     1e3f,    -0.0f,  1e-12f, 1e12f,
                                2e9f,  -1e3f,    60.0f,     0.0f,    1e-6f,  5.0f,   -5.0f,
                                20.0f, -2e4f,    1e15f,     1.4e-45f};
    unsigned b = calls_byte(w);
    if (b >= 256 - sizeof odd / sizeof *odd)
        return odd[255 - b];
    return ((float)b - 116.0f) / 116.0f;
}

static inline supple_vec3 calls_vector(calls_world* w) {
    float x = calls_number(w), y = calls_number(w);
    return (supple_vec3){x, y, calls_number(w)};
}

// A turn about an axis of the world, and a place; or any sixteen numbers.
static inline supple_matrix calls_matrix(calls_world* w) {
    supple_matrix m = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    unsigned b = calls_byte(w);
    for (int i = 0; b == 255 && i < 16; ++i)
        m.m[i] = calls_number(w);
    if (b == 255)
        return m;
    int i = (int)(b % 3), k = (i + 1) % 3;
    float s = (float)(b % 16) / 16.0f, c = sqrtf(1.0f - s * s);
    m.m[4 * i + i] = m.m[4 * k + k] = c;
    m.m[4 * i + k] = s;
    m.m[4 * k + i] = -s;
    m.m[12] = calls_number(w);
    m.m[13] = calls_number(w);
    m.m[14] = calls_number(w);
    return m;
}

static inline supple_point calls_point(calls_world* w, const supple_asset* a) {
    unsigned b = calls_byte(w) << 8 | calls_byte(w);
    if (b == 0xFFFF) // none
        return (supple_point){{UINT32_MAX, 0, (uint32_t)a->vertex_count}, {1.0f, 0.0f, 0.0f}};
    const uint32_t* t = a->triangles + 3 * (b % (unsigned)a->triangle_count);
    supple_point p = {{t[0], t[1], t[2]}, {0.5f, 0.25f, 0.25f}};
    if (b % 16 == 15)
        p.weight[b % 3] = calls_number(w);
    return p;
}

// ---- calls -----------------------------------------------------------------------------

static inline void calls_add(calls_world* w, unsigned which) {
    if (w->bodies[which] != NULL)
        return;
    int kind = (int)(calls_byte(w) % 5);
    kind = kind > 2 ? 0 : kind; // most are free
    const supple_asset* a = &w->files->assets[kind];
    supple_body_options o = supple_body_options_default(a);
    unsigned b = calls_byte(w);
    o.free = b % 8 != 7;
    o.linear = b % 16 == 3;
    o.forcing = (supple_forcing)(b / 64);
    o.max_pins = b == 255 ? -1 : 8;
    if (b == 254)
        o.gravity = calls_vector(w);
    w->bodies[which] = b == 253 ? supple_body_create(a, &o, NULL)
                                : supple_prepared_body(w->files->prepared[kind], &o, NULL);
    w->kinds[which] = kind;
    if (w->bodies[which] != NULL)
        supple_world_add_body(w->world, w->bodies[which]);
}

static inline void calls_drop(calls_world* w, unsigned which) {
    if (w->bodies[which] == NULL)
        return;
    if (which % 2 == 0) // it leaves by itself
        supple_world_remove_body(w->world, w->bodies[which]);
    supple_body_destroy(w->bodies[which]);
    w->bodies[which] = NULL;
}

static inline void calls_collider(calls_world* w, unsigned id) {
    static const float corners[4][3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1.5f}, {0, 1, 0}};
    static const uint32_t triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    unsigned b = calls_byte(w);
    supple_shape s = {.kind = (supple_shape_kind)(b % 6),
                      .radius = 0.3f,
                      .half = {0.3f, 0.2f, 0.4f},
                      .positions = corners[0],
                      .triangles = triangles[0],
                      .vertex_count = 4,
                      .triangle_count = 4,
                      .friction = b > 128 ? calls_number(w) : -1.0f};
    if (b % 7 == 6) {
        s.radius = calls_number(w);
        s.half = calls_vector(w);
        s.vertex_count -= (int32_t)(b % 3);
    }
    supple_matrix pose = calls_matrix(w);
    supple_collider made = supple_world_add_collider(w->world, &s, &pose);
    if (made.generation != 0)
        w->colliders[id] = made;
}

static inline void calls_joint(calls_world* w, supple_body* body, unsigned id) {
    unsigned b = calls_byte(w);
    supple_joint_options o = supple_joint_options_default(
        (supple_joint_kind)(b % 5), body, w->bodies[b / 5 % CALLS_BODIES], calls_vector(w));
    if (b % 2 == 1) {
        o.there = calls_vector(w);
        o.axis = calls_vector(w);
        o.frequency = calls_number(w);
        o.strength = calls_number(w);
    }
    if (b % 16 == 6) {
        o.length = calls_number(w);
        o.damping = calls_number(w);
        o.twist_strength = calls_number(w);
        o.collide = true;
    }
    supple_joint made = supple_world_add_joint(w->world, &o);
    if (made.generation != 0)
        w->joints[id] = made;
}

static inline void calls_hold(calls_world* w, supple_body* body, const supple_asset* a,
                              unsigned id) {
    supple_point points[3], levers[2];
    supple_vec3 targets[3];
    unsigned b = calls_byte(w);
    for (int i = 0; i < 3; ++i) {
        points[i] = calls_point(w, a);
        targets[i] = b % 2 == 0 ? supple_body_position(body, points[i]) : calls_vector(w);
    }
    for (int i = 0; i < 2; ++i)
        levers[i] = calls_point(w, a);
    supple_pin made = supple_body_hold(body, (supple_hold_kind)(b % 6), points, targets,
                                       (int)(b / 8 % 5) - 1, b > 200 ? levers : NULL, 2);
    if (made.generation != 0)
        w->pins[id] = made;
}

static inline void calls_bones(calls_world* w, supple_body* body, const supple_asset* a) {
    supple_matrix palette[CALLS_BONES];
    unsigned b = calls_byte(w);
    palette[0] = calls_matrix(w);
    for (int32_t i = 1; i < a->bone_count; ++i)
        palette[i] = b % 4 == 0 ? calls_matrix(w) : palette[0];
    if (b % 8 == 1)
        supple_body_place(body, palette);
    else if (b % 8 == 2)
        supple_body_move(body, palette);
    else
        supple_body_drive(body, palette);
}

static inline void calls_settings(calls_world* w, supple_body* body, const supple_asset* a) {
    unsigned b = calls_byte(w);
    if (b % 3 == 0) {
        supple_tuning t = supple_body_tuning(body, 0);
        t.stiffness *= calls_number(w);
        t.damping *= calls_number(w);
        t.response = calls_number(w);
        t.limit *= calls_number(w);
        supple_body_tune(body, (int)(b % 4) - 1, t);
    } else if (b % 3 == 1) {
        supple_body_options o = supple_body_options_default(a);
        o.gravity = calls_vector(w);
        o.spin = b % 2 == 0;
        if (b > 250)
            o.sag = calls_vector(w);
        supple_body_set_options(body, &o);
    } else {
        supple_body_detail(body, (int)(b / 3) % 20 - 1);
    }
}

static inline void calls_keep(calls_world* w) {
    if (w->state == NULL || w->state_size != supple_world_state_size(w->world)) {
        free(w->state);
        w->state_size = supple_world_state_size(w->world);
        w->state = malloc(w->state_size);
        supple_world_save(w->world, w->state);
    } else if (!supple_world_restore(w->world, w->state, w->state_size)) { // of other bodies
        free(w->state);
        w->state = NULL;
    }
}

// ---- what must hold --------------------------------------------------------------------

static inline void calls_is_number(supple_vec3 x) {
    if (!(isfinite(x.x) && isfinite(x.y) && isfinite(x.z)))
        abort();
}

static inline void calls_look(calls_world* w) {
    supple_contact contacts[16];
    supple_world_counts stats = supple_world_stats(w->world);
    int count = supple_world_contacts(w->world, contacts, 16);
    if (count < 0 || !isfinite(stats.residual))
        abort();
    for (int i = 0; i < count && i < 16; ++i) {
        calls_is_number(contacts[i].place);
        calls_is_number(contacts[i].normal);
        if (!(contacts[i].impulse >= 0.0f && isfinite(contacts[i].impulse)))
            abort();
    }
    for (int i = 0; i < CALLS_BODIES; ++i) {
        const supple_asset* a = &w->files->assets[w->kinds[i]];
        if (w->bodies[i] == NULL)
            continue;
        supple_motion m = supple_body_motion(w->bodies[i]);
        for (int k = 0; k < 16; ++k)
            if (!isfinite(m.pose.m[k]))
                abort();
        calls_is_number(m.velocity);
        calls_is_number(m.spin);
        for (int32_t k = 0; k < a->coord_count; ++k)
            if (!isfinite(supple_body_coords(w->bodies[i])[k]))
                abort();
        supple_point at = {{a->triangles[0], a->triangles[1], a->triangles[2]},
                           {0.5f, 0.25f, 0.25f}};
        calls_is_number(supple_body_position(w->bodies[i], at));
    }
    for (int i = 0; i < CALLS_IDS; ++i) {
        supple_joint_state s = supple_world_joint_state(w->world, w->joints[i]);
        if (!(isfinite(s.force) && isfinite(s.twist) && isfinite(s.gap)))
            abort();
    }
}

static inline void calls_step(calls_world* w) {
    unsigned b = calls_byte(w);
    float dt = b < 200 ? 1.0f / 60.0f : b < 240 ? (float)(b - 199) / 400.0f : calls_number(w);
    if (++w->steps > CALLS_STEPS || w->work > CALLS_WORK)
        return;
    supple_world_step(w->world, dt);
    supple_world_counts s = supple_world_stats(w->world);
    w->work += (double)s.points_tested + (double)s.triangles_tested + (double)s.rows_swept;
    calls_look(w);
}

static inline void calls_body(calls_world* w, unsigned call, supple_body* body) {
    int kind = 0;
    for (int i = 0; i < CALLS_BODIES; ++i)
        kind = w->bodies[i] == body ? w->kinds[i] : kind;
    const supple_asset* a = &w->files->assets[kind];
    unsigned id = calls_byte(w) % CALLS_IDS;
    supple_point at = calls_point(w, a), hit;
    float distance;
    switch (call) {
    case 0:
        supple_body_impulse(body, at, calls_vector(w));
        break;
    case 1:
        supple_body_force(body, at, calls_vector(w));
        break;
    case 2:
        w->pins[id] = supple_body_pin(body, at, calls_vector(w));
        break;
    case 3:
        supple_body_move_pin(body, w->pins[id], calls_vector(w));
        break;
    case 4:
        supple_body_unpin(body, w->pins[id]);
        break;
    case 5:
        calls_hold(w, body, a, id);
        break;
    case 6:
        calls_bones(w, body, a);
        break;
    case 7:
        calls_settings(w, body, a);
        break;
    case 8: {
        supple_motion m = {.pose = calls_matrix(w)};
        m.velocity = calls_vector(w);
        m.spin = calls_vector(w);
        supple_body_set_motion(body, &m);
        break;
    }
    case 9:
        supple_body_pick(body, calls_vector(w), calls_vector(w), &hit, &distance);
        break;
    default:
        calls_joint(w, body, id);
    }
}

static inline void calls_play(const calls_files* files, const uint8_t* data, size_t size) {
    calls_world w = {.files = files, .data = data, .size = size};
    supple_world_options o = supple_world_options_default();
    unsigned how = calls_byte(&w);
    o.max_bodies = CALLS_BODIES - 1; // one finds no place
    o.max_colliders = o.max_joints = 4;
    o.max_contacts = how % 8 == 7 ? 8 : 256;
    o.response = (supple_response)(how / 8 % 4); // the last is none
    o.self = how % 16 == 5;
    w.world = supple_world_create(&o, NULL);
    if ((w.world == NULL) != (supple_world_options_wrong(&o) != NULL))
        abort();
    if (w.world == NULL)
        w.world = supple_world_create(NULL, NULL);
    for (int i = 0; i < CALLS_MOST && w.at < w.size && w.world != NULL; ++i) {
        unsigned call = calls_byte(&w) % 24, which = calls_byte(&w) % CALLS_BODIES;
        supple_matrix pose;
        if (call <= 10 && w.bodies[which] != NULL)
            calls_body(&w, call, w.bodies[which]);
        else if (call <= 11)
            calls_add(&w, which);
        else if (call == 12 && calls_byte(&w) % 4 == 0)
            calls_drop(&w, which);
        else if (call == 13)
            calls_collider(&w, which);
        else if (call == 14 || call == 15) {
            pose = calls_matrix(&w);
            (call == 14 ? supple_world_move_collider
                        : supple_world_place_collider)(w.world, w.colliders[which], &pose);
        } else if (call == 16)
            supple_world_remove_collider(w.world, w.colliders[which]);
        else if (call == 17)
            supple_world_remove_joint(w.world, w.joints[which]);
        else if (call == 18)
            calls_keep(&w);
        else
            calls_step(&w);
    }
    for (unsigned i = 0; i < CALLS_BODIES; ++i)
        calls_drop(&w, i);
    supple_world_destroy(w.world);
    free(w.state);
}
