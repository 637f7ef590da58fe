// Surfaces as they come from files: albedo from colours and textures, sides, hard edges, and pictures under a sky.
// SPDX-License-Identifier: MIT
#include "bake/export/lit_surface.h"
#include "bake/export/raster_albedo.h"
#include "bake/light/sky.h"
#include "bake/light/smooth.h"
#include "test/kit/check.h"
#include "test/kit/picture_check.h"

static scene textured(const picture* p, arena* memory) {
    scene s = {.material_count = 2, .image_count = 1};
    s.materials = ARENA_NEW(memory, scene_material, 2);
    s.materials[1] = (scene_material){.name = "b", .base_color = {1, 1, 1, 1}, .base_image = -1};
    s.images = ARENA_NEW(memory, image, 1);
    s.materials[0] = (scene_material){
        .name = "a", .base_color = {1, 1, 1, 1}, .base_image = 0, .double_sided = true};
    s.images[0] = (image){.name = "a", .encoded = png_encode(p, memory)};
    return s;
}

// A grid with uvs over the whole texture.
static surface grid(arena* memory, int cells) {
    soup g = {.memory = memory};
    soup_grid(&g, cells, cells, 1.0);
    surface f = drawable(&g);
    for (int32_t i = 0; i < f.vertex_count; ++i) {
        f.uvs[i][0] = (float)(i % (cells + 1)) / (float)cells;
        f.uvs[i][1] = (float)(i / (cells + 1)) / (float)cells;
        for (int c = 0; c < 3; ++c)
            f.colors[i][c] = 1.0f;
    }
    return f;
}

TEST(a_texture_counts_as_its_mean_round_the_vertex) {
    arena* memory = arena_create();
    enum { SIDE = 256 };
    picture p = {SIDE, SIDE, 3, ARENA_NEW(memory, uint8_t, 3 * SIDE * SIDE)};
    for (int i = 0; i < SIDE * SIDE;
         ++i) // red and black by turns; the blue grows from left to right
        p.pixels[3 * i] = (i + i / SIDE) % 2 ? 255 : 0,
                     p.pixels[3 * i + 2] = i % SIDE >= SIDE / 2 ? 255 : 0;
    scene s = textured(&p, memory);
    surface f = grid(memory, 8);
    float(*albedo)[3] = arena_alloc(memory, (size_t)f.vertex_count, sizeof *albedo);
    for (int32_t t = 0; t < f.triangle_count; ++t)
        f.triangle_material[t] = 0;
    raster_albedo(&f, &s, albedo);
    for (int32_t v = 0; v < f.vertex_count; ++v) {
        CHECK(albedo[v][0] > 0.4f && albedo[v][0] < 0.6f && albedo[v][1] < 0.01f);
        int column = v % 9;
        if (column > 0 && column < 3)
            CHECK(albedo[v][2] < 0.05f);
        if (column > 5 && column < 8)
            CHECK(albedo[v][2] > 0.85f && albedo[v][2] <= ALBEDO_MOST);
    }
    arena_destroy(memory);
}

TEST(colours_of_vertices_count_and_nothing_is_whiter_than_snow) {
    arena* memory = arena_create();
    surface f = grid(memory, 4);
    float(*albedo)[3] = arena_alloc(memory, (size_t)f.vertex_count, sizeof *albedo);
    for (int32_t v = 0; v < f.vertex_count; ++v) {
        f.colors[v][0] = 5.0f;
        f.colors[v][1] = 0.3f;
        f.colors[v][2] = -1.0f;
    }
    raster_albedo(&f, NULL, albedo);
    for (int32_t v = 0; v < f.vertex_count; ++v) {
        CHECK(albedo[v][0] == ALBEDO_MOST && albedo[v][2] == 0.0f);
        CHECK_NEAR((double)albedo[v][1], 0.3, 1e-6);
    }
    arena_destroy(memory);
}

TEST(seams_are_joined_and_hard_edges_are_not) {
    enum { COUNT = 6 };
    const vec3 at[COUNT] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    const float normals[COUNT][3] = {{0, 1, 0}, {1, 0, 0},           {0, 1, 0},
                                     {0, 1, 0}, {0, 0.9999f, 0.01f}, {1, 0, 0}};
    arena* memory = arena_create();
    const int32_t expected[COUNT] = {0, 1, 0, 3, 3, 1};
    int32_t* group = smooth_groups(at, normals, COUNT, 0.999, memory);
    CHECK(memcmp(group, expected, sizeof expected) == 0);
    group = smooth_groups(at, normals, COUNT, -1.0, memory); // only places count
    CHECK(group[1] == 0 && group[5] == 0 && group[4] == 3);
    arena_destroy(memory);
}

