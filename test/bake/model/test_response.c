// Coordinates of responses against the whole body: solved directly at every frequency, and integrated in time.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/model/modal.h"
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/tet_box.h"

enum { BONES = 2, AXES = 3 };

typedef struct flesh {
    tets t;
    uint8_t* fixed;
    material* materials;
    double* weights; // [BONES][node_count]
    modal_model m;
    bool ok;
    size_t n;                 // unknowns
    double *stiffness, *mass; // [n][n] as tuned
    double* forces;           // [AXES][n] of 1 m/s^2 along each axis
} flesh;

// A box of some 0.3 m, bent at random, held by a face; one bone carries it more and more along x.
static void shape(flesh* f, arena* a) {
    f->t = tet_box(3, a);
    size_t n = (size_t)f->t.node_count;
    f->fixed = ARENA_NEW(a, uint8_t, n);
    f->weights = ARENA_NEW(a, double, BONES* n);
    f->materials = ARENA_NEW(a, material, (size_t)f->t.tet_count);
    vec3 size = v3(random_in(0.1, 0.5), random_in(0.1, 0.5), random_in(0.1, 0.5));
    double bend = random_in(-0.5, 0.5);
    for (size_t i = 0; i < n; ++i) {
        vec3 p = f->t.nodes[i];
        f->fixed[i] = i % 16 < 4;
        f->weights[i] = fmin(fmax(p.x, 0.0), 1.0);
        f->weights[n + i] = 1.0 - f->weights[i];
        f->t.nodes[i] = v3(size.x * p.x, size.y * p.y, size.z * (p.z + bend * p.y * p.y));
    }
    for (int32_t i = 0; i < f->t.tet_count; ++i)
        f->materials[i] = (material){3000.0 * random_in(0.5, 2.0), random_in(0.2, 0.45), 950.0};
}

static void dense_of(const sparse* s, int32_t copies, double scale, double* out) {
    size_t block = (size_t)s->block, n = (size_t)s->rows * block * (size_t)copies;
    for (size_t row = 0; row < (size_t)s->rows; ++row)
        for (int64_t e = s->start[row]; e < s->start[row + 1]; ++e)
            for (size_t k = 0; k < block * block * (size_t)copies; ++k) {
                size_t copy = k / (block * block), i = k % (block * block) / block, j = k % block;
                size_t from = (size_t)copies * row * block + i + copy,
                       to = (size_t)copies * (size_t)s->column[e] * block + j + copy;
                out[from * n + to] = scale * s->value[(size_t)e * block * block + i * block + j];
            }
}

// The matrices of the whole body, as tuned, without the model's help.
static bool assemble(flesh* f, arena* a, report* r) {
    assemble_matrices all;
    if (!assemble_body(&f->t, f->materials, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), a, r))
        return false;
    assemble_matrices moving = assemble_keep(&all, f->m.number, f->m.free_count, a);
    f->n = 3 * (size_t)f->m.free_count;
    f->stiffness = ARENA_NEW(a, double, f->n * f->n);
    f->mass = ARENA_NEW(a, double, f->n * f->n);
    f->forces = ARENA_NEW(a, double, AXES * f->n);
    dense_of(&moving.stiffness, 1, f->m.young_factor, f->stiffness);
    dense_of(&moving.mass, 3, 1.0, f->mass);
    for (int32_t row = 0; row < all.mass.rows; ++row)
        for (int64_t e = all.mass.start[row]; f->m.number[row] >= 0 && e < all.mass.start[row + 1];
             ++e)
            for (size_t axis = 0; axis < AXES; ++axis)
                f->forces[axis * f->n + 3 * (size_t)f->m.number[row] + axis] += all.mass.value[e];
    return true;
}

static flesh make(uint64_t from, modal_request q, arena* a) {
    seed = from;
    flesh f = {0};
    shape(&f, a);
    report r = report_new(a);
    stages clock = stages_begin();
    q.volume = &f.t;
    q.fixed_or_null = f.fixed;
    q.materials = f.materials;
    q.excited = true;
    q.first_hz = random_in(1.5, 5.0);
    q.damping = (damping_request){.form = DAMPING_BY_SWINGS, .swings = 4.0};
    q.bone_count = BONES;
    q.weights_or_null = f.weights;
    q.threads = 1;
    f.ok = modal_build(&q, &clock, &f.m, a, &r) && assemble(&f, a, &r);
    return f;
}

