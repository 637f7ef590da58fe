// Towers of soft bodies, stepped on several threads: the bits are those of one.
//
//   threads FILE.supple [THREADS]     prints a line a second, and where all of them end
//
// libsupple has no threads of its own. It hands out tasks, and whoever has a pool runs them: pool.h is one in a hundred lines.
// SPDX-License-Identifier: MIT
#include "pool.h"

#include <stdio.h>
#include <stdlib.h>

enum { TOWERS = 16, HIGH = 2, BODIES = TOWERS * HIGH, SECONDS = 2, RATE = 60 };

static void* read_file(const char* path, size_t* size) {
    FILE* in = fopen(path, "rb");
    if (in == NULL || fseek(in, 0, SEEK_END) != 0)
        return NULL;
    *size = (size_t)ftell(in);
    rewind(in);
    void* bytes = aligned_alloc(16, (*size + 15) / 16 * 16);
    if (bytes != NULL && fread(bytes, 1, *size, in) != *size)
        bytes = NULL;
    fclose(in);
    return bytes;
}

static bool add_bodies(supple_world* world, const supple_asset* asset, supple_body** bodies) {
    supple_body_options how = supple_body_options_default(asset);
    how.free = true;
    for (int i = 0; i < BODIES; ++i) {
        supple_motion m = {.pose = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
        m.pose.m[12] = 1.5f * (float)(i / HIGH % 4);
        m.pose.m[13] = 0.3f + 0.5f * (float)(i % HIGH);
        m.pose.m[14] = 1.5f * (float)(i / HIGH / 4);
        m.spin = (supple_vec3){1.0f, 0.0f, 0.1f * (float)i};
        bodies[i] = supple_body_create(asset, &how, NULL);
        if (bodies[i] == NULL || !supple_world_add_body(world, bodies[i]))
            return false;
        supple_body_set_motion(bodies[i], &m);
    }
    return true;
}

static void tell(const supple_world* world, supple_body* const* bodies) {
    float sum = 0.0f;
    supple_world_counts s = supple_world_stats(world);
    for (int i = 0; i < BODIES; ++i)
        sum += supple_body_motion(bodies[i]).pose.m[13];
    printf("%d of %d awake, %d contacts, %.9g m high on average\n", s.awake, s.bodies, s.contacts,
           (double)(sum / BODIES));
}

int main(int argc, char** argv) {
    int threads = argc > 2 ? atoi(argv[2]) : 2;
    size_t size = 0;
    supple_asset asset;
    supple_body* bodies[BODIES];
    void* bytes = argc > 1 ? read_file(argv[1], &size) : NULL;
    if (bytes == NULL || supple_asset_read(&asset, bytes, size) != SUPPLE_OK ||
        !supple_asset_is_free(&asset) || threads < 1 || threads > POOL_MOST) {
        fprintf(stderr, "threads FILE.supple [1 to %d]: a free body that supple bake wrote\n",
                POOL_MOST);
        return 2;
    }
    supple_world* world = supple_world_create(NULL, NULL);
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = 0.5f};
    supple_matrix level = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    supple_world_add_collider(world, &ground, &level);
    pool workers;
    if (!add_bodies(world, &asset, bodies) || !pool_start(&workers, threads))
        return 1;
    supple_world_set_tasks(world, &(supple_tasks){pool_run, &workers});
    for (int frame = 1; frame <= SECONDS * RATE; ++frame) {
        supple_world_step(world, 1.0f / RATE);
        if (frame % RATE == 0)
            tell(world, bodies);
    }
    pool_stop(&workers);
    supple_world_destroy(world);
    for (int i = 0; i < BODIES; ++i)
        supple_body_destroy(bodies[i]);
    free(bytes);
    return 0;
}
