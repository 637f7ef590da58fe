// bake/portrait/aim and record_more: a recording goes on where starts are missing.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/portrait/aim.h"
#include "bake/record/palette_file.h"
#include "bake/record/record.h"
#include "bake/simulate/simulation_file.h"
#include "scenes/contact_shapes.h"
#include "test/kit/check.h"

#include <dirent.h>
#include <sys/wait.h>

static char folder[] = TEST_FOLDER;

#define CUBE                                                                                       \
    "bodies: [{name: c, sample: box-1, unit: 0.2, kind: solid, tets: 20, material: {young: 2e4}, " \
    "held: "                                                                                       \
    "{base: 0.3}}]\ndamping: {beta: 0.02}\nfps: 50\naccuracy: 1e-11\n"

// A support with three speeds and limits, so that not every entry may come everywhere; in air, so that speeds matter.
static const char driven[] =
    CUBE "air: {across: 1.2}\npalette:\n  speeds: [[-0.2, 0, 0], [0, 0, 0], [0.2, 0, 0]]\n"
         "  limits: [[-0.12, 0, 0], [0.12, 0, 0]]\n"
         "  entries: [{name: left, support_impulse: [-0.2, 0, 0]}, {name: right, support_impulse: "
         "[0.2, 0, 0]}, {name: bump, body_impulse: [0, 0.2, 0]}]\n"
         "  shortest: 0.1\n  longest: 0.4\n  responses: 8\n  chains: 2\n";

static bool shape(void* user, const char* name, place where, arena* memory, scene* out, report* r) {
    (void)user;
    return contact_shape(name, memory, out) || report_error(r, where, "there is no such sample");
}

static const matter_samples shapes = {.make = shape};

typedef struct kit {
    arena* memory;
    report r;
    simulation scene;
    palette p;
    recording x;
    portrait of;
    responses s;
    const char* path;
} kit;

static int32_t left_to_live = -1; // states

static void maybe_die(void* user, int32_t done, int32_t total) {
    (void)user, (void)done, (void)total;
    if (left_to_live-- == 0)
        _exit(0);
}

static record_options options(const kit* k, int threads) {
    return (record_options){.output = k->path,
                            .mark = 17,
                            .threads = threads,
                            .samples = &shapes,
                            .progress = maybe_die};
}

// Opens it, and reduces it.
static bool look(kit* k) {
    portrait_options o = portrait_default();
    const responses_options q = {.shortest = 0.1, .at_rest = 0.05, .run_on = 0.5};
    o.factor.threads = 1;
    bool sound = recording_open(k->path, k->memory, &k->x, &k->r) &&
                 portrait_make(&k->x, &o, k->memory, &k->of, &k->r);
    if (sound)
        k->s = responses_make(&k->of, &q, 1, k->memory);
    for (int32_t i = 0; i < k->r.count && !sound; ++i)
        printf("%s\n", finding_text(&k->r.findings[i], k->memory));
    return sound;
}

static bool record(kit* k, const char* name) {
    *k = (kit){.memory = arena_create()};
    k->r = report_new(k->memory);
    k->path = arena_format(k->memory, "%s/%s", folder, name);
    const bytes words = {(const uint8_t*)driven, strlen(driven)};
    record_options o = options(k, 1);
    record_result out;
    return simulation_parse(words, "s.yaml", k->memory, &k->scene, &k->r) &&
           palette_of_scene(&k->scene, "s.yaml", k->memory, &k->p, &k->r) &&
           record_scene(&k->scene, &k->p, &o, k->memory, &out, &k->r) && look(k);
}

static bool add(kit* k, int32_t count) {
    aims a = aims_find(&k->s, count, k->memory);
    record_options o = options(k, 1);
    record_result out;
    return a.count == count &&
           record_more(&k->scene, &k->x, a.chains, a.count, &o, k->memory, &out, &k->r);
}

static void end(kit* k) {
    unlink(k->path);
    arena_destroy(k->memory);
}

// ---- aims ------------------------------------------------------------------------------

// By itself, from what docs/record.md says of a palette: speeds and ways are followed from the beginning.
static bool obeys(const palette* p, const chain* c) {
    vec3 displacement = p->begin;
    int32_t speed = p->still, state = 0;
    for (int32_t i = 0; i < c->response_count; ++i) {
        const sampler_response* r = &c->responses[i];
        if (r->before != speed || r->first != state || r->count < p->shortest ||
            r->count > p->longest || p->next[speed][r->entry] != r->after)
            return false;
        speed = r->after;
        state += r->count;
        displacement = v3_madd(displacement, palette_drift(p, speed), r->count / p->fps);
        for (int k = 0; k < 3; ++k)
            if ((&displacement.x)[k] < (&p->low.x)[k] - 1e-9 ||
                (&displacement.x)[k] > (&p->high.x)[k] + 1e-9)
                return false;
    }
    return state + 1 == c->state_count;
}

// Has a response lasted as long as the support's way lets it? That is followed from the chain's beginning.
static bool is_full(const kit* k, int32_t n) {
    const palette* p = &k->x.palette;
    const recording_response* r = k->x.responses;
    vec3 displacement = p->begin;
    for (int32_t i = 0; i < n; ++i)
        if (r[i].chain == r[n].chain)
            displacement = v3_madd(displacement, palette_drift(p, r[i].after), r[i].count / p->fps);
    return r[n].count == p->longest ||
           palette_room(p, displacement, r[n].after, r[n].count + 1) == r[n].count;
}

