// Element by element in parallel, then summed at each node in the order of elements.
//
// Forces are stress times gradient at the integration points: P g_k with the first Piola-Kirchhoff
// stress P = F S. Its derivatives along a and b, whose gradients are A and B, are
//   P'  = A S + F s(F^T A)
//   P'' = A s(F^T B) + B s(F^T A) + F s(A^T B),   s(X) = lambda tr X + mu (X + X^T),
// and the block of the stiffness between nodes k and l, with p_k = F g_k, is
//   lambda p_k p_l^T + mu (F F^T (g_k . g_l) + p_l p_k^T) + (g_k . S g_l) 1,
// whose last term is the stress's own. The linear law is the same with F = 1 and no stress term.
// Strain is found from G and not from F^T F - 1, which would lose the digits of small motion.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/dynamics/mat3.h"

#include <string.h>

enum { ELEMENT_GRAIN = 32, ELASTIC_NODE_GRAIN = 1024 };

// ---- integration points ----------------------------------------------------------------

// Points that differ by a permutation of their barycentric coordinates.
typedef struct orbit {
    double most, rest; // one coordinate and three others, or two and two
    bool paired;
    double weight; // of one point; all points' sum is 1
} orbit;

// (5 + 3 sqrt 5) / 20 and (5 - sqrt 5) / 20: degree 2, as in bake/fem/element.c.
static const orbit four_points[1] = {{0.58541019662496845446, 0.13819660112501051518, false, 0.25}};

// N. J. Walkington, "Quadrature on simplices of arbitrary dimension", 2000: degree 5.
static const orbit fourteen_points[3] = {
    {0.06734224221009817060, 0.31088591926330060980, false, 0.11268792571801585080},
    {0.72179424906732632079, 0.09273525031089122640, false, 0.07349304311636194954},
    {0.45449629587435035051, 0.04550370412564964949, true, 0.04254602077708146644}};

static int32_t orbit_points(const orbit* o, const vec3* nodes, int32_t width, elastic_point* out) {
    int32_t count = o->paired ? 6 : 4;
    for (int32_t i = 0; i < count; ++i) {
        double l[4] = {o->rest, o->rest, o->rest, o->rest};
        l[o->paired ? tet_edge[i][0] : i] = o->most;
        if (o->paired)
            l[tet_edge[i][1]] = o->most;
        out[i].volume = element_gradients(nodes, width, l, out[i].gradients) * (o->weight / 6.0);
    }
    return count;
}

// Where the body fills the element in part: fourteen points there would be of no better knowledge.
static int32_t rule_points(const tet_filling* f, const vec3* nodes, int32_t width,
                           elastic_point* out) {
    double even = fmin(f->fraction, ELEMENT_EVEN);
    int32_t count = orbit_points(four_points, nodes, width, out);
    for (int32_t i = 0; i < count; ++i)
        out[i].volume *= even;
    for (int32_t i = 0; i < 4 && f->fraction > even; ++i, ++count)
        out[count].volume =
            element_gradients(nodes, width, f->rule_or_null->l[i], out[count].gradients) *
            ((f->fraction - even) / 24.0);
    return count;
}

static int32_t element_points(elastic_law law, const vec3* nodes, int32_t width,
                              elastic_point* points) {
    if (width == 4) {
        static const double middle[4] = {0.25, 0.25, 0.25, 0.25};
        points[0].volume = element_gradients(nodes, width, middle, points[0].gradients) / 6.0;
        return 1;
    }
    if (law == ELASTIC_LINEAR)
        return orbit_points(four_points, nodes, width, points);
    int32_t count = 0;
    for (int i = 0; i < 3; ++i)
        count += orbit_points(&fourteen_points[i], nodes, width, points + count);
    return count;
}

int32_t elastic_points(const elastic* m, int32_t shape, int32_t element,
                       elastic_point points[ELASTIC_POINTS_MAX]) {
    int32_t width = m->volume->width;
    const int32_t* e = m->volume->elements + (ptrdiff_t)element * width;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    for (int32_t k = 0; k < width; ++k)
        nodes[k] = m->shapes[shape].nodes[e[k]];
    tet_filling f = tets_filling(m->volume, element);
    if (f.rule_or_null != NULL && width == 10)
        return rule_points(&f, nodes, width, points);
    int32_t count = element_points(m->law, nodes, width, points);
    for (int32_t k = 0; k < count; ++k)
        points[k].volume *= f.fraction;
    return count;
}

