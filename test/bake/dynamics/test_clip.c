// Bodies on moving bones against the same bodies in the world, which knows no inertia of frames.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/clip.h"
#include "test/kit/check.h"
#include "test/kit/dynamics_beam.h"

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

// Where the nodes are in the world after a second: by the bone's frame, or in the world with held
// nodes led.
static bool swing(bool in_world, newmark_rule rule, int steps, double speed, vec3* places) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    dynamics_options o = dynamics_default();
    o.gravity = v3(0.0, -5.0, -9.8);
    o.newmark.rule = rule;
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

// Where nodes would be without flesh that gives way.
static void rigidly(double speed, vec3* places) {
    vec3 shift, shift1;
    moment_frame bone = bone_at(1.0, speed, &shift, &shift1);
    arena* memory = arena_create();
    tets t = cells_mesh((const int32_t[3]){3, 1, 1}, v3(0.4, 0.1, 0.12), memory);
    for (int i = 0; i < SWUNG; ++i)
        places[i] = v3_add(carried(bone.carry, t.nodes[i]), shift);
    arena_destroy(memory);
}

TEST(a_turning_frame_is_the_same_as_the_world) {
    for (int rule = NEWMARK_END; rule <= NEWMARK_CONSERVING; ++rule) {
        vec3 world[2][SWUNG], frame[2][SWUNG], rigid[SWUNG];
        for (int i = 0; i < 2; ++i)
            CHECK(swing(true, (newmark_rule)rule, 100 << 2 * i, 1.5, world[i]) &&
                  swing(false, (newmark_rule)rule, 100 << 2 * i, 1.5, frame[i]));
        rigidly(1.5, rigid);
        double far = apart(world[0], frame[0]), near = apart(world[1], frame[1]);
        CHECK(apart(rigid, world[1]) > 0.02); // the flesh does lag
        CHECK(near < 1e-4 && far / near > 10.0 && far / near < 22.0);
    }
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

// Accelerations in the world, of free nodes: M x'' = -A^-T R(A^-1 (x - t) - X) for all of them, by
// elimination.
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

// Classic Runge-Kutta in the world, which knows nothing of frames' inertia. The held nodes' bone
// stands still.
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
        CHECK(dynamics_play(d, &e.b.m, &e.clip, u, &e.b.r));
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

TEST_MAIN(CASE(a_turning_frame_is_the_same_as_the_world),
          CASE(between_bones_inertia_is_that_of_the_world))
