// Whole pictures: what they show, that they never change, and that nothing odd breaks them.
// SPDX-License-Identifier: MIT
#include "bake/export/raster.h"
#include "bake/export/raster_camera.h"

#include "test/kit/check.h"
#include "test/kit/picture_check.h"

static surface ball(arena* memory, int around) {
    soup s = {.memory = memory};
    soup_ball(&s, around);
    return drawable(&s);
}

TEST(every_point_stays_in_the_room_of_the_picture) {
    uint64_t random = 11;
    for (int i = 0; i < 500; ++i) {
        vec3 points[20];
        double scale = soup_random(&random, 1e-3, 1e3);
        vec3 from = v3(soup_random(&random, -9, 9), soup_random(&random, -9, 9),
                       soup_random(&random, -9, 9));
        for (int k = 0; k < 20; ++k)
            points[k] = v3(scale * (from.x + soup_random(&random, -1, 1)),
                           scale * (from.y + soup_random(&random, -2, 2)),
                           scale * (from.z + soup_random(&random, -1, 3)));
        view v = {soup_random(&random, -360, 360), soup_random(&random, -90, 90)};
        camera_room room = {(int32_t)soup_random(&random, 64, 900),
                            (int32_t)soup_random(&random, 64, 900),
                            9.0,
                            11.0,
                            5.0,
                            17.0};
        camera c = camera_fit(v, &room, points, 20);
        double low_x = 1e9, high_x = 0, low_y = 1e9, high_y = 0;
        for (int k = 0; k < 20; ++k) {
            vec3 p = camera_space(&c, points[k]);
            CHECK(p.z > 0.0);
            double x = c.center_x + c.focal * p.x / p.z, y = c.center_y - c.focal * p.y / p.z;
            low_x = fmin(low_x, x);
            high_x = fmax(high_x, x);
            low_y = fmin(low_y, y);
            high_y = fmax(high_y, y);
        }
        CHECK(low_x > 9.0 - 1e-6 && high_x < room.width - 11.0 + 1e-6);
        CHECK(low_y > 5.0 - 1e-6 && high_y < room.height - 17.0 + 1e-6);
        // tight: along one axis it touches both ends
        bool wide = low_x < 9.0 + 1e-6 && high_x > room.width - 11.0 - 1e-6;
        bool tall = low_y < 5.0 + 1e-6 && high_y > room.height - 17.0 - 1e-6;
        CHECK(wide || tall);
    }
}

TEST(a_ball_looks_the_same_from_every_side) {
    arena* memory = arena_create();
    surface f = ball(memory, 48);
    raster_options o = small_picture(64, 64);
    o.views[0] = (view){0.0, 20.0};
    picture a = raster_surface(&f, NULL, &o, memory);
    int worst = 0;
    for (int turn = 90; turn < 360; turn += 90) {
        o.views[0].azimuth = turn;
        picture b = raster_surface(&f, NULL, &o, memory);
        for (size_t i = 0; i < picture_size(&a); ++i)
            worst = abs(a.pixels[i] - b.pixels[i]) > worst ? abs(a.pixels[i] - b.pixels[i]) : worst;
    }
    arena_destroy(memory);
    CHECK(worst <= 12); // bytes; a sample at the outline may fall to the other side
}

TEST(light_comes_from_above_and_the_shadow_lies_below) {
    arena* memory = arena_create();
    surface f = ball(memory, 48);
    raster_options o = small_picture(120, 120);
    o.views[0] = (view){0.0, 10.0};
    picture lit = raster_surface(&f, NULL, &o, memory);
    o.ground = false;
    picture bare = raster_surface(&f, NULL, &o, memory);
    int darker = 0, brighter = 0;
    for (int32_t y = 0; y < 120; ++y)
        for (int32_t x = 0; x < 120; ++x) {
            int d = pixel_at(&lit, x, y)[1] - pixel_at(&bare, x, y)[1];
            darker += d < -8 && y > 60;
            brighter += d > 0 || (d < -8 && y < 50);
        }
    int top = pixel_at(&lit, 60, 25)[1], bottom = pixel_at(&lit, 60, 95)[1];
    arena_destroy(memory);
    CHECK(top > bottom + 20);
    CHECK(darker > 200 && brighter == 0);
}

TEST(the_same_surface_gives_the_same_picture) {
    arena* memory = arena_create();
    surface f = ball(memory, 32);
    raster_options o = small_picture(80, 60);
    picture a = raster_surface(&f, NULL, &o, memory), b = raster_surface(&f, NULL, &o, memory);
    bool same = memcmp(a.pixels, b.pixels, picture_size(&a)) == 0;
    arena_destroy(memory);
    CHECK(same);
}

