// The shoulder with six and with nine targets, in poses that nothing was sculpted for.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/full_reduced.h"
#include "test/kit/sculpted_sample.h"

enum { COORDS = 19, TETS = 1200, SETS = 2, POSES = 3, STEPS_A_SECOND = 10 };

static const int32_t target_counts[SETS] = {6, 9};

// Of the clip `greet`.
static const int32_t steps[POSES] = {9, 13, 18};
static const char* const names[POSES] = {"salute", "between", "wave"};

typedef struct unseen {
    full_body full;
    sculpted_sample played;
    double *whole[POSES], *few[POSES], *shown[POSES]; // [order] metres: full, reduced, runtime
    bool sound;
} unseen;

// Where the full body and its coordinates rest with the bones as they are at a step.
static bool rest_at(unseen* u, int pose_index, double* weights) {
    full_body* f = &u->full;
    int32_t nodes = f->m.volume->node_count;
    moment_frame* frames = ARENA_NEW(f->memory, moment_frame, (size_t)nodes);
    const moment now = {.weights = weights, .frames_or_null = frames};
    dynamics_clip_frames(&f->clip, nodes, steps[pose_index], 1.0 / STEPS_A_SECOND, frames);
    dynamics_clip_hold(frames, nodes);
    if (!dynamics_start(f->d, &now, NULL, NULL, &f->r) || !dynamics_rest(f->d, &now, &f->r))
        return false;
    memcpy(u->whole[pose_index], dynamics_u(f->d), f->order * sizeof(double));
    return reduced_rest(f, f->model.coords.count, &now, u->few[pose_index]);
}

// ... and where the runtime rests: placed, in floats, from the asset's bytes.
static bool place_at(unseen* u, int pose_index, float* weights) {
    sculpted_sample* p = &u->played;
    supple_matrix palette[16];
    mat4 matrices[16];
    if (p->asset.bone_count > 16 || p->asset.coord_count != u->full.model.coords.count)
        return false;
    pose now = pose_at(&p->s, sculpted_clip(p, "greet"), (double)steps[pose_index] / STEPS_A_SECOND,
                       p->memory);
    binding_palette(&p->baked.binding, &now, matrices);
    for (int32_t b = 0; b < p->asset.bone_count; ++b)
        for (int k = 0; k < 16; ++k)
            palette[b].m[k] = (float)matrices[b].m[k];
    supple_body* body = supple_body_create(&p->asset, NULL, NULL);
    supple_body_place(body, palette);
    supple_body_weights(body, 0, weights);
    for (int32_t k = 0; k < p->asset.coord_count; ++k)
        for (size_t i = 0; i < u->full.order; ++i)
            u->shown[pose_index][i] +=
                (double)supple_body_coords(body)[k] * u->full.basis[(size_t)k * u->full.order + i];
    supple_body_destroy(body);
    return true;
}

static void unseen_make(int32_t targets, unseen* u) {
    const full_choice whole = {.sample = "shoulder",
                               .targets = targets,
                               .coords = COORDS,
                               .tets = TETS,
                               .seconds = 2.7,
                               .fps = STEPS_A_SECOND,
                               .substeps = 1,
                               .hangs = true,
                               .clip_or_null = "greet"};
    const sculpted_choice small = {
        .sample = "shoulder", .targets = targets, .coords = COORDS, .tets = TETS};
    bool made = full_body_make(&whole, &u->full), baked = sculpted_make(&small, &u->played);
    u->sound = made && baked;
    for (int i = 0; i < POSES && u->sound; ++i) {
        double weights[16], sum = 0.0;
        float at_run_time[16];
        u->whole[i] = ARENA_NEW(u->full.memory, double, u->full.order);
        u->few[i] = ARENA_NEW(u->full.memory, double, u->full.order);
        u->shown[i] = ARENA_NEW(u->full.memory, double, u->full.order);
        elastic_guard(u->full.clip.weights + (size_t)steps[i] * (size_t)targets, targets, weights);
        u->sound = rest_at(u, i, weights) && place_at(u, i, at_run_time);
        printf("        %d targets, %-7s weights", targets, names[i]);
        for (int32_t t = 0; t < targets; ++t) {
            sum += (double)at_run_time[t];
            printf(" %.2f", (double)at_run_time[t]);
            CHECK(at_run_time[t] >= 0.0f);
            CHECK_NEAR((double)at_run_time[t], weights[t], 1e-4);
        }
        printf("\n");
        CHECK_NEAR(sum, 1.0, 1e-5);
    }
}

static void unseen_free(unseen* u) {
    full_body_free(&u->full);
    sculpted_close(&u->played);
}

typedef struct difference {
    double rms;            // over the rms displacement of the first
    double largest, reach; // metres: how far apart, and the farthest of the first
} difference;

static difference apart(const double* a, const double* b, size_t count) {
    double off = 0.0, all = 0.0;
    difference d = {0};
    for (size_t i = 0; i < count; i += 3) {
        vec3 x = v3(a[i], a[i + 1], a[i + 2]);
        double far = v3_distance(x, v3(b[i], b[i + 1], b[i + 2]));
        off += far * far;
        all += v3_dot(x, x);
        d.largest = fmax(d.largest, far);
        d.reach = fmax(d.reach, v3_length(x));
    }
    d.rms = sqrt(off / all);
    return d;
}

static int32_t inverted(const tets* v, const double* u) {
    int32_t count = 0;
    for (int32_t t = 0; t < v->tet_count; ++t) {
        vec3 x[4];
        for (int k = 0; k < 4; ++k) {
            int32_t n = v->elements[v->width * t + k];
            x[k] = v3_add(v->nodes[n], v3(u[3 * n], u[3 * n + 1], u[3 * n + 2]));
        }
        count += v3_dot(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])), v3_sub(x[3], x[0])) <= 0;
    }
    return count;
}

TEST(the_shoulder_is_sane_in_poses_that_nothing_was_sculpted_for) {
    static unseen sets[SETS];
    for (int k = 0; k < SETS; ++k) {
        unseen_make(target_counts[k], &sets[k]);
        CHECK(sets[k].sound);
    }
    CHECK(sets[0].full.order == sets[1].full.order);
    for (int i = 0; i < POSES; ++i) {
        const double* best = sets[1].whole[i];
        double beside[SETS];
        for (int k = 0; k < SETS; ++k) {
            const unseen* u = &sets[k];
            int32_t folded = inverted(u->full.m.volume, u->shown[i]);
            difference d = apart(u->whole[i], u->shown[i], u->full.order);
            double runtime = apart(u->few[i], u->shown[i], u->full.order).rms;
            beside[k] = apart(best, u->shown[i], u->full.order).rms;
            printf("        %-7s %d targets: rms %.1f %% beside the full body, largest %.1f of "
                   "%.1f mm; rms %.1f %% beside the full one of nine targets; %.2f %% from the "
                   "same coordinates in double; %d elements folded\n",
                   names[i], target_counts[k], 100.0 * d.rms, 1e3 * d.largest, 1e3 * d.reach,
                   100.0 * beside[k], 100.0 * runtime, folded);
            CHECK(d.rms < 0.25 && d.largest < 0.35 * d.reach);
            CHECK(runtime < 0.01);
            CHECK(folded == 0);
        }
        CHECK(beside[1] < beside[0]); // what was sculpted more is known better
    }
    for (int k = 0; k < SETS; ++k)
        unseen_free(&sets[k]);
}

TEST_MAIN(CASE(the_shoulder_is_sane_in_poses_that_nothing_was_sculpted_for))
