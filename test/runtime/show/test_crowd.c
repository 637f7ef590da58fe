// A crowd has the bits of its bodies one by one: whatever each of them has been through, in any order.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/body/many.h"
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
    bool spoilt[CROWD];                // its next palette has what is no number in it
    supple_pin pin[CROWD];             // the last of each
    supple_matrix palettes[CROWD][BONES];
    int32_t tasks; // that were run
} crowd;

static int32_t upto(int32_t count) {
    return (int32_t)random_in(0.0, count);
}

// The bones of a body are told of outside of the crowd's step: they are somewhere else, or driven, maybe to what is no number.
static void tell_bones(crowd* c, int32_t i, int32_t what) {
    supple_matrix palette[BONES];
    palette_script(palette, BONES, random_in(0.0, 10.0));
    if (upto(3) == 0)
        palette[upto(BONES)].m[upto(15)] = upto(2) == 0 ? NAN : INFINITY;
    supple_body* both[2] = {c->together[i], c->alone[i]};
    for (int k = 0; k < 2; ++k)
        if (what == 0)
            supple_body_move(both[k], palette);
        else if (what == 1)
            supple_body_place(both[k], palette);
        else
            supple_body_drive(both[k], palette);
}

// Its flesh is tuned, shown in less detail, pinned, let go or pushed.
static void change_flesh(crowd* c, int32_t i, int32_t what) {
    supple_body* both[2] = {c->together[i], c->alone[i]};
    int32_t detail = upto(6), vertex = upto(c->maker.asset.vertex_count);
    float amount = (float)random_in(0.2, 3.0);
    for (int k = 0; k < 2; ++k) {
        supple_tuning t = supple_body_tuning(both[k], 1);
        supple_point at = {{(uint32_t)vertex, 0, 0}, {1.0f, 0.0f, 0.0f}};
        supple_vec3 to = supple_body_position(both[k], at), force = {amount, 0.0f, -amount};
        to.x += 0.01f * amount;
        if (what == 0) {
            t.stiffness *= amount, t.limit *= amount;
            supple_body_tune(both[k], 1, t);
        } else if (what == 1) { // which leaves it in its lane
            t.limit *= amount, t.response *= amount;
            supple_body_tune(both[k], 1, t);
        } else if (what == 2)
            supple_body_detail(both[k], detail);
        else if (what == 3)
            c->pin[i] = supple_body_pin(both[k], at, to);
        else if (what == 4)
            supple_body_unpin(both[k], c->pin[i]);
        else
            supple_body_force(both[k], at, force);
    }
}

static void make_both(crowd* c, int32_t i) {
    c->together[i] = supple_prepared_body(c->prepared, NULL, NULL);
    c->alone[i] = supple_body_create(&c->maker.asset, NULL, NULL);
    c->phase[i] = random_in(0.0, 10.0);
    c->swing[i] = i % 3 == 0 ? 0.0 : random_in(0.0, 5.0);
}

static void destroy_both(crowd* c, int32_t i) {
    supple_body_destroy(c->together[i]);
    supple_body_destroy(c->alone[i]);
}

// Something happens to a body and its twin.
static void happen(crowd* c, int32_t i) {
    int32_t what = upto(13);
    if (what < 6)
        change_flesh(c, i, what);
    else if (what < 9)
        tell_bones(c, i, what - 6);
    else if (what == 9)
        c->spoilt[i] = true;
    else if (what == 10) { // a new one comes in its place, while others sleep
        destroy_both(c, i);
        make_both(c, i);
    } else
        c->swing[i] = what == 11 ? 0.0 : random_in(0.0, 5.0);
}

static bool begin(crowd* c, int32_t bits) {
    // of one part as many coordinates as lanes have room for (MANY_PART_COORDS)
    c->maker = asset_maker_new((asset_maker_options){
        .bone_count = BONES, .damping = 0.3, .coords = {4, 16, 7}, .table_bits = bits});
    if (!asset_maker_write(&c->maker))
        return false;
    c->prepared = supple_asset_prepare(&c->maker.asset, NULL);
    for (int32_t i = 0; i < CROWD; ++i)
        make_both(c, i);
    return true;
}

static void end(crowd* c) {
    for (int32_t i = 0; i < CROWD; ++i)
        destroy_both(c, i);
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
    for (int32_t i = 0; i < CROWD; ++i) {
        palette_script(c->palettes[i], BONES,
                       c->phase[i] + c->swing[i] * frame / 60.0 * (c->swing[i] > 0.0));
        if (c->spoilt[i])
            c->palettes[i][upto(BONES)].m[upto(15)] = NAN;
        c->spoilt[i] = false;
    }
    if (frame % 8 == 5) // with eight lanes where the processor has them, and without
        many_step(c->together, CROWD, &c->palettes[0][0], dt, LANES);
    else if (frame % 4 == 0) // none came
        supple_bodies_step(c->together, CROWD, NULL, dt, NULL);
    else
        supple_bodies_step(c->together, CROWD, &c->palettes[0][0], dt, frame % 2 ? &tasks : NULL);
    for (int32_t i = 0; i < CROWD; ++i) {
        if (frame % 4 != 0)
            supple_body_drive(c->alone[i], c->palettes[i]);
        supple_body_step(c->alone[i], dt);
    }
}

