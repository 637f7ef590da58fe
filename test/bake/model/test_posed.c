// Posed models of the bending cylinder: what holds at its targets, between them, and at its vertices.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/model/posed.h"
#include "bake/model/posed_part.h"
#include "format/packed.h"
#include "test/kit/check.h"
#include "test/kit/jacobi.h"
#include "test/kit/sculpted_tube.h"

enum { TARGETS = TUBE_TARGETS, COUNT = 10 };

static const double HEAVY = 2.25; // times: the last target

// NULL: it cannot be made.
static tube* make_tube(int32_t targets, arena* a) {
    tube* t = tube_make(2.0, 400, a);
    t->how.modes = COUNT;
    t->how.stvk = true;
    t->how.target_count = targets;
    t->how.targets[TARGETS - 1].mass = HEAVY;
    return tube_build(t, a) ? t : NULL;
}

static posed_request request(const tube* t) {
    return (posed_request){.set = &t->b.set,
                           .stvk = true,
                           .count = COUNT,
                           .damping = t->how.damping,
                           .threads = 1,
                           .where = place_none()};
}

static bool build(const posed_request* q, tube* t, posed_model* out, arena* a) {
    stages clock = stages_begin();
    return posed_build(q, &clock, out, a, &t->r);
}

static double size_of(const double* x, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += x[i] * x[i];
    return sqrt(sum);
}

TEST(every_target_rests_in_its_own_shape_and_pose) {
    arena* a = arena_create();
    tube* t = make_tube(TARGETS, a);
    CHECK(t != NULL);
    posed_request q = request(t);
    posed_model m;
    CHECK(build(&q, t, &m, a) && m.coords.count == COUNT);
    for (int32_t i = 0; i < TARGETS; ++i) {
        const double* rest = m.basis.rests + i * COUNT;
        double weights[TARGETS], blend[COUNT] = {0.0}, force[COUNT], slope[COUNT] = {0.0};
        pose_space_weights(&m.poses, t->b.set.shapes[i].pose, weights);
        for (int32_t k = 0; k < TARGETS; ++k) {
            CHECK_NEAR(weights[k], i == k, 1e-12);
            polynomial_force(&m.forces[k], rest, force);
            for (int c = 0; c < COUNT; ++c)
                blend[c] += weights[k] * force[c];
        }
        for (int c = 0; c < COUNT; ++c)
            slope[c] = m.coords.modes[c].value * rest[c];
        CHECK(size_of(blend, COUNT) <= 1e-9 * size_of(slope, COUNT) + 1e-9);
        CHECK_NEAR(polynomial_energy(&m.forces[i], rest), 0.0,
                   1e-10 * fmax(m.forces[i].energy, 1.0));
    }
    arena_destroy(a);
}

TEST(one_linear_target_swings_as_its_modes_do_never_slower) {
    arena* a = arena_create();
    tube* t = make_tube(1, a);
    CHECK(t != NULL);
    posed_request q = request(t);
    q.stvk = false;
    posed_model m;
    CHECK(build(&q, t, &m, a));
    double matrix[COUNT * COUNT], values[COUNT];
    for (int32_t i = 0; i < COUNT; ++i) {
        CHECK(m.forces[0].constant[i] == 0.0);
        for (int32_t k = 0; k < COUNT; ++k)
            matrix[i * COUNT + k] = m.forces[0].linear[polynomial_place(2, (int32_t[]){i, k})];
    }
    CHECK(dense_eigen(COUNT, matrix, values, a));
    for (int32_t i = 0; i < COUNT; ++i)
        CHECK(values[i] > (1.0 - 1e-9) * m.basis.values[i]); // Rayleigh's and Ritz's law
    for (int32_t i = 0; i < COUNT - 3; ++i)                  // three are for how it hangs
        CHECK(values[i] < (1.0 + 1e-6) * m.basis.values[i]);
    arena_destroy(a);
}

TEST(more_coordinates_take_up_more_of_what_bones_do_but_never_all) {
    arena* a = arena_create();
    tube* t = make_tube(TARGETS, a);
    CHECK(t != NULL);
    double before = 0.0;
    for (int32_t count = 4; count <= 20; count += 8) {
        posed_request q = request(t);
        q.count = count;
        posed_model m;
        double sum = 0.0;
        CHECK(build(&q, t, &m, a) && m.coords.count == count);
        for (int32_t i = 0; i < count; ++i)
            sum += m.coords.modes[i].energy;
        CHECK(sum > before && sum < m.coords.energy_of_all);
        before = sum;
    }
    arena_destroy(a);
}

