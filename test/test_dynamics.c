// Whole bodies in motion against beam modes, other frames of reference and conservation laws.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/clip.h"
#include "bake/fem/assemble.h"
#include "bake/fem/eigen.h"
#include "test/cells_mesh.h"
#include "test/check.h"

static const material stuff = {2e4, 0.3, 1000.0};
static const double one[1] = {1.0};

// A beam along x, held where x is 0.
typedef struct beam {
    arena* memory;
    report r;
    tets* t;
    material* materials;
    double* density;
    uint8_t* held;
    elastic m;
    size_t order;
} beam;

static beam beam_new(elastic_law law, int32_t width, int32_t cells, int threads) {
    beam b = {.memory = arena_create()};
    b.r = report_new(b.memory);
    b.t = ARENA_NEW(b.memory, tets, 1);
    *b.t = cells_mesh((const int32_t[3]){cells, 1, 1}, v3(0.4, 0.1, 0.12), b.memory);
    if (width == 10)
        *b.t = tets_promote(b.t, b.memory);
    b.order = 3 * (size_t)b.t->node_count;
    b.materials = ARENA_NEW(b.memory, material, (size_t)b.t->tet_count);
    b.density = ARENA_NEW(b.memory, double, (size_t)b.t->tet_count);
    b.held = ARENA_NEW(b.memory, uint8_t, (size_t)b.t->node_count);
    for (int32_t i = 0; i < b.t->tet_count; ++i) {
        b.materials[i] = stuff;
        b.density[i] = stuff.density;
    }
    for (int32_t i = 0; i < b.t->node_count; ++i)
        b.held[i] = b.t->nodes[i].x == 0.0;
    if (!elastic_of_body(law, b.t, b.materials, threads, &b.m, place_none(), b.memory, &b.r))
        b.m.count = 0;
    return b;
}

static dynamics* beam_moving(beam* b, const dynamics_options* o, bool held) {
    return dynamics_make(&b->m, b->density, held ? b->held : NULL, o, b->memory, &b->r);
}

static double* field(beam* b) {
    return ARENA_NEW(b->memory, double, b->order);
}

// The lowest mode over all nodes, with x' M x = 1; returns its value, (rad/s)^2.
static double lowest_mode(beam* b, double* x) {
    assemble_matrices all, kept;
    int32_t *number = ARENA_NEW(b->memory, int32_t, (size_t)b->t->node_count), count = 0;
    eigen_modes modes;
    const eigen_request q = {.count = 1, .threads = 1};
    if (!assemble_body(b->t, b->materials, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(),
                       b->memory, &b->r) ||
        !assemble_free(b->t, b->held, number, &count, place_none(), &b->r))
        return NAN;
    kept = assemble_keep(&all, number, count, b->memory);
    if (!eigen_lowest(&kept, &q, &modes, b->memory, &b->r))
        return NAN;
    for (int32_t i = 0; i < b->t->node_count; ++i)
        for (size_t k = 0; k < 3 && number[i] >= 0; ++k)
            x[3 * (size_t)i + k] = modes.vectors[3 * (size_t)number[i] + k];
    return modes.values[0];
}

static double times_mass(beam* b, dynamics* d, const double* x, const double* y) {
    double *product = field(b), sum = 0.0;
    assemble_times_mass(dynamics_mass(d), y, product, 1, 1);
    for (size_t i = 0; i < b->order; ++i)
        sum += x[i] * product[i];
    return sum;
}

static double energy_of(const dynamics* d) {
    return dynamics_kinetic(d) + dynamics_elastic(d);
}

// ---- small motion ----------------------------------------------------------------------

