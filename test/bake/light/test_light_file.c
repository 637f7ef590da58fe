// Transfer on disk while it is made: whatever ends the work loses one field at most, and the bytes do not tell who made what.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "bake/base/file.h"
#include "bake/light/light_file.h"
#include "test/kit/check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

enum { SHAPES = 5, HELD = 3, COUNT = SHAPES + HELD, POINTS = 700, WIDTH = 48 };

static const int32_t states[COUNT] = {0, 3, 9, 11, 40, 5, 17, 39};

typedef struct kit {
    arena* memory;
    report r;
    char folder[64];
    const char* path;
    light_plan plan;
    light_fields out;
    int asked[COUNT]; // how often a field was made
    int stop_at;      // this one fails; -1: none
    int pause;        // ms that a field takes
    int news;         // where a byte is written as a field is begun; 0: nowhere
} kit;

static kit kit_new(void) {
    kit k = {.memory = arena_create(),
             .folder = TEST_FOLDER,
             .plan = {7, SHAPES, HELD, states, POINTS, WIDTH},
             .stop_at = -1};
    k.r = report_new(k.memory);
    if (mkdtemp(k.folder) == NULL)
        abort();
    k.path = arena_format(k.memory, "%s/x.light", k.folder);
    return k;
}

static void kit_close(kit* k) {
    unlink(k->path);
    rmdir(k->folder);
    arena_destroy(k->memory);
}

static bool make_one(void* user, int32_t index, float* out, sight_account* a, report* r) {
    kit* k = user;
    ++k->asked[index];
    if (k->news > 0 && write(k->news, "x", 1) != 1)
        return false;
    if (index == k->stop_at)
        return report_error(r, place_none(), "stopped");
    nanosleep(&(struct timespec){0, 1000000L * k->pause}, NULL);
    for (int32_t i = 0; i < POINTS * WIDTH; ++i)
        out[i] = (float)(index + 1) / (float)(i + 1);
    *a = (sight_account){.rays = 100 + index, .hits = 10, .dark = 3, .covered = 2, .flat = 1};
    return true;
}

static bool run(kit* k, bool anew) {
    arena* own = arena_create(); // the file is closed with it, as when a process ends
    const light_file_options o = {.path_or_null = k->path, .anew = anew};
    light_fields out;
    bool sound = light_file_make(&k->plan, &o, make_one, k, own, &out, &k->r);
    k->out = out;
    arena_destroy(own);
    return sound;
}

static bytes whole(kit* k) {
    bytes b = {NULL, 0}, copy;
    if (!file_map(k->path, &b, &k->r))
        return b;
    uint8_t* data = ARENA_NEW(k->memory, uint8_t, b.size);
    memcpy(data, b.data, b.size);
    copy = (bytes){data, b.size};
    file_unmap(b);
    return copy;
}

static bool same(bytes a, bytes b) {
    return a.size == b.size && a.size > 0 && memcmp(a.data, b.data, a.size) == 0;
}

// What one run makes that nothing disturbs.
static bytes truth_of(kit* k) {
    run(k, false);
    bytes b = whole(k);
    unlink(k->path);
    memset(k->asked, 0, sizeof k->asked);
    return b;
}

TEST(after_an_end_at_any_field_the_rest_is_made_and_bytes_are_the_same) {
    for (int at = 0; at < COUNT; at += 3) {
        kit k = kit_new();
        bytes truth = truth_of(&k);
        k.stop_at = at;
        CHECK(!run(&k, false) && k.r.error_count == 1);
        k.stop_at = -1;
        CHECK(run(&k, false) && k.out.found == at && k.out.made == COUNT - at);
        for (int i = 0; i < COUNT; ++i)
            CHECK(k.asked[i] == 1 + (i == at));
        CHECK(same(whole(&k), truth));
        CHECK(run(&k, false) && k.out.found == COUNT && k.out.made == 0);
        kit_close(&k);
    }
}

