// Two seconds of any asset in one number: the same from every compiler and processor.
//
//   hash_asset FILE.supple|FILE.glb...     a line each: the hash, and the name of the file
//
// Beside hash_body.c, whose golden assets are small and few: here bodies of every sample and model go, as `supple bake` wrote them
// on one machine, through drive or fall, pokes, entries, contact with the ground, light, save and restore. What is shown is
// hashed. tools/checks/machines_slow.sh compares builds and processors.
// SPDX-License-Identifier: MIT
#include "test/kit/check_asset.h"
#include "test/kit/hash.h"
#include "test/kit/palette.h"

enum { FRAMES = 120 };

typedef struct play {
    supple_asset asset;
    supple_body* body;
    supple_world* world_or_null; // of one that is free
    supple_matrix* palette;
    float *positions, *normals;
} play;

static void disturb(play* p, int frame) {
    const supple_asset* a = &p->asset;
    const uint32_t* corner = a->triangles + 3 * ((size_t)(11 * frame) % (size_t)a->triangle_count);
    supple_point at = {{corner[0], corner[1], corner[2]}, {0.5f, 0.25f, 0.25f}};
    if (frame % 17 == 5)
        supple_body_impulse(p->body, at, (supple_vec3){0.02f, -0.01f, 0.01f});
    for (int part = 0; part < a->part_count; ++part) {
        int entries = supple_asset_recorded(a, part).entry_count;
        if (entries > 0 && frame % 20 == 4)
            supple_body_trigger(p->body, part, frame / 20 % entries);
    }
}

static uint64_t shown(uint64_t hash, play* p) {
    const supple_asset* a = &p->asset;
    supple_streams out = supple_streams_packed(p->positions, p->normals);
    supple_body_skin(p->body, &out);
    hash = hash_add(hash, supple_body_coords(p->body), sizeof(float) * (size_t)a->coord_count);
    hash = hash_add(hash, p->positions, 3 * sizeof(float) * (size_t)a->vertex_count);
    return hash_add(hash, p->normals, 3 * sizeof(float) * (size_t)a->vertex_count);
}

static uint64_t lit(uint64_t hash, play* p) {
    float coefficients[3 * 36];
    supple_light* light = supple_light_create(&p->asset, NULL);
    if (light == NULL)
        return hash;
    for (int i = 0; i < 3 * 36; ++i)
        coefficients[i] = i == 0 ? 2.0f : 0.125f * (float)(i % 5 - 2);
    supple_light_set(light, coefficients, NULL);
    supple_body_light(p->body, light, p->positions, p->normals);
    supple_light_destroy(light);
    hash = hash_add(hash, p->positions, 3 * sizeof(float) * (size_t)p->asset.vertex_count);
    return hash_add(hash, p->normals, 3 * sizeof(float) * (size_t)p->asset.vertex_count);
}

static void begin(play* p) {
    static const supple_matrix here = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    supple_body_options o = supple_body_options_default(&p->asset);
    o.free = supple_asset_is_free(&p->asset);
    o.max_pins = 2;
    p->body = supple_body_create(&p->asset, &o, NULL);
    if (o.free) {
        const supple_shape ground = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET};
        p->world_or_null = supple_world_create(NULL, NULL);
        supple_world_add_body(p->world_or_null, p->body);
        supple_world_add_collider(p->world_or_null, &ground, &here);
    }
}

static uint64_t run(play* p) {
    uint64_t hash = HASH_BEGIN;
    size_t size = supple_body_state_size(p->body);
    void* state = malloc(size);
    for (int frame = 0; frame < FRAMES; ++frame) {
        palette_script(p->palette, p->asset.bone_count, (double)frame / 64.0);
        supple_body_drive(p->body, p->palette);
        disturb(p, frame);
        float dt = frame % 11 == 10 ? 0.03125f : 0.015625f;
        if (p->world_or_null != NULL)
            supple_world_step(p->world_or_null, dt);
        else
            supple_body_step(p->body, dt);
        if (frame == 60)
            supple_body_save(p->body, state);
        if (frame == 90 && p->world_or_null == NULL)
            supple_body_restore(p->body, state, size);
        if (frame % 30 == 29)
            hash = shown(hash, p);
    }
    free(state);
    return lit(hash, p);
}

static bool hash_file(const char* path) {
    play p = {0};
    size_t size;
    uint8_t* bytes = asset_load(path, &size);
    if (bytes == NULL || supple_asset_read(&p.asset, bytes, size) != SUPPLE_OK) {
        fprintf(stderr, "%s cannot be read\n", path);
        free(bytes);
        return false;
    }
    p.palette = calloc((size_t)p.asset.bone_count, sizeof *p.palette);
    p.positions = malloc(6 * sizeof(float) * (size_t)p.asset.vertex_count);
    p.normals = p.positions + 3 * (size_t)p.asset.vertex_count;
    begin(&p);
    uint64_t hash = run(&p);
    const char* name = strrchr(path, '/');
    printf("%08lx%08lx %s\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffu),
           name != NULL ? name + 1 : path);
    supple_body_destroy(p.body);
    supple_world_destroy(p.world_or_null);
    free(p.positions);
    free(p.palette);
    free(bytes);
    return true;
}

int main(int argc, char** argv) {
    bool all = argc > 1;
    for (int i = 1; i < argc; ++i)
        all = hash_file(argv[i]) && all;
    return all ? EXIT_SUCCESS : EXIT_FAILURE;
}
