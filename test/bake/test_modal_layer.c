// bake/bake_modal_layer: modes over a recording, so that it can still be poked.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/bake_recording.h"
#include "bake/recipe/recipe_file.h"
#include "bake/record/palette_file.h"
#include "bake/record/record.h"
#include "supple/supple.h"
#include "test/kit/random.h"
#include "test/kit/simulate_kit.h"

static char folder[] = TEST_FOLDER;

#define TURN 6.283185307179586

enum { MODES = 5, RECORDED = 0, MODAL = 1 };

// A support that jumps, and flesh that is hit: both kinds of entry.
#define CUBE(weight)                                                                               \
    "bodies: [{name: c, sample: cube, kind: solid, tets: 40, material: {young: 2e4}, held: "       \
    "{base: 0.05}}]\ndamping: {alpha: 2, beta: 0.004}\nfps: 50\naccuracy: 1e-9\n" weight           \
    "palette:\n  speeds: [[0, 0, 0], [0.3, 0, 0]]\n  entries: [{name: bump, body_impulse: [0, "    \
    "0.2, 0]}, {name: go, support_impulse: [0.3, 0, 0]}, {name: stop, support_impulse: [-0.3, 0, " \
    "0]}]\n  shortest: 0.1\n  longest: 0.4\n  responses: 9\n  chains: 2\n"

static const char cube[] = CUBE(""), heavy[] = CUBE("gravity: [0, -40, 0]\n"),
                  sheet[] = "bodies: [{name: c, sample: sheet, kind: shell, material: {preset: "
                            "cotton}, held: {base: 0.9}}]\n";

typedef struct layered {
    arena* memory;
    report r;
    recording x;
    const char *rec, *scene;
    bake_result out[2]; // without modes, and with them
    supple_asset asset[2];
    supple_body* body[2];
} layered;

static void write_text(const char* path, const char* text) {
    FILE* f = fopen(path, "wb");
    CHECK(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0);
}

static bool bake(layered* k, const char* recipe_text, bake_result* out) {
    recipe how;
    const bytes text = {(const uint8_t*)recipe_text, strlen(recipe_text)};
    const bake_options o = {.threads = 1, .samples_or_null = &kit_samples};
    return recipe_parse(text, arena_format(k->memory, "%s/r.yaml", folder), k->memory, &how,
                        &k->r) &&
           bake_recording(&k->x, &how, &o, k->memory, out, &k->r);
}

static void begin(layered* k) {
    *k = (layered){.memory = arena_create()};
    k->r = report_new(k->memory);
    k->rec = arena_format(k->memory, "%s/c.rec", folder);
    k->scene = arena_format(k->memory, "%s/c.yaml", folder);
    write_text(k->scene, cube);
    const bytes words = {(const uint8_t*)cube, strlen(cube)};
    const record_options o = {.output = k->rec, .mark = 5, .threads = 1, .samples = &kit_samples};
    simulation s;
    palette p;
    record_result out;
    CHECK(simulation_parse(words, "s.yaml", k->memory, &s, &k->r) &&
          palette_of_scene(&s, "s.yaml", k->memory, &p, &k->r) &&
          record_scene(&s, &p, &o, k->memory, &out, &k->r) &&
          recording_open(k->rec, k->memory, &k->x, &k->r));
    CHECK(bake(k, "recorded: {run_on: 1}", &k->out[0]) &&
          bake(k, "recorded: {run_on: 1, modes: 5, scene: c.yaml}", &k->out[1]));
    for (int i = 0; i < 2; ++i) {
        const bytes file = k->out[i].asset.file;
        CHECK(supple_asset_read(&k->asset[i], file.data, file.size) == SUPPLE_OK);
        supple_body_options how = supple_body_options_default(&k->asset[i]);
        k->body[i] = supple_body_create(&k->asset[i], &how, NULL);
        CHECK(k->body[i] != NULL);
    }
}

static void end(layered* k) {
    for (int i = 0; i < 2; ++i)
        supple_body_destroy(k->body[i]);
    unlink(k->rec);
    unlink(k->scene);
    arena_destroy(k->memory);
}

static void show(const layered* k, int i, float* out) {
    const supple_streams to = {.positions = out, .position_stride = 12};
    supple_body_skin(k->body[i], &to);
}

