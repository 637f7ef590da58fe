// A block on a shaken bone: the runtime's coordinates against finite elements in the world.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/block_truth.h"
#include "test/kit/check.h"

// ---- both ------------------------------------------------------------------------------

static bool make_asset(const block* b, asset_maker* m) {
    *m = asset_maker_new((asset_maker_options){
        .part_count = 1, .coord_count = BLOCK_MODES, .bone_count = 1, .influence_count = -1});
    asset_maker_part* p = &m->parts[0];
    for (int i = 0; i < BLOCK_MODES; ++i) {
        const modal_mode* mode = &b->model.modes[i];
        p->lambda[i] = mode->value;
        p->decay[i] = mode->damping;
        for (int k = 0; k < 3; ++k) {
            p->forcing[i].s[k] = (float)mode->forcing.s[k];
            for (int j = 0; j < 3; ++j)
                p->forcing[i].j[k][j] = (float)mode->forcing.j[k][j];
        }
    }
    memcpy(p->coupling, b->model.coupling, sizeof(double) * 6 * BLOCK_MODES * BLOCK_MODES);
    return asset_maker_write(m);
}

static supple_matrix matrix_of(const bone* b) {
    supple_matrix m = {{0}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            m.m[4 * j + i] = (float)b->turn[i][j];
        m.m[12 + i] = (float)b->at[i];
    }
    m.m[15] = 1.0f;
    return m;
}

enum { RATE_FINE = 7200, RATE = 240, BODIES = 4, COARSE = 4 };

// Four bodies: without and with spin forces, at 240 Hz and at a fourth of it.
typedef struct runner {
    asset_maker maker;
    supple_body* bodies[BODIES];
    double sum[BODIES], all[BODIES];
} runner;

static int stride_of(int body) {
    return body / 2 == 0 ? 1 : COARSE;
}

static void step_body(runner* r, const motion* m, int k, int frame) {
    bone at = block_bone_at(m, frame / (double)RATE);
    supple_matrix palette = matrix_of(&at);
    supple_body_drive(r->bodies[k], &palette);
    supple_body_step(r->bodies[k], (float)stride_of(k) / RATE);
}

// The velocity of coordinates belongs to bones that moved straight over the last step: at rest in the
// bone's frame it is what lies between that velocity of the bone and the one it has now.
static void start_velocity(supple_body* b, const block* model, const motion* m, double h) {
    bone at = block_bone_at(m, 0.0), before = block_bone_at(m, -h);
    for (int i = 0; i < BLOCK_MODES; ++i) {
        const forcing_mode* f = &model->model.modes[i].forcing;
        double v = 0.0;
        for (int a = 0; a < 3; ++a)
            for (int k = 0; k < 3; ++k) {
                v += f->s[a] * at.turn[k][a] * (at.at1[k] - (at.at[k] - before.at[k]) / h);
                for (int c = 0; c < 3; ++c)
                    v += f->j[a][c] * at.turn[k][a] *
                         (at.turn1[k][c] - (at.turn[k][c] - before.turn[k][c]) / h);
            }
        b->q[i] = 0.0f;
        b->v[i] = (float)v;
    }
}

// Undeformed and at rest in the bone's frame, with the frame's motion known.
static void start(runner* r, const block* b, const motion* m, truth* s) {
    bone at = block_bone_at(m, 0.0);
    for (int i = 0; i < b->free_count; ++i) {
        const double rest[3] = {b->free_at[i].x, b->free_at[i].y, b->free_at[i].z};
        for (int k = 0; k < 3; ++k) {
            s->x[3 * i + k] = at.at[k], s->v[3 * i + k] = at.at1[k];
            for (int j = 0; j < 3; ++j) {
                s->x[3 * i + k] += at.turn[k][j] * rest[j];
                s->v[3 * i + k] += at.turn1[k][j] * rest[j];
            }
        }
    }
    supple_body_options o = supple_body_options_default(&r->maker.asset);
    o.gravity = (supple_vec3){0.0f, 0.0f, -9.81f};
    o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    for (int k = 0; k < BODIES; ++k) {
        o.spin = k % 2 == 1;
        r->bodies[k] = supple_body_create(&r->maker.asset, &o, NULL);
        supple_tuning t = supple_body_tuning(r->bodies[k], 0);
        t.limit = 1e6f; // the finite elements have none
        supple_body_tune(r->bodies[k], 0, t);
        step_body(r, m, k, -2 * stride_of(k)); // the first palette places it
        step_body(r, m, k, -stride_of(k));
        step_body(r, m, k, 0);
        start_velocity(r->bodies[k], b, m, stride_of(k) / (double)RATE);
    }
}

// The rms of the difference over two seconds, over the rms of the truth, of each body.
static bool compare(const block* b, const motion* m, double error[BODIES]) {
    static runner r;
    memset(&r, 0, sizeof r);
    bool ok = make_asset(b, &r.maker);
    if (ok) {
        truth s;
        start(&r, b, m, &s);
        for (int frame = 1; frame <= 2 * RATE; ++frame) {
            for (int k = 0; k < RATE_FINE / RATE; ++k)
                block_advance(b, m, ((frame - 1) * (RATE_FINE / RATE) + k) / (double)RATE_FINE,
                              1.0 / RATE_FINE, &s);
            double q[BLOCK_MODES];
            bone at = block_bone_at(m, frame / (double)RATE);
            block_coordinates(b, &at, &s, q);
            for (int k = 0; k < BODIES; ++k)
                if (frame % stride_of(k) == 0) {
                    step_body(&r, m, k, frame);
                    for (int i = 0; i < BLOCK_MODES; ++i) {
                        double d = supple_body_coords(r.bodies[k])[i] - q[i];
                        r.sum[k] += d * d;
                        r.all[k] += q[i] * q[i];
                    }
                }
        }
        for (int k = 0; k < BODIES; ++k) {
            error[k] = sqrt(r.sum[k] / r.all[k]);
            supple_body_destroy(r.bodies[k]);
        }
    }
    asset_maker_close(&r.maker);
    return ok;
}

static block shared_block; // large

static const struct {
    double hertz;
    motion m;
    double least, most; // error expected without spin forces, numerics.md A6
} runs[3] = {
    {4.6, {0.5, 4.5}, 0.03, 0.08}, {4.6, {0.9, 7.0}, 0.10, 0.20}, {4.6, {1.1, 9.0}, 0.2, 0.5}};

TEST(with_spin_forces_coordinates_are_those_of_the_finite_elements) {
    for (int i = 0; i < 3; ++i) {
        block* b = &shared_block;
        CHECK(block_build(b, runs[i].hertz));
        double error[BODIES];
        CHECK(compare(b, &runs[i].m, error));
        double ratio = block_largest_spin(&runs[i].m) / sqrt(b->model.modes[0].value);
        printf("spin %.2f of the first frequency: without %.3f, with %.4f; at 60 Hz %.3f, %.4f\n",
               ratio, error[0], error[1], error[2], error[3]);
        arena_destroy(b->memory);
        CHECK(error[1] < 0.003 && error[3] < 0.01);
        CHECK(error[0] > runs[i].least && error[0] < runs[i].most);
    }
}

TEST_MAIN(CASE(with_spin_forces_coordinates_are_those_of_the_finite_elements))