static double product(const double* x, const double* matrix, const double* y, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < n; ++k)
            sum += x[i] * matrix[i * n + k] * y[k];
    return sum;
}

static double dot(const double* x, const double* y, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += x[i] * y[i];
    return sum;
}

static const modal_request auto_count = {
    .count = 24, .least = 8, .error = 0.12, .basis = MODAL_RESPONSES};

TEST(coordinates_are_orthonormal_in_the_mass_and_orthogonal_in_the_stiffness) {
    for (uint64_t from = 1; from <= 3; ++from) {
        arena* a = arena_create();
        flesh f = make(from, auto_count, a);
        CHECK(f.ok && f.m.count >= 8 && f.m.count <= 24);
        double last = f.m.modes[f.m.count - 1].value;
        for (size_t i = 0; f.ok && i < (size_t)f.m.count; ++i)
            for (size_t k = 0; k <= i; ++k) {
                const double *x = f.m.vectors + i * f.n, *y = f.m.vectors + k * f.n;
                CHECK_NEAR(product(x, f.mass, y, f.n), i == k, 1e-11);
                CHECK_NEAR(product(x, f.stiffness, y, f.n) / last,
                           i == k ? f.m.modes[i].value / last : 0.0, 1e-11);
            }
        arena_destroy(a);
    }
}

// How far the reduced body is from the whole one, at rest or at 1 to 6 Hz, along the worst direction: all by elimination.
static double worst(const flesh* f, double hz_first, double hz_last, arena* a) {
    size_t n = f->n, two = 2 * n;
    double *whole = ARENA_NEW(a, double, two*two), *u = ARENA_NEW(a, double, AXES*two),
           *off = ARENA_NEW(a, double, AXES*two), all_of[9] = {0.0}, off_of[9] = {0.0}, vectors[9],
           values[3];
    for (double hz = hz_first; hz <= hz_last; hz += 1.0) {
        double w = 2.0 * EXACT_PI * hz;
        for (size_t i = 0; i < n * n; ++i) {
            size_t at = i / n * two + i % n;
            double drag =
                w * (f->m.damping.alpha * f->mass[i] + f->m.damping.beta * f->stiffness[i]);
            whole[at] = whole[at + n * two + n] = f->stiffness[i] - w * w * f->mass[i];
            whole[at + n] = -drag;
            whole[at + n * two] = drag;
        }
        if (!dense_invert((int32_t)two, whole, a))
            return NAN;
        for (size_t axis = 0; axis < AXES; ++axis) {
            const double* force = f->forces + axis * n;
            for (size_t i = 0; i < two; ++i)
                off[axis * two + i] = u[axis * two + i] = dot(whole + i * two, force, n);
            for (int32_t e = 0; e < f->m.count; ++e) {
                const double* x = f->m.vectors + (size_t)e * n;
                double ahead = f->m.modes[e].value - w * w, late = 2.0 * w * f->m.modes[e].damping,
                       push = dot(x, force, n) / (ahead * ahead + late * late);
                for (size_t i = 0; i < n; ++i) {
                    off[axis * two + i] -= push * ahead * x[i];
                    off[axis * two + n + i] += push * late * x[i];
                }
            }
        }
        for (size_t i = 0; i < 9; ++i)
            for (size_t half = 0; half < 2; ++half) {
                size_t x = i / 3 * two + half * n, y = i % 3 * two + half * n;
                all_of[i] += product(u + x, f->mass, u + y, n);
                off_of[i] += product(off + x, f->mass, off + y, n);
            }
    }
    bool found = dense_pencil(3, off_of, all_of, 0.0, vectors, values, a) == 3;
    return found ? sqrt(fmax(values[2], 0.0)) : NAN;
}