TEST(fields_and_accounts_come_back_as_they_were_made) {
    kit k = kit_new();
    CHECK(run(&k, false));
    const light_file_options o = {.path_or_null = k.path};
    CHECK(light_file_make(&k.plan, &o, make_one, &k, k.memory, &k.out, &k.r));
    for (int i = 0; i < COUNT; ++i) {
        const light_entry* e = &k.out.entries[i];
        CHECK(k.asked[i] == 1 && e->rays == 100 + i && e->hits == 10 && e->dark == 3 &&
              e->covered == 2 && e->flat == 1);
        for (int32_t c = 0; c < POINTS * WIDTH; c += 97)
            CHECK(k.out.fields[i][c] == (float)(i + 1) / (float)(c + 1));
    }
    light_plan p;
    CHECK(light_file_plan(k.path, k.memory, &p, &k.r) && p.mark == 7 && p.shape_count == SHAPES &&
          p.held_count == HELD && p.point_count == POINTS && p.width == WIDTH &&
          memcmp(p.states, states, sizeof states) == 0);
    kit_close(&k);
}

// A process of its own that makes fields slowly.
static pid_t begin_process(kit* k, int pause) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        k->pause = pause;
        bool sound = run(k, false);
        _exit(sound ? k->out.made : 99);
    }
    return child;
}

static int end_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(processes_share_the_fields_and_none_is_made_twice) {
    kit k = kit_new();
    bytes truth = truth_of(&k);
    pid_t all[3];
    int made = 0, most = 0;
    for (int i = 0; i < 3; ++i)
        all[i] = begin_process(&k, 20);
    for (int i = 0; i < 3; ++i) {
        int own = end_of(all[i]);
        made += own;
        most = own > most ? own : most;
    }
    CHECK(made == COUNT && most < COUNT);
    CHECK(same(whole(&k), truth));
    kit_close(&k);
}

TEST(a_kill_at_any_time_loses_one_field_at_most) {
    for (int begun = 1; begun <= COUNT;
         begun += 2) { // killed as this one is under way, and somewhat later
        kit k = kit_new();
        bytes truth = truth_of(&k);
        int ends[2];
        CHECK(pipe(ends) == 0);
        k.news = ends[1];
        pid_t child = begin_process(&k, 5);
        k.news = 0;
        close(ends[1]);
        char seen[COUNT];
        for (int i = 0; i < begun; ++i)
            CHECK(read(ends[0], seen, 1) == 1);
        nanosleep(&(struct timespec){0, 1000000L * begun}, NULL);
        kill(child, SIGKILL);
        end_of(child);
        int later = (int)read(ends[0], seen, COUNT);
        CHECK(run(&k, false) && k.out.found >= begun + later - 1);
        CHECK(k.out.found + k.out.made == COUNT);
        close(ends[0]);
        CHECK(same(whole(&k), truth));
        kit_close(&k);
    }
}

static void overwrite(const kit* k, const void* data, size_t size, off_t at) {
    int file = open(k->path, O_WRONLY);
    CHECK(file >= 0 && pwrite(file, data, size, at) == (ssize_t)size);
    close(file);
}

TEST(a_field_that_is_not_what_its_entry_says_is_made_again) {
    kit k = kit_new();
    CHECK(run(&k, false));
    bytes truth = whole(&k);
    const uint8_t torn[4] = {1, 2, 3, 4};
    overwrite(&k, torn, 4, (off_t)(truth.size - (size_t)2 * POINTS * WIDTH * sizeof(float)));
    CHECK(run(&k, false) && k.out.found == COUNT - 1 && k.asked[COUNT - 2] == 2);
    CHECK(same(whole(&k), truth));
    kit_close(&k);
}

TEST(a_head_that_was_not_finished_is_begun_again) {
    kit k = kit_new();
    CHECK(run(&k, false));
    bytes truth = whole(&k);
    const uint64_t none = 0;
    overwrite(&k, &none, sizeof none, 0);
    CHECK(run(&k, false) && k.out.made == COUNT && same(whole(&k), truth));
    CHECK(truncate(k.path, 0) == 0); // made, and nothing in it
    CHECK(run(&k, false) && k.out.made == COUNT && same(whole(&k), truth));
    kit_close(&k);
}

