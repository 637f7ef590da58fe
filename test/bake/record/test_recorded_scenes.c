// The paper's scenes recorded small, as a user would: docs/gallery/NAME-recorded.yaml. The door's towel is coarser than it is;
// with all its vertices it is in the slow one.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/kit/check.h"
#include "test/kit/recorded_scene.h"

static char folder[] = TEST_FOLDER;

TEST(the_plant_is_recorded_small) {
    recorded_scene k;
    CHECK(recorded_scene_make(&k, "plant", folder, 3, 4, 0));
    CHECK(recorded_scene_is_sound(&k, 3, 4));
    CHECK(k.x.palette.entry_count == 2 && k.x.body_count == 2 && k.x.bodies[1].rigid == 1);
    recorded_scene_end(&k);
}

TEST(the_beast_is_recorded_small) {
    recorded_scene k;
    CHECK(recorded_scene_make(&k, "beast", folder, 2, 3, 200));
    CHECK(recorded_scene_is_sound(&k, 2, 3));
    CHECK(k.x.palette.entry_count == 5 && k.x.bodies[1].rigid == 1);
    recorded_scene_end(&k);
}

TEST(a_coarse_door_is_recorded_small) {
    recorded_scene k;
    recorded_cell = 0.12;
    CHECK(recorded_scene_make(&k, "door", folder, 2, 15, 0));
    CHECK(recorded_scene_is_sound(&k, 2, 15));
    CHECK(k.x.palette.entry_count == 3 && k.x.palette.kind == SUPPORT_TURNING &&
          k.x.bodies[1].rigid == 1);
    recorded_scene_end(&k);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {CASE(the_plant_is_recorded_small),
                                      SIZED_CASE(the_beast_is_recorded_small),
                                      CASE(a_coarse_door_is_recorded_small)};
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
