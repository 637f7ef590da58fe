// Bodies that nothing holds in a world with a floor: dropped, thrown, poked, pulled. Prints what happens.
//
//   drop body.supple [how many]
//
// The frame loop of a game, without the game. Bake the body without a skeleton and without --fix.
// SPDX-License-Identifier: MIT
#include <supple/supple.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAIN_MOST = 16 };
static const float DT = 1.0f / 60.0f;
static const supple_matrix FLOOR = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};

typedef struct game {
    const supple_asset* asset;
    supple_prepared* prepared; // what all bodies of the asset share
    supple_world* world;
    supple_body* bodies[MAIN_MOST];
    int count;
    float size, bottom; // of the body at rest: its diagonal, its lowest point; world units
} game;

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

static void measure(game* g) {
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < 3 * g->asset->vertex_count; ++i) {
        low[i % 3] = fminf(low[i % 3], g->asset->positions[i]);
        high[i % 3] = fmaxf(high[i % 3], g->asset->positions[i]);
    }
    float x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    g->size = sqrtf(x * x + y * y + z * z);
    g->bottom = low[1];
}

// The mesh's unit is the world's, so that a pose neither grows nor shrinks.
static bool add_body(game* g) {
    supple_body_options o = supple_body_options_default(g->asset);
    o.world_metres = g->asset->metres;
    o.gravity.y /= g->asset->metres;
    o.free = true;
    o.max_pins = 1;
    supple_body* body = supple_prepared_body(g->prepared, &o, NULL);
    if (body == NULL || !supple_world_add_body(g->world, body))
        return false;
    supple_motion m = {.pose = FLOOR};
    m.pose.m[13] = 1.5f * g->size * (float)(g->count + 1) - g->bottom;
    m.spin = (supple_vec3){0.5f, 0.0f, 0.8f};
    supple_body_set_motion(body, &m);
    g->bodies[g->count++] = body;
    return true;
}

// Steps for so many seconds and says what met, how hard, and how many did not come to rest: what is round
// rolls on. False when something was lost.
static bool run(game* g, const char* what, float seconds) {
    int began = 0, most = 0;
    float hardest = 0.0f, residual = 0.0f;
    for (int frame = 0; frame < (int)(seconds / DT); ++frame) {
        supple_world_step(g->world, DT);
        supple_contact contacts[64];
        int count = supple_world_contacts(g->world, contacts, 64);
        for (int i = 0; i < count && i < 64; ++i) {
            began += contacts[i].began;
            hardest = fmaxf(hardest, contacts[i].impulse);
        }
        most = count > most ? count : most;
        residual = fmaxf(residual, supple_world_stats(g->world).residual);
    }
    float height = supple_body_motion(g->bodies[0]).pose.m[13] + g->bottom;
    int awake = supple_world_stats(g->world).awake;
    printf(
        "%-8s %3d contacts began, %2d contacts at most, the hardest %.3g N s; the first stands at "
        "%.3g of its size; %d awake\n",
        what, began, most, hardest, height / g->size, awake);
    return isfinite(height) && fabsf(height) < 50.0f * g->size;
}

static bool play(game* g) {
    bool fine = run(g, "dropped", 20.0f);

    for (int i = 0; i < g->count; ++i) {
        supple_motion m = supple_body_motion(g->bodies[i]);
        m.velocity =
            (supple_vec3){0.0f, 4.0f * g->size, 2.0f * g->size * (i % 2 == 0 ? 1.0f : -1.0f)};
        m.spin = (supple_vec3){4.0f, 1.0f, 2.0f};
        supple_body_set_motion(g->bodies[i], &m);
    }
    fine &= run(g, "thrown", 20.0f);

    // from above, where a hand would come from
    supple_body* body = g->bodies[0];
    supple_vec3 at = {0}, down = {0.0f, -1.0f, 0.0f};
    supple_motion m = supple_body_motion(body);
    at = (supple_vec3){m.pose.m[12], m.pose.m[13] + 4.0f * g->size, m.pose.m[14]};
    supple_point point;
    float distance;
    if (!supple_body_pick(body, at, down, &point, &distance))
        point = (supple_point){{0, 0, 0}, {1.0f, 0.0f, 0.0f}};
    float push = 0.3f * supple_asset_part(g->asset, 0).mass;
    supple_body_impulse(body, point, (supple_vec3){0.0f, -push, 0.0f});
    fine &= run(g, "poked", 10.0f);

    supple_vec3 target = supple_body_position(body, point);
    supple_pin pin = supple_body_pin(body, point, target);
    for (int frame = 0; frame < 60; ++frame) {
        target.y += 1.5f * g->size / 60.0f;
        supple_body_move_pin(body, pin, target);
        supple_world_step(g->world, DT);
    }
    fine &= run(g, "pulled", 2.0f);
    supple_vec3 held = supple_body_position(body, point);
    float off = fabsf(held.x - target.x) + fabsf(held.y - target.y) + fabsf(held.z - target.z);
    printf("         it hangs %.2g of its size from the hand\n", off / g->size);
    supple_body_unpin(body, pin);
    fine &= run(g, "let go", 20.0f);
    return fine && off < 0.3f * g->size; // as far as the flesh stretches
}

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "use: drop FILE.supple [how many, 1 to %d]\n", MAIN_MOST);
        return 2;
    }
    size_t size = 0;
    void* bytes = load(argv[1], &size);
    supple_asset asset;
    supple_result result = supple_asset_read(&asset, bytes, size);
    if (result != SUPPLE_OK || !supple_asset_is_free(&asset)) {
        fprintf(stderr, "%s: %s\n", argv[1],
                result != SUPPLE_OK ? supple_result_text(result) : "Something holds this body.");
        free(bytes);
        return 1;
    }
    game g = {.asset = &asset,
              .prepared = supple_asset_prepare(&asset, NULL),
              .world = supple_world_create(NULL, NULL)};
    supple_shape plane = supple_shape_default(SUPPLE_PLANE);
    supple_world_add_collider(g.world, &plane, &FLOOR);
    measure(&g);
    int wanted = argc == 3 ? atoi(argv[2]) : 1;
    while (g.count < wanted && g.count < MAIN_MOST && add_body(&g)) {
    }
    bool fine = g.count > 0 && play(&g);
    for (int i = 0; i < g.count; ++i) {
        supple_world_remove_body(g.world, g.bodies[i]);
        supple_body_destroy(g.bodies[i]);
    }
    supple_world_destroy(g.world);
    supple_prepared_release(g.prepared);
    free(bytes);
    return fine ? 0 : 1;
}