// One number for all compilers. When a change of look is meant, put the new one here.
TEST(every_compiler_draws_the_same_bytes) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    soup_ball(&s, 40);
    soup_box(&s, v3(0.4, -1.0, 0.2), v3(1.9, 0.1, 1.1));
    surface f = drawable(&s);
    float* scalar = ARENA_NEW(memory, float, (size_t)f.vertex_count);
    for (int32_t i = 0; i < f.vertex_count; ++i)
        scalar[i] = (float)f.positions[i].y;
    raster_options o = small_picture(96, 72);
    o.samples = 3;
    o.view_count = 2;
    o.views[1] = (view){200.0, 40.0};
    picture a = raster_surface(&f, NULL, &o, memory);
    o.scalar_or_null = scalar;
    o.scalar_label_or_null = "height";
    o.wireframe = o.flat = true;
    picture b = raster_surface(&f, NULL, &o, memory);
    uint64_t hash_a = picture_hash(&a), hash_b = picture_hash(&b);
    arena_destroy(memory);
    const uint64_t golden_a = 0xe84d96b755082aac, golden_b = 0x38921e7ebf8f8ea5;
    if (hash_a != golden_a || hash_b != golden_b)
        printf("0x%llx 0x%llx\n", (unsigned long long)hash_a, (unsigned long long)hash_b);
    CHECK(hash_a == golden_a && hash_b == golden_b);
}

TEST(an_empty_surface_is_an_empty_studio) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    surface f = drawable(&s);
    raster_options o = small_picture(32, 24);
    picture p = raster_surface(&f, NULL, &o, memory);
    int least = 255;
    for (size_t i = 0; i < picture_size(&p); ++i)
        least = p.pixels[i] < least ? p.pixels[i] : least;
    arena_destroy(memory);
    CHECK(p.width == 32 && p.height == 24 && least > 150);
}

TEST(flat_degenerate_and_distant_bodies_are_drawn) {
    arena* memory = arena_create();
    soup sheet = {.memory = memory}, line = {.memory = memory}, far = {.memory = memory};
    soup_grid(&sheet, 3, 3, 1.0);
    for (int k = 0; k < 3; ++k)
        soup_vertex(&line, v3(k, 0, 0));
    soup_triangle(&line, 0, 1, 2);
    soup_triangle(&line, 1, 1, 1);
    soup_box(&far, v3(1e7, 1e7, 1e7), v3(1e7 + 1, 1e7 + 1, 1e7 + 1));
    const soup* all[3] = {&sheet, &line, &far};
    raster_options o = small_picture(40, 40);
    o.view_count = 3;
    o.views[1] = (view){90.0, 0.0}; // the sheet edge-on
    o.views[2] = (view){0.0, 90.0};
    int32_t widths = 0;
    for (int i = 0; i < 3; ++i) {
        surface f = drawable(all[i]);
        widths += raster_surface(&f, NULL, &o, memory).width;
    }
    arena_destroy(memory);
    CHECK(widths == 3 * 120);
}

TEST(a_body_looks_the_same_at_every_size) {
    arena* memory = arena_create();
    raster_options o = small_picture(64, 64);
    const double sizes[3] = {0x1p-900, 0x1p-40, 0x1p190};
    picture p[3];
    for (int i = 0; i < 3; ++i) {
        surface f = ball(memory, 32);
        for (int32_t k = 0; k < f.vertex_count; ++k)
            f.positions[k] = v3_scale(f.positions[k], sizes[i]);
        p[i] = raster_surface(&f, NULL, &o, memory);
    }
    bool same = memcmp(p[0].pixels, p[1].pixels, picture_size(&p[0])) == 0 &&
                memcmp(p[0].pixels, p[2].pixels, picture_size(&p[0])) == 0;
    bool shown = pixel_at(&p[0], 32, 50)[1] < 170; // the ball's dark side, not the backdrop
    arena_destroy(memory);
    CHECK(same && shown);
}

TEST(both_sides_of_an_open_surface_are_lit) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    soup_grid(&s, 2, 2, 1.0);
    surface f = drawable(&s);
    raster_options o = small_picture(40, 40);
    o.views[0] = (view){0.0, 0.0};
    picture front = raster_surface(&f, NULL, &o, memory);
    o.views[0].azimuth = 180.0;
    picture back = raster_surface(&f, NULL, &o, memory);
    int a = pixel_at(&front, 20, 20)[1], b = pixel_at(&back, 20, 20)[1];
    arena_destroy(memory);
    CHECK(abs(a - b) <= 3 && a > 100);
}

TEST(scalars_take_the_colour_scale_and_nan_stays_grey) {
    arena* memory = arena_create();
    soup s = {.memory = memory};
    soup_grid(&s, 3, 1, 1.0);
    surface f = drawable(&s);
    float values[8] = {0, 0, 1, 1, 0, 0, 1, 1};
    raster_options o = small_picture(120, 120);
    o.views[0] = (view){0.0, 0.0};
    o.scalar_or_null = values;
    picture p = raster_surface(&f, NULL, &o, memory);
    const uint8_t *low = pixel_at(&p, 20, 40), *high = pixel_at(&p, 100, 40);
    bool violet = low[2] > low[1] + 20, yellow = high[0] > high[2] + 40 && high[1] > high[2] + 40;
    for (int i = 0; i < 8; ++i)
        values[i] = NAN;
    p = raster_surface(&f, NULL, &o, memory);
    const uint8_t* none = pixel_at(&p, 20, 40);
    bool grey = abs(none[0] - none[2]) < 16;
    arena_destroy(memory);
    CHECK(violet && yellow && grey);
}