// ---- one integration point -------------------------------------------------------------

typedef struct point_state {
    mat3 gradient; // of the body's places by the rest's; the mat3_identity for the linear law
    mat3 stress;   // second Piola-Kirchhoff, Pa
    double energy; // J/m^3
} point_state;

// s(X) above.
static mat3 stress_of(const material_lame* l, mat3 x) {
    double pressure = l->lambda * (x.m[0][0] + x.m[1][1] + x.m[2][2]);
    mat3 s;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            s.m[i][k] = l->mu * (x.m[i][k] + x.m[k][i]) + (i == k ? pressure : 0.0);
    return s;
}

static void add_square(mat3* strain, mat3 gradient, double part) {
    mat3 square = mat3_transposed_times(gradient, gradient);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            strain->m[i][k] += part * square.m[i][k];
}

// change_or_null: from one end of a step to the other, `moved` being half way. The mean of both
// ends' strains is the strain half way and an eighth of the square of the change.
static point_state state_at(elastic_law law, const material_lame* l, const elastic_point* p,
                            const vec3* moved, const vec3* change_or_null, int32_t width) {
    point_state s = {.gradient = mat3_identity};
    mat3 gradient = mat3_gradient(p->gradients, moved, width), strain = gradient;
    if (law == ELASTIC_STVK) {
        s.gradient = mat3_plus(mat3_identity, gradient);
        add_square(&strain, gradient, 0.5);
        if (change_or_null != NULL)
            add_square(&strain, mat3_gradient(p->gradients, change_or_null, width), 0.125);
    }
    s.stress = stress_of(l, strain);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            s.energy += 0.5 * s.stress.m[i][k] * strain.m[i][k]; // stress is symmetric
    return s;
}

// ---- forces ----------------------------------------------------------------------------

typedef enum derivative { FORCE, BETWEEN, TIMES, CHANGE } derivative;

typedef struct force_job {
    const elastic* m;
    const double *weights, *u;
    derivative derivative;
    energy_matrix which;
    const double *a, *b; // [3 * node_count] of derivatives; a: the change for BETWEEN
    double* energy;      // [tet_count], or else NULL and ...
    vec3* forces;        // [tet_count][width]
    double* force;       // [3 * node_count]
} force_job;

static void field_at(const elastic* m, int32_t element, const double* field, vec3* out) {
    const int32_t* e = m->volume->elements + (ptrdiff_t)element * m->volume->width;
    for (int32_t k = 0; k < m->volume->width; ++k)
        out[k] =
            v3(field[3 * (size_t)e[k]], field[3 * (size_t)e[k] + 1], field[3 * (size_t)e[k] + 2]);
}

static void moved_at(const elastic* m, int32_t shape, int32_t element, const double* u, vec3* out) {
    vec3 rest[ELEMENT_WIDTH_MAX];
    field_at(m, element, u, out);
    field_at(m, element, m->shapes[shape].rest, rest);
    for (int32_t k = 0; k < m->volume->width; ++k)
        out[k] = v3_sub(out[k], rest[k]);
}

// The first Piola-Kirchhoff stress or its derivative.
static mat3 stress_asked(const force_job* j, const material_lame* l, const point_state* s,
                         const elastic_point* p, const vec3* a_field, const vec3* b_field) {
    if (j->derivative <= BETWEEN)
        return mat3_times(s->gradient, s->stress);
    int32_t width = j->m->volume->width;
    bool bends = j->m->law == ELASTIC_STVK;
    mat3 a = mat3_gradient(p->gradients, a_field, width);
    mat3 by_a = stress_of(l, mat3_transposed_times(s->gradient, a));
    if (j->derivative == TIMES) {
        mat3 first = mat3_times(s->gradient, by_a);
        return bends && j->which == ENERGY_TANGENT ? mat3_plus(first, mat3_times(a, s->stress))
                                                   : first;
    }
    if (!bends)
        return (mat3){{{0.0}}};
    mat3 b = mat3_gradient(p->gradients, b_field, width);
    mat3 by_b = stress_of(l, mat3_transposed_times(s->gradient, b));
    mat3 by_both = stress_of(l, mat3_transposed_times(a, b));
    return mat3_plus(mat3_plus(mat3_times(a, by_b), mat3_times(b, by_a)),
                     mat3_times(s->gradient, by_both));
}

