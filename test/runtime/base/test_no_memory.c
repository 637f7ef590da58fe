// Memory that ends at any request: whichever call for it fails, everything says so, nothing is lost, and what is there goes on.
//
// All that libsupple makes, of the golden assets of each model and a lit one: prepared assets, bodies, pins, worlds, colliders, joints,
// lights, grounds. The request that fails is the first, the second, the third ... until none does; but for the first asset every
// fifth, unless thorough.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/check_asset.h"
#include "test/kit/counted.h"
#include "test/kit/thorough.h"

#define LIT TEST_SOURCE_FOLDER "/test/fuzz/asset/seed8.supple"

static const char* const FILES[] = {TEST_SOURCE_FOLDER "/test/golden/ring.supple",
                                    TEST_SOURCE_FOLDER "/test/golden/posed.supple",
                                    TEST_SOURCE_FOLDER "/test/golden/recorded.supple",
                                    TEST_SOURCE_FOLDER "/test/golden/inputs.supple",
                                    GOLDEN_ASSET,
                                    LIT};

static const supple_matrix HERE = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};

static supple_allocator of(counted* c) {
    return (supple_allocator){counted_allocate, counted_release, c};
}

// True: all of it was there.
static bool light_it(const supple_asset* a, const supple_body* body, counted* c) {
    static const float coefficients[3 * 36] = {1.0f};
    supple_allocator memory = of(c);
    supple_light* light = supple_light_create(a, &memory);
    supple_ground* ground = supple_ground_create(&memory);
    bool all = ground != NULL && (light != NULL || supple_asset_light(a).order == 0);
    float* colors = malloc(3 * (size_t)a->vertex_count * sizeof *colors);
    if (light != NULL) {
        supple_light_set(light, coefficients, NULL);
        supple_body_light(body, light, colors, NULL);
    }
    if (ground != NULL)
        supple_ground_set(ground, 2, coefficients, NULL);
    free(colors);
    supple_light_destroy(light);
    supple_ground_destroy(ground);
    return all;
}

static bool populate(supple_world* world, supple_body* const bodies[2], const supple_asset* a) {
    static const float corners[4][3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1.5f}, {0, 1, 0}};
    static const uint32_t triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    const supple_shape ground = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET};
    const supple_shape mesh = {.kind = SUPPLE_MESH,
                               .positions = corners[0],
                               .triangles = triangles[0],
                               .vertex_count = 4,
                               .triangle_count = 4,
                               .friction = SUPPLE_UNSET};
    bool all = true;
    for (int i = 0; i < 2; ++i)
        all = bodies[i] != NULL && supple_world_add_body(world, bodies[i]) && all;
    all = supple_world_add_collider(world, &ground, &HERE).generation != 0 && all;
    all = supple_world_add_collider(world, &mesh, &HERE).generation != 0 && all;
    if (bodies[0] != NULL && supple_body_world(bodies[0]) == world) {
        supple_joint_options j = supple_joint_options_default(SUPPLE_JOINT_POINT, bodies[0], NULL,
                                                              (supple_vec3){0.0f, 0.1f, 0.0f});
        all = supple_world_add_joint(world, &j).generation != 0 && all;
    }
    for (int i = 0; i < 4; ++i)
        supple_world_step(world, 1.0f / 60.0f);
    for (int i = 0; i < 2; ++i)
        for (int32_t k = 0; bodies[i] != NULL && k < a->coord_count; ++k)
            if (!isfinite(supple_body_coords(bodies[i])[k]))
                abort();
    return all;
}

// A life of all that there is; true: nothing failed.
static bool live(const supple_asset* a, counted* c) {
    supple_allocator memory = of(c);
    supple_body_options o = supple_body_options_default(a);
    o.free = supple_asset_is_free(a);
    o.max_pins = 4;
    supple_prepared* prepared = supple_asset_prepare(a, &memory);
    if (prepared == NULL)
        return false;
    bool all = supple_prepared_contacts(prepared);
    supple_body* bodies[2] = {supple_prepared_body(prepared, &o, &memory),
                              supple_body_create(a, &o, &memory)};
    supple_world_options small = supple_world_options_default();
    small.max_bodies = small.max_colliders = small.max_joints = 4;
    small.max_contacts = 64;
    supple_world* world = supple_world_create(&small, &memory);
    const supple_point at = {{a->triangles[0], a->triangles[1], a->triangles[2]},
                             {0.5f, 0.25f, 0.25f}};
    for (int i = 0; i < 2; ++i) {
        all = bodies[i] != NULL && all;
        if (bodies[i] == NULL)
            continue;
        supple_vec3 target = supple_body_position(bodies[i], at);
        all = supple_body_pin(bodies[i], at, target).generation != 0 && all;
        supple_body_step(bodies[i], 1.0f / 60.0f);
        all = light_it(a, bodies[i], c) && all;
    }
    all = world != NULL && all;
    if (world != NULL)
        all = populate(world, bodies, a) && all;
    supple_prepared_release(prepared);
    supple_body_destroy(bodies[0]);
    supple_world_destroy(world);
    supple_body_destroy(bodies[1]);
    return all;
}

TEST(whichever_request_fails_nothing_is_lost_and_the_rest_goes_on) {
    for (size_t f = 0; f < sizeof FILES / sizeof *FILES; ++f)
        for (int rest = 0; rest < (f == 0 || test_thorough() ? 2 : 1);
             ++rest) { // one request, or all from it on
            const int64_t stride = f == 0 || test_thorough() ? 1 : 5;
            size_t size;
            supple_asset a;
            uint8_t* bytes = asset_load(FILES[f], &size);
            CHECK(bytes != NULL && supple_asset_read_damaged(&a, bytes, size) == SUPPLE_OK);
            int64_t n = 1 - stride;
            for (bool all = false; !all;) {
                counted c = {.refuse_at = n += stride, .refuse_all_after = rest == 1};
                all = live(&a, &c);
                CHECK(c.blocks == 0 && c.bytes == 0);
                CHECK(all == (c.calls < n));
            }
            CHECK(n > 12);
            free(bytes);
        }
}

// Steps ask for nothing: with all memory refused after creation they go on to the same bits.
TEST(a_step_asks_for_no_memory) {
    for (size_t f = 0; f < sizeof FILES / sizeof *FILES; ++f) {
        size_t size;
        supple_asset a;
        uint8_t* bytes = asset_load(FILES[f], &size);
        CHECK(bytes != NULL && supple_asset_read_damaged(&a, bytes, size) == SUPPLE_OK);
        counted c = {0};
        supple_allocator memory = of(&c);
        supple_body* body = supple_body_create(&a, NULL, &memory);
        CHECK(body != NULL);
        int64_t before = c.calls;
        for (int i = 0; i < 8; ++i)
            supple_body_step(body, i == 5 ? 0.3f : 1.0f / 60.0f);
        CHECK(c.calls == before);
        supple_body_destroy(body);
        CHECK(c.blocks == 0);
        free(bytes);
    }
}

TEST_MAIN(CASE(whichever_request_fails_nothing_is_lost_and_the_rest_goes_on),
          CASE(a_step_asks_for_no_memory))
