// The light of whatever moves, from states to fields: states that are few, equal or still; sizes, orders, albedos at their ends; and files.
// SPDX-License-Identifier: MIT
#include "bake/light/light_make.h"
#include "test/kit/check.h"
#include "test/kit/lit_kit.h"

#include <unistd.h>

enum { SIDE = 6, STATES = 12 };

static vec3 ground(double u, double v) {
    return v3(2.0 * v - 1.0, 2.0 * u - 1.0, 0.0);
}
static vec3 lid(double u, double v) {
    return v3(0.9 * (u - 0.5), 0.9 * (v - 0.5), 0.3 + 0.1 * u * v);
}

// A thin lid that slides over a floor, by so much at each state.
typedef struct sliding {
    lit_kit kit;
    double slide[STATES], q[STATES];
    double scale; // of all places
    light_source source;
    light_options o;
} sliding;

static bool places(void* user, int32_t state, vec3* out, report* r) {
    const sliding* x = user;
    int32_t first = (SIDE + 1) * (SIDE + 1);
    (void)r;
    for (int32_t v = 0; v < x->kit.mesh.vertex_count; ++v) {
        out[v] = x->kit.positions[v];
        out[v].x += v >= first ? x->slide[state] : 0.0;
        out[v] = v3_scale(out[v], x->scale);
    }
    return true;
}

static sliding* sliding_new(void) {
    lit_kit kit = lit_kit_new();
    sliding* x = ARENA_NEW(kit.memory, sliding, 1);
    x->kit = kit;
    x->scale = 1.0;
    x->kit.color[0] = 0.8f, x->kit.color[1] = 0.5f, x->kit.color[2] = 0.2f;
    lit_grid(&x->kit, SIDE, SIDE, ground);
    for (int32_t t = 0; t < x->kit.mesh.triangle_count; ++t) { // up
        uint32_t c = x->kit.triangles[t][1];
        x->kit.triangles[t][1] = x->kit.triangles[t][2];
        x->kit.triangles[t][2] = c;
    }
    x->kit.is_thin = true;
    lit_grid(&x->kit, SIDE, SIDE, lid);
    x->kit.points = lit_points_of(&x->kit.mesh, x->kit.memory);
    for (int i = 0; i < STATES; ++i)
        x->slide[i] = x->q[i] = 0.8 * i / (STATES - 1) - 0.4;
    x->source = (light_source){
        .mesh = &x->kit.mesh,
        .points = &x->kit.points,
        .fractions = area_fractions(&x->kit.mesh, &x->kit.points, x->kit.positions, x->kit.memory),
        .state_count = STATES,
        .q_count = 1,
        .q = x->q,
        .keep = 3,
        .positions = places,
        .user = x};
    x->o = light_default();
    x->o.shapes.count = 4;
    x->o.held = 3;
    x->o.transfer.sight.directions = 128;
    x->o.transfer.sight.threads = x->o.factor.threads = 1;
    return x;
}

static bool make(sliding* x, light_made* out) {
    return light_make(&x->source, &x->o, x->kit.memory, out, &x->kit.r);
}

static bool is_finite(const light_model* m) {
    double q = 0.1, a[LOW_RANK_MOST];
    bool sound = true;
    light_model_at(m, &q, a);
    for (int32_t i = 0; i < m->rank; ++i)
        sound = sound && isfinite(a[i]);
    for (int64_t i = 0; i < (int64_t)m->point_count * m->width; ++i)
        sound = sound && isfinite(m->mean[i]);
    return sound;
}

// Root mean square of a - b over that of a, of the first `numbers` of each point.
static double difference(const float* a, const float* b, int64_t points, int width_a, int width_b,
                         int numbers) {
    double off = 0.0, size = 0.0;
    for (int64_t p = 0; p < points; ++p)
        for (int i = 0; i < numbers; ++i) {
            double x = (double)a[p * width_a + i], d = x - (double)b[p * width_b + i];
            off += d * d;
            size += x * x;
        }
    return sqrt(off / size);
}

TEST(more_shapes_than_states_are_all_states_and_none_is_held_out) {
    sliding* x = sliding_new();
    light_made l;
    x->o.shapes.count = 500;
    CHECK(make(x, &l) && l.shapes.count == STATES && l.held_count == 0 && l.worst == -1);
    CHECK(is_finite(&l.model) && l.model.rank <= STATES - 1);
    light_held h = light_made_sum(&l);
    CHECK(h.whole == 0.0 && h.size == 0.0);
    arena_destroy(x->kit.memory);
}

TEST(one_shape_is_shown_at_every_state) {
    sliding* x = sliding_new();
    light_made l;
    x->o.shapes.count = 1;
    CHECK(make(x, &l) && l.shapes.count == 1 && l.shapes.states[0] == 3 && l.model.rank == 0);
    CHECK(is_finite(&l.model) && l.held_count == 3 && l.errors[l.worst].whole > 0.0);
    arena_destroy(x->kit.memory);
}

TEST(states_that_are_all_the_same_are_one_shape_without_fields) {
    for (int q_count = 0; q_count < 2; ++q_count) { // also with no coordinate at all
        sliding* x = sliding_new();
        light_made l;
        for (int i = 0; i < STATES; ++i)
            x->slide[i] = x->q[i] = 0.25;
        x->source.q_count = q_count;
        CHECK(make(x, &l) && l.shapes.count == 1 && l.model.rank == 0 && is_finite(&l.model));
        light_held h = light_made_sum(&l);
        CHECK(l.held_count == 3 && h.whole <= 1e-6 * h.size);
        arena_destroy(x->kit.memory);
    }
}

