// bake/record: chains as scenes, and the file of a recording.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/record/from_cache.h"
#include "bake/record/palette_file.h"
#include "bake/record/record.h"
#include "test/kit/random.h"
#include "test/kit/simulate_kit.h"

#include <dirent.h>

static char folder[] = TEST_FOLDER;
static void empty_folder(void) {
    DIR* d = opendir(folder);
    for (struct dirent* e; d != NULL && (e = readdir(d)) != NULL;)
        unlinkat(dirfd(d), e->d_name, 0);
    if (d != NULL)
        closedir(d);
}

static const matter_samples samples = {.make = kit_sample};

#define CUBE                                                                                       \
    "bodies: [{name: c, sample: cube, kind: solid, tets: 40, material: {young: 2e4}, held: "       \
    "{base: "                                                                                      \
    "0.05}}]\ndamping: {beta: 0.004}\nfps: 50\naccuracy: 1e-11\n"
#define TIMES "  shortest: 0.1\n  longest: 0.4\n  responses: 5\n  chains: 2\n"

static const char shaken[] = CUBE
    "palette:\n  entries: [{name: bump, body_impulse: [0, 0.2, 0]}, {name: turn, body_impulse: "
    "{spin: "
    "[0, 90, 0]}}, {name: go, forcing: [0.2, 0, 0]}, {name: stop, forcing: [0, 0, 0]}]\n" TIMES;

typedef struct kit {
    arena* memory;
    report r;
    simulation scene;
    palette p;
    recording x;
    const char* path;
} kit;

// Recorded, and open; false with its sentences shown.
static bool record(kit* k, const char* text, const char* name) {
    *k = (kit){.memory = arena_create()};
    k->r = report_new(k->memory);
    k->path = arena_format(k->memory, "%s/%s", folder, name);
    bytes file = {(const uint8_t*)text, strlen(text)};
    const record_options o = {.output = k->path, .mark = 17, .threads = 1, .samples = &samples};
    record_result out;
    bool sound = simulation_parse(file, "s.yaml", k->memory, &k->scene, &k->r) &&
                 palette_of_scene(&k->scene, "s.yaml", k->memory, &k->p, &k->r) &&
                 record_scene(&k->scene, &k->p, &o, k->memory, &out, &k->r) &&
                 recording_open(k->path, k->memory, &k->x, &k->r);
    for (int32_t i = 0; i < k->r.count && !sound; ++i)
        printf("%s\n", finding_text(&k->r.findings[i], k->memory));
    return sound;
}

static void end(kit* k) {
    unlink(k->path);
    arena_destroy(k->memory);
}

static float* all_states(kit* k) {
    float* out =
        ARENA_NEW(k->memory, float, 3 * (size_t)k->x.vertex_count * (size_t)k->x.state_count);
    return recording_states(&k->x, 0, k->x.state_count, out, &k->r) ? out : NULL;
}

// ---- chains ----------------------------------------------------------------------------

TEST(a_recording_holds_its_chains_from_rest_and_every_response) {
    kit k;
    CHECK(record(&k, shaken, "a.rec"));
    const recording* x = &k.x;
    CHECK(x->chain_count == 2 && x->response_count == 5 && x->vertex_count == 8 &&
          x->body_count == 1);
    CHECK(x->triangle_count == 12 && x->contact_count == 0 && x->mark == 17);
    const float* at = all_states(&k);
    CHECK(at != NULL);
    size_t size = 3 * (size_t)x->vertex_count;
    for (int32_t c = 0; c < 2; ++c) // both begin with the same rest
        CHECK(memcmp(at, at + size * (size_t)x->chains[c], size * sizeof *at) == 0);
    int32_t states = 2;
    for (int32_t i = 0; i < 5; ++i)
        states += x->responses[i].count;
    CHECK(states == x->state_count);
    for (int32_t i = 0; i < 5; ++i) { // each is found by its states
        const recording_response* s = &x->responses[i];
        for (int32_t n = s->first + 1; n <= s->first + s->count; ++n)
            CHECK(recording_response_of(x, n) == i);
    }
    CHECK(recording_response_of(x, 0) == -1 && recording_response_of(x, x->chains[1]) == -1);
    CHECK(strcmp(x->palette.entries[1].name, "turn") == 0 && x->palette.entry_count == 4);
    end(&k);
}

