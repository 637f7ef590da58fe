// bake_recording: what an asset of a recording shows is what was recorded, within the error that it tells.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/bake_recording.h"
#include "bake/model/bend.h"
#include "bake/portrait/jumps.h"
#include "bake/portrait/portrait_bends.h"
#include "bake/portrait/responses.h"
#include "bake/recipe/recipe_file.h"
#include "runtime/model/recorded.h"
#include "test/kit/check_asset.h"
#include "test/kit/recorded_swing.h"
#include "test/kit/try_recording.h"

#include <dirent.h>

#define CORPUS TEST_SOURCE_FOLDER "/test/fuzz/recording"

static char folder[] = TEST_FOLDER;

static bool bake(swing* s, const char* text, int threads, bake_result* out, supple_asset* asset) {
    recipe how;
    bytes file = {(const uint8_t*)text, strlen(text)};
    const bake_options o = {.threads = threads};
    return recipe_parse(file, "r.yaml", s->memory, &how, &s->r) &&
           bake_recording(&s->x, &how, &o, s->memory, out, &s->r) &&
           supple_asset_read(asset, out->asset.file.data, out->asset.file.size) == SUPPLE_OK;
}

// Of all vertices of a state, the farthest from where it was recorded, m.
static double farthest(const supple_asset* a, const float* q, const float* recorded) {
    double most = 0.0;
    supple_part part = supple_asset_part(a, 0);
    const format_coord* coords = asset_sections_of(a).coords;
    for (int32_t v = 0; v < a->vertex_count; ++v) {
        double x[3], displacement = 0.0;
        for (int c = 0; c < 3; ++c)
            x[c] = (double)a->positions[3 * v + c];
        for (int32_t k = 0; k < part.coord_count && a->links[v] != UINT32_MAX; ++k) {
            double shape[3];
            int64_t texel = part.first_shape + (int64_t)k * part.shape_places;
            asset_texel(&a->shapes, texel + (a->links[v] & 0xFFFFFF), (double)coords[k].shape_scale,
                        shape);
            for (int c = 0; c < 3; ++c)
                x[c] += shape[c] * (double)q[k];
        }
        for (int c = 0; c < 3; ++c)
            displacement +=
                (x[c] - (double)recorded[3 * v + c]) * (x[c] - (double)recorded[3 * v + c]);
        most = fmax(most, sqrt(displacement));
    }
    return most;
}

// ---- states ----------------------------------------------------------------------------

// Position + U q of every state of every response, with any rank: within the error of the asset, which is not much more than the
// worst that is there.
static void check_states(const char* what, const char* text, double sharp) {
    swing s;
    bake_result out;
    supple_asset a;
    CHECK(swing_make(&s, what, folder, 1, 2.0));
    CHECK(bake(&s, text, 2, &out, &a));
    supple_recorded told = supple_asset_recorded(&a, 0);
    CHECK(told.state_count == s.x.state_count && told.response_count == s.x.response_count);
    float q[64], *recorded = ARENA_NEW(s.memory, float, 3 * (size_t)s.x.vertex_count);
    double most = 0.0;
    for (int32_t i = 0; i < s.x.response_count; ++i)
        for (int32_t n = 0; n <= s.x.responses[i].count; ++n) {
            CHECK(recording_states(&s.x, s.x.responses[i].first + n, 1, recorded, &s.r));
            CHECK(supple_asset_sample(&a, 0, i, (float)n * told.step, q, NULL));
            most = fmax(most, farthest(&a, q, recorded));
        }
    printf("%d shapes: %.3g m at most, %.3g m told\n", out.rows[0].recorded_or_null->rank, most,
           (double)told.error);
    CHECK(most <= (double)told.error && (double)told.error < sharp * most + 1e-6);
    swing_end(&s);
}

TEST(states_are_shown_as_recorded_within_the_error_that_is_told) {
    check_states(swing_plant, "recorded: {tolerance: 0.0001}", 4.0);
    check_states(swing_plant, "recorded: {rank: 1}", 1.1);
    check_states(swing_door, "", 1.5);
}

