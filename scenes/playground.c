// What stands on playgrounds, and how they are opened.
// SPDX-License-Identifier: MIT
#include "scenes/playground.h"

#include "runtime/math/exact.h"

#include <string.h>

const char* const playground_names[PLAYGROUND_COUNT] = {"drop", "tower", "cradle", "pile", "slope"};

// ---- describing ------------------------------------------------------------------------

static supple_matrix at(double x, double y, double z) {
    return (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, (float)x, (float)y, (float)z, 1}};
}

// Turned about z, or about x.
static supple_matrix turned(double angle, bool about_x, double x, double y, double z) {
    double s, c;
    exact_sincos(angle, &s, &c);
    supple_matrix m = at(x, y, z);
    int i = about_x ? 1 : 0, k = i + 1;
    m.m[4 * i + i] = m.m[4 * k + k] = (float)c;
    m.m[4 * i + k] = (float)s;
    m.m[4 * k + i] = (float)-s;
    return m;
}

static void put(playground* s, int32_t which, supple_matrix pose, supple_vec3 velocity,
                supple_vec3 spin) {
    s->bodies[s->body_count++] = (playground_body){which, {pose, velocity, spin}};
}

static void collide(playground* s, supple_shape shape, supple_matrix pose) {
    s->colliders[s->collider_count++] = (playground_collider){shape, pose};
}

static const supple_vec3 none = {0.0f, 0.0f, 0.0f};

static void ground(playground* s) {
    collide(s, (supple_shape){.kind = SUPPLE_PLANE, .friction = -1.0f}, at(0.0, 0.0, 0.0));
}

// A box, a ball and a ring that fall on the ground.
static void describe_drop(playground* s) {
    s->about = "a box, a ball and another box fall on the ground";
    s->toy_count = 2;
    s->toys[1].kind = TOY_BALL;
    ground(s);
    put(s, 0, turned(0.4, false, -0.2, 0.3, 0.0), none, (supple_vec3){1.0f, 0.5f, 0.0f});
    put(s, 1, at(0.0, 0.4, 0.0), none, none);
    put(s, 0, turned(0.7, true, 0.2, 0.5, 0.0), (supple_vec3){-1.0f, 0.0f, 0.0f}, none);
}

static void describe_tower(playground* s) {
    s->about = "five cubes, one on the other";
    s->toys[0].first = 50.0;
    s->toys[0].modes = 12;
    s->toys[0].ratio = 0.5;
    ground(s);
    for (int i = 0; i < 5; ++i)
        put(s, 0, at(0.0, 0.05 + 0.1 * i, 0.0), none, none);
}

// Without joints: balls in a row without weight, the first comes flying.
static void describe_cradle(playground* s) {
    s->about = "five balls in a row, hit by a sixth";
    s->gravity = none;
    s->toys[0].kind = TOY_BALL;
    s->toys[0].first = 60.0;
    s->toys[0].ratio = 0.01;
    s->options.friction = 0.0f;
    put(s, 0, at(-0.3, 0.0, 0.0), (supple_vec3){1.0f, 0.0f, 0.0f}, none);
    for (int i = 0; i < 5; ++i)
        put(s, 0, at(0.1002 * i, 0.0, 0.0), none, none);
}

static void describe_pile(playground* s) {
    s->about = "nine swimming rings fall onto a pile";
    s->toys[0].kind = TOY_TORUS;
    s->toys[0].size = v3(0.3, 0.08, 0.3);
    s->toys[0].cells[0] = 16, s->toys[0].cells[1] = s->toys[0].cells[2] = 2;
    s->toys[0].first = 12.0;
    s->toys[0].ratio = 0.2;
    ground(s);
    for (int i = 0; i < 9; ++i)
        put(s, 0, turned(0.3 * i, i % 2 != 0, 0.04 * (i % 3 - 1), 0.2 + 0.32 * i, 0.04 * (i % 2)),
            none, none);
}