// Let go in its lowest mode the body is a spring; Rayleigh's damping keeps it one. The trapezoidal rule for a
// spring is known exactly: eigenvalues (1 + h s / 2) / (1 - h s / 2) with s those of the spring.
TEST(small_motion_is_that_of_linear_modes) {
    for (int law = ELASTIC_LINEAR; law <= ELASTIC_STVK; ++law)
        for (int32_t width = 4; width <= 10; width += 6) {
            beam b = beam_new((elastic_law)law, width, 4, 1);
            double *mode = field(&b), *u = field(&b), value = lowest_mode(&b, mode);
            dynamics_options o = dynamics_default();
            o.damping = (damping){0.7, 0.003};
            dynamics* d = beam_moving(&b, &o, true);
            CHECK(d != NULL && value > 0.0);
            const double size =
                1e-7; // of sqrt(kg) m: displacements of a ten-thousandth of the length
            for (size_t i = 0; i < b.order; ++i)
                u[i] = size * mode[i];
            const moment now = {.weights = one};
            CHECK(dynamics_start(d, &now, u, NULL, &b.r));
            double h = 0.01, c = 0.5 * (o.damping.alpha + o.damping.beta * value), q = 1.0, p = 0.0;
            for (int i = 0; i < 60; ++i) {
                CHECK(dynamics_step(d, &now, h, &b.r));
                // (1 - h/2 S) (q, p)+ = (1 + h/2 S) (q, p) for S = (0 1; -value -2c)
                double rq = q + 0.5 * h * p, rp = p - 0.5 * h * (value * q + 2.0 * c * p);
                double det = 1.0 + h * c + 0.25 * h * h * value;
                q = (rq * (1.0 + h * c) + 0.5 * h * rp) / det;
                p = (rp - 0.5 * h * value * rq) / det;
                CHECK_NEAR(times_mass(&b, d, mode, dynamics_u(d)) / size, q, 1e-5);
                CHECK_NEAR(times_mass(&b, d, mode, dynamics_v(d)) / size / sqrt(value),
                           p / sqrt(value), 1e-5);
            }
            CHECK(fabs(q) < 0.9);
            dynamics_free(d);
            arena_destroy(b.memory);
        }
}

TEST(small_motion_keeps_its_energy_over_long_runs) {
    for (int law = ELASTIC_LINEAR; law <= ELASTIC_STVK; ++law) {
        beam b = beam_new((elastic_law)law, 4, 3, 1);
        double* v = field(&b);
        dynamics_options o = dynamics_default();
        dynamics* d = beam_moving(&b, &o, true);
        for (size_t i = 0; i < b.order; ++i) // all frequencies at once
            v[i] = b.held[i / 3] ? 0.0 : 0.002 * (double)(i % 7) - 0.006;
        const moment now = {.weights = one};
        CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
        double first = energy_of(d), least = first, most = first;
        for (int i = 0; i < 1200; ++i) { // twenty seconds
            CHECK(dynamics_step(d, &now, 1.0 / 60.0, &b.r));
            least = fmin(least, energy_of(d));
            most = fmax(most, energy_of(d));
        }
        double bound = law == ELASTIC_LINEAR ? 1e-8 : 0.02;
        CHECK(least > (1.0 - bound) * first && most < (1.0 + bound) * first);
        dynamics_free(d);
        arena_destroy(b.memory);
    }
}

TEST(damped_motion_only_loses_energy) {
    for (int rule = DYNAMICS_DAMPED_BY_TANGENT; rule <= DYNAMICS_DAMPED_BY_MATERIAL; ++rule) {
        beam b = beam_new(ELASTIC_STVK, 10, 3, 1);
        double* v = field(&b);
        dynamics_options o = dynamics_default();
        o.damping = (damping){0.0, 0.1};
        o.damped_by = (dynamics_damping)rule;
        dynamics* d = beam_moving(&b, &o, true);
        for (size_t i = 2; i < b.order; i += 3)
            v[i] = 1.5 * b.t->nodes[i / 3].x;
        const moment now = {.weights = one};
        CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
        double before = energy_of(d), first = before;
        for (int i = 0; i < 100; ++i) {
            CHECK(dynamics_step(d, &now, 1.0 / 240.0, &b.r));
            CHECK(energy_of(d) < before);
            before = energy_of(d);
        }
        CHECK(before < 0.8 * first);
        dynamics_free(d);
        arena_destroy(b.memory);
    }
}

// ---- free bodies -------------------------------------------------------------------------

