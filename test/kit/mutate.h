// Broken files on purpose: every prefix of one, and deterministic mutations. What the readers of
// meshes share in their tests; the sanitizers see what these alone do not.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"
#include "test/kit/check.h"

// Each try is in a block of exactly its size, so that one byte too far is seen.
static inline void mutate_try(const char* data, size_t size,
                              void (*read)(const char* data, size_t size)) {
    char* copy = malloc(size > 0 ? size : 1);
    memcpy(copy, data, size);
    read(copy, size);
    free(copy);
}

static inline void mutate_prefixes(const char* data, size_t size,
                                   void (*read)(const char* data, size_t size)) {
    for (size_t n = 0; n <= size && test_failures == 0; ++n)
        mutate_try(data, n, read);
}

// One to four changes each: a bit, a byte, a byte that means something to these formats, a run
// copied over another, a piece left out.
static inline void mutate_bytes(const char* data, size_t size, int tries,
                                void (*read)(const char* data, size_t size)) {
    static const char telling[] = "0123456789-+./\\#\n\r \tefvn\x00\xff\x7f\x80";
    uint64_t state = 7;
#define RANDOM(n)                                                                                  \
    ((size_t)((state = state * 6364136223846793005u + 1442695040888963407u) >> 33) % (n))
    char* copy = malloc(size);
    for (int k = 0; k < tries && test_failures == 0; ++k) {
        memcpy(copy, data, size);
        size_t length = size;
        for (size_t changes = 1 + RANDOM(4); changes > 0; --changes) {
            size_t at = RANDOM(length), from = RANDOM(length), run = 1 + RANDOM(16);
            if (run > length - at)
                run = length - at;
            if (run > length - from)
                run = length - from;
            switch (RANDOM(5)) {
            case 0:
                copy[at] = (char)(copy[at] ^ (1 << RANDOM(8)));
                break;
            case 1:
                copy[at] = (char)RANDOM(256);
                break;
            case 2:
                copy[at] = telling[RANDOM(sizeof telling)];
                break;
            case 3:
                memmove(copy + at, copy + from, run);
                break;
            default:
                if (length > run) {
                    memmove(copy + at, copy + at + run, length - at - run);
                    length -= run;
                }
            }
        }
        mutate_try(copy, length, read);
    }
    free(copy);
#undef RANDOM
}

// What a reader promises: an error or a scene in which every number is right.
static inline void test_check_scene(bool ok, const scene* s, const report* r) {
    CHECK(ok == (r->error_count == 0));
    if (!ok)
        return;
    CHECK(s->mesh_count > 0 && s->primitive_count > 0 && s->root_count > 0);
    for (int32_t i = 0; i < s->mesh_count; ++i) {
        CHECK(s->meshes[i].first_primitive >= 0 && s->meshes[i].primitive_count > 0);
        CHECK(s->meshes[i].first_primitive + s->meshes[i].primitive_count <= s->primitive_count);
    }
    for (int32_t i = 0; i < s->primitive_count; ++i) {
        const primitive* p = &s->primitives[i];
        CHECK(p->material >= -1 && p->material < s->material_count);
        for (int32_t t = 0; t < p->triangle_count; ++t)
            for (int k = 0; k < 3; ++k)
                CHECK(p->triangles[t][k] < (uint32_t)p->vertex_count);
        for (int32_t v = 0; v < p->vertex_count; ++v) {
            CHECK(isfinite(p->positions[v].x + p->positions[v].y + p->positions[v].z));
            for (int k = 0; k < 4 && p->colors != NULL; ++k)
                CHECK(isfinite(p->colors[v][k]));
            for (int k = 0; k < 2 && p->uvs != NULL; ++k)
                CHECK(isfinite(p->uvs[v][k]));
            for (int k = 0; k < 3 && p->normals != NULL; ++k)
                CHECK(isfinite(p->normals[v][k]));
        }
    }
    for (int32_t i = 0; i < s->node_count; ++i)
        CHECK(s->nodes[i].mesh >= -1 && s->nodes[i].mesh < s->mesh_count);
}
