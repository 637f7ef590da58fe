// The energy of posed parts: value, force and stiffness against sums in double and published figures.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "bake/export/asset_posed.h"
#include "runtime/model/quartic.h"
#include "test/kit/newmark_oracle.h"
#include "test/kit/posed_maker.h"

enum { MOST = 24, STRIDE = 24 };

typedef struct evaluated {
    double energy;
    float force[MOST], stiffness[MOST * STRIDE];
} evaluated;

static evaluated evaluate(const quartic* p, int32_t n, const float* q) {
    evaluated out = {0};
    float* work = calloc(quartic_work_size(p->count, p->degree), sizeof(float));
    out.energy = quartic_evaluate(p, work, n, q, STRIDE, out.force, out.stiffness);
    free(work);
    return out;
}

// A random force of r coordinates as tensors, and as the runtime's energy. Free both.
static quartic random_energy(int32_t r, int32_t degree, double** tensors) {
    uint32_t n = packed_polynomial((uint32_t)r, (uint32_t)degree);
    uint64_t seed = 11;
    *tensors = malloc(n * sizeof **tensors);
    for (uint32_t i = 0; i < n; ++i)
        (*tensors)[i] = posed_maker_random(&seed);
    float* terms = calloc(packed_energy((uint32_t)r, (uint32_t)degree), sizeof *terms);
    asset_posed_energy(*tensors, (uint32_t)r, degree, terms);
    return (quartic){terms, r, degree};
}

TEST(force_and_stiffness_are_the_sums_over_the_tensors) {
    for (int32_t r = 1; r <= 20; r += r < 4 ? 1 : 8)
        for (int32_t degree = 1; degree <= 3; degree += 2) {
            double *tensors, x[MOST], force[MOST], stiffness[MOST * MOST], far = 0.0;
            quartic p = random_energy(r, degree, &tensors);
            float q[MOST];
            for (int32_t i = 0; i < r; ++i) {
                q[i] = (float)(0.4 - 0.9 * i / r);
                x[i] = (double)q[i];
            }
            double energy = posed_maker_force(tensors, r, degree, x, force, stiffness);
            evaluated have = evaluate(&p, r, q);
            double scale = 1.0 + fabs(energy);
            far = fabs(have.energy - energy) / scale;
            for (int32_t i = 0; i < r; ++i) {
                far = fmax(far, fabs((double)have.force[i] - force[i]) / scale);
                for (int32_t j = 0; j < r; ++j)
                    far = fmax(far,
                               fabs((double)have.stiffness[i * STRIDE + j] - stiffness[i * r + j]) /
                                   scale);
            }
            printf("%2d coordinates, degree %d: %.1e\n", r, degree, far);
            CHECK(far < 1e-5);
            free(tensors);
            free((void*)p.terms);
        }
}

TEST(an_independent_program_agrees) {
    float terms[96] = {0};
    CHECK(packed_energy(3, 3) <= 96);
    asset_posed_energy(newmark_oracle_force, 3, 3, terms);
    for (int s = 0; s < NEWMARK_ORACLE_SAMPLES; ++s) {
        const newmark_oracle_sample* want = &newmark_oracle_samples[s];
        float q[3] = {(float)want->q[0], (float)want->q[1], (float)want->q[2]};
        evaluated have = evaluate(&(quartic){terms, 3, 3}, 3, q);
        CHECK_NEAR(have.energy, want->energy, 1e-6 * (1.0 + want->energy));
        for (int i = 0; i < 3; ++i) {
            CHECK_NEAR((double)have.force[i], want->force[i], 1e-6 * (1.0 + fabs(want->force[0])));
            for (int j = 0; j < 3; ++j)
                CHECK_NEAR((double)have.stiffness[i * STRIDE + j], want->stiffness[i][j],
                           1e-6 * want->stiffness[0][0]);
        }
    }
}

TEST(the_first_coordinates_are_a_model_of_their_own) {
    double* tensors;
    quartic p = random_energy(12, 3, &tensors);
    float q[MOST] = {0.3f, -0.2f, 0.5f, 0.1f, -0.4f};
    evaluated all = evaluate(&p, 12, q), few = evaluate(&p, 5, q);
    CHECK_NEAR(all.energy, few.energy, 1e-6);
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j) {
            CHECK_NEAR((double)all.force[i], (double)few.force[i], 1e-6);
            CHECK_NEAR((double)all.stiffness[i * STRIDE + j], (double)few.stiffness[i * STRIDE + j],
                       1e-6);
        }
    free(tensors);
    free((void*)p.terms);
}

// Blends look at forces alone where the next one will be another.
TEST(the_force_alone_is_that_of_both_and_the_energy_to_the_bit) {
    for (int32_t n = 1; n <= 20; n += n < 5 ? 1 : 5)
        for (int32_t degree = 1; degree <= 3; degree += 2) {
            double* tensors;
            quartic p = random_energy(20, degree, &tensors);
            float q[MOST], force[MOST], *work = calloc(quartic_work_size(20, degree), sizeof *work);
            for (int32_t i = 0; i < n; ++i)
                q[i] = (float)(0.4 - 0.9 * i / n);
            evaluated both = evaluate(&p, n, q);
            double energy = quartic_force(&p, work, n, q, force), largest = 0.0;
            CHECK(energy == both.energy);
            for (int32_t i = 0; i < n; ++i)
                largest = fmax(largest, fabs((double)both.force[i]));
            for (int32_t i = 0; i < n; ++i)
                CHECK_NEAR((double)force[i], (double)both.force[i], 2e-6 * (1.0 + largest));
            free(work);
            free(tensors);
            free((void*)p.terms);
        }
}

TEST(a_blend_is_the_weighted_sum_and_reads_no_target_without_weight) {
    enum { TARGETS = 7, TERMS = 2600 }; // more than are blended at once
    static float terms[TARGETS * TERMS], out[TERMS];
    const float weights[TARGETS] = {0.1f, 0.0f, 0.2f, 0.3f, 0.0f, 0.15f, 0.25f};
    uint64_t seed = 3;
    for (int i = 0; i < TARGETS * TERMS; ++i)
        terms[i] = weights[i / TERMS] == 0.0f ? NAN : (float)posed_maker_random(&seed);
    quartic_blend(out, terms, TERMS, weights, TARGETS);
    for (int i = 0; i < TERMS; ++i) {
        double sum = 0.0;
        for (int t = 0; t < TARGETS; ++t)
            sum += weights[t] == 0.0f ? 0.0 : (double)weights[t] * (double)terms[t * TERMS + i];
        CHECK_NEAR((double)out[i], sum, 1e-6);
    }
}

TEST_MAIN(CASE(force_and_stiffness_are_the_sums_over_the_tensors),
          CASE(an_independent_program_agrees), CASE(the_first_coordinates_are_a_model_of_their_own),
          CASE(the_force_alone_is_that_of_both_and_the_energy_to_the_bit),
          CASE(a_blend_is_the_weighted_sum_and_reads_no_target_without_weight))