TEST(a_free_body_falls_as_a_stone_and_keeps_its_momentum) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    dynamics_options o = dynamics_default();
    o.gravity = v3(0.0, 0.0, -9.8);
    dynamics* d = beam_moving(&b, &o, false);
    double* v = field(&b);
    for (size_t i = 0; i < b.order; ++i)
        v[i] = i % 3 == 0 ? 2.0 : 0.0;
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    for (int i = 0; i < 50; ++i)
        CHECK(dynamics_step(d, &now, 0.01, &b.r));
    for (size_t i = 0; i < b.order; i += 3) {
        CHECK_NEAR(dynamics_u(d)[i], 1.0, 1e-9);
        CHECK_NEAR(dynamics_u(d)[i + 2], -0.5 * 9.8 * 0.25, 1e-9);
    }
    // thrown so that it spins and bends
    for (size_t i = 0; i < b.order; ++i)
        v[i] = i % 3 == 1 ? 30.0 * b.t->nodes[i / 3].x : 0.2 * (double)(i % 5);
    o.gravity = v3(0.0, 0.0, 0.0);
    dynamics_free(d);
    d = beam_moving(&b, &o, false);
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    double *mv = field(&b), before[3] = {0}, after[3] = {0};
    assemble_times_mass(dynamics_mass(d), v, mv, 1, 1);
    for (size_t i = 0; i < b.order; ++i)
        before[i % 3] += mv[i];
    for (int i = 0; i < 100; ++i)
        CHECK(dynamics_step(d, &now, 0.005, &b.r));
    assemble_times_mass(dynamics_mass(d), dynamics_v(d), mv, 1, 1);
    for (size_t i = 0; i < b.order; ++i)
        after[i % 3] += mv[i];
    for (int k = 0; k < 3; ++k)
        CHECK_NEAR(after[k], before[k], 1e-8 * before[1]);
    dynamics_free(d);
    arena_destroy(b.memory);
}

// ---- moving frames -----------------------------------------------------------------------

// A bone that turns about y and z by t^2 and goes along x: matrices with their derivatives.
static moment_frame bone_at(double t, double speed, vec3* shift, vec3* shift1) {
    double angle = speed * t * t, once = 2.0 * speed * t, twice = 2.0 * speed;
    double c = cos(angle), s = sin(angle);
    const double r[3][3] = {{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
    const double r1[3][3] = {{-s, -c, 0}, {c, -s, 0}, {0, 0, 0}};
    const double r2[3][3] = {{-c, s, 0}, {-s, -c, 0}, {0, 0, 0}};
    moment_frame f = {.shift2 = v3(-speed * speed * sin(speed * t), 0.0, 0.0)};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            f.carry[i][k] = r[i][k];
            f.carry1[i][k] = once * r1[i][k];
            f.carry2[i][k] = twice * r1[i][k] + once * once * r2[i][k];
        }
    *shift = v3(sin(speed * t), 0.0, 0.0);
    *shift1 = v3(speed * cos(speed * t), 0.0, 0.0);
    return f;
}

static vec3 carried(const double m[3][3], vec3 v) {
    return v3(m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
              m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
              m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z);
}

// Where the nodes are in the world after a second: by the bone's frame, or in the world with held nodes led.
static bool swing(bool in_world, int steps, double speed, vec3* places) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    dynamics_options o = dynamics_default();
    o.gravity = v3(0.0, -5.0, -9.8);
    dynamics* d = beam_moving(&b, &o, true);
    size_t count = (size_t)b.t->node_count;
    double* led = ARENA_NEW(b.memory, double, 3 * b.order);
    moment_frame *frames = ARENA_NEW(b.memory, moment_frame, count), bone = {0};
    vec3 shift = {0}, shift1 = {0};
    bool sound = d != NULL;
    for (int i = 0; i <= steps && sound; ++i) {
        bone = bone_at((double)i / steps, speed, &shift, &shift1);
        for (size_t k = 0; k < count; ++k) {
            vec3 x = b.t->nodes[k];
            vec3 u = v3_sub(v3_add(carried(bone.carry, x), shift), x);
            vec3 v = v3_add(carried(bone.carry1, x), shift1);
            vec3 a = v3_add(carried(bone.carry2, x), bone.shift2);
            memcpy(led + 3 * k, &u, sizeof u);
            memcpy(led + b.order + 3 * k, &v, sizeof v);
            memcpy(led + 2 * b.order + 3 * k, &a, sizeof a);
            frames[k] = bone;
        }
        const moment now = {.weights = one,
                            .frames_or_null = in_world ? NULL : frames,
                            .held_or_null = in_world ? led : NULL};
        if (i == 0)
            sound = dynamics_start(d, &now, in_world ? led : NULL, in_world ? led + b.order : NULL,
                                   &b.r);
        else
            sound = dynamics_step(d, &now, 1.0 / steps, &b.r);
    }
    for (size_t k = 0; k < count && sound; ++k) {
        const double* u = dynamics_u(d) + 3 * k;
        vec3 x = v3_add(b.t->nodes[k], v3(u[0], u[1], u[2]));
        places[k] = in_world ? x : v3_add(carried(bone.carry, x), shift);
    }
    dynamics_free(d);
    arena_destroy(b.memory);
    return sound;
}

