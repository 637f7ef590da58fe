// Simulation by the baker's library: what nothing holds falls as a stone, whoever cancels goes on to the same bytes, and memory
// that ends at any request leaves nothing behind.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "test/kit/check.h"
#include "test/kit/library_kit.h"
#include "test/kit/thorough.h"

#include <unistd.h>

static char folder[] = TEST_FOLDER;
static arena* memory;

static const char thrown[] = "bodies:\n"
                             "  - {name: low, file: cube.obj, kind: solid, tets: 40}\n"
                             "  - {name: high, file: cube.obj, kind: solid, tets: 40, "
                             "at: [0, 5, 0], velocity: [1, 2, 0.5]}\n"
                             "seconds: 0.5\nfps: 20\n";
enum { STATES = 11, VERTICES = 16, HEAD = 32 }; // of the .pc2

static const char* in_folder(const char* name) {
    return arena_format(memory, "%s/%s", folder, name);
}

static supple_bake_simulation scene(const char* text, const char* output) {
    supple_bake_simulation q = supple_bake_simulation_default();
    q.text_or_null = text;
    q.text_size = strlen(text);
    q.path_or_null = in_folder("scene.yaml");
    q.output = in_folder(output);
    return q;
}

static bytes take(const char* name) {
    report r = report_new(memory);
    bytes file = {0}, copy = {0};
    if (!file_map(in_folder(name), &file, &r))
        return copy;
    copy = (bytes){(const uint8_t*)arena_copy_text(memory, (const char*)file.data, file.size),
                   file.size};
    file_unmap(file);
    return copy;
}

static bool exists(const char* name) {
    return access(in_folder(name), F_OK) == 0;
}

// A parabola is exact for the rule of the trapezoid, up to the floats of the file.
TEST(what_nothing_holds_falls_as_a_stone) {
    supple_bake_job* job = supple_bake_create(NULL);
    supple_bake_simulation q = scene(thrown, "out.pc2");
    supple_bake_simulated x;
    CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_DONE);
    CHECK(x.state_count == STATES && x.resumed_count == 0 && x.fps == 20.0 && x.cut_count == 0);
    CHECK(x.step_count == STATES - 1 && x.vertex_count == VERTICES && x.triangle_count == 24);
    CHECK(x.body_count == 2 && strcmp(x.bodies[1].name, "high") == 0);
    CHECK(x.bodies[1].first_vertex == 8 && x.bodies[1].vertex_count == 8);
    for (int32_t i = 0; i < 3 * x.triangle_count; ++i)
        CHECK(x.triangles[i] < VERTICES && (x.triangles[i] < 8) == (i < 36));
    bytes file = take("out.pc2");
    CHECK(file.size == HEAD + sizeof(float) * 3 * STATES * VERTICES);
    CHECK(!exists("out.pc2.part") && !exists("out.pc2.checkpoint"));
    for (int32_t n = 0; n < STATES; ++n)
        for (int32_t v = 0; v < VERTICES; ++v) {
            float p[3];
            memcpy(p, file.data + HEAD + sizeof p * (size_t)(n * VERTICES + v), sizeof p);
            double t = n / 20.0, speed[3] = {v < 8 ? 0 : 1, v < 8 ? 0 : 2, v < 8 ? 0 : 0.5};
            for (int k = 0; k < 3; ++k)
                CHECK_NEAR(p[k],
                           x.rest[3 * v + k] + speed[k] * t - (k == 1 ? 0.5 * 9.81 * t * t : 0.0),
                           2e-6);
        }
    supple_bake_release(job);
}

typedef struct patience {
    int32_t calls, states; // asked; until it is cancelled, below 0: never
    int32_t first, done;   // the first that was heard, 0: none; the last
    bool bad;              // heard what cannot be
} patience;

static bool ask(void* user, const char* what, int32_t done, int32_t total) {
    patience* p = user;
    p->bad = p->bad || done < p->done || done > total || (total != 0 && total != 1000 * STATES) ||
             (what[0] == 0) != (done == total);
    p->first = p->first == 0 ? done : p->first;
    p->done = done;
    ++p->calls;
    return p->states < 0 || done < p->first + 1000 * p->states;
}

TEST(cancelled_at_any_state_it_goes_on_to_the_same_bytes) {
    patience p = {.states = -1};
    supple_bake_options o = supple_bake_options_default();
    o.progress_or_null = ask;
    o.progress_user = &p;
    supple_bake_job* once = supple_bake_create(&o);
    supple_bake_simulation at_once = scene(thrown, "out.pc2"), q = scene(thrown, "again.pc2");
    supple_bake_simulated x;
    CHECK(supple_bake_simulate(once, &at_once, &x) == SUPPLE_BAKE_DONE && p.calls >= STATES);
    supple_bake_release(once);
    bytes whole = take("out.pc2");
    int32_t cancelled = 0;
    for (supple_bake_status status = SUPPLE_BAKE_CANCELLED; status != SUPPLE_BAKE_DONE;) {
        supple_bake_job* job = supple_bake_create(&o); // as another process would
        p = (patience){.states = 2, .bad = p.bad};
        status = supple_bake_simulate(job, &q, &x);
        CHECK(status == SUPPLE_BAKE_DONE || status == SUPPLE_BAKE_CANCELLED);
        CHECK(status == SUPPLE_BAKE_DONE || x.state_count == 0);
        cancelled += status == SUPPLE_BAKE_CANCELLED;
        supple_bake_release(job);
        CHECK(cancelled < 20);
    }
    CHECK(cancelled >= 3 && x.resumed_count > 0 && x.step_count == STATES - 1 && !p.bad);
    bytes pieces = take("again.pc2");
    CHECK(pieces.size == whole.size && memcmp(pieces.data, whole.data, whole.size) == 0);
}

