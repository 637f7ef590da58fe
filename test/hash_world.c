// A thousand frames of nine rings that fall onto a pile, in one number: the same from every compiler.
//
//   hash_world FILE.supple      prints the hash; tools/checks/bits.sh compares builds
//
// The ring is a golden asset, because the last bits of what is baked may differ between machines. In
// WebAssembly there is no main: test/node/hash.mjs calls hash_world.
// SPDX-License-Identifier: MIT
#include "runtime/math/exact.h"
#include "supple/supple.h"
#include "test/kit/hash.h"

enum { FRAMES = 1000, RINGS = 9, ROOM = 3 << 23 };

static struct {
    _Alignas(16) uint8_t bytes[ROOM];
    size_t used;
} memory;

static void* take(void* user, size_t size) {
    (void)user;
    size_t at = memory.used;
    memory.used += (size + 15) / 16 * 16;
    return memory.used <= ROOM ? memory.bytes + at : NULL;
}

static supple_motion start_of(int ring) {
    double s, c;
    exact_sincos(0.3 * ring, &s, &c);
    supple_motion m = {.pose = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
    int i = ring % 2, k = i + 1; // turned about z, or about x
    m.pose.m[4 * i + i] = m.pose.m[4 * k + k] = (float)c;
    m.pose.m[4 * i + k] = (float)s;
    m.pose.m[4 * k + i] = (float)-s;
    m.pose.m[12] = 0.04f * (float)(ring % 3 - 1);
    m.pose.m[13] = 0.2f + 0.32f * (float)ring;
    m.pose.m[14] = 0.04f * (float)(ring % 2);
    return m;
}

static uint64_t play(supple_world* w, supple_body* const* rings, int32_t coords) {
    uint64_t hash = HASH_BEGIN;
    for (int frame = 0; frame < FRAMES; ++frame) {
        if (frame % 250 == 249) // they are not to sleep for ever
            supple_body_impulse(rings[frame / 250], (supple_point){{0, 1, 2}, {1.0f, 0.0f, 0.0f}},
                                (supple_vec3){0.5f, 3.0f, 0.2f});
        supple_world_step(w, 1.0f / 60.0f);
        for (int i = 0; i < RINGS; ++i) {
            supple_motion m = supple_body_motion(rings[i]);
            hash = hash_add(hash, &m, sizeof m);
            hash = hash_add(hash, supple_body_coords(rings[i]), sizeof(float) * (size_t)coords);
        }
        supple_world_counts s = supple_world_stats(w);
        hash = hash_add(hash, &s.contacts, sizeof s.contacts);
    }
    return hash;
}

// 0 when the bytes are no free body, or the memory above is too small.
__attribute__((visibility("default"))) uint64_t hash_world(const void* bytes, size_t size);

uint64_t hash_world(const void* bytes, size_t size) {
    supple_asset a;
    supple_allocator allocator = {take, hash_keep, NULL};
    supple_body* rings[RINGS];
    if (supple_asset_read(&a, bytes, size) != SUPPLE_OK || !supple_asset_is_free(&a))
        return 0;
    supple_body_options how = supple_body_options_default(&a);
    how.free = true;
    supple_world* w = supple_world_create(NULL, &allocator);
    if (w == NULL)
        return 0;
    supple_shape plane = {.kind = SUPPLE_PLANE, .friction = -1.0f};
    supple_matrix level = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    supple_world_add_collider(w, &plane, &level);
    for (int i = 0; i < RINGS; ++i) {
        supple_motion m = start_of(i);
        rings[i] = supple_body_create(&a, &how, &allocator);
        if (rings[i] == NULL || !supple_world_add_body(w, rings[i]))
            return 0;
        supple_body_set_motion(rings[i], &m);
    }
    return play(w, rings, a.coord_count);
}

#if __STDC_HOSTED__
int main(int argc, char** argv) {
    return hash_main(argc, argv, hash_world);
}
#endif