// State, what is counted and what is shown of each.
static bool same_bodies(const crowd* c, void* states[2]) {
    static float at[2][VERTICES][3];
    bool same = true;
    for (int32_t i = 0; i < CROWD; ++i) {
        const supple_body* both[2] = {c->together[i], c->alone[i]};
        supple_body_counts counts[2];
        memset(at, 0, sizeof at);
        for (int k = 0; k < 2; ++k) {
            supple_streams out = supple_streams_packed(&at[k][0][0], NULL);
            supple_body_save(both[k], states[k]);
            counts[k] = supple_body_stats(both[k]);
            supple_body_evaluate(both[k], &out);
        }
        same &= memcmp(states[0], states[1], supple_body_state_size(c->alone[i])) == 0 &&
                memcmp(at[0], at[1], sizeof at[0]) == 0 && counts[0].steps == counts[1].steps &&
                counts[0].limited == counts[1].limited &&
                counts[0].rejected == counts[1].rejected &&
                counts[0].substeps == counts[1].substeps &&
                counts[0].fallbacks == counts[1].fallbacks && counts[0].asleep == counts[1].asleep;
    }
    return same;
}

TEST(a_crowd_steps_as_its_bodies_do_one_by_one) {
    static crowd c;
    int seeds = test_thorough() ? 40 : 1;
    int32_t slept = 0, limited = 0, cut = 0, rejected = 0;
    for (int n = 0; n < seeds; ++n) {
        c = (crowd){.tasks = 0};
        seed = (uint64_t)n;
        CHECK(begin(&c, 16));
        size_t size = supple_body_state_size(c.alone[0]);
        void* states[2] = {malloc(size), malloc(size)};
        for (int frame = 0; frame < 80; ++frame) {
            float dt = (float)random_in(0.5, 1.5) / 60.0f;
            for (int k = 0; k < 6; ++k)
                happen(&c, upto(CROWD));
            if (frame % 3 == 0)
                supple_prepared_step(c.prepared, dt);
            step(&c, frame, dt);
            CHECK(frame % 10 != 9 || same_bodies(&c, states));
            for (int32_t i = 0; i < CROWD; ++i) {
                supple_body_counts s = supple_body_stats(c.together[i]);
                slept += s.asleep, limited += s.limited > 0, cut += s.substeps > 1;
                rejected += s.rejected > 0;
            }
        }
        CHECK(c.tasks > 0);
        free(states[0]), free(states[1]);
        end(&c);
    }
    printf("asleep %d, limited %d, cut %d, rejected %d\n", slept, limited, cut, rejected);
    CHECK(slept > 100 && limited > 100 && cut > 100 && rejected > 100);
}

// By fours where four in a row ask for the same, of all streams, and one by one.
static void show_crowd(int32_t bits) {
    static crowd c;
    static float at[CROWD][VERTICES][3], bent[CROWD][VERTICES][3], was[CROWD][VERTICES][3];
    static supple_streams outs[CROWD];
    seed = 7;
    c = (crowd){.tasks = 0};
    CHECK(begin(&c, bits) && c.maker.asset.vertex_count <= VERTICES);
    CHECK(c.maker.asset.shapes.bits == bits);
    for (int frame = 0; frame < 20; ++frame)
        step(&c, frame, 1.0f / 60.0f);
    for (int32_t i = 0; i < CROWD; ++i) {
        outs[i] = supple_streams_packed(&at[i][0][0], i / 8 % 5 == 0 ? NULL : &bent[i][0][0]);
        outs[i].normal_form = i % 35 == 1 ? SUPPLE_NORMALS_RECOMPUTED : SUPPLE_NORMALS_LINEAR;
        outs[i].previous = i / 8 % 2 == 0 ? &was[i][0][0] : NULL;
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

TEST(a_crowd_is_shown_as_its_bodies_are_one_by_one) {
    show_crowd(16);
    show_crowd(8);
}

// Streams are only written, since they may be mapped buffers: of four bodies with one stream the last remains.
TEST(what_a_crowd_shows_is_not_read_back) {
    static crowd c;
    static float at[VERTICES][3], own[VERTICES][3];
    seed = 9;
    c = (crowd){.tasks = 0};
    CHECK(begin(&c, 16) && c.maker.asset.vertex_count <= VERTICES);
    for (int frame = 0; frame < 20; ++frame)
        step(&c, frame, 1.0f / 60.0f);
    supple_streams outs[4], out = supple_streams_packed(&own[0][0], NULL);
    const supple_body* shown[4];
    for (int k = 0; k < 4; ++k) {
        outs[k] = supple_streams_packed(&at[0][0], NULL);
        shown[k] = c.together[k];
    }
    supple_bodies_evaluate(shown, 4, outs, NULL);
    supple_body_evaluate(c.alone[3], &out);
    CHECK(memcmp(at, own, sizeof at) == 0);
    end(&c);
}

TEST_MAIN(CASE(a_crowd_steps_as_its_bodies_do_one_by_one),
          CASE(a_crowd_is_shown_as_its_bodies_are_one_by_one),
          CASE(what_a_crowd_shows_is_not_read_back))