// A coordinate that changes nothing that is seen: shapes differ, their light does not.
TEST(a_motion_that_light_does_not_see_has_no_error) {
    sliding* x = sliding_new();
    light_made l;
    for (int i = 0; i < STATES; ++i)
        x->slide[i] = 0.25;
    CHECK(make(x, &l) && l.shapes.count == 4 && is_finite(&l.model));
    light_held h = light_made_sum(&l);
    CHECK(h.whole <= 1e-6 * h.size);
    arena_destroy(x->kit.memory);
}

static const float* transfer_at(sliding* x, transfer* t) {
    vec3* at = ARENA_NEW(x->kit.memory, vec3, LIT_VERTICES);
    places(x, 2, at, &x->kit.r);
    return transfer_make(&x->kit.mesh, &x->kit.points, at, &x->o.transfer, x->kit.memory, t,
                         &x->kit.r)
               ? t->values
               : NULL;
}

TEST(millimetres_and_kilometres_are_lit_alike) {
    static const double sizes[] = {1e-3, 1e3, 1e-6, 1e6};
    sliding* x = sliding_new();
    transfer truth, t;
    const float* a = transfer_at(x, &truth);
    for (int i = 0; i < 4; ++i) {
        x->scale = sizes[i];
        const float* b = transfer_at(x, &t);
        CHECK(a != NULL && b != NULL);
        CHECK(difference(a, b, truth.point_count, truth.width, t.width, t.width) < 2e-3);
        CHECK(t.account.flat == 0 && t.account.covered == 0);
    }
    arena_destroy(x->kit.memory);
}

TEST(lower_orders_are_the_first_harmonics_of_higher_ones) {
    sliding* x = sliding_new();
    transfer six, t;
    x->o.transfer.sight.order = 6;
    const float* a = transfer_at(x, &six);
    for (int order = 2; order < 6; ++order) {
        x->o.transfer.sight.order = order;
        const float* b = transfer_at(x, &t);
        CHECK(t.width == 3 * order * order);
        CHECK(difference(a, b, six.point_count, six.width, t.width, t.width) < 1e-6);
    }
    arena_destroy(x->kit.memory);
}

static void paint(sliding* x, float albedo) {
    for (int32_t v = 0; v < x->kit.mesh.vertex_count; ++v)
        for (int c = 0; c < 3; ++c)
            x->kit.albedo[v][c] = albedo;
}

TEST(black_sends_nothing_on_and_white_never_more_than_arrives) {
    sliding* x = sliding_new();
    transfer direct, bounced;
    paint(x, 0.0f);
    const float* b = transfer_at(x, &bounced);
    paint(x, 1.0f);
    x->o.transfer.bounces = 0;
    const float* a = transfer_at(x, &direct);
    CHECK(difference(a, b, direct.point_count, direct.width, direct.width, direct.width) == 0.0);
    x->o.transfer.bounces = TRANSFER_BOUNCES_MOST;
    transfer_at(x, &bounced);
    for (int32_t p = 0; p < bounced.point_count; ++p) // under a light of 1 everywhere
        CHECK((double)bounced.values[(int64_t)p * bounced.width] * sqrt(4.0 * EXACT_PI) < 1.001);
    CHECK(bounced.left < 1e-3);
    arena_destroy(x->kit.memory);
}

TEST(a_file_gives_back_the_light_it_was_made_for) {
    char folder[] = TEST_FOLDER;
    sliding* x = sliding_new();
    CHECK(mkdtemp(folder) != NULL);
    x->o.file.path_or_null = arena_format(x->kit.memory, "%s/x.light", folder);
    light_made first, again, taken;
    CHECK(make(x, &first) && first.found == 0 && make(x, &again) && again.found == 7);
    x->o.as_file_says = true;
    x->o.shapes.count = 2; // of no importance
    CHECK(make(x, &taken) && taken.found == 7 && taken.shapes.count == 4 && taken.held_count == 3);
    CHECK(taken.model.rank == first.model.rank && taken.account.rays == first.account.rays);
    size_t cells = (size_t)first.model.point_count * (size_t)first.model.width;
    CHECK(memcmp(taken.model.mean, first.model.mean, cells * sizeof(float)) == 0);
    CHECK(memcmp(again.model.basis, first.model.basis,
                 (size_t)first.model.rank * cells * sizeof(float)) == 0);
    CHECK(light_made_sum(&taken).whole == light_made_sum(&first).whole);
    x->slide[first.held[1]] += 1e-9; // another recording
    CHECK(!make(x, &taken) && x->kit.r.error_count == 1);
    x->source.state_count = 5;
    CHECK(!make(x, &taken) && x->kit.r.error_count == 2);
    unlink(x->o.file.path_or_null);
    rmdir(folder);
    arena_destroy(x->kit.memory);
}

TEST_MAIN(CASE(more_shapes_than_states_are_all_states_and_none_is_held_out),
          CASE(one_shape_is_shown_at_every_state),
          CASE(states_that_are_all_the_same_are_one_shape_without_fields),
          CASE(a_motion_that_light_does_not_see_has_no_error),
          CASE(millimetres_and_kilometres_are_lit_alike),
          CASE(lower_orders_are_the_first_harmonics_of_higher_ones),
          CASE(black_sends_nothing_on_and_white_never_more_than_arrives),
          CASE(a_file_gives_back_the_light_it_was_made_for))