// The stiff bent tube gives way less to the same push than the soft straight one (figure 2 of the paper).
TEST(a_stiffer_target_gives_way_less) {
    arena* a = arena_create();
    tube* t = make_tube(TARGETS, a);
    CHECK(t != NULL);
    posed_request q = request(t);
    posed_model m;
    CHECK(build(&q, t, &m, a));
    double soft[55], stiff[55];
    polynomial_stiffness(&m.forces[0], m.basis.rests, soft);
    polynomial_stiffness(&m.forces[2], m.basis.rests + 2 * COUNT, stiff);
    for (uint32_t i = 0; i < COUNT; ++i)
        CHECK(stiff[packed_at2(i, i)] > 2.0 * soft[packed_at2(i, i)]);
    CHECK(m.basis.first[2] > 2.0 * m.basis.first[0]);
    arena_destroy(a);
}

// U' K U with K of all nodes where the target rests, row by row.
static bool reduced_hessian(const tube* t, const posed_model* m, const posed_request* q,
                            int32_t target, double* k, arena* a, report* r) {
    elastic body;
    if (!target_elastic(q->stvk ? ELASTIC_STVK : ELASTIC_LINEAR, &t->b.set, 1, &body, place_none(),
                        a, r))
        return false;
    size_t all = 3 * (size_t)m->coords.tets.node_count;
    double weights[TARGETS] = {0.0}, *columns = ARENA_NEW(a, double, COUNT*all),
           *times = ARENA_NEW(a, double, all);
    weights[target] = 1.0;
    for (int32_t i = 0; i < COUNT; ++i)
        modal_shape(&m->coords, i, columns + (size_t)i * all);
    for (int32_t i = 0; i < COUNT; ++i) {
        elastic_stiffness_times(&body, weights, t->b.set.shapes[target].rest, ENERGY_TANGENT,
                                columns + (size_t)i * all, times);
        for (int32_t j = 0; j < COUNT; ++j) {
            k[i * COUNT + j] = 0.0;
            for (size_t n = 0; n < all; ++n)
                k[i * COUNT + j] += columns[(size_t)j * all + n] * times[n];
        }
    }
    return true;
}

// By the elements there, and by how the polynomial's force changes: never slower than the whole body.
TEST(frequencies_told_of_each_target_are_those_of_the_reduced_body_about_it) {
    arena* a = arena_create();
    tube* t = make_tube(TARGETS, a);
    CHECK(t != NULL);
    for (int stvk = 0; stvk < 2; ++stvk) {
        posed_request q = request(t);
        q.stvk = stvk;
        q.derivatives = t->how.derivatives;
        posed_model m;
        CHECK(build(&q, t, &m, a) && m.coords.count == COUNT);
        t->how.stvk = stvk;
        soft_part made;
        CHECK(posed_make(&t->b.body, &t->b.part, &t->how, a, &made, &t->r));
        for (int32_t i = 0; i < TARGETS; ++i) {
            double k[COUNT * COUNT], slopes[COUNT * COUNT], ahead[COUNT], behind[COUNT], at[COUNT];
            const double* values = m.values + (ptrdiff_t)i * COUNT;
            double mass = i == TARGETS - 1 ? HEAVY : 1.0;
            CHECK(reduced_hessian(t, &m, &q, i, k, a, &t->r));
            for (int c = 0; c < COUNT; ++c) {
                const double step = 1e-5;
                memcpy(at, m.basis.rests + (ptrdiff_t)i * COUNT, sizeof at);
                at[c] += step;
                polynomial_force(&m.forces[i], at, ahead);
                at[c] -= 2.0 * step;
                polynomial_force(&m.forces[i], at, behind);
                for (int d = 0; d < COUNT; ++d)
                    slopes[d * COUNT + c] = (ahead[d] - behind[d]) / (2.0 * step);
            }
            double by_elements[COUNT], by_slopes[COUNT];
            jacobi_eigenvalues(k, COUNT, by_elements);
            jacobi_eigenvalues(slopes, COUNT, by_slopes);
            for (int c = 0; c < COUNT; ++c) {
                CHECK_NEAR(mass * values[c], by_elements[c], 1e-9 * by_elements[c]);
                CHECK_NEAR(mass * values[c], by_slopes[c], 1e-4 * by_elements[c]);
            }
            double told = made.targets[i].first, whole = made.targets[i].first_of_whole;
            printf("        %s, %s: %.4f Hz, %.4f before it was reduced\n",
                   stvk ? "stvk" : "linear", made.targets[i].name, told, whole);
            CHECK_NEAR(told, sqrt(by_elements[0] / mass) / (2.0 * EXACT_PI), 1e-9 * told);
            CHECK(whole > 0.0 && whole <= told * (1.0 + 1e-9)); // Rayleigh's and Ritz's law
            if (i == m.base)
                CHECK(made.first == told);
        }
    }
    arena_destroy(a);
}

