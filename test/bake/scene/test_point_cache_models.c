// A point cache that somebody else wrote: the cube of three.js.
// SPDX-License-Identifier: MIT
#include "bake/import/point_cache_in.h"
#include "test/kit/check.h"

TEST(the_cube_of_three_js_is_read) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    arena* memory = arena_create();
    report r = report_new(memory);
    bytes file;
    point_cache c;
    const char* path = arena_format(memory, "%s/cache/cube.mdd", folder);
    CHECK(file_map(path, &file, &r) && point_cache_read(file, path, 24.0, memory, &c, &r));
    CHECK(c.frame_count == 4 && c.point_count == 24);
    for (int32_t i = 0; i < 4; ++i)
        CHECK(c.times[i] == i);
    for (int32_t i = 0; i < 24; ++i) // corners of the unit cube
        for (int k = 0; k < 3; ++k)
            CHECK(fabsf(c.points[i][k]) == 0.5f);
    file_unmap(file);
    arena_destroy(memory);
}

TEST_MAIN(CASE(the_cube_of_three_js_is_read))
