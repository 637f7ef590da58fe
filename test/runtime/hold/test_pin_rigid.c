// Rows of rigid motion: what six unit impulses do to a point is what textbooks say of a body with that mass and inertia.
// SPDX-License-Identifier: MIT
#include "runtime/hold/pin_rigid.h"

#include "bake/base/vec.h"
#include "runtime/body/body.h"
#include "test/kit/check.h"
#include "test/kit/rigid_kit.h"

// Of a box beside a ball, turned: no axis of its inertia is one of its own.
static supple_body* skewed_body(void) {
    supple_shape_part parts[2] = {
        {rigid_box(0.1, 0.2, 0.35, 400), rigid_turned(0.6, 0.1, 0.05, -0.1)},
        {rigid_sphere(0.15, 900), rigid_at(-0.2, 0.3, 0.25)}};
    supple_shape s = {
        .kind = SUPPLE_COMPOUND, .parts = parts, .part_count = 2, .friction = SUPPLE_UNSET};
    supple_prepared* p = supple_shape_prepare(&s, NULL);
    supple_asset a = supple_prepared_asset(p);
    supple_body_options o = supple_body_options_default(&a);
    o.free = true;
    supple_body* b = supple_prepared_body(p, &o, NULL);
    supple_prepared_release(p);
    return b;
}

static void inverse(const double m[3][3], double out[3][3]) {
    vec3 r[3];
    for (int i = 0; i < 3; ++i)
        r[i] = v3(m[i][0], m[i][1], m[i][2]);
    double det = v3_dot(r[0], v3_cross(r[1], r[2]));
    for (int i = 0; i < 3; ++i) { // columns are cross products of rows
        vec3 c = v3_scale(v3_cross(r[(i + 1) % 3], r[(i + 2) % 3]), 1.0 / det);
        out[0][i] = c.x, out[1][i] = c.y, out[2][i] = c.z;
    }
}

// What an impulse along an axis at the arm does there: f / m + (I^-1 (r x f)) x r.
static vec3 answer(double mass, const double inverse_of[3][3], vec3 arm, vec3 f) {
    vec3 turning = v3_cross(arm, f);
    const double t[3] = {turning.x, turning.y, turning.z};
    double spin[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            spin[i] += inverse_of[i][k] * t[k];
    return v3_add(v3_scale(f, 1.0 / mass), v3_cross(v3(spin[0], spin[1], spin[2]), arm));
}

TEST(a_point_answers_an_impulse_as_a_rigid_body_does) {
    enum { N = PIN_RIGID };
    static const double points[3][3] = {{0.4, -0.1, 0.2}, {-0.3, 0.5, 0.1}, {0.0, 0.0, -0.6}};
    supple_body* b = skewed_body();
    CHECK(b != NULL);
    const format_part* part = b->parts[0].asset.record;
    const float* i = part->inertia;
    const double inertia[3][3] = {{i[0], i[3], i[5]}, {i[3], i[1], i[4]}, {i[5], i[4], i[2]}};
    double inverse_of[3][3], rows[3 * N], worst = 0.0;
    inverse(inertia, inverse_of);
    CHECK(fabs(inertia[0][1]) > 0.02 * inertia[0][0] && fabs(inertia[1][2]) > 0.02 * inertia[0][0]);
    for (int p = 0; p < 3; ++p) {
        pin_rigid_rows(b, points[p], 0, N, rows);
        vec3 arm = v3_sub(v3(points[p][0], points[p][1], points[p][2]),
                          v3(part->centre[0], part->centre[1], part->centre[2]));
        for (int c = 0; c < 3; ++c) {
            vec3 want = answer(part->mass, inverse_of, arm, v3(c == 0, c == 1, c == 2));
            const double wanted[3] = {want.x, want.y, want.z};
            for (int r = 0; r < 3; ++r) {
                double got = 0.0; // rows times their transpose
                for (int k = 0; k < N; ++k)
                    got += rows[r * N + k] * rows[c * N + k];
                worst = fmax(worst, fabs(got - wanted[r]) * (double)part->mass);
            }
        }
    }
    printf("        off by %.1e of 1 / mass\n", worst);
    CHECK(worst < 1e-6);
    supple_body_destroy(b);
}

TEST_MAIN(CASE(a_point_answers_an_impulse_as_a_rigid_body_does))