static void describe_slope(playground* s) {
    s->about = "a box slides down a slope, and balls roll after it";
    s->toy_count = 2;
    s->toys[0].first = 20.0;
    s->toys[1].first = 20.0;
    s->toys[1].kind = TOY_BALL;
    ground(s);
    collide(s, (supple_shape){.kind = SUPPLE_BOX, .half = {1.0f, 0.05f, 0.5f}, .friction = 0.2f},
            turned(0.4, false, 0.0, 0.4, 0.0));
    put(s, 0, turned(0.4, false, 0.5, 0.75, 0.0), none, none);
    for (int i = 0; i < 3; ++i)
        put(s, 1, at(0.6 + 0.1 * i, 0.9 + 0.15 * i, 0.12 * (i - 1)), none, none);
}

bool playground_describe(const char* name, playground* out) {
    static void (*const describe[PLAYGROUND_COUNT])(playground*) = {
        describe_drop, describe_tower, describe_cradle, describe_pile, describe_slope};
    for (int i = 0; i < PLAYGROUND_COUNT; ++i) {
        if (strcmp(name, playground_names[i]) != 0)
            continue;
        *out = (playground){.name = playground_names[i],
                            .options = supple_world_options_default(),
                            .gravity = {0.0f, -9.81f, 0.0f},
                            .toy_count = 1,
                            .toys = {toy_default(), toy_default()}};
        describe[i](out);
        return true;
    }
    return false;
}

// ---- opening ---------------------------------------------------------------------------

bool playground_begin(const playground* s, playground_open* out, report* r) {
    *out = (playground_open){.memory = arena_create()};
    for (int32_t i = 0; i < s->toy_count; ++i)
        if (!toy_make(&s->toys[i], out->memory, &out->toys[i], r))
            return false;
    out->world = supple_world_create(&s->options, NULL);
    bool memory = out->world != NULL;
    for (int32_t i = 0; i < s->toy_count && memory; ++i) {
        out->prepared[i] = supple_asset_prepare(&out->toys[i].asset, NULL);
        memory = out->prepared[i] != NULL;
    }
    if (!memory)
        return report_error(r, place_none(), "there is no memory for a world");
    for (int32_t i = 0; i < s->collider_count; ++i)
        out->colliders[i] =
            supple_world_add_collider(out->world, &s->colliders[i].shape, &s->colliders[i].pose);
    for (int32_t i = 0; i < s->body_count; ++i) {
        const supple_asset* asset = &out->toys[s->bodies[i].toy].asset;
        supple_body_options o = supple_body_options_default(asset);
        o.free = true;
        o.gravity = s->gravity;
        supple_body* b = supple_prepared_body(out->prepared[s->bodies[i].toy], &o, NULL);
        if (b == NULL || !supple_world_add_body(out->world, b)) {
            supple_body_destroy(b);
            return report_error(r, place_none(), "there is no room for body %d of %s", i, s->name);
        }
        supple_body_set_motion(b, &s->bodies[i].motion);
        out->coord_counts[out->body_count] = asset->coord_count;
        out->bodies[out->body_count++] = b;
    }
    return true;
}

void playground_close(playground_open* w) {
    supple_world_destroy(w->world);
    for (int32_t i = 0; i < w->body_count; ++i)
        supple_body_destroy(w->bodies[i]);
    for (int32_t i = 0; i < PLAYGROUND_TOYS; ++i)
        supple_prepared_release(w->prepared[i]);
    arena_destroy(w->memory);
}

static uint64_t add(uint64_t hash, const void* data, size_t size) {
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ ((const uint8_t*)data)[i]) * 0x100000001b3u;
    return hash;
}

uint64_t playground_hash(const playground_open* w) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (int32_t i = 0; i < w->body_count; ++i) {
        supple_motion m = supple_body_motion(w->bodies[i]);
        hash = add(hash, &m, sizeof m);
        hash =
            add(hash, supple_body_coords(w->bodies[i]), sizeof(float) * (size_t)w->coord_counts[i]);
    }
    return hash;
}
