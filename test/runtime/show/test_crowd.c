// A crowd has the bits of its bodies one by one: whatever each of them has been through, in any order.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"
#include "test/kit/random.h"
#include "test/kit/thorough.h"

#include <stdlib.h>

enum { CROWD = 150, BONES = 3, VERTICES = 160 }; // more than two tasks of them

// Each body, and its twin that goes alone.
typedef struct crowd {
    asset_maker maker;
    supple_prepared* prepared;
    supple_body *together[CROWD], *alone[CROWD];
    double phase[CROWD], swing[CROWD]; // of its script: 0 stands, 5 is thrown against its limits
    supple_pin pin[CROWD];             // the last of each
    supple_matrix palettes[CROWD][BONES];
    int32_t tasks; // that were run
} crowd;

static int32_t upto(int32_t count) {
    return (int32_t)random_in(0.0, count);
}

// Something happens to a body and its twin.
static void happen(crowd* c, int32_t i) {
    supple_body* both[2] = {c->together[i], c->alone[i]};
    int32_t what = upto(6), detail = upto(6), vertex = upto(c->maker.asset.vertex_count);
    float amount = (float)random_in(0.2, 3.0);
    for (int k = 0; k < 2; ++k) {
        supple_tuning t = supple_body_tuning(both[k], 1);
        supple_point at = {{(uint32_t)vertex, 0, 0}, {1.0f, 0.0f, 0.0f}};
        supple_vec3 to = supple_body_position(both[k], at);
        t.stiffness *= amount, t.limit *= amount;
        to.x += 0.01f * amount;
        if (what == 0)
            supple_body_tune(both[k], 1, t);
        else if (what == 1)
            supple_body_detail(both[k], detail);
        else if (what == 2)
            c->pin[i] = supple_body_pin(both[k], at, to);
        else if (what == 3)
            supple_body_unpin(both[k], c->pin[i]);
    }
    if (what >= 4)
        c->swing[i] = what == 4 ? 0.0 : random_in(0.0, 5.0);
}

static bool begin(crowd* c) {
    c->maker = asset_maker_new((asset_maker_options){.bone_count = BONES, .damping = 0.3});
    if (!asset_maker_write(&c->maker))
        return false;
    c->prepared = supple_asset_prepare(&c->maker.asset, NULL);
    for (int32_t i = 0; i < CROWD; ++i) {
        c->together[i] = supple_prepared_body(c->prepared, NULL, NULL);
        c->alone[i] = supple_body_create(&c->maker.asset, NULL, NULL);
        c->phase[i] = random_in(0.0, 10.0);
        c->swing[i] = i % 3 == 0 ? 0.0 : random_in(0.0, 5.0);
    }
    return true;
}

static void end(crowd* c) {
    for (int32_t i = 0; i < CROWD; ++i) {
        supple_body_destroy(c->together[i]);
        supple_body_destroy(c->alone[i]);
    }
    supple_prepared_release(c->prepared);
    asset_maker_close(&c->maker);
}

// As threads would that are all late: the last first.
static void run_backwards(void* user, int32_t count, void (*task)(void* data, int32_t index),
                          void* data) {
    *(int32_t*)user += count;
    while (count-- > 0)
        task(data, count);
}

static void step(crowd* c, int frame, float dt) {
    supple_tasks tasks = {run_backwards, &c->tasks};
    for (int32_t i = 0; i < CROWD; ++i)
        palette_script(c->palettes[i], BONES,
                       c->phase[i] + c->swing[i] * frame / 60.0 * (c->swing[i] > 0.0));
    if (frame % 4 == 0) // none came
        supple_bodies_step(c->together, CROWD, NULL, dt, NULL);
    else
        supple_bodies_step(c->together, CROWD, &c->palettes[0][0], dt, frame % 2 ? &tasks : NULL);
    for (int32_t i = 0; i < CROWD; ++i) {
        if (frame % 4 != 0)
            supple_body_drive(c->alone[i], c->palettes[i]);
        supple_body_step(c->alone[i], dt);
    }
}

static bool same_states(const crowd* c, void* states[2]) {
    bool same = true;
    for (int32_t i = 0; i < CROWD; ++i) {
        supple_body_save(c->together[i], states[0]);
        supple_body_save(c->alone[i], states[1]);
        same &= memcmp(states[0], states[1], supple_body_state_size(c->alone[i])) == 0;
    }
    return same;
}

