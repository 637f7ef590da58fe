// Rings held by joints of every kind, in one number: the same from every compiler and from JavaScript.
//
//   hash_joint FILE.supple      prints the hash; tools/checks/bits.sh compares builds
//
// test/node/joints.mjs builds the same world by web/world.js: a change here is one there. One joint is too
// weak and breaks, one is taken away half way.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"
#include "test/kit/hash.h"

enum { FRAMES = 240, RINGS = 6, TAKEN = 120 };

static const float APART = 0.4f; // metres from one ring to the next

static supple_joint hold(supple_world* w, supple_joint_kind kind, supple_body* body,
                         supple_body* other_or_null, float x, float frequency, float strength) {
    supple_joint_options o =
        supple_joint_options_default(kind, body, other_or_null, (supple_vec3){x, 1.0f, 0.0f});
    o.there = (supple_vec3){x - 0.1f, 1.0f, 0.0f};
    o.axis = (supple_vec3){0.0f, 0.0f, 1.0f};
    o.frequency = frequency;
    o.strength = strength;
    return supple_world_add_joint(w, &o);
}

static uint64_t play(supple_world* w, supple_body* const* rings, const supple_joint* joints,
                     int32_t coords) {
    uint64_t hash = HASH_BEGIN;
    for (int frame = 0; frame < FRAMES; ++frame) {
        if (frame == TAKEN)
            supple_world_remove_joint(w, joints[2]);
        supple_world_step(w, 1.0f / 60.0f);
        for (int i = 0; i < RINGS; ++i) {
            supple_motion m = supple_body_motion(rings[i]);
            supple_joint_state s = supple_world_joint_state(w, joints[i]);
            const float told[3] = {s.force, s.twist, s.gap};
            const uint8_t is[3] = {s.exists, s.broken, s.broke};
            hash = hash_add(hash, &m, sizeof m);
            hash = hash_add(hash, supple_body_coords(rings[i]), sizeof(float) * (size_t)coords);
            hash = hash_add(hash_add(hash, told, sizeof told), is, sizeof is);
        }
    }
    return hash;
}

// 0 when the bytes are no free body.
static uint64_t hash_joint(const void* bytes, size_t size) {
    supple_asset a;
    supple_body* rings[RINGS];
    supple_joint joints[RINGS];
    if (supple_asset_read(&a, bytes, size) != SUPPLE_OK || !supple_asset_is_free(&a))
        return 0;
    supple_body_options how = supple_body_options_default(&a);
    how.free = true;
    supple_world* w = supple_world_create(NULL, NULL);
    for (int i = 0; i < RINGS; ++i) {
        supple_motion m = {.pose = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1}}};
        m.pose.m[12] = APART * (float)i;
        rings[i] = supple_body_create(&a, &how, NULL);
        supple_body_set_motion(rings[i], &m);
        supple_world_add_body(w, rings[i]);
    }
    static const supple_joint_kind kinds[RINGS] = {SUPPLE_JOINT_POINT, SUPPLE_JOINT_HINGE,
                                                   SUPPLE_JOINT_WELD,  SUPPLE_JOINT_DISTANCE,
                                                   SUPPLE_JOINT_POINT, SUPPLE_JOINT_POINT};
    for (int i = 0; i < RINGS; ++i)
        joints[i] = hold(w, kinds[i], rings[i], i == 0 ? NULL : rings[i - 1],
                         APART * ((float)i - 0.5f), i == 4 ? 3.0f : 0.0f, i == 5 ? 2.0f : 1e6f);
    uint64_t hash = play(w, rings, joints, a.coord_count);
    supple_world_destroy(w);
    for (int i = 0; i < RINGS; ++i)
        supple_body_destroy(rings[i]);
    return hash;
}

int main(int argc, char** argv) {
    return hash_main(argc, argv, hash_joint);
}
