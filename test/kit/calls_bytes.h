// Bytes as calls: the numbers, vectors, matrices and points of test/kit/world_calls.h and body_calls.h, and the state of such a play.
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
    static const float odd[] = {NAN,   INFINITY, -INFINITY, 3e38f,    -3e38f, 1e-40f, 1e9f,
                                -1e9f, 1e6f,     -1e6f,     1e3f,     -0.0f,  1e-12f, 1e12f,
                                2e9f,  -1e3f,    60.0f,     0.0f,     1e-6f,  5.0f,   -5.0f,
                                20.0f, -2e4f,    1e15f,     1.4e-45f, 3e14f};
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

static inline void calls_is_number(supple_vec3 x) {
    if (!(isfinite(x.x) && isfinite(x.y) && isfinite(x.z)))
        abort();
}
