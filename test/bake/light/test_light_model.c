// Transfer of a cloth that slides and lifts over a floor: reduced, between shapes, and beside its own at shapes nobody sampled.
// SPDX-License-Identifier: MIT
#include "bake/light/light_model.h"
#include "test/kit/check.h"
#include "test/kit/lit_kit.h"
#include "test/kit/random.h"

enum { SIDE = 8, MOST = 64 };

static vec3 ground(double u, double v) {
    return v3(2.0 * u - 1.0, -2.0 * v + 1.0, 0.0);
}
static double slide, lift;
static vec3 cloth(double u, double v) {
    return v3(0.8 * (u - 0.5) + slide, 0.8 * (v - 0.5),
              0.25 + lift + 0.1 * exact_sin(6.0 * u + 4.0 * slide));
}

typedef struct sampled {
    lit_kit kit;
    int32_t first_cloth; // vertex
    double* q;           // [MOST][2]
    const float** fields;
    light_samples samples;
} sampled;

static const float* field_at(sampled* s, const double q[2]) {
    transfer_options o = transfer_default();
    o.sight.directions = 128;
    slide = q[0];
    lift = q[1];
    for (int j = 0; j <= SIDE; ++j)
        for (int i = 0; i <= SIDE; ++i)
            s->kit.positions[s->first_cloth + j * (SIDE + 1) + i] =
                cloth((double)i / SIDE, (double)j / SIDE);
    return lit_run(&s->kit, &o) ? s->kit.out.values : NULL;
}

// n x n shapes.
static sampled sample(int n) {
    sampled s = {.kit = lit_kit_new()};
    s.q = ARENA_NEW(s.kit.memory, double, 2 * MOST);
    s.fields = arena_alloc(s.kit.memory, MOST, sizeof *s.fields);
    s.kit.color[1] = 0.5f;
    lit_grid(&s.kit, SIDE, SIDE, ground);
    for (int32_t t = 0; t < s.kit.mesh.triangle_count; ++t) { // up
        uint32_t c = s.kit.triangles[t][1];
        s.kit.triangles[t][1] = s.kit.triangles[t][2];
        s.kit.triangles[t][2] = c;
    }
    s.kit.is_thin = true;
    s.first_cloth = (int32_t)lit_grid(&s.kit, SIDE, SIDE, cloth);
    for (int i = 0; i < n * n; ++i) {
        s.q[2 * i] = 0.6 * (i % n) / (n - 1) - 0.3;
        s.q[2 * i + 1] = 0.3 * (i / n) / (n - 1);
        s.fields[i] = field_at(&s, s.q + 2 * i);
    }
    s.samples = (light_samples){
        .count = n * n,
        .q_count = 2,
        .q = s.q,
        .point_count = s.kit.points.count,
        .width = s.kit.out.width,
        .fields = s.fields,
        .fractions = area_fractions(&s.kit.mesh, &s.kit.points, s.kit.positions, s.kit.memory)};
    return s;
}

static low_rank_options ranks(int32_t rank) {
    low_rank_options o = low_rank_default();
    o.rule = LOW_RANK_GIVEN;
    o.rank = rank;
    o.threads = 1;
    return o;
}

TEST(shares_are_parts_of_the_area_on_both_sides_of_what_is_thin) {
    sampled s = sample(2);
    double sum = 0.0, sides[2] = {0};
    for (int32_t p = 0; p < s.kit.points.count; ++p) {
        sum += s.samples.fractions[p];
        if (s.kit.points.vertex[p] >= s.first_cloth)
            sides[s.kit.points.side[p] < 0.0f] += s.samples.fractions[p];
    }
    CHECK_NEAR(sum, 1.0, 1e-12);
    CHECK_NEAR(sides[0], sides[1], 1e-12);
    CHECK(sides[0] > 0.1 && sides[0] < 0.2);
    arena_destroy(s.kit.memory);
}