// Galilei: without air, a support that jumps by -v does to what it carries what a blow by v does, seen from it.
TEST(a_jump_of_the_support_is_a_blow_the_other_way) {
    kit a, b;
    CHECK(record(
        &a,
        CUBE
        "palette:\n  speeds: [[0, 0, 0], [-0.3, 0, 0.1]]\n  entries: [{name: a, support_impulse: "
        "[-0.3, 0, 0.1]}, {name: b, support_impulse: [0.3, 0, -0.1]}]\n  responses: 2\n",
        "a.rec"));
    CHECK(record(
        &b, CUBE "palette:\n  entries: [{name: a, body_impulse: [0.3, 0, -0.1]}]\n  responses: 2\n",
        "b.rec"));
    const float *x = all_states(&a), *y = all_states(&b);
    CHECK(x != NULL && y != NULL && a.x.state_count == b.x.state_count && a.x.state_count > 40);
    double moved = 0.0;
    for (size_t i = 0; i < 24 * (size_t)a.x.state_count; ++i) {
        CHECK(fabs((double)x[i] - (double)y[i]) < 3e-8); // floats of 0.2 m
        moved = fmax(moved, fabs((double)x[i] - (double)x[i % 24]));
    }
    CHECK(moved > 5e-3);
    end(&a);
    end(&b);
}

// The states of a chain are those of a scene whose author wrote the same moves.
TEST(a_chain_is_the_scene_that_its_events_tell) {
    kit k;
    CHECK(record(
        &k,
        CUBE "palette:\n  entries: [{name: go, forcing: [0.2, 0, 0]}, {name: stop, forcing: [0, 0, "
             "0]}]\n  responses: 3\n  chains: 1\n  longest: 0.4\n",
        "a.rec"));
    const float* at = all_states(&k);
    char moves[400] = "";
    CHECK(at != NULL && k.x.response_count == 3);
    for (int32_t i = 0; i < 3; ++i) {
        size_t used = strlen(moves);
        snprintf(moves + used, sizeof moves - used, "%s{at: %.17g, velocity: [%s, 0, 0]}",
                 i > 0 ? ", " : "", k.x.responses[i].first / 50.0,
                 k.x.responses[i].entry == 0 ? "0.2" : "0");
    }
    kit_run run;
    CHECK(kit_make(&run,
                   arena_format(
                       k.memory,
                       CUBE "support: {moves: [%s]}\nstart: rest\nframe: support\nseconds: %.17g\n",
                       moves, (k.x.state_count - 1) / 50.0),
                   1) &&
          kit_go(&run, folder, -1));
    if (!run.done)
        kit_say(&run);
    CHECK(run.points.frame_count == k.x.state_count);
    CHECK(kit_point(&run, 0, 3).y > 0.1);
    CHECK(memcmp(run.points.points, at, 24 * sizeof *at * (size_t)k.x.state_count) == 0);
    kit_end(&run);
    end(&k);
}

// ---- the file --------------------------------------------------------------------------

// Without waiting for the disk.
static bool put(const char* path, const uint8_t* data, size_t size) {
    FILE* f = fopen(path, "wb");
    return f != NULL && fwrite(data, 1, size, f) == size && fclose(f) == 0;
}

