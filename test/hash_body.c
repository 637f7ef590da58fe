// A thousand frames of the golden asset in one number: the same from every compiler and processor.
//
//   hash_body FILE.supple       prints the hash; tools/checks/bits.sh compares builds
//
// Bones move by script, dt jitters, the body is poked, pinned, tuned, thinned, saved and rolled back; entries of what is
// recorded begin and wait. All
// that is shown goes into the hash: coordinates, rows for upload, skinned vertices with their normals. In
// WebAssembly there is no main: test/node/hash.mjs calls hash_body.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"
#include "test/kit/hash.h"
#include "test/kit/palette.h"

enum {
    FRAMES = 1000,
    MOST_BONES = 16,
    MOST_COORDS = 256,
    MOST_VERTICES = 1024,
    MOST_STATE = 1 << 17
};

static struct {
    supple_matrix palette[MOST_BONES];
    float rows[MOST_COORDS][4];
    float positions[MOST_VERTICES][3], normals[MOST_VERTICES][3];
    _Alignas(16) uint8_t state[MOST_STATE], memory[MOST_STATE];
    size_t used;
} work;

static void* take(void* user, size_t size) {
    (void)user;
    size = (size + 15) / 16 * 16;
    if (size > sizeof work.memory - work.used)
        return NULL;
    work.used += size;
    return work.memory + work.used - size;
}

static double jitter(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (0.5 + (*state >> 8) / 16777216.0) / 60.0;
}

// Of parts that are recorded; all others have none.
static void begin_entries(supple_body* b, const supple_asset* a, int frame) {
    for (int p = 0; p < a->part_count; ++p) {
        int count = supple_asset_recorded(a, p).entry_count;
        if (count > 0 && frame % 23 == 3)
            supple_body_trigger(b, p, frame % count);
        if (count > 0 && frame % 61 == 7)
            supple_body_queue(b, p, frame / 61 % count);
    }
}

static void disturb(supple_body* b, const supple_asset* a, int frame, supple_pin* pin) {
    const uint32_t* corner = a->triangles + 3 * ((size_t)(7 * frame) % (size_t)a->triangle_count);
    supple_point at = {{corner[0], corner[1], corner[2]}, {0.5f, 0.25f, 0.25f}};
    if (frame % 37 == 5)
        supple_body_impulse(b, at, (supple_vec3){0.3f, -0.1f, 0.2f});
    if (frame % 5 == 0)
        supple_body_force(b, at, (supple_vec3){1.0f, 2.0f, -1.0f});
    if (frame % 100 == 60)
        *pin = supple_body_pin(b, at, supple_body_position(b, at));
    if (frame % 100 == 80)
        supple_body_unpin(b, *pin);
    if (frame % 150 == 149)
        supple_body_detail(b, 1 + frame / 150 % 4);
    if (frame % 200 == 120) {
        supple_tuning t = supple_body_tuning(b, 0);
        t.stiffness *= 1.25f;
        supple_body_tune(b, SUPPLE_ALL_PARTS, t);
    }
    supple_body_options o = supple_body_options_default(a);
    o.spin = frame >= 500;
    o.forcing = (supple_forcing)(frame / 700 * 2);
    if (frame == 500 || frame == 700)
        supple_body_set_options(b, &o);
    if (frame % 90 == 30)
        supple_body_save(b, work.state);
    if (frame % 90 == 50)
        supple_body_restore(b, work.state, supple_body_state_size(b));
}

static uint64_t shown(uint64_t hash, const supple_body* b, const supple_asset* a) {
    supple_streams out = supple_streams_packed(work.positions[0], work.normals[0]);
    supple_body_upload(b, work.rows);
    supple_body_skin(b, &out);
    hash = hash_add(hash, supple_body_coords(b), sizeof(float) * (size_t)a->coord_count);
    hash = hash_add(hash, work.rows, sizeof *work.rows * (size_t)a->coord_count);
    hash = hash_add(hash, work.positions, sizeof *work.positions * (size_t)a->vertex_count);
    return hash_add(hash, work.normals, sizeof *work.normals * (size_t)a->vertex_count);
}

// 0 when the bytes are no asset, or one too large for the arrays above.
__attribute__((visibility("default"))) uint64_t hash_body(const void* bytes, size_t size);

uint64_t hash_body(const void* bytes, size_t size) {
    supple_asset a;
    supple_allocator memory = {take, hash_keep, NULL};
    work.used = 0;
    if (supple_asset_read(&a, bytes, size) != SUPPLE_OK || a.bone_count > MOST_BONES ||
        a.coord_count > MOST_COORDS || a.vertex_count > MOST_VERTICES)
        return 0;
    supple_body* b = supple_body_create(&a, NULL, &memory);
    if (b == NULL || supple_body_state_size(b) > sizeof work.state)
        return 0;
    uint64_t hash = HASH_BEGIN;
    uint32_t state = 1;
    supple_pin pin = {0, 0};
    double t = 0.0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        disturb(b, &a, frame, &pin);
        begin_entries(b, &a, frame);
        palette_script(work.palette, a.bone_count, t);
        if (frame % 333 == 332)
            supple_body_place(b, work.palette);
        else
            supple_body_drive(b, work.palette);
        float dt = frame % 10 < 4 ? 1.0f / 60.0f : (float)jitter(&state);
        supple_body_step(b, dt);
        t += dt;
        hash = shown(hash, b, &a);
    }
    supple_body_destroy(b);
    return hash;
}

#if __STDC_HOSTED__
int main(int argc, char** argv) {
    return hash_main(argc, argv, hash_body);
}
#endif
