// Rigid bodies of every shape that fall onto each other, a slope and a soft ring, in one number: the same from every compiler and from JavaScript.
//
//   hash_rigid FILE.supple      prints the hash; tools/checks/bits.sh compares builds. FILE is the ring.
//
// test/node/rigid.mjs builds the same world by web/world.js: a change here is one there. Poses have no sine in them.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"
#include "test/kit/hash.h"

enum { FRAMES = 300, KINDS = 5, ROUNDS = 3, BODIES = KINDS * ROUNDS };

static const float CORNERS[6][3] = {{0.2f, 0, 0},   {-0.2f, 0, 0}, {0, 0.15f, 0},
                                    {0, -0.15f, 0}, {0, 0, 0.25f}, {0, 0, -0.1f}};

static supple_matrix at(float x, float y, float z) {
    return (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1}};
}

static supple_shape shape_of(int kind, supple_shape_part parts[2]) {
    static const supple_shape_kind kinds[KINDS] = {SUPPLE_SPHERE, SUPPLE_CAPSULE, SUPPLE_BOX,
                                                   SUPPLE_HULL, SUPPLE_COMPOUND};
    supple_shape s = supple_shape_default(kinds[kind]);
    s.density = 300.0f;
    s.radius = 0.125f;
    s.half = (supple_vec3){0.125f, 0.1875f, 0.125f};
    if (s.kind == SUPPLE_HULL) {
        s.positions = &CORNERS[0][0];
        s.vertex_count = 6;
    } else if (s.kind == SUPPLE_COMPOUND) {
        for (int i = 0; i < 2; ++i)
            parts[i] = (supple_shape_part){shape_of(2 * i, NULL), at(0.25f * (float)i, 0.0f, 0.0f)};
        s.parts = parts;
        s.part_count = 2;
    }
    return s;
}

static uint64_t play(supple_world* w, supple_body* const* bodies) {
    uint64_t hash = HASH_BEGIN;
    for (int frame = 0; frame < FRAMES; ++frame) {
        if (frame == 150)
            supple_body_impulse_centre(bodies[2], (supple_vec3){4.0f, 8.0f, -2.0f},
                                       (supple_vec3){0.0f, 0.25f, 0.0f});
        supple_world_step(w, 1.0f / 60.0f);
        for (int i = 0; i <= BODIES; ++i) {
            supple_motion m = supple_body_motion(bodies[i]);
            hash = hash_add(hash, &m, sizeof m);
        }
        supple_world_counts s = supple_world_stats(w);
        hash = hash_add(hash, &s.contacts, sizeof s.contacts);
    }
    return hash;
}

// 0 when the bytes are no free body.
static uint64_t hash_rigid(const void* bytes, size_t size) {
    supple_asset a;
    supple_body* bodies[BODIES + 1];
    supple_prepared* kinds[KINDS];
    supple_shape_part parts[2];
    if (supple_asset_read(&a, bytes, size) != SUPPLE_OK || !supple_asset_is_free(&a))
        return 0;
    supple_world* w = supple_world_create(NULL, NULL);
    supple_shape plane = supple_shape_default(SUPPLE_PLANE),
                 ramp = supple_shape_default(SUPPLE_BOX);
    plane.friction = 0.5f;
    ramp.half = (supple_vec3){1.0f, 0.125f, 1.0f};
    supple_matrix level = at(0.0f, 0.0f, 0.0f), slope = at(0.5f, 0.25f, 0.0f);
    slope.m[0] = slope.m[5] = 0.96f; // leans: 0.28 and 0.96 are the sides of a right triangle
    slope.m[1] = 0.28f;
    slope.m[4] = -0.28f;
    supple_world_add_collider(w, &plane, &level);
    supple_world_add_collider(w, &ramp, &slope);
    supple_body_options how = supple_body_options_default(&a);
    how.free = true;
    for (int i = 0; i <= BODIES; ++i) {
        if (i < KINDS) {
            supple_shape s = shape_of(i, parts);
            kinds[i] = supple_shape_prepare(&s, NULL);
        }
        supple_motion m = {
            .pose = at(0.125f * (float)(i % 3), 1.0f + 0.5f * (float)i, 0.0625f * (float)(i % 4)),
            .spin = {0.0f, 0.0f, 0.5f * (float)(i % 2)}};
        bodies[i] = i < BODIES ? supple_prepared_body(kinds[i % KINDS], NULL, NULL)
                               : supple_body_create(&a, &how, NULL);
        if (bodies[i] == NULL || !supple_world_add_body(w, bodies[i]))
            return 0;
        supple_body_set_motion(bodies[i], &m);
    }
    uint64_t hash = play(w, bodies);
    supple_world_destroy(w);
    for (int i = 0; i <= BODIES; ++i)
        supple_body_destroy(bodies[i]);
    for (int i = 0; i < KINDS; ++i)
        supple_prepared_release(kinds[i]);
    return hash;
}

int main(int argc, char** argv) {
    return hash_main(argc, argv, hash_rigid);
}