// Whatever stands in a head, it is refused or it is sound: its check sum is made right again.
TEST(a_damaged_head_is_refused_or_sound) {
    kit k;
    CHECK(record(&k, shaken, "a.rec"));
    bytes file;
    CHECK(file_map(k.path, &file, &k.r));
    size_t size = file.size, head = (size_t)k.x.states_at;
    uint8_t* copy = ARENA_NEW(k.memory, uint8_t, size);
    memcpy(copy, file.data, size);
    file_unmap(file);
    const char* path = arena_format(k.memory, "%s/b.rec", folder);
    int refused = 0;
    seed = 9;
    for (int n = 0; n < 1500; ++n) {
        size_t at = (size_t)random_in(0.0, (double)head);
        uint8_t was = copy[at];
        uint64_t kept;
        memcpy(&kept, copy + head - 8, 8);
        bool again = n % 3 > 0;
        copy[at] = n % 2 ? (uint8_t)random_in(0.0, 256.0) : (uint8_t)(was ^ (1u << n % 8));
        uint64_t sum = checkpoint_mark(0, copy, head - 8);
        if (again)
            memcpy(copy + head - 8, &sum, 8);
        CHECK(put(path, copy, size));
        arena* own = arena_create();
        report r = report_new(own);
        recording x;
        bool open = recording_open(path, own, &x, &r);
        CHECK(open || r.error_count == 1);
        CHECK(again || !open || copy[at] == was);
        if (open)
            for (int32_t s = 0; s < x.state_count; ++s)
                CHECK(recording_response_of(&x, s) < x.response_count);
        refused += !open;
        arena_destroy(own);
        memcpy(copy + head - 8, &kept, 8);
        copy[at] = was;
    }
    CHECK(refused > 800);
    for (size_t cut = 0; cut < size; cut += cut < head ? 7 : 997) { // and every length
        arena* own = arena_create();
        report r = report_new(own);
        recording x;
        CHECK(put(path, copy, cut) && !recording_open(path, own, &x, &r));
        arena_destroy(own);
    }
    float none = NAN; // a state that is none
    memcpy(copy + head + recording_state_size(&k.x) + 20, &none, sizeof none);
    CHECK(put(path, copy, size));
    recording x;
    CHECK(recording_open(path, k.memory, &x, &k.r));
    float* two = ARENA_NEW(k.memory, float, 6 * (size_t)x.vertex_count);
    CHECK(!recording_states(&x, 0, 2, two, &k.r));
    CHECK_TEXT(k.r.findings[k.r.count - 1].text, "state 1 has a coordinate that is no number");
    unlink(path);
    end(&k);
}

// Hours of recording are not lost to a change of the format: version 2 is version 3 without looks, version 1 without contacts too.
TEST(a_recording_of_an_older_version_is_read) {
    kit k;
    CHECK(record(&k, shaken, "a.rec"));
    bytes file;
    CHECK(file_map(k.path, &file, &k.r));
    recording plain = k.x;
    plain.look_count = plain.color_count = 0; // an older head ends where their count stands
    bytes head = recording_head(&plain, k.memory);
    size_t states = file.size - (size_t)k.x.states_at, size = head.size + states;
    uint8_t* copy = ARENA_NEW(k.memory, uint8_t, size);
    memcpy(copy, head.data, head.size);
    memcpy(copy + head.size, file.data + k.x.states_at, states);
    size_t zeros =
        0; // before the sum: eight bytes of two counts, up to 15 to a multiple of 16, up to 3 of the number before
    while (copy[head.size - 9 - zeros] == 0)
        ++zeros;
    if (zeros >= 19) { // an older head is shorter
        memmove(copy + head.size - 16, copy + head.size, states);
        head.size -= 16;
        size -= 16;
        uint64_t bytes_of_head = head.size;
        memcpy(copy + 16, &bytes_of_head, sizeof bytes_of_head);
    }
    file_unmap(file);
    const char* path = arena_format(k.memory, "%s/b.rec", folder);
    for (uint32_t version = 0; version < 5; ++version) {
        if (version == 3) // all other tests read it
            continue;
        memcpy(copy + 8, &version, sizeof version);
        uint64_t sum = checkpoint_mark(0, copy, head.size - 8);
        memcpy(copy + head.size - 8, &sum, 8);
        recording x;
        CHECK(put(path, copy, size));
        CHECK(recording_open(path, k.memory, &x, &k.r) == (version == 1 || version == 2));
    }
    unlink(path);
    end(&k);
}

