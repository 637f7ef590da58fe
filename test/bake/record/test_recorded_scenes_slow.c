// The paper's three scenes recorded small: docs/gallery/NAME-recorded.yaml.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/kit/check.h"
#include "test/kit/recorded_scene.h"

static char folder[] = TEST_FOLDER;

static bool is_sound(const char* name, int32_t responses, int32_t states) {
    recorded_scene k;
    bool sound = recorded_scene_make(&k, name, folder, responses, states, 400) &&
                 recorded_scene_is_sound(&k, responses, states);
    recorded_scene_end(&k);
    return sound;
}

TEST(the_beast_is_recorded_small) {
    CHECK(is_sound("beast", 3, 15));
}

TEST(the_plant_is_recorded_small) {
    CHECK(is_sound("plant", 3, 10));
}

TEST(the_door_is_recorded_small) {
    CHECK(is_sound("door", 2, 6));
}

int main(int argc, char** argv) {
    static const test_case cases[] = {CASE(the_beast_is_recorded_small),
                                      CASE(the_plant_is_recorded_small),
                                      CASE(the_door_is_recorded_small)};
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