// What the runtime finds from words is what the portrait has, and before an impulse what `back` is for.
TEST(velocities_are_those_of_the_portrait) {
    swing s;
    bake_result out;
    supple_asset a;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0));
    CHECK(bake(&s, "recorded: {rank: 2}", 1, &out, &a));
    portrait_options o = portrait_default();
    o.factor.rule = LOW_RANK_GIVEN;
    o.factor.rank = 2;
    portrait p;
    CHECK(portrait_make(&s.x, &o, s.memory, &p, &s.r));
    asset_recorded from = recorded_asset_at(&a, 0);
    for (int32_t i = 0; i < s.x.response_count; ++i) {
        const recording_response* x = &s.x.responses[i];
        for (int32_t n = 1; n <= x->count; ++n) {
            float q[2], v[2];
            supple_asset_sample(&a, 0, i, (float)n * from.record->step, q, v);
            for (int k = 0; k < 2; ++k) // half a word at each of three states
                CHECK_NEAR((double)v[k], p.v[2 * (x->first + n) + k],
                           2.1 * (double)from.scales[k] * s.p.fps + 1e-7);
        }
        bool begins = i == 0 || s.x.responses[i - 1].chain != x->chain;
        CHECK(from.responses[i].back == (begins ? 0 : s.x.responses[i - 1].count < 2 ? 1 : 2));
    }
    swing_end(&s);
}

// ---- responses -------------------------------------------------------------------------

// Starts, ends and jumps of the asset are those of bake/portrait, which its own test compares with brute force.
TEST(responses_and_jumps_are_those_that_were_found) {
    swing s;
    bake_result out;
    supple_asset a;
    CHECK(swing_make(&s, swing_door, folder, 1, 2.0));
    CHECK(bake(&s, "recorded: {rank: 2, shortest: 0.4, run_on: 0.3, balance: 0.01, blend: 6}", 2,
               &out, &a));
    portrait_options o = portrait_default();
    responses_options q = responses_default();
    o.factor.rule = LOW_RANK_GIVEN;
    o.factor.rank = 2;
    o.balance = 0.01;
    q.shortest = 0.4;
    q.run_on = 0.3;
    portrait p;
    CHECK(portrait_make(&s.x, &o, s.memory, &p, &s.r));
    responses all = responses_make(&p, &q, 1, s.memory);
    asset_recorded from = recorded_asset_at(&a, 0);
    int ends[4] = {0};
    for (int32_t i = 0; i < all.count; ++i) {
        supple_recorded_response x = supple_asset_response(&a, 0, i);
        const response* is = &all.all[i];
        ++ends[x.end];
        CHECK(x.is_start == is->is_start && (int)x.end == (int)is->end);
        CHECK(x.next == (is->end == RESPONSE_RUNS_ON ? is->next : -1));
        CHECK(is->end != RESPONSE_RUNS_ON || from.responses[i].next_at == (uint32_t)is->next_at);
        float rate = from.responses[i].blend; // or half, or twice, whatever crosses least
        CHECK(is->end != RESPONSE_RUNS_ON || rate == 6.0f || rate == 3.0f || rate == 12.0f);
    }
    CHECK(ends[RESPONSE_RUNS_ON] > 0 && ends[RESPONSE_LIMITED] > 0);
    int32_t entries = s.p.entry_count;
    for (int32_t i = 0; i < entries * p.state_count; ++i) {
        int32_t told = from.jumps[i].response == 65535 ? -1 : from.jumps[i].response;
        CHECK(told == all.starts[i].response);
        if (told >= 0)
            CHECK_NEAR((double)from.jumps[i].distance * (double)from.record->jump_scale,
                       (double)all.starts[i].distance, 0.51 * (double)from.record->jump_scale);
    }
    const supple_bake_recorded* told = out.rows[0].recorded_or_null;
    CHECK(told->start_count == all.start_count && told->blend == 6.0 && told->balance == 0.01);
    CHECK(told->dead_count == ends[RESPONSE_IS_DEAD] &&
          told->run_on_count == ends[RESPONSE_RUNS_ON]);
    swing_end(&s);
}

// The support's limits, axis and speeds, and which entry is allowed at which of them.
TEST(the_palette_is_in_the_asset) {
    swing s;
    bake_result out;
    supple_asset a;
    CHECK(swing_make(&s, swing_door, folder, 1, 2.0));
    CHECK(bake(&s, "", 1, &out, &a));
    asset_recorded from = recorded_asset_at(&a, 0);
    CHECK(from.record->support == FORMAT_SUPPORT_TURNS && from.record->speed_matters == 1);
    CHECK_NEAR((double)from.record->high[0], EXACT_PI / 2.0, 1e-6);
    CHECK(from.record->low[0] == 0.0f && from.record->axis[1] == 1.0f);
    CHECK(strcmp(supple_asset_entry(&a, 0, 2).name, "open") == 0);
    for (int32_t v = 0; v < s.p.speed_count; ++v)
        for (int32_t e = 0; e < 3; ++e)
            CHECK((int32_t)from.changes[3 * v + e] == s.p.next[v][e]);
    for (int32_t v = 0; v < s.p.speed_count; ++v)
        CHECK_NEAR((double)from.speeds[v].rate, s.p.speeds[v].rate, 1e-6);
    swing_end(&s);
}