enum { SWUNG = 16 };

static double apart(const vec3* a, const vec3* b) {
    double most = 0.0;
    for (int i = 0; i < SWUNG; ++i)
        most = fmax(most, v3_distance(a[i], b[i]));
    return most;
}

TEST(a_turning_frame_is_the_same_as_the_world) {
    vec3 world[2][SWUNG], frame[2][SWUNG], rigid[SWUNG];
    for (int i = 0; i < 2; ++i) {
        CHECK(swing(true, 200 << i, 1.5, world[i]) && swing(false, 200 << i, 1.5, frame[i]));
    }
    vec3 shift, shift1;
    moment_frame bone = bone_at(1.0, 1.5, &shift, &shift1);
    arena* memory = arena_create();
    tets t = cells_mesh((const int32_t[3]){3, 1, 1}, v3(0.4, 0.1, 0.12), memory);
    for (int i = 0; i < SWUNG; ++i)
        rigid[i] = v3_add(carried(bone.carry, t.nodes[i]), shift);
    arena_destroy(memory);
    double far = apart(world[0], frame[0]), near = apart(world[1], frame[1]);
    CHECK(apart(rigid, world[1]) > 0.02); // the flesh does lag
    CHECK(near < 1e-3 && far / near > 3.0 && far / near < 5.0);
}

// ---- between bones -----------------------------------------------------------------------

// Two bones of which one turns; nodes along x go over from one to the other.
typedef struct elbow {
    beam b;
    dynamics_clip clip;
    double h;
} elbow;

static mat4 elbow_at(double t) {
    double angle = 0.6 * (1.0 - cos(3.0 * t)); // to 1.2 radians
    mat4 m = mat4_identity();
    m.m[0] = m.m[10] = cos(angle);
    m.m[2] = -sin(angle), m.m[8] = sin(angle);
    m.m[12] = 0.2 * (1.0 - cos(angle)), m.m[14] = 0.2 * sin(angle); // about x = 0.2
    return m;
}

static elbow elbow_new(int32_t frames, int32_t substeps) {
    elbow e = {.b = beam_new(ELASTIC_STVK, 4, 4, 1)};
    int32_t steps = (frames - 1) * substeps + 1, count = e.b.t->node_count;
    double* weights = ARENA_NEW(e.b.memory, double, 2 * (size_t)count);
    mat4* palette = ARENA_NEW(e.b.memory, mat4, 2 * (size_t)steps);
    double* ones = ARENA_NEW(e.b.memory, double, (size_t)steps);
    for (int32_t i = 0; i < count; ++i) {
        weights[count + i] = e.b.t->nodes[i].x / 0.4;
        weights[i] = 1.0 - weights[count + i];
    }
    e.h = 0.5 / (steps - 1);
    for (int32_t i = 0; i < steps; ++i) {
        palette[2 * i] = mat4_identity();
        palette[2 * i + 1] = elbow_at(i * e.h);
        ones[i] = 1.0;
    }
    e.clip = (dynamics_clip){.frame_count = frames,
                             .frame_seconds = 0.5 / (frames - 1),
                             .substeps = substeps,
                             .bone_count = 2,
                             .bone_weights = weights,
                             .palette = palette,
                             .weights = ones};
    return e;
}