TEST(what_belongs_to_something_else_is_left_alone_with_a_sentence) {
    kit k = kit_new();
    CHECK(run(&k, false));
    bytes truth = whole(&k);
    for (int other = 0; other < 4; ++other) {
        light_plan keep = k.plan;
        int32_t moved[COUNT];
        memcpy(moved, states, sizeof states);
        moved[2] += other == 1;
        k.plan.states = moved;
        k.plan.mark += other == 0;
        k.plan.held_count -= other == 2;
        k.plan.width -= other == 3;
        int before = k.r.error_count;
        CHECK(!run(&k, false) && k.r.error_count == before + 1 && same(whole(&k), truth));
        k.plan = keep;
    }
    k.plan.mark = 8;
    CHECK(run(&k, true) && k.out.made == COUNT && !same(whole(&k), truth));
    CHECK(truncate(k.path, 300) == 0); // torn: there is nothing in it to lose
    CHECK(!run(&k, false) && run(&k, true));
    static const char text[] = "a letter to somebody, and no light, longer than a head is: 1234567";
    CHECK(file_write(k.path, text, sizeof text, &k.r));
    CHECK(!run(&k, false) && !run(&k, true) && whole(&k).size == sizeof text);
    light_plan p;
    CHECK(!light_file_plan(k.path, k.memory, &p, &k.r));
    kit_close(&k);
}

// Heads with any byte changed are refused, or are whole plans.
TEST(a_damaged_head_does_no_harm) {
    kit k = kit_new();
    CHECK(run(&k, false));
    bytes truth = whole(&k);
    int refused = 0;
    for (off_t at = 0; at < 64 + 4 * COUNT; ++at) {
        uint8_t byte = (uint8_t)(truth.data[at] ^ 0xff);
        light_plan p;
        overwrite(&k, &byte, 1, at);
        refused += !light_file_plan(k.path, k.memory, &p, &k.r);
        overwrite(&k, truth.data + at, 1, at);
    }
    CHECK(refused >= 28 + 4 * COUNT + 8); // magic, version, counts, states and their mark
    kit_close(&k);
}

static void fill_disk(int after_head) {
    kit k = kit_new();
    bytes truth = truth_of(&k);
    fflush(stdout);
    pid_t child = fork();
    if (child ==
        0) { // a file may not be longer than that, as it is begun or within its third field
        k.stop_at = 0;
        bool begun = after_head && !run(&k, false);
        k.stop_at = -1;
        k.r.error_count = k.r.count = 0;
        signal(SIGXFSZ, SIG_IGN);
        const struct rlimit most = {300000, 300000};
        setrlimit(RLIMIT_FSIZE, &most);
        bool sound = run(&k, false);
        _exit(!sound && begun == (after_head > 0) && k.r.error_count == 1 &&
                      k.out.made == (after_head > 0 ? 3 : 0) &&
                      strstr(k.r.findings[0].text, "cannot be written") != NULL
                  ? 0
                  : 1);
    }
    CHECK(end_of(child) == 0);
    CHECK(run(&k, false) && k.out.found == (after_head > 0 ? 2 : 0) && same(whole(&k), truth));
    kit_close(&k);
}

TEST(a_full_disk_is_told_and_the_same_command_goes_on) {
    fill_disk(0);
    fill_disk(1);
}

TEST_MAIN(CASE(after_an_end_at_any_field_the_rest_is_made_and_bytes_are_the_same),
          CASE(fields_and_accounts_come_back_as_they_were_made),
          CASE(processes_share_the_fields_and_none_is_made_twice),
          CASE(a_kill_at_any_time_loses_one_field_at_most),
          CASE(a_field_that_is_not_what_its_entry_says_is_made_again),
          CASE(a_head_that_was_not_finished_is_begun_again),
          CASE(what_belongs_to_something_else_is_left_alone_with_a_sentence),
          CASE(a_damaged_head_does_no_harm), CASE(a_full_disk_is_told_and_the_same_command_goes_on))