// ---- other simulators ------------------------------------------------------------------------

static void put_text(kit* k, const char* name, const char* text) {
    const char* path = arena_format(k->memory, "%s/%s", folder, name);
    FILE* f = fopen(path, "wb");
    if (f == NULL || fwrite(text, 1, strlen(text), f) != strlen(text) || fclose(f) != 0)
        printf("%s is not written\n", path);
}

static const char* cube_obj(kit* k, const float (*at)[3]) {
    const primitive c = kit_cube(k->memory);
    const char* text = "";
    for (int i = 0; i < 8; ++i)
        text = arena_format(k->memory, "%sv %.9g %.9g %.9g\n", text, (double)at[i][0],
                            (double)at[i][1], (double)at[i][2]);
    for (int i = 0; i < 12; ++i)
        text = arena_format(k->memory, "%sf %u %u %u\n", text, c.triangles[i][0] + 1,
                            c.triangles[i][1] + 1, c.triangles[i][2] + 1);
    return text;
}

// What a user writes down who has simulated the same thing elsewhere.
static const char* events_of(kit* k, const char* more) {
    const char* text =
        "surface: cube.obj\nfps: 50\npalette:\n  entries: [{name: bump, body_impulse: [0, 0.2, "
        "0]}, {name: turn, body_impulse: {spin: [0, 90, 0]}}, {name: go, forcing: [0.2, 0, 0]}, "
        "{name: stop, forcing: [0, 0, 0]}]\n";
    text = arena_format(k->memory, "%schains: [0, %d]\nevents:\n", text, k->x.chains[1]);
    for (int32_t i = 0; i < k->x.response_count; ++i)
        text =
            arena_format(k->memory, "%s  - {frame: %d, entry: %s}\n", text, k->x.responses[i].first,
                         k->x.palette.entries[k->x.responses[i].entry].name);
    return arena_format(k->memory, "%s%s", text, more);
}

static bool convert(kit* k, const char* cache, recording* out) {
    const from_cache_options o = {arena_format(k->memory, "%s/%s", folder, cache),
                                  arena_format(k->memory, "%s/events.yaml", folder),
                                  arena_format(k->memory, "%s/b.rec", folder)};
    recording made;
    return from_cache(&o, k->memory, &made, &k->r) &&
           recording_open(o.output, k->memory, out, &k->r);
}

// In all three ways, to the bit.
TEST(a_recording_through_a_point_cache_is_the_direct_one) {
    kit k;
    CHECK(record(&k, shaken, "a.rec"));
    const float(*at)[3] = (const float(*)[3])(const void*)all_states(&k);
    const recording* x = &k.x;
    double* times = ARENA_NEW(k.memory, double, (size_t)x->state_count);
    for (int32_t i = 0; i < x->state_count; ++i)
        times[i] = i / 50.0;
    point_cache c = {x->state_count, 8, times, (float(*)[3])(void*)at};
    bytes pc2 = point_cache_pc2(&c, k.memory), mdd = point_cache_mdd(&c, k.memory);
    CHECK(put(arena_format(k.memory, "%s/c.pc2", folder), pc2.data, pc2.size));
    CHECK(put(arena_format(k.memory, "%s/c.mdd", folder), mdd.data, mdd.size));
    for (int32_t i = 0; i < x->state_count; ++i)
        put_text(&k, arena_format(k.memory, "f_%03d.obj", i + 1), cube_obj(&k, at + 8 * i));
    put_text(&k, "cube.obj", cube_obj(&k, at));
    put_text(&k, "events.yaml", events_of(&k, ""));
    static const char* const caches[] = {"c.pc2", "c.mdd", "f_%03d.obj"};
    for (int n = 0; n < 3; ++n) {
        recording y;
        bool made = convert(&k, caches[n], &y);
        if (!made)
            printf("%s\n", finding_text(&k.r.findings[k.r.count - 1], k.memory));
        CHECK(made && y.state_count == x->state_count && y.response_count == x->response_count);
        CHECK(memcmp(y.responses, x->responses, (size_t)x->response_count * sizeof *x->responses) ==
              0);
        CHECK(memcmp(y.chains, x->chains, 2 * sizeof *x->chains) == 0 && y.rest == 0);
        CHECK(memcmp(y.triangles, x->triangles, 12 * sizeof *x->triangles) == 0);
        CHECK(memcmp(y.palette.next, x->palette.next, sizeof x->palette.next) == 0);
        float* again = ARENA_NEW(k.memory, float, 24 * (size_t)x->state_count);
        CHECK(recording_states(&y, 0, x->state_count, again, &k.r));
        CHECK(memcmp(again, at, 24 * sizeof *again * (size_t)x->state_count) == 0);
    }
    end(&k);
}