TEST(a_checkpoint_of_another_scene_is_refused_and_anew_begins_anew) {
    patience p = {.states = 3};
    supple_bake_options o = supple_bake_options_default();
    o.progress_or_null = ask;
    o.progress_user = &p;
    supple_bake_job *hasty = supple_bake_create(&o), *job = supple_bake_create(NULL);
    supple_bake_simulation q = scene(thrown, "other.pc2");
    supple_bake_simulated x;
    CHECK(supple_bake_simulate(hasty, &q, &x) == SUPPLE_BAKE_CANCELLED);
    q = scene(arena_format(memory, "%sgravity: [0, 0, 0]\n", thrown), "other.pc2");
    CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_REFUSED);
    CHECK(strstr(library_last_finding(job), "checkpoint of another scene") != NULL);
    q.anew = true;
    CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_DONE && x.resumed_count == 0);
    supple_bake_release(hasty);
    supple_bake_release(job);
}

static bool one_cube(void* user, const char* name, supple_bake_bytes* out) {
    (void)user;
    *out = (supple_bake_bytes){library_cube.data, library_cube.size};
    return strcmp(name, "cube.obj") == 0;
}

TEST(samples_come_from_the_host_and_what_makes_no_sense_is_refused) {
    static const char sampled[] = "bodies: [{name: c, sample: cube.obj, kind: solid, tets: 40}]\n"
                                  "seconds: 0.1\nfps: 20\n";
    supple_bake_options o = supple_bake_options_default();
    o.sample_or_null = one_cube;
    supple_bake_job *host = supple_bake_create(&o), *job = supple_bake_create(NULL);
    supple_bake_simulation q = scene(sampled, "sample.pc2");
    supple_bake_simulated x;
    CHECK(supple_bake_simulate(host, &q, &x) == SUPPLE_BAKE_DONE && x.vertex_count == 8);
    CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_REFUSED);
    CHECK(strstr(library_last_finding(job), "no sample \"cube.obj\"") != NULL);
    static const struct {
        const char *text, *output, *says;
    } wrong[] = {{"bodies: []\nseconds: 1\n", "x.pc2", "scene.yaml:1"},
                 {"bodies: [{name: c, file: no.obj, kind: solid}]\n", "x.pc2", "no.obj"},
                 {thrown, "x.vtk", ".pc2 or .mdd"},
                 {thrown, "no/x.pc2", "cannot be written"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        q = scene(wrong[i].text, wrong[i].output);
        CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_REFUSED && x.state_count == 0);
        CHECK(strstr(library_last_finding(job), wrong[i].says) != NULL);
    }
    q = supple_bake_simulation_default();
    q.output = in_folder("x.pc2");
    CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_REFUSED && !exists("x.pc2"));
    supple_bake_release(host);
    supple_bake_release(job);
}

TEST(memory_that_ends_at_any_request_leaves_nothing_behind) {
    counted c = {0};
    supple_bake_options o = library_counted(&c);
    o.threads = 1;
    o.sample_or_null = one_cube;
    supple_bake_job* job = supple_bake_create(&o);
    supple_bake_simulation q = scene(
        "bodies: [{name: c, sample: cube.obj, kind: solid, tets: 20}]\nseconds: 0.1\nfps: 20\n",
        "little.pc2");
    supple_bake_simulated x;
    q.anew = true;
    CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_DONE);
    int64_t before = c.calls, refused = 0;
    CHECK(supple_bake_simulate(job, &q, &x) == SUPPLE_BAKE_DONE);
    int64_t all = c.calls - before, step = test_thorough() ? 1 : all / 8 + 1;
    for (int64_t at = 1; at <= all; at += step) {
        int64_t held = c.blocks;
        c.refuse_at = c.calls + at;
        supple_bake_status status = supple_bake_simulate(job, &q, &x);
        c.refuse_at = 0;
        refused += status == SUPPLE_BAKE_OUT_OF_MEMORY;
        CHECK(status == SUPPLE_BAKE_OUT_OF_MEMORY || status == SUPPLE_BAKE_DONE);
        CHECK(status == SUPPLE_BAKE_DONE || c.blocks == held);
    }
    CHECK(refused > 3);
    supple_bake_release(job);
    CHECK(c.blocks == 0 && c.bytes == 0);
}

static void leave(void) {
    static const char* const left[] = {
        "cube.obj",   "out.pc2",    "again.pc2",       "other.pc2",
        "sample.pc2", "little.pc2", "little.pc2.part", "little.pc2.checkpoint"};
    for (size_t i = 0; i < sizeof left / sizeof left[0]; ++i)
        unlink(in_folder(left[i]));
    rmdir(folder);
    arena_destroy(memory);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(what_nothing_holds_falls_as_a_stone),
        CASE(cancelled_at_any_state_it_goes_on_to_the_same_bytes),
        CASE(a_checkpoint_of_another_scene_is_refused_and_anew_begins_anew),
        CASE(samples_come_from_the_host_and_what_makes_no_sense_is_refused),
        CASE(memory_that_ends_at_any_request_leaves_nothing_behind),
    };
    memory = arena_create();
    report r = report_new(memory);
    if (mkdtemp(folder) == NULL ||
        !file_write(in_folder("cube.obj"), library_cube.data, library_cube.size, &r))
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    leave();
    return code;
}