// ---- nobody pokes ----------------------------------------------------------------------

// Any sequence at any dt, the support moving: what is drawn has the bits that it has without modes. Only rounding of shapes to
// 16 bits may differ, so both assets have the recorded part's table alike, which is looked at first.
TEST(where_nobody_pokes_the_recording_is_played_to_the_bit) {
    layered k;
    begin(&k);
    supple_part a = supple_asset_part(&k.asset[0], 0), b = supple_asset_part(&k.asset[1], 0);
    CHECK(k.asset[1].part_count == 2 && a.coord_count == b.coord_count);
    CHECK(supple_asset_part(&k.asset[1], 1).coord_count == MODES);
    size_t n = 3 * (size_t)k.asset[0].vertex_count;
    float *one = ARENA_NEW(k.memory, float, n), *two = ARENA_NEW(k.memory, float, n);
    seed = 7;
    int moved = 0;
    for (int step = 0; step < 600; ++step) {
        float dt = (float)random_in(1e-3, 0.05);
        int entry = (int)random_in(0.0, 40.0);
        for (int i = 0; i < 2; ++i) {
            if (entry < 3)
                supple_body_trigger(k.body[i], RECORDED, entry);
            supple_body_step(k.body[i], dt);
        }
        show(&k, 0, one);
        show(&k, 1, two);
        CHECK(memcmp(one, two, n * sizeof *one) == 0);
        const float* q = supple_body_coords(k.body[1]);
        moved += fabsf(q[0]) > 0.0f;
        for (int m = 0; m < MODES; ++m)
            CHECK(q[b.coord_count + m] == 0.0f);
    }
    CHECK(moved > 100);
    end(&k);
}

// ---- somebody does ---------------------------------------------------------------------

// The amount of a mode's velocity just before, from its coordinate after dt seconds at rest before.
static double kicked(const supple_bake_mode* m, double q, double dt) {
    double w = TURN * m->hz, d = w * m->ratio, x = sqrt(w * w - d * d);
    return q * x / (exp(-d * dt) * sin(x * dt));
}

