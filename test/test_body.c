// A body: created in one piece, placed without a kick, still at rest, the same at any frame rate.
// SPDX-License-Identifier: MIT
#include "runtime/body.h"
#include "test/asset_maker.h"
#include "test/check.h"
#include "test/palette.h"

#include <stdint.h>

TEST(placing_gives_no_kick) {
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    supple_matrix palette[3];
    palette_set(palette, 3, 0.7, 30.0, -4.0, 100.0);
    supple_body_place(b, palette);
    float before[64];
    memcpy(before, supple_body_coords(b), sizeof(float) * (size_t)m.asset.coord_count);
    float most = 0.0f, change = 0.0f;
    for (int k = 0; k < 60; ++k) {
        supple_body_drive(b, palette);
        supple_body_step(b, 1.0f / 60.0f);
        for (int32_t i = 0; i < m.asset.coord_count; ++i) {
            most = fmaxf(most, fabsf(before[i]));
            change = fmaxf(change, fabsf(supple_body_coords(b)[i] - before[i]));
        }
    }
    CHECK(most > 1e-3f); // it hangs: the pose is tilted
    CHECK(change < 1e-6f * most);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(placing_gives_no_kick))