enum { ELBOW_NODES = 20, ELBOW_FREE = 16 };

static void inverse(const double m[3][3], double out[3][3]) {
    double det = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            out[k][i] = m[(i + 1) % 3][(k + 1) % 3] * m[(i + 2) % 3][(k + 2) % 3] -
                        m[(i + 1) % 3][(k + 2) % 3] * m[(i + 2) % 3][(k + 1) % 3];
    for (int k = 0; k < 3; ++k)
        det += m[0][k] * out[k][0];
    for (int i = 0; i < 9; ++i)
        out[i / 3][i % 3] /= det;
}

// Where nodes are carried to at a time: A and t.
static moment_frame carry_at(const elbow* e, int32_t node, double t, vec3* shift) {
    const double* w = e->clip.bone_weights;
    double first = w[node], second = w[ELBOW_NODES + node];
    mat4 m = elbow_at(t);
    moment_frame f = {0};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            f.carry[i][k] = (i == k ? first : 0.0) + second * m.m[4 * k + i];
    *shift = v3_scale(v3(m.m[12], m.m[13], m.m[14]), second);
    return f;
}

// Accelerations in the world, of free nodes: M x'' = -A^-T R(A^-1 (x - t) - X) for all of them, by elimination.
static void world_acceleration(elbow* e, const sparse* mass, double t, const double* x,
                               const double* held_a, double* out) {
    double u[3 * ELBOW_NODES], force[3 * ELBOW_NODES], m[ELBOW_NODES][ELBOW_NODES] = {{0}};
    double right[ELBOW_NODES][3], back[3][3];
    for (int32_t i = 0; i < ELBOW_NODES; ++i) {
        vec3 shift;
        moment_frame f = carry_at(e, i, t, &shift);
        inverse(f.carry, back);
        vec3 p = carried(back, v3_sub(v3(x[3 * i], x[3 * i + 1], x[3 * i + 2]), shift));
        p = v3_sub(p, e->b.t->nodes[i]);
        memcpy(u + 3 * i, &p, sizeof p);
        for (int64_t k = mass->start[i]; k < mass->start[i + 1]; ++k)
            m[i][mass->column[k]] = mass->value[k];
    }
    elastic_force(&e->b.m, one, u, force);
    for (int32_t i = 0; i < ELBOW_NODES; ++i) {
        vec3 shift;
        moment_frame f = carry_at(e, i, t, &shift);
        inverse(f.carry, back);
        for (int k = 0; k < 3; ++k)
            right[i][k] = -(back[0][k] * force[3 * i] + back[1][k] * force[3 * i + 1] +
                            back[2][k] * force[3 * i + 2]);
        if (!e->b.held[i])
            continue;
        for (int32_t k = 0; k < ELBOW_NODES; ++k)
            m[i][k] = i == k;
        memcpy(right[i], held_a + 3 * i, sizeof right[i]);
    }
    for (int32_t i = 0; i < ELBOW_NODES; ++i) // Gauss and Jordan; the mass needs no pivoting
        for (int32_t k = 0; k < ELBOW_NODES; ++k) {
            if (k == i || m[k][i] == 0.0)
                continue;
            double by = m[k][i] / m[i][i];
            for (int32_t n = i; n < ELBOW_NODES; ++n)
                m[k][n] -= by * m[i][n];
            for (int n = 0; n < 3; ++n)
                right[k][n] -= by * right[i][n];
        }
    for (int32_t i = 0; i < ELBOW_NODES; ++i)
        for (int n = 0; n < 3; ++n)
            out[3 * i + n] = right[i][n] / m[i][i];
}