static void element_force(const force_job* j, int32_t element) {
    SUPPLE_ASSERT((j->a != NULL) == (j->derivative != FORCE));
    SUPPLE_ASSERT((j->b != NULL) == (j->derivative == CHANGE));
    const elastic* m = j->m;
    int32_t width = m->volume->width;
    vec3 a[ELEMENT_WIDTH_MAX], b[ELEMENT_WIDTH_MAX], moved[ELEMENT_WIDTH_MAX];
    elastic_point points[ELASTIC_POINTS_MAX];
    vec3* to = j->forces != NULL ? j->forces + (ptrdiff_t)element * width : NULL;
    if (j->a != NULL)
        field_at(m, element, j->a, a);
    if (j->b != NULL)
        field_at(m, element, j->b, b);
    for (int32_t i = 0; i < m->count; ++i) {
        if (j->weights[i] == 0.0)
            continue;
        const material_lame* l = &m->shapes[i].lame[element];
        moved_at(m, i, element, j->u, moved);
        int32_t count = elastic_points(m, i, element, points);
        for (int32_t k = 0; k < count; ++k) {
            const elastic_point* p = &points[k];
            double weight = j->weights[i] * p->volume;
            const vec3* change = j->derivative == BETWEEN ? a : NULL;
            point_state s = state_at(m->law, l, p, moved, change, width);
            if (to == NULL) {
                j->energy[element] += weight * s.energy;
                continue;
            }
            mat3 stress = stress_asked(j, l, &s, p, a, b);
            for (int32_t n = 0; n < width; ++n)
                to[n] = v3_madd(to[n], mat3_apply(&stress, p->gradients[n]), weight);
        }
    }
}

static void element_forces(void* user, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
        element_force(user, (int32_t)i);
}

static void node_forces(void* user, int64_t begin, int64_t end) {
    const force_job* j = user;
    for (int64_t i = begin; i < end; ++i) {
        vec3 sum = {0};
        for (int64_t k = j->m->first[i]; k < j->m->first[i + 1]; ++k)
            sum = v3_add(sum, j->forces[j->m->corners[k]]);
        j->force[3 * i] = sum.x;
        j->force[3 * i + 1] = sum.y;
        j->force[3 * i + 2] = sum.z;
    }
}

static void run_forces(force_job* j) {
    const tets* t = j->m->volume;
    arena* scratch = arena_create();
    j->forces = ARENA_NEW(scratch, vec3, (size_t)t->tet_count * (size_t)t->width);
    parallel_for(j->m->threads, t->tet_count, ELEMENT_GRAIN, element_forces, j);
    parallel_for(j->m->threads, t->node_count, ELASTIC_NODE_GRAIN, node_forces, j);
    arena_destroy(scratch);
}

double elastic_energy(const elastic* m, const double* weights, const double* u) {
    arena* scratch = arena_create();
    force_job j = {.m = m, .weights = weights, .u = u};
    j.energy = ARENA_NEW(scratch, double, (size_t)m->volume->tet_count);
    parallel_for(m->threads, m->volume->tet_count, ELEMENT_GRAIN, element_forces, &j);
    double sum = 0.0;
    for (int32_t i = 0; i < m->volume->tet_count; ++i)
        sum += j.energy[i];
    arena_destroy(scratch);
    return sum;
}

void elastic_force(const elastic* m, const double* weights, const double* u, double* force) {
    run_forces(&(force_job){.m = m, .weights = weights, .u = u, .force = force});
}

void elastic_force_between(const elastic* m, const double* weights, const double* u,
                           const double* change, double* force) {
    run_forces(&(force_job){
        .m = m, .weights = weights, .u = u, .derivative = BETWEEN, .a = change, .force = force});
}