TEST(what_is_left_falls_with_the_rank_and_is_what_the_fields_say) {
    sampled s = sample(4);
    light_model m;
    low_rank_options o = ranks(10);
    CHECK(light_model_make(&s.samples, &o, s.kit.memory, &m, &s.kit.r) && m.rank == 10);
    for (int32_t k = 0; k < m.rank; ++k)
        CHECK(m.errors[k + 1] < m.errors[k]);
    CHECK(m.errors[0] < m.size && m.errors[10] < 0.25 * m.errors[0]);
    float* shown = ARENA_NEW(s.kit.memory, float, (size_t)m.point_count*(size_t)m.width);
    for (int32_t rank = 0; rank <= m.rank; rank += 5) { // by adding up, of all samples
        double sum = 0.0;
        for (int32_t c = 0; c < s.samples.count; ++c) {
            light_model_field(&m, m.coordinates + (size_t)c * (size_t)m.rank, rank, shown);
            for (int32_t p = 0; p < m.point_count; ++p)
                for (int i = 0; i < m.width; ++i) {
                    double off =
                        (double)s.fields[c][p * m.width + i] - (double)shown[p * m.width + i];
                    sum += s.samples.fractions[p] * off * off / m.width / s.samples.count;
                }
        }
        CHECK_NEAR(sqrt(sum), m.errors[rank], 1e-5 * m.errors[0]);
    }
    arena_destroy(s.kit.memory);
}

TEST(all_ranks_give_the_samples_back) {
    sampled s = sample(3);
    light_model m;
    low_rank_options o = ranks(9);
    CHECK(light_model_make(&s.samples, &o, s.kit.memory, &m, &s.kit.r));
    CHECK(m.rank == 8); // the mean is one of nine
    float* shown = ARENA_NEW(s.kit.memory, float, (size_t)m.point_count*(size_t)m.width);
    for (int32_t c = 0; c < 9; ++c) {
        light_model_field(&m, m.coordinates + 8 * c, 8, shown);
        for (int64_t i = 0; i < (int64_t)m.point_count * m.width; ++i)
            CHECK_NEAR((double)shown[i], (double)s.fields[c][i], 1e-5);
    }
    arena_destroy(s.kit.memory);
}

// The root mean square error at shapes between, of what differs from the mean.
static double error_between(int n, light_error* worst) {
    sampled s = sample(n);
    light_model m;
    low_rank_options o = ranks(n * n - 1);
    double off = 0.0, motion = 0.0;
    *worst = (light_error){0};
    seed = 7;
    if (light_model_make(&s.samples, &o, s.kit.memory, &m, &s.kit.r))
        for (int i = 0; i < 12; ++i) {
            double q[2] = {random_in(-0.3, 0.3), random_in(0.0, 0.3)};
            const float* field = field_at(&s, q);
            light_error e = light_model_check(&m, s.samples.fractions, q, field);
            off += e.whole * e.whole;
            motion += e.motion * e.motion;
            *worst = e.whole > worst->whole ? e : *worst;
        }
    arena_destroy(s.kit.memory);
    return sqrt(off / motion);
}

TEST(errors_between_shapes_fall_with_more_of_them) {
    double last = 1.0;
    for (int n = 2; n <= 8; n *= 2) {
        light_error worst;
        double error = error_between(n, &worst);
        printf("        %d shapes: error %.3f of what changes\n", n * n, error);
        CHECK(error < 0.75 * last);
        CHECK(worst.reduction <= worst.whole && worst.motion < worst.size);
        CHECK(worst.worst >= 0 && worst.worst_off > worst.whole);
        last = error;
    }
}

TEST(one_shape_is_its_own_mean) {
    sampled s = sample(2);
    light_model m;
    low_rank_options o = ranks(4);
    s.samples.count = 1;
    CHECK(light_model_make(&s.samples, &o, s.kit.memory, &m, &s.kit.r));
    CHECK(m.rank == 0);
    light_error e = light_model_check(&m, s.samples.fractions, s.q + 2, s.fields[0]);
    CHECK(e.whole < 1e-6 && e.motion < 1e-6 && e.size > 0.0);
    arena_destroy(s.kit.memory);
}

TEST_MAIN(CASE(shares_are_parts_of_the_area_on_both_sides_of_what_is_thin),
          CASE(what_is_left_falls_with_the_rank_and_is_what_the_fields_say),
          CASE(all_ranks_give_the_samples_back), CASE(errors_between_shapes_fall_with_more_of_them),
          CASE(one_shape_is_its_own_mean))