TEST(along_every_direction_it_hangs_at_1_g_as_the_whole_body_does) {
    for (uint64_t from = 1; from <= 4; ++from) {
        arena* a = arena_create();
        flesh f =
            make(from, (modal_request){.count = 3 + (int32_t)from, .basis = MODAL_RESPONSES}, a);
        CHECK(f.ok && f.m.count == 3 + (int32_t)from);
        CHECK(worst(&f, 0.0, 0.0, a) < 1e-6 && f.m.errors.hang < 1e-6);
        flesh plain = make(from, (modal_request){.count = 8}, a);
        double off = worst(&plain, 0.0, 0.0, a);
        CHECK(plain.ok && off > 0.02); // modes do not
        CHECK_NEAR(plain.m.errors.hang, off, 1e-6);
        arena_destroy(a);
    }
}

TEST(errors_that_are_told_are_those_of_solving_the_damped_body_at_every_frequency) {
    for (uint64_t from = 1; from <= 3; ++from) {
        arena* a = arena_create();
        flesh f = make(from, auto_count, a);
        double off = worst(&f, 1.0, 6.0, a);
        CHECK(f.ok && off <= 0.12);
        CHECK_NEAR(f.m.errors.shake, off, 0.003);
        flesh plain = make(from, (modal_request){.count = 8}, a);
        CHECK(plain.ok);
        CHECK_NEAR(plain.m.errors.shake, worst(&plain, 1.0, 6.0, a), 0.003);
        arena_destroy(a);
    }
}

// ---- in time ---------------------------------------------------------------------------

// Newmark's average acceleration for M u'' + C u' + K u = force: `inverse` is of M 4/h^2 + C 2/h + K.
typedef struct motion {
    double *u, *v, *a, *room;
} motion;

static void advance(const flesh* f, const double* inverse, const double* force, double h,
                    motion* m) {
    size_t n = f->n;
    double alpha = f->m.damping.alpha, beta = f->m.damping.beta;
    for (size_t i = 0; i < n; ++i) {
        m->room[i] = force[i];
        for (size_t k = 0; k < n; ++k) {
            double p = 4.0 / (h * h) * m->u[k] + 4.0 / h * m->v[k] + m->a[k],
                   d = 2.0 / h * m->u[k] + m->v[k];
            m->room[i] += f->mass[i * n + k] * (p + alpha * d) + f->stiffness[i * n + k] * beta * d;
        }
    }
    for (size_t i = 0; i < n; ++i) {
        double u = dot(inverse + i * n, m->room, n), moved = u - m->u[i], v = m->v[i];
        m->v[i] = 2.0 / h * moved - v;
        m->a[i] = 4.0 / (h * h) * moved - 4.0 / h * v - m->a[i];
        m->u[i] = u;
    }
}

static double advance_coord(const modal_mode* c, double force, double h, double s[3]) {
    double d = 2.0 * c->damping, p = 4.0 / (h * h) * s[0] + 4.0 / h * s[1] + s[2];
    double u = (force + p + d * (2.0 / h * s[0] + s[1])) / (4.0 / (h * h) + 2.0 * d / h + c->value);
    double moved = u - s[0], v = s[1];
    s[1] = 2.0 / h * moved - v;
    s[2] = 4.0 / (h * h) * moved - 4.0 / h * v - s[2];
    return s[0] = u;
}

// Noise between 1 and 6 Hz along all axes for two seconds.
static double shaken(const flesh* f, arena* a) {
    enum { TONES = 11, STEPS = 240 };
    size_t n = f->n;
    double h = 1.0 / 120.0, *inverse = ARENA_NEW(a, double, n*n), *force = ARENA_NEW(a, double, n),
           (*coords)[3] = arena_alloc(a, (size_t)f->m.count, sizeof *coords), all = 0.0, off = 0.0,
           phase[AXES][TONES];
    motion m = {ARENA_NEW(a, double, n), ARENA_NEW(a, double, n), ARENA_NEW(a, double, n),
                ARENA_NEW(a, double, n)};
    double alpha = f->m.damping.alpha, beta = f->m.damping.beta;
    for (size_t i = 0; i < n * n; ++i)
        inverse[i] = f->mass[i] * (4.0 / (h * h) + 2.0 * alpha / h) +
                     f->stiffness[i] * (1.0 + 2.0 * beta / h);
    if (!dense_invert((int32_t)n, inverse, a))
        return NAN;
    for (int i = 0; i < AXES * TONES; ++i)
        phase[i / TONES][i % TONES] = random_in(0.0, 6.2);
    for (int step = 1; step <= STEPS; ++step) {
        memset(force, 0, n * sizeof *force);
        for (size_t axis = 0; axis < AXES; ++axis) {
            double push = 0.0;
            for (int t = 0; t < TONES; ++t)
                push += sin(2.0 * EXACT_PI * (1.0 + 0.5 * t) * step * h + phase[axis][t]);
            for (size_t i = 0; i < n; ++i)
                force[i] += push * f->forces[axis * n + i];
        }
        advance(f, inverse, force, h, &m);
        memcpy(m.room, m.u, n * sizeof *m.u);
        for (int32_t e = 0; e < f->m.count; ++e) {
            const double* x = f->m.vectors + (size_t)e * n;
            double q = advance_coord(&f->m.modes[e], dot(x, force, n), h, coords[e]);
            for (size_t i = 0; i < n; ++i)
                m.room[i] -= q * x[i];
        }
        all += product(m.u, f->mass, m.u, n);
        off += product(m.room, f->mass, m.room, n);
    }
    return sqrt(off / all);
}