TEST(a_crowd_steps_as_its_bodies_do_one_by_one) {
    static crowd c;
    int seeds = test_thorough() ? 40 : 1;
    int32_t slept = 0, limited = 0, cut = 0;
    for (int n = 0; n < seeds; ++n) {
        c = (crowd){.tasks = 0};
        seed = (uint64_t)n;
        CHECK(begin(&c));
        size_t size = supple_body_state_size(c.alone[0]);
        void* states[2] = {malloc(size), malloc(size)};
        for (int frame = 0; frame < 80; ++frame) {
            float dt = (float)random_in(0.5, 1.5) / 60.0f;
            for (int k = 0; k < 4; ++k)
                happen(&c, upto(CROWD));
            if (frame % 3 == 0)
                supple_prepared_step(c.prepared, dt);
            step(&c, frame, dt);
            CHECK(frame % 10 != 9 || same_states(&c, states));
            for (int32_t i = 0; i < CROWD; ++i) {
                supple_body_counts s = supple_body_stats(c.together[i]);
                slept += s.asleep, limited += s.limited > 0, cut += s.substeps > 1;
            }
        }
        CHECK(c.tasks > 0);
        free(states[0]), free(states[1]);
        end(&c);
    }
    printf("asleep %d, limited %d, cut %d\n", slept, limited, cut);
    CHECK(slept > 100 && limited > 100 && cut > 100);
}

TEST(a_crowd_is_shown_as_its_bodies_are_one_by_one) {
    static crowd c;
    static float at[CROWD][VERTICES][3], bent[CROWD][VERTICES][3], was[CROWD][VERTICES][3];
    static supple_streams outs[CROWD];
    seed = 7;
    c = (crowd){.tasks = 0};
    CHECK(begin(&c) && c.maker.asset.vertex_count <= VERTICES);
    for (int frame = 0; frame < 20; ++frame)
        step(&c, frame, 1.0f / 60.0f);
    for (int32_t i = 0; i < CROWD; ++i) {
        outs[i] = supple_streams_packed(&at[i][0][0], i % 5 == 0 ? NULL : &bent[i][0][0]);
        outs[i].normal_form = i % 35 == 1 ? SUPPLE_NORMALS_RECOMPUTED : SUPPLE_NORMALS_LINEAR;
        outs[i].previous = i % 2 == 0 ? &was[i][0][0] : NULL;
        outs[i].previous_stride = sizeof was[i][0];
    }
    const supple_body* shown[CROWD]; // one of another prepared asset among them
    for (int32_t i = 0; i < CROWD; ++i)
        shown[i] = i == 20 ? c.alone[i] : c.together[i];
    supple_tasks tasks = {run_backwards, &c.tasks};
    supple_bodies_evaluate(shown, CROWD, outs, &tasks);
    for (int32_t i = 0; i < CROWD; ++i) {
        static float own[3][VERTICES][3];
        supple_streams out = outs[i];
        out.positions = &own[0][0][0];
        out.normals = outs[i].normals == NULL ? NULL : &own[1][0][0];
        out.previous = outs[i].previous == NULL ? NULL : &own[2][0][0];
        size_t size = sizeof(float[3]) * (size_t)c.maker.asset.vertex_count;
        supple_body_evaluate(c.alone[i], &out);
        CHECK(memcmp(own[0], at[i], size) == 0);
        CHECK(out.normals == NULL || memcmp(own[1], bent[i], size) == 0);
        CHECK(out.previous == NULL || memcmp(own[2], was[i], size) == 0);
    }
    int32_t coords = c.maker.asset.coord_count;
    float(*rows)[4] = malloc(sizeof *rows * (size_t)(CROWD * coords)), own[64][4];
    supple_bodies_upload(shown, CROWD, rows);
    for (int32_t i = 0; i < CROWD; ++i) {
        supple_body_upload(c.alone[i], own);
        CHECK(memcmp(own, rows[i * coords], sizeof *own * (size_t)coords) == 0);
    }
    free(rows);
    end(&c);
}

TEST_MAIN(CASE(a_crowd_steps_as_its_bodies_do_one_by_one),
          CASE(a_crowd_is_shown_as_its_bodies_are_one_by_one))