TEST(contacts_of_the_recording_are_in_the_asset) {
    swing s;
    bake_result out;
    supple_asset a;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0));
    recording_contact touched[2] = {{3, 5, -1, {0.1f, 0.2f, 0.3f}, {0.0f, 1.0f, 0.0f}, 0.5f},
                                    {9, 7, 2, {0.4f, 0.5f, 0.6f}, {0.0f, 0.0f, 1.0f}, 0.25f}};
    s.x.contact_count = 2;
    s.x.contacts = touched;
    CHECK(bake(&s, "", 1, &out, &a));
    asset_recorded from = recorded_asset_at(&a, 0);
    CHECK(from.record->contact_count == 2 && from.touches[0].second == FORMAT_NONE);
    CHECK(from.touches[1].state == 9 && from.touches[1].first == 7 && from.touches[1].second == 2);
    CHECK(from.touches[1].normal[2] == 1.0f && from.touches[1].place[2] == 0.6f &&
          from.touches[0].impulse == 0.5f);
    swing_end(&s);
}

// ---- normals ---------------------------------------------------------------------------

// How far normals are from those of the recorded surface, the mean over vertices and states.
typedef struct normal_errors {
    double square; // of area vectors over their length at rest
    double angle;  // of normals, radians
} normal_errors;

static vec3* area_vectors(const recording* x, const float* at, arena* memory) {
    vec3* sums = ARENA_NEW(memory, vec3, (size_t)x->vertex_count);
    for (int32_t t = 0; t < x->triangle_count; ++t) {
        vec3 c[3];
        for (int k = 0; k < 3; ++k) {
            const float* p = at + 3 * x->triangles[t][k];
            c[k] = v3((double)p[0], (double)p[1], (double)p[2]);
        }
        vec3 n = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
        for (int k = 0; k < 3; ++k)
            sums[x->triangles[t][k]] = v3_add(sums[x->triangles[t][k]], n);
    }
    return sums;
}

// bends: [rank][vertex_count][3]
static normal_errors normals_off(swing* s, const portrait* p, const double* bends) {
    size_t n = (size_t)p->vertex_count;
    float* at = ARENA_NEW(s->memory, float, 3 * n);
    normal_errors off = {0.0, 0.0};
    recording_states(&s->x, s->x.rest, 1, at, &s->r);
    vec3* rest = area_vectors(&s->x, at, s->memory);
    for (int32_t state = 0; state < p->state_count; state += 5) {
        arena* scratch = arena_create();
        recording_states(&s->x, state, 1, at, &s->r);
        vec3* is = area_vectors(&s->x, at, scratch);
        for (size_t v = 0; v < n; ++v) {
            double length = v3_length(rest[v]);
            vec3 shown = v3_scale(rest[v], 1.0 / length);
            for (int32_t k = 0; k < p->rank; ++k) {
                const double* b = bends + 3 * ((size_t)k * n + v);
                shown = v3_madd(shown, v3(b[0], b[1], b[2]), p->q[state * p->rank + k]);
            }
            double far = v3_distance(shown, v3_scale(is[v], 1.0 / length)),
                   turned = v3_distance(v3_unit(shown), v3_unit(is[v]));
            off.square += far * far / (double)n;
            off.angle += 2.0 * asin(fmin(0.5 * turned, 1.0)) / (double)n;
        }
        arena_destroy(scratch);
    }
    double states = (p->state_count + 4) / 5;
    return (normal_errors){off.square / states, off.angle / states};
}

// Rolled about x by its first oscillator, twisted about y by the second.
static bool roll(swing* s) {
    FILE* f = fopen(s->path, "r+b");
    bool sound = f != NULL && fseek(f, (long)s->x.states_at, SEEK_SET) == 0;
    for (int32_t n = 0; n < s->x.state_count && sound; ++n)
        for (int32_t i = 0; i < s->x.vertex_count && sound; ++i) {
            const double none[2] = {0.0, 0.0}, *q = s->truth + 2 * (size_t)n;
            vec3 at = swing_place(s, 1, i, none);
            double bend = 60.0 * q[0] + 1e-9, twist = 300.0 * q[1] * at.y,
                   r = sin(bend * at.y) / bend;
            const float three[3] = {(float)(at.x * cos(twist)), (float)r,
                                    (float)((1.0 - cos(bend * at.y)) / bend + at.x * sin(twist))};
            sound = fwrite(three, sizeof three, 1, f) == 1;
        }
    return f != NULL && fclose(f) == 0 && sound;
}