static scene leaf_scene(const picture* leaf, bool blended, arena* memory) {
    scene s = {.material_count = 1, .image_count = 1};
    s.materials = ARENA_NEW(memory, scene_material, 1);
    s.images = ARENA_NEW(memory, image, 1);
    s.materials[0] = (scene_material){.name = "leaf",
                                      .base_color = {1, 1, 1, 1},
                                      .base_image = 0,
                                      .alpha_cutoff = blended ? 0.0f : 0.5f,
                                      .blended = blended};
    s.images[0] = (image){.name = "leaf", .encoded = png_encode(leaf, memory)};
    return s;
}

TEST(texels_below_the_cutoff_are_holes_and_blending_is_in_between) {
    arena* memory = arena_create();
    soup g = {.memory = memory};
    soup_grid(&g, 1, 1, 1.0);
    surface f = drawable(&g);
    for (int32_t i = 0; i < 4; ++i) {
        f.uvs[i][0] = (float)f.positions[i].x;
        f.uvs[i][1] = (float)(1.0 - f.positions[i].y);
        for (int c = 0; c < 3; ++c)
            f.colors[i][c] = 1.0f;
    }
    for (int32_t i = 0; i < 2; ++i)
        f.triangle_material[i] = 0;
    uint8_t pixels[16 * 16 * 4] = {0}; // black; the left half has little alpha
    for (int i = 0; i < 256; ++i)
        pixels[4 * i + 3] = i % 16 < 8 ? 102 : 255;
    picture leaf = {16, 16, 4, pixels};
    raster_options o = small_picture(64, 64);
    o.views[0] = (view){0.0, 0.0};
    o.ground = false;
    scene cut = leaf_scene(&leaf, false, memory), mixed = leaf_scene(&leaf, true, memory);
    picture a = raster_surface(&f, &cut, &o, memory), b = raster_surface(&f, &mixed, &o, memory);
    int hole = pixel_at(&a, 20, 32)[1], solid = pixel_at(&a, 44, 32)[1];
    int half = pixel_at(&b, 20, 32)[1];
    arena_destroy(memory);
    CHECK(hole > 180 && solid < 90);
    CHECK(half < hole - 20 && half > solid + 20);
}

TEST(frames_share_one_camera_and_stand_in_a_row) {
    arena* memory = arena_create();
    soup s = {.memory = memory}, t = {.memory = memory};
    soup_box(&s, v3(-1, 0, -1), v3(1, 2, 1));
    soup_box(&t, v3(-1, 3, -1), v3(1, 5, 1)); // it jumped
    surface frames[2] = {drawable(&s), drawable(&t)};
    raster_options o = small_picture(50, 80);
    o.views[0] = (view){0.0, 0.0};
    picture p = raster_frames(frames, 2, NULL, &o, memory);
    // where a cell's middle column is darker than the backdrop, it shows the box
    int low = 0, high = 0;
    for (int32_t y = 0; y < 80; ++y) {
        bool first = pixel_at(&p, 25, y)[1] < 190, second = pixel_at(&p, 75, y)[1] < 190;
        low += first && y > 45;
        high += second && y < 35;
    }
    arena_destroy(memory);
    CHECK(p.width == 100 && p.height == 80);
    CHECK(low > 15 && high > 15);
}

TEST(rows_and_columns_keep_every_pixel) {
    arena* memory = arena_create();
    uint8_t red[6] = {255, 0, 0, 250, 1, 2}, blue[6] = {0, 0, 255, 3, 4, 250};
    picture p[2] = {{2, 1, 3, red}, {2, 1, 3, blue}};
    picture row = picture_row(p, 2, 3, memory), column = picture_column(p, 2, 1, memory);
    bool right = row.width == 7 && row.height == 1 && memcmp(row.pixels, red, 6) == 0 &&
                 memcmp(pixel_at(&row, 5, 0), blue, 6) == 0;
    bool below =
        column.width == 2 && column.height == 3 && memcmp(pixel_at(&column, 0, 2), blue, 6) == 0;
    arena_destroy(memory);
    CHECK(right && below);
}

TEST_MAIN(CASE(every_point_stays_in_the_room_of_the_picture),
          CASE(a_ball_looks_the_same_from_every_side),
          CASE(light_comes_from_above_and_the_shadow_lies_below),
          CASE(the_same_surface_gives_the_same_picture), CASE(every_compiler_draws_the_same_bytes),
          CASE(an_empty_surface_is_an_empty_studio),
          CASE(flat_degenerate_and_distant_bodies_are_drawn),
          CASE(a_body_looks_the_same_at_every_size), CASE(both_sides_of_an_open_surface_are_lit),
          CASE(scalars_take_the_colour_scale_and_nan_stays_grey),
          CASE(texels_below_the_cutoff_are_holes_and_blending_is_in_between),
          CASE(frames_share_one_camera_and_stand_in_a_row), CASE(rows_and_columns_keep_every_pixel))