TEST(both_sides_of_what_a_material_calls_double_sided_are_lit) {
    arena* memory = arena_create();
    report r = report_new(memory);
    picture p = {1, 1, 3, ARENA_NEW(memory, uint8_t, 3)};
    scene s = textured(&p, memory);
    surface f = grid(memory, 4);
    transfer_options o = transfer_default();
    raster_arriving* lit;
    double light[48];
    for (int32_t t = 0; t < f.triangle_count; ++t)
        f.triangle_material[t] = t % 2 ? 0 : 1;
    lit_mesh m = lit_surface_mesh(&f, &s, memory);
    for (int32_t t = 0; t < f.triangle_count; ++t)
        CHECK(m.thin[t] == t % 2);
    CHECK(sky_light("even", 0.0, 4, light));
    CHECK(lit_surface_arriving(&f, &s, &o, light, memory, &lit, &r));
    for (int32_t v = 0; v < f.vertex_count; ++v)
        for (int c = 0; c < 3; ++c)
            CHECK_NEAR((double)lit[v].side[0][c], 1.0, 1e-5);
    CHECK_NEAR((double)lit[6].side[1][0], 1.0, 1e-5);
    arena_destroy(memory);
}

// Where no material says it: of a disc, a closed ball, one with a small hole, and its half.
TEST(backs_of_sheets_are_lit_and_those_of_bodies_are_not) {
    arena* memory = arena_create();
    surface sheet = grid(memory, 4);
    lit_mesh m = lit_surface_mesh(&sheet, NULL, memory);
    for (int32_t t = 0; t < sheet.triangle_count; ++t)
        CHECK(m.thin[t] == 1);
    soup g = {.memory = memory};
    soup_ball(&g, 24);
    surface ball = drawable(&g);
    for (int left_out = 0; left_out < 2; ++left_out) {
        m = lit_surface_mesh(&ball, NULL, memory);
        for (int32_t t = 0; t < ball.triangle_count; ++t)
            CHECK(m.thin[t] == 0);
        ball.triangle_count -= 48; // the last ring, with the pole: a small hole
    }
    ball.triangle_count /= 2;
    m = lit_surface_mesh(&ball, NULL, memory);
    CHECK(m.thin[0] == 1);
    arena_destroy(memory);
}

TEST(a_lit_picture_shows_base_colour_times_light_on_the_side_that_is_seen) {
    arena* memory = arena_create();
    surface f = grid(memory, 2);
    raster_arriving* lit = ARENA_NEW(memory, raster_arriving, (size_t)f.vertex_count);
    const raster_arriving* frames[1] = {lit};
    for (int32_t v = 0; v < f.vertex_count; ++v) {
        for (int c = 0; c < 3; ++c)
            f.colors[v][c] = 0.5f;
        lit[v].side[0][0] = lit[v].side[1][2] = 0.8f; // red in front, blue behind
    }
    raster_options o = small_picture(64, 64);
    o.arriving_or_null = frames;
    bool red[2];
    for (int back = 0; back < 2; ++back) {
        o.views[0] = (view){back ? 180.0 : 0.0, 0.0};
        picture p = raster_surface(&f, NULL, &o, memory);
        const uint8_t* middle = pixel_at(&p, 32, 32);
        red[back] = middle[0] > middle[2];
        CHECK(abs((red[back] ? middle[0] : middle[2]) - 170) < 4); // 0.4 as sRGB
        CHECK(middle[1] < 8 && (red[back] ? middle[2] : middle[0]) < 8);
    }
    CHECK(red[0] != red[1]);
    arena_destroy(memory);
}

TEST_MAIN(CASE(a_texture_counts_as_its_mean_round_the_vertex),
          CASE(colours_of_vertices_count_and_nothing_is_whiter_than_snow),
          CASE(seams_are_joined_and_hard_edges_are_not),
          CASE(both_sides_of_what_a_material_calls_double_sided_are_lit),
          CASE(backs_of_sheets_are_lit_and_those_of_bodies_are_not),
          CASE(a_lit_picture_shows_base_colour_times_light_on_the_side_that_is_seen))