static void bends_of(swing* s, portrait* p, normal_errors* fit, normal_errors* slope) {
    portrait_options o = portrait_default();
    CHECK(portrait_make(&s->x, &o, s->memory, p, &s->r));
    size_t n = (size_t)p->vertex_count;
    int32_t* alone = ARENA_NEW(s->memory, int32_t, n);
    for (int32_t v = 0; v < p->vertex_count; ++v)
        alone[v] = v;
    const bend_surface sheet = {
        p->vertex_count, s->x.triangle_count, p->key, (const uint32_t(*)[3])s->x.triangles,
        bend_group(alone, p->vertex_count, p->vertex_count, NULL, s->memory)};
    double* slopes = ARENA_NEW(s->memory, double, 3 * n * (size_t)p->rank);
    bend_normals(&sheet, p->shapes, p->rank, NULL, 1, slopes);
    *slope = normals_off(s, p, slopes);
    *fit = normals_off(s, p, portrait_bends(p, 2, s->memory, &s->r));
    printf("%d shapes: %.3g radians off, %.3g by the derivative at rest\n", p->rank, fit->angle,
           slope->angle);
}

// A sheet whose points move along one line: area vectors are of first degree, and the fit is exact however far it goes.
// One that rolls and twists: no linear map is nearer to its area vectors, the derivative at rest among them.
TEST(normals_are_the_best_linear_fit) {
    swing s;
    portrait p;
    normal_errors fit, slope;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0));
    bends_of(&s, &p, &fit, &slope);
    CHECK(fit.angle < 1e-6 && slope.angle < 1e-6);
    CHECK(roll(&s));
    bends_of(&s, &p, &fit, &slope);
    CHECK(fit.square < 0.7 * slope.square && fit.angle < 0.8 * slope.angle && fit.angle < 0.05);
    swing_end(&s);
}

// ---- the same bytes, and what cannot be ------------------------------------------------

TEST(any_number_of_threads_gives_the_same_bytes) {
    swing s;
    bake_result one, two;
    supple_asset a;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0));
    CHECK(bake(&s, "", 1, &one, &a) && bake(&s, "", 2, &two, &a));
    CHECK(one.asset.file.size == two.asset.file.size);
    CHECK(memcmp(one.asset.file.data, two.asset.file.data, one.asset.file.size) == 0);
    swing_end(&s);
}

static bool refuses(swing* s, const char* text, const char* said) {
    bake_result out;
    supple_asset a;
    s->r = report_new(s->memory);
    bool made = bake(s, text, 1, &out, &a);
    const char* sentence = s->r.count > 0 ? s->r.findings[s->r.count - 1].text : "";
    if (made || strstr(sentence, said) == NULL)
        printf("said: %s\n", sentence);
    return !made && strstr(sentence, said) != NULL;
}

TEST(what_cannot_be_baked_is_refused_with_a_sentence) {
    swing s;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0));
    CHECK(refuses(&s, "parts: [{name: belly}]", "has no parts"));
    CHECK(refuses(&s, "defaults: {modes: 4}", "has no parts"));
    CHECK(refuses(&s, "unit: 0.01", "in metres"));
    CHECK(refuses(&s, "rigid: [door]", "what is rigid in it was said"));
    CHECK(refuses(&s, "recorded: {shortest: 100}", "none of its 40 responses can be begun"));
    recording whole = s.x;
    s.x.triangle_count = 0;
    CHECK(refuses(&s, "", "has no triangles"));
    s.x = whole;
    s.x.response_count = 0;
    CHECK(refuses(&s, "", "has no responses"));
    s.x = whole;
    s.x.bodies[0].rigid = 1;
    CHECK(refuses(&s, "", "nothing but rigid bodies"));
    s.x.bodies[0].rigid = 0;
    s.x.responses[3].after = (s.x.responses[3].after + 1) % 3;
    CHECK(refuses(&s, "recorded: {run_on: 10}", "a speed that the palette does not give it"));
    s.x.palette.kind = SUPPORT_TURNING;
    s.x.axis = v3(0, 0, 0);
    CHECK(refuses(&s, "", "turns about no axis"));
    swing_end(&s);
}

// What a recipe says without being asked is what the functions behind it have.
TEST(defaults_are_those_of_reduce) {
    recipe_recorded said = recipe_default().recorded;
    responses_options q = responses_default();
    CHECK(said.tolerance == portrait_default().factor.tolerance && said.rank == 0);
    CHECK(said.shortest == q.shortest && said.run_on == q.run_on && said.blend == 0.0);
    CHECK(said.look <= jumps_default().most); // fewer: a bake is done more often
}