void elastic_stiffness_times(const elastic* m, const double* weights, const double* u,
                             energy_matrix which, const double* along, double* force) {
    run_forces(&(force_job){.m = m,
                            .weights = weights,
                            .u = u,
                            .derivative = TIMES,
                            .which = which,
                            .a = along,
                            .force = force});
}

void elastic_change(const elastic* m, const double* weights, const double* u, const double* a,
                    const double* b, double* force) {
    run_forces(&(force_job){
        .m = m, .weights = weights, .u = u, .derivative = CHANGE, .a = a, .b = b, .force = force});
}

// ---- stiffness -------------------------------------------------------------------------

typedef struct stiffness_job {
    const elastic* m;
    const double *weights, *u;
    energy_matrix which;
} stiffness_job;

// Adds one point's blocks on and above the diagonal.
static void add_point(const elastic_point* p, const point_state* s, const material_lame* l,
                      bool with_stress, int32_t width, double weight, double* matrix) {
    mat3 square = {{{0.0}}}; // F F^T
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            for (int c = 0; c < 3; ++c)
                square.m[a][b] += s->gradient.m[a][c] * s->gradient.m[b][c];
    double pushed[ELEMENT_WIDTH_MAX][3];
    for (int32_t k = 0; k < width; ++k) {
        vec3 v = mat3_apply(&s->gradient, p->gradients[k]);
        memcpy(pushed[k], &v, sizeof v);
    }
    ptrdiff_t order = 3 * (ptrdiff_t)width;
    double lambda = weight * l->lambda, mu = weight * l->mu;
    for (int32_t i = 0; i < width; ++i) {
        vec3 tension = with_stress ? mat3_apply(&s->stress, p->gradients[i]) : v3(0.0, 0.0, 0.0);
        for (int32_t k = i; k < width; ++k) {
            const double *f = pushed[i], *g = pushed[k];
            double* to = matrix + 3 * i * order + (ptrdiff_t)3 * k;
            double shared = mu * v3_dot(p->gradients[i], p->gradients[k]);
            double held = weight * v3_dot(tension, p->gradients[k]);
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    to[a * order + b] += lambda * f[a] * g[b] + mu * f[b] * g[a] +
                                         shared * square.m[a][b] + (a == b ? held : 0.0);
        }
    }
}

static void stiffness_of(const void* user, int32_t element, double* matrix) {
    const stiffness_job* j = user;
    const elastic* m = j->m;
    int32_t width = m->volume->width, order = 3 * width;
    bool with_stress = m->law == ELASTIC_STVK && j->which == ENERGY_TANGENT;
    vec3 moved[ELEMENT_WIDTH_MAX];
    elastic_point points[ELASTIC_POINTS_MAX];
    memset(matrix, 0, (size_t)(order * order) * sizeof *matrix);
    for (int32_t i = 0; i < m->count; ++i) {
        if (j->weights[i] == 0.0)
            continue;
        const material_lame* l = &m->shapes[i].lame[element];
        moved_at(m, i, element, j->u, moved);
        int32_t count = elastic_points(m, i, element, points);
        for (int32_t k = 0; k < count; ++k) {
            point_state s = state_at(m->law, l, &points[k], moved, NULL, width);
            add_point(&points[k], &s, l, with_stress, width, j->weights[i] * points[k].volume,
                      matrix);
        }
    }
    for (int32_t row = 0; row < order; ++row)
        for (int32_t column = 0; column < row; ++column)
            matrix[row * order + column] = matrix[column * order + row];
}

sparse_mesh elastic_mesh(const elastic* m) {
    const tets* t = m->volume;
    return (sparse_mesh){t->elements, t->tet_count, t->width, t->width, t->node_count};
}

sparse elastic_pattern(const elastic* m, arena* memory) {
    sparse_mesh mesh = elastic_mesh(m);
    return sparse_pattern(&mesh, 3, m->threads, memory);
}

void elastic_stiffness(const elastic* m, const double* weights, const double* u,
                       energy_matrix which, sparse* out) {
    sparse_mesh mesh = elastic_mesh(m);
    stiffness_job j = {m, weights, u, which};
    sparse_assemble(out, &mesh, stiffness_of, &j, m->threads);
}