typedef struct fault {
    const char *events, *sentence;
} fault;

#define SOME                                                                                       \
    "surface: cube.obj\nfps: 50\npalette: {entries: [{name: bump, body_impulse: [0, 1, 0]}, "      \
    "{name: go, forcing: [1, 0, 0]}]}\n"

// Of what the case before has left in the folder.
TEST(caches_and_events_that_cannot_be_get_a_sentence) {
    static const fault faults[] = {
        {SOME "events: [{frame: 3, entry: bumb}]\n",
         "the palette has no entry \"bumb\"; did you mean \"bump\"?"},
        {SOME "events: [{frame: 9000, entry: bump}]\n", "an event at frame 9000: the cache has"},
        {SOME "events: [{frame: 3, entry: bump}, {frame: 3, entry: bump}]\n",
         "\"events\" go forward, but frame 3 comes after frame 3"},
        {SOME "events: [{frame: 3, entry: go}, {frame: 5, entry: go}]\n",
         "entry \"go\" is not allowed here: from the support's speed"},
        {SOME "chains: [0, 10]\nevents: [{frame: 9, entry: bump}]\n",
         "entry \"bump\" at frame 9, the last one of its chain: nothing comes after it"},
        {SOME "chains: [5]\nevents: [{frame: 9, entry: bump}]\n", "begin with 0 and ascend"},
        {SOME "rest: 5000\nevents: [{frame: 9, entry: bump}]\n",
         "\"rest\" or \"chains\" are beyond"},
        {SOME, "has no \"events\": nothing happens in it"},
        {"fps: 50\n", "has no \"surface\": the mesh file whose vertices the points are"},
        {"surface: two.obj\nfps: 50\npalette: {entries: [{name: a, body_impulse: [0, 1, "
         "0]}]}\nevents: "
         "[{frame: 1, entry: a}]\n",
         "has 8 points, and the surface"},
        {"surface: cube.obj\nfps: 25\npalette: {entries: [{name: a, body_impulse: [0, 1, "
         "0]}]}\nevents: "
         "[{frame: 1, entry: a}]\n",
         "frame 1 comes 0.02 s after the one before it, and \"fps\" of the events says 0.04 s"},
    };
    kit k = {.memory = arena_create()};
    k.r = report_new(k.memory);
    put_text(&k, "two.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        recording y;
        put_text(&k, "events.yaml", faults[i].events);
        k.r.count = k.r.error_count = 0;
        CHECK(!convert(&k, "c.mdd", &y) && k.r.error_count == 1);
        if (strstr(k.r.findings[0].text, faults[i].sentence) == NULL)
            CHECK_TEXT(k.r.findings[0].text, faults[i].sentence);
    }
    arena_destroy(k.memory);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(a_recording_holds_its_chains_from_rest_and_every_response),
        CASE(a_jump_of_the_support_is_a_blow_the_other_way),
        CASE(a_chain_is_the_scene_that_its_events_tell),
        CASE(a_damaged_head_is_refused_or_sound),
        CASE(a_recording_of_an_older_version_is_read),
        CASE(a_recording_through_a_point_cache_is_the_direct_one),
        CASE(caches_and_events_that_cannot_be_get_a_sentence),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    empty_folder();
    rmdir(folder);
    return code;
}