TEST(shaken_in_time_it_stays_within_the_error_of_the_whole_body) {
    for (uint64_t from = 1; from <= 3; ++from) {
        arena* a = arena_create();
        flesh f = make(from, auto_count, a);
        double off = shaken(&f, a);
        CHECK(f.ok && off < 0.12 && off < 1.2 * f.m.errors.shake + 0.005);
        flesh plain = make(from, (modal_request){.count = f.m.count}, a);
        CHECK(plain.ok && shaken(&plain, a) > off); // as many modes are worse
        arena_destroy(a);
    }
}

// ---- choices ---------------------------------------------------------------------------

TEST(with_either_basis_and_any_number_a_body_is_as_soft_and_as_damped) {
    arena* a = arena_create();
    flesh base = make(9, (modal_request){.count = 8}, a);
    for (int32_t count = 3; count <= 30; count += 9) {
        flesh f = make(9, (modal_request){.count = count, .basis = MODAL_RESPONSES}, a);
        CHECK(base.ok && f.ok && f.m.count == count);
        CHECK_NEAR(f.m.young_factor / base.m.young_factor, 1.0, 1e-9);
        CHECK_NEAR(f.m.damping.beta / base.m.damping.beta, 1.0, 1e-9);
        CHECK_NEAR(f.m.modes[0].value / base.m.modes[0].value, 1.0, count > 20 ? 1e-6 : 0.05);
        CHECK(f.m.modes[0].value > (1.0 - 1e-9) * base.m.modes[0].value); // Rayleigh: never below
    }
    arena_destroy(a);
}

TEST(as_many_are_taken_as_the_errors_ask_for) {
    int32_t counts[3];
    for (int i = 0; i < 3; ++i) {
        arena* a = arena_create();
        modal_request q = auto_count;
        q.least = 3;
        q.error = i == 0 ? 0.3 : i == 1 ? 0.12 : 1e-3;
        flesh f = make(2, q, a);
        CHECK(f.ok);
        const response_errors* e = &f.m.errors;
        CHECK(fmax(e->shake, fmax(e->turn, e->apart)) <= q.error || f.m.count == 24);
        counts[i] = f.m.count;
        q.count = q.least = f.m.count - 1; // and one less is not enough
        flesh less = make(2, q, a);
        CHECK(less.ok && less.m.count == counts[i] - 1);
        CHECK(fmax(less.m.errors.shake, fmax(less.m.errors.turn, less.m.errors.apart)) > q.error);
        arena_destroy(a);
    }
    printf("        %d, %d and %d coordinates for 30, 12 and 0.1 %%\n", counts[0], counts[1],
           counts[2]);
    CHECK(counts[0] < counts[1] && counts[1] < counts[2]);
}

TEST_MAIN(CASE(coordinates_are_orthonormal_in_the_mass_and_orthogonal_in_the_stiffness),
          CASE(along_every_direction_it_hangs_at_1_g_as_the_whole_body_does),
          CASE(errors_that_are_told_are_those_of_solving_the_damped_body_at_every_frequency),
          CASE(shaken_in_time_it_stays_within_the_error_of_the_whole_body),
          CASE(with_either_basis_and_any_number_a_body_is_as_soft_and_as_damped),
          CASE(as_many_are_taken_as_the_errors_ask_for))
