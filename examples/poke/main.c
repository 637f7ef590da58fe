// Poke a soft body, then drag a point of it with a pin and let go. Prints how far the point moves.
//
//   poke body.supple
//
// The frame loop of a game, without the game: no window, no skeleton that moves.
// SPDX-License-Identifier: MIT
#include <supple/supple.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const float DT = 1.0f / 60.0f;

// The whole file at a place that malloc gives, which is aligned as assets must be.
static void* load(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    void* bytes = length > 0 ? malloc((size_t)length) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}

// Somewhere in the first soft part.
static supple_vec3 middle_of(const supple_asset* asset) {
    supple_part part = supple_asset_part(asset, 0);
    const float* p = asset->positions + 3 * part.vertices[part.vertex_count / 2];
    return (supple_vec3){p[0], p[1], p[2]};
}

static float size_of(const supple_asset* asset) {
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < 3 * asset->vertex_count; ++i) {
        low[i % 3] = fminf(low[i % 3], asset->positions[i]);
        high[i % 3] = fmaxf(high[i % 3], asset->positions[i]);
    }
    return fmaxf(high[0] - low[0], fmaxf(high[1] - low[1], high[2] - low[2]));
}

static supple_vec3 plus(supple_vec3 a, supple_vec3 b, float scale) {
    return (supple_vec3){a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z};
}

static float apart(supple_vec3 a, supple_vec3 b) {
    supple_vec3 d = plus(a, b, -1.0f);
    return sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}

// Steps for so many frames and prints where the point is every few of them.
static void run(supple_body* body, supple_point point, supple_vec3 rest, int frames) {
    for (int frame = 1; frame <= frames; ++frame) {
        supple_body_step(body, DT);
        if (frame % 10 == 0 || frame <= 3)
            printf("  frame %3d: %.5f from rest\n", frame,
                   apart(supple_body_position(body, point), rest));
    }
}

static int play(const supple_asset* asset) {
    supple_body_options options = supple_body_options_default(asset);
    options.world_metres = asset->metres; // no bones here that scale: the world has the mesh's unit
    options.gravity.y /= asset->metres;   // and gravity is in the world's
    supple_body* body = supple_body_create(asset, &options, NULL);
    if (body == NULL)
        return 1;
    // What the mouse would say: a ray through a point of the screen. Here it comes from the +x side.
    float size = size_of(asset);
    supple_vec3 inward = {-1.0f, 0.0f, 0.0f};
    supple_vec3 from = plus(middle_of(asset), inward, -2.0f * size);
    supple_point point;
    float distance;
    if (!supple_body_pick(body, from, inward, &point, &distance)) {
        fprintf(stderr, "the ray misses the body\n");
        supple_body_destroy(body);
        return 1;
    }
    supple_vec3 rest = supple_body_position(body, point);
    printf("picked vertices %u, %u, %u at a distance of %.3f\n", point.vertex[0], point.vertex[1],
           point.vertex[2], distance);

    printf("a poke of 0.1 newton seconds\n");
    supple_body_impulse(body, point, plus((supple_vec3){0}, inward, 0.1f));
    run(body, point, rest, 60);

    printf("dragged outward by a fiftieth of its size, within a second\n");
    supple_pin pin = supple_body_pin(body, point, supple_body_position(body, point));
    supple_vec3 target = rest;
    for (int frame = 1; frame <= 60; ++frame) {
        target = plus(rest, inward, -0.02f * size * (float)frame / 60.0f);
        supple_body_move_pin(body, pin, target);
        supple_body_step(body, DT);
    }
    float missed = apart(supple_body_position(body, point), target);
    printf("  the point is %.5f from rest and misses its target by %.7f\n",
           apart(supple_body_position(body, point), rest), missed);

    printf("let go\n");
    supple_body_unpin(body, pin);
    run(body, point, rest, 60);
    for (int frame = 60; frame < 1200; ++frame)
        supple_body_step(body, DT);
    float left = apart(supple_body_position(body, point), rest);
    printf("after 20 seconds: %.5f from rest\n", left);
    supple_body_destroy(body);
    return missed < 1e-4f * size && left < 1e-3f * size ? 0 : 1;
}

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "use: poke FILE.supple\n");
        return 2;
    }
    size_t size = 0;
    void* bytes = load(argv[1], &size);
    supple_asset asset;
    supple_result result = supple_asset_read(&asset, bytes, size);
    if (result != SUPPLE_OK)
        fprintf(stderr, "%s: %s\n", argv[1], supple_result_text(result));
    int status = result == SUPPLE_OK ? play(&asset) : 1;
    free(bytes);
    return status;
}
