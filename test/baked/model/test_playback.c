// Recorded parts at play: the recorded sequence comes back, nothing tears, and the support keeps to its limits.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/bake_recording.h"
#include "bake/recipe/recipe_file.h"
#include "runtime/model/recorded.h"
#include "test/kit/check_asset.h"
#include "test/kit/recorded_maker.h"
#include "test/kit/recorded_swing.h"
#include "test/kit/thorough.h"

enum { RANK = 2 };

// As swing_plant and swing_door, sampled well.
static const char plant[] =
    SWING_BODY "palette:\n  speeds: [[-0.5, 0, 0], [0, 0, 0], [0.5, 0, 0]]\n"
               "  entries: [{name: left, support_impulse: [-0.5, 0, 0]}, {name: right, "
               "support_impulse: [0.5, 0, 0]}]\n"
               "  shortest: 0.1\n  longest: 1\n  responses: 500\n  chains: 1\n";
static const char door[] =
    SWING_BODY "support: {turns: {axis: [0, 1, 0], from: 0, to: 90}}\npalette:\n  change: 60\n"
               "  entries: [{name: close, forcing: -60}, {name: stop, forcing: 0}, {name: open, "
               "forcing: 60}]\n"
               "  shortest: 0.1\n  longest: 2\n  responses: 900\n  chains: 1\n";

static char folder[] = TEST_FOLDER;

typedef struct playback {
    swing s;
    bake_result out;
    supple_asset a;
    asset_recorded from;
    supple_body* b;
} playback;

static const char every[] = "recorded: {rank: 2, shortest: 0.05, run_on: 100}"; // may be begun
static const char usual[] = "recorded: {rank: 2}";

static bool playback_open(playback* t, const char* what, const char* text) {
    recipe how;
    bytes file = {(const uint8_t*)text, strlen(text)};
    const bake_options o = {.threads = 1};
    if (!swing_make(&t->s, what, folder, 1, 2.0) ||
        !recipe_parse(file, "r.yaml", t->s.memory, &how, &t->s.r) ||
        !bake_recording(&t->s.x, &how, &o, t->s.memory, &t->out, &t->s.r) ||
        supple_asset_read(&t->a, t->out.asset.file.data, t->out.asset.file.size) != SUPPLE_OK)
        return false;
    t->from = recorded_asset_at(&t->a, 0);
    t->b = supple_body_create(&t->a, NULL, NULL);
    return t->b != NULL;
}

static void playback_close(playback* t) {
    supple_body_destroy(t->b);
    swing_end(&t->s);
}

