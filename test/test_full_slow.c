// A posed part reduced and unreduced over a clip: what a few coordinates lose of the motion.
// SPDX-License-Identifier: MIT
#include "test/check.h"
#include "test/full_reduced.h"

typedef struct difference {
    double rms;     // over the rms displacement
    double largest; // metres, any node and frame
    double reach;   // metres, the farthest that a node is displaced
} difference;

static difference compare(const double* full, const double* reduced, size_t count) {
    double sum = 0.0, all = 0.0;
    difference d = {0};
    for (size_t i = 0; i < count; i += 3) {
        vec3 a = v3(full[i], full[i + 1], full[i + 2]);
        double off = v3_distance(a, v3(reduced[i], reduced[i + 1], reduced[i + 2]));
        sum += off * off;
        all += v3_dot(a, a);
        d.largest = fmax(d.largest, off);
        d.reach = fmax(d.reach, v3_length(a));
    }
    d.rms = sqrt(sum / all);
    return d;
}

static void show_report(const full_body* f) {
    for (int32_t i = 0; i < f->r.count; ++i)
        printf("  %s\n", finding_text(&f->r.findings[i], f->memory));
}

static void compare_clip(full_choice c, const int32_t* counts, double bound) {
    full_body f;
    bool sound = full_body_make(&c, &f);
    size_t count = (size_t)f.clip.frame_count * f.order;
    double *full = ARENA_NEW(f.memory, double, count), *few = ARENA_NEW(f.memory, double, count);
    sound = sound && dynamics_play(f.d, &f.clip, full, &f.r);
    if (!sound)
        show_report(&f);
    CHECK(sound);
    const newmark* n = dynamics_stepper(f.d);
    printf(
        "  %s, %s, %d unknowns, %d frames: %lld steps, %.1f corrections and %.2f matrices each\n",
        c.sample, c.stvk ? "St. Venant-Kirchhoff" : "linear", 3 * f.model.coords.free_count,
        f.clip.frame_count, (long long)n->steps,
        (double)n->newton.counts.corrections / (double)n->steps,
        (double)n->newton.counts.matrices / (double)n->steps);
    difference d = {0};
    for (int i = 0; counts[i] > 0; ++i) {
        sound = reduced_play(&f, counts[i], few);
        if (!sound)
            show_report(&f);
        CHECK(sound);
        d = compare(full, few, count);
        printf("  %2d of %d coordinates: rms %.2f %% of the displacement, largest %.2f mm of %.1f "
               "mm\n",
               counts[i], f.model.coords.count, 100.0 * d.rms, 1e3 * d.largest, 1e3 * d.reach);
    }
    CHECK(d.rms < bound);
    full_body_free(&f);
}

TEST(the_bending_cylinder_in_few_coordinates) {
    static const int32_t counts[] = {6, 13, 20, 30, 0};
    compare_clip((full_choice){"cylinder", 4, 30, 1300, false, false, false, 2.5, 30.0, 2}, counts,
                 0.25);
}

// Blended flesh does not rest at the blend of the rest shapes: the stiffer target pulls harder, everywhere
// differently. Modes show little of where it does rest.
TEST(rest_between_two_targets_in_few_coordinates) {
    full_choice c = {"cylinder", 4, 30, 1300, false, false, false, 0.2, 30.0, 2};
    full_body f;
    bool sound = full_body_make(&c, &f);
    if (!sound)
        show_report(&f);
    CHECK(sound);
    double* few = ARENA_NEW(f.memory, double, f.order);
    dynamics_options o = dynamics_default(); // without weight
    double* density = full_density(&f);
    dynamics_free(f.d);
    f.d = dynamics_make(&f.m, density, f.b->set.fixed, &o, f.memory, &f.r);
    CHECK(f.d != NULL);
    for (int t = 0; t < 3; ++t) {
        double weights[4] = {0};
        weights[t] = weights[t + 1] = 0.5;
        const moment now = {.weights = weights};
        CHECK(dynamics_start(f.d, &now, NULL, NULL, &f.r) && dynamics_rest(f.d, &now, &f.r));
        for (int32_t count = 13; count <= 30; count += 17) {
            CHECK(reduced_rest(&f, count, &now, few));
            difference d = compare(dynamics_u(f.d), few, f.order);
            printf(
                "  half way from %s to %s, %d coordinates: rms %.1f %%, largest %.2f mm of %.1f\n",
                f.b->set.shapes[t].name, f.b->set.shapes[t + 1].name, count, 100.0 * d.rms,
                1e3 * d.largest, 1e3 * d.reach);
            CHECK(d.rms < 0.7);
        }
    }
    full_body_free(&f);
}

TEST_MAIN(CASE(the_bending_cylinder_in_few_coordinates),
          CASE(rest_between_two_targets_in_few_coordinates))