// Each mode is the oscillator that modal analysis says: after an impulse J at a vertex, q = e^(-d t) (w.J) sin(x t) / x, while
// the recording goes on as if nobody had poked; energy only falls.
TEST(a_poke_swings_at_the_modes_frequencies_and_dies_as_they_do) {
    layered k;
    begin(&k);
    int32_t rank = supple_asset_part(&k.asset[0], 0).coord_count;
    const supple_bake_part* row = &k.out[1].rows[1];
    uint32_t top = 0;
    for (int32_t v = 0; v < k.asset[1].vertex_count; ++v)
        top =
            k.asset[1].positions[3 * v + 1] > k.asset[1].positions[3 * top + 1] ? (uint32_t)v : top;
    const supple_point at = {{top, top, top}, {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 2; ++i)
        CHECK(supple_body_trigger(k.body[i], RECORDED, 1));
    supple_body_impulse(k.body[1], at, (supple_vec3){0.02f, 0.01f, -0.03f});
    double first[MODES], last = INFINITY;
    for (int n = 1; n <= 240; ++n) {
        const double dt = 1.0 / 240.0, t = n * dt;
        double energy = 0.0;
        for (int i = 0; i < 2; ++i)
            supple_body_step(k.body[i], (float)dt);
        const float *q = supple_body_coords(k.body[1]), *same = supple_body_coords(k.body[0]);
        CHECK(memcmp(q, same, (size_t)rank * sizeof *q) == 0);
        for (int m = 0; m < MODES; ++m) {
            double w = TURN * row->modes[m].hz, d = w * row->modes[m].ratio,
                   x = sqrt(w * w - d * d), now = (double)q[rank + m];
            if (n == 1)
                first[m] = kicked(&row->modes[m], now, t); // w.J
            CHECK_NEAR(now, first[m] * exp(-d * t) * sin(x * t) / x,
                       2e-4 * fabs(first[m]) / x + 1e-9);
            double v = first[m] * exp(-d * t) * (cos(x * t) - d / x * sin(x * t));
            energy += 0.5 * (v * v + w * w * now * now);
        }
        CHECK(energy <= last * (1.0 + 1e-3));
        last = energy;
    }
    double begun = 0.0;
    for (int m = 0; m < MODES; ++m)
        begun += 0.5 * first[m] * first[m];
    CHECK(begun > 0.0 && last < 0.2 * begun);
    printf("%.2f to %.2f Hz; %.2g of a poke's energy is left after a second\n", row->first,
           row->last, last / begun);
    end(&k);
}

// Half of an impulse times the velocity that its point gets is the energy that the modes have: nothing else takes any.
TEST(a_poke_does_the_work_that_its_point_sees) {
    layered k;
    begin(&k);
    int32_t rank = supple_asset_part(&k.asset[0], 0).coord_count;
    const supple_matrix here = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    const supple_vec3 push = {0.01f, -0.02f, 0.015f};
    for (uint32_t v = 0; v < (uint32_t)k.asset[1].vertex_count; ++v) {
        supple_body* b = k.body[1];
        const supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
        supple_body_place(b, &here);
        supple_body_impulse(b, at, push);
        supple_vec3 after = supple_body_velocity(b, at);
        double energy = 0.0,
               work = 0.5 * ((double)push.x * (double)after.x + (double)push.y * (double)after.y +
                             (double)push.z * (double)after.z);
        supple_body_step(b, 1e-3f);
        for (int m = 0; m < MODES; ++m) {
            double u =
                kicked(&k.out[1].rows[1].modes[m], (double)supple_body_coords(b)[rank + m], 1e-3);
            energy += 0.5 * u * u;
        }
        CHECK_NEAR(work, energy, 1e-4 * energy + 1e-10);
    }
    end(&k);
}

// ---- hands of all kinds ----------------------------------------------------------------

static supple_matrix frame_at(double turn, double x) {
    float c = (float)cos(turn), s = (float)sin(turn);
    return (supple_matrix){{c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, (float)x, 0, 0, 1}};
}

// What both bodies are told, at random: entries, waiting ones, detail, frames that are placed, moved and driven, a dt that is none.
static void tell_both(const layered* k, double what) {
    int entry = (int)random_in(-1.0, 4.0), detail = (int)random_in(1.0, 9.0);
    const supple_matrix frame = frame_at(random_in(-3.0, 3.0), random_in(-2.0, 2.0));
    float dt = (float)random_in(1e-3, 0.06);
    for (int i = 0; i < 2; ++i) {
        supple_body* b = k->body[i];
        if (what < 0.1)
            supple_body_trigger(b, RECORDED, entry);
        else if (what < 0.15)
            supple_body_queue(b, RECORDED, entry);
        else if (what < 0.17)
            supple_body_detail(b, detail);
        else if (what < 0.19)
            supple_body_place(b, &frame);
        else if (what < 0.25)
            supple_body_drive(b, &frame);
        else if (what < 0.27)
            supple_body_move(b, &frame);
        supple_body_step(b, what > 0.99 ? NAN : dt);
    }
}

// What only the one with modes feels.
static void touch(const layered* k, supple_pin* pin) {
    supple_body* b = k->body[1];
    uint32_t v = (uint32_t)random_in(0.0, (double)k->asset[1].vertex_count);
    const supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
    const vec3 a = random_point(random_in(0.0, 1.0) < 0.02 ? 1e6 : 0.3);
    const supple_vec3 push = {(float)a.x, (float)a.y, (float)a.z};
    double what = random_in(0.0, 1.0);
    if (what < 0.1)
        supple_body_impulse(b, at, push);
    else if (what < 0.15)
        supple_body_force(b, at, push);
    else if (what < 0.17)
        *pin = supple_body_pin(b, at, push);
    else if (what < 0.3)
        supple_body_move_pin(b, *pin, push);
    else if (what < 0.33)
        supple_body_unpin(b, *pin);
}

// Whatever hands do to the modes, the recording goes on as in a body that nobody touches, to the bit; all stays finite; and a
// state that was saved while both were busy goes on the same.
TEST(no_hand_changes_what_is_played_and_any_saved_state_goes_on_the_same) {
    layered k;
    begin(&k);
    int32_t rank = supple_asset_part(&k.asset[0], 0).coord_count;
    size_t size = supple_body_state_size(k.body[1]), coords = (size_t)(rank + MODES);
    void *saved = malloc(size), *again = malloc(size);
    supple_pin pin = {0};
    int played = 0, busy = 0;
    for (uint64_t run = 1; run <= 6000; ++run) {
        seed = run * 977;
        touch(&k, &pin);
        tell_both(&k, random_in(0.0, 1.0));
        const float *q = supple_body_coords(k.body[1]), *alone = supple_body_coords(k.body[0]);
        CHECK(memcmp(q, alone, (size_t)rank * sizeof *q) == 0);
        double moved = 0.0;
        for (size_t m = (size_t)rank; m < coords; ++m)
            moved = fmax(moved, fabs((double)q[m]));
        CHECK(isfinite(moved) && moved < 1e3);
        busy += moved > 1e-3 && fabsf(q[0]) > 1e-4f;
        supple_playing now[2] = {supple_body_playing(k.body[0], RECORDED),
                                 supple_body_playing(k.body[1], RECORDED)};
        CHECK(now[0].begun == now[1].begun && now[0].refused == now[1].refused &&
              now[0].response == now[1].response && now[0].displacement.x == now[1].displacement.x);
        played = (int)now[1].begun;
        if (run % 50 != 0)
            continue;
        float after[64];
        CHECK(coords <= 64);
        supple_body_save(k.body[1], saved);
        supple_body_step(k.body[1], 0.03f);
        memcpy(after, supple_body_coords(k.body[1]), coords * sizeof *after);
        CHECK(supple_body_restore(k.body[1], saved, size));
        supple_body_step(k.body[1], 0.03f);
        CHECK(memcmp(after, supple_body_coords(k.body[1]), coords * sizeof *after) == 0);
        CHECK(supple_body_restore(k.body[1], saved, size));
        supple_body_save(k.body[1], again);
        CHECK(memcmp(saved, again, size) == 0);
    }
    printf("%d entries begun; both were busy in %d of 6000 steps\n", played, busy);
    CHECK(played > 100 && busy > 500);
    free(saved);
    free(again);
    end(&k);
}

// ---- what cannot be --------------------------------------------------------------------

static bool says(layered* k, const char* recipe_text, const char* words) {
    bake_result out;
    int32_t before = k->r.count;
    bool refused = !bake(k, recipe_text, &out), said = false;
    for (int32_t i = before; i < k->r.count; ++i) {
        printf("%s\n", finding_text(&k->r.findings[i], k->memory));
        said = said || strstr(finding_text(&k->r.findings[i], k->memory), words) != NULL;
    }
    return refused && said;
}

TEST(another_scene_than_the_one_that_was_recorded_is_refused) {
    layered k;
    begin(&k);
    const char* other = arena_format(k.memory, "%s/other.yaml", folder);
    CHECK(says(&k, "recorded: {run_on: 1, modes: 5}", "name its file"));
    CHECK(says(&k, "recorded: {run_on: 1, modes: 5, scene: none.yaml}", "none.yaml"));
    CHECK(says(&k, "light: 3\nrecorded: {run_on: 1, modes: 5, scene: c.yaml}", "keep one of"));
    CHECK(says(&k, "recorded: {run_on: 1, modes: 999, scene: c.yaml}", "modes are wanted"));
    write_text(other, sheet);
    CHECK(says(&k, "recorded: {run_on: 1, modes: 5, scene: other.yaml}", "vertices"));
    write_text(other, heavy);
    CHECK(says(&k, "recorded: {run_on: 1, modes: 5, scene: other.yaml}", "rests elsewhere"));
    write_text(other, "bodies: []\n");
    CHECK(says(&k, "recorded: {run_on: 1, modes: 5, scene: other.yaml}", "bodies"));
    unlink(other);
    end(&k);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(where_nobody_pokes_the_recording_is_played_to_the_bit),
        CASE(a_poke_swings_at_the_modes_frequencies_and_dies_as_they_do),
        CASE(a_poke_does_the_work_that_its_point_sees),
        CASE(no_hand_changes_what_is_played_and_any_saved_state_goes_on_the_same),
        CASE(another_scene_than_the_one_that_was_recorded_is_refused),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