// Rules are kept, each aim is at least as far as the next one left, and the plain way to find it agrees.
TEST(aims_obey_the_rules_and_go_to_the_farthest) {
    kit k;
    CHECK(record(&k, "a.rec"));
    aims a = aims_find(&k.s, 12, k.memory);
    CHECK(a.count == 12);
    int32_t entries = k.p.entry_count;
    for (int32_t i = 0; i < a.count; ++i) {
        const aim* x = &a.all[i];
        CHECK(obeys(&k.x.palette, &a.chains[i]) && a.chains[i].number == 2 + i);
        double d = INFINITY; // brute force, over starts, dead ends and the aims before
        for (int32_t n = 0; n < k.x.response_count; ++n) {
            if ((k.s.all[n].is_start || is_full(&k, n)) &&
                responses_fits(&k.x, n, x->entry, k.s.speeds[x->state]))
                d = fmin(d, portrait_distance2(&k.of, x->state, k.x.responses[n].first));
        }
        for (int32_t n = 0; n < i; ++n)
            if (a.all[n].entry == x->entry && k.s.speeds[a.all[n].state] == k.s.speeds[x->state])
                d = fmin(d, portrait_distance2(&k.of, x->state, a.all[n].state));
        d = sqrt(d);
        CHECK(isinf(d) ? isinf(x->distance) : fabs(d - x->distance) < 1e-6 * k.of.reach);
        CHECK(i == 0 || isinf(a.all[i - 1].distance) ||
              x->distance <= a.all[i - 1].distance / 0.9 + 1e-9);
        CHECK(k.x.palette.next[k.s.speeds[x->state]][x->entry] >= 0 && x->entry < entries);
    }
    CHECK(a.left <= a.all[a.count - 1].distance / 0.9 + 1e-9);
    end(&k);
}

// The way to a state is the one it was recorded on: the new start is that state, to the bit, and the jump that was farthest has
// a start of its own.
TEST(a_planned_start_is_the_state_it_was_aimed_at) {
    kit k;
    CHECK(record(&k, "a.rec"));
    aims a = aims_find(&k.s, 3, k.memory);
    int32_t before = k.x.chain_count, states = k.x.state_count, numbers = 3 * k.x.vertex_count;
    CHECK(a.count == 3 && add(&k, 3));
    recording x;
    CHECK(recording_open(k.path, k.memory, &x, &k.r));
    CHECK(x.chain_count == before + 3 && x.mark == 17);
    float* was = ARENA_NEW(k.memory, float, (size_t)(numbers * x.state_count));
    float* is = ARENA_NEW(k.memory, float, (size_t)(numbers * x.state_count));
    CHECK(recording_states(&k.x, 0, states, was, &k.r) &&
          recording_states(&x, 0, x.state_count, is, &k.r));
    CHECK(memcmp(was, is, sizeof *is * (size_t)(numbers * states)) == 0); // what there was stays
    for (int32_t i = 0; i < 3; ++i) {
        int32_t at = x.chains[before + i] + a.all[i].lead;
        CHECK(memcmp(is + numbers * at, was + numbers * a.all[i].state,
                     sizeof *is * (size_t)numbers) == 0);
        int32_t found = 0;
        for (int32_t n = 0; n < x.response_count; ++n)
            found += x.responses[n].first == at && x.responses[n].entry == a.all[i].entry;
        CHECK(found == 1);
    }
    end(&k);
}

// ---- resuming --------------------------------------------------------------------------

static bool same_file(kit* a, kit* b) {
    bytes x = {0}, y = {0};
    bool same = file_map(a->path, &x, &a->r) && file_map(b->path, &y, &b->r) && x.size == y.size &&
                memcmp(x.data, y.data, x.size) == 0;
    file_unmap(x);
    file_unmap(y);
    return same;
}

static int32_t files(void) {
    int32_t count = 0;
    DIR* d = opendir(folder);
    for (struct dirent* e; d != NULL && (e = readdir(d)) != NULL;)
        count += e->d_name[0] != '.';
    if (d != NULL)
        closedir(d);
    return count;
}

// Whenever a process ends, the next one plans the same and goes on to the same bytes; nothing is left beside them.
TEST(more_that_was_ended_goes_on_to_the_same_bytes) {
    kit whole, again;
    CHECK(record(&whole, "a.rec") && add(&whole, 3));
    CHECK(record(&again, "b.rec"));
    for (int32_t lives = 0; lives < 3; ++lives) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            left_to_live = 4 + 5 * lives;
            add(&again, 3);
            _exit(1); // it was not to come so far
        }
        int code = 1;
        CHECK(child > 0 && waitpid(child, &code, 0) == child && code == 0);
    }
    CHECK(add(&again, 3) && same_file(&whole, &again));
    CHECK(files() == 2);
    end(&again);
    end(&whole);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(aims_obey_the_rules_and_go_to_the_farthest),
        CASE(a_planned_start_is_the_state_it_was_aimed_at),
        CASE(more_that_was_ended_goes_on_to_the_same_bytes),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