static bool bad_recipe(const char* text, const char* said) {
    arena* memory = arena_create();
    report r = report_new(memory);
    recipe how;
    bytes file = {(const uint8_t*)text, strlen(text)};
    bool ok = recipe_parse(file, "r.yaml", memory, &how, &r);
    bool right = !ok && r.count > 0 && strstr(r.findings[0].text, said) != NULL;
    if (!right)
        printf("said: %s\n", r.count > 0 ? r.findings[0].text : "");
    arena_destroy(memory);
    return right;
}

TEST(bad_recipes_get_a_sentence) {
    CHECK(bad_recipe("recorded: {rank: 0}", "\"rank\" is at least 1 and at most 255"));
    CHECK(bad_recipe("recorded: {rank: 256}", "at most 255"));
    CHECK(bad_recipe("recorded: {rank: 4, tolerance: 0.01}", "keep one of"));
    CHECK(bad_recipe("recorded: {tolerance: 2}", "at most 0.999"));
    CHECK(bad_recipe("recorded: {blend: 0}", "above 0"));
    CHECK(bad_recipe("recorded: {look: -1}", "whole number"));
    CHECK(bad_recipe("recorded: {blend: fast}", "is a number"));
    CHECK(bad_recipe("recorded: {ranks: 4}", "no key of \"recorded\""));
    CHECK(bad_recipe("recorded: 4", "is a map"));
}

// What is written is what is read.
TEST(a_recipe_of_a_recording_is_read_back) {
    arena* memory = arena_create();
    report r = report_new(memory);
    for (int kind = 0; kind < 3; ++kind) {
        recipe how = recipe_default(), again;
        how.recorded.rank = kind == 1 ? 12 : 0;
        how.recorded.spectral = kind == 2 ? 0.02 : 0.0;
        how.recorded.balance = kind == 1 ? 0.25 : 0.0;
        how.input_or_null = "door.rec";
        bytes text = recipe_recorded_to_yaml(&how, memory);
        CHECK(recipe_parse(text, "r.yaml", memory, &again, &r));
        const recipe_recorded *x = &how.recorded, *y = &again.recorded;
        CHECK(y->given && x->rank == y->rank && x->tolerance == y->tolerance &&
              x->spectral == y->spectral && x->balance == y->balance);
        CHECK(x->shortest == y->shortest && x->run_on == y->run_on && x->blend == y->blend &&
              x->look == y->look);
        CHECK(strcmp(again.input_or_null, "door.rec") == 0 && again.bends);
    }
    arena_destroy(memory);
}

// ---- damage ----------------------------------------------------------------------------

// The fuzzer's corpus, and mutations of its heads with their sums set right: none of it, refused with a sentence, or baked.
TEST(damaged_recordings_do_no_harm) {
    DIR* corpus = opendir(CORPUS);
    CHECK(corpus != NULL);
    int came[3] = {0};
    for (struct dirent* entry = readdir(corpus); entry != NULL; entry = readdir(corpus)) {
        char path[4096];
        size_t size;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, CORPUS "/%s", entry->d_name);
        uint8_t *data = asset_load(path, &size), *copy = malloc(size + 1);
        CHECK(data != NULL);
        bool is_seed = strncmp(entry->d_name, "seed", 4) == 0;
        int result = recording_try(data, size, true);
        CHECK(!is_seed || result == 2);
        ++came[result];
        for (uint64_t seed = 0; seed < 150 && is_seed; ++seed) {
            memcpy(copy, data, size);
            asset_mutate(copy, seed % 8 == 0 ? size : 1100, seed);
            ++came[recording_try(copy, size, true)];
        }
        ++came[recording_try(data, size / 2, true)];
        free(copy);
        free(data);
    }
    closedir(corpus);
    printf("%d none, %d refused, %d baked\n", came[0], came[1], came[2]);
    CHECK(came[0] > 50 && came[2] > 50);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(states_are_shown_as_recorded_within_the_error_that_is_told),
        CASE(velocities_are_those_of_the_portrait),
        CASE(responses_and_jumps_are_those_that_were_found),
        CASE(the_palette_is_in_the_asset),
        CASE(contacts_of_the_recording_are_in_the_asset),
        CASE(normals_are_the_best_linear_fit),
        CASE(any_number_of_threads_gives_the_same_bytes),
        CASE(what_cannot_be_baked_is_refused_with_a_sentence),
        CASE(defaults_are_those_of_reduce),
        CASE(bad_recipes_get_a_sentence),
        CASE(a_recipe_of_a_recording_is_read_back),
        CASE(damaged_recordings_do_no_harm),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