TEST(any_number_of_threads_gives_the_same_bits) {
    arena* a = arena_create();
    tube* t = make_tube(TARGETS, a);
    CHECK(t != NULL);
    posed_model m[2];
    for (int k = 0; k < 2; ++k) {
        posed_request q = request(t);
        q.threads = 1 + 2 * k;
        CHECK(build(&q, t, &m[k], a));
    }
    size_t size = packed_polynomial(COUNT, 3) * sizeof(double);
    for (int i = 0; i < TARGETS; ++i)
        CHECK(memcmp(m[0].forces[i].constant, m[1].forces[i].constant, size) == 0);
    CHECK(memcmp(m[0].basis.rests, m[1].basis.rests, COUNT * TARGETS * sizeof(double)) == 0);
    arena_destroy(a);
}

// ---- the part --------------------------------------------------------------------------

TEST(at_a_targets_rest_vertices_stand_exactly_as_sculpted) {
    arena* a = arena_create();
    tube* t = make_tube(TARGETS, a);
    CHECK(t != NULL);
    soft_part made;
    CHECK(posed_make(&t->b.body, &t->b.part, &t->how, a, &made, &t->r));
    const asset_draft_part* d = &made.draft;
    const asset_draft_posed* p = d->posed_or_null;
    CHECK(p != NULL && p->target_count == TARGETS && p->degree == 3 && d->coord_count == COUNT);
    CHECK(made.target_count == TARGETS && made.targets[2].largest > 0.02);
    double coarse = 0.0;
    for (int32_t i = 0; i < TARGETS; ++i)
        for (int32_t v = 0; v < d->vertex_count; ++v)
            for (int k = 0; k < 3; ++k) {
                double sum = 0.0;
                for (int32_t c = 0; c < COUNT; ++c)
                    sum += (double)d->shapes[(ptrdiff_t)c * d->vertex_count + v][k] *
                           p->rests[i * COUNT + c];
                CHECK_NEAR(sum, (double)t->b.set.shapes[i].seen[v][k], 1e-8);
            }
    for (int32_t i = 0; i < TARGETS; ++i)
        coarse = fmax(coarse, t->b.set.shapes[i].missed);
    CHECK(coarse > 1e-5); // what the volume alone would have lost
    arena_destroy(a);
}

TEST(its_draft_has_all_that_the_runtime_reads) {
    arena* a = arena_create();
    tube* t = make_tube(TARGETS, a);
    CHECK(t != NULL);
    soft_part made;
    t->how.smoothing = 0.01;
    CHECK(posed_make(&t->b.body, &t->b.part, &t->how, a, &made, &t->r));
    const asset_draft_part* d = &made.draft;
    const asset_draft_posed* p = d->posed_or_null;
    CHECK(p->joint_count == t->b.set.joint_count && p->dimension >= 1 && p->dimension < TARGETS);
    CHECK(p->alpha > 0.0 && p->beta > 0.0);
    CHECK_NEAR(p->translation, t->b.set.translation_scale * t->b.binding.metres, 1e-12);
    CHECK_TEXT(p->names[2], "bent");
    CHECK(p->masses_or_null[0] == 1.0 && p->masses_or_null[TARGETS - 1] == HEAVY);
    CHECK(d->mass > 0.0 && d->bone_count > 1 && made.captured > 0.3 && made.captured < 1.0);
    for (int32_t i = 0; i < d->coord_count; ++i)
        CHECK(d->lambda[i] > 0.0 && d->decay[i] > 0.0);
    double sum = 0.0; // rows of the cardinal matrix for the constant sum to one
    for (int32_t i = 0; i < TARGETS; ++i)
        sum += p->cardinal[i * (TARGETS + 1) + TARGETS];
    CHECK_NEAR(sum, 1.0, 1e-12);
    arena_destroy(a);
}

TEST_MAIN(CASE(every_target_rests_in_its_own_shape_and_pose),
          CASE(one_linear_target_swings_as_its_modes_do_never_slower),
          SIZED_CASE(more_coordinates_take_up_more_of_what_bones_do_but_never_all),
          CASE(a_stiffer_target_gives_way_less),
          CASE(frequencies_told_of_each_target_are_those_of_the_reduced_body_about_it),
          SIZED_CASE(any_number_of_threads_gives_the_same_bits),
          SIZED_CASE(at_a_targets_rest_vertices_stand_exactly_as_sculpted),
          CASE(its_draft_has_all_that_the_runtime_reads))