// Classic Runge-Kutta in the world, which knows nothing of frames' inertia. The held nodes' bone stands
// still.
static void world_run(elbow* e, const sparse* mass, int steps, double* x) {
    enum { N = 3 * ELBOW_NODES };
    static const double still[N];
    double v[N] = {0}, h = 0.5 / steps, k[4][N], w[4][N], at[N], speed[N];
    for (int32_t i = 0; i < ELBOW_NODES; ++i)
        memcpy(x + 3 * i, &e->b.t->nodes[i], sizeof(vec3));
    for (int s = 0; s < steps; ++s) {
        static const double ahead[4] = {0.0, 0.5, 0.5, 1.0};
        for (int n = 0; n < 4; ++n) {
            for (int i = 0; i < N; ++i) {
                at[i] = x[i] + (n > 0 ? ahead[n] * h * w[n - 1][i] : 0.0);
                speed[i] = v[i] + (n > 0 ? ahead[n] * h * k[n - 1][i] : 0.0);
            }
            world_acceleration(e, mass, (s + ahead[n]) * h, at, still, k[n]);
            memcpy(w[n], speed, sizeof speed);
        }
        for (int i = 0; i < N; ++i) {
            x[i] += h / 6.0 * (w[0][i] + 2.0 * w[1][i] + 2.0 * w[2][i] + w[3][i]);
            v[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
        }
    }
}

TEST(between_bones_inertia_is_that_of_the_world) {
    double error[2], reach = 0.0;
    for (int n = 0; n < 2; ++n) {
        elbow e = elbow_new(6, 40 << n);
        dynamics_options o = dynamics_default();
        dynamics* d = beam_moving(&e.b, &o, true);
        double *u = ARENA_NEW(e.b.memory, double, 6 * e.b.order), x[3 * ELBOW_NODES];
        CHECK(d != NULL && e.b.t->node_count == ELBOW_NODES);
        CHECK(dynamics_play(d, &e.clip, u, &e.b.r));
        world_run(&e, dynamics_mass(d), 1000, x);
        const double* last = u + 5 * e.b.order;
        error[n] = 0.0;
        for (int32_t i = 0; i < ELBOW_NODES; ++i) {
            vec3 shift, at = v3(last[3 * i], last[3 * i + 1], last[3 * i + 2]);
            moment_frame f = carry_at(&e, i, 0.5, &shift);
            reach = fmax(reach, v3_length(at));
            at = v3_add(carried(f.carry, v3_add(e.b.t->nodes[i], at)), shift);
            error[n] = fmax(error[n], v3_distance(at, v3(x[3 * i], x[3 * i + 1], x[3 * i + 2])));
        }
        dynamics_free(d);
        arena_destroy(e.b.memory);
    }
    CHECK(reach > 0.01); // the flesh does move
    CHECK(error[1] < 1e-3 * reach && error[0] / error[1] > 3.0 && error[0] / error[1] < 5.0);
}

// ---- targets ----------------------------------------------------------------------------

TEST(a_body_comes_to_rest_in_the_shape_of_its_target) {
    beam b = beam_new(ELASTIC_STVK, 10, 3, 1);
    target_shape shapes[2] = {{.name = "thin", .rest = field(&b), .materials = b.materials},
                              {.name = "fat", .materials = b.materials}};
    double* fat = field(&b);
    for (size_t i = 0; i < b.order; i += 3) {
        vec3 x = b.t->nodes[i / 3];
        fat[i + 1] = 0.8 * x.x * (x.y - 0.05);
        fat[i + 2] = 2.0 * x.x * (x.z - 0.06);
    }
    shapes[1].rest = fat;
    const target_set set = {.volume = b.t, .count = 2, .shapes = shapes};
    CHECK(elastic_of_targets(ELASTIC_STVK, &set, 1, &b.m, place_none(), b.memory, &b.r));
    dynamics_options o = dynamics_default();
    o.damping = (damping){20.0, 0.01};
    dynamics* d = beam_moving(&b, &o, true);
    const double thin_weight[2] = {1.0, 0.0}, fat_weight[2] = {0.0, 1.0}, half[2] = {0.5, 0.5};
    const moment thin_now = {.weights = thin_weight}, fat_now = {.weights = fat_weight};
    const moment between = {.weights = half};
    CHECK(d != NULL && dynamics_start(d, &thin_now, NULL, NULL, &b.r));
    for (int i = 0; i < 100; ++i) // two seconds, of motion that falls to a tenth in a quarter
        CHECK(dynamics_step(d, &fat_now, 0.02, &b.r));
    for (size_t i = 0; i < b.order; ++i)
        CHECK_NEAR(dynamics_u(d)[i], fat[i], 1e-5);
    CHECK(dynamics_rest(d, &fat_now, &b.r));
    for (size_t i = 0; i < b.order; ++i)
        CHECK_NEAR(dynamics_u(d)[i], fat[i], 1e-12);
    CHECK(dynamics_rest(d, &between, &b.r)); // between both; squeezing is easier
    double along = 0.0, size = 0.0;
    for (size_t i = 0; i < b.order; ++i) {
        along += dynamics_u(d)[i] * fat[i];
        size += fat[i] * fat[i];
    }
    CHECK(along / size > 0.1 && along / size < 0.9);
    CHECK(dynamics_rest(d, &thin_now, &b.r));
    for (size_t i = 0; i < b.order; ++i)
        CHECK_NEAR(dynamics_u(d)[i], 0.0, 1e-12);
    dynamics_free(d);
    arena_destroy(b.memory);
}

TEST(any_number_of_threads_gives_the_same_motion) {
    double last[2][3 * 200];
    size_t order = 0;
    for (int n = 0; n < 2; ++n) {
        beam b = beam_new(ELASTIC_STVK, 10, 3, n == 0 ? 1 : 3);
        dynamics_options o = dynamics_default();
        o.gravity = v3(0.0, 0.0, -9.8);
        dynamics* d = beam_moving(&b, &o, true);
        const moment now = {.weights = one};
        CHECK(d != NULL && dynamics_start(d, &now, NULL, NULL, &b.r));
        for (int i = 0; i < 10; ++i)
            CHECK(dynamics_step(d, &now, 0.01, &b.r));
        order = b.order;
        CHECK(order <= 600);
        memcpy(last[n], dynamics_u(d), order * sizeof **last);
        dynamics_free(d);
        arena_destroy(b.memory);
    }
    CHECK(memcmp(last[0], last[1], order * sizeof **last) == 0);
}

TEST(what_cannot_be_moved_or_solved_is_a_sentence) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    dynamics_options o = dynamics_default();
    memset(b.held, 1, (size_t)b.t->node_count);
    CHECK(beam_moving(&b, &o, true) == NULL && b.r.error_count == 1);
    CHECK(strstr(b.r.findings[0].text, "nothing is free") != NULL);
    o.newmark.newton.iterations = 1, o.newmark.halvings = 0;
    dynamics* d = beam_moving(&b, &o, false);
    const moment now = {.weights = one};
    double* v = field(&b);
    for (size_t i = 0; i < b.order; ++i)
        v[i] = 10.0 * (double)(i % 5);
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    CHECK(!dynamics_step(d, &now, 0.1, &b.r) && b.r.error_count == 2);
    CHECK(dynamics_u(d)[0] == 0.0 && dynamics_v(d)[1] == v[1]);
    dynamics_free(d);
    arena_destroy(b.memory);
}

TEST_MAIN(CASE(small_motion_is_that_of_linear_modes),
          CASE(small_motion_keeps_its_energy_over_long_runs), CASE(damped_motion_only_loses_energy),
          CASE(a_free_body_falls_as_a_stone_and_keeps_its_momentum),
          CASE(a_turning_frame_is_the_same_as_the_world),
          CASE(between_bones_inertia_is_that_of_the_world),
          CASE(a_body_comes_to_rest_in_the_shape_of_its_target),
          CASE(any_number_of_threads_gives_the_same_motion),
          CASE(what_cannot_be_moved_or_solved_is_a_sentence))