static uint32_t random_next(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

// The largest change of velocity from one step to the next, m/s, within responses and by their impulses; of what is
// shown it is found from places in the same way.
static double largest_change(const playback* t) {
    double most = 0.0;
    for (int32_t r = 0; r < t->s.x.response_count; ++r) {
        const recording_response* x = &t->s.x.responses[r];
        bool begins = r == 0 || t->s.x.responses[r - 1].chain != x->chain;
        for (int32_t n = 0; n < x->count; ++n) {
            double square = 0.0;
            for (int k = 0; k < RANK; ++k) {
                const int16_t* at = t->from.orbits + (ptrdiff_t)RANK * (x->first + n) + k;
                double before = begins && n == 0 ? 0.0 : at[0] - at[-RANK];
                square += pow((at[RANK] - at[0] - before) * (double)t->from.scales[k], 2.0);
            }
            most = fmax(most, sqrt(square));
        }
    }
    return most / (double)t->from.record->step;
}

// ---- laws ------------------------------------------------------------------------------

// At stored steps, to the words of the file.
static void check_sequence(const char* what) {
    playback t;
    CHECK(playback_open(&t, what, every));
    // a little less than a state, so that no response is over, and no limit met, before the entry that ended it comes
    float step = t.from.record->step * (1.0f - 5e-7f);
    int32_t shown = 0;
    for (int32_t r = 0; r < t.s.x.response_count; ++r) {
        const recording_response* x = &t.s.x.responses[r];
        if (r == 0 || t.s.x.responses[r - 1].chain != x->chain) { // chains begin at rest
            supple_matrix one = {.m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
            supple_body_place(t.b, &one);
        }
        if (!t.from.responses[r].is_start)
            break;
        CHECK(supple_body_trigger(t.b, 0, x->entry));
        double near = (double)supple_body_playing(t.b, 0).distance;
        CHECK(near <=
              1e-3); // from rest an equal response of another chain may be the one that is played
        for (int32_t n = 1; n <= x->count; ++n, ++shown) {
            supple_body_step(t.b, step);
            float q[RANK];
            recorded_sample(&t.from, RANK, (uint32_t)r, n, q, NULL);
            for (int k = 0; k < RANK; ++k) // an equal start may have been taken for it
                CHECK_NEAR((double)supple_body_coords(t.b)[k], (double)q[k],
                           4.0 * (double)t.from.scales[k] + 1.5 * near + 2e-6);
        }
    }
    printf("%d states\n", shown);
    CHECK(shown > 100);
    playback_close(&t);
}

TEST(the_recorded_sequence_comes_back) {
    check_sequence(plant);
    check_sequence(door);
}

// Random allowed entries at random moments: place goes on, and velocity changes no more than it did in the recording.
static void check_smooth(const char* what) {
    playback t;
    CHECK(playback_open(&t, what, usual));
    double bound = 1.1 * largest_change(&t), most = 0.0, step = (double)t.from.record->step;
    uint32_t seed = 7, begun = 0;
    float last[RANK] = {0}, speed[RANK] = {0};
    for (int n = 0; n < (test_thorough() ? 200000 : 20000); ++n) {
        int entry = (int)(random_next(&seed) % t.from.record->entry_count);
        supple_playing now = supple_body_playing(t.b, 0);
        bool may = now.entry < 0 || now.seconds >= (float)t.from.record->shortest * (float)step;
        begun += may && random_next(&seed) % 40 == 0 && supple_body_trigger(t.b, 0, entry);
        supple_body_step(t.b, (float)step);
        const float* q = supple_body_coords(t.b);
        double square = 0.0;
        for (int k = 0; k < RANK; ++k) {
            float v = (float)(((double)q[k] - (double)last[k]) / step);
            square += n > 0 ? pow((double)v - (double)speed[k], 2.0) : 0.0;
            last[k] = q[k], speed[k] = v;
        }
        most = fmax(most, sqrt(square));
    }
    printf("%u begun, change of velocity %.3g m/s, recorded %.3g\n", begun, most, bound / 1.1);
    CHECK(begun > 100 && most <= bound);
    playback_close(&t);
}

TEST(a_random_sequence_changes_velocity_no_more_than_the_recording) {
    check_smooth(plant);
    check_smooth(door);
}

// What is shown at a time does not depend on how it was cut into steps.
TEST(any_step_leads_to_the_same_place) {
    static const double steps[] = {0.1, 1.0 / 60.0, 1.0 / 144.0, 1e-3};
    playback t;
    CHECK(playback_open(&t, swing_door, every));
    float want[RANK], angle = 0.0f;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        supple_body* b = supple_body_create(&t.a, NULL, NULL);
        for (double now = 0.0, next = 0.0; now < 4.0 - 1e-9;) {
            if (now >=
                next - 1e-9) { // every 0.8 s: open, stop, open, stop: the last against the limit
                supple_body_trigger(b, 0, (int)(next / 0.8 + 0.5) % 2 == 0 ? 2 : 1);
                next += 0.8;
            }
            double h = fmin(steps[i], next - now);
            supple_body_step(b, (float)h);
            now += h;
        }
        for (int k = 0; k < RANK; ++k)
            CHECK(i == 0 ||
                  fabsf(supple_body_coords(b)[k] - want[k]) < 2e-4f * fabsf(want[0]) + 1e-6f);
        CHECK(i == 0 || fabsf(supple_body_playing(b, 0).displacement.x - angle) < 1e-5f);
        memcpy(want, supple_body_coords(b), sizeof want);
        angle = supple_body_playing(b, 0).displacement.x;
        supple_body_destroy(b);
    }
    playback_close(&t);
}

// A door that is placed while it opens is closed at once, and nothing is left of its speed.
TEST(what_is_placed_stands_where_its_recording_begins) {
    playback t;
    CHECK(playback_open(&t, swing_door, every));
    supple_matrix one = {.m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    supple_body_place(t.b, &one);
    supple_body_trigger(t.b, 0, 2);
    for (int n = 0; n < 30; ++n)
        supple_body_step(t.b, 0.013f);
    supple_point point = {{0, 0, 0}, {1.0f, 0.0f, 0.0f}}; // the fastest
    float most = 0.0f;
    for (uint32_t i = 0; i < (uint32_t)t.a.vertex_count; ++i) {
        supple_point of = {{i, i, i}, {1.0f, 0.0f, 0.0f}};
        supple_vec3 v = supple_body_velocity(t.b, of);
        float square = v.x * v.x + v.z * v.z;
        point = square > most ? of : point;
        most = square > most ? square : most;
    }
    CHECK(most > 1e-4f);
    supple_body_place(t.b, &one);
    supple_vec3 begin = supple_body_position(t.b, point);
    for (int n = 0; n < 3; ++n) {
        supple_vec3 at = supple_body_position(t.b, point), v = supple_body_velocity(t.b, point);
        CHECK(at.x == begin.x && at.y == begin.y && at.z == begin.z);
        CHECK(v.x == 0.0f && v.y == 0.0f && v.z == 0.0f);
        supple_body_step(t.b, 0.013f);
    }
    playback_close(&t);
}

// A door that opens stops at its range, exactly, and what stands still begins there.
TEST(a_door_stops_at_its_range) {
    playback t;
    CHECK(playback_open(&t, swing_door, every));
    CHECK(!supple_body_allows(t.b, 0, 0) && !supple_body_trigger(t.b, 0, 0)); // it is closed
    CHECK(supple_body_playing(t.b, 0).refused == 1);
    CHECK(supple_body_trigger(t.b, 0, 2));
    for (int n = 0; n < 240 && supple_body_playing(t.b, 0).entry == 2; ++n)
        supple_body_step(t.b, 0.013f);
    supple_playing p = supple_body_playing(t.b, 0);
    CHECK(p.entry == 1 && !supple_body_allows(t.b, 0, 2));
    CHECK_NEAR((double)p.displacement.x, 1.5707963267948966, 1e-6);
    for (int n = 0; n < 2000 && !supple_body_asleep(t.b); ++n)
        supple_body_step(t.b, 0.013f);
    CHECK(supple_body_asleep(t.b));
    // the frame has turned by as much: x goes to -z
    CHECK_NEAR((double)p.support.m[0], 0.0, 1e-6);
    CHECK_NEAR((double)p.support.m[2], -1.0, 1e-6);
    supple_vec3 corner = supple_body_position(t.b, (supple_point){{0, 0, 0}, {1, 0, 0}});
    CHECK_NEAR((double)corner.x, (double)t.a.positions[2], 1e-5);
    CHECK(supple_body_trigger(t.b, 0, 0) && !supple_body_asleep(t.b));
    playback_close(&t);
}

// All that was recorded is shorter than the way from one limit to the other: it runs on until the limit is met.
TEST(responses_that_are_shorter_than_the_way_go_on_to_the_limit) {
    static const char brief[] =
        SWING_BODY "support: {turns: {axis: [0, 1, 0], from: 0, to: 90}}\npalette:\n  change: 60\n"
                   "  entries: [{name: close, forcing: -60}, {name: stop, forcing: 0}, {name: "
                   "open, forcing: 60}]\n"
                   "  shortest: 0.1\n  longest: 1.2\n  responses: 120\n  chains: 1\n";
    playback t;
    CHECK(playback_open(&t, brief, every));
    for (int turn = 0; turn < 4; ++turn) {
        CHECK(supple_body_trigger(t.b, 0, turn % 2 == 0 ? 2 : 0));
        for (int n = 0; n < 300 && supple_body_playing(t.b, 0).entry != 1; ++n)
            supple_body_step(t.b, 0.011f);
        supple_playing p = supple_body_playing(t.b, 0);
        CHECK(p.entry == 1);
        CHECK_NEAR((double)p.displacement.x, turn % 2 == 0 ? 1.5707963267948966 : 0.0, 1e-6);
        for (int n = 0; n < 40; ++n)
            supple_body_step(t.b, 0.011f);
    }
    playback_close(&t);
}

// A queue waits for what is not allowed yet, and gives each its shortest time.
TEST(what_waits_begins_when_it_may) {
    playback t;
    CHECK(playback_open(&t, swing_door, every));
    CHECK(supple_body_queue(t.b, 0, 2) && supple_body_queue(t.b, 0, 1) &&
          supple_body_queue(t.b, 0, 0));
    int order[3], count = 0, before = -1;
    for (int n = 0; n < 400; ++n) {
        supple_body_step(t.b, 1.0f / 60.0f);
        supple_playing p = supple_body_playing(t.b, 0);
        if (p.entry != before && count < 3)
            order[count++] = before = p.entry;
    }
    CHECK(count == 3 && order[0] == 2 && order[1] == 1 && order[2] == 0);
    for (int i = 0; i < 8; ++i)
        CHECK(supple_body_queue(t.b, 0, 0));
    CHECK(!supple_body_queue(t.b, 0, 0) && supple_body_playing(t.b, 0).waiting == 8);
    supple_body_empty_queue(t.b, 0);
    CHECK(supple_body_playing(t.b, 0).waiting == 0 && !supple_body_queue(t.b, 0, 3));
    playback_close(&t);
}

// As an option: a push on the door's edge opens it, one along it does nothing.
TEST(a_push_triggers_what_is_nearest_to_its_direction) {
    playback t;
    CHECK(playback_open(&t, swing_door, every));
    supple_point edge = {{SWING_ROW, SWING_ROW, SWING_ROW}, {1, 0, 0}}; // at x = 1
    supple_body_impulse(t.b, edge, (supple_vec3){0, 0, -1});
    CHECK(supple_body_playing(t.b, 0).begun == 0);
    supple_body_options o = supple_body_options_default(&t.a);
    o.triggers = true;
    supple_body_set_options(t.b, &o);
    supple_body_impulse(t.b, edge, (supple_vec3){1, 0.1f, 0});
    CHECK(supple_body_playing(t.b, 0).begun == 0 && supple_body_playing(t.b, 0).refused == 1);
    supple_body_impulse(t.b, edge, (supple_vec3){0.2f, 0, -1}); // turning about y takes +x to -z
    CHECK(supple_body_playing(t.b, 0).entry == 2);
    for (int n = 0; n < 120; ++n)
        supple_body_step(t.b, 1.0f / 60.0f);
    // it is open by a right angle: what closes it is a push along +x
    supple_body_impulse(t.b, edge, (supple_vec3){1, 0, 0.2f});
    CHECK(supple_body_playing(t.b, 0).entry == 0);
    playback_close(&t);
}

// A support that is pushed goes, and what is free stays behind: an entry that hits flesh upwards answers who pushes the support
// down. Entries that move the support answer alike on both. Detail changes nothing of who is flesh.
TEST(a_push_on_the_support_is_answered_by_what_leaves_the_part_behind) {
    asset_maker m =
        asset_maker_new((asset_maker_options){.coords = {4}, .part_count = 1, .no_coupling = true});
    recorded_maker_add(&m, 0);
    CHECK(asset_maker_write(&m));
    supple_body* b = supple_body_create(&m.asset, NULL, NULL);
    uint32_t vertex[2] = {UINT32_MAX, UINT32_MAX}; // of the part, of none
    for (uint32_t v = 0; v < (uint32_t)m.asset.vertex_count; ++v)
        vertex[m.asset.links[v] == UINT32_MAX] = v;
    CHECK(vertex[0] != UINT32_MAX && vertex[1] != UINT32_MAX);
    static const supple_vec3 pushes[] = {{-1, 0.1f, 0}, {3, 0, 0.2f}, {0, 2, 0.5f},
                                         {0, -1, 0},    {0, 0, 1},    {0, NAN, 0}};
    static const int answers[2][6] = {{0, 1, 2, -1, -1, -1}, {0, 1, -1, 2, -1, -1}};
    for (int detail = 4; detail >= 0; detail -= 4)
        for (int on = 0; on < 2; ++on) {
            const supple_point at = {{vertex[on], vertex[on], vertex[on]}, {1, 0, 0}};
            supple_body_detail(b, detail);
            for (int n = 0; n < 60; ++n)
                supple_body_step(b, 1.0f / 60.0f);
            for (int i = 0; i < 6; ++i)
                CHECK(supple_body_answer(b, 0, at, pushes[i]) == answers[on][i]);
            CHECK(supple_body_answer(b, 1, at, pushes[0]) == -1);
            const supple_point none = {{1u << 30, 0, 0}, {1, 0, 0}};
            CHECK(supple_body_answer(b, 0, none, pushes[0]) == -1);
        }
    CHECK(supple_body_playing(b, 0).begun == 0 && supple_body_playing(b, 0).refused == 0);
    supple_body_options o = supple_body_options_default(&m.asset);
    o.triggers = true;
    supple_body_set_options(b, &o);
    const supple_point rigid = {{vertex[1], vertex[1], vertex[1]}, {1, 0, 0}};
    supple_body_impulse(b, rigid, pushes[2]);
    CHECK(supple_body_playing(b, 0).begun == 0 && supple_body_playing(b, 0).refused == 1);
    supple_body_impulse(b, rigid, pushes[3]);
    CHECK(supple_body_playing(b, 0).begun == 1 && supple_body_playing(b, 0).entry == 2);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// Every contact of a state that is passed is told once, whatever the step, and where the support carries it.
TEST(contacts_are_told_as_their_states_are_passed) {
    asset_maker m =
        asset_maker_new((asset_maker_options){.coords = {4}, .part_count = 1, .no_coupling = true});
    recorded_maker_add(&m, 0);
    CHECK(asset_maker_write(&m));
    static const float steps[] = {0.0625f, 0.011f, 0.5f};
    for (int i = 0; i < 3; ++i) {
        supple_body* b = supple_body_create(&m.asset, NULL, NULL);
        supple_recorded_contact c[4];
        int told = 0;
        CHECK(supple_body_trigger(b, 0, 1)); // states 3 to 15, of which 5 and 10 have contacts
        for (float now = 0.0f; now < 0.7f; now += steps[i]) {
            supple_body_step(b, steps[i]);
            int count = supple_body_recorded_contacts(b, 0, c, 4);
            for (int k = 0; k < count; ++k, ++told) {
                double gone = (double)supple_body_playing(b, 0).displacement.x;
                CHECK_NEAR((double)c[k].place.x, 0.5 + gone, 1e-5);
                CHECK(c[k].normal.y == 1.0f && c[k].impulse == 0.125f);
                CHECK(c[k].first == (uint32_t)(told + 1));
            }
        }
        CHECK(told == 2);
        supple_body_destroy(b);
    }
    asset_maker_close(&m);
}

// Half an hour at random steps: numbers, limits kept, and a state that is put back goes on to the same bits.
TEST(half_an_hour_stays_sound_and_a_saved_state_goes_on_the_same) {
    playback t;
    CHECK(playback_open(&t, swing_door, every));
    size_t size = supple_body_state_size(t.b);
    void* saved = malloc(size);
    supple_body* other = supple_body_create(&t.a, NULL, NULL);
    uint32_t seed = 99;
    double now = 0.0;
    for (int n = 0; now < (test_thorough() ? 1800.0 : 180.0); ++n) {
        double draw = random_next(&seed) / 16777216.0;
        float h = (float)(n % 50 == 0 ? 0.5 : 1e-3 + 0.05 * draw * draw);
        if (n % 97 == 0) {
            supple_body_save(t.b, saved);
            CHECK(supple_body_restore(other, saved, size));
        }
        int entry = (int)(random_next(&seed) % 3), how = (int)(random_next(&seed) % 30);
        for (int i = 0; i < 2; ++i) {
            supple_body* b = i == 0 ? t.b : other;
            if (how == 0)
                supple_body_trigger(b, 0, entry);
            else if (how == 1)
                supple_body_queue(b, 0, entry);
            supple_body_step(b, h);
        }
        now += (double)h;
        for (int k = 0; k < RANK; ++k)
            CHECK(isfinite(supple_body_coords(t.b)[k]));
        float angle = supple_body_playing(t.b, 0).displacement.x;
        CHECK(angle >= 0.0f && angle <= 1.5708f);
        CHECK(memcmp(supple_body_coords(t.b), supple_body_coords(other), RANK * sizeof(float)) ==
              0);
    }
    supple_body_destroy(other);
    free(saved);
    playback_close(&t);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(the_recorded_sequence_comes_back),
        CASE(a_random_sequence_changes_velocity_no_more_than_the_recording),
        CASE(any_step_leads_to_the_same_place),
        CASE(what_is_placed_stands_where_its_recording_begins),
        CASE(a_door_stops_at_its_range),
        CASE(responses_that_are_shorter_than_the_way_go_on_to_the_limit),
        CASE(what_waits_begins_when_it_may),
        CASE(a_push_triggers_what_is_nearest_to_its_direction),
        CASE(a_push_on_the_support_is_answered_by_what_leaves_the_part_behind),
        CASE(contacts_are_told_as_their_states_are_passed),
        CASE(half_an_hour_stays_sound_and_a_saved_state_goes_on_the_same)};
    if (mkdtemp(folder) == NULL)
        return 1;
    int status = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return status;
}
