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
    static const int32_t counts[] = {5, 9, 13, 0};
    full_choice c = {"cylinder", 4, 13, 1300, false, true, false, 4.0, 30.0, 2};
    compare_clip(c, counts, 0.1);
    c.stvk = false;
    compare_clip(c, counts, 0.1);
}

TEST_MAIN(CASE(the_bending_cylinder_in_few_coordinates))
